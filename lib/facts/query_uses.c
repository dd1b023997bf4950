/* What a query uses, as a flat list in the order of the text. */
#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/query_reader.h"

/* The expression behind an alias is taken up to so many nodes of it, and all of
 * them together up to so many. */
#define MAX_INSERTED     256
#define MAX_INSERTED_ALL 100000
/* Names of columns that are listed. */
#define MOST_COLUMNS 2000

static t2s_query_use *add(t2s_query_reader *r, t2s_query_kind kind,
                          int32_t node, int32_t index)
{
    const t2s_node *at = &r->tree->nodes[node];
    const t2s_query_place *where = r->inserts ? r->inserts : &r->places[node];
    t2s_query_use use = {.kind = kind, .index = index};
    use.clause = where->clause;
    use.scope = where->scope;
    use.begin = r->inserts ? r->inserts_at : at->begin;
    use.end = r->inserts ? r->inserts_at : at->end;
    if (!t2s_vector_push(&r->query->uses, use)) {
        r->failed = true;
        return NULL;
    }
    return &r->query->uses.at[r->query->uses.count - 1];
}

static void add_named(t2s_query_reader *r, t2s_query_kind kind, int32_t node,
                      int32_t index, int32_t name)
{
    t2s_sql_word word = t2s_sql_unquoted(&r->query->in_sight, name);
    t2s_query_use *use = add(r, kind, node, index);
    if (!use)
        return;
    use->text =
        word.at ? t2s_arena_strndup(&r->query->arena, word.at, word.n) : NULL;
    use->length = word.n;
    r->failed |= !use->text;
}

/* Lists what an expression uses as if it stood at `node`. Aliases in it are
 * not followed in their turn, so that this nests no deeper. */
static void insert(t2s_query_reader *r, int32_t node, int32_t expression)
{
    int32_t at = expression;
    r->inserts = &r->places[node];
    r->inserts_at = r->tree->nodes[node].begin;
    for (int i = 0; i < MAX_INSERTED && at != T2S_NO_NODE; i++) {
        bool skip = t2s_sql_is(r->tree, at, T2S_RULE_select_stmt);
        if (r->inserted++ >= MAX_INSERTED_ALL)
            break;
        if (!skip)
            t2s_query_list_node(r, at);
        at = skip ? t2s_tree_after(r->tree, expression, at)
                  : t2s_tree_next(r->tree, expression, at);
    }
    r->inserts = NULL;
}

static void note_column(t2s_query_reader *r, int32_t expr, t2s_sql_name found,
                        bool is_string)
{
    t2s_query *query = r->query;
    t2s_named_column column = {
        expr,         T2S_FROM_UNKNOWN, found.relation,
        found.column, found.expression, query->in_sight.scope_of[expr]};
    if (found.relation >= 0)
        column.from = T2S_FROM_RELATION;
    else if (found.column != T2S_NO_ITEM || found.expression != T2S_NO_NODE ||
             is_string)
        column.from = T2S_FROM_RESULT;
    if (query->columns.count == MOST_COLUMNS)
        query->has_all_columns = false;
    else if (!t2s_vector_push(&query->columns, column))
        r->failed = true;
}

/* An expr that is a column's name. */
static void list_name(t2s_query_reader *r, int32_t expr)
{
    int32_t last = r->tree->nodes[expr].last_child;
    const char *spelled = r->tree->nodes[t2s_sql_terminal(r->tree, last)].text;
    bool is_string =
        r->tree->nodes[expr].first_child == last && spelled[0] == '"';
    t2s_sql_scopes *in_sight = &r->query->in_sight;
    t2s_sql_name found =
        t2s_sql_follow(in_sight, t2s_sql_find_name(in_sight, expr));
    if (!r->inserts)
        note_column(r, expr, found, is_string);
    if (found.expression != T2S_NO_NODE) {
        if (!r->inserts)
            insert(r, expr, found.expression);
    } else if (found.column != T2S_NO_ITEM) {
        add_named(r, T2S_USES_COLUMN, expr, found.column, last);
    } else {
        add_named(r, is_string ? T2S_USES_TEXT : T2S_USES_UNKNOWN, expr,
                  T2S_NO_ITEM, last);
    }
}

void t2s_query_find_using(int32_t pair[2], t2s_query_reader *r, int32_t name)
{
    t2s_sql_scopes *in_sight = &r->query->in_sight;
    int32_t scope = in_sight->scope_of[name];
    t2s_sql_word word = t2s_sql_unquoted(in_sight, name);
    pair[0] = pair[1] = T2S_NO_ITEM;
    for (int32_t i = scope < 0 ? -1 : in_sight->scopes.at[scope].first;
         i >= 0 && r->tree->nodes[in_sight->relations.at[i].node].begin <
                       r->tree->nodes[name].begin;
         i = in_sight->relations.at[i].next) {
        int32_t column = t2s_sql_spend(in_sight)
                             ? t2s_sql_find_column(in_sight, i, word)
                             : T2S_NO_ITEM;
        if (column != T2S_NO_ITEM)
            pair[pair[0] != T2S_NO_ITEM] = column;
    }
}

/* A column in USING: that of a table before, equal to that of the table. The
 * name stands for the first of them alone. */
static void list_using(t2s_query_reader *r, int32_t name)
{
    int32_t pair[2];
    t2s_query_find_using(pair, r, name);
    add_named(r, pair[0] == T2S_NO_ITEM ? T2S_USES_UNKNOWN : T2S_USES_COLUMN,
              name, pair[0], name);
    if (pair[1] == T2S_NO_ITEM)
        return;
    add(r, T2S_USES_OPERATOR, name, T2S_OPERATOR_EQUAL);
    add_named(r, T2S_USES_COLUMN, name, pair[1], name);
    for (size_t i = 1; i <= 2 && !r->failed; i++) {
        t2s_query_use *use = &r->query->uses.at[r->query->uses.count - i];
        use->begin = use->end;
    }
}

/* One of the things in FROM. */
static void list_relation(t2s_query_reader *r, int32_t node)
{
    const t2s_sql_scopes *in_sight = &r->query->in_sight;
    const t2s_sql_relation *relation;
    int32_t name = t2s_sql_child(r->tree, node, T2S_RULE_table_name);
    /* Parentheses without an alias are no relation; one of several tables is
     * counted as these. */
    if (r->relations == in_sight->relations.count ||
        in_sight->relations.at[r->relations].node != node)
        return;
    relation = &in_sight->relations.at[r->relations++];
    if (relation->origin != T2S_FROM_TABLES)
        r->query->scopes.at[r->places[node].scope].relations++;
    if (name != T2S_NO_NODE && relation->origin == T2S_FROM_TABLE)
        add_named(r, T2S_USES_TABLE, name, relation->table, name);
}

/* x IN table */
static void list_in_table(t2s_query_reader *r, int32_t name)
{
    t2s_sql_word word = t2s_sql_unquoted(&r->query->in_sight, name);
    int32_t table =
        r->query->in_sight.schema && word.at
            ? t2s_schema_find_table(r->query->in_sight.schema, word.at, word.n)
            : T2S_NO_ITEM;
    add_named(r, T2S_USES_TABLE, name, table, name);
}

static int32_t function_index(const t2s_query_reader *r, int32_t name)
{
    static const struct {
        const char *name;
        t2s_query_function function;
    } functions[] = {
        {"COUNT", T2S_FUNCTION_COUNT}, {"SUM", T2S_FUNCTION_SUM},
        {"TOTAL", T2S_FUNCTION_SUM},   {"AVG", T2S_FUNCTION_AVG},
        {"MIN", T2S_FUNCTION_MIN},     {"MAX", T2S_FUNCTION_MAX},
    };
    int32_t word = t2s_sql_terminal(r->tree, name);
    int32_t call = r->tree->nodes[name].parent;
    int arguments = 0;
    for (int32_t at = r->tree->nodes[call].first_child;
         at != T2S_NO_NODE && arguments < 2;
         at = r->tree->nodes[at].next_sibling)
        arguments += t2s_sql_is(r->tree, at, T2S_RULE_expr);
    /* Those of several arguments choose among them, and aggregate nothing. */
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (t2s_sql_says(r->tree, word, functions[i].name) && arguments < 2)
            return (int32_t)functions[i].function;
    return T2S_FUNCTION_OTHER;
}

/* A literal number as SQLite reads it, whatever the locale. */
double t2s_query_number(const char *text)
{
    double number = 0;
    int shift = 0, exponent = 0;
    bool negative = false, behind_point = false;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        for (text += 2; *text; text++)
            number = number * 16 +
                     (*text <= '9' ? *text - '0' : (*text | 32) - 'a' + 10);
        return number;
    }
    for (; *text && (*text | 32) != 'e'; text++) {
        behind_point |= *text == '.';
        if (!t2s_is_digit(*text))
            continue;
        number = number * 10 + (*text - '0');
        shift += behind_point;
    }
    if (*text) {
        negative = *++text == '-';
        text += *text == '-' || *text == '+';
        for (; *text && exponent < 10000; text++)
            exponent = exponent * 10 + (*text - '0');
    }
    shift -= negative ? -exponent : exponent;
    return shift > 0 ? number / pow(10, shift) : number * pow(10, -shift);
}

/* Whether an expr is what ESCAPE names. */
static bool is_escape(const t2s_query_reader *r, int32_t expr)
{
    int32_t parent = r->tree->nodes[expr].parent;
    /* Only operators end in an operand: there are few children to go over. */
    return t2s_sql_is(r->tree, parent, T2S_RULE_expr) &&
           r->tree->nodes[parent].last_child == expr &&
           t2s_sql_child_word(r->tree, parent, "ESCAPE") != T2S_NO_NODE;
}

/* The expr that is `expr` with a sign before it, or T2S_NO_NODE. */
static int32_t signed_expression(const t2s_query_reader *r, int32_t expr)
{
    int32_t parent = r->tree->nodes[expr].parent, sign;
    if (!t2s_sql_is(r->tree, parent, T2S_RULE_expr))
        return T2S_NO_NODE;
    sign = r->tree->nodes[parent].first_child;
    return t2s_sql_is(r->tree, sign, T2S_RULE_unary_operator) &&
                   strchr(
                       "+-",
                       r->tree->nodes[t2s_sql_terminal(r->tree, sign)].text[0])
               ? parent
               : T2S_NO_NODE;
}

static void list_literal(t2s_query_reader *r, int32_t terminal)
{
    const char *text = r->tree->nodes[terminal].text;
    int32_t expr = r->tree->nodes[r->tree->nodes[terminal].parent].parent;
    int32_t with_sign = signed_expression(r, expr);
    t2s_query_use *use;
    if (text[0] == '\'' && !is_escape(r, expr)) {
        add_named(r, T2S_USES_TEXT, terminal, T2S_NO_ITEM, terminal);
    } else if (t2s_query_is_number(text)) {
        use = add(r, T2S_USES_NUMBER,
                  with_sign == T2S_NO_NODE ? terminal : with_sign, T2S_NO_ITEM);
        if (!use)
            return;
        use->number = t2s_query_number(text);
        if (with_sign != T2S_NO_NODE &&
            r->tree->nodes[t2s_sql_terminal(r->tree, with_sign)].text[0] == '-')
            use->number = -use->number;
    }
}

int32_t t2s_query_operator_of(const t2s_tree *tree, int32_t terminal)
{
    static const struct {
        const char *text;
        t2s_query_operator operator;
    } operators[] = {
        {"=", T2S_OPERATOR_EQUAL},       {"==", T2S_OPERATOR_EQUAL},
        {"!=", T2S_OPERATOR_NOT_EQUAL},  {"<>", T2S_OPERATOR_NOT_EQUAL},
        {"<", T2S_OPERATOR_LESS},        {"<=", T2S_OPERATOR_LESS_EQUAL},
        {">", T2S_OPERATOR_GREATER},     {">=", T2S_OPERATOR_GREATER_EQUAL},
        {"LIKE", T2S_OPERATOR_LIKE},     {"GLOB", T2S_OPERATOR_LIKE},
        {"REGEXP", T2S_OPERATOR_LIKE},   {"MATCH", T2S_OPERATOR_LIKE},
        {"IN", T2S_OPERATOR_IN},         {"BETWEEN", T2S_OPERATOR_BETWEEN},
        {"IS", T2S_OPERATOR_IS},         {"ISNULL", T2S_OPERATOR_IS},
        {"NULL", T2S_OPERATOR_IS}, /* x NOT NULL */
        {"NOTNULL", T2S_OPERATOR_IS},    {"EXISTS", T2S_OPERATOR_EXISTS},
        {"+", T2S_OPERATOR_ARITHMETIC},  {"-", T2S_OPERATOR_ARITHMETIC},
        {"*", T2S_OPERATOR_ARITHMETIC},  {"/", T2S_OPERATOR_ARITHMETIC},
        {"%", T2S_OPERATOR_ARITHMETIC},  {"||", T2S_OPERATOR_ARITHMETIC},
        {"&", T2S_OPERATOR_ARITHMETIC},  {"|", T2S_OPERATOR_ARITHMETIC},
        {"<<", T2S_OPERATOR_ARITHMETIC}, {">>", T2S_OPERATOR_ARITHMETIC},
    };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (t2s_sql_says(tree, terminal, operators[i].text))
            return (int32_t)operators[i].operator;
    return -1;
}

static void list_operator(t2s_query_reader *r, int32_t terminal)
{
    int32_t operator= t2s_query_operator_of(r->tree, terminal);
    if (t2s_sql_says(r->tree, terminal, "NOTNULL"))
        add(r, T2S_USES_NOT, terminal, T2S_NO_ITEM);
    if (operator>= 0)
        add(r, T2S_USES_OPERATOR, terminal, operator);
}

/* Whether AND, which an expr holds directly, is that of BETWEEN. */
static bool is_between(const t2s_query_reader *r, int32_t expr)
{
    int32_t second =
        r->tree->nodes[r->tree->nodes[expr].first_child].next_sibling;
    return t2s_sql_says(r->tree, second, "BETWEEN") ||
           (t2s_sql_says(r->tree, second, "NOT") &&
            t2s_sql_says(r->tree, r->tree->nodes[second].next_sibling,
                         "BETWEEN"));
}

/* A terminal that an expr holds directly. */
static void list_word(t2s_query_reader *r, int32_t terminal)
{
    int32_t expr = r->tree->nodes[terminal].parent;
    bool in_call = t2s_sql_is(r->tree, r->tree->nodes[expr].first_child,
                              T2S_RULE_function_name);
    if (in_call) {
        if (t2s_sql_says(r->tree, terminal, "*"))
            add(r, T2S_USES_STAR, terminal, T2S_NO_ITEM);
        else if (t2s_sql_says(r->tree, terminal, "DISTINCT"))
            add(r, T2S_USES_DISTINCT, terminal, T2S_NO_ITEM);
    } else if (t2s_sql_says(r->tree, terminal, "AND")) {
        if (!is_between(r, expr))
            add(r, T2S_USES_AND, terminal, T2S_NO_ITEM);
    } else if (t2s_sql_says(r->tree, terminal, "OR")) {
        add(r, T2S_USES_OR, terminal, T2S_NO_ITEM);
    } else if (t2s_sql_says(r->tree, terminal, "NOT")) {
        add(r, T2S_USES_NOT, terminal, T2S_NO_ITEM);
    } else if (t2s_sql_says(r->tree, terminal, "CAST")) {
        add(r, T2S_USES_FUNCTION, terminal, T2S_FUNCTION_OTHER);
    } else {
        list_operator(r, terminal);
    }
}

static void list_terminal(t2s_query_reader *r, int32_t node)
{
    int32_t parent = r->tree->nodes[node].parent;
    t2s_query_use *use;
    if (t2s_sql_is(r->tree, parent, T2S_RULE_expr)) {
        list_word(r, node);
    } else if (t2s_sql_is(r->tree, parent, T2S_RULE_literal_value)) {
        list_literal(r, node);
    } else if (t2s_sql_is(r->tree, parent, T2S_RULE_result_column)) {
        if (t2s_sql_says(r->tree, node, "*"))
            add(r, T2S_USES_STAR, parent, T2S_NO_ITEM);
    } else if (t2s_sql_is(r->tree, parent, T2S_RULE_select_core)) {
        if (t2s_sql_says(r->tree, node, "DISTINCT")) {
            r->query->scopes.at[r->places[node].scope].distinct = true;
            use = add(r, T2S_USES_DISTINCT, node, T2S_NO_ITEM);
            if (use)
                use->clause = T2S_CLAUSE_SELECT;
        }
    } else if (t2s_sql_is(r->tree, parent, T2S_RULE_asc_desc)) {
        if (t2s_sql_says(r->tree, node, "DESC"))
            add(r, T2S_USES_DESCENDING, node, T2S_NO_ITEM);
    } else if (t2s_sql_is(r->tree, parent, T2S_RULE_unary_operator)) {
        if (t2s_sql_says(r->tree, node, "NOT"))
            add(r, T2S_USES_NOT, node, T2S_NO_ITEM);
    } else if (t2s_sql_is(r->tree, parent, T2S_RULE_join_operator)) {
        if (t2s_sql_says(r->tree, node, "NATURAL"))
            r->query->scopes.at[r->places[node].scope].natural++;
    }
}

/* LIMIT n, LIMIT n OFFSET m, and LIMIT m, n. */
static void note_limit(t2s_query_reader *r, int32_t stmt)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t expr = nodes[nodes[stmt].first_child].next_sibling;
    t2s_query_scope *scope = &r->query->scopes.at[r->places[stmt].scope];
    const char *text;
    if (t2s_sql_says(r->tree, nodes[expr].next_sibling, ","))
        expr = nodes[stmt].last_child;
    if (!t2s_sql_is(r->tree, nodes[expr].first_child, T2S_RULE_literal_value))
        return;
    text = nodes[t2s_sql_terminal(r->tree, expr)].text;
    if (t2s_query_is_number(text)) {
        scope->has_limit_number = true;
        scope->limit = t2s_query_number(text);
    }
}

void t2s_query_list_node(t2s_query_reader *r, int32_t node)
{
    int32_t parent = r->tree->nodes[node].parent;
    if (t2s_tree_is_terminal(r->tree, node))
        list_terminal(r, node);
    else if (t2s_sql_is_column(r->tree, node))
        list_name(r, node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_table_or_subquery))
        list_relation(r, node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_function_name))
        add_named(r, T2S_USES_FUNCTION, node, function_index(r, node), node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_table_function_name))
        add_named(r, T2S_USES_FUNCTION, node, T2S_FUNCTION_OTHER, node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_column_name) &&
             t2s_sql_is(r->tree, parent, T2S_RULE_join_constraint))
        list_using(r, node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_table_name) &&
             t2s_sql_is(r->tree, parent, T2S_RULE_expr) &&
             !t2s_sql_is_column(r->tree, parent))
        list_in_table(r, node);
    else if (t2s_sql_is(r->tree, node, T2S_RULE_limit_stmt))
        note_limit(r, node);
}
