/*
 * bombs.c - how long queries take that are made to run for ever (bombs.h),
 * with a limit of 500 ms, in the process and through a worker. A table for
 * docs/security.md.
 *
 *     make bench-bombs
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bombs.h"
#include "database/sandbox.h"
#include "t2sed.h"

#define LIMIT_MS 500

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

/* Seconds that a query takes to its end on a new connection. */
static double run(const char *path, int isolation, const char *sql)
{
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .milliseconds = LIMIT_MS,
                           .memory = (int64_t)128 << 20,
                           .value_bytes = (size_t)1 << 20};
    t2s_sandbox *sandbox;
    t2s_rows *rows = NULL;
    t2s_run how;
    t2sed_error err;
    double start;
    if (t2s_sandbox_open(&sandbox, path, isolation, &err) != T2SED_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(2);
    }
    start = now();
    if (t2s_rows_open(&how, &rows, sandbox, &query, &err) != T2SED_OK)
        exit(2);
    while (how == T2S_RUN_ROW)
        how = t2s_rows_next(rows, &err);
    t2s_rows_close(rows);
    start = now() - start;
    t2s_sandbox_close(sandbox);
    return start;
}

static void print(const char *name, const char *path, const char *sql)
{
    printf("| %s | %.1f s | %.1f s |\n", name,
           run(path, T2SED_ISOLATION_NONE, sql),
           run(path, T2SED_ISOLATION_WORKER, sql));
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "bomb.sqlite";
    t2s_string sql = {0};
    printf("| query or file | in the process | worker |\n|---|---|---|\n");
    remove(path);
    write_bomb_file(path);
    for (size_t i = 0; i < BOMBS; i++) {
        write_bomb(&sql, &bombs[i]);
        print(bombs[i].name, path, sql.text);
    }
    t2s_string_free(&sql);
    remove(path);
    write_schema_bomb(path, 1, 70000);
    print("a table with 70,000 UNIQUE constraints", path, "SELECT 1");
    remove(path);
    write_schema_bomb(path, 40, 3500);
    print("40 tables with 3,500 UNIQUE constraints", path, "SELECT 1");
    remove(path);
    return 0;
}
