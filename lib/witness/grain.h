/* grain.h - which rows the joins of a query repeat, on instances: its FROM
 * clauses run with counts of the rows of each table in the place of what they
 * select. */
#ifndef T2S_WITNESS_GRAIN_H
#define T2S_WITNESS_GRAIN_H

#include "witness/effects.h"
#include "witness/store.h"

/* SELECTs that are looked at, and relations of one of them. */
#define T2S_MOST_PROBES        6
#define T2S_MOST_PROBED_TABLES 6

/* What is found of a relation; or of all of them. */
typedef struct t2s_probed {
    int32_t relation;
    bool is_repeated; /* a group has one of its rows twice */
    bool is_single;   /* in every group that has any, each row of the join has
                         another one of its rows */
    bool is_merged, is_merged_plain; /* a group has several of its rows; on a
                                        plain instance */
} t2s_probed;

/* One SELECT. */
typedef struct t2s_probe {
    int32_t scope;
    bool is_grouped; /* it has GROUP BY */
    t2s_probed at[T2S_MOST_PROBED_TABLES];
    int count;
    bool knows_all; /* all relations of its FROM are probed */
    int32_t rows;   /* of joins, that were seen on instances */
    bool failed;    /* it did not run */
} t2s_probe;

typedef struct t2s_probes {
    const t2s_query *query;
    const t2sed_sql *sql;
    t2s_probe at[T2S_MOST_PROBES];
    size_t count;
    t2s_string text;
} t2s_probes;

void t2s_probes_find(t2s_probes *out, const t2sed_sql *sql,
                     const t2s_query *query);
void t2s_probes_free(t2s_probes *probes);

/* Runs them on what the store holds. Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_probes_run(t2s_probes *probes, t2s_store *store, bool is_plain,
                            t2sed_error *err);

/* Adds what was found to the tallies. */
void t2s_probes_conclude(t2s_effects *out, const t2s_probes *probes);

#endif
