#include "facts/senses.h"

#include <string.h>

#include "facts/membership.h"
#include "facts/quantity.h"

/* Nodes that are looked at below one expression, names that are followed one
 * within another, nodes looked at in all, and parts of one CASE. */
#define MOST_BELOW  400
#define MOST_NESTED 6
#define MOST_NODES  20000
#define MOST_PARTS  2000

/* What an expression computes. */
enum { IS_COUNT = 1, IS_SUM = 2, IS_AVERAGE = 4, IS_EXTREME = 8, IS_RANK = 16 };

typedef struct reader {
    bool *has;
    const t2s_query *query;
    const t2s_tree *tree;
    int semi_joins;
    int nots; /* NOT, less those of IS NOT NULL */
    int work; /* nodes left to be looked at below expressions */
} reader;

static bool is_literal_of(const t2s_tree *tree, int32_t expr, const char *list)
{
    const char *text = t2s_sql_literal(tree, t2s_sql_bare(tree, expr));
    return text && t2s_is_one_of(text, strlen(text), list);
}

/* Whether an expr is a condition, or a CASE or IIF whose results are 0, 1, 100
 * or NULL. */
static bool is_condition(const t2s_query *query, int32_t expr)
{
    const t2s_tree *tree = query->tree;
    bool is_case, gives = false, is_first = true;
    int parts = 0;
    /* A name may stand for an expression of itself: COALESCE(x, 0) AS x. */
    for (int i = 0; i < MOST_NESTED; i++) {
        expr = t2s_quantity_follow(query, expr);
        if (expr == T2S_NO_NODE)
            return false;
        if (t2s_is_truth(tree, expr))
            return true;
        if (!t2s_sql_calls(tree, expr, "COALESCE IFNULL"))
            break;
        expr = t2s_sql_child(tree, expr, T2S_RULE_expr);
    }
    is_case = t2s_sql_says(tree, t2s_sql_first(tree, expr), "CASE");
    if (!is_case && !t2s_sql_calls(tree, expr, "IIF"))
        return false;
    t2s_tree_for_each_child (tree, expr, at) {
        if (parts++ == MOST_PARTS)
            return false;
        if (t2s_sql_is(tree, at, T2S_RULE_expr)) {
            if ((is_case ? gives : !is_first) &&
                !is_literal_of(tree, at, "0 0.0 1 1.0 100 100.0 NULL") &&
                !t2s_sql_is_null(tree, at))
                return false;
            is_first = false;
        }
        gives =
            t2s_sql_says(tree, at, "THEN") || t2s_sql_says(tree, at, "ELSE");
    }
    return true;
}

/* Whether an expr is NULL or 0, or not there. */
static bool is_nothing(const t2s_tree *tree, int32_t expr)
{
    const char *text = t2s_sql_literal(tree, expr);
    return expr == T2S_NO_NODE || t2s_sql_is_null(tree, expr) ||
           (text && t2s_query_number(text) == 0 && text[0] == '0');
}

int t2s_case_chooses(const t2s_query *query, int32_t expr)
{
    const t2s_tree *tree = query->tree;
    int32_t then = T2S_NO_NODE, or_else = T2S_NO_NODE;
    int whens = 0;
    t2s_tree_for_each_child (tree, expr, at) {
        whens += t2s_sql_says(tree, at, "WHEN");
        if (whens > 1)
            return 0;
        if (t2s_sql_says(tree, at, "THEN"))
            then = t2s_sql_next(tree, at);
        if (t2s_sql_says(tree, at, "ELSE"))
            or_else = t2s_sql_next(tree, at);
    }
    if (whens == 0 || is_nothing(tree, then) == is_nothing(tree, or_else))
        return 0;
    return is_nothing(tree, then) ? -1 : 1;
}

/* What a call computes by itself. */
static int kind_of_call(const t2s_query *query, int32_t expr)
{
    const t2s_tree *tree = query->tree;
    const int32_t argument = t2s_sql_child(tree, expr, T2S_RULE_expr);
    if (t2s_sql_calls(tree, expr, "COUNT"))
        return IS_COUNT;
    if (t2s_sql_calls(tree, expr, "SUM TOTAL"))
        return is_condition(query, argument) ? IS_COUNT : IS_SUM;
    if (t2s_sql_calls(tree, expr, "AVG"))
        return is_condition(query, argument) ? IS_COUNT | IS_AVERAGE
                                             : IS_AVERAGE;
    if (t2s_sql_calls(tree, expr, "MIN MAX"))
        return t2s_sql_aggregates(tree, expr) ||
                       t2s_sql_child(tree, expr, T2S_RULE_over_clause) !=
                           T2S_NO_NODE
                   ? IS_EXTREME
                   : 0;
    if (t2s_sql_calls(tree, expr, "ROW_NUMBER RANK DENSE_RANK NTILE"))
        return IS_RANK;
    if (t2s_sql_calls(tree, expr, "FIRST_VALUE LAST_VALUE"))
        return IS_EXTREME;
    return 0;
}

/* What an expression and all expressions in it compute. Names are followed to
 * the expressions that they stand for. */
static int kinds_below(reader *r, int32_t top, int nested)
{
    const t2s_tree *tree = r->tree;
    int kinds = 0;
    int32_t node = top;
    for (int i = 0; i < MOST_BELOW && node != T2S_NO_NODE && r->work > 0; i++) {
        r->work--;
        if (t2s_sql_is(tree, node, T2S_RULE_expr)) {
            const t2s_named_column *name = t2s_query_column_at(r->query, node);
            kinds |= kind_of_call(r->query, node);
            if (name && name->column == T2S_NO_ITEM &&
                name->expression != T2S_NO_NODE && name->expression != node &&
                nested < MOST_NESTED)
                kinds |= kinds_below(r, name->expression, nested + 1);
        }
        node = t2s_tree_next(tree, top, node);
    }
    return kinds;
}

/* a / b: of aggregates, a share, or an average. */
static void read_division(reader *r, int32_t left, int32_t right)
{
    const int over = kinds_below(r, left, 0);
    const int under = kinds_below(r, right, 0);
    if (!over || !under)
        return;
    if ((over & IS_SUM) && (under & IS_COUNT) && !(over & IS_COUNT))
        r->has[T2S_SENSE_averages] = true;
    else
        r->has[T2S_SENSE_shares] = true;
}

static void read_comparison(reader *r, int32_t expr)
{
    const t2s_tree *tree = r->tree;
    t2s_sql_comparison of;
    if (!t2s_sql_compares(&of, tree, expr))
        return;
    for (int i = 0; i < 2; i++) {
        const int32_t side = i ? of.right : of.left;
        const int32_t other = i ? of.left : of.right;
        const int kinds = kinds_below(r, side, 0);
        const bool is_number =
            t2s_sql_literal(tree, t2s_sql_bare(tree, other)) != NULL;
        if ((kinds & IS_COUNT) && is_literal_of(tree, other, "0"))
            r->has[T2S_SENSE_leaves_out] |=
                t2s_sql_operates(tree, expr, "= ==");
        if ((kinds & IS_COUNT) && is_number &&
            !is_literal_of(tree, other, "0 1") &&
            r->query->parts.count_distinct)
            r->has[T2S_SENSE_both] = true;
        if ((kinds & IS_RANK) && is_number)
            r->has[T2S_SENSE_tops] = true;
        if ((kinds & ~IS_RANK) && !is_number &&
            (t2s_is_subquery(tree, side) || !kinds_below(r, other, 0)))
            r->has[T2S_SENSE_compares_aggregate] = true;
    }
}

/* Whether IN has a list of two values or more. */
static bool has_several(const t2s_tree *tree, int32_t expr)
{
    const int32_t list = t2s_sql_operand(tree, expr, "IN");
    if (list != T2S_NO_NODE)
        t2s_tree_for_each_child (tree, list, at)
            if (t2s_sql_says(tree, at, ","))
                return true;
    return false;
}

/* A result with a SELECT or EXISTS, which is computed for each row. */
static void read_result(reader *r, int32_t result)
{
    t2s_tree_for_each (r->tree, result, node) {
        if (!t2s_sql_is(r->tree, node, T2S_RULE_select_stmt))
            continue;
        r->has[T2S_SENSE_keeps_unmatched] = true;
        r->has[T2S_SENSE_groups] |= kinds_below(r, node, 0) != 0;
        return;
    }
}

static void read_core(reader *r, int32_t core)
{
    const t2s_tree *tree = r->tree;
    const int32_t results = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    const int32_t clause = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    bool has_groups = false; /* HAVING may stand alone */
    t2s_for_each_group (tree, clause, term)
        has_groups = true;
    r->has[T2S_SENSE_groups] |= has_groups;
    if (results == T2S_NO_NODE)
        return;
    r->has[T2S_SENSE_once] |= has_groups && !kinds_below(r, results, 0);
    t2s_tree_for_each_child (tree, results, at)
        if (t2s_sql_is(tree, at, T2S_RULE_result_column))
            read_result(r, at);
}

/* a IS NOT NULL, a NOT NULL. */
static bool tests_null(const t2s_tree *tree, int32_t sign)
{
    const int32_t next = t2s_sql_next(tree, sign);
    if (t2s_sql_says(tree, sign, "NOT"))
        return t2s_sql_says(tree, next, "NULL");
    return t2s_sql_says(tree, sign, "IS") && t2s_sql_says(tree, next, "NOT") &&
           t2s_sql_is_null(tree, t2s_sql_next(tree, next));
}

static void read_expression(reader *r, int32_t expr)
{
    const t2s_tree *tree = r->tree;
    const int32_t first = t2s_sql_first(tree, expr);
    const int32_t sign = t2s_sql_next(tree, first);
    const int kind = kind_of_call(r->query, expr);
    r->has[T2S_SENSE_counts] |= (kind & IS_COUNT) != 0;
    r->has[T2S_SENSE_averages] |= kind == IS_AVERAGE;
    r->has[T2S_SENSE_shares] |= kind == (IS_COUNT | IS_AVERAGE);
    r->has[T2S_SENSE_totals] |= kind == IS_SUM;
    r->has[T2S_SENSE_extremes] |= kind == IS_EXTREME || kind == IS_RANK;
    if (t2s_sql_is(tree, first, T2S_RULE_expr) && t2s_sql_says(tree, sign, "/"))
        read_division(r, first, t2s_sql_next(tree, sign));
    r->nots -= tests_null(tree, sign);
    r->semi_joins += t2s_membership_of(tree, expr) == T2S_MEMBERSHIP_IN;
    r->has[T2S_SENSE_either] |= has_several(tree, expr);
    r->has[T2S_SENSE_leaves_out] |= t2s_sql_says(tree, first, "CASE") &&
                                    t2s_case_chooses(r->query, expr) < 0;
    read_comparison(r, expr);
}

void t2s_senses_read(bool has[T2S_SENSE_COUNT], const t2s_query *query)
{
    const t2s_query_parts *parts = &query->parts;
    reader r = {
        .has = has, .query = query, .tree = query->tree, .work = MOST_NODES};
    const bool limits = parts->clauses[T2S_CLAUSE_LIMIT];
    const bool combines = parts->compounds[T2S_COMPOUND_INTERSECT] ||
                          parts->compounds[T2S_COMPOUND_EXCEPT] ||
                          (parts->compounds[T2S_COMPOUND_UNION] &&
                           !parts->forms[T2S_FORM_union_all]);
    memset(has, 0, T2S_SENSE_COUNT * sizeof *has);
    for (size_t i = 0; i < query->uses.count; i++)
        r.nots += query->uses.at[i].kind == T2S_USES_NOT;
    t2s_tree_for_each (r.tree, r.tree->root, node) {
        if (t2s_sql_is(r.tree, node, T2S_RULE_expr))
            read_expression(&r, node);
        else if (t2s_sql_is(r.tree, node, T2S_RULE_select_core))
            read_core(&r, node);
    }
    has[T2S_SENSE_extremes] |= limits;
    has[T2S_SENSE_tops] |= limits;
    has[T2S_SENSE_groups] |= parts->forms[T2S_FORM_partition];
    has[T2S_SENSE_keeps_unmatched] |= parts->forms[T2S_FORM_outer_join];
    has[T2S_SENSE_leaves_out] |= parts->forms[T2S_FORM_anti_join] ||
                                 parts->forms[T2S_FORM_is_null] || r.nots > 0 ||
                                 parts->operators[T2S_OPERATOR_NOT_EQUAL] ||
                                 parts->compounds[T2S_COMPOUND_EXCEPT];
    has[T2S_SENSE_either] |=
        parts->uses[T2S_USES_OR] || parts->compounds[T2S_COMPOUND_UNION];
    has[T2S_SENSE_both] |=
        parts->compounds[T2S_COMPOUND_INTERSECT] || r.semi_joins > 1;
    has[T2S_SENSE_once] |= parts->uses[T2S_USES_DISTINCT] || combines ||
                           parts->forms[T2S_FORM_semi_join];
}
