/* Joins: tables that no condition joins, conditions that join what does not go
 * together, tables that change nothing. */
#include "findings/findings.h"

#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "facts/self_joins.h"
#include "sql/scope.h"
#include "sql/token.h"

/* An equality of two columns that all rows must meet. */
typedef struct join {
    int32_t expr;
    const t2s_named_column *left, *right;
} join;

typedef struct joins {
    t2s_inspected *q;
    int32_t *group;   /* of each relation: those that conditions join */
    int32_t *first;   /* for each node: a relation that the condition names */
    int32_t *uses;    /* for each relation: columns of it in the query */
    bool *is_unknown; /* for each scope: not all of it is understood */
    T2S_VECTOR(join) equal;
} joins;

static int32_t scope_of(const t2s_inspected *q, int32_t relation)
{
    return q->scopes->relations.at[relation].scope;
}

static int32_t core_of(const t2s_inspected *q, int32_t relation)
{
    return q->scopes->scopes.at[scope_of(q, relation)].core;
}

/* ------------------------------------------------------------- reading */

/* Makes one group of those of two relations of one FROM. */
static void unite(joins *j, int32_t a, int32_t b)
{
    const int32_t from = j->group[a], to = j->group[b];
    if (from == to || scope_of(j->q, a) != scope_of(j->q, b))
        return;
    for (size_t i = 0; i < j->q->scopes->relations.count; i++)
        if (j->group[i] == from)
            j->group[i] = to;
}

/* Counts the columns of each relation, and puts relations that one condition
 * names into one group. */
static void read_columns(joins *j)
{
    t2s_inspected *q = j->q;
    for (size_t i = 0; i < q->query->columns.count; i++) {
        const t2s_named_column *name = &q->query->columns.at[i];
        int32_t condition;
        if (name->from == T2S_FROM_UNKNOWN)
            for (int32_t s = name->scope; s >= 0;
                 s = q->scopes->scopes.at[s].parent)
                j->is_unknown[s] = true;
        if (name->from != T2S_FROM_RELATION)
            continue;
        j->uses[name->relation]++;
        condition = t2s_sql_condition(q->scopes, name->expr,
                                      core_of(q, name->relation));
        if (condition == T2S_NO_NODE)
            continue;
        if (j->first[condition] < 0)
            j->first[condition] = name->relation;
        unite(j, name->relation, j->first[condition]);
    }
}

/* USING, NATURAL and CROSS join what they join on purpose. */
static bool is_deliberate(const t2s_tree *tree, int32_t node)
{
    int32_t first = t2s_sql_first(tree, node);
    if (t2s_sql_is(tree, node, T2S_RULE_join_constraint))
        return t2s_sql_says(tree, first, "USING");
    if (t2s_sql_is(tree, node, T2S_RULE_join_operator))
        return t2s_sql_says(tree, first, "NATURAL") ||
               t2s_sql_says(tree, first, "CROSS");
    return t2s_sql_is(tree, node, T2S_RULE_table_function_name);
}

static void read_equality(joins *j, int32_t node, const t2s_sql_comparison *of)
{
    t2s_inspected *q = j->q;
    join made = {node, t2s_column_at(q, of->left), t2s_column_at(q, of->right)};
    if (!made.left || !made.right || made.left->from != T2S_FROM_RELATION ||
        made.right->from != T2S_FROM_RELATION ||
        made.left->relation == made.right->relation ||
        scope_of(q, made.left->relation) != scope_of(q, made.right->relation) ||
        t2s_sql_condition(q->scopes, node, core_of(q, made.left->relation)) !=
            node)
        return;
    if (!t2s_vector_push(&j->equal, made))
        t2s_check_failed(q);
}

static void read_nodes(joins *j)
{
    const t2s_tree *tree = j->q->tree;
    t2s_tree_for_each (tree, tree->root, node) {
        int32_t scope = j->q->scopes->scope_of[node];
        t2s_sql_comparison of;
        if (scope >= 0 && is_deliberate(tree, node))
            j->is_unknown[scope] = true;
        if (t2s_sql_compares(&of, tree, node) && of.is_equality)
            read_equality(j, node, &of);
    }
}

/* ------------------------------------------------------------- findings */

static bool is_table(const t2s_inspected *q, int32_t relation)
{
    return q->scopes->relations.at[relation].origin == T2S_FROM_TABLE;
}

static t2sed_span span_of_relation(const t2s_inspected *q, int32_t relation)
{
    return t2s_span_of_node(q, q->scopes->relations.at[relation].node);
}

static t2s_sql_word name_of(const t2s_inspected *q, int32_t relation)
{
    return q->scopes->relations.at[relation].name;
}

static void find_missing(joins *j, int32_t scope)
{
    t2s_inspected *q = j->q;
    int32_t first = q->scopes->scopes.at[scope].first;
    for (int32_t i = first; i >= 0; i = q->scopes->relations.at[i].next) {
        t2s_sql_word a = name_of(q, first), b = name_of(q, i);
        if (!is_table(q, i) || !is_table(q, first) ||
            j->group[i] == j->group[first])
            continue;
        t2s_report(q, T2SED_FINDING_MISSING_JOIN, span_of_relation(q, i),
                   T2S_NOWHERE, NULL,
                   "No condition joins %.*s with %.*s: every row of one is "
                   "combined with every row of the other.",
                   (int)b.n, b.at, (int)a.n, a.at);
        return;
    }
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

/* "T1.id". */
static void append_column(t2s_string *out, const t2s_inspected *q,
                          int32_t relation, int32_t column)
{
    t2s_sql_word of = name_of(q, relation);
    const char *name = q->from->schema->columns[column].name;
    t2s_sql_append_name(out, of.at, of.n);
    t2s_string_append_char(out, '.');
    t2s_sql_append_name(out, name, strlen(name));
}

/* Whether no key is declared on a column, so that it may be one that is not. */
static bool may_be_key(const t2sed_schema *schema, int32_t column)
{
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        if (schema->foreign_keys[i].from == column)
            return false;
    return !t2s_schema_is_lone_key(schema, column);
}

/* Whether another equality joins the two by a key; then this one is no join but
 * a condition. */
static bool has_key_beside(const joins *j, const join *of)
{
    for (size_t i = 0; i < j->equal.count; i++) {
        const join *other = &j->equal.at[i];
        const bool is_same = other->left->relation == of->left->relation &&
                             other->right->relation == of->right->relation;
        const bool is_turned = other->left->relation == of->right->relation &&
                               other->right->relation == of->left->relation;
        if ((is_same || is_turned) && other->expr != of->expr &&
            other->left->column != T2S_NO_ITEM &&
            other->right->column != T2S_NO_ITEM &&
            t2s_schema_relate(j->q->from->schema, other->left->column,
                              other->right->column))
            return true;
    }
    return false;
}

/* Whether the key is what was meant: the columns are known to refer to
 * something else, and it is the only way between the tables. */
static bool is_key_meant(const joins *j, const join *of,
                         const t2s_foreign_key *key)
{
    const t2sed_schema *schema = j->q->from->schema;
    const int32_t a = schema->columns[key->from].table;
    const int32_t b = schema->columns[key->to].table;
    size_t keys = 0;
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const int32_t from =
            schema->columns[schema->foreign_keys[i].from].table;
        const int32_t to = schema->columns[schema->foreign_keys[i].to].table;
        keys += (from == a && to == b) || (from == b && to == a);
    }
    return keys == 1 && a != b && !may_be_key(schema, of->left->column) &&
           !may_be_key(schema, of->right->column) && !has_key_beside(j, of);
}

/* A join of other columns than the key between the tables. */
static void report_wrong(const joins *j, const join *of,
                         const t2s_foreign_key *key)
{
    t2s_inspected *q = j->q;
    const t2sed_schema *schema = q->from->schema;
    const t2s_column *a = &schema->columns[of->left->column];
    const t2s_column *b = &schema->columns[of->right->column];
    bool in_order = a->table == schema->columns[key->from].table;
    t2s_string suggestion = {0};
    append_column(&suggestion, q, of->left->relation,
                  in_order ? key->from : key->to);
    t2s_string_append(&suggestion, " = ");
    append_column(&suggestion, q, of->right->relation,
                  in_order ? key->to : key->from);
    if (suggestion.failed)
        t2s_check_failed(q);
    else
        t2s_report(q, T2SED_FINDING_WRONG_JOIN, t2s_span_of_node(q, of->expr),
                   T2S_NOWHERE,
                   is_key_meant(j, of, key) ? suggestion.text : NULL,
                   "The foreign key between %s and %s uses other columns than "
                   "%s and %s.",
                   schema->tables[a->table].name, schema->tables[b->table].name,
                   a->name, b->name);
    t2s_string_free(&suggestion);
}

/* Whether neither keys nor names relate two columns, and neither may refer to
 * the other by a key that is not declared. */
static bool are_unrelated(const t2sed_schema *schema, int32_t a, int32_t b)
{
    return schema->foreign_key_count > 0 && a != b &&
           !t2s_schema_relate(schema, a, b) &&
           !t2s_schema_are_alike(schema, a, b) &&
           !t2s_schema_may_refer(schema, a, b) &&
           !t2s_schema_may_refer(schema, b, a);
}

/* Whether a column of the table to which a key refers may itself refer back, by
 * a key that is not declared: employees have a branch, branches a manager. */
static bool leads_back(const t2sed_schema *schema, const t2s_foreign_key *key,
                       int32_t column)
{
    const t2s_column *of = &schema->columns[column];
    return !of->is_foreign && !of->primary &&
           of->kind == schema->columns[key->from].kind &&
           of->table == schema->columns[key->to].table &&
           of->table != schema->columns[key->from].table;
}

/* Whether the name of a column that may refer to the other says so. */
static bool is_said_by_name(const t2sed_schema *schema, int32_t a, int32_t b)
{
    return t2s_schema_are_alike(schema, a, b) &&
           (t2s_schema_may_refer(schema, a, b) ||
            t2s_schema_may_refer(schema, b, a));
}

/* Words of a question that asks for rows that share something. */
#define SAME "same|share|shares|shared|both|together|common|-where they"

/* Stops and segments joined by the railway of each, where a table has the
 * segments of each stop. */
static void find_bridged(const joins *j, const join *of)
{
    t2s_inspected *q = j->q;
    const t2sed_schema *schema = q->from->schema;
    const t2s_column *a = &schema->columns[of->left->column];
    const t2s_column *b = &schema->columns[of->right->column];
    const int32_t bridge = t2s_schema_bridge(schema, a->table, b->table);
    if (bridge == T2S_NO_ITEM || has_key_beside(j, of) ||
        (q->from->question && t2s_question_asks(q->from->question, SAME)))
        return;
    t2s_report(q, T2SED_FINDING_WRONG_JOIN, t2s_span_of_node(q, of->expr),
               T2S_NOWHERE, NULL,
               "This joins all rows of %.60s and %.60s with the same %.60s; "
               "%.60s relates their rows.",
               schema->tables[a->table].name, schema->tables[b->table].name,
               a->name, schema->tables[bridge].name);
}

static void find_unrelated(const joins *j, const join *of)
{
    t2s_inspected *q = j->q;
    const t2sed_schema *schema = q->from->schema;
    const t2s_column *a = &schema->columns[of->left->column];
    const t2s_column *b = &schema->columns[of->right->column];
    const t2s_foreign_key *key;
    t2s_relation relation;
    if (of->left->column == of->right->column || schema->foreign_key_count == 0)
        return;
    relation = t2s_schema_relate(schema, of->left->column, of->right->column);
    if (relation == T2S_RELATION_SHARED)
        find_bridged(j, of);
    if (relation)
        return;
    if (has_key_beside(j, of) ||
        is_said_by_name(schema, of->left->column, of->right->column))
        return;
    key = key_between(schema, a->table, b->table);
    if (key && !leads_back(schema, key, of->left->column) &&
        !leads_back(schema, key, of->right->column))
        report_wrong(j, of, key);
    else if (!key && are_unrelated(schema, of->left->column, of->right->column))
        t2s_report(q, T2SED_FINDING_UNRELATED_JOIN,
                   t2s_span_of_node(q, of->expr), T2S_NOWHERE, NULL,
                   "No foreign key relates %s.%s to %s.%s.",
                   schema->tables[a->table].name, a->name,
                   schema->tables[b->table].name, b->name);
}

/* Whether a star of the SELECT takes the relation's columns. */
static bool is_starred(t2s_inspected *q, int32_t relation)
{
    const t2s_tree *tree = q->tree;
    int32_t clause =
        t2s_sql_child(tree, core_of(q, relation), T2S_RULE_result_clause);
    if (clause == T2S_NO_NODE)
        return true;
    t2s_tree_for_each_child (tree, clause, column) {
        int32_t first = t2s_sql_first(tree, column);
        if (first == T2S_NO_NODE)
            continue;
        if (t2s_tree_is_terminal(tree, first) ||
            (t2s_sql_is(tree, first, T2S_RULE_table_name) &&
             t2s_sql_same(t2s_sql_unquoted(q->scopes, first),
                          name_of(q, relation))))
            return true;
    }
    return false;
}

/* A table that a foreign key leads to, of which nothing else is used: a row
 * whose key is not NULL matches one row there, so the result has it once with
 * or without the join. An inner join drops the rows whose key is NULL; a LEFT
 * JOIN from that table keeps those that nothing refers to. */
static void find_unused(joins *j, const t2s_named_column *side,
                        const t2s_named_column *other)
{
    t2s_inspected *q = j->q;
    t2s_sql_word name = name_of(q, side->relation);
    if (!j->is_unknown[scope_of(q, side->relation)] &&
        is_table(q, side->relation) && j->uses[side->relation] == 1 &&
        t2s_schema_is_lone_key(q->from->schema, side->column) &&
        t2s_schema_refers(q->from->schema, other->column, side->column) &&
        !is_starred(q, side->relation) &&
        !t2s_relation_is_optional(q->query, other->relation))
        t2s_report(q, T2SED_FINDING_UNUSED_TABLE,
                   span_of_relation(q, side->relation), T2S_NOWHERE, NULL,
                   "Nothing of the table %.*s is used besides the join; it may "
                   "not affect the result.",
                   (int)name.n, name.at);
}

/* Whether another equality joins a relation. */
static bool is_joined_beside(const joins *j, const join *of, int32_t relation)
{
    for (size_t i = 0; i < j->equal.count; i++)
        if (j->equal.at[i].expr != of->expr &&
            (j->equal.at[i].left->relation == relation ||
             j->equal.at[i].right->relation == relation))
            return true;
    return false;
}

/* A table joined with itself on its key: each row meets itself alone. A LEFT
 * JOIN may choose some of the rows, and the query may ask whether two tables
 * refer to the same row. */
static void find_repeated(const joins *j, const join *of)
{
    t2s_inspected *q = j->q;
    const t2sed_schema *schema = q->from->schema;
    const int32_t column = of->left->column;
    const int32_t a = of->left->relation, b = of->right->relation;
    if (column == of->right->column && t2s_schema_is_lone_key(schema, column) &&
        !t2s_relation_is_optional(q->query, a) &&
        !t2s_relation_is_optional(q->query, b) &&
        !(is_joined_beside(j, of, a) && is_joined_beside(j, of, b)))
        t2s_report(q, T2SED_FINDING_REPEATED_TABLE,
                   t2s_span_of_node(q, of->expr), T2S_NOWHERE, NULL,
                   "This joins %s to itself on its primary key: each row "
                   "matches only itself.",
                   schema->tables[schema->columns[column].table].name);
}

static void find_all(joins *j)
{
    t2s_inspected *q = j->q;
    for (size_t s = 0; s < q->scopes->scopes.count; s++)
        if (!j->is_unknown[s] && q->scopes->scopes.at[s].core != T2S_NO_NODE)
            find_missing(j, (int32_t)s);
    for (size_t i = 0; q->from->schema && i < j->equal.count; i++) {
        const join *of = &j->equal.at[i];
        if (of->left->column == T2S_NO_ITEM || of->right->column == T2S_NO_ITEM)
            continue;
        if (is_table(q, of->left->relation) &&
            is_table(q, of->right->relation)) {
            find_unrelated(j, of);
            find_repeated(j, of);
        }
        find_unused(j, of->left, of->right);
        find_unused(j, of->right, of->left);
    }
}

void t2s_check_joins(t2s_inspected *q)
{
    joins j = {.q = q};
    size_t relations = q->scopes->relations.count;
    if (relations < 2 || !q->query->has_all_columns)
        return;
    j.group = t2s_alloc_array(relations, sizeof *j.group);
    j.uses = t2s_zalloc_array(relations, sizeof *j.uses);
    j.first = t2s_alloc_array(q->tree->count, sizeof *j.first);
    j.is_unknown =
        t2s_zalloc_array(q->scopes->scopes.count, sizeof *j.is_unknown);
    if (!j.group || !j.uses || !j.first || !j.is_unknown) {
        t2s_check_failed(q);
    } else {
        for (size_t i = 0; i < relations; i++)
            j.group[i] = (int32_t)i;
        for (size_t i = 0; i < q->tree->count; i++)
            j.first[i] = -1;
        read_columns(&j);
        read_nodes(&j);
        if (q->status == T2SED_OK && q->scopes->work > 0)
            find_all(&j);
    }
    t2s_free(j.group);
    t2s_free(j.uses);
    t2s_free(j.first);
    t2s_free(j.is_unknown);
    t2s_vector_free(&j.equal);
}

/* ------------------------------------------------------------- subqueries */

/* The column that a query gives where it gives one alone, or T2S_NO_ITEM. */
static int32_t column_of_query(const t2s_inspected *q, int32_t stmt)
{
    const t2s_named_column *name =
        t2s_column_at(q, t2s_sql_only_result(q->tree, stmt));
    return name ? name->column : T2S_NO_ITEM;
}

/* a IN (SELECT b ...), where no key relates a with b. */
void t2s_check_subqueries(t2s_inspected *q)
{
    const t2s_tree *tree = q->tree;
    const t2s_column *columns = q->from->schema->columns;
    if (q->scopes->relations.count < 2 || !q->query->has_all_columns)
        return;
    t2s_tree_for_each (tree, tree->root, node) {
        int32_t list = t2s_sql_operand(tree, node, "IN"), stmt, column;
        int32_t left = t2s_sql_first(tree, node);
        const t2s_named_column *name;
        if (list == T2S_NO_NODE)
            continue;
        stmt = t2s_sql_child(tree, list, T2S_RULE_select_stmt);
        name = t2s_column_at(q, left);
        if (stmt == T2S_NO_NODE || !name || name->column == T2S_NO_ITEM)
            continue;
        column = column_of_query(q, stmt);
        if (column == T2S_NO_ITEM ||
            !are_unrelated(q->from->schema, name->column, column))
            continue;
        t2s_report(q, T2SED_FINDING_UNRELATED_SUBQUERY,
                   t2s_span_of_node(q, left), T2S_NOWHERE, NULL,
                   "IN compares %s with values of %s; no foreign key relates "
                   "the two columns.",
                   columns[name->column].name, columns[column].name);
    }
}
