/* check_show.c - what t2sed check prints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../shared/mend.h"
#include "../shared/places.h"
#include "check.h"
#include "signals.h"

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
    struct winsize size = {0};
    const long given = columns ? strtol(columns, NULL, 10) : 0;
    view v;
    v.colours = strcmp(color, "always") == 0 ||
                (strcmp(color, "auto") == 0 && is_terminal && !(no && *no) &&
                 !(terminal && strcmp(terminal, "dumb") == 0));
    if (given <= 0 && is_terminal)
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    v.columns = given > 0 ? (size_t)given : size.ws_col;
    return v;
}

static const char *colour(const view *v, const char *which)
{
    return v->colours ? which : NULL;
}

static const char *colour_of(const view *v, t2sed_severity severity)
{
    return colour(v, severity == T2SED_SEVERITY_ERROR     ? "1;31"
                     : severity == T2SED_SEVERITY_WARNING ? "33"
                                                          : "36");
}

/* Finding i, its place that in the query as it was given (NULL: no query), its
 * message that of the query's dialect. */
static bool get_finding(t2sed_finding *out, const t2sed_findings *findings,
                        size_t i, const cli_check_query *q)
{
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    if (t2sed_findings_get(findings, i, out, NULL) != T2SED_OK)
        return false;
    if (q && q->read) {
        t2sed_sql_to_source(q->read, &out->sql);
    } else if (q && out->code == T2SED_FINDING_SYNTAX_ERROR) {
        out->message = q->err.text;
        if (q->err.offset >= 0 && (size_t)q->err.offset != out->sql.begin)
            out->sql.begin = out->sql.end = (size_t)q->err.offset;
    }
    return true;
}

/* A text, the query or the question where that is NULL, with the places of
 * findings underlined. Tabs and carriage returns are blanks, which keeps the
 * places. */
static void print_marked(const view *v, const char *text, size_t n,
                         const t2sed_findings *findings,
                         const cli_check_query *q)
{
    const size_t count = t2sed_findings_count(findings);
    place *places = calloc(count + 1, sizeof *places);
    char *shown = malloc(n + 1);
    t2sed_finding finding;
    for (size_t i = 0; places && get_finding(&finding, findings, i, q); i++) {
        places[i].begin = q ? finding.sql.begin : finding.question.begin;
        places[i].end = q ? finding.sql.end : finding.question.end;
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
    t2sed_finding finding = {.struct_size = sizeof finding};
    for (size_t i = 0;
         t2sed_findings_get(findings, i, &finding, NULL) == T2SED_OK; i++)
        if (finding.question.begin != (size_t)-1)
            return true;
    return false;
}

static bool is_broken(const t2sed_findings *findings)
{
    t2sed_finding worst = {.struct_size = sizeof worst};
    return t2sed_findings_get(findings, 0, &worst, NULL) == T2SED_OK &&
           worst.severity == T2SED_SEVERITY_ERROR;
}

static void print_sentences(const view *v, const t2sed_findings *findings,
                            const cli_check_query *q)
{
    t2sed_finding finding;
    for (size_t i = 0; get_finding(&finding, findings, i, q); i++) {
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
        print_to(stdout, "\n");
    }
}

static void print_candidate(const cli_checked *c, size_t rank, const view *v)
{
    const char *bold = colour(v, "1");
    t2sed_checked found = {.struct_size = sizeof found};
    const cli_check_query *q;
    size_t n;
    const char *question;
    t2sed_report_get(c->report, rank, &found, NULL);
    q = &c->queries[found.candidate];
    question = t2sed_findings_question(found.findings, &n);
    print_colour(stdout, bold);
    if (found.status == T2SED_OK)
        print_to(stdout, "%zu  probability %.3f", rank + 1, found.probability);
    else
        print_to(stdout, "%zu  not scored", rank + 1);
    print_plain(stdout, bold);
    if (c->count > 1)
        print_to(stdout, ", query %zu", found.candidate + 1);
    if (found.status != T2SED_OK && !is_broken(found.findings))
        print_to(stdout, ": %s", found.error->text);
    print_to(stdout, "\n");
    if (question && marks_question(found.findings))
        print_marked(v, question, n, found.findings, NULL);
    print_marked(v, q->text, q->length, found.findings, q);
    print_sentences(v, found.findings, q);
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
    const double threshold =
        decision == T2SED_DECISION_ABSTAIN ? c->abstain : c->answer;
    const char *shown = colour(v, said[decision].colour);
    const char *which = c->count > 1 ? "best query" : "query";
    t2sed_checked best = {.struct_size = sizeof best};
    double p;
    t2sed_report_get(c->report, 0, &best, NULL);
    p = isnan(best.confidence) ? best.probability : best.confidence;
    print_colour(stdout, shown);
    print_to(stdout, "%s", said[decision].words);
    print_plain(stdout, shown);
    if (is_broken(best.findings))
        print_to(stdout, ": the %s can't run.\n", which);
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
    if (!mended(&one, c->corrections)) {
        print_to(stdout,
                 "\nNo edit of the best query has a higher probability.\n");
        return;
    }
    print_to(stdout, "\nSuggested query (probability %.3f):\n%*s%s\n%*s%s\n",
             one.probability, INDENT, "", one.sql, INDENT, "", one.reason);
}

void cli_check_print(const cli_checked *c, const char *color)
{
    const view v = view_of(color);
    print_decision(c, &v);
    for (size_t rank = 0; rank < c->count; rank++) {
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

/* How many of all candidates agree with this one. */
static double share_of(const cli_checked *c, int group)
{
    size_t members = 0;
    for (size_t rank = 0; group >= 0 && rank < c->count; rank++) {
        t2sed_checked other = {.struct_size = sizeof other};
        t2sed_report_get(c->report, rank, &other, NULL);
        members += other.group == group;
    }
    return (double)members / (double)c->count;
}

static json_t *candidate_json(const cli_checked *c, size_t rank)
{
    const t2sed_ranking *ranking = t2sed_report_ranking(c->report);
    t2sed_checked found = {.struct_size = sizeof found};
    t2sed_agreed agreed = {.struct_size = sizeof agreed};
    json_t *to = json_object(), *list = json_array();
    const cli_check_query *q;
    size_t i;
    t2sed_report_get(c->report, rank, &found, NULL);
    i = found.candidate;
    q = &c->queries[i];
    json_object_set_new(to, "sql", json_stringn(q->text, q->length));
    if (q->read && (strlen(t2sed_sql_text(q->read)) != q->length ||
                    memcmp(t2sed_sql_text(q->read), q->text, q->length) != 0))
        cli_dialect_show(to, q->read, c->dialect);
    for (size_t k = 0; k < t2sed_findings_count(found.findings); k++)
        json_array_append_new(list, cli_finding_json(found.findings, k));
    if (q->read)
        cli_dialect_findings(list, q->read);
    json_object_set_new(to, "findings", list);
    if (found.status == T2SED_OK) {
        json_object_set_new(to, "probability",
                            cli_probability_json(found.probability));
    } else {
        json_object_set_new(to, "probability", json_null());
        json_object_set_new(
            to, "error",
            cli_error_json(found.status == T2SED_ESYNTAX && !q->read
                               ? &q->err
                               : found.error));
    }
    agreed.group = found.group;
    agreed.outcome = found.outcome;
    agreed.rows = found.rows;
    agreed.share = share_of(c, found.group);
    cli_agreement_put(to, &agreed);
    if (found.status == T2SED_OK)
        json_object_set_new(to, "alone", cli_probability_json(found.alone));
    if (!isnan(found.confidence))
        json_object_set_new(to, "confidence",
                            cli_probability_json(found.confidence));
    json_object_set_new(to, "rank_before", json_integer((json_int_t)i + 1));
    json_object_set_new(to, "moves", cli_moves_json(ranking, i));
    return to;
}

void cli_check_write(const cli_checked *c)
{
    const t2sed_ranking *ranking = t2sed_report_ranking(c->report);
    const size_t best = t2sed_ranking_candidate(ranking, 0);
    const char *kept = t2sed_ranking_kept(ranking);
    t2sed_correction one;
    json_t *line = json_object(), *list = json_array();
    if (c->db_id)
        json_object_set_new(line, "db_id", json_string(c->db_id));
    json_object_set_new(line, "question", json_string(c->question));
    if (c->knowledge)
        json_object_set_new(line, "knowledge", json_string(c->knowledge));
    for (size_t rank = 0; rank < c->count; rank++)
        json_array_append_new(list, candidate_json(c, rank));
    if (c->steps)
        json_object_set_new(json_array_get(list, 0), "explanation",
                            cli_steps_json(c->steps, c->queries[best].read));
    json_object_set_new(line, "candidates", list);
    if (c->count)
        json_object_set_new(line, "scored_by",
                            cli_source_json(c->model, c->database));
    if (kept)
        json_object_set_new(line, "kept", json_string(kept));
    if (c->corrections)
        json_object_set_new(
            line, "correction",
            mended(&one, c->corrections)
                ? json_pack("{s:s, s:o, s:s}", "sql", one.sql, "probability",
                            cli_probability_json(one.probability), "reason",
                            one.reason)
                : json_null());
    cli_write_json(line, stdout);
    json_decref(line);
}
