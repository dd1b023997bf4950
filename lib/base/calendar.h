/*
 * calendar.h - times of the proleptic Gregorian calendar in seconds since
 * 1970-01-01 00:00, half-open periods of it, and the texts that stand for such
 * periods: "2024-03-31", "20240331", "3/31/2024", "2024-03", 1711843200.
 */
#ifndef T2S_BASE_CALENDAR_H
#define T2S_BASE_CALENDAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From fine to coarse. */
typedef enum t2s_grain {
    T2S_GRAIN_NONE, /* unknown */
    T2S_GRAIN_SECOND,
    T2S_GRAIN_MINUTE,
    T2S_GRAIN_HOUR,
    T2S_GRAIN_DAY,
    T2S_GRAIN_WEEK, /* from Monday on */
    T2S_GRAIN_MONTH,
    T2S_GRAIN_QUARTER,
    T2S_GRAIN_HALF_YEAR,
    T2S_GRAIN_YEAR,
    T2S_GRAIN_DECADE
} t2s_grain;

/* Open ends: before and after all times. */
#define T2S_TIME_FIRST (INT64_MIN / 4)
#define T2S_TIME_LAST  (INT64_MAX / 4)

#define T2S_DAY_SECONDS 86400

/* [from, to) */
typedef struct t2s_period {
    int64_t from, to;
    t2s_grain grain; /* that it was written with: of "2024-03", a month */
} t2s_period;

/* Days since 1970-01-01 (Hinnant, "chrono-compatible low-level date
 * algorithms", 2013), and back. */
int64_t t2s_days_of(int64_t year, int month, int day);
void t2s_date_of(int64_t days, int64_t *year, int *month, int *day);

/* A day, or with a day of 0 a month, or with a month of 0 a year. False where
 * there is none, as on February 30th, or where the year is not 1000..2999. */
bool t2s_period_of_date(t2s_period *out, int64_t year, int month, int day);
/* The period of that grain that holds a time. */
t2s_period t2s_period_around(int64_t at, t2s_grain grain);
/* `count` periods later; a day that the month has not is its last. Open ends
 * stay. */
int64_t t2s_time_add(int64_t at, int64_t count, t2s_grain grain);
/* About how long a grain is, in seconds. */
double t2s_grain_seconds(t2s_grain grain);

/* How a time is written. */
typedef enum t2s_time_layout {
    T2S_LAYOUT_NONE,
    T2S_LAYOUT_ISO,      /* 2024, 2024-03, 2024-03-31, 2024-03-31 12:00... */
    T2S_LAYOUT_COMPACT,  /* 202403, 20240331, 2024033112... */
    T2S_LAYOUT_SPLIT,    /* 20240331 1200 */
    T2S_LAYOUT_AMERICAN, /* 03/31/2024 */
    T2S_LAYOUT_EUROPEAN, /* 31.03.2024, 31/03/2024 */
    T2S_LAYOUT_SLASHED,  /* 2024/3/31 */
    T2S_LAYOUT_EPOCH,    /* seconds since 1970 */
    T2S_LAYOUT_EPOCH_MS, /* milliseconds */
    T2S_LAYOUTS
} t2s_time_layout;

/* Reads the whole of a text as a time between 1000 and 2999, seconds since 1970
 * as one of 1990 to 2099. */
bool t2s_time_read(t2s_period *out, t2s_time_layout *layout, const char *text,
                   size_t n);

/* Fields of a written time. */
enum {
    T2S_FIELD_YEAR = 1,
    T2S_FIELD_MONTH = 2,
    T2S_FIELD_DAY = 4,
    T2S_FIELD_HOUR = 8,
    T2S_FIELD_MINUTE = 16,
    T2S_FIELD_SECOND = 32,
    T2S_FIELD_CUT = 64 /* part of a field */
};

/* The fields that bytes [begin, end) of a time in that layout are. */
unsigned t2s_layout_fields(t2s_time_layout layout, size_t begin, size_t end);
/* The grain of year, month... down to the last of `fields`; NONE where one is
 * left out between. */
t2s_grain t2s_fields_grain(unsigned fields);
/* The other way round. */
unsigned t2s_grain_fields(t2s_grain grain);

#endif
