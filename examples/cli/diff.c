/* diff.c - t2sed diff: where two queries give different results, on a small
 * database made for them. */
#include <stdlib.h>
#include <math.h>
#include <string.h>

#include "cli.h"

static const char usage[] =
    "diff [OPTION]... QUERY QUERY\n\n"
    "Looks for a small database of the schema on which the queries give "
    "different\nresults, and prints it with both results. No rows of --db are "
    "read. The exit\nstatus is 0 where no difference was found, 1 where there "
    "is one, 2 where that\ncan't be told.";

typedef struct diff_command {
    const char *file, *schema_file, *tables, *db_id;
    const char *dialect_name;
    int dialect;
    bool json;
    t2sed_witness_options options;
    int instances, milliseconds;
    uint64_t seed;
    t2sed_schemas *schemas;
    t2sed_schema *opened;
    t2sed_database *database;
    const t2sed_schema *schema; /* one of these */
    t2sed_sql *queries[2];
} diff_command;

/* --- as tables --- */

static void print_difference(const t2sed_difference *found)
{
    static const char *const names[] = {"first query", "second query"};
    t2sed_witness_rows rows = T2SED_WITNESS_ROWS_INIT;
    const char *cause = t2sed_difference_cause(found);
    print_to(stdout, "%s\n", *cause ? cause : "They differ.");
    for (size_t i = 0;
         t2sed_difference_table_get(found, i, &rows, NULL) == T2SED_OK; i++) {
        print_to(stdout, "\n%s\n", rows.name);
        cli_rows_print(&rows);
    }
    for (int i = 0; i < 2; i++) {
        t2sed_difference_result_get(found, i, &rows, NULL);
        print_to(stdout, "\nresult of the %s\n", names[i]);
        cli_rows_print(&rows);
    }
}

/* --- as JSON --- */

static json_t *cell_json(const t2sed_cell *cell)
{
    switch (cell->type) {
    case T2SED_CELL_INTEGER:
        return json_integer((json_int_t)cell->integer);
    case T2SED_CELL_REAL:
        return isfinite(cell->real)
                   ? json_real(cell->real)
                   : json_string(cell->real > 0 ? "Infinity" : "-Infinity");
    case T2SED_CELL_TEXT:
        return json_stringn_nocheck(cell->text, cell->length);
    case T2SED_CELL_BLOB:
        return json_string("(bytes)");
    default:
        return json_null();
    }
}

static json_t *rows_json(const t2sed_witness_rows *rows)
{
    json_t *columns = json_array(), *list = json_array();
    for (size_t i = 0; i < rows->column_count; i++)
        json_array_append_new(columns, json_string(rows->columns[i]));
    for (size_t row = 0; row < rows->row_count; row++) {
        json_t *cells = json_array();
        for (size_t i = 0; i < rows->column_count; i++)
            json_array_append_new(
                cells, cell_json(&rows->cells[row * rows->column_count + i]));
        json_array_append_new(list, cells);
    }
    return json_pack("{s:o, s:o, s:I}", "columns", columns, "rows", list,
                     "left_out", (json_int_t)rows->left_out);
}

static json_t *difference_json(const t2sed_difference *found)
{
    static const char *const outcomes[] = {"unknown", "differ",
                                           "no difference found"};
    t2sed_difference_counts counts = T2SED_DIFFERENCE_COUNTS_INIT;
    t2sed_witness_rows rows = T2SED_WITNESS_ROWS_INIT;
    json_t *tables = json_array(), *results = json_array(), *made;
    t2sed_difference_counts_get(found, &counts, NULL);
    made = json_pack("{s:s, s:s, s:i, s:i}", "outcome",
                     outcomes[t2sed_difference_outcome(found)], "cause",
                     t2sed_difference_cause(found), "instances",
                     (int)counts.instances, "different", (int)counts.different);
    for (size_t i = 0;
         t2sed_difference_table_get(found, i, &rows, NULL) == T2SED_OK; i++) {
        json_t *table = rows_json(&rows);
        json_object_set_new(table, "name", json_string(rows.name));
        json_array_append_new(tables, table);
    }
    for (int i = 0;
         t2sed_difference_result_get(found, i, &rows, NULL) == T2SED_OK; i++)
        json_array_append_new(results, rows_json(&rows));
    json_object_set_new(made, "tables", tables);
    json_object_set_new(made, "results", results);
    return made;
}

/* --- the command --- */

/* The schema that the options name; the exit status. */
static int open_schema(diff_command *c)
{
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    if (c->schema_file) {
        c->schema = c->opened = cli_schema_read(c->schema_file);
        return c->schema ? CLI_OK : CLI_FAILED;
    }
    if (c->file) {
        status = t2sed_database_open(&c->database, c->file, NULL, &err);
        c->schema = t2sed_database_schema(c->database);
    } else {
        status = t2sed_schemas_open(&c->schemas, c->tables, &err);
        c->schema = t2sed_schemas_find(c->schemas, c->db_id);
        if (status == T2SED_OK && !c->schema)
            status = fill_error(&err, T2SED_ENOTFOUND, "%s: no db_id \"%s\"",
                                c->tables, c->db_id);
    }
    return status == T2SED_OK ? CLI_OK : cli_fail(&err);
}

static int read_queries(diff_command *c, char **texts)
{
    static const char *const names[] = {"first", "second"};
    t2sed_error err;
    for (int i = 0; i < 2; i++)
        if (cli_dialect_parse(&c->queries[i], texts[i], strlen(texts[i]),
                              c->dialect, &err) != T2SED_OK) {
            print_to(stderr, "t2sed: the %s query: %s [%s]\n", names[i],
                     err.text, t2sed_status_name(err.code));
            return CLI_FAILED;
        }
    return CLI_OK;
}

static int show(const diff_command *c, const t2sed_difference *found)
{
    static const int exits[] = {CLI_FAILED, 1, CLI_OK};
    const int outcome = t2sed_difference_outcome(found);
    t2sed_difference_counts counts = T2SED_DIFFERENCE_COUNTS_INIT;
    t2sed_difference_counts_get(found, &counts, NULL);
    if (c->json) {
        json_t *made = difference_json(found);
        cli_write_json(made, stdout);
        json_decref(made);
    } else if (outcome == T2SED_WITNESS_DIFFER) {
        print_difference(found);
    } else if (outcome == T2SED_WITNESS_NONE) {
        print_to(stdout,
                 "No difference was found on %d small databases. That is no "
                 "proof.\n",
                 (int)counts.instances);
    } else {
        print_to(stderr, "t2sed: unknown whether they differ: %s\n",
                 t2sed_difference_cause(found));
    }
    return exits[outcome];
}

static int run(diff_command *c, char **texts)
{
    t2sed_witness *witness = NULL;
    t2sed_difference *found = NULL;
    t2sed_error err;
    int status = open_schema(c);
    if (status == CLI_OK)
        status = read_queries(c, texts);
    if (status != CLI_OK)
        return status;
    c->options.seed = c->seed;
    c->options.instances = c->instances;
    c->options.max_milliseconds = c->milliseconds;
    if (t2sed_witness_new(&witness, c->schema, &c->options, &err) != T2SED_OK ||
        t2sed_witness_compare(&found, witness, c->queries[0], c->queries[1],
                              &err) != T2SED_OK)
        status = cli_fail(&err);
    else
        status = show(c, found);
    t2sed_difference_free(found);
    t2sed_witness_free(witness);
    return status;
}

/* What is wrong with the options; NULL: nothing. */
static const char *wrong_options(const diff_command *c, int operands)
{
    if ((c->file != NULL) + (c->schema_file != NULL) + (c->tables != NULL) != 1)
        return "a schema is required: --db, --schema or --tables";
    if ((c->tables != NULL) != (c->db_id != NULL))
        return "--tables and --db-id need each other";
    return operands == 2 ? NULL : "expected two queries";
}

int cli_diff(int argc, char **argv)
{
    diff_command c = {0};
    int operands = 0, status;
    const cli_option options[] = {
        {"db", CLI_STRING, &c.file, "FILE",
         "the SQLite database whose schema is taken"},
        {"schema", CLI_STRING, &c.schema_file, "FILE",
         "the schema, as CREATE TABLE statements"},
        {"tables", CLI_STRING, &c.tables, "FILE",
         "schemas in Spider's format, of which --db-id names one"},
        {"db-id", CLI_STRING, &c.db_id, "NAME", "the schema in --tables"},
        CLI_DIALECT_OPTION(c.dialect_name),
        {"instances", CLI_COUNT, &c.instances, "N",
         "databases that are tried at most (24)"},
        {"milliseconds", CLI_COUNT, &c.milliseconds, "N",
         "time that the search may take, about (2000)"},
        {"seed", CLI_SEED, &c.seed, "N",
         "the same seed makes the same databases (0)"},
        {"json", CLI_FLAG, &c.json, NULL, "print an object, for programs"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    t2sed_witness_options_init(&c.options, sizeof c.options);
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (wrong_options(&c, operands))
        return cli_usage_error("diff", "%s", wrong_options(&c, operands));
    status = cli_dialect_named("diff", c.dialect_name, &c.dialect);
    if (status == CLI_OK)
        status = run(&c, argv + 1);
    t2sed_sql_free(c.queries[0]);
    t2sed_sql_free(c.queries[1]);
    t2sed_schema_free(c.opened);
    t2sed_database_free(c.database);
    t2sed_schemas_free(c.schemas);
    return status;
}
