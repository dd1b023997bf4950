/* difference.h - what came of comparing two queries. */
#ifndef T2S_WITNESS_DIFFERENCE_H
#define T2S_WITNESS_DIFFERENCE_H

#include "t2sed/parts/witness.h"
#include "witness/duel.h"

struct t2sed_difference {
    int outcome;
    const char *cause; /* in the arena, as all here */
    const char *question;
    t2sed_difference_counts counts;
    t2sed_witness_rows *tables;
    size_t table_count;
    t2sed_witness_rows results[2];
    t2s_arena arena;
};

/* Fills in tables and results by an instance that the store holds. Errors:
 * those of t2s_duel_run. */
t2sed_status t2s_difference_show(t2sed_difference *difference, t2s_duel *duel,
                                 const t2s_instance *instance,
                                 t2sed_error *err);
/* Keeps a sentence as a printable line; NULL when memory is short. */
const char *t2s_difference_keep(t2sed_difference *difference, const char *text);

#endif
