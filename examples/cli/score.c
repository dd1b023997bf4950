/* score.c - t2sed score: a line in, the line with probabilities out.
 *
 * Lines are scored some at a time, since few candidates make poor use of the
 * engine; but never is a line kept waiting for one that is not there yet. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "queries.h"
#include "rules.h"
#include "signals.h"

static const char usage[] =
    "score [OPTION]... [FILE]...\n\n"
    "Each line of FILEs (or standard input) is {\"question\", \"sql\"} or\n"
    "{\"question\", \"candidates\": [{\"sql\"}, ...]}, optionally with "
    "\"db_id\",\n\"parse\" and \"context\", the turns before it, oldest first: "
    "questions, or\n{\"question\", \"sql\"}. The same object is printed with a "
    "\"probability\" for each\nquery.";

/* A line that was read and not answered yet. */
typedef struct entry {
    json_t *line;
    cli_queries b;
    t2sed_question *question;
    t2sed_conversation *earlier; /* the turns before it, or NULL */
    cli_database *database;      /* borrowed, or NULL */
    t2sed_evidence *source;      /* borrowed, or NULL */
    t2sed_scores *scores;        /* NULL where there are none */
    const cli_rules *rules;      /* borrowed: those of its file */
    bool valid;                  /* it has the right shape */
    bool scored;                 /* it came with probabilities, which stay */
    bool failed; /* err is that of the line or all its queries */
    t2sed_error err;
} entry;

/* The window: at most so many lines, and no more lines once they have so many
 * candidates or bytes. */
#define WINDOW_LINES      64
#define WINDOW_CANDIDATES 128
#define WINDOW_BYTES      ((size_t)1 << 20)
/* Tokens that go through the engine at a time; the library's default takes
 * nearly twice the memory for a tenth less time. */
#define BATCH_TOKENS 1024

typedef struct score_command {
    const char *name;
    const cli_after_score *after; /* NULL: nothing comes after */
    cli_after_plan plan;
    t2sed_model *model;
    cli_model_options how;
    cli_database_options from;
    const char *truncate, *dialect_name;
    long window, jobs;
    char **files; /* [file_count]; none: standard input */
    int file_count;
    cli_rule_options rule_options;
    cli_rules *rules; /* of each file; NULL: no findings are wanted */
    int dialect;      /* of lines that name none */
    bool text, findings, all_findings, alone;
    bool reads_evidence; /* the model does */
    cli_parser parser;
    cli_databases databases;
    cli_judge judge;
    t2sed_scorer *scorer;
    t2sed_reranker *reranker;
    t2sed_reranker *beam; /* of the model's weights for the probability in a
                             beam; NULL: queries are scored alone */
    entry entries[WINDOW_LINES];
    size_t count, candidates, bytes; /* of the window */
    int broken; /* exit status where the model can't be used; else 0 */
} score_command;

static void answer(const cli_queries *b, const t2sed_scores *scores,
                   bool findings)
{
    for (size_t i = 0; i < b->count; i++) {
        t2sed_score score = T2SED_SCORE_INIT;
        t2sed_scores_get(scores, i, &score, NULL);
        if (score.status != T2SED_OK) {
            t2sed_error err = *score.error;
            t2sed_sql *none = NULL;
            /* What SQLite does not take may be of another dialect. */
            if (score.status == T2SED_ESYNTAX)
                cli_dialect_parse(&none, b->queries[i], b->lengths[i],
                                  T2SED_DIALECT_SQLITE, &err);
            t2sed_sql_free(none);
            cli_query_failed(b->targets[i], &err);
            continue;
        }
        json_object_set_new(b->targets[i], "probability",
                            cli_probability_json(score.probability));
        if (score.cut)
            json_object_set_new(b->targets[i], "tokens_cut",
                                json_integer((json_int_t)score.cut));
        if (findings && score.words_left >= 0)
            json_object_set_new(b->targets[i], "words_left",
                                json_integer(score.words_left));
    }
}

/* Gives each query its probability given the others, beside that alone. */
static t2sed_status answer_in_beam(const t2sed_reranker *weights,
                                   const cli_scored *line, t2sed_error *err)
{
    cli_signals signals;
    double *probabilities = calloc(line->count + 1, sizeof *probabilities);
    t2sed_status status =
        probabilities ? cli_signals_read(&signals, line, line->count > 1, err)
                      : fill_error(err, T2SED_ENOMEM, "out of memory");
    if (status == T2SED_OK) {
        status = t2sed_reranker_probabilities(probabilities, weights,
                                              &signals.all, err);
        cli_signals_free(&signals);
    }
    for (size_t i = 0; status == T2SED_OK && i < line->count; i++) {
        json_t *target = line->targets[i];
        json_t *own = json_object_get(target, "probability");
        if (isnan(probabilities[i]))
            continue;
        json_object_set(target, "alone", own);
        /* Of one candidate they are the same, digit by digit. */
        if (line->count > 1)
            json_object_set_new(target, "probability",
                                cli_probability_json(probabilities[i]));
    }
    free(probabilities);
    return status;
}

/* A table of the beam, best first. */
static void print_table(score_command *c, const json_t *line,
                        const cli_queries *b, const t2sed_scores *scores)
{
    t2sed_ranking *ranking = NULL;
    t2sed_signals signals;
    double *probabilities = calloc(b->count + 1, sizeof *probabilities);
    const json_t *question = json_object_get(line, "question");
    t2sed_status status = T2SED_ENOMEM;
    t2sed_signals_init(&signals, sizeof signals);
    signals.count = b->count;
    signals.probability = probabilities;
    for (size_t i = 0; probabilities && i < b->count; i++)
        /* That of a line is rounded, which makes ties. */
        probabilities[i] = c->beam ? cli_number_of(b->targets[i], "probability")
                                   : t2sed_scores_probability(scores, i);
    if (probabilities)
        status = t2sed_reranker_apply(&ranking, c->reranker, &signals, NULL);
    free(probabilities);
    if (status != T2SED_OK)
        return;
    print_to(stdout, "%s\n  rank  was  probability  query\n",
             json_string_value(question));
    for (size_t rank = 0; rank < t2sed_ranking_count(ranking); rank++) {
        size_t i = t2sed_ranking_candidate(ranking, rank);
        t2sed_score score = T2SED_SCORE_INIT;
        const char *sql =
            json_string_value(json_object_get(b->targets[i], "sql"));
        t2sed_scores_get(scores, i, &score, NULL);
        print_to(stdout, "  %4zu %4zu  ", rank + 1, i + 1);
        if (score.status == T2SED_OK)
            print_to(stdout, "%11.3f  %s\n",
                     cli_number_of(b->targets[i], "probability"), sql);
        else
            print_to(stdout,
                     "          -  %s\n                          (%s)\n", sql,
                     score.error->text);
        cli_findings_print(json_object_get(b->targets[i], "findings"),
                           "                          ", stdout);
    }
    print_to(stdout, "\n");
    t2sed_ranking_free(ranking);
}

static void print_failure(const json_t *line, const t2sed_error *err)
{
    const json_t *question = json_object_get(line, "question");
    if (json_is_string(question))
        print_to(stdout, "%s\n", json_string_value(question));
    print_to(stdout, "  error: %s\n\n", err->text);
}

/* Whether some query of the line came with its probability. */
static bool is_scored(const cli_queries *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (json_object_get(b->targets[i], "probability"))
            return true;
    return false;
}

/* A line that came with its scores may do without a database. */
static t2sed_status find_database(score_command *c, entry *e)
{
    if (e->scored && !json_object_get(e->line, "db_id") && !c->from.file)
        return T2SED_OK;
    return cli_databases_of_line(&c->databases, e->line, &e->database, &e->err);
}

/* Makes an entry of the present line, as far as it goes without the model. */
static void read_entry(score_command *c, const cli_lines *lines, entry *e)
{
    memset(e, 0, sizeof *e);
    if (c->rules)
        e->rules =
            &c->rules[c->file_count ? c->file_count - 1 - lines->rest_count
                                    : 0];
    e->line = cli_lines_object(lines, &e->err);
    e->valid = e->line && cli_queries_find(&e->b, e->line, c->dialect,
                                           &e->err) == T2SED_OK;
    if (e->valid && e->b.count &&
        !json_is_string(json_object_get(e->line, "question")))
        e->valid = fill_error(&e->err, T2SED_EFORMAT,
                              json_object_get(e->line, "question")
                                  ? "\"question\" is no string"
                                  : "\"question\" is missing") == T2SED_OK;
    if (!e->line)
        e->line = json_object();
    e->failed = !e->valid;
    e->scored = c->after && e->valid && is_scored(&e->b);
    if (e->valid && e->b.count)
        e->failed = find_database(c, e) != T2SED_OK ||
                    cli_question(&e->question, e->line, &e->err) != T2SED_OK ||
                    cli_context(&e->earlier, e->line, &e->err) != T2SED_OK;
    if (e->valid && e->b.count && !e->failed &&
        (c->reads_evidence || c->beam || c->after))
        e->failed =
            cli_database_evidence(e->database, &e->source, &e->err) != T2SED_OK;
}

/* Scores entries together. */
static t2sed_status score_entries(score_command *c, entry **entries,
                                  size_t count, t2sed_error *err)
{
    t2sed_beam beams[WINDOW_LINES] = {{0}};
    t2sed_scores *scores[WINDOW_LINES];
    t2sed_status status;
    for (size_t i = 0; i < count; i++) {
        t2sed_beam_init(&beams[i], sizeof beams[i]);
        beams[i].question = entries[i]->question;
        beams[i].queries = entries[i]->b.queries;
        beams[i].lengths = entries[i]->b.lengths;
        beams[i].count = entries[i]->b.count;
        beams[i].evidence = entries[i]->source;
        beams[i].database =
            entries[i]->database ? entries[i]->database->database : NULL;
        beams[i].conversation = entries[i]->earlier;
    }
    status = t2sed_scorer_score_beams(scores, c->scorer, beams, count, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        entries[i]->scores = scores[i];
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

/* Opens the model, unless it is open, and a scorer; the exit status, or 0. */
static int open_scorer(score_command *c)
{
    t2sed_scorer_options options;
    t2sed_error err;
    int status = CLI_OK;
    t2sed_scorer_options_init(&options, sizeof options);
    options.truncation = truncation(c->truncate);
    options.batch_tokens = BATCH_TOKENS;
    if (!c->model)
        c->model = cli_open_model(c->name, &c->how, &status);
    if (!c->model)
        return status;
    c->reads_evidence = t2sed_model_feature_count(c->model) > 0;
    if (!cli_parser_open_for(&c->parser, c->model) ||
        !cli_judge_open(&c->judge, &c->how))
        return CLI_FAILED;
    options.judge = c->judge.judge;
    options.reasons = c->findings;
    options.parser = c->parser.parser;
    options.parse = c->parser.parse;
    if (t2sed_scorer_new(&c->scorer, c->model, &options, &err) != T2SED_OK)
        return cli_fail(&err);
    if (c->alone)
        return CLI_OK;
    if (t2sed_reranker_new(&c->beam, NULL, c->model, &err) != T2SED_OK)
        return cli_fail(&err);
    if (!t2sed_reranker_weighs_beams(c->beam)) {
        t2sed_reranker_free(c->beam);
        c->beam = NULL;
    }
    return CLI_OK;
}

/* Scores the window. Where the engine fails each line is tried alone, so that
 * no line has another's error. */
static void score_window(score_command *c)
{
    entry *waiting[WINDOW_LINES];
    size_t count = 0;
    t2sed_error err;
    for (size_t i = 0; i < c->count; i++)
        if (!c->entries[i].failed && !c->entries[i].scored &&
            c->entries[i].b.count)
            waiting[count++] = &c->entries[i];
    if (count > 0)
        cli_databases_warn(&c->databases);
    if (count > 0 && !c->scorer)
        c->broken = open_scorer(c);
    if (count == 0 || c->broken ||
        score_entries(c, waiting, count, &err) == T2SED_OK || cli_interrupted())
        return;
    for (size_t i = 0; i < count; i++)
        waiting[i]->failed =
            score_entries(c, &waiting[i], 1, &waiting[i]->err) != T2SED_OK;
}

/* The entry's probabilities. */
static void answer_entry(const score_command *c, entry *e,
                         const cli_scored *line)
{
    answer(&e->b, e->scores, c->findings);
    json_object_set_new(
        e->line, "scored_by",
        cli_source_json(c->model, e->database ? e->database->database : NULL));
    if (!c->beam || answer_in_beam(c->beam, line, &e->err) == T2SED_OK)
        return;
    for (size_t i = 0; i < e->b.count; i++)
        cli_query_failed(e->b.targets[i], &e->err);
}

static void write_entry(score_command *c, entry *e)
{
    const cli_scored line = {
        e->line,     e->b.targets, e->b.queries, e->b.lengths, e->b.count,
        e->question, e->earlier,   e->database,  e->source,    &c->databases};
    const cli_weighing by = {e->scores, c->all_findings,
                             e->rules ? e->rules->ignore : NULL,
                             e->rules ? e->rules->severity : 0};
    if (c->findings && e->valid && e->question && e->b.count)
        cli_queries_add_findings(&e->b, &c->databases, e->database, e->question,
                                 e->earlier, &by);
    if (!e->valid)
        json_object_set_new(e->line, "error", cli_error_json(&e->err));
    else if (e->failed)
        for (size_t i = 0; i < e->b.count; i++)
            cli_query_failed(e->b.targets[i], &e->err);
    else if (e->scores)
        answer_entry(c, e, &line);
    if (c->after && e->valid)
        c->after->act(c->after->payload, &line);
    /* Of what was interrupted, not all is there. */
    if (c->plan.quiet || cli_interrupted())
        return;
    if (!c->text)
        cli_write_json(e->line, stdout);
    else if (c->after && e->valid)
        c->after->print(c->after->payload, e->line);
    else if (e->scores)
        print_table(c, e->line, &e->b, e->scores);
    else if (e->failed)
        print_failure(e->line, &e->err);
}

/* Answers the lines of the window and empties it. */
static void answer_window(score_command *c)
{
    score_window(c);
    for (size_t i = 0; i < c->count; i++) {
        entry *e = &c->entries[i];
        if (!c->broken && !cli_interrupted())
            write_entry(c, e);
        t2sed_scores_free(e->scores);
        t2sed_question_free(e->question);
        t2sed_conversation_free(e->earlier);
        cli_queries_free(&e->b);
        json_decref(e->line);
    }
    c->count = c->candidates = c->bytes = 0;
}

static bool window_is_full(const score_command *c)
{
    return c->count >= (size_t)c->window ||
           c->candidates >= WINDOW_CANDIDATES || c->bytes >= WINDOW_BYTES;
}

static int score_files(score_command *c)
{
    cli_lines lines;
    int status = CLI_OK;
    if (!cli_lines_open_all(&lines, c->files, c->file_count))
        return CLI_FAILED;
    while (!c->broken && cli_lines_next(&lines)) {
        entry *e = &c->entries[c->count++];
        bool ready;
        read_entry(c, &lines, e);
        c->candidates += e->b.count;
        c->bytes += lines.length;
        if (!e->valid)
            status = CLI_BAD_INPUT;
        ready = cli_lines_ready(&lines);
        if (!ready || window_is_full(c) || cli_lines_block_ends(&lines))
            answer_window(c);
        if (!ready)
            fflush(stdout);
    }
    answer_window(c);
    if (!cli_lines_close(&lines))
        status = CLI_FAILED;
    if (c->broken)
        status = c->broken;
    return status;
}

/* Lets the command that comes after scoring read its options. */
static int prepare_after(score_command *c)
{
    int status;
    c->plan.alone = c->alone;
    status = c->after->prepare(c->after->payload, &c->plan);
    c->findings = c->findings || c->plan.findings;
    if (status == CLI_OK && c->plan.quiet && c->jobs != 1)
        return cli_usage_error(c->name, "--jobs: learning needs all lines in "
                                        "one process");
    return status;
}

/* Reads the rules for findings, where there are to be any. */
static int read_rules(score_command *c)
{
    if (c->findings)
        c->rules =
            cli_rules_read_all(&c->rule_options, c->files, c->file_count);
    else if (c->rule_options.ignore || c->rule_options.severity)
        return cli_usage_error(c->name, "--ignore and --severity are for "
                                        "findings, which are not asked for");
    return c->rules || !c->findings ? CLI_OK : CLI_FAILED;
}

/* Lets it begin. */
static int start_after(score_command *c)
{
    int status = CLI_OK;
    if (c->plan.wants_model)
        c->model = cli_open_model(c->name, &c->how, &status);
    return status == CLI_OK ? c->after->start(c->after->payload, c->model)
                            : status;
}

static int run(score_command *c)
{
    t2sed_error err;
    int status = CLI_OK;
    if (truncation(c->truncate) < 0)
        return cli_usage_error(c->name,
                               "--truncate %s: expected error, question or "
                               "sql",
                               c->truncate);
    if (c->after && (status = prepare_after(c)) != CLI_OK)
        return status;
    status = read_rules(c);
    if (status != CLI_OK)
        goto end;
    status = cli_jobs_start(c->name, c->jobs, c->files, c->file_count);
    if (status >= 0)
        goto end;
    if (cli_is_job() && c->how.threads == 0)
        c->how.threads = 1;
    status = c->after ? start_after(c) : open_scorer(c);
    if (status != CLI_OK)
        goto end;
    if (!cli_databases_open(&c->databases, &c->from))
        status = CLI_FAILED;
    c->databases.most = CLI_MANY_DATABASES;
    if (status != CLI_OK)
        goto end;
    if (t2sed_reranker_parse(&c->reranker, "rr", NULL, &err) != T2SED_OK)
        status = cli_fail(&err);
    else
        status = score_files(c);
end:
    cli_rules_free_all(c->rules, c->file_count);
    t2sed_reranker_free(c->reranker);
    t2sed_reranker_free(c->beam);
    t2sed_scorer_free(c->scorer);
    t2sed_judge_free(c->judge.judge);
    cli_parser_close(&c->parser);
    cli_databases_close(&c->databases);
    t2sed_model_free(c->model);
    return status;
}

/* Puts options of the command that goes on from scoring before those of
 * scoring. */
static size_t join_options(cli_option *out, const cli_option *more,
                           const cli_option *options)
{
    size_t count = 0;
    for (; more && more->name; more++)
        out[count++] = *more;
    for (; options->name; options++)
        out[count++] = *options;
    out[count] = *options;
    return count;
}

int cli_score_lines(int argc, char **argv, const char *name, const char *text,
                    const cli_option *more, const cli_after_score *after)
{
    static score_command c; /* large */
    cli_option all[CLI_MOST_OPTIONS];
    int operands = 0, status;
    const cli_option options[] = {
        CLI_MODEL_OPTION(c.how),
        CLI_DATABASE_OPTIONS(c.from),
        CLI_PARSER_OPTION(c.parser),
        CLI_JUDGE_OPTIONS(c.judge),
        CLI_DIALECT_OPTION(c.dialect_name),
        {"truncate", CLI_STRING, &c.truncate, "SIDE",
         "what to cut of too long a pair: error, question, sql"},
        CLI_ENGINE_OPTIONS(c.how),
        CLI_TRUST_OPTION(c.how),
        {"window", CLI_INT, &c.window, "N",
         "score at most N lines together, 1 to 64 (default 64)"},
        {"findings", CLI_FLAG, &c.findings, NULL,
         "add what looks wrong with each query"},
        {"all-findings", CLI_FLAG, &c.all_findings, NULL,
         "--findings, with those that hardly lower the probability"},
        CLI_FINDING_OPTIONS(c.rule_options),
        CLI_INDEX_OPTION(c.from.index),
        CLI_JOBS_OPTION(c.jobs),
        {"alone", CLI_FLAG, &c.alone, NULL,
         "score each query by itself, whatever the others give"},
        {"text", CLI_FLAG, &c.text, NULL, "print tables for people"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    memset(&c, 0, sizeof c);
    c.window = WINDOW_LINES;
    c.jobs = 1;
    c.name = name;
    c.after = after;
    join_options(all, more, options);
    status = cli_read_options(&operands, argv, argc, all, text);
    if (status >= 0)
        return status;
    c.findings = c.findings || c.all_findings;
    status = cli_dialect_named(name, c.dialect_name, &c.dialect);
    if (status != CLI_OK)
        return status;
    if (c.window < 1 || c.window > WINDOW_LINES)
        return cli_usage_error(name, "--window %ld: expected 1 to %d", c.window,
                               WINDOW_LINES);
    if (c.from.index && !c.from.root && !c.from.file)
        return cli_usage_error(name, "--index needs --db-root or --db");
    c.files = argv + 1;
    c.file_count = operands;
    return run(&c);
}

int cli_score(int argc, char **argv)
{
    return cli_score_lines(argc, argv, "score", usage, NULL, NULL);
}
