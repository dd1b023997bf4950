/* same_query.h - whether two queries say the same, without running them. */
#ifndef T2S_DECIDE_SAME_QUERY_H
#define T2S_DECIDE_SAME_QUERY_H

#include <stdbool.h>

#include "base/arena.h"
#include "lab/evaluate/spider_query.h"

/* What is shared by the queries of one schema. All zeros is empty. */
typedef struct t2s_same_queries {
    t2s_spider_keys keys;
    const t2sed_schema *schema; /* or NULL: tokens alone count */
} t2s_same_queries;

/* A query as it is compared; borrows from its SQL. */
typedef struct t2s_same_query {
    const t2sed_sql *sql;
    const char *tokens; /* in lower case but for strings, one blank between */
    size_t length;
    const t2s_spider_query *query; /* NULL: beyond exact match */
    size_t distincts;              /* DISTINCT, anywhere */
    uint64_t hash;                 /* the same in all that are the same */
    t2s_arena arena;
} t2s_same_query;

/* Errors: T2SED_ENOMEM, in all of these. */
t2sed_status t2s_same_queries_open(t2s_same_queries *same,
                                   const t2sed_schema *schema,
                                   t2sed_error *err);
void t2s_same_queries_free(t2s_same_queries *same);

/* t2s_same_query_free ends it, also after a failure. */
t2sed_status t2s_same_query_read(t2s_same_query *out,
                                 const t2s_same_queries *same,
                                 const t2sed_sql *sql, t2sed_error *err);
void t2s_same_query_free(t2s_same_query *query);

/* Whether they match exactly, with values, DISTINCT and LIMIT. Equal tokens
 * are for the caller to look up. */
bool t2s_same_query_is(const t2s_same_query *a, const t2s_same_query *b);

#endif
