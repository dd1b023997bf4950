/* graph.c - t2sed graph: what the graph layers would read of each query. */
#include <string.h>

#include "cli.h"

static const char usage[] =
    "graph [OPTION]... [FILE]...\n\n"
    "Takes the lines of 't2sed score'. With --format json (the default) the "
    "same\nobject is printed with a \"graph\" for each query; dot and text "
    "print the graphs\nalone. Without --model the graph is the paper's, which "
    "has parses of "
    "questions.";

typedef struct graph_command {
    cli_model_options how;
    const char *format;
    cli_database_options from;
    int form; /* T2SED_GRAPH_JSON... */
    cli_parser parser;
    cli_databases databases;
    t2sed_graph_builder *builder;
} graph_command;

static t2sed_status build(graph_command *c, const char *sql, size_t n,
                          char **text, t2sed_error *err)
{
    t2sed_sql *query = NULL;
    t2sed_graph *graph = NULL;
    t2sed_status status = t2sed_sql_parse_n(&query, sql, n, err);
    if (status == T2SED_OK)
        status = t2sed_graph_builder_build(&graph, c->builder, query, err);
    if (status == T2SED_OK)
        status = t2sed_graph_print(text, NULL, graph, c->form, err);
    t2sed_graph_free(graph);
    t2sed_sql_free(query);
    return status;
}

/* One query: its graph goes into the object, or is printed. */
static void show_query(graph_command *c, json_t *target)
{
    json_t *sql = json_object_get(target, "sql");
    t2sed_error err;
    char *text = NULL;
    if (!json_is_string(sql)) {
        json_object_set_new(target, "error",
                            json_pack("{s:s, s:s}", "code", "EFORMAT",
                                      "message",
                                      "\"sql\" is missing or no string"));
        return;
    }
    if (build(c, json_string_value(sql), json_string_length(sql), &text,
              &err) != T2SED_OK) {
        json_object_set_new(target, "graph", json_null());
        json_object_set_new(target, "error", cli_error_json(&err));
        if (c->form != T2SED_GRAPH_JSON)
            print_to(stdout, "error: %s\n", err.text);
        return;
    }
    if (c->form == T2SED_GRAPH_JSON)
        json_object_set_new(target, "graph", json_loads(text, 0, NULL));
    else
        print_data(stdout, text);
    if (c->form == T2SED_GRAPH_DOT)
        putchar('\n');
    t2sed_free(text);
}

static t2sed_status set_question(graph_command *c, const json_t *line,
                                 t2sed_error *err)
{
    cli_database *database = NULL;
    t2sed_question *question = NULL;
    t2sed_status status =
        cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK)
        status = cli_question(&question, line, err);
    if (status == T2SED_OK)
        status = cli_parser_complete(&c->parser, question, err);
    if (status == T2SED_OK)
        status = t2sed_graph_builder_set_question(
            c->builder, question, database ? database->schema : NULL, err);
    t2sed_question_free(question);
    return status;
}

static bool show_line(void *payload, const cli_lines *lines)
{
    graph_command *c = payload;
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && set_question(c, line, &err) == T2SED_OK;
    if (!valid) {
        if (!line)
            line = json_object();
        json_object_set_new(line, "error", cli_error_json(&err));
        if (c->form != T2SED_GRAPH_JSON)
            print_to(stdout, "error: %s\n", err.text);
    } else {
        json_t *list = json_object_get(line, "candidates");
        json_t *candidate;
        size_t i;
        if (!list)
            show_query(c, line);
        json_array_foreach(list, i, candidate) show_query(c, candidate);
    }
    if (c->form == T2SED_GRAPH_JSON)
        cli_write_json(line, stdout);
    json_decref(line);
    return valid;
}

static t2sed_status open_builder(graph_command *c, t2sed_model *model,
                                 t2sed_error *err)
{
    t2sed_scorer *scorer = NULL;
    t2sed_status status;
    if (!model)
        return t2sed_graph_builder_new(&c->builder, NULL, err);
    status = t2sed_scorer_new(&scorer, model, NULL, err);
    if (status == T2SED_OK)
        status = t2sed_scorer_graph_builder(&c->builder, scorer, err);
    t2sed_scorer_free(scorer);
    return status;
}

static int run(graph_command *c, char **files, int count)
{
    t2sed_model *model = NULL;
    t2sed_error err;
    int status = CLI_OK;
    if (c->how.model && !(model = cli_open_model("graph", &c->how, &status)))
        return status;
    if (!cli_databases_open(&c->databases, &c->from)) {
        status = CLI_FAILED;
    } else if (model ? !cli_parser_open_for(&c->parser, model)
                     : !cli_parser_open(&c->parser, true, T2SED_AUTO,
                                        CLI_PARSER_THREADS)) {
        status = CLI_FAILED;
    } else if (open_builder(c, model, &err) != T2SED_OK) {
        status = cli_fail(&err);
    } else {
        status = cli_lines_each(files, count, show_line, c);
    }
    t2sed_graph_builder_free(c->builder);
    cli_parser_close(&c->parser);
    cli_databases_close(&c->databases);
    t2sed_model_free(model);
    return status;
}

int cli_graph(int argc, char **argv)
{
    graph_command c = {.format = "json"};
    int operands = 0, status;
    const cli_option options[] = {
        {"model", CLI_STRING, &c.how.model, "DIR",
         "build the graphs that this model reads"},
        CLI_DATABASE_OPTIONS(c.from),
        CLI_PARSER_OPTION(c.parser),
        {"format", CLI_STRING, &c.format, "F", "json, dot, text"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    c.form = strcmp(c.format, "json") == 0   ? T2SED_GRAPH_JSON
             : strcmp(c.format, "dot") == 0  ? T2SED_GRAPH_DOT
             : strcmp(c.format, "text") == 0 ? T2SED_GRAPH_TEXT
                                             : -1;
    if (c.form < 0)
        return cli_usage_error("graph", "--format %s: not json, dot, text",
                               c.format);
    return run(&c, argv + 1, operands);
}
