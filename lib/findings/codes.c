/* What each code is called, how much it says, and what it means. */
#include "t2sed/finding.h"

#define CODES(X)                                                               \
    X(SYNTAX_ERROR, "syntax_error", ERROR, "the text is no SQL of SQLite's")   \
    X(NOT_A_QUERY, "not_a_query", ERROR,                                       \
      "no SELECT, more than one statement, or nothing")                        \
    X(UNKNOWN_TABLE, "unknown_table", ERROR, "the database has no such table") \
    X(UNKNOWN_COLUMN, "unknown_column", ERROR,                                 \
      "no table of the query has such a column")                               \
    X(AMBIGUOUS_COLUMN, "ambiguous_column", ERROR,                             \
      "several tables of the query have the column")                           \
    X(UNKNOWN_FUNCTION, "unknown_function", ERROR,                             \
      "SQLite has no such function")                                           \
    X(AGGREGATE_MISUSED, "aggregate_misused", ERROR,                           \
      "an aggregate where none may stand, as in WHERE")                        \
    X(COLUMN_COUNT, "column_count", ERROR,                                     \
      "SELECTs that must have as many columns as each other have not")         \
    X(REFUSED, "refused", ERROR, "SQLite refuses the query")                   \
    X(TOO_SLOW, "too_slow", HINT, "the query takes longer than allowed")       \
    X(EMPTY_RESULT, "empty_result", HINT, "the query gives no row")            \
    X(NULL_RESULT, "null_result", WARNING, "the query gives nothing but NULL") \
    X(VALUE_NOT_IN_COLUMN, "value_not_in_column", WARNING,                     \
      "the column holds no such value")                                        \
    X(VALUE_ELSEWHERE, "value_elsewhere", WARNING,                             \
      "the column holds no such value, another one does")                      \
    X(VALUE_SPELLING, "value_spelling", HINT,                                  \
      "the column holds the value in another spelling")                        \
    X(VALUE_TYPE, "value_type", HINT,                                          \
      "text compared with numbers, or a number with text")                     \
    X(QUOTED_NAME, "quoted_name", WARNING,                                     \
      "a name in double quotes that SQLite takes for text")                    \
    X(NULL_COMPARED, "null_compared", WARNING,                                 \
      "a comparison with NULL, which is never true")                           \
    X(LIKE_WITHOUT_WILDCARD, "like_without_wildcard", WARNING,                 \
      "LIKE with neither % nor _")                                             \
    X(ALWAYS_TRUE, "always_true", WARNING, "something compared with itself")   \
    X(CONTRADICTION, "contradiction", WARNING,                                 \
      "conditions that no row can meet together")                              \
    X(INTEGER_DIVISION, "integer_division", HINT,                              \
      "whole numbers divided: the fraction is lost")                           \
    X(MISSING_JOIN, "missing_join", WARNING,                                   \
      "tables side by side that no condition joins")                           \
    X(UNRELATED_JOIN, "unrelated_join", HINT,                                  \
      "a join of columns that no key relates")                                 \
    X(UNUSED_TABLE, "unused_table", HINT,                                      \
      "a table that is joined and of no use")                                  \
    X(REPEATED_TABLE, "repeated_table", WARNING,                               \
      "a table that is there twice and joined on its own key")                 \
    X(BARE_COLUMN, "bare_column", WARNING,                                     \
      "a column beside an aggregate, and no GROUP BY")                         \
    X(UNGROUPED_COLUMN, "ungrouped_column", WARNING,                           \
      "a column that a group may have several values of")                      \
    X(AGGREGATE_OF_TEXT, "aggregate_of_text", HINT, "SUM or AVG of text")      \
    X(CLAUSE_MISSING, "clause_missing", WARNING,                               \
      "the question asks for a part that the query has not")                   \
    X(CLAUSE_UNEXPECTED, "clause_unexpected", HINT,                            \
      "the query has a part that the question does not ask for")               \
    X(AGGREGATE_MISSING, "aggregate_missing", HINT,                            \
      "the question asks for a count or an average, the query has none")       \
    X(AGGREGATE_UNEXPECTED, "aggregate_unexpected", HINT,                      \
      "an aggregate that the question does not ask for")                       \
    X(ORDER_MISSING, "order_missing", HINT,                                    \
      "the question asks for an order, the query has none")                    \
    X(ORDER_UNEXPECTED, "order_unexpected", WARNING,                           \
      "ORDER BY, and the question asks for no order")                          \
    X(WRONG_DIRECTION, "wrong_direction", WARNING,                             \
      "the query orders the other way round, or takes the other end")          \
    X(LIMIT_MISSING, "limit_missing", WARNING,                                 \
      "the question asks for the first or the most, the query gives all")      \
    X(WRONG_LIMIT, "wrong_limit", WARNING,                                     \
      "LIMIT has another number than the question")                            \
    X(GROUP_MISSING, "group_missing", HINT,                                    \
      "the question asks for each, the query has no GROUP BY")                 \
    X(COMPARISON_MISSING, "comparison_missing", HINT,                          \
      "the question compares, the query has no such operator")                 \
    X(WRONG_COMPARISON, "wrong_comparison", HINT,                              \
      "> where the question means >=, and the like")                           \
    X(NEGATION_MISSING, "negation_missing", HINT,                              \
      "the question negates, the query does not")                              \
    X(NEGATION_UNEXPECTED, "negation_unexpected", WARNING,                     \
      "the query negates, the question does not")                              \
    X(DISTINCT_MISSING, "distinct_missing", WARNING,                           \
      "the question asks for different ones, the query has no DISTINCT")       \
    X(SET_OPERATION_MISSING, "set_operation_missing", WARNING,                 \
      "the question asks for both, the query for one")                         \
    X(NAME_UNUSED, "name_unused", HINT,                                        \
      "the question names a column that the query does not use")               \
    X(VALUE_UNUSED, "value_unused", WARNING,                                   \
      "the question has a value that the query has not")                       \
    X(NUMBER_UNUSED, "number_unused", WARNING,                                 \
      "the question has a number that the query has not")                      \
    X(BETTER_COLUMN, "better_column", HINT,                                    \
      "another column has more of the question's words in its name")           \
    X(WRONG_JOIN, "wrong_join", WARNING,                                       \
      "a join of other columns than the key that relates the tables")          \
    X(COUNT_UNEXPECTED, "count_unexpected", WARNING,                           \
      "the query selects a count that the question does not ask for")          \
    X(OR_UNEXPECTED, "or_unexpected", WARNING,                                 \
      "OR or UNION, and the question asks for no alternative")                 \
    X(UNRELATED_SUBQUERY, "unrelated_subquery", WARNING,                       \
      "IN (SELECT ...) over columns that no key relates")                      \
    X(MANY_COLUMNS, "many_columns", HINT,                                      \
      "more columns are selected than the question lists")                     \
    X(SEVERAL_ROWS, "several_rows", HINT,                                      \
      "several rows in no order, and the question asks for the most")          \
    X(NULL_IN_RESULT, "null_in_result", WARNING, "a NULL among the results")   \
    X(NUMBER_NOT_ASKED, "number_not_asked", WARNING,                           \
      "a condition has a number that the question has not")                    \
    X(COMPARISON_UNEXPECTED, "comparison_unexpected", HINT,                    \
      "< or >, and the question does not compare")                             \
    X(DEAD_KEY, "dead_key", HINT,                                              \
      "a join on a declared key none of whose values occurs in the other "     \
      "column")

static const struct {
    const char *name;
    t2sed_severity severity;
    const char *meaning;
} codes[] = {{NULL, T2SED_SEVERITY_HINT, NULL},
#define CODE(code, name, severity, meaning)                                    \
    [T2SED_FINDING_##code] = {name, T2SED_SEVERITY_##severity, meaning},
             CODES(CODE)};

_Static_assert(sizeof codes / sizeof codes[0] == T2SED_FINDING_CODES,
               "every code is described");

/* Enums come from C and from languages where any int is one. */
static size_t place_of(t2sed_finding_code code)
{
    return (int)code > 0 && (int)code < T2SED_FINDING_CODES ? (size_t)code : 0;
}

const char *t2sed_finding_code_name(t2sed_finding_code code)
{
    return codes[place_of(code)].name;
}

t2sed_severity t2sed_finding_code_severity(t2sed_finding_code code)
{
    return codes[place_of(code)].severity;
}

const char *t2sed_finding_code_meaning(t2sed_finding_code code)
{
    return codes[place_of(code)].meaning;
}

const char *t2sed_severity_name(t2sed_severity severity)
{
    static const char *const names[] = {NULL, "hint", "warning", "error"};
    return (int)severity > 0 && (int)severity < 4 ? names[(int)severity] : NULL;
}
