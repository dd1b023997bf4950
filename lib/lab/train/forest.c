/* forest.c - the forests that read the evidence, and what they and the text
 * count for. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/items.h"
#include "lab/write/write.h"
#include "model/fusion.h"
#include "lab/train/boost.h"
#include "lab/train/detector.h"
#include "lab/train/logistic.h"

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
                                t2sed_error *err)
{
    t2sed_status status = t2s_gatherer_set(&trainer->less[T2S_KNOWN_QUESTION],
                                           NULL, NULL, question, NULL, err);
    if (status == T2SED_OK)
        status = t2s_gatherer_set(&trainer->less[T2S_KNOWN_SCHEMA], NULL,
                                  trainer->bare, question, NULL, err);
    return status;
}

t2sed_status t2s_train_add_less(t2sed_trainer *trainer, train_set *set,
                                const char *query, t2sed_error *err)
{
    const size_t width = width_of(trainer);
    float *to = set->less.at + set->samples.count * T2S_KNOWN_DATABASE * width;
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse(&sql, query, err);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        if (status == T2SED_OK)
            status = t2s_gatherer_compute(&trainer->less[known], sql,
                                          to + (size_t)known * width, err);
    t2sed_sql_free(sql);
    return status;
}

/* --- Rows --- */

static void free_rows(const rows *r)
{
    t2s_free(r->features);
    t2s_free(r->labels);
    t2s_free(r->weights);
}

static void add_row(rows *to, const t2sed_trainer *trainer,
                    const train_set *set, size_t sample, enum t2s_known known)
{
    const size_t width = width_of(trainer);
    memcpy(to->features + to->count * width,
           evidence_of(trainer, set, sample, known), width * sizeof(float));
    to->labels[to->count] = set->labels.at[sample] >= 0.5F;
    to->weights[to->count++] = set->weights.at[sample] * case_weights[known];
}

/* The cases `first` to `last` of all samples of `count` sets. */
static t2sed_status make_rows(rows *out, const t2sed_trainer *trainer,
                              const train_set *sets, size_t count,
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
                add_row(out, trainer, &sets[s], i, (enum t2s_known)known);
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

/* --- Growing --- */

/* Which forest grows, and on what. */
typedef struct growth {
    enum t2s_reader reader;
    int member; /* of those whose mean is taken, from 0 */
    int trees;  /* so many; 0: until the dev AUC gets no better */
    bool all;   /* of dev and refit beams as well */
} growth;

/* What was best on held-out train databases: docs/research/training.md. */
static t2s_boost_options options_of(const t2sed_trainer *trainer,
                                    const growth *how, bool has_dev)
{
    const t2sed_train_options *o = &trainer->options;
    t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    options.trees = how->trees > 0 ? how->trees : o->trees;
    options.leaves = 63;
    options.learning_rate = 0.05;
    options.min_leaf = 10;
    options.feature_fraction = 0.2;
    options.bagging_fraction = 0.7;
    options.lambda = 5;
    options.seed = (uint32_t)(o->seed + (uint64_t)how->member);
    options.patience = has_dev ? PATIENCE : 0;
    options.by_auc = true;
    options.threads = o->threads;
    return options;
}

static t2s_boost_rows given(const rows *made)
{
    t2s_boost_rows out = {made->features, made->labels, made->weights,
                          made->count};
    return out;
}

static t2sed_status grow(t2sed_trainer *trainer, t2s_forest *forest,
                         const growth *how, t2s_boost_report *report,
                         t2sed_error *err)
{
    const t2s_names *names = &trainer->files.config.evidence;
    const train_set *dev_set = &trainer->sets[T2SED_DEV];
    const bool for_databases = how->reader == T2S_READER_DATABASE;
    const enum t2s_known measured =
        for_databases ? T2S_KNOWN_DATABASE : T2S_KNOWN_SCHEMA;
    const bool has_dev = how->trees == 0 && has_both_labels(dev_set);
    const t2s_boost_options options = options_of(trainer, how, has_dev);
    rows train, dev = {0};
    t2s_boost_rows train_rows, dev_rows;
    t2sed_status status =
        make_rows(&train, trainer, trainer->sets, how->all ? T2S_TRAIN_SETS : 1,
                  for_databases ? T2S_KNOWN_DATABASE : T2S_KNOWN_QUESTION,
                  T2S_KNOWN_DATABASE, err);
    if (status == T2SED_OK && has_dev)
        status = make_rows(&dev, trainer, dev_set, 1, measured, measured, err);
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

/* Tells of a forest that has grown: an epoch of the progress. */
static t2sed_status tell_forest(t2sed_trainer *trainer, const growth *how,
                                const t2s_boost_report *report,
                                t2sed_error *err)
{
    const int count = trainer->options.forests;
    t2sed_train_progress *p = &trainer->run.progress;
    p->branch = T2SED_BRANCH_EVIDENCE;
    p->epoch =
        (T2S_READER_DATABASE - (int)how->reader) * count + how->member + 1;
    p->epochs = T2S_READERS * count;
    p->step = report->trees;
    p->steps = trainer->options.trees;
    p->done = (double)p->epoch / p->epochs;
    p->loss = p->dev_loss = p->dev_accuracy = NAN;
    p->dev_auc = report->metric;
    return t2s_run_tell_epoch(&trainer->run, err);
}

static int mean_trees(int trees, int forests)
{
    const int mean = (trees + forests / 2) / forests;
    return mean > 0 ? mean : 1;
}

/* Grows the forests one after the other; `trees` above 0: again, of so many, on
 * all beams. */
static t2sed_status grow_all(t2sed_trainer *trainer, enum t2s_reader reader,
                             t2s_forest *forests, int count, int trees,
                             t2sed_error *err)
{
    const bool regrow = trees > 0;
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < count && status == T2SED_OK; i++) {
        const growth how = {reader, i, trees, regrow};
        t2s_boost_report report;
        status = grow(trainer, &forests[i], &how, &report, err);
        if (status == T2SED_OK && !regrow)
            status = tell_forest(trainer, &how, &report, err);
    }
    return status;
}

/* Makes the mean of what grows one of the model's forests. */
static t2sed_status train_forest(t2sed_trainer *trainer, enum t2s_reader reader,
                                 bool regrow, t2sed_error *err)
{
    const int count = trainer->options.forests;
    t2s_forest *of_model = &trainer->files.forests[reader], mean;
    t2s_forest *forests = t2s_zalloc_array((size_t)count, sizeof *forests);
    t2sed_status status =
        forests ? grow_all(trainer, reader, forests, count,
                           regrow ? mean_trees(of_model->trees, count) : 0, err)
                : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_forest_mean(&mean, forests, (size_t)count, err);
    for (int i = 0; forests && i < count; i++)
        t2s_forest_free(&forests[i]);
    t2s_free(forests);
    if (status != T2SED_OK)
        return status;
    t2s_forest_free(of_model);
    *of_model = mean;
    return T2SED_OK;
}

static t2sed_status train_both(t2sed_trainer *trainer, bool regrow,
                               t2sed_error *err)
{
    t2sed_status status =
        train_forest(trainer, T2S_READER_DATABASE, regrow, err);
    return status == T2SED_OK
               ? train_forest(trainer, T2S_READER_WITHOUT, regrow, err)
               : status;
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

/* The logits of the dev samples. */
typedef struct logits {
    const train_set *set;
    const float *text, *evidence;
} logits;

static t2s_logistic_row row_of(const void *data, size_t i)
{
    const logits *of = data;
    return (t2s_logistic_row){{(double)of->text[i], (double)of->evidence[i], 1},
                              (double)of->set->labels.at[i],
                              (double)of->set->weights.at[i]};
}

/* Fits weights of text and evidence, which do not fall below 0, and a bias. */
static void fit_fusion(t2s_fusion *fusion, const logits *of)
{
    const t2s_logistic problem = {.unknowns = 3,
                                  .count = of->set->samples.count,
                                  .row = row_of,
                                  .data = of,
                                  .penalty = 1,
                                  .tolerance = 1e-10,
                                  .at_least_0 = 2};
    double at[] = {fusion->text, fusion->evidence, fusion->bias};
    t2s_logistic_fit(at, &problem);
    if (at[0] > 0 || at[1] > 0) /* else neither is of use */
        *fusion = (t2s_fusion){at[0], at[1], at[2]};
}

/* Fits one case, and measures it. */
static t2sed_status fuse_case(t2sed_trainer *trainer, enum t2s_known known,
                              const float *text, float *values,
                              t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    const logits of = {set, text, values};
    const bool has_text = trainer->run.engine != NULL;
    t2s_fusion f = {has_text ? 0.5 : 0, 1, 0};
    dev_values(trainer, known, values);
    fit_fusion(&f, &of);
    if (!has_text)
        f.text = 0;
    trainer->files.config.fusion[known] = f;
    for (size_t i = 0; i < set->samples.count; i++)
        values[i] = (float)(f.text * (double)text[i] +
                            f.evidence * (double)values[i] + f.bias);
    return t2s_auc(&trainer->known_auc[known], values, set->labels.at,
                   set->weights.at, set->samples.count, err);
}

/* What text and forests count for, by how much is known, fitted to the dev
 * beams if they have both labels. */
static t2sed_status fuse_cases(t2sed_trainer *trainer, t2sed_error *err)
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
    if (status == T2SED_OK && trainer->run.best)
        status = t2s_run_write(&trainer->run, trainer->run.best, err);
    if (status == T2SED_OK && trainer->run.engine)
        status = t2s_train_dev_logits(trainer, text, err);
    for (int known = 0; known < T2S_KNOWN_CASES && status == T2SED_OK; known++)
        status = fuse_case(trainer, (enum t2s_known)known, text, values, err);
    t2s_free(text);
    t2s_free(values);
    trainer->fused = status == T2SED_OK;
    return status;
}

/* Weighs text and forests and tells the caller. */
static t2sed_status fuse(t2sed_trainer *trainer, t2sed_error *err)
{
    const t2s_fusion *f = &trainer->files.config.fusion[T2S_KNOWN_DATABASE];
    t2s_run *run = &trainer->run;
    t2sed_train_progress *p = &run->progress;
    t2sed_status status = trainer->fused ? T2SED_OK : fuse_cases(trainer, err);
    if (status != T2SED_OK || !trainer->fused)
        return status;
    p->branch = T2SED_BRANCH_EVIDENCE;
    p->fused = 1;
    p->fused_auc = trainer->known_auc[T2S_KNOWN_DATABASE];
    p->text_weight = f->text;
    p->evidence_weight = f->evidence;
    if (run->callback) /* all is done: nothing is left to stop */
        (void)run->callback(p, run->payload);
    return t2s_run_log(run,
                       json_pack("{s:s, s:o, s:o, s:o, s:o}", "event", "fusion",
                                 "text_weight", t2s_log_number(f->text),
                                 "evidence_weight", t2s_log_number(f->evidence),
                                 "bias", t2s_log_number(f->bias), "dev_auc",
                                 t2s_log_number(p->fused_auc)),
                       err);
}

t2sed_status t2s_train_forests(t2sed_trainer *trainer, t2sed_error *err)
{
    const bool has_more = trainer->sets[T2SED_DEV].samples.count +
                              trainer->sets[T2SED_REFIT].samples.count >
                          0;
    t2sed_status status =
        trainer->has_grown ? T2SED_OK : train_both(trainer, false, err);
    trainer->has_grown = status == T2SED_OK;
    if (status == T2SED_OK)
        status = fuse(trainer, err);
    if (status != T2SED_OK || !trainer->options.refit || trainer->refitted ||
        !has_more)
        return status;
    /* Nothing is measured on dev beams any more. */
    status = train_both(trainer, true, err);
    trainer->refitted = status == T2SED_OK;
    return status;
}
