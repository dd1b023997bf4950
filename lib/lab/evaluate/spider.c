#include "lab/evaluate/spider.h"

#include "database/value.h"

static t2sed_status read_one(t2s_spider_query **out, t2s_arena *arena,
                             const t2sed_sql *sql, const t2s_spider_keys *keys,
                             t2sed_error *err)
{
    t2sed_status status = t2s_spider_query_read(out, arena, sql, keys, err);
    return status == T2SED_ENOMEM ? status : T2SED_OK;
}

t2sed_status t2s_spider_pair_read(t2s_spider_pair *pair, const t2sed_sql *gold,
                                  const t2sed_sql *query,
                                  const t2sed_schema *schema, t2sed_error *err)
{
    t2s_spider_keys keys;
    t2sed_status status = t2s_spider_keys_make(&keys, schema, err);
    if (status != T2SED_OK)
        return status;
    status = read_one(&pair->gold, &pair->arena, gold, &keys, err);
    if (status == T2SED_OK)
        status = read_one(&pair->query, &pair->arena, query, &keys, err);
    t2s_spider_keys_free(&keys);
    return status;
}

void t2s_spider_pair_free(t2s_spider_pair *pair)
{
    t2s_arena_free(&pair->arena);
    pair->gold = pair->query = NULL;
}

/* The item in the query's map: the last of those that are the same; the
 * number of items where there is none. */
static size_t find_item(const t2s_spider_query *query,
                        const t2s_spider_item *item)
{
    for (size_t i = query->item_count; i-- > 0;)
        if (t2s_spider_same_item(&query->items[i], item))
            return i;
    return query->item_count;
}

static bool same_values(const t2s_result *a, size_t i, const t2s_result *b,
                        size_t k)
{
    if (a->rows != b->rows)
        return false;
    if (a->rows > 0 && (i >= a->columns || k >= b->columns))
        return false;
    for (size_t row = 0; row < a->rows; row++)
        if (a->cells[row * a->columns + i] != b->cells[row * b->columns + k])
            return false;
    return true;
}

static size_t map_size(const t2s_spider_query *query)
{
    size_t count = 0;
    for (size_t i = 0; i < query->item_count; i++)
        count += find_item(query, &query->items[i]) == i;
    return count;
}

bool t2s_spider_same_maps(const t2s_spider_pair *pair, const t2s_result *gold,
                          const t2s_result *result)
{
    const t2s_spider_query *a = pair->gold, *b = pair->query;
    if (map_size(a) != map_size(b))
        return false;
    for (size_t i = 0; i < a->item_count; i++) {
        size_t k = find_item(b, &a->items[i]);
        if (find_item(a, &a->items[i]) == i &&
            (k == b->item_count || !same_values(gold, i, result, k)))
            return false;
    }
    return true;
}
