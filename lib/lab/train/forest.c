/* forest.c - the forests that read the evidence, and what they and the text
 * count for. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/items.h"
#include "model/fusion.h"
#include "lab/train/boost.h"
#include "lab/train/internal.h"

/* The forest for databases learns from each example as it is with one; the
 * other from each three times: with the database, with the schema alone and
 * with neither, so that it lives with what is missing. What they count for was
 * chosen on train databases. */
static const float case_weights[T2S_KNOWN_CASES] = {
    [T2S_KNOWN_QUESTION] = 0.25F,
    [T2S_KNOWN_SCHEMA] = 0.5F,
    [T2S_KNOWN_DATABASE] = 1,
};

/* Trees without a better AUC after which a forest stops to grow. */
#define PATIENCE 150

typedef struct rows {
    float *features, *labels, *weights;
    size_t count;
} rows;

static size_t width_of(const t2sed_trainer *trainer)
{
    return trainer->files.config.evidence.count;
}

/* A sample's evidence where only so much is known. */
static const float *evidence_of(const t2sed_trainer *trainer,
                                const train_set *set, size_t sample,
                                enum t2s_known known)
{
    const size_t width = width_of(trainer);
    if (known == T2S_KNOWN_DATABASE)
        return set->samples.at[sample].evidence;
    return set->less.at + (sample * T2S_KNOWN_DATABASE + known) * width;
}

/* --- Gathering --- */

t2sed_status t2s_train_open_less(t2sed_trainer *trainer, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        if (status == T2SED_OK)
            status = t2s_gatherer_open(&trainer->less[known],
                                       &trainer->files.config.evidence, err);
    return status;
}

t2sed_status t2s_train_set_less(t2sed_trainer *trainer,
                                const t2sed_question *question,
                                const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_status status = t2s_gatherer_set(trainer->less[T2S_KNOWN_QUESTION],
                                           NULL, question, NULL, err);
    if (status == T2SED_OK)
        status = t2s_gatherer_set(trainer->less[T2S_KNOWN_SCHEMA], NULL,
                                  question, schema, err);
    return status;
}

t2sed_status t2s_train_add_less(t2sed_trainer *trainer, train_set *set,
                                const char *query, t2sed_error *err)
{
    const size_t width = width_of(trainer), before = set->less.count;
    t2sed_sql *sql = NULL;
    t2sed_status status;
    if (!t2s_vector_reserve(&set->less, before + T2S_KNOWN_DATABASE * width))
        return t2s_fail_memory(err);
    status = t2sed_sql_parse(&sql, query, err);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        if (status == T2SED_OK)
            status = t2s_gatherer_compute(
                trainer->less[known], sql,
                set->less.at + before + (size_t)known * width, err);
    t2sed_sql_free(sql);
    if (status == T2SED_OK)
        set->less.count = before + T2S_KNOWN_DATABASE * width;
    return status;
}

/* --- Growing --- */

static void free_rows(rows *r)
{
    t2s_free(r->features);
    t2s_free(r->labels);
    t2s_free(r->weights);
}

static void add_row(rows *to, const t2sed_trainer *trainer,
                    const train_set *set, bool others, size_t sample,
                    enum t2s_known known)
{
    const size_t width = width_of(trainer);
    const float weight =
        others ? set->others.at[sample] : set->weights.at[sample];
    if (!(weight > 0))
        return;
    memcpy(to->features + to->count * width,
           evidence_of(trainer, set, sample, known), width * sizeof(float));
    to->labels[to->count] = set->labels.at[sample] >= 0.5F;
    to->weights[to->count++] = weight * case_weights[known];
}

/* What a forest is measured by. */
static enum t2s_known measured_case(enum t2s_reader reader)
{
    return reader == T2S_READER_DATABASE ? T2S_KNOWN_DATABASE
                                         : T2S_KNOWN_SCHEMA;
}

static enum t2s_known first_case(enum t2s_reader reader)
{
    return reader == T2S_READER_DATABASE ? T2S_KNOWN_DATABASE
                                         : T2S_KNOWN_QUESTION;
}

/* The cases `first` to `last` of all samples of `count` sets that count for
 * something. */
static t2sed_status make_rows(rows *out, const t2sed_trainer *trainer,
                              const train_set *sets, size_t count, bool others,
                              enum t2s_known first, enum t2s_known last,
                              t2sed_error *err)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += sets[i].samples.count * (size_t)(last - first + 1);
    memset(out, 0, sizeof *out);
    out->features =
        t2s_alloc_array(most, width_of(trainer) * sizeof *out->features);
    out->labels = t2s_alloc_array(most, sizeof *out->labels);
    out->weights = t2s_alloc_array(most, sizeof *out->weights);
    if (!out->features || !out->labels || !out->weights) {
        free_rows(out);
        memset(out, 0, sizeof *out);
        return t2s_fail_memory(err);
    }
    for (size_t s = 0; s < count; s++)
        for (int known = (int)last; known >= (int)first; known--)
            for (size_t i = 0; i < sets[s].samples.count; i++)
                add_row(out, trainer, &sets[s], others, i,
                        (enum t2s_known)known);
    return T2SED_OK;
}

static bool has_both_labels(const train_set *set)
{
    bool right = false, wrong = false;
    for (size_t i = 0; i < set->samples.count; i++) {
        right |= set->labels.at[i] >= 0.5F;
        wrong |= set->labels.at[i] < 0.5F;
    }
    return right && wrong;
}

/* What was best on held-out train databases: docs/training.md. */
static t2s_boost_options options_of(const t2sed_trainer *trainer, int member,
                                    bool has_dev)
{
    const t2sed_train_options *o = &trainer->options;
    t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    options.trees = o->trees;
    options.leaves = 31;
    options.learning_rate = 0.05;
    options.min_leaf = 10;
    options.feature_fraction = 0.25;
    options.bagging_fraction = 0.8;
    options.lambda = 2;
    options.seed = (uint32_t)(o->seed + (unsigned long)member);
    options.patience = has_dev ? PATIENCE : 0;
    options.metric = T2S_BOOST_AUC;
    options.threads = o->threads;
    return options;
}

static t2s_boost_rows given(const rows *made)
{
    t2s_boost_rows out = {made->features, made->labels, made->weights,
                          made->count};
    return out;
}

t2sed_status t2s_train_grow(t2sed_trainer *trainer, t2s_forest *forest,
                            const train_growth *how, t2s_boost_report *report,
                            t2sed_error *err)
{
    const t2s_names *names = &trainer->files.config.evidence;
    const train_set *dev_set = &trainer->sets[T2SED_DEV];
    const bool has_dev = how->trees == 0 && has_both_labels(dev_set);
    const enum t2s_known measured = measured_case(how->reader);
    t2s_boost_options options = options_of(trainer, how->member, has_dev);
    rows train, dev = {0};
    t2s_boost_rows train_rows, dev_rows;
    t2sed_status status = make_rows(
        &train, trainer, trainer->sets, how->all ? T2S_TRAIN_SETS : 1,
        how->others, first_case(how->reader), T2S_KNOWN_DATABASE, err);
    if (status == T2SED_OK && train.count == 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "training: no example counts for the %sforests",
                          how->others ? "other " : "");
    if (status == T2SED_OK && has_dev)
        status = make_rows(&dev, trainer, dev_set, 1, false, measured, measured,
                           err);
    if (how->trees > 0)
        options.trees = how->trees;
    train_rows = given(&train);
    dev_rows = given(&dev);
    if (status == T2SED_OK)
        status = t2s_boost_train(forest, report, &train_rows,
                                 has_dev ? &dev_rows : NULL, names->at,
                                 names->count, &options, err);
    free_rows(&train);
    free_rows(&dev);
    return status;
}

/* --- Measuring and weighing --- */

static void dev_values(const t2sed_trainer *trainer, enum t2s_known known,
                       float *values)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    for (size_t i = 0; i < set->samples.count; i++)
        values[i] = (float)t2s_forest_value(
            &trainer->files.forests[t2s_reader_of(known)],
            evidence_of(trainer, set, i, known));
}

/* Fits one case, and measures it. */
static t2sed_status fuse_case(t2sed_trainer *trainer, enum t2s_known known,
                              const float *text, float *values,
                              t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    t2s_fusion *to = &trainer->files.config.fusion[known];
    t2s_fusion f = {trainer->engine ? 0.5 : 0, 1, 0};
    dev_values(trainer, known, values);
    t2s_train_fit_fusion(&f, text, values, set->labels.at, set->weights.at,
                         set->samples.count);
    *to = (t2s_fusion){trainer->engine ? f.text : 0, f.evidence, f.bias};
    for (size_t i = 0; i < set->samples.count; i++)
        values[i] = (float)(to->text * (double)text[i] +
                            to->evidence * (double)values[i] + to->bias);
    return t2s_auc(&trainer->known_auc[known], values, set->labels.at,
                   set->weights.at, set->samples.count, err);
}

t2sed_status t2s_train_fuse(t2sed_trainer *trainer, t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    const size_t count = set->samples.count;
    float *text, *values;
    t2sed_status status = T2SED_OK;
    if (!has_both_labels(set))
        return T2SED_OK;
    text = t2s_zalloc_array(count, sizeof *text);
    values = t2s_alloc_array(count, sizeof *values);
    if (!text || !values)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && trainer->best)
        status = t2s_train_write_all(trainer, trainer->best, err);
    if (status == T2SED_OK && trainer->engine)
        status = t2s_train_dev_logits(trainer, text, err);
    for (int known = 0; known < T2S_KNOWN_CASES && status == T2SED_OK; known++)
        status = fuse_case(trainer, (enum t2s_known)known, text, values, err);
    t2s_free(text);
    t2s_free(values);
    trainer->fused = status == T2SED_OK;
    return status;
}
