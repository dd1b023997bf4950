/*
 * measured.h - what a query measures: the unit of what it computes and
 * compares, texts that it ranks as numbers, and what it groups by.
 */
#ifndef T2S_FACTS_MEASURED_H
#define T2S_FACTS_MEASURED_H

#include "facts/quantity.h"

/* Name, range, what must be known, meaning. */
#define T2S_MEASURES(X)                                                        \
    X(units_asked, 0, 4, NOTHING, "units that the question asks for")          \
    X(unit_fits, 0, 4, NOTHING, "results in a unit that is asked for")         \
    X(unit_off, 0, 4, NOTHING,                                                 \
      "results of an asked dimension in another unit")                         \
    X(unit_off_by, -7, 7, NOTHING,                                             \
      "log10 of the factor by which the worst of them is too small (+)")       \
    X(unit_unknown, 0, 1, NOTHING,                                             \
      "a unit is asked for, and no result is of its dimension")                \
    X(factor, -8, 8, NOTHING,                                                  \
      "log10 of the constants that multiply the result furthest from 1")       \
    X(factor_unasked, 0, 4, NOTHING,                                           \
      "results with a constant factor whose dimension nobody asks for")        \
    X(percent_unasked, 0, 4, NOTHING,                                          \
      "results in percent where no percentage is asked for")                   \
    X(unit_mixed, 0, 4, NOTHING, "sums of quantities in two units")            \
    X(amount_fits, 0, 4, NOTHING,                                              \
      "comparisons with an amount of the question, in the unit compared")      \
    X(amount_off, 0, 4, NOTHING,                                               \
      "comparisons in another unit than the amount of the question")           \
    X(text_ranked, 0, 4, VALUES,                                               \
      "texts that are numbers of several lengths, ordered or compared as "     \
      "text")                                                                  \
    X(text_cut, 0, 4, VALUES, "texts with fractions, made whole by CAST")      \
    X(text_odd, 0, 4, VALUES,                                                  \
      "averages that count texts which are no number as 0 (n/a)")              \
    X(text_odd_tested, 0, 4, VALUES,                                           \
      "averages of such a column, which the query tests")                      \
    X(text_odd_below, 0, 4, VALUES,                                            \
      "comparisons by < or > through CAST that such texts meet, being 0")      \
    X(text_beside_number, 0, 4, SCHEMA,                                        \
      "comparisons by < or > of a text column with a number")                  \
    X(group_raw, 0, 4, NOTHING,                                                \
      "grouping by a column of which the result is a function")                \
    X(group_name_repeats, 0, 4, VALUES,                                        \
      "grouping by a column whose values repeat in its table, named for it")   \
    X(suspects, 0, 6, NOTHING,                                                 \
      "units off or mixed, amounts off, texts ranked, raw or repeating group " \
      "keys: in all")

#define T2S_MEASURE_PLACE(name, low, high, needs, meaning) T2S_M_##name,
typedef enum t2s_measure {
    T2S_MEASURES(T2S_MEASURE_PLACE) T2S_MEASURE_COUNT
} t2s_measure;

typedef struct t2s_measured {
    double of[T2S_MEASURE_COUNT];
    /* The first node of what was counted, or T2S_NO_NODE: of what findings
     * show. */
    int32_t at[T2S_MEASURE_COUNT];
} t2s_measured;

/* Of a query of a case with a question. */
void t2s_measured_read(t2s_measured *out, const t2s_query *query,
                       const t2sed_evidence *from);

#endif
