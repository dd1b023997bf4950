/*
 * query_windows.h - how a query puts rows in an order: window functions, the
 * comparison of rows of one table with each other, and which end of what it
 * takes.
 */
#ifndef T2S_FACTS_QUERY_WINDOWS_H
#define T2S_FACTS_QUERY_WINDOWS_H

#include "facts/query_bounds.h"
#include "facts/same_column.h"

typedef enum t2s_window_kind {
    T2S_WINDOW_LOOK,  /* LAG, LEAD */
    T2S_WINDOW_END,   /* FIRST_VALUE, LAST_VALUE */
    T2S_WINDOW_RANK,  /* ROW_NUMBER, RANK, DENSE_RANK */
    T2S_WINDOW_SUM,   /* an aggregate with ORDER BY */
    T2S_WINDOW_WHOLE, /* an aggregate without it */
    T2S_WINDOW_OTHER  /* NTILE, CUME_DIST... */
} t2s_window_kind;

#define T2S_MOST_PARTITIONS 4

typedef struct t2s_query_window {
    t2s_window_kind kind;
    int32_t node; /* its call */
    int32_t scope;
    /* Exprs of PARTITION BY, resolved. */
    int32_t partitions[T2S_MOST_PARTITIONS];
    size_t partition_count;
    size_t order_count;
    int32_t order; /* the first expr of ORDER BY, resolved, or T2S_NO_NODE */
    bool is_descending;
    bool is_lead, is_last; /* LEAD; LAST_VALUE */
    bool keeps_ties;       /* RANK, DENSE_RANK */
    bool has_frame;
    double rows;          /* of a frame of so many rows, or 0 */
    bool reaches_current; /* the frame ends with the current row */
    /* Its rows are grouped by no more than it is partitioned by, so that each
     * partition is one row; and it is partitioned by what it is ordered by. */
    bool is_single, is_ordered_by_partition;
} t2s_query_window;

/* Rows of a relation against rows of the same one. */
typedef enum t2s_beside {
    T2S_BESIDE_ANTI, /* NOT EXISTS: none is beyond */
    T2S_BESIDE_RANK, /* so many are beyond */
    T2S_BESIDE_SUM,  /* the sum, or number, of those up to it */
    T2S_BESIDE_LOOK, /* the nearest one */
    T2S_BESIDE_PAIR  /* any */
} t2s_beside;

typedef struct t2s_query_beside {
    t2s_beside kind;
    t2s_same_column of;
    int32_t expr;    /* that is compared, resolved */
    bool is_grouped; /* only those that are equal in another column */
} t2s_query_beside;

/* An end that the query takes, or an order that it gives. */
typedef struct t2s_query_end {
    int32_t expr; /* resolved */
    bool is_upper;
    bool is_sort;                      /* ORDER BY without LIMIT */
    bool is_grouped, is_known_grouped; /* of each group, where it is known */
    int32_t node;
} t2s_query_end;

#define T2S_MOST_WINDOWS 12
#define T2S_MOST_BESIDE  8
#define T2S_MOST_ENDS    16

typedef struct t2s_query_windows {
    t2s_query_window windows[T2S_MOST_WINDOWS];
    size_t count;
    t2s_query_beside beside[T2S_MOST_BESIDE];
    size_t beside_count;
    t2s_query_end ends[T2S_MOST_ENDS];
    size_t end_count;
    /* Differences of a row and the one looked at: later less earlier, and the
     * other way round. */
    size_t forward, backward;
    double moving;               /* rows of BETWEEN x - 2 AND x, or 0 */
    bool has_limit, has_extreme; /* LIMIT of the whole; = (SELECT MAX ...) */
    /* Conditions on what a window function has gone over: by its kind. */
    size_t filters_after[T2S_WINDOW_OTHER + 1];
    size_t filters_before; /* and on what it goes over */
} t2s_query_windows;

void t2s_query_windows_read(t2s_query_windows *out, const t2s_query *query);

#endif
