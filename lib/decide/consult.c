/* consult.c - when a judge is asked. */
#include "decide/consult.h"

#include <math.h>

#include "model/opinion.h"

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
        margin = ((const t2s_opinion *)(const void *)judge)->margin;
    if (isinf(margin))
        return true;
    return is_near(best, report->threshold, margin) ||
           (second < report->count &&
            is_near(best, t2s_report_confidence(report, second), margin));
}
