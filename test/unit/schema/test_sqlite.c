/* Schemas and values from SQLite files and from CREATE statements. */
#include "database_test.h"
#include "t2s_test.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "schema/schema.h"
#include "t2sed.h"
#include "t2sed/parts/values.h"

static char directory[] = "/tmp/t2sed-schema-XXXXXX";
static char path[256];

static const char *in_directory(const char *name)
{
    static char other[256];
    snprintf(other, sizeof other, "%s/%s", directory, name);
    return other;
}

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
#if defined(_WIN32) /* names have no ? */
    snprintf(path, sizeof path, "%s/a b%%#.sqlite", directory);
#else
    snprintf(path, sizeof path, "%s/a b%%?#.sqlite", directory);
#endif
}

static void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

static const char music[] =
    "CREATE TABLE singer (Singer_ID INTEGER PRIMARY KEY, Name VARCHAR(20), "
    "\"Home Town\" TEXT, isMale BOOLEAN, born DATETIME, pic BLOB, any_thing);"
    "CREATE TABLE SongsSung (a INT, b INT, singer INT REFERENCES Singer, "
    "x INT, y INT, PRIMARY KEY (b, a), FOREIGN KEY (y, x) REFERENCES "
    "pair (q, p), FOREIGN KEY (x) REFERENCES gone(x));"
    "CREATE TABLE pair (p INT, q INT, g INT GENERATED ALWAYS AS (p + q), "
    "PRIMARY KEY (p, q)) WITHOUT ROWID;"
    "CREATE VIEW names AS SELECT name AS n FROM singer;"
    "CREATE VIEW broken AS SELECT x FROM gone;"
    "CREATE INDEX i ON singer (name);";

static t2sed_schema_table table_of(const t2sed_schema *s, size_t i)
{
    t2sed_schema_table table = {.struct_size = sizeof table};
    ck_assert_int_eq(t2sed_schema_table_get(s, i, &table, NULL), T2SED_OK);
    return table;
}

static t2sed_schema_column column_of(const t2sed_schema *s, size_t i)
{
    t2sed_schema_column column = {.struct_size = sizeof column};
    ck_assert_int_eq(t2sed_schema_column_get(s, i, &column, NULL), T2SED_OK);
    return column;
}

static void check_key(const t2sed_schema *s, size_t i, size_t from, size_t to,
                      int group)
{
    t2sed_schema_foreign_key key = {.struct_size = sizeof key};
    ck_assert_int_eq(t2sed_schema_foreign_key_get(s, i, &key, NULL), T2SED_OK);
    ck_assert(key.from == from && key.to == to && key.group == group);
}

/* Numbers past the end, and records of other sizes. */
static void check_records(const t2sed_schema *s)
{
    t2sed_schema_table table = {.struct_size = sizeof table};
    t2sed_schema_column column = {.struct_size = sizeof column};
    t2sed_schema_foreign_key key = {.struct_size = sizeof key};
    t2sed_error err;
    ck_assert_int_eq(t2sed_schema_table_get(s, 4, &table, &err), T2SED_EINVAL);
    ck_assert_str_eq(err.text, "schema: no table 4, there are 4");
    ck_assert_int_eq(t2sed_schema_column_get(s, 16, &column, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_foreign_key_get(s, 3, &key, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_table_get(NULL, 0, &table, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_schema_table_get(s, 0, NULL, NULL), T2SED_EINVAL);
    column.kind = 99;
    column.struct_size = offsetof(t2sed_schema_column, kind);
    ck_assert_int_eq(t2sed_schema_column_get(s, 8, &column, NULL), T2SED_OK);
    ck_assert(column.table == 1 && column.kind == 99);
    column.struct_size = 0;
    ck_assert_int_eq(t2sed_schema_column_get(s, 8, &column, NULL),
                     T2SED_EINVAL);
}

/* What `music` comes to. */
static void check_music(const t2sed_schema *s)
{
    static const int kinds[] = {T2SED_TYPE_NUMBER, T2SED_TYPE_TEXT,
                                T2SED_TYPE_TEXT,   T2SED_TYPE_BOOLEAN,
                                T2SED_TYPE_TIME,   T2SED_TYPE_OTHER,
                                T2SED_TYPE_OTHER};
    size_t matches;
    ck_assert_uint_eq(t2sed_schema_table_count(s), 4);
    ck_assert_str_eq(t2sed_schema_table_name(s, 1), "SongsSung");
    ck_assert_str_eq(table_of(s, 1).name, "SongsSung");
    ck_assert_str_eq(table_of(s, 1).readable, "songs sung");
    ck_assert_str_eq(t2sed_schema_table_name(s, 3), "names");
    ck_assert_int_eq(table_of(s, 3).is_view, 1);
    ck_assert_int_eq(table_of(s, 0).is_view, 0);
    ck_assert_uint_eq(table_of(s, 1).first_column, 7);
    ck_assert_uint_eq(table_of(s, 1).column_count, 5);
    ck_assert_uint_eq(t2sed_schema_column_count(s), 16);
    ck_assert_str_eq(t2sed_schema_column_name(s, 2), "Home Town");
    ck_assert_str_eq(column_of(s, 2).name, "Home Town");
    ck_assert_str_eq(column_of(s, 3).readable, "is male");
    ck_assert_str_eq(column_of(s, 1).type, "VARCHAR(20)");
    ck_assert_str_eq(column_of(s, 6).type, "");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        ck_assert_int_eq(column_of(s, i).kind, kinds[i]);
    ck_assert_int_eq(column_of(s, 0).primary, 1);
    ck_assert_int_eq(column_of(s, 7).primary, 2);
    ck_assert_int_eq(column_of(s, 8).primary, 1);
    ck_assert_uint_eq(t2sed_schema_column_table(s, 8), 1);
    ck_assert_uint_eq(t2sed_schema_foreign_key_count(s), 3);
    check_key(s, 0, 9, 0, 0);
    check_key(s, 1, 11, 13, 1);
    check_key(s, 2, 10, 12, 1);
    ck_assert_int_eq(t2s_schema_find_table(s, "SINGER", 6), 0);
    ck_assert_int_eq(t2s_schema_find_table(s, "singers", 7), -1);
    ck_assert_int_eq(t2s_schema_find_column(s, -1, "X", 1, &matches), 10);
    ck_assert_uint_eq(matches, 1);
    ck_assert_int_eq(t2s_schema_find_column(s, 0, "x", 1, &matches), -1);
    ck_assert_uint_eq(matches, 0);
    ck_assert_int_eq(t2s_schema_find_column(s, 3, "N", 1, NULL), 15);
    ck_assert_int_eq(t2s_schema_find_column(s, 99, "N", 1, NULL), -1);
    ck_assert_ptr_null(t2sed_schema_table_name(s, 4));
    ck_assert_ptr_null(t2sed_schema_column_name(s, 16));
    ck_assert_uint_eq(t2sed_schema_column_table(s, 16), T2SED_NONE);
    check_records(s);
}

START_TEST(reads_a_file)
{
    t2sed_schema *schema;
    t2sed_error err;
    t2s_test_run_sql(path, music);
    ck_assert_msg(t2s_test_schema_open(&schema, path, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_str_eq(t2sed_schema_name(schema), path);
    check_music(schema);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(reads_statements)
{
    t2sed_schema *schema;
    t2sed_error err;
    ck_assert_msg(t2sed_schema_parse_ddl(&schema, music, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_str_eq(t2sed_schema_name(schema), "");
    check_music(schema);
    t2sed_schema_free(schema);
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&schema,
                               "-- note\nCREATE TABLE a (b INTEGER PRIMARY "
                               "KEY AUTOINCREMENT, c DEFAULT (abs(-1)), "
                               "CHECK (c > 1)); ;",
                               &err),
        T2SED_OK);
    ck_assert_uint_eq(t2sed_schema_table_count(schema), 1);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(refuses_statements)
{
    static const struct {
        const char *text;
        t2sed_status status;
        ptrdiff_t offset;
    } cases[] = {
        {"", T2SED_EEMPTY, -1},
        {" ;; -- nothing", T2SED_EEMPTY, -1},
        {"CREATE TABLE a (b);\n SELECT 1", T2SED_EFORMAT, 21},
        {"CREATE TABLE a AS SELECT 1", T2SED_EFORMAT, 0},
        {"CREATE TABLE a (b); INSERT INTO a VALUES (1)", T2SED_EFORMAT, 20},
        {"DROP TABLE a", T2SED_EFORMAT, 0},
        {"CREATE TEMP TABLE a (b)", T2SED_EFORMAT, 0},
        {"CREATE VIRTUAL TABLE a USING fts5(b)", T2SED_EFORMAT, 0},
        {"CREATE TABLE a (b); CREATE TRIGGER t AFTER INSERT ON a BEGIN "
         "SELECT 1; END",
         T2SED_EFORMAT, 20},
        {"ATTACH '/tmp/x' AS y", T2SED_EFORMAT, 0},
        {"PRAGMA journal_mode = WAL", T2SED_EFORMAT, 0},
        {"VACUUM INTO '/tmp/x'", T2SED_EFORMAT, 0},
        {"CREATE TABLE a (b); CREATE TABLE A (c)", T2SED_EFORMAT, -2},
        {"CREATE TABLE a (b", T2SED_EFORMAT, -2},
        {"CREATE TABLE \xff (b)", T2SED_EUTF8, 13},
    };
    t2sed_schema *none = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_schema *schema = NULL;
        t2sed_error err;
        ck_assert_msg(t2sed_schema_parse_ddl(&schema, cases[i].text, &err) ==
                          cases[i].status,
                      "case %zu: %s", i, err.text);
        if (cases[i].offset != -2)
            ck_assert_msg(err.offset == cases[i].offset, "case %zu: %td", i,
                          err.offset);
        ck_assert_ptr_null(schema);
    }
    ck_assert_int_eq(t2sed_schema_parse_ddl_n(&none, "x\0", 2, NULL),
                     T2SED_EFORMAT);
}
END_TEST

static void expect_failure(const char *name, t2sed_status status,
                           const char *says)
{
    t2sed_schema *schema = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2s_test_schema_open(&schema, name, &err), status);
    ck_assert_msg(strstr(err.text, says) && strstr(err.text, name), "%s",
                  err.text);
    ck_assert_ptr_null(schema);
}

static void write_file(const char *name, const char *bytes, size_t n)
{
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

START_TEST(refuses_files)
{
    static const char text[] = "This is a text, and no database at all.";
    char page[4096] = "SQLite format 3";
    sqlite3 *db;
    t2sed_schema *schema;
    expect_failure(in_directory("gone.sqlite"), T2SED_ENOTFOUND, "no such");
    expect_failure(directory, T2SED_EDATABASE, "a directory");
    write_file(path, text, sizeof text);
    expect_failure(path, T2SED_EDATABASE, "not a SQLite database");
    memset(page + 16, 0x55, sizeof page - 16);
    write_file(path, page, sizeof page);
    expect_failure(path, T2SED_EDATABASE, path);
#if !defined(_WIN32) /* whose pipes have no place in a directory */
    ck_assert_int_eq(mkfifo(in_directory("fifo"), 0600), 0);
    expect_failure(in_directory("fifo"), T2SED_EDATABASE, "plain file");
#endif
    write_file(path, "", 0); /* an empty file is an empty database */
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_uint_eq(t2sed_schema_table_count(schema), 0);
    t2sed_schema_free(schema);
    t2s_test_run_sql(path, "CREATE TABLE a (b)");
    db = t2s_test_open_database(path);
    t2s_test_execute(db, "BEGIN EXCLUSIVE");
    expect_failure(path, T2SED_EDATABASE, "locked");
    sqlite3_close(db);
}
END_TEST

/* A database whose tables are broken in every byte, one at a time: an error
 * or a schema, and nothing worse. */
START_TEST(survives_corruption)
{
    static char bytes[64 * 1024];
    size_t n;
    FILE *file;
    t2s_test_run_sql(
        path, "PRAGMA page_size=512; CREATE TABLE a (b INT REFERENCES c, "
              "d); CREATE TABLE c (e PRIMARY KEY); CREATE VIEW f AS "
              "SELECT * FROM a, c; INSERT INTO a VALUES (1, 'x')");
    file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i < n && i < 1536; i += 7) {
        t2sed_database *database = NULL;
        t2sed_values *values = NULL;
        t2sed_status status;
        char kept = bytes[i];
        bytes[i] = (char)(kept ^ (1 << (i % 8)));
        write_file(path, bytes, n);
        bytes[i] = kept;
        status = t2sed_database_open(&database, path, NULL, NULL);
        ck_assert(status == T2SED_OK || status == T2SED_EDATABASE);
        if (status == T2SED_OK &&
            t2sed_schema_column_count(t2sed_database_schema(database)) &&
            t2sed_database_sample(&values, database, 0, NULL, NULL) == T2SED_OK)
            t2sed_values_free(values);
        t2sed_database_free(database);
    }
}
END_TEST

static void expect_files(const char *suffix, bool there)
{
    char name[300];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    ck_assert_msg((access(name, F_OK) == 0) == there, "%s", name);
}

/* A database in WAL mode, at rest, is read without leaving files beside it;
 * one that is in use is read as it is now. */
START_TEST(writes_nothing)
{
    t2sed_schema *schema;
    t2sed_error err;
    struct stat before, after;
    sqlite3 *db;
    t2s_test_run_sql(path, "PRAGMA journal_mode=WAL; CREATE TABLE a (b)");
    ck_assert_int_eq(stat(path, &before), 0);
    ck_assert_msg(t2s_test_schema_open(&schema, path, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_uint_eq(t2sed_schema_table_count(schema), 1);
    t2sed_schema_free(schema);
    expect_files("-wal", false);
    expect_files("-shm", false);
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert(before.st_mtime == after.st_mtime &&
              before.st_size == after.st_size);
    db = t2s_test_open_database(path);
    t2s_test_execute(db, "CREATE TABLE c (d)");
    expect_files("-wal", true);
    ck_assert_msg(t2s_test_schema_open(&schema, path, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_uint_eq(t2sed_schema_table_count(schema), 2);
    t2sed_schema_free(schema);
    expect_files("-wal", true);
    sqlite3_close(db);
}
END_TEST

START_TEST(leaves_out_hostile_views)
{
    t2sed_schema *schema;
    t2sed_values *values;
    t2sed_error err;
    sqlite3 *db = t2s_test_open_database(path);
    t2s_test_execute(db, "CREATE TABLE v0 (x); INSERT INTO v0 VALUES (1)");
    for (int i = 1; i <= 60; i++) {
        char sql[200];
        snprintf(sql, sizeof sql,
                 "CREATE VIEW v%d AS SELECT 1 AS x FROM v%d, \"V%d\" AS b", i,
                 i - 1, i - 1);
        t2s_test_execute(db, sql);
    }
    t2s_test_execute(
        db, "CREATE VIEW w AS WITH a AS (SELECT 1 AS x), b(x) AS (SELECT "
            "1 FROM a, a), c AS NOT MATERIALIZED (SELECT 1 FROM b, b), d "
            "AS (SELECT 1 FROM c, c, c, c, c, c, c, c), e AS (SELECT 1 "
            "FROM d, d, d, d, d, d, d, d), f AS (SELECT 1 FROM e, e, e, "
            "e, e, e, e), g AS (SELECT 1 FROM f, f, f, f) SELECT x FROM "
            "g, g, g, g");
    t2s_test_execute(
        db, "CREATE VIEW fine AS WITH a AS (SELECT 1 AS x) SELECT a.x, "
            "a.x AS y FROM a");
    t2s_test_execute(
        db, "CREATE VIEW endless AS WITH RECURSIVE a(x) AS (SELECT 1 UNION "
            "ALL SELECT x + 1 FROM a) SELECT x % 3 AS x FROM a");
    t2s_test_execute(
        db, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = "
            "'CREATE VIEW v59 AS SELECT * FROM v59' WHERE name = 'v59'");
    sqlite3_close(db);
    ck_assert_msg(t2s_test_schema_open(&schema, path, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_int_ge(t2s_schema_find_table(schema, "v5", 2), 0);
    ck_assert_int_eq(t2s_schema_find_table(schema, "v40", 3), -1);
    ck_assert_int_eq(t2s_schema_find_table(schema, "w", 1), -1);
    ck_assert_int_ge(t2s_schema_find_table(schema, "fine", 4), 0);
    { /* time ends an endless view */
        t2sed_sample_options options;
        int32_t table = t2s_schema_find_table(schema, "endless", 7);
        int32_t column = t2s_schema_find_column(schema, table, "x", 1, NULL);
        t2sed_sample_options_init(&options, sizeof options);
        options.max_milliseconds = 50;
        ck_assert_int_ge(column, 0);
        ck_assert_int_eq(t2sed_database_sample(&values,
                                               t2s_test_database(path, schema),
                                               (size_t)column, &options, &err),
                         T2SED_OK);
        ck_assert_uint_le(t2sed_values_count(values), 3);
        t2sed_values_free(values);
    }
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(leaves_out_shadow_tables)
{
    t2sed_schema *schema;
    sqlite3 *db = t2s_test_open_database(path);
    if (sqlite3_exec(db, "CREATE VIRTUAL TABLE t USING fts5(a, b)", NULL, NULL,
                     NULL) == SQLITE_OK) {
        t2s_test_execute(db, "CREATE TABLE t_other (c)");
        ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
        ck_assert_uint_eq(t2sed_schema_table_count(schema), 2);
        ck_assert_str_eq(t2sed_schema_table_name(schema, 0), "t");
        ck_assert_uint_eq(t2sed_schema_column_count(schema), 3);
        t2sed_schema_free(schema);
    }
    sqlite3_close(db);
}
END_TEST

START_TEST(samples_values)
{
    static const char *const expected[] = {"b", "a",  "1", "x\xEF\xBF\xBDy",
                                           "1", "2.5"};
    t2sed_schema *schema;
    t2sed_values *values = NULL;
    t2sed_sample_options options;
    t2sed_database *database;
    t2sed_error err;
    size_t n;
    t2s_test_run_sql(
        path, "CREATE TABLE \"a \"\"b\" (\"c \"\"d\");"
              "INSERT INTO \"a \"\"b\" VALUES ('b'), (NULL), ('a'), ('b'), "
              "('1'), (CAST(x'78FF79' AS TEXT)), (x'00'), (1), (2.5), "
              "(hex(zeroblob(200)))");
    t2sed_sample_options_init(&options, sizeof options);
    options.max_milliseconds = 60000; /* the default may pass under valgrind */
    database = t2s_test_database(path, NULL);
    ck_assert_msg(t2sed_database_sample(&values, database, 0, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(t2sed_values_count(values), 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_str_eq(t2sed_values_text(values, i, &n), expected[i]);
        ck_assert_uint_eq(n, strlen(expected[i]));
        ck_assert_int_eq(t2sed_values_is_number(values, i), i >= 4);
    }
    ck_assert_ptr_null(t2sed_values_text(values, 6, NULL));
    t2sed_values_free(values);
    options.max_values = 2;
    ck_assert_int_eq(
        t2sed_database_sample(&values, database, 0, &options, &err), T2SED_OK);
    ck_assert_uint_eq(t2sed_values_count(values), 2);
    t2sed_values_free(values);
    options.max_values = 100;
    options.max_bytes = 3;
    ck_assert_int_eq(
        t2sed_database_sample(&values, database, 0, &options, &err), T2SED_OK);
    ck_assert_uint_eq(t2sed_values_count(values), 3);
    t2sed_values_free(values);
    options.struct_size = 4;
    values = NULL;
    ck_assert_int_eq(
        t2sed_database_sample(&values, database, 0, &options, &err),
        T2SED_EINVAL);
    ck_assert_int_eq(t2sed_database_sample(&values, database, 1, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&schema, "CREATE TABLE z (y)", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_database_sample(&values,
                                           t2s_test_database(NULL, schema), 0,
                                           NULL, &err),
                     T2SED_EDATABASE);
    ck_assert_int_eq(t2sed_database_sample(&values,
                                           t2s_test_database(path, schema), 0,
                                           NULL, &err),
                     T2SED_EDATABASE);
    ck_assert_ptr_nonnull(strstr(err.text, "no such table"));
    ck_assert_ptr_null(values);
    t2sed_schema_free(schema);
}
END_TEST

static t2sed_status open_and_sample(void *payload)
{
    t2sed_schema *schema;
    t2sed_database *database;
    t2sed_values *values;
    t2sed_status status = t2sed_database_open(&database, payload, NULL, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_database_sample(&values, database, 1, NULL, NULL);
    if (status == T2SED_OK)
        t2sed_values_free(values);
    t2sed_database_free(database);
    if (status == T2SED_OK)
        status = t2sed_schema_parse_ddl(
            &schema, "CREATE TABLE a (b); CREATE VIEW c AS SELECT b FROM a",
            NULL);
    if (status == T2SED_OK)
        t2sed_schema_free(schema);
    return status;
}

START_TEST(without_memory)
{
    t2s_test_run_sql(path, music);
    t2s_test_run_sql(path, "INSERT INTO singer (name) VALUES ('a'), ('b')");
    t2s_test_every_allocation(open_and_sample, path);
}
END_TEST

int main(void)
{
    TCase *sqlite = tcase_create("sqlite");
    tcase_add_checked_fixture(sqlite, set_up, tear_down);
    tcase_add_test(sqlite, reads_a_file);
    tcase_add_test(sqlite, reads_statements);
    tcase_add_test(sqlite, refuses_statements);
    tcase_add_test(sqlite, refuses_files);
    tcase_add_test(sqlite, survives_corruption);
    tcase_add_test(sqlite, writes_nothing);
    tcase_add_test(sqlite, leaves_out_hostile_views);
    tcase_add_test(sqlite, leaves_out_shadow_tables);
    tcase_add_test(sqlite, samples_values);
    tcase_add_test(sqlite, without_memory);
    tcase_set_timeout(sqlite, 60);
    return t2s_test_run("sqlite", &sqlite, 1);
}
