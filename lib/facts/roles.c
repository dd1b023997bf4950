#include "facts/roles.h"

#include <string.h>

/* What a SELECT in a condition gives ties it to the query where it is a key;
 * otherwise it is what the condition compares with. */
static t2s_item_role role_of_selected(const t2s_query *query,
                                      const t2s_query_use *use,
                                      const t2sed_schema *schema)
{
    const t2s_query_scope *scope =
        use->scope >= 0 ? &query->scopes.at[use->scope] : NULL;
    if (!scope || scope->role != T2S_ROLE_CONDITION)
        return T2S_ITEM_SELECTED;
    return t2s_schema_is_key(schema, use->index) ? T2S_ITEM_JOINED
                                                 : T2S_ITEM_CONDITION;
}

static t2s_item_role role_of(const t2s_query *query, size_t i,
                             const t2sed_schema *schema)
{
    const t2s_query_use *use = &query->uses.at[i];
    switch (use->clause) {
    case T2S_CLAUSE_SELECT:
        return role_of_selected(query, use, schema);
    case T2S_CLAUSE_GROUP:
        return T2S_ITEM_GROUPED;
    case T2S_CLAUSE_ORDER:
        return T2S_ITEM_ORDERED;
    default:
        return use->only_ties ? T2S_ITEM_JOINED : T2S_ITEM_CONDITION;
    }
}

void t2s_roles_read(uint8_t *columns, uint8_t *tables, const t2s_query *query,
                    const t2sed_schema *schema)
{
    memset(columns, 0, schema->column_count);
    memset(tables, 0, schema->table_count);
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->index < 0)
            continue;
        if (use->kind == T2S_USES_TABLE &&
            (size_t)use->index < schema->table_count)
            tables[use->index] |= 1u << T2S_ITEM_USED;
        if (use->kind == T2S_USES_COLUMN &&
            (size_t)use->index < schema->column_count)
            columns[use->index] |= (uint8_t)(1u << T2S_ITEM_USED |
                                             1u << role_of(query, i, schema));
    }
}
