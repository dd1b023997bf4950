/* draft_print.c - putting a draft together again. */
#include <string.h>

#include "base/hash.h"
#include "correct/draft.h"
#include "sql/token.h"

const char *const t2s_draft_functions[5] = {"COUNT", "SUM", "AVG", "MIN",
                                            "MAX"};
const char *const t2s_draft_operators[9] = {"=",  "!=",   "<",  "<=",     ">",
                                            ">=", "LIKE", "IN", "BETWEEN"};
const char *const t2s_draft_compounds[4] = {"", "UNION", "INTERSECT", "EXCEPT"};

typedef struct printer {
    t2s_string *out;
    const t2s_desk *desk;
    const t2s_draft *draft;
    const t2s_core *core;
} printer;

static void say(printer *p, const char *text)
{
    t2s_string_append(p->out, text);
}

static void say_bytes(printer *p, uint32_t begin, uint32_t end)
{
    t2s_string_append_n(p->out, p->desk->text + begin, end - begin);
}

static void say_relation(printer *p, int relation)
{
    const t2s_placed *placed = &p->core->relations[relation];
    const char *name = placed->name
                           ? placed->name
                           : p->desk->schema->tables[placed->table].name;
    t2s_sql_append_name(p->out, name, strlen(name));
}

static void say_column(printer *p, int32_t column)
{
    const char *name = p->desk->schema->columns[column].name;
    t2s_sql_append_name(p->out, name, strlen(name));
}

static void say_ref(printer *p, const t2s_ref *ref)
{
    const bool is_crowded = p->core->from_changed &&
                            p->core->relation_count > 1 && ref->relation >= 0;
    if (ref->begin < ref->end && (ref->is_qualified || !is_crowded)) {
        say_bytes(p, ref->begin, ref->end);
        return;
    }
    if (ref->function != T2S_NO_FUNCTION) {
        say(p, t2s_draft_functions[ref->function]);
        say(p, ref->distinct ? "(DISTINCT " : "(");
    }
    if (ref->column == T2S_STAR) {
        say(p, "*");
    } else if (ref->column >= 0) {
        if (ref->is_qualified || p->core->relation_count > 1) {
            say_relation(p, ref->relation);
            say(p, ".");
        }
        say_column(p, ref->column);
    }
    if (ref->function != T2S_NO_FUNCTION)
        say(p, ")");
}

static void say_value(printer *p, int value)
{
    const t2s_literal *v = &p->desk->values.at[value];
    if (v->is_number)
        t2s_string_append_n(p->out, v->text, v->size);
    else
        t2s_string_append_quoted(p->out, v->text, v->size, v->quote);
}

static void say_core(printer *p, int core);

static void say_test(printer *p, const t2s_test *test)
{
    const bool is_crowded = p->core->from_changed && !test->left.is_qualified;
    if (test->op < 0 ||
        (test->begin < test->end && test->core < 0 && !is_crowded)) {
        say_bytes(p, test->begin, test->end);
        return;
    }
    say_ref(p, &test->left);
    say(p, test->is_negated ? " NOT " : " ");
    say(p, t2s_draft_operators[test->op]);
    say(p, " ");
    if (test->core >= 0) {
        say(p, "(");
        say_core(p, test->core);
        say(p, ")");
        return;
    }
    say_value(p, test->values[0]);
    if (test->op == T2S_OPERATOR_BETWEEN) {
        say(p, " AND ");
        say_value(p, test->values[1]);
    }
}

static void say_tests(printer *p, const char *word, const t2s_test *list,
                      int count)
{
    for (int i = 0; i < count; i++) {
        say(p, i == 0 ? word : list[i].after_or ? " OR " : " AND ");
        say_test(p, &list[i]);
    }
}

static void say_refs(printer *p, const char *word, const t2s_ref *list,
                     int count)
{
    for (int i = 0; i < count; i++) {
        say(p, i == 0 ? word : ", ");
        say_ref(p, &list[i]);
        say(p, list[i].way == T2S_WAY_DESC  ? " DESC"
               : list[i].way == T2S_WAY_ASC ? " ASC"
                                            : "");
    }
}

/* The relation of `there` that joins another, or -1. */
static int joined_by(const printer *p, unsigned there, int relation)
{
    const t2s_routes *routes = p->desk->routes;
    const int32_t to = p->core->relations[relation].table;
    for (int i = 0; i < p->core->relation_count && routes->count; i++) {
        int32_t from = p->core->relations[i].table;
        if (there >> i & 1 && from >= 0 && to >= 0 &&
            routes->from[from * routes->count + to] >= 0)
            return i;
    }
    return -1;
}

/* " JOIN t AS T2 ON ..." by the relation `by`, or none. */
static void say_join(printer *p, int relation, int by)
{
    const t2s_routes *routes = p->desk->routes;
    const t2s_placed *to = &p->core->relations[relation];
    const char *name = p->desk->schema->tables[to->table].name;
    t2s_sql_append_name(p->out, name, strlen(name));
    if (to->is_aliased) {
        say(p, " AS ");
        say_relation(p, relation);
    }
    if (by >= 0) {
        int32_t at = p->core->relations[by].table * routes->count + to->table;
        say(p, " ON ");
        say_relation(p, by);
        say(p, ".");
        say_column(p, routes->from[at]);
        say(p, " = ");
        say_relation(p, relation);
        say(p, ".");
        say_column(p, routes->to[at]);
    }
}

/* FROM as it was, with what is new behind, or written again where something is
 * gone: each table behind one that joins it. */
static void say_from(printer *p)
{
    const t2s_core *core = p->core;
    const unsigned all = (1u << core->relation_count) - 1;
    unsigned there = 0;
    int given = 0;
    bool has_bytes = false; /* a relation that is no table */
    for (int i = 0; i < core->relation_count; i++) {
        there |= (unsigned)!core->relations[i].is_new << i;
        given += !core->relations[i].is_new;
        has_bytes = has_bytes || core->relations[i].table < 0;
    }
    if (!core->from_changed || given == core->given_relations || has_bytes) {
        say(p, " ");
        say_bytes(p, core->from_begin, core->from_end);
    } else {
        there = 0;
    }
    while (core->from_changed && there != all) {
        int next = -1, by = -1;
        for (int i = core->relation_count - 1; i >= 0; i--)
            if (!(there >> i & 1) && (next < 0 || joined_by(p, there, i) >= 0 ||
                                      joined_by(p, there, next) < 0))
                next = i;
        by = joined_by(p, there, next);
        say(p, there ? " JOIN " : " FROM ");
        say_join(p, next, by);
        there |= 1u << next;
    }
}

static void say_core(printer *p, int number)
{
    const t2s_core *before = p->core;
    const t2s_core *core = &p->draft->cores[number];
    p->core = core;
    say(p, core->is_distinct ? "SELECT DISTINCT" : "SELECT");
    say_refs(p, " ", core->items, core->item_count);
    if (core->relation_count)
        say_from(p);
    say_tests(p, " WHERE ", core->tests, core->test_count);
    say_refs(p, " GROUP BY ", core->groups, core->group_count);
    if (core->group_count)
        say_tests(p, " HAVING ", core->havings, core->having_count);
    if (core->next >= 0) {
        say(p, " ");
        say(p, t2s_draft_compounds[core->compound]);
        say(p, " ");
        say_core(p, core->next);
        p->core = core;
    }
    say_refs(p, " ORDER BY ", core->orders, core->order_count);
    if (core->limit == T2S_OPAQUE) {
        say(p, " ");
        say_bytes(p, core->limit_begin, core->limit_end);
    } else if (core->limit != T2S_NO_VALUE) {
        say(p, " LIMIT ");
        say_value(p, core->limit);
    }
    p->core = before;
}

void t2s_draft_print(t2s_string *out, const t2s_desk *desk,
                     const t2s_draft *draft)
{
    printer p = {out, desk, draft, NULL};
    say_bytes(&p, 0, draft->prefix);
    say_core(&p, 0);
}

bool t2s_same_tokens(const char *a, size_t a_size, const char *b, size_t b_size)
{
    t2s_sql_scanner left = {.text = a, .length = a_size};
    t2s_sql_scanner right = {.text = b, .length = b_size};
    for (;;) {
        t2s_sql_token x, y;
        int kind = t2s_sql_next_token(&left, &x);
        int other;
        do {
            other = t2s_sql_next_token(&right, &y);
        } while (other == T2S_TK_SEMICOLON);
        if (kind == T2S_TK_END || other == T2S_TK_END)
            return kind == other;
        if (t2s_casecmp_n(a + x.begin, x.end - x.begin, b + y.begin,
                          y.end - y.begin) != 0)
            return false;
    }
}

/* --- hashing --- */

static uint64_t hash_ref(const t2s_ref *ref)
{
    uint64_t hash = t2s_hash_step(T2S_HASH_START, (uint64_t)(ref->column + 7));
    hash = t2s_hash_step(hash, (uint64_t)(ref->function + 1) * 8 +
                                   ref->distinct * 4u +
                                   (ref->way == T2S_WAY_DESC));
    if (ref->column == T2S_OPAQUE)
        hash = t2s_hash_step(hash, ref->begin);
    return t2s_hash_mix(hash);
}

static uint64_t hash_value(const t2s_desk *desk, int value)
{
    const t2s_literal *v = value < 0 ? NULL : &desk->values.at[value];
    return v ? t2s_hash_bytes(T2S_HASH_START, v->text, v->size)
             : (uint64_t)(value + 9);
}

static uint64_t hash_core(const t2s_desk *desk, const t2s_draft *draft,
                          int number);

static uint64_t hash_test(const t2s_desk *desk, const t2s_draft *draft,
                          const t2s_test *test, bool first)
{
    uint64_t hash = hash_ref(&test->left);
    hash = t2s_hash_step(hash, (uint64_t)(test->op + 1) * 4 +
                                   test->is_negated * 2u +
                                   (test->after_or && !first));
    for (int i = 0; i < 2; i++)
        hash = t2s_hash_step(hash, hash_value(desk, test->values[i]));
    if (test->core >= 0)
        hash = t2s_hash_step(hash, hash_core(desk, draft, test->core));
    return t2s_hash_mix(hash);
}

/* The order of what is selected, of conditions and of tables does not count. */
static uint64_t hash_core(const t2s_desk *desk, const t2s_draft *draft,
                          int number)
{
    const t2s_core *core = &draft->cores[number];
    uint64_t items = core->is_distinct, tests = 0, tables = 0, groups = 0;
    uint64_t hash = T2S_HASH_START;
    for (int i = 0; i < core->relation_count; i++)
        tables += t2s_hash_mix((uint64_t)core->relations[i].table + 1000);
    for (int i = 0; i < core->item_count; i++)
        items += hash_ref(&core->items[i]);
    for (int i = 0; i < core->test_count; i++)
        tests += hash_test(desk, draft, &core->tests[i], i == 0);
    for (int i = 0; i < core->group_count; i++)
        groups += hash_ref(&core->groups[i]);
    for (int i = 0; i < core->having_count; i++)
        groups += 3 * hash_test(desk, draft, &core->havings[i], i == 0);
    for (int i = 0; i < core->order_count; i++)
        hash = t2s_hash_step(hash, hash_ref(&core->orders[i]));
    hash = t2s_hash_step(hash, hash_value(desk, core->limit));
    hash = t2s_hash_step(t2s_hash_step(hash, items), tests);
    hash = t2s_hash_step(t2s_hash_step(hash, tables), groups);
    hash = t2s_hash_step(hash, (uint64_t)(core->compound + 2));
    if (core->next >= 0)
        hash = t2s_hash_step(hash, hash_core(desk, draft, core->next));
    return t2s_hash_mix(hash);
}

uint64_t t2s_draft_hash(const t2s_desk *desk, const t2s_draft *draft)
{
    return hash_core(desk, draft, 0);
}
