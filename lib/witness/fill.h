/* fill.h - the rows of an instance. */
#ifndef T2S_WITNESS_FILL_H
#define T2S_WITNESS_FILL_H

#include "witness/plan.h"
#include "witness/store.h"

typedef struct t2s_row {
    t2sed_cell *cells; /* as many as its table has columns */
    bool meets;        /* it and what it refers to meet what queries want */
} t2s_row;

typedef T2S_VECTOR(t2s_row) t2s_row_list;

/* A small database that obeys the plan's schema. All zeros is empty. */
typedef struct t2s_instance {
    const t2s_plan *plan;
    t2s_row_list *tables; /* as many as the plan has */
    t2s_arena arena;
} t2s_instance;

/* How an instance is made. */
typedef struct t2s_recipe {
    uint64_t seed;
    uint32_t queries; /* bits: whose wants most rows meet */
    int32_t rows;     /* of a table that refers to none, about */
    int32_t group;    /* children of a parent, about; 0: by chance */
    int32_t focus;    /* a slot whose rows have all its values, and meet all
                         else; or -1 */
    int32_t empty;    /* a table without rows, from 1; 0: none */
    bool is_plain;    /* no NULLs, no dangling, as most databases are */
    bool has_ties;    /* what no one wants anything of has few values */
} t2s_recipe;

/*
 * Fills an instance, in memory and in the store: rows that SQLite refuses are
 * tried again a few times and then left out, and so is in the end what refers
 * to a row that is not there. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_instance_fill(t2s_instance *out, const t2s_plan *plan,
                               t2s_store *store, const t2s_recipe *recipe,
                               t2sed_error *err);
/*
 * Adds a row that meets what queries want to a table of an instance that the
 * store holds, and a row to each empty table that it refers to; by an edge, if
 * that is not -1, it refers to the parent's row `parent`. All are the last of
 * their tables. `seed`: other seeds give other values. *added is false where no
 * row is found that SQLite takes. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_instance_add(bool *added, t2s_instance *instance,
                              t2s_store *store, int32_t place, int32_t edge,
                              size_t parent, uint64_t seed, t2sed_error *err);
void t2s_instance_free(t2s_instance *instance);

/* Takes out rows that refer to rows that are not there; whether there were any.
 */
bool t2s_instance_sweep(t2s_instance *instance);
/* Puts all rows in the store, in the place of what is there. Rows that it
 * refuses are taken out. */
void t2s_instance_load(t2s_instance *instance, t2s_store *store);

#endif
