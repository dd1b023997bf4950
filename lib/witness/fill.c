/* The rows of an instance, table by table. */
#include <string.h>

#include "base/error.h"
#include "witness/filler.h"

#define MOST_ROWS  60
#define MOST_CELLS 20000
/* How far the tables that an added row refers to are filled. */
#define MOST_DEPTH 4

static int32_t draw_missed(t2s_filler *f, const t2s_filled *table)
{
    int32_t chosen = -1;
    uint32_t seen = 0;
    for (int32_t i = 0; i < table->slot_count; i++) {
        const int32_t slot = table->first_slot + i;
        const t2s_slot *of = &f->plan->slots.at[slot];
        if (of->is_used && !of->is_linked && slot != f->recipe->focus &&
            t2s_plan_pool(f->plan, slot)->wants.count && t2s_one_in(f, ++seen))
            chosen = slot;
    }
    return chosen;
}

static void make_row(t2s_filler *f, int32_t place, t2s_row *row, bool *set,
                     size_t number, t2s_row_mode mode)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t count = (size_t)table->slot_count;
    memset(set, 0, count * sizeof *set);
    memset(row->cells, 0, count * sizeof *row->cells);
    f->missed = mode == T2S_ROW_MISSES ? draw_missed(f, table) : -1;
    row->meets =
        mode == T2S_ROW_MEETS || (mode == T2S_ROW_MISSES && f->missed < 0);
    for (size_t i = 0; i < f->plan->edges.count && !f->failed; i++)
        if (f->plan->edges.at[i].child == place)
            t2s_refer(f, (int32_t)i, row, set, mode);
    for (size_t i = 0; i < count; i++)
        if (!set[i]) {
            row->cells[i] = t2s_draw_cell(
                f, place, table->first_slot + (int32_t)i, number, mode);
            f->failed |=
                row->cells[i].type == T2SED_CELL_TEXT && !row->cells[i].text;
        }
}

static t2s_row_mode draw_mode(t2s_filler *f)
{
    const uint32_t lot = t2s_draw(f, 10);
    if (f->is_adding)
        return T2S_ROW_MEETS;
    if (f->recipe->focus >= 0 || f->recipe->group)
        return lot < 9 ? T2S_ROW_MEETS : T2S_ROW_BY_CHANCE;
    return lot < 5   ? T2S_ROW_MEETS
           : lot < 8 ? T2S_ROW_MISSES
                     : T2S_ROW_BY_CHANCE;
}

static size_t row_count(t2s_filler *f, int32_t place)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t widest = MOST_CELLS / (size_t)(table->slot_count + 1);
    size_t count = (size_t)f->recipe->rows, parents = 0;
    for (size_t i = 0; i < f->plan->edges.count; i++)
        parents += f->plan->edges.at[i].child == place;
    if (f->plan->limit && table->is_asked)
        count += (size_t)f->plan->limit;
    if (parents)
        count += count / 2 + t2s_draw(f, 3);
    if (parents && f->recipe->group)
        count += (size_t)f->recipe->group * 3;
    if (f->recipe->focus >= table->first_slot &&
        f->recipe->focus < table->first_slot + table->slot_count)
        count = t2s_plan_pool(f->plan, f->recipe->focus)->choices.count + 1;
    count = count > MOST_ROWS + (size_t)f->recipe->group * 3
                ? MOST_ROWS + (size_t)f->recipe->group * 3
                : count;
    return count > widest ? widest ? widest : 1 : count;
}

/* Whether a row ties what another one ties: in plain databases a table that
 * links others, and says little else, has each link once. */
static bool repeats_link(const t2s_filler *f, int32_t place,
                         const t2sed_cell *cells)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const t2s_row_list *rows = &f->instance->tables[place];
    int32_t linked = 0, keys = 0;
    for (int32_t i = 0; i < table->slot_count; i++) {
        linked += f->plan->slots.at[table->first_slot + i].is_linked;
        keys += f->plan->slots.at[table->first_slot + i].is_key;
    }
    if (keys && table->slot_count - linked - keys > 1)
        return false;
    for (size_t row = 0; linked > 1 && row < rows->count; row++) {
        int32_t same = 0;
        for (int32_t i = 0; i < table->slot_count; i++)
            same += f->plan->slots.at[table->first_slot + i].is_linked &&
                    t2s_cells_equal(&cells[i], &rows->at[row].cells[i]);
        if (same == linked)
            return true;
    }
    return false;
}

/* Adds a row that SQLite takes, if one is found. */
static void add_row(t2s_filler *f, int32_t place, bool *set, size_t number)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t later = f->deferred.count;
    t2s_row row = {0};
    row.cells = t2s_arena_alloc_array(
        &f->instance->arena, (size_t)table->slot_count, sizeof *row.cells);
    f->failed |= !row.cells;
    for (int i = 0; i < T2S_MOST_TRIES && !f->failed; i++) {
        f->deferred.count = later;
        make_row(f, place, &row, set, number,
                 i < 3 ? draw_mode(f) : T2S_ROW_BY_CHANCE);
        if (f->recipe->is_plain && repeats_link(f, place, row.cells))
            continue;
        if (!f->failed && t2s_store_insert(f->store, table->table, row.cells)) {
            f->failed = !t2s_vector_push(&f->instance->tables[place], row);
            return;
        }
    }
    f->deferred.count = later;
}

static void fill_table(t2s_filler *f, int32_t place)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t count = table->is_view || place + 1 == f->recipe->empty
                             ? 0
                             : row_count(f, place);
    bool *set = t2s_alloc_array((size_t)table->slot_count, sizeof *set);
    f->failed |= !set;
    f->parent_at = 0;
    f->parent_left = f->recipe->group;
    for (size_t i = 0; i < count && !f->failed; i++)
        add_row(f, place, set, i);
    t2s_free(set);
}

/* Fills in what had to wait; whether there was anything. */
static bool settle_deferred(t2s_filler *f)
{
    for (size_t i = 0; i < f->deferred.count; i++) {
        const t2s_edge *edge = &f->plan->edges.at[f->deferred.at[i].edge];
        const t2s_row_list *rows = &f->instance->tables[edge->parent];
        if (rows->count)
            t2s_copy_pairs(f, edge, f->deferred.at[i].cells, NULL,
                           rows->at[t2s_draw(f, (uint32_t)rows->count)].cells);
    }
    return f->deferred.count > 0;
}

static void fill(t2s_filler *f)
{
    bool has_changed;
    for (size_t i = 0; i < f->plan->slots.count; i++)
        f->spread[i] = t2s_draw_spread(f, (int32_t)i);
    t2s_store_begin(f->store);
    for (size_t i = 0; i < f->plan->tables.count; i++)
        t2s_store_clear(f->store, f->plan->tables.at[i].table);
    for (size_t i = 0; i < f->plan->order.count && !f->failed; i++)
        fill_table(f, f->plan->order.at[i]);
    t2s_store_end(f->store);
    if (f->failed)
        return;
    has_changed = settle_deferred(f);
    has_changed |= t2s_instance_sweep(f->instance);
    if (has_changed)
        t2s_instance_load(f->instance, f->store);
}

static bool open_filler(t2s_filler *f)
{
    const size_t slots = f->plan->slots.count + 1;
    f->spread = t2s_zalloc_array(slots, sizeof *f->spread);
    f->last_key = t2s_zalloc_array(slots, sizeof *f->last_key);
    return f->spread && f->last_key;
}

static void close_filler(t2s_filler *f)
{
    t2s_free(f->spread);
    t2s_free(f->last_key);
    t2s_vector_free(&f->deferred);
}

/* Adds a row to each table without rows that a row of `place` refers to, and
 * to what these refer to. */
static void add_referred(t2s_filler *f, int32_t place, bool *set, int depth)
{
    for (size_t i = 0; i < f->plan->edges.count && !f->failed; i++) {
        const t2s_edge *edge = &f->plan->edges.at[i];
        const int32_t parent = edge->parent;
        if (edge->child != place || parent == place || depth == 0 ||
            f->instance->tables[parent].count ||
            f->plan->tables.at[parent].is_view)
            continue;
        add_referred(f, parent, set, depth - 1);
        add_row(f, parent, set, 0);
    }
}

t2sed_status t2s_instance_add(bool *added, t2s_instance *instance,
                              t2s_store *store, int32_t place, int32_t edge,
                              size_t parent, uint64_t seed, t2sed_error *err)
{
    const t2s_recipe recipe = {
        .seed = seed, .queries = UINT32_MAX, .focus = -1, .is_plain = true};
    t2s_filler f = {.plan = instance->plan,
                    .store = store,
                    .instance = instance,
                    .recipe = &recipe,
                    .edge = -1,
                    .is_adding = true,
                    .random = {seed}};
    const size_t count = instance->tables[place].count;
    bool *set = t2s_alloc_array(f.plan->slots.count + 1, sizeof *set);
    f.failed = !open_filler(&f) || !set;
    if (!f.failed) {
        t2s_store_begin(store);
        add_referred(&f, place, set, MOST_DEPTH);
        f.edge = edge;
        f.parent = parent;
        if (!f.failed)
            add_row(&f, place, set, count);
        t2s_store_end(store);
    }
    *added = !f.failed && instance->tables[place].count > count &&
             f.deferred.count == 0 && !store->is_spoilt;
    close_filler(&f);
    t2s_free(set);
    return f.failed ? t2s_fail_memory(err) : T2SED_OK;
}

t2sed_status t2s_instance_fill(t2s_instance *out, const t2s_plan *plan,
                               t2s_store *store, const t2s_recipe *recipe,
                               t2sed_error *err)
{
    t2s_instance made = {.plan = plan};
    t2s_filler f = {.plan = plan,
                    .store = store,
                    .instance = &made,
                    .recipe = recipe,
                    .edge = -1,
                    .random = {recipe->seed}};
    made.tables = t2s_zalloc_array(plan->tables.count + 1, sizeof *made.tables);
    f.failed = !open_filler(&f) || !made.tables;
    if (!f.failed)
        fill(&f);
    close_filler(&f);
    if (f.failed) {
        t2s_instance_free(&made);
        return t2s_fail_memory(err);
    }
    *out = made;
    return T2SED_OK;
}

void t2s_instance_free(t2s_instance *instance)
{
    for (size_t i = 0; instance->tables && i < instance->plan->tables.count;
         i++)
        t2s_vector_free(&instance->tables[i]);
    t2s_free(instance->tables);
    instance->tables = NULL;
    t2s_arena_free(&instance->arena);
}
