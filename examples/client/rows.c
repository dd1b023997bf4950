/* rows.c - running a query that may only read. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"

/* Steps of SQLite's machine between two looks at the clock. */
#define STEPS        10000
#define MOST_CELL    60  /* bytes of a value that are shown */
#define BLOCK_ROWS   200 /* that are aligned with each other */
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

/* --- rows as text --- */

typedef struct cell {
    char *text;     /* printable; NULL: no memory */
    bool is_number; /* stands at the right */
} cell;

/* Rows that are printed together, each column as wide as its widest cell so
 * far. To a file or a pipe no column has a width. */
typedef struct block {
    cell *cells;
    size_t *widths;
    size_t columns, count;
    bool is_aligned;
} block;

static void add_cell(block *b, const char *text, size_t n, bool is_number)
{
    char made[MOST_CELL * 12];
    cell *to = &b->cells[b->count];
    size_t *width = &b->widths[b->count++ % b->columns], has;
    const bool is_cut = n > MOST_CELL;
    if (is_cut)
        for (n = MOST_CELL; n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80;)
            n--;
    t2sed_printable(made, sizeof made - 3, text, n);
    if (is_cut)
        strcat(made, "...");
    to->text = strdup(made);
    to->is_number = is_number;
    has = b->is_aligned ? print_width(made, strlen(made)) : 0;
    *width = has > *width ? has : *width;
}

static void add_value(block *b, sqlite3_stmt *rows, int i)
{
    const int type = sqlite3_column_type(rows, i); /* reading changes it */
    const char *text = (const char *)sqlite3_column_text(rows, i);
    const size_t n = (size_t)sqlite3_column_bytes(rows, i);
    char blob[40];
    if (type == SQLITE_BLOB)
        text = blob;
    if (type == SQLITE_NULL)
        add_cell(b, "NULL", 4, false);
    else if (type == SQLITE_BLOB)
        add_cell(b, blob, (size_t)snprintf(blob, sizeof blob, "(%zu bytes)", n),
                 false);
    else
        add_cell(b, text ? text : "", text ? n : 0, type != SQLITE_TEXT);
}

static void print_block(block *b, FILE *file)
{
    for (size_t i = 0; i < b->count; i++) {
        const size_t column = i % b->columns;
        const cell *c = &b->cells[i];
        const bool is_last = column + 1 == b->columns;
        int width = (int)b->widths[column];
        if (!c->is_number)
            width = is_last ? 0 : -width;
        print_to(file, "%s%*s", column ? " | " : "  ", width,
                 c->text ? c->text : "");
        if (is_last)
            print_to(file, "\n");
        free(c->text);
    }
    b->count = 0;
}

/* All rows are counted, the first are printed. */
static int print_all(block *b, sqlite3_stmt *rows, long most_rows, FILE *file)
{
    const int columns = (int)b->columns;
    long count = 0;
    int code;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
        for (int i = 0; count == 0 && i < columns; i++) {
            const char *name = sqlite3_column_name(rows, i);
            add_cell(b, name ? name : "", name ? strlen(name) : 0, false);
        }
        if (count++ >= most_rows)
            continue;
        for (int i = 0; i < columns; i++)
            add_value(b, rows, i);
        if (b->count >= BLOCK_ROWS * b->columns)
            print_block(b, file);
    }
    print_block(b, file);
    if (code == SQLITE_DONE && count > most_rows)
        print_to(file, "  ... %ld rows in all\n", count);
    else if (code == SQLITE_DONE)
        print_to(file, "  %ld row%s\n", count, count == 1 ? "" : "s");
    return code;
}

static int print_rows(sqlite3_stmt *rows, long most_rows, FILE *file)
{
    block b = {.columns = (size_t)sqlite3_column_count(rows),
               .is_aligned = isatty(fileno(file))};
    int code = SQLITE_NOMEM;
    b.cells = calloc((BLOCK_ROWS + 1) * b.columns + 1, sizeof *b.cells);
    b.widths = calloc(b.columns + 1, sizeof *b.widths);
    if (b.cells && b.widths)
        code = print_all(&b, rows, most_rows, file);
    free(b.cells);
    free(b.widths);
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
