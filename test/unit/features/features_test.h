/* features_test.h - a question, a query and what a group of features says of
 * them. */
#ifndef FEATURES_TEST_H
#define FEATURES_TEST_H

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "facts/asked_rows.h"
#include "features/features.h"
#include "query_test.h"

/* Fills in a group's features; frees all it makes. */
static inline t2sed_status gather(float out[T2S_MOST_OF_GROUP],
                                  const t2s_feature_group *group,
                                  const char *text, const char *sql,
                                  const t2sed_schema *schema,
                                  const t2s_value_index *values)
{
    t2sed_question *question = NULL;
    t2sed_sql *parsed = NULL;
    t2s_question_facts *asked = NULL;
    t2sed_evidence from = {.schema = schema, .values = values};
    t2s_candidate candidate = {.of = &from};
    t2s_query *query = NULL;
    t2sed_status status = t2sed_question_new(&question, text, NULL);
    if (status == T2SED_OK)
        status = t2s_question_facts_new(&asked, question, schema, values, NULL);
    if (status == T2SED_OK)
        status = t2sed_sql_parse(&parsed, sql, NULL);
    candidate.sql = parsed;
    if (status == T2SED_OK) {
        from.question = asked;
        from.question_words = asked->words.count;
        status = t2s_asked_rows_new(&from.rows, asked, NULL, 0, NULL);
    }
    if (status == T2SED_OK) {
        const t2s_match *match;
        status = t2s_candidate_match(&match, &candidate, NULL);
        if (status == T2SED_OK)
            status = t2s_candidate_query(&query, &candidate, NULL);
        if (status == T2SED_OK) {
            const t2s_feature_input input = {.from = &from,
                                             .candidate = &candidate,
                                             .query = query,
                                             .match = match};
            status = t2s_features_of_group(out, group, &input, NULL);
        }
    }
    t2s_candidate_end(&candidate);
    t2sed_witness_free(from.witness);
    t2s_free(from.rows);
    t2s_question_facts_free(asked);
    t2sed_question_free(question);
    return status;
}

/* The value of one feature, all being within their ranges. */
static inline double feature(const t2s_feature_group *group, const char *name,
                             const char *text, const char *sql,
                             const t2sed_schema *schema,
                             const t2s_value_index *values)
{
    float out[T2S_MOST_OF_GROUP];
    double found = -1000;
    ck_assert_msg(gather(out, group, text, sql, schema, values) == T2SED_OK,
                  "%.60s", sql);
    for (size_t i = 0; i < group->count; i++) {
        const t2s_feature *of = &group->features[i];
        ck_assert_msg(isnan(out[i]) ||
                          (out[i] >= of->low && out[i] <= of->high),
                      "%s is %g", of->name, (double)out[i]);
        if (strcmp(of->name, name) == 0)
            found = (double)out[i];
    }
    ck_assert_msg(found > -1000 || isnan(found), "no feature %s", name);
    return found;
}

/* Names are there once, in ranges that are some. */
static inline void check_table(const t2s_feature_group *group,
                               const char *prefix)
{
    ck_assert_uint_le(group->count, T2S_MOST_OF_GROUP);
    for (size_t i = 0; i < group->count; i++) {
        const t2s_feature *of = &group->features[i];
        ck_assert(strncmp(of->name, prefix, strlen(prefix)) == 0);
        ck_assert(of->low < of->high);
        ck_assert(of->meaning[0] != '\0');
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(of->name, group->features[j].name);
    }
}

#endif
