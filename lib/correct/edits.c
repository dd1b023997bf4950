/* edits.c - the edits of one SELECT. Each is done to a copy and offered. */
#include <string.h>

#include "correct/search.h"

#define MOST_HOT 9 /* columns that are tried in a place */

static bool is_numeric(const t2s_case *of, int32_t column)
{
    const int kind =
        column < 0 ? T2SED_TYPE_TEXT : of->desk.schema->columns[column].kind;
    return kind != T2SED_TYPE_TEXT && kind != T2SED_TYPE_TIME;
}

bool t2s_edit_ref(t2s_search *s, t2s_draft *draft, int core, t2s_ref *ref,
                  int32_t column)
{
    int place = t2s_draft_place(&s->of->desk, draft, core,
                                s->of->desk.schema->columns[column].table);
    if (place < 0)
        return false;
    ref->column = column;
    ref->relation = (int8_t)place;
    ref->is_qualified = false;
    ref->begin = ref->end = 0;
    return true;
}

bool t2s_edit_fits(const t2s_case *of, int value, int32_t column)
{
    const t2s_literal *v = &of->desk.values.at[value];
    if (column < 0)
        return false;
    if (v->is_number)
        return of->desk.schema->columns[column].kind != T2SED_TYPE_TEXT;
    return v->column == T2S_NO_ITEM
               ? of->desk.schema->columns[column].kind == T2SED_TYPE_TEXT
               : v->column == column;
}

static t2s_ref new_ref(int32_t column, int function)
{
    return (t2s_ref){
        .column = column, .relation = -1, .function = (int8_t)function};
}

t2s_test t2s_new_test(t2s_ref left, int op, int value)
{
    return (t2s_test){.left = left,
                      .op = (int8_t)op,
                      .core = -1,
                      .values = {(int16_t)value, T2S_NO_VALUE}};
}

t2s_core *t2s_edit_start(t2s_search *s, const t2s_draft *from, int core)
{
    t2s_draft_copy(&s->work, from);
    return &s->work.cores[core];
}

static void offer(t2s_search *s, int core)
{
    t2s_search_offer(s, &s->work, core);
}

static void drop_ref(t2s_ref *list, uint8_t *count, int i)
{
    --*count;
    memmove(&list[i], &list[i + 1], (size_t)(*count - i) * sizeof *list);
}

static void drop_test(t2s_test *list, uint8_t *count, int i)
{
    --*count;
    memmove(&list[i], &list[i + 1], (size_t)(*count - i) * sizeof *list);
    if (i == 0 && *count)
        list[0].after_or = false;
}

/* Writes the same column in the other SELECTs that have the old one among their
 * items, and offers that too. */
static void offer_everywhere(t2s_search *s, int core, int32_t old, int32_t new)
{
    bool more = false;
    for (int c = 0; c < s->work.core_count; c++)
        for (int i = 0; i < s->work.cores[c].item_count && c != core; i++) {
            t2s_ref *ref = &s->work.cores[c].items[i];
            if (ref->column == old && s->work.cores[c].parent < 0)
                more |= t2s_edit_ref(s, &s->work, c, ref, new);
        }
    if (!more)
        return;
    for (int c = 0; c < s->work.core_count; c++)
        if (c != core)
            t2s_draft_prune(&s->of->desk, &s->work, c);
    offer(s, core);
}

/* --- SELECT --- */

static t2s_ref *ref_of(t2s_core *core, int use, int i)
{
    return use == T2S_FOR_SELECT ? &core->items[i] : &core->orders[i];
}

static void offer_function(t2s_search *s, const t2s_draft *from, int core,
                           int use, int i, int function, bool distinct)
{
    t2s_ref *to = ref_of(t2s_edit_start(s, from, core), use, i);
    if (to->function == function && (to->distinct != 0) == distinct)
        return;
    to->function = (int8_t)function;
    to->distinct = distinct;
    to->begin = to->end = 0;
    offer(s, core);
}

/* Another aggregate of an item or what is ordered by. */
static void change_function(t2s_search *s, const t2s_draft *from, int core,
                            int use, int i)
{
    const int32_t column =
        ref_of((t2s_core *)&from->cores[core], use, i)->column;
    for (int f = T2S_NO_FUNCTION; f <= T2S_FUNCTION_MAX; f++)
        if (column >= 0 ? (f != T2S_FUNCTION_SUM && f != T2S_FUNCTION_AVG) ||
                              is_numeric(s->of, column)
                        : column == T2S_STAR && f <= T2S_FUNCTION_COUNT &&
                              use == T2S_FOR_SELECT)
            offer_function(s, from, core, use, i, f, false);
    if (column >= 0 && use == T2S_FOR_SELECT)
        offer_function(s, from, core, use, i, T2S_FUNCTION_COUNT, true);
}

static void change_item(t2s_search *s, const t2s_draft *from, int core, int i)
{
    const t2s_ref old = from->cores[core].items[i];
    for (int h = 0; h < s->of->hot_count[T2S_FOR_SELECT] && h < MOST_HOT; h++) {
        int32_t column = s->of->hot[T2S_FOR_SELECT][h];
        t2s_core *to = t2s_edit_start(s, from, core);
        if (column == old.column || ((old.function == T2S_FUNCTION_SUM ||
                                      old.function == T2S_FUNCTION_AVG) &&
                                     !is_numeric(s->of, column)))
            continue;
        if (old.column == T2S_OPAQUE)
            to->items[i] = new_ref(column, T2S_NO_FUNCTION);
        if (!t2s_edit_ref(s, &s->work, core, &to->items[i], column))
            continue;
        if (old.column == T2S_STAR && to->items[i].function >= 0)
            to->items[i].distinct = true;
        offer(s, core);
        if (old.column == T2S_STAR && to->items[i].function >= 0) {
            to->items[i].distinct = false;
            offer(s, core);
        }
        if (old.column >= 0 && s->work.core_count > 1)
            offer_everywhere(s, core, old.column, column);
    }
    if (old.column != T2S_STAR) {
        t2s_edit_start(s, from, core)->items[i] =
            new_ref(T2S_STAR, T2S_FUNCTION_COUNT);
        offer(s, core);
    }
    change_function(s, from, core, T2S_FOR_SELECT, i);
    if (from->cores[core].item_count > 1) {
        t2s_core *to = t2s_edit_start(s, from, core);
        drop_ref(to->items, &to->item_count, i);
        for (int c = to->next; c >= 0; c = s->work.cores[c].next)
            if (s->work.cores[c].item_count > i)
                drop_ref(s->work.cores[c].items, &s->work.cores[c].item_count,
                         i);
        offer(s, core);
    }
}

static void add_items(t2s_search *s, const t2s_draft *from, int core)
{
    for (int h = -1; h < s->of->hot_count[T2S_FOR_SELECT] && h < MOST_HOT;
         h++) {
        t2s_core *to = t2s_edit_start(s, from, core);
        t2s_ref *item = &to->items[to->item_count];
        if (to->item_count == T2S_DRAFT_LIST || to->next >= 0)
            return;
        *item = new_ref(T2S_STAR, T2S_FUNCTION_COUNT);
        if (h >= 0) {
            item->function = T2S_NO_FUNCTION;
            if (!t2s_edit_ref(s, &s->work, core, item,
                              s->of->hot[T2S_FOR_SELECT][h]))
                continue;
        }
        to->item_count++;
        offer(s, -1);
    }
    t2s_edit_start(s, from, core)->items[0] =
        new_ref(T2S_STAR, T2S_NO_FUNCTION);
    s->work.cores[core].item_count = 1;
    offer(s, core);
}

static void edit_select(t2s_search *s, const t2s_draft *from, int core)
{
    for (int i = 0; i < from->cores[core].item_count; i++)
        change_item(s, from, core, i);
    if (from->cores[core].parent < 0) {
        t2s_core *to;
        add_items(s, from, core);
        to = t2s_edit_start(s, from, core);
        to->is_distinct = !to->is_distinct;
        offer(s, -1);
    }
}

/* --- conditions --- */

static void fresh(t2s_test *test)
{
    test->begin = test->end = 0;
}

static void change_test_column(t2s_search *s, const t2s_draft *from, int core,
                               int i)
{
    const t2s_test *old = &from->cores[core].tests[i];
    for (int h = 0; h < s->of->hot_count[T2S_FOR_TEST] && h < MOST_HOT; h++) {
        int32_t column = s->of->hot[T2S_FOR_TEST][h];
        t2s_test *to = &t2s_edit_start(s, from, core)->tests[i];
        if (column == old->left.column ||
            !t2s_edit_ref(s, &s->work, core, &to->left, column))
            continue;
        fresh(to);
        offer(s, core);
        for (size_t v = 0; v < s->of->desk.values.count && old->core < 0; v++)
            if (s->of->desk.values.at[v].column == column) {
                to->values[0] = (int16_t)v;
                offer(s, core);
            }
    }
}

static void change_test_value(t2s_search *s, const t2s_draft *from, int core,
                              int i)
{
    const t2s_test *old = &from->cores[core].tests[i];
    for (int part = 0; part < 2; part++)
        for (size_t v = 0; v < s->of->desk.values.count; v++) {
            t2s_test *to;
            if (old->values[part] < 0 || (size_t)old->values[part] == v ||
                !t2s_edit_fits(s->of, (int)v, old->left.column))
                continue;
            to = &t2s_edit_start(s, from, core)->tests[i];
            to->values[part] = (int16_t)v;
            fresh(to);
            offer(s, -1);
        }
}

/* Gives the other conditions of the operator that condition i had its new one;
 * whether there are any. */
static bool change_like(t2s_core *core, int i, int old)
{
    bool more = false;
    for (int j = 0; j < core->test_count; j++) {
        if (j == i || core->tests[j].op != old)
            continue;
        core->tests[j].op = core->tests[i].op;
        core->tests[j].is_negated = false;
        fresh(&core->tests[j]);
        more = true;
    }
    return more;
}

static void change_test(t2s_search *s, const t2s_draft *from, int core, int i)
{
    const t2s_test *old = &from->cores[core].tests[i];
    t2s_core *core_to = t2s_edit_start(s, from, core);
    drop_test(core_to->tests, &core_to->test_count, i);
    offer(s, core);
    if (i > 0) {
        t2s_test *to = &t2s_edit_start(s, from, core)->tests[i];
        to->after_or = !to->after_or;
        offer(s, -1);
    }
    if (old->op < 0)
        return;
    change_test_column(s, from, core, i);
    for (int op = 0; op <= T2S_OPERATOR_LIKE && old->op <= T2S_OPERATOR_LIKE;
         op++) {
        t2s_test *to = &t2s_edit_start(s, from, core)->tests[i];
        if (op == old->op)
            continue;
        to->op = (int8_t)op;
        to->is_negated = false;
        fresh(to);
        offer(s, -1);
        if (change_like(&s->work.cores[core], i, old->op))
            offer(s, -1);
    }
    if (old->op >= T2S_OPERATOR_LIKE) {
        t2s_test *to = &t2s_edit_start(s, from, core)->tests[i];
        to->is_negated = !to->is_negated;
        fresh(to);
        offer(s, -1);
    }
    change_test_value(s, from, core, i);
}

static void add_test(t2s_search *s, const t2s_draft *from, int core,
                     int32_t column, int op, int value, bool after_or)
{
    t2s_core *to = t2s_edit_start(s, from, core);
    t2s_test *test = &to->tests[to->test_count];
    if (to->test_count == T2S_DRAFT_LIST)
        return;
    *test = t2s_new_test(new_ref(0, T2S_NO_FUNCTION), op, value);
    test->after_or = after_or;
    if (!t2s_edit_ref(s, &s->work, core, &test->left, column))
        return;
    to->test_count++;
    offer(s, -1);
}

static bool has_test(const t2s_core *core, int32_t column, int value)
{
    for (int i = 0; i < core->test_count; i++)
        if (core->tests[i].left.column == column &&
            core->tests[i].values[0] == value)
            return true;
    return false;
}

static void add_tests_of(t2s_search *s, const t2s_draft *from, int core,
                         int32_t column, bool is_known, int v)
{
    const t2s_literal *value = &s->of->desk.values.at[v];
    if (!t2s_edit_fits(s->of, v, column) ||
        has_test(&from->cores[core], column, v) ||
        (!is_known && value->column != T2S_NO_ITEM))
        return;
    for (int op = 0; op <= T2S_OPERATOR_GREATER_EQUAL; op++) {
        if (!value->is_number && op > T2S_OPERATOR_NOT_EQUAL)
            break;
        add_test(s, from, core, column, op, v, false);
    }
    if (from->cores[core].test_count)
        add_test(s, from, core, column, T2S_OPERATOR_EQUAL, v, true);
}

static void add_tests(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_case *of = s->of;
    for (size_t v = 0; v < of->desk.values.count; v++) {
        const t2s_literal *value = &of->desk.values.at[v];
        if (value->column != T2S_NO_ITEM && value->match >= 1)
            add_tests_of(s, from, core, value->column, true, (int)v);
        for (int h = 0; h < of->hot_count[T2S_FOR_TEST] && h < 5; h++)
            add_tests_of(s, from, core, of->hot[T2S_FOR_TEST][h], false,
                         (int)v);
    }
}

static void swap_columns(t2s_search *s, const t2s_draft *from, int core, int i,
                         int j)
{
    t2s_test *tests = t2s_edit_start(s, from, core)->tests;
    const t2s_ref left = tests[i].left;
    if (tests[i].op < 0 || tests[j].op < 0 ||
        left.column == tests[j].left.column)
        return;
    tests[i].left = tests[j].left;
    tests[j].left = left;
    fresh(&tests[i]);
    fresh(&tests[j]);
    offer(s, -1);
}

static void edit_where(t2s_search *s, const t2s_draft *from, int core)
{
    for (int i = 0; i < from->cores[core].test_count; i++) {
        change_test(s, from, core, i);
        for (int j = 0; j < i; j++)
            swap_columns(s, from, core, i, j);
    }
    if (from->cores[core].test_count > 1) {
        t2s_edit_start(s, from, core)->test_count = 0;
        offer(s, core);
    }
    add_tests(s, from, core);
}

/* --- GROUP BY and HAVING --- */

static void edit_havings(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    for (int i = 0; i < old->having_count; i++) {
        t2s_core *to = t2s_edit_start(s, from, core);
        drop_test(to->havings, &to->having_count, i);
        offer(s, core);
        for (int op = 0; op <= T2S_OPERATOR_GREATER_EQUAL; op++) {
            t2s_test *test = &t2s_edit_start(s, from, core)->havings[i];
            if (op == old->havings[i].op || old->havings[i].op < 0)
                continue;
            test->op = (int8_t)op;
            fresh(test);
            offer(s, -1);
        }
        for (size_t v = 0; v < s->of->desk.values.count; v++) {
            t2s_test *test = &t2s_edit_start(s, from, core)->havings[i];
            if (!s->of->desk.values.at[v].is_number || old->havings[i].op < 0 ||
                test->values[0] < 0)
                continue;
            test->values[0] = (int16_t)v;
            fresh(test);
            offer(s, -1);
        }
    }
    for (size_t v = 0;
         v < s->of->desk.values.count && old->group_count && !old->having_count;
         v++)
        for (int op = 0; op <= T2S_OPERATOR_GREATER_EQUAL &&
                         s->of->desk.values.at[v].is_number;
             op++) {
            t2s_core *to = t2s_edit_start(s, from, core);
            to->havings[to->having_count++] =
                t2s_new_test(new_ref(T2S_STAR, T2S_FUNCTION_COUNT), op, (int)v);
            offer(s, -1);
        }
}

static void edit_groups(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    for (int i = 0; i <= old->group_count && i < T2S_DRAFT_SHORT; i++)
        for (int h = 0; h < s->of->hot_count[T2S_FOR_GROUP] && h < 7; h++) {
            int32_t column = s->of->hot[T2S_FOR_GROUP][h];
            t2s_core *to = t2s_edit_start(s, from, core);
            if (i < old->group_count && old->groups[i].column == column)
                continue;
            to->groups[i] = new_ref(column, T2S_NO_FUNCTION);
            if (!t2s_edit_ref(s, &s->work, core, &to->groups[i], column))
                continue;
            to->group_count =
                (uint8_t)(old->group_count > i ? old->group_count : i + 1);
            offer(s, core);
        }
    if (old->group_count) {
        t2s_core *to = t2s_edit_start(s, from, core);
        to->group_count = to->having_count = 0;
        offer(s, core);
    }
    edit_havings(s, from, core);
}

/* --- ORDER BY and LIMIT --- */

static void put_order(t2s_search *s, const t2s_draft *from, int core, int i,
                      t2s_ref ref)
{
    for (int way = T2S_WAY_NONE; way <= T2S_WAY_DESC; way += 2) {
        t2s_core *to = t2s_edit_start(s, from, core);
        to->orders[i] = ref;
        if (ref.column >= 0 &&
            !t2s_edit_ref(s, &s->work, core, &to->orders[i], ref.column))
            return;
        to->orders[i].way = (uint8_t)way;
        if (i == to->order_count)
            to->order_count++;
        offer(s, core);
        if (to->limit == T2S_NO_VALUE && i == 0) {
            to->limit = s->of->one;
            offer(s, core);
        }
    }
}

static void edit_limit(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    t2s_core *to;
    if (old->limit != T2S_NO_VALUE) {
        to = t2s_edit_start(s, from, core);
        to->limit = T2S_NO_VALUE;
        offer(s, -1);
        if (to->order_count) {
            to->order_count = 0;
            offer(s, core);
        }
    }
    for (size_t v = 0; v < s->of->desk.values.count; v++) {
        const t2s_literal *value = &s->of->desk.values.at[v];
        if (!value->is_number || value->size > 3 || value->text[0] == '-' ||
            old->limit == (int)v || (!old->order_count && old->limit < 0) ||
            memchr(value->text, '.', value->size))
            continue;
        t2s_edit_start(s, from, core)->limit = (int16_t)v;
        offer(s, -1);
    }
}

static void edit_order(t2s_search *s, const t2s_draft *from, int core)
{
    const t2s_core *old = &from->cores[core];
    if (old->next >= 0)
        return;
    for (int i = 0; i <= old->order_count && i < 3; i++) {
        put_order(s, from, core, i, new_ref(T2S_STAR, T2S_FUNCTION_COUNT));
        for (int h = 0; h < s->of->hot_count[T2S_FOR_ORDER] && h < 7; h++)
            put_order(s, from, core, i,
                      new_ref(s->of->hot[T2S_FOR_ORDER][h], T2S_NO_FUNCTION));
    }
    for (int i = 0; i < old->order_count; i++) {
        t2s_core *to = t2s_edit_start(s, from, core);
        t2s_ref *ref = &to->orders[i];
        ref->way = ref->way == T2S_WAY_DESC ? T2S_WAY_NONE : T2S_WAY_DESC;
        offer(s, -1);
        change_function(s, from, core, T2S_FOR_ORDER, i);
        for (int h = 0; h < s->of->hot_count[T2S_FOR_ORDER] && h < 7; h++)
            if (old->orders[i].function >= 0 && old->orders[i].column >= 0 &&
                t2s_edit_ref(s, &s->work, core,
                             &t2s_edit_start(s, from, core)->orders[i],
                             s->of->hot[T2S_FOR_ORDER][h]))
                offer(s, core);
        to = t2s_edit_start(s, from, core);
        drop_ref(to->orders, &to->order_count, i);
        offer(s, core);
    }
    edit_limit(s, from, core);
}

/* --- all --- */

void t2s_offer_edits(t2s_search *s, const t2s_draft *from)
{
    bool used[T2S_DRAFT_CORES] = {true};
    for (int c = 0; c < from->core_count; c++) {
        const t2s_core *core = &from->cores[c];
        if (!used[c] || s->failed)
            continue;
        if (core->next >= 0)
            used[core->next] = true;
        for (int i = 0; i < core->test_count; i++)
            if (core->tests[i].core >= 0)
                used[core->tests[i].core] = true;
        edit_select(s, from, c);
        edit_where(s, from, c);
        edit_groups(s, from, c);
        edit_order(s, from, c);
        t2s_offer_tables(s, from, c);
    }
    t2s_offer_compounds(s, from);
}
