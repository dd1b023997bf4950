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
                             SENSE(leaves_out)},
    [T2SED_SKETCH_UNION] = {"UNION", T2S_RULE_compound_operator, SENSE(either)},
    [T2SED_SKETCH_INTERSECT] = {"INTERSECT", T2S_RULE_compound_operator,
                                SENSE(both)},
};

/* Other parts, and whether their absence or their presence is reported. */
enum { IF_MISSING = 1, IF_THERE = 2 };

static const struct {
    int head;
    int reports;
    const char *name;
} parts[] = {
    {SENSE(counts), IF_MISSING, "a count"},
    {SENSE(totals), IF_MISSING, "a sum"},
    {SENSE(averages), IF_MISSING, "an average"},
    {SENSE(shares), IF_MISSING, "a division of two counts or sums"},
    {SENSE(groups), IF_MISSING, "groups (GROUP BY or PARTITION BY)"},
    {SENSE(leaves_out), IF_MISSING, "NOT, <>, IS NULL or the like"},
    {SENSE(both), IF_MISSING, "INTERSECT or two conditions on related rows"},
    {SENSE(compares_aggregate), IF_MISSING, "a comparison with an aggregate"},
    {FORM(product), IF_MISSING, "a multiplication"},
    {FORM(percent), IF_MISSING, "a multiplication by 100"},
    {FORM(nested_aggregate), IF_MISSING, "an aggregate of an aggregate"},
    {FORM(group_2), IF_MISSING, "two group keys"},
    {FORM(window), IF_MISSING, "a window function"},
    {T2S_SKETCH_like, IF_MISSING, "LIKE"},
    {SENSE(extremes), IF_MISSING, "MIN, MAX, LIMIT or a rank"},
    {SENSE(either), IF_MISSING, "OR, UNION or IN with several values"},
    {SENSE(once), IF_MISSING | IF_THERE,
     "DISTINCT, EXISTS, IN (SELECT ...) or UNION"},
    {SENSE(keeps_unmatched), IF_MISSING | IF_THERE, "LEFT JOIN or the like"},
    {FORM(is_null), IF_THERE, "IS NULL"},
    {FORM(is_not_null), IF_THERE, "IS NOT NULL"},
};

static t2sed_span span_of_rule(const t2s_inspected *q, t2s_sql_rule rule)
{
    const t2s_tree *tree = q->tree;
    t2s_tree_for_each (tree, tree->root, node)
        if (t2s_sql_is(tree, node, rule))
            return t2s_span_of_node(q, node);
    return T2S_NOWHERE;
}

static void compare(t2s_inspected *q, const float *has)
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

/* Whether all IS NOT NULL and the like, or with `sign` -1 all that leaves rows
 * out, only protect a computation or are as asked: "unpaid", "closed". */
static bool is_as_asked(const t2s_inspected *q, int sign)
{
    const t2s_restrictions *of = &q->match->restrictions;
    bool is_there = false;
    for (size_t i = 0; i < of->count; i++) {
        const t2s_restriction *at = &of->at[i];
        if (at->sign != sign || at->kind != T2S_RESTRICTS_NULL)
            continue;
        if (at->direction <= 0 && !at->guards)
            return false;
        is_there = true;
    }
    return is_there;
}

/* Whether the conditions of the query speak against what the sketch says of a
 * part. */
static bool is_settled(const t2s_inspected *q, int head)
{
    const t2s_restrictions *of;
    if (!q->match || !q->from->schema)
        return false;
    of = &q->match->restrictions;
    if (head == FORM(is_null))
        return is_as_asked(q, -1);
    if (head == FORM(is_not_null))
        return is_as_asked(q, 1);
    /* Negated words are met by 'no', 0 or a lack. */
    for (size_t i = 0; head == SENSE(leaves_out) && i < of->count; i++) {
        const t2s_restriction *at = &of->at[i];
        if (at->direction > 0 && at->word >= 0 &&
            of->question.at[at->word].is_negated)
            return true;
    }
    return false;
}

/* Whether a query has what the message names: groups without an aggregate also
 * give each row once. */
static bool is_as_named(const t2s_inspected *q, int head)
{
    const t2s_query_parts *has = &q->query->parts;
    return head != SENSE(once) || has->uses[T2S_USES_DISTINCT] ||
           has->forms[T2S_FORM_semi_join] ||
           has->compounds[T2S_COMPOUND_UNION] ||
           has->compounds[T2S_COMPOUND_INTERSECT];
}

static void compare_parts(t2s_inspected *q, const float *has)
{
    const bool has_groups = q->query->parts.clauses[T2S_CLAUSE_GROUP];
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const int head = parts[i].head;
        const double probability = q->from->sketch->probability[head];
        if (has[head] == 0 && probability >= PROBABLY &&
            (parts[i].reports & IF_MISSING) && !is_settled(q, head) &&
            /* Groups repeat no row, whatever else is shown of them. */
            !(head == SENSE(once) && has_groups))
            t2s_report(q, T2SED_FINDING_EXPECTED_PART, T2S_NOWHERE, T2S_NOWHERE,
                       NULL, "Such questions usually need %s.", parts[i].name);
        if (has[head] == 1 && probability <= 1 - PROBABLY &&
            (parts[i].reports & IF_THERE) && is_as_named(q, head) &&
            !is_settled(q, head))
            t2s_report(q, T2SED_FINDING_UNEXPECTED_PART, T2S_NOWHERE,
                       T2S_NOWHERE, NULL, "Such questions usually need no %s.",
                       parts[i].name);
    }
}

void t2s_check_sketch(t2s_inspected *q)
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
