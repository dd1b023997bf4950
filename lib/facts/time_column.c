/* time_column.c - the column of time that a query bounds, against those that
 * its question names. */
#include "facts/time_column.h"

#include <string.h>

#include "facts/ages.h"
#include "facts/restriction_words.h"
#include "facts/roles.h"
#include "facts/time_reader.h"
#include "schema/words.h"

static bool is_time(const t2sed_evidence *from, int32_t column)
{
    const t2s_column *of = &from->schema->columns[column];
    t2s_grain grain;
    return of->kind == T2SED_TYPE_TIME ||
           (from->values && t2s_value_index_times(from->values, column,
                                                  &grain) != T2S_LAYOUT_NONE);
}

static bool are_akin(const char *text, size_t length, const char *word,
                     size_t n)
{
    /* "overdue" is of due_on. */
    return t2s_words_are_akin(text, length, word, n) ||
           (length > 6 && memcmp(text, "over", 4) == 0 &&
            t2s_words_are_akin(text + 4, length - 4, word, n));
}

/* Whether word i is a participle of what is to come at a time: "booked for May
 * 2024" says nothing of the day of booking. */
static bool is_for_time(const t2s_question_facts *question, size_t i)
{
    if (!t2s_time_is_participle(question, i) ||
        !t2s_question_says(question, i + 1, "for") ||
        i + 2 >= question->words.count)
        return false;
    for (size_t k = 0; k < question->times.list.count; k++)
        if (question->times.list.at[k].place.begin ==
                question->words.at[i + 2].begin &&
            (question->times.list.at[k].kind == T2S_TIME_WINDOW ||
             question->times.list.at[k].kind == T2S_TIME_MONTHS))
            return true;
    return false;
}

/* Whether a word of the question is too common to be a form of a name's word
 * that is written otherwise: "than" is not of thanked_on. */
static bool is_common(const t2s_question_facts *question, size_t i,
                      const char *word, size_t n)
{
    size_t length;
    const char *text = t2s_question_text_at(question, i, &length);
    return (question->stems.at[question->words.at[i].stem].is_stop ||
            t2s_question_says(question, i, "per more less fewer any")) &&
           (length != n || t2s_casecmp_n(text, n, word, n) != 0);
}

/* Whether the question has a form of a word of a column's name. */
static bool is_asked(const t2s_question_facts *question,
                     const t2s_state_words *states, const char *word, size_t n)
{
    for (size_t i = 0; i < question->words.count; i++) {
        size_t length;
        const char *text = t2s_question_text_at(question, i, &length);
        if (are_akin(text, length, word, n) &&
            !is_common(question, i, word, n) &&
            !t2s_state_words_have(states, i) && !is_for_time(question, i))
            return true;
    }
    return false;
}

/* Whether the question names a day of birth: by "born", or by an age that the
 * query's window is. */
static bool is_birth_asked(const t2sed_evidence *from, int32_t column,
                           const t2s_time_window *window)
{
    const t2s_question_facts *question = from->question;
    if (!t2s_age_is_of(from->schema->columns[column].readable))
        return false;
    for (size_t i = 0; i < question->words.count; i++)
        if (t2s_question_says(question, i, "born"))
            return true;
    return window->is_relative && t2s_age_is_window(question, &window->window);
}

/* How well the question names a column, by a form of a word of its name: 1 by
 * the word for its table ("orders", ordered_on), 2 by another one. */
static int naming_of(const t2sed_evidence *from, const t2s_state_words *states,
                     int32_t column)
{
    const t2sed_schema *schema = from->schema;
    const char *name = schema->columns[column].name;
    const char *table = schema->tables[schema->columns[column].table].name;
    size_t at = 0, begin;
    int best = 0;
    while (t2s_next_word(name, strlen(name), &at, &begin, true)) {
        const char *word = name + begin;
        const size_t n = at - begin;
        const int naming =
            t2s_words_are_akin(word, n, table, strlen(table)) ? 1 : 2;
        if (n < 3 || t2s_is_filler(word, n) || t2s_word_is_stop(word, n))
            continue;
        if (best < naming && is_asked(from->question, states, word, n))
            best = naming;
    }
    return best;
}

/* Whether it names one by a word that its table's name has not: "ordered" does
 * not, of SalesOrder.OrderDate. */
static bool names_own(const t2sed_evidence *from, const t2s_state_words *states,
                      int32_t column)
{
    const t2s_column *of = &from->schema->columns[column];
    size_t at = 0, begin;
    while (t2s_next_word(of->name, strlen(of->name), &at, &begin, true)) {
        const char *word = of->name + begin;
        const size_t n = at - begin;
        if (n < 3 || t2s_is_filler(word, n) || t2s_word_is_stop(word, n) ||
            t2s_name_has_akin(from->schema->tables[of->table].name, word, n))
            continue;
        if (is_asked(from->question, states, word, n))
            return true;
    }
    return false;
}

t2s_time_column t2s_time_column_match(const t2s_time_conditions *has,
                                      const t2s_state_words *states,
                                      const t2sed_evidence *from)
{
    t2s_time_column made = {T2S_NO_ITEM, T2S_NO_ITEM, false, 0, true};
    const t2sed_schema *schema = from->schema;
    const t2s_table *table;
    size_t i = 0;
    int naming, best = 0;
    while (i < has->window_count && has->windows[i].column == T2S_NO_ITEM)
        i++;
    if (!schema || i == has->window_count ||
        !is_time(from, has->windows[i].column))
        return made;
    made.column = has->windows[i].column;
    naming = is_birth_asked(from, made.column, &has->windows[i])
                 ? 2
                 : naming_of(from, states, made.column);
    table = &schema->tables[schema->columns[made.column].table];
    for (int32_t k = table->first_column;
         k < table->first_column + table->column_count; k++) {
        int other;
        if (k == made.column || !is_time(from, k))
            continue;
        made.is_first &= k > made.column;
        other = naming_of(from, states, k);
        if (other > best) {
            best = other;
            made.rival = k;
        }
    }
    made.is_own =
        made.rival != T2S_NO_ITEM && names_own(from, states, made.rival);
    made.fit = (naming > best) - (naming < best);
    return made;
}
