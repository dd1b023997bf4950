/* The object that is a database: where its rows come from, and what callbacks
 * of a host may do wrong. */
#include "t2s_test.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "database/database.h"
#include "interrupt_test.h"
#include "sql/sql.h"
#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/parts/values.h"

static char directory[] = "/tmp/t2sed-database-XXXXXX";
static char path[256];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    t2s_test_run_sql(path, "CREATE TABLE item (id INTEGER PRIMARY KEY, name);"
                           "INSERT INTO item VALUES (1, 'nail'), (2, 'saw')");
}

static void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

/* Rows as text, values parted by commas. */
typedef struct listing {
    char text[2000];
    size_t rows;
} listing;

static t2s_run list_row(void *context, const t2s_rows *row, t2sed_error *err)
{
    listing *out = context;
    (void)err;
    for (int i = 0; i < t2s_rows_columns(row); i++) {
        size_t n = 0, used = strlen(out->text);
        const char *text = t2s_rows_text(row, i, &n);
        snprintf(out->text + used, sizeof out->text - used, "%s%.*s",
                 i ? "," : "", text ? (int)n : 0, text ? text : "");
    }
    if (strlen(out->text) + 1 < sizeof out->text)
        strcat(out->text, ";");
    out->rows++;
    return T2S_RUN_ROW;
}

static t2s_ended ask_within(t2sed_database *database, const char *sql, int ms,
                            listing *out, t2sed_error *err)
{
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .milliseconds = ms,
                           .value_bytes = 1000};
    t2s_ended ended;
    memset(out, 0, sizeof *out);
    ck_assert_int_eq(
        t2s_database_run(&ended, database, &query, list_row, out, err),
        T2SED_OK);
    return ended;
}

static t2s_ended ask(t2sed_database *database, const char *sql, listing *out)
{
    t2sed_error err;
    return ask_within(database, sql, 2000, out, &err);
}

START_TEST(files)
{
    t2sed_database *database = NULL;
    listing out;
    size_t before = 0, after = 0;
    ck_assert_int_eq(t2sed_database_open(&database, path, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_database_has_rows(database), 1);
    ck_assert_uint_eq(t2sed_schema_table_count(t2sed_database_schema(database)),
                      1);
    ck_assert_int_eq(ask(database, "SELECT * FROM item", &out).how,
                     T2S_RUN_DONE);
    ck_assert_str_eq(out.text, "1,nail;2,saw;");
    ck_assert_int_eq(t2s_database_look(&before, database, NULL), T2SED_OK);
    t2s_test_run_sql(path, "INSERT INTO item VALUES (3, 'axe')");
    ck_assert_int_eq(t2s_database_look(&after, database, NULL), T2SED_OK);
    ck_assert(before != after);
    ck_assert_int_eq(ask(database, "SELECT count(*) FROM item", &out).how,
                     T2S_RUN_DONE);
    ck_assert_str_eq(out.text, "3;");
    ck_assert_int_eq(ask(database, "SELECT x FROM item", &out).how,
                     T2S_RUN_REFUSED);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(ask(database, "SELECT 1", &out).how, T2S_RUN_DATABASE);
    t2sed_database_free(database);
    ck_assert_int_eq(t2sed_database_open(&database, path, NULL, NULL),
                     T2SED_ENOTFOUND);
}
END_TEST

START_TEST(a_copy_of_memory)
{
    t2sed_database *database = NULL;
    sqlite3 *host = t2s_test_open_database(":memory:");
    listing out;
    t2s_test_execute(host, "CREATE TABLE pet (name);"
                           "INSERT INTO pet VALUES ('Rex')");
    ck_assert_int_eq(t2sed_database_new_sqlite(&database, host, NULL, NULL),
                     T2SED_OK);
    t2s_test_execute(host, "DELETE FROM pet");
    sqlite3_close(host);
    ck_assert_int_eq(ask(database, "SELECT * FROM pet", &out).how,
                     T2S_RUN_DONE);
    ck_assert_str_eq(out.text, "Rex;");
    ck_assert_int_eq(ask(database, "DELETE FROM pet", &out).how,
                     T2S_RUN_REFUSED);
    ck_assert_int_eq(ask(database, "SELECT * FROM pet", &out).how,
                     T2S_RUN_DONE);
    t2sed_database_free(database);

    host = t2s_test_open_database(path);
    ck_assert_int_eq(t2sed_database_new_sqlite(&database, host, NULL, NULL),
                     T2SED_OK);
    sqlite3_close(host);
    ck_assert_int_eq(ask(database, "SELECT name FROM item", &out).how,
                     T2S_RUN_DONE);
    ck_assert_uint_eq(out.rows, 2);
    t2sed_database_free(database);
}
END_TEST

START_TEST(a_schema_alone)
{
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    t2sed_database_options options;
    listing out;
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&schema, "CREATE TABLE a (b)", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_ptr_eq(t2sed_database_schema(database), schema);
    ck_assert_int_eq(t2sed_database_has_rows(database), 0);
    ck_assert_int_eq(ask(database, "SELECT b FROM a", &out).how,
                     T2S_RUN_DATABASE);
    t2sed_database_free(database);
    t2sed_database_options_init(&options, sizeof options);
    options.schema = schema;
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_OK);
    ck_assert_ptr_eq(t2sed_database_schema(database), schema);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
}
END_TEST

/* 0 is the default of every option. */
START_TEST(options_of_zeros)
{
    t2sed_database_options zeros = {.struct_size = sizeof zeros}, usual;
    t2sed_database *database;
    const t2sed_database_options *used;
    t2sed_database_options_init(&usual, sizeof usual);
    ck_assert_int_eq(t2sed_database_open(&database, path, &zeros, NULL),
                     T2SED_OK);
    used = t2s_database_options(database);
    ck_assert_mem_eq(used, &usual, sizeof usual);
    ck_assert(t2sed_database_has_rows(database));
    t2sed_database_free(database);
    zeros.max_milliseconds = -1;
    ck_assert_int_eq(t2sed_database_open(&database, path, &zeros, NULL),
                     T2SED_OK);
    ck_assert(!t2sed_database_has_rows(database));
    t2sed_database_free(database);
}
END_TEST

START_TEST(bad_options)
{
    t2sed_error err;
    t2sed_database *database = NULL;
    t2sed_database_options options;
    t2sed_database_callbacks callbacks;
    t2sed_database_options_init(&options, sizeof options);
    options.isolation = 7;
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_EINVAL);
    t2sed_database_options_init(&options, sizeof options);
    options.max_rows = -1;
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, &err),
                     T2SED_EINVAL);
    ck_assert_str_eq(err.text, "t2sed_database_options: max_rows is -1: "
                               "expected 1 to 2147483647, or 0 for the "
                               "default");
    t2sed_database_options_init(&options, sizeof options);
    options.max_value_bytes = 1000001;
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_EINVAL);
    t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
    ck_assert_int_eq(t2sed_database_new(&database, &callbacks, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(database);
}
END_TEST

/* --- callbacks --- */

/* A host that does one thing, right or wrong. */
typedef struct host {
    enum behaviour {
        HONEST,
        EMPTY,
        ODD_TYPE,
        NO_TEXT,
        ROW_LENGTHS,
        NO_VALUES,
        BAD_UTF8,
        LONG_TEXT,
        POLITE,
        ENDLESS,
        STUCK,
        FAILS_MIDWAY,
        REFUSES,
        ENDS_ALL,
        LIES,
        ASKS_ITSELF
    } what;
    t2sed_database *database;
    atomic_int cancelled;
    int freed, asked;
    char text[100];    /* of the last query */
    t2sed_status last; /* of t2sed_rows_add */
} host;

static t2sed_status describe(void *context, t2sed_schema **out,
                             t2sed_error *err)
{
    (void)context;
    return t2sed_schema_parse_ddl(out, "CREATE TABLE item (id INTEGER, name)",
                                  err);
}

static t2sed_status give(host *h, t2sed_rows *rows, int64_t number,
                         const char *text, size_t n)
{
    const t2sed_cell cells[2] = {
        {.type = T2SED_CELL_INTEGER, .integer = number},
        {.type = T2SED_CELL_TEXT, .text = text, .length = n}};
    h->last = t2sed_rows_add(rows, cells, 2);
    return h->last;
}

static t2sed_status run(void *context, const t2sed_query *query,
                        t2sed_rows *rows, t2sed_error *err)
{
    host *h = context;
    t2sed_cell cell = {.type = 77};
    struct timespec nap = {0, 1000000};
    listing out;
    h->asked++;
    snprintf(h->text, sizeof h->text, "%s", query->sql);
    ck_assert_uint_eq(query->length, strlen(query->sql));
    switch (h->what) {
    case HONEST:
        cell = (t2sed_cell){.type = T2SED_CELL_REAL, .real = 2};
        ck_assert_int_eq(t2sed_rows_add(rows, NULL, 0), T2SED_OK);
        ck_assert_int_eq(t2sed_rows_add(rows, NULL, 1), T2SED_OK);
        ck_assert_int_eq(t2sed_rows_add(rows, &cell, 1), T2SED_OK);
        cell = (t2sed_cell){.type = T2SED_CELL_NULL};
        return t2sed_rows_add(rows, &cell, 1);
    case EMPTY:
        return t2sed_rows_add(rows, NULL, 2);
    case ODD_TYPE:
        return t2sed_rows_add(rows, &cell, 1);
    case NO_TEXT:
        return give(h, rows, 1, NULL, 3);
    case ROW_LENGTHS:
        give(h, rows, 1, "a", 1);
        cell.type = T2SED_CELL_NULL;
        return t2sed_rows_add(rows, &cell, 1);
    case NO_VALUES:
        return t2sed_rows_add(rows, &cell, 0);
    case BAD_UTF8:
        return give(h, rows, 1, "\xFF\0z", 3);
    case LONG_TEXT: {
        static const char large[2000];
        return give(h, rows, 1, large, sizeof large);
    }
    case POLITE:
        while (give(h, rows, 1, "a", 1) == T2SED_OK)
            ;
        return h->last;
    case ENDLESS:
        /* Goes on long after it was told to end. */
        for (int refused = 0; refused < 1000;)
            refused += give(h, rows, 1, "x", 1) != T2SED_OK;
        return T2SED_OK;
    case STUCK:
        while (!h->cancelled)
            nanosleep(&nap, NULL);
        return T2SED_OK;
    case FAILS_MIDWAY:
        give(h, rows, 1, "a", 1);
        err->code = T2SED_EDATABASE;
        memset(err->text, 'x', sizeof err->text); /* not even ended */
        return T2SED_EDATABASE;
    case REFUSES:
        snprintf(err->text, sizeof err->text, "no such\ncolumn");
        err->offset = 7;
        return T2SED_ESYNTAX;
    case ENDS_ALL:
        return T2SED_ECANCELLED;
    case LIES:
        give(h, rows, 1, "a", 1);
        return 12345;
    case ASKS_ITSELF:
        memset(&out, 0, sizeof out);
        ck_assert_int_eq(ask(h->database, "SELECT 1", &out).how,
                         T2S_RUN_DATABASE);
        return T2SED_OK;
    }
    return T2SED_OK;
}

static void cancel(void *context)
{
    host *h = context;
    h->cancelled++;
}

static void end(void *context)
{
    host *h = context;
    h->freed++;
}

static t2sed_database *open_host_of(host *h, enum behaviour what,
                                    const char *dialect)
{
    t2sed_database_callbacks callbacks;
    t2sed_database *database = NULL;
    memset(h, 0, sizeof *h);
    h->what = what;
    t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
    callbacks.context = h;
    callbacks.describe = describe;
    callbacks.query = run;
    callbacks.cancel = cancel;
    callbacks.free = end;
    callbacks.dialect = dialect;
    ck_assert_int_eq(t2sed_database_new(&database, &callbacks, NULL, NULL),
                     T2SED_OK);
    h->database = database;
    return database;
}

static t2sed_database *open_host(host *h, enum behaviour what)
{
    return open_host_of(h, what, NULL);
}

START_TEST(an_honest_host)
{
    host h;
    t2sed_database *database = open_host(&h, HONEST);
    listing out;
    ck_assert_int_eq(t2sed_database_has_rows(database), 1);
    ck_assert_int_eq(ask(database, "SELECT id FROM item", &out).how,
                     T2S_RUN_DONE);
    ck_assert_str_eq(out.text, "2.0;;");
    ck_assert_int_eq(ask(database, "DROP TABLE item", &out).how,
                     T2S_RUN_REFUSED);
    ck_assert_int_eq(ask(database, "SELECT 1; SELECT 2", &out).how,
                     T2S_RUN_REFUSED);
    ck_assert_int_eq(h.asked, 1);
    ck_assert_int_eq(h.freed, 0);
    t2sed_database_free(database);
    ck_assert_int_eq(h.freed, 1);
}
END_TEST

START_TEST(queries_as_they_were_written)
{
    static const char written[] = "SELECT id::int FROM item";
    static const struct {
        const char *host;
        int dialect;
        bool same;
    } all[] = {{"postgresql", T2SED_DIALECT_POSTGRESQL, true},
               {"PostgreSQL", T2SED_DIALECT_POSTGRESQL, true},
               {"duckdb", T2SED_DIALECT_POSTGRESQL, false},
               {"sqlite", T2SED_DIALECT_POSTGRESQL, false},
               {"mysql", T2SED_DIALECT_POSTGRESQL, false},
               {NULL, T2SED_DIALECT_POSTGRESQL, false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        host h;
        t2sed_database *database = open_host_of(&h, HONEST, all[i].host);
        t2sed_sql_options options;
        t2sed_sql *sql = NULL;
        listing out;
        t2sed_sql_options_init(&options, sizeof options);
        options.dialect = all[i].dialect;
        ck_assert_int_eq(
            t2sed_sql_parse_as(&sql, written, strlen(written), &options, NULL),
            T2SED_OK);
        ck_assert_str_eq(t2s_sql_source(sql), written);
        ck_assert_int_eq(t2s_database_remember(database, sql, NULL), T2SED_OK);
        ask(database, t2sed_sql_text(sql), &out);
        ck_assert_str_eq(h.text, all[i].same ? written : t2sed_sql_text(sql));
        ask(database, "SELECT name FROM item", &out);
        ck_assert_str_eq(h.text, "SELECT name FROM item");
        t2s_database_forget(database, sql);
        ask(database, t2sed_sql_text(sql), &out);
        ck_assert_str_eq(h.text, t2sed_sql_text(sql));
        t2sed_sql_free(sql);
        t2sed_database_free(database);
    }
    ck_assert_int_eq(t2s_database_remember(NULL, NULL, NULL), T2SED_OK);
}
END_TEST

/* Asks a host for a query as a checker does that was given it in a dialect. */
static t2s_run ask_written(host *h, t2sed_database *database, int dialect,
                           const char *written)
{
    t2sed_sql_options options;
    t2sed_sql *sql = NULL;
    listing out;
    t2s_run how = T2S_RUN_REFUSED;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = dialect;
    h->asked = 0;
    if (t2sed_sql_parse_as(&sql, written, strlen(written), &options, NULL) !=
        T2SED_OK)
        return how;
    ck_assert_int_eq(t2s_database_remember(database, sql, NULL), T2SED_OK);
    how = ask(database, t2sed_sql_text(sql), &out).how;
    t2s_database_forget(database, sql);
    t2sed_sql_free(sql);
    return how;
}

/* Statements and clauses that the host's rules find in a query of its dialect,
 * though SQLite's find none, or a translation leaves them out. */
START_TEST(queries_that_would_do_more)
{
    static const struct {
        const char *host;
        int dialect;
        const char *sql;
    } all[] = {
        {"mysql", T2SED_DIALECT_MYSQL,
         "SELECT id FROM item FOR UPDATE INTO OUTFILE 'x'"},
        {"mysql", T2SED_DIALECT_MYSQL, "SELECT id FROM item FOR SHARE"},
        {"mysql", T2SED_DIALECT_MYSQL, "SELECT id FROM item FOR UPDATE"},
        {"mysql", T2SED_DIALECT_MYSQL,
         "SELECT id FROM item LOCK IN SHARE MODE"},
        {"mysql", T2SED_DIALECT_MYSQL,
         "SELECT 'x\\' AS p, ' INTO OUTFILE \"/tmp/x\" FROM item -- ' FROM "
         "item"},
        {"mysql", T2SED_DIALECT_MYSQL,
         "WITH a AS (SELECT 'x\\' AS p, ' AS y) DELETE FROM item -- ') SELECT "
         "1 "
         "FROM a"},
        {"mysql", T2SED_DIALECT_MYSQL, "SELECT sleep(5)"},
        {"postgresql", T2SED_DIALECT_POSTGRESQL, "SELECT nextval('s')"},
        {"postgresql", T2SED_DIALECT_POSTGRESQL,
         "WITH a AS (SELECT E'x\\', ' AS p), b AS (DELETE FROM item RETURNING "
         "1) SELECT 1 -- ')"},
        {"postgresql", T2SED_DIALECT_POSTGRESQL,
         "WITH a AS (SELECT $$ AS p, '$$), b AS (DELETE FROM item RETURNING 1) "
         "SELECT 1 -- ')"},
        {"postgresql", T2SED_DIALECT_POSTGRESQL,
         "SELECT id FROM item FOR UPDATE"},
        {"tsql", T2SED_DIALECT_TSQL, "SELECT id FROM item SHUTDOWN"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        host h;
        t2sed_database *database = open_host_of(&h, HONEST, all[i].host);
        const t2s_run how =
            ask_written(&h, database, all[i].dialect, all[i].sql);
        ck_assert_msg(h.asked == 0, "%s", all[i].sql);
        ck_assert(how == T2S_RUN_DATABASE || how == T2S_RUN_REFUSED);
        t2sed_database_free(database);
    }
    t2s_database_forget(NULL, NULL);
}
END_TEST

/* Another system may find statements where SQLite's rules find none; what is
 * handed over is spelled for it. */
START_TEST(texts_that_are_handed_over)
{
    static const struct {
        const char *host, *sql, *asked; /* NULL: none */
    } all[] = {
        {"postgresql", "SELECT 1 ; ", "SELECT 1"},
        {"postgresql", "SELECT ';'", "SELECT ';'"},
        {"postgresql", "SELECT 1 /*! x */", "SELECT 1"},
        {"postgresql", "SELECT 'a\\b'", "SELECT E'a\\\\b'"},
        {"mysql", "SELECT 1 /*! INTO OUTFILE 'x' */", NULL},
        {"mariadb", "SELECT 1 /*M!1 INTO OUTFILE 'x' */", NULL},
        {"mysql", "SELECT 1 --1 INTO OUTFILE 'x'", NULL},
        {"mysql", "SELECT 8 / 4 - 1 /* */ -- x", "SELECT 8 / 4 - 1"},
        {"mysql",
         "SELECT 'x\\' AS p, ' INTO OUTFILE \"/tmp/x\" FROM t -- ' FROM item",
         NULL},
        {"mysql",
         "WITH a AS (SELECT 'x\\' AS p, ' AS y) DELETE FROM t -- ') SELECT 1 "
         "FROM a",
         NULL},
        {"postgresql",
         "WITH a AS (SELECT E'x\\', ' AS p), b AS (DELETE FROM t RETURNING 1) "
         "SELECT 1 -- ') SELECT 1 FROM a",
         NULL},
        {NULL,
         "WITH a AS (SELECT 'x\\' AS p, ' AS y) DELETE FROM t -- ') SELECT 1 "
         "FROM a",
         NULL},
        {NULL, "SELECT /* /* */ 'x */, b AS (DELETE FROM t) SELECT 1 -- '",
         NULL},
        {NULL, "SELECT 1 --", "SELECT 1"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        host h;
        t2sed_database *database = open_host_of(&h, HONEST, all[i].host);
        listing out;
        const t2s_run how = ask(database, all[i].sql, &out).how;
        ck_assert_msg(h.asked == (all[i].asked != NULL), "%s", all[i].sql);
        ck_assert_str_eq(h.text, all[i].asked ? all[i].asked : "");
        if (all[i].asked)
            ck_assert_int_eq(how, T2S_RUN_DONE);
        else
            ck_assert(how == T2S_RUN_DATABASE || how == T2S_RUN_REFUSED);
        t2sed_database_free(database);
    }
}
END_TEST

/* Names of a hostile schema stay names. */
START_TEST(names_in_our_own_questions)
{
    static const struct {
        const char *host, *asked; /* NULL: none */
    } all[] = {{NULL, "SELECT s.\"a\\\"\"`b]\" FROM \"t;--\" AS s"},
               {"postgresql", "SELECT s.\"a\\\"\"`b]\" FROM \"t;--\" AS s"},
               {"mariadb", "SELECT s.`a\\\"``b]` FROM `t;--` AS s"},
               {"tsql", "SELECT s.[a\\\"`b]]] FROM [t;--] AS s"},
               {"bigquery", NULL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        host h = {.what = EMPTY};
        t2sed_database_callbacks callbacks;
        t2sed_database_options options;
        t2sed_schema *schema = NULL;
        t2sed_database *database = NULL;
        t2sed_values *values = NULL;
        ck_assert_int_eq(
            t2sed_schema_parse_ddl(
                &schema, "CREATE TABLE \"t;--\" (\"a\\\"\"`b]\" TEXT);", NULL),
            T2SED_OK);
        t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
        callbacks.context = &h;
        callbacks.query = run;
        callbacks.dialect = all[i].host;
        t2sed_database_options_init(&options, sizeof options);
        options.schema = schema;
        ck_assert_int_eq(
            t2sed_database_new(&database, &callbacks, &options, NULL),
            T2SED_OK);
        (void)t2sed_database_sample(&values, database, 0, NULL, NULL);
        ck_assert_str_eq(h.text, all[i].asked ? all[i].asked : "");
        t2sed_values_free(values);
        t2sed_database_free(database);
        t2sed_schema_free(schema);
    }
}
END_TEST

START_TEST(hosts_that_do_wrong)
{
    static const struct {
        enum behaviour what;
        int how;
        size_t rows;
    } all[] = {
        {EMPTY, T2S_RUN_DONE, 0},         {ODD_TYPE, T2S_RUN_DATABASE, 0},
        {NO_TEXT, T2S_RUN_DATABASE, 0},   {ROW_LENGTHS, T2S_RUN_DATABASE, 1},
        {NO_VALUES, T2S_RUN_DATABASE, 0}, {BAD_UTF8, T2S_RUN_DONE, 1},
        {LONG_TEXT, T2S_RUN_MEMORY, 0},   {FAILS_MIDWAY, T2S_RUN_DATABASE, 1},
        {REFUSES, T2S_RUN_REFUSED, 0},    {LIES, T2S_RUN_DATABASE, 1},
        {ASKS_ITSELF, T2S_RUN_DONE, 0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        host h;
        t2sed_database *database = open_host(&h, all[i].what);
        t2sed_error err = {.code = 0};
        listing out;
        t2s_ended ended =
            ask_within(database, "SELECT id FROM item", 2000, &out, &err);
        ck_assert_msg((int)ended.how == all[i].how, "%d: %d", all[i].what,
                      ended.how);
        ck_assert_uint_eq(out.rows, all[i].rows);
        if (all[i].what == REFUSES) {
            ck_assert_int_eq(ended.fault, 7);
            ck_assert_str_eq(err.text, "no such\\ncolumn");
        }
        t2sed_database_free(database);
    }
}
END_TEST

START_TEST(hosts_without_end)
{
    for (enum behaviour what = ENDLESS; what <= STUCK; what++) {
        host h;
        t2sed_database *database = open_host(&h, what);
        t2sed_error err;
        listing out;
        ck_assert_int_eq(
            ask_within(database, "SELECT id FROM item", 100, &out, &err).how,
            T2S_RUN_TIME);
        if (what == ENDLESS)
            ck_assert_int_eq(h.last, T2SED_ELIMIT);
        else
            ck_assert_int_ge(h.cancelled, 1);
        t2sed_database_free(database);
    }
}
END_TEST

START_TEST(a_host_that_ends_the_call)
{
    host h;
    t2sed_database *database = open_host(&h, ENDS_ALL);
    t2s_statement query = {
        .sql = "SELECT 1", .length = 8, .milliseconds = 1000};
    t2s_ended ended;
    listing out = {.rows = 0};
    ck_assert_int_eq(
        t2s_database_run(&ended, database, &query, list_row, &out, NULL),
        T2SED_ECANCELLED);
    t2sed_database_free(database);
}
END_TEST

/* Interrupted while the host hands over rows. */
START_TEST(an_interrupted_host)
{
    host h;
    t2sed_database *database = open_host(&h, POLITE);
    t2s_statement query = {
        .sql = "SELECT 1", .length = 8, .milliseconds = 60000};
    t2s_ended ended;
    listing out = {.rows = 0};
    t2s_test_handler handler = {0, 3, 0, 0};
    t2s_test_listen(&handler);
    ck_assert_int_eq(
        t2s_database_run(&ended, database, &query, list_row, &out, NULL),
        T2SED_EINTERRUPTED);
    t2s_test_listen(NULL);
    ck_assert_int_eq(ended.how, T2S_RUN_INTERRUPTED);
    t2sed_database_free(database);
}
END_TEST

/* --- threads --- */

static void *ask_often(void *payload)
{
    for (int i = 0; i < 50; i++) {
        listing out;
        ck_assert_int_eq(ask(payload, "SELECT id FROM item", &out).how,
                         T2S_RUN_DONE);
        ck_assert_uint_eq(out.rows, 2);
    }
    return NULL;
}

START_TEST(threads_share_it)
{
    host h;
    t2sed_database *all[2] = {NULL, open_host(&h, HONEST)};
    ck_assert_int_eq(t2sed_database_open(&all[0], path, NULL, NULL), T2SED_OK);
    for (int i = 0; i < 2; i++) {
        pthread_t threads[4];
        for (int k = 0; k < 4; k++)
            ck_assert_int_eq(
                pthread_create(&threads[k], NULL, ask_often, all[i]), 0);
        for (int k = 0; k < 4; k++)
            pthread_join(threads[k], NULL);
        t2sed_database_free(all[i]);
    }
}
END_TEST

/* --- allocations and interrupts --- */

static t2sed_status use_all(void *payload)
{
    t2sed_database *database = NULL;
    static const char sql[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "WHERE i < 500) SELECT i FROM n";
    t2s_statement query = {
        .sql = sql, .length = sizeof sql - 1, .milliseconds = 1000};
    t2s_ended ended = {.how = T2S_RUN_DONE};
    listing out = {.rows = 0};
    host h = {.what = EMPTY};
    t2sed_status status = T2SED_OK;
    if (payload) {
        status = t2sed_database_open(&database, path, NULL, NULL);
    } else {
        t2sed_database_callbacks callbacks;
        t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
        callbacks.context = &h;
        callbacks.describe = describe;
        callbacks.query = run;
        callbacks.dialect = "postgresql";
        status = t2sed_database_new(&database, &callbacks, NULL, NULL);
    }
    if (status == T2SED_OK)
        status =
            t2s_database_run(&ended, database, &query, list_row, &out, NULL);
    if (status == T2SED_OK && ended.how == T2S_RUN_MEMORY)
        status = T2SED_ENOMEM;
    t2sed_database_free(database);
    return status;
}

START_TEST(memory_runs_out)
{
    for (int i = 0; i < 2; i++)
        for (long n = 1;; n = t2s_test_next(n)) {
            t2s_test_heap heap = {.fail_at = n};
            t2sed_status status;
            t2s_test_use_heap(&heap);
            status = use_all(i ? path : NULL);
            t2s_test_use_heap(NULL);
            ck_assert_int_eq(heap.live, 0);
            if (heap.asked < n) {
                ck_assert_int_eq(status, T2SED_OK);
                break;
            }
            ck_assert_int_eq(status, T2SED_ENOMEM);
        }
}
END_TEST

START_TEST(interruption)
{
    t2s_test_every_interrupt(use_all, path, 3);
}
END_TEST

/* What may not be read says so, to a user who is not root. */
START_TEST(unreadable_file)
{
    char closed[] = "/tmp/t2sed-unreadable-XXXXXX";
    int file = mkstemp(closed), status;
    pid_t child;
    ck_assert_int_ge(file, 0);
    close(file);
    ck_assert_int_eq(chmod(closed, 0), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        t2sed_database *database = NULL;
        t2sed_error err = {0};
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        _exit(t2sed_database_open(&database, closed, NULL, &err) ==
                          T2SED_EDATABASE &&
                      strstr(err.text, strerror(EACCES))
                  ? 0
                  : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_int_eq(unlink(closed), 0);
}
END_TEST

int main(void)
{
    TCase *database = tcase_create("database");
    tcase_add_checked_fixture(database, set_up, tear_down);
    tcase_set_timeout(database, 120);
    tcase_add_test(database, files);
    tcase_add_test(database, unreadable_file);
    tcase_add_test(database, a_copy_of_memory);
    tcase_add_test(database, a_schema_alone);
    tcase_add_test(database, options_of_zeros);
    tcase_add_test(database, bad_options);
    tcase_add_test(database, an_honest_host);
    tcase_add_test(database, queries_as_they_were_written);
    tcase_add_test(database, queries_that_would_do_more);
    tcase_add_test(database, texts_that_are_handed_over);
    tcase_add_test(database, names_in_our_own_questions);
    tcase_add_test(database, hosts_that_do_wrong);
    tcase_add_test(database, hosts_without_end);
    tcase_add_test(database, a_host_that_ends_the_call);
    tcase_add_test(database, an_interrupted_host);
    tcase_add_test(database, threads_share_it);
    tcase_add_test(database, memory_runs_out);
    tcase_add_test(database, interruption);
    return t2s_test_run("database", &database, 1);
}
