/* The simplified tree of a query, and printing. */
#include <string.h>

#include "base/sized.h"
#include "sql/scope.h"

/* ---------------------------- names of tables for their aliases, and tables
 * before bare columns */

typedef struct resolver {
    t2s_sql_scopes scopes;
    t2s_sql_change *changes;
} resolver;

/*
 * Puts the table before a bare column: the first in FROM that has it, or in
 * the FROM of the query around, and so on. A name that may belong to something
 * unknown stays as it is.
 */
static void resolve_column(resolver *r, int32_t expr)
{
    t2s_sql_name name = t2s_sql_find_name(&r->scopes, expr);
    if (name.relation >= 0 && !name.is_alias && !name.is_unknown)
        r->changes[expr].text = r->scopes.relations.at[name.relation].shown;
}

/* Replaces an alias before a dot by the table that it stands for. */
static void resolve_table(resolver *r, int32_t node, int32_t table)
{
    const t2s_sql_word name = t2s_sql_unquoted(&r->scopes, table);
    const int32_t i =
        t2s_sql_find_relation(&r->scopes, r->scopes.scope_of[node], name);
    if (i >= 0 && r->scopes.relations.at[i].aliased)
        r->changes[t2s_sql_terminal(r->scopes.tree, table)].text =
            r->scopes.relations.at[i].shown;
}

/* "AS alias" after a table's name goes. */
static void drop_alias(resolver *r, int32_t node)
{
    const t2s_tree *tree = r->scopes.tree;
    bool after_name = false;
    if (t2s_sql_child(tree, node, T2S_RULE_table_name) == T2S_NO_NODE ||
        t2s_sql_child(tree, node, T2S_RULE_table_alias) == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, node, child) {
        bool alias = t2s_sql_is(tree, child, T2S_RULE_table_alias);
        /* After the name comes AS, where it is written, and then the alias. */
        if (alias || (after_name && t2s_tree_is_terminal(tree, child)))
            r->changes[child].dropped = true;
        if (alias)
            return;
        after_name = after_name || t2s_sql_is(tree, child, T2S_RULE_table_name);
    }
}

static void resolve_node(resolver *r, int32_t node)
{
    const t2s_tree *tree = r->scopes.tree;
    int32_t first = tree->nodes[node].first_child;
    if (t2s_sql_is(tree, node, T2S_RULE_table_or_subquery)) {
        drop_alias(r, node);
    } else if (t2s_sql_is(tree, node, T2S_RULE_result_column) ||
               t2s_sql_is(tree, node, T2S_RULE_expr)) {
        if (t2s_sql_is(tree, first, T2S_RULE_table_name))
            resolve_table(r, node, first);
        else if (r->scopes.schema &&
                 t2s_sql_is(tree, first, T2S_RULE_column_name))
            resolve_column(r, node);
    }
}

t2sed_status t2s_sql_resolve(t2s_sql_change *changes, const t2sed_sql *sql,
                             const t2sed_schema *schema, t2sed_error *err)
{
    resolver r = {0};
    const t2s_tree *tree = &sql->full;
    t2sed_status status;
    r.changes = changes;
    status = t2s_sql_scopes_find(&r.scopes, tree, schema, err);
    for (int32_t node = tree->root;
         !status && node != T2S_NO_NODE && r.scopes.work > 0;
         node = t2s_tree_next(tree, tree->root, node))
        resolve_node(&r, node);
    if (!status && r.scopes.failed)
        status = t2s_fail_memory(err);
    else if (!status && r.scopes.work == 0)
        status = t2s_fail(err, T2SED_ELIMIT, -1,
                          "SQL: the names in the query refer to each other in "
                          "too many ways to be resolved");
    t2s_sql_scopes_free(&r.scopes);
    return status;
}

/* -------------------------------------------------------------------- views */

/* A view in the making. The arrays have one entry for each node of the whole
 * tree. */
typedef struct maker {
    const t2s_tree *full;
    t2s_tree *out;
    t2sed_sql_view_options view;
    t2s_sql_change *changes;
    int32_t *target; /* the new node that a node's children belong to */
    bool *visible;   /* something of the node is left */
    t2s_string text; /* a merged terminal's */
    bool failed;     /* memory was short */
} maker;

/* The table that goes before a bare column, or NULL. */
static const char *added_table(const maker *m, int32_t node)
{
    return m->full->nodes[node].label ? m->changes[node].text : NULL;
}

static const char *spelling(const maker *m, int32_t terminal)
{
    return m->changes[terminal].text ? m->changes[terminal].text
                                     : m->full->nodes[terminal].text;
}

static bool is_punctuation(const char *text)
{
    return (strchr(",()", text[0]) && text[1] == '\0') ||
           t2s_casecmp(text, "JOIN") == 0;
}

/* Finds the nodes of which something is left. The parser makes children before
 * their parents. */
static void find_visible(maker *m)
{
    const t2s_tree *full = m->full;
    for (int32_t node = 0; node < (int32_t)full->count; node++) {
        const int32_t parent = full->nodes[node].parent;
        if (t2s_tree_is_terminal(full, node))
            m->visible[node] = m->view.keep_punctuation ||
                               !is_punctuation(full->nodes[node].text);
        else if (t2s_sql_is(full, node, T2S_RULE_join_constraint) &&
                 !m->view.keep_join_constraints)
            m->visible[node] = false;
        if (m->changes[node].dropped)
            m->visible[node] = false;
        if (m->visible[node] && parent != T2S_NO_NODE)
            m->visible[parent] = true;
    }
}

/* How many children a node has once names are resolved and before anything
 * else goes. */
static size_t count_children(const maker *m, int32_t node)
{
    size_t count = added_table(m, node) ? 2 : 0;
    t2s_tree_for_each_child (m->full, node, child)
        if (!m->changes[child].dropped)
            count++;
    return count;
}

/* Whether a node is an expr of the form a.b or a.b.c. */
static bool is_dotted(const maker *m, int32_t node)
{
    int32_t first = m->full->nodes[node].first_child, second;
    if (!t2s_sql_is(m->full, node, T2S_RULE_expr))
        return false;
    if (added_table(m, node))
        return true;
    second = m->full->nodes[first].next_sibling;
    return second != T2S_NO_NODE && t2s_tree_is_terminal(m->full, second) &&
           strcmp(m->full->nodes[second].text, ".") == 0;
}

/* Adds a node to the view below `parent`. */
static int32_t add(maker *m, int32_t parent, int32_t node)
{
    if (node == T2S_NO_NODE)
        m->failed = true;
    else if (parent == T2S_NO_NODE)
        m->out->root = node;
    else
        t2s_tree_append(m->out, parent, node);
    return node;
}

static void add_terminal(maker *m, int32_t parent, const char *text, size_t n,
                         size_t begin, size_t end)
{
    add(m, parent, t2s_tree_add_terminal(m->out, text, n, begin, end));
}

static void add_merged(maker *m, int32_t parent, int32_t node)
{
    const t2s_node *at = &m->full->nodes[node];
    const char *table = added_table(m, node);
    t2s_string_clear(&m->text);
    if (table) {
        t2s_string_append(&m->text, table);
        t2s_string_append_char(&m->text, '.');
    }
    t2s_tree_for_each (m->full, node, below)
        if (t2s_tree_is_terminal(m->full, below))
            t2s_string_append(&m->text, spelling(m, below));
    if (m->text.failed)
        m->failed = true;
    else
        add_terminal(m, parent, m->text.text, m->text.length, at->begin,
                     at->end);
}

/* Puts the table and the dot before a bare column as nodes of their own; the
 * source has no bytes for them. */
static void add_table_nodes(maker *m, int32_t parent, int32_t node)
{
    const char *table = added_table(m, node);
    size_t at = m->full->nodes[node].begin;
    int32_t holder = parent;
    if (!m->view.collapse_unary) {
        holder = add(m, parent,
                     t2s_tree_add_nonterminal(m->out, T2S_SQL_LABEL(table_name),
                                              at, at));
        if (holder != T2S_NO_NODE)
            holder = add(m, holder,
                         t2s_tree_add_nonterminal(
                             m->out, T2S_SQL_LABEL(any_name), at, at));
    }
    if (m->failed)
        return;
    add_terminal(m, holder, table, strlen(table), at, at);
    if (!m->failed)
        add_terminal(m, parent, ".", 1, at, at);
}

/* Takes one visible node over; false when what is below it is done with. */
static bool take(maker *m, int32_t node)
{
    const t2s_node *at = &m->full->nodes[node];
    int32_t parent =
        at->parent == T2S_NO_NODE ? T2S_NO_NODE : m->target[at->parent];
    if (t2s_tree_is_terminal(m->full, node)) {
        const char *text = spelling(m, node);
        add_terminal(m, parent, text, strlen(text), at->begin, at->end);
        return false;
    }
    if (m->view.collapse_unary && count_children(m, node) == 1) {
        m->target[node] = parent;
        return true;
    }
    if (m->view.merge_dots && is_dotted(m, node)) {
        add_merged(m, parent, node);
        return false;
    }
    m->target[node] =
        add(m, parent,
            t2s_tree_add_nonterminal(m->out, at->label, at->begin, at->begin));
    if (!m->failed && added_table(m, node))
        add_table_nodes(m, m->target[node], node);
    return true;
}

static void build(maker *m)
{
    const t2s_tree *full = m->full;
    int32_t node = full->root;
    find_visible(m);
    while (!m->failed && node != T2S_NO_NODE)
        node = m->visible[node] && take(m, node)
                   ? t2s_tree_next(full, full->root, node)
                   : t2s_tree_after(full, full->root, node);
}

static t2sed_status make(maker *m, const t2sed_sql *sql,
                         const t2sed_schema *schema, t2sed_error *err)
{
    size_t count = sql->full.count;
    t2sed_status status = T2SED_OK;
    m->target = t2s_alloc_array(count, sizeof *m->target);
    m->visible = t2s_zalloc_array(count, sizeof *m->visible);
    m->changes = t2s_zalloc_array(count, sizeof *m->changes);
    if (!m->target || !m->visible || !m->changes)
        return t2s_fail_memory(err);
    if (m->view.resolve_aliases)
        status = t2s_sql_resolve(m->changes, sql, schema, err);
    if (!status && m->view.plain_style)
        status = t2s_sql_plain_style(m->changes, sql, &m->out->arena, err);
    if (!status) {
        build(m);
        if (m->failed)
            status = t2s_fail_memory(err);
    }
    return status;
}

void t2sed_sql_view_options_init(t2sed_sql_view_options *options, size_t size)
{
    static const t2sed_sql_view_options defaults = {
        .collapse_unary = 1, .merge_dots = 1, .resolve_aliases = -1};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

/* The caller's options, and whether they resolve aliases. */
static t2sed_status read_view(t2sed_sql_view_options *out,
                              const t2sed_sql_view_options *view,
                              const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_sql_view_options, out, view, err);
    if (out->resolve_aliases < 0)
        out->resolve_aliases = schema != NULL;
    return status;
}

t2sed_status t2s_sql_view(t2s_tree *out, const t2sed_sql *sql,
                          const t2sed_sql_view_options *view,
                          const t2sed_schema *schema, t2sed_error *err)
{
    t2s_tree tree = T2S_TREE_EMPTY;
    maker m = {0};
    t2sed_status status = read_view(&m.view, view, schema, err);
    if (status)
        return status;
    m.full = &sql->full;
    m.out = &tree;
    status = make(&m, sql, schema, err);
    if (status)
        t2s_tree_free(&tree);
    else
        *out = tree;
    t2s_free(m.target);
    t2s_free(m.visible);
    t2s_free(m.changes);
    t2s_string_free(&m.text);
    return status;
}

t2sed_status t2sed_sql_print(char **out, const t2sed_sql *sql, int format,
                             const t2sed_sql_view_options *view,
                             const t2sed_schema *schema, t2sed_error *err)
{
    static void (*const printers[])(const t2s_tree *, int32_t, t2s_string *) = {
        t2s_tree_print_sexpr, t2s_tree_print_json, t2s_tree_print_dot};
    t2s_tree simplified = T2S_TREE_EMPTY;
    const t2s_tree *tree = view ? &simplified : NULL;
    t2s_string text = {0};
    t2sed_status status = T2SED_OK;
    char *taken;
    if (!out || !sql)
        return t2s_fail_null(err, __func__, "out and sql");
    if (format < T2SED_SQL_SEXPR || format > T2SED_SQL_DOT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_sql_print: %d is no format", format);
    if (view)
        status = t2s_sql_view(&simplified, sql, view, schema, err);
    else
        tree = &sql->full;
    if (status)
        return status;
    printers[format](tree, tree->root, &text);
    t2s_tree_free(&simplified);
    taken = t2s_string_take(&text, NULL);
    if (!taken)
        return t2s_fail_memory(err);
    *out = taken;
    return T2SED_OK;
}
