/* forms.c - finds the forms of today's SQL in one walk over a query's tree. */
#include "facts/forms.h"

#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "facts/membership.h"
#include "sql/scope.h"

/* Nodes that are looked at below an aggregate or a SELECT; what lies deeper in
 * one that is larger is not found, which keeps nested ones from costing the
 * square of their number. */
#define MOST_BELOW 400

typedef struct finder {
    bool *has;
    const t2s_tree *tree;
    bool null_in_where; /* IS NULL in WHERE */
} finder;

/* The form that a function is by its name, or T2S_FORM_COUNT. */
static t2s_form form_of_function(const char *name)
{
    static const struct {
        t2s_form form;
        const char *names;
    } table[] = {
        {T2S_FORM_rank, "ROW_NUMBER RANK DENSE_RANK NTILE"},
        {T2S_FORM_neighbour, "LAG LEAD FIRST_VALUE LAST_VALUE NTH_VALUE"},
        {T2S_FORM_case, "IIF"},
        {T2S_FORM_fallback, "COALESCE IFNULL NULLIF"},
        {T2S_FORM_concatenation, "GROUP_CONCAT STRING_AGG"},
        {T2S_FORM_round, "ROUND"},
        {T2S_FORM_date,
         "DATE TIME DATETIME JULIANDAY STRFTIME UNIXEPOCH TIMEDIFF"},
        {T2S_FORM_text,
         "UPPER LOWER TRIM LTRIM RTRIM SUBSTR SUBSTRING REPLACE INSTR LENGTH"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (t2s_is_one_of(name, strlen(name), table[i].names))
            return table[i].form;
    return T2S_FORM_COUNT;
}

static bool is_number(const t2s_tree *tree, int32_t expr, double number)
{
    const char *text = t2s_sql_literal(tree, expr);
    char *end;
    double value;
    if (!text)
        return false;
    value = strtod(text, &end);
    return end != text && *end == '\0' && value == number;
}

static bool is_real_factor(const t2s_tree *tree, int32_t expr)
{
    const char *text = t2s_sql_literal(tree, expr);
    return text && strchr(text, '.') &&
           (is_number(tree, expr, 1) || is_number(tree, expr, 100));
}

/* Whether a node below `top`, but for what lies in a SELECT there, is CASE, IIF
 * or a comparison. */
static bool tells_apart(const t2s_tree *tree, int32_t top)
{
    int32_t node = t2s_tree_next(tree, top, top);
    for (int i = 0; i < MOST_BELOW && node != T2S_NO_NODE; i++) {
        t2s_sql_comparison of;
        if (t2s_sql_says(tree, node, "CASE") ||
            t2s_sql_calls(tree, node, "IIF") ||
            t2s_sql_compares(&of, tree, node))
            return true;
        node = t2s_sql_is(tree, node, T2S_RULE_select_stmt)
                   ? t2s_tree_after(tree, top, node)
                   : t2s_tree_next(tree, top, node);
    }
    return false;
}

static bool aggregates_below(const t2s_tree *tree, int32_t top)
{
    int32_t node = top;
    for (int i = 0; i < MOST_BELOW && node != T2S_NO_NODE; i++) {
        if (t2s_sql_aggregates(tree, node))
            return true;
        node = t2s_tree_next(tree, top, node);
    }
    return false;
}

static void read_function(finder *f, int32_t expr, const char *name)
{
    const t2s_tree *tree = f->tree;
    const t2s_form form = form_of_function(name);
    const int32_t over = t2s_sql_child(tree, expr, T2S_RULE_over_clause);
    if (form < T2S_FORM_COUNT)
        f->has[form] = true;
    if (over != T2S_NO_NODE) {
        const int32_t window = t2s_sql_child(tree, over, T2S_RULE_window_defn);
        f->has[T2S_FORM_window] = true;
        f->has[T2S_FORM_running] |=
            form == T2S_FORM_COUNT &&
            t2s_sql_child(tree, window, T2S_RULE_order_by_stmt) != T2S_NO_NODE;
    }
    f->has[T2S_FORM_conditional_aggregate] |=
        t2s_sql_child(tree, expr, T2S_RULE_filter_clause) != T2S_NO_NODE ||
        (t2s_sql_aggregates(tree, expr) && tells_apart(tree, expr));
}

static void read_arithmetic(finder *f, int32_t left, int32_t sign)
{
    const t2s_tree *tree = f->tree;
    const int32_t right = t2s_sql_next(tree, sign);
    const bool is_percent =
        is_number(tree, left, 100) || is_number(tree, right, 100);
    const bool is_real =
        is_real_factor(tree, left) || is_real_factor(tree, right);
    if (t2s_sql_says(tree, sign, "/")) {
        f->has[T2S_FORM_ratio] = true;
    } else if (t2s_sql_says(tree, sign, "*")) {
        f->has[T2S_FORM_percent] |= is_percent;
        f->has[T2S_FORM_product] |= !is_percent && !is_real;
    } else if (t2s_sql_says(tree, sign, "-")) {
        f->has[T2S_FORM_difference] = true;
    } else if (t2s_sql_says(tree, sign, "+")) {
        f->has[T2S_FORM_addition] = true;
    } else if (t2s_sql_says(tree, sign, "||")) {
        f->has[T2S_FORM_concatenation] = true;
    } else {
        return;
    }
    f->has[T2S_FORM_real] |= is_real;
}

static bool lies_in_where(const t2s_tree *tree, int32_t node)
{
    while (node != T2S_NO_NODE &&
           !t2s_sql_is(tree, node, T2S_RULE_select_core) &&
           !t2s_sql_is(tree, node, T2S_RULE_where_clause))
        node = tree->nodes[node].parent;
    return t2s_sql_is(tree, node, T2S_RULE_where_clause);
}

/* a IS NULL, a IS NOT NULL, a ISNULL... */
static void read_null_test(finder *f, int32_t expr, int32_t word)
{
    const t2s_tree *tree = f->tree;
    const int32_t behind = t2s_sql_next(tree, word);
    const bool negates = t2s_sql_says(tree, behind, "NOT");
    const bool with_null =
        t2s_sql_is_null(tree, negates ? t2s_sql_next(tree, behind) : behind);
    const bool is_test =
        t2s_sql_says(tree, word, "ISNULL") ||
        (t2s_sql_says(tree, word, "IS") && with_null && !negates);
    f->has[T2S_FORM_is_not_null] |=
        t2s_sql_says(tree, word, "NOTNULL") ||
        (t2s_sql_says(tree, word, "NOT") &&
         t2s_sql_says(tree, behind, "NULL")) ||
        (t2s_sql_says(tree, word, "IS") && with_null && negates);
    f->has[T2S_FORM_is_null] |= is_test;
    if (is_test && !f->null_in_where)
        f->null_in_where = lies_in_where(tree, expr);
}

static void read_comparison(finder *f, int32_t expr)
{
    const t2s_tree *tree = f->tree;
    t2s_sql_comparison of;
    if (!t2s_sql_compares(&of, tree, expr))
        return;
    f->has[T2S_FORM_compared_query] |=
        t2s_is_subquery(tree, of.left) || t2s_is_subquery(tree, of.right);
    f->has[T2S_FORM_compared_columns] |=
        t2s_sql_operates(tree, expr, "< > <= >=") &&
        t2s_sql_is_column(tree, of.left) && t2s_sql_is_column(tree, of.right);
}

static void read_expression(finder *f, int32_t expr)
{
    const t2s_tree *tree = f->tree;
    const int32_t first = t2s_sql_first(tree, expr);
    const int32_t second = t2s_sql_next(tree, first);
    const char *function = t2s_sql_function(tree, expr);
    t2s_membership membership;
    if (function) {
        read_function(f, expr, function);
    } else if (t2s_sql_says(tree, first, "CASE")) {
        f->has[T2S_FORM_case] = true;
    } else if (t2s_sql_says(tree, first, "CAST")) {
        const int32_t type = t2s_sql_terminal(
            tree, t2s_sql_child(tree, expr, T2S_RULE_type_name));
        f->has[T2S_FORM_cast] = true;
        f->has[T2S_FORM_real] |= t2s_sql_says(tree, type, "REAL") ||
                                 t2s_sql_says(tree, type, "FLOAT") ||
                                 t2s_sql_says(tree, type, "DOUBLE");
    } else if (t2s_sql_is(tree, first, T2S_RULE_expr) &&
               second != T2S_NO_NODE && t2s_tree_is_terminal(tree, second)) {
        read_arithmetic(f, first, second);
        read_null_test(f, expr, second);
    }
    membership = t2s_membership_of(tree, expr);
    f->has[T2S_FORM_semi_join] |= membership == T2S_MEMBERSHIP_IN;
    f->has[T2S_FORM_anti_join] |= membership == T2S_MEMBERSHIP_NOT_IN;
    read_comparison(f, expr);
}

/* How many expressions GROUP BY has, before HAVING. */
static int count_groups(const t2s_tree *tree, int32_t clause)
{
    int count = 0;
    t2s_for_each_group (tree, clause, term)
        count++;
    return count;
}

static void read_node(finder *f, int32_t node)
{
    const t2s_tree *tree = f->tree;
    if (t2s_sql_is(tree, node, T2S_RULE_expr)) {
        read_expression(f, node);
    } else if (t2s_sql_is(tree, node, T2S_RULE_partition_clause)) {
        f->has[T2S_FORM_partition] = true;
    } else if (t2s_sql_is(tree, node, T2S_RULE_common_table_stmt)) {
        f->has[T2S_FORM_with] = true;
    } else if (t2s_sql_is(tree, node, T2S_RULE_group_by_clause)) {
        f->has[T2S_FORM_group_2] |= count_groups(tree, node) > 1;
    } else if (t2s_sql_is(tree, node, T2S_RULE_join_operator)) {
        t2s_tree_for_each_child (tree, node, word)
            f->has[T2S_FORM_outer_join] |= t2s_sql_says(tree, word, "LEFT") ||
                                           t2s_sql_says(tree, word, "RIGHT") ||
                                           t2s_sql_says(tree, word, "FULL");
    } else if (t2s_sql_is(tree, node, T2S_RULE_compound_operator)) {
        const int32_t first = t2s_sql_first(tree, node);
        f->has[T2S_FORM_anti_join] |= t2s_sql_says(tree, first, "EXCEPT");
        f->has[T2S_FORM_union_all] |=
            t2s_sql_says(tree, t2s_sql_next(tree, first), "ALL");
    } else if (t2s_sql_is(tree, node, T2S_RULE_limit_stmt)) {
        t2s_tree_for_each_child (tree, node, word)
            f->has[T2S_FORM_offset] |= t2s_sql_says(tree, word, "OFFSET");
    }
}

/* A WITH table, or a SELECT in FROM, that aggregates, where another SELECT
 * aggregates, too. */
static bool aggregates_twice(const t2s_tree *tree)
{
    int count = 0;
    t2s_tree_for_each (tree, tree->root, node) {
        if (t2s_sql_is(tree, node, T2S_RULE_result_clause))
            count += aggregates_below(tree, node);
    }
    return count > 1;
}

void t2s_forms_read(bool has[T2S_FORM_COUNT], const t2s_tree *tree)
{
    finder f = {.has = has, .tree = tree};
    memset(has, 0, T2S_FORM_COUNT * sizeof *has);
    if (tree->root == T2S_NO_NODE)
        return;
    t2s_tree_for_each (tree, tree->root, node)
        read_node(&f, node);
    /* All rows of one side, or those that the other side lacks. */
    if (has[T2S_FORM_outer_join] && f.null_in_where) {
        has[T2S_FORM_outer_join] = has[T2S_FORM_is_null] = false;
        has[T2S_FORM_anti_join] = true;
    }
    has[T2S_FORM_nested_aggregate] = aggregates_twice(tree);
}
