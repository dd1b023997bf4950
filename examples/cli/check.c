/* check.c - t2sed check: one question and its queries, as arguments. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/mend.h"

static const char usage[] =
    "check [OPTION]... QUESTION [QUERY]...\n\n"
    "Says whether a query answers the question: the decision, the "
    "probability of\neach query, the best first, and what looks wrong, "
    "underlined. Without QUERY, or\nwith -, queries are read from standard "
    "input, separated by semicolons. The exit\nstatus is 0 to answer, 1 to "
    "ask or abstain.";

typedef struct check_command {
    cli_model_options how;
    cli_database_options from;
    cli_parser parser;
    cli_judge judge;
    const char *db_id, *schema_file, *knowledge, *color;
    double right, answer, abstain;
    const char *feedback;
    bool json, explain, correct, all_findings;
    cli_databases databases;
    t2sed_schema *schema; /* of --schema */
    t2sed_model *model;
    t2sed_checker *checker;
    const char *dialect_name;
    int dialect;
    char *text; /* what was read; NULL: queries are arguments */
    cli_check_query *queries;
    size_t count;
} check_command;

/* --- queries --- */

/* Where a quoted text or a comment that begins at `at` ends; `at`, where none
 * does. */
static size_t skip(const char *text, size_t at, size_t n)
{
    const char *const begins = "'\"`[", *const ends = "'\"`]";
    const char *which = text[at] ? strchr(begins, text[at]) : NULL;
    const char *end;
    if (which)
        end = memchr(text + at + 1, ends[which - begins], n - at - 1);
    else if (n - at > 1 && memcmp(text + at, "--", 2) == 0)
        end = memchr(text + at, '\n', n - at);
    else if (n - at > 1 && memcmp(text + at, "/*", 2) == 0)
        for (end = text + at + 3; end < text + n; end++) {
            if (end[-1] == '*' && *end == '/')
                break;
        }
    else
        return at;
    return end && end < text + n ? (size_t)(end - text) + 1 : n;
}

static bool is_blank(char c)
{
    return c && strchr(" \t\r\n", c);
}

/* Cuts the text at the semicolons outside of quotes and comments. What has
 * blanks and comments alone is no query. False where memory is short. */
static bool split(check_command *c, size_t n)
{
    size_t begin = 0, most = 1;
    bool has_words = false;
    for (size_t i = 0; i < n; i++)
        most += c->text[i] == ';';
    c->queries = calloc(most, sizeof *c->queries);
    for (size_t at = 0; c->queries && at <= n; at++) {
        if (at < n && c->text[at] != ';') {
            const size_t end = skip(c->text, at, n);
            const bool is_comment =
                end > at && (c->text[at] == '-' || c->text[at] == '/');
            has_words = has_words || (!is_comment && !is_blank(c->text[at]));
            at = end > at ? end - 1 : at;
            continue;
        }
        if (has_words) {
            size_t end = at;
            while (is_blank(c->text[begin]))
                begin++;
            while (is_blank(c->text[end - 1]))
                end--;
            c->queries[c->count].text = c->text + begin;
            c->queries[c->count++].length = end - begin;
        }
        begin = at + 1;
        has_words = false;
    }
    return c->queries != NULL;
}

/* All of standard input, of CLI_LINE_LIMIT bytes at most. False, and told,
 * where it can't be read. */
static bool read_text(char **out, size_t *n)
{
    cli_lines lines;
    bool fits = true;
    char *text = NULL;
    *n = 0;
    if (!cli_lines_open(&lines, NULL))
        return false;
    while (fits && cli_lines_next(&lines)) {
        char *longer = realloc(text, *n + lines.length + 2);
        fits = longer && !lines.too_long && *n <= CLI_LINE_LIMIT;
        if (!longer)
            break;
        text = longer;
        memcpy(text + *n, lines.text, lines.length);
        *n += lines.length;
        text[(*n)++] = '\n';
        text[*n] = '\0';
    }
    *out = text;
    if (!fits)
        print_to(stderr, "t2sed: standard input: more than 16 MiB, or out of "
                         "memory\n");
    return cli_lines_close(&lines) && fits && !cli_interrupted();
}

/* The queries of the arguments, or of standard input; CLI_OK or the exit
 * status. */
static int find_queries(check_command *c, int count, char **arguments)
{
    size_t n = 0;
    if (count == 0 || (count == 1 && strcmp(arguments[0], "-") == 0)) {
        if (!read_text(&c->text, &n))
            return CLI_FAILED;
        if (n && !split(c, n)) {
            print_to(stderr, "t2sed: out of memory\n");
            return CLI_FAILED;
        }
        return c->count
                   ? CLI_OK
                   : cli_usage_error("check", "standard input has no query");
    }
    c->count = (size_t)count;
    c->queries = calloc(c->count, sizeof *c->queries);
    for (size_t i = 0; c->queries && i < c->count; i++) {
        c->queries[i].text = arguments[i];
        c->queries[i].length = strlen(arguments[i]);
    }
    if (c->queries)
        return CLI_OK;
    print_to(stderr, "t2sed: out of memory\n");
    return CLI_FAILED;
}

/* --- opening --- */

/* The database that options name, *out NULL where they name none; false, and
 * told, on failure. */
static bool open_database(check_command *c, cli_database **out)
{
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    if (!cli_databases_open(&c->databases, &c->from))
        return false;
    if (c->schema_file) {
        c->schema = cli_schema_read(c->schema_file);
        if (!c->schema)
            return false;
        c->databases.options.schema = c->schema;
    }
    cli_databases_warn(&c->databases);
    status = cli_databases_find(&c->databases, c->db_id, out, &err);
    if (status != T2SED_OK)
        cli_fail(&err);
    return status == T2SED_OK;
}

/* Opens the checker; 0, or the exit status. */
static int open_checker(check_command *c, t2sed_database *database,
                        double *answer)
{
    t2sed_checker_options options;
    t2sed_scorer_options scorer;
    t2sed_trigger_options of_model;
    t2sed_error err;
    int status = CLI_OK;
    t2sed_checker_options_init(&options, sizeof options);
    t2sed_scorer_options_init(&scorer, sizeof scorer);
    t2sed_trigger_options_init(&of_model, sizeof of_model);
    c->model = cli_open_model("check", &c->how, &status);
    if (!c->model)
        return status;
    if (!cli_parser_open_for(&c->parser, c->model) ||
        !cli_judge_open(&c->judge, &c->how))
        return CLI_FAILED;
    scorer.parser = c->parser.parser;
    scorer.parse = c->parser.parse;
    scorer.judge = c->judge.judge;
    options.scorer = &scorer;
    options.dialect = c->dialect;
    *answer = c->answer;
    if (isnan(c->answer)) {
        if (t2sed_trigger_options_of(&of_model, c->model, c->right / 100,
                                     &err) != T2SED_OK)
            return cli_fail(&err);
        *answer = of_model.answer;
    }
    /* 0 would leave it to the model. */
    options.answer = *answer == 0 ? DBL_MIN : *answer;
    options.abstain = c->abstain;
    options.all_findings = c->all_findings;
    return t2sed_checker_new(&c->checker, c->model, database, &options, &err) ==
                   T2SED_OK
               ? CLI_OK
               : cli_fail(&err);
}

/* --- checking --- */

static t2sed_status check_queries(t2sed_report **out, const check_command *c,
                                  const t2sed_question *question,
                                  t2sed_error *err)
{
    t2sed_check_input input;
    t2sed_status status = T2SED_ENOMEM;
    const char **texts = calloc(c->count, sizeof *texts);
    size_t *lengths = calloc(c->count, sizeof *lengths);
    for (size_t i = 0; texts && lengths && i < c->count; i++) {
        texts[i] = c->queries[i].text;
        lengths[i] = c->queries[i].length;
    }
    t2sed_check_input_init(&input, sizeof input);
    input.question = question;
    input.queries = texts;
    input.lengths = lengths;
    input.count = c->count;
    if (texts && lengths)
        status = t2sed_checker_check_input(out, c->checker, &input, err);
    else
        fill_error(err, status, "out of memory");
    free(texts);
    free(lengths);
    return status;
}

/* The judge's language model, to write corrections; none, where the adapter
 * that writes is of another one. */
static t2sed_status open_writer(t2sed_language_model **out,
                                const check_command *c, t2sed_error *err)
{
    t2sed_language_model_options options;
    t2sed_status status;
    cli_language_options(&options, &c->how);
    options.adapter = "text-to-sql";
    status =
        t2sed_language_model_open(out, c->judge.language_model, &options, err);
    return status == T2SED_EMISMATCH ? T2SED_OK : status;
}

/* What the best query may have to be: where the answer is not sure enough, or
 * something was said against it. */
static t2sed_status correct(cli_checked *found, const check_command *c,
                            const t2sed_question *question,
                            t2sed_database *database,
                            const cli_check_query *best, t2sed_error *err)
{
    const bool doubted =
        t2sed_report_decision(found->report) != T2SED_DECISION_ANSWER;
    t2sed_checked first = T2SED_CHECKED_INIT;
    t2sed_corrector_options options;
    t2sed_language_model *writer = NULL;
    t2sed_status status = T2SED_OK;
    const char *said;
    char *text;
    if (!database || !(c->feedback || (c->correct && doubted)))
        return T2SED_OK;
    text = found->best ? strdup(t2sed_sql_text(found->best))
                       : strndup(best->text, best->length);
    if (!text)
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    t2sed_report_get(found->report, 0, &first, NULL);
    said = c->feedback ? c->feedback : mend_why(first.findings);
    t2sed_corrector_options_init(&options, sizeof options);
    if (said && c->judge.language_model)
        status = open_writer(&writer, c, err);
    options.model = c->model;
    options.language_model = writer;
    if (status == T2SED_OK)
        status = mend(&found->corrections, &options, database, question, text,
                      said, err);
    t2sed_language_model_free(writer);
    free(text);
    /* Of what does not parse the report has told already. */
    return found->best || status == T2SED_ENOMEM ? status : T2SED_OK;
}

static int check(check_command *c, const t2sed_question *question,
                 const cli_database *d, double answer)
{
    t2sed_report *report = NULL;
    t2sed_error err;
    cli_checked found = {.db_id = c->db_id,
                         .queries = c->queries,
                         .count = c->count,
                         .answer = answer,
                         .abstain = c->abstain};
    const cli_check_query *first;
    int status;
    if (check_queries(&report, c, question, &err) != T2SED_OK)
        return cli_fail(&err);
    found.report = report;
    first =
        &c->queries[t2sed_ranking_candidate(t2sed_report_ranking(report), 0)];
    if ((c->explain || c->correct || c->feedback) &&
        cli_dialect_parse(&found.best, first->text, first->length, c->dialect,
                          NULL) == T2SED_OK &&
        c->explain)
        t2sed_sql_explain(&found.steps, found.best, d ? d->schema : NULL, NULL,
                          NULL);
    status = t2sed_report_decision(report) == T2SED_DECISION_ANSWER
                 ? CLI_OK
                 : CLI_BAD_INPUT;
    if (correct(&found, c, question, d ? d->database : NULL, first, &err) !=
        T2SED_OK)
        status = cli_fail(&err);
    if (!c->json)
        cli_check_print(&found, c->color);
    else if (cli_check_write(&found) != CLI_OK)
        status = CLI_FAILED;
    t2sed_corrections_free(found.corrections);
    t2sed_explanation_free(found.steps);
    t2sed_sql_free(found.best);
    t2sed_report_free(report);
    return status;
}

static int run(check_command *c, int operands, char **arguments)
{
    t2sed_question *question = NULL;
    cli_database *d = NULL;
    t2sed_error err;
    double answer = 0;
    int status = find_queries(c, operands - 1, arguments + 1);
    if (status != CLI_OK)
        return status;
    if (t2sed_question_new(&question, arguments[0], &err) != T2SED_OK ||
        (c->knowledge && t2sed_question_set_knowledge(question, c->knowledge,
                                                      &err) != T2SED_OK))
        status = cli_fail(&err);
    else if (!open_database(c, &d))
        status = CLI_FAILED;
    else
        status = open_checker(c, d ? d->database : NULL, &answer);
    if (status == CLI_OK)
        status = check(c, question, d, answer);
    t2sed_question_free(question);
    return status;
}

/* What is wrong with the options; NULL: nothing. */
static const char *wrong_options(const check_command *c)
{
    if (strcmp(c->color, "auto") != 0 && strcmp(c->color, "always") != 0 &&
        strcmp(c->color, "never") != 0)
        return "--color is auto, always or never";
    if ((c->from.root || c->from.tables) && !c->from.file && !c->db_id)
        return "--tables and --db-root need --db-id";
    if (c->schema_file && (c->from.tables || c->from.root))
        return "--schema excludes --tables and --db-root";
    if ((c->correct || c->feedback) && !c->from.file && !c->from.root &&
        !c->from.tables && !c->schema_file)
        return "--correct and --feedback need a database or a schema";
    return NULL;
}

int cli_check(int argc, char **argv)
{
    check_command c = {.color = "auto", .right = 95, .answer = NAN};
    int operands = 0, status;
    const cli_option options[] = {
        CLI_DATABASE_OPTIONS(c.from),
        {"db-id", CLI_STRING, &c.db_id, "NAME",
         "the database in --db-root, the schema in --tables"},
        {"schema", CLI_STRING, &c.schema_file, "FILE",
         "the schema, as CREATE TABLE statements"},
        {"knowledge", CLI_STRING, &c.knowledge, "TEXT",
         "what terms of the question mean on this database"},
        CLI_DIALECT_OPTION(c.dialect_name),
        CLI_MODEL_OPTION(c.how),
        CLI_PARSER_OPTION(c.parser),
        CLI_JUDGE_OPTIONS(c.judge),
        CLI_ENGINE_OPTIONS(c.how),
        CLI_TRUST_OPTION(c.how),
        {"right", CLI_REAL, &c.right, "P",
         "percent of answers that are right: 90, 95 (default) or 99"},
        {"answer", CLI_REAL, &c.answer, "X",
         "answer from this probability on instead"},
        {"abstain", CLI_REAL, &c.abstain, "X",
         "abstain under this probability (0)"},
        {"explain", CLI_FLAG, &c.explain, NULL,
         "say what the best query does, step by step"},
        {"correct", CLI_FLAG, &c.correct, NULL,
         "propose a better query where the best is not sure enough, with the "
         "judge's language model, too, where one is named"},
        {"feedback", CLI_STRING, &c.feedback, "TEXT",
         "what is wrong with the best, in words: propose a better one, so"},
        {"all-findings", CLI_FLAG, &c.all_findings, NULL,
         "list findings that hardly lower the probability, and all reasons"},
        {"json", CLI_FLAG, &c.json, NULL,
         "print the line that t2sed rerank --findings prints, and the "
         "decision, the threshold and the reasons"},
        {"color", CLI_STRING, &c.color, "WHEN",
         "auto (on a terminal), always, never"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands < 1)
        return cli_usage_error("check", "the QUESTION is missing");
    if (wrong_options(&c))
        return cli_usage_error("check", "%s", wrong_options(&c));
    status = cli_dialect_named("check", c.dialect_name, &c.dialect);
    if (status == CLI_OK)
        status = run(&c, operands, argv + 1);
    t2sed_checker_free(c.checker);
    t2sed_judge_free(c.judge.judge);
    cli_parser_close(&c.parser);
    t2sed_model_free(c.model);
    cli_databases_close(&c.databases);
    t2sed_schema_free(c.schema);
    free(c.queries);
    free(c.text);
    return status;
}
