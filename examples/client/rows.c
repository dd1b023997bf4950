/* rows.c - running a query that may only read. */
#include <signal.h>
#include <string.h>
#include <time.h>

#include "client.h"

/* Steps of SQLite's machine between two looks at the clock. */
#define STEPS        10000
#define MOST_CELL    60 /* bytes of a value that are shown */
#define MOST_VALUE   (16 << 20)
#define BUSY_WAIT_MS 2000

static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int is_over(void *end)
{
    return is_interrupted || now() >= *(const double *)end;
}

/* SELECT and what it is made of; nothing that writes, attaches or configures.
 * Opening read-only says the same of the file. */
static int allow(void *payload, int action, const char *a, const char *b,
                 const char *c, const char *d)
{
    (void)payload;
    (void)a;
    (void)c;
    (void)d;
    if (action == SQLITE_FUNCTION)
        return b && sqlite3_stricmp(b, "load_extension") == 0 ? SQLITE_DENY
                                                              : SQLITE_OK;
    return action == SQLITE_SELECT || action == SQLITE_READ ||
                   action == SQLITE_RECURSIVE
               ? SQLITE_OK
               : SQLITE_DENY;
}

bool rows_open(sqlite3 **out, const char *path)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_master LIMIT 1", -1,
                                  &rows, NULL);
    if (code == SQLITE_OK && sqlite3_step(rows) == SQLITE_ERROR)
        code = SQLITE_ERROR;
    sqlite3_finalize(rows);
    if (code != SQLITE_OK) {
        print_to(stderr, "t2sed-client: %s: %s\n", path,
                 db ? sqlite3_errmsg(db) : "out of memory");
        sqlite3_close(db);
        return false;
    }
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MOST_VALUE);
    sqlite3_busy_timeout(db, BUSY_WAIT_MS);
    sqlite3_set_authorizer(db, allow, NULL);
    *out = db;
    return true;
}

static void print_cell(sqlite3_stmt *rows, int i, FILE *file)
{
    int type = sqlite3_column_type(rows, i); /* reading as text changes it */
    const char *text = (const char *)sqlite3_column_text(rows, i);
    size_t n = (size_t)sqlite3_column_bytes(rows, i);
    if (type == SQLITE_NULL) {
        print_to(file, "NULL");
        return;
    }
    if (type == SQLITE_BLOB) {
        print_to(file, "(%zu bytes)", n);
        return;
    }
    if (!text)
        return;
    if (n > MOST_CELL) {
        n = MOST_CELL;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
            n--;
        print_text(file, text, n);
        print_to(file, "...");
        return;
    }
    print_text(file, text, n);
}

static void print_header(sqlite3_stmt *rows, FILE *file)
{
    for (int i = 0; i < sqlite3_column_count(rows); i++) {
        const char *name = sqlite3_column_name(rows, i);
        print_to(file, i ? " | " : "  ");
        print_to(file, "%s", name ? name : "");
    }
    print_to(file, "\n");
}

/* All rows are counted, the first are printed. */
static int print_rows(sqlite3_stmt *rows, long most_rows, FILE *file)
{
    long count = 0;
    int code;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
        if (count == 0)
            print_header(rows, file);
        if (count++ >= most_rows)
            continue;
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            print_to(file, i ? " | " : "  ");
            print_cell(rows, i, file);
        }
        print_to(file, "\n");
    }
    if (code == SQLITE_DONE && count > most_rows)
        print_to(file, "  ... %ld rows in all\n", count);
    else if (code == SQLITE_DONE)
        print_to(file, "  %ld row%s\n", count, count == 1 ? "" : "s");
    return code;
}

bool rows_print(sqlite3 *db, const char *sql, long most_rows, double seconds,
                FILE *file)
{
    struct sigaction with = {.sa_handler = interrupt}, before;
    sqlite3_stmt *rows = NULL;
    double end = now() + seconds;
    int code;
    is_interrupted = 0;
    sigaction(SIGINT, &with, &before);
    sqlite3_progress_handler(db, STEPS, is_over, &end);
    code = sqlite3_prepare_v2(db, sql, -1, &rows, NULL);
    if (code == SQLITE_OK && !rows)
        code = SQLITE_MISUSE;
    if (code == SQLITE_OK)
        code = print_rows(rows, most_rows, file);
    if (code == SQLITE_INTERRUPT)
        print_to(file, is_interrupted
                           ? "  stopped\n"
                           : "  stopped: the query takes too long\n");
    else if (code != SQLITE_DONE)
        print_to(file, "  failed: %s\n",
                 code == SQLITE_MISUSE ? "no query" : sqlite3_errmsg(db));
    sqlite3_finalize(rows);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    sigaction(SIGINT, &before, NULL);
    return code == SQLITE_DONE;
}
