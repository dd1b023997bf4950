/* connection.c - the model, and what is known of the connected database. */
#include "../shared/errors.h"
#include "t2sed_sqlite.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>

SQLITE_EXTENSION_INIT3

/* Values of the columns are read again no sooner than that after a change;
 * queries always run on the file as it is. */
#define MOST_AGE_SECONDS 2

/* What tells that the database is not what it was. */
typedef struct stamp {
    sqlite3_int64 schema, data, changes;
} stamp;

struct t2sed_connection {
    sqlite3 *db;
    int references;
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_sketcher *sketcher; /* NULL: there is none, or not yet */
    bool has_no_sketcher;
    t2sed_schema *schema; /* NULL where it has no table that can be read */
    /* Without rows, and with them; each without and with a question. */
    t2sed_database *databases[2];
    t2sed_evidence *evidence[2][2];
    stamp seen;
    struct timespec read_at;
    bool is_read;
};

t2sed_connection *connection_new(sqlite3 *db)
{
    t2sed_connection *c = sqlite3_malloc(sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    c->db = db;
    c->references = 1;
    return c;
}

t2sed_connection *connection_retain(t2sed_connection *c)
{
    c->references++;
    return c;
}

static void forget(t2sed_connection *c)
{
    for (int i = 0; i < 4; i++) {
        t2sed_evidence_free(c->evidence[i / 2][i % 2]);
        c->evidence[i / 2][i % 2] = NULL;
    }
    for (int i = 0; i < 2; i++) {
        t2sed_database_free(c->databases[i]);
        c->databases[i] = NULL;
    }
    t2sed_schema_free(c->schema);
    c->schema = NULL;
    c->is_read = false;
}

void connection_release(void *connection)
{
    t2sed_connection *c = connection;
    if (--c->references > 0)
        return;
    forget(c);
    t2sed_scorer_free(c->scorer);
    t2sed_model_free(c->model);
    t2sed_sketcher_free(c->sketcher);
    sqlite3_free(c);
}

t2sed_status connection_scorer(t2sed_scorer **out, t2sed_connection *c,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    /* NULL: $T2SED_MODEL, or the default model. */
    if (!c->model)
        status = t2sed_model_open(&c->model, NULL, NULL, err);
    if (status == T2SED_OK && !c->scorer)
        status = t2sed_scorer_new(&c->scorer, c->model, NULL, err);
    if (status == T2SED_OK)
        *out = c->scorer;
    return status;
}

t2sed_sketcher *connection_sketcher(t2sed_connection *c)
{
    t2sed_error err;
    if (!c->sketcher && !c->has_no_sketcher)
        c->has_no_sketcher =
            t2sed_sketcher_open(&c->sketcher, NULL, &err) != T2SED_OK;
    return c->sketcher;
}

/* ------------------------------------------------------------- the schema */

static sqlite3_int64 ask_number(sqlite3 *db, const char *query)
{
    sqlite3_stmt *rows = NULL;
    sqlite3_int64 number = -1;
    if (sqlite3_prepare_v2(db, query, -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_step(rows) == SQLITE_ROW)
        number = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    return number;
}

/* The statements that made the database's tables, and its views where asked
 * for. NULL, with *code, where they can't be read: an authorizer may say so. */
static char *read_statements(int *code, sqlite3 *db, bool with_views)
{
    static const char query[] =
        "SELECT sql FROM main.sqlite_master WHERE sql NOT LIKE 'CREATE VIRTUAL "
        "%' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND (type = 'table' OR "
        "type = 'view' AND ?) ORDER BY rowid";
    sqlite3_stmt *rows = NULL;
    sqlite3_str *text = sqlite3_str_new(db);
    *code = sqlite3_prepare_v2(db, query, -1, &rows, NULL);
    if (*code == SQLITE_OK)
        *code = sqlite3_bind_int(rows, 1, with_views);
    while (*code == SQLITE_OK || *code == SQLITE_ROW) {
        *code = sqlite3_step(rows);
        if (*code == SQLITE_ROW)
            sqlite3_str_appendf(text, "%s\n;\n",
                                (const char *)sqlite3_column_text(rows, 0));
    }
    sqlite3_finalize(rows);
    if (*code != SQLITE_DONE) {
        sqlite3_free(sqlite3_str_finish(text));
        return NULL;
    }
    *code = sqlite3_str_errcode(text);
    return sqlite3_str_finish(text);
}

/* Views may use what only the program has: without them, then. No table at all
 * is no schema. */
static t2sed_status read_schema(t2sed_connection *c, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int with_views = 1; with_views >= 0; with_views--) {
        int code = SQLITE_OK;
        char *text = read_statements(&code, c->db, with_views);
        if (code == SQLITE_NOMEM)
            return fill_error(err, T2SED_ENOMEM, "out of memory");
        if (code != SQLITE_OK && code != SQLITE_DONE)
            return fill_error(err, T2SED_EDATABASE, "%s",
                              sqlite3_errmsg(c->db));
        if (!text)
            return T2SED_OK;
        status = t2sed_schema_parse_ddl_n(&c->schema, text, strlen(text), err);
        sqlite3_free(text);
        if (status == T2SED_OK || status == T2SED_ENOMEM)
            return status;
    }
    return T2SED_OK;
}

/* ------------------------------------------------------------- the rows */

/* Whether libt2sed uses the SQLite that this connection is of. Two of them in
 * one process must not open one file: the locks of one end those of the other
 * (sqlite.org/howtocorrupt.html, 2.2.1). */
static bool is_same_sqlite(void)
{
    union {
        void *object;
        const char *(*function)(void);
    } theirs;
    theirs.object = dlsym(RTLD_DEFAULT, "sqlite3_libversion");
    return theirs.object && theirs.function == sqlite3_libversion;
}

/* The file that has the rows as the connection sees them, or NULL. */
static const char *path_of(const t2sed_connection *c)
{
    const char *path = sqlite3_db_filename(c->db, "main");
    if (!path || !*path || !is_same_sqlite() ||
        !sqlite3_get_autocommit(c->db) ||
        sqlite3_txn_state(c->db, "main") == SQLITE_TXN_WRITE)
        return NULL;
    return path;
}

static bool is_old(const t2sed_connection *c, const stamp *now)
{
    struct timespec time;
    if (!c->is_read || now->schema != c->seen.schema)
        return true;
    if (now->data == c->seen.data && now->changes == c->seen.changes)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec - c->read_at.tv_sec > MOST_AGE_SECONDS;
}

static t2sed_status refresh(t2sed_connection *c, t2sed_error *err)
{
    t2sed_status status;
    stamp now;
    now.schema = ask_number(c->db, "PRAGMA main.schema_version");
    now.data = ask_number(c->db, "PRAGMA main.data_version");
    now.changes = sqlite3_total_changes(c->db);
    if (!is_old(c, &now))
        return T2SED_OK;
    forget(c);
    status = read_schema(c, err);
    c->seen = now;
    c->is_read = status == T2SED_OK;
    clock_gettime(CLOCK_MONOTONIC, &c->read_at);
    return status;
}

/* Evidence on the rows of a file, or without them (path NULL). */
static t2sed_status open_evidence(t2sed_evidence **at, t2sed_connection *c,
                                  const char *path, t2sed_error *err)
{
    t2sed_database **database = &c->databases[path != NULL];
    t2sed_database_options options;
    t2sed_status status = T2SED_OK;
    t2sed_database_options_init(&options, sizeof options);
    options.schema = c->schema;
    if (!*database && path)
        status = t2sed_database_open(database, path, &options, err);
    else if (!*database)
        status = t2sed_database_new_schema(database, c->schema, NULL, err);
    if (status == T2SED_OK && !*at)
        status = t2sed_evidence_new(at, *database, err);
    return status;
}

t2sed_status connection_evidence(t2sed_evidence **out,
                                 const t2sed_schema **schema,
                                 t2sed_connection *c,
                                 const t2sed_question *question,
                                 t2sed_error *err)
{
    t2sed_status status = refresh(c, err);
    const char *path = path_of(c);
    t2sed_evidence **at = &c->evidence[path != NULL][question != NULL];
    if (status != T2SED_OK)
        return status;
    status = open_evidence(at, c, path, err);
    /* A file that is locked, or not there yet, has nothing to say. */
    if (status == T2SED_EDATABASE || status == T2SED_ENOTFOUND) {
        at = &c->evidence[0][question != NULL];
        status = open_evidence(at, c, NULL, err);
    }
    if (status == T2SED_OK && question)
        status = t2sed_evidence_set_question(*at, question, err);
    if (status != T2SED_OK)
        return status;
    *out = *at;
    if (schema)
        *schema = c->schema;
    return T2SED_OK;
}
