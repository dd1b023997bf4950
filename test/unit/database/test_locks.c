/*
 * The locks of a host that has the same database open: opening and reading it
 * must leave them alone. Another process, this program started again, tries
 * what the locks forbid.
 */
#include "database_test.h"
#include "t2s_test.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "database/runner.h"
#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"

static char directory[] = "/tmp/t2sed-locks-XXXXXX";
static char path[256], log_path[300], index_path[300];
static const char *program;

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    snprintf(index_path, sizeof index_path, "%s/index", directory);
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

/* What the other process does; its exit status is SQLite's code. */
static int other(const char *database, const char *sql)
{
    sqlite3 *db;
    int code = sqlite3_open(database, &db);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
    return code & 0xFF;
}

static int in_other_process(const char *sql)
{
    int status;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        execl(program, program, "--other", path, sql, (char *)NULL);
        _exit(127);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* All that opens the database's file. */
static void use_the_library(void)
{
    t2sed_database_options options;
    t2sed_database *database = NULL, *plain = NULL;
    t2sed_schema *schema = NULL, *own = NULL;
    t2sed_values *values = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_linker *linker = NULL;
    t2sed_dataset *dataset = NULL;
    t2sed_evaluator *evaluator = NULL;
    t2sed_evaluation *labels = NULL;
    t2sed_evaluator_item item = {.struct_size = sizeof item};
    const char *query = "SELECT count(*) FROM item";
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(&own, "CREATE TABLE item (id, name)", NULL),
        T2SED_OK);
    (void)t2s_test_schema_open(&schema, path, NULL);
    t2sed_database_options_init(&options, sizeof options);
    options.schema = own;
    options.index = index_path;
    (void)t2sed_database_open(&plain, path, NULL, NULL);
    if (t2sed_database_open(&database, path, &options, NULL) == T2SED_OK) {
        (void)t2sed_database_sample(&values, database, 1, NULL, NULL);
        (void)t2sed_evidence_new(&evidence, database, NULL);
        (void)t2sed_linker_new(&linker, database, NULL);
    }
    ck_assert_int_eq(t2sed_dataset_detect(path), 1);
    (void)t2sed_dataset_open(&dataset, path, T2SED_DATASET_READ, NULL);
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, NULL, NULL), T2SED_OK);
    item.database = database;
    item.gold = query;
    item.gold_length = strlen(query);
    item.queries = &query;
    item.query_count = 1;
    if (database)
        ck_assert_int_eq(
            t2sed_evaluator_evaluate(&labels, evaluator, &item, NULL),
            T2SED_OK);
    t2sed_evaluation_free(labels);
    t2sed_evaluator_free(evaluator);
    t2sed_dataset_free(dataset);
    t2sed_linker_free(linker);
    t2sed_evidence_free(evidence);
    t2sed_values_free(values);
    t2sed_database_free(database);
    t2sed_database_free(plain);
    t2sed_schema_free(schema);
    t2sed_schema_free(own);
}

static void expect_whole(sqlite3 *db, const char *count)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT CASE WHEN (SELECT count(*) FROM item) = %s AND (SELECT "
             "integrity_check FROM pragma_integrity_check) = 'ok' THEN 1 ELSE "
             "abs(-9223372036854775808) END",
             count);
    t2s_test_execute(db, sql);
}

START_TEST(exclusive_lock_holds)
{
    sqlite3 *host = t2s_test_open_database(path);
    t2s_test_execute(host, "BEGIN EXCLUSIVE; INSERT INTO item VALUES (3, 'x')");
    ck_assert_int_eq(in_other_process("DELETE FROM item"), SQLITE_BUSY);
    use_the_library();
    ck_assert_int_eq(in_other_process("DELETE FROM item"), SQLITE_BUSY);
    ck_assert_int_eq(in_other_process("SELECT * FROM item"), SQLITE_BUSY);
    t2s_test_execute(host, "COMMIT");
    expect_whole(host, "3");
    sqlite3_close(host);
}
END_TEST

START_TEST(lock_of_a_reader_holds)
{
    sqlite3 *host = t2s_test_open_database(path);
    sqlite3_stmt *rows;
    ck_assert_int_eq(
        sqlite3_prepare_v2(host, "SELECT name FROM item", -1, &rows, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(rows), SQLITE_ROW);
    use_the_library();
    /* A writer gets as far as its commit. */
    ck_assert_int_eq(in_other_process("DELETE FROM item"), SQLITE_BUSY);
    ck_assert_int_eq(sqlite3_step(rows), SQLITE_ROW);
    sqlite3_finalize(rows);
    expect_whole(host, "2");
    sqlite3_close(host);
}
END_TEST

/* In WAL mode the lock that a host holds on the file keeps others from taking
 * the log away when they close it. */
START_TEST(log_stays)
{
    sqlite3 *host = t2s_test_open_database(path);
    t2s_test_execute(host, "PRAGMA journal_mode = WAL;"
                           "INSERT INTO item VALUES (3, 'x')");
    use_the_library();
    ck_assert_int_eq(in_other_process("INSERT INTO item VALUES (4, 'y')"),
                     SQLITE_OK);
    ck_assert_int_eq(access(log_path, F_OK), 0);
    t2s_test_execute(host, "INSERT INTO item VALUES (5, 'z')");
    expect_whole(host, "5");
    t2s_test_execute(host, "BEGIN IMMEDIATE");
    use_the_library();
    ck_assert_int_eq(in_other_process("DELETE FROM item"), SQLITE_BUSY);
    t2s_test_execute(host, "COMMIT");
    sqlite3_close(host);
    host = t2s_test_open_database(path);
    expect_whole(host, "5");
    sqlite3_close(host);
}
END_TEST

/* A log that another program leaves open is read with the database. */
START_TEST(rows_in_the_log_are_seen)
{
    sqlite3 *host = t2s_test_open_database(path);
    t2sed_evaluator *evaluator;
    t2sed_evaluation *labels;
    t2sed_evaluator_item item = {.struct_size = sizeof item};
    const char *query = "SELECT 3";
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, NULL, NULL), T2SED_OK);
    item.database = t2s_test_database(path, NULL);
    item.gold = "SELECT count(*) FROM item";
    item.gold_length = strlen(item.gold);
    item.queries = &query;
    item.query_count = 1;
    t2s_test_execute(host, "PRAGMA journal_mode = WAL");
    for (int i = 0; i < 2; i++) { /* the second time with a row more */
        ck_assert_int_eq(
            t2sed_evaluator_evaluate(&labels, evaluator, &item, NULL),
            T2SED_OK);
        ck_assert_int_eq(labels->verdicts[0].label, i);
        t2sed_evaluation_free(labels);
        if (i == 0)
            t2s_test_execute(host, "INSERT INTO item VALUES (3, 'x')");
    }
    t2sed_evaluator_free(evaluator);
    sqlite3_close(host);
}
END_TEST

/* --- a log that another program begins --- */

/* A database in WAL mode that nobody has open, with as many rows of 0. */
static void make_unused(int rows)
{
    char sql[300];
    snprintf(sql, sizeof sql,
             "PRAGMA journal_mode = WAL; CREATE TABLE n (x, y);"
             "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c "
             "WHERE i < %d) INSERT INTO n SELECT 0, zeroblob(100) FROM c",
             rows);
    t2s_test_run_sql(path, sql);
    ck_assert_int_ne(access(log_path, F_OK), 0);
}

typedef struct reading {
    int64_t changes; /* that another program makes in the middle, so often */
    int64_t rows, sum;
} reading;

static t2s_run take_number(void *payload, const t2s_rows *row, t2sed_error *err)
{
    reading *r = payload;
    (void)err;
    if (r->rows++ == 1000 && r->changes-- > 0)
        ck_assert_int_eq(in_other_process("UPDATE n SET x = x + 1"), SQLITE_OK);
    r->sum += t2s_rows_integer(row, 0);
    return T2S_RUN_ROW;
}

/* SQLite would give some of the old rows and some of the new. */
START_TEST(no_mixture)
{
    t2s_statement query = {
        .sql = "SELECT x FROM n", .length = 15, .milliseconds = 60000};
    t2sed_database_options options = t2s_test_options(NULL);
    t2sed_database *database;
    make_unused(30000);
    options.isolation = _i;
    database = t2s_test_database_with(path, &options);
    for (int i = 0; i < 3; i++) {
        reading r = {.changes = i != 1};
        t2s_ended ended;
        t2sed_error err = {0};
        t2sed_status status =
            t2s_database_run(&ended, database, &query, take_number, &r, &err);
        ck_assert_int_eq(status, T2SED_OK);
        ck_assert_int_eq(ended.has_changed, i != 1);
        if (i == 1) {
            ck_assert_int_eq(ended.how, T2S_RUN_DONE);
            ck_assert_int_eq(r.rows, 30000);
            ck_assert_int_eq(r.sum, 30000);
        } else {
            ck_assert_int_eq(ended.how, T2S_RUN_DATABASE);
            ck_assert_ptr_nonnull(strstr(err.text, "changed"));
        }
    }
}
END_TEST

static void change(void *payload, const t2s_rows *row, size_t number)
{
    int *changes = payload;
    (void)row;
    if (number == 1000 && (*changes)-- > 0)
        ck_assert_int_eq(in_other_process("UPDATE n SET x = x + 1"), SQLITE_OK);
}

/* A query runs again on what the other program wrote, but not for ever. */
START_TEST(read_again)
{
    static const char query[] = "SELECT x FROM n WHERE x >= 0";
    t2s_limits limits = {.milliseconds = 60000,
                         .threads = 1,
                         .rows = 100000,
                         .value_bytes = 1000,
                         .result_bytes = 10000000,
                         .memory = 100000000,
                         .gate = T2S_GATE_INIT};
    int changes = 1;
    t2s_runner runner = {
        .limits = &limits, .look_at_row = change, .look_payload = &changes};
    make_unused(30000);
    t2s_value_key_init(&limits.key);
    runner.database = t2s_test_database(path, NULL);
    for (int i = 0; i < 2; i++) {
        t2s_result result = {0};
        t2sed_error err = {0};
        t2s_run how;
        ck_assert_int_eq(
            t2s_runner_run(&how, &result, &runner, query, strlen(query), &err),
            T2SED_OK);
        ck_assert_msg(how == (i ? T2S_RUN_DATABASE : T2S_RUN_DONE), "%s",
                      err.text);
        for (size_t row = 1; row < result.rows; row++)
            ck_assert_uint_eq(result.cells[row], result.cells[0]);
        ck_assert_uint_eq(result.rows, i ? 0 : 30000);
        t2s_result_free(&result);
        changes = 100;
    }
    ck_assert_int_gt(changes, 90);
    t2s_runner_close(&runner);
}
END_TEST

int main(int argc, char **argv)
{
    TCase *locks = tcase_create("locks");
    if (argc == 4)
        return other(argv[2], argv[3]);
    program = argv[0];
    tcase_add_checked_fixture(locks, set_up, tear_down);
    tcase_set_timeout(locks, 120);
    tcase_add_test(locks, exclusive_lock_holds);
    tcase_add_test(locks, lock_of_a_reader_holds);
    tcase_add_test(locks, log_stays);
    tcase_add_test(locks, rows_in_the_log_are_seen);
    tcase_add_loop_test(locks, no_mixture, T2SED_ISOLATION_NONE,
                        T2SED_ISOLATION_WORKER + 1);
    tcase_add_test(locks, read_again);
    return t2s_test_run("locks", &locks, 1);
}
