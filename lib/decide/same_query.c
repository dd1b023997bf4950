#include "decide/same_query.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "sql/rules.h"
#include "sql/sql.h"

/* What a node says. */
typedef struct meaning {
    uint64_t number;
    /* Where operands may change places: the sum of their numbers, which loses
     * their order; those of a chain such as a AND b AND c all count alike. */
    int swaps; /* the operator's place below, from 1; or 0 */
    uint64_t operands;
} meaning;

static uint64_t number_text(const t2s_node *node)
{
    const bool exact = node->text_length && node->text[0] == '\'';
    uint64_t hash = T2S_HASH_START;
    for (uint32_t i = 0; i < node->text_length; i++)
        hash = t2s_hash_step(
            hash, (unsigned char)(exact ? node->text[i]
                                        : t2s_ascii_lower(node->text[i])));
    return t2s_hash_mix(hash);
}

/* Operators whose operands may change places; the first of them make chains. */
static const char *const operators[] = {"AND", "OR", "+", "*", "=", "!=", "IS"};
#define CHAIN_OPERATORS 4

/* The place of an expression's operator in that list, from 1; or 0. */
static int operator_of(const t2s_tree *tree, int32_t node)
{
    const t2s_node *middle;
    if (tree->nodes[node].label != T2S_SQL_LABEL(expr) ||
        t2s_tree_child_count(tree, node) != 3)
        return 0;
    middle =
        &tree->nodes[tree->nodes[tree->nodes[node].first_child].next_sibling];
    for (int i = 0;
         middle->text && i < (int)(sizeof operators / sizeof *operators); i++)
        if (t2s_casecmp(middle->text, operators[i]) == 0)
            return i + 1;
    return 0;
}

/* Whether the order of the node's children says nothing. The view has no
 * terminals in operators of inner joins. */
static bool is_set(const t2s_tree *tree, int32_t node)
{
    const char *label = tree->nodes[node].label;
    if (label == T2S_SQL_LABEL(join_clause)) {
        t2s_tree_for_each_child (tree, node, child)
            if (tree->nodes[child].label == T2S_SQL_LABEL(join_operator) &&
                tree->nodes[child].first_child != T2S_NO_NODE)
                return false;
        return true;
    }
    return label == T2S_SQL_LABEL(result_clause) ||
           label == T2S_SQL_LABEL(group_by_clause);
}

/* What a node with children says; they come before. */
static meaning combine(const t2s_tree *tree, int32_t node,
                       const meaning *meanings)
{
    const t2s_node *n = &tree->nodes[node];
    const bool set = is_set(tree, node);
    meaning m = {T2S_HASH_START, operator_of(tree, node), 0};
    if (n->first_child != T2S_NO_NODE && n->first_child == n->last_child)
        return meanings[n->first_child];
    t2s_tree_for_each_child (tree, node, child) {
        const meaning *c = &meanings[child];
        if (m.swaps && m.swaps <= CHAIN_OPERATORS && c->swaps == m.swaps)
            m.operands += c->operands;
        else if (m.swaps || set)
            m.operands += c->number;
        else
            m.number = t2s_hash_step(m.number, c->number);
    }
    m.number = t2s_hash_step(m.number, m.operands);
    m.number = t2s_hash_mix(
        t2s_hash_bytes(m.number, n->label, n->label ? strlen(n->label) : 0));
    return m;
}

static t2sed_status number_tree(uint64_t *out, const t2s_tree *tree,
                                t2sed_error *err)
{
    meaning *meanings = t2s_alloc_array(tree->count, sizeof *meanings);
    if (!meanings)
        return t2s_fail_memory(err);
    /* In the view's pre-order children have higher numbers. */
    for (int32_t i = (int32_t)tree->count - 1; i >= 0; i--)
        meanings[i] = t2s_tree_is_terminal(tree, i)
                          ? (meaning){number_text(&tree->nodes[i]), 0, 0}
                          : combine(tree, i, meanings);
    *out = meanings[tree->root].number;
    t2s_free(meanings);
    return T2SED_OK;
}

t2sed_status t2s_same_query_number(uint64_t *out, const t2sed_sql *sql,
                                   const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_sql_view_options view = T2SED_SQL_VIEW_OPTIONS_INIT;
    t2s_tree tree = T2S_TREE_EMPTY;
    t2sed_status status;
    view.collapse_unary = 0;
    view.keep_join_constraints = 1;
    view.resolve_aliases = 1;
    view.plain_style = 1;
    status = t2s_sql_view(&tree, sql, &view, schema, err);
    if (status == T2SED_ELIMIT) {
        /* A hostile query: names stay as they are. */
        view.resolve_aliases = 0;
        view.plain_style = 0;
        status = t2s_sql_view(&tree, sql, &view, NULL, err);
    }
    if (status == T2SED_OK)
        status = number_tree(out, &tree, err);
    t2s_tree_free(&tree);
    return status;
}
