/* Comparisons that are never or always true, and others that hardly mean what
 * they say. */
#include <string.h>

#include "base/string.h"
#include "findings/findings.h"

/* Conditions of one query that are compared with each other. */
#define MOST_CONDITIONS 64

typedef struct conditions {
    t2s_find *at;
    const t2s_tree *tree;
    struct {
        int32_t expr, core, relation, column;
        const char *literal;
    } equal[MOST_CONDITIONS]; /* column = literal, which all rows must meet */
    size_t count;
} conditions;

static t2s_place place(const conditions *c, int32_t node)
{
    return t2s_place_of_node(c->at, node);
}

static bool is_null(const char *literal)
{
    return literal && t2s_casecmp(literal, "NULL") == 0;
}

static void find_null(conditions *c, int32_t expr, int32_t left, int32_t right)
{
    if (is_null(t2s_find_tree_literal(c->tree, left)) ||
        is_null(t2s_find_tree_literal(c->tree, right)))
        t2s_findings_add(c->at->out, T2SED_FINDING_NULL_COMPARED,
                         place(c, expr), T2S_NOWHERE, NULL,
                         "A comparison with NULL is never true; IS NULL and "
                         "IS NOT NULL are what tests for it.");
}

static void find_itself(conditions *c, int32_t expr, int32_t left,
                        int32_t right)
{
    const t2s_named_column *a = t2s_find_tree_column(c->at->query, left);
    const t2s_named_column *b = t2s_find_tree_column(c->at->query, right);
    if (!a || !b || a->from != T2S_FROM_RELATION ||
        b->from != T2S_FROM_RELATION || a->relation != b->relation ||
        a->column != b->column || a->column == T2S_NO_ITEM)
        return;
    t2s_findings_add(c->at->out, T2SED_FINDING_ALWAYS_TRUE, place(c, expr),
                     T2S_NOWHERE, NULL, "This compares a column with itself.");
}

/* ------------------------------------------------------------- together */

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

static void find_contradiction(conditions *c, int32_t expr,
                               const t2s_named_column *column,
                               const char *literal)
{
    int32_t core;
    if (!column || !literal || column->from != T2S_FROM_RELATION ||
        column->column == T2S_NO_ITEM)
        return;
    core = c->at->scopes->scopes.at[column->scope].core;
    if (core == T2S_NO_NODE ||
        t2s_find_tree_condition(c->at->scopes, expr, core) != expr)
        return;
    for (size_t i = 0; i < c->count; i++)
        if (c->equal[i].core == core &&
            c->equal[i].relation == column->relation &&
            c->equal[i].column == column->column &&
            are_different(c->equal[i].literal, literal)) {
            t2s_findings_add(c->at->out, T2SED_FINDING_CONTRADICTION,
                             place(c, expr), T2S_NOWHERE, NULL,
                             "No row has both %.60s and %.60s in %s.",
                             c->equal[i].literal, literal,
                             c->at->from.schema->columns[column->column].name);
            return;
        }
    if (c->count == MOST_CONDITIONS)
        return;
    c->equal[c->count].expr = expr;
    c->equal[c->count].core = core;
    c->equal[c->count].relation = column->relation;
    c->equal[c->count].column = column->column;
    c->equal[c->count++].literal = literal;
}

static void find_in_comparison(conditions *c, int32_t expr)
{
    int32_t left, operator, right;
    if (!t2s_find_tree_comparison(c->tree, expr, &left, &operator, & right))
        return;
    find_null(c, expr, left, right);
    find_itself(c, expr, left, right);
    if (c->tree->nodes[operator].text[0] != '=')
        return;
    find_contradiction(c, expr, t2s_find_tree_column(c->at->query, left),
                       t2s_find_tree_literal(c->tree, right));
    find_contradiction(c, expr, t2s_find_tree_column(c->at->query, right),
                       t2s_find_tree_literal(c->tree, left));
}

/* ------------------------------------------------------------- the rest */

static void find_like(conditions *c, int32_t expr)
{
    int32_t word = c->tree->nodes[expr].first_child, pattern;
    const char *text;
    if (!t2s_sql_is(c->tree, word, T2S_RULE_expr))
        return;
    word = c->tree->nodes[word].next_sibling;
    if (t2s_sql_says(c->tree, word, "NOT"))
        word = c->tree->nodes[word].next_sibling;
    if (!t2s_sql_says(c->tree, word, "LIKE"))
        return;
    pattern = c->tree->nodes[word].next_sibling;
    text = t2s_find_tree_literal(c->tree, pattern);
    if (text && text[0] == '\'' && !strpbrk(text, "%_"))
        t2s_findings_add(c->at->out, T2SED_FINDING_LIKE_WITHOUT_WILDCARD,
                         place(c, pattern), T2S_NOWHERE, NULL,
                         "Without %% or _ this finds only what is just %.60s.",
                         text);
}

/* Whether an expr surely gives whole numbers. */
static bool is_whole(const conditions *c, int32_t expr)
{
    const char *literal, *function = NULL;
    const t2s_named_column *column;
    int32_t sum = expr;
    do {
        expr = t2s_find_tree_bare(c->tree, sum);
        function = t2s_find_tree_function(c->tree, expr);
        sum = function && t2s_casecmp(function, "SUM") == 0
                  ? t2s_sql_child(c->tree, expr, T2S_RULE_expr)
                  : T2S_NO_NODE;
    } while (sum != T2S_NO_NODE);
    if (function)
        return t2s_casecmp(function, "COUNT") == 0;
    literal = t2s_find_tree_literal(c->tree, expr);
    column = t2s_find_tree_column(c->at->query, expr);
    if (literal)
        return strspn(literal, "0123456789") == strlen(literal);
    if (column && c->at->from.schema && column->column != T2S_NO_ITEM) {
        const char *type = c->at->from.schema->columns[column->column].type;
        return t2s_casecmp(type, "INTEGER") == 0 ||
               t2s_casecmp(type, "INT") == 0;
    }
    return false;
}

static void find_division(conditions *c, int32_t expr)
{
    int32_t left = c->tree->nodes[expr].first_child, slash;
    if (!t2s_sql_is(c->tree, left, T2S_RULE_expr))
        return;
    slash = c->tree->nodes[left].next_sibling;
    if (!t2s_sql_says(c->tree, slash, "/") || !is_whole(c, left) ||
        !is_whole(c, c->tree->nodes[slash].next_sibling))
        return;
    t2s_findings_add(c->at->out, T2SED_FINDING_INTEGER_DIVISION, place(c, expr),
                     T2S_NOWHERE, NULL,
                     "Both sides are whole numbers, so that the fraction is "
                     "lost; CAST(... AS REAL) keeps it.");
}

/* "x" where no column in sight is called x, and some table has one. */
static void find_quoted(conditions *c)
{
    for (size_t i = 0; i < c->at->query->uses.count; i++) {
        const t2s_query_use *use = &c->at->query->uses.at[i];
        int32_t column;
        if (use->kind != T2S_USES_TEXT || use->begin == use->end ||
            c->at->sql->text[use->begin] != '"' || !c->at->from.schema)
            continue;
        column = t2s_schema_find_column(c->at->from.schema, T2S_NO_ITEM,
                                        use->text, use->length, NULL);
        if (column == T2S_NO_ITEM)
            continue;
        t2s_findings_add(
            c->at->out, T2SED_FINDING_QUOTED_NAME, t2s_place_of_use(use),
            T2S_NOWHERE, NULL,
            "No table of the query has a column \"%s\", so that SQLite takes "
            "this for text; %s has such a column.",
            c->at->from.schema->columns[column].name,
            c->at->from.schema
                ->tables[c->at->from.schema->columns[column].table]
                .name);
    }
}

t2sed_status t2s_find_conditions(t2s_find *at, t2sed_error *err)
{
    conditions c = {.at = at, .tree = &at->sql->full};
    (void)err;
    for (int32_t node = c.tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(c.tree, c.tree->root, node)) {
        if (!t2s_sql_is(c.tree, node, T2S_RULE_expr))
            continue;
        find_in_comparison(&c, node);
        find_like(&c, node);
        find_division(&c, node);
    }
    find_quoted(&c);
    return T2SED_OK;
}
