#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/backend.h"
#include "lab/train/internal.h"

/* Questions whose parses are remembered while beams are added: some 20 KiB
 * each. */
#define KEPT_PARSES 16384

/* The default question parser, in fp32: parses should not depend on the
 * processor that trains. */
static t2sed_status open_parser(const t2sed_parser **out, void *payload,
                                t2sed_error *err)
{
    t2sed_trainer *trainer = payload;
    t2sed_parser_options options;
    t2sed_status status = T2SED_OK;
    t2sed_parser_options_init(&options, sizeof options);
    options.precision = T2SED_FP32;
    if (!trainer->parser)
        status = t2sed_parser_open(&trainer->parser, NULL, &options, err);
    if (status == T2SED_OK)
        *out = trainer->parser;
    return status;
}

static void attach_parser(t2sed_trainer *trainer)
{
    t2s_completer *completer = t2s_preparer_completer(trainer->preparer);
    t2s_completer_set(completer, trainer->options.parse,
                      trainer->options.parser, open_parser, trainer);
    completer->keep = KEPT_PARSES;
}

static t2sed_status open_engine(t2sed_trainer *trainer, t2sed_error *err)
{
    const t2sed_train_options *o = &trainer->options;
    t2s_train_options how = {0};
    t2sed_status status =
        t2s_backend_load(&trainer->backend, NULL, o->threads, err);
    if (status != T2SED_OK)
        return status;
    how.beta1 = o->beta1;
    how.beta2 = o->beta2;
    how.epsilon = o->epsilon;
    how.weight_decay = o->weight_decay;
    how.max_gradient_norm = o->max_gradient_norm;
    how.seed = o->seed;
    how.train_encoder = o->train_encoder;
    status = trainer->backend->trainer_open(
        &trainer->engine, &trainer->files.config.architecture,
        trainer->files.tensors, trainer->files.weights.count, o->device, &how,
        err);
    if (status == T2SED_OK)
        trainer->weight_count =
            trainer->backend->trainer_count(trainer->engine);
    return status;
}

/* The model to start from; NULL: none, for a forest alone. */
static t2sed_status open_files(t2sed_trainer *trainer, const char *model,
                               t2sed_error *err)
{
    if (model)
        return t2s_model_files_open(&trainer->files, model, true, err);
    if (!trainer->options.add_evidence)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: without a model to start from, evidence for "
                        "a forest has to be named");
    return T2SED_OK;
}

t2sed_status t2sed_trainer_open(t2sed_trainer **out, const char *model,
                                const t2sed_train_options *options,
                                t2sed_error *err)
{
    t2sed_trainer *trainer;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    trainer = t2s_zalloc(sizeof *trainer);
    if (!trainer)
        return t2s_fail_memory(err);
    trainer->order_epoch = -1;
    trainer->other_weight = NAN;
    status = t2s_train_options_copy(&trainer->options, options, err);
    if (status == T2SED_OK)
        status = open_files(trainer, model, err);
    if (status == T2SED_OK)
        status = t2s_train_choose_branches(trainer, err);
    if (status == T2SED_OK)
        status = t2s_preparer_open(&trainer->preparer, &trainer->files.config,
                                   trainer->files.tokenizer, 0, err);
    if (status == T2SED_OK)
        attach_parser(trainer);
    if (status == T2SED_OK && trainer->files.config.has_forest)
        status = t2s_train_open_less(trainer, err);
    if (status == T2SED_OK && trainer->files.config.has_encoder)
        status = open_engine(trainer, err);
    if (status != T2SED_OK) {
        t2sed_trainer_free(trainer);
        return status;
    }
    *out = trainer;
    return T2SED_OK;
}

static void free_set(train_set *set)
{
    for (size_t i = 0; i < set->samples.count; i++)
        t2s_sample_free(&set->samples.at[i]);
    t2s_vector_free(&set->samples);
    t2s_vector_free(&set->labels);
    t2s_vector_free(&set->weights);
    t2s_vector_free(&set->others);
    t2s_vector_free(&set->beams);
    t2s_vector_free(&set->less);
}

void t2sed_trainer_free(t2sed_trainer *trainer)
{
    if (!trainer)
        return;
    t2s_train_free_all(trainer, trainer->best);
    if (trainer->engine)
        trainer->backend->trainer_close(trainer->engine);
    for (int i = 0; i < T2S_TRAIN_SETS; i++)
        free_set(&trainer->sets[i]);
    t2s_batch_free(&trainer->scratch);
    t2s_preparer_free(trainer->preparer);
    t2sed_parser_free(trainer->parser);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        t2s_gatherer_free(trainer->less[known]);
    t2s_model_files_close(&trainer->files);
    t2s_free(trainer->order);
    if (trainer->log)
        fclose(trainer->log);
    t2s_train_options_free(&trainer->options);
    t2s_free(trainer);
}

t2sed_status t2sed_trainer_set_evidence(t2sed_trainer *trainer,
                                        t2sed_evidence *source,
                                        t2sed_error *err)
{
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    trainer->evidence = source;
    return T2SED_OK;
}

t2sed_status t2sed_trainer_set_predictors(t2sed_trainer *trainer,
                                          const t2sed_sketcher *sketcher,
                                          const t2sed_schema_predictor *schema,
                                          t2sed_error *err)
{
    /* They are only read: t2s_predictors owns them elsewhere. */
    const t2s_predictors predictors = {
        (t2sed_sketcher *)(uintptr_t)sketcher,
        (t2sed_schema_predictor *)(uintptr_t)schema};
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    t2s_preparer_use(trainer->preparer, &predictors);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        if (trainer->less[known])
            t2s_gatherer_use(trainer->less[known], &predictors);
    return T2SED_OK;
}

t2sed_status t2sed_trainer_set_other_weight(t2sed_trainer *trainer,
                                            double weight, t2sed_error *err)
{
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    if (!isnan(weight) && !(weight >= 0 && weight <= 1e6))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: other weight is %g, expected 0 to 1e6",
                        weight);
    trainer->other_weight = weight;
    return T2SED_OK;
}

/* 0 is for what the other forests alone learn from: nothing else may have to
 * read it. */
static t2sed_status check_weight(const t2sed_trainer *trainer, int purpose,
                                 double weight, t2sed_error *err)
{
    if (weight > 0 && weight <= 1e6)
        return T2SED_OK;
    if (weight != 0 || !(trainer->other_weight > 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: weight is %g, expected above 0 and at most "
                        "1e6",
                        weight);
    if (purpose == T2SED_DEV || trainer->trains_text)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: weight is 0, but %s reads every such beam; "
                        "expected above 0",
                        purpose == T2SED_DEV ? "what is measured"
                                             : "the text, which is trained,");
    return T2SED_OK;
}

static t2sed_status check_beam(const t2sed_trainer *trainer, int purpose,
                               const float *labels, size_t count, double weight,
                               t2sed_error *err)
{
    t2sed_status status;
    if (trainer->started)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "trainer: beams can't be added once training began");
    if (purpose != T2SED_TRAIN && purpose != T2SED_DEV &&
        purpose != T2SED_REFIT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: purpose is %d, expected T2SED_TRAIN, "
                        "T2SED_DEV or T2SED_REFIT",
                        purpose);
    status = check_weight(trainer, purpose, weight, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        if (!(labels[i] >= 0 && labels[i] <= 1))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "trainer: label %zu is %g, expected 0 to 1", i,
                            (double)labels[i]);
    return T2SED_OK;
}

/* Room for `count` samples more and a beam, so that adding can't fail. */
static bool reserve(train_set *set, size_t count)
{
    size_t samples = set->samples.count + count;
    return t2s_vector_reserve(&set->samples, samples) &&
           t2s_vector_reserve(&set->labels, samples) &&
           t2s_vector_reserve(&set->weights, samples) &&
           t2s_vector_reserve(&set->others, samples) &&
           t2s_vector_reserve(&set->beams, set->beams.count + 1);
}

/* Makes the set's next sample, which is not yet counted. */
static t2sed_status prepare(t2sed_trainer *trainer, train_set *set,
                            const char *query, t2sed_error *err)
{
    t2s_sample *sample = &set->samples.at[set->samples.count];
    t2sed_status status = t2s_sample_prepare(sample, trainer->preparer, query,
                                             strlen(query), err);
    if (status == T2SED_OK && trainer->files.config.has_forest) {
        status = t2s_train_add_less(trainer, set, query, err);
        if (status != T2SED_OK)
            t2s_sample_free(sample);
    }
    return status;
}

static t2sed_status add(t2sed_trainer *trainer, int purpose,
                        const t2sed_question *question,
                        const char *const *queries, const float *labels,
                        size_t count, double weight, const t2sed_schema *schema,
                        size_t *added, t2sed_error *err)
{
    train_set *set;
    train_beam beam;
    t2sed_status status =
        check_beam(trainer, purpose, labels, count, weight, err);
    if (status != T2SED_OK)
        return status;
    status =
        t2s_preparer_set_question(trainer->preparer, question, schema, err);
    if (status == T2SED_OK)
        status = t2s_preparer_gather(trainer->preparer, trainer->evidence,
                                     question, schema, err);
    if (status == T2SED_OK && trainer->files.config.has_forest)
        status = t2s_train_set_less(trainer, question, schema, err);
    if (status != T2SED_OK)
        return status;
    set = &trainer->sets[purpose];
    if (set->samples.count + count > INT32_MAX || !reserve(set, count))
        return t2s_fail_memory(err);
    beam.first = (uint32_t)set->samples.count;
    for (size_t i = 0; i < count; i++) {
        status = prepare(trainer, set, queries[i], err);
        if (status != T2SED_OK && t2s_is_sample_failure(status))
            continue;
        if (status != T2SED_OK)
            break;
        set->labels.at[set->labels.count++] = labels[i];
        set->weights.at[set->weights.count++] = (float)weight;
        set->others.at[set->others.count++] =
            (float)(isnan(trainer->other_weight) ? weight
                                                 : trainer->other_weight);
        set->samples.count++;
    }
    if (status != T2SED_OK && !t2s_is_sample_failure(status)) {
        while (set->samples.count > beam.first)
            t2s_sample_free(&set->samples.at[--set->samples.count]);
        set->labels.count = set->weights.count = beam.first;
        set->others.count = beam.first;
        set->less.count =
            beam.first *
            (set->less.count
                 ? T2S_KNOWN_DATABASE * trainer->files.config.evidence.count
                 : 0);
        return status;
    }
    beam.count = (uint32_t)set->samples.count - beam.first;
    if (beam.count)
        set->beams.at[set->beams.count++] = beam;
    if (added)
        *added = beam.count;
    return T2SED_OK;
}

t2sed_status t2sed_trainer_add(t2sed_trainer *trainer, int purpose,
                               const t2sed_question *question,
                               const char *const *queries, const float *labels,
                               size_t count, double weight,
                               const t2sed_schema *schema, size_t *added,
                               t2sed_error *err)
{
    t2sed_status status;
    if (!trainer || !question || ((!queries || !labels) && count > 0))
        return t2s_fail_null(err, __func__,
                             "trainer, question, queries and labels");
    status = add(trainer, purpose, question, queries, labels, count, weight,
                 schema, added, err);
    t2s_preparer_end(trainer->preparer);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        if (trainer->less[known])
            t2s_gatherer_clear(trainer->less[known]);
    return status;
}
