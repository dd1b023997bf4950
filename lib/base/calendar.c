#include "base/calendar.h"

#include <string.h>

#include "base/string.h"

/* Runs of digits that a time may have. */
#define MOST_RUNS 7

int64_t t2s_days_of(int64_t year, int month, int day)
{
    const int64_t y = month <= 2 ? year - 1 : year;
    const int64_t era = (y >= 0 ? y : y - 399) / 400;
    const int64_t of_era = y - era * 400;
    const int64_t of_year =
        (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           719468;
}

void t2s_date_of(int64_t days, int64_t *year, int *month, int *day)
{
    const int64_t at = days + 719468;
    const int64_t era = (at >= 0 ? at : at - 146096) / 146097;
    const int64_t of_era = at - era * 146097;
    const int64_t y =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
    const int64_t m = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * m + 2) / 5 + 1);
    *month = (int)(m < 10 ? m + 3 : m - 9);
    *year = y + era * 400 + (*month <= 2);
}

static int64_t floor_days(int64_t at)
{
    return at >= 0 ? at / T2S_DAY_SECONDS
                   : -((-at + T2S_DAY_SECONDS - 1) / T2S_DAY_SECONDS);
}

static int days_in_month(int64_t year, int month)
{
    return (int)(t2s_days_of(month == 12 ? year + 1 : year,
                             month == 12 ? 1 : month + 1, 1) -
                 t2s_days_of(year, month, 1));
}

bool t2s_period_of_date(t2s_period *out, int64_t year, int month, int day)
{
    if (year < 1000 || year > 2999 || month < 0 || month > 12 || day < 0 ||
        (month == 0 && day > 0) ||
        (month > 0 && day > days_in_month(year, month)))
        return false;
    out->grain = day ? T2S_GRAIN_DAY : month ? T2S_GRAIN_MONTH : T2S_GRAIN_YEAR;
    out->from =
        t2s_days_of(year, month ? month : 1, day ? day : 1) * T2S_DAY_SECONDS;
    out->to = t2s_time_add(out->from, 1, out->grain);
    return true;
}

/* Months of a grain, or 0. */
static int months_of(t2s_grain grain)
{
    switch (grain) {
    case T2S_GRAIN_MONTH:
        return 1;
    case T2S_GRAIN_QUARTER:
        return 3;
    case T2S_GRAIN_HALF_YEAR:
        return 6;
    case T2S_GRAIN_YEAR:
        return 12;
    case T2S_GRAIN_DECADE:
        return 120;
    default:
        return 0;
    }
}

double t2s_grain_seconds(t2s_grain grain)
{
    switch (grain) {
    case T2S_GRAIN_SECOND:
        return 1;
    case T2S_GRAIN_MINUTE:
        return 60;
    case T2S_GRAIN_HOUR:
        return 3600;
    case T2S_GRAIN_DAY:
        return T2S_DAY_SECONDS;
    case T2S_GRAIN_WEEK:
        return 7.0 * T2S_DAY_SECONDS;
    default:
        return months_of(grain) * 365.25 / 12 * T2S_DAY_SECONDS;
    }
}

t2s_period t2s_period_around(int64_t at, t2s_grain grain)
{
    t2s_period out = {at, at, grain};
    const int64_t days = floor_days(at);
    const int64_t seconds = at - days * T2S_DAY_SECONDS;
    const int months = months_of(grain);
    int64_t year;
    int month, day;
    if (months) {
        t2s_date_of(days, &year, &month, &day);
        if (grain == T2S_GRAIN_DECADE)
            year -= (year % 10 + 10) % 10;
        month = months >= 12 ? 1 : (month - 1) / months * months + 1;
        out.from = t2s_days_of(year, month, 1) * T2S_DAY_SECONDS;
    } else if (grain == T2S_GRAIN_WEEK) {
        /* 1970-01-01 was a Thursday. */
        out.from = (days - ((days + 3) % 7 + 7) % 7) * T2S_DAY_SECONDS;
    } else if (grain != T2S_GRAIN_NONE) {
        const int64_t length = (int64_t)t2s_grain_seconds(grain);
        out.from = days * T2S_DAY_SECONDS + seconds / length * length;
    }
    out.to = t2s_time_add(out.from, 1, grain);
    return out;
}

int64_t t2s_time_add(int64_t at, int64_t count, t2s_grain grain)
{
    const int64_t days = floor_days(at), most = 100000000;
    int64_t year;
    int month, day;
    if (at <= T2S_TIME_FIRST || at >= T2S_TIME_LAST || count > most ||
        count < -most)
        return at;
    if (!months_of(grain))
        return at + count * (int64_t)t2s_grain_seconds(grain);
    t2s_date_of(days, &year, &month, &day);
    count = year * 12 + month - 1 + count * months_of(grain);
    year = (count >= 0 ? count : count - 11) / 12;
    month = (int)(count - year * 12) + 1;
    if (day > days_in_month(year, month))
        day = days_in_month(year, month);
    return t2s_days_of(year, month, day) * T2S_DAY_SECONDS + at -
           days * T2S_DAY_SECONDS;
}

/* ------------------------------------------------------------- reading */

/* The runs of digits of a text, and the character behind each. */
typedef struct runs {
    int64_t values[MOST_RUNS];
    size_t lengths[MOST_RUNS];
    char behind[MOST_RUNS]; /* '\0': the end */
    size_t count;
} runs;

static bool split(runs *out, const char *text, size_t n)
{
    memset(out, 0, sizeof *out);
    /* "Z" and offsets from UTC change nothing here. */
    if (n > 0 && (text[n - 1] | 32) == 'z')
        n--;
    if (n > 19 && (text[n - 6] == '+' || text[n - 6] == '-'))
        n -= 6;
    for (size_t i = 0; i < n; out->count++) {
        size_t begin = i;
        int64_t value = 0;
        if (out->count == MOST_RUNS)
            return false;
        for (; i < n && t2s_is_digit(text[i]) && i - begin < 15; i++)
            value = value * 10 + (text[i] - '0');
        if (i == begin || (i < n && t2s_is_digit(text[i])))
            return false;
        out->values[out->count] = value;
        out->lengths[out->count] = i - begin;
        if (i < n) {
            out->behind[out->count] = text[i++];
            if (i == n)
                return false;
        }
    }
    return out->count > 0;
}

/* Narrows a day to the time of day of the runs from `first` on. */
static bool add_clock(t2s_period *out, const runs *r, size_t first)
{
    const int64_t hour = r->values[first], minute = r->values[first + 1],
                  second = r->count > first + 2 ? r->values[first + 2] : 0;
    if (r->count < first + 2 || hour > 24 || minute > 59 || second > 60 ||
        r->behind[first] != ':' || r->lengths[first + 1] != 2 ||
        (r->count > first + 2 && r->behind[first + 1] != ':') ||
        (r->count > first + 3 && r->behind[first + 2] != '.') ||
        r->count > first + 4)
        return false;
    out->from += hour * 3600 + minute * 60 + second;
    out->grain = r->count > first + 2 ? T2S_GRAIN_SECOND : T2S_GRAIN_MINUTE;
    out->to = out->from + (out->grain == T2S_GRAIN_SECOND ? 1 : 60);
    return true;
}

static bool read_parted(t2s_period *out, t2s_time_layout *layout, const runs *r)
{
    const int64_t *v = r->values;
    const char mark = r->behind[0];
    bool ok;
    if (r->count == 2 && r->lengths[0] == 8 && r->lengths[1] == 4 &&
        mark == ' ' && v[1] / 100 < 24 && v[1] % 100 < 60 &&
        t2s_period_of_date(out, v[0] / 10000, (int)(v[0] / 100 % 100),
                           (int)(v[0] % 100))) {
        *layout = T2S_LAYOUT_SPLIT;
        out->from += v[1] / 100 * 3600 + v[1] % 100 * 60;
        out->to = out->from + 60;
        out->grain = T2S_GRAIN_MINUTE;
        return true;
    }
    if (mark != '-' && mark != '/' && mark != '.')
        return false;
    if (r->count == 2) {
        *layout = T2S_LAYOUT_ISO;
        return mark == '-' && r->lengths[0] == 4 && r->lengths[1] == 2 &&
               v[1] > 0 && t2s_period_of_date(out, v[0], (int)v[1], 0);
    }
    if (r->count < 3 || r->behind[1] != mark || v[0] > 9999 || v[1] > 99 ||
        v[2] > 9999 || v[0] == 0 || v[1] == 0 || v[2] == 0)
        return false;
    if (r->lengths[0] == 4 && v[2] < 32) {
        *layout = mark == '-' ? T2S_LAYOUT_ISO : T2S_LAYOUT_SLASHED;
        ok = t2s_period_of_date(out, v[0], (int)v[1], (int)v[2]);
    } else if (r->lengths[2] == 4 && v[0] < 32) {
        *layout = mark == '.' || v[0] > 12 ? T2S_LAYOUT_EUROPEAN
                                           : T2S_LAYOUT_AMERICAN;
        ok = *layout == T2S_LAYOUT_AMERICAN
                 ? t2s_period_of_date(out, v[2], (int)v[0], (int)v[1])
                 : t2s_period_of_date(out, v[2], (int)v[1], (int)v[0]);
    } else {
        return false;
    }
    if (!ok || r->count == 3)
        return ok;
    return (r->behind[2] == ' ' || (r->behind[2] | 32) == 't') &&
           add_clock(out, r, 3);
}

/* YYYYMM, YYYYMMDD, and that with HH, HHMM or HHMMSS behind. */
static bool read_compact(t2s_period *out, int64_t value, size_t digits)
{
    int64_t unit = 1, clock;
    if (digits == 6)
        return value % 100 > 0 &&
               t2s_period_of_date(out, value / 100, (int)(value % 100), 0);
    for (size_t i = digits; i > 8; i--)
        unit *= 10;
    clock = value % unit * (1000000 / unit);
    value /= unit;
    /* Others are seconds since 1970. */
    if (digits > 8 && (value < 19000101 || value > 21001231))
        return false;
    if (value % 100 == 0 || clock / 10000 > 23 || clock / 100 % 100 > 59 ||
        clock % 100 > 59 ||
        !t2s_period_of_date(out, value / 10000, (int)(value / 100 % 100),
                            (int)(value % 100)))
        return false;
    if (digits == 8)
        return true;
    out->grain = digits == 10   ? T2S_GRAIN_HOUR
                 : digits == 12 ? T2S_GRAIN_MINUTE
                                : T2S_GRAIN_SECOND;
    out->from += clock / 10000 * 3600 + clock / 100 % 100 * 60 + clock % 100;
    out->to = out->from + (int64_t)t2s_grain_seconds(out->grain);
    return true;
}

static bool read_digits(t2s_period *out, t2s_time_layout *layout, int64_t value,
                        size_t digits)
{
    const int64_t first = 631152000, last = 4102444800; /* 1990, 2100 */
    *layout = T2S_LAYOUT_ISO;
    if (digits == 4)
        return t2s_period_of_date(out, value, 0, 0);
    *layout = T2S_LAYOUT_COMPACT;
    if (digits >= 6 && digits <= 14 && digits % 2 == 0 &&
        read_compact(out, value, digits))
        return true;
    out->grain = T2S_GRAIN_SECOND;
    *layout = T2S_LAYOUT_EPOCH;
    out->from = value;
    if (value < first || value >= last) {
        *layout = T2S_LAYOUT_EPOCH_MS;
        out->from = value / 1000;
        if (out->from < first || out->from >= last)
            return false;
    }
    out->to = out->from + 1;
    return true;
}

bool t2s_time_read(t2s_period *out, t2s_time_layout *layout, const char *text,
                   size_t n)
{
    t2s_period made = {0, 0, T2S_GRAIN_NONE};
    runs r;
    if (n < 4 || n > 32 || !split(&r, text, n))
        return false;
    if (!(r.count == 1 ? read_digits(&made, layout, r.values[0], r.lengths[0])
                       : read_parted(&made, layout, &r)))
        return false;
    *out = made;
    return true;
}

/* ------------------------------------------------------------- fields */

unsigned t2s_layout_fields(t2s_time_layout layout, size_t begin, size_t end)
{
    /* Where year, month, day, hour, minute and second begin, 0: never. */
    static const unsigned char starts[T2S_LAYOUTS][6] = {
        [T2S_LAYOUT_ISO] = {1, 6, 9, 12, 15, 18},
        [T2S_LAYOUT_SLASHED] = {1, 6, 9, 12, 15, 18},
        [T2S_LAYOUT_COMPACT] = {1, 5, 7, 9, 11, 13},
        [T2S_LAYOUT_SPLIT] = {1, 5, 7, 10, 12, 0},
        [T2S_LAYOUT_AMERICAN] = {7, 1, 4, 12, 15, 18},
        [T2S_LAYOUT_EUROPEAN] = {7, 4, 1, 12, 15, 18},
    };
    unsigned fields = 0;
    for (int i = 0; i < 6; i++) {
        size_t first = starts[layout][i], behind = first + (i == 0 ? 4 : 2);
        if (first == 0 || begin + 1 >= behind || end < first)
            continue;
        if (begin + 1 <= first && end + 1 >= behind)
            fields |= 1u << i;
        else
            fields |= T2S_FIELD_CUT;
    }
    return fields;
}

unsigned t2s_grain_fields(t2s_grain grain)
{
    switch (grain) {
    case T2S_GRAIN_YEAR:
        return 1;
    case T2S_GRAIN_MONTH:
        return 3;
    case T2S_GRAIN_DAY:
        return 7;
    case T2S_GRAIN_HOUR:
        return 15;
    case T2S_GRAIN_MINUTE:
        return 31;
    default:
        return 63;
    }
}

t2s_grain t2s_fields_grain(unsigned fields)
{
    static const t2s_grain grains[] = {T2S_GRAIN_YEAR,   T2S_GRAIN_MONTH,
                                       T2S_GRAIN_DAY,    T2S_GRAIN_HOUR,
                                       T2S_GRAIN_MINUTE, T2S_GRAIN_SECOND};
    for (size_t i = 0; i < sizeof grains / sizeof grains[0]; i++)
        if (fields == (2u << i) - 1)
            return grains[i];
    return T2S_GRAIN_NONE;
}
