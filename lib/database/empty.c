#include "database/empty.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "database/connection.h"
#include "database/expansion.h"
#include "schema/schema.h"

struct t2s_empty {
    sqlite3 *db; /* its mutex is that of the catalog, too */
    t2s_catalog *catalog;
};

/* Appends CREATE TABLE; false where the table is not to be made. */
static bool append_table(t2s_string *sql, const t2sed_schema *schema,
                         int32_t table)
{
    const t2s_table *of = &schema->tables[table];
    if (of->column_count == 0 ||
        (strlen(of->name) >= 7 &&
         t2s_casecmp_n(of->name, 7, "sqlite_", 7) == 0))
        return false;
    t2s_string_append(sql, "CREATE TABLE ");
    t2s_string_append_quoted(sql, of->name, strlen(of->name), '"');
    for (int32_t i = of->first_column; i < of->first_column + of->column_count;
         i++) {
        const char *name = schema->columns[i].name;
        if (t2s_schema_find_column(schema, table, name, strlen(name), NULL) !=
            i)
            continue;
        t2s_string_append(sql, i == of->first_column ? "(" : ",");
        t2s_string_append_quoted(sql, name, strlen(name), '"');
    }
    t2s_string_append(sql, ")");
    return true;
}

t2sed_status t2s_empty_new(t2s_empty **out, const t2sed_schema *schema,
                           t2sed_error *err)
{
    t2s_empty *made = t2s_zalloc(sizeof *made);
    t2s_string sql = {0}, replaced = {0};
    t2sed_status status = made ? t2s_connection_open_memory(&made->db, err)
                               : t2s_fail_memory(err);
    if (!status)
        status = t2s_connection_make_pristine(made->db, &replaced,
                                              "the empty tables", err);
    t2s_string_free(&replaced);
    for (size_t i = 0; !status && i < schema->table_count; i++) {
        t2s_string_clear(&sql);
        if (!append_table(&sql, schema, (int32_t)i))
            continue;
        if (sql.failed)
            status = t2s_fail_memory(err);
        else if (sqlite3_exec(made->db, sql.text, NULL, NULL, NULL) !=
                 SQLITE_OK)
            status = t2s_connection_fail(made->db, schema->tables[i].name, err);
    }
    t2s_string_free(&sql);
    if (!status)
        status =
            t2s_catalog_new(&made->catalog, made->db, "the empty tables", err);
    if (status)
        t2s_empty_free(made);
    else
        *out = made;
    return status;
}

int t2s_empty_prepares(const t2s_empty *empty, const char *sql, size_t n)
{
    sqlite3_mutex *mutex = sqlite3_db_mutex(empty->db);
    sqlite3_stmt *statement = NULL;
    t2s_expansion size = T2S_EXPANSION_FITS;
    int prepares = -1;
    sqlite3_mutex_enter(mutex);
    if (t2s_expansion_of_query(&size, empty->catalog, sql, n, false, NULL) ==
        T2SED_OK) {
        prepares = size == T2S_EXPANSION_FITS &&
                   sqlite3_prepare_v2(empty->db, sql, (int)n, &statement,
                                      NULL) == SQLITE_OK &&
                   statement && sqlite3_stmt_readonly(statement);
        sqlite3_finalize(statement);
    }
    sqlite3_mutex_leave(mutex);
    return prepares;
}

void t2s_empty_free(t2s_empty *empty)
{
    if (!empty)
        return;
    t2s_catalog_free(empty->catalog);
    sqlite3_close(empty->db);
    t2s_free(empty);
}
