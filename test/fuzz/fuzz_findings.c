/*
 * What question and schema alone say of a query: the input is CREATE
 * statements, or nothing for a schema that is here; "@@q", the question; "@@k",
 * knowledge beside it, or none; "@@s", the query. Numbers lie within their
 * ranges, places within the texts.
 */
#include "answers.h"

static const char ddl[] =
    "CREATE TABLE city (name TEXT PRIMARY KEY, district TEXT, size INT);"
    "CREATE TABLE trip (id INT PRIMARY KEY, city TEXT REFERENCES city, "
    "\"in\" DATE);";

/* What a query says of itself. */
static void read_query(const t2sed_sql *sql, const t2sed_schema *schema)
{
    size_t columns = t2sed_schema_column_count(schema);
    size_t tables = t2sed_schema_table_count(schema);
    float heads[256];
    unsigned char *roles = malloc(columns + tables + 1);
    require(roles && t2sed_sketch_head_count() <= 256);
    t2sed_sketch_read(heads, sql, schema, NULL);
    t2sed_roles_read(roles, roles + columns, sql, schema, NULL);
    free(roles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    fuzz_part asked = fuzz_find(parts, count, 'q');
    fuzz_part known = fuzz_find(parts, count, 'k');
    fuzz_part query = fuzz_find(parts, count, 's');
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    if (size > 20000)
        return 0;
    if ((parts[0].size
             ? t2sed_schema_parse_ddl_n(&schema, (const char *)parts[0].bytes,
                                        parts[0].size, NULL)
             : t2sed_schema_parse_ddl(&schema, ddl, NULL)) == T2SED_OK &&
        t2sed_question_new_n(&question, (const char *)asked.bytes, asked.size,
                             NULL) == T2SED_OK &&
        t2sed_question_set_knowledge_n(question, (const char *)known.bytes,
                                       known.size, NULL) == T2SED_OK) {
        require(t2sed_database_new_schema(&database, schema, NULL, NULL) ==
                T2SED_OK);
        require(t2sed_evidence_new(&evidence, database, NULL) == T2SED_OK);
        require(t2sed_evidence_set_question(evidence, question, NULL) ==
                T2SED_OK);
        answers_find(evidence, (const char *)query.bytes, query.size,
                     asked.size + 1 + known.size);
        if (t2sed_sql_parse_n(&sql, (const char *)query.bytes, query.size,
                              NULL) == T2SED_OK) {
            answers_compute(evidence, sql);
            read_query(sql, schema);
        }
    }
    t2sed_sql_free(sql);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
    return 0;
}
