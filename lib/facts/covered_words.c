#include "facts/covered_words.h"

#include "schema/words.h"

/* Bytes of names and strings that are looked at, in a query of any size. */
#define MOST_BYTES 65536

/* The next word of a name or string: its stem, -1 where the question has no
 * such word, or -2 at the end. */
static int32_t next_stem(const t2s_question_facts *question, const char *text,
                         size_t n, size_t *at, bool by_case)
{
    size_t begin;
    if (!t2s_next_word(text, n, at, &begin, by_case))
        return -2;
    return t2s_question_find_stem(question, text + begin, *at - begin);
}

static void account_text(bool *stems, const t2s_question_facts *question,
                         const t2s_query_use *use, bool by_case, size_t *left)
{
    size_t at = 0;
    int32_t stem;
    if (use->length > *left)
        return;
    *left -= use->length;
    while ((stem = next_stem(question, use->text, use->length, &at, by_case)) !=
           -2)
        if (stem >= 0)
            stems[stem] = true;
}

static void account_match(bool *stems, const t2s_question_facts *question,
                          const t2s_name_match *match)
{
    for (uint32_t i = 0; i < match->count; i++)
        stems[question->name_stems.at[match->stems + i]] = true;
}

void t2s_cover_names(bool *stems, const t2s_question_facts *question,
                     const t2s_query *query)
{
    size_t left = MOST_BYTES;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        size_t index = (size_t)use->index;
        if (use->kind == T2S_USES_COLUMN && question->columns &&
            index < question->column_count)
            account_match(stems, question, &question->columns[index]);
        else if (use->kind == T2S_USES_TABLE && question->tables &&
                 index < question->table_count)
            account_match(stems, question, &question->tables[index]);
        else if (use->kind == T2S_USES_UNKNOWN || use->kind == T2S_USES_TABLE)
            account_text(stems, question, use, true, &left);
    }
}

void t2s_cover_values(bool *stems, const t2s_question_facts *question,
                      const t2s_query *query)
{
    size_t left = MOST_BYTES;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        char number[32];
        int32_t stem;
        if (use->kind == T2S_USES_TEXT)
            account_text(stems, question, use, false, &left);
        if (use->kind != T2S_USES_NUMBER)
            continue;
        stem = t2s_question_find_stem(
            question, number, t2s_value_normal_number(number, use->number));
        if (stem >= 0)
            stems[stem] = true;
    }
}

bool t2s_covers_text(const bool *stems, const t2s_question_facts *question,
                     const char *text, size_t n)
{
    size_t at = 0, words = 0;
    int32_t stem;
    while ((stem = next_stem(question, text, n, &at, false)) != -2) {
        if (stem < 0 || !stems[stem])
            return false;
        words++;
    }
    return words > 0;
}
