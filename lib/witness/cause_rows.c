/* Causes that are rows, and rows that are not there: rows are added, taken out,
 * or refer to others. */
#include "base/error.h"
#include "base/memory.h"
#include "witness/explainer.h"

/* How often a row is added, with other values. */
#define MOST_ADDED 8

static void take_out_added(t2s_explainer *e)
{
    for (size_t i = 0; i < e->plan->tables.count; i++)
        e->instance->tables[i].count = e->counts[i];
}

/* Adds a row, as t2s_instance_add does, to what there was at first. */
static bool add_row(t2s_explainer *e, int32_t place, int32_t edge,
                    size_t parent, uint64_t seed)
{
    bool added = false;
    t2s_instance_load(e->instance, e->duel->store);
    e->status = t2s_instance_add(&added, e->instance, e->duel->store, place,
                                 edge, parent, seed, e->err);
    return added;
}

static bool refers(const t2s_explainer *e, const t2s_edge *edge,
                   const t2sed_cell *child, const t2sed_cell *parent)
{
    const int32_t from = e->plan->tables.at[edge->child].first_slot;
    const int32_t to = e->plan->tables.at[edge->parent].first_slot;
    for (int32_t i = edge->first; i < edge->first + edge->count; i++)
        if (!t2s_cells_equal(&child[e->plan->pairs.at[i].from - from],
                             &parent[e->plan->pairs.at[i].to - to]))
            return false;
    return true;
}

/* How many rows refer to one; *last is the last of them. */
static size_t count_children(const t2s_explainer *e, const t2s_edge *edge,
                             const t2sed_cell *parent, t2sed_cell **last)
{
    const t2s_row_list *rows = &e->instance->tables[edge->child];
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (refers(e, edge, rows->at[i].cells, parent)) {
            *last = rows->at[i].cells;
            count++;
        }
    return count;
}

/* Whether the difference ends where a row has one child more; with `all`, each
 * row that has none. */
static bool needs_child(t2s_explainer *e, int32_t edge_at, size_t parent,
                        bool all)
{
    const t2s_edge *edge = &e->plan->edges.at[edge_at];
    const size_t count = e->instance->tables[edge->parent].count;
    bool ended = false;
    for (uint64_t i = 0; i < MOST_ADDED && !ended && !t2s_explainer_is_over(e);
         i++) {
        bool added = all || add_row(e, edge->child, edge_at, parent, i);
        for (size_t k = 0; all && added && k < count && !e->status; k++) {
            t2sed_cell *child = NULL;
            if (!count_children(e, edge,
                                e->instance->tables[edge->parent].at[k].cells,
                                &child))
                added = add_row(e, edge->child, edge_at, k, i);
        }
        if (added && !e->status)
            ended = t2s_explainer_has_ended(e, t2s_explainer_try(e));
        take_out_added(e);
    }
    return ended;
}

/* Lets a child refer to a row; `was` receives, or has, what it refers to. */
static void exchange(const t2s_explainer *e, const t2s_edge *edge,
                     t2sed_cell *child, const t2sed_cell *parent,
                     t2sed_cell *was, bool is_back)
{
    const int32_t from = e->plan->tables.at[edge->child].first_slot;
    const int32_t to = e->plan->tables.at[edge->parent].first_slot;
    for (int32_t i = 0; i < edge->count; i++) {
        const t2s_pair *pair = &e->plan->pairs.at[edge->first + i];
        if (!is_back)
            was[i] = child[pair->from - from];
        child[pair->from - from] = is_back ? was[i] : parent[pair->to - to];
    }
}

/* Whether the difference ends where a child has a parent of its own. */
static bool needs_parent(t2s_explainer *e, const t2s_edge *edge,
                         t2sed_cell *child)
{
    bool ended = false;
    t2sed_cell *was = t2s_alloc_array((size_t)edge->count, sizeof *was);
    if (!was)
        e->status = t2s_fail_memory(e->err);
    for (uint64_t i = 0; i < MOST_ADDED && !ended && !t2s_explainer_is_over(e);
         i++) {
        const t2s_row_list *rows = &e->instance->tables[edge->parent];
        if (add_row(e, edge->parent, -1, 0, i)) {
            exchange(e, edge, child, rows->at[rows->count - 1].cells, was,
                     false);
            ended = t2s_explainer_has_ended(e, t2s_explainer_try(e));
            exchange(e, edge, child, NULL, was, true);
        }
        take_out_added(e);
    }
    t2s_free(was);
    return ended;
}

typedef bool (*find_in_edge)(t2s_explainer *e, int32_t edge, size_t parent);

/* Asks of each row that others may refer to. */
static bool find_in_edges(t2s_explainer *e, find_in_edge find)
{
    for (size_t i = 0; i < e->plan->edges.count; i++) {
        const t2s_edge *edge = &e->plan->edges.at[i];
        const t2s_row_list *rows = &e->instance->tables[edge->parent];
        if (edge->child == edge->parent ||
            !e->plan->tables.at[edge->child].is_asked)
            continue;
        for (size_t k = 0; k < rows->count && !t2s_explainer_is_over(e); k++)
            if (find(e, (int32_t)i, k)) {
                e->out->other = edge->child;
                e->out->place = edge->parent;
                return true;
            }
    }
    return false;
}

static bool is_parent_asked(const t2s_explainer *e, int32_t edge)
{
    return e->plan->tables.at[e->plan->edges.at[edge].parent].is_asked;
}

static size_t children_at(const t2s_explainer *e, int32_t edge_at,
                          size_t parent, t2sed_cell **child)
{
    const t2s_edge *edge = &e->plan->edges.at[edge_at];
    return count_children(
        e, edge, e->instance->tables[edge->parent].at[parent].cells, child);
}

static bool is_childless_cause(t2s_explainer *e, int32_t edge, size_t parent)
{
    t2sed_cell *child = NULL;
    return is_parent_asked(e, edge) && !children_at(e, edge, parent, &child) &&
           (needs_child(e, edge, parent, false) ||
            needs_child(e, edge, parent, true)) &&
           t2s_explainer_found(e, T2S_CAUSE_CHILDLESS, 0);
}

static bool is_children_cause(t2s_explainer *e, int32_t edge, size_t parent)
{
    t2sed_cell *child = NULL;
    return children_at(e, edge, parent, &child) > 1 &&
           needs_parent(e, &e->plan->edges.at[edge], child) &&
           t2s_explainer_found(e, T2S_CAUSE_CHILDREN, 0);
}

static bool is_count_cause(t2s_explainer *e, int32_t edge, size_t parent)
{
    t2sed_cell *child = NULL;
    if (!e->plan->group && !e->plan->limit)
        return false;
    e->out->count = children_at(e, edge, parent, &child);
    return e->out->count && needs_child(e, edge, parent, false) &&
           t2s_explainer_found(e, T2S_CAUSE_COUNT, 0);
}

/* A row that refers to no row, and ends the difference where it does. */
bool t2s_find_orphan(t2s_explainer *e)
{
    for (size_t i = 0; i < e->plan->edges.count; i++) {
        const t2s_edge *edge = &e->plan->edges.at[i];
        const t2s_row_list *rows = &e->instance->tables[edge->child];
        const t2s_row_list *parents = &e->instance->tables[edge->parent];
        if (!e->plan->tables.at[edge->child].is_asked ||
            !e->plan->tables.at[edge->parent].is_asked ||
            (e->plan->group && edge->child == edge->parent))
            continue;
        for (size_t k = 0; k < rows->count && !t2s_explainer_is_over(e); k++) {
            size_t at = 0;
            int32_t first;
            bool is_null;
            while (at < parents->count &&
                   !refers(e, edge, rows->at[k].cells, parents->at[at].cells))
                at++;
            if (at < parents->count ||
                !needs_parent(e, edge, rows->at[k].cells))
                continue;
            e->out->other = edge->parent;
            e->out->slot = e->plan->pairs.at[edge->first].from;
            first = e->plan->tables.at[edge->child].first_slot;
            is_null =
                rows->at[k].cells[e->out->slot - first].type == T2SED_CELL_NULL;
            return t2s_explainer_found(
                e, is_null ? T2S_CAUSE_NULL : T2S_CAUSE_ORPHAN, edge->child);
        }
    }
    return false;
}

/* An edge by which rows of a table refer to one that has rows, or -1. */
static int32_t edge_to_rows(const t2s_explainer *e, int32_t place)
{
    for (size_t i = 0; i < e->plan->edges.count; i++) {
        const t2s_edge *edge = &e->plan->edges.at[i];
        if (edge->child == place && edge->parent != place &&
            e->instance->tables[edge->parent].count)
            return (int32_t)i;
    }
    return -1;
}

/* Whether the difference ends where a table has a row, of a parent of its own:
 * the rows that are there have no more children than before. */
static bool needs_row(t2s_explainer *e, int32_t place)
{
    const int32_t edge = edge_to_rows(e, place);
    bool ended = false;
    for (uint64_t i = 0; i < MOST_ADDED && !ended && !t2s_explainer_is_over(e);
         i++) {
        size_t parent = 0;
        bool added = true;
        if (edge >= 0) {
            const int32_t of = e->plan->edges.at[edge].parent;
            parent = e->instance->tables[of].count;
            added = add_row(e, of, -1, 0, i);
        }
        if (added && add_row(e, place, edge, parent, i))
            ended = t2s_explainer_has_ended(e, t2s_explainer_try(e));
        take_out_added(e);
    }
    return ended;
}

/* A table without rows; with one, the difference ends. */
bool t2s_find_empty(t2s_explainer *e)
{
    for (size_t i = 0; i < e->plan->tables.count && !t2s_explainer_is_over(e);
         i++)
        if (e->plan->tables.at[i].is_asked && !e->plan->tables.at[i].is_view &&
            !e->instance->tables[i].count && needs_row(e, (int32_t)i))
            return t2s_explainer_found(e, T2S_CAUSE_EMPTY, (int32_t)i);
    return false;
}

/* A table of several rows; with one less, the difference ends. */
bool t2s_find_several(t2s_explainer *e)
{
    for (size_t i = 0; i < e->plan->tables.count; i++) {
        t2s_row_list *rows = &e->instance->tables[i];
        const size_t last = rows->count - 1;
        if (rows->count < 2 || !e->plan->tables.at[i].is_asked)
            continue;
        for (size_t k = 0; k <= last && !t2s_explainer_is_over(e); k++) {
            const t2s_row row = rows->at[k];
            bool ended;
            rows->at[k] = rows->at[last];
            rows->count = last;
            ended = t2s_explainer_has_ended(e, t2s_explainer_try(e));
            rows->count = last + 1;
            rows->at[k] = row;
            if (ended) {
                e->out->count = rows->count;
                return t2s_explainer_found(e, T2S_CAUSE_SEVERAL, (int32_t)i);
            }
        }
    }
    return false;
}

bool t2s_find_childless(t2s_explainer *e)
{
    return find_in_edges(e, is_childless_cause);
}

bool t2s_find_children(t2s_explainer *e)
{
    return find_in_edges(e, is_children_cause);
}

bool t2s_find_count(t2s_explainer *e)
{
    return find_in_edges(e, is_count_cause);
}
