/* explain.c - t2sed explain: what queries do, in numbered steps. */
#include "cli.h"

static const char usage[] =
    "explain [OPTION]... [FILE]...\n\n"
    "Takes lines with \"sql\" and maybe \"db_id\" and prints them with "
    "\"explanation\": what\nthe query does, step by step.";

typedef struct explain_command {
    cli_database_options from;
    bool text;
    long jobs;
    t2sed_explain_options options;
    bool raw_names;
    const char *dialect_name;
    int dialect;
    cli_databases databases;
} explain_command;

static json_t *step_json(const t2sed_step *step, const t2sed_sql *sql)
{
    json_t *spans = json_array(), *uses = json_array();
    for (size_t i = 0; i < step->span_count; i++) {
        t2sed_span span = step->spans[i];
        t2sed_sql_to_source(sql, &span);
        json_array_append_new(spans, cli_span_json(span));
    }
    for (size_t i = 0; i < step->use_count; i++)
        json_array_append_new(uses,
                              json_integer((json_int_t)step->uses[i] + 1));
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "text", step->text, "kind",
                     t2sed_step_kind_name(step->kind), "part",
                     t2sed_step_part_name(step->part), "spans", spans, "uses",
                     uses);
}

static t2sed_status explain(t2sed_explanation **out, t2sed_sql **sql,
                            explain_command *c, json_t *line, t2sed_error *err)
{
    const json_t *text = json_object_get(line, "sql");
    cli_database *database = NULL;
    t2sed_status status;
    int dialect;
    if (!json_is_string(text))
        return fill_error(err, T2SED_EFORMAT,
                          "\"sql\" is missing or no string");
    status = cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK)
        status = cli_dialect_of_line(&dialect, line, c->dialect, err);
    if (status == T2SED_OK)
        status = cli_dialect_parse(sql, json_string_value(text),
                                   json_string_length(text), dialect, err);
    if (status == T2SED_OK)
        cli_dialect_show(line, *sql, dialect);
    if (status == T2SED_OK)
        status = t2sed_sql_explain(
            out, *sql, database ? database->schema : NULL, &c->options, err);
    return status;
}

json_t *cli_steps_json(const t2sed_explanation *steps, const t2sed_sql *sql)
{
    t2sed_step step = T2SED_STEP_INIT;
    json_t *list = json_array();
    for (size_t i = 0; t2sed_explanation_get(steps, i, &step, NULL) == T2SED_OK;
         i++)
        json_array_append_new(list, step_json(&step, sql));
    return list;
}

void cli_steps_print(const t2sed_explanation *steps, const char *indent)
{
    t2sed_step step = T2SED_STEP_INIT;
    for (size_t i = 0; t2sed_explanation_get(steps, i, &step, NULL) == T2SED_OK;
         i++)
        print_to(stdout, "%sStep %zu: %s\n", indent, i + 1, step.text);
}

static bool show_line(void *payload, const cli_lines *lines)
{
    explain_command *c = payload;
    t2sed_explanation *steps = NULL;
    t2sed_sql *sql = NULL;
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && explain(&steps, &sql, c, line, &err) == T2SED_OK;
    if (!line)
        line = json_object();
    if (valid && c->text) {
        cli_steps_print(steps, "");
    } else if (valid) {
        json_object_set_new(line, "explanation", cli_steps_json(steps, sql));
    } else {
        json_object_set_new(line, "error", cli_error_json(&err));
        if (c->text)
            print_to(stdout, "error: %s\n", err.text);
    }
    if (c->text)
        print_to(stdout, "\n");
    else
        cli_write_json(line, stdout);
    t2sed_explanation_free(steps);
    t2sed_sql_free(sql);
    json_decref(line);
    return valid;
}

int cli_explain(int argc, char **argv)
{
    explain_command c = {.jobs = 1};
    int operands = 0, status;
    const cli_option options[] = {
        CLI_DATABASE_OPTIONS(c.from),
        CLI_DIALECT_OPTION(c.dialect_name),
        {"raw-names", CLI_FLAG, &c.raw_names, NULL,
         "names as SQL has them, not as people say them"},
        CLI_JOBS_OPTION(c.jobs),
        {"text", CLI_FLAG, &c.text, NULL, "print the steps, not JSON"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    status = cli_dialect_named("explain", c.dialect_name, &c.dialect);
    if (status != CLI_OK)
        return status;
    status = cli_jobs_start("explain", c.jobs, argv + 1, operands);
    if (status >= 0)
        return status;
    t2sed_explain_options_init(&c.options, sizeof c.options);
    c.options.raw_names = c.raw_names;
    if (!cli_databases_open(&c.databases, &c.from)) {
        status = CLI_FAILED;
    } else {
        c.databases.most = CLI_MANY_DATABASES;
        status = cli_lines_each(argv + 1, operands, show_line, &c);
    }
    cli_databases_close(&c.databases);
    return status;
}
