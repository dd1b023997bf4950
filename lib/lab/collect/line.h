/* line.h - a line of predictions on its way into a dataset. */
#ifndef T2S_COLLECT_LINE_H
#define T2S_COLLECT_LINE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/map.h"
#include "base/string.h"
#include "schema/schema.h"

/* More candidates than this in one line are T2SED_ELIMIT. */
#define T2S_MOST_CANDIDATES 10000

typedef struct t2s_candidate {
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
} t2s_candidate;

typedef struct t2s_line {
    size_t number;  /* from 1 */
    int64_t digest; /* of the source up to its end */
    json_t *object;
    const char *db_id, *question, *gold, *parser; /* borrowed; parser may be
                                                     NULL */
    t2s_candidate *candidates;
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
t2sed_status t2s_line_item(t2s_string *out, const t2s_line *line,
                           t2sed_error *err);
/* The members of a line, or of a candidate, that have no place of their own, as
 * a JSON object. */
t2sed_status t2s_line_fields(t2s_string *out, const t2s_line *line,
                             t2sed_error *err);
t2sed_status t2s_candidate_fields(t2s_string *out, const t2s_line *line,
                                  const t2s_candidate *candidate,
                                  t2sed_error *err);

/* A query without what makes no difference: blanks, comments and semicolons go,
 * all outside quotes is lower case. Two queries of one key are one. */
void t2s_query_key(t2s_string *out, const char *sql, size_t n);

#endif
