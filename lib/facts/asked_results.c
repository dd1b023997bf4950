#include "facts/asked_results.h"

#include <string.h>

/* Whether a part of a list begins at a word: it is the first, or behind "and"
 * or a comma. */
static bool begins_part(const t2s_question_facts *question, size_t i)
{
    while (i > 0 && t2s_question_says(question, i - 1, "the their its a also"))
        i--;
    return i == 0 ||
           t2s_question_says(question, i - 1,
                             "and plus is are show list give find "
                             "return calculate compute") ||
           question->text[question->words.at[i - 1].end] == ',';
}

/* How many aggregates the first sentence of a question lists: "how many visits
 * and the total cost"; how many of them are counts. */
static int aggregates_asked(const t2s_question_facts *question, int *counts)
{
    int asked = 0;
    *counts = 0;
    for (size_t i = 0; i + 1 < question->words.count; i++) {
        const bool is_count = (t2s_question_says(question, i, "how") &&
                               t2s_question_says(question, i + 1, "many")) ||
                              (t2s_question_says(question, i, "number count") &&
                               t2s_question_says(question, i + 1, "of"));
        if (i > 0 &&
            strchr(".?!", question->text[question->words.at[i - 1].end]))
            break;
        if (begins_part(question, i)) {
            asked += is_count ||
                     t2s_question_says(question, i, "average avg mean total");
            *counts += is_count;
        }
    }
    return asked;
}

/* Results of the first SELECT that are no column of a table, or one that has an
 * aggregate: mean_temperature. */
static int results_computed(const t2s_query *query, const t2sed_schema *schema)
{
    const t2s_tree *tree = query->tree;
    int count = 0;
    t2s_for_each_result (tree, tree->root, expr) {
        const t2s_named_column *name =
            t2s_query_column_at(query, t2s_sql_bare(tree, expr));
        count += !name || name->column == T2S_NO_ITEM ||
                 t2s_name_says(schema->columns[name->column].readable,
                               "mean average avg total number num count sum");
    }
    return count;
}

int t2s_results_missing(const t2s_query *query,
                        const t2s_question_facts *question,
                        const t2sed_schema *schema)
{
    int counts, has;
    const int asked = aggregates_asked(question, &counts);
    if (asked < 2 ||
        (counts == asked && query->parts.clauses[T2S_CLAUSE_GROUP]) ||
        query->main < 0 || query->parts.selects_star ||
        query->parts.compounds[T2S_COMPOUND_UNION] ||
        t2s_question_asks(question, "by how many|altogether|in total|than|"
                                    "difference|ratio|share|percentage|times"))
        return 0;
    has = results_computed(query, schema);
    return asked > has ? asked - has : 0;
}
