/* link_schema.c - t2sed link --schema-prediction: which tables and columns the
 * right query is likely to use. */
#include <stdlib.h>

#include "schema_lines.h"

static const char usage[] =
    "link --schema-prediction [OPTION]... [FILE]...\n\n"
    "Takes lines of {\"db_id\", \"question\"} and prints them with "
    "\"schema_prediction\":\nthe likeliest tables and columns, best first, "
    "each "
    "with the probability that\nthe right query uses it, columns also by role, "
    "and \"named\": whether it is in\nthe set to name if one had to be named. "
    "A line may have \"wrong_sql\", a query\nthat is known to be wrong, "
    "\"feedback\" on it, and \"earlier\": questions that were\nasked before, "
    "newest last.";

typedef struct predict_command {
    const char *model;
    cli_database_options from;
    long top_tables, top_columns;
    bool is_schema;
    cli_databases databases;
    t2sed_schema_predictor *predictor;
} predict_command;

/* What a line makes; the options point into it. */
typedef struct predict_line {
    t2sed_question *question, *feedback;
    t2sed_sql *wrong;
    t2sed_conversation *earlier;
    t2sed_schema_prediction *made;
    const t2sed_schema *schema;
} predict_line;

static json_t *tables_json(const predict_command *c, const predict_line *of)
{
    json_t *list = json_array();
    size_t *top = calloc((size_t)c->top_tables + 1, sizeof *top);
    size_t count = top ? t2sed_schema_prediction_top_tables(
                             of->made, top, (size_t)c->top_tables)
                       : 0;
    for (size_t i = 0; i < count; i++) {
        size_t table = top[i];
        t2sed_predicted_item item = T2SED_PREDICTED_ITEM_INIT;
        json_t *one = json_object();
        t2sed_schema_prediction_table(of->made, table, &item, NULL);
        json_object_set_new(
            one, "table",
            json_string(t2sed_schema_table_name(of->schema, table)));
        json_object_set_new(one, "used", cli_probability_json(item.used));
        json_object_set_new(one, "named", json_boolean(item.named));
        json_array_append_new(list, one);
    }
    free(top);
    return list;
}

static json_t *columns_json(const predict_command *c, const predict_line *of)
{
    json_t *list = json_array();
    size_t *top = calloc((size_t)c->top_columns + 1, sizeof *top);
    size_t count = top ? t2sed_schema_prediction_top_columns(
                             of->made, T2SED_NONE, T2SED_ROLE_USED, top,
                             (size_t)c->top_columns)
                       : 0;
    for (size_t i = 0; i < count; i++) {
        size_t column = top[i];
        size_t table = t2sed_schema_column_table(of->schema, column);
        t2sed_predicted_item item = T2SED_PREDICTED_ITEM_INIT;
        json_t *one = json_object();
        t2sed_schema_prediction_column(of->made, column, &item, NULL);
        json_object_set_new(
            one, "table",
            json_string(t2sed_schema_table_name(of->schema, table)));
        json_object_set_new(
            one, "column",
            json_string(t2sed_schema_column_name(of->schema, column)));
        for (size_t role = 0; role < t2sed_role_count(); role++)
            json_object_set_new(one, t2sed_role_name((int)role),
                                cli_probability_json(item.roles[role]));
        json_object_set_new(one, "named", json_boolean(item.named));
        json_array_append_new(list, one);
    }
    free(top);
    return list;
}

static t2sed_status read_earlier(predict_line *of, const json_t *line,
                                 t2sed_error *err)
{
    const json_t *list = json_object_get(line, "earlier"), *asked;
    t2sed_status status = T2SED_OK;
    size_t i;
    if (!json_is_array(list))
        return T2SED_OK;
    status = t2sed_conversation_new(&of->earlier, err);
    json_array_foreach(list, i, asked)
    {
        if (status == T2SED_OK && json_is_string(asked))
            status = t2sed_conversation_add(
                of->earlier, json_string_value(asked), NULL, err);
    }
    return status;
}

static t2sed_status predict(predict_command *c, predict_line *of,
                            const json_t *line, t2sed_error *err)
{
    const char *wrong = json_string_value(json_object_get(line, "wrong_sql"));
    const char *said = json_string_value(json_object_get(line, "feedback"));
    t2sed_schema_prediction_options options;
    t2sed_evidence *values = NULL;
    cli_database *database = NULL;
    t2sed_status status =
        cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK)
        status = cli_question(&of->question, line, err);
    of->schema = database ? database->schema : NULL;
    t2sed_schema_prediction_options_init(&options, sizeof options);
    if (status == T2SED_OK && !of->schema)
        return fill_error(err, T2SED_EFORMAT,
                          "\"db_id\": expected the name of a database");
    if (status == T2SED_OK)
        status = cli_database_evidence(database, &values, err);
    if (status == T2SED_OK && wrong)
        status = t2sed_sql_parse(&of->wrong, wrong, err);
    if (status == T2SED_OK && said)
        status = t2sed_question_new(&of->feedback, said, err);
    if (status == T2SED_OK)
        status = read_earlier(of, line, err);
    options.values = values;
    options.wrong = of->wrong;
    options.feedback = of->feedback;
    options.conversation = of->earlier;
    if (status == T2SED_OK)
        status = t2sed_schema_predictor_predict(
            &of->made, c->predictor, of->question, of->schema, &options, err);
    return status;
}

static bool show_line(void *payload, const cli_lines *lines)
{
    predict_command *c = payload;
    predict_line of = {NULL, NULL, NULL, NULL, NULL, NULL};
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && predict(c, &of, line, &err) == T2SED_OK;
    if (!line)
        line = json_object();
    if (valid) {
        json_t *into = json_object();
        json_object_set_new(into, "tables", tables_json(c, &of));
        json_object_set_new(into, "columns", columns_json(c, &of));
        json_object_set_new(line, "schema_prediction", into);
    } else
        json_object_set_new(line, "error", cli_error_json(&err));
    cli_write_json(line, stdout);
    json_decref(line);
    t2sed_question_free(of.question);
    t2sed_question_free(of.feedback);
    t2sed_sql_free(of.wrong);
    t2sed_conversation_free(of.earlier);
    t2sed_schema_prediction_free(of.made);
    return valid;
}

int cli_link_schema(int argc, char **argv)
{
    predict_command c = {.top_tables = 4, .top_columns = 10};
    t2sed_error err;
    int operands = 0, status;
    const cli_option options[] = {
        {"schema-prediction", CLI_FLAG, &c.is_schema, NULL, "this"},
        {"model", CLI_STRING, &c.model, "DIR", "the model (the shipped one)"},
        CLI_DATABASE_OPTIONS(c.from),
        {"top-tables", CLI_INT, &c.top_tables, "N", "tables shown (4)"},
        {"top-columns", CLI_INT, &c.top_columns, "N", "columns shown (10)"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (t2sed_schema_predictor_open(&c.predictor, c.model, &err) != T2SED_OK)
        return cli_fail(&err);
    status = CLI_FAILED;
    if (cli_databases_open(&c.databases, &c.from))
        status = cli_lines_each(argv + 1, operands, show_line, &c);
    cli_databases_close(&c.databases);
    t2sed_schema_predictor_free(c.predictor);
    return status;
}
