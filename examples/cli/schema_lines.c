/* schema_lines.c - questions with right queries, of three data sets. */
#include "schema_lines.h"

#include <stdlib.h>
#include <string.h>

bool schema_sources_open(schema_sources *sources,
                         const cli_database_options *from)
{
    memset(sources, 0, sizeof *sources);
    if (!cli_databases_open(&sources->databases, from))
        return false;
    sources->databases.options.max_milliseconds = -1;
    sources->databases.options.values_milliseconds = 10000;
    return true;
}

void schema_sources_close(schema_sources *sources)
{
    cli_databases_close(&sources->databases);
}

typedef struct visit {
    schema_visitor call;
    void *payload;
    schema_example example;
    const t2sed_conversation *conversation;
    const char *wrong, *feedback;
} visit;

/* Data sets that were split into tokens have "! =" for "!=", which no SQL has:
 * where a query can't be parsed, it is tried again without such blanks. */
static t2sed_status parse(t2sed_sql **out, const char *text, t2sed_error *err)
{
    t2sed_status status = t2sed_sql_parse(out, text, err);
    char *joined;
    if (status != T2SED_ESYNTAX || !(joined = cli_join_operators(text)))
        return status;
    status = t2sed_sql_parse(out, joined, err);
    free(joined);
    return status;
}

/* Makes objects of the texts of a line, or a turn, and hands them on. */
static t2sed_status hand_on(const visit *to, const json_t *line,
                            const char *question, const char *right,
                            t2sed_error *err)
{
    schema_example example = to->example;
    t2sed_question *asked = NULL, *feedback = NULL;
    t2sed_sql *gold = NULL, *wrong = NULL;
    t2sed_status status = t2sed_question_new(&asked, question, err);
    if (status == T2SED_OK)
        status = cli_set_knowledge(asked, line, err);
    if (status == T2SED_OK)
        status = parse(&gold, right, err);
    if (status == T2SED_OK && to->wrong)
        status = parse(&wrong, to->wrong, err);
    if (status == T2SED_OK && to->feedback)
        status = t2sed_question_new(&feedback, to->feedback, err);
    example.question = asked;
    example.right = gold;
    example.options.wrong = wrong;
    example.options.feedback = feedback;
    example.options.conversation = to->conversation;
    if (status == T2SED_OK)
        status = to->call(to->payload, &example, err);
    t2sed_question_free(asked);
    t2sed_question_free(feedback);
    t2sed_sql_free(gold);
    t2sed_sql_free(wrong);
    return status;
}

static const char *text_of(const json_t *line, const char *const *keys)
{
    for (; *keys; keys++) {
        const char *text = json_string_value(json_object_get(line, *keys));
        if (text)
            return text;
    }
    return NULL;
}

static void tell(const cli_lines *lines, const t2sed_error *err,
                 schema_counts *counts)
{
    counts->left_out++;
    cli_lines_tell_left_out(lines, true, err);
}

static t2sed_status visit_turns(visit *to, const json_t *turns,
                                const cli_lines *lines, schema_counts *counts,
                                t2sed_error *err)
{
    static const char *const queries[] = {"sql", "sql_novalue", NULL};
    t2sed_conversation *talk = NULL;
    t2sed_status status = t2sed_conversation_new(&talk, err);
    const json_t *turn;
    size_t i;
    to->conversation = talk;
    json_array_foreach(turns, i, turn)
    {
        const char *asked =
            json_string_value(json_object_get(turn, "utterance"));
        const char *right = text_of(turn, queries);
        if (status != T2SED_OK)
            break;
        if (!asked || !*asked || !right || !*right)
            continue;
        status = hand_on(to, turn, asked, right, err);
        if (status == T2SED_OK)
            counts->visited++;
        else if (status != T2SED_ENOMEM) {
            tell(lines, err, counts);
            status = T2SED_OK;
        }
        if (status == T2SED_OK)
            status = t2sed_conversation_add(talk, asked, right, err);
    }
    t2sed_conversation_free(talk);
    return status;
}

static t2sed_status visit_line(schema_sources *sources, visit *to,
                               const json_t *line, const cli_lines *lines,
                               schema_counts *counts, t2sed_error *err)
{
    static const char *const rights[] = {"query", "gold_sql", "gold", NULL};
    const json_t *turns = json_object_get(line, "turns");
    const char *db_id = json_string_value(json_object_get(line, "db_id"));
    const char *asked = json_string_value(json_object_get(line, "question"));
    const char *right = text_of(line, rights);
    cli_database *database = NULL;
    t2sed_evidence *values = NULL;
    t2sed_status status =
        cli_databases_find(&sources->databases, db_id, &database, err);
    to->example.schema = database ? database->schema : NULL;
    if (status == T2SED_OK &&
        (!to->example.schema || (!json_is_array(turns) && (!asked || !right))))
        return fill_error(err, T2SED_EFORMAT,
                          "expected \"db_id\" of a schema, and "
                          "\"question\" with \"query\", or \"turns\"");
    t2sed_schema_prediction_options_init(&to->example.options,
                                         sizeof to->example.options);
    to->example.db_id = db_id;
    if (status == T2SED_OK && !sources->without_values)
        status = cli_database_evidence(database, &values, err);
    to->example.options.values = values;
    if (status != T2SED_OK)
        return status;
    to->conversation = NULL;
    to->wrong = json_string_value(json_object_get(line, "wrong_sql"));
    to->feedback = json_string_value(json_object_get(line, "feedback"));
    if (json_is_array(turns))
        return visit_turns(to, turns, lines, counts, err);
    status = hand_on(to, line, asked, right, err);
    counts->visited += status == T2SED_OK;
    return status;
}

int schema_lines_visit(schema_sources *sources, const char *path,
                       schema_visitor call, void *payload,
                       schema_counts *counts)
{
    cli_lines lines;
    t2sed_error err;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        visit to = {.call = call, .payload = payload};
        json_t *line = cli_lines_object(&lines, &err);
        t2sed_status status =
            line ? visit_line(sources, &to, line, &lines, counts, &err)
                 : err.code;
        json_decref(line);
        if (status == T2SED_ENOMEM) {
            cli_lines_close(&lines);
            return cli_fail(&err);
        }
        if (status != T2SED_OK)
            tell(&lines, &err, counts);
    }
    return cli_lines_close(&lines) ? CLI_OK : CLI_FAILED;
}
