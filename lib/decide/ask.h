/* ask.h - what tells the two best different answers of a beam apart. */
#ifndef T2S_DECIDE_ASK_H
#define T2S_DECIDE_ASK_H

#include "case/case.h"
#include "t2sed/checker.h"
#include "t2sed/parts/witness.h"

/* All zeros: there is no question. */
typedef struct t2s_ask {
    t2sed_difference *found;
    char *answers; /* what each query gives, as a sentence */
    size_t queries[2];
} t2s_ask;

/*
 * Compares the best query of a ranked report with the best of another answer,
 * and with the next of another one where no difference is found; not with one
 * that can't run or that is far less probable. Fills in report->ask. *witness
 * is made where it is needed, and the caller's.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_ask_find(t2sed_report *report, t2sed_witness **witness,
                          t2sed_evidence *of, t2sed_error *err);
void t2s_ask_free(t2s_ask *ask);

#endif
