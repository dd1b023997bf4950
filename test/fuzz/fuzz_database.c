/*
 * Hostile SQLite files (sqlite_file.h), asked all that a database is asked for:
 * its schema, values of columns, links, evidence and labels. "@@q" is a query
 * to run on it. The file stays as it is, and nothing comes beside it.
 */
#include "sqlite_file.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static char path[FUZZ_PATH];

static void sample(t2sed_database *database)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    t2sed_sample_options options;
    t2sed_sample_options_init(&options, sizeof options);
    options.max_milliseconds = 20;
    for (size_t c = 0; c < t2sed_schema_column_count(schema) && c < 6; c++) {
        t2sed_values *values;
        if (t2sed_database_sample(&values, database, c, &options, NULL) !=
            T2SED_OK)
            continue;
        for (size_t i = 0; i < t2sed_values_count(values); i++)
            require(t2sed_values_text(values, i, NULL) != NULL);
        t2sed_values_free(values);
    }
}

static void link_query(t2sed_database *database, const t2sed_question *question,
                       const t2sed_sql *sql)
{
    t2sed_linker *linker;
    t2sed_links *links;
    if (t2sed_linker_new(&linker, database, NULL) != T2SED_OK)
        return;
    if (t2sed_linker_link(&links, linker, question, sql, NULL, NULL) ==
        T2SED_OK)
        t2sed_links_free(links);
    t2sed_linker_free(linker);
}

static void gather(t2sed_database *database, const t2sed_question *question,
                   const t2sed_sql *sql, fuzz_part query)
{
    t2sed_evidence *evidence;
    t2sed_findings *findings;
    float numbers[1024];
    if (t2sed_evidence_new(&evidence, database, NULL) != T2SED_OK)
        return;
    require(t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK);
    t2sed_evidence_compute(evidence, sql, numbers, NULL);
    if (t2sed_findings_read_n(&findings, evidence, (const char *)query.bytes,
                              query.size, NULL) == T2SED_OK)
        t2sed_findings_free(findings);
    t2sed_evidence_free(evidence);
}

static void label(t2sed_database *database, fuzz_part query)
{
    static const char *const gold[] = {"SELECT count(*) FROM t1",
                                       "SELECT * FROM v1 ORDER BY 1"};
    t2sed_evaluator_options options;
    t2sed_evaluator_item item = {0};
    t2sed_evaluator *evaluator;
    t2sed_evaluation *evaluation;
    const char *queries[] = {(const char *)query.bytes, gold[1]};
    size_t lengths[] = {query.size, strlen(gold[1])};
    t2sed_evaluator_options_init(&options, sizeof options);
    options.threads = 1;
    options.max_milliseconds = 50;
    options.max_rows = 1000;
    options.max_memory = (size_t)32 << 20;
    require(t2sed_evaluator_new(&evaluator, &options, NULL) == T2SED_OK);
    item.struct_size = sizeof item;
    item.database = database;
    item.gold = gold[query.size & 1];
    item.queries = queries;
    item.query_lengths = lengths;
    item.query_count = 2;
    if (t2sed_evaluator_evaluate(&evaluation, evaluator, &item, NULL) ==
        T2SED_OK)
        t2sed_evaluation_free(evaluation);
    t2sed_evaluator_free(evaluator);
}

static void use(t2sed_database *database, fuzz_part query)
{
    t2sed_question *question;
    t2sed_sql *sql = NULL;
    require(t2sed_question_new(&question, "How many a of b are 'x1' or 3?",
                               NULL) == T2SED_OK);
    if (t2sed_sql_parse_n(&sql, (const char *)query.bytes, query.size, NULL) !=
        T2SED_OK)
        require(t2sed_sql_parse(&sql, "SELECT b FROM t1 WHERE a = 'x1'",
                                NULL) == T2SED_OK);
    sample(database);
    link_query(database, question, sql);
    gather(database, question, sql, query);
    label(database, query);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
}

static char *read_bytes(size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    require(file && bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size), before, after;
    t2sed_database_options options;
    t2sed_database *database;
    char *was, *is;
    if (size > 20000)
        return 0;
    fuzz_clear();
    fuzz_path(path, "hostile.sqlite");
    sqlite_file_build(path, parts, count);
    was = read_bytes(&before);
    t2sed_database_options_init(&options, sizeof options);
    options.max_milliseconds = options.values_milliseconds = 50;
    options.max_rows = 100;
    if (t2sed_database_open(&database, path, &options, NULL) == T2SED_OK) {
        use(database, fuzz_find(parts, count, 'q'));
        t2sed_database_free(database);
    }
    is = read_bytes(&after);
    require(before == after && memcmp(was, is, before) == 0);
    free(was);
    free(is);
    return 0;
}
