#include "question/words.h"

#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

/* As much of a form as a message shows. */
#define SHOWN 40

/* What a bracketed tree writes for characters that it can't or won't. A quote
 * is a word by itself. */
typedef struct escape {
    const char *escaped, *plain;
    bool is_word;
} escape;

static const escape escapes[] = {{"-LRB-", "(", false},
                                 {"-RRB-", ")", false},
                                 {"-LSB-", "[", false},
                                 {"-RSB-", "]", false},
                                 {"-LCB-", "{", false},
                                 {"-RCB-", "}", false},
                                 {"``", "\"", true},
                                 {"''", "\"", true},
                                 {"``", "\xE2\x80\x9C", true},
                                 {"''", "\xE2\x80\x9D", true},
                                 {"`", "'", true},
                                 {"`", "\xE2\x80\x98", true},
                                 {"'", "\xE2\x80\x99", false}};

/* Steps over one character of the form and the text, or over an escape. */
static bool step(const t2s_form *form, bool penn, size_t *i, const char *text,
                 size_t n, size_t *at)
{
    const size_t left = form->length - *i;
    if (penn && left > 1 && form->text[*i] == '\\' &&
        form->text[*i + 1] == text[*at])
        ++*i;
    if (form->text[*i] == text[*at]) {
        ++*i;
        ++*at;
        return true;
    }
    for (size_t k = 0; penn && k < sizeof escapes / sizeof *escapes; k++) {
        const size_t length = strlen(escapes[k].escaped);
        const size_t plain = strlen(escapes[k].plain);
        if (left < length || n - *at < plain ||
            (escapes[k].is_word && form->length != length) ||
            memcmp(form->text + *i, escapes[k].escaped, length) != 0 ||
            memcmp(text + *at, escapes[k].plain, plain) != 0)
            continue;
        *i += length;
        *at += plain;
        return true;
    }
    return false;
}

/* Where the text ends that is `form` from text[at] on, white space in either
 * passed over, or 0 (which no match can be). */
static size_t match(const t2s_form *form, bool penn, const char *text, size_t n,
                    size_t at)
{
    size_t i = t2s_blanks_length(form->text, form->length);
    if (i == form->length)
        return 0;
    while (i < form->length) {
        at += t2s_blanks_length(text + at, n - at);
        if (at >= n || !step(form, penn, &i, text, n, &at))
            return 0;
        i += t2s_blanks_length(form->text + i, form->length - i);
    }
    return at;
}

/* As it is written, or with escapes. */
static size_t find_form(const t2s_form *form, const char *text, size_t n,
                        size_t at)
{
    const size_t end = match(form, false, text, n, at);
    return end || !form->penn ? end : match(form, true, text, n, at);
}

static size_t count_characters(const char *text, size_t begin, size_t end)
{
    size_t count = 0, length;
    for (; begin < end; begin += length, count++)
        t2s_utf8_decode(text + begin, end - begin, &length);
    return count;
}

/* Shares the characters of [begin, end) out among the form's words, evenly,
 * for a multiword token whose words do not spell it ("du": "de", "le"). */
static t2sed_status share(t2s_words *words, const t2s_form *form,
                          const char *text, size_t begin, size_t end,
                          t2sed_error *err)
{
    size_t characters = count_characters(text, begin, end), given = 0;
    if (characters < form->word_count)
        return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)begin,
                        "line %zu: %zu words in a token of %zu characters",
                        form->line, form->word_count, characters);
    for (size_t i = 0; i < form->word_count; i++) {
        size_t until = characters * (i + 1) / form->word_count, at = begin;
        t2sed_status status;
        for (; given < until; given++) {
            size_t length;
            t2s_utf8_decode(text + at, end - at, &length);
            at += length;
        }
        status = t2s_words_add(words, begin, at, err);
        if (status != T2SED_OK)
            return status;
        begin = at;
    }
    return T2SED_OK;
}

static size_t shown(size_t n)
{
    return n < SHOWN ? n : SHOWN;
}

static t2sed_status mismatch(const t2s_form *form, const char *text, size_t n,
                             size_t at, t2sed_error *err)
{
    if (at == n)
        return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)at,
                        "line %zu: the question ends before the word '%.*s'",
                        form->line, (int)shown(form->length), form->text);
    return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)at,
                    "line %zu: the word '%.*s' is not in the question at byte "
                    "%zu, where '%.*s' stands",
                    form->line, (int)shown(form->length), form->text, at,
                    (int)shown(n - at), text + at);
}

/* T2SED_OK where `words` may take the place of the question's own: these came
 * from our rules, or are the same. */
static t2sed_status check_same(const t2sed_question *question,
                               const t2s_words *words, t2sed_error *err)
{
    size_t i = 0;
    const t2s_word *word;
    if (!question->words_are_given)
        return T2SED_OK;
    while (i < words->count && i < question->word_count &&
           words->at[i].begin == question->words[i].begin &&
           words->at[i].end == question->words[i].end)
        i++;
    if (i == words->count && i == question->word_count)
        return T2SED_OK;
    /* both cover the whole text, so both have a word here */
    word = &question->words[i < question->word_count ? i : i - 1];
    return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)word->begin,
                    "the parse has other words than the question: %zu and "
                    "%zu of them, apart from word %zu on, '%.*s'",
                    words->count, question->word_count, i + 1,
                    (int)shown(word->end - word->begin),
                    question->text + word->begin);
}

t2sed_status t2s_question_align(t2s_words *words, const t2s_forms *forms,
                                const t2sed_question *question,
                                t2sed_error *err)
{
    const char *text = question->text;
    const size_t n = question->length;
    size_t at = t2s_blanks_length(text, n);
    if (forms->count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "the parse has no words");
    for (size_t i = 0; i < forms->count; i++) {
        const t2s_form *form = &forms->at[i];
        size_t end = find_form(form, text, n, at);
        t2sed_status status;
        if (!end)
            return mismatch(form, text, n, at, err);
        status = form->word_count == 1 ? t2s_words_add(words, at, end, err)
                                       : share(words, form, text, at, end, err);
        if (status != T2SED_OK)
            return status;
        at = end + t2s_blanks_length(text + end, n - end);
    }
    if (at < n)
        return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)at,
                        "the parse ends before byte %zu of the question, "
                        "where '%.*s' stands",
                        at, (int)shown(n - at), text + at);
    return check_same(question, words, err);
}

t2sed_status t2s_question_check_parse(const char *text, size_t n,
                                      const char *what, t2sed_error *err)
{
    if (n > T2SED_PARSE_MAX_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "%s: %zu bytes, the most that are read is %d", what, n,
                        T2SED_PARSE_MAX_BYTES);
    return t2s_utf8_check(text, n, what, err);
}
