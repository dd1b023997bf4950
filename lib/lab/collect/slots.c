#include "lab/collect/slots.h"

#include <string.h>

#include "base/error.h"
#include "sql/changes.h"
#include "sql/rules.h"

typedef struct finder {
    t2s_slots *slots;
    const t2sed_sql *sql;
    const t2s_tree *tree;
    const t2sed_schema *schema;
    const t2s_sql_change *changes; /* tables of aliases and of bare columns */
    t2sed_error *err;
    bool failed; /* memory was short */
} finder;

static bool is(const finder *f, int32_t node, t2s_sql_rule rule)
{
    return node != T2S_NO_NODE &&
           f->tree->nodes[node].label == t2s_sql_rule_names[rule];
}

static bool is_word(const finder *f, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && t2s_tree_is_terminal(f->tree, node) &&
           t2s_casecmp(f->tree->nodes[node].text, word) == 0;
}

/* A name in lower case without its quotes; "" when memory is short. */
static const char *lower(finder *f, const char *text)
{
    size_t n = strlen(text);
    char *copy;
    if (n >= 2 && strchr("\"`['", text[0])) {
        text++;
        n -= 2;
    }
    copy = t2s_arena_strndup(&f->slots->arena, text, n);
    if (!copy) {
        f->failed = true;
        return "";
    }
    for (size_t i = 0; i < n; i++)
        copy[i] = t2s_ascii_lower(copy[i]);
    return copy;
}

/* The terminal of a name's node such as (table_name (any_name "t")). */
static int32_t terminal(const finder *f, int32_t node)
{
    while (node != T2S_NO_NODE && !t2s_tree_is_terminal(f->tree, node))
        node = f->tree->nodes[node].first_child;
    return node;
}

/* The bare name that an expr consists of, as a terminal, or T2S_NO_NODE. */
static int32_t bare_name(const finder *f, int32_t expr)
{
    int32_t column = f->tree->nodes[expr].first_child;
    if (!is(f, expr, T2S_RULE_expr) || !is(f, column, T2S_RULE_column_name) ||
        f->tree->nodes[column].next_sibling != T2S_NO_NODE)
        return T2S_NO_NODE;
    return terminal(f, column);
}

/* --- the column that a value is compared with --- */

/* Takes an expr that is a column for the slot's; false where it is none. */
static bool take_column(finder *f, t2s_slot *slot, int32_t expr)
{
    const t2s_node *nodes = f->tree->nodes;
    int32_t first = nodes[expr].first_child, name = bare_name(f, expr);
    if (name != T2S_NO_NODE) {
        slot->column = lower(f, nodes[name].text);
        if (f->changes[expr].text)
            slot->table = lower(f, f->changes[expr].text);
        return true;
    }
    if (!is(f, first, T2S_RULE_table_name))
        return false;
    name = terminal(f, first);
    slot->table = lower(f, f->changes[name].text ? f->changes[name].text
                                                 : nodes[name].text);
    slot->column = lower(f, nodes[terminal(f, nodes[expr].last_child)].text);
    return true;
}

/* Describes the other side of a comparison: a column, or a function of one. */
static void take_operand(finder *f, t2s_slot *slot, int32_t expr)
{
    const t2s_node *nodes = f->tree->nodes;
    while (is_word(f, nodes[expr].first_child, "(") &&
           is(f, nodes[nodes[expr].first_child].next_sibling, T2S_RULE_expr))
        expr = nodes[nodes[expr].first_child].next_sibling;
    if (take_column(f, slot, expr))
        return;
    if (is(f, nodes[expr].first_child, T2S_RULE_function_name))
        slot->function =
            lower(f, nodes[terminal(f, nodes[expr].first_child)].text);
    for (int32_t node = expr; node != T2S_NO_NODE;
         node = t2s_tree_next(f->tree, expr, node)) {
        if (is(f, node, T2S_RULE_select_stmt))
            return;
        if (is(f, node, T2S_RULE_expr) && take_column(f, slot, node))
            return;
    }
}

/* --- the operator --- */

static const struct {
    const char *word;
    t2s_slot_role role, mirrored; /* with the value on the left */
} operators[] = {
    {"=", T2S_ROLE_EQUAL, T2S_ROLE_EQUAL},
    {"==", T2S_ROLE_EQUAL, T2S_ROLE_EQUAL},
    {"IS", T2S_ROLE_EQUAL, T2S_ROLE_EQUAL},
    {"!=", T2S_ROLE_NOT_EQUAL, T2S_ROLE_NOT_EQUAL},
    {"<>", T2S_ROLE_NOT_EQUAL, T2S_ROLE_NOT_EQUAL},
    {">", T2S_ROLE_GREATER, T2S_ROLE_LESS},
    {">=", T2S_ROLE_GREATER_EQUAL, T2S_ROLE_LESS_EQUAL},
    {"<", T2S_ROLE_LESS, T2S_ROLE_GREATER},
    {"<=", T2S_ROLE_LESS_EQUAL, T2S_ROLE_GREATER_EQUAL},
    {"LIKE", T2S_ROLE_LIKE, T2S_ROLE_LIKE},
    {"GLOB", T2S_ROLE_LIKE, T2S_ROLE_LIKE},
    {"IN", T2S_ROLE_IN, T2S_ROLE_OTHER},
    {"BETWEEN", T2S_ROLE_BETWEEN_LOW, T2S_ROLE_OTHER},
};

/* If `expr` compares something and the value lies in `side`, one of its
 * children: describes that and returns true. */
static bool take_comparison(finder *f, t2s_slot *slot, int32_t expr,
                            int32_t side)
{
    const t2s_node *nodes = f->tree->nodes;
    int32_t left = nodes[expr].first_child, word = T2S_NO_NODE;
    size_t at = 0;
    const size_t count = sizeof operators / sizeof operators[0];
    if (!is(f, expr, T2S_RULE_expr) || !is(f, left, T2S_RULE_expr))
        return false;
    word = nodes[left].next_sibling;
    if (is_word(f, word, "NOT"))
        word = nodes[word].next_sibling;
    while (at < count && !is_word(f, word, operators[at].word))
        at++;
    if (at == count)
        return false;
    slot->role = side == left ? operators[at].mirrored : operators[at].role;
    if (slot->role == T2S_ROLE_EQUAL &&
        is_word(f, nodes[word].next_sibling, "NOT"))
        slot->role = T2S_ROLE_NOT_EQUAL; /* IS NOT */
    if (slot->role == T2S_ROLE_BETWEEN_LOW && side == nodes[expr].last_child)
        slot->role = T2S_ROLE_BETWEEN_HIGH;
    if (side != left)
        take_operand(f, slot, left);
    else if (is(f, nodes[expr].last_child, T2S_RULE_expr))
        take_operand(f, slot, nodes[expr].last_child);
    return true;
}

/* Describes what is around a value, up to the clause it stands in. */
static void take_surroundings(finder *f, t2s_slot *slot, int32_t value)
{
    const t2s_node *nodes = f->tree->nodes;
    int32_t child = value, parent = nodes[value].parent;
    for (; is(f, parent, T2S_RULE_expr);
         child = parent, parent = nodes[parent].parent)
        if (take_comparison(f, slot, parent, child))
            return;
    if (is(f, parent, T2S_RULE_limit_stmt)) {
        int32_t second = nodes[nodes[parent].first_child].next_sibling;
        slot->role = child == second ? T2S_ROLE_LIMIT : T2S_ROLE_OFFSET;
    }
}

/* --- literals --- */

/* A number that text holds, such as '2009'. */
static bool looks_like_number(const char *text, size_t n)
{
    return n > 0 && strspn(text, "0123456789.+-") >= n;
}

/* "x" as 'x'; NULL when memory is short. */
static const char *requoted(finder *f, const char *text)
{
    t2s_string out = {0};
    size_t n = strlen(text);
    const char *copy;
    t2s_string_append_char(&out, '\'');
    for (size_t i = 1; i + 1 < n; i++) {
        t2s_string_append_char(&out, text[i]);
        if (text[i] == '\'')
            t2s_string_append_char(&out, '\'');
        if (text[i] == '"')
            i++; /* it stood there twice */
    }
    t2s_string_append_char(&out, '\'');
    copy = out.failed
               ? NULL
               : t2s_arena_strndup(&f->slots->arena, out.text, out.length);
    t2s_string_free(&out);
    return copy;
}

/* Fills in a literal's bytes, text and type; false where `expr` is none. */
static bool take_literal(finder *f, t2s_slot *slot, int32_t expr)
{
    const t2s_node *nodes = f->tree->nodes;
    int32_t first = nodes[expr].first_child, name = bare_name(f, expr);
    const char *text;
    slot->begin = nodes[expr].begin;
    slot->end = nodes[expr].end;
    if (name != T2S_NO_NODE) {
        text = nodes[name].text;
        if (text[0] != '"' || f->changes[expr].text)
            return false; /* a column */
        slot->text = requoted(f, text);
    } else if (is(f, first, T2S_RULE_literal_value)) {
        text = nodes[terminal(f, first)].text;
        if (text[0] != '\'' && !looks_like_number(text, 1))
            return false; /* NULL, CURRENT_DATE... */
        slot->text = t2s_arena_strdup(&f->slots->arena, text);
    } else {
        return false;
    }
    f->failed |= !slot->text;
    if (text[0] != '\'' && text[0] != '"')
        slot->type = T2S_SLOT_NUMBER;
    else if (!looks_like_number(text + 1, strlen(text) - 2))
        slot->type = T2S_SLOT_TEXT;
    return true;
}

/* Puts the sign of a negative number into the literal. */
static void take_sign(finder *f, t2s_slot *slot, int32_t expr)
{
    const t2s_node *nodes = f->tree->nodes;
    int32_t parent = nodes[expr].parent;
    t2s_string text = {0};
    if (slot->type != T2S_SLOT_NUMBER || !is(f, parent, T2S_RULE_expr) ||
        !is(f, nodes[parent].first_child, T2S_RULE_unary_operator) ||
        !is_word(f, terminal(f, nodes[parent].first_child), "-"))
        return;
    t2s_string_append_char(&text, '-');
    t2s_string_append(&text, slot->text);
    slot->text = text.failed ? NULL
                             : t2s_arena_strndup(&f->slots->arena, text.text,
                                                 text.length);
    f->failed |= !slot->text;
    slot->begin = nodes[parent].begin;
    t2s_string_free(&text);
}

/* --- placeholders --- */

static bool is_placeholder(const finder *f, int32_t expr)
{
    int32_t name = bare_name(f, expr);
    return name != T2S_NO_NODE && is_word(f, name, "value");
}

/* Whether `value` is a name of the schema's or of the query's own. */
static bool has_column(const finder *f)
{
    if (f->schema && t2s_schema_find_column(f->schema, T2S_NO_ITEM, "value", 5,
                                            NULL) != T2S_NO_ITEM)
        return true;
    for (int32_t node = f->tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(f->tree, f->tree->root, node)) {
        const char *text = f->tree->nodes[node].text;
        if (is(f, f->tree->nodes[node].parent, T2S_RULE_column_alias) && text &&
            t2s_casecmp(lower((finder *)f, text), "value") == 0)
            return true;
    }
    return false;
}

static t2s_slot_type column_type(const finder *f, const t2s_slot *slot)
{
    static const char *const numeric[] = {"count", "sum", "avg", "total",
                                          "length"};
    int32_t table, column;
    if (slot->role == T2S_ROLE_LIMIT || slot->role == T2S_ROLE_OFFSET)
        return T2S_SLOT_NUMBER;
    for (size_t i = 0; i < sizeof numeric / sizeof numeric[0]; i++)
        if (strcmp(slot->function, numeric[i]) == 0)
            return T2S_SLOT_NUMBER;
    if (slot->role == T2S_ROLE_LIKE)
        return T2S_SLOT_TEXT;
    if (!f->schema || !slot->column[0])
        return T2S_SLOT_ANY;
    table = t2s_schema_find_table(f->schema, slot->table, strlen(slot->table));
    column = t2s_schema_find_column(f->schema, table, slot->column,
                                    strlen(slot->column), NULL);
    if (column == T2S_NO_ITEM)
        return T2S_SLOT_ANY;
    switch (f->schema->columns[column].kind) {
    case T2SED_TYPE_NUMBER:
        return T2S_SLOT_NUMBER;
    case T2SED_TYPE_TEXT:
        return T2S_SLOT_TEXT;
    default:
        return T2S_SLOT_ANY;
    }
}

/* --- both --- */

static t2sed_status add(finder *f, t2s_slot *slot, int32_t expr,
                        bool placeholders)
{
    slot->function = slot->table = slot->column = "";
    take_surroundings(f, slot, expr);
    if (placeholders)
        slot->type = column_type(f, slot);
    else
        take_sign(f, slot, expr);
    if (f->slots->list.count == T2S_MOST_SLOTS)
        return t2s_fail(f->err, T2SED_ELIMIT, slot->begin,
                        "the query has more than %d values", T2S_MOST_SLOTS);
    if (f->failed || !t2s_vector_push(&f->slots->list, *slot))
        return t2s_fail_memory(f->err);
    return T2SED_OK;
}

static t2sed_status find(t2s_slots *slots, const t2sed_sql *sql,
                         const t2sed_schema *schema, bool placeholders,
                         t2sed_error *err)
{
    finder f = {slots, sql, &sql->full, schema, NULL, err, false};
    t2s_sql_change *changes =
        t2s_zalloc_array(sql->full.count, sizeof *changes);
    t2sed_status status;
    if (!changes)
        return t2s_fail_memory(err);
    f.changes = changes;
    status = t2s_sql_resolve(changes, sql, schema, err);
    if (!status && placeholders && has_column(&f)) {
        t2s_free(changes);
        return f.failed ? t2s_fail_memory(err) : T2SED_OK;
    }
    for (int32_t node = sql->full.root;
         node != T2S_NO_NODE && status == T2SED_OK;
         node = t2s_tree_next(&sql->full, sql->full.root, node)) {
        t2s_slot slot = {0};
        if (!is(&f, node, T2S_RULE_expr))
            continue;
        slot.begin = sql->full.nodes[node].begin;
        slot.end = sql->full.nodes[node].end;
        if (placeholders ? is_placeholder(&f, node)
                         : take_literal(&f, &slot, node))
            status = add(&f, &slot, node, placeholders);
    }
    t2s_free(changes);
    return status;
}

t2sed_status t2s_slots_find_literals(t2s_slots *slots, const t2sed_sql *sql,
                                     const t2sed_schema *schema,
                                     t2sed_error *err)
{
    return find(slots, sql, schema, false, err);
}

t2sed_status t2s_slots_find_placeholders(t2s_slots *slots, const t2sed_sql *sql,
                                         const t2sed_schema *schema,
                                         t2sed_error *err)
{
    return find(slots, sql, schema, true, err);
}

void t2s_slots_free(t2s_slots *slots)
{
    t2s_vector_free(&slots->list);
    t2s_arena_free(&slots->arena);
}
