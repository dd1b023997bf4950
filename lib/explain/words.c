/* Expressions and conditions in words. */
#include <stdarg.h>
#include <string.h>

#include "explain/explain.h"

/* Expressions nested deeper are quoted. */
#define MAX_DEPTH 24
/* Expressions compared with each other, when equal ones are said once. */
#define MAX_COLLECTED 64
void t2s_say(t2s_explainer *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (; *format; format++) {
        if (*format != '%') {
            t2s_string_append_char(&e->text, *format);
        } else if (*++format == 's') {
            t2s_string_append(&e->text, va_arg(arguments, const char *));
        } else {
            int32_t node = va_arg(arguments, int32_t);
            (*format == 'v'   ? t2s_say_value
             : *format == 'o' ? t2s_say_operand
             : *format == 'c' ? t2s_say_condition
             : *format == 'n' ? t2s_say_name
             : *format == 'r' ? t2s_say_relation
             : *format == 'q' ? t2s_say_sql
                              : t2s_say_step)(e, node);
        }
    }
    va_end(arguments);
}

void t2s_explain_push(t2s_explainer *e, t2s_nodes *list, int32_t node)
{
    if (!t2s_vector_push(list, node))
        e->failed = true;
}

static void use_step(t2s_explainer *e, int32_t step)
{
    if (!t2s_vector_push(&e->uses, (size_t)step - 1))
        e->failed = true;
}

void t2s_say_step(t2s_explainer *e, int32_t step)
{
    t2s_string_append_format(&e->text, "step %d", (int)step);
    use_step(e, step);
}

void t2s_explain_span(t2s_explainer *e, int32_t node)
{
    t2sed_span span;
    if (node == T2S_NO_NODE)
        return;
    span.begin = e->tree->nodes[node].begin;
    span.end = e->tree->nodes[node].end;
    if (!t2s_vector_push(&e->spans, span))
        e->failed = true;
}

/* The SQL of a node, its terminals parted as they are in the query. */
static void say_sql(t2s_explainer *e, int32_t top)
{
    uint32_t end = 0;
    t2s_tree_for_each (e->tree, top, node) {
        const t2s_node *at = &e->tree->nodes[node];
        if (t2s_sql_is(e->tree, node, T2S_RULE_select_stmt) &&
            e->result[node] > 0)
            use_step(e, e->result[node]);
        if (at->label)
            continue;
        if (end && at->begin > end)
            t2s_say(e, " ");
        t2s_string_append_n(&e->text, at->text, at->text_length);
        end = at->end;
    }
}

void t2s_say_sql(t2s_explainer *e, int32_t node)
{
    t2s_say(e, "`");
    say_sql(e, node);
    t2s_say(e, "`");
}

/* --------------------------------------------------------------- operations */

/* How an operator is said. */
typedef enum t2s_form {
    CHAIN,      /* of AND, OR */
    COMPARISON, /* left words right */
    PATTERN,
    BETWEEN,
    MEMBER, /* of IN */
    NULLNESS,
    IDENTITY, /* IS, which may be NULL's test */
    ARITHMETIC,
    COLLATION
} t2s_form;

static const struct operator_words {
    const char *operator;
    t2s_form form;
    const char *words;
} operators[] = {
    {"AND", CHAIN, " and "},
    {"OR", CHAIN, " or "},
    {"=", COMPARISON, "equals"},
    {"==", COMPARISON, "equals"},
    {"!=", COMPARISON, "not equals"},
    {"<>", COMPARISON, "not equals"},
    {"<", COMPARISON, "less than"},
    {"<=", COMPARISON, "less than or equals"},
    {">", COMPARISON, "greater than"},
    {">=", COMPARISON, "greater than or equals"},
    {"LIKE", PATTERN, "the pattern"},
    {"GLOB", PATTERN, "the glob pattern"},
    {"REGEXP", PATTERN, "the regular expression"},
    {"MATCH", PATTERN, "the search"},
    {"BETWEEN", BETWEEN, ""},
    {"IN", MEMBER, ""},
    {"IS", IDENTITY, ""},
    {"ISNULL", NULLNESS, "has no value"},
    {"NOTNULL", NULLNESS, "has a value"},
    {"NULL", NULLNESS, "has a value"}, /* NOT NULL */
    {"+", ARITHMETIC, " plus "},
    {"-", ARITHMETIC, " minus "},
    {"*", ARITHMETIC, " times "},
    {"/", ARITHMETIC, " divided by "},
    {"%", ARITHMETIC, " modulo "},
    {"||", ARITHMETIC, " joined with "},
    {"COLLATE", COLLATION, ""},
};

/* An expr with an operator behind its first operand. */
typedef struct operation {
    const struct operator_words *how;
    int32_t left, right, last; /* right: what stands behind the operator */
    bool negated;              /* by NOT before or behind the operator */
} operation;

static bool is_operation(operation *out, const t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t at;
    if (!t2s_sql_is(tree, expr, T2S_RULE_expr))
        return false;
    out->left = t2s_sql_first(tree, expr);
    at = t2s_sql_next(tree, out->left);
    if (!t2s_sql_is(tree, out->left, T2S_RULE_expr) || at == T2S_NO_NODE ||
        !tree->nodes[at].text)
        return false;
    out->negated = t2s_sql_says(tree, at, "NOT");
    if (out->negated)
        at = t2s_sql_next(tree, at);
    out->how = NULL;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (t2s_sql_says(tree, at, operators[i].operator))
            out->how = &operators[i];
    if (!out->how)
        return false;
    out->right = t2s_sql_next(tree, at);
    out->last = tree->nodes[expr].last_child;
    while (out->right != T2S_NO_NODE && tree->nodes[out->right].text) {
        out->negated ^= t2s_sql_says(tree, out->right, "NOT") ||
                        t2s_sql_says(tree, out->right, "DISTINCT");
        out->right = t2s_sql_next(tree, out->right);
    }
    return true;
}

void t2s_explain_operands(t2s_explainer *e, t2s_nodes *list, int32_t expr,
                          const char *word)
{
    /* a AND (b AND c) is one chain, a - (b - c) is none. */
    bool passes = t2s_is_one_of(word, strlen(word), "and or");
    t2s_nodes open = {0};
    t2s_explain_push(e, &open, expr);
    while (open.count > 0) {
        int32_t top = open.at[--open.count];
        int32_t at = passes || top == expr ? t2s_sql_bare(e->tree, top) : top;
        operation o;
        if (!is_operation(&o, e, at) || strcmp(o.how->operator, word) != 0) {
            t2s_explain_push(e, list, top);
        } else {
            t2s_explain_push(e, &open, o.right);
            t2s_explain_push(e, &open, o.left);
        }
    }
    t2s_vector_free(&open);
}

static bool is_condition(const t2s_explainer *e, int32_t expr)
{
    int32_t first = t2s_sql_first(e->tree, expr);
    operation o;
    if (t2s_sql_says(e->tree, first, "EXISTS"))
        return true;
    if (t2s_sql_is(e->tree, first, T2S_RULE_unary_operator))
        return t2s_sql_says(e->tree, t2s_sql_first(e->tree, first), "NOT");
    return is_operation(&o, e, expr) && o.how->form != ARITHMETIC &&
           o.how->form != COLLATION;
}

/* The select_stmt in parentheses that an expr is, or holds behind EXISTS. */
static int32_t subquery(const t2s_explainer *e, int32_t expr)
{
    return t2s_sql_is(e->tree, expr, T2S_RULE_expr)
               ? t2s_sql_child(e->tree, expr, T2S_RULE_select_stmt)
               : T2S_NO_NODE;
}

static void say_results(t2s_explainer *e, int32_t statement, const char *before)
{
    t2s_say(e, "%s%p", before, e->result[statement]);
    if (e->outer[statement]) {
        t2s_say(e, " for that row");
        /* Of a row around this query too? Then it depends on it as well. */
        t2s_explain_note_outer(e, e->tree->nodes[statement].parent,
                               e->outer[statement] - 1);
    }
}

static bool is_compound(const t2s_explainer *e, int32_t expr)
{
    operation o;
    return is_operation(&o, e, expr) || is_condition(e, expr);
}

void t2s_say_operand(t2s_explainer *e, int32_t expr)
{
    int32_t bare = t2s_sql_bare(e->tree, expr);
    t2s_say(e, is_compound(e, bare) ? "(%v)" : "%v", bare);
}

/* An operand of arithmetic, so that "the sum of a plus b" can't be. */
static void say_term(t2s_explainer *e, int32_t expr)
{
    int32_t bare = t2s_sql_bare(e->tree, expr);
    bool open = is_compound(e, bare) || t2s_sql_function(e->tree, bare) ||
                t2s_sql_says(e->tree, t2s_sql_first(e->tree, bare), "CAST");
    t2s_say(e, open ? "(%v)" : "%v", bare);
}

static void say_chain(t2s_explainer *e, int32_t expr, const operation *o,
                      void (*say)(t2s_explainer *, int32_t))
{
    t2s_nodes list = {0};
    t2s_explain_operands(e, &list, expr, o->how->operator);
    for (size_t i = 0; i < list.count; i++) {
        t2s_say(e, "%s", i ? o->how->words : "");
        say(e, list.at[i]);
    }
    t2s_vector_free(&list);
}

/* An operand of AND and OR, which are not mixed without parentheses. */
static void say_part(t2s_explainer *e, int32_t expr)
{
    operation o;
    int32_t bare = t2s_sql_bare(e->tree, expr);
    bool open = is_operation(&o, e, bare) && o.how->form == CHAIN;
    t2s_say(e, open ? "(%c)" : "%c", bare);
}

static void say_pattern(t2s_explainer *e, const operation *o)
{
    static const char *const plain[] = {"equals in any letter case",
                                        "ends with", "starts with", "contains"};
    static const char *const negated[] = {
        "not equals in any letter case", "does not end with",
        "does not start with", "does not contain"};
    const bool is_like = strcmp(o->how->operator, "LIKE") == 0;
    t2s_sql_word text = {NULL, 0};
    if (is_like && o->right == o->last &&
        t2s_explain_is_text(e, o->right, &text)) {
        bool before = text.n > 1 && text.at[0] == '%';
        bool behind = text.n > 1 + (size_t)before && text.at[text.n - 1] == '%';
        t2s_sql_word inner = {text.at + before, text.n - before - behind};
        if (!memchr(inner.at, '%', inner.n) &&
            !memchr(inner.at, '_', inner.n)) {
            size_t which = (size_t)before + 2 * (size_t)behind;
            t2s_say(e, "%s ", o->negated ? negated[which] : plain[which]);
            t2s_say_text(e, inner);
            return;
        }
    }
    t2s_say(e, "%s%s %v", o->negated ? "does not match " : "matches ",
            o->how->words, o->right);
    if (o->right != o->last)
        t2s_say(e, " with the escape character %v", o->last);
}

static void say_member(t2s_explainer *e, const operation *o)
{
    int32_t statement = subquery(e, o->right);
    t2s_say(e, o->negated ? "not one of " : "one of ");
    if (statement != T2S_NO_NODE) {
        say_results(e, statement, "the results of ");
    } else if (t2s_sql_is(e->tree, o->right, T2S_RULE_expr)) {
        if (t2s_say_exprs(e, o->right, " or ") == 0)
            t2s_say(e, "no values");
    } else if (o->right == o->last &&
               t2s_sql_is(e->tree, o->right, T2S_RULE_table_name)) {
        int32_t table = t2s_sql_find_cte(
            &e->scopes, o->right, t2s_sql_unquoted(&e->scopes, o->right));
        statement = t2s_sql_child(e->tree, table, T2S_RULE_select_stmt);
        if (statement != T2S_NO_NODE && e->result[statement] > 0) {
            say_results(e, statement, "the results of ");
        } else {
            t2s_say(e, "the rows of %n", o->right);
        }
    } else { /* a table of another database, a function of tables */
        t2s_say(e, "the rows of `");
        for (int32_t at = o->right; at != T2S_NO_NODE;
             at = e->tree->nodes[at].next_sibling)
            say_sql(e, at);
        t2s_say(e, "`");
    }
}

static void say_behind(t2s_explainer *e, const operation *o)
{
    switch (o->how->form) {
    case COMPARISON:
        if (e->group_step > 0 &&
            t2s_explain_is_aggregate(e, t2s_sql_bare(e->tree, o->left)))
            t2s_say(e, "is ");
        t2s_say(e, "%s %o", o->how->words, o->right);
        break;
    case PATTERN:
        say_pattern(e, o);
        break;
    case BETWEEN:
        t2s_say(e, "%s%o and %o",
                o->negated ? "not between " : "equals or between ", o->right,
                o->last);
        break;
    case MEMBER:
        say_member(e, o);
        break;
    case NULLNESS:
        t2s_say(e, "%s", o->how->words);
        break;
    default: /* IDENTITY */
        if (t2s_sql_literal(e->tree, o->right) &&
            t2s_casecmp(t2s_sql_literal(e->tree, o->right), "NULL") == 0) {
            t2s_say(e, o->negated ? "has a value" : "has no value");
            break;
        }
        t2s_say(e, "%s%o", o->negated ? "is not " : "is ", o->right);
    }
}

static void say_condition(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t first = t2s_sql_first(tree, expr), statement = subquery(e, expr);
    operation o;
    if (is_operation(&o, e, expr) && o.how->form == CHAIN) {
        say_chain(e, expr, &o, say_part);
    } else if (is_condition(e, expr) && is_operation(&o, e, expr)) {
        e->is_whose = true; /* "whose corresponding value" */
        t2s_say_operand(e, o.left);
        e->is_whose = false;
        t2s_say(e, " ");
        say_behind(e, &o);
    } else if (t2s_sql_says(tree, first, "EXISTS")) {
        say_results(e, statement, "there are rows in the results of ");
    } else if (is_condition(e, expr)) { /* NOT */
        int32_t inner = t2s_sql_bare(tree, t2s_sql_next(tree, first));
        if (t2s_sql_says(tree, t2s_sql_first(tree, inner), "EXISTS")) {
            say_results(e, subquery(e, inner),
                        "there is no row in the results of ");
            return;
        }
        t2s_say(e, "not (%c)", inner);
    } else {
        t2s_say(e, "%v is true", expr);
    }
}

void t2s_say_condition(t2s_explainer *e, int32_t expr)
{
    if (e->depth >= MAX_DEPTH) {
        t2s_say_sql(e, expr);
        return;
    }
    e->depth++;
    say_condition(e, t2s_sql_bare(e->tree, expr));
    e->depth--;
}

bool t2s_explain_is_possessive(t2s_explainer *e, int32_t condition)
{
    operation o;
    int32_t expr = t2s_sql_bare(e->tree, condition), left;
    t2s_sql_word text;
    if (!is_operation(&o, e, expr) || !is_condition(e, expr))
        return false;
    left = t2s_sql_bare(e->tree, o.left);
    return (t2s_sql_is_column(e->tree, left) &&
            !t2s_explain_is_text(e, left, &text)) ||
           t2s_explain_is_aggregate(e, left);
}

/* ------------------------------------------------------------------- values */

size_t t2s_say_exprs(t2s_explainer *e, int32_t parent, const char *last)
{
    t2s_nodes list = {0};
    size_t count;
    t2s_tree_for_each_child (e->tree, parent, child)
        if (t2s_sql_is(e->tree, child, T2S_RULE_expr))
            t2s_explain_push(e, &list, child);
    t2s_say_list(e, &list, last);
    count = list.count;
    t2s_vector_free(&list);
    return count;
}

void t2s_say_list(t2s_explainer *e, const t2s_nodes *list, const char *last)
{
    for (size_t i = 0; i < list->count; i++) {
        t2s_say(e, "%s%v",
                i == 0                ? ""
                : i + 1 < list->count ? ", "
                                      : last,
                list->at[i]);
    }
}

static void say_literal(t2s_explainer *e, int32_t expr, const char *text)
{
    t2s_sql_word word;
    if (t2s_explain_is_text(e, expr, &word))
        t2s_say_text(e, word);
    else if (t2s_is_one_of(text, strlen(text), "current_date"))
        t2s_say(e, "the current date");
    else if (t2s_is_one_of(text, strlen(text), "current_time"))
        t2s_say(e, "the current time");
    else if (t2s_is_one_of(text, strlen(text), "current_timestamp"))
        t2s_say(e, "the current date and time");
    else
        t2s_say(e, "%s", text);
}

/* CASE [operand] WHEN ... THEN ... [ELSE ...] END */
static void say_case(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t operand = T2S_NO_NODE, when = T2S_NO_NODE;
    const char *between = "";
    bool has_else = false;
    t2s_say(e, "(");
    t2s_tree_for_each_child (tree, expr, at) {
        if (!t2s_sql_is(tree, at, T2S_RULE_expr)) {
            between = tree->nodes[at].text;
            continue;
        }
        if (t2s_casecmp(between, "CASE") == 0) {
            operand = at;
        } else if (t2s_casecmp(between, "WHEN") == 0) {
            when = at;
        } else if (t2s_casecmp(between, "THEN") == 0) {
            t2s_say(e, "%v if ", at);
            if (operand != T2S_NO_NODE)
                t2s_say(e, "%o equals %o, ", operand, when);
            else
                t2s_say(e, "%c, ", when);
        } else {
            has_else = true;
            t2s_say(e, "otherwise %v", at);
        }
    }
    t2s_say(e, has_else ? ")" : "otherwise NULL)");
}

/* '-', '+', '~' before an operand. */
static void say_unary(t2s_explainer *e, int32_t expr)
{
    int32_t first = t2s_sql_first(e->tree, expr);
    int32_t inner = t2s_sql_next(e->tree, first);
    const char *sign = e->tree->nodes[t2s_sql_terminal(e->tree, first)].text;
    if (sign[0] == '~') {
        t2s_say_sql(e, expr);
        return;
    }
    if (sign[0] == '-')
        t2s_say(e, t2s_sql_literal(e->tree, inner) ? "-" : "minus ");
    t2s_say_operand(e, inner);
}

/* (...): a query, a value, a row of values. */
static void say_parentheses(t2s_explainer *e, int32_t expr)
{
    int32_t statement = subquery(e, expr);
    bool is_row = t2s_sql_in_parentheses(e->tree, expr) == T2S_NO_NODE;
    if (statement != T2S_NO_NODE) {
        say_results(e, statement, "the results of ");
        return;
    }
    t2s_say(e, is_row ? "(" : "");
    t2s_say_exprs(e, expr, ", ");
    t2s_say(e, is_row ? ")" : "");
}

static void say_value(t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    int32_t first = t2s_sql_first(tree, expr);
    const char *literal = t2s_sql_literal(tree, expr);
    operation o;
    if (t2s_sql_is_column(tree, expr)) {
        t2s_say_column(e, expr);
    } else if (literal) {
        say_literal(e, expr, literal);
    } else if (t2s_sql_is(tree, first, T2S_RULE_function_name)) {
        t2s_say_call(e, expr);
    } else if (is_condition(e, expr)) {
        t2s_say(e, "whether ");
        say_condition(e, expr);
    } else if (is_operation(&o, e, expr)) {
        if (o.how->form == ARITHMETIC)
            say_chain(e, expr, &o, say_term);
        else /* COLLATION */
            t2s_say(e, "%v (compared by %n)", o.left, o.right);
    } else if (t2s_sql_says(tree, first, "(")) {
        say_parentheses(e, expr);
    } else if (t2s_sql_is(tree, first, T2S_RULE_unary_operator)) {
        say_unary(e, expr);
    } else if (t2s_sql_says(tree, first, "CASE")) {
        say_case(e, expr);
    } else if (t2s_sql_says(tree, first, "CAST")) {
        int32_t inner = t2s_sql_child(tree, expr, T2S_RULE_expr);
        int32_t type = t2s_sql_child(tree, expr, T2S_RULE_type_name);
        t2s_say(e, "%o turned into ", inner);
        if (type != T2S_NO_NODE)
            say_sql(e, type);
        else
            t2s_say(e, "a number");
    } else if (first != T2S_NO_NODE && tree->nodes[first].text &&
               tree->nodes[first].next_sibling == T2S_NO_NODE) {
        t2s_say(e, "the parameter %s", tree->nodes[first].text);
    } else {
        t2s_say_sql(e, expr);
    }
}

void t2s_say_value(t2s_explainer *e, int32_t expr)
{
    if (e->length + e->text.length > T2S_EXPLAIN_MAX_TEXT)
        return; /* t2s_explain_query fails */
    if (e->depth >= MAX_DEPTH) {
        t2s_say_sql(e, expr);
        return;
    }
    e->depth++;
    say_value(e, expr);
    e->depth--;
}

/* --------------------------------------------------------------- comparison */

bool t2s_explain_same(t2s_explainer *e, int32_t a, int32_t b)
{
    const t2s_tree *tree = e->tree;
    int32_t at = a = t2s_sql_bare(tree, a), other = b = t2s_sql_bare(tree, b);
    if (t2s_sql_is_column(tree, a) && t2s_sql_is_column(tree, b)) {
        t2s_sql_name one = t2s_sql_find_name(&e->scopes, a);
        t2s_sql_name two = t2s_sql_find_name(&e->scopes, b);
        if (one.column != T2S_NO_ITEM || two.column != T2S_NO_ITEM)
            return one.column == two.column && one.relation == two.relation;
    }
    for (;
         at != T2S_NO_NODE && other != T2S_NO_NODE && t2s_sql_spend(&e->scopes);
         at = t2s_tree_next(tree, a, at),
         other = t2s_tree_next(tree, b, other)) {
        const t2s_node *x = &tree->nodes[at], *y = &tree->nodes[other];
        if (x->label != y->label ||
            (x->text && (x->text[0] == '\'' ? strcmp(x->text, y->text)
                                            : t2s_casecmp(x->text, y->text))))
            return false;
    }
    return at == T2S_NO_NODE && other == T2S_NO_NODE;
}

void t2s_explain_collect(t2s_explainer *e, t2s_nodes *list, int32_t top,
                         bool (*is)(const t2s_explainer *, int32_t))
{
    int32_t node = top;
    while (node != T2S_NO_NODE) {
        size_t i = 0;
        if (t2s_sql_is(e->tree, node, T2S_RULE_select_stmt)) {
            node = t2s_tree_after(e->tree, top, node);
            continue;
        }
        if (t2s_sql_is(e->tree, node, T2S_RULE_expr) && is(e, node)) {
            while (i < list->count && i < MAX_COLLECTED &&
                   !t2s_explain_same(e, node, list->at[i]))
                i++;
            if (i == list->count || i == MAX_COLLECTED)
                t2s_explain_push(e, list, node);
            node = t2s_tree_after(e->tree, top, node);
            continue;
        }
        node = t2s_tree_next(e->tree, top, node);
    }
}
