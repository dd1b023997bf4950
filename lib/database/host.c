#include "database/host.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/memory.h"
#include "sql/outgoing.h"
#include "sql/sql.h"

/* What no database system gives. */
#define MOST_COLUMNS 32767
#define NUMBER_BYTES 32
/* Of a text or blob where the query sets no limit. */
#define VALUE_BYTES ((size_t)16 << 20)

/* A query that runs. */
struct t2sed_rows {
    t2s_host *host;
    const t2s_statement *query;
    t2s_take_row take;
    void *context;
    t2sed_status status; /* T2SED_OK: it goes on */
    t2s_run how;         /* it ended, where `status` says so */
    t2sed_error why;
    bool knows_columns;
    t2s_rows row;
    t2sed_cell *cells;             /* of the row */
    char (*numbers)[NUMBER_BYTES]; /* their texts, where they are numbers */
};

/* Ends the query. */
static t2sed_status end(t2sed_rows *rows, t2sed_status status, t2s_run how)
{
    rows->status = status;
    rows->how = how;
    return status;
}

/* Whether the host handed over what makes no sense. */
static t2sed_status refuse(t2sed_rows *rows, const char *what)
{
    (void)t2s_fail(&rows->why, T2SED_EINVAL, -1, "t2sed_rows_add: %s", what);
    return end(rows, T2SED_EINVAL, T2S_RUN_DATABASE);
}

static t2sed_status check_time(t2sed_rows *rows)
{
    if (!t2s_watch_is_over(&rows->host->watch))
        return T2SED_OK;
    if (t2s_interrupted()) {
        (void)t2s_check_interrupt(&rows->why);
        return end(rows, T2SED_EINTERRUPTED, T2S_RUN_INTERRUPTED);
    }
    (void)t2s_fail(&rows->why, T2SED_ELIMIT, -1, "stopped after %d ms",
                   rows->query->milliseconds);
    return end(rows, T2SED_ELIMIT, T2S_RUN_TIME);
}

static t2sed_status set_columns(t2sed_rows *rows, size_t count)
{
    if (rows->knows_columns)
        return count == rows->row.count
                   ? T2SED_OK
                   : refuse(rows, "rows of different lengths");
    if (count > MOST_COLUMNS)
        return refuse(rows, "too many columns");
    rows->cells = t2s_zalloc_array(count, sizeof *rows->cells);
    rows->numbers = t2s_zalloc_array(count, sizeof *rows->numbers);
    if (!rows->cells || !rows->numbers) {
        (void)t2s_fail_memory(&rows->why);
        return end(rows, T2SED_ENOMEM, T2S_RUN_MEMORY);
    }
    rows->knows_columns = true;
    rows->row.cells = rows->cells;
    rows->row.count = count;
    return T2SED_OK;
}

/* Takes over one value; a number is given the text that SQLite gives it. */
static t2sed_status take_cell(t2sed_rows *rows, size_t i,
                              const t2sed_cell *given)
{
    const size_t limit =
        rows->query->value_bytes ? rows->query->value_bytes : VALUE_BYTES;
    t2sed_cell *cell = &rows->cells[i];
    char *number = rows->numbers[i];
    *cell = (t2sed_cell){.type = given->type, .text = number};
    switch (given->type) {
    case T2SED_CELL_NULL:
        cell->text = NULL;
        return T2SED_OK;
    case T2SED_CELL_INTEGER:
        cell->integer = given->integer;
        cell->real = (double)given->integer;
        sqlite3_snprintf(NUMBER_BYTES, number, "%lld",
                         (long long)given->integer);
        cell->length = strlen(number);
        return T2SED_OK;
    case T2SED_CELL_REAL:
        cell->real = given->real;
        cell->integer = given->real >= -9e18 && given->real <= 9e18
                            ? (int64_t)given->real
                            : 0;
        sqlite3_snprintf(NUMBER_BYTES, number, "%!.15g", given->real);
        cell->length = strlen(number);
        return T2SED_OK;
    case T2SED_CELL_TEXT:
    case T2SED_CELL_BLOB:
        if (!given->text && given->length > 0)
            return refuse(rows, "a text without its bytes");
        if (given->length > limit) {
            (void)t2s_fail(&rows->why, T2SED_ELIMIT, -1,
                           "a value of more than %zu bytes", limit);
            return end(rows, T2SED_ELIMIT, T2S_RUN_MEMORY);
        }
        cell->text = given->text ? given->text : "";
        cell->length = given->length;
        return T2SED_OK;
    default:
        return refuse(rows, "a value of no type that there is");
    }
}

t2sed_status t2sed_rows_add(t2sed_rows *rows, const t2sed_cell *cells,
                            size_t count)
{
    t2s_run how;
    if (!rows || !rows->host)
        return T2SED_EINVAL;
    if (rows->status != T2SED_OK || check_time(rows) != T2SED_OK ||
        (!cells && count == 0))
        return rows->status;
    if (count == 0)
        return refuse(rows, "a row without values");
    if (set_columns(rows, count) != T2SED_OK || !cells)
        return rows->status;
    for (size_t i = 0; i < count; i++)
        if (take_cell(rows, i, &cells[i]) != T2SED_OK)
            return rows->status;
    how = rows->take(rows->context, &rows->row, &rows->why);
    return how == T2S_RUN_ROW ? T2SED_OK : end(rows, T2SED_ELIMIT, how);
}

/* What the callback says of its query that ended. */
static t2sed_status read_answer(t2sed_rows *rows, t2sed_status given,
                                t2sed_error *said)
{
    said->text[T2SED_ERROR_TEXT_SIZE - 1] = '\0';
    (void)t2s_fail(&rows->why, given, said->offset, "%s",
                   said->text[0] ? said->text
                                 : "the database does not say why");
    switch (given) {
    case T2SED_EINTERRUPTED:
    case T2SED_ECANCELLED:
        return end(rows, given, T2S_RUN_INTERRUPTED);
    case T2SED_ELIMIT:
        return end(rows, given, T2S_RUN_TIME);
    case T2SED_ENOMEM:
        return end(rows, given, T2S_RUN_MEMORY);
    case T2SED_ESYNTAX:
    case T2SED_ENOTSELECT:
    case T2SED_EUNSUPPORTED:
        return end(rows, given, T2S_RUN_REFUSED);
    default:
        return end(rows, given, T2S_RUN_DATABASE);
    }
}

static void call(t2sed_rows *rows, const t2s_sent *sent)
{
    const t2s_statement *q = rows->query;
    t2s_host *host = rows->host;
    t2sed_query query = {.struct_size = sizeof query,
                         .sql = sent->text.text,
                         .length = sent->text.length,
                         .max_milliseconds = q->milliseconds,
                         .max_rows = q->rows,
                         .max_value_bytes =
                             q->value_bytes ? q->value_bytes : VALUE_BYTES};
    t2sed_error said = {.offset = -1};
    t2sed_status given;
    t2s_watch_begin(&host->watch, q->milliseconds, 0, q->stop);
    given = host->callbacks.query(host->callbacks.context, &query, rows, &said);
    /* What came too late is no answer, whatever the callback says. */
    if (rows->status == T2SED_OK)
        (void)check_time(rows);
    t2s_watch_end(&host->watch);
    if (rows->status == T2SED_OK && given != T2SED_OK)
        (void)read_answer(rows, given, &said);
    else if (given == T2SED_ECANCELLED)
        (void)read_answer(rows, given, &said);
}

/* The library's parser has to know what is not the library's for one SELECT. */
static t2sed_status check_query(t2s_ended *out, const t2s_statement *query,
                                t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2sed_error why;
    t2sed_status status;
    if (query->is_ours || query->quotes_names)
        return T2SED_OK;
    status = t2sed_sql_parse_n(&sql, query->sql, query->length, &why);
    t2sed_sql_free(sql);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK) {
        out->how = T2S_RUN_REFUSED;
        out->fault = why.offset;
        (void)t2s_fail(err, why.code, why.offset, "%s", why.text);
    }
    return T2SED_OK;
}

/* Makes the text that the host is sent: of a query of its own dialect, of
 * SQLite's, or of a question of ours, with names in the host's quotes. */
static t2sed_status spell(t2s_sent *sent, t2s_ended *out, const t2s_host *host,
                          const t2s_statement *query, t2sed_error *err)
{
    const char *text = query->source ? query->source : query->sql;
    const bool is_ours = query->is_ours || query->quotes_names;
    unsigned systems = t2s_outgoing_systems(host->callbacks.dialect);
    t2sed_error why = {.offset = -1};
    t2sed_status status;
    if (is_ours && systems == T2S_ANY)
        systems = T2S_STANDARD;
    status =
        t2s_outgoing_write(sent, systems, !query->source && !is_ours, text,
                           query->source ? strlen(text) : query->length, &why);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status == T2SED_OK)
        return T2SED_OK;
    out->how = status == T2SED_ENOTSELECT ? T2S_RUN_REFUSED : T2S_RUN_DATABASE;
    if (!query->source)
        out->fault = why.offset;
    t2s_log(T2SED_LOG_WARNING, "%s", why.text);
    (void)t2s_fail(err, status, why.offset, "%s", why.text);
    return T2SED_OK;
}

static t2sed_status run(t2s_ended *out, t2sed_rows *rows, const t2s_sent *sent,
                        t2sed_error *err)
{
    const t2s_statement *query = rows->query;
    ptrdiff_t *offset = &rows->why.offset;
    call(rows, sent);
    t2s_free(rows->cells);
    t2s_free(rows->numbers);
    out->has_begun = rows->knows_columns;
    out->columns = rows->row.count;
    if (rows->status == T2SED_OK)
        return T2SED_OK;
    out->how = rows->how;
    if (rows->why.code == T2SED_ESYNTAX && *offset >= 0 &&
        (size_t)*offset <= sent->text.length) {
        *offset = (ptrdiff_t)t2s_sent_source(sent, (size_t)*offset);
        if (!query->source && (size_t)*offset <= query->length)
            out->fault = *offset;
    }
    if (err && out->how != T2S_RUN_DONE)
        *err = rows->why;
    return rows->status == T2SED_EINTERRUPTED ||
                   rows->status == T2SED_ECANCELLED
               ? rows->status
               : T2SED_OK;
}

t2sed_status t2s_host_run(t2s_ended *out, t2s_host *host,
                          const t2s_statement *query, t2s_take_row take,
                          void *context, t2sed_error *err)
{
    t2sed_rows rows = {
        .host = host, .query = query, .take = take, .context = context};
    t2s_sent sent = {0};
    t2sed_status status;
    *out = (t2s_ended){.how = T2S_RUN_DONE, .fault = -1};
    status = check_query(out, query, err);
    if (status == T2SED_OK && out->how == T2S_RUN_DONE)
        status = spell(&sent, out, host, query, err);
    if (status == T2SED_OK && out->how == T2S_RUN_DONE)
        status = run(out, &rows, &sent, err);
    t2s_sent_free(&sent);
    return status;
}

const char *t2s_host_source(const t2s_host *host, const t2s_statement *query)
{
    for (size_t i = 0; i < host->written.count; i++) {
        const char *text = t2sed_sql_text(host->written.at[i]);
        if (strlen(text) == query->length &&
            memcmp(text, query->sql, query->length) == 0)
            return t2s_sql_source(host->written.at[i]);
    }
    return NULL;
}

void t2s_host_free(t2s_host *host)
{
    t2s_vector_free(&host->written);
    t2s_watch_free(&host->watch);
    if (host->callbacks.free)
        host->callbacks.free(host->callbacks.context);
    t2s_free((char *)host->callbacks.dialect);
}
