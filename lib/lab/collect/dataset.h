/* dataset.h - the dataset's file: one SQLite connection and its statements. */
#ifndef T2S_COLLECT_DATASET_H
#define T2S_COLLECT_DATASET_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/string.h"
#include "t2sed/lab/dataset.h"

/* "T2SD", so that `file` and others know the file. */
#define T2S_DATASET_APPLICATION_ID 0x54325344

struct t2sed_dataset {
    sqlite3 *db;
    char *path;
    bool writable;
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

t2sed_status t2s_dataset_prepare(sqlite3_stmt **out,
                                 const t2sed_dataset *dataset, const char *sql,
                                 t2sed_error *err);
/* Runs statements that give no rows. */
t2sed_status t2s_dataset_run(const t2sed_dataset *dataset, const char *sql,
                             t2sed_error *err);

/* Begins a transaction that writes, ends it, or takes it back. */
t2sed_status t2s_dataset_begin(const t2sed_dataset *dataset, t2sed_error *err);
t2sed_status t2s_dataset_commit(const t2sed_dataset *dataset, t2sed_error *err);
void t2s_dataset_rollback(const t2sed_dataset *dataset);

/* T2SED_ESTATE where the dataset is open for reading alone. */
t2sed_status t2s_dataset_check_writable(const t2sed_dataset *dataset,
                                        t2sed_error *err);

/* Appends a value of the file's `meta` table; nothing where it has none. */
t2sed_status t2s_dataset_meta(t2s_string *out, const t2sed_dataset *dataset,
                              const char *name, t2sed_error *err);

/* The statements that make an empty dataset. */
extern const char t2s_dataset_schema[];

#endif
