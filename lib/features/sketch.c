/* Where a query differs from the sketch of what the right one is likely to
 * have. */
#include "features/features.h"
#include "sketch/heads.h"

/* Behind the feature of each head, which is 1 or 0 (the query has it) less its
 * probability; those of logarithms are of probabilities. */
#define FEATURES(X)                                                            \
    X(log_likelihood, -80, 0, "log probability of all heads")                  \
    X(log_clauses, -50, 0, "of the eight clauses")                             \
    X(log_aggregates, -60, 0, "of aggregates, DISTINCT and *")                 \
    X(log_order, -40, 0, "of ORDER BY, its directions and LIMIT")              \
    X(log_conditions, -60, 0, "of kinds of conditions")                        \
    X(log_nesting, -40, 0, "of nesting and compounds")                         \
    X(log_size, -60, 0, "of counts of columns, tables, conditions")            \
    X(log_senses, -60, 0, "of what the query does, however it is written")     \
    X(agreement, 0, 1, "how well the eight clauses agree with the plan")       \
    X(worst, -7, 0, "least log probability of a head")                         \
    X(worst_3, -7, 0, "mean of the three least")                               \
    X(unlikely, 0, 20, "heads against a probability of 0.8 or more")           \
    X(selected_difference, -3, 3,                                              \
      "result columns, up to 4, less those expected")                          \
    X(tables_difference, -3, 3, "tables, up to 4, less those expected")        \
    X(conditions_difference, -3, 3, "conditions, up to 3, less those expected")

#define HEAD(name, feature, least, meaning)                                    \
    {"plan." #name, "has, less the probability of: " meaning, -1, 1, 0},
#define FORM(name, meaning)                                                    \
    {"plan." #name, "has, less the probability of: " meaning, -1, 1, 0},
#define ROW(name, low, high, meaning)  {"plan." #name, meaning, low, high, 0},
#define NAME(name, low, high, meaning) F_##name,

static const t2s_feature features[] = {T2S_SKETCH_HEADS(HEAD) T2S_FORMS(FORM)
                                           T2S_SENSES(FORM) FEATURES(ROW)};
enum { F_BEFORE = T2S_SKETCH_COUNT - 1, FEATURES(NAME) F_COUNT };

#define H(name) T2S_SKETCH_##name
#define S(name) (T2S_SKETCH_SENSES + (int)T2S_SENSE_##name)

/* Heads whose log probabilities are added up. */
static const struct {
    int feature;
    int heads[16]; /* ended by -1 */
} sums[] = {
    {F_log_clauses,
     {H(where), H(group_by), H(having), H(order_by), H(limit), H(except),
      H(union), H(intersect), -1}},
    {F_log_aggregates,
     {H(select_count), H(select_sum), H(select_avg), H(select_min),
      H(select_max), H(any_count), H(any_sum), H(any_avg), H(any_min),
      H(any_max), H(distinct), H(count_distinct), H(star), -1}},
    {F_log_order,
     {H(order_by), H(limit), H(limit_1), H(descending), H(ascending),
      H(order_by_count), -1}},
    {F_log_conditions,
     {H(greater), H(less), H(or_equal), H(not_equal), H(like), H(between),
      H(in), H(or), H(negation), H(having), -1}},
    {F_log_nesting,
     {H(nested), H(nested_condition), H(nested_from), H(except), H(union),
      H(intersect), -1}},
    {F_log_size,
     {H(selected_2), H(selected_3), H(selected_4), H(tables_2), H(tables_3),
      H(tables_4), H(conditions_1), H(conditions_2), H(conditions_3), -1}},
    {F_log_senses,
     {S(counts), S(averages), S(totals), S(shares), S(extremes), S(groups),
      S(keeps_unmatched), S(leaves_out), S(either), S(both), S(once),
      S(compares_aggregate), S(tops), -1}},
};

static void sum_logs(double *out, const double *agrees)
{
    for (size_t g = 0; g < sizeof sums / sizeof sums[0]; g++) {
        out[sums[g].feature] = 0;
        for (const int *head = sums[g].heads; *head >= 0; head++)
            if (!isnan(agrees[*head]))
                out[sums[g].feature] += log(agrees[*head]);
    }
}

static void find_worst(double *out, const double *agrees)
{
    double least[3] = {1, 1, 1}; /* rising */
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++) {
        double p = agrees[i];
        for (int k = 0; k < 3; k++)
            if (p < least[k]) {
                double moved = least[k];
                least[k] = p;
                p = moved;
            }
    }
    out[F_worst] = log(least[0]);
    out[F_worst_3] = (log(least[0]) + log(least[1]) + log(least[2])) / 3;
}

/* What the query has of a row of heads for rising counts, less what is
 * expected. */
static double difference(const float *has, const t2sed_sketch *sketch,
                         int first, int count)
{
    double sum = 0;
    for (int i = first; i < first + count; i++)
        sum += (double)has[i] - sketch->probability[i];
    return sum;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2sed_sketch *sketch = in->from->sketch;
    float has[T2S_SKETCH_COUNT];
    double agrees[T2S_SKETCH_COUNT]; /* NAN where not known */
    (void)err;
    t2s_sketch_heads(has, in->query);
    out[F_log_likelihood] = out[F_unlikely] = 0;
    out[F_agreement] = 1;
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++) {
        out[i] = (double)has[i] - sketch->probability[i];
        agrees[i] = t2s_sketch_agrees(sketch, i, has[i]);
        if (isnan(agrees[i]))
            continue;
        out[F_log_likelihood] += log(agrees[i]);
        out[F_unlikely] += agrees[i] <= 0.2;
        if (i < T2SED_SKETCH_CLAUSES && agrees[i] < 0.5)
            out[F_agreement] *= agrees[i] / (1 - agrees[i]);
    }
    sum_logs(out, agrees);
    find_worst(out, agrees);
    out[F_selected_difference] = difference(has, sketch, H(selected_2), 3);
    out[F_tables_difference] = difference(has, sketch, H(tables_2), 3);
    out[F_conditions_difference] = difference(has, sketch, H(conditions_1), 3);
    return T2SED_OK;
}

const t2s_feature_group t2s_sketch_group = {features, F_COUNT, T2S_NEEDS_SKETCH,
                                            compute, false};
