/* window_match.h - the row before or behind, running and moving totals, and
 * ties: what a query has of them, against what its question asks for. */
#ifndef T2S_FACTS_WINDOW_MATCH_H
#define T2S_FACTS_WINDOW_MATCH_H

#include "case/case.h"
#include "facts/query_windows.h"

/* What is wrong with a running total. */
typedef enum t2s_total_flaw {
    T2S_TOTAL_SOUND,
    T2S_TOTAL_BACKWARDS, /* from the latest row on */
    T2S_TOTAL_CUT,       /* its rows are not all up to the current one */
    T2S_TOTAL_SINGLE,    /* each partition is one row */
    T2S_TOTAL_WHOLE      /* all rows: it has no order */
} t2s_total_flaw;

typedef struct t2s_window_match {
    int look;             /* 1: the next row is looked at, -1: the one before */
    int look_agrees;      /* with the question: 1; the opposite: -1 */
    int running;          /* asked for and there: 1, or not: -1 */
    size_t sound, flawed; /* running totals */
    t2s_total_flaw flaw;  /* of the first flawed one... */
    int32_t flawed_at;    /* ... its node, or T2S_NO_NODE */
    double rows;          /* of the longest moving window, or 0 */
    int32_t rows_at;      /* its node, or T2S_NO_NODE */
    int32_t cut_at;       /* LAST_VALUE up to the current row, or T2S_NO_NODE */
    size_t cut;           /* how many there are */
    int ties_kept;        /* 1: kept, -1: broken, 0: neither */
    int ties;             /* as asked: 1, or not: -1 */
} t2s_window_match;

/* Of a query of a case with a question. */
t2s_window_match t2s_windows_match(const t2s_query_windows *has,
                                   const t2s_query *query,
                                   const t2sed_evidence *of);

#endif
