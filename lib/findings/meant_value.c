#include "findings/meant_value.h"

#include <string.h>

#include "base/string.h"

/* A text that is like no value in words is a misspelling of one that has so
 * many letters of it: the confidence that lib/link/repair.c gives that. */
#define LEAST_ALIKE 0.66
#define LEAST_BYTES 5

/* What is looked at: a condition, and all repairs. */
typedef struct looked_at {
    const t2s_checked *q;
    const t2sed_links *links;
    size_t i;
    t2sed_link_condition condition;
} looked_at;

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

bool t2s_meant_repair(t2sed_link_repair *out, const t2sed_links *links,
                      size_t i, int kind, const t2s_checked *q)
{
    looked_at of = {q, links, i, {.struct_size = sizeof of.condition}};
    t2sed_links_condition_get(links, i, &of.condition, NULL);
    return kind == T2SED_REPAIR_VALUE ? meant_value(out, &of)
                                      : meant_column(out, &of);
}
