/* findings.c - the table-valued function t2sed_findings(question, sql). */
#include "t2sed_sqlite.h"

#include <string.h>

SQLITE_EXTENSION_INIT3

static const char declaration[] =
    "CREATE TABLE t2sed_findings(code TEXT, severity TEXT, message TEXT,"
    " sql_begin INT, sql_end INT, question_begin INT, question_end INT,"
    " suggestion TEXT, question HIDDEN, sql HIDDEN)";

enum column {
    CODE,
    SEVERITY,
    MESSAGE,
    SQL_BEGIN,
    SQL_END,
    QUESTION_BEGIN,
    QUESTION_END,
    SUGGESTION,
    QUESTION,
    SQL
};

typedef struct table {
    sqlite3_vtab base;
    t2sed_connection *connection;
} table;

typedef struct cursor {
    sqlite3_vtab_cursor base;
    t2sed_findings *findings;
    sqlite3_value *question, *sql;
    size_t row;
} cursor;

static int connect(sqlite3 *db, void *connection, int argc,
                   const char *const *argv, sqlite3_vtab **out, char **message)
{
    table *made;
    int code = sqlite3_declare_vtab(db, declaration);
    (void)argc;
    (void)argv;
    (void)message;
    if (code != SQLITE_OK)
        return code;
    /* Not for views and triggers: a schema must not run what it likes. */
    sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    made = sqlite3_malloc(sizeof *made);
    if (!made)
        return SQLITE_NOMEM;
    memset(made, 0, sizeof *made);
    made->connection = connection_retain(connection);
    *out = &made->base;
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *base)
{
    connection_release(((table *)base)->connection);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* Both arguments are needed, as equalities with the hidden columns. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    int question = -1, sql = -1;
    (void)base;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (info->aConstraint[i].iColumn == QUESTION) {
            if (!info->aConstraint[i].usable)
                return SQLITE_CONSTRAINT;
            question = i;
        } else if (info->aConstraint[i].iColumn == SQL) {
            if (!info->aConstraint[i].usable)
                return SQLITE_CONSTRAINT;
            sql = i;
        }
    }
    if (question < 0 || sql < 0) {
        base->zErrMsg = sqlite3_mprintf(
            "t2sed_findings takes two arguments: a question (or NULL) and a "
            "query");
        return SQLITE_ERROR;
    }
    info->aConstraintUsage[question].argvIndex = 1;
    info->aConstraintUsage[question].omit = 1;
    info->aConstraintUsage[sql].argvIndex = 2;
    info->aConstraintUsage[sql].omit = 1;
    info->estimatedCost = 10000;
    info->estimatedRows = 4;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    cursor *made = sqlite3_malloc(sizeof *made);
    (void)base;
    if (!made)
        return SQLITE_NOMEM;
    memset(made, 0, sizeof *made);
    *out = &made->base;
    return SQLITE_OK;
}

static void empty(cursor *c)
{
    t2sed_findings_free(c->findings);
    sqlite3_value_free(c->question);
    sqlite3_value_free(c->sql);
    c->findings = NULL;
    c->question = c->sql = NULL;
    c->row = 0;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    empty((cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static t2sed_status find(cursor *c, t2sed_connection *connection,
                         t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_evidence *evidence = NULL;
    const t2sed_schema *schema;
    const char *asked = (const char *)sqlite3_value_text(c->question);
    const char *sql = (const char *)sqlite3_value_text(c->sql);
    t2sed_status status = T2SED_OK;
    if (asked)
        status = t2sed_question_new_n(
            &question, asked, (size_t)sqlite3_value_bytes(c->question), err);
    if (status == T2SED_OK)
        status =
            connection_evidence(&evidence, &schema, connection, question, err);
    if (status == T2SED_OK)
        status =
            t2sed_findings_read_n(&c->findings, evidence, sql,
                                  (size_t)sqlite3_value_bytes(c->sql), err);
    t2sed_question_free(question);
    return status;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *name,
                  int argc, sqlite3_value **argv)
{
    cursor *c = (cursor *)base;
    t2sed_error err;
    (void)number;
    (void)name;
    empty(c);
    if (argc != 2 || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return SQLITE_OK;
    c->question = sqlite3_value_dup(argv[0]);
    c->sql = sqlite3_value_dup(argv[1]);
    if (!c->question || !c->sql || !sqlite3_value_text(c->sql))
        return SQLITE_NOMEM;
    if (find(c, ((table *)base->pVtab)->connection, &err) == T2SED_OK)
        return SQLITE_OK;
    if (err.code == T2SED_ENOMEM)
        return SQLITE_NOMEM;
    sqlite3_free(base->pVtab->zErrMsg);
    base->pVtab->zErrMsg = sqlite3_mprintf("t2sed_findings: %s", err.text);
    return SQLITE_ERROR;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((cursor *)base)->row++;
    return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *base)
{
    const cursor *c = (const cursor *)base;
    return c->row >= t2sed_findings_count(c->findings);
}

static void give_text(sqlite3_context *context, const char *text)
{
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void give_place(sqlite3_context *context, ptrdiff_t place)
{
    if (place >= 0)
        sqlite3_result_int64(context, place);
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int i)
{
    const cursor *c = (const cursor *)base;
    const t2sed_findings *list = c->findings;
    switch (i) {
    case CODE:
        give_text(context,
                  t2sed_finding_code_name(t2sed_findings_code(list, c->row)));
        break;
    case SEVERITY:
        give_text(context,
                  t2sed_severity_name(t2sed_findings_severity(list, c->row)));
        break;
    case MESSAGE:
        give_text(context, t2sed_findings_message(list, c->row));
        break;
    case SQL_BEGIN:
        give_place(context, t2sed_findings_sql_begin(list, c->row));
        break;
    case SQL_END:
        give_place(context, t2sed_findings_sql_end(list, c->row));
        break;
    case QUESTION_BEGIN:
        give_place(context, t2sed_findings_question_begin(list, c->row));
        break;
    case QUESTION_END:
        give_place(context, t2sed_findings_question_end(list, c->row));
        break;
    case SUGGESTION:
        give_text(context, t2sed_findings_suggestion(list, c->row));
        break;
    case QUESTION:
        sqlite3_result_value(context, c->question);
        break;
    default:
        sqlite3_result_value(context, c->sql);
    }
    return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)((cursor *)base)->row + 1;
    return SQLITE_OK;
}

/* Without xCreate it is there without CREATE VIRTUAL TABLE, and only so. */
static const sqlite3_module module = {
    .xConnect = connect,
    .xBestIndex = best_index,
    .xDisconnect = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = eof,
    .xColumn = column,
    .xRowid = row_id,
};

int findings_register(sqlite3 *db, t2sed_connection *connection)
{
    return sqlite3_create_module_v2(db, "t2sed_findings", &module,
                                    connection_retain(connection),
                                    connection_release);
}
