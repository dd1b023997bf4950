/* Conditions: another comparison, one less, one more, joined otherwise; and
 * other values than those that were asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "lab/collect/mutation.h"
#include "t2sed/parts/values.h"

static bool in_condition(const t2s_mutation *m, int32_t node)
{
    return m->place[node] & T2S_IN_CONDITION;
}

/* The terminal AND or OR of an expr that joins two conditions. */
static int32_t connective(const t2s_mutation *m, int32_t expr)
{
    int32_t word;
    if (!t2s_is(m, expr, T2S_RULE_expr) || !in_condition(m, expr) ||
        t2s_has_word(m, expr, "BETWEEN"))
        return T2S_NO_NODE;
    word = t2s_child_word(m, expr, "AND");
    return word != T2S_NO_NODE ? word : t2s_child_word(m, expr, "OR");
}

/* ---------------------------------------------------------- comparisons */

static const char *const comparisons[] = {
    "=", "!=", "<", "<=", ">", ">=", "<>", "=="};
enum { EQ, NE, LT, LE, GT, GE, COMPARISONS = 8 };

/* The terminal that compares two expressions; its kind in *kind. */
static int32_t comparison(const t2s_mutation *m, int32_t expr, int *kind)
{
    t2s_tree_for_each_child (m->tree, expr, child)
        for (int i = 0; i < COMPARISONS; i++)
            if (t2s_reads(m, child, comparisons[i])) {
                *kind = i == 6 ? NE : i == 7 ? EQ : i;
                return child;
            }
    return T2S_NO_NODE;
}

/* The literal 'x' or "x" on the right of a comparison, or T2S_NO_NODE. */
static int32_t text_operand(const t2s_mutation *m, int32_t expr)
{
    int32_t right = m->nodes[expr].last_child;
    int32_t word = t2s_sql_terminal(m->tree, right);
    char quote = m->nodes[word].text[0];
    return m->use_of[right] >= 0 || (quote != '\'' && quote != '"') ||
                   m->nodes[right].end != m->nodes[word].end
               ? T2S_NO_NODE
               : word;
}

static double compares_a_value(t2s_mutation *m, int32_t expr)
{
    int kind;
    return in_condition(m, expr) && comparison(m, expr, &kind) != T2S_NO_NODE &&
           m->use_of[m->nodes[expr].last_child] < 0;
}

static bool swap_comparison(t2s_mutation *m, int32_t expr)
{
    /* What one is taken for: near misses of number, and of text. */
    static const double weights[6][6] = {
        {0, 2, 1, .5, 1, .5}, {1, 0, 0, 0, 0, 0}, {0, 0, 0, 3, 2, 1},
        {0, 0, 3, 0, 1, 1},   {0, 0, 2, 1, 0, 3}, {0, 0, 1, 1, 3, 0}};
    t2s_draw other = T2S_DRAW(m);
    int kind = EQ;
    int32_t sign = comparison(m, expr, &kind), word = text_operand(m, expr);
    if (word != T2S_NO_NODE && kind == EQ && t2s_chance(m, 0.4)) {
        const t2s_node *at = &m->nodes[word];
        t2s_replace_node(m, sign, "%s", t2s_keyword(m, "LIKE"));
        return t2s_replace_node(m, word, "%c%%%.*s%%%c", at->text[0],
                                (int)(at->end - at->begin) - 2,
                                m->sql->text + at->begin + 1, at->text[0]);
    }
    for (int32_t i = 0; i < 6; i++)
        if (weights[kind][i] > 0 &&
            (word == T2S_NO_NODE || i <= NE || kind > NE))
            t2s_draw_offer(&other, i, weights[kind][i]);
    return t2s_replace_node(m, sign, "%s", comparisons[other.item]);
}

/* --------------------------------------------------- one less, one more */

static double is_condition(t2s_mutation *m, int32_t expr)
{
    int32_t parent = m->nodes[expr].parent;
    return parent != T2S_NO_NODE &&
           (connective(m, parent) != T2S_NO_NODE ||
            (t2s_is(m, parent, T2S_RULE_where_clause) &&
             connective(m, expr) == T2S_NO_NODE));
}

static bool drop_condition(t2s_mutation *m, int32_t expr)
{
    int32_t parent = m->nodes[expr].parent;
    const t2s_node *whole = &m->nodes[parent];
    if (t2s_is(m, parent, T2S_RULE_where_clause))
        return t2s_drop_node(m, parent);
    if (whole->first_child == expr)
        return t2s_drop(m, whole->begin, m->nodes[whole->last_child].begin);
    return t2s_drop(m, m->nodes[whole->first_child].end, whole->end);
}

/* A column to add a condition on: keys seldom make one. */
static double tested_weight(const t2s_mutation *m, int32_t relation,
                            int32_t column)
{
    return t2s_is_used(m, relation, column, T2S_IN_WHERE) ? 0
           : m->schema->columns[column].primary           ? 0.2
                                                          : 1;
}

/* "c = 'x'" for a column of the scope and a value that it has; or NULL. */
static const char *new_condition(t2s_mutation *m, int32_t scope)
{
    static const char *const signs[] = {"=", ">", "<", ">=", "<="};
    int32_t relation = t2s_draw_relation(m, scope);
    int32_t column = t2s_draw_column(m, relation, tested_weight);
    const t2sed_values *values =
        column == T2S_NO_ITEM ? NULL : t2s_values_of(m, column);
    const char *sign = "=";
    size_t i;
    if (!values)
        return NULL;
    i = (size_t)t2s_random_below(m->random, t2sed_values_count(values));
    if (t2sed_values_is_number(values, i))
        sign = signs[t2s_random_below(m->random, 5)];
    return t2s_text(m, "%s %s %s", t2s_column_text(m, relation, column), sign,
                    t2s_value_text(m, values, i, 0));
}

static bool add_condition(t2s_mutation *m, int32_t from)
{
    const char *test = new_condition(m, m->scopes.scope_of[from]);
    int32_t where = t2s_child(m, m->nodes[from].parent, T2S_RULE_where_clause);
    int32_t old;
    if (!test)
        return false;
    if (where == T2S_NO_NODE)
        return t2s_insert_after(m, from, " %s %s", t2s_keyword(m, "WHERE"),
                                test);
    old = m->nodes[where].last_child;
    if (t2s_has_word(m, old, "OR"))
        return t2s_replace_node(m, old, "(%.*s) %s %s", T2S_SPELLED(m, old),
                                t2s_keyword(m, "AND"), test);
    return t2s_insert_after(m, old, " %s %s", t2s_keyword(m, "AND"), test);
}

/* -------------------------------------------------------- AND, OR, NOT */

static double is_connected(t2s_mutation *m, int32_t expr)
{
    return connective(m, expr) != T2S_NO_NODE;
}

static bool swap_connective(t2s_mutation *m, int32_t expr)
{
    int32_t word = connective(m, expr);
    return t2s_replace_node(
        m, word, "%s",
        t2s_keyword(m, t2s_reads(m, word, "AND") ? "OR" : "AND"));
}

/* NOT, or a word beside which it can go and does not stand yet. */
static double takes_not(t2s_mutation *m, int32_t word)
{
    static const char *const words[] = {"IN", "LIKE", "BETWEEN", "IS",
                                        "EXISTS"};
    int32_t expr = m->nodes[word].parent;
    if (!in_condition(m, word))
        return 0;
    if (t2s_reads(m, word, "NOT"))
        return 2;
    if (t2s_is(m, expr, T2S_RULE_expr) && !t2s_has_word(m, expr, "NOT") &&
        t2s_child(m, m->nodes[expr].parent, T2S_RULE_unary_operator) ==
            T2S_NO_NODE)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (t2s_reads(m, word, words[i]))
                return 1;
    return 0;
}

static bool negate(t2s_mutation *m, int32_t word)
{
    int32_t parent = m->nodes[word].parent;
    if (t2s_reads(m, word, "NOT"))
        return t2s_drop_node(
            m, t2s_is(m, parent, T2S_RULE_unary_operator) ? parent : word);
    if (t2s_reads(m, word, "IS"))
        return t2s_insert_after(m, word, " %s", t2s_keyword(m, "NOT"));
    return t2s_insert_before(m, word, "%s ", t2s_keyword(m, "NOT"));
}

/* -------------------------------------------------------------- values */

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
        return c == '\'' || c == '"' || c == '.' || t2s_is_digit(c)
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

const t2s_operation t2s_condition_operations[] = {
    {"comparison", T2SED_MUTATION_COMPARISON, 1, T2S_OVER_NODES, T2S_RULE_expr,
     compares_a_value, swap_comparison},
    {"condition_drop", T2SED_MUTATION_CONDITION_DROP, 2, T2S_OVER_NODES,
     T2S_RULE_expr, is_condition, drop_condition},
    {"condition_add", T2SED_MUTATION_CONDITION_ADD, 1, T2S_OVER_NODES,
     T2S_RULE_from_clause, NULL, add_condition},
    {"connective", T2SED_MUTATION_CONNECTIVE, 0.7, T2S_OVER_NODES,
     T2S_RULE_expr, is_connected, swap_connective},
    {"negation", T2SED_MUTATION_NEGATION, 1, T2S_OVER_NODES, T2S_RULE_COUNT,
     takes_not, negate},
    {"value", T2SED_MUTATION_VALUE, 1, T2S_OVER_NODES, T2S_RULE_expr,
     is_literal, swap_value},
    {"limit", T2SED_MUTATION_LIMIT, 0.7, T2S_OVER_NODES, T2S_RULE_COUNT,
     takes_limit, change_limit},
    {0},
};
