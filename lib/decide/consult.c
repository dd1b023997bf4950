/* consult.c - when a judge is asked, and the reasons that it reads. */
#include "decide/consult.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "model/opinion.h"
#include "model/scorer.h"

double t2s_report_confidence(const t2sed_report *report, size_t i)
{
    const double confidence = t2sed_ranking_confidence(report->ranking, i);
    return isnan(confidence) ? report->probabilities[i] : confidence;
}

static bool is_near(double a, double b, double margin)
{
    return fabs(log(a / (1 - a)) - log(b / (1 - b))) < margin;
}

/* The best candidate that does not agree with the first; count: there is
 * none. */
static size_t second_answer(const t2sed_report *report, size_t first)
{
    const int *groups = report->agreement->groups;
    for (size_t rank = 1; rank < report->count; rank++) {
        const size_t i = t2sed_ranking_candidate(report->ranking, rank);
        if (groups[i] < 0 || groups[i] != groups[first])
            return i;
    }
    return report->count;
}

bool t2s_consult_is_due(const t2sed_report *report, const t2sed_judge *judge,
                        double margin)
{
    const size_t first = t2sed_ranking_candidate(report->ranking, 0);
    const size_t second = second_answer(report, first);
    const double best = t2s_report_confidence(report, first);
    if (margin < 0)
        margin = t2s_opinion_of(judge)->margin;
    if (isinf(margin))
        return true;
    return is_near(best, report->threshold, margin) ||
           (second < report->count &&
            is_near(best, t2s_report_confidence(report, second), margin));
}

bool t2s_reads_reasons(const t2sed_judge *judge)
{
    return t2s_opinion_of(judge)->reads_reasons;
}

/* What speaks for and against candidate i, on one line. */
static void append_reasons(t2s_string *out, const t2sed_report *report,
                           size_t i)
{
    t2sed_finding finding = T2SED_FINDING_INIT;
    t2sed_reason reason = T2SED_REASON_INIT;
    const char *apart = "";
    for (size_t n = 0;
         t2sed_findings_get(report->findings[i], n, &finding, NULL) == T2SED_OK;
         n++, apart = " ")
        t2s_string_append_format(out, "%s%s", apart, finding.message);
    for (size_t n = 0;
         t2sed_reasons_get(report->reasons[i], n, &reason, NULL) == T2SED_OK;
         n++, apart = " ")
        t2s_string_append_format(out, "%s%s", apart, reason.text);
}

t2sed_status t2s_consult(t2sed_report *report, const t2sed_model *model,
                         t2sed_judge *judge, const t2sed_beam *beam,
                         t2sed_error *err)
{
    t2s_string text = {0};
    const char **reasons = NULL;
    size_t *begins = NULL;
    t2sed_status status = T2SED_OK;
    if (report->reasons && t2s_reads_reasons(judge)) {
        reasons = t2s_alloc_array(beam->count, sizeof *reasons);
        begins = t2s_alloc_array(beam->count, sizeof *begins);
        for (size_t i = 0; begins && i < beam->count; i++) {
            begins[i] = text.length;
            append_reasons(&text, report, i);
            t2s_string_append_n(&text, "", 1);
        }
        if (!reasons || !begins || text.failed)
            status = t2s_fail_memory(err);
        for (size_t i = 0; status == T2SED_OK && i < beam->count; i++)
            reasons[i] = text.text + begins[i];
    }
    if (status == T2SED_OK)
        status = t2s_scores_add_opinion(report->scores, model, judge, beam,
                                        reasons, err);
    t2s_free(reasons);
    t2s_free(begins);
    t2s_string_free(&text);
    return status;
}
