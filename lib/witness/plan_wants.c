/* What queries want of the values of each column. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "witness/plan.h"

/* Groups of more rows than this are not made for HAVING. */
#define MOST_GROUP 30
/* Values of the question that are tried in a column. */
#define MOST_VALUES 8

/* --- sorts --- */

static bool ends_in(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_year(const t2s_column *column)
{
    return t2s_type_has(column->type, "YEAR") ||
           ends_in(column->readable, "year");
}

static t2s_sort_of sort_of(const t2s_column *column)
{
    switch (column->kind) {
    case T2SED_TYPE_NUMBER:
        return t2s_type_has(column->type, "REAL") ||
                       t2s_type_has(column->type, "FLOA") ||
                       t2s_type_has(column->type, "DOUB") ||
                       t2s_type_has(column->type, "DEC")
                   ? T2S_SORT_REAL
                   : T2S_SORT_INTEGER;
    case T2SED_TYPE_BOOLEAN:
        return T2S_SORT_BOOLEAN;
    case T2SED_TYPE_TIME:
        return is_year(column) ? T2S_SORT_INTEGER : T2S_SORT_TIME;
    default:
        if (ends_in(column->readable, "date") ||
            ends_in(column->readable, "time") ||
            ends_in(column->readable, "timestamp"))
            return T2S_SORT_TIME;
        return column->kind == T2SED_TYPE_OTHER &&
                       (column->primary || ends_in(column->readable, "id"))
                   ? T2S_SORT_INTEGER
                   : T2S_SORT_TEXT;
    }
}

static t2s_grain grain_of(const t2s_column *column)
{
    return t2s_type_has(column->type, "DATETIME") ||
                   t2s_type_has(column->type, "TIMESTAMP") ||
                   ends_in(column->readable, "timestamp")
               ? T2S_GRAIN_SECOND
               : T2S_GRAIN_DAY;
}

/* A pool for each slot that joins no other. */
static bool make_pools(t2s_plan *plan)
{
    for (size_t i = 0; i < plan->slots.count; i++) {
        t2s_slot *slot = &plan->slots.at[i];
        const t2s_column *column = &plan->schema->columns[slot->column];
        t2s_pool pool = {.sort = sort_of(column),
                         .layout = T2S_LAYOUT_ISO,
                         .grain = grain_of(column),
                         .first_year = 2008,
                         .last_year = 2023};
        int32_t first = slot->joined;
        while (plan->slots.at[first].joined != first)
            first = plan->slots.at[first].joined;
        if (first != (int32_t)i) { /* an earlier one */
            slot->pool = plan->slots.at[first].pool;
            continue;
        }
        slot->pool = (int32_t)plan->pools.count;
        if (!t2s_vector_push(&plan->pools, pool))
            return false;
    }
    for (size_t i = 0; i < plan->slots.count; i++)
        if (plan->slots.at[i].is_summed &&
            t2s_plan_pool(plan, (int32_t)i)->sort == T2S_SORT_TEXT)
            t2s_plan_pool(plan, (int32_t)i)->sort = T2S_SORT_INTEGER;
    return true;
}

/* --- wants --- */

/* Whether a text is a number, and written as SQLite writes it. */
static bool is_number(const char *text, size_t n)
{
    size_t i = n && text[0] == '-', digits = 0, points = 0;
    if (n > 15 || (i + 1 < n && text[i] == '0' && text[i + 1] != '.'))
        return false;
    for (; i < n; i++) {
        digits += t2s_is_digit(text[i]);
        points += text[i] == '.';
        if (!t2s_is_digit(text[i]) && text[i] != '.')
            return false;
    }
    return digits > points && points <= 1;
}

static bool is_same_want(const t2s_want *a, const t2s_want *b)
{
    return a->operator== b->operator&& a->is_negated == b->is_negated &&
        a->is_glob == b->is_glob && a->is_computed == b->is_computed &&
        a->folds_case == b->folds_case && t2s_cells_equal(&a->value, &b->value);
}

static bool add_want(t2s_plan *plan, int32_t slot, const t2s_want *want)
{
    t2s_pool *pool = t2s_plan_pool(plan, slot);
    for (size_t i = 0; i < pool->wants.count; i++)
        if (is_same_want(&pool->wants.at[i], want)) {
            pool->wants.at[i].queries |= want->queries;
            return true;
        }
    return pool->wants.count == T2S_MOST_WANTS ||
           t2s_vector_push(&pool->wants, *want);
}

static bool read_value(t2s_plan *plan, t2s_want *want, const t2s_side *value)
{
    if (value->operand == T2S_OPERAND_NULL)
        want->value.type = T2SED_CELL_NULL;
    else if (value->operand == T2S_OPERAND_NUMBER && isfinite(value->number))
        want->value = t2s_cell_number(value->number);
    else if (value->operand == T2S_OPERAND_TEXT)
        want->value = t2s_cell_text(&plan->arena, value->text, value->length);
    else
        return false;
    return true;
}

static bool has_count(const t2s_query *query, const t2s_side *side)
{
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_FUNCTION &&
            use->index == T2S_FUNCTION_COUNT && use->begin >= side->begin &&
            use->begin < side->end)
            return true;
    return false;
}

/* Whether the condition before is x BETWEEN its value AND this one. */
static bool is_second(const t2s_condition *c, const t2s_condition *before,
                      bool was_second)
{
    return before &&
           c->operator== T2S_OPERATOR_BETWEEN &&
           before->
           operator== T2S_OPERATOR_BETWEEN && !was_second &&
           before->slot.begin == c->slot.begin;
}

/* Adds the want to the column that the condition is on, or to all that stand in
 * what it computes. */
static bool add_to_columns(t2s_plan *plan, const t2s_query *query,
                           const t2s_condition *c, t2s_want *want)
{
    int32_t slot = c->slot.operand == T2S_OPERAND_COLUMN
                       ? t2s_plan_slot(plan, c->slot.column)
                       : -1;
    want->is_computed = c->slot.is_computed;
    if (slot >= 0)
        return add_want(plan, slot, want);
    want->is_computed = true;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *name = &query->columns.at[i];
        const uint32_t at = query->tree->nodes[name->expr].begin;
        slot = at >= c->slot.begin && at < c->slot.end
                   ? t2s_plan_slot(plan, name->column)
                   : -1;
        if (slot >= 0 && !add_want(plan, slot, want))
            return false;
    }
    return true;
}

static bool read_condition(t2s_plan *plan, const t2s_query *query,
                           const t2s_condition *c, bool is_upper,
                           uint32_t queries)
{
    t2s_want want = {.operator= c->operator,
                     .is_negated = c->is_negated,
                     .is_glob = c->is_glob,
                     .folds_case = c->slot.folds_case,
                     .queries = queries};
    if (c->value.operand == T2S_OPERAND_NUMBER && has_count(query, &c->slot)) {
        const double n = c->value.number;
        if (n > plan->group)
            plan->group = n < MOST_GROUP ? (int32_t)n : MOST_GROUP;
        return true;
    }
    if (!read_value(plan, &want, &c->value))
        return true;
    if (want.value.type == T2SED_CELL_TEXT && !want.value.text)
        return false;
    if (c->operator== T2S_OPERATOR_BETWEEN)
        want.operator= is_upper ? T2S_OPERATOR_LESS_EQUAL
                                : T2S_OPERATOR_GREATER_EQUAL;
    return add_to_columns(plan, query, c, &want);
}

static bool read_query(t2s_plan *plan, const t2s_query *query, size_t number)
{
    const uint32_t bit = (uint32_t)1 << number % 32;
    const t2s_condition *before = NULL;
    bool is_upper = false;
    for (size_t i = 0; i < query->conditions.count + query->tests.count; i++) {
        const t2s_condition *c =
            i < query->conditions.count
                ? &query->conditions.at[i]
                : &query->tests.at[i - query->conditions.count];
        is_upper = is_second(c, before, is_upper);
        if (!read_condition(plan, query, c, is_upper, bit))
            return false;
        before = c;
    }
    return true;
}

/* What the question names may be the value of any column that is used. */
static bool read_named(t2s_plan *plan, const char *value)
{
    const size_t n = strlen(value);
    const bool is_plain = is_number(value, n);
    t2s_want want = {.operator= T2S_OPERATOR_EQUAL };
    want.value = is_plain ? t2s_cell_number(t2s_query_number(value))
                          : t2s_cell_text(&plan->arena, value, n);
    if (!is_plain && !want.value.text)
        return false;
    for (size_t i = 0; i < plan->slots.count; i++) {
        const t2s_slot *slot = &plan->slots.at[i];
        const t2s_pool *pool = t2s_plan_pool(plan, (int32_t)i);
        const bool is_text = pool->sort == T2S_SORT_TEXT;
        if (slot->is_used && !slot->is_key && !slot->is_linked &&
            is_text != is_plain && pool->wants.count < MOST_VALUES &&
            !add_want(plan, (int32_t)i, &want))
            return false;
    }
    return true;
}

/* --- what the constants say of the sort --- */

/* Numbers that are written as texts become numbers where all are. */
static void settle_numbers(t2s_pool *pool, bool all)
{
    if (all && pool->sort == T2S_SORT_TEXT)
        pool->sort = T2S_SORT_INTEGER;
    for (size_t i = 0; i < pool->wants.count; i++) {
        t2s_want *want = &pool->wants.at[i];
        const t2sed_cell *value = &want->value;
        if (value->type == T2SED_CELL_TEXT &&
            want->operator!= T2S_OPERATOR_LIKE &&
            is_number(value->text, value->length) &&
            (pool->sort == T2S_SORT_INTEGER || pool->sort == T2S_SORT_REAL ||
             pool->sort == T2S_SORT_BOOLEAN))
            want->value = t2s_cell_number(t2s_query_number(value->text));
        else if (value->type == T2SED_CELL_TEXT)
            pool->has_text = true;
        if (want->value.type == T2SED_CELL_REAL &&
            pool->sort == T2S_SORT_INTEGER && !want->is_computed)
            pool->sort = T2S_SORT_REAL;
    }
}

/* A time's text begins with digits, and is no lone number. */
static bool reads_as_time(t2s_period *period, t2s_time_layout *layout,
                          const t2sed_cell *value)
{
    return value->type == T2SED_CELL_TEXT && value->length >= 6 &&
           t2s_time_read(period, layout, value->text, value->length);
}

static void settle(t2s_pool *pool)
{
    size_t numbers = 0, times = 0, plain_numbers = 0, texts = 0;
    t2s_grain finest = T2S_GRAIN_DECADE;
    for (size_t i = 0; i < pool->wants.count; i++) {
        const t2s_want *want = &pool->wants.at[i];
        t2s_time_layout layout = T2S_LAYOUT_NONE;
        t2s_period period;
        texts += want->value.type == T2SED_CELL_TEXT;
        if (reads_as_time(&period, &layout, &want->value)) {
            times++;
            pool->layout = layout;
            if (want->operator== T2S_OPERATOR_EQUAL && period.grain<finest)
                finest = period.grain;
        } else if (want->value.type == T2SED_CELL_TEXT) {
            numbers += want->operator!= T2S_OPERATOR_LIKE &&
                       is_number(want->value.text, want->value.length);
        } else if (want->value.type != T2SED_CELL_NULL) {
            numbers++;
            plain_numbers += !want->is_computed;
        }
    }
    if (pool->sort == T2S_SORT_TIME && plain_numbers)
        pool->sort = T2S_SORT_INTEGER;
    if (pool->sort == T2S_SORT_TEXT && times && times == texts)
        pool->sort = T2S_SORT_TIME;
    if (finest < T2S_GRAIN_DECADE && pool->sort == T2S_SORT_TIME &&
        (finest < pool->grain || finest >= T2S_GRAIN_MONTH))
        pool->grain = finest < T2S_GRAIN_DAY ? T2S_GRAIN_SECOND : finest;
    settle_numbers(pool,
                   numbers && numbers + times == pool->wants.count && !times);
}

t2sed_status t2s_plan_read_wants(t2s_plan *plan,
                                 const t2s_query *const *queries, size_t count,
                                 const char *const *values, size_t value_count,
                                 t2sed_error *err)
{
    bool done = make_pools(plan);
    for (size_t i = 0; done && i < count; i++)
        done = read_query(plan, queries[i], i);
    for (size_t i = 0; done && i < value_count; i++)
        done = read_named(plan, values[i]);
    for (size_t i = 0; done && i < plan->pools.count; i++) {
        settle(&plan->pools.at[i]);
        done = t2s_pool_find_choices(plan, &plan->pools.at[i]);
    }
    for (size_t i = 0; done && i < plan->slots.count; i++) {
        const t2s_column *column =
            &plan->schema->columns[plan->slots.at[i].column];
        t2s_pool *pool = t2s_plan_pool(plan, (int32_t)i);
        pool->is_year |= pool->sort == T2S_SORT_INTEGER && is_year(column);
    }
    return done ? T2SED_OK : t2s_fail_memory(err);
}
