/* The steps of one SELECT: its join, filter, groups, windows, what it shows,
 * and how many rows. */
#include <string.h>

#include "explain/explain.h"

/* ---------------------------------------------------------------- its parts */

typedef struct parts {
    int32_t core, where, group_by, having, order, limit;
    bool distinct, is_exists;
    t2s_nodes items;   /* result_columns */
    t2s_nodes keys;    /* of GROUP BY: what they mean... */
    t2s_nodes named;   /* ... and the items that show them, or T2S_NO_NODE */
    t2s_nodes plain;   /* items without aggregates that are no keys */
    t2s_nodes shown;   /* items with aggregates */
    t2s_nodes wanted;  /* aggregates of HAVING and ORDER BY */
    t2s_nodes windows; /* calls of window functions */
    t2s_source source;
    bool shows_keys; /* each key is an item */
} parts;

static bool has(int32_t clause)
{
    return clause != T2S_NO_NODE;
}

static int32_t item_expr(const t2s_explainer *e, int32_t item)
{
    int32_t first = t2s_sql_first(e->tree, item);
    return t2s_sql_is(e->tree, first, T2S_RULE_expr) ? first : T2S_NO_NODE;
}

static bool has_aggregate(t2s_explainer *e, int32_t item)
{
    t2s_nodes found = {0};
    size_t count;
    t2s_explain_collect(e, &found, item, t2s_explain_is_aggregate);
    count = found.count;
    t2s_vector_free(&found);
    return count > 0;
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
        int32_t item = T2S_NO_NODE;
        for (size_t i = 0;
             i < s->items.count && !has(item) && t2s_sql_spend(&e->scopes);
             i++) {
            int32_t expr = item_expr(e, s->items.at[i]);
            if (has(expr) && t2s_explain_same(e, expr, s->keys.at[k]))
                item = s->items.at[i];
        }
        s->shows_keys &= has(item);
        t2s_explain_push(e, &s->named, item);
    }
}

/* Whether an item is one of the keys, spelled in whatever way. */
static bool is_key(t2s_explainer *e, const parts *s, int32_t item)
{
    int32_t expr = item_expr(e, item);
    for (size_t k = 0;
         k < s->named.count && has(expr) && t2s_sql_spend(&e->scopes); k++)
        if (s->named.at[k] == item || t2s_explain_same(e, expr, s->keys.at[k]))
            return true;
    return false;
}

/* What HAVING and ORDER BY take of each group. */
static void collect_wanted(t2s_explainer *e, parts *s)
{
    if (has(s->having))
        t2s_explain_collect(e, &s->wanted, s->having, t2s_explain_is_aggregate);
    if (s->order == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (e->tree, s->order, term)
        if (t2s_sql_is(e->tree, term, T2S_RULE_ordering_term))
            t2s_explain_collect(e, &s->wanted, t2s_explain_term(e, term),
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
    if (has(s->order))
        t2s_explain_collect(e, &s->windows, s->order, t2s_explain_is_window);
}

static void free_select(parts *s)
{
    t2s_vector_free(&s->items);
    t2s_vector_free(&s->keys);
    t2s_vector_free(&s->named);
    t2s_vector_free(&s->plain);
    t2s_vector_free(&s->shown);
    t2s_vector_free(&s->wanted);
    t2s_vector_free(&s->windows);
}

/* ------------------------------------------------------------- saying them */

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
        t2s_say_relation(e, i);
    else
        t2s_say_name(e, name);
}

/* A result column, with the name that it is given. */
static void say_item(t2s_explainer *e, int32_t item, const char *article)
{
    const t2s_tree *tree = e->tree;
    int32_t expr = item_expr(e, item), name;
    int32_t alias = t2s_sql_child(tree, item, T2S_RULE_column_alias);
    if (expr == T2S_NO_NODE) { /* a star */
        name = t2s_sql_child(tree, item, T2S_RULE_table_name);
        t2s_say(e, name == T2S_NO_NODE ? "rows" : "all columns of ");
        if (name != T2S_NO_NODE)
            say_named(e, name);
        return;
    }
    if (t2s_explain_is_aggregate(e, t2s_sql_bare(tree, expr)))
        t2s_say_aggregate(e, t2s_sql_bare(tree, expr), article);
    else
        t2s_say_value(e, expr);
    if (alias == T2S_NO_NODE)
        return;
    if (t2s_sql_is_column(tree, expr) &&
        t2s_sql_same(
            t2s_sql_unquoted(&e->scopes, alias),
            t2s_sql_unquoted(&e->scopes, tree->nodes[expr].last_child)))
        return;
    t2s_say(e, " as %n", alias);
}

static void say_items(t2s_explainer *e, const t2s_nodes *list,
                      const char *article, const char *last)
{
    for (size_t i = 0; i < list->count; i++) {
        t2s_say(e, "%s", i == 0 ? "" : i + 1 < list->count ? ", " : last);
        say_item(e, list->at[i], article);
    }
}

/* How many conditions AND or OR joins, and whether all can follow "whose". */
static size_t count_conditions(t2s_explainer *e, int32_t condition,
                               bool *possessive)
{
    t2s_nodes list = {0};
    size_t count;
    t2s_explain_operands(e, &list, condition, "AND");
    if (list.count == 1) {
        list.count = 0;
        t2s_explain_operands(e, &list, condition, "OR");
    }
    count = list.count;
    for (size_t i = 0; i < count; i++)
        *possessive &= t2s_explain_is_possessive(e, list.at[i]);
    t2s_vector_free(&list);
    return count;
}

/* " whose a equals b and c equals d", or " for which ...". */
static void say_filter(t2s_explainer *e, int32_t condition, bool whose)
{
    count_conditions(e, condition, &whose);
    t2s_say(e, whose ? " whose %c" : " for which %c", condition);
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
    t2s_say(e, "%s", before);
    t2s_say_source(e, &s->source);
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

/* " whose ...", of WHERE, where there is one. */
static void say_where(t2s_explainer *e, const parts *s, bool whose)
{
    if (!has(s->where))
        return;
    say_filter(e, t2s_sql_child(e->tree, s->where, T2S_RULE_expr), whose);
    t2s_explain_span(e, s->where);
}

/* What is shown of each row: "the a, b of T table for which c equals d". */
static void say_rows(t2s_explainer *e, const parts *s)
{
    int32_t where = t2s_sql_child(e->tree, s->where, T2S_RULE_expr);
    bool is_table = !s->source.is_joined && s->source.relation >= 0;
    bool nested = has(where) && has_subquery(e, where), any = false;
    bool single = !has(where) || count_conditions(e, where, &any) == 1;
    t2s_say(e, is_table && single && begins_with_name(e, s) ? "the " : "");
    if (s->is_exists)
        t2s_say(e, "rows");
    else
        say_items(e, &s->items, "the ", ", ");
    say_source(e, s, s->source.is_joined && nested ? " in " : " of ");
    say_where(e, s, !is_table || !single || nested);
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
    int32_t term = e->tree->nodes[s->order].last_child;
    int32_t meant = t2s_explain_term(e, term);
    t2s_say(e, t2s_explain_way(e, term)[0] == 'd' ? " with largest value "
                                                  : " with smallest value ");
    if (e->group_step > 0 && e->groups == 1 &&
        t2s_explain_is_aggregate(e, meant))
        t2s_say(e, "in the results of %p", e->group_step);
    else
        t2s_say(e, "of %v", meant);
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
        t2s_say(e, " ");
        t2s_say_order(e, s->order);
    }
    t2s_explain_span(e, s->order);
}

/* A step for what LIMIT leaves; `before` is the one whose rows they are. */
int32_t t2s_explain_limit(t2s_explainer *e, int32_t limit, bool is_ordered,
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
    t2s_say(e, "only show the %s", offset == T2S_NO_NODE ? "first " : "next ");
    if (!literal || strcmp(literal, "1") != 0)
        t2s_say(e, "%v rows of the results", count);
    else
        t2s_say(e, "row of the results");
    if (has(offset))
        t2s_say(e, " after the first %v", offset);
    t2s_say(e, is_ordered ? "" : ", in no particular order");
    t2s_explain_span(e, limit);
    if (before > 0 && !t2s_vector_push(&e->uses, (size_t)before - 1))
        e->failed = true;
    return t2s_explain_finish(e, T2SED_STEP_LIMIT, false);
}

/* ---------------------------------------------------------------- its steps */

/* Rows are filtered in a step of their own, before groups and windows. */
static void finish_filter(t2s_explainer *e, parts *s, const char *words)
{
    if (!has(s->where))
        return;
    t2s_say(e, "%s", words);
    t2s_say_source(e, &s->source);
    say_where(e, s, true);
    s->source.step = t2s_explain_finish(e, T2SED_STEP_FILTER, true);
    s->where = T2S_NO_NODE; /* has been said */
}

/* What rows are grouped by, with the names that it is given. */
static void say_keys(t2s_explainer *e, const parts *s)
{
    for (size_t k = 0; k < s->keys.count && k < s->named.count; k++) {
        t2s_say(e, k ? ", " : "");
        if (has(s->named.at[k]))
            say_item(e, s->named.at[k], "the ");
        else
            t2s_say_value(e, s->keys.at[k]);
    }
}

/* `before`, what rows are grouped by, and " in " what. */
static void say_each(t2s_explainer *e, const parts *s, const char *before)
{
    t2s_say(e, "%s", before);
    say_keys(e, s);
    say_source(e, s, " in ");
}

/* "find the rank over ... and the number of rows over ..." */
static void finish_windows(t2s_explainer *e, parts *s)
{
    int32_t clause = t2s_sql_child(e->tree, s->core, T2S_RULE_window_clause);
    if (s->windows.count == 0)
        return;
    finish_filter(e, s, "find rows in ");
    say_each(e, s, s->keys.count ? "for each value of " : "for each row");
    t2s_say(e, ", find ");
    for (size_t i = 0; i < s->windows.count; i++) {
        t2s_say(e, "%s%v", i ? "; " : "", s->windows.at[i]);
        t2s_explain_span(e, s->windows.at[i]);
    }
    for (int32_t at = t2s_sql_first(e->tree, clause); at != T2S_NO_NODE;
         at = t2s_sql_next(e->tree, at)) {
        if (t2s_sql_is(e->tree, at, T2S_RULE_window_name)) {
            t2s_say(e, "; window %n is ", at);
        } else if (t2s_sql_is(e->tree, at, T2S_RULE_window_defn)) {
            t2s_say_window_rows(e, at);
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
        say_each(e, s, "for each value of ");
        t2s_say(e, ", calculate ");
    } else {
        t2s_say(e, "find ");
    }
    for (size_t i = 0; i < s->wanted.count; i++) {
        t2s_say(e, i == 0 ? "" : i + 1 < s->wanted.count ? ", " : " and ");
        t2s_say_aggregate(e, s->wanted.at[i], in_front ? "" : "the ");
        t2s_explain_span(e, s->wanted.at[i]);
    }
    if (!in_front)
        say_each(e, s, " of each value of ");
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
    say_each(e, s,
             !keys_alone ? "for each value of "
             : step > 0  ? "show each value of "
                         : "find each value of ");
    e->group_step = 0; /* what is shown is said in full */
    if (!keys_alone) {
        t2s_say(e, step > 0 ? ", show " : ", find ");
        say_items(e, &s->shown, article, " and ");
        t2s_say(e, s->plain.count ? " along with " : "");
        say_items(e, &s->plain, "the ", " and ");
    } else if (step == 0 && s->shown.count == 1 &&
               is_count_of_rows(e, s->shown.at[0])) {
        t2s_say(e, " along with the number of the corresponding rows to each "
                   "value");
    } else {
        t2s_say(e, " along with ");
        say_items(e, &s->shown, article, " and ");
        if (step == 0 && e->window_step == 0)
            t2s_say(e, " of the corresponding rows to each value");
    }
    e->group_step = step;
}

/* SELECT ... GROUP BY. True: LIMIT is said. */
static bool say_groups(t2s_explainer *e, const parts *s)
{
    if (s->shown.count > 0) {
        say_shown(e, s);
    } else if (s->wanted.count > 0) {
        t2s_say(e, "find %s", s->distinct ? "without repetition " : "");
        say_items(e, &s->items, "the ", ", ");
        say_source(e, s, has(s->having) ? " in " : " of ");
    } else {
        say_each(e, s, "find each value of ");
        t2s_say(e, s->shows_keys && s->plain.count == 0 ? "" : ", and show ");
        if (!s->shows_keys || s->plain.count > 0)
            say_items(e, &s->items, "the ", ", ");
    }
    if (s->distinct && !(s->shown.count == 0 && s->wanted.count > 0))
        t2s_say(e, ", without repetition");
    say_having(e, s);
    say_order(e, s, has(s->limit));
    t2s_explain_span(e, s->group_by);
    return has(s->limit) && has(s->order) && is_extreme(e, s);
}

/* Groups of one filtered table that are ordered by something of theirs: "find
 * each value of a in the results of step 1 ordered descending by number of rows
 * that correspond of each value". */
static void say_ordered_groups(t2s_explainer *e, const parts *s)
{
    const char *before = " ordered ";
    bool by_keys = s->plain.count == 0;
    t2s_say(e, "find %s", s->distinct ? "without repetition " : "");
    if (!by_keys) {
        say_items(e, &s->items, "the ", ", ");
        t2s_say(e, " of ");
    }
    t2s_say(e, "each value of ");
    if (by_keys && s->shows_keys)
        say_items(e, &s->items, "the ", ", ");
    else
        say_keys(e, s);
    say_source(e, s, " in ");
    t2s_tree_for_each_child (e->tree, s->order, term) {
        if (!t2s_sql_is(e->tree, term, T2S_RULE_ordering_term))
            continue;
        t2s_say(e, "%s%s", before, t2s_explain_way(e, term));
        t2s_say_aggregate(e, t2s_explain_term(e, term), "");
        t2s_say(e, " that correspond of each value");
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
             !t2s_explain_is_aggregate(e, t2s_explain_term(e, term))))
            return false;
    return true;
}

/* The steps of a SELECT with GROUP BY. True: LIMIT is said. */
static bool explain_groups(t2s_explainer *e, parts *s)
{
    bool by_aggregate = is_ordered_by_aggregates(e, s);
    bool together = !s->source.is_joined && has(s->where) && by_aggregate &&
                    s->shown.count == 0 && s->having == T2S_NO_NODE &&
                    s->windows.count == 0;
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
    t2s_say(e, "find %s", s->distinct ? "without repetition " : "");
    say_items(e, &s->items, "the ", all ? " and " : ", ");
    say_source(e, s, " in ");
    say_where(e, s, true);
    if (has(s->having)) {
        t2s_say(e, ", if %c", s->having);
        t2s_explain_span(e, s->having);
    }
    say_order(e, s, false);
}

static void say_values(t2s_explainer *e, int32_t core)
{
    const t2s_tree *tree = e->tree;
    t2s_say(e, "take the rows");
    t2s_tree_for_each_child (tree, core, at)
        if (t2s_sql_is(tree, at, T2S_RULE_expr)) {
            t2s_say_value(e, at);
        } else if (!t2s_sql_says(tree, at, "VALUES")) {
            if (t2s_sql_says(tree, at, "("))
                t2s_say(e, " ");
            t2s_say(e, "%s", tree->nodes[at].text);
            if (t2s_sql_says(tree, at, ",") &&
                t2s_sql_is(tree, t2s_sql_next(tree, at), T2S_RULE_expr))
                t2s_say(e, " ");
        }
    t2s_explain_span(e, core);
}

/* The steps of a SELECT or VALUES, with the ORDER BY and LIMIT that are its
 * own; returns the last. */
int32_t t2s_explain_core(t2s_explainer *e, int32_t core, int32_t order,
                         int32_t limit)
{
    const t2s_tree *tree = e->tree;
    parts s = {.core = core, .order = order, .limit = limit};
    int kind = T2SED_STEP_SELECT;
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
    } else if (s.shown.count > 0 || has(s.having)) {
        finish_windows(e, &s);
        say_totals(e, &s);
        kind = T2SED_STEP_AGGREGATE;
    } else {
        finish_windows(e, &s);
        t2s_say(e, "find %s", s.distinct ? "without repetition " : "");
        say_rows(e, &s);
        say_order(e, &s, has(limit));
        is_said |= has(order) && is_extreme(e, &s);
    }
    t2s_explain_span(e, t2s_sql_child(tree, core, T2S_RULE_result_clause));
    if (!s.source.is_joined)
        t2s_explain_span(e, t2s_sql_child(tree, core, T2S_RULE_from_clause));
    step = t2s_explain_finish(e, kind, false);
    e->group_step = e->window_step = 0;
    if (!is_said)
        step = t2s_explain_limit(
            e, limit, has(order) || kind == T2SED_STEP_AGGREGATE, step);
    free_select(&s);
    return step;
}
