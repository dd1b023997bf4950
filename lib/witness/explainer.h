/*
 * explainer.h - the search for the cause of a difference, as its parts see it.
 * Each part changes the instance, looks what the queries do, and puts back what
 * it changed.
 */
#ifndef T2S_WITNESS_EXPLAINER_H
#define T2S_WITNESS_EXPLAINER_H

#include "witness/cause.h"

typedef struct t2s_explainer {
    t2s_cause *out;
    t2s_duel *duel;
    t2s_instance *instance;
    const t2s_plan *plan;
    size_t *counts;  /* of the rows of each table, before rows were added */
    bool needs_rows; /* results that are the same have rows */
    t2sed_status status;
    t2sed_error *err;
} t2s_explainer;

/* cause.c: whether time is up, or something failed. */
bool t2s_explainer_is_over(const t2s_explainer *e);
/* What the queries do on the instance as it is now. SQLite may refuse a row,
 * which then is no try. */
t2s_verdict t2s_explainer_try(t2s_explainer *e);
/* Whether the last try ended the difference. */
bool t2s_explainer_has_ended(const t2s_explainer *e, t2s_verdict verdict);
/* Notes a cause; true. */
bool t2s_explainer_found(t2s_explainer *e, t2s_cause_kind kind, int32_t place);

/* cause_cells.c: causes that are values. `row` has the cells of the value's
 * row. */
typedef bool (*t2s_find_in_cell)(t2s_explainer *e, int32_t place, int32_t slot,
                                 t2sed_cell *row);
/* Asks of each cell that a query uses. */
bool t2s_find_in_cells(t2s_explainer *e, t2s_find_in_cell find);
/* Puts a value in the place of a NULL that does not matter; false. */
bool t2s_replace_null(t2s_explainer *e, int32_t place, int32_t slot,
                      t2sed_cell *row);
bool t2s_is_sibling_cause(t2s_explainer *e, int32_t place, int32_t slot,
                          t2sed_cell *row);
bool t2s_is_equal_cause(t2s_explainer *e, int32_t place, int32_t slot,
                        t2sed_cell *row);
bool t2s_is_null_cause(t2s_explainer *e, int32_t place, int32_t slot,
                       t2sed_cell *row);
bool t2s_is_wanted_cause(t2s_explainer *e, int32_t place, int32_t slot,
                         t2sed_cell *row);
bool t2s_is_used_cause(t2s_explainer *e, int32_t place, int32_t slot,
                       t2sed_cell *row);
/* Of values that no condition of both queries asks for; of those. */
bool t2s_is_shared_cause(t2s_explainer *e, int32_t place, int32_t slot,
                         t2sed_cell *row);
bool t2s_is_shared_want_cause(t2s_explainer *e, int32_t place, int32_t slot,
                              t2sed_cell *row);

/* cause_rows.c: causes that are rows, and rows that are not there. */
bool t2s_find_orphan(t2s_explainer *e);
bool t2s_find_childless(t2s_explainer *e);
bool t2s_find_children(t2s_explainer *e);
bool t2s_find_count(t2s_explainer *e);
bool t2s_find_empty(t2s_explainer *e);
bool t2s_find_several(t2s_explainer *e);

#endif
