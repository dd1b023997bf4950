/* store.h - writing beams into a dataset. */
#ifndef T2S_COLLECT_STORE_H
#define T2S_COLLECT_STORE_H

#include "base/map.h"
#include "lab/collect/dataset.h"
#include "lab/collect/line.h"

typedef enum t2s_store_statement {
    T2S_ADD_QUESTION,
    T2S_FIND_QUESTION,
    T2S_ADD_BEAM,
    T2S_FIND_BEAM,
    T2S_LIST_CANDIDATES,
    T2S_ADD_CANDIDATE,
    T2S_ADD_DROPPED,
    T2S_UPDATE_SOURCE,
    T2S_STORE_STATEMENTS
} t2s_store_statement;

typedef struct t2s_store {
    t2sed_dataset *dataset;
    sqlite3_stmt *statements[T2S_STORE_STATEMENTS];
    int64_t source;
    bool open; /* a transaction is */
} t2s_store;

/* A source as the dataset knows it. */
typedef struct t2s_source {
    size_t lines;
    int64_t digest;
} t2s_source;

/*
 * Finds a source or adds it, and prepares the statements. `store` is all zeros
 * but for its dataset; t2s_store_free ends it, after a failure too.
 *
 * Errors: T2SED_EIO, T2SED_ENOMEM.
 */
t2sed_status t2s_store_open(t2s_store *store, t2s_source *source,
                            const char *name, const char *parser,
                            size_t max_candidates, t2sed_error *err);
void t2s_store_free(t2s_store *store);

/* T2SED_ESTATE where the dataset's labels are by another rule; notes the rule
 * of one that has none. */
t2sed_status t2s_store_check_rule(const t2sed_dataset *dataset,
                                  const char *rule, t2sed_error *err);

/* All that follow open a transaction if none is, and on failure take it back.
 * Errors: T2SED_EIO, T2SED_ENOMEM. */

/* Finds a beam or adds it. What it has already comes as keys in `seen`, and
 * how many, in *count. */
t2sed_status t2s_store_beam(int64_t *beam, t2s_map *seen, size_t *count,
                            t2s_store *store, const t2s_line *line,
                            const char *parser, t2sed_error *err);

typedef struct t2s_verdict {
    int label; /* T2SED_LABEL_* */
    const char *reason, *message;
} t2s_verdict;

t2sed_status t2s_store_candidate(t2s_store *store, int64_t beam, size_t place,
                                 const t2s_line *line, size_t i,
                                 const t2s_verdict *verdict, t2sed_error *err);

/* Counts what was dropped; what is "line" or "candidate". */
t2sed_status t2s_store_dropped(t2s_store *store, const char *what,
                               const char *reason, t2sed_error *err);

/* Commits: all lines up to `line` are dealt with. */
t2sed_status t2s_store_commit(t2s_store *store, size_t line, int64_t digest,
                              bool ended, t2sed_error *err);

#endif
