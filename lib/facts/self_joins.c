#include "facts/self_joins.h"

#include <string.h>

#include "base/string.h"
#include "schema/words.h"

#define PARENTS                                                                \
    "manager|managers|boss|bosses|supervisor|supervisors|superior|superiors|"  \
    "mentor|mentors|coach|coaches|parent|parents|head|leader|leaders|lead|"    \
    "referrer|referrers|referred by|predecessor|original|originals|previous|"  \
    "above|before|belongs to|belong to|upper|mother|topmost|who referred|"     \
    "report to|reports to|works for|work for"
#define CHILDREN                                                               \
    "report|reports|subordinate|subordinates|mentee|mentees|child|children|"   \
    "sub*|below|under|beneath|underneath|direct reports|descend*|pupils|"      \
    "successor|successors|duplicate|duplicates|trainees|apprentices"
#define POSSESSIVES "their|its|whose|his|her|s"
#define DOWNWARDS                                                              \
    "below|under|beneath|underneath|descend*|sub*|reports|children|mentees|"   \
    "down|successors|downwards|everything in|including its|including all|"     \
    "coached|mentored|referred by|managed by|led by|supervised by|trained by"
#define UPWARDS                                                                \
    "above|up|ancestor*|superior*|upwards|bosses|parents|predecessor*|root|"   \
    "roots|top level|topmost|managers of|chain of command|path"

/* ------------------------------------------------------------- the join */

static const t2s_sql_relation *relation_at(const t2s_query *query,
                                           int32_t relation)
{
    return relation < 0 ? NULL : &query->in_sight.relations.at[relation];
}

static int32_t scope_of(const t2s_query *query, int32_t relation)
{
    const t2s_sql_relation *of = relation_at(query, relation);
    return of ? of->scope : T2S_NO_SCOPE;
}

bool t2s_relation_is_optional(const t2s_query *query, int32_t relation)
{
    const t2s_tree *tree = query->tree;
    const int32_t node = relation_at(query, relation)->node;
    int32_t joined = T2S_NO_NODE;
    t2s_tree_for_each_child (tree, tree->nodes[node].parent, at) {
        if (at == node)
            return t2s_sql_says(tree, joined, "LEFT");
        joined = t2s_sql_is(tree, at, T2S_RULE_join_operator)
                     ? t2s_sql_first(tree, at)
                     : T2S_NO_NODE;
    }
    return false;
}

static bool is_within(const t2s_tree *tree, int32_t node, int32_t around)
{
    return around != T2S_NO_NODE && node != T2S_NO_NODE &&
           tree->nodes[node].begin >= tree->nodes[around].begin &&
           tree->nodes[node].end <= tree->nodes[around].end;
}

static bool is_inside_itself(const t2s_query *query, int32_t relation)
{
    const t2s_sql_relation *of = relation_at(query, relation);
    return of && of->origin == T2S_FROM_QUERY &&
           is_within(query->tree, of->node, of->query);
}

/* Whether `from` refers to `to`; fills in the two relations. */
static bool is_reference(t2s_self_join *out, const t2s_query *query,
                         const t2sed_schema *schema, const t2s_side *from,
                         const t2s_side *to)
{
    if (from->column == T2S_NO_ITEM || to->column == T2S_NO_ITEM ||
        schema->columns[from->column].table !=
            schema->columns[to->column].table ||
        !t2s_schema_may_refer(schema, from->column, to->column))
        return false;
    out->child = t2s_query_relation_of(query, from);
    out->parent = t2s_query_relation_of(query, to);
    out->reference = from->column;
    out->is_recursive = is_inside_itself(query, out->child) ||
                        is_inside_itself(query, out->parent);
    return out->child != out->parent;
}

/* ------------------------------------------------------------- its use */

static t2s_self_side side_of(const t2s_self_join *join, int32_t relation)
{
    return relation < 0               ? T2S_SIDE_NEITHER
           : relation == join->child  ? T2S_SIDE_CHILD
           : relation == join->parent ? T2S_SIDE_PARENT
                                      : T2S_SIDE_NEITHER;
}

static t2s_self_side other(t2s_self_side side)
{
    return (t2s_self_side) - (int)side;
}

/* The SELECT in which both are in sight: that of the outer one. */
static int32_t core_of(const t2s_query *query, const t2s_self_join *join)
{
    const t2s_sql_scopes *scopes = &query->in_sight;
    const int32_t a = scope_of(query, join->child);
    const int32_t b = scope_of(query, join->parent);
    int32_t x = a == T2S_NO_SCOPE ? T2S_NO_NODE : scopes->scopes.at[a].core;
    int32_t y = b == T2S_NO_SCOPE ? T2S_NO_NODE : scopes->scopes.at[b].core;
    return x == T2S_NO_NODE || is_within(query->tree, x, y) ? y : x;
}

/* Whether a SELECT gives a value, and no aggregate. */
static bool gives_rows(const t2s_query *query, int32_t core)
{
    const int32_t stmt = query->tree->nodes[core].parent;
    const int32_t result = t2s_sql_only_result(query->tree, stmt);
    return result != T2S_NO_NODE && !t2s_sql_aggregates(query->tree, result);
}

bool t2s_relation_is_anti_joined(const t2s_query *query, int32_t relation)
{
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (at->clause == T2S_CLAUSE_WHERE && !at->is_negated &&
            at->value.operand == T2S_OPERAND_NULL &&
            t2s_query_relation_of(query, &at->slot) == relation)
            return t2s_relation_is_optional(query, relation);
    }
    return false;
}

/* Whether a relation is a subquery with GROUP BY. */
static bool has_groups(const t2s_query *query, int32_t relation)
{
    const t2s_sql_relation *of = relation_at(query, relation);
    const int32_t core =
        of->origin == T2S_FROM_QUERY
            ? t2s_sql_child(query->tree, of->query, T2S_RULE_select_core)
            : T2S_NO_NODE;
    return t2s_sql_child(query->tree, core, T2S_RULE_group_by_clause) !=
           T2S_NO_NODE;
}

/* What becomes of a side that stands in a SELECT of its own, or is optional. */
static void read_side(t2s_self_join *join, const t2s_query *query, int32_t core,
                      int32_t result, t2s_self_side side)
{
    const int32_t relation =
        side == T2S_SIDE_CHILD ? join->child : join->parent;
    const int32_t scope = scope_of(query, relation);
    const int32_t inner =
        scope == T2S_NO_SCOPE ? core : query->in_sight.scopes.at[scope].core;
    if (relation < 0)
        return;
    if (inner != core && inner != T2S_NO_NODE) {
        if (is_within(query->tree, inner, result) && gives_rows(query, inner))
            join->kept = other(side);
        else
            join->counted = side;
    } else if (t2s_relation_is_anti_joined(query, relation) ||
               has_groups(query, relation)) {
        join->counted = side;
    } else if (t2s_relation_is_optional(query, relation)) {
        join->kept = other(side);
    }
}

static void read_columns(t2s_self_join *join, const t2s_query *query,
                         int32_t core, int32_t result)
{
    const int32_t group =
        t2s_sql_child(query->tree, core, T2S_RULE_group_by_clause);
    bool shown[3] = {false};
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        t2s_self_side side = at->from == T2S_FROM_RELATION
                                 ? side_of(join, at->relation)
                                 : T2S_SIDE_NEITHER;
        if (side == T2S_SIDE_NEITHER)
            continue;
        if (at->column == join->reference)
            side = T2S_SIDE_PARENT; /* it is the parent's key */
        if (is_within(query->tree, at->expr, result)) {
            if (join->first == T2S_SIDE_NEITHER)
                join->first = side;
            shown[side + 1] = true;
        }
        if (is_within(query->tree, at->expr, group) &&
            join->counted == T2S_SIDE_NEITHER)
            join->counted = other(side);
    }
    join->shows_both = shown[0] && shown[2];
}

static void read_compared(t2s_self_join *join, const t2s_query *query)
{
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        const bool is_greater =
            at->operator== T2S_OPERATOR_GREATER || at->operator==
            T2S_OPERATOR_GREATER_EQUAL;
        const t2s_self_side slot =
            side_of(join, t2s_query_relation_of(query, &at->slot));
        const t2s_self_side value =
            side_of(join, t2s_query_relation_of(query, &at->value));
        if ((is_greater || at->operator== T2S_OPERATOR_LESS || at->operator==
                           T2S_OPERATOR_LESS_EQUAL) &&
            slot != T2S_SIDE_NEITHER && slot == other(value))
            join->greater = is_greater ? slot : value;
    }
}

t2s_self_side t2s_self_join_side(const t2s_self_join *join,
                                 const t2s_query *query,
                                 const t2sed_schema *schema,
                                 const t2s_side *slot)
{
    const t2s_self_side side =
        side_of(join, t2s_query_relation_of(query, slot));
    if (side != T2S_SIDE_NEITHER || slot->column == T2S_NO_ITEM ||
        (join->child >= 0 && join->parent >= 0) ||
        schema->columns[slot->column].table !=
            schema->columns[join->reference].table)
        return side;
    return join->child < 0 ? T2S_SIDE_CHILD : T2S_SIDE_PARENT;
}

static void read_filters(t2s_self_join *join, const t2s_query *query,
                         const t2sed_schema *schema)
{
    bool has[3] = {false};
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if ((at->value.operand == T2S_OPERAND_TEXT ||
             at->value.operand == T2S_OPERAND_NUMBER) &&
            at->slot.column != join->reference)
            has[t2s_self_join_side(join, query, schema, &at->slot) + 1] = true;
    }
    join->filtered = has[0] == has[2] ? T2S_SIDE_NEITHER
                     : has[0]         ? T2S_SIDE_PARENT
                                      : T2S_SIDE_CHILD;
}

/* ------------------------------------------------------------- aliases */

/* 1: an alias that says what the reference says (m, mgr for manager_id), -1: a
 * child; 0: neither. */
static int role_of(t2s_sql_word alias, const char *role, const char *table)
{
    static const char parents[] = "parent|boss|mgr|manager|up|root|head|prev";
    static const char children[] = "child|kid|kids|sub|sequel|next";
    if (t2s_word_is_of(parents, alias.at, alias.n))
        return 1;
    if (t2s_word_is_of(children, alias.at, alias.n))
        return -1;
    return t2s_casecmp_n(alias.at, 1, role, 1) == 0 &&
           t2s_casecmp_n(table, 1, role, 1) != 0;
}

static void read_names(t2s_self_join *join, const t2s_query *query,
                       const t2sed_schema *schema)
{
    const t2s_sql_relation *child = relation_at(query, join->child);
    const t2s_sql_relation *parent = relation_at(query, join->parent);
    const t2s_column *column = &schema->columns[join->reference];
    const char *table = schema->tables[column->table].readable;
    int fit;
    if (!child || !parent || !child->name.n || !parent->name.n ||
        (!child->aliased && !parent->aliased))
        return;
    fit = role_of(parent->name, column->readable, table) -
          role_of(child->name, column->readable, table);
    join->named = fit > 0   ? T2S_SIDE_CHILD
                  : fit < 0 ? T2S_SIDE_PARENT
                            : T2S_SIDE_NEITHER;
}

bool t2s_self_join_find(t2s_self_join *out, const t2s_query *query,
                        const t2sed_schema *schema)
{
    t2s_self_join join = {.child = -1, .parent = -1};
    bool is_found = false;
    int32_t core, result;
    for (size_t i = 0; i < query->conditions.count && !is_found; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (at->operator== T2S_OPERATOR_EQUAL || at->operator== T2S_OPERATOR_IN)
            is_found =
                is_reference(&join, query, schema, &at->slot, &at->value) ||
                is_reference(&join, query, schema, &at->value, &at->slot);
    }
    core = is_found ? core_of(query, &join) : T2S_NO_NODE;
    if (core == T2S_NO_NODE)
        return false;
    result = t2s_sql_child(query->tree, core, T2S_RULE_result_clause);
    read_side(&join, query, core, result, T2S_SIDE_PARENT);
    read_side(&join, query, core, result, T2S_SIDE_CHILD);
    read_columns(&join, query, core, result);
    read_compared(&join, query);
    read_filters(&join, query, schema);
    read_names(&join, query, schema);
    *out = join;
    return true;
}

/* ------------------------------------------------------------- the question */

/* The first word of the question that a name has and another has not, or -1. */
static int32_t first_word(const t2s_question_facts *question,
                          const t2s_name_match *of, const t2s_name_match *but)
{
    int32_t first = -1;
    for (uint32_t i = 0; i < of->count; i++) {
        const int32_t stem = question->name_stems.at[of->stems + i];
        const bool is_shared = question->stems.at[stem].is_stop ||
                               (but && t2s_match_has_stem(question, but, stem));
        if (!is_shared && question->stems.at[stem].first >= 0 &&
            (first < 0 || question->stems.at[stem].first < first))
            first = question->stems.at[stem].first;
    }
    return first;
}

/* Whether the question has the reference as a verb in the active ("each member
 * referred" for referred_by): its subject is what the reference leads to. */
static bool is_active(const t2s_question_facts *question, int32_t word,
                      const t2s_column *reference)
{
    const size_t length = strlen(reference->readable);
    if (length < 3 || strcmp(reference->readable + length - 3, " by") != 0)
        return false;
    for (int32_t i = word > 3 ? word - 3 : 0; i < word; i++)
        if (t2s_question_says(question, (size_t)i,
                              "was were is are been being be got"))
            return false;
    return !t2s_question_says(question, (size_t)word + 1, "by");
}

t2s_self_side t2s_self_join_asked(const t2s_self_join *join,
                                  const t2s_question_facts *question,
                                  const t2sed_schema *schema)
{
    const int32_t table = schema->columns[join->reference].table;
    int32_t parent = first_word(question, &question->columns[join->reference],
                                &question->tables[table]);
    const bool active =
        parent >= 0 &&
        is_active(question, parent, &schema->columns[join->reference]);
    int32_t child = first_word(question, &question->tables[table], NULL);
    int32_t last, own;
    if (parent < 0 && !t2s_phrases_find(&parent, &last, PARENTS, question, 0))
        parent = -1;
    if (child < 0 && !t2s_phrases_find(&child, &last, CHILDREN, question, 0))
        child = -1;
    if (parent < 0)
        return T2S_SIDE_NEITHER;
    if (t2s_phrases_find(&own, &last, POSSESSIVES, question, 0) &&
        own < parent && parent - own < 4)
        return T2S_SIDE_CHILD;
    return child < 0 || child == parent  ? T2S_SIDE_NEITHER
           : (child < parent) == !active ? T2S_SIDE_CHILD
                                         : T2S_SIDE_PARENT;
}

t2s_self_side t2s_self_join_asked_way(const t2s_question_facts *question)
{
    int32_t first, last;
    const bool down = t2s_phrases_find(&first, &last, DOWNWARDS, question, 0);
    const bool up = t2s_phrases_find(&first, &last, UPWARDS, question, 0);
    return down == up ? T2S_SIDE_NEITHER
           : down     ? T2S_SIDE_CHILD
                      : T2S_SIDE_PARENT;
}

/* ------------------------------------------------------------- roles */

static bool has_word(const char *name, const t2s_restricted_word *word)
{
    size_t at = 0, begin;
    while (t2s_next_word(name, strlen(name), &at, &begin, true))
        if (t2s_words_are_akin(name + begin, at - begin, word->text,
                               word->length))
            return true;
    return false;
}

/* Whether a word is of a column's name, and not of its table's. */
static bool names_role(const t2sed_schema *schema, int32_t column,
                       const t2s_restricted_word *word)
{
    const t2s_column *of = &schema->columns[column];
    return word->is_content && !t2s_is_filler(word->text, word->length) &&
           has_word(of->name, word) &&
           !has_word(schema->tables[of->table].name, word);
}

/* "The manager of", "their manager", "Bob's manager", "who manages": the role
 * of a row, and no plain word. */
static bool asks_for_role(const t2s_question_facts *question,
                          const t2s_restricted_word *word)
{
    for (size_t i = 0; i < question->words.count; i++) {
        size_t n;
        const char *text = t2s_question_text_at(question, i, &n);
        if (t2s_casecmp_n(text, n, word->text, word->length) == 0 &&
            (t2s_question_says(question, i + 1, "of") ||
             (i > 0 &&
              t2s_question_says(question, i - 1, "who s their whose his her"))))
            return true;
    }
    return false;
}

t2s_unused_roles t2s_self_join_unused_roles(const t2s_restricted_words *words,
                                            const t2s_question_facts *question,
                                            const t2s_query *query,
                                            const t2sed_schema *schema)
{
    t2s_unused_roles out = {0, T2S_NO_ITEM, NULL};
    if (query->parts.tables != 1 || query->parts.selects_star)
        return out;
    for (size_t k = 0; k < schema->foreign_key_count; k++) {
        const int32_t from = schema->foreign_keys[k].from;
        const int32_t table = schema->columns[from].table;
        const int before = out.count;
        if (schema->columns[schema->foreign_keys[k].to].table != table ||
            !t2s_query_reads_table(query, table) ||
            t2s_query_names_column(query, from))
            continue;
        for (size_t i = 0; i < words->count && out.count == before; i++) {
            const t2s_restricted_word *word = &words->at[i];
            if (!word->is_used && !word->is_met &&
                names_role(schema, from, word) && asks_for_role(question, word))
                out = (t2s_unused_roles){before + 1, from, word};
        }
    }
    return out;
}
