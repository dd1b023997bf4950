/* How a query fits its schema: joins, grouping and aggregates that the schema
 * speaks for or against. */
#include "base/error.h"
#include "base/memory.h"
#include "features/features.h"

/* Joins beyond these are not looked at. */
#define MOST_JOINS 256

#define FEATURES(X)                                                            \
    X(declared, 0, 8, SCHEMA, "joins of a foreign key with what it refers to") \
    X(shared, 0, 8, SCHEMA,                                                    \
      "joins of two foreign keys that refer to one column")                    \
    X(shared_bridged, 0, 8, SCHEMA,                                            \
      "those of tables that a third one refers to, both")                      \
    X(same_name, 0, 8, SCHEMA,                                                 \
      "joins of a primary key with a column of its name")                      \
    X(unrelated, 0, 8, SCHEMA, "joins of columns that are none of these")      \
    X(lacking, 0, 4, NOTHING, "joins too few for the tables in FROM")          \
    X(leaf_unused, 0, 4, SCHEMA,                                               \
      "tables that one join brings in, of no other use")                       \
    X(leaf_uncounted, 0, 4, SCHEMA,                                            \
      "the same where nothing counts rows or takes all")                       \
    X(table_twice, 0, 4, SCHEMA, "tables that one FROM names again")           \
    X(in_related, 0, 4, SCHEMA,                                                \
      "IN (SELECT ...) over columns that could be joined")                     \
    X(in_unrelated, 0, 4, SCHEMA,                                              \
      "IN (SELECT ...) over columns that could not")                           \
    X(compared_same, 0, 4, SCHEMA,                                             \
      "comparison with a SELECT of the same column")                           \
    X(compared_other, 0, 4, SCHEMA,                                            \
      "comparison with a SELECT of another column")                            \
    X(group_unselected, 0, 1, SCHEMA,                                          \
      "the main SELECT selects nothing it groups by")                          \
    X(group_by_key, 0, 4, SCHEMA, "grouping by columns of a primary key")      \
    X(group_by_foreign_key, 0, 4, SCHEMA,                                      \
      "grouping by columns of a foreign key")                                  \
    X(group_by_other, 0, 4, SCHEMA, "grouping by other columns")               \
    X(mixed, 0, 4, NOTHING,                                                    \
      "SELECTs of aggregates and bare columns, not grouped")                   \
    X(aggregate_text, 0, 4, SCHEMA, "SUM or AVG over text")                    \
    X(order_text, 0, 4, SCHEMA, "ORDER BY text, with LIMIT")                   \
    X(compare_text, 0, 4, SCHEMA, "<, <=, > or >= on text columns")            \
    X(primary_selected, 0, 4, SCHEMA,                                          \
      "columns of a primary key in the main SELECT")                           \
    X(foreign_selected, 0, 4, SCHEMA,                                          \
      "columns of a foreign key in the main SELECT")                           \
    X(schema_tables, 0, 50, SCHEMA, "tables of the schema")                    \
    X(schema_columns, 0, 300, SCHEMA, "columns of the schema")                 \
    X(schema_foreign_keys, 0, 50, SCHEMA, "columns of it that refer to others")

#define ROW(name, low, high, needs, meaning)                                   \
    {"join." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

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
    double *out;
    const t2s_query *query;
    const t2sed_schema *schema; /* or NULL */
    scope_facts *scopes;
    table_facts *tables; /* of the schema */
    bool *selected;      /* its columns: the main SELECT selects them */
    size_t join_count;
} joins;

static bool is_text(const joins *j, const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN &&
           j->schema->columns[use->index].kind == T2SED_TYPE_TEXT;
}

/* How two columns go together. */
static enum feature relation(const joins *j, int32_t a, int32_t b)
{
    static const enum feature by_relation[] = {
        [T2S_RELATION_NONE] = F_unrelated,
        [T2S_RELATION_NAME] = F_same_name,
        [T2S_RELATION_SHARED] = F_shared,
        [T2S_RELATION_DECLARED] = F_declared};
    return by_relation[t2s_schema_relate(j->schema, a, b)];
}

static void add_join(joins *j, size_t i)
{
    const t2s_query_use *left = &j->query->uses.at[i - 1];
    const t2s_query_use *right = &j->query->uses.at[i + 1];
    enum feature as;
    if (j->join_count++ >= MOST_JOINS || left->kind != T2S_USES_COLUMN ||
        right->kind != T2S_USES_COLUMN)
        return;
    as = relation(j, left->index, right->index);
    j->out[as]++;
    if (as == F_shared &&
        t2s_schema_bridge(j->schema, j->schema->columns[left->index].table,
                          j->schema->columns[right->index].table) !=
            T2S_NO_ITEM)
        j->out[F_shared_bridged]++;
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
    const t2s_query_use *uses = j->query->uses.at, *left, *given;
    bool is_in = uses[i].index == T2S_OPERATOR_IN, is_same;
    size_t before = i, right = selected_by(j, i);
    if (before > 0 && uses[before - 1].kind == T2S_USES_NOT)
        before--;
    if (before == 0 || right == j->query->uses.count)
        return;
    if (uses[right].kind == T2S_USES_FUNCTION && !is_in &&
        right + 1 < j->query->uses.count &&
        uses[right + 1].scope == uses[right].scope)
        right++;
    left = &uses[before - 1];
    given = &uses[right];
    if (left->kind != T2S_USES_COLUMN || given->kind != T2S_USES_COLUMN ||
        left->scope != uses[i].scope || left->clause != uses[i].clause ||
        left->function >= 0)
        return;
    is_same = left->index == given->index;
    if (!is_in)
        j->out[is_same ? F_compared_same : F_compared_other]++;
    else if (is_same || relation(j, left->index, given->index) != F_unrelated)
        j->out[F_in_related]++;
    else
        j->out[F_in_unrelated]++;
}

static void add_operator(joins *j, size_t i)
{
    const t2s_query_use *use = &j->query->uses.at[i];
    bool has_right = i + 1 < j->query->uses.count;
    bool is_ordering = use->index >= T2S_OPERATOR_LESS &&
                       use->index <= T2S_OPERATOR_GREATER_EQUAL;
    /* In ON, what a table is joined to may also be an expression. */
    if (use->is_join ||
        (use->clause == T2S_CLAUSE_ON && has_right &&
         use->index == T2S_OPERATOR_EQUAL && use[1].kind != T2S_USES_TEXT &&
         use[1].kind != T2S_USES_NUMBER))
        j->scopes[use->scope].joins++;
    if (!j->schema)
        return;
    if (use->is_join)
        add_join(j, i);
    if (use->index <= T2S_OPERATOR_GREATER_EQUAL ||
        use->index == T2S_OPERATOR_IN)
        compare_with_query(j, i);
    if (is_ordering &&
        ((i > 0 && is_text(j, use - 1) && use[-1].scope == use->scope &&
          use[-1].function < 0) ||
         (has_right && is_text(j, use + 1) && use[1].scope == use->scope)))
        j->out[F_compare_text]++;
}

static void add_table(joins *j, const t2s_query_use *use)
{
    table_facts *table;
    if (use->index == T2S_NO_ITEM || use->clause != T2S_CLAUSE_FROM)
        return;
    table = &j->tables[use->index];
    if (table->scope == use->scope)
        j->out[F_table_twice]++;
    table->scope = use->scope;
    if (j->query->scopes.at[use->scope].relations > 1)
        table->is_joined = true;
}

static void add_column(joins *j, const t2s_query_use *use)
{
    const t2s_query_scope *scope = &j->query->scopes.at[use->scope];
    const t2s_column *column = &j->schema->columns[use->index];
    if (!use->is_joined)
        j->tables[column->table].is_used = true;
    if ((use->function == T2S_FUNCTION_SUM ||
         use->function == T2S_FUNCTION_AVG) &&
        is_text(j, use))
        j->out[F_aggregate_text]++;
    if (use->clause == T2S_CLAUSE_ORDER && scope->has[T2S_CLAUSE_LIMIT] &&
        is_text(j, use) && use->function < 0)
        j->out[F_order_text]++;
    if (use->clause == T2S_CLAUSE_GROUP)
        j->out[column->primary      ? F_group_by_key
               : column->is_foreign ? F_group_by_foreign_key
                                    : F_group_by_other]++;
    if (use->clause != T2S_CLAUSE_SELECT || use->scope != j->query->main)
        return;
    j->selected[use->index] = true;
    if (use->function < 0) {
        j->out[F_primary_selected] += column->primary > 0;
        j->out[F_foreign_selected] += column->is_foreign;
    }
}

static void add_use(joins *j, size_t i)
{
    const t2s_query_use *use = &j->query->uses.at[i];
    scope_facts *scope = &j->scopes[use->scope];
    bool is_selected = use->clause == T2S_CLAUSE_SELECT;
    if (use->kind == T2S_USES_OPERATOR)
        add_operator(j, i);
    else if (use->kind == T2S_USES_FUNCTION)
        scope->aggregates += is_selected && use->index != T2S_FUNCTION_OTHER;
    else if (use->kind == T2S_USES_COLUMN || use->kind == T2S_USES_UNKNOWN)
        scope->columns += is_selected;
    if (j->schema && use->kind == T2S_USES_COLUMN)
        add_column(j, use);
    if (j->schema && use->kind == T2S_USES_TABLE)
        add_table(j, use);
}

/* Whether the main SELECT selects no column that it groups by. */
static bool is_group_unselected(const joins *j)
{
    const t2s_query *query = j->query;
    size_t grouped = 0;
    t2s_for_each_use (query, use) {
        if (use->kind != T2S_USES_COLUMN || use->scope != query->main ||
            use->clause != T2S_CLAUSE_GROUP)
            continue;
        if (j->selected[use->index])
            return false;
        grouped++;
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
            j->out[F_lacking] += lacking;
        if (!scope->has[T2S_CLAUSE_GROUP] && j->scopes[i].aggregates > 0 &&
            j->scopes[i].columns > 0 &&
            scope->selected > j->scopes[i].aggregates)
            j->out[F_mixed]++;
    }
    if (!schema)
        return;
    for (size_t i = 0; i < schema->table_count; i++)
        if (j->tables[i].is_joined && !j->tables[i].is_used &&
            j->tables[i].joins == 1)
            j->out[F_leaf_unused]++;
    if (!query->parts.functions[T2S_FUNCTION_COUNT] &&
        !query->parts.uses[T2S_USES_STAR])
        j->out[F_leaf_uncounted] = j->out[F_leaf_unused];
    j->out[F_group_unselected] = is_group_unselected(j);
    j->out[F_schema_tables] = (double)schema->table_count;
    j->out[F_schema_columns] = (double)schema->column_count;
    j->out[F_schema_foreign_keys] = (double)schema->foreign_key_count;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    joins j = {.out = out, .query = in->query, .schema = in->from->schema};
    size_t tables = in->from->schema ? in->from->schema->table_count : 0;
    size_t columns = in->from->schema ? in->from->schema->column_count : 0;
    j.scopes = t2s_zalloc_array(in->query->scopes.count, sizeof *j.scopes);
    j.tables = t2s_zalloc_array(tables, sizeof *j.tables);
    j.selected = t2s_zalloc_array(columns, sizeof *j.selected);
    for (size_t i = 0; i < tables && j.tables; i++)
        j.tables[i].scope = -1;
    if (j.scopes && j.tables && j.selected) {
        for (size_t i = 0; i < in->query->uses.count; i++)
            add_use(&j, i);
        conclude(&j);
    }
    t2s_free(j.selected);
    t2s_free(j.tables);
    t2s_free(j.scopes);
    return j.scopes && j.tables && j.selected ? T2SED_OK : t2s_fail_memory(err);
}

const t2s_feature_group t2s_joins_group = {features, F_COUNT, 0, compute, true};
