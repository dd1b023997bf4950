/* Cues of the question against the clauses, aggregates, operators, directions
 * and nesting of the query. */
#include "facts/cues.h"

#include <string.h>

#include "facts/question.h"

#define MOST_COUNTED 3

/* In the order of t2s_cue. */
#define WORDS(X)                                                               \
    X(count)                                                                   \
    X(average)                                                                 \
    X(sum)                                                                     \
    X(maximum)                                                                 \
    X(minimum)                                                                 \
    X(most)                                                                    \
    X(least)                                                                   \
    X(superlative)                                                             \
    X(each)                                                                    \
    X(group)                                                                   \
    X(greater)                                                                 \
    X(less)                                                                    \
    X(at_least)                                                                \
    X(at_most)                                                                 \
    X(between)                                                                 \
    X(negation)                                                                \
    X(both)                                                                    \
    X(either)                                                                  \
    X(distinct)                                                                \
    X(descending)                                                              \
    X(ascending)                                                               \
    X(order)                                                                   \
    X(like)                                                                    \
    X(comparison)                                                              \
    X(common)                                                                  \
    X(id)                                                                      \
    X(name)                                                                    \
    X(who)                                                                     \
    X(where)                                                                   \
    X(when)                                                                    \
    X(which)                                                                   \
    X(and)                                                                     \
    X(or)                                                                      \
    X(with)                                                                    \
    X(also)                                                                    \
    X(all)                                                                     \
    X(any)                                                                     \
    X(only)                                                                    \
    X(their)

/* Each 1 or 0: asked for and not there (missing), there and not asked for
 * (extra), or there in another way. */
#define DISAGREEMENTS(X)                                                       \
    X(count_missing, "a count is asked for, no COUNT")                         \
    X(count_extra, "COUNT is selected, not asked for")                         \
    X(average_missing, "an average is asked for, no AVG")                      \
    X(average_extra, "AVG, not asked for")                                     \
    X(sum_missing, "a total is asked for, neither SUM nor COUNT")              \
    X(sum_extra, "SUM, not asked for")                                         \
    X(max_extra, "MAX, no upper end asked for")                                \
    X(min_extra, "MIN, no lower end asked for")                                \
    X(superlative_missing, "a superlative, no MAX, MIN, ORDER BY or LIMIT")    \
    X(superlative_extra, "MAX, MIN or LIMIT, no superlative")                  \
    X(limit_missing, "a superlative, neither MAX, MIN nor LIMIT")              \
    X(wrong_end_most, "the upper end is asked for, the lower taken")           \
    X(wrong_end_least, "the lower end is asked for, the upper taken")          \
    X(descending_missing, "descending order is asked for, not there")          \
    X(ascending_missing, "ascending order is asked for, DESC is there")        \
    X(order_missing, "an order is asked for, no ORDER BY")                     \
    X(order_extra, "ORDER BY without LIMIT, no order asked for")               \
    X(group_missing, "each, every or per, no GROUP BY")                        \
    X(group_extra, "GROUP BY, nothing asks for groups")                        \
    X(common_missing, "the most common is asked for, no ORDER BY")             \
    X(greater_missing, "more than, neither >, >= nor BETWEEN")                 \
    X(greater_extra, "> or >=, not asked for")                                 \
    X(less_missing, "less than, neither <, <= nor BETWEEN")                    \
    X(less_extra, "< or <=, not asked for")                                    \
    X(at_least_strict, "at least, > and no >=")                                \
    X(at_most_strict, "at most, < and no <=")                                  \
    X(greater_inclusive, "more than, >=")                                      \
    X(less_inclusive, "less than, <=")                                         \
    X(between_missing, "between, no BETWEEN nor > with <")                     \
    X(between_extra, "BETWEEN, not asked for")                                 \
    X(negation_missing, "a negation, no NOT, != or EXCEPT")                    \
    X(negation_extra, "NOT, != or EXCEPT, no negation")                        \
    X(both_missing, "both, no INTERSECT")                                      \
    X(both_extra, "INTERSECT, no both, also or as well as")                    \
    X(either_missing, "or, neither OR, IN nor UNION")                          \
    X(either_extra, "OR or UNION, no or")                                      \
    X(distinct_missing, "distinct, neither DISTINCT nor GROUP BY")             \
    X(distinct_extra, "DISTINCT, not asked for")                               \
    X(like_missing, "contains, starts or ends with; no LIKE")                  \
    X(like_extra, "LIKE, not asked for")                                       \
    X(comparison_missing, "compared with an average or all, no subquery")      \
    X(nesting_extra, "a subquery, nothing asks for one")

#define WORDS_ROW(name)                                                        \
    {"cue.words_" #name, "phrases for it in the question", 0, MOST_COUNTED},
#define DISAGREEMENT_ROW(name, meaning) {"cue." #name, meaning, 0, 1},

const t2s_feature t2s_cues_features[] = {WORDS(WORDS_ROW)
                                             DISAGREEMENTS(DISAGREEMENT_ROW)};
const size_t t2s_cues_feature_count =
    sizeof t2s_cues_features / sizeof t2s_cues_features[0];

#define DISAGREEMENT_NAME(name, meaning) D_##name,
enum disagreement { DISAGREEMENTS(DISAGREEMENT_NAME) D_COUNT };

_Static_assert(D_COUNT <= 64, "a bit for every disagreement");
#define WORDS_ONE(name) +1
_Static_assert(WORDS(WORDS_ONE) == T2S_CUES, "a feature for every cue");

/* What the query has, anywhere in it where nothing else is said. */
typedef struct facts {
    bool function[T2S_FUNCTION_OTHER + 1];
    bool operator[T2S_OPERATOR_ARITHMETIC + 1]; /* in conditions */
    bool clause[T2S_CLAUSE_NONE];
    bool compound[T2S_COMPOUND_EXCEPT + 1];
    bool selects_count; /* the outermost SELECT */
    bool distinct, negation, or, descending, subquery;
} facts;

static void read_use(facts *has, const t2s_query *query,
                     const t2s_query_use *use)
{
    switch (use->kind) {
    case T2S_USES_FUNCTION:
        if (use->index < 0 || use->index > T2S_FUNCTION_OTHER)
            break;
        has->function[use->index] = true;
        has->selects_count |=
            use->index == T2S_FUNCTION_COUNT &&
            use->clause == T2S_CLAUSE_SELECT && use->scope >= 0 &&
            query->scopes.at[use->scope].role == T2S_ROLE_MAIN;
        break;
    case T2S_USES_OPERATOR:
        if (use->index >= 0 && use->index <= T2S_OPERATOR_ARITHMETIC &&
            (use->clause == T2S_CLAUSE_WHERE ||
             use->clause == T2S_CLAUSE_HAVING || use->clause == T2S_CLAUSE_ON))
            has->operator[use->index] = true;
        break;
    case T2S_USES_DISTINCT:
        has->distinct = true;
        break;
    case T2S_USES_NOT:
        has->negation = true;
        break;
    case T2S_USES_OR:
        has->or = true;
        break;
    case T2S_USES_DESCENDING:
        has->descending = true;
        break;
    default:
        break;
    }
}

static void read_facts(facts *has, const t2s_query *query)
{
    memset(has, 0, sizeof *has);
    for (size_t i = 0; i < query->scopes.count; i++) {
        const t2s_query_scope *scope = &query->scopes.at[i];
        for (int c = 0; c < T2S_CLAUSE_NONE; c++)
            has->clause[c] |= scope->has[c];
        has->compound[scope->compound] = true;
        has->subquery |= scope->role == T2S_ROLE_CONDITION;
        has->distinct |= scope->distinct;
    }
    for (size_t i = 0; i < query->uses.count; i++)
        read_use(has, query, &query->uses.at[i]);
    has->negation |= has->operator[T2S_OPERATOR_NOT_EQUAL] ||
                     has->compound[T2S_COMPOUND_EXCEPT];
    has->or |= has->compound[T2S_COMPOUND_UNION];
}

#define CUE(name)      (cues[T2S_CUE_##name] > 0)
#define FUNCTION(name) (has->function[T2S_FUNCTION_##name])
#define OPERATOR(name) (has->operator[T2S_OPERATOR_##name])
#define CLAUSE(name)   (has->clause[T2S_CLAUSE_##name])

static void compare_aggregates(bool *d, const uint32_t *cues, const facts *has)
{
    bool limit = CLAUSE(LIMIT);
    bool taken = FUNCTION(MAX) || FUNCTION(MIN) || limit;
    bool upper = FUNCTION(MAX) || (limit && has->descending);
    bool lower = FUNCTION(MIN) || (limit && !has->descending);
    d[D_count_missing] = CUE(COUNT) && !FUNCTION(COUNT);
    d[D_count_extra] = has->selects_count && !CUE(COUNT);
    d[D_average_missing] = CUE(AVERAGE) && !FUNCTION(AVG);
    d[D_average_extra] = FUNCTION(AVG) && !CUE(AVERAGE);
    d[D_sum_missing] = CUE(SUM) && !FUNCTION(SUM) && !FUNCTION(COUNT);
    d[D_sum_extra] = FUNCTION(SUM) && !CUE(SUM);
    d[D_max_extra] = FUNCTION(MAX) && !CUE(MOST);
    d[D_min_extra] = FUNCTION(MIN) && !CUE(LEAST);
    d[D_superlative_missing] = CUE(SUPERLATIVE) && !taken && !CLAUSE(ORDER);
    d[D_superlative_extra] = taken && !CUE(SUPERLATIVE) && !CUE(COMMON) &&
                             !CUE(MAXIMUM) && !CUE(MINIMUM);
    d[D_limit_missing] = CUE(SUPERLATIVE) && !taken;
    d[D_wrong_end_most] = CUE(MOST) && !CUE(LEAST) && lower && !upper;
    d[D_wrong_end_least] = CUE(LEAST) && !CUE(MOST) && upper && !lower;
}

static void compare_clauses(bool *d, const uint32_t *cues, const facts *has)
{
    bool groups = CUE(EACH) || CUE(GROUP) || CUE(SUPERLATIVE) || CUE(COMMON) ||
                  CUE(GREATER) || CUE(AT_LEAST) || CUE(LESS) || CUE(AT_MOST) ||
                  CUE(COUNT);
    d[D_descending_missing] = CUE(DESCENDING) && !has->descending;
    d[D_ascending_missing] =
        CUE(ASCENDING) && has->descending && !CUE(DESCENDING);
    d[D_order_missing] = CUE(ORDER) && !CLAUSE(ORDER);
    d[D_order_extra] = CLAUSE(ORDER) && !CUE(ORDER) && !CLAUSE(LIMIT);
    d[D_group_missing] = CUE(EACH) && !CLAUSE(GROUP);
    d[D_group_extra] = CLAUSE(GROUP) && !groups;
    d[D_common_missing] = CUE(COMMON) && !CLAUSE(ORDER);
    d[D_both_missing] = CUE(BOTH) && !has->compound[T2S_COMPOUND_INTERSECT];
    d[D_both_extra] = has->compound[T2S_COMPOUND_INTERSECT] && !CUE(BOTH);
    d[D_distinct_missing] = CUE(DISTINCT) && !has->distinct && !CLAUSE(GROUP);
    d[D_distinct_extra] = has->distinct && !CUE(DISTINCT);
    d[D_comparison_missing] = CUE(COMPARISON) && !has->subquery;
    d[D_nesting_extra] = has->subquery && !CUE(NEGATION) && !CUE(COMPARISON) &&
                         !CUE(SUPERLATIVE);
}

static void compare_conditions(bool *d, const uint32_t *cues, const facts *has)
{
    bool between = OPERATOR(BETWEEN);
    bool greater = OPERATOR(GREATER) || OPERATOR(GREATER_EQUAL);
    bool less = OPERATOR(LESS) || OPERATOR(LESS_EQUAL);
    d[D_greater_missing] =
        (CUE(GREATER) || CUE(AT_LEAST)) && !greater && !between;
    d[D_greater_extra] = greater && !CUE(GREATER) && !CUE(AT_LEAST) &&
                         !CUE(BETWEEN) && !CUE(COMPARISON);
    d[D_less_missing] = (CUE(LESS) || CUE(AT_MOST)) && !less && !between;
    d[D_less_extra] = less && !CUE(LESS) && !CUE(AT_MOST) && !CUE(BETWEEN) &&
                      !CUE(COMPARISON);
    d[D_at_least_strict] =
        CUE(AT_LEAST) && OPERATOR(GREATER) && !OPERATOR(GREATER_EQUAL);
    d[D_at_most_strict] =
        CUE(AT_MOST) && OPERATOR(LESS) && !OPERATOR(LESS_EQUAL);
    d[D_greater_inclusive] =
        CUE(GREATER) && !CUE(AT_LEAST) && OPERATOR(GREATER_EQUAL);
    d[D_less_inclusive] = CUE(LESS) && !CUE(AT_MOST) && OPERATOR(LESS_EQUAL);
    d[D_between_missing] = CUE(BETWEEN) && !between && !(greater && less);
    d[D_between_extra] = between && !CUE(BETWEEN);
    d[D_negation_missing] = CUE(NEGATION) && !has->negation;
    d[D_negation_extra] = has->negation && !CUE(NEGATION);
    d[D_either_missing] = CUE(EITHER) && !has->or &&!OPERATOR(IN);
    d[D_either_extra] = has->or &&!CUE(EITHER);
    d[D_like_missing] = CUE(LIKE) && !OPERATOR(LIKE);
    d[D_like_extra] = OPERATOR(LIKE) && !CUE(LIKE);
}

static void compare(bool *d, const uint32_t *cues, const t2s_query *query)
{
    facts has;
    read_facts(&has, query);
    compare_aggregates(d, cues, &has);
    compare_clauses(d, cues, &has);
    compare_conditions(d, cues, &has);
}

/* Whether a disagreement is that the query has what is not asked for. */
static bool is_extra(int d)
{
    return strstr(t2s_cues_features[T2S_CUES + d].name, "_extra") != NULL;
}

uint64_t t2s_cues_had(const t2s_query *query)
{
    static const uint32_t none[T2S_CUES];
    bool disagreements[D_COUNT] = {false};
    uint64_t had = 0;
    compare(disagreements, none, query);
    for (int i = 0; i < D_COUNT; i++)
        if (is_extra(i) && disagreements[i])
            had |= (uint64_t)1 << i;
    return had;
}

/* What an earlier turn asked for, or its query has, is not unasked for. */
static void forgive(bool *disagreements, const t2s_question_facts *question,
                    const t2s_query *query)
{
    uint32_t cues[T2S_CUES];
    bool still[D_COUNT] = {false};
    for (int i = 0; i < T2S_CUES; i++)
        cues[i] = question->cues[i] + question->history->cues[i];
    compare(still, cues, query);
    for (int i = 0; i < D_COUNT; i++)
        if (is_extra(i))
            disagreements[i] = still[i] && !(question->history_extras >> i & 1);
}

t2sed_status t2s_cues_fill(float *out, const t2s_question_facts *question,
                           const t2s_query *query, const t2sed_schema *schema,
                           t2sed_error *err)
{
    const uint32_t *cues = question->cues;
    bool disagreements[D_COUNT] = {false};
    (void)schema;
    (void)err;
    compare(disagreements, cues, query);
    if (question->history != question)
        forgive(disagreements, question, query);
    for (int i = 0; i < T2S_CUES; i++)
        *out++ = (float)(cues[i] < MOST_COUNTED ? cues[i] : MOST_COUNTED);
    for (int i = 0; i < D_COUNT; i++)
        *out++ = disagreements[i];
    return T2SED_OK;
}
