#include "model/pairing.h"

#include <string.h>

#include "base/error.h"
#include "text/tokenizer.h"

t2sed_status t2s_specials_find(t2s_specials *out,
                               const t2sed_tokenizer *tokenizer,
                               t2sed_error *err)
{
    t2s_specials specials = {
        t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_CLS),
        t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_SEP),
        t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_EOS),
    };
    if (specials.separator < 0)
        specials.separator = specials.end;
    if (specials.end < 0)
        specials.end = specials.separator;
    if (specials.cls < 0 || specials.separator < 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the tokenizer has no token that begins a text, or "
                        "none that ends one");
    *out = specials;
    return T2SED_OK;
}

t2sed_status t2s_pairing_init(t2s_pairing *out, const t2s_config *config,
                              const t2sed_tokenizer *tokenizer, int truncation,
                              t2sed_error *err)
{
    t2s_pairing pairing = {
        .tokenizer = tokenizer,
        .max_tokens = config->max_tokens,
        .truncation = truncation ? truncation : config->truncation,
        .has_types = config->architecture.token_types > 1,
    };
    t2sed_status status = t2s_specials_find(&pairing.specials, tokenizer, err);
    if (status == T2SED_OK)
        status = t2sed_tokens_new(&pairing.first, err);
    if (status == T2SED_OK)
        status = t2sed_tokens_new(&pairing.second, err);
    if (status != T2SED_OK) {
        t2s_pairing_free(&pairing);
        return status;
    }
    *out = pairing;
    return T2SED_OK;
}

void t2s_pairing_free(t2s_pairing *pairing)
{
    t2sed_tokens_free(pairing->first);
    t2sed_tokens_free(pairing->second);
    t2s_vector_free(&pairing->ids);
    t2s_vector_free(&pairing->types);
    memset(pairing, 0, sizeof *pairing);
}

t2sed_status t2s_pairing_first(t2s_pairing *pairing, const char *text, size_t n,
                               t2sed_error *err)
{
    return t2sed_tokenizer_encode_n(pairing->tokenizer, pairing->first, text, n,
                                    0, err);
}

/* How many tokens of each side stay. */
static t2sed_status fit(const t2s_pairing *pairing, size_t specials,
                        size_t *first, size_t *second, t2sed_error *err)
{
    size_t room = (size_t)pairing->max_tokens;
    size_t have = *first + *second + specials, over;
    size_t *side = pairing->truncation == T2S_CUT_QUESTION ? first
                   : pairing->truncation == T2S_CUT_SQL    ? second
                                                           : NULL;
    if (have <= room)
        return T2SED_OK;
    over = have - room;
    /* A side of which nothing is left is no side any more. */
    if (!side || *side <= over)
        return t2s_fail(err, T2SED_ETOOLONG, -1,
                        "%zu tokens (%zu and %zu, and %zu special ones), the "
                        "model takes %zu%s",
                        have, *first, *second, specials, room,
                        side ? ", and cutting one side is not enough" : "");
    *side -= over;
    return T2SED_OK;
}

static void append(t2s_pairing *pairing, const int32_t *ids, size_t n,
                   int32_t type)
{
    for (size_t i = 0; i < n; i++) {
        pairing->types.at[pairing->ids.count] = type;
        pairing->ids.at[pairing->ids.count++] = ids[i];
    }
}

static void describe(t2s_sequence_side *side, size_t first, size_t count,
                     const t2sed_tokens *tokens)
{
    side->first = (int32_t)first;
    side->count = (int32_t)count;
    side->spans = tokens->bytes;
}

t2sed_status t2s_pairing_second(t2s_pairing *pairing, const char *text,
                                size_t n, t2s_sequence *out, int32_t *cut,
                                t2sed_error *err)
{
    const t2s_specials *specials = &pairing->specials;
    size_t had = pairing->first->ids.count, first = had, second;
    size_t room = (size_t)pairing->max_tokens;
    t2sed_status status =
        t2sed_tokenizer_encode_n(pairing->tokenizer, pairing->second,
                                 text ? text : "", text ? n : 0, 0, err);
    if (status != T2SED_OK)
        return status;
    second = pairing->second->ids.count;
    had += second;
    status = fit(pairing, text ? 3 : 2, &first, &second, err);
    if (status != T2SED_OK)
        return status;
    if (!t2s_vector_reserve(&pairing->ids, room) ||
        !t2s_vector_reserve(&pairing->types, room))
        return t2s_fail_memory(err);
    pairing->ids.count = 0;
    append(pairing, &specials->cls, 1, 0);
    append(pairing, pairing->first->ids.at, first, 0);
    append(pairing, text ? &specials->separator : &specials->end, 1, 0);
    append(pairing, pairing->second->ids.at, second, 1);
    if (text)
        append(pairing, &specials->end, 1, 1);
    *out = (t2s_sequence){
        .ids = pairing->ids.at,
        .types = pairing->has_types ? pairing->types.at : NULL,
        .count = (int32_t)pairing->ids.count,
    };
    describe(&out->sides[0], 1, first, pairing->first);
    describe(&out->sides[1], first + 2, second, pairing->second);
    *cut = (int32_t)(had - first - second);
    return T2SED_OK;
}

t2sed_span *t2s_sequence_keep(t2s_sequence *sequence)
{
    const size_t count = (size_t)sequence->count;
    t2sed_span *spans =
        t2s_alloc_array(count, sizeof *spans + 2 * sizeof *sequence->ids);
    int32_t *ids = (int32_t *)(spans + count);
    if (!spans)
        return NULL;
    sequence->ids = memcpy(ids, sequence->ids, count * sizeof *ids);
    if (sequence->types)
        sequence->types =
            memcpy(ids + count, sequence->types, count * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        spans[i] = (t2sed_span){SIZE_MAX, SIZE_MAX};
    for (int side = 0; side < 2; side++) {
        t2s_sequence_side *s = &sequence->sides[side];
        if (s->count > 0)
            memcpy(spans + s->first, s->spans,
                   (size_t)s->count * sizeof *spans);
        s->spans = spans + s->first;
    }
    return spans;
}
