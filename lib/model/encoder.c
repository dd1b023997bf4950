#include "t2sed/parts/encoder.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/sort.h"
#include "model/encoding.h"
#include "model/model.h"
#include "model/pairing.h"

struct t2sed_encoder {
    t2sed_model *model;
    t2s_pairing pairing;
};

void t2sed_encoder_options_init(t2sed_encoder_options *options, size_t size)
{
    const t2sed_encoder_options defaults = {sizeof defaults,
                                            T2SED_TRUNCATE_MODEL};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

t2sed_status t2sed_encoder_new(t2sed_encoder **out, const t2sed_model *model,
                               const t2sed_encoder_options *given,
                               t2sed_error *err)
{
    t2sed_encoder_options options;
    t2sed_encoder *encoder;
    t2sed_status status;
    t2sed_encoder_options_init(&options, sizeof options);
    if (!out || !model)
        return t2s_fail_null(err, __func__, "out and model");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_encoder_options", err);
    if (status != T2SED_OK)
        return status;
    if (options.truncation < T2SED_TRUNCATE_MODEL ||
        options.truncation > T2SED_TRUNCATE_SQL)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "encoder options: unknown truncation %d",
                        options.truncation);
    if (!model->handle)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1, "encoder: %s has none",
                        model->path);
    encoder = t2s_zalloc(sizeof *encoder);
    if (!encoder)
        return t2s_fail_memory(err);
    status = t2s_pairing_init(&encoder->pairing, &model->config,
                              model->tokenizer, options.truncation, err);
    if (status != T2SED_OK) {
        t2s_free(encoder);
        return status;
    }
    encoder->model = t2s_model_retain(model);
    *out = encoder;
    return T2SED_OK;
}

void t2sed_encoder_free(t2sed_encoder *encoder)
{
    if (!encoder)
        return;
    t2s_pairing_free(&encoder->pairing);
    t2sed_model_free(encoder->model);
    t2s_free(encoder);
}

/* --- Portions --- */

static int longest_first(const void *a, const void *b, const void *lengths)
{
    const int32_t x = ((const int32_t *)lengths)[*(const uint32_t *)a];
    const int32_t y = ((const int32_t *)lengths)[*(const uint32_t *)b];
    return (x < y) - (x > y);
}

bool t2s_chunks_order(uint32_t *order, const int32_t *lengths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    return t2s_sort(order, count, sizeof *order, longest_first, lengths);
}

size_t t2s_chunks_end(const uint32_t *order, const int32_t *lengths,
                      size_t count, size_t begin, size_t tokens, bool padded)
{
    size_t sum = 0, end = begin;
    while (end < count) {
        size_t length = (size_t)lengths[order[padded ? begin : end]];
        if (end > begin && sum + length > tokens)
            break;
        sum += length;
        end++;
    }
    return end;
}

/* Pairs order[0..count) through the engine. */
static t2sed_status run_portion(t2sed_encoding *encoding,
                                const t2sed_model *model, const uint32_t *order,
                                size_t count, t2sed_error *err)
{
    const t2s_encoded *pairs = encoding->pairs;
    const size_t hidden = encoding->hidden;
    size_t tokens = 0, at = 0;
    int32_t *ids, *types, *starts;
    float *vectors;
    t2sed_status status;
    for (size_t i = 0; i < count; i++)
        tokens += (size_t)pairs[order[i]].sequence.count;
    ids = t2s_alloc_array(2 * tokens + count + 1, sizeof *ids);
    vectors = t2s_alloc_array(tokens, hidden * sizeof *vectors);
    if (!ids || !vectors) {
        t2s_free(ids);
        t2s_free(vectors);
        return t2s_fail_memory(err);
    }
    types = ids + tokens;
    starts = types + tokens;
    for (size_t i = 0; i < count; i++) {
        const t2s_sequence *s = &pairs[order[i]].sequence;
        const size_t n = (size_t)s->count;
        starts[i] = (int32_t)at;
        memcpy(ids + at, s->ids, n * sizeof *ids);
        if (s->types)
            memcpy(types + at, s->types, n * sizeof *types);
        at += n;
    }
    starts[count] = (int32_t)at;
    const t2s_token_batch batch = {
        (int32_t)count, (int32_t)tokens, ids,
        model->config.architecture.token_types < 2 ? NULL : types, starts};
    status = model->backend->encode(model->handle, &batch, vectors, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        const t2s_encoded *pair = &pairs[order[i]];
        memcpy(encoding->vectors + pair->first_token * hidden,
               vectors + (size_t)starts[i] * hidden,
               (size_t)pair->sequence.count * hidden * sizeof *vectors);
    }
    t2s_free(ids);
    t2s_free(vectors);
    return status;
}

/* All pairs, portion after portion. */
static t2sed_status compute(t2sed_encoding *encoding, const t2sed_model *model,
                            t2sed_error *err)
{
    const size_t count = encoding->count;
    uint32_t *order = t2s_alloc_array(count, sizeof *order);
    int32_t *lengths = t2s_alloc_array(count, sizeof *lengths);
    t2sed_status status = T2SED_OK;
    encoding->vectors = t2s_alloc_array(
        encoding->token_count, encoding->hidden * sizeof *encoding->vectors);
    for (size_t i = 0; lengths && i < count; i++)
        lengths[i] = encoding->pairs[i].sequence.count;
    if (!order || !lengths || !encoding->vectors)
        status = t2s_fail_memory(err);
    else if (!t2s_chunks_order(order, lengths, count))
        status = t2s_fail_early(err);
    for (size_t begin = 0, end; begin < count && status == T2SED_OK;
         begin = end) {
        end = t2s_chunks_end(order, lengths, count, begin, T2S_CHUNK_TOKENS,
                             false);
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status =
                run_portion(encoding, model, order + begin, end - begin, err);
    }
    t2s_free(order);
    t2s_free(lengths);
    return status;
}

/* --- Texts --- */

typedef struct text {
    const char *at;
    size_t length;
} text;

/* What the caller gave, pair by pair. */
typedef struct input {
    const char *const *texts[2]; /* first and second; second may be NULL */
    const size_t *lengths[2];    /* each may be NULL */
} input;

static t2sed_status text_of(text *out, const input *in, int side, size_t i,
                            t2sed_error *err)
{
    *out = (text){NULL, 0};
    if (!in->texts[side])
        return T2SED_OK;
    out->at = in->texts[side][i];
    if (!out->at)
        return t2s_fail(err, T2SED_EINVAL, -1, "encoder: text %zu is NULL", i);
    out->length = in->lengths[side] ? in->lengths[side][i] : strlen(out->at);
    return T2SED_OK;
}

static t2sed_status tokenize(t2s_encoded *pair, t2s_pairing *pairing,
                             const text *texts, t2sed_error *err)
{
    t2sed_status status =
        t2s_pairing_first(pairing, texts[0].at, texts[0].length, err);
    if (status == T2SED_OK)
        status = t2s_pairing_second(pairing, texts[1].at, texts[1].length,
                                    &pair->sequence, &pair->cut, err);
    if (status != T2SED_OK)
        return status;
    pair->text_length[0] = texts[0].length;
    pair->text_length[1] = texts[1].length;
    pair->spans = t2s_sequence_keep(&pair->sequence);
    return pair->spans ? T2SED_OK : t2s_fail_memory(err);
}

static t2sed_status tokenize_all(t2sed_encoding *encoding, t2s_pairing *pairing,
                                 const input *in, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < encoding->count && status == T2SED_OK; i++) {
        t2s_encoded *pair = &encoding->pairs[i];
        text texts[2];
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = text_of(&texts[0], in, 0, i, err);
        if (status == T2SED_OK)
            status = text_of(&texts[1], in, 1, i, err);
        if (status != T2SED_OK)
            return status;
        status = tokenize(pair, pairing, texts, err);
        if (status != T2SED_OK && status != T2SED_ENOMEM)
            t2s_fail_in(err, status, "pair %zu", i);
        pair->first_token = encoding->token_count;
        encoding->token_count += (size_t)pair->sequence.count;
    }
    return status;
}

t2sed_status t2sed_encoder_encode(t2sed_encoding **out, t2sed_encoder *encoder,
                                  const char *const *first,
                                  const size_t *first_lengths,
                                  const char *const *second,
                                  const size_t *second_lengths, size_t count,
                                  t2sed_error *err)
{
    input in = {{first, second}, {first_lengths, second_lengths}};
    t2sed_encoding *encoding;
    t2sed_status status;
    if (!out || !encoder || (!first && count > 0))
        return t2s_fail_null(err, __func__, "out, encoder and first");
    if (count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "encoder: no texts");
    encoding = t2s_zalloc(sizeof *encoding);
    if (!encoding)
        return t2s_fail_memory(err);
    encoding->count = count;
    encoding->hidden = (size_t)encoder->model->config.architecture.hidden;
    encoding->model = encoder->model;
    encoding->pairs = t2s_zalloc_array(count, sizeof *encoding->pairs);
    status = encoding->pairs
                 ? tokenize_all(encoding, &encoder->pairing, &in, err)
                 : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = compute(encoding, encoder->model, err);
    if (status != T2SED_OK) {
        t2sed_encoding_free(encoding);
        return status;
    }
    *out = encoding;
    return T2SED_OK;
}

/* --- Encodings --- */

void t2sed_encoding_free(t2sed_encoding *encoding)
{
    if (!encoding)
        return;
    for (size_t i = 0; encoding->pairs && i < encoding->count; i++)
        t2s_free(encoding->pairs[i].spans);
    t2s_free(encoding->pairs);
    t2s_free(encoding->vectors);
    t2s_free(encoding);
}

size_t t2sed_encoding_count(const t2sed_encoding *encoding)
{
    return encoding ? encoding->count : 0;
}

t2sed_status t2sed_encoding_get(const t2sed_encoding *encoding, size_t i,
                                t2sed_encoded *out, t2sed_error *err)
{
    t2sed_encoded made = {.struct_size = sizeof made};
    const t2s_encoded *pair;
    if (!encoding || !out)
        return t2s_fail_null(err, __func__, "encoding and out");
    if (i >= encoding->count)
        return t2s_fail(err, T2SED_EINVAL, -1, "encoding: there is no pair %zu",
                        i);
    pair = &encoding->pairs[i];
    made.tokens = (size_t)pair->sequence.count;
    made.hidden = encoding->hidden;
    made.ids = pair->sequence.ids;
    made.vectors = encoding->vectors + pair->first_token * encoding->hidden;
    made.spans = pair->spans;
    made.second = (size_t)pair->sequence.sides[1].first;
    made.cut = (size_t)pair->cut;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_encoded", err);
}
