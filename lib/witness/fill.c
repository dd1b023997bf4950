#include "witness/fill.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"

/* How often a row that is refused is made otherwise. */
#define MOST_TRIES 6
#define MOST_ROWS  60
#define MOST_CELLS 20000
/* Parents that are looked at for one that meets what is wanted. */
#define MOST_LOOKS 8

typedef enum row_mode { MEETS, MISSES, BY_CHANCE } row_mode;

/* A reference that is filled in once its parent's rows are there. */
typedef struct deferred {
    int32_t edge;
    t2sed_cell *cells;
} deferred;

typedef struct filler {
    const t2s_plan *plan;
    t2s_store *store;
    t2s_instance *instance;
    const t2s_recipe *recipe;
    t2s_random random;
    uint8_t *spread;   /* for each slot: how many values by chance */
    int64_t *last_key; /* for each slot */
    T2S_VECTOR(deferred) deferred;
    int32_t missed; /* the slot that the row at hand misses, or -1 */
    int32_t parent_at, parent_left; /* groups of `group` children */
    bool failed;
} filler;

static uint32_t draw(filler *f, uint32_t below)
{
    return (uint32_t)t2s_random_below(&f->random, below ? below : 1);
}

static bool one_in(filler *f, uint32_t n)
{
    return draw(f, n) == 0;
}

static const t2s_stored_column *stored(const filler *f, int32_t slot)
{
    const int32_t column = f->plan->slots.at[slot].column;
    const int32_t table = f->plan->schema->columns[column].table;
    return &f->store->tables[table]
                .columns[column - f->plan->schema->tables[table].first_column];
}

static bool may_be_null(const filler *f, int32_t slot)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    return !stored(f, slot)->not_null && !of->is_key &&
           !f->plan->schema->columns[of->column].primary;
}

/* --- values by chance --- */

static t2sed_cell draw_word(filler *f, int32_t slot, uint32_t which)
{
    static const char *const words[] = {
        "Ann",   "Bob",  "Cleo",  "Dan",   "Eve",   "Finn",  "Gus",   "Hana",
        "Ida",   "Jon",  "Kim",   "Leo",   "Mia",   "Ned",   "Olga",  "Pia",
        "Quinn", "Rosa", "Sam",   "Tess",  "Uwe",   "Vera",  "Walt",  "Xena",
        "Yara",  "Zoe",  "Alma",  "Boris", "Clara", "David", "Edith", "Frida",
        "Greta", "Hugo", "Irene", "Jakob", "Karla", "Liam"};
    const uint32_t count = sizeof words / sizeof *words;
    char text[32];
    const uint32_t at = which + (uint32_t)slot * 5;
    int n = snprintf(text, sizeof text, which < count ? "%s" : "%s %u",
                     words[at % count], at / count);
    return t2s_cell_text(&f->instance->arena, text, (size_t)n);
}

static t2sed_cell draw_time(filler *f, const t2s_pool *pool, uint32_t values)
{
    t2s_period day;
    const uint32_t at = values ? draw(f, values) * 7 : draw(f, 4000);
    const int64_t years = pool->last_year - pool->first_year + 1;
    t2s_period_of_date(&day, pool->first_year + at % years,
                       1 + (int)(at / 3 % 12), 1 + (int)(at / 7 % 28));
    if (pool->grain < T2S_GRAIN_DAY)
        day.from += (int64_t)draw(f, 24) * 3600;
    return t2s_cell_time(&f->instance->arena, day.from, pool->layout,
                         pool->grain);
}

/* A value that nobody asked for: one of `values`, or of many for 0. */
static t2sed_cell draw_other(filler *f, int32_t slot, uint32_t values)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    switch (pool->sort) {
    case T2S_SORT_TIME:
        return draw_time(f, pool, values);
    case T2S_SORT_BOOLEAN:
        return t2s_cell_integer(draw(f, 2));
    case T2S_SORT_REAL:
        return t2s_cell_number(values ? 2.5 * (1 + draw(f, values))
                                      : (double)draw(f, 4000) / 4);
    case T2S_SORT_INTEGER:
        if (pool->is_year)
            return t2s_cell_integer(1995 + draw(f, values ? values : 29));
        return t2s_cell_integer(
            1 + (values ? draw(f, values) * 10 : draw(f, 1000)));
    default:
        return draw_word(f, slot, draw(f, values ? values : 200));
    }
}

/* --- wanted values --- */

static int count_bits(uint64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* The wants of a pool that the instance is for. */
static uint64_t wants_of(const filler *f, const t2s_pool *pool)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < pool->wants.count; i++)
        if (pool->wants.at[i].queries & f->recipe->queries)
            bits |= (uint64_t)1 << i;
    return bits;
}

/* Whether a choice may be the value of the slot's column here. */
static bool may_choose(const filler *f, int32_t slot, const t2s_choice *choice)
{
    return (choice->cell.type != T2SED_CELL_NULL || may_be_null(f, slot)) &&
           !(choice->is_odd && f->recipe->is_plain);
}

/* One of the choices that meet most of what is wanted, or, if there is one, one
 * that does not; NULL where there is none at all. */
static t2sed_cell draw_choice(filler *f, int32_t slot, bool shall_meet)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    const uint64_t wants = wants_of(f, pool);
    t2sed_cell chosen = {.type = T2SED_CELL_NULL}, other = chosen;
    uint32_t seen = 0, others = 0;
    int best = 0;
    for (size_t i = 0; i < pool->choices.count; i++) {
        const int met = count_bits(pool->choices.at[i].meets & wants);
        if (met > best && may_choose(f, slot, &pool->choices.at[i]))
            best = met;
    }
    for (size_t i = 0; i < pool->choices.count; i++) {
        const int met = count_bits(pool->choices.at[i].meets & wants);
        if (!may_choose(f, slot, &pool->choices.at[i]))
            continue;
        if ((met == best) == shall_meet && one_in(f, ++seen))
            chosen = pool->choices.at[i].cell;
        else if (one_in(f, ++others))
            other = pool->choices.at[i].cell;
    }
    return seen ? chosen : other;
}

static bool is_taken(const filler *f, int32_t place, int32_t at,
                     const t2sed_cell *cell)
{
    const t2s_row_list *rows = &f->instance->tables[place];
    for (size_t i = 0; i < rows->count; i++)
        if (t2s_cells_equal(&rows->at[i].cells[at], cell))
            return true;
    return false;
}

/* A value that no row has yet. */
static t2sed_cell draw_key(filler *f, int32_t place, int32_t slot,
                           bool shall_meet)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    const int32_t at = slot - f->plan->tables.at[place].first_slot;
    t2sed_cell cell = {0};
    for (int i = 0; i < MOST_TRIES && pool->choices.count && !one_in(f, 4);
         i++) {
        cell = draw_choice(f, slot, shall_meet);
        if (cell.type != T2SED_CELL_NULL && !is_taken(f, place, at, &cell))
            return cell;
    }
    do {
        const int64_t key = f->last_key[slot] += 1 + draw(f, 2);
        if (pool->sort == T2S_SORT_TEXT)
            cell = draw_word(f, slot, (uint32_t)key);
        else if (pool->sort == T2S_SORT_TIME)
            cell = t2s_cell_time(&f->instance->arena,
                                 (15000 + key) * T2S_DAY_SECONDS, pool->layout,
                                 pool->grain);
        else
            cell = t2s_cell_integer(key);
    } while (f->last_key[slot] < 100000 && is_taken(f, place, at, &cell));
    return cell;
}

/* Whether no two rows have the same: by a key, or, in plain databases, since it
 * is a name. */
static bool is_unique(const filler *f, int32_t slot)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    return of->is_key || stored(f, slot)->is_unique ||
           (f->recipe->is_plain && !of->is_linked &&
            (of->is_name || (of->is_ordered && !of->is_grouped)) &&
            t2s_plan_pool(f->plan, slot)->sort == T2S_SORT_TEXT);
}

/* What no one wants anything of. In plain databases names and measures are
 * different in most rows. */
static t2sed_cell draw_free(filler *f, int32_t place, int32_t slot)
{
    const int32_t at = slot - f->plan->tables.at[place].first_slot;
    t2sed_cell cell = draw_other(f, slot, f->spread[slot]);
    for (int i = 0; i < MOST_TRIES && f->recipe->is_plain && !f->spread[slot] &&
                    is_taken(f, place, at, &cell);
         i++)
        cell = draw_other(f, slot, 0);
    return cell;
}

/* How often a column is NULL: one in so many; 0: never. */
static uint32_t null_odds(const filler *f, int32_t slot, row_mode mode)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    const bool is_wanted = t2s_plan_pool(f->plan, slot)->wants.count > 0;
    if (!may_be_null(f, slot))
        return 0;
    if (mode == MISSES && slot == f->missed)
        return f->recipe->is_plain ? 0 : 3;
    if (is_wanted && mode != BY_CHANCE)
        return 0; /* its choices have NULL where that meets something */
    if (of->is_doubtful)
        return 4;
    return f->recipe->is_plain ? 0 : is_wanted ? 12 : 8;
}

static t2sed_cell draw_cell(filler *f, int32_t place, int32_t slot, size_t row,
                            row_mode mode)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    const bool misses = mode == MISSES && slot == f->missed;
    const t2sed_cell null = {.type = T2SED_CELL_NULL};
    const uint32_t odds = null_odds(f, slot, mode);
    if (is_unique(f, slot))
        return draw_key(f, place, slot, !misses);
    if (slot == f->recipe->focus && pool->choices.count) {
        const size_t at = row % (pool->choices.count + may_be_null(f, slot));
        return at < pool->choices.count ? pool->choices.at[at].cell : null;
    }
    if (odds && one_in(f, odds))
        return null;
    if (!pool->wants.count || (mode == BY_CHANCE && one_in(f, 4)))
        return draw_free(f, place, slot);
    return mode == BY_CHANCE ? draw_choice(f, slot, one_in(f, 2))
                             : draw_choice(f, slot, !misses);
}

/* --- references --- */

static void copy_pairs(const filler *f, const t2s_edge *edge, t2sed_cell *cells,
                       bool *set, const t2sed_cell *parent)
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

static bool may_all_be_null(const filler *f, const t2s_edge *edge)
{
    for (int32_t i = edge->first; i < edge->first + edge->count; i++)
        if (!may_be_null(f, f->plan->pairs.at[i].from))
            return false;
    return true;
}

/* Whether what is set of the child already is what the parent has. */
static bool fits(const filler *f, const t2s_edge *edge, const t2sed_cell *cells,
                 const bool *set, const t2sed_cell *parent)
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
static const t2s_row *draw_parent(filler *f, const t2s_edge *edge,
                                  const t2sed_cell *cells, const bool *set,
                                  row_mode mode)
{
    const t2s_row_list *rows = &f->instance->tables[edge->parent];
    const uint32_t count = (uint32_t)rows->count;
    const uint32_t most = count > 2 ? count - (count + 3) / 4 : count;
    const t2s_row *row = NULL;
    for (int i = 0; most && i < MOST_LOOKS; i++) {
        const t2s_row *other = &rows->at[draw(f, most)];
        if (fits(f, edge, cells, set, other->cells) &&
            (!row || (other->meets && !row->meets)))
            row = other;
        if (row && (mode == BY_CHANCE || row->meets))
            break;
    }
    for (uint32_t i = 0; !row && i < count; i++)
        if (fits(f, edge, cells, set, rows->at[i].cells))
            row = &rows->at[i];
    return row;
}

/* The parent whose group is not full yet; groups differ by one row. */
static const t2s_row *next_in_group(filler *f, const t2s_edge *edge)
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

static bool is_focus(const filler *f, const t2s_edge *edge)
{
    for (int32_t i = edge->first; i < edge->first + edge->count; i++)
        if (f->plan->pairs.at[i].from == f->recipe->focus)
            return true;
    return false;
}

static void refer(filler *f, int32_t edge_at, t2s_row *row, bool *set,
                  row_mode mode)
{
    const t2s_edge *edge = &f->plan->edges.at[edge_at];
    const bool nullable = may_all_be_null(f, edge);
    const t2s_row *parent = NULL;
    deferred later = {edge_at, row->cells};
    if (nullable &&
        (is_focus(f, edge) ? one_in(f, 2)
                           : !f->recipe->is_plain && one_in(f, 8))) {
        copy_pairs(f, edge, row->cells, set, NULL);
        row->meets = false;
        return;
    }
    if (!edge->is_declared && !f->recipe->is_plain && one_in(f, 10))
        return; /* a value by chance */
    if (f->recipe->group && mode != BY_CHANCE)
        parent = next_in_group(f, edge);
    if (!parent || !fits(f, edge, row->cells, set, parent->cells))
        parent = draw_parent(f, edge, row->cells, set, mode);
    if (parent) {
        row->meets = row->meets && parent->meets;
        copy_pairs(f, edge, row->cells, set, parent->cells);
    } else if (nullable && (edge->child != edge->parent || one_in(f, 2))) {
        copy_pairs(f, edge, row->cells, set, NULL);
    } else if (edge->is_declared && !t2s_vector_push(&f->deferred, later)) {
        f->failed = true;
    }
}

/* --- rows --- */

static int32_t draw_missed(filler *f, const t2s_filled *table)
{
    int32_t chosen = -1;
    uint32_t seen = 0;
    for (int32_t i = 0; i < table->slot_count; i++) {
        const int32_t slot = table->first_slot + i;
        const t2s_slot *of = &f->plan->slots.at[slot];
        if (of->is_used && !of->is_linked && slot != f->recipe->focus &&
            t2s_plan_pool(f->plan, slot)->wants.count && one_in(f, ++seen))
            chosen = slot;
    }
    return chosen;
}

static void make_row(filler *f, int32_t place, t2s_row *row, bool *set,
                     size_t number, row_mode mode)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t count = (size_t)table->slot_count;
    memset(set, 0, count * sizeof *set);
    memset(row->cells, 0, count * sizeof *row->cells);
    f->missed = mode == MISSES ? draw_missed(f, table) : -1;
    row->meets = mode == MEETS || (mode == MISSES && f->missed < 0);
    for (size_t i = 0; i < f->plan->edges.count && !f->failed; i++)
        if (f->plan->edges.at[i].child == place)
            refer(f, (int32_t)i, row, set, mode);
    for (size_t i = 0; i < count; i++)
        if (!set[i]) {
            row->cells[i] = draw_cell(f, place, table->first_slot + (int32_t)i,
                                      number, mode);
            f->failed |=
                row->cells[i].type == T2SED_CELL_TEXT && !row->cells[i].text;
        }
}

static row_mode draw_mode(filler *f)
{
    const uint32_t lot = draw(f, 10);
    if (f->recipe->focus >= 0 || f->recipe->group)
        return lot < 9 ? MEETS : BY_CHANCE;
    return lot < 5 ? MEETS : lot < 8 ? MISSES : BY_CHANCE;
}

static size_t row_count(filler *f, int32_t place)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t widest = MOST_CELLS / (size_t)(table->slot_count + 1);
    size_t count = (size_t)f->recipe->rows, parents = 0;
    for (size_t i = 0; i < f->plan->edges.count; i++)
        parents += f->plan->edges.at[i].child == place;
    if (f->plan->limit && table->is_asked)
        count += (size_t)f->plan->limit;
    if (parents)
        count += count / 2 + draw(f, 3);
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
static bool repeats_link(const filler *f, int32_t place,
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
static void add_row(filler *f, int32_t place, bool *set, size_t number)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t later = f->deferred.count;
    t2s_row row = {0};
    row.cells = t2s_arena_alloc_array(
        &f->instance->arena, (size_t)table->slot_count, sizeof *row.cells);
    f->failed |= !row.cells;
    for (int i = 0; i < MOST_TRIES && !f->failed; i++) {
        f->deferred.count = later;
        make_row(f, place, &row, set, number, i < 3 ? draw_mode(f) : BY_CHANCE);
        if (f->recipe->is_plain && repeats_link(f, place, row.cells))
            continue;
        if (!f->failed && t2s_store_insert(f->store, table->table, row.cells)) {
            f->failed = !t2s_vector_push(&f->instance->tables[place], row);
            return;
        }
    }
    f->deferred.count = later;
}

static void fill_table(filler *f, int32_t place)
{
    const t2s_filled *table = &f->plan->tables.at[place];
    const size_t count = table->is_view ? 0 : row_count(f, place);
    bool *set = t2s_alloc_array((size_t)table->slot_count, sizeof *set);
    f->failed |= !set;
    f->parent_at = 0;
    f->parent_left = f->recipe->group;
    for (size_t i = 0; i < count && !f->failed; i++)
        add_row(f, place, set, i);
    t2s_free(set);
}

/* Fills in what had to wait; whether there was anything. */
static bool settle_deferred(filler *f)
{
    for (size_t i = 0; i < f->deferred.count; i++) {
        const t2s_edge *edge = &f->plan->edges.at[f->deferred.at[i].edge];
        const t2s_row_list *rows = &f->instance->tables[edge->parent];
        if (rows->count)
            copy_pairs(f, edge, f->deferred.at[i].cells, NULL,
                       rows->at[draw(f, (uint32_t)rows->count)].cells);
    }
    return f->deferred.count > 0;
}

/* How many values a column has that no one wants anything of; 0: many. */
static uint8_t draw_spread(filler *f, int32_t slot)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    const bool is_text = t2s_plan_pool(f->plan, slot)->sort == T2S_SORT_TEXT;
    const uint8_t few = (uint8_t)(2 + draw(f, 3));
    if (f->recipe->has_ties)
        return few;
    if (!f->recipe->is_plain)
        return one_in(f, 3) ? few : 0;
    return (is_text || of->is_grouped) && !of->is_name && one_in(f, 2) ? few
                                                                       : 0;
}

static void fill(filler *f)
{
    bool has_changed;
    for (size_t i = 0; i < f->plan->slots.count; i++)
        f->spread[i] = draw_spread(f, (int32_t)i);
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

t2sed_status t2s_instance_fill(t2s_instance *out, const t2s_plan *plan,
                               t2s_store *store, const t2s_recipe *recipe,
                               t2sed_error *err)
{
    t2s_instance made = {.plan = plan};
    filler f = {.plan = plan,
                .store = store,
                .instance = &made,
                .recipe = recipe,
                .random = {recipe->seed}};
    made.tables = t2s_zalloc_array(plan->tables.count + 1, sizeof *made.tables);
    f.spread = t2s_zalloc_array(plan->slots.count + 1, sizeof *f.spread);
    f.last_key = t2s_zalloc_array(plan->slots.count + 1, sizeof *f.last_key);
    f.failed = !made.tables || !f.spread || !f.last_key;
    if (!f.failed)
        fill(&f);
    t2s_free(f.spread);
    t2s_free(f.last_key);
    t2s_vector_free(&f.deferred);
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

/* --- keys that hold --- */

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
