/* dataset.h - the dataset's file: one SQLite connection and its statements. */
#ifndef T2S_COLLECT_DATASET_H
#define T2S_COLLECT_DATASET_H

#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>

#include "base/string.h"
#include "t2sed/lab/dataset.h"

struct t2sed_dataset {
    sqlite3 *db;
    char *path;
    bool writable;
    bool fresh;      /* nothing is in the database yet */
    bool collecting; /* a collector is open */
    /* Reading: */
    sqlite3_stmt *beams, *candidates;
    size_t count, place;
    bool again; /* the present beam was not given: that was interrupted */
    t2s_string line;
};

/* What SQLite said, as T2SED_EDATABASE or T2SED_ENOMEM... */
t2sed_status t2s_dataset_fail(const t2sed_dataset *dataset, t2sed_error *err);
/* ... or, where writing failed, as T2SED_EIO. */
t2sed_status t2s_dataset_fail_write(const t2sed_dataset *dataset,
                                    t2sed_error *err);

/*
 * Gives a statement its values, from ?1 on, one for each letter of `kinds`:
 * t const char * (NULL stays NULL), n const char * and size_t, i int64_t,
 * d double (NaN becomes NULL). Texts are copied.
 */
t2sed_status t2s_dataset_bind(const t2sed_dataset *dataset,
                              sqlite3_stmt *statement, t2sed_error *err,
                              const char *kinds, va_list values);
/* Prepares a statement with its values. On failure *out is NULL. */
t2sed_status t2s_dataset_prepare(sqlite3_stmt **out,
                                 const t2sed_dataset *dataset, t2sed_error *err,
                                 const char *sql, const char *kinds, ...);
/* Begins a transaction that writes, or ends it; a failed one is taken back. */
t2sed_status t2s_dataset_begin(const t2sed_dataset *dataset, t2sed_error *err);
t2sed_status t2s_dataset_commit(const t2sed_dataset *dataset, t2sed_error *err);
void t2s_dataset_rollback(const t2sed_dataset *dataset);

/* T2SED_ESTATE where the dataset is open for reading alone, or has a collector
 * at work. */
t2sed_status t2s_dataset_check_writable(const t2sed_dataset *dataset,
                                        t2sed_error *err);

#endif
