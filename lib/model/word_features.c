#include "model/word_features.h"

#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"

#define READ 24 /* characters */

void t2s_word_normal(t2s_string *out, const char *word, size_t n)
{
    size_t length;
    for (size_t i = 0; i < n; i += length) {
        uint32_t c = t2s_utf8_decode(word + i, n - i, &length);
        char bytes[4];
        c = (uint32_t)utf8proc_tolower((utf8proc_int32_t)c);
        if (c >= '0' && c <= '9')
            c = '0';
        t2s_string_append_n(out, bytes, t2s_utf8_encode(c, bytes));
    }
}

/* "<word>" in lower case, and where its characters begin. */
typedef struct marked {
    char text[4 * READ + 2];
    uint8_t begins[READ + 3];
    size_t count;
} marked;

static void mark(marked *m, const char *word, size_t n)
{
    size_t at = 0, length;
    m->begins[m->count++] = 0;
    m->text[at++] = '<';
    for (size_t i = 0; i < n && m->count <= READ; i += length) {
        uint32_t c = t2s_utf8_decode(word + i, n - i, &length);
        m->begins[m->count++] = (uint8_t)at;
        c = (uint32_t)utf8proc_tolower((utf8proc_int32_t)c);
        at += t2s_utf8_encode(c, m->text + at);
    }
    m->begins[m->count++] = (uint8_t)at;
    m->text[at++] = '>';
    m->begins[m->count] = (uint8_t)at;
}

static bool add(t2s_ngrams *out, const marked *m, char kind, size_t from,
                size_t to, int32_t buckets)
{
    uint32_t hash = (2166136261u ^ (uint8_t)kind) * 16777619u;
    for (size_t i = m->begins[from]; i < m->begins[to]; i++)
        hash = (hash ^ (uint8_t)m->text[i]) * 16777619u;
    return t2s_vector_push(out, (int32_t)(hash % (uint32_t)buckets));
}

/* Whether the run of `size` characters at `from` stood before. */
static bool is_repeated(const marked *m, size_t from, size_t size)
{
    size_t n = (size_t)(m->begins[from + size] - m->begins[from]);
    for (size_t i = 0; i < from; i++)
        if ((size_t)(m->begins[i + size] - m->begins[i]) == n &&
            memcmp(m->text + m->begins[i], m->text + m->begins[from], n) == 0)
            return true;
    return false;
}

bool t2s_word_ngrams(t2s_ngrams *out, const char *word, size_t n,
                     int32_t buckets)
{
    marked m = {.count = 0};
    bool done = true;
    mark(&m, word, n);
    for (size_t size = 2; size <= 4 && size <= m.count; size++)
        done = done && add(out, &m, 'p', 0, size, buckets);
    for (size_t size = 2; size <= 5 && size <= m.count; size++)
        done = done && add(out, &m, 's', m.count - size, m.count, buckets);
    for (size_t size = 3; size <= 4; size++)
        for (size_t i = 0; i + size <= m.count; i++)
            if (!is_repeated(&m, i, size))
                done = done && add(out, &m, 'g', i, i + size, buckets);
    return done && add(out, &m, 'w', 0, m.count, buckets);
}

/* What is in a word. */
typedef struct writing {
    size_t characters, letters, digits;
    size_t upper, lower;             /* letters with case */
    size_t later_upper, later_lower; /* the same, but for the first character */
    bool starts_upper;
} writing;

static void look_at(writing *w, uint32_t c)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    bool upper = category == UTF8PROC_CATEGORY_LU;
    bool lower = category == UTF8PROC_CATEGORY_LL;
    bool first = w->characters++ == 0;
    w->letters +=
        category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
    w->digits += category == UTF8PROC_CATEGORY_ND;
    w->upper += upper;
    w->lower += lower;
    w->later_upper += upper && !first;
    w->later_lower += lower && !first;
    w->starts_upper = w->starts_upper || (first && upper);
}

static int32_t case_shape(const writing *w)
{
    if (w->upper && !w->lower)
        return w->characters > 1 ? 5 : 6;
    if (w->starts_upper)
        return w->later_lower && !w->later_upper ? 7 : 8;
    return w->lower && !w->upper ? 4 : 9;
}

int32_t t2s_word_shape(const char *word, size_t n)
{
    writing w = {0};
    int32_t shape;
    size_t length;
    for (size_t i = 0; i < n; i += length)
        look_at(&w, t2s_utf8_decode(word + i, n - i, &length));
    if (!w.letters)
        return w.digits ? 1 : w.characters == 1 ? 2 : 3;
    shape = case_shape(&w);
    if (w.digits)
        shape = shape == 4 ? 10 : 11;
    if (memchr(word, '_', n))
        return 12;
    if (memchr(word, '-', n))
        return 13;
    if (memchr(word, '.', n))
        return 14;
    return memchr(word, '@', n) || memchr(word, '/', n) ? 15 : shape;
}

bool t2s_word_rows_of(t2s_word_rows *out, t2s_ngrams *ngrams, const char *word,
                      size_t n, const t2s_map *words, int32_t trained,
                      int32_t buckets, t2s_string *scratch)
{
    t2s_string_clear(scratch);
    t2s_word_normal(scratch, word, n);
    if (scratch->failed)
        return false;
    out->fixed = (int32_t)t2s_map_get(words, scratch->text, scratch->length, 0);
    out->word = out->fixed < trained ? out->fixed : 0;
    out->shape = t2s_word_shape(word, n);
    return t2s_word_ngrams(ngrams, word, n, buckets);
}
