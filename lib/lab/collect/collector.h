/* collector.h - the collector's state, and what becomes of one line. */
#ifndef T2S_COLLECT_COLLECTOR_H
#define T2S_COLLECT_COLLECTOR_H

#include "base/vector.h"
#include "lab/collect/dataset.h"
#include "lab/collect/line.h"

/* Lines that are read ahead, so that threads have work: their number, and the
 * bytes after which no more are read. */
#define T2S_LINES_AHEAD 64
#define T2S_BYTES_AHEAD ((size_t)8 << 20)

/* Statements that are run for each line. */
typedef enum t2s_store_statement {
    T2S_ADD_QUESTION,
    T2S_ADD_BEAM,
    T2S_LIST_CANDIDATES,
    T2S_ADD_CANDIDATE,
    T2S_ADD_DROPPED,
    T2S_UPDATE_SOURCE,
    T2S_STORE_STATEMENTS
} t2s_store_statement;

/* How far a source was collected. */
typedef struct t2s_extent {
    size_t lines;
    int64_t digest; /* of these */
} t2s_extent;

/* A database that lines are about. */
typedef struct t2s_collected_database {
    t2sed_database *database; /* or NULL: neither rows nor schema are known */
    bool read, unread; /* whether queries could be run on it, ever; or not */
} t2s_collected_database;

/* A line that was taken and not yet stored. */
typedef struct t2s_ahead {
    t2s_line line;
    size_t bytes;
    const char *dropped; /* why the line is left out, or NULL */
    size_t database;     /* an index; of a line that was submitted */
    bool submitted;
} t2s_ahead;

struct t2sed_collector {
    t2sed_collector_options options;
    char *source, *parser, *db_root;
    t2sed_evaluator *evaluator; /* NULL with keep_labels */
    t2sed_dataset *dataset;
    sqlite3_stmt *statements[T2S_STORE_STATEMENTS];
    int64_t source_id;
    bool in_transaction;
    t2s_extent before; /* what the dataset had of the source */
    t2s_extent stored; /* and has now, or in the open transaction */
    t2s_extent given;  /* what came in since the collector was opened */
    t2s_ahead ahead[T2S_LINES_AHEAD]; /* a ring */
    size_t first, count, bytes;
    t2s_map database_names; /* db_id -> index of databases */
    T2S_VECTOR(t2s_collected_database) databases;
    t2sed_collector_counts counts;
    char *unread_reason; /* what counts.unread_reason points to */
    int64_t committed_ms;
    bool failed;
};

/* Finds the source in the dataset or adds it, and prepares the statements.
 * Errors: T2SED_ESTATE (labels by another rule), T2SED_EIO, T2SED_ENOMEM. */
t2sed_status t2s_collector_begin(t2sed_collector *c, t2sed_error *err);
/* Waits for a line's labels and stores it, in a transaction, which is taken
 * back on failure. Errors: T2SED_EIO, T2SED_ENOMEM. */
t2sed_status t2s_collector_store(t2sed_collector *c, t2s_ahead *ahead,
                                 t2sed_error *err);
/* Commits all lines up to c->stored; `ended`: they are all of the source. */
t2sed_status t2s_collector_save(t2sed_collector *c, bool ended,
                                t2sed_error *err);

#endif
