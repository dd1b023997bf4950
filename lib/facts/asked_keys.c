#include "facts/asked_keys.h"

#include <string.h>

/* What stands before a key, and between two; "by" ranks rows in others. */
#define DIVIDES "each every per"
#define BETWEEN "and each every per by the a"
#define RANKS                                                                  \
    "top|most|least|highest|lowest|ranked|ranking|sorted|sort|ordered|"        \
    "order by|first|last"
/* Keys that queries take from a time. */
#define TIMES "year month week day quarter hour weekday date"

/* The column whose whole name begins at a word, the longest of several, or
 * T2S_NO_ITEM. */
static int32_t column_at(const t2s_question_facts *question, size_t word)
{
    int32_t found = T2S_NO_ITEM;
    for (size_t i = 0; i < question->named_columns.count; i++) {
        const int32_t column = question->named_columns.at[i];
        const t2s_name_match *match = &question->columns[column];
        if (match->is_whole && match->first == (int32_t)word &&
            (found == T2S_NO_ITEM ||
             match->count > question->columns[found].count))
            found = column;
    }
    return found;
}

static bool is_named(const t2s_question_facts *question,
                     const t2s_name_match *match, const bool *named)
{
    for (uint32_t i = 0; i < match->count; i++)
        if (!named[question->name_stems.at[match->stems + i]])
            return false;
    return true;
}

/* The keys in a row from a word on: "farm and day". Returns the word behind
 * them. */
static size_t read_row(t2s_asked_keys *out, const t2s_question_facts *question,
                       size_t word, const bool *named)
{
    for (;;) {
        const t2s_name_match *match;
        int32_t column;
        while (t2s_question_says(question, word, BETWEEN))
            word++;
        column = column_at(question, word);
        if (column == T2S_NO_ITEM)
            return word;
        match = &question->columns[column];
        if (match->count == 1 && t2s_question_says(question, word, TIMES))
            return word;
        out->count++;
        if (!is_named(question, match, named) && out->unused++ == 0) {
            out->column = column;
            out->first = (int32_t)word;
            out->last = (int32_t)(word + match->count - 1);
        }
        word += match->count;
        if (!t2s_question_says(question, word, "and"))
            return word;
    }
}

void t2s_asked_keys_read(t2s_asked_keys *out,
                         const t2s_question_facts *question, const bool *named)
{
    const bool ranks = t2s_question_asks(question, RANKS);
    *out = (t2s_asked_keys){.column = T2S_NO_ITEM};
    for (size_t i = 0; i + 1 < question->words.count;)
        if ((t2s_question_says(question, i, DIVIDES) ||
             (!ranks && t2s_question_says(question, i, "by"))) &&
            !t2s_question_says(question, i + 1, DIVIDES))
            i = read_row(out, question, i + 1, named);
        else
            i++;
}
