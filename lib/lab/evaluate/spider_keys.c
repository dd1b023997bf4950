/* Which column stands for which, by foreign keys. */
#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/spider.h"

/*
 * The groups that foreign keys connect, as Spider's evaluation makes them: a
 * key's two columns join the first group that has either; groups are never
 * merged. So a column may be in several, of which the last counts. A group's
 * column is that of the lowest number.
 */
typedef struct groups {
    int32_t *first, *last; /* per column: groups that it is in, or -1 */
    int32_t *lowest;       /* per group */
    int32_t count;
} groups;

static void add_column(groups *g, int32_t column, int32_t group)
{
    if (g->first[column] < 0 || group < g->first[column])
        g->first[column] = group;
    if (group > g->last[column])
        g->last[column] = group;
    if (column < g->lowest[group])
        g->lowest[group] = column;
}

static void add_key(groups *g, const t2s_foreign_key *key)
{
    int32_t a = g->first[key->from], b = g->first[key->to], group;
    if (a >= 0 && b >= 0)
        group = a < b ? a : b;
    else if (a >= 0 || b >= 0)
        group = a >= 0 ? a : b;
    else
        g->lowest[group = g->count++] = key->from;
    add_column(g, key->from, group);
    add_column(g, key->to, group);
}

t2sed_status t2s_spider_keys_make(t2s_spider_keys *keys,
                                  const t2sed_schema *schema, t2sed_error *err)
{
    size_t columns = schema->column_count;
    groups g = {0};
    g.first = t2s_alloc_array(columns, sizeof *g.first);
    g.last = t2s_alloc_array(columns, sizeof *g.last);
    g.lowest = t2s_alloc_array(schema->foreign_key_count, sizeof *g.lowest);
    keys->schema = schema;
    keys->key = g.last;
    if (g.first && g.last && g.lowest) {
        for (size_t i = 0; i < columns; i++)
            g.first[i] = g.last[i] = -1;
        for (size_t i = 0; i < schema->foreign_key_count; i++)
            add_key(&g, &schema->foreign_keys[i]);
        for (size_t i = 0; i < columns; i++)
            g.last[i] = g.last[i] < 0 ? (int32_t)i : g.lowest[g.last[i]];
    } else {
        t2s_spider_keys_free(keys);
    }
    t2s_free(g.first);
    t2s_free(g.lowest);
    return keys->key ? T2SED_OK : t2s_fail_memory(err);
}

void t2s_spider_keys_free(t2s_spider_keys *keys)
{
    t2s_free(keys->key);
    keys->key = NULL;
}

static void find_key(const t2s_spider_keys *keys, const t2s_spider_query *top,
                     t2s_spider_column *column)
{
    int32_t at = column->column;
    for (size_t i = 0; at >= 0 && keys->key && i < top->table_count; i++)
        if (top->tables[i].table == keys->schema->columns[at].table)
            column->key = keys->key[at];
}

static void find_unit_keys(const t2s_spider_keys *keys,
                           const t2s_spider_query *top, t2s_spider_unit *unit)
{
    find_key(keys, top, &unit->left);
    if (unit->arithmetic)
        find_key(keys, top, &unit->right);
}

void t2s_spider_keys_apply(const t2s_spider_keys *keys, t2s_spider_query *top)
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
