/* batches.c - the text's training: from beams to what the engine takes at
 * once, its steps, and the metrics of an epoch. */
#include <math.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "lab/evaluate/items.h"
#include "lab/train/detector.h"

/* Memory of a training step grows with the tokens of a chunk, its time with
 * the number of chunks: this many keep a 12 x 768 encoder under 4 GiB. */
#define CHUNK_TOKENS 3072

/* --- The schedule --- */

double t2s_train_rate(double highest, double warmup, int64_t step,
                      int64_t steps)
{
    double warm = warmup * (double)steps;
    double at = (double)step;
    if (at + 1 < warm)
        return highest * (at + 1) / warm;
    if ((double)steps <= warm)
        return highest;
    return highest * ((double)steps - at) / ((double)steps - warm + 1);
}

int64_t t2s_train_steps(const t2sed_trainer *trainer)
{
    const size_t beams = trainer->sets[T2SED_TRAIN].beams.count;
    const size_t batch = (size_t)trainer->options.batch_beams;
    return (int64_t)((beams + batch - 1) / batch) * trainer->options.epochs;
}

t2sed_status t2s_train_order(t2sed_trainer *trainer, int64_t epoch,
                             t2sed_error *err)
{
    const size_t count = trainer->sets[T2SED_TRAIN].beams.count;
    /* A generator of each epoch's own, so that a resumed run need not replay
     * the epochs before. */
    t2s_random random = {trainer->options.seed * 0x9E3779B97F4A7C15u +
                         (uint64_t)epoch};
    if (!trainer->order)
        trainer->order = t2s_alloc_array(count, sizeof *trainer->order);
    if (!trainer->order)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        trainer->order[i] = (uint32_t)i;
    t2s_random_shuffle(&random, trainer->order, count);
    return T2SED_OK;
}

/* --- Chunks --- */

/* Samples of one forward pass: indices into a set, longest first. */
typedef struct chunk {
    const uint32_t *samples;
    size_t count;
} chunk;

/* Longest first; equal ones in their order, so that a run is reproducible. */
static int longest_first(const void *a, const void *b, const void *context)
{
    const train_set *set = context;
    const uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    const int32_t x = set->samples.at[i].sequence.count;
    const int32_t y = set->samples.at[j].sequence.count;
    return x != y ? (x < y) - (x > y) : (i > j) - (i < j);
}

static t2sed_status sort_by_length(const train_set *set, uint32_t *samples,
                                   size_t count, t2sed_error *err)
{
    return t2s_sort(samples, count, sizeof *samples, longest_first, set)
               ? T2SED_OK
               : t2s_fail_early(err);
}

/* Moves on to the next chunk of the sorted samples up to `end`: of bounded
 * size. False behind the last. */
static bool next_chunk(chunk *of, const train_set *set, const uint32_t *end)
{
    size_t longest;
    of->samples += of->count;
    if (of->samples == end)
        return false;
    longest = (size_t)set->samples.at[of->samples[0]].sequence.count;
    of->count = 1;
    while (of->samples + of->count < end &&
           (of->count + 1) * longest <= CHUNK_TOKENS)
        of->count++;
    return true;
}

static t2sed_status fill_batch(t2s_batch *out, t2s_batch_builder *builder,
                               const train_set *set, chunk from,
                               t2sed_error *err)
{
    t2sed_status status = t2s_check_interrupt(err);
    t2s_batch_clear(builder);
    for (size_t i = 0; i < from.count && status == T2SED_OK; i++) {
        const t2s_sample *sample = &set->samples.at[from.samples[i]];
        status = t2s_batch_add(builder, sample->graph, &sample->sequence, err);
    }
    t2s_batch_view(builder, out);
    return status;
}

/* --- A step --- */

/* What a step gathers: the engine adds up gradients over all chunks. */
typedef struct gathered {
    t2sed_trainer *trainer;
    T2S_VECTOR(t2s_train_batch) batches;
    T2S_VECTOR(t2s_batch_builder) builders; /* each keeps a chunk's arrays */
    T2S_VECTOR(uint32_t) samples;
    float *labels, *weights; /* [samples] */
    size_t used;
} gathered;

static t2sed_status add_chunk(gathered *to, chunk of, t2sed_error *err)
{
    const train_set *set = &to->trainer->sets[T2SED_TRAIN];
    const double smoothing = to->trainer->options.label_smoothing;
    static const t2s_batch_builder none;
    t2s_train_batch batch = {.labels = to->labels + to->used,
                             .weights = to->weights + to->used};
    t2sed_status status;
    if (!t2s_vector_push(&to->builders, none))
        return t2s_fail_memory(err);
    for (size_t i = 0; i < of.count; i++) {
        const uint32_t sample = of.samples[i];
        to->labels[to->used] =
            (float)((double)set->labels.at[sample] * (1 - smoothing) +
                    smoothing / 2);
        to->weights[to->used++] = set->weights.at[sample];
    }
    status = fill_batch(&batch.inputs, &to->builders.at[to->builders.count - 1],
                        set, of, err);
    if (status != T2SED_OK)
        return status;
    return t2s_vector_push(&to->batches, batch) ? T2SED_OK
                                                : t2s_fail_memory(err);
}

/* The samples of the beams order[first..first + count). */
static bool list_samples(gathered *to, size_t first, size_t count)
{
    const t2sed_trainer *trainer = to->trainer;
    for (size_t i = first; i < first + count; i++) {
        const train_beam beam =
            trainer->sets[T2SED_TRAIN].beams.at[trainer->order[i]];
        for (uint32_t j = 0; j < beam.count; j++)
            if (!t2s_vector_push(&to->samples, beam.first + j))
                return false;
    }
    to->labels = t2s_alloc_array(to->samples.count, sizeof *to->labels);
    to->weights = t2s_alloc_array(to->samples.count, sizeof *to->weights);
    return to->labels && to->weights;
}

static t2sed_status gather(gathered *to, size_t first, size_t count,
                           t2sed_error *err)
{
    const train_set *set = &to->trainer->sets[T2SED_TRAIN];
    chunk of = {0};
    t2sed_status status;
    if (!list_samples(to, first, count))
        return t2s_fail_memory(err);
    status = sort_by_length(set, to->samples.at, to->samples.count, err);
    of.samples = to->samples.at;
    while (status == T2SED_OK &&
           next_chunk(&of, set, to->samples.at + to->samples.count))
        status = add_chunk(to, of, err);
    return status;
}

static t2sed_status take_step(t2s_run *run, double *loss, t2sed_error *err)
{
    t2sed_trainer *trainer = (t2sed_trainer *)run;
    const t2sed_train_options *o = &trainer->options;
    const int64_t left = run->items - run->at.next;
    const int64_t count = left < o->batch_beams ? left : o->batch_beams;
    gathered to = {.trainer = trainer};
    t2sed_status status = gather(&to, (size_t)run->at.next, (size_t)count, err);
    run->progress.learning_rate = t2s_train_rate(
        o->learning_rate, o->warmup, run->at.step, t2s_train_steps(trainer));
    if (status == T2SED_OK)
        status = run->backend->trainer_step(
            run->engine, to.batches.at, (int32_t)to.batches.count,
            run->progress.learning_rate, loss, err);
    for (size_t i = 0; i < to.builders.count; i++)
        t2s_batch_free(&to.builders.at[i]);
    t2s_vector_free(&to.builders);
    t2s_vector_free(&to.batches);
    t2s_vector_free(&to.samples);
    t2s_free(to.labels);
    t2s_free(to.weights);
    if (status == T2SED_OK)
        run->at.next += count;
    return status;
}

/* --- Metrics --- */

t2sed_status t2s_train_dev_logits(t2sed_trainer *trainer, float *logits,
                                  t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_DEV];
    const size_t count = set->samples.count;
    uint32_t *samples = t2s_alloc_array(count, sizeof *samples);
    float *scores = t2s_alloc_array(count, sizeof *scores);
    chunk of = {samples, 0};
    t2sed_status status = samples && scores ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        samples[i] = (uint32_t)i;
    if (status == T2SED_OK)
        status = sort_by_length(set, samples, count, err);
    while (status == T2SED_OK && next_chunk(&of, set, samples + count)) {
        t2s_batch batch;
        status = fill_batch(&batch, &trainer->scratch, set, of, err);
        if (status == T2SED_OK)
            status = trainer->run.backend->trainer_forward(trainer->run.engine,
                                                           &batch, scores, err);
        for (size_t i = 0; i < of.count && status == T2SED_OK; i++)
            logits[of.samples[i]] = scores[i];
    }
    t2s_free(samples);
    t2s_free(scores);
    return status;
}

/* log(1 + e^x) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static void sum_up(const train_set *set, const float *logits,
                   t2sed_train_progress *progress)
{
    double loss = 0, right = 0, all = 0;
    for (size_t i = 0; i < set->samples.count; i++) {
        double weight = set->weights.at[i], label = set->labels.at[i];
        double logit = logits[i];
        loss += weight * (softplus(logit) - label * logit);
        right += weight * ((logit > 0) == (label >= 0.5));
        all += weight;
    }
    progress->dev_loss = loss / all;
    progress->dev_accuracy = right / all;
}

static t2sed_status measure(t2s_run *run, double *score, t2sed_error *err)
{
    t2sed_trainer *trainer = (t2sed_trainer *)run;
    const train_set *set = &trainer->sets[T2SED_DEV];
    const size_t count = set->samples.count;
    t2sed_train_progress *p = &run->progress;
    float *logits;
    t2sed_status status;
    *score = NAN;
    if (count == 0)
        return T2SED_OK;
    logits = t2s_alloc_array(count, sizeof *logits);
    if (!logits)
        return t2s_fail_memory(err);
    status = t2s_train_dev_logits(trainer, logits, err);
    if (status == T2SED_OK)
        status = t2s_auc(&p->dev_auc, logits, set->labels.at, set->weights.at,
                         count, err);
    if (status == T2SED_OK)
        sum_up(set, logits, p);
    *score = p->dev_auc;
    t2s_free(logits);
    return status;
}

/* --- What a run is told by --- */

static t2sed_status begin_epoch(t2s_run *run, t2sed_error *err)
{
    t2sed_trainer *trainer = (t2sed_trainer *)run;
    run->items = (int64_t)trainer->sets[T2SED_TRAIN].beams.count;
    return t2s_train_order(trainer, run->at.epoch, err);
}

static uint64_t hash_data(uint64_t hash, const t2s_run *run)
{
    const t2sed_trainer *trainer = (const t2sed_trainer *)run;
    for (int purpose = T2SED_TRAIN; purpose <= T2SED_DEV; purpose++) {
        const train_set *set = &trainer->sets[purpose];
        const size_t count = set->samples.count;
        hash = t2s_hash_step(hash, set->beams.count);
        hash = t2s_hash_bytes(hash, set->labels.at, count * sizeof(float));
        hash = t2s_hash_bytes(hash, set->weights.at, count * sizeof(float));
        for (size_t i = 0; i < count; i++)
            hash = t2s_hash_bytes(hash, set->samples.at[i].sequence.ids,
                                  (size_t)set->samples.at[i].sequence.count *
                                      sizeof(int32_t));
    }
    return hash;
}

static json_t *describe_set(const train_set *set)
{
    size_t right = 0;
    for (size_t i = 0; i < set->samples.count; i++)
        right += set->labels.at[i] >= 0.5F;
    return json_pack("{s:I, s:I, s:I}", "beams", (json_int_t)set->beams.count,
                     "examples", (json_int_t)set->samples.count, "right",
                     (json_int_t)right);
}

static json_t *describe_data(const t2s_run *run)
{
    const t2sed_trainer *trainer = (const t2sed_trainer *)run;
    return json_pack("{s:o, s:o}", "train",
                     describe_set(&trainer->sets[T2SED_TRAIN]), "dev",
                     describe_set(&trainer->sets[T2SED_DEV]));
}

static const t2s_metric metrics[] = {
    {"dev_loss", offsetof(t2sed_train_progress, dev_loss)},
    {"dev_auc", offsetof(t2sed_train_progress, dev_auc)},
    {"dev_accuracy", offsetof(t2sed_train_progress, dev_accuracy)},
    {NULL, 0}};

const t2s_run_kind t2s_detector_run = {.what = "model",
                                       .given = "options or beams",
                                       .options = &t2s_detector_options,
                                       .metrics = metrics,
                                       .hash = hash_data,
                                       .describe = describe_data,
                                       .begin_epoch = begin_epoch,
                                       .step = take_step,
                                       .measure = measure};
