/* The conditions of a query, taken apart into slot, operator and value. */
#include "link/linker.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "facts/column_names.h"
#include "facts/query.h"
#include "sql/expression.h"

/* Parentheses, signs and functions around a column are looked through so far.
 */
#define MAX_WRAPS 64

#define NOWHERE ((t2sed_span){(size_t)-1, (size_t)-1})

typedef struct reader {
    t2s_conditions *out;
    const t2s_tree *tree;
    signed char *clauses; /* T2SED_CONDITION_* of each node, or -1 */
    bool failed;          /* memory was short */
} reader;

/* A side of a comparison. */
typedef struct side {
    int operand; /* T2SED_OPERAND_* */
    int32_t column, name;
    bool is_computed, folds_case;
    double number;
    const char *text;
    size_t length;
    t2sed_span span;
} side;

static t2sed_span span_of(const reader *r, int32_t node)
{
    return (t2sed_span){r->tree->nodes[node].begin, r->tree->nodes[node].end};
}

/* ------------------------------------------------------------- sides */

/* The only expr within ( ), COLLATE or a function that changes nothing but case
 * and blanks; T2S_NO_NODE where `expr` is no such thing. */
static int32_t unwrapped(const t2s_tree *tree, int32_t expr, bool *folds)
{
    int32_t inner = t2s_sql_in_parentheses(tree, expr);
    int32_t first = t2s_sql_first(tree, expr);
    int32_t word = t2s_sql_next(tree, first);
    if (inner == T2S_NO_NODE && t2s_sql_is(tree, first, T2S_RULE_expr) &&
        t2s_sql_says(tree, word, "COLLATE")) {
        int32_t name = t2s_sql_next(tree, word);
        *folds |= name != T2S_NO_NODE &&
                  t2s_sql_says(tree, t2s_sql_terminal(tree, name), "NOCASE");
        inner = first;
    }
    return inner;
}

/* The expr behind a sign, + or -, or T2S_NO_NODE. */
static int32_t behind_sign(const t2s_tree *tree, int32_t expr, bool *negative)
{
    int32_t first = t2s_sql_first(tree, expr), sign;
    if (!t2s_sql_is(tree, first, T2S_RULE_unary_operator))
        return T2S_NO_NODE;
    sign = t2s_sql_terminal(tree, first);
    *negative ^= t2s_sql_says(tree, sign, "-");
    return t2s_sql_says(tree, sign, "-") || t2s_sql_says(tree, sign, "+")
               ? t2s_sql_next(tree, first)
               : T2S_NO_NODE;
}

/* Of f(x) with one argument, x; and whether f changes nothing but case and
 * blanks. */
static int32_t argument(const t2s_tree *tree, int32_t expr, bool *folds)
{
    int32_t name = t2s_sql_first(tree, expr), found = T2S_NO_NODE;
    const char *function = t2s_sql_function(tree, expr);
    *folds = false;
    if (t2s_sql_says(tree, name, "CAST"))
        return t2s_sql_next(tree, t2s_sql_next(tree, name));
    if (!function)
        return T2S_NO_NODE;
    t2s_tree_for_each_child (tree, expr, at)
        if (t2s_sql_is(tree, at, T2S_RULE_expr)) {
            if (found != T2S_NO_NODE)
                return T2S_NO_NODE;
            found = at;
        }
    *folds = t2s_casecmp(function, "lower") == 0 ||
             t2s_casecmp(function, "upper") == 0 ||
             t2s_casecmp(function, "trim") == 0;
    return found;
}

static void keep_text(reader *r, side *out, t2s_sql_word word)
{
    out->text =
        word.at ? t2s_arena_strndup(&r->out->arena, word.at, word.n) : NULL;
    out->length = word.n;
    r->failed |= !out->text;
}

static void read_name(reader *r, side *out, int32_t expr)
{
    int32_t last = r->tree->nodes[expr].last_child;
    const char *spelled = r->tree->nodes[t2s_sql_terminal(r->tree, last)].text;
    t2s_resolved_name found = t2s_resolve_name(&r->out->scopes, expr);
    out->name = expr;
    out->operand = T2SED_OPERAND_COLUMN;
    out->column = found.column;
    if (found.column != T2S_NO_ITEM)
        return;
    if (found.expression != T2S_NO_NODE) {
        out->is_computed = true;
    } else if (t2s_sql_first(r->tree, expr) == last && spelled[0] == '"') {
        out->operand = T2SED_OPERAND_TEXT;
        out->name = T2S_NO_NODE;
        keep_text(r, out, t2s_sql_unquoted(&r->out->scopes, last));
    }
}

static void read_literal(reader *r, side *out, int32_t expr, bool negative)
{
    int32_t terminal = t2s_sql_terminal(r->tree, expr);
    const t2s_node *node = &r->tree->nodes[terminal];
    char c = node->text[0];
    if (c == '\'') {
        out->operand = T2SED_OPERAND_TEXT;
        keep_text(r, out, t2s_sql_unquoted(&r->out->scopes, terminal));
    } else if ((c >= '0' && c <= '9') || c == '.') {
        t2s_string text = {0};
        out->operand = T2SED_OPERAND_NUMBER;
        out->number = t2s_query_number(node->text) * (negative ? -1 : 1);
        t2s_string_append(&text, negative ? "-" : "");
        t2s_string_append_n(&text, node->text, node->text_length);
        keep_text(r, out,
                  (t2s_sql_word){text.failed ? NULL : text.text, text.length});
        t2s_string_free(&text);
    } else if (t2s_sql_says(r->tree, terminal, "NULL")) {
        out->operand = T2SED_OPERAND_NULL;
    }
}

/* The column that a subquery selects, if that is all it does. */
static int32_t selected_column(reader *r, int32_t stmt)
{
    const t2s_tree *tree = r->tree;
    int32_t node = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    if (node != T2S_NO_NODE)
        node = t2s_sql_child(tree, node, T2S_RULE_result_clause);
    node = t2s_sql_first(tree, node);
    if (node == T2S_NO_NODE || t2s_sql_next(tree, node) != T2S_NO_NODE)
        return T2S_NO_ITEM;
    node = t2s_sql_first(tree, node);
    return t2s_is_column_name(tree, node)
               ? t2s_resolve_name(&r->out->scopes, node).column
               : T2S_NO_ITEM;
}

static side read_side(reader *r, int32_t expr)
{
    const t2s_tree *tree = r->tree;
    side out = {.operand = T2SED_OPERAND_OTHER,
                .column = T2S_NO_ITEM,
                .name = T2S_NO_NODE,
                .span = NOWHERE};
    int32_t at = expr, first;
    bool negative = false, is_signed = false, computed = false;
    if (expr == T2S_NO_NODE)
        return out;
    out.span = span_of(r, expr);
    for (int i = 0; i < MAX_WRAPS && t2s_sql_is(tree, at, T2S_RULE_expr); i++) {
        bool folds = false;
        int32_t inner = unwrapped(tree, at, &out.folds_case);
        if (inner == T2S_NO_NODE && t2s_sql_is(tree, t2s_sql_first(tree, at),
                                               T2S_RULE_unary_operator)) {
            is_signed = true;
            inner = behind_sign(tree, at, &negative);
        } else if (inner == T2S_NO_NODE) {
            inner = argument(tree, at, &folds);
            computed |= inner != T2S_NO_NODE && !folds;
            out.folds_case |= folds;
        }
        if (inner == T2S_NO_NODE)
            break;
        at = inner;
    }
    first = t2s_sql_first(tree, at);
    if (t2s_is_column_name(tree, at)) {
        read_name(r, &out, at);
    } else if (t2s_sql_is(tree, first, T2S_RULE_literal_value) && !computed) {
        read_literal(r, &out, first, negative);
        /* The quotes alone, without parentheses around them. */
        if (!is_signed)
            out.span = span_of(r, at);
    } else if (t2s_sql_says(tree, first, "(") &&
               t2s_sql_is(tree, t2s_sql_next(tree, first),
                          T2S_RULE_select_stmt)) {
        out.operand = T2SED_OPERAND_QUERY;
        out.column = selected_column(r, t2s_sql_next(tree, first));
    }
    out.is_computed |= computed || (is_signed && out.column != T2S_NO_ITEM);
    return out;
}

/* ------------------------------------------------------------- conditions */

/* A condition of which nothing is found yet. */
static t2sed_link_condition shown(const reader *r, int32_t node, int operator,
                                  bool negated, const side *slot,
                                  const side *value)
{
    bool has_column = value->operand == T2SED_OPERAND_COLUMN ||
                      value->operand == T2SED_OPERAND_QUERY;
    bool is_there = value->span.begin < value->span.end;
    return (t2sed_link_condition){
        .struct_size = sizeof(t2sed_link_condition),
        .clause = r->clauses[node],
        .op = operator,
        .negated = negated,
        .computed = slot->is_computed || slot->operand != T2SED_OPERAND_COLUMN,
        .column =
            slot->operand == T2SED_OPERAND_QUERY ? T2S_NO_ITEM : slot->column,
        .operand = value->operand,
        .other_column = has_column ? value->column : T2S_NO_ITEM,
        .value = value->text,
        .value_length = value->text ? value->length : 0,
        .slot_sql = slot->span,
        .value_sql = is_there ? value->span : NOWHERE,
        .slot_question = NOWHERE,
        .value_question = NOWHERE,
        .found_column = T2S_NO_ITEM,
        .type_fits = -1,
        .score = (double)NAN};
}

static void add(reader *r, int32_t node, int operator, bool negated,
                const side *slot, const side *value)
{
    t2s_condition made = {.shown =
                              shown(r, node, operator, negated, slot, value),
                          .folds_case = slot->folds_case || value->folds_case,
                          .slot = slot->name,
                          .number = value->number};
    if (!t2s_vector_push(&r->out->list, made))
        r->failed = true;
}

static int mirrored(int operator)
{
    switch (operator) {
    case T2SED_OPERATOR_LESS:
        return T2SED_OPERATOR_GREATER;
    case T2SED_OPERATOR_LESS_EQUAL:
        return T2SED_OPERATOR_GREATER_EQUAL;
    case T2SED_OPERATOR_GREATER:
        return T2SED_OPERATOR_LESS;
    case T2SED_OPERATOR_GREATER_EQUAL:
        return T2SED_OPERATOR_LESS_EQUAL;
    default:
        return operator;
    }
}

static bool is_value(const side *s)
{
    return s->operand == T2SED_OPERAND_TEXT ||
           s->operand == T2SED_OPERAND_NUMBER ||
           s->operand == T2SED_OPERAND_NULL;
}

static void compare(reader *r, int32_t node, int operator, bool negated,
                    int32_t left, int32_t right)
{
    side slot = read_side(r, left), value = read_side(r, right);
    bool swap = slot.name == T2S_NO_NODE && slot.column == T2S_NO_ITEM &&
                (is_value(&slot) || slot.operand == T2SED_OPERAND_QUERY) &&
                !is_value(&value) && operator!= T2SED_OPERATOR_LIKE;
    if (swap)
        add(r, node, mirrored(operator), negated, &value, &slot);
    else
        add(r, node, operator, negated, &slot, &value);
}

/* x IN (...): one for each value, or one for the query. */
static void compare_list(reader *r, int32_t node, bool negated, int32_t left,
                         int32_t list)
{
    const t2s_tree *tree = r->tree;
    int32_t open = t2s_sql_first(tree, list);
    side slot = read_side(r, left);
    if (t2s_sql_is(tree, list, T2S_RULE_expr) &&
        t2s_sql_says(tree, open, "(") &&
        t2s_sql_is(tree, t2s_sql_next(tree, open), T2S_RULE_expr)) {
        t2s_tree_for_each_child (tree, list, at)
            if (t2s_sql_is(tree, at, T2S_RULE_expr) && !r->failed) {
                side value = read_side(r, at);
                add(r, node, T2SED_OPERATOR_IN, negated, &slot, &value);
            }
    } else {
        side value = read_side(r, list);
        if (t2s_sql_is(tree, list, T2S_RULE_table_name))
            value.operand = T2SED_OPERAND_QUERY;
        add(r, node, T2SED_OPERATOR_IN, negated, &slot, &value);
    }
}

static int operator_of(const t2s_tree *tree, int32_t word)
{
    static const struct {
        const char *text;
        int operator;
    } operators[] = {
        {"=", T2SED_OPERATOR_EQUAL},      {"==", T2SED_OPERATOR_EQUAL},
        {"!=", T2SED_OPERATOR_NOT_EQUAL}, {"<>", T2SED_OPERATOR_NOT_EQUAL},
        {"<", T2SED_OPERATOR_LESS},       {"<=", T2SED_OPERATOR_LESS_EQUAL},
        {">", T2SED_OPERATOR_GREATER},    {">=", T2SED_OPERATOR_GREATER_EQUAL},
        {"LIKE", T2SED_OPERATOR_LIKE},    {"GLOB", T2SED_OPERATOR_LIKE},
        {"REGEXP", T2SED_OPERATOR_LIKE},  {"MATCH", T2SED_OPERATOR_LIKE},
        {"IN", T2SED_OPERATOR_IN},        {"BETWEEN", T2SED_OPERATOR_BETWEEN},
        {"IS", T2SED_OPERATOR_IS},        {"ISNULL", T2SED_OPERATOR_IS},
        {"NOTNULL", T2SED_OPERATOR_IS},   {"NULL", T2SED_OPERATOR_IS}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (t2s_sql_says(tree, word, operators[i].text))
            return operators[i].operator;
    return -1;
}

/* x ISNULL, x NOTNULL, x NOT NULL */
static void add_null(reader *r, int32_t node, bool negated, int32_t left,
                     int32_t word)
{
    side slot = read_side(r, left);
    side none = {.operand = T2SED_OPERAND_NULL,
                 .column = T2S_NO_ITEM,
                 .span = span_of(r, word)};
    add(r, node, T2SED_OPERATOR_IS,
        negated || t2s_sql_says(r->tree, word, "NOTNULL"), &slot, &none);
}

/* An expr in a clause of conditions. */
static void read_expr(reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    int32_t left = t2s_sql_first(tree, node), word = t2s_sql_next(tree, left);
    int32_t right;
    bool negated = t2s_sql_says(tree, word, "NOT");
    int operator;
    if (!t2s_sql_is(tree, left, T2S_RULE_expr) || word == T2S_NO_NODE)
        return;
    if (negated)
        word = t2s_sql_next(tree, word);
    operator= operator_of(tree, word);
    right = t2s_sql_next(tree, word);
    if (operator<0)
        return;
    if (operator== T2SED_OPERATOR_IS && right == T2S_NO_NODE) {
        add_null(r, node, negated, left, word);
        return;
    }
    for (; operator== T2SED_OPERATOR_IS &&
         right != T2S_NO_NODE && !t2s_sql_is(tree, right, T2S_RULE_expr);
         right = t2s_sql_next(tree, right))
        negated |= t2s_sql_says(tree, right, "NOT");
    if (operator== T2SED_OPERATOR_IN) {
        compare_list(r, node, negated, left, right);
        return;
    }
    compare(r, node, operator, negated, left, right);
    if (operator== T2SED_OPERATOR_LIKE && !r->failed)
        r->out->list.at[r->out->list.count - 1].is_glob =
            !t2s_sql_says(tree, word, "LIKE");
    if (operator== T2SED_OPERATOR_BETWEEN)
        compare(r, node, operator, negated, left,
                t2s_sql_next(tree, t2s_sql_next(tree, right)));
}

/* USING (x): the columns of that name of the two tables last in sight. */
static void read_using(reader *r, int32_t name)
{
    t2s_sql_scopes *scopes = &r->out->scopes;
    int32_t scope = scopes->scope_of[name];
    int32_t found[2] = {T2S_NO_ITEM, T2S_NO_ITEM};
    t2s_sql_word word = t2s_sql_unquoted(scopes, name);
    side slot = {.operand = T2SED_OPERAND_COLUMN,
                 .name = T2S_NO_NODE,
                 .span = span_of(r, name)},
         value;
    for (int32_t i = scope < 0 ? -1 : scopes->scopes.at[scope].first;
         i >= 0 && t2s_sql_spend(scopes); i = scopes->relations.at[i].next) {
        int32_t column = t2s_resolve_name_in(scopes, i, word);
        if (column == T2S_NO_ITEM)
            continue;
        if (found[0] != T2S_NO_ITEM && found[1] != T2S_NO_ITEM)
            found[0] = found[1];
        found[found[0] != T2S_NO_ITEM] = column;
    }
    value = slot;
    value.span = NOWHERE;
    slot.column = found[0];
    value.column = found[1];
    add(r, name, T2SED_OPERATOR_EQUAL, false, &slot, &value);
}

/* ------------------------------------------------------------- the walk */

static void set_clause(reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    int32_t parent = tree->nodes[node].parent;
    r->clauses[node] = parent == T2S_NO_NODE ? -1 : r->clauses[parent];
    if (t2s_sql_is(tree, node, T2S_RULE_select_stmt) ||
        t2s_sql_is(tree, node, T2S_RULE_select_core))
        r->clauses[node] = -1;
    else if (t2s_sql_is(tree, node, T2S_RULE_join_constraint))
        r->clauses[node] = T2SED_CONDITION_JOIN;
    else if (t2s_sql_is(tree, node, T2S_RULE_where_clause))
        r->clauses[node] = T2SED_CONDITION_WHERE;
    else if (t2s_sql_says(tree, node, "HAVING") &&
             t2s_sql_is(tree, parent, T2S_RULE_group_by_clause))
        r->clauses[parent] = T2SED_CONDITION_HAVING;
    /* What CASE tells apart is no condition on rows. */
    if (t2s_sql_says(tree, node, "CASE"))
        r->clauses[parent] = -1;
}

static void read_node(reader *r, int32_t node)
{
    const t2s_node *at = &r->tree->nodes[node];
    if (at->text && at->text[0] == '\'') {
        t2s_sql_word word = t2s_sql_unquoted(&r->out->scopes, node);
        r->failed |= !word.at || !t2s_vector_push(&r->out->strings, word);
    }
    if (r->clauses[node] < 0)
        return;
    if (t2s_sql_is(r->tree, node, T2S_RULE_expr))
        read_expr(r, node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_column_name) &&
             t2s_sql_is(r->tree, at->parent, T2S_RULE_join_constraint))
        read_using(r, node);
}

static t2sed_status read(reader *r, const t2sed_schema *schema,
                         t2sed_error *err)
{
    const t2s_tree *tree = r->tree;
    t2s_sql_scopes *scopes = &r->out->scopes;
    t2sed_status status = t2s_sql_scopes_find(scopes, tree, schema, err);
    if (status != T2SED_OK)
        return status;
    r->clauses = t2s_alloc_array(tree->count, sizeof *r->clauses);
    if (!r->clauses)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < scopes->relations.count; i++)
        if (scopes->relations.at[i].origin == T2S_FROM_TABLE &&
            scopes->relations.at[i].table != T2S_NO_ITEM &&
            !t2s_vector_push(&r->out->tables, scopes->relations.at[i].table))
            return t2s_fail_memory(err);
    for (int32_t node = tree->root;
         node != T2S_NO_NODE && !r->failed && scopes->work > 0;
         node = t2s_tree_next(tree, tree->root, node)) {
        set_clause(r, node);
        read_node(r, node);
    }
    if (r->failed || scopes->failed)
        return t2s_fail_memory(err);
    if (scopes->work == 0)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: the names in the query refer to each other in "
                        "too many ways to be followed");
    return T2SED_OK;
}

t2sed_status t2s_conditions_read(t2s_conditions *conditions,
                                 const t2sed_sql *sql,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    reader r = {.out = conditions, .tree = &sql->full};
    t2sed_status status;
    memset(conditions, 0, sizeof *conditions);
    status = read(&r, schema, err);
    t2s_free(r.clauses);
    if (status != T2SED_OK)
        t2s_conditions_free(conditions);
    return status;
}

void t2s_conditions_free(t2s_conditions *conditions)
{
    t2s_vector_free(&conditions->list);
    t2s_vector_free(&conditions->tables);
    t2s_vector_free(&conditions->strings);
    t2s_sql_scopes_free(&conditions->scopes);
    t2s_arena_free(&conditions->arena);
}
