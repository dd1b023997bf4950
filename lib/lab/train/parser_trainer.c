/* parser_trainer.c - the trainer of question parsers: options, opening, what
 * its runs do in their way, the trained parser as a directory. */

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/save.h"
#include "lab/train/parser.h"
#include "lab/write/write.h"
#include "model/backend.h"
#include "model/files.h"
#include "model/parser.h"

#define HOLD          0.3  /* the part of the run before the rate falls */
#define LOWEST        0.02 /* of the highest rate */
#define FIXED_DROPOUT 0.1  /* how often a word goes without a feature */
#define WORD_DROPOUT  0.2
#define NGRAM_DROPOUT 0.1

#define OPTIONS t2sed_parser_train_options

static const t2s_option options_at[] = {
    T2S_INT(OPTIONS, threads, 0, 0, 0, 4096),
    T2S_INT(OPTIONS, precision, 1, T2SED_AUTO, 0, T2SED_BF16),
    T2S_INT(OPTIONS, epochs, 1, 28, 1, 100000),
    T2S_INT(OPTIONS, batch_words, 1, 1000, 1, 100000),
    T2S_INT(OPTIONS, max_words, 1, 80, 1, 10000),
    T2S_REAL(OPTIONS, learning_rate, 1, 2e-3, 0, 10),
    T2S_INT(OPTIONS, warmup_steps, 1, 200, 0, 1e9),
    T2S_REAL(OPTIONS, weight_decay, 1, 0.01, 0, 10),
    T2S_REAL(OPTIONS, beta1, 1, 0.9, 0, 1),
    T2S_REAL(OPTIONS, beta2, 1, 0.95, 0, 1),
    T2S_REAL(OPTIONS, epsilon, 1, 1e-8, 0, 1),
    T2S_REAL(OPTIONS, max_gradient_norm, 1, 2, 0, 1e9),
    T2S_REAL(OPTIONS, dropout, 1, 0.33, 0, 0.99),
    T2S_INT(OPTIONS, augment, 1, 1, 0, 1),
    T2S_SEED(OPTIONS, seed),
    T2S_INT(OPTIONS, checkpoint_steps, 0, 200, 0, 1e9),
    T2S_INT(OPTIONS, vocabulary, 1, 12500, 1, 1000000),
    T2S_INT(OPTIONS, fixed_size, 1, 80, 1, 4096),
    T2S_INT(OPTIONS, word_size, 1, 48, 1, 4096),
    T2S_INT(OPTIONS, ngram_size, 1, 48, 1, 4096),
    T2S_INT(OPTIONS, shape_size, 1, 16, 1, 4096),
    T2S_INT(OPTIONS, ngrams, 1, 8192, 1, 1 << 24),
    T2S_INT(OPTIONS, hidden, 1, 192, 1, 4096),
    T2S_INT(OPTIONS, layers, 1, 3, 2, 16),
    T2S_INT(OPTIONS, arc_size, 1, 200, 1, 4096),
    T2S_INT(OPTIONS, label_size, 1, 80, 1, 1024),
    T2S_TEXT(OPTIONS, backend),
    T2S_TEXT(OPTIONS, checkpoint),
    T2S_TEXT(OPTIONS, log),
};

static const t2s_options options_table = {
    "parser training options", "t2sed_parser_train_options", sizeof(OPTIONS),
    options_at, sizeof options_at / sizeof options_at[0]};

void t2sed_parser_train_options_init(t2sed_parser_train_options *options,
                                     size_t size)
{
    t2s_options_init(options, size, &options_table);
}

static const t2s_run_kind run_kind;

static t2sed_status read_options(t2sed_parser_train_options *to,
                                 const t2sed_parser_train_options *given,
                                 t2sed_error *err)
{
    t2sed_status status = t2s_options_read(to, given, &options_table, err);
    if (status == T2SED_OK && to->precision == T2SED_FP16)
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "parser training options: precision is T2SED_FP16, "
                          "expected T2SED_AUTO, T2SED_FP32 or T2SED_BF16");
    return status;
}

t2sed_status
t2sed_parser_trainer_open(t2sed_parser_trainer **out, const char *encoder,
                          const t2sed_parser_train_options *options,
                          t2sed_error *err)
{
    t2sed_parser_trainer *trainer;
    t2sed_status status;
    if (!out || !encoder)
        return t2s_fail_null(err, __func__, "out and encoder");
    if (!t2s_directory_exists(encoder))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such directory",
                        encoder);
    trainer = t2s_zalloc(sizeof *trainer);
    if (!trainer)
        return t2s_fail_memory(err);
    status = read_options(&trainer->options, options, err);
    if (status == T2SED_OK) {
        trainer->encoder = t2s_strdup(encoder);
        if (!trainer->encoder)
            status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status =
            t2s_backend_load(&trainer->run.backend, trainer->options.backend,
                             trainer->options.threads, err);
    if (status == T2SED_OK && !trainer->run.backend->parser_trainer_open)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "the backend trains no parsers");
    if (status != T2SED_OK) {
        t2sed_parser_trainer_free(trainer);
        return status;
    }
    trainer->run.kind = &run_kind;
    trainer->run.options = &trainer->options;
    trainer->run.epochs = trainer->options.epochs;
    trainer->run.checkpoint = trainer->options.checkpoint;
    trainer->run.checkpoint_steps = trainer->options.checkpoint_steps;
    trainer->run.log_path = trainer->options.log;
    *out = trainer;
    return T2SED_OK;
}

void t2sed_parser_trainer_free(t2sed_parser_trainer *trainer)
{
    if (!trainer)
        return;
    t2s_run_end(&trainer->run);
    t2s_bank_free(&trainer->banks[T2SED_TRAIN]);
    t2s_bank_free(&trainer->banks[T2SED_DEV]);
    t2s_map_free(&trainer->tags);
    t2s_map_free(&trainer->relations);
    t2s_map_free(&trainer->words);
    t2s_vector_free(&trainer->names);
    t2s_parser_epoch_free(&trainer->epoch);
    t2s_parser_input_free(&trainer->input);
    t2s_options_free(&trainer->options, &options_table);
    t2s_free(trainer->encoder);
    t2s_free(trainer);
}

/* --- What a run begins with --- */

static t2sed_status open_engine(t2sed_parser_trainer *trainer,
                                const t2s_tensor *weights, int32_t count,
                                t2sed_error *err)
{
    const t2sed_parser_train_options *o = &trainer->options;
    t2s_run *run = &trainer->run;
    bool narrow = o->precision == T2SED_BF16 ||
                  (o->precision == T2SED_AUTO && run->backend->has_fast_bf16());
    t2s_parser_train_options how = {
        .beta1 = o->beta1,
        .beta2 = o->beta2,
        .epsilon = o->epsilon,
        .weight_decay = o->weight_decay,
        .max_gradient_norm = o->max_gradient_norm,
        .dropout = o->dropout,
        .fixed_dropout = o->dropout > 0 ? FIXED_DROPOUT : 0,
        .word_dropout = o->dropout > 0 ? WORD_DROPOUT : 0,
        .ngram_dropout = o->dropout > 0 ? NGRAM_DROPOUT : 0,
        .seed = o->seed,
        .precision = narrow ? T2S_BFLOAT16 : T2S_FP32,
    };
    t2sed_status status = run->backend->parser_trainer_open(
        &run->engine, weights, count, &how, err);
    return status == T2SED_OK ? t2s_run_describe_weights(run, err) : status;
}

/* Labels, words, weights, engine: what the treebanks are needed for. */
static t2sed_status prepare(t2sed_parser_trainer *trainer, t2sed_error *err)
{
    float *vectors = NULL;
    t2s_parser_weights fresh = {0};
    t2sed_status status;
    if (trainer->run.engine)
        return T2SED_OK;
    if (trainer->started)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: it failed before");
    if (trainer->banks[T2SED_TRAIN].sentences.count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "parser training: no treebanks were added "
                        "(t2sed_parser_trainer_add)");
    trainer->started = true;
    status = t2s_bank_settle_labels(trainer, err);
    if (status == T2SED_OK)
        status = t2s_parser_choose_words(trainer, &vectors, err);
    if (status == T2SED_OK)
        status = t2s_parser_fresh_weights(&fresh, trainer, vectors, err);
    if (status == T2SED_OK) {
        const t2s_tensor *fixed = &fresh.tensors.at[0];
        trainer->vectors_hash =
            t2s_hash_bytes(T2S_HASH_START, fixed->data,
                           (size_t)t2s_tensor_elements(fixed) * sizeof(float));
        status = open_engine(trainer, fresh.tensors.at,
                             (int32_t)fresh.tensors.count, err);
    }
    t2s_parser_weights_free(&fresh);
    t2s_free(vectors);
    return status;
}

t2sed_status t2sed_parser_trainer_resume(t2sed_parser_trainer *trainer,
                                         const char *checkpoint,
                                         t2sed_error *err)
{
    t2sed_status status;
    if (!trainer || !checkpoint)
        return t2s_fail_null(err, __func__, "trainer and checkpoint");
    if (trainer->run.engine)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: can't resume once training began");
    if (!t2s_file_exists(checkpoint))
        return t2s_fail(err, T2SED_ENOTFOUND, -1, "%s: no such file",
                        checkpoint);
    status = prepare(trainer, err);
    return status == T2SED_OK ? t2s_run_resume(&trainer->run, checkpoint, err)
                              : status;
}

t2sed_status t2sed_parser_trainer_run(t2sed_parser_trainer *trainer,
                                      t2sed_train_progress_fn progress,
                                      void *payload, t2sed_error *err)
{
    t2sed_status status;
    if (!trainer)
        return t2s_fail_null(err, __func__, "trainer");
    status = prepare(trainer, err);
    if (status == T2SED_OK)
        status = t2s_run_begin(&trainer->run, progress, payload, err);
    return status == T2SED_OK ? t2s_run_epochs(&trainer->run, err) : status;
}

/* --- What runs do --- */

static double rate(const t2sed_parser_trainer *trainer)
{
    const t2sed_parser_train_options *o = &trainer->options;
    const double done = t2s_run_done(&trainer->run);
    double warm =
        o->warmup_steps ? (double)trainer->run.at.step / o->warmup_steps : 1;
    double fall = (done - HOLD) / (1 - HOLD);
    double factor = fall > 0 ? 1 - fall * (1 - LOWEST) : 1;
    if (warm + LOWEST < 1)
        factor *= warm + LOWEST;
    return o->learning_rate * factor;
}

static t2sed_status begin_epoch(t2s_run *run, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = (t2sed_parser_trainer *)run;
    t2sed_status status = t2s_parser_make_epoch(trainer, run->at.epoch, err);
    run->items = (int64_t)trainer->epoch.groups.count;
    return status;
}

static t2sed_status take_step(t2s_run *run, double *loss, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = (t2sed_parser_trainer *)run;
    t2s_parser_batch batch;
    t2sed_status status =
        t2s_parser_batch_of(trainer, &trainer->epoch.sentences, &trainer->epoch,
                            (size_t)run->at.next, &batch, err);
    run->progress.learning_rate = rate(trainer);
    if (status == T2SED_OK)
        status = run->backend->parser_trainer_step(
            run->engine, &batch, run->progress.learning_rate, loss, err);
    run->at.next += status == T2SED_OK;
    return status;
}

static uint64_t hash_bank(uint64_t hash, const bank *b)
{
    for (size_t i = 0; i < b->sentences.count; i++)
        hash =
            t2s_hash_bytes(hash, &b->sentences.at[i].count, sizeof(uint32_t));
    for (size_t i = 0; i < b->words.count; i++) {
        const bank_word *word = &b->words.at[i];
        const int32_t numbers[] = {word->head, word->tag, word->relation};
        hash = t2s_hash_bytes(hash, word->form, word->length);
        hash = t2s_hash_bytes(hash, numbers, sizeof numbers);
    }
    return hash;
}

static uint64_t hash_data(uint64_t hash, const t2s_run *run)
{
    const t2sed_parser_trainer *trainer = (const t2sed_parser_trainer *)run;
    hash = t2s_hash_step(hash, trainer->vectors_hash);
    hash = hash_bank(hash, &trainer->banks[T2SED_TRAIN]);
    return hash_bank(hash, &trainer->banks[T2SED_DEV]);
}

static json_t *describe_bank(const bank *b)
{
    return json_pack("{s:I, s:I}", "sentences", (json_int_t)b->sentences.count,
                     "words", (json_int_t)b->words.count);
}

static json_t *describe_data(const t2s_run *run)
{
    const t2sed_parser_trainer *trainer = (const t2sed_parser_trainer *)run;
    return json_pack("{s:o, s:o, s:I, s:I}", "train",
                     describe_bank(&trainer->banks[T2SED_TRAIN]), "dev",
                     describe_bank(&trainer->banks[T2SED_DEV]), "words",
                     (json_int_t)trainer->words.count, "trained_words",
                     (json_int_t)trainer->trained_words - 1);
}

static const t2s_metric metrics[] = {
    {"dev_uas", offsetof(t2sed_train_progress, dev_uas)},
    {"dev_las", offsetof(t2sed_train_progress, dev_las)},
    {"dev_upos", offsetof(t2sed_train_progress, dev_upos)},
    {NULL, 0}};

static const t2s_run_kind run_kind = {
    .what = "parser",
    .given = "options, treebanks or another encoder",
    .options = &options_table,
    .metrics = metrics,
    .has_average = true,
    .hash = hash_data,
    .describe = describe_data,
    .begin_epoch = begin_epoch,
    .step = take_step,
    .measure = t2s_parser_measure};

/* --- Saving --- */

/* The names of trained labels, by their indices. */
static json_t *label_list(const t2s_map *labels)
{
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; i < labels->count && good; i++) /* room for all */
        if (labels->entries[i].value >= 0)
            good = json_array_append_new(list, json_null()) == 0;
    for (size_t i = 0; i < labels->count && good; i++)
        if (labels->entries[i].value >= 0)
            good = json_array_set_new(list, (size_t)labels->entries[i].value,
                                      json_string(labels->entries[i].key)) == 0;
    if (!good)
        json_decref(list);
    return good ? list : NULL;
}

static json_t *describe(const t2sed_parser_trainer *trainer)
{
    const bank *b = &trainer->banks[T2SED_TRAIN];
    return json_pack(
        "{s:{s:i, s:o, s:o, s:{s:I, s:I, s:I, s:I, s:I, s:s}}}", "t2sed_parser",
        "format", T2S_PARSER_FORMAT, "tags", label_list(&trainer->tags),
        "relations", label_list(&trainer->relations), "training", "sentences",
        (json_int_t)b->sentences.count, "words", (json_int_t)b->words.count,
        "epochs", (json_int_t)trainer->run.at.epoch, "steps",
        (json_int_t)trainer->run.at.step, "seed",
        (json_int_t)trainer->options.seed, "backend",
        trainer->run.backend->name());
}

static t2sed_status save_words(const t2sed_parser_trainer *trainer,
                               const char *path, t2sed_error *err)
{
    t2s_string out = {0};
    t2sed_status status;
    for (size_t i = 0; i < trainer->words.count; i++) {
        t2s_string_append_n(&out, trainer->words.entries[i].key,
                            trainer->words.entries[i].key_length);
        t2s_string_append_char(&out, '\n');
    }
    status = out.failed ? t2s_fail_memory(err)
                        : t2s_save_file(path, out.text, out.length, err);
    t2s_string_free(&out);
    return status;
}

static t2sed_status save_weights(const t2sed_parser_trainer *trainer,
                                 t2s_run *run, const char *directory,
                                 int32_t dtype, t2sed_error *err)
{
    float **averages = NULL;
    t2s_tensor *tensors = NULL;
    t2sed_status status = t2s_run_read(run, T2S_PART_AVERAGE, &averages, err);
    if (status == T2SED_OK) {
        tensors = t2s_run_tensors(run, averages);
        status =
            tensors ? t2s_write_directory(directory, describe(trainer), tensors,
                                          run->weight_count, dtype, err)
                    : t2s_fail_memory(err);
    }
    t2s_free(averages);
    t2s_free(tensors);
    return status;
}

t2sed_status t2sed_parser_trainer_save(t2sed_parser_trainer *trainer,
                                       const char *directory, int precision,
                                       t2sed_error *err)
{
    int32_t dtype = t2s_precision_dtype(precision);
    char *words;
    t2sed_status status;
    if (!trainer || !directory)
        return t2s_fail_null(err, __func__, "trainer and directory");
    if (dtype == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "parser trainer: the precision is none of T2SED_FP32, "
                        "T2SED_FP16, T2SED_BF16");
    if (!trainer->run.engine)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: nothing was trained yet");
    words = t2s_path_join(directory, "words.txt");
    status = words ? t2s_make_directory(directory, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = save_words(trainer, words, err);
    if (status == T2SED_OK)
        status = save_weights(trainer, &trainer->run, directory, dtype, err);
    t2s_free(words);
    return status;
}
