#include "facts/query.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "facts/column_names.h"

/* The expression behind an alias is taken up to so many nodes of it, and all of
 * them together up to so many. */
#define MAX_INSERTED     256
#define MAX_INSERTED_ALL 100000

/* Where a node stands. */
typedef struct place {
    int32_t scope; /* in the query's scopes, or -1 */
    t2s_query_clause clause;
    t2s_query_compound compound; /* of a select_stmt: the last operator */
} place;

typedef struct reader {
    const t2s_tree *tree;
    t2s_query *query;
    t2s_sql_scopes scopes;
    place *places;        /* for each node */
    const place *inserts; /* where an alias stands while what it stands for is
                             listed, or NULL */
    uint32_t inserts_at;
    size_t inserted;   /* nodes so far */
    int32_t relations; /* of .scopes, that stand before the node listed */
    bool failed;       /* memory was short */
} reader;

static bool is(const reader *r, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(r->tree, node, rule);
}

static bool says(const reader *r, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && r->tree->nodes[node].text &&
           t2s_casecmp(r->tree->nodes[node].text, word) == 0;
}

/* ------------------------------------------------------------- places */

static t2s_query_role role_at(const reader *r, int32_t stmt)
{
    int32_t parent = r->tree->nodes[stmt].parent;
    if (is(r, parent, T2S_RULE_common_table_expression))
        return T2S_ROLE_FROM;
    switch (r->places[parent].clause) {
    case T2S_CLAUSE_FROM:
        return T2S_ROLE_FROM;
    case T2S_CLAUSE_ON:
    case T2S_CLAUSE_WHERE:
    case T2S_CLAUSE_HAVING:
        return T2S_ROLE_CONDITION;
    default:
        return T2S_ROLE_OTHER;
    }
}

static void add_scope(reader *r, int32_t core)
{
    int32_t stmt = r->tree->nodes[core].parent;
    t2s_query_scope scope = {0};
    scope.parent = r->places[stmt].scope;
    scope.compound = r->places[stmt].compound;
    if (scope.parent >= 0)
        scope.depth = r->query->scopes.at[scope.parent].depth + 1;
    if (stmt != r->tree->root) {
        scope.role = role_at(r, stmt);
    } else if (scope.compound) {
        scope.role = T2S_ROLE_COMPOUND;
    } else {
        scope.role = T2S_ROLE_MAIN;
        r->query->main = (int32_t)r->query->scopes.count;
    }
    r->places[core].scope = (int32_t)r->query->scopes.count;
    r->places[core].clause = T2S_CLAUSE_NONE;
    if (!t2s_vector_push(&r->query->scopes, scope))
        r->failed = true;
}

static t2s_query_compound compound_operator(const reader *r, int32_t node)
{
    int32_t word = r->tree->nodes[node].first_child;
    if (says(r, word, "INTERSECT"))
        return T2S_COMPOUND_INTERSECT;
    return says(r, word, "EXCEPT") ? T2S_COMPOUND_EXCEPT : T2S_COMPOUND_UNION;
}

/* The clause that a node begins, or `outer`. */
static t2s_query_clause clause_of(const reader *r, int32_t node,
                                  t2s_query_clause outer)
{
    static const struct {
        t2s_sql_rule rule;
        t2s_query_clause clause;
    } clauses[] = {
        {T2S_RULE_select_stmt, T2S_CLAUSE_NONE},
        {T2S_RULE_result_clause, T2S_CLAUSE_SELECT},
        {T2S_RULE_from_clause, T2S_CLAUSE_FROM},
        {T2S_RULE_join_constraint, T2S_CLAUSE_ON},
        {T2S_RULE_where_clause, T2S_CLAUSE_WHERE},
        {T2S_RULE_group_by_clause, T2S_CLAUSE_GROUP},
        {T2S_RULE_limit_stmt, T2S_CLAUSE_LIMIT},
    };
    int32_t parent = r->tree->nodes[node].parent;
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (is(r, node, clauses[i].rule))
            return clauses[i].clause;
    if (is(r, node, T2S_RULE_order_by_stmt) &&
        is(r, parent, T2S_RULE_select_stmt))
        return T2S_CLAUSE_ORDER; /* that of a window is no clause */
    return outer;
}

static void set_place(reader *r, int32_t node)
{
    int32_t parent = r->tree->nodes[node].parent;
    place *at = &r->places[node];
    t2s_query_scope *scope;
    at->scope = parent == T2S_NO_NODE ? -1 : r->places[parent].scope;
    at->clause = parent == T2S_NO_NODE
                     ? T2S_CLAUSE_NONE
                     : clause_of(r, node, r->places[parent].clause);
    at->compound = T2S_NOT_COMPOUND;
    if (is(r, node, T2S_RULE_select_core)) {
        add_scope(r, node);
        return;
    }
    if (is(r, node, T2S_RULE_compound_operator))
        r->places[parent].compound = compound_operator(r, node);
    if (is(r, parent, T2S_RULE_select_stmt) &&
        (is(r, node, T2S_RULE_order_by_stmt) ||
         is(r, node, T2S_RULE_limit_stmt))) {
        int32_t core = t2s_sql_child(r->tree, parent, T2S_RULE_select_core);
        at->scope = r->places[core].scope;
    }
    /* HAVING stands in the middle of its node. */
    if (is(r, parent, T2S_RULE_group_by_clause) && says(r, node, "HAVING"))
        r->places[parent].clause = at->clause = T2S_CLAUSE_HAVING;
    if (at->scope < 0 || at->clause == T2S_CLAUSE_NONE)
        return;
    scope = &r->query->scopes.at[at->scope];
    /* The node of GROUP BY may hold HAVING alone. */
    if (!is(r, node, T2S_RULE_group_by_clause))
        scope->has[at->clause] = true;
    if (is(r, node, T2S_RULE_result_column))
        scope->selected++;
}

/* ------------------------------------------------------------- uses */

static t2s_query_use *add(reader *r, t2s_query_kind kind, int32_t node,
                          int32_t index)
{
    const t2s_node *at = &r->tree->nodes[node];
    const place *where = r->inserts ? r->inserts : &r->places[node];
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

static void set_text(reader *r, t2s_query_use *use, t2s_sql_word word)
{
    if (!use)
        return;
    use->text =
        word.at ? t2s_arena_strndup(&r->query->arena, word.at, word.n) : NULL;
    use->length = word.n;
    if (!use->text)
        r->failed = true;
}

static void add_named(reader *r, t2s_query_kind kind, int32_t node,
                      int32_t index, int32_t name)
{
    set_text(r, add(r, kind, node, index), t2s_sql_unquoted(&r->scopes, name));
}

static void list_node(reader *r, int32_t node);

/* The node behind `node` and all below it, within the tree below `top`. */
static int32_t after(const t2s_tree *tree, int32_t top, int32_t node)
{
    while (node != top && tree->nodes[node].next_sibling == T2S_NO_NODE)
        node = tree->nodes[node].parent;
    return node == top ? T2S_NO_NODE : tree->nodes[node].next_sibling;
}

/* Lists what an expression uses as if it stood at `node`. Aliases in it are
 * not followed in their turn, so that this nests no deeper. */
static void insert(reader *r, int32_t node, int32_t expression)
{
    int32_t at = expression;
    r->inserts = &r->places[node];
    r->inserts_at = r->tree->nodes[node].begin;
    for (int i = 0; i < MAX_INSERTED && at != T2S_NO_NODE; i++) {
        bool skip = is(r, at, T2S_RULE_select_stmt);
        if (r->inserted++ >= MAX_INSERTED_ALL)
            break;
        if (!skip)
            list_node(r, at);
        at = skip ? after(r->tree, expression, at)
                  : t2s_tree_next(r->tree, expression, at);
    }
    r->inserts = NULL;
}

/* An expr that is a column's name. */
static void list_name(reader *r, int32_t expr)
{
    int32_t last = r->tree->nodes[expr].last_child;
    const char *spelled = r->tree->nodes[t2s_sql_terminal(r->tree, last)].text;
    bool is_lone = r->tree->nodes[expr].first_child == last;
    t2s_resolved_name found = t2s_resolve_name(&r->scopes, expr);
    if (found.expression != T2S_NO_NODE) {
        if (!r->inserts)
            insert(r, expr, found.expression);
    } else if (found.column != T2S_NO_ITEM) {
        add_named(r, T2S_USES_COLUMN, expr, found.column, last);
    } else {
        add_named(
            r, is_lone && spelled[0] == '"' ? T2S_USES_TEXT : T2S_USES_UNKNOWN,
            expr, T2S_NO_ITEM, last);
    }
}

/* A column in USING: that of a table before, equal to that of the table. */
static void list_using(reader *r, int32_t name)
{
    int32_t scope = r->scopes.scope_of[name];
    t2s_sql_word word = t2s_sql_unquoted(&r->scopes, name);
    int32_t first = T2S_NO_ITEM, last = T2S_NO_ITEM;
    t2s_query_use *use;
    for (int32_t i = scope < 0 ? -1 : r->scopes.scopes.at[scope].first;
         i >= 0 && i < r->relations; i = r->scopes.relations.at[i].next) {
        int32_t column = t2s_sql_spend(&r->scopes)
                             ? t2s_resolve_name_in(&r->scopes, i, word)
                             : T2S_NO_ITEM;
        if (column == T2S_NO_ITEM)
            continue;
        if (first == T2S_NO_ITEM)
            first = column;
        else
            last = column;
    }
    use = add(r, first == T2S_NO_ITEM ? T2S_USES_UNKNOWN : T2S_USES_COLUMN,
              name, first);
    set_text(r, use, word);
    if (last == T2S_NO_ITEM)
        return;
    use = add(r, T2S_USES_OPERATOR, name, T2S_OPERATOR_EQUAL);
    if (use)
        use->begin = use->end;
    use = add(r, T2S_USES_COLUMN, name, last);
    if (use)
        use->begin = use->end;
    set_text(r, use, word);
}

/* One of the things in FROM. */
static void list_relation(reader *r, int32_t node)
{
    const t2s_sql_relation *relation;
    int32_t name = t2s_sql_child(r->tree, node, T2S_RULE_table_name);
    if (name == T2S_NO_NODE &&
        t2s_sql_child(r->tree, node, T2S_RULE_select_stmt) == T2S_NO_NODE &&
        t2s_sql_child(r->tree, node, T2S_RULE_table_function_name) ==
            T2S_NO_NODE) {
        /* What stands in parentheses is a relation where it has an alias. */
        if (t2s_sql_child(r->tree, node, T2S_RULE_table_alias) != T2S_NO_NODE)
            r->relations++;
        return;
    }
    relation = &r->scopes.relations.at[r->relations++];
    r->query->scopes.at[r->places[node].scope].relations++;
    if (name != T2S_NO_NODE && relation->origin == T2S_FROM_TABLE)
        add_named(r, T2S_USES_TABLE, name, relation->table, name);
}

/* x IN table */
static void list_in_table(reader *r, int32_t name)
{
    t2s_sql_word word = t2s_sql_unquoted(&r->scopes, name);
    int32_t table =
        r->scopes.schema && word.at
            ? t2s_schema_find_table(r->scopes.schema, word.at, word.n)
            : T2S_NO_ITEM;
    add_named(r, T2S_USES_TABLE, name, table, name);
}

static int32_t function_index(const reader *r, int32_t name)
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
        arguments += is(r, at, T2S_RULE_expr);
    /* Those of several arguments choose among them, and aggregate nothing. */
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (says(r, word, functions[i].name) && arguments < 2)
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
        if (*text < '0' || *text > '9')
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
static bool is_escape(const reader *r, int32_t expr)
{
    int32_t parent = r->tree->nodes[expr].parent;
    bool escape = false;
    /* Only operators end in an operand: there are few children to go over. */
    if (!is(r, parent, T2S_RULE_expr) ||
        r->tree->nodes[parent].last_child != expr)
        return false;
    t2s_tree_for_each_child (r->tree, parent, child)
        escape |= says(r, child, "ESCAPE");
    return escape;
}

/* The expr that is `expr` with a sign before it, or T2S_NO_NODE. */
static int32_t signed_expression(const reader *r, int32_t expr)
{
    int32_t parent = r->tree->nodes[expr].parent, sign;
    if (!is(r, parent, T2S_RULE_expr))
        return T2S_NO_NODE;
    sign = r->tree->nodes[parent].first_child;
    return is(r, sign, T2S_RULE_unary_operator) &&
                   strchr(
                       "+-",
                       r->tree->nodes[t2s_sql_terminal(r->tree, sign)].text[0])
               ? parent
               : T2S_NO_NODE;
}

static void list_literal(reader *r, int32_t terminal)
{
    const char *text = r->tree->nodes[terminal].text;
    int32_t expr = r->tree->nodes[r->tree->nodes[terminal].parent].parent;
    int32_t with_sign = signed_expression(r, expr);
    t2s_query_use *use;
    if (text[0] == '\'' && !is_escape(r, expr)) {
        add_named(r, T2S_USES_TEXT, terminal, T2S_NO_ITEM, terminal);
    } else if ((text[0] >= '0' && text[0] <= '9') || text[0] == '.') {
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

static void list_operator(reader *r, int32_t terminal)
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
    if (says(r, terminal, "NOTNULL"))
        add(r, T2S_USES_NOT, terminal, T2S_NO_ITEM);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (says(r, terminal, operators[i].text)) {
            add(r, T2S_USES_OPERATOR, terminal, (int32_t)operators[i].operator);
            return;
        }
}

/* Whether AND, which an expr holds directly, is that of BETWEEN. */
static bool is_between(const reader *r, int32_t expr)
{
    int32_t second =
        r->tree->nodes[r->tree->nodes[expr].first_child].next_sibling;
    return says(r, second, "BETWEEN") ||
           (says(r, second, "NOT") &&
            says(r, r->tree->nodes[second].next_sibling, "BETWEEN"));
}

/* A terminal that an expr holds directly. */
static void list_word(reader *r, int32_t terminal)
{
    int32_t expr = r->tree->nodes[terminal].parent;
    bool in_call =
        is(r, r->tree->nodes[expr].first_child, T2S_RULE_function_name);
    if (in_call) {
        if (says(r, terminal, "*"))
            add(r, T2S_USES_STAR, terminal, T2S_NO_ITEM);
        else if (says(r, terminal, "DISTINCT"))
            add(r, T2S_USES_DISTINCT, terminal, T2S_NO_ITEM);
    } else if (says(r, terminal, "AND")) {
        if (!is_between(r, expr))
            add(r, T2S_USES_AND, terminal, T2S_NO_ITEM);
    } else if (says(r, terminal, "OR")) {
        add(r, T2S_USES_OR, terminal, T2S_NO_ITEM);
    } else if (says(r, terminal, "NOT")) {
        add(r, T2S_USES_NOT, terminal, T2S_NO_ITEM);
    } else if (says(r, terminal, "CAST")) {
        add(r, T2S_USES_FUNCTION, terminal, T2S_FUNCTION_OTHER);
    } else {
        list_operator(r, terminal);
    }
}

static void list_terminal(reader *r, int32_t node)
{
    int32_t parent = r->tree->nodes[node].parent;
    t2s_query_use *use;
    if (is(r, parent, T2S_RULE_expr)) {
        list_word(r, node);
    } else if (is(r, parent, T2S_RULE_literal_value)) {
        list_literal(r, node);
    } else if (is(r, parent, T2S_RULE_result_column)) {
        if (says(r, node, "*"))
            add(r, T2S_USES_STAR, parent, T2S_NO_ITEM);
    } else if (is(r, parent, T2S_RULE_select_core)) {
        if (says(r, node, "DISTINCT")) {
            r->query->scopes.at[r->places[node].scope].distinct = true;
            use = add(r, T2S_USES_DISTINCT, node, T2S_NO_ITEM);
            if (use)
                use->clause = T2S_CLAUSE_SELECT;
        }
    } else if (is(r, parent, T2S_RULE_asc_desc)) {
        if (says(r, node, "DESC"))
            add(r, T2S_USES_DESCENDING, node, T2S_NO_ITEM);
    } else if (is(r, parent, T2S_RULE_unary_operator)) {
        if (says(r, node, "NOT"))
            add(r, T2S_USES_NOT, node, T2S_NO_ITEM);
    } else if (is(r, parent, T2S_RULE_join_operator)) {
        if (says(r, node, "NATURAL"))
            r->query->scopes.at[r->places[node].scope].natural++;
    }
}

/* LIMIT n, LIMIT n OFFSET m, and LIMIT m, n. */
static void note_limit(reader *r, int32_t stmt)
{
    const t2s_node *nodes = r->tree->nodes;
    int32_t expr = nodes[nodes[stmt].first_child].next_sibling;
    t2s_query_scope *scope = &r->query->scopes.at[r->places[stmt].scope];
    const char *text;
    if (says(r, nodes[expr].next_sibling, ","))
        expr = nodes[stmt].last_child;
    if (!is(r, nodes[expr].first_child, T2S_RULE_literal_value))
        return;
    text = nodes[t2s_sql_terminal(r->tree, expr)].text;
    if ((text[0] >= '0' && text[0] <= '9') || text[0] == '.') {
        scope->has_limit_number = true;
        scope->limit = t2s_query_number(text);
    }
}

static void list_node(reader *r, int32_t node)
{
    int32_t parent = r->tree->nodes[node].parent;
    if (t2s_tree_is_terminal(r->tree, node))
        list_terminal(r, node);
    else if (t2s_is_column_name(r->tree, node))
        list_name(r, node);
    else if (is(r, node, T2S_RULE_table_or_subquery))
        list_relation(r, node);
    else if (is(r, node, T2S_RULE_function_name))
        add_named(r, T2S_USES_FUNCTION, node, function_index(r, node), node);
    else if (is(r, node, T2S_RULE_table_function_name))
        add_named(r, T2S_USES_FUNCTION, node, T2S_FUNCTION_OTHER, node);
    else if (is(r, node, T2S_RULE_column_name) &&
             is(r, parent, T2S_RULE_join_constraint))
        list_using(r, node);
    else if (is(r, node, T2S_RULE_table_name) && is(r, parent, T2S_RULE_expr) &&
             !t2s_is_column_name(r->tree, parent))
        list_in_table(r, node);
    else if (is(r, node, T2S_RULE_limit_stmt))
        note_limit(r, node);
}

static t2sed_status read(reader *r, const t2sed_schema *schema,
                         t2sed_error *err)
{
    const t2s_tree *tree = r->tree;
    t2sed_status status = t2s_sql_scopes_find(&r->scopes, tree, schema, err);
    if (status)
        return status;
    r->places = t2s_alloc_array(tree->count, sizeof *r->places);
    if (!r->places)
        return t2s_fail_memory(err);
    for (int32_t node = tree->root; node != T2S_NO_NODE && !r->failed;
         node = t2s_tree_next(tree, tree->root, node))
        set_place(r, node);
    for (int32_t node = tree->root;
         node != T2S_NO_NODE && !r->failed && r->scopes.work > 0;
         node = t2s_tree_next(tree, tree->root, node)) {
        r->query->tokens += t2s_tree_is_terminal(tree, node);
        list_node(r, node);
    }
    if (r->failed || r->scopes.failed)
        return t2s_fail_memory(err);
    if (r->scopes.work == 0)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "SQL: the names in the query refer to each other in "
                        "too many ways to be followed");
    return T2SED_OK;
}

t2sed_status t2s_query_read(t2s_query *query, const t2sed_sql *sql,
                            const t2sed_schema *schema, t2sed_error *err)
{
    t2s_query made = {0};
    reader r = {.tree = &sql->full, .query = &made};
    t2sed_status status = read(&r, schema, err);
    t2s_sql_scopes_free(&r.scopes);
    t2s_free(r.places);
    if (status)
        t2s_query_free(&made);
    else
        *query = made;
    return status;
}

void t2s_query_free(t2s_query *query)
{
    t2s_vector_free(&query->uses);
    t2s_vector_free(&query->scopes);
    t2s_arena_free(&query->arena);
}

bool t2s_query_is_ordered(const t2s_query *query)
{
    for (size_t i = 0; i < query->scopes.count; i++)
        if (query->scopes.at[i].has[T2S_CLAUSE_ORDER])
            return true;
    return false;
}
