/* cause.h - why two queries differ on a small instance. */
#ifndef T2S_WITNESS_CAUSE_H
#define T2S_WITNESS_CAUSE_H

#include "witness/duel.h"

/*
 * What the difference needs. All but T2S_CAUSE_COLUMNS were verified: with that
 * alone changed, the results are the same.
 */
typedef enum t2s_cause_kind {
    T2S_CAUSE_NONE,
    T2S_CAUSE_COLUMNS,   /* the numbers of columns, which are other ones */
    T2S_CAUSE_SIBLING,   /* two columns, each of one query, that differ */
    T2S_CAUSE_EQUAL,     /* two columns of a row with the same value */
    T2S_CAUSE_NULL,      /* a NULL */
    T2S_CAUSE_VALUE,     /* a value */
    T2S_CAUSE_SHARED,    /* two rows with one value */
    T2S_CAUSE_CHILDLESS, /* a row that no row of `other` refers to */
    T2S_CAUSE_CHILDREN,  /* a row that several refer to */
    T2S_CAUSE_COUNT,     /* a row that `count` refer to: one more ends it */
    T2S_CAUSE_ORPHAN,    /* a row that refers to no row of `other` */
    T2S_CAUSE_EMPTY,     /* a table without rows */
    T2S_CAUSE_SEVERAL    /* a table of `count` rows: one less ends it */
} t2s_cause_kind;

typedef struct t2s_cause {
    t2s_cause_kind kind;
    int32_t place, other;  /* in plan.tables */
    int32_t slot, sibling; /* of these */
    t2sed_cell value;
    const t2s_want *only; /* of a value: what one query alone wants of it, or
                             NULL */
    uint32_t user; /* of a value: the only query that uses it: 1, 2, or 0 */
    size_t count;
} t2s_cause;

/* cause.c: finds the cause; puts plain values in the place of NULLs that do not
 * matter. Errors: those of t2s_duel_run. */
t2sed_status t2s_duel_explain(t2s_cause *out, t2s_duel *duel,
                              t2s_instance *instance, t2sed_error *err);

/* cause_words.c: appends when the queries differ, as a sentence, or nothing
 * where no cause was found; the question that a person can answer. */
void t2s_append_cause(t2s_string *out, const t2s_cause *cause,
                      const t2s_duel *duel, const t2s_plan *plan);
void t2s_append_question(t2s_string *out, const t2s_cause *cause,
                         const t2s_plan *plan);

#endif
