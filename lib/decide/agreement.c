/* agreement.c - groups of candidates that give, or say, the same. */
#include "t2sed/agreement.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"
#include "decide/same_query.h"
#include "features/ending.h"
#include "sql/rules.h"
#include "sql/sql.h"

struct t2sed_agreement {
    size_t count, group_count;
    int *groups;    /* [count] */
    double *shares; /* [count] */
    int *outcomes;  /* [count] T2SED_OUTCOME_* */
    size_t *rows;   /* [count] */
};

/* A candidate as it is read. */
typedef struct candidate {
    t2sed_sql *sql; /* NULL: does not parse */
    t2s_ending ending;
} candidate;

/*
 * Candidates are read one after another; of each stays what it agrees by: the
 * fingerprint of its result, or the number of its texts' group, counted by
 * themselves. Once all are read it is known how results compare, and groups get
 * their numbers in the order of their first candidates.
 */
typedef struct grouping {
    t2sed_agreement *out;
    t2s_fingerprint *fingerprints; /* [count] of those that gave rows */
    const t2sed_schema *schema;    /* or NULL */
    t2s_map texts;       /* what a query says, by number -> its text group */
    t2s_map results;     /* a result's number -> its group */
    int *text_groups;    /* [texts.count] their numbers among all; -1: none */
    bool ran, unordered; /* some query did; one of those has no ORDER BY */
} grouping;

const char *t2sed_outcome_name(int outcome)
{
    static const char *const names[] = {"ran", "failed", "cut", "not_run",
                                        "syntax"};
    return outcome >= 0 && outcome <= T2SED_OUTCOME_SYNTAX ? names[outcome]
                                                           : NULL;
}

static int outcome_of(const candidate *c)
{
    if (!c->sql)
        return T2SED_OUTCOME_SYNTAX;
    switch (c->ending.how) {
    case T2S_RUN_DONE:
        return T2SED_OUTCOME_RAN;
    case T2S_RUN_REFUSED:
        return T2SED_OUTCOME_FAILED;
    case T2S_RUN_DATABASE:
        return T2SED_OUTCOME_NOT_RUN;
    default:
        return T2SED_OUTCOME_CUT;
    }
}

static t2sed_status read_candidate(candidate *c, t2sed_evidence *source,
                                   const char *text, size_t n, t2sed_error *err)
{
    t2sed_status status = t2sed_sql_parse_n(&c->sql, text, n, NULL);
    c->ending.how = T2S_RUN_DATABASE;
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK || !source)
        return T2SED_OK;
    return t2s_evidence_ending(&c->ending, source, c->sql, err);
}

/* The group of queries that say the same as this one. */
static t2sed_status group_by_text(int *out, grouping *g, const t2sed_sql *sql,
                                  t2sed_error *err)
{
    uint64_t number;
    int64_t group;
    t2sed_status status = t2s_same_query_number(&number, sql, g->schema, err);
    if (status != T2SED_OK)
        return status;
    group = t2s_map_get(&g->texts, (const char *)&number, sizeof number,
                        (int64_t)g->texts.count);
    if (!t2s_map_set(&g->texts, (const char *)&number, sizeof number, group))
        return t2s_fail_memory(err);
    *out = (int)group;
    return T2SED_OK;
}

/* Whether the whole query is sorted, behind the last SELECT of a compound. */
static bool has_order(const t2sed_sql *sql)
{
    const t2s_tree *tree = &sql->full;
    bool has = false;
    t2s_tree_for_each_child (tree, tree->root, child) {
        if (tree->nodes[child].label == T2S_SQL_LABEL(order_by_stmt))
            has = true;
        else if (tree->nodes[child].label == T2S_SQL_LABEL(select_core))
            has = false;
    }
    return has;
}

/* Reads candidate i, as far as it goes without the others. */
static t2sed_status add_candidate(grouping *g, size_t i, t2sed_evidence *source,
                                  const char *text, size_t n, t2sed_error *err)
{
    t2sed_agreement *out = g->out;
    candidate c = {0};
    t2sed_status status = read_candidate(&c, source, text, n, err);
    if (status != T2SED_OK) {
        t2sed_sql_free(c.sql);
        return status;
    }
    out->groups[i] = -1;
    out->outcomes[i] = outcome_of(&c);
    out->rows[i] = c.ending.rows;
    if (out->outcomes[i] == T2SED_OUTCOME_RAN) {
        g->ran = true;
        g->unordered = g->unordered || !has_order(c.sql);
        g->fingerprints[i] = c.ending.fingerprint;
    }
    if (out->outcomes[i] == T2SED_OUTCOME_CUT ||
        out->outcomes[i] == T2SED_OUTCOME_NOT_RUN ||
        (out->outcomes[i] == T2SED_OUTCOME_RAN && out->rows[i] == 0))
        status = group_by_text(&out->groups[i], g, c.sql, err);
    t2sed_sql_free(c.sql);
    return status;
}

/* The group of a result; -1 when memory is short. */
static int group_of_result(grouping *g, uint64_t number)
{
    const char *key = (const char *)&number;
    const int64_t group = t2s_map_get(&g->results, key, sizeof number,
                                      (int64_t)g->out->group_count);
    if (group < (int64_t)g->out->group_count)
        return (int)group;
    if (!t2s_map_set(&g->results, key, sizeof number, group))
        return -1;
    g->out->group_count++;
    return (int)group;
}

/* Gives the groups their numbers. */
static t2sed_status number_groups(grouping *g, t2sed_error *err)
{
    t2sed_agreement *out = g->out;
    const bool ordered = g->ran && !g->unordered;
    g->text_groups = t2s_alloc_array(g->texts.count, sizeof *g->text_groups);
    if (!g->text_groups)
        return t2s_fail_memory(err);
    for (size_t k = 0; k < g->texts.count; k++)
        g->text_groups[k] = -1;
    for (size_t i = 0; i < out->count; i++) {
        const t2sed_status status = t2s_check_interrupt(err);
        if (status != T2SED_OK)
            return status;
        if (out->groups[i] >= 0) {
            int *group = &g->text_groups[out->groups[i]];
            if (*group < 0)
                *group = (int)out->group_count++;
            out->groups[i] = *group;
        } else if (out->outcomes[i] == T2SED_OUTCOME_RAN) {
            const t2s_fingerprint *f = &g->fingerprints[i];
            out->groups[i] = group_of_result(g, ordered ? f->list : f->bag);
            if (out->groups[i] < 0)
                return t2s_fail_memory(err);
        }
    }
    return T2SED_OK;
}

static bool reserve(grouping *g, size_t count)
{
    t2sed_agreement *out = t2s_zalloc(sizeof *out);
    g->out = out;
    if (!out)
        return false;
    out->count = count;
    out->groups = t2s_alloc_array(count, sizeof *out->groups);
    out->shares = t2s_alloc_array(count, sizeof *out->shares);
    out->outcomes = t2s_alloc_array(count, sizeof *out->outcomes);
    out->rows = t2s_alloc_array(count, sizeof *out->rows);
    g->fingerprints = t2s_zalloc_array(count, sizeof *g->fingerprints);
    return out->groups && out->shares && out->outcomes && out->rows &&
           g->fingerprints;
}

static void release(grouping *g)
{
    t2s_map_free(&g->texts);
    t2s_map_free(&g->results);
    t2s_free(g->text_groups);
    t2s_free(g->fingerprints);
}

static t2sed_status add_candidates(grouping *g, t2sed_evidence *source,
                                   const char *const *queries,
                                   const size_t *lengths, size_t count,
                                   t2sed_error *err)
{
    const t2s_progress progress = t2s_progress_begin(count);
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        status = t2s_check_progress(&progress, i, err);
        if (status == T2SED_OK)
            status =
                add_candidate(g, i, source, queries[i],
                              lengths ? lengths[i] : strlen(queries[i]), err);
    }
    t2s_progress_end(&progress);
    return status;
}

t2sed_status t2sed_agreement_make(t2sed_agreement **out, t2sed_evidence *source,
                                  const t2sed_schema *schema,
                                  const char *const *queries,
                                  const size_t *lengths, size_t count,
                                  const double *weights, t2sed_error *err)
{
    grouping g = {0};
    t2sed_status status = T2SED_OK;
    if (!out || (!queries && count > 0))
        return t2s_fail_null(err, __func__, "out and queries");
    if (count > INT_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "agreement: %zu queries, expected up to %d", count,
                        INT_MAX);
    for (size_t i = 0; i < count; i++)
        if (!queries[i])
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "agreement: query %zu is NULL", i);
    g.schema = schema || !source ? schema : t2s_evidence_schema(source);
    if (!reserve(&g, count))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = add_candidates(&g, source, queries, lengths, count, err);
    if (status == T2SED_OK)
        status = number_groups(&g, err);
    if (status == T2SED_OK)
        status = t2sed_agreement_shares(g.out->shares, g.out->groups, weights,
                                        count, err);
    release(&g);
    if (status != T2SED_OK) {
        t2sed_agreement_free(g.out);
        return status;
    }
    *out = g.out;
    return T2SED_OK;
}

void t2sed_agreement_free(t2sed_agreement *agreement)
{
    if (!agreement)
        return;
    t2s_free(agreement->groups);
    t2s_free(agreement->shares);
    t2s_free(agreement->outcomes);
    t2s_free(agreement->rows);
    t2s_free(agreement);
}

size_t t2sed_agreement_count(const t2sed_agreement *agreement)
{
    return agreement ? agreement->count : 0;
}

size_t t2sed_agreement_group_count(const t2sed_agreement *agreement)
{
    return agreement ? agreement->group_count : 0;
}

int t2sed_agreement_group(const t2sed_agreement *agreement, size_t i)
{
    return agreement && i < agreement->count ? agreement->groups[i] : -1;
}

double t2sed_agreement_share(const t2sed_agreement *agreement, size_t i)
{
    return agreement && i < agreement->count ? agreement->shares[i]
                                             : (double)NAN;
}

int t2sed_agreement_outcome(const t2sed_agreement *agreement, size_t i)
{
    return agreement && i < agreement->count ? agreement->outcomes[i] : -1;
}

size_t t2sed_agreement_rows(const t2sed_agreement *agreement, size_t i)
{
    return agreement && i < agreement->count ? agreement->rows[i] : 0;
}
