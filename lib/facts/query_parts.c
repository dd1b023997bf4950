/* What follows from the lists of what a query uses: its parts, its shape, and
 * what it uses columns for. */
#include <string.h>

#include "base/string.h"
#include "facts/query_reader.h"
#include "facts/shape.h"

/* Tests among which that of a value is looked for. */
#define MOST_TESTS 64

static bool is_name(const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN || use->kind == T2S_USES_UNKNOWN;
}

static bool is_join(const t2s_query *query, size_t i,
                    const t2sed_schema *schema)
{
    const t2s_query_use *use = &query->uses.at[i];
    const t2s_query_use *left = use - 1, *right = use + 1;
    if (use->index != T2S_OPERATOR_EQUAL || i == 0 ||
        i + 1 == query->uses.count ||
        (use->clause != T2S_CLAUSE_ON && use->clause != T2S_CLAUSE_WHERE) ||
        !is_name(left) || !is_name(right) || !t2s_is_beside(left, use) ||
        !t2s_is_beside(right, use))
        return false;
    return use->clause == T2S_CLAUSE_ON || left->kind == T2S_USES_UNKNOWN ||
           right->kind == T2S_USES_UNKNOWN ||
           schema->columns[left->index].table !=
               schema->columns[right->index].table;
}

/* --------------------------------------------------------- of columns */

static bool is_operator(const t2s_query_use *use, t2s_query_operator operator)
{
    return use && use->kind == T2S_USES_OPERATOR &&
           use->index == (int32_t) operator;
}

static bool is_column_of(const t2s_query_use *use, int32_t scope)
{
    return use && use->kind == T2S_USES_COLUMN && use->scope == scope;
}

static bool only_ties(const t2s_query *query, size_t i)
{
    const t2s_query_use *use = &query->uses.at[i], *behind;
    if (use->clause == T2S_CLAUSE_ON)
        return true;
    if (use->clause == T2S_CLAUSE_SELECT)
        return use->scope >= 0 &&
               query->scopes.at[use->scope].role == T2S_ROLE_CONDITION;
    if (use->clause != T2S_CLAUSE_WHERE)
        return false;
    behind = t2s_query_use_at(query, i + 1);
    if (is_operator(behind, T2S_OPERATOR_EQUAL) &&
        is_column_of(t2s_query_use_at(query, i + 2), use->scope))
        return true;
    if (i >= 2 && is_operator(use - 1, T2S_OPERATOR_EQUAL) &&
        is_column_of(use - 2, use->scope))
        return true;
    if (behind && behind->kind == T2S_USES_NOT)
        behind = t2s_query_use_at(query, ++i + 1);
    if (!is_operator(behind, T2S_OPERATOR_IN))
        return false;
    behind = t2s_query_use_at(query, i + 2);
    return behind && behind->scope >= 0 && behind->scope != use->scope &&
           query->scopes.at[behind->scope].parent == use->scope;
}

/* A function of nothing more is known to end before a column behind it. */
static int32_t function_over(const t2s_query *query, size_t i)
{
    const t2s_query_use *use = &query->uses.at[i];
    size_t before = i;
    if (before > 0 && query->uses.at[before - 1].kind == T2S_USES_DISTINCT)
        before--;
    if (before == 0 || query->uses.at[before - 1].kind != T2S_USES_FUNCTION ||
        !t2s_is_beside(&query->uses.at[before - 1], use))
        return -1;
    return query->uses.at[before - 1].index;
}

static void relate_uses(t2s_query *query, const t2sed_schema *schema)
{
    for (size_t i = 0; i < query->uses.count; i++) {
        t2s_query_use *use = &query->uses.at[i];
        use->function = -1;
        if (is_name(use)) {
            use->only_ties = only_ties(query, i);
            use->function = function_over(query, i);
        } else if (use->kind == T2S_USES_OPERATOR) {
            use->is_join = is_join(query, i, schema);
            use->is_condition = t2s_is_in_condition(use) && !use->is_join &&
                                use->index != T2S_OPERATOR_ARITHMETIC;
        }
    }
    for (size_t i = 0; i < query->uses.count; i++)
        if (query->uses.at[i].is_join)
            query->uses.at[i - 1].is_joined = query->uses.at[i + 1].is_joined =
                true;
}

/* ------------------------------------------------------- of the whole */

typedef struct counting {
    t2s_query_parts *has;
    const t2s_query *query;
    const t2s_query_use *tables[T2S_MOST_DIFFERENT_TABLES];
    int32_t columns[T2S_MOST_DIFFERENT_COLUMNS];
} counting;

static void add_scope(t2s_query_parts *has, const t2s_query_scope *scope)
{
    for (int c = 0; c < T2S_CLAUSE_NONE; c++)
        has->clauses[c] |= scope->has[c];
    has->compounds[scope->compound] = true;
    has->roles[scope->role] = true;
    has->limit_1 |= scope->has_limit_number && scope->limit == 1;
    if (scope->depth > has->depth)
        has->depth = scope->depth;
}

static void add_table(counting *c, const t2s_query_use *use)
{
    for (int32_t i = 0; i < c->has->tables; i++)
        if (t2s_casecmp_n(c->tables[i]->text, c->tables[i]->length, use->text,
                          use->length) == 0)
            return;
    if (c->has->tables < T2S_MOST_DIFFERENT_TABLES)
        c->tables[c->has->tables++] = use;
}

static void add_column(counting *c, int32_t column)
{
    for (int32_t i = 0; i < c->has->columns; i++)
        if (c->columns[i] == column)
            return;
    if (c->has->columns < T2S_MOST_DIFFERENT_COLUMNS)
        c->columns[c->has->columns++] = column;
}

static void add_operator(counting *c, const t2s_query_use *use)
{
    c->has->operators[use->index] = true;
    c->has->condition_operators[use->index] |= t2s_is_in_condition(use);
    c->has->conditions += use->is_condition;
    if (use->is_condition && use->clause != T2S_CLAUSE_HAVING) {
        c->has->has_row_condition = true;
        c->has->main_has_row_condition |= use->scope == c->query->main;
    }
}

/* Whether the use before is COUNT, of which a "*" or DISTINCT is. */
static bool is_counted(const t2s_query *query, size_t i)
{
    const t2s_query_use *before = query->uses.at + i - 1;
    return i > 0 && before->kind == T2S_USES_FUNCTION &&
           before->index == T2S_FUNCTION_COUNT &&
           before->scope == query->uses.at[i].scope;
}

static void add_use(counting *c, size_t i)
{
    const t2s_query_use *use = &c->query->uses.at[i];
    t2s_query_parts *has = c->has;
    bool is_selected =
        use->scope == c->query->main && use->clause == T2S_CLAUSE_SELECT;
    has->uses[use->kind] = true;
    if (use->kind == T2S_USES_COLUMN) {
        add_column(c, use->index);
    } else if (use->kind == T2S_USES_TABLE) {
        add_table(c, use);
    } else if (use->kind == T2S_USES_OPERATOR) {
        add_operator(c, use);
    } else if (use->kind == T2S_USES_TEXT || use->kind == T2S_USES_NUMBER) {
        has->literals += use->clause != T2S_CLAUSE_LIMIT;
    } else if (use->kind == T2S_USES_STAR) {
        has->selects_star |= is_selected && !is_counted(c->query, i);
    } else if (use->kind == T2S_USES_DISTINCT) {
        has->count_distinct |= is_counted(c->query, i);
    } else if (use->kind == T2S_USES_FUNCTION) {
        has->functions[use->index] = true;
        has->selected_functions[use->index] |= is_selected;
        has->order_by_count |=
            use->index == T2S_FUNCTION_COUNT && use->clause == T2S_CLAUSE_ORDER;
    }
}

const t2s_condition *t2s_query_test_of(const t2s_query *query,
                                       const t2s_query_use *use)
{
    const bool is_text = use->kind == T2S_USES_TEXT;
    for (size_t i = 0; i < query->tests.count && i < MOST_TESTS; i++) {
        const t2s_side *value = &query->tests.at[i].value;
        if (value->operand ==
                (is_text ? T2S_OPERAND_TEXT : T2S_OPERAND_NUMBER) &&
            use->begin < use->end && value->begin <= use->begin &&
            use->end <= value->end)
            return &query->tests.at[i];
    }
    return NULL;
}

void t2s_query_find_parts(t2s_query *query, const t2sed_schema *schema)
{
    counting c = {.has = &query->parts, .query = query};
    relate_uses(query, schema);
    t2s_forms_read(query->parts.forms, query->tree);
    for (size_t i = 0; i < query->scopes.count; i++)
        add_scope(c.has, &query->scopes.at[i]);
    for (size_t i = 0; i < query->uses.count; i++)
        add_use(&c, i);
    for (size_t i = 0; i < query->tests.count; i++)
        c.has->test_operators[query->tests.at[i].operator] = true;
    t2s_senses_read(query->parts.senses, query);
}

#define SET(name, most, value, meaning)                                        \
    shape[T2S_SHAPE_##name] = (float)(value);

void t2s_shape_read(float shape[T2S_SHAPE_COUNT], const t2s_query *query)
{
    static const t2s_query_scope none;
    const t2s_query_parts *has = &query->parts;
    const t2s_query_scope *main =
        query->scopes.count ? &query->scopes.at[query->main] : &none;
    T2S_SHAPE(SET)
}

/* ------------------------------------------------------- roles */

/* What a SELECT in a condition gives ties it to the query where it is a key;
 * otherwise it is what the condition compares with. */
static t2s_item_role role_of_selected(const t2s_query *query,
                                      const t2s_query_use *use,
                                      const t2sed_schema *schema)
{
    const t2s_query_scope *scope =
        use->scope >= 0 ? &query->scopes.at[use->scope] : NULL;
    if (!scope || scope->role != T2S_ROLE_CONDITION)
        return T2S_ITEM_SELECTED;
    return t2s_schema_is_key(schema, use->index) ? T2S_ITEM_JOINED
                                                 : T2S_ITEM_CONDITION;
}

static t2s_item_role role_of(const t2s_query *query, size_t i,
                             const t2sed_schema *schema)
{
    const t2s_query_use *use = &query->uses.at[i];
    switch (use->clause) {
    case T2S_CLAUSE_SELECT:
        return role_of_selected(query, use, schema);
    case T2S_CLAUSE_GROUP:
        return T2S_ITEM_GROUPED;
    case T2S_CLAUSE_ORDER:
        return T2S_ITEM_ORDERED;
    default:
        return use->only_ties ? T2S_ITEM_JOINED : T2S_ITEM_CONDITION;
    }
}

void t2s_roles_read(uint8_t *columns, uint8_t *tables, const t2s_query *query,
                    const t2sed_schema *schema)
{
    memset(columns, 0, schema->column_count);
    memset(tables, 0, schema->table_count);
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->index < 0)
            continue;
        if (use->kind == T2S_USES_TABLE &&
            (size_t)use->index < schema->table_count)
            tables[use->index] |= 1u << T2S_ITEM_USED;
        if (use->kind == T2S_USES_COLUMN &&
            (size_t)use->index < schema->column_count)
            columns[use->index] |= (uint8_t)(1u << T2S_ITEM_USED |
                                             1u << role_of(query, i, schema));
    }
}
