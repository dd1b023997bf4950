#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/string.h"
#include "base/utf8.h"
#include "text/tokenizer.h"

t2sed_status t2s_tokenizer_new(t2sed_tokenizer **out,
                               enum t2s_tokenizer_kind kind, t2sed_error *err)
{
    t2sed_tokenizer *tokenizer = t2s_zalloc(sizeof *tokenizer);
    if (!tokenizer)
        return t2s_fail_memory(err);
    tokenizer->kind = kind;
    for (int i = 0; i < T2S_ROLE_COUNT; i++)
        tokenizer->roles[i] = -1;
    tokenizer->wordpiece.clean_text = true;
    tokenizer->wordpiece.space_ideographs = true;
    tokenizer->wordpiece.strip_accents = true;
    tokenizer->wordpiece.lowercase = true;
    tokenizer->wordpiece.max_word = 100;
    tokenizer->wordpiece.prefix = "##";
    tokenizer->bpe.unknown = -1;
    *out = tokenizer;
    return T2SED_OK;
}

void t2sed_tokenizer_free(t2sed_tokenizer *tokenizer)
{
    if (!tokenizer)
        return;
    t2s_map_free(&tokenizer->ids);
    t2s_free(tokenizer->texts);
    t2s_vector_free(&tokenizer->added);
    t2s_trie_free(&tokenizer->added_trie);
    t2s_trie_free(&tokenizer->wordpiece.pieces);
    t2s_vector_free(&tokenizer->bpe.merges);
    t2s_hash_table_free(&tokenizer->bpe.ranks);
    t2s_arena_free(&tokenizer->arena);
    t2s_free(tokenizer);
}

t2sed_status t2s_tokenizer_add(t2sed_tokenizer *tokenizer, const char *text,
                               size_t n, long long id, const char *what,
                               t2sed_error *err)
{
    const t2s_map_entry *known = t2s_map_find(&tokenizer->ids, text, n);
    if (n == 0 || memchr(text, '\0', n))
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: token %lld is %s", what,
                        id, n == 0 ? "empty" : "cut by a NUL character");
    if (known && known->value != id)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: token \"%s\" has two ids, %lld and %lld", what,
                        known->key, (long long)known->value, id);
    if (id < 0 || id >= (long long)T2S_VOCABULARY_LIMIT)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "%s: token \"%.*s\" has id %lld, expected 0 to %zu",
                        what, (int)(n < 100 ? n : 100), text, id,
                        T2S_VOCABULARY_LIMIT - 1);
    if (!known && !t2s_map_set(&tokenizer->ids, text, n, id))
        return t2s_fail_memory(err);
    return T2SED_OK;
}

t2sed_status t2s_tokenizer_add_special(t2sed_tokenizer *tokenizer,
                                       t2s_added_token token, const char *text,
                                       size_t n, t2sed_error *err)
{
    t2s_trie *trie = &tokenizer->added_trie;
    uint32_t node = 0, last = 0;
    for (size_t i = 0; i < n; i++) {
        last = node;
        node = t2s_trie_grow(trie, node, (unsigned char)text[i]);
        if (node == T2S_NO_CHILD)
            return t2s_fail_memory(err);
    }
    if (!t2s_vector_push(&tokenizer->added, token))
        return t2s_fail_memory(err);
    t2s_trie_set(trie, last, (unsigned char)text[n - 1],
                 (int32_t)tokenizer->added.count - 1);
    tokenizer->added_first[(unsigned char)text[0]] = true;
    if (!token.special)
        tokenizer->has_plain_added = true;
    return T2SED_OK;
}

static t2sed_status unknown_part(const char *text, size_t n, size_t rank,
                                 const char *what, t2sed_error *err)
{
    return t2s_fail(err, T2SED_EFORMAT, -1,
                    "%s: merge %zu: \"%.*s\" is not in the vocabulary", what,
                    rank + 1, (int)(n < 100 ? n : 100), text);
}

t2sed_status t2s_tokenizer_add_merge(t2sed_tokenizer *tokenizer,
                                     const char *left, size_t left_length,
                                     const char *right, size_t right_length,
                                     const char *what, t2sed_error *err)
{
    size_t rank = tokenizer->bpe.merges.count;
    const t2s_map *ids = &tokenizer->ids;
    t2s_string joined = {0};
    t2s_merge merge;
    uint64_t *found;
    t2sed_status status = T2SED_OK;
    if (rank >= T2S_MERGE_LIMIT)
        return t2s_fail(err, T2SED_ELIMIT, -1, "%s: more than %zu merges", what,
                        T2S_MERGE_LIMIT);
    t2s_string_append_n(&joined, left, left_length);
    t2s_string_append_n(&joined, right, right_length);
    if (joined.failed) {
        t2s_string_free(&joined);
        return t2s_fail_memory(err);
    }
    merge.left = (int32_t)t2s_map_get(ids, left, left_length, -1);
    merge.right = (int32_t)t2s_map_get(ids, right, right_length, -1);
    merge.result = (int32_t)t2s_map_get(ids, joined.text, joined.length, -1);
    if (merge.left < 0)
        status = unknown_part(left, left_length, rank, what, err);
    else if (merge.right < 0)
        status = unknown_part(right, right_length, rank, what, err);
    else if (merge.result < 0)
        status = unknown_part(joined.text, joined.length, rank, what, err);
    else if (!t2s_vector_push(&tokenizer->bpe.merges, merge) ||
             !(found = t2s_hash_table_add(
                   &tokenizer->bpe.ranks,
                   t2s_pair((uint32_t)merge.left, (uint32_t)merge.right))))
        status = t2s_fail_memory(err);
    else
        *found = rank;
    t2s_string_free(&joined);
    return status;
}

t2sed_status t2s_tokenizer_index(t2sed_tokenizer *tokenizer, const char *what,
                                 t2sed_error *err)
{
    size_t count = tokenizer->ids.count;
    if (count == 0)
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: the vocabulary is empty",
                        what);
    tokenizer->texts = t2s_zalloc_array(count, sizeof *tokenizer->texts);
    if (!tokenizer->texts)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++) {
        const t2s_map_entry *entry = &tokenizer->ids.entries[i];
        size_t id = (size_t)entry->value;
        if (id >= count)
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: %zu tokens, but \"%s\" has id %zu: ids must "
                            "go from 0 without holes",
                            what, count, entry->key, id);
        if (tokenizer->texts[id])
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: id %zu has two tokens, \"%s\" and \"%s\"",
                            what, id, tokenizer->texts[id], entry->key);
        tokenizer->texts[id] = entry->key;
    }
    tokenizer->count = count;
    return T2SED_OK;
}

void t2s_tokenizer_set_roles(t2sed_tokenizer *tokenizer,
                             const t2s_role_names *names)
{
    static const char *const usual[2][T2S_ROLE_COUNT] = {
        {"[CLS]", "[SEP]", NULL, "[PAD]", "[UNK]", "[MASK]"},
        {"<s>", "</s>", "</s>", "<pad>", "<unk>", "<mask>"}};
    for (int i = 0; i < T2S_ROLE_COUNT; i++) {
        const char *name = names ? names->names[i] : NULL;
        if (!name)
            name = usual[tokenizer->kind][i];
        tokenizer->roles[i] =
            name ? (int32_t)t2s_map_get(&tokenizer->ids, name, strlen(name), -1)
                 : -1;
    }
}

/* Adds a piece to the trie, unless it is longer than any word. */
static t2sed_status add_piece(t2s_wordpiece *rules, const char *text,
                              int32_t id, const char *what, t2sed_error *err)
{
    size_t n = strlen(text), at = 0, length, characters = 0;
    size_t longest = (size_t)rules->max_word + strlen(rules->prefix);
    uint32_t node = 0, last = 0, c = 0;
    for (size_t i = 0; i < n; i++)
        characters += ((unsigned char)text[i] & 0xC0) != 0x80;
    if (characters > longest)
        return T2SED_OK;
    for (; at < n; at += length) {
        c = t2s_utf8_decode(text + at, n - at, &length);
        last = node;
        node = t2s_trie_grow(&rules->pieces, node, c);
        if (node == T2S_NO_CHILD)
            return t2s_fail_memory(err);
    }
    t2s_trie_set(&rules->pieces, last, c, id);
    if (rules->pieces.edges.count > T2S_TRIE_LIMIT)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "%s: the vocabulary is too large: more than %zu "
                        "different beginnings of tokens",
                        what, T2S_TRIE_LIMIT);
    return T2SED_OK;
}

static t2sed_status finish_wordpiece(t2sed_tokenizer *tokenizer,
                                     const char *what, t2sed_error *err)
{
    t2s_wordpiece *rules = &tokenizer->wordpiece;
    t2sed_status status = T2SED_OK;
    size_t n = strlen(rules->prefix);
    if (tokenizer->roles[T2SED_TOKEN_UNK] < 0)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: the vocabulary has no token for unknown words, "
                        "such as \"[UNK]\"",
                        what);
    for (size_t i = 0; i < tokenizer->count && status == T2SED_OK; i++) {
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status =
                add_piece(rules, tokenizer->texts[i], (int32_t)i, what, err);
    }
    for (size_t at = 0, length; at < n && rules->inner != T2S_NO_CHILD;
         at += length) {
        int32_t value;
        uint32_t c = t2s_utf8_decode(rules->prefix + at, n - at, &length);
        rules->inner = t2s_trie_step(&rules->pieces, rules->inner, c, &value);
    }
    return status;
}

static t2sed_status finish_bpe(t2sed_tokenizer *tokenizer, const char *what,
                               t2sed_error *err)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[4];
        size_t n = t2s_utf8_encode(t2s_byte_char(byte), text);
        int64_t id =
            t2s_map_get(&tokenizer->ids, text, n, tokenizer->bpe.unknown);
        if (id < 0)
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: no token for byte 0x%02X (\"%.*s\") and none "
                            "for what is unknown",
                            what, byte, (int)n, text);
        tokenizer->bpe.bytes[byte] = (int32_t)id;
    }
    return T2SED_OK;
}

t2sed_status t2s_tokenizer_finish(t2sed_tokenizer *tokenizer, const char *what,
                                  t2sed_error *err)
{
    return tokenizer->kind == T2S_WORDPIECE
               ? finish_wordpiece(tokenizer, what, err)
               : finish_bpe(tokenizer, what, err);
}
