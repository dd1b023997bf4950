/* decode.c - from tokens back to text. */
#include <string.h>

#include "base/interrupt.h"
#include "base/string.h"
#include "base/utf8.h"
#include "text/tokenizer.h"

/* What a token stands for; returns how many bytes. One that is not spelled in
 * bytes (an added token with a blank) stands for its own text. */
static size_t token_bytes(const t2sed_tokenizer *tokenizer, int32_t id,
                          char *to, size_t room)
{
    const char *text = tokenizer->texts[id];
    const size_t n = strlen(text);
    size_t count = 0;
    for (size_t at = 0, length; at < n; at += length) {
        const int byte =
            t2s_char_byte(t2s_utf8_decode(text + at, n - at, &length));
        if (byte < 0) {
            if (room > 0)
                memcpy(to, text, n < room ? n : room);
            return n;
        }
        if (count < room)
            to[count] = (char)(unsigned char)byte;
        count++;
    }
    return count;
}

static bool is_known(const t2sed_tokenizer *tokenizer, int32_t id)
{
    return tokenizer->kind == T2S_BYTE_BPE && id >= 0 &&
           (size_t)id < tokenizer->count;
}

size_t t2sed_tokenizer_bytes(const t2sed_tokenizer *tokenizer, int32_t id,
                             char *to, size_t room)
{
    if (!tokenizer || !is_known(tokenizer, id))
        return 0;
    return token_bytes(tokenizer, id, to, to ? room : 0);
}

bool t2s_tokenizer_is_special(const t2sed_tokenizer *tokenizer, int32_t id)
{
    for (size_t i = 0; i < tokenizer->added.count; i++)
        if (tokenizer->added.at[i].id == id)
            return tokenizer->added.at[i].special;
    return false;
}

/* How many of text[0..n), which are no character, one U+FFFD stands for: those
 * that a character could begin with (Unicode, table 3-7), at least one. */
static size_t bad_length(const char *text, size_t n)
{
    for (size_t have = n < 3 ? n : 3; have > 1; have--) {
        char whole[4] = {'\x80', '\x80', '\x80', '\x80'};
        memcpy(whole, text, have);
        if (t2s_utf8_length(whole, sizeof whole) > have)
            return have;
    }
    return 1;
}

static void append_valid(t2s_string *out, const char *text, size_t n)
{
    for (size_t at = 0, length; at < n; at += length) {
        length = t2s_utf8_length(text + at, n - at);
        if (length > 0) {
            t2s_string_append_n(out, text + at, length);
        } else {
            length = bad_length(text + at, n - at);
            t2s_string_append(out, "\xEF\xBF\xBD");
        }
    }
}

static t2sed_status append_token(t2s_string *out,
                                 const t2sed_tokenizer *tokenizer, int32_t id,
                                 t2sed_error *err)
{
    char small[256], *bytes = small;
    size_t n = token_bytes(tokenizer, id, small, sizeof small);
    if (n > sizeof small) {
        bytes = t2s_alloc(n);
        if (!bytes)
            return t2s_fail_memory(err);
        token_bytes(tokenizer, id, bytes, n);
    }
    t2s_string_append_n(out, bytes, n);
    if (bytes != small)
        t2s_free(bytes);
    return T2SED_OK;
}

static t2sed_status append_tokens(t2s_string *out,
                                  const t2sed_tokenizer *tokenizer,
                                  const int32_t *ids, size_t count, int flags,
                                  t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        if (i % 1024 == 0)
            status = t2s_check_interrupt(err);
        if (status == T2SED_OK && !is_known(tokenizer, ids[i]))
            status = t2s_fail(err, T2SED_EINVAL, -1,
                              "decode: token %zu is %d, expected 0 to %zu", i,
                              (int)ids[i], tokenizer->count - 1);
        if (status == T2SED_OK &&
            ((flags & T2SED_DECODE_SPECIALS) ||
             !t2s_tokenizer_is_special(tokenizer, ids[i])))
            status = append_token(out, tokenizer, ids[i], err);
    }
    return status;
}

t2sed_status t2sed_tokenizer_decode(char **out, size_t *length,
                                    const t2sed_tokenizer *tokenizer,
                                    const int32_t *ids, size_t count, int flags,
                                    t2sed_error *err)
{
    t2s_string bytes = {0}, text = {0};
    t2sed_status status;
    char *made;
    if (!out || !tokenizer || (!ids && count > 0))
        return t2s_fail_null(err, __func__, "out, tokenizer and ids");
    if (flags & ~T2SED_DECODE_SPECIALS)
        return t2s_fail(err, T2SED_EINVAL, -1, "decode: unknown flags 0x%x",
                        (unsigned)(flags & ~T2SED_DECODE_SPECIALS));
    if (tokenizer->kind != T2S_BYTE_BPE)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "decode: WordPiece does not keep the text; only "
                        "byte-level BPE can be decoded");
    status = append_tokens(&bytes, tokenizer, ids, count, flags, err);
    if (status == T2SED_OK) {
        append_valid(&text, bytes.text, bytes.length);
        made = bytes.failed ? NULL : t2s_string_take(&text, length);
        if (made)
            *out = made;
        else
            status = t2s_fail_memory(err);
    }
    t2s_string_free(&bytes);
    t2s_string_free(&text);
    return status;
}
