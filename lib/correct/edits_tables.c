/* edits_tables.c - edits of FROM: another table in the place of one, one more,
 * one for two. */
#include <string.h>

#include "correct/search.h"

#define MOST_TABLES 5

/* The column of a table that stands for another one: of its name, what joins
 * it, or the likeliest for the use. */
static int32_t counterpart(const t2s_case *of, int32_t table, int32_t column,
                           int use)
{
    const t2sed_schema *schema = of->desk.schema;
    const char *name = schema->columns[column].name;
    const t2s_table *in = &schema->tables[table];
    int32_t best =
        t2s_schema_find_column(schema, table, name, strlen(name), NULL);
    if (best != T2S_NO_ITEM)
        return best;
    for (int32_t c = in->first_column; c < in->first_column + in->column_count;
         c++)
        if (best == T2S_NO_ITEM || of->logits[use][c] > of->logits[use][best])
            best = c;
    return best;
}

static void move_ref(const t2s_case *of, const t2s_core *core, t2s_ref *ref,
                     int from, int to, int use)
{
    if (ref->relation != from)
        return;
    ref->column = counterpart(of, core->relations[to].table, ref->column, use);
    ref->relation = (int8_t)to;
    ref->is_qualified = false;
    ref->begin = ref->end = 0;
}

static void move_tests(const t2s_case *of, const t2s_core *core, t2s_test *list,
                       int count, int from, int to)
{
    for (int i = 0; i < count; i++) {
        if (list[i].left.relation == from)
            list[i].begin = list[i].end = 0;
        move_ref(of, core, &list[i].left, from, to, T2S_FOR_TEST);
    }
}

/* Takes all columns from one relation's table to another's. */
static void move_refs(const t2s_case *of, t2s_core *core, int from, int to)
{
    for (int i = 0; i < core->item_count; i++)
        move_ref(of, core, &core->items[i], from, to, T2S_FOR_SELECT);
    for (int i = 0; i < core->group_count; i++)
        move_ref(of, core, &core->groups[i], from, to, T2S_FOR_GROUP);
    for (int i = 0; i < core->order_count; i++)
        move_ref(of, core, &core->orders[i], from, to, T2S_FOR_ORDER);
    move_tests(of, core, core->tests, core->test_count, from, to);
    move_tests(of, core, core->havings, core->having_count, from, to);
}

void t2s_offer_tables(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    t2s_edit_start(s, from, core);
    t2s_search_offer(s, &s->work, core);
    for (int h = 0; h < s->of->hot_table_count && h < MOST_TABLES; h++) {
        int32_t table = s->of->hot_tables[h];
        if (t2s_draft_find(old, table) >= 0)
            continue;
        t2s_edit_start(s, from, core);
        if (t2s_draft_place(&s->of->desk, &s->work, core, table) >= 0)
            t2s_search_offer(s, &s->work, -1);
        for (int i = 0; i < old->relation_count; i++) {
            t2s_core *to = t2s_edit_start(s, from, core);
            /* FROM is written again, which a subquery in it does not allow. */
            if (old->relations[i].is_pinned ||
                t2s_draft_find(old, T2S_NO_ITEM) >= 0)
                continue;
            to->relations[i].table = table;
            to->relations[i].is_new = true;
            to->from_changed = true;
            move_refs(s->of, to, i, i);
            t2s_search_offer(s, &s->work, core);
        }
    }
    for (int i = 0; i < old->relation_count; i++)
        for (int j = 0; j < old->relation_count; j++) {
            if (i == j || !t2s_draft_uses(old, i) ||
                old->relations[i].is_pinned || old->relations[j].table < 0)
                continue;
            move_refs(s->of, t2s_edit_start(s, from, core), i, j);
            t2s_search_offer(s, &s->work, core);
        }
}
