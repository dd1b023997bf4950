/* batches.c - from beams to what the engine takes at once. */
#include <stdlib.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/train/internal.h"

/* Memory of a training step grows with the tokens of a chunk, its time with
 * the number of chunks: this many keep a 12 x 768 encoder under 4 GiB. */
#define CHUNK_TOKENS 3072

typedef struct sized {
    size_t tokens;
    uint32_t sample;
} sized;

/* Longest first; equal ones in their order, so that a run is reproducible. */
static int longest_first(const void *a, const void *b)
{
    const sized *x = a, *y = b;
    if (x->tokens != y->tokens)
        return x->tokens < y->tokens ? 1 : -1;
    return (x->sample > y->sample) - (x->sample < y->sample);
}

static t2sed_status sort_by_length(const train_set *set, uint32_t *samples,
                                   size_t count, t2sed_error *err)
{
    sized *items = t2s_alloc_array(count, sizeof *items);
    if (!items)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        items[i].sample = samples[i];
        items[i].tokens = (size_t)set->samples.at[samples[i]].sequence.count;
    }
    qsort(items, count, sizeof *items, longest_first);
    for (size_t i = 0; i < count; i++)
        samples[i] = items[i].sample;
    t2s_free(items);
    return T2SED_OK;
}

t2sed_status t2s_train_chunks(
    const train_set *set, uint32_t *samples, size_t count,
    t2sed_status (*use)(train_chunk chunk, void *payload, t2sed_error *err),
    void *payload, t2sed_error *err)
{
    t2sed_status status = sort_by_length(set, samples, count, err);
    for (size_t first = 0; first < count && status == T2SED_OK;) {
        size_t longest = (size_t)set->samples.at[samples[first]].sequence.count;
        train_chunk chunk = {samples + first, 1};
        while (first + chunk.count < count &&
               (chunk.count + 1) * longest <= CHUNK_TOKENS)
            chunk.count++;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = use(chunk, payload, err);
        first += chunk.count;
    }
    return status;
}

/* What a step gathers: the engine adds up gradients over all chunks. */
typedef struct gathered {
    t2sed_trainer *trainer;
    T2S_VECTOR(t2s_train_batch) batches;
    T2S_VECTOR(t2s_batch_builder) builders; /* each keeps a chunk's arrays */
    float *labels, *weights;                /* [all samples of the step] */
    size_t used;
} gathered;

/* Label and weight of one sample more. */
static void add_target(gathered *step, uint32_t sample)
{
    const t2sed_trainer *trainer = step->trainer;
    const train_set *set = &trainer->sets[T2SED_TRAIN];
    double smoothing = trainer->options.label_smoothing;
    float label = set->labels.at[sample];
    step->labels[step->used] =
        (float)((double)label * (1 - smoothing) + smoothing / 2);
    step->weights[step->used] = set->weights.at[sample];
    step->used++;
}

static t2sed_status add_chunk(train_chunk chunk, void *payload,
                              t2sed_error *err)
{
    gathered *step = payload;
    const train_set *set = &step->trainer->sets[T2SED_TRAIN];
    static const t2s_batch_builder none;
    t2s_batch_builder *builder;
    t2s_train_batch batch = {0};
    t2sed_status status = T2SED_OK;
    if (!t2s_vector_push(&step->builders, none))
        return t2s_fail_memory(err);
    builder = &step->builders.at[step->builders.count - 1];
    batch.labels = step->labels + step->used;
    batch.weights = step->weights + step->used;
    for (size_t i = 0; i < chunk.count; i++) {
        uint32_t sample = chunk.samples[i];
        add_target(step, sample);
        status = t2s_batch_add(builder, set->samples.at[sample].graph,
                               &set->samples.at[sample].sequence, err);
        if (status != T2SED_OK)
            return status;
    }
    t2s_batch_view(builder, &batch.inputs);
    return t2s_vector_push(&step->batches, batch) ? T2SED_OK
                                                  : t2s_fail_memory(err);
}

static t2sed_status allocate(gathered *step, size_t count, t2sed_error *err)
{
    step->labels = t2s_alloc_array(count, sizeof *step->labels);
    step->weights = t2s_alloc_array(count, sizeof *step->weights);
    return step->labels && step->weights ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2s_train_step(t2sed_trainer *trainer, size_t first, size_t count,
                            double rate, double *loss, t2sed_error *err)
{
    const train_set *set = &trainer->sets[T2SED_TRAIN];
    gathered step = {.trainer = trainer};
    T2S_VECTOR(uint32_t) samples = {0};
    t2sed_status status = T2SED_OK;
    for (size_t i = first; i < first + count; i++) {
        train_beam beam = set->beams.at[trainer->order[i]];
        for (uint32_t j = 0; j < beam.count && status == T2SED_OK; j++)
            if (!t2s_vector_push(&samples, beam.first + j))
                status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = allocate(&step, samples.count, err);
    if (status == T2SED_OK)
        status = t2s_train_chunks(set, samples.at, samples.count, add_chunk,
                                  &step, err);
    if (status == T2SED_OK)
        status = trainer->backend->trainer_step(
            trainer->engine, step.batches.at, (int32_t)step.batches.count, rate,
            loss, err);
    for (size_t i = 0; i < step.builders.count; i++)
        t2s_batch_free(&step.builders.at[i]);
    t2s_vector_free(&step.builders);
    t2s_vector_free(&step.batches);
    t2s_vector_free(&samples);
    t2s_free(step.labels);
    t2s_free(step.weights);
    return status;
}
