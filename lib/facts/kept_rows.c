#include "facts/kept_rows.h"

#include <string.h>

#include "facts/self_joins.h"

/* Whether all that a SELECT's result has of a relation, and there is some, is
 * within aggregates. */
static bool is_counted(const t2s_query *query, int32_t relation)
{
    const t2s_tree *tree = query->tree;
    bool any = false;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *of = &query->columns.at[i];
        bool in_call = false, in_result = false;
        if (of->from != T2S_FROM_RELATION || of->relation != relation)
            continue;
        for (int32_t at = of->expr; at != T2S_NO_NODE && !in_result;
             at = tree->nodes[at].parent) {
            if (t2s_sql_is(tree, at, T2S_RULE_group_by_clause))
                return false;
            in_call |= t2s_sql_aggregates(tree, at);
            in_result = t2s_sql_is(tree, at, T2S_RULE_result_clause);
            if (t2s_sql_is(tree, at, T2S_RULE_select_stmt))
                break;
        }
        if (in_result && !in_call)
            return false;
        any |= in_result;
    }
    return any;
}

static bool is_undone(const t2s_query *query, const t2s_checks *checks,
                      int32_t relation)
{
    static const t2s_check_kind kinds[] = {T2S_CHECK_OUTER_FILTERED,
                                           T2S_CHECK_OUTER_UNDONE};
    const int32_t scope = query->in_sight.relations.at[relation].scope;
    for (size_t k = 0; k < 2; k++) {
        const t2s_check_hits *hits = &checks->of[kinds[k]];
        for (int32_t i = 0; i < hits->count && i < T2S_MOST_HITS; i++)
            if (query->in_sight.scope_of[hits->nodes[i]] == scope)
                return true;
    }
    return false;
}

static void read_relation(t2s_kept_rows *out, const t2s_query *query,
                          const t2s_checks *checks, int32_t i)
{
    const t2s_sql_relation *at = &query->in_sight.relations.at[i];
    const bool is_optional = t2s_relation_is_optional(query, i);
    if (!is_optional && query->in_sight.scopes.at[at->scope].first == i)
        return;
    if (!is_optional)
        out->inner++;
    else if (t2s_relation_is_anti_joined(query, i))
        out->anti++;
    else if (is_undone(query, checks, i))
        out->undone++;
    else
        out->optional++;
    if (is_counted(query, i)) {
        out->counted_inner += !is_optional;
        out->counted_optional += is_optional;
    }
}

void t2s_kept_rows_read(t2s_kept_rows *out, const t2s_query *query,
                        const t2s_checks *checks)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < query->in_sight.relations.count && i < 32; i++)
        read_relation(out, query, checks, (int32_t)i);
    out->inner_beside = out->optional ? out->inner : 0;
    for (size_t i = 0; i < query->scopes.count; i++)
        out->scalars += query->scopes.at[i].role == T2S_ROLE_OTHER;
    out->has_default = query->parts.forms[T2S_FORM_fallback];
}
