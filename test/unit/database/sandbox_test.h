/* sandbox_test.h - running one query in a sandbox, and how it ended. */
#ifndef SANDBOX_TEST_H
#define SANDBOX_TEST_H

#include "t2s_test.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/string.h"
#include "database/connection.h"
#include "database/sandbox.h"
#include "sqlite_test.h"

/* How a query ended that was read to its end. */
static inline t2s_run run_in(t2s_sandbox *sandbox, const char *sql,
                             int milliseconds, t2sed_error *err)
{
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .milliseconds = milliseconds,
                           .memory = (int64_t)64 << 20,
                           .value_bytes = (size_t)1 << 20};
    t2s_rows *rows = NULL;
    t2s_run how;
    ck_assert_int_eq(t2s_rows_open(&how, &rows, sandbox, &query, err),
                     T2SED_OK);
    while (how == T2S_RUN_ROW)
        how = t2s_rows_next(rows, err);
    t2s_rows_close(rows);
    return how;
}

/* Of this process's processor time: what others take of the machine does not
 * count. What waits without end is stopped by Check. */
static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A sandbox round a database in memory that the statements make. */
static inline t2s_sandbox *sandbox_of(const char *statements)
{
    t2s_sandbox *sandbox;
    sqlite3 *db;
    ck_assert_int_eq(t2s_connection_open_memory(&db, NULL), T2SED_OK);
    t2s_test_execute(db, statements);
    ck_assert_int_eq(t2s_sandbox_wrap(&sandbox, db, "in memory", NULL),
                     T2SED_OK);
    return sandbox;
}

#endif
