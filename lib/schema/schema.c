#include "schema/schema.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/vector.h"

/* Columns of a table from which on the maps are quicker than a look at each. */
#define WIDE_TABLE 32

t2sed_schema *t2s_schema_new(void)
{
    t2sed_schema *schema = t2s_zalloc(sizeof *schema);
    if (schema) {
        schema->name = "";
        schema->table_names.folds_case = true;
        schema->column_names.folds_case = true;
    }
    return schema;
}

void t2sed_schema_free(t2sed_schema *schema)
{
    if (!schema)
        return;
    t2s_free(schema->tables);
    t2s_free(schema->columns);
    t2s_free(schema->foreign_keys);
    t2s_map_free(&schema->table_names);
    t2s_map_free(&schema->column_names);
    t2s_arena_free(&schema->arena);
    t2s_free(schema);
}

t2sed_status t2s_schema_add_table(t2sed_schema *schema, const char *name,
                                  size_t n, const char *readable, bool is_view,
                                  t2sed_error *err)
{
    t2s_table table = {0};
    if (schema->table_count >= T2SED_SCHEMA_MAX_TABLES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "more than %d tables, the most that are read",
                        T2SED_SCHEMA_MAX_TABLES);
    table.name = t2s_arena_strndup(&schema->arena, name, n);
    table.readable = readable ? t2s_arena_strdup(&schema->arena, readable)
                              : t2s_readable_name(&schema->arena, name, n);
    table.first_column = (int32_t)schema->column_count;
    table.is_view = is_view;
    if (!table.name || !table.readable ||
        (schema->table_count == schema->table_capacity &&
         !t2s_vector_grow(&schema->tables, &schema->table_capacity,
                          schema->table_count + 1, sizeof *schema->tables)))
        return t2s_fail_memory(err);
    schema->tables[schema->table_count++] = table;
    return T2SED_OK;
}

t2sed_status t2s_schema_add_column(t2sed_schema *schema, const char *name,
                                   size_t n, const char *readable,
                                   const char *type, t2sed_error *err)
{
    t2s_column column = {0};
    if (schema->table_count == 0)
        return t2s_fail(err, T2SED_EINVAL, -1, "a column without a table");
    if (schema->column_count >= T2SED_SCHEMA_MAX_COLUMNS)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "more than %d columns, the most that are read",
                        T2SED_SCHEMA_MAX_COLUMNS);
    column.table = (int32_t)schema->table_count - 1;
    column.name = t2s_arena_strndup(&schema->arena, name, n);
    column.readable = readable ? t2s_arena_strdup(&schema->arena, readable)
                               : t2s_readable_name(&schema->arena, name, n);
    column.type = t2s_arena_strdup(&schema->arena, type);
    column.kind = t2s_type_kind(type);
    column.next_same = T2S_NO_ITEM;
    if (!column.name || !column.readable || !column.type ||
        (schema->column_count == schema->column_capacity &&
         !t2s_vector_grow(&schema->columns, &schema->column_capacity,
                          schema->column_count + 1, sizeof *schema->columns)))
        return t2s_fail_memory(err);
    schema->columns[schema->column_count++] = column;
    schema->tables[column.table].column_count++;
    return T2SED_OK;
}

t2sed_status t2s_schema_add_foreign_key(t2sed_schema *schema, int32_t from,
                                        int32_t to, int32_t group,
                                        t2sed_error *err)
{
    t2s_foreign_key key = {from, to, group};
    if (schema->foreign_key_count >= T2SED_SCHEMA_MAX_COLUMNS)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "more than %d foreign keys, the most that are read",
                        T2SED_SCHEMA_MAX_COLUMNS);
    if (schema->foreign_key_count == schema->foreign_key_capacity &&
        !t2s_vector_grow(&schema->foreign_keys, &schema->foreign_key_capacity,
                         schema->foreign_key_count + 1,
                         sizeof *schema->foreign_keys))
        return t2s_fail_memory(err);
    schema->foreign_keys[schema->foreign_key_count++] = key;
    schema->columns[from].is_foreign = true;
    schema->columns[to].is_referenced = true;
    return T2SED_OK;
}

/* From last to first, so that a name's entry is the first that has it. */
t2sed_status t2s_schema_index(t2sed_schema *schema, t2sed_error *err)
{
    for (size_t i = schema->table_count; i-- > 0;) {
        const char *name = schema->tables[i].name;
        if (!t2s_map_set(&schema->table_names, name, strlen(name), (int64_t)i))
            return t2s_fail_memory(err);
    }
    for (size_t i = schema->column_count; i-- > 0;) {
        t2s_column *column = &schema->columns[i];
        size_t n = strlen(column->name);
        schema->tables[column->table].key_columns += column->primary > 0;
        column->next_same = (int32_t)t2s_map_get(&schema->column_names,
                                                 column->name, n, T2S_NO_ITEM);
        if (!t2s_map_set(&schema->column_names, column->name, n, (int64_t)i))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

int32_t t2s_schema_find_table(const t2sed_schema *schema, const char *name,
                              size_t n)
{
    return (int32_t)t2s_map_get(&schema->table_names, name, n, T2S_NO_ITEM);
}

static int32_t find_in_table(const t2sed_schema *schema, int32_t table,
                             const char *name, size_t n)
{
    int32_t first = schema->tables[table].first_column;
    for (int32_t i = 0; i < schema->tables[table].column_count; i++) {
        const char *other = schema->columns[first + i].name;
        if (t2s_casecmp_n(other, strlen(other), name, n) == 0)
            return first + i;
    }
    return T2S_NO_ITEM;
}

/* The same by the index. */
static int32_t find_in_index(const t2sed_schema *schema, int32_t table,
                             const char *name, size_t n)
{
    int32_t column =
        (int32_t)t2s_map_get(&schema->column_names, name, n, T2S_NO_ITEM);
    while (column != T2S_NO_ITEM && schema->columns[column].table != table)
        column = schema->columns[column].next_same;
    return column;
}

/* Counts the tables from `column` on whose column of that name it is. */
static size_t count_tables(const t2sed_schema *schema, int32_t column)
{
    int32_t table = T2S_NO_ITEM;
    size_t count = 0;
    for (; column != T2S_NO_ITEM; column = schema->columns[column].next_same) {
        if (schema->columns[column].table != table)
            count++;
        table = schema->columns[column].table;
    }
    return count;
}

int32_t t2s_schema_find_column(const t2sed_schema *schema, int32_t table,
                               const char *name, size_t n, size_t *matches)
{
    int32_t found = T2S_NO_ITEM;
    size_t count = 0;
    if (table >= 0) {
        if ((size_t)table < schema->table_count)
            found = schema->column_names.count > 0 &&
                            schema->tables[table].column_count > WIDE_TABLE
                        ? find_in_index(schema, table, name, n)
                        : find_in_table(schema, table, name, n);
        count = found != T2S_NO_ITEM;
    } else {
        found =
            (int32_t)t2s_map_get(&schema->column_names, name, n, T2S_NO_ITEM);
        if (matches)
            count = count_tables(schema, found);
    }
    if (matches)
        *matches = count;
    return found;
}

bool t2s_schema_refers(const t2sed_schema *schema, int32_t from, int32_t to)
{
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        if (schema->foreign_keys[i].from == from &&
            schema->foreign_keys[i].to == to)
            return true;
    return false;
}

bool t2s_schema_is_lone_key(const t2sed_schema *schema, int32_t column)
{
    const t2s_column *of = &schema->columns[column];
    return of->primary && schema->tables[of->table].key_columns == 1;
}

bool t2s_schema_may_refer(const t2sed_schema *schema, int32_t from, int32_t to)
{
    const t2s_column *of = &schema->columns[from];
    return t2s_schema_refers(schema, from, to) ||
           (!of->is_foreign && !of->primary && from != to &&
            of->kind == schema->columns[to].kind &&
            t2s_schema_is_lone_key(schema, to));
}

bool t2s_schema_are_alike(const t2sed_schema *schema, int32_t a, int32_t b)
{
    const char *x = schema->columns[a].name, *y = schema->columns[b].name;
    const size_t n = strlen(x), m = strlen(y), least = n < m ? n : m;
    return t2s_casecmp_n(x + n - least, least, y + m - least, least) == 0;
}

bool t2s_schema_is_key(const t2sed_schema *schema, int32_t column)
{
    const t2s_column *of = &schema->columns[column];
    return of->primary > 0 || of->is_foreign || of->is_referenced;
}

int32_t t2s_schema_target(const t2sed_schema *schema, int32_t column)
{
    for (size_t i = schema->foreign_key_count;
         schema->columns[column].is_foreign && i-- > 0;)
        if (schema->foreign_keys[i].from == column)
            return schema->foreign_keys[i].to;
    return T2S_NO_ITEM;
}

bool t2s_schema_table_refers(const t2sed_schema *schema, int32_t from,
                             int32_t to)
{
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        if (schema->columns[schema->foreign_keys[i].from].table == from &&
            schema->columns[schema->foreign_keys[i].to].table == to)
            return true;
    return false;
}

int32_t t2s_schema_bridge(const t2sed_schema *schema, int32_t a, int32_t b)
{
    for (size_t i = 0; a != b && i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        const int32_t from = schema->columns[key->from].table;
        if (schema->columns[key->to].table == a && from != a && from != b &&
            t2s_schema_table_refers(schema, from, b))
            return from;
    }
    return T2S_NO_ITEM;
}

t2s_relation t2s_schema_relate(const t2sed_schema *schema, int32_t a, int32_t b)
{
    const t2s_column *of_a = &schema->columns[a], *of_b = &schema->columns[b];
    int32_t target = t2s_schema_target(schema, a);
    if (t2s_schema_refers(schema, a, b) || t2s_schema_refers(schema, b, a))
        return T2S_RELATION_DECLARED;
    if (target != T2S_NO_ITEM && t2s_schema_refers(schema, b, target))
        return T2S_RELATION_SHARED;
    return (of_a->primary || of_b->primary) &&
                   t2s_casecmp(of_a->name, of_b->name) == 0
               ? T2S_RELATION_NAME
               : T2S_RELATION_NONE;
}
