/*
 * result_filter.h - whether the data, not the query, explains what it gives:
 * it joins on a declared key that leads nowhere in this database, or asks for
 * a text that a column has only with blanks round it.
 */
#ifndef T2S_FACTS_RESULT_FILTER_H
#define T2S_FACTS_RESULT_FILTER_H

#include "facts/execution.h"
#include "facts/query.h"
#include "database/value_index.h"

/* Dead keys of one query that are told apart. */
#define T2S_MOST_DEAD_KEYS 8

typedef struct t2s_result_filter {
    size_t dead_count;
    struct {
        int32_t key; /* of the schema */
        size_t use;  /* the operator, or the column behind a set operator */
    } dead[T2S_MOST_DEAD_KEYS];
    bool has_padded; /* a text that the column has with blanks round it only */
} t2s_result_filter;

/*
 * Looks at all of a query. A key is joined on by = of its two ends
 * (USING too), by IN (SELECT ...) and comparisons with (SELECT ...), with NOT
 * or without, and by INTERSECT and EXCEPT.
 *
 * execution  NULL: no key is dead.
 * values     NULL: no text is padded.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status
t2s_result_filter_find(t2s_result_filter *out, const t2s_query *query,
                       const t2sed_schema *schema, t2s_execution *execution,
                       const t2s_value_index *values, t2sed_error *err);

/* Whether this database, not the query, explains what the query gave: anything,
 * where a key is dead; that there is nothing (no row, NULLs alone, one 0),
 * where a text is padded. */
bool t2s_result_filter_covers(const t2s_result_filter *filter,
                              const t2s_outcome *outcome);

#endif
