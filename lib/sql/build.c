#include "sql/build.h"

#include "base/string.h"
#include "sql/sql.h"

const char *const t2s_sql_rule_names[T2S_RULE_COUNT] = {
#define T2S_SQL_RULE(name) #name,
    T2S_SQL_RULES(T2S_SQL_RULE)
#undef T2S_SQL_RULE
};

t2s_sql_part t2s_sql_none(void)
{
    t2s_sql_part none = {T2S_NO_NODE, T2S_NO_NODE, 0, 0};
    return none;
}

static t2s_sql_part one(t2s_sql_build *build, int32_t node)
{
    t2s_sql_part part = t2s_sql_none();
    if (node == T2S_NO_NODE)
        build->status = T2SED_ENOMEM;
    part.first = part.last = node;
    return part;
}

t2s_sql_part t2s_sql_leaf(t2s_sql_build *build, t2s_sql_token token)
{
    if (!build->tree || build->status)
        return t2s_sql_none();
    return one(build, t2s_tree_add_terminal(
                          build->tree, build->text + token.begin,
                          token.end - token.begin, token.begin, token.end));
}

t2s_sql_part t2s_sql_leaf_of_two(t2s_sql_build *build, t2s_sql_token a,
                                 t2s_sql_token b)
{
    t2s_string text = {0};
    t2s_sql_part part;
    if (!build->tree || build->status)
        return t2s_sql_none();
    t2s_string_append_n(&text, build->text + a.begin, a.end - a.begin);
    t2s_string_append_char(&text, ' ');
    t2s_string_append_n(&text, build->text + b.begin, b.end - b.begin);
    part = one(build, text.failed
                          ? T2S_NO_NODE
                          : t2s_tree_add_terminal(build->tree, text.text,
                                                  text.length, a.begin, b.end));
    t2s_string_free(&text);
    return part;
}

t2s_sql_part t2s_sql_join(t2s_sql_build *build, const t2s_sql_part *parts,
                          size_t count)
{
    t2s_sql_part all = t2s_sql_none();
    if (!build->tree || build->status)
        return all;
    for (size_t i = 0; i < count; i++) {
        all.joined |= parts[i].joined;
        if (parts[i].level > all.level)
            all.level = parts[i].level;
        if (parts[i].first == T2S_NO_NODE)
            continue;
        if (all.first == T2S_NO_NODE)
            all.first = parts[i].first;
        else
            build->tree->nodes[all.last].next_sibling = parts[i].first;
        all.last = parts[i].last;
    }
    return all;
}

t2s_sql_part t2s_sql_node(t2s_sql_build *build, t2s_sql_rule rule,
                          const t2s_sql_part *parts, size_t count)
{
    t2s_sql_part children = t2s_sql_join(build, parts, count);
    t2s_sql_part node;
    if (!build->tree || build->status)
        return children;
    node = one(build, t2s_tree_add_nonterminal(build->tree,
                                               t2s_sql_rule_names[rule], 0, 0));
    if (build->status)
        return node;
    for (int32_t child = children.first, next; child != T2S_NO_NODE;
         child = next) {
        next = build->tree->nodes[child].next_sibling;
        t2s_tree_append(build->tree, node.first, child);
    }
    node.level = children.level;
    if (rule == T2S_RULE_expr || rule == T2S_RULE_table_or_subquery)
        node.level++;
    /* The innermost expression is on level 1, within no other. */
    if (node.level > T2S_SQL_MAX_NESTING + 1)
        build->status = T2SED_ELIMIT;
    return node;
}

t2s_sql_part t2s_sql_name(t2s_sql_build *build, t2s_sql_rule rule,
                          t2s_sql_token token)
{
    t2s_sql_part leaf = t2s_sql_leaf(build, token);
    t2s_sql_part any = t2s_sql_node(build, T2S_RULE_any_name, &leaf, 1);
    return t2s_sql_node(build, rule, &any, 1);
}

t2s_sql_part t2s_sql_lone_name(t2s_sql_build *build, t2s_sql_token token)
{
    const char *text = build->text + token.begin;
    size_t n = token.end - token.begin;
    t2s_sql_part part;
    if (t2s_casecmp_n(text, n, "TRUE", 4) == 0 ||
        t2s_casecmp_n(text, n, "FALSE", 5) == 0) {
        part = t2s_sql_leaf(build, token);
        part = t2s_sql_node(build, T2S_RULE_literal_value, &part, 1);
    } else {
        part = t2s_sql_name(build, T2S_RULE_column_name, token);
    }
    return t2s_sql_node(build, T2S_RULE_expr, &part, 1);
}
