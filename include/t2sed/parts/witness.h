/*
 * t2sed/parts/witness.h - searches for small databases in memory that satisfy a
 * schema and on which two queries return different results.
 *
 *     t2sed_witness_new(&witness, schema, NULL, &err);
 *     t2sed_witness_compare(&found, witness, a, b, &err);
 *     if (t2sed_difference_outcome(found) == T2SED_WITNESS_DIFFER) {
 *         puts(t2sed_difference_cause(found));
 *         t2sed_difference_table_get(found, 0, &table, &err);
 *         ...
 *     }
 *     t2sed_difference_free(found);
 *     t2sed_witness_free(witness);
 *
 * An instance has some rows of each table that the queries read and of those
 * that these refer to. Primary and foreign keys hold. For a schema read from
 * SQLite or from CREATE TABLE statements, UNIQUE, NOT NULL and CHECK hold too.
 * Values are the constants that the queries compare with, values near them,
 * NULLs where allowed, and others. Joins match no row, one and several; there
 * are ties and duplicates.
 *
 * If no difference was found, the queries may still differ. If one was found,
 * both results show it; it may be a choice that SQL leaves open (columns
 * without an aggregate under GROUP BY, ties in named windows).
 *
 * This part of the API is experimental: it may change before 1.1.
 */
#ifndef T2SED_WITNESS_H
#define T2SED_WITNESS_H

#include <stddef.h>
#include <stdint.h>

#include "../database.h"
#include "../schema.h"
#include "../sql.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* Compares queries on one schema. Used by one thread at a time. */
typedef struct t2sed_witness t2sed_witness;
/* The result of comparing two queries. Immutable; may be shared by threads. */
typedef struct t2sed_difference t2sed_difference;

/* A number that is 0 stands for its default. */
typedef struct t2sed_witness_options {
    size_t struct_size; /* sizeof(t2sed_witness_options) */
    /* The same seed gives the same rows everywhere. */
    uint64_t seed;
    int32_t instances;        /* that are tried at most; default 24 */
    int32_t max_milliseconds; /* that a call may take, about, by the steps of
                                 SQLite's machine and the rows written, so that
                                 results are the same everywhere; default 2000
                               */
    /* Not 0: instances as most databases are: without NULLs and ties where a
     * schema allows them, and each reference to a row that is there. */
    int32_t plain;
    /* Not 0: all instances are tried, to count those that differ; the first
     * that does is reported. */
    int32_t exhaustive;
    /* [value_count] texts and numbers that the question names, which columns
     * are given, too. They are copied. */
    const char *const *values;
    size_t value_count;
    /* Not 0: the order of rows counts wherever the first query has ORDER BY;
     * 0: where both have it. */
    int32_t ordered;
} t2sed_witness_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.10. */
T2SED_API void t2sed_witness_options_init(t2sed_witness_options *options,
                                          size_t size);

/*
 * Makes what compares queries on a schema.
 *
 * out      ended with t2sed_witness_free.
 * schema   must live as long as the witness is used; it may be freed before the
 *          witness is.
 * options  NULL for the defaults.
 *
 * SQLite runs in the calling process, within the limits of docs/security.md.
 *
 * Errors: T2SED_EINVAL (a number out of range), T2SED_EUNSUPPORTED (SQLite does
 * not count its memory in this process, so that no limit would hold),
 * T2SED_EDATABASE, T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_witness_new(t2sed_witness **out,
                                         const t2sed_schema *schema,
                                         const t2sed_witness_options *options,
                                         t2sed_error *err);
T2SED_API void t2sed_witness_free(t2sed_witness *witness);

/* Outcomes of a comparison. */
#define T2SED_WITNESS_UNKNOWN 0 /* t2sed_difference_cause says why */
#define T2SED_WITNESS_DIFFER  1
#define T2SED_WITNESS_NONE    2 /* no instance was found on which they differ */

/*
 * Looks for an instance on which two queries give different results: other
 * rows, or another number of the same row. The order of the columns does not
 * count; that of the rows does where both queries have ORDER BY (or the first
 * alone: `ordered`). Where a query
 * leaves a choice (LIMIT with ties) its results differ only if none of what it
 * may give is what the other may give, as far as reading the tables in the
 * other direction shows.
 *
 * The search looks first at that in which the queries differ: the conditions
 * that one of them has alone, with all others met. What was found is shrunk: no
 * row can be taken away without the difference.
 *
 * out  ended with t2sed_difference_free; refers to neither witness nor queries.
 *
 * The outcome is T2SED_WITNESS_UNKNOWN where a query calls random(), where one
 * alone reads the clock, where SQLite can't run one of the queries, or not in
 * time, and where a table of theirs can't be made, or not filled (contradictory
 * CHECKs).
 *
 * Errors: T2SED_EINVAL, T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: one at a
 * time. Since: 0.10.
 * Source: Chandra et al. 2015 ("Data generation for testing and grading SQL
 * queries"), Zhong, Yu and Klein 2020 ("Semantic evaluation for text-to-SQL
 * with distilled test suites"); the search is our own:
 * docs/internals/witness.md.
 */
T2SED_API t2sed_status t2sed_witness_compare(t2sed_difference **out,
                                             t2sed_witness *witness,
                                             const t2sed_sql *a,
                                             const t2sed_sql *b,
                                             t2sed_error *err);

/*
 * Runs many queries on a few instances and groups those that return the same
 * results on each: as lists of rows if all queries have ORDER BY, else as bags.
 *
 * groups  [count] receives for each query the place of the first query with the
 *         same results, its own place if there is none, or -1 if it is not
 *         known: the query is NULL, calls random(), cannot run, or returns on
 * each instance no row, NULLs or a single 0. All are -1 if the instances cannot
 * be made within max_milliseconds, or if a table has no rows in any of them.
 * count      at most 10,000.
 * instances  how many, 1 to 16; 3 tell most queries apart.
 *
 * Errors: T2SED_EINVAL, T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: one at a
 * time. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_witness_group(int32_t *groups,
                                           t2sed_witness *witness,
                                           const t2sed_sql *const *queries,
                                           size_t count, int32_t instances,
                                           t2sed_error *err);

/* --- what was found --- */

/* Frees it. NULL is allowed. Errors: none. Threads: any. Since: 0.10. */
T2SED_API void t2sed_difference_free(t2sed_difference *difference);

/* T2SED_WITNESS_*; UNKNOWN of NULL. Errors: none. Threads: any. Since: 0.10. */
T2SED_API int t2sed_difference_outcome(const t2sed_difference *difference);

/* Of a difference: when they differ, as a sentence ("They differ when a
 * customer has no orders."), or "" where no single cause was found. A cause is
 * verified: with that alone changed, both give the same. Of
 * T2SED_WITNESS_UNKNOWN: why. One printable line, borrowed; NULL of NULL.
 * Errors: none. Threads: any. Since: 0.10. */
T2SED_API const char *
t2sed_difference_cause(const t2sed_difference *difference);

/* Of a difference: the question whose answer says which query is right, in
 * plain English ("Should a customer without any orders be included?"); where no
 * single cause was found it asks for the result on the instance. "" of other
 * outcomes. One printable line, borrowed; NULL of NULL. Errors: none. Threads:
 * any. Since: 0.10. */
T2SED_API const char *
t2sed_difference_question(const t2sed_difference *difference);

/* How it was found. */
typedef struct t2sed_difference_counts {
    size_t struct_size; /* sizeof(t2sed_difference_counts) */
    int32_t instances;  /* on which both queries ran */
    int32_t different;  /* of them, those with different results */
    int32_t telling;    /* those on which a query gave more than no row, NULLs
                           or a single 0 */
    int32_t same;       /* of the telling ones, those with the same results */
} t2sed_difference_counts;

/* For the declaration of one. Since: 0.10. */
#define T2SED_DIFFERENCE_COUNTS_INIT                                           \
    {                                                                          \
        sizeof(t2sed_difference_counts), 0, 0, 0, 0                            \
    }

/* Errors: T2SED_EINVAL (NULL, struct_size not set). Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status
t2sed_difference_counts_get(const t2sed_difference *difference,
                            t2sed_difference_counts *out, t2sed_error *err);

/* How many tables the instance has; 0 where there is none. Errors: none.
 * Threads: any. Since: 0.10. */
T2SED_API size_t
t2sed_difference_table_count(const t2sed_difference *difference);

/*
 * Table i, with the columns that a query uses or a key needs; what the queries
 * gave: `which` is 0 for the first and 1 for the second.
 *
 * Errors: T2SED_EINVAL (NULL, out of range, no difference, struct_size not
 * set). Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status
t2sed_difference_table_get(const t2sed_difference *difference, size_t i,
                           t2sed_witness_rows *out, t2sed_error *err);
T2SED_API t2sed_status
t2sed_difference_result_get(const t2sed_difference *difference, int which,
                            t2sed_witness_rows *out, t2sed_error *err);

T2SED_END_DECLS

#endif
