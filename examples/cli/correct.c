/* correct.c - t2sed correct: what queries that are wrong should be. */
#include "cli.h"
#include "signals.h"

#include <math.h>
#include <stdlib.h>

static const char usage[] =
    "correct [OPTION]... [FILE]...\n\n"
    "Takes lines of {\"db_id\", \"question\", \"sql\"} and prints them with "
    "\"corrected\", the\nbest query or the one given, and \"corrections\": "
    "all, "
    "best first, each with its\nprobability, its edits (byte ranges of the "
    "given query, where \"> =\" counts as\n\">=\") and why. A line may have "
    "\"feedback\", what was said of the query, and\n\"candidates\": queries of "
    "another source, that are ranked with them; with a \"score\", as\n't2sed "
    "generate' gives it, and --language-model as if that had written them.";

typedef struct correct_command {
    cli_database_options from;
    cli_model_options detector, writer;
    const char *adapter;
    t2sed_corrector_options options;
    bool features;
    long jobs;
    const char *predictor, *sketcher; /* directories, or NULL */
    t2sed_schema_predictor *own_predictor;
    t2sed_sketcher *own_sketcher;
    cli_databases databases;
    t2sed_model *model;
    t2sed_language_model *language_model;
    cli_judge judge;
} correct_command;

/* What a line has. */
typedef struct correct_line {
    t2sed_question *question, *feedback;
    char *sql;
    const char **extra;
    double *scores; /* of the extra ones */
    t2sed_corrections *made;
} correct_line;

static json_t *edits_json(const t2sed_correction *of)
{
    json_t *list = json_array();
    for (size_t i = 0; i < of->edit_count; i++)
        json_array_append_new(list, json_pack("{s:[I,I], s:s}", "range",
                                              (json_int_t)of->edits[i].begin,
                                              (json_int_t)of->edits[i].end,
                                              "text", of->edits[i].text));
    return list;
}

static json_t *features_json(const t2sed_correction *of)
{
    json_t *list = json_array();
    for (size_t i = 0; i < of->feature_count; i++)
        json_array_append_new(list, json_pack("[i,f]", (int)of->features[i],
                                              (double)of->values[i]));
    return list;
}

static json_t *correction_json(const correct_command *c,
                               const t2sed_correction *of)
{
    static const char *const sources[] = {"given", "edit", "candidate",
                                          "written"};
    json_t *one = json_pack(
        "{s:s, s:o, s:s, s:o, s:s}", "sql", of->sql, "probability",
        cli_probability_json(of->probability), "source", sources[of->source],
        "edits", edits_json(of), "reason", of->reason);
    if (c->model)
        json_object_set_new(one, "detected",
                            cli_probability_json(of->detected));
    if (!isnan(of->log_probability))
        json_object_set_new(one, "score",
                            cli_probability_json(of->log_probability));
    if (c->features)
        json_object_set_new(one, "features", features_json(of));
    return one;
}

static void show(const correct_command *c, const correct_line *of, json_t *line)
{
    t2sed_correction one = T2SED_CORRECTION_INIT;
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_corrections_count(of->made); i++) {
        t2sed_corrections_get(of->made, i, &one, NULL);
        if (i == 0)
            json_object_set_new(line, "corrected", json_string(one.sql));
        json_array_append_new(list, correction_json(c, &one));
    }
    json_object_set_new(line, "corrections", list);
}

/* The corrector of a line's database, which keeps it. */
static t2sed_status open_corrector(t2sed_corrector **out, correct_command *c,
                                   const json_t *line, t2sed_error *err)
{
    cli_database *database = NULL;
    t2sed_status status =
        cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK && !database)
        status = fill_error(err, T2SED_EFORMAT,
                            "\"db_id\": expected the name of a database");
    if (status == T2SED_OK && !database->corrector)
        status = t2sed_corrector_new(&database->corrector, database->database,
                                     &c->options, err);
    *out = status == T2SED_OK ? database->corrector : NULL;
    return status;
}

static t2sed_status read_extra(correct_line *of, t2sed_correction_input *input,
                               const json_t *line)
{
    const json_t *list = json_object_get(line, "candidates"), *one;
    size_t i;
    of->extra = calloc(json_array_size(list) + 1, sizeof *of->extra);
    of->scores = calloc(json_array_size(list) + 1, sizeof *of->scores);
    if (!of->extra || !of->scores)
        return T2SED_ENOMEM;
    json_array_foreach(list, i, one)
    {
        const char *text = json_is_object(one)
                               ? json_string_value(json_object_get(one, "sql"))
                               : json_string_value(one);
        if (!text ||
            cli_has_nul(json_is_object(one) ? json_object_get(one, "sql")
                                            : one))
            continue;
        /* A log-probability, or another parser's score, which says nothing. */
        of->scores[input->extra_count] = cli_number_of(one, "score");
        if (!(of->scores[input->extra_count] <= 0) ||
            isinf(of->scores[input->extra_count]))
            of->scores[input->extra_count] = (double)NAN;
        of->extra[input->extra_count++] = text;
    }
    input->extra = of->extra;
    input->extra_log_probabilities = of->scores;
    return T2SED_OK;
}

static t2sed_status correct(correct_command *c, correct_line *of,
                            const json_t *line, t2sed_error *err)
{
    const char *sql = json_string_value(json_object_get(line, "sql"));
    const char *said = json_string_value(json_object_get(line, "feedback"));
    t2sed_corrector *corrector;
    t2sed_correction_input input;
    t2sed_status status;
    if (!sql || cli_has_nul(json_object_get(line, "sql")))
        return fill_error(err, T2SED_EFORMAT,
                          "\"sql\" is missing, no string, or has a NUL in it");
    status = open_corrector(&corrector, c, line, err);
    t2sed_correction_input_init(&input, sizeof input);
    if (status == T2SED_OK)
        status = cli_question(&of->question, line, err);
    if (status == T2SED_OK && said && *said)
        status = t2sed_question_new(&of->feedback, said, err);
    if (status == T2SED_EEMPTY)
        status = T2SED_OK; /* feedback that says nothing */
    if (status != T2SED_OK)
        return status;
    of->sql = cli_join_operators(sql);
    status = of->sql ? read_extra(of, &input, line) : T2SED_ENOMEM;
    if (status != T2SED_OK)
        return fill_error(err, status, "out of memory");
    input.question = of->question;
    input.feedback = of->feedback;
    input.sql = of->sql;
    return t2sed_corrector_correct(&of->made, corrector, &input, err);
}

static bool correct_line_of(void *payload, const cli_lines *lines)
{
    correct_command *c = payload;
    correct_line of = {NULL, NULL, NULL, NULL, NULL, NULL};
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && correct(c, &of, line, &err) == T2SED_OK;
    if (!line)
        line = json_object();
    if (valid)
        show(c, &of, line);
    else
        json_object_set_new(line, "error", cli_error_json(&err));
    cli_write_json(line, stdout);
    json_decref(line);
    t2sed_question_free(of.question);
    t2sed_question_free(of.feedback);
    t2sed_corrections_free(of.made);
    free(of.sql);
    free((void *)of.extra);
    free(of.scores);
    return valid;
}

/* Opens what the options name; false: *status says how it ended. */
static bool open_models(correct_command *c, int *status)
{
    t2sed_error err;
    c->detector.device = c->writer.device;
    c->detector.threads = c->writer.threads;
    c->model = cli_open_detector("correct", &c->detector, status);
    if (*status > CLI_OK)
        return false;
    if ((!c->writer.model && c->adapter) || (c->judge.path && !c->model)) {
        *status = cli_usage_error(
            "correct", c->judge.path ? "--judge goes with --model"
                                     : "--adapter goes with --language-model");
        return false;
    }
    if (c->writer.model && !(c->language_model = cli_open_language_model(
                                 "correct", &c->writer, c->adapter, status)))
        return false;
    *status = CLI_FAILED;
    c->judge.language_model = c->judge.path ? c->writer.model : NULL;
    if (!cli_judge_open(&c->judge, &c->writer))
        return false;
    if (t2sed_schema_predictor_open(&c->own_predictor, c->predictor, &err) ==
            T2SED_OK &&
        t2sed_sketcher_open(&c->own_sketcher, c->sketcher, &err) == T2SED_OK)
        return true;
    *status = cli_fail(&err);
    return false;
}

static void close_models(correct_command *c)
{
    t2sed_schema_predictor_free(c->own_predictor);
    t2sed_sketcher_free(c->own_sketcher);
    t2sed_language_model_free(c->language_model);
    t2sed_judge_free(c->judge.judge);
    t2sed_model_free(c->model);
}

static int run(correct_command *c, char **files, int count)
{
    int status = CLI_OK;
    if (open_models(c, &status)) {
        c->options.features = c->features;
        c->options.model = c->model;
        c->options.language_model = c->language_model;
        c->options.judge = c->judge.judge;
        c->options.schema_predictor = c->own_predictor;
        c->options.sketcher = c->own_sketcher;
        if (cli_databases_open(&c->databases, &c->from)) {
            c->databases.most = CLI_MANY_DATABASES;
            status = cli_lines_each(files, count, correct_line_of, c);
        }
        cli_databases_close(&c->databases);
    }
    close_models(c);
    return status;
}

int cli_correct(int argc, char **argv)
{
    correct_command c = {.jobs = 1};
    int operands = 0, status;
    const cli_option options[] = {
        CLI_DATABASE_OPTIONS(c.from),
        {"model", CLI_STRING, &c.detector.model, "DIR",
         "the detector that looks at the query and the best corrections "
         "($T2SED_MODEL, or the default; none: none)"},
        {"checked", CLI_COUNT, &c.options.checked, "N",
         "how many it looks at (6)"},
        {"language-model", CLI_STRING, &c.writer.model, "DIR",
         "what writes corrections for feedback, too (none)"},
        {"adapter", CLI_STRING, &c.adapter, "DIR",
         "its low-rank adapters, or text-to-sql (those that ship)"},
        {"judge", CLI_STRING, &c.judge.path, "DIR",
         "a judge that looks at them, too: a directory, or judge (the one that "
         "ships); it reads with --language-model or $T2SED_LANGUAGE_MODEL"},
        {"written", CLI_COUNT, &c.options.written, "N",
         "how many it writes (10)"},
        {"max-milliseconds", CLI_COUNT, &c.options.max_milliseconds, "N",
         "for writing (default: no limit)"},
        CLI_ENGINE_OPTIONS(c.writer),
        {"most", CLI_COUNT, &c.options.most, "N",
         "corrections that are shown (10)"},
        {"weights", CLI_STRING, &c.options.weights, "DIR",
         "weights of the ranking (the shipped ones)"},
        {"schema-predictor", CLI_STRING, &c.predictor, "DIR",
         "the schema predictor (the shipped one)"},
        {"plan", CLI_STRING, &c.sketcher, "DIR",
         "the model of clauses (the shipped one)"},
        CLI_JOBS_OPTION(c.jobs),
        {"features", CLI_FLAG, &c.features, NULL,
         "print features, for fitting weights"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    t2sed_corrector_options_init(&c.options, sizeof c.options);
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    status = cli_jobs_start("correct", c.jobs, argv + 1, operands);
    if (status >= 0)
        return status;
    return run(&c, argv + 1, operands);
}
