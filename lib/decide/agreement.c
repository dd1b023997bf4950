/* agreement.c - groups of candidates that give, or say, the same. */
#include "t2sed/agreement.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"
#include "decide/same_query.h"
#include "evaluate/clause.h"
#include "evidence/ending.h"

/* A query is compared with the first of so many groups; what comes behind is
 * the same only by its tokens, so that time does not grow with the square of
 * the candidates. */
#define MOST_COMPARED 256

struct t2sed_agreement {
    size_t count, group_count;
    int *groups;    /* [count] */
    double *shares; /* [count] */
    int *outcomes;  /* [count] T2SED_OUTCOME_* */
    size_t *rows;   /* [count] */
};

/* A candidate in the making. */
typedef struct candidate {
    t2sed_sql *sql; /* NULL: does not parse */
    t2s_ending ending;
    t2s_same_query said;
} candidate;

typedef struct grouping {
    t2sed_agreement *out;
    candidate *candidates;
    t2s_same_queries same;
    t2s_map keys;    /* what is the same for all of a group -> its number */
    size_t *leaders; /* the first of each group that agrees by what it says */
    int *leader_groups;
    size_t leader_count;
    bool ordered; /* results compare as lists */
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

/* Whether every query that ran has an ORDER BY of its own. */
static bool all_ordered(const candidate *candidates, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (outcome_of(&candidates[i]) != T2SED_OUTCOME_RAN)
            continue;
        any = true;
        if (t2s_clause_find(candidates[i].sql, T2S_RULE_order_by_stmt) ==
            T2S_NO_NODE)
            return false;
    }
    return any;
}

/* The group of that key, a new one where there is none yet; -1 when memory is
 * short. */
static int group_of_key(grouping *g, const char *key, size_t n, int otherwise)
{
    int64_t group = t2s_map_get(&g->keys, key, n, -1);
    if (group >= 0)
        return (int)group;
    group = otherwise >= 0 ? otherwise : (int64_t)g->out->group_count;
    if (!t2s_map_set(&g->keys, key, n, group))
        return -1;
    g->out->group_count += otherwise < 0;
    return (int)group;
}

/* The group of a query that says what an earlier one says, or -1. */
static int group_of_twin(const grouping *g, const candidate *c)
{
    for (size_t i = 0; i < g->leader_count; i++)
        if (t2s_same_query_is(&c->said, &g->candidates[g->leaders[i]].said))
            return g->leader_groups[i];
    return -1;
}

static t2sed_status group_by_text(grouping *g, size_t i, t2sed_error *err)
{
    candidate *c = &g->candidates[i];
    const size_t before = g->out->group_count;
    int group;
    t2sed_status status = t2s_same_query_read(&c->said, &g->same, c->sql, err);
    if (status != T2SED_OK)
        return status;
    group =
        group_of_key(g, c->said.tokens, c->said.length, group_of_twin(g, c));
    if (group < 0)
        return t2s_fail_memory(err);
    g->out->groups[i] = group;
    if (g->out->group_count > before && g->leader_count < MOST_COMPARED) {
        g->leaders[g->leader_count] = i;
        g->leader_groups[g->leader_count++] = group;
    }
    return T2SED_OK;
}

static t2sed_status group_by_result(grouping *g, size_t i, t2sed_error *err)
{
    const t2s_fingerprint *fingerprint = &g->candidates[i].ending.fingerprint;
    /* No query's tokens begin with a NUL. */
    char key[1 + sizeof(uint64_t)] = {0};
    int group;
    memcpy(key + 1, g->ordered ? &fingerprint->list : &fingerprint->bag,
           sizeof(uint64_t));
    group = group_of_key(g, key, sizeof key, -1);
    if (group < 0)
        return t2s_fail_memory(err);
    g->out->groups[i] = group;
    return T2SED_OK;
}

static t2sed_status group_candidate(grouping *g, size_t i, t2sed_error *err)
{
    t2sed_agreement *out = g->out;
    out->groups[i] = -1;
    out->outcomes[i] = outcome_of(&g->candidates[i]);
    out->rows[i] = g->candidates[i].ending.rows;
    if (out->outcomes[i] == T2SED_OUTCOME_FAILED ||
        out->outcomes[i] == T2SED_OUTCOME_SYNTAX)
        return T2SED_OK;
    return out->outcomes[i] == T2SED_OUTCOME_RAN && out->rows[i] > 0
               ? group_by_result(g, i, err)
               : group_by_text(g, i, err);
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
    g->candidates = t2s_zalloc_array(count, sizeof *g->candidates);
    g->leaders = t2s_alloc_array(MOST_COMPARED, sizeof *g->leaders);
    g->leader_groups = t2s_alloc_array(MOST_COMPARED, sizeof *g->leader_groups);
    return out->groups && out->shares && out->outcomes && out->rows &&
           g->candidates && g->leaders && g->leader_groups;
}

static void release(grouping *g, size_t count)
{
    for (size_t i = 0; g->candidates && i < count; i++)
        t2sed_sql_free(g->candidates[i].sql);
    t2s_same_queries_free(&g->same);
    t2s_map_free(&g->keys);
    t2s_free(g->candidates);
    t2s_free(g->leaders);
    t2s_free(g->leader_groups);
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
    for (size_t i = 0; i < count; i++)
        if (!queries[i])
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "agreement: query %zu is NULL", i);
    if (!schema && source)
        schema = t2s_evidence_schema(source);
    if (!reserve(&g, count))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_same_queries_open(&g.same, schema, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        status = read_candidate(&g.candidates[i], source, queries[i],
                                lengths ? lengths[i] : strlen(queries[i]), err);
    if (status == T2SED_OK)
        g.ordered = all_ordered(g.candidates, count);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        status = group_candidate(&g, i, err);
    if (status == T2SED_OK)
        status = t2sed_agreement_shares(g.out->shares, g.out->groups, weights,
                                        count, err);
    release(&g, count);
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
