/*
 * worker.c - what a worker process costs: opening a database, and queries, in
 * the process and through a worker, in turns in one run. Medians.
 *
 *     make bench-worker
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "database/sandbox.h"
#include "t2sed.h"

#define ROUNDS 200

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times)
{
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2];
}

static t2s_sandbox *open_sandbox(const char *path, int isolation)
{
    t2s_sandbox *sandbox;
    t2sed_error err;
    if (t2s_sandbox_open(&sandbox, path, isolation, &err) != T2SED_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(2);
    }
    return sandbox;
}

static void run(t2s_sandbox *sandbox, const char *sql)
{
    t2s_statement query = {
        .sql = sql, .length = strlen(sql), .milliseconds = 5000};
    t2s_rows *rows;
    t2s_run how;
    t2sed_error err;
    if (t2s_rows_open(&how, &rows, sandbox, &query, &err) != T2SED_OK ||
        how != T2S_RUN_ROW) {
        fprintf(stderr, "%s\n", err.text);
        exit(2);
    }
    while ((how = t2s_rows_next(rows, &err)) == T2S_RUN_ROW)
        for (int i = 0; i < t2s_rows_columns(rows); i++) {
            size_t n;
            (void)t2s_rows_text(rows, i, &n);
        }
    t2s_rows_close(rows);
}

int main(int argc, char **argv)
{
    static double times[2][ROUNDS];
    static const char *const what[] = {"opening", "one row", "all rows"};
    const char *path = argc > 1 ? argv[1] : "build/bench/demo.sqlite";
    const char *queries[] = {NULL, "SELECT count(*) FROM sqlite_master",
                             argc > 2 ? argv[2]
                                      : "WITH RECURSIVE n(i) AS (SELECT 1 "
                                        "UNION ALL SELECT i + 1 FROM n WHERE i "
                                        "< 2000) SELECT i, 'a text' FROM n"};
    printf("| microseconds | in the process | worker |\n|---|---|---|\n");
    for (int q = 0; q < 3; q++) {
        t2s_sandbox *both[2] = {open_sandbox(path, 0), open_sandbox(path, 1)};
        for (int i = 0; i < ROUNDS; i++)
            for (int k = 0; k < 2; k++) {
                double start = now_us();
                if (queries[q])
                    run(both[k], queries[q]);
                else
                    t2s_sandbox_close(open_sandbox(path, k));
                times[k][i] = now_us() - start;
            }
        printf("| %s | %.0f | %.0f |\n", what[q], median(times[0]),
               median(times[1]));
        t2s_sandbox_close(both[0]);
        t2s_sandbox_close(both[1]);
    }
    return 0;
}
