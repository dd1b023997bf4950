/*
 * t2sed/finding.h - what is wrong with a query, or looks wrong. A finding has a
 * code, a severity, a place in the SQL and a place in the question, a sentence
 * for people, and sometimes a text to put instead.
 *
 *     t2sed_finding finding = T2SED_FINDING_INIT;
 *     t2sed_report_get(report, 0, &best, &err);
 *     for (i = 0; i < t2sed_findings_count(best.findings); i++) {
 *         t2sed_findings_get(best.findings, i, &finding, &err);
 *         puts(finding.message);
 *     }
 *
 * A checker finds them for its candidates (t2sed/checker.h); without a model,
 * t2sed_findings_parse does (t2sed/parts/evidence.h). docs/findings.md
 * describes each code, with an example. For many codes, it and
 * docs/research/quality.md say how often they are found in right queries and in
 * wrong ones.
 */
#ifndef T2SED_FINDING_H
#define T2SED_FINDING_H

#include <stddef.h>

#include "status.h"

T2SED_BEGIN_DECLS

/* The findings of one query. Immutable once made. */
typedef struct t2sed_findings t2sed_findings;

/* How much a finding says. */
typedef enum t2sed_severity {
    T2SED_SEVERITY_HINT = 1,    /* right queries may well have it */
    T2SED_SEVERITY_WARNING = 2, /* rare in right queries: at most 0.5 % have it
                                   over the sets that severities were chosen
                                   on (docs/findings.md) */
    T2SED_SEVERITY_ERROR = 3    /* the query can't run */
} t2sed_severity;

/* What can be found. The numbers are fixed; new codes are added at the end. */
typedef enum t2sed_finding_code {
    /* It can't run. */
    T2SED_FINDING_SYNTAX_ERROR = 1,
    T2SED_FINDING_NOT_A_QUERY = 2,
    T2SED_FINDING_UNKNOWN_TABLE = 3,
    T2SED_FINDING_UNKNOWN_COLUMN = 4,
    T2SED_FINDING_AMBIGUOUS_COLUMN = 5,
    T2SED_FINDING_UNKNOWN_FUNCTION = 6,
    T2SED_FINDING_AGGREGATE_MISUSED = 7,
    T2SED_FINDING_COLUMN_COUNT = 8,
    T2SED_FINDING_REFUSED = 9,

    /* What running it gave. */
    T2SED_FINDING_TOO_SLOW = 10,
    T2SED_FINDING_EMPTY_RESULT = 11,
    T2SED_FINDING_NULL_RESULT = 12,

    /* Values of the query against the database. */
    T2SED_FINDING_VALUE_NOT_IN_COLUMN = 13,
    T2SED_FINDING_VALUE_ELSEWHERE = 14,
    T2SED_FINDING_VALUE_SPELLING = 15,
    T2SED_FINDING_VALUE_TYPE = 16,

    /* Conditions and expressions. */
    T2SED_FINDING_QUOTED_NAME = 17,
    T2SED_FINDING_NULL_COMPARED = 18,
    T2SED_FINDING_LIKE_WITHOUT_WILDCARD = 19,
    T2SED_FINDING_ALWAYS_TRUE = 20,
    T2SED_FINDING_CONTRADICTION = 21,
    T2SED_FINDING_INTEGER_DIVISION = 22,

    /* Joins. */
    T2SED_FINDING_MISSING_JOIN = 23,
    T2SED_FINDING_UNRELATED_JOIN = 24,
    T2SED_FINDING_UNUSED_TABLE = 25,
    T2SED_FINDING_REPEATED_TABLE = 26,

    /* Groups. */
    T2SED_FINDING_BARE_COLUMN = 27,
    T2SED_FINDING_UNGROUPED_COLUMN = 28,
    T2SED_FINDING_AGGREGATE_OF_TEXT = 29,

    /* What the question asks for and the query has not, and the other way
     * round. */
    T2SED_FINDING_CLAUSE_MISSING = 30,
    T2SED_FINDING_CLAUSE_UNEXPECTED = 31,
    T2SED_FINDING_AGGREGATE_MISSING = 32,
    T2SED_FINDING_AGGREGATE_UNEXPECTED = 33,
    T2SED_FINDING_ORDER_MISSING = 34,
    T2SED_FINDING_ORDER_UNEXPECTED = 35,
    T2SED_FINDING_WRONG_DIRECTION = 36,
    T2SED_FINDING_LIMIT_MISSING = 37,
    T2SED_FINDING_WRONG_LIMIT = 38,
    T2SED_FINDING_GROUP_MISSING = 39,
    T2SED_FINDING_COMPARISON_MISSING = 40,
    T2SED_FINDING_WRONG_COMPARISON = 41,
    T2SED_FINDING_NEGATION_MISSING = 42,
    T2SED_FINDING_NEGATION_UNEXPECTED = 43,
    T2SED_FINDING_DISTINCT_MISSING = 44,
    T2SED_FINDING_SET_OPERATION_MISSING = 45,

    /* Words of the question that the query does not account for. */
    T2SED_FINDING_NAME_UNUSED = 46,
    T2SED_FINDING_VALUE_UNUSED = 47,
    T2SED_FINDING_NUMBER_UNUSED = 48,
    T2SED_FINDING_BETTER_COLUMN = 49,

    T2SED_FINDING_WRONG_JOIN = 50,
    T2SED_FINDING_COUNT_UNEXPECTED = 51,
    T2SED_FINDING_OR_UNEXPECTED = 52,
    T2SED_FINDING_UNRELATED_SUBQUERY = 53,
    T2SED_FINDING_MANY_COLUMNS = 54,
    T2SED_FINDING_SEVERAL_ROWS = 55,
    T2SED_FINDING_NULL_IN_RESULT = 56,
    T2SED_FINDING_NUMBER_NOT_ASKED = 57,
    T2SED_FINDING_COMPARISON_UNEXPECTED = 58,
    T2SED_FINDING_DEAD_KEY = 59,

    /* What its expressions, joins and forms mean. */
    T2SED_FINDING_SUM_MULTIPLIED = 60,
    T2SED_FINDING_COUNT_MULTIPLIED = 61,
    T2SED_FINDING_ROWS_REPEATED = 62,
    T2SED_FINDING_OTHER_KEY = 63,
    T2SED_FINDING_PARENT_REVERSED = 64,
    T2SED_FINDING_OUTER_JOIN_FILTERED = 65,
    T2SED_FINDING_OUTER_ROWS_COUNTED = 66,
    T2SED_FINDING_AVERAGE_OF_AVERAGES = 67,
    T2SED_FINDING_CONDITION_COUNTED = 68,
    T2SED_FINDING_OR_BESIDE_AND = 69,
    T2SED_FINDING_NEVER_EQUAL = 70,
    T2SED_FINDING_UNSORTABLE_TEXT = 71,
    T2SED_FINDING_NOT_IN_NULLS = 72,
    T2SED_FINDING_UNUSED_CTE = 73,
    T2SED_FINDING_SEVERAL_FOR_ONE = 74,
    T2SED_FINDING_GROUPS_UNTIED = 75,
    T2SED_FINDING_UNCORRELATED_SUBQUERY = 76,
    T2SED_FINDING_INNER_JOIN_FOR_ALL = 77,
    T2SED_FINDING_PERCENT_MISSING = 78,
    T2SED_FINDING_PARTITION_MISSING = 79,
    T2SED_FINDING_EXTREME_OVERALL = 80,
    T2SED_FINDING_UNIT_KEPT = 81,
    T2SED_FINDING_TIES_DROPPED = 82,
    T2SED_FINDING_LEVELS_MISSING = 83,
    T2SED_FINDING_REPEATS_KEPT = 84,

    /* Times. */
    T2SED_FINDING_TIME_WINDOW_MISSING = 85,
    T2SED_FINDING_TIME_WINDOW_DIFFERS = 86,
    T2SED_FINDING_TIME_WINDOW_UNEXPECTED = 87,
    T2SED_FINDING_YEAR_MISSING = 88,
    T2SED_FINDING_TIME_END_LOST = 89,
    T2SED_FINDING_WRONG_WEEKDAY = 90,
    T2SED_FINDING_TIME_GRAIN_DIFFERS = 91,
    T2SED_FINDING_TIME_UNIT_DIFFERS = 92,
    T2SED_FINDING_DATES_SUBTRACTED = 93,
    T2SED_FINDING_DATE_LAYOUT = 94,

    /* What the knowledge beside the question says; its place is in the
     * question's text followed by a blank and the knowledge. */
    T2SED_FINDING_KNOWLEDGE_COLUMN = 95,
    T2SED_FINDING_KNOWLEDGE_CONDITION = 96,

    /* A value of the query's in place of one that the question names. */
    T2SED_FINDING_VALUE_REPLACED = 97,

    /* Rows that the question's words choose, and the query does not. */
    T2SED_FINDING_CONDITION_MISSING = 98,
    T2SED_FINDING_WRONG_SIDE = 99,
    T2SED_FINDING_OPPOSITE_CONDITION = 100,
    T2SED_FINDING_WRONG_ROLE = 101,
    T2SED_FINDING_VALUE_ECHOED = 102,
    T2SED_FINDING_TABLE_UNUSED = 103,

    /* Counts, measures and windows. */
    T2SED_FINDING_WRONG_WINDOW = 104,
    T2SED_FINDING_UNIT_DIFFERS = 105,
    T2SED_FINDING_WRONG_MEASURE = 106,

    /* Results that are seldom right. */
    T2SED_FINDING_ZERO_RESULT = 107,
    T2SED_FINDING_NEGATIVE_RESULT = 108,
    T2SED_FINDING_DUPLICATE_ROWS = 109,

    /* Predicted parts that are missing, or unexpected. */
    T2SED_FINDING_EXPECTED_PART = 110,
    T2SED_FINDING_UNEXPECTED_PART = 111
} t2sed_finding_code;

/* One finding. */
typedef struct t2sed_finding {
    size_t struct_size;  /* sizeof(t2sed_finding), set by the caller */
    int code;            /* T2SED_FINDING_* */
    int severity;        /* T2SED_SEVERITY_* */
    const char *name;    /* of the code: "unknown_column" */
    const char *message; /* one sentence for people, in English */
    /* What could stand instead of the bytes `sql` of the query, or NULL. It
     * need not be right, and nothing applies it. */
    const char *suggestion;
    /* The bytes of the query, as it was given, that it is about, and those of
     * the question (t2sed_findings_question). An empty span is a place where
     * something is missing. */
    t2sed_span sql, question;
    /* What it adds to the log odds of the query's probability: below 0, it
     * lowers the probability. NaN: not known (no model scored the query, or the
     * model reads nothing that measures it). Findings that the model measures
     * by the same number share its weight. Since: 0.10. */
    double weight;
} t2sed_finding;
#define T2SED_FINDING_INIT                                                     \
    {                                                                          \
        sizeof(t2sed_finding), 0, 0, NULL, NULL, NULL, {0, 0}, {0, 0}, 0       \
    }

/* Frees a list. NULL is allowed. Errors: none. Since: 0.1. */
T2SED_API void t2sed_findings_free(t2sed_findings *findings);

/* How many there are. Errors: none. Threads: any. Since: 0.1. */
T2SED_API size_t t2sed_findings_count(const t2sed_findings *findings);

/*
 * Finding i, in *out; texts are borrowed from the list.
 *
 * Errors: T2SED_EINVAL (i is not below the count; out->struct_size is not
 * set). Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_findings_get(const t2sed_findings *findings,
                                          size_t i, t2sed_finding *out,
                                          t2sed_error *err);

/*
 * The text of the question that the spans are of, behind it a blank and its
 * knowledge where it has some, or NULL: no question was set, or the text was no
 * query. *length, its bytes, may be NULL.
 *
 * Returns: UTF-8 text, borrowed from the list. Errors: none. Threads: any.
 * Since: 0.9.
 */
T2SED_API const char *t2sed_findings_question(const t2sed_findings *findings,
                                              size_t *length);

/*
 * A copy of a list with those findings that are wanted.
 *
 * out       freed with t2sed_findings_free.
 * ignore    codes that are not, by name, between commas or blanks
 *           ("many_columns,order_missing"); NULL: all codes are wanted.
 * severity  the least, T2SED_SEVERITY_*; 0: any.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND (a name is no code; the message has
 * the nearest that is), T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_findings_select(t2sed_findings **out,
                                             const t2sed_findings *findings,
                                             const char *ignore, int severity,
                                             t2sed_error *err);

/*
 * Findings as advice for a language model, in lines of text: whether to run the
 * query; then, for each finding, how severe and how sure it is, what is wrong,
 * where, and what should stand there, where that is known. How sure is said of
 * warnings and hints that were weighed: "(strong evidence)" at a weight of -1.1
 * or less, "(some evidence)" at -0.1 or less, else "(little evidence)". What
 * comes from the query or the database makes no line of its own.
 *
 *   The query can't run as it is.
 *   - error: No table of the query has a column "nam"; pet has "name". In the
 *     query: nam Instead: name
 *
 * (the last in one line.) t2sed_report_advice says how probable it is, too.
 *
 * out     NUL-terminated UTF-8, freed with t2sed_free.
 * length  its bytes without the NUL; may be NULL.
 * query   n bytes: the text that places of the findings are in.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_findings_advice(char **out, size_t *length,
                                             const t2sed_findings *findings,
                                             const char *query, size_t n,
                                             t2sed_error *err);

/* What can be found: a code, as findings of it have it. */
typedef struct t2sed_finding_kind {
    size_t struct_size;  /* sizeof(t2sed_finding_kind), set by the caller */
    int code;            /* T2SED_FINDING_* */
    int severity;        /* T2SED_SEVERITY_* */
    const char *name;    /* "unknown_column" */
    const char *meaning; /* one line, in English */
} t2sed_finding_kind;
#define T2SED_FINDING_KIND_INIT                                                \
    {                                                                          \
        sizeof(t2sed_finding_kind), 0, 0, NULL, NULL                           \
    }

/*
 * How many kinds there are, and kind i of them; texts are static. Kinds are in
 * no order that would last; new versions have more.
 *
 * Errors: T2SED_EINVAL (i is not below the count; out->struct_size is not
 * set). Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_finding_kind_count(void);
T2SED_API t2sed_status t2sed_finding_kind_get(size_t i, t2sed_finding_kind *out,
                                              t2sed_error *err);

/*
 * The kind whose code has a name of n bytes.
 *
 * Errors: T2SED_ENOTFOUND (no code is called so; the message has the nearest
 * that is), T2SED_EINVAL (out->struct_size is not set). Threads: any.
 * Since: 0.10.
 */
T2SED_API t2sed_status t2sed_finding_kind_find(t2sed_finding_kind *out,
                                               const char *name, size_t n,
                                               t2sed_error *err);

/*
 * "hint", "warning", "error"; NULL for other numbers.
 *
 * Returns: static text. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API const char *t2sed_severity_name(int severity);

T2SED_END_DECLS

#endif
