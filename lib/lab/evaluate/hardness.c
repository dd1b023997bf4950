#include "base/error.h"
#include "lab/evaluate/spider.h"
#include "t2sed/lab/exact.h"

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

int t2s_hardness(const t2s_spider_query *gold)
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
        *hardness = t2s_hardness(query);
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
