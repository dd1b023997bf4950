#include "t2sed/encoder.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/vector.h"
#include "model/chunks.h"
#include "model/encoding.h"
#include "model/model.h"
#include "model/pairing.h"

struct t2sed_encoder {
    t2sed_model *model;
    t2s_pairing pairing;
};

/* An encoding in the making. */
typedef struct growing {
    T2S_VECTOR(int32_t) ids;
    T2S_VECTOR(int32_t) types;
    T2S_VECTOR(t2sed_span) spans;
} growing;

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

/* Bytes of a token of a side; special tokens have none. */
static bool append_tokens(growing *to, const t2s_sequence *sequence)
{
    size_t begin = to->ids.count;
    for (int32_t i = 0; i < sequence->count; i++)
        if (!t2s_vector_push(&to->ids, sequence->ids[i]) ||
            !t2s_vector_push(&to->types,
                             sequence->types ? sequence->types[i] : 0) ||
            !t2s_vector_push(&to->spans, ((t2sed_span){SIZE_MAX, SIZE_MAX})))
            return false;
    for (int side = 0; side < 2; side++) {
        const t2s_sequence_side *s = &sequence->sides[side];
        for (int32_t i = 0; i < s->count; i++)
            to->spans.at[begin + (size_t)(s->first + i)] = s->spans[i];
    }
    return true;
}

typedef struct text {
    const char *at;
    size_t length;
} text;

static t2sed_status append_pair(growing *to, t2s_encoded *pair,
                                t2s_pairing *pairing, const text *texts,
                                t2sed_error *err)
{
    t2s_sequence sequence;
    t2sed_status status =
        t2s_pairing_first(pairing, texts[0].at, texts[0].length, err);
    if (status == T2SED_OK)
        status = t2s_pairing_second(pairing, texts[1].at, texts[1].length,
                                    &sequence, &pair->cut, err);
    if (status != T2SED_OK)
        return status;
    pair->first_token = to->ids.count;
    pair->tokens = sequence.count;
    for (int side = 0; side < 2; side++) {
        pair->side_first[side] = sequence.sides[side].first;
        pair->side_count[side] = sequence.sides[side].count;
        pair->text_length[side] = texts[side].at ? texts[side].length : 0;
    }
    return append_tokens(to, &sequence) ? T2SED_OK : t2s_fail_memory(err);
}

/* Gives the arrays to the encoding, or frees them. */
static void settle(growing *from, t2sed_encoding *to)
{
    if (to) {
        to->token_count = from->ids.count;
        to->ids = from->ids.at;
        to->types = from->types.at;
        to->spans = from->spans.at;
        return;
    }
    t2s_vector_free(&from->ids);
    t2s_vector_free(&from->types);
    t2s_vector_free(&from->spans);
}

/* What one portion needs on its way through the engine. */
typedef struct portion {
    int32_t *ids, *types, *starts;
    float *vectors;
} portion;

static void gather(portion *to, t2s_token_batch *batch,
                   const t2sed_encoding *encoding, const uint32_t *order,
                   size_t count)
{
    int32_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const t2s_encoded *pair = &encoding->pairs[order[i]];
        size_t n = (size_t)pair->tokens * sizeof *to->ids;
        to->starts[i] = at;
        memcpy(to->ids + at, encoding->ids + pair->first_token, n);
        memcpy(to->types + at, encoding->types + pair->first_token, n);
        at += pair->tokens;
    }
    to->starts[count] = at;
    *batch =
        (t2s_token_batch){(int32_t)count, at, to->ids, to->types, to->starts};
}

static void scatter(t2sed_encoding *encoding, const portion *from,
                    const uint32_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const t2s_encoded *pair = &encoding->pairs[order[i]];
        memcpy(encoding->vectors + pair->first_token * encoding->hidden,
               from->vectors + (size_t)from->starts[i] * encoding->hidden,
               (size_t)pair->tokens * encoding->hidden *
                   sizeof *encoding->vectors);
    }
}

/* The portions one after another; no portion is larger than `room` tokens. */
static t2sed_status run(t2sed_encoding *encoding, const t2sed_model *model,
                        const uint32_t *order, const int32_t *lengths,
                        size_t room, t2sed_error *err)
{
    portion p = {
        t2s_alloc_array(room, sizeof *p.ids),
        t2s_alloc_array(room, sizeof *p.types),
        t2s_alloc_array(encoding->count + 1, sizeof *p.starts),
        t2s_alloc_array(room, encoding->hidden * sizeof *p.vectors),
    };
    t2sed_status status = T2SED_OK;
    if (!p.ids || !p.types || !p.starts || !p.vectors)
        status = t2s_fail_memory(err);
    for (size_t begin = 0, end; begin < encoding->count && status == T2SED_OK;
         begin = end) {
        t2s_token_batch batch;
        end = t2s_chunks_end(order, lengths, encoding->count, begin,
                             T2S_CHUNK_TOKENS);
        gather(&p, &batch, encoding, order + begin, end - begin);
        if (model->config.architecture.token_types < 2)
            batch.types = NULL;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status =
                model->backend->encode(model->handle, &batch, p.vectors, err);
        if (status == T2SED_OK)
            scatter(encoding, &p, order + begin, end - begin);
    }
    t2s_free(p.ids);
    t2s_free(p.types);
    t2s_free(p.starts);
    t2s_free(p.vectors);
    return status;
}

static t2sed_status compute(t2sed_encoding *encoding, const t2sed_model *model,
                            t2sed_error *err)
{
    uint32_t *order = t2s_alloc_array(encoding->count, sizeof *order);
    int32_t *lengths = t2s_alloc_array(encoding->count, sizeof *lengths);
    t2sed_status status;
    size_t room = T2S_CHUNK_TOKENS;
    encoding->vectors = t2s_alloc_array(
        encoding->token_count, encoding->hidden * sizeof *encoding->vectors);
    if (!order || !lengths || !encoding->vectors) {
        status = t2s_fail_memory(err);
    } else {
        for (size_t i = 0; i < encoding->count; i++) {
            lengths[i] = encoding->pairs[i].tokens;
            if ((size_t)lengths[i] > room)
                room = (size_t)lengths[i];
        }
        if (room > encoding->token_count)
            room = encoding->token_count;
        status = t2s_chunks_order(order, lengths, encoding->count)
                     ? run(encoding, model, order, lengths, room, err)
                     : t2s_fail_early(err);
    }
    t2s_free(order);
    t2s_free(lengths);
    return status;
}

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

static t2sed_status tokenize(t2sed_encoding *encoding, t2s_pairing *pairing,
                             const input *in, t2sed_error *err)
{
    growing arrays = {0};
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < encoding->count && status == T2SED_OK; i++) {
        text texts[2];
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = text_of(&texts[0], in, 0, i, err);
        if (status == T2SED_OK)
            status = text_of(&texts[1], in, 1, i, err);
        if (status == T2SED_OK) {
            status =
                append_pair(&arrays, &encoding->pairs[i], pairing, texts, err);
            if (status != T2SED_OK && status != T2SED_ENOMEM)
                t2s_fail_in(err, status, "pair %zu", i);
        }
    }
    settle(&arrays, status == T2SED_OK ? encoding : NULL);
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
    status = encoding->pairs ? tokenize(encoding, &encoder->pairing, &in, err)
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
