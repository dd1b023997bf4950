/* duel.h - two queries on instances: whether they differ there, the smallest
 * instance on which they do, and why. */
#ifndef T2S_WITNESS_DUEL_H
#define T2S_WITNESS_DUEL_H

#include "witness/fill.h"

typedef enum t2s_verdict {
    T2S_VERDICT_SAME,
    T2S_VERDICT_DIFFERENT,
    T2S_VERDICT_OPEN,    /* ties leave open which rows are returned */
    T2S_VERDICT_NOT_RUN, /* one of them, on this instance */
    T2S_VERDICT_REFUSED  /* one of them, on any */
} t2s_verdict;

typedef struct t2s_duel {
    t2s_store *store;
    const t2sed_sql *sql[2];
    bool is_ordered; /* the order of the rows counts */
    bool is_quick;   /* choices that SQL leaves open count as differences */
    /* Of the last run: */
    bool is_telling;   /* one gave more than no row, NULLs or zeros */
    size_t columns[2]; /* of the results */
    t2sed_error why;   /* where it was not run */
} t2s_duel;

/* Runs both on what the store holds. Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_duel_run(t2s_verdict *out, t2s_duel *duel, t2sed_error *err);

/* Loads the instance, then t2s_duel_run. */
t2sed_status t2s_duel_try(t2s_verdict *out, t2s_duel *duel,
                          t2s_instance *instance, t2sed_error *err);

/* shrink.c: takes rows out of an instance on which they differ, as long as they
 * do. Errors: those of t2s_duel_run. */
t2sed_status t2s_duel_shrink(t2s_duel *duel, t2s_instance *instance,
                             t2sed_error *err);

/* A t2s_show_row: sets the bool `context` where a row has a value that is
 * neither NULL nor 0. */
void t2s_note_telling(void *context, const t2s_rows *rows, size_t row);

#endif
