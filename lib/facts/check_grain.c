/* What a row of a join is a row of: which tables its aggregates count again
 * and again, because another table has several rows for each of theirs. */
#include "base/error.h"
#include "facts/roles.h"
#include "facts/row_keys.h"
#include "facts/units.h"

/* Aggregates of a query that are looked at. */
#define MOST_CALLS 64

/* CROSS JOIN may want every pair. */
static bool is_odd(const t2s_row_keys *k, int32_t scope)
{
    return k->is_odd[scope] || k->is_crossed[scope];
}

/* Whether some table of the scope has a row for each row of the join. */
static bool has_grain(t2s_row_keys *k, int32_t scope, uint32_t all)
{
    t2s_for_each_relation (k->r->scopes, scope, i)
        if (t2s_relations_close(
                k, scope, t2s_relation_bit(k, i) | k->grouped[scope]) == all)
            return true;
    return false;
}

/* Whether another aggregate of the scope is of a relation. */
static bool is_aggregated(const t2s_row_keys *k, int32_t scope, int32_t call,
                          int32_t relation)
{
    const t2s_check_reader *r = k->r;
    int left = MOST_CALLS;
    t2s_tree_for_each (r->tree, r->tree->root, node)
        if (left > 0 && r->call[node] == node && node != call &&
            r->scopes->scope_of[node] == scope && left-- > 0 &&
            (t2s_relations_used(k, node, scope) &
             t2s_relation_bit(k, relation)))
            return true;
    return false;
}

/* Whether a column tells the rows of its table apart: a key, or a name of which
 * there are as many as keys. */
static bool is_unique(const t2s_check_reader *r, int32_t column)
{
    const t2s_table *of = &r->schema->tables[r->schema->columns[column].table];
    if (t2s_schema_is_lone_key(r->schema, column))
        return true;
    for (int32_t c = of->first_column;
         r->values && c < of->first_column + of->column_count; c++)
        if (t2s_schema_is_lone_key(r->schema, c))
            return t2s_value_index_count(r->values, column) > 0 &&
                   t2s_value_index_count(r->values, column) ==
                       t2s_value_index_count(r->values, c);
    return false;
}

/* Whether each group has one row of the relations that no LEFT JOIN makes
 * optional. */
static bool has_one_kept_row(t2s_row_keys *k, int32_t scope)
{
    const t2s_check_reader *r = k->r;
    const t2s_named_column *at, *end;
    const int32_t core = t2s_check_core(r, scope);
    const int32_t group =
        core == T2S_NO_NODE
            ? T2S_NO_NODE
            : t2s_sql_child(r->tree, core, T2S_RULE_group_by_clause);
    uint32_t kept = 0, fixed = 0;
    if (group == T2S_NO_NODE)
        return false;
    t2s_for_each_relation (r->scopes, scope, i)
        if (!r->is_outer[i])
            kept |= t2s_relation_bit(k, i);
    t2s_check_columns_in(&at, &end, r, group);
    for (; at < end; at++)
        if (at->from == T2S_FROM_RELATION && at->column != T2S_NO_ITEM &&
            r->schema && is_unique(r, at->column))
            fixed |= t2s_relation_bit(k, at->relation);
    return (kept & ~t2s_relations_close(k, scope, fixed)) == 0;
}

/* COUNT(*) where a relation on the optional side has several rows, of which
 * nothing is tested. Beside another aggregate of that relation, it may count
 * the kept rows, where a group has several of these. */
static void check_outer(t2s_row_keys *k, int32_t scope, int32_t call,
                        uint32_t all)
{
    const uint32_t other =
        k->grouped[scope] | t2s_relations_used(k, call, scope);
    t2s_for_each_relation (k->r->scopes, scope, i)
        if (k->r->is_outer[i] && !(other & t2s_relation_bit(k, i)) &&
            !t2s_relation_has_one_row(k, i, all & ~t2s_relation_bit(k, i)) &&
            (!is_aggregated(k, scope, call, i) || has_one_kept_row(k, scope))) {
            t2s_check_hit(k->r, T2S_CHECK_OUTER_COUNTED, call);
            return;
        }
}

/* Whether the question has a word of a table's name, or a form of one. */
static bool is_named_table(const t2s_check_reader *r, int32_t table)
{
    if (r->question->tables[table].score > 0)
        return true;
    for (size_t i = 0; i < r->question->words.count; i++) {
        size_t n;
        const char *word = t2s_question_text_at(r->question, i, &n);
        if (n > 3 &&
            !r->question->stems.at[r->question->words.at[i].stem].is_stop &&
            t2s_name_has_akin(r->schema->tables[table].name, word, n))
            return true;
    }
    return false;
}

/* Whether the noun from a word on, an adjective before it or not, is of the
 * name of a table. */
static bool names_table(const t2s_question_facts *question, size_t word)
{
    for (size_t i = word; i < word + 3 && i < question->words.count &&
                          !t2s_question_says(question, i,
                                             "did do does have has had is are "
                                             "was were of in from by times");
         i++)
        for (size_t t = 0; t < question->table_count; t++)
            if (question->tables[t].first >= 0 &&
                question->stems.at[question->words.at[i].stem].tables > 0 &&
                question->words.at[question->tables[t].first].stem ==
                    question->words.at[i].stem)
                return true;
    return false;
}

/* Whether the question counts by a word that may be for rows of any table: "how
 * many gigs", "how often"; not "how many bands". */
static bool counts_unnamed(const t2s_check_reader *r)
{
    const t2s_question_facts *question = r->question;
    for (size_t i = 0; i + 2 < question->words.count; i++) {
        if (!(t2s_question_says(question, i, "how") &&
              t2s_question_says(question, i + 1, "many")) &&
            !(t2s_question_says(question, i, "number") &&
              t2s_question_says(question, i + 1, "of")))
            continue;
        return !names_table(question, i + 2);
    }
    return t2s_question_asks(question, "how often|how frequently|times");
}

/* A table of which nothing but what joins it is used, that has several rows for
 * each of the others, and that the question does not name. */
static void check_unnamed(t2s_row_keys *k, int32_t scope, int32_t node,
                          uint32_t all)
{
    const t2s_check_reader *r = k->r;
    bool is_named = false;
    if (!r->question || t2s_question_asks(r->question, T2S_OFTEN_WORDS) ||
        t2s_question_asks(r->question, T2S_POPULAR_WORDS) || counts_unnamed(r))
        return;
    t2s_for_each_relation (r->scopes, scope, i)
        is_named |=
            r->scopes->relations.at[i].table != T2S_NO_ITEM &&
            r->question->tables[r->scopes->relations.at[i].table].score > 0;
    if (!is_named)
        return;
    t2s_for_each_relation (r->scopes, scope, i) {
        const t2s_sql_relation *at = &r->scopes->relations.at[i];
        if (at->origin != T2S_FROM_TABLE || at->table == T2S_NO_ITEM ||
            k->uses[i] > 0 ||
            t2s_relation_has_one_row(k, i, all & ~t2s_relation_bit(k, i)) ||
            is_named_table(r, at->table))
            continue;
        t2s_check_hit(k->r, T2S_CHECK_MANY_UNNAMED, node);
        return;
    }
}

/* A sum by groups of another table, or beside one that declares no key: whether
 * the rows of that table have values counted again in one group, as of two
 * courses of one topic that the same customer took. */
static void check_grouped(t2s_row_keys *k, int32_t scope, int32_t call,
                          uint32_t used)
{
    const uint32_t fixed = t2s_relations_close(k, scope, used);
    t2s_for_each_relation (k->r->scopes, scope, i)
        if (!(used & t2s_relation_bit(k, i)) &&
            (!(fixed & t2s_relation_bit(k, i)) ||
             t2s_relation_is_keyless(k, i)) &&
            t2s_relation_repeats(k, i, fixed)) {
            t2s_check_hit(k->r, T2S_CHECK_SUM_MULTIPLIED, call);
            return;
        }
}

/* Whether SUM or AVG is of a column with nothing but 0 and 1: it counts rows.
 */
static bool is_of_flag(const t2s_row_keys *k, int32_t call)
{
    const t2s_value_index *values = k->r->values;
    const t2s_named_column *at, *end;
    t2s_check_columns_in(&at, &end, k->r, call);
    return values && end - at == 1 && at->column != T2S_NO_ITEM &&
           t2s_value_index_count(values, at->column) == 2 &&
           t2s_value_index_holds(values, at->column, "0", 1) &&
           t2s_value_index_holds(values, at->column, "1", 1);
}

static bool is_in_result(const t2s_row_keys *k, int32_t call)
{
    const t2s_tree *tree = k->r->tree;
    int32_t at = call;
    while (at != T2S_NO_NODE && !t2s_sql_is(tree, at, T2S_RULE_result_clause) &&
           !t2s_sql_is(tree, at, T2S_RULE_select_stmt))
        at = tree->nodes[at].parent;
    return at != T2S_NO_NODE && t2s_sql_is(tree, at, T2S_RULE_result_clause);
}

/* Whether a join has several rows for one of `used`, or for one of a group. */
static bool multiplies(t2s_row_keys *k, int32_t scope, uint32_t used)
{
    return t2s_relations_close(k, scope, used | k->grouped[scope]) !=
           t2s_relations_all(k, scope);
}

/* Whether the question asks for what all rows of a table have together: "across
 * active subscriptions". */
static bool asks_across(const t2s_question_facts *question, int32_t table)
{
    const t2s_name_match *name = &question->tables[table];
    if (!name->is_whole)
        return false;
    for (int32_t i = name->first - 1; i >= 0 && i >= name->first - 3; i--) {
        if (t2s_question_says(question, (size_t)i, "across over from of all"))
            return true;
        if (t2s_question_says(question, (size_t)i, "with without by per in"))
            return false;
    }
    return false;
}

/* Whether rows of a table have a number of their own, or may have one. */
static bool has_number(const t2s_check_reader *r, int32_t table)
{
    const t2s_table *of = &r->schema->tables[table];
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++) {
        const t2s_column *at = &r->schema->columns[c];
        if (at->kind == T2SED_TYPE_NUMBER && !at->primary && !at->is_foreign &&
            !(r->values && t2s_value_index_count(r->values, c) <= 2 &&
              t2s_value_index_holds(r->values, c, "1", 1)))
            return true;
    }
    return false;
}

/* Whether rows of a table are of a kind, and refer to nothing: plans, courses.
 */
static bool is_catalogue(const t2sed_schema *schema, int32_t table)
{
    const t2s_table *of = &schema->tables[table];
    for (int32_t c = 0; c < of->column_count; c++)
        if (schema->columns[of->first_column + c].is_foreign)
            return false;
    return true;
}

/* Money that changes hands for each row. */
#define TURNOVER                                                               \
    "revenue|income|turnover|earn|earned|earning|earnings|owe|owed|owes|"      \
    "unpaid|spend|spent|spends|pay|paid|pays|paying|bill|billed|collect|"      \
    "collected|recurring|sales"

/* Whether an aggregate is of what each row of another table has by its
 * reference, as a subscription has the price of its plan: the question asks for
 * it across these rows, which have no number of their own, and does not name
 * the table that has it; or what is asked for is paid for each of them. A total
 * of that table is no such number. */
static bool is_lent(t2s_row_keys *k, int32_t scope, int32_t call, uint32_t used)
{
    const t2s_check_reader *r = k->r;
    const t2s_named_column *at, *end;
    int32_t owner = T2S_NO_ITEM;
    bool is_found = false, is_paid = false;
    if (!r->question || !r->schema)
        return false;
    t2s_check_columns_in(&at, &end, r, call);
    for (; at < end; at++) {
        if (at->column == T2S_NO_ITEM)
            return false;
        is_paid |= t2s_name_says(r->schema->columns[at->column].readable,
                                 "price fee fare rate charge cost tariff");
        owner = r->schema->columns[at->column].table;
        if (t2s_name_says(r->schema->columns[at->column].readable,
                          "total amount sum balance revenue value paid"))
            return false;
    }
    is_paid = is_paid && is_catalogue(r->schema, owner) &&
              t2s_question_asks(r->question, TURNOVER);
    t2s_for_each_relation (r->scopes, scope, i) {
        const t2s_sql_relation *of = &r->scopes->relations.at[i];
        if (of->origin != T2S_FROM_TABLE || of->table == T2S_NO_ITEM)
            return false;
        if (used & t2s_relation_bit(k, i)) {
            if (!is_paid && r->question->tables[of->table].first >= 0)
                return false;
        } else {
            is_found |=
                (is_paid ? t2s_schema_table_refers(r->schema, of->table, owner)
                         : asks_across(r->question, of->table)) &&
                !has_number(r, of->table) &&
                !multiplies(k, scope, t2s_relation_bit(k, i));
        }
    }
    return is_found;
}

static void check_call(t2s_row_keys *k, int32_t call)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t scope = k->r->scopes->scope_of[call];
    const bool is_count = t2s_sql_calls(tree, call, "COUNT");
    const bool is_distinct =
        t2s_sql_child_word(tree, call, "DISTINCT") != T2S_NO_NODE;
    uint32_t all, used;
    if (scope < 0 || k->is_odd[scope] || t2s_sql_calls(tree, call, "MIN MAX") ||
        (is_count && (is_distinct || k->is_crossed[scope])) ||
        (!is_count && is_of_flag(k, call)))
        return;
    all = t2s_relations_all(k, scope);
    used = t2s_relations_valued(k, call, scope);
    if ((all & (all - 1)) == 0)
        return;
    if (used == 0) {
        if (is_count && k->grouped[scope])
            check_outer(k, scope, call, all);
        if (!has_grain(k, scope, all))
            t2s_check_hit(k->r, T2S_CHECK_COUNT_OF_PAIRS, call);
    } else if (multiplies(k, scope, used)) {
        if (is_count || is_distinct || !is_lent(k, scope, call, used))
            t2s_check_hit(k->r,
                          is_count ? T2S_CHECK_COUNT_MULTIPLIED
                          : has_grain(k, scope, all) ? T2S_CHECK_SUM_MULTIPLIED
                                                     : T2S_CHECK_SUM_OF_PAIRS,
                          call);
    } else if (!is_count && !is_distinct) {
        check_grouped(k, scope, call, used);
    }
    /* In HAVING and ORDER BY, COUNT(*) tests the size of a group. */
    if (!is_count || used != 0 || !k->grouped[scope] || is_in_result(k, call))
        check_unnamed(k, scope, call, all);
}

/* A SELECT without DISTINCT and groups: rows of which nothing but a table of no
 * other use tells them apart. */
static void check_rows(t2s_row_keys *k, int32_t scope)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t core = t2s_check_core(k->r, scope);
    int32_t result;
    uint32_t all, used;
    if (core == T2S_NO_NODE || is_odd(k, scope) || k->grouped[scope] ||
        tree->nodes[core].parent != tree->root ||
        t2s_sql_child(tree, tree->root, T2S_RULE_compound_operator) !=
            T2S_NO_NODE)
        return;
    result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (result == T2S_NO_NODE || t2s_result_aggregates(k, result) ||
        t2s_sql_says(tree, t2s_sql_next(tree, t2s_sql_first(tree, core)),
                     "DISTINCT"))
        return;
    t2s_tree_for_each_child (tree, result, column)
        if (t2s_sql_says(tree, tree->nodes[column].last_child, "*"))
            return;
    all = t2s_relations_all(k, scope);
    used = t2s_relations_used(k, result, scope);
    if (!used)
        return;
    used = t2s_relations_close(k, scope, used);
    if (used == all)
        return;
    check_unnamed(k, scope, result, all);
    t2s_for_each_relation (k->r->scopes, scope, i)
        if (!(used & t2s_relation_bit(k, i)) && k->uses[i] > 0)
            return;
    t2s_check_hit(k->r, T2S_CHECK_ROWS_REPEAT, result);
}

/* A SELECT in parentheses that stands for one value. */
static void check_scalar(t2s_row_keys *k, int32_t scope)
{
    const t2s_tree *tree = k->r->tree;
    const int32_t core = t2s_check_core(k->r, scope);
    int32_t stmt, result;
    if (core == T2S_NO_NODE || is_odd(k, scope))
        return;
    stmt = tree->nodes[core].parent;
    result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    if (!t2s_sql_is(tree, tree->nodes[stmt].parent, T2S_RULE_expr) ||
        !t2s_sql_says(tree, t2s_sql_first(tree, tree->nodes[stmt].parent),
                      "(") ||
        result == T2S_NO_NODE || t2s_result_aggregates(k, result) ||
        t2s_sql_child(tree, stmt, T2S_RULE_limit_stmt) != T2S_NO_NODE ||
        t2s_sql_child(tree, stmt, T2S_RULE_compound_operator) != T2S_NO_NODE)
        return;
    /* a IN (SELECT ...) asks for several. */
    if (t2s_sql_operand(tree, tree->nodes[tree->nodes[stmt].parent].parent,
                        "IN") == tree->nodes[stmt].parent)
        return;
    /* WHERE name = 'x' is taken to find one. */
    if (t2s_scope_has_constant(k, scope))
        return;
    if (k->grouped[scope] == 0 &&
        t2s_relations_close(k, scope, 0) != t2s_relations_all(k, scope))
        t2s_check_hit(k->r, T2S_CHECK_SCALAR_MANY, stmt);
}

/* A subquery in FROM, of groups, joined by none or some of their names. */
static void check_groups(t2s_row_keys *k, int32_t scope)
{
    const uint32_t all = t2s_relations_all(k, scope);
    if (is_odd(k, scope) || k->grouped[scope] != 0)
        return;
    t2s_for_each_relation (k->r->scopes, scope, i) {
        if (t2s_relation_has_groups(k, i) && all != t2s_relation_bit(k, i) &&
            k->uses[i] == 0 &&
            !t2s_relation_has_one_row(k, i, all & ~t2s_relation_bit(k, i)))
            t2s_check_hit(k->r, T2S_CHECK_GROUPS_UNTIED,
                          k->r->scopes->relations.at[i].node);
    }
}

t2sed_status t2s_check_grain(t2s_check_reader *r, t2sed_error *err)
{
    t2s_row_keys k;
    const bool ok = t2s_row_keys_read(&k, r);
    int calls = 0;
    if (ok && !k.is_full) {
        t2s_tree_for_each (r->tree, r->tree->root, node)
            if (r->call[node] == node && calls++ < MOST_CALLS)
                check_call(&k, node);
        for (int32_t s = 0; (size_t)s < r->scopes->scopes.count; s++) {
            check_rows(&k, s);
            check_scalar(&k, s);
            check_groups(&k, s);
        }
    }
    t2s_row_keys_free(&k);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}
