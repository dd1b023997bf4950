/* What SQLite says to the query: that it can't run, or what it gives. */
#include "evidence/find.h"

/* The WHERE of the outermost SELECT, if there is one. */
static t2s_place conditions(const t2s_find *at)
{
    const t2s_tree *tree = &at->sql->full;
    int32_t core = t2s_sql_child(tree, tree->root, T2S_RULE_select_core);
    int32_t where = core == T2S_NO_NODE
                        ? T2S_NO_NODE
                        : t2s_sql_child(tree, core, T2S_RULE_where_clause);
    return where == T2S_NO_NODE ? T2S_NOWHERE : t2s_place_of_node(at, where);
}

static void describe(t2s_find *at, const t2s_outcome *outcome)
{
    if (outcome->is_slow)
        t2s_findings_add(at->out, T2SED_FINDING_TOO_SLOW, T2S_NOWHERE,
                         T2S_NOWHERE, NULL,
                         "The query takes longer than it is given.");
    if (outcome->is_done && outcome->rows == 0)
        t2s_findings_add(at->out, T2SED_FINDING_EMPTY_RESULT, conditions(at),
                         T2S_NOWHERE, NULL, "The query gives no row.");
    if (outcome->is_null)
        t2s_findings_add(at->out, T2SED_FINDING_NULL_RESULT, conditions(at),
                         T2S_NOWHERE, NULL,
                         "The query gives nothing but NULL.");
}

t2sed_status t2s_find_running(t2s_find *at, bool *runs, t2sed_error *err)
{
    t2s_outcome outcome = {0};
    t2s_refusal refusal = {.is_refused = false};
    t2sed_status status = T2SED_OK;
    if (at->execution)
        status = t2s_execution_try(&outcome, at->sql, at->execution, err);
    else if (at->refusals)
        status = t2s_refusals_ask(&refusal, at->refusals, at->sql, err);
    *runs = !outcome.is_refused && !refusal.is_refused;
    if (status != T2SED_OK)
        return status;
    if (outcome.is_refused)
        t2s_find_refused(at, outcome.message, outcome.offset);
    else if (refusal.is_refused)
        t2s_find_refused(at, refusal.message, refusal.offset);
    else
        describe(at, &outcome);
    return T2SED_OK;
}
