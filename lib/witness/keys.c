/* Keys that hold: rows that refer to nothing are taken out. */
#include "witness/fill.h"

static bool has_parent(const t2s_instance *instance, const t2s_edge *edge,
                       const t2sed_cell *cells)
{
    const t2s_plan *plan = instance->plan;
    const t2s_row_list *rows = &instance->tables[edge->parent];
    const int32_t first = plan->tables.at[edge->child].first_slot;
    const int32_t other = plan->tables.at[edge->parent].first_slot;
    const t2s_pair *pairs = plan->pairs.at + edge->first;
    for (int32_t i = 0; i < edge->count; i++)
        if (cells[pairs[i].from - first].type == T2SED_CELL_NULL)
            return true;
    for (size_t row = 0; row < rows->count; row++) {
        int32_t same = 0;
        while (same < edge->count &&
               t2s_cells_equal(&cells[pairs[same].from - first],
                               &rows->at[row].cells[pairs[same].to - other]))
            same++;
        if (same == edge->count)
            return true;
    }
    return false;
}

static bool sweep_edge(t2s_instance *instance, const t2s_edge *edge)
{
    t2s_row_list *rows = &instance->tables[edge->child];
    size_t kept = 0;
    const size_t count = rows->count;
    for (size_t i = 0; i < count; i++)
        if (has_parent(instance, edge, rows->at[i].cells))
            rows->at[kept++] = rows->at[i];
    rows->count = kept;
    return kept < count;
}

bool t2s_instance_sweep(t2s_instance *instance)
{
    bool any = false, found;
    do {
        found = false;
        for (size_t i = 0; i < instance->plan->edges.count; i++)
            if (instance->plan->edges.at[i].is_declared)
                found |= sweep_edge(instance, &instance->plan->edges.at[i]);
        any |= found;
    } while (found);
    return any;
}

void t2s_instance_load(t2s_instance *instance, t2s_store *store)
{
    const t2s_plan *plan = instance->plan;
    bool refused;
    do {
        refused = false;
        t2s_store_begin(store);
        for (size_t i = 0; i < plan->tables.count; i++) {
            t2s_row_list *rows = &instance->tables[i];
            size_t kept = 0;
            t2s_store_clear(store, plan->tables.at[i].table);
            for (size_t row = 0; row < rows->count; row++)
                if (t2s_store_insert(store, plan->tables.at[i].table,
                                     rows->at[row].cells))
                    rows->at[kept++] = rows->at[row];
            refused |= kept < rows->count;
            rows->count = kept;
        }
        t2s_store_end(store);
    } while (refused && t2s_instance_sweep(instance));
}
