/* What facts/checks.h finds, as sentences. */
#include "facts/checks.h"
#include "findings/findings.h"

/* The finding and the sentence of a kind. */
typedef struct sentence {
    t2s_check_kind kind;
    t2sed_finding_code code;
    const char *text;
} sentence;

#define S(kind, code) T2S_CHECK_##kind, T2SED_FINDING_##code

static const sentence sentences[] = {
    {S(BARE_COLUMN, BARE_COLUMN),
     "This column stands beside an aggregate without GROUP BY: SQLite returns "
     "its value from an arbitrary row."},
    {S(UNGROUPED_COLUMN, UNGROUPED_COLUMN),
     "This column is neither grouped nor aggregated: SQLite returns an "
     "arbitrary value of the group."},
    {S(FRACTION_LOST, INTEGER_DIVISION),
     "Integer division drops the fraction; CAST one side AS REAL to keep it."},
    {S(UNIT_LOST, INTEGER_DIVISION), "Integer division drops the fraction; use "
                                     "a divisor such as 100.0 to keep it."},
    {S(SUM_MULTIPLIED, SUM_MULTIPLIED),
     "A join repeats the rows that this adds up, so values are counted more "
     "than once."},
    {S(SUM_OF_PAIRS, SUM_MULTIPLIED),
     "Two joined tables each have several rows for the same row, so this adds "
     "up every pair of them."},
    {S(COUNT_MULTIPLIED, COUNT_MULTIPLIED),
     "A join repeats the rows that this counts; COUNT(DISTINCT ...) counts "
     "each once."},
    {S(COUNT_OF_PAIRS, COUNT_MULTIPLIED),
     "Two joined tables each have several rows for the same row, so this "
     "counts every pair of them."},
    {S(MANY_UNNAMED, ROWS_REPEATED),
     "A joined table repeats rows of the others, and neither the query nor the "
     "question uses any of its columns."},
    {S(ROWS_REPEAT, ROWS_REPEATED),
     "A joined table of which no column is used repeats rows of the result."},
    {S(OTHER_DOMAIN, OTHER_KEY),
     "The two columns are keys of different tables."},
    {S(KEY_WITH_OTHER, OTHER_KEY),
     "A key column is compared with a column that is not a key."},
    {S(PARENT_REVERSED, PARENT_REVERSED),
     "The table references itself, and the query follows the reference in the "
     "wrong direction."},
    {S(LEVELS_REVERSED, PARENT_REVERSED),
     "The recursion goes in the opposite direction to the question."},
    {S(OUTER_FILTERED, OUTER_JOIN_FILTERED),
     "This WHERE condition removes the unmatched rows that LEFT JOIN keeps; "
     "move it to ON to keep them."},
    {S(OUTER_OR_NULL, OUTER_JOIN_FILTERED),
     "Rows whose matches all fail this condition are removed, because their "
     "columns are not NULL; move it to ON to keep them."},
    {S(OUTER_UNDONE, OUTER_JOIN_FILTERED),
     "This inner join removes the unmatched rows that the LEFT JOIN before it "
     "keeps."},
    {S(OUTER_COUNTED, OUTER_ROWS_COUNTED),
     "COUNT(*) counts the unmatched rows of the LEFT JOIN as 1; COUNT of the "
     "joined table's key returns 0 for them."},
    {S(AVERAGE_OF_AVERAGES, AVERAGE_OF_AVERAGES),
     "An average of averages gives small groups the same weight as large "
     "ones."},
    {S(COUNT_OF_CONDITION, CONDITION_COUNTED),
     "COUNT of a condition counts false values too; SUM of the condition "
     "counts the true ones."},
    {S(OR_BESIDE_AND, OR_BESIDE_AND),
     "AND binds tighter than OR: the conditions joined by AND do not apply to "
     "the other side of OR; use parentheses."},
    {S(NEVER_EQUAL, NEVER_EQUAL),
     "The function returns text in another format than the value it is "
     "compared with, so they are never equal."},
    {S(NUMBER_WITH_TEXT, NEVER_EQUAL),
     "The column holds numbers, but the string is not a number."},
    {S(UNSORTABLE, UNSORTABLE_TEXT),
     "These dates are text that does not begin with the year, so they do not "
     "sort by date."},
    {S(NULL_COMPARED, NULL_COMPARED),
     "A comparison with NULL is never true; use IS NULL or IS NOT NULL."},
    {S(NOT_IN_NULLS, NOT_IN_NULLS),
     "The subquery returns NULLs, so NOT IN is never true."},
    {S(UNUSED_CTE, UNUSED_CTE), "The query does not use this WITH table."},
    {S(SCALAR_MANY, SEVERAL_FOR_ONE),
     "This subquery may return several rows; SQLite takes an arbitrary one."},
    {S(GROUPS_UNTIED, GROUPS_UNTIED),
     "The subquery has one row per group, but the join does not compare the "
     "grouped column."},
    {S(UNCORRELATED, UNCORRELATED_SUBQUERY),
     "The subquery does not refer to the outer row, so EXISTS is true for "
     "every row or for none."},
    {S(INNER_FOR_ALL, INNER_JOIN_FOR_ALL),
     "The question also asks for rows without a match, which the inner join "
     "drops."},
    {S(PERCENT_MISSING, PERCENT_MISSING),
     "The question asks for a percentage; the query does not multiply by 100."},
    {S(PARTITION_MISSING, PARTITION_MISSING),
     "The question asks for a value per group; the window has no PARTITION "
     "BY."},
    {S(WINDOW_ORDERED, PARTITION_MISSING),
     "The window is ordered by a key first; without PARTITION BY it continues "
     "from one key to the next."},
    {S(EXTREME_OVERALL, EXTREME_OVERALL),
     "The question asks for the extreme of each group; this is the extreme of "
     "all rows."},
    {S(UNIT_KEPT, UNIT_KEPT),
     "The column has a smaller unit than the question asks for."},
    {S(TIES_DROPPED, TIES_DROPPED),
     "The question asks for all ties; this returns one row."},
    {S(LEVELS_MISSING, LEVELS_MISSING),
     "The question asks for all levels; the query follows a fixed number of "
     "levels."},
    {S(REPEATS_KEPT, REPEATS_KEPT),
     "The question asks for distinct values; add DISTINCT."},
};
#undef S

/* The whole query is no place. */
static t2sed_span span_of(const t2s_checked *q, int32_t node)
{
    return node == q->tree->root ? T2S_NOWHERE : t2s_span_of_node(q, node);
}

void t2s_check_meaning(t2s_checked *q)
{
    const t2s_checks *found;
    q->status = t2s_candidate_checks(&found, q->candidate, q->err);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const sentence *of = &sentences[i];
        const t2s_check_hits *hits = &found->of[of->kind];
        for (int32_t k = 0; k < hits->count && k < T2S_MOST_HITS; k++)
            t2s_report(q, of->code, span_of(q, hits->nodes[k]),
                       t2s_span_of_words(q, hits->first, hits->last), NULL,
                       "%s", of->text);
    }
}
