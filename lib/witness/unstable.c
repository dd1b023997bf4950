#include "witness/unstable.h"

#include <string.h>

#include "sql/scope.h"

/* --- random() and the clock --- */

static bool is_word(const t2s_tree *tree, int32_t node, const char *list)
{
    return node != T2S_NO_NODE &&
           t2s_is_one_of(tree->nodes[node].text, tree->nodes[node].text_length,
                         list);
}

/* Reads a terminal and the four behind it. */
static void read_terminal(t2s_unstable *out, const t2s_tree *tree,
                          const int32_t at[4])
{
    const bool is_called = is_word(tree, at[1], "(");
    out->is_random |= is_called && is_word(tree, at[0], "random randomblob");
    /* A call without a time is one of the present. */
    out->reads_clock |=
        is_word(tree, at[0],
                "'now' current_date current_time current_timestamp") ||
        (is_called && is_word(tree, at[2], ")") &&
         is_word(tree, at[0], "date time datetime julianday unixepoch")) ||
        (is_called && is_word(tree, at[3], ")") &&
         is_word(tree, at[0], "strftime"));
}

t2s_unstable t2s_unstable_read(const t2sed_sql *sql)
{
    const t2s_tree *tree = &sql->full;
    t2s_unstable found = {0};
    int32_t at[4] = {T2S_NO_NODE, T2S_NO_NODE, T2S_NO_NODE, T2S_NO_NODE};
    int32_t node = tree->root;
    for (int left = 4; left > 0;) {
        while (node != T2S_NO_NODE && !tree->nodes[node].text)
            node = t2s_tree_next(tree, tree->root, node);
        memmove(at, at + 1, 3 * sizeof *at);
        at[3] = node;
        if (at[0] != T2S_NO_NODE)
            read_terminal(&found, tree, at);
        if (node == T2S_NO_NODE)
            left--;
        else
            node = t2s_tree_next(tree, tree->root, node);
    }
    return found;
}

/* --- ties --- */

/* Whether the window of an ORDER BY is one of a function that numbers rows. */
static bool numbers_rows(const t2s_tree *tree, int32_t order)
{
    int32_t node = tree->nodes[order].parent;
    while (node != T2S_NO_NODE && !t2s_sql_is(tree, node, T2S_RULE_expr))
        node = tree->nodes[node].parent;
    for (; node != T2S_NO_NODE && !tree->nodes[node].text;)
        node = tree->nodes[node].first_child;
    return is_word(tree, node, "row_number ntile lag lead first_value");
}

bool t2s_append_untied(t2s_string *out, const t2sed_sql *sql)
{
    const t2s_tree *tree = &sql->full;
    size_t written = 0;
    for (int32_t i = tree->root; i != T2S_NO_NODE;
         i = t2s_tree_next(tree, tree->root, i)) {
        if (!t2s_sql_is(tree, i, T2S_RULE_order_by_stmt) ||
            !(t2s_sql_is(tree, tree->nodes[i].parent, T2S_RULE_select_stmt) ||
              numbers_rows(tree, i)))
            continue;
        /* Those in the terms of another one end before it. */
        if (tree->nodes[i].end < written)
            continue;
        t2s_string_append_n(out, sql->text + written,
                            tree->nodes[i].end - written);
        t2s_string_append(out, ", " T2S_TIE_FUNCTION "()");
        written = tree->nodes[i].end;
    }
    if (written)
        t2s_string_append_n(out, sql->text + written, sql->length - written);
    return written > 0;
}
