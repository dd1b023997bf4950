#include "facts/result_filter.h"

#include <string.h>

/* Joins of a query that are looked at, and SELECTs of a compound. */
#define MOST_LOOKED_AT 64

typedef struct search {
    t2s_result_filter *out;
    const t2s_query *query;
    const t2sed_schema *schema;
    t2s_execution *execution;      /* or NULL */
    const t2s_value_index *values; /* or NULL */
    size_t pairs;                  /* looked at so far */
    t2sed_error *err;
} search;

static const t2s_query_use *use_at(const search *s, size_t i)
{
    return t2s_query_use_at(s->query, i);
}

static bool is_beside(const t2s_query_use *a, const t2s_query_use *b)
{
    return a && b && t2s_is_beside(a, b);
}

/* A column of the schema that stands beside `beside` and that no function is
 * of: behind one, it may be of its first argument. */
static bool is_bare_column(const search *s, size_t i,
                           const t2s_query_use *beside)
{
    const t2s_query_use *use = use_at(s, i);
    const t2s_query_use *before = i > 0 ? use_at(s, i - 1) : NULL;
    return is_beside(use, beside) && use->kind == T2S_USES_COLUMN &&
           !(is_beside(before, use) && before->kind == T2S_USES_FUNCTION);
}

/* ---------------------------------------------------------- dead keys */

/* Looks at two columns that are compared at `use`. */
static t2sed_status add_pair(search *s, int32_t a, int32_t b, size_t use)
{
    const t2sed_schema *schema = s->schema;
    t2sed_status status = T2SED_OK;
    if (s->pairs++ >= MOST_LOOKED_AT)
        return T2SED_OK;
    for (size_t i = 0; i < schema->foreign_key_count && status == T2SED_OK;
         i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        bool is_dead = false;
        if (!(key->from == a && key->to == b) &&
            !(key->from == b && key->to == a))
            continue;
        status = t2s_execution_key_is_dead(&is_dead, s->execution, i, s->err);
        if (!is_dead || s->out->dead_count == T2S_MOST_DEAD_KEYS)
            continue;
        s->out->dead[s->out->dead_count].key = (int32_t)i;
        s->out->dead[s->out->dead_count++].use = use;
    }
    return status;
}

/* The column that a SELECT gives first, or T2S_NO_ITEM. */
static int32_t first_selected(const search *s, int32_t scope)
{
    t2s_for_each_use (s->query, use) {
        if (use->scope != scope || use->clause != T2S_CLAUSE_SELECT ||
            use->kind == T2S_USES_DISTINCT)
            continue;
        return use->kind == T2S_USES_COLUMN ? use->index : T2S_NO_ITEM;
    }
    return T2S_NO_ITEM;
}

/* The SELECT behind `scope` in the same compound, or -1. */
static int32_t next_of_compound(const search *s, int32_t scope)
{
    const t2s_query_scope *scopes = s->query->scopes.at;
    for (size_t i = (size_t)scope + 1; i < s->query->scopes.count; i++)
        if (scopes[i].parent == scopes[scope].parent)
            return scopes[i].compound ? (int32_t)i : -1;
    return -1;
}

/* COLUMN [NOT] IN (SELECT ...), COLUMN = (SELECT ...); `i` is the operator. */
static t2sed_status look_at_subquery(search *s, size_t i)
{
    const t2s_query_use *use = use_at(s, i), *behind = use_at(s, i + 1);
    size_t left = i;
    t2sed_status status = T2SED_OK;
    int looked = 0;
    if (left > 0 && use_at(s, left - 1)->kind == T2S_USES_NOT)
        left--;
    if (left == 0 || !behind || behind->clause != T2S_CLAUSE_SELECT ||
        behind->scope < 0 ||
        s->query->scopes.at[behind->scope].parent != use->scope ||
        !is_bare_column(s, left - 1, use))
        return T2SED_OK;
    for (int32_t at = behind->scope;
         at >= 0 && looked++ < MOST_LOOKED_AT && status == T2SED_OK;
         at = next_of_compound(s, at)) {
        int32_t given = first_selected(s, at);
        if (given != T2S_NO_ITEM)
            status = add_pair(s, use_at(s, left - 1)->index, given, i);
    }
    return status;
}

static t2sed_status look_at_operator(search *s, size_t i)
{
    const t2s_query_use *use = use_at(s, i);
    const bool is_equal = use->index == T2S_OPERATOR_EQUAL;
    if (is_equal && i > 0 && is_bare_column(s, i - 1, use) &&
        is_bare_column(s, i + 1, use))
        return add_pair(s, use_at(s, i - 1)->index, use_at(s, i + 1)->index, i);
    if (is_equal || use->index == T2S_OPERATOR_NOT_EQUAL ||
        use->index == T2S_OPERATOR_IN)
        return look_at_subquery(s, i);
    return T2SED_OK;
}

/* SELECT COLUMN ... EXCEPT SELECT COLUMN ..., from the first of them. */
static t2sed_status look_at_compound(search *s, int32_t first)
{
    int32_t given = first_selected(s, first);
    t2sed_status status = T2SED_OK;
    int looked = 0;
    for (int32_t at = next_of_compound(s, first);
         at >= 0 && looked++ < MOST_LOOKED_AT && status == T2SED_OK;
         at = next_of_compound(s, at)) {
        const t2s_query_compound how = s->query->scopes.at[at].compound;
        int32_t other =
            how == T2S_COMPOUND_INTERSECT || how == T2S_COMPOUND_EXCEPT
                ? first_selected(s, at)
                : T2S_NO_ITEM;
        if (given == T2S_NO_ITEM || other == T2S_NO_ITEM)
            continue;
        for (size_t i = 0; i < s->query->uses.count; i++)
            if (use_at(s, i)->scope == at &&
                use_at(s, i)->kind == T2S_USES_COLUMN) {
                status = add_pair(s, given, other, i);
                break;
            }
    }
    return status;
}

static t2sed_status find_dead(search *s)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < s->query->uses.count && status == T2SED_OK; i++)
        if (use_at(s, i)->kind == T2S_USES_OPERATOR)
            status = look_at_operator(s, i);
    for (size_t i = 0;
         i < s->query->scopes.count && i < MOST_LOOKED_AT && status == T2SED_OK;
         i++)
        if (!s->query->scopes.at[i].compound)
            status = look_at_compound(s, (int32_t)i);
    return status;
}

/* -------------------------------------------------------- padded texts */

/* The column that an operator compares with the texts behind it, so that they
 * must be equal, or T2S_NO_ITEM. */
static int32_t compared_by(const search *s, size_t i)
{
    const t2s_query_use *use = use_at(s, i);
    if ((use->index != T2S_OPERATOR_EQUAL && use->index != T2S_OPERATOR_IN &&
         use->index != T2S_OPERATOR_LIKE) ||
        i == 0 || !is_bare_column(s, i - 1, use) ||
        (i > 1 && use_at(s, i - 2)->kind == T2S_USES_NOT))
        return T2S_NO_ITEM;
    return use_at(s, i - 1)->index;
}

/* The column of 'text' = COLUMN, or T2S_NO_ITEM. */
static int32_t compared_behind(const search *s, size_t i)
{
    const t2s_query_use *text = use_at(s, i), *use = use_at(s, i + 1);
    if (!is_beside(use, text) || use->kind != T2S_USES_OPERATOR ||
        use->index != T2S_OPERATOR_EQUAL || !is_bare_column(s, i + 2, use) ||
        (i > 0 && use_at(s, i - 1)->kind == T2S_USES_NOT))
        return T2S_NO_ITEM;
    return use_at(s, i + 2)->index;
}

static bool has_wildcard(const t2s_query_use *text)
{
    return memchr(text->text, '%', text->length) ||
           memchr(text->text, '_', text->length);
}

static void find_padded(search *s)
{
    const t2s_query_use *by = NULL; /* the operator before the texts */
    int32_t column = T2S_NO_ITEM;   /* that it compares them with */
    for (size_t i = 0; i < s->query->uses.count && !s->out->has_padded; i++) {
        const t2s_query_use *use = use_at(s, i);
        int32_t with = T2S_NO_ITEM;
        if (use->kind == T2S_USES_OPERATOR) {
            by = use;
            column = compared_by(s, i);
            continue;
        }
        if (use->kind == T2S_USES_TEXT) {
            with = by && is_beside(use, by) ? column : T2S_NO_ITEM;
            if (with == T2S_NO_ITEM)
                with = compared_behind(s, i);
            else if (by->index == T2S_OPERATOR_LIKE && has_wildcard(use))
                with = T2S_NO_ITEM;
        }
        if (with != T2S_NO_ITEM)
            s->out->has_padded = t2s_value_index_holds_padded(
                s->values, with, use->text, use->length);
        if (!by || by->index != T2S_OPERATOR_IN ||
            (use->kind != T2S_USES_TEXT && use->kind != T2S_USES_NUMBER))
            by = NULL;
    }
}

t2sed_status
t2s_result_filter_find(t2s_result_filter *out, const t2s_query *query,
                       const t2sed_schema *schema, t2s_execution *execution,
                       const t2s_value_index *values, t2sed_error *err)
{
    search s = {out, query, schema, execution, values, 0, err};
    memset(out, 0, sizeof *out);
    if (!schema)
        return T2SED_OK;
    if (values)
        find_padded(&s);
    return execution && schema->foreign_key_count > 0 ? find_dead(&s)
                                                      : T2SED_OK;
}

bool t2s_result_filter_covers(const t2s_result_filter *filter,
                              const t2s_outcome *outcome)
{
    if (filter->dead_count > 0)
        return true;
    return filter->has_padded && outcome->how == T2S_RUN_DONE &&
           (outcome->rows == 0 || outcome->is_null ||
            (outcome->rows == 1 && outcome->columns == 1 &&
             outcome->first_is_zero));
}
