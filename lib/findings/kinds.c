/* The table of findings, and the loop that runs its checks. */
#include "base/interrupt.h"
#include "base/sized.h"
#include "findings/findings.h"

/* What a check needs to be there. */
enum needs {
    NOTHING = 0,
    SCHEMA = 1,
    VALUES = 2, /* the index of the database's values */
    ROWS = 4,   /* the query is run */
    SKETCH = 8, /* the clauses that the question's query should have */
    QUESTION = 16,
    REFUSAL = 32,  /* SQLite refuses the query: no other check is run */
    KNOWLEDGE = 64 /* beside the question */
};

typedef struct kind {
    t2sed_finding_code code;
    const char *name;
    t2sed_severity severity;
    unsigned needs;
    /* NULL: reported before the checks. A check that reports findings of
     * several codes stands at each of them, and is run once. */
    t2s_check *check;
    const char *meaning;
} kind;

#define C(code) T2SED_FINDING_##code
#define ERROR   T2SED_SEVERITY_ERROR
#define WARNING T2SED_SEVERITY_WARNING
#define HINT    T2SED_SEVERITY_HINT

/* In the order in which checks are run: findings of one severity and place are
 * listed in it. */
static const kind kinds[] = {
    /* The query can't run. */
    {C(SYNTAX_ERROR), "syntax_error", ERROR, NOTHING, NULL,
     "the text is not valid SQL for SQLite"},
    {C(NOT_A_QUERY), "not_a_query", ERROR, NOTHING, NULL,
     "not a single SELECT statement"},
    {C(UNKNOWN_TABLE), "unknown_table", ERROR, REFUSAL, t2s_check_refusal,
     "the database has no such table"},
    {C(UNKNOWN_COLUMN), "unknown_column", ERROR, REFUSAL, t2s_check_refusal,
     "no table of the query has such a column"},
    {C(AMBIGUOUS_COLUMN), "ambiguous_column", ERROR, REFUSAL, t2s_check_refusal,
     "several tables of the query have the column"},
    {C(UNKNOWN_FUNCTION), "unknown_function", ERROR, REFUSAL, t2s_check_refusal,
     "SQLite has no such function"},
    {C(AGGREGATE_MISUSED), "aggregate_misused", ERROR, REFUSAL,
     t2s_check_refusal,
     "an aggregate function where none is allowed, as in WHERE"},
    {C(COLUMN_COUNT), "column_count", ERROR, REFUSAL, t2s_check_refusal,
     "SELECTs that must have the same number of columns differ"},
    {C(REFUSED), "refused", ERROR, REFUSAL, t2s_check_refusal,
     "The database rejects the query for another reason"},

    /* What running it gave. */
    {C(DEAD_KEY), "dead_key", HINT, SCHEMA | ROWS, t2s_check_dead_keys,
     "a join on a foreign key that has no value in common with the column it "
     "references"},
    {C(TOO_SLOW), "too_slow", HINT, ROWS, t2s_check_time,
     "the query exceeds its time limit"},
    {C(EMPTY_RESULT), "empty_result", HINT, ROWS, t2s_check_empty,
     "the query returns no rows"},
    {C(NULL_RESULT), "null_result", WARNING, ROWS, t2s_check_nulls,
     "the query returns only NULL"},
    {C(NULL_IN_RESULT), "null_in_result", WARNING, ROWS, t2s_check_nulls,
     "the result contains NULLs"},
    {C(SEVERAL_ROWS), "several_rows", HINT, ROWS | QUESTION, t2s_check_rows,
     "several unsorted rows where the question asks for the highest or lowest"},

    /* Values of the query against the database. */
    {C(VALUE_TYPE), "value_type", HINT, VALUES, t2s_check_values,
     "text compared with numbers, or a number with text"},
    {C(VALUE_SPELLING), "value_spelling", HINT, VALUES, t2s_check_values,
     "the column has the value in another spelling"},
    {C(VALUE_ELSEWHERE), "value_elsewhere", WARNING, VALUES, t2s_check_values,
     "the column does not have the value; another column does"},
    {C(VALUE_NOT_IN_COLUMN), "value_not_in_column", WARNING, VALUES,
     t2s_check_values, "the column does not have the value"},

    /* Joins. */
    {C(UNRELATED_SUBQUERY), "unrelated_subquery", WARNING, SCHEMA,
     t2s_check_subqueries,
     "IN (SELECT ...) over columns that no foreign key relates"},
    {C(MISSING_JOIN), "missing_join", WARNING, NOTHING, t2s_check_joins,
     "tables that no condition joins"},
    {C(UNRELATED_JOIN), "unrelated_join", HINT, SCHEMA, t2s_check_joins,
     "a join of columns that no foreign key relates"},
    {C(WRONG_JOIN), "wrong_join", WARNING, SCHEMA, t2s_check_joins,
     "a join on other columns than the foreign key between the tables"},
    {C(REPEATED_TABLE), "repeated_table", WARNING, SCHEMA, t2s_check_joins,
     "a table joined to itself on its primary key"},
    {C(UNUSED_TABLE), "unused_table", HINT, SCHEMA, t2s_check_joins,
     "a joined table that does not affect the result"},

    /* Groups. */
    {C(AGGREGATE_OF_TEXT), "aggregate_of_text", HINT, SCHEMA | ROWS,
     t2s_check_sums, "SUM or AVG of text"},

    /* Conditions and expressions. */
    {C(NULL_COMPARED), "null_compared", WARNING, NOTHING,
     t2s_check_null_compared, "a comparison with NULL, which is never true"},
    {C(ALWAYS_TRUE), "always_true", WARNING, SCHEMA, t2s_check_self_comparison,
     "a column compared with itself"},
    {C(CONTRADICTION), "contradiction", WARNING, SCHEMA,
     t2s_check_contradiction, "conditions that no row can satisfy together"},
    {C(LIKE_WITHOUT_WILDCARD), "like_without_wildcard", WARNING, NOTHING,
     t2s_check_like, "a LIKE pattern without a wildcard"},
    {C(QUOTED_NAME), "quoted_name", WARNING, SCHEMA, t2s_check_quoted_names,
     "a name in double quotes that SQLite reads as a string"},

    /* What its expressions, joins and forms mean. */
    {C(BARE_COLUMN), "bare_column", WARNING, SCHEMA, t2s_check_meaning,
     "a column beside an aggregate, without GROUP BY"},
    {C(UNGROUPED_COLUMN), "ungrouped_column", WARNING, SCHEMA,
     t2s_check_meaning,
     "a selected column that is neither grouped nor aggregated"},
    {C(INTEGER_DIVISION), "integer_division", HINT, NOTHING, t2s_check_meaning,
     "integer division that drops the fraction"},
    {C(SUM_MULTIPLIED), "sum_multiplied", HINT, NOTHING, t2s_check_meaning,
     "SUM or AVG over rows that a join repeats"},
    {C(COUNT_MULTIPLIED), "count_multiplied", HINT, NOTHING, t2s_check_meaning,
     "COUNT over rows that a join repeats"},
    {C(ROWS_REPEATED), "rows_repeated", HINT, NOTHING, t2s_check_meaning,
     "rows repeated by a joined table that is not otherwise used"},
    {C(OTHER_KEY), "other_key", HINT, NOTHING, t2s_check_meaning,
     "a key compared with the key of another table, or with a column that is "
     "not a key"},
    {C(PARENT_REVERSED), "parent_reversed", HINT, NOTHING, t2s_check_meaning,
     "a self-reference followed in the wrong direction"},
    {C(OUTER_JOIN_FILTERED), "outer_join_filtered", HINT, NOTHING,
     t2s_check_meaning,
     "a WHERE condition removes the unmatched rows that LEFT JOIN keeps"},
    {C(OUTER_ROWS_COUNTED), "outer_rows_counted", HINT, NOTHING,
     t2s_check_meaning, "COUNT(*) counts the unmatched rows of a LEFT JOIN"},
    {C(AVERAGE_OF_AVERAGES), "average_of_averages", HINT, NOTHING,
     t2s_check_meaning, "an average of averages or of ratios per group"},
    {C(CONDITION_COUNTED), "condition_counted", HINT, NOTHING,
     t2s_check_meaning, "COUNT of a condition, which counts false values too"},
    {C(OR_BESIDE_AND), "or_beside_and", HINT, NOTHING, t2s_check_meaning,
     "OR beside AND without parentheses"},
    {C(NEVER_EQUAL), "never_equal", HINT, NOTHING, t2s_check_meaning,
     "text compared with a number, or with text in another format"},
    {C(UNSORTABLE_TEXT), "unsortable_text", HINT, NOTHING, t2s_check_meaning,
     "dates as text that begins with the day or month are compared or sorted"},
    {C(NOT_IN_NULLS), "not_in_nulls", HINT, NOTHING, t2s_check_meaning,
     "NOT IN over a column that contains NULLs"},
    {C(UNUSED_CTE), "unused_cte", HINT, NOTHING, t2s_check_meaning,
     "a WITH table that is not used"},
    {C(SEVERAL_FOR_ONE), "several_for_one", HINT, NOTHING, t2s_check_meaning,
     "a scalar subquery that may return several rows"},
    {C(GROUPS_UNTIED), "groups_untied", HINT, NOTHING, t2s_check_meaning,
     "a grouped subquery that is not joined by all columns that it groups by"},
    {C(UNCORRELATED_SUBQUERY), "uncorrelated_subquery", HINT, NOTHING,
     t2s_check_meaning,
     "EXISTS over a subquery that does not refer to the outer row"},
    {C(INNER_JOIN_FOR_ALL), "inner_join_for_all", HINT, NOTHING,
     t2s_check_meaning,
     "rows without a match are asked for, and an inner join drops them"},
    {C(PERCENT_MISSING), "percent_missing", HINT, NOTHING, t2s_check_meaning,
     "a percentage is asked for; the query returns a fraction"},
    {C(PARTITION_MISSING), "partition_missing", HINT, NOTHING,
     t2s_check_meaning,
     "a window without PARTITION BY where a value per group is asked for"},
    {C(EXTREME_OVERALL), "extreme_overall", HINT, NOTHING, t2s_check_meaning,
     "the extreme of all rows where the extreme of each group is asked for"},
    {C(UNIT_KEPT), "unit_kept", HINT, NOTHING, t2s_check_meaning,
     "a value in a smaller unit than the question asks for (cents for euros)"},
    {C(TIES_DROPPED), "ties_dropped", HINT, NOTHING, t2s_check_meaning,
     "all ties are asked for; one row is returned"},
    {C(LEVELS_MISSING), "levels_missing", HINT, NOTHING, t2s_check_meaning,
     "all levels are asked for; the query is not recursive"},
    {C(REPEATS_KEPT), "repeats_kept", HINT, NOTHING, t2s_check_meaning,
     "distinct values are asked for; duplicates are not removed"},

    /* What the question asks for and the query has not, and the other way
     * round. */
    {C(AGGREGATE_MISSING), "aggregate_missing", HINT, QUESTION, t2s_check_cues,
     "the question asks for a count or an average; the query has none"},
    {C(COUNT_UNEXPECTED), "count_unexpected", WARNING, QUESTION, t2s_check_cues,
     "a COUNT that the question does not ask for"},
    {C(AGGREGATE_UNEXPECTED), "aggregate_unexpected", HINT, QUESTION,
     t2s_check_cues, "a SUM or AVG that the question does not ask for"},
    {C(LIMIT_MISSING), "limit_missing", WARNING, QUESTION, t2s_check_cues,
     "the question asks for the highest or lowest; the query has no MAX, MIN "
     "or LIMIT"},
    {C(WRONG_DIRECTION), "wrong_direction", WARNING, QUESTION, t2s_check_cues,
     "the sort direction contradicts the question"},
    {C(ORDER_MISSING), "order_missing", HINT, QUESTION, t2s_check_cues,
     "the question asks for sorted rows; the query has no ORDER BY"},
    {C(ORDER_UNEXPECTED), "order_unexpected", WARNING, QUESTION, t2s_check_cues,
     "an ORDER BY that the question does not ask for"},
    {C(GROUP_MISSING), "group_missing", HINT, QUESTION, t2s_check_cues,
     "the question asks for a value per group; the query has no GROUP BY"},
    {C(COMPARISON_MISSING), "comparison_missing", HINT, QUESTION,
     t2s_check_cues, "the question makes a comparison that the query lacks"},
    {C(COMPARISON_UNEXPECTED), "comparison_unexpected", HINT, QUESTION,
     t2s_check_cues, "a < or > that the question does not ask for"},
    {C(WRONG_COMPARISON), "wrong_comparison", HINT, QUESTION, t2s_check_cues,
     "> where the question says \"at least\", and similar"},
    {C(NEGATION_MISSING), "negation_missing", HINT, QUESTION, t2s_check_cues,
     "the question has a negation; the query has none"},
    {C(NEGATION_UNEXPECTED), "negation_unexpected", WARNING, QUESTION,
     t2s_check_cues, "the query has a negation; the question has none"},
    {C(SET_OPERATION_MISSING), "set_operation_missing", WARNING, QUESTION,
     t2s_check_cues,
     "the question asks for both conditions; the query accepts either"},
    {C(OR_UNEXPECTED), "or_unexpected", WARNING, QUESTION, t2s_check_cues,
     "OR or UNION where the question asks for no alternatives"},
    {C(DISTINCT_MISSING), "distinct_missing", WARNING, QUESTION, t2s_check_cues,
     "the question asks for distinct values; the query has no DISTINCT"},
    {C(WRONG_LIMIT), "wrong_limit", WARNING, QUESTION, t2s_check_query_numbers,
     "LIMIT has a number that is not in the question"},
    {C(NUMBER_NOT_ASKED), "number_not_asked", WARNING, QUESTION,
     t2s_check_query_numbers,
     "a condition has a number that is not in the question"},
    {C(MANY_COLUMNS), "many_columns", HINT, QUESTION, t2s_check_column_count,
     "more columns than the question asks for"},

    /* Words of the question that the query does not account for. */
    {C(NAME_UNUSED), "name_unused", HINT, SCHEMA | QUESTION,
     t2s_check_question_names,
     "the question names a column that the query does not use"},
    {C(BETTER_COLUMN), "better_column", HINT, SCHEMA | QUESTION,
     t2s_check_question_names,
     "another column's name matches the question better"},
    {C(VALUE_UNUSED), "value_unused", WARNING, QUESTION,
     t2s_check_question_values,
     "a value of the question that the query does not use"},
    {C(NUMBER_UNUSED), "number_unused", WARNING, QUESTION,
     t2s_check_question_values,
     "a number of the question that the query does not use"},

    /* What the knowledge beside the question says. */
    {C(KNOWLEDGE_COLUMN), "knowledge_column", HINT, SCHEMA | KNOWLEDGE,
     t2s_check_knowledge,
     "the knowledge names a column that the query does not use"},
    {C(KNOWLEDGE_CONDITION), "knowledge_condition", HINT, SCHEMA | KNOWLEDGE,
     t2s_check_knowledge, "a condition of the knowledge that the query lacks"},

    /* Times. */
    {C(TIME_WINDOW_MISSING), "time_window_missing", HINT, QUESTION,
     t2s_check_times,
     "the question names a period; no condition limits the time"},
    {C(TIME_WINDOW_DIFFERS), "time_window_differs", WARNING, QUESTION,
     t2s_check_times,
     "the query selects another period than the question names"},
    {C(TIME_WINDOW_UNEXPECTED), "time_window_unexpected", HINT, QUESTION,
     t2s_check_times, "a period that the question does not mention"},
    {C(YEAR_MISSING), "year_missing", WARNING, QUESTION, t2s_check_times,
     "a month or day of every year where the question names one year"},
    {C(TIME_END_LOST), "time_end_lost", WARNING, QUESTION, t2s_check_times,
     "an upper bound by date on a column with times: the last day is lost"},
    {C(WRONG_WEEKDAY), "wrong_weekday", WARNING, QUESTION, t2s_check_times,
     "other weekdays than the question names"},
    {C(TIME_GRAIN_DIFFERS), "time_grain_differs", WARNING, QUESTION,
     t2s_check_times,
     "grouping by another unit of time than the question asks for"},
    {C(TIME_UNIT_DIFFERS), "time_unit_differs", WARNING, QUESTION,
     t2s_check_times, "a duration in another unit than the question asks for"},
    {C(DATES_SUBTRACTED), "dates_subtracted", WARNING, QUESTION,
     t2s_check_times, "dates such as 20240131 subtracted as numbers"},
    {C(DATE_LAYOUT), "date_layout", WARNING, QUESTION, t2s_check_times,
     "a date in another format than the column's"},

    /* The question's sketch. */
    {C(CLAUSE_MISSING), "clause_missing", WARNING, SKETCH, t2s_check_sketch,
     "the query lacks a clause that such questions usually need"},
    {C(CLAUSE_UNEXPECTED), "clause_unexpected", HINT, SKETCH, t2s_check_sketch,
     "the query has a clause that such questions usually do not need"},
};

#undef C
#define KINDS (sizeof kinds / sizeof kinds[0])

/* What there is of what checks need. */
static unsigned available(const t2s_checked *q)
{
    return (q->from->schema ? SCHEMA : 0U) | (q->from->linker ? VALUES : 0U) |
           (q->from->execution ? ROWS : 0U) | (q->from->sketch ? SKETCH : 0U) |
           (q->from->question ? QUESTION : 0U) |
           (q->from->knowledge ? KNOWLEDGE : 0U) |
           (q->refusal.is_refused ? REFUSAL : 0U);
}

static bool can_run(const kind *of, unsigned there)
{
    return of->check && (of->needs & ~there) == 0 &&
           (of->needs & REFUSAL) == (there & REFUSAL);
}

void t2s_run_checks(t2s_checked *q)
{
    t2s_check *last = NULL;
    const unsigned there = available(q);
    for (size_t i = 0; i < KINDS && q->status == T2SED_OK; i++) {
        if (!can_run(&kinds[i], there) || kinds[i].check == last)
            continue;
        last = kinds[i].check;
        last(q);
        if (q->status == T2SED_OK)
            q->status = t2s_check_interrupt(q->err);
    }
}

/* ------------------------------------------------------------- asking */

t2sed_finding t2s_finding_of(t2sed_finding_code code)
{
    size_t i = 0;
    while (kinds[i].code != code)
        i++;
    return (t2sed_finding){.struct_size = sizeof(t2sed_finding),
                           .code = (int)code,
                           .name = kinds[i].name,
                           .severity = (int)kinds[i].severity};
}

size_t t2sed_finding_kind_count(void)
{
    return KINDS;
}

t2sed_status t2sed_finding_kind_get(size_t i, t2sed_finding_kind *out,
                                    t2sed_error *err)
{
    t2sed_finding_kind made = {.struct_size = sizeof made};
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    if (i >= KINDS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "findings: no kind %zu, there are %zu", i, KINDS);
    made.code = (int)kinds[i].code;
    made.severity = (int)kinds[i].severity;
    made.name = kinds[i].name;
    made.meaning = kinds[i].meaning;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_finding_kind", err);
}

const char *t2sed_severity_name(int severity)
{
    static const char *const names[] = {NULL, "hint", "warning", "error"};
    return severity > 0 && severity < 4 ? names[severity] : NULL;
}
