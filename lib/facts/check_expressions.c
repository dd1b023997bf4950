/* Expressions and conditions that hardly mean what they say. */
#include <string.h>

#include "base/string.h"
#include "facts/check_reader.h"

/* How deep an expression is read. */
#define MOST_DEPTH 24
/* One question to the database may take such a part of a query's time. */
#define PARTS_OF_TIME 10

static bool is_digits(const char *text)
{
    return text && *text && strspn(text, "0123456789") == strlen(text);
}

/* Whether an expr is true or false. */
static bool is_condition(const t2s_tree *tree, int32_t expr)
{
    expr = t2s_sql_bare(tree, expr);
    if (t2s_sql_operator(tree, expr))
        return t2s_sql_operates(tree, expr,
                                "= == != <> < <= > >= IN IS LIKE BETWEEN AND "
                                "OR GLOB NOT ISNULL NOTNULL");
    return t2s_sql_is(tree, t2s_sql_first(tree, expr),
                      T2S_RULE_unary_operator) &&
           t2s_sql_says(tree, t2s_sql_first(tree, t2s_sql_first(tree, expr)),
                        "NOT");
}

static bool is_whole(t2s_check_reader *r, int32_t expr, int depth);

/* Whether all that CASE may give is whole. */
static bool is_whole_case(t2s_check_reader *r, int32_t expr, int depth)
{
    const t2s_tree *tree = r->tree;
    bool gives = false;
    t2s_tree_for_each_child (tree, expr, at) {
        if (t2s_sql_is(tree, at, T2S_RULE_expr) && gives &&
            !is_whole(r, at, depth))
            return false;
        gives =
            t2s_sql_says(tree, at, "THEN") || t2s_sql_says(tree, at, "ELSE");
    }
    return true;
}

static bool is_whole_call(t2s_check_reader *r, int32_t expr, int depth)
{
    /* The condition of IIF may be anything. */
    bool is_passed = t2s_sql_calls(r->tree, expr, "IIF"), any = is_passed;
    if (t2s_sql_calls(r->tree, expr,
                      "COUNT LENGTH INSTR RANK ROW_NUMBER DENSE_RANK UNICODE"))
        return true;
    if (!t2s_sql_calls(r->tree, expr,
                       "SUM MIN MAX ABS COALESCE IFNULL NULLIF LAG LEAD IIF "
                       "FIRST_VALUE"))
        return false;
    t2s_tree_for_each_child (r->tree, expr, at) {
        if (!t2s_sql_is(r->tree, at, T2S_RULE_expr))
            continue;
        if (!is_passed && !is_whole(r, at, depth))
            return false;
        is_passed = false;
        any = true;
    }
    return any;
}

/* Whether a column's declared type has SQLite keep whole numbers whole. */
static bool is_whole_column(const t2s_check_reader *r, int32_t column)
{
    const char *type = r->schema ? r->schema->columns[column].type : "";
    for (; *type; type++)
        if (t2s_casecmp_n(type, strlen(type) < 3 ? strlen(type) : 3, "INT",
                          3) == 0)
            return true;
    return false;
}

static bool is_whole(t2s_check_reader *r, int32_t expr, int depth)
{
    const t2s_tree *tree = r->tree;
    const char *literal;
    const t2s_named_column *column;
    int32_t first;
    if (depth <= 0 || expr == T2S_NO_NODE || r->steps == 0)
        return false;
    r->steps--;
    expr = t2s_sql_bare(tree, expr);
    first = t2s_sql_first(tree, expr);
    literal = t2s_sql_literal(tree, expr);
    if (literal)
        return is_digits(literal) || t2s_sql_is_null(tree, expr);
    if (t2s_sql_function(tree, expr))
        return is_whole_call(r, expr, depth - 1);
    column = t2s_check_column(r, expr);
    if (column)
        return column->expression != T2S_NO_NODE
                   ? is_whole(r, column->expression, depth - 1)
                   : column->column != T2S_NO_ITEM &&
                         is_whole_column(r, column->column);
    if (is_condition(tree, expr))
        return true;
    if (t2s_sql_says(tree, first, "CASE"))
        return is_whole_case(r, expr, depth - 1);
    if (t2s_sql_says(tree, first, "CAST")) {
        const int32_t type = t2s_sql_child(tree, expr, T2S_RULE_type_name);
        const int32_t word = t2s_sql_first(tree, type);
        return t2s_sql_says(tree, t2s_sql_terminal(tree, word), "INTEGER") ||
               t2s_sql_says(tree, t2s_sql_terminal(tree, word), "INT");
    }
    if (t2s_sql_says(tree, first, "(")) {
        const int32_t stmt = t2s_sql_child(tree, expr, T2S_RULE_select_stmt);
        return is_whole(r, t2s_sql_first(tree, t2s_sql_result(tree, stmt)),
                        depth - 1);
    }
    return t2s_sql_operates(tree, expr, "+ - * / %") &&
           is_whole(r, first, depth - 1) &&
           is_whole(r, tree->nodes[expr].last_child, depth - 1);
}

/* Whether an expr is what a SELECT gives, but for sums and arithmetic. */
static bool is_given(const t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    for (int i = 0; i < MOST_DEPTH; i++) {
        const int32_t parent = tree->nodes[node].parent;
        if (t2s_sql_is(tree, parent, T2S_RULE_result_column))
            return true;
        if (!t2s_sql_calls(tree, parent,
                           "SUM AVG TOTAL COALESCE IFNULL ROUND MIN MAX ABS") &&
            !t2s_sql_operates(tree, parent, "+ - * / -> ->>") &&
            t2s_sql_in_parentheses(tree, parent) != node)
            return false;
        node = parent;
    }
    return false;
}

/* Whether a divisor makes a part of a date, a day of seconds, a quarter or a
 * half.
 */
static bool is_of_dates(const char *divisor)
{
    return t2s_is_one_of(divisor, strlen(divisor),
                         "10000 86400 86400000 10 2 3 4");
}

static bool has_aggregate(t2s_check_reader *r, int32_t expr)
{
    t2s_tree_for_each (r->tree, expr, node) {
        if (r->steps == 0)
            return false;
        r->steps--;
        if (r->call[node] == node)
            return true;
    }
    return false;
}

/* Whether an expr is compared with a constant so that its fraction counts:
 * grams / 1000 > 5. */
static bool is_bounded(const t2s_tree *tree, int32_t node)
{
    t2s_sql_comparison of;
    const int32_t parent = tree->nodes[node].parent;
    return t2s_sql_compares(&of, tree, parent) &&
           (of.left == node ? t2s_sql_literal(tree, of.right) &&
                                  (t2s_sql_says(tree, of.operator, ">") ||
                                   t2s_sql_says(tree, of.operator, "<="))
                            : t2s_sql_literal(tree, of.left) &&
                                  (t2s_sql_says(tree, of.operator, "<") ||
                                   t2s_sql_says(tree, of.operator, ">=")));
}

/* Whether the question has an amount in a unit, and not of whole ones ("full
 * years") or of times of day ("after hour 12"). */
static bool asks_amount(const t2s_check_reader *r)
{
    int32_t words[2];
    return r->question && r->question->units.amount_count > 0 &&
           !t2s_check_asks(words, r, "whole|full|complete|hour");
}

/* A division of what is whole by a whole constant. */
static void check_whole_division(t2s_check_reader *r, int32_t node,
                                 int32_t left, const char *divisor)
{
    const t2s_tree *tree = r->tree;
    const int32_t core = t2s_check_core(r, r->scopes->scope_of[node]);
    const bool has_groups =
        t2s_sql_child(tree, core, T2S_RULE_group_by_clause) != T2S_NO_NODE;
    if (is_digits(divisor) && !is_of_dates(divisor) &&
        ((is_bounded(tree, node) && asks_amount(r)) ||
         (is_given(r, node) && (!has_groups || r->call[node] != T2S_NO_NODE ||
                                has_aggregate(r, left)))) &&
        is_whole(r, left, MOST_DEPTH))
        t2s_check_hit(r, T2S_CHECK_UNIT_LOST, node);
}

static void check_division(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const int32_t left = t2s_sql_first(tree, node);
    const int32_t right = tree->nodes[node].last_child;
    if (!t2s_sql_operates(tree, node, "/"))
        return;
    if (t2s_sql_literal(tree, right)) {
        check_whole_division(r, node, left, t2s_sql_literal(tree, right));
    } else if (is_whole(r, right, MOST_DEPTH) &&
               is_whole(r, left, MOST_DEPTH)) {
        t2s_check_hit(r, T2S_CHECK_FRACTION_LOST, node);
    }
}

/* Whether an expression has an average, or a ratio of aggregates. */
static bool has_ratio(t2s_check_reader *r, int32_t expr)
{
    const t2s_tree *tree = r->tree;
    t2s_tree_for_each (tree, expr, node) {
        if (r->steps == 0)
            return false;
        r->steps--;
        if (t2s_sql_calls(tree, node, "AVG"))
            return true;
        if (t2s_sql_operates(tree, node, "/") &&
            has_aggregate(r, t2s_sql_first(tree, node)) &&
            has_aggregate(r, tree->nodes[node].last_child))
            return true;
    }
    return false;
}

/* Whether an expression divides by what is no constant. */
static bool has_quotient(t2s_check_reader *r, int32_t expr)
{
    t2s_tree_for_each (r->tree, expr, node) {
        if (r->steps == 0)
            return false;
        r->steps--;
        if (t2s_sql_operates(r->tree, node, "/") &&
            !t2s_sql_literal(r->tree, r->tree->nodes[node].last_child))
            return true;
    }
    return false;
}

/* Whether CASE gives a value for every row, so that COUNT counts all of them: 0
 * for what is not to be counted, or a literal for each branch and ELSE. */
static bool is_never_null(const t2s_tree *tree, int32_t node)
{
    bool gives = false, otherwise = false, is_constant = true, has_else = false;
    t2s_tree_for_each_child (tree, node, at) {
        const char *literal = t2s_sql_literal(tree, at);
        if (otherwise && literal && strcmp(literal, "0") == 0)
            return true;
        if (gives || otherwise)
            is_constant &= literal && !t2s_sql_is_null(tree, at);
        has_else |= otherwise;
        gives = t2s_sql_says(tree, at, "THEN");
        otherwise = t2s_sql_says(tree, at, "ELSE");
    }
    return has_else && is_constant;
}

static void check_call(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const bool is_count = t2s_sql_calls(tree, node, "COUNT");
    const int32_t argument = t2s_sql_child(tree, node, T2S_RULE_expr);
    if (argument == T2S_NO_NODE)
        return;
    if (is_count && is_condition(tree, argument))
        t2s_check_hit(r, T2S_CHECK_COUNT_OF_CONDITION, node);
    if (is_count && t2s_sql_says(tree, t2s_sql_first(tree, argument), "CASE") &&
        is_never_null(tree, argument))
        t2s_check_hit(r, T2S_CHECK_COUNT_OF_CONDITION, node);
    if (t2s_sql_calls(tree, node, "AVG")) {
        const t2s_named_column *of = t2s_check_column(r, argument);
        if (of && of->from == T2S_FROM_RELATION &&
            of->expression != T2S_NO_NODE && has_ratio(r, of->expression))
            t2s_check_hit(r, T2S_CHECK_AVERAGE_OF_AVERAGES, node);
        else if (has_quotient(r, of && of->expression != T2S_NO_NODE
                                     ? of->expression
                                     : argument))
            t2s_check_hit(r, T2S_CHECK_AVERAGE_OF_RATIOS, node);
    }
}

/* Whether an OR and its AND are an order by two columns: a < b, or a = b and
 * c < d. */
static bool is_order(const t2s_check_reader *r, int32_t node, bool is_and_left)
{
    const t2s_tree *tree = r->tree;
    const int32_t left = t2s_sql_first(tree, node);
    const int32_t right = tree->nodes[node].last_child;
    t2s_sql_comparison alone, first;
    const t2s_named_column *a, *b;
    int32_t both = is_and_left ? left : right;
    while (t2s_sql_operates(tree, both, "AND"))
        both = t2s_sql_first(tree, both);
    if (!t2s_sql_compares(&alone, tree,
                          t2s_sql_bare(tree, is_and_left ? right : left)) ||
        !t2s_sql_compares(&first, tree, t2s_sql_bare(tree, both)))
        return false;
    a = t2s_check_column(r, alone.left);
    b = t2s_check_column(r, first.left);
    return !alone.is_equality && first.is_equality && a && b &&
           a->relation == b->relation && a->column == b->column;
}

static void check_or(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const bool is_left =
        t2s_sql_operates(tree, t2s_sql_first(tree, node), "AND");
    const bool is_right =
        t2s_sql_operates(tree, tree->nodes[node].last_child, "AND");
    if (t2s_sql_operates(tree, node, "OR") && is_left != is_right &&
        !is_order(r, node, is_left))
        t2s_check_hit(r, T2S_CHECK_OR_BESIDE_AND, node);
}

/* ------------------------------------------------------------- comparisons */

/* Whether an expr is a function that gives text, whatever it is given. */
static bool is_text(const t2s_tree *tree, int32_t expr)
{
    expr = t2s_sql_bare(tree, expr);
    return t2s_sql_calls(tree, expr,
                         "strftime substr substring date datetime time lower "
                         "upper trim ltrim rtrim replace printf format") ||
           t2s_sql_operates(tree, expr, "||");
}

/* A literal without a sign that is a number. */
static bool is_number(const char *literal)
{
    return literal &&
           (t2s_is_digit(literal[0]) || (literal[0] == '.' && literal[1]));
}

/* Whether strftime gives two digits where the literal has one. */
static bool is_unpadded(const t2s_tree *tree, int32_t expr, const char *literal)
{
    const int32_t call = t2s_sql_bare(tree, expr);
    const char *form =
        t2s_sql_literal(tree, t2s_sql_child(tree, call, T2S_RULE_expr));
    return t2s_sql_calls(tree, call, "strftime") && form &&
           t2s_is_one_of(form, strlen(form), "'%m' '%d' '%H' '%M'") &&
           strlen(literal) == 3 && literal[0] == '\'';
}

/* Whether a text begins as a number does: it may be one. */
static bool begins_number(const char *text)
{
    text += strspn(text, "' +-");
    return t2s_is_digit(*text) || *text == '.';
}

static void compare(t2s_check_reader *r, int32_t node, int32_t slot,
                    int32_t value)
{
    const t2s_tree *tree = r->tree;
    const char *literal = t2s_sql_literal(tree, value);
    const t2s_named_column *column;
    if (!literal)
        return;
    if (is_text(tree, slot) &&
        (is_number(literal) || is_unpadded(tree, slot, literal)))
        t2s_check_hit(r, T2S_CHECK_NEVER_EQUAL, node);
    column = t2s_check_column(r, slot);
    if (literal[0] == '\'' && column && column->column != T2S_NO_ITEM &&
        column->expression == T2S_NO_NODE &&
        is_whole_column(r, column->column)) {
        const char *rest = literal + 1 + strspn(literal + 1, "0123456789");
        if (!begins_number(literal) || strcmp(rest, "'") != 0)
            t2s_check_hit(r, T2S_CHECK_NUMBER_WITH_TEXT, node);
    }
}

/* CASE x WHEN NULL. */
static void check_case(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const int32_t first = t2s_sql_first(tree, node);
    bool is_tested = false;
    if (!t2s_sql_says(tree, first, "CASE") ||
        !t2s_sql_is(tree, t2s_sql_next(tree, first), T2S_RULE_expr))
        return;
    t2s_tree_for_each_child (tree, node, at) {
        if (is_tested && t2s_sql_is_null(tree, at))
            t2s_check_hit(r, T2S_CHECK_NULL_COMPARED, at);
        is_tested = t2s_sql_says(tree, at, "WHEN");
    }
}

/* '31/12/2023', '%d.%m.%Y': the day or the month comes first. */
static bool is_unsortable(const char *literal)
{
    static const char *const shapes[] = {
        "'00/00/0000", "'00.00.0000", "'00-00-0000", "'%d/%m/%Y'",
        "'%m/%d/%Y'",  "'%d.%m.%Y'",  "'%m-%d-%Y'",  "'%d-%m-%Y'"};
    for (size_t i = 0; literal && i < sizeof shapes / sizeof *shapes; i++) {
        size_t k = 0;
        while (shapes[i][k] &&
               (shapes[i][k] == '0' ? t2s_is_digit(literal[k])
                                    : shapes[i][k] == literal[k]))
            k++;
        if (!shapes[i][k])
            return true;
    }
    return false;
}

/* Whether an expr is such a text, or what strftime gives in such a form. */
static bool gives_unsortable(const t2s_tree *tree, int32_t expr)
{
    const int32_t call = t2s_sql_bare(tree, expr);
    if (t2s_sql_calls(tree, call, "strftime"))
        expr = t2s_sql_child(tree, call, T2S_RULE_expr);
    else if (t2s_sql_function(tree, call))
        return false;
    return is_unsortable(t2s_sql_literal(tree, expr));
}

/* ORDER BY, MAX and MIN of a column of text whose values are numbers of several
 * lengths: '9' sorts behind '10'. */
static void check_sorted(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const bool is_term =
        t2s_sql_is(tree, tree->nodes[node].parent, T2S_RULE_ordering_term);
    const int32_t sorted =
        is_term ? node
        : t2s_sql_calls(tree, node, "MAX MIN") && t2s_sql_aggregates(tree, node)
            ? t2s_sql_child(tree, node, T2S_RULE_expr)
            : T2S_NO_NODE;
    const t2s_named_column *of =
        sorted == T2S_NO_NODE ? NULL : t2s_check_column(r, sorted);
    if (r->values && of && of->from == T2S_FROM_RELATION &&
        of->column != T2S_NO_ITEM &&
        t2s_value_index_text_numbers(r->values, of->column) >= T2S_TEXT_NUMBERS)
        t2s_check_hit(r, T2S_CHECK_UNSORTABLE, node);
}

static void check_comparison(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    t2s_sql_comparison of;
    const int32_t list = t2s_sql_operand(tree, node, "IN");
    if (t2s_sql_compares(&of, tree, node)) {
        compare(r, node, of.left, of.right);
        compare(r, node, of.right, of.left);
        if (t2s_sql_is_null(tree, of.left) || t2s_sql_is_null(tree, of.right))
            t2s_check_hit(r, T2S_CHECK_NULL_COMPARED, node);
        if (strpbrk(tree->nodes[of.operator].text, "<>") &&
            strcmp(tree->nodes[of.operator].text, "<>") != 0 &&
            (gives_unsortable(tree, of.left) ||
             gives_unsortable(tree, of.right)))
            t2s_check_hit(r, T2S_CHECK_UNSORTABLE, node);
    } else if (list != T2S_NO_NODE) {
        const int32_t first = t2s_sql_child(tree, list, T2S_RULE_expr);
        if (first != T2S_NO_NODE)
            compare(r, node, t2s_sql_first(tree, node), first);
    } else if (t2s_sql_operand(tree, node, "BETWEEN") != T2S_NO_NODE) {
        compare(r, node, t2s_sql_first(tree, node),
                t2s_sql_operand(tree, node, "BETWEEN"));
        if (gives_unsortable(tree, t2s_sql_operand(tree, node, "BETWEEN")))
            t2s_check_hit(r, T2S_CHECK_UNSORTABLE, node);
    }
}

/* Whether the database has NULLs in a column; asked soon or not at all. */
static bool has_nulls(t2s_check_reader *r, int32_t column)
{
    const t2s_column *of = &r->schema->columns[column];
    const char *names[] = {r->schema->tables[of->table].name, of->name};
    bool found = false;
    if (r->status == T2SED_OK)
        r->status = t2s_execution_has_rows(
            &found, r->execution,
            "SELECT 1 FROM main.$1 AS t WHERE t.$2 IS NULL LIMIT 1", names,
            PARTS_OF_TIME, r->err);
    return found;
}

/* NOT IN (SELECT column ...), where no condition of that SELECT is on the
 * column and the database has NULLs in it. */
static void check_not_in(t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    const int32_t list = t2s_sql_operand(tree, node, "IN");
    const int32_t word = t2s_sql_next(tree, t2s_sql_first(tree, node));
    const int32_t stmt = t2s_sql_child(tree, list, T2S_RULE_select_stmt);
    const int32_t core = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    const int32_t where = t2s_sql_child(tree, core, T2S_RULE_where_clause);
    const t2s_named_column *of, *at, *end;
    if (!t2s_sql_says(tree, word, "NOT") || !r->schema || !r->execution)
        return;
    of = t2s_check_column(r, t2s_sql_first(tree, t2s_sql_result(tree, stmt)));
    if (!of || of->column == T2S_NO_ITEM || of->from != T2S_FROM_RELATION)
        return;
    if (where != T2S_NO_NODE) {
        t2s_check_columns_in(&at, &end, r, where);
        for (; at < end; at++)
            if (at->column == of->column)
                return;
    }
    if (has_nulls(r, of->column))
        t2s_check_hit(r, T2S_CHECK_NOT_IN_NULLS, node);
}

/* ------------------------------------------------------------- the whole */

static void check_ctes(t2s_check_reader *r)
{
    const t2s_tree *tree = r->tree;
    int left = 64;
    t2s_tree_for_each (tree, tree->root, node) {
        bool is_read = false;
        int32_t query;
        if (!t2s_sql_is(tree, node, T2S_RULE_common_table_expression) ||
            left-- <= 0)
            continue;
        query = t2s_sql_child(tree, node, T2S_RULE_select_stmt);
        for (size_t i = 0; i < r->scopes->relations.count && !is_read; i++)
            is_read = r->scopes->relations.at[i].query == query &&
                      r->scopes->relations.at[i].origin == T2S_FROM_QUERY;
        if (!is_read)
            t2s_check_hit(r, T2S_CHECK_UNUSED_CTE, node);
    }
}

void t2s_check_expressions(t2s_check_reader *r)
{
    const t2s_tree *tree = r->tree;
    int left = 2000;
    t2s_tree_for_each (tree, tree->root, node) {
        if (!t2s_sql_is(tree, node, T2S_RULE_expr) || left-- <= 0)
            continue;
        check_division(r, node);
        check_call(r, node);
        check_or(r, node);
        check_comparison(r, node);
        check_case(r, node);
        check_not_in(r, node);
        check_sorted(r, node);
    }
    check_ctes(r);
}
