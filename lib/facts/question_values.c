/* The values of the database that a question names. */
#include <string.h>

#include "base/memory.h"
#include "facts/question_parts.h"
#include "schema/words.h"

/* Pieces of the longest value that is looked for. */
#define LONGEST_VALUE 6

/* A piece of the question, and where its normal form stands. */
typedef struct piece {
    uint32_t begin, end; /* bytes of the question */
    size_t at, length;   /* of the normal form of the whole question */
    bool is_taken, is_capital, is_quoted;
} piece;

typedef struct pieces {
    T2S_VECTOR(piece) list;
    t2s_string normal;
} pieces;

static bool split(pieces *all, const t2s_question_facts *question,
                  const char *original)
{
    size_t at = 0, begin, end, quote = 0;
    while (t2s_value_next_piece(question->text, question->length, &at, &begin,
                                &end)) {
        piece made = {.begin = (uint32_t)begin, .end = (uint32_t)end};
        made.is_quoted = t2s_question_is_quoted(question, &quote, begin);
        made.is_capital = all->list.count > 0 && original[begin] >= 'A' &&
                          original[begin] <= 'Z';
        if (all->normal.length)
            t2s_string_append_char(&all->normal, ' ');
        made.at = all->normal.length;
        made.length = end - begin;
        t2s_string_append_n(&all->normal, question->text + begin, end - begin);
        if (!t2s_vector_push(&all->list, made))
            return false;
    }
    return !all->normal.failed;
}

/* A lone word is likely to be just a word. */
static bool is_common(const t2s_question_facts *question, const piece *word,
                      size_t i)
{
    const char *text = question->text + word->begin;
    size_t n = word->end - word->begin;
    bool is_marked = word->is_capital || word->is_quoted, is_letters = true;
    int32_t number = t2s_question_find_stem(question, text, n);
    const t2s_question_stem *stem =
        number >= 0 ? &question->stems.at[number] : NULL;
    double value;
    for (size_t c = 0; c < n; c++)
        is_letters &= (text[c] >= 'a' && text[c] <= 'z') ||
                      (unsigned char)text[c] >= 0x80;
    if (word->is_quoted)
        return false;
    if ((stem && stem->is_stop) || t2s_word_spelled_number(text, n, &value))
        return true;
    if (stem && (stem->columns || stem->tables) && !is_marked)
        return true;
    return (n < 3 && !is_marked) || (is_letters && i == 0);
}

static bool take(t2s_question_facts *question, pieces *all, size_t i,
                 size_t count, const char *normal, size_t length)
{
    const piece *first = &all->list.at[i];
    t2s_question_value value = {.begin = first->begin,
                                .end = all->list.at[i + count - 1].end,
                                .length = length};
    value.normal = t2s_arena_strndup(&question->arena, normal, length);
    value.is_marked = first->is_capital || first->is_quoted ||
                      (normal[0] >= '0' && normal[0] <= '9');
    for (size_t k = i; k < i + count; k++)
        all->list.at[k].is_taken = true;
    return value.normal && t2s_vector_push(&question->values, value);
}

/* Looks up the values of `count` pieces among those not yet taken. */
static bool find_length(t2s_question_facts *question, pieces *all,
                        const t2s_value_index *values, size_t count)
{
    for (size_t i = 0; i + count <= all->list.count; i++) {
        const piece *first = &all->list.at[i];
        const piece *last = &all->list.at[i + count - 1];
        const char *normal = all->normal.text + first->at;
        size_t length = last->at + last->length - first->at, columns;
        bool is_taken = false;
        for (size_t k = i; k < i + count; k++)
            is_taken |= all->list.at[k].is_taken;
        if (is_taken ||
            !t2s_value_index_columns(values, normal, length, &columns) ||
            (count == 1 && is_common(question, first, i)))
            continue;
        if (!take(question, all, i, count, normal, length))
            return false;
    }
    return true;
}

bool t2s_question_find_values(t2s_question_facts *question,
                              const char *original,
                              const t2s_value_index *values)
{
    pieces all = {0};
    bool ok = split(&all, question, original);
    for (size_t count = LONGEST_VALUE; ok && count > 0; count--)
        ok = find_length(question, &all, values, count);
    question->has_values = true;
    t2s_vector_free(&all.list);
    t2s_string_free(&all.normal);
    return ok;
}
