/* sqlite_test.h - small SQLite databases for tests. */
#ifndef SQLITE_TEST_H
#define SQLITE_TEST_H

#include <check.h>
#include <sqlite3.h>

#include "database/read_sqlite.h"

/* The database at `path` (":memory:": a new one), made where there is none. */
static inline sqlite3 *t2s_test_open_database(const char *path)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static inline void t2s_test_execute(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK,
                  "%s: %s", sql, message);
}

/* Runs these statements on the database at `path`, and closes it. */
static inline void t2s_test_run_sql(const char *path, const char *sql)
{
    sqlite3 *db = t2s_test_open_database(path);
    t2s_test_execute(db, sql);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* The schema of the file at `path`, ended with t2sed_schema_free. */
static inline t2sed_status
t2s_test_schema_open(t2sed_schema **out, const char *path, t2sed_error *err)
{
    t2s_sandbox *sandbox;
    t2sed_status status =
        t2s_sandbox_open(&sandbox, path, T2SED_ISOLATION_NONE, err);
    if (status == T2SED_OK) {
        status = t2s_schema_read_new(out, sandbox, path, err);
        t2s_sandbox_close(sandbox);
    }
    return status;
}

#endif
