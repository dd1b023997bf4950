/* Reading a schema and sampling values while each call to the disk fails in
 * turn: an error or the same as ever, and the same again afterwards. */
#include "faulty_vfs.h"

#include <stdio.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed/database.h"
#include "t2sed/schema.h"
#include "t2sed/parts/values.h"

static const char tables[] =
    "PRAGMA page_size = 512;"
    "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, "
    "team INT REFERENCES team (id));"
    "CREATE VIEW names AS SELECT name FROM team;"
    "CREATE VIRTUAL TABLE notes USING fts4(body);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
    "WHERE i < 60) INSERT INTO team SELECT i, 'team number ' || i, "
    "'city ' || i % 7 FROM n;"
    "INSERT INTO player VALUES (1, 'Ann', 1), (2, 'Bob', 2);";

static char path[80];

static void set_up(const char *mode)
{
    char text[64];
    sqlite3 *db;
    snprintf(path, sizeof path, "/tmp/t2sed-disk-faults-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    db = t2s_test_open_database(path);
    snprintf(text, sizeof text, "PRAGMA journal_mode = %s", mode);
    t2s_test_execute(db, tables);
    t2s_test_execute(db, text);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static void tear_down(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[sizeof path + 8];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static void append_schema(t2s_string *out, const t2sed_schema *schema)
{
    t2sed_schema_table table = {.struct_size = sizeof table};
    t2sed_schema_column column = {.struct_size = sizeof column};
    t2sed_schema_foreign_key key = {.struct_size = sizeof key};
    for (size_t i = 0;
         t2sed_schema_table_get(schema, i, &table, NULL) == T2SED_OK; i++)
        t2s_string_append_format(out, "%s %d\n", table.name, table.is_view);
    for (size_t i = 0;
         t2sed_schema_column_get(schema, i, &column, NULL) == T2SED_OK; i++)
        t2s_string_append_format(out, "%s %s %d\n", column.name, column.type,
                                 column.primary);
    for (size_t i = 0;
         t2sed_schema_foreign_key_get(schema, i, &key, NULL) == T2SED_OK; i++)
        t2s_string_append_format(out, "%zu to %zu\n", key.from, key.to);
}

static void read_schema(t2s_faulty_run *run, void *payload)
{
    t2sed_schema *schema = NULL;
    t2sed_error err = {0};
    (void)payload;
    if (t2s_test_schema_open(&schema, path, &err) != T2SED_OK) {
        ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
        return;
    }
    append_schema(&run->answer, schema);
    t2sed_schema_free(schema);
}

START_TEST(reads_a_schema)
{
    set_up(_i ? "wal" : "delete");
    t2s_faulty_every_call(read_schema, NULL, NULL, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

static bool append_sample(t2s_string *out, size_t column)
{
    t2sed_database *database = NULL;
    t2sed_values *values = NULL;
    t2sed_error err = {0};
    if (t2sed_database_open(&database, path, NULL, &err) != T2SED_OK ||
        t2sed_database_sample(&values, database, column, NULL, &err) !=
            T2SED_OK) {
        ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
        t2sed_database_free(database);
        return false;
    }
    for (size_t i = 0; i < t2sed_values_count(values); i++)
        t2s_string_append_format(out, "%s|",
                                 t2sed_values_text(values, i, NULL));
    t2sed_values_free(values);
    t2sed_database_free(database);
    return true;
}

static void sample(t2s_faulty_run *run, void *payload)
{
    (void)payload;
    append_sample(&run->answer, 1);
    t2s_faulty_disarm();
    ck_assert(append_sample(&run->again, 1));
}

START_TEST(samples_values)
{
    set_up(_i ? "wal" : "delete");
    t2s_faulty_every_call(sample, NULL, NULL, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

int main(void)
{
    TCase *faults = tcase_create("faults");
    tcase_add_loop_test(faults, reads_a_schema, 0, 2);
    tcase_add_loop_test(faults, samples_values, 0, 2);
    return t2s_test_run("disk_faults", &faults, 1);
}
