/* Expressions and conditions in words. */
#include <string.h>

#include "explain/explain.h"

/* Expressions nested deeper are quoted. */
#define MAX_DEPTH 24
/* Expressions compared with each other, when equal ones are said once. */
#define MAX_COLLECTED 64
/* A result column longer than this is called by its name where another clause
 * uses that. */
#define MAX_REPEATED 256

void t2s_explain_say(t2s_explainer *e, const char *text)
{
    t2s_string_append(&e->text, text);
}

static void say_word(t2s_explainer *e, t2s_sql_word word)
{
    if (word.at)
        t2s_string_append_n(&e->text, word.at, word.n);
}

void t2s_explain_push(t2s_explainer *e, t2s_nodes *list, int32_t node)
{
    if (!t2s_vector_push(list, node))
        e->failed = true;
}

static void use_step(t2s_explainer *e, int32_t step)
{
    size_t i = 0, n = (size_t)step - 1;
    while (i < e->uses.count && e->uses.at[i] != n)
        i++;
    if (i == e->uses.count && !t2s_vector_push(&e->uses, n))
        e->failed = true;
}

void t2s_explain_step(t2s_explainer *e, int32_t step)
{
    t2s_string_append_format(&e->text, "step %d", (int)step);
    use_step(e, step);
}

void t2s_explain_span(t2s_explainer *e, int32_t node)
{
    t2sed_span span;
    if (node == T2S_NO_NODE)
        return;
    span.begin = e->tree->nodes[node].begin;
    span.end = e->tree->nodes[node].end;
    if (!t2s_vector_push(&e->spans, span))
        e->failed = true;
}

void t2s_explain_name(t2s_explainer *e, int32_t node)
{
    say_word(e, t2s_sql_unquoted(&e->scopes, node));
}

/* The SQL of a node, its terminals parted as they are in the query. */
static void say_sql(t2s_explainer *e, int32_t top)
{
    uint32_t end = 0;
    t2s_tree_for_each (e->tree, top, node) {
        const t2s_node *at = &e->tree->nodes[node];
        if (t2s_sql_is(e->tree, node, T2S_RULE_select_stmt) &&
            e->result[node] > 0)
            use_step(e, e->result[node]);
        if (at->label)
            continue;
        if (end && at->begin > end)
            t2s_explain_say(e, " ");
        t2s_string_append_n(&e->text, at->text, at->text_length);
        end = at->end;
    }
}

void t2s_explain_quote(t2s_explainer *e, int32_t node)
{
    t2s_explain_say(e, "`");
    say_sql(e, node);
    t2s_explain_say(e, "`");
}

/* -------------------------------------------------------------------- names */

static void say_table_name(t2s_explainer *e, const t2s_sql_relation *relation)
{
    const t2s_table *table = relation->table == T2S_NO_ITEM
                                 ? NULL
                                 : &e->schema->tables[relation->table];
    int32_t database =
        t2s_sql_child(e->tree, relation->node, T2S_RULE_database_name);
    int32_t name = t2s_sql_child(e->tree, relation->node, T2S_RULE_table_name);
    if (database != T2S_NO_NODE) {
        t2s_explain_name(e, database);
        t2s_explain_say(e, ".");
    }
    if (table)
        t2s_explain_say(e, e->raw_names ? table->name : table->readable);
    else
        t2s_explain_name(e, name);
}

void t2s_explain_relation(t2s_explainer *e, int32_t relation)
{
    const t2s_sql_relation *at = &e->scopes.relations.at[relation];
    int32_t step = at->query == T2S_NO_NODE ? 0 : e->result[at->query];
    if (at->origin == T2S_FROM_TABLE) {
        say_table_name(e, at);
        t2s_explain_say(e, " table");
    } else if (step > 0) {
        t2s_explain_say(e, "the results of ");
        t2s_explain_step(e, step);
    } else if (at->query != T2S_NO_NODE) {
        int32_t up = at->node;
        while (up != T2S_NO_NODE && up != at->query)
            up = e->tree->nodes[up].parent;
        t2s_explain_say(e, up == at->query ? "the rows found last for "
                                           : "the later results called ");
        t2s_explain_name(e,
                         t2s_sql_child(e->tree, at->node, T2S_RULE_table_name));
        e->repeats[at->query] |= up == at->query;
        return;
    } else {
        t2s_explain_say(e, "the rows of ");
        t2s_explain_quote(e, at->node);
        return;
    }
    if (e->twins[relation] || (at->origin != T2S_FROM_TABLE &&
                               e->scopes.scopes.at[at->scope].first !=
                                   e->scopes.scopes.at[at->scope].last &&
                               at->name.at)) {
        t2s_explain_say(e, " (");
        say_word(e, at->name);
        t2s_explain_say(e, ")");
    }
}

void t2s_explain_source(t2s_explainer *e, const t2s_source *source)
{
    if (source->step > 0) {
        t2s_explain_say(e, "the results of ");
        t2s_explain_step(e, source->step);
    } else if (source->relation >= 0) {
        t2s_explain_relation(e, source->relation);
    } else {
        t2s_explain_say(e, "a row without a table");
    }
}

/* A column of a query around the present one: the queries between depend on its
 * rows. */
static void note_outer(t2s_explainer *e, int32_t expr, int32_t relation)
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
        note_outer(e, expr, found->relation);
    if (!is_outer && !e->twins[found->relation] &&
        (is_known ? !is_ambiguous(e, found->column)
                  : said == T2S_NO_NODE || scope->first == scope->last))
        return;
    if (is_outer && is_hidden(e, expr, found->relation))
        t2s_explain_say(e, "that row");
    else if (at->origin == T2S_FROM_TABLE && !e->twins[found->relation])
        say_table_name(e, at);
    else if (at->name.at)
        say_word(e, at->name);
    else
        return;
    t2s_explain_say(e, "'s ");
}

/* A column's name, from a node that spells it; `column` T2S_NO_ITEM: not one of
 * the schema. */
static void say_column_name(t2s_explainer *e, int32_t node, int32_t column)
{
    if (column == T2S_NO_ITEM || e->raw_names)
        t2s_explain_name(e, node);
    else
        t2s_explain_say(e, e->schema->columns[column].readable);
}

void t2s_explain_column_name(t2s_explainer *e, int32_t node)
{
    t2s_sql_word word = t2s_sql_unquoted(&e->scopes, node);
    say_column_name(e, node,
                    e->schema && word.at
                        ? t2s_schema_find_column(e->schema, T2S_NO_ITEM,
                                                 word.at, word.n, NULL)
                        : T2S_NO_ITEM);
}

static void say_column(t2s_explainer *e, int32_t expr,
                       const t2s_sql_name *found)
{
    const t2s_node *at = &e->tree->nodes[expr];
    int32_t column = found->column;
    if (found->relation >= 0) {
        say_owner(e, found, expr);
    } else if (at->first_child != at->last_child) { /* of an unknown table */
        t2s_explain_name(e, t2s_sql_child(e->tree, expr, T2S_RULE_table_name));
        t2s_explain_say(e, "'s ");
    }
    if (column == T2S_NO_ITEM && found->expression != T2S_NO_NODE) {
        /* That of a query in FROM, by its own name there? */
        t2s_sql_word word = t2s_sql_unquoted(&e->scopes, at->last_child);
        column = t2s_sql_follow(&e->scopes, *found).column;
        if (column != T2S_NO_ITEM && word.at &&
            t2s_casecmp_n(word.at, word.n, e->schema->columns[column].name,
                          strlen(e->schema->columns[column].name)) != 0)
            column = T2S_NO_ITEM;
    }
    if (column != T2S_NO_ITEM && e->raw_names)
        t2s_explain_say(e, e->schema->columns[column].name);
    else
        say_column_name(e, at->last_child, column);
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

/* Whether an expr is the string 'x', or "x" where no column has that name. */
static bool is_text(t2s_explainer *e, int32_t expr, t2s_sql_word *out)
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

static void say_text(t2s_explainer *e, t2s_sql_word text)
{
    bool edges = text.n == 0 || text.at[0] == ' ' || text.at[text.n - 1] == ' ';
    t2s_explain_say(e, edges ? "\"" : "");
    say_word(e, text);
    t2s_explain_say(e, edges ? "\"" : "");
}

static void say_name_or_text(t2s_explainer *e, int32_t expr)
{
    t2s_sql_word text;
    t2s_sql_name found;
    if (is_text(e, expr, &text)) {
        say_text(e, text);
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
        t2s_explain_value(e, found.expression);
        e->in_alias = false;
    } else {
        say_column(e, expr, &found);
    }
}

/* --------------------------------------------------------------- operations */

/* How an operator is said. */
typedef enum t2s_form {
    CHAIN,      /* of AND, OR */
    COMPARISON, /* left words right */
    PATTERN,
    BETWEEN,
    MEMBER, /* of IN */
    NULLNESS,
    IDENTITY, /* IS, which may be NULL's test */
    ARITHMETIC,
    COLLATION
} t2s_form;

static const struct operator_words {
    const char *operator;
    t2s_form form;
    const char *words;
} operators[] = {
    {"AND", CHAIN, " and "},
    {"OR", CHAIN, " or "},
    {"=", COMPARISON, "equals"},
    {"==", COMPARISON, "equals"},
    {"!=", COMPARISON, "not equals"},
    {"<>", COMPARISON, "not equals"},
    {"<", COMPARISON, "less than"},
    {"<=", COMPARISON, "less than or equals"},
    {">", COMPARISON, "greater than"},
    {">=", COMPARISON, "greater than or equals"},
    {"LIKE", PATTERN, "the pattern"},
    {"GLOB", PATTERN, "the glob pattern"},
    {"REGEXP", PATTERN, "the regular expression"},
    {"MATCH", PATTERN, "the search"},
    {"BETWEEN", BETWEEN, ""},
    {"IN", MEMBER, ""},
    {"IS", IDENTITY, ""},
    {"ISNULL", NULLNESS, "has no value"},
    {"NOTNULL", NULLNESS, "has a value"},
    {"NULL", NULLNESS, "has a value"}, /* NOT NULL */
    {"+", ARITHMETIC, " plus "},
    {"-", ARITHMETIC, " minus "},
    {"*", ARITHMETIC, " times "},
    {"/", ARITHMETIC, " divided by "},
    {"%", ARITHMETIC, " modulo "},
    {"||", ARITHMETIC, " joined with "},
    {"COLLATE", COLLATION, ""},
};

/* An expr with an operator behind its first operand. */
typedef struct operation {
    const struct operator_words *how;
    int32_t left, right, last; /* right: what stands behind the operator */
    bool negated;              /* by NOT before or behind the operator */
} operation;

static bool is_operation(operation *out, const t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t at;
    if (!t2s_sql_is(tree, expr, T2S_RULE_expr))
        return false;
    out->left = t2s_sql_first(tree, expr);
    at = t2s_sql_next(tree, out->left);
    if (!t2s_sql_is(tree, out->left, T2S_RULE_expr) || at == T2S_NO_NODE ||
        !tree->nodes[at].text)
        return false;
    out->negated = t2s_sql_says(tree, at, "NOT");
    if (out->negated)
        at = t2s_sql_next(tree, at);
    out->how = NULL;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (t2s_sql_says(tree, at, operators[i].operator))
            out->how = &operators[i];
    if (!out->how)
        return false;
    out->right = t2s_sql_next(tree, at);
    out->last = tree->nodes[expr].last_child;
    while (out->right != T2S_NO_NODE && tree->nodes[out->right].text) {
        out->negated ^= t2s_sql_says(tree, out->right, "NOT") ||
                        t2s_sql_says(tree, out->right, "DISTINCT");
        out->right = t2s_sql_next(tree, out->right);
    }
    return true;
}

/* Operands of a chain stand down its left side, so a stack is enough. */
void t2s_explain_operands(t2s_explainer *e, t2s_nodes *list, int32_t expr,
                          const char *word)
{
    bool passes = t2s_casecmp(word, "AND") == 0 || t2s_casecmp(word, "OR") == 0;
    t2s_nodes open = {0};
    t2s_explain_push(e, &open, expr);
    while (open.count > 0) {
        int32_t top = open.at[--open.count];
        int32_t at = passes || top == expr ? t2s_sql_bare(e->tree, top) : top;
        operation o;
        if (is_operation(&o, e, at) && strcmp(o.how->operator, word) == 0) {
            if (passes)
                t2s_explain_push(e, &open, o.right);
            if (!passes && o.left != T2S_NO_NODE) {
                /* Only the left side: a - (b - c) is none. */
                t2s_explain_push(e, list, o.right);
                t2s_explain_push(e, &open, o.left);
                continue;
            }
            t2s_explain_push(e, &open, o.left);
        } else {
            t2s_explain_push(e, list, top);
        }
    }
    t2s_vector_free(&open);
    /* Those of arithmetic were met from the right. */
    for (size_t i = 0; !passes && i < list->count / 2; i++) {
        int32_t other = list->at[list->count - 1 - i];
        list->at[list->count - 1 - i] = list->at[i];
        list->at[i] = other;
    }
}

static bool is_condition(const t2s_explainer *e, int32_t expr)
{
    int32_t first = t2s_sql_first(e->tree, expr);
    operation o;
    if (t2s_sql_says(e->tree, first, "EXISTS"))
        return true;
    if (t2s_sql_is(e->tree, first, T2S_RULE_unary_operator))
        return t2s_sql_says(e->tree, t2s_sql_first(e->tree, first), "NOT");
    return is_operation(&o, e, expr) && o.how->form != ARITHMETIC &&
           o.how->form != COLLATION;
}

/* The select_stmt in parentheses that an expr is, or holds behind EXISTS. */
static int32_t subquery(const t2s_explainer *e, int32_t expr)
{
    return t2s_sql_is(e->tree, expr, T2S_RULE_expr)
               ? t2s_sql_child(e->tree, expr, T2S_RULE_select_stmt)
               : T2S_NO_NODE;
}

static void say_results(t2s_explainer *e, int32_t statement, const char *before)
{
    t2s_explain_say(e, before);
    t2s_explain_step(e, e->result[statement]);
    if (e->outer[statement]) {
        t2s_explain_say(e, " for that row");
        /* Of a row around this query too? Then it depends on it as well. */
        note_outer(e, e->tree->nodes[statement].parent,
                   e->outer[statement] - 1);
    }
}

static void say_enclosed(t2s_explainer *e, int32_t expr, bool enclose)
{
    t2s_explain_say(e, enclose ? "(" : "");
    t2s_explain_value(e, expr);
    t2s_explain_say(e, enclose ? ")" : "");
}

void t2s_explain_operand(t2s_explainer *e, int32_t expr)
{
    operation o;
    int32_t bare = t2s_sql_bare(e->tree, expr);
    say_enclosed(e, bare, is_operation(&o, e, bare) || is_condition(e, bare));
}

/* An operand of arithmetic, so that "the sum of a plus b" can't be. */
static void say_term(t2s_explainer *e, int32_t expr)
{
    operation o;
    int32_t bare = t2s_sql_bare(e->tree, expr);
    say_enclosed(e, bare,
                 is_operation(&o, e, bare) || is_condition(e, bare) ||
                     t2s_sql_function(e->tree, bare));
}

static void say_chain(t2s_explainer *e, int32_t expr, const operation *o,
                      void (*say)(t2s_explainer *, int32_t))
{
    t2s_nodes list = {0};
    t2s_explain_operands(e, &list, expr, o->how->operator);
    for (size_t i = 0; i < list.count; i++) {
        t2s_explain_say(e, i ? o->how->words : "");
        say(e, list.at[i]);
    }
    t2s_vector_free(&list);
}

/* An operand of AND and OR, which are not mixed without parentheses. */
static void say_part(t2s_explainer *e, int32_t expr)
{
    operation o;
    int32_t bare = t2s_sql_bare(e->tree, expr);
    bool open = is_operation(&o, e, bare) && o.how->form == CHAIN;
    t2s_explain_say(e, open ? "(" : "");
    t2s_explain_condition(e, bare);
    t2s_explain_say(e, open ? ")" : "");
}

static void say_pattern(t2s_explainer *e, const operation *o)
{
    static const char *const plain[] = {"equals in any letter case",
                                        "ends with", "starts with", "contains"};
    static const char *const negated[] = {
        "not equals in any letter case", "does not end with",
        "does not start with", "does not contain"};
    const bool is_like = strcmp(o->how->operator, "LIKE") == 0;
    t2s_sql_word text = {NULL, 0};
    if (is_like && o->right == o->last && is_text(e, o->right, &text)) {
        bool before = text.n > 1 && text.at[0] == '%';
        bool behind = text.n > 1 + (size_t)before && text.at[text.n - 1] == '%';
        t2s_sql_word inner = {text.at + before, text.n - before - behind};
        if (!memchr(inner.at, '%', inner.n) &&
            !memchr(inner.at, '_', inner.n)) {
            size_t which = (size_t)before + 2 * (size_t)behind;
            t2s_explain_say(e, o->negated ? negated[which] : plain[which]);
            t2s_explain_say(e, " ");
            say_text(e, inner);
            return;
        }
    }
    t2s_explain_say(e, o->negated ? "does not match " : "matches ");
    t2s_explain_say(e, o->how->words);
    t2s_explain_say(e, " ");
    t2s_explain_value(e, o->right);
    if (o->right != o->last) {
        t2s_explain_say(e, " with the escape character ");
        t2s_explain_value(e, o->last);
    }
}

static void say_member(t2s_explainer *e, const operation *o)
{
    int32_t statement = subquery(e, o->right);
    t2s_explain_say(e, o->negated ? "not one of " : "one of ");
    if (statement != T2S_NO_NODE) {
        say_results(e, statement, "the results of ");
    } else if (t2s_sql_is(e->tree, o->right, T2S_RULE_expr)) {
        t2s_nodes list = {0};
        t2s_tree_for_each_child (e->tree, o->right, child)
            if (t2s_sql_is(e->tree, child, T2S_RULE_expr))
                t2s_explain_push(e, &list, child);
        t2s_explain_list(e, &list, " or ");
        if (list.count == 0)
            t2s_explain_say(e, "no values");
        t2s_vector_free(&list);
    } else if (o->right == o->last &&
               t2s_sql_is(e->tree, o->right, T2S_RULE_table_name)) {
        int32_t table = t2s_sql_find_cte(
            &e->scopes, o->right, t2s_sql_unquoted(&e->scopes, o->right));
        statement = t2s_sql_child(e->tree, table, T2S_RULE_select_stmt);
        if (statement != T2S_NO_NODE && e->result[statement] > 0) {
            say_results(e, statement, "the results of ");
        } else {
            t2s_explain_say(e, "the rows of ");
            t2s_explain_name(e, o->right);
        }
    } else { /* a table of another database, a function of tables */
        t2s_explain_say(e, "the rows of ");
        for (int32_t at = o->right; at != T2S_NO_NODE;
             at = e->tree->nodes[at].next_sibling)
            t2s_explain_quote(e, at);
    }
}

static void say_behind(t2s_explainer *e, const operation *o)
{
    switch (o->how->form) {
    case COMPARISON:
        if (e->group_step > 0 &&
            t2s_explain_is_aggregate(e, t2s_sql_bare(e->tree, o->left)))
            t2s_explain_say(e, "is ");
        t2s_explain_say(e, o->how->words);
        t2s_explain_say(e, " ");
        t2s_explain_operand(e, o->right);
        break;
    case PATTERN:
        say_pattern(e, o);
        break;
    case BETWEEN:
        t2s_explain_say(e, o->negated ? "not between " : "equals or between ");
        t2s_explain_operand(e, o->right);
        t2s_explain_say(e, " and ");
        t2s_explain_operand(e, o->last);
        break;
    case MEMBER:
        say_member(e, o);
        break;
    case NULLNESS:
        t2s_explain_say(e, o->how->words);
        break;
    default: /* IDENTITY */
        if (t2s_sql_literal(e->tree, o->right) &&
            t2s_casecmp(t2s_sql_literal(e->tree, o->right), "NULL") == 0) {
            t2s_explain_say(e, o->negated ? "has a value" : "has no value");
            break;
        }
        t2s_explain_say(e, o->negated ? "is not " : "is ");
        t2s_explain_operand(e, o->right);
    }
}

static void say_condition(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t first = t2s_sql_first(tree, expr), statement = subquery(e, expr);
    operation o;
    if (is_operation(&o, e, expr) && o.how->form == CHAIN) {
        say_chain(e, expr, &o, say_part);
    } else if (is_condition(e, expr) && is_operation(&o, e, expr)) {
        e->is_whose = true; /* "whose corresponding value" */
        t2s_explain_operand(e, o.left);
        e->is_whose = false;
        t2s_explain_say(e, " ");
        say_behind(e, &o);
    } else if (t2s_sql_says(tree, first, "EXISTS")) {
        say_results(e, statement, "there are rows in the results of ");
    } else if (is_condition(e, expr)) { /* NOT */
        int32_t inner = t2s_sql_bare(tree, t2s_sql_next(tree, first));
        if (t2s_sql_says(tree, t2s_sql_first(tree, inner), "EXISTS")) {
            say_results(e, subquery(e, inner),
                        "there is no row in the results of ");
            return;
        }
        t2s_explain_say(e, "not (");
        t2s_explain_condition(e, inner);
        t2s_explain_say(e, ")");
    } else {
        t2s_explain_value(e, expr);
        t2s_explain_say(e, " is true");
    }
}

void t2s_explain_condition(t2s_explainer *e, int32_t expr)
{
    if (e->depth >= MAX_DEPTH) {
        t2s_explain_quote(e, expr);
        return;
    }
    e->depth++;
    say_condition(e, t2s_sql_bare(e->tree, expr));
    e->depth--;
}

bool t2s_explain_is_possessive(t2s_explainer *e, int32_t condition)
{
    operation o;
    int32_t expr = t2s_sql_bare(e->tree, condition), left;
    t2s_sql_word text;
    if (!is_operation(&o, e, expr) || !is_condition(e, expr))
        return false;
    left = t2s_sql_bare(e->tree, o.left);
    return (t2s_sql_is_column(e->tree, left) && !is_text(e, left, &text)) ||
           t2s_explain_is_aggregate(e, left);
}

/* ------------------------------------------------------------------- values */

void t2s_explain_list(t2s_explainer *e, const t2s_nodes *list, const char *last)
{
    for (size_t i = 0; i < list->count; i++) {
        t2s_explain_say(e, i == 0 ? "" : i + 1 < list->count ? ", " : last);
        t2s_explain_value(e, list->at[i]);
    }
}

static void say_literal(t2s_explainer *e, int32_t expr, const char *text)
{
    t2s_sql_word word;
    if (is_text(e, expr, &word))
        say_text(e, word);
    else if (t2s_is_one_of(text, strlen(text), "current_date"))
        t2s_explain_say(e, "the current date");
    else if (t2s_is_one_of(text, strlen(text), "current_time"))
        t2s_explain_say(e, "the current time");
    else if (t2s_is_one_of(text, strlen(text), "current_timestamp"))
        t2s_explain_say(e, "the current date and time");
    else
        t2s_explain_say(e, text);
}

/* CASE [operand] WHEN ... THEN ... [ELSE ...] END */
static void say_case(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t operand = T2S_NO_NODE, when = T2S_NO_NODE;
    const char *between = "";
    bool has_else = false;
    t2s_explain_say(e, "(");
    t2s_tree_for_each_child (tree, expr, at) {
        if (!t2s_sql_is(tree, at, T2S_RULE_expr)) {
            between = tree->nodes[at].text;
            continue;
        }
        if (t2s_casecmp(between, "CASE") == 0) {
            operand = at;
        } else if (t2s_casecmp(between, "WHEN") == 0) {
            when = at;
        } else if (t2s_casecmp(between, "THEN") == 0) {
            t2s_explain_value(e, at);
            t2s_explain_say(e, " if ");
            if (operand != T2S_NO_NODE) {
                t2s_explain_operand(e, operand);
                t2s_explain_say(e, " equals ");
                t2s_explain_operand(e, when);
            } else {
                t2s_explain_condition(e, when);
            }
            t2s_explain_say(e, ", ");
        } else {
            has_else = true;
            t2s_explain_say(e, "otherwise ");
            t2s_explain_value(e, at);
        }
    }
    t2s_explain_say(e, has_else ? ")" : "otherwise NULL)");
}

/* '-', '+', '~' before an operand. */
static void say_unary(t2s_explainer *e, int32_t expr)
{
    int32_t first = t2s_sql_first(e->tree, expr);
    int32_t inner = t2s_sql_next(e->tree, first);
    const char *sign = e->tree->nodes[t2s_sql_terminal(e->tree, first)].text;
    if (sign[0] == '~') {
        t2s_explain_quote(e, expr);
        return;
    }
    if (sign[0] == '-')
        t2s_explain_say(e, t2s_sql_literal(e->tree, inner) ? "-" : "minus ");
    t2s_explain_operand(e, inner);
}

/* (...): a query, a value, a row of values. */
static void say_parentheses(t2s_explainer *e, int32_t expr)
{
    int32_t statement = subquery(e, expr);
    t2s_nodes list = {0};
    if (statement != T2S_NO_NODE) {
        say_results(e, statement, "the results of ");
        return;
    }
    t2s_tree_for_each_child (e->tree, expr, child)
        if (t2s_sql_is(e->tree, child, T2S_RULE_expr))
            t2s_explain_push(e, &list, child);
    t2s_explain_say(e, list.count > 1 ? "(" : "");
    t2s_explain_list(e, &list, ", ");
    t2s_explain_say(e, list.count > 1 ? ")" : "");
    t2s_vector_free(&list);
}

static void say_operation(t2s_explainer *e, int32_t expr, const operation *o)
{
    if (o->how->form == ARITHMETIC) {
        say_chain(e, expr, o, say_term);
    } else { /* COLLATION */
        t2s_explain_value(e, o->left);
        t2s_explain_say(e, " (compared by ");
        t2s_explain_name(e, o->right);
        t2s_explain_say(e, ")");
    }
}

static void say_value(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t first = t2s_sql_first(tree, expr);
    const char *literal = t2s_sql_literal(tree, expr);
    operation o;
    if (t2s_sql_is_column(tree, expr)) {
        say_name_or_text(e, expr);
    } else if (literal) {
        say_literal(e, expr, literal);
    } else if (t2s_sql_is(tree, first, T2S_RULE_function_name)) {
        t2s_explain_window(e, expr);
    } else if (is_condition(e, expr)) {
        t2s_explain_say(e, "whether ");
        say_condition(e, expr);
    } else if (is_operation(&o, e, expr)) {
        say_operation(e, expr, &o);
    } else if (t2s_sql_says(tree, first, "(")) {
        say_parentheses(e, expr);
    } else if (t2s_sql_is(tree, first, T2S_RULE_unary_operator)) {
        say_unary(e, expr);
    } else if (t2s_sql_says(tree, first, "CASE")) {
        say_case(e, expr);
    } else if (t2s_sql_says(tree, first, "CAST")) {
        int32_t inner = t2s_sql_child(tree, expr, T2S_RULE_expr);
        int32_t type = t2s_sql_child(tree, expr, T2S_RULE_type_name);
        t2s_explain_operand(e, inner);
        t2s_explain_say(e, " turned into ");
        if (type != T2S_NO_NODE)
            say_sql(e, type);
        else
            t2s_explain_say(e, "a number");
    } else if (first != T2S_NO_NODE && tree->nodes[first].text &&
               tree->nodes[first].next_sibling == T2S_NO_NODE) {
        t2s_explain_say(e, "the parameter ");
        t2s_explain_say(e, tree->nodes[first].text);
    } else {
        t2s_explain_quote(e, expr);
    }
}

void t2s_explain_value(t2s_explainer *e, int32_t expr)
{
    if (e->length + e->text.length > T2S_EXPLAIN_MAX_TEXT)
        return; /* t2s_explain_query fails */
    if (e->depth >= MAX_DEPTH) {
        t2s_explain_quote(e, expr);
        return;
    }
    e->depth++;
    say_value(e, expr);
    e->depth--;
}

/* --------------------------------------------------------------- comparison */

bool t2s_explain_same(t2s_explainer *e, int32_t a, int32_t b)
{
    const t2s_tree *tree = e->tree;
    int32_t at = a = t2s_sql_bare(tree, a), other = b = t2s_sql_bare(tree, b);
    if (t2s_sql_is_column(tree, a) && t2s_sql_is_column(tree, b)) {
        t2s_sql_name one = t2s_sql_find_name(&e->scopes, a);
        t2s_sql_name two = t2s_sql_find_name(&e->scopes, b);
        if (one.column != T2S_NO_ITEM || two.column != T2S_NO_ITEM)
            return one.column == two.column && one.relation == two.relation;
    }
    for (;
         at != T2S_NO_NODE && other != T2S_NO_NODE && t2s_sql_spend(&e->scopes);
         at = t2s_tree_next(tree, a, at),
         other = t2s_tree_next(tree, b, other)) {
        const t2s_node *x = &tree->nodes[at], *y = &tree->nodes[other];
        if (x->label != y->label ||
            (x->text && (x->text[0] == '\'' ? strcmp(x->text, y->text)
                                            : t2s_casecmp(x->text, y->text))))
            return false;
    }
    return at == T2S_NO_NODE && other == T2S_NO_NODE;
}

void t2s_explain_collect(t2s_explainer *e, t2s_nodes *list, int32_t top,
                         bool (*is)(const t2s_explainer *, int32_t))
{
    int32_t node = top;
    while (node != T2S_NO_NODE) {
        size_t i = 0;
        if (t2s_sql_is(e->tree, node, T2S_RULE_select_stmt)) {
            node = t2s_tree_after(e->tree, top, node);
            continue;
        }
        if (t2s_sql_is(e->tree, node, T2S_RULE_expr) && is(e, node)) {
            while (i < list->count && i < MAX_COLLECTED &&
                   !t2s_explain_same(e, node, list->at[i]))
                i++;
            if (i == list->count || i == MAX_COLLECTED)
                t2s_explain_push(e, list, node);
            node = t2s_tree_after(e->tree, top, node);
            continue;
        }
        node = t2s_tree_next(e->tree, top, node);
    }
}
