/*
 * checks.h - what is suspect in a query by its meaning, without a model: each
 * check is a kind, and its hits are places of the query. The features check.*
 * count hits, findings tell of them.
 */
#ifndef T2S_FACTS_CHECKS_H
#define T2S_FACTS_CHECKS_H

#include "case/case.h"
#include "facts/query.h"

/* Name, the same for the feature check.*, what it needs (NOTHING, SCHEMA,
 * QUESTION or ROWS), meaning. */
#define T2S_CHECKS(X)                                                          \
    X(SUM_MULTIPLIED, sum_multiplied, SCHEMA,                                  \
      "SUM or AVG over rows that a join multiplies")                           \
    X(SUM_OF_PAIRS, sum_of_pairs, SCHEMA,                                      \
      "the same where several tables multiply each other")                     \
    X(COUNT_MULTIPLIED, count_multiplied, SCHEMA,                              \
      "COUNT of a column over rows that a join multiplies")                    \
    X(COUNT_OF_PAIRS, count_of_pairs, SCHEMA,                                  \
      "COUNT(*) over a join whose rows are of no one table")                   \
    X(ROWS_REPEAT, rows_repeat, SCHEMA,                                        \
      "rows listed again for each row of a table of no other use")             \
    X(MANY_UNNAMED, many_unnamed, QUESTION,                                    \
      "rows multiplied by a table that neither query nor question use")        \
    X(SCALAR_MANY, scalar_many, SCHEMA,                                        \
      "a SELECT for one value that may find several rows")                     \
    X(GROUPS_UNTIED, groups_untied, SCHEMA,                                    \
      "groups of a subquery joined by less than what they are grouped by")     \
    X(BARE_COLUMN, bare_column, SCHEMA,                                        \
      "a column beside an aggregate, and no GROUP BY")                         \
    X(UNGROUPED_COLUMN, ungrouped_column, SCHEMA,                              \
      "a column that a group may have several values of")                      \
    X(OTHER_DOMAIN, other_domain, SCHEMA,                                      \
      "the keys of two tables compared with each other")                       \
    X(KEY_WITH_OTHER, key_with_other, SCHEMA,                                  \
      "a key compared with a column that is none")                             \
    X(UNTIED, untied, SCHEMA,                                                  \
      "tables of one FROM that no equality of keys ties")                      \
    X(PART_OF_KEY, part_of_key, SCHEMA,                                        \
      "a join on a part of a key whose rest the other side has, too")          \
    X(PARENT_REVERSED, parent_reversed, SCHEMA,                                \
      "a table joined with itself, the referring side as if it were the "      \
      "other")                                                                 \
    X(PARENT_FOR_CHILD, parent_for_child, QUESTION,                            \
      "of a table joined with itself the side is given that is referred to")   \
    X(OUTER_FILTERED, outer_filtered, NOTHING,                                 \
      "WHERE on the optional side of a LEFT JOIN")                             \
    X(OUTER_OR_NULL, outer_or_null, NOTHING,                                   \
      "the same, or NULL: rows whose partners all fail are lost")              \
    X(OUTER_UNDONE, outer_undone, NOTHING,                                     \
      "an inner join on the optional side of a LEFT JOIN")                     \
    X(OUTER_COUNTED, outer_counted, SCHEMA,                                    \
      "COUNT(*) counts rows that a LEFT JOIN made up")                         \
    X(FRACTION_LOST, fraction_lost, NOTHING,                                   \
      "whole numbers divided by whole numbers that the query computes")        \
    X(UNIT_LOST, unit_lost, NOTHING,                                           \
      "whole numbers divided by a whole constant in a result")                 \
    X(AVERAGE_OF_AVERAGES, average_of_averages, NOTHING,                       \
      "AVG of averages or of ratios of groups")                                \
    X(AVERAGE_OF_RATIOS, average_of_ratios, NOTHING,                           \
      "AVG of a quotient of columns")                                          \
    X(COUNT_OF_CONDITION, count_of_condition, NOTHING,                         \
      "COUNT of what is true or false: it counts both")                        \
    X(OR_BESIDE_AND, or_beside_and, NOTHING,                                   \
      "OR of one condition and several, without parentheses")                  \
    X(NEVER_EQUAL, never_equal, NOTHING,                                       \
      "text from a function compared with a number, or of another form")       \
    X(UNSORTABLE, unsortable, NOTHING,                                         \
      "order of texts like 31/12/2023, day or month first")                    \
    X(NULL_COMPARED, null_compared, NOTHING, "= NULL, CASE x WHEN NULL")       \
    X(NUMBER_WITH_TEXT, number_with_text, SCHEMA,                              \
      "a column of numbers compared with a text that is none")                 \
    X(NOT_IN_NULLS, not_in_nulls, ROWS,                                        \
      "NOT IN over a column that has NULLs here")                              \
    X(UNUSED_CTE, unused_cte, NOTHING, "a WITH table that nothing reads")      \
    X(INNER_FOR_ALL, inner_for_all, QUESTION,                                  \
      "those without are asked for, and nothing keeps them")                   \
    X(PERCENT_MISSING, percent_missing, QUESTION,                              \
      "a percentage is asked for, a share of 1 is given")                      \
    X(PARTITION_MISSING, partition_missing, QUESTION,                          \
      "a window over all where each group is asked for")                       \
    X(WINDOW_ORDERED, window_ordered, SCHEMA,                                  \
      "LAG, LEAD or a rank ordered by a key first, and not partitioned")       \
    X(TOP_OVERALL, top_overall, QUESTION,                                      \
      "LIMIT over all where the first of each group are asked for")            \
    X(EXTREME_OVERALL, extreme_overall, QUESTION,                              \
      "compared with the extreme of all where that of each group is asked "    \
      "for")                                                                   \
    X(UNCORRELATED, uncorrelated, NOTHING,                                     \
      "EXISTS over a SELECT that does not depend on the row")                  \
    X(LEVELS_REVERSED, levels_reversed, QUESTION,                              \
      "recursion towards the other end than asked for")                        \
    X(UNIT_KEPT, unit_kept, QUESTION,                                          \
      "euros, hours or the like are asked for, cents, minutes given")          \
    X(TIES_DROPPED, ties_dropped, QUESTION,                                    \
      "ties are asked for, and one row is taken")                              \
    X(LEVELS_MISSING, levels_missing, QUESTION,                                \
      "all levels are asked for, and nothing recurses")                        \
    X(REPEATS_KEPT, repeats_kept, QUESTION,                                    \
      "each once is asked for, and nothing drops repeats")

#define T2S_CHECK_PLACE(kind, name, needs, meaning) T2S_CHECK_##kind,
typedef enum t2s_check_kind {
    T2S_CHECKS(T2S_CHECK_PLACE) T2S_CHECK_KINDS
} t2s_check_kind;
#undef T2S_CHECK_PLACE

/* Places of one kind that are kept; more are counted. */
#define T2S_MOST_HITS 4

typedef struct t2s_check_hits {
    int32_t count;
    int32_t nodes[T2S_MOST_HITS]; /* of the query's tree */
    int32_t first, last; /* words of the question that ask for it, or -1 */
} t2s_check_hits;

typedef struct t2s_checks {
    t2s_check_hits of[T2S_CHECK_KINDS];
} t2s_checks;

/*
 * Fills in what there is of a query, read with the evidence's schema. What a
 * kind needs and is not there gives no hits. Queries are not run; the database
 * is asked short questions for few of the kinds, where all else speaks for a
 * hit. Errors: T2SED_ENOMEM, T2SED_EINTERRUPTED.
 */
t2sed_status t2s_checks_find(t2s_checks *out, const t2s_query *query,
                             const t2sed_evidence *from, t2sed_error *err);

#endif
