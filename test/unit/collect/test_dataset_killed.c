/* A dataset whose writer is killed, or whose disk is full, at any write: it
 * opens, holds what was committed, and the next run completes it. */
#include "dataset_test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define LINE(question)                                                         \
    "{\"db_id\": \"one\", \"question\": \"" question "\", \"gold\": "          \
    "\"SELECT count(*) FROM t\", \"candidates\": [{\"sql\": \"SELECT "         \
    "count(a) FROM t\"}, {\"sql\": \"SELECT max(a) - 1 FROM t\"}]}"

static const char *const lines[] = {LINE("a?"), LINE("b?"), LINE("c?"), NULL};
enum { LINES = 3 };

/* No power fails here: instead of the C library's, so that nothing waits for a
 * real disk. */
int fsync(int file)
{
    (void)file;
    return 0;
}

int fdatasync(int file)
{
    (void)file;
    return 0;
}

/* --- a process that is killed at its n-th change of a file --- */

static long kill_at, changes;
static bool tears; /* half of the last write is done */

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_unlink)(const char *);
static int (*real_truncate)(int, off_t);

static bool is_last(void)
{
    return ++changes == kill_at;
}

static void die(void)
{
    raise(SIGKILL);
}

static ssize_t counted_write(int file, const void *data, size_t n)
{
    if (is_last()) {
        (void)!real_write(file, data, tears ? n / 2 : 0);
        die();
    }
    return real_write(file, data, n);
}

static ssize_t counted_pwrite(int file, const void *data, size_t n, off_t at)
{
    if (is_last()) {
        (void)!real_pwrite(file, data, tears ? n / 2 : 0, at);
        die();
    }
    return real_pwrite(file, data, n, at);
}

static int counted_unlink(const char *name)
{
    if (is_last())
        die();
    return real_unlink(name);
}

static int counted_truncate(int file, off_t size)
{
    if (is_last())
        die();
    return real_truncate(file, size);
}

/* Puts `counted` in the place of a system call that SQLite makes, if it does
 * by that name. */
static void replace_call(const char *name, void *real, size_t size,
                         sqlite3_syscall_ptr counted)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_syscall_ptr call = vfs->xGetSystemCall(vfs, name);
    if (!call)
        return;
    memcpy(real, &call, size);
    if (vfs->xSetSystemCall(vfs, name, counted) != SQLITE_OK)
        abort();
}

static void count_changes(void)
{
    replace_call("write", &real_write, sizeof real_write,
                 (sqlite3_syscall_ptr)counted_write);
    replace_call("pwrite", &real_pwrite, sizeof real_pwrite,
                 (sqlite3_syscall_ptr)counted_pwrite);
    replace_call("pwrite64", &real_pwrite, sizeof real_pwrite,
                 (sqlite3_syscall_ptr)counted_pwrite);
    replace_call("unlink", &real_unlink, sizeof real_unlink,
                 (sqlite3_syscall_ptr)counted_unlink);
    replace_call("ftruncate", &real_truncate, sizeof real_truncate,
                 (sqlite3_syscall_ptr)counted_truncate);
}

/* --- runs --- */

/* Collects and commits line by line, and writes a byte for each commit, and
 * one when all is done. */
static int run(int report)
{
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_dataset *dataset;
    if (t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, NULL) ||
        t2sed_collector_new(&collector, dataset, "s", &options, NULL))
        return 1;
    for (size_t i = 0; lines[i]; i++)
        if (t2sed_collector_add(collector, lines[i], strlen(lines[i]), NULL) ||
            t2sed_collector_commit(collector, NULL) ||
            write(report, "x", 1) != 1)
            return 1;
    if (t2sed_collector_finish(collector, NULL))
        return 1;
    t2sed_collector_free(collector);
    t2sed_dataset_free(dataset);
    return write(report, "x", 1) != 1;
}

/* Runs in another process, killed at a change or with files no larger than
 * `limit` (0: any); how many bytes it wrote. */
static int run_apart(long at, rlim_t limit, bool *ended)
{
    int pipes[2], count = 0, status;
    char byte;
    pid_t child;
    ck_assert_int_eq(pipe(pipes), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        const struct rlimit size = {limit, limit};
        kill_at = at;
        if (limit && (signal(SIGXFSZ, SIG_IGN) == SIG_ERR ||
                      setrlimit(RLIMIT_FSIZE, &size) != 0))
            _exit(2);
        if (at)
            count_changes();
        _exit(run(pipes[1]));
    }
    close(pipes[1]);
    while (read(pipes[0], &byte, 1) == 1)
        count++;
    close(pipes[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    *ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    ck_assert(*ended || WIFSIGNALED(status) || WEXITSTATUS(status) == 1);
    return count;
}

static size_t count_beams(t2sed_dataset *dataset)
{
    size_t count = 0;
    json_t *line;
    ck_assert_int_eq(t2sed_dataset_select(dataset, NULL, NULL), T2SED_OK);
    while ((line = next(dataset)) != NULL) {
        ck_assert_uint_eq(json_array_size(json_object_get(line, "candidates")),
                          2);
        json_decref(line);
        count++;
    }
    return count;
}

/* Opens what is left for reading: it has what was committed, or, before the
 * first commit, it may be no dataset yet. */
static void check_reading(int commits, const char *when)
{
    t2sed_dataset *dataset;
    t2sed_error err;
    t2sed_status status =
        t2sed_dataset_open(&dataset, path, T2SED_DATASET_READ, &err);
    if (status != T2SED_OK) {
        ck_assert_msg(commits == 0, "%s, after %d commits: %s", when, commits,
                      err.text);
        ck_assert_msg(status == T2SED_ENOTFOUND || status == T2SED_EFORMAT ||
                          status == T2SED_EDATABASE,
                      "%s: %s", when, err.text);
        return;
    }
    ck_assert_uint_ge(count_beams(dataset),
                      (size_t)(commits < LINES ? commits : LINES));
    t2sed_dataset_free(dataset);
}

static void check_completing(int commits, const char *when)
{
    t2sed_dataset *dataset;
    t2sed_error err;
    t2sed_collector_options options = defaults();
    sqlite3 *db;
    t2sed_status status =
        t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, &err);
    ck_assert_msg(status == T2SED_OK, "%s, after %d commits: %s", when, commits,
                  err.text);
    ck_assert_uint_ge(count_beams(dataset),
                      (size_t)(commits < LINES ? commits : LINES));
    collect(dataset, "s", lines, &options);
    ck_assert_uint_eq(count_beams(dataset), LINES);
    t2sed_dataset_free(dataset);
    db = t2s_test_open_database(path);
    ck_assert_int_eq(
        sqlite3_exec(db, "PRAGMA integrity_check", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
}

static void remove_dataset(void)
{
    char name[300];
    unlink(path);
    snprintf(name, sizeof name, "%s-journal", path);
    unlink(name);
}

START_TEST(a_killed_run_loses_nothing_committed)
{
    bool ended = false;
    /* Sanitizers and valgrind see only what comes after. */
    const long step = t2s_test_stride();
    long at = 0;
    tears = _i & 1;
    set_up();
    while (!ended) {
        char when[40];
        int commits = run_apart(at += step, 0, &ended);
        snprintf(when, sizeof when, "killed at change %ld", at);
        if (_i & 2)
            check_reading(commits, when);
        check_completing(commits, when);
        remove_dataset();
    }
    ck_assert_int_gt(at, 30); /* or changes were not counted */
    tear_down();
}
END_TEST

START_TEST(a_full_disk_loses_nothing_committed)
{
    const rlim_t step = t2s_test_stride() > 1 ? 3 : 1;
    int whole = 0;
    set_up();
    for (rlim_t size = 100; size < 130000;
         size += (size < 4200 ? 700 : 6400) * step) {
        bool ended;
        char when[40];
        int commits = run_apart(0, size, &ended);
        snprintf(when, sizeof when, "full at %lu bytes", (unsigned long)size);
        whole += ended;
        check_reading(commits, when);
        check_completing(commits, when);
        remove_dataset();
    }
    ck_assert_int_gt(whole, 0);
    tear_down();
}
END_TEST

/* --- journals that are not of datasets --- */

/* Leaves a database as its program does that is killed in a transaction. */
static void leave_journal(const char *sql)
{
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        sqlite3 *db;
        sqlite3_open(path, &db);
        sqlite3_exec(db, "PRAGMA cache_size = 1; BEGIN", NULL, NULL, NULL);
        sqlite3_exec(db, sql, NULL, NULL, NULL);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void *contents(const char *name, size_t *n)
{
    FILE *file = fopen(name, "rb");
    char *text = malloc(1 << 20);
    ck_assert_ptr_nonnull(text);
    *n = file ? fread(text, 1, 1 << 20, file) : 0;
    if (file)
        fclose(file);
    return text;
}

static void expect_untouched(t2sed_status expected, const char *part)
{
    char journal[300];
    t2sed_dataset *dataset;
    t2sed_error err;
    snprintf(journal, sizeof journal, "%s-journal", path);
    for (int mode = T2SED_DATASET_READ; mode <= T2SED_DATASET_WRITE; mode++) {
        size_t n[4];
        void *texts[4] = {contents(path, &n[0]), contents(journal, &n[1])};
        ck_assert_uint_gt(n[1], 0);
        ck_assert_int_eq(t2sed_dataset_open(&dataset, path, mode, &err),
                         expected);
        ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
        texts[2] = contents(path, &n[2]);
        texts[3] = contents(journal, &n[3]);
        for (int i = 0; i < 2; i++) {
            ck_assert_uint_eq(n[i], n[i + 2]);
            ck_assert_mem_eq(texts[i], texts[i + 2], n[i]);
        }
        for (int i = 0; i < 4; i++)
            free(texts[i]);
    }
}

START_TEST(another_programs_journal_is_left_to_it)
{
    set_up();
    t2s_test_run_sql(path, "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    leave_journal("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                  "9000) INSERT INTO t SELECT i FROM n");
    expect_untouched(T2SED_EFORMAT, "not a dataset");
    tear_down();
}
END_TEST

START_TEST(a_journal_that_names_another_file_is_refused)
{
    static const unsigned char magic[] = {0xd9, 0xd5, 0x05, 0xf9,
                                          0x20, 0xa1, 0x63, 0xd7};
    t2sed_collector_options options;
    t2sed_dataset *dataset;
    char journal[300];
    FILE *file;
    set_up();
    options = defaults();
    dataset = open_dataset(T2SED_DATASET_WRITE);
    collect(dataset, "s", lines, &options);
    t2sed_dataset_free(dataset);
    leave_journal("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                  "9000) INSERT INTO meta SELECT i, i FROM n");
    snprintf(journal, sizeof journal, "%s-journal", path);
    file = fopen(journal, "ab");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(magic, 1, sizeof magic, file), sizeof magic);
    fclose(file);
    expect_untouched(T2SED_EDATABASE, "names another");
    tear_down();
}
END_TEST

int main(void)
{
    TCase *killed = tcase_create("killed");
    sqlite3_initialize();
    tcase_set_timeout(killed, 120);
    tcase_add_loop_test(killed, a_killed_run_loses_nothing_committed, 0, 4);
    tcase_add_test(killed, a_full_disk_loses_nothing_committed);
    tcase_add_test(killed, another_programs_journal_is_left_to_it);
    tcase_add_test(killed, a_journal_that_names_another_file_is_refused);
    return t2s_test_run("dataset_killed", &killed, 1);
}
