/* Numbers of the query that the question does not have. */
#include "facts/asked_numbers.h"
#include "findings/findings.h"

/* Numbers of a query that are checked, at most. */
#define MOST_LOOKED_AT 64

static bool is_asked(const t2s_checked *q, const t2s_query_use *use,
                     bool is_limit)
{
    const t2s_question_facts *history = q->from->question->history;
    if (!is_limit)
        return t2s_number_is_asked(history, q->query, use->number);
    for (size_t i = 0; i < history->numbers.count; i++)
        if (use->number == history->numbers.at[i].value)
            return true;
    return false;
}

/* Whether a number may be an argument, as in substr(day, 6, 2) = '03': nothing
 * is compared with it. */
static bool is_argument(const t2s_query *query, const t2s_query_use *use)
{
    for (size_t i = 0; i < query->conditions.count; i++)
        if (query->conditions.at[i].value.begin == use->begin)
            return false;
    return query->parts.forms[T2S_FORM_text];
}

/* Whether value_replaced reports it: "8 doors" and doors = 4. */
static bool is_replaced(const t2s_checked *q, const t2s_query_use *use)
{
    const t2s_replaced_values *replaced = &q->match->coverage.replaced;
    for (size_t i = 0; i < replaced->count; i++)
        if (replaced->at[i].number >= 0 &&
            replaced->at[i].by->value.begin == use->begin)
            return true;
    return false;
}

/* Whether the places that a LIMIT keeps were compared with the question's. */
static bool are_places_known(const t2s_checked *q)
{
    return q->match->place.place_at >= 0 ||
           t2s_is_reported(q, T2SED_FINDING_WRONG_LIMIT);
}

void t2s_check_query_numbers(t2s_checked *q)
{
    int looked_at = 0;
    t2s_for_each_use (q->query, use) {
        const bool is_limit = use->clause == T2S_CLAUSE_LIMIT;
        if (use->kind != T2S_USES_NUMBER || use->begin == use->end ||
            use->number == 0 ||
            (use->number == 1 &&
             (is_limit || q->query->parts.forms[T2S_FORM_rank])) ||
            (!is_limit && use->clause != T2S_CLAUSE_WHERE &&
             !(use->clause == T2S_CLAUSE_HAVING && use->number > 2)) ||
            (is_limit && are_places_known(q)) ||
            looked_at++ >= MOST_LOOKED_AT ||
            (!is_limit && is_argument(q->query, use)) ||
            is_asked(q, use, is_limit) || is_replaced(q, use))
            continue;
        t2s_report(q,
                   is_limit ? T2SED_FINDING_WRONG_LIMIT
                            : T2SED_FINDING_NUMBER_NOT_ASKED,
                   t2s_span_of_use(use), T2S_NOWHERE, NULL,
                   "The number %.15g is not in the question.", use->number);
    }
}
