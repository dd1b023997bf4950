/* tune.c - t2sed tune: fits a model to labelled lines of one's own, where that
 * makes it better. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/system.h"
#include "queries.h"

static const char usage[] =
    "tune --db-root DIR --out DIR [OPTION]... FILE\n\n"
    "Fits a model to labelled lines: {\"question\", \"db_id\", \"sql\", "
    "\"label\"} or\n{\"question\", \"db_id\", \"candidates\": [{\"sql\", "
    "\"label\"}, ...]}, label 1 right, 0\nwrong, null left out. Each line is "
    "held out once; what is better on these lines\nbeyond doubt (the 95 % "
    "interval of the difference in log loss lies below 0, and\nthat of the "
    "AUC not) is written to --out, and the exit status is 0. What is not is\n"
    "not written, and the exit status is 3.";

/* Exit status where tuning makes nothing better. */
enum { NO_BETTER = 3 };

typedef struct tune_command {
    cli_model_options how;
    cli_database_options from;
    cli_parser parser;
    const char *out, *dialect_name;
    uint64_t seed;
    int dialect;
    bool text;
    cli_databases databases;
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_tuner *tuner;
    size_t bad_lines, left_out;
} tune_command;

static int label_of(const json_t *target)
{
    const json_t *label = json_object_get(target, "label");
    if (json_is_boolean(label))
        return json_is_true(label);
    return json_is_integer(label) ? json_integer_value(label) != 0 : -1;
}

/* Scores the queries of a beam, and hands those with labels to the tuner. */
static t2sed_status add_beam(tune_command *c, const json_t *line,
                             const cli_queries *b, t2sed_beam *beam,
                             t2sed_error *err)
{
    const size_t width = t2sed_model_feature_count(c->model);
    float *features = calloc(b->count * width + 1, sizeof *features);
    t2sed_scores *scores = NULL;
    t2sed_status status =
        features ? t2sed_scorer_gather(features, c->scorer, beam, err)
                 : fill_error(err, T2SED_ENOMEM, "out of memory");
    beam->features = features;
    beam->feature_count = width;
    if (status == T2SED_OK)
        status = t2sed_scorer_score(&scores, c->scorer, beam, err);
    for (size_t i = 0; i < b->count && status == T2SED_OK; i++) {
        const int label = label_of(b->targets[i]);
        t2sed_score score = T2SED_SCORE_INIT;
        t2sed_scores_get(scores, i, &score, NULL);
        if (label < 0 || score.status != T2SED_OK)
            c->left_out++;
        else
            status = t2sed_tuner_add(
                c->tuner, json_string_value(json_object_get(line, "db_id")),
                t2sed_question_text(beam->question, NULL), features + i * width,
                width, score.logit, label, err);
    }
    t2sed_scores_free(scores);
    free(features);
    return status;
}

static t2sed_status add_line(tune_command *c, json_t *line, t2sed_error *err)
{
    cli_queries b = {0};
    cli_database *database = NULL;
    t2sed_question *question = NULL;
    t2sed_conversation *earlier = NULL;
    t2sed_beam beam;
    t2sed_status status = cli_queries_find(&b, line, c->dialect, err);
    t2sed_beam_init(&beam, sizeof beam);
    if (status == T2SED_OK)
        status = cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK)
        status = cli_question(&question, line, err);
    if (status == T2SED_OK)
        status = cli_context(&earlier, line, err);
    if (status == T2SED_OK)
        status = cli_database_evidence(database, &beam.evidence, err);
    beam.question = question;
    beam.database = database ? database->database : NULL;
    beam.conversation = earlier;
    beam.queries = b.queries;
    beam.lengths = b.lengths;
    beam.count = b.count;
    if (status == T2SED_OK && b.count)
        status = add_beam(c, line, &b, &beam, err);
    t2sed_conversation_free(earlier);
    t2sed_question_free(question);
    cli_queries_free(&b);
    return status;
}

static int read_lines(tune_command *c, const char *path)
{
    cli_lines lines;
    t2sed_error err;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        json_t *line = cli_lines_object(&lines, &err);
        const bool is_object = line != NULL;
        const t2sed_status status = line ? add_line(c, line, &err) : err.code;
        json_decref(line);
        if (status != T2SED_OK && !cli_interrupted()) {
            c->bad_lines++;
            cli_lines_tell_left_out(&lines, is_object, &err);
        }
    }
    return cli_lines_close(&lines) && !cli_interrupted() ? CLI_OK : CLI_FAILED;
}

/* --- What came of it --- */

static const char *const forms[] = {"nothing", "scale", "corrected"};

static json_t *number(double x)
{
    return isfinite(x) ? cli_probability_json(x) : json_null();
}

static json_t *metric_json(const t2sed_tuning_metric *m)
{
    return json_pack("{s:o, s:o, s:[o, o]}", "before", number(m->before),
                     "after", number(m->after), "difference", number(m->low),
                     number(m->high));
}

static void print_json(const tune_command *c, const t2sed_tuning *r)
{
    json_t *json = json_pack(
        "{s:b, s:o, s:s, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:o, s:o, s:o, "
        "s:o, s:o, s:o, s:o}",
        "better", r->better, "out",
        r->better ? json_string(c->out) : json_null(), "form", forms[r->form],
        "queries", (json_int_t)r->queries, "right", (json_int_t)r->right,
        "questions", (json_int_t)r->questions, "databases",
        (json_int_t)r->databases, "left_out", (json_int_t)c->left_out,
        "held_out", r->by_database ? "databases" : "questions", "seed",
        (json_int_t)c->seed, "scale", number(r->scale), "shift",
        number(r->shift), "penalty", number(r->penalty), "auc",
        metric_json(&r->auc), "pairs", metric_json(&r->pairs), "ece",
        metric_json(&r->ece), "log_loss", metric_json(&r->log_loss));
    cli_write_json(json, stdout);
    json_decref(json);
}

static void print_row(const char *name, const t2sed_tuning_metric *m)
{
    if (!isnan(m->before))
        print_to(stdout, "  %-9s%7.3f%8.3f    %+.3f to %+.3f\n", name,
                 m->before, m->after, m->low, m->high);
}

static void print_table(const t2sed_tuning *r)
{
    print_to(stdout,
             "%zu queries (%zu right) of %zu questions on %zu databases; a "
             "fifth of the %s held out in turn\n"
             "            before   after    95 %% interval of the difference\n",
             r->queries, r->right, r->questions, r->databases,
             r->by_database ? "databases" : "questions");
    print_row("AUC", &r->auc);
    print_row("pairs", &r->pairs);
    print_row("ECE", &r->ece);
    print_row("log loss", &r->log_loss);
}

static int finish(tune_command *c)
{
    t2sed_tuning r = T2SED_TUNING_INIT;
    t2sed_error err;
    if (t2sed_tuner_run(c->tuner, &r, &err) != T2SED_OK)
        return cli_fail(&err);
    cli_store_in_peace();
    if (r.better && t2sed_tuner_save(c->tuner, c->out, &err) != T2SED_OK)
        return cli_fail(&err);
    if (c->text)
        print_table(&r);
    else
        print_json(c, &r);
    if (r.better)
        cli_note("t2sed: better than the model on what was held out: log loss "
                 "%.3f, was %.3f; written to %s\n",
                 r.log_loss.after, r.log_loss.before, c->out);
    else
        cli_note("t2sed: not significantly better than the model on held-out "
                 "data: log loss %.3f, was %.3f, difference %+.3f to "
                 "%+.3f; nothing was written\n",
                 r.log_loss.after, r.log_loss.before, r.log_loss.low,
                 r.log_loss.high);
    return !r.better ? NO_BETTER : c->bad_lines ? CLI_BAD_INPUT : CLI_OK;
}

static int open_all(tune_command *c)
{
    t2sed_scorer_options options;
    t2sed_error err;
    int status = CLI_OK;
    struct stat there;
    if (system_stat(c->out, &there) == 0)
        return cli_usage_error("tune", "--out %s: is there already", c->out);
    if (!cli_databases_open(&c->databases, &c->from))
        return CLI_FAILED;
    c->databases.most = CLI_MANY_DATABASES;
    c->model = cli_open_model("tune", &c->how, &status);
    if (!c->model)
        return status;
    if (t2sed_tuner_open(&c->tuner, cli_model_info(c->model).path, c->seed,
                         &err) != T2SED_OK)
        return cli_fail(&err);
    if (!cli_parser_open_for(&c->parser, c->model))
        return CLI_FAILED;
    t2sed_scorer_options_init(&options, sizeof options);
    options.parser = c->parser.parser;
    options.parse = c->parser.parse;
    return t2sed_scorer_new(&c->scorer, c->model, &options, &err) == T2SED_OK
               ? CLI_OK
               : cli_fail(&err);
}

int cli_tune(int argc, char **argv)
{
    tune_command c = {.seed = 1};
    int operands = 0, status;
    const cli_option options[] = {
        CLI_MODEL_OPTION(c.how),
        {"out", CLI_STRING, &c.out, "DIR",
         "where the tuned model goes; must not exist"},
        CLI_DATABASE_OPTIONS(c.from),
        CLI_INDEX_OPTION(c.from.index),
        CLI_DIALECT_OPTION(c.dialect_name),
        {"seed", CLI_SEED, &c.seed, "N", "of what is held out together (1)"},
        CLI_PARSER_OPTION(c.parser),
        CLI_ENGINE_OPTIONS(c.how),
        {"text", CLI_FLAG, &c.text, NULL, "print a table for people"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (!c.out || operands != 1)
        return cli_usage_error("tune", "--out and one FILE are needed");
    status = cli_dialect_named("tune", c.dialect_name, &c.dialect);
    if (status != CLI_OK)
        return status;
    status = open_all(&c);
    cli_databases_warn(&c.databases);
    if (status == CLI_OK)
        status = read_lines(&c, argv[1]);
    if (status == CLI_OK)
        status = finish(&c);
    t2sed_scorer_free(c.scorer);
    t2sed_tuner_free(c.tuner);
    cli_parser_close(&c.parser);
    cli_databases_close(&c.databases);
    t2sed_model_free(c.model);
    return status;
}
