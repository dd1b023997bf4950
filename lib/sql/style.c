/* The switch plain_style: what makes queries of the same meaning look alike. */
#include <string.h>

#include "base/map.h"
#include "sql/scope.h"

/* A longer expression is not spelled again for each use of its name. */
#define MAX_SPELLED 256

/* What of a query a node lies in, up to the nearest query around it. */
enum { IN_SORTING = 1, IN_DERIVED = 2 };

typedef struct stylist {
    const t2s_tree *tree;
    t2s_sql_change *changes;
    t2s_arena *arena;
    int32_t *query;       /* of each node: the select_stmt around it */
    unsigned char *place; /* of each node: IN_... */
    t2s_map aliases;      /* query and name, to the expression */
    t2s_string text;
    bool failed; /* memory was short */
} stylist;

static void find_places(stylist *s)
{
    const t2s_tree *tree = s->tree;
    t2s_tree_for_each (tree, tree->root, node) {
        int32_t parent = tree->nodes[node].parent;
        s->query[node] = parent == T2S_NO_NODE ? node : s->query[parent];
        s->place[node] = parent == T2S_NO_NODE ? 0 : s->place[parent];
        if (t2s_sql_is(s->tree, node, T2S_RULE_select_stmt)) {
            s->query[node] = node;
            s->place[node] &= IN_DERIVED;
        } else if (t2s_sql_is(s->tree, node, T2S_RULE_group_by_clause) ||
                   t2s_sql_is(s->tree, node, T2S_RULE_order_by_stmt)) {
            s->place[node] |= IN_SORTING;
        } else if (t2s_sql_is(s->tree, node, T2S_RULE_table_or_subquery) ||
                   t2s_sql_is(s->tree, node,
                              T2S_RULE_common_table_expression)) {
            s->place[node] |= IN_DERIVED;
        }
    }
}

/* The bare name that an expr consists of, as a terminal, or T2S_NO_NODE. */
static int32_t bare_name(const stylist *s, int32_t expr)
{
    const t2s_tree *tree = s->tree;
    int32_t column = t2s_sql_first(tree, expr);
    int32_t name = t2s_sql_first(tree, column);
    return t2s_sql_is(tree, expr, T2S_RULE_expr) &&
                   t2s_sql_is(tree, column, T2S_RULE_column_name) &&
                   t2s_sql_next(tree, column) == T2S_NO_NODE &&
                   t2s_sql_is(tree, name, T2S_RULE_any_name)
               ? tree->nodes[name].first_child
               : T2S_NO_NODE;
}

/* The text between a name's quotes, or the name itself. */
static const char *unquoted(const char *text, size_t *n)
{
    *n = strlen(text);
    if (*n >= 2 && strchr("\"`['", text[0])) {
        *n -= 2;
        return text + 1;
    }
    return text;
}

/* The key of a name in a query, NUL-terminated. */
static const char *alias_key(stylist *s, int32_t query, const char *text,
                             size_t *length)
{
    size_t n;
    const char *name = unquoted(text, &n);
    t2s_string_clear(&s->text);
    t2s_string_append_format(&s->text, "%d %.*s", (int)query, (int)n, name);
    s->failed |= s->text.failed;
    *length = s->text.length;
    return s->text.text;
}

/* Drops a result column's name and remembers what it stands for. */
static void drop_alias(stylist *s, int32_t column)
{
    const t2s_tree *tree = s->tree;
    int32_t alias = tree->nodes[column].last_child;
    int32_t expr = tree->nodes[column].first_child;
    const char *key;
    size_t n;
    if (!t2s_sql_is(s->tree, alias, T2S_RULE_column_alias) ||
        (s->place[column] & IN_DERIVED))
        return;
    t2s_tree_for_each_child (tree, column, child)
        if (child != expr)
            s->changes[child].dropped = true;
    key = alias_key(s, s->query[column],
                    tree->nodes[tree->nodes[alias].first_child].text, &n);
    if (!s->failed && !t2s_map_find(&s->aliases, key, n) &&
        !t2s_map_set(&s->aliases, key, n, expr))
        s->failed = true;
}

/* Spells an expression as the encoder would read it: terminals with blanks
 * between, none around the dot of a name. NULL where it is too long. */
static const char *spell(stylist *s, int32_t expr)
{
    bool glued = true;
    t2s_string_clear(&s->text);
    t2s_tree_for_each (s->tree, expr, node) {
        const t2s_sql_change *change = &s->changes[node];
        const char *text;
        bool dot;
        if (s->text.length > MAX_SPELLED)
            return NULL;
        if (!t2s_tree_is_terminal(s->tree, node)) {
            if (change->text) { /* the table of a bare column */
                if (!glued)
                    t2s_string_append_char(&s->text, ' ');
                t2s_string_append(&s->text, change->text);
                t2s_string_append_char(&s->text, '.');
                glued = true;
            }
            continue;
        }
        text = change->text ? change->text : s->tree->nodes[node].text;
        dot = strcmp(text, ".") == 0;
        if (strlen(text) == 1 && strchr(",()", text[0]))
            continue;
        if (!glued && !dot)
            t2s_string_append_char(&s->text, ' ');
        t2s_string_append(&s->text, text);
        glued = dot;
    }
    if (s->text.failed) {
        s->failed = true;
        return NULL;
    }
    return t2s_arena_strndup(s->arena, s->text.text, s->text.length);
}

/* Spells out a result column's name where the query is grouped or sorted. */
static void spell_alias(stylist *s, int32_t expr)
{
    int32_t name = bare_name(s, expr);
    const t2s_map_entry *entry;
    const char *key, *text;
    size_t n;
    if (name == T2S_NO_NODE || s->changes[expr].text ||
        !(s->place[expr] & IN_SORTING))
        return;
    key = alias_key(s, s->query[expr], s->tree->nodes[name].text, &n);
    entry = s->failed ? NULL : t2s_map_find(&s->aliases, key, n);
    text = entry ? spell(s, (int32_t)entry->value) : NULL;
    if (text)
        s->changes[name].text = text;
}

/* Puts a copy of text[0..n) into the change of a node. */
static char *put_text(stylist *s, int32_t node, const char *text, size_t n)
{
    char *copy = t2s_arena_strndup(s->arena, text, n);
    s->failed |= !copy;
    s->changes[node].text = copy;
    return copy;
}

/* "x" as the string that it is where no column has that name. */
static void requote(stylist *s, int32_t terminal)
{
    const t2s_node *nodes = s->tree->nodes;
    const char *text = nodes[terminal].text, *inner;
    int32_t name = nodes[terminal].parent;
    int32_t column = nodes[name].parent;
    int32_t expr = column == T2S_NO_NODE ? T2S_NO_NODE : nodes[column].parent;
    char *string;
    size_t n;
    if (s->changes[terminal].text || !strchr("\"`[", text[0]) ||
        !t2s_sql_is(s->tree, name, T2S_RULE_any_name))
        return;
    inner = unquoted(text, &n);
    if (n == 0)
        return;
    if (text[0] != '"' || expr == T2S_NO_NODE ||
        bare_name(s, expr) != terminal || s->changes[expr].text)
        put_text(s, terminal, inner, n);
    else if ((string = put_text(s, terminal, text, n + 2)) != NULL)
        string[0] = string[n + 1] = '\'';
}

static void plain_terminal(stylist *s, int32_t terminal)
{
    const t2s_node *at = &s->tree->nodes[terminal];
    if (t2s_sql_is(s->tree, at->parent, T2S_RULE_expr)) {
        if (strcmp(at->text, "<>") == 0)
            s->changes[terminal].text = "!=";
        else if (strcmp(at->text, "==") == 0)
            s->changes[terminal].text = "=";
    } else if (t2s_sql_is(s->tree, at->parent, T2S_RULE_asc_desc)) {
        if (t2s_sql_says(s->tree, terminal, "ASC"))
            s->changes[at->parent].dropped = true;
    } else if (t2s_sql_is(s->tree, at->parent, T2S_RULE_join_operator)) {
        if (t2s_sql_says(s->tree, terminal, "INNER") ||
            t2s_sql_says(s->tree, terminal, "OUTER"))
            s->changes[terminal].dropped = true;
    } else {
        requote(s, terminal);
    }
}

/* Tables that resolving put in are spelled as FROM spells them. */
static void unquote_table(stylist *s, int32_t node)
{
    const char *text = s->changes[node].text, *inner;
    size_t n;
    if (!text || !strchr("\"`[", text[0]))
        return;
    inner = unquoted(text, &n);
    put_text(s, node, inner, n);
}

static void walk(stylist *s)
{
    const t2s_tree *tree = s->tree;
    find_places(s);
    for (size_t node = 0; node < tree->count && !s->failed; node++)
        unquote_table(s, (int32_t)node);
    t2s_tree_for_each (tree, tree->root, node) {
        if (t2s_sql_is(s->tree, node, T2S_RULE_result_column))
            drop_alias(s, node);
        else if (t2s_tree_is_terminal(tree, node))
            plain_terminal(s, node);
    }
    /* Once quotes are settled, since they are part of what is spelled. */
    t2s_tree_for_each (tree, tree->root, node)
        spell_alias(s, node);
}

t2sed_status t2s_sql_plain_style(t2s_sql_change *changes, const t2sed_sql *sql,
                                 t2s_arena *arena, t2sed_error *err)
{
    size_t count = sql->full.count;
    stylist s = {.tree = &sql->full,
                 .changes = changes,
                 .arena = arena,
                 .aliases = {.folds_case = true}};
    s.query = t2s_alloc_array(count, sizeof *s.query);
    s.place = t2s_alloc_array(count, sizeof *s.place);
    s.failed = !s.query || !s.place;
    if (!s.failed)
        walk(&s);
    t2s_free(s.query);
    t2s_free(s.place);
    t2s_map_free(&s.aliases);
    t2s_string_free(&s.text);
    return s.failed ? t2s_fail_memory(err) : T2SED_OK;
}
