/* The public accessors. */
#include <string.h>

#include "schema/schema.h"

static const t2s_table *table_at(const t2sed_schema *schema, size_t table)
{
    return schema && table < schema->table_count ? &schema->tables[table]
                                                 : NULL;
}

static const t2s_column *column_at(const t2sed_schema *schema, size_t column)
{
    return schema && column < schema->column_count ? &schema->columns[column]
                                                   : NULL;
}

const char *t2sed_schema_name(const t2sed_schema *schema)
{
    return schema ? schema->name : NULL;
}

size_t t2sed_schema_table_count(const t2sed_schema *schema)
{
    return schema ? schema->table_count : 0;
}

size_t t2sed_schema_column_count(const t2sed_schema *schema)
{
    return schema ? schema->column_count : 0;
}

const char *t2sed_schema_table_name(const t2sed_schema *schema, size_t table)
{
    const t2s_table *at = table_at(schema, table);
    return at ? at->name : NULL;
}

const char *t2sed_schema_table_readable(const t2sed_schema *schema,
                                        size_t table)
{
    const t2s_table *at = table_at(schema, table);
    return at ? at->readable : NULL;
}

int t2sed_schema_table_is_view(const t2sed_schema *schema, size_t table)
{
    const t2s_table *at = table_at(schema, table);
    return at ? at->is_view : 0;
}

void t2sed_schema_table_columns(const t2sed_schema *schema, size_t table,
                                size_t *first, size_t *count)
{
    const t2s_table *at = table_at(schema, table);
    if (first)
        *first = at ? (size_t)at->first_column : 0;
    if (count)
        *count = at ? (size_t)at->column_count : 0;
}

const char *t2sed_schema_column_name(const t2sed_schema *schema, size_t column)
{
    const t2s_column *at = column_at(schema, column);
    return at ? at->name : NULL;
}

const char *t2sed_schema_column_readable(const t2sed_schema *schema,
                                         size_t column)
{
    const t2s_column *at = column_at(schema, column);
    return at ? at->readable : NULL;
}

int32_t t2sed_schema_column_table(const t2sed_schema *schema, size_t column)
{
    const t2s_column *at = column_at(schema, column);
    return at ? at->table : T2S_NO_ITEM;
}

const char *t2sed_schema_column_type(const t2sed_schema *schema, size_t column)
{
    const t2s_column *at = column_at(schema, column);
    return at ? at->type : NULL;
}

int t2sed_schema_column_kind(const t2sed_schema *schema, size_t column)
{
    const t2s_column *at = column_at(schema, column);
    return at ? at->kind : -1;
}

int32_t t2sed_schema_column_primary(const t2sed_schema *schema, size_t column)
{
    const t2s_column *at = column_at(schema, column);
    return at ? at->primary : 0;
}

size_t t2sed_schema_foreign_key_count(const t2sed_schema *schema)
{
    return schema ? schema->foreign_key_count : 0;
}

int t2sed_schema_foreign_key(const t2sed_schema *schema, size_t i,
                             int32_t *from, int32_t *to, int32_t *group)
{
    if (!schema || i >= schema->foreign_key_count)
        return 0;
    if (from)
        *from = schema->foreign_keys[i].from;
    if (to)
        *to = schema->foreign_keys[i].to;
    if (group)
        *group = schema->foreign_keys[i].group;
    return 1;
}

int32_t t2sed_schema_find_table(const t2sed_schema *schema, const char *name)
{
    return schema && name ? t2s_schema_find_table(schema, name, strlen(name))
                          : T2S_NO_ITEM;
}

int32_t t2sed_schema_find_column(const t2sed_schema *schema, int32_t table,
                                 const char *name, size_t *matches)
{
    if (schema && name)
        return t2s_schema_find_column(schema, table, name, strlen(name),
                                      matches);
    if (matches)
        *matches = 0;
    return T2S_NO_ITEM;
}
