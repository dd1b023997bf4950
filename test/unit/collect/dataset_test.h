/* dataset_test.h - a folder with a database, and collecting in one line. */
#ifndef DATASET_TEST_H
#define DATASET_TEST_H

#include "t2s_test.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static char folder[] = "/tmp/t2sed-dataset-XXXXXX";
static char path[256]; /* of the dataset */

static inline void make_database(const char *db_id)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", folder, db_id);
    ck_assert_int_eq(mkdir(name, 0700), 0);
    snprintf(name, sizeof name, "%s/%s/%s.sqlite", folder, db_id, db_id);
    t2s_test_run_sql(name,
                     "CREATE TABLE t (a INT, b TEXT);"
                     "INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'y');");
}

static inline void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    make_database("one");
    snprintf(path, sizeof path, "%s/set.db", folder);
}

static inline void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
}

static inline t2sed_dataset *open_dataset(int mode)
{
    t2sed_dataset *dataset;
    t2sed_error err;
    t2sed_status status = t2sed_dataset_open(&dataset, path, mode, &err);
    ck_assert_msg(status == T2SED_OK, "%s", err.text);
    return dataset;
}

static inline t2sed_collector_options defaults(void)
{
    t2sed_collector_options options;
    t2sed_collector_options_init(&options, sizeof options);
    options.db_root = folder;
    options.threads = 1;
    return options;
}

/* Collects lines (ended by NULL) as source `name`, and what came of them. */
static inline t2sed_collector_counts
collect(t2sed_dataset *dataset, const char *name, const char *const *lines,
        const t2sed_collector_options *options)
{
    t2sed_collector_counts counts = {.struct_size = sizeof counts};
    t2sed_collector *collector;
    t2sed_error err;
    ck_assert_int_eq(
        t2sed_collector_new(&collector, dataset, name, options, &err), 0);
    for (; *lines; lines++) {
        t2sed_status status =
            t2sed_collector_add(collector, *lines, strlen(*lines), &err);
        ck_assert_msg(status != T2SED_EIO && status != T2SED_ESTATE &&
                          status != T2SED_ENOMEM,
                      "%s", err.text);
    }
    ck_assert_int_eq(t2sed_collector_finish(collector, &err), 0);
    ck_assert_int_eq(t2sed_collector_count(&counts, collector, &err), 0);
    t2sed_collector_free(collector);
    return counts;
}

/* The next beam; NULL at the end. The caller ends it. */
static inline json_t *next(t2sed_dataset *dataset)
{
    const char *text;
    size_t length;
    t2sed_error err;
    t2sed_status status = t2sed_dataset_next(dataset, &text, &length, &err);
    json_t *line;
    ck_assert_msg(status == T2SED_OK, "%s", err.text);
    if (!text)
        return NULL;
    ck_assert_uint_eq(strlen(text), length);
    line = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_msg(line != NULL, "no JSON: %s", text);
    return line;
}

static inline const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "(none)";
}

static inline json_t *candidate_of(const json_t *line, size_t i)
{
    return json_array_get(json_object_get(line, "candidates"), i);
}

/* The description's member, as compact JSON; the caller frees it. */
static inline char *described(t2sed_dataset *dataset, const char *key)
{
    char *text, *member;
    json_t *all;
    ck_assert_int_eq(t2sed_dataset_describe(&text, dataset, NULL), 0);
    all = json_loads(text, 0, NULL);
    ck_assert_ptr_nonnull(all);
    member = json_dumps(json_object_get(all, key),
                        JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    json_decref(all);
    t2sed_free(text);
    return member;
}

#endif
