#include "lab/collect/collector.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vector.h"
#include "sql/sql.h"
#include "sql/scope.h"
#include "sql/token.h"

/* ------------------------------------------------- places where values stand
 */

/* More values than this in one query are T2SED_ELIMIT. */
#define MOST_SLOTS 200

/* What a value is compared by. */
typedef enum slot_role {
    ROLE_OTHER, /* a function's argument, a selected constant... */
    ROLE_LIMIT,
    ROLE_OFFSET,
    ROLE_EQUAL,
    ROLE_NOT_EQUAL,
    ROLE_LIKE,
    ROLE_IN,
    ROLE_GREATER,
    ROLE_GREATER_EQUAL,
    ROLE_BETWEEN_LOW,
    ROLE_LESS,
    ROLE_LESS_EQUAL,
    ROLE_BETWEEN_HIGH
} slot_role;

typedef enum slot_type { SLOT_ANY, SLOT_NUMBER, SLOT_TEXT } slot_type;

typedef struct slot {
    uint32_t begin, end; /* its bytes in the query */
    slot_role role;
    slot_type type; /* a literal's own, a placeholder's by its column */
    /* Names without quotes, empty where there is none or it is not known: the
     * function around the column, and the column. */
    t2s_sql_word function, table, column;
    const char *text; /* a literal as SQL, strings in '...' */
} slot;

/* Whether a value counts rows: it is no other number then. */
static bool is_count(const slot *at)
{
    return at->role == ROLE_LIMIT || at->role == ROLE_OFFSET;
}

/* The values of a query, in the order of its text. */
typedef struct slots {
    T2S_VECTOR(slot) list;
    t2s_arena arena; /* texts of literals */
} slots;

typedef struct finder {
    slots *slots;
    const t2s_tree *tree;
    const t2s_node *nodes; /* the tree's */
    const t2sed_schema *schema;
    const t2s_sql_change *changes; /* tables of aliases and of bare columns */
    bool failed;                   /* memory was short */
} finder;

static bool is(const finder *f, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(f->tree, node, rule);
}

static bool reads(const finder *f, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && t2s_tree_is_terminal(f->tree, node) &&
           t2s_casecmp(f->nodes[node].text, word) == 0;
}

/* A name without its quotes. */
static t2s_sql_word unquoted(const char *text)
{
    const size_t n = strlen(text);
    const bool quoted = n >= 2 && strchr("\"`['", text[0]);
    return quoted ? (t2s_sql_word){text + 1, n - 2} : (t2s_sql_word){text, n};
}

static bool is_word(t2s_sql_word name, const char *word)
{
    return t2s_sql_same(name, (t2s_sql_word){word, strlen(word)});
}

/* The bare name that an expr consists of, as a terminal, or T2S_NO_NODE. */
static int32_t bare_name(const finder *f, int32_t expr)
{
    int32_t column = f->nodes[expr].first_child;
    if (!is(f, expr, T2S_RULE_expr) || !is(f, column, T2S_RULE_column_name) ||
        f->nodes[column].next_sibling != T2S_NO_NODE)
        return T2S_NO_NODE;
    return t2s_sql_terminal(f->tree, column);
}

/* --- the column that a value is compared with --- */

/* Takes an expr that is a column for the slot's; false where it is none. */
static bool take_column(const finder *f, slot *to, int32_t expr)
{
    int32_t first = f->nodes[expr].first_child, name = bare_name(f, expr);
    const char *table = f->changes[expr].text;
    if (name == T2S_NO_NODE && !is(f, first, T2S_RULE_table_name))
        return false;
    if (name == T2S_NO_NODE) {
        int32_t word = t2s_sql_terminal(f->tree, first);
        table =
            f->changes[word].text ? f->changes[word].text : f->nodes[word].text;
        name = t2s_sql_terminal(f->tree, f->nodes[expr].last_child);
    }
    to->column = unquoted(f->nodes[name].text);
    if (table)
        to->table = unquoted(table);
    return true;
}

/* Describes the other side of a comparison: a column, or a function of one. */
static void take_operand(const finder *f, slot *to, int32_t expr)
{
    int32_t first = f->nodes[expr].first_child;
    while (reads(f, first, "(") &&
           is(f, f->nodes[first].next_sibling, T2S_RULE_expr)) {
        expr = f->nodes[first].next_sibling;
        first = f->nodes[expr].first_child;
    }
    if (take_column(f, to, expr))
        return;
    if (is(f, first, T2S_RULE_function_name))
        to->function =
            unquoted(f->nodes[t2s_sql_terminal(f->tree, first)].text);
    for (int32_t node = expr; node != T2S_NO_NODE;
         node = t2s_tree_next(f->tree, expr, node))
        if (is(f, node, T2S_RULE_select_stmt) ||
            (is(f, node, T2S_RULE_expr) && take_column(f, to, node)))
            return;
}

/* --- the operator --- */

static const struct {
    const char *word;
    slot_role role, mirrored; /* with the value on the left */
} operators[] = {
    {"=", ROLE_EQUAL, ROLE_EQUAL},
    {"==", ROLE_EQUAL, ROLE_EQUAL},
    {"IS", ROLE_EQUAL, ROLE_EQUAL},
    {"!=", ROLE_NOT_EQUAL, ROLE_NOT_EQUAL},
    {"<>", ROLE_NOT_EQUAL, ROLE_NOT_EQUAL},
    {">", ROLE_GREATER, ROLE_LESS},
    {">=", ROLE_GREATER_EQUAL, ROLE_LESS_EQUAL},
    {"<", ROLE_LESS, ROLE_GREATER},
    {"<=", ROLE_LESS_EQUAL, ROLE_GREATER_EQUAL},
    {"LIKE", ROLE_LIKE, ROLE_LIKE},
    {"GLOB", ROLE_LIKE, ROLE_LIKE},
    {"IN", ROLE_IN, ROLE_OTHER},
    {"BETWEEN", ROLE_BETWEEN_LOW, ROLE_OTHER},
};

/* If `expr` compares something and the value lies in `side`, one of its
 * children: describes that and returns true. */
static bool take_comparison(const finder *f, slot *to, int32_t expr,
                            int32_t side)
{
    const t2s_node *nodes = f->nodes;
    int32_t left = nodes[expr].first_child, right = nodes[expr].last_child;
    int32_t word, other = side == left ? right : left;
    const size_t count = sizeof operators / sizeof operators[0];
    size_t at = 0;
    if (!is(f, left, T2S_RULE_expr))
        return false;
    word = nodes[left].next_sibling;
    if (reads(f, word, "NOT"))
        word = nodes[word].next_sibling;
    while (at < count && !reads(f, word, operators[at].word))
        at++;
    if (at == count)
        return false;
    to->role = side == left ? operators[at].mirrored : operators[at].role;
    if (to->role == ROLE_EQUAL && reads(f, nodes[word].next_sibling, "NOT"))
        to->role = ROLE_NOT_EQUAL; /* IS NOT */
    if (to->role == ROLE_BETWEEN_LOW && side == right)
        to->role = ROLE_BETWEEN_HIGH;
    if (is(f, other, T2S_RULE_expr))
        take_operand(f, to, other);
    return true;
}

/* Describes what is around a value, up to the clause it stands in. */
static void take_surroundings(const finder *f, slot *to, int32_t value)
{
    const t2s_node *nodes = f->nodes;
    int32_t child = value, parent = nodes[value].parent;
    for (; is(f, parent, T2S_RULE_expr);
         child = parent, parent = nodes[parent].parent)
        if (take_comparison(f, to, parent, child))
            return;
    if (is(f, parent, T2S_RULE_limit_stmt))
        to->role = child == nodes[nodes[parent].first_child].next_sibling
                       ? ROLE_LIMIT
                       : ROLE_OFFSET;
}

/* --- literals --- */

/* A number that text holds, such as '2009'. */
static bool looks_like_number(const char *text, size_t n)
{
    return n > 0 && strspn(text, "0123456789.+-") >= n;
}

/* A text that was built, in the arena. */
static const char *keep(finder *f, t2s_string *text)
{
    const char *copy =
        text->failed ? NULL : t2s_arena_strdup(&f->slots->arena, text->text);
    t2s_string_free(text);
    f->failed |= !copy;
    return copy;
}

/* "x" as 'x'. */
static const char *requoted(finder *f, const char *text)
{
    t2s_string out = {0};
    size_t n = strlen(text);
    t2s_string_append_char(&out, '\'');
    for (size_t i = 1; i + 1 < n; i++) {
        t2s_string_append_char(&out, text[i]);
        if (text[i] == '\'')
            t2s_string_append_char(&out, '\'');
        if (text[i] == '"')
            i++; /* it stood there twice */
    }
    t2s_string_append_char(&out, '\'');
    return keep(f, &out);
}

/* Fills in a literal's text and type; false where `expr` is none. */
static bool take_literal(finder *f, slot *to, int32_t expr)
{
    int32_t first = f->nodes[expr].first_child, name = bare_name(f, expr);
    const char *text;
    if (name != T2S_NO_NODE) {
        text = f->nodes[name].text;
        if (text[0] != '"' || f->changes[expr].text)
            return false; /* a column */
        to->text = requoted(f, text);
    } else {
        if (!is(f, first, T2S_RULE_literal_value))
            return false;
        to->text = text = f->nodes[t2s_sql_terminal(f->tree, first)].text;
        if (text[0] != '\'' && !looks_like_number(text, 1))
            return false; /* NULL, CURRENT_DATE... */
    }
    if (text[0] != '\'' && text[0] != '"')
        to->type = SLOT_NUMBER;
    else if (!looks_like_number(text + 1, strlen(text) - 2))
        to->type = SLOT_TEXT;
    return true;
}

/* Puts the sign of a negative number into the literal. */
static void take_sign(finder *f, slot *to, int32_t expr)
{
    int32_t parent = f->nodes[expr].parent, sign;
    t2s_string text = {0};
    if (to->type != SLOT_NUMBER || !is(f, parent, T2S_RULE_expr))
        return;
    sign = f->nodes[parent].first_child;
    if (!is(f, sign, T2S_RULE_unary_operator) ||
        !reads(f, t2s_sql_terminal(f->tree, sign), "-"))
        return;
    t2s_string_append_format(&text, "-%s", to->text);
    to->text = keep(f, &text);
    to->begin = f->nodes[parent].begin;
}

/* --- placeholders --- */

/* Whether `value` is a name of the schema's or of the query's own. */
static bool has_column(const finder *f)
{
    if (f->schema && t2s_schema_find_column(f->schema, T2S_NO_ITEM, "value", 5,
                                            NULL) != T2S_NO_ITEM)
        return true;
    for (int32_t node = f->tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(f->tree, f->tree->root, node)) {
        const char *text = f->nodes[node].text;
        if (is(f, f->nodes[node].parent, T2S_RULE_column_alias) && text &&
            is_word(unquoted(text), "value"))
            return true;
    }
    return false;
}

static slot_type column_type(const finder *f, const slot *at)
{
    static const char *const numeric[] = {"count", "sum", "avg", "total",
                                          "length"};
    int32_t table, column;
    if (is_count(at))
        return SLOT_NUMBER;
    for (size_t i = 0; i < sizeof numeric / sizeof numeric[0]; i++)
        if (is_word(at->function, numeric[i]))
            return SLOT_NUMBER;
    if (at->role == ROLE_LIKE)
        return SLOT_TEXT;
    if (!f->schema || at->column.n == 0)
        return SLOT_ANY;
    table = t2s_schema_find_table(f->schema, at->table.at, at->table.n);
    column = t2s_schema_find_column(f->schema, table, at->column.at,
                                    at->column.n, NULL);
    if (column == T2S_NO_ITEM)
        return SLOT_ANY;
    return f->schema->columns[column].kind == T2SED_TYPE_NUMBER ? SLOT_NUMBER
           : f->schema->columns[column].kind == T2SED_TYPE_TEXT ? SLOT_TEXT
                                                                : SLOT_ANY;
}

/* --- both --- */

static t2sed_status add_slot(finder *f, int32_t expr, bool placeholders,
                             t2sed_error *err)
{
    slot found = {.begin = f->nodes[expr].begin,
                  .end = f->nodes[expr].end,
                  .function = {"", 0},
                  .table = {"", 0},
                  .column = {"", 0}};
    if (placeholders ? !reads(f, bare_name(f, expr), "value")
                     : !take_literal(f, &found, expr))
        return T2SED_OK;
    take_surroundings(f, &found, expr);
    if (placeholders)
        found.type = column_type(f, &found);
    else
        take_sign(f, &found, expr);
    if (f->slots->list.count == MOST_SLOTS)
        return t2s_fail(err, T2SED_ELIMIT, found.begin,
                        "the query has more than %d values", MOST_SLOTS);
    if (f->failed || !t2s_vector_push(&f->slots->list, found))
        return t2s_fail_memory(err);
    return T2SED_OK;
}

static t2sed_status find_slots(slots *to, const t2sed_sql *sql,
                               const t2sed_schema *schema, bool placeholders,
                               t2sed_error *err)
{
    const t2s_tree *tree = &sql->full;
    t2s_sql_change *changes = t2s_zalloc_array(tree->count, sizeof *changes);
    finder f = {to, tree, tree->nodes, schema, changes, false};
    t2sed_status status;
    if (!changes)
        return t2s_fail_memory(err);
    status = t2s_sql_resolve(changes, sql, schema, err);
    if (!status && !(placeholders && has_column(&f)))
        for (int32_t node = tree->root; node != T2S_NO_NODE && !status;
             node = t2s_tree_next(tree, tree->root, node))
            if (is(&f, node, T2S_RULE_expr))
                status = add_slot(&f, node, placeholders, err);
    t2s_free(changes);
    return !status && f.failed ? t2s_fail_memory(err) : status;
}

static void free_slots(slots *s)
{
    t2s_vector_free(&s->list);
    t2s_arena_free(&s->arena);
}

/* ----------------------------------------- which literal for which placeholder
 */

/* How well a literal suits a placeholder. */
typedef struct pair {
    int score;
    uint16_t slot, literal;
} pair;

static int column_match(const slot *at, const slot *literal)
{
    bool function = t2s_sql_same(at->function, literal->function);
    bool column = at->column.n > 0 && t2s_sql_same(at->column, literal->column);
    if (is_count(at))
        return at->role == literal->role ? 4 : 0;
    if (function && column)
        return t2s_sql_same(at->table, literal->table) ? 4 : 3;
    if (function && is_word(at->function, "count"))
        return 3;
    return column ? 2 : 0;
}

/* Operators in groups: equality, from below, from above; 0: others. */
static int role_group(slot_role role)
{
    if (role >= ROLE_EQUAL && role <= ROLE_IN)
        return 1;
    if (role >= ROLE_GREATER && role <= ROLE_BETWEEN_LOW)
        return 2;
    return role >= ROLE_LESS ? 3 : 0;
}

static int role_match(const slot *at, const slot *literal)
{
    if (at->role == literal->role)
        return 2;
    return role_group(at->role) > 0 &&
           role_group(at->role) == role_group(literal->role);
}

static int type_match(const slot *at, const slot *literal)
{
    if (at->type == SLOT_ANY || literal->type == SLOT_ANY)
        return 1;
    return at->type == literal->type ? 2 : 0;
}

/* By score, then in the order of the text. */
static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    return (x->literal > y->literal) - (x->literal < y->literal);
}

/* Sets given[slot] to a literal or -1. Every literal is given once before any
 * is given a second time; a LIMIT takes no other number, and lends its own to
 * nothing else. */
static t2sed_status assign(int *given, const slots *places,
                           const slots *literals, t2sed_error *err)
{
    bool used[MOST_SLOTS] = {false};
    size_t count = 0;
    pair *pairs = t2s_alloc_array(places->list.count * literals->list.count,
                                  sizeof *pairs);
    if (!pairs)
        return t2s_fail_memory(err);
    for (size_t s = 0; s < places->list.count; s++) {
        const slot *at = &places->list.at[s];
        given[s] = -1;
        for (size_t l = 0; l < literals->list.count; l++) {
            const slot *literal = &literals->list.at[l];
            if (is_count(at) == is_count(literal))
                pairs[count++] = (pair){9 * column_match(at, literal) +
                                            3 * role_match(at, literal) +
                                            type_match(at, literal),
                                        (uint16_t)s, (uint16_t)l};
        }
    }
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < count; i++)
            if (given[pairs[i].slot] < 0 &&
                (again || !used[pairs[i].literal])) {
                given[pairs[i].slot] = pairs[i].literal;
                used[pairs[i].literal] = true;
            }
    t2s_free(pairs);
    return T2SED_OK;
}

/* ------------------------------------------------------------------ the text
 */

/* Whether a token, `last`, and one behind it are an operator torn apart. */
static bool belong_together(const char *text, const t2s_sql_token *last,
                            const t2s_sql_token *token)
{
    static const char *const pairs[] = {">=", "<=", "<>", "!=", "=="};
    if (last->end - last->begin != 1 || token->end - token->begin != 1 ||
        last->end == token->begin)
        return false;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (text[last->begin] == pairs[i][0] &&
            text[token->begin] == pairs[i][1])
            return true;
    return false;
}

/* The text with its operators put together; NULL when memory is short. */
static char *glue(const char *sql, size_t n, size_t *length)
{
    char *text = t2s_strndup(sql, n); /* the scanner wants a NUL behind it */
    t2s_sql_scanner scanner = {text, n, 0, T2S_TK_END};
    t2s_sql_token last = {0, 0}, token;
    t2s_string out = {0};
    size_t copied = 0;
    while (text && t2s_sql_next_token(&scanner, &token) != T2S_TK_END) {
        if (last.end > 0 && belong_together(text, &last, &token)) {
            t2s_string_append_n(&out, text + copied, last.end - copied);
            copied = token.begin;
            last.end = 0;
        } else {
            last = token;
        }
    }
    if (text)
        t2s_string_append_n(&out, text + copied, n - copied);
    out.failed |= !text;
    t2s_free(text);
    return t2s_string_take(&out, length);
}

/* The text with the literals given, or made-up values. */
static char *splice(const char *text, size_t n, const slots *places,
                    const int *given, const slots *literals)
{
    t2s_string filled = {0};
    size_t copied = 0;
    for (size_t s = 0; s < places->list.count; s++) {
        const slot *at = &places->list.at[s];
        t2s_string_append_n(&filled, text + copied, at->begin - copied);
        if (given[s] >= 0 && at->begin > 0 && text[at->begin - 1] == '-')
            t2s_string_append_char(&filled, ' '); /* "--3" is a comment */
        t2s_string_append(&filled, given[s] >= 0
                                       ? literals->list.at[given[s]].text
                                   : at->type == SLOT_TEXT ? "'value'"
                                                           : "1");
        copied = at->end;
    }
    t2s_string_append_n(&filled, text + copied, n - copied);
    return t2s_string_take(&filled, NULL);
}

t2sed_status t2s_fill(char **out, size_t *filled, size_t *guessed,
                      const char *sql, size_t n, const t2sed_sql *gold,
                      const t2sed_schema *schema, t2sed_error *err)
{
    int given[MOST_SLOTS];
    slots places = {0}, literals = {0};
    t2sed_sql *parsed = NULL;
    t2sed_status status = find_slots(&literals, gold, schema, false, err);
    size_t length = n;
    char *text = NULL;
    if (status == T2SED_OK && n <= T2SED_SQL_MAX_BYTES) {
        text = glue(sql, n, &length);
        status = text ? T2SED_OK : t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = t2sed_sql_parse_n(&parsed, text ? text : sql, length, err);
    if (status == T2SED_OK)
        status = find_slots(&places, parsed, schema, true, err);
    if (status == T2SED_OK)
        status = assign(given, &places, &literals, err);
    if (status == T2SED_OK) {
        char *made = splice(text, length, &places, given, &literals);
        status = made ? T2SED_OK : t2s_fail_memory(err);
        *out = made;
    }
    *filled = *guessed = 0;
    for (size_t s = 0; s < places.list.count && status == T2SED_OK; s++)
        ++*(given[s] >= 0 ? filled : guessed);
    free_slots(&literals);
    free_slots(&places);
    t2sed_sql_free(parsed);
    t2s_free(text);
    return status;
}
