/* What SQLite says to the query: that it can't run, or what it gives. */
#include "facts/result_filter.h"
#include "findings/findings.h"

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

/* Tables of a query that are asked whether they have rows. */
#define MOST_TABLES 8

/* Whether some table of the query has no row: then an empty result tells
 * nothing. */
static t2sed_status has_empty_table(bool *out, const t2s_find *at,
                                    t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    int asked = 0;
    *out = false;
    for (size_t i = 0; i < at->query->uses.count && status == T2SED_OK; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        t2s_string query = {0};
        bool has_rows = true;
        if (use->kind != T2S_USES_TABLE || !use->text || asked++ == MOST_TABLES)
            continue;
        t2s_string_append(&query, "SELECT 1 FROM ");
        t2s_string_append_quoted(&query, use->text, use->length, '"');
        t2s_string_append(&query, " LIMIT 1");
        status = query.failed ? t2s_fail_memory(err)
                              : t2s_execution_has_rows(&has_rows, query.text, 0,
                                                       at->from.execution, err);
        *out = *out || !has_rows;
        t2s_string_free(&query);
    }
    return status;
}

/* From the column before an operator to the one behind it, or as much of that
 * as stands in the query. */
static t2s_place place_of_join(const t2s_query *query, size_t i)
{
    const t2s_query_use *use = &query->uses.at[i], *left = use, *right = use;
    if (use->kind != T2S_USES_OPERATOR)
        return t2s_place_of_use(use);
    if (i > 0 && left[-1].kind == T2S_USES_NOT)
        left--;
    if (left > query->uses.at)
        left--;
    if (i + 1 < query->uses.count)
        right++;
    if (left->begin >= right->end)
        return T2S_NOWHERE;
    return (t2s_place){(ptrdiff_t)left->begin, (ptrdiff_t)right->end};
}

static t2sed_status add_dead(t2s_find *at, size_t key, size_t use,
                             t2sed_error *err)
{
    const t2sed_schema *schema = at->from.schema;
    const t2s_column *from = &schema->columns[schema->foreign_keys[key].from];
    const t2s_column *to = &schema->columns[schema->foreign_keys[key].to];
    bool is_padded = false;
    t2sed_status status =
        t2s_dead_keys_ask_trimmed(&is_padded, at->from.keys, key, err);
    t2s_findings_add(
        at->out, T2SED_FINDING_DEAD_KEY, place_of_join(at->query, use),
        T2S_NOWHERE, NULL,
        "The declared key %s.%s references %s.%s, but no value of it occurs "
        "there, so none of its rows meets one there%s.",
        schema->tables[from->table].name, from->name,
        schema->tables[to->table].name, to->name,
        is_padded ? "; without the blanks round them some are equal" : "");
    return status;
}

/* What is the data's doing, if anything is. */
static t2sed_status find_filter(t2s_filter_scope *out, t2s_find *at,
                                t2sed_error *err)
{
    t2s_result_filter filter;
    t2sed_status status =
        t2s_result_filter_find(&filter, at->query, at->from.schema,
                               at->from.keys, at->from.values, err);
    for (size_t i = 0; status == T2SED_OK && i < filter.dead_count; i++)
        status =
            add_dead(at, (size_t)filter.dead[i].key, filter.dead[i].use, err);
    *out = t2s_result_filter_scope(&filter);
    return status;
}

static void describe(t2s_find *at, const t2s_trial *outcome, bool is_empty,
                     t2s_filter_scope filtered)
{
    if (outcome->is_slow)
        t2s_findings_add(at->out, T2SED_FINDING_TOO_SLOW, T2S_NOWHERE,
                         T2S_NOWHERE, NULL,
                         "The query takes longer than it is given.");
    if (outcome->is_done && outcome->rows == 0 && !is_empty && !filtered)
        t2s_findings_add(
            at->out, T2SED_FINDING_EMPTY_RESULT, conditions(at), T2S_NOWHERE,
            NULL, "The query gives no row, though its tables have some.");
    if (outcome->is_null && !filtered)
        t2s_findings_add(at->out, T2SED_FINDING_NULL_RESULT, conditions(at),
                         T2S_NOWHERE, NULL,
                         "The query gives nothing but NULL.");
    else if (!outcome->is_null && outcome->has_null &&
             filtered != T2S_FILTER_ALL)
        t2s_findings_add(at->out, T2SED_FINDING_NULL_IN_RESULT, T2S_NOWHERE,
                         T2S_NOWHERE, NULL,
                         "There are NULLs in what the query gives.");
    if (outcome->is_done && outcome->rows > 1 && at->from.question &&
        at->from.question->cues[T2S_CUE_SUPERLATIVE] > 0 &&
        !at->query->parts.clauses[T2S_CLAUSE_ORDER])
        t2s_findings_add(
            at->out, T2SED_FINDING_SEVERAL_ROWS, T2S_NOWHERE,
            t2s_place_of_cue(at->from.question, T2S_CUE_SUPERLATIVE), NULL,
            "The question asks for the most or the least, and "
            "the query gives %zu rows in no order.",
            outcome->rows);
}

t2sed_status t2s_find_running(t2s_find *at, bool *runs, t2sed_error *err)
{
    t2s_trial outcome = {0};
    t2s_refusal refusal = {.is_refused = false};
    t2sed_status status = T2SED_OK;
    t2s_filter_scope filtered = T2S_FILTER_NONE;
    bool is_empty = false;
    if (at->from.execution)
        status = t2s_execution_try(&outcome, at->sql, at->from.execution, err);
    else if (at->from.refusals)
        status = t2s_refusals_ask(&refusal, at->from.refusals, at->sql, err);
    *runs = !outcome.is_refused && !refusal.is_refused;
    if (status != T2SED_OK)
        return status;
    if (outcome.is_refused)
        t2s_find_refused(at, outcome.message, outcome.offset);
    else if (refusal.is_refused)
        t2s_find_refused(at, refusal.message, refusal.offset);
    else if (outcome.is_known)
        status = find_filter(&filtered, at, err);
    if (status == T2SED_OK && *runs && outcome.is_done && outcome.rows == 0 &&
        !filtered)
        status = has_empty_table(&is_empty, at, err);
    if (status == T2SED_OK && *runs)
        describe(at, &outcome, is_empty, filtered);
    return status;
}
