/* script.c - an edit script by the longest common sequence of tokens. */
#include "correct/script.h"

#include <string.h>

#include "base/memory.h"
#include "correct/draft.h"
#include "sql/token.h"

/* Longer ones are replaced as a whole, from the first difference to the last.
 */
#define MOST_TOKENS 600

typedef T2S_VECTOR(t2s_sql_token) token_list;

typedef struct writer {
    t2s_script *script;
    t2s_string *out;
    t2s_arena *arena;
    const char *a, *b;
    size_t a_size;
    token_list from, to;
    size_t done; /* bytes of a */
    bool failed;
} writer;

/* Semicolons before and behind the query are left out. */
static bool split(token_list *list, const char *text, size_t size)
{
    t2s_sql_scanner scanner = {.text = text, .length = size};
    t2s_sql_token token;
    int kind;
    size_t end = 0; /* behind the last token that is no semicolon */
    while ((kind = t2s_sql_next_token(&scanner, &token)) != T2S_TK_END) {
        if (kind == T2S_TK_SEMICOLON && list->count == 0)
            continue;
        if (!t2s_vector_push(list, token))
            return false;
        end = kind == T2S_TK_SEMICOLON ? end : list->count;
    }
    list->count = end;
    return true;
}

static bool same(const writer *w, size_t i, size_t j)
{
    const t2s_sql_token *x = &w->from.at[i], *y = &w->to.at[j];
    return t2s_casecmp_n(w->a + x->begin, x->end - x->begin, w->b + y->begin,
                         y->end - y->begin) == 0;
}

static bool joins(char left, char right)
{
    return (t2s_sql_is_name_char(left) || strchr("\"'<>=!|", left)) &&
           (t2s_sql_is_name_char(right) || strchr("\"'<>=!|", right));
}

/* Whether nothing parts token j of b from the one before. */
static bool is_glued(const writer *w, size_t j)
{
    return j > 0 && j < w->to.count && w->to.at[j - 1].end == w->to.at[j].begin;
}

/* Tokens [i, i_end) of a become [j, j_end) of b. */
static void replace(writer *w, size_t i, size_t i_end, size_t j, size_t j_end)
{
    t2s_string text = {0};
    size_t begin = i > 0 ? w->from.at[i - 1].end : 0, end = begin;
    t2sed_correction_edit edit;
    if (i == i_end && j == j_end)
        return;
    if (i < i_end) {
        end = w->from.at[i_end - 1].end;
        if (j < j_end)
            begin = w->from.at[i].begin;
    }
    if (j < j_end) {
        const char *at = w->b + w->to.at[j].begin;
        /* "t." in front of a column is not parted from it. */
        if (i_end < w->from.count && is_glued(w, j_end))
            end = w->from.at[i_end].begin;
        if (i == i_end && end > begin)
            begin = end;
        else if (i == i_end && i > 0 && !is_glued(w, j))
            t2s_string_append_char(&text, ' ');
        if (begin > 0 && !text.length && joins(w->a[begin - 1], *at))
            t2s_string_append_char(&text, ' ');
        t2s_string_append_n(&text, at,
                            w->to.at[j_end - 1].end - w->to.at[j].begin);
    }
    if (end < w->a_size && begin + text.length > 0 &&
        joins(text.length ? text.text[text.length - 1] : w->a[begin - 1],
              w->a[end]))
        t2s_string_append_char(&text, ' ');
    edit.begin = begin;
    edit.end = end;
    edit.text =
        t2s_arena_strndup(w->arena, text.text ? text.text : "", text.length);
    t2s_string_append_n(w->out, w->a + w->done, begin - w->done);
    t2s_string_append_n(w->out, text.text ? text.text : "", text.length);
    w->done = end;
    w->failed |= text.failed || !edit.text || !t2s_vector_push(w->script, edit);
    t2s_string_free(&text);
}

/* Writes what differs between [i, i_end) and [j, j_end). */
static void write_middle(writer *w, size_t i, size_t i_end, size_t j,
                         size_t j_end)
{
    const size_t n = i_end - i, m = j_end - j;
    uint16_t *length = n < MOST_TOKENS && m < MOST_TOKENS
                           ? t2s_zalloc_array((n + 1) * (m + 1), sizeof *length)
                           : NULL;
    if (!length) {
        w->failed |= n < MOST_TOKENS && m < MOST_TOKENS;
        replace(w, i, i_end, j, j_end);
        return;
    }
    for (size_t x = n; x-- > 0;)
        for (size_t y = m; y-- > 0;) {
            uint16_t right = length[x * (m + 1) + y + 1];
            uint16_t down = length[(x + 1) * (m + 1) + y];
            length[x * (m + 1) + y] =
                same(w, i + x, j + y)
                    ? (uint16_t)(length[(x + 1) * (m + 1) + y + 1] + 1)
                : right > down ? right
                               : down;
        }
    for (size_t x = 0, y = 0; x < n || y < m;) {
        size_t from = x, to = y;
        while (x < n || y < m) {
            if (x < n && y < m && same(w, i + x, j + y))
                break;
            if (y == m || (x < n && length[(x + 1) * (m + 1) + y] >=
                                        length[x * (m + 1) + y + 1]))
                x++;
            else
                y++;
        }
        replace(w, i + from, i + x, j + to, j + y);
        while (x < n && y < m && same(w, i + x, j + y)) {
            x++;
            y++;
        }
    }
    t2s_free(length);
}

bool t2s_script_make(t2s_script *script, t2s_string *out, t2s_arena *arena,
                     const char *a, size_t a_size, const char *b, size_t b_size)
{
    writer w = {.script = script,
                .out = out,
                .arena = arena,
                .a = a,
                .b = b,
                .a_size = a_size};
    w.failed = !split(&w.from, a, a_size) || !split(&w.to, b, b_size);
    if (!w.failed) {
        size_t i = 0, i_end = w.from.count, j_end = w.to.count;
        while (i < i_end && i < j_end && same(&w, i, i))
            i++;
        while (i_end > i && j_end > i && same(&w, i_end - 1, j_end - 1)) {
            i_end--;
            j_end--;
        }
        write_middle(&w, i, i_end, i, j_end);
        t2s_string_append_n(out, a + w.done, a_size - w.done);
    }
    t2s_vector_free(&w.from);
    t2s_vector_free(&w.to);
    return !w.failed && !out->failed;
}
