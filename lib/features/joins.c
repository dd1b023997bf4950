#include "features/joins.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"

/* Joins beyond these are not looked at. */
#define MOST_JOINS 256

/* Columns and tables are known with a schema only: all but `lacking` and
 * `mixed` are NAN without one. */
#define FEATURES(X)                                                            \
    X(declared, 8, "joins of a foreign key with what it refers to")            \
    X(shared, 8, "joins of two foreign keys that refer to one column")         \
    X(same_name, 8, "joins of a primary key with a column of its name")        \
    X(unrelated, 8, "joins of columns that are none of these")                 \
    X(lacking, 4, "joins too few for the tables in FROM")                      \
    X(leaf_unused, 4, "tables that one join brings in, of no other use")       \
    X(leaf_uncounted, 4, "the same where nothing counts rows or takes all")    \
    X(table_twice, 4, "tables that one FROM names again")                      \
    X(in_related, 4, "IN (SELECT ...) over columns that could be joined")      \
    X(in_unrelated, 4, "IN (SELECT ...) over columns that could not")          \
    X(compared_same, 4, "comparison with a SELECT of the same column")         \
    X(compared_other, 4, "comparison with a SELECT of another column")         \
    X(group_unselected, 1, "the main SELECT selects nothing it groups by")     \
    X(group_by_key, 4, "grouping by columns of a primary key")                 \
    X(group_by_foreign_key, 4, "grouping by columns of a foreign key")         \
    X(group_by_other, 4, "grouping by other columns")                          \
    X(mixed, 4, "SELECTs of aggregates and bare columns, not grouped")         \
    X(aggregate_text, 4, "SUM or AVG over text")                               \
    X(order_text, 4, "ORDER BY text, with LIMIT")                              \
    X(compare_text, 4, "<, <=, > or >= on text columns")                       \
    X(primary_selected, 4, "columns of a primary key in the main SELECT")      \
    X(foreign_selected, 4, "columns of a foreign key in the main SELECT")      \
    X(schema_tables, 50, "tables of the schema")                               \
    X(schema_columns, 300, "columns of the schema")                            \
    X(schema_foreign_keys, 50, "columns of it that refer to others")

#define FEATURE_ROW(name, most, meaning)  {"join." #name, meaning, 0, most},
#define FEATURE_NAME(name, most, meaning) F_##name,

const t2s_feature t2s_joins_features[] = {FEATURES(FEATURE_ROW)};
const size_t t2s_joins_feature_count =
    sizeof t2s_joins_features / sizeof t2s_joins_features[0];

enum feature { FEATURES(FEATURE_NAME) F_COUNT };

/* What is known of a SELECT. */
typedef struct scope_facts {
    int32_t joins;
    int32_t aggregates, columns; /* that it selects */
} scope_facts;

/* What is known of a table. */
typedef struct table_facts {
    int32_t scope; /* whose FROM named it last, or -1 */
    int32_t joins;
    bool is_joined, is_used; /* not alone in FROM; beside joins */
} table_facts;

typedef struct joins {
    float is[F_COUNT];
    const t2s_query *query;
    const t2sed_schema *schema; /* or NULL */
    scope_facts *scopes;
    table_facts *tables; /* of the schema */
    bool *is_foreign;    /* of its columns: refer to another */
    size_t join_count;
    bool is_counted; /* some SELECT has a "*" or COUNT */
} joins;

static bool is_text(const joins *j, const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN &&
           j->schema->columns[use->index].kind == T2SED_TYPE_TEXT;
}

static bool is_function(const joins *j, size_t i, t2s_query_function function)
{
    const t2s_query_use *use = &j->query->uses.at[i];
    return use->kind == T2S_USES_FUNCTION && use->index == (int32_t)function;
}

/* How two columns of a schema go together. */
static enum feature relation(const t2sed_schema *schema, int32_t a, int32_t b)
{
    static const enum feature features[] = {[T2S_RELATION_NONE] = F_unrelated,
                                            [T2S_RELATION_NAME] = F_same_name,
                                            [T2S_RELATION_SHARED] = F_shared,
                                            [T2S_RELATION_DECLARED] =
                                                F_declared};
    return features[t2s_schema_relate(schema, a, b)];
}

static void add_join(joins *j, size_t i)
{
    const t2s_query_use *left = &j->query->uses.at[i - 1];
    const t2s_query_use *right = &j->query->uses.at[i + 1];
    if (j->join_count++ >= MOST_JOINS || left->kind != T2S_USES_COLUMN ||
        right->kind != T2S_USES_COLUMN)
        return;
    j->is[relation(j->schema, left->index, right->index)]++;
    j->tables[j->schema->columns[left->index].table].joins++;
    j->tables[j->schema->columns[right->index].table].joins++;
}

/* The first use of the SELECT that a comparison's right side consists of, or
 * the count of uses. */
static size_t selected_by(const joins *j, size_t i)
{
    const t2s_query_use *uses = j->query->uses.at;
    size_t next = i + 1;
    if (next < j->query->uses.count && uses[next].kind == T2S_USES_DISTINCT)
        next++;
    if (next >= j->query->uses.count ||
        uses[next].clause != T2S_CLAUSE_SELECT ||
        j->query->scopes.at[uses[next].scope].parent != uses[i].scope)
        return j->query->uses.count;
    return next;
}

/* A column against what a SELECT gives: IN (SELECT ...), > (SELECT ...). */
static void compare_with_query(joins *j, size_t i)
{
    const t2s_query_use *uses = j->query->uses.at;
    bool is_in = uses[i].index == T2S_OPERATOR_IN;
    size_t left = i, right = selected_by(j, i);
    if (left > 0 && uses[left - 1].kind == T2S_USES_NOT)
        left--;
    if (left == 0 || right == j->query->uses.count)
        return;
    left--;
    if (uses[right].kind == T2S_USES_FUNCTION && !is_in &&
        right + 1 < j->query->uses.count &&
        uses[right + 1].scope == uses[right].scope)
        right++;
    if (uses[left].kind != T2S_USES_COLUMN ||
        uses[right].kind != T2S_USES_COLUMN ||
        uses[left].scope != uses[i].scope ||
        uses[left].clause != uses[i].clause || uses[left].function >= 0)
        return;
    if (!is_in)
        j->is[uses[left].index == uses[right].index ? F_compared_same
                                                    : F_compared_other]++;
    else if (uses[left].index == uses[right].index ||
             relation(j->schema, uses[left].index, uses[right].index) !=
                 F_unrelated)
        j->is[F_in_related]++;
    else
        j->is[F_in_unrelated]++;
}

static void add_operator(joins *j, size_t i)
{
    const t2s_query_use *uses = j->query->uses.at, *use = &uses[i];
    bool has_right = i + 1 < j->query->uses.count;
    bool is_join = use->is_join;
    bool is_ordering = use->index >= T2S_OPERATOR_LESS &&
                       use->index <= T2S_OPERATOR_GREATER_EQUAL;
    /* In ON, what a table is joined to may also be an expression. */
    if (is_join || (use->clause == T2S_CLAUSE_ON && has_right &&
                    use->index == T2S_OPERATOR_EQUAL &&
                    uses[i + 1].kind != T2S_USES_TEXT &&
                    uses[i + 1].kind != T2S_USES_NUMBER))
        j->scopes[use->scope].joins++;
    if (!j->schema)
        return;
    if (is_join)
        add_join(j, i);
    if (use->index <= T2S_OPERATOR_GREATER_EQUAL ||
        use->index == T2S_OPERATOR_IN)
        compare_with_query(j, i);
    if (is_ordering &&
        ((i > 0 && is_text(j, use - 1) && use[-1].scope == use->scope &&
          use[-1].function < 0) ||
         (has_right && is_text(j, use + 1) && use[1].scope == use->scope)))
        j->is[F_compare_text]++;
}

static void add_table(joins *j, const t2s_query_use *use)
{
    table_facts *table;
    if (use->index == T2S_NO_ITEM || use->clause != T2S_CLAUSE_FROM)
        return;
    table = &j->tables[use->index];
    if (table->scope == use->scope)
        j->is[F_table_twice]++;
    table->scope = use->scope;
    if (j->query->scopes.at[use->scope].relations > 1)
        table->is_joined = true;
}

static void add_column(joins *j, size_t i)
{
    const t2s_query_use *use = &j->query->uses.at[i];
    const t2s_query_scope *scope = &j->query->scopes.at[use->scope];
    const t2s_column *column = &j->schema->columns[use->index];
    int32_t function = use->function;
    if (!use->is_joined)
        j->tables[column->table].is_used = true;
    if ((function == T2S_FUNCTION_SUM || function == T2S_FUNCTION_AVG) &&
        is_text(j, use))
        j->is[F_aggregate_text]++;
    if (use->clause == T2S_CLAUSE_ORDER && scope->has[T2S_CLAUSE_LIMIT] &&
        is_text(j, use) && function < 0)
        j->is[F_order_text]++;
    if (use->clause == T2S_CLAUSE_GROUP)
        j->is[column->primary             ? F_group_by_key
              : j->is_foreign[use->index] ? F_group_by_foreign_key
                                          : F_group_by_other]++;
    if (use->clause == T2S_CLAUSE_SELECT && use->scope == j->query->main &&
        function < 0) {
        j->is[F_primary_selected] += column->primary > 0;
        j->is[F_foreign_selected] += j->is_foreign[use->index];
    }
}

static void add_use(joins *j, size_t i)
{
    const t2s_query_use *use = &j->query->uses.at[i];
    scope_facts *scope = &j->scopes[use->scope];
    bool is_selected = use->clause == T2S_CLAUSE_SELECT;
    if (use->kind == T2S_USES_OPERATOR) {
        add_operator(j, i);
    } else if (use->kind == T2S_USES_FUNCTION) {
        scope->aggregates += is_selected && use->index != T2S_FUNCTION_OTHER;
        j->is_counted |= is_function(j, i, T2S_FUNCTION_COUNT);
    } else if (use->kind == T2S_USES_STAR) {
        j->is_counted = true;
    } else if (use->kind == T2S_USES_COLUMN || use->kind == T2S_USES_UNKNOWN) {
        scope->columns += is_selected;
    }
    if (j->schema && use->kind == T2S_USES_COLUMN)
        add_column(j, i);
    if (j->schema && use->kind == T2S_USES_TABLE)
        add_table(j, use);
}

/* Whether the main SELECT selects no column that it groups by. */
static bool is_group_unselected(const joins *j)
{
    const t2s_query *query = j->query;
    bool *is_selected = j->is_foreign; /* of use no more */
    size_t grouped = 0;
    for (size_t i = 0; i < j->schema->column_count; i++)
        is_selected[i] = false;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->kind != T2S_USES_COLUMN || use->scope != query->main)
            continue;
        if (use->clause == T2S_CLAUSE_SELECT)
            is_selected[use->index] = true;
        if (use->clause == T2S_CLAUSE_GROUP) {
            if (is_selected[use->index])
                return false;
            grouped++;
        }
    }
    return grouped > 0;
}

static void conclude(joins *j)
{
    const t2s_query *query = j->query;
    const t2sed_schema *schema = j->schema;
    for (size_t i = 0; i < query->scopes.count; i++) {
        const t2s_query_scope *scope = &query->scopes.at[i];
        int32_t lacking =
            scope->relations - scope->natural - 1 - j->scopes[i].joins;
        if (lacking > 0)
            j->is[F_lacking] += (float)lacking;
        if (!scope->has[T2S_CLAUSE_GROUP] && j->scopes[i].aggregates > 0 &&
            j->scopes[i].columns > 0 &&
            scope->selected > j->scopes[i].aggregates)
            j->is[F_mixed]++;
    }
    if (!schema)
        return;
    for (size_t i = 0; i < schema->table_count; i++)
        if (j->tables[i].is_joined && !j->tables[i].is_used &&
            j->tables[i].joins == 1)
            j->is[F_leaf_unused]++;
    j->is[F_leaf_uncounted] = j->is_counted ? 0 : j->is[F_leaf_unused];
    j->is[F_group_unselected] = is_group_unselected(j);
    j->is[F_schema_tables] = (float)schema->table_count;
    j->is[F_schema_columns] = (float)schema->column_count;
    j->is[F_schema_foreign_keys] = (float)schema->foreign_key_count;
}

static t2sed_status gather(joins *j, t2sed_error *err)
{
    const t2sed_schema *schema = j->schema;
    j->scopes = t2s_zalloc_array(j->query->scopes.count, sizeof *j->scopes);
    if (!j->scopes)
        return t2s_fail_memory(err);
    if (schema) {
        j->tables = t2s_zalloc_array(schema->table_count, sizeof *j->tables);
        j->is_foreign =
            t2s_zalloc_array(schema->column_count, sizeof *j->is_foreign);
        if (!j->tables || !j->is_foreign)
            return t2s_fail_memory(err);
        for (size_t i = 0; i < schema->table_count; i++)
            j->tables[i].scope = -1;
        for (size_t i = 0; i < schema->foreign_key_count; i++)
            j->is_foreign[schema->foreign_keys[i].from] = true;
    }
    for (size_t i = 0; i < j->query->uses.count; i++)
        add_use(j, i);
    conclude(j);
    return T2SED_OK;
}

t2sed_status t2s_joins_fill(float *out, size_t question_words,
                            const t2s_query *query, const t2sed_schema *schema,
                            t2sed_error *err)
{
    joins j = {.query = query, .schema = schema};
    t2sed_status status = gather(&j, err);
    (void)question_words;
    for (size_t i = 0; i < F_COUNT && !status; i++) {
        float most = t2s_joins_features[i].high;
        out[i] = j.is[i] > most ? most : j.is[i];
        if (!schema && i != F_lacking && i != F_mixed)
            out[i] = NAN;
    }
    t2s_free(j.scopes);
    t2s_free(j.tables);
    t2s_free(j.is_foreign);
    return status;
}
