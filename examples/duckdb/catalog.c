/* catalog.c - tables, columns and keys of the current schema, by DuckDB's
 * catalog. */
#include "../shared/errors.h"
#include "t2sed_duckdb.h"

#include <string.h>

DUCKDB_EXTENSION_EXTERN

/* The word that a type begins with says what it is; set and union are no types
 * to SQLite, in whose language the library reads schemas. Names of a key are
 * joined by chr(1), which no name has, before they are put into quotes. */
static const char ddl_query[] =
    "WITH typed AS (SELECT table_name AS t, ordinal_position AS i,"
    " '\"' || replace(column_name, '\"', '\"\"') || '\" ' AS c,"
    " trim(regexp_extract(data_type, '^[A-Za-z_ ]*')) AS word"
    " FROM information_schema.columns"
    " WHERE table_schema = current_schema()"
    " AND table_catalog = current_database()), "
    "columns AS (SELECT t, string_agg(c || CASE lower(word)"
    " WHEN 'set' THEN 'enum' WHEN 'union' THEN 'struct' ELSE word END,"
    " ', ' ORDER BY i) AS lines FROM typed GROUP BY t), "
    "named AS (SELECT table_name AS t, constraint_index AS i,"
    " constraint_type = 'PRIMARY KEY' AS is_primary, referenced_table AS u,"
    " replace(array_to_string(constraint_column_names, chr(1)),"
    " '\"', '\"\"') AS own,"
    " replace(array_to_string(referenced_column_names, chr(1)),"
    " '\"', '\"\"') AS others FROM duckdb_constraints()"
    " WHERE schema_name = current_schema()"
    " AND database_name = current_database()"
    " AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')), "
    "keys AS (SELECT t, string_agg(CASE WHEN is_primary"
    " THEN ', PRIMARY KEY (\"' ELSE ', FOREIGN KEY (\"' END"
    " || replace(own, chr(1), '\", \"') || '\")' || CASE WHEN is_primary"
    " THEN '' ELSE ' REFERENCES \"' || replace(u, '\"', '\"\"') || '\" (\"'"
    " || replace(others, chr(1), '\", \"') || '\")' END,"
    " '' ORDER BY is_primary DESC, i) AS lines FROM named"
    " WHERE is_primary OR u IN (SELECT t FROM columns) GROUP BY t) "
    "SELECT coalesce(string_agg('CREATE TABLE \"' || replace(t, '\"', '\"\"')"
    " || '\" (' || columns.lines || coalesce(keys.lines, '') || ');',"
    " chr(10) ORDER BY t), '') FROM columns LEFT JOIN keys USING (t)";

static const char sizes_query[] =
    "SELECT coalesce(string_agg(table_oid || ':' || estimated_size, ' '"
    " ORDER BY table_oid), '') FROM duckdb_tables()";

/* A table by all names that a query may give it. */
static const char names_query[] =
    "SELECT coalesce(to_json(list(name))::VARCHAR, '[]') FROM (SELECT "
    "unnest([table_name,"
    " table_schema || '.' || table_name, table_catalog || '.' || table_name,"
    " table_catalog || '.' || table_schema || '.' || table_name]) AS name"
    " FROM information_schema.tables)";

/* A candidate that reads such a view would wait for itself. */
static const char calls_query[] =
    "SELECT count(*)::VARCHAR FROM (SELECT sql FROM duckdb_views()"
    " UNION ALL SELECT sql FROM duckdb_tables()"
    " UNION ALL SELECT macro_definition FROM duckdb_functions()"
    " WHERE macro_definition IS NOT NULL) WHERE sql ILIKE '%t2sed!_%' "
    "ESCAPE '!'";

void lower(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text = (char)(*text - 'A' + 'a');
}

static t2sed_status read_names(json_t **out, duckdb_connection connection,
                               t2sed_error *err)
{
    char *text = NULL;
    json_t *list, *name;
    size_t i;
    t2sed_status status = ask_text(&text, connection, names_query, NULL, err);
    if (status != T2SED_OK)
        return status;
    lower(text);
    list = json_loads(text, JSON_DECODE_ANY, NULL);
    *out = json_object();
    json_array_foreach(list, i, name)
    {
        if (json_object_set(*out, json_string_value(name), json_true()) != 0)
            status = fill_error(err, T2SED_ENOMEM, "out of memory");
    }
    json_decref(list);
    free(text);
    return *out ? status : fill_error(err, T2SED_ENOMEM, "out of memory");
}

t2sed_status catalog_read(catalog *out, duckdb_connection connection,
                          t2sed_error *err)
{
    t2sed_status status;
    memset(out, 0, sizeof *out);
    status = ask_text(&out->ddl, connection, ddl_query, NULL, err);
    if (status == T2SED_OK)
        status = ask_text(&out->sizes, connection, sizes_query, NULL, err);
    if (status != T2SED_OK)
        catalog_free(out);
    return status;
}

t2sed_status catalog_complete(catalog *of, duckdb_connection connection,
                              t2sed_error *err)
{
    char *calls = NULL;
    t2sed_status status = ask_text(&calls, connection, calls_query, NULL, err);
    if (status == T2SED_OK)
        status = read_names(&of->names, connection, err);
    of->calls_back = calls && strcmp(calls, "0") != 0;
    free(calls);
    return status;
}

void catalog_free(catalog *of)
{
    free(of->ddl);
    free(of->sizes);
    json_decref(of->names);
    memset(of, 0, sizeof *of);
}
