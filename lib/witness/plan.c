/* Which tables are filled, which refer to which, and in which order. */
#include "witness/plan.h"

#include "base/error.h"

/* Steps of reading wants: a fraction of a second. */
#define MOST_WORK 5000000

int32_t t2s_plan_slot(const t2s_plan *plan, int32_t column)
{
    const t2s_column *of;
    int32_t place;
    if (column < 0)
        return -1;
    of = &plan->schema->columns[column];
    place = plan->place_of[of->table];
    return place < 0 ? -1
                     : plan->tables.at[place].first_slot + column -
                           plan->schema->tables[of->table].first_column;
}

static t2sed_status add_table(t2s_plan *plan, int32_t table, bool is_asked,
                              t2sed_error *err)
{
    const t2s_table *of = &plan->schema->tables[table];
    t2s_filled filled = {.table = table,
                         .first_slot = (int32_t)plan->slots.count,
                         .slot_count = of->column_count,
                         .is_asked = is_asked};
    if (plan->place_of[table] >= 0) {
        plan->tables.at[plan->place_of[table]].is_asked |= is_asked;
        return T2SED_OK;
    }
    if (plan->tables.count == T2S_MOST_FILLED)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "the queries need more than %d tables",
                        T2S_MOST_FILLED);
    for (int32_t i = 0; i < of->column_count; i++) {
        t2s_slot slot = {.column = of->first_column + i};
        slot.joined = (int32_t)plan->slots.count;
        slot.is_key = t2s_schema_is_lone_key(plan->schema, slot.column);
        if (!t2s_vector_push(&plan->slots, slot))
            return t2s_fail_memory(err);
    }
    plan->place_of[table] = (int32_t)plan->tables.count;
    if (!t2s_vector_push(&plan->tables, filled))
        return t2s_fail_memory(err);
    return T2SED_OK;
}

/* The key behind that at i. */
static size_t key_end(const t2sed_schema *schema, size_t i)
{
    size_t end = i + 1;
    while (end < schema->foreign_key_count &&
           schema->foreign_keys[end].group == schema->foreign_keys[i].group)
        end++;
    return end;
}

/* Adds what filled tables refer to, until there is nothing more. */
static t2sed_status add_parents(t2s_plan *plan, t2sed_error *err)
{
    const t2sed_schema *schema = plan->schema;
    t2sed_status status = T2SED_OK;
    size_t before;
    do {
        before = plan->tables.count;
        for (size_t i = 0; i < schema->foreign_key_count && !status; i++) {
            const t2s_foreign_key *key = &schema->foreign_keys[i];
            if (plan->place_of[schema->columns[key->from].table] >= 0)
                status =
                    add_table(plan, schema->columns[key->to].table, false, err);
        }
    } while (!status && plan->tables.count > before);
    return status;
}

/* --- keys --- */

static int32_t first_joined(t2s_plan *plan, int32_t slot)
{
    t2s_slot *slots = plan->slots.at;
    while (slots[slot].joined != slot) {
        slots[slot].joined = slots[slots[slot].joined].joined;
        slot = slots[slot].joined;
    }
    return slot;
}

void t2s_plan_join(t2s_plan *plan, int32_t a, int32_t b)
{
    a = first_joined(plan, a);
    b = first_joined(plan, b);
    /* The first stays, so that the same plan has the same pools. */
    plan->slots.at[a > b ? a : b].joined = a > b ? b : a;
}

static bool add_pair(t2s_plan *plan, int32_t from, int32_t to)
{
    t2s_pair pair = {from, to};
    plan->slots.at[from].is_linked = true;
    t2s_plan_join(plan, from, to);
    return t2s_vector_push(&plan->pairs, pair);
}

static t2sed_status add_keys(t2s_plan *plan, t2sed_error *err)
{
    const t2sed_schema *schema = plan->schema;
    for (size_t i = 0, end; i < schema->foreign_key_count; i = end) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        t2s_edge edge = {plan->place_of[schema->columns[key->from].table],
                         plan->place_of[schema->columns[key->to].table],
                         (int32_t)plan->pairs.count, 0, true};
        end = key_end(schema, i);
        if (edge.child < 0 || edge.parent < 0)
            continue;
        for (size_t k = i; k < end; k++)
            if (!add_pair(plan,
                          t2s_plan_slot(plan, schema->foreign_keys[k].from),
                          t2s_plan_slot(plan, schema->foreign_keys[k].to)))
                return t2s_fail_memory(err);
        edge.count = (int32_t)(end - i);
        if (!t2s_vector_push(&plan->edges, edge))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

/* Columns that a query takes for the same: they share their values, and where
 * one is a key that nothing is said of, the other refers to it. */
static bool tie(t2s_plan *plan, int32_t a, int32_t b)
{
    int32_t from = t2s_plan_slot(plan, a), to = t2s_plan_slot(plan, b), other;
    t2s_edge edge = {0};
    if (from < 0 || to < 0 || from == to)
        return true;
    if (!plan->slots.at[to].is_key) {
        other = from;
        from = to;
        to = other;
    }
    if (!plan->slots.at[to].is_key || plan->slots.at[from].is_key ||
        plan->slots.at[from].is_linked) {
        t2s_plan_join(plan, from, to);
        return true;
    }
    edge.child =
        plan->place_of[plan->schema->columns[plan->slots.at[from].column]
                           .table];
    edge.parent =
        plan->place_of[plan->schema->columns[plan->slots.at[to].column].table];
    edge.first = (int32_t)plan->pairs.count;
    edge.count = 1;
    return add_pair(plan, from, to) && t2s_vector_push(&plan->edges, edge);
}

static bool tie_all(t2s_plan *plan, const t2s_query *query)
{
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *c = &query->conditions.at[i];
        if ((c->operator== T2S_OPERATOR_EQUAL || c->operator==
             T2S_OPERATOR_IN) &&
            c->slot.operand == T2S_OPERAND_COLUMN && !c->slot.is_computed &&
            !c->value.is_computed &&
            (c->value.operand == T2S_OPERAND_COLUMN ||
             c->value.operand == T2S_OPERAND_QUERY) &&
            !tie(plan, c->slot.column, c->value.column))
            return false;
        /* What is only compared shares values, too. */
        if (c->value.operand == T2S_OPERAND_COLUMN &&
            c->operator>= T2S_OPERATOR_NOT_EQUAL && c->operator<=
            T2S_OPERATOR_GREATER_EQUAL) {
            const int32_t a = t2s_plan_slot(plan, c->slot.column),
                          b = t2s_plan_slot(plan, c->value.column);
            if (a >= 0 && b >= 0)
                t2s_plan_join(plan, a, b);
        }
    }
    return true;
}

/* --- order --- */

/* Adds a table behind those that it refers to; a circle is cut where it was
 * entered. There are T2S_MOST_FILLED of them, so this nests no deeper. */
static void visit(t2s_plan *plan, int32_t place, bool *seen)
{
    seen[place] = true;
    for (size_t i = 0; i < plan->edges.count; i++)
        if (plan->edges.at[i].child == place && !seen[plan->edges.at[i].parent])
            visit(plan, plan->edges.at[i].parent, seen);
    plan->order.at[plan->order.count++] = place;
}

static t2sed_status find_order(t2s_plan *plan, t2sed_error *err)
{
    bool seen[T2S_MOST_FILLED] = {false};
    if (!t2s_vector_reserve(&plan->order, plan->tables.count + 1))
        return t2s_fail_memory(err);
    for (size_t i = 0; i < plan->tables.count; i++)
        if (!seen[i])
            visit(plan, (int32_t)i, seen);
    return T2SED_OK;
}

/* --- the whole --- */

t2sed_status t2s_plan_add_asked(t2s_plan *plan, const t2s_query *query,
                                t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_TABLE && use->index >= 0 && !status)
            status = add_table(plan, use->index, true, err);
    return status;
}

static void mark_used(t2s_plan *plan, const t2s_query *query, uint32_t queries)
{
    t2s_for_each_use (query, use) {
        int32_t slot =
            use->kind == T2S_USES_COLUMN ? t2s_plan_slot(plan, use->index) : -1;
        if (slot >= 0) {
            plan->slots.at[slot].is_used = true;
            plan->slots.at[slot].queries |= queries;
            plan->slots.at[slot].is_grouped |= use->clause == T2S_CLAUSE_GROUP;
            plan->slots.at[slot].is_ordered |= use->clause == T2S_CLAUSE_ORDER;
            plan->slots.at[slot].is_summed |=
                use->function == T2S_FUNCTION_SUM ||
                use->function == T2S_FUNCTION_AVG;
        }
    }
    plan->has_star |= query->parts.selects_star;
    for (size_t i = 0; i < query->scopes.count; i++)
        if (query->scopes.at[i].has_limit_number &&
            query->scopes.at[i].limit > plan->limit &&
            query->scopes.at[i].limit < 1000)
            plan->limit = (int32_t)query->scopes.at[i].limit;
}

static t2sed_status make(t2s_plan *plan, const t2s_query *const *queries,
                         size_t count, const char *const *values,
                         size_t value_count, t2sed_error *err)
{
    bool is_all;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = t2s_plan_add_asked(plan, queries[i], err);
    if (!status)
        status = t2s_plan_add_views(plan, err);
    if (!status)
        status = add_parents(plan, err);
    if (!status)
        status = add_keys(plan, err);
    for (size_t i = 0; i < count && !status; i++) {
        mark_used(plan, queries[i], (uint32_t)1 << i % 32);
        if (!tie_all(plan, queries[i]))
            status = t2s_fail_memory(err);
    }
    if (!status)
        t2s_plan_mark_views(plan, queries, count);
    is_all = plan->has_star;
    for (size_t i = 0; i < plan->views.count && !status; i++) {
        mark_used(plan, &plan->views.at[i].query, plan->views.at[i].queries);
        plan->has_star = is_all; /* a view's star shows nothing by itself */
        if (!tie_all(plan, &plan->views.at[i].query))
            status = t2s_fail_memory(err);
    }
    if (!status)
        t2s_plan_tie_views(plan);
    if (!status)
        status = find_order(plan, err);
    if (!status)
        status =
            t2s_plan_read_wants(plan, queries, count, values, value_count, err);
    return status;
}

t2sed_status t2s_plan_make(t2s_plan *out, const t2sed_schema *schema,
                           const t2s_query *const *queries, size_t count,
                           const char *const *values, size_t value_count,
                           t2sed_error *err)
{
    t2s_plan plan = {.schema = schema, .work = MOST_WORK};
    t2sed_status status;
    plan.place_of = t2s_alloc_array(schema->table_count, sizeof(int32_t));
    for (size_t i = 0; plan.place_of && i < schema->table_count; i++)
        plan.place_of[i] = -1;
    status = plan.place_of
                 ? make(&plan, queries, count, values, value_count, err)
                 : t2s_fail_memory(err);
    if (status)
        t2s_plan_free(&plan);
    else
        *out = plan;
    return status;
}

void t2s_plan_free(t2s_plan *plan)
{
    for (size_t i = 0; i < plan->pools.count; i++) {
        t2s_vector_free(&plan->pools.at[i].wants);
        t2s_vector_free(&plan->pools.at[i].choices);
    }
    for (size_t i = 0; i < plan->views.count; i++) {
        t2s_query_free(&plan->views.at[i].query);
        t2sed_sql_free(plan->views.at[i].sql);
    }
    t2s_vector_free(&plan->views);
    t2s_vector_free(&plan->tables);
    t2s_vector_free(&plan->slots);
    t2s_vector_free(&plan->edges);
    t2s_vector_free(&plan->pairs);
    t2s_vector_free(&plan->pools);
    t2s_vector_free(&plan->order);
    t2s_free(plan->place_of);
    t2s_arena_free(&plan->arena);
}
