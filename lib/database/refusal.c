#include "database/refusal.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "database/sandbox.h"

struct t2s_refusals {
    t2s_sandbox *sandbox;
    const t2sed_schema *schema;
    bool *is_made; /* for each table */
};

/* A query may take so long and so much: it has no rows. */
#define MILLISECONDS 500
#define MEMORY       ((int64_t)128 << 20)

/* The statement that makes a table. */
static char *creation(const t2sed_schema *schema, size_t table)
{
    const t2s_table *of = &schema->tables[table];
    const t2s_column *columns = schema->columns + of->first_column;
    t2s_string text = {0};
    t2s_string_append(&text, "CREATE TABLE ");
    t2s_string_append_quoted(&text, of->name, strlen(of->name), '"');
    for (int32_t i = 0; i < of->column_count; i++) {
        t2s_string_append(&text, i ? ", " : " (");
        t2s_string_append_quoted(&text, columns[i].name,
                                 strlen(columns[i].name), '"');
    }
    t2s_string_append_char(&text, ')');
    return t2s_string_take(&text, NULL);
}

/* Makes the tables. Left out are SQLite's own, which can't be made, and what a
 * hand-written schema says that no database could have. */
static t2sed_status make_tables(t2s_refusals *r, int isolation,
                                t2sed_error *err)
{
    size_t count = r->schema->table_count;
    char **statements = t2s_zalloc_array(count + 1, sizeof *statements);
    t2sed_status status = statements ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        if (!(statements[i] = creation(r->schema, i)))
            status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_sandbox_open_memory(&r->sandbox, isolation,
                                         (const char *const *)statements, count,
                                         r->is_made, err);
    for (size_t i = 0; statements && i < count; i++)
        t2s_free(statements[i]);
    t2s_free(statements);
    return status;
}

t2sed_status t2s_refusals_open(t2s_refusals **out, const t2sed_schema *schema,
                               int isolation, t2sed_error *err)
{
    t2s_refusals *r = t2s_zalloc(sizeof *r);
    t2sed_status status;
    if (!r)
        return t2s_fail_memory(err);
    r->schema = schema;
    r->is_made = t2s_zalloc_array(schema->table_count, sizeof *r->is_made);
    status = r->is_made ? make_tables(r, isolation, err) : t2s_fail_memory(err);
    if (status != T2SED_OK) {
        t2s_refusals_free(r);
        return status;
    }
    *out = r;
    return T2SED_OK;
}

void t2s_refusals_free(t2s_refusals *r)
{
    if (!r)
        return;
    t2s_sandbox_close(r->sandbox);
    t2s_free(r->is_made);
    t2s_free(r);
}

/* Whether a message is about what is the same in the real database: names and
 * the shape of the query, not about the limits and functions of this one. */
static bool is_of_schema(const t2s_refusals *r, const char *message)
{
    static const char *const prefixes[] = {
        "no such column: ",
        "ambiguous column name: ",
        "misuse of aggregate",
        "aggregate functions are not allowed",
        "sub-select returns ",
        "row value misused",
        "SELECTs to the left and right of ",
        "a GROUP BY clause",
        "HAVING clause on a non-aggregate"};
    static const char table[] = "no such table: ";
    if (strncmp(message, table, sizeof table - 1) == 0) {
        const char *name = message + sizeof table - 1;
        int32_t found = t2s_schema_find_table(r->schema, name, strlen(name));
        return found == T2S_NO_ITEM && strncmp(name, "sqlite_", 7) != 0;
    }
    for (size_t i = 0; i < r->schema->table_count; i++)
        if (!r->is_made[i])
            return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(message, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

t2sed_status t2s_refusals_ask(t2s_refusal *out, t2s_refusals *r,
                              const t2sed_sql *sql, t2sed_error *err)
{
    t2s_statement query = {.sql = sql->text,
                           .length = sql->length,
                           .milliseconds = MILLISECONDS,
                           .memory = MEMORY};
    t2s_rows *rows = NULL;
    t2s_run how = T2S_RUN_DATABASE;
    t2sed_error why;
    t2sed_status status = t2s_rows_open(&how, &rows, r->sandbox, &query, &why);
    out->is_refused = false;
    out->offset = -1;
    if (status != T2SED_OK) {
        if (err)
            *err = why;
        return status;
    }
    t2s_rows_close(rows);
    if (how == T2S_RUN_REFUSED) {
        out->is_refused = is_of_schema(r, why.text);
        snprintf(out->message, sizeof out->message, "%s", why.text);
        out->offset = t2s_sandbox_fault(r->sandbox);
    }
    return T2SED_OK;
}
