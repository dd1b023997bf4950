/*
 * What a host does to SQLite in its process: its own functions and virtual
 * tables on every connection, which are none that a query may call; memory that
 * is not counted.
 */
#include "sandbox_test.h"

#include "database_test.h"
#include <pthread.h>

#include "base/memory.h"
#include "t2sed.h"

static int calls; /* of the host's code by SQL */

static void called(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    calls++;
    sqlite3_result_text(context, "of the host", -1, SQLITE_STATIC);
}

static void step(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)context;
    (void)count;
    (void)values;
    calls++;
}

static void end(sqlite3_context *context)
{
    called(context, 0, NULL);
}

static int connect_table(sqlite3 *db, void *payload, int count,
                         const char *const *arguments, sqlite3_vtab **out,
                         char **message)
{
    (void)db;
    (void)payload;
    (void)count;
    (void)arguments;
    (void)out;
    (void)message;
    calls++;
    return SQLITE_ERROR;
}

static const struct {
    const char *name;
    int arguments, encoding;
} functions[] = {
    {"host_write", 0, SQLITE_UTF8},    {"host_any", -1, SQLITE_UTF16LE},
    {"lower", 1, SQLITE_UTF8},         {"printf", -1, SQLITE_UTF8},
    {"replace", 3, SQLITE_UTF8},       {"like", 2, SQLITE_UTF16BE},
    {"json_extract", -1, SQLITE_UTF8}, {"snippet", -1, SQLITE_UTF8},
    {"fts3_tokenizer", 1, SQLITE_UTF8}};

static int deny(void *payload, int action, const char *a, const char *b,
                const char *c, const char *d)
{
    (void)payload;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return action == SQLITE_PRAGMA ? SQLITE_DENY : SQLITE_OK;
}

static int extend(sqlite3 *db, const char **message, const void *api)
{
    static const sqlite3_module module = {.iVersion = 1,
                                          .xConnect = connect_table};
    int code = sqlite3_create_module(db, "host_table", &module, NULL);
    (void)message;
    (void)api;
    for (size_t i = 0;
         code == SQLITE_OK && i < sizeof functions / sizeof functions[0]; i++)
        code = sqlite3_create_function_v2(
            db, functions[i].name, functions[i].arguments,
            functions[i].encoding | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
            NULL, called, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function_v2(db, "sum", 1, SQLITE_UTF8, NULL, NULL,
                                          step, end, NULL);
    sqlite3_set_authorizer(db, deny, NULL);
    return code;
}

static char directory[] = "/tmp/t2sed-host-XXXXXX";
static char path[256];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    t2s_test_run_sql(path, "CREATE TABLE item (id)");
}

static void set_up_functions(void)
{
    set_up();
    ck_assert_int_eq(sqlite3_auto_extension((void (*)(void))extend), SQLITE_OK);
}

static void tear_down(void)
{
    char command[300];
    sqlite3_reset_auto_extension();
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

/* The text of the first value, in `out`, of a query that SQLite takes. */
static t2s_run ask(char *out, size_t size, t2s_sandbox *sandbox,
                   const char *sql)
{
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .milliseconds = 5000 * t2s_test_slowness()};
    t2s_rows *rows = NULL;
    t2sed_error err = {0};
    t2s_run how;
    size_t n;
    ck_assert_int_eq(t2s_rows_open(&how, &rows, sandbox, &query, &err),
                     T2SED_OK);
    if (how == T2S_RUN_ROW)
        how = t2s_rows_next(rows, &err);
    snprintf(out, size, "%s",
             how == T2S_RUN_ROW ? t2s_rows_text(rows, 0, &n) : err.text);
    t2s_rows_close(rows);
    return how;
}

#if !defined(_WIN32) /* where there are no workers */
/* The host has replaced functions of SQLite's, which a connection of the same
 * process can't have back: a worker reads the file. */
START_TEST(not_called)
{
    static const struct {
        const char *sql, *value; /* NULL: refused */
    } queries[] = {
        {"SELECT host_write()", NULL},
        {"SELECT host_any(1, 2)", NULL},
        {"SELECT host_write() OVER ()", NULL},
        {"SELECT * FROM host_table", NULL},
        {"SELECT * FROM host_table()", NULL},
        {"SELECT * FROM main.host_table", NULL},
        {"SELECT fts3_tokenizer('simple')", NULL},
        {"SELECT snippet(1)", NULL},
        {"SELECT lower('A')", "a"},
        {"SELECT printf('%d', 7)", "7"},
        {"SELECT replace('abc', 'b', 'x')", "axc"},
        {"SELECT 'ABC' LIKE 'abc'", "1"},
        {"SELECT json_extract('{\"a\": 5}', '$.a')", "5"},
        {"SELECT sum(x) FROM (SELECT 1 AS x UNION ALL SELECT 2)", "3"}};
    t2s_sandbox *sandbox;
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        char text[T2SED_ERROR_TEXT_SIZE];
        t2s_run how = ask(text, sizeof text, sandbox, queries[i].sql);
        if (queries[i].value)
            ck_assert_str_eq(text, queries[i].value);
        else
            ck_assert_msg(how == T2S_RUN_REFUSED, "%s: %d %s", queries[i].sql,
                          (int)how, text);
    }
    ck_assert_int_eq(calls, 0);
    t2s_sandbox_close(sandbox);
}
END_TEST
#endif

/* A copy in memory can't be read by a worker, and calls none of them. */
START_TEST(not_called_in_memory)
{
    static const char *const queries[] = {"SELECT lower('A')",
                                          "SELECT 'ABC' LIKE 'abc'",
                                          "SELECT sum(id) FROM item"};
    char text[T2SED_ERROR_TEXT_SIZE];
    t2s_sandbox *sandbox = sandbox_of("CREATE TABLE item (id)");
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        ck_assert_int_eq(ask(text, sizeof text, sandbox, queries[i]),
                         T2S_RUN_DATABASE);
        ck_assert_ptr_nonnull(strstr(text, "needs a worker"));
    }
    ck_assert_int_eq(ask(text, sizeof text, sandbox, "SELECT host_write()"),
                     T2S_RUN_REFUSED);
    ck_assert_int_eq(ask(text, sizeof text, sandbox, "SELECT upper('a')"),
                     T2S_RUN_ROW);
    ck_assert_str_eq(text, "A");
    ck_assert_int_eq(calls, 0);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* So without the worker's program. */
START_TEST(not_called_without_worker)
{
    char text[T2SED_ERROR_TEXT_SIZE];
    t2s_sandbox *sandbox;
    ck_assert_int_eq(setenv("T2SED_WORKER", "/nonexistent/worker", 1), 0);
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    ck_assert_int_eq(ask(text, sizeof text, sandbox, "SELECT lower('A')"),
                     T2S_RUN_DATABASE);
    ck_assert_int_eq(ask(text, sizeof text, sandbox, "SELECT upper('a')"),
                     T2S_RUN_ROW);
    ck_assert_int_eq(calls, 0);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* A table of the file may have the name of the host's virtual table. */
START_TEST(own_names)
{
    char text[T2SED_ERROR_TEXT_SIZE];
    t2s_sandbox *sandbox =
        sandbox_of("CREATE TABLE host_table (id); CREATE TABLE fsdir (id);"
                   "INSERT INTO host_table VALUES (7);"
                   "INSERT INTO fsdir VALUES (8)");
    ck_assert_int_eq(
        ask(text, sizeof text, sandbox, "SELECT id FROM host_table"),
        T2S_RUN_ROW);
    ck_assert_str_eq(text, "7");
    ck_assert_int_eq(ask(text, sizeof text, sandbox, "SELECT id FROM fsdir"),
                     T2S_RUN_ROW);
    ck_assert_str_eq(text, "8");
    ck_assert_int_eq(calls, 0);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* Full-text tables work, with their own functions. */
START_TEST(full_text)
{
    char text[T2SED_ERROR_TEXT_SIZE];
    t2s_sandbox *sandbox;
    if (!sqlite3_compileoption_used("ENABLE_FTS5"))
        return;
    sandbox = sandbox_of("CREATE VIRTUAL TABLE note USING fts5(x);"
                         "INSERT INTO note VALUES ('one two')");
    ck_assert_int_eq(ask(text, sizeof text, sandbox,
                         "SELECT snippet(note, 0, '<', '>', '', 5) FROM note "
                         "WHERE note MATCH 'two' ORDER BY bm25(note)"),
                     T2S_RUN_ROW);
    ck_assert_str_eq(text, "one <two>");
    ck_assert_int_eq(calls, 0);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* R-trees can be read; they, and the tables behind them, can't be written. */
START_TEST(r_tree)
{
    static const char *const refused[] = {
        "DELETE FROM box", "DELETE FROM box_node",
        "INSERT INTO box_rowid VALUES (1, 1)",
        "UPDATE box_parent SET nodeno = 1",
        "WITH a AS (SELECT 1) DELETE FROM box_node"};
    char text[T2SED_ERROR_TEXT_SIZE];
    t2s_sandbox *sandbox;
    if (!sqlite3_compileoption_used("ENABLE_RTREE"))
        return;
    t2s_test_run_sql(path, "CREATE VIRTUAL TABLE box USING rtree(id, a, b);"
                           "INSERT INTO box VALUES (1, 2, 3), (2, 5, 6)");
    ck_assert_int_eq(t2s_sandbox_open(&sandbox, path, T2S_ISOLATION_HERE, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        ask(text, sizeof text, sandbox, "SELECT id FROM box WHERE a > 4"),
        T2S_RUN_ROW);
    ck_assert_str_eq(text, "2");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        ck_assert_int_eq(ask(text, sizeof text, sandbox, refused[i]),
                         T2S_RUN_REFUSED);
    ck_assert_int_eq(
        ask(text, sizeof text, sandbox, "SELECT count(*) FROM box"),
        T2S_RUN_ROW);
    ck_assert_str_eq(text, "2");
    t2s_sandbox_close(sandbox);
}
END_TEST

/* The statements of a schema's text run in the process, too. */
START_TEST(not_called_by_ddl)
{
    static const char ddl[] =
        "CREATE TABLE item (id DEFAULT (host_write()));"
        "CREATE VIEW v AS SELECT lower(host_write()) FROM item;";
    t2sed_schema *schema = NULL;
    t2sed_error err = {0};
    ck_assert_msg(t2sed_schema_parse_ddl(&schema, ddl, &err) == T2SED_OK, "%s",
                  err.text);
    t2sed_schema_free(schema);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(
            t2sed_schema_parse_ddl(
                &schema,
                i ? "CREATE TABLE a (b); CREATE INDEX i ON a (lower('A'))"
                  : "CREATE TABLE a (b); CREATE INDEX i ON a (host_write())",
                &err),
            T2SED_EFORMAT);
    ck_assert_int_eq(calls, 0);
}
END_TEST

static t2sed_status body(void *payload)
{
    sqlite3 *db;
    t2s_sandbox *sandbox = NULL;
    t2sed_status status = t2s_connection_open_memory(&db, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2s_sandbox_wrap(&sandbox, db, "in memory", NULL);
    t2s_sandbox_close(sandbox);
    return status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(body, NULL);
}
END_TEST

/* --- memory --- */

static void stop_counting(void)
{
    sqlite3_shutdown();
    ck_assert_int_eq(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0), SQLITE_OK);
    ck_assert_int_eq(sqlite3_initialize(), SQLITE_OK);
}

#define LARGE                                                                  \
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "    \
    "20000) SELECT randomblob(10000) AS x FROM n ORDER BY x"

#if !defined(_WIN32) /* where there are no workers */
/* Without its count of memory SQLite holds no limit on it: a worker does. */
START_TEST(memory_uncounted)
{
    t2s_sandbox *sandbox;
    t2sed_error err = {0};
    stop_counting();
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    ck_assert_msg(run_in(sandbox, LARGE, 20000 * t2s_test_slowness(), &err) ==
                      T2S_RUN_MEMORY,
                  "%s", err.text);
    ck_assert_int_eq(
        run_in(sandbox, "SELECT 1", 5000 * t2s_test_slowness(), &err),
        T2S_RUN_DONE);
    t2s_sandbox_close(sandbox);
}
END_TEST
#endif

/* Where there is none, or none can be had, this is an error. */
START_TEST(memory_uncounted_without_worker)
{
    t2sed_database *database;
    t2sed_error err = {0};
    sqlite3 *db;
    stop_counting();
    ck_assert_int_eq(setenv("T2SED_WORKER", "/nonexistent/worker", 1), 0);
    ck_assert_int_eq(t2sed_database_open(&database, path, NULL, &err),
                     T2SED_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "SQLITE_CONFIG_MEMSTATUS"));
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
    ck_assert_int_eq(t2sed_database_new_sqlite(&database, db, NULL, &err),
                     T2SED_EUNSUPPORTED);
    sqlite3_close(db);
}
END_TEST

/* --- threads --- */

/* A query in which SQLite recurses. */
static char *repeat(const char *begin, const char *part, int times)
{
    t2s_string text = {0};
    t2s_string_append(&text, begin);
    for (int i = 0; i < times; i++)
        t2s_string_append(&text, part);
    return t2s_string_take(&text, NULL);
}

typedef struct small_thread {
    t2s_sandbox *sandbox; /* NULL: opens one itself */
    const char *query;
    t2s_run how;
    t2sed_error why;
} small_thread;

static void *run_query(void *payload)
{
    small_thread *t = payload;
    t2s_sandbox *own = NULL;
    if (!t->sandbox && t2s_sandbox_open(&own, path, T2SED_ISOLATION_NONE,
                                        &t->why) != T2SED_OK) {
        t->how = T2S_RUN_DATABASE;
        return NULL;
    }
    t->how = run_in(t->sandbox ? t->sandbox : own, t->query, 60000, &t->why);
    t2s_sandbox_close(own);
    return NULL;
}

static t2s_run run_with_stack(size_t kilobytes, t2s_sandbox *sandbox,
                              const char *query, t2sed_error *err)
{
    small_thread t = {.sandbox = sandbox, .query = query};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kilobytes << 10);
    ck_assert_int_eq(pthread_create(&thread, &attributes, run_query, &t), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    *err = t.why;
    return t.how;
}

/* SQLite recurses as deep as a query, and does not look at the stack. */
START_TEST(small_stacks)
{
    static const size_t stacks[] = {128, 192, 256, 384, 448, 512, 1024};
    char *view =
        repeat("CREATE VIEW arms AS SELECT 1 AS x", " EXCEPT SELECT 1", 498);
    char *table = repeat("CREATE TABLE deep (x, y AS (x", " + 1", 900);
    char *whole = repeat(table, "))", 1);
    char *queries[] = {repeat("SELECT 1", "+1", 990),
                       repeat("SELECT 1", " EXCEPT SELECT 1", 498),
                       repeat("SELECT 1", " UNION ALL SELECT 1", 498),
                       repeat("SELECT 1 WHERE 1", " AND 1", 990),
                       repeat("SELECT * FROM arms", "", 0),
                       repeat("SELECT max(y) FROM deep", "", 0)};
    t2s_sandbox *sandbox;
    t2sed_error err = {0};
    t2s_test_run_sql(path, view);
    t2s_test_run_sql(path, whole);
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    ck_assert_int_eq(run_in(sandbox, "SELECT * FROM arms", 60000, &err),
                     T2S_RUN_DONE);
    for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++)
        for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++)
            for (int own = 0; own < 2; own++) {
                t2s_run how = run_with_stack(stacks[i], own ? NULL : sandbox,
                                             queries[k], &err);
                if (stacks[i] >= 512)
                    ck_assert_msg(how == T2S_RUN_DONE, "%zu KB: %d %s",
                                  stacks[i], (int)how, err.text);
                else
                    ck_assert_int_ne(how, T2S_RUN_REFUSED);
                ck_assert_int_eq(run_with_stack(stacks[i], sandbox,
                                                "SELECT id FROM item", &err),
                                 T2S_RUN_DONE);
            }
    t2s_sandbox_close(sandbox);
    for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++)
        t2s_free(queries[k]);
    t2s_free(view);
    t2s_free(table);
    t2s_free(whole);
}
END_TEST

int main(void)
{
    TCase *calling = tcase_create("functions");
    TCase *memory = tcase_create("memory");
    TCase *threads = tcase_create("threads");
    TCase *tables = tcase_create("tables");
    tcase_add_checked_fixture(calling, set_up_functions, tear_down);
#if !defined(_WIN32)
    tcase_add_test(calling, not_called);
#endif
    tcase_add_test(calling, not_called_in_memory);
    tcase_add_test(calling, not_called_without_worker);
    tcase_add_test(calling, own_names);
    tcase_add_test(calling, full_text);
    tcase_add_test(calling, not_called_by_ddl);
    tcase_add_test(calling, every_allocation);
    tcase_add_checked_fixture(memory, set_up, tear_down);
#if !defined(_WIN32)
    tcase_add_test(memory, memory_uncounted);
#endif
    tcase_add_test(memory, memory_uncounted_without_worker);
    tcase_add_checked_fixture(threads, set_up, tear_down);
    tcase_add_test(threads, small_stacks);
    tcase_add_checked_fixture(tables, set_up, tear_down);
    tcase_add_test(tables, r_tree);
    /* Last, for without fork() the count of memory stays off. */
    return t2s_test_run("host_process",
                        (TCase *[]){calling, threads, tables, memory}, 4);
}
