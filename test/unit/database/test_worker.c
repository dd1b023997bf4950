/* The same answers through a worker process as in the process itself, and what
 * a worker holds against. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "sandbox_test.h"

#include "database_test.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "database/wire.h"
#include "database/worker.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "features/features.h"

static char directory[] = "/tmp/t2sed-worker-XXXXXX";
static char path[256];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    t2s_test_run_sql(
        path, "CREATE TABLE item (id INTEGER PRIMARY KEY, name, price);"
              "CREATE TABLE part (item REFERENCES item, n);"
              "CREATE VIEW cheap AS SELECT name FROM item WHERE price < 2;"
              "INSERT INTO item VALUES (1, 'nail', 0.1), (2, 'saw', 1e300), "
              "(3, x'00ff', NULL), (4, CAST(x'c328' AS TEXT), -0.0);"
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
              "WHERE i < 2000) INSERT INTO part SELECT i % 4, i FROM n");
}

static void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

/* All values of a result, or how it ended. */
static void append_result(t2s_string *out, t2s_sandbox *sandbox,
                          const char *sql)
{
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .milliseconds = 300 * t2s_test_slowness(),
                           .memory = (int64_t)64 << 20,
                           .value_bytes = (size_t)1 << 20};
    t2s_rows *rows = NULL;
    t2sed_error err = {0};
    t2s_run how;
    ck_assert_int_eq(t2s_rows_open(&how, &rows, sandbox, &query, &err),
                     T2SED_OK);
    while (how == T2S_RUN_ROW &&
           (how = t2s_rows_next(rows, &err)) == T2S_RUN_ROW)
        for (int i = 0; i < t2s_rows_columns(rows); i++) {
            int type = t2s_rows_type(rows, i);
            size_t n = 0;
            const char *text;
            t2s_string_append_format(out, "|%d ", type);
            if (type == T2SED_CELL_INTEGER)
                t2s_string_append_format(out, "%lld ",
                                         (long long)t2s_rows_integer(rows, i));
            if (type == T2SED_CELL_REAL)
                t2s_string_append_format(out, "%a ", t2s_rows_real(rows, i));
            text = t2s_rows_text(rows, i, &n);
            t2s_string_append_n(out, text ? text : "", text ? n : 0);
        }
    t2s_string_append_format(out, "\n%d %s\n", (int)how,
                             how == T2S_RUN_DONE ? "" : err.text);
    t2s_rows_close(rows);
    ck_assert(!out->failed);
}

#define ENDLESS                                                                \
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "  \
    "count(*) FROM n"

static const char *const queries[] = {
    "SELECT * FROM item",
    "SELECT * FROM part",
    "SELECT name, count(*) FROM item JOIN part ON item = id GROUP BY 1",
    "SELECT * FROM cheap",
    "SELECT 1 WHERE 0",
    "SELECT gone FROM item",
    "SELECT FROM",
    "DELETE FROM item",
    "SELECT ?1",
    "",
    "SELECT zeroblob(2000000)",
    ENDLESS,
    "SELECT 9223372036854775807, 2.5e10, 0.5, 'a', x'', '', NULL",
};

START_TEST(same_answers)
{
    t2s_sandbox *here, *there;
    ck_assert_int_eq(t2s_sandbox_open(&here, path, T2SED_ISOLATION_NONE, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2s_sandbox_open(&there, path, T2SED_ISOLATION_WORKER, NULL), T2SED_OK);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        t2s_string a = {0}, b = {0};
        append_result(&a, here, queries[i]);
        append_result(&b, there, queries[i]);
        ck_assert_msg(a.length == b.length &&
                          memcmp(a.text, b.text, a.length) == 0,
                      "%s: %s, not %s", queries[i], b.text, a.text);
        ck_assert_int_eq(t2s_sandbox_fault(here), t2s_sandbox_fault(there));
        t2s_string_free(&a);
        t2s_string_free(&b);
    }
    t2s_sandbox_close(here);
    t2s_sandbox_close(there);
}
END_TEST

START_TEST(whole_library)
{
    t2sed_database_options options = t2s_test_options(NULL);
    t2sed_database *database = NULL;
    t2sed_schema *here;
    const t2sed_schema *there;
    t2sed_values *values;
    t2sed_evidence *evidence;
    t2sed_question *question;
    t2sed_sql *sql;
    float *numbers[2];
    size_t n = t2sed_evidence_count();
    ck_assert_int_eq(t2s_test_schema_open(&here, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "How many items are there?", NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2sed_sql_parse(&sql, "SELECT count(*) FROM item WHERE name = 'saw'",
                        NULL),
        T2SED_OK);
    for (int i = 0; i < 2; i++) {
        options.isolation = i; /* none, then the worker */
        database = t2s_test_database_with(path, &options);
        numbers[i] = calloc(n, sizeof(float));
        ck_assert_int_eq(t2sed_evidence_new(&evidence, database, NULL),
                         T2SED_OK);
        ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                         T2SED_OK);
        ck_assert_int_eq(
            t2sed_evidence_compute(evidence, sql, numbers[i], NULL), T2SED_OK);
        t2sed_evidence_free(evidence);
    }
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(memcmp(&numbers[0][i], &numbers[1][i], sizeof(float)) ==
                          0,
                      "%s: %g, not %g", t2s_feature_at(i)->name,
                      (double)numbers[1][i], (double)numbers[0][i]);
    free(numbers[0]);
    free(numbers[1]);
    there = t2sed_database_schema(database);
    ck_assert_uint_eq(t2sed_schema_column_count(here),
                      t2sed_schema_column_count(there));
    ck_assert_uint_eq(t2sed_schema_foreign_key_count(here),
                      t2sed_schema_foreign_key_count(there));
    ck_assert_int_eq(t2sed_database_sample(&values, database, 1, NULL, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_values_count(values), 3);
    t2sed_values_free(values);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
    t2sed_schema_free(here);
}
END_TEST

/* Kills the one child that this process has. */
static void kill_child(void)
{
    char command[100];
    long child = 0;
    FILE *list;
    snprintf(command, sizeof command,
             "ps -A -o pid=,ppid=,comm= | awk '$2 == "
             "%ld && $3 ~ /^t2sed-worker/ {print $1}'",
             (long)getpid());
    list = popen(command, "r");
    ck_assert_ptr_nonnull(list);
    ck_assert_int_eq(fscanf(list, "%ld", &child), 1);
    pclose(list);
    ck_assert_int_gt(child, 1);
    ck_assert_int_eq(kill((pid_t)child, SIGKILL), 0);
}

/* A worker that is killed in the middle, as the system does where memory is
 * short, costs the query and no more. */
START_TEST(killed_workers)
{
    t2s_statement query = {.sql = "SELECT * FROM part",
                           .length = 18,
                           .milliseconds = 5000 * t2s_test_slowness()};
    t2s_sandbox *sandbox;
    t2s_rows *rows;
    t2s_run how;
    t2sed_error err;
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, NULL),
        T2SED_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(t2s_rows_open(&how, &rows, sandbox, &query, &err),
                         T2SED_OK);
        ck_assert_int_eq(t2s_rows_next(rows, &err), T2S_RUN_ROW);
        kill_child();
        while ((how = t2s_rows_next(rows, &err)) == T2S_RUN_ROW)
            ;
        ck_assert_int_eq(how, T2S_RUN_MEMORY);
        t2s_rows_close(rows);
        rows = NULL;
        ck_assert_int_eq(run_in(sandbox, "SELECT * FROM part",
                                5000 * t2s_test_slowness(), &err),
                         T2S_RUN_DONE);
    }
    t2s_rows_close(rows);
    t2s_sandbox_close(sandbox);
}
END_TEST

START_TEST(memory_database)
{
    const char *const statements[] = {"CREATE TABLE a (b)", "CREATE nonsense",
                                      "CREATE TABLE sqlite_x (y)",
                                      "CREATE TABLE c (d)"};
    bool made[4] = {false, true, true, false};
    t2s_sandbox *sandbox;
    t2sed_error err;
    ck_assert_int_eq(t2s_sandbox_open_memory(&sandbox, T2SED_ISOLATION_WORKER,
                                             statements, 4, made, NULL),
                     T2SED_OK);
    ck_assert(made[0] && !made[1] && !made[2] && made[3]);
    ck_assert_int_eq(run_in(sandbox, "SELECT b, d FROM a, c",
                            500 * t2s_test_slowness(), &err),
                     T2S_RUN_DONE);
    ck_assert_int_eq(
        run_in(sandbox, "SELECT e FROM a", 500 * t2s_test_slowness(), &err),
        T2S_RUN_REFUSED);
    t2s_sandbox_close(sandbox);
}
END_TEST

START_TEST(errors)
{
    const char *program = getenv("T2SED_WORKER");
    t2s_sandbox *sandbox;
    t2sed_error err;
    program = program ? strdup(program) : NULL;
    ck_assert_int_eq(setenv("T2SED_WORKER", "/nonexistent/worker", 1), 0);
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, &err),
        T2SED_EDATABASE);
    ck_assert_ptr_nonnull(strstr(err.text, "worker"));
    ck_assert_int_eq(setenv("T2SED_WORKER", "/bin/true", 1), 0);
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, &err),
        T2SED_EDATABASE);
    ck_assert_int_eq(program ? setenv("T2SED_WORKER", program, 1)
                             : unsetenv("T2SED_WORKER"),
                     0);
    ck_assert_int_eq(t2s_sandbox_open(&sandbox, "/nonexistent/x",
                                      T2SED_ISOLATION_WORKER, &err),
                     T2SED_ENOTFOUND);
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, directory, T2SED_ISOLATION_WORKER, &err),
        T2SED_EDATABASE);
    free((void *)(uintptr_t)program);
}
END_TEST

static t2sed_status body(void *payload)
{
    t2s_statement query = {.sql = "SELECT name FROM item",
                           .length = 21,
                           .milliseconds = 5000 * t2s_test_slowness()};
    t2s_sandbox *sandbox;
    t2s_rows *rows = NULL;
    t2s_run how;
    t2sed_error err = {0};
    t2sed_status status =
        t2s_sandbox_open(&sandbox, payload, T2SED_ISOLATION_WORKER, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2s_rows_open(&how, &rows, sandbox, &query, NULL);
    if (status == T2SED_OK && how == T2S_RUN_ROW)
        while ((how = t2s_rows_next(rows, &err)) == T2S_RUN_ROW)
            ;
    t2s_rows_close(rows);
    t2s_sandbox_close(sandbox);
    return status == T2SED_OK && how == T2S_RUN_MEMORY ? T2SED_ENOMEM : status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(body, path);
}
END_TEST

/* --- workers that were taken over --- */

static char self[4096]; /* this program */

static void put_state(t2s_string *out, t2s_run how)
{
    t2s_wire_put_byte(out, how);
    t2s_wire_put_integer(out, -1);
    t2s_wire_put_byte(out, 0);
    t2s_wire_put_error(out, T2SED_OK, NULL);
}

/* What this program does as a worker, by the name that it is called by. */
static void serve_evil(const char *name)
{
    t2s_string in = {0}, out = {0};
    for (int i = 0; t2s_wire_receive(0, &in, NULL, NULL); i++) {
        t2s_wire_begin(&out);
        if (i == 0) { /* the database is open */
            t2s_wire_put_error(&out, T2SED_OK, NULL);
        } else if (i == 1) { /* the query has rows of one column */
            put_state(&out, T2S_RUN_ROW);
            t2s_wire_put_integer(&out, 1);
        } else if (i < 4 || strstr(name, "slow")) {
            nanosleep(&(struct timespec){0, 300000000}, NULL);
            t2s_wire_put_byte(&out, T2S_WIRE_ROW);
            t2s_wire_put_byte(&out, T2SED_CELL_TEXT);
            t2s_wire_put_text(&out, "text", 4);
            t2s_wire_put_byte(&out, T2S_WIRE_MORE);
        } else { /* a row that is none */
            t2s_wire_put_byte(&out, T2S_WIRE_END);
            put_state(&out, T2S_RUN_ROW);
        }
        t2s_wire_send(0, &out, NULL, NULL);
        while (i == 0 && strstr(name, "deaf"))
            poll(NULL, 0, 1000);
    }
}

/* How a long query ends that such a worker answers. */
static t2s_run run_evil(const char *name, t2sed_error *err)
{
    char link_path[300];
    char *sql = malloc(900001);
    t2s_sandbox *sandbox;
    t2s_run how;
    snprintf(link_path, sizeof link_path, "%s/%s", directory, name);
    ck_assert_int_eq(symlink(self, link_path), 0);
    ck_assert_int_eq(setenv("T2SED_WORKER", link_path, 1), 0);
    memset(sql, ' ', 900000);
    memcpy(sql, "SELECT 1", 8);
    sql[900000] = '\0';
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, NULL),
        T2SED_OK);
    how = run_in(sandbox, sql, 50, err);
    t2s_sandbox_close(sandbox);
    free(sql);
    return how;
}

START_TEST(evil_workers)
{
    static const struct {
        const char *name;
        t2s_run how;
    } evil[] = {{"evil-row", T2S_RUN_DATABASE},
                {"evil-deaf", T2S_RUN_TIME},
                {"evil-slow", T2S_RUN_TIME}};
    for (size_t i = 0; i < sizeof evil / sizeof evil[0]; i++) {
        t2sed_error err = {0};
        double start = seconds_now();
        t2s_run how = run_evil(evil[i].name, &err);
        ck_assert_msg(how == evil[i].how, "%s: %d %s", evil[i].name, (int)how,
                      err.text);
        ck_assert(seconds_now() - start < 8 * t2s_test_slowness());
    }
}
END_TEST

/* A child of fork() has a worker of its own, and leaves its parent's alone. */
START_TEST(forked_host)
{
    t2s_sandbox *sandbox;
    t2sed_error err = {0};
    int status;
    pid_t child;
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, NULL),
        T2SED_OK);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        t2s_run how = run_in(sandbox, "SELECT * FROM part", 5000, &err);
        t2s_sandbox_close(sandbox);
        _exit(how == T2S_RUN_DONE ? 0 : 1);
    }
    ck_assert_int_eq(run_in(sandbox, "SELECT * FROM part", 5000, &err),
                     T2S_RUN_DONE);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_int_eq(run_in(sandbox, "SELECT * FROM part", 5000, &err),
                     T2S_RUN_DONE);
    t2s_sandbox_close(sandbox);
}
END_TEST

#ifdef __linux__
/* A worker ends with its parent in the middle of a query. */
START_TEST(orphaned_worker)
{
    static const char endless[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT count(*) FROM n";
    t2s_sandbox *sandbox;
    t2sed_error err;
    int status;
    pid_t child, worker = 0;
    ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, NULL) !=
            T2SED_OK)
            _exit(1);
        run_in(sandbox, endless, 60000, &err);
        _exit(1);
    }
    nanosleep(&(struct timespec){0, 500000000}, NULL);
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    for (int i = 0; i < 50 && worker == 0; i++) {
        nanosleep(&(struct timespec){0, 100000000}, NULL);
        worker = waitpid(-1, &status, WNOHANG);
    }
    ck_assert_int_gt(worker, 0);
}
END_TEST

/* So where a child of the parent's holds the socket, too. */
START_TEST(orphaned_worker_with_a_sibling)
{
    t2s_sandbox *sandbox;
    int pipes[2], status;
    pid_t child, sibling, ended = 0;
    ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    ck_assert_int_eq(pipe(pipes), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_WORKER, NULL) !=
            T2SED_OK)
            _exit(1);
        sibling = fork();
        if (sibling > 0 &&
            write(pipes[1], &sibling, sizeof sibling) != sizeof sibling)
            _exit(1);
        for (;;)
            pause();
    }
    ck_assert_int_eq(read(pipes[0], &sibling, sizeof sibling), sizeof sibling);
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    for (int i = 0; i < 50 && ended == 0; i++) {
        nanosleep(&(struct timespec){0, 100000000}, NULL);
        ended = waitpid(-1, &status, WNOHANG);
    }
    ck_assert_int_gt(ended, 0);
    ck_assert_int_ne(ended, sibling);
    ck_assert_int_eq(kill(sibling, SIGKILL), 0);
    ck_assert_int_eq(waitpid(sibling, &status, 0), sibling);
}
END_TEST
#endif

int main(int argc, char **argv)
{
    TCase *worker = tcase_create("worker");
    const char *name = strrchr(argv[0], '/');
    if (argc == 1 && name && strncmp(name, "/evil-", 6) == 0) {
        serve_evil(name);
        return 0;
    }
    if (!realpath(argv[0], self))
        return 1;
    tcase_add_checked_fixture(worker, set_up, tear_down);
    tcase_set_timeout(worker, 120);
    tcase_add_test(worker, same_answers);
    tcase_add_test(worker, whole_library);
    tcase_add_test(worker, killed_workers);
    tcase_add_test(worker, memory_database);
    tcase_add_test(worker, errors);
    tcase_add_test(worker, evil_workers);
    tcase_add_test(worker, forked_host);
#ifdef __linux__
    tcase_add_test(worker, orphaned_worker);
    tcase_add_test(worker, orphaned_worker_with_a_sibling);
#endif
    tcase_add_test(worker, every_allocation);
    return t2s_test_run("worker", &worker, 1);
}
