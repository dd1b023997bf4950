/* translated.h - the queries of a beam, as SQLite has them. */
#ifndef T2S_DECIDE_TRANSLATED_H
#define T2S_DECIDE_TRANSLATED_H

#include "case/candidate.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/sql.h"

/* All zeros: nothing was translated. */
typedef struct t2s_translated {
    size_t count;
    const char **queries; /* [count] borrowed from the beam, or from `read` */
    size_t *lengths;      /* [count] */
    t2sed_sql **read;     /* [count] NULL: SQLite's, as it was given */
    t2sed_error **errors; /* [count] why it could not be read, or NULL */
    int *outcomes; /* [count] T2SED_OUTCOME_* of what can't be judged: what the
                      host's system says, of a query in its dialect; -1 */
    size_t *rows;  /* [count] of its result */
} t2s_translated;

/*
 * Puts in the place of the beam's queries what SQLite has for them; those that
 * can't be read stay. What was read becomes candidates of the case `of`. What
 * can't be judged is run where a system of the host's has its dialect.
 *
 * Errors: T2SED_EINVAL (no such dialect), T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_translated_make(t2s_translated *out, t2sed_beam *beam,
                                 t2sed_evidence *of, int dialect,
                                 t2sed_error *err);
void t2s_translated_free(t2s_translated *translated);

#endif
