/* pair_match.c - comparisons of two columns or results of a query against what
 * the question says of them. */
#include "facts/pair_match.h"

#include "facts/cues.h"
#include "facts/end_match.h"

/* Whether a word of the question is one of a column's name: the nearest from
 * `word` on, `step` by step. */
static bool is_named_near(const t2s_question_facts *question, int32_t column,
                          int32_t word, int32_t step)
{
    const t2s_name_match *match;
    if (!question->columns || column == T2S_NO_ITEM)
        return false;
    match = &question->columns[column];
    for (int i = 0; i < 4; i++, word += step) {
        if (word < 0 || (size_t)word >= question->words.count)
            return false;
        if (t2s_match_has_word(question, match, word, 1))
            return true;
    }
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

static int direction_of(const t2s_pair_bound *pair,
                        const t2s_question_facts *question)
{
    const t2s_bound_words *asked = &question->bounds;
    const bool left_before =
        is_named_near(question, pair->left, asked->before, -1);
    const bool right_before =
        is_named_near(question, pair->right, asked->before, -1);
    const bool left_behind =
        is_named_near(question, pair->left, asked->behind, 1);
    const bool right_behind =
        is_named_near(question, pair->right, asked->behind, 1);
    const int is_left =
        (left_before && !right_before) || (right_behind && !left_behind);
    const int is_right =
        (right_before && !left_before) || (left_behind && !right_behind);
    const bool is_lower = pair->is_lower != pair->is_negated;
    if (asked->strict == 0 || pair->left == pair->right)
        return 0;
    if (pair->is_aggregate && is_of_average(question) &&
        (pair->left == T2S_NO_ITEM) != (pair->right == T2S_NO_ITEM))
        return (is_lower == asked->is_lower) == (pair->left != T2S_NO_ITEM)
                   ? 1
                   : -1;
    if (is_left == is_right || pair->left == T2S_NO_ITEM ||
        pair->right == T2S_NO_ITEM)
        return 0;
    return (is_lower == asked->is_lower) == (is_left == 1) ? 1 : -1;
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
        out[k].is_strict =
            !is_inclusive && all->inclusive > 0 && all->strict == 0;
        out[k].is_loose = is_inclusive && !has_strict && !is_at_least &&
                          all->inclusive == 0 &&
                          (all->implied > 0 ||
                           (all->strict > 0 && is_near_phrase(at, question)));
        out[k].direction = direction_of(at, question);
        if (question->history != question)
            out[k].direction += direction_of(at, question->history);
    }
}
