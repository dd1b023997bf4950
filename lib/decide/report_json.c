/* report_json.c - a report as one line of JSON, as t2sed check prints it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "base/utf8.h"
#include "decide/report.h"

/* Bytes that are not UTF-8 become U+FFFD, since JSON has no others. */
static void append_text(t2s_string *out, const char *text, size_t n)
{
    t2s_string clean = {0};
    if (t2s_utf8_check(text, n, "", NULL) == T2SED_OK) {
        t2s_string_append_json(out, text, n);
        return;
    }
    for (size_t i = 0, length; i < n; i += length) {
        char bytes[4];
        const uint32_t c = t2s_utf8_decode(text + i, n - i, &length);
        t2s_string_append_n(&clean, bytes, t2s_utf8_encode(c, bytes));
    }
    t2s_string_append_json(out, clean.text, clean.length);
    out->failed = out->failed || clean.failed;
    t2s_string_free(&clean);
}

/* "key": "text", after a comma but for the first of an object. */
static void append_string(t2s_string *out, const char *key, const char *text)
{
    t2s_string_append_format(
        out, "%s\"%s\": ",
        out->text && out->text[out->length - 1] == '{' ? "" : ", ", key);
    append_text(out, text, strlen(text));
}

/* To six decimals, whatever the locale; NaN: null. */
static void append_number(t2s_string *out, const char *key, double number)
{
    char text[32];
    int n;
    const long long millionths =
        isnan(number) ? 0 : llround(fabs(number) * 1e6);
    t2s_string_append_format(out, ", \"%s\": ", key);
    if (isnan(number)) {
        t2s_string_append(out, "null");
        return;
    }
    n = snprintf(text, sizeof text, "%s%lld.%06lld",
                 number < 0 && millionths ? "-" : "", millionths / 1000000,
                 millionths % 1000000);
    while (text[n - 1] == '0' && text[n - 2] != '.')
        n--;
    t2s_string_append_n(out, text, (size_t)n);
}

static void append_span(t2s_string *out, const char *key, t2sed_span span)
{
    if (span.begin == T2SED_NONE)
        t2s_string_append_format(out, ", \"%s\": null", key);
    else
        t2s_string_append_format(out, ", \"%s\": [%zu, %zu]", key, span.begin,
                                 span.end);
}

static void append_findings(t2s_string *out, const t2sed_findings *findings)
{
    t2sed_finding one = {.struct_size = sizeof one};
    t2s_string_append(out, ", \"findings\": [");
    for (size_t i = 0; t2sed_findings_get(findings, i, &one, NULL) == T2SED_OK;
         i++) {
        t2s_string_append(out, i ? ", {" : "{");
        append_string(out, "code", one.name);
        append_string(out, "severity", t2sed_severity_name(one.severity));
        append_string(out, "message", one.message);
        append_span(out, "sql", one.sql);
        append_span(out, "question", one.question);
        if (!isnan(one.weight))
            append_number(out, "weight", one.weight);
        if (one.suggestion)
            append_string(out, "suggestion", one.suggestion);
        t2s_string_append_char(out, '}');
    }
    t2s_string_append_char(out, ']');
}

static void append_reasons(t2s_string *out, const t2sed_reasons *reasons)
{
    t2sed_reason one = T2SED_REASON_INIT;
    t2s_string_append(out, ", \"reasons\": [");
    for (size_t i = 0; t2sed_reasons_get(reasons, i, &one, NULL) == T2SED_OK;
         i++) {
        t2s_string_append(out, i ? ", {" : "{");
        append_string(out, "name", one.name);
        append_number(out, "weight", one.weight);
        append_string(out, "text", one.text);
        t2s_string_append_char(out, '}');
    }
    t2s_string_append_char(out, ']');
}

static void append_error(t2s_string *out, const t2sed_error *error)
{
    t2s_string_append(out, ", \"error\": {");
    append_string(out, "code", t2sed_status_name(error->code));
    append_string(out, "message", error->text);
    if (error->offset >= 0)
        t2s_string_append_format(out, ", \"offset\": %td", error->offset);
    t2s_string_append_char(out, '}');
}

static void append_agreement(t2s_string *out, const t2sed_report *report,
                             size_t i)
{
    t2sed_agreed one = {.struct_size = sizeof one};
    t2sed_agreement_get(report->agreement, i, &one, NULL);
    t2s_string_append(out, ", \"agreement\": {\"group\": ");
    if (one.group < 0)
        t2s_string_append(out, "null");
    else
        t2s_string_append_format(out, "%d", one.group);
    append_number(out, "share", one.share);
    append_string(out, "outcome", t2sed_outcome_name(one.outcome));
    t2s_string_append_format(out, ", \"rows\": %zu}", one.rows);
}

/* Ranks are 1-based here, for people. */
static void append_moves(t2s_string *out, const t2sed_ranking *ranking,
                         size_t i)
{
    t2sed_move move = {.struct_size = sizeof move};
    t2s_string_append_format(out, ", \"rank_before\": %zu, \"moves\": [",
                             i + 1);
    for (size_t k = 0;
         t2sed_ranking_move_get(ranking, i, k, &move, NULL) == T2SED_OK; k++) {
        t2s_string_append(out, k ? ", {" : "{");
        append_string(out, "policy", move.policy);
        t2s_string_append_format(out, ", \"from\": %zu, \"to\": %zu",
                                 move.from + 1, move.to + 1);
        append_string(out, "why", move.text);
        t2s_string_append_char(out, '}');
    }
    t2s_string_append_char(out, ']');
}

static void append_candidate(t2s_string *out, const t2sed_report *report,
                             size_t rank)
{
    t2sed_checked one = {.struct_size = sizeof one};
    const t2s_text *given;
    size_t i;
    t2sed_report_get(report, rank, &one, NULL);
    i = one.candidate;
    given = &report->given[i];
    t2s_string_append(out, rank ? ", {\"sql\": " : "{\"sql\": ");
    append_text(out, given->text, given->length);
    if (report->translated.read[i] && report->dialect == T2SED_DIALECT_AUTO)
        append_string(
            out, "dialect",
            t2sed_dialect_name(t2sed_sql_dialect(report->translated.read[i])));
    if (one.sqlite)
        append_string(out, "sqlite", one.sqlite);
    if (report->findings)
        append_findings(out, one.findings);
    if (report->reasons)
        append_reasons(out, report->reasons[i]);
    append_number(out, "probability", one.probability);
    if (one.status != T2SED_OK)
        append_error(out, one.error);
    append_agreement(out, report, i);
    if (one.status == T2SED_OK) {
        t2sed_score score = T2SED_SCORE_INIT;
        t2sed_scores_get(report->scores, i, &score, NULL);
        append_number(out, "alone", one.alone);
        if (score.words_left >= 0)
            t2s_string_append_format(out, ", \"words_left\": %d",
                                     score.words_left);
    }
    if (!isnan(one.confidence))
        append_number(out, "confidence", one.confidence);
    append_moves(out, report->ranking, i);
    t2s_string_append_char(out, '}');
}

/* --- the question to ask --- */

static void append_cell(t2s_string *out, const t2sed_cell *cell)
{
    char number[32];
    switch (cell->type) {
    case T2SED_CELL_INTEGER:
        t2s_string_append_format(out, "%lld", (long long)cell->integer);
        break;
    case T2SED_CELL_REAL:
        if (!isfinite(cell->real)) {
            t2s_string_append(out, cell->real > 0 ? "\"Infinity\""
                                                  : "\"-Infinity\"");
            break;
        }
        snprintf(number, sizeof number, "%.15g", cell->real);
        for (char *at = number; *at; at++)
            if (!strchr("0123456789+-e", *at))
                *at = '.'; /* whatever the locale */
        t2s_string_append(out, number);
        if (!strpbrk(number, ".e"))
            t2s_string_append(out, ".0");
        break;
    case T2SED_CELL_TEXT:
        append_text(out, cell->text, cell->length);
        break;
    default:
        t2s_string_append(out, cell->type == T2SED_CELL_NULL ? "null"
                                                             : "\"(bytes)\"");
        break;
    }
}

static void append_rows(t2s_string *out, const t2sed_witness_rows *rows)
{
    t2s_string_append(out, "{");
    if (*rows->name)
        append_string(out, "name", rows->name);
    t2s_string_append(out, *rows->name ? ", \"columns\": [" : "\"columns\": [");
    for (size_t i = 0; i < rows->column_count; i++) {
        t2s_string_append(out, i ? ", " : "");
        append_text(out, rows->columns[i], strlen(rows->columns[i]));
    }
    t2s_string_append(out, "], \"rows\": [");
    for (size_t row = 0; row < rows->row_count; row++) {
        t2s_string_append(out, row ? ", [" : "[");
        for (size_t i = 0; i < rows->column_count; i++) {
            t2s_string_append(out, i ? ", " : "");
            append_cell(out, &rows->cells[row * rows->column_count + i]);
        }
        t2s_string_append_char(out, ']');
    }
    t2s_string_append_format(out, "], \"left_out\": %zu}", rows->left_out);
}

static void append_ask(t2s_string *out, const t2sed_report *report)
{
    t2sed_ask ask = T2SED_ASK_INIT;
    t2sed_witness_rows rows = T2SED_WITNESS_ROWS_INIT;
    t2sed_report_ask(report, &ask, NULL);
    if (!ask.question)
        return;
    t2s_string_append(out, ", \"ask\": {");
    append_string(out, "question", ask.question);
    append_string(out, "answers", ask.answers);
    append_string(out, "when", ask.when);
    t2s_string_append_format(out, ", \"queries\": [%zu, %zu], \"tables\": [",
                             ask.queries[0] + 1, ask.queries[1] + 1);
    for (size_t i = 0; i < ask.tables; i++) {
        t2s_string_append(out, i ? ", " : "");
        t2sed_report_ask_table(report, i, &rows, NULL);
        append_rows(out, &rows);
    }
    t2s_string_append(out, "], \"results\": [");
    for (int i = 0; i < 2; i++) {
        t2s_string_append(out, i ? ", " : "");
        t2sed_report_ask_result(report, i, &rows, NULL);
        append_rows(out, &rows);
    }
    t2s_string_append(out, "]}");
}

t2sed_status t2sed_report_to_json(char **out, size_t *length,
                                  const t2sed_report *report, t2sed_error *err)
{
    t2s_string line = {0};
    char *made;
    if (!out || !report)
        return t2s_fail_null(err, __func__, "out and report");
    t2s_string_append(&line, "{\"question\": ");
    append_text(&line, report->question.text, report->question.length);
    if (report->knowledge.text) {
        t2s_string_append(&line, ", \"knowledge\": ");
        append_text(&line, report->knowledge.text, report->knowledge.length);
    }
    append_string(&line, "decision", t2sed_decision_name(report->decision));
    append_number(&line, "threshold", report->threshold);
    t2s_string_append(&line, ", \"candidates\": [");
    for (size_t rank = 0; rank < report->count; rank++)
        append_candidate(&line, report, rank);
    t2s_string_append(&line, "], \"scored_by\": {");
    append_string(&line, "model", report->model);
    append_string(&line, "version", t2sed_version());
    append_string(&line, "database", report->known);
    t2s_string_append_char(&line, '}');
    if (t2sed_ranking_kept(report->ranking))
        append_string(&line, "kept", t2sed_ranking_kept(report->ranking));
    if (report->note)
        append_string(&line, "note", report->note);
    append_ask(&line, report);
    t2s_string_append_char(&line, '}');
    made = t2s_string_take(&line, length);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    return T2SED_OK;
}
