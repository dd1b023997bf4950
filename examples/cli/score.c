/* score.c - t2sed score: a line in, the line with probabilities out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char usage[] =
    "score [OPTION]... [FILE]\n\n"
    "Each line of FILE (or standard input) is {\"question\", \"sql\"} or\n"
    "{\"question\", \"candidates\": [{\"sql\"}, ...]}, optionally with "
    "\"db_id\" and\n\"parse\". The same object is printed with a "
    "\"probability\" for each query.";

typedef struct score_command {
    cli_model_options how;
    const char *root, *tables, *truncate;
    bool text;
    cli_databases databases;
    t2sed_scorer *scorer;
    t2sed_reranker *reranker;
} score_command;

/* The queries of a line: the objects that get a probability, and their SQL. */
typedef struct beam {
    json_t **targets;
    const char **queries;
    size_t *lengths;
    size_t count;
} beam;

static void free_beam(beam *b)
{
    free(b->targets);
    free(b->queries);
    free(b->lengths);
}

static void set_failure(json_t *target, const t2sed_error *err)
{
    json_object_set_new(target, "probability", json_null());
    json_object_set_new(target, "error", cli_error_json(err));
}

static t2sed_status wrong_shape(t2sed_error *err, const char *text)
{
    memset(err, 0, sizeof *err);
    err->code = T2SED_EFORMAT;
    err->offset = -1;
    snprintf(err->text, sizeof err->text, "%s", text);
    return T2SED_EFORMAT;
}

/* Finds the queries. A candidate that is no object with "sql" is answered at
 * once where it can be, and is no part of the beam. */
static t2sed_status find_queries(beam *b, json_t *line, t2sed_error *err)
{
    json_t *list = json_object_get(line, "candidates");
    json_t *candidate;
    size_t most = json_is_array(list) ? json_array_size(list) : 1, i;
    b->targets = calloc(most + 1, sizeof *b->targets);
    b->queries = calloc(most + 1, sizeof *b->queries);
    b->lengths = calloc(most + 1, sizeof *b->lengths);
    if (!b->targets || !b->queries || !b->lengths) {
        wrong_shape(err, "out of memory");
        return err->code = T2SED_ENOMEM;
    }
    if (list && !json_is_array(list))
        return wrong_shape(err, "\"candidates\" is no array");
    if (!list) {
        json_t *sql = json_object_get(line, "sql");
        if (!json_is_string(sql))
            return wrong_shape(err, sql ? "\"sql\" is no string"
                                        : "neither \"sql\" nor "
                                          "\"candidates\" is there");
        b->targets[0] = line;
        b->queries[0] = json_string_value(sql);
        b->lengths[0] = json_string_length(sql);
        b->count = 1;
        return T2SED_OK;
    }
    json_array_foreach(list, i, candidate)
    {
        json_t *sql = json_object_get(candidate, "sql");
        if (!json_is_object(candidate))
            return wrong_shape(err, "a candidate is no object like "
                                    "{\"sql\": ...}");
        if (!json_is_string(sql)) {
            wrong_shape(err, "\"sql\" is missing or no string");
            set_failure(candidate, err);
            continue;
        }
        b->targets[b->count] = candidate;
        b->queries[b->count] = json_string_value(sql);
        b->lengths[b->count++] = json_string_length(sql);
    }
    return T2SED_OK;
}

/* Adds the probabilities; false where the question or the database failed,
 * which every query of the beam is then told. */
static t2sed_status score_beam(score_command *c, const json_t *line,
                               const beam *b, t2sed_scores **scores,
                               t2sed_error *err)
{
    const json_t *id = json_object_get(line, "db_id");
    const t2sed_schema *schema = NULL;
    t2sed_question *question = NULL;
    t2sed_status status = cli_databases_find(
        &c->databases, json_is_string(id) ? json_string_value(id) : NULL,
        &schema, err);
    if (status == T2SED_OK)
        status = cli_question(&question, line, err);
    if (status == T2SED_OK)
        status = t2sed_scorer_score(scores, c->scorer, question, b->queries,
                                    b->lengths, b->count, schema, err);
    t2sed_question_free(question);
    return status;
}

static void answer(const beam *b, const t2sed_scores *scores)
{
    for (size_t i = 0; i < b->count; i++) {
        if (t2sed_scores_status(scores, i) != T2SED_OK) {
            set_failure(b->targets[i], t2sed_scores_error(scores, i));
            continue;
        }
        json_object_set_new(
            b->targets[i], "probability",
            cli_probability_json(t2sed_scores_probability(scores, i)));
        if (t2sed_scores_cut(scores, i))
            json_object_set_new(
                b->targets[i], "tokens_cut",
                json_integer((json_int_t)t2sed_scores_cut(scores, i)));
    }
}

/* A table of the beam, best first. */
static void print_table(score_command *c, const json_t *line, const beam *b,
                        const t2sed_scores *scores)
{
    t2sed_ranking *ranking = NULL;
    const json_t *question = json_object_get(line, "question");
    if (t2sed_reranker_rank(&ranking, c->reranker, scores, NULL) != T2SED_OK)
        return;
    printf("%s\n  rank  was  probability  query\n",
           json_string_value(question));
    for (size_t rank = 0; rank < t2sed_ranking_count(ranking); rank++) {
        size_t i = t2sed_ranking_candidate(ranking, rank);
        printf("  %4zu %4zu  ", rank + 1, i + 1);
        if (t2sed_scores_status(scores, i) == T2SED_OK)
            printf("%11.3f  %s\n", t2sed_scores_probability(scores, i),
                   b->queries[i]);
        else
            printf("          -  %s\n                          (%s)\n",
                   b->queries[i], t2sed_scores_error(scores, i)->text);
    }
    putchar('\n');
    t2sed_ranking_free(ranking);
}

static void print_failure(const json_t *line, const t2sed_error *err)
{
    const json_t *question = json_object_get(line, "question");
    if (json_is_string(question))
        printf("%s\n", json_string_value(question));
    printf("  error: %s\n\n", err->text);
}

/* Handles one line; false where it was no valid object. */
static bool score_line(score_command *c, const cli_lines *lines)
{
    t2sed_error err;
    beam b = {0};
    t2sed_scores *scores = NULL;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && find_queries(&b, line, &err) == T2SED_OK;
    if (valid && b.count && !json_is_string(json_object_get(line, "question")))
        valid = wrong_shape(&err, json_object_get(line, "question")
                                      ? "\"question\" is no string"
                                      : "\"question\" is missing") == T2SED_OK;
    if (!valid) {
        if (!line)
            line = json_object();
        json_object_set_new(line, "error", cli_error_json(&err));
    } else if (b.count && score_beam(c, line, &b, &scores, &err) != T2SED_OK) {
        for (size_t i = 0; i < b.count; i++)
            set_failure(b.targets[i], &err);
    } else if (scores) {
        answer(&b, scores);
    }
    if (!c->text)
        cli_write_json(line, stdout);
    else if (scores)
        print_table(c, line, &b, scores);
    else if (!valid || b.count)
        print_failure(line, &err);
    t2sed_scores_free(scores);
    free_beam(&b);
    json_decref(line);
    return valid;
}

static int score_file(score_command *c, const char *path)
{
    cli_lines lines;
    cli_progress progress;
    int status = CLI_OK;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    cli_progress_start(&progress, "scoring");
    while (cli_lines_next(&lines)) {
        if (!score_line(c, &lines))
            status = CLI_BAD_INPUT;
        cli_progress_show(&progress, cli_lines_fraction(&lines), NULL);
    }
    cli_progress_end(&progress);
    if (!cli_lines_close(&lines))
        status = CLI_FAILED;
    if (fflush(stdout) != 0) {
        fprintf(stderr, "t2sed: standard output can't be written\n");
        status = CLI_FAILED;
    }
    return status;
}

/* T2SED_TRUNCATE_*, or -1. */
static int truncation(const char *name)
{
    if (!name)
        return T2SED_TRUNCATE_MODEL;
    return strcmp(name, "error") == 0      ? T2SED_TRUNCATE_ERROR
           : strcmp(name, "question") == 0 ? T2SED_TRUNCATE_QUESTION
           : strcmp(name, "sql") == 0      ? T2SED_TRUNCATE_SQL
                                           : -1;
}

static int run(score_command *c, const char *path)
{
    t2sed_scorer_options options = T2SED_SCORER_OPTIONS_INIT;
    t2sed_model *model;
    t2sed_error err;
    int status = CLI_OK;
    options.truncation = truncation(c->truncate);
    if (options.truncation < 0)
        return cli_usage_error("score",
                               "--truncate %s: expected error, question or "
                               "sql",
                               c->truncate);
    model = cli_open_model("score", &c->how, &status);
    if (!model)
        return status;
    if (!cli_databases_open(&c->databases, c->root, c->tables))
        status = CLI_FAILED;
    else if (t2sed_scorer_open(&c->scorer, model, &options, &err) != T2SED_OK ||
             t2sed_reranker_open(&c->reranker, NULL, &err) != T2SED_OK)
        status = cli_fail(&err);
    else
        status = score_file(c, path);
    t2sed_reranker_free(c->reranker);
    t2sed_scorer_free(c->scorer);
    cli_databases_close(&c->databases);
    t2sed_model_free(model);
    return status;
}

int cli_score(int argc, char **argv)
{
    score_command c = {0};
    int operands = 0, status;
    const cli_option options[] = {
        {"model", CLI_STRING, &c.how.model, "DIR",
         "model directory ($T2SED_MODEL, or the default model)"},
        {"db-root", CLI_STRING, &c.root, "DIR",
         "databases, as DIR/<db_id>/<db_id>.sqlite"},
        {"tables", CLI_STRING, &c.tables, "FILE",
         "schemas, in Spider's tables.json format"},
        {"truncate", CLI_STRING, &c.truncate, "SIDE",
         "what to cut of too long a pair: error, question, sql"},
        {"device", CLI_STRING, &c.how.device, "D", "cpu, cuda, cuda:1"},
        {"precision", CLI_STRING, &c.how.precision, "P",
         "auto, fp32, fp16, bf16"},
        {"threads", CLI_INT, &c.how.threads, "N", "0: all cores"},
        {"text", CLI_FLAG, &c.text, NULL, "print tables for people"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands > 1)
        return cli_usage_error("score", "one FILE at most, found %d", operands);
    return run(&c, operands ? argv[1] : NULL);
}
