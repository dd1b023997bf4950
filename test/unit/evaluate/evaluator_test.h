/* evaluator_test.h - a folder with a small database, and one-line checks of
 * labels. */
#ifndef EVALUATOR_TEST_H
#define EVALUATOR_TEST_H

#include "database_test.h"
#include "t2s_test.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static char directory[] = "/tmp/t2sed-evaluate-XXXXXX";
static char path[256];

static const char shop[] =
    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, kind "
    "TEXT, stock INT);"
    "INSERT INTO item VALUES (1, 'bow', 10, 'toy', 3), (2, 'cup', 2.5, 'use', "
    "3), (3, 'dice', 1, 'toy', 7), (4, 'egg', 0.25, 'food', NULL);"
    "CREATE TABLE sale (item INT REFERENCES item(id), day TEXT, n INT);"
    "INSERT INTO sale VALUES (1, 'mon', 2), (1, 'tue', 1), (3, 'mon', 4);"
    "CREATE TABLE odd (x);"
    "INSERT INTO odd VALUES (1), (1.0), ('1'), (x'31'), (NULL), "
    "(0.1234564), (0.1234561), (0.1234571), (9007199254740993), "
    "(9007199254740992.0), (CAST(x'61FF62' AS TEXT)), ('ab'), (-0.0), (0);";

static t2sed_database *shop_database; /* at `path`, once asked for */

static inline void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shop.sqlite", directory);
    t2s_test_run_sql(path, shop);
    shop_database = NULL;
}

static inline void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
}

static inline t2sed_evaluator *open_evaluator(int rule)
{
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    t2sed_evaluator_options_init(&options, sizeof options);
    options.rule = rule;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    return evaluator;
}

static inline t2sed_evaluator_item
make_item(const char *gold, const char *const *queries, size_t count)
{
    t2sed_evaluator_item item;
    memset(&item, 0, sizeof item);
    item.struct_size = sizeof item;
    if (!shop_database)
        shop_database = t2s_test_database(path, NULL);
    item.database = shop_database;
    item.gold = gold;
    item.gold_length = strlen(gold);
    item.queries = queries;
    item.query_count = count;
    return item;
}

static inline t2sed_evaluation *evaluate(t2sed_evaluator *evaluator,
                                         const char *gold, const char *query)
{
    t2sed_evaluator_item item = make_item(gold, &query, 1);
    t2sed_evaluation *labels = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_evaluator_evaluate(&labels, evaluator, &item, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(labels->count, 1);
    return labels;
}

/* The label that belongs to a reason. */
static inline int label_of(int reason)
{
    return reason < 10 ? 1 : reason < 20 ? 0 : -1;
}

static inline void expect(t2sed_evaluator *evaluator, const char *gold,
                          const char *query, int reason)
{
    t2sed_evaluation *labels = evaluate(evaluator, gold, query);
    int found = labels->verdicts[0].reason;
    ck_assert_msg(found == reason, "%s | %s: %s (%s), expected %s", gold, query,
                  t2sed_reason_name(found), labels->verdicts[0].message,
                  t2sed_reason_name(reason));
    ck_assert_int_eq(labels->verdicts[0].label, label_of(reason));
    ck_assert(*labels->verdicts[0].message);
    t2sed_evaluation_free(labels);
}

#endif
