/* What a question implies and the query says: conditions, their direction, rows
 * without a match, the side of a self-join, the end of a movement, codes. */
#include "features/features.h"

#include "facts/asked_rows.h"
#include "facts/kept_rows.h"
#include "facts/restrictions.h"
#include "facts/unmet_words.h"
#include "facts/value_sides.h"

#define FEATURES(X)                                                            \
    X(narrowing, 0, 6, "words of the question that narrow a noun (unpaid)")    \
    X(narrowing_unmet, 0, 6,                                                   \
      "those that no name, value or condition of the query is for")            \
    X(bare, 0, 2,                                                              \
      "one stands before a table's noun, and the query chooses no rows: 1; "   \
      "it does not join either: 2")                                            \
    X(present_unmet, 0, 1,                                                     \
      "\"right now\" is asked for; no state or end of rows is tested")         \
    X(words_unmet, 0, 12,                                                      \
      "content words of the question that nothing in the query is for")        \
    X(words_offered, 0, 6, "those that a column has, of which none is used")   \
    X(conditions, 0, 8, "conditions of the query, except joins and groups")    \
    X(free, 0, 6, "conditions that no word of question or knowledge is for")   \
    X(free_null, 0, 4, "those with NULL")                                      \
    X(free_flag, 0, 4, "those with 0, 1, yes or no")                           \
    X(free_value, 0, 4, "those with a text")                                   \
    X(free_amount, 0, 4, "those with another value or number")                 \
    X(free_columns, 0, 4, "those that compare two columns")                    \
    X(free_groups, 0, 4, "those of HAVING")                                    \
    X(free_related, 0, 4, "those with rows of a subquery")                     \
    X(balance, -6, 6,                                                          \
      "free conditions and those of HAVING, less narrowing words unmet")       \
    X(words_balance, -12, 6, "free conditions less content words unmet")       \
    X(direction, -3, 3,                                                        \
      "conditions in the direction of their word, less opposite ones")         \
    X(opposite, 0, 3, "conditions in the opposite direction to their word")    \
    X(null_direction, -2, 2, "direction of conditions with NULL")              \
    X(flag_direction, -2, 2, "direction of conditions with 0, 1, yes or no")   \
    X(value_direction, -2, 2, "direction of conditions with a text")           \
    X(related_direction, -2, 2,                                                \
      "direction of conditions with rows of a subquery, and anti-joins")       \
    X(explained_direction, -2, 2,                                              \
      "conditions with NULL as the knowledge has them, less opposite ones")    \
    X(negations, -4, 4,                                                        \
      "negations of the question less negative conditions of the query")       \
    X(keep_asked, -1, 2,                                                       \
      "rows without a match: -1 not wanted, 1 each is asked for, 2 wanted")    \
    X(kept, -1, 1,                                                             \
      "-1: all joins drop rows without a match; 1: one keeps them")            \
    X(keep_fits, -2, 2, "keep_asked times kept, signed")                       \
    X(anti_joins, 0, 2, "LEFT JOINs that choose rows without a match")         \
    X(outer_lost, 0, 2, "LEFT JOINs whose rows later conditions drop")         \
    X(default_fits, -1, 1,                                                     \
      "1: a zero is asked for, and there is COALESCE; -1: one of both")        \
    X(inner_beside, 0, 4, "inner joins beside a LEFT JOIN")                    \
    X(counted_inner, 0, 3, "inner joined tables that only aggregates use")     \
    X(counted_optional, 0, 3, "the same of LEFT JOIN")                         \
    X(different, -1, 1,                                                        \
      "\"another\", \"different\": 1: the query compares columns by <>, "      \
      "-1: it does not; 0: not asked for")                                     \
    X(self_kept, -1, 1, "a self-join keeps: 1 all children, -1 all parents")   \
    X(self_first, -1, 1, "its result begins with: 1 the child, -1 parent")     \
    X(self_asked, -1, 1, "the question begins with: 1 the child, -1 parent")   \
    X(self_fits, -1, 1, "both agree: 1; differ: -1")                           \
    X(self_counted, -1, 1,                                                     \
      "rows counted or tested by EXISTS: 1 the children, -1 the parent")       \
    X(self_greater, -1, 1, "compared by >: 1 the child's, -1 the parent's")    \
    X(self_greater_fits, -1, 1, "as the question compares: 1; opposite: -1")   \
    X(self_filtered, -1, 1, "values choose: 1 the child, -1 the parent")       \
    X(self_named, -1, 1, "aliases fit the sides: 1; fit the opposite: -1")     \
    X(self_shows_both, 0, 1, "the result has columns of both sides")           \
    X(self_evidence, -4, 4, "what speaks for its direction less what against") \
    X(self_value, -1, 1,                                                       \
      "the question chooses by a value: 1 the child, -1 the parent")           \
    X(self_result, -1, 1,                                                      \
      "it does, and the result begins with that side: 1, with the other: -1")  \
    X(self_value_opposite, -1, 1, "so does the query: -1; the opposite: 1")    \
    X(recursion, -1, 1, "a recursion leads: 1 to children, -1 to parents")     \
    X(recursion_fits, -1, 1, "1: as the question has it, -1: the opposite")    \
    X(ends_asked, 0, 3,                                                        \
      "values that something goes to or comes from, by both")                  \
    X(ends_fit, 0, 3, "those in a column of the end that is asked for")        \
    X(ends_opposite, 0, 3, "those in a column of the other end")               \
    X(ends_words, -1, 1,                                                       \
      "without values, words and columns are of one end: 1; of both: -1")      \
    X(keys, 0, 4,                                                              \
      "columns behind \"each\", \"per\" or \"by\" in the question")            \
    X(keys_unused, 0, 4, "those with words that no name of the query has")     \
    X(codes, 0, 6, "codes (A, CF, 3) in the query's conditions")               \
    X(codes_replaced, 0, 1,                                                    \
      "the query has another code of a list than the one that is asked for")   \
    X(codes_initial, 0, 4, "codes that begin a word of the question")          \
    X(codes_strange, 0, 4, "codes of letters that begin none")                 \
    X(results_missing, 0, 3,                                                   \
      "\"how many ... and the average ...\" of a query that computes fewer")   \
    X(role_unused, 0, 2,                                                       \
      "a reference of a table to itself that the question names (manager) "    \
      "and the query does not use")                                            \
    X(roles_asked, 0, 4,                                                       \
      "references that the question names by their role (manager, buyer)")     \
    X(roles_used, 0, 4, "those that the query uses")                           \
    X(roles_unused, 0, 4, "those that it does not, though it reads the table") \
    X(role_rivals, 0, 4, "references that it uses in place of one of these")   \
    X(steps_asked, 0, 4, "words for references of a table to itself")          \
    X(steps_off, -3, 3, "times that the query follows such, less these words") \
    X(without_role, -1, 2,                                                     \
      "rows without a role are asked for: 1; the query gives those whose "     \
      "reference is empty: 2, or those that nothing refers to: -1")            \
    X(echoes, 0, 1,                                                            \
      "the only result is a column that a text is compared with")              \
    X(siblings_unasked, 0, 3,                                                  \
      "comparisons with another row's reference, and no word for the same")    \
    X(yes_no, 0, 1, "the question begins with is, does...")                    \
    X(yes_no_fits, -1, 1,                                                      \
      "it does, and the only result is true or false: 1, or not: -1")          \
    X(truth_unasked, 0, 1, "it does not, and the result is true or false")     \
    X(negated_numbers, 0, 4, "numbers of the question behind a negation")      \
    X(negated_numbers_fit, 0, 4, "numbers that the query leaves out as asked") \
    X(negated_numbers_swapped, 0, 4,                                           \
      "those that it leaves out, and should not, or the reverse")              \
    X(key_tables, 0, 4, "tables behind \"each\", \"per\" or \"by\"")           \
    X(key_tables_unused, 0, 4, "those that the query does not refer to")       \
    X(shown_keys, 0, 4,                                                        \
      "ids in the result that nobody asks for, of tables with names")          \
    X(shown_keys_alone, 0, 4, "those without a name of their table")           \
    X(shown_keys_named, 0, 4, "those alone whose table the question names")    \
    X(shown_keys_by_name, 0, 4, "those alone where names are asked for")       \
    X(states_unmet, -1, 3,                                                     \
      "words for a state that are in a date's name, too, of which the query "  \
      "has the date alone; -1: it has all states")                             \
    X(owner_compared, 0, 4,                                                    \
      "named columns in conditions, of a table that the question does not "    \
      "name, where one that it names has a column of the same name")           \
    X(owner_shown, 0, 4, "such columns in results and orders")                 \
    X(owner_aggregated, 0, 4, "such columns that are aggregated")              \
    X(owner_unnamed, 0, 4, "such columns that the question does not name")

#define ROW(name, low, high, meaning)                                          \
    {"implied." #name, meaning, low, high, T2S_NEEDS_SCHEMA},
#define NAME(name, low, high, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

static double sign_of(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* ------------------------------------------------------- conditions */

static void compare_words(double *out, const t2s_restrictions *r)
{
    for (size_t i = 0; i < r->question.count; i++) {
        const t2s_restricted_word *at = &r->question.at[i];
        const bool is_unmet = !at->is_met && !at->is_used;
        out[F_narrowing] += at->is_narrowing;
        out[F_narrowing_unmet] += at->is_narrowing && is_unmet;
        out[F_words_unmet] += at->is_content && is_unmet && !at->is_echoed;
    }
}

static void compare_conditions(double *out, const t2s_restrictions *r)
{
    static const int free_of[] = {F_free_null,   F_free_flag,    F_free_value,
                                  F_free_amount, F_free_columns, F_free_groups,
                                  F_free_related};
    static const int direction_of[] = {
        F_null_direction,   F_flag_direction, F_value_direction, -1, -1, -1,
        F_related_direction};
    double negative = 0, explained = 0;
    for (size_t i = 0; i < r->count; i++) {
        const t2s_restriction *at = &r->at[i];
        const int kind = direction_of[at->kind];
        out[F_conditions] += at->kind != T2S_RESTRICTS_GROUPS;
        out[F_free] += at->is_free && at->kind != T2S_RESTRICTS_GROUPS;
        out[free_of[at->kind]] += at->is_free;
        negative += at->sign < 0;
        explained += at->explained;
        if (at->explained)
            out[F_explained_direction] = explained;
        if (!at->direction)
            continue;
        out[F_opposite] += at->direction < 0;
        out[F_direction] += at->direction;
        if (kind >= 0)
            out[kind] = (isnan(out[kind]) ? 0 : out[kind]) + at->direction;
    }
    out[F_negations] = r->negations - negative;
    if (r->asks_different)
        out[F_different] = r->has_different ? 1 : -1;
    out[F_balance] = out[F_free] + out[F_free_groups] - out[F_narrowing_unmet];
    out[F_words_balance] =
        out[F_free] + out[F_free_groups] - out[F_words_unmet];
}

/* ------------------------------------------------------- rows kept */

static void compare_kept(double *out, const t2s_kept_rows *kept,
                         t2s_keeping asked)
{
    const bool keeps = kept->optional || kept->scalars;
    out[F_keep_asked] = asked;
    out[F_kept] = keeps ? 1 : kept->inner ? -1 : 0;
    out[F_keep_fits] = (int)asked * out[F_kept] + 0.0;
    out[F_anti_joins] = kept->anti;
    out[F_outer_lost] = kept->undone;
    out[F_inner_beside] = kept->inner_beside;
    out[F_counted_inner] = kept->counted_inner;
    out[F_counted_optional] = kept->counted_optional;
    out[F_default_fits] = asked == T2S_KEEPS_ALL ? (kept->has_default ? 1 : -1)
                                                 : -kept->has_default;
}

/* ------------------------------------------------------- self-joins */

static void compare_self_join(double *out, const t2s_feature_input *in)
{
    const t2s_question_facts *question = in->from->question;
    const t2s_self_join join = in->match->self_join;
    const t2s_asked_value *value = &in->match->self_value;
    double asked;
    if (!in->match->has_self_join)
        return;
    if (join.is_recursive) {
        const t2s_sql_relation *child =
            join.child < 0 ? NULL
                           : &in->query->in_sight.relations.at[join.child];
        const bool is_down = child && child->origin == T2S_FROM_TABLE;
        out[F_recursion] = is_down ? 1 : -1;
        out[F_recursion_fits] =
            out[F_recursion] * (int)t2s_self_join_asked_way(question);
        return;
    }
    asked = t2s_self_join_asked(&join, question, in->from->schema);
    out[F_self_kept] = join.kept;
    out[F_self_first] = join.first;
    out[F_self_asked] = asked;
    out[F_self_fits] = (int)join.first * asked;
    out[F_self_counted] = join.counted;
    out[F_self_greater] = join.greater;
    out[F_self_greater_fits] =
        join.greater * ((question->cues[T2S_CUE_GREATER] > 0) -
                        (question->cues[T2S_CUE_LESS] > 0));
    out[F_self_filtered] = join.filtered;
    out[F_self_named] = join.named;
    out[F_self_value] = value->side;
    out[F_self_result] = (int)value->side * (int)join.first + 0.0;
    out[F_self_value_opposite] = 0.0 - (int)value->side * (int)join.filtered;
    out[F_self_shows_both] = join.shows_both;
    out[F_self_evidence] =
        join.kept + join.named + join.counted +
        (join.shows_both ? sign_of((int)join.first * asked) : 0);
}

static void compare_ends(double *out, const t2s_value_ends *ends)
{
    out[F_ends_asked] = ends->asked;
    out[F_ends_fit] = ends->fits;
    out[F_ends_opposite] = ends->opposite;
    out[F_ends_words] = ends->words;
}

static void compare_codes(double *out, const t2s_match *match)
{
    const t2s_codes *codes = &match->codes;
    out[F_codes] = codes->codes;
    out[F_codes_initial] = codes->initials;
    out[F_codes_strange] = codes->strange;
    if (!match->restrictions.knowledge.count)
        return;
    out[F_codes_replaced] = codes->other != NULL;
}

static void compare_roles(double *out, const t2s_roles *roles)
{
    out[F_roles_asked] = roles->asked;
    out[F_roles_used] = roles->used;
    out[F_roles_unused] = roles->unused;
    out[F_role_rivals] = roles->rivals;
    out[F_steps_asked] = roles->steps_asked;
    out[F_steps_off] =
        roles->steps_asked > 0 ? roles->steps - roles->steps_asked : 0;
    out[F_without_role] = roles->without;
    out[F_siblings_unasked] = roles->siblings;
    out[F_echoes] = roles->echoes;
    out[F_yes_no] = roles->is_yes_no;
    out[F_yes_no_fits] = roles->is_yes_no ? roles->truth : 0;
    out[F_truth_unasked] = !roles->is_yes_no && roles->truth > 0;
}

static void compare_keys(double *out, const t2s_asked_keys *asked,
                         const t2s_shown_keys *shown)
{
    out[F_keys] = asked->count;
    out[F_keys_unused] = asked->unused;
    out[F_key_tables] = asked->tables;
    out[F_key_tables_unused] = asked->tables_unused;
    out[F_shown_keys] = shown->count;
    out[F_shown_keys_alone] = shown->alone;
    out[F_shown_keys_named] = shown->named;
    out[F_shown_keys_by_name] = shown->by_name;
}

static void compare_numbers(double *out, const t2s_negated_numbers *numbers)
{
    out[F_negated_numbers] = numbers->asked;
    out[F_negated_numbers_fit] = numbers->fits;
    out[F_negated_numbers_swapped] = numbers->swapped;
}

static void compare_owners(double *out, const t2s_other_owner *owner)
{
    out[F_owner_compared] = owner->compared;
    out[F_owner_shown] = owner->shown;
    out[F_owner_aggregated] = owner->aggregated;
    out[F_owner_unnamed] = owner->unnamed;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2sed_evidence *from = in->from;
    const t2s_checks *checks;
    const t2s_restrictions *r = &in->match->restrictions;
    t2s_kept_rows kept;
    t2sed_status status = t2s_candidate_checks(&checks, in->candidate, err);
    if (status != T2SED_OK)
        return status;
    for (int i = 0; i < F_COUNT; i++)
        out[i] = i >= F_null_direction && i <= F_explained_direction
                     ? (double)NAN
                 : i >= F_self_kept && i <= F_recursion_fits ? (double)NAN
                 : i == F_codes_replaced                     ? (double)NAN
                                                             : 0;
    compare_words(out, r);
    if (r->bare >= 0)
        out[F_bare] = in->query->parts.tables > 1 ? 1 : 2;
    out[F_present_unmet] = r->present >= 0;
    out[F_words_offered] = t2s_restrictions_offered(r, in->query, from->schema);
    compare_conditions(out, r);
    t2s_kept_rows_read(&kept, in->query, checks);
    compare_kept(out, &kept, from->rows->keeping);
    compare_self_join(out, in);
    compare_ends(out, &in->match->ends);
    out[F_states_unmet] = in->match->states.unmet > 0 ? in->match->states.unmet
                          : in->match->states.asked > 0 ? -1
                                                        : 0;
    compare_keys(out, &in->match->keys, &in->match->shown_keys);
    compare_codes(out, in->match);
    compare_owners(out, &in->match->other_owner);
    out[F_results_missing] = in->match->results_missing;
    out[F_role_unused] = in->match->unused_roles.count;
    compare_roles(out, &in->match->roles);
    compare_numbers(out, &in->match->negated);
    return T2SED_OK;
}

const t2s_feature_group t2s_implied_group = {features, F_COUNT,
                                             T2S_NEEDS_SCHEMA, compute, false};
