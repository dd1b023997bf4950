#include "evidence/shape.h"

#include <math.h>

#include "base/string.h"

#define MOST_TABLES  6
#define MOST_COLUMNS 16

/* Unless something else is said, "anywhere": in whichever SELECT. Tables are
 * joined in FROM or in WHERE; both are one to all of these. */
#define FEATURES(X)                                                            \
    X(selects, 8, "SELECTs in the query")                                      \
    X(main_where, 1, "the main SELECT has conditions on rows")                 \
    X(main_group, 1, "the main SELECT has GROUP BY")                           \
    X(main_having, 1, "the main SELECT has HAVING")                            \
    X(main_order, 1, "the main SELECT has ORDER BY")                           \
    X(main_limit, 1, "the main SELECT has LIMIT")                              \
    X(where, 1, "conditions on rows, anywhere")                                \
    X(group, 1, "GROUP BY, anywhere")                                          \
    X(having, 1, "HAVING, anywhere")                                           \
    X(order, 1, "ORDER BY, anywhere")                                          \
    X(limit, 1, "LIMIT, anywhere")                                             \
    X(limit_1, 1, "LIMIT 1, anywhere")                                         \
    X(union, 1, "UNION")                                                       \
    X(intersect, 1, "INTERSECT")                                               \
    X(except, 1, "EXCEPT")                                                     \
    X(compound, 1, "any of the three")                                         \
    X(nested, 1, "a SELECT within another")                                    \
    X(nested_condition, 1, "a SELECT within a condition")                      \
    X(nested_from, 1, "a SELECT within FROM, or WITH")                         \
    X(depth, 4, "how deeply SELECTs nest; 0 where none does")                  \
    X(negation, 1, "NOT, != or EXCEPT")                                        \
    X(not_equal, 1, "!=")                                                      \
    X(like, 1, "LIKE")                                                         \
    X(or, 1, "OR or UNION")                                                    \
    X(between, 1, "BETWEEN")                                                   \
    X(in, 1, "IN")                                                             \
    X(exists, 1, "EXISTS")                                                     \
    X(is, 1, "IS, ISNULL, NOTNULL")                                            \
    X(arithmetic, 1, "arithmetic or ||")                                       \
    X(select_count, 1, "the main SELECT selects COUNT")                        \
    X(select_sum, 1, "the main SELECT selects SUM")                            \
    X(select_avg, 1, "the main SELECT selects AVG")                            \
    X(select_min, 1, "the main SELECT selects MIN")                            \
    X(select_max, 1, "the main SELECT selects MAX")                            \
    X(select_other, 1, "the main SELECT selects another function")             \
    X(any_count, 1, "COUNT, anywhere")                                         \
    X(any_sum, 1, "SUM, anywhere")                                             \
    X(any_avg, 1, "AVG, anywhere")                                             \
    X(any_min, 1, "MIN, anywhere")                                             \
    X(any_max, 1, "MAX, anywhere")                                             \
    X(any_other, 1, "another function, anywhere")                              \
    X(order_by_count, 1, "COUNT in ORDER BY")                                  \
    X(distinct, 1, "DISTINCT, anywhere")                                       \
    X(main_distinct, 1, "the main SELECT is SELECT DISTINCT")                  \
    X(count_distinct, 1, "COUNT (DISTINCT ...)")                               \
    X(star, 1, "the main SELECT selects *")                                    \
    X(selected, 6, "columns that the main SELECT selects")                     \
    X(selected_2, 1, "two of them or more")                                    \
    X(selected_3, 1, "three of them or more")                                  \
    X(tables, MOST_TABLES, "different tables, anywhere")                       \
    X(tables_2, 1, "two of them or more")                                      \
    X(tables_3, 1, "three of them or more")                                    \
    X(descending, 1, "DESC")                                                   \
    X(ascending, 1, "ORDER BY without DESC")                                   \
    X(greater, 1, "> or >= in a condition")                                    \
    X(less, 1, "< or <= in a condition")                                       \
    X(or_equal, 1, ">= or <= in a condition")                                  \
    X(conditions, 6, "conditions but for joins")                               \
    X(conditions_1, 1, "one of them or more")                                  \
    X(conditions_2, 1, "two of them or more")                                  \
    X(literals, 8, "strings and numbers but for LIMIT's")                      \
    X(uses, 100, "names, values, functions and operators in all")              \
    X(tokens, 200, "tokens of the query")                                      \
    X(uses_per_word, 8, "uses to words of the question")                       \
    X(unknown_names, 4, "names that the schema lacks")                         \
    X(columns, MOST_COLUMNS, "different columns, anywhere")

#define FEATURE_ROW(name, most, meaning)  {"shape." #name, meaning, 0, most},
#define FEATURE_NAME(name, most, meaning) F_##name,

const t2s_feature t2s_shape_features[] = {FEATURES(FEATURE_ROW)};
const size_t t2s_shape_feature_count =
    sizeof t2s_shape_features / sizeof t2s_shape_features[0];

enum feature { FEATURES(FEATURE_NAME) F_COUNT };

typedef struct shape {
    float is[F_COUNT];
    const t2s_query *query;
    const t2sed_schema *schema;               /* or NULL */
    const t2s_query_use *tables[MOST_TABLES]; /* of different names */
    int32_t columns[MOST_COLUMNS];
    size_t table_count, column_count;
} shape;

static void add_scope(shape *s, const t2s_query_scope *scope, bool is_main)
{
    static const struct {
        t2s_query_clause clause;
        int main, any;
    } clauses[] = {{T2S_CLAUSE_GROUP, F_main_group, F_group},
                   {T2S_CLAUSE_HAVING, F_main_having, F_having},
                   {T2S_CLAUSE_ORDER, F_main_order, F_order},
                   {T2S_CLAUSE_LIMIT, F_main_limit, F_limit}};
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (scope->has[clauses[i].clause]) {
            s->is[clauses[i].any] = 1;
            if (is_main)
                s->is[clauses[i].main] = 1;
        }
    if (scope->has_limit_number && scope->limit == 1)
        s->is[F_limit_1] = 1;
    if (scope->compound)
        s->is[F_union + scope->compound - T2S_COMPOUND_UNION] = 1;
    if (scope->role == T2S_ROLE_CONDITION)
        s->is[F_nested_condition] = 1;
    if (scope->role == T2S_ROLE_FROM)
        s->is[F_nested_from] = 1;
    if (scope->role != T2S_ROLE_MAIN && scope->role != T2S_ROLE_COMPOUND)
        s->is[F_nested] = 1;
    if ((float)scope->depth > s->is[F_depth])
        s->is[F_depth] = (float)scope->depth;
    if (is_main) {
        s->is[F_main_distinct] = scope->distinct;
        s->is[F_selected] = (float)scope->selected;
    }
}

static void add_table(shape *s, const t2s_query_use *use)
{
    for (size_t i = 0; i < s->table_count; i++)
        if (t2s_casecmp_n(s->tables[i]->text, s->tables[i]->length, use->text,
                          use->length) == 0)
            return;
    if (s->table_count < MOST_TABLES)
        s->tables[s->table_count++] = use;
}

static void add_column(shape *s, int32_t column)
{
    for (size_t i = 0; i < s->column_count; i++)
        if (s->columns[i] == column)
            return;
    if (s->column_count < MOST_COLUMNS)
        s->columns[s->column_count++] = column;
}

static void add_function(shape *s, const t2s_query_use *use, bool is_selected)
{
    s->is[F_any_count + use->index] = 1;
    if (is_selected)
        s->is[F_select_count + use->index] = 1;
    if (use->index == T2S_FUNCTION_COUNT && use->clause == T2S_CLAUSE_ORDER)
        s->is[F_order_by_count] = 1;
}

static void add_operator(shape *s, size_t i)
{
    static const int features[][2] = {
        [T2S_OPERATOR_NOT_EQUAL] = {F_not_equal, F_negation},
        [T2S_OPERATOR_LIKE] = {F_like, F_like},
        [T2S_OPERATOR_IN] = {F_in, F_in},
        [T2S_OPERATOR_BETWEEN] = {F_between, F_between},
        [T2S_OPERATOR_IS] = {F_is, F_is},
        [T2S_OPERATOR_EXISTS] = {F_exists, F_exists},
        [T2S_OPERATOR_ARITHMETIC] = {F_arithmetic, F_arithmetic},
    };
    static const int compared[][2] = {
        [T2S_OPERATOR_LESS] = {F_less, F_less},
        [T2S_OPERATOR_LESS_EQUAL] = {F_less, F_or_equal},
        [T2S_OPERATOR_GREATER] = {F_greater, F_greater},
        [T2S_OPERATOR_GREATER_EQUAL] = {F_greater, F_or_equal},
    };
    const t2s_query_use *use = &s->query->uses.at[i];
    bool is_compared = use->index >= T2S_OPERATOR_LESS &&
                       use->index <= T2S_OPERATOR_GREATER_EQUAL;
    bool is_condition = t2s_query_is_condition(s->query, i, s->schema);
    if (is_condition) {
        s->is[F_conditions]++;
        if (use->clause != T2S_CLAUSE_HAVING) {
            s->is[F_where] = 1;
            if (use->scope == s->query->main)
                s->is[F_main_where] = 1;
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
    case T2S_USES_UNKNOWN:
        s->is[F_unknown_names]++;
        break;
    case T2S_USES_STAR:
        if (is_selected && !is_counted(s, i))
            s->is[F_star] = 1;
        break;
    case T2S_USES_TABLE:
        add_table(s, use);
        s->is[F_unknown_names] += use->index == T2S_NO_ITEM;
        break;
    case T2S_USES_TEXT:
    case T2S_USES_NUMBER:
        s->is[F_literals] += use->clause != T2S_CLAUSE_LIMIT;
        break;
    case T2S_USES_FUNCTION:
        add_function(s, use, is_selected);
        break;
    case T2S_USES_DISTINCT:
        s->is[F_distinct] = 1;
        if (is_counted(s, i))
            s->is[F_count_distinct] = 1;
        break;
    case T2S_USES_OPERATOR:
        add_operator(s, i);
        break;
    case T2S_USES_OR:
        s->is[F_or] = 1;
        break;
    case T2S_USES_NOT:
        s->is[F_negation] = 1;
        break;
    case T2S_USES_DESCENDING:
        s->is[F_descending] = 1;
        break;
    default:
        break;
    }
}

/* What follows from the rest. */
static void conclude(shape *s, size_t question_words)
{
    float *is = s->is;
    is[F_selects] = (float)s->query->scopes.count;
    is[F_tables] = (float)s->table_count;
    is[F_columns] = (float)s->column_count;
    is[F_uses] = (float)s->query->uses.count;
    is[F_tokens] = (float)s->query->tokens;
    is[F_uses_per_word] =
        question_words ? is[F_uses] / (float)question_words : NAN;
    is[F_compound] = is[F_union] + is[F_intersect] + is[F_except];
    if (is[F_union] > 0)
        is[F_or] = 1;
    if (is[F_except] > 0)
        is[F_negation] = 1;
    is[F_selected_2] = is[F_selected] >= 2;
    is[F_selected_3] = is[F_selected] >= 3;
    is[F_tables_2] = s->table_count >= 2;
    is[F_tables_3] = s->table_count >= 3;
    is[F_conditions_1] = is[F_conditions] >= 1;
    is[F_conditions_2] = is[F_conditions] >= 2;
    is[F_ascending] = is[F_order] > 0 && is[F_descending] == 0;
    if (!s->schema)
        is[F_unknown_names] = is[F_columns] = NAN;
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
    for (size_t i = 0; i < F_COUNT; i++) {
        float most = t2s_shape_features[i].high;
        out[i] = s.is[i] > most ? most : s.is[i];
    }
    return T2SED_OK;
}
