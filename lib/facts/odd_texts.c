#include "facts/odd_texts.h"

/* Whether a condition compares a column with a text or NULL, or computes with
 * it. */
static bool is_compared(const t2s_query *query, int32_t column)
{
    for (size_t i = 0; i < query->conditions.count + query->tests.count; i++) {
        const t2s_condition *at =
            i < query->conditions.count
                ? &query->conditions.at[i]
                : &query->tests.at[i - query->conditions.count];
        if (at->slot.column == column &&
            (at->value.operand == T2S_OPERAND_TEXT ||
             at->value.operand == T2S_OPERAND_NULL || at->slot.is_computed))
            return true;
    }
    return false;
}

/* Whether a text is replaced within a node. */
static bool replaces(const t2s_query *query, const t2s_node *of)
{
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_TEXT && use->begin >= of->begin &&
            use->end <= of->end)
            return true;
    return false;
}

int32_t t2s_odd_texts_in(bool *is_tested, const t2s_query *query,
                         const t2s_value_index *values, int32_t argument)
{
    const t2s_node *of =
        argument == T2S_NO_NODE ? NULL : &query->tree->nodes[argument];
    *is_tested = false;
    for (size_t i = of ? t2s_query_column_from(query, of->begin) : 0;
         of && values && i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        if (query->tree->nodes[at->expr].begin >= of->end)
            break;
        if (at->column == T2S_NO_ITEM ||
            !t2s_value_index_has_odd_texts(values, at->column))
            continue;
        *is_tested = is_compared(query, at->column) || replaces(query, of);
        return at->column;
    }
    return T2S_NO_ITEM;
}
