#include "facts/similar.h"

#include <string.h>

#include "base/string.h"

#define LEAST_SIMILARITY 0.6

bool t2s_is_prefix(const char *a, size_t a_length, const char *b,
                   size_t b_length)
{
    size_t n = a_length < b_length ? a_length : b_length;
    return n > 0 && t2s_casecmp_n(a, n, b, n) == 0;
}

static bool is_initials(const char *a, size_t a_length, const char *b,
                        size_t b_length)
{
    size_t at = 0;
    for (size_t i = 0; i < b_length; i++) {
        bool begins = b[i] != ' ' && (i == 0 || b[i - 1] == ' ');
        if (!begins)
            continue;
        /* "of" and "the" may have no letter of their own. */
        if (at < a_length && a[at] == b[i])
            at++;
        else if (!strchr("oatd", b[i]))
            return false;
    }
    return at == a_length;
}

/* The letters of `a` in `b` in that order, the first and last being the same,
 * and about half of them left out. */
static bool is_skeleton(const char *a, size_t a_length, const char *b,
                        size_t b_length)
{
    size_t at = 0;
    if (a_length < 3 || b_length + 2 < 2 * a_length || b_length < 5 ||
        a[0] != b[0] || a[a_length - 1] != b[b_length - 1] ||
        memchr(b, ' ', b_length))
        return false;
    for (size_t i = 0; i < b_length && at < a_length; i++)
        at += a[at] == b[i];
    return at == a_length;
}

bool t2s_is_abbreviation(const char *a, size_t a_length, const char *b,
                         size_t b_length)
{
    char letters[16];
    size_t n = 0;
    if (a_length > sizeof letters || a_length >= b_length || b_length > 256)
        return false;
    for (size_t i = 0; i < a_length; i++) /* U.S.A. */
        if (a[i] != '.')
            letters[n++] = a[i];
    if (n < 2)
        return false;
    return (memchr(b, ' ', b_length) && is_initials(letters, n, b, b_length)) ||
           is_skeleton(letters, n, b, b_length);
}

bool t2s_is_same_answer(const char *a, size_t a_length, const char *b,
                        size_t b_length)
{
    static const struct {
        const char *text;
        int answer;
    } answers[] = {{"yes", 1}, {"y", 1},     {"true", 1}, {"t", 1},
                   {"1", 1},   {"no", -1},   {"n", -1},   {"f", -1},
                   {"0", -1},  {"false", -1}};
    int said[2] = {0, 0};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        size_t n = strlen(answers[i].text);
        if (t2s_casecmp_n(a, a_length, answers[i].text, n) == 0)
            said[0] = answers[i].answer;
        if (t2s_casecmp_n(b, b_length, answers[i].text, n) == 0)
            said[1] = answers[i].answer;
    }
    return said[0] != 0 && said[0] == said[1];
}

double t2s_similarity(const char *a, size_t a_length, const char *b,
                      size_t b_length)
{
    size_t longer = a_length > b_length ? a_length : b_length;
    size_t shorter = a_length < b_length ? a_length : b_length;
    double similarity;
    if (shorter == 0 || longer > T2S_EDIT_LONGEST ||
        (double)shorter / (double)longer < LEAST_SIMILARITY)
        return 0;
    similarity = 1 - (double)t2s_edit_distance(a, a_length, b, b_length) /
                         (double)longer;
    return similarity < LEAST_SIMILARITY ? 0 : similarity;
}
