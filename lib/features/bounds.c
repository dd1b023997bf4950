/* Each comparison with a number that the question asks for, against the one of
 * the query that has this number. */
#include "features/features.h"

#include "facts/bound_match.h"

#define FEATURES(X)                                                            \
    X(asked, "comparisons with a number in the question", 0, 6)                \
    X(matched, "of these: the query has them", 0, 6)                           \
    X(strict, "the query leaves out the number that is asked for", 0, 4)       \
    X(loose, "the query takes in the number that is not asked for", 0, 4)      \
    X(near, "the query compares so with a number that differs by one", 0, 4)   \
    X(off, "the difference of that number, by rows that it adds", -2, 2)       \
    X(reversed, "the query compares with the number in the other direction",   \
      0, 4)                                                                    \
    X(opposite,                                                                \
      "the query has exactly the rows of the number that are not asked for",   \
      0, 4)                                                                    \
    X(equal, "the query has = with the number", 0, 4)                          \
    X(missing, "the query does not compare with the number", 0, 4)             \
    X(plain_strict,                                                            \
      "numbers of the question beside no comparison that the query leaves "    \
      "out by < or >",                                                         \
      0, 4)                                                                    \
    X(plain_inclusive, "the same, and the query takes them in by <= or >=", 0, \
      4)                                                                       \
    X(plain_near, "< or > with a number next to one of the question", 0, 4)    \
    X(extra, "comparisons with other numbers, except 0", 0, 6)                 \
    X(zero_inclusive, ">= 0 or <= 0", 0, 2)                                    \
    X(rows_asked, "how many rows of an end are asked for; 0: no number", 0,    \
      10)                                                                      \
    X(rows_matched, "the query keeps so many, by LIMIT or a rank", 0, 1)       \
    X(rows_off, "how many more it keeps", -3, 3)                               \
    X(rows_missing, "it keeps all", 0, 1)                                      \
    X(place_asked, "the place that is asked for: second highest", 0, 6)        \
    X(place_matched, "the query takes that place", 0, 1)                       \
    X(place_off, "how far behind it is what the query takes", -3, 3)           \
    X(place_extra, "a place behind the first is taken, and none asked for", 0, \
      1)                                                                       \
    X(pairs, "comparisons of two columns or results by < or >", 0, 4)          \
    X(pairs_strict, "of these: < or > where or equal is asked for", 0, 4)      \
    X(pairs_loose, "of these: <= or >= where it is not asked for", 0, 4)       \
    X(pairs_agree, "their direction is that of the question: 1, or not: -1",   \
      -1, 1)                                                                   \
    X(quarters, "months by 3 that are quarters from 1, or not: -1", -1, 1)     \
    X(right, "what the query has as asked, of all above", 0, 6)                \
    X(wrong, "what the query has in another way than asked", 0, 6)

#define ROW(name, meaning, low, high)  {"bound." #name, meaning, low, high, 0},
#define NAME(name, meaning, low, high) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

static void compare_bounds(double *out, const t2s_bound_words *asked,
                           const t2s_bound_match *matches)
{
    out[F_asked] = (double)asked->count;
    for (size_t i = 0; i < asked->count; i++) {
        const t2s_asked_bound *at = &asked->bounds[i];
        const t2s_bound_fit best = matches[i].fit;
        /* At least one is what a join gives. */
        const bool is_one =
            at->is_lower && at->is_inclusive && t2s_bound_same(at->number, 1);
        out[F_matched] += best == T2S_BOUND_EXACT;
        if (best == T2S_BOUND_STRICTNESS)
            out[at->is_inclusive ? F_strict : F_loose]++;
        out[F_near] += best == T2S_BOUND_NEAR;
        out[F_off] += matches[i].off;
        out[F_opposite] += best == T2S_BOUND_OPPOSITE;
        out[F_reversed] += best == T2S_BOUND_REVERSED;
        out[F_equal] += best == T2S_BOUND_EQUAL;
        out[F_missing] += best == T2S_BOUND_MISSING && !is_one;
    }
}

/* Comparisons of the query that no phrase of the question accounts for. */
static void read_others(double *out, const t2s_question_facts *question,
                        const t2s_query_bounds *has, const bool *is_used)
{
    for (size_t k = 0; k < has->count; k++) {
        const t2s_query_bound *at = &has->bounds[k];
        bool is_there = false, is_near = false;
        if (is_used[k] || at->is_equality)
            continue;
        for (size_t i = 0; i < question->numbers.count && i < 64; i++) {
            const double number = question->numbers.at[i].value;
            is_there |= t2s_bound_same(number, at->number);
            is_near |= t2s_bound_same(fabs(number - at->number), 1);
        }
        if (is_there)
            out[at->is_inclusive != at->is_negated ? F_plain_inclusive
                                                   : F_plain_strict]++;
        else if (is_near)
            out[F_plain_near]++;
        else if (at->number > 0 || at->number < 0)
            out[F_extra]++;
        else
            out[F_zero_inclusive] += at->is_inclusive;
    }
}

static void compare_rows(double *out, const t2s_bound_words *asked,
                         const t2s_place_match *match)
{
    out[F_rows_asked] = asked->row_count ? asked->rows[0] : 0;
    out[F_place_asked] = asked->place_count ? asked->places[0] : 0;
    out[F_rows_missing] = asked->row_count > 0 && match->rows_at < 0;
    out[F_rows_matched] =
        match->rows_at >= 0 && t2s_bound_same(match->rows_off, 0);
    out[F_rows_off] = match->rows_off;
    out[F_place_extra] = match->is_extra;
    out[F_place_matched] =
        match->place_at >= 0 && t2s_bound_same(match->place_off, 0);
    out[F_place_off] = match->place_off;
}

static void compare_pairs(double *out, const t2s_query_bounds *has,
                          const t2s_pair_match *match)
{
    double direction = 0;
    for (size_t k = 0; k < has->pair_count; k++) {
        out[F_pairs]++;
        out[F_pairs_strict] += match[k].is_strict;
        out[F_pairs_loose] += match[k].is_loose;
        direction += match[k].direction;
    }
    out[F_pairs_agree] = direction;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_question_facts *question = in->from->question;
    const t2s_query_bounds *has = &in->match->bounds;
    (void)err;
    compare_bounds(out, &question->history->bounds, in->match->bound);
    read_others(out, question->history, has, in->match->bound_is_used);
    compare_rows(out, &question->bounds, &in->match->place);
    compare_pairs(out, has, in->match->pair);
    out[F_quarters] = has->no_quarters > 0 ? -1 : has->quarters > 0;
    out[F_right] = out[F_matched] + out[F_rows_matched] + out[F_place_matched] +
                   (out[F_pairs_agree] > 0) + (out[F_quarters] > 0);
    out[F_wrong] = out[F_strict] + out[F_loose] + out[F_near] +
                   out[F_reversed] + (fabs(out[F_rows_off]) > 0) +
                   (fabs(out[F_place_off]) > 0) + out[F_place_extra] +
                   out[F_pairs_loose] + (out[F_pairs_agree] < 0) +
                   (out[F_quarters] < 0);
    return T2SED_OK;
}

const t2s_feature_group t2s_bounds_group = {features, F_COUNT, 0, compute,
                                            true};
