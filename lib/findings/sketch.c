/* Where the sketch, which is predicted from the question, and the query
 * disagree, and the sketch is nearly sure. */
#include "findings/findings.h"

#include "base/memory.h"
#include "sketch/heads.h"

/* How sure the sketch must be: of clauses, and of other parts. */
#define SURELY   0.97
#define PROBABLY 0.8

#define SENSE(name) (T2S_SKETCH_SENSES + (int)T2S_SENSE_##name)
#define FORM(name)  (T2S_SKETCH_FORMS + (int)T2S_FORM_##name)

static const struct {
    const char *name;
    t2s_sql_rule rule; /* where it stands */
    int instead;       /* a sense that a query may have without the clause */
} clauses[T2SED_SKETCH_CLAUSES] = {
    [T2SED_SKETCH_WHERE] = {"WHERE", T2S_RULE_where_clause, SENSE(both)},
    [T2SED_SKETCH_GROUP_BY] = {"GROUP BY", T2S_RULE_group_by_clause,
                               SENSE(groups)},
    [T2SED_SKETCH_HAVING] = {"HAVING", T2S_RULE_group_by_clause,
                             SENSE(compares_aggregate)},
    [T2SED_SKETCH_ORDER_BY] = {"ORDER BY", T2S_RULE_order_by_stmt,
                               SENSE(extremes)},
    [T2SED_SKETCH_LIMIT] = {"LIMIT", T2S_RULE_limit_stmt, SENSE(extremes)},
    [T2SED_SKETCH_EXCEPT] = {"EXCEPT", T2S_RULE_compound_operator,
                             SENSE(excludes)},
    [T2SED_SKETCH_UNION] = {"UNION", T2S_RULE_compound_operator, SENSE(either)},
    [T2SED_SKETCH_INTERSECT] = {"INTERSECT", T2S_RULE_compound_operator,
                                SENSE(both)},
};

/* Other parts. Before FIRST_UNEXPECTED, only absence is reported. */
static const struct {
    int head;
    const char *name;
} parts[] = {
    {SENSE(counts), "a count"},
    {SENSE(totals), "a sum"},
    {SENSE(averages), "an average"},
    {SENSE(shares), "a division of two counts or sums"},
    {SENSE(groups), "groups (GROUP BY or PARTITION BY)"},
    {SENSE(excludes), "NOT, <>, EXCEPT or the like"},
    {SENSE(both), "INTERSECT or two conditions on related rows"},
    {SENSE(compares_aggregate), "a comparison with an aggregate"},
    {FORM(product), "a multiplication"},
    {FORM(percent), "a multiplication by 100"},
    {FORM(nested_aggregate), "an aggregate of an aggregate"},
    {FORM(group_2), "two group keys"},
    {FORM(window), "a window function"},
    {T2S_SKETCH_like, "LIKE"},
    {SENSE(once), "DISTINCT, EXISTS, IN (SELECT ...) or UNION"},
    {SENSE(extremes), "MIN, MAX, LIMIT or a rank"},
    {SENSE(either), "OR, UNION or IN with several values"},
    {FORM(is_null), "IS NULL"},
    {FORM(is_not_null), "IS NOT NULL"},
    {SENSE(keeps_unmatched), "LEFT JOIN or the like"},
};
#define FIRST_UNEXPECTED 14

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
        if (has[i] == 0 && has[clauses[i].instead] == 0 &&
            probability >= SURELY)
            t2s_report(q, T2SED_FINDING_CLAUSE_MISSING, T2S_NOWHERE,
                       T2S_NOWHERE, NULL, "Such questions usually need %s.",
                       clauses[i].name);
        if (has[i] == 1 && probability <= 1 - SURELY)
            t2s_report(q, T2SED_FINDING_CLAUSE_UNEXPECTED,
                       span_of_rule(q, clauses[i].rule), T2S_NOWHERE, NULL,
                       "Such questions usually need no %s.", clauses[i].name);
    }
}

static void compare_parts(t2s_checked *q, const float *has)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const int head = parts[i].head;
        const double probability = q->from->sketch->probability[head];
        if (has[head] == 0 && probability >= PROBABLY)
            t2s_report(q, T2SED_FINDING_EXPECTED_PART, T2S_NOWHERE, T2S_NOWHERE,
                       NULL, "Such questions usually need %s.", parts[i].name);
        if (has[head] == 1 && probability <= 1 - PROBABLY &&
            i >= FIRST_UNEXPECTED)
            t2s_report(q, T2SED_FINDING_UNEXPECTED_PART, T2S_NOWHERE,
                       T2S_NOWHERE, NULL, "Such questions usually need no %s.",
                       parts[i].name);
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
    compare_parts(q, heads);
    t2s_free(heads);
}
