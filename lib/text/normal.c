/* normal.c - canonical decomposition, order and composition of characters,
 * with the characters of the text that they stand for. */
#include <string.h>

#include "base/interrupt.h"
#include "base/utf8.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

bool t2s_norm_push(t2s_norm_vector *vector, uint32_t c, uint32_t source)
{
    t2s_norm_char character = {c, source, 0, false};
    return t2s_vector_push(vector, character);
}

/* Stable sort by combining class of a run of combining characters, in time
 * that does not depend on their order; `room` has space for the run. */
static void sort_run(t2s_norm_char *run, size_t count, t2s_norm_char *room)
{
    size_t starts[256] = {0}, i, sum = 0;
    for (i = 1; i < count; i++)
        if (run[i].combining_class < run[i - 1].combining_class)
            break;
    if (i >= count)
        return;
    for (i = 0; i < count; i++)
        starts[run[i].combining_class]++;
    for (i = 0; i < 256; i++) {
        size_t here = starts[i];
        starts[i] = sum;
        sum += here;
    }
    memcpy(room, run, count * sizeof *run);
    for (i = 0; i < count; i++)
        run[starts[room[i].combining_class]++] = room[i];
}

/* Canonical order of the combining characters: each run of them by class. */
static void reorder(t2s_norm_char *characters, size_t count,
                    t2s_norm_char *room)
{
    for (size_t at = 0, stop; at < count; at = stop) {
        stop = at + 1;
        while (stop < count && characters[at].combining_class > 0 &&
               characters[stop].combining_class > 0)
            stop++;
        sort_run(characters + at, stop - at, room);
    }
}

bool t2s_norm_decompose(t2sed_tokens *tokens)
{
    t2s_norm_vector *normal = &tokens->normal, *parts = &tokens->decomposed;
    parts->count = 0;
    for (size_t i = 0; i < normal->count; i++) {
        t2s_norm_char character = normal->at[i];
        uint32_t of[T2S_DECOMPOSITION_MAX];
        size_t count = t2s_char_decompose(character.c, of);
        for (size_t j = 0; j < count; j++) {
            character.c = of[j];
            character.combining_class =
                (uint8_t)t2s_char_combining_class(of[j]);
            character.extra = j > 0;
            if (!t2s_vector_push(parts, character))
                return false;
        }
    }
    /* The end of `normal` becomes the room to sort in. */
    if (!t2s_vector_reserve(normal, normal->count + parts->count))
        return false;
    reorder(parts->at, parts->count, normal->at + normal->count);
    return true;
}

/* Whether NFC changes nothing: it knows no character before U+0300. */
static bool is_composed(const char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if ((unsigned char)text[i] >= 0xCC)
            return false;
    return true;
}

/*
 * Composes the decomposed characters in place. `source` of a part becomes how
 * many characters of the text it stands for: 0 for what decomposition added, 1
 * for others, and the sum of both where two became one.
 */
static void compose(t2s_norm_vector *parts)
{
    t2s_norm_char *at = parts->at;
    size_t starter = SIZE_MAX, kept = 0;
    unsigned last = 0; /* the class of what stands behind the starter */
    for (size_t i = 0; i < parts->count; i++) {
        t2s_norm_char part = at[i];
        const unsigned class = part.combining_class;
        uint32_t both;
        part.source = !part.extra;
        if (starter != SIZE_MAX && (last == 0 || last < class) &&
            t2s_char_compose(at[starter].c, part.c, &both)) {
            at[starter].c = both;
            at[starter].source += part.source;
            continue;
        }
        if (class == 0)
            starter = kept;
        last = class;
        at[kept++] = part;
    }
    parts->count = kept;
}

/*
 * Writes the composed characters as UTF-8, each byte with the character of the
 * text that it came from. These are handed out in order, as `tokenizers` does:
 * a character that stands for several has the place of their first.
 */
static bool spell(t2sed_tokens *tokens)
{
    const t2s_norm_vector *parts = &tokens->decomposed;
    size_t next = 0, n = 0;
    if (!t2s_vector_reserve(&tokens->spelled, 4 * parts->count + 1) ||
        !t2s_vector_reserve(&tokens->sources, 4 * parts->count + 1))
        return false;
    for (size_t i = 0; i < parts->count; i++) {
        const t2s_norm_char *part = &parts->at[i];
        const size_t from = part->source || next == 0 ? next : next - 1;
        const size_t length = t2s_utf8_encode(part->c, tokens->spelled.at + n);
        for (size_t k = 0; k < length; k++)
            tokens->sources.at[n + k] = tokens->normal.at[from].source;
        n += length;
        next += part->source;
    }
    tokens->spelled.count = tokens->sources.count = n;
    return true;
}

bool t2s_norm_compose(t2sed_tokens *tokens, size_t begin, size_t end,
                      bool *changed)
{
    const char *text = tokens->text;
    *changed = !tokens->ascii && !is_composed(text, begin, end);
    if (!*changed)
        return true;
    tokens->normal.count = 0;
    for (size_t at = begin, length; at < end; at += length) {
        const uint32_t c = t2s_utf8_decode(text + at, end - at, &length);
        if (!t2s_norm_push(&tokens->normal, c, t2s_tokens_char_at(tokens, at)))
            return false;
    }
    if (t2s_interrupted() || !t2s_norm_decompose(tokens))
        return false;
    compose(&tokens->decomposed);
    return spell(tokens);
}
