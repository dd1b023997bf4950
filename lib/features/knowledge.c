/* What the knowledge beside the question says exactly, against the query. */
#include <string.h>

#include "base/error.h"
#include "features/features.h"

#define FEATURES(X)                                                            \
    X(words, 0, 100, NOTHING, "words of the knowledge")                        \
    X(columns, 0, 10, SCHEMA, "names of columns in it")                        \
    X(columns_unused, 0, 8, SCHEMA, "such that the query has not")             \
    X(columns_unused_share, 0, 1, SCHEMA, "share of them of all such")         \
    X(asked_columns_unused, 0, 8, SCHEMA,                                      \
      "such, beside words of the question")                                    \
    X(compared_columns_unused, 0, 8, SCHEMA, "such, compared with a value")    \
    X(plain_columns_unused, 0, 8, SCHEMA,                                      \
      "such, neither compared nor in a function")                              \
    X(other_table, 0, 4, SCHEMA,                                               \
      "columns that the query has of another table than it says")              \
    X(tables_unused, 0, 4, SCHEMA, "tables named that the query has not")      \
    X(conditions, 0, 10, SCHEMA, "comparisons of a column with a value")       \
    X(conditions_met, 0, 10, SCHEMA, "such that the query has")                \
    X(conditions_met_share, 0, 1, SCHEMA, "share of them of all such")         \
    X(conditions_other_operator, 0, 4, SCHEMA,                                 \
      "such that the query has with another operator")                         \
    X(conditions_other_value, 0, 4, SCHEMA,                                    \
      "such whose column the query compares with other values")                \
    X(conditions_other_column, 0, 4, SCHEMA,                                   \
      "such whose value the query compares with another column")               \
    X(conditions_lacking, 0, 8, SCHEMA,                                        \
      "such of which the query has neither column nor value")                  \
    X(asked_conditions_unmet, 0, 8, SCHEMA,                                    \
      "such that it has not so, beside words of the question")                 \
    X(unmet_columns, 0, 4, SCHEMA, "columns compared, none of them so")        \
    X(values, 0, 10, NOTHING, "quoted and compared values")                    \
    X(values_unused, 0, 8, NOTHING, "such that the query has not")             \
    X(values_unused_share, 0, 1, NOTHING, "share of them of all such")         \
    X(quotes_unused, 0, 8, NOTHING,                                            \
      "such, compared with no column, beside words of the question")           \
    X(calls, 0, 6, SCHEMA, "aggregates of columns in it")                      \
    X(calls_unmet, 0, 6, SCHEMA, "such that the query has not")                \
    X(wrong_end, 0, 1, NOTHING, "MAX in it and MIN in the query, or reverse")  \
    X(count_missing, 0, 1, NOTHING, "COUNT in it, not in the query")           \
    X(sum_missing, 0, 1, NOTHING, "SUM in it, neither SUM nor COUNT")          \
    X(average_missing, 0, 1, NOTHING, "AVG in it, neither AVG nor division")   \
    X(extreme_missing, 0, 1, NOTHING,                                          \
      "MAX or MIN in it, neither these nor ORDER BY")                          \
    X(functions_extra, 0, 4, NOTHING,                                          \
      "aggregates selected that neither it nor the question asks for")         \
    X(divide_missing, 0, 1, NOTHING, "a division in it, not in the query")     \
    X(divide_extra, 0, 1, NOTHING, "the reverse")                              \
    X(subtract_missing, 0, 1, NOTHING, "a difference in it, not in the query") \
    X(subtract_extra, 0, 1, NOTHING, "the reverse")                            \
    X(multiply_missing, 0, 1, NOTHING, "a product in it, not in the query")    \
    X(hundred_missing, 0, 1, NOTHING, "* 100 in it, not in the query")         \
    X(hundred_extra, 0, 1, NOTHING, "the reverse")                             \
    X(date_missing, 0, 1, NOTHING,                                             \
      "a part of a date in it, neither a function nor LIKE in the query")      \
    X(distinct_missing, 0, 1, NOTHING, "DISTINCT in it, not in the query")     \
    X(order_missing, 0, 1, NOTHING, "ORDER BY or LIMIT in it, ORDER BY not")   \
    X(null_missing, 0, 1, NOTHING, "a test for NULL in it, not in the query")  \
    X(sibling_instead, 0, 5, SCHEMA,                                           \
      "unnamed columns beside an unused one that it names")                    \
    X(columns_unexplained, 0, 8, SCHEMA,                                       \
      "columns used but for joins that neither it nor the question names")     \
    X(columns_named_share, 0, 1, SCHEMA,                                       \
      "share of columns used but for joins that it names")                     \
    X(selected_named_share, 0, 1, SCHEMA,                                      \
      "share of selected columns that it or the question names")               \
    X(query_values_unexplained, 0, 4, NOTHING,                                 \
      "values of the query that neither it nor the question has")              \
    X(query_values_named_share, 0, 1, NOTHING,                                 \
      "share of the query's values that it has")

#define ROW(name, low, high, needs, meaning)                                   \
    {"knowledge." #name, meaning, low, high,                                   \
     T2S_NEEDS_KNOWLEDGE | T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

/* Comparisons of the query that are looked at. */
#define MOST_COMPARED 64

/* A literal of the query and what it is compared with: column and operator, or
 * -1. Those of CASE, HAVING and arguments are taken in. */
typedef struct compared {
    const t2s_query_use *value;
    int32_t column, operator;
} compared;

typedef struct comparing {
    double *out;
    const t2s_feature_input *in;
    const t2s_knowledge *hint;
    const t2s_query *query;
    const t2sed_schema *schema;
    compared values[MOST_COMPARED];
    size_t value_count;
    bool is_used[T2S_MOST_HINTS]; /* columns of the hint, by the query */
} comparing;

/* ------------------------------------------------------- the query */

static bool is_literal(const t2s_query_use *use)
{
    return use->kind == T2S_USES_TEXT || use->kind == T2S_USES_NUMBER;
}

static void add_value(comparing *at, const t2s_query_use *use, int32_t column,
                      int32_t operator)
{
    if (use->clause != T2S_CLAUSE_LIMIT && at->value_count < MOST_COMPARED)
        at->values[at->value_count++] = (compared){use, column, operator};
}

/* A value is compared with the last column before it, once for each operator
 * but IN and BETWEEN. */
static void read_values(comparing *at)
{
    const t2s_query_use *column = NULL;
    int32_t operator= - 1;
    t2s_for_each_use (at->query, use) {
        if (column && !t2s_is_beside(column, use))
            column = NULL;
        if (use->kind == T2S_USES_COLUMN) {
            column = use;
            operator= - 1;
        } else if (use->kind == T2S_USES_OPERATOR) {
            operator= use->index == T2S_OPERATOR_ARITHMETIC ? -1 : use->index;
        } else if (use->kind == T2S_USES_AND || use->kind == T2S_USES_OR) {
            column = NULL;
            operator= - 1;
        } else if (is_literal(use)) {
            const bool is_compared = column && operator>= 0;
            add_value(at, use, is_compared ? column->index : T2S_NO_ITEM,
                      is_compared ? operator: - 1);
            if (operator!= T2S_OPERATOR_IN && operator!= T2S_OPERATOR_BETWEEN)
                operator= - 1;
        }
    }
}

/* Whether an arithmetic operator of the query is that sign. */
static bool has_sign(const comparing *at, char sign)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_OPERATOR &&
            use->index == T2S_OPERATOR_ARITHMETIC && use->begin < use->end &&
            at->in->sql->text[use->begin] == sign)
            return true;
    return false;
}

static bool has_number(const comparing *at, double number)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_NUMBER && use->number == number)
            return true;
    return false;
}

/* Whether the query has a column that the hint names; with `function`, within
 * that aggregate, or ordered by. */
static bool has_column(const comparing *at, const t2s_hint_column *hint,
                       int32_t function)
{
    t2s_for_each_use (at->query, use)
        if (use->kind == T2S_USES_COLUMN &&
            t2s_hint_names(hint, at->schema, use->index) &&
            (function < 0 || use->function == function ||
             (use->clause == T2S_CLAUSE_ORDER && function >= T2S_FUNCTION_MIN)))
            return true;
    return false;
}

/* ------------------------------------------------------- columns */

/* Whether a column was named before in the text. */
static bool is_repeated(const comparing *at, size_t i)
{
    const t2s_hint_column *columns = at->hint->columns.at;
    for (size_t k = 0; k < i; k++)
        if (columns[k].column == columns[i].column &&
            columns[k].is_qualified == columns[i].is_qualified)
            return true;
    return false;
}

static void compare_columns(comparing *at)
{
    for (size_t i = 0; i < at->hint->columns.count; i++) {
        const t2s_hint_column *hint = &at->hint->columns.at[i];
        t2s_hint_column any = *hint;
        at->is_used[i] = has_column(at, hint, -1);
        if (is_repeated(at, i))
            continue;
        at->out[F_columns]++;
        if (at->is_used[i])
            continue;
        at->out[F_columns_unused]++;
        at->out[F_asked_columns_unused] += hint->is_asked;
        at->out[F_compared_columns_unused] += hint->is_compared;
        at->out[F_plain_columns_unused] +=
            !hint->is_compared && hint->function < 0;
        if (!hint->is_qualified)
            continue;
        any.is_qualified = false;
        any.column = t2s_schema_find_column(
            at->schema, T2S_NO_ITEM, at->schema->columns[hint->column].name,
            strlen(at->schema->columns[hint->column].name), NULL);
        at->out[F_other_table] += has_column(at, &any, -1);
    }
    at->out[F_columns_unused_share] =
        at->out[F_columns] > 0 ? at->out[F_columns_unused] / at->out[F_columns]
                               : (double)NAN;
}

static void compare_tables(comparing *at)
{
    for (size_t i = 0; i < at->hint->tables.count; i++) {
        bool is_used = false;
        t2s_for_each_use (at->query, use)
            is_used |= use->kind == T2S_USES_TABLE &&
                       use->index == at->hint->tables.at[i].table;
        at->out[F_tables_unused] += !is_used;
    }
}

static void compare_calls(comparing *at)
{
    for (size_t i = 0; i < at->hint->columns.count; i++) {
        const t2s_hint_column *hint = &at->hint->columns.at[i];
        if (hint->function < 0 || hint->is_compared)
            continue;
        at->out[F_calls]++;
        at->out[F_calls_unmet] += !has_column(at, hint, hint->function);
    }
}

static bool is_named(const comparing *at, int32_t column)
{
    for (size_t i = 0; i < at->hint->columns.count; i++)
        if (t2s_hint_names(&at->hint->columns.at[i], at->schema, column))
            return true;
    return false;
}

/* Whether the hint names a column of that table which the query has not. */
static bool has_unused_sibling(const comparing *at, int32_t column)
{
    for (size_t i = 0; i < at->hint->columns.count; i++)
        if (!at->is_used[i] &&
            at->schema->columns[at->hint->columns.at[i].column].table ==
                at->schema->columns[column].table)
            return true;
    return false;
}

static void explain_columns(comparing *at)
{
    const t2s_name_match *asked = at->in->from->question->columns;
    double used = 0, named = 0, selected = 0, selected_named = 0;
    t2s_for_each_use (at->query, use) {
        bool by_hint, by_question;
        if (use->kind != T2S_USES_COLUMN || use->only_ties)
            continue;
        by_hint = is_named(at, use->index);
        by_question = asked[use->index].is_whole;
        used++;
        named += by_hint;
        if (use->clause == T2S_CLAUSE_SELECT && use->scope == at->query->main) {
            selected++;
            selected_named += by_hint || by_question;
        }
        if (by_hint || by_question)
            continue;
        at->out[F_columns_unexplained]++;
        at->out[F_sibling_instead] += has_unused_sibling(at, use->index);
    }
    at->out[F_columns_named_share] = used > 0 ? named / used : (double)NAN;
    at->out[F_selected_named_share] =
        selected > 0 ? selected_named / selected : (double)NAN;
}

/* ------------------------------------------------------- conditions */

static bool is_equality(int32_t operator)
{
    return operator== T2S_OPERATOR_EQUAL || operator== T2S_OPERATOR_IN ||
    operator== T2S_OPERATOR_LIKE ||
    operator== T2S_OPERATOR_IS;
}

/* Whether both may say the same; BETWEEN has either end. */
static bool is_same_operator(int32_t a, int32_t b)
{
    return a == b || (is_equality(a) && is_equality(b)) ||
           (a == T2S_OPERATOR_BETWEEN && b >= T2S_OPERATOR_LESS &&
            b <= T2S_OPERATOR_GREATER_EQUAL) ||
           (b == T2S_OPERATOR_BETWEEN && a >= T2S_OPERATOR_LESS &&
            a <= T2S_OPERATOR_GREATER_EQUAL);
}

/* How the query has a condition of the hint. */
typedef enum fit {
    FIT_LACKING,
    FIT_OTHER_COLUMN,
    FIT_OTHER_VALUE,
    FIT_OTHER_OPERATOR,
    FIT_MET
} fit;

static fit fit_of(const comparing *at, const t2s_hint_literal *literal)
{
    const t2s_hint_column *hint = &at->hint->columns.at[literal->compared];
    fit best = FIT_LACKING;
    for (size_t i = 0; i < at->value_count; i++) {
        const compared *own = &at->values[i];
        const bool same = t2s_hint_is(literal, own->value);
        const bool of_column = own->column != T2S_NO_ITEM &&
                               t2s_hint_names(hint, at->schema, own->column);
        const fit found =
            of_column && same
                ? is_same_operator(literal->operator, own->operator)
                      ? FIT_MET
                      : FIT_OTHER_OPERATOR
            : of_column                          ? FIT_OTHER_VALUE
            : same && own->column != T2S_NO_ITEM ? FIT_OTHER_COLUMN
                                                 : FIT_LACKING;
        if (found > best)
            best = found;
    }
    return best;
}

static void compare_conditions(comparing *at)
{
    static const enum feature of_fit[] = {
        [FIT_LACKING] = F_conditions_lacking,
        [FIT_OTHER_COLUMN] = F_conditions_other_column,
        [FIT_OTHER_VALUE] = F_conditions_other_value,
        [FIT_OTHER_OPERATOR] = F_conditions_other_operator,
        [FIT_MET] = F_conditions_met};
    bool is_met[T2S_MOST_HINTS] = {false}, is_first[T2S_MOST_HINTS] = {false};
    for (size_t i = 0; i < at->hint->literals.count; i++) {
        const t2s_hint_literal *literal = &at->hint->literals.at[i];
        fit found;
        int32_t first = literal->compared;
        if (first < 0)
            continue;
        for (int32_t k = 0; k < first; k++)
            if (at->hint->columns.at[k].column ==
                at->hint->columns.at[first].column)
                first = k;
        found = fit_of(at, literal);
        at->out[F_conditions]++;
        at->out[of_fit[found]]++;
        at->out[F_asked_conditions_unmet] +=
            found != FIT_MET && literal->is_asked;
        is_first[first] = true;
        is_met[first] |= found == FIT_MET;
    }
    for (size_t i = 0; i < T2S_MOST_HINTS; i++)
        at->out[F_unmet_columns] += is_first[i] && !is_met[i];
    at->out[F_conditions_met_share] =
        at->out[F_conditions] > 0
            ? at->out[F_conditions_met] / at->out[F_conditions]
            : (double)NAN;
}

static void compare_values(comparing *at)
{
    for (size_t i = 0; i < at->hint->literals.count; i++) {
        const t2s_hint_literal *literal = &at->hint->literals.at[i];
        bool is_used = false;
        for (size_t k = 0; k < at->value_count && !is_used; k++)
            is_used = t2s_hint_is(literal, at->values[k].value);
        at->out[F_values]++;
        at->out[F_values_unused] += !is_used;
        at->out[F_quotes_unused] +=
            !is_used && literal->compared < 0 && literal->is_asked;
    }
    at->out[F_values_unused_share] =
        at->out[F_values] > 0 ? at->out[F_values_unused] / at->out[F_values]
                              : (double)NAN;
}

/* Whether the question has a literal's words, or its number. */
static bool question_has(const comparing *at, const t2s_query_use *use)
{
    const t2s_question_facts *question = at->in->from->question;
    t2s_string normal = {0};
    bool found = false;
    for (size_t i = 0; use->kind == T2S_USES_NUMBER && !found &&
                       i < question->numbers.count && i < MOST_COMPARED;
         i++)
        found = question->numbers.at[i].value == use->number;
    if (use->kind == T2S_USES_NUMBER)
        return found;
    t2s_string_append_char(&normal, ' ');
    t2s_value_normal(&normal, use->text, use->length < 256 ? use->length : 256);
    t2s_string_append_char(&normal, ' ');
    found = !normal.failed && strstr(question->plain.text, normal.text);
    t2s_string_free(&normal);
    return found;
}

static void explain_values(comparing *at)
{
    double all = 0, named = 0;
    for (size_t i = 0; i < at->value_count; i++) {
        const t2s_query_use *use = at->values[i].value;
        bool by_hint = false;
        if (use->kind == T2S_USES_NUMBER &&
            (use->number == 0 || use->number == 1 || use->number == 100))
            continue;
        for (size_t k = 0; k < at->hint->literals.count && !by_hint; k++)
            by_hint = t2s_hint_is(&at->hint->literals.at[k], use);
        all++;
        named += by_hint;
        at->out[F_query_values_unexplained] +=
            !by_hint && !question_has(at, use);
    }
    at->out[F_query_values_named_share] = all > 0 ? named / all : (double)NAN;
}

/* ------------------------------------------------------- functions */

static bool tests_null(const comparing *at)
{
    return at->query->parts.operators[T2S_OPERATOR_IS];
}

static void compare_functions(comparing *at)
{
    const t2s_query_parts *has = &at->query->parts;
    const bool *asks = at->hint->functions;
    const bool *own = has->functions;
    const bool divides = has_sign(at, '/'),
               orders = has->clauses[T2S_CLAUSE_ORDER];
    const uint32_t *cues = at->in->from->question->cues;
    const bool wants_max = asks[T2S_FUNCTION_MAX] && !asks[T2S_FUNCTION_MIN];
    const bool wants_min = asks[T2S_FUNCTION_MIN] && !asks[T2S_FUNCTION_MAX];
    const bool has_max =
        own[T2S_FUNCTION_MAX] || has->uses[T2S_USES_DESCENDING];
    const bool has_min =
        own[T2S_FUNCTION_MIN] || (orders && has->clauses[T2S_CLAUSE_LIMIT] &&
                                  !has->uses[T2S_USES_DESCENDING]);
    at->out[F_wrong_end] = (wants_max && has_min && !has_max) ||
                           (wants_min && has_max && !has_min);
    at->out[F_count_missing] = asks[T2S_FUNCTION_COUNT] &&
                               !own[T2S_FUNCTION_COUNT] &&
                               !own[T2S_FUNCTION_SUM];
    at->out[F_sum_missing] = asks[T2S_FUNCTION_SUM] && !own[T2S_FUNCTION_SUM] &&
                             !own[T2S_FUNCTION_COUNT];
    at->out[F_average_missing] =
        asks[T2S_FUNCTION_AVG] && !own[T2S_FUNCTION_AVG] && !divides;
    at->out[F_extreme_missing] =
        (asks[T2S_FUNCTION_MAX] || asks[T2S_FUNCTION_MIN]) &&
        !own[T2S_FUNCTION_MAX] && !own[T2S_FUNCTION_MIN] && !orders;
    for (int f = 0; f < T2S_FUNCTION_OTHER; f++)
        at->out[F_functions_extra] += has->selected_functions[f] && !asks[f];
    at->out[F_functions_extra] -= has->selected_functions[T2S_FUNCTION_COUNT] &&
                                  !asks[T2S_FUNCTION_COUNT] &&
                                  cues[T2S_CUE_COUNT] > 0;
}

static void compare_parts(comparing *at)
{
    const t2s_query_parts *has = &at->query->parts;
    const bool *asks = at->hint->parts;
    const bool divides = has_sign(at, '/'), subtracts = has_sign(at, '-');
    const bool hundred = has_number(at, 100);
    at->out[F_divide_missing] =
        asks[T2S_HINT_DIVIDE] && !divides && !has->functions[T2S_FUNCTION_AVG];
    at->out[F_divide_extra] = !asks[T2S_HINT_DIVIDE] && divides;
    at->out[F_subtract_missing] = asks[T2S_HINT_SUBTRACT] && !subtracts;
    at->out[F_subtract_extra] = !asks[T2S_HINT_SUBTRACT] && subtracts;
    at->out[F_multiply_missing] = asks[T2S_HINT_MULTIPLY] && !has_sign(at, '*');
    at->out[F_hundred_missing] = asks[T2S_HINT_HUNDRED] && !hundred;
    at->out[F_hundred_extra] = !asks[T2S_HINT_HUNDRED] && hundred;
    at->out[F_date_missing] = asks[T2S_HINT_DATE] &&
                              !has->functions[T2S_FUNCTION_OTHER] &&
                              !has->operators[T2S_OPERATOR_LIKE] &&
                              !has->operators[T2S_OPERATOR_BETWEEN];
    at->out[F_distinct_missing] =
        asks[T2S_HINT_DISTINCT] && !has->uses[T2S_USES_DISTINCT];
    at->out[F_order_missing] =
        asks[T2S_HINT_ORDER] && !has->clauses[T2S_CLAUSE_ORDER];
    at->out[F_null_missing] = asks[T2S_HINT_NULL] && !tests_null(at);
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    comparing at = {.out = out,
                    .in = in,
                    .hint = in->from->knowledge,
                    .query = in->query,
                    .schema = in->from->schema};
    (void)err;
    for (int i = 0; i < F_COUNT; i++)
        out[i] = 0;
    out[F_words] = (double)at.hint->words;
    read_values(&at);
    compare_values(&at);
    explain_values(&at);
    compare_functions(&at);
    compare_parts(&at);
    if (at.schema) {
        compare_columns(&at);
        compare_tables(&at);
        compare_calls(&at);
        explain_columns(&at);
        compare_conditions(&at);
    }
    return T2SED_OK;
}

const t2s_feature_group t2s_knowledge_group = {features, F_COUNT,
                                               T2S_NEEDS_KNOWLEDGE, compute};
