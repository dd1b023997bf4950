/* counted.c - what is counted and summed against what the question counts and
 * measures. */
#include "facts/counted.h"

#include <math.h>
#include <string.h>

/* Nodes of a query that are looked at. */
#define MOST_NODES 3000

/* Suspicious patterns, too rare to learn one by one; their sum is a feature. */
#define SUSPECTS(X)                                                            \
    X(count_of_null)                                                           \
    X(count_of_group)                                                          \
    X(count_preserved)                                                         \
    X(money_price_alone)

typedef struct counter {
    double *out;
    int32_t *at;
    const t2s_query *query;
    const t2s_tree *tree;
    const t2sed_schema *schema;    /* or NULL */
    const t2s_value_index *values; /* or NULL */
    const t2s_question_facts *question;
    /* The noun that is counted by the question. */
    int32_t noun_table, noun_column; /* or T2S_NO_ITEM */
    bool is_counted;
    int32_t asked_amount;  /* the noun's column, if it is a unit's */
    int32_t counted_table; /* where COUNT is of something else */
    int aggregated, named; /* columns in SUM, AVG... */
    bool skips_tests; /* columns_of takes no columns that are only tested */
    int work;         /* exprs left to be looked into for columns */
} counter;

/* ------------------------------------------------------------- counts */

static bool is_named(const counter *m, int32_t column)
{
    return m->question->columns && column >= 0 &&
           m->question->columns[column].score > 0;
}

static bool is_number_column(const counter *m, int32_t column)
{
    return m->schema->columns[column].kind == T2SED_TYPE_NUMBER &&
           !t2s_schema_is_key(m->schema, column);
}

/* The table or column of numbers whose name ends as word i, of several tables
 * that of the shortest name ("rooms" are room and not booking_room); false
 * where there is none. */
static bool find_noun_at(counter *m, size_t i, bool takes_columns)
{
    const t2s_question_facts *question = m->question;
    const int32_t stem = question->words.at[i].stem;
    uint32_t shortest = UINT32_MAX;
    for (size_t t = 0; t < question->table_count; t++) {
        const t2s_name_match *of = &question->tables[t];
        if (of->count && of->count < shortest &&
            question->name_stems.at[of->stems + of->count - 1] == stem) {
            m->noun_table = (int32_t)t;
            shortest = of->count;
        }
    }
    for (size_t k = 0; takes_columns && k < question->named_columns.count;
         k++) {
        const int32_t column = question->named_columns.at[k];
        const t2s_name_match *of = &question->columns[column];
        if (of->count && is_number_column(m, column) &&
            question->name_stems.at[of->stems + of->count - 1] == stem)
            m->noun_column = column;
    }
    return m->noun_table != T2S_NO_ITEM || m->noun_column != T2S_NO_ITEM;
}

/* Whether an amount is asked for by its unit: "how many litres". */
static bool asks_amount(t2s_dimension *out, const t2s_question_facts *question,
                        size_t i)
{
    const t2s_asked_units *units = &question->units;
    for (size_t k = 0; k < units->asked_count; k++) {
        *out = units->asked[k].dimension;
        if (units->asked_at[k] == (int32_t)i &&
            (*out == T2S_DIMENSION_MASS || *out == T2S_DIMENSION_LENGTH ||
             *out == T2S_DIMENSION_VOLUME || *out == T2S_DIMENSION_ENERGY))
            return true;
    }
    return false;
}

/* The column of an amount that is asked for by its unit, in tables of which the
 * query reads no column in such units. */
static int32_t find_amount(const counter *m, t2s_dimension dimension)
{
    int32_t found = T2S_NO_ITEM;
    t2s_for_each_use (m->query, use) {
        const t2s_table *of;
        if (use->kind == T2S_USES_STAR || use->index == T2S_NO_ITEM)
            continue;
        if (use->kind == T2S_USES_COLUMN &&
            t2s_unit_of_name(m->schema->columns[use->index].readable)
                    .dimension == dimension)
            return T2S_NO_ITEM;
        if (use->kind != T2S_USES_TABLE || found != T2S_NO_ITEM)
            continue;
        of = &m->schema->tables[use->index];
        for (int32_t i = of->first_column;
             i < of->first_column + of->column_count; i++)
            if (is_number_column(m, i) &&
                t2s_unit_of_name(m->schema->columns[i].readable).dimension ==
                    dimension)
                found = i;
    }
    return found;
}

#define RATIOS                                                                 \
    "rate|rates|share|shares|percentage|percent|ratio|average|avg|mean|median"

/* What the question counts: the noun behind "how many"; without such words, one
 * of its first words where groups follow: "orders per month". */
static void find_noun(counter *m)
{
    const t2s_question_facts *question = m->question;
    int32_t first, last;
    t2s_dimension dimension;
    size_t from, to;
    m->noun_table = m->noun_column = m->asked_amount = T2S_NO_ITEM;
    if (!question->tables || !m->schema)
        return;
    m->is_counted =
        t2s_phrases_find(&first, &last,
                         "how many different|how many|number of different|"
                         "number of|count of|no of|total number of",
                         question, 0);
    if (m->is_counted) {
        from = (size_t)last + 1;
        to = from + 3;
    } else if (!t2s_question_asks(question, RATIOS) &&
               t2s_phrases_find(&first, &last, "per|by|for each|broken down",
                                question, 1)) {
        from = 0;
        to = (size_t)first < 3 ? (size_t)first : 3;
    } else {
        return;
    }
    /* "How many litres of beer", but not "how many litre bottles" */
    if (asks_amount(&dimension, question, from) &&
        !(from + 1 < question->words.count &&
          find_noun_at(m, from + 1, false)) &&
        !find_noun_at(m, from, true)) {
        m->noun_column = m->asked_amount = find_amount(m, dimension);
        m->is_counted |= m->asked_amount != T2S_NO_ITEM;
    }
    for (size_t i = from;
         m->noun_column == T2S_NO_ITEM && i < question->words.count && i < to;
         i++) {
        /* "How many refunds per team" does not count teams. */
        if (m->is_counted && t2s_question_says(question, i, "per"))
            break;
        if (find_noun_at(m, i, m->is_counted))
            break;
    }
    m->is_counted |= m->noun_table != T2S_NO_ITEM;
}

/* Whether a SELECT has a condition that a column is NULL, or not. */
static bool tests_null(const counter *m, int32_t core, int32_t column,
                       bool is_null)
{
    const t2s_node *in = &m->tree->nodes[core];
    for (size_t i = 0; i < m->query->conditions.count; i++) {
        const t2s_condition *of = &m->query->conditions.at[i];
        if (of->slot.column != column || of->slot.begin < in->begin ||
            of->slot.begin >= in->end || of->clause == T2S_CLAUSE_HAVING)
            continue;
        if (of->value.operand == T2S_OPERAND_NULL) {
            if (of->is_negated != is_null)
                return true;
        } else if (!is_null) {
            return true; /* any comparison leaves NULL out */
        }
    }
    return false;
}

static bool is_grouped_by(const counter *m, int32_t core, int32_t column)
{
    const int32_t clause =
        t2s_sql_child(m->tree, core, T2S_RULE_group_by_clause);
    t2s_for_each_group (m->tree, clause, at)
        if (t2s_quantity_column(m->query, at) == column)
            return true;
    return false;
}

/* Whether a name is of a relation before a LEFT JOIN of its SELECT. */
static bool is_preserved(const counter *m, const t2s_named_column *name,
                         int32_t core)
{
    const int32_t from = t2s_sql_child(m->tree, core, T2S_RULE_from_clause);
    bool has_left = false;
    if (!name || name->from != T2S_FROM_RELATION || from == T2S_NO_NODE)
        return false;
    t2s_tree_for_each (m->tree, from, node) {
        const t2s_sql_relation *of =
            &m->query->in_sight.relations.at[name->relation];
        if (t2s_sql_says(m->tree, node, "LEFT") &&
            m->tree->nodes[node].begin > m->tree->nodes[of->node].begin)
            has_left = true;
        if (t2s_sql_is(m->tree, node, T2S_RULE_select_stmt))
            break;
    }
    return has_left;
}

/* The table that a key column stands for: its own, or the one it refers to. */
static int32_t entity_of(const counter *m, int32_t column)
{
    const t2s_column *of = &m->schema->columns[column];
    for (size_t i = 0; i < m->schema->foreign_key_count; i++)
        if (m->schema->foreign_keys[i].from == column)
            return m->schema->columns[m->schema->foreign_keys[i].to].table;
    return of->primary || !of->is_foreign ? of->table : T2S_NO_ITEM;
}

/* The table of whose rows a SELECT has one each, roughly: the one that no other
 * of its FROM refers to; of several, the one that the question counts. */
static int32_t finest_table(const counter *m, int32_t node)
{
    const t2s_sql_scopes *scopes = &m->query->in_sight;
    const int32_t scope = scopes->scope_of[node];
    int32_t finest = T2S_NO_ITEM;
    if (scope < 0)
        return T2S_NO_ITEM;
    t2s_for_each_relation (scopes, scope, i) {
        const int32_t table = scopes->relations.at[i].table;
        bool is_referred = false;
        if (scopes->relations.at[i].origin != T2S_FROM_TABLE ||
            table == T2S_NO_ITEM)
            return T2S_NO_ITEM;
        t2s_for_each_relation (scopes, scope, k)
            is_referred |=
                i != k && t2s_schema_table_refers(
                              m->schema, scopes->relations.at[k].table, table);
        if (!is_referred && (finest == T2S_NO_ITEM || finest != m->noun_table))
            finest = table;
    }
    return finest;
}

/* Whether a column without a foreign key may refer to a table: its name is like
 * that of the table's key. */
static bool may_stand_for(const counter *m, int32_t column, int32_t table)
{
    const t2s_table *of;
    if (table == T2S_NO_ITEM || m->schema->columns[column].is_foreign)
        return false;
    of = &m->schema->tables[table];
    for (int32_t i = of->first_column; i < of->first_column + of->column_count;
         i++)
        if (t2s_schema_is_lone_key(m->schema, i) && i != column &&
            (t2s_schema_relate(m->schema, column, i) ||
             t2s_schema_are_alike(m->schema, column, i)))
            return true;
    return false;
}

/* What COUNT counts, against the noun of the question. */
static void compare_noun(counter *m, int32_t call, int32_t column)
{
    const bool is_distinct =
        t2s_sql_child_word(m->tree, call, "DISTINCT") != T2S_NO_NODE;
    int32_t entity;
    bool fits;
    if (!m->schema || !m->is_counted ||
        (m->noun_table == T2S_NO_ITEM && m->noun_column == T2S_NO_ITEM) ||
        (is_distinct && column == T2S_NO_ITEM))
        return;
    if (is_distinct && may_stand_for(m, column, m->noun_table))
        entity = m->noun_table;
    else
        entity = is_distinct ? entity_of(m, column) : finest_table(m, call);
    if (entity == T2S_NO_ITEM)
        return;
    fits = entity == m->noun_table ||
           (is_distinct && m->question->columns[column].is_whole);
    m->out[T2S_C_counted_named] += fits ? 1 : -1;
    if (!fits) {
        m->at[T2S_C_counted_named] = call;
        m->counted_table = entity;
    }
    if (is_distinct)
        m->out[T2S_C_counted_distinct] = fits ? 1 : -1;
    if (!fits && !is_distinct && m->noun_table != T2S_NO_ITEM &&
        t2s_schema_table_refers(m->schema, entity, m->noun_table))
        m->out[T2S_C_counted_parent] = 1;
    if (!fits && m->noun_table == T2S_NO_ITEM) {
        m->out[T2S_C_count_for_sum] = 1;
        m->at[T2S_C_count_for_sum] = call;
    }
}

/* COUNT (DISTINCT ...) of a column that the question names neither by its own
 * name nor by that of the table it stands for. */
static void measure_distinct(counter *m, int32_t call, int32_t column)
{
    int32_t entity;
    if (!m->schema || !m->question->columns || column == T2S_NO_ITEM ||
        is_named(m, column) || m->question->cues[T2S_CUE_DISTINCT] > 0)
        return;
    entity = t2s_schema_is_key(m->schema, column) ? entity_of(m, column)
                                                  : T2S_NO_ITEM;
    t2s_count_at(m->out, m->at, T2S_C_distinct_unnamed, call,
                 entity == T2S_NO_ITEM ||
                     m->question->tables[entity].score <= 0);
}

static void measure_count(counter *m, int32_t call)
{
    const int32_t argument = t2s_sql_child(m->tree, call, T2S_RULE_expr);
    const int32_t core = t2s_sql_core_of(&m->query->in_sight, call);
    const t2s_named_column *name;
    int32_t column;
    if (argument == T2S_NO_NODE || core == T2S_NO_NODE) {
        compare_noun(m, call, T2S_NO_ITEM);
        return;
    }
    name = t2s_query_column_at(m->query, t2s_sql_bare(m->tree, argument));
    column = name ? name->column : T2S_NO_ITEM;
    compare_noun(m, call, column);
    if (t2s_sql_child_word(m->tree, call, "DISTINCT") != T2S_NO_NODE) {
        measure_distinct(m, call, column);
        return;
    }
    t2s_count_at(m->out, m->at, T2S_C_count_preserved, call,
                 is_preserved(m, name, core));
    if (column == T2S_NO_ITEM)
        return;
    t2s_count_at(m->out, m->at, T2S_C_count_of_null, call,
                 tests_null(m, core, column, true));
    if (!m->schema || m->schema->columns[column].primary)
        return;
    t2s_count_at(m->out, m->at, T2S_C_count_of_group, call,
                 is_grouped_by(m, core, column));
    if (tests_null(m, core, column, false))
        return;
    t2s_count_at(m->out, m->at, T2S_C_count_nullable, call,
                 !t2s_schema_is_key(m->schema, column));
    if (m->values && t2s_value_index_has_null(m->values, column)) {
        t2s_count_at(m->out, m->at, T2S_C_count_has_null, call, true);
        t2s_count_at(m->out, m->at, T2S_C_count_has_null_unnamed, call,
                     !is_named(m, column) &&
                         !t2s_name_says(m->schema->columns[column].readable,
                                        T2S_DATE_WORDS));
    }
}

/* ------------------------------------------------------------- sums */

#define QUANTITIES "quantity qty quantities copies pieces units count pcs kg"
#define PRICES     "price prc pr rate"
#define DISCOUNTS  "discount disc dsc rebate rabatt"

static const char *readable(const counter *m, int32_t column)
{
    return m->schema->columns[column].readable;
}

/* The column of quantities in a table, or T2S_NO_ITEM. */
static int32_t quantity_of(const counter *m, int32_t table)
{
    const t2s_table *of = &m->schema->tables[table];
    for (int32_t i = of->first_column; i < of->first_column + of->column_count;
         i++)
        if (t2s_name_says(readable(m, i), QUANTITIES))
            return i;
    return T2S_NO_ITEM;
}

/* Whether an expr only tests its columns: a condition, COUNT. */
static bool only_tests(const counter *m, int32_t expr)
{
    return t2s_is_truth(m->tree, expr) || t2s_sql_calls(m->tree, expr, "COUNT");
}

/* The columns of what an expr computes, names followed: up to `most`. */
static int columns_of(int32_t *out, int most, counter *m, int32_t expr,
                      bool *multiplies, int depth)
{
    int count = 0;
    expr = t2s_quantity_follow(m->query, expr);
    if (expr == T2S_NO_NODE || depth > 8 || most <= 0 || m->work-- <= 0 ||
        (m->skips_tests && only_tests(m, expr)))
        return 0;
    if (t2s_query_column_at(m->query, expr)) {
        out[0] = t2s_quantity_column(m->query, expr);
        return out[0] != T2S_NO_ITEM;
    }
    *multiplies |= t2s_sql_operates(m->tree, expr, "*") &&
                   !t2s_sql_literal(m->tree, t2s_sql_first(m->tree, expr)) &&
                   !t2s_sql_literal(m->tree, m->tree->nodes[expr].last_child);
    t2s_tree_for_each_child (m->tree, expr, at)
        if (t2s_sql_is(m->tree, at, T2S_RULE_expr))
            count += columns_of(out + count, most - count, m, at, multiplies,
                                depth + 1);
    return count;
}

static void measure_money(counter *m, int32_t call, const int32_t *columns,
                          int size, bool multiplies)
{
    int32_t price = T2S_NO_ITEM, quantity = T2S_NO_ITEM;
    double *out = m->out;
    double there = 0;
    for (int i = 0; i < size; i++) {
        const char *name = readable(m, columns[i]);
        if (t2s_name_says(name, QUANTITIES))
            quantity = columns[i];
        else if (t2s_name_says(name, PRICES))
            price = columns[i];
        if (t2s_unit_of_name(name).dimension == T2S_DIMENSION_MONEY)
            there = 2;
    }
    if (multiplies)
        there = 3;
    else if (price != T2S_NO_ITEM)
        there = 1;
    if (there > out[T2S_C_money_there])
        out[T2S_C_money_there] = there;
    if (price != T2S_NO_ITEM && !multiplies &&
        quantity_of(m, m->schema->columns[price].table) != T2S_NO_ITEM)
        t2s_count_at(m->out, m->at, T2S_C_money_price_alone, call, true);
    if (m->question->units.is_money && quantity != T2S_NO_ITEM && !multiplies)
        t2s_count_at(m->out, m->at, T2S_C_money_quantity_alone, call, true);
    if (multiplies && price != T2S_NO_ITEM && quantity != T2S_NO_ITEM &&
        m->schema->columns[price].table != m->schema->columns[quantity].table)
        out[T2S_C_money_other_price]++;
}

/* How much better the question names another column of numbers of the table
 * than the one that is added up; and, where the difference of two times is
 * measured, another time than one of them: "from order to delivery" of the days
 * from shipping to delivery. */
static void compare_rivals(counter *m, const int32_t *columns, int size)
{
    const t2s_name_match *names = m->question->columns;
    const t2s_column *all = m->schema->columns;
    const int32_t first = columns[0], last = columns[size - 1];
    const float least = names[first].score < names[last].score
                            ? names[first].score
                            : names[last].score;
    if (size > 2 || (size == 2 && (all[first].table != all[last].table ||
                                   !t2s_may_be_time(m->schema, first) ||
                                   !t2s_may_be_time(m->schema, last))))
        return;
    for (size_t k = 0; k < m->question->named_columns.count; k++) {
        const int32_t other = m->question->named_columns.at[k];
        const double more = (double)(names[other].score - least);
        if (all[other].table == all[first].table && other != first &&
            other != last && more > m->out[T2S_C_aggregated_rival] &&
            (size == 1 ? is_number_column(m, other)
                       : t2s_may_be_time(m->schema, other)))
            m->out[T2S_C_aggregated_rival] = more;
    }
}

static void measure_sum(counter *m, int32_t call)
{
    const int32_t argument = t2s_sql_child(m->tree, call, T2S_RULE_expr);
    const bool is_sum = t2s_sql_calls(m->tree, call, "SUM TOTAL AVG");
    int32_t columns[6];
    bool multiplies = false;
    int size;
    if (argument == T2S_NO_NODE || !m->schema || !m->question->columns)
        return;
    size = columns_of(columns, 6, m, argument, &multiplies, 0);
    for (int i = 0; i < size; i++) {
        m->aggregated++;
        m->named += is_named(m, columns[i]);
    }
    if (size > 0)
        compare_rivals(m, columns, size);
    if (is_sum)
        measure_money(m, call, columns, size, multiplies);
    if (is_sum && m->is_counted && m->noun_table != T2S_NO_ITEM && size == 1 &&
        !is_named(m, columns[0]))
        m->out[T2S_C_sum_for_count] = 1;
}

/* SUM (...) / COUNT (*) over a column with NULLs. */
static void measure_mean(counter *m, int32_t expr)
{
    int32_t columns[6], base;
    bool multiplies = false, has_null = false;
    int size;
    if (!m->values || !t2s_sql_operates(m->tree, expr, "/"))
        return;
    base = t2s_quantity_follow(m->query, m->tree->nodes[expr].last_child);
    if (!t2s_sql_calls(m->tree, base, "COUNT") ||
        t2s_sql_child(m->tree, base, T2S_RULE_expr) != T2S_NO_NODE)
        return;
    m->skips_tests = true;
    size =
        columns_of(columns, 6, m, t2s_sql_first(m->tree, expr), &multiplies, 0);
    m->skips_tests = false;
    for (int i = 0; i < size; i++)
        has_null |= t2s_value_index_has_null(m->values, columns[i]) &&
                    !tests_null(m, m->tree->root, columns[i], false);
    t2s_count_at(m->out, m->at, T2S_C_count_star_nulls, base, has_null);
}

static void measure_discount(counter *m)
{
    const bool is_asked = t2s_question_asks(
        m->question, "discount|discounts|discounted|net|rebate|after discount");
    bool is_used = false;
    t2s_for_each_use (m->query, use)
        if (use->kind == T2S_USES_COLUMN && m->schema &&
            t2s_name_says(readable(m, use->index), DISCOUNTS))
            is_used = true;
    m->out[T2S_C_discount_fits] = is_asked && is_used   ? 1
                                  : is_asked != is_used ? -1
                                                        : 0;
}

/* ------------------------------------------------------------- the whole */

static void measure_node(counter *m, int32_t node)
{
    if (!t2s_sql_is(m->tree, node, T2S_RULE_expr))
        return;
    if (t2s_sql_calls(m->tree, node, "COUNT"))
        measure_count(m, node);
    else if (t2s_sql_calls(m->tree, node, "SUM TOTAL AVG MIN MAX"))
        measure_sum(m, node);
    measure_mean(m, node);
}

void t2s_counted_read(t2s_counted *made, const t2s_query *query,
                      const t2sed_evidence *from)
{
    double *out = made->of;
    counter m = {.out = out,
                 .at = made->at,
                 .query = query,
                 .tree = query->tree,
                 .schema = from->schema,
                 .values = from->values,
                 .question = from->question,
                 .counted_table = T2S_NO_ITEM,
                 .work = MOST_NODES};
    int left = MOST_NODES;
    memset(made->of, 0, sizeof made->of);
    for (int i = 0; i < T2S_COUNT_COUNT; i++)
        made->at[i] = T2S_NO_NODE;
    out[T2S_C_money_there] = -1;
    out[T2S_C_money_asked] = m.question->units.is_money;
    find_noun(&m);
    t2s_tree_for_each (m.tree, m.tree->root, node)
        if (left-- > 0)
            measure_node(&m, node);
    measure_discount(&m);
    made->asked_table = m.noun_table;
    made->asked_amount = m.asked_amount;
    made->counted_table = m.counted_table;
    out[T2S_C_aggregated_named] =
        m.aggregated ? (double)m.named / m.aggregated : (double)NAN;
    if (!m.aggregated)
        out[T2S_C_aggregated_rival] = (double)NAN;
#define ADD(name) out[T2S_C_counted_suspects] += out[T2S_C_##name];
    SUSPECTS(ADD)
}
