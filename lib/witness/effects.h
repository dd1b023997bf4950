/* effects.h - what a query does on instances of known shape: whether its parts
 * change its result, and which rows its joins repeat. */
#ifndef T2S_WITNESS_EFFECTS_H
#define T2S_WITNESS_EFFECTS_H

#include "witness/variants.h"

/* How many of some things have an effect, have none on any instance, or are not
 * decided. */
typedef struct t2s_tally {
    int32_t yes, no, unknown;
} t2s_tally;

/* All zeros: the query did not run. */
typedef struct t2s_effects {
    int32_t runs;      /* instances on which it ran */
    int32_t telling;   /* those on which it gave more than no row, NULLs or 0 */
    int32_t empty;     /* those without a row */
    int32_t single;    /* those with one row or none */
    int32_t is_choice; /* those on which SQL leaves open which rows it gives */
    int32_t columns;   /* of the result */
    int32_t constant;  /* of these: one value in all rows, of three or more */
    int32_t nulls;     /* of these: only NULLs, on all instances with rows */
    bool has_null;     /* there is a NULL in the first column of some row,
                          though not in all */
    t2s_tally of[T2S_VARIANT_KINDS]; /* of its variants: whether they differ */
    /* Whether joins repeat the rows that are summed (SUM, AVG, TOTAL), counted
     * (COUNT of an expression), counted as rows (COUNT(*): no table has one row
     * for each) or shown (by a SELECT without groups). */
    t2s_tally summed, counted, rows, shown;
    /* Whether a group has several rows of the table whose columns are its key:
     * on plain instances, where names are unique; only where rows share them.
     */
    t2s_tally merged, merged_names;
} t2s_effects;

struct t2sed_witness;

/*
 * Runs the query and its variants on instances of its own, the same for the
 * same schema, query and seed whatever ran before. Bounded by rows and steps of
 * SQLite's machine. Where the query can't run, or is too long, the effects are
 * all zeros. Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_effects_find(t2s_effects *out, struct t2sed_witness *w,
                              const t2sed_sql *sql, const t2s_query *query,
                              t2sed_error *err);

#endif
