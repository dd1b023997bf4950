/* findings.c - the table-valued function t2sed_findings(question, sql, turns,
 * knowledge). */
#include "t2sed_sqlite.h"

#include <string.h>

SQLITE_EXTENSION_INIT3

static const char declaration[] =
    "CREATE TABLE t2sed_findings(code TEXT, severity TEXT, message TEXT,"
    " sql_begin INT, sql_end INT, question_begin INT, question_end INT,"
    " suggestion TEXT, question HIDDEN, sql HIDDEN, turns HIDDEN,"
    " knowledge HIDDEN)";

enum column {
    CODE,
    SEVERITY,
    MESSAGE,
    SQL_BEGIN,
    SQL_END,
    QUESTION_BEGIN,
    QUESTION_END,
    SUGGESTION,
    QUESTION, /* the arguments, in their order */
    SQL,
    TURNS,
    KNOWLEDGE
};
#define ARGUMENTS 4

typedef struct table {
    sqlite3_vtab base;
    t2sed_connection *connection;
} table;

typedef struct cursor {
    sqlite3_vtab_cursor base;
    t2sed_findings *findings;
    sqlite3_value *arguments[ARGUMENTS]; /* NULL: not given */
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

/* Question and query are needed, as equalities with the hidden columns. The
 * index's number has a bit for each argument that is given. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    int given[ARGUMENTS] = {-1, -1, -1, -1}, next = 1;
    for (int i = 0; i < info->nConstraint; i++) {
        const int at = info->aConstraint[i].iColumn - QUESTION;
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ || at < 0 ||
            at >= ARGUMENTS)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        given[at] = i;
    }
    if (given[0] < 0 || given[SQL - QUESTION] < 0) {
        base->zErrMsg = sqlite3_mprintf(
            "t2sed_findings takes two arguments: a question (or NULL) and a "
            "query; the turns before the question and knowledge may follow");
        return SQLITE_ERROR;
    }
    for (int at = 0; at < ARGUMENTS; at++) {
        if (given[at] < 0)
            continue;
        info->aConstraintUsage[given[at]].argvIndex = next++;
        info->aConstraintUsage[given[at]].omit = 1;
        info->idxNum |= 1 << at;
    }
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
    for (int i = 0; i < ARGUMENTS; i++) {
        sqlite3_value_free(c->arguments[i]);
        c->arguments[i] = NULL;
    }
    c->findings = NULL;
    c->row = 0;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    empty((cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* What the findings are of: a question, and what goes with it. */
typedef struct subject {
    asked asked;
    t2sed_sketch *sketch; /* what its query should have, or NULL */
    const t2sed_schema *schema;
    t2sed_evidence *evidence;
} subject;

/* Tells the evidence of the turns before the question and of its sketch. */
static t2sed_status inform(subject *of, t2sed_connection *connection,
                           t2sed_error *err)
{
    t2sed_sketcher *sketcher = connection_sketcher(connection);
    t2sed_sketch_options options;
    t2sed_status status =
        t2sed_evidence_set_conversation(of->evidence, of->asked.earlier, err);
    t2sed_sketch_options_init(&options, sizeof options);
    options.conversation = of->asked.earlier;
    if (status == T2SED_OK && sketcher)
        status =
            t2sed_sketcher_predict(&of->sketch, sketcher, of->asked.question,
                                   of->schema, &options, err);
    return status == T2SED_OK
               ? t2sed_evidence_set_sketch(of->evidence, of->sketch, err)
               : status;
}

static t2sed_status find(cursor *c, t2sed_connection *connection,
                         t2sed_error *err)
{
    subject of = {{NULL, NULL}, NULL, NULL, NULL};
    sqlite3_value *query = c->arguments[SQL - QUESTION];
    const char *sql = (const char *)sqlite3_value_text(query);
    t2sed_status status =
        asked_read(&of.asked, c->arguments[0], c->arguments[TURNS - QUESTION],
                   c->arguments[KNOWLEDGE - QUESTION], err);
    if (status == T2SED_OK)
        status = connection_evidence(&of.evidence, &of.schema, connection,
                                     of.asked.question, err);
    if (status == T2SED_OK && of.asked.question)
        status = inform(&of, connection, err);
    if (status == T2SED_OK)
        status =
            t2sed_findings_parse_n(&c->findings, of.evidence, sql,
                                   (size_t)sqlite3_value_bytes(query), err);
    if (of.evidence) {
        t2sed_evidence_set_sketch(of.evidence, NULL, NULL);
        t2sed_evidence_set_conversation(of.evidence, NULL, NULL);
    }
    t2sed_sketch_free(of.sketch);
    asked_free(&of.asked);
    return status;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *name,
                  int argc, sqlite3_value **argv)
{
    cursor *c = (cursor *)base;
    t2sed_error err;
    sqlite3_value *query;
    (void)name;
    empty(c);
    for (int i = 0, from = 0; i < ARGUMENTS && from < argc; i++) {
        if (!(number & 1 << i))
            continue;
        c->arguments[i] = sqlite3_value_dup(argv[from++]);
        if (!c->arguments[i])
            return SQLITE_NOMEM;
    }
    query = c->arguments[SQL - QUESTION];
    if (!query || sqlite3_value_type(query) == SQLITE_NULL)
        return SQLITE_OK;
    if (!sqlite3_value_text(query))
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

static void give_place(sqlite3_context *context, size_t place)
{
    if (place != T2SED_NONE)
        sqlite3_result_int64(context, (sqlite3_int64)place);
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int i)
{
    const cursor *c = (const cursor *)base;
    t2sed_finding finding = T2SED_FINDING_INIT;
    if (t2sed_findings_get(c->findings, c->row, &finding, NULL) != T2SED_OK)
        return SQLITE_ERROR;
    switch (i) {
    case CODE:
        give_text(context, finding.name);
        break;
    case SEVERITY:
        give_text(context, t2sed_severity_name(finding.severity));
        break;
    case MESSAGE:
        give_text(context, finding.message);
        break;
    case SQL_BEGIN:
        give_place(context, finding.sql.begin);
        break;
    case SQL_END:
        give_place(context, finding.sql.end);
        break;
    case QUESTION_BEGIN:
        give_place(context, finding.question.begin);
        break;
    case QUESTION_END:
        give_place(context, finding.question.end);
        break;
    case SUGGESTION:
        give_text(context, finding.suggestion);
        break;
    default:
        if (c->arguments[i - QUESTION])
            sqlite3_result_value(context, c->arguments[i - QUESTION]);
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
