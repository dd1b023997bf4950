/* Values of conditions that their column has not, has otherwise, or that are
 * of another type: what schema linking says of them. */
#include <string.h>

#include "base/string.h"
#include "findings/findings.h"
#include "link/linker.h"

/* Values are cut in messages. */
#define MOST_SHOWN 60

/* A text that is like no value in words is a misspelling of one that has so
 * many letters of it: the confidence that lib/link/repair.c gives that. */
#define LEAST_ALIKE 0.66
#define LEAST_BYTES 5

/* Conditions whose values are compared with that of one other, at most. */
#define MOST_SPELLINGS 256

/* A condition of the query, and all repairs. */
typedef struct looked_at {
    t2s_inspected *q;
    const t2sed_links *links;
    size_t i;
    t2sed_link_condition condition;
} looked_at;

/* ------------------------------------------------------------- what is meant
 */

static bool next_repair(t2sed_link_repair *out, size_t *at, const looked_at *of,
                        int kind)
{
    for (; *at < t2sed_links_repair_count(of->links); ++*at) {
        *out = (t2sed_link_repair){.struct_size = sizeof *out};
        t2sed_links_repair_get(of->links, *at, out, NULL);
        if (out->condition == of->i && out->kind == kind) {
            ++*at;
            return true;
        }
    }
    return false;
}

/* The most confident one. */
static bool best_repair(t2sed_link_repair *best, const looked_at *of, int kind)
{
    t2sed_link_repair one;
    bool found = false;
    for (size_t at = 0; next_repair(&one, &at, of, kind);)
        if (!found || one.confidence > best->confidence) {
            *best = one;
            found = true;
        }
    return found;
}

/* Whether a repair's text, in quotes, is that value. */
static bool is_value(const t2sed_link_repair *repair, const char *value,
                     size_t n)
{
    size_t at = 1;
    if (repair->text_length < n + 2 || repair->text[0] != '\'')
        return false;
    for (size_t i = 0; i < n; i++, at++) {
        if (at >= repair->text_length || repair->text[at] != value[i])
            return false;
        at += value[i] == '\''; /* doubled */
    }
    return at + 1 == repair->text_length;
}

/* Whether another condition compares that column with that value. */
static bool is_compared(const looked_at *of, size_t column,
                        const t2sed_link_repair *repair, const char *value,
                        size_t n)
{
    for (size_t k = 0; k < t2sed_links_condition_count(of->links); k++) {
        t2sed_link_condition other = {.struct_size = sizeof other};
        t2sed_links_condition_get(of->links, k, &other, NULL);
        if (k == of->i || other.column != column || !other.value)
            continue;
        if (repair ? is_value(repair, other.value, other.value_length)
                   : other.value_length == n &&
                         t2s_casecmp_n(other.value, n, value, n) == 0)
            return true;
    }
    return false;
}

/* The repair that is the only value of the column which the question names. */
static bool asked_repair(t2sed_link_repair *out, const looked_at *of)
{
    /* What the knowledge beside it names explains terms. */
    const t2s_question_facts *question = of->q->from->question;
    t2sed_link_repair one;
    size_t asked = 0;
    for (size_t at = 0;
         question && next_repair(&one, &at, of, T2SED_REPAIR_VALUE);) {
        bool is_asked = false;
        for (size_t k = 0; k < t2sed_links_mention_count(of->links); k++) {
            t2sed_link_mention mention = {.struct_size = sizeof mention};
            t2sed_links_mention_get(of->links, k, &mention, NULL);
            is_asked =
                is_asked ||
                (mention.kind == T2SED_MENTION_VALUE && mention.turn == 0 &&
                 mention.question.begin < question->length &&
                 mention.item == of->condition.column &&
                 mention.match >= T2SED_MATCH_SPELLING &&
                 is_value(&one, mention.value, mention.value_length));
        }
        if (is_asked && !is_compared(of, of->condition.column, &one, NULL, 0)) {
            *out = one;
            asked++;
        }
    }
    return asked == 1;
}

static bool has_letter(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((text[i] | 32) >= 'a' && (text[i] | 32) <= 'z')
            return true;
    return false;
}

static bool contains(const char *text, size_t n, const char *part, size_t m)
{
    for (size_t i = 0; m > 0 && i + m <= n; i++)
        if (t2s_casecmp_n(text + i, m, part, m) == 0)
            return true;
    return false;
}

/* Whether several values have the given text in them: a pattern is meant then.
 * A number or a date within a longer text is no value either. */
static bool is_part_of_several(const looked_at *of)
{
    const t2sed_link_condition *c = &of->condition;
    t2sed_link_repair one;
    size_t count = 0;
    bool is_part = false;
    for (size_t at = 0; next_repair(&one, &at, of, T2SED_REPAIR_VALUE);) {
        is_part =
            contains(one.text, one.text_length, c->value, c->value_length);
        count += is_part;
    }
    return count > 1 || (count == 1 && !has_letter(c->value, c->value_length));
}

/* Whether another condition of the column has the same suggestion. */
static bool is_for_another(const looked_at *of, const t2sed_link_repair *best)
{
    for (size_t k = 0; k < t2sed_links_condition_count(of->links); k++) {
        looked_at other = {
            of->q, of->links, k, {.struct_size = sizeof other.condition}};
        t2sed_link_repair its;
        t2sed_links_condition_get(of->links, k, &other.condition, NULL);
        if (k != of->i && other.condition.column == of->condition.column &&
            best_repair(&its, &other, T2SED_REPAIR_VALUE) &&
            its.text_length == best->text_length &&
            memcmp(its.text, best->text, its.text_length) == 0)
            return true;
    }
    return false;
}

/* Whether the column stands in an expression, as lower(city), whose values are
 * others. */
static bool is_in_function(const looked_at *of)
{
    const t2sed_span slot = of->condition.slot_sql;
    return of->condition.computed || slot.end > of->q->sql->length ||
           slot.begin >= slot.end ||
           memchr(of->q->sql->text + slot.begin, '(', slot.end - slot.begin);
}

/*
 * The one repair of the condition, of its value or its column, that is offered
 * as a suggestion; false where none is sure enough. The rules, each of which
 * removed wrong suggestions and few right ones (docs/research/suggestions.py):
 *
 * - a value of the column that the question names, and the query does not use,
 *   is meant, if there is one alone, whatever else is like the given text;
 * - else the most like one is, unless the query compares the column with it
 *   already, or the column stands in an expression (lower(city));
 * - a value of which the given text is a part, unless others have it, too;
 * - one that is only spelled alike, if it is very much so, and not behind NOT;
 * - a column that has the value, unless it is a key or the query compares it
 *   with that already.
 */
static bool meant_value(t2sed_link_repair *out, const looked_at *of)
{
    const t2sed_link_condition *c = &of->condition;
    const int match = c->value_in_column;
    if (is_in_function(of) || !c->value)
        return false;
    if (match < T2SED_MATCH_SPELLING && asked_repair(out, of))
        return true;
    if (!best_repair(out, of, T2SED_REPAIR_VALUE) ||
        is_compared(of, c->column, out, NULL, 0))
        return false;
    if (match == T2SED_MATCH_SPELLING)
        return true;
    if (is_for_another(of, out) || is_part_of_several(of))
        return false;
    return match > T2SED_MATCH_NONE ||
           (out->confidence >= LEAST_ALIKE && c->value_length >= LEAST_BYTES &&
            !c->negated && c->op != T2SED_OPERATOR_NOT_EQUAL);
}

static bool meant_column(t2sed_link_repair *out, const looked_at *of)
{
    const t2sed_link_condition *c = &of->condition;
    return best_repair(out, of, T2SED_REPAIR_COLUMN) &&
           !t2s_schema_is_key(of->q->from->schema, t2s_item_in(out->column)) &&
           !is_compared(of, out->column, NULL, c->value, c->value_length);
}

/* ------------------------------------------------------------- reporting */

/* "table.column" in a message. */
#define NAME                "%s.%s"
#define NAME_OF(of, column) table_name(of, column), column_name(of, column)

static const char *column_name(const looked_at *of, int32_t column)
{
    return column < 0 ? "" : of->q->from->schema->columns[column].name;
}

static const char *table_name(const looked_at *of, int32_t column)
{
    const t2sed_schema *schema = of->q->from->schema;
    return column < 0 ? "" : schema->tables[schema->columns[column].table].name;
}

/* Where the question has the value, or something like it. */
static t2sed_span question_place(const looked_at *of)
{
    return of->condition.value_turn == 0 ? of->condition.value_question
                                         : T2S_NOWHERE;
}

/* A value that the column has in no form, or in another one. */
static void report_missing(const looked_at *of, bool is_spelling)
{
    t2sed_link_repair repair;
    const bool has_repair = meant_value(&repair, of);
    t2s_report(of->q,
               is_spelling ? T2SED_FINDING_VALUE_SPELLING
                           : T2SED_FINDING_VALUE_NOT_IN_COLUMN,
               of->condition.value_sql, question_place(of),
               has_repair ? repair.text : NULL,
               NAME " has no value \"%.*s\"%s%.*s.",
               NAME_OF(of, t2s_item_in(of->condition.column)), MOST_SHOWN,
               of->condition.value, has_repair ? "; it has " : "", MOST_SHOWN,
               has_repair ? repair.text : "");
}

static void report_elsewhere(const looked_at *of)
{
    t2sed_link_repair repair;
    const bool has_repair = meant_column(&repair, of);
    t2s_report(of->q, T2SED_FINDING_VALUE_ELSEWHERE,
               has_repair ? repair.sql : of->condition.value_sql,
               question_place(of), has_repair ? repair.text : NULL,
               NAME " has no value \"%.*s\"; " NAME " has it.",
               NAME_OF(of, t2s_item_in(of->condition.column)), MOST_SHOWN,
               of->condition.value,
               NAME_OF(of, t2s_item_in(of->condition.found_column)));
}

static void report_type(const looked_at *of)
{
    bool is_text = of->condition.operand == T2SED_OPERAND_TEXT;
    t2s_report(of->q, T2SED_FINDING_VALUE_TYPE, of->condition.value_sql,
               question_place(of), NULL,
               NAME " holds %s but is compared with %s \"%.*s\".",
               NAME_OF(of, t2s_item_in(of->condition.column)),
               is_text ? "numbers" : "text",
               is_text ? "the text" : "the number", MOST_SHOWN,
               of->condition.value);
}

/* Whether the value of another condition on the same column is one that the
 * column has, and differs by case alone: IN ('Black', 'black'). */
static bool has_other_spelling(const looked_at *of)
{
    const t2sed_link_condition *c = &of->condition;
    for (size_t k = 0;
         k < t2sed_links_condition_count(of->links) && k < MOST_SPELLINGS;
         k++) {
        t2sed_link_condition other = {.struct_size = sizeof other};
        t2sed_links_condition_get(of->links, k, &other, NULL);
        if (k != of->i && other.column == c->column && other.value &&
            t2s_casecmp_n(other.value, other.value_length, c->value,
                          c->value_length) == 0 &&
            other.value_in_column > T2SED_MATCH_SPELLING)
            return true;
    }
    return false;
}

/* Whether it does no harm that the column lacks a value: one that stands for a
 * missing value and is left out, or one of several spellings. */
static bool is_harmless(const looked_at *of)
{
    const t2sed_link_condition *c = &of->condition;
    if (!c->value)
        return false;
    if ((c->negated || c->op == T2SED_OPERATOR_NOT_EQUAL) &&
        (c->operand == T2SED_OPERAND_NUMBER ||
         t2s_is_placeholder(c->value, c->value_length)))
        return true;
    return has_other_spelling(of);
}

static void look_at(const looked_at *of)
{
    if ((of->condition.operand != T2SED_OPERAND_TEXT &&
         of->condition.operand != T2SED_OPERAND_NUMBER) ||
        is_harmless(of))
        return;
    if (of->condition.type_fits == 0)
        report_type(of);
    switch (of->condition.value_in_column) {
    case T2SED_MATCH_SPELLING:
        report_missing(of, true);
        break;
    case T2SED_MATCH_ELSEWHERE:
        report_elsewhere(of);
        break;
    case T2SED_MATCH_NONE:
    case T2SED_MATCH_ABBREVIATION:
    case T2SED_MATCH_PREFIX:
    case T2SED_MATCH_PARTIAL:
        report_missing(of, false);
        break;
    default:
        break;
    }
}

void t2s_check_values(t2s_inspected *q)
{
    looked_at of = {.q = q};
    t2sed_links *links = NULL;
    t2sed_question *question = NULL;
    if (q->from->asked)
        q->status = t2sed_question_new_n(&question, q->from->asked,
                                         q->from->asked_length, q->err);
    if (q->status == T2SED_OK)
        q->status = t2s_linker_link(&links, q->from->linker, question, q->sql,
                                    q->query, q->from->earlier, q->err);
    of.links = links;
    for (; q->status == T2SED_OK && of.i < t2sed_links_condition_count(links);
         of.i++) {
        of.condition.struct_size = sizeof of.condition;
        q->status =
            t2sed_links_condition_get(links, of.i, &of.condition, q->err);
        look_at(&of);
    }
    t2sed_links_free(links);
    t2sed_question_free(question);
}
