/* counted.h - what a query counts and sums, against what its question counts
 * and measures. */
#ifndef T2S_FACTS_COUNTED_H
#define T2S_FACTS_COUNTED_H

#include "facts/quantity.h"

/* Name, range, what must be known, meaning. */
#define T2S_COUNTS(X)                                                          \
    X(count_of_null, 0, 4, NOTHING,                                            \
      "COUNT of a column that the same SELECT tests by IS NULL")               \
    X(count_of_group, 0, 4, SCHEMA,                                            \
      "COUNT of a column that may be NULL, which is a group key")              \
    X(count_nullable, 0, 4, SCHEMA,                                            \
      "COUNT of a column of no key, not tested by IS NOT NULL")                \
    X(count_has_null, 0, 4, VALUES, "COUNT of a column with NULLs")            \
    X(count_has_null_unnamed, 0, 4, VALUES,                                    \
      "the same where the question does not name the column")                  \
    X(count_star_nulls, 0, 4, VALUES,                                          \
      "SUM over a column with NULLs, divided by COUNT(*)")                     \
    X(count_preserved, 0, 4, NOTHING,                                          \
      "COUNT of a column before a LEFT JOIN, which counts rows without match") \
    X(counted_named, -2, 2, SCHEMA,                                            \
      "COUNTs of the noun behind \"how many\" less COUNTs of another")         \
    X(counted_distinct, -1, 1, SCHEMA,                                         \
      "COUNT (DISTINCT): of the noun that is asked for (1) or another (-1)")   \
    X(distinct_unnamed, 0, 2, SCHEMA,                                          \
      "COUNT (DISTINCT) of what the question neither names nor calls "         \
      "distinct")                                                              \
    X(counted_parent, 0, 1, SCHEMA,                                            \
      "rows are counted where the noun is a table that they refer to")         \
    X(count_for_sum, 0, 1, SCHEMA,                                             \
      "rows are counted where the noun is a column of numbers")                \
    X(sum_for_count, 0, 1, SCHEMA,                                             \
      "a column is summed where the noun is a table")                          \
    X(aggregated_named, 0, 1, SCHEMA,                                          \
      "share of columns in SUM, AVG, MIN, MAX that the question names")        \
    X(aggregated_rival, 0, 1, SCHEMA,                                          \
      "how much better a column of numbers beside them is named")              \
    X(money_asked, 0, 1, NOTHING,                                              \
      "revenue, turnover, spend... in the question")                           \
    X(money_there, -1, 3, SCHEMA,                                              \
      "SUM or AVG of: 3 a product, 2 money, 1 a price per piece, 0 other, "    \
      "-1 nothing")                                                            \
    X(money_price_alone, 0, 2, SCHEMA,                                         \
      "prices per piece that are summed without their quantity")               \
    X(money_quantity_alone, 0, 2, SCHEMA,                                      \
      "quantities that are summed where money is asked for")                   \
    X(money_other_price, 0, 2, SCHEMA,                                         \
      "prices of another table than the quantity that they multiply")          \
    X(discount_fits, -1, 1, SCHEMA,                                            \
      "discount, net: asked for and used (1), one of them alone (-1)")         \
    X(counted_suspects, 0, 6, NOTHING,                                         \
      "COUNT of NULLs, of a group key or of rows kept, prices alone: in all")

#define T2S_COUNT_PLACE(name, low, high, needs, meaning) T2S_C_##name,
typedef enum t2s_count {
    T2S_COUNTS(T2S_COUNT_PLACE) T2S_COUNT_COUNT
} t2s_count;

typedef struct t2s_counted {
    double of[T2S_COUNT_COUNT]; /* NAN where it can't be known */
    /* A node of what was counted, or T2S_NO_NODE: of what findings show. */
    int32_t at[T2S_COUNT_COUNT];
    /* The table that the question counts, and the one of whose rows the query
     * counts something else; or T2S_NO_ITEM. */
    int32_t asked_table, counted_table;
    int32_t asked_amount; /* "how many litres": the column in that unit */
} t2s_counted;

/* Of a query of a case with a question. */
void t2s_counted_read(t2s_counted *out, const t2s_query *query,
                      const t2sed_evidence *from);

#endif
