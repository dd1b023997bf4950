/* The public accessors. */
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "schema/schema.h"

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

size_t t2sed_schema_foreign_key_count(const t2sed_schema *schema)
{
    return schema ? schema->foreign_key_count : 0;
}

const char *t2sed_schema_table_name(const t2sed_schema *schema, size_t table)
{
    return table < t2sed_schema_table_count(schema) ? schema->tables[table].name
                                                    : NULL;
}

const char *t2sed_schema_column_name(const t2sed_schema *schema, size_t column)
{
    return column < t2sed_schema_column_count(schema)
               ? schema->columns[column].name
               : NULL;
}

size_t t2sed_schema_column_table(const t2sed_schema *schema, size_t column)
{
    return column < t2sed_schema_column_count(schema)
               ? (size_t)schema->columns[column].table
               : T2SED_NONE;
}

static t2sed_status check_item(const t2sed_schema *schema, const void *out,
                               size_t i, size_t count, const char *what,
                               t2sed_error *err)
{
    if (!schema || !out)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_schema_%s_get: schema and out must not be NULL",
                        what);
    if (i >= count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema: no %s %zu, there are %zu", what, i, count);
    return T2SED_OK;
}

t2sed_status t2sed_schema_table_get(const t2sed_schema *schema, size_t i,
                                    t2sed_schema_table *out, t2sed_error *err)
{
    t2sed_schema_table record = {.struct_size = sizeof record};
    t2sed_status status = check_item(
        schema, out, i, t2sed_schema_table_count(schema), "table", err);
    if (status != T2SED_OK)
        return status;
    record.name = schema->tables[i].name;
    record.readable = schema->tables[i].readable;
    record.first_column = (size_t)schema->tables[i].first_column;
    record.column_count = (size_t)schema->tables[i].column_count;
    record.is_view = schema->tables[i].is_view;
    return t2s_sized_write(out, &record, sizeof record, "t2sed_schema_table",
                           err);
}

t2sed_status t2sed_schema_column_get(const t2sed_schema *schema, size_t i,
                                     t2sed_schema_column *out, t2sed_error *err)
{
    t2sed_schema_column record = {.struct_size = sizeof record};
    t2sed_status status = check_item(
        schema, out, i, t2sed_schema_column_count(schema), "column", err);
    if (status != T2SED_OK)
        return status;
    record.name = schema->columns[i].name;
    record.readable = schema->columns[i].readable;
    record.type = schema->columns[i].type;
    record.table = (size_t)schema->columns[i].table;
    record.kind = schema->columns[i].kind;
    record.primary = schema->columns[i].primary;
    return t2s_sized_write(out, &record, sizeof record, "t2sed_schema_column",
                           err);
}

t2sed_status t2sed_schema_foreign_key_get(const t2sed_schema *schema, size_t i,
                                          t2sed_schema_foreign_key *out,
                                          t2sed_error *err)
{
    t2sed_schema_foreign_key record = {.struct_size = sizeof record};
    t2sed_status status =
        check_item(schema, out, i, t2sed_schema_foreign_key_count(schema),
                   "foreign_key", err);
    if (status != T2SED_OK)
        return status;
    record.from = (size_t)schema->foreign_keys[i].from;
    record.to = (size_t)schema->foreign_keys[i].to;
    record.group = schema->foreign_keys[i].group;
    return t2s_sized_write(out, &record, sizeof record,
                           "t2sed_schema_foreign_key", err);
}
