/* Schemas from CREATE statements: SQLite itself reads them, into an empty
 * database in memory. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/utf8.h"
#include "database/connection.h"
#include "database/watch.h"
#include "database/read_sqlite.h"
#include "sql/token.h"

#define MOST_TEXT 1048576

/* Lets CREATE TABLE, VIEW and INDEX do what they must, and nothing else: they
 * write SQLite's own tables, and look at columns and functions, of which an
 * index calls those without columns: not `payload`, which are the host's. */
static int authorize_create(void *payload, int action, const char *a,
                            const char *b, const char *c, const char *d)
{
    const t2s_string *replaced = payload;
    (void)c;
    (void)d;
    switch (action) {
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_INDEX:
    case SQLITE_REINDEX:
    case SQLITE_READ:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return b && replaced->length &&
                       t2s_is_one_of(b, strlen(b), replaced->text)
                   ? SQLITE_DENY
                   : SQLITE_OK;
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
        return a && (t2s_casecmp(a, "sqlite_master") == 0 ||
                     t2s_casecmp(a, "sqlite_sequence") == 0)
                   ? SQLITE_OK
                   : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/* Where in the whole text SQLite found the fault of the statement at `at`. */
static size_t fault_offset(sqlite3 *db, size_t at)
{
#if SQLITE_VERSION_NUMBER >= 3038000
    int offset = sqlite3_error_offset(db);
    if (offset > 0)
        return at + (size_t)offset;
#else
    (void)db;
#endif
    return at;
}

static size_t line_of(const char *text, size_t at)
{
    size_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

static t2sed_status refuse(sqlite3 *db, const char *text, size_t at,
                           t2sed_error *err)
{
    int code = sqlite3_errcode(db) & 0xFF;
    size_t where = fault_offset(db, at);
    if (code == SQLITE_NOMEM || code == SQLITE_INTERRUPT)
        return t2s_connection_fail(db, "DDL", err);
    if (code == SQLITE_AUTH)
        return t2s_fail(err, T2SED_EFORMAT, (ptrdiff_t)at,
                        "DDL line %zu: not a plain CREATE TABLE, CREATE VIEW "
                        "or CREATE INDEX statement",
                        line_of(text, at));
    return t2s_fail(err, T2SED_EFORMAT, (ptrdiff_t)where, "DDL line %zu: %s",
                    line_of(text, where), sqlite3_errmsg(db));
}

/* Where the statement at `at` ends: behind its semicolon, or at n. */
static size_t statement_end(const char *text, size_t n, size_t at)
{
    t2s_sql_scanner scanner = {text, n, at, 0};
    t2s_sql_token token;
    int kind;
    do
        kind = t2s_sql_next_token(&scanner, &token);
    while (kind != T2S_TK_END && kind != T2S_TK_SEMICOLON);
    return kind == T2S_TK_END ? n : token.end;
}

/* Runs one statement and moves *at past it; *ran says if there was one. */
static t2sed_status run_one(sqlite3 *db, const char *text, size_t n, size_t *at,
                            bool *ran, t2sed_error *err)
{
    const size_t length = statement_end(text, n, *at) - *at;
    sqlite3_stmt *statement = NULL;
    const char *tail = text + *at + length;
    int code;
    if (length > T2S_MOST_STATEMENT)
        return t2s_fail(err, T2SED_ELIMIT, (ptrdiff_t)*at,
                        "DDL line %zu: a statement of %zu bytes, at most %d "
                        "are allowed",
                        line_of(text, *at), length, T2S_MOST_STATEMENT);
    code = sqlite3_prepare_v2(db, text + *at, (int)length, &statement, &tail);
    if (code != SQLITE_OK)
        return refuse(db, text, *at, err);
    *ran = statement != NULL;
    if (statement) {
        code = sqlite3_step(statement);
        sqlite3_finalize(statement);
        if (code != SQLITE_DONE && code != SQLITE_ROW)
            return refuse(db, text, *at, err);
    }
    *at = (size_t)(tail - text);
    return T2SED_OK;
}

/* Moves *at past blanks, so that messages point at the statement. */
static void skip_blanks(const char *text, size_t n, size_t *at)
{
    while (*at < n && strchr(" \t\r\n\f", text[*at]))
        (*at)++;
}

static t2sed_status run_all(sqlite3 *db, const char *text, size_t n,
                            t2sed_error *err)
{
    size_t at = 0, count = 0;
    t2s_watch watch = {.db = db};
    t2s_string replaced = {0};
    t2sed_status status =
        t2s_connection_make_pristine(db, &replaced, "DDL", err);
    t2s_watch_begin(&watch, T2S_SCHEMA_READ_MS, 0, NULL);
    sqlite3_set_authorizer(db, authorize_create, &replaced);
    for (skip_blanks(text, n, &at); at < n && status == T2SED_OK;
         skip_blanks(text, n, &at)) {
        bool ran = false;
        status = run_one(db, text, n, &at, &ran, err);
        count += ran;
    }
    sqlite3_set_authorizer(db, NULL, NULL);
    t2s_watch_end(&watch);
    t2s_watch_free(&watch);
    t2s_string_free(&replaced);
    if (status == T2SED_OK && count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "no CREATE TABLE statement");
    return status;
}

t2sed_status t2sed_schema_parse_ddl_n(t2sed_schema **out, const char *text,
                                      size_t n, t2sed_error *err)
{
    sqlite3 *db;
    t2s_sandbox *sandbox = NULL;
    t2sed_schema *schema;
    char *ended;
    t2sed_status status;
    if (!out || (!text && n > 0))
        return t2s_fail_null(err, __func__, "out and text");
    if (n > MOST_TEXT)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "DDL: %zu bytes, the most that are read is %d", n,
                        MOST_TEXT);
    status = t2s_utf8_check(text, n, "DDL", err);
    if (status != T2SED_OK)
        return status;
    if (n && memchr(text, '\0', n))
        return t2s_fail(err, T2SED_EFORMAT,
                        (const char *)memchr(text, '\0', n) - text,
                        "DDL: a NUL byte");
    status = t2s_connection_open_memory(&db, err);
    if (status != T2SED_OK)
        return status;
    schema = t2s_schema_new();
    ended = t2s_strndup(text, n); /* as the scanner of statements needs it */
    status =
        schema && ended ? run_all(db, ended, n, err) : t2s_fail_memory(err);
    t2s_free(ended);
    if (status == T2SED_OK)
        status = t2s_sandbox_wrap(&sandbox, db, "DDL", err);
    else
        sqlite3_close(db);
    if (status == T2SED_OK)
        status = t2s_schema_read(schema, sandbox, err);
    t2s_sandbox_close(sandbox);
    if (status != T2SED_OK) {
        t2sed_schema_free(schema);
        return status;
    }
    *out = schema;
    return T2SED_OK;
}

t2sed_status t2sed_schema_parse_ddl(t2sed_schema **out, const char *text,
                                    t2sed_error *err)
{
    return t2sed_schema_parse_ddl_n(out, text, t2s_text_length(text), err);
}
