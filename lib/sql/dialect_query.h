/* dialect_query.h - a SELECT that is read and not written yet. */
#ifndef T2S_SQL_DIALECT_QUERY_H
#define T2S_SQL_DIALECT_QUERY_H

#include "sql/dialect.h"

/* What is selected: "$1 AS name". */
typedef struct t2s_item {
    t2s_run value, alias;
    const t2s_word *name; /* of the result, if there is one */
    bool star, bare;      /* it is "*"; there is no AS */
} t2s_item;

typedef struct t2s_term {
    t2s_run value, direction;
} t2s_term;

typedef T2S_VECTOR(t2s_term) t2s_terms;

/* A SELECT without ORDER BY and LIMIT; its clauses. */
typedef struct t2s_core {
    t2s_run select, distinct, from, where, group, having, windows;
    t2s_run qualify, limit, prewhere;
    bool ties, percent; /* what the limit counts */
    T2S_VECTOR(t2s_item) items;
    t2s_terms partition; /* DISTINCT ON */
    t2s_terms keys;      /* of GROUP BY */
    size_t first_window, first_ranked;
    size_t tables; /* of FROM; the last one's name */
    const t2s_piece *table;
} t2s_core;

/* Whether rows can be counted by RANK instead of LIMIT. */
bool t2s_can_rank(const t2s_core *c);
/* The SELECT; terms of its ORDER BY may change with it. */
t2s_run t2s_core_run(t2s_reader *r, t2s_core *c, t2s_terms *order);

#endif
