/* Which rows joins repeat. */
#include "witness/grain.h"

#include "base/error.h"

/* Rows of a join that have to be seen before anything is said. */
#define FEWEST_ROWS 3

/* --- finding --- */

static bool has_rowid(const t2s_query *query, const t2s_sql_relation *of)
{
    const t2sed_schema *schema = query->in_sight.schema;
    const t2s_table *table;
    if (of->origin != T2S_FROM_TABLE || of->table == T2S_NO_ITEM)
        return false;
    table = &schema->tables[of->table];
    for (int32_t i = 0; i < table->column_count; i++)
        if (t2s_casecmp(schema->columns[table->first_column + i].name,
                        "rowid") == 0)
            return false;
    return !table->is_view;
}

static int32_t group_of(const t2s_query *query, int32_t scope)
{
    const t2s_tree *tree = query->tree;
    const int32_t group = t2s_sql_child(
        tree, query->in_sight.scopes.at[scope].core, T2S_RULE_group_by_clause);
    return t2s_sql_says(tree, t2s_sql_first(tree, group), "GROUP BY")
               ? group
               : T2S_NO_NODE;
}

static void find_probe(t2s_probes *out, int32_t scope)
{
    const t2s_sql_scopes *in = &out->query->in_sight;
    t2s_probe probe = {.scope = scope, .knows_all = true};
    int relations = 0;
    if (in->scopes.at[scope].core == T2S_NO_NODE ||
        out->count == T2S_MOST_PROBES)
        return;
    probe.is_grouped = group_of(out->query, scope) != T2S_NO_NODE;
    t2s_for_each_relation (in, scope, i) {
        relations++;
        if (probe.count < T2S_MOST_PROBED_TABLES &&
            has_rowid(out->query, &in->relations.at[i]))
            probe.at[probe.count++] =
                (t2s_probed){.relation = i, .is_single = true};
        else
            probe.knows_all = false;
    }
    if (probe.count && (relations > 1 || probe.is_grouped))
        out->at[out->count++] = probe;
}

void t2s_probes_find(t2s_probes *out, const t2sed_sql *sql,
                     const t2s_query *query)
{
    out->query = query;
    out->sql = sql;
    for (size_t i = 0; i < query->in_sight.scopes.count; i++)
        find_probe(out, (int32_t)i);
}

void t2s_probes_free(t2s_probes *probes)
{
    t2s_string_free(&probes->text);
}

/* --- running --- */

static void append_node(t2s_probes *p, int32_t node)
{
    const t2s_node *at = &p->query->tree->nodes[node];
    t2s_string_append_char(&p->text, ' ');
    t2s_string_append_n(&p->text, p->sql->text + at->begin,
                        at->end - at->begin);
}

/* What a key of GROUP BY stands for: a number and the name of a result column
 * do for its expression. */
static int32_t key_of(const t2s_probes *p, int32_t core, int32_t key)
{
    const t2s_tree *tree = p->query->tree;
    const char *literal = t2s_sql_literal(tree, key);
    const t2s_named_column *named =
        t2s_query_column_at(p->query, t2s_sql_bare(tree, key));
    if (literal)
        return t2s_sql_child(
            tree, t2s_sql_result_at(tree, core, t2s_query_number(literal)),
            T2S_RULE_expr);
    return named && named->from == T2S_FROM_RESULT ? named->expression : key;
}

static bool append_keys(t2s_probes *p, const t2s_probe *probe, int32_t core)
{
    const t2s_tree *tree = p->query->tree;
    const int32_t group = group_of(p->query, probe->scope);
    const char *between = " GROUP BY";
    t2s_for_each_group (tree, group, at) {
        const int32_t key = key_of(p, core, at);
        if (key == T2S_NO_NODE)
            return false;
        t2s_string_append(&p->text, between);
        append_node(p, key);
        between = ",";
    }
    return true;
}

static void append_counts(t2s_probes *p, const t2s_probe *probe)
{
    t2s_string_append(&p->text, " SELECT COUNT(*)");
    for (int i = 0; i < probe->count; i++) {
        const t2s_sql_word name =
            p->query->in_sight.relations.at[probe->at[i].relation].name;
        for (int is_distinct = 0; is_distinct < 2; is_distinct++) {
            t2s_string_append(&p->text,
                              is_distinct ? ", COUNT(DISTINCT " : ", COUNT(");
            t2s_string_append_quoted(&p->text, name.at, name.n, '"');
            t2s_string_append(&p->text, ".rowid)");
        }
    }
}

static bool write_probe(t2s_probes *p, const t2s_probe *probe)
{
    const t2s_tree *tree = p->query->tree;
    const int32_t core = p->query->in_sight.scopes.at[probe->scope].core;
    const int32_t with =
        t2s_sql_child(tree, tree->root, T2S_RULE_common_table_stmt);
    const int32_t where = t2s_sql_child(tree, core, T2S_RULE_where_clause);
    t2s_string_clear(&p->text);
    if (with != T2S_NO_NODE)
        append_node(p, with);
    append_counts(p, probe);
    append_node(p, t2s_sql_child(tree, core, T2S_RULE_from_clause));
    if (where != T2S_NO_NODE)
        append_node(p, where);
    return !probe->is_grouped || append_keys(p, probe, core);
}

typedef struct reading {
    t2s_probe *probe;
    bool is_plain;
} reading;

/* A t2s_show_row: a group, or all rows. */
static void read_counts(void *context, const t2s_rows *rows, size_t row)
{
    const reading *r = context;
    int64_t all;
    if (row == T2S_BEFORE_ROWS)
        return;
    all = t2s_rows_integer(rows, 0);
    r->probe->rows += (int32_t)(all < 1000 ? all : 1000);
    for (int i = 0; i < r->probe->count; i++) {
        t2s_probed *at = &r->probe->at[i];
        const int64_t has = t2s_rows_integer(rows, 1 + 2 * i),
                      different = t2s_rows_integer(rows, 2 + 2 * i);
        at->is_repeated |= has > different;
        at->is_single &= all == different;
        at->is_merged |= different > 1;
        at->is_merged_plain |= r->is_plain && different > 1;
    }
}

t2sed_status t2s_probes_run(t2s_probes *probes, t2s_store *store, bool is_plain,
                            t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < probes->count && !status; i++) {
        t2s_probe *probe = &probes->at[i];
        reading at = {probe, is_plain};
        t2s_result result = {0};
        t2s_run how = T2S_RUN_REFUSED;
        bool is_written;
        if (probe->failed)
            continue;
        is_written = write_probe(probes, probe);
        if (probes->text.failed)
            status = t2s_fail_memory(err);
        else if (is_written)
            status =
                t2s_store_run_text(&how, &result, store, probes->text.text,
                                   probes->text.length, read_counts, &at, err);
        probe->failed = how != T2S_RUN_DONE;
        t2s_result_free(&result);
    }
    return status;
}

/* --- what it means --- */

typedef enum decided { NO, YES, UNKNOWN } decided;

static void count(t2s_tally *tally, decided what)
{
    ++*(what == YES ? &tally->yes : what == NO ? &tally->no : &tally->unknown);
}

/* Whether rows of what is named are repeated: those of all of its relations;
 * `named`: bits of probed ones. */
static decided repeats(const t2s_probe *probe, uint32_t named, bool names_other)
{
    if (probe->failed || probe->rows < FEWEST_ROWS)
        return UNKNOWN;
    for (int i = 0; i < probe->count; i++)
        if (named >> i & 1 && !probe->at[i].is_repeated)
            return NO;
    return names_other ? UNKNOWN : YES;
}

/* Whether no relation has one row for each row of the join. */
static decided lacks_grain(const t2s_probe *probe)
{
    if (probe->failed || probe->rows < FEWEST_ROWS)
        return UNKNOWN;
    for (int i = 0; i < probe->count; i++)
        if (probe->at[i].is_single)
            return NO;
    return probe->knows_all ? YES : UNKNOWN;
}

/* What of a node gives a value, and does not only test one. */
static bool is_test(const t2s_tree *tree, int32_t node)
{
    t2s_sql_comparison of;
    return t2s_sql_is(tree, node, T2S_RULE_filter_clause) ||
           t2s_sql_compares(&of, tree, node) ||
           t2s_sql_operand(tree, node, "IN") != T2S_NO_NODE ||
           t2s_sql_operand(tree, node, "IS") != T2S_NO_NODE ||
           t2s_sql_operand(tree, node, "LIKE") != T2S_NO_NODE;
}

/* The probed relations of the probe's scope whose columns give the value of a
 * node; whether others do. */
static uint32_t named_in(bool *names_other, const t2s_probes *p,
                         const t2s_probe *probe, int32_t top)
{
    const t2s_tree *tree = p->query->tree;
    uint32_t named = 0;
    int32_t node = top;
    *names_other = false;
    while (node != T2S_NO_NODE) {
        const t2s_named_column *column;
        if (is_test(tree, node)) {
            node = t2s_tree_after(tree, top, node);
            continue;
        }
        column = t2s_query_column_at(p->query, node);
        if (column && column->from == T2S_FROM_RELATION &&
            p->query->in_sight.relations.at[column->relation].scope ==
                probe->scope) {
            bool is_probed = false;
            for (int i = 0; i < probe->count; i++)
                if (probe->at[i].relation == column->relation) {
                    named |= (uint32_t)1 << i;
                    is_probed = true;
                }
            *names_other |= !is_probed;
        }
        node = t2s_tree_next(tree, top, node);
    }
    return named;
}

static void conclude_call(t2s_effects *out, const t2s_probes *p,
                          const t2s_probe *probe, int32_t call)
{
    const t2s_tree *tree = p->query->tree;
    const bool is_sum = t2s_sql_calls(tree, call, "SUM AVG TOTAL");
    bool names_other;
    uint32_t named;
    if (t2s_sql_child_word(tree, call, "DISTINCT") != T2S_NO_NODE ||
        (!is_sum && !t2s_sql_calls(tree, call, "COUNT")))
        return;
    named = named_in(&names_other, p, probe, call);
    if (!named && !names_other)
        count(&out->rows, lacks_grain(probe));
    else
        count(is_sum ? &out->summed : &out->counted,
              repeats(probe, named, names_other));
}

static bool has_several(const t2s_probes *p, const t2s_probe *probe)
{
    const t2s_sql_scopes *in = &p->query->in_sight;
    const int32_t first = in->scopes.at[probe->scope].first;
    return first >= 0 && in->relations.at[first].next >= 0;
}

/* The rows that a SELECT without groups shows. */
static void conclude_shown(t2s_effects *out, const t2s_probes *p,
                           const t2s_probe *probe, int32_t core)
{
    const t2s_tree *tree = p->query->tree;
    const int32_t result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    bool names_other;
    uint32_t named;
    if (t2s_sql_child_word(tree, core, "DISTINCT") != T2S_NO_NODE)
        return;
    t2s_tree_for_each (tree, result, at)
        if (t2s_sql_says(tree, at, "*") || t2s_sql_aggregates(tree, at))
            return;
    named = named_in(&names_other, p, probe, result);
    if (named || names_other)
        count(&out->shown, repeats(probe, named, names_other));
}

/* What a group is a row of. */
static void conclude_group(t2s_effects *out, const t2s_probes *p,
                           const t2s_probe *probe, int32_t core)
{
    const t2s_tree *tree = p->query->tree;
    const int32_t group = group_of(p->query, probe->scope);
    uint32_t named = 0;
    bool is_unknown = false, is_merged = true, is_merged_plain = true;
    t2s_for_each_group (tree, group, at) {
        bool names_other = false;
        if (key_of(p, core, at) != T2S_NO_NODE)
            named |= named_in(&names_other, p, probe, key_of(p, core, at));
        is_unknown |= names_other;
    }
    for (int i = 0; i < probe->count; i++)
        if (named >> i & 1) {
            is_merged &= probe->at[i].is_merged;
            is_merged_plain &= probe->at[i].is_merged_plain;
        }
    is_unknown |= probe->failed || probe->rows < FEWEST_ROWS;
    if (!named)
        return;
    count(&out->merged, is_unknown ? UNKNOWN : is_merged_plain ? YES : NO);
    count(&out->merged_names, is_unknown                      ? UNKNOWN
                              : is_merged && !is_merged_plain ? YES
                                                              : NO);
}

void t2s_probes_conclude(t2s_effects *out, const t2s_probes *probes)
{
    const t2s_query *query = probes->query;
    const t2s_tree *tree = query->tree;
    for (size_t i = 0; i < probes->count; i++) {
        const t2s_probe *probe = &probes->at[i];
        const int32_t core = query->in_sight.scopes.at[probe->scope].core;
        if (probe->is_grouped)
            conclude_group(out, probes, probe, core);
        else
            conclude_shown(out, probes, probe, core);
    }
    t2s_tree_for_each (tree, tree->root, node) {
        if (!t2s_sql_aggregates(tree, node))
            continue;
        for (size_t i = 0; i < probes->count; i++)
            if (probes->at[i].scope == query->in_sight.scope_of[node] &&
                has_several(probes, &probes->at[i]))
                conclude_call(out, probes, &probes->at[i], node);
    }
}
