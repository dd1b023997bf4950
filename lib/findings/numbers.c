/* Numbers of the query that the question does not have. */
#include "facts/asked_numbers.h"
#include "findings/findings.h"

/* Numbers of a query that are checked, at most. */
#define MOST_LOOKED_AT 64

/* The places that the LIMIT or OFFSET around a number keeps, or NULL: of LIMIT
 * 2 - count % 2 they are not known. OFFSET 9 begins with the tenth row. */
static const t2s_kept_places *kept_by(const t2s_inspected *q,
                                      const t2s_query_use *use)
{
    const t2s_query_bounds *bounds = &q->match->bounds;
    for (size_t i = 0; i < bounds->kept_count; i++) {
        const t2s_node *of = &q->tree->nodes[bounds->kept[i].node];
        if (use->begin >= of->begin && use->end <= of->end)
            return &bounds->kept[i];
    }
    return NULL;
}

static bool has_number(const t2s_question_facts *question, double number)
{
    for (size_t i = 0; i < question->numbers.count; i++)
        if (number == question->numbers.at[i].value)
            return true;
    for (size_t i = 0; i < question->bounds.place_count; i++)
        if (number == question->bounds.places[i])
            return true;
    return false;
}

static bool is_asked(const t2s_inspected *q, const t2s_query_use *use,
                     bool is_limit)
{
    const t2s_question_facts *history = q->from->question->history;
    const t2s_kept_places *kept = kept_by(q, use);
    if (has_number(history, use->number) ||
        (kept &&
         (has_number(history, kept->first) || has_number(history, kept->last))))
        return true;
    return is_limit ? !kept
                    : t2s_number_is_asked(history, q->query, use->number);
}

/* Seconds since 1970 and dates written as numbers are times, which have
 * findings of their own. */
#define LEAST_TIME 1e7

/* Whether a number is compared, and is no flag, as in active = 1, nor one below
 * 0 that stands for NULL. */
static bool is_compared(const t2s_query *query, const t2s_query_use *use)
{
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (of->value.begin == use->begin)
            return use->number > 0 && use->number < LEAST_TIME &&
                   /* as many as a list has */
                   !(of->clause == T2S_CLAUSE_HAVING &&
                     of->operator== T2S_OPERATOR_EQUAL) &&
                   !(use->number == 1 &&
                     of->operator!= T2S_OPERATOR_LESS && of->operator!=
                     T2S_OPERATOR_LESS_EQUAL);
    }
    return false;
}

/* Whether value_replaced reports it: "8 doors" and doors = 4. */
static bool is_replaced(const t2s_inspected *q, const t2s_query_use *use)
{
    const t2s_replaced_values *replaced = &q->match->coverage.replaced;
    for (size_t i = 0; i < replaced->count; i++)
        if (replaced->at[i].number >= 0 &&
            replaced->at[i].by->value.begin == use->begin)
            return true;
    return false;
}

/* Whether the places that a LIMIT keeps were compared with the question's. */
static bool are_places_known(const t2s_inspected *q)
{
    return q->match->place.place_at >= 0 ||
           t2s_is_reported(q, T2SED_FINDING_WRONG_LIMIT);
}

void t2s_check_query_numbers(t2s_inspected *q)
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
            (!is_limit && !is_compared(q->query, use)) ||
            is_asked(q, use, is_limit) || is_replaced(q, use) ||
            t2s_value_keys_have(&q->match->coverage.keys, use->begin))
            continue;
        t2s_report(q,
                   is_limit ? T2SED_FINDING_WRONG_LIMIT
                            : T2SED_FINDING_NUMBER_NOT_ASKED,
                   t2s_span_of_use(use), T2S_NOWHERE, NULL,
                   "The number %.15g is not in the question.", use->number);
    }
}
