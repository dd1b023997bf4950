/* tokenizer_test.h - small tokenizers, and what they make of a text. */
#ifndef T2S_TOKENIZER_TEST_H
#define T2S_TOKENIZER_TEST_H

#include "t2s_test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/save.h"
#include "base/string.h"
#include "base/utf8.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "text/tokenizer.h"
#include "lab/import/import.h"

#define PIECES                                                                 \
    "{\"[PAD]\":0,\"[UNK]\":1,\"[CLS]\":2,\"[SEP]\":3,\"[MASK]\":4,\"how\":5," \
    "\"man\":6,\"##y\":7,\"cafe\":8,\"?\":9,\"a\":10,\"##a\":11,"              \
    "\"\xE5\xAD\x97\":12,"                                                     \
    "\"un\":13,\"##aff\":14,\"##able\":15,\"y\":16}"

static const char bert_json[] =
    "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":3,\"content\":\"[SEP]\","
    "\"special\":true}],\"normalizer\":{\"type\":\"BertNormalizer\","
    "\"clean_text\":true,\"handle_chinese_chars\":true,\"strip_accents\":null,"
    "\"lowercase\":true},\"pre_tokenizer\":{\"type\":\"BertPreTokenizer\"},"
    "\"model\":{\"type\":\"WordPiece\",\"unk_token\":\"[UNK]\","
    "\"max_input_chars_per_word\":20,\"vocab\":" PIECES "}}";

/* A byte-level tokenizer.json: all bytes, five special tokens, some merges.
 * extra goes between the pre-tokenizer and the model. */
static inline char *bpe_json(bool prefix, const char *extra)
{
    static const char *const merges[][2] = {
        {"h", "o"}, {"ho", "w"}, {"\xC4\xA0", "a"}, {"\xC4\xA0", "\xC4\xA0"}};
    t2s_string out = {0};
    int id = 0;
    t2s_string_append_format(
        &out,
        "{\"added_tokens\":[{\"id\":4,\"content\":\"<mask>\",\"special\":true,"
        "\"lstrip\":true}],\"pre_tokenizer\":{\"type\":\"ByteLevel\","
        "\"add_prefix_space\":%s},%s\"model\":{\"type\":\"BPE\",\"vocab\":{"
        "\"<s>\":0,\"<pad>\":1,\"</s>\":2,\"<unk>\":3,\"<mask>\":4",
        prefix ? "true" : "false", extra);
    for (id = 0; id < 256; id++) {
        char text[5] = {0};
        t2s_utf8_encode(t2s_byte_char((unsigned)id), text);
        t2s_string_append(&out, ",");
        t2s_string_append_json(&out, text, strlen(text));
        t2s_string_append_format(&out, ":%d", id + 5);
    }
    for (int i = 0; i < 4; i++)
        t2s_string_append_format(&out, ",\"%s%s\":%d", merges[i][0],
                                 merges[i][1], 261 + i);
    t2s_string_append(&out, "},\"merges\":[\"h o\"");
    for (int i = 1; i < 4; i++)
        t2s_string_append_format(&out, ",[\"%s\",\"%s\"]", merges[i][0],
                                 merges[i][1]);
    t2s_string_append(&out, "]}}");
    return t2s_string_take(&out, NULL);
}

static inline t2sed_tokenizer *parse(const char *text)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err;
    t2sed_status status = t2s_tokenizer_parse_json(
        &tokenizer, text, strlen(text), NULL, "test", &err);
    ck_assert_msg(status == T2SED_OK, "%s", err.text);
    return tokenizer;
}

static inline t2sed_token_arrays arrays_of(const t2sed_tokens *tokens)
{
    t2sed_token_arrays arrays = {.struct_size = sizeof arrays};
    ck_assert_int_eq(t2sed_tokens_get(tokens, &arrays, NULL), T2SED_OK);
    return arrays;
}

/* Encodes and prints as "id@byte-byte/char-char ...". */
static inline const char *encoded_n(const t2sed_tokenizer *tokenizer,
                                    const char *text, size_t n, int flags)
{
    static char line[4000];
    t2sed_token_arrays arrays;
    t2sed_tokens *tokens;
    t2sed_error err;
    size_t at = 0;
    ck_assert_int_eq(t2sed_tokens_new(&tokens, &err), T2SED_OK);
    ck_assert_msg(t2sed_tokenizer_encode_n(tokenizer, tokens, text, n, flags,
                                           &err) == T2SED_OK,
                  "%s", err.text);
    line[0] = '\0';
    arrays = arrays_of(tokens);
    for (size_t i = 0; i < arrays.count; i++)
        at += (size_t)snprintf(
            line + at, sizeof line - at, "%s%d@%u-%u/%u-%u", i ? " " : "",
            (int)arrays.ids[i], (unsigned)arrays.bytes[i].begin,
            (unsigned)arrays.bytes[i].end, (unsigned)arrays.characters[i].begin,
            (unsigned)arrays.characters[i].end);
    t2sed_tokens_free(tokens);
    return line;
}

static inline const char *encoded(const t2sed_tokenizer *tokenizer,
                                  const char *text, int flags)
{
    return encoded_n(tokenizer, text, strlen(text), flags);
}

/* A text that takes any room that encoding may need. */
static inline char *hostile(size_t *n)
{
    t2s_string out = {0};
    for (int i = 0; i < 3000; i++)
        t2s_string_append(&out, i % 3   ? "\xCC\x95\xCC\x81"
                                : i % 2 ? "\xC4\xB0 how  \xE5\xAD\x97"
                                        : "<mask>\xF0\x9F\x98\x80");
    for (int i = 0; i < 10000; i++)
        t2s_string_append(&out, "ho");
    return t2s_string_take(&out, n);
}

#endif
