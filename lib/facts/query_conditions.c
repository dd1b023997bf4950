/* The conditions of a query, taken apart into slot, operator and value. */
#include "base/string.h"
#include "facts/query_reader.h"
#include "sql/scope.h"

/* Parentheses, signs and functions around a column are looked through so far.
 */
#define MAX_WRAPS 64

static int32_t first(const t2s_query_reader *r, int32_t node)
{
    return t2s_sql_first(r->tree, node);
}

static int32_t next(const t2s_query_reader *r, int32_t node)
{
    return t2s_sql_next(r->tree, node);
}

/* ------------------------------------------------------------- sides */

/* The only expr within ( ), COLLATE or a sign; T2S_NO_NODE where `expr` is no
 * such thing. */
static int32_t unwrapped(const t2s_query_reader *r, int32_t expr, bool *folds)
{
    int32_t at = first(r, expr), second = next(r, at);
    int32_t inner = t2s_sql_in_parentheses(r->tree, expr);
    if (inner != T2S_NO_NODE)
        return inner;
    if (t2s_sql_is(r->tree, at, T2S_RULE_expr) &&
        t2s_sql_says(r->tree, second, "COLLATE")) {
        int32_t name = next(r, second);
        *folds |=
            name != T2S_NO_NODE &&
            t2s_sql_says(r->tree, t2s_sql_terminal(r->tree, name), "NOCASE");
        return at;
    }
    return T2S_NO_NODE;
}

/* Of f(x) with one argument, x; and whether f changes nothing but case and
 * blanks. */
static int32_t argument(const t2s_query_reader *r, int32_t expr, bool *folds)
{
    int32_t name = first(r, expr), found = T2S_NO_NODE, word;
    if (t2s_sql_says(r->tree, name, "CAST"))
        return next(r, next(r, name));
    if (!t2s_sql_is(r->tree, name, T2S_RULE_function_name))
        return T2S_NO_NODE;
    t2s_tree_for_each_child (r->tree, expr, at)
        if (t2s_sql_is(r->tree, at, T2S_RULE_expr)) {
            if (found != T2S_NO_NODE)
                return T2S_NO_NODE;
            found = at;
        }
    word = t2s_sql_terminal(r->tree, name);
    *folds = t2s_sql_says(r->tree, word, "lower") ||
             t2s_sql_says(r->tree, word, "upper") ||
             t2s_sql_says(r->tree, word, "trim");
    return found;
}

static void keep_text(t2s_query_reader *r, t2s_side *out, t2s_sql_word word)
{
    out->text =
        word.at ? t2s_arena_strndup(&r->query->arena, word.at, word.n) : NULL;
    out->length = word.n;
    r->failed |= !out->text;
}

static void read_name(t2s_query_reader *r, t2s_side *out,
                      const t2s_named_column *name)
{
    int32_t last = r->tree->nodes[name->expr].last_child;
    if (name->from == T2S_FROM_RESULT && name->column == T2S_NO_ITEM &&
        name->expression == T2S_NO_NODE) {
        out->operand = T2S_OPERAND_TEXT;
        keep_text(r, out, t2s_sql_unquoted(&r->query->in_sight, last));
        return;
    }
    out->name = name->expr;
    out->operand = T2S_OPERAND_COLUMN;
    out->column = name->column;
    out->is_computed = name->expression != T2S_NO_NODE;
}

static void read_literal(t2s_query_reader *r, t2s_side *out, int32_t expr,
                         bool negative)
{
    int32_t terminal = t2s_sql_terminal(r->tree, expr);
    const t2s_node *node = &r->tree->nodes[terminal];
    if (node->text[0] == '\'') {
        out->operand = T2S_OPERAND_TEXT;
        keep_text(r, out, t2s_sql_unquoted(&r->query->in_sight, terminal));
    } else if (t2s_query_is_number(node->text)) {
        t2s_string text = {0};
        out->operand = T2S_OPERAND_NUMBER;
        out->number = t2s_query_number(node->text);
        if (negative)
            out->number = -out->number;
        t2s_string_append(&text, negative ? "-" : "");
        t2s_string_append_n(&text, node->text, node->text_length);
        keep_text(r, out,
                  (t2s_sql_word){text.failed ? NULL : text.text, text.length});
        t2s_string_free(&text);
    } else if (t2s_sql_says(r->tree, terminal, "NULL")) {
        out->operand = T2S_OPERAND_NULL;
    }
}

/* The column that a subquery selects, if that is all it does. */
static int32_t selected_column(const t2s_query_reader *r, int32_t stmt)
{
    const t2s_named_column *name =
        t2s_query_column_at(r->query, t2s_sql_only_result(r->tree, stmt));
    return name ? name->column : T2S_NO_ITEM;
}

/* What stands within parentheses, signs and calls of one argument. */
static int32_t unwrap(const t2s_query_reader *r, int32_t expr, t2s_side *out,
                      bool *is_computed, bool *is_signed, bool *is_negative)
{
    for (int i = 0; i < MAX_WRAPS && t2s_sql_is(r->tree, expr, T2S_RULE_expr);
         i++) {
        bool folds = false;
        int32_t inner = unwrapped(r, expr, &out->folds_case);
        if (inner == T2S_NO_NODE &&
            t2s_sql_is(r->tree, first(r, expr), T2S_RULE_unary_operator)) {
            int32_t sign = t2s_sql_terminal(r->tree, first(r, expr));
            bool is_minus = t2s_sql_says(r->tree, sign, "-");
            *is_signed = true;
            *is_negative ^= is_minus;
            if (is_minus || t2s_sql_says(r->tree, sign, "+"))
                inner = next(r, first(r, expr));
        } else if (inner == T2S_NO_NODE) {
            inner = argument(r, expr, &folds);
            *is_computed |= inner != T2S_NO_NODE && !folds;
            out->folds_case |= folds;
        }
        if (inner == T2S_NO_NODE)
            break;
        expr = inner;
    }
    return expr;
}

static t2s_side read_side(t2s_query_reader *r, int32_t expr)
{
    t2s_side out = {.operand = T2S_OPERAND_OTHER,
                    .column = T2S_NO_ITEM,
                    .name = T2S_NO_NODE};
    const t2s_named_column *name;
    int32_t at;
    bool is_negative = false, is_signed = false, is_computed = false;
    if (expr == T2S_NO_NODE)
        return out;
    out.begin = r->tree->nodes[expr].begin;
    out.end = r->tree->nodes[expr].end;
    at = unwrap(r, expr, &out, &is_computed, &is_signed, &is_negative);
    name = t2s_query_column_at(r->query, at);
    if (name) {
        read_name(r, &out, name);
    } else if (t2s_sql_is(r->tree, first(r, at), T2S_RULE_literal_value) &&
               !is_computed) {
        read_literal(r, &out, first(r, at), is_negative);
        /* The quotes alone, without parentheses around them. */
        if (!is_signed) {
            out.begin = r->tree->nodes[at].begin;
            out.end = r->tree->nodes[at].end;
        }
    } else if (t2s_sql_says(r->tree, first(r, at), "(") &&
               t2s_sql_is(r->tree, next(r, first(r, at)),
                          T2S_RULE_select_stmt)) {
        out.operand = T2S_OPERAND_QUERY;
        out.column = selected_column(r, next(r, first(r, at)));
    }
    out.is_computed |= is_computed || (is_signed && out.column != T2S_NO_ITEM);
    return out;
}

/* ------------------------------------------------------------- conditions */

/* Adds a condition that is `of` but for its operator and sides. */
static void add(t2s_query_reader *r, const t2s_condition *of,
                t2s_query_operator operator, const t2s_side * slot,
                const t2s_side *value)
{
    t2s_condition made = *of;
    made.operator= operator;
    made.slot = *slot;
    made.value = *value;
    made.slot.is_computed |= slot->operand != T2S_OPERAND_COLUMN;
    made.slot.folds_case |= value->folds_case;
    if (slot->operand == T2S_OPERAND_QUERY)
        made.slot.column = T2S_NO_ITEM;
    if (r->is_test ? !t2s_vector_push(&r->query->tests, made)
                   : !t2s_vector_push(&r->query->conditions, made))
        r->failed = true;
}

t2s_query_operator t2s_query_mirrored(t2s_query_operator of)
{
    return of == T2S_OPERATOR_LESS            ? T2S_OPERATOR_GREATER
           : of == T2S_OPERATOR_LESS_EQUAL    ? T2S_OPERATOR_GREATER_EQUAL
           : of == T2S_OPERATOR_GREATER       ? T2S_OPERATOR_LESS
           : of == T2S_OPERATOR_GREATER_EQUAL ? T2S_OPERATOR_LESS_EQUAL
                                              : of;
}

static bool is_value(const t2s_side *s)
{
    return s->operand == T2S_OPERAND_TEXT || s->operand == T2S_OPERAND_NUMBER ||
           s->operand == T2S_OPERAND_NULL;
}

static void compare(t2s_query_reader *r, const t2s_condition *c, int32_t left,
                    int32_t right)
{
    t2s_side slot = read_side(r, left), value = read_side(r, right);
    bool swap = slot.name == T2S_NO_NODE && slot.column == T2S_NO_ITEM &&
                (is_value(&slot) || slot.operand == T2S_OPERAND_QUERY) &&
                !is_value(&value) && c->operator!= T2S_OPERATOR_LIKE;
    if (swap)
        add(r, c, t2s_query_mirrored(c->operator), &value, &slot);
    else
        add(r, c, c->operator, & slot, &value);
}

/* x IN (...): one for each value, or one for the query. */
static void compare_list(t2s_query_reader *r, const t2s_condition *c,
                         int32_t left, int32_t list)
{
    t2s_side slot = read_side(r, left);
    if (t2s_sql_is(r->tree, list, T2S_RULE_expr) &&
        t2s_sql_says(r->tree, first(r, list), "(") &&
        t2s_sql_is(r->tree, next(r, first(r, list)), T2S_RULE_expr)) {
        t2s_tree_for_each_child (r->tree, list, at)
            if (t2s_sql_is(r->tree, at, T2S_RULE_expr) && !r->failed) {
                t2s_side value = read_side(r, at);
                add(r, c, T2S_OPERATOR_IN, &slot, &value);
            }
    } else {
        t2s_side value = read_side(r, list);
        if (t2s_sql_is(r->tree, list, T2S_RULE_table_name))
            value.operand = T2S_OPERAND_QUERY;
        add(r, c, T2S_OPERATOR_IN, &slot, &value);
    }
}

/* x ISNULL, x NOTNULL, x NOT NULL */
static void compare_null(t2s_query_reader *r, const t2s_condition *c,
                         int32_t left, int32_t word)
{
    t2s_side slot = read_side(r, left);
    t2s_side null = {.operand = T2S_OPERAND_NULL, .column = T2S_NO_ITEM};
    null.begin = r->tree->nodes[word].begin;
    null.end = r->tree->nodes[word].end;
    add(r, c, T2S_OPERATOR_IS, &slot, &null);
}

/* CASE x WHEN 1 ...: one for each. */
static void compare_case(t2s_query_reader *r, const t2s_condition *c,
                         int32_t base)
{
    for (int32_t at = next(r, base); at != T2S_NO_NODE && !r->failed;
         at = next(r, at))
        if (t2s_sql_says(r->tree, at, "WHEN"))
            compare(r, c, base, next(r, at));
}

/* An expr that may be a comparison. */
static void list_expr(t2s_query_reader *r, int32_t node)
{
    int32_t left = first(r, node), word = next(r, left), right, operator;
    t2s_condition c = {.clause = r->places[node].clause};
    if (r->is_test && t2s_sql_says(r->tree, left, "CASE") &&
        t2s_sql_is(r->tree, word, T2S_RULE_expr)) {
        compare_case(r, &c, word);
        return;
    }
    if (!t2s_sql_is(r->tree, left, T2S_RULE_expr) || word == T2S_NO_NODE)
        return;
    c.is_negated = t2s_sql_says(r->tree, word, "NOT");
    if (c.is_negated)
        word = next(r, word);
    operator= t2s_query_operator_of(r->tree, word);
    if (operator<0 || operator> T2S_OPERATOR_IS)
        return;
    c.operator=(t2s_query_operator) operator;
    c.is_glob = operator==
        T2S_OPERATOR_LIKE && !t2s_sql_says(r->tree, word, "LIKE");
    right = next(r, word);
    if (operator== T2S_OPERATOR_IS && right == T2S_NO_NODE) {
        c.is_negated |= t2s_sql_says(r->tree, word, "NOTNULL");
        compare_null(r, &c, left, word);
        return;
    }
    for (; operator== T2S_OPERATOR_IS &&
         right != T2S_NO_NODE && !t2s_sql_is(r->tree, right, T2S_RULE_expr);
         right = next(r, right))
        c.is_negated |= t2s_sql_says(r->tree, right, "NOT");
    if (operator== T2S_OPERATOR_IN) {
        compare_list(r, &c, left, right);
        return;
    }
    compare(r, &c, left, right);
    if (operator== T2S_OPERATOR_BETWEEN)
        compare(r, &c, left, next(r, next(r, right)));
}

static void list_using(t2s_query_reader *r, int32_t name)
{
    t2s_side slot = {.operand = T2S_OPERAND_COLUMN, .name = T2S_NO_NODE}, value;
    t2s_condition c = {.clause = r->places[name].clause};
    int32_t pair[2];
    t2s_query_find_using(pair, r, name);
    slot.begin = r->tree->nodes[name].begin;
    slot.end = r->tree->nodes[name].end;
    value = slot;
    value.begin = value.end;
    slot.column = pair[0];
    value.column = pair[1];
    add(r, &c, T2S_OPERATOR_EQUAL, &slot, &value);
}

void t2s_query_list_conditions(t2s_query_reader *r)
{
    const t2s_tree *tree = r->tree;
    for (int32_t node = tree->root; node != T2S_NO_NODE && !r->failed;
         node = t2s_tree_next(tree, tree->root, node)) {
        const t2s_query_place *place = &r->places[node];
        r->is_test = place->in_case || (place->clause != T2S_CLAUSE_WHERE &&
                                        place->clause != T2S_CLAUSE_HAVING &&
                                        place->clause != T2S_CLAUSE_ON);
        if (t2s_sql_is(tree, node, T2S_RULE_expr))
            list_expr(r, node);
        else if (!r->is_test && t2s_sql_is(tree, node, T2S_RULE_column_name) &&
                 t2s_sql_is(tree, tree->nodes[node].parent,
                            T2S_RULE_join_constraint))
            list_using(r, node);
    }
}
