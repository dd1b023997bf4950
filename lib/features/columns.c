/* How a query's tables and columns fit those that were predicted. */
#include "features/columns.h"

#include "base/error.h"
#include "base/memory.h"
#include "facts/roles.h"

/* Of a role, or of tables, in the order of `enum measure`. */
#define MEASURES(X, of, what)                                                  \
    X(of##_least, "least log-probability of " what, -7, 0)                     \
    X(of##_mean, "mean log-probability of " what, -7, 0)                       \
    X(of##_missed, "highest probability that is not of " what, 0, 1)           \
    X(of##_gap, "that less the least probability of " what, -1, 1)             \
    X(of##_expected, "how many were expected less how many are " what, -10,    \
      10)                                                                      \
    X(of##_likelihood, "log-likelihood of which are " what, -60, 0)            \
    X(of##_regret, "that less the best possible", -60, 0)

#define FEATURES(X)                                                            \
    MEASURES(X, selected, "selected columns")                                  \
    MEASURES(X, condition, "columns in conditions")                            \
    MEASURES(X, grouped, "columns grouped by")                                 \
    MEASURES(X, ordered, "columns ordered by")                                 \
    MEASURES(X, joined, "columns that only join")                              \
    MEASURES(X, used, "used columns")                                          \
    MEASURES(X, table, "used tables")                                          \
    X(likelihood, "of all roles but used, and tables", -200, 0)                \
    X(regret, "that less the best possible", -200, 0)

enum {
#define X(name, meaning, low, high) F_##name,
    FEATURES(X)
#undef X
        F_COUNT
};

const t2s_feature t2s_columns_features[] = {
#define X(name, meaning, low, high) {"column." #name, meaning, low, high},
    FEATURES(X)
#undef X
};
const size_t t2s_columns_feature_count = F_COUNT;

enum measure { LEAST, MEAN, MISSED, GAP, EXPECTED, LIKELIHOOD, REGRET };

#define MEASURE_COUNT (REGRET + 1)

static double keep_within(double p)
{
    return p < 0.002 ? 0.002 : p > 0.998 ? 0.998 : p;
}

/* `bits` has `mask` where an item is used; its probability is p[i * stride]. */
static void measure(double out[MEASURE_COUNT], const uint8_t *bits,
                    uint8_t mask, const double *p, size_t stride, size_t count)
{
    double least = 1, sum = 0, missed = 0, expected = 0, likelihood = 0;
    double best = 0;
    size_t used = 0, known = 0;
    for (size_t i = 0; i < MEASURE_COUNT; i++)
        out[i] = (double)NAN;
    for (size_t i = 0; i < count; i++) {
        double own = p[i * stride], kept = keep_within(own);
        bool is_used = (bits[i] & mask) != 0;
        if (isnan(own))
            continue;
        known++;
        used += is_used;
        expected += own;
        likelihood += log(is_used ? kept : 1 - kept);
        best += log(kept > 0.5 ? kept : 1 - kept);
        if (is_used) {
            least = kept < least ? kept : least;
            sum += log(kept);
        } else if (own > missed)
            missed = own;
    }
    if (known == 0)
        return;
    if (used) {
        out[LEAST] = log(least);
        out[MEAN] = sum / (double)used;
        out[GAP] = missed - least;
    }
    out[MISSED] = missed;
    out[EXPECTED] = expected - (double)used;
    out[LIKELIHOOD] = likelihood;
    out[REGRET] = likelihood - best;
}

static void measure_all(float *out, const uint8_t *columns,
                        const uint8_t *tables,
                        const t2sed_schema_prediction *prediction)
{
    double likelihood = 0, regret = 0, measures[MEASURE_COUNT];
    for (int role = 0; role <= T2S_ITEM_ROLES; role++) {
        size_t at = (size_t)role * MEASURE_COUNT;
        if (role < T2S_ITEM_ROLES)
            measure(measures, columns, (uint8_t)(1u << role),
                    prediction->columns + role, T2S_ITEM_ROLES,
                    prediction->column_count);
        else
            measure(measures, tables, 1u << T2SED_ROLE_USED, prediction->tables,
                    1, prediction->table_count);
        for (size_t i = 0; i < MEASURE_COUNT; i++)
            out[at + i] =
                t2s_feature_clip(&t2s_columns_features[at + i], measures[i]);
        if (role == T2SED_ROLE_USED || isnan(measures[LIKELIHOOD]))
            continue;
        likelihood += measures[LIKELIHOOD];
        regret += measures[REGRET];
    }
    out[F_likelihood] =
        t2s_feature_clip(&t2s_columns_features[F_likelihood], likelihood);
    out[F_regret] = t2s_feature_clip(&t2s_columns_features[F_regret], regret);
}

t2sed_status t2s_columns_fill(float *out, const t2s_query *query,
                              const t2sed_schema *schema,
                              const t2sed_schema_prediction *prediction,
                              t2sed_error *err)
{
    uint8_t *columns, *tables;
    t2sed_status status = T2SED_OK;
    if (!prediction) {
        for (size_t i = 0; i < F_COUNT; i++)
            out[i] = NAN;
        return T2SED_OK;
    }
    columns = t2s_alloc_array(schema->column_count, 1);
    tables = t2s_alloc_array(schema->table_count, 1);
    if (columns && tables) {
        t2s_roles_read(columns, tables, query, schema);
        measure_all(out, columns, tables, prediction);
    } else
        status = t2s_fail_memory(err);
    t2s_free(columns);
    t2s_free(tables);
    return status;
}
