/* link.c - t2sed link: what of questions and conditions the schema and the
 * database bear out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "schema_lines.h"

static const char usage[] =
    "link [OPTION]... [FILE]...\n\n"
    "Takes the lines of 't2sed score' and prints them with \"links\": what of "
    "the\nschema and its values the question names, and how each condition of "
    "a query fits\nthe database and the question; and \"repairs\": what was "
    "probably meant. Either of\n\"question\" and \"sql\" may be missing; "
    "\"context\" may have the turns before "
    "it.";

typedef struct link_command {
    cli_database_options from;
    bool text;
    long jobs;
    cli_databases databases;
    t2sed_linker *none; /* of no database */
} link_command;

/* Printing */

static json_t *text_json(const char *text, size_t n)
{
    json_t *made = text ? json_stringn(text, n) : NULL;
    return made ? made : json_null();
}

static json_t *column_json(const t2sed_schema *schema, size_t column)
{
    char name[600];
    size_t table = t2sed_schema_column_table(schema, column);
    if (table == T2SED_NONE)
        return json_null();
    snprintf(name, sizeof name, "%s.%s", t2sed_schema_table_name(schema, table),
             t2sed_schema_column_name(schema, column));
    return json_string(name);
}

static json_t *score_json(double score)
{
    return isnan(score) ? json_null() : cli_probability_json(score);
}

static json_t *match_json(int match)
{
    return json_string(t2sed_match_name(match));
}

static void set_turn(json_t *object, size_t turn)
{
    if (turn)
        json_object_set_new(object, "turn", json_integer((json_int_t)turn));
}

/* What the question names. */
static json_t *mentions_json(const t2sed_links *links,
                             const t2sed_schema *schema)
{
    static const char *const kinds[] = {"table", "column", "value"};
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_links_mention_count(links); i++) {
        t2sed_link_mention m = T2SED_LINK_MENTION_INIT;
        json_t *one = json_object();
        t2sed_links_mention_get(links, i, &m, NULL);
        json_object_set_new(one, "names", json_string(kinds[m.kind]));
        json_object_set_new(
            one, "item",
            m.kind == T2SED_MENTION_TABLE
                ? json_string(t2sed_schema_table_name(schema, m.item))
                : column_json(schema, m.item));
        json_object_set_new(one, "match", match_json(m.match));
        json_object_set_new(one, "question", cli_span_json(m.question));
        set_turn(one, m.turn);
        if (m.value)
            json_object_set_new(one, "value",
                                text_json(m.value, m.value_length));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *slot_json(const t2sed_link_condition *c,
                         const t2sed_schema *schema)
{
    json_t *slot = json_object();
    json_object_set_new(slot, "column", column_json(schema, c->column));
    json_object_set_new(slot, "sql", cli_span_json(c->slot_sql));
    json_object_set_new(slot, "match", match_json(c->slot_in_question));
    json_object_set_new(slot, "question", cli_span_json(c->slot_question));
    set_turn(slot, c->slot_turn);
    return slot;
}

static json_t *value_json(const t2sed_link_condition *c,
                          const t2sed_schema *schema)
{
    static const char *const kinds[] = {"text",   "number", "null",
                                        "column", "query",  "other"};
    json_t *value = json_object();
    json_object_set_new(value, "is", json_string(kinds[c->operand]));
    if (c->value)
        json_object_set_new(value, "text",
                            text_json(c->value, c->value_length));
    if (c->other_column != T2SED_NONE)
        json_object_set_new(value, "column",
                            column_json(schema, c->other_column));
    json_object_set_new(value, "sql", cli_span_json(c->value_sql));
    json_object_set_new(value, "match", match_json(c->value_in_column));
    if (c->found_column != T2SED_NONE)
        json_object_set_new(value, "found",
                            column_json(schema, c->found_column));
    if (c->type_fits >= 0)
        json_object_set_new(value, "type_fits", json_boolean(c->type_fits));
    json_object_set_new(value, "said", match_json(c->value_in_question));
    json_object_set_new(value, "question", cli_span_json(c->value_question));
    set_turn(value, c->value_turn);
    return value;
}

static json_t *conditions_json(const t2sed_links *links,
                               const t2sed_schema *schema)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_links_condition_count(links); i++) {
        t2sed_link_condition c = T2SED_LINK_CONDITION_INIT;
        json_t *one = json_object();
        t2sed_links_condition_get(links, i, &c, NULL);
        json_object_set_new(one, "clause",
                            json_string(t2sed_condition_name(c.clause)));
        json_object_set_new(one, "slot", slot_json(&c, schema));
        json_object_set_new(one, "operator",
                            json_string(t2sed_operator_name(c.op)));
        if (c.negated)
            json_object_set_new(one, "negated", json_true());
        json_object_set_new(one, "value", value_json(&c, schema));
        json_object_set_new(one, "score", score_json(c.score));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *repairs_json(const t2sed_links *links)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_links_repair_count(links); i++) {
        t2sed_link_repair r = T2SED_LINK_REPAIR_INIT;
        char *whole = NULL;
        size_t length;
        json_t *one = json_object();
        t2sed_links_repair_get(links, i, &r, NULL);
        json_object_set_new(one, "condition",
                            json_integer((json_int_t)r.condition));
        json_object_set_new(
            one, "changes",
            json_string(r.kind == T2SED_REPAIR_VALUE ? "value" : "column"));
        json_object_set_new(one, "sql", cli_span_json(r.sql));
        json_object_set_new(one, "by", text_json(r.text, r.text_length));
        json_object_set_new(one, "confidence", score_json(r.confidence));
        if (t2sed_links_repaired(&whole, &length, links, i, NULL) == T2SED_OK)
            json_object_set_new(one, "repaired", text_json(whole, length));
        t2sed_free(whole);
        json_array_append_new(list, one);
    }
    return list;
}

/* A line for each condition and each repair. */
static void print_links(const t2sed_links *links, const t2sed_schema *schema)
{
    double score = t2sed_links_score(links);
    t2sed_link_condition c = T2SED_LINK_CONDITION_INIT;
    t2sed_link_repair r = T2SED_LINK_REPAIR_INIT;
    if (isnan(score))
        print_to(stdout, "score unknown\n");
    else
        print_to(stdout, "score %.2f\n", score);
    for (size_t i = 0; i < t2sed_links_condition_count(links); i++) {
        json_t *column;
        t2sed_links_condition_get(links, i, &c, NULL);
        column = column_json(schema, c.column);
        print_to(stdout,
                 "  %-6s  %-30s %-7s %-24s column: %-12s question: slot %s, "
                 "value %s\n",
                 t2sed_condition_name(c.clause),
                 json_is_string(column) ? json_string_value(column) : "?",
                 t2sed_operator_name(c.op), c.value ? c.value : "-",
                 t2sed_match_name(c.value_in_column),
                 t2sed_match_name(c.slot_in_question),
                 t2sed_match_name(c.value_in_question));
        json_decref(column);
    }
    for (size_t i = 0; i < t2sed_links_repair_count(links); i++) {
        char *whole = NULL;
        t2sed_links_repair_get(links, i, &r, NULL);
        if (t2sed_links_repaired(&whole, NULL, links, i, NULL) == T2SED_OK)
            print_to(stdout, "  repair  %.2f  %s\n", r.confidence, whole);
        t2sed_free(whole);
    }
}

/* Lines */

typedef struct line_state {
    t2sed_linker *linker;
    const t2sed_schema *schema;
    t2sed_question *question;   /* or NULL */
    t2sed_conversation *before; /* the turns before it */
} line_state;

static t2sed_status link_text(t2sed_links **links, const line_state *at,
                              const json_t *sql, t2sed_error *err)
{
    t2sed_sql *query = NULL;
    t2sed_link_options options;
    t2sed_status status = t2sed_sql_parse_n(&query, json_string_value(sql),
                                            json_string_length(sql), err);
    t2sed_link_options_init(&options, sizeof options);
    options.conversation = at->before;
    if (status == T2SED_OK)
        status = t2sed_linker_link(links, at->linker, at->question, query,
                                   &options, err);
    t2sed_sql_free(query);
    return status;
}

/* One query: its links go into the object, or are printed. */
static void show_query(link_command *c, const line_state *at, json_t *target)
{
    json_t *sql = json_object_get(target, "sql"), *into;
    t2sed_links *links = NULL;
    t2sed_error err;
    if (!json_is_string(sql)) {
        json_object_set_new(target, "error",
                            json_pack("{s:s, s:s}", "code", "EFORMAT",
                                      "message",
                                      "\"sql\" is missing or no string"));
    } else if (link_text(&links, at, sql, &err) != T2SED_OK) {
        json_object_set_new(target, "links", json_null());
        json_object_set_new(target, "error", cli_error_json(&err));
        if (c->text)
            print_to(stdout, "error: %s\n", err.text);
    } else if (c->text) {
        print_links(links, at->schema);
    } else {
        into = json_object_get(target, "links");
        if (!into) {
            into = json_object();
            json_object_set_new(target, "links", into);
        }
        json_object_set_new(into, "score",
                            score_json(t2sed_links_score(links)));
        json_object_set_new(into, "conditions",
                            conditions_json(links, at->schema));
        json_object_set_new(target, "repairs", repairs_json(links));
    }
    t2sed_links_free(links);
}

static void show_question(link_command *c, const line_state *at, json_t *line)
{
    t2sed_links *links = NULL;
    t2sed_link_options options;
    t2sed_link_options_init(&options, sizeof options);
    options.conversation = at->before;
    if (c->text || !at->question ||
        t2sed_linker_link(&links, at->linker, at->question, NULL, &options,
                          NULL) != T2SED_OK)
        return;
    json_object_set_new(
        line, "links",
        json_pack("{s:o}", "question", mentions_json(links, at->schema)));
    t2sed_links_free(links);
}

static t2sed_status prepare(link_command *c, line_state *at, const json_t *line,
                            t2sed_error *err)
{
    cli_database *database = NULL;
    t2sed_status status =
        cli_databases_of_line(&c->databases, line, &database, err);
    if (status == T2SED_OK && database) {
        at->schema = database->schema;
        status = cli_database_linker(database, &at->linker, err);
    } else if (status == T2SED_OK) {
        at->linker = c->none;
    }
    if (status == T2SED_OK &&
        !json_is_null(json_object_get(line, "question")) &&
        json_object_get(line, "question"))
        status = cli_question(&at->question, line, err);
    if (status == T2SED_OK)
        status = cli_context(&at->before, line, err);
    return status;
}

static bool show_line(void *payload, const cli_lines *lines)
{
    link_command *c = payload;
    line_state at = {NULL, NULL, NULL, NULL};
    t2sed_error err;
    json_t *line = cli_lines_object(lines, &err);
    bool valid = line && prepare(c, &at, line, &err) == T2SED_OK;
    if (!valid) {
        if (!line)
            line = json_object();
        json_object_set_new(line, "error", cli_error_json(&err));
        if (c->text)
            print_to(stdout, "error: %s\n", err.text);
    } else {
        json_t *list = json_object_get(line, "candidates"), *candidate;
        size_t i;
        show_question(c, &at, line);
        if (!list && (json_object_get(line, "sql") || !at.question))
            show_query(c, &at, line);
        json_array_foreach(list, i, candidate) show_query(c, &at, candidate);
    }
    if (!c->text)
        cli_write_json(line, stdout);
    t2sed_question_free(at.question);
    t2sed_conversation_free(at.before);
    json_decref(line);
    return valid;
}

static int run(link_command *c, char **files, int count)
{
    t2sed_error err;
    int status;
    if (!cli_databases_open(&c->databases, &c->from)) {
        status = CLI_FAILED;
    } else if (t2sed_linker_new(&c->none, NULL, &err) != T2SED_OK) {
        status = cli_fail(&err);
    } else {
        /* Values are what this is about: all are read. */
        c->databases.options.values_milliseconds =
            c->databases.options.index_milliseconds;
        c->databases.most = CLI_MANY_DATABASES;
        status = cli_lines_each(files, count, show_line, c);
    }
    t2sed_linker_free(c->none);
    cli_databases_close(&c->databases);
    return status;
}

int cli_link(int argc, char **argv)
{
    link_command c = {.jobs = 1};
    int operands = 0, status;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--schema-prediction") == 0)
            return cli_link_schema(argc, argv);
    const cli_option options[] = {
        CLI_DATABASE_OPTIONS(c.from),
        CLI_INDEX_OPTION(c.from.index),
        CLI_JOBS_OPTION(c.jobs),
        {"text", CLI_FLAG, &c.text, NULL, "print a table, not JSON"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (c.from.index && !c.from.root && !c.from.file)
        return cli_usage_error("link", "--index needs --db-root or --db");
    status = cli_jobs_start("link", c.jobs, argv + 1, operands);
    if (status >= 0)
        return status;
    return run(&c, argv + 1, operands);
}
