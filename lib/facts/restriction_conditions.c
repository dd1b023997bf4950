/* What of a query narrows its rows. */
#include "facts/restrictions.h"

#include "facts/self_joins.h"
#include "facts/similar.h"
#include "facts/stated_words.h"
#include "facts/units.h"

/* ------------------------------------------------------------- conditions */

static t2s_restriction *add(t2s_restrictions *to, t2s_restriction_kind kind,
                            int sign)
{
    t2s_restriction *made;
    if (to->count == T2S_MOST_RESTRICTIONS)
        return NULL;
    made = &to->at[to->count++];
    *made = (t2s_restriction){.kind = kind,
                              .column = T2S_NO_ITEM,
                              .other = T2S_NO_ITEM,
                              .relation = -1,
                              .sign = sign,
                              .word = -1};
    return made;
}

/* 1: yes, true, 1; -1: no, false, 0; 0: anything else. */
static int answer_of(const t2s_side *value)
{
    if (value->operand == T2S_OPERAND_NUMBER)
        return value->number == 1 ? 1 : value->number == 0 ? -1 : 0;
    if (value->operand != T2S_OPERAND_TEXT)
        return 0;
    return t2s_is_same_answer(value->text, value->length, "yes", 3)  ? 1
           : t2s_is_same_answer(value->text, value->length, "no", 2) ? -1
                                                                     : 0;
}

static bool is_equality(t2s_query_operator is)
{
    return is == T2S_OPERATOR_EQUAL || is == T2S_OPERATOR_NOT_EQUAL ||
           is == T2S_OPERATOR_IN || is == T2S_OPERATOR_IS ||
           is == T2S_OPERATOR_LIKE;
}

static bool is_not(const t2s_tree *tree, int32_t expr)
{
    const int32_t sign = t2s_sql_first(tree, expr);
    return t2s_sql_is(tree, sign, T2S_RULE_unary_operator) &&
           t2s_sql_says(tree, t2s_sql_terminal(tree, sign), "NOT");
}

/* Whether NOT stands around a node, as often as it does not cancel out. */
static bool is_under_not(const t2s_tree *tree, int32_t node)
{
    bool is_negated = false;
    for (; node != T2S_NO_NODE && !t2s_sql_is(tree, node, T2S_RULE_select_core);
         node = tree->nodes[node].parent)
        is_negated ^= is_not(tree, node);
    return is_negated;
}

/* What a test in a result chooses: 1: rows that meet it (SUM(CASE WHEN x THEN 1
 * ELSE 0 END), SUM(x)); -1: those that do not; 0: both, or not known. */
static int chosen_by(const t2s_query *query, int32_t node)
{
    const t2s_tree *tree = query->tree;
    while (node != T2S_NO_NODE &&
           !t2s_sql_is(tree, node, T2S_RULE_result_clause) &&
           !t2s_sql_says(tree, t2s_sql_first(tree, node), "CASE")) {
        if (t2s_sql_operates(tree, node, "+ - * / ||"))
            return 0;
        if (t2s_sql_calls(tree, node, "SUM TOTAL AVG"))
            return 1;
        node = tree->nodes[node].parent;
    }
    return node == T2S_NO_NODE || t2s_sql_is(tree, node, T2S_RULE_result_clause)
               ? 0
               : t2s_case_chooses(query, node);
}

/* (SELECT COUNT(*) ...) = 0, HAVING COUNT(*) > 0: -1 or 1; 0 for anything else.
 */
static int says_whether_any(const t2s_condition *of)
{
    const t2s_query_operator is = of->operator;
    if ((of->slot.operand != T2S_OPERAND_QUERY &&
         of->clause != T2S_CLAUSE_HAVING) ||
        of->value.operand != T2S_OPERAND_NUMBER || of->value.number < 0 ||
        of->value.number > 1)
        return 0;
    if (is == (of->value.number < 1 ? T2S_OPERATOR_EQUAL : T2S_OPERATOR_LESS))
        return -1;
    return is == T2S_OPERATOR_GREATER || is == T2S_OPERATOR_GREATER_EQUAL ||
           is == T2S_OPERATOR_NOT_EQUAL;
}

static t2s_restriction *read_null(t2s_restrictions *to, const t2s_query *query,
                                  const t2s_condition *of, int sign)
{
    const int32_t relation = t2s_query_relation_of(query, &of->slot);
    const bool is_anti = relation >= 0 && of->clause == T2S_CLAUSE_WHERE &&
                         t2s_relation_is_optional(query, relation);
    t2s_restriction *made =
        add(to, is_anti ? T2S_RESTRICTS_RELATED : T2S_RESTRICTS_NULL, -sign);
    if (made && is_anti)
        made->relation = relation;
    return made;
}

static t2s_restriction *read_related(t2s_restrictions *to, const t2s_side *side,
                                     int sign)
{
    t2s_restriction *made = add(to, T2S_RESTRICTS_RELATED, sign);
    if (made) {
        made->begin = side->begin;
        made->end = side->end;
    }
    return made;
}

/* The kind of x = 1, x = 'open', x > 5; its answer goes into *sign. */
static t2s_restriction_kind kind_of_value(const t2s_condition *of,
                                          const t2sed_schema *schema, int *sign)
{
    const int answer = answer_of(&of->value);
    if (!is_equality(of->operator))
        return T2S_RESTRICTS_AMOUNT;
    if (answer && of->slot.column != T2S_NO_ITEM &&
        !t2s_schema_is_key(schema, of->slot.column) &&
        /* 'f' is female there, and not false. */
        !t2s_name_says(schema->columns[of->slot.column].readable,
                       T2S_SEX_WORDS)) {
        *sign *= answer;
        return T2S_RESTRICTS_FLAG;
    }
    return of->value.operand == T2S_OPERAND_TEXT ? T2S_RESTRICTS_VALUE
                                                 : T2S_RESTRICTS_AMOUNT;
}

static bool compares_keys(const t2s_condition *of, const t2sed_schema *schema)
{
    return of->slot.column == T2S_NO_ITEM || of->value.column == T2S_NO_ITEM ||
           t2s_schema_is_key(schema, of->slot.column) ||
           t2s_schema_is_key(schema, of->value.column);
}

static t2s_restriction *add_condition(t2s_restrictions *to,
                                      const t2s_query *query,
                                      const t2sed_schema *schema,
                                      const t2s_condition *of, int sign)
{
    const int any = says_whether_any(of);
    t2s_restriction_kind kind;
    t2s_restriction *made;
    if (any) {
        made = read_related(to, &of->slot, any);
        if (made && of->clause == T2S_CLAUSE_HAVING)
            made->relation = t2s_query_relation_of(query, &of->slot);
        return made;
    }
    if (of->clause == T2S_CLAUSE_HAVING)
        return add(to, T2S_RESTRICTS_GROUPS, sign);
    if (of->value.operand == T2S_OPERAND_NULL)
        return read_null(to, query, of, sign);
    if (of->value.operand == T2S_OPERAND_QUERY)
        return read_related(to, &of->value, sign);
    if (of->value.operand == T2S_OPERAND_COLUMN)
        return compares_keys(of, schema) ? NULL
                                         : add(to, T2S_RESTRICTS_COLUMNS, sign);
    kind = kind_of_value(of, schema, &sign);
    return add(to, kind, sign);
}

static void read_condition(t2s_restrictions *to, const t2s_query *query,
                           const t2sed_schema *schema, const t2s_condition *of)
{
    const t2s_query_operator is = of->operator;
    const bool is_opposite =
        (of->is_negated != (is == T2S_OPERATOR_NOT_EQUAL)) !=
        is_under_not(query->tree, of->slot.name);
    const int32_t relation = t2s_query_relation_of(query, &of->slot);
    t2s_restriction *made;
    to->has_different |=
        is_opposite &&
        (of->value.operand == T2S_OPERAND_COLUMN ||
         (of->value.operand == T2S_OPERAND_QUERY && is != T2S_OPERATOR_IN));
    made = add_condition(to, query, schema, of, is_opposite ? -1 : 1);
    if (!made)
        return;
    made->column = of->slot.column;
    made->other = of->value.column;
    made->order =
        is == T2S_OPERATOR_GREATER || is == T2S_OPERATOR_GREATER_EQUAL
            ? 1
            : -(is == T2S_OPERATOR_LESS || is == T2S_OPERATOR_LESS_EQUAL);
    made->place = of->slot.begin;
    made->is_bound = !is_equality(of->operator);
    made->is_attached = of->clause == T2S_CLAUSE_ON && relation >= 0 &&
                        t2s_relation_is_optional(query, relation);
    made->text = of->value.text;
    made->length = of->value.length;
}

/* The same of a test in CASE, or in a result. */
static void read_test(t2s_restrictions *to, const t2s_query *query,
                      const t2sed_schema *schema, const t2s_condition *of)
{
    const size_t before = to->count;
    const int chosen = chosen_by(query, of->slot.name);
    read_condition(to, query, schema, of);
    if (to->count > before) {
        to->at[before].is_undirected = chosen == 0;
        to->at[before].sign *= chosen < 0 ? -1 : 1;
    }
}

/* EXISTS and NOT EXISTS, which are no t2s_condition. */
static void read_exists(t2s_restrictions *to, const t2s_query *query)
{
    const t2s_tree *tree = query->tree;
    if (!query->parts.operators[T2S_OPERATOR_EXISTS])
        return;
    t2s_tree_for_each (tree, tree->root, node) {
        const int32_t word = t2s_sql_first(tree, node);
        const bool is_negated = t2s_sql_says(tree, word, "NOT");
        t2s_side side = {0};
        if (!t2s_sql_is(tree, node, T2S_RULE_expr) ||
            !t2s_sql_says(tree, is_negated ? t2s_sql_next(tree, word) : word,
                          "EXISTS"))
            continue;
        side.begin = tree->nodes[node].begin;
        side.end = tree->nodes[node].end;
        read_related(to, &side,
                     is_negated != is_under_not(tree, node) ? -1 : 1);
    }
}

/* What stands behind EXCEPT. */
static void read_except(t2s_restrictions *to, const t2s_query *query)
{
    for (size_t s = 0; s < query->scopes.count; s++) {
        t2s_side side = {0};
        if (query->scopes.at[s].compound != T2S_COMPOUND_EXCEPT)
            continue;
        t2s_for_each_use (query, use)
            if (use->scope == (int32_t)s && use->begin < use->end) {
                side.begin = side.end ? side.begin : use->begin;
                side.end = use->end > side.end ? use->end : side.end;
            }
        read_related(to, &side, -1);
    }
}

/* WHERE active, NOT active: columns that are conditions by themselves. */
static void read_flags(t2s_restrictions *to, const t2s_query *query)
{
    const t2s_tree *tree = query->tree;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *of = &query->columns.at[i];
        int32_t at = tree->nodes[of->expr].parent;
        t2s_restriction *made;
        while (at != T2S_NO_NODE &&
               (is_not(tree, at) || t2s_sql_in_parentheses(tree, at) >= 0))
            at = tree->nodes[at].parent;
        if (of->column == T2S_NO_ITEM ||
            !(t2s_sql_is(tree, at, T2S_RULE_where_clause) ||
              t2s_sql_operates(tree, at, "AND OR")) ||
            t2s_sql_operates(tree, at, "BETWEEN"))
            continue;
        made =
            add(to, T2S_RESTRICTS_FLAG, is_under_not(tree, of->expr) ? -1 : 1);
        if (made)
            made->column = of->column;
    }
}

void t2s_restrictions_list(t2s_restrictions *to, const t2s_query *query,
                           const t2sed_schema *schema)
{
    to->count = 0;
    to->has_different = false;
    for (size_t i = 0; i < query->conditions.count; i++)
        read_condition(to, query, schema, &query->conditions.at[i]);
    for (size_t i = 0; i < query->tests.count; i++)
        read_test(to, query, schema, &query->tests.at[i]);
    read_exists(to, query);
    read_except(to, query);
    read_flags(to, query);
}
