/* link.c - t2sed link: what of questions and conditions the schema and the
 * database bear out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "schema_lines.h"

static const char usage[] =
    "link [OPTION]... [FILE]\n\n"
    "Takes the lines of 't2sed score' and prints them with \"links\": what of "
    "the\nschema and its values the question names, and how each condition of "
    "a query fits\nthe database and the question; and \"repairs\": what was "
    "probably meant. Either of\n\"question\" and \"sql\" may be missing; "
    "\"context\" may have the turns before "
    "it.";

typedef struct link_command {
    cli_database_options from;
    bool text;
    cli_databases databases;
    t2sed_linker *none; /* of no database */
} link_command;

/* Printing */

static json_t *range_json(ptrdiff_t begin, ptrdiff_t end)
{
    return begin < 0 ? json_null()
                     : json_pack("[I, I]", (json_int_t)begin, (json_int_t)end);
}

static json_t *text_json(const char *text, size_t n)
{
    json_t *made = text ? json_stringn(text, n) : NULL;
    return made ? made : json_null();
}

static json_t *column_json(const t2sed_schema *schema, int32_t column)
{
    char name[600];
    int32_t table = schema && column >= 0
                        ? t2sed_schema_column_table(schema, (size_t)column)
                        : -1;
    if (table < 0)
        return json_null();
    snprintf(name, sizeof name, "%s.%s",
             t2sed_schema_table_name(schema, (size_t)table),
             t2sed_schema_column_name(schema, (size_t)column));
    return json_string(name);
}

static json_t *score_json(double score)
{
    return isnan(score) ? json_null() : cli_probability_json(score);
}

/* What the question names. */
static json_t *named_json(const t2sed_links *links, const t2sed_schema *schema)
{
    static const char *const kinds[] = {"table", "column", "value"};
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_links_named_count(links); i++) {
        int kind = t2sed_links_named_kind(links, i);
        int32_t item = t2sed_links_named_item(links, i);
        ptrdiff_t begin, end;
        size_t turn, n;
        const char *value = t2sed_links_named_value(links, i, &n);
        json_t *one = json_object();
        t2sed_links_named_question(links, i, &begin, &end, &turn);
        json_object_set_new(one, "names", json_string(kinds[kind]));
        json_object_set_new(
            one, "item",
            kind == T2SED_NAMED_TABLE
                ? json_string(t2sed_schema_table_name(schema, (size_t)item))
                : column_json(schema, item));
        json_object_set_new(
            one, "match",
            json_string(t2sed_match_name(t2sed_links_named_match(links, i))));
        json_object_set_new(one, "question", range_json(begin, end));
        if (turn)
            json_object_set_new(one, "turn", json_integer((json_int_t)turn));
        if (value)
            json_object_set_new(one, "value", text_json(value, n));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *slot_json(const t2sed_links *links, size_t i,
                         const t2sed_schema *schema)
{
    ptrdiff_t begin, end;
    size_t turn;
    json_t *slot = json_object();
    json_object_set_new(slot, "column",
                        column_json(schema, t2sed_links_column(links, i)));
    t2sed_links_slot_range(links, i, &begin, &end);
    json_object_set_new(slot, "sql", range_json(begin, end));
    json_object_set_new(
        slot, "match",
        json_string(t2sed_match_name(t2sed_links_slot_match(links, i))));
    t2sed_links_slot_question(links, i, &begin, &end, &turn);
    json_object_set_new(slot, "question", range_json(begin, end));
    if (turn)
        json_object_set_new(slot, "turn", json_integer((json_int_t)turn));
    return slot;
}

static json_t *value_json(const t2sed_links *links, size_t i,
                          const t2sed_schema *schema)
{
    static const char *const kinds[] = {"text",   "number", "null",
                                        "column", "query",  "other"};
    int fits = t2sed_links_type_fits(links, i);
    int32_t other = t2sed_links_other_column(links, i);
    int32_t found = t2sed_links_found_column(links, i);
    ptrdiff_t begin, end;
    size_t turn, n;
    const char *text = t2sed_links_value(links, i, &n);
    json_t *value = json_object();
    json_object_set_new(value, "is",
                        json_string(kinds[t2sed_links_operand(links, i)]));
    if (text)
        json_object_set_new(value, "text", text_json(text, n));
    if (other >= 0)
        json_object_set_new(value, "column", column_json(schema, other));
    t2sed_links_value_range(links, i, &begin, &end);
    json_object_set_new(value, "sql", range_json(begin, end));
    json_object_set_new(
        value, "match",
        json_string(t2sed_match_name(t2sed_links_value_match(links, i))));
    if (found >= 0)
        json_object_set_new(value, "found", column_json(schema, found));
    if (fits >= 0)
        json_object_set_new(value, "type_fits", json_boolean(fits));
    json_object_set_new(
        value, "said",
        json_string(t2sed_match_name(t2sed_links_said_match(links, i))));
    t2sed_links_said_question(links, i, &begin, &end, &turn);
    json_object_set_new(value, "question", range_json(begin, end));
    if (turn)
        json_object_set_new(value, "turn", json_integer((json_int_t)turn));
    return value;
}

static json_t *conditions_json(const t2sed_links *links,
                               const t2sed_schema *schema)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_links_count(links); i++) {
        json_t *one = json_object();
        json_object_set_new(
            one, "clause",
            json_string(t2sed_condition_name(t2sed_links_clause(links, i))));
        json_object_set_new(one, "slot", slot_json(links, i, schema));
        json_object_set_new(
            one, "operator",
            json_string(t2sed_operator_name(t2sed_links_operator(links, i))));
        if (t2sed_links_negated(links, i))
            json_object_set_new(one, "negated", json_true());
        json_object_set_new(one, "value", value_json(links, i, schema));
        json_object_set_new(one, "score",
                            score_json(t2sed_links_condition_score(links, i)));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *repairs_json(const t2sed_links *links)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t2sed_links_repair_count(links); i++) {
        ptrdiff_t begin, end;
        size_t n, length;
        const char *text = t2sed_links_repair_text(links, i, &n);
        char *whole = NULL;
        json_t *one = json_object();
        t2sed_links_repair_range(links, i, &begin, &end);
        json_object_set_new(
            one, "condition",
            json_integer((json_int_t)t2sed_links_repair_condition(links, i)));
        json_object_set_new(
            one, "changes",
            json_string(t2sed_links_repair_kind(links, i) == T2SED_REPAIR_VALUE
                            ? "value"
                            : "column"));
        json_object_set_new(one, "sql", range_json(begin, end));
        json_object_set_new(one, "by", text_json(text, n));
        json_object_set_new(
            one, "confidence",
            score_json(t2sed_links_repair_confidence(links, i)));
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
    if (isnan(score))
        print_to(stdout, "score unknown\n");
    else
        print_to(stdout, "score %.2f\n", score);
    for (size_t i = 0; i < t2sed_links_count(links); i++) {
        json_t *column = column_json(schema, t2sed_links_column(links, i));
        const char *value = t2sed_links_value(links, i, NULL);
        print_to(stdout,
                 "  %-6s  %-30s %-7s %-24s column: %-12s question: slot %s, "
                 "value %s\n",
                 t2sed_condition_name(t2sed_links_clause(links, i)),
                 json_is_string(column) ? json_string_value(column) : "?",
                 t2sed_operator_name(t2sed_links_operator(links, i)),
                 value ? value : "-",
                 t2sed_match_name(t2sed_links_value_match(links, i)),
                 t2sed_match_name(t2sed_links_slot_match(links, i)),
                 t2sed_match_name(t2sed_links_said_match(links, i)));
        json_decref(column);
    }
    for (size_t i = 0; i < t2sed_links_repair_count(links); i++) {
        char *whole = NULL;
        if (t2sed_links_repaired(&whole, NULL, links, i, NULL) == T2SED_OK)
            print_to(stdout, "  repair  %.2f  %s\n",
                     t2sed_links_repair_confidence(links, i), whole);
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
    t2sed_link_options options = T2SED_LINK_OPTIONS_INIT;
    t2sed_status status = t2sed_sql_parse_n(&query, json_string_value(sql),
                                            json_string_length(sql), err);
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
    t2sed_link_options options = T2SED_LINK_OPTIONS_INIT;
    options.conversation = at->before;
    if (c->text || !at->question ||
        t2sed_linker_link(&links, at->linker, at->question, NULL, &options,
                          NULL) != T2SED_OK)
        return;
    json_object_set_new(
        line, "links",
        json_pack("{s:o}", "question", named_json(links, at->schema)));
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

static int run(link_command *c, const char *path)
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
        status = cli_lines_each(path, show_line, c);
    }
    t2sed_linker_free(c->none);
    cli_databases_close(&c->databases);
    return status;
}

int cli_link(int argc, char **argv)
{
    link_command c = {.text = false};
    int operands = 0, status;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--schema-prediction") == 0)
            return cli_link_schema(argc, argv);
    const cli_option options[] = {
        CLI_DATABASE_OPTIONS(c.from),
        CLI_INDEX_OPTION(c.from.index),
        {"text", CLI_FLAG, &c.text, NULL, "print a table, not JSON"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands > 1)
        return cli_usage_error("link", "one FILE at most, found %d", operands);
    if (c.from.index && !c.from.root && !c.from.file)
        return cli_usage_error("link", "--index needs --db-root or --db");
    return run(&c, operands ? argv[1] : NULL);
}
