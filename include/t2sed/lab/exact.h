/*
 * t2sed/lab/exact.h - exact set match and hardness, as Spider defines them.
 *
 * Two queries match exactly when their parts are the same sets: the selected
 * items, the conditions, the tables and so on, whatever their order and
 * whatever the values in them. No database is asked; the schema tells which
 * column a name means and which columns are keys of each other.
 */
#ifndef T2SED_EXACT_H
#define T2SED_EXACT_H

#include <stddef.h>

#include "../schema.h"
#include "../sql.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* Rules: what counts as equal. */
#define T2SED_EXACT_SPIDER                                                     \
    0 /* values do not count; columns that foreign keys                        \
         connect are one */
#define T2SED_EXACT_NO_FOREIGN_KEYS 1 /* EM*: each column is only itself */
#define T2SED_EXACT_WITH_VALUES     2 /* as SPIDER, but values must be equal */

/* The first component in which two queries differ; of the queries behind
 * INTERSECT, EXCEPT and UNION the whole is one component. */
#define T2SED_EXACT_NO_DIFFERENCE 0
#define T2SED_EXACT_SELECT        1
#define T2SED_EXACT_WHERE         2
#define T2SED_EXACT_GROUP         3 /* GROUP BY columns, with HAVING */
#define T2SED_EXACT_ORDER         4 /* ORDER BY, and whether there is a LIMIT */
#define T2SED_EXACT_CONNECTIVES   5 /* AND and OR in WHERE */
#define T2SED_EXACT_COMPOUND      6 /* INTERSECT, EXCEPT, UNION */
#define T2SED_EXACT_KEYWORDS      7
#define T2SED_EXACT_FROM          8 /* the tables */
/* The prediction is beyond the SQL that Spider's evaluation reads, and so
 * counts as an empty query; nothing was compared. */
#define T2SED_EXACT_BEYOND 9

/*
 * Whether a predicted query is an exact set match of the gold query.
 *
 * match       1 or 0 goes there.
 * difference  one of T2SED_EXACT_*, where they differ; may be NULL.
 * gold        the right query.
 * predicted   the query in question.
 * schema      of the database that both are about.
 * rule        T2SED_EXACT_SPIDER, _NO_FOREIGN_KEYS or _WITH_VALUES.
 *
 * What Spider's evaluation reads: SELECT with the functions max, min, count,
 * sum and avg, one arithmetic operator between columns, tables and their
 * aliases (with AS) joined by JOIN, conditions without parentheses, single
 * values after IN, one query each behind INTERSECT, EXCEPT or UNION. What
 * differs in ways that it cannot read (names in quotes, names of result
 * columns, "=" without blanks around it) is beyond it too.
 *
 * Errors: T2SED_EINVAL (NULL, rule), T2SED_EUNSUPPORTED (the gold
 * query is beyond that language: the message says by what), T2SED_ENOMEM.
 * Threads: any. Since: 0.1. Source: Yu et al. 2018 (Spider), section 5, and the
 * evaluation published with it; for NO_FOREIGN_KEYS, Zeng et al. 2022, EM*.
 */
T2SED_LAB_API t2sed_status t2sed_exact_match(int *match, int *difference,
                                             const t2sed_sql *gold,
                                             const t2sed_sql *predicted,
                                             const t2sed_schema *schema,
                                             int rule, t2sed_error *err);

/*
 * The name of a T2SED_EXACT_* difference: "", "select", "where", "group",
 * "order", "connectives", "compound", "keywords", "from", "beyond"; NULL for
 * any other number.
 *
 * Returns: static text. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_LAB_API const char *t2sed_exact_difference_name(int difference);

/* How hard a question is, made out from its gold query. */
#define T2SED_HARDNESS_EASY   0
#define T2SED_HARDNESS_MEDIUM 1
#define T2SED_HARDNESS_HARD   2
#define T2SED_HARDNESS_EXTRA  3

/*
 * The hardness of a gold query by Spider's counts of its parts.
 *
 * hardness  one of T2SED_HARDNESS_* goes there.
 *
 * Errors: T2SED_EINVAL (NULL), T2SED_EUNSUPPORTED as for t2sed_exact_match,
 * T2SED_ENOMEM. Threads: any. Since: 0.1. Source: Yu et al. 2018 (Spider),
 * section 5, and the evaluation published with it.
 */
T2SED_LAB_API t2sed_status t2sed_hardness(int *hardness, const t2sed_sql *gold,
                                          const t2sed_schema *schema,
                                          t2sed_error *err);

/*
 * "easy", "medium", "hard" or "extra"; NULL for any other number.
 *
 * Returns: static text. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_LAB_API const char *t2sed_hardness_name(int hardness);

T2SED_END_DECLS

#endif
