/* What queries want of the values of each column. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "witness/plan.h"

/* Groups of more rows than this are not made for HAVING. */
#define MOST_GROUP 30
/* Values of the question that are tried in a column. */
#define MOST_VALUES 8

/* Takes a step of the plan's work; false when none is left, and then what is
 * not read yet is not wanted. */
static bool spend(t2s_plan *plan)
{
    plan->work -= plan->work > 0;
    return plan->work > 0;
}

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

/* Whether a name is that of a time, as people name columns of texts. */
static bool names_time(const char *readable)
{
    static const char *const ends[] = {"date", "time", "timestamp", " on",
                                       " at",  " ts",  " dt",       "day"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_in(readable, ends[i]))
            return true;
    return false;
}

/* Whether a column has the name of each row: airline of airlines, too. */
static bool names_one(const t2sed_schema *schema, const t2s_column *column)
{
    const char *readable = column->readable;
    static const char *const ends[] = {"name",  "title", "email", "address",
                                       "phone", "code",  "number"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_in(readable, ends[i]))
            return true;
    return strncmp(schema->tables[column->table].readable, readable,
                   strlen(readable)) == 0;
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
        if (names_time(column->readable))
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
                   ends_in(column->readable, "timestamp") ||
                   ends_in(column->readable, " at") ||
                   ends_in(column->readable, " ts")
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
        slot->is_name = names_one(plan->schema, column);
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

bool t2s_plan_add_want(t2s_plan *plan, int32_t slot, const t2s_want *want)
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

static bool has_count(t2s_plan *plan, const t2s_query *query,
                      const t2s_side *side)
{
    t2s_for_each_use (query, use) {
        if (!spend(plan))
            return false;
        if (use->kind == T2S_USES_FUNCTION &&
            use->index == T2S_FUNCTION_COUNT && use->begin >= side->begin &&
            use->begin < side->end)
            return true;
    }
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
    if (slot >= 0) {
        plan->slots.at[slot].is_doubtful |= want->value.type == T2SED_CELL_NULL;
        return t2s_plan_add_want(plan, slot, want);
    }
    want->is_computed = true;
    for (size_t i = 0; i < query->columns.count && spend(plan); i++) {
        const t2s_named_column *name = &query->columns.at[i];
        const uint32_t at = query->tree->nodes[name->expr].begin;
        slot = at >= c->slot.begin && at < c->slot.end
                   ? t2s_plan_slot(plan, name->column)
                   : -1;
        if (slot >= 0 && !t2s_plan_add_want(plan, slot, want))
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
    if (c->value.operand == T2S_OPERAND_NUMBER &&
        query->parts.functions[T2S_FUNCTION_COUNT] &&
        has_count(plan, query, &c->slot)) {
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

/* `queries`: the bits of what is wanted. */
static bool read_query(t2s_plan *plan, const t2s_query *query, uint32_t queries)
{
    const t2s_condition *before = NULL;
    bool is_upper = false;
    for (size_t i = 0; i < query->conditions.count + query->tests.count; i++) {
        const t2s_condition *c =
            i < query->conditions.count
                ? &query->conditions.at[i]
                : &query->tests.at[i - query->conditions.count];
        is_upper = is_second(c, before, is_upper);
        if (!read_condition(plan, query, c, is_upper, queries))
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
            !t2s_plan_add_want(plan, (int32_t)i, &want))
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

/* A time's text begins with digits, and is no lone number; a number is a time
 * where it is like 20240331. A pattern is read without its wildcards. */
static bool reads_as_time(t2s_period *period, t2s_time_layout *layout,
                          const t2sed_cell *value)
{
    size_t n = value->length;
    if (value->type == T2SED_CELL_INTEGER) {
        char text[16];
        if (value->integer < 10000101 || value->integer > 29991231)
            return false;
        n = (size_t)snprintf(text, sizeof text, "%d", (int)value->integer);
        return t2s_time_read(period, layout, text, n);
    }
    if (value->type != T2SED_CELL_TEXT)
        return false;
    while (n && strchr("%-*", value->text[n - 1]))
        n--;
    return n >= (n < value->length ? 4 : 6) &&
           t2s_time_read(period, layout, value->text, n);
}

/* What the constants of a pool are like. */
typedef struct seen {
    size_t texts, numbers, plain_numbers, times;
    t2s_grain finest; /* of what a value is equal to */
} seen;

static seen look_at(t2s_pool *pool)
{
    seen all = {.finest = T2S_GRAIN_DECADE};
    for (size_t i = 0; i < pool->wants.count; i++) {
        const t2s_want *want = &pool->wants.at[i];
        const bool is_text = want->value.type == T2SED_CELL_TEXT;
        t2s_time_layout layout = T2S_LAYOUT_NONE;
        t2s_period period;
        if (want->value.type == T2SED_CELL_NULL)
            continue;
        all.texts += is_text;
        if (reads_as_time(&period, &layout, &want->value)) {
            all.times++;
            pool->layout = layout;
            if (want->operator== T2S_OPERATOR_EQUAL && period.grain<all.finest)
                all.finest = period.grain;
        } else {
            all.numbers +=
                !is_text || (want->operator!= T2S_OPERATOR_LIKE &&
                             is_number(want->value.text, want->value.length));
            all.plain_numbers += !is_text && !want->is_computed;
        }
    }
    return all;
}

static void settle(t2s_pool *pool)
{
    const t2s_time_layout layout = pool->layout;
    const seen all = look_at(pool);
    const size_t count = all.texts > all.numbers + all.times
                             ? all.texts
                             : all.numbers + all.times;
    if (pool->sort == T2S_SORT_TIME && all.plain_numbers)
        pool->sort = T2S_SORT_INTEGER;
    else if (pool->sort != T2S_SORT_REAL && all.times && all.times == count)
        pool->sort = T2S_SORT_TIME;
    if (pool->sort != T2S_SORT_TIME || layout != T2S_LAYOUT_ISO)
        pool->layout = layout;
    if (all.finest < T2S_GRAIN_DECADE && pool->sort == T2S_SORT_TIME &&
        (all.finest < pool->grain || all.finest >= T2S_GRAIN_MONTH))
        pool->grain =
            all.finest < T2S_GRAIN_DAY ? T2S_GRAIN_SECOND : all.finest;
    settle_numbers(pool, all.numbers && all.numbers == count);
}

/* --- what is computed of columns --- */

/* The number that argument i of a call is, or `otherwise`. */
static int argument(const t2s_tree *tree, int32_t call, int i, int otherwise)
{
    t2s_tree_for_each_child (tree, call, at)
        if (t2s_sql_is(tree, at, T2S_RULE_expr) && i-- == 0) {
            const char *literal = t2s_sql_literal(tree, at);
            return literal && t2s_is_digit(*literal) && strlen(literal) < 4
                       ? (int)t2s_query_number(literal)
                       : otherwise;
        }
    return otherwise;
}

/* How a time is written whose month, day or year is cut out so. */
static t2s_time_layout layout_of_cut(const t2s_tree *tree, int32_t call)
{
    const int from = argument(tree, call, 1, 0),
              length = argument(tree, call, 2, 4);
    if ((from == 5 || from == 7) && length == 2)
        return T2S_LAYOUT_COMPACT;
    return from == 7 && length == 4 ? T2S_LAYOUT_EUROPEAN : T2S_LAYOUT_NONE;
}

static bool says_epoch(const t2s_tree *tree, int32_t call)
{
    t2s_tree_for_each_child (tree, call, at) {
        const char *literal = t2s_sql_is(tree, at, T2S_RULE_expr)
                                  ? t2s_sql_literal(tree, at)
                                  : NULL;
        if (literal && strcmp(literal, "'unixepoch'") == 0)
            return true;
    }
    return false;
}

/* What a call says of a column within it. */
static void note_call(t2s_plan *plan, int32_t slot, const t2s_tree *tree,
                      int32_t call)
{
    t2s_pool *pool = t2s_plan_pool(plan, slot);
    if (t2s_sql_calls(tree, call, "coalesce ifnull nullif")) {
        plan->slots.at[slot].is_doubtful = true;
    } else if (t2s_sql_calls(tree, call, "substr substring")) {
        const t2s_time_layout layout = layout_of_cut(tree, call);
        if (layout != T2S_LAYOUT_NONE && pool->sort == T2S_SORT_TIME)
            pool->layout = layout;
    } else if (says_epoch(tree, call)) {
        pool->sort = T2S_SORT_TIME;
        pool->layout = T2S_LAYOUT_EPOCH;
        pool->grain = T2S_GRAIN_SECOND;
    } else if (pool->sort == T2S_SORT_TEXT) {
        pool->sort = T2S_SORT_TIME;
    }
}

/* Calls that show what columns hold: outer ones first. */
static void note_calls(t2s_plan *plan, const t2s_query *query)
{
    t2s_tree_for_each (query->tree, query->tree->root, node) {
        const t2s_node *at = &query->tree->nodes[node];
        if (!t2s_sql_is(query->tree, node, T2S_RULE_expr) ||
            !t2s_sql_calls(query->tree, node,
                           "coalesce ifnull nullif substr substring date "
                           "datetime julianday strftime time unixepoch"))
            continue;
        for (size_t i = 0; i < query->columns.count && spend(plan); i++) {
            const t2s_named_column *name = &query->columns.at[i];
            const uint32_t begin = query->tree->nodes[name->expr].begin;
            const int32_t slot = begin >= at->begin && begin < at->end
                                     ? t2s_plan_slot(plan, name->column)
                                     : -1;
            if (slot >= 0)
                note_call(plan, slot, query->tree, node);
        }
    }
}

t2sed_status t2s_plan_read_wants(t2s_plan *plan,
                                 const t2s_query *const *queries, size_t count,
                                 const char *const *values, size_t value_count,
                                 t2sed_error *err)
{
    bool done = make_pools(plan);
    for (size_t i = 0; done && i < count; i++) {
        note_calls(plan, queries[i]);
        done = read_query(plan, queries[i], (uint32_t)1 << i % 32);
    }
    for (size_t i = 0; done && i < plan->views.count; i++) {
        note_calls(plan, &plan->views.at[i].query);
        done = read_query(plan, &plan->views.at[i].query,
                          plan->views.at[i].queries);
    }
    for (size_t i = 0; done && i < value_count; i++)
        done = read_named(plan, values[i]);
    for (size_t i = 0; done && i < plan->tables.count; i++)
        done = t2s_plan_read_checks(plan, &plan->tables.at[i]);
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
