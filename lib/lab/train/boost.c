#include "lab/train/boost.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/string.h"
#include "lab/train/lightgbm.h"

typedef struct job {
    const t2s_lightgbm *lightgbm;
    const t2s_boost_options *options;
    size_t features;
    char *parameters;
    t2s_lightgbm_handle train, valid, booster;
    t2s_boost_report report;
    t2sed_error *err;
} job;

/* --- What is asked for --- */

static t2sed_status check_options(const t2s_boost_options *o, bool has_valid,
                                  t2sed_error *err)
{
    if (o->trees < 1 || o->leaves < 2 || o->depth < 0 || o->min_leaf < 0 ||
        o->bins < 2 || o->patience < 0 || o->threads < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "boosting: trees, leaves, depth, min_leaf, bins, "
                        "patience or threads is out of range");
    if (!(o->learning_rate > 0) || !(o->feature_fraction > 0) ||
        !(o->node_fraction > 0) || !(o->bagging_fraction > 0) ||
        o->feature_fraction > 1 || o->node_fraction > 1 ||
        o->bagging_fraction > 1)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "boosting: learning_rate must be above 0, fractions "
                        "above 0 and at most 1");
    if (!(o->lambda >= 0) || !(o->lambda_l1 >= 0) || !(o->smooth >= 0) ||
        !(o->min_hessian >= 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "boosting: a penalty is below 0");
    if (o->patience > 0 && !has_valid)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "boosting: patience needs rows to measure");
    return T2SED_OK;
}

static t2sed_status check_rows(const t2s_boost_rows *rows, t2sed_error *err)
{
    if (rows->count == 0 || rows->count > INT_MAX)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "boosting: %zu rows are too few or too many",
                        rows->count);
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->labels[i] != 0 && rows->labels[i] != 1)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "boosting: the label of row %zu is neither 0 nor 1",
                            i);
        if (rows->weights &&
            !(rows->weights[i] >= 0 && isfinite(rows->weights[i])))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "boosting: the weight of row %zu is no number "
                            "from 0 on",
                            i);
    }
    return T2SED_OK;
}

/* A number whatever the locale: with a point. */
static void append_number(t2s_string *text, const char *name, double value)
{
    char number[64];
    size_t n = (size_t)snprintf(number, sizeof number, "%.17g", value);
    for (size_t i = 0; i < n; i++)
        if (number[i] == ',')
            number[i] = '.';
    t2s_string_append_format(text, " %s=", name);
    t2s_string_append(text, number);
}

static void append_monotone(t2s_string *text, const int8_t *monotone,
                            size_t features)
{
    t2s_string_append(text, " monotone_constraints=");
    for (size_t i = 0; i < features; i++)
        t2s_string_append_format(text, "%s%d", i ? "," : "", monotone[i]);
}

static t2sed_status make_parameters(job *j)
{
    const t2s_boost_options *o = j->options;
    t2s_string text = {0};
    t2s_string_append_format(
        &text,
        "objective=binary metric=%s verbosity=-1 deterministic=true "
        "force_row_wise=true num_threads=%d seed=%u num_leaves=%d "
        "max_depth=%d min_data_in_leaf=%d max_bin=%d bagging_freq=%d "
        "extra_trees=%s",
        o->metric == T2S_BOOST_AUC ? "auc" : "binary_logloss", o->threads,
        (unsigned)(o->seed & 0x7FFFFFFFu), o->leaves, o->depth ? o->depth : -1,
        o->min_leaf, o->bins, o->bagging_fraction < 1 ? 1 : 0,
        o->extra_random ? "true" : "false");
    append_number(&text, "learning_rate", o->learning_rate);
    append_number(&text, "min_sum_hessian_in_leaf", o->min_hessian);
    append_number(&text, "feature_fraction", o->feature_fraction);
    append_number(&text, "feature_fraction_bynode", o->node_fraction);
    append_number(&text, "bagging_fraction", o->bagging_fraction);
    append_number(&text, "lambda_l1", o->lambda_l1);
    append_number(&text, "lambda_l2", o->lambda);
    append_number(&text, "path_smooth", o->smooth);
    if (o->monotone)
        append_monotone(&text, o->monotone, j->features);
    j->parameters = t2s_string_take(&text, NULL);
    return j->parameters ? T2SED_OK : t2s_fail_memory(j->err);
}

/* --- LightGBM's objects --- */

static t2sed_status make_dataset(t2s_lightgbm_handle *out, const job *j,
                                 const t2s_boost_rows *rows)
{
    const t2s_lightgbm *l = j->lightgbm;
    const int count = (int)rows->count;
    int result = l->dataset_from_matrix(rows->features, T2S_LIGHTGBM_FLOAT32,
                                        count, (int)j->features, 1,
                                        j->parameters, j->train, out);
    if (result == 0)
        result = l->dataset_set_field(*out, "label", rows->labels, count,
                                      T2S_LIGHTGBM_FLOAT32);
    if (result == 0 && rows->weights)
        result = l->dataset_set_field(*out, "weight", rows->weights, count,
                                      T2S_LIGHTGBM_FLOAT32);
    return t2s_lightgbm_check(l, result, "rows", j->err);
}

static t2sed_status make_booster(job *j, const t2s_boost_rows *train,
                                 const t2s_boost_rows *valid)
{
    const t2s_lightgbm *l = j->lightgbm;
    t2sed_status status = make_dataset(&j->train, j, train);
    if (status == T2SED_OK && valid)
        status = make_dataset(&j->valid, j, valid);
    if (status == T2SED_OK)
        status = t2s_lightgbm_check(
            l, l->booster_create(j->train, j->parameters, &j->booster),
            "booster", j->err);
    if (status == T2SED_OK && valid)
        status =
            t2s_lightgbm_check(l, l->booster_add_valid(j->booster, j->valid),
                               "valid rows", j->err);
    return status;
}

static bool is_better(const job *j, double metric)
{
    if (isnan(j->report.metric))
        return true;
    return j->options->metric == T2S_BOOST_AUC ? metric > j->report.metric
                                               : metric < j->report.metric;
}

/* Measures after tree `trees`; false when patience is at its end. */
static bool go_on(job *j, int trees, double metric)
{
    if (j->options->patience == 0 || is_better(j, metric)) {
        j->report.trees = trees;
        j->report.metric = metric;
    }
    return j->options->patience == 0 ||
           trees - j->report.trees < j->options->patience;
}

static t2sed_status grow(job *j)
{
    const t2s_lightgbm *l = j->lightgbm;
    t2sed_status status = T2SED_OK;
    int finished = 0;
    const t2s_progress progress = t2s_progress_begin((size_t)j->options->trees);
    for (int trees = 1; trees <= j->options->trees; trees++) {
        double metric = NAN;
        int count = 0, result;
        status = t2s_check_progress(&progress, (size_t)trees - 1, j->err);
        if (status != T2SED_OK)
            break;
        result = l->booster_update(j->booster, &finished);
        if (result == 0 && j->valid)
            result = l->booster_eval(j->booster, 1, &count, &metric);
        status = t2s_lightgbm_check(l, result, "training", j->err);
        if (status != T2SED_OK || !go_on(j, trees, metric) || finished)
            break;
    }
    t2s_progress_end(&progress);
    return status;
}

static t2sed_status save(const job *j, char **text)
{
    const t2s_lightgbm *l = j->lightgbm;
    int64_t needed = 0, size;
    char none[1];
    char *room;
    t2sed_status status = t2s_lightgbm_check(
        l, l->booster_save(j->booster, 0, j->report.trees, 0, 0, &needed, none),
        "saving", j->err);
    if (status != T2SED_OK)
        return status;
    size = needed;
    room = t2s_zalloc((size_t)size + 1);
    if (!room)
        return t2s_fail_memory(j->err);
    status = t2s_lightgbm_check(
        l,
        l->booster_save(j->booster, 0, j->report.trees, 0, size, &needed, room),
        "saving", j->err);
    if (status != T2SED_OK)
        t2s_free(room);
    else
        *text = room;
    return status;
}

static void end_job(job *j)
{
    if (j->booster)
        j->lightgbm->booster_free(j->booster);
    if (j->valid)
        j->lightgbm->dataset_free(j->valid);
    if (j->train)
        j->lightgbm->dataset_free(j->train);
    t2s_free(j->parameters);
}

t2sed_status t2s_boost_train(t2s_forest *out, t2s_boost_report *report,
                             const t2s_boost_rows *train,
                             const t2s_boost_rows *valid,
                             const char *const *names, size_t features,
                             const t2s_boost_options *options, t2sed_error *err)
{
    job j = {.options = options,
             .features = features,
             .report = {.metric = NAN},
             .err = err};
    char *text = NULL;
    t2sed_status status = check_options(options, valid != NULL, err);
    if (status == T2SED_OK && (features == 0 || features > INT_MAX))
        status = t2s_fail(err, T2SED_EINVAL, -1, "boosting: no features");
    if (status == T2SED_OK)
        status = check_rows(train, err);
    if (status == T2SED_OK && valid)
        status = check_rows(valid, err);
    if (status == T2SED_OK)
        status = t2s_lightgbm_load(&j.lightgbm, options->lightgbm, err);
    if (status == T2SED_OK)
        status = make_parameters(&j);
    if (status == T2SED_OK)
        status = make_booster(&j, train, valid);
    if (status == T2SED_OK)
        status = grow(&j);
    if (status == T2SED_OK)
        status = save(&j, &text);
    if (status == T2SED_OK)
        status = t2s_boost_read_model(out, text, names, features, err);
    if (status == T2SED_OK && report)
        *report = j.report;
    end_job(&j);
    t2s_free(text);
    return status;
}
