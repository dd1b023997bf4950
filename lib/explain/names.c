/* Names of tables and columns in words, and what a name stands for. */
#include <string.h>

#include "explain/explain.h"

/* A result column longer than this is called by its name where another clause
 * uses that. */
#define MAX_REPEATED 256

static void say_word(t2s_explainer *e, t2s_sql_word word)
{
    if (word.at)
        t2s_string_append_n(&e->text, word.at, word.n);
}

void t2s_say_name(t2s_explainer *e, int32_t node)
{
    say_word(e, t2s_sql_unquoted(&e->scopes, node));
}

static void say_table_name(t2s_explainer *e, const t2s_sql_relation *relation)
{
    const t2s_table *table = relation->table == T2S_NO_ITEM
                                 ? NULL
                                 : &e->schema->tables[relation->table];
    int32_t database =
        t2s_sql_child(e->tree, relation->node, T2S_RULE_database_name);
    int32_t name = t2s_sql_child(e->tree, relation->node, T2S_RULE_table_name);
    if (database != T2S_NO_NODE)
        t2s_say(e, "%n.", database);
    if (table)
        t2s_say(e, "%s", e->raw_names ? table->name : table->readable);
    else
        t2s_say_name(e, name);
}

void t2s_say_relation(t2s_explainer *e, int32_t relation)
{
    const t2s_sql_relation *at = &e->scopes.relations.at[relation];
    int32_t step = at->query == T2S_NO_NODE ? 0 : e->result[at->query];
    if (at->origin == T2S_FROM_TABLE) {
        say_table_name(e, at);
        t2s_say(e, " table");
    } else if (step > 0) {
        t2s_say(e, "the results of %p", step);
    } else if (at->query != T2S_NO_NODE) {
        int32_t up = at->node;
        while (up != T2S_NO_NODE && up != at->query)
            up = e->tree->nodes[up].parent;
        t2s_say(e, "%s%n",
                up == at->query ? "the rows found last for "
                                : "the later results called ",
                t2s_sql_child(e->tree, at->node, T2S_RULE_table_name));
        e->repeats[at->query] |= up == at->query;
        return;
    } else {
        t2s_say(e, "the rows of %q", at->node);
        return;
    }
    if (e->twins[relation] || (at->origin != T2S_FROM_TABLE &&
                               e->scopes.scopes.at[at->scope].first !=
                                   e->scopes.scopes.at[at->scope].last &&
                               at->name.at)) {
        t2s_say(e, " (");
        say_word(e, at->name);
        t2s_say(e, ")");
    }
}

void t2s_say_source(t2s_explainer *e, const t2s_source *source)
{
    if (source->step > 0) {
        t2s_say(e, "the results of %p", source->step);
    } else if (source->relation >= 0) {
        t2s_say_relation(e, source->relation);
    } else {
        t2s_say(e, "a row without a table");
    }
}

void t2s_explain_note_outer(t2s_explainer *e, int32_t expr, int32_t relation)
{
    int32_t scope = e->scopes.scope_of[expr];
    int32_t of = e->scopes.relations.at[relation].scope;
    for (; scope != of && scope != T2S_NO_SCOPE && t2s_sql_spend(&e->scopes);
         scope = e->scopes.scopes.at[scope].parent) {
        int32_t core = e->scopes.scopes.at[scope].core;
        if (core != T2S_NO_NODE)
            e->outer[e->tree->nodes[core].parent] = relation + 1;
    }
}

/* Whether more tables of the query than one have a column of that name. */
static bool is_ambiguous(t2s_explainer *e, int32_t column)
{
    const t2s_column *columns = e->schema->columns;
    const char *name = columns[column].name;
    int32_t at = t2s_schema_find_column(e->schema, T2S_NO_ITEM, name,
                                        strlen(name), NULL);
    for (; at != T2S_NO_ITEM && t2s_sql_spend(&e->scopes);
         at = columns[at].next_same)
        if (columns[at].table != columns[column].table &&
            e->used_tables[columns[at].table])
            return true;
    return false;
}

/* Whether the tables at `expr` include one of the relation's name. */
static bool is_hidden(t2s_explainer *e, int32_t expr, int32_t relation)
{
    const t2s_sql_relation *all = e->scopes.relations.at;
    int32_t scope = e->scopes.scope_of[expr];
    int32_t i = scope == T2S_NO_SCOPE ? -1 : e->scopes.scopes.at[scope].first;
    while (i >= 0 && t2s_sql_spend(&e->scopes) &&
           (all[i].origin != T2S_FROM_TABLE ||
            all[relation].origin != T2S_FROM_TABLE ||
            t2s_casecmp(all[i].shown, all[relation].shown) != 0))
        i = all[i].next;
    return i >= 0;
}

static void say_owner(t2s_explainer *e, const t2s_sql_name *found, int32_t expr)
{
    const t2s_sql_relation *at = &e->scopes.relations.at[found->relation];
    const t2s_sql_scope *scope = &e->scopes.scopes.at[at->scope];
    int32_t said = t2s_sql_child(e->tree, expr, T2S_RULE_table_name);
    bool is_outer = e->scopes.scope_of[expr] != at->scope;
    bool is_known =
        at->origin == T2S_FROM_TABLE && found->column != T2S_NO_ITEM;
    if (is_outer)
        t2s_explain_note_outer(e, expr, found->relation);
    if (!is_outer && !e->twins[found->relation] &&
        (is_known ? !is_ambiguous(e, found->column)
                  : said == T2S_NO_NODE || scope->first == scope->last))
        return;
    if (is_outer && is_hidden(e, expr, found->relation))
        t2s_say(e, "that row");
    else if (at->origin == T2S_FROM_TABLE && !e->twins[found->relation])
        say_table_name(e, at);
    else if (at->name.at)
        say_word(e, at->name);
    else
        return;
    t2s_say(e, "'s ");
}

static void say_schema_column(t2s_explainer *e, int32_t column)
{
    const t2s_column *at = &e->schema->columns[column];
    t2s_say(e, "%s", e->raw_names ? at->name : at->readable);
}

void t2s_say_column_name(t2s_explainer *e, int32_t node)
{
    t2s_sql_word word = t2s_sql_unquoted(&e->scopes, node);
    int32_t column = e->schema && word.at
                         ? t2s_schema_find_column(e->schema, T2S_NO_ITEM,
                                                  word.at, word.n, NULL)
                         : T2S_NO_ITEM;
    if (column != T2S_NO_ITEM)
        say_schema_column(e, column);
    else
        say_word(e, word);
}

static void say_column(t2s_explainer *e, int32_t expr,
                       const t2s_sql_name *found)
{
    const t2s_node *at = &e->tree->nodes[expr];
    t2s_sql_word word = t2s_sql_unquoted(&e->scopes, at->last_child), name;
    /* That of a query in FROM is said so if it is called so there, too. */
    int32_t column = t2s_sql_follow(&e->scopes, *found).column;
    if (found->relation >= 0)
        say_owner(e, found, expr);
    else if (at->first_child != at->last_child) /* of an unknown table */
        t2s_say(e, "%n's ", t2s_sql_child(e->tree, expr, T2S_RULE_table_name));
    if (column != T2S_NO_ITEM) {
        name.at = e->schema->columns[column].name;
        name.n = strlen(name.at);
    }
    if (column != T2S_NO_ITEM && t2s_sql_same(word, name))
        say_schema_column(e, column);
    else
        say_word(e, word);
}

static bool is_within(const t2s_explainer *e, int32_t node, int32_t top)
{
    const t2s_node *nodes = e->tree->nodes;
    return nodes[node].begin >= nodes[top].begin &&
           nodes[node].end <= nodes[top].end;
}

/* Whether an expr stands in GROUP BY, or in ORDER BY of a query, and not of a
 * window. */
static bool names_results(const t2s_tree *tree, int32_t expr)
{
    int32_t up = tree->nodes[expr].parent;
    if (t2s_sql_is(tree, up, T2S_RULE_ordering_term))
        up = tree->nodes[tree->nodes[up].parent].parent;
    return t2s_sql_is(tree, up, T2S_RULE_group_by_clause) ||
           t2s_sql_is(tree, up, T2S_RULE_select_stmt);
}

int32_t t2s_explain_meant(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    const char *number = t2s_sql_literal(tree, expr);
    int32_t core, column;
    long place = 0;
    if (!names_results(tree, expr))
        return expr;
    if (t2s_sql_is_column(tree, expr)) {
        t2s_sql_name found = t2s_sql_find_name(&e->scopes, expr);
        return found.is_alias && !is_within(e, expr, found.expression)
                   ? t2s_sql_bare(tree, found.expression)
                   : expr;
    }
    for (; number && *number >= '0' && *number <= '9' && place < 10000;
         number++)
        place = 10 * place + (*number - '0');
    if (!number || *number || place < 1 || place >= 10000)
        return expr;
    core = e->scopes.scopes.at[e->scopes.scope_of[expr]].core;
    column =
        t2s_sql_first(tree, t2s_sql_child(tree, core, T2S_RULE_result_clause));
    for (; column != T2S_NO_NODE && t2s_sql_spend(&e->scopes);
         column = tree->nodes[column].next_sibling)
        if (t2s_sql_is(tree, column, T2S_RULE_result_column) && --place == 0)
            return t2s_sql_is(tree, t2s_sql_first(tree, column), T2S_RULE_expr)
                       ? t2s_sql_bare(tree, t2s_sql_first(tree, column))
                       : expr;
    return expr;
}

bool t2s_explain_is_text(t2s_explainer *e, int32_t expr, t2s_sql_word *out)
{
    const t2s_tree *tree = e->tree;
    int32_t at = t2s_sql_bare(tree, expr), first = t2s_sql_first(tree, at);
    const char *text;
    if (first == T2S_NO_NODE)
        return false;
    text = tree->nodes[t2s_sql_terminal(tree, first)].text;
    if (t2s_sql_is(tree, first, T2S_RULE_literal_value)
            ? text[0] != '\''
            : text[0] != '"' || !t2s_sql_is_column(tree, at) ||
                  tree->nodes[first].next_sibling != T2S_NO_NODE ||
                  t2s_sql_find_name(&e->scopes, at).has)
        return false;
    *out = t2s_sql_unquoted(&e->scopes, first);
    return out->at != NULL;
}

void t2s_say_text(t2s_explainer *e, t2s_sql_word text)
{
    bool edges = text.n == 0 || text.at[0] == ' ' || text.at[text.n - 1] == ' ';
    t2s_say(e, "%s", edges ? "\"" : "");
    say_word(e, text);
    t2s_say(e, "%s", edges ? "\"" : "");
}

void t2s_say_column(t2s_explainer *e, int32_t expr)
{
    t2s_sql_word text;
    t2s_sql_name found;
    if (t2s_explain_is_text(e, expr, &text)) {
        t2s_say_text(e, text);
        return;
    }
    found = t2s_sql_find_name(&e->scopes, expr);
    if (found.is_alias && !e->in_alias &&
        !is_within(e, expr, found.expression) &&
        e->tree->nodes[found.expression].end -
                e->tree->nodes[found.expression].begin <=
            MAX_REPEATED &&
        (t2s_sql_is_column(e->tree, found.expression) || e->group_step > 0)) {
        e->in_alias = true;
        t2s_say_value(e, found.expression);
        e->in_alias = false;
    } else {
        say_column(e, expr, &found);
    }
}
