/* report_advice.c - a report as advice for whoever wrote the query, such as a
 * language model. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "decide/reasons.h"
#include "decide/report.h"
#include "findings/advice.h"

#define MOST_REASONS 3

/* Digits after the point that show two different numbers as different. */
static int digits_apart(double a, double b)
{
    int digits = 2;
    char first[32], second[32];
    for (;; digits++) {
        snprintf(first, sizeof first, "%.*f", digits, a);
        snprintf(second, sizeof second, "%.*f", digits, b);
        if (a == b || digits == 9 || strcmp(first, second) != 0)
            return digits;
    }
}

/* What to do with the query, and how sure that is. */
static void append_verdict(t2s_string *out, const t2sed_report *report,
                           const t2sed_checked *best)
{
    const double p =
        isnan(best->confidence) ? best->probability : best->confidence;
    const double threshold = report->decision == T2SED_DECISION_ABSTAIN
                                 ? report->abstain
                                 : report->threshold;
    const int digits = digits_apart(p, threshold);
    if (report->count > 1 && t2s_report_all_refused(report))
        t2s_string_append(out, T2S_ADVICE_NONE_RUN "so there is no answer to "
                                                   "give.");
    else if (t2s_findings_have_error(best->findings))
        t2s_string_append(out, T2S_ADVICE_CANT_RUN);
    else if (best->status == T2SED_EUNSUPPORTED)
        t2s_string_append(out, T2S_ADVICE_UNJUDGED "so it is not known "
                                                   "whether it is right.");
    else if (isnan(p))
        t2s_string_append(out, T2S_ADVICE_UNKNOWN);
    else if (report->decision == T2SED_DECISION_ANSWER)
        t2s_string_append_format(out,
                                 T2S_ADVICE_RIGHT "%.2f: it "
                                                  "can be run.",
                                 p);
    else
        t2s_string_append_format(
            out, T2S_ADVICE_RIGHT "%.*f, below the threshold %.*f. %s", digits,
            p, digits, threshold,
            report->decision == T2SED_DECISION_ABSTAIN
                ? "Do not run it: write another."
                : "Compare it with the question.");
}

/* What lowers the probability most, for lack of a finding. */
static void append_reasons(t2s_string *out, const t2sed_report *report)
{
    t2sed_reason one = {.struct_size = sizeof one};
    size_t count = 0;
    for (size_t i = 0;
         count < MOST_REASONS &&
         t2sed_report_reason_get(report, 0, i, &one, NULL) == T2SED_OK;
         i++) {
        if (!t2s_reason_is_against(&one))
            continue;
        count++;
        t2s_string_append(out, "\n- reason");
        t2s_append_evidence(out, one.weight);
        t2s_string_append_format(out, ": %s", one.text);
    }
}

/* What is wrong with the query, or why it is improbable. */
static void append_faults(t2s_string *out, const t2sed_report *report,
                          const t2sed_checked *best)
{
    const t2s_text *given = &report->given[best->candidate];
    /* Whoever obeys what is said of a right query makes it wrong. */
    const bool is_told = report->decision != T2SED_DECISION_ANSWER ||
                         t2s_findings_have_error(best->findings);
    if (t2sed_findings_count(best->findings) == 0 && best->status != T2SED_OK)
        t2s_string_append_format(out, "\n- %s", best->error->text);
    else if (is_told && t2sed_findings_count(best->findings) == 0)
        append_reasons(out, report);
    else if (is_told)
        t2s_append_advice(out, best->findings, given->text, given->length);
}

/* What tells the best two answers apart, for the person who asks. */
static void append_ask(t2s_string *out, const t2s_ask *ask)
{
    const char *question;
    if (!ask->found)
        return;
    question = t2sed_difference_question(ask->found);
    t2s_string_append(out, "\nAsk the user: ");
    t2s_append_printable(out, question, strlen(question));
    t2s_string_append(out, " ");
    t2s_append_printable(out, ask->answers, strlen(ask->answers));
}

t2sed_status t2sed_report_advice(char **out, size_t *length,
                                 const t2sed_report *report, t2sed_error *err)
{
    t2sed_checked best = {.struct_size = sizeof best};
    t2s_string text = {0};
    char *made;
    if (!out || !report)
        return t2s_fail_null(err, __func__, "out and report");
    t2sed_report_get(report, 0, &best, NULL);
    append_verdict(&text, report, &best);
    append_faults(&text, report, &best);
    append_ask(&text, &report->ask);
    if (report->note)
        t2s_string_append_format(&text, "\n%s", report->note);
    made = t2s_string_take(&text, length);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    return T2SED_OK;
}
