/*
 * Hostile SQLite files (sqlite_file.h), asked all that a database is asked for:
 * its schema, values of columns, links, evidence and labels. "@@q" is a query
 * to run on it. The file stays as it is, and nothing comes beside it.
 */
#include "answers.h"
#include "sqlite_file.h"

static const char asked[] = "How many a of b are 'x1' or 3?";
static char path[FUZZ_PATH];

static void label(t2sed_database *database, fuzz_part query)
{
    static const char *const gold[] = {"SELECT count(*) FROM t1",
                                       "SELECT * FROM v1 ORDER BY 1"};
    const char *queries[] = {gold[query.size & 1], (const char *)query.bytes,
                             gold[1]};
    size_t lengths[] = {strlen(queries[0]), query.size, strlen(gold[1])};
    t2sed_evaluator *evaluator = answers_evaluator(0, 50);
    answers_evaluate(evaluator, database, queries, lengths, 3);
    t2sed_evaluator_free(evaluator);
}

static void gather(t2sed_database *database, const t2sed_question *question,
                   const t2sed_sql *sql, fuzz_part query)
{
    t2sed_evidence *evidence;
    if (t2sed_evidence_new(&evidence, database, NULL) != T2SED_OK)
        return;
    require(t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK);
    answers_compute(evidence, sql);
    answers_find(evidence, (const char *)query.bytes, query.size,
                 sizeof asked - 1);
    t2sed_evidence_free(evidence);
}

static void use(t2sed_database *database, fuzz_part query)
{
    t2sed_question *question;
    t2sed_sql *sql = NULL;
    require(t2sed_question_new(&question, asked, NULL) == T2SED_OK);
    if (t2sed_sql_parse_n(&sql, (const char *)query.bytes, query.size, NULL) !=
        T2SED_OK)
        require(t2sed_sql_parse(&sql, "SELECT b FROM t1 WHERE a = 'x1'",
                                NULL) == T2SED_OK);
    answers_sample(database);
    answers_link(database, question, sql);
    gather(database, question, sql, query);
    label(database, query);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
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
    was = fuzz_read_file(path, &before);
    t2sed_database_options_init(&options, sizeof options);
    options.max_milliseconds = options.values_milliseconds = 50;
    options.max_rows = 100;
    if (t2sed_database_open(&database, path, &options, NULL) == T2SED_OK) {
        use(database, fuzz_find(parts, count, 'q'));
        t2sed_database_free(database);
    }
    is = fuzz_read_file(path, &after);
    require(before == after && memcmp(was, is, before) == 0);
    free(was);
    free(is);
    return 0;
}
