#include "model/encoding.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"

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
    made.tokens = (size_t)pair->tokens;
    made.hidden = encoding->hidden;
    made.ids = encoding->ids + pair->first_token;
    made.vectors = encoding->vectors + pair->first_token * encoding->hidden;
    made.spans = encoding->spans + pair->first_token;
    made.second = (size_t)pair->side_first[1];
    made.cut = (size_t)pair->cut;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_encoded", err);
}
