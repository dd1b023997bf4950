/* parse_sketch.c - t2sed parse --plan: what the right queries for questions
 * should have. */
#include <math.h>
#include <string.h>

#include "cli.h"

static const char usage[] =
    "parse --plan [OPTION]... [FILE]...\n\n"
    "A line of FILE (or standard input) is {\"question\"}, with optional "
    "\"db_id\" and\n\"context\", the turns before it, oldest first: questions, "
    "or {\"question\", \"sql\"}.\nIt is printed with \"plan\": the probability "
    "of each head of t2sed/parts/sketch.h. With\n\"sql\" or \"candidates\" "
    "each "
    "query "
    "gets \"plan_agreement\" and\n\"plan_log_likelihood\".";

typedef struct sketch_command {
    const char *model, *task;
    cli_database_options from;
    bool sketch, text;
    t2sed_sketcher *sketcher;
    cli_databases databases;
} sketch_command;

/* How one query fits; `object` is the line or a candidate. */
static void write_fit(json_t *object, const t2sed_sketch *sketch,
                      const t2sed_schema *schema)
{
    const json_t *text = json_object_get(object, "sql");
    t2sed_sketch_fit fit = T2SED_SKETCH_FIT_INIT;
    t2sed_sql *sql = NULL;
    t2sed_error err;
    t2sed_status status;
    if (!json_is_string(text))
        return;
    status = t2sed_sql_parse_n(&sql, json_string_value(text),
                               json_string_length(text), &err);
    if (status == T2SED_OK)
        status = t2sed_sketch_compare(sketch, sql, schema, &fit, &err);
    t2sed_sql_free(sql);
    if (status != T2SED_OK) {
        json_object_set_new(object, "plan_agreement", json_null());
        json_object_set_new(object, "error", cli_error_json(&err));
        return;
    }
    json_object_set_new(object, "plan_agreement",
                        cli_probability_json(fit.agreement));
    json_object_set_new(object, "plan_log_likelihood",
                        cli_probability_json(fit.log_likelihood));
}

static t2sed_sketch_head head_of(const t2sed_sketch *sketch, size_t i)
{
    t2sed_sketch_head head = T2SED_SKETCH_HEAD_INIT;
    t2sed_sketch_get(sketch, i, &head, NULL);
    return head;
}

static void add_sketch(json_t *line, const t2sed_sketch *sketch,
                       const t2sed_schema *schema)
{
    json_t *heads = json_object(), *candidate;
    size_t i;
    for (size_t h = 0; h < t2sed_sketch_head_count(); h++)
        json_object_set_new(
            heads, t2sed_sketch_head_name(h),
            cli_probability_json(head_of(sketch, h).probability));
    json_object_set_new(line, "plan", heads);
    write_fit(line, sketch, schema);
    json_array_foreach(json_object_get(line, "candidates"), i, candidate)
        write_fit(candidate, sketch, schema);
}

/* The heads that are thought to be there. */
static void print_sketch(const t2sed_sketch *sketch, const json_t *line)
{
    const char *between = "";
    print_to(stdout, "%s\n    ",
             json_string_value(json_object_get(line, "question")));
    for (size_t h = 0; h < t2sed_sketch_head_count(); h++) {
        const t2sed_sketch_head head = head_of(sketch, h);
        if (!head.expected)
            continue;
        print_to(stdout, "%s%s %.2f", between, head.name, head.probability);
        between = ", ";
    }
    print_to(stdout, "\n");
}

static t2sed_status handle(sketch_command *c, json_t *line, t2sed_error *err)
{
    t2sed_sketch_options options;
    t2sed_question *question = NULL;
    t2sed_conversation *context = NULL;
    cli_database *database = NULL;
    t2sed_sketch *sketch = NULL;
    t2sed_status status =
        cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK)
        status = cli_question(&question, line, err);
    t2sed_sketch_options_init(&options, sizeof options);
    if (status == T2SED_OK)
        status = cli_context(&context, line, err);
    options.task = c->task;
    options.conversation = context;
    if (status == T2SED_OK)
        status = t2sed_sketcher_predict(&sketch, c->sketcher, question,
                                        database ? database->schema : NULL,
                                        &options, err);
    if (status == T2SED_OK && c->text)
        print_sketch(sketch, line);
    else if (status == T2SED_OK)
        add_sketch(line, sketch, database ? database->schema : NULL);
    t2sed_sketch_free(sketch);
    t2sed_conversation_free(context);
    t2sed_question_free(question);
    return status;
}

/* Answers a line; false where it was no object. */
static bool answer(void *payload, const cli_lines *lines)
{
    sketch_command *c = payload;
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool is_object = line != NULL;
    if (!line)
        line = json_object();
    if (!is_object || handle(c, line, &err) != T2SED_OK) {
        if (c->text)
            print_to(stdout, "error: %s\n", err.text);
        json_object_set_new(line, "plan", json_null());
        json_object_set_new(line, "error", cli_error_json(&err));
    }
    if (!c->text)
        cli_write_json(line, stdout);
    json_decref(line);
    return is_object;
}

static int run(sketch_command *c, char **files, int count)
{
    t2sed_error err;
    if (t2sed_sketcher_open(&c->sketcher, c->model, &err) != T2SED_OK)
        return cli_fail(&err);
    return cli_lines_each(files, count, answer, c);
}

int cli_parse_sketch(int argc, char **argv)
{
    sketch_command c = {0};
    int operands = 0, status;
    const cli_option options[] = {
        {"plan", CLI_FLAG, &c.sketch, NULL, "tell what queries should have"},
        {"plan-model", CLI_STRING, &c.model, "DIR",
         "the sketcher (the one that is shipped)"},
        {"task", CLI_STRING, &c.task, "NAME",
         "how questions are put: spider, sparc, cosql"},
        CLI_DATABASE_OPTIONS(c.from),
        {"text", CLI_FLAG, &c.text, NULL, "for people: the likely heads"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (!cli_databases_open(&c.databases, &c.from))
        return CLI_FAILED;
    status = run(&c, argv + 1, operands);
    t2sed_sketcher_free(c.sketcher);
    cli_databases_close(&c.databases);
    return status;
}
