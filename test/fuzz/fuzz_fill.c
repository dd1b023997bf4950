/* Reads any bytes as a prediction and, behind a newline, its gold query. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lab/collect/collector.h"
#include "t2sed.h"
#include "t2sed/lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char ddl[] = "CREATE TABLE t (a INT, b TEXT);"
                          "CREATE TABLE u (a INT, c DATE, \"d e\" TEXT);";

/* Fills in; NULL where one of the queries is no SQL or too long. */
static char *fill(const char *text, size_t n, const t2sed_sql *gold,
                  const t2sed_schema *schema, size_t *values)
{
    size_t filled = 0, guessed = 0;
    char *out = NULL;
    (void)t2s_fill(&out, &filled, &guessed, text, n, gold, schema, NULL);
    *values = filled + guessed;
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *newline = size ? memchr(data, '\n', size) : NULL;
    size_t n = newline ? (size_t)(newline - text) : size, values;
    static t2sed_schema *schema;
    t2sed_sql *gold = NULL;
    char *out, *again;
    if (!schema && t2sed_schema_parse_ddl(&schema, ddl, NULL) != T2SED_OK)
        return 0;
    if (t2sed_sql_parse_n(&gold, newline ? newline + 1 : "SELECT 1",
                          newline ? size - n - 1 : 8, NULL) != T2SED_OK)
        return 0;
    out = fill(text, n, gold, schema, &values);
    if (out) {
        /* What was filled in is SQL, and has nothing left to fill in. */
        again = fill(out, strlen(out), gold, schema, &values);
        assert(again && values == 0 && strcmp(out, again) == 0);
        t2sed_free(again);
    }
    t2sed_free(out);
    t2sed_sql_free(gold);
    return 0;
}
