#include "question/question.h"

#include <string.h>

#include "base/string.h"

/* Whether all bytes of word `i` are among those of `set`. */
static bool consists_of(const t2sed_question *question, size_t i,
                        const char *set)
{
    const t2s_word *word = &question->words[i];
    return strspn(question->text + word->begin, set) >= word->end - word->begin;
}

/* Also stops of other scripts: ideographic, Arabic, Devanagari, wide forms. */
static bool is_stop(const t2sed_question *question, size_t i)
{
    return consists_of(question, i, ".?!") ||
           t2s_question_word_is(
               question, i,
               "\xe3\x80\x82 \xef\xbc\x9f \xef\xbc\x81 \xd8\x9f "
               "\xdb\x94 \xe0\xa5\xa4");
}

static bool is_closing(const t2sed_question *question, size_t i)
{
    return consists_of(question, i, "\"')]}") ||
           t2s_question_word_is(question, i, "\xe2\x80\x9d \xe2\x80\x99");
}

/* Whether a blank line stands before word `i`. */
static bool is_after_blank_line(const t2sed_question *question, size_t i)
{
    int lines = 0;
    for (size_t at = question->words[i - 1].end; at < question->words[i].begin;
         at++)
        lines += question->text[at] == '\n';
    return lines > 1;
}

/* "..." goes on where the next word does not begin with a capital; so does a
 * quoted stop ("is 'why?' a title"). */
static bool goes_on(const t2sed_question *question, size_t stop, size_t next)
{
    const t2s_word *word = &question->words[stop];
    char first = question->text[question->words[next].begin];
    bool weak = next > stop + 1 || (word->end - word->begin > 1 &&
                                    question->text[word->begin] == '.');
    return weak && first >= 'a' && first <= 'z';
}

static size_t cut_long(const t2sed_question *question, size_t begin)
{
    size_t end = begin + T2S_SENTENCE_MAX_WORDS;
    for (size_t i = end; i-- > begin + T2S_SENTENCE_MAX_WORDS / 2;)
        if (consists_of(question, i, ",;:"))
            return i + 1;
    return end;
}

size_t t2s_sentence_end(const t2sed_question *question, size_t begin)
{
    size_t count = question->word_count;
    for (size_t i = begin; i < count; i++) {
        size_t next = i + 1;
        if (i == begin + T2S_SENTENCE_MAX_WORDS)
            return cut_long(question, begin);
        if (next < count && is_after_blank_line(question, next))
            return next;
        if (!is_stop(question, i))
            continue;
        while (next < count && next < begin + T2S_SENTENCE_MAX_WORDS &&
               (is_stop(question, next) || is_closing(question, next)))
            next++;
        if (next == count || !goes_on(question, i, next))
            return next;
    }
    return count;
}
