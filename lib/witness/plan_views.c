/* Views: made as their definitions say, so that what they show follows from the
 * tables that they read, which are filled in their place. */
#include <string.h>

#include "base/error.h"
#include "sql/token.h"
#include "witness/plan.h"

/* Where the SELECT of CREATE VIEW begins; 0: nowhere. */
static size_t select_begin(const char *text)
{
    t2s_sql_scanner scanner = {text, strlen(text), 0, 0};
    t2s_sql_token token;
    int depth = 0;
    while (t2s_sql_next_token(&scanner, &token) != T2S_TK_END) {
        const char *at = text + token.begin;
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 &&
            t2s_casecmp_n(at, token.end - token.begin, "AS", 2) == 0)
            return token.end;
    }
    return 0;
}

static t2sed_status read_view(t2s_plan *plan, t2s_filled *table,
                              t2sed_error *err)
{
    const t2s_table *of = &plan->schema->tables[table->table];
    const size_t begin = select_begin(of->definition);
    t2s_view view = {.place = plan->place_of[table->table]};
    t2sed_error why;
    t2sed_status status =
        t2sed_sql_parse(&view.sql, of->definition + begin, &why);
    if (!status)
        status = t2s_query_read(&view.query, view.sql, plan->schema, &why);
    if (!status && !t2s_vector_push(&plan->views, view))
        status = T2SED_ENOMEM;
    if (status) {
        t2s_query_free(&view.query);
        t2sed_sql_free(view.sql);
        return status == T2SED_ENOMEM
                   ? t2s_fail_memory(err)
                   : t2s_fail(err, T2SED_ELIMIT, -1,
                              "the definition of the view %s can't be read: %s",
                              of->name, why.text);
    }
    table->is_view = true;
    return T2SED_OK;
}

t2sed_status t2s_plan_add_views(t2s_plan *plan, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < plan->tables.count && !status; i++) {
        const t2s_table *of = &plan->schema->tables[plan->tables.at[i].table];
        if (!of->is_view || !of->definition || plan->tables.at[i].is_view)
            continue;
        status = read_view(plan, &plan->tables.at[i], err);
        if (!status)
            status = t2s_plan_add_asked(
                plan, &plan->views.at[plan->views.count - 1].query, err);
    }
    return status;
}

/* The column of the schema that a view's column has the name of, in what it
 * reads. */
static int32_t same_name(const t2s_plan *plan, const t2s_view *view,
                         int32_t column)
{
    const char *name = plan->schema->columns[column].name;
    t2s_for_each_use (&view->query, use) {
        int32_t found = use->kind == T2S_USES_TABLE && use->index >= 0
                            ? t2s_schema_find_column(plan->schema, use->index,
                                                     name, strlen(name), NULL)
                            : T2S_NO_ITEM;
        if (found != T2S_NO_ITEM)
            return found;
    }
    return T2S_NO_ITEM;
}

static int32_t next_result(const t2s_tree *tree, int32_t result)
{
    do
        result = t2s_sql_next(tree, result);
    while (result != T2S_NO_NODE &&
           !t2s_sql_is(tree, result, T2S_RULE_result_column));
    return result;
}

static void tie_view(t2s_plan *plan, const t2s_view *view)
{
    const t2s_filled *table = &plan->tables.at[view->place];
    const t2s_tree *tree = view->query.tree;
    int32_t result = t2s_sql_result(tree, tree->root), count = 0;
    bool is_spelled; /* a result for each column, and no stars */
    for (int32_t at = result; at != T2S_NO_NODE; at = next_result(tree, at))
        count++;
    is_spelled = count == table->slot_count;
    for (int32_t k = 0; k < table->slot_count; k++) {
        const int32_t slot = table->first_slot + k;
        const t2s_named_column *name =
            is_spelled
                ? t2s_query_column_at(
                      &view->query, t2s_sql_child(tree, result, T2S_RULE_expr))
                : NULL;
        const int32_t from =
            is_spelled ? name ? name->column : T2S_NO_ITEM
                       : same_name(plan, view, plan->slots.at[slot].column);
        if (t2s_plan_slot(plan, from) >= 0)
            t2s_plan_join(plan, slot, t2s_plan_slot(plan, from));
        if (is_spelled)
            result = next_result(tree, result);
    }
}

void t2s_plan_tie_views(t2s_plan *plan)
{
    for (size_t i = 0; i < plan->views.count; i++)
        tie_view(plan, &plan->views.at[i]);
}

/* What reads a view wants what the view wants. */
static void give(t2s_plan *plan, const t2s_query *query, uint32_t queries)
{
    for (size_t i = 0; i < plan->views.count; i++)
        t2s_for_each_use (query, use)
            if (use->kind == T2S_USES_TABLE &&
                use->index == plan->tables.at[plan->views.at[i].place].table)
                plan->views.at[i].queries |= queries;
}

void t2s_plan_mark_views(t2s_plan *plan, const t2s_query *const *queries,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        give(plan, queries[i], (uint32_t)1 << i % 32);
    for (size_t i = 0; i < plan->views.count; i++)
        give(plan, &plan->views.at[i].query, plan->views.at[i].queries);
}
