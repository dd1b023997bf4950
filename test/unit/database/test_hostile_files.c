/* Database and index files made so that reading them would not end. */
#include "sandbox_test.h"

#include "database_test.h"
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "database/watch.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"

#define PAGE 4096

static char directory[] = "/tmp/t2sed-hostile-XXXXXX";
static char path[256], index_path[256];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    snprintf(index_path, sizeof index_path, "%s/index", directory);
}

static void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

static void put(unsigned char *at, unsigned value, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--, value >>= 8)
        at[i] = (unsigned char)value;
}

/* Writes a page of a table's b-tree whose 400 cells, and the last child, all
 * point at one page. */
static void write_interior(FILE *file, unsigned page, unsigned child)
{
    unsigned char bytes[PAGE] = {0x05};
    put(bytes + 3, 400, 2);
    put(bytes + 5, PAGE - 400 * 6, 2);
    put(bytes + 8, child, 4);
    for (unsigned i = 0; i < 400; i++) {
        unsigned at = PAGE - (i + 1) * 6, key = i + 1;
        put(bytes + 12 + 2 * i, at, 2);
        put(bytes + at, child, 4);
        bytes[at + 4] = (unsigned char)(0x80 | key >> 7);
        bytes[at + 5] = key & 0x7F;
    }
    ck_assert_int_eq(fseek(file, (long)(page - 1) * PAGE, SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(bytes, 1, PAGE, file), PAGE);
}

/* Makes page `root` a tree of 400 to the 16th power rows, by fifteen pages from
 * `first` on and a leaf behind them. */
static void write_endless_tree_at(const char *name, unsigned root,
                                  unsigned first)
{
    static const unsigned char row[] = {2, 1, 2, 8}; /* rowid 1, a 0 */
    unsigned char leaf[PAGE] = {0x0D}, pages[4];
    FILE *file = fopen(name, "r+b");
    ck_assert_ptr_nonnull(file);
    for (unsigned i = 0; i < 16; i++)
        write_interior(file, i ? first + i - 1 : root, first + i);
    put(leaf + 3, 1, 2);
    put(leaf + 5, PAGE - sizeof row, 2);
    put(leaf + 8, PAGE - sizeof row, 2);
    memcpy(leaf + PAGE - sizeof row, row, sizeof row);
    ck_assert_int_eq(fseek(file, (long)(first + 14) * PAGE, SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(leaf, 1, PAGE, file), PAGE);
    fseek(file, 0, SEEK_END);
    put(pages, (unsigned)(ftell(file) / PAGE), 4);
    ck_assert_int_eq(fseek(file, 28, SEEK_SET), 0); /* the file's size */
    ck_assert_uint_eq(fwrite(pages, 1, sizeof pages, file), sizeof pages);
    fclose(file);
}

static void write_endless_tree(void)
{
    t2s_test_run_sql(path, "PRAGMA page_size = 4096; CREATE TABLE item (x);"
                           "CREATE TABLE room (y); INSERT INTO room VALUES "
                           "(zeroblob(200000))");
    write_endless_tree_at(path, 2, 11);
}

START_TEST(endless_tree)
{
    static const char *const queries[] = {"SELECT count(*) FROM item",
                                          "SELECT * FROM item WHERE x = 1",
                                          "SELECT max(x) FROM item"};
    t2s_sandbox *sandbox;
    write_endless_tree();
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        t2sed_error err = {0};
        double start = seconds_now();
        t2s_run how = run_in(sandbox, queries[i], 200, &err);
        ck_assert_msg(how == T2S_RUN_TIME, "%s: %d %s", queries[i], (int)how,
                      err.text);
        ck_assert(seconds_now() - start < 4 * t2s_test_slowness());
    }
    t2s_sandbox_close(sandbox);
}
END_TEST

/* An evaluator can be freed while such a query runs. */
START_TEST(evaluator_ends)
{
    t2sed_evaluator_options options;
    t2sed_evaluator_item item = {.struct_size = sizeof item};
    t2sed_evaluator *evaluator;
    const char *query = "SELECT count(*) FROM item";
    double start;
    t2sed_evaluator_options_init(&options, sizeof options);
    write_endless_tree();
    options.threads = 2;
    options.max_milliseconds = 60000;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    item.database = t2s_test_database(path, NULL);
    item.gold = query;
    item.gold_length = strlen(query);
    item.queries = &query;
    item.query_count = 1;
    ck_assert_int_eq(t2sed_evaluator_submit(evaluator, &item, NULL), T2SED_OK);
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    start = seconds_now();
    t2sed_evaluator_free(evaluator);
    ck_assert(seconds_now() - start < 3 * t2s_test_slowness());
}
END_TEST

/* A child of fork() has the sandbox but not its thread. */
START_TEST(forked_sandbox)
{
    t2s_sandbox *sandbox;
    t2sed_error err;
    int status;
    pid_t child;
    write_endless_tree();
    ck_assert_int_eq(
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, NULL), T2SED_OK);
    ck_assert_int_eq(run_in(sandbox, "SELECT 1", 100, &err), T2S_RUN_DONE);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        t2s_run how = run_in(sandbox, "SELECT count(*) FROM item", 100, &err);
        t2s_sandbox_close(sandbox);
        _exit(how == T2S_RUN_TIME ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    t2s_sandbox_close(sandbox);
}
END_TEST

/* A watch's thread has all that it wants of the allocator when the watch has
 * begun: fork() copies a lock that another thread holds, and in the child
 * nobody gives it back. Whole allocators are safe against that (glibc's), that
 * of gcc's ASan is not. */
START_TEST(forked_at_once)
{
    for (int i = 0; i < 600; i++) {
        t2s_watch watch = {0};
        int status;
        pid_t child;
        t2s_watch_begin(&watch, 60000, 0, NULL);
        child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            signal(SIGALRM, SIG_DFL);
            alarm(20);
            t2s_watch_begin(&watch, 60000, 0, NULL);
            t2s_watch_free(&watch);
            _exit(0);
        }
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                      "fork %d: status %d", i, status);
        t2s_watch_end(&watch);
        t2s_watch_free(&watch);
    }
}
END_TEST

/* The page at which a table of the index begins, and the pages of the file. */
static void find_table(unsigned *root, unsigned *pages, const char *name)
{
    sqlite3 *db = t2s_test_open_database(index_path);
    sqlite3_stmt *row;
    ck_assert_int_eq(
        sqlite3_prepare_v2(db,
                           "SELECT rootpage, page_count FROM sqlite_master, "
                           "pragma_page_count WHERE name = ?1",
                           -1, &row, NULL),
        SQLITE_OK);
    sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
    *root = (unsigned)sqlite3_column_int(row, 0);
    *pages = (unsigned)sqlite3_column_int(row, 1);
    sqlite3_finalize(row);
    sqlite3_close(db);
}

/* An index of ours to the letter, whose list of columns does not end. */
START_TEST(hostile_index)
{
    t2sed_database_options options = t2s_test_options(NULL);
    t2sed_database *database;
    t2sed_linker *linker;
    unsigned root, pages;
    double start;
    t2s_test_run_sql(path, "CREATE TABLE item (x); INSERT INTO item VALUES "
                           "('saw')");
    options.index = index_path;
    for (int i = 0; i < 2; i++) {
        start = seconds_now();
        ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                         T2SED_OK);
        ck_assert_int_eq(t2sed_linker_new(&linker, database, NULL), T2SED_OK);
        ck_assert(seconds_now() - start < 8 * t2s_test_slowness());
        t2sed_linker_free(linker);
        t2sed_database_free(database);
        find_table(&root, &pages, "cols");
        if (i == 0)
            write_endless_tree_at(index_path, root, pages + 1);
    }
}
END_TEST

int main(void)
{
    TCase *files = tcase_create("hostile_files");
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_set_timeout(files, 120);
    tcase_add_test(files, endless_tree);
    tcase_add_test(files, evaluator_ends);
    tcase_add_test(files, forked_sandbox);
    tcase_add_test(files, forked_at_once);
    tcase_add_test(files, hostile_index);
    return t2s_test_run("hostile_files", &files, 1);
}
