/* Conditions and the values in them. */
#include <math.h>
#include <string.h>

#include "lab/evaluate/spider_reader.h"

/* The number that a literal spells, whatever the locale: 5, 5.0 and 50e-1 come
 * out equal. False for what is not decimal. */
static bool read_number(const t2s_node *literal, double *number)
{
    const char *at = literal->text;
    double digits = 0;
    int places = 0, exponent = 0, sign = 1;
    for (bool behind = false; (*at >= '0' && *at <= '9') || *at == '.'; at++) {
        if (*at == '.') {
            behind = true;
            continue;
        }
        digits = digits * 10 + (*at - '0');
        places += behind;
    }
    if (at > literal->text && (*at == 'e' || *at == 'E')) {
        at++;
        if (*at == '-' || *at == '+')
            sign = *at++ == '-' ? -1 : 1;
        for (; *at >= '0' && *at <= '9'; at++)
            if (exponent < 10000)
                exponent = exponent * 10 + (*at - '0');
    }
    exponent = sign * exponent - places;
    *number =
        exponent < 0 ? digits / pow(10, -exponent) : digits * pow(10, exponent);
    return at == literal->text + literal->text_length;
}

static bool read_literal(t2s_spider_reader *r, int32_t literal,
                         t2s_spider_value *value)
{
    const t2s_node *node = &r->tree->nodes[t2s_sql_terminal(r->tree, literal)];
    if (node->text[0] == '\'' || node->text[0] == '"') {
        value->kind = T2S_SPIDER_TEXT;
        value->text = node->text + 1;
        value->length = node->text_length - 2;
        return true;
    }
    value->kind = T2S_SPIDER_NUMBER;
    return read_number(node, &value->number) ||
           t2s_spider_beyond(r, literal, "this literal");
}

/* -5, with no blank between. */
static bool read_signed(t2s_spider_reader *r, int32_t expr, int32_t sign,
                        t2s_spider_value *value)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t operand = nodes[sign].next_sibling;
    int32_t literal =
        operand == T2S_NO_NODE ? operand : nodes[operand].first_child;
    char first = nodes[t2s_sql_terminal(r->tree, sign)].text[0];
    if ((first != '-' && first != '+') ||
        !t2s_sql_is(r->tree, literal, T2S_RULE_literal_value) ||
        nodes[sign].end != nodes[operand].begin ||
        !read_literal(r, literal, value) || value->kind != T2S_SPIDER_NUMBER)
        return t2s_spider_beyond(r, expr, "an operator before a value");
    if (first == '-')
        value->number = -value->number;
    return true;
}

static bool read_query_value(t2s_spider_reader *r, int32_t stmt,
                             t2s_spider_value *value)
{
    value->kind = T2S_SPIDER_QUERY;
    value->query = t2s_spider_read_nested(r, stmt);
    return value->query != NULL;
}

/* What a condition may compare with, in parentheses (one pair) or not. */
static bool read_simple_value(t2s_spider_reader *r, int32_t expr,
                              t2s_spider_value *value)
{
    const t2s_tree *tree = r->tree;
    int32_t first = tree->nodes[expr].first_child;
    if (t2s_sql_is(tree, expr, T2S_RULE_select_stmt))
        return read_query_value(r, expr, value);
    if (t2s_sql_is(tree, first, T2S_RULE_literal_value))
        return read_literal(r, first, value);
    if (t2s_sql_is(tree, first, T2S_RULE_unary_operator))
        return read_signed(r, expr, first, value);
    if (t2s_sql_is(tree, first, T2S_RULE_column_name) &&
        tree->nodes[t2s_sql_terminal(tree, first)].text[0] == '"')
        return read_literal(r, first, value);
    return t2s_spider_beyond(r, expr, "this as a value");
}

static bool is_column(const t2s_tree *tree, int32_t expr)
{
    int32_t first = tree->nodes[expr].first_child;
    if (t2s_sql_is(tree, first, T2S_RULE_column_name))
        return tree->nodes[t2s_sql_terminal(tree, first)].text[0] != '"';
    return t2s_sql_is(tree, first, T2S_RULE_table_name) ||
           t2s_sql_is(tree, first, T2S_RULE_database_name);
}

/* Behind a column that is a value Spider passes over the words up to one of
 * these. Where one lies within what belongs together, we give up. */
static bool can_pass_over(t2s_spider_reader *r, int32_t top, int32_t from)
{
    static const char *const stops[] = {",",     ")",         "and",   "select",
                                        "from",  "where",     "group", "order",
                                        "limit", "intersect", "union", "except",
                                        "join",  "on",        "as"};
    for (int32_t node = from; node != T2S_NO_NODE;
         node = t2s_tree_next(r->tree, top, node))
        for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
            if (t2s_spider_is_word(r->tree, node, stops[i]))
                return t2s_spider_beyond(r, node,
                                         "this behind a column that "
                                         "is compared with");
    return true;
}

/* The value that begins where `expr` does; *open if it is a column. */
static bool read_value(t2s_spider_reader *r, int32_t expr,
                       const t2s_spider_query *from, t2s_spider_value *value,
                       bool *open)
{
    const t2s_tree *tree = r->tree;
    int32_t at = expr, inner;
    *open = false;
    while (t2s_sql_is(tree, tree->nodes[at].first_child, T2S_RULE_expr))
        at = tree->nodes[at].first_child;
    if (is_column(tree, at)) {
        *open = true;
        value->kind = T2S_SPIDER_COLUMN;
        return t2s_spider_read_column(r, at, from, &value->column) &&
               can_pass_over(r, expr, expr);
    }
    if (at != expr)
        return t2s_spider_beyond(r, at, "an operator behind a value");
    inner = t2s_spider_parenthesised(tree, expr);
    return read_simple_value(r, inner == T2S_NO_NODE ? expr : inner, value);
}

static bool find_operator(t2s_spider_reader *r, int32_t terminal,
                          t2s_spider_condition *condition)
{
    static const char *const operators[] = {
        "between", "=", ">", "<", ">=", "<=", "!=", "in", "like", "is"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (t2s_spider_is_word(r->tree, terminal, operators[i])) {
            condition->comparison = (t2s_spider_comparison)i;
            return true;
        }
    return t2s_spider_beyond(r, terminal, "this operator in a condition");
}

/* unit [NOT] operator value, or unit [NOT] BETWEEN value AND value. */
static bool read_one_condition(t2s_spider_reader *r, int32_t expr,
                               const t2s_spider_query *from,
                               t2s_spider_condition *condition, bool *open)
{
    const t2s_node *nodes = r->tree->nodes;
    t2s_spider_chain chain;
    int32_t left = nodes[expr].first_child, at, rest, ignored;
    if (!t2s_sql_is(r->tree, left, T2S_RULE_expr))
        return t2s_spider_beyond(r, expr, "this as a condition");
    at = nodes[left].next_sibling;
    if (t2s_spider_is_word(r->tree, at, "not")) {
        condition->negated = true;
        at = nodes[at].next_sibling;
    }
    if (!find_operator(r, at, condition))
        return false;
    rest = t2s_spider_chain_first(&chain, r->tree, left, false);
    if (!t2s_spider_read_unit(r, &chain, &rest, &ignored, from,
                              &condition->unit))
        return false;
    if (rest != T2S_NO_NODE)
        return t2s_spider_beyond(r, rest, "more than one operator");
    at = nodes[at].next_sibling;
    if (at == T2S_NO_NODE || t2s_tree_is_terminal(r->tree, at))
        return t2s_spider_beyond(r, expr, "a condition without a value");
    if (!read_value(r, at, from, &condition->first, open))
        return false;
    at = nodes[at].next_sibling;
    if (condition->comparison == T2S_SPIDER_BETWEEN) {
        at = nodes[at].next_sibling; /* behind AND */
        if (!read_value(r, at, from, &condition->second, open))
            return false;
        at = nodes[at].next_sibling;
    }
    return at == T2S_NO_NODE || t2s_spider_beyond(r, at, "this in a condition");
}

/* The condition that a = b = c begins with. */
static int32_t first_condition(const t2s_tree *tree, int32_t expr)
{
    for (;;) {
        t2s_spider_chain chain;
        int32_t left = tree->nodes[expr].first_child;
        if (!t2s_sql_is(tree, left, T2S_RULE_expr) ||
            !t2s_sql_is(tree, tree->nodes[left].first_child, T2S_RULE_expr) ||
            t2s_spider_chain_first(&chain, tree, left, false) != left)
            return expr;
        expr = left;
    }
}

static bool read_condition(t2s_spider_reader *r, int32_t expr,
                           const t2s_spider_query *from,
                           t2s_spider_condition *condition, bool *open)
{
    int32_t first = first_condition(r->tree, expr);
    if (!read_one_condition(r, first, from, condition, open))
        return false;
    if (first == expr)
        return true;
    return *open ? can_pass_over(r, expr, expr)
                 : t2s_spider_beyond(r, expr, "an operator behind a value");
}

static size_t count_operands(const t2s_tree *tree, int32_t expr)
{
    t2s_spider_chain chain;
    int32_t sign;
    size_t count = 1;
    t2s_spider_chain_first(&chain, tree, expr, true);
    while (t2s_spider_chain_next(&chain, &sign) != T2S_NO_NODE)
        count++;
    return count;
}

bool t2s_spider_read_conditions(t2s_spider_reader *r, int32_t expr,
                                const t2s_spider_query *from,
                                t2s_spider_conditions *conditions, bool *open)
{
    t2s_spider_chain chain;
    int32_t sign = T2S_NO_NODE, operand;
    t2s_spider_condition *at;
    size_t more = count_operands(r->tree, expr);
    if (conditions->count + more > T2S_SPIDER_MOST_IN_LIST)
        return t2s_spider_beyond(r, expr, "so many conditions");
    at = t2s_spider_array(r, conditions->count + more, sizeof *at);
    if (!at)
        return false;
    if (conditions->count)
        memcpy(at, conditions->at, conditions->count * sizeof *at);
    conditions->at = at;
    *open = false;
    operand = t2s_spider_chain_first(&chain, r->tree, expr, true);
    for (; operand != T2S_NO_NODE;
         operand = t2s_spider_chain_next(&chain, &sign)) {
        bool is_or =
            sign != T2S_NO_NODE && t2s_spider_is_word(r->tree, sign, "or");
        if (is_or && *open) {
            if (!can_pass_over(r, operand, operand))
                return false;
            continue;
        }
        at = &conditions->at[conditions->count];
        at->after_or = is_or;
        if (!read_condition(r, operand, from, at, open))
            return false;
        conditions->count++;
    }
    return true;
}
