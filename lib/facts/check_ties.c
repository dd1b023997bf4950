/* What ties tables together, against the keys of the schema. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/check_reader.h"
#include "facts/units.h"

/* Foreign keys that are followed in a row. */
#define MOST_STEPS 8
/* Equalities that are looked at. */
#define MOST_EQUALITIES 256

/* The column whose values a column holds. */
typedef enum domain_kind {
    DOMAIN_NONE,   /* no key */
    DOMAIN_KNOWN,  /* of `column` */
    DOMAIN_UNKNOWN /* several, or of a schema without keys */
} domain_kind;

typedef struct domain {
    domain_kind kind;
    int32_t column;
} domain;

/* The only column that a foreign key leads to from a column; T2S_NO_ITEM where
 * there is none, or another. */
static int32_t leads_to(const t2sed_schema *schema, int32_t from, bool *several)
{
    int32_t to = T2S_NO_ITEM;
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        if (schema->foreign_keys[i].from != from)
            continue;
        *several |= to != T2S_NO_ITEM && to != schema->foreign_keys[i].to;
        to = schema->foreign_keys[i].to;
    }
    return to;
}

/* The one table's lone primary key of a column's name, in another table. */
static int32_t key_of_name(const t2sed_schema *schema, int32_t column)
{
    const char *name = schema->columns[column].name;
    int32_t found = T2S_NO_ITEM;
    for (int32_t c = t2s_schema_find_column(schema, T2S_NO_ITEM, name,
                                            strlen(name), NULL);
         c != T2S_NO_ITEM; c = schema->columns[c].next_same) {
        if (!t2s_schema_is_lone_key(schema, c) || schema->columns[c].is_foreign)
            continue;
        if (found != T2S_NO_ITEM)
            return T2S_NO_ITEM;
        found = c;
    }
    return found;
}

static domain domain_of(const t2sed_schema *schema, int32_t column)
{
    domain out = {DOMAIN_UNKNOWN, column};
    bool several = false;
    for (int i = 0; i < MOST_STEPS; i++) {
        const t2s_column *at = &schema->columns[out.column];
        if (!at->is_foreign) {
            const int32_t same = key_of_name(schema, out.column);
            if (same != T2S_NO_ITEM)
                out.column = same;
            out.kind = at->is_referenced || at->primary || same != T2S_NO_ITEM
                           ? DOMAIN_KNOWN
                           : DOMAIN_NONE;
            /* A part of a key that leads nowhere may be anything: a date. */
            if (at->primary && same == T2S_NO_ITEM && !at->is_referenced &&
                !t2s_schema_is_lone_key(schema, out.column))
                out.kind = DOMAIN_NONE;
            return out;
        }
        out.column = leads_to(schema, out.column, &several);
        if (several || out.column == T2S_NO_ITEM)
            break;
    }
    out.kind = DOMAIN_UNKNOWN;
    return out;
}

/* Whether two columns have only a name in common that each table gives its key:
 * both are lone keys, no foreign key is of them, and there is a third such key.
 */
static bool share_plain_name(const t2sed_schema *schema, int32_t a, int32_t b)
{
    const char *name = schema->columns[a].name;
    int keys = 0;
    if (schema->foreign_key_count == 0 ||
        t2s_schema_relate(schema, a, b) != T2S_RELATION_NAME ||
        !t2s_name_says(schema->columns[a].readable, "id key code no nr") ||
        strchr(schema->columns[a].readable, ' ') ||
        !t2s_schema_is_lone_key(schema, a) ||
        !t2s_schema_is_lone_key(schema, b) || schema->columns[a].is_foreign ||
        schema->columns[b].is_foreign)
        return false;
    for (int32_t c = t2s_schema_find_column(schema, T2S_NO_ITEM, name,
                                            strlen(name), NULL);
         c != T2S_NO_ITEM; c = schema->columns[c].next_same)
        keys += t2s_schema_is_lone_key(schema, c);
    return keys > 2;
}

static void check_pair(t2s_check_reader *r, int32_t node,
                       const t2s_named_column *a, const t2s_named_column *b)
{
    domain x, y;
    if (!a || !b || a->column == T2S_NO_ITEM || b->column == T2S_NO_ITEM ||
        a->column == b->column ||
        (t2s_schema_relate(r->schema, a->column, b->column) &&
         !share_plain_name(r->schema, a->column, b->column)))
        return;
    x = domain_of(r->schema, a->column);
    y = domain_of(r->schema, b->column);
    if (x.kind == DOMAIN_KNOWN && y.kind == DOMAIN_KNOWN &&
        x.column != y.column)
        t2s_check_hit(r, T2S_CHECK_OTHER_DOMAIN, node);
    else if ((x.kind == DOMAIN_NONE) != (y.kind == DOMAIN_NONE) &&
             x.kind != DOMAIN_UNKNOWN && y.kind != DOMAIN_UNKNOWN &&
             !t2s_schema_are_alike(r->schema, a->column, b->column) &&
             !t2s_schema_may_refer(r->schema, a->column, b->column) &&
             !t2s_schema_may_refer(r->schema, b->column, a->column))
        t2s_check_hit(r, T2S_CHECK_KEY_WITH_OTHER, node);
}

/* The listed column that a query gives where it gives one alone, or NULL. */
static const t2s_named_column *column_of_query(const t2s_check_reader *r,
                                               int32_t stmt)
{
    return t2s_check_column(r, t2s_sql_only_result(r->tree, stmt));
}

/* ------------------------------------------------------------- untied */

typedef struct ties {
    t2s_check_reader *r;
    int32_t *group; /* of each relation: those that keys tie */
} ties;

static int32_t find(const ties *t, int32_t relation)
{
    while (t->group[relation] != relation)
        relation = t->group[relation] = t->group[t->group[relation]];
    return relation;
}

/* Whether an equality of two columns is one of keys, as far as can be told. */
static bool ties_keys(const t2s_check_reader *r, const t2s_named_column *a,
                      const t2s_named_column *b)
{
    if (a->column == T2S_NO_ITEM || b->column == T2S_NO_ITEM)
        return true;
    return domain_of(r->schema, a->column).kind != DOMAIN_NONE ||
           domain_of(r->schema, b->column).kind != DOMAIN_NONE;
}

static void read_equality(ties *t, int32_t node, int32_t left, int32_t right)
{
    const t2s_named_column *a = t2s_check_column(t->r, left);
    const t2s_named_column *b = t2s_check_column(t->r, right);
    check_pair(t->r, node, a, b);
    if (a && b && a->from == T2S_FROM_RELATION &&
        b->from == T2S_FROM_RELATION && ties_keys(t->r, a, b))
        t->group[find(t, a->relation)] = find(t, b->relation);
    /* What an expression gives is taken for what it should be. */
    if ((a && a->from == T2S_FROM_RELATION && !b) ||
        (b && b->from == T2S_FROM_RELATION && !a)) {
        const t2s_named_column *at, *end;
        const int32_t relation = a ? a->relation : b->relation;
        t2s_check_columns_in(&at, &end, t->r, a ? right : left);
        for (; at < end; at++)
            if (at->from == T2S_FROM_RELATION)
                t->group[find(t, relation)] = find(t, at->relation);
    }
}

/* Whether a relation has rows that the schema tells apart by a key. */
static bool is_keyed(const t2s_check_reader *r, int32_t relation)
{
    const t2s_sql_relation *of = &r->scopes->relations.at[relation];
    return of->origin == T2S_FROM_TABLE && of->table != T2S_NO_ITEM &&
           r->schema->tables[of->table].key_columns > 0;
}

static void check_scope(ties *t, int32_t scope)
{
    const t2s_sql_scopes *scopes = t->r->scopes;
    const int32_t first = scopes->scopes.at[scope].first;
    if (first < 0 || t2s_check_core(t->r, scope) == T2S_NO_NODE ||
        t->r->schema->foreign_key_count == 0)
        return;
    t2s_for_each_relation (scopes, scope, i)
        if (!is_keyed(t->r, i) || t->r->is_cross[i])
            return;
    t2s_for_each_relation (scopes, scope, i)
        if (find(t, i) != find(t, first)) {
            t2s_check_hit(t->r, T2S_CHECK_UNTIED, scopes->relations.at[i].node);
            return;
        }
}

/* USING (a) ties all of its FROM that have such a column. */
static void read_using(ties *t, int32_t name)
{
    const t2s_sql_scopes *scopes = t->r->scopes;
    const int32_t scope = scopes->scope_of[name];
    const t2s_sql_word word = t2s_sql_bare_word(t->r->tree, name);
    int32_t last = -1;
    t2s_for_each_relation (scopes, scope, i) {
        const int32_t table = scopes->relations.at[i].table;
        if (scopes->relations.at[i].origin == T2S_FROM_TABLE &&
            (table == T2S_NO_ITEM ||
             t2s_schema_find_column(t->r->schema, table, word.at, word.n,
                                    NULL) == T2S_NO_ITEM))
            continue;
        if (last >= 0)
            t->group[find(t, last)] = find(t, i);
        last = i;
    }
}

/* ------------------------------------------------------- parts of keys */

/* Whether the query names a column of a relation, or takes all of it. */
static bool uses(const t2s_check_reader *r, int32_t relation, int32_t column)
{
    for (size_t i = 0; i < r->query->columns.count; i++)
        if (r->query->columns.at[i].from == T2S_FROM_RELATION &&
            r->query->columns.at[i].relation == relation &&
            r->query->columns.at[i].column == column)
            return true;
    return false;
}

/* A join on part of a primary key, none of whose rest the query uses though
 * the other table has such a column. A table that is joined with itself has,
 * and is meant to pair rows. */
static void check_part(ties *t, int32_t node, const t2s_named_column *of,
                       const t2s_named_column *other)
{
    const t2sed_schema *schema = t->r->schema;
    const t2s_sql_scopes *scopes = t->r->scopes;
    const int32_t beside = scopes->relations.at[other->relation].table;
    const t2s_table *table = &schema->tables[schema->columns[of->column].table];
    if (!is_keyed(t->r, of->relation) ||
        beside == scopes->relations.at[of->relation].table ||
        !schema->columns[of->column].primary || beside == T2S_NO_ITEM)
        return;
    for (int32_t i = 0, c = table->first_column;
         table->key_columns > 1 && i < table->column_count; i++, c++) {
        const char *name = schema->columns[c].name;
        if (schema->columns[c].primary && c != of->column &&
            !uses(t->r, of->relation, c) &&
            t2s_schema_find_column(schema, beside, name, strlen(name), NULL) !=
                T2S_NO_ITEM)
            t2s_check_hit(t->r, T2S_CHECK_PART_OF_KEY, node);
    }
}

/* The column that a SELECT groups by first, or NULL. */
static const t2s_named_column *first_key(const t2s_check_reader *r,
                                         int32_t core)
{
    const t2s_named_column *at, *end;
    const int32_t group =
        t2s_sql_child(r->tree, core, T2S_RULE_group_by_clause);
    if (group == T2S_NO_NODE)
        return NULL;
    t2s_check_columns_in(&at, &end, r, group);
    return at < end && at->from == T2S_FROM_RELATION ? at : NULL;
}

/* Whether a result has a column of a relation outside of aggregates. */
static bool shows(const t2s_check_reader *r, int32_t result, int32_t relation)
{
    const t2s_named_column *at, *end;
    t2s_check_columns_in(&at, &end, r, result);
    for (; at < end; at++)
        if (at->from == T2S_FROM_RELATION && at->relation == relation &&
            r->call[at->expr] == T2S_NO_NODE)
            return true;
    return false;
}

/* A self-join a.parent = b.id: rows of a refer to rows of b. It is suspect to
 * keep all of b beside values of a, as if b referred to a; to count rows of b
 * for each of a, because there is one at most; and to begin the result with b
 * if the question asks for somebody and "their" other. */
static void check_parent(ties *t, int32_t node, const t2s_named_column *of,
                         const t2s_named_column *other)
{
    const t2s_check_reader *r = t->r;
    const t2s_sql_relation *a = &r->scopes->relations.at[of->relation];
    const t2s_sql_relation *b = &r->scopes->relations.at[other->relation];
    const t2s_named_column *first, *end, *key;
    int32_t core, result, words[2];
    if (a == b || other->column == T2S_NO_ITEM || a->origin != T2S_FROM_TABLE ||
        a->table != b->table || a->scope != b->scope ||
        !t2s_schema_refers(r->schema, of->column, other->column))
        return;
    core = t2s_check_core(r, a->scope);
    key = first_key(r, core);
    if (key && key->relation == other->relation)
        return;
    result = t2s_sql_child(r->tree, core, T2S_RULE_result_clause);
    if (result == T2S_NO_NODE)
        return;
    if ((r->is_outer[of->relation] && !r->is_outer[other->relation] &&
         shows(r, result, of->relation)) ||
        (key && key->relation == of->relation && key->column != T2S_NO_ITEM &&
         r->schema->columns[key->column].primary &&
         !shows(r, result, other->relation))) {
        t2s_check_hit(t->r, T2S_CHECK_PARENT_REVERSED, node);
        return;
    }
    t2s_check_columns_in(&first, &end, r, result);
    if (first == end || first->from != T2S_FROM_RELATION ||
        first->relation != other->relation)
        return;
    if (!r->question ||
        !t2s_check_asks(words, r, "their|its|whose|his|her|with"))
        return;
    if (t2s_check_asks(words, r, "their|its|whose|his|her"))
        t2s_check_hit_asked(t->r, T2S_CHECK_PARENT_FOR_CHILD, node, words);
    for (; first < end; first++)
        if (first->relation == of->relation) {
            t2s_check_hit(t->r, T2S_CHECK_PARENT_REVERSED, node);
            return;
        }
}

#define DOWNWARDS                                                              \
    "below|under|beneath|underneath|descend*|sub|subordinate*|"                \
    "reports|report to|children|mentees|work for|works for|down|"              \
    "mentors|pupils|successors|parts"
#define UPWARDS                                                                \
    "above|up the|ancestor*|superior*|upwards|all the way up|bosses|"          \
    "parents|predecessor*|root|top level|topmost|managers of"

/* Whether a recursion begins at rows that a condition names by a value. From
 * all of them, or from all that have no parent, either way leads to the same
 * pairs. */
static bool begins_at_value(const t2s_check_reader *r, int32_t query)
{
    const int32_t core = t2s_sql_child(r->tree, query, T2S_RULE_select_core);
    const int32_t where = t2s_sql_child(r->tree, core, T2S_RULE_where_clause);
    if (where == T2S_NO_NODE)
        return false;
    t2s_tree_for_each (r->tree, where, node)
        if (t2s_sql_is(r->tree, node, T2S_RULE_literal_value) &&
            !t2s_sql_is_null(r->tree, r->tree->nodes[node].parent))
            return true;
    return false;
}

/* Recursion over a table that refers to itself: T.parent = cte.id leads down,
 * T.id = cte.parent leads up. */
static void check_recursion(ties *t, int32_t node, const t2s_named_column *of,
                            const t2s_named_column *other)
{
    const t2s_check_reader *r = t->r;
    const t2s_sql_scopes *scopes = r->scopes;
    const t2s_sql_relation *cte = &scopes->relations.at[other->relation];
    const t2s_column *column = &r->schema->columns[of->column];
    int32_t words[2];
    if (!r->question || cte->origin != T2S_FROM_QUERY ||
        scopes->relations.at[of->relation].origin != T2S_FROM_TABLE ||
        r->tree->nodes[cte->node].begin < r->tree->nodes[cte->query].begin ||
        r->tree->nodes[cte->node].end > r->tree->nodes[cte->query].end ||
        !begins_at_value(r, cte->query))
        return;
    if ((column->primary || column->is_foreign) &&
        t2s_check_asks(words, r, column->primary ? DOWNWARDS : UPWARDS) &&
        !t2s_check_asks(words, r, column->primary ? UPWARDS : DOWNWARDS))
        t2s_check_hit(t->r, T2S_CHECK_LEVELS_REVERSED, node);
}

/* ------------------------------------------------------------- the whole */

static void check_all(ties *t)
{
    t2s_check_reader *r = t->r;
    const t2s_tree *tree = r->tree;
    int equalities = 0;
    for (size_t i = 0; i < r->scopes->relations.count; i++)
        t->group[i] = (int32_t)i;
    t2s_tree_for_each (tree, tree->root, node) {
        t2s_sql_comparison of;
        const int32_t list = t2s_sql_operand(tree, node, "IN");
        if (equalities >= MOST_EQUALITIES)
            return;
        if (t2s_sql_is(tree, node, T2S_RULE_column_name) &&
            t2s_sql_is(tree, tree->nodes[node].parent,
                       T2S_RULE_join_constraint)) {
            equalities++;
            read_using(t, node);
        }
        if (list != T2S_NO_NODE) {
            const int32_t stmt =
                t2s_sql_child(tree, list, T2S_RULE_select_stmt);
            equalities++;
            if (stmt != T2S_NO_NODE)
                check_pair(r, node,
                           t2s_check_column(r, t2s_sql_first(tree, node)),
                           column_of_query(r, stmt));
        }
        if (!t2s_sql_compares(&of, tree, node) || !of.is_equality)
            continue;
        equalities++;
        read_equality(t, node, of.left, of.right);
        for (int side = 0; side < 2 && r->required[node]; side++) {
            const t2s_named_column *a =
                t2s_check_column(r, side ? of.right : of.left);
            const t2s_named_column *b =
                t2s_check_column(r, side ? of.left : of.right);
            if (!a || !b || a->from != T2S_FROM_RELATION ||
                b->from != T2S_FROM_RELATION || a->column == T2S_NO_ITEM)
                continue;
            check_part(t, node, a, b);
            check_parent(t, node, a, b);
            check_recursion(t, node, a, b);
        }
    }
    for (size_t s = 0; s < r->scopes->scopes.count; s++)
        check_scope(t, (int32_t)s);
}

t2sed_status t2s_check_ties(t2s_check_reader *r, t2sed_error *err)
{
    ties t = {.r = r};
    bool ok;
    if (r->scopes->relations.count < 2)
        return T2SED_OK;
    t.group = t2s_alloc_array(r->scopes->relations.count, sizeof *t.group);
    ok = t.group;
    if (ok)
        check_all(&t);
    t2s_free(t.group);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}
