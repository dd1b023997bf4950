/* plan_heads.c - which heads a query has, and how a plan agrees with them. */
#include "sketch/plan_heads.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

#define ROW(name, feature, least, meaning)                                     \
    {#name, meaning, T2S_SHAPE_##feature, least},

static const struct {
    const char *name, *meaning;
    int feature;
    float least;
} table[] = {T2S_PLAN_HEADS(ROW)};

size_t t2sed_plan_head_count(void)
{
    return T2S_PLAN_COUNT;
}

const char *t2sed_plan_head_name(size_t i)
{
    return i < T2S_PLAN_COUNT ? table[i].name : NULL;
}

const char *t2sed_plan_head_meaning(size_t i)
{
    return i < T2S_PLAN_COUNT ? table[i].meaning : NULL;
}

/* Whether a LIMIT is no literal: then its number is not known. */
static bool has_unknown_limit(const t2s_query *query)
{
    for (size_t i = 0; i < query->scopes.count; i++)
        if (query->scopes.at[i].has[T2S_CLAUSE_LIMIT] &&
            !query->scopes.at[i].has_limit_number)
            return true;
    return false;
}

void t2s_plan_heads(float heads[T2S_PLAN_COUNT], const t2s_query *query)
{
    float shape[T2S_SHAPE_COUNT];
    t2s_shape_read(shape, query);
    for (size_t i = 0; i < T2S_PLAN_COUNT; i++)
        heads[i] = shape[table[i].feature] >= table[i].least;
    if (heads[T2S_PLAN_limit_1] == 0 && has_unknown_limit(query))
        heads[T2S_PLAN_limit_1] = NAN;
}

t2sed_status t2sed_plan_read(float *heads, const t2sed_sql *sql,
                             const t2sed_schema *schema, t2sed_error *err)
{
    t2s_query query = {0};
    t2sed_status status;
    if (!heads || !sql)
        return t2s_fail_null(err, __func__, "heads and sql");
    status = t2s_query_read(&query, sql, schema, err);
    if (status == T2SED_OK)
        t2s_plan_heads(heads, &query);
    t2s_query_free(&query);
    return status;
}

t2sed_status t2sed_plan_new(t2sed_plan **out, const double *probabilities,
                            t2sed_error *err)
{
    t2sed_plan *made;
    if (!out || !probabilities)
        return t2s_fail_null(err, __func__, "out and probabilities");
    for (size_t i = 0; i < T2S_PLAN_COUNT; i++)
        if (!(probabilities[i] >= 0 && probabilities[i] <= 1))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "plan: \"%s\" has the probability %g, expected 0 "
                            "to 1",
                            table[i].name, probabilities[i]);
    made = t2s_alloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    memcpy(made->probability, probabilities, sizeof made->probability);
    for (size_t i = 0; i < T2S_PLAN_COUNT; i++)
        made->threshold[i] = 0.5;
    *out = made;
    return T2SED_OK;
}

void t2sed_plan_free(t2sed_plan *plan)
{
    t2s_free(plan);
}

double t2sed_plan_probability(const t2sed_plan *plan, size_t i)
{
    return plan && i < T2S_PLAN_COUNT ? plan->probability[i] : 0;
}

int t2sed_plan_has(const t2sed_plan *plan, size_t i)
{
    return plan && i < T2S_PLAN_COUNT &&
           plan->probability[i] >= plan->threshold[i];
}

double t2s_plan_agrees(const t2sed_plan *plan, size_t i, float has)
{
    double p = plan->probability[i];
    p = has > 0 ? p : 1 - p;
    return p < T2S_PLAN_LEAST       ? T2S_PLAN_LEAST
           : p > 1 - T2S_PLAN_LEAST ? 1 - T2S_PLAN_LEAST
                                    : p;
}

t2sed_status t2sed_plan_log_likelihood(double *out, const t2sed_plan *plan,
                                       const t2sed_sql *sql,
                                       const t2sed_schema *schema,
                                       t2sed_error *err)
{
    float heads[T2S_PLAN_COUNT];
    double sum = 0;
    t2sed_status status;
    if (!out || !plan || !sql)
        return t2s_fail_null(err, __func__, "out, plan and sql");
    status = t2sed_plan_read(heads, sql, schema, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < T2S_PLAN_COUNT; i++)
        if (!isnan(heads[i]))
            sum += log(t2s_plan_agrees(plan, i, heads[i]));
    *out = sum;
    return T2SED_OK;
}

t2sed_status t2sed_plan_agreement(double *out, const t2sed_plan *plan,
                                  const t2sed_sql *sql,
                                  const t2sed_schema *schema, t2sed_error *err)
{
    float heads[T2S_PLAN_COUNT];
    double product = 1;
    t2sed_status status;
    if (!out || !plan || !sql)
        return t2s_fail_null(err, __func__, "out, plan and sql");
    status = t2sed_plan_read(heads, sql, schema, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < T2SED_PLAN_CLAUSES; i++) {
        double as = t2s_plan_agrees(plan, i, heads[i]);
        product *= as < 0.5 ? as / (1 - as) : 1;
    }
    *out = product;
    return T2SED_OK;
}
