/* What running the query gave. What the data explains is no finding: see
 * facts/result_filter.h. */
#include "facts/shown_keys.h"
#include "findings/findings.h"

/* Tables of a query that are asked whether they have rows. */
#define MOST_TABLES 8

static bool is_done(const t2s_inspected *q)
{
    return q->outcome.how == T2S_RUN_DONE;
}

/* The WHERE of the outermost SELECT, if there is one. */
static t2sed_span main_conditions(const t2s_inspected *q)
{
    const int32_t core =
        t2s_sql_child(q->tree, q->tree->root, T2S_RULE_select_core);
    const int32_t node = t2s_sql_child(q->tree, core, T2S_RULE_where_clause);
    return node == T2S_NO_NODE ? T2S_NOWHERE : t2s_span_of_node(q, node);
}

/* From the column before an operator to the one behind it, or as much of that
 * as stands in the query. */
static t2sed_span span_of_join(const t2s_query *query, size_t i)
{
    const t2s_query_use *use = &query->uses.at[i], *left = use, *right = use;
    if (use->kind != T2S_USES_OPERATOR)
        return t2s_span_of_use(use);
    if (i > 0 && left[-1].kind == T2S_USES_NOT)
        left--;
    if (left > query->uses.at)
        left--;
    if (i + 1 < query->uses.count)
        right++;
    if (left->begin >= right->end)
        return T2S_NOWHERE;
    return (t2sed_span){left->begin, right->end};
}

void t2s_check_dead_keys(t2s_inspected *q)
{
    const t2sed_schema *schema = q->from->schema;
    for (size_t i = 0; i < q->filter.dead_count && !q->status; i++) {
        size_t number = (size_t)q->filter.dead[i].key;
        const t2s_foreign_key *key = &schema->foreign_keys[number];
        const t2s_column *from = &schema->columns[key->from];
        const t2s_column *to = &schema->columns[key->to];
        bool is_padded = false;
        q->status = t2s_execution_key_is_padded(&is_padded, q->from->execution,
                                                number, q->err);
        t2s_report(
            q, T2SED_FINDING_DEAD_KEY,
            span_of_join(q->query, q->filter.dead[i].use), T2S_NOWHERE, NULL,
            "The foreign key %s.%s references %s.%s, but the two columns have "
            "no value in common, so the join returns no rows%s.",
            schema->tables[from->table].name, from->name,
            schema->tables[to->table].name, to->name,
            is_padded ? "; some values are equal without surrounding blanks"
                      : "");
    }
}

void t2s_check_time(t2s_inspected *q)
{
    if (q->outcome.how == T2S_RUN_TIME)
        t2s_report(q, T2SED_FINDING_TOO_SLOW, T2S_NOWHERE, T2S_NOWHERE, NULL,
                   "The query exceeds its time limit.");
}

/* Whether some table of the query has no row: then an empty result tells
 * nothing. */
static bool has_empty_table(t2s_inspected *q)
{
    bool has_rows = true;
    int asked = 0;
    for (size_t i = 0; i < q->query->uses.count && has_rows && !q->status;
         i++) {
        const t2s_query_use *use = &q->query->uses.at[i];
        const char *names[1] = {use->text};
        if (use->kind == T2S_USES_TABLE && use->text && asked++ < MOST_TABLES)
            q->status = t2s_execution_has_rows(&has_rows, q->from->execution,
                                               "SELECT 1 FROM $1 LIMIT 1",
                                               names, 1, q->err);
    }
    return !has_rows;
}

void t2s_check_empty(t2s_inspected *q)
{
    if (is_done(q) && q->outcome.rows == 0 &&
        !t2s_result_filter_covers(&q->filter, &q->outcome) &&
        !has_empty_table(q))
        t2s_report(
            q, T2SED_FINDING_EMPTY_RESULT, main_conditions(q), T2S_NOWHERE,
            NULL,
            "The query returns no rows, although its tables are not empty.");
}

/* Whether a result is a SELECT, which may find no row and give NULL. */
static bool looks_up(const t2s_inspected *q)
{
    t2s_tree_for_each (q->tree, q->tree->root, node)
        if (t2s_sql_is(q->tree, node, T2S_RULE_result_column) &&
            t2s_sql_child(q->tree,
                          t2s_sql_bare(q->tree, t2s_sql_first(q->tree, node)),
                          T2S_RULE_select_stmt) != T2S_NO_NODE)
            return true;
    return false;
}

/* Whether the question asks for every row, and an outer join or a SELECT for
 * each keeps those without a match: their columns, and sums of them, are NULL.
 */
static bool keeps_every(const t2s_inspected *q)
{
    const uint32_t *cues = q->from->question ? q->from->question->cues : NULL;
    return cues && (cues[T2S_CUE_EACH] > 0 || cues[T2S_CUE_ALL] > 0) &&
           (q->query->parts.forms[T2S_FORM_outer_join] || looks_up(q));
}

/* Whether question or knowledge speak of what is missing, or of a change, which
 * the first row does not have. */
static bool expects_nulls(const t2s_inspected *q)
{
    const t2s_question_facts *of =
        q->from->question ? q->from->question->history : NULL;
    if (!of)
        return false;
    for (size_t i = 0; i < of->words.count; i++)
        if (t2s_question_says(
                of, i,
                "null nulls empty blank missing unknown without "
                "none nobody never no any lacks unassigned nothing "
                "too everyone included includes including") ||
            (t2s_question_says(of, i, "w") &&
             t2s_question_says(of, i + 1, "o")))
            return true;
    return of->windows.previous > 0 && of->windows.changes > 0;
}

void t2s_check_nulls(t2s_inspected *q)
{
    if (t2s_result_filter_covers(&q->filter, &q->outcome))
        return;
    if (q->outcome.is_null)
        t2s_report(q, T2SED_FINDING_NULL_RESULT, main_conditions(q),
                   T2S_NOWHERE, NULL, "The query returns only NULL.");
    else if (q->outcome.has_null && !keeps_every(q) && !expects_nulls(q))
        t2s_report(q, T2SED_FINDING_NULL_IN_RESULT, T2S_NOWHERE, T2S_NOWHERE,
                   NULL, "The result contains NULLs.");
}

/* Whether the only result is true or false, of which 0 is the latter. */
static bool is_truth(const t2s_inspected *q)
{
    const int32_t expr = t2s_sql_only_result(q->tree, q->tree->root);
    return expr != T2S_NO_NODE &&
           t2s_is_truth(q->tree, t2s_sql_bare(q->tree, expr));
}

static bool is_one_zero(const t2s_outcome *result)
{
    return result->rows == 1 && result->columns == 1 && result->first_is_zero;
}

/* Whether a value that its column does not have explains the result. */
static bool has_no_such_value(const t2s_inspected *q)
{
    return t2s_is_reported(q, T2SED_FINDING_VALUE_SPELLING) ||
           t2s_is_reported(q, T2SED_FINDING_VALUE_ELSEWHERE) ||
           t2s_is_reported(q, T2SED_FINDING_VALUE_NOT_IN_COLUMN);
}

#define MORE                                                                   \
    "how many more|how much more|how many fewer|how many less|how much less|"  \
    "by how much|by how many"
#define CHANGES                                                                \
    "chang*|differ*|compar*|against|versus|vs|previous|before|minus|less|"     \
    "growth|grow*|gain*|loss*|balance*|net|remain*|left|margin*|profit*|"      \
    "than|deviat*|increas*|decreas*|rise|fall|surplus|deficit"

/* Whether a difference may have its operands exchanged: the query subtracts,
 * and the question asks for no changes, some of which are below 0, or for one
 * number ("how many more"). Other numbers below 0 come from the database. */
static bool may_be_exchanged(const t2s_inspected *q)
{
    const bool *forms = q->query->parts.forms;
    const t2s_question_facts *question = q->from->question;
    return (forms[T2S_FORM_difference] || forms[T2S_FORM_date]) &&
           (!question || !t2s_question_asks(question, CHANGES) ||
            (q->outcome.rows == 1 && t2s_question_asks(question, MORE)));
}

void t2s_check_numbers(t2s_inspected *q)
{
    const t2s_outcome *result = &q->outcome;
    const double repeated = (double)result->repeated * (double)result->rows;
    if (!is_done(q) || t2s_result_filter_covers(&q->filter, result))
        return;
    if (is_one_zero(result) && !is_truth(q) && !has_no_such_value(q))
        t2s_report(q, T2SED_FINDING_ZERO_RESULT, main_conditions(q),
                   T2S_NOWHERE, NULL, "The query returns only 0.");
    if (result->negative > 0 && may_be_exchanged(q))
        t2s_report(q, T2SED_FINDING_NEGATIVE_RESULT, T2S_NOWHERE, T2S_NOWHERE,
                   NULL, "The result contains negative numbers.");
    if (result->repeated > 0 &&
        !(q->from->schema && t2s_shows_namesakes(q->query, q->from->schema)))
        t2s_report(q, T2SED_FINDING_DUPLICATE_ROWS, T2S_NOWHERE, T2S_NOWHERE,
                   NULL, "%.0f of the %zu rows of the result %s another row.",
                   repeated, result->rows,
                   repeated < 1.5 ? "repeats" : "repeat");
}

/* Whether the query takes an end: several rows are ties then. */
static bool takes_end(const t2s_inspected *q)
{
    const t2s_query_windows *has = &q->match->windows;
    for (size_t i = 0; i < has->end_count; i++)
        if (!has->ends[i].is_sort)
            return true;
    return false;
}

void t2s_check_rows(t2s_inspected *q)
{
    if (is_done(q) && q->outcome.rows > 1 &&
        q->from->question->asked_cues[T2S_CUE_SUPERLATIVE] > 0 &&
        !takes_end(q) && q->from->question->cues[T2S_CUE_EACH] == 0 &&
        !q->query->parts.clauses[T2S_CLAUSE_ORDER])
        t2s_report(q, T2SED_FINDING_SEVERAL_ROWS, T2S_NOWHERE,
                   t2s_span_of_cue(q, T2S_CUE_SUPERLATIVE), NULL,
                   "The question asks for the highest or lowest; the query "
                   "returns %zu rows without ORDER BY.",
                   q->outcome.rows);
}
