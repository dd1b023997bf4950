/* The window relative to today that the question asks for against that of the
 * query, and the column of time that the query bounds. */
#include "features/features.h"

#include <string.h>

#include "facts/restriction_words.h"
#include "schema/words.h"

#define FEATURES(X)                                                            \
    X(asked, 0, 1, NOTHING, "the question has a window relative to today")     \
    X(fit, -1, 3, NOTHING,                                                     \
      "ends of that window that the query has, and 1; 0: it bounds no time; "  \
      "-1: none is asked for")                                                 \
    X(begin_differs, 0, 1, NOTHING, "the query's window begins elsewhere")     \
    X(end_differs, 0, 1, NOTHING, "the query's window ends elsewhere")         \
    X(begin_off, -12, 12, NOTHING,                                             \
      "signed log of the days by which it begins late")                        \
    X(end_off, -12, 12, NOTHING, "the same of its end")                        \
    X(kind_differs, 0, 1, NOTHING,                                             \
      "whole months or years are asked for and not taken, or the reverse")     \
    X(fixed, 0, 1, NOTHING, "the query's windows have fixed dates alone")      \
    X(column_fit, -1, 1, SCHEMA,                                               \
      "the question names the column of time that is bounded better than the " \
      "others of its table: 1; another one: -1")                               \
    X(column_first, -1, 1, SCHEMA,                                             \
      "the bounded column is its table's first of time: 1; it is not: -1")

#define ROW(name, low, high, needs, meaning)                                   \
    {"today." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

/* ------------------------------------------------------------- windows */

static void compare_windows(double *out, const t2s_relative_match *m)
{
    out[F_asked] = m->asked->is_asked;
    out[F_fit] = m->asked->is_asked ? m->fit : -1;
    out[F_begin_differs] = m->begin_differs;
    out[F_end_differs] = m->end_differs;
    out[F_begin_off] = m->begin_off;
    out[F_end_off] = m->end_off;
    out[F_kind_differs] = m->kind_differs;
    out[F_fixed] = m->is_fixed;
}

/* ------------------------------------------------------------- columns */

static bool is_time(const t2s_feature_input *in, int32_t column)
{
    const t2s_column *of = &in->from->schema->columns[column];
    t2s_grain grain;
    return of->kind == T2SED_TYPE_TIME ||
           (in->from->values &&
            t2s_value_index_times(in->from->values, column, &grain) !=
                T2S_LAYOUT_NONE);
}

static bool are_akin(const char *text, size_t length, const char *word,
                     size_t n)
{
    /* "overdue" is of due_on. */
    return t2s_words_are_akin(text, length, word, n) ||
           (length > 6 && memcmp(text, "over", 4) == 0 &&
            t2s_words_are_akin(text + 4, length - 4, word, n));
}

/* How well the question names a column, by a form of a word of its name: 1 by
 * the word for its table ("orders", ordered_on), 2 by another one. */
static int naming_of(const t2s_feature_input *in, int32_t column)
{
    const t2s_question_facts *question = in->from->question;
    const t2sed_schema *schema = in->from->schema;
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
        for (size_t i = 0; i < question->words.count && best < naming; i++) {
            const t2s_question_word *of = &question->words.at[i];
            if (are_akin(question->text + of->begin, of->end - of->begin, word,
                         n))
                best = naming;
        }
    }
    return best;
}

static void compare_column(double *out, const t2s_feature_input *in,
                           int32_t column)
{
    const t2sed_schema *schema = in->from->schema;
    const t2s_table *table = &schema->tables[schema->columns[column].table];
    const int32_t first = table->first_column;
    const int naming = naming_of(in, column);
    bool is_first = true;
    int best = 0;
    if (!is_time(in, column))
        return;
    for (int32_t k = first; k < first + table->column_count; k++) {
        if (k == column || !is_time(in, k))
            continue;
        is_first &= k > column;
        if (naming_of(in, k) > best)
            best = naming_of(in, k);
    }
    out[F_column_first] = is_first ? 1 : -1;
    out[F_column_fit] = (naming > best) - (naming < best);
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_time_conditions *c = in->match->times;
    (void)err;
    compare_windows(out, &in->match->relative);
    for (size_t i = 0; i < c->window_count; i++)
        if (in->from->schema && c->windows[i].column != T2S_NO_ITEM) {
            compare_column(out, in, c->windows[i].column);
            break;
        }
    return T2SED_OK;
}

const t2s_feature_group t2s_today_group = {features, F_COUNT, 0, compute, true};
