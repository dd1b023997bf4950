/*
 * worker.h - the library's end of a worker process that reads a database in its
 * place. One thread's at a time. A worker that does not answer in time, or
 * dies, is killed and started anew by the next query.
 */
#ifndef T2S_DATABASE_WORKER_H
#define T2S_DATABASE_WORKER_H

#include "base/string.h"
#include "database/sandbox.h"

typedef struct t2s_worker t2s_worker;

/* Errors: T2SED_ENOTFOUND (no worker program, no such database),
 * T2SED_EDATABASE, T2SED_ENOMEM. */
t2sed_status t2s_worker_open(t2s_worker **out, const char *path,
                             t2sed_error *err);
/* One that has a database in memory, as t2s_sandbox_open_memory. */
t2sed_status t2s_worker_open_memory(t2s_worker **out,
                                    const char *const *statements, size_t count,
                                    bool *made, t2sed_error *err);
void t2s_worker_free(t2s_worker *worker);

/* As t2s_rows_open and t2s_rows_next; ended by t2s_worker_end. */
t2sed_status t2s_worker_start(t2s_run *how, t2s_worker *worker,
                              const t2s_statement *query, t2sed_error *err);
t2s_run t2s_worker_next(t2s_worker *worker, t2sed_error *err);
void t2s_worker_end(t2s_worker *worker);

size_t t2s_worker_columns(const t2s_worker *worker);
/* The row at hand; texts are in the message. */
const t2sed_cell *t2s_worker_row(const t2s_worker *worker);
bool t2s_worker_met_memory(const t2s_worker *worker);
ptrdiff_t t2s_worker_fault(const t2s_worker *worker);

/* The worker's end: answers what comes through the socket until the other end
 * is gone. */
void t2s_worker_serve(int socket);

#endif
