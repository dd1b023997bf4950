/* query.c - queries of the library, on a connection of the extension's own. */
#include "../shared/errors.h"
#include "t2sed_duckdb.h"

#include <pthread.h>
#include <string.h>

DUCKDB_EXTENSION_EXTERN

struct runner {
    duckdb_connection connection;
    pthread_mutex_t turn;    /* held by the source whose query runs */
    pthread_mutex_t running; /* guards the next */
    const source *runs;      /* NULL: none */
};

struct source {
    runner *runner;
    catalog known;
};

runner *runner_new(duckdb_connection connection)
{
    runner *r = calloc(1, sizeof *r);
    if (!r) {
        duckdb_disconnect(&connection);
        return NULL;
    }
    r->connection = connection;
    pthread_mutex_init(&r->turn, NULL);
    pthread_mutex_init(&r->running, NULL);
    return r;
}

void runner_free(runner *r)
{
    if (!r)
        return;
    duckdb_disconnect(&r->connection);
    pthread_mutex_destroy(&r->turn);
    pthread_mutex_destroy(&r->running);
    free(r);
}

static void set_running(runner *r, const source *of)
{
    pthread_mutex_lock(&r->running);
    r->runs = of;
    pthread_mutex_unlock(&r->running);
}

/* What a failed query says of itself, or of the database. */
static t2sed_status failed(duckdb_result *result, t2sed_error *err)
{
    const char *why = duckdb_result_error(result);
    t2sed_status status = T2SED_ESYNTAX;
    switch (duckdb_result_error_type(result)) {
    case DUCKDB_ERROR_INTERRUPT:
        status = T2SED_ELIMIT;
        break;
    case DUCKDB_ERROR_TRANSACTION:
    case DUCKDB_ERROR_CONNECTION:
    case DUCKDB_ERROR_IO:
    case DUCKDB_ERROR_FATAL:
    case DUCKDB_ERROR_INTERNAL:
    case DUCKDB_ERROR_OUT_OF_MEMORY:
        status = T2SED_EDATABASE;
        break;
    default:
        break;
    }
    return fill_error(err, status, "%s", why ? why : "the query failed");
}

/* The rows come as they are fetched: a large result is never whole. */
static t2sed_status start(duckdb_result *out, duckdb_connection connection,
                          const char *sql, t2sed_error *err)
{
    duckdb_prepared_statement statement = NULL;
    t2sed_status status = T2SED_OK;
    const char *why;
    memset(out, 0, sizeof *out);
    if (duckdb_prepare(connection, sql, &statement) != DuckDBSuccess) {
        why = duckdb_prepare_error(statement);
        status = fill_error(err, T2SED_ESYNTAX, "%s",
                            why ? why : "the query can't be prepared");
    } else if (duckdb_prepared_statement_type(statement) !=
               DUCKDB_STATEMENT_TYPE_SELECT) {
        status = fill_error(err, T2SED_ESYNTAX, "the query is no SELECT");
    } else if (duckdb_execute_prepared_streaming(statement, out) !=
               DuckDBSuccess) {
        status = failed(out, err);
    }
    duckdb_destroy_prepare(&statement);
    return status;
}

/* The query with columns of types that cells_take refuses cast to text, the
 * caller's; NULL: there are none, or memory is short. */
static char *with_casts(duckdb_result *result, const char *sql)
{
    const idx_t count = duckdb_column_count(result);
    const size_t room = strlen(sql) + 64 + (size_t)count * 64;
    char *text, *at;
    bool needed = false;
    for (idx_t i = 0; i < count; i++)
        needed |= !cells_take(duckdb_column_type(result, i));
    text = needed ? malloc(room) : NULL;
    if (!text)
        return NULL;
    at = stpcpy(text, "SELECT ");
    for (idx_t i = 0; i < count; i++)
        at += sprintf(at,
                      cells_take(duckdb_column_type(result, i))
                          ? "%sc%d"
                          : "%sCAST(c%d AS VARCHAR)",
                      i ? ", " : "", (int)i);
    at = stpcpy(stpcpy(stpcpy(at, " FROM ("), sql), ") AS q(");
    for (idx_t i = 0; i < count; i++)
        at += sprintf(at, "%sc%d", i ? ", " : "", (int)i);
    stpcpy(at, ")");
    return text;
}

static t2sed_status fetch(duckdb_result *result, t2sed_rows *rows,
                          t2sed_error *err)
{
    const char *why;
    duckdb_data_chunk chunk;
    t2sed_status status =
        t2sed_rows_add(rows, NULL, (size_t)duckdb_column_count(result));
    while (status == T2SED_OK && (chunk = duckdb_fetch_chunk(*result))) {
        status = cells_add(rows, chunk);
        duckdb_destroy_data_chunk(&chunk);
    }
    why = duckdb_result_error(result);
    return status == T2SED_OK && why && *why ? failed(result, err) : status;
}

static t2sed_status run(const source *of, const char *sql, t2sed_rows *rows,
                        t2sed_error *err)
{
    const duckdb_connection connection = of->runner->connection;
    duckdb_result result;
    char *text;
    t2sed_status status = refuse_files(connection, sql, of->known.names, err);
    if (status != T2SED_OK)
        return status;
    set_running(of->runner, of);
    status = start(&result, connection, sql, err);
    text = status == T2SED_OK ? with_casts(&result, sql) : NULL;
    if (text) {
        duckdb_destroy_result(&result);
        status = start(&result, connection, text, err);
        free(text);
    }
    if (status == T2SED_OK)
        status = fetch(&result, rows, err);
    duckdb_destroy_result(&result);
    return status;
}

static t2sed_status query(void *context, const t2sed_query *asked,
                          t2sed_rows *rows, t2sed_error *err)
{
    const source *of = context;
    runner *r = of->runner;
    duckdb_result none;
    t2sed_status status;
    if (of->known.calls_back)
        return fill_error(err, T2SED_EDATABASE,
                          "queries do not run: a view or macro of the database "
                          "calls a function of this extension");
    pthread_mutex_lock(&r->turn);
    if (duckdb_query(r->connection, "BEGIN TRANSACTION READ ONLY", &none) ==
        DuckDBSuccess)
        status = run(of, asked->sql, rows, err);
    else
        status = fill_error(err, T2SED_EDATABASE,
                            "a read-only transaction can't be begun: %s",
                            duckdb_result_error(&none));
    set_running(r, NULL);
    duckdb_destroy_result(&none);
    duckdb_query(r->connection, "ROLLBACK", NULL);
    pthread_mutex_unlock(&r->turn);
    return status;
}

static void cancel(void *context)
{
    const source *of = context;
    pthread_mutex_lock(&of->runner->running);
    if (of->runner->runs == of)
        duckdb_interrupt(of->runner->connection);
    pthread_mutex_unlock(&of->runner->running);
}

static void source_free(void *context)
{
    source *of = context;
    catalog_free(&of->known);
    free(of);
}

static t2sed_status describe(void *context, t2sed_schema **out,
                             t2sed_error *err)
{
    const source *of = context;
    return t2sed_schema_parse_ddl(out, of->known.ddl, err);
}

t2sed_status source_database(t2sed_database **out, runner *r, catalog *known,
                             const t2sed_database_options *limits,
                             t2sed_error *err)
{
    t2sed_database_callbacks callbacks;
    source *of = calloc(1, sizeof *of);
    if (!of) {
        catalog_free(known);
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    }
    of->runner = r;
    of->known = *known;
    memset(known, 0, sizeof *known);
    t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
    callbacks.context = of;
    callbacks.describe = describe;
    callbacks.query = query;
    callbacks.cancel = cancel;
    callbacks.free = source_free;
    callbacks.dialect = "duckdb";
    return t2sed_database_new(out, &callbacks, limits, err);
}
