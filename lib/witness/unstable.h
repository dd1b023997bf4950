/* unstable.h - queries whose result is not settled by the rows alone. */
#ifndef T2S_WITNESS_UNSTABLE_H
#define T2S_WITNESS_UNSTABLE_H

#include "base/string.h"
#include "sql/sql.h"

/* A function of the store (store.c) that gives another number on each call. */
#define T2S_TIE_FUNCTION "t2s_break_tie"

typedef struct t2s_unstable {
    bool is_random;   /* random(): another result each time */
    bool reads_clock; /* 'now', CURRENT_DATE: another result each day */
} t2s_unstable;

t2s_unstable t2s_unstable_read(const t2sed_sql *sql);

/*
 * Appends the query with ties broken by chance: each ORDER BY whose ties leave
 * open what is returned gets T2S_TIE_FUNCTION as its last term. Those are ORDER
 * BY of a SELECT, and of windows of functions that number rows; not of
 * aggregates over windows and of rank(), which give tied rows the same. Whether
 * there is one.
 */
bool t2s_append_untied(t2s_string *out, const t2sed_sql *sql);

#endif
