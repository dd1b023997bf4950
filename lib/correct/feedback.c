/* feedback.c - what is wrong with a query. */
#include "correct/feedback.h"

#include <math.h>

#include "findings/advice.h"
#include "t2sed/checker.h"

/* Takes from a text of n bytes what it says is wrong; false: it is no advice.
 */
static bool take_finding(t2s_feedback *to, const char *text, size_t n,
                         t2sed_status *status, t2sed_error *err)
{
    t2sed_span what;
    if (!t2s_advice_read(&what, text, n))
        return false;
    to->is_ours = true;
    to->said = NULL;
    *status = what.end > what.begin
                  ? t2sed_question_new_n(&to->own, text + what.begin,
                                         what.end - what.begin, err)
                  : T2SED_OK;
    to->said = to->own;
    return true;
}

/* What the detector thinks of the query, and finds, if nobody said anything. */
static t2sed_status ask_detector(t2s_feedback *to, t2sed_corrector *c,
                                 const t2sed_correction_input *input,
                                 t2sed_error *err)
{
    t2sed_check_input check;
    t2sed_checked checked = {.struct_size = sizeof checked};
    t2sed_report *report = NULL;
    char *advice = NULL;
    size_t n = 0;
    t2sed_status status;
    t2sed_check_input_init(&check, sizeof check);
    check.question = input->question;
    check.queries = &input->sql;
    check.lengths = &input->length;
    check.count = 1;
    status = t2sed_checker_check_input(&report, c->checker, &check, err);
    if (status == T2SED_OK) {
        t2sed_report_get(report, 0, &checked, NULL);
        to->given = checked.alone;
        to->threshold = t2sed_report_threshold(report);
    }
    if (status == T2SED_OK && !input->feedback)
        status = t2sed_report_advice(&advice, &n, report, err);
    if (advice)
        take_finding(to, advice, n, &status, err);
    t2sed_free(advice);
    t2sed_report_free(report);
    return status;
}

t2sed_status t2s_feedback_read(t2s_feedback *out, t2sed_corrector *corrector,
                               const t2sed_correction_input *input,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    out->given = (double)NAN;
    out->said = input->feedback;
    out->is_ours = !input->feedback;
    if (input->feedback) {
        size_t n;
        const char *text = t2sed_question_text(input->feedback, &n);
        take_finding(out, text, n, &status, err);
    }
    return status == T2SED_OK && out->is_ours && corrector->checker
               ? ask_detector(out, corrector, input, err)
               : status;
}

void t2s_feedback_free(t2s_feedback *feedback)
{
    t2sed_question_free(feedback->own);
}
