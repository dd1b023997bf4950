/* Schemas in the format of Spider's tables.json. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/vector.h"
#include "schema/schema.h"

#define MOST_BYTES (64u << 20)

/* One entry of the file on its way to a schema. */
typedef struct entry {
    const json_t *object;
    json_t *tables, *columns;                    /* original names */
    json_t *readable_tables, *readable_columns;  /* or NULL */
    json_t *types, *primary_keys, *foreign_keys; /* or NULL */
    t2sed_schema *schema;
    int32_t *numbers; /* the file's column -> ours, T2S_NO_ITEM for "*" */
    char what[256];   /* names the entry in messages */
    t2sed_error *err;
} entry;

static t2sed_status wrong(const entry *e, const char *key, size_t i,
                          const char *expected)
{
    return t2s_fail(e->err, T2SED_EFORMAT, -1,
                    "%s: \"%s\", entry %zu: expected %s", e->what, key, i,
                    expected);
}

static t2sed_status read_members(entry *e)
{
    t2s_members in = {e->object, e->what, e->err, T2SED_OK};
    t2s_member_array(&in, "table_names_original", true, &e->tables);
    t2s_member_array(&in, "column_names_original", true, &e->columns);
    t2s_member_array(&in, "table_names", false, &e->readable_tables);
    t2s_member_array(&in, "column_names", false, &e->readable_columns);
    t2s_member_array(&in, "column_types", false, &e->types);
    t2s_member_array(&in, "primary_keys", false, &e->primary_keys);
    t2s_member_array(&in, "foreign_keys", false, &e->foreign_keys);
    if (in.status != T2SED_OK)
        return in.status;
    if ((e->readable_tables &&
         json_array_size(e->readable_tables) != json_array_size(e->tables)) ||
        (e->readable_columns &&
         json_array_size(e->readable_columns) != json_array_size(e->columns)) ||
        (e->types && json_array_size(e->types) != json_array_size(e->columns)))
        return t2s_fail(e->err, T2SED_EFORMAT, -1,
                        "%s: the lists of names and types differ in length",
                        e->what);
    if (json_array_size(e->tables) > T2SED_SCHEMA_MAX_TABLES ||
        json_array_size(e->columns) > T2SED_SCHEMA_MAX_COLUMNS + 1)
        return t2s_fail(e->err, T2SED_ELIMIT, -1,
                        "%s: more than %d tables or %d columns", e->what,
                        T2SED_SCHEMA_MAX_TABLES, T2SED_SCHEMA_MAX_COLUMNS);
    return T2SED_OK;
}

/* Entry i of column_names(_original): [table, name]. */
static t2sed_status read_pair(const entry *e, json_t *list, const char *key,
                              size_t i, json_int_t *table, const char **name)
{
    if (json_unpack(json_array_get(list, i), "[Is!]", table, name) != 0)
        return wrong(e, key, i, "[table, name]");
    if (*table < -1 || *table >= (json_int_t)json_array_size(e->tables))
        return wrong(e, key, i, "the number of a table, or -1");
    return T2SED_OK;
}

/* A column of the file. */
typedef struct file_column {
    json_int_t table;
    const char *name, *readable, *type; /* readable may be NULL */
    size_t number;
} file_column;

static int compare_tables(const void *a, const void *b, const void *context)
{
    const file_column *x = a, *y = b;
    (void)context;
    return (x->table > y->table) - (x->table < y->table);
}

/* Reads the columns of tables, in the file's order. */
static t2sed_status read_columns(const entry *e, file_column *columns,
                                 size_t *count)
{
    for (size_t i = 0; i < json_array_size(e->columns); i++) {
        file_column *c = &columns[*count];
        json_int_t table;
        t2sed_status status = read_pair(e, e->columns, "column_names_original",
                                        i, &c->table, &c->name);
        e->numbers[i] = T2S_NO_ITEM;
        if (status == T2SED_OK && c->table < 0)
            continue;
        if (status == T2SED_OK && e->readable_columns)
            status = read_pair(e, e->readable_columns, "column_names", i,
                               &table, &c->readable);
        if (status != T2SED_OK)
            return status;
        c->type =
            e->types ? json_string_value(json_array_get(e->types, i)) : "";
        if (!c->type)
            return wrong(e, "column_types", i, "a string");
        c->number = i;
        ++*count;
    }
    return T2SED_OK;
}

/* Adds the tables, with columns that are in their order. */
static t2sed_status add_tables(const entry *e, const file_column *c,
                               size_t count)
{
    const file_column *end = c + count;
    for (size_t t = 0; t < json_array_size(e->tables); t++) {
        const char *readable = NULL;
        const char *name = json_string_value(json_array_get(e->tables, t));
        t2sed_status status;
        if (!name)
            return wrong(e, "table_names_original", t, "a string");
        if (e->readable_tables) {
            readable = json_string_value(json_array_get(e->readable_tables, t));
            if (!readable)
                return wrong(e, "table_names", t, "a string");
        }
        status = t2s_schema_add_table(e->schema, name, strlen(name), readable,
                                      false, e->err);
        for (; c < end && c->table == (json_int_t)t && status == T2SED_OK;
             c++) {
            e->numbers[c->number] = (int32_t)e->schema->column_count;
            status = t2s_schema_add_column(e->schema, c->name, strlen(c->name),
                                           c->readable, c->type, e->err);
        }
        if (status != T2SED_OK)
            return status;
    }
    return T2SED_OK;
}

static t2sed_status read_names(entry *e)
{
    size_t count = 0, most = json_array_size(e->columns);
    file_column *columns = t2s_zalloc_array(most, sizeof *columns);
    t2sed_status status = T2SED_OK;
    e->numbers = t2s_alloc_array(most, sizeof *e->numbers);
    if (!columns || !e->numbers)
        status = t2s_fail_memory(e->err);
    if (status == T2SED_OK)
        status = read_columns(e, columns, &count);
    /* Ours stand together, table by table. */
    if (status == T2SED_OK &&
        !t2s_sort(columns, count, sizeof *columns, compare_tables, NULL))
        status = t2s_fail_early(e->err);
    if (status == T2SED_OK)
        status = add_tables(e, columns, count);
    t2s_free(columns);
    return status;
}

/* Our number of the file's column that `value` is, or T2S_NO_ITEM. */
static int32_t column_number(const entry *e, const json_t *value)
{
    json_int_t i = json_is_integer(value) ? json_integer_value(value) : -1;
    return i >= 0 && i < (json_int_t)json_array_size(e->columns) ? e->numbers[i]
                                                                 : T2S_NO_ITEM;
}

/* Makes the column the next of its table's primary key; places[t] counts. */
static t2sed_status add_primary(entry *e, const json_t *value, size_t i,
                                int32_t *places)
{
    int32_t number = column_number(e, value);
    t2s_column *column;
    if (number == T2S_NO_ITEM)
        return wrong(e, "primary_keys", i, "the number of a column");
    column = &e->schema->columns[number];
    if (!column->primary)
        column->primary = ++places[column->table];
    return T2SED_OK;
}

static t2sed_status read_primary(entry *e)
{
    json_t *key;
    size_t i, k;
    int32_t *places;
    t2sed_status status = T2SED_OK;
    if (!e->primary_keys)
        return T2SED_OK;
    places = t2s_zalloc_array(e->schema->table_count, sizeof *places);
    if (!places)
        return t2s_fail_memory(e->err);
    json_array_foreach(e->primary_keys, i, key)
    {
        if (!json_is_array(key))
            status = add_primary(e, key, i, places);
        for (k = 0; k < json_array_size(key) && status == T2SED_OK; k++)
            status = add_primary(e, json_array_get(key, k), i, places);
        if (status != T2SED_OK)
            break;
    }
    t2s_free(places);
    return status;
}

static t2sed_status read_foreign(entry *e)
{
    json_t *key;
    size_t i;
    json_array_foreach(e->foreign_keys, i, key)
    {
        t2sed_status status;
        int32_t from = column_number(e, json_array_get(key, 0));
        int32_t to = column_number(e, json_array_get(key, 1));
        if (json_array_size(key) != 2 || from == T2S_NO_ITEM ||
            to == T2S_NO_ITEM)
            return wrong(e, "foreign_keys", i, "[column, column]");
        status =
            t2s_schema_add_foreign_key(e->schema, from, to, (int32_t)i, e->err);
        if (status != T2SED_OK)
            return status;
    }
    return T2SED_OK;
}

static t2sed_status read_schema(entry *e)
{
    t2sed_status status = read_members(e);
    if (status == T2SED_OK)
        status = read_names(e);
    if (status == T2SED_OK)
        status = read_primary(e);
    if (status == T2SED_OK)
        status = read_foreign(e);
    if (status == T2SED_OK)
        status = t2s_schema_index(e->schema, e->err);
    t2s_free(e->numbers);
    e->numbers = NULL;
    return status;
}

/* Adds entry `i` of the file to the list. */
static t2sed_status add_entry(t2sed_schemas *schemas, const json_t *object,
                              size_t i, const char *what, t2sed_error *err)
{
    entry e = {.object = object, .err = err};
    t2s_members in = {object, e.what, err, T2SED_OK};
    const char *name = NULL;
    snprintf(e.what, sizeof e.what, "%.150s: schema %zu", what, i);
    if (!json_is_object(object))
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: expected an object",
                        e.what);
    if (!t2s_member_string(&in, "db_id", true, &name))
        return in.status;
    snprintf(e.what, sizeof e.what, "%.150s: schema %.80s", what, name);
    if (t2s_map_find(&schemas->names, name, strlen(name)))
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: the db_id is there twice",
                        e.what);
    e.schema = t2s_schema_new();
    if (e.schema)
        e.schema->name = t2s_arena_strdup(&e.schema->arena, name);
    if (!e.schema || !e.schema->name ||
        !t2s_map_set(&schemas->names, name, strlen(name),
                     (int64_t)schemas->list.count) ||
        !t2s_vector_push(&schemas->list, e.schema)) {
        t2sed_schema_free(e.schema);
        return t2s_fail_memory(err);
    }
    return read_schema(&e);
}

static t2sed_status read_all(t2sed_schemas **out, const json_t *root,
                             const char *what, t2sed_error *err)
{
    t2sed_schemas *schemas;
    t2sed_status status = T2SED_OK;
    json_t *object;
    size_t i;
    if (!json_is_array(root))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: expected an array of schemas", what);
    schemas = t2s_zalloc(sizeof *schemas);
    if (!schemas)
        return t2s_fail_memory(err);
    json_array_foreach(root, i, object)
    {
        status = add_entry(schemas, object, i, what, err);
        if (status != T2SED_OK)
            break;
    }
    if (status != T2SED_OK) {
        t2sed_schemas_free(schemas);
        return status;
    }
    *out = schemas;
    return T2SED_OK;
}

t2sed_status t2s_schemas_parse(t2sed_schemas **out, const char *text, size_t n,
                               const char *what, t2sed_error *err)
{
    json_t *root;
    t2sed_status status;
    if (!out || (!text && n > 0) || !what)
        return t2s_fail_null(err, __func__, "out, text and what");
    if (n > MOST_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "%s: %zu bytes, the most that are read is %u", what, n,
                        MOST_BYTES);
    status = t2s_json_parse(&root, text, n, what, err);
    if (status != T2SED_OK)
        return status;
    status = read_all(out, root, what, err);
    json_decref(root);
    return status;
}

t2sed_status t2sed_schemas_open(t2sed_schemas **out, const char *path,
                                t2sed_error *err)
{
    char *text;
    size_t n;
    t2sed_status status;
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    status = t2s_file_read(&text, &n, path, MOST_BYTES, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_schemas_parse(out, text, n, path, err);
    t2s_free(text);
    return status;
}

void t2sed_schemas_free(t2sed_schemas *schemas)
{
    if (!schemas)
        return;
    for (size_t i = 0; i < schemas->list.count; i++)
        t2sed_schema_free(schemas->list.at[i]);
    t2s_vector_free(&schemas->list);
    t2s_map_free(&schemas->names);
    t2s_free(schemas);
}

const t2sed_schema *t2sed_schemas_find(const t2sed_schemas *schemas,
                                       const char *name)
{
    int64_t i = schemas && name
                    ? t2s_map_get(&schemas->names, name, strlen(name), -1)
                    : -1;
    return i < 0 ? NULL : schemas->list.at[i];
}
