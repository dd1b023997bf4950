/* sketches.c - questions with right queries from the data sets' files. */
#include "sketches.h"

#include <stdlib.h>
#include <string.h>

/* Parts a file's name into task and path. */
static const char *split_task(char task[16], const char *file)
{
    const char *colon = strchr(file, ':');
    size_t n = colon ? (size_t)(colon - file) : 0;
    strcpy(task, "spider");
    if (!colon || n >= 16 || memchr(file, '/', n))
        return file;
    memcpy(task, file, n);
    task[n] = '\0';
    return colon + 1;
}

static const char *query_of(const json_t *object)
{
    static const char *const names[] = {"query", "gold", "gold_sql", "sql",
                                        "sql_novalue"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = json_string_value(json_object_get(object, names[i]));
        if (text && *text)
            return text;
    }
    return NULL;
}

/* Calls `take` for one question, of a line or a turn. */
static t2sed_status give(sketch_question *q, const json_t *of, const char *text,
                         const char *query, sketch_totals *totals,
                         sketch_question_fn take, void *payload,
                         t2sed_error *err)
{
    char *joined = cli_join_operators(query);
    t2sed_status status = T2SED_OK;
    q->question = NULL;
    q->sql = NULL;
    if (joined && t2sed_question_new(&q->question, text, NULL) == T2SED_OK &&
        cli_set_knowledge(q->question, of, NULL) == T2SED_OK &&
        t2sed_sql_parse(&q->sql, joined, NULL) == T2SED_OK) {
        status = take(q, payload, err);
        totals->questions++;
    } else {
        totals->left_out++;
    }
    t2sed_question_free(q->question);
    t2sed_sql_free(q->sql);
    free(joined);
    return status;
}

static t2sed_status give_turns(sketch_question *q, const json_t *turns,
                               sketch_totals *totals, sketch_question_fn take,
                               void *payload, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    size_t i;
    json_t *turn;
    json_array_foreach(turns, i, turn)
    {
        const char *text =
            json_string_value(json_object_get(turn, "utterance"));
        const char *query = query_of(turn);
        char *joined = query ? cli_join_operators(query) : NULL;
        if (!text)
            text = json_string_value(json_object_get(turn, "question"));
        if (!text || !*text) {
            free(joined);
            continue;
        }
        if (query && status == T2SED_OK)
            status = give(q, turn, text, query, totals, take, payload, err);
        if (status == T2SED_OK)
            status = t2sed_conversation_add(q->asked, text, NULL, err);
        if (status == T2SED_OK)
            status = t2sed_conversation_add(q->answered, text, joined, err);
        free(joined);
    }
    return status;
}

static t2sed_status give_line(const json_t *line, const char *task,
                              cli_databases *databases, sketch_totals *totals,
                              sketch_question_fn take, void *payload,
                              t2sed_error *err)
{
    sketch_question q = {.task = task};
    const json_t *turns = json_object_get(line, "turns");
    const char *text = json_string_value(json_object_get(line, "question"));
    const char *query = query_of(line);
    cli_database *database = NULL;
    t2sed_status status;
    q.db_id = json_string_value(json_object_get(line, "db_id"));
    if (!q.db_id || (!turns && (!text || !query))) {
        totals->bad_lines++;
        return T2SED_OK;
    }
    status = cli_databases_find(databases, q.db_id, &database, err);
    q.schema = database ? database->schema : NULL;
    if (status == T2SED_OK)
        status = t2sed_conversation_new(&q.asked, err);
    if (status == T2SED_OK)
        status = t2sed_conversation_new(&q.answered, err);
    if (status == T2SED_OK)
        status = turns
                     ? give_turns(&q, turns, totals, take, payload, err)
                     : give(&q, line, text, query, totals, take, payload, err);
    t2sed_conversation_free(q.asked);
    t2sed_conversation_free(q.answered);
    return status;
}

int sketch_read(const char *file, cli_databases *databases,
                sketch_totals *totals, sketch_question_fn take, void *payload)
{
    char task[16];
    cli_lines lines;
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    if (!cli_lines_open(&lines, split_task(task, file)))
        return CLI_FAILED;
    while (status == T2SED_OK && cli_lines_next(&lines)) {
        json_t *line = cli_lines_object(&lines, &err);
        totals->lines++;
        if (line)
            status =
                give_line(line, task, databases, totals, take, payload, &err);
        else
            totals->bad_lines++;
        json_decref(line);
    }
    if (status != T2SED_OK)
        print_to(stderr, "t2sed: %s, line %zu: %s\n", lines.name, lines.number,
                 err.text);
    return cli_lines_close(&lines) && status == T2SED_OK ? CLI_OK : CLI_FAILED;
}
