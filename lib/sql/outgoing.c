/* Writes a text that a database system of the host's is sent. */
#include "sql/outgoing.h"

#include <string.h>

#include "base/error.h"
#include "sql/sql.h"

unsigned t2s_outgoing_systems(const char *dialect)
{
    const int of = t2sed_dialect_of_name(dialect);
    if (dialect && t2s_casecmp(dialect, "mariadb") == 0)
        return T2S_MY;
    if (dialect && t2s_casecmp(dialect, "standard") == 0)
        return T2S_STANDARD;
    /* ClickHouse's rules are not known here: what all read alike is sent. */
    return of < 0 || of == T2SED_DIALECT_AUTO || !(1u << of & T2S_ANY)
               ? T2S_ANY
               : 1u << of;
}

char t2s_outgoing_name_quote(unsigned systems)
{
    return systems == T2S_MY || systems == T2S_BQ ? '`' : '"';
}

bool t2s_outgoing_refuse(t2s_outgoing *o, size_t where, const char *why)
{
    if (!o->status) {
        o->status = T2SED_EUNSUPPORTED;
        o->where = where;
        o->why = why;
    }
    return false;
}

/* --- spelling --- */

/* With backslashes as escapes; `quote` is what stands for a quote. */
static void write_escaped(t2s_string *out, const t2s_token *token,
                          const char *quote)
{
    t2s_string_append_char(out, '\'');
    for (size_t i = 0; i < token->n; i++) {
        const char c = token->text[i];
        t2s_string_append_n(out,
                            c == '\n'   ? "\\n"
                            : c == '\r' ? "\\r"
                            : c == '\\' ? "\\\\"
                            : c == '\'' ? quote
                                        : token->text + i,
                            strchr("\n\r\\'", c) ? 2 : 1);
    }
    t2s_string_append_char(out, '\'');
}

/* Whatever the settings of its connection, the system reads the same string.
 */
static void write_string(t2s_string *out, const t2s_token *token, unsigned host)
{
    const bool has_backslash = memchr(token->text, '\\', token->n) != NULL;
    if (token->prefix == 'n' && host == T2S_MS)
        t2s_string_append_char(out, 'N');
    if (token->prefix == 'x' || token->prefix == 'b') {
        t2s_string_append_char(out, token->prefix == 'x' ? 'X' : 'B');
        t2s_string_append_quoted(out, token->text, token->n, '\'');
    } else if (host == T2S_BQ) {
        write_escaped(out, token, "\\'");
    } else if (has_backslash && host == T2S_PG) {
        t2s_string_append_char(out, 'E');
        write_escaped(out, token, "''");
    } else if (has_backslash && host == T2S_SNOW) {
        write_escaped(out, token, "''");
    } else if (has_backslash && host == T2S_MY) {
        t2s_string_append(out, "_utf8mb4 X'");
        for (size_t i = 0; i < token->n; i++)
            t2s_string_append_format(out, "%02x",
                                     (unsigned)(unsigned char)token->text[i]);
        t2s_string_append_char(out, '\'');
    } else {
        t2s_string_append_quoted(out, token->text, token->n, '\'');
    }
}

static void write_name(t2s_string *out, const t2s_token *token, unsigned host)
{
    if (host != T2S_MS) {
        t2s_string_append_quoted(out, token->text, token->n,
                                 t2s_outgoing_name_quote(host));
        return;
    }
    t2s_string_append_char(out, '[');
    for (size_t i = 0; i < token->n; i++)
        t2s_string_append_n(out, token->text[i] == ']' ? "]]" : token->text + i,
                            token->text[i] == ']' ? 2 : 1);
    t2s_string_append_char(out, ']');
}

/* Whether no blank is needed: functions of MySQL want "(" behind their name. */
static bool may_touch(const t2s_token *a, const t2s_token *b)
{
    return a->end == b->begin &&
           (t2s_token_is(b, "( ) , . [ ] : ::") || t2s_token_is(a, "( [ ::") ||
            (t2s_token_is(a, ". :") && b->kind != T2S_TOKEN_STRING));
}

static bool write(t2s_sent *out, const t2s_outgoing *o, unsigned host)
{
    for (size_t i = 0; i < o->tokens.count; i++) {
        const t2s_token *token = &o->tokens.at[i];
        if (i > 0 && !may_touch(token - 1, token))
            t2s_string_append_char(&out->text, ' ');
        if (!t2s_vector_push(&out->marks,
                             ((t2s_sent_mark){out->text.length, token->begin})))
            return false;
        if (token->kind == T2S_TOKEN_STRING)
            write_string(&out->text, token, host);
        else if (token->kind == T2S_TOKEN_NAME)
            write_name(&out->text, token, host);
        else
            t2s_string_append_n(&out->text, token->text, token->n);
    }
    return !out->text.failed;
}

t2sed_status t2s_outgoing_write(t2s_sent *out, unsigned systems, bool is_sqlite,
                                const char *text, size_t n, t2sed_error *err)
{
    t2s_outgoing o = {.systems = systems | (is_sqlite ? T2S_LITE : 0),
                      .text = text,
                      .length = n};
    t2sed_status status = t2s_sql_check_text(text, n, err);
    if (status != T2SED_OK)
        return status;
    if (t2s_outgoing_read(&o) && !t2s_outgoing_check(&o) &&
        o.status == T2SED_EUNSUPPORTED)
        o.status = T2SED_ENOTSELECT;
    if (o.status == T2SED_OK && !write(out, &o, systems))
        o.status = T2SED_ENOMEM;
    status = o.status;
    if (status == T2SED_ENOMEM)
        (void)t2s_fail_memory(err);
    else if (status != T2SED_OK)
        (void)t2s_fail(
            err, status, (ptrdiff_t)o.where,
            "not sent to the database: %s, at byte %zu%s", o.why, o.where,
            systems == T2S_ANY ? "; the host's dialect is not known, so "
                                 "the query must mean the same to "
                                 "all systems"
                               : "");
    t2s_vector_free(&o.tokens);
    t2s_arena_free(&o.arena);
    return status;
}

size_t t2s_sent_source(const t2s_sent *sent, size_t at)
{
    size_t i = sent->marks.count;
    while (i > 0 && sent->marks.at[i - 1].at > at)
        i--;
    return i == 0
               ? 0
               : sent->marks.at[i - 1].begin + (at - sent->marks.at[i - 1].at);
}

void t2s_sent_free(t2s_sent *sent)
{
    t2s_string_free(&sent->text);
    t2s_vector_free(&sent->marks);
}
