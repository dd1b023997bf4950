#include "facts/shape.h"

#include <math.h>

#include "base/string.h"
#include "facts/unknown_names.h"

#define FEATURE_ROW(name, most, meaning) {"shape." #name, meaning, 0, most},

const t2s_feature t2s_shape_features[] = {T2S_SHAPE_FEATURES(FEATURE_ROW)};
const size_t t2s_shape_feature_count =
    sizeof t2s_shape_features / sizeof t2s_shape_features[0];

typedef struct shape {
    float is[T2S_SHAPE_COUNT];
    const t2s_query *query;
    const t2sed_schema *schema;                         /* or NULL */
    const t2s_query_use *tables[T2S_SHAPE_MOST_TABLES]; /* of different names */
    int32_t columns[T2S_SHAPE_MOST_COLUMNS];
    size_t table_count, column_count;
} shape;

static void add_scope(shape *s, const t2s_query_scope *scope, bool is_main)
{
    static const struct {
        t2s_query_clause clause;
        int main, any;
    } clauses[] = {{T2S_CLAUSE_GROUP, T2S_SHAPE_main_group, T2S_SHAPE_group},
                   {T2S_CLAUSE_HAVING, T2S_SHAPE_main_having, T2S_SHAPE_having},
                   {T2S_CLAUSE_ORDER, T2S_SHAPE_main_order, T2S_SHAPE_order},
                   {T2S_CLAUSE_LIMIT, T2S_SHAPE_main_limit, T2S_SHAPE_limit}};
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (scope->has[clauses[i].clause]) {
            s->is[clauses[i].any] = 1;
            if (is_main)
                s->is[clauses[i].main] = 1;
        }
    if (scope->has_limit_number && scope->limit == 1)
        s->is[T2S_SHAPE_limit_1] = 1;
    if (scope->compound)
        s->is[T2S_SHAPE_union + scope->compound - T2S_COMPOUND_UNION] = 1;
    if (scope->role == T2S_ROLE_CONDITION)
        s->is[T2S_SHAPE_nested_condition] = 1;
    if (scope->role == T2S_ROLE_FROM)
        s->is[T2S_SHAPE_nested_from] = 1;
    if (scope->role != T2S_ROLE_MAIN && scope->role != T2S_ROLE_COMPOUND)
        s->is[T2S_SHAPE_nested] = 1;
    if ((float)scope->depth > s->is[T2S_SHAPE_depth])
        s->is[T2S_SHAPE_depth] = (float)scope->depth;
    if (is_main) {
        s->is[T2S_SHAPE_main_distinct] = scope->distinct;
        s->is[T2S_SHAPE_selected] = (float)scope->selected;
    }
}

static void add_table(shape *s, const t2s_query_use *use)
{
    for (size_t i = 0; i < s->table_count; i++)
        if (t2s_casecmp_n(s->tables[i]->text, s->tables[i]->length, use->text,
                          use->length) == 0)
            return;
    if (s->table_count < T2S_SHAPE_MOST_TABLES)
        s->tables[s->table_count++] = use;
}

static void add_column(shape *s, int32_t column)
{
    for (size_t i = 0; i < s->column_count; i++)
        if (s->columns[i] == column)
            return;
    if (s->column_count < T2S_SHAPE_MOST_COLUMNS)
        s->columns[s->column_count++] = column;
}

static void add_function(shape *s, const t2s_query_use *use, bool is_selected)
{
    s->is[T2S_SHAPE_any_count + use->index] = 1;
    if (is_selected)
        s->is[T2S_SHAPE_select_count + use->index] = 1;
    if (use->index == T2S_FUNCTION_COUNT && use->clause == T2S_CLAUSE_ORDER)
        s->is[T2S_SHAPE_order_by_count] = 1;
}

static void add_operator(shape *s, size_t i)
{
    static const int features[][2] = {
        [T2S_OPERATOR_NOT_EQUAL] = {T2S_SHAPE_not_equal, T2S_SHAPE_negation},
        [T2S_OPERATOR_LIKE] = {T2S_SHAPE_like, T2S_SHAPE_like},
        [T2S_OPERATOR_IN] = {T2S_SHAPE_in, T2S_SHAPE_in},
        [T2S_OPERATOR_BETWEEN] = {T2S_SHAPE_between, T2S_SHAPE_between},
        [T2S_OPERATOR_IS] = {T2S_SHAPE_is, T2S_SHAPE_is},
        [T2S_OPERATOR_EXISTS] = {T2S_SHAPE_exists, T2S_SHAPE_exists},
        [T2S_OPERATOR_ARITHMETIC] = {T2S_SHAPE_arithmetic,
                                     T2S_SHAPE_arithmetic},
    };
    static const int compared[][2] = {
        [T2S_OPERATOR_LESS] = {T2S_SHAPE_less, T2S_SHAPE_less},
        [T2S_OPERATOR_LESS_EQUAL] = {T2S_SHAPE_less, T2S_SHAPE_or_equal},
        [T2S_OPERATOR_GREATER] = {T2S_SHAPE_greater, T2S_SHAPE_greater},
        [T2S_OPERATOR_GREATER_EQUAL] = {T2S_SHAPE_greater, T2S_SHAPE_or_equal},
    };
    const t2s_query_use *use = &s->query->uses.at[i];
    bool is_compared = use->index >= T2S_OPERATOR_LESS &&
                       use->index <= T2S_OPERATOR_GREATER_EQUAL;
    bool is_condition = t2s_query_is_condition(s->query, i, s->schema);
    if (is_condition) {
        s->is[T2S_SHAPE_conditions]++;
        if (use->clause != T2S_CLAUSE_HAVING) {
            s->is[T2S_SHAPE_where] = 1;
            if (use->scope == s->query->main)
                s->is[T2S_SHAPE_main_where] = 1;
        }
    }
    if (is_compared && is_condition) {
        s->is[compared[use->index][0]] = 1;
        s->is[compared[use->index][1]] = 1;
    } else if (!is_compared && use->index != T2S_OPERATOR_EQUAL) {
        s->is[features[use->index][0]] = 1;
        s->is[features[use->index][1]] = 1;
    }
}

/* Whether the use before is COUNT, of which a "*" or DISTINCT is. */
static bool is_counted(const shape *s, size_t i)
{
    const t2s_query_use *before = &s->query->uses.at[i] - 1;
    return i > 0 && before->kind == T2S_USES_FUNCTION &&
           before->index == T2S_FUNCTION_COUNT &&
           before->scope == s->query->uses.at[i].scope;
}

static void add_use(shape *s, size_t i)
{
    const t2s_query_use *use = &s->query->uses.at[i];
    bool is_selected =
        use->scope == s->query->main && use->clause == T2S_CLAUSE_SELECT;
    switch (use->kind) {
    case T2S_USES_COLUMN:
        add_column(s, use->index);
        break;
    case T2S_USES_STAR:
        if (is_selected && !is_counted(s, i))
            s->is[T2S_SHAPE_star] = 1;
        break;
    case T2S_USES_TABLE:
        add_table(s, use);
        break;
    case T2S_USES_TEXT:
    case T2S_USES_NUMBER:
        s->is[T2S_SHAPE_literals] += use->clause != T2S_CLAUSE_LIMIT;
        break;
    case T2S_USES_FUNCTION:
        add_function(s, use, is_selected);
        break;
    case T2S_USES_DISTINCT:
        s->is[T2S_SHAPE_distinct] = 1;
        if (is_counted(s, i))
            s->is[T2S_SHAPE_count_distinct] = 1;
        break;
    case T2S_USES_OPERATOR:
        add_operator(s, i);
        break;
    case T2S_USES_OR:
        s->is[T2S_SHAPE_or] = 1;
        break;
    case T2S_USES_NOT:
        s->is[T2S_SHAPE_negation] = 1;
        break;
    case T2S_USES_DESCENDING:
        s->is[T2S_SHAPE_descending] = 1;
        break;
    default:
        break;
    }
}

/* What follows from the rest. */
static void conclude(shape *s, size_t question_words)
{
    float *is = s->is;
    is[T2S_SHAPE_selects] = (float)s->query->scopes.count;
    is[T2S_SHAPE_tables] = (float)s->table_count;
    is[T2S_SHAPE_columns] = (float)s->column_count;
    is[T2S_SHAPE_uses] = (float)s->query->uses.count;
    is[T2S_SHAPE_tokens] = (float)s->query->tokens;
    is[T2S_SHAPE_uses_per_word] =
        question_words ? is[T2S_SHAPE_uses] / (float)question_words : NAN;
    is[T2S_SHAPE_compound] =
        is[T2S_SHAPE_union] + is[T2S_SHAPE_intersect] + is[T2S_SHAPE_except];
    if (is[T2S_SHAPE_union] > 0)
        is[T2S_SHAPE_or] = 1;
    if (is[T2S_SHAPE_except] > 0)
        is[T2S_SHAPE_negation] = 1;
    is[T2S_SHAPE_selected_2] = is[T2S_SHAPE_selected] >= 2;
    is[T2S_SHAPE_selected_3] = is[T2S_SHAPE_selected] >= 3;
    is[T2S_SHAPE_tables_2] = s->table_count >= 2;
    is[T2S_SHAPE_tables_3] = s->table_count >= 3;
    is[T2S_SHAPE_conditions_1] = is[T2S_SHAPE_conditions] >= 1;
    is[T2S_SHAPE_conditions_2] = is[T2S_SHAPE_conditions] >= 2;
    is[T2S_SHAPE_ascending] =
        is[T2S_SHAPE_order] > 0 && is[T2S_SHAPE_descending] == 0;
    if (s->schema)
        is[T2S_SHAPE_unknown_names] = (float)t2s_query_unknown_names(s->query);
    else
        is[T2S_SHAPE_unknown_names] = is[T2S_SHAPE_columns] = NAN;
}

t2sed_status t2s_shape_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err)
{
    shape s = {.query = query, .schema = schema};
    (void)err;
    for (size_t i = 0; i < query->scopes.count; i++)
        add_scope(&s, &query->scopes.at[i], (int32_t)i == query->main);
    for (size_t i = 0; i < query->uses.count; i++)
        add_use(&s, i);
    conclude(&s, question_words);
    for (size_t i = 0; i < T2S_SHAPE_COUNT; i++) {
        float most = t2s_shape_features[i].high;
        out[i] = s.is[i] > most ? most : s.is[i];
    }
    return T2SED_OK;
}
