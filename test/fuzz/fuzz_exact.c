/*
 * Compares the query on the first line with the one on the others (or with
 * itself) by every rule: a query matches itself, matching is symmetric, and
 * what matches by a stricter rule matches by Spider's.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "schema/schema.h"
#include "t2sed/lab/exact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static const t2sed_schema *schema(void)
{
    static t2sed_schema *made;
    if (made)
        return made;
    made = t2s_schema_new();
    require(t2s_schema_add_table(made, "t", 1, NULL, false, NULL) == 0);
    require(t2s_schema_add_column(made, "a", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_column(made, "b", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_table(made, "u", 1, NULL, false, NULL) == 0);
    require(t2s_schema_add_column(made, "b", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_column(made, "c", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_foreign_key(made, 2, 0, 0, NULL) == 0);
    require(t2s_schema_index(made, NULL) == 0);
    return made;
}

/* 1 or 0; -1 where one of the queries is beyond Spider's SQL. */
static int match(const t2sed_sql *gold, const t2sed_sql *predicted, int rule)
{
    int found = -1, difference = -1;
    t2sed_error err = {0};
    t2sed_status status;
    status = t2sed_exact_match(&found, &difference, gold, predicted, schema(),
                               rule, &err);
    if (status) {
        require(status == T2SED_EUNSUPPORTED && err.text[0] && found == -1);
        return -1;
    }
    require(found == (difference == T2SED_EXACT_NO_DIFFERENCE));
    return difference == T2SED_EXACT_BEYOND ? -1 : found;
}

static void check_pair(const t2sed_sql *a, const t2sed_sql *b)
{
    int spider = match(a, b, T2SED_EXACT_SPIDER);
    for (int rule = 0; rule <= T2SED_EXACT_WITH_VALUES; rule++) {
        int found = match(a, b, rule);
        require(found == match(b, a, rule));
        require(found <= spider);
        require(match(a, a, rule) != 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *end = size ? memchr(text, '\n', size) : NULL;
    size_t first = end ? (size_t)(end - text) : size;
    t2sed_sql *a = NULL, *b = NULL;
    int hardness;
    if (t2sed_sql_parse_n(&a, text, first, NULL) == T2SED_OK &&
        (!end ||
         t2sed_sql_parse_n(&b, end + 1, size - first - 1, NULL) == T2SED_OK)) {
        check_pair(a, b ? b : a);
        if (t2sed_hardness(&hardness, a, schema(), NULL) == T2SED_OK)
            require(t2sed_hardness_name(hardness) != NULL);
    }
    t2sed_sql_free(a);
    t2sed_sql_free(b);
    return 0;
}
