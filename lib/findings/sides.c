/* What the words round a noun or a value of the question ask for. */
#include "facts/value_sides.h"
#include "findings/findings.h"

static t2sed_span span_of_value(const t2s_condition *of)
{
    return (t2sed_span){of->value.begin, of->value.end};
}

/* "unpaid orders" of a query that chooses no rows. */
void t2s_check_narrowing(t2s_checked *q)
{
    const t2s_restrictions *of = &q->match->restrictions;
    const t2s_question_facts *question = q->from->question;
    const t2s_restricted_word *word =
        of->bare < 0 ? NULL : &of->question.at[of->bare];
    t2sed_span place;
    if (!word)
        return;
    place.begin = (size_t)(word->text - question->text);
    place.end = (size_t)(word[1].text + word[1].length - question->text);
    t2s_report(q, T2SED_FINDING_CONDITION_MISSING, T2S_NOWHERE, place, NULL,
               "The question asks for %.*s; the query has no condition that "
               "chooses them.",
               (int)(place.end - place.begin), q->from->asked + place.begin);
}

static void check_ends(t2s_checked *q)
{
    const t2s_value_ends *ends = &q->match->ends;
    if (!ends->other)
        return;
    t2s_report(q, T2SED_FINDING_WRONG_SIDE, span_of_value(ends->other),
               t2s_span_of_words(q, ends->first, ends->last), NULL,
               ends->goes_to
                   ? "The question asks for what goes to '%.60s'; the query "
                     "takes what comes from it."
                   : "The question asks for what comes from '%.60s'; the query "
                     "takes what goes to it.",
               ends->other->value.text);
}

/* "Bob's manager" of a query that gives those whose manager Bob is. */
static void check_self_join(t2s_checked *q)
{
    const t2s_self_join *join = &q->match->self_join;
    const t2s_asked_value asked = q->match->self_value;
    const char *reference, *value;
    if ((int)asked.side * (int)join->filtered >= 0)
        return;
    reference = q->from->schema->columns[join->reference].name;
    value = asked.by->value.text;
    if (asked.side == T2S_SIDE_CHILD)
        t2s_report(q, T2SED_FINDING_WRONG_SIDE, span_of_value(asked.by),
                   t2s_span_of_words(q, asked.first, asked.last), NULL,
                   "The question asks for what '%.60s' refers to by %.60s; the "
                   "query takes what refers to it.",
                   value, reference);
    else
        t2s_report(q, T2SED_FINDING_WRONG_SIDE, span_of_value(asked.by),
                   t2s_span_of_words(q, asked.first, asked.last), NULL,
                   "The question asks for what refers to '%.60s' by %.60s; the "
                   "query takes what it refers to.",
                   value, reference);
}

/* "The manager of employee 4" of a query that gives the employee. */
static void check_role(t2s_checked *q)
{
    const t2s_unused_roles *of = &q->match->roles;
    size_t begin;
    if (!of->count)
        return;
    begin = (size_t)(of->word->text - q->from->question->text);
    t2s_report(q, T2SED_FINDING_WRONG_SIDE, T2S_NOWHERE,
               (t2sed_span){begin, begin + of->word->length}, NULL,
               "The question asks for a row that %.60s refers to; the query "
               "does not use this column.",
               q->from->schema->columns[of->column].name);
}

void t2s_check_sides(t2s_checked *q)
{
    check_role(q);
    check_ends(q);
    check_self_join(q);
}
