/*
 * t2sed/lab/mutator.h - wrong queries made from right ones.
 *
 * A detector of wrong SQL needs wrong SQL to learn from, and the paper names
 * its synthesis as future work. A t2sed_mutator takes a query and changes it in
 * one place, seldom in two, by the kinds of errors that parsers make: another
 * column of the same type, a join too many, a condition left out, MAX(c) in
 * SELECT where ORDER BY c DESC LIMIT 1 was meant. The text changes at the bytes
 * that its syntax tree points to and stays as it was elsewhere, and what is new
 * follows the query's own style (case of keywords, aliases, quotes).
 *
 * A mutant may still be right: whether it is, running both queries tells (see
 * "t2sed collect --mutate").
 */
#ifndef T2SED_MUTATOR_H
#define T2SED_MUTATOR_H

#include <stddef.h>
#include <stdint.h>

#include "../database.h"
#include "../sql.h"
#include "../status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_mutator t2sed_mutator;

/* What can be done to a query. The numbers are fixed; new ones are added at
 * the end. */
#define T2SED_MUTATION_NONE           -1
#define T2SED_MUTATION_COLUMN_SELECT  0 /* another column in SELECT */
#define T2SED_MUTATION_COLUMN_WHERE   1 /* in WHERE or HAVING */
#define T2SED_MUTATION_COLUMN_ORDER   2 /* in GROUP BY or ORDER BY */
#define T2SED_MUTATION_COLUMN_TABLE   3 /* its namesake of another table */
#define T2SED_MUTATION_AGGREGATE_SWAP 4 /* sum for avg... */
#define T2SED_MUTATION_AGGREGATE_DROP 5 /* c for avg(c) */
#define T2SED_MUTATION_AGGREGATE_ADD  6 /* avg(c) for c */
#define T2SED_MUTATION_COUNT          7 /* count(*), count(c), count(DISTINCT c) */
#define T2SED_MUTATION_COMPARISON     8  /* > for >=, LIKE for =... */
#define T2SED_MUTATION_VALUE          9  /* another value, a number nearby */
#define T2SED_MUTATION_DIRECTION      10 /* ASC for DESC, or none */
#define T2SED_MUTATION_CONDITION_DROP 11 /* one condition, or all of WHERE */
#define T2SED_MUTATION_CONDITION_ADD  12
#define T2SED_MUTATION_CLAUSE_DROP    13 /* GROUP BY, HAVING, ORDER BY, LIMIT */
#define T2SED_MUTATION_DISTINCT       14 /* added or dropped */
#define T2SED_MUTATION_ITEM_ADD       15 /* one more column in SELECT */
#define T2SED_MUTATION_ITEM_DROP      16
#define T2SED_MUTATION_ITEM_EXTRA                                              \
    17                                  /* the sort key, the count, the column \
                                           of a condition in SELECT */
#define T2SED_MUTATION_SET_OPERATION 18 /* another, or one side alone */
#define T2SED_MUTATION_CONNECTIVE    19 /* OR for AND */
#define T2SED_MUTATION_NEGATION      20 /* IN for NOT IN... */
#define T2SED_MUTATION_JOIN_ADD      21 /* over a foreign key */
#define T2SED_MUTATION_JOIN_DROP     22
#define T2SED_MUTATION_KEY_SWAP                                                \
    23 /* the other of two foreign keys to one                                 \
          table (home for away team) */
#define T2SED_MUTATION_TABLE_SWAP 24
#define T2SED_MUTATION_GROUP_KEY  25 /* a GROUP BY key less, or another */
#define T2SED_MUTATION_SUPERLATIVE                                             \
    26                          /* max(c) in SELECT for ORDER BY c DESC        \
                                   LIMIT 1 */
#define T2SED_MUTATION_LIMIT 27 /* another number, or LIMIT added */

/*
 * The name of an operation, such as "column_select"; NULL for a number that is
 * none, so that a loop from 0 up to NULL sees all.
 *
 * Returns: static text. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_LAB_API const char *t2sed_mutation_name(int operation);

/* How a mutator works. */
typedef struct t2sed_mutator_options {
    size_t struct_size;    /* sizeof(t2sed_mutator_options) */
    uint64_t seed;         /* default 0 */
    double double_share;   /* of mutants that are changed twice; default 0.15 */
    const double *weights; /* of operations 0 .. weight_count - 1, none
                              negative; NULL: their own */
    size_t weight_count;   /* operations beyond have weight 0 */
} t2sed_mutator_options;

/* Fills the `size` bytes of *options with the defaults and sets struct_size.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_LAB_API void t2sed_mutator_options_init(t2sed_mutator_options *options,
                                              size_t size);

/*
 * Makes a mutator for the queries on one database.
 *
 * out       the caller's; end it with t2sed_mutator_free.
 * database  must outlive the mutator and have a schema; values are sampled
 *           from its rows (t2sed_database_sample). Without rows, and of a
 *           column that can't be read, no values are known.
 * options   NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (NULL, no schema, an option out of its range),
 * T2SED_ENOMEM. Threads: a mutator is used by one thread at a time. Since: 0.9.
 */
T2SED_LAB_API t2sed_status
t2sed_mutator_new(t2sed_mutator **out, t2sed_database *database,
                  const t2sed_mutator_options *options, t2sed_error *err);

/* Ends a mutator. NULL is allowed. Errors: none. Since: 0.1. */
T2SED_LAB_API void t2sed_mutator_free(t2sed_mutator *mutator);

/* Seeds the random numbers again, so that what follows depends on the seed and
 * on nothing that was done before. Errors: none. Since: 0.1. */
T2SED_LAB_API void t2sed_mutator_reseed(t2sed_mutator *mutator, uint64_t seed);

/*
 * Makes one mutant of a query: draws an operation by weight among those that
 * apply, then the place and the change. The text parses and differs from the
 * query's; whether it runs, and gives something else, is for a database to say.
 *
 * out         NUL-terminated text; free it with t2sed_free.
 * operations  two numbers go there: what was done, T2SED_MUTATION_*, and what
 *             was done to the result of that, mostly T2SED_MUTATION_NONE; may
 *             be NULL.
 *
 * The same seed, schema, values and calls give the same mutants everywhere.
 *
 * Errors: T2SED_EUNSUPPORTED (no operation applies), T2SED_EINVAL (NULL),
 * T2SED_ELIMIT (a tree of more than 5,000 nodes, or names that can't be
 * resolved in reasonable time), T2SED_ENOMEM. Since: 0.1. Source: our own; the
 * operations are the kinds of errors of Spider's parsers.
 */
T2SED_LAB_API t2sed_status t2sed_mutator_mutate(char **out, int *operations,
                                                t2sed_mutator *mutator,
                                                const t2sed_sql *sql,
                                                t2sed_error *err);

T2SED_END_DECLS

#endif
