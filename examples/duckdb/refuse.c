/* refuse.c - whether a query reads only tables. DuckDB opens files, variables
 * of Python and web addresses by the names of tables and by functions. */
#include "../shared/errors.h"
#include "t2sed_duckdb.h"

#include <stdio.h>
#include <string.h>

DUCKDB_EXTENSION_EXTERN

static const char *text_of(const json_t *node, const char *key)
{
    const char *text = json_string_value(json_object_get(node, key));
    return text ? text : "";
}

/* The names that WITH gives to queries within a node: those around it, and its
 * own. The caller's (json_decref); NULL: no memory. */
static json_t *names_within(const json_t *node, json_t *around)
{
    json_t *out, *part;
    size_t i;
    if (!json_object_get(node, "cte_map"))
        return json_incref(around);
    out = json_copy(around);
    json_array_foreach(json_object_get(json_object_get(node, "cte_map"), "map"),
                       i, part)
    {
        char *name = strdup(text_of(part, "key"));
        if (name) {
            lower(name);
            json_object_set(out, name, json_true());
        }
        free(name);
    }
    return out;
}

/* A name of WITH or a part of one with a point might be a file's. */
static bool is_known(const json_t *node, const json_t *names,
                     const json_t *with)
{
    const char *parts[] = {text_of(node, "catalog_name"),
                           text_of(node, "schema_name"),
                           text_of(node, "table_name")};
    char name[1024] = "";
    for (int i = 0; i < 3; i++) {
        const size_t used = strlen(name);
        if (strchr(parts[i], '.'))
            return false;
        if (*parts[i] || i == 2)
            snprintf(name + used, sizeof name - used, "%s%s", used ? "." : "",
                     parts[i]);
    }
    if (strlen(name) + 1 == sizeof name)
        return false; /* it may be cut */
    lower(name);
    return json_object_get(names, name) ||
           (json_object_get(with, name) && !strpbrk(name, "./:*?["));
}

/* The name of what may not be read, or NULL. */
static const char *refused(const json_t *node, const json_t *names,
                           json_t *around)
{
    const char *type = text_of(node, "type"), *name = NULL, *key;
    const char *function = text_of(node, "function_name");
    const json_t *called = json_object_get(node, "function");
    json_t *part, *with;
    size_t i;
    if (strcmp(type, "TABLE_FUNCTION") == 0) {
        name = text_of(called, "function_name");
        if (strcmp(name, "unnest") != 0 && strcmp(name, "range") != 0 &&
            strcmp(name, "generate_series") != 0)
            return name;
    }
    if (strncmp(function, "t2sed_", 6) == 0)
        return function; /* it would wait for itself */
    if (strcmp(type, "SHOW_REF") == 0 ||
        (strcmp(type, "BASE_TABLE") == 0 && !is_known(node, names, around)))
        return text_of(node, "table_name");
    with = names_within(node, around);
    name = with ? NULL : "(no memory)";
    json_array_foreach(node, i, part)
    {
        if (!name)
            name = refused(part, names, with);
    }
    json_object_foreach((json_t *)node, key, part)
    {
        if (!name)
            name = refused(part, names, with);
    }
    json_decref(with);
    return name;
}

/* The query's tree as DuckDB writes it; NULL: it could not be asked. Places in
 * it may be 2^64 - 1, which is no integer to jansson. */
static json_t *tree_of(duckdb_connection connection, const char *sql)
{
    char *text = NULL;
    json_t *tree = NULL;
    if (ask_text(&text, connection, "SELECT json_serialize_sql($1::VARCHAR)",
                 sql, NULL) == T2SED_OK)
        tree = json_loads(text, JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, NULL);
    free(text);
    return tree;
}

t2sed_status refuse_files(duckdb_connection connection, const char *sql,
                          const json_t *names, t2sed_error *err)
{
    json_t *tree = tree_of(connection, sql), *with = json_object();
    const char *name;
    t2sed_status status = T2SED_OK;
    if (!tree || !with) {
        status = fill_error(err, T2SED_EDATABASE,
                            "DuckDB can't list the tables of the query "
                            "(json_serialize_sql of its extension json)");
    } else if (strcmp(text_of(tree, "error_type"), "not implemented") == 0) {
        status = fill_error(err, T2SED_ESYNTAX,
                            "DuckDB can't list the tables of the query: %s",
                            text_of(tree, "error_message"));
    } else {
        name = refused(tree, names, with);
        if (name)
            status = fill_error(err, T2SED_ESYNTAX,
                                "the query reads what is no table: %s", name);
    }
    json_decref(with);
    json_decref(tree);
    return status;
}
