/*
 * answers.h - what the library says of a query is asked for and checked:
 * numbers lie within their ranges, places within the texts.
 */
#ifndef T2S_FUZZ_ANSWERS_H
#define T2S_FUZZ_ANSWERS_H

#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"
#include "base/utf8.h"
#include "features/features.h"

static inline void answers_compute(t2sed_evidence *evidence,
                                   const t2sed_sql *sql)
{
    float numbers[1024];
    require(t2sed_evidence_count() < 1024);
    if (t2sed_evidence_compute(evidence, sql, numbers, NULL) != T2SED_OK)
        return;
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        require(!(numbers[i] < t2s_feature_at(i)->low) &&
                !(numbers[i] > t2s_feature_at(i)->high));
}

static inline void answers_check_span(t2sed_span span, size_t length)
{
    require(span.begin == (size_t)-1 ||
            (span.begin <= span.end && span.end <= length));
}

/* Of a question of `question` bytes. */
static inline void answers_find(t2sed_evidence *evidence, const char *sql,
                                size_t n, size_t question)
{
    t2sed_findings *findings;
    if (t2sed_findings_parse_n(&findings, evidence, sql, n, NULL) != T2SED_OK)
        return;
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        t2sed_finding finding = {.struct_size = sizeof finding};
        require(t2sed_findings_get(findings, i, &finding, NULL) == T2SED_OK);
        answers_check_span(finding.sql, n);
        answers_check_span(finding.question, question);
        require(finding.message != NULL);
    }
    t2sed_findings_free(findings);
}

static inline void answers_agree(t2sed_evidence *evidence,
                                 const char *const *queries,
                                 const size_t *lengths, size_t count)
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

/* An evaluator of small limits, by a rule of T2SED_RULE_*. */
static inline t2sed_evaluator *answers_evaluator(int rule, int milliseconds)
{
    t2sed_evaluator *evaluator;
    t2sed_evaluator_options options;
    t2sed_evaluator_options_init(&options, sizeof options);
    options.rule = rule;
    options.threads = 1;
    options.max_milliseconds = milliseconds;
    options.max_rows = 1000;
    options.max_memory = (size_t)32 << 20;
    require(t2sed_evaluator_new(&evaluator, &options, NULL) == T2SED_OK);
    return evaluator;
}

/* The first query is the gold query of the others. */
static inline void answers_evaluate(t2sed_evaluator *evaluator,
                                    t2sed_database *database,
                                    const char *const *queries,
                                    const size_t *lengths, size_t count)
{
    t2sed_evaluator_item item = {.struct_size = sizeof item,
                                 .database = database,
                                 .gold = queries[0],
                                 .gold_length = lengths[0],
                                 .queries = queries + 1,
                                 .query_lengths = lengths + 1,
                                 .query_count = count - 1};
    t2sed_evaluation *evaluation;
    if (t2sed_evaluator_evaluate(&evaluation, evaluator, &item, NULL) !=
        T2SED_OK)
        return;
    for (size_t i = 0; i + 1 < count; i++)
        require(t2sed_reason_name(evaluation->verdicts[i].reason) &&
                evaluation->verdicts[i].message);
    t2sed_evaluation_free(evaluation);
}

static inline void answers_link(t2sed_database *database,
                                const t2sed_question *question,
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

/* Of the first columns of its schema. */
static inline void answers_sample(t2sed_database *database)
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
        require(t2sed_values_count(values) <= options.max_values);
        for (size_t i = 0; i < t2sed_values_count(values); i++) {
            size_t n, good = 0, step = 1;
            const char *text = t2sed_values_text(values, i, &n);
            require(text && n <= options.max_value_bytes * 3);
            while (good < n && (step = t2s_utf8_length(text + good, n - good)))
                good += step;
            require(step > 0);
        }
        t2sed_values_free(values);
    }
}

#endif
