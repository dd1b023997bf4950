/* Other values than those that were asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "lab/collect/mutation.h"

/* The terminal of a literal that a condition tests something against: a
 * number, 'x', or "x" that is no column; or T2S_NO_NODE. */
static int32_t literal(const t2s_mutation *m, int32_t expr)
{
    int32_t first = m->nodes[expr].first_child, word;
    char c;
    if (m->nodes[first].next_sibling != T2S_NO_NODE ||
        !(m->place[expr] & T2S_IN_CONDITION))
        return T2S_NO_NODE;
    word = t2s_sql_terminal(m->tree, first);
    c = m->nodes[word].text[0];
    if (t2s_is(m, first, T2S_RULE_literal_value))
        return c == '\'' || c == '"' || c == '.' || (c >= '0' && c <= '9')
                   ? word
                   : T2S_NO_NODE;
    return m->use_of[expr] < 0 && c == '"' &&
                   t2s_is(m, first, T2S_RULE_column_name)
               ? word
               : T2S_NO_NODE;
}

static double is_literal(t2s_mutation *m, int32_t expr)
{
    return literal(m, expr) != T2S_NO_NODE;
}

/* The column that a literal is compared with, or T2S_NO_ITEM. */
static int32_t compared_column(const t2s_mutation *m, int32_t expr)
{
    /* Beside it, or beside the list that it is a member of. */
    for (int level = 0; level < 2; level++) {
        expr = m->nodes[expr].parent;
        if (!t2s_is(m, expr, T2S_RULE_expr))
            break;
        t2s_tree_for_each_child (m->tree, expr, child)
            if (m->use_of[child] >= 0)
                return m->uses.at[m->use_of[child]].column;
    }
    return T2S_NO_ITEM;
}

/* A number near another, in its form. */
static const char *near_number(t2s_mutation *m, const char *text)
{
    double number = strtod(text, NULL), other;
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
    other = fabs(other);
    return t2s_text(m, "%.12g", whole ? floor(other) : other);
}

static bool is_quoted(const char *literal)
{
    return literal[0] == '\'' || literal[0] == '"';
}

/* Whether value i of a sample is what the literal says. */
static bool is_same(const char *literal, const t2sed_values *values, size_t i)
{
    const char *text = t2sed_values_text(values, i, NULL);
    size_t n = strlen(literal);
    if (is_quoted(literal))
        return n >= 2 && strlen(text) == n - 2 &&
               memcmp(text, literal + 1, n - 2) == 0;
    return strtod(text, NULL) == strtod(literal, NULL);
}

/* Another value of the column; NULL where none is known. */
static const char *other_value(t2s_mutation *m, const char *old, int32_t column)
{
    char quote = is_quoted(old) ? old[0] : 0;
    const t2sed_values *values = t2s_values_of(m, column);
    t2s_draw draw = T2S_DRAW(m);
    for (size_t i = 0; i < t2sed_values_count(values); i++)
        if (!is_same(old, values, i) &&
            (quote || t2sed_values_is_number(values, i)))
            t2s_draw_offer(&draw, (int32_t)i, 1);
    return draw.item < 0 ? NULL
                         : t2s_value_text(m, values, (size_t)draw.item, quote);
}

/* The same word in another case, or a pattern without its wildcards: what a
 * parser that never saw the values makes of them; or NULL. */
static const char *misspelled(t2s_mutation *m, const char *old)
{
    size_t n = strlen(old), begin = old[1] == '%' ? 2 : 1;
    size_t end = n - (n > 1 && old[n - 2] == '%' ? 2 : 1);
    char first = old[1], *text;
    if (n > 3 && (begin == 2 || end == n - 2))
        return t2s_text(m, "%c%.*s%c", old[0], (int)(end - begin), old + begin,
                        old[0]);
    if (n <= 2 || t2s_ascii_lower(first) < 'a' || t2s_ascii_lower(first) > 'z')
        return NULL;
    text = t2s_arena_strdup(&m->arena, old);
    if (!text) {
        m->failed = true;
        return NULL;
    }
    if (first >= 'a')
        text[1] = (char)(first - 'a' + 'A');
    else
        for (char *at = text; *at; at++)
            *at = t2s_ascii_lower(*at);
    return text;
}

static bool swap_value(t2s_mutation *m, int32_t expr)
{
    int32_t word = literal(m, expr), column = compared_column(m, expr);
    const char *old = m->nodes[word].text, *text = NULL;
    bool quoted = is_quoted(old), pattern = quoted && strchr(old, '%');
    if (column != T2S_NO_ITEM && !pattern && t2s_chance(m, quoted ? 0.85 : 0.5))
        text = other_value(m, old, column);
    if (!text)
        text = quoted ? misspelled(m, old) : near_number(m, old);
    return text && t2s_replace_node(m, word, "%s", text);
}

/* A LIMIT, or an ORDER BY without one. */
static double takes_limit(t2s_mutation *m, int32_t node)
{
    return t2s_is(m, node, T2S_RULE_limit_stmt) ||
           (t2s_is(m, node, T2S_RULE_order_by_stmt) &&
            t2s_child(m, m->nodes[node].parent, T2S_RULE_limit_stmt) ==
                T2S_NO_NODE);
}

static bool change_limit(t2s_mutation *m, int32_t node)
{
    int32_t expr = t2s_child(m, node, T2S_RULE_expr);
    long count;
    if (t2s_is(m, node, T2S_RULE_order_by_stmt))
        return t2s_insert_after(m, node, " %s %s", t2s_keyword(m, "LIMIT"),
                                t2s_chance(m, 0.7) ? "1" : "3");
    if (t2s_child(m, expr, T2S_RULE_literal_value) == T2S_NO_NODE)
        return false;
    count = strtol(m->nodes[t2s_sql_terminal(m->tree, expr)].text, NULL, 10);
    if (count < 1 || count > 100000)
        return false;
    if (count == 1)
        count = 2 + (long)t2s_random_below(m->random, 4);
    else if (t2s_chance(m, 0.6))
        count = 1;
    else
        count += t2s_chance(m, 0.5) ? 1 : -1;
    return t2s_replace_node(m, expr, "%ld", count);
}

const t2s_operation t2s_value_operations[] = {
    {"value", T2SED_MUTATION_VALUE, 1, T2S_OVER_NODES, T2S_RULE_expr,
     is_literal, swap_value},
    {"limit", T2SED_MUTATION_LIMIT, 0.7, T2S_OVER_NODES, T2S_RULE_COUNT,
     takes_limit, change_limit},
    {0},
};
