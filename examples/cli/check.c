/* check.c - t2sed check: its options, and one question and its queries as
 * arguments. */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statements.h"

static const char usage[] =
    "check [OPTION]... QUESTION [QUERY]...\n"
    "       t2sed check --files [OPTION]... FILE...\n\n"
    "Says whether a query answers the question: the decision, the "
    "probability of\neach query, the best first, and what looks wrong, "
    "underlined. Without QUERY, or\nwith -, queries are read from standard "
    "input, separated by semicolons. The exit\nstatus is 0 to answer, 1 to "
    "ask or abstain.\n\n"
    "With --files the queries of .sql and .jsonl files are checked. The "
    "question of a\nquery of a .sql file is in a comment above it. The exit "
    "status is 1 where a\nquery has an error (or what --fail-on says), 2 where "
    "a file can't be read.";

/* --- queries --- */

/* The queries of the arguments, or of standard input, whose text is *text and
 * statements *statements then. CLI_OK or the exit status. */
static int find_queries(cli_check_item *item, cli_text *text,
                        cli_statements *statements, int count, char **arguments)
{
    const bool is_read =
        count == 0 || (count == 1 && strcmp(arguments[0], "-") == 0);
    cli_check_query *queries;
    if (is_read) {
        if (!cli_read_text(text, NULL))
            return CLI_FAILED;
        if (text->length > 0 &&
            !cli_statements_read(statements, text->text, text->length)) {
            print_to(stderr, "t2sed: out of memory\n");
            return CLI_FAILED;
        }
        item->source = text->text;
        if (statements->count == 0)
            return cli_usage_error("check", "standard input has no query");
    }
    item->count = is_read ? statements->count : (size_t)count;
    item->queries = queries = calloc(item->count, sizeof *queries);
    for (size_t i = 0; queries && i < item->count; i++) {
        queries[i].text = is_read ? statements->list[i].text : arguments[i];
        queries[i].length =
            is_read ? statements->list[i].length : strlen(arguments[i]);
    }
    if (queries)
        return CLI_OK;
    print_to(stderr, "t2sed: out of memory\n");
    return CLI_FAILED;
}

/* What is wrong with the options; NULL: nothing. */
static const char *wrong_options(const cli_check_command *c)
{
    if (strcmp(c->color, "auto") != 0 && strcmp(c->color, "always") != 0 &&
        strcmp(c->color, "never") != 0)
        return "--color is auto, always or never";
    if (!c->files && (c->from.root || c->from.tables) && !c->from.file &&
        !c->db_id)
        return "--tables and --db-root need --db-id";
    if (c->schema_file && (c->from.tables || c->from.root))
        return "--schema excludes --tables and --db-root";
    if ((c->correct || c->feedback) && !c->from.file && !c->from.root &&
        !c->from.tables && !c->schema_file)
        return "--correct and --feedback need a database or a schema";
    if (c->json && c->format_name && strcmp(c->format_name, "json") != 0)
        return "--json excludes another --format";
    return NULL;
}

static int run_arguments(cli_check_command *c, int operands, char **arguments)
{
    t2sed_question *question = NULL;
    cli_text text = {NULL, 0};
    cli_statements statements = {NULL, 0};
    cli_check_item item = {.db_id = c->db_id};
    cli_rules rules = {NULL, 0, 0};
    cli_rule_options options = c->rule_options;
    cli_database *d = NULL;
    t2sed_error err;
    int status = cli_rules_read(&rules, &options, NULL)
                     ? find_queries(&item, &text, &statements, operands - 1,
                                    arguments + 1)
                     : CLI_FAILED;
    /* By itself the exit status is the decision's. */
    if (!options.fail_on)
        rules.fail_on = 0;
    if (status == CLI_OK)
        status = cli_check_open(c);
    if (status == CLI_OK &&
        (t2sed_question_new(&question, arguments[0], &err) != T2SED_OK ||
         (c->knowledge && t2sed_question_set_knowledge(question, c->knowledge,
                                                       &err) != T2SED_OK) ||
         cli_databases_find(&c->databases, c->db_id, &d, &err) != T2SED_OK))
        status = cli_fail(&err);
    item.question = question;
    if (status == CLI_OK)
        status = cli_check_item_run(c, &item, d, c->dialect, &rules);
    t2sed_question_free(question);
    cli_statements_free(&statements);
    cli_rules_free(&rules);
    free((void *)(size_t)item.queries);
    free(text.text);
    return status;
}

static int run(cli_check_command *c, int operands, char **arguments)
{
    int status = c->files ? cli_check_files(c, arguments, operands)
                          : run_arguments(c, operands, arguments);
    cli_review_end(&c->review, c->format, status != CLI_FAILED);
    return status;
}

/* The number of a format; -1 for another name. */
static int format_named(const char *name)
{
    static const char *const names[] = {"text", "json", "sarif", "github",
                                        "gitlab"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

int cli_check(int argc, char **argv)
{
    cli_check_command c = {
        .color = "auto", .right = NAN, .answer = NAN, .judge_margin = -1};
    t2sed_checker_options usual;
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
        {"judge-margin", CLI_REAL, &c.judge_margin, "X",
         "ask the judge only where the log odds of the best two answers, or of "
         "the best and the threshold, differ by less (inf: always)"},
        CLI_ENGINE_OPTIONS(c.how),
        CLI_TRUST_OPTION(c.how),
        {"right", CLI_REAL, &c.right, "P",
         "percent of answers that are right: 90, 95 (default) or 99"},
        {"answer", CLI_REAL, &c.answer, "X",
         "answer from this probability on instead"},
        {"abstain", CLI_REAL, &c.abstain, "X",
         "abstain under this probability (0.05)"},
        {"explain", CLI_FLAG, &c.explain, NULL,
         "say what the best query does, step by step"},
        {"correct", CLI_FLAG, &c.correct, NULL,
         "propose a better query where the best is not sure enough, with the "
         "judge's language model, too, where one is named"},
        {"feedback", CLI_STRING, &c.feedback, "TEXT",
         "what is wrong with the best, in words: propose a better one, so"},
        {"all-findings", CLI_FLAG, &c.all_findings, NULL,
         "list findings that hardly lower the probability, and all reasons"},
        {"files", CLI_FLAG, &c.files, NULL,
         "check the queries of FILEs, .sql and .jsonl"},
        CLI_FINDING_OPTIONS(c.rule_options),
        CLI_FAIL_OPTION(c.rule_options),
        {"format", CLI_STRING, &c.format_name, "F",
         "text, json, sarif, github (workflow commands), gitlab (code "
         "quality)"},
        {"json", CLI_FLAG, &c.json, NULL,
         "print the line that t2sed rerank --findings prints, and the "
         "decision, the threshold and the reasons"},
        {"color", CLI_STRING, &c.color, "WHEN",
         "auto (on a terminal), always, never"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    t2sed_checker_options_init(&usual, sizeof usual);
    c.abstain = usual.abstain;
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands < 1 && !c.files)
        return cli_usage_error("check", "the QUESTION is missing");
    if (c.format_name) {
        const int format = format_named(c.format_name);
        if (format < 0)
            return cli_usage_error("check", "--format is text, json, sarif, "
                                            "github or gitlab");
        c.format = (cli_check_format)format;
    }
    if (wrong_options(&c))
        return cli_usage_error("check", "%s", wrong_options(&c));
    if (c.json)
        c.format = CLI_CHECK_JSON;
    status = cli_dialect_named("check", c.dialect_name, &c.dialect);
    if (status == CLI_OK)
        status = run(&c, operands, argv + 1);
    t2sed_checker_free(c.checker);
    t2sed_judge_free(c.judge.judge);
    cli_parser_close(&c.parser);
    t2sed_model_free(c.model);
    cli_databases_close(&c.databases);
    t2sed_schema_free(c.schema);
    cli_rules_free(&c.checker_rules);
    return status;
}
