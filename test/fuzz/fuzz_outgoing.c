/*
 * What each database system of a host's would be sent for the input. What is
 * sent is one SELECT of plain tokens with blanks between them, reads again as
 * the same tokens, and is written again as the same bytes.
 */
#include <string.h>

#include "base/string.h"
#include "fuzz.h"
#include "sql/outgoing.h"

static const unsigned hosts[] = {T2S_LITE, T2S_PG, T2S_MY,  T2S_DUCK,    T2S_BQ,
                                 T2S_SNOW, T2S_MS, T2S_ANY, T2S_STANDARD};

/* Where what stands in quotes at `at` ends, by the spelling for a host. */
static size_t skip_quoted(const char *sent, size_t at, unsigned host)
{
    const char quote = sent[at] == '[' ? ']' : sent[at];
    const bool escapes =
        quote == '\'' && (host == T2S_BQ || host == T2S_SNOW ||
                          (host == T2S_PG && at > 0 && sent[at - 1] == 'E'));
    for (at++; sent[at]; at++) {
        require((unsigned char)sent[at] >= ' ' || strchr("\t\n\r", sent[at]));
        if (quote == '\'' && !escapes && sent[at] == '\\')
            require(host == T2S_LITE || host == T2S_DUCK || host == T2S_MS);
        if (escapes && sent[at] == '\\')
            at++;
        else if (sent[at] == quote && sent[at + 1] == quote && host != T2S_BQ)
            at++;
        else if (sent[at] == quote)
            return at + 1;
    }
    require(0);
    return at;
}

static void check_bytes(const char *sent, unsigned host)
{
    long depth = 0;
    for (size_t at = 0; sent[at]; at++) {
        const char c = sent[at];
        if (c == '\'' || c == '"' || c == '`' || (c == '[' && host == T2S_MS)) {
            at = skip_quoted(sent, at, host);
            require(sent[at] != c || c == '[');
            at--;
            continue;
        }
        require(c >= ' ' && c < 0x7F && c != ';' && c != '\\');
        require(strncmp(sent + at, "--", 2) != 0);
        require(strncmp(sent + at, "/*", 2) != 0);
        require(c != '#' || host == T2S_PG || host == T2S_DUCK);
        depth += (c == '(') - (c == ')');
        require(depth >= 0);
    }
    require(depth == 0);
}

static bool is_one(const t2s_token *a, const t2s_token *b)
{
    return a->kind == b->kind && a->n == b->n &&
           memcmp(a->text, b->text, a->n) == 0 &&
           (a->prefix == b->prefix || a->prefix == 'n');
}

/* Compares the tokens of two texts; MySQL's strings with backslashes have
 * other ones. */
static void check_tokens(t2s_outgoing *given, t2s_outgoing *sent)
{
    require(t2s_outgoing_read(given) && t2s_outgoing_check(given));
    require(t2s_outgoing_read(sent) && t2s_outgoing_check(sent));
    if (sent->systems == T2S_MY)
        return;
    require(given->tokens.count == sent->tokens.count);
    for (size_t i = 0; i < given->tokens.count; i++)
        require(is_one(&given->tokens.at[i], &sent->tokens.at[i]));
}

static void free_tokens(t2s_outgoing *o)
{
    t2s_vector_free(&o->tokens);
    t2s_arena_free(&o->arena);
}

static void send(unsigned host, bool is_sqlite, const char *text, size_t n)
{
    t2s_sent sent = {0}, again = {0};
    t2sed_error err = {.offset = -2};
    const t2sed_status status =
        t2s_outgoing_write(&sent, host, is_sqlite, text, n, &err);
    if (status == T2SED_OK) {
        t2s_outgoing one = {
            host | (is_sqlite ? T2S_LITE : 0), text, n, {0}, {0}, 0, NULL, 0};
        t2s_outgoing two = {
            host, sent.text.text, sent.text.length, {0}, {0}, 0, NULL, 0};
        check_bytes(sent.text.text, host);
        require(t2s_outgoing_write(&again, host, false, sent.text.text,
                                   sent.text.length, NULL) == T2SED_OK);
        require(strcmp(again.text.text, sent.text.text) == 0);
        check_tokens(&one, &two);
        for (size_t i = 0; i <= sent.text.length; i++)
            (void)t2s_sent_source(&sent, i);
        free_tokens(&one);
        free_tokens(&two);
    } else {
        require(strlen(err.text) > 0 && sent.text.length == 0);
        require(err.offset >= -1 && err.offset <= (ptrdiff_t)n);
    }
    t2s_sent_free(&sent);
    t2s_sent_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;
    if (size > 10000)
        return 0;
    text = malloc(size + 1);
    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        send(hosts[i], false, text, size);
        send(hosts[i], true, text, size);
    }
    free(text);
    return 0;
}
