/* Reads any bytes as a prediction and, behind a newline, its gold query. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "t2sed.h"
#include "t2sed/lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char ddl[] = "CREATE TABLE t (a INT, b TEXT);"
                          "CREATE TABLE u (a INT, c DATE, \"d e\" TEXT);";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *newline = size ? memchr(data, '\n', size) : NULL;
    size_t n = newline ? (size_t)(newline - text) : size;
    const char *gold = newline ? newline + 1 : "SELECT 1";
    size_t gold_length = newline ? size - n - 1 : 8;
    static t2sed_schema *schema;
    size_t filled, guessed;
    char *out, *again;
    if (!schema && t2sed_schema_parse_ddl(&schema, ddl, NULL) != T2SED_OK)
        return 0;
    if (t2sed_placeholders_fill(&out, &filled, &guessed, text, n, gold,
                                gold_length, schema, NULL) != T2SED_OK)
        return 0;
    /* What was filled in is SQL, and has nothing left to fill in. */
    assert(t2sed_placeholders_fill(&again, &filled, &guessed, out, strlen(out),
                                   gold, gold_length, schema,
                                   NULL) == T2SED_OK);
    assert(filled + guessed == 0 && strcmp(out, again) == 0);
    t2sed_free(again);
    t2sed_free(out);
    return 0;
}
