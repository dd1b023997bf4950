/*
 * senses.h - what a query does, whichever way it is written: COUNT(*), a SUM of
 * CASE ... 1 ELSE 0 END and a SUM of a condition all count.
 */
#ifndef T2S_FACTS_SENSES_H
#define T2S_FACTS_SENSES_H

#include <stdbool.h>
#include <stdint.h>

struct t2s_query;

/* Name and meaning; "anywhere" in the query. */
#define T2S_SENSES(X)                                                          \
    X(counts, "COUNT, or a SUM or AVG of a condition or of 1 and 0")           \
    X(averages, "AVG, but of a condition, or a SUM divided by a COUNT")        \
    X(totals, "SUM or TOTAL, but of a condition")                              \
    X(shares, "a division of an aggregate by another, or AVG of a condition")  \
    X(extremes, "MIN, MAX, LIMIT, or a rank or first value in a window")       \
    X(groups,                                                                  \
      "GROUP BY, PARTITION BY, or a SELECT that aggregates for each row")      \
    X(keeps_unmatched,                                                         \
      "LEFT, RIGHT or FULL JOIN but for an anti-join, or a SELECT or EXISTS "  \
      "for each row")                                                          \
    X(leaves_out,                                                              \
      "NOT, <>, EXCEPT, IS NULL, an anti-join, a count compared with 0, or a " \
      "CASE with nothing for what it tests")                                   \
    X(either, "OR, UNION, or IN with several values")                          \
    X(both,                                                                    \
      "INTERSECT, two semi-joins or more, or a COUNT (DISTINCT ...) compared " \
      "with 2 or more")                                                        \
    X(once,                                                                    \
      "DISTINCT, UNION, INTERSECT, EXCEPT, a semi-join, or GROUP BY without "  \
      "aggregates among the results")                                          \
    X(compares_aggregate, "a comparison of a row's value with an aggregate")   \
    X(tops, "LIMIT, or a rank compared with a number")

#define T2S_SENSE_PLACE(name, meaning) T2S_SENSE_##name,
typedef enum t2s_sense {
    T2S_SENSES(T2S_SENSE_PLACE) T2S_SENSE_COUNT
} t2s_sense;

/* Sets has[sense] of a query whose other facts are read. Linear in its nodes.
 */
void t2s_senses_read(bool has[T2S_SENSE_COUNT], const struct t2s_query *query);

/* Which rows a CASE with one test chooses: 1: those that meet it (THEN 1 ELSE
 * 0); -1: those that do not; 0: both, or not known. */
int t2s_case_chooses(const struct t2s_query *query, int32_t expr);

#endif
