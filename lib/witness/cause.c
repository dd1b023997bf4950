/*
 * Why two queries differ on a small instance. A cause is a change that ends the
 * difference: each is tried. First those count after which the results are the
 * same and have rows; then those after which both are empty, which also end the
 * difference where a row is lost to what the queries have in common.
 */
#include "base/error.h"
#include "base/memory.h"
#include "witness/explainer.h"

/* --- trying --- */

bool t2s_explainer_is_over(const t2s_explainer *e)
{
    return e->status || t2s_store_is_over(e->duel->store);
}

/* What the queries do on the instance as it is now. SQLite may refuse a row,
 * which then is no try. */
t2s_verdict t2s_explainer_try(t2s_explainer *e)
{
    t2s_verdict verdict = T2S_VERDICT_NOT_RUN;
    const t2s_plan *plan = e->plan;
    bool taken = true;
    t2s_store_begin(e->duel->store);
    for (size_t i = 0; i < plan->tables.count; i++) {
        const t2s_row_list *rows = &e->instance->tables[i];
        t2s_store_clear(e->duel->store, plan->tables.at[i].table);
        for (size_t k = 0; k < rows->count; k++)
            taken &= t2s_store_insert(e->duel->store, plan->tables.at[i].table,
                                      rows->at[k].cells);
    }
    t2s_store_end(e->duel->store);
    if (taken)
        e->status = t2s_duel_run(&verdict, e->duel, e->err);
    return verdict;
}

/* Whether the last try ended the difference. */
bool t2s_explainer_has_ended(const t2s_explainer *e, t2s_verdict verdict)
{
    return verdict == T2S_VERDICT_SAME &&
           (e->duel->is_telling || !e->needs_rows);
}

bool t2s_explainer_found(t2s_explainer *e, t2s_cause_kind kind, int32_t place)
{
    e->out->kind = kind;
    e->out->place = place;
    return true;
}

/* --- the order of the causes --- */

/* Where both results become empty, only what one query alone wants of a value
 * is a cause: otherwise any condition of both would be one. */
static bool find_cause(t2s_explainer *e)
{
    if (t2s_find_in_cells(e, t2s_is_null_cause) ||
        t2s_find_in_cells(e, t2s_is_wanted_cause))
        return true;
    return e->needs_rows &&
           (t2s_find_in_cells(e, t2s_is_equal_cause) ||
            t2s_find_in_cells(e, t2s_is_shared_cause) || t2s_find_empty(e) ||
            t2s_find_orphan(e) || t2s_find_childless(e) ||
            t2s_find_children(e) || t2s_find_count(e) ||
            t2s_find_in_cells(e, t2s_is_shared_want_cause) ||
            t2s_find_in_cells(e, t2s_is_used_cause) || t2s_find_several(e));
}

static void remember_counts(t2s_explainer *e)
{
    for (size_t i = 0; i < e->plan->tables.count; i++)
        e->counts[i] = e->instance->tables[i].count;
}

t2sed_status t2s_duel_explain(t2s_cause *out, t2s_duel *duel,
                              t2s_instance *instance, t2sed_error *err)
{
    t2s_explainer e = {.out = out,
                       .duel = duel,
                       .instance = instance,
                       .plan = instance->plan,
                       .err = err};
    *out = (t2s_cause){.kind = T2S_CAUSE_NONE};
    e.counts = t2s_alloc_array(e.plan->tables.count + 1, sizeof *e.counts);
    if (!e.counts)
        return t2s_fail_memory(err);
    remember_counts(&e);
    if (duel->columns[0] != duel->columns[1]) {
        out->kind = T2S_CAUSE_COLUMNS;
    } else {
        t2s_find_in_cells(&e, t2s_replace_null);
        duel->is_quick = true;
        for (int i = 0; i < 2 && !t2s_explainer_is_over(&e); i++) {
            e.needs_rows = i == 0;
            if ((i == 0 && t2s_find_in_cells(&e, t2s_is_sibling_cause)) ||
                find_cause(&e))
                break;
        }
    }
    duel->is_quick = false;
    /* What was found when time was up was tried all the same. */
    if (!e.status)
        t2s_instance_load(instance, duel->store);
    t2s_free(e.counts);
    return e.status;
}
