/* evidence_test.h - a question, a query and what a part says of them. */
#ifndef EVIDENCE_TEST_H
#define EVIDENCE_TEST_H

#include <math.h>
#include <string.h>

#include "facts/cues.h"
#include "features/overlap.h"
#include "features/values.h"
#include "t2sed/sql.h"

enum { MOST_FEATURES = 256 };

typedef enum evidence_part { CUES, OVERLAP, VALUES } evidence_part;

static inline const t2s_feature *features_of(evidence_part part, size_t *count)
{
    *count = part == CUES      ? t2s_cues_feature_count
             : part == OVERLAP ? t2s_overlap_feature_count
                               : t2s_values_feature_count;
    return part == CUES      ? t2s_cues_features
           : part == OVERLAP ? t2s_overlap_features
                             : t2s_values_features;
}

/* Fills in a part's features; frees all it makes. */
static inline t2sed_status gather(float out[MOST_FEATURES], evidence_part part,
                                  const char *text, const char *sql,
                                  const t2sed_schema *schema,
                                  const t2s_value_index *values)
{
    t2sed_question *question;
    t2sed_sql *parsed;
    t2s_question_facts *asked = NULL;
    t2s_query query = {0};
    t2sed_status status = t2sed_question_new(&question, text, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2s_question_facts_new(&asked, question, schema, values, NULL);
    t2sed_question_free(question);
    if (status != T2SED_OK)
        return status;
    status = t2sed_sql_parse(&parsed, sql, NULL);
    if (status == T2SED_OK) {
        status = t2s_query_read(&query, parsed, schema, NULL);
        if (status == T2SED_OK) {
            if (part == CUES)
                status = t2s_cues_fill(out, asked, &query, schema, NULL);
            else if (part == OVERLAP)
                status = t2s_overlap_fill(out, asked, &query, schema, NULL);
            else
                status =
                    t2s_values_fill(out, asked, &query, schema, values, NULL);
            t2s_query_free(&query);
        }
        t2sed_sql_free(parsed);
    }
    t2s_question_facts_free(asked);
    return status;
}

/* The value of one feature, all being within their ranges. */
static inline double feature(evidence_part part, const char *name,
                             const char *text, const char *sql,
                             const t2sed_schema *schema,
                             const t2s_value_index *values)
{
    float out[MOST_FEATURES];
    size_t count;
    double found = -1000;
    const t2s_feature *features = features_of(part, &count);
    ck_assert_uint_le(count, MOST_FEATURES);
    ck_assert_msg(gather(out, part, text, sql, schema, values) == T2SED_OK,
                  "%.60s", sql);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(isnan(out[i]) || (out[i] >= features[i].low &&
                                        out[i] <= features[i].high),
                      "%s is %g", features[i].name, (double)out[i]);
        if (strcmp(features[i].name, name) == 0)
            found = (double)out[i];
    }
    ck_assert_msg(found > -1000 || isnan(found), "no feature %s", name);
    return found;
}

/* Names are there once, in ranges that are some. */
static inline void check_table(evidence_part part, const char *prefix)
{
    size_t count;
    const t2s_feature *features = features_of(part, &count);
    for (size_t i = 0; i < count; i++) {
        ck_assert(strncmp(features[i].name, prefix, strlen(prefix)) == 0);
        ck_assert(features[i].low < features[i].high);
        ck_assert(features[i].meaning[0] != '\0');
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(features[i].name, features[j].name);
    }
}

#endif
