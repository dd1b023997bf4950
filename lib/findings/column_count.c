/* Which columns a query returns, against what the question asks for. */
#include "findings/findings.h"

#include "facts/cues.h"
#include "schema/words.h"

/* "Monthly totals": a grain of time that no "per" or "by" says. */
static bool is_by_time(const t2s_question_facts *question)
{
    if (question->cues[T2S_CUE_EACH] > 0 || question->cues[T2S_CUE_GROUP] > 0)
        return false;
    for (size_t i = 0; i < question->times.list.count; i++)
        if (question->times.list.at[i].kind == T2S_TIME_GRAIN)
            return true;
    return false;
}

/* Whether a condition fixes a column's text. */
static bool is_fixed(const t2s_inspected *q, int32_t column)
{
    for (size_t i = 0; i < q->query->conditions.count; i++) {
        const t2s_condition *at = &q->query->conditions.at[i];
        if (at->slot.column == column && !at->is_negated &&
            at->operator== T2S_OPERATOR_EQUAL &&
            at->value.operand == T2S_OPERAND_TEXT)
            return true;
    }
    return false;
}

/* Result columns that a question seldom names: keys and what a condition fixes
 * beside other columns, and the last name beside the first. */
static int32_t unnamed_columns(const t2s_inspected *q)
{
    const t2sed_schema *schema = q->from->schema;
    const int32_t core =
        t2s_sql_child(q->tree, q->tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(q->tree, core, T2S_RULE_result_clause);
    int32_t keys = 0, others = 0, last_names = 0;
    bool has_first = false;
    if (!schema || result == T2S_NO_NODE)
        return 0;
    t2s_tree_for_each_child (q->tree, result, at) {
        const t2s_named_column *name =
            t2s_column_at(q, t2s_sql_first(q->tree, at));
        if (!name || name->column == T2S_NO_ITEM) {
            others +=
                t2s_sql_is(q->tree, t2s_sql_first(q->tree, at), T2S_RULE_expr);
            continue;
        }
        if (t2s_schema_is_key(schema, name->column) ||
            is_fixed(q, name->column)) {
            keys++;
            continue;
        }
        others++;
        has_first |= t2s_name_says(schema->columns[name->column].readable,
                                   "first forename given fname fnm fn");
        last_names += t2s_name_says(schema->columns[name->column].readable,
                                    "last surname family lname lnm ln");
    }
    /* If only keys are selected, all but one are not counted. */
    return (others > 0 || keys == 0 ? keys : keys - 1) +
           (has_first ? last_names : 0);
}

/* Whether the question asks for something by its name; of "late orders", any
 * columns may be shown. */
static bool asks_by_name(const t2s_question_facts *question)
{
    return t2s_question_says(question, 0,
                             "which what how where when in at on for list give "
                             "find name state show return tell");
}

/* Ids where names are asked for. */
static void check_keys(t2s_inspected *q)
{
    const t2s_shown_keys *shown = &q->match->shown_keys;
    const t2s_column *key, *name;
    if (shown->by_name == 0)
        return;
    key = &q->from->schema->columns[shown->key];
    name = &q->from->schema->columns[shown->name];
    t2s_report(
        q, T2SED_FINDING_NAME_UNUSED, T2S_NOWHERE, T2S_NOWHERE, NULL,
        "The question asks for names; the query returns %s. %s.%s has the "
        "names.",
        key->name, q->from->schema->tables[name->table].name, name->name);
}

static void check_lists(t2s_inspected *q)
{
    if (q->match->results_missing > 0 &&
        !t2s_is_reported(q, T2SED_FINDING_AGGREGATE_MISSING))
        t2s_report(q, T2SED_FINDING_WRONG_MEASURE, T2S_NOWHERE, T2S_NOWHERE,
                   NULL,
                   "The question lists more counts, means or totals than the "
                   "query computes.");
}

/* A list of the question has commas and "and"s; "for each", "by" and "with
 * their" ask for one more. */
void t2s_check_column_count(t2s_inspected *q)
{
    const t2s_question_facts *question = q->from->question;
    const uint32_t *cues = question->cues;
    int32_t asked =
        1 + (int32_t)question->commas + (int32_t)cues[T2S_CUE_AND] +
        (int32_t)cues[T2S_CUE_EACH] +
        (cues[T2S_CUE_WITH] > 0 && cues[T2S_CUE_THEIR] > 0) +
        (cues[T2S_CUE_GROUP] > 0 &&
         (q->query->parts.clauses[T2S_CLAUSE_GROUP] ||
          q->query->parts.forms[T2S_FORM_window])) +
        t2s_question_asks(question, "pair|pairs") + is_by_time(question) +
        t2s_question_asks(
            question, "next to|beside|alongside|along with|together with|plus");
    int32_t selected = q->query->scopes.count == 0
                           ? 0
                           : q->query->scopes.at[q->query->main].selected;
    check_keys(q);
    check_lists(q);
    if (asks_by_name(question) && selected - unnamed_columns(q) > asked)
        t2s_report(
            q, T2SED_FINDING_MANY_COLUMNS, T2S_NOWHERE, T2S_NOWHERE, NULL,
            "The query returns %d columns; the question seems to ask for %d.",
            selected, asked);
}
