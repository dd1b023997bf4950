/* Queries that give the same on a few instances. */
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/random.h"
#include "base/memory.h"
#include "witness/duel.h"
#include "witness/fill.h"
#include "witness/unstable.h"
#include "witness/witness.h"

/* A query of the group. */
typedef struct member {
    const t2sed_sql *sql;
    t2s_unstable unstable;
    bool runs;
    bool tells; /* it gave more than no row, NULLs and 0 on an instance */
    uint64_t prints[T2S_MOST_GROUP_INSTANCES]; /* of its results */
} member;

typedef struct group {
    t2sed_witness *w;
    member *members;
    const t2s_query **queries; /* [read] of those that run */
    size_t count, read;
    t2s_plan plan;
    bool *is_filled; /* [plan.tables.count] some instance had rows */
    bool is_ordered; /* all queries have ORDER BY: results are lists */
} group;

static void begin(group *g, const t2sed_sql *const *sql,
                  const t2s_query *const *queries)
{
    g->is_ordered = true;
    for (size_t i = 0; i < g->count; i++) {
        member *m = &g->members[i];
        m->sql = sql[i];
        if (!m->sql)
            continue;
        m->unstable = t2s_unstable_read(m->sql);
        m->runs = queries[i] && !m->unstable.is_random;
        g->is_ordered = g->is_ordered && m->runs && t2s_sql_is_ordered(m->sql);
        if (m->runs)
            g->queries[g->read++] = queries[i];
    }
}

static t2sed_status run_all(group *g, size_t instance, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < g->count && !status; i++) {
        member *m = &g->members[i];
        t2s_fingerprint print = {0};
        t2s_result result = {0};
        t2s_run how = T2S_RUN_DONE;
        m->runs = m->runs && !t2s_store_is_over(g->w->store);
        if (!m->runs)
            continue;
        status = t2s_check_interrupt(err);
        if (!status)
            status = t2s_store_run(&how, &result, g->w->store, m->sql,
                                   t2s_note_telling, &m->tells, err);
        m->runs = !status && how == T2S_RUN_DONE;
        if (m->runs && !t2s_fingerprint_make(&print, &result))
            status = t2s_fail_memory(err);
        m->prints[instance] = g->is_ordered ? print.list : print.bag;
        t2s_result_free(&result);
    }
    return status;
}

/* Nothing is known of any query: not all instances could be made, or a table
 * has no rows in any. */
static t2sed_status forget(group *g)
{
    for (size_t i = 0; i < g->count; i++)
        g->members[i].runs = false;
    return T2SED_OK;
}

static t2sed_status run_instances(group *g, size_t instances, t2sed_error *err)
{
    t2s_random random = {g->w->options.seed};
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < instances && !status; i++) {
        t2s_instance instance = {0};
        if (t2s_store_is_over(g->w->store))
            return forget(g);
        t2s_recipe recipe = {.rows = 8, .queries = UINT32_MAX, .focus = -1};
        recipe.seed = t2s_random_bits(&random);
        recipe.is_plain = i % 2 == 0 || g->w->options.plain;
        recipe.has_ties = i % 3 == 2; /* also of names */
        recipe.group = i % 2 == 1 ? g->plan.group : 0;
        status =
            t2s_instance_fill(&instance, &g->plan, g->w->store, &recipe, err);
        for (size_t k = 0; !status && k < g->plan.tables.count; k++)
            g->is_filled[k] |= instance.tables[k].count > 0;
        t2s_instance_free(&instance);
        if (!status && g->w->store->is_spoilt)
            return forget(g);
        if (!status)
            status = run_all(g, i, err);
    }
    for (size_t k = 0; !status && k < g->plan.tables.count; k++)
        if (g->plan.tables.at[k].is_asked && !g->plan.tables.at[k].is_view &&
            !g->is_filled[k])
            return forget(g);
    return status;
}

static void put_together(int32_t *groups, const group *g, size_t instances)
{
    for (size_t i = 0; i < g->count; i++) {
        const member *m = &g->members[i];
        /* Of two that give nothing it is not known whether they are the same.
         */
        groups[i] = m->runs && m->tells ? (int32_t)i : -1;
        for (size_t k = 0; k < i && groups[i] == (int32_t)i; k++)
            if (g->members[k].runs && g->members[k].tells &&
                g->members[k].unstable.reads_clock == m->unstable.reads_clock &&
                memcmp(m->prints, g->members[k].prints,
                       instances * sizeof *m->prints) == 0)
                groups[i] = (int32_t)k;
    }
}

/* Queries that can't all be filled for, can't be told apart: none runs. */
static t2sed_status run_group(int32_t *groups, group *g, size_t instances,
                              t2sed_error *err)
{
    const char *missing = NULL;
    t2sed_status status = t2s_plan_make(
        &g->plan, g->w->schema, g->queries, g->read,
        (const char *const *)g->w->values, g->w->options.value_count, err);
    if (!status)
        status = t2s_witness_make_tables(&missing, g->w, &g->plan, err);
    if (status == T2SED_ELIMIT || missing) {
        for (size_t i = 0; i < g->count; i++)
            groups[i] = -1;
        return T2SED_OK;
    }
    if (!status) {
        g->is_filled =
            t2s_zalloc_array(g->plan.tables.count + 1, sizeof *g->is_filled);
        status = g->is_filled ? run_instances(g, instances, err)
                              : t2s_fail_memory(err);
    }
    if (!status)
        put_together(groups, g, instances);
    return status;
}

t2sed_status t2s_witness_group(int32_t *groups, t2sed_witness *w,
                               const t2sed_sql *const *sql,
                               const t2s_query *const *queries, size_t count,
                               size_t instances, t2sed_error *err)
{
    group g = {.w = w, .count = count};
    t2sed_status status;
    t2s_store_limit(w->store, w->options.max_milliseconds);
    g.members = t2s_zalloc_array(count, sizeof *g.members);
    g.queries = t2s_zalloc_array(count, sizeof *g.queries);
    if (g.members && g.queries) {
        begin(&g, sql, queries);
        status = run_group(groups, &g, instances, err);
    } else {
        status = t2s_fail_memory(err);
    }
    t2s_plan_free(&g.plan);
    t2s_free(g.is_filled);
    t2s_free(g.members);
    t2s_free(g.queries);
    return status;
}

t2sed_status t2sed_witness_group(int32_t *groups, t2sed_witness *w,
                                 const t2sed_sql *const *queries, size_t count,
                                 int32_t instances, t2sed_error *err)
{
    t2s_query *made;
    const t2s_query **read;
    t2sed_status status = T2SED_OK;
    if (!groups || !w || !queries)
        return t2s_fail_null(err, __func__, "groups, witness and queries");
    if (instances < 1 || instances > T2S_MOST_GROUP_INSTANCES)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "instances is %d, expected 1 to %d", (int)instances,
                        T2S_MOST_GROUP_INSTANCES);
    if (count > T2S_MOST_GROUPED)
        return t2s_fail(err, T2SED_EINVAL, -1, "%zu queries, at most %d", count,
                        T2S_MOST_GROUPED);
    made = t2s_zalloc_array(count, sizeof *made);
    read = t2s_zalloc_array(count, sizeof *read);
    if (!made || !read)
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        if (queries[i])
            status = t2s_query_read(&made[i], queries[i], w->schema, err);
        if (!status)
            read[i] = &made[i];
        else if (status == T2SED_ELIMIT)
            status = T2SED_OK;
    }
    if (!status)
        status = t2s_witness_group(groups, w, queries, read, count,
                                   (size_t)instances, err);
    for (size_t i = 0; made && i < count; i++)
        t2s_query_free(&made[i]);
    t2s_free(made);
    t2s_free(read);
    return status;
}
