/* Clauses that the sketch, which is predicted from the question, surely has or
 * has not, and the query not or has. */
#include "findings/findings.h"

#include "base/memory.h"
#include "sketch/heads.h"

/* How sure the sketch must be. */
#define SURELY 0.97

static const struct {
    const char *name;
    t2s_sql_rule rule; /* where it stands */
} clauses[T2SED_SKETCH_CLAUSES] = {
    [T2SED_SKETCH_WHERE] = {"WHERE", T2S_RULE_where_clause},
    [T2SED_SKETCH_GROUP_BY] = {"GROUP BY", T2S_RULE_group_by_clause},
    [T2SED_SKETCH_HAVING] = {"HAVING", T2S_RULE_group_by_clause},
    [T2SED_SKETCH_ORDER_BY] = {"ORDER BY", T2S_RULE_order_by_stmt},
    [T2SED_SKETCH_LIMIT] = {"LIMIT", T2S_RULE_limit_stmt},
    [T2SED_SKETCH_EXCEPT] = {"EXCEPT", T2S_RULE_compound_operator},
    [T2SED_SKETCH_UNION] = {"UNION", T2S_RULE_compound_operator},
    [T2SED_SKETCH_INTERSECT] = {"INTERSECT", T2S_RULE_compound_operator},
};

static t2sed_span span_of_rule(const t2s_checked *q, t2s_sql_rule rule)
{
    const t2s_tree *tree = q->tree;
    t2s_tree_for_each (tree, tree->root, node)
        if (t2s_sql_is(tree, node, rule))
            return t2s_span_of_node(q, node);
    return T2S_NOWHERE;
}

static void compare(t2s_checked *q, const float *has)
{
    for (size_t i = 0; i < T2SED_SKETCH_CLAUSES; i++) {
        double probability = q->from->sketch->probability[i];
        if (has[i] == 0 && probability >= SURELY)
            t2s_report(q, T2SED_FINDING_CLAUSE_MISSING, T2S_NOWHERE,
                       T2S_NOWHERE, NULL, "Such questions usually need %s.",
                       clauses[i].name);
        if (has[i] == 1 && probability <= 1 - SURELY)
            t2s_report(q, T2SED_FINDING_CLAUSE_UNEXPECTED,
                       span_of_rule(q, clauses[i].rule), T2S_NOWHERE, NULL,
                       "Such questions usually need no %s.", clauses[i].name);
    }
}

void t2s_check_sketch(t2s_checked *q)
{
    float *heads = t2s_alloc_array(t2sed_sketch_head_count(), sizeof *heads);
    if (!heads) {
        t2s_check_failed(q);
        return;
    }
    t2s_sketch_heads(heads, q->query);
    compare(q, heads);
    t2s_free(heads);
}
