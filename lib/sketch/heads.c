/* heads.c - which heads a query has, and how a sketch agrees with them. */
#include "sketch/heads.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"

#define ROW(name, feature, least, meaning)                                     \
    {#name, meaning, T2S_SHAPE_##feature, least},
#define FORM_ROW(name, meaning) {#name, meaning, 0, 0},

static const struct {
    const char *name, *meaning;
    int feature; /* of heads that are neither forms nor senses */
    float least;
} table[] = {T2S_SKETCH_HEADS(ROW) T2S_FORMS(FORM_ROW) T2S_SENSES(FORM_ROW)};

size_t t2sed_sketch_head_count(void)
{
    return T2S_SKETCH_COUNT;
}

const char *t2sed_sketch_head_name(size_t i)
{
    return i < T2S_SKETCH_COUNT ? table[i].name : NULL;
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

void t2s_sketch_heads(float heads[T2S_SKETCH_COUNT], const t2s_query *query)
{
    float shape[T2S_SHAPE_COUNT];
    t2s_shape_read(shape, query);
    for (size_t i = 0; i < T2S_SKETCH_FORMS; i++)
        heads[i] = shape[table[i].feature] >= table[i].least;
    for (size_t i = 0; i < T2S_FORM_COUNT; i++)
        heads[T2S_SKETCH_FORMS + i] = query->parts.forms[i];
    for (size_t i = 0; i < T2S_SENSE_COUNT; i++)
        heads[T2S_SKETCH_SENSES + i] = query->parts.senses[i];
    if (heads[T2S_SKETCH_limit_1] == 0 && has_unknown_limit(query))
        heads[T2S_SKETCH_limit_1] = NAN;
}

t2sed_status t2sed_sketch_read(float *heads, const t2sed_sql *sql,
                               const t2sed_schema *schema, t2sed_error *err)
{
    t2s_query query = {0};
    t2sed_status status;
    if (!heads || !sql)
        return t2s_fail_null(err, __func__, "heads and sql");
    status = t2s_query_read(&query, sql, schema, err);
    if (status == T2SED_OK)
        t2s_sketch_heads(heads, &query);
    t2s_query_free(&query);
    return status;
}

t2sed_sketch *t2s_sketch_new(const double probabilities[T2S_SKETCH_COUNT])
{
    t2sed_sketch *made = t2s_alloc(sizeof *made);
    if (!made)
        return NULL;
    memcpy(made->probability, probabilities, sizeof made->probability);
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++)
        made->threshold[i] = 0.5;
    return made;
}

void t2sed_sketch_free(t2sed_sketch *sketch)
{
    t2s_free(sketch);
}

t2sed_status t2sed_sketch_get(const t2sed_sketch *sketch, size_t i,
                              t2sed_sketch_head *out, t2sed_error *err)
{
    t2sed_sketch_head head = {.struct_size = sizeof head};
    if (!sketch || !out)
        return t2s_fail_null(err, __func__, "sketch and out");
    if (i >= T2S_SKETCH_COUNT)
        return t2s_fail(err, T2SED_EINVAL, -1, "sketch: there is no head %zu",
                        i);
    head.name = table[i].name;
    head.meaning = table[i].meaning;
    head.probability = sketch->probability[i];
    head.threshold = sketch->threshold[i];
    head.expected = head.probability >= head.threshold;
    return t2s_sized_write(out, &head, sizeof head, "t2sed_sketch_head", err);
}

double t2s_sketch_agrees(const t2sed_sketch *sketch, size_t i, float has)
{
    double p = isnan(has) ? (double)NAN : sketch->probability[i];
    p = has > 0 ? p : 1 - p;
    return p < T2S_SKETCH_LEAST       ? T2S_SKETCH_LEAST
           : p > 1 - T2S_SKETCH_LEAST ? 1 - T2S_SKETCH_LEAST
                                      : p;
}

t2sed_sketch_fit t2s_sketch_fit_of(const t2sed_sketch *sketch,
                                   const t2s_query *query)
{
    float heads[T2S_SKETCH_COUNT];
    t2sed_sketch_fit fit = {.struct_size = sizeof fit, .agreement = 1};
    t2s_sketch_heads(heads, query);
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++) {
        const double p = t2s_sketch_agrees(sketch, i, heads[i]);
        if (isnan(p))
            continue;
        fit.log_likelihood += log(p);
        if (i < T2SED_SKETCH_CLAUSES && p < 0.5)
            fit.agreement *= p / (1 - p);
    }
    return fit;
}

t2sed_status t2sed_sketch_compare(const t2sed_sketch *sketch,
                                  const t2sed_sql *sql,
                                  const t2sed_schema *schema,
                                  t2sed_sketch_fit *out, t2sed_error *err)
{
    t2s_query query = {0};
    t2sed_sketch_fit fit;
    t2sed_status status;
    if (!sketch || !sql || !out)
        return t2s_fail_null(err, __func__, "sketch, sql and out");
    status = t2s_query_read(&query, sql, schema, err);
    if (status == T2SED_OK) {
        fit = t2s_sketch_fit_of(sketch, &query);
        status =
            t2s_sized_write(out, &fit, sizeof fit, "t2sed_sketch_fit", err);
    }
    t2s_query_free(&query);
    return status;
}
