/* Comparisons that are never or always true, and others that hardly mean what
 * they say. */
#include "findings/findings.h"

#include <string.h>

#include "base/string.h"
#include "sql/scope.h"

/* Equalities of one query that are compared with each other. */
#define MOST_EQUALITIES 64

/* The listed column of the schema that an expr is, of a relation; or NULL. */
static const t2s_named_column *known_column(const t2s_inspected *q,
                                            int32_t expr)
{
    const t2s_named_column *column = t2s_column_at(q, expr);
    return column && column->from == T2S_FROM_RELATION &&
                   column->column != T2S_NO_ITEM
               ? column
               : NULL;
}

/* Whether two literals are surely different: two strings, or two numbers that
 * are spelled with digits alone. */
static bool are_different(const char *a, const char *b)
{
    if (a[0] == '\'' && b[0] == '\'')
        return t2s_casecmp(a, b) != 0;
    if (strspn(a, "0123456789") == strlen(a) &&
        strspn(b, "0123456789") == strlen(b))
        return strcmp(a, b) != 0 && a[0] != '0' && b[0] != '0';
    return false;
}

/* The column that an expr says not to be a literal, with that literal; or
 * NULL. */
static const t2s_named_column *
unequal_column(const t2s_inspected *q, int32_t expr, const char **literal)
{
    t2s_sql_comparison of;
    if (expr == T2S_NO_NODE || !t2s_sql_compares(&of, q->tree, expr) ||
        !t2s_sql_operates(q->tree, expr, "<> !="))
        return NULL;
    *literal = t2s_sql_literal(q->tree, of.right);
    return *literal ? known_column(q, of.left) : NULL;
}

/* x <> 'a' OR x <> 'b' */
static void check_alternatives(t2s_inspected *q, int32_t node)
{
    const int32_t right = t2s_sql_operand(q->tree, node, "OR");
    const char *first, *second;
    const t2s_named_column *a, *b;
    if (right == T2S_NO_NODE)
        return;
    a = unequal_column(q, q->tree->nodes[node].first_child, &first);
    b = unequal_column(q, right, &second);
    if (a && b && a->relation == b->relation && a->column == b->column &&
        are_different(first, second))
        t2s_report(q, T2SED_FINDING_ALWAYS_TRUE, t2s_span_of_node(q, node),
                   T2S_NOWHERE, NULL,
                   "Every value differs from %.60s or from %.60s; this "
                   "condition leaves out no value of %s.",
                   first, second, q->from->schema->columns[a->column].name);
}

void t2s_check_self_comparison(t2s_inspected *q)
{
    t2s_tree_for_each (q->tree, q->tree->root, node) {
        t2s_sql_comparison of;
        const t2s_named_column *a, *b;
        check_alternatives(q, node);
        if (!t2s_sql_compares(&of, q->tree, node))
            continue;
        a = known_column(q, of.left);
        b = known_column(q, of.right);
        if (a && b && a->relation == b->relation && a->column == b->column)
            t2s_report(q, T2SED_FINDING_ALWAYS_TRUE, t2s_span_of_node(q, node),
                       T2S_NOWHERE, NULL,
                       "This condition compares a column with itself.");
    }
}

/* ------------------------------------------------------------- together */

/* column = literal, which all rows of the SELECT `core` must meet. */
typedef struct equality {
    int32_t core, relation, column;
    const char *literal;
} equality;

typedef struct equalities {
    equality at[MOST_EQUALITIES];
    size_t count;
} equalities;

/* Compares the equality `expr` of a column and a literal with those before. */
static void find_contradiction(t2s_inspected *q, equalities *all, int32_t expr,
                               int32_t column, int32_t literal)
{
    const t2s_named_column *of = known_column(q, column);
    equality made;
    if (!of)
        return;
    made.core = q->scopes->scopes.at[of->scope].core;
    made.relation = of->relation;
    made.column = of->column;
    made.literal = t2s_sql_literal(q->tree, literal);
    if (!made.literal || made.core == T2S_NO_NODE ||
        t2s_sql_condition(q->scopes, expr, made.core) != expr)
        return;
    for (size_t i = 0; i < all->count; i++) {
        const equality *other = &all->at[i];
        if (other->core != made.core || other->relation != made.relation ||
            other->column != made.column ||
            !are_different(other->literal, made.literal))
            continue;
        t2s_report(q, T2SED_FINDING_CONTRADICTION, t2s_span_of_node(q, expr),
                   T2S_NOWHERE, NULL,
                   "The query requires %.60s and %.60s of the same column, %s; "
                   "no row can have both.",
                   other->literal, made.literal,
                   q->from->schema->columns[made.column].name);
        return;
    }
    if (all->count < MOST_EQUALITIES)
        all->at[all->count++] = made;
}

void t2s_check_contradiction(t2s_inspected *q)
{
    equalities all = {.count = 0};
    t2s_tree_for_each (q->tree, q->tree->root, node) {
        t2s_sql_comparison of;
        if (!t2s_sql_compares(&of, q->tree, node) || !of.is_equality)
            continue;
        find_contradiction(q, &all, node, of.left, of.right);
        find_contradiction(q, &all, node, of.right, of.left);
    }
}

/* ------------------------------------------------------------- the rest */

/* LIKE without a wildcard compares as = does, but ignores case. It is reported
 * if the question asks for a part of a text. */
void t2s_check_like(t2s_inspected *q)
{
    const t2s_question_facts *question = q->from->question;
    if (question && question->asked_cues[T2S_CUE_LIKE] == 0)
        return;
    t2s_tree_for_each (q->tree, q->tree->root, node) {
        int32_t pattern = t2s_sql_operand(q->tree, node, "LIKE");
        const char *text = t2s_sql_literal(q->tree, pattern);
        if (text && text[0] == '\'' && !strpbrk(text, "%_"))
            t2s_report(q, T2SED_FINDING_LIKE_WITHOUT_WILDCARD,
                       t2s_span_of_node(q, pattern), T2S_NOWHERE, NULL,
                       "This LIKE pattern has no wildcard (%% or _): it "
                       "matches only the whole text %.60s.",
                       text);
    }
}

/* "x" where no column in sight is called x, and some table has one. */
void t2s_check_quoted_names(t2s_inspected *q)
{
    const t2sed_schema *schema = q->from->schema;
    t2s_for_each_use (q->query, use) {
        int32_t column;
        if (use->kind != T2S_USES_TEXT || use->begin == use->end ||
            q->sql->text[use->begin] != '"')
            continue;
        column = t2s_schema_find_column(schema, T2S_NO_ITEM, use->text,
                                        use->length, NULL);
        if (column != T2S_NO_ITEM)
            t2s_report(
                q, T2SED_FINDING_QUOTED_NAME, t2s_span_of_use(use), T2S_NOWHERE,
                NULL,
                "No table of the query has a column \"%s\", so SQLite reads "
                "this as a string; the column belongs to %s.",
                schema->columns[column].name,
                schema->tables[schema->columns[column].table].name);
    }
}
