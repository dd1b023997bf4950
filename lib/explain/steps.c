/* A query's steps: subqueries first, each SELECT, and what puts SELECTs
 * together. */
#include "explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"

/* ------------------------------------------------------------------- a step */

/* The part of the query that a select_stmt is in. */
static int part_of(const t2s_explainer *e, int32_t statement)
{
    for (int32_t at = e->tree->nodes[statement].parent; at != T2S_NO_NODE;
         at = e->tree->nodes[at].parent) {
        if (t2s_sql_is(e->tree, at, T2S_RULE_common_table_expression))
            return T2SED_STEP_OF_WITH;
        if (t2s_sql_is(e->tree, at, T2S_RULE_table_or_subquery) ||
            t2s_sql_is(e->tree, at, T2S_RULE_expr))
            return T2SED_STEP_OF_SUBQUERY;
    }
    return T2SED_STEP_OF_QUERY;
}

static int by_begin(const void *a, const void *b)
{
    const t2sed_span *one = a, *other = b;
    return (one->begin > other->begin) - (one->begin < other->begin);
}

static int by_number(const void *a, const void *b)
{
    const size_t *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

/* In rows of a query around it, a step is carried out for each of them. */
static void say_for_each(t2s_explainer *e)
{
    int32_t relation = e->outer[e->statement] - 1;
    t2s_string step = e->text;
    static const t2s_string empty = {0};
    if (relation < 0)
        return;
    e->text = empty;
    t2s_say(e, "for each row of %r, ", relation);
    if (step.text && step.text[0] == 'F')
        step.text[0] = 'f';
    if (step.text)
        t2s_string_append_n(&e->text, step.text, step.length);
    e->text.failed |= step.failed;
    t2s_string_free(&step);
}

/* The text as one printable line. */
static char *take_text(t2s_explainer *e)
{
    size_t n = e->text.failed
                   ? 0
                   : t2sed_printable(NULL, 0, e->text.text, e->text.length);
    char *text = e->text.failed ? NULL : t2s_alloc(n + 1);
    if (text)
        t2sed_printable(text, n + 1, e->text.text, e->text.length);
    t2s_string_clear(&e->text);
    e->text.failed = false;
    e->length += n;
    return text;
}

int32_t t2s_explain_finish(t2s_explainer *e, int kind, bool is_shared)
{
    t2s_step step = {NULL, kind, part_of(e, e->statement), {0}, {0}}, *same;
    int64_t before;
    say_for_each(e);
    step.text = take_text(e);
    step.spans.at = e->spans.at;
    step.spans.count = e->spans.count;
    step.uses.at = e->uses.at;
    step.uses.count = e->uses.count;
    memset(&e->spans, 0, sizeof e->spans);
    memset(&e->uses, 0, sizeof e->uses);
    if (!step.text)
        goto failed;
    before = is_shared
                 ? t2s_map_get(&e->shared, step.text, strlen(step.text), 0)
                 : 0;
    if (before > 0) {
        same = &e->made->steps.at[before - 1];
        for (size_t i = 0; i < step.spans.count; i++)
            if (!t2s_vector_push(&same->spans, step.spans.at[i]))
                e->failed = true;
        t2s_free(step.text);
        t2s_free(step.spans.at);
        t2s_free(step.uses.at);
        return (int32_t)before;
    }
    before = (int64_t)e->made->steps.count + 1;
    if ((is_shared &&
         !t2s_map_set(&e->shared, step.text, strlen(step.text), before)) ||
        !t2s_vector_push(&e->made->steps, step))
        goto failed;
    return (int32_t)before;
failed:
    e->failed = true;
    t2s_free(step.text);
    t2s_free(step.spans.at);
    t2s_free(step.uses.at);
    return 0;
}

/* --------------------------------------------------------- whole queries */

/* How the results of two SELECTs become one. */
static const struct set_words {
    const char *operator;
    const char *before, *between;
    bool chains; /* of more than two, in one sentence */
} sets[] = {
    {"UNION", "show the rows that are in any of ", " or ", true},
    {"ALL", "show all rows, repeated ones too, of ", " and ", true},
    {"INTERSECT", "show the rows that are in both ", " and ", false},
    {"EXCEPT", "show the rows that are in ", " but not in ", false},
};

static const struct set_words *set_of(const t2s_tree *tree, int32_t operator)
{
    size_t i = 0;
    operator= tree->nodes[operator].last_child;
    while (!t2s_sql_says(tree, operator, sets[i].operator))
        i++;
    return &sets[i];
}

static void say_results(t2s_explainer *e, const char *before, int32_t step)
{
    t2s_say(e, "%sthe results of %p", before, step);
}

/* The second SELECT of a table that reads itself. */
static void say_repeated(t2s_explainer *e, bool distinct, int32_t first,
                         int32_t again)
{
    say_results(e, "start with ", first);
    t2s_say(e, ", then repeat %p on the rows found last%s", again,
            distinct ? ", without repetition, until there are no more"
                     : " until there are no more");
}

/* A chain of one operator from `operator` on, behind the results of `step`;
 * returns what follows it. */
static int32_t say_set(t2s_explainer *e, int32_t operator, int32_t step)
{
    const t2s_tree *tree = e->tree;
    const struct set_words *words = set_of(tree, operator);
    int32_t next = operator;
    if (!e->repeats[e->statement])
        say_results(e, words->before, step);
    do {
        int32_t core = t2s_sql_next(tree, next);
        if (e->repeats[e->statement])
            say_repeated(e, words == &sets[0], step, e->result[core]);
        else
            say_results(e, words->between, e->result[core]);
        t2s_explain_span(e, next);
        next = t2s_sql_next(tree, core);
    } while (words->chains && !e->repeats[e->statement] &&
             t2s_sql_is(tree, next, T2S_RULE_compound_operator) &&
             set_of(tree, next) == words);
    return next;
}

/* A SELECT that UNION... joins with others. ORDER BY and LIMIT before such an
 * operator, which the parser takes and SQLite then refuses, are its own. */
static int32_t explain_member(t2s_explainer *e, int32_t core)
{
    const t2s_tree *tree = e->tree;
    int32_t at = t2s_sql_next(tree, core), order = T2S_NO_NODE,
            limit = T2S_NO_NODE;
    if (t2s_sql_is(tree, at, T2S_RULE_order_by_stmt)) {
        order = at;
        at = t2s_sql_next(tree, at);
    }
    if (t2s_sql_is(tree, at, T2S_RULE_limit_stmt)) {
        limit = at;
        at = t2s_sql_next(tree, at);
    }
    return at == T2S_NO_NODE ? t2s_explain_core(e, core, at, at)
                             : t2s_explain_core(e, core, order, limit);
}

static int32_t explain_compound(t2s_explainer *e, int32_t statement)
{
    const t2s_tree *tree = e->tree;
    int32_t core = t2s_sql_child(tree, statement, T2S_RULE_select_core);
    int32_t at = t2s_sql_next(tree, core), step = e->result[core];
    int32_t order = T2S_NO_NODE, limit = T2S_NO_NODE;
    t2s_tree_for_each_child (tree, statement, child) {
        if (t2s_sql_is(tree, child, T2S_RULE_compound_operator))
            order = limit = T2S_NO_NODE; /* those of a SELECT before it */
        else if (t2s_sql_is(tree, child, T2S_RULE_order_by_stmt))
            order = child;
        else if (t2s_sql_is(tree, child, T2S_RULE_limit_stmt))
            limit = child;
    }
    while (at != T2S_NO_NODE) {
        if (!t2s_sql_is(tree, at, T2S_RULE_compound_operator)) {
            at = t2s_sql_next(tree, at);
            continue;
        }
        at = say_set(e, at, step);
        if ((at == T2S_NO_NODE || at == order || at == limit) &&
            order != T2S_NO_NODE) {
            t2s_say(e, " ");
            t2s_say_order(e, order);
            t2s_explain_span(e, order);
        }
        step = t2s_explain_finish(
            e, e->repeats[statement] ? T2SED_STEP_REPEAT : T2SED_STEP_SET,
            false);
    }
    if (limit != T2S_NO_NODE)
        step = t2s_explain_limit(e, limit, order != T2S_NO_NODE, step);
    return step;
}

/* The name of a table of WITH, behind its last step. */
static void name_table(t2s_explainer *e, int32_t table, int32_t step)
{
    const t2s_tree *tree = e->tree;
    t2s_step *at = &e->made->steps.at[step - 1];
    const char *before = ", with columns ";
    t2s_string_append(&e->text, at->text);
    t2s_say(e, " (called %n", t2s_sql_first(tree, table));
    t2s_tree_for_each_child (tree, table, child)
        if (t2s_sql_is(tree, child, T2S_RULE_column_name)) {
            t2s_say(e, "%s%n", before, child);
            before = ", ";
        }
    t2s_say(e, ")");
    t2s_free(at->text);
    at->text = take_text(e);
    e->failed |= !at->text;
}

static bool is_compound(const t2s_tree *tree, int32_t statement)
{
    return t2s_sql_child(tree, statement, T2S_RULE_compound_operator) !=
           T2S_NO_NODE;
}

/* A node all below which is explained. */
static void leave(t2s_explainer *e, int32_t node)
{
    const t2s_tree *tree = e->tree;
    int32_t parent = tree->nodes[node].parent;
    if (t2s_sql_is(tree, node, T2S_RULE_select_core)) {
        e->statement = parent;
        if (is_compound(tree, parent))
            e->result[node] = explain_member(e, node);
    } else if (t2s_sql_is(tree, node, T2S_RULE_select_stmt)) {
        e->statement = node;
        e->result[node] =
            is_compound(tree, node)
                ? explain_compound(e, node)
                : t2s_explain_core(
                      e, t2s_sql_child(tree, node, T2S_RULE_select_core),
                      t2s_sql_child(tree, node, T2S_RULE_order_by_stmt),
                      t2s_sql_child(tree, node, T2S_RULE_limit_stmt));
        if (!e->failed &&
            t2s_sql_is(tree, parent, T2S_RULE_common_table_expression))
            name_table(e, parent, e->result[node]);
    }
}

/* What ends an explanation early. */
static t2sed_status check(const t2s_explainer *e, t2sed_error *err)
{
    if (e->failed || e->scopes.failed)
        return t2s_fail_memory(err);
    if (e->scopes.work == 0)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: its names can be understood in too many ways to "
                        "be explained");
    if (e->length + e->text.length > T2S_EXPLAIN_MAX_TEXT)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: explaining it takes more than %u bytes of text",
                        T2S_EXPLAIN_MAX_TEXT);
    return T2SED_OK;
}

/* Puts places and uses in order, each use once. */
static void tidy(t2s_step *step)
{
    size_t count = 0;
    if (step->spans.count > 1)
        qsort(step->spans.at, step->spans.count, sizeof *step->spans.at,
              by_begin);
    if (step->uses.count > 1)
        qsort(step->uses.at, step->uses.count, sizeof *step->uses.at,
              by_number);
    for (size_t i = 0; i < step->uses.count; i++)
        if (i == 0 || step->uses.at[i] != step->uses.at[i - 1])
            step->uses.at[count++] = step->uses.at[i];
    step->uses.count = count;
}

/* In post-order, so that nothing recurses. */
t2sed_status t2s_explain_query(t2s_explainer *e, t2sed_error *err)
{
    const t2s_tree *tree = e->tree;
    int32_t node = t2s_sql_terminal(tree, tree->root);
    t2sed_status status = T2SED_OK;
    for (size_t turn = 0; status == T2SED_OK; turn++) {
        leave(e, node);
        status = check(e, err);
        if (status == T2SED_OK && turn % 64 == 0)
            status = t2s_check_interrupt(err);
        if (node == tree->root)
            break;
        node = t2s_sql_next(tree, node) != T2S_NO_NODE
                   ? t2s_sql_terminal(tree, t2s_sql_next(tree, node))
                   : tree->nodes[node].parent;
    }
    for (size_t i = 0; i < e->made->steps.count; i++)
        tidy(&e->made->steps.at[i]);
    return status;
}
