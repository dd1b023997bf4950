/* trainer.c - the trainer of detectors: options, opening, beams, runs, the
 * model directory. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/train/detector.h"
#include "lab/write/write.h"
#include "model/backend.h"

/* Questions whose parses are remembered while beams are added: some 20 KiB
 * each. */
#define KEPT_PARSES 16384

#define OPTIONS t2sed_train_options

static const t2s_option options_at[] = {
    T2S_INT(OPTIONS, threads, 0, 0, 0, 4096),
    T2S_INT(OPTIONS, epochs, 1, 10, 1, 100000),
    T2S_INT(OPTIONS, batch_beams, 1, 16, 1, 100000),
    T2S_REAL(OPTIONS, learning_rate, 1, 3e-5, 0, 10),
    T2S_REAL(OPTIONS, warmup, 1, 0.1, 0, 1),
    T2S_REAL(OPTIONS, weight_decay, 1, 0.01, 0, 10),
    T2S_REAL(OPTIONS, beta1, 1, 0.9, 0, 1),
    T2S_REAL(OPTIONS, beta2, 1, 0.999, 0, 1),
    T2S_REAL(OPTIONS, epsilon, 1, 1e-8, 0, 1),
    T2S_REAL(OPTIONS, max_gradient_norm, 1, 1, 0, 1e9),
    T2S_REAL(OPTIONS, label_smoothing, 1, 0, 0, 1),
    T2S_SEED(OPTIONS, seed),
    T2S_INT(OPTIONS, patience, 0, 0, 0, 100000),
    T2S_INT(OPTIONS, train_encoder, 1, 1, 0, 1),
    T2S_INT(OPTIONS, checkpoint_steps, 0, 200, 0, 1e9),
    T2S_INT(OPTIONS, branch, 0, 0, T2SED_BRANCH_DEFAULT, T2SED_BRANCH_ALL),
    T2S_INT(OPTIONS, parse, 0, 0, T2SED_PARSE_MISSING, T2SED_PARSE_NEVER),
    T2S_INT(OPTIONS, trees, 0, 1000, 1, 100000),
    T2S_INT(OPTIONS, forests, 0, 5, 1, 1000),
    T2S_INT(OPTIONS, refit, 0, 0, 0, 1),
    T2S_TEXT(OPTIONS, device),
    T2S_TEXT(OPTIONS, checkpoint),
    T2S_TEXT(OPTIONS, log),
};

const t2s_options t2s_detector_options = {
    "training options", "t2sed_train_options", sizeof(OPTIONS), options_at,
    sizeof options_at / sizeof options_at[0]};

void t2sed_train_options_init(t2sed_train_options *options, size_t size)
{
    t2s_options_init(options, size, &t2s_detector_options);
}

/* --- Opening --- */

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
    t2s_completer *completer = &trainer->preparer.completer;
    t2s_completer_set(completer, trainer->options.parse,
                      trainer->options.parser, open_parser, trainer);
    completer->keep = KEPT_PARSES;
}

static t2sed_status open_engine(t2sed_trainer *trainer, t2sed_error *err)
{
    const t2sed_train_options *o = &trainer->options;
    const t2s_train_options how = {.beta1 = o->beta1,
                                   .beta2 = o->beta2,
                                   .epsilon = o->epsilon,
                                   .weight_decay = o->weight_decay,
                                   .max_gradient_norm = o->max_gradient_norm,
                                   .seed = o->seed,
                                   .train_encoder = o->train_encoder};
    t2s_run *run = &trainer->run;
    t2sed_status status =
        t2s_backend_load(&run->backend, NULL, o->threads, err);
    if (status == T2SED_OK)
        status = run->backend->trainer_open(
            &run->engine, &trainer->files.config.architecture,
            trainer->files.tensors, trainer->files.weights.count,
            o->device ? o->device : "cpu", &how, err);
    return status == T2SED_OK ? t2s_run_describe_weights(run, err) : status;
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

static bool is_feature(const char *name)
{
    t2sed_evidence_feature feature = {.struct_size = sizeof feature};
    for (size_t i = 0;
         t2sed_evidence_feature_get(i, &feature, NULL) == T2SED_OK; i++)
        if (strcmp(feature.name, name) == 0)
            return true;
    return false;
}

/* Scorers may be handed evidence of any name, but trainers gather it. */
static t2sed_status check_features(const t2sed_train_options *o,
                                   t2sed_error *err)
{
    for (size_t i = 0; i < o->add_evidence_count; i++) {
        const char *name = o->add_evidence[i] ? o->add_evidence[i] : "";
        if (!is_feature(name))
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "training options: \"%.100s\" is no evidence that "
                            "this library gathers",
                            name);
    }
    return T2SED_OK;
}

static t2sed_status add_branch(t2sed_trainer *trainer, t2sed_error *err)
{
    const t2sed_train_options *o = &trainer->options;
    if (trainer->files.path)
        return t2s_model_files_add_forest(&trainer->files, o->add_evidence,
                                          o->add_evidence_count, err);
    return t2s_model_files_new_forest(&trainer->files, o->add_evidence,
                                      o->add_evidence_count, err);
}

/* Gives the model new forests if the options want some, and finds out what of
 * text and forests is to be trained. */
static t2sed_status choose_branches(t2sed_trainer *trainer, t2sed_error *err)
{
    t2sed_train_options *o = &trainer->options;
    t2sed_status status = T2SED_OK;
    bool has;
    if (o->add_evidence)
        status = check_features(o, err);
    if (status == T2SED_OK && o->add_evidence)
        status = add_branch(trainer, err);
    o->add_evidence = NULL; /* the caller's */
    if (status != T2SED_OK)
        return status;
    has = trainer->files.config.has_forest;
    if (!trainer->files.config.has_encoder && o->branch != T2SED_BRANCH_TEXT)
        o->branch = T2SED_BRANCH_EVIDENCE; /* all that there is */
    if (!has && o->branch > T2SED_BRANCH_TEXT)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model reads no evidence, so that there are "
                        "no forests to train; they can be added",
                        trainer->files.path);
    if (!trainer->files.config.has_encoder && o->branch == T2SED_BRANCH_TEXT)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model reads no text that could be trained",
                        trainer->files.path ? trainer->files.path
                                            : "new model");
    trainer->trains_text = o->branch != T2SED_BRANCH_EVIDENCE;
    trainer->trains_forests = has && o->branch != T2SED_BRANCH_TEXT;
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
    status = t2s_options_read(&trainer->options, options, &t2s_detector_options,
                              err);
    if (status == T2SED_OK)
        status = open_files(trainer, model, err);
    if (status == T2SED_OK)
        status = choose_branches(trainer, err);
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
    trainer->run.kind = &t2s_detector_run;
    trainer->run.options = &trainer->options;
    trainer->run.epochs = trainer->options.epochs;
    trainer->run.patience = trainer->options.patience;
    trainer->run.checkpoint = trainer->options.checkpoint;
    trainer->run.checkpoint_steps = trainer->options.checkpoint_steps;
    trainer->run.log_path = trainer->options.log;
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
    t2s_vector_free(&set->beams);
    t2s_vector_free(&set->less);
}

void t2sed_trainer_free(t2sed_trainer *trainer)
{
    if (!trainer)
        return;
    t2s_run_end(&trainer->run);
    for (int i = 0; i < T2S_TRAIN_SETS; i++)
        free_set(&trainer->sets[i]);
    t2s_batch_free(&trainer->scratch);
    t2s_preparer_free(&trainer->preparer);
    t2sed_parser_free(trainer->parser);
    t2sed_database_free(trainer->bare);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        t2s_gatherer_free(&trainer->less[known]);
    t2s_model_files_close(&trainer->files);
    t2s_free(trainer->order);
    t2s_options_free(&trainer->options, &t2s_detector_options);
    t2s_free(trainer);
}

/* --- Beams --- */

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
    trainer->preparer.gatherer.predictors = predictors;
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        trainer->less[known].predictors = predictors;
    return T2SED_OK;
}

static t2sed_status check_beam(const t2sed_trainer *trainer, int purpose,
                               const int *labels, size_t count, double weight,
                               t2sed_error *err)
{
    if (trainer->started)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "trainer: beams can't be added once training began");
    if (purpose != T2SED_TRAIN && purpose != T2SED_DEV &&
        purpose != T2SED_REFIT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: purpose is %d, expected T2SED_TRAIN, "
                        "T2SED_DEV or T2SED_REFIT",
                        purpose);
    if (!(weight > 0 && weight <= 1e6))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trainer: weight is %g, expected above 0 and at most "
                        "1e6",
                        weight);
    for (size_t i = 0; i < count; i++)
        if (labels[i] < -1 || labels[i] > 1)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "trainer: label %zu is %d, expected -1, 0 or 1", i,
                            labels[i]);
    return T2SED_OK;
}

/* Room for `count` samples more and a beam, so that counting them can't
 * fail. `less`: numbers of a sample's. */
static bool reserve(train_set *set, size_t count, size_t less)
{
    const size_t samples = set->samples.count + count;
    return t2s_vector_reserve(&set->samples, samples) &&
           t2s_vector_reserve(&set->labels, samples) &&
           t2s_vector_reserve(&set->weights, samples) &&
           t2s_vector_reserve(&set->less, samples * less) &&
           t2s_vector_reserve(&set->beams, set->beams.count + 1);
}

/* Adds a sample, unless the query can't be read. */
static t2sed_status add_sample(t2sed_trainer *trainer, train_set *set,
                               const char *query, int label, double weight,
                               t2sed_error *err)
{
    const size_t i = set->samples.count;
    t2sed_status status = t2s_sample_prepare(
        &set->samples.at[i], &trainer->preparer, query, strlen(query), err);
    if (status == T2SED_OK && trainer->files.config.has_forest) {
        status = t2s_train_add_less(trainer, set, query, err);
        if (status != T2SED_OK)
            t2s_sample_free(&set->samples.at[i]);
    }
    if (status != T2SED_OK)
        return t2s_is_sample_failure(status) ? T2SED_OK : status;
    set->labels.at[i] = (float)label;
    set->weights.at[i] = (float)weight;
    set->samples.count++;
    return T2SED_OK;
}

/* The question, its schema and evidence, before its queries are added. */
static t2sed_status set_question(t2sed_trainer *trainer,
                                 const t2sed_question *question,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_status status =
        t2s_preparer_set_question(&trainer->preparer, question, schema, err);
    if (status == T2SED_OK && t2sed_database_schema(trainer->bare) != schema) {
        t2sed_database_free(trainer->bare);
        trainer->bare = NULL;
        if (schema)
            status =
                t2sed_database_new_schema(&trainer->bare, schema, NULL, err);
    }
    if (status == T2SED_OK)
        status =
            t2s_gatherer_set(&trainer->preparer.gatherer, trainer->evidence,
                             trainer->bare, question, NULL, err);
    if (status == T2SED_OK && trainer->files.config.has_forest)
        status = t2s_train_set_less(trainer, question, err);
    return status;
}

static t2sed_status add(t2sed_trainer *trainer, int purpose,
                        const char *const *queries, const int *labels,
                        size_t count, double weight, size_t *added,
                        t2sed_error *err)
{
    train_set *set = &trainer->sets[purpose];
    const size_t less =
        trainer->files.config.has_forest
            ? T2S_KNOWN_DATABASE * trainer->files.config.evidence.count
            : 0;
    const train_beam beam = {(uint32_t)set->samples.count, 0};
    t2sed_status status = T2SED_OK;
    if (set->samples.count + count > INT32_MAX || !reserve(set, count, less))
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        if (labels[i] >= 0)
            status =
                add_sample(trainer, set, queries[i], labels[i], weight, err);
    if (status != T2SED_OK) {
        while (set->samples.count > beam.first)
            t2s_sample_free(&set->samples.at[--set->samples.count]);
        return status;
    }
    if (set->samples.count > beam.first) {
        set->beams.at[set->beams.count] = beam;
        set->beams.at[set->beams.count++].count =
            (uint32_t)set->samples.count - beam.first;
    }
    if (added)
        *added = set->samples.count - beam.first;
    return T2SED_OK;
}

t2sed_status t2sed_trainer_add(t2sed_trainer *trainer, int purpose,
                               const t2sed_question *question,
                               const char *const *queries, const int *labels,
                               size_t count, double weight,
                               const t2sed_schema *schema, size_t *added,
                               t2sed_error *err)
{
    t2sed_status status;
    if (!trainer || !question || ((!queries || !labels) && count > 0))
        return t2s_fail_null(err, __func__,
                             "trainer, question, queries and labels");
    status = check_beam(trainer, purpose, labels, count, weight, err);
    if (status == T2SED_OK)
        status = set_question(trainer, question, schema, err);
    if (status == T2SED_OK)
        status =
            add(trainer, purpose, queries, labels, count, weight, added, err);
    t2s_gatherer_clear(&trainer->preparer.gatherer);
    for (int known = 0; known < T2S_KNOWN_DATABASE; known++)
        t2s_gatherer_clear(&trainer->less[known]);
    return status;
}

/* --- Running --- */

t2sed_status t2sed_trainer_resume(t2sed_trainer *trainer,
                                  const char *checkpoint, t2sed_error *err)
{
    if (!trainer || !checkpoint)
        return t2s_fail_null(err, __func__, "trainer and checkpoint");
    if (trainer->started)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "trainer: can't resume once training began");
    return t2s_run_resume(&trainer->run, checkpoint, err);
}

t2sed_status t2sed_trainer_run(t2sed_trainer *trainer,
                               t2sed_train_progress_fn progress, void *payload,
                               t2sed_error *err)
{
    t2sed_status status;
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    if (trainer->sets[T2SED_TRAIN].beams.count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "training: no beams were added (t2sed_trainer_add)");
    trainer->started = true;
    t2s_completer_end(&trainer->preparer.completer);
    status = t2s_run_begin(&trainer->run, progress, payload, err);
    trainer->run.progress.steps = t2s_train_steps(trainer);
    if (status == T2SED_OK && trainer->trains_text)
        status = t2s_run_epochs(&trainer->run, err);
    if (status == T2SED_OK && trainer->trains_forests)
        status = t2s_train_forests(trainer, err);
    return status;
}

/* --- Saving --- */

static json_t *describe_text(const t2sed_trainer *trainer)
{
    const t2s_position *at = &trainer->run.at;
    return json_pack(
        "{s:I, s:I, s:o, s:I, s:s}", "epochs", (json_int_t)at->epoch,
        "best_epoch", (json_int_t)at->best_epoch, "dev_auc",
        at->best_epoch ? t2s_log_number(at->best_score) : json_null(), "seed",
        (json_int_t)trainer->options.seed, "backend",
        trainer->run.backend->name());
}

static json_t *describe_forest(const t2sed_trainer *trainer)
{
    return json_pack(
        "{s:i, s:i, s:i, s:b, s:I, s:s}", "forests", trainer->options.forests,
        "trees", (int)trainer->files.forests[T2S_READER_DATABASE].trees,
        "trees_without", (int)trainer->files.forests[T2S_READER_WITHOUT].trees,
        "refit", trainer->refitted, "seed", (json_int_t)trainer->options.seed,
        "trainer", "LightGBM");
}

/* The AUC on the dev beams, by how much is known. */
static json_t *describe_cases(const t2sed_trainer *trainer)
{
    json_t *cases = json_object();
    for (int known = 0; cases && known < T2S_KNOWN_CASES; known++)
        if (json_object_set_new(cases, t2s_known_names[known],
                                json_real(trainer->known_auc[known])) != 0) {
            json_decref(cases);
            return NULL;
        }
    return cases;
}

/* What config.json tells of what was trained. */
static json_t *describe_training(const t2sed_trainer *trainer)
{
    json_t *facts = json_object();
    int failed = facts == NULL;
    if (trainer->trains_text)
        failed |=
            json_object_set_new(facts, "training", describe_text(trainer)) != 0;
    if (trainer->has_grown)
        failed |= json_object_set_new(facts, "evidence_training",
                                      describe_forest(trainer)) != 0;
    if (trainer->fused)
        failed |=
            json_object_set_new(facts, "dev_auc", describe_cases(trainer)) != 0;
    if (trainer->fused) /* the regression has calibrated the sum */
        failed |=
            json_object_set_new(facts, "calibration",
                                json_pack("{s:f}", "temperature", 1.0)) != 0;
    if (failed) {
        json_decref(facts);
        return NULL;
    }
    return facts;
}

/* The best epoch's weights; before the first, the present ones. */
static t2sed_status save_weights(t2sed_trainer *trainer, const char *directory,
                                 int32_t dtype, const json_t *facts,
                                 t2sed_error *err)
{
    t2s_run *run = &trainer->run;
    float **present = NULL;
    t2s_tensor *tensors = NULL;
    t2sed_status status = T2SED_OK;
    if (!run->best)
        status = t2s_run_read(run, T2S_PART_WEIGHT, &present, err);
    if (status == T2SED_OK) {
        tensors = t2s_run_tensors(run, run->best ? run->best : present);
        status =
            tensors ? t2s_model_files_save(&trainer->files, directory, tensors,
                                           run->weight_count, dtype, facts, err)
                    : t2s_fail_memory(err);
    }
    t2s_free(present);
    t2s_free(tensors);
    return status;
}

t2sed_status t2sed_trainer_save(t2sed_trainer *trainer, const char *directory,
                                int precision, t2sed_error *err)
{
    const int32_t dtype = t2s_precision_dtype(precision);
    json_t *facts;
    t2sed_status status;
    if (!trainer || !directory)
        return t2s_fail_null(err, __func__, "trainer and directory");
    if (dtype == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "precision is %d, expected T2SED_FP32, T2SED_FP16 or "
                        "T2SED_BF16",
                        precision);
    facts = describe_training(trainer);
    status = facts ? save_weights(trainer, directory, dtype, facts, err)
                   : t2s_fail_memory(err);
    json_decref(facts);
    return status;
}
