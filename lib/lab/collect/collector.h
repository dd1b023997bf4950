/* collector.h - the collector's state, and what becomes of one line. */
#ifndef T2S_COLLECT_COLLECTOR_H
#define T2S_COLLECT_COLLECTOR_H

#include "base/vector.h"
#include "lab/collect/store.h"

/* Lines that are read ahead, so that threads have work: their number, and the
 * bytes after which no more are read. */
#define T2S_LINES_AHEAD 64
#define T2S_BYTES_AHEAD ((size_t)8 << 20)

/* A line that was taken and not yet stored. */
typedef struct t2s_ahead {
    t2s_line line;
    size_t bytes;
    const char *dropped; /* why the line is left out, or NULL */
    bool submitted;
} t2s_ahead;

struct t2sed_collector {
    t2sed_collector_options options;
    char *source, *parser, *db_root;
    t2sed_evaluator *evaluator; /* NULL with keep_labels */
    t2s_store store;
    t2s_source before; /* what the dataset had of the source */
    t2s_source stored; /* and has now, or in the open transaction */
    size_t number;     /* of the last line that was given */
    int64_t digest;
    t2s_ahead ahead[T2S_LINES_AHEAD]; /* a ring */
    size_t first, count, bytes;
    t2s_map places; /* db_id -> place in databases */
    T2S_VECTOR(t2sed_database *) databases;
    t2sed_collector_counts counts;
    int64_t committed_ms;
    bool failed;
};

/* The database of a db_id, opened once and borrowed; a schema alone where there
 * is no db_root. Errors: T2SED_ENOTFOUND, T2SED_EDATABASE, T2SED_ENOMEM. */
t2sed_status t2s_collector_database(t2sed_database **out, t2sed_collector *c,
                                    const char *db_id, t2sed_error *err);

/* Reads a line and hands its queries to the evaluator. A failure is noted in
 * `ahead`, too, to be counted in its turn. */
t2sed_status t2s_collector_submit(t2sed_collector *c, t2s_ahead *ahead,
                                  const char *text, size_t n, t2sed_error *err);
/* Waits for its labels and stores it. */
t2sed_status t2s_collector_store(t2sed_collector *c, t2s_ahead *ahead,
                                 t2sed_error *err);

#endif
