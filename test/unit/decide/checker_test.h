/* checker_test.h - a small database of singers and the shipped model, for tests
 * of the checker. */
#ifndef CHECKER_TEST_H
#define CHECKER_TEST_H

#include "t2s_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed/database.h"
#include "t2sed/model.h"

static const char script[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, country TEXT, "
    "age INT);"
    "CREATE TABLE song (id INTEGER PRIMARY KEY, singer_id INT REFERENCES "
    "singer (id), title TEXT);"
    "INSERT INTO singer VALUES (1, 'Joe', 'France', 52), "
    "(2, 'Rose', 'Chile', 41), (3, 'John', 'France', 41);"
    "INSERT INTO song VALUES (1, 1, 'Love'), (2, 3, 'Home'), (3, 3, 'Rain');";
static char database_path[64];
static t2sed_model *model;
static t2sed_database *database;

static inline void set_up(void)
{
    t2sed_error err;
    setenv("T2SED_SKETCH", "lib/models/sketch", 1);
    setenv("T2SED_SCHEMA_PREDICTION", "lib/models/schema-prediction", 1);
    snprintf(database_path, sizeof database_path,
             "/tmp/t2sed-checker-%ld.sqlite", (long)getpid());
    unlink(database_path); /* of a run that was killed */
    t2s_test_run_sql(database_path, script);
    ck_assert_msg(t2sed_model_open(&model, "lib/models/default", NULL, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_database_open(&database, database_path, NULL, NULL),
                     T2SED_OK);
}

static inline void tear_down(void)
{
    t2sed_database_free(database);
    t2sed_model_free(model);
    unlink(database_path);
}

#endif
