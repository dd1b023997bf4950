/*
 * plan.h - what an instance for some queries has to have: the tables that they
 * read and what these refer to, in the order of their keys, and for each column
 * the values that tell its conditions apart.
 */
#ifndef T2S_WITNESS_PLAN_H
#define T2S_WITNESS_PLAN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/calendar.h"
#include "base/vector.h"
#include "facts/query.h"
#include "t2sed/database.h"

/* Tables that are filled, and conditions on values of one pool. */
#define T2S_MOST_FILLED 100
#define T2S_MOST_WANTS  64

/* What the values of a column are. */
typedef enum t2s_sort_of {
    T2S_SORT_TEXT,
    T2S_SORT_INTEGER,
    T2S_SORT_REAL,
    T2S_SORT_TIME,
    T2S_SORT_BOOLEAN
} t2s_sort_of;

/* A condition of some queries on a value. */
typedef struct t2s_want {
    t2s_query_operator operator;
    bool is_negated, is_glob, folds_case;
    bool is_computed; /* on something computed from the value */
    t2sed_cell value; /* a number, a text or NULL */
    uint32_t queries; /* bits: which query has it */
} t2s_want;

/* A value that a column may have. */
typedef struct t2s_choice {
    t2sed_cell cell;
    uint64_t meets; /* bits: which wants of the pool */
    bool is_odd;    /* near a constant, and rare in real databases: another
                       case, a text with more behind it */
} t2s_choice;

/* What columns that are joined with each other take their values from. */
typedef struct t2s_pool {
    t2s_sort_of sort;
    t2s_time_layout layout; /* of times */
    t2s_grain grain;        /* of times */
    int64_t first_year, last_year;
    bool has_text; /* a condition compares with a text that is no number */
    bool is_year;  /* numbers that are years */
    T2S_VECTOR(t2s_want) wants;
    T2S_VECTOR(t2s_choice) choices; /* none where there are no wants */
} t2s_pool;

/* A column. */
typedef struct t2s_slot {
    int32_t column; /* of the schema */
    int32_t joined; /* a slot of the same pool; its own number: the first */
    int32_t pool;
    bool is_used;     /* by a query */
    uint32_t queries; /* bits: which use it */
    bool is_key;      /* alone no two rows have the same */
    bool is_linked;   /* an edge fills it in */
    bool is_summed;   /* by SUM or AVG */
    bool is_grouped;  /* by GROUP BY */
    bool is_ordered;  /* by ORDER BY */
    bool is_doubtful; /* by IS NULL, COALESCE...: there are NULLs */
    bool is_name;     /* rows have different ones in most databases */
    bool not_null, is_generated; /* by its table's definition */
} t2s_slot;

typedef struct t2s_filled {
    int32_t table; /* of the schema */
    int32_t first_slot, slot_count;
    bool is_asked; /* by a query; else others refer to it */
    bool is_view;  /* has no rows of its own */
} t2s_filled;

/* Rows of `child` refer to rows of `parent`. */
typedef struct t2s_edge {
    int32_t child, parent; /* places in plan.tables */
    int32_t first, count;  /* in plan.pairs */
    bool is_declared;      /* by the schema; else by a join of a query */
} t2s_edge;

typedef struct t2s_pair {
    int32_t from, to; /* slots */
} t2s_pair;

/* A view that is followed. */
typedef struct t2s_view {
    int32_t place;  /* in plan.tables */
    t2sed_sql *sql; /* its SELECT */
    t2s_query query;
    uint32_t queries; /* bits: which read it, or views that do */
} t2s_view;

/* All zeros is empty. */
typedef struct t2s_plan {
    const t2sed_schema *schema;
    T2S_VECTOR(t2s_filled) tables;
    T2S_VECTOR(t2s_slot) slots;
    T2S_VECTOR(t2s_edge) edges;
    T2S_VECTOR(t2s_pair) pairs;
    T2S_VECTOR(t2s_pool) pools;
    T2S_VECTOR(t2s_view) views;
    T2S_VECTOR(int32_t) order; /* places in tables, parents first */
    int32_t *place_of;         /* for each table of the schema, or -1 */
    int32_t group;             /* a number of rows that HAVING compares with */
    int32_t limit;             /* the largest LIMIT */
    bool has_star;             /* a query shows all columns */
    size_t work; /* steps that are left of reading what hostile queries want */
    t2s_arena arena; /* texts of values */
} t2s_plan;

/*
 * Makes a plan for queries that were read with the schema; `values` are texts
 * that the question names. Errors: T2SED_ELIMIT (more than T2S_MOST_FILLED
 * tables, a view that can't be read), T2SED_ENOMEM.
 */
t2sed_status t2s_plan_make(t2s_plan *out, const t2sed_schema *schema,
                           const t2s_query *const *queries, size_t count,
                           const char *const *values, size_t value_count,
                           t2sed_error *err);
void t2s_plan_free(t2s_plan *plan);

/* The slot of a column of the schema, or -1. */
int32_t t2s_plan_slot(const t2s_plan *plan, int32_t column);
static inline t2s_pool *t2s_plan_pool(const t2s_plan *plan, int32_t slot)
{
    return &plan->pools.at[plan->slots.at[slot].pool];
}

/* Adds the tables that a query reads; makes two slots take their values from
 * one pool. */
t2sed_status t2s_plan_add_asked(t2s_plan *plan, const t2s_query *query,
                                t2sed_error *err);
void t2s_plan_join(t2s_plan *plan, int32_t a, int32_t b);

/* plan_views.c: adds what views read, and views of these; notes which queries
 * read them; makes their columns share the pools of what these show. Errors:
 * T2SED_ELIMIT (a view that can't be read), T2SED_ENOMEM. */
t2sed_status t2s_plan_add_views(t2s_plan *plan, t2sed_error *err);
void t2s_plan_mark_views(t2s_plan *plan, const t2s_query *const *queries,
                         size_t count);
void t2s_plan_tie_views(t2s_plan *plan);

/* plan_wants.c: makes the pools and what is wanted of them. */
t2sed_status t2s_plan_read_wants(t2s_plan *plan,
                                 const t2s_query *const *queries, size_t count,
                                 const char *const *values, size_t value_count,
                                 t2sed_error *err);

/* Adds to the pool of a slot what it has not yet; false when memory is short.
 */
bool t2s_plan_add_want(t2s_plan *plan, int32_t slot, const t2s_want *want);

/* plan_checks.c: adds what CHECK constraints of a table want. False when memory
 * is short. */
bool t2s_plan_read_checks(t2s_plan *plan, const t2s_filled *table);

/* choices.c: fills in the choices of a pool by its wants. False when memory is
 * short. */
bool t2s_pool_find_choices(t2s_plan *plan, t2s_pool *pool);
/* Which wants a value meets, by bits; of computed ones nothing is known. */
uint64_t t2s_pool_meets(const t2s_pool *pool, const t2sed_cell *cell);

/* cell.c */
t2sed_cell t2s_cell_integer(int64_t value);
t2sed_cell t2s_cell_number(double value); /* an integer where it is whole */
t2sed_cell t2s_cell_text(t2s_arena *arena, const char *text, size_t n);
bool t2s_cells_equal(const t2sed_cell *a, const t2sed_cell *b);
/* Less than 0, 0 or more: numbers before texts, as SQLite orders them. */
int t2s_cells_compare(const t2sed_cell *a, const t2sed_cell *b,
                      bool folds_case);
/* A time in a layout; a number for those that are. */
t2sed_cell t2s_cell_time(t2s_arena *arena, int64_t at, t2s_time_layout layout,
                         t2s_grain grain);

#endif
