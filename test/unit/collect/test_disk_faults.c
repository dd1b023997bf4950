/* Collecting while each call to the disk fails in turn: what was begun is whole
 * or goes on, and ends as a run without failures does. */
#include "dataset_test.h"
#include "faulty_vfs.h"

#define LINE(question, rest)                                                   \
    "{\"db_id\": \"one\", \"question\": \"" question "\", \"gold\": "          \
    "\"SELECT count(*) FROM t\", " rest "}"

static const char *const lines[] = {
    LINE("a?", "\"candidates\": [{\"sql\": \"SELECT count(a) FROM t\", "
               "\"score\": -0.1}, {\"sql\": \"SELECT max(a) - 1 FROM t\"}]"),
    LINE("b?", "\"sql\": \"SELECT min(a) FROM t\""), "{\"no\": \"line\"}",
    LINE("c?", "\"candidates\": [{\"sql\": \"SELECT no FROM t\"}]"),
    LINE("d?", "\"candidates\": [{\"sql\": \"SELECT count(b) FROM t\"}]")};
enum { LINES = sizeof lines / sizeof lines[0] };

/* All that is in the dataset, but for times. */
static void append_dataset(t2s_string *out)
{
    static const char *const tables[] = {
        "SELECT * FROM meta WHERE name <> 'made' ORDER BY name",
        "SELECT id, name, parser, ended IS NULL, lines, digest FROM sources",
        "SELECT * FROM dropped ORDER BY 1, 2, 3",
        "SELECT * FROM questions ORDER BY id",
        "SELECT * FROM beams ORDER BY id",
        "SELECT * FROM candidates ORDER BY beam, place",
        "PRAGMA integrity_check"};
    sqlite3 *db = t2s_test_open_database(path);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        sqlite3_stmt *rows = NULL;
        ck_assert_int_eq(sqlite3_prepare_v2(db, tables[i], -1, &rows, NULL),
                         SQLITE_OK);
        while (sqlite3_step(rows) == SQLITE_ROW) {
            for (int c = 0; c < sqlite3_column_count(rows); c++)
                t2s_string_append_format(
                    out, "%s|", (const char *)sqlite3_column_text(rows, c));
            t2s_string_append_char(out, '\n');
        }
        sqlite3_finalize(rows);
    }
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* Whether the status is one of the line, so that the next may follow. */
static bool is_of_line(t2sed_status status)
{
    return status != T2SED_EIO && status != T2SED_ESTATE &&
           status != T2SED_ENOMEM;
}

static t2sed_status add_all(t2sed_dataset *dataset, t2sed_error *err)
{
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_status status =
        t2sed_collector_new(&collector, dataset, "source", &options, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < LINES && status == T2SED_OK; i++) {
        status =
            t2sed_collector_add(collector, lines[i], strlen(lines[i]), err);
        if (is_of_line(status))
            status = i % 2 ? t2sed_collector_commit(collector, err) : T2SED_OK;
    }
    if (status == T2SED_OK)
        status = t2sed_collector_finish(collector, err);
    t2sed_collector_free(collector);
    return status;
}

/* What a run that did not fail left is there. */
static bool collect_all(t2s_string *out, t2sed_dataset *of)
{
    t2sed_dataset *dataset = of;
    t2sed_error err = {0};
    t2sed_status status = T2SED_OK;
    if (!of)
        status = t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, &err);
    if (status == T2SED_OK) {
        status = add_all(dataset, &err);
        if (!of)
            t2sed_dataset_free(dataset);
    }
    if (status == T2SED_OK && out) {
        t2s_faulty_disarm();
        append_dataset(out);
    }
    ck_assert_msg(status == T2SED_OK || strstr(err.text, path) != NULL,
                  "status %d: %s", (int)status, err.text);
    return status == T2SED_OK;
}

/* Every call by a new object. */
static void open_and_collect(t2s_faulty_run *run, void *payload)
{
    (void)payload;
    collect_all(&run->answer, NULL);
    t2s_faulty_disarm();
    ck_assert(collect_all(&run->again, NULL));
}

/* What failed once goes on with the same dataset. */
static void go_on(t2s_faulty_run *run, void *payload)
{
    t2sed_dataset *dataset = NULL;
    (void)payload;
    if (t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, NULL) !=
        T2SED_OK)
        return;
    collect_all(&run->answer, dataset);
    t2s_faulty_disarm();
    ck_assert(collect_all(&run->again, dataset));
    t2sed_dataset_free(dataset);
}

static void remove_dataset(void *payload)
{
    char name[300];
    (void)payload;
    unlink(path);
    snprintf(name, sizeof name, "%s-journal", path);
    unlink(name);
}

START_TEST(collects)
{
    set_up();
    t2s_disk.only = "set.db";
    t2s_faulty_every_call(_i ? go_on : open_and_collect, remove_dataset, NULL,
                          T2S_FAULT_NOT_SHORT);
    tear_down();
}
END_TEST

/* --- reading --- */

static bool append_lines(t2s_string *out, t2sed_dataset *dataset)
{
    const char *line = "";
    t2sed_error err = {0};
    t2sed_status status = t2sed_dataset_select(dataset, NULL, &err);
    while (status == T2SED_OK && line) {
        status = t2sed_dataset_next(dataset, &line, NULL, &err);
        if (status == T2SED_OK)
            t2s_string_append_format(out, "%s\n", line ? line : "end");
    }
    if (status != T2SED_OK) {
        ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
        t2s_string_clear(out);
    }
    return status == T2SED_OK;
}

static void read_dataset(t2s_faulty_run *run, void *payload)
{
    t2sed_dataset *dataset = NULL;
    t2sed_error err = {0};
    (void)payload;
    if (t2sed_dataset_open(&dataset, path, T2SED_DATASET_READ, &err) !=
        T2SED_OK) {
        ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
        return;
    }
    append_lines(&run->answer, dataset);
    t2s_faulty_disarm();
    ck_assert(append_lines(&run->again, dataset));
    t2sed_dataset_free(dataset);
}

START_TEST(reads)
{
    set_up();
    ck_assert(collect_all(NULL, NULL));
    t2s_faulty_every_call(read_dataset, NULL, NULL, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

int main(void)
{
    TCase *faults = tcase_create("faults");
    tcase_add_loop_test(faults, collects, 0, 2);
    tcase_add_test(faults, reads);
    return t2s_test_run("disk_faults", &faults, 1);
}
