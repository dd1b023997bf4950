/* Which conditions of a query join its tables, and which choose rows. */
#include "facts/query.h"

static bool is_name(const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN || use->kind == T2S_USES_UNKNOWN;
}

bool t2s_query_is_join(const t2s_query *query, size_t use,
                       const t2sed_schema *schema)
{
    const t2s_query_use *at = &query->uses.at[use];
    const t2s_query_use *left = at - 1, *right = at + 1;
    if (at->kind != T2S_USES_OPERATOR || at->index != T2S_OPERATOR_EQUAL ||
        (at->clause != T2S_CLAUSE_ON && at->clause != T2S_CLAUSE_WHERE) ||
        use == 0 || use + 1 >= query->uses.count)
        return false;
    if (!is_name(left) || !is_name(right) || left->clause != at->clause ||
        right->clause != at->clause || left->scope != at->scope ||
        right->scope != at->scope)
        return false;
    return at->clause == T2S_CLAUSE_ON || left->kind == T2S_USES_UNKNOWN ||
           right->kind == T2S_USES_UNKNOWN ||
           schema->columns[left->index].table !=
               schema->columns[right->index].table;
}

bool t2s_query_is_condition(const t2s_query *query, size_t use,
                            const t2sed_schema *schema)
{
    const t2s_query_use *at = &query->uses.at[use];
    return at->kind == T2S_USES_OPERATOR &&
           at->index != T2S_OPERATOR_ARITHMETIC &&
           (at->clause == T2S_CLAUSE_ON || at->clause == T2S_CLAUSE_WHERE ||
            at->clause == T2S_CLAUSE_HAVING) &&
           !t2s_query_is_join(query, use, schema);
}

static t2s_query_kind kind_at(const t2s_query *query, size_t i)
{
    return i < query->uses.count ? query->uses.at[i].kind : T2S_USES_STAR;
}

static bool is_equal_at(const t2s_query *query, size_t i)
{
    return kind_at(query, i) == T2S_USES_OPERATOR &&
           query->uses.at[i].index == T2S_OPERATOR_EQUAL;
}

static bool is_subquery_of(const t2s_query *query, size_t i, int32_t scope)
{
    return i < query->uses.count && query->uses.at[i].scope >= 0 &&
           query->uses.at[i].scope != scope &&
           query->scopes.at[query->uses.at[i].scope].parent == scope;
}

bool t2s_query_only_ties(const t2s_query *query, size_t i)
{
    const t2s_query_use *use = &query->uses.at[i];
    if (use->clause == T2S_CLAUSE_ON)
        return true;
    if (use->clause == T2S_CLAUSE_SELECT)
        return use->scope >= 0 &&
               query->scopes.at[use->scope].role == T2S_ROLE_CONDITION;
    if (use->clause != T2S_CLAUSE_WHERE)
        return false;
    if (is_equal_at(query, i + 1) && kind_at(query, i + 2) == T2S_USES_COLUMN &&
        query->uses.at[i + 2].scope == use->scope)
        return true;
    if (i >= 2 && is_equal_at(query, i - 1) &&
        kind_at(query, i - 2) == T2S_USES_COLUMN &&
        query->uses.at[i - 2].scope == use->scope)
        return true;
    i += kind_at(query, i + 1) == T2S_USES_NOT;
    return kind_at(query, i + 1) == T2S_USES_OPERATOR &&
           query->uses.at[i + 1].index == T2S_OPERATOR_IN &&
           is_subquery_of(query, i + 2, use->scope);
}
