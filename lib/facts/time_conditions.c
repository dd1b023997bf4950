/* Comparisons of times, put together to windows, and what else a query says of
 * time. */
#include "facts/time_bounds.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/query_reader.h"

/* Expressions of one query that are read. */
#define MOST_EXPRESSIONS 20000

/* Two windows without a common time are conditions on two rows: a WITH table
 * joined with itself has one column for both. */
static bool go_together(const t2s_time_bound *a, const t2s_time_bound *b)
{
    return a->group == b->group && a->slot.key == b->slot.key &&
           a->slot.kind == b->slot.kind &&
           (a->slot.kind == T2S_TERM_PART ||
            (a->window.window.from < b->window.window.to &&
             b->window.window.from < a->window.window.to)) &&
           (a->slot.kind != T2S_TERM_PART || a->slot.part == b->slot.part);
}

/* Months of a mask that are neighbours; false for others. */
static bool find_run(uint64_t mask, int *first, int *last)
{
    if (mask == 0)
        return false;
    for (*first = 0; !(mask & 1ULL << *first);)
        ++*first;
    for (*last = 63; !(mask & 1ULL << *last);)
        --*last;
    return mask >> *first == (2ULL << (*last - *first)) - 1;
}

/* Narrows a window of a year, or of a month, by the months, or days, that a
 * part may be. */
static bool narrow(t2s_period *window, const t2s_time_bound *by)
{
    const t2s_grain outer =
        by->slot.part == T2S_PART_DAY ? T2S_GRAIN_MONTH : T2S_GRAIN_YEAR;
    const t2s_grain inner = by->slot.part == T2S_PART_DAY ? T2S_GRAIN_DAY
                            : by->slot.part == T2S_PART_QUARTER
                                ? T2S_GRAIN_QUARTER
                                : T2S_GRAIN_MONTH;
    const t2s_period around = t2s_period_around(window->from, outer);
    int first, last;
    if (by->slot.part != T2S_PART_MONTH && by->slot.part != T2S_PART_DAY &&
        by->slot.part != T2S_PART_QUARTER)
        return false;
    if (window->from <= T2S_TIME_FIRST || window->from != around.from ||
        window->to != around.to || !find_run(by->mask & ~1ULL, &first, &last))
        return false;
    window->from = t2s_time_add(around.from, first - 1, inner);
    window->to = t2s_time_add(around.from, last, inner);
    window->grain = inner;
    return true;
}

static void intersect(t2s_time_bound *into, const t2s_time_bound *from)
{
    t2s_time_window *a = &into->window;
    const t2s_time_window *b = &from->window;
    into->mask &= from->mask;
    if (b->window.from > a->window.from)
        a->window.from = b->window.from;
    if (b->window.to < a->window.to) {
        a->window.to = b->window.to;
        a->loses_end = b->loses_end;
        a->may_lose_end = b->may_lose_end;
    }
    if (a->window.grain == T2S_GRAIN_NONE || b->window.grain < a->window.grain)
        a->window.grain = b->window.grain;
    a->is_relative |= b->is_relative;
    a->is_unordered |= b->is_unordered;
    a->is_other_layout |= b->is_other_layout;
    if (b->place.begin < a->place.begin)
        a->place.begin = b->place.begin;
    if (b->place.end > a->place.end)
        a->place.end = b->place.end;
}

static void add_set(t2s_bound_reader *r, const t2s_time_bound *of,
                    bool is_alone)
{
    t2s_time_set *made = &r->out->sets[r->out->set_count];
    if (r->out->set_count == T2S_MOST_TIME_CONDITIONS)
        return;
    r->out->set_count++;
    made->part = of->slot.part;
    made->mask = of->mask;
    made->column = of->slot.column;
    made->is_alone = is_alone;
    made->is_iso_weekday = of->slot.is_iso_weekday;
    made->place = of->window.place;
}

/* Takes parts into the windows of their columns: months first, then days. */
static void take_parts(t2s_bound_reader *r)
{
    static const t2s_time_part order[] = {T2S_PART_MONTH, T2S_PART_QUARTER,
                                          T2S_PART_DAY};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++)
        for (size_t i = 0; i < r->count; i++) {
            t2s_time_bound *part = &r->bounds[i];
            if (part->slot.kind != T2S_TERM_PART ||
                part->slot.part != order[k] || part->group < 0)
                continue;
            for (size_t j = 0; j < r->count; j++) {
                t2s_time_bound *window = &r->bounds[j];
                if (window->slot.kind == T2S_TERM_COLUMN &&
                    window->group == part->group &&
                    window->slot.key == part->slot.key &&
                    narrow(&window->window.window, part)) {
                    part->group = -1;
                    break;
                }
            }
        }
}

static bool has_year(const t2s_bound_reader *r, const t2s_time_bound *part)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->bounds[i].group == part->group &&
            r->bounds[i].slot.kind == T2S_TERM_COLUMN &&
            r->bounds[i].slot.key == part->slot.key)
            return true;
    return false;
}

static void add_window(t2s_bound_reader *r, const t2s_time_bound *of)
{
    t2s_time_window *made = &r->out->windows[r->out->window_count++];
    *made = of->window;
    if (r->terms.values && made->column != T2S_NO_ITEM)
        t2s_value_index_time_range(r->terms.values, made->column,
                                   &made->values);
}

static void put_together(t2s_bound_reader *r)
{
    for (size_t i = 0; i < r->count; i++)
        for (size_t j = i + 1; j < r->count;)
            if (go_together(&r->bounds[i], &r->bounds[j])) {
                intersect(&r->bounds[i], &r->bounds[j]);
                r->bounds[j] = r->bounds[--r->count];
            } else {
                j++;
            }
    take_parts(r);
    for (size_t i = 0; i < r->count; i++) {
        const t2s_time_bound *at = &r->bounds[i];
        if (at->group < 0)
            continue;
        if (at->slot.kind == T2S_TERM_PART)
            add_set(r, at, !has_year(r, at));
        else if (r->out->window_count < T2S_MOST_TIME_CONDITIONS)
            add_window(r, at);
    }
}

/* ------------------------------------------------------- the rest */

/* Whether a byte is in the comparisons of some window. */
static bool is_in_window(const t2s_time_conditions *c, uint32_t at)
{
    for (size_t i = 0; i < c->window_count; i++)
        if (at >= c->windows[i].place.begin && at < c->windows[i].place.end)
            return true;
    return false;
}

static void read_literal(t2s_bound_reader *r, const t2s_query_use *use)
{
    t2s_time_layout layout;
    t2s_period *at;
    size_t n = use->length;
    if (use->kind != T2S_USES_TEXT ||
        r->out->literal_count == T2S_MOST_TIME_CONDITIONS)
        return;
    at = &r->out->literals[r->out->literal_count];
    while (n > 0 && strchr("-%_/", use->text[n - 1]))
        n--;
    if (t2s_casecmp(use->text, "now") == 0)
        r->out->uses_now = true;
    if (!is_in_window(r->out, use->begin) &&
        t2s_time_read(at, &layout, use->text, n))
        r->out->literal_count++;
}

static void add_group(t2s_bound_reader *r, int32_t expr)
{
    t2s_time_term term;
    t2s_time_group made = {.grain = T2S_GRAIN_NONE};
    if (r->out->group_count == T2S_MOST_TIME_CONDITIONS)
        return;
    term = t2s_time_term_read(&r->terms, expr);
    t2s_time_note(r, expr, &term);
    made.place = t2s_time_place(r, expr);
    if (term.kind == T2S_TERM_COLUMN) {
        made.grain = term.grain;
        /* A column that is stored so, if it is not known how fine. */
        if (term.is_raw && !made.grain && term.text.at && term.text.n <= 12)
            made.grain = t2s_is_one_of(term.text.at, term.text.n, "month ym")
                             ? T2S_GRAIN_MONTH
                         : t2s_is_one_of(term.text.at, term.text.n, "year yr")
                             ? T2S_GRAIN_YEAR
                             : T2S_GRAIN_NONE;
    } else if (term.kind == T2S_TERM_PART) {
        static const t2s_grain grains[] = {T2S_GRAIN_MONTH,   T2S_GRAIN_DAY,
                                           T2S_GRAIN_HOUR,    T2S_GRAIN_MINUTE,
                                           T2S_GRAIN_SECOND,  T2S_GRAIN_DAY,
                                           T2S_GRAIN_QUARTER, T2S_GRAIN_WEEK,
                                           T2S_GRAIN_DAY,     T2S_GRAIN_NONE};
        made.is_cycle = true;
        made.part = term.part;
        made.grain = grains[term.part];
    }
    if (made.grain)
        r->out->groups[r->out->group_count++] = made;
}

static void read_group(t2s_bound_reader *r, int32_t group)
{
    t2s_for_each_group (r->tree, group, at) {
        const char *literal;
        int32_t expr = at;
        if (r->compared++ >= T2S_MOST_COMPARISONS)
            continue;
        literal = t2s_sql_literal(r->tree, at);
        if (literal && t2s_query_is_number(literal))
            expr = t2s_sql_first(r->tree,
                                 t2s_sql_result_at(r->tree,
                                                   r->tree->nodes[group].parent,
                                                   t2s_query_number(literal)));
        if (expr != T2S_NO_NODE && t2s_sql_is(r->tree, expr, T2S_RULE_expr))
            add_group(r, expr);
    }
}

static void read_result(t2s_bound_reader *r, int32_t result)
{
    const t2s_node *nodes = r->tree->nodes;
    const int32_t core = nodes[nodes[result].parent].parent;
    const bool is_outermost =
        core != T2S_NO_NODE && nodes[core].parent == r->tree->root;
    int32_t expr = t2s_sql_first(r->tree, result);
    t2s_time_term term;
    if (!t2s_sql_is(r->tree, expr, T2S_RULE_expr) ||
        r->compared++ >= T2S_MOST_COMPARISONS)
        return;
    term = t2s_time_term_read(&r->terms, expr);
    t2s_time_note(r, expr, &term);
    if (term.kind == T2S_TERM_SPAN && term.unit > 0 && !term.is_compact &&
        r->out->selected_count < T2S_MOST_TIME_CONDITIONS && is_outermost)
        r->out->selected_units[r->out->selected_count++] = term.unit;
}

/* '+7 days' on a column, which no comparison shows. */
static void read_modifier(t2s_bound_reader *r, int32_t expr)
{
    t2s_time_term term;
    const char *name = t2s_sql_function(r->tree, expr);
    if (!name || r->compared++ >= T2S_MOST_COMPARISONS ||
        !t2s_is_one_of(name, strlen(name),
                       "date datetime strftime julianday unixepoch"))
        return;
    term = t2s_time_term_read(&r->terms, expr);
    if (term.kind == T2S_TERM_COLUMN && (term.shift || term.months))
        t2s_time_add_span(
            r, expr,
            fabs((double)term.shift +
                 term.months * t2s_grain_seconds(T2S_GRAIN_MONTH)),
            T2S_DAY_SECONDS, true);
}

/* The ranges of the columns of a table. */
static void read_ranges(t2s_bound_reader *r, int32_t index)
{
    const t2s_table *table = &r->terms.schema->tables[index];
    for (int32_t i = 0; i < table->column_count; i++)
        if (r->out->range_count < T2S_MOST_TIME_CONDITIONS &&
            t2s_value_index_time_range(r->terms.values, table->first_column + i,
                                       &r->out->ranges[r->out->range_count]))
            r->out->range_count++;
}

static void read_all(t2s_bound_reader *r, const t2s_query *query)
{
    t2s_tree_for_each (r->tree, r->tree->root, node) {
        if (t2s_sql_is(r->tree, node, T2S_RULE_expr)) {
            t2s_time_compare(r, node);
            read_modifier(r, node);
        } else if (t2s_sql_is(r->tree, node, T2S_RULE_group_by_clause)) {
            read_group(r, node);
        } else if (t2s_sql_is(r->tree, node, T2S_RULE_result_column)) {
            read_result(r, node);
        } else if (t2s_sql_says(r->tree, node, "RECURSIVE")) {
            r->out->is_recursive = true;
        }
    }
    put_together(r);
    t2s_for_each_use (query, use) {
        read_literal(r, use);
        if (use->kind == T2S_USES_TABLE && use->index != T2S_NO_ITEM &&
            r->terms.schema && r->terms.values)
            read_ranges(r, use->index);
    }
}

t2s_time_conditions *t2s_time_conditions_new(const t2s_query *query,
                                             const t2sed_schema *schema,
                                             const t2s_value_index *values,
                                             int64_t now)
{
    t2s_time_conditions *made = t2s_zalloc(sizeof *made);
    t2s_bound_reader *r = t2s_zalloc(sizeof *r);
    if (made && r) {
        r->terms =
            (t2s_term_reader){query, schema, values, now, MOST_EXPRESSIONS};
        r->out = made;
        r->tree = query->tree;
        read_all(r, query);
    } else {
        t2s_free(made);
        made = NULL;
    }
    t2s_free(r);
    return made;
}
