/* Aggregates: another, one less, one more. */
#include "base/string.h"
#include "lab/collect/mutation.h"

static const char *const aggregates[] = {"COUNT", "SUM", "AVG", "MIN", "MAX"};
enum { COUNT, SUM, AVG, MIN, MAX, AGGREGATES };

/* Whether a column holds numbers to calculate with. */
static bool is_number(const t2s_mutation *m, int32_t column)
{
    return m->schema->columns[column].kind == T2SED_TYPE_NUMBER &&
           !m->schema->columns[column].primary;
}

/* Draws an aggregate for a column but `but`; text is neither added nor
 * averaged. */
static int draw_aggregate(t2s_mutation *m, int32_t column, const char *but)
{
    bool number = column != T2S_NO_ITEM && is_number(m, column);
    t2s_draw draw = T2S_DRAW(m);
    for (int32_t i = 0; i < AGGREGATES; i++) {
        if (but && t2s_casecmp(aggregates[i], but) == 0)
            continue;
        if (i == COUNT)
            t2s_draw_offer(&draw, i, number ? 0.7 : 2);
        else if (number || i == MIN || i == MAX)
            t2s_draw_offer(&draw, i, 1);
    }
    return draw.item;
}

/* An aggregate's name in the case of the query's first, or of its keywords. */
static const char *aggregate_text(t2s_mutation *m, int aggregate)
{
    static const char *const small[] = {"count", "sum", "avg", "min", "max"};
    bool lower = m->lower_keywords;
    t2s_for_each_node (m, node) {
        int32_t name = t2s_is(m, node, T2S_RULE_expr) ? t2s_aggregate(m, node)
                                                      : T2S_NO_NODE;
        if (name == T2S_NO_NODE)
            continue;
        lower = m->nodes[name].text[0] >= 'a';
        break;
    }
    return lower ? small[aggregate] : aggregates[aggregate];
}

static double is_aggregate(t2s_mutation *m, int32_t expr)
{
    if (t2s_aggregate(m, expr) == T2S_NO_NODE)
        return 0;
    return t2s_is_count_star(m, expr) ? 0.3 : 1;
}

static double number_weight(const t2s_mutation *m, int32_t relation,
                            int32_t column)
{
    (void)relation;
    return is_number(m, column);
}

/* count(*) becomes the sum or the highest of a column of numbers. */
static bool swap_count_star(t2s_mutation *m, int32_t expr)
{
    int32_t relation = t2s_draw_relation(m, m->scopes.scope_of[expr]);
    int32_t column = t2s_draw_column(m, relation, number_weight);
    if (column == T2S_NO_ITEM)
        return false;
    return t2s_replace_node(m, expr, "%s(%s)",
                            aggregate_text(m, t2s_chance(m, 0.6) ? SUM : MAX),
                            t2s_column_text(m, relation, column));
}

static bool swap_aggregate(t2s_mutation *m, int32_t expr)
{
    int32_t name = t2s_aggregate(m, expr), argument, use;
    int other;
    if (t2s_is_count_star(m, expr))
        return swap_count_star(m, expr);
    argument = t2s_child(m, expr, T2S_RULE_expr);
    use = argument == T2S_NO_NODE ? -1 : m->use_of[argument];
    other = draw_aggregate(m, use < 0 ? T2S_NO_ITEM : m->uses.at[use].column,
                           m->nodes[name].text);
    return t2s_replace_node(m, name, "%s", aggregate_text(m, other));
}

static double has_argument(t2s_mutation *m, int32_t expr)
{
    return t2s_aggregate(m, expr) != T2S_NO_NODE &&
           t2s_child(m, expr, T2S_RULE_expr) != T2S_NO_NODE;
}

static bool drop_aggregate(t2s_mutation *m, int32_t expr)
{
    int32_t argument = t2s_child(m, expr, T2S_RULE_expr);
    return t2s_replace_node(m, expr, "%.*s", T2S_SPELLED(m, argument));
}

static double may_be_aggregated(t2s_mutation *m, int32_t at)
{
    int32_t expr = m->uses.at[at].expr, parent = m->nodes[expr].parent;
    if (t2s_is(m, parent, T2S_RULE_result_column))
        return 3;
    return t2s_is(m, parent, T2S_RULE_ordering_term) && t2s_is_grouped(m, expr);
}

static bool add_aggregate(t2s_mutation *m, int32_t at)
{
    const t2s_use *use = &m->uses.at[at];
    int aggregate = draw_aggregate(m, use->column, NULL);
    return t2s_replace_node(m, use->expr, "%s(%.*s)",
                            aggregate_text(m, aggregate),
                            T2S_SPELLED(m, use->expr));
}

/* A column is worth counting: a key, a foreign key, or one that the query
 * mentions. */
static double counted_weight(const t2s_mutation *m, int32_t relation,
                             int32_t column)
{
    double weight = m->schema->columns[column].primary ? 3 : 1;
    for (size_t k = 0; k < m->schema->foreign_key_count; k++)
        if (m->schema->foreign_keys[k].from == column)
            weight = 3;
    return weight + (t2s_is_used(m, relation, column, 0xFF) ? 2 : 0);
}

static double is_count(t2s_mutation *m, int32_t expr)
{
    return t2s_reads(m, t2s_aggregate(m, expr), "count");
}

static bool change_count(t2s_mutation *m, int32_t expr)
{
    int32_t name = t2s_aggregate(m, expr), scope = m->scopes.scope_of[expr];
    int32_t argument = t2s_child(m, expr, T2S_RULE_expr);
    int32_t distinct = t2s_child_word(m, expr, "DISTINCT"), relation, column;
    if (scope == T2S_NO_SCOPE)
        return false;
    if (distinct != T2S_NO_NODE && argument != T2S_NO_NODE &&
        t2s_chance(m, 0.5))
        return t2s_replace(m, m->nodes[distinct].begin,
                           m->nodes[argument].begin, "%s", "");
    if (distinct != T2S_NO_NODE)
        return t2s_replace_node(m, expr, "%.*s(*)", T2S_SPELLED(m, name));
    if (argument != T2S_NO_NODE)
        return t2s_insert_before(m, argument, "%s ",
                                 t2s_keyword(m, "DISTINCT"));
    relation = t2s_draw_relation(m, scope);
    column = t2s_draw_column(m, relation, counted_weight);
    if (column == T2S_NO_ITEM)
        return false;
    return t2s_replace_node(m, expr, "%.*s(%s%s)", T2S_SPELLED(m, name),
                            t2s_chance(m, 0.7) ? t2s_keyword(m, "DISTINCT ")
                                               : "",
                            t2s_column_text(m, relation, column));
}

/* ORDER BY c DESC LIMIT 1 becomes max(c) in SELECT. */
static bool select_superlative(t2s_mutation *m, int32_t root)
{
    int32_t core = t2s_lone_core(m);
    int32_t order = t2s_child(m, root, T2S_RULE_order_by_stmt);
    int32_t limit = t2s_child(m, root, T2S_RULE_limit_stmt);
    int32_t term = t2s_child(m, order, T2S_RULE_ordering_term), key, items;
    const char *name;
    if (core == T2S_NO_NODE || order == T2S_NO_NODE || limit == T2S_NO_NODE)
        return false;
    key = m->nodes[term].first_child;
    if (t2s_has_word(m, order, ",") || m->use_of[key] < 0 ||
        t2s_child(m, core, T2S_RULE_group_by_clause) != T2S_NO_NODE)
        return false;
    term = t2s_child(m, term, T2S_RULE_asc_desc);
    name = aggregate_text(
        m, term != T2S_NO_NODE && t2s_has_word(m, term, "DESC") ? MAX : MIN);
    items = t2s_child(m, core, T2S_RULE_result_clause);
    if (t2s_chance(m, 0.6))
        t2s_insert_after(m, items, ", %s(%.*s)", name, T2S_SPELLED(m, key));
    else
        t2s_replace_node(m, items, "%s(%.*s)", name, T2S_SPELLED(m, key));
    return t2s_drop_node(m, order) && t2s_drop_node(m, limit);
}

const t2s_operation t2s_aggregate_operations[] = {
    {"aggregate_swap", T2SED_MUTATION_AGGREGATE_SWAP, 1, T2S_OVER_NODES,
     T2S_RULE_expr, is_aggregate, swap_aggregate},
    {"aggregate_drop", T2SED_MUTATION_AGGREGATE_DROP, 1, T2S_OVER_NODES,
     T2S_RULE_expr, has_argument, drop_aggregate},
    {"aggregate_add", T2SED_MUTATION_AGGREGATE_ADD, 1, T2S_OVER_USES, 0xFF,
     may_be_aggregated, add_aggregate},
    {"count", T2SED_MUTATION_COUNT, 1, T2S_OVER_NODES, T2S_RULE_expr, is_count,
     change_count},
    {"superlative", T2SED_MUTATION_SUPERLATIVE, 1, T2S_OVER_QUERY, 0, NULL,
     select_superlative},
    {0},
};
