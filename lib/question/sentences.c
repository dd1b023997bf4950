#include "question/question.h"

#include <string.h>

#include "base/string.h"

typedef struct spelling {
    const char *text;
    size_t length;
} spelling;

static spelling spelling_of(const t2sed_question *question, size_t i)
{
    const t2s_word *word = &question->words[i];
    return (spelling){question->text + word->begin, word->end - word->begin};
}

/* Whether all bytes are among those of `set`. */
static bool consists_of(spelling word, const char *set)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] == '\0' || !strchr(set, word.text[i]))
            return false;
    return true;
}

/* Also stops of other scripts: ideographic, Arabic, Devanagari, wide forms. */
static bool is_stop(spelling word)
{
    return consists_of(word, ".?!") ||
           t2s_is_one_of(word.text, word.length,
                         "\xe3\x80\x82 \xef\xbc\x9f \xef\xbc\x81 \xd8\x9f "
                         "\xdb\x94 \xe0\xa5\xa4");
}

static bool is_closing(spelling word)
{
    return consists_of(word, "\"')]}") ||
           t2s_is_one_of(word.text, word.length, "\xe2\x80\x9d \xe2\x80\x99");
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
    spelling word = spelling_of(question, stop);
    char first = question->text[question->words[next].begin];
    bool weak = next > stop + 1 || (word.length > 1 && word.text[0] == '.');
    return weak && first >= 'a' && first <= 'z';
}

static size_t cut_long(const t2sed_question *question, size_t begin)
{
    size_t end = begin + T2S_SENTENCE_MAX_WORDS;
    for (size_t i = end; i-- > begin + T2S_SENTENCE_MAX_WORDS / 2;)
        if (consists_of(spelling_of(question, i), ",;:"))
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
        if (!is_stop(spelling_of(question, i)))
            continue;
        while (next < count && next < begin + T2S_SENTENCE_MAX_WORDS &&
               (is_stop(spelling_of(question, next)) ||
                is_closing(spelling_of(question, next))))
            next++;
        if (next == count || !goes_on(question, i, next))
            return next;
    }
    return count;
}
