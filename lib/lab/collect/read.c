/* Reading a dataset: its beams as lines of JSON, and what it holds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "database/watch.h"
#include "lab/collect/dataset.h"

/* Millions of beams are counted in less. */
#define COUNT_MS 10000

/* --- which beams --- */

#define BEAMS_FROM                                                             \
    "FROM beams b JOIN questions q ON q.id = b.question "                      \
    "JOIN sources s ON s.id = b.source "                                       \
    "WHERE (?1 IS NULL OR b.parser = ?1) AND (?2 = 0 OR EXISTS (SELECT 1 "     \
    "FROM splits x WHERE x.part = ?3 AND x.seed = ?4 AND x.db_id = q.db_id "   \
    "AND x.side = ?2)) "

void t2sed_dataset_filter_init(t2sed_dataset_filter *filter, size_t size)
{
    const t2sed_dataset_filter defaults = {.part = 0.8};
    t2s_sized_init(filter, size, &defaults, sizeof defaults);
}

static t2sed_status prepare_filtered(sqlite3_stmt **out,
                                     const t2sed_dataset *dataset,
                                     const t2sed_dataset_filter *filter,
                                     const char *sql, t2sed_error *err)
{
    return t2s_dataset_prepare(out, dataset, err, sql, "tidi", filter->parser,
                               (int64_t)filter->side, filter->part,
                               (int64_t)filter->seed);
}

static t2sed_status check_filter(const t2sed_dataset *dataset,
                                 const t2sed_dataset_filter *filter,
                                 t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status;
    int code;
    if (filter->side < T2SED_SIDE_ALL || filter->side > T2SED_SIDE_REST)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_dataset_filter: no side %d", filter->side);
    if (filter->side == T2SED_SIDE_ALL)
        return T2SED_OK;
    status = t2s_dataset_prepare(
        &statement, dataset, err,
        "SELECT 1 FROM splits WHERE part = ?1 AND seed = ?2", "di",
        filter->part, (int64_t)filter->seed);
    if (status)
        return status;
    code = sqlite3_step(statement);
    if (code == SQLITE_DONE)
        status = t2s_fail(err, T2SED_ENOTFOUND, -1,
                          "%s: was never split with part %g and seed %lld",
                          dataset->path, filter->part, (long long)filter->seed);
    else if (code != SQLITE_ROW)
        status = t2s_dataset_fail(dataset, err);
    sqlite3_finalize(statement);
    return status;
}

static t2sed_status count_beams(size_t *count, const t2sed_dataset *dataset,
                                const t2sed_dataset_filter *filter,
                                t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2s_watch watch = {.db = dataset->db};
    t2sed_status status = prepare_filtered(&statement, dataset, filter,
                                           "SELECT count(*) " BEAMS_FROM, err);
    if (status)
        return status;
    /* The pages of a hostile file may go round in a circle. */
    t2s_watch_begin(&watch, COUNT_MS, 0, NULL);
    if (sqlite3_step(statement) == SQLITE_ROW)
        *count = (size_t)sqlite3_column_int64(statement, 0);
    else
        status = t2s_dataset_fail(dataset, err);
    t2s_watch_end(&watch);
    t2s_watch_free(&watch);
    sqlite3_finalize(statement);
    return status;
}

t2sed_status t2sed_dataset_select(t2sed_dataset *dataset,
                                  const t2sed_dataset_filter *given,
                                  t2sed_error *err)
{
    t2sed_dataset_filter filter;
    sqlite3_stmt *beams = NULL, *candidates = NULL;
    size_t count = 0;
    t2sed_status status;
    if (!dataset)
        return t2s_fail_null(err, __func__, "dataset");
    status = T2S_READ_SIZED(t2sed_dataset_filter, &filter, given, err);
    if (!status)
        status = check_filter(dataset, &filter, err);
    if (!status)
        status = count_beams(&count, dataset, &filter, err);
    if (!status)
        status = prepare_filtered(
            &beams, dataset, &filter,
            "SELECT b.id, q.db_id, q.question, q.gold, b.parser, s.name, "
            "b.line, b.fields " BEAMS_FROM "ORDER BY b.id",
            err);
    if (!status)
        status = t2s_dataset_prepare(
            &candidates, dataset, err,
            "SELECT sql, written, score, label, reason, message, fields, "
            "guessed FROM candidates WHERE beam = ?1 ORDER BY place",
            "");
    if (status) {
        sqlite3_finalize(beams);
        return status;
    }
    sqlite3_finalize(dataset->beams);
    sqlite3_finalize(dataset->candidates);
    dataset->beams = beams;
    dataset->candidates = candidates;
    dataset->count = count;
    dataset->place = 0;
    return T2SED_OK;
}

size_t t2sed_dataset_count(const t2sed_dataset *dataset)
{
    return dataset ? dataset->count : 0;
}

size_t t2sed_dataset_place(const t2sed_dataset *dataset)
{
    return dataset ? dataset->place : 0;
}

/* --- a beam as JSON --- */

/* A member whose value is a text of the row; `before` opens it. */
static void append_text(t2s_string *out, const char *before, sqlite3_stmt *row,
                        int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t n = (size_t)sqlite3_column_bytes(row, column);
    t2s_string_append(out, before);
    t2s_string_append_json(out, text ? text : "", text ? n : 0);
}

/* A real in the fewest digits that read back as the same number, with a point
 * whatever the locale has. */
static void append_number(t2s_string *out, double number)
{
    char text[40], *point;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    point = text + strspn(text, "-0123456789");
    if (*point && *point != 'e')
        *point = '.';
    t2s_string_append(out, isfinite(number) ? text : "null");
}

/* Appends the members of an object that was written to the file: one line of
 * JSON. */
static t2sed_status append_fields(t2s_string *out, const t2sed_dataset *dataset,
                                  sqlite3_stmt *row, int column,
                                  const char *whose, t2sed_error *err)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t n = (size_t)sqlite3_column_bytes(row, column);
    bool good = text && n >= 2 && text[0] == '{' && text[n - 1] == '}';
    for (size_t i = 0; good && i < n; i++)
        good = (unsigned char)text[i] >= 0x20;
    if (!good)
        return t2s_fail(
            err, T2SED_EFORMAT, -1,
            "%s: beam %lld: the fields of %s are no JSON object", dataset->path,
            (long long)sqlite3_column_int64(dataset->beams, 0), whose);
    if (n > 2) {
        t2s_string_append(out, ", ");
        t2s_string_append_n(out, text + 1, n - 2);
    }
    return T2SED_OK;
}

static t2sed_status append_candidate(t2s_string *out,
                                     const t2sed_dataset *dataset,
                                     t2sed_error *err)
{
    sqlite3_stmt *row = dataset->candidates;
    t2sed_status status;
    append_text(out, "{\"sql\": ", row, 0);
    t2s_string_append(out, ", \"score\": ");
    if (sqlite3_column_type(row, 2) == SQLITE_NULL)
        t2s_string_append(out, "null");
    else
        append_number(out, sqlite3_column_double(row, 2));
    t2s_string_append(out, ", \"label\": ");
    if (sqlite3_column_type(row, 3) == SQLITE_NULL)
        t2s_string_append(out, "null");
    else
        t2s_string_append(out, sqlite3_column_int(row, 3) ? "1" : "0");
    append_text(out, ", \"label_reason\": {\"code\": ", row, 4);
    append_text(out, ", \"message\": ", row, 5);
    t2s_string_append_char(out, '}');
    if (sqlite3_column_type(row, 1) != SQLITE_NULL)
        append_text(out, ", \"written\": ", row, 1);
    if (sqlite3_column_int(row, 7))
        t2s_string_append(out, ", \"guessed\": true");
    status = append_fields(out, dataset, row, 6, "a candidate", err);
    t2s_string_append_char(out, '}');
    return status;
}

static t2sed_status append_candidates(t2s_string *out,
                                      const t2sed_dataset *dataset,
                                      t2sed_error *err)
{
    sqlite3_stmt *row = dataset->candidates;
    const char *separator = "";
    int code = SQLITE_DONE;
    t2sed_status status = T2SED_OK;
    sqlite3_bind_int64(row, 1, sqlite3_column_int64(dataset->beams, 0));
    while (!status && (code = sqlite3_step(row)) == SQLITE_ROW) {
        t2s_string_append(out, separator);
        separator = ", ";
        status = t2s_check_interrupt(err);
        if (!status)
            status = append_candidate(out, dataset, err);
    }
    if (!status && code != SQLITE_DONE)
        status = t2s_dataset_fail(dataset, err);
    sqlite3_reset(row);
    return status;
}

static t2sed_status append_beam(t2s_string *out, const t2sed_dataset *dataset,
                                t2sed_error *err)
{
    sqlite3_stmt *row = dataset->beams;
    t2sed_status status;
    append_text(out, "{\"db_id\": ", row, 1);
    append_text(out, ", \"question\": ", row, 2);
    append_text(out, ", \"gold\": ", row, 3);
    status = append_fields(out, dataset, row, 7, "its line", err);
    append_text(out, ", \"parser\": ", row, 4);
    append_text(out, ", \"source\": {\"file\": ", row, 5);
    t2s_string_append_format(out, ", \"line\": %lld}, \"candidates\": [",
                             (long long)sqlite3_column_int64(row, 6));
    if (!status)
        status = append_candidates(out, dataset, err);
    t2s_string_append(out, "]}");
    return !status && out->failed ? t2s_fail_memory(err) : status;
}

t2sed_status t2sed_dataset_next(t2sed_dataset *dataset, const char **line,
                                size_t *length, t2sed_error *err)
{
    t2sed_status status;
    int code;
    if (!dataset || !line)
        return t2s_fail_null(err, __func__, "dataset and line");
    code = dataset->again ? SQLITE_ROW : sqlite3_step(dataset->beams);
    dataset->again = false;
    if (code == SQLITE_DONE) {
        sqlite3_reset(dataset->beams);
        *line = NULL;
        if (length)
            *length = 0;
        return T2SED_OK;
    }
    if (code != SQLITE_ROW)
        return t2s_dataset_fail(dataset, err);
    t2s_string_free(&dataset->line);
    status = append_beam(&dataset->line, dataset, err);
    dataset->again = status == T2SED_EINTERRUPTED;
    if (status)
        return status;
    dataset->place++;
    *line = dataset->line.text;
    if (length)
        *length = dataset->line.length;
    return T2SED_OK;
}

/* --- what it holds, as JSON that SQLite writes --- */

static const char description[] =
    "SELECT json_object("
    "'format', (SELECT user_version FROM pragma_user_version),"
    "'made', (SELECT value FROM meta WHERE name = 'made'),"
    "'library', (SELECT value FROM meta WHERE name = 'library'),"
    "'rule', (SELECT value FROM meta WHERE name = 'rule'),"
    "'databases', (SELECT count(DISTINCT db_id) FROM questions),"
    "'questions', (SELECT count(*) FROM questions),"
    "'beams', (SELECT count(*) FROM beams),"
    "'candidates', (SELECT json_object("
    "  'all', count(*), 'right', coalesce(sum(label = 1), 0),"
    "  'wrong', coalesce(sum(label = 0), 0),"
    "  'undecided', coalesce(sum(label IS NULL), 0),"
    "  'filled', coalesce(sum(written NOT NULL), 0),"
    "  'guessed', coalesce(sum(guessed), 0)) FROM candidates),"
    "'sources', (SELECT json_group_array(json(one)) FROM (SELECT json_object("
    "  'file', s.name, 'parser', s.parser, 'begun', s.begun, 'ended', s.ended,"
    "  'library', s.library, 'max_candidates', s.max_candidates,"
    "  'lines', s.lines,"
    "  'beams', (SELECT count(*) FROM beams b WHERE b.source = s.id),"
    "  'dropped_lines', json((SELECT json_group_object(d.reason, d.count)"
    "    FROM dropped d WHERE d.source = s.id AND d.what = 'line')),"
    "  'dropped_candidates', json((SELECT json_group_object(d.reason, d.count)"
    "    FROM dropped d WHERE d.source = s.id AND d.what = 'candidate'))"
    "  ) AS one FROM sources s ORDER BY s.id)),"
    "'splits', (SELECT json_group_array(json(one)) FROM (SELECT json_object("
    "  'part', part, 'seed', seed, 'databases', count(*),"
    "  'in_part', sum(side = 1)) AS one FROM splits"
    "  GROUP BY part, seed ORDER BY part, seed)))";

t2sed_status t2sed_dataset_describe(char **out, t2sed_dataset *dataset,
                                    t2sed_error *err)
{
    sqlite3_stmt *statement;
    const char *text;
    char *copy;
    t2sed_status status;
    if (!out || !dataset)
        return t2s_fail_null(err, __func__, "out and dataset");
    status = t2s_dataset_prepare(&statement, dataset, err, description, "");
    if (status)
        return status;
    if (sqlite3_step(statement) != SQLITE_ROW) {
        status = t2s_dataset_fail(dataset, err);
        sqlite3_finalize(statement);
        return status;
    }
    text = (const char *)sqlite3_column_text(statement, 0);
    copy = text ? t2s_strdup(text) : NULL;
    sqlite3_finalize(statement);
    if (!copy)
        return t2s_fail_memory(err);
    *out = copy;
    return T2SED_OK;
}
