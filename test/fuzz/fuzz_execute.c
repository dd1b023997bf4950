/*
 * Runs hostile SQL on a small database, as evaluator, evidence, findings and
 * agreement run it: a question, the gold query and predictions, one a line.
 * Nothing is written, and all of it ends soon.
 */
#include "small_database.h"
#include "t2sed/lab.h"
#include "features/features.h"

#define MOST_QUERIES 4

static t2sed_evaluator *evaluators[3];
static t2sed_database *database;
static t2sed_evidence *evidence;

static void end(void)
{
    for (int rule = 0; rule < 3; rule++)
        t2sed_evaluator_free(evaluators[rule]);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
}

static void begin(void)
{
    t2sed_evaluator_options options;
    t2sed_database_options limits;
    t2sed_evaluator_options_init(&options, sizeof options);
    small_open();
    t2sed_database_options_init(&limits, sizeof limits);
    options.threads = 1;
    options.max_milliseconds = 50;
    options.max_rows = 1000;
    options.max_memory = (size_t)32 << 20;
    limits.max_milliseconds = 50;
    limits.max_rows = 100;
    for (options.rule = 0; options.rule < 3; options.rule++)
        require(t2sed_evaluator_new(&evaluators[options.rule], &options,
                                    NULL) == T2SED_OK);
    require(t2sed_database_open(&database, small.path, &limits, NULL) ==
            T2SED_OK);
    require(t2sed_evidence_new(&evidence, database, NULL) == T2SED_OK);
    atexit(end);
}

static void evaluate(const char *const *queries, const size_t *lengths,
                     size_t count, int rule)
{
    t2sed_evaluator_item item = {0};
    t2sed_evaluation *evaluation;
    item.struct_size = sizeof item;
    item.database = small.database;
    item.gold = queries[0];
    item.gold_length = lengths[0];
    item.queries = queries + 1;
    item.query_lengths = lengths + 1;
    item.query_count = count - 1;
    if (t2sed_evaluator_evaluate(&evaluation, evaluators[rule], &item, NULL) !=
        T2SED_OK)
        return;
    for (size_t i = 0; i + 1 < count; i++)
        require(t2sed_reason_name(evaluation->verdicts[i].reason) &&
                evaluation->verdicts[i].message);
    t2sed_evaluation_free(evaluation);
}

static void gather(const char *text, size_t n)
{
    float numbers[1024];
    t2sed_sql *sql = NULL;
    t2sed_findings *findings;
    require(t2sed_evidence_count() < 1024);
    if (t2sed_sql_parse_n(&sql, text, n, NULL) == T2SED_OK &&
        t2sed_evidence_compute(evidence, sql, numbers, NULL) == T2SED_OK)
        for (size_t i = 0; i < t2sed_evidence_count(); i++)
            require(!(numbers[i] < t2s_feature_at(i)->low) &&
                    !(numbers[i] > t2s_feature_at(i)->high));
    t2sed_sql_free(sql);
    if (t2sed_findings_read_n(&findings, evidence, text, n, NULL) != T2SED_OK)
        return;
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        t2sed_finding finding = {.struct_size = sizeof finding};
        require(t2sed_findings_get(findings, i, &finding, NULL) == T2SED_OK);
        require(finding.sql.begin == (size_t)-1 ||
                (finding.sql.begin <= finding.sql.end && finding.sql.end <= n));
        require(finding.message != NULL);
    }
    t2sed_findings_free(findings);
}

static void agree(const char *const *queries, const size_t *lengths,
                  size_t count)
{
    t2sed_agreement *agreement;
    if (t2sed_agreement_new(&agreement, evidence, queries, lengths, count, NULL,
                            NULL) != T2SED_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        t2sed_agreed agreed = {.struct_size = sizeof agreed};
        require(t2sed_agreement_get(agreement, i, &agreed, NULL) == T2SED_OK);
        require(agreed.group < (int)count);
    }
    t2sed_agreement_free(agreement);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *stop = at + size, *line;
    const char *queries[MOST_QUERIES];
    size_t lengths[MOST_QUERIES], count = 0;
    t2sed_question *question;
    if (!evidence)
        begin();
    line = size ? memchr(at, '\n', size) : NULL;
    if (!line || size > 10000 ||
        t2sed_question_new_n(&question, at, (size_t)(line - at), NULL) !=
            T2SED_OK)
        return 0;
    require(t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK);
    t2sed_question_free(question);
    for (at = line + 1; at < stop && count < MOST_QUERIES; at = line + 1) {
        line = memchr(at, '\n', (size_t)(stop - at));
        line = line && count + 1 < MOST_QUERIES ? line : stop;
        queries[count] = at;
        lengths[count++] = (size_t)(line - at);
    }
    if (count > 0) {
        evaluate(queries, lengths, count, (int)(size % 3));
        agree(queries, lengths, count);
    }
    for (size_t i = 0; i < count; i++)
        gather(queries[i], lengths[i]);
    small_check();
    return 0;
}
