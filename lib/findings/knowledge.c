/* What the knowledge beside the question says, and the query has not. */
#include "findings/findings.h"

#include "facts/knowledge_fit.h"
#include "facts/similar.h"

/* Values are cut in messages. */
#define MOST_SHOWN 60

/* Whether a column named earlier in the text is the same. */
static bool is_repeated(const t2s_knowledge *hint, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (hint->columns.at[k].column == hint->columns.at[i].column)
            return true;
    return false;
}

static void find_columns(t2s_inspected *q, const t2s_knowledge_fit *fit)
{
    const t2s_knowledge *hint = q->from->knowledge;
    const t2sed_schema *schema = q->from->schema;
    for (size_t i = 0; i < hint->columns.count; i++) {
        const t2s_hint_column *named = &hint->columns.at[i];
        const t2s_column *column = &schema->columns[named->column];
        if (fit->has_column[i] || !named->is_asked || is_repeated(hint, i) ||
            t2s_schema_is_key(schema, named->column))
            continue;
        t2s_report(q, T2SED_FINDING_KNOWLEDGE_COLUMN, T2S_NOWHERE,
                   (t2sed_span){named->begin, named->end}, NULL,
                   "The knowledge names the column %s of %s; the query does "
                   "not use it.",
                   column->name, schema->tables[column->table].name);
    }
}

/* Whether the query has the condition or another of its column: one of several
 * may be all that the question asks for. */
static bool is_met(const t2s_knowledge *hint, const t2s_knowledge_fit *fit,
                   size_t i)
{
    const t2s_hint_literal *literals = hint->literals.at;
    const int32_t column = hint->columns.at[literals[i].compared].column;
    for (size_t k = 0; k < hint->literals.count; k++)
        if (literals[k].compared >= 0 &&
            hint->columns.at[literals[k].compared].column == column &&
            (fit->fits[k] == T2S_FIT_MET || fit->fits[k] == T2S_FIT_SELECTED))
            return true;
    return false;
}

/* Whether the query has another value of a flag, and the question negates:
 * "not cancelled" of "cancelled refers to can = 'Y'". */
static bool is_negated_flag(const t2s_inspected *q,
                            const t2s_knowledge_fit *fit, size_t i)
{
    const t2s_hint_literal *of = &q->from->knowledge->literals.at[i];
    return fit->fits[i] == T2S_FIT_OTHER_VALUE &&
           q->match->restrictions.negations > 0 &&
           (t2s_is_same_answer(of->text, of->length, "yes", 3) ||
            t2s_is_same_answer(of->text, of->length, "no", 2));
}

static void find_conditions(t2s_inspected *q, const t2s_knowledge_fit *fit)
{
    const t2s_knowledge *hint = q->from->knowledge;
    for (size_t i = 0; i < hint->literals.count; i++) {
        const t2s_hint_literal *literal = &hint->literals.at[i];
        const t2s_hint_column *column;
        if (literal->compared < 0 || !literal->is_asked ||
            !fit->has_column[literal->compared] || is_met(hint, fit, i) ||
            is_negated_flag(q, fit, i))
            continue;
        column = &hint->columns.at[literal->compared];
        t2s_report(q, T2SED_FINDING_KNOWLEDGE_CONDITION, T2S_NOWHERE,
                   (t2sed_span){literal->begin, literal->end}, NULL,
                   "The knowledge compares %s with \"%.*s\"; %s.",
                   q->from->schema->columns[column->column].name, MOST_SHOWN,
                   literal->text,
                   fit->fits[i] == T2S_FIT_OTHER_OPERATOR
                       ? "the query uses another operator"
                   : fit->fits[i] == T2S_FIT_OTHER_COLUMN
                       ? "the query compares another column with it"
                       : "the query does not");
    }
}

/* "STA: 1 active, 0 on leave" of a query for active ones that takes 0. */
static void find_codes(t2s_inspected *q)
{
    const t2s_codes *codes = &q->match->codes;
    const t2s_condition *other = codes->other;
    size_t begin;
    if (!other || other->slot.column < 0)
        return;
    begin = (size_t)(codes->lacking->text - q->from->asked);
    t2s_report(q, T2SED_FINDING_KNOWLEDGE_CONDITION,
               (t2sed_span){other->value.begin, other->value.end},
               (t2sed_span){begin, begin + codes->lacking->length}, NULL,
               "The knowledge explains the code %.*s by words of the question; "
               "the query compares %s with %.*s.",
               (int)codes->lacking->length, codes->lacking->text,
               q->from->schema->columns[other->slot.column].name, MOST_SHOWN,
               other->value.text);
}

void t2s_check_knowledge(t2s_inspected *q)
{
    find_codes(q);
    find_columns(q, &q->match->knowledge);
    find_conditions(q, &q->match->knowledge);
}
