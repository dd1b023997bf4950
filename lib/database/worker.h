/*
 * worker.h - the library's end of a worker process that reads a database in its
 * place. One thread's at a time. A worker that does not answer in time, or
 * dies, is killed and started again by the next query.
 */
#ifndef T2S_DATABASE_WORKER_H
#define T2S_DATABASE_WORKER_H

#include "base/string.h"
#include "database/sandbox.h"

typedef struct t2s_worker t2s_worker;

/*
 * One that reads a file, or, where `path` is NULL, has a database in memory, as
 * t2s_sandbox_open_memory makes it. A path is looked up now, for the host may
 * change directory. Errors: T2SED_ENOTFOUND (no worker program, no such
 * database), T2SED_EDATABASE, T2SED_ENOMEM.
 */
t2sed_status t2s_worker_open(t2s_worker **out, const char *path,
                             const char *const *statements, size_t count,
                             bool *made, t2sed_error *err);
void t2s_worker_free(t2s_worker *worker);

/* As t2s_rows_open and t2s_rows_next; ended by t2s_worker_end. */
t2sed_status t2s_worker_start(t2s_run *how, t2s_worker *worker,
                              const t2s_statement *query, t2sed_error *err);
t2s_run t2s_worker_next(t2s_worker *worker, t2sed_error *err);
void t2s_worker_end(t2s_worker *worker);

/* Whether the file has, as of t2s_sandbox_has_changed. */
bool t2s_worker_has_changed(const t2s_worker *worker);

/* What the worker said last. */
typedef struct t2s_worker_state {
    t2sed_cell *cells; /* the row at hand; texts are in the message */
    size_t columns;    /* as many */
    bool met_memory;   /* as of t2s_sandbox_met_memory */
    ptrdiff_t fault;   /* as of t2s_sandbox_fault */
} t2s_worker_state;

const t2s_worker_state *t2s_worker_look(const t2s_worker *worker);

#if !defined(_WIN32)
/* The worker's end: answers what comes through the socket until the other end
 * is gone. */
void t2s_worker_serve(int socket);
#endif

#endif
