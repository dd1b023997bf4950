/* parse.c - t2sed parse: a query or question a line in, its tree out. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char usage[] =
    "parse --sql|--question [OPTION]... [FILE]\n\n"
    "Prints one line for each line of FILE (or standard input): its tree, or\n"
    "'error: ...'. --format conllu (questions) prints a block for each.";

typedef struct parse_command {
    bool sql, question, simplified, words;
    const char *format, *dialect_name;
    int dialect;
    cli_parser parser;
} parse_command;

static t2sed_status parse_sql(const parse_command *c, const cli_lines *lines,
                              char **text, t2sed_error *err)
{
    t2sed_sql_view_options view;
    t2sed_sql *sql = NULL;
    int format = strcmp(c->format, "json") == 0  ? T2SED_SQL_JSON
                 : strcmp(c->format, "dot") == 0 ? T2SED_SQL_DOT
                                                 : T2SED_SQL_SEXPR;
    t2sed_status status =
        cli_dialect_parse(&sql, lines->text, lines->length, c->dialect, err);
    t2sed_sql_view_options_init(&view, sizeof view);
    view.resolve_aliases = 0;
    if (status == T2SED_OK)
        status = t2sed_sql_print(text, sql, format,
                                 c->simplified ? &view : NULL, NULL, err);
    t2sed_sql_free(sql);
    return status;
}

/* --words: what blanks part is taken as it is. */
static t2sed_status question_of_words(t2sed_question **out, char *line,
                                      t2sed_error *err)
{
    const char **words = calloc(strlen(line) / 2 + 1, sizeof *words);
    size_t count = 0;
    char *rest = line;
    t2sed_status status;
    if (!words) {
        print_to(stderr, "t2sed: out of memory\n");
        exit(CLI_FAILED);
    }
    for (char *word; (word = strtok_r(rest, " ", &rest));)
        words[count++] = word;
    status = t2sed_question_new_words(out, words, count, err);
    free(words);
    return status;
}

static t2sed_status parse_question(const parse_command *c,
                                   const cli_lines *lines, char **text,
                                   t2sed_error *err)
{
    t2sed_question *question = NULL;
    int format = strcmp(c->format, "json") == 0     ? T2SED_QUESTION_JSON
                 : strcmp(c->format, "dot") == 0    ? T2SED_QUESTION_DOT
                 : strcmp(c->format, "conllu") == 0 ? T2SED_QUESTION_CONLLU
                                                    : T2SED_QUESTION_SEXPR;
    t2sed_status status =
        c->words
            ? question_of_words(&question, lines->text, err)
            : t2sed_question_new_n(&question, lines->text, lines->length, err);
    if (status == T2SED_OK)
        status = cli_parser_complete(&c->parser, question, err);
    if (status == T2SED_OK)
        status = t2sed_question_print(text, NULL, question, format, err);
    t2sed_question_free(question);
    return status;
}

static void show(const parse_command *c, const char *text)
{
    if (strcmp(c->format, "json") == 0) {
        cli_write_json_text(text, stdout);
        return;
    }
    print_data(stdout, text);
    putchar('\n');
}

static int run(const parse_command *c, const char *path)
{
    cli_lines lines;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        t2sed_error err;
        char *text = NULL;
        t2sed_status status;
        if (lines.too_long) {
            print_to(stdout, "error: longer than the limit of 16 MiB\n");
            continue;
        }
        status = c->sql ? parse_sql(c, &lines, &text, &err)
                        : parse_question(c, &lines, &text, &err);
        if (status == T2SED_OK)
            show(c, text);
        else
            print_to(stdout, "error: %s\n", err.text);
        t2sed_free(text);
    }
    return cli_lines_close(&lines) ? CLI_OK : CLI_FAILED;
}

static bool is_format(const parse_command *c)
{
    return strcmp(c->format, "sexpr") == 0 || strcmp(c->format, "json") == 0 ||
           strcmp(c->format, "dot") == 0 ||
           (c->question && strcmp(c->format, "conllu") == 0);
}

int cli_parse(int argc, char **argv)
{
    parse_command c = {.format = "sexpr"};
    int operands = 0, status;
    const cli_option options[] = {
        {"sql", CLI_FLAG, &c.sql, NULL, "lines are SQL queries"},
        {"question", CLI_FLAG, &c.question, NULL, "lines are questions"},
        {"simplified", CLI_FLAG, &c.simplified, NULL,
         "the compact tree of the paper (SQL)"},
        {"format", CLI_STRING, &c.format, "F",
         "sexpr, json, dot; conllu for questions"},
        CLI_PARSER_OPTION(c.parser),
        {"words", CLI_FLAG, &c.words, NULL,
         "a question's words are what blanks part, as they are"},
        CLI_DIALECT_OPTION(c.dialect_name),
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    if (cli_has_flag(argc, argv, "plan"))
        return cli_parse_sketch(argc, argv);
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (c.sql == c.question)
        return cli_usage_error("parse", "either --sql or --question is needed");
    if (!is_format(&c))
        return cli_usage_error("parse", "--format %s: not a format of %s",
                               c.format, c.sql ? "SQL" : "questions");
    if (operands > 1)
        return cli_usage_error("parse", "one FILE at most, found %d", operands);
    if (c.dialect_name && !c.sql)
        return cli_usage_error("parse", "--dialect is for SQL");
    status = cli_dialect_named("parse", c.dialect_name, &c.dialect);
    if (status != CLI_OK)
        return status;
    if (c.parser.where && !c.question)
        return cli_usage_error("parse", "--parser is for questions");
    if (!cli_parser_open(&c.parser, c.question, T2SED_AUTO, CLI_PARSER_THREADS))
        return CLI_FAILED;
    status = run(&c, operands ? argv[1] : NULL);
    cli_parser_close(&c.parser);
    return status;
}
