/* The public object: options, what is known before the first step, and access
 * to the steps. */

#include "base/memory.h"
#include "base/sized.h"
#include "explain/explain.h"

static const t2sed_explain_options defaults = {sizeof defaults, 0};

void t2sed_explain_options_init(t2sed_explain_options *options, size_t size)
{
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

/* Notes which tables are in use, where each relation stands, and which have
 * their table twice in one FROM. */
static bool prepare(t2s_explainer *e)
{
    size_t nodes = e->tree->count, count = e->scopes.relations.count;
    t2s_map names = {.folds_case = true};
    t2s_string key = {0};
    bool done = false;
    e->result = t2s_zalloc_array(nodes, sizeof *e->result);
    e->outer = t2s_zalloc_array(nodes, sizeof *e->outer);
    e->relation_at = t2s_zalloc_array(nodes, sizeof *e->relation_at);
    e->repeats = t2s_zalloc_array(nodes, sizeof *e->repeats);
    e->twins = t2s_zalloc_array(count, sizeof *e->twins);
    e->used_tables = t2s_zalloc_array(e->schema ? e->schema->table_count : 1,
                                      sizeof *e->used_tables);
    if (!e->result || !e->outer || !e->relation_at || !e->repeats ||
        !e->twins || !e->used_tables)
        goto end;
    for (size_t i = 0; i < count; i++) {
        const t2s_sql_relation *at = &e->scopes.relations.at[i];
        int64_t first;
        e->relation_at[at->node] = (int32_t)i + 1;
        if (at->table != T2S_NO_ITEM)
            e->used_tables[at->table] = true;
        if (at->origin != T2S_FROM_TABLE)
            continue;
        t2s_string_clear(&key);
        t2s_string_append_format(&key, "%d ", (int)at->scope);
        t2s_string_append(&key, at->shown);
        first = key.failed ? -1 : t2s_map_get(&names, key.text, key.length, -1);
        if (first >= 0)
            e->twins[i] = e->twins[first] = true;
        else if (key.failed ||
                 !t2s_map_set(&names, key.text, key.length, (int64_t)i))
            goto end;
    }
    done = true;
end:
    t2s_map_free(&names);
    t2s_string_free(&key);
    return done;
}

static void free_explainer(t2s_explainer *e)
{
    t2s_sql_scopes_free(&e->scopes);
    t2s_map_free(&e->shared);
    t2s_string_free(&e->text);
    t2s_vector_free(&e->spans);
    t2s_vector_free(&e->uses);
    t2s_free(e->result);
    t2s_free(e->outer);
    t2s_free(e->relation_at);
    t2s_free(e->repeats);
    t2s_free(e->used_tables);
    t2s_free(e->twins);
}

t2sed_status t2sed_sql_explain(t2sed_explanation **out, const t2sed_sql *sql,
                               const t2sed_schema *schema,
                               const t2sed_explain_options *options,
                               t2sed_error *err)
{
    t2sed_explain_options chosen = defaults;
    t2s_explainer e = {.sql = sql, .schema = schema};
    t2sed_status status;
    if (!out || !sql)
        return t2s_fail_null(err, __func__, "out and sql");
    status = t2s_sized_read(&chosen, sizeof chosen, options,
                            "t2sed_explain_options", err);
    if (status)
        return status;
    e.raw_names = chosen.raw_names != 0;
    e.tree = &sql->full;
    e.made = t2s_zalloc(sizeof *e.made);
    if (!e.made)
        return t2s_fail_memory(err);
    status = t2s_sql_scopes_find(&e.scopes, e.tree, schema, err);
    if (status == T2SED_OK && !prepare(&e))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_explain_query(&e, err);
    free_explainer(&e);
    if (status)
        t2sed_explanation_free(e.made);
    else
        *out = e.made;
    return status;
}

void t2sed_explanation_free(t2sed_explanation *explanation)
{
    if (!explanation)
        return;
    for (size_t i = 0; i < explanation->steps.count; i++) {
        t2s_free(explanation->steps.at[i].text);
        t2s_vector_free(&explanation->steps.at[i].spans);
        t2s_vector_free(&explanation->steps.at[i].uses);
    }
    t2s_vector_free(&explanation->steps);
    t2s_free(explanation);
}

size_t t2sed_explanation_count(const t2sed_explanation *explanation)
{
    return explanation ? explanation->steps.count : 0;
}

t2sed_status t2sed_explanation_get(const t2sed_explanation *explanation,
                                   size_t i, t2sed_step *out, t2sed_error *err)
{
    t2sed_step step = {sizeof step, NULL, 0, 0, NULL, 0, NULL, 0};
    const t2s_step *at;
    if (!explanation || !out)
        return t2s_fail_null(err, __func__, "explanation and out");
    if (i >= explanation->steps.count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_explanation_get: there is no step %zu; the last "
                        "is %zu",
                        i, explanation->steps.count - 1);
    at = &explanation->steps.at[i];
    step.text = at->text;
    step.kind = at->kind;
    step.part = at->part;
    step.spans = at->spans.at;
    step.span_count = at->spans.count;
    step.uses = at->uses.at;
    step.use_count = at->uses.count;
    return t2s_sized_write(out, &step, sizeof step, "t2sed_step", err);
}

const char *t2sed_step_kind_name(int kind)
{
    static const char *const names[] = {
        "select", "join",  "filter", "group",  "aggregate",
        "window", "limit", "set",    "repeat", "values"};
    return kind >= T2SED_STEP_SELECT && kind <= T2SED_STEP_VALUES
               ? names[kind - T2SED_STEP_SELECT]
               : NULL;
}

const char *t2sed_step_part_name(int part)
{
    static const char *const names[] = {"query", "subquery", "with"};
    return part >= T2SED_STEP_OF_QUERY && part <= T2SED_STEP_OF_WITH
               ? names[part - T2SED_STEP_OF_QUERY]
               : NULL;
}
