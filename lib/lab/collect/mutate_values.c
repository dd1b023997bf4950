/* Other values than those that were asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "lab/collect/operations.h"

/* The terminal of a literal that a condition tests something against: a
 * number, 'x', or "x" that is no column; or T2S_NO_NODE. */
static int32_t literal(const t2s_mutation *m, int32_t expr)
{
    int32_t first = m->tree->nodes[expr].first_child, word;
    char c;
    if (!t2s_node_is(m, expr, T2S_RULE_expr) ||
        m->tree->nodes[first].next_sibling != T2S_NO_NODE ||
        (m->place[expr] != T2S_IN_WHERE && m->place[expr] != T2S_IN_HAVING))
        return T2S_NO_NODE;
    word = t2s_sql_terminal(m->tree, first);
    c = m->tree->nodes[word].text[0];
    if (t2s_node_is(m, first, T2S_RULE_literal_value))
        return c == '\'' || c == '"' || c == '.' || (c >= '0' && c <= '9')
                   ? word
                   : T2S_NO_NODE;
    return m->use_of[expr] < 0 && c == '"' &&
                   t2s_node_is(m, first, T2S_RULE_column_name)
               ? word
               : T2S_NO_NODE;
}

/* The column that a literal is compared with, or T2S_NO_ITEM. */
static int32_t compared_column(const t2s_mutation *m, int32_t expr)
{
    /* Beside it, or beside the list that it is a member of. */
    for (int level = 0; level < 2; level++) {
        expr = m->tree->nodes[expr].parent;
        if (!t2s_node_is(m, expr, T2S_RULE_expr))
            break;
        t2s_tree_for_each_child (m->tree, expr, child)
            if (t2s_node_is(m, child, T2S_RULE_expr) && m->use_of[child] >= 0)
                return m->uses.at[m->use_of[child]].column;
    }
    return T2S_NO_ITEM;
}

/* A number near another, in its form. */
static const char *near_number(t2s_mutation *m, const char *text)
{
    double number = strtod(text, NULL), other = number;
    bool whole = number == floor(number) && fabs(number) < 1e12;
    switch (t2s_random_below(m->random, 6)) {
    case 0:
        other = number + 1;
        break;
    case 1:
        other = number - 1;
        break;
    case 2:
        other = number * 10;
        break;
    case 3:
        other = whole && fabs(number) >= 20 ? floor(number / 10) : number / 2;
        break;
    case 4:
        other = 1 + (double)t2s_random_below(m->random, 5);
        break;
    default:
        other = number * 2;
    }
    if (other < 0)
        other = -other;
    return t2s_text(m, "%.12g", whole ? floor(other) : other);
}

/* Whether value i of a sample is what the literal says. */
static bool is_same(const char *literal, const t2sed_values *values, size_t i)
{
    const char *text = t2sed_values_text(values, i, NULL);
    size_t n = strlen(literal);
    if (literal[0] == '\'' || literal[0] == '"')
        return n >= 2 && strlen(text) == n - 2 &&
               memcmp(text, literal + 1, n - 2) == 0;
    return strtod(text, NULL) == strtod(literal, NULL);
}

/* Another value of the column; NULL where none is known. */
static const char *other_value(t2s_mutation *m, const char *old, int32_t column)
{
    char quote = old[0] == '\'' || old[0] == '"' ? old[0] : 0;
    const t2sed_values *values = NULL;
    t2s_draw draw = T2S_DRAW(m);
    if (t2s_column_values_get(&values, m->values, column) != T2SED_OK)
        m->failed = true;
    for (size_t i = 0; values && i < t2sed_values_count(values); i++)
        if (!is_same(old, values, i) &&
            (quote || t2sed_values_is_number(values, i)))
            t2s_draw_offer(&draw, (int32_t)i, 1);
    return draw.item < 0 ? NULL
                         : t2s_value_text(m, values, (size_t)draw.item, quote);
}

/* The same word in another case, or a pattern without its wildcards: what a
 * parser that never saw the values makes of them. */
static const char *misspelled(t2s_mutation *m, const char *old)
{
    char *text = t2s_arena_strdup(&m->arena, old);
    size_t n = strlen(old);
    if (!text) {
        m->failed = true;
        return old;
    }
    if (n > 3 && (text[1] == '%' || text[n - 2] == '%')) {
        size_t begin = text[1] == '%' ? 2 : 1;
        size_t end = text[n - 2] == '%' ? n - 2 : n - 1;
        return t2s_text(m, "%c%.*s%c", old[0], (int)(end - begin), old + begin,
                        old[0]);
    }
    if (n > 2 && text[1] >= 'A' && text[1] <= 'Z') {
        for (char *at = text; *at; at++)
            *at = t2s_ascii_lower(*at);
        return text;
    }
    if (n > 2 && text[1] >= 'a' && text[1] <= 'z') {
        text[1] = (char)(text[1] - 'a' + 'A');
        return text;
    }
    return NULL;
}

bool t2s_mutate_value(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    const char *old, *text = NULL;
    int32_t word, column;
    t2s_for_each_node (m, node)
        if (t2s_node_is(m, node, T2S_RULE_expr) &&
            literal(m, node) != T2S_NO_NODE)
            t2s_draw_offer(&draw, node, 1);
    if (draw.item < 0)
        return false;
    word = literal(m, draw.item);
    old = m->tree->nodes[word].text;
    column = compared_column(m, draw.item);
    if (old[0] != '\'' && old[0] != '"') {
        if (column != T2S_NO_ITEM && t2s_chance(m, 0.5))
            text = other_value(m, old, column);
        if (!text)
            text = near_number(m, old);
    } else {
        bool pattern = strchr(old, '%') != NULL;
        if (column != T2S_NO_ITEM && !pattern && t2s_chance(m, 0.85))
            text = other_value(m, old, column);
        if (!text)
            text = misspelled(m, old);
    }
    if (text)
        t2s_replace_node(m, word, "%s", text);
    return text != NULL;
}

bool t2s_mutate_limit(t2s_mutation *m)
{
    t2s_draw draw = T2S_DRAW(m);
    int32_t expr;
    long count;
    t2s_for_each_node (m, node) {
        int32_t parent = m->tree->nodes[node].parent;
        if (t2s_node_is(m, node, T2S_RULE_limit_stmt))
            t2s_draw_offer(&draw, node, 1);
        else if (t2s_node_is(m, node, T2S_RULE_order_by_stmt) &&
                 t2s_child_rule(m, parent, T2S_RULE_limit_stmt) == T2S_NO_NODE)
            t2s_draw_offer(&draw, node, 1);
    }
    if (draw.item < 0)
        return false;
    if (t2s_node_is(m, draw.item, T2S_RULE_order_by_stmt)) {
        t2s_insert_after(m, draw.item, " %s %s", t2s_keyword(m, "LIMIT"),
                         t2s_chance(m, 0.7) ? "1" : "3");
        return true;
    }
    expr = t2s_child_rule(m, draw.item, T2S_RULE_expr);
    if (t2s_child_rule(m, expr, T2S_RULE_literal_value) == T2S_NO_NODE)
        return false;
    count =
        strtol(m->tree->nodes[t2s_sql_terminal(m->tree, expr)].text, NULL, 10);
    if (count < 1 || count > 100000)
        return false;
    if (count == 1)
        count = 2 + (long)t2s_random_below(m->random, 4);
    else if (t2s_chance(m, 0.6))
        count = 1;
    else
        count += t2s_chance(m, 0.5) ? 1 : -1;
    t2s_replace_node(m, expr, "%ld", count);
    return true;
}
