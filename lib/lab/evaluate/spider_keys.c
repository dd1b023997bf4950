/* Groups of columns that foreign keys connect. */
#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/spider_query.h"

/*
 * The groups as Spider's evaluation makes them: a key's two columns join the
 * first group that has either; groups are never merged. So a column may be in
 * several, of which the last counts. A group's column is that of the lowest
 * number.
 */
typedef struct groups {
    int32_t *first, *last; /* per column: groups that it is in, or -1 */
    int32_t *lowest;       /* per group */
    int32_t count;
} groups;

static void add(groups *g, int32_t column, int32_t group)
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
    add(g, key->from, group);
    add(g, key->to, group);
}

t2sed_status t2s_spider_keys_make(t2s_spider_keys *keys,
                                  const t2sed_schema *schema, t2sed_error *err)
{
    size_t columns = schema->column_count;
    groups g = {0};
    g.first = t2s_alloc_array(columns, sizeof *g.first);
    g.last = t2s_alloc_array(columns, sizeof *g.last);
    g.lowest = t2s_alloc_array(schema->foreign_key_count, sizeof *g.lowest);
    if (!g.first || !g.last || !g.lowest) {
        t2s_free(g.first);
        t2s_free(g.last);
        t2s_free(g.lowest);
        return t2s_fail_memory(err);
    }
    for (size_t i = 0; i < columns; i++)
        g.first[i] = g.last[i] = -1;
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        add_key(&g, &schema->foreign_keys[i]);
    for (size_t i = 0; i < columns; i++)
        g.last[i] = g.last[i] < 0 ? (int32_t)i : g.lowest[g.last[i]];
    keys->schema = schema;
    keys->key = g.last;
    t2s_free(g.first);
    t2s_free(g.lowest);
    return T2SED_OK;
}

void t2s_spider_keys_free(t2s_spider_keys *keys)
{
    t2s_free(keys->key);
    keys->key = NULL;
}
