/* sqlite_test.h - small SQLite databases for tests. */
#ifndef SQLITE_TEST_H
#define SQLITE_TEST_H

#include <check.h>
#include <sqlite3.h>

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

#endif
