#include "lab/evaluate/spider_query.h"

#include "lab/evaluate/spider_reader.h"

/* ---------------------------------------------------------------- SELECT */

static size_t count_of(const t2s_tree *tree, int32_t node, t2s_sql_rule rule)
{
    size_t count = 0;
    t2s_tree_for_each_child (tree, node, child)
        count += t2s_sql_is(tree, child, rule);
    return count;
}

/* Spider's lists have few limits of their own; see spider_reader.h. */
static bool is_short(t2s_spider_reader *r, int32_t node, size_t count)
{
    return count <= T2S_SPIDER_MOST_IN_LIST ||
           t2s_spider_beyond(r, node, "so long a list");
}

/*
 * The items that Spider's evaluation finds in one result column. It takes
 * neighbours without a comma between them for two items: `max(a) * b` is
 * max(a), * and b, and `a b` (a column with a name) is a and b.
 */
static bool read_item(t2s_spider_reader *r, int32_t expr,
                      t2s_spider_query *query)
{
    t2s_spider_chain chain;
    int32_t sign = T2S_NO_NODE, inner;
    int32_t operand = t2s_spider_chain_first(&chain, r->tree, expr, false);
    while (operand != T2S_NO_NODE) {
        bool distinct, read;
        t2s_spider_item *item = &query->items[query->item_count++];
        if (sign != T2S_NO_NODE) {
            if (r->tree->nodes[sign].text[0] != '*')
                return t2s_spider_beyond(r, sign, "an operator here");
            item->unit.left.column = item->unit.left.key = T2S_SPIDER_STAR;
            item = &query->items[query->item_count++];
        }
        item->aggregate =
            t2s_spider_aggregate_of(r->tree, operand, &inner, &distinct);
        if (item->aggregate) {
            read = t2s_spider_read_aggregated(r, inner, distinct, query,
                                              &item->unit);
            operand = t2s_spider_chain_next(&chain, &sign);
        } else {
            read = t2s_spider_read_unit(r, &chain, &operand, &sign, query,
                                        &item->unit);
        }
        if (!read)
            return false;
    }
    return true;
}

static bool read_result_column(t2s_spider_reader *r, int32_t node,
                               t2s_spider_query *query)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t first = nodes[node].first_child;
    int32_t second = nodes[first].next_sibling;
    t2s_spider_item *item;
    if (t2s_spider_is_word(r->tree, first, "*")) {
        item = &query->items[query->item_count++];
        item->unit.left.column = item->unit.left.key = T2S_SPIDER_STAR;
        return true;
    }
    if (!t2s_sql_is(r->tree, first, T2S_RULE_expr))
        return t2s_spider_beyond(r, node, "a table's *");
    if (!read_item(r, first, query))
        return false;
    if (second == T2S_NO_NODE)
        return true;
    if (!t2s_sql_is(r->tree, second, T2S_RULE_column_alias))
        return t2s_spider_beyond(r, second, "a name for a result column");
    item = &query->items[query->item_count++];
    return t2s_spider_read_name(r, t2s_sql_terminal(r->tree, second), query,
                                &item->unit.left.column) &&
           (item->unit.left.key = item->unit.left.column, true);
}

/* Items in a result column: one for each operand and each star between two,
 * and one for its name. */
static size_t count_items(const t2s_tree *tree, int32_t column)
{
    t2s_spider_chain chain;
    int32_t sign, first = tree->nodes[column].first_child;
    size_t count = 2;
    t2s_spider_chain_first(&chain, tree, first, false);
    while (t2s_spider_chain_next(&chain, &sign) != T2S_NO_NODE)
        count += 2;
    return count;
}

static bool read_select(t2s_spider_reader *r, int32_t core,
                        t2s_spider_query *query)
{
    int32_t clause = t2s_sql_child(r->tree, core, T2S_RULE_result_clause);
    size_t most = 0;
    t2s_tree_for_each_child (r->tree, clause, column)
        if (t2s_sql_is(r->tree, column, T2S_RULE_result_column))
            most += count_items(r->tree, column);
    query->items = t2s_spider_array(r, most, sizeof *query->items);
    if (!is_short(r, clause, most) || !query->items)
        return false;
    t2s_tree_for_each_child (r->tree, clause, column)
        if (t2s_sql_is(r->tree, column, T2S_RULE_result_column) &&
            !read_result_column(r, column, query))
            return false;
    return true;
}

/* ------------------------------------------------------------------ FROM */

static bool add_table(t2s_spider_reader *r, int32_t node,
                      t2s_spider_query *query, int32_t terminal)
{
    t2s_spider_table *table = &query->tables[query->table_count++];
    table->table = t2s_spider_find_table(r, terminal);
    return table->table != T2S_NO_ITEM ||
           t2s_spider_beyond(r, node,
                             "an unknown table, or an alias without "
                             "AS");
}

/* table [AS alias]; without AS Spider takes the alias for the next table. */
static bool read_table(t2s_spider_reader *r, int32_t node,
                       t2s_spider_query *query)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t name = nodes[node].first_child;
    int32_t next = nodes[name].next_sibling;
    bool has_as = t2s_spider_is_word(r->tree, next, "as");
    if (!t2s_sql_is(r->tree, name, T2S_RULE_table_name))
        return t2s_spider_beyond(r, node, "this in FROM");
    if (!add_table(r, node, query, t2s_sql_terminal(r->tree, name)))
        return false;
    if (has_as)
        next = nodes[next].next_sibling;
    if (next == T2S_NO_NODE)
        return true;
    if (!t2s_sql_is(r->tree, next, T2S_RULE_table_alias) ||
        nodes[next].next_sibling != T2S_NO_NODE)
        return t2s_spider_beyond(r, next, "this behind a table");
    return has_as || add_table(r, next, query, t2s_sql_terminal(r->tree, next));
}

/* (SELECT ...) or (table), which may only stand first, without an alias. */
static bool read_in_parentheses(t2s_spider_reader *r, int32_t node,
                                t2s_spider_query *query)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t inner = t2s_spider_parenthesised(r->tree, node);
    if (query->table_count > 0 || inner == T2S_NO_NODE ||
        nodes[nodes[inner].next_sibling].next_sibling != T2S_NO_NODE)
        return t2s_spider_beyond(r, node, "parentheses here in FROM");
    if (t2s_sql_is(r->tree, inner, T2S_RULE_table_or_subquery))
        return read_table(r, inner, query);
    if (!t2s_sql_is(r->tree, inner, T2S_RULE_select_stmt))
        return t2s_spider_beyond(r, inner, "a join in parentheses");
    query->tables[0].table = T2S_NO_ITEM;
    query->tables[0].query = t2s_spider_read_nested(r, inner);
    query->table_count = 1;
    return query->tables[0].query != NULL;
}

/* ON ...; *open as for conditions. */
static bool read_constraint(t2s_spider_reader *r, int32_t node,
                            t2s_spider_query *query, bool *open)
{
    int32_t on = r->tree->nodes[node].first_child;
    if (!t2s_spider_is_word(r->tree, on, "on"))
        return t2s_spider_beyond(r, node, "USING");
    return t2s_spider_read_conditions(r, r->tree->nodes[on].next_sibling, query,
                                      &query->joins, open);
}

/* LEFT, INNER... pass where a column that is compared with stands before:
 * there Spider passes over words up to JOIN. */
static bool read_from_part(t2s_spider_reader *r, int32_t node,
                           t2s_spider_query *query, bool *open)
{
    const t2s_tree *tree = r->tree;
    if (t2s_sql_is(tree, node, T2S_RULE_join_operator))
        return *open ||
               t2s_spider_is_word(tree, tree->nodes[node].first_child,
                                  "join") ||
               t2s_spider_beyond(r, node, "a join other than JOIN");
    if (t2s_sql_is(tree, node, T2S_RULE_join_constraint))
        return read_constraint(r, node, query, open);
    *open = false;
    if (!t2s_sql_is(tree, node, T2S_RULE_table_or_subquery))
        return t2s_spider_beyond(r, node, "a comma in FROM");
    if (t2s_spider_is_word(tree, tree->nodes[node].first_child, "("))
        return read_in_parentheses(r, node, query);
    return read_table(r, node, query);
}

static bool read_from(t2s_spider_reader *r, int32_t core,
                      t2s_spider_query *query)
{
    int32_t clause = t2s_sql_child(r->tree, core, T2S_RULE_from_clause);
    int32_t list;
    size_t most;
    bool open = false;
    if (clause == T2S_NO_NODE)
        return t2s_spider_beyond(r, core, "a SELECT without FROM");
    list = t2s_sql_child(r->tree, clause, T2S_RULE_join_clause);
    list = list == T2S_NO_NODE ? clause : list;
    most = 2 * count_of(r->tree, list, T2S_RULE_table_or_subquery);
    query->tables = t2s_spider_array(r, most, sizeof *query->tables);
    if (!query->tables)
        return false;
    if (most > 2 * (size_t)T2S_SPIDER_MOST_TABLES)
        return t2s_spider_beyond(r, clause, "so many tables");
    t2s_tree_for_each_child (r->tree, list, part)
        if (!t2s_spider_is_word(r->tree, part, "from") &&
            !read_from_part(r, part, query, &open))
            return false;
    return true;
}

/* ------------------------------------------------------ the other clauses */

static bool read_where(t2s_spider_reader *r, int32_t clause,
                       t2s_spider_query *query)
{
    bool open;
    return t2s_spider_read_conditions(r, r->tree->nodes[clause].last_child,
                                      query, &query->where, &open);
}

/* The first operand of an expression; the rest of the query is passed over
 * where there is more than that. Arithmetic is kept if it may be. */
static int32_t first_operand(t2s_spider_reader *r, int32_t expr,
                             bool arithmetic)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t at = expr;
    for (;;) {
        t2s_spider_chain chain;
        int32_t first = nodes[at].first_child;
        if (!t2s_sql_is(r->tree, first, T2S_RULE_expr))
            return at;
        if (arithmetic &&
            t2s_spider_chain_first(&chain, r->tree, at, false) != at)
            return at;
        at = first;
        t2s_spider_end_at(r, nodes[at].next_sibling);
    }
}

static bool read_groups(t2s_spider_reader *r, int32_t clause,
                        t2s_spider_query *query)
{
    const t2s_tree *tree = r->tree;
    int32_t at = tree->nodes[clause].first_child;
    bool open;
    if (t2s_spider_is_word(tree, at, "having"))
        return t2s_spider_beyond(r, at, "HAVING without GROUP BY");
    query->groups = t2s_spider_array(r, count_of(tree, clause, T2S_RULE_expr),
                                     sizeof *query->groups);
    if (!query->groups ||
        !is_short(r, clause, count_of(tree, clause, T2S_RULE_expr)))
        return false;
    for (at = tree->nodes[at].next_sibling; at != T2S_NO_NODE && !r->ended;
         at = tree->nodes[at].next_sibling) {
        if (t2s_spider_is_word(tree, at, "having"))
            return t2s_spider_read_conditions(r, tree->nodes[at].next_sibling,
                                              query, &query->having, &open);
        if (t2s_sql_is(tree, at, T2S_RULE_expr) &&
            !t2s_spider_read_column(r, first_operand(r, at, false), query,
                                    &query->groups[query->group_count++]))
            return false;
    }
    return true;
}

static bool read_order(t2s_spider_reader *r, int32_t term,
                       t2s_spider_query *query)
{
    const t2s_tree *tree = r->tree;
    int32_t expr = tree->nodes[term].first_child;
    int32_t after = tree->nodes[expr].next_sibling, rest, sign;
    t2s_spider_chain chain;
    rest = t2s_spider_chain_first(&chain, tree, first_operand(r, expr, true),
                                  false);
    if (!t2s_spider_read_unit(r, &chain, &rest, &sign, query,
                              &query->orders[query->order_count++]))
        return false;
    if (rest != T2S_NO_NODE)
        t2s_spider_end_at(r, sign);
    if (r->ended || after == T2S_NO_NODE)
        return true;
    if (t2s_sql_is(tree, after, T2S_RULE_asc_desc)) {
        query->descending =
            t2s_spider_is_word(tree, t2s_sql_terminal(tree, after), "desc");
        after = tree->nodes[after].next_sibling;
    }
    if (after != T2S_NO_NODE)
        t2s_spider_end_at(r, after); /* NULLS FIRST */
    return true;
}

static bool read_orders(t2s_spider_reader *r, int32_t stmt,
                        t2s_spider_query *query)
{
    size_t count = count_of(r->tree, stmt, T2S_RULE_ordering_term);
    query->orders = t2s_spider_array(r, count, sizeof *query->orders);
    if (!query->orders || !is_short(r, stmt, count))
        return false;
    t2s_tree_for_each_child (r->tree, stmt, term)
        if (!r->ended && t2s_sql_is(r->tree, term, T2S_RULE_ordering_term) &&
            !read_order(r, term, query))
            return false;
    return true;
}

/* LIMIT takes one word; what follows, such as OFFSET, ends the reading. */
static void read_limit(t2s_spider_reader *r, int32_t stmt,
                       t2s_spider_query *query)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t value = nodes[nodes[stmt].first_child].next_sibling;
    int32_t after = nodes[value].next_sibling;
    query->limited = true;
    /* "1,2" is one word to it, "1, 2" is not. */
    if (after != T2S_NO_NODE &&
        (nodes[value].end < nodes[after].begin ||
         nodes[after].end < nodes[nodes[after].next_sibling].begin))
        t2s_spider_end_at(r, after);
    else if (nodes[value].end - nodes[value].begin >
             nodes[t2s_sql_terminal(r->tree, value)].text_length)
        t2s_spider_end_at(r, value);
}

/* --------------------------------------------------------------- queries */

static bool read_core(t2s_spider_reader *r, int32_t core,
                      t2s_spider_query *query)
{
    const t2s_tree *tree = r->tree;
    int32_t second;
    if (!t2s_spider_is_word(tree, tree->nodes[core].first_child, "select"))
        return t2s_spider_beyond(r, core, "VALUES");
    second = tree->nodes[tree->nodes[core].first_child].next_sibling;
    query->distinct = t2s_spider_is_word(tree, second, "distinct");
    if (t2s_spider_is_word(tree, second, "all"))
        return t2s_spider_beyond(r, second, "SELECT ALL");
    if (!read_from(r, core, query) || !read_select(r, core, query))
        return false;
    t2s_tree_for_each_child (tree, core, clause) {
        if (t2s_sql_is(tree, clause, T2S_RULE_where_clause) &&
            !read_where(r, clause, query))
            return false;
        if (t2s_sql_is(tree, clause, T2S_RULE_group_by_clause) &&
            !read_groups(r, clause, query))
            return false;
        if (t2s_sql_is(tree, clause, T2S_RULE_window_clause) && !r->ended)
            return t2s_spider_beyond(r, clause, "WINDOW");
    }
    return true;
}

/* Reads one SELECT with its ORDER BY and LIMIT; *at goes on to the operator
 * behind it. */
static bool read_one(t2s_spider_reader *r, int32_t *at, t2s_spider_query *query)
{
    const t2s_tree *tree = r->tree;
    if (!read_core(r, *at, query))
        return false;
    while ((*at = tree->nodes[*at].next_sibling) != T2S_NO_NODE && !r->ended) {
        if (t2s_sql_is(tree, *at, T2S_RULE_compound_operator))
            return true;
        if (t2s_sql_is(tree, *at, T2S_RULE_limit_stmt))
            read_limit(r, *at, query);
        else if (!read_orders(r, *at, query))
            return false;
    }
    return true;
}

static bool read_compound(t2s_spider_reader *r, int32_t node,
                          t2s_spider_query *query)
{
    int32_t word = r->tree->nodes[node].first_child;
    if (r->tree->nodes[word].next_sibling != T2S_NO_NODE)
        return t2s_spider_beyond(r, node, "UNION ALL");
    query->compound =
        t2s_spider_is_word(r->tree, word, "intersect") ? T2S_SPIDER_INTERSECT
        : t2s_spider_is_word(r->tree, word, "except")  ? T2S_SPIDER_EXCEPT
                                                       : T2S_SPIDER_UNION;
    return true;
}

/* A query, and in a row those that INTERSECT... put behind it. */
static t2s_spider_query *read_query(t2s_spider_reader *r, int32_t stmt)
{
    t2s_spider_query *first = NULL, **link = &first;
    int32_t at = r->tree->nodes[stmt].first_child, chained = 0;
    if (t2s_sql_is(r->tree, at, T2S_RULE_common_table_stmt)) {
        t2s_spider_beyond(r, at, "WITH");
        return NULL;
    }
    for (;;) {
        t2s_spider_query *query = t2s_spider_array(r, 1, sizeof *query);
        if (!query || !read_one(r, &at, query))
            return NULL;
        *link = query;
        link = &query->next;
        if (at == T2S_NO_NODE || r->ended)
            return first;
        if (!read_compound(r, at, query))
            return NULL;
        if (++chained > T2S_SPIDER_MOST_NESTING) {
            t2s_spider_beyond(r, at, "so many queries in a row");
            return NULL;
        }
        at = r->tree->nodes[at].next_sibling;
    }
}

t2s_spider_query *t2s_spider_read_nested(t2s_spider_reader *r, int32_t stmt)
{
    t2s_spider_query *query;
    if (++r->nesting > T2S_SPIDER_MOST_NESTING) {
        t2s_spider_beyond(r, stmt, "queries nested so deeply");
        return NULL;
    }
    query = read_query(r, stmt);
    r->nesting--;
    /* What is passed over would hide the closing parenthesis. */
    if (query && r->ended) {
        t2s_spider_beyond(r, stmt, "how this nested query ends");
        return NULL;
    }
    return query;
}

/* -------------------------------------------------------------- the whole */

static bool has_table(const t2s_spider_query *query, int32_t table)
{
    for (size_t i = 0; i < query->table_count; i++)
        if (query->tables[i].table == table)
            return true;
    return false;
}

static void find_key(const t2s_spider_keys *keys, const t2s_spider_query *top,
                     t2s_spider_column *column)
{
    if (column->column >= 0 && keys->key && keys->key[column->column] >= 0 &&
        has_table(top, keys->schema->columns[column->column].table))
        column->key = keys->key[column->column];
}

static void find_unit_keys(const t2s_spider_keys *keys,
                           const t2s_spider_query *top, t2s_spider_unit *unit)
{
    find_key(keys, top, &unit->left);
    if (unit->arithmetic)
        find_key(keys, top, &unit->right);
}

/* Columns are replaced by their keys where the FROM of the first query has
 * their table; in nested queries they stay, and so do values. */
static void find_keys(const t2s_spider_keys *keys, t2s_spider_query *top)
{
    for (t2s_spider_query *q = top; q; q = q->next) {
        for (size_t i = 0; i < q->item_count; i++)
            find_unit_keys(keys, top, &q->items[i].unit);
        for (size_t i = 0; i < q->where.count; i++)
            find_unit_keys(keys, top, &q->where.at[i].unit);
        for (size_t i = 0; i < q->having.count; i++)
            find_unit_keys(keys, top, &q->having.at[i].unit);
        for (size_t i = 0; i < q->group_count; i++)
            find_key(keys, top, &q->groups[i]);
        for (size_t i = 0; i < q->order_count; i++)
            find_unit_keys(keys, top, &q->orders[i]);
    }
}

t2sed_status t2s_spider_query_read(t2s_spider_query **out, t2s_arena *arena,
                                   const t2sed_sql *sql,
                                   const t2s_spider_keys *keys,
                                   t2sed_error *err)
{
    t2s_spider_reader r = {.text = sql->text,
                           .tree = &sql->full,
                           .keys = keys,
                           .arena = arena,
                           .end = sql->length,
                           .err = err};
    t2s_spider_query *query = NULL;
    if (t2s_spider_find_aliases(&r))
        query = read_query(&r, sql->full.root);
    if (query)
        t2s_spider_check_tokens(&r, query);
    t2s_map_free(&r.aliases);
    if (r.status == T2SED_OK) {
        find_keys(keys, query);
        *out = query;
    }
    return r.status;
}
