/* spell.c - a query in one manner of writing, that of Spider's queries, which
 * language models that were taught with them find likely. */
#include <string.h>

#include "base/memory.h"
#include "schema/schema.h"
#include "sql/scope.h"
#include "sql/token.h"

/* A longer expression is not spelled again for each use of its name. */
#define MOST_SPELLED 256

typedef struct speller {
    t2s_sql_scopes scopes;
    const t2s_tree *tree;
    t2s_string *out;
    int32_t *relation_of; /* of a node that is a table_or_subquery; else -1 */
    int *numbers;         /* of each relation */
    bool is_glued; /* nothing stands between the last word and the next */
    bool in_alias; /* inside what an alias stands for: aliases in it stay */
} speller;

/* --- words --- */

static void say(speller *s, const char *text, size_t n)
{
    if (!s->is_glued && s->out->length)
        t2s_string_append_char(s->out, ' ');
    t2s_string_append_n(s->out, text, n);
    s->is_glued = false;
}

static void say_name(speller *s, const char *name, size_t n)
{
    say(s, "", 0);
    t2s_sql_append_name(s->out, name, n);
}

static void say_upper(speller *s, const char *text, size_t n)
{
    say(s, "", 0);
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(
            s->out,
            (char)(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 32 : text[i]));
}

static void say_lower(speller *s, const char *text, size_t n)
{
    say(s, "", 0);
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(s->out, t2s_ascii_lower(text[i]));
}

static void say_string(speller *s, int32_t terminal)
{
    const t2s_sql_word word = t2s_sql_bare_word(s->tree, terminal);
    say(s, "", 0);
    t2s_string_append_char(s->out, '"');
    t2s_string_append_n(s->out, word.at, word.n);
    t2s_string_append_char(s->out, '"');
}

/* Punctuation, operators and keywords, all in one spelling. */
static void say_word(speller *s, int32_t node)
{
    static const char *const other[][2] = {{"<>", "!="}, {"==", "="}};
    const char *text = s->tree->nodes[node].text;
    const char first = text[0];
    if (first == '.' || first == ')')
        s->is_glued = true;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strcmp(text, other[i][0]) == 0)
            text = other[i][1];
    say_upper(s, text, strlen(text));
    s->is_glued = first == '.' || first == '(';
}

/* --- tables --- */

/* Of each relation 2, say, if it is the second of several of one FROM; 0: it
 * stands alone. */
static bool number_relations(speller *s)
{
    s->numbers =
        t2s_zalloc_array(s->scopes.relations.count + 1, sizeof *s->numbers);
    for (size_t k = 0; s->numbers && k < s->scopes.scopes.count; k++) {
        const int32_t first = s->scopes.scopes.at[k].first;
        int number = 0;
        if (first < 0 || s->scopes.relations.at[first].next < 0)
            continue;
        t2s_for_each_relation (&s->scopes, k, i)
            s->numbers[i] = ++number;
    }
    return s->numbers != NULL;
}

/* "T2." before a column or a star. */
static void say_table(speller *s, int32_t relation)
{
    const int number = s->numbers[relation];
    if (!number)
        return;
    say(s, "", 0);
    t2s_string_append_format(s->out, "T%d.", number);
    s->is_glued = true;
}

/* A table's name, or the end of a subquery, is followed by its alias. */
static void say_alias(speller *s, int32_t table)
{
    const int32_t relation = s->relation_of[table];
    const int number = relation < 0 ? 0 : s->numbers[relation];
    if (!number)
        return;
    say(s, "", 0);
    t2s_string_append_format(s->out, "AS T%d", number);
}

/* --- nodes: each prints what it is, and says whether that was all of it --- */

static void spell(speller *s, int32_t top);

/* Whether what an alias stands for may be written in its place: not where it is
 * long, or would need brackets. */
static bool can_expand(const speller *s, int32_t use, int32_t expression)
{
    const t2s_tree *tree = s->tree;
    const t2s_node *at;
    if (expression == T2S_NO_NODE || s->in_alias)
        return false;
    at = &tree->nodes[expression];
    return at->end - at->begin <= MOST_SPELLED &&
           (!t2s_sql_is(tree, tree->nodes[use].parent, T2S_RULE_expr) ||
            t2s_sql_is_column(tree, expression) ||
            t2s_sql_is(tree, at->first_child, T2S_RULE_function_name));
}

static bool spell_column(speller *s, int32_t expr)
{
    const t2s_sql_name name = t2s_sql_find_name(&s->scopes, expr);
    const int32_t last = s->tree->nodes[expr].last_child;
    const t2s_sql_word word = t2s_sql_unquoted(&s->scopes, last);
    if (name.is_alias && can_expand(s, expr, name.expression)) {
        s->in_alias = true;
        spell(s, name.expression);
        s->in_alias = false;
        return true;
    }
    if (name.relation >= 0 && !name.is_unknown) {
        say_table(s, name.relation);
        if (name.column == T2S_NO_ITEM)
            say_name(s, word.at, word.n);
        else
            say_name(s, s->scopes.schema->columns[name.column].name,
                     strlen(s->scopes.schema->columns[name.column].name));
        return true;
    }
    if (name.has || s->tree->nodes[expr].first_child != last)
        return false;
    /* "x" that is no column is text to SQLite. */
    if (s->tree->nodes[t2s_sql_terminal(s->tree, last)].text[0] != '"')
        return false;
    say_string(s, last);
    return true;
}

/* "t.*" */
static bool spell_star(speller *s, int32_t column)
{
    const int32_t table = t2s_sql_child(s->tree, column, T2S_RULE_table_name);
    const int32_t relation =
        table == T2S_NO_NODE
            ? -1
            : t2s_sql_find_relation(&s->scopes, s->scopes.scope_of[column],
                                    t2s_sql_unquoted(&s->scopes, table));
    if (relation < 0)
        return false;
    say_table(s, relation);
    say(s, "*", 1);
    return true;
}

/* Whether a result column is one of a table in FROM or WITH, whose name others
 * may use. */
static bool is_derived(const speller *s, int32_t column)
{
    const t2s_tree *tree = s->tree;
    int32_t query = column;
    while (query != T2S_NO_NODE &&
           !t2s_sql_is(tree, query, T2S_RULE_select_stmt))
        query = tree->nodes[query].parent;
    query = query == T2S_NO_NODE ? query : tree->nodes[query].parent;
    return t2s_sql_is(tree, query, T2S_RULE_table_or_subquery) ||
           t2s_sql_is(tree, query, T2S_RULE_common_table_expression);
}

/* Whether the word is one that changes nothing: AS before an alias that goes,
 * ASC, INNER, OUTER. */
static bool is_idle(const speller *s, int32_t node)
{
    const int32_t parent = s->tree->nodes[node].parent;
    if (t2s_sql_says(s->tree, node, "AS"))
        return (t2s_sql_is(s->tree, parent, T2S_RULE_result_column) &&
                !is_derived(s, parent)) ||
               t2s_sql_is(s->tree, parent, T2S_RULE_table_or_subquery);
    return t2s_sql_says(s->tree, node, "ASC") ||
           (t2s_sql_is(s->tree, parent, T2S_RULE_join_operator) &&
            (t2s_sql_says(s->tree, node, "INNER") ||
             t2s_sql_says(s->tree, node, "OUTER")));
}

static void spell_terminal(speller *s, int32_t node)
{
    const t2s_node *at = &s->tree->nodes[node];
    if (is_idle(s, node))
        return;
    if (t2s_sql_is(s->tree, at->parent, T2S_RULE_literal_value) &&
        at->text[0] != '\'')
        say(s, at->text, at->text_length);
    else if (t2s_sql_is(s->tree, at->parent, T2S_RULE_literal_value))
        say_string(s, node);
    else
        say_word(s, node);
    if (t2s_sql_is(s->tree, at->parent, T2S_RULE_table_or_subquery) &&
        strcmp(at->text, ")") == 0)
        say_alias(s, at->parent);
}

static void spell_table(speller *s, int32_t node)
{
    const int32_t parent = s->tree->nodes[node].parent;
    const int32_t relation = s->relation_of[parent];
    const t2s_sql_word word = t2s_sql_unquoted(&s->scopes, node);
    const int32_t table =
        relation < 0 ? T2S_NO_ITEM : s->scopes.relations.at[relation].table;
    if (table == T2S_NO_ITEM)
        say_name(s, word.at, word.n);
    else
        say_name(s, s->scopes.schema->tables[table].name,
                 strlen(s->scopes.schema->tables[table].name));
    say_alias(s, parent);
}

/* A name of anything; false where the node is none. */
static bool spell_name(speller *s, int32_t node)
{
    const t2s_tree *tree = s->tree;
    t2s_sql_word word;
    if (t2s_sql_is(tree, node, T2S_RULE_table_name) &&
        t2s_sql_is(tree, tree->nodes[node].parent,
                   T2S_RULE_table_or_subquery)) {
        spell_table(s, node);
        return true;
    }
    if (!t2s_sql_is(tree, node, T2S_RULE_any_name))
        return false;
    word = t2s_sql_unquoted(&s->scopes, node);
    if (t2s_sql_is(tree, tree->nodes[node].parent, T2S_RULE_function_name)) {
        say_lower(s, word.at, word.n);
        s->is_glued = true; /* to what it is called with */
    } else {
        say_name(s, word.at, word.n);
    }
    return true;
}

static bool spell_whole(speller *s, int32_t node)
{
    const t2s_tree *tree = s->tree;
    if (t2s_sql_is(tree, node, T2S_RULE_table_alias))
        return true; /* said with its table */
    if (t2s_sql_is(tree, node, T2S_RULE_column_alias)) {
        if (is_derived(s, node)) {
            const t2s_sql_word word = t2s_sql_unquoted(&s->scopes, node);
            say_name(s, word.at, word.n);
        }
        return true;
    }
    return t2s_sql_is_column(tree, node) ? spell_column(s, node)
           : t2s_sql_is(tree, node, T2S_RULE_result_column)
               ? spell_star(s, node)
               : spell_name(s, node);
}

static void spell(speller *s, int32_t top)
{
    int32_t node = top;
    while (node != T2S_NO_NODE && t2s_sql_spend(&s->scopes)) {
        if (t2s_tree_is_terminal(s->tree, node))
            spell_terminal(s, node);
        node = spell_whole(s, node) ? t2s_tree_after(s->tree, top, node)
                                    : t2s_tree_next(s->tree, top, node);
    }
}

t2sed_status t2s_sql_spell(t2s_string *out, const t2sed_sql *sql,
                           const t2sed_schema *schema, t2sed_error *err)
{
    speller s = {.tree = &sql->full, .out = out, .is_glued = true};
    t2sed_status status = t2s_sql_scopes_find(&s.scopes, s.tree, schema, err);
    s.relation_of = t2s_alloc_array(s.tree->count + 1, sizeof *s.relation_of);
    if (status == T2SED_OK && !s.relation_of)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK) {
        for (size_t i = 0; i < s.tree->count; i++)
            s.relation_of[i] = -1;
        for (size_t i = 0; i < s.scopes.relations.count; i++)
            s.relation_of[s.scopes.relations.at[i].node] = (int32_t)i;
        if (number_relations(&s))
            spell(&s, s.tree->root);
        if (!s.numbers || s.scopes.failed || out->failed)
            status = t2s_fail_memory(err);
        else if (s.scopes.work == 0)
            status = t2s_fail(err, T2SED_ELIMIT, -1,
                              "SQL: the query's names take too long to be "
                              "found");
    }
    t2s_free(s.numbers);
    t2s_free(s.relation_of);
    t2s_sql_scopes_free(&s.scopes);
    return status;
}
