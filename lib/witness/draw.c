/* The values of an instance, drawn by lot. */
#include <stdio.h>

#include "witness/filler.h"

uint32_t t2s_draw(t2s_filler *f, uint32_t below)
{
    return (uint32_t)t2s_random_below(&f->random, below ? below : 1);
}

bool t2s_one_in(t2s_filler *f, uint32_t n)
{
    return t2s_draw(f, n) == 0;
}

static const t2s_stored_column *stored_column_of(const t2s_filler *f,
                                                 int32_t slot)
{
    const int32_t column = f->plan->slots.at[slot].column;
    const int32_t table = f->plan->schema->columns[column].table;
    return &f->store->tables[table]
                .columns[column - f->plan->schema->tables[table].first_column];
}

bool t2s_may_be_null(const t2s_filler *f, int32_t slot)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    return !stored_column_of(f, slot)->not_null && !of->is_key &&
           !f->plan->schema->columns[of->column].primary;
}
/* --- values by chance --- */

static t2sed_cell draw_word(t2s_filler *f, int32_t slot, uint32_t which)
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

static t2sed_cell draw_time(t2s_filler *f, const t2s_pool *pool,
                            uint32_t values)
{
    t2s_period day;
    const uint32_t at = values ? t2s_draw(f, values) * 7 : t2s_draw(f, 4000);
    const int64_t years = pool->last_year - pool->first_year + 1;
    t2s_period_of_date(&day, pool->first_year + at % years,
                       1 + (int)(at / 3 % 12), 1 + (int)(at / 7 % 28));
    if (pool->grain < T2S_GRAIN_DAY)
        day.from += (int64_t)t2s_draw(f, 24) * 3600;
    return t2s_cell_time(&f->instance->arena, day.from, pool->layout,
                         pool->grain);
}

/* A value that nobody asked for: one of `values`, or of many for 0. */
static t2sed_cell draw_other(t2s_filler *f, int32_t slot, uint32_t values)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    switch (pool->sort) {
    case T2S_SORT_TIME:
        return draw_time(f, pool, values);
    case T2S_SORT_BOOLEAN:
        return t2s_cell_integer(t2s_draw(f, 2));
    case T2S_SORT_REAL:
        return t2s_cell_number(values ? 2.5 * (1 + t2s_draw(f, values))
                                      : (double)t2s_draw(f, 4000) / 4);
    case T2S_SORT_INTEGER:
        if (pool->is_year)
            return t2s_cell_integer(1995 + t2s_draw(f, values ? values : 29));
        return t2s_cell_integer(
            1 + (values ? t2s_draw(f, values) * 10 : t2s_draw(f, 1000)));
    default:
        return draw_word(f, slot, t2s_draw(f, values ? values : 200));
    }
}

/* --- wanted values --- */

/* The wants of a pool that the instance is for. */
static uint64_t wants_of(const t2s_filler *f, const t2s_pool *pool)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < pool->wants.count; i++)
        if (pool->wants.at[i].queries & f->recipe->queries)
            bits |= (uint64_t)1 << i;
    return bits;
}

/* Whether a choice may be the value of the slot's column here. */
static bool may_choose(const t2s_filler *f, int32_t slot,
                       const t2s_choice *choice)
{
    return (choice->cell.type != T2SED_CELL_NULL || t2s_may_be_null(f, slot)) &&
           !(choice->is_odd && f->recipe->is_plain);
}

/* One of the choices that meet most of what is wanted, or, if there is one, one
 * that does not; NULL where there is none at all. */
static t2sed_cell draw_choice(t2s_filler *f, int32_t slot, bool shall_meet)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    const uint64_t wants = wants_of(f, pool);
    t2sed_cell chosen = {.type = T2SED_CELL_NULL}, other = chosen;
    uint32_t seen = 0, others = 0;
    int best = 0;
    for (size_t i = 0; i < pool->choices.count; i++) {
        const int met = t2s_count_bits(pool->choices.at[i].meets & wants);
        if (met > best && may_choose(f, slot, &pool->choices.at[i]))
            best = met;
    }
    for (size_t i = 0; i < pool->choices.count; i++) {
        const int met = t2s_count_bits(pool->choices.at[i].meets & wants);
        if (!may_choose(f, slot, &pool->choices.at[i]))
            continue;
        if ((met == best) == shall_meet && t2s_one_in(f, ++seen))
            chosen = pool->choices.at[i].cell;
        else if (t2s_one_in(f, ++others))
            other = pool->choices.at[i].cell;
    }
    return seen ? chosen : other;
}

static bool is_taken(const t2s_filler *f, int32_t place, int32_t at,
                     const t2sed_cell *cell)
{
    const t2s_row_list *rows = &f->instance->tables[place];
    for (size_t i = 0; i < rows->count; i++)
        if (t2s_cells_equal(&rows->at[i].cells[at], cell))
            return true;
    return false;
}

/* A value that no row has yet. */
static t2sed_cell draw_key(t2s_filler *f, int32_t place, int32_t slot,
                           bool shall_meet)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    const int32_t at = slot - f->plan->tables.at[place].first_slot;
    t2sed_cell cell = {0};
    for (int i = 0;
         i < T2S_MOST_TRIES && pool->choices.count && !t2s_one_in(f, 4); i++) {
        cell = draw_choice(f, slot, shall_meet);
        if (cell.type != T2SED_CELL_NULL && !is_taken(f, place, at, &cell))
            return cell;
    }
    do {
        const int64_t key = f->last_key[slot] += 1 + t2s_draw(f, 2);
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
static bool is_unique(const t2s_filler *f, int32_t slot)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    return of->is_key || stored_column_of(f, slot)->is_unique ||
           (f->recipe->is_plain && !f->recipe->has_ties && !of->is_linked &&
            (of->is_name || (of->is_ordered && !of->is_grouped)) &&
            t2s_plan_pool(f->plan, slot)->sort == T2S_SORT_TEXT);
}

/* What no one wants anything of. In plain databases names and measures are
 * different in most rows. */
static t2sed_cell draw_free(t2s_filler *f, int32_t place, int32_t slot)
{
    const int32_t at = slot - f->plan->tables.at[place].first_slot;
    t2sed_cell cell = draw_other(f, slot, f->spread[slot]);
    for (int i = 0; i < T2S_MOST_TRIES && f->recipe->is_plain &&
                    !f->spread[slot] && is_taken(f, place, at, &cell);
         i++)
        cell = draw_other(f, slot, 0);
    return cell;
}

/* How often a column is NULL: one in so many; 0: never. */
static uint32_t null_odds(const t2s_filler *f, int32_t slot, t2s_row_mode mode)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    const bool is_wanted = t2s_plan_pool(f->plan, slot)->wants.count > 0;
    if (!t2s_may_be_null(f, slot))
        return 0;
    if (mode == T2S_ROW_MISSES && slot == f->missed)
        return f->recipe->is_plain ? 0 : 3;
    if (is_wanted && mode != T2S_ROW_BY_CHANCE)
        return 0; /* its choices have NULL where that meets something */
    if (of->is_doubtful)
        return 4;
    return f->recipe->is_plain ? 0 : is_wanted ? 12 : 8;
}

t2sed_cell t2s_draw_cell(t2s_filler *f, int32_t place, int32_t slot, size_t row,
                         t2s_row_mode mode)
{
    const t2s_pool *pool = t2s_plan_pool(f->plan, slot);
    const bool misses = mode == T2S_ROW_MISSES && slot == f->missed;
    const t2sed_cell null = {.type = T2SED_CELL_NULL};
    const uint32_t odds = null_odds(f, slot, mode);
    if (is_unique(f, slot))
        return odds && t2s_one_in(f, odds) ? null
                                           : draw_key(f, place, slot, !misses);
    if (slot == f->recipe->focus && pool->choices.count) {
        const size_t at =
            row % (pool->choices.count + t2s_may_be_null(f, slot));
        return at < pool->choices.count ? pool->choices.at[at].cell : null;
    }
    if (odds && t2s_one_in(f, odds))
        return null;
    if (!pool->wants.count || (mode == T2S_ROW_BY_CHANCE && t2s_one_in(f, 4)))
        return draw_free(f, place, slot);
    return mode == T2S_ROW_BY_CHANCE ? draw_choice(f, slot, t2s_one_in(f, 2))
                                     : draw_choice(f, slot, !misses);
}

uint8_t t2s_draw_spread(t2s_filler *f, int32_t slot)
{
    const t2s_slot *of = &f->plan->slots.at[slot];
    const bool is_text = t2s_plan_pool(f->plan, slot)->sort == T2S_SORT_TEXT;
    const uint8_t few = (uint8_t)(2 + t2s_draw(f, 3));
    if (f->recipe->has_ties)
        return few;
    if (!f->recipe->is_plain)
        return t2s_one_in(f, 3) ? few : 0;
    return (is_text || of->is_grouped) && !of->is_name && t2s_one_in(f, 2) ? few
                                                                           : 0;
}
