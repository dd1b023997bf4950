/* References: which parent a row gets. */
#include "witness/filler.h"

/* Parents that are looked at for one that meets what is wanted. */
#define MOST_LOOKS 8

void t2s_copy_pairs(const t2s_filler *f, const t2s_edge *edge,
                    t2sed_cell *cells, bool *set, const t2sed_cell *parent)
{
    const int32_t first = f->plan->tables.at[edge->child].first_slot;
    const int32_t other = f->plan->tables.at[edge->parent].first_slot;
    for (int32_t i = edge->first; i < edge->first + edge->count; i++) {
        const t2s_pair *pair = &f->plan->pairs.at[i];
        if (set && set[pair->from - first])
            continue;
        if (set)
            set[pair->from - first] = true;
        cells[pair->from - first] = parent
                                        ? parent[pair->to - other]
                                        : (t2sed_cell){.type = T2SED_CELL_NULL};
    }
}

static bool may_all_be_null(const t2s_filler *f, const t2s_edge *edge)
{
    for (int32_t i = edge->first; i < edge->first + edge->count; i++)
        if (!t2s_may_be_null(f, f->plan->pairs.at[i].from))
            return false;
    return true;
}

/* Whether what is set of the child already is what the parent has. */
static bool fits(const t2s_filler *f, const t2s_edge *edge,
                 const t2sed_cell *cells, const bool *set,
                 const t2sed_cell *parent)
{
    const int32_t first = f->plan->tables.at[edge->child].first_slot;
    const int32_t other = f->plan->tables.at[edge->parent].first_slot;
    for (int32_t i = edge->first; i < edge->first + edge->count; i++) {
        const t2s_pair *pair = &f->plan->pairs.at[i];
        if (set[pair->from - first] &&
            !t2s_cells_equal(&cells[pair->from - first],
                             &parent[pair->to - other]))
            return false;
    }
    return true;
}

/* The last quarter of the parents has no children, where there are several. */
static const t2s_row *draw_parent(t2s_filler *f, const t2s_edge *edge,
                                  const t2sed_cell *cells, const bool *set,
                                  t2s_row_mode mode)
{
    const t2s_row_list *rows = &f->instance->tables[edge->parent];
    const uint32_t count = (uint32_t)rows->count;
    const uint32_t most = count > 2 ? count - (count + 3) / 4 : count;
    const t2s_row *row = NULL;
    for (int i = 0; most && i < MOST_LOOKS; i++) {
        const t2s_row *other = &rows->at[t2s_draw(f, most)];
        if (fits(f, edge, cells, set, other->cells) &&
            (!row || (other->meets && !row->meets)))
            row = other;
        if (row && (mode == T2S_ROW_BY_CHANCE || row->meets))
            break;
    }
    for (uint32_t i = 0; !row && i < count; i++)
        if (fits(f, edge, cells, set, rows->at[i].cells))
            row = &rows->at[i];
    return row;
}

/* The parent whose group is not full yet; groups differ by one row. */
static const t2s_row *next_in_group(t2s_filler *f, const t2s_edge *edge)
{
    const t2s_row_list *rows = &f->instance->tables[edge->parent];
    if (!rows->count)
        return NULL;
    if (f->parent_left == 0) {
        f->parent_at++;
        f->parent_left = f->recipe->group + f->parent_at % 3;
    }
    f->parent_left--;
    return &rows->at[(size_t)f->parent_at % rows->count];
}

static bool is_focus(const t2s_filler *f, const t2s_edge *edge)
{
    for (int32_t i = edge->first; i < edge->first + edge->count; i++)
        if (f->plan->pairs.at[i].from == f->recipe->focus)
            return true;
    return false;
}

void t2s_refer(t2s_filler *f, int32_t edge_at, t2s_row *row, bool *set,
               t2s_row_mode mode)
{
    const t2s_edge *edge = &f->plan->edges.at[edge_at];
    const bool nullable = may_all_be_null(f, edge);
    const t2s_row *parent = NULL;
    t2s_deferred later = {edge_at, row->cells};
    if (edge_at == f->edge) {
        t2s_copy_pairs(f, edge, row->cells, set,
                       f->instance->tables[edge->parent].at[f->parent].cells);
        return;
    }
    if (nullable &&
        (is_focus(f, edge) ? t2s_one_in(f, 2)
                           : !f->recipe->is_plain && t2s_one_in(f, 8))) {
        t2s_copy_pairs(f, edge, row->cells, set, NULL);
        row->meets = false;
        return;
    }
    if (!edge->is_declared && !f->recipe->is_plain && t2s_one_in(f, 10))
        return; /* a value by chance */
    if (f->recipe->group && mode != T2S_ROW_BY_CHANCE)
        parent = next_in_group(f, edge);
    if (!parent || !fits(f, edge, row->cells, set, parent->cells))
        parent = draw_parent(f, edge, row->cells, set, mode);
    if (parent) {
        row->meets = row->meets && parent->meets;
        t2s_copy_pairs(f, edge, row->cells, set, parent->cells);
    } else if (nullable && (edge->child != edge->parent || t2s_one_in(f, 2))) {
        t2s_copy_pairs(f, edge, row->cells, set, NULL);
    } else if (edge->is_declared && !t2s_vector_push(&f->deferred, later)) {
        f->failed = true;
    }
}
