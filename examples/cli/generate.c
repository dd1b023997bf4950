/* generate.c - t2sed generate: queries that a language model writes for
 * questions, or how likely it finds the queries that are there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/system.h"
#include "cli.h"

static const char usage[] =
    "generate --model DIR [OPTION]... [FILE]...\n\n"
    "Each line of FILE (or standard input) is {\"question\"}, optionally with "
    "\"db_id\",\n\"knowledge\" and \"context\". The same object is printed "
    "with \"candidates\", the\nlikeliest first: {\"sql\", \"score\", "
    "\"tokens\", \"ended\"}, which 't2sed score' and\n't2sed rerank' read. "
    "With --likelihood, the queries of a line, \"sql\" or\n\"candidates\", get "
    "a \"log_likelihood\" instead.";

typedef struct generate_command {
    cli_model_options how;
    cli_database_options from;
    const char *adapter, *schema, *chat;
    bool likelihood, prompt, sample, unconstrained;
    int count, beams, max_tokens, max_milliseconds, values;
    double temperature, top_p;
    uint64_t seed;
    t2sed_prompt_options asked; /* what all lines share */
    t2sed_generation_options decode;
    cli_databases databases;
    t2sed_language_model *model;
    t2sed_language_session *session;
    t2sed_schema_predictor *predictor; /* NULL: none is there */
} generate_command;

/* --- a line --- */

typedef struct line_prompt {
    t2sed_question *question;
    t2sed_conversation *earlier;
    t2sed_schema_prediction *prediction;
    t2sed_prompt *prompt;
    t2sed_constraint *constraint; /* NULL: texts are free */
} line_prompt;

/* Which part of the schema the question needs, should the prompt be too
 * long. */
static t2sed_status predict(generate_command *c, line_prompt *at,
                            const cli_database *database, t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    if (!c->predictor || !database || !database->schema)
        return T2SED_OK;
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.conversation = at->earlier;
    return t2sed_schema_predictor_predict(&at->prediction, c->predictor,
                                          at->question, database->schema,
                                          &options, err);
}

static t2sed_status make_prompt(generate_command *c, line_prompt *at,
                                const json_t *line, t2sed_error *err)
{
    t2sed_prompt_options options = c->asked;
    cli_database *database = NULL;
    t2sed_status status =
        cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK)
        status = cli_question(&at->question, line, err);
    if (status == T2SED_OK)
        status = cli_context(&at->earlier, line, err);
    if (status == T2SED_OK)
        status = predict(c, at, database, err);
    if (status != T2SED_OK)
        return status;
    options.question = json_string_value(json_object_get(line, "question"));
    options.knowledge = json_string_value(json_object_get(line, "knowledge"));
    options.conversation = at->earlier;
    options.prediction = at->prediction;
    options.database = database ? database->database : NULL;
    status = t2sed_prompt_new(&at->prompt, &options, err);
    if (status == T2SED_OK && !c->unconstrained)
        status =
            t2sed_constraint_new(&at->constraint, options.database, NULL, err);
    return status;
}

static t2sed_status show_prompt(generate_command *c, const line_prompt *at,
                                json_t *line, t2sed_error *err)
{
    char *text = NULL;
    size_t tokens = 0;
    const t2sed_status status =
        t2sed_prompt_text(&text, &tokens, at->prompt, c->model, err);
    if (status == T2SED_OK) {
        json_object_set_new(line, "prompt", json_string(text));
        json_object_set_new(line, "prompt_tokens",
                            json_integer((json_int_t)tokens));
    }
    t2sed_free(text);
    return status;
}

static t2sed_status generate(generate_command *c, const line_prompt *at,
                             json_t *line, t2sed_error *err)
{
    t2sed_generation_options how = c->decode;
    t2sed_generations *made = NULL;
    json_t *list;
    t2sed_status status;
    how.constraint = at->constraint;
    status = t2sed_language_session_generate(&made, c->session, at->prompt,
                                             &how, err);
    if (status != T2SED_OK)
        return status;
    list = json_array();
    for (size_t i = 0; i < t2sed_generations_count(made); i++) {
        t2sed_generation one = T2SED_GENERATION_INIT;
        json_t *candidate = json_object();
        t2sed_generations_get(made, i, &one, NULL);
        json_object_set_new(candidate, "sql",
                            json_stringn(one.text, one.length));
        json_object_set_new(candidate, "score",
                            cli_probability_json(one.log_probability));
        json_object_set_new(candidate, "tokens",
                            json_integer((json_int_t)one.tokens));
        json_object_set_new(candidate, "ended", json_boolean(one.ended));
        json_array_append_new(list, candidate);
    }
    json_object_set_new(line, "candidates", list);
    t2sed_generations_free(made);
    return T2SED_OK;
}

static void set_likelihood(json_t *target, const t2sed_likelihood *one)
{
    if (one->status != T2SED_OK) {
        json_object_set_new(target, "log_likelihood", json_null());
        json_object_set_new(target, "error",
                            json_pack("{s:s, s:s}", "code",
                                      t2sed_status_name(one->status), "message",
                                      t2sed_status_text(one->status)));
        return;
    }
    json_object_set_new(target, "log_likelihood",
                        cli_probability_json(one->sum));
    json_object_set_new(target, "tokens",
                        json_integer((json_int_t)one->tokens));
}

/* The queries of a line: "sql", or those of "candidates". */
static t2sed_status add_likelihoods(generate_command *c, const line_prompt *at,
                                    json_t *line, t2sed_error *err)
{
    json_t *list = json_object_get(line, "candidates");
    const size_t count = json_is_array(list) ? json_array_size(list) : 1;
    const char **texts = calloc(count + 1, sizeof *texts);
    size_t *lengths = calloc(count + 1, sizeof *lengths);
    t2sed_likelihoods *made = NULL;
    t2sed_status status = texts && lengths
                              ? T2SED_OK
                              : fill_error(err, T2SED_ENOMEM, "out of memory");
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        json_t *of = list ? json_array_get(list, i) : line;
        json_t *sql = json_object_get(of, "sql");
        if (!json_is_string(sql)) {
            status = fill_error(err, T2SED_EFORMAT,
                                "\"sql\" is missing or no string");
            break;
        }
        texts[i] = json_string_value(sql);
        lengths[i] = json_string_length(sql);
    }
    if (status == T2SED_OK)
        status = t2sed_language_session_likelihoods(
            &made, c->session, at->prompt, texts, lengths, count, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_likelihood one = T2SED_LIKELIHOOD_INIT;
        t2sed_likelihoods_get(made, i, &one, NULL);
        set_likelihood(list ? json_array_get(list, i) : line, &one);
    }
    t2sed_likelihoods_free(made);
    free(texts);
    free(lengths);
    return status;
}

static bool answer_line(void *payload, const cli_lines *lines)
{
    generate_command *c = payload;
    line_prompt at = {NULL, NULL, NULL, NULL, NULL};
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && make_prompt(c, &at, line, &err) == T2SED_OK;
    if (valid)
        valid = (c->prompt       ? show_prompt(c, &at, line, &err)
                 : c->likelihood ? add_likelihoods(c, &at, line, &err)
                                 : generate(c, &at, line, &err)) == T2SED_OK;
    if (!valid) {
        if (!line)
            line = json_object();
        json_object_set_new(line, "error", cli_error_json(&err));
    }
    if (!cli_interrupted())
        cli_write_json(line, stdout);
    fflush(stdout);
    t2sed_constraint_free(at.constraint);
    t2sed_prompt_free(at.prompt);
    t2sed_schema_prediction_free(at.prediction);
    t2sed_conversation_free(at.earlier);
    t2sed_question_free(at.question);
    json_decref(line);
    return valid;
}

/* --- the command --- */

/* The place of a word among others, or -1. */
static int word_of(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

static int read_words(generate_command *c)
{
    static const char *const schemas[] = {"ddl", "compact"};
    static const char *const chats[] = {"auto", "plain", "chatml", "llama3"};
    t2sed_prompt_options_init(&c->asked, sizeof c->asked);
    t2sed_generation_options_init(&c->decode, sizeof c->decode);
    c->asked.max_values = c->values;
    c->asked.schema_style = c->schema ? word_of(c->schema, schemas, 2) : 0;
    if (c->asked.schema_style < 0)
        return cli_usage_error("generate",
                               "--schema %s: expected ddl or "
                               "compact",
                               c->schema);
    c->asked.chat = c->chat ? word_of(c->chat, chats, 4) : 0;
    if (c->asked.chat < 0)
        return cli_usage_error("generate",
                               "--chat %s: expected auto, plain, chatml or "
                               "llama3",
                               c->chat);
    c->decode.method = c->sample                      ? T2SED_DECODE_SAMPLE
                       : c->count > 1 || c->beams > 1 ? T2SED_DECODE_BEAM
                                                      : T2SED_DECODE_GREEDY;
    c->decode.count = c->count;
    c->decode.beams = c->beams;
    c->decode.max_tokens = c->max_tokens;
    c->decode.max_milliseconds = c->max_milliseconds;
    c->decode.temperature = c->temperature;
    c->decode.top_p = c->top_p;
    c->decode.seed = c->seed;
    return CLI_OK;
}

static int open_model(generate_command *c)
{
    t2sed_error err;
    int status = CLI_OK;
    c->model =
        cli_open_language_model("generate", &c->how, c->adapter, &status);
    if (!c->model)
        return status;
    if (t2sed_language_session_new(&c->session, c->model, NULL, &err) !=
        T2SED_OK)
        return cli_fail(&err);
    /* Without one, long prompts keep the first columns. */
    if (t2sed_schema_predictor_open(&c->predictor, NULL, &err) != T2SED_OK &&
        err.code != T2SED_ENOTFOUND)
        return cli_fail(&err);
    return CLI_OK;
}

static int run(generate_command *c, char **files, int count)
{
    int status = read_words(c);
    if (status == CLI_OK)
        status = open_model(c);
    if (status == CLI_OK) {
        if (!cli_databases_open(&c->databases, &c->from))
            status = CLI_FAILED;
        c->databases.most = 4;
    }
    if (status == CLI_OK)
        status = cli_lines_each(files, count, answer_line, c);
    cli_databases_close(&c->databases);
    t2sed_schema_predictor_free(c->predictor);
    t2sed_language_session_free(c->session);
    t2sed_language_model_free(c->model);
    return status;
}

int cli_generate(int argc, char **argv)
{
    static generate_command c;
    int operands = 0, status;
    const cli_option options[] = {
        {"model", CLI_STRING, &c.how.model, "DIR",
         "a language model ($T2SED_LANGUAGE_MODEL)"},
        {"adapter", CLI_STRING, &c.adapter, "DIR",
         "low-rank adapters, or text-to-sql (those that ship)"},
        CLI_DATABASE_OPTIONS(c.from),
        {"likelihood", CLI_FLAG, &c.likelihood, NULL,
         "tell how likely the queries of the lines are"},
        {"prompt", CLI_FLAG, &c.prompt, NULL,
         "show what the model would be asked"},
        {"count", CLI_COUNT, &c.count, "N",
         "queries for each question, at most 64 (default 1)"},
        {"beams", CLI_COUNT, &c.beams, "N",
         "texts that are followed at a time (default: --count)"},
        {"sample", CLI_FLAG, &c.sample, NULL,
         "draw tokens by chance instead of searching"},
        {"unconstrained", CLI_FLAG, &c.unconstrained, NULL,
         "take any text, not only queries that the database prepares"},
        {"temperature", CLI_REAL, &c.temperature, "X",
         "of sampling (default 1)"},
        {"top-p", CLI_REAL, &c.top_p, "X",
         "sample from the likeliest tokens of this probability"},
        {"seed", CLI_SEED, &c.seed, "N", "of sampling"},
        {"max-tokens", CLI_COUNT, &c.max_tokens, "N",
         "of a query (default 256)"},
        {"max-milliseconds", CLI_COUNT, &c.max_milliseconds, "N",
         "for each question (default: no limit)"},
        {"schema", CLI_STRING, &c.schema, "STYLE",
         "how schemas are written: ddl, compact"},
        {"values", CLI_COUNT, &c.values, "N",
         "sample values of each column (default none)"},
        {"chat", CLI_STRING, &c.chat, "TEMPLATE",
         "what stands round prompts: auto, plain, chatml, llama3"},
        {"device", CLI_STRING, &c.how.device, "D", "cpu, cuda, cuda:1"},
        {"precision", CLI_STRING, &c.how.precision, "P",
         "auto, fp32, fp16, bf16, int8"},
        {"threads", CLI_INT, &c.how.threads, "N", "0: all cores"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    memset(&c, 0, sizeof c);
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (!c.how.model)
        c.how.model = system_getenv("T2SED_LANGUAGE_MODEL");
    if (!c.how.model)
        return cli_usage_error("generate", "--model is needed");
    return run(&c, argv + 1, operands);
}
