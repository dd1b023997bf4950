/*
 * Tokenizers under fuzzing. The first byte says what the rest is: an even one,
 * text to encode (bit 1 picks the tokenizer, bit 2 special tokens), of which
 * every token must lie in the text, in order (but for where an empty one
 * begins), with an id of the vocabulary; an
 * odd one, a tokenizer.json to read and, if it can be read, to use.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "base/utf8.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "text/tokenizer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char bert_json[] =
    "{\"added_tokens\":[{\"id\":1,\"content\":\"[SEP]\",\"special\":true,"
    "\"lstrip\":true,\"rstrip\":true}],\"normalizer\":{\"type\":"
    "\"BertNormalizer\",\"lowercase\":true},\"pre_tokenizer\":{\"type\":"
    "\"BertPreTokenizer\"},\"model\":{\"type\":\"WordPiece\",\"vocab\":{"
    "\"[UNK]\":0,\"[SEP]\":1,\"a\":2,\"##a\":3,\"how\":4,\"##s\":5,\"?\":6}}}";

static void require(int condition)
{
    if (!condition)
        abort();
}

static t2sed_tokenizer *make_bpe(void)
{
    t2s_string out = {0};
    t2sed_tokenizer *tokenizer = NULL;
    t2s_string_append(
        &out, "{\"added_tokens\":[{\"id\":259,\"content\":\"<m>\",\"special\":"
              "true,\"lstrip\":true}],\"pre_tokenizer\":{\"type\":"
              "\"ByteLevel\",\"add_prefix_space\":true},\"post_processor\":{"
              "\"type\":\"ByteLevel\",\"trim_offsets\":true},\"model\":{"
              "\"type\":\"BPE\",\"vocab\":{\"ho\":256,\"how\":257,"
              "\"\xC4\xA0\xC4\xA0\":258,\"<m>\":259");
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[4];
        size_t n = t2s_utf8_encode(t2s_byte_char(byte), text);
        t2s_string_append(&out, ",");
        t2s_string_append_json(&out, text, n);
        t2s_string_append_format(&out, ":%u", byte);
    }
    t2s_string_append(&out, "},\"merges\":[\"h o\",\"ho w\","
                            "\"\xC4\xA0 \xC4\xA0\"]}}");
    require(t2s_tokenizer_parse_json(&tokenizer, out.text, out.length, NULL,
                                     "bpe", NULL) == T2SED_OK);
    t2s_string_free(&out);
    return tokenizer;
}

static void check_text(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                       const char *text, size_t n, int flags)
{
    t2sed_error err;
    t2sed_token_arrays found = {.struct_size = sizeof found};
    size_t last_begin = 0, last_end = 0;
    t2sed_status status =
        t2sed_tokenizer_encode_n(tokenizer, tokens, text, n, flags, &err);
    require(t2sed_tokens_get(tokens, &found, NULL) == T2SED_OK);
    if (status != T2SED_OK) {
        require(status == T2SED_EUTF8 && found.count == 0);
        require(err.offset >= 0 && (size_t)err.offset < n);
        return;
    }
    for (size_t i = 0; i < found.count; i++) {
        size_t begin = found.bytes[i].begin, end = found.bytes[i].end;
        size_t first = found.characters[i].begin;
        size_t last = found.characters[i].end;
        require(begin <= end && end <= n && first <= last && last <= end);
        require(end >= last_end && (begin == end || begin >= last_begin));
        require(begin == n || ((unsigned char)text[begin] & 0xC0) != 0x80);
        require(t2sed_tokenizer_token(tokenizer, found.ids[i]) != NULL);
        last_begin = begin < end ? begin : last_begin;
        last_end = end;
    }
}

static void check_json(t2sed_tokens *tokens, const char *text, size_t n)
{
    static const char sample[] = "How many [SEP] caf\xC3\xA9s?  <s>\t1";
    t2sed_tokenizer *tokenizer;
    if (t2s_tokenizer_parse_json(&tokenizer, text, n, NULL, "fuzz", NULL) !=
        T2SED_OK)
        return;
    check_text(tokenizer, tokens, sample, sizeof sample - 1, 0);
    t2sed_tokenizer_free(tokenizer);
}

/* What all inputs share; freed at exit, so that no leak is reported. */
static t2sed_tokenizer *tokenizers[2];
static t2sed_tokens *tokens;

static void end(void)
{
    t2sed_tokenizer_free(tokenizers[0]);
    t2sed_tokenizer_free(tokenizers[1]);
    t2sed_tokens_free(tokens);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data + 1;
    if (!tokens) {
        require(t2s_tokenizer_parse_json(&tokenizers[0], bert_json,
                                         sizeof bert_json - 1, NULL, "bert",
                                         NULL) == T2SED_OK);
        tokenizers[1] = make_bpe();
        require(t2sed_tokens_new(&tokens, NULL) == T2SED_OK);
        atexit(end);
    }
    if (size == 0)
        return 0;
    if (data[0] & 1)
        check_json(tokens, text, size - 1);
    else
        check_text(tokenizers[data[0] >> 1 & 1], tokens, text, size - 1,
                   data[0] >> 2 & 1);
    return 0;
}
