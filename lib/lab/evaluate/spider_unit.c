/* Columns, units and chains of them, from expressions. */
#include <string.h>

#include "lab/evaluate/spider_reader.h"

static const char *const aggregates[] = {"none",  "max", "min",
                                         "count", "sum", "avg"};

/* ---------------------------------------------------------------- chains */

static bool is_link(const t2s_tree *tree, int32_t node, bool logical)
{
    int32_t first = tree->nodes[node].first_child, sign;
    if (!t2s_sql_is(tree, node, T2S_RULE_expr) ||
        !t2s_sql_is(tree, first, T2S_RULE_expr))
        return false;
    sign = tree->nodes[first].next_sibling;
    if (sign == T2S_NO_NODE || !t2s_tree_is_terminal(tree, sign) ||
        !t2s_sql_is(tree, tree->nodes[sign].next_sibling, T2S_RULE_expr))
        return false;
    if (logical)
        return t2s_spider_is_word(tree, sign, "and") ||
               t2s_spider_is_word(tree, sign, "or");
    return tree->nodes[sign].text_length == 1 &&
           strchr("+-*/", tree->nodes[sign].text[0]);
}

static int32_t descend(t2s_spider_chain *chain, int32_t node)
{
    while (is_link(chain->tree, node, chain->logical))
        node = chain->tree->nodes[node].first_child;
    return chain->at = node;
}

int32_t t2s_spider_chain_first(t2s_spider_chain *chain, const t2s_tree *tree,
                               int32_t top, bool logical)
{
    chain->tree = tree;
    chain->top = top;
    chain->logical = logical;
    return descend(chain, top);
}

int32_t t2s_spider_chain_next(t2s_spider_chain *chain, int32_t *sign)
{
    const t2s_node *nodes = chain->tree->nodes;
    int32_t at = chain->at;
    while (at != chain->top && nodes[at].next_sibling == T2S_NO_NODE)
        at = nodes[at].parent;
    if (at == chain->top)
        return T2S_NO_NODE;
    *sign = nodes[at].next_sibling;
    return descend(chain, nodes[*sign].next_sibling);
}

/* --------------------------------------------------------------- columns */

int32_t t2s_spider_parenthesised(const t2s_tree *tree, int32_t expr)
{
    int32_t first = tree->nodes[expr].first_child, inner;
    if (!t2s_spider_is_word(tree, first, "("))
        return T2S_NO_NODE;
    inner = tree->nodes[first].next_sibling;
    return inner != T2S_NO_NODE && !t2s_tree_is_terminal(tree, inner) &&
                   t2s_spider_is_word(tree, tree->nodes[inner].next_sibling,
                                      ")")
               ? inner
               : T2S_NO_NODE;
}

t2s_spider_aggregate t2s_spider_aggregate_of(const t2s_tree *tree, int32_t expr,
                                             int32_t *inner, bool *distinct)
{
    int32_t name = tree->nodes[expr].first_child, at;
    t2s_spider_aggregate found = T2S_SPIDER_AVG;
    if (!t2s_sql_is(tree, name, T2S_RULE_function_name))
        return T2S_SPIDER_NO_AGGREGATE;
    at = t2s_sql_terminal(tree, name);
    while (found && !t2s_spider_is_word(tree, at, aggregates[found]))
        found--;
    at = tree->nodes[tree->nodes[name].next_sibling].next_sibling;
    *distinct = t2s_spider_is_word(tree, at, "distinct");
    if (*distinct)
        at = tree->nodes[at].next_sibling;
    *inner = at;
    at = at == T2S_NO_NODE ? at : tree->nodes[at].next_sibling;
    /* One argument, and nothing behind the parenthesis. */
    return t2s_spider_is_word(tree, at, ")") &&
                   tree->nodes[at].next_sibling == T2S_NO_NODE
               ? found
               : T2S_SPIDER_NO_AGGREGATE;
}

bool t2s_spider_read_name(t2s_spider_reader *r, int32_t terminal,
                          const t2s_spider_query *from, int32_t *column)
{
    const t2s_node *node = &r->tree->nodes[terminal];
    if (t2s_spider_is_quoted(r->tree, terminal))
        return t2s_spider_beyond(r, terminal, "a column in quotes");
    for (size_t i = 0; i < sizeof aggregates / sizeof *aggregates; i++)
        if (t2s_spider_is_word(r->tree, terminal, aggregates[i]))
            return t2s_spider_beyond(r, terminal,
                                     "a column called as a function is");
    for (size_t i = 0; i < from->table_count; i++) {
        int32_t table = from->tables[i].table;
        if (table == T2S_NO_ITEM)
            continue;
        *column = t2s_schema_find_column(r->keys->schema, table, node->text,
                                         node->text_length, NULL);
        if (*column != T2S_NO_ITEM)
            return true;
    }
    return t2s_spider_beyond(r, terminal,
                             "a column that no table of this FROM has");
}

/* table.column: the table need not be in FROM. */
static bool read_qualified(t2s_spider_reader *r, int32_t expr, int32_t *column)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t table = nodes[expr].first_child;
    int32_t dot = nodes[table].next_sibling;
    int32_t name = nodes[dot].next_sibling;
    int32_t number;
    if (!t2s_sql_is(r->tree, name, T2S_RULE_column_name))
        return t2s_spider_beyond(r, expr, "a name of three parts");
    table = t2s_sql_terminal(r->tree, table);
    name = t2s_sql_terminal(r->tree, name);
    if (nodes[table].end != nodes[name].begin - 1)
        return t2s_spider_beyond(r, dot, "blanks around a dot");
    if (t2s_spider_is_quoted(r->tree, name))
        return t2s_spider_beyond(r, name, "a column in quotes");
    number = t2s_spider_find_table(r, table);
    if (number == T2S_NO_ITEM)
        return t2s_spider_beyond(r, table, "an unknown table or alias");
    *column = t2s_schema_find_column(r->keys->schema, number, nodes[name].text,
                                     nodes[name].text_length, NULL);
    if (*column == T2S_NO_ITEM)
        return t2s_spider_beyond(r, name, "an unknown column");
    return true;
}

/* A column or "*", with nothing around it. */
static bool read_plain(t2s_spider_reader *r, int32_t expr,
                       const t2s_spider_query *from, t2s_spider_column *column)
{
    int32_t first = r->tree->nodes[expr].first_child;
    bool done = true;
    if (t2s_spider_is_word(r->tree, expr, "*"))
        column->column = T2S_SPIDER_STAR;
    else if (t2s_sql_is(r->tree, first, T2S_RULE_column_name))
        done = t2s_spider_read_name(r, t2s_sql_terminal(r->tree, first), from,
                                    &column->column);
    else if (t2s_sql_is(r->tree, first, T2S_RULE_table_name) ||
             t2s_sql_is(r->tree, first, T2S_RULE_database_name))
        done = read_qualified(r, expr, &column->column);
    else
        done = t2s_spider_beyond(r, expr, "what is no column here");
    column->key = column->column;
    return done;
}

bool t2s_spider_read_column(t2s_spider_reader *r, int32_t expr,
                            const t2s_spider_query *from,
                            t2s_spider_column *column)
{
    int32_t inner = t2s_spider_parenthesised(r->tree, expr);
    if (inner != T2S_NO_NODE)
        return read_plain(r, inner, from, column);
    column->aggregate =
        t2s_spider_aggregate_of(r->tree, expr, &inner, &column->distinct);
    if (column->aggregate)
        return read_plain(r, inner, from, column);
    return read_plain(r, expr, from, column);
}

/* ----------------------------------------------------------------- units */

/* One operand, or two, of a chain. What follows comes back. */
static bool read_operands(t2s_spider_reader *r, t2s_spider_chain *chain,
                          int32_t *operand, int32_t *sign,
                          const t2s_spider_query *from, t2s_spider_unit *unit)
{
    if (!t2s_spider_read_column(r, *operand, from, &unit->left))
        return false;
    *operand = t2s_spider_chain_next(chain, sign);
    if (*operand == T2S_NO_NODE)
        return true;
    unit->arithmetic = r->tree->nodes[*sign].text[0];
    if (!t2s_spider_read_column(r, *operand, from, &unit->right))
        return false;
    *operand = t2s_spider_chain_next(chain, sign);
    return true;
}

/* What stands within parentheses, all of it. */
static bool read_block(t2s_spider_reader *r, int32_t inner,
                       const t2s_spider_query *from, t2s_spider_unit *unit)
{
    t2s_spider_chain chain;
    int32_t sign, operand;
    operand = t2s_spider_chain_first(&chain, r->tree, inner, false);
    return read_operands(r, &chain, &operand, &sign, from, unit) &&
           (operand == T2S_NO_NODE ||
            t2s_spider_beyond(r, operand, "more than one operator"));
}

bool t2s_spider_read_unit(t2s_spider_reader *r, t2s_spider_chain *chain,
                          int32_t *operand, int32_t *sign,
                          const t2s_spider_query *from, t2s_spider_unit *unit)
{
    int32_t inner = t2s_spider_parenthesised(r->tree, *operand);
    if (inner == T2S_NO_NODE)
        return read_operands(r, chain, operand, sign, from, unit);
    if (!read_block(r, inner, from, unit))
        return false;
    *operand = t2s_spider_chain_next(chain, sign);
    return true;
}

bool t2s_spider_read_aggregated(t2s_spider_reader *r, int32_t inner,
                                bool distinct, const t2s_spider_query *from,
                                t2s_spider_unit *unit)
{
    t2s_spider_chain chain;
    int32_t first = t2s_spider_chain_first(&chain, r->tree, inner, false);
    if (distinct && (t2s_spider_parenthesised(r->tree, first) != T2S_NO_NODE ||
                     t2s_sql_is(r->tree, r->tree->nodes[first].first_child,
                                T2S_RULE_function_name)))
        return t2s_spider_beyond(r, first, "DISTINCT before no plain column");
    if (!read_block(r, inner, from, unit))
        return false;
    unit->left.distinct = unit->left.distinct || distinct;
    return true;
}
