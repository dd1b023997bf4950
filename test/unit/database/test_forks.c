/* A program of several threads forks: the child has a database of its parent's
 * and none of the threads that used it. */
#include "sandbox_test.h"

#include "database_test.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "database/database.h"
#include "t2sed.h"

static char directory[] = "/tmp/t2sed-forks-XXXXXX";
static char path[256];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    t2s_test_run_sql(
        path,
        "CREATE TABLE item (x);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "WHERE i < 1000000) INSERT INTO item SELECT 'value ' || i % 9 FROM n");
}

static void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

/* Set when the child has ended: `work` that goes on and on may end. */
static atomic_bool is_over;

/* Forks while another thread runs `work`; the child runs `check`, which returns
 * true if all is well. Neither asserts: Check has a lock of its own, which
 * `work` may hold when the process is forked. */
static void fork_while(void *(*work)(void *), bool (*check)(void *),
                       void *payload)
{
    pthread_t thread;
    int status;
    pid_t child;
    atomic_store(&is_over, false);
    ck_assert_int_eq(pthread_create(&thread, NULL, work, payload), 0);
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(30);
        _exit(check(payload) ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d",
                  status);
}

/* --- values that are being read --- */

static void *read_values(void *payload)
{
    const t2s_value_index *values = NULL;
    (void)t2s_database_values(&values, payload, NULL);
    return NULL;
}

static bool reads_values(void *payload)
{
    const t2s_value_index *values = NULL;
    return t2s_database_values(&values, payload, NULL) == T2SED_OK && values;
}

/* By a worker: SQLite's own locks a child may find locked for ever. */
START_TEST(while_values_are_read)
{
    t2sed_database_options options = t2s_test_options(NULL);
    t2sed_database *database;
    options.isolation = T2SED_ISOLATION_WORKER;
    options.values_milliseconds = 60000;
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_OK);
    fork_while(read_values, reads_values, database);
    t2sed_database_free(database);
}
END_TEST

/* --- queries that run --- */

static t2s_run no_row(void *payload, const t2s_rows *row, t2sed_error *err)
{
    (void)payload;
    (void)row;
    (void)err;
    return T2S_RUN_ROW;
}

static t2s_run run(t2sed_database *database, t2sed_error *err)
{
    t2s_statement query = {
        .sql = "SELECT 1", .length = 8, .milliseconds = 20000};
    t2s_ended ended = {.how = T2S_RUN_INTERRUPTED};
    (void)t2s_database_run(&ended, database, &query, no_row, NULL, err);
    return ended.how;
}

static void *run_many(void *payload)
{
    t2sed_error err;
    while (!atomic_load(&is_over))
        run(payload, &err);
    return NULL;
}

static bool runs(void *payload)
{
    t2sed_error err;
    bool ok = run(payload, &err) == T2S_RUN_DONE;
    t2sed_database_free(payload);
    return ok;
}

START_TEST(while_queries_run)
{
    t2sed_database_options options = t2s_test_options(NULL);
    t2sed_database *database;
    options.isolation = T2SED_ISOLATION_WORKER;
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_OK);
    fork_while(run_many, runs, database);
    t2sed_database_free(database);
}
END_TEST

static t2sed_status describe(void *context, t2sed_schema **out,
                             t2sed_error *err)
{
    (void)context;
    return t2sed_schema_parse_ddl(out, "CREATE TABLE item (x)", err);
}

static t2sed_status answer(void *context, const t2sed_query *query,
                           t2sed_rows *rows, t2sed_error *err)
{
    (void)context;
    (void)query;
    (void)err;
    nanosleep(&(struct timespec){1, 0}, NULL);
    return t2sed_rows_add(rows, NULL, 1);
}

static void *run_one(void *payload)
{
    t2sed_error err;
    run(payload, &err);
    return NULL;
}

static bool is_refused(void *payload)
{
    t2sed_error err = {0};
    bool ok = run(payload, &err) == T2S_RUN_DATABASE &&
              err.code == T2SED_ESTATE && strstr(err.text, "forked");
    t2sed_database_free(payload);
    return ok;
}

/* The one connection of a host was another thread's. */
START_TEST(while_a_callback_runs)
{
    t2sed_database_callbacks callbacks;
    t2sed_database *database;
    t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
    callbacks.describe = describe;
    callbacks.query = answer;
    ck_assert_int_eq(t2sed_database_new(&database, &callbacks, NULL, NULL),
                     T2SED_OK);
    fork_while(run_one, is_refused, database);
    t2sed_database_free(database);
}
END_TEST

int main(void)
{
    TCase *forks = tcase_create("forks");
    tcase_add_checked_fixture(forks, set_up, tear_down);
    tcase_set_timeout(forks, 120);
    tcase_add_test(forks, while_values_are_read);
    tcase_add_test(forks, while_queries_run);
    tcase_add_test(forks, while_a_callback_runs);
    return t2s_test_run("forks", &forks, 1);
}
