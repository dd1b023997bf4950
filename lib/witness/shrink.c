/* Takes rows out of an instance as long as two queries differ on it: halves of
 * tables first, then less and less (Zeller and Hildebrandt 2002). */
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "witness/duel.h"

/* The rows of all tables, to be put back. */
typedef struct kept {
    t2s_row *rows; /* of one table after the other */
    size_t *counts;
} kept;

static bool keep(kept *out, const t2s_instance *instance)
{
    const size_t tables = instance->plan->tables.count;
    size_t all = 0;
    for (size_t i = 0; i < tables; i++)
        all += instance->tables[i].count;
    out->rows = t2s_alloc_array(all, sizeof *out->rows);
    out->counts = t2s_alloc_array(tables, sizeof *out->counts);
    if (!out->rows || !out->counts)
        return false;
    all = 0;
    for (size_t i = 0; i < tables; i++) {
        const t2s_row_list *list = &instance->tables[i];
        if (list->count)
            memcpy(out->rows + all, list->at, list->count * sizeof *list->at);
        out->counts[i] = list->count;
        all += list->count;
    }
    return true;
}

static void put_back(t2s_instance *instance, const kept *from)
{
    size_t all = 0;
    for (size_t i = 0; i < instance->plan->tables.count; i++) {
        t2s_row_list *list = &instance->tables[i];
        list->count = from->counts[i];
        if (list->count)
            memcpy(list->at, from->rows + all, list->count * sizeof *list->at);
        all += list->count;
    }
}

static void cut(t2s_row_list *list, size_t first, size_t count)
{
    memmove(list->at + first, list->at + first + count,
            (list->count - first - count) * sizeof *list->at);
    list->count -= count;
}

/* Whether the queries still differ without some rows of a table and what refers
 * to these; if not, they are put back. */
static t2sed_status try_without(bool *differs, t2s_duel *duel,
                                t2s_instance *instance, int32_t table,
                                size_t first, size_t count, t2sed_error *err)
{
    kept all = {0};
    t2s_verdict verdict = T2S_VERDICT_NOT_RUN;
    t2sed_status status = t2s_check_interrupt(err);
    if (!status && !keep(&all, instance))
        status = t2s_fail_memory(err);
    if (!status) {
        cut(&instance->tables[table], first, count);
        t2s_instance_sweep(instance);
        status = t2s_duel_try(&verdict, duel, instance, err);
        /* Another number of columns differs on no rows, too: rows are shown. */
        *differs = !status && verdict == T2S_VERDICT_DIFFERENT &&
                   (duel->columns[0] == duel->columns[1] || duel->is_telling);
        if (!*differs)
            put_back(instance, &all);
    }
    t2s_free(all.rows);
    t2s_free(all.counts);
    return status;
}

static t2sed_status shrink_table(bool *any, t2s_duel *duel,
                                 t2s_instance *instance, int32_t table,
                                 t2sed_error *err)
{
    t2s_row_list *list = &instance->tables[table];
    t2sed_status status = T2SED_OK;
    for (size_t size = list->count; size && !status; size /= 2)
        for (size_t first = 0; first < list->count && !status;) {
            const size_t left = list->count - first;
            bool differs = false;
            if (t2s_store_is_over(duel->store))
                return T2SED_OK;
            status = try_without(&differs, duel, instance, table, first,
                                 size < left ? size : left, err);
            *any |= differs;
            first += differs ? 0 : size;
        }
    return status;
}

/* Whether no key or NOT NULL is in the way of NULLs where an edge refers. */
static bool may_be_null(const t2s_plan *plan, const t2s_edge *edge)
{
    for (int32_t i = 0; i < edge->count; i++) {
        const t2s_slot *slot =
            &plan->slots.at[plan->pairs.at[edge->first + i].from];
        if (slot->not_null || slot->is_key ||
            plan->schema->columns[slot->column].primary)
            return false;
    }
    return true;
}

/* Lets rows refer to none of a table that no query reads. What is put back is
 * `was`, as many cells as there are rows and pairs. */
static void set_links(t2s_instance *instance, const t2s_edge *edge,
                      t2sed_cell *was, bool is_back)
{
    const t2s_plan *plan = instance->plan;
    const t2s_row_list *rows = &instance->tables[edge->child];
    const int32_t first = plan->tables.at[edge->child].first_slot;
    for (size_t row = 0; row < rows->count; row++)
        for (int32_t i = 0; i < edge->count; i++, was++) {
            t2sed_cell *cell =
                &rows->at[row]
                     .cells[plan->pairs.at[edge->first + i].from - first];
            if (is_back) {
                *cell = *was;
            } else {
                *was = *cell;
                *cell = (t2sed_cell){.type = T2SED_CELL_NULL};
            }
        }
}

/* Whether the queries still differ where an edge refers to nothing; if not, all
 * is put back. */
static t2sed_status try_unlinked(t2s_duel *duel, t2s_instance *instance,
                                 const t2s_edge *edge, t2sed_error *err)
{
    const size_t cells =
        instance->tables[edge->child].count * (size_t)edge->count;
    t2sed_cell *was = t2s_alloc_array(cells, sizeof *was);
    kept all = {0};
    t2s_verdict verdict = T2S_VERDICT_NOT_RUN;
    t2sed_status status =
        was && keep(&all, instance) ? T2SED_OK : t2s_fail_memory(err);
    if (!status) {
        set_links(instance, edge, was, false);
        status = t2s_duel_try(&verdict, duel, instance, err);
    }
    if (!status && verdict != T2S_VERDICT_DIFFERENT) {
        put_back(instance, &all); /* a CHECK may have refused rows */
        set_links(instance, edge, was, true);
    }
    t2s_free(was);
    t2s_free(all.rows);
    t2s_free(all.counts);
    return status;
}

/* Whoever is referred to only so that keys hold can then go. */
static t2sed_status unlink_unread(t2s_duel *duel, t2s_instance *instance,
                                  t2sed_error *err)
{
    const t2s_plan *plan = instance->plan;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < plan->edges.count && !status; i++) {
        const t2s_edge *edge = &plan->edges.at[i];
        if (!plan->tables.at[edge->parent].is_asked && may_be_null(plan, edge))
            status = try_unlinked(duel, instance, edge, err);
    }
    return status;
}

t2sed_status t2s_duel_shrink(t2s_duel *duel, t2s_instance *instance,
                             t2sed_error *err)
{
    const t2s_plan *plan = instance->plan;
    t2sed_status status = unlink_unread(duel, instance, err);
    bool any;
    do {
        any = false;
        for (size_t i = plan->order.count; i-- > 0 && !status;)
            status = shrink_table(&any, duel, instance, plan->order.at[i], err);
    } while (any && !status);
    t2s_instance_load(instance, duel->store);
    return status;
}
