#include "features/plan.h"

#include <math.h>

#include "sketch/plan_heads.h"

/* The feature of each head, then those of all or several together. */
#define HEAD_ROW(name, feature, least, meaning)                                \
    {"plan." #name, "has, less the probability of: " meaning, -1, 1},

enum whole {
    LIKELIHOOD = T2S_PLAN_COUNT,
    CLAUSES,
    AGGREGATES,
    ORDER,
    CONDITIONS,
    NESTING,
    SIZE,
    AGREEMENT,
    WORST,
    WORST_3,
    UNLIKELY,
    SELECTED_DIFFERENCE,
    TABLES_DIFFERENCE,
    CONDITIONS_DIFFERENCE,
    FEATURES
};

const t2s_feature t2s_plan_features[] = {
    T2S_PLAN_HEADS(HEAD_ROW){"plan.log_likelihood",
                             "log probability of all heads", -80, 0},
    {"plan.log_clauses", "of the eight clauses", -50, 0},
    {"plan.log_aggregates", "of aggregates, DISTINCT and *", -60, 0},
    {"plan.log_order", "of ORDER BY, its directions and LIMIT", -40, 0},
    {"plan.log_conditions", "of kinds of conditions", -60, 0},
    {"plan.log_nesting", "of nesting and compounds", -40, 0},
    {"plan.log_size", "of counts of columns, tables, conditions", -60, 0},
    {"plan.agreement", "how well the eight clauses agree with the plan", 0, 1},
    {"plan.worst", "least log probability of a head", -7, 0},
    {"plan.worst_3", "mean of the three least", -7, 0},
    {"plan.unlikely", "heads against a probability of 0.8 or more", 0, 20},
    {"plan.selected_difference", "result columns, up to 4, less those expected",
     -3, 3},
    {"plan.tables_difference", "tables, up to 4, less those expected", -3, 3},
    {"plan.conditions_difference", "conditions, up to 3, less those expected",
     -3, 3},
};
const size_t t2s_plan_feature_count =
    sizeof t2s_plan_features / sizeof t2s_plan_features[0];

typedef struct group {
    int feature;
    int heads[16]; /* ended by -1 */
} group;

#define H(name) T2S_PLAN_##name
static const group groups[] = {
    {CLAUSES,
     {H(where), H(group_by), H(having), H(order_by), H(limit), H(except),
      H(union), H(intersect), -1}},
    {AGGREGATES,
     {H(select_count), H(select_sum), H(select_avg), H(select_min),
      H(select_max), H(any_count), H(any_sum), H(any_avg), H(any_min),
      H(any_max), H(distinct), H(count_distinct), H(star), -1}},
    {ORDER,
     {H(order_by), H(limit), H(limit_1), H(descending), H(ascending),
      H(order_by_count), -1}},
    {CONDITIONS,
     {H(greater), H(less), H(or_equal), H(not_equal), H(like), H(between),
      H(in), H(or), H(negation), H(having), -1}},
    {NESTING,
     {H(nested), H(nested_condition), H(nested_from), H(except), H(union),
      H(intersect), -1}},
    {SIZE,
     {H(selected_2), H(selected_3), H(selected_4), H(tables_2), H(tables_3),
      H(tables_4), H(conditions_1), H(conditions_2), H(conditions_3), -1}},
};

typedef struct filling {
    float *out;
    const t2sed_plan *plan;
    float has[T2S_PLAN_COUNT];
    double agrees[T2S_PLAN_COUNT]; /* NAN where not known */
} filling;

static void fill_heads(filling *at)
{
    double sum = 0;
    int unlikely = 0;
    for (size_t i = 0; i < T2S_PLAN_COUNT; i++) {
        bool known = !isnan(at->has[i]);
        at->agrees[i] = known ? t2s_plan_agrees(at->plan, i, at->has[i]) : NAN;
        at->out[i] = at->has[i] - (float)at->plan->probability[i];
        if (!known)
            continue;
        sum += log(at->agrees[i]);
        unlikely += at->agrees[i] <= 0.2;
    }
    at->out[LIKELIHOOD] = (float)sum;
    at->out[UNLIKELY] = (float)unlikely;
}

static void fill_groups(filling *at)
{
    double agreement = 1;
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        double sum = 0;
        for (const int *head = groups[g].heads; *head >= 0; head++)
            if (!isnan(at->agrees[*head]))
                sum += log(at->agrees[*head]);
        at->out[groups[g].feature] = (float)sum;
    }
    for (size_t i = 0; i < T2SED_PLAN_CLAUSES; i++)
        if (at->agrees[i] < 0.5)
            agreement *= at->agrees[i] / (1 - at->agrees[i]);
    at->out[AGREEMENT] = (float)agreement;
}

static void fill_worst(filling *at)
{
    double least[3] = {1, 1, 1}; /* rising */
    for (size_t i = 0; i < T2S_PLAN_COUNT; i++) {
        double p = at->agrees[i];
        for (int k = 0; k < 3; k++)
            if (p < least[k]) {
                double moved = least[k];
                least[k] = p;
                p = moved;
            }
    }
    at->out[WORST] = (float)log(least[0]);
    at->out[WORST_3] =
        (float)((log(least[0]) + log(least[1]) + log(least[2])) / 3);
}

/* What the query has of a row of heads for rising counts, less what is
 * expected. */
static float difference(const filling *at, int first, int count)
{
    double sum = 0;
    for (int i = first; i < first + count; i++)
        sum += (double)at->has[i] - at->plan->probability[i];
    return (float)sum;
}

t2sed_status t2s_plan_fill(float *out, const t2s_query *query,
                           const t2sed_schema *schema, const t2sed_plan *plan,
                           t2sed_error *err)
{
    filling at = {.out = out, .plan = plan};
    for (size_t i = 0; i < FEATURES; i++)
        out[i] = NAN;
    if (!plan)
        return T2SED_OK;
    (void)schema;
    (void)err;
    t2s_plan_heads(at.has, query);
    fill_heads(&at);
    fill_groups(&at);
    fill_worst(&at);
    out[SELECTED_DIFFERENCE] = difference(&at, H(selected_2), 3);
    out[TABLES_DIFFERENCE] = difference(&at, H(tables_2), 3);
    out[CONDITIONS_DIFFERENCE] = difference(&at, H(conditions_1), 3);
    for (size_t i = 0; i < FEATURES; i++)
        out[i] = t2s_feature_clip(&t2s_plan_features[i], (double)out[i]);
    return T2SED_OK;
}
