/* Parts of a query that words of the question ask for, and parts that nothing
 * asks for: the disagreements of cues.c, where they tell something, said to
 * people. */
#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "findings/findings.h"

/* The words of the question that ask, [first, last], or -1, -1. */
typedef struct asking {
    const t2s_find *at;
    int32_t first, last;
} asking;

static bool uses(const asking *a, t2s_query_kind kind, int32_t index)
{
    for (size_t i = 0; i < a->at->query->uses.count; i++)
        if (a->at->query->uses.at[i].kind == kind &&
            (index == T2S_NO_ITEM || a->at->query->uses.at[i].index == index))
            return true;
    return false;
}

static bool has_clause(const asking *a, t2s_query_clause clause)
{
    for (size_t i = 0; i < a->at->query->scopes.count; i++)
        if (a->at->query->scopes.at[i].has[clause])
            return true;
    return false;
}

static bool is_cued(const asking *a, t2s_cue cue)
{
    return a->at->from.question->cues[cue] > 0;
}

/* Whether word i of the question is one of those in `list`: "|a|b|". */
static bool is_word(const asking *a, int32_t i, const char *list)
{
    const t2s_question_facts *q = a->at->from.question;
    char word[32];
    size_t n;
    if (i < 0 || (size_t)i >= q->words.count)
        return false;
    n = q->words.at[i].end - q->words.at[i].begin;
    if (n > sizeof word - 3)
        return false;
    word[0] = '|';
    memcpy(word + 1, q->text + q->words.at[i].begin, n);
    memcpy(word + 1 + n, "|", 2);
    return strstr(list, word) != NULL;
}

static bool has_word(const asking *a, const char *list)
{
    for (size_t i = 0; i < a->at->from.question->words.count; i++)
        if (is_word(a, (int32_t)i, list))
            return true;
    return false;
}

/* ------------------------------------------- where a disagreement tells */

/* "How many" may ask for a number that a column has; "phone number" asks for
 * none. */
static bool selects_text_alone(const asking *a)
{
    const t2s_query *query = a->at->query;
    bool any = false;
    if (!is_word(a, a->first, "|how|") || a->first > 0)
        return false;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->clause != T2S_CLAUSE_SELECT || use->scope != query->main)
            continue;
        if (use->kind != T2S_USES_COLUMN ||
            a->at->from.schema->columns[use->index].kind != T2SED_TYPE_TEXT)
            return false;
        any = true;
    }
    return any;
}

/* Orders may be things, too. */
static bool is_no_name(const asking *a)
{
    const t2s_question_facts *q = a->at->from.question;
    const t2s_question_stem *stem;
    if (a->first < 0)
        return true;
    stem = &q->stems.at[q->words.at[a->first].stem];
    return stem->tables == 0 && stem->columns == 0;
}

/* "2002 or after" takes 2002 in. */
static bool is_strict(const asking *a)
{
    return !is_word(a, a->first - 1, "|or|and|");
}

/* "above 5 or less than 3" is no "3 or less". */
static bool is_inclusive(const asking *a)
{
    return !is_word(a, a->last + 1, "|than|one|") &&
           !(a->last >= 0 &&
             (size_t)a->last + 1 < a->at->from.question->words.count &&
             is_word(a, a->first, "|or|") &&
             a->at->from.question
                     ->text[a->at->from.question->words.at[a->last + 1]
                                .begin] <= '9');
}

static bool is_part_of_text(const asking *a)
{
    return a->last > a->first ||
           is_word(a, a->first,
                   "|contain|contains|containing|contained|substring|prefix|"
                   "suffix|");
}

/* Of an aggregate that is taken at all, one for each is wanted. */
static bool aggregates(const asking *a)
{
    const t2s_query *query = a->at->query;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->kind == T2S_USES_FUNCTION &&
            use->index != T2S_FUNCTION_OTHER && use->scope == query->main &&
            use->clause == T2S_CLAUSE_SELECT)
            return true;
    }
    return false;
}

/* Both of two conditions: neither OR nor IN asks for that. */
static bool takes_either(const asking *a)
{
    return is_word(a, a->first, "|both|") && a->at->query->scopes.count == 1 &&
           !has_clause(a, T2S_CLAUSE_HAVING) &&
           (uses(a, T2S_USES_OR, T2S_NO_ITEM) ||
            uses(a, T2S_USES_OPERATOR, T2S_OPERATOR_IN));
}

/* Tests for NULL, 0 and 'no' negate as well. */
static bool never_negates(const asking *a)
{
    for (size_t i = 0; i < a->at->query->uses.count; i++) {
        const t2s_query_use *use = &a->at->query->uses.at[i];
        if ((use->kind == T2S_USES_NUMBER && use->number == 0) ||
            (use->kind == T2S_USES_TEXT && use->length < 6))
            return false;
    }
    return !uses(a, T2S_USES_OPERATOR, T2S_OPERATOR_IS) &&
           !uses(a, T2S_USES_OPERATOR, T2S_OPERATOR_LESS) &&
           !uses(a, T2S_USES_OPERATOR, T2S_OPERATOR_LESS_EQUAL);
}

static bool is_no_number(const asking *a)
{
    return !has_word(a, "|number|total|quantity|frequency|frequencies|amount|"
                        "times|often|counts|popularity|size|many|");
}

static bool asks_for_all(const asking *a)
{
    return !is_cued(a, T2S_CUE_SUPERLATIVE) && !is_cued(a, T2S_CUE_COMMON) &&
           !has_word(a, "|list|first|last|recent|latest|rank|");
}

static bool always(const asking *a)
{
    (void)a;
    return true;
}

#define C(name) T2S_CUE_##name
#define F(name) T2SED_FINDING_##name
#define NONE    T2S_USES_COLUMN /* no place in the query */

#define D(name) T2S_DISAGREES_##name

/* A disagreement: the words that ask, and the use of the query to show. */
static const struct {
    int disagreement; /* T2S_DISAGREES_* */
    t2sed_finding_code code;
    t2s_cue cue; /* T2S_CUES: no words to show */
    t2s_query_kind kind;
    int32_t index;
    const char *message;
    bool (*tells)(const asking *);
} rows[] = {
    {D(count_missing), F(AGGREGATE_MISSING), C(COUNT), NONE, 0,
     "The question asks how many, and the query counts nothing.",
     selects_text_alone},
    {D(average_missing), F(AGGREGATE_MISSING), C(AVERAGE), NONE, 0,
     "The question asks for an average, and the query takes none.", always},
    {D(count_extra), F(COUNT_UNEXPECTED), T2S_CUES, T2S_USES_FUNCTION,
     T2S_FUNCTION_COUNT, "The query counts, which the question does not ask.",
     is_no_number},
    {D(average_extra), F(AGGREGATE_UNEXPECTED), T2S_CUES, T2S_USES_FUNCTION,
     T2S_FUNCTION_AVG,
     "The query takes an average, which the question does not ask.", always},
    {D(sum_extra), F(AGGREGATE_UNEXPECTED), T2S_CUES, T2S_USES_FUNCTION,
     T2S_FUNCTION_SUM, "The query sums, which the question does not ask.",
     always},
    {D(limit_missing), F(LIMIT_MISSING), C(SUPERLATIVE), NONE, 0,
     "The question asks for the most or the least of something; the query has "
     "neither MAX, MIN nor LIMIT.",
     always},
    {D(wrong_end_most), F(WRONG_DIRECTION), C(MOST), NONE, 0,
     "The question asks for the upper end, and the query takes the lower.",
     always},
    {D(descending_missing), F(WRONG_DIRECTION), C(DESCENDING), NONE, 0,
     "The question asks for descending order, and the query has no DESC.",
     always},
    {D(ascending_missing), F(WRONG_DIRECTION), C(ASCENDING),
     T2S_USES_DESCENDING, T2S_NO_ITEM,
     "The question asks for ascending order, and the query has DESC.", always},
    {D(order_missing), F(ORDER_MISSING), C(ORDER), NONE, 0,
     "The question asks for an order, and the query has no ORDER BY.",
     is_no_name},
    {D(order_extra), F(ORDER_UNEXPECTED), T2S_CUES, NONE, 0,
     "The query orders its rows, which the question does not ask.",
     asks_for_all},
    {D(group_missing), F(GROUP_MISSING), C(EACH), NONE, 0,
     "The question asks for each of something, and the query has no GROUP "
     "BY.",
     aggregates},
    {D(common_missing), F(ORDER_MISSING), C(COMMON), NONE, 0,
     "The question asks for the most common, and the query has no ORDER BY.",
     always},
    {D(greater_missing), F(COMPARISON_MISSING), C(GREATER), NONE, 0,
     "The question asks for more than something; the query has neither >, >= "
     "nor BETWEEN.",
     always},
    {D(less_missing), F(COMPARISON_MISSING), C(LESS), NONE, 0,
     "The question asks for less than something; the query has neither <, <= "
     "nor BETWEEN.",
     always},
    {D(between_missing), F(COMPARISON_MISSING), C(BETWEEN), NONE, 0,
     "The question names a range, and the query has none.", always},
    {D(like_missing), F(COMPARISON_MISSING), C(LIKE), NONE, 0,
     "The question asks for a part of a text, and the query has no LIKE.",
     is_part_of_text},
    {D(comparison_missing), F(COMPARISON_MISSING), C(COMPARISON), NONE, 0,
     "The question compares with an average or with all, and the query has no "
     "subquery for it.",
     always},
    {D(at_least_strict), F(WRONG_COMPARISON), C(AT_LEAST), T2S_USES_OPERATOR,
     T2S_OPERATOR_GREATER,
     "The question says at least, and the query leaves that number out.",
     is_inclusive},
    {D(at_most_strict), F(WRONG_COMPARISON), C(AT_MOST), T2S_USES_OPERATOR,
     T2S_OPERATOR_LESS,
     "The question says at most, and the query leaves that number out.",
     is_inclusive},
    {D(greater_inclusive), F(WRONG_COMPARISON), C(GREATER), T2S_USES_OPERATOR,
     T2S_OPERATOR_GREATER_EQUAL,
     "The question says more, and the query takes that number in.", is_strict},
    {D(less_inclusive), F(WRONG_COMPARISON), C(LESS), T2S_USES_OPERATOR,
     T2S_OPERATOR_LESS_EQUAL,
     "The question says less, and the query takes that number in.", is_strict},
    {D(negation_missing), F(NEGATION_MISSING), C(NEGATION), NONE, 0,
     "The question negates, and the query has no NOT, != or EXCEPT.",
     never_negates},
    {D(negation_extra), F(NEGATION_UNEXPECTED), T2S_CUES, T2S_USES_NOT,
     T2S_NO_ITEM, "The query negates, and the question does not.", always},
    {D(both_missing), F(SET_OPERATION_MISSING), C(BOTH), NONE, 0,
     "The question asks for both, and the query has no INTERSECT.",
     takes_either},
    {D(either_extra), F(OR_UNEXPECTED), T2S_CUES, T2S_USES_OR, T2S_NO_ITEM,
     "The query takes the one or the other, and the question does not.",
     always},
    {D(greater_extra), F(COMPARISON_UNEXPECTED), T2S_CUES, T2S_USES_OPERATOR,
     T2S_OPERATOR_GREATER, "The question does not ask for more than something.",
     always},
    {D(less_extra), F(COMPARISON_UNEXPECTED), T2S_CUES, T2S_USES_OPERATOR,
     T2S_OPERATOR_LESS, "The question does not ask for less than something.",
     always},
    {D(distinct_missing), F(DISTINCT_MISSING), C(DISTINCT), NONE, 0,
     "The question asks for different ones, and the query has no DISTINCT.",
     always},
};

#undef C
#undef F

static t2s_place place_in_query(const t2s_query *query, t2s_query_kind kind,
                                int32_t index)
{
    for (size_t i = 0; kind != NONE && i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->kind == kind && use->begin < use->end &&
            (index == T2S_NO_ITEM || use->index == index))
            return t2s_place_of_use(use);
    }
    return T2S_NOWHERE;
}

static void add(t2s_find *at, size_t row)
{
    asking a = {at, -1, -1};
    if (rows[row].cue != T2S_CUES)
        t2s_cues_find(&a.first, &a.last, rows[row].cue, at->from.question);
    if (!at->from.schema && rows[row].tells == selects_text_alone)
        return;
    if (rows[row].tells(&a))
        t2s_findings_add(
            at->out, rows[row].code,
            place_in_query(at->query, rows[row].kind, rows[row].index),
            t2s_place_of_words(at->from.question, a.first, a.last), NULL, "%s",
            rows[row].message);
}

static void compare(t2s_find *at)
{
    bool disagrees[T2S_DISAGREEMENTS];
    t2s_cues_compare(disagrees, at->from.question, at->query);
    for (int i = 0; i < T2S_DISAGREEMENTS; i++)
        for (size_t k = 0; disagrees[i] && k < sizeof rows / sizeof rows[0];
             k++)
            if (rows[k].disagreement == i)
                add(at, k);
}

/* Numbers that the question does not have. */
static void compare_numbers(t2s_find *at)
{
    const t2s_question_facts *said = at->from.question->history;
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        bool is_limit = use->clause == T2S_CLAUSE_LIMIT, is_asked = false;
        if (use->kind != T2S_USES_NUMBER || use->begin == use->end ||
            use->number == 0 || (is_limit && use->number == 1) ||
            (!is_limit && use->clause != T2S_CLAUSE_WHERE))
            continue;
        for (size_t k = 0; k < said->numbers.count; k++)
            is_asked |= said->numbers.at[k].value == use->number;
        if (!is_asked)
            t2s_findings_add(at->out,
                             is_limit ? T2SED_FINDING_WRONG_LIMIT
                                      : T2SED_FINDING_NUMBER_NOT_ASKED,
                             t2s_place_of_use(use), T2S_NOWHERE, NULL,
                             "The question does not say %.15g.", use->number);
    }
}

/* A list of the question has commas and "and"s. */
static void compare_lists(t2s_find *at)
{
    const t2s_query_scope *scope;
    int32_t asked = 1 + (int32_t)at->from.question->commas +
                    (int32_t)at->from.question->cues[T2S_CUE_AND];
    if (at->query->scopes.count == 0)
        return;
    scope = &at->query->scopes.at[at->query->main];
    if (scope->selected > asked)
        t2s_findings_add(at->out, T2SED_FINDING_MANY_COLUMNS, T2S_NOWHERE,
                         T2S_NOWHERE, NULL,
                         "The query selects %d columns; the question seems to "
                         "ask for %d.",
                         scope->selected, asked);
}

t2sed_status t2s_find_clauses(t2s_find *at, t2sed_error *err)
{
    (void)err;
    if (at->from.question) {
        compare(at);
        compare_numbers(at);
        compare_lists(at);
    }
    return T2SED_OK;
}
