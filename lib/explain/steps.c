/* A query's steps: subqueries first, then of each SELECT its join, filter,
 * groups, windows, what it shows, and how many rows. */
#include "explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"

/* ------------------------------------------------------------------- a step */

/* The part of the query that a select_stmt is in. */
static t2sed_step_part part_of(const t2s_explainer *e, int32_t statement)
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
    t2s_explain_say(e, "for each row of ");
    t2s_explain_relation(e, relation);
    t2s_explain_say(e, ", ");
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

int32_t t2s_explain_finish(t2s_explainer *e, t2sed_step_kind kind,
                           bool is_shared)
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

/* ---------------------------------------------------------- a SELECT's parts
 */

typedef struct parts {
    int32_t core, where, group_by, having, order, limit;
    bool distinct, is_exists;
    t2s_nodes items;   /* result_columns */
    t2s_nodes keys;    /* of GROUP BY: what they mean */
    t2s_nodes plain;   /* items without aggregates that are no keys */
    t2s_nodes shown;   /* items with aggregates */
    t2s_nodes wanted;  /* aggregates of HAVING and ORDER BY */
    t2s_nodes windows; /* calls of window functions */
    t2s_source source;
    bool shows_keys; /* each key is an item */
} parts;

static int32_t item_expr(const t2s_explainer *e, int32_t item)
{
    int32_t first = t2s_sql_first(e->tree, item);
    return t2s_sql_is(e->tree, first, T2S_RULE_expr) ? first : T2S_NO_NODE;
}

static bool has_aggregate(t2s_explainer *e, int32_t item)
{
    t2s_nodes found = {0};
    bool has;
    t2s_explain_collect(e, &found, item, t2s_explain_is_aggregate);
    has = found.count > 0;
    t2s_vector_free(&found);
    return has;
}

static bool is_key(t2s_explainer *e, const parts *s, int32_t item)
{
    int32_t expr = item_expr(e, item);
    for (size_t i = 0; i < s->keys.count && expr != T2S_NO_NODE; i++)
        if (t2s_explain_same(e, expr, s->keys.at[i]))
            return true;
    return false;
}

static void read_groups(t2s_explainer *e, parts *s)
{
    bool is_having = false;
    s->shows_keys = true;
    for (int32_t at = t2s_sql_first(e->tree, s->group_by); at != T2S_NO_NODE;
         at = t2s_sql_next(e->tree, at)) {
        is_having |= t2s_sql_says(e->tree, at, "HAVING");
        if (!t2s_sql_is(e->tree, at, T2S_RULE_expr))
            continue;
        if (is_having)
            s->having = at;
        else
            t2s_explain_push(e, &s->keys, t2s_explain_meant(e, at));
    }
    for (size_t k = 0; k < s->keys.count; k++) {
        bool found = false;
        for (size_t i = 0; i < s->items.count && !found; i++) {
            int32_t expr = item_expr(e, s->items.at[i]);
            found =
                expr != T2S_NO_NODE && t2s_explain_same(e, expr, s->keys.at[k]);
            if (found)
                s->keys.at[k] = t2s_sql_bare(e->tree, expr);
        }
        s->shows_keys &= found;
    }
}

/* What HAVING and ORDER BY take of each group. */
static void collect_wanted(t2s_explainer *e, parts *s)
{
    if (s->having != T2S_NO_NODE)
        t2s_explain_collect(e, &s->wanted, s->having, t2s_explain_is_aggregate);
    if (s->order == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (e->tree, s->order, term)
        if (t2s_sql_is(e->tree, term, T2S_RULE_ordering_term))
            t2s_explain_collect(
                e, &s->wanted,
                t2s_explain_meant(e, t2s_sql_first(e->tree, term)),
                t2s_explain_is_aggregate);
}

static void read_select(t2s_explainer *e, parts *s)
{
    const t2s_tree *tree = e->tree;
    int32_t results = t2s_sql_child(tree, s->core, T2S_RULE_result_clause);
    s->where = t2s_sql_child(tree, s->core, T2S_RULE_where_clause);
    s->group_by = t2s_sql_child(tree, s->core, T2S_RULE_group_by_clause);
    s->having = T2S_NO_NODE;
    s->distinct = t2s_sql_says(
        tree, t2s_sql_next(tree, t2s_sql_first(tree, s->core)), "DISTINCT");
    t2s_tree_for_each_child (tree, results, item)
        if (t2s_sql_is(tree, item, T2S_RULE_result_column))
            t2s_explain_push(e, &s->items, item);
    read_groups(e, s);
    for (size_t i = 0; i < s->items.count; i++) {
        if (has_aggregate(e, s->items.at[i]))
            t2s_explain_push(e, &s->shown, s->items.at[i]);
        else if (!is_key(e, s, s->items.at[i]))
            t2s_explain_push(e, &s->plain, s->items.at[i]);
    }
    collect_wanted(e, s);
    t2s_explain_collect(e, &s->windows, results, t2s_explain_is_window);
    if (s->order != T2S_NO_NODE)
        t2s_explain_collect(e, &s->windows, s->order, t2s_explain_is_window);
}

static void free_select(parts *s)
{
    t2s_vector_free(&s->items);
    t2s_vector_free(&s->keys);
    t2s_vector_free(&s->plain);
    t2s_vector_free(&s->shown);
    t2s_vector_free(&s->wanted);
    t2s_vector_free(&s->windows);
}

/* -------------------------------------------------------------- saying parts
 */

/* The relation of FROM that a name, as in t.*, stands for. */
static void say_named(t2s_explainer *e, int32_t name)
{
    t2s_sql_word word = t2s_sql_unquoted(&e->scopes, name);
    int32_t scope = e->scopes.scope_of[name];
    int32_t i = scope == T2S_NO_SCOPE ? -1 : e->scopes.scopes.at[scope].first;
    while (i >= 0 && t2s_sql_spend(&e->scopes) &&
           !t2s_sql_same(word, e->scopes.relations.at[i].name))
        i = e->scopes.relations.at[i].next;
    if (i >= 0)
        t2s_explain_relation(e, i);
    else
        t2s_explain_name(e, name);
}

/* A result column, with the name that it is given. */
static void say_item(t2s_explainer *e, int32_t item, const char *article)
{
    const t2s_tree *tree = e->tree;
    int32_t expr = item_expr(e, item), name;
    int32_t alias = t2s_sql_child(tree, item, T2S_RULE_column_alias);
    if (expr == T2S_NO_NODE) { /* a star */
        name = t2s_sql_child(tree, item, T2S_RULE_table_name);
        t2s_explain_say(e, name == T2S_NO_NODE ? "rows" : "all columns of ");
        if (name != T2S_NO_NODE)
            say_named(e, name);
        return;
    }
    if (t2s_explain_is_aggregate(e, t2s_sql_bare(tree, expr)))
        t2s_explain_aggregate(e, t2s_sql_bare(tree, expr), article);
    else
        t2s_explain_value(e, expr);
    if (alias == T2S_NO_NODE)
        return;
    if (t2s_sql_is_column(tree, expr) &&
        t2s_sql_same(
            t2s_sql_unquoted(&e->scopes, alias),
            t2s_sql_unquoted(&e->scopes, tree->nodes[expr].last_child)))
        return;
    t2s_explain_say(e, " as ");
    t2s_explain_name(e, alias);
}

static void say_items(t2s_explainer *e, const t2s_nodes *list,
                      const char *article, const char *last)
{
    for (size_t i = 0; i < list->count; i++) {
        t2s_explain_say(e, i == 0 ? "" : i + 1 < list->count ? ", " : last);
        say_item(e, list->at[i], article);
    }
}

/* " whose a equals b and c equals d", or " for which ...". */
static void say_filter(t2s_explainer *e, int32_t condition, bool may_be_whose)
{
    t2s_nodes list = {0};
    bool whose = may_be_whose;
    t2s_explain_operands(e, &list, condition, "AND");
    if (list.count == 1) {
        list.count = 0;
        t2s_explain_operands(e, &list, condition, "OR");
    }
    for (size_t i = 0; i < list.count; i++)
        whose &= t2s_explain_is_possessive(e, list.at[i]);
    t2s_vector_free(&list);
    t2s_explain_say(e, whose ? " whose " : " for which ");
    t2s_explain_condition(e, condition);
}

/* The number of conditions that AND and OR join; subqueries count as several.
 */
static bool is_single(t2s_explainer *e, int32_t condition)
{
    t2s_nodes list = {0};
    size_t count;
    t2s_explain_operands(e, &list, condition, "AND");
    count = list.count;
    list.count = 0;
    t2s_explain_operands(e, &list, condition, "OR");
    count += list.count;
    t2s_vector_free(&list);
    return count == 2;
}

static bool has_subquery(const t2s_explainer *e, int32_t top)
{
    t2s_tree_for_each (e->tree, top, node)
        if (t2s_sql_is(e->tree, node, T2S_RULE_select_stmt))
            return true;
    return false;
}

static void say_source(t2s_explainer *e, const parts *s, const char *before)
{
    if (s->source.relation < 0 && s->source.step == 0)
        return;
    t2s_explain_say(e, before);
    t2s_explain_source(e, &s->source);
}

/* Whether "the" can stand before what a SELECT shows. */
static bool begins_with_name(const t2s_explainer *e, const parts *s)
{
    int32_t first = s->items.count ? s->items.at[0] : T2S_NO_NODE;
    int32_t expr = item_expr(e, first);
    return s->is_exists ||
           (expr == T2S_NO_NODE
                ? t2s_sql_child(e->tree, first, T2S_RULE_table_name) ==
                      T2S_NO_NODE
                : t2s_sql_is_column(e->tree, expr));
}

/* What is shown of each row: "the a, b of T table for which c equals d". */
static void say_rows(t2s_explainer *e, const parts *s, bool filtered)
{
    int32_t where = filtered && s->where != T2S_NO_NODE
                        ? t2s_sql_child(e->tree, s->where, T2S_RULE_expr)
                        : T2S_NO_NODE;
    bool is_table = !s->source.is_joined && s->source.relation >= 0;
    bool single = where != T2S_NO_NODE && is_single(e, where);
    bool nested = where != T2S_NO_NODE && has_subquery(e, where);
    if (is_table && (where == T2S_NO_NODE || single) && begins_with_name(e, s))
        t2s_explain_say(e, "the ");
    if (s->is_exists)
        t2s_explain_say(e, "rows");
    else
        say_items(e, &s->items, "the ", ", ");
    say_source(e, s, s->source.is_joined && nested ? " in " : " of ");
    if (where != T2S_NO_NODE) {
        say_filter(e, where, !is_table || !single || nested);
        t2s_explain_span(e, s->where);
    }
}

/* A LIMIT of 1 behind one term of ORDER BY is said as the largest or smallest
 * value. */
static bool is_extreme(const t2s_explainer *e, const parts *s)
{
    const t2s_tree *tree = e->tree;
    int32_t term = t2s_sql_first(tree, s->order);
    int32_t count = t2s_sql_child(tree, s->limit, T2S_RULE_expr);
    const char *literal = t2s_sql_literal(tree, count);
    while (term != T2S_NO_NODE &&
           !t2s_sql_is(tree, term, T2S_RULE_ordering_term))
        term = t2s_sql_next(tree, term);
    return literal && strcmp(literal, "1") == 0 && term != T2S_NO_NODE &&
           t2s_sql_next(tree, count) == T2S_NO_NODE &&
           t2s_sql_next(tree, term) == T2S_NO_NODE &&
           !tree->nodes[tree->nodes[term].last_child].text;
}

static void say_extreme(t2s_explainer *e, const parts *s)
{
    const t2s_tree *tree = e->tree;
    int32_t term = tree->nodes[s->order].last_child;
    int32_t direction = t2s_sql_child(tree, term, T2S_RULE_asc_desc);
    int32_t meant =
        t2s_sql_bare(tree, t2s_explain_meant(e, t2s_sql_first(tree, term)));
    t2s_explain_say(e,
                    t2s_sql_says(tree, t2s_sql_first(tree, direction), "DESC")
                        ? " with largest "
                        : " with smallest ");
    if (e->group_step > 0 && e->groups == 1 &&
        t2s_explain_is_aggregate(e, meant)) {
        t2s_explain_say(e, "value in the results of ");
        t2s_explain_step(e, e->group_step);
    } else {
        t2s_explain_say(e, "value of ");
        t2s_explain_value(e, meant);
    }
    t2s_explain_span(e, s->limit);
}

/* The end of a step: its order. */
static void say_order(t2s_explainer *e, const parts *s, bool may_be_extreme)
{
    if (s->order == T2S_NO_NODE)
        return;
    if (may_be_extreme && is_extreme(e, s)) {
        say_extreme(e, s);
    } else {
        t2s_explain_say(e, " ");
        t2s_explain_order(e, s->order);
    }
    t2s_explain_span(e, s->order);
}

/* A step for what LIMIT leaves; `before` is the one whose rows they are. */
static int32_t finish_limit(t2s_explainer *e, int32_t limit, bool is_ordered,
                            int32_t before)
{
    const t2s_tree *tree = e->tree;
    int32_t count = t2s_sql_child(tree, limit, T2S_RULE_expr);
    int32_t word = t2s_sql_next(tree, count), offset = t2s_sql_next(tree, word);
    const char *literal;
    if (t2s_sql_says(tree, word, ",")) {
        int32_t swap = count;
        count = offset;
        offset = swap;
    }
    literal = t2s_sql_literal(tree, count);
    if (offset != T2S_NO_NODE && t2s_sql_literal(tree, offset) &&
        strcmp(t2s_sql_literal(tree, offset), "0") == 0)
        offset = T2S_NO_NODE;
    t2s_explain_say(e, "only show the ");
    t2s_explain_say(e, offset == T2S_NO_NODE ? "first " : "next ");
    if (!literal || strcmp(literal, "1") != 0) {
        t2s_explain_value(e, count);
        t2s_explain_say(e, " rows");
    } else {
        t2s_explain_say(e, "row");
    }
    t2s_explain_say(e, " of the results");
    if (offset != T2S_NO_NODE) {
        t2s_explain_say(e, " after the first ");
        t2s_explain_value(e, offset);
    }
    t2s_explain_say(e, is_ordered ? "" : ", in no particular order");
    t2s_explain_span(e, limit);
    if (before > 0 && !t2s_vector_push(&e->uses, (size_t)before - 1))
        e->failed = true;
    return t2s_explain_finish(e, T2SED_STEP_LIMIT, false);
}

/* ---------------------------------------------------------- a SELECT's steps
 */

/* Rows are filtered in a step of their own, before groups and windows. */
static void finish_filter(t2s_explainer *e, parts *s, const char *words)
{
    if (s->where == T2S_NO_NODE)
        return;
    t2s_explain_say(e, words);
    t2s_explain_source(e, &s->source);
    say_filter(e, t2s_sql_child(e->tree, s->where, T2S_RULE_expr), true);
    t2s_explain_span(e, s->where);
    s->source.step = t2s_explain_finish(e, T2SED_STEP_FILTER, true);
}

/* What rows are grouped by, with the names that it is given. */
static void say_keys(t2s_explainer *e, const parts *s)
{
    for (size_t k = 0; k < s->keys.count; k++) {
        size_t i = 0;
        t2s_explain_say(e, k ? ", " : "");
        while (i < s->items.count &&
               t2s_sql_bare(e->tree, item_expr(e, s->items.at[i])) !=
                   s->keys.at[k])
            i++;
        if (i < s->items.count)
            say_item(e, s->items.at[i], "the ");
        else
            t2s_explain_value(e, s->keys.at[k]);
    }
}

/* "find the rank over ... and the number of rows over ..." */
static void finish_windows(t2s_explainer *e, parts *s)
{
    int32_t clause = t2s_sql_child(e->tree, s->core, T2S_RULE_window_clause);
    if (s->windows.count == 0)
        return;
    t2s_explain_say(e, s->keys.count ? "for each value of " : "for each row");
    say_keys(e, s);
    say_source(e, s, " in ");
    t2s_explain_say(e, ", find ");
    for (size_t i = 0; i < s->windows.count; i++) {
        t2s_explain_say(e, i ? "; " : "");
        t2s_explain_value(e, s->windows.at[i]);
        t2s_explain_span(e, s->windows.at[i]);
    }
    for (int32_t at = t2s_sql_first(e->tree, clause); at != T2S_NO_NODE;
         at = t2s_sql_next(e->tree, at)) {
        if (t2s_sql_is(e->tree, at, T2S_RULE_window_name)) {
            t2s_explain_say(e, "; window ");
            t2s_explain_name(e, at);
            t2s_explain_say(e, " is ");
        } else if (t2s_sql_is(e->tree, at, T2S_RULE_window_defn)) {
            t2s_explain_window_rows(e, at);
        }
    }
    t2s_explain_span(e, clause);
    e->window_step = t2s_explain_finish(e, T2SED_STEP_WINDOW, false);
}

/* "find the number of rows of each value of a in T table": what HAVING and
 * ORDER BY take. */
static void finish_wanted(t2s_explainer *e, const parts *s)
{
    bool in_front = s->shown.count > 0;
    if (s->wanted.count == 0)
        return;
    if (in_front) {
        t2s_explain_say(e, "for each value of ");
        say_keys(e, s);
        say_source(e, s, " in ");
        t2s_explain_say(e, ", calculate ");
    } else {
        t2s_explain_say(e, "find ");
    }
    for (size_t i = 0; i < s->wanted.count; i++) {
        t2s_explain_say(e, i == 0                    ? ""
                           : i + 1 < s->wanted.count ? ", "
                                                     : " and ");
        t2s_explain_aggregate(e, s->wanted.at[i], in_front ? "" : "the ");
        t2s_explain_span(e, s->wanted.at[i]);
    }
    if (!in_front) {
        t2s_explain_say(e, " of each value of ");
        say_keys(e, s);
        say_source(e, s, " in ");
    }
    for (size_t i = 0; i < s->keys.count; i++)
        t2s_explain_span(e, s->keys.at[i]);
    e->groups = s->wanted.count;
    e->group_step = t2s_explain_finish(e, T2SED_STEP_GROUP, true);
}

static void say_having(t2s_explainer *e, const parts *s)
{
    if (s->having == T2S_NO_NODE)
        return;
    say_filter(e, s->having, true);
    t2s_explain_span(e, s->having);
}

static bool is_count_of_rows(const t2s_explainer *e, int32_t item)
{
    int32_t expr = t2s_sql_bare(e->tree, item_expr(e, item));
    const char *name = t2s_sql_function(e->tree, expr);
    return name && t2s_casecmp(name, "count") == 0 &&
           t2s_sql_child(e->tree, expr, T2S_RULE_expr) == T2S_NO_NODE &&
           t2s_sql_child(e->tree, expr, T2S_RULE_filter_clause) ==
               T2S_NO_NODE &&
           t2s_sql_child(e->tree, item, T2S_RULE_column_alias) == T2S_NO_NODE;
}

/* What groups show, and in which order, where something is taken of each. */
static void say_shown(t2s_explainer *e, const parts *s)
{
    const char *article = e->group_step > 0 && !s->source.is_joined
                              ? "the corresponding "
                              : "the ";
    int32_t step = e->group_step;
    bool keys_alone = s->shows_keys && s->plain.count == 0;
    t2s_explain_say(e, !keys_alone ? "for each value of "
                       : step > 0  ? "show each value of "
                                   : "find each value of ");
    say_keys(e, s);
    say_source(e, s, " in ");
    e->group_step = 0; /* what is shown is said in full */
    if (!keys_alone) {
        t2s_explain_say(e, step > 0 ? ", show " : ", find ");
        say_items(e, &s->shown, article, " and ");
        t2s_explain_say(e, s->plain.count ? " along with " : "");
        say_items(e, &s->plain, "the ", " and ");
    } else if (step > 0) {
        t2s_explain_say(e, " along with ");
        say_items(e, &s->shown, article, " and ");
    } else {
        t2s_explain_say(e, " along with ");
        if (s->shown.count == 1 && is_count_of_rows(e, s->shown.at[0])) {
            t2s_explain_say(e, "the number of the corresponding rows to each "
                               "value");
        } else {
            say_items(e, &s->shown, "the ", " and ");
            t2s_explain_say(e, e->window_step > 0
                                   ? ""
                                   : " of the corresponding rows to each "
                                     "value");
        }
    }
    e->group_step = step;
}

/* SELECT ... GROUP BY. True: LIMIT is said. */
static bool say_groups(t2s_explainer *e, const parts *s)
{
    if (s->shown.count > 0) {
        say_shown(e, s);
    } else if (s->wanted.count > 0) {
        t2s_explain_say(e, "find ");
        t2s_explain_say(e, s->distinct ? "without repetition " : "");
        say_items(e, &s->items, "the ", ", ");
        say_source(e, s, s->having != T2S_NO_NODE ? " in " : " of ");
    } else {
        t2s_explain_say(e, "find each value of ");
        say_keys(e, s);
        say_source(e, s, " in ");
        t2s_explain_say(
            e, s->shows_keys && s->plain.count == 0 ? "" : ", and show ");
        if (!s->shows_keys || s->plain.count > 0)
            say_items(e, &s->items, "the ", ", ");
    }
    if (s->distinct && !(s->shown.count == 0 && s->wanted.count > 0))
        t2s_explain_say(e, ", without repetition");
    say_having(e, s);
    say_order(e, s, s->limit != T2S_NO_NODE);
    t2s_explain_span(e, s->group_by);
    return s->limit != T2S_NO_NODE && s->order != T2S_NO_NODE &&
           is_extreme(e, s);
}

/* Groups of one filtered table that are ordered by something of theirs: "find
 * each value of a in the results of step 1 ordered descending by number of rows
 * that correspond of each value". */
static void say_ordered_groups(t2s_explainer *e, const parts *s)
{
    const t2s_tree *tree = e->tree;
    const char *before = " ordered ";
    bool by_keys = s->plain.count == 0;
    t2s_explain_say(e, "find ");
    t2s_explain_say(e, s->distinct ? "without repetition " : "");
    if (!by_keys) {
        say_items(e, &s->items, "the ", ", ");
        t2s_explain_say(e, " of ");
    }
    t2s_explain_say(e, "each value of ");
    if (by_keys && s->shows_keys)
        say_items(e, &s->items, "the ", ", ");
    else
        say_keys(e, s);
    say_source(e, s, " in ");
    t2s_tree_for_each_child (tree, s->order, term) {
        int32_t direction = t2s_sql_child(tree, term, T2S_RULE_asc_desc), expr;
        if (!t2s_sql_is(tree, term, T2S_RULE_ordering_term))
            continue;
        expr = t2s_explain_meant(e, t2s_sql_first(tree, term));
        t2s_explain_say(e, before);
        t2s_explain_say(
            e, t2s_sql_says(tree, t2s_sql_first(tree, direction), "DESC")
                   ? "descending by "
                   : "ascending by ");
        t2s_explain_aggregate(e, t2s_sql_bare(tree, expr), "");
        t2s_explain_say(e, " that correspond of each value");
        before = ", ";
    }
    t2s_explain_span(e, s->order);
    t2s_explain_span(e, s->group_by);
}

/* Whether every term of ORDER BY is an aggregate by itself. */
static bool is_ordered_by_aggregates(t2s_explainer *e, const parts *s)
{
    if (s->order == T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (e->tree, s->order, term)
        if (t2s_sql_is(e->tree, term, T2S_RULE_ordering_term) &&
            (e->tree->nodes[e->tree->nodes[term].last_child].text ||
             !t2s_explain_is_aggregate(
                 e,
                 t2s_sql_bare(e->tree, t2s_explain_meant(
                                           e, t2s_sql_first(e->tree, term))))))
            return false;
    return true;
}

/* The steps of a SELECT with GROUP BY; the kind of the last in *kind. */
static bool explain_groups(t2s_explainer *e, parts *s)
{
    bool by_aggregate = is_ordered_by_aggregates(e, s);
    bool together = !s->source.is_joined && s->where != T2S_NO_NODE &&
                    by_aggregate && s->shown.count == 0 &&
                    s->having == T2S_NO_NODE && s->windows.count == 0;
    finish_filter(e, s,
                  !by_aggregate         ? "find rows in "
                  : s->source.is_joined ? "only keep "
                                        : "find the rows in ");
    if (together) {
        say_ordered_groups(e, s);
        return false;
    }
    finish_wanted(e, s);
    finish_windows(e, s);
    return say_groups(e, s);
}

/* Aggregates of all rows. */
static void say_totals(t2s_explainer *e, const parts *s)
{
    bool all = s->plain.count == 0;
    t2s_explain_say(e, "find ");
    t2s_explain_say(e, s->distinct ? "without repetition " : "");
    say_items(e, &s->items, "the ", all ? " and " : ", ");
    say_source(e, s, " in ");
    if (s->where != T2S_NO_NODE && s->windows.count == 0) {
        say_filter(e, t2s_sql_child(e->tree, s->where, T2S_RULE_expr), true);
        t2s_explain_span(e, s->where);
    }
    if (s->having != T2S_NO_NODE) {
        t2s_explain_say(e, ", if ");
        t2s_explain_condition(e, s->having);
        t2s_explain_span(e, s->having);
    }
    say_order(e, s, false);
}

static void say_values(t2s_explainer *e, int32_t core)
{
    const t2s_tree *tree = e->tree;
    t2s_explain_say(e, "take the rows");
    t2s_tree_for_each_child (tree, core, at)
        if (t2s_sql_is(tree, at, T2S_RULE_expr)) {
            t2s_explain_value(e, at);
        } else if (!t2s_sql_says(tree, at, "VALUES")) {
            if (t2s_sql_says(tree, at, "("))
                t2s_explain_say(e, " ");
            t2s_explain_say(e, tree->nodes[at].text);
            if (t2s_sql_says(tree, at, ",") &&
                t2s_sql_is(tree, t2s_sql_next(tree, at), T2S_RULE_expr))
                t2s_explain_say(e, " ");
        }
    t2s_explain_span(e, core);
}

/* The steps of a SELECT or VALUES, with the ORDER BY and LIMIT that are its
 * own; returns the last. */
static int32_t explain_core(t2s_explainer *e, int32_t core, int32_t order,
                            int32_t limit)
{
    const t2s_tree *tree = e->tree;
    parts s = {.core = core, .order = order, .limit = limit};
    t2sed_step_kind kind = T2SED_STEP_SELECT;
    bool is_said = limit == T2S_NO_NODE;
    int32_t step;
    e->group_step = e->window_step = 0;
    if (t2s_sql_says(tree, t2s_sql_first(tree, core), "VALUES")) {
        say_values(e, core);
        return t2s_explain_finish(e, T2SED_STEP_VALUES, false);
    }
    s.is_exists = t2s_sql_says(
        tree, t2s_sql_first(tree, tree->nodes[e->statement].parent), "EXISTS");
    read_select(e, &s);
    s.source =
        t2s_explain_from(e, t2s_sql_child(tree, core, T2S_RULE_from_clause));
    if (s.keys.count > 0) {
        is_said |= explain_groups(e, &s);
        if (s.shown.count > 0 || s.wanted.count == 0)
            kind = T2SED_STEP_GROUP;
    } else if (s.shown.count > 0 || s.having != T2S_NO_NODE) {
        if (s.windows.count > 0)
            finish_filter(e, &s, "find rows in ");
        finish_windows(e, &s);
        say_totals(e, &s);
        kind = T2SED_STEP_AGGREGATE;
    } else {
        if (s.windows.count > 0)
            finish_filter(e, &s, "find rows in ");
        finish_windows(e, &s);
        t2s_explain_say(e, "find ");
        t2s_explain_say(e, s.distinct ? "without repetition " : "");
        say_rows(e, &s, s.windows.count == 0);
        say_order(e, &s, limit != T2S_NO_NODE);
        is_said |= order != T2S_NO_NODE && is_extreme(e, &s);
    }
    t2s_explain_span(e, t2s_sql_child(tree, core, T2S_RULE_result_clause));
    if (!s.source.is_joined)
        t2s_explain_span(e, t2s_sql_child(tree, core, T2S_RULE_from_clause));
    step = t2s_explain_finish(e, kind, false);
    e->group_step = e->window_step = 0;
    if (!is_said)
        step = finish_limit(
            e, limit, order != T2S_NO_NODE || kind == T2SED_STEP_AGGREGATE,
            step);
    free_select(&s);
    return step;
}

/* -------------------------------------------------------- queries as a whole
 */

/* How the results of two SELECTs become one. */
static const struct set_words {
    const char *operator, * before, *between;
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
    t2s_explain_say(e, before);
    t2s_explain_say(e, "the results of ");
    t2s_explain_step(e, step);
}

/* The second SELECT of a table that reads itself. */
static void say_repeated(t2s_explainer *e, bool distinct, int32_t first,
                         int32_t again)
{
    say_results(e, "start with ", first);
    t2s_explain_say(e, ", then repeat ");
    t2s_explain_step(e, again);
    t2s_explain_say(e, " on the rows found last");
    t2s_explain_say(e, distinct
                           ? ", without repetition, until there are no more"
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
    return at == T2S_NO_NODE ? explain_core(e, core, at, at)
                             : explain_core(e, core, order, limit);
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
            t2s_explain_say(e, " ");
            t2s_explain_order(e, order);
            t2s_explain_span(e, order);
        }
        step = t2s_explain_finish(
            e, e->repeats[statement] ? T2SED_STEP_REPEAT : T2SED_STEP_SET,
            false);
    }
    if (limit != T2S_NO_NODE)
        step = finish_limit(e, limit, order != T2S_NO_NODE, step);
    return step;
}

/* The name of a table of WITH, behind its last step. */
static void name_table(t2s_explainer *e, int32_t table, int32_t step)
{
    const t2s_tree *tree = e->tree;
    t2s_step *at = &e->made->steps.at[step - 1];
    const char *before = ", with columns ";
    t2s_string_append(&e->text, at->text);
    t2s_explain_say(e, " (called ");
    t2s_explain_name(e, t2s_sql_first(tree, table));
    t2s_tree_for_each_child (tree, table, child)
        if (t2s_sql_is(tree, child, T2S_RULE_column_name)) {
            t2s_explain_say(e, before);
            t2s_explain_name(e, child);
            before = ", ";
        }
    t2s_explain_say(e, ")");
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
                : explain_core(
                      e, t2s_sql_child(tree, node, T2S_RULE_select_core),
                      t2s_sql_child(tree, node, T2S_RULE_order_by_stmt),
                      t2s_sql_child(tree, node, T2S_RULE_limit_stmt));
        if (!e->failed &&
            t2s_sql_is(tree, parent, T2S_RULE_common_table_expression))
            name_table(e, parent, e->result[node]);
    }
}

/* In post-order, so that nothing recurses. */
t2sed_status t2s_explain_query(t2s_explainer *e, t2sed_error *err)
{
    const t2s_tree *tree = e->tree;
    int32_t node = tree->root;
    size_t turn = 0;
    for (;;) {
        while (tree->nodes[node].first_child != T2S_NO_NODE)
            node = tree->nodes[node].first_child;
        for (;;) {
            leave(e, node);
            if (e->failed || e->scopes.failed)
                return t2s_fail_memory(err);
            if (e->scopes.work == 0)
                return t2s_fail(err, T2SED_ELIMIT, -1,
                                "SQL: its names can be understood in too many "
                                "ways to be explained");
            if (e->length + e->text.length > T2S_EXPLAIN_MAX_TEXT)
                return t2s_fail(err, T2SED_ELIMIT, -1,
                                "SQL: explaining it takes more than %u bytes "
                                "of text",
                                T2S_EXPLAIN_MAX_TEXT);
            if (turn++ % 256 == 0 && t2s_check_interrupt(err))
                return T2SED_EINTERRUPTED;
            if (node == tree->root)
                break;
            if (tree->nodes[node].next_sibling != T2S_NO_NODE)
                break;
            node = tree->nodes[node].parent;
        }
        if (node == tree->root)
            break;
        node = tree->nodes[node].next_sibling;
    }
    for (size_t i = 0; i < e->made->steps.count; i++) {
        t2s_step *step = &e->made->steps.at[i];
        if (step->spans.count > 1)
            qsort(step->spans.at, step->spans.count, sizeof *step->spans.at,
                  by_begin);
        if (step->uses.count > 1)
            qsort(step->uses.at, step->uses.count, sizeof *step->uses.at,
                  by_number);
    }
    return T2SED_OK;
}
