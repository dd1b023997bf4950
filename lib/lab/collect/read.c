/* Reading a dataset: its beams as lines of JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/collect/dataset.h"
#include "database/watch.h"

/* Millions of beams are counted in less. */
#define COUNT_MS 10000

/* --- which beams --- */

#define BEAMS_FROM                                                             \
    "FROM beams b JOIN questions q ON q.id = b.question "                      \
    "JOIN sources s ON s.id = b.source "                                       \
    "WHERE (?1 IS NULL OR b.parser = ?1) AND (?2 = 0 OR EXISTS (SELECT 1 "     \
    "FROM splits x WHERE x.part = ?3 AND x.seed = ?4 AND x.db_id = q.db_id "   \
    "AND x.side = ?2)) "

static t2sed_status bind_filter(sqlite3_stmt *statement,
                                const t2sed_dataset *dataset,
                                const t2sed_dataset_filter *filter,
                                t2sed_error *err)
{
    int code = SQLITE_OK;
    if (filter->parser)
        code = sqlite3_bind_text(statement, 1, filter->parser, -1,
                                 SQLITE_TRANSIENT);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int(statement, 2, filter->side);
    if (code == SQLITE_OK)
        code = sqlite3_bind_double(statement, 3, filter->part);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, 4, (sqlite3_int64)filter->seed);
    return code == SQLITE_OK ? T2SED_OK : t2s_dataset_fail(dataset, err);
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
        &statement, dataset,
        "SELECT 1 FROM splits WHERE part = ?1 AND seed = ?2", err);
    if (status)
        return status;
    sqlite3_bind_double(statement, 1, filter->part);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)filter->seed);
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
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset, "SELECT count(*) " BEAMS_FROM, err);
    if (status)
        return status;
    /* The pages of a hostile file may go round in a circle. */
    t2s_watch_begin(&watch, COUNT_MS, 0, NULL);
    status = bind_filter(statement, dataset, filter, err);
    if (!status && sqlite3_step(statement) != SQLITE_ROW)
        status = t2s_dataset_fail(dataset, err);
    if (!status)
        *count = (size_t)sqlite3_column_int64(statement, 0);
    t2s_watch_end(&watch);
    t2s_watch_free(&watch);
    sqlite3_finalize(statement);
    return status;
}

t2sed_status t2sed_dataset_select(t2sed_dataset *dataset,
                                  const t2sed_dataset_filter *given,
                                  t2sed_error *err)
{
    t2sed_dataset_filter filter = T2SED_DATASET_FILTER_INIT;
    sqlite3_stmt *beams = NULL, *candidates = NULL;
    size_t count = 0;
    t2sed_status status;
    if (!dataset)
        return t2s_fail_null(err, __func__, "dataset");
    status = t2s_sized_read(&filter, sizeof filter, given,
                            "t2sed_dataset_filter", err);
    if (!status)
        status = check_filter(dataset, &filter, err);
    if (!status)
        status = count_beams(&count, dataset, &filter, err);
    if (!status)
        status = t2s_dataset_prepare(
            &beams, dataset,
            "SELECT b.id, q.db_id, q.question, q.gold, b.parser, s.name, "
            "b.line, b.fields " BEAMS_FROM "ORDER BY b.id",
            err);
    if (!status)
        status = bind_filter(beams, dataset, &filter, err);
    if (!status)
        status = t2s_dataset_prepare(
            &candidates, dataset,
            "SELECT sql, written, score, label, reason, message, fields, "
            "guessed FROM "
            "candidates WHERE beam = ?1 ORDER BY place",
            err);
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

static void append_text(t2s_string *out, const char *key, sqlite3_stmt *row,
                        int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t n = (size_t)sqlite3_column_bytes(row, column);
    t2s_string_append_format(out, "\"%s\": ", key);
    t2s_string_append_json(out, text ? text : "", text ? n : 0);
}

/* Appends the members of an object that was written to the file; false where
 * it is none, or could break the line. */
static bool append_fields(t2s_string *out, sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t n = (size_t)sqlite3_column_bytes(row, column);
    if (!text || n < 2 || text[0] != '{' || text[n - 1] != '}')
        return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] < 0x20)
            return false;
    if (n > 2) {
        t2s_string_append(out, ", ");
        t2s_string_append_n(out, text + 1, n - 2);
    }
    return true;
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

static bool append_candidate(t2s_string *out, sqlite3_stmt *row)
{
    append_text(out, "sql", row, 0);
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
    t2s_string_append(out, ", \"label_reason\": {");
    append_text(out, "code", row, 4);
    t2s_string_append(out, ", ");
    append_text(out, "message", row, 5);
    t2s_string_append_char(out, '}');
    if (sqlite3_column_type(row, 1) != SQLITE_NULL) {
        t2s_string_append(out, ", ");
        append_text(out, "written", row, 1);
    }
    if (sqlite3_column_int(row, 7))
        t2s_string_append(out, ", \"guessed\": true");
    return append_fields(out, row, 6);
}

static t2sed_status append_candidates(t2sed_dataset *dataset, t2s_string *out,
                                      t2sed_error *err)
{
    sqlite3_stmt *row = dataset->candidates;
    t2sed_status status = T2SED_OK;
    bool first = true;
    int code = SQLITE_DONE;
    sqlite3_reset(row);
    sqlite3_bind_int64(row, 1, sqlite3_column_int64(dataset->beams, 0));
    while (!status && (code = sqlite3_step(row)) == SQLITE_ROW) {
        status = t2s_check_interrupt(err);
        if (status)
            break;
        t2s_string_append(out, first ? "{" : ", {");
        first = false;
        if (!append_candidate(out, row))
            status =
                t2s_fail(err, T2SED_EFORMAT, -1,
                         "%s: beam %lld: the fields of a candidate are no "
                         "JSON object",
                         dataset->path,
                         (long long)sqlite3_column_int64(dataset->beams, 0));
        t2s_string_append_char(out, '}');
    }
    if (!status && code != SQLITE_DONE)
        status = t2s_dataset_fail(dataset, err);
    sqlite3_reset(row);
    return status;
}

static t2sed_status append_beam(t2sed_dataset *dataset, t2s_string *out,
                                t2sed_error *err)
{
    sqlite3_stmt *row = dataset->beams;
    t2sed_status status;
    t2s_string_append_char(out, '{');
    append_text(out, "db_id", row, 1);
    t2s_string_append(out, ", ");
    append_text(out, "question", row, 2);
    t2s_string_append(out, ", ");
    append_text(out, "gold", row, 3);
    if (!append_fields(out, row, 7))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: the fields of beam %lld are no JSON object",
                        dataset->path, (long long)sqlite3_column_int64(row, 0));
    t2s_string_append(out, ", ");
    append_text(out, "parser", row, 4);
    t2s_string_append(out, ", \"source\": {");
    append_text(out, "file", row, 5);
    t2s_string_append_format(out, ", \"line\": %lld}, \"candidates\": [",
                             (long long)sqlite3_column_int64(row, 6));
    status = append_candidates(dataset, out, err);
    t2s_string_append(out, "]}");
    return status;
}

t2sed_status t2sed_dataset_next(t2sed_dataset *dataset, const char **line,
                                size_t *length, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
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
    t2s_string_clear(&dataset->line);
    status = append_beam(dataset, &dataset->line, err);
    if (!status && dataset->line.failed) {
        t2s_string_free(&dataset->line);
        status = t2s_fail_memory(err);
    }
    dataset->again = status == T2SED_EINTERRUPTED;
    if (status)
        return status;
    dataset->place++;
    *line = dataset->line.text;
    if (length)
        *length = dataset->line.length;
    return T2SED_OK;
}
