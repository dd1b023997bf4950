/* check_show.c - what t2sed check prints. */
#include <math.h>

#include "../shared/corrections.h"
#include "../shared/places.h"
#include "../shared/system.h"
#include "check.h"

/* How it is printed. */
typedef struct view {
    bool colours;
    size_t columns; /* 0: as many as there are */
} view;

#define INDENT 4

static view view_of(const char *color)
{
    const char *no = getenv("NO_COLOR"), *columns = getenv("COLUMNS");
    const char *terminal = getenv("TERM");
    const bool is_terminal = isatty(STDOUT_FILENO);
    const long given = columns ? strtol(columns, NULL, 10) : 0;
    view v;
    v.colours = strcmp(color, "always") == 0 ||
                (strcmp(color, "auto") == 0 && is_terminal && !(no && *no) &&
                 !(terminal && strcmp(terminal, "dumb") == 0));
    v.columns = given > 0 ? (size_t)given : is_terminal ? system_columns() : 0;
    return v;
}

static const char *colour(const view *v, const char *which)
{
    return v->colours ? which : NULL;
}

static const char *colour_of(const view *v, int severity)
{
    return colour(v, severity == T2SED_SEVERITY_ERROR     ? "1;31"
                     : severity == T2SED_SEVERITY_WARNING ? "33"
                                                          : "36");
}

/* A text, the query or the question where that is NULL, with the places of
 * findings underlined. Tabs and carriage returns are blanks, which keeps the
 * places. */
static void print_marked(const view *v, const char *text, size_t n,
                         const cli_checked *c, const t2sed_checked *of,
                         bool is_query)
{
    const size_t count = t2sed_findings_count(of->findings);
    place *places = calloc(count + 1, sizeof *places);
    char *shown = malloc(n + 1);
    t2sed_finding finding;
    for (size_t i = 0; places && cli_checked_finding(&finding, c, of, i); i++) {
        places[i].begin = is_query ? finding.sql.begin : finding.question.begin;
        places[i].end = is_query ? finding.sql.end : finding.question.end;
        places[i].number = count > 1 ? (int)i + 1 : 0;
        places[i].colour = colour_of(v, finding.severity);
    }
    for (size_t i = 0; shown && i < n; i++)
        shown[i] = text[i] == '\t' ||
                           (text[i] == '\r' && i + 1 < n && text[i + 1] == '\n')
                       ? ' '
                       : text[i];
    print_places(stdout, shown ? shown : text, n, places, places ? count : 0,
                 INDENT, v->columns);
    free(places);
    free(shown);
}

/* Whether some finding is about words of the question. */
static bool marks_question(const t2sed_findings *findings)
{
    t2sed_finding finding = T2SED_FINDING_INIT;
    for (size_t i = 0;
         t2sed_findings_get(findings, i, &finding, NULL) == T2SED_OK; i++)
        if (finding.question.begin != T2SED_NONE)
            return true;
    return false;
}

static bool is_broken(const t2sed_findings *findings)
{
    t2sed_finding worst = T2SED_FINDING_INIT;
    return t2sed_findings_get(findings, 0, &worst, NULL) == T2SED_OK &&
           worst.severity == T2SED_SEVERITY_ERROR;
}

static void print_sentences(const view *v, const t2sed_findings *findings)
{
    t2sed_finding finding = T2SED_FINDING_INIT;
    for (size_t i = 0;
         t2sed_findings_get(findings, i, &finding, NULL) == T2SED_OK; i++) {
        const char *severity = colour_of(v, finding.severity);
        if (t2sed_findings_count(findings) > 1)
            print_to(stdout, "%*zu ", INDENT - 1, i + 1);
        else
            print_to(stdout, "%*s", INDENT, "");
        print_colour(stdout, severity);
        print_to(stdout, "%s", t2sed_severity_name(finding.severity));
        print_plain(stdout, severity);
        print_to(stdout, ": %s [%s]", finding.message, finding.name);
        if (finding.suggestion)
            print_to(stdout, " (%s?)", finding.suggestion);
        if (!isnan(finding.weight))
            print_to(stdout, " %+.2f", finding.weight);
        print_to(stdout, "\n");
    }
}

/* What raises and lowers the probability beside the findings. */
static void print_reasons(const t2sed_report *report, size_t rank)
{
    t2sed_reason one = T2SED_REASON_INIT;
    for (size_t i = 0;
         t2sed_report_reason_get(report, rank, i, &one, NULL) == T2SED_OK;
         i++) {
        if (i == 0)
            print_to(stdout, "%*sBecause (log odds):\n", INDENT, "");
        print_to(stdout, "%*s%+.2f  %s [%s]\n", INDENT + 2, "", one.weight,
                 one.text, one.name);
    }
}

static void print_probability(const cli_checked *c, size_t rank,
                              const t2sed_checked *found, const view *v)
{
    const char *bold = colour(v, "1");
    print_colour(stdout, bold);
    if (found->status == T2SED_OK)
        print_to(stdout, "%zu  probability %.3f", rank + 1, found->probability);
    else
        print_to(stdout, "%zu  not scored", rank + 1);
    print_plain(stdout, bold);
    if (c->item.count > 1)
        print_to(stdout, ", query %zu", found->candidate + 1);
    if (found->status != T2SED_OK && !is_broken(found->findings))
        print_to(stdout, ": %s", found->error->text);
    print_to(stdout, "\n");
}

static void print_candidate(const cli_checked *c, size_t rank, const view *v)
{
    const t2sed_checked found = cli_checked_at(c, rank);
    const cli_check_query *q = &c->item.queries[found.candidate];
    size_t n;
    const char *question;
    question = t2sed_findings_question(found.findings, &n);
    if (c->report)
        print_probability(c, rank, &found, v);
    if (question && marks_question(found.findings))
        print_marked(v, question, n, c, &found, false);
    print_marked(v, q->text, q->length, c, &found, true);
    print_sentences(v, found.findings);
    print_reasons(c->report, rank);
}

/* Digits after the point that show two different numbers as different. */
static int digits_apart(double a, double b)
{
    int digits = 3;
    char first[32], second[32];
    for (;; digits++) {
        snprintf(first, sizeof first, "%.*f", digits, a);
        snprintf(second, sizeof second, "%.*f", digits, b);
        if (a == b || digits == 9 || strcmp(first, second) != 0)
            return digits;
    }
}

/* Of what can't be judged that is not known. */
static bool all_fail(const cli_checked *c)
{
    for (size_t rank = 0; rank < c->item.count; rank++) {
        const t2sed_checked one = cli_checked_at(c, rank);
        if ((one.outcome != T2SED_OUTCOME_FAILED &&
             one.outcome != T2SED_OUTCOME_SYNTAX) ||
            one.status == T2SED_EUNSUPPORTED)
            return false;
    }
    return true;
}

/* The decision in words. */
static void print_decision(const cli_checked *c, const view *v)
{
    static const struct {
        const char *words, *colour;
    } said[] = {
        [T2SED_DECISION_ABSTAIN] = {"Give no answer", "1;31"},
        [T2SED_DECISION_ASK] = {"Ask first", "1;33"},
        [T2SED_DECISION_ANSWER] = {"Answer", "1;32"},
    };
    const int decision = t2sed_report_decision(c->report);
    const double threshold = decision == T2SED_DECISION_ABSTAIN
                                 ? c->abstain
                                 : t2sed_report_threshold(c->report);
    const char *shown = colour(v, said[decision].colour);
    const bool is_one = c->item.count == 1;
    const char *which = is_one ? "query" : "best query";
    const t2sed_checked best = cli_checked_at(c, 0);
    const double p =
        isnan(best.confidence) ? best.probability : best.confidence;
    print_colour(stdout, shown);
    print_to(stdout, "%s", said[decision].words);
    print_plain(stdout, shown);
    if (!is_one && all_fail(c))
        print_to(stdout, ": none of the queries can run.\n");
    else if (is_broken(best.findings))
        print_to(stdout, ": the %s can't run.\n", which);
    else if (best.status == T2SED_EUNSUPPORTED)
        print_to(stdout, ": the %s can't be judged.\n", which);
    else if (isnan(p))
        print_to(stdout, ": the %s could not be scored.\n", which);
    else
        print_to(stdout, ": the %s has probability %.*f (threshold %.*f).\n",
                 which, digits_apart(p, threshold), p,
                 digits_apart(p, threshold), threshold);
}

static void print_correction(const cli_checked *c)
{
    t2sed_correction one;
    if (!best_correction(&one, c->corrections)) {
        print_to(stdout,
                 "\nNo edit of the best query has a higher probability.\n");
        return;
    }
    print_to(stdout, "\nSuggested query (probability %.3f):\n%*s%s\n%*s%s\n",
             one.probability, INDENT, "", one.sql, INDENT, "", one.reason);
}

/* What to ask, and the rows by which it can be answered. */
static void print_ask(const cli_checked *c, const view *v)
{
    const char *bold = colour(v, "1");
    t2sed_ask ask = T2SED_ASK_INIT;
    t2sed_witness_rows rows = T2SED_WITNESS_ROWS_INIT;
    t2sed_report_ask(c->report, &ask, NULL);
    if (!ask.question)
        return;
    print_to(stdout, "\n");
    print_colour(stdout, bold);
    print_to(stdout, "%s", ask.question);
    print_plain(stdout, bold);
    print_to(stdout, "\n%s\n", ask.answers);
    for (size_t i = 0; i < ask.tables; i++) {
        t2sed_report_ask_table(c->report, i, &rows, NULL);
        print_to(stdout, "\n%s\n", rows.name);
        cli_rows_print(&rows);
    }
    for (int i = 0; i < 2; i++) {
        t2sed_report_ask_result(c->report, i, &rows, NULL);
        print_to(stdout, "\nresult of query %zu\n", ask.queries[i] + 1);
        cli_rows_print(&rows);
    }
}

/* "shop.sql:12: How many customers are there?" */
static void print_place(const cli_checked *c)
{
    const cli_check_item *item = &c->item;
    const char *question =
        item->question ? t2sed_question_text(item->question, NULL) : NULL;
    if (!item->file)
        return;
    print_to(stdout, "%s:%zu%s%s\n", item->file, cli_line_of(item),
             question ? ": " : "", question ? question : "");
}

void cli_check_print(const cli_checked *c, const char *color)
{
    const view v = view_of(color);
    print_place(c);
    if (c->report) {
        print_decision(c, &v);
        print_ask(c, &v);
    } else {
        print_to(stdout, "No question: the query is checked by itself.\n");
    }
    for (size_t rank = 0; rank < c->item.count; rank++) {
        print_to(stdout, "\n");
        print_candidate(c, rank, &v);
        if (rank == 0 && c->steps) {
            print_to(stdout, "%*sWhat it does:\n", INDENT, "");
            cli_steps_print(c->steps, "      ");
        }
    }
    if (c->corrections)
        print_correction(c);
}

/* --- JSON --- */

/* A query that has no question, as a report has it. */
static json_t *alone_json(const cli_checked *c)
{
    const cli_check_query *q = c->item.queries;
    json_t *findings = json_array();
    for (size_t i = 0; i < t2sed_findings_count(c->findings); i++)
        json_array_append_new(findings, cli_finding_json(c->findings, i));
    if (c->best)
        cli_dialect_findings(findings, c->best);
    return json_pack("{s:n, s:[{s:s%, s:o, s:n}]}", "question", "candidates",
                     "sql", q->text, q->length, "findings", findings,
                     "probability");
}

static json_t *report_json(const cli_checked *c, t2sed_error *err)
{
    char *text;
    json_t *report;
    if (!c->report)
        return alone_json(c);
    if (t2sed_report_to_json(&text, NULL, c->report, err) != T2SED_OK)
        return NULL;
    report = json_loads(text, JSON_ALLOW_NUL, NULL);
    t2sed_free(text);
    return report;
}

int cli_check_write(const cli_checked *c)
{
    t2sed_correction one;
    t2sed_error err;
    json_t *line, *report = report_json(c, &err);
    if (!report && c->report)
        return cli_fail(&err);
    line = json_object();
    if (c->item.file) {
        json_object_set_new(line, "file", json_string(c->item.file));
        json_object_set_new(line, "line",
                            json_integer((json_int_t)cli_line_of(&c->item)));
    }
    if (c->item.db_id)
        json_object_set_new(line, "db_id", json_string(c->item.db_id));
    json_object_update(line, report);
    if (c->steps)
        json_object_set_new(
            json_array_get(json_object_get(line, "candidates"), 0),
            "explanation", cli_steps_json(c->steps, c->best));
    if (c->corrections)
        json_object_set_new(
            line, "correction",
            best_correction(&one, c->corrections)
                ? json_pack("{s:s, s:o, s:s}", "sql", one.sql, "probability",
                            cli_probability_json(one.probability), "reason",
                            one.reason)
                : json_null());
    cli_write_json(line, stdout);
    json_decref(report);
    json_decref(line);
    return CLI_OK;
}
