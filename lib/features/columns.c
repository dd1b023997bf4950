/* How a query's tables and columns fit those that were predicted. */
#include "features/features.h"
#include "sketch/prediction.h"

#include "base/error.h"
#include "base/memory.h"
#include "facts/query.h"

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

#define ROW(name, meaning, low, high)  {"column." #name, meaning, low, high, 0},
#define NAME(name, meaning, low, high) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

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

static void measure_all(double *out, const uint8_t *columns,
                        const uint8_t *tables,
                        const t2sed_schema_prediction *prediction)
{
    out[F_likelihood] = out[F_regret] = 0;
    for (int role = 0; role <= T2S_ITEM_ROLES; role++) {
        double *measures = out + role * MEASURE_COUNT;
        if (role < T2S_ITEM_ROLES)
            measure(measures, columns, (uint8_t)(1u << role),
                    prediction->columns + role, T2S_ITEM_ROLES,
                    prediction->column_count);
        else
            measure(measures, tables, 1u << T2S_ITEM_USED, prediction->tables,
                    1, prediction->table_count);
        if (role == T2S_ITEM_USED || isnan(measures[LIKELIHOOD]))
            continue;
        out[F_likelihood] += measures[LIKELIHOOD];
        out[F_regret] += measures[REGRET];
    }
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const size_t count = in->from->schema->column_count;
    uint8_t *columns =
        t2s_alloc_array(count + in->from->schema->table_count, 1);
    if (!columns)
        return t2s_fail_memory(err);
    t2s_roles_read(columns, columns + count, in->query, in->from->schema);
    measure_all(out, columns, columns + count, in->from->prediction);
    t2s_free(columns);
    return T2SED_OK;
}

const t2s_feature_group t2s_columns_group = {
    features, F_COUNT, T2S_NEEDS_PREDICTION, compute, false};
