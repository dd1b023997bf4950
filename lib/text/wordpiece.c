/* WordPiece: BERT's normaliser, its splitting into words, and the longest
 * piece first. */
#include <string.h>

#include "base/interrupt.h"
#include "base/utf8.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

static void swap(t2s_norm_vector *a, t2s_norm_vector *b)
{
    const t2s_norm_vector kept = *a;
    *a = *b;
    *b = kept;
}

/* Cleaning and blanks around ideographs: text[begin..end) into normal. */
static bool clean(const t2s_wordpiece *rules, t2sed_tokens *tokens,
                  size_t begin, size_t end)
{
    t2s_norm_vector *normal = &tokens->normal;
    normal->count = 0;
    for (size_t at = begin, length; at < end; at += length) {
        uint32_t c = t2s_utf8_decode(tokens->text + at, end - at, &length);
        uint32_t source = t2s_tokens_char_at(tokens, at);
        if (rules->clean_text) {
            if (c == 0 || c == 0xFFFD || t2s_char_is_control(c))
                continue;
            if (t2s_char_is_space(c))
                c = ' ';
        }
        if (rules->space_ideographs && t2s_char_is_ideograph(c)) {
            if (!t2s_norm_push(normal, ' ', source) ||
                !t2s_norm_push(normal, c, source) ||
                !t2s_norm_push(normal, ' ', source))
                return false;
        } else if (!t2s_norm_push(normal, c, source)) {
            return false;
        }
    }
    return true;
}

/*
 * Decomposes, orders, and leaves out nonspacing marks. Sources are handed out
 * in the order of the result: a first part takes the next source, an added
 * part shares the one before, even where ordering has moved them. That is how
 * `tokenizers` counts, and it matters for marks that it does not strip.
 */
static bool strip_accents(t2sed_tokens *tokens)
{
    t2s_norm_vector *normal = &tokens->normal, *parts = &tokens->decomposed;
    size_t next = 0, kept = 0;
    if (!t2s_norm_decompose(tokens))
        return false;
    for (size_t i = 0; i < parts->count; i++) {
        t2s_norm_char part = parts->at[i];
        if (!part.extra)
            next++;
        part.source = normal->at[next ? next - 1 : 0].source;
        if (!t2s_char_is_mark(part.c))
            parts->at[kept++] = part;
    }
    parts->count = kept;
    swap(normal, parts);
    return true;
}

static bool lowercase(t2sed_tokens *tokens)
{
    t2s_norm_vector *normal = &tokens->normal, *lower = &tokens->decomposed;
    lower->count = 0;
    for (size_t i = 0; i < normal->count; i++) {
        uint32_t mapped[T2S_LOWER_MAX];
        size_t count = t2s_char_lower(normal->at[i].c, mapped);
        for (size_t j = 0; j < count; j++)
            if (!t2s_norm_push(lower, mapped[j], normal->at[i].source))
                return false;
    }
    swap(normal, lower);
    return true;
}

/* The longest piece at word[at..n), whose length goes to *length, or -1. */
static int32_t longest_piece(const t2s_wordpiece *rules,
                             const t2s_norm_char *word, size_t n, size_t at,
                             size_t *length)
{
    uint32_t node = at > 0 ? rules->inner : 0;
    int32_t found = T2S_NO_VALUE, value;
    for (size_t i = at; i < n && node != T2S_NO_CHILD; i++) {
        node = t2s_trie_step(&rules->pieces, node, word[i].c, &value);
        if (node != T2S_NO_CHILD && value != T2S_NO_VALUE) {
            found = value;
            *length = i + 1 - at;
        }
    }
    return found;
}

/* A word that is not all pieces is one unknown token. */
static bool encode_word(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                        const t2s_norm_char *word, size_t n)
{
    const t2s_wordpiece *rules = &tokenizer->wordpiece;
    size_t count = tokens->ids.count, at = 0, length = 0;
    if (n <= rules->max_word)
        while (at < n) {
            int32_t id = longest_piece(rules, word, n, at, &length);
            if (id < 0)
                break;
            if (!t2s_tokens_push(tokens, id, word[at].source,
                                 word[at + length - 1].source + 1))
                return false;
            at += length;
        }
    if (at == n)
        return true;
    tokens->ids.count = tokens->characters.count = count;
    return t2s_tokens_push(tokens, tokenizer->roles[T2SED_TOKEN_UNK],
                           word[0].source, word[n - 1].source + 1);
}

bool t2s_wordpiece_encode(const t2sed_tokenizer *tokenizer,
                          t2sed_tokens *tokens, size_t begin, size_t end)
{
    const t2s_wordpiece *rules = &tokenizer->wordpiece;
    const t2s_norm_char *characters;
    size_t at = 0, count;
    if (!clean(rules, tokens, begin, end) ||
        (rules->strip_accents && !tokens->ascii && !strip_accents(tokens)) ||
        (rules->lowercase && !lowercase(tokens)))
        return false;
    characters = tokens->normal.at;
    count = tokens->normal.count;
    while (at < count) {
        size_t stop = at + 1;
        if (t2s_char_is_space(characters[at].c)) {
            at++;
            continue;
        }
        if (!t2s_char_is_punctuation(characters[at].c))
            while (stop < count && !t2s_char_is_space(characters[stop].c) &&
                   !t2s_char_is_punctuation(characters[stop].c))
                stop++;
        if (t2s_interrupted() ||
            !encode_word(tokenizer, tokens, characters + at, stop - at))
            return false;
        at = stop;
    }
    return true;
}
