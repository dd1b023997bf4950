/* census.c - what a whole draft has. */
#include "correct/weigh.h"

void t2s_count_column(t2s_column_set *set, int32_t number)
{
    if (number >= 0)
        set->bits[number >> 6 & (T2S_COLUMN_BITS - 1)] |= (uint64_t)1
                                                          << (number & 63);
}

static void count_name(const t2s_case *of, t2s_census *c, int32_t number)
{
    if (number < 0)
        return;
    t2s_count_column(&c->columns, number);
    c->said |= of->feedback.columns[number].words;
    c->asked |= of->question.columns[number].words;
}

static void count_refs(const t2s_case *of, t2s_census *c, const t2s_ref *list,
                       int count)
{
    for (int i = 0; i < count; i++)
        count_name(of, c, list[i].column);
}

static void count_tests(const t2s_case *of, t2s_census *c, const t2s_test *list,
                        int count)
{
    for (int i = 0; i < count; i++) {
        count_name(of, c, list[i].left.column);
        for (int v = 0; v < 2; v++) {
            const int number = list[i].values[v];
            if (number < 0 || number > 63)
                continue;
            c->values |= (uint64_t)1 << number;
            c->said |= of->desk.values.at[number].words;
            c->asked |= of->desk.values.at[number].asked;
        }
    }
}

/* Conditions that hardly any query has. */
static void look_at_test(const t2s_case *of, t2s_census *c,
                         const t2s_core *core, int number)
{
    const t2s_test *test = &core->tests[number];
    const t2s_literal *value;
    bool is_text, is_order;
    if (test->left.column < 0 || test->values[0] < 0)
        return;
    value = &of->desk.values.at[test->values[0]];
    is_text =
        of->desk.schema->columns[test->left.column].kind == T2SED_TYPE_TEXT;
    is_order =
        test->op >= T2S_OPERATOR_LESS && test->op <= T2S_OPERATOR_GREATER_EQUAL;
    c->odd[0] += !value->is_number && !is_text;
    c->odd[1] += value->is_number && is_text;
    c->odd[2] += !value->is_number && is_order;
    c->odd[3] += value->is_number && test->op == T2S_OPERATOR_LIKE;
    c->odd[4] += !value->asked;
    for (int j = 0; j < number; j++)
        c->odd[5] += !test->after_or && test->op == T2S_OPERATOR_EQUAL &&
                     core->tests[j].op == T2S_OPERATOR_EQUAL &&
                     core->tests[j].left.column == test->left.column;
}

void t2s_take_census(const t2s_case *of, t2s_census *c, const t2s_draft *draft,
                     int number)
{
    const t2s_core *core = &draft->cores[number];
    for (int i = 0; i < core->relation_count; i++) {
        const int32_t table = core->relations[i].table;
        if (table < 0)
            continue;
        c->odd[6] += core->relation_count > 1 && !t2s_draft_uses(core, i);
        c->tables |= (uint64_t)1 << (table & 63);
        c->said |= of->feedback.tables[table].words;
        c->asked |= of->question.tables[table].words;
    }
    count_refs(of, c, core->items, core->item_count);
    count_refs(of, c, core->groups, core->group_count);
    count_refs(of, c, core->orders, core->order_count);
    count_tests(of, c, core->tests, core->test_count);
    count_tests(of, c, core->havings, core->having_count);
    for (int i = 0; i < core->test_count; i++) {
        look_at_test(of, c, core, i);
        if (core->tests[i].core >= 0)
            t2s_take_census(of, c, draft, core->tests[i].core);
    }
    if (core->next >= 0)
        t2s_take_census(of, c, draft, core->next);
}
