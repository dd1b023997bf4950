/* Reads any bytes as a tables.json and looks each of its names up. */
#include <stddef.h>
#include <stdint.h>

#include "t2sed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2sed_schemas *schemas;
    if (t2sed_schemas_parse_n(&schemas, (const char *)data, size, "fuzz",
                              NULL) != T2SED_OK)
        return 0;
    for (size_t i = 0; i < t2sed_schemas_count(schemas); i++) {
        const t2sed_schema *schema = t2sed_schemas_at(schemas, i);
        for (size_t t = 0; t < t2sed_schema_table_count(schema); t++)
            t2sed_schema_find_table(schema, t2sed_schema_table_name(schema, t));
        for (size_t c = 0; c < t2sed_schema_column_count(schema); c++)
            t2sed_schema_find_column(schema, -1,
                                     t2sed_schema_column_name(schema, c), NULL);
    }
    t2sed_schemas_free(schemas);
    return 0;
}
