/* exact.c - exact set match of two queries, and the hardness of one. */
#include "t2sed/lab/exact.h"

#include <string.h>

#include "base/error.h"
#include "lab/evaluate/spider.h"

/* How columns and values are compared. */
typedef struct manner {
    bool keys;     /* columns by their group of foreign keys */
    bool distinct; /* DISTINCT counts */
    bool values;   /* so do values */
} manner;

typedef bool (*same_function)(const void *a, const void *b, manner how);

static bool same_query(const t2s_spider_query *a, const t2s_spider_query *b,
                       bool values);

/* ---------------------------------------------------------------- pieces */

static bool same_column(const void *left, const void *right, manner how)
{
    const t2s_spider_column *a = left, *b = right;
    return a->aggregate == b->aggregate &&
           (how.keys ? a->key == b->key : a->column == b->column) &&
           (!how.distinct || a->distinct == b->distinct);
}

static bool same_unit(const void *left, const void *right, manner how)
{
    const t2s_spider_unit *a = left, *b = right;
    return a->arithmetic == b->arithmetic &&
           same_column(&a->left, &b->left, how) &&
           (!a->arithmetic || same_column(&a->right, &b->right, how));
}

static bool same_item(const void *left, const void *right, manner how)
{
    const t2s_spider_item *a = left, *b = right;
    return a->aggregate == b->aggregate && same_unit(&a->unit, &b->unit, how);
}

static bool same_value(const t2s_spider_value *a, const t2s_spider_value *b,
                       manner how)
{
    /* A column as a value has no key put in its place. */
    static const manner plain = {false, false, false};
    if (a->kind == T2S_SPIDER_QUERY && b->kind == T2S_SPIDER_QUERY)
        return same_query(a->query, b->query, how.values);
    if (a->kind == T2S_SPIDER_QUERY || b->kind == T2S_SPIDER_QUERY)
        return false;
    if (!how.values)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case T2S_SPIDER_NUMBER:
        return a->number == b->number;
    case T2S_SPIDER_TEXT:
        return a->length == b->length && !memcmp(a->text, b->text, a->length);
    case T2S_SPIDER_COLUMN:
        return same_column(&a->column, &b->column, plain);
    default:
        return true;
    }
}

static bool same_condition(const void *left, const void *right, manner how)
{
    const t2s_spider_condition *a = left, *b = right;
    return a->negated == b->negated && a->comparison == b->comparison &&
           same_unit(&a->unit, &b->unit, how) &&
           same_value(&a->first, &b->first, how) &&
           same_value(&a->second, &b->second, how);
}

static bool same_table(const void *left, const void *right, manner how)
{
    const t2s_spider_table *a = left, *b = right;
    (void)how;
    if (!a->query || !b->query)
        return a->table == b->table && !a->query && !b->query;
    return same_query(a->query, b->query, true);
}

/* ----------------------------------------------------------------- lists */

static bool same_list(const void *a, size_t a_count, const void *b,
                      size_t b_count, size_t size, same_function same,
                      manner how)
{
    const char *x = a, *y = b;
    if (a_count != b_count)
        return false;
    for (size_t i = 0; i < a_count; i++)
        if (!same(x + i * size, y + i * size, how))
            return false;
    return true;
}

static size_t count_same(const char *list, size_t count, size_t size,
                         const void *one, same_function same, manner how)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += same(list + i * size, one, how);
    return found;
}

/* The same in any order: each element as often in one as in the other. */
static bool same_bag(const void *a, size_t a_count, const void *b,
                     size_t b_count, size_t size, same_function same,
                     manner how)
{
    const char *x = a, *y = b;
    if (a_count != b_count)
        return false;
    for (size_t i = 0; i < a_count; i++)
        if (count_same(x, a_count, size, x + i * size, same, how) !=
            count_same(y, b_count, size, x + i * size, same, how))
            return false;
    return true;
}

#define SAME(kind, one, a, b, list, count, how)                                \
    same_##kind((a)->list, (a)->count, (b)->list, (b)->count,                  \
                sizeof *(a)->list, one, how)

static bool same_conditions(const t2s_spider_conditions *a,
                            const t2s_spider_conditions *b, manner how)
{
    if (!SAME(list, same_condition, a, b, at, count, how))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->at[i].after_or != b->at[i].after_or)
            return false;
    return true;
}

static bool same_order(const t2s_spider_query *a, const t2s_spider_query *b,
                       manner how)
{
    return a->descending == b->descending &&
           SAME(list, same_unit, a, b, orders, order_count, how);
}

/*
 * Queries within conditions and FROM are compared as they are written: lists
 * in order, DISTINCT and join conditions included, each column only itself.
 * Values count if they do outside, and always within FROM.
 */
static bool same_query(const t2s_spider_query *a, const t2s_spider_query *b,
                       bool values)
{
    manner how = {false, true, values};
    for (; a && b; a = a->next, b = b->next)
        if (a->distinct != b->distinct || a->limited != b->limited ||
            a->compound != b->compound ||
            !SAME(list, same_item, a, b, items, item_count, how) ||
            !SAME(list, same_table, a, b, tables, table_count, how) ||
            !same_conditions(&a->joins, &b->joins, how) ||
            !same_conditions(&a->where, &b->where, how) ||
            !SAME(list, same_column, a, b, groups, group_count, how) ||
            !same_conditions(&a->having, &b->having, how) ||
            !same_order(a, b, how))
            return false;
    return !a && !b;
}

/* ------------------------------------------------------------ components */

#define HAS_WHERE    0x001u
#define HAS_GROUP    0x002u
#define HAS_HAVING   0x004u
#define HAS_ORDER    0x008u
#define HAS_ASC      0x010u
#define HAS_DESC     0x020u
#define HAS_LIMIT    0x040u
#define HAS_OR       0x080u
#define HAS_NOT      0x100u
#define HAS_IN       0x200u
#define HAS_LIKE     0x400u
#define HAS_COMPOUND 0x800u /* shifted by which */

static unsigned keywords_of_conditions(const t2s_spider_conditions *conditions)
{
    unsigned found = 0;
    for (size_t i = 0; i < conditions->count; i++) {
        const t2s_spider_condition *at = &conditions->at[i];
        found |= (at->after_or ? HAS_OR : 0) | (at->negated ? HAS_NOT : 0) |
                 (at->comparison == T2S_SPIDER_IN ? HAS_IN : 0) |
                 (at->comparison == T2S_SPIDER_LIKE ? HAS_LIKE : 0);
    }
    return found;
}

static unsigned keywords_of(const t2s_spider_query *query)
{
    unsigned found = keywords_of_conditions(&query->joins) |
                     keywords_of_conditions(&query->where) |
                     keywords_of_conditions(&query->having);
    found |= (query->where.count ? HAS_WHERE : 0) |
             (query->group_count ? HAS_GROUP : 0) |
             (query->having.count ? HAS_HAVING : 0) |
             (query->limited ? HAS_LIMIT : 0);
    if (query->order_count)
        found |= HAS_ORDER | (query->descending ? HAS_DESC : HAS_ASC);
    if (query->compound)
        found |= HAS_COMPOUND << query->compound;
    return found;
}

/* 1 for AND, 2 for OR, 3 for both. */
static unsigned connectives_of(const t2s_spider_conditions *conditions)
{
    unsigned found = 0;
    for (size_t i = 1; i < conditions->count; i++)
        found |= conditions->at[i].after_or ? 2u : 1u;
    return found;
}

/* GROUP BY counts columns alone, though SQLite takes no aggregates there. */
static bool same_grouped(const void *left, const void *right, manner how)
{
    const t2s_spider_column *a = left, *b = right;
    return how.keys ? a->key == b->key : a->column == b->column;
}

static bool same_groups(const t2s_spider_query *a, const t2s_spider_query *b,
                        manner how)
{
    if (!SAME(list, same_grouped, a, b, groups, group_count, how))
        return false;
    /* HAVING counts only beside GROUP BY. */
    return !a->group_count || same_conditions(&a->having, &b->having, how);
}

static bool same_ordering(const t2s_spider_query *a, const t2s_spider_query *b,
                          manner how)
{
    return same_order(a, b, how) &&
           (!a->order_count || a->limited == b->limited);
}

/* The components that stand before the compound, in the order of their
 * numbers. */
static int own_difference(const t2s_spider_query *a, const t2s_spider_query *b,
                          manner how)
{
    if (!SAME(bag, same_item, a, b, items, item_count, how))
        return T2SED_EXACT_SELECT;
    if (!SAME(bag, same_condition, a, b, where.at, where.count, how))
        return T2SED_EXACT_WHERE;
    if (!same_groups(a, b, how))
        return T2SED_EXACT_GROUP;
    if (!same_ordering(a, b, how))
        return T2SED_EXACT_ORDER;
    if (connectives_of(&a->where) != connectives_of(&b->where))
        return T2SED_EXACT_CONNECTIVES;
    return T2SED_EXACT_NO_DIFFERENCE;
}

/* Those behind it. */
static int outer_difference(const t2s_spider_query *a,
                            const t2s_spider_query *b, manner how)
{
    if (keywords_of(a) != keywords_of(b))
        return T2SED_EXACT_KEYWORDS;
    if (!SAME(bag, same_table, a, b, tables, table_count, how))
        return T2SED_EXACT_FROM;
    return T2SED_EXACT_NO_DIFFERENCE;
}

int t2s_exact_difference(const t2s_spider_query *predicted,
                         const t2s_spider_query *gold, int rule)
{
    manner how = {rule != T2SED_EXACT_NO_FOREIGN_KEYS, false,
                  rule == T2SED_EXACT_WITH_VALUES};
    const t2s_spider_query *a = predicted, *b = gold;
    int difference = own_difference(a, b, how);
    if (difference)
        return difference;
    for (; a->compound == b->compound && a->next; a = a->next, b = b->next)
        if (own_difference(a->next, b->next, how) ||
            outer_difference(a->next, b->next, how))
            return T2SED_EXACT_COMPOUND;
    if (a->compound != b->compound)
        return T2SED_EXACT_COMPOUND;
    return outer_difference(predicted, gold, how);
}

/* ------------------------------------------------------------------ maps */

/* The item in the query's map: the last of those that are the same; the
 * number of items where there is none. */
static size_t find_item(const t2s_spider_query *query,
                        const t2s_spider_item *item)
{
    static const manner how = {true, false, false};
    for (size_t i = query->item_count; i-- > 0;)
        if (same_item(&query->items[i], item, how))
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

/* ---------------------------------------------------------- foreign keys */

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

/* Which column stands for which, in the arena; NULL when memory is short. */
static const int32_t *find_keys(t2s_arena *arena, const t2sed_schema *schema)
{
    const size_t columns = schema->column_count;
    groups g = {t2s_arena_alloc_array(arena, columns, sizeof *g.first),
                t2s_arena_alloc_array(arena, columns, sizeof *g.last),
                t2s_arena_alloc_array(arena, schema->foreign_key_count,
                                      sizeof *g.lowest),
                0};
    if (!g.first || !g.last || !g.lowest)
        return NULL;
    for (size_t i = 0; i < columns; i++)
        g.first[i] = g.last[i] = -1;
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        add_key(&g, &schema->foreign_keys[i]);
    for (size_t i = 0; i < columns; i++)
        g.last[i] = g.last[i] < 0 ? (int32_t)i : g.lowest[g.last[i]];
    return g.last;
}

/* ------------------------------------------------------------------ public */

t2sed_status t2s_spider_pair_read(t2s_spider_pair *pair, const t2sed_sql *gold,
                                  const t2sed_sql *query,
                                  const t2sed_schema *schema, t2sed_error *why,
                                  t2sed_error *err)
{
    const int32_t *keys = find_keys(&pair->arena, schema);
    t2sed_status status = T2SED_ENOMEM;
    if (keys)
        status = t2s_spider_query_read(&pair->gold, &pair->arena, gold, schema,
                                       keys, why);
    if (status != T2SED_ENOMEM)
        status = t2s_spider_query_read(&pair->query, &pair->arena, query,
                                       schema, keys, NULL);
    return status == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
}

void t2s_spider_pair_free(t2s_spider_pair *pair)
{
    t2s_arena_free(&pair->arena);
    pair->gold = pair->query = NULL;
}

t2sed_status t2sed_exact_match(int *match, int *difference,
                               const t2sed_sql *gold,
                               const t2sed_sql *predicted,
                               const t2sed_schema *schema, int rule,
                               t2sed_error *err)
{
    t2s_spider_pair pair = {0};
    t2sed_status status;
    int found = T2SED_EXACT_BEYOND;
    if (!match || !gold || !predicted || !schema)
        return t2s_fail_null(err, __func__,
                             "match, gold, predicted and schema");
    if (rule < T2SED_EXACT_SPIDER || rule > T2SED_EXACT_WITH_VALUES)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "exact match: rule is %d, expected 0 to %d", rule,
                        T2SED_EXACT_WITH_VALUES);
    status = t2s_spider_pair_read(&pair, gold, predicted, schema, err, err);
    if (status == T2SED_OK && !pair.gold)
        status = t2s_fail_in(err, T2SED_EUNSUPPORTED, "gold query");
    if (status == T2SED_OK && pair.query)
        found = t2s_exact_difference(pair.query, pair.gold, rule);
    t2s_spider_pair_free(&pair);
    if (status != T2SED_OK)
        return status;
    *match = found == T2SED_EXACT_NO_DIFFERENCE;
    if (difference)
        *difference = found;
    return T2SED_OK;
}

const char *t2sed_exact_difference_name(int difference)
{
    static const char *const names[] = {
        "",         "select",   "where", "group", "order", "connectives",
        "compound", "keywords", "from",  "beyond"};
    if (difference < 0 || difference >= (int)(sizeof names / sizeof *names))
        return NULL;
    return names[difference];
}

/* -------------------------------------------------------------- hardness */

/* What Spider counts; see docs/internals/evaluate.md. */
typedef struct counts {
    size_t clauses; /* clauses, joins, OR, LIKE */
    size_t nested;  /* queries in conditions and compounds */
    size_t others;  /* 1 each for more than one of something */
} counts;

static void count_conditions(counts *sum,
                             const t2s_spider_conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++) {
        const t2s_spider_condition *at = &conditions->at[i];
        sum->clauses += at->after_or;
        sum->clauses += at->comparison == T2S_SPIDER_LIKE;
        sum->nested += at->first.kind == T2S_SPIDER_QUERY;
        sum->nested += at->second.kind == T2S_SPIDER_QUERY;
    }
}

static size_t count_negated(const t2s_spider_conditions *conditions)
{
    size_t count = 0;
    for (size_t i = 0; i < conditions->count; i++)
        count += conditions->at[i].negated;
    return count;
}

/* Spider takes a negated condition for an aggregate, and in HAVING each
 * connective too. */
static size_t count_aggregates(const t2s_spider_query *query)
{
    size_t count = count_negated(&query->where) + count_negated(&query->having);
    if (query->having.count)
        count += query->having.count - 1;
    for (size_t i = 0; i < query->item_count; i++)
        count += query->items[i].aggregate != T2S_SPIDER_NO_AGGREGATE;
    for (size_t i = 0; i < query->group_count; i++)
        count += query->groups[i].aggregate != T2S_SPIDER_NO_AGGREGATE;
    for (size_t i = 0; i < query->order_count; i++) {
        const t2s_spider_unit *unit = &query->orders[i];
        count += unit->left.aggregate != T2S_SPIDER_NO_AGGREGATE;
        count += unit->arithmetic &&
                 unit->right.aggregate != T2S_SPIDER_NO_AGGREGATE;
    }
    return count;
}

static counts count_parts(const t2s_spider_query *query)
{
    counts sum = {0, 0, 0};
    sum.clauses = query->limited;
    sum.clauses += query->where.count > 0;
    sum.clauses += query->group_count > 0;
    sum.clauses += query->order_count > 0;
    if (query->table_count > 0)
        sum.clauses += query->table_count - 1;
    count_conditions(&sum, &query->joins);
    count_conditions(&sum, &query->where);
    count_conditions(&sum, &query->having);
    sum.nested += query->compound != T2S_SPIDER_ALONE;
    sum.others += count_aggregates(query) > 1;
    sum.others += query->item_count > 1;
    sum.others += query->where.count > 1;
    sum.others += query->group_count > 1;
    return sum;
}

static int hardness_of(const t2s_spider_query *gold)
{
    counts n = count_parts(gold);
    if (n.clauses <= 1 && n.others == 0 && n.nested == 0)
        return T2SED_HARDNESS_EASY;
    if (n.nested == 0 &&
        ((n.others <= 2 && n.clauses <= 1) || (n.clauses <= 2 && n.others < 2)))
        return T2SED_HARDNESS_MEDIUM;
    if ((n.nested == 0 && ((n.others > 2 && n.clauses <= 2) ||
                           (n.clauses == 3 && n.others <= 2))) ||
        (n.clauses <= 1 && n.others == 0 && n.nested <= 1))
        return T2SED_HARDNESS_HARD;
    return T2SED_HARDNESS_EXTRA;
}

t2sed_status t2sed_hardness(int *hardness, const t2sed_sql *gold,
                            const t2sed_schema *schema, t2sed_error *err)
{
    t2s_spider_query *query;
    t2s_arena arena = {0};
    t2sed_status status;
    if (!hardness || !gold || !schema)
        return t2s_fail_null(err, __func__, "hardness, gold and schema");
    status = t2s_spider_query_read(&query, &arena, gold, schema, NULL, err);
    if (!status)
        *hardness = hardness_of(query);
    t2s_arena_free(&arena);
    return status;
}

const char *t2sed_hardness_name(int hardness)
{
    static const char *const names[] = {"easy", "medium", "hard", "extra"};
    if (hardness < T2SED_HARDNESS_EASY || hardness > T2SED_HARDNESS_EXTRA)
        return NULL;
    return names[hardness];
}
