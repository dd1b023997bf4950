/*
 * Schemas and queries from outside, compared on witness databases. The parts of
 * an input: the schema, as DDL or, where it begins with "[", as Spider's JSON;
 * @@a and @@b the queries. Whatever they are, a comparison ends, and a
 * difference shows two results that differ.
 */
#include <string.h>

#include "fuzz.h"
#include "schema/schema.h"
#include "t2sed/parts/witness.h"
#include "witness/effects.h"

static t2sed_schemas *schemas;
static t2sed_schema *opened;

static const t2sed_schema *open_schema(fuzz_part part)
{
    const char *text = (const char *)part.bytes;
    if (part.size && *text == '[')
        return t2s_schemas_parse(&schemas, text, part.size, "schemas", NULL) ==
                           T2SED_OK &&
                       schemas->list.count
                   ? schemas->list.at[0]
                   : NULL;
    return t2sed_schema_parse_ddl_n(&opened, text, part.size, NULL) == T2SED_OK
               ? opened
               : NULL;
}

static size_t check_rows(const t2sed_witness_rows *rows)
{
    for (size_t i = 0; i < rows->column_count; i++)
        require(rows->columns[i] != NULL);
    for (size_t i = 0; i < rows->row_count * rows->column_count; i++) {
        const t2sed_cell *cell = &rows->cells[i];
        require(cell->type >= T2SED_CELL_NULL && cell->type <= T2SED_CELL_BLOB);
        if (cell->type == T2SED_CELL_TEXT)
            require(cell->text && strlen(cell->text) <= cell->length);
    }
    return rows->row_count;
}

static void check(const t2sed_difference *found)
{
    t2sed_witness_rows rows = {.struct_size = sizeof rows};
    const int outcome = t2sed_difference_outcome(found);
    const size_t tables = t2sed_difference_table_count(found);
    require(outcome == T2SED_WITNESS_DIFFER || tables == 0);
    require(outcome != T2SED_WITNESS_UNKNOWN ||
            *t2sed_difference_cause(found) != '\0');
    for (size_t i = 0; i < tables; i++) {
        require(t2sed_difference_table_get(found, i, &rows, NULL) == T2SED_OK);
        require(check_rows(&rows) <= 150);
    }
    for (int i = 0; i < 2 && outcome == T2SED_WITNESS_DIFFER; i++) {
        require(t2sed_difference_result_get(found, i, &rows, NULL) == T2SED_OK);
        check_rows(&rows);
    }
}

/* No part has both an effect and none. */
static void find_effects(t2sed_witness *witness, const t2sed_schema *schema,
                         const t2sed_sql *sql)
{
    t2s_query query = {0};
    t2s_effects effects;
    int32_t sum = 0;
    if (t2s_query_read(&query, sql, schema, NULL) == T2SED_OK) {
        require(t2s_effects_find(&effects, witness, sql, &query, NULL) ==
                T2SED_OK);
        for (int i = 0; i < T2S_VARIANT_KINDS; i++)
            sum += effects.of[i].yes + effects.of[i].no + effects.of[i].unknown;
        require(sum <= T2S_MOST_VARIANTS && effects.runs <= 2 &&
                effects.telling <= effects.runs);
    }
    t2s_query_free(&query);
}

static void compare(const t2sed_schema *schema, const t2sed_sql *a,
                    const t2sed_sql *b)
{
    t2sed_witness_options options;
    t2sed_witness *witness = NULL;
    t2sed_difference *found = NULL;
    const t2sed_sql *queries[2] = {a, b};
    int32_t groups[2];
    t2sed_witness_options_init(&options, sizeof options);
    options.instances = 3;
    options.max_milliseconds = 200;
    require(t2sed_witness_new(&witness, schema, &options, NULL) == T2SED_OK);
    require(t2sed_witness_compare(&found, witness, a, b, NULL) == T2SED_OK);
    check(found);
    require(t2sed_witness_group(groups, witness, queries, 2, 1, NULL) ==
            T2SED_OK);
    require(groups[0] <= 0 && groups[1] <= 1);
    find_effects(witness, schema, a);
    t2sed_difference_free(found);
    t2sed_witness_free(witness);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    const size_t count = fuzz_parts(parts, data, size);
    const fuzz_part a = fuzz_find(parts, count, 'a'),
                    b = fuzz_find(parts, count, 'b');
    const t2sed_schema *schema = open_schema(parts[0]);
    t2sed_sql *first = NULL, *second = NULL;
    if (schema &&
        t2sed_sql_parse_n(&first, (const char *)a.bytes, a.size, NULL) ==
            T2SED_OK &&
        t2sed_sql_parse_n(&second, (const char *)b.bytes, b.size, NULL) ==
            T2SED_OK)
        compare(schema, first, second);
    t2sed_sql_free(first);
    t2sed_sql_free(second);
    t2sed_schema_free(opened);
    t2sed_schemas_free(schemas);
    opened = NULL;
    schemas = NULL;
    return 0;
}
