/* database_test.h - databases for tests, ended when the program ends. */
#ifndef T2S_DATABASE_TEST_H
#define T2S_DATABASE_TEST_H

#include <check.h>
#include <stdlib.h>

#include "t2sed/database.h"

static t2sed_database *t2s_test_databases[256];
static int t2s_test_database_count;

static void t2s_test_databases_free(void)
{
    while (t2s_test_database_count > 0)
        t2sed_database_free(t2s_test_databases[--t2s_test_database_count]);
}

static inline t2sed_database *t2s_test_database_keep(t2sed_database *database)
{
    if (t2s_test_database_count == 0)
        atexit(t2s_test_databases_free);
    ck_assert_int_lt(t2s_test_database_count, 256);
    t2s_test_databases[t2s_test_database_count++] = database;
    return database;
}

/* The defaults, with a schema of the test's (NULL: the database's). */
static inline t2sed_database_options
t2s_test_options(const t2sed_schema *schema)
{
    t2sed_database_options options;
    t2sed_database_options_init(&options, sizeof options);
    options.schema = schema;
    return options;
}

/* The file at `path`, or NULL: no rows; the caller ends it. */
static inline t2sed_status t2s_test_open(t2sed_database **out, const char *path,
                                         const t2sed_database_options *options,
                                         t2sed_error *err)
{
    return path ? t2sed_database_open(out, path, options, err)
                : t2sed_database_new_schema(out, options->schema, options, err);
}

static inline t2sed_database *
t2s_test_database_with(const char *path, const t2sed_database_options *options)
{
    t2sed_database *database = NULL;
    t2sed_error err;
    ck_assert_msg(t2s_test_open(&database, path, options, &err) == T2SED_OK,
                  "%s", err.text);
    return t2s_test_database_keep(database);
}

static inline t2sed_database *t2s_test_database(const char *path,
                                                const t2sed_schema *schema)
{
    const t2sed_database_options options = t2s_test_options(schema);
    return t2s_test_database_with(path, &options);
}

#endif
