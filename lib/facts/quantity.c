#include "facts/quantity.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/query_reader.h"
#include "schema/words.h"

/* How deep expressions are read, and how many names are followed. */
#define MOST_DEPTH 24

#define KEEPS_UNIT                                                             \
    "ROUND SUM TOTAL AVG MIN MAX ABS COALESCE IFNULL NULLIF LAG LEAD "         \
    "FIRST_VALUE LAST_VALUE CEIL CEILING FLOOR"

static const t2s_quantity nothing = {.factor = 1};

static t2s_quantity read_quantity(t2s_quantity_reader *r, int32_t expr,
                                  int depth);

int32_t t2s_quantity_follow(const t2s_query *query, int32_t expr)
{
    for (int i = 0; i < MOST_DEPTH && expr != T2S_NO_NODE; i++) {
        const t2s_named_column *name;
        expr = t2s_sql_bare(query->tree, expr);
        name = t2s_query_column_at(query, expr);
        if (!name || name->column != T2S_NO_ITEM ||
            name->expression == T2S_NO_NODE || name->expression == expr)
            break;
        expr = name->expression;
    }
    return expr;
}

int32_t t2s_quantity_column(const t2s_query *query, int32_t expr)
{
    const t2s_named_column *name =
        t2s_query_column_at(query, t2s_quantity_follow(query, expr));
    return name ? name->column : T2S_NO_ITEM;
}

int32_t t2s_quantity_scalar(const t2s_query *query, int32_t expr)
{
    const int32_t stmt =
        expr == T2S_NO_NODE
            ? T2S_NO_NODE
            : t2s_sql_child(query->tree, expr, T2S_RULE_select_stmt);
    return stmt != T2S_NO_NODE &&
                   t2s_sql_says(query->tree, t2s_sql_first(query->tree, expr),
                                "(")
               ? t2s_sql_only_result(query->tree, stmt)
               : T2S_NO_NODE;
}

bool t2s_is_truth(const t2s_tree *tree, int32_t expr)
{
    const int32_t first = t2s_sql_first(tree, expr);
    if (t2s_sql_operator(tree, expr))
        return t2s_sql_operates(tree, expr,
                                "= == != <> < <= > >= IN IS LIKE BETWEEN AND "
                                "OR GLOB NOT ISNULL NOTNULL");
    return t2s_sql_says(tree, first, "EXISTS") ||
           (t2s_sql_is(tree, first, T2S_RULE_unary_operator) &&
            t2s_sql_says(tree, t2s_sql_first(tree, first), "NOT"));
}

/* ------------------------------------------------------------- leaves */

/* Whether a name is that of a state: is_open, has_lift, refunded. */
static bool names_state(const char *name)
{
    size_t at = 0, begin;
    if (!t2s_next_word(name, strlen(name), &at, &begin, true))
        return false;
    if (t2s_is_one_of(name + begin, at - begin, "is has was flag flg"))
        return true;
    return at - begin > 4 && at == strlen(name) &&
           t2s_casecmp_n(name + at - 2, 2, "ed", 2) == 0;
}

/* Whether a column is true or false: declared so, or of that name and with the
 * values 0 and 1 only. */
static bool is_flag(const t2s_quantity_reader *r, int32_t column)
{
    const t2s_column *of = &r->schema->columns[column];
    const t2s_value_index *values = r->times.values;
    size_t count;
    if (of->kind == T2SED_TYPE_BOOLEAN)
        return true;
    if (!values || !names_state(of->name) ||
        !t2s_value_index_is_complete(values, column))
        return false;
    count = t2s_value_index_count(values, column);
    return count > 0 &&
           count == (size_t)t2s_value_index_holds(values, column, "0", 1) +
                        (size_t)t2s_value_index_holds(values, column, "1", 1);
}

static t2s_quantity read_column(t2s_quantity_reader *r, int32_t column)
{
    t2s_quantity made = nothing;
    if (column == T2S_NO_ITEM || !r->schema)
        return made;
    if (is_flag(r, column)) {
        made.is_truth = true;
        made.number = 1;
        return made;
    }
    made.unit = t2s_unit_of_name(r->schema->columns[column].readable);
    if (made.unit.dimension == T2S_DIMENSION_MONEY && made.unit.scale == 0 &&
        r->money_is_minor)
        made.unit.scale = 0.01;
    return made;
}

/* All that CASE or IIF may give: constants, one of which is not 0, make it a
 * truth; otherwise the first that is no constant says the unit. */
static t2s_quantity read_choice(t2s_quantity_reader *r, int32_t expr, int depth)
{
    const t2s_tree *tree = r->query->tree;
    const bool is_case = t2s_sql_says(tree, t2s_sql_first(tree, expr), "CASE");
    t2s_quantity made = {.factor = 1, .is_truth = true};
    bool gives = false, is_condition = !is_case;
    t2s_tree_for_each_child (tree, expr, at) {
        if (t2s_sql_is(tree, at, T2S_RULE_expr) && gives) {
            const t2s_quantity of = read_quantity(r, at, depth + 1);
            if (!of.is_constant && !t2s_sql_is_null(tree, at))
                return of;
            if (of.is_constant && fabs(of.number) > made.number)
                made.number = fabs(of.number);
        }
        if (is_case)
            gives = t2s_sql_says(tree, at, "THEN") ||
                    t2s_sql_says(tree, at, "ELSE");
        else if (t2s_sql_is(tree, at, T2S_RULE_expr))
            gives = is_condition;
    }
    return made;
}

/* ------------------------------------------------------------- arithmetic */

static t2s_quantity scaled(t2s_quantity a, double by)
{
    if (a.is_constant || a.is_truth)
        a.number *= by;
    else
        a.factor *= by;
    a.unit.scale /= by;
    return a;
}

static t2s_quantity divide(t2s_quantity a, t2s_quantity b)
{
    t2s_quantity made = {.factor = a.factor / b.factor};
    if (b.is_constant)
        return b.number != 0 ? scaled(a, 1 / b.number) : nothing;
    if (a.unit.dimension == b.unit.dimension) {
        made.unit.dimension = T2S_DIMENSION_SHARE;
        made.unit.scale = a.unit.scale > 0 && b.unit.scale > 0
                              ? a.unit.scale / b.unit.scale
                              : 1 / made.factor;
    } else if (b.unit.dimension == T2S_DIMENSION_COUNT) {
        made.unit = a.unit;
    }
    return made;
}

static t2s_quantity multiply(t2s_quantity a, t2s_quantity b)
{
    t2s_quantity made = {.factor = a.factor * b.factor};
    if (b.is_constant)
        return b.number != 0 ? scaled(a, b.number) : nothing;
    if (a.is_constant)
        return a.number != 0 ? scaled(b, a.number) : nothing;
    if (a.unit.dimension <= T2S_NO_DIMENSION ||
        a.unit.dimension == T2S_DIMENSION_COUNT)
        made.unit = b.unit;
    else if (b.unit.dimension <= T2S_NO_DIMENSION ||
             b.unit.dimension == T2S_DIMENSION_COUNT)
        made.unit = a.unit;
    return made;
}

static t2s_quantity combine(t2s_quantity_reader *r, t2s_quantity a, char sign,
                            t2s_quantity b)
{
    if (a.is_constant && b.is_constant) {
        a.number = sign == '+'     ? a.number + b.number
                   : sign == '-'   ? a.number - b.number
                   : sign == '*'   ? a.number * b.number
                   : b.number != 0 ? a.number / b.number
                                   : 0;
        return a;
    }
    if (sign == '*')
        return multiply(a, b);
    if (sign == '/')
        return divide(a, b);
    r->mixed += !a.is_constant && !b.is_constant &&
                a.unit.dimension == b.unit.dimension && a.unit.scale > 0 &&
                b.unit.scale > 0 &&
                fabs(a.unit.scale / b.unit.scale - 1) > 1e-6;
    if (a.is_constant ||
        (a.unit.dimension == T2S_NO_DIMENSION && !b.is_constant))
        return b;
    return a;
}

/* The distance of two times, or the number that one of them is. */
static bool read_time(t2s_quantity *out, t2s_quantity_reader *r, int32_t expr)
{
    const t2s_tree *tree = r->query->tree;
    const bool subtracts = t2s_sql_operates(tree, expr, "-");
    const char *form;
    *out = nothing;
    out->unit.dimension = T2S_DIMENSION_TIME;
    if (subtracts || t2s_sql_calls(tree, expr,
                                   "DATEDIFF TIMESTAMPDIFF DATE_DIFF "
                                   "DATE_PART")) {
        const t2s_time_term term = t2s_time_term_read(&r->times, expr);
        out->unit.scale = term.unit;
        return term.kind == T2S_TERM_SPAN && term.unit > 0;
    }
    if (!t2s_sql_function(tree, expr))
        return false;
    form = t2s_sql_literal(tree, t2s_sql_child(tree, expr, T2S_RULE_expr));
    out->unit.scale = t2s_sql_calls(tree, expr, "JULIANDAY")   ? 86400
                      : t2s_sql_calls(tree, expr, "UNIXEPOCH") ? 1
                      : t2s_sql_calls(tree, expr, "STRFTIME") && form &&
                              strcmp(form, "'%s'") == 0
                          ? 1
                          : 0;
    return out->unit.scale > 0;
}

static t2s_quantity read_call(t2s_quantity_reader *r, int32_t expr, int depth)
{
    const t2s_tree *tree = r->query->tree;
    t2s_quantity made = nothing;
    if (t2s_sql_calls(tree, expr, "COUNT ROW_NUMBER RANK DENSE_RANK LENGTH")) {
        made.unit = (t2s_unit){T2S_DIMENSION_COUNT, 1};
        return made;
    }
    if (t2s_sql_calls(tree, expr, "IIF IF"))
        return read_choice(r, expr, depth);
    if (!t2s_sql_calls(tree, expr, KEEPS_UNIT))
        return made;
    made =
        read_quantity(r, t2s_sql_child(tree, expr, T2S_RULE_expr), depth + 1);
    if (made.is_truth && t2s_sql_calls(tree, expr, "SUM TOTAL")) {
        made.unit.dimension = T2S_DIMENSION_COUNT;
        made.unit.scale = made.number > 0 ? 1 / made.number : 0;
        made.factor = made.number;
        made.is_truth = false;
    } else if (made.is_truth && t2s_sql_calls(tree, expr, "AVG")) {
        made.unit.dimension = T2S_DIMENSION_SHARE;
        made.unit.scale = made.number > 0 ? 1 / made.number : 0;
        made.factor = made.number;
        made.is_truth = false;
    }
    return made;
}

static t2s_quantity read_quantity(t2s_quantity_reader *r, int32_t expr,
                                  int depth)
{
    const t2s_tree *tree = r->query->tree;
    t2s_quantity made = nothing;
    const char *literal;
    int32_t first;
    if (depth > MOST_DEPTH || r->work == 0 || expr == T2S_NO_NODE)
        return made;
    r->work--;
    expr = t2s_quantity_follow(r->query, expr);
    first = t2s_sql_first(tree, expr);
    literal = t2s_sql_literal(tree, expr);
    if (literal) {
        made.is_constant = t2s_query_is_number(literal);
        made.number = made.is_constant ? t2s_query_number(literal) : 0;
        return made;
    }
    if (t2s_query_column_at(r->query, expr))
        return read_column(r, t2s_quantity_column(r->query, expr));
    if (t2s_sql_says(tree, first, "CASE"))
        return read_choice(r, expr, depth);
    if (t2s_is_truth(tree, expr)) {
        made.is_truth = true;
        made.number = 1;
        return made;
    }
    if (read_time(&made, r, expr))
        return made;
    made = nothing;
    if (t2s_sql_says(tree, first, "CAST"))
        return read_quantity(r, t2s_sql_child(tree, expr, T2S_RULE_expr),
                             depth + 1);
    if (t2s_sql_function(tree, expr))
        return read_call(r, expr, depth);
    if (t2s_quantity_scalar(r->query, expr) != T2S_NO_NODE)
        return read_quantity(r, t2s_quantity_scalar(r->query, expr), depth + 1);
    if (t2s_sql_operates(tree, expr, "+ - * /"))
        return combine(
            r, read_quantity(r, first, depth + 1),
            t2s_sql_operator(tree, expr)[0],
            read_quantity(r, tree->nodes[expr].last_child, depth + 1));
    return made;
}

t2s_quantity t2s_quantity_read(t2s_quantity_reader *reader, int32_t expr)
{
    return read_quantity(reader, expr, 0);
}

bool t2s_quantity_constant(double *out, t2s_quantity_reader *reader,
                           int32_t expr)
{
    const t2s_quantity made = read_quantity(reader, expr, 0);
    *out = made.number;
    return made.is_constant;
}

t2s_quantity_reader t2s_quantity_reader_of(const t2s_query *query,
                                           const t2sed_evidence *from,
                                           size_t work)
{
    return (t2s_quantity_reader){
        .query = query,
        .schema = from->schema,
        .times = {.query = query,
                  .schema = from->schema,
                  .values = from->values,
                  .now = from->question->times.now,
                  .work = work},
        .money_is_minor =
            from->asked && t2s_says_minor_unit(from->asked, from->asked_length),
        .work = work};
}
