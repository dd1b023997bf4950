/* Sums of text. */
#include "base/string.h"
#include "facts/odd_texts.h"
#include "findings/findings.h"

/* SUM and AVG that are looked at: each asks the database. */
#define MOST_SUMS 8

/* Whether a column has what is no number. */
static bool has_words(t2s_inspected *q, int32_t column)
{
    const t2s_column *of = &q->from->schema->columns[column];
    const char *names[] = {q->from->schema->tables[of->table].name, of->name};
    /* Of other systems, MySQL alone adds up texts. */
    const char *query =
        t2s_database_is_mysql(q->from->database)
            ? "SELECT 1 FROM $1 WHERE $2 REGEXP '[^-0-9. ]' LIMIT 1"
            : "SELECT 1 FROM $1 WHERE typeof($2) = 'text' AND"
              " $2 GLOB '*[^-0-9. ]*' LIMIT 1";
    bool found = false;
    q->status = t2s_execution_has_rows(&found, q->from->execution, query, names,
                                       1, q->err);
    return found;
}

static bool is_sum(const char *function)
{
    return t2s_casecmp(function, "SUM") == 0 ||
           t2s_casecmp(function, "AVG") == 0 ||
           t2s_casecmp(function, "TOTAL") == 0;
}

static void report_texts(t2s_inspected *q, int32_t call, int32_t column)
{
    t2s_report(q, T2SED_FINDING_AGGREGATE_OF_TEXT, t2s_span_of_node(q, call),
               T2S_NOWHERE, NULL,
               "The column %s holds text; values that are not numbers count as "
               "0.",
               q->from->schema->columns[column].name);
}

static void report_below(t2s_inspected *q, int32_t comparison, int32_t column)
{
    t2s_report(q, T2SED_FINDING_AGGREGATE_OF_TEXT,
               t2s_span_of_node(q, comparison), T2S_NOWHERE, NULL,
               "CAST makes 0 of values of %s that are not numbers, and the "
               "comparison takes them.",
               q->from->schema->columns[column].name);
}

/* A column of numbers with other texts among them ("n/a"): CAST makes them 0.
 * Reported where this 0 changes the result. */
static void check_odd_texts(t2s_inspected *q)
{
    t2s_tree_for_each (q->tree, q->tree->root, node) {
        bool is_tested;
        int32_t column = t2s_odd_texts_below(q->query, q->from->values, node);
        if (column != T2S_NO_ITEM)
            report_below(q, node, column);
        if (!t2s_sql_calls(q->tree, node, "AVG"))
            continue;
        column = t2s_odd_texts_in(&is_tested, q->query, q->from->values,
                                  t2s_sql_child(q->tree, node, T2S_RULE_expr));
        if (column != T2S_NO_ITEM && !is_tested)
            report_texts(q, node, column);
    }
}

void t2s_check_sums(t2s_inspected *q)
{
    int asked = 0;
    check_odd_texts(q);
    for (size_t i = 0; q->query->has_all_columns && i < q->query->columns.count;
         i++) {
        const t2s_named_column *name = &q->query->columns.at[i];
        int32_t call = q->tree->nodes[name->expr].parent;
        const char *function = t2s_sql_function(q->tree, call);
        const t2s_column *of;
        bool is_tested;
        if (!function || !is_sum(function) || name->column == T2S_NO_ITEM)
            continue;
        of = &q->from->schema->columns[name->column];
        t2s_odd_texts_in(&is_tested, q->query, q->from->values, name->expr);
        if (of->kind == T2SED_TYPE_TEXT && !is_tested && asked++ < MOST_SUMS &&
            has_words(q, name->column))
            report_texts(q, call, name->column);
        if (q->status != T2SED_OK)
            return;
    }
}
