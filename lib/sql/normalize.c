#include <string.h>

#include <utf8proc.h>

#include "base/memory.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "sql/resolve.h"
#include "sql/rules.h"

/* Appends text in lower case, character by character. */
static void append_lower(t2s_string *out, const char *text, size_t n)
{
    for (size_t at = 0, length; at < n; at += length) {
        char bytes[4];
        uint32_t character = t2s_utf8_decode(text + at, n - at, &length);
        utf8proc_int32_t lower = utf8proc_tolower((utf8proc_int32_t)character);
        t2s_string_append_n(out, bytes,
                            t2s_utf8_encode((uint32_t)lower, bytes));
    }
}

/* "it's ""here""" becomes 'it''s "here"'.. */
static void requote(t2s_string *out, const char *text, size_t n)
{
    t2s_string_clear(out);
    t2s_string_append_char(out, '\'');
    for (size_t at = 1; at + 1 < n; at++) {
        t2s_string_append_char(out, text[at]);
        if (text[at] == '\'')
            t2s_string_append_char(out, '\'');
        if (text[at] == '"')
            at++;
    }
    t2s_string_append_char(out, '\'');
}

/* Marks the terminals that ASC is to follow: the last ones of ordering terms
 * that say neither ASC nor DESC. */
static void mark_orders(bool *asc_after, const t2s_tree *tree)
{
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        int32_t last = tree->nodes[node].first_child, next;
        if (tree->nodes[node].label != T2S_SQL_LABEL(ordering_term))
            continue;
        next = tree->nodes[last].next_sibling;
        if (next != T2S_NO_NODE &&
            tree->nodes[next].label == T2S_SQL_LABEL(asc_desc))
            continue;
        while (tree->nodes[last].last_child != T2S_NO_NODE)
            last = tree->nodes[last].last_child;
        asc_after[last] = true;
    }
}

static void append_terminal(t2s_string *out, const char *text, bool is_function,
                            bool keep_quoted_case, t2s_string *scratch)
{
    size_t n = strlen(text);
    char quote = text[0];
    if (quote == '"' && !is_function) { /* 'f'(x) would be no call */
        requote(scratch, text, n);
        out->failed = out->failed || scratch->failed;
        if (scratch->failed)
            return;
        text = scratch->text;
        n = scratch->length;
    }
    if (keep_quoted_case && (quote == '"' || quote == '\''))
        t2s_string_append_n(out, text, n);
    else
        append_lower(out, text, n);
}

/* Whether a terminal is the name of a function: (function_name (any_name f)) */
static bool is_function(const t2s_tree *tree, int32_t terminal)
{
    int32_t name = tree->nodes[terminal].parent;
    return name != T2S_NO_NODE && tree->nodes[name].parent != T2S_NO_NODE &&
           tree->nodes[tree->nodes[name].parent].label ==
               T2S_SQL_LABEL(function_name);
}

/* Where the walk goes on after a node that is left out whole. */
static int32_t skip(const t2s_tree *tree, int32_t node)
{
    while (node != T2S_NO_NODE && tree->nodes[node].next_sibling == T2S_NO_NODE)
        node = tree->nodes[node].parent;
    return node == T2S_NO_NODE ? node : tree->nodes[node].next_sibling;
}

static void write_text(t2s_string *out, const t2s_tree *tree,
                       const t2s_sql_change *changes, const bool *asc_after,
                       bool keep_quoted_case)
{
    t2s_string scratch = {0};
    bool after_dot = true; /* or at the beginning: no blank is needed */
    int32_t node = tree->root;
    while (node != T2S_NO_NODE) {
        const t2s_node *at = &tree->nodes[node];
        if (changes[node].dropped) {
            node = skip(tree, node);
            continue;
        }
        if (t2s_tree_is_terminal(tree, node)) {
            bool dot = strcmp(at->text, ".") == 0;
            if (!after_dot && !dot)
                t2s_string_append_char(out, ' ');
            append_terminal(
                out, changes[node].text ? changes[node].text : at->text,
                is_function(tree, node), keep_quoted_case, &scratch);
            if (asc_after[node])
                t2s_string_append(out, " asc");
            after_dot = dot;
        }
        node = t2s_tree_next(tree, tree->root, node);
    }
    t2s_string_free(&scratch);
}

t2sed_status t2sed_sql_normalize(char **out, const t2sed_sql *sql,
                                 const t2sed_sql_normalize_options *given,
                                 t2sed_error *err)
{
    t2sed_sql_normalize_options options = T2SED_SQL_NORMALIZE_OPTIONS_INIT;
    size_t count;
    t2s_sql_change *changes;
    bool *asc_after;
    t2s_string text = {0};
    t2sed_status status;
    if (!out || !sql)
        return t2s_fail_null(err, __func__, "out and sql");
    count = sql->full.count;
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_sql_normalize_options", err);
    if (status)
        return status;
    changes = t2s_zalloc_array(count, sizeof *changes);
    asc_after = t2s_zalloc_array(count, sizeof *asc_after);
    status = changes && asc_after ? t2s_sql_resolve(changes, sql, NULL, err)
                                  : t2s_fail_memory(err);
    if (!status) {
        char *taken;
        mark_orders(asc_after, &sql->full);
        write_text(&text, &sql->full, changes, asc_after,
                   options.keep_quoted_case);
        taken = t2s_string_take(&text, NULL);
        if (taken)
            *out = taken;
        else
            status = t2s_fail_memory(err);
    }
    t2s_free(changes);
    t2s_free(asc_after);
    return status;
}
