#include "facts/knowledge_fit.h"

#include <math.h>
#include <string.h>

#include "schema/words.h"

/* ------------------------------------------------------- what is the same */

bool t2s_hint_names(const t2s_hint_column *hint, const t2sed_schema *schema,
                    int32_t column)
{
    return column == hint->column ||
           (!hint->is_qualified &&
            t2s_casecmp(schema->columns[column].name,
                        schema->columns[hint->column].name) == 0);
}

/* Without the wildcards and blanks at its ends. */
static void strip(const char **text, size_t *n)
{
    while (*n > 0 && ((*text)[0] == '%' || (*text)[0] == ' ')) {
        ++*text;
        --*n;
    }
    while (*n > 0 && ((*text)[*n - 1] == '%' || (*text)[*n - 1] == ' '))
        --*n;
}

/* Whether one of two texts is the beginning of the other, as a year is of a
 * date, and a date of date and time. */
static bool begins_date(const char *a, size_t a_length, const char *b,
                        size_t b_length)
{
    const size_t n = a_length < b_length ? a_length : b_length;
    return n >= 4 && t2s_is_digit(a[0]) && t2s_is_digit(a[3]) &&
           memcmp(a, b, n) == 0 &&
           !t2s_is_digit(a_length > n   ? a[n]
                         : b_length > n ? b[n]
                                        : ' ');
}

bool t2s_hint_is(const t2s_hint_literal *hint, const t2s_query_use *use)
{
    const char *text = use->text, *own = hint->text;
    size_t n = use->length, own_n = hint->length;
    double number;
    if (use->kind == T2S_USES_NUMBER)
        return hint->is_number && hint->number == use->number;
    strip(&text, &n);
    strip(&own, &own_n);
    if (t2s_casecmp_n(text, n, own, own_n) == 0 ||
        begins_date(text, n, own, own_n))
        return true;
    return hint->is_number && t2s_word_number(text, n, &number) &&
           hint->number == number;
}

/* ------------------------------------------------------- what is had */

typedef struct fitting {
    t2s_knowledge_fit *out;
    const t2s_knowledge *hint;
    const t2s_query *query;
    const t2sed_schema *schema;
} fitting;

/* ------------------------------------------------------- the query */

static void add_value(t2s_knowledge_fit *out, const t2s_query_use *use,
                      const t2s_query_use *column, int32_t operator)
{
    const bool is_compared = column && operator>= 0;
    if (use->clause != T2S_CLAUSE_LIMIT &&
        out->value_count < T2S_MOST_COMPARED_VALUES)
        out->values[out->value_count++] =
            (t2s_compared_value){use, is_compared ? column->index : T2S_NO_ITEM,
                                 is_compared ? operator: - 1 };
}

/* A value is compared with the last column before it, once for each operator
 * but IN and BETWEEN. */
static void read_values(fitting *at)
{
    const t2s_query_use *column = NULL;
    int32_t operator= - 1;
    t2s_for_each_use (at->query, use) {
        if (column && !t2s_is_beside(column, use))
            column = NULL;
        if (use->kind == T2S_USES_COLUMN) {
            column = use;
            operator= - 1;
        } else if (use->kind == T2S_USES_OPERATOR) {
            operator= use->index == T2S_OPERATOR_ARITHMETIC ? -1 : use->index;
        } else if (use->kind == T2S_USES_AND || use->kind == T2S_USES_OR) {
            column = NULL;
            operator= - 1;
        } else if (use->kind == T2S_USES_TEXT || use->kind == T2S_USES_NUMBER) {
            add_value(at->out, use, column, operator);
            if (operator!= T2S_OPERATOR_IN && operator!= T2S_OPERATOR_BETWEEN)
                operator= - 1;
        }
    }
}

/* ------------------------------------------------------- columns */

/* Whether the query has a column that the hint names. */
static bool has_column(const fitting *at, const t2s_hint_column *hint)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_COLUMN &&
            t2s_hint_names(hint, at->schema, use->index))
            return true;
    return false;
}

/* COUNT of any column may be COUNT(*), or go into AVG. */
static bool is_counted(const fitting *at, int32_t function)
{
    return function == T2S_FUNCTION_COUNT &&
           (at->query->parts.functions[T2S_FUNCTION_COUNT] ||
            at->query->parts.functions[T2S_FUNCTION_AVG]);
}

static void fit_columns(fitting *at)
{
    for (size_t i = 0; i < at->hint->columns.count; i++) {
        const t2s_hint_column *hint = &at->hint->columns.at[i];
        at->out->has_column[i] =
            is_counted(at, hint->function) || has_column(at, hint);
    }
}

/* ------------------------------------------------------- conditions */

/* Whether the main SELECT gives the column: "label = '+' means carcinogenic"
 * then tells how to read it. */
static bool is_selected(const fitting *at, const t2s_hint_column *hint)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_COLUMN && use->scope == at->query->main &&
            use->clause == T2S_CLAUSE_SELECT && use->function < 0 &&
            t2s_hint_names(hint, at->schema, use->index))
            return true;
    return false;
}

/* What is not to be may be said by NOT IN, EXCEPT and the like too. */
static bool is_equality(int32_t operator)
{
    switch (operator) {
    case T2S_OPERATOR_EQUAL:
    case T2S_OPERATOR_NOT_EQUAL:
    case T2S_OPERATOR_IN:
    case T2S_OPERATOR_LIKE:
    case T2S_OPERATOR_IS:
        return true;
    default:
        return false;
    }
}

static bool is_range(int32_t operator)
{
    return operator>= T2S_OPERATOR_LESS && operator<=
        T2S_OPERATOR_GREATER_EQUAL;
}

/* Whether both may say the same; BETWEEN has either end. */
static bool is_same(int32_t a, int32_t b)
{
    return a == b || (is_equality(a) && is_equality(b)) ||
           (a == T2S_OPERATOR_BETWEEN && is_range(b)) ||
           (b == T2S_OPERATOR_BETWEEN && is_range(a));
}

static t2s_condition_fit fit_with(const fitting *at,
                                  const t2s_hint_literal *literal,
                                  const t2s_compared_value *own)
{
    const t2s_hint_column *hint = &at->hint->columns.at[literal->compared];
    const bool is_value = t2s_hint_is(literal, own->value);
    if (own->column == T2S_NO_ITEM)
        return T2S_FIT_LACKING;
    if (!t2s_hint_names(hint, at->schema, own->column))
        return is_value ? T2S_FIT_OTHER_COLUMN : T2S_FIT_LACKING;
    if (!is_value)
        return T2S_FIT_OTHER_VALUE;
    return is_same((int32_t)literal->operator, own->operator)
               ? T2S_FIT_MET
               : T2S_FIT_OTHER_OPERATOR;
}

/* The least whole number above a lower bound that it allows, or the greatest
 * below an upper one: 1 of > 0 and of >= 1. */
static double first_whole(int32_t operator, double bound)
{
    return operator== T2S_OPERATOR_GREATER ? floor(bound) + 1 :
           operator== T2S_OPERATOR_LESS    ? ceil(bound) - 1
           :
           operator== T2S_OPERATOR_GREATER_EQUAL ? ceil(bound)
                                                 : floor(bound);
}

static bool is_lower(int32_t operator)
{
    return operator>= T2S_OPERATOR_GREATER;
}

/* Whether a comparison means what a literal of the knowledge means: the same
 * text, the same bound of whole numbers, or <> with a flag's other value. */
static bool says_literal(const fitting *at, const t2s_hint_literal *literal,
                         const t2s_condition *of)
{
    const t2s_hint_column *hint = &at->hint->columns.at[literal->compared];
    const int32_t told = (int32_t)literal->operator,
                  own =(int32_t) of->operator;
    const t2s_side *value = &of->value;
    const bool is_number =
        literal->is_number && value->operand == T2S_OPERAND_NUMBER;
    if (of->slot.column == T2S_NO_ITEM ||
        !t2s_hint_names(hint, at->schema, of->slot.column))
        return false;
    if (is_range(told) || is_range(own))
        return is_number && is_range(told) && is_range(own) &&
               is_lower(told) == is_lower(own) &&
               first_whole(told, literal->number) ==
                   first_whole(own, value->number);
    if (!is_equality(told) || !is_equality(own))
        return false;
    if (is_number)
        return own == T2S_OPERATOR_NOT_EQUAL &&
               (literal->number == 0 || literal->number == 1) &&
               value->number == 1 - literal->number;
    return value->text && t2s_casecmp_n(value->text, value->length,
                                        literal->text, literal->length) == 0;
}

/* Whether a sum or an average takes a flag: its rows are counted by it. */
static bool is_added_up(const fitting *at, const t2s_hint_literal *literal)
{
    t2s_for_each_use (at->query, use)
        if (literal->is_number && literal->number == 1 &&
            use->kind == T2S_USES_COLUMN &&
            (use->function == T2S_FUNCTION_SUM ||
             use->function == T2S_FUNCTION_AVG) &&
            t2s_hint_names(&at->hint->columns.at[literal->compared], at->schema,
                           use->index))
            return true;
    return false;
}

static bool is_said(const fitting *at, const t2s_hint_literal *literal)
{
    for (size_t i = 0; i < at->query->conditions.count; i++)
        if (says_literal(at, literal, &at->query->conditions.at[i]))
            return true;
    for (size_t i = 0; i < at->query->tests.count; i++)
        if (says_literal(at, literal, &at->query->tests.at[i]))
            return true;
    return is_added_up(at, literal);
}

static void fit_literals(fitting *at)
{
    for (size_t i = 0; i < at->hint->literals.count; i++) {
        const t2s_hint_literal *literal = &at->hint->literals.at[i];
        t2s_condition_fit *best = &at->out->fits[i];
        if (literal->compared < 0)
            continue;
        *best = is_selected(at, &at->hint->columns.at[literal->compared])
                    ? T2S_FIT_SELECTED
                    : T2S_FIT_LACKING;
        for (size_t k = 0; k < at->out->value_count; k++) {
            const t2s_condition_fit fit =
                fit_with(at, literal, &at->out->values[k]);
            if (fit > *best)
                *best = fit;
        }
        if (*best != T2S_FIT_MET && is_said(at, literal))
            *best = T2S_FIT_MET;
    }
}

void t2s_knowledge_fit_read(t2s_knowledge_fit *out,
                            const t2s_knowledge *knowledge,
                            const t2s_query *query, const t2sed_schema *schema)
{
    fitting at = {out, knowledge, query, schema};
    memset(out, 0, sizeof *out);
    read_values(&at);
    fit_columns(&at);
    fit_literals(&at);
}
