/* What a query does on instances of its schema (witness/effects.h). */
#include "features/features.h"

/* Each kind of variant: how many change the result, how many do not. */
#define VARIANT(name, meaning)                                                 \
    {"effect." #name, "parts that change the result: " meaning, 0, 3, 0},      \
        {"effect." #name "_idle", "parts without effect: " meaning, 0, 3, 0},

#define FACTS(X)                                                               \
    X(runs, 1, "it runs on instances")                                         \
    X(empty, 1, "no row, on instances made to meet its conditions")            \
    X(single, 1, "one row or none on each instance")                           \
    X(single_some, 1, "the same on some instance and not on each")             \
    X(untold, 1, "no row, NULLs or zeros on each instance")                    \
    X(choice_open, 1, "SQL leaves open which rows it gives")                   \
    X(constant, 3, "result columns of one value")                              \
    X(nulls, 3, "result columns of NULL alone")                                \
    X(null_key, 1, "a row whose first column is NULL")                         \
    X(idle, 5, "conditions, joins, DISTINCTs and keys without effect")         \
    X(summed_repeated, 3, "SUM, AVG of rows that joins repeat")                \
    X(summed_once, 3, "SUM, AVG of rows that joins do not repeat")             \
    X(counted_repeated, 3, "COUNT of rows that joins repeat")                  \
    X(counted_once, 3, "COUNT of rows that joins do not repeat")               \
    X(rows_without_grain, 3, "COUNT(*) of what no table has one row for")      \
    X(rows_with_grain, 3, "COUNT(*) of joins that some table has one row for") \
    X(shown_repeated, 3, "rows shown that joins repeat")                       \
    X(shown_once, 3, "rows shown that joins do not repeat")                    \
    X(merged, 3, "groups of several rows of the table that the key is of")     \
    X(unmerged, 3, "groups of one row of it")                                  \
    X(merged_names, 3, "groups that are of one row only where names are unique")

#define FACT(name, most, meaning) {"effect." #name, meaning, 0, most, 0},
/* Where what it does meets what the question asks for: 1 against it, -1 as it
 * is asked. */
#define AGREEMENTS(X)                                                          \
    X(lost_asked, "joins lose rows, and rows without a partner are asked for") \
    X(kept_unasked, "LEFT JOIN keeps rows that are not asked for")             \
    X(repeats_asked, "rows are repeated, and different ones are asked for")    \
    X(distinct_unasked, "DISTINCT takes rows out that may be meant")           \
    X(single_asked, "one row, and one for each is asked for")

#define AGREEMENT(name, meaning) {"effect." #name, meaning, -1, 1, 0},
static const t2s_feature features[] = {FACTS(FACT) AGREEMENTS(AGREEMENT)
                                           T2S_VARIANTS(VARIANT)};

enum {
#define PLACE(name, most, meaning) AT_##name,
    FACTS(PLACE)
#define PLACE_OF(name, meaning) AT_##name,
        AGREEMENTS(PLACE_OF) FIRST_VARIANT
};

/* How many are so; unknown if none is known to be and any may. */
static double count(int32_t are, int32_t unknown)
{
    return are || !unknown ? (double)are : (double)NAN;
}

static void set_tally(double *yes, double *no, t2s_tally tally)
{
    *yes = count(tally.yes, tally.unknown);
    *no = count(tally.no, tally.unknown);
}

static double idle(const t2s_effects *e)
{
    static const t2s_variant_kind kinds[] = {
        T2S_VARIANT_condition, T2S_VARIANT_having,
        T2S_VARIANT_distinct,  T2S_VARIANT_join,
        T2S_VARIANT_group_key, T2S_VARIANT_inner_distinct};
    double sum = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        sum += e->of[kinds[i]].no;
    return sum;
}

#define ALL_ASKED                                                              \
    "including|included|even if|even those|with none|without any|with "        \
    "no|zero|"                                                                 \
    "0 for|also those|also the ones|all|every|empty if|null if|regardless|"    \
    "too"
#define ONCE_ASKED                                                             \
    "distinct|different|unique|each once|once each|only once|various|"         \
    "without duplicates|no duplicates|without repeats"
#define EACH_ASKED "each|every|per|by|for all|of all"

/* 1, -1 or 0; unknown where the part in question is. */
static double against(bool is_against, bool is_as_asked, int32_t unknown)
{
    if (is_against || is_as_asked)
        return is_against ? 1 : -1;
    return unknown ? (double)NAN : 0;
}

static void agree(double *out, const t2s_feature_input *in,
                  const t2s_effects *e)
{
    const t2s_tally *of = e->of;
    const bool all = t2s_question_asks(in->from->question, ALL_ASKED),
               once = t2s_question_asks(in->from->question, ONCE_ASKED),
               each = t2s_question_asks(in->from->question, EACH_ASKED);
    const bool loses =
        of[T2S_VARIANT_inner].yes + of[T2S_VARIANT_inner_right].yes > 0;
    const bool keeps = of[T2S_VARIANT_outer].yes > 0;
    const bool repeats = e->counted.yes + of[T2S_VARIANT_repeats].yes +
                             of[T2S_VARIANT_count_repeats].yes >
                         0;
    const bool drops =
        of[T2S_VARIANT_distinct].yes + of[T2S_VARIANT_inner_distinct].yes > 0;
    const bool is_single = e->single == e->runs;
    out[AT_lost_asked] = against(all && loses && !keeps, all && keeps,
                                 all ? of[T2S_VARIANT_inner].unknown : 0);
    out[AT_kept_unasked] =
        against(!all && keeps, false, all ? 0 : of[T2S_VARIANT_outer].unknown);
    out[AT_repeats_asked] =
        against(once && repeats && !drops, once && drops, 0);
    out[AT_distinct_unasked] = against(!once && drops, false, 0);
    out[AT_single_asked] = against(each && is_single, each && !is_single, 0);
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_effects *e;
    t2sed_status status = t2s_candidate_effects(&e, in->candidate, err);
    if (status != T2SED_OK || !in->from->witness)
        return status;
    out[AT_runs] = e->runs > 0;
    if (!e->runs)
        return T2SED_OK;
    out[AT_empty] = e->empty == e->runs;
    out[AT_single] = e->single == e->runs;
    out[AT_single_some] = e->single > 0 && e->single < e->runs;
    out[AT_untold] = e->telling == 0;
    out[AT_choice_open] = e->is_choice > 0;
    out[AT_constant] = e->constant;
    out[AT_nulls] = e->nulls;
    out[AT_null_key] = e->has_null;
    out[AT_idle] = idle(e);
    set_tally(&out[AT_summed_repeated], &out[AT_summed_once], e->summed);
    set_tally(&out[AT_counted_repeated], &out[AT_counted_once], e->counted);
    set_tally(&out[AT_rows_without_grain], &out[AT_rows_with_grain], e->rows);
    set_tally(&out[AT_shown_repeated], &out[AT_shown_once], e->shown);
    set_tally(&out[AT_merged], &out[AT_unmerged], e->merged);
    out[AT_merged_names] = count(e->merged_names.yes, e->merged_names.unknown);
    agree(out, in, e);
    for (int i = 0; i < T2S_VARIANT_KINDS; i++)
        set_tally(&out[FIRST_VARIANT + 2 * i], &out[FIRST_VARIANT + 2 * i + 1],
                  e->of[i]);
    return T2SED_OK;
}

const t2s_feature_group t2s_effects_group = {
    features, sizeof features / sizeof *features,
    T2S_NEEDS_SCHEMA | T2S_NEEDS_NO_ROWS, compute, false};
