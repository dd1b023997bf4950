/* The steps in which readers make a tokenizer. */
#include <string.h>

#include "base/interrupt.h"
#include "base/string.h"
#include "base/utf8.h"
#include "text/tokenizer.h"

/* Bytes of a token that a message quotes. */
#define QUOTED(n) ((int)((n) < 100 ? (n) : 100))

static bool is_good(const t2s_tokenizer_reader *r)
{
    return r->in.status == T2SED_OK;
}

static bool fail_memory(t2s_tokenizer_reader *r)
{
    r->in.status = t2s_fail_memory(r->in.err);
    return false;
}

bool t2s_tokenizer_begin(t2s_tokenizer_reader *r, enum t2s_tokenizer_kind kind)
{
    t2sed_tokenizer *made = is_good(r) ? t2s_zalloc(sizeof *made) : NULL;
    if (!made)
        return is_good(r) && fail_memory(r);
    made->kind = kind;
    for (int i = 0; i < T2S_ROLE_COUNT; i++)
        made->roles[i] = -1;
    made->wordpiece = (t2s_wordpiece){.clean_text = true,
                                      .space_ideographs = true,
                                      .strip_accents = true,
                                      .lowercase = true,
                                      .max_word = 100,
                                      .prefix = "##"};
    made->bpe.unknown = -1;
    r->tokenizer = made;
    return true;
}

void t2sed_tokenizer_free(t2sed_tokenizer *tokenizer)
{
    if (!tokenizer)
        return;
    t2s_map_free(&tokenizer->ids);
    t2s_free(tokenizer->texts);
    t2s_vector_free(&tokenizer->added);
    t2s_hash_table_free(&tokenizer->added_trie);
    t2s_hash_table_free(&tokenizer->wordpiece.pieces);
    t2s_vector_free(&tokenizer->bpe.merges);
    t2s_hash_table_free(&tokenizer->bpe.ranks);
    t2s_arena_free(&tokenizer->arena);
    t2s_free(tokenizer);
}

/* ---------------------------------------------------------- the vocabulary */

bool t2s_tokenizer_add(t2s_tokenizer_reader *r, const char *text, size_t n,
                       long long id)
{
    t2s_members *in = &r->in;
    const t2s_map_entry *known;
    if (!is_good(r))
        return false;
    if (n == 0 || memchr(text, '\0', n))
        return t2s_members_fail(in, T2SED_EFORMAT, "token %lld is %s", id,
                                n == 0 ? "empty" : "cut by a NUL character");
    known = t2s_map_find(&r->tokenizer->ids, text, n);
    if (known && known->value != id)
        return t2s_members_fail(in, T2SED_EFORMAT,
                                "token \"%s\" has two ids, %lld and %lld",
                                known->key, (long long)known->value, id);
    if (id < 0 || id >= (long long)T2S_VOCABULARY_LIMIT)
        return t2s_members_fail(in, T2SED_ELIMIT,
                                "token \"%.*s\" has id %lld, expected 0 to %zu",
                                QUOTED(n), text, id, T2S_VOCABULARY_LIMIT - 1);
    return known || t2s_map_set(&r->tokenizer->ids, text, n, id) ||
           fail_memory(r);
}

bool t2s_tokenizer_add_vocabulary(t2s_tokenizer_reader *r, json_t *vocabulary)
{
    const char *text;
    json_t *id;
    if (!json_is_object(vocabulary))
        t2s_members_fail(&r->in, T2SED_EFORMAT,
                         "the vocabulary is no object of tokens and ids");
    json_object_foreach(vocabulary, text, id)
    {
        if (!json_is_integer(id))
            t2s_members_fail(&r->in, T2SED_EFORMAT,
                             "the id of token \"%s\" is no integer", text);
        if (!t2s_tokenizer_add(r, text, strlen(text), json_integer_value(id)))
            break;
    }
    return is_good(r);
}

bool t2s_tokenizer_add_special(t2s_tokenizer_reader *r, t2s_added_token token,
                               const char *text, size_t n)
{
    t2sed_tokenizer *to = r->tokenizer;
    uint32_t node = 0, last = 0;
    if (!is_good(r))
        return false;
    for (size_t i = 0; i < n && node != T2S_NO_CHILD; i++) {
        last = node;
        node = t2s_trie_grow(&to->added_trie, node, (unsigned char)text[i]);
    }
    if (node == T2S_NO_CHILD || !t2s_vector_push(&to->added, token))
        return fail_memory(r);
    t2s_trie_set(&to->added_trie, last, (unsigned char)text[n - 1],
                 (int32_t)to->added.count - 1);
    to->added_first[(unsigned char)text[0]] = true;
    if (!token.special)
        to->has_plain_added = true;
    return true;
}

bool t2s_tokenizer_index(t2s_tokenizer_reader *r)
{
    t2sed_tokenizer *to = r->tokenizer;
    t2s_members *in = &r->in;
    const size_t count = is_good(r) ? to->ids.count : 0;
    if (count == 0)
        return t2s_members_fail(in, T2SED_EFORMAT, "the vocabulary is empty");
    to->texts = t2s_zalloc_array(count, sizeof *to->texts);
    if (!to->texts)
        return fail_memory(r);
    to->count = count;
    for (size_t i = 0; i < count; i++) {
        const t2s_map_entry *entry = &to->ids.entries[i];
        const size_t id = (size_t)entry->value;
        if (id >= count)
            return t2s_members_fail(in, T2SED_EFORMAT,
                                    "%zu tokens, but \"%s\" has id %zu: ids "
                                    "must go from 0 without holes",
                                    count, entry->key, id);
        if (to->texts[id])
            return t2s_members_fail(in, T2SED_EFORMAT,
                                    "id %zu has two tokens, \"%s\" and \"%s\"",
                                    id, to->texts[id], entry->key);
        to->texts[id] = entry->key;
    }
    return true;
}

void t2s_tokenizer_set_roles(t2s_tokenizer_reader *r)
{
    static const char *const usual[2][T2S_ROLE_COUNT] = {
        {"[CLS]", "[SEP]", NULL, "[PAD]", "[UNK]", "[MASK]"},
        {"<s>", "</s>", "</s>", "<pad>", "<unk>", "<mask>"}};
    for (int i = 0; i < T2S_ROLE_COUNT && is_good(r); i++) {
        const char *name = r->names[i];
        if (!name)
            name = usual[r->tokenizer->kind][i];
        r->tokenizer->roles[i] = t2s_tokenizer_find(r->tokenizer, name);
    }
}

/* -------------------------------------------------------------- WordPiece */

bool t2s_tokenizer_read_bert(t2s_tokenizer_reader *r, const char *lowercase,
                             const char *ideographs)
{
    t2s_wordpiece *rules = &r->tokenizer->wordpiece;
    t2s_member_boolean(&r->in, lowercase, false, &rules->lowercase);
    t2s_member_boolean(&r->in, ideographs, false, &rules->space_ideographs);
    rules->strip_accents = rules->lowercase;
    return t2s_member_boolean(&r->in, "strip_accents", false,
                              &rules->strip_accents);
}

/* Adds a piece to the trie, unless it is longer than any word. */
static bool add_piece(t2s_tokenizer_reader *r, const char *text, int32_t id)
{
    t2s_wordpiece *rules = &r->tokenizer->wordpiece;
    size_t n = strlen(text), characters = 0;
    uint32_t node = 0, last = 0, c = 0;
    for (size_t i = 0; i < n; i++)
        characters += ((unsigned char)text[i] & 0xC0) != 0x80;
    if (characters > (size_t)rules->max_word + strlen(rules->prefix))
        return true;
    for (size_t at = 0, length; at < n; at += length) {
        c = t2s_utf8_decode(text + at, n - at, &length);
        last = node;
        node = t2s_trie_grow(&rules->pieces, node, c);
        if (node == T2S_NO_CHILD)
            return fail_memory(r);
    }
    t2s_trie_set(&rules->pieces, last, c, id);
    return rules->pieces.count <= T2S_TRIE_LIMIT ||
           t2s_members_fail(&r->in, T2SED_ELIMIT,
                            "the vocabulary is too large: more than %zu "
                            "different beginnings of tokens",
                            T2S_TRIE_LIMIT);
}

static void finish_wordpiece(t2s_tokenizer_reader *r)
{
    t2s_wordpiece *rules = &r->tokenizer->wordpiece;
    size_t n = strlen(rules->prefix);
    if (r->tokenizer->roles[T2SED_TOKEN_UNK] < 0)
        t2s_members_fail(&r->in, T2SED_EFORMAT,
                         "the vocabulary has no token for unknown words, such "
                         "as \"[UNK]\"");
    for (size_t i = 0; i < r->tokenizer->count && is_good(r); i++) {
        r->in.status = t2s_check_interrupt(r->in.err);
        if (is_good(r))
            add_piece(r, r->tokenizer->texts[i], (int32_t)i);
    }
    for (size_t at = 0, length; at < n && rules->inner != T2S_NO_CHILD;
         at += length) {
        int32_t value;
        uint32_t c = t2s_utf8_decode(rules->prefix + at, n - at, &length);
        rules->inner = t2s_trie_step(&rules->pieces, rules->inner, c, &value);
    }
}

/* --------------------------------------------------------- byte-level BPE */

/* The id of a part or of the result of merge `rank`. */
static int32_t find_part(t2s_tokenizer_reader *r, const char *text, size_t n)
{
    int32_t id = (int32_t)t2s_map_get(&r->tokenizer->ids, text, n, -1);
    if (id < 0)
        t2s_members_fail(&r->in, T2SED_EFORMAT,
                         "merge %zu: \"%.*s\" is not in the vocabulary",
                         r->tokenizer->bpe.merges.count + 1, QUOTED(n), text);
    return id;
}

static bool push_merge(t2s_bpe *bpe, t2s_merge merge)
{
    uint64_t *rank = t2s_hash_table_add(
        &bpe->ranks, t2s_pair((uint32_t)merge.left, (uint32_t)merge.right));
    if (!rank)
        return false;
    *rank = bpe->merges.count;
    return t2s_vector_push(&bpe->merges, merge);
}

bool t2s_tokenizer_add_merge(t2s_tokenizer_reader *r, const char *left,
                             size_t left_length, const char *right,
                             size_t right_length)
{
    t2s_string joined = {0};
    t2s_merge merge;
    if (!is_good(r))
        return false;
    if (r->tokenizer->bpe.merges.count >= T2S_MERGE_LIMIT)
        return t2s_members_fail(&r->in, T2SED_ELIMIT, "more than %zu merges",
                                T2S_MERGE_LIMIT);
    t2s_string_append_n(&joined, left, left_length);
    t2s_string_append_n(&joined, right, right_length);
    if (!joined.failed) {
        merge.left = find_part(r, left, left_length);
        merge.right = find_part(r, right, right_length);
        merge.result = find_part(r, joined.text, joined.length);
    }
    if (joined.failed || (is_good(r) && !push_merge(&r->tokenizer->bpe, merge)))
        fail_memory(r);
    t2s_string_free(&joined);
    return is_good(r);
}

bool t2s_tokenizer_add_merge_line(t2s_tokenizer_reader *r, const char *line,
                                  size_t n)
{
    const char *blank = n ? memchr(line, ' ', n) : NULL;
    size_t left = blank ? (size_t)(blank - line) : 0;
    if (left > 0 && left + 1 < n && !memchr(blank + 1, ' ', n - left - 1))
        return t2s_tokenizer_add_merge(r, line, left, blank + 1, n - left - 1);
    return is_good(r) &&
           t2s_members_fail(&r->in, T2SED_EFORMAT,
                            "merge %zu is \"%.*s\", expected two tokens with "
                            "one blank between",
                            r->tokenizer->bpe.merges.count + 1, QUOTED(n),
                            line);
}

/* Bytes that print as Latin-1 stand for themselves; the others were given the
 * characters from U+0100 on, in order. */
static bool prints(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
}

uint32_t t2s_byte_char(unsigned byte)
{
    uint32_t others = 0;
    if (prints(byte))
        return byte;
    for (unsigned i = 0; i < byte; i++)
        others += !prints(i);
    return 0x100 + others;
}

int t2s_char_byte(uint32_t c)
{
    if (c < 0x100)
        return prints(c) ? (int)c : -1;
    c -= 0x100;
    if (c < 0x21)
        return (int)c;
    if (c < 0x21 + 0x22)
        return (int)(c - 0x21 + 0x7F);
    return c == 0x21 + 0x22 ? 0xAD : -1;
}

static void finish_bpe(t2s_tokenizer_reader *r)
{
    t2s_bpe *bpe = &r->tokenizer->bpe;
    const t2s_map *ids = &r->tokenizer->ids;
    for (size_t i = 0; i < bpe->own && bpe->ignore_merges && is_good(r); i++)
        if (ids->entries[i].key_length > T2S_WORD_TOKEN_LIMIT)
            t2s_members_fail(&r->in, T2SED_ELIMIT,
                             "token %lld has %zu bytes, with "
                             "\"ignore_merges\" at most %zu are allowed",
                             (long long)ids->entries[i].value,
                             ids->entries[i].key_length, T2S_WORD_TOKEN_LIMIT);
    for (unsigned byte = 0; byte < 256 && is_good(r); byte++) {
        char text[4];
        size_t n = t2s_utf8_encode(t2s_byte_char(byte), text);
        bpe->spellings[byte] = t2s_byte_char(byte);
        int32_t id = (int32_t)t2s_map_get(&r->tokenizer->ids, text, n, -1);
        bpe->bytes[byte] = id < 0 ? bpe->unknown : id;
        if (bpe->bytes[byte] < 0)
            t2s_members_fail(&r->in, T2SED_EFORMAT,
                             "no token for byte 0x%02X (\"%.*s\") and none for "
                             "unknown bytes",
                             byte, (int)n, text);
    }
}

t2sed_status t2s_tokenizer_finish(t2sed_tokenizer **out,
                                  t2s_tokenizer_reader *r)
{
    if (is_good(r) && r->tokenizer->kind == T2S_WORDPIECE)
        finish_wordpiece(r);
    else if (is_good(r))
        finish_bpe(r);
    if (is_good(r))
        *out = r->tokenizer;
    else
        t2sed_tokenizer_free(r->tokenizer);
    return r->in.status;
}
