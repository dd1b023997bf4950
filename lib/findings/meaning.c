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
    {S(BARE_COLUMN, BARE_COLUMN), "This stands beside an aggregate without "
                                  "GROUP BY: the one row has any one "
                                  "of its values."},
    {S(UNGROUPED_COLUMN, UNGROUPED_COLUMN),
     "A group may have several values of this, of which any one is given."},
    {S(FRACTION_LOST, INTEGER_DIVISION),
     "Both sides are whole numbers, so that the fraction is lost; CAST(... AS "
     "REAL) keeps it."},
    {S(UNIT_LOST, INTEGER_DIVISION),
     "Both sides are whole numbers, so that the fraction is lost; a divisor "
     "such as 100.0 keeps it."},
    {S(SUM_MULTIPLIED, SUM_MULTIPLIED),
     "A join has several rows for each row that this adds up, which then "
     "counts several times."},
    {S(SUM_OF_PAIRS, SUM_MULTIPLIED),
     "Several tables have several rows each for what joins them, so that this "
     "adds up every pair of them."},
    {S(COUNT_MULTIPLIED, COUNT_MULTIPLIED),
     "A join has several rows for each row that this counts; COUNT(DISTINCT "
     "...) counts it once."},
    {S(COUNT_OF_PAIRS, COUNT_MULTIPLIED),
     "Several tables have several rows each for what joins them, so that this "
     "counts every pair of them."},
    {S(MANY_UNNAMED, ROWS_REPEATED),
     "A table is joined that has several rows for each of the others, and "
     "neither the query nor the question uses anything of it."},
    {S(ROWS_REPEAT, ROWS_REPEATED),
     "Rows are listed again for each row of a joined table of which nothing "
     "else is used."},
    {S(OTHER_DOMAIN, OTHER_KEY),
     "The two columns are keys of different tables."},
    {S(KEY_WITH_OTHER, OTHER_KEY),
     "A key is compared with a column that is none."},
    {S(PARENT_REVERSED, PARENT_REVERSED),
     "The table refers to itself, and the query reads as if it did so the "
     "other way round."},
    {S(LEVELS_REVERSED, PARENT_REVERSED),
     "The recursion leads to the other end than the question asks for."},
    {S(OUTER_FILTERED, OUTER_JOIN_FILTERED),
     "A row that LEFT JOIN keeps without a partner has NULL here, and is "
     "dropped; in ON the condition keeps it."},
    {S(OUTER_OR_NULL, OUTER_JOIN_FILTERED),
     "A row all of whose partners fail the condition is dropped, for its "
     "columns are not NULL; in ON the condition keeps it."},
    {S(OUTER_UNDONE, OUTER_JOIN_FILTERED),
     "A row that LEFT JOIN keeps without a partner has NULL here, and the "
     "inner join drops it."},
    {S(OUTER_COUNTED, OUTER_ROWS_COUNTED),
     "LEFT JOIN makes one row where there is no partner, and COUNT(*) counts "
     "it; COUNT of the partner's key gives 0."},
    {S(AVERAGE_OF_AVERAGES, AVERAGE_OF_AVERAGES),
     "An average of averages weighs small groups as much as large ones."},
    {S(COUNT_OF_CONDITION, CONDITION_COUNTED),
     "COUNT counts what is false as well; SUM of the condition counts what is "
     "true."},
    {S(OR_BESIDE_AND, OR_BESIDE_AND),
     "AND binds more tightly than OR: the condition beside OR stands for "
     "itself, without those that AND joins."},
    {S(NEVER_EQUAL, NEVER_EQUAL),
     "The function gives text in another form than what it is compared with."},
    {S(NUMBER_WITH_TEXT, NEVER_EQUAL),
     "The column holds numbers, and the text is none."},
    {S(UNSORTABLE, UNSORTABLE_TEXT),
     "Texts are compared from their beginning, which is not the year."},
    {S(NULL_COMPARED, NULL_COMPARED),
     "A comparison with NULL is never true; IS NULL and IS NOT NULL are what "
     "tests for it."},
    {S(NOT_IN_NULLS, NOT_IN_NULLS),
     "The column that the subquery gives has NULLs, and then NOT IN is never "
     "true."},
    {S(UNUSED_CTE, UNUSED_CTE), "Nothing reads this table of WITH."},
    {S(SCALAR_MANY, SEVERAL_FOR_ONE),
     "No key keeps this to one row, and any one of several is taken."},
    {S(GROUPS_UNTIED, GROUPS_UNTIED),
     "The subquery has one row for each group, and the join does not say "
     "which."},
    {S(UNCORRELATED, UNCORRELATED_SUBQUERY),
     "The subquery does not depend on the row: this is true for all or for "
     "none."},
    {S(INNER_FOR_ALL, INNER_JOIN_FOR_ALL),
     "The question asks for those without, too, and an inner join drops them."},
    {S(PERCENT_MISSING, PERCENT_MISSING),
     "The question asks for a percentage, and nothing multiplies by 100."},
    {S(PARTITION_MISSING, PARTITION_MISSING),
     "The question asks for each group, and the window is over all rows."},
    {S(WINDOW_ORDERED, PARTITION_MISSING),
     "The window is ordered by a key first: without PARTITION BY it runs on "
     "from one key to the next."},
    {S(EXTREME_OVERALL, EXTREME_OVERALL),
     "The question asks for each group, and this is the extreme of all rows."},
    {S(UNIT_KEPT, UNIT_KEPT),
     "The column is in a smaller unit than the question asks for."},
    {S(TIES_DROPPED, TIES_DROPPED),
     "The question asks for ties, of which this takes one."},
    {S(LEVELS_MISSING, LEVELS_MISSING),
     "The question asks for all levels, and the query follows a fixed number "
     "of them."},
    {S(REPEATS_KEPT, REPEATS_KEPT),
     "The question asks for each once, and nothing drops repeats."},
};
#undef S

/* The whole query is no place. */
static t2sed_span span_of(const t2s_checked *q, int32_t node)
{
    return node == q->tree->root ? T2S_NOWHERE : t2s_span_of_node(q, node);
}

void t2s_check_meaning(t2s_checked *q)
{
    t2s_checks found;
    q->status = t2s_checks_find(&found, &q->query, q->from, q->err);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const sentence *of = &sentences[i];
        const t2s_check_hits *hits = &found.of[of->kind];
        for (int32_t k = 0; k < hits->count && k < T2S_MOST_HITS; k++)
            t2s_report(q, of->code, span_of(q, hits->nodes[k]),
                       t2s_span_of_words(q, hits->first, hits->last), NULL,
                       "%s", of->text);
    }
}
