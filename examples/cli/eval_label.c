/* eval_label.c - t2sed eval --label: a line in, the line with labels out. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "eval.h"

/* Lines that are read ahead, so that threads have work: their number, and the
 * bytes after which no more are read. */
enum { MOST_AHEAD = 64, MOST_BYTES = 8 << 20 };

/* A line that was read and not yet answered. */
typedef struct entry {
    json_t *line;
    json_t **targets; /* the objects that get labels */
    size_t count, bytes;
    bool submitted, valid;
    bool matched;     /* labelled without rows, when it was read */
    bool gold_failed; /* or why it was neither: the gold query's fault */
    t2sed_error err;  /* where it was neither */
} entry;

typedef struct label_command {
    const eval_command *options;
    cli_databases databases;
    t2sed_evaluator *evaluator;
    entry ahead[MOST_AHEAD]; /* a ring */
    size_t first, count, bytes;
    int status;
} label_command;

static void set_reason(json_t *target, const char *code, const char *message)
{
    json_object_set_new(
        target, "label_reason",
        json_pack("{s:s, s:s}", "code", code, "message", message));
}

/* null, and why. */
static void set_failure(json_t *target, const char *code, const char *message)
{
    json_object_set_new(target, "label", json_null());
    set_reason(target, code, message);
}

static t2sed_status add_target(entry *e, json_t *target, const char **queries,
                               size_t *lengths)
{
    json_t *sql = json_object_get(target, "sql");
    if (!json_is_string(sql)) {
        set_failure(target, "not_executable",
                    "\"sql\" is missing or no string");
        return T2SED_OK;
    }
    queries[e->count] = json_string_value(sql);
    lengths[e->count] = json_string_length(sql);
    e->targets[e->count++] = target;
    return T2SED_OK;
}

/* Finds the objects to label and their queries. */
static t2sed_status find_queries(entry *e, const char **queries,
                                 size_t *lengths, t2sed_error *err)
{
    json_t *list = json_object_get(e->line, "candidates"), *candidate;
    size_t i;
    if (!list && !json_is_string(json_object_get(e->line, "sql")))
        return fill_error(err, T2SED_EFORMAT,
                          json_object_get(e->line, "sql")
                              ? "\"sql\" is no string"
                              : "\"sql\" or \"candidates\" is missing");
    if (!list)
        return add_target(e, e->line, queries, lengths);
    json_array_foreach(list, i, candidate)
    {
        if (!json_is_object(candidate))
            return fill_error(err, T2SED_EFORMAT,
                              "a candidate is no object like {\"sql\": ...}");
        add_target(e, candidate, queries, lengths);
    }
    return T2SED_OK;
}

static t2sed_status check_line(const label_command *c, const entry *e,
                               t2sed_error *err)
{
    static const char *const names[] = {"db_id", "gold"};
    const json_t *list = json_object_get(e->line, "candidates");
    if (list && !json_is_array(list))
        return fill_error(err, T2SED_EFORMAT, "\"candidates\" is no array");
    for (size_t i = 0; i < 2; i++) {
        const json_t *member = json_object_get(e->line, names[i]);
        if (json_is_string(member) || (i == 0 && c->databases.from.file))
            continue;
        return fill_error(err, T2SED_EFORMAT, "\"%s\" is %s", names[i],
                          member ? "no string" : "missing");
    }
    return T2SED_OK;
}

static void set_label(const label_command *c, json_t *target, int label,
                      const char *code, const char *message)
{
    json_object_set_new(target, "label",
                        label == T2SED_LABEL_NONE ? json_null()
                                                  : json_integer(label));
    if (label == T2SED_LABEL_NONE || c->options->why)
        set_reason(target, code, message);
    else
        json_object_del(target, "label_reason");
}

/* Labels a query by exact match; one that can't be read matches nothing, as in
 * Spider's evaluation. */
static t2sed_status match(const label_command *c, json_t *target,
                          const t2sed_sql *gold, const t2sed_schema *schema,
                          t2sed_error *err)
{
    const json_t *text = json_object_get(target, "sql");
    int same = 0, where = T2SED_EXACT_BEYOND;
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse_n(&sql, json_string_value(text),
                                            json_string_length(text), err);
    if (status == T2SED_OK)
        status = t2sed_exact_match(&same, &where, gold, sql, schema,
                                   c->options->exact, err);
    else if (status != T2SED_ENOMEM)
        status = T2SED_OK;
    t2sed_sql_free(sql);
    if (status == T2SED_OK)
        set_label(c, target, same,
                  same ? "exact" : t2sed_exact_difference_name(where),
                  same                          ? "the same clauses"
                  : where == T2SED_EXACT_BEYOND ? "nothing that Spider's "
                                                  "evaluation reads"
                                                : "this part differs");
    return status;
}

/* Labels a query by witness databases. One that can't be read has no label. */
static t2sed_status witness(const label_command *c, json_t *target,
                            const t2sed_sql *gold, const t2sed_schema *schema,
                            t2sed_error *err)
{
    const json_t *text = json_object_get(target, "sql");
    eval_witness found;
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse_n(&sql, json_string_value(text),
                                            json_string_length(text), err);
    if (status != T2SED_OK && status != T2SED_ENOMEM) {
        set_failure(target, "not_executable", err->text);
        return T2SED_OK;
    }
    if (status == T2SED_OK)
        status = eval_witness_label(&found, schema, gold, sql, err);
    t2sed_sql_free(sql);
    if (status == T2SED_OK)
        set_label(c, target, found.label, found.code, found.message);
    return status;
}

static t2sed_status match_all(const label_command *c, entry *e,
                              const t2sed_schema *schema, t2sed_error *err)
{
    const json_t *text = json_object_get(e->line, "gold");
    t2sed_sql *gold = NULL;
    t2sed_status status =
        schema ? t2sed_sql_parse_n(&gold, json_string_value(text),
                                   json_string_length(text), err)
               : fill_error(err, T2SED_ENOTFOUND, "there is no schema");
    for (size_t i = 0; status == T2SED_OK && i < e->count; i++)
        status = (c->options->witness ? witness : match)(c, e->targets[i], gold,
                                                         schema, err);
    t2sed_sql_free(gold);
    e->matched = status == T2SED_OK;
    e->gold_failed = schema && !e->matched;
    return status;
}

/* Hands the line's queries to the evaluator. */
static t2sed_status submit(label_command *c, entry *e, const char **queries,
                           size_t *lengths)
{
    const json_t *gold = json_object_get(e->line, "gold");
    cli_database *database = NULL;
    t2sed_evaluator_item item = T2SED_EVALUATOR_ITEM_INIT;
    t2sed_status status =
        cli_databases_of_line(&c->databases, e->line, &database, &e->err);
    if (status == T2SED_OK && c->options->rule < 0)
        return match_all(c, e, database->schema, &e->err);
    if (status == T2SED_OK) {
        item.database = database->database;
        item.gold = json_string_value(gold);
        item.gold_length = json_string_length(gold);
        item.queries = queries;
        item.query_lengths = lengths;
        item.query_count = e->count;
        status = t2sed_evaluator_submit(c->evaluator, &item, &e->err);
    }
    e->submitted = status == T2SED_OK;
    return status;
}

/* Reads a line into an entry and hands it on. */
static void take_line(label_command *c, entry *e, const cli_lines *lines)
{
    const json_t *list;
    const char **queries;
    size_t *lengths, most;
    memset(e, 0, sizeof *e);
    e->bytes = lines->length;
    e->line = cli_lines_object(lines, &e->err);
    if (!e->line) {
        e->line = json_object();
        return;
    }
    if (check_line(c, e, &e->err) != T2SED_OK)
        return;
    list = json_object_get(e->line, "candidates");
    most = list ? json_array_size(list) : 1;
    e->targets = calloc(most + 1, sizeof *e->targets);
    queries = calloc(most + 1, sizeof *queries);
    lengths = calloc(most + 1, sizeof *lengths);
    if (!e->targets || !queries || !lengths) {
        fill_error(&e->err, T2SED_ENOMEM, "out of memory");
    } else if (find_queries(e, queries, lengths, &e->err) == T2SED_OK) {
        e->valid = true;
        submit(c, e, queries, lengths);
    }
    free(queries);
    free(lengths);
}

static void set_labels(label_command *c, const entry *e)
{
    t2sed_evaluation *labels = NULL;
    t2sed_error err;
    if (t2sed_evaluator_next(&labels, c->evaluator, &err) != T2SED_OK) {
        for (size_t i = 0; i < e->count; i++)
            set_failure(e->targets[i], "memory", err.text);
        return;
    }
    for (size_t i = 0; i < e->count; i++)
        set_label(c, e->targets[i], labels->verdicts[i].label,
                  t2sed_reason_name(labels->verdicts[i].reason),
                  labels->verdicts[i].message);
    t2sed_evaluation_free(labels);
}

/* Answers the line that was read first. */
static void answer(label_command *c)
{
    entry *e = &c->ahead[c->first];
    if (!e->valid) {
        json_object_set_new(e->line, "error", cli_error_json(&e->err));
        c->status = CLI_BAD_INPUT;
    } else if (e->submitted) {
        set_labels(c, e);
    } else if (!e->matched) {
        const char *code = e->err.code == T2SED_ENOMEM ? "memory"
                           : e->gold_failed            ? "gold"
                                                       : "database";
        for (size_t i = 0; i < e->count; i++)
            set_failure(e->targets[i], code, e->err.text);
    }
    cli_write_json(e->line, stdout);
    json_decref(e->line);
    free(e->targets);
    c->bytes -= e->bytes;
    c->first = (c->first + 1) % MOST_AHEAD;
    c->count--;
}

static int label_file(label_command *c, const char *path)
{
    cli_lines lines;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        entry *e = &c->ahead[(c->first + c->count) % MOST_AHEAD];
        take_line(c, e, &lines);
        c->bytes += e->bytes;
        c->count++;
        while (c->count == MOST_AHEAD || c->bytes > MOST_BYTES)
            answer(c);
    }
    while (c->count)
        answer(c);
    if (!cli_lines_close(&lines))
        c->status = CLI_FAILED;
    return c->status;
}

int eval_label(const eval_command *command, const char *path)
{
    t2sed_evaluator_options options;
    label_command c = {0};
    t2sed_error err;
    int status = CLI_FAILED;
    t2sed_evaluator_options_init(&options, sizeof options);
    c.options = command;
    c.status = CLI_OK;
    if (command->rule >= 0)
        options.rule = command->rule;
    options.threads =
        command->threads > INT_MAX ? INT_MAX : (int)command->threads;
    if (!cli_databases_open(&c.databases, &command->from))
        return CLI_FAILED;
    if (t2sed_evaluator_new(&c.evaluator, &options, &err) != T2SED_OK)
        status = cli_fail(&err);
    else
        status = label_file(&c, path);
    t2sed_evaluator_free(c.evaluator);
    cli_databases_close(&c.databases);
    return status;
}
