/* kept_rows.h - rows without a match: whether a query keeps them. */
#ifndef T2S_FACTS_KEPT_ROWS_H
#define T2S_FACTS_KEPT_ROWS_H

#include "facts/checks.h"

typedef struct t2s_kept_rows {
    int optional;     /* relations that a LEFT JOIN makes optional, and no
                         condition of WHERE takes that away */
    int undone;       /* relations of which one does */
    int anti;         /* relations of which rows without a match are chosen */
    int inner;        /* other relations behind the first of their FROM */
    int inner_beside; /* them, where there are optional ones, too */
    int scalars;      /* subqueries that are a result */
    bool has_default; /* COALESCE, IFNULL */
    int counted_inner, counted_optional; /* relations of which only aggregates
                                            use columns */
} t2s_kept_rows;

void t2s_kept_rows_read(t2s_kept_rows *out, const t2s_query *query,
                        const t2s_checks *checks);

#endif
