/* From lines to a dataset: labels, what is dropped, resuming, failures. */
#include "dataset_test.h"
#include "interrupt_test.h"

#include "lab/collect/dataset.h"

#define LINE(rest)                                                             \
    "{\"db_id\": \"one\", \"question\": \"How many?\", \"gold\": \"SELECT "    \
    "count(*) FROM t\", " rest "}"

START_TEST(labels_and_drops)
{
    static const char *const lines[] = {
        LINE("\"index\": 7, \"extra\": [1.5], \"candidates\": ["
             "{\"sql\": \"SELECT count(a) FROM t\", \"score\": -0.1}, "
             "{\"sql\": \"select  COUNT(a)\\n from T;\", \"score\": -0.2}, "
             "{\"sql\": \"SELECT nothing FROM t\", \"score\": -0.3}, "
             "{\"sql\": \"SELECT max(a) - 1 FROM t\", \"mine\": \"yes\"}]"),
        NULL};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector_counts n = collect(dataset, "x/p1.jsonl", lines, &options);
    json_t *line, *candidate;
    char *text;
    ck_assert_uint_eq(n.lines, 1);
    ck_assert_uint_eq(n.candidates, 4);
    ck_assert_uint_eq(n.kept, 2);
    ck_assert_uint_eq(n.right, 1);
    ck_assert_uint_eq(n.wrong, 1);
    ck_assert_uint_eq(n.duplicates, 1);
    ck_assert_uint_eq(n.not_executable, 1);
    ck_assert_int_eq(t2sed_dataset_select(dataset, NULL, NULL), 0);
    line = next(dataset);
    ck_assert_ptr_nonnull(line);
    ck_assert_str_eq(text_of(line, "parser"), "p1");
    ck_assert_str_eq(text_of(json_object_get(line, "source"), "file"),
                     "x/p1.jsonl");
    ck_assert_int_eq(json_integer_value(json_object_get(line, "index")), 7);
    ck_assert_double_eq(
        json_real_value(json_array_get(json_object_get(line, "extra"), 0)),
        1.5);
    ck_assert_uint_eq(json_array_size(json_object_get(line, "candidates")), 2);
    candidate = candidate_of(line, 0);
    ck_assert_str_eq(text_of(candidate, "sql"), "SELECT count(a) FROM t");
    ck_assert_int_eq(json_integer_value(json_object_get(candidate, "label")),
                     1);
    ck_assert_double_eq(json_real_value(json_object_get(candidate, "score")),
                        -0.1);
    candidate = candidate_of(line, 1);
    ck_assert_int_eq(json_integer_value(json_object_get(candidate, "label")),
                     0);
    ck_assert(json_is_null(json_object_get(candidate, "score")));
    ck_assert_str_eq(text_of(candidate, "mine"), "yes");
    ck_assert_str_eq(
        text_of(json_object_get(candidate, "label_reason"), "code"), "values");
    json_decref(line);
    ck_assert_ptr_null(next(dataset));
    text = described(dataset, "sources");
    ck_assert_ptr_nonnull(strstr(text,
                                 "\"dropped_candidates\":{\"duplicate\":1,"
                                 "\"not_executable\":1}"));
    free(text);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(values_are_filled_in)
{
    static const char *const lines[] = {
        "{\"db_id\": \"one\", \"question\": \"?\", \"gold\": \"SELECT a FROM t "
        "WHERE b = 'y'\", \"candidates\": [{\"sql\": \"SELECT a FROM t WHERE b "
        "= value\"}, {\"sql\": \"SELECT a FROM t WHERE b ! = value AND a > "
        "value\"}, {\"sql\": \"SELECT a FROM t LIMIT value\"}]}",
        NULL};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector_counts n = collect(dataset, "s", lines, &options);
    json_t *line, *candidate;
    ck_assert_uint_eq(n.filled, 3);
    ck_assert_uint_eq(n.guessed, 1);
    ck_assert_uint_eq(n.right, 1);
    ck_assert_int_eq(t2sed_dataset_select(dataset, NULL, NULL), 0);
    line = next(dataset);
    candidate = candidate_of(line, 0);
    ck_assert_str_eq(text_of(candidate, "sql"),
                     "SELECT a FROM t WHERE b = 'y'");
    ck_assert_str_eq(text_of(candidate, "written"),
                     "SELECT a FROM t WHERE b = value");
    ck_assert_ptr_null(json_object_get(candidate, "guessed"));
    ck_assert(json_is_true(json_object_get(candidate_of(line, 2), "guessed")));
    json_decref(line);
    options.fill = 0;
    options.parser = "other";
    n = collect(dataset, "s", lines, &options);
    ck_assert_uint_eq(n.kept, 0);
    ck_assert_uint_eq(n.not_executable, 3);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(bad_lines_are_counted_and_passed_over)
{
    static const struct {
        const char *line, *reason;
        t2sed_status status;
    } bad[] = {
        {"", "empty", T2SED_EEMPTY},
        {"not json", "format", T2SED_EFORMAT},
        {"[1]", "format", T2SED_EFORMAT},
        {"{\"question\": \"?\"}", "format", T2SED_EFORMAT},
        {LINE("\"candidates\": 3"), "format", T2SED_EFORMAT},
        {LINE("\"candidates\": [3]"), "format", T2SED_EFORMAT},
        {LINE("\"sql\": 3"), "format", T2SED_EFORMAT},
        {LINE("\"sql\": \"\xff\""), "utf8", T2SED_EUTF8},
        {"{\"db_id\": \"no\", \"question\": \"?\", \"gold\": \"SELECT 1\", "
         "\"sql\": \"SELECT 1\"}",
         "no_database", T2SED_ENOTFOUND},
        {"{\"db_id\": \"../one\", \"question\": \"?\", \"gold\": \"SELECT 1\", "
         "\"sql\": \"SELECT 1\"}",
         "no_database", T2SED_ENOTFOUND},
        {"{\"db_id\": \"bad\", \"question\": \"?\", \"gold\": \"SELECT 1\", "
         "\"sql\": \"SELECT 1\"}",
         "database", T2SED_EDATABASE},
    };
    const size_t count = sizeof bad / sizeof bad[0];
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_collector_counts n = {.struct_size = sizeof n};
    char name[300], *text;
    FILE *file;
    snprintf(name, sizeof name, "%s/bad", folder);
    ck_assert_int_eq(mkdir(name, 0700), 0);
    snprintf(name, sizeof name, "%s/bad/bad.sqlite", folder);
    file = fopen(name, "w");
    fputs("nothing of the kind, but long enough for a header", file);
    fclose(file);
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL), 0);
    for (size_t i = 0; i < count; i++) {
        t2sed_error err;
        t2sed_status status = t2sed_collector_add(collector, bad[i].line,
                                                  strlen(bad[i].line), &err);
        char where[30];
        snprintf(where, sizeof where, "s, line %zu", i + 1);
        ck_assert_msg(status == bad[i].status, "%zu: %s", i, err.text);
        ck_assert_msg(strstr(err.text, where) != NULL, "%s", err.text);
    }
    ck_assert_int_eq(t2sed_collector_finish(collector, NULL), 0);
    ck_assert_int_eq(t2sed_collector_count(&n, collector, NULL), 0);
    ck_assert_uint_eq(n.bad_lines, count);
    t2sed_collector_free(collector);
    text = described(dataset, "sources");
    ck_assert_msg(strstr(text, "\"dropped_lines\":{\"database\":1,\"empty\":1,"
                               "\"format\":6,\"no_database\":2,\"utf8\":1}"),
                  "%s", text);
    free(text);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(lines_without_use_are_counted)
{
    static const char *const lines[] = {LINE("\"candidates\": []"),
                                        LINE("\"sql\": \"SELECT none FROM t\""),
                                        "{\"db_id\": \"one\", \"question\": "
                                        "\"?\", \"gold\": \"SELECT none FROM "
                                        "t\", \"sql\": \"SELECT 1\"}",
                                        NULL};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    char *text;
    collect(dataset, "s", lines, &options);
    ck_assert_int_eq(t2sed_dataset_select(dataset, NULL, NULL), 0);
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 0);
    text = described(dataset, "sources");
    ck_assert_msg(
        strstr(text, "\"dropped_lines\":{\"gold\":1,\"no_candidates\":2}"),
        "%s", text);
    free(text);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(a_beam_keeps_so_many)
{
    static const char *const lines[] = {
        LINE("\"candidates\": [{\"sql\": \"SELECT 1\"}, {\"sql\": \"SELECT "
             "2\"}, {\"sql\": \"SELECT 3\"}]"),
        /* The same beam: no "index" tells them apart. */
        LINE("\"candidates\": [{\"sql\": \"SELECT 2\"}, {\"sql\": \"SELECT "
             "4\"}]"),
        LINE("\"id\": \"b\", \"candidates\": [{\"sql\": \"SELECT 2\"}]"), NULL};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector_counts n;
    options.max_candidates = 2;
    n = collect(dataset, "s", lines, &options);
    ck_assert_uint_eq(n.kept, 3);
    ck_assert_uint_eq(n.beyond_limit, 2);
    ck_assert_uint_eq(n.duplicates, 1);
    ck_assert_int_eq(t2sed_dataset_select(dataset, NULL, NULL), 0);
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 2);
    options.max_candidates = 0;
    options.parser = "s2";
    n = collect(dataset, "s", lines, &options);
    ck_assert_uint_eq(n.kept, 5);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(given_labels_need_no_database)
{
    static const char *const lines[] = {
        "{\"db_id\": \"gone\", \"question\": \"\", \"gold\": \"SELECT 1\", "
        "\"parser\": \"p\", \"candidates\": [{\"sql\": \"SELECT 1\", "
        "\"label\": "
        "1}, {\"sql\": \"SELECT 2\", \"label\": 0}, {\"sql\": \"x\", "
        "\"label\": "
        "null}]}",
        NULL};
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_dataset_filter filter;
    t2sed_collector_options options = defaults();
    t2sed_collector_counts n;
    t2sed_collector *collector;
    t2sed_error err;
    t2sed_dataset_filter_init(&filter, sizeof filter);
    options.keep_labels = 1;
    options.db_root = NULL;
    n = collect(dataset, "s", lines, &options);
    ck_assert_uint_eq(n.right, 1);
    ck_assert_uint_eq(n.wrong, 1);
    ck_assert_uint_eq(n.undecided, 1);
    filter.parser = "p";
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL), 0);
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 1);
    filter.parser = "s";
    ck_assert_int_eq(t2sed_dataset_select(dataset, &filter, NULL), 0);
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 0);
    /* One dataset, one rule. */
    options = defaults();
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, &err),
        T2SED_ESTATE);
    ck_assert_ptr_nonnull(strstr(err.text, "\"given\""));
    options.db_root = NULL;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, &err),
        T2SED_EINVAL);
    t2sed_dataset_free(dataset);
}
END_TEST

/* --- going on --- */

static const char *const four[] = {
    LINE("\"index\": 1, \"sql\": \"SELECT 3\""),
    LINE("\"index\": 2, \"sql\": \"SELECT 2\""), "bad",
    LINE("\"index\": 4, \"sql\": \"SELECT none\""), NULL};

START_TEST(the_same_file_again_adds_nothing)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    const char *const more[] = {four[0],
                                four[1],
                                four[2],
                                four[3],
                                LINE("\"index\": 5, \"sql\": \"SELECT 5\""),
                                NULL};
    t2sed_collector_counts n = collect(dataset, "s", four, &options);
    char *first = described(dataset, "sources"), *second;
    ck_assert_uint_eq(n.kept, 2);
    n = collect(dataset, "s", four, &options);
    ck_assert_uint_eq(n.known, 4);
    ck_assert_uint_eq(n.beams, 0);
    second = described(dataset, "sources");
    /* All but the times. */
    ck_assert_str_eq(strstr(first, "\"library\""),
                     strstr(second, "\"library\""));
    n = collect(dataset, "s", more, &options);
    ck_assert_uint_eq(n.known, 4);
    ck_assert_uint_eq(n.kept, 1);
    free(first);
    free(second);
    /* A copy under another name, but by the same parser. */
    options.parser = "s";
    n = collect(dataset, "copy", more, &options);
    ck_assert_uint_eq(n.kept, 0);
    ck_assert_uint_eq(n.duplicates, 3);
    ck_assert_int_eq(t2sed_dataset_select(dataset, NULL, NULL), 0);
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 3);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(what_was_committed_stays)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_collector_counts n;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL), 0);
    ck_assert_int_eq(
        t2sed_collector_add(collector, four[0], strlen(four[0]), NULL), 0);
    ck_assert_int_eq(t2sed_collector_commit(collector, NULL), 0);
    ck_assert_int_eq(
        t2sed_collector_add(collector, four[1], strlen(four[1]), NULL), 0);
    {
        t2sed_collector *second;
        ck_assert_int_eq(
            t2sed_collector_new(&second, dataset, "x", &options, NULL),
            T2SED_ESTATE);
    }
    t2sed_collector_free(collector); /* as if killed */
    t2sed_dataset_free(dataset);
    dataset = open_dataset(T2SED_DATASET_WRITE);
    ck_assert_uint_eq(t2sed_dataset_count(dataset), 1);
    n = collect(dataset, "s", four, &options);
    ck_assert_uint_eq(n.known, 1);
    ck_assert_uint_eq(n.kept, 1);
    ck_assert_uint_eq(n.bad_lines, 1);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(a_changed_file_is_refused)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    collect(dataset, "s", four, &options);
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL), 0);
    for (int i = 3; i >= 0 && !status; i--)
        status = t2sed_collector_add(collector, four[i], strlen(four[i]), &err);
    ck_assert_int_eq(status, T2SED_ESTATE);
    ck_assert_ptr_nonnull(strstr(err.text, "first 4 lines"));
    ck_assert_int_eq(t2sed_collector_finish(collector, &err), T2SED_ESTATE);
    t2sed_collector_free(collector);
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL), 0);
    ck_assert_int_eq(t2sed_collector_finish(collector, &err), T2SED_ESTATE);
    ck_assert_ptr_nonnull(strstr(err.text, "has 0 lines"));
    t2sed_collector_free(collector);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(a_full_disk_loses_nothing)
{
    t2sed_dataset *dataset = open_dataset(T2SED_DATASET_WRITE);
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    char line[6000], filler[5000];
    size_t count;
    collect(dataset, "first", four, &options);
    memset(filler, 'q', sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    ck_assert_int_eq(sqlite3_exec(dataset->db, "PRAGMA max_page_count = 60",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL), 0);
    for (int i = 0; i < 400 && !status; i++) {
        snprintf(line, sizeof line,
                 LINE("\"index\": %d, \"more\": \"%s\", \"sql\": \"SELECT "
                      "3\""),
                 i, filler);
        status = t2sed_collector_add(collector, line, strlen(line), &err);
    }
    ck_assert_int_eq(status, T2SED_EIO);
    ck_assert_msg(strstr(err.text, "full") != NULL, "%s", err.text);
    ck_assert_int_eq(t2sed_collector_add(collector, line, strlen(line), &err),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2sed_collector_commit(collector, &err), T2SED_ESTATE);
    t2sed_collector_free(collector);
    t2sed_dataset_free(dataset);
    dataset = open_dataset(T2SED_DATASET_WRITE);
    count = t2sed_dataset_count(dataset);
    ck_assert_uint_ge(count, 2);
    t2sed_dataset_free(dataset);
}
END_TEST

START_TEST(reading_alone_collects_nothing)
{
    t2sed_dataset *dataset;
    t2sed_collector_options options = defaults();
    t2sed_collector_counts n = {.struct_size = sizeof n};
    t2sed_collector *collector = NULL;
    t2sed_dataset_free(open_dataset(T2SED_DATASET_WRITE));
    dataset = open_dataset(T2SED_DATASET_READ);
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL),
        T2SED_ESTATE);
    t2sed_dataset_free(dataset);
    dataset = open_dataset(T2SED_DATASET_WRITE);
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "", &options, NULL),
        T2SED_EINVAL);
    options.struct_size = 3;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL),
        T2SED_EINVAL);
    options = defaults();
    options.rule = 77;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL),
        T2SED_EINVAL);
    ck_assert_ptr_null(collector);
    options.rule = T2SED_RULE_STRICT;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, "s", &options, NULL), 0);
    n.struct_size = 1;
    ck_assert_int_eq(t2sed_collector_count(&n, collector, NULL), T2SED_EINVAL);
    t2sed_collector_free(collector);
    t2sed_collector_free(NULL);
    t2sed_dataset_free(dataset);
}
END_TEST

/* --- memory --- */

static t2sed_status collect_once(void *payload)
{
    t2sed_collector_options options = defaults();
    t2sed_collector *collector;
    t2sed_dataset *dataset;
    const char *line =
        LINE("\"x\": 1, \"candidates\": [{\"sql\": \"SELECT a FROM t WHERE b = "
             "value\", \"label\": 1}, {\"sql\": \"SELECT 2\", \"label\": 0}]");
    t2sed_status status =
        t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, NULL);
    (void)payload;
    if (status)
        return status;
    options.keep_labels = 1; /* the evaluator has a test of its own */
    status = t2sed_collector_new(&collector, dataset, "s", &options, NULL);
    if (!status) {
        status = t2sed_collector_add(collector, line, strlen(line), NULL);
        if (!status)
            status = t2sed_collector_finish(collector, NULL);
        t2sed_collector_free(collector);
    }
    t2sed_dataset_free(dataset);
    unlink(path);
    return status;
}

START_TEST(memory_may_run_out_anywhere)
{
    t2s_test_every_allocation(collect_once, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(collect_once, NULL, 1);
}
END_TEST

/* jansson's own allocations, which our hook does not see. */
static long json_asked, json_fail_at;

static void *json_malloc_or_not(size_t size)
{
    return ++json_asked == json_fail_at ? NULL : malloc(size);
}

START_TEST(memory_for_json_may_run_out)
{
    json_set_alloc_funcs(json_malloc_or_not, free);
    for (json_fail_at = 1;; json_fail_at++) {
        t2sed_status status;
        json_asked = 0;
        status = collect_once(NULL);
        if (json_asked < json_fail_at) {
            ck_assert_int_eq(status, T2SED_OK);
            break;
        }
        /* jansson does not always say that it was memory; and its reader goes
         * on without the text that it could not hold. */
        ck_assert_msg(status == T2SED_ENOMEM || status == T2SED_EFORMAT ||
                          status == T2SED_OK,
                      "%ld: %d", json_fail_at, (int)status);
    }
    json_set_alloc_funcs(malloc, free);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("collector")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_add_test(cases[0], labels_and_drops);
    tcase_add_test(cases[0], values_are_filled_in);
    tcase_add_test(cases[0], bad_lines_are_counted_and_passed_over);
    tcase_add_test(cases[0], lines_without_use_are_counted);
    tcase_add_test(cases[0], a_beam_keeps_so_many);
    tcase_add_test(cases[0], given_labels_need_no_database);
    tcase_add_test(cases[0], the_same_file_again_adds_nothing);
    tcase_add_test(cases[0], what_was_committed_stays);
    tcase_add_test(cases[0], a_changed_file_is_refused);
    tcase_add_test(cases[0], a_full_disk_loses_nothing);
    tcase_add_test(cases[0], reading_alone_collects_nothing);
    tcase_add_test(cases[0], memory_may_run_out_anywhere);
    tcase_add_test(cases[0], the_host_may_end_it);
    tcase_add_test(cases[0], memory_for_json_may_run_out);
    return t2s_test_run("collector", cases, 1);
}
