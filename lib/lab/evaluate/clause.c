#include "lab/evaluate/clause.h"

#include <string.h>

#include "base/memory.h"

int32_t t2s_clause_find(const t2sed_sql *sql, t2s_sql_rule rule)
{
    const t2s_tree *tree = &sql->full;
    int32_t found = T2S_NO_NODE;
    t2s_tree_for_each_child (tree, tree->root, child) {
        if (tree->nodes[child].label == t2s_sql_rule_names[rule])
            found = child;
        else if (tree->nodes[child].label == T2S_SQL_LABEL(select_core))
            found = T2S_NO_NODE; /* it stood before a compound operator */
    }
    return found;
}

/* The next terminal of the clause that is not ASC, or T2S_NO_NODE. */
static int32_t next_word(const t2s_tree *tree, int32_t clause, int32_t node)
{
    for (node = t2s_tree_next(tree, clause, node); node != T2S_NO_NODE;
         node = t2s_tree_next(tree, clause, node)) {
        const t2s_node *n = &tree->nodes[node];
        if (!t2s_tree_is_terminal(tree, node))
            continue;
        if (tree->nodes[n->parent].label != T2S_SQL_LABEL(asc_desc) ||
            t2s_casecmp_n(n->text, n->text_length, "ASC", 3) != 0)
            break;
    }
    return node;
}

bool t2s_clause_same(const t2sed_sql *a, const t2sed_sql *b, t2s_sql_rule rule)
{
    int32_t x = t2s_clause_find(a, rule), y = t2s_clause_find(b, rule);
    int32_t at_x = x, at_y = y;
    if (x == T2S_NO_NODE || y == T2S_NO_NODE)
        return false;
    do {
        const t2s_node *m, *n;
        at_x = next_word(&a->full, x, at_x);
        at_y = next_word(&b->full, y, at_y);
        if (at_x == T2S_NO_NODE || at_y == T2S_NO_NODE)
            break;
        m = &a->full.nodes[at_x];
        n = &b->full.nodes[at_y];
        if (t2s_casecmp_n(m->text, m->text_length, n->text, n->text_length) !=
            0)
            return false;
    } while (true);
    return at_x == at_y; /* both at the end */
}

char *t2s_clause_blank(const t2sed_sql *sql, int32_t clause)
{
    const t2s_node *node = &sql->full.nodes[clause];
    char *text = t2s_strndup(sql->text, sql->length);
    if (text)
        memset(text + node->begin, ' ', node->end - node->begin);
    return text;
}
