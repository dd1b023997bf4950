/* Causes as sentences and as questions. */
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "schema/words.h"
#include "witness/cause.h"

#define MOST_NAME 128

/* The last word in the singular; whether that is another one. */
static bool singular(char out[MOST_NAME], const char *readable)
{
    size_t n, word;
    snprintf(out, MOST_NAME, "%s", readable);
    n = strlen(out);
    for (word = n; word > 0 && out[word - 1] != ' '; word--)
        ;
    word += t2s_word_stem(out + word, n - word);
    out[word] = '\0';
    return word != n;
}

static const char *name_of(const t2s_plan *plan, int32_t place)
{
    return plan->schema->tables[plan->tables.at[place].table].readable;
}

static const char *column_of(const t2s_plan *plan, int32_t slot)
{
    return plan->schema->columns[plan->slots.at[slot].column].readable;
}

static void append_name(t2s_string *out, const t2s_plan *plan, int32_t place)
{
    char name[MOST_NAME];
    singular(name, name_of(plan, place));
    t2s_string_append(out, name);
}

/* "a customer" */
static void append_one(t2s_string *out, const t2s_plan *plan, int32_t place)
{
    char name[MOST_NAME];
    singular(name, name_of(plan, place));
    t2s_string_append_format(out, "%s %s", strchr("aeiou", *name) ? "an" : "a",
                             name);
}

/* "no orders", "several rows of order line" */
static void append_many(t2s_string *out, const t2s_plan *plan, int32_t place,
                        const char *how_many)
{
    char name[MOST_NAME];
    t2s_string_append_format(
        out, singular(name, name_of(plan, place)) ? "%s%s%s" : "%s%srows of %s",
        how_many, *how_many ? " " : "", name_of(plan, place));
}

/* "there are no orders", "there is no song" */
static void append_none(t2s_string *out, const t2s_plan *plan, int32_t place)
{
    char name[MOST_NAME];
    t2s_string_append_format(out,
                             singular(name, name_of(plan, place))
                                 ? "there are no %s"
                                 : "there is no %s",
                             name_of(plan, place));
}

static void append_cell(t2s_string *out, const t2sed_cell *cell)
{
    if (cell->type == T2SED_CELL_TEXT)
        t2s_string_append_quoted(out, cell->text, cell->length, '\'');
    else if (cell->type == T2SED_CELL_INTEGER)
        t2s_string_append_format(out, "%lld", (long long)cell->integer);
    else if (cell->type == T2SED_CELL_REAL)
        t2s_string_append_format(out, "%.15g", cell->real);
    else
        t2s_string_append(out, "NULL");
}

/* "a singer's age" */
static void append_value(t2s_string *out, const t2s_plan *plan,
                         const t2s_cause *c)
{
    append_one(out, plan, c->place);
    t2s_string_append_format(out, "'s %s", column_of(plan, c->slot));
}

/* "name", "a customer's name" */
static void append_sibling(t2s_string *out, const t2s_plan *plan,
                           const t2s_cause *c)
{
    if (c->other == c->place)
        t2s_string_append(out, column_of(plan, c->sibling));
    else
        append_value(out, plan,
                     &(t2s_cause){.place = c->other, .slot = c->sibling});
}

static const char *spelled(const t2s_want *want)
{
    static const char *const operators[] = {"=",  "!=",   "<", "<=", ">",
                                            ">=", "LIKE", "=", "=",  "IS"};
    return !want || want->is_negated || want->is_computed ||
                   want->operator> T2S_OPERATOR_IS
               ? NULL
               : operators[want->operator];
}

static void append_only(t2s_string *out, const t2s_plan *plan,
                        const t2s_cause *c)
{
    static const char *const queries[] = {"", "first", "second"};
    if (spelled(c->only)) {
        t2s_string_append_format(out, ": only the %s query has %s %s ",
                                 queries[c->only->queries & 1 ? 1 : 2],
                                 column_of(plan, c->slot), spelled(c->only));
        append_cell(out, &c->only->value);
    } else if (c->user) {
        t2s_string_append_format(out, ": only the %s query uses %s",
                                 queries[c->user], column_of(plan, c->slot));
    }
}

static void append_count(t2s_string *out, const t2s_plan *plan,
                         const t2s_cause *c)
{
    char number[32];
    snprintf(number, sizeof number, "%zu", c->count);
    t2s_string_append(out, "there are ");
    append_many(out, plan, c->place, c->count > 2 ? number : "several");
    if (c->count > 2)
        t2s_string_append_format(out, " and not when there are %zu",
                                 c->count - 1);
}

void t2s_append_cause(t2s_string *out, const t2s_cause *c, const t2s_duel *duel,
                      const t2s_plan *plan)
{
    if (c->kind == T2S_CAUSE_NONE)
        return;
    if (c->kind == T2S_CAUSE_COLUMNS) {
        t2s_string_append_format(out, "They give %zu and %zu columns.",
                                 duel->columns[0], duel->columns[1]);
        return;
    }
    t2s_string_append(out, "They differ when ");
    switch (c->kind) {
    case T2S_CAUSE_SIBLING:
    case T2S_CAUSE_EQUAL:
        append_value(out, plan, c);
        t2s_string_append(out, " and ");
        append_sibling(out, plan, c);
        t2s_string_append(out, c->kind == T2S_CAUSE_EQUAL
                                   ? " are the same"
                                   : " are not the same");
        break;
    case T2S_CAUSE_NULL:
        append_value(out, plan, c);
        t2s_string_append(out, " is NULL");
        append_only(out, plan, c);
        break;
    case T2S_CAUSE_VALUE:
        append_value(out, plan, c);
        t2s_string_append(out, " is ");
        append_cell(out, &c->value);
        append_only(out, plan, c);
        break;
    case T2S_CAUSE_SHARED:
        append_many(out, plan, c->place, "two");
        t2s_string_append_format(out, " have the same %s",
                                 column_of(plan, c->slot));
        break;
    case T2S_CAUSE_CHILDLESS:
        append_one(out, plan, c->place);
        t2s_string_append_format(out, " has no %s", name_of(plan, c->other));
        break;
    case T2S_CAUSE_CHILDREN:
        append_one(out, plan, c->place);
        t2s_string_append(out, " has ");
        append_many(out, plan, c->other, "several");
        break;
    case T2S_CAUSE_COUNT:
        append_one(out, plan, c->place);
        t2s_string_append_format(out, " has %zu but not %zu ", c->count,
                                 c->count + 1);
        append_many(out, plan, c->other, "");
        break;
    case T2S_CAUSE_ORPHAN:
        append_value(out, plan, c);
        t2s_string_append(out, " refers to no ");
        append_name(out, plan, c->other);
        break;
    case T2S_CAUSE_EMPTY:
        append_none(out, plan, c->place);
        break;
    default:
        append_count(out, plan, c);
        break;
    }
    t2s_string_append_char(out, '.');
}

/* Whether one query wants a constant of the value, and nothing else, and the
 * other none: then the constant is what to ask about, which says more than the
 * value of a row that has another. */
static bool is_of_constant(const t2s_plan *plan, const t2s_cause *c)
{
    const t2s_want *only = c->only;
    const t2s_pool *pool = t2s_plan_pool(plan, c->slot);
    if (!only || !spelled(only) ||
        only->operator!= T2S_OPERATOR_EQUAL || only->value.type ==
        T2SED_CELL_NULL || t2s_cells_equal(&only->value, &c->value))
        return false;
    for (size_t i = 0; i < pool->wants.count; i++) {
        const t2s_want *want = &pool->wants.at[i];
        if (want != only &&
            ((want->queries & only->queries & 3) ||
             ((want->queries & 3) &&
              (want->operator== T2S_OPERATOR_EQUAL || want->operator==
               T2S_OPERATOR_IN))))
            return false;
    }
    return true;
}

/* "Should a customer be included whose age is 30?", "Should only orders be
 * included whose status is 'paid'?" */
static void append_should_value(t2s_string *out, const t2s_plan *plan,
                                const t2s_cause *c)
{
    const bool is_constant = is_of_constant(plan, c);
    t2s_string_append(out, "Should ");
    if (is_constant)
        append_many(out, plan, c->place, "only");
    else
        append_one(out, plan, c->place);
    t2s_string_append_format(out, " be included whose %s is ",
                             column_of(plan, c->slot));
    append_cell(out, is_constant ? &c->only->value : &c->value);
}

/* "What is right for a customer with several orders?" */
static void append_what_is_right(t2s_string *out, const t2s_plan *plan,
                                 const t2s_cause *c)
{
    t2s_string_append(out, "What is the right result ");
    switch (c->kind) {
    case T2S_CAUSE_CHILDREN:
        t2s_string_append(out, "for ");
        append_one(out, plan, c->place);
        t2s_string_append(out, " with ");
        append_many(out, plan, c->other, "several");
        break;
    case T2S_CAUSE_EMPTY:
        t2s_string_append(out, "when ");
        append_none(out, plan, c->place);
        break;
    case T2S_CAUSE_SEVERAL:
        t2s_string_append(out, "when ");
        append_count(out, plan, &(t2s_cause){.place = c->place});
        break;
    default:
        t2s_string_append(out, "for these rows");
        break;
    }
}

/* " without orders", " without a song", " with 4 orders" */
static void append_with(t2s_string *out, const t2s_plan *plan,
                        const t2s_cause *c)
{
    char text[MOST_NAME];
    t2s_string_append(out, c->kind == T2S_CAUSE_COUNT ? " with " : " without ");
    if (c->kind == T2S_CAUSE_COUNT) {
        snprintf(text, sizeof text, "%zu", c->count);
        append_many(out, plan, c->other, text);
    } else if (c->kind == T2S_CAUSE_CHILDLESS &&
               singular(text, name_of(plan, c->other))) {
        t2s_string_append(out, name_of(plan, c->other));
    } else {
        append_one(out, plan, c->other);
    }
}

void t2s_append_question(t2s_string *out, const t2s_cause *c,
                         const t2s_plan *plan)
{
    switch (c->kind) {
    case T2S_CAUSE_COLUMNS:
        t2s_string_append(out, "Which columns should the result have");
        break;
    case T2S_CAUSE_SIBLING:
        t2s_string_append(out, "Which is meant: ");
        append_value(out, plan, c);
        t2s_string_append(out, c->other == c->place ? " or its " : " or ");
        append_sibling(out, plan, c);
        break;
    case T2S_CAUSE_EQUAL:
        t2s_string_append(out, "Should ");
        append_one(out, plan, c->place);
        t2s_string_append_format(
            out, " be included whose %s and %s are the same",
            column_of(plan, c->slot), column_of(plan, c->sibling));
        break;
    case T2S_CAUSE_NULL:
        t2s_string_append(out, "Should ");
        append_one(out, plan, c->place);
        t2s_string_append_format(out,
                                 " be included whose %s is not known (NULL)",
                                 column_of(plan, c->slot));
        break;
    case T2S_CAUSE_VALUE:
        append_should_value(out, plan, c);
        break;
    case T2S_CAUSE_SHARED:
        t2s_string_append(out, "Should ");
        append_many(out, plan, c->place, "two");
        t2s_string_append_format(out, " with the same %s both be included",
                                 column_of(plan, c->slot));
        break;
    case T2S_CAUSE_CHILDLESS:
    case T2S_CAUSE_ORPHAN:
    case T2S_CAUSE_COUNT:
        t2s_string_append(out, "Should ");
        append_one(out, plan, c->place);
        append_with(out, plan, c);
        t2s_string_append(out, " be included");
        break;
    default:
        append_what_is_right(out, plan, c);
        break;
    }
    t2s_string_append_char(out, '?');
}
