#include "decide/ask.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "case/candidate.h"
#include "database/cells.h"
#include "database/runner.h"
#include "decide/report.h"
#include "witness/witness.h"

/* What the search for an instance, and then that for its cause, may take; other
 * answers that are looked at. */
#define ASK_MS      7
#define MOST_OTHERS 2
/* Of the probability of the best, that a query which is asked about has. */
#define LEAST_SHARE 0.25
/* Rows that a sentence names, and bytes of their text. */
#define MOST_NAMED 3
#define MOST_BYTES 80

/* --- which queries --- */

/* Whether query i is another answer than the best that is worth a question. One
 * with less than LEAST_SHARE of the best one's probability is not: in four of
 * five cases or more in which one of the two is right it is the best, so the
 * user would mostly be asked what the program knows. */
static bool is_rival(const t2sed_report *report, size_t best, size_t i)
{
    const t2sed_agreement *agreement = report->agreement;
    const double *p = report->probabilities;
    return (agreement->groups[best] < 0 ||
            agreement->groups[i] != agreement->groups[best]) &&
           !t2s_report_is_refused(report, i) && !(p[i] < LEAST_SHARE * p[best]);
}

/* Two queries of the case. */
typedef struct pair {
    t2s_candidate *of[2];
    const t2sed_sql *sql[2];
    const t2s_query *queries[2];
} pair;

/* *are_read is false where one of them can't be read. */
static t2sed_status read_pair(pair *out, bool *are_read, t2sed_evidence *of,
                              const char *const *texts, const size_t *lengths,
                              const size_t *places, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *are_read = true;
    /* A case that is full forgets all: the first may be new, and then the
     * second is looked for once more. */
    for (int i = 1; i < 4 && !status; i++)
        status = t2s_case_candidate(&out->of[i % 2], of, texts[places[i % 2]],
                                    lengths[places[i % 2]], err);
    for (int i = 0; i < 2 && !status && *are_read; i++) {
        t2s_query *query = NULL;
        *are_read = out->of[i]->sql != NULL;
        if (*are_read)
            status = t2s_candidate_query(&query, out->of[i], err);
        out->sql[i] = out->of[i]->sql;
        out->queries[i] = query;
    }
    return status;
}

static t2sed_status make_witness(t2sed_witness **witness, t2sed_evidence *of,
                                 t2sed_error *err)
{
    t2sed_witness_options options;
    t2sed_status status;
    if (*witness)
        return T2SED_OK;
    t2sed_witness_options_init(&options, sizeof options);
    options.max_milliseconds = ASK_MS;
    status = t2sed_witness_new(witness, of->schema, &options, err);
    /* Where the host does not let SQLite count its memory, say. */
    return status == T2SED_EUNSUPPORTED || status == T2SED_EDATABASE ? T2SED_OK
                                                                     : status;
}

/* --- what they give --- */

static void append_value(t2s_string *out, const t2sed_cell *cell)
{
    if (cell->type == T2SED_CELL_TEXT)
        t2s_append_clean(out, cell->text, cell->length);
    else if (cell->type == T2SED_CELL_INTEGER)
        t2s_string_append_format(out, "%lld", (long long)cell->integer);
    else if (cell->type == T2SED_CELL_REAL)
        t2s_string_append_format(out, "%.6g", cell->real);
    else
        t2s_string_append(out,
                          cell->type == T2SED_CELL_NULL ? "NULL" : "(bytes)");
}

static void append_row(t2s_string *out, const t2sed_witness_rows *rows,
                       size_t row)
{
    const bool is_single = rows->column_count == 1;
    t2s_string_append(out, is_single ? "" : "(");
    for (size_t i = 0; i < rows->column_count; i++) {
        t2s_string_append(out, i ? ", " : "");
        append_value(out, &rows->cells[row * rows->column_count + i]);
    }
    t2s_string_append(out, is_single ? "" : ")");
}

static void append_names(t2s_string *out, const t2sed_witness_rows *rows)
{
    t2s_string_append(out, "the column ");
    for (size_t i = 0; i < rows->column_count; i++) {
        t2s_string_append(out, i ? ", " : "");
        t2s_append_clean(out, rows->columns[i], strlen(rows->columns[i]));
    }
}

/* "no rows", "(Olga, 0) and (Ned, 1)", "7 rows" */
static void append_rows(t2s_string *out, const t2sed_witness_rows *rows)
{
    const size_t count = rows->row_count + rows->left_out;
    t2s_string text = {0};
    for (size_t i = 0; i < count && count <= MOST_NAMED; i++) {
        t2s_string_append(&text, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        append_row(&text, rows, i);
    }
    if (count == 0)
        t2s_string_append(out, "no rows");
    else if (count > MOST_NAMED || text.length > MOST_BYTES)
        t2s_string_append_format(out, count == 1 ? "%zu row" : "%zu rows",
                                 count);
    else
        t2s_string_append_n(out, text.text, text.length);
    out->failed = out->failed || text.failed;
    t2s_string_free(&text);
}

/* As a printable line; NULL when memory is short. */
static char *answers_of(const t2s_ask *ask)
{
    t2s_string out = {0};
    t2sed_witness_rows rows[2] = {T2SED_WITNESS_ROWS_INIT,
                                  T2SED_WITNESS_ROWS_INIT};
    bool are_others;
    char *line = NULL;
    for (int i = 0; i < 2; i++)
        t2sed_difference_result_get(ask->found, i, &rows[i], NULL);
    are_others = rows[0].column_count != rows[1].column_count;
    for (int i = 0; i < 2; i++) {
        t2s_string_append_format(&out,
                                 i ? ", query %zu gives " : "Query %zu gives ",
                                 ask->queries[i] + 1);
        if (are_others)
            append_names(&out, &rows[i]);
        else
            append_rows(&out, &rows[i]);
    }
    t2s_string_append_char(&out, '.');
    if (!out.failed) {
        const size_t size = t2sed_printable(NULL, 0, out.text, out.length) + 1;
        line = t2s_alloc(size);
        if (line)
            t2sed_printable(line, size, out.text, out.length);
    }
    t2s_string_free(&out);
    return line;
}

/* --- the search --- */

/* Compares the best with query i; *found is made where they differ. */
static t2sed_status compare(t2s_ask *out, t2sed_witness *witness,
                            const pair *queries, t2sed_error *err)
{
    t2sed_status status = t2s_witness_compare(
        &out->found, witness, queries->sql, queries->queries, err);
    if (status)
        return status;
    if (t2sed_difference_outcome(out->found) != T2SED_WITNESS_DIFFER) {
        t2sed_difference_free(out->found);
        out->found = NULL;
        return T2SED_OK;
    }
    out->answers = answers_of(out);
    return out->answers ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2s_ask_find(t2sed_report *report, t2sed_witness **witness,
                          t2sed_evidence *of, t2sed_error *err)
{
    const t2s_translated *queries = &report->translated;
    const size_t best = t2sed_ranking_candidate(report->ranking, 0);
    t2s_ask *out = &report->ask;
    int others = 0;
    t2sed_status status = T2SED_OK;
    if (!of->schema || report->count < 2 ||
        t2s_report_is_refused(report, best) ||
        t2s_database_options(of->database)->isolation)
        return T2SED_OK;
    out->queries[0] = best;
    for (size_t rank = 1;
         rank < report->count && !status && !out->found && others < MOST_OTHERS;
         rank++) {
        const size_t i = t2sed_ranking_candidate(report->ranking, rank);
        pair two;
        bool are_read;
        if (!is_rival(report, best, i))
            continue;
        out->queries[1] = i;
        status = read_pair(&two, &are_read, of, queries->queries,
                           queries->lengths, out->queries, err);
        if (!status && are_read)
            status = make_witness(witness, of, err);
        if (!status && are_read && *witness) {
            others++;
            status = compare(out, *witness, &two, err);
        }
    }
    return status;
}

void t2s_ask_free(t2s_ask *ask)
{
    t2sed_difference_free(ask->found);
    t2s_free(ask->answers);
}

/* --- access --- */

t2sed_status t2sed_report_ask(const t2sed_report *report, t2sed_ask *out,
                              t2sed_error *err)
{
    t2sed_ask made = {0};
    if (!out || !report)
        return t2s_fail_null(err, __func__, "out and report");
    if (report->ask.found) {
        made.question = t2sed_difference_question(report->ask.found);
        made.answers = report->ask.answers;
        made.when = t2sed_difference_cause(report->ask.found);
        made.queries[0] = report->ask.queries[0];
        made.queries[1] = report->ask.queries[1];
        made.tables = t2sed_difference_table_count(report->ask.found);
    }
    return t2s_sized_write(out, &made, sizeof made, "t2sed_ask", err);
}

/* Whether there is a question; else an error. */
static t2sed_status check_question(const t2sed_report *report,
                                   const t2sed_witness_rows *out,
                                   const char *function, t2sed_error *err)
{
    if (!out || !report)
        return t2s_fail_null(err, function, "out and report");
    return report->ask.found ? T2SED_OK
                             : t2s_fail(err, T2SED_EINVAL, -1,
                                        "report: there is no question to ask");
}

t2sed_status t2sed_report_ask_table(const t2sed_report *report, size_t i,
                                    t2sed_witness_rows *out, t2sed_error *err)
{
    t2sed_status status = check_question(report, out, __func__, err);
    return status ? status
                  : t2sed_difference_table_get(report->ask.found, i, out, err);
}

t2sed_status t2sed_report_ask_result(const t2sed_report *report, int which,
                                     t2sed_witness_rows *out, t2sed_error *err)
{
    t2sed_status status = check_question(report, out, __func__, err);
    return status ? status
                  : t2sed_difference_result_get(report->ask.found, which, out,
                                                err);
}
