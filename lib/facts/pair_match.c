/* pair_match.c - comparisons of two columns or results of a query against what
 * the question says of them. */
#include "facts/pair_match.h"

#include "facts/cues.h"
#include "facts/end_match.h"

/* "After the opening day" speaks of no column "day". */
static bool is_of_end(const t2s_question_facts *question,
                      const t2s_name_match *match, int32_t word)
{
    return t2s_phrases_begin("first|last|opening|closing|final", question,
                             word - 1) &&
           !t2s_match_has_word(question, match, word - 1, 1);
}

static bool is_named_at(const t2s_question_facts *question, int32_t column,
                        int32_t word)
{
    const t2s_name_match *match;
    if (!question->columns || column == T2S_NO_ITEM)
        return false;
    match = &question->columns[column];
    return t2s_match_has_word(question, match, word, 1) &&
           !is_of_end(question, match, word);
}

/* Whether a word of the question is one of a column's name: one of those from
 * `word` on, `step` by step. */
static bool is_named_near(const t2s_question_facts *question, int32_t column,
                          int32_t word, int32_t step)
{
    for (int i = 0; i < 4; i++, word += step) {
        if (word < 0 || (size_t)word >= question->words.count)
            return false;
        if (is_named_at(question, column, word))
            return true;
    }
    return false;
}

/* The same before the phrase, but for words that name tables: "entries after
 * the closing date" speaks of no column "entry_closes". */
static bool is_named_before(const t2s_question_facts *question, int32_t column)
{
    int32_t word = question->bounds.before;
    for (int i = 0; i < 4 && word >= 0; i++, word--)
        if (question->stems.at[question->words.at[word].stem].tables == 0 &&
            is_named_at(question, column, word))
            return true;
    return false;
}

/* Whether the phrase has an average behind it: "above the average of". */
static bool is_of_average(const t2s_question_facts *question)
{
    for (int32_t i = 0; i < 4; i++)
        if (t2s_phrases_begin("average|avg|mean", question,
                              question->bounds.behind + i))
            return true;
    return false;
}

/* 1: the direction of the question; -1: the opposite; 0: not known. It is not
 * known where the query keeps both sides apart, and where the question negates:
 * another part may be negated, and a query may exclude rows without NOT (a
 * count of 0, rows without a partner). */
static int direction_made(const t2s_pair_bound *pair, bool is_lower,
                          const t2s_question_facts *question)
{
    const t2s_bound_words *asked = &question->bounds;
    if (is_lower == asked->is_lower)
        return 1;
    if (pair->keeps_both)
        return 0;
    if (asked->is_negated
            ? !pair->is_condition
            : pair->is_negated && question->cues[T2S_CUE_NEGATION] > 0)
        return 0;
    return -1;
}

static int direction_of(const t2s_pair_bound *pair,
                        const t2s_question_facts *question)
{
    const t2s_bound_words *asked = &question->bounds;
    const bool left_before = is_named_before(question, pair->left);
    const bool right_before = is_named_before(question, pair->right);
    const bool left_behind =
        is_named_near(question, pair->left, asked->behind, 1);
    const bool right_behind =
        is_named_near(question, pair->right, asked->behind, 1);
    const int is_left =
        (left_before && !right_before) || (right_behind && !left_behind);
    const int is_right =
        (right_before && !left_before) || (left_behind && !right_behind);
    const bool is_lower = pair->is_lower != pair->is_negated;
    if ((asked->strict == 0 && !asked->is_negated) || pair->left == pair->right)
        return 0;
    if (pair->is_aggregate && is_of_average(question) &&
        (pair->left == T2S_NO_ITEM) != (pair->right == T2S_NO_ITEM))
        return direction_made(pair, is_lower == (pair->left != T2S_NO_ITEM),
                              question);
    if (is_left == is_right || pair->left == T2S_NO_ITEM ||
        pair->right == T2S_NO_ITEM)
        return 0;
    return direction_made(pair, is_lower == (is_left == 1), question);
}

/* Whether one of the two is named beside the question's phrase. */
static bool is_near_phrase(const t2s_pair_bound *pair,
                           const t2s_question_facts *question)
{
    for (int i = 0; i < 2; i++) {
        const t2s_bound_words *asked = &question->bounds;
        if (asked->strict > 0 &&
            (is_named_near(question, pair->left, asked->before, -1) ||
             is_named_near(question, pair->right, asked->before, -1) ||
             is_named_near(question, pair->left, asked->behind, 1) ||
             is_named_near(question, pair->right, asked->behind, 1)))
            return true;
        question = question->history;
    }
    return false;
}

void t2s_pairs_match(t2s_pair_match *out, const t2s_question_facts *question,
                     const t2s_query_bounds *has)
{
    const t2s_bound_words *all = &question->history->bounds;
    bool has_strict = false; /* the others are told apart from these */
    bool is_at_least = false;
    for (size_t i = 0; i < question->bounds.count; i++)
        is_at_least |= question->bounds.bounds[i].is_inclusive;
    for (size_t k = 0; k < has->pair_count; k++)
        has_strict |= !has->pairs[k].is_inclusive;
    for (size_t k = 0; k < has->pair_count; k++) {
        const t2s_pair_bound *at = &has->pairs[k];
        const bool is_inclusive = at->is_inclusive != at->is_negated;
        out[k].is_strict = !is_inclusive && all->inclusive > 0 &&
                           all->strict == 0 && all->implied == 0;
        out[k].is_loose = is_inclusive && !has_strict && !is_at_least &&
                          all->inclusive == 0 && !at->keeps_both &&
                          (all->implied > 0 ||
                           (all->strict > 0 && is_near_phrase(at, question)));
        out[k].direction = direction_of(at, question);
        if (question->history != question)
            out[k].direction += direction_of(at, question->history);
    }
}
