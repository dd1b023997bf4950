#include "evidence/refusal.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "schema/database.h"
#include "schema/view_cost.h"

struct t2s_refusals {
    sqlite3 *db;
    t2s_view_costs *views;
    const t2sed_schema *schema;
    bool *is_made; /* for each table */
};

/* Makes a table, or leaves it out: SQLite's own tables can't be made, nor what
 * a hand-written schema says that no database could have. */
static bool make_table(t2s_refusals *r, size_t table)
{
    const t2s_table *of = &r->schema->tables[table];
    const t2s_column *columns = r->schema->columns + of->first_column;
    t2s_string text = {0};
    bool failed;
    t2s_string_append(&text, "CREATE TABLE ");
    t2s_string_append_quoted(&text, of->name, strlen(of->name), '"');
    for (int32_t i = 0; i < of->column_count; i++) {
        t2s_string_append(&text, i ? ", " : " (");
        t2s_string_append_quoted(&text, columns[i].name,
                                 strlen(columns[i].name), '"');
    }
    t2s_string_append_char(&text, ')');
    if (!text.failed && of->column_count > 0)
        r->is_made[table] =
            sqlite3_exec(r->db, text.text, NULL, NULL, NULL) == SQLITE_OK;
    failed = text.failed;
    t2s_string_free(&text);
    return !failed;
}

t2sed_status t2s_refusals_open(t2s_refusals **out, const t2sed_schema *schema,
                               t2sed_error *err)
{
    t2s_refusals *r = t2s_zalloc(sizeof *r);
    t2sed_status status;
    if (!r)
        return t2s_fail_memory(err);
    r->schema = schema;
    r->is_made = t2s_zalloc_array(schema->table_count, sizeof *r->is_made);
    status = r->is_made ? t2s_database_open_memory(&r->db, err)
                        : t2s_fail_memory(err);
    for (size_t i = 0; i < schema->table_count && status == T2SED_OK; i++)
        if (!make_table(r, i))
            status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_view_costs_new(&r->views, r->db, "in memory", err);
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
    t2s_view_costs_free(r->views);
    sqlite3_close(r->db);
    t2s_free(r->is_made);
    t2s_free(r);
}

ptrdiff_t t2s_refusal_offset(sqlite3 *db)
{
#if SQLITE_VERSION_NUMBER >= 3038000
    return sqlite3_error_offset(db);
#else
    (void)db;
    return -1;
#endif
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
    sqlite3_stmt *rows = NULL;
    bool cheap = false;
    t2sed_status status =
        t2s_query_is_cheap(&cheap, r->views, sql->text, sql->length, err);
    out->is_refused = false;
    out->offset = -1;
    if (status != T2SED_OK || !cheap)
        return status;
    if (sqlite3_prepare_v2(r->db, sql->text, (int)sql->length + 1, &rows,
                           NULL) != SQLITE_OK) {
        const char *message = sqlite3_errmsg(r->db);
        out->is_refused = is_of_schema(r, message);
        snprintf(out->message, sizeof out->message, "%s", message);
        out->offset = t2s_refusal_offset(r->db);
    }
    sqlite3_finalize(rows);
    return T2SED_OK;
}
