/* Joins: tables that no condition joins, conditions that join what does not go
 * together, tables that change nothing. */
#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "findings/findings.h"
#include "sql/token.h"

/* An equality of two columns that all rows must meet. */
typedef struct join {
    int32_t expr;
    const t2s_named_column *left, *right;
} join;

typedef struct joins {
    t2s_find *at;
    const t2s_tree *tree;
    int32_t *group;   /* for each relation: another of its group, or itself */
    int32_t *first;   /* for each node: a relation that the condition names */
    int32_t *uses;    /* for each relation: columns of it in the query */
    bool *is_unknown; /* for each scope: not all of it is understood */
    T2S_VECTOR(join) equal;
    bool failed;
} joins;

static int32_t group_of(joins *j, int32_t relation)
{
    while (j->group[relation] != relation)
        relation = j->group[relation] = j->group[j->group[relation]];
    return relation;
}

static int32_t core_of(const joins *j, int32_t relation)
{
    int32_t scope = j->at->scopes->relations.at[relation].scope;
    return scope < 0 ? T2S_NO_NODE : j->at->scopes->scopes.at[scope].core;
}

static bool is_table(const joins *j, int32_t relation)
{
    const t2s_sql_relation *of = &j->at->scopes->relations.at[relation];
    return of->origin == T2S_FROM_TABLE;
}

/* ------------------------------------------------------------- reading */

static void read_columns(joins *j)
{
    const t2s_query *query = j->at->query;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *name = &query->columns.at[i];
        int32_t condition;
        if (name->from == T2S_FROM_UNKNOWN)
            for (int32_t s = name->scope; s >= 0;
                 s = j->at->scopes->scopes.at[s].parent)
                j->is_unknown[s] = true;
        if (name->from != T2S_FROM_RELATION)
            continue;
        j->uses[name->relation]++;
        condition = t2s_find_tree_condition(j->at->scopes, name->expr,
                                            core_of(j, name->relation));
        if (condition == T2S_NO_NODE)
            continue;
        if (j->first[condition] < 0)
            j->first[condition] = name->relation;
        else if (j->at->scopes->relations.at[name->relation].scope ==
                 j->at->scopes->relations.at[j->first[condition]].scope)
            j->group[group_of(j, name->relation)] =
                group_of(j, j->first[condition]);
    }
}

/* USING, NATURAL and CROSS join what they join on purpose. */
static void read_words(joins *j)
{
    const t2s_tree *tree = j->tree;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        int32_t first = tree->nodes[node].first_child;
        int32_t scope = j->at->scopes->scope_of[node];
        bool is_special = (t2s_sql_is(tree, node, T2S_RULE_join_constraint) &&
                           t2s_sql_says(tree, first, "USING")) ||
                          (t2s_sql_is(tree, node, T2S_RULE_join_operator) &&
                           (t2s_sql_says(tree, first, "NATURAL") ||
                            t2s_sql_says(tree, first, "CROSS"))) ||
                          t2s_sql_is(tree, node, T2S_RULE_table_function_name);
        if (is_special && scope >= 0)
            j->is_unknown[scope] = true;
    }
}

static void read_joins(joins *j)
{
    const t2s_tree *tree = j->tree;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        int32_t left, operator, right;
        join made = {.expr = node};
        if (!t2s_find_tree_comparison(tree, node, &left, &operator, &right) ||
            tree->nodes[operator].text[0] != '=')
            continue;
        made.left = t2s_find_tree_column(j->at->query, left);
        made.right = t2s_find_tree_column(j->at->query, right);
        if (!made.left || !made.right || made.left->from != T2S_FROM_RELATION ||
            made.right->from != T2S_FROM_RELATION ||
            made.left->relation == made.right->relation ||
            j->at->scopes->relations.at[made.left->relation].scope !=
                j->at->scopes->relations.at[made.right->relation].scope ||
            t2s_find_tree_condition(j->at->scopes, node,
                                    core_of(j, made.left->relation)) != node)
            continue;
        if (!t2s_vector_push(&j->equal, made)) {
            j->failed = true;
            return;
        }
    }
}

/* ------------------------------------------------------------- findings */

static t2s_place place_of_relation(const joins *j, int32_t relation)
{
    int32_t node = j->at->scopes->relations.at[relation].node;
    return node == T2S_NO_NODE ? T2S_NOWHERE : t2s_place_of_node(j->at, node);
}

/* The key that the schema declares between two tables, or NULL. */
static const t2s_foreign_key *key_between(const t2sed_schema *schema, int32_t a,
                                          int32_t b)
{
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        int32_t from = schema->columns[key->from].table;
        int32_t to = schema->columns[key->to].table;
        if ((from == a && to == b) || (from == b && to == a))
            return key;
    }
    return NULL;
}

static t2s_sql_word name_of(const joins *j, int32_t relation)
{
    return j->at->scopes->relations.at[relation].name;
}

static void find_missing(joins *j, int32_t scope)
{
    int32_t first = j->at->scopes->scopes.at[scope].first;
    for (int32_t i = first; i >= 0; i = j->at->scopes->relations.at[i].next) {
        t2s_sql_word a = name_of(j, first), b = name_of(j, i);
        if (!is_table(j, i) || !is_table(j, first) ||
            group_of(j, i) == group_of(j, first))
            continue;
        t2s_findings_add(j->at->out, T2SED_FINDING_MISSING_JOIN,
                         place_of_relation(j, i), T2S_NOWHERE, NULL,
                         "No condition joins %.*s with %.*s: every row of one "
                         "goes with every row of the other.",
                         (int)b.n, b.at, (int)a.n, a.at);
        return;
    }
}

/* "T1.id". */
static void append_column(const joins *j, t2s_string *out, int32_t relation,
                          int32_t column)
{
    t2s_sql_word of = name_of(j, relation);
    const char *name = j->at->from.schema->columns[column].name;
    t2s_sql_append_name(out, of.at, of.n);
    t2s_string_append_char(out, '.');
    t2s_sql_append_name(out, name, strlen(name));
}

/* "T1.id = T2.singer_id", for a join that the schema declares. */
static bool suggest(const joins *j, t2s_string *out, const join *of,
                    const t2s_foreign_key *key)
{
    const t2s_column *columns = j->at->from.schema->columns;
    bool in_order = columns[of->left->column].table == columns[key->from].table;
    append_column(j, out, of->left->relation, in_order ? key->from : key->to);
    t2s_string_append(out, " = ");
    append_column(j, out, of->right->relation, in_order ? key->to : key->from);
    return !out->failed;
}

/* Whether one name ends as the other does: id and restaurant_id. */
static bool are_alike(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), least = n < m ? n : m;
    return t2s_casecmp_n(a + n - least, least, b + m - least, least) == 0;
}

static void find_unrelated(joins *j, const join *of)
{
    const t2sed_schema *schema = j->at->from.schema;
    const t2s_column *a, *b;
    const t2s_foreign_key *key;
    t2s_string suggestion = {0};
    if (of->left->column == T2S_NO_ITEM || of->right->column == T2S_NO_ITEM ||
        !is_table(j, of->left->relation) || !is_table(j, of->right->relation) ||
        of->left->column == of->right->column ||
        schema->foreign_key_count == 0 ||
        t2s_schema_relate(schema, of->left->column, of->right->column))
        return;
    a = &schema->columns[of->left->column];
    b = &schema->columns[of->right->column];
    key = key_between(schema, a->table, b->table);
    if (!key) {
        if (!are_alike(a->name, b->name))
            t2s_findings_add(j->at->out, T2SED_FINDING_UNRELATED_JOIN,
                             t2s_place_of_node(j->at, of->expr), T2S_NOWHERE,
                             NULL, "No key relates %s.%s with %s.%s.",
                             schema->tables[a->table].name, a->name,
                             schema->tables[b->table].name, b->name);
        return;
    }
    if (!suggest(j, &suggestion, of, key))
        j->failed = true;
    else
        t2s_findings_add(j->at->out, T2SED_FINDING_WRONG_JOIN,
                         t2s_place_of_node(j->at, of->expr), T2S_NOWHERE,
                         suggestion.text,
                         "The schema relates %s with %s by other columns than "
                         "%s and %s.",
                         schema->tables[a->table].name,
                         schema->tables[b->table].name, a->name, b->name);
    t2s_string_free(&suggestion);
}

/* Whether a column alone is its table's primary key. */
static bool is_key(const t2sed_schema *schema, int32_t column)
{
    const t2s_table *table = &schema->tables[schema->columns[column].table];
    if (!schema->columns[column].primary)
        return false;
    for (int32_t i = 0; i < table->column_count; i++)
        if (table->first_column + i != column &&
            schema->columns[table->first_column + i].primary)
            return false;
    return true;
}

/* Whether a star of the SELECT takes the relation's columns. */
static bool is_starred(const joins *j, int32_t relation)
{
    const t2s_tree *tree = j->tree;
    int32_t core = core_of(j, relation), clause;
    if (core == T2S_NO_NODE)
        return true;
    clause = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (clause == T2S_NO_NODE)
        return true;
    t2s_tree_for_each_child (tree, clause, column) {
        int32_t first = tree->nodes[column].first_child;
        if (first == T2S_NO_NODE)
            continue;
        if (t2s_tree_is_terminal(tree, first))
            return true;
        if (t2s_sql_is(tree, first, T2S_RULE_table_name) &&
            t2s_sql_same(t2s_sql_unquoted(j->at->scopes, first),
                         name_of(j, relation)))
            return true;
    }
    return false;
}

/* A table that a foreign key leads to, of which nothing else is used: each row
 * that leads there has one, and is there once with or without it. */
static void find_unused(joins *j, const join *of)
{
    const t2s_named_column *sides[] = {of->left, of->right};
    for (int i = 0; i < 2; i++) {
        const t2s_named_column *side = sides[i], *other = sides[1 - i];
        t2s_sql_word name = name_of(j, side->relation);
        if (side->column == T2S_NO_ITEM || other->column == T2S_NO_ITEM ||
            !is_table(j, side->relation) || j->uses[side->relation] != 1 ||
            !is_key(j->at->from.schema, side->column) ||
            !t2s_schema_refers(j->at->from.schema, other->column,
                               side->column) ||
            is_starred(j, side->relation))
            continue;
        t2s_findings_add(j->at->out, T2SED_FINDING_UNUSED_TABLE,
                         place_of_relation(j, side->relation), T2S_NOWHERE,
                         NULL,
                         "Nothing of %.*s is used: the query gives the same "
                         "without it.",
                         (int)name.n, name.at);
    }
}

/* A table joined with itself on its key: each row meets itself alone. */
static void find_repeated(joins *j, const join *of)
{
    if (of->left->column == T2S_NO_ITEM ||
        of->left->column != of->right->column ||
        !is_table(j, of->left->relation) || !is_table(j, of->right->relation) ||
        !is_key(j->at->from.schema, of->left->column))
        return;
    t2s_findings_add(
        j->at->out, T2SED_FINDING_REPEATED_TABLE,
        t2s_place_of_node(j->at, of->expr), T2S_NOWHERE, NULL,
        "This joins %s with itself on its key: each row meets itself alone.",
        j->at->from.schema
            ->tables[j->at->from.schema->columns[of->left->column].table]
            .name);
}

/* The column that a query gives where it gives one alone, or T2S_NO_ITEM. */
static int32_t column_of_query(const joins *j, int32_t stmt)
{
    const t2s_tree *tree = j->tree;
    int32_t node = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    const t2s_named_column *name;
    if (node != T2S_NO_NODE)
        node = t2s_sql_child(tree, node, T2S_RULE_result_clause);
    if (node == T2S_NO_NODE)
        return T2S_NO_ITEM;
    node = tree->nodes[node].first_child;
    if (node == T2S_NO_NODE || tree->nodes[node].next_sibling != T2S_NO_NODE ||
        !t2s_sql_is(tree, node, T2S_RULE_result_column))
        return T2S_NO_ITEM;
    name = t2s_find_tree_column(j->at->query, tree->nodes[node].first_child);
    return name ? name->column : T2S_NO_ITEM;
}

/* a IN (SELECT b ...) */
static void find_subquery(joins *j, int32_t expr)
{
    const t2s_tree *tree = j->tree;
    const t2sed_schema *schema = j->at->from.schema;
    int32_t left = tree->nodes[expr].first_child, word, column;
    const t2s_named_column *name;
    if (!t2s_sql_is(tree, left, T2S_RULE_expr))
        return;
    word = tree->nodes[left].next_sibling;
    if (t2s_sql_says(tree, word, "NOT"))
        word = tree->nodes[word].next_sibling;
    if (!t2s_sql_says(tree, word, "IN"))
        return;
    word = t2s_sql_child(tree, tree->nodes[word].next_sibling,
                         T2S_RULE_select_stmt);
    name = t2s_find_tree_column(j->at->query, left);
    if (!name || name->column == T2S_NO_ITEM || word == T2S_NO_NODE)
        return;
    column = column_of_query(j, word);
    if (column == T2S_NO_ITEM || column == name->column ||
        t2s_schema_relate(schema, name->column, column) ||
        are_alike(schema->columns[name->column].name,
                  schema->columns[column].name))
        return;
    t2s_findings_add(j->at->out, T2SED_FINDING_UNRELATED_SUBQUERY,
                     t2s_place_of_node(j->at, left), T2S_NOWHERE, NULL,
                     "%s is looked for among values of %s, which no key "
                     "relates with it.",
                     schema->columns[name->column].name,
                     schema->columns[column].name);
}

static void find_subqueries(joins *j)
{
    for (int32_t node = j->tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(j->tree, j->tree->root, node))
        if (t2s_sql_is(j->tree, node, T2S_RULE_expr))
            find_subquery(j, node);
}

static void find_all(joins *j)
{
    if (j->at->from.schema && j->at->from.schema->foreign_key_count > 0)
        find_subqueries(j);
    for (size_t s = 0; s < j->at->scopes->scopes.count; s++)
        if (!j->is_unknown[s] &&
            j->at->scopes->scopes.at[s].core != T2S_NO_NODE)
            find_missing(j, (int32_t)s);
    for (size_t i = 0; j->at->from.schema && i < j->equal.count && !j->failed;
         i++) {
        const join *of = &j->equal.at[i];
        find_unrelated(j, of);
        find_repeated(j, of);
        if (!j->is_unknown[j->at->scopes->relations.at[of->left->relation]
                               .scope])
            find_unused(j, of);
    }
}

t2sed_status t2s_find_joins(t2s_find *at, t2sed_error *err)
{
    joins j = {.at = at, .tree = &at->sql->full};
    size_t relations = at->scopes->relations.count;
    if (relations < 2 || !at->query->has_all_columns)
        return T2SED_OK;
    j.group = t2s_alloc_array(relations, sizeof *j.group);
    j.uses = t2s_zalloc_array(relations, sizeof *j.uses);
    j.first = t2s_alloc_array(j.tree->count, sizeof *j.first);
    j.is_unknown =
        t2s_zalloc_array(at->scopes->scopes.count, sizeof *j.is_unknown);
    j.failed = !j.group || !j.uses || !j.first || !j.is_unknown;
    if (!j.failed) {
        for (size_t i = 0; i < relations; i++)
            j.group[i] = (int32_t)i;
        for (size_t i = 0; i < j.tree->count; i++)
            j.first[i] = -1;
        read_columns(&j);
        read_words(&j);
        read_joins(&j);
    }
    if (!j.failed && at->scopes->work > 0)
        find_all(&j);
    t2s_free(j.group);
    t2s_free(j.uses);
    t2s_free(j.first);
    t2s_free(j.is_unknown);
    t2s_vector_free(&j.equal);
    return j.failed ? t2s_fail_memory(err) : T2SED_OK;
}
