/* Queries and files that SQLite would work on for minutes end by their limit,
 * in the process and through a worker. */
#include "sandbox_test.h"

#include "bombs.h"
#include "t2sed/schema.h"

#define LIMIT_MS 300

static char directory[] = "/tmp/t2sed-bombs-XXXXXX";
static char path[256];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/bomb.sqlite", directory);
}

static void tear_down(void)
{
    unlink(path);
    rmdir(directory);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Runs a query that must come to its end: within three times its limit and a
 * second of processor time here, or of the clock where a worker has it, which
 * is killed. Returns how it ended. */
static t2s_run ends(t2s_sandbox *sandbox, const char *name, const char *sql,
                    t2sed_error *err)
{
    const double start = processor_seconds();
    t2s_run how = run_in(sandbox, sql, LIMIT_MS * t2s_test_slowness(), err);
    const double took = processor_seconds() - start;
    ck_assert_msg(took < (3e-3 * LIMIT_MS + 1) * t2s_test_slowness(),
                  "%s: %.1f s", name, took);
    return how;
}

static void run_bombs(int isolation)
{
    t2s_string sql = {0};
    t2s_sandbox *sandbox;
    write_bomb_file(path);
    ck_assert_int_eq(t2s_sandbox_open(&sandbox, path, isolation, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < BOMBS; i++) {
        t2sed_error err = {0};
        t2s_run how;
        write_bomb(&sql, &bombs[i]);
        how = ends(sandbox, bombs[i].name, sql.text, &err);
        ck_assert_msg(how == T2S_RUN_TIME || how == T2S_RUN_MEMORY ||
                          how == T2S_RUN_DONE,
                      "%s: %d %s", bombs[i].name, (int)how, err.text);
        ck_assert_int_eq(
            run_in(sandbox, "SELECT count(*) FROM rows", 5000, &err),
            T2S_RUN_DONE);
    }
    t2s_string_free(&sql);
    t2s_sandbox_close(sandbox);
}

START_TEST(in_the_process)
{
    run_bombs(T2SED_ISOLATION_NONE);
}
END_TEST

#if !defined(_WIN32) /* where there are no workers */
START_TEST(in_a_worker)
{
    run_bombs(T2SED_ISOLATION_WORKER);
}
END_TEST
#endif

/* A sandbox on a file of tables with so many keys each. */
static t2s_sandbox *open_definitions(int tables, int keys)
{
    t2s_sandbox *sandbox;
    write_schema_bomb(path, tables, keys);
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    return sandbox;
}

/* Nothing stops SQLite within one definition, so a long one is refused. */
START_TEST(long_definition)
{
    t2s_sandbox *sandbox = open_definitions(1, 70000);
    for (int i = 0; i < 2; i++) {
        t2sed_error err = {0};
        ck_assert_int_eq(
            run_in(sandbox, "SELECT 1", 5000 * t2s_test_slowness(), &err),
            T2S_RUN_DATABASE);
        ck_assert_int_eq(err.code, T2SED_ELIMIT);
        ck_assert_ptr_nonnull(strstr(err.text, "more than 65536 bytes"));
    }
    t2s_sandbox_close(sandbox);
}
END_TEST

/* Many definitions are read until the time is over, and only once. */
START_TEST(many_definitions)
{
    t2s_sandbox *sandbox = open_definitions(40, 3500);
    t2sed_error err = {0};
    ck_assert_int_eq(ends(sandbox, "many definitions", "SELECT 1", &err),
                     T2S_RUN_TIME);
    for (int i = 0; i < 100; i++)
        ck_assert_int_eq(run_in(sandbox, "SELECT 1", LIMIT_MS, &err),
                         T2S_RUN_TIME);
    ck_assert_ptr_nonnull(strstr(err.text, "definitions of the database"));
    t2s_sandbox_close(sandbox);
}
END_TEST

/* DDL is bounded by its statements, not by its length. */
START_TEST(statements_of_ddl)
{
    t2s_string sql = {0};
    t2sed_schema *schema = NULL;
    t2sed_error err = {0};
    for (int i = 0; sql.length < 200000; i++)
        t2s_string_append_format(&sql,
                                 "CREATE TABLE t%d (a TEXT /* ; %400d */, "
                                 "b);\n",
                                 i, i);
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, sql.text, &err), T2SED_OK);
    ck_assert_uint_gt(t2sed_schema_table_count(schema), 400);
    t2sed_schema_free(schema);
    t2s_string_clear(&sql);
    t2s_string_append(&sql, "CREATE TABLE one (a);\nCREATE TABLE two (a");
    while (sql.length < 70000)
        t2s_string_append(&sql, ", UNIQUE (a)");
    t2s_string_append(&sql, ")");
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, sql.text, &err),
                     T2SED_ELIMIT);
    ck_assert_int_eq(err.offset, 22);
    ck_assert_ptr_nonnull(strstr(err.text, "DDL line 2: a statement of "));
    t2s_string_free(&sql);
}
END_TEST

int main(void)
{
    TCase *both = tcase_create("bombs");
    tcase_add_checked_fixture(both, set_up, tear_down);
    tcase_set_timeout(both, 600);
    tcase_add_test(both, in_the_process);
#if !defined(_WIN32)
    tcase_add_test(both, in_a_worker);
#endif
    tcase_add_test(both, long_definition);
    tcase_add_test(both, many_definitions);
    tcase_add_test(both, statements_of_ddl);
    return t2s_test_run("bombs", &both, 1);
}
