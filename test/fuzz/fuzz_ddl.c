/* Reads any bytes as CREATE statements. */
#include <stddef.h>
#include <stdint.h>

#include "t2sed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2sed_schema *schema;
    if (t2sed_schema_parse_ddl_n(&schema, (const char *)data, size, NULL) ==
        T2SED_OK)
        t2sed_schema_free(schema);
    return 0;
}
