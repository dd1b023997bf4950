/* Which conditions of a query join its tables, and which choose rows. */
#include "evidence/query.h"

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
