/* weigh.c - the differences between the given query and a draft. */
#include "correct/weigh.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

typedef struct scale {
    const t2s_case *of;
    t2s_row *row; /* or NULL */
    double score;
    uint64_t changes; /* 1 << t2s_change of those that were met */
    uint64_t touched; /* words of the feedback that name what was changed */
    int count;        /* of changes, repeated ones too */
    bool is_side;     /* within a SELECT that was added: no kinds */
    bool failed;      /* memory was short */
} scale;

static void show(scale *s, int feature, double value)
{
    t2s_weighed one = {feature, (float)value};
    s->failed |= !t2s_vector_push(s->row, one);
}

/* Most values are 0, in the hundreds of drafts of a question. */
static inline void put(scale *s, int feature, double value)
{
    if (value == 0)
        return;
    s->score += value * (double)s->of->weights[feature];
    if (s->row)
        show(s, feature, value);
}

/* --- parts --- */

/* What a kind of change weighs whatever it is done to: by the hints. */
static void put_change(scale *s, t2s_change kind)
{
    const int at = (int)kind * T2S_PER_CHANGE;
    const uint64_t feedback = s->of->feedback.hints;
    const uint64_t question = s->of->question.hints;
    put(s, at, 1);
    if (!s->of->has_feedback)
        put(s, at + 1, 1);
    for (int h = 0; h < T2S_HINTS; h++) {
        if (feedback >> h & 1)
            put(s, at + 3 + h, 1);
        if (question >> h & 1)
            put(s, at + 3 + T2S_HINTS + h, 1);
    }
}

static void change(scale *s, t2s_change kind)
{
    if (s->is_side) {
        put(s, T2S_AT_QUERY + 14, 1);
        return;
    }
    if (s->row)
        put_change(s, kind);
    else
        s->score += s->of->changes[kind];
    if (s->changes >> kind & 1)
        put(s, (int)kind * T2S_PER_CHANGE + 2, 1);
    s->changes |= (uint64_t)1 << kind;
    s->count++;
}

static void column(scale *s, bool added, int use, int32_t number)
{
    const t2s_case *of = s->of;
    const t2s_column *c;
    const t2s_named *said, *asked, *table;
    const int at = T2S_AT_COLUMNS + (added * T2S_FORS + use) * T2S_PER_COLUMN;
    if (number < 0)
        return;
    c = &of->desk.schema->columns[number];
    said = &of->feedback.columns[number];
    asked = &of->question.columns[number];
    table = &of->feedback.tables[c->table];
    s->touched |= said->words | (said->bag > 0 ? table->words : 0);
    put(s, at, 1);
    put(s, at + 1, (double)of->logits[use][number]);
    put(s, at + 2, (double)asked->any);
    put(s, at + 3, (double)said->any);
    put(s, at + 4, (double)said->old);
    put(s, at + 5, (double)said->new);
    put(s, at + 6, (double)(said->any * table->any));
    put(s, at + 7, (int)(of->used >> (number & 63) & 1));
    put(s, at + 8, c->primary || c->is_foreign);
    put(s, at + 9, said->any >= 1);
    put(s, at + 10, of->has_feedback ? 0 : (double)of->logits[use][number]);
    put(s, at + 11, s->is_side);
    put(s, at + 12, (double)said->bag);
    put(s, at + 13, (double)asked->bag);
    put(s, at + 14, said->bag >= 1);
    put(s, at + 15, (double)(said->bag * table->bag));
}

static void table(scale *s, bool added, int32_t number)
{
    const t2s_case *of = s->of;
    const int at = T2S_AT_TABLES + added * T2S_PER_TABLE;
    if (number < 0)
        return;
    s->touched |= of->feedback.tables[number].words;
    put(s, at, 1);
    put(s, at + 1, (double)of->table_logits[number]);
    put(s, at + 2, (double)of->question.tables[number].any);
    put(s, at + 3, (double)of->feedback.tables[number].any);
    put(s, at + 4, (double)of->feedback.tables[number].old);
    put(s, at + 5, (double)of->feedback.tables[number].new);
    put(s, at + 6, s->is_side);
    put(s, at + 7, (double)of->feedback.tables[number].bag);
}

/* One column in the place of another. */
static void pair(scale *s, int32_t from, int32_t to)
{
    const t2s_case *of = s->of;
    const t2s_named *said = of->feedback.columns;
    const t2s_column *columns = of->desk.schema->columns;
    const int at = T2S_AT_QUERY + 24;
    if (from < 0 || to < 0)
        return;
    put(s, at, (double)(said[from].old * said[to].new));
    put(s, at + 1, (double)(said[from].any * said[to].any));
    put(s, at + 2, columns[from].table == columns[to].table);
    put(s, at + 3, t2s_casecmp(columns[from].name, columns[to].name) == 0);
    put(s, at + 4, (double)(said[from].bag * said[to].bag));
    put(s, at + 5, columns[from].kind == columns[to].kind);
    put(s, at + 6, said[from].any > said[to].any);
}

static void value(scale *s, bool added, int number, int32_t of_column)
{
    const int at = T2S_AT_VALUES + added * T2S_PER_VALUE;
    const t2s_literal *v;
    if (number < 0)
        return;
    v = &s->of->desk.values.at[number];
    s->touched |= v->words;
    put(s, at, 1);
    put(s, at + 1, v->sources & T2S_IN_FEEDBACK ? v->match : 0);
    put(s, at + 2, v->sources & T2S_IN_QUESTION ? v->match : 0);
    put(s, at + 3, (v->sources & T2S_IN_OLD) != 0);
    put(s, at + 4, (v->sources & T2S_IN_NEW) != 0);
    put(s, at + 5, v->column != T2S_NO_ITEM && v->column == of_column);
    put(s, at + 6, v->column != T2S_NO_ITEM && v->column != of_column);
    put(s, at + 7,
        v->is_number && of_column >= 0 &&
            s->of->desk.schema->columns[of_column].kind == T2SED_TYPE_TEXT);
    put(s, at + 8, v->is_number);
}

/* --- lists of columns --- */

static bool same_ref(const t2s_ref *a, const t2s_ref *b)
{
    return a->column == b->column && a->function == b->function &&
           a->distinct == b->distinct &&
           (a->column != T2S_OPAQUE ||
            (a->begin == b->begin && a->end == b->end)) &&
           (a->way == T2S_WAY_DESC) == (b->way == T2S_WAY_DESC);
}

static void function_change(scale *s, int use, const t2s_ref *from,
                            const t2s_ref *to)
{
    const int before = from ? from->function : T2S_NO_FUNCTION;
    if (to->distinct && !(from && from->distinct))
        change(s, T2S_COUNT_DISTINCT_ADD);
    if (from && from->distinct && !to->distinct)
        change(s, T2S_COUNT_DISTINCT_DROP);
    if (before == to->function)
        return;
    if (use == T2S_FOR_SELECT && to->function >= 0)
        change(s, (t2s_change)(T2S_ITEM_COUNT + to->function));
    else if (use == T2S_FOR_SELECT)
        change(s, T2S_ITEM_PLAIN);
    else if (use == T2S_FOR_ORDER)
        change(s, to->function == T2S_FUNCTION_COUNT ? T2S_ORDER_COUNT
                  : to->function >= 0                ? T2S_ORDER_FUNCTION
                                                     : T2S_ORDER_PLAIN);
}

static void way_change(scale *s, const t2s_ref *from, const t2s_ref *to)
{
    const bool is_down = to->way == T2S_WAY_DESC;
    if (!from || is_down != (from->way == T2S_WAY_DESC))
        change(s, is_down ? T2S_ORDER_DESC : T2S_ORDER_ASC);
}

static const t2s_change added_kinds[] = {T2S_ITEM_ADD, T2S_TEST_ADD,
                                         T2S_GROUP_ADD, T2S_ORDER_ADD};
static const t2s_change dropped_kinds[] = {T2S_ITEM_DROP, T2S_TEST_DROP,
                                           T2S_GROUP_DROP, T2S_ORDER_DROP};
static const t2s_change column_kinds[] = {T2S_ITEM_COLUMN, T2S_TEST_COLUMN,
                                          T2S_GROUP_COLUMN, T2S_ORDER_COLUMN};

static void ref_change(scale *s, int use, const t2s_ref *from,
                       const t2s_ref *to)
{
    if (!from) {
        change(s, use == T2S_FOR_SELECT && to->column == T2S_STAR
                      ? T2S_ITEM_STAR_ADD
                      : added_kinds[use]);
        column(s, true, use, to->column);
    } else if (!to) {
        change(s, use == T2S_FOR_SELECT && from->column == T2S_STAR
                      ? T2S_ITEM_STAR_DROP
                      : dropped_kinds[use]);
        column(s, false, use, from->column);
        return;
    } else if (from->column != to->column) {
        change(s, column_kinds[use]);
        column(s, false, use, from->column);
        column(s, true, use, to->column);
        pair(s, from->column, to->column);
    }
    function_change(s, use, from, to);
    if (use == T2S_FOR_ORDER)
        way_change(s, from, to);
}

/* Pairs two lists: what is the same in both is passed over, then what has the
 * same column, then in order. */
static void compare_refs(scale *s, int use, const t2s_ref *a, int a_count,
                         const t2s_ref *b, int b_count)
{
    unsigned a_done = 0, b_done = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < a_count; i++)
            for (int j = 0; j < b_count; j++) {
                if (a_done >> i & 1 || b_done >> j & 1 ||
                    (pass == 0 && !same_ref(&a[i], &b[j])) ||
                    (pass == 1 && a[i].column != b[j].column))
                    continue;
                a_done |= 1u << i;
                b_done |= 1u << j;
                if (pass)
                    ref_change(s, use, &a[i], &b[j]);
            }
    for (int i = 0; i < a_count; i++)
        if (!(a_done >> i & 1))
            ref_change(s, use, &a[i], NULL);
    for (int j = 0; j < b_count; j++)
        if (!(b_done >> j & 1))
            ref_change(s, use, NULL, &b[j]);
}

/* --- conditions --- */

static void compare_cores(scale *s, const t2s_draft *given, int a,
                          const t2s_draft *draft, int b);

static void new_core(scale *s, const t2s_draft *draft, int number)
{
    const t2s_core *core = &draft->cores[number];
    for (int i = 0; i < core->relation_count; i++)
        table(s, true, core->relations[i].table);
    for (int i = 0; i < core->group_count; i++)
        ref_change(s, T2S_FOR_GROUP, NULL, &core->groups[i]);
    for (int i = 0; i < core->order_count; i++)
        ref_change(s, T2S_FOR_ORDER, NULL, &core->orders[i]);
    for (int i = 0; i < core->test_count; i++) {
        change(s, T2S_TEST_ADD);
        column(s, true, T2S_FOR_TEST, core->tests[i].left.column);
        value(s, true, core->tests[i].values[0], core->tests[i].left.column);
    }
}

static bool same_value(const scale *s, int a, int b)
{
    const t2s_literal *list = s->of->desk.values.at;
    return a == b || (a >= 0 && b >= 0 &&
                      t2s_casecmp_n(list[a].text, list[a].size, list[b].text,
                                    list[b].size) == 0);
}

static bool same_values(const scale *s, const t2s_test *a, const t2s_test *b)
{
    return same_value(s, a->values[0], b->values[0]) &&
           same_value(s, a->values[1], b->values[1]);
}

static bool same_test(const scale *s, const t2s_test *a, const t2s_test *b)
{
    return a->op == b->op && a->is_negated == b->is_negated &&
           a->after_or == b->after_or && a->core < 0 && b->core < 0 &&
           same_ref(&a->left, &b->left) && same_values(s, a, b);
}

static void test_parts(scale *s, bool having, const t2s_test *from,
                       const t2s_test *to)
{
    if (!from || from->op != to->op)
        if (to->op >= 0)
            change(s, (t2s_change)(T2S_TEST_OP + to->op));
    if (to->is_negated != (from && from->is_negated))
        change(s, to->is_negated ? T2S_TEST_NOT : T2S_TEST_NOT_DROP);
    if (from && from->after_or != to->after_or)
        change(s, to->after_or ? T2S_TEST_OR : T2S_TEST_AND);
    if (!from && to->after_or)
        change(s, T2S_TEST_OR);
    if (!from || !same_values(s, from, to)) {
        if (from)
            change(s, having ? T2S_HAVING_VALUE : T2S_TEST_VALUE);
        for (int i = 0; i < 2; i++) {
            if (from)
                value(s, false, from->values[i], from->left.column);
            value(s, true, to->values[i], to->left.column);
        }
    } else if (from->left.column != to->left.column) {
        value(s, true, to->values[0], to->left.column);
        value(s, false, to->values[0], from->left.column);
    }
}

static void test_change(scale *s, bool having, const t2s_draft *given,
                        const t2s_test *from, const t2s_draft *draft,
                        const t2s_test *to)
{
    if (!to) {
        change(s, having ? T2S_HAVING_DROP : T2S_TEST_DROP);
        if (from->core >= 0)
            change(s, T2S_SUB_DROP);
        column(s, false, T2S_FOR_TEST, from->left.column);
        value(s, false, from->values[0], from->left.column);
        return;
    }
    if (!from) {
        change(s, having ? T2S_HAVING_ADD : T2S_TEST_ADD);
        column(s, true, T2S_FOR_TEST, to->left.column);
    } else if (from->left.column != to->left.column ||
               from->left.function != to->left.function) {
        change(s, having ? T2S_HAVING_LEFT : T2S_TEST_COLUMN);
        column(s, false, T2S_FOR_TEST, from->left.column);
        column(s, true, T2S_FOR_TEST, to->left.column);
        pair(s, from->left.column, to->left.column);
    }
    test_parts(s, having, from, to);
    if (from && from->core >= 0 && to->core >= 0) {
        compare_cores(s, given, from->core, draft, to->core);
    } else if (to->core >= 0) {
        change(s, T2S_SUB_ADD);
        new_core(s, draft, to->core);
    } else if (from && from->core >= 0) {
        change(s, T2S_SUB_DROP);
    }
}

static void compare_tests(scale *s, bool having, const t2s_draft *given,
                          const t2s_test *a, int a_count,
                          const t2s_draft *draft, const t2s_test *b,
                          int b_count)
{
    unsigned a_done = 0, b_done = 0;
    for (int pass = 0; pass < 4; pass++)
        for (int i = 0; i < a_count; i++)
            for (int j = 0; j < b_count; j++) {
                if (a_done >> i & 1 || b_done >> j & 1 ||
                    (pass == 0 && !same_test(s, &a[i], &b[j])) ||
                    (pass == 1 && a[i].left.column != b[j].left.column) ||
                    (pass == 2 &&
                     (a[i].values[0] < 0 || !same_values(s, &a[i], &b[j]))))
                    continue;
                a_done |= 1u << i;
                b_done |= 1u << j;
                if (pass)
                    test_change(s, having, given, &a[i], draft, &b[j]);
            }
    for (int i = 0; i < a_count; i++)
        if (!(a_done >> i & 1))
            test_change(s, having, given, &a[i], draft, NULL);
    for (int j = 0; j < b_count; j++)
        if (!(b_done >> j & 1))
            test_change(s, having, given, NULL, draft, &b[j]);
}

/* --- SELECTs --- */

static void compare_tables(scale *s, const t2s_core *a, const t2s_core *b)
{
    for (int i = 0; i < a->relation_count; i++)
        if (t2s_draft_find(b, a->relations[i].table) < 0) {
            change(s, T2S_TABLE_DROP);
            table(s, false, a->relations[i].table);
        }
    for (int i = 0; i < b->relation_count; i++)
        if (t2s_draft_find(a, b->relations[i].table) < 0) {
            change(s, T2S_TABLE_ADD);
            table(s, true, b->relations[i].table);
        }
}

static void compare_limits(scale *s, int a, int b)
{
    if ((a == T2S_NO_VALUE) != (b == T2S_NO_VALUE))
        change(s, a == T2S_NO_VALUE ? T2S_LIMIT_ADD : T2S_LIMIT_DROP);
    else if (!same_value(s, a, b))
        change(s, T2S_LIMIT_VALUE);
    if (!same_value(s, a, b))
        value(s, true, b, -1);
}

static void compare_lists(scale *s, const t2s_draft *given, const t2s_core *a,
                          const t2s_draft *draft, const t2s_core *b)
{
    compare_tables(s, a, b);
    compare_refs(s, T2S_FOR_SELECT, a->items, a->item_count, b->items,
                 b->item_count);
    if (a->is_distinct != b->is_distinct)
        change(s, b->is_distinct ? T2S_DISTINCT_ADD : T2S_DISTINCT_DROP);
    compare_tests(s, false, given, a->tests, a->test_count, draft, b->tests,
                  b->test_count);
    compare_refs(s, T2S_FOR_GROUP, a->groups, a->group_count, b->groups,
                 b->group_count);
    compare_tests(s, true, given, a->havings, a->having_count, draft,
                  b->havings, b->having_count);
    compare_refs(s, T2S_FOR_ORDER, a->orders, a->order_count, b->orders,
                 b->order_count);
    compare_limits(s, a->limit, b->limit);
}

/* How much two SELECTs differ, roughly. */
static int distance(const scale *s, const t2s_draft *given, int a,
                    const t2s_draft *draft, int b)
{
    scale own = {.of = s->of};
    compare_lists(&own, given, &given->cores[a], draft, &draft->cores[b]);
    return own.count;
}

static void compare_cores(scale *s, const t2s_draft *given, int a,
                          const t2s_draft *draft, int b)
{
    const int next = given->cores[a].next, other = draft->cores[b].next;
    const int had = given->cores[a].compound, has = draft->cores[b].compound;
    static const t2s_change adds[] = {0, T2S_UNION_ADD, T2S_INTERSECT_ADD,
                                      T2S_EXCEPT_ADD};
    static const t2s_change drops[] = {0, T2S_UNION_DROP, T2S_INTERSECT_DROP,
                                       T2S_EXCEPT_DROP};
    if (had != has || (next < 0) != (other < 0)) {
        if (next >= 0)
            change(s, drops[had]);
        if (other >= 0)
            change(s, adds[has]);
    }
    if (next >= 0 && other < 0 &&
        distance(s, given, next, draft, b) < distance(s, given, a, draft, b))
        a = next;
    compare_lists(s, given, &given->cores[a], draft, &draft->cores[b]);
    if (next >= 0 && other >= 0) {
        compare_cores(s, given, next, draft, other);
    } else if (other >= 0) {
        const bool before = s->is_side;
        s->is_side = true;
        compare_lists(s, given, &given->cores[a], draft, &draft->cores[other]);
        s->is_side = before;
    }
}

/* --- the whole --- */

/* How many words of the feedback that name anything are told by nothing that
 * is changed, or used; and words of the question by nothing that is used. */
static void put_words(scale *s, const t2s_census *c)
{
    const uint64_t said = s->of->feedback.words, asked = s->of->question.words;
    const int all = t2s_count_bits(said), every = t2s_count_bits(asked);
    const int idle = t2s_count_bits(said & ~s->touched);
    const int unused = t2s_count_bits(said & ~(s->touched | c->said));
    put(s, T2S_AT_QUERY + 31, idle);
    put(s, T2S_AT_QUERY + 32, unused);
    put(s, T2S_AT_QUERY + 33, all ? (double)idle / all : 0);
    put(s, T2S_AT_QUERY + 34, all ? (double)unused / all : 0);
    put(s, T2S_AT_QUERY + 35, t2s_count_bits(asked & ~c->asked));
    put(s, T2S_AT_QUERY + 36,
        every ? (double)t2s_count_bits(asked & ~c->asked) / every : 0);
}

/* What is fully named and not used, or named as wrong and used. */
static void put_coverage(scale *s, const t2s_census *c)
{
    const t2s_case *of = s->of;
    int said = 0, asked = 0, wanted = 0, tables = 0, values = 0, old = 0;
    for (size_t i = 0; i < of->names.count; i++) {
        const t2s_full_name *name = &of->names.at[i];
        bool here = false;
        for (int w = 0; w < T2S_COLUMN_BITS; w++)
            here |= (name->columns.bits[w] & c->columns.bits[w]) != 0;
        said += name->said && !here;
        wanted += name->wanted && !here;
        old += name->old && here;
        asked += name->asked && !here;
    }
    for (size_t i = 0; i < of->desk.schema->table_count; i++)
        tables += of->feedback.tables[i].any >= 1 &&
                  of->feedback.tables[i].old < 1 &&
                  !(c->tables >> (i & 63) & 1);
    for (size_t i = 0; i < of->desk.values.count && i < 64; i++)
        values += of->desk.values.at[i].sources & T2S_IN_FEEDBACK &&
                  of->desk.values.at[i].match >= 1 && !(c->values >> i & 1);
    put(s, T2S_AT_QUERY, said);
    put(s, T2S_AT_QUERY + 1, wanted);
    put(s, T2S_AT_QUERY + 2, old);
    put(s, T2S_AT_QUERY + 3, asked);
    put(s, T2S_AT_QUERY + 4, tables);
    put(s, T2S_AT_QUERY + 5, values);
    put_words(s, c);
}

t2sed_status t2s_weigh_prepare(t2s_case *of, t2sed_error *err)
{
    const t2sed_schema *schema = of->desk.schema;
    for (int k = 0; k < T2S_CHANGES; k++) {
        scale s = {.of = of};
        put_change(&s, (t2s_change)k);
        of->changes[k] = s.score;
    }
    for (size_t i = 0; i < schema->column_count; i++) {
        const t2s_named *said = &of->feedback.columns[i];
        t2s_full_name name = {.said = said->any >= 1 && said->old < 1,
                              .wanted = said->new >= 1,
                              .old = said->old >= 1 && said->new < 1,
                              .asked = of->question.columns[i].any >= 1};
        bool first = said->any >= 1 || name.asked;
        for (size_t j = 0; j < schema->column_count && first; j++)
            if (t2s_casecmp(schema->columns[j].readable,
                            schema->columns[i].readable) == 0) {
                first = j >= i;
                t2s_count_column(&name.columns, (int32_t)j);
            }
        if (first && !t2s_vector_push(&of->names, name))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

/* Odd shapes. */
static void put_shape(scale *s, const t2s_draft *draft)
{
    const t2s_core *core = &draft->cores[0];
    int aggregates = 0, same = 0;
    for (int i = 0; i < core->item_count; i++) {
        aggregates += core->items[i].function >= 0;
        for (int j = 0; j < i; j++)
            same += same_ref(&core->items[i], &core->items[j]);
    }
    put(s, T2S_AT_QUERY + 6, same);
    put(s, T2S_AT_QUERY + 7,
        aggregates && aggregates < core->item_count && !core->group_count);
    put(s, T2S_AT_QUERY + 8,
        core->group_count && !aggregates && !core->having_count &&
            !(core->order_count && core->orders[0].function >= 0));
    put(s, T2S_AT_QUERY + 9, core->limit != T2S_NO_VALUE && !core->order_count);
    put(s, T2S_AT_QUERY + 10,
        core->order_count && core->orders[0].function >= 0 &&
            !core->group_count);
}

/* The sketch's clauses that came or went. */
static void put_heads(scale *s)
{
    static const struct {
        t2s_change add, drop;
    } heads[8] = {{T2S_TEST_ADD, T2S_TEST_DROP},
                  {T2S_GROUP_ADD, T2S_GROUP_DROP},
                  {T2S_HAVING_ADD, T2S_HAVING_DROP},
                  {T2S_ORDER_ADD, T2S_ORDER_DROP},
                  {T2S_LIMIT_ADD, T2S_LIMIT_DROP},
                  {T2S_EXCEPT_ADD, T2S_EXCEPT_DROP},
                  {T2S_UNION_ADD, T2S_UNION_DROP},
                  {T2S_INTERSECT_ADD, T2S_INTERSECT_DROP}};
    for (int h = 0; h < 8; h++)
        put(s, T2S_AT_QUERY + 16 + h,
            s->of->heads[h] * ((int)(s->changes >> heads[h].add & 1) -
                               (int)(s->changes >> heads[h].drop & 1)));
}

static scale compare(const t2s_case *of, const t2s_draft *draft, t2s_row *row)
{
    scale s = {.of = of, .row = row};
    compare_cores(&s, &of->given, 0, draft, 0);
    return s;
}

double t2s_weigh(const t2s_case *of, const t2s_draft *draft, t2s_row *row)
{
    scale s = compare(of, draft, row);
    t2s_census c = {.tables = 0};
    t2s_take_census(of, &c, draft, 0);
    put_coverage(&s, &c);
    for (int i = 0; i < 7; i++)
        put(&s, T2S_AT_QUERY + 37 + i, c.odd[i]);
    put_shape(&s, draft);
    put_heads(&s);
    put(&s, T2S_AT_QUERY + 11, s.count == 0);
    put(&s, T2S_AT_QUERY + 12, s.count == 0 && !of->has_feedback);
    put(&s, T2S_AT_QUERY + 13, s.count > 2 ? s.count - 2 : 0);
    return s.failed ? NAN : s.score;
}

int t2s_changes_of(const t2s_case *of, const t2s_draft *draft,
                   t2s_change *changes, int most)
{
    scale s = compare(of, draft, NULL);
    int count = 0;
    for (int k = 0; k < T2S_CHANGES && count < most; k++)
        if (s.changes >> k & 1)
            changes[count++] = (t2s_change)k;
    return count;
}
