/* What the words round a noun or a value of the question ask for. */
#include <string.h>

#include "facts/value_sides.h"
#include "findings/findings.h"

static t2sed_span span_of_value(const t2s_condition *of)
{
    return (t2sed_span){of->value.begin, of->value.end};
}

/* "Gigs that were played" of a query that has the date alone. */
static void check_states(t2s_inspected *q)
{
    const t2s_state_words *states = &q->match->states;
    t2sed_span place;
    if (states->unmet == 0)
        return;
    place = t2s_span_of_words(q, states->word, states->word);
    t2s_report(q, T2SED_FINDING_CONDITION_MISSING, T2S_NOWHERE, place, NULL,
               "\"%.*s\" is a value of %s; the query does not use that column.",
               (int)(place.end - place.begin), q->from->asked + place.begin,
               q->from->schema->columns[states->column].name);
}

/* "Staff still here" of a query that reads those who left, too. */
static void check_present(t2s_inspected *q)
{
    const t2s_restrictions *of = &q->match->restrictions;
    const t2s_restricted_word *word;
    t2sed_span place;
    if (of->present < 0 || !of->is_present_sure)
        return;
    word = &of->question.at[of->present];
    place.begin = (size_t)(word->text - q->from->question->text);
    place.end = place.begin + word->length;
    t2s_report(q, T2SED_FINDING_CONDITION_MISSING, T2S_NOWHERE, place, NULL,
               "The question says \"%.*s\"; the query has no condition on a "
               "state, an end or a payment.",
               (int)(place.end - place.begin), q->from->asked + place.begin);
}

/* "unpaid orders" of a query that chooses no rows. */
void t2s_check_narrowing(t2s_inspected *q)
{
    const t2s_restrictions *of = &q->match->restrictions;
    const t2s_question_facts *question = q->from->question;
    const t2s_restricted_word *word =
        of->bare < 0 ? NULL : &of->question.at[of->bare];
    t2sed_span place;
    check_states(q);
    check_present(q);
    if (!word)
        return;
    place.begin = (size_t)(word->text - question->text);
    place.end = (size_t)(word[1].text + word[1].length - question->text);
    t2s_report(q, T2SED_FINDING_CONDITION_MISSING, T2S_NOWHERE, place, NULL,
               "The question asks for %.*s; the query has no condition that "
               "chooses them.",
               (int)(place.end - place.begin), q->from->asked + place.begin);
}

/* Words of absence, whose object the restrictions do not know: "out of stock",
 * "sponsorless". */
static bool speaks_of_lack(const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->words.count; i++) {
        size_t n;
        const char *word = t2s_question_text_at(question, i, &n);
        if (n > 5 && memcmp(word + n - 4, "less", 4) == 0 &&
            !t2s_word_is_of("unless|regardless|wireless", word, n))
            return true;
    }
    return t2s_question_asks(
        question,
        "out of|unsubscribed|"
        "foreign|abroad|refuse|refused|refuses|empty|lack|lacks|lacking|"
        "missing|deactivated|without");
}

/* How many other conditions of a query negate: each answers a negation of the
 * question. */
static int count_answers(const t2s_restrictions *all, const t2s_restriction *of)
{
    int count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += &all->at[i] != of && all->at[i].sign < 0 &&
                 all->at[i].column != of->column;
    return count;
}

static bool has_direction(const t2s_restriction *of)
{
    return of->kind == T2S_RESTRICTS_NULL || of->kind == T2S_RESTRICTS_FLAG ||
           of->kind == T2S_RESTRICTS_VALUE ||
           (of->kind == T2S_RESTRICTS_COLUMNS && of->order != 0);
}

/* Whether it is sure which rows a condition is for: not if the knowledge
 * defines the word, or if both the question and the condition negate. */
static bool is_sure_direction(const t2s_inspected *q, const t2s_restriction *of)
{
    const t2s_restrictions *all = &q->match->restrictions;
    const int answers = count_answers(all, of);
    return (answers > 0 || !speaks_of_lack(q->from->question)) &&
           of->direction < 0 && of->word >= 0 && of->place &&
           of->explained <= 0 && has_direction(of) &&
           !(of->sign < 0 && (all->negations - answers > of->negations ||
                              all->asks_different)) &&
           !(of->kind == T2S_RESTRICTS_VALUE &&
             t2s_is_reported(q, T2SED_FINDING_NEGATION_MISSING));
}

/* "Still open" of a query that takes those that are closed. */
void t2s_check_direction(t2s_inspected *q)
{
    const t2s_restrictions *of = &q->match->restrictions;
    for (size_t i = 0; i < of->count; i++) {
        const t2s_restriction *at = &of->at[i];
        const t2s_restricted_word *word;
        size_t begin;
        if (!is_sure_direction(q, at))
            continue;
        word = &of->question.at[at->word];
        begin = (size_t)(word->text - q->from->question->text);
        t2s_report(q, T2SED_FINDING_OPPOSITE_CONDITION,
                   t2s_span_of_token(q->sql->text, q->sql->length,
                                     (ptrdiff_t)at->place),
                   (t2sed_span){begin, begin + word->length}, NULL,
                   "The question says \"%.*s\"; this condition seems to "
                   "choose the opposite rows.",
                   (int)word->length, q->from->asked + begin);
    }
}

static void check_ends(t2s_inspected *q)
{
    const t2s_value_ends *ends = &q->match->ends;
    if (ends->words < 0 && ends->are_sure)
        t2s_report(q, T2SED_FINDING_WRONG_SIDE, T2S_NOWHERE, T2S_NOWHERE, NULL,
                   ends->are_to
                       ? "The question asks for what is received; the query "
                         "uses only the column of the sender."
                       : "The question asks for what is sent; the query uses "
                         "only the column of the receiver.");
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
static void check_self_join(t2s_inspected *q)
{
    const t2s_self_join *join = &q->match->self_join;
    const t2s_asked_value asked = q->match->self_value;
    const char *reference, *value;
    if (asked.side == T2S_SIDE_NEITHER)
        return;
    reference = q->from->schema->columns[join->reference].name;
    value = asked.by->value.text;
    if (join->filtered == asked.side && join->first == asked.side &&
        !join->shows_both)
        t2s_report(
            q, T2SED_FINDING_WRONG_SIDE, T2S_NOWHERE,
            t2s_span_of_words(q, asked.first, asked.last), NULL,
            "The question asks for the row that %.60s links to '%.60s'; the "
            "query returns '%.60s' itself.",
            reference, value, value);
    if ((int)asked.side * (int)join->filtered >= 0)
        return;
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
static void check_role(t2s_inspected *q)
{
    const t2s_unused_roles *of = &q->match->unused_roles;
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

/* "Hired before their manager" of a query that reads the deputy. */
static void check_rival(t2s_inspected *q)
{
    const t2s_roles *roles = &q->match->roles;
    if (roles->rivals > 0 && roles->column != T2S_NO_ITEM)
        t2s_report(
            q, T2SED_FINDING_WRONG_ROLE, T2S_NOWHERE,
            t2s_span_of_words(q, roles->word, roles->word), NULL,
            "The question seems to mean the reference %.60s; the query uses "
            "%.60s.",
            q->from->schema->columns[roles->column].name,
            q->from->schema->columns[roles->rival].name);
}

/* "Kim's boss" of a query that gives those who have Kim's boss, too. */
static void check_siblings(t2s_inspected *q)
{
    if (q->match->roles.siblings > 0)
        t2s_report(
            q, T2SED_FINDING_WRONG_SIDE, T2S_NOWHERE, T2S_NOWHERE, NULL,
            "The query returns rows that refer to the same row as the one "
            "named; the question does not ask for them.");
}

static void check_echo(t2s_inspected *q)
{
    if (q->match->roles.echoes)
        t2s_report(q, T2SED_FINDING_VALUE_ECHOED, T2S_NOWHERE, T2S_NOWHERE,
                   NULL,
                   "The query returns only the value that it filters by.");
}

/* "In 2024 but not in 2025" of a query that leaves out 2024. */
static void check_negated(t2s_inspected *q)
{
    const t2s_negated_numbers *of = &q->match->negated;
    if (of->swapped > 0)
        t2s_report(q, T2SED_FINDING_OPPOSITE_CONDITION,
                   (t2sed_span){of->begin, of->end}, T2S_NOWHERE, NULL,
                   "The query does not exclude what the question excludes, but "
                   "something else.");
}

void t2s_check_sides(t2s_inspected *q)
{
    check_role(q);
    check_rival(q);
    check_siblings(q);
    check_echo(q);
    check_negated(q);
    check_ends(q);
    check_self_join(q);
}
