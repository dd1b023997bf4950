/*
 * score.h - scoring lines, for commands that go on from there.
 *
 * A line that came with a probability keeps it; the others are scored, so that
 * such a command takes what t2sed score printed, or does its work too.
 */
#ifndef CLI_SCORE_H
#define CLI_SCORE_H

#include "cli.h"

#define CLI_MOST_OPTIONS 48

/* A line and its queries, which have their probabilities. */
typedef struct cli_scored {
    json_t *line;
    json_t *const *targets;     /* [count] the object of each query */
    const char *const *queries; /* [count] */
    const size_t *lengths;      /* [count] */
    size_t count;
    const t2sed_question *question;    /* or NULL, where it can't be read */
    const t2sed_conversation *earlier; /* the turns before it, or NULL */
    cli_database *database;            /* or NULL */
    t2sed_evidence *source;            /* of it; NULL: none */
    cli_databases *databases;
} cli_scored;

/* The schema of its database, or NULL. */
static inline const t2sed_schema *cli_scored_schema(const cli_scored *line)
{
    return line->database ? line->database->schema : NULL;
}

/* What a command that goes on from scoring needs, once options are read. */
typedef struct cli_after_plan {
    bool wants_model; /* before the first line; else it is opened when a line
                         has to be scored */
    bool findings;    /* queries get them, where they have none */
    bool quiet;       /* nothing is printed */
    bool alone;       /* set before: --alone, candidates do not bear on each
                         other */
} cli_after_plan;

/* What comes after scoring. */
typedef struct cli_after_score {
    void *payload;
    /* Both are called once, in this order; the exit status, or 0 to go on.
     * `model` is NULL unless it is wanted. */
    int (*prepare)(void *payload, cli_after_plan *plan);
    int (*start)(void *payload, const t2sed_model *model);
    /* May change the line. */
    void (*act)(void *payload, const cli_scored *scored);
    /* Prints it for people (--text). */
    void (*print)(void *payload, const json_t *line);
} cli_after_score;

/* The "moves" of candidate i (rerank.c). */
json_t *cli_moves_json(const t2sed_ranking *ranking, size_t i);

/* `more`: further options, ended by one without a name. The exit status. */
int cli_score_lines(int argc, char **argv, const char *name, const char *usage,
                    const cli_option *more, const cli_after_score *after);

#endif
