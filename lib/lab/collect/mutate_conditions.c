/* Conditions: another comparison, one less, one more, joined otherwise. */
#include <string.h>

#include "base/string.h"
#include "lab/collect/operations.h"

static bool in_condition(const t2s_mutation *m, int32_t node)
{
    return m->place[node] == T2S_IN_WHERE || m->place[node] == T2S_IN_HAVING;
}

/* The terminal AND or OR of an expr that joins two conditions. */
static int32_t connective(const t2s_mutation *m, int32_t expr)
{
    int32_t word;
    if (!t2s_node_is(m, expr, T2S_RULE_expr) || !in_condition(m, expr) ||
        t2s_child_word(m, expr, "BETWEEN") != T2S_NO_NODE)
        return T2S_NO_NODE;
    word = t2s_child_word(m, expr, "AND");
    return word != T2S_NO_NODE ? word : t2s_child_word(m, expr, "OR");
}

static const char *const comparisons[] = {
    "=", "!=", "<", "<=", ">", ">=", "<>", "=="};
enum { EQ, NE, LT, LE, GT, GE, COMPARISONS = 8 };

/* The terminal that compares two expressions; its kind in *kind. */
static int32_t comparison(const t2s_mutation *m, int32_t expr, int32_t *kind)
{
    t2s_tree_for_each_child (m->tree, expr, child)
        for (int32_t i = 0; i < COMPARISONS; i++)
            if (t2s_node_reads(m, child, comparisons[i])) {
                *kind = i == 6 ? NE : i == 7 ? EQ : i;
                return child;
            }
    return T2S_NO_NODE;
}

/* The literal 'x' or "x" on the right of a comparison, or T2S_NO_NODE. */
static int32_t text_operand(const t2s_mutation *m, int32_t expr)
{
    int32_t right = m->tree->nodes[expr].last_child;
    int32_t word = t2s_sql_terminal(m->tree, right);
    char quote = m->tree->nodes[word].text[0];
    if (m->use_of[right] >= 0 || (quote != '\'' && quote != '"') ||
        m->tree->nodes[right].end != m->tree->nodes[word].end)
        return T2S_NO_NODE;
    return word;
}

bool t2s_mutate_comparison(t2s_mutation *m)
{
    /* What one is taken for: near misses of number, and of text. */
    static const double number[6][6] = {
        {0, 2, 1, .5, 1, .5}, {1, 0, 0, 0, 0, 0}, {0, 0, 0, 3, 2, 1},
        {0, 0, 3, 0, 1, 1},   {0, 0, 2, 1, 0, 3}, {0, 0, 1, 1, 3, 0}};
    t2s_draw draw = T2S_DRAW(m), other = T2S_DRAW(m);
    int32_t kind = 0, sign, word;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_expr) && in_condition(m, node) &&
            comparison(m, node, &kind) != T2S_NO_NODE &&
            m->use_of[m->tree->nodes[node].last_child] < 0)
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    sign = comparison(m, draw.item, &kind);
    word = text_operand(m, draw.item);
    if (word != T2S_NO_NODE && kind == EQ && t2s_chance(m, 0.4)) {
        const t2s_node *at = &m->tree->nodes[word];
        t2s_replace_node(m, sign, "%s", t2s_keyword(m, "LIKE"));
        t2s_replace_node(m, word, "%c%%%.*s%%%c", at->text[0],
                         (int)(at->end - at->begin) - 2,
                         m->sql->text + at->begin + 1, at->text[0]);
        return true;
    }
    for (int32_t i = 0; i < 6; i++)
        if (number[kind][i] > 0 &&
            (word == T2S_NO_NODE || i <= NE || kind > NE))
            t2s_draw_offer(&other, i, number[kind][i]);
    t2s_replace_node(m, sign, "%s", comparisons[other.item]);
    return true;
}

bool t2s_mutate_condition_drop(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    const t2s_node *nodes = m->tree->nodes;
    int32_t parent;
    t2s_for_each_node (m, node) {
        parent = nodes[node].parent;
        if (parent == T2S_NO_NODE || !t2s_node_is(m, node, T2S_RULE_expr))
            continue;
        if (connective(m, parent) != T2S_NO_NODE)
            t2s_draw_offer(&draw, node, 1);
        else if (t2s_node_is(m, parent, T2S_RULE_where_clause) &&
                 connective(m, node) == T2S_NO_NODE)
            t2s_draw_offer(&draw, node, 1);
    }
    if (draw.item < 0)
        return false;
    parent = nodes[draw.item].parent;
    if (t2s_node_is(m, parent, T2S_RULE_where_clause))
        t2s_drop_node(m, parent);
    else if (nodes[parent].first_child == draw.item)
        t2s_drop(m, nodes[parent].begin, nodes[nodes[parent].last_child].begin);
    else
        t2s_drop(m, nodes[nodes[parent].first_child].end, nodes[parent].end);
    return true;
}

bool t2s_mutate_connective(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t word;
    t2s_for_each_node (m, node)
        if (connective(m, node) != T2S_NO_NODE)
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    word = connective(m, draw.item);
    t2s_replace_node(
        m, word, "%s",
        t2s_keyword(m, t2s_node_reads(m, word, "AND") ? "OR" : "AND"));
    return true;
}

/* Whether NOT can go to a test: beside its word, and not there yet. */
static bool is_plain_test(const t2s_mutation *m, int32_t word)
{
    static const char *const words[] = {"IN", "LIKE", "BETWEEN", "IS",
                                        "EXISTS"};
    int32_t expr = m->tree->nodes[word].parent, around;
    if (!in_condition(m, word) || !t2s_node_is(m, expr, T2S_RULE_expr) ||
        t2s_child_word(m, expr, "NOT") != T2S_NO_NODE)
        return false;
    around =
        t2s_child_rule(m, m->tree->nodes[expr].parent, T2S_RULE_unary_operator);
    if (around != T2S_NO_NODE)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (t2s_node_reads(m, word, words[i]))
            return true;
    return false;
}

bool t2s_mutate_negation(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t parent, word;
    t2s_for_each_node (m, node)
        if (t2s_node_reads(m, node, "NOT") && in_condition(m, node))
            t2s_draw_offer(&draw, node, 2);
        else if (is_plain_test(m, node))
            t2s_draw_offer(&draw, node, 1);
    word = draw.item;
    if (word < 0)
        return false;
    parent = m->tree->nodes[word].parent;
    if (!t2s_node_reads(m, word, "NOT")) {
        if (t2s_node_reads(m, word, "IS"))
            t2s_insert_after(m, word, " %s", t2s_keyword(m, "NOT"));
        else
            t2s_insert_before(m, word, "%s ", t2s_keyword(m, "NOT"));
    } else if (t2s_node_is(m, parent, T2S_RULE_unary_operator)) {
        t2s_drop_node(m, parent);
    } else {
        t2s_drop_node(m, word);
    }
    return true;
}

/* " = 'x'" for a value that the column has. */
static const char *new_test(t2s_mutation *m, int32_t column)
{
    static const char *const signs[] = {"=", ">", "<", ">=", "<="};
    const t2sed_values *values = NULL;
    size_t i;
    if (t2s_column_values_get(&values, m->values, column) != T2SED_OK)
        m->failed = true;
    if (!values)
        return NULL;
    i = (size_t)t2s_random_below(m->random, t2sed_values_count(values));
    return t2s_text(m, "%s %s",
                    t2sed_values_is_number(values, i)
                        ? signs[t2s_random_below(m->random, 5)]
                        : "=",
                    t2s_value_text(m, values, i, 0));
}

/* A column to add a condition on: keys seldom make one. */
static int32_t draw_tested(t2s_mutation *m, int32_t relation)
{
    const t2s_table *table =
        &m->schema->tables[t2s_relation_table(m, relation)];
    t2s_draw draw = T2S_DRAW(m);
    for (int32_t i = 0; i < table->column_count; i++) {
        int32_t column = table->first_column + i;
        if (!t2s_is_used(m, relation, column, T2S_PLACE(T2S_IN_WHERE)))
            t2s_draw_offer(&draw, column,
                           m->schema->columns[column].primary ? 0.2 : 1);
    }
    return draw.item;
}

bool t2s_mutate_condition_add(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t relation, column, where, from, old;
    const char *test;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_from_clause))
            t2s_draw_offer(&draw, node, 1);
    from = draw.item;
    relation = from < 0 ? -1 : t2s_pick_relation(m, m->scopes.scope_of[from]);
    column = relation < 0 ? T2S_NO_ITEM : draw_tested(m, relation);
    test = column == T2S_NO_ITEM ? NULL : new_test(m, column);
    if (!test)
        return false;
    test = t2s_text(m, "%s %s", t2s_column_text(m, relation, column), test);
    where =
        t2s_child_rule(m, m->tree->nodes[from].parent, T2S_RULE_where_clause);
    if (where == T2S_NO_NODE) {
        t2s_insert_after(m, from, " %s %s", t2s_keyword(m, "WHERE"), test);
        return true;
    }
    old = m->tree->nodes[where].last_child;
    if (t2s_child_word(m, old, "OR") != T2S_NO_NODE)
        t2s_replace_node(m, old, "(%.*s) %s %s", T2S_SPELLED(m, old),
                         t2s_keyword(m, "AND"), test);
    else
        t2s_insert_after(m, old, " %s %s", t2s_keyword(m, "AND"), test);
    return true;
}
