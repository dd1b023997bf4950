/* feedback.h - what is wrong with a query: what was said of it, or what the
 * detector finds. */
#ifndef T2S_CORRECT_FEEDBACK_H
#define T2S_CORRECT_FEEDBACK_H

#include "correct/case.h"

/* All zeros is nothing; ended with t2s_feedback_free. */
typedef struct t2s_feedback {
    const t2sed_question *said; /* NULL: nothing; the caller's, or `own` */
    t2sed_question *own;
    /* No person said it: it is a finding, or nothing. */
    bool is_ours;
    double given;     /* the query's probability to the detector; NaN: unknown,
                         or not asked for */
    double threshold; /* from which on the query is right enough */
} t2s_feedback;

/*
 * Reads the feedback of the input. Of advice (t2sed_report_advice) its finding
 * is read alone, with a replacement if one has it. Where nothing was said, the
 * finding is that of the corrector's detector, if there is one.
 *
 * Errors: those of t2sed_checker_check_input and t2sed_question_new,
 * T2SED_ENOMEM.
 */
t2sed_status t2s_feedback_read(t2s_feedback *out, t2sed_corrector *corrector,
                               const t2sed_correction_input *input,
                               t2sed_error *err);
void t2s_feedback_free(t2s_feedback *feedback);

#endif
