/* Causes that are values: a value is put in the place of another. */
#include <string.h>

#include "witness/explainer.h"

/* Values that are tried in the place of one. */
#define MOST_TRIED 24
/* Rows of another table that are looked at for a sibling. */
#define MOST_SIBLINGS 3

static t2s_verdict try_cell(t2s_explainer *e, t2sed_cell *cell,
                            t2sed_cell other)
{
    const t2sed_cell was = *cell;
    t2s_verdict verdict;
    *cell = other;
    verdict = t2s_explainer_try(e);
    *cell = was;
    return verdict;
}

/* The rows that a slot refers to, and the column there; NULL where it is none
 * that refers, or one of several. */
static const t2s_row_list *parents_of(const t2s_explainer *e, int32_t slot,
                                      int32_t *at)
{
    for (size_t i = 0; i < e->plan->edges.count; i++) {
        const t2s_edge *edge = &e->plan->edges.at[i];
        const t2s_pair *pair = &e->plan->pairs.at[edge->first];
        if (edge->count != 1 || pair->from != slot)
            continue;
        *at = pair->to - e->plan->tables.at[edge->parent].first_slot;
        return &e->instance->tables[edge->parent];
    }
    return NULL;
}

/* Values for a slot in the place of another. */
static t2sed_cell other_value(const t2s_explainer *e, int32_t slot, size_t i)
{
    static const char *const words[] = {"Other", "Another"};
    const t2s_pool *pool = t2s_plan_pool(e->plan, slot);
    int32_t at = 0;
    const t2s_row_list *parents =
        e->plan->slots.at[slot].is_linked ? parents_of(e, slot, &at) : NULL;
    if (parents)
        return parents->at[i].cells[at];
    if (i < pool->choices.count)
        return pool->choices.at[i].cell;
    i -= pool->choices.count;
    if (pool->sort == T2S_SORT_TEXT)
        return (t2sed_cell){.type = T2SED_CELL_TEXT,
                            .text = words[i % 2],
                            .length = strlen(words[i % 2])};
    if (pool->sort == T2S_SORT_TIME) {
        t2sed_cell cell = t2s_cell_time(
            &e->instance->arena, (int64_t)(15000 + 40 * i) * T2S_DAY_SECONDS,
            pool->layout, pool->grain);
        if (cell.type != T2SED_CELL_TEXT || cell.text)
            return cell;
    }
    return t2s_cell_integer(i < 3 ? (int64_t)i : 2 + 5 * (int64_t)i);
}

static size_t count_values(const t2s_explainer *e, int32_t slot)
{
    size_t count = t2s_plan_pool(e->plan, slot)->choices.count + 4;
    if (e->plan->slots.at[slot].is_linked) {
        int32_t at;
        const t2s_row_list *parents = parents_of(e, slot, &at);
        count = parents ? parents->count : 0;
    }
    return count < MOST_TRIED ? count : MOST_TRIED;
}

/* Asks of each cell that a query uses; `row` has the cells of its row. */
bool t2s_find_in_cells(t2s_explainer *e, t2s_find_in_cell find)
{
    for (size_t i = 0; i < e->plan->tables.count; i++) {
        const t2s_filled *table = &e->plan->tables.at[i];
        for (size_t k = 0; k < e->instance->tables[i].count; k++)
            for (int32_t at = 0;
                 at < table->slot_count && !t2s_explainer_is_over(e); at++) {
                const t2s_slot *slot =
                    &e->plan->slots.at[table->first_slot + at];
                if (slot->is_used && !slot->is_generated &&
                    find(e, (int32_t)i, table->first_slot + at,
                         e->instance->tables[i].at[k].cells)) {
                    e->out->slot = table->first_slot + at;
                    return true;
                }
            }
    }
    return false;
}

static t2sed_cell *cell_of(const t2s_explainer *e, int32_t place, int32_t slot,
                           t2sed_cell *row)
{
    return &row[slot - e->plan->tables.at[place].first_slot];
}

/* A value in the place of a NULL that does not matter. */
bool t2s_replace_null(t2s_explainer *e, int32_t place, int32_t slot,
                      t2sed_cell *row)
{
    t2sed_cell *cell = cell_of(e, place, slot, row);
    for (size_t i = 0; cell->type == T2SED_CELL_NULL &&
                       i < count_values(e, slot) && !t2s_explainer_is_over(e);
         i++) {
        const t2sed_cell other = other_value(e, slot, i);
        if (try_cell(e, cell, other) == T2S_VERDICT_DIFFERENT)
            *cell = other;
    }
    return false;
}

/* Whether a condition is one on whether there is a value at all that has
 * another reason: IS NULL of what is never NULL asks for rows that an outer
 * join did not find. */
static bool is_about_null(const t2s_want *want, const t2s_slot *of,
                          const t2sed_cell *cell)
{
    return want->value.type == T2SED_CELL_NULL &&
           (of->is_key || of->not_null ||
            (want->is_negated && cell->type != T2SED_CELL_NULL));
}

/*
 * Whether a query wants of a slot what the other does not, and two values
 * differ in it; *only is what is wanted, NULL where several are. Where both
 * have something of their own, it may be the same in other words, and the value
 * is no cause; conditions on what is computed from it may be that, too, where
 * both results become empty.
 */
static bool find_only(const t2s_want **only, const t2s_explainer *e,
                      int32_t slot, const t2sed_cell *a, const t2sed_cell *b)
{
    const t2s_pool *pool = t2s_plan_pool(e->plan, slot);
    const uint64_t differ = t2s_pool_meets(pool, a) ^ t2s_pool_meets(pool, b);
    uint32_t whose = 0, computed = 0;
    size_t count = 0;
    *only = NULL;
    for (size_t i = 0; i < pool->wants.count; i++) {
        const t2s_want *want = &pool->wants.at[i];
        const uint32_t queries = want->queries & 3;
        if (want->is_computed) /* it may be about this value or not */
            computed |= queries;
        if ((queries != 1 && queries != 2) || !(differ >> i & 1) ||
            is_about_null(want, &e->plan->slots.at[slot], a))
            continue;
        *only = want;
        whose |= queries;
        count++;
    }
    if (count > 1)
        *only = NULL;
    return count > 0 && whose != 3 &&
           (e->needs_rows || (whose | computed) != 3);
}

/* All values in its place end the difference (t2s_replace_null was called). */
bool t2s_is_null_cause(t2s_explainer *e, int32_t place, int32_t slot,
                       t2sed_cell *row)
{
    t2sed_cell *cell = cell_of(e, place, slot, row);
    if (cell->type != T2SED_CELL_NULL)
        return false;
    for (size_t i = 0; i < count_values(e, slot) && !t2s_explainer_is_over(e);
         i++) {
        const t2sed_cell other = other_value(e, slot, i);
        const bool is_only = find_only(&e->out->only, e, slot, cell, &other);
        if ((is_only || e->needs_rows) &&
            t2s_explainer_has_ended(e, try_cell(e, cell, other)))
            return t2s_explainer_found(e, T2S_CAUSE_NULL, place);
    }
    return false;
}

/* One query uses one column and the other another one, and they do the same
 * where both have the same value. */
static bool is_sibling(t2s_explainer *e, const t2s_slot *a, const t2s_slot *b)
{
    const t2s_column *columns = e->plan->schema->columns;
    return (a->queries & 3) + (b->queries & 3) == 3 && (a->queries & 3) &&
           (b->queries & 3) && !columns[a->column].primary &&
           !columns[b->column].primary && a->is_linked == b->is_linked &&
           !a->is_generated && !b->is_generated &&
           e->plan->pools.at[a->pool].sort == e->plan->pools.at[b->pool].sort;
}

/* Looks for the sibling of a cell in a row of `place`. */
static bool find_sibling(t2s_explainer *e, t2sed_cell *cell, const t2s_slot *of,
                         int32_t place, t2sed_cell *row)
{
    const t2s_filled *table = &e->plan->tables.at[place];
    for (int32_t k = 0; k < table->slot_count && !t2s_explainer_is_over(e);
         k++) {
        const int32_t slot = table->first_slot + k;
        if (!is_sibling(e, of, &e->plan->slots.at[slot]) ||
            cell->type == T2SED_CELL_NULL || row[k].type == T2SED_CELL_NULL ||
            t2s_cells_equal(&row[k], cell))
            continue;
        if (t2s_explainer_has_ended(e, try_cell(e, cell, row[k])) ||
            (!t2s_explainer_is_over(e) &&
             t2s_explainer_has_ended(e, try_cell(e, &row[k], *cell)))) {
            e->out->sibling = slot;
            e->out->other = place;
            return true;
        }
    }
    return false;
}

bool t2s_is_sibling_cause(t2s_explainer *e, int32_t place, int32_t slot,
                          t2sed_cell *row)
{
    const t2s_slot *of = &e->plan->slots.at[slot];
    t2sed_cell *cell = cell_of(e, place, slot, row);
    if ((of->queries & 3) != 1)
        return false;
    if (find_sibling(e, cell, of, place, row))
        return t2s_explainer_found(e, T2S_CAUSE_SIBLING, place);
    for (size_t i = 0; i < e->plan->tables.count; i++)
        for (size_t k = 0; k < e->instance->tables[i].count &&
                           k < MOST_SIBLINGS && (int32_t)i != place;
             k++)
            if (find_sibling(e, cell, of, (int32_t)i,
                             e->instance->tables[i].at[k].cells))
                return t2s_explainer_found(e, T2S_CAUSE_SIBLING, place);
    return false;
}

/* Whether it is the equality of two cells that matters: the queries do the same
 * where one has another value, and not where both have it. */
static bool ends_without_equality(t2s_explainer *e, t2sed_cell *a,
                                  t2sed_cell *b, t2sed_cell other)
{
    const t2sed_cell was = *a;
    t2s_verdict verdict;
    if (!t2s_explainer_has_ended(e, try_cell(e, b, other)) ||
        t2s_explainer_is_over(e))
        return false;
    *a = other;
    verdict = try_cell(e, b, other);
    *a = was;
    return verdict == T2S_VERDICT_DIFFERENT;
}

/* Two columns of a row have one value. */
bool t2s_is_equal_cause(t2s_explainer *e, int32_t place, int32_t slot,
                        t2sed_cell *row)
{
    const t2s_filled *table = &e->plan->tables.at[place];
    t2sed_cell *cell = cell_of(e, place, slot, row);
    if (e->plan->slots.at[slot].is_key || e->plan->slots.at[slot].is_linked)
        return false;
    for (int32_t k = slot - table->first_slot + 1; k < table->slot_count; k++) {
        const int32_t sibling = table->first_slot + k;
        const t2s_slot *other = &e->plan->slots.at[sibling];
        if (!other->is_used || !t2s_cells_equal(cell, &row[k]) ||
            cell->type == T2SED_CELL_NULL || other->is_key || other->is_linked)
            continue;
        for (size_t i = 0;
             i < count_values(e, sibling) && !t2s_explainer_is_over(e); i++)
            if (ends_without_equality(e, cell, &row[k],
                                      other_value(e, sibling, i))) {
                e->out->sibling = sibling;
                e->out->other = place;
                return t2s_explainer_found(e, T2S_CAUSE_EQUAL, place);
            }
    }
    return false;
}

/* Only one query wants that of the value. */
bool t2s_is_wanted_cause(t2s_explainer *e, int32_t place, int32_t slot,
                         t2sed_cell *row)
{
    t2sed_cell *cell = cell_of(e, place, slot, row);
    for (size_t i = 0; i < count_values(e, slot) && !t2s_explainer_is_over(e);
         i++) {
        const t2sed_cell other = other_value(e, slot, i);
        const t2s_want *only = NULL;
        if (!find_only(&only, e, slot, cell, &other) ||
            !t2s_explainer_has_ended(e, try_cell(e, cell, other)))
            continue;
        e->out->only = only;
        e->out->value = *cell;
        return t2s_explainer_found(e, T2S_CAUSE_VALUE, place);
    }
    return false;
}

/* Only one query uses the column. */
bool t2s_is_used_cause(t2s_explainer *e, int32_t place, int32_t slot,
                       t2sed_cell *row)
{
    const t2s_slot *of = &e->plan->slots.at[slot];
    const uint32_t user = of->queries & 3;
    t2sed_cell *cell = cell_of(e, place, slot, row);
    if (of->is_key || (user != 1 && user != 2))
        return false;
    for (size_t i = 0; i < count_values(e, slot) && !t2s_explainer_is_over(e);
         i++)
        if (t2s_explainer_has_ended(
                e, try_cell(e, cell, other_value(e, slot, i)))) {
            e->out->value = *cell;
            e->out->user = user;
            return t2s_explainer_found(e, T2S_CAUSE_VALUE, place);
        }
    return false;
}

/* Whether both queries want that of the value that it has: then rows share it
 * for that. */
static bool is_wanted_by_both(const t2s_explainer *e, int32_t slot,
                              const t2sed_cell *cell)
{
    const t2s_pool *pool = t2s_plan_pool(e->plan, slot);
    const uint64_t meets = t2s_pool_meets(pool, cell);
    uint32_t queries = 0;
    for (size_t i = 0; i < pool->wants.count; i++)
        if (meets >> i & 1)
            queries |= pool->wants.at[i].queries;
    return (queries & 3) == 3;
}

/* Two rows with the same value, that are the same to the queries where they
 * have different ones. */
static bool is_shared(t2s_explainer *e, int32_t place, int32_t slot,
                      t2sed_cell *row, bool is_wanted)
{
    const t2s_row_list *rows = &e->instance->tables[place];
    const int32_t at = slot - e->plan->tables.at[place].first_slot;
    const t2s_slot *of = &e->plan->slots.at[slot];
    bool shares = false;
    if (of->is_key || of->is_linked || row[at].type == T2SED_CELL_NULL ||
        is_wanted_by_both(e, slot, &row[at]) != is_wanted)
        return false;
    for (size_t i = 0; i < rows->count; i++)
        shares |= rows->at[i].cells != row &&
                  t2s_cells_equal(&rows->at[i].cells[at], &row[at]);
    for (size_t i = 0;
         shares && i < count_values(e, slot) && !t2s_explainer_is_over(e); i++)
        if (t2s_explainer_has_ended(
                e, try_cell(e, &row[at], other_value(e, slot, i))))
            return t2s_explainer_found(e, T2S_CAUSE_SHARED, place);
    return false;
}

bool t2s_is_shared_cause(t2s_explainer *e, int32_t place, int32_t slot,
                         t2sed_cell *row)
{
    return is_shared(e, place, slot, row, false);
}

bool t2s_is_shared_want_cause(t2s_explainer *e, int32_t place, int32_t slot,
                              t2sed_cell *row)
{
    return is_shared(e, place, slot, row, true);
}
