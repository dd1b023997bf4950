#include "decide/report.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "t2sed/parts/scorer.h"

void t2s_report_drop_reasons(t2sed_report *report)
{
    for (size_t i = 0; report->reasons && i < report->count; i++)
        t2sed_reasons_free(report->reasons[i]);
    t2s_free(report->reasons);
    report->reasons = NULL;
}

void t2sed_report_free(t2sed_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; report->findings && i < report->count; i++)
        t2sed_findings_free(report->findings[i]);
    t2s_free(report->findings);
    t2s_report_drop_reasons(report);
    t2s_translated_free(&report->translated);
    t2s_free(report->probabilities);
    t2sed_scores_free(report->scores);
    t2sed_agreement_free(report->agreement);
    t2sed_ranking_free(report->ranking);
    t2s_ask_free(&report->ask);
    t2s_arena_free(&report->arena);
    t2s_free(report);
}

bool t2s_report_is_refused(const t2sed_report *report, size_t i)
{
    const int outcome = report->agreement->outcomes[i];
    const t2sed_error *unread = report->translated.errors[i];
    return (outcome == T2SED_OUTCOME_FAILED ||
            outcome == T2SED_OUTCOME_SYNTAX) &&
           !(unread && unread->code == T2SED_EUNSUPPORTED);
}

bool t2s_report_all_refused(const t2sed_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        if (!t2s_report_is_refused(report, i))
            return false;
    return report->count > 0;
}

size_t t2sed_report_count(const t2sed_report *report)
{
    return report ? report->count : 0;
}

int t2sed_report_decision(const t2sed_report *report)
{
    return report ? report->decision : T2SED_DECISION_ABSTAIN;
}

size_t t2sed_report_topic(const t2sed_report *report)
{
    return report ? report->topic : (size_t)-1;
}

double t2sed_report_threshold(const t2sed_report *report)
{
    return report ? report->threshold : (double)NAN;
}

/* NULL where there are none. */
static const t2sed_reasons *reasons_at(const t2sed_report *report, size_t rank)
{
    return report && report->reasons && rank < report->count
               ? report->reasons[t2sed_ranking_candidate(report->ranking, rank)]
               : NULL;
}

size_t t2sed_report_reason_count(const t2sed_report *report, size_t rank)
{
    return t2sed_reasons_count(reasons_at(report, rank));
}

t2sed_status t2sed_report_reason_get(const t2sed_report *report, size_t rank,
                                     size_t i, t2sed_reason *out,
                                     t2sed_error *err)
{
    if (!out || !report)
        return t2s_fail_null(err, __func__, "out and report");
    if (i >= t2sed_report_reason_count(report, rank))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "report: no reason %zu at rank %zu, there are %zu", i,
                        rank, t2sed_report_reason_count(report, rank));
    return t2sed_reasons_get(reasons_at(report, rank), i, out, err);
}

const t2sed_ranking *t2sed_report_ranking(const t2sed_report *report)
{
    return report ? report->ranking : NULL;
}

t2sed_status t2sed_report_get(const t2sed_report *report, size_t rank,
                              t2sed_checked *out, t2sed_error *err)
{
    t2sed_checked made = {0};
    t2sed_score scored = {.struct_size = sizeof scored};
    size_t i;
    t2sed_status status;
    if (!out || !report)
        return t2s_fail_null(err, __func__, "out and report");
    if (rank >= report->count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "report: there is no rank %zu, expected 0 to below %zu",
                        rank, report->count);
    i = t2sed_ranking_candidate(report->ranking, rank);
    status = t2sed_scores_get(report->scores, i, &scored, err);
    if (status != T2SED_OK)
        return status;
    made.candidate = i;
    made.status = scored.status;
    made.error = scored.error;
    if (report->translated.errors[i] &&
        (made.status == T2SED_ESYNTAX || report->translated.outcomes[i] >= 0)) {
        made.error = report->translated.errors[i];
        made.status = made.error->code;
    }
    if (report->translated.read[i] &&
        report->translated.queries[i] ==
            t2sed_sql_text(report->translated.read[i]))
        made.sqlite = report->translated.queries[i];
    made.probability = report->probabilities[i];
    made.alone = scored.probability;
    made.confidence = made.status == T2SED_EUNSUPPORTED
                          ? (double)NAN
                          : t2sed_ranking_confidence(report->ranking, i);
    made.group = report->agreement->groups[i];
    made.outcome = report->agreement->outcomes[i];
    made.rows = report->agreement->rows[i];
    made.findings = report->findings ? report->findings[i] : NULL;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_checked", err);
}
