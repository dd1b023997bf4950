#include "question/words.h"

#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

/* As much of a form as a message shows. */
#define SHOWN 40

/* Where the text ends that is `form` from text[at] on, white space in either
 * passed over, or 0 (which no match can be). */
static size_t match(const char *form, size_t length, const char *text, size_t n,
                    size_t at)
{
    size_t i = t2s_blanks_length(form, length);
    if (i == length)
        return 0;
    while (i < length) {
        at += t2s_blanks_length(text + at, n - at);
        if (at >= n || text[at] != form[i])
            return 0;
        at++;
        i++;
        i += t2s_blanks_length(form + i, length - i);
    }
    return at;
}

/* What a bracketed tree writes for characters that it can't or won't. */
static size_t match_penn(const t2s_form *form, const char *text, size_t n,
                         size_t at)
{
    static const struct {
        const char *escaped, *plain;
    } escapes[] = {
        {"-LRB-", "("},         {"-RRB-", ")"}, {"-LSB-", "["},
        {"-RSB-", "]"},         {"-LCB-", "{"}, {"-RCB-", "}"},
        {"``", "\""},           {"''", "\""},   {"``", "\xE2\x80\x9C"},
        {"''", "\xE2\x80\x9D"}, {"`", "'"},     {"`", "\xE2\x80\x98"},
        {"'", "\xE2\x80\x99"}};
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        size_t end;
        if (strlen(escapes[i].escaped) != form->length ||
            memcmp(escapes[i].escaped, form->text, form->length) != 0)
            continue;
        end = match(escapes[i].plain, strlen(escapes[i].plain), text, n, at);
        if (end)
            return end;
    }
    return 0;
}

/* The same with escapes within the word: 1\/2, f-LRB-x-RRB-, don<U+2019>t. */
static size_t match_penn_inside(const t2s_form *form, const char *text,
                                size_t n, size_t at)
{
    size_t i = 0;
    while (i < form->length && at < n) {
        static const char *const brackets[] = {"-LRB-", "-RRB-", "-LSB-",
                                               "-RSB-", "-LCB-", "-RCB-"};
        static const char plain[] = "()[]{}";
        size_t k = 0;
        while (k < 6 && (form->length - i < 5 ||
                         memcmp(form->text + i, brackets[k], 5) != 0))
            k++;
        if (k < 6 && text[at] == plain[k]) {
            i += 5;
            at++;
        } else if (form->text[i] == '\'' && n - at >= 3 &&
                   memcmp(text + at, "\xE2\x80\x99", 3) == 0) {
            i++;
            at += 3;
        } else {
            if (form->text[i] == '\\' && i + 1 < form->length &&
                text[at] == form->text[i + 1])
                i++;
            if (form->text[i++] != text[at++])
                return 0;
        }
    }
    return i == form->length ? at : 0;
}

static size_t find_form(const t2s_form *form, const char *text, size_t n,
                        size_t at)
{
    size_t end = match(form->text, form->length, text, n, at);
    if (!end && form->penn)
        end = match_penn(form, text, n, at);
    if (!end && form->penn)
        end = match_penn_inside(form, text, n, at);
    return end;
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

static t2sed_status mismatch(const t2s_form *form, const char *text, size_t n,
                             size_t at, t2sed_error *err)
{
    size_t shown = form->length < SHOWN ? form->length : SHOWN;
    size_t left = n - at < SHOWN ? n - at : SHOWN;
    if (left == 0)
        return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)at,
                        "line %zu: the question ends before the word '%.*s'",
                        form->line, (int)shown, form->text);
    return t2s_fail(err, T2SED_EMISMATCH, (ptrdiff_t)at,
                    "line %zu: the word '%.*s' is not in the question at byte "
                    "%zu, where '%.*s' stands",
                    form->line, (int)shown, form->text, at, (int)left,
                    text + at);
}

static size_t shown(size_t n)
{
    return n < SHOWN ? n : SHOWN;
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
