/* The comparisons of a query with numbers, and of two columns. */
#include "facts/query_bounds.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/same_column.h"
#include "facts/units.h"

/* Names that stand for names are followed so far; nodes of a side are looked at
 * so far; and expressions of numbers are worked out so deep. */
#define MOST_STEPS   16
#define MOST_OF_SIDE 64
#define MOST_DEEP    8

int32_t t2s_query_resolved(const t2s_query *query, int32_t expr)
{
    for (int i = 0; i < MOST_STEPS; i++) {
        const t2s_named_column *name;
        expr = t2s_sql_bare(query->tree, expr);
        name = t2s_query_column_at(query, expr);
        if (!name || name->expression == T2S_NO_NODE ||
            name->expression == expr)
            break;
        expr = name->expression;
    }
    return expr;
}

/* Whether a SELECT stands behind EXCEPT. */
static bool is_excepted(const t2s_tree *tree, int32_t core)
{
    int32_t at = t2s_sql_is(tree, core, T2S_RULE_select_core)
                     ? t2s_sql_child(tree, tree->nodes[core].parent,
                                     T2S_RULE_compound_operator)
                     : T2S_NO_NODE;
    for (int i = 0; i < MOST_OF_SIDE && at != T2S_NO_NODE; i++) {
        if (t2s_sql_next(tree, at) == core)
            return t2s_sql_says(tree, t2s_sql_first(tree, at), "EXCEPT");
        at = t2s_sql_next(tree, at);
    }
    return false;
}

bool t2s_query_is_negated(const t2s_query *query, int32_t node)
{
    const t2s_tree *tree = query->tree;
    bool is_negated = false;
    for (int32_t at = node, i = 0; at != T2S_NO_NODE && i < 200;
         at = tree->nodes[at].parent, i++) {
        const int32_t first = t2s_sql_first(tree, at);
        const int32_t second = t2s_sql_next(tree, first);
        if (is_excepted(tree, at))
            is_negated = !is_negated;
        if (!t2s_sql_is(tree, at, T2S_RULE_expr))
            continue;
        if (t2s_sql_is(tree, first, T2S_RULE_unary_operator)
                ? t2s_sql_says(tree, t2s_sql_first(tree, first), "NOT")
                : t2s_sql_says(tree, second, "NOT") ||
                      t2s_sql_says(tree, first, "NOT"))
            is_negated = !is_negated;
    }
    return is_negated;
}

/* ------------------------------------------------------------- numbers */

/* What an expr of numbers alone comes to. */
static bool work_out(double *out, const t2s_tree *tree, int32_t expr, int deep)
{
    const char *literal, *sign;
    double a, b;
    expr = t2s_sql_bare(tree, expr);
    literal = t2s_sql_literal(tree, expr);
    if (deep > MOST_DEEP || expr == T2S_NO_NODE)
        return false;
    if (literal) {
        *out = (literal[0] >= '0' && literal[0] <= '9') || literal[0] == '.'
                   ? t2s_query_number(literal)
                   : NAN;
        return !isnan(*out);
    }
    if (t2s_sql_is(tree, t2s_sql_first(tree, expr), T2S_RULE_unary_operator)) {
        const int32_t of = t2s_sql_first(tree, expr);
        if (!work_out(out, tree, t2s_sql_next(tree, of), deep + 1))
            return false;
        if (t2s_sql_says(tree, t2s_sql_terminal(tree, of), "-"))
            *out = -*out;
        return true;
    }
    sign = t2s_sql_operator(tree, expr);
    if (!sign || strchr("+-*/", sign[0]) == NULL || sign[1] ||
        !work_out(&a, tree, t2s_sql_first(tree, expr), deep + 1) ||
        !work_out(
            &b, tree,
            t2s_sql_next(tree, t2s_sql_next(tree, t2s_sql_first(tree, expr))),
            deep + 1))
        return false;
    *out = sign[0] == '+'   ? a + b
           : sign[0] == '-' ? a - b
           : sign[0] == '*' ? a * b
           : b > 0 || b < 0 ? a / b
                            : a;
    return true;
}

/* The number of a modifier of a date function: '-30 days'. */
static bool read_modifier(double *out, const char *text)
{
    size_t n;
    if (!text || text[0] != '\'')
        return false;
    text++;
    if (*text == '+' || *text == '-')
        text++;
    n = strspn(text, "0123456789");
    if (n == 0 || n > 6 || text[n] != ' ')
        return false;
    *out = 0;
    for (size_t i = 0; i < n; i++) /* the e of a unit is no exponent */
        *out = *out * 10 + (text[i] - '0');
    if (text[-1] == '-')
        *out = -*out;
    return true;
}

/* What a side adds to what it is otherwise: x + 3, date(x, '-3 days'). */
static bool find_added(double *out, const t2s_tree *tree, int32_t side)
{
    int32_t node = side;
    for (int i = 0; i < MOST_OF_SIDE && node != T2S_NO_NODE; i++) {
        if (t2s_sql_is(tree, node, T2S_RULE_select_stmt)) {
            node = t2s_tree_after(tree, side, node);
            continue;
        }
        if (t2s_sql_is(tree, node, T2S_RULE_expr)) {
            const int32_t first = t2s_sql_first(tree, node);
            const int32_t sign = t2s_sql_next(tree, first);
            if (read_modifier(out, t2s_sql_literal(tree, node)))
                return true;
            if ((t2s_sql_says(tree, sign, "+") ||
                 t2s_sql_says(tree, sign, "-")) &&
                work_out(out, tree, t2s_sql_next(tree, sign), 0)) {
                if (t2s_sql_says(tree, sign, "-"))
                    *out = -*out;
                if (*out > 0 || *out < 0) /* x + 0 makes a number of a text */
                    return true;
            }
        }
        node = t2s_tree_next(tree, side, node);
    }
    return false;
}

/* ----------------------------------------------------- what is compared */

/* A SELECT that counts rows beyond the row around it gives its place, from 0
 * where the comparison is strict, or from 1. */
static bool counts_beyond(const t2s_query *query, int32_t stmt, double *from)
{
    const t2s_tree *tree = query->tree;
    int32_t node = stmt;
    if (!t2s_sql_calls(tree, t2s_sql_only_result(tree, stmt), "COUNT"))
        return false;
    for (int i = 0; i < 4 * MOST_OF_SIDE && node != T2S_NO_NODE; i++) {
        t2s_same_column same;
        if (t2s_query_compares_same(&same, query, node) && same.is_nested) {
            *from = same.is_inclusive ? 1 : 0;
            return true;
        }
        node = t2s_tree_next(tree, stmt, node);
    }
    return false;
}

static bool is_whole_column(const t2sed_schema *schema, int32_t column)
{
    const char *type;
    if (!schema || column == T2S_NO_ITEM)
        return false;
    type = schema->columns[column].type;
    for (; *type; type++)
        if (t2s_casecmp_n(type, strlen(type) < 3 ? strlen(type) : 3, "int",
                          3) == 0)
            return true;
    return false;
}

/* What a bound's side is; *from: where its ranks begin. */
static void read_slot(t2s_query_bound *out, double *from,
                      const t2s_query *query, const t2sed_schema *schema,
                      int32_t side)
{
    const t2s_tree *tree = query->tree;
    const int32_t expr = t2s_query_resolved(query, side);
    const t2s_named_column *name =
        t2s_query_column_at(query, t2s_sql_bare(tree, expr));
    const int32_t stmt = t2s_sql_child(tree, expr, T2S_RULE_select_stmt);
    *from = 1;
    out->is_rank =
        (t2s_sql_calls(tree, expr, "ROW_NUMBER RANK DENSE_RANK") &&
         t2s_sql_child(tree, expr, T2S_RULE_over_clause) != T2S_NO_NODE) ||
        (stmt != T2S_NO_NODE && counts_beyond(query, stmt, from));
    out->is_plain =
        name && schema && name->column != T2S_NO_ITEM &&
        !t2s_name_says(schema->columns[name->column].readable,
                       "k m mn mio mil mln million millions thousand thousands "
                       "bn billion billions b");
    out->is_whole =
        out->is_rank || t2s_sql_calls(tree, expr, "COUNT LENGTH") ||
        (stmt != T2S_NO_NODE &&
         t2s_sql_calls(tree, t2s_sql_only_result(tree, stmt), "COUNT")) ||
        (name && is_whole_column(schema, name->column));
}

/* Whether an expr is a number of years with a fraction: days by 365.25. */
static bool is_of_years(const t2s_query *query, int32_t side)
{
    const int32_t expr = t2s_query_resolved(query, side);
    double by;
    return t2s_sql_operates(query->tree, expr, "/") &&
           work_out(&by, query->tree, query->tree->nodes[expr].last_child, 0) &&
           by >= 365 && by <= 366;
}

/* Whether an expr has a value that is neither NULL nor 0. */
static bool gives_value(const t2s_tree *tree, int32_t expr)
{
    double number;
    return t2s_sql_is(tree, expr, T2S_RULE_expr) &&
           !t2s_sql_is_null(tree, expr) &&
           !(work_out(&number, tree, expr, 0) && !(number > 0 || number < 0));
}

/* Whether an expr has a value where its condition is not met: CASE WHEN ...
 * THEN ... ELSE, IIF (a, b, c). */
static bool has_else(const t2s_tree *tree, int32_t expr)
{
    const bool is_case = t2s_sql_says(tree, t2s_sql_first(tree, expr), "CASE");
    int32_t last = T2S_NO_NODE;
    if (!is_case && !t2s_sql_calls(tree, expr, "IIF IF"))
        return false;
    t2s_tree_for_each_child (tree, expr, child) {
        if (t2s_sql_says(tree, child, "ELSE"))
            return gives_value(tree, t2s_sql_next(tree, child));
        if (t2s_sql_is(tree, child, T2S_RULE_expr))
            last = child;
    }
    return !is_case && gives_value(tree, last);
}

/* Whether a query gives both sides of a comparison, apart: by CASE with ELSE,
 * as what it groups by, or by taking one from the whole. */
static bool keeps_both(const t2s_tree *tree, int32_t node)
{
    bool is_aggregate = false;
    int32_t at = node;
    for (int i = 0; i < MOST_OF_SIDE; i++) {
        const int32_t up = tree->nodes[at].parent;
        if (t2s_sql_is(tree, up, T2S_RULE_result_column))
            return !is_aggregate && node == at &&
                   t2s_sql_child(tree,
                                 tree->nodes[tree->nodes[up].parent].parent,
                                 T2S_RULE_group_by_clause) != T2S_NO_NODE;
        if (!t2s_sql_is(tree, up, T2S_RULE_expr))
            return false;
        if (has_else(tree, up) ||
            (t2s_sql_operates(tree, up, "-") && t2s_sql_first(tree, up) != at))
            return true;
        is_aggregate |= t2s_sql_aggregates(tree, up);
        at = up;
    }
    return false;
}

/* Whether a node stands behind HAVING, which is part of GROUP BY's clause. */
static bool is_having(const t2s_tree *tree, int32_t clause, int32_t node)
{
    t2s_tree_for_each_child (tree, clause, at)
        if (t2s_sql_says(tree, at, "HAVING"))
            return tree->nodes[node].begin >= tree->nodes[at].end;
    return false;
}

/* Whether all rows of the result must meet a comparison: it stands alone, or by
 * AND, in WHERE or HAVING of the whole query. */
static bool is_condition(const t2s_tree *tree, int32_t node)
{
    int32_t up = tree->nodes[node].parent;
    while (t2s_sql_is(tree, up, T2S_RULE_expr) &&
           (t2s_sql_in_parentheses(tree, up) >= 0 ||
            t2s_sql_operates(tree, up, "AND")))
        up = tree->nodes[up].parent;
    if (!t2s_sql_is(tree, up, T2S_RULE_where_clause) &&
        !t2s_sql_is(tree, up, T2S_RULE_group_by_clause))
        return false;
    if (t2s_sql_is(tree, up, T2S_RULE_group_by_clause) &&
        !is_having(tree, up, node))
        return false;
    for (int i = 0; i < MOST_OF_SIDE && up != T2S_NO_NODE; i++) {
        up = tree->nodes[up].parent;
        if (t2s_sql_is(tree, up, T2S_RULE_expr))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------- reading */

typedef struct reader {
    t2s_query_bounds *out;
    const t2s_query *query;
    const t2sed_schema *schema;
} reader;

static void keep_rows(reader *r, int32_t node, double first, double last)
{
    if (r->out->kept_count < T2S_MOST_KEPT_ROWS && last >= 1)
        r->out->kept[r->out->kept_count++] =
            (t2s_kept_places){first, last, node};
}

static void keep_rank(reader *r, const t2s_query_bound *made)
{
    const double step = made->is_inclusive ? 0 : 1;
    if (made->is_equality)
        keep_rows(r, made->node, made->number, made->number);
    else if (!made->is_lower)
        keep_rows(r, made->node, 1, made->number - step);
}

/* `slot` compares with a number so; or with so much from a moment. */
static void add_bound(reader *r, int32_t node, int32_t slot, double number,
                      t2s_query_operator of, bool is_moment)
{
    t2s_query_bound made = {.number = number, .node = node};
    double from;
    made.is_equality = of == T2S_OPERATOR_EQUAL;
    made.is_lower =
        of == T2S_OPERATOR_GREATER || of == T2S_OPERATOR_GREATER_EQUAL;
    made.is_inclusive = made.is_equality || of == T2S_OPERATOR_LESS_EQUAL ||
                        of == T2S_OPERATOR_GREATER_EQUAL;
    made.is_negated = t2s_query_is_negated(r->query, node);
    made.keeps_both = keeps_both(r->query->tree, node);
    made.is_fluid = is_moment || is_of_years(r->query, slot);
    read_slot(&made, &from, r->query, r->schema, slot);
    if (made.is_rank) {
        made.number += 1 - from;
        keep_rank(r, &made);
    } else if (r->out->count < T2S_MOST_QUERY_BOUNDS) {
        r->out->bounds[r->out->count++] = made;
    }
}

static int32_t column_of(const reader *r, int32_t side, bool *is_aggregate)
{
    const int32_t expr = t2s_query_resolved(r->query, side);
    const t2s_named_column *name =
        t2s_query_column_at(r->query, t2s_sql_bare(r->query->tree, expr));
    if (t2s_sql_child(r->query->tree, expr, T2S_RULE_select_stmt) >= 0 ||
        t2s_sql_aggregates(r->query->tree, expr))
        *is_aggregate = true;
    return name ? name->column : T2S_NO_ITEM;
}

/* Whether no name and no aggregate stands within a side: date('now'). */
static bool is_constant(const reader *r, int32_t side)
{
    const t2s_node *of = &r->query->tree->nodes[side];
    bool is_aggregate = false;
    const size_t at = t2s_query_column_from(r->query, of->begin);
    column_of(r, side, &is_aggregate);
    return !is_aggregate &&
           (at >= r->query->columns.count ||
            r->query->tree->nodes[r->query->columns.at[at].expr].begin >=
                of->end);
}

/* x > (SELECT avg(x) ...) compares no two rows. */
static bool averages(const reader *r, int32_t side)
{
    const t2s_tree *tree = r->query->tree;
    const int32_t stmt = t2s_sql_child(tree, t2s_query_resolved(r->query, side),
                                       T2S_RULE_select_stmt);
    return stmt != T2S_NO_NODE &&
           t2s_sql_calls(tree, t2s_sql_only_result(tree, stmt), "AVG");
}

static void add_pair(reader *r, int32_t node, int32_t left, int32_t right,
                     t2s_query_operator of)
{
    t2s_pair_bound made = {.is_lower = of == T2S_OPERATOR_GREATER ||
                                       of == T2S_OPERATOR_GREATER_EQUAL,
                           .is_inclusive = of == T2S_OPERATOR_LESS_EQUAL ||
                                           of == T2S_OPERATOR_GREATER_EQUAL,
                           .node = node};
    t2s_same_column same;
    if (of == T2S_OPERATOR_EQUAL ||
        t2s_sql_literal(r->query->tree, t2s_sql_bare(r->query->tree, left)) ||
        t2s_sql_literal(r->query->tree, t2s_sql_bare(r->query->tree, right)) ||
        t2s_sql_operand(r->query->tree, node, "BETWEEN") >= 0 ||
        (t2s_query_compares_same(&same, r->query, node) && !averages(r, left) &&
         !averages(r, right)) ||
        r->out->pair_count == T2S_MOST_PAIR_BOUNDS)
        return;
    made.left = column_of(r, left, &made.is_aggregate);
    made.right = column_of(r, right, &made.is_aggregate);
    made.is_negated = t2s_query_is_negated(r->query, node);
    made.is_condition = is_condition(r->query->tree, node);
    made.keeps_both = keeps_both(r->query->tree, node);
    if (is_constant(r, left) || is_constant(r, right) ||
        (made.left == T2S_NO_ITEM && made.right == T2S_NO_ITEM &&
         !made.is_aggregate))
        return;
    r->out->pairs[r->out->pair_count++] = made;
}

static void compare(reader *r, int32_t node, int32_t left, int32_t right,
                    t2s_query_operator of)
{
    const t2s_tree *tree = r->query->tree;
    double number, other;
    if (work_out(&number, tree, right, 0)) {
        if (!work_out(&other, tree, left, 0))
            add_bound(r, node, left, number, of, false);
    } else if (work_out(&number, tree, left, 0)) {
        add_bound(r, node, right, number, t2s_query_mirrored(of), false);
    } else if (find_added(&number, tree, right)) {
        /* a >= b - 3: b lies above a by 3 at most. */
        add_bound(r, node, left, fabs(number),
                  number < 0 ? t2s_query_mirrored(of) : of,
                  is_constant(r, right));
    } else if (find_added(&number, tree, left)) {
        add_bound(r, node, right, fabs(number),
                  number > 0 ? t2s_query_mirrored(of) : of,
                  is_constant(r, left));
    } else {
        add_pair(r, node, left, right, of);
    }
}

static t2s_query_operator operator_of(const t2s_tree *tree, int32_t expr)
{
    return t2s_sql_operates(tree, expr, "<")    ? T2S_OPERATOR_LESS
           : t2s_sql_operates(tree, expr, "<=") ? T2S_OPERATOR_LESS_EQUAL
           : t2s_sql_operates(tree, expr, ">")  ? T2S_OPERATOR_GREATER
           : t2s_sql_operates(tree, expr, ">=") ? T2S_OPERATOR_GREATER_EQUAL
                                                : T2S_OPERATOR_EQUAL;
}

static void read_list(reader *r, int32_t node, int32_t list)
{
    const t2s_tree *tree = r->query->tree;
    const int32_t slot = t2s_sql_first(tree, node);
    int32_t at = t2s_sql_first(tree, list);
    const size_t kept = r->out->kept_count;
    double number;
    for (int i = 0; i < MOST_OF_SIDE && at != T2S_NO_NODE;
         at = t2s_sql_next(tree, at), i++)
        if (t2s_sql_is(tree, at, T2S_RULE_expr) &&
            work_out(&number, tree, at, 0))
            add_bound(r, node, slot, number, T2S_OPERATOR_EQUAL, false);
    /* Ranks 1, 2, 3 are one range. */
    for (; r->out->kept_count > kept + 1; r->out->kept_count--) {
        const t2s_kept_places *last = &r->out->kept[r->out->kept_count - 1];
        r->out->kept[kept].first = fmin(r->out->kept[kept].first, last->first);
        r->out->kept[kept].last = fmax(r->out->kept[kept].last, last->last);
    }
}

static void read_expr(reader *r, int32_t node)
{
    const t2s_tree *tree = r->query->tree;
    t2s_sql_comparison of;
    const int32_t low = t2s_sql_operand(tree, node, "BETWEEN");
    const int32_t list = t2s_sql_operand(tree, node, "IN");
    if (r->out->count == T2S_MOST_QUERY_BOUNDS)
        return;
    if (low != T2S_NO_NODE) {
        const int32_t slot = t2s_sql_first(tree, node);
        compare(r, node, slot, low, T2S_OPERATOR_GREATER_EQUAL);
        compare(r, node, slot, t2s_sql_next(tree, t2s_sql_next(tree, low)),
                T2S_OPERATOR_LESS_EQUAL);
    } else if (list != T2S_NO_NODE) {
        read_list(r, node, list);
    } else if (t2s_sql_compares(&of, tree, node) &&
               !t2s_sql_operates(tree, node, "!= <>")) {
        compare(r, node, of.left, of.right, operator_of(tree, node));
    }
}

/* The expr around a SELECT in parentheses. */
static int32_t compared_by(const t2s_tree *tree, int32_t stmt)
{
    int32_t up = tree->nodes[stmt].parent;
    return t2s_sql_is(tree, up, T2S_RULE_expr) ? tree->nodes[up].parent
                                               : T2S_NO_NODE;
}

/* LIMIT n OFFSET m, or LIMIT m, n. */
static void read_limit(reader *r, int32_t node)
{
    const t2s_tree *tree = r->query->tree;
    const int32_t a = t2s_sql_next(tree, t2s_sql_first(tree, node));
    const int32_t word = t2s_sql_next(tree, a), b = t2s_sql_next(tree, word);
    double rows, offset = 0;
    if (!work_out(&rows, tree, t2s_sql_says(tree, word, ",") ? b : a, 0) ||
        (b != T2S_NO_NODE &&
         !work_out(&offset, tree, t2s_sql_says(tree, word, ",") ? a : b, 0)))
        return;
    /* x >= (SELECT ... LIMIT 1 OFFSET 2) takes all up to there. */
    if (t2s_sql_operates(tree, compared_by(tree, tree->nodes[node].parent),
                         ">= <="))
        keep_rows(r, node, 1, offset + rows);
    else
        keep_rows(r, node, offset + 1, offset + rows);
}

/* ------------------------------------------------------------- quarters */

/* Whether an expr is the month of a date, as a number or a text. */
static bool is_month(const t2s_query *query, int32_t expr)
{
    const int32_t top = t2s_query_resolved(query, expr);
    int32_t node = top;
    for (int i = 0; i < MOST_OF_SIDE && node != T2S_NO_NODE; i++) {
        const t2s_node *at = &query->tree->nodes[node];
        if (t2s_tree_is_terminal(query->tree, node) &&
            strcmp(at->text, "'%m'") == 0)
            return true;
        if (t2s_sql_is(query->tree, node, T2S_RULE_expr) &&
            t2s_sql_calls(query->tree, node, "SUBSTR SUBSTRING"))
            return true;
        node = t2s_tree_next(query->tree, top, node);
    }
    return false;
}

/* (month + 2) / 3 and (month - 1) / 3 + 1 are quarters, month / 3 is none. */
static void read_quarter(reader *r, int32_t node)
{
    const t2s_tree *tree = r->query->tree;
    const int32_t left = t2s_sql_first(tree, node);
    int32_t inner, up = tree->nodes[node].parent;
    double by, added = 0, behind = 0;
    if (!work_out(&by, tree, tree->nodes[node].last_child, 0) ||
        fabs(by - 3) > 0.1 || !is_month(r->query, left))
        return;
    inner = t2s_query_resolved(r->query, left);
    if (t2s_sql_says(tree, t2s_sql_first(tree, inner), "CAST"))
        inner = t2s_sql_bare(tree, t2s_sql_child(tree, inner, T2S_RULE_expr));
    if (t2s_sql_operates(tree, inner, "+ -") &&
        work_out(&added, tree, tree->nodes[inner].last_child, 0) &&
        t2s_sql_operates(tree, inner, "-"))
        added = -added;
    while (up != T2S_NO_NODE && t2s_sql_in_parentheses(tree, up) >= 0)
        up = tree->nodes[up].parent;
    if (t2s_sql_operates(tree, up, "+") &&
        !work_out(&behind, tree, tree->nodes[up].last_child, 0))
        work_out(&behind, tree, t2s_sql_first(tree, up), 0);
    if (fabs(added + 3 * behind - 2) < 0.1)
        r->out->quarters++;
    else
        r->out->no_quarters++;
}

void t2s_query_bounds_read(t2s_query_bounds *out, const t2s_query *query,
                           const t2sed_schema *schema)
{
    reader r = {out, query, schema};
    memset(out, 0, sizeof *out);
    t2s_tree_for_each (query->tree, query->tree->root, node) {
        if (t2s_sql_operates(query->tree, node, "/"))
            read_quarter(&r, node);
        else if (t2s_sql_is(query->tree, node, T2S_RULE_expr))
            read_expr(&r, node);
        else if (t2s_sql_is(query->tree, node, T2S_RULE_limit_stmt))
            read_limit(&r, node);
    }
}
