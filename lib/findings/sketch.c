/* Clauses that the query plan, which is predicted from the question, surely has
 * or has not, and the query not or has. */
#include <math.h>

#include "base/memory.h"
#include "findings/findings.h"
#include "sketch/plan_heads.h"

/* How sure the plan must be. */
#define SURELY 0.97

static const struct {
    const char *name;
    t2s_sql_rule rule; /* where it stands; T2S_RULE_COUNT: nowhere to show */
} clauses[T2SED_PLAN_CLAUSES] = {
    [T2SED_PLAN_WHERE] = {"conditions", T2S_RULE_where_clause},
    [T2SED_PLAN_GROUP_BY] = {"GROUP BY", T2S_RULE_group_by_clause},
    [T2SED_PLAN_HAVING] = {"HAVING", T2S_RULE_group_by_clause},
    [T2SED_PLAN_ORDER_BY] = {"ORDER BY", T2S_RULE_order_by_stmt},
    [T2SED_PLAN_LIMIT] = {"LIMIT", T2S_RULE_limit_stmt},
    [T2SED_PLAN_EXCEPT] = {"EXCEPT", T2S_RULE_compound_operator},
    [T2SED_PLAN_UNION] = {"UNION", T2S_RULE_compound_operator},
    [T2SED_PLAN_INTERSECT] = {"INTERSECT", T2S_RULE_compound_operator},
};

static t2s_place place_of(const t2s_find *at, t2s_sql_rule rule)
{
    const t2s_tree *tree = &at->sql->full;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node))
        if (t2s_sql_is(tree, node, rule))
            return t2s_place_of_node(at, node);
    return T2S_NOWHERE;
}

static void compare(t2s_find *at, const float *heads)
{
    for (size_t i = 0; i < T2SED_PLAN_CLAUSES; i++) {
        double probability = t2sed_plan_probability(at->from.plan, i);
        if (isnan(heads[i]))
            continue;
        if (heads[i] == 0 && probability >= SURELY)
            t2s_findings_add(
                at->out, T2SED_FINDING_CLAUSE_MISSING, T2S_NOWHERE, T2S_NOWHERE,
                NULL, "Queries for such questions have %s.", clauses[i].name);
        if (heads[i] == 1 && probability <= 1 - SURELY)
            t2s_findings_add(at->out, T2SED_FINDING_CLAUSE_UNEXPECTED,
                             place_of(at, clauses[i].rule), T2S_NOWHERE, NULL,
                             "Queries for such questions have no %s.",
                             clauses[i].name);
    }
}

t2sed_status t2s_find_plan(t2s_find *at, t2sed_error *err)
{
    float *heads;
    if (!at->from.plan)
        return T2SED_OK;
    heads = t2s_alloc_array(t2sed_plan_head_count(), sizeof *heads);
    if (!heads)
        return t2s_fail_memory(err);
    t2s_plan_heads(heads, at->query);
    compare(at, heads);
    t2s_free(heads);
    return T2SED_OK;
}
