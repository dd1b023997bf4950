#include "model/encoding.h"

#include "base/memory.h"

void t2sed_encoding_free(t2sed_encoding *encoding)
{
    if (!encoding)
        return;
    t2s_free(encoding->pairs);
    t2s_free(encoding->ids);
    t2s_free(encoding->types);
    t2s_free(encoding->spans);
    t2s_free(encoding->vectors);
    t2s_free(encoding);
}

void t2s_encoding_sequence(t2s_sequence *out, const t2sed_encoding *encoding,
                           size_t i)
{
    const t2s_encoded *pair = &encoding->pairs[i];
    size_t at = pair->first_token;
    out->ids = encoding->ids + at;
    out->types = encoding->types + at;
    out->count = pair->tokens;
    for (int side = 0; side < 2; side++) {
        size_t first = at + (size_t)pair->side_first[side];
        out->sides[side].first = pair->side_first[side];
        out->sides[side].count = pair->side_count[side];
        out->sides[side].spans = encoding->spans + first;
    }
}

size_t t2sed_encoding_count(const t2sed_encoding *encoding)
{
    return encoding ? encoding->count : 0;
}

size_t t2sed_encoding_hidden(const t2sed_encoding *encoding)
{
    return encoding ? encoding->hidden : 0;
}

size_t t2sed_encoding_tokens(const t2sed_encoding *encoding, size_t i)
{
    return encoding && i < encoding->count ? (size_t)encoding->pairs[i].tokens
                                           : 0;
}

const int32_t *t2sed_encoding_ids(const t2sed_encoding *encoding, size_t i)
{
    return encoding && i < encoding->count
               ? encoding->ids + encoding->pairs[i].first_token
               : NULL;
}

const float *t2sed_encoding_vectors(const t2sed_encoding *encoding, size_t i)
{
    return encoding && i < encoding->count
               ? encoding->vectors +
                     encoding->pairs[i].first_token * encoding->hidden
               : NULL;
}

size_t t2sed_encoding_cut(const t2sed_encoding *encoding, size_t i)
{
    return encoding && i < encoding->count ? (size_t)encoding->pairs[i].cut : 0;
}

int t2sed_encoding_source(const t2sed_encoding *encoding, size_t i,
                          size_t token, int *side, size_t *begin, size_t *end)
{
    const t2s_encoded *pair;
    int found = -1;
    size_t at;
    if (!encoding || i >= encoding->count ||
        token >= (size_t)encoding->pairs[i].tokens)
        return 0;
    pair = &encoding->pairs[i];
    at = pair->first_token + token;
    for (int s = 0; s < 2; s++)
        if (token >= (size_t)pair->side_first[s] &&
            token < (size_t)(pair->side_first[s] + pair->side_count[s]))
            found = s;
    if (side)
        *side = found;
    if (begin)
        *begin = encoding->spans[at].begin;
    if (end)
        *end = encoding->spans[at].end;
    return 1;
}
