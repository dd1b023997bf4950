/* The worker's end: one sandbox, in its own process, driven by messages. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/wire.h"
#include "database/worker.h"

#if !defined(_WIN32)

/* Rows of one message. */
#define MOST_ROWS  256
#define MOST_BYTES ((size_t)64 << 10)

typedef struct server {
    int socket;
    t2s_sandbox *sandbox;
    t2s_rows *rows;
    t2s_string in, out;
} server;

static void open_database(server *s, t2s_wire *in)
{
    t2sed_error err;
    size_t n;
    const bool is_file = t2s_wire_byte(in) != 0;
    const char *text = t2s_wire_text(in, &n);
    char *path = t2s_strndup(text, n);
    size_t count = (size_t)t2s_wire_integer(in);
    char **statements = NULL;
    bool *made = NULL;
    t2sed_status status = T2SED_OK;
    if (count > T2S_WIRE_MOST / 8)
        count = 0;
    statements = t2s_zalloc_array(count + 1, sizeof *statements);
    made = t2s_zalloc_array(count + 1, sizeof *made);
    if (!path || !statements || !made)
        status = t2s_fail_memory(&err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        text = t2s_wire_text(in, &n);
        if (!(statements[i] = t2s_strndup(text, n)))
            status = t2s_fail_memory(&err);
    }
    if (status == T2SED_OK && is_file)
        status = t2s_sandbox_open(&s->sandbox, path, T2S_ISOLATION_HERE, &err);
    else if (status == T2SED_OK)
        status = t2s_sandbox_open_memory(&s->sandbox, T2S_ISOLATION_HERE,
                                         (const char *const *)statements, count,
                                         made, &err);
    t2s_wire_put_error(&s->out, status, &err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        t2s_wire_put_byte(&s->out, made[i]);
    if (status == T2SED_OK)
        t2s_wire_put_byte(&s->out, t2s_sandbox_is_immutable(s->sandbox));
    for (size_t i = 0; statements && i < count; i++)
        t2s_free(statements[i]);
    t2s_free(statements);
    t2s_free(made);
    t2s_free(path);
}

/* How the query stands, and why if it has ended. */
static void put_state(server *s, t2s_run how, const t2sed_error *err)
{
    bool is_fine = how == T2S_RUN_DONE || how == T2S_RUN_ROW;
    t2s_wire_put_byte(&s->out, how);
    t2s_wire_put_integer(&s->out, t2s_sandbox_fault(s->sandbox));
    t2s_wire_put_byte(&s->out, t2s_sandbox_met_memory(s->sandbox));
    t2s_wire_put_error(&s->out, is_fine ? T2SED_OK : err->code, err);
}

static void start_query(server *s, t2s_wire *in)
{
    t2s_statement query = {0};
    t2s_run how = T2S_RUN_DATABASE;
    t2sed_error err;
    size_t n;
    const char *text = t2s_wire_text(in, &query.length), *name;
    char *sql = t2s_strndup(text, query.length), *parameter = NULL;
    bool has_parameter = t2s_wire_byte(in) != 0;
    t2sed_status status = T2SED_OK;
    name = t2s_wire_text(in, &n);
    if (has_parameter)
        parameter = t2s_strndup(name, n);
    query.sql = sql;
    query.parameter = parameter;
    query.is_ours = t2s_wire_byte(in) != 0;
    query.milliseconds = (int)t2s_wire_integer(in);
    query.memory = t2s_wire_integer(in);
    query.value_bytes = (size_t)t2s_wire_integer(in);
    if (!sql || (has_parameter && !parameter))
        status = t2s_fail_memory(&err);
    else
        status = t2s_rows_open(&how, &s->rows, s->sandbox, &query, &err);
    put_state(s, status == T2SED_OK ? how : T2S_RUN_MEMORY, &err);
    if (status == T2SED_OK && how == T2S_RUN_ROW)
        t2s_wire_put_integer(&s->out, t2s_rows_columns(s->rows));
    t2s_free(sql);
    t2s_free(parameter);
}

static void put_row(server *s)
{
    t2s_wire_put_byte(&s->out, T2S_WIRE_ROW);
    for (int i = 0; i < t2s_rows_columns(s->rows); i++) {
        int type = t2s_rows_type(s->rows, i);
        size_t n;
        const char *text;
        t2s_wire_put_byte(&s->out, (unsigned)type);
        if (type == T2SED_CELL_INTEGER)
            t2s_wire_put_integer(&s->out, t2s_rows_integer(s->rows, i));
        if (type == T2SED_CELL_REAL)
            t2s_wire_put_real(&s->out, t2s_rows_real(s->rows, i));
        if (type == T2SED_CELL_NULL)
            continue;
        text = t2s_rows_text(s->rows, i, &n);
        t2s_wire_put_text(&s->out, text ? text : "", text ? n : 0);
    }
}

static void next_rows(server *s)
{
    t2s_run how = T2S_RUN_ROW;
    t2sed_error err = {0};
    for (int i = 0; i < MOST_ROWS && s->out.length < MOST_BYTES; i++) {
        how = t2s_rows_next(s->rows, &err);
        if (how != T2S_RUN_ROW)
            break;
        put_row(s);
    }
    if (s->out.failed || s->out.length > T2S_WIRE_MOST) {
        t2s_wire_begin(&s->out);
        t2s_fail(&err, T2SED_ELIMIT, -1, "a row of more than %zu bytes",
                 T2S_WIRE_MOST);
        how = T2S_RUN_MEMORY;
    }
    if (how == T2S_RUN_ROW) {
        t2s_wire_put_byte(&s->out, T2S_WIRE_MORE);
    } else {
        t2s_wire_put_byte(&s->out, T2S_WIRE_END);
        put_state(s, how, &err);
    }
}

void t2s_worker_serve(int socket)
{
    server s = {.socket = socket};
    bool alive = true;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1); /* some builds do not count */
    while (alive && t2s_wire_receive(socket, &s.in, NULL, NULL)) {
        t2s_wire in = {s.in.text, s.in.text + s.in.length, false};
        unsigned what = t2s_wire_byte(&in);
        t2s_wire_begin(&s.out);
        if (what == T2S_WIRE_CLOSE) {
            t2s_rows_close(s.rows);
            s.rows = NULL;
            continue;
        }
        if (what == T2S_WIRE_OPEN && !s.sandbox)
            open_database(&s, &in);
        else if (what == T2S_WIRE_QUERY && s.sandbox && !s.rows)
            start_query(&s, &in);
        else if (what == T2S_WIRE_NEXT && s.rows)
            next_rows(&s);
        else
            break;
        alive = t2s_wire_send(socket, &s.out, NULL, NULL);
    }
    t2s_rows_close(s.rows);
    t2s_sandbox_close(s.sandbox);
    t2s_string_free(&s.in);
    t2s_string_free(&s.out);
}
#endif
