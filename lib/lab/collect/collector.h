/* collector.h - from lines of predictions to a dataset: lines, values filled
 * in, the collector's state, and what becomes of one line. */
#ifndef T2S_COLLECT_COLLECTOR_H
#define T2S_COLLECT_COLLECTOR_H

#include <jansson.h>

#include "base/map.h"
#include "base/vector.h"
#include "lab/collect/dataset.h"
#include "schema/schema.h"
#include "sql/sql.h"

/* --- values (fill.c) --- */

/*
 * Fills a prediction's placeholders, and puts together operators that blanks
 * have torn apart ("> =", "! ="); all else stays as it was written.
 *
 * Some parsers predict the bare word `value` for every value (SPLASH's beams of
 * Seq2Struct are such: Elgohary et al. 2020), so that their SQL cannot run.
 * Each placeholder gets a literal of the gold query: the one whose column is
 * the same, then whose operator is (LIMIT goes with LIMIT alone), then whose
 * type suits the column; of equally good ones the first. Every literal is given
 * once before one is given twice. Where the gold query has none, LIMIT and
 * numbers get 1 and text 'value'. `value` stays as it is where the schema or
 * the query itself has a column of that name.
 *
 * out      a new text (t2s_free ends it).
 * filled   how many placeholders got a literal of the gold query.
 * guessed  how many others got a made-up value.
 * schema   may be NULL.
 *
 * Errors: those of t2sed_sql_parse_n, T2SED_ELIMIT (a query has more than 200
 * values), T2SED_ENOMEM.
 */
t2sed_status t2s_fill(char **out, size_t *filled, size_t *guessed,
                      const char *sql, size_t n, const t2sed_sql *gold,
                      const t2sed_schema *schema, t2sed_error *err);

/* --- lines (line.c) --- */

/* More candidates than this in one line are T2SED_ELIMIT. */
#define T2S_MOST_CANDIDATES 10000

typedef struct t2s_line_candidate {
    const json_t *object; /* of the line */
    char *filled;         /* the query with its values, or NULL */
    const char *sql;      /* what runs: `filled`, or the line's own */
    size_t length;
    const char *written; /* what the parser wrote, if values were filled in
                            here or before the line came to us; or NULL */
    const char *key;     /* t2s_query_key of `sql` */
    size_t key_length;
    bool guessed;   /* a value was made up */
    bool duplicate; /* of one before it */
} t2s_line_candidate;

typedef struct t2s_line {
    size_t number;  /* from 1 */
    int64_t digest; /* of the source up to its end */
    json_t *object;
    const char *db_id, *question, *gold, *parser; /* borrowed; parser may be
                                                     NULL */
    t2s_line_candidate *candidates;
    size_t count;
    t2s_map keys; /* of the candidates */
} t2s_line;

/*
 * Reads a line into `line`, which is all zeros but for number and digest;
 * t2s_line_free ends it, after a failure too.
 *
 * Errors: T2SED_EEMPTY, T2SED_EFORMAT, T2SED_EUTF8, T2SED_ELIMIT,
 * T2SED_ENOMEM.
 */
t2sed_status t2s_line_read(t2s_line *line, const char *text, size_t n,
                           t2sed_error *err);
/* Fills placeholders in; a query that is no SQL stays as it is. */
t2sed_status t2s_line_fill(t2s_line *line, const t2sed_schema *schema,
                           t2sed_error *err);
/* Sets the keys and marks duplicates. */
t2sed_status t2s_line_find_duplicates(t2s_line *line, t2sed_error *err);
void t2s_line_free(t2s_line *line);

/* What makes beams of one question by one parser different: "index" or "id" as
 * JSON, or nothing. */
void t2s_line_item(t2s_string *out, const t2s_line *line);
/* The members of a line, or of a candidate, that have no place of their own, as
 * a JSON object. */
void t2s_line_fields(t2s_string *out, const t2s_line *line);
void t2s_candidate_fields(t2s_string *out, const t2s_line *line,
                          const t2s_line_candidate *candidate);

/* A query without what makes no difference: blanks, comments and semicolons go,
 * all outside quotes is lower case. Two queries of one key are one. */
void t2s_query_key(t2s_string *out, const char *sql, size_t n);

/* --- the collector --- */

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
    t2s_arena arena; /* texts */
    const char *source, *parser, *db_root;
    t2sed_evaluator *evaluator; /* NULL with keep_labels */
    t2sed_dataset *dataset;
    sqlite3_stmt *statements[T2S_STORE_STATEMENTS];
    int64_t source_id;
    t2s_extent before; /* what the dataset had of the source */
    t2s_extent stored; /* and has now, or in the open transaction */
    t2s_extent given;  /* what came in since the collector was opened */
    t2s_ahead ahead[T2S_LINES_AHEAD]; /* a ring */
    size_t first, count, bytes;
    t2s_map database_names; /* db_id -> index of databases */
    T2S_VECTOR(t2s_collected_database) databases;
    t2sed_collector_counts counts;
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
