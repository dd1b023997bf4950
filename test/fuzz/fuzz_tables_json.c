/* Reads any bytes as a tables.json and looks each of its names up. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "schema/schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2sed_schemas *schemas;
    if (t2s_schemas_parse(&schemas, (const char *)data, size, "fuzz", NULL) !=
        T2SED_OK)
        return 0;
    for (size_t i = 0; i < schemas->list.count; i++) {
        const t2sed_schema *schema = schemas->list.at[i];
        t2sed_schemas_find(schemas, t2sed_schema_name(schema));
        for (size_t t = 0; t < schema->table_count; t++)
            t2s_schema_find_table(schema, schema->tables[t].name,
                                  strlen(schema->tables[t].name));
        for (size_t c = 0; c < schema->column_count; c++)
            t2s_schema_find_column(schema, T2S_NO_ITEM, schema->columns[c].name,
                                   strlen(schema->columns[c].name), NULL);
    }
    t2sed_schemas_free(schemas);
    return 0;
}
