/* filler.h - what the parts of filling an instance share. */
#ifndef T2S_WITNESS_FILLER_H
#define T2S_WITNESS_FILLER_H

#include "base/random.h"
#include "witness/fill.h"

/* How often a row that is refused, or a value that is taken, is made
 * otherwise. */
#define T2S_MOST_TRIES 6

/* What a row is for: it meets all that is wanted, or all but what its slot
 * `missed` wants, or what chance gives. */
typedef enum t2s_row_mode {
    T2S_ROW_MEETS,
    T2S_ROW_MISSES,
    T2S_ROW_BY_CHANCE
} t2s_row_mode;

/* A reference that is filled in once its parent's rows are there. */
typedef struct t2s_deferred {
    int32_t edge;
    t2sed_cell *cells;
} t2s_deferred;

typedef struct t2s_filler {
    const t2s_plan *plan;
    t2s_store *store;
    t2s_instance *instance;
    const t2s_recipe *recipe;
    t2s_random random;
    uint8_t *spread;   /* for each slot: how many values by chance */
    int64_t *last_key; /* for each slot */
    T2S_VECTOR(t2s_deferred) deferred;
    int32_t missed; /* the slot that the row at hand misses, or -1 */
    int32_t edge;   /* the row at hand refers to `parent` by it; or -1 */
    size_t parent;
    int32_t parent_at, parent_left; /* groups of `group` children */
    bool is_adding;                 /* a row to an instance that is filled */
    bool failed;
} t2s_filler;

/* draw.c: a number below a limit, which may be 0 and then is 1; whether a lot
 * of n falls. */
uint32_t t2s_draw(t2s_filler *f, uint32_t below);
bool t2s_one_in(t2s_filler *f, uint32_t n);
bool t2s_may_be_null(const t2s_filler *f, int32_t slot);
/* The value of a slot in a row, the `row`-th that is made of its table. */
t2sed_cell t2s_draw_cell(t2s_filler *f, int32_t place, int32_t slot, size_t row,
                         t2s_row_mode mode);
/* How many values a column has that no one wants anything of; 0: many. */
uint8_t t2s_draw_spread(t2s_filler *f, int32_t slot);

/* refer.c: lets a row refer to one of its parents, by an edge; set[i]: column i
 * has its value. */
void t2s_refer(t2s_filler *f, int32_t edge_at, t2s_row *row, bool *set,
               t2s_row_mode mode);
/* Copies what an edge ties from a parent's cells, or NULLs; `set` may be
 * NULL. */
void t2s_copy_pairs(const t2s_filler *f, const t2s_edge *edge,
                    t2sed_cell *cells, bool *set, const t2sed_cell *parent);

#endif
