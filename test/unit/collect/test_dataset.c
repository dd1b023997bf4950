/* The dataset's file: opening, reading, splits. */
#include "dataset_test.h"
#include "interrupt_test.h"

#include <fcntl.h>

static t2sed_status open_status(int mode, t2sed_error *err)
{
    t2sed_dataset *dataset = NULL;
    t2sed_status status = t2sed_dataset_open(&dataset, path, mode, err);
    if (status != T2SED_OK)
        ck_assert_ptr_null(dataset);
    t2sed_dataset_free(dataset);
    return status;
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void expect_failure(int mode, t2sed_status status, const char *word)
{
    t2sed_error err;
    ck_assert_int_eq(open_status(mode, &err), status);
    ck_assert_int_eq(err.code, status);
    ck_assert_msg(strstr(err.text, word) != NULL, "%s", err.text);
    ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
}

START_TEST(a_new_file_becomes_a_dataset)
{
    t2sed_dataset *dataset;
    char *text;
    expect_failure(T2SED_DATASET_READ, T2SED_ENOTFOUND, "no such");
    ck_assert_int_eq(t2sed_dataset_detect(path), 0);
    write_file("");
    dataset = open_dataset(T2SED_DATASET_WRITE);
    ck_assert_ptr_null(next(dataset));
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 0);
    text = described(dataset, "format");
    ck_assert_str_eq(text, "1");
    free(text);
    t2sed_dataset_free(dataset);
    ck_assert_int_eq(t2sed_dataset_detect(path), 1);
    ck_assert_int_eq(open_status(T2SED_DATASET_READ, NULL), 0);
    ck_assert_int_eq(open_status(T2SED_DATASET_WRITE, NULL), 0);
    ck_assert_int_eq(open_status(7, NULL), T2SED_EINVAL);
}
END_TEST

START_TEST(other_files_are_left_alone)
{
    struct stat before, after;
    write_file("{\"question\": \"?\"}\n");
    ck_assert_int_eq(t2sed_dataset_detect(path), 0);
    expect_failure(T2SED_DATASET_WRITE, T2SED_EFORMAT, "no SQLite");
    expect_failure(T2SED_DATASET_READ, T2SED_EDATABASE, "not a");
    unlink(path);
    t2s_test_run_sql(path, "CREATE TABLE mine (x)");
    ck_assert_int_eq(stat(path, &before), 0);
    expect_failure(T2SED_DATASET_WRITE, T2SED_EFORMAT, "not a dataset");
    expect_failure(T2SED_DATASET_READ, T2SED_EFORMAT, "not a dataset");
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert_int_eq(before.st_size, after.st_size);
    ck_assert_int_eq(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    ck_assert_int_eq(t2sed_dataset_detect(folder), 0);
    ck_assert_int_eq(t2sed_dataset_detect("/nowhere/at/all"), 0);
}
END_TEST

START_TEST(a_file_that_cannot_be_made_is_told)
{
    size_t n = strlen(path);
    snprintf(path + n, sizeof path - n, "/none/set.db");
    expect_failure(T2SED_DATASET_WRITE, T2SED_EIO, "can't be written");
}
END_TEST

/* Opening a pipe would end what writes it. */
START_TEST(a_pipe_is_not_touched)
{
    int end;
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    end = open(path, O_RDWR);
    ck_assert_int_ge(end, 0);
    ck_assert_int_eq(t2sed_dataset_detect(path), 0);
    ck_assert_int_eq(open_status(T2SED_DATASET_WRITE, NULL), T2SED_EFORMAT);
    close(end);
}
END_TEST

START_TEST(another_format_is_refused)
{
    t2sed_dataset_free(open_dataset(T2SED_DATASET_WRITE));
    t2s_test_run_sql(path, "PRAGMA user_version = 2");
    expect_failure(T2SED_DATASET_READ, T2SED_EUNSUPPORTED, "format 2");
    t2s_test_run_sql(path, "PRAGMA user_version = 1;"
                           "CREATE TRIGGER evil AFTER INSERT ON meta BEGIN "
                           "DELETE FROM questions; END");
    expect_failure(T2SED_DATASET_WRITE, T2SED_EFORMAT, "tables are others");
    t2s_test_run_sql(path, "DROP TRIGGER evil; DROP TABLE meta");
    expect_failure(T2SED_DATASET_READ, T2SED_EFORMAT, "tables are others");
}
END_TEST

START_TEST(a_corrupt_file_is_told)
{
    static const char *const lines[] = {
        "{\"db_id\": \"one\", \"question\": \"?\", \"gold\": \"SELECT 1\", "
        "\"candidates\": [{\"sql\": \"SELECT 2\"}]}",
        NULL};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    const char *line;
    t2sed_status status;
    FILE *file;
    collect(dataset, "s", lines, &options);
    t2sed_dataset_free(dataset);
    file = fopen(path, "r+b");
    fseek(file, 4096, SEEK_SET);
    for (int i = 0; i < 10 * 4096; i++)
        fputc(0xA5, file);
    fclose(file);
    status = t2sed_dataset_open(&dataset, path, T2SED_DATASET_READ, NULL);
    if (status == T2SED_OK) {
        status = t2sed_dataset_next(dataset, &line, NULL, NULL);
        t2sed_dataset_free(dataset);
    }
    ck_assert_int_eq(status, T2SED_EDATABASE);
    ck_assert_int_eq(truncate(path, 700), 0);
    status = open_status(T2SED_DATASET_WRITE, NULL);
    ck_assert(status == T2SED_EDATABASE || status == T2SED_EIO);
}
END_TEST

START_TEST(fields_that_are_no_json_are_told)
{
    static const char *const lines[] = {
        "{\"db_id\": \"one\", \"question\": \"?\", \"gold\": \"SELECT 1\", "
        "\"candidates\": [{\"sql\": \"SELECT 2\"}]}",
        NULL};
    static const char *const changes[] = {
        "UPDATE candidates SET fields = '{\"a\":' || char(10) || '1}'",
        "UPDATE candidates SET fields = '{}'; UPDATE beams SET fields = '['"};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    const char *line;
    collect(dataset, "s", lines, &options);
    t2sed_dataset_free(dataset);
    for (int i = 0; i < 2; i++) {
        t2s_test_run_sql(path, changes[i]);
        dataset = open_dataset(T2SED_DATASET_READ);
        ck_assert_int_eq(t2sed_dataset_next(dataset, &line, NULL, NULL),
                         T2SED_EFORMAT);
        t2sed_dataset_free(dataset);
    }
}
END_TEST

/* --- splits --- */

START_TEST(smaller_parts_lie_in_larger_ones)
{
    const char *names[] = {"e", "c", "a", "b", "d", "j", "i", "h", "g", "f"};
    const char *other[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    unsigned char few[10], many[10], again[10];
    int count = 0, differs = 0;
    ck_assert_int_eq(t2sed_dataset_choose(few, names, 10, 0.3, 5, NULL), 0);
    ck_assert_int_eq(t2sed_dataset_choose(many, names, 10, 0.5, 5, NULL), 0);
    ck_assert_int_eq(t2sed_dataset_choose(again, other, 10, 0.3, 5, NULL), 0);
    for (int i = 0; i < 10; i++) {
        count += few[i];
        ck_assert(!few[i] || many[i]);
        ck_assert_int_eq(few[i], again[names[i][0] - 'a']);
    }
    ck_assert_int_eq(count, 3);
    for (int seed = 0; seed < 5; seed++) {
        ck_assert_int_eq(
            t2sed_dataset_choose(again, names, 10, 0.3, (uint64_t)seed, NULL),
            0);
        differs += memcmp(again, few, 10) != 0;
    }
    ck_assert_int_gt(differs, 2);
    ck_assert_int_eq(t2sed_dataset_choose(again, names, 0, 1, 5, NULL), 0);
    ck_assert_int_eq(t2sed_dataset_choose(again, names, 10, 1.1, 5, NULL),
                     T2SED_EINVAL);
    names[1] = "a";
    ck_assert_int_eq(t2sed_dataset_choose(again, names, 10, 0.5, 5, NULL),
                     T2SED_EINVAL);
}
END_TEST

/* Adds a beam for each of the databases from `begin`. */
static void add_databases(t2sed_dataset *dataset, const char *source, int begin,
                          int end)
{
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    options.keep_labels = 1;
    options.db_root = NULL;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, source, &options, NULL), 0);
    for (; begin < end; begin++) {
        char line[200];
        snprintf(line, sizeof line,
                 "{\"db_id\": \"db%d\", \"question\": \"?\", \"gold\": "
                 "\"SELECT 1\", \"sql\": \"SELECT 1\", \"label\": 1}",
                 begin);
        ck_assert_int_eq(
            t2sed_collector_add(collector, line, strlen(line), NULL), 0);
    }
    ck_assert_int_eq(t2sed_collector_finish(collector, NULL), 0);
    t2sed_collector_free(collector);
}

static size_t count_side(t2sed_dataset *dataset, int side, double part)
{
    t2sed_dataset_filter filter;
    size_t count = 0;
    json_t *line;
    t2sed_dataset_filter_init(&filter, sizeof filter);
    filter.side = side;
    filter.part = part;
    filter.seed = 3;
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL), 0);
    while ((line = next(dataset)) != NULL) {
        json_decref(line);
        ck_assert_uint_eq(t2sed_dataset_place(dataset), ++count);
    }
    ck_assert_uint_eq(t2sed_dataset_count(dataset), count);
    return count;
}

START_TEST(splits_stay_when_databases_come)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_dataset_filter filter;
    json_t *seen = json_object(), *line;
    size_t kept = 0;
    t2sed_dataset_filter_init(&filter, sizeof filter);
    add_databases(dataset, "a", 0, 10);
    ck_assert_int_eq(t2sed_dataset_split(dataset, 0.8, 3, NULL), 0);
    ck_assert_uint_eq(count_side(dataset, T2SED_SIDE_PART, 0.8), 8);
    ck_assert_uint_eq(count_side(dataset, T2SED_SIDE_REST, 0.8), 2);
    ck_assert_uint_eq(count_side(dataset, T2SED_SIDE_ALL, 0.8), 10);
    filter.side = T2SED_SIDE_PART;
    filter.seed = 3;
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL), 0);
    while ((line = next(dataset)) != NULL) {
        json_object_set_new(seen, text_of(line, "db_id"), json_true());
        json_decref(line);
    }
    add_databases(dataset, "b", 10, 20);
    ck_assert_int_eq(t2sed_dataset_split(dataset, 0.8, 3, NULL), 0);
    ck_assert_uint_eq(count_side(dataset, T2SED_SIDE_PART, 0.8), 16);
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL), 0);
    while ((line = next(dataset)) != NULL) {
        kept += json_object_get(seen, text_of(line, "db_id")) != NULL;
        json_decref(line);
    }
    ck_assert_uint_eq(kept, 8);
    filter.part = 0.5;
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL),
                     T2SED_ENOTFOUND);
    filter.side = 9;
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_dataset_split(dataset, -1, 3, NULL), T2SED_EINVAL);
    t2sed_dataset_free(dataset);
    dataset = open_dataset(T2SED_DATASET_READ);
    ck_assert_int_eq(t2sed_dataset_split(dataset, 0.8, 3, NULL), T2SED_ESTATE);
    t2sed_dataset_free(dataset);
    json_decref(seen);
}
END_TEST

/* --- memory --- */

static t2sed_status use(void *payload)
{
    t2sed_dataset *dataset;
    const char *line = "";
    char *text;
    t2sed_status status =
        t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, NULL);
    (void)payload;
    if (status)
        return status;
    while (!status && line)
        status = t2sed_dataset_next(dataset, &line, NULL, NULL);
    if (!status)
        status = t2sed_dataset_split(dataset, 0.5, 1, NULL);
    if (!status)
        status = t2sed_dataset_describe(&text, dataset, NULL);
    if (!status)
        t2sed_free(text);
    t2sed_dataset_free(dataset);
    return status;
}

START_TEST(memory_may_run_out_anywhere)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    add_databases(dataset, "a", 0, 3);
    t2sed_dataset_free(dataset);
    t2s_test_every_allocation(use, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    add_databases(dataset, "a", 0, 3);
    t2sed_dataset_free(dataset);
    t2s_test_every_interrupt(use, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("dataset")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_add_test(cases[0], a_new_file_becomes_a_dataset);
    tcase_add_test(cases[0], other_files_are_left_alone);
    tcase_add_test(cases[0], a_file_that_cannot_be_made_is_told);
    tcase_add_test(cases[0], a_pipe_is_not_touched);
    tcase_add_test(cases[0], another_format_is_refused);
    tcase_add_test(cases[0], a_corrupt_file_is_told);
    tcase_add_test(cases[0], fields_that_are_no_json_are_told);
    tcase_add_test(cases[0], smaller_parts_lie_in_larger_ones);
    tcase_add_test(cases[0], splits_stay_when_databases_come);
    tcase_add_test(cases[0], memory_may_run_out_anywhere);
    tcase_add_test(cases[0], the_host_may_end_it);
    return t2s_test_run("dataset", cases, 1);
}
