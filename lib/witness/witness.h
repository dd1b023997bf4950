/* witness.h - the public object, as the parts of the room see it. */
#ifndef T2S_WITNESS_WITNESS_H
#define T2S_WITNESS_WITNESS_H

#include "t2sed/parts/witness.h"
#include "witness/plan.h"
#include "witness/store.h"

struct t2sed_witness {
    const t2sed_schema *schema;
    t2sed_witness_options options;
    char **values; /* copies of the question's */
    t2s_store *store;
};

/* Limits of t2sed_witness_group. */
#define T2S_MOST_GROUP_INSTANCES 16
#define T2S_MOST_GROUPED         10000

/* Makes the tables of a plan, and notes what is found of their columns;
 * *missing is the name of one that SQLite does not take, or stays NULL. Errors:
 * T2SED_ENOMEM. */
t2sed_status t2s_witness_make_tables(const char **missing, t2sed_witness *w,
                                     t2s_plan *plan, t2sed_error *err);

/* t2sed_witness_compare of two queries that are read already. */
t2sed_status t2s_witness_compare(t2sed_difference **out, t2sed_witness *w,
                                 const t2sed_sql *const *sql,
                                 const t2s_query *const *queries,
                                 t2sed_error *err);
/* t2sed_witness_group of queries that are read already; queries[i] is NULL
 * where sql[i] is, or can't be read. The limits are the caller's. */
t2sed_status t2s_witness_group(int32_t *groups, t2sed_witness *w,
                               const t2sed_sql *const *sql,
                               const t2s_query *const *queries, size_t count,
                               size_t instances, t2sed_error *err);

#endif
