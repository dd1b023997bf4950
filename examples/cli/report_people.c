/* report_people.c - what a page says first: how good the detector is in
 * sentences, and which queries it is wrong about. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "queries.h"
#include "report.h"

/* Queries that a list shows. */
#define MOST_SHOWN 10

/* "402 of 1034 questions (39 %)". */
static void write_share(size_t part, size_t whole, const char *what, FILE *out)
{
    fprintf(out, "%zu of %zu %s", part, whole, what);
    if (whole)
        fprintf(out, " (%.0f&nbsp;%%)", 100 * (double)part / (double)whole);
}

static int first_label(const report_file *f, size_t line)
{
    return f->label[f->begin[line]];
}

/* --- sentences --- */

/* At which thresholds the decisions fall. */
static void write_thresholds(const t2sed_detection *d, FILE *out)
{
    double low = INFINITY, high = -INFINITY;
    if (d->fold_count == 1) {
        fprintf(out, "what is less probable than %g", d->thresholds[0]);
        return;
    }
    for (int i = 0; i < d->fold_count; i++) {
        low = d->thresholds[i] < low ? d->thresholds[i] : low;
        high = d->thresholds[i] > high ? d->thresholds[i] : high;
    }
    fputs("each database is decided at the threshold that is best on others",
          out);
    if (isfinite(low) && isfinite(high))
        fprintf(out, ", %.2f to %.2f", low, high);
}

static void write_flagged(const report_file *f, const report_detector *d,
                          FILE *out)
{
    size_t all[2] = {0, 0}, flagged[2] = {0, 0};
    for (size_t i = 0; i < f->lines; i++)
        if (d->detection->decisions[i] >= 0) {
            const int label = first_label(f, i);
            all[label]++;
            flagged[label] += d->detection->decisions[i] == 0;
        }
    fputs("<p class=\"lead\">The detector flags <b>", out);
    write_share(flagged[0], all[0], "wrong queries", out);
    fputs("</b>, and by mistake ", out);
    write_share(flagged[1], all[1], "right ones", out);
    fputs(": ", out);
    write_thresholds(d->detection, out);
    fputs(".</p>\n", out);
}

/* Rounded down, to as few digits as tell it from the next lower one. */
static void write_threshold(double threshold, double next, FILE *out)
{
    int digits = 2;
    double power = 100;
    while (digits < 6 && floor(threshold * power + 1e-9) / power <= next) {
        power *= 10;
        digits++;
    }
    fprintf(out, "%.*f", digits, floor(threshold * power + 1e-9) / power);
}

/* Between which shares the true one lies with 95 % confidence, of `right` of
 * `count` answers, in percent: Wilson's interval (1927). */
static void write_interval(double right, double count, FILE *out)
{
    const double z = 1.959964, rest = z * z / count, share = right / count;
    const double middle = (share + rest / 2) / (1 + rest);
    const double half =
        z * sqrt(share * (1 - share) / count + rest / count / 4) / (1 + rest);
    fprintf(out, " (%.0f to %.0f&nbsp;%% with 95&nbsp;%% confidence)",
            floor(100 * (middle - half) + 1e-9),
            ceil(100 * (middle + half) - 1e-9));
}

/* From which probability on 95 % of the answers are right; or how many are at
 * the best one. */
static void write_sure(const report_detector *d, FILE *out)
{
    const t2sed_curve *answers = d->answers;
    const interval other = d->thresholds[LEVEL_95];
    const t2sed_curve_point *end = answers->points + answers->count;
    const t2sed_curve_point *found =
        t2sed_curve_reach(answers, report_levels[LEVEL_95]);
    const t2sed_curve_point *at = found ? found : answers->points;
    for (const t2sed_curve_point *p = at; !found && p < end; p++)
        at = p->y >= at->y ? p : at;
    fputs(found ? "<p class=\"lead\">Where the probability is at least <b>"
                : "<p class=\"lead\">No probability is so high that "
                  "95&nbsp;% of the answers are right. Where it is at least "
                  "<b>",
          out);
    write_threshold(at->threshold, at + 1 < end ? at[1].threshold : -1, out);
    fputs("</b>", out);
    if (found && !isnan(other.low))
        fprintf(out, " (95&nbsp;%% interval %.2f to %.2f)", other.low,
                other.high);
    if (found)
        fputs(", <b>95&nbsp;%</b> of the answers are right", out);
    else
        fprintf(out, ", <b>%.0f&nbsp;%%</b> are, the most",
                floor(100 * at->y + 1e-9));
    write_interval(at->x * at->y, at->x, out);
    fputs(": that is <b>", out);
    write_share((size_t)at->x, answers->items, "questions", out);
    fprintf(out, "</b>, and %.0f right answers.</p>\n", round(at->x * at->y));
}

static size_t count_databases(const report_file *f)
{
    json_t *seen = json_object();
    size_t count;
    for (size_t i = 0; i < f->lines; i++)
        if (f->db_ids[i])
            json_object_set_new(seen, f->db_ids[i], json_null());
    count = json_object_size(seen);
    json_decref(seen);
    return count;
}

static void write_sources(const report_file *f, FILE *out)
{
    const char *text;
    const json_t *lines;
    if (json_object_size(f->sources) == 0)
        fputs("The model: the file doesn't say which gave the probabilities "
              "(<code>t2sed score</code> does, as <code>scored_by</code>).",
              out);
    json_object_foreach(f->sources, text, lines)
    {
        const json_int_t count = json_integer_value(lines);
        fputs("The probabilities are those of ", out);
        report_write_escaped(text, out);
        fprintf(out, " (%lld question%s). ", (long long)count,
                count == 1 ? "" : "s");
    }
}

static void write_data(const report_measures *m, FILE *out)
{
    const report_file *f = m->file;
    const size_t databases = count_databases(f);
    fprintf(out, "<p class=\"about\">The data: %zu questions", f->lines);
    if (databases)
        fprintf(out, " on %zu database%s", databases,
                databases == 1 ? "" : "s");
    fprintf(out,
            ", with %zu queries. The first query of each is judged; it is "
            "right for ",
            f->candidates);
    write_share(m->right, m->labelled, "that have a label", out);
    fputs(". ", out);
    write_sources(f, out);
    fputs("</p>\n", out);
}

/* --- queries that are taken wrongly --- */

/* Gives a query that came without findings its own, or a "findings_error". */
static void find_findings(json_t *kept, cli_databases *databases)
{
    const cli_weighing unknown = {.scores = NULL};
    cli_queries b = {0};
    t2sed_question *question = NULL;
    t2sed_conversation *earlier = NULL;
    cli_database *database = NULL;
    t2sed_error err;
    if (json_object_get(kept, "findings") || !cli_databases_given(databases))
        return;
    if (cli_queries_find(&b, kept, T2SED_DIALECT_SQLITE, &err) == T2SED_OK &&
        cli_question(&question, kept, &err) == T2SED_OK &&
        cli_context(&earlier, kept, &err) == T2SED_OK &&
        cli_databases_of_line(databases, kept, &database, &err) == T2SED_OK)
        cli_queries_add_findings(&b, databases, database, question, earlier,
                                 &unknown);
    else
        json_object_set_new(kept, "findings_error", cli_error_json(&err));
    t2sed_question_free(question);
    t2sed_conversation_free(earlier);
    cli_queries_free(&b);
}

static void write_member(const json_t *object, const char *key,
                         const char *before, const char *after, FILE *out)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        return;
    fputs(before, out);
    report_write_escaped(text, out);
    fputs(after, out);
}

/* A query, whose lines stay lines. */
static void write_query(const char *sql, FILE *out)
{
    fputs("<pre>", out);
    while (*sql) {
        const size_t n = strcspn(sql, "\n");
        char *line = report_array(n + 1, 1);
        memcpy(line, sql, n);
        report_write_escaped(line, out);
        free(line);
        sql += n;
        if (*sql) {
            fputc('\n', out);
            sql++;
        }
    }
    fputs("</pre>\n", out);
}

static void write_findings(json_t *kept, cli_databases *databases, FILE *out)
{
    json_t *list, *error, *finding;
    size_t i;
    find_findings(kept, databases);
    list = json_object_get(kept, "findings");
    error = json_object_get(kept, "findings_error");
    error = error ? error : json_object_get(kept, "error");
    if (json_array_size(list) == 0) {
        fputs(list    ? "<p class=\"soft\">No findings."
              : error ? "<p class=\"soft\">No findings: "
                      : "<p class=\"soft\">The file has no findings, and "
                        "neither --db-root nor --tables is given.",
              out);
        write_member(error, "message", "", "", out);
        fputs("</p>\n", out);
        return;
    }
    fputs("<ul>\n", out);
    json_array_foreach(list, i, finding)
    {
        fputs("<li>", out);
        write_member(finding, "severity", "<b>", "</b>: ", out);
        write_member(finding, "message", "", "", out);
        write_member(finding, "suggestion", " (perhaps: ", ")", out);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

static void write_item(const report_file *f, size_t line, double probability,
                       cli_databases *databases, FILE *out)
{
    json_t *kept = f->kept[line];
    const char *sql = json_string_value(json_object_get(kept, "sql"));
    const char *gold = json_string_value(json_object_get(kept, "gold"));
    fputs("<li><p>", out);
    write_member(kept, "question", "", "", out);
    fprintf(out, " <span class=\"soft\">probability <b>%.3f</b>", probability);
    write_member(kept, "db_id", ", ", "", out);
    fputs("</span></p>\n", out);
    write_query(sql ? sql : "", out);
    write_findings(kept, databases, out);
    if (gold) {
        fputs("<details><summary>The gold query</summary>", out);
        write_query(gold, out);
        fputs("</details>\n", out);
    }
    fputs("</li>\n", out);
}

typedef struct mistake {
    double order; /* the least comes first */
    size_t line;
} mistake;

static int by_order(const void *a, const void *b)
{
    const mistake *one = a, *two = b;
    return one->order != two->order ? (one->order < two->order ? -1 : 1)
                                    : (one->line < two->line ? -1 : 1);
}

/* The queries with a label whose decision was the other: wrong ones the most
 * probable first, right ones the least. */
static void write_mistakes(const report_file *f, const report_detector *d,
                           int label, bool is_open, cli_databases *databases,
                           FILE *out)
{
    mistake *all = report_array(f->lines, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < f->lines; i++)
        if (d->detection->decisions[i] == !label && first_label(f, i) == label)
            all[count++] = (mistake){label ? d->scores[i] : -d->scores[i], i};
    if (count)
        qsort(all, count, sizeof *all, by_order);
    fprintf(out, "<details%s><summary><b>%s</b>: %zu %s",
            is_open ? " open" : "",
            label ? "False alarms" : "Confident mistakes", count,
            label ? "right queries that it flags"
                  : "wrong queries that it takes as right");
    if (count > MOST_SHOWN)
        fprintf(out, " (the %d %s probable)", MOST_SHOWN,
                label ? "least" : "most");
    fputs("</summary>\n<ol class=\"queries\">\n", out);
    for (size_t i = 0; i < count && i < MOST_SHOWN; i++)
        write_item(f, all[i].line, d->scores[all[i].line], databases, out);
    fputs("</ol></details>\n", out);
    free(all);
}

void report_write_people(const report_measures *measures, bool is_open,
                         cli_databases *databases, FILE *out)
{
    const report_file *f = measures->file;
    const report_detector *d = measures->detectors;
    const bool is_scored = measures->count && d->kind == 0;
    fputs("<section><h2>", out);
    report_write_escaped(f->name, out);
    fputs("</h2>\n", out);
    if (is_scored) {
        fputs("<div class=\"leads\">\n", out);
        write_flagged(f, d, out);
        write_sure(d, out);
        fputs("</div>\n", out);
    } else {
        fputs("<p class=\"lead\">No first query has both a label and a "
              "probability, so nothing can be said of the detector.</p>\n",
              out);
    }
    write_data(measures, out);
    for (int label = 0; is_scored && label < 2; label++)
        write_mistakes(f, d, label, is_open, databases, out);
    fputs("</section>\n", out);
}
