/*
 * units.h - units of measure: of a column by its name, of an answer by the
 * question ("in hours", "euros", "percent"), and amounts that a question states
 * ("over 500 euros").
 */
#ifndef T2S_FACTS_UNITS_H
#define T2S_FACTS_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "schema/schema.h"

struct t2s_question_facts;

typedef enum t2s_dimension {
    T2S_NO_DIMENSION,
    T2S_DIMENSION_TIME,   /* base unit: second */
    T2S_DIMENSION_MONEY,  /* the currency's major unit */
    T2S_DIMENSION_MASS,   /* kilogram */
    T2S_DIMENSION_LENGTH, /* metre */
    T2S_DIMENSION_VOLUME, /* litre */
    T2S_DIMENSION_ENERGY, /* kilowatt hour */
    T2S_DIMENSION_POWER,  /* watt */
    T2S_DIMENSION_SHARE,  /* the whole; a percent is 0.01 */
    T2S_DIMENSION_COUNT
} t2s_dimension;

typedef struct t2s_unit {
    t2s_dimension dimension;
    double scale; /* base units that 1 is; 0: not known */
} t2s_unit;

/* The unit that the words of a readable name say, the last of them first. An
 * amount of money without a unit is MONEY of scale 0. */
t2s_unit t2s_unit_of_name(const char *readable);

/* Whether 1 of some unit of a dimension is so many base units. */
bool t2s_is_unit(t2s_dimension dimension, double scale);

/* Words of units of time, as names and questions write them. */
#define T2S_SECONDS "seconds secs"
#define T2S_MINUTES "minutes mins"
#define T2S_HOURS   "hours hrs"
#define T2S_WEEKS   "weeks wks"
#define T2S_MONTHS  "months mths mos"
#define T2S_YEARS   "years yrs"

/* Words of names of dates. */
#define T2S_DATE_WORDS "on at date time day dt ts when since datetime timestamp"

/* Whether a readable name has one of some words, parted by blanks. */
bool t2s_name_says(const char *readable, const char *list);
/* Whether a column has times, by its type or its name. */
bool t2s_may_be_time(const t2sed_schema *schema, int32_t column);
/* Whether a column may be a key, declared or not. */
bool t2s_may_be_key(const t2sed_schema *schema, int32_t column);

#define T2S_MOST_UNITS 8

/* What a question asks for, and the amounts in it. */
typedef struct t2s_asked_units {
    t2s_unit asked[T2S_MOST_UNITS];
    int32_t asked_at[T2S_MOST_UNITS]; /* words of the question; -1: a % */
    size_t asked_count;
    t2s_unit amounts[T2S_MOST_UNITS];   /* `scale`: in base units, all in all */
    int32_t amounts_at[T2S_MOST_UNITS]; /* the words of their numbers */
    size_t amount_count;
    bool is_money; /* revenue, turnover, spend... */
} t2s_asked_units;

void t2s_asked_units_read(t2s_asked_units *out,
                          const struct t2s_question_facts *question);

/* The unit that a word of a question is, short ones too, and one alone: "hour";
 * of 1h30 minutes. */
t2s_unit t2s_unit_of_word(const struct t2s_question_facts *question,
                          int32_t word);

/* Whether a word of a question is a length of time in hours and minutes, as
 * 1h30 is. */
bool t2s_question_clock(double *minutes,
                        const struct t2s_question_facts *question,
                        int32_t word);

/* Whether a text says that amounts of money are in the minor unit. */
bool t2s_says_minor_unit(const char *text, size_t n);

#endif
