/*
 * Parses the input as SQL and explains what parses, with a schema or without,
 * by either kind of names. Whatever parses has steps, whose texts can be
 * printed and are of the query's size, whose places lie in the query, and which
 * use earlier steps; or is T2SED_ELIMIT.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "t2sed/explain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static const t2sed_schema *schema(void)
{
    static t2sed_schema *made;
    if (!made)
        require(t2sed_schema_parse_ddl(
                    &made,
                    "CREATE TABLE t (a INT PRIMARY KEY, b TEXT);"
                    "CREATE TABLE u (b INT, c INT REFERENCES t (a), d_e REAL)",
                    NULL) == T2SED_OK);
    return made;
}

static void check_step(const t2sed_explanation *made, size_t i, size_t size)
{
    t2sed_step step = {.struct_size = sizeof step};
    size_t length;
    require(t2sed_explanation_get(made, i, &step, NULL) == T2SED_OK);
    length = strlen(step.text);
    require(length > 0 &&
            length == t2sed_printable(NULL, 0, step.text, length));
    require(t2sed_step_kind_name(step.kind) && t2sed_step_part_name(step.part));
    for (size_t k = 0; k < step.span_count; k++)
        require(step.spans[k].begin < step.spans[k].end &&
                step.spans[k].end <= size);
    for (size_t k = 0; k < step.use_count; k++)
        require(step.uses[k] < i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned switches = size ? (unsigned)size ^ data[size - 1] : 0;
    t2sed_explain_options options;
    t2sed_explanation *made = NULL, *again = NULL;
    t2sed_sql *sql = NULL;
    t2sed_status status;
    if (t2sed_sql_parse_n(&sql, (const char *)data, size, NULL) != T2SED_OK)
        return 0;
    t2sed_explain_options_init(&options, sizeof options);
    options.raw_names = switches & 1;
    status = t2sed_sql_explain(&made, sql, switches & 2 ? schema() : NULL,
                               &options, NULL);
    require(status == T2SED_OK || status == T2SED_ELIMIT);
    require((status == T2SED_OK) == (t2sed_explanation_count(made) > 0));
    for (size_t i = 0; i < t2sed_explanation_count(made); i++)
        check_step(made, i, size);
    require(t2sed_sql_explain(&again, sql, switches & 2 ? schema() : NULL,
                              &options, NULL) == status);
    require(t2sed_explanation_count(made) == t2sed_explanation_count(again));
    t2sed_explanation_free(made);
    t2sed_explanation_free(again);
    t2sed_sql_free(sql);
    return 0;
}
