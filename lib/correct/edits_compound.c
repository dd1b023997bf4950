/* edits_compound.c - edits that put SELECTs together or apart. */
#include <string.h>

#include "correct/search.h"

/* A new SELECT behind the last, a copy of another without its ORDER BY, or
 * NULL. */
static t2s_core *copy_core(t2s_draft *draft, int number, int parent)
{
    t2s_core *made = &draft->cores[draft->core_count];
    if (draft->core_count == T2S_DRAFT_CORES)
        return NULL;
    *made = draft->cores[number];
    for (int i = 0; i < made->test_count; i++)
        if (made->tests[i].core >= 0)
            return NULL;
    draft->core_count++;
    made->parent = (int8_t)parent;
    made->next = made->compound = -1;
    made->order_count = 0;
    made->limit = T2S_NO_VALUE;
    return made;
}

/* Starts with `from`, whose SELECT is compounded with a copy of itself. */
static t2s_core *start(t2s_search *s, const t2s_draft *from, int core, int how)
{
    t2s_core *made;
    t2s_draft_copy(&s->work, from);
    made = copy_core(&s->work, core, from->cores[core].parent);
    if (!made)
        return NULL;
    s->work.cores[core].next = (int8_t)(s->work.core_count - 1);
    s->work.cores[core].compound = (int8_t)how;
    s->work.cores[core].order_count = 0;
    s->work.cores[core].limit = T2S_NO_VALUE;
    return made;
}

static void offer(t2s_search *s, int core)
{
    t2s_draft_prune(&s->of->desk, &s->work, s->work.core_count - 1);
    t2s_search_offer(s, &s->work, core);
}

static void keep_test(t2s_core *core, int i)
{
    core->tests[0] = core->tests[i];
    core->tests[0].after_or = false;
    core->test_count = 1;
}

/* Each of two conditions to a SELECT of its own. */
static void split_tests(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    for (int how = T2S_COMPOUND_UNION;
         how <= T2S_COMPOUND_EXCEPT && old->test_count == 2; how++) {
        t2s_core *made = start(s, from, core, how);
        if (!made)
            return;
        keep_test(&s->work.cores[core], 0);
        keep_test(made, 1);
        offer(s, core);
    }
}

/* ... EXCEPT SELECT ... WHERE what is not to be. */
static void except_tests(t2s_search *s, const t2s_draft *from, int core)
{
    t2s_core *made = start(s, from, core, T2S_COMPOUND_EXCEPT);
    if (!made || made->test_count == 0)
        return;
    s->work.cores[core].test_count = 0;
    for (int i = 0; i < made->test_count; i++) {
        t2s_test *test = &made->tests[i];
        if (test->op == T2S_OPERATOR_NOT_EQUAL)
            test->op = T2S_OPERATOR_EQUAL;
        test->is_negated = false;
        if (test->op >= 0)
            test->begin = test->end = 0;
    }
    offer(s, core);
}

/* The same SELECT with another table in its FROM. */
static void other_tables(t2s_search *s, const t2s_draft *from, int core)
{
    for (int h = 0; h < s->of->hot_table_count && h < 4; h++)
        for (int how = T2S_COMPOUND_UNION; how <= T2S_COMPOUND_EXCEPT; how++) {
            t2s_core *made = start(s, from, core, how);
            if (!made)
                return;
            made->test_count = 0;
            if (t2s_draft_place(&s->of->desk, &s->work, s->work.core_count - 1,
                                s->of->hot_tables[h]) < 0 ||
                made->relation_count == from->cores[core].relation_count)
                continue;
            t2s_search_offer(s, &s->work, core);
        }
}

/* The same SELECT with another value, or a condition of a value. */
static void other_values(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    for (size_t v = 0; v < s->of->desk.values.count; v++)
        for (int how = T2S_COMPOUND_UNION; how <= T2S_COMPOUND_EXCEPT; how++) {
            const t2s_literal *value = &s->of->desk.values.at[v];
            t2s_core *made;
            if (value->match < 1)
                continue;
            made = start(s, from, core, how);
            if (!made)
                return;
            if (old->test_count == 1 && old->tests[0].op >= 0 &&
                old->tests[0].values[0] != (int)v &&
                t2s_edit_fits(s->of, (int)v, old->tests[0].left.column)) {
                made->tests[0].values[0] = (int16_t)v;
                made->tests[0].begin = made->tests[0].end = 0;
                offer(s, core);
                if (value->is_number && old->tests[0].op != made->tests[0].op)
                    offer(s, core);
            } else if (value->column != T2S_NO_ITEM) {
                t2s_test test = t2s_new_test((t2s_ref){.function = -1},
                                             T2S_OPERATOR_EQUAL, (int)v);
                made->test_count = 0;
                if (!t2s_edit_ref(s, &s->work, s->work.core_count - 1,
                                  &test.left, value->column))
                    continue;
                made->tests[made->test_count++] = test;
                offer(s, core);
            }
        }
}

/* Two SELECTs become one of them, or one with the conditions of both. */
static void merge(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *left = &from->cores[core];
    const t2s_core *right = &from->cores[left->next];
    t2s_core *to;
    t2s_draft_copy(&s->work, from);
    to = &s->work.cores[core];
    to->next = to->compound = -1;
    t2s_search_offer(s, &s->work, core);
    t2s_draft_copy(&s->work, from);
    *to = *right;
    to->parent = left->parent;
    t2s_search_offer(s, &s->work, core);
    for (int or = 0; or < 2; or ++) {
        bool fits = left->test_count + right->test_count <= T2S_DRAFT_LIST;
        t2s_draft_copy(&s->work, from);
        to->next = to->compound = -1;
        for (int i = 0; i < right->test_count && fits; i++) {
            t2s_test *test = &to->tests[to->test_count];
            *test = right->tests[i];
            fits =
                test->op >= 0 && test->core < 0 &&
                t2s_edit_ref(s, &s->work, core, &test->left, test->left.column);
            test->begin = test->end = 0;
            if (i == 0)
                test->after_or = or &&to->test_count;
            to->test_count++;
        }
        if (fits)
            t2s_search_offer(s, &s->work, core);
    }
    for (int how = T2S_COMPOUND_UNION; how <= T2S_COMPOUND_EXCEPT; how++) {
        t2s_draft_copy(&s->work, from);
        to->compound = (int8_t)how;
        t2s_search_offer(s, &s->work, -1);
    }
}

/* A condition that compares with what another SELECT gives. */
static void add_query(t2s_search *s, const t2s_draft *from, int core,
                      t2s_ref left, int op, bool negated, t2s_ref item)
{
    t2s_core *to, *sub;
    t2s_draft_copy(&s->work, from);
    to = &s->work.cores[core];
    if (s->work.core_count == T2S_DRAFT_CORES ||
        to->test_count == T2S_DRAFT_LIST)
        return;
    sub = &s->work.cores[s->work.core_count++];
    memset(sub, 0, sizeof *sub);
    sub->next = sub->compound = -1;
    sub->limit = T2S_NO_VALUE;
    sub->parent = (int8_t)core;
    sub->from_changed = true;
    sub->given_relations = 1; /* of bytes there are none: made new */
    sub->relations[0] =
        (t2s_placed){.table = s->of->desk.schema->columns[item.column].table,
                     .is_new = true};
    sub->relation_count = 1;
    sub->items[0] = item;
    sub->items[0].relation = 0;
    sub->item_count = 1;
    if (!t2s_edit_ref(s, &s->work, core, &left, left.column))
        return;
    to->tests[to->test_count] = t2s_new_test(left, op, T2S_NO_VALUE);
    to->tests[to->test_count].is_negated = negated;
    to->tests[to->test_count++].core = (int8_t)(s->work.core_count - 1);
    t2s_search_offer(s, &s->work, -1);
}

/* Keys (NOT) IN a table that refers to them; the rows with the greatest, the
 * least, more than the average of a column. */
static void add_queries(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_routes *routes = s->of->desk.routes;
    const t2s_core *old = &from->cores[core];
    const t2s_ref blank = {.function = T2S_NO_FUNCTION};
    for (int h = 0; h < s->of->hot_table_count && h < 4 && routes->count; h++)
        for (int i = 0; i < old->relation_count; i++) {
            int32_t table = s->of->hot_tables[h];
            int32_t at = old->relations[i].table * routes->count + table;
            t2s_ref left = blank, item = blank;
            if (old->relations[i].table < 0 || routes->from[at] < 0)
                continue;
            left.column = routes->from[at];
            item.column = routes->to[at];
            add_query(s, from, core, left, T2S_OPERATOR_IN, true, item);
            add_query(s, from, core, left, T2S_OPERATOR_IN, false, item);
        }
    for (int h = 0; h < s->of->hot_count[T2S_FOR_TEST] && h < 2; h++) {
        t2s_ref left = blank, item = blank;
        left.column = item.column = s->of->hot[T2S_FOR_TEST][h];
        if (s->of->desk.schema->columns[left.column].kind == T2SED_TYPE_TEXT)
            continue;
        item.function = T2S_FUNCTION_MAX;
        add_query(s, from, core, left, T2S_OPERATOR_EQUAL, false, item);
        item.function = T2S_FUNCTION_MIN;
        add_query(s, from, core, left, T2S_OPERATOR_EQUAL, false, item);
        item.function = T2S_FUNCTION_AVG;
        add_query(s, from, core, left, T2S_OPERATOR_GREATER, false, item);
        add_query(s, from, core, left, T2S_OPERATOR_LESS, false, item);
    }
}

void t2s_offer_compounds(t2s_search *s, const t2s_draft *from)
{
    if (from->cores[0].next >= 0) {
        merge(s, from, 0);
        return;
    }
    add_queries(s, from, 0);
    split_tests(s, from, 0);
    except_tests(s, from, 0);
    other_tables(s, from, 0);
    other_values(s, from, 0);
}
