/* Reading vocab.txt, and vocab.json with merges.txt. */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/utf8.h"
#include "text/tokenizer.h"

t2sed_status t2s_tokenizer_add_merge_line(t2sed_tokenizer *tokenizer,
                                          const char *line, size_t n,
                                          const char *what, t2sed_error *err)
{
    const char *blank = n ? memchr(line, ' ', n) : NULL;
    size_t left = blank ? (size_t)(blank - line) : 0;
    if (left == 0 || left + 1 == n || memchr(blank + 1, ' ', n - left - 1))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: merge %zu is \"%.*s\", expected two tokens with "
                        "one blank between",
                        what, tokenizer->bpe.merges.count + 1,
                        (int)(n < 100 ? n : 100), line);
    return t2s_tokenizer_add_merge(tokenizer, line, left, blank + 1,
                                   n - left - 1, what, err);
}

/* The line at *at without its ending; moves *at behind it. */
static size_t next_line(const char *text, size_t n, size_t *at,
                        const char **line)
{
    const char *stop = memchr(text + *at, '\n', n - *at);
    size_t length = stop ? (size_t)(stop - text) - *at : n - *at;
    *line = text + *at;
    *at += length + (stop ? 1 : 0);
    if (length > 0 && (*line)[length - 1] == '\r')
        length--;
    return length;
}

/* White space at the end of a line is no part of the token, unless there is
 * nothing else. */
static size_t trim_line(const char *line, size_t n)
{
    size_t length = n;
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    return length > 0 ? length : n;
}

/* Reads a text file that must be UTF-8. */
static t2sed_status read_text(char **text, size_t *length, const char *path,
                              t2sed_error *err)
{
    t2sed_status status =
        t2s_file_read(text, length, path, T2S_TOKENIZER_FILE_LIMIT, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_utf8_check(*text, *length, path, err);
    if (status != T2SED_OK)
        t2s_free(*text);
    return status;
}

static t2sed_status add_lines(t2sed_tokenizer *tokenizer, const char *text,
                              size_t n, const char *what, t2sed_error *err)
{
    long long id = 0;
    for (size_t at = 0; at < n; id++) {
        const char *line;
        size_t length = next_line(text, n, &at, &line);
        t2sed_status status;
        length = trim_line(line, length);
        status = t2s_tokenizer_add(tokenizer, line, length, id, what, err);
        if (status != T2SED_OK)
            return t2s_fail_in(err, status, "line %lld", id + 1);
    }
    return T2SED_OK;
}

/* The tokens with a role are found in the text on request; RoBERTa's mask
 * takes the blank before it along. */
static t2sed_status add_role_tokens(t2sed_tokenizer *tokenizer,
                                    t2sed_error *err)
{
    for (int i = 0; i < T2S_ROLE_COUNT; i++) {
        t2s_added_token token = {tokenizer->roles[i], true, false, false};
        bool again = false;
        const char *text;
        t2sed_status status;
        for (int j = 0; j < i; j++)
            again = again || tokenizer->roles[j] == token.id;
        if (token.id < 0 || again)
            continue;
        token.lstrip = tokenizer->kind == T2S_BYTE_BPE && i == T2SED_TOKEN_MASK;
        text = tokenizer->texts[token.id];
        status = t2s_tokenizer_add_special(tokenizer, token, text, strlen(text),
                                           err);
        if (status != T2SED_OK)
            return status;
    }
    return T2SED_OK;
}

/* What is the same for both formats once the vocabulary is there. */
static t2sed_status complete(t2sed_tokenizer *tokenizer,
                             const t2s_role_names *names, const char *what,
                             t2sed_error *err)
{
    t2sed_status status;
    t2s_tokenizer_set_roles(tokenizer, names);
    status = add_role_tokens(tokenizer, err);
    return status == T2SED_OK ? t2s_tokenizer_finish(tokenizer, what, err)
                              : status;
}

t2sed_status t2s_tokenizer_read_txt(t2sed_tokenizer *tokenizer,
                                    const char *path,
                                    const t2s_role_names *names,
                                    t2sed_error *err)
{
    char *text;
    size_t n;
    t2sed_status status = read_text(&text, &n, path, err);
    if (status != T2SED_OK)
        return status;
    status = add_lines(tokenizer, text, n, path, err);
    t2s_free(text);
    if (status == T2SED_OK)
        status = t2s_tokenizer_index(tokenizer, path, err);
    return status == T2SED_OK ? complete(tokenizer, names, path, err) : status;
}

static t2sed_status add_merges(t2sed_tokenizer *tokenizer, const char *text,
                               size_t n, const char *what, t2sed_error *err)
{
    static const char heading[] = "#version";
    t2sed_status status = T2SED_OK;
    for (size_t at = 0; at < n && status == T2SED_OK;) {
        const char *line;
        size_t length = next_line(text, n, &at, &line);
        if (length == 0 || (length >= sizeof heading - 1 &&
                            memcmp(line, heading, sizeof heading - 1) == 0))
            continue;
        status =
            t2s_tokenizer_add_merge_line(tokenizer, line, length, what, err);
    }
    return status;
}

t2sed_status t2s_tokenizer_read_bpe(t2sed_tokenizer *tokenizer,
                                    const char *vocab_path,
                                    const char *merges_path,
                                    const t2s_role_names *names,
                                    t2sed_error *err)
{
    json_t *vocab;
    char *text;
    size_t n;
    t2sed_status status =
        t2s_json_read(&vocab, vocab_path, T2S_TOKENIZER_FILE_LIMIT, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_tokenizer_read_vocabulary(tokenizer, vocab, vocab_path, err);
    json_decref(vocab);
    if (status == T2SED_OK)
        status = t2s_tokenizer_index(tokenizer, vocab_path, err);
    if (status == T2SED_OK)
        status = read_text(&text, &n, merges_path, err);
    if (status != T2SED_OK)
        return status;
    status = add_merges(tokenizer, text, n, merges_path, err);
    t2s_free(text);
    return status == T2SED_OK ? complete(tokenizer, names, vocab_path, err)
                              : status;
}
