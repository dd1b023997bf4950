/* The ratio that a query computes against the one that the question asks for:
 * its base, the conditions on either side, its direction. */
#include <string.h>

#include "facts/ratio.h"
#include "features/features.h"
#include "schema/words.h"

/* Expressions of a query that are read. */
#define MOST_WORK 3000
/* Results of the main SELECT that are looked at. */
#define MOST_RESULTS 8

#define FEATURES(X)                                                            \
    X(ratio_asked, 0, 3, NOTHING,                                              \
      "3: a percentage is asked for, 2: a share or rate, 1: per something")    \
    X(ratio_there, 0, 2, NOTHING,                                              \
      "2: the query divides like by like, 1: it averages or divides, 0: none") \
    X(ratio_fits, -1, 1, NOTHING,                                              \
      "1: a share is asked for and there, -1: one of them, 0: neither")        \
    X(base_lost, 0, 6, NOTHING,                                                \
      "conditions on the rows of the numerator that the base lacks")           \
    X(base_tested, 0, 6, NOTHING,                                              \
      "the same in CASE, FILTER or a comparison that is summed")               \
    X(base_extra, 0, 6, NOTHING,                                               \
      "conditions of the base that the numerator lacks")                       \
    X(base_shared, 0, 8, NOTHING, "conditions that both have")                 \
    X(base_only_tested, 0, 6, NOTHING, "tests of the base")                    \
    X(base_complement, 0, 1, NOTHING,                                          \
      "numerator and base test one column for different values")               \
    X(base_same, 0, 1, NOTHING,                                                \
      "both count or sum the same over the same rows")                         \
    X(base_overall, -1, 1, NOTHING,                                            \
      "in a grouped query: 1: the base is of all groups, -1: of each")         \
    X(base_overall_fits, -2, 2, NOTHING,                                       \
      "the same, 1 more where \"of all\" and a group of it agree with it")     \
    X(base_function, 0, 1, NOTHING,                                            \
      "numerator and base are of different aggregates")                        \
    X(base_column, 0, 1, NOTHING,                                              \
      "numerator and base aggregate different columns")                        \
    X(base_distinct, -1, 1, NOTHING,                                           \
      "the base counts distinct values (1) or the numerator alone does (-1)")  \
    X(base_counts_column, 0, 2, SCHEMA,                                        \
      "the base counts a column: 1 of a key, 2 another, which may be NULL")    \
    X(base_column_named, 0, 1, SCHEMA,                                         \
      "how well the question names the column that the base counts")           \
    X(base_tables_lost, 0, 6, SCHEMA,                                          \
      "tables of the numerator's rows that the base's lack")                   \
    X(base_tables_extra, 0, 6, SCHEMA,                                         \
      "tables of the base's rows that the numerator's lack")                   \
    X(base_named, -1, 1, SCHEMA,                                               \
      "the words of the base name the base's table (1) or others alone (-1)")  \
    X(base_kept_outside, 0, 4, NOTHING,                                        \
      "conditions of the base that the question has outside its words")        \
    X(base_lost_inside, 0, 4, NOTHING,                                         \
      "the conditions of base_lost that the words of the base have")           \
    X(base_kept_inside, 0, 4, NOTHING,                                         \
      "conditions of the base that the words of the base have")                \
    X(base_other_window, 0, 1, NOTHING,                                        \
      "the base is MAX, AVG or FIRST_VALUE over a window")                     \
    X(base_difference, 0, 1, NOTHING, "the base is a difference")              \
    X(else_missing, 0, 1, NOTHING,                                             \
      "AVG of CASE without ELSE, which leaves rows out")                       \
    X(ratio_order, -1, 1, SCHEMA,                                              \
      "the question names numerator and base in their order (1) or not (-1)")  \
    X(difference_base, -1, 1, NOTHING,                                         \
      "of (a - b) / c: 1: c is b, -1: c is a")                                 \
    X(growth_base, -1, 1, NOTHING, "the same where a change is asked for")     \
    X(average_of_truth_grouped, 0, 1, NOTHING,                                 \
      "the same rows in a subquery of groups: an average of shares")           \
    X(ratio_suspects, 0, 6, NOTHING,                                           \
      "kinds of suspects: base_lost, _extra, _complement, _other_window, "     \
      "_tables_lost, else_missing")

/* What is seldom right; each alone is rare. */
#define SUSPECTS(X)                                                            \
    X(base_lost)                                                               \
    X(base_extra)                                                              \
    X(base_complement)                                                         \
    X(base_other_window)                                                       \
    X(base_tables_lost)                                                        \
    X(else_missing)

#define ROW(name, low, high, needs, meaning)                                   \
    {"measure." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

typedef struct comparer {
    double *out;
    const t2s_feature_input *in;
    const t2s_question_facts *question;
    const t2s_asked_ratio *asked; /* of the question */
    t2s_ratio ratio;
} comparer;

static bool has_condition(const t2s_ratio_term *term, uint64_t id)
{
    for (size_t i = 0; i < term->condition_count; i++)
        if (term->conditions[i].id == id)
            return true;
    return false;
}

static bool has_table(const t2s_ratio_term *term, int32_t table)
{
    for (size_t i = 0; i < term->table_count; i++)
        if (term->tables[i] == table)
            return true;
    return false;
}

/* ------------------------------------------------------------- words */

/* Whether the question has the words of a name or value: 1 among those of the
 * base, -1 elsewhere, 0 nowhere. */
static int place_of(const comparer *c, int32_t stem)
{
    bool elsewhere = false;
    if (stem < 0 || c->question->stems.at[stem].first < 0 ||
        c->question->stems.at[stem].is_stop)
        return 0;
    for (size_t i = 0; i < c->question->words.count; i++) {
        if (c->question->words.at[i].stem != stem)
            continue;
        if (i >= c->asked->base && i < c->asked->base_end)
            return 1;
        elsewhere = true;
    }
    return elsewhere ? -1 : 0;
}

static int place_of_match(const comparer *c, const t2s_name_match *match)
{
    int place = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        const int at =
            place_of(c, c->question->name_stems.at[match->stems + i]);
        if (at > 0)
            return 1;
        place = at ? at : place;
    }
    return place;
}

static int place_of_text(const comparer *c, const char *text, size_t n)
{
    size_t at = 0, begin;
    int place = 0;
    while (t2s_next_word(text, n, &at, &begin, false)) {
        const int of = place_of(
            c, t2s_question_find_stem(c->question, text + begin, at - begin));
        if (of > 0)
            return 1;
        place = of ? of : place;
    }
    return place;
}

/* A condition's, by its value, or else by its column's name. */
static int place_of_condition(const comparer *c, const t2s_term_condition *at)
{
    const t2s_condition *of = at->of;
    int place = 0;
    if (of && of->value.operand == T2S_OPERAND_TEXT && of->value.text)
        place = place_of_text(c, of->value.text, of->value.length);
    if (place == 0 && c->question->columns && at->column >= 0 &&
        (size_t)at->column < c->question->column_count)
        place = place_of_match(c, &c->question->columns[at->column]);
    return place;
}

/* ------------------------------------------------------------- the sides */

static void compare_conditions(comparer *c)
{
    const t2s_ratio_term *over = &c->ratio.over, *base = &c->ratio.base;
    const bool has_words = c->asked->base_end > c->asked->base;
    double *out = c->out;
    for (size_t i = 0; i < over->condition_count; i++) {
        const t2s_term_condition *at = &over->conditions[i];
        if (has_condition(base, at->id)) {
            out[F_base_shared]++;
            continue;
        }
        out[at->is_test ? F_base_tested : F_base_lost]++;
        if (has_words && !at->is_test && place_of_condition(c, at) > 0)
            out[F_base_lost_inside]++;
        for (size_t k = 0; k < base->condition_count; k++)
            if (base->conditions[k].is_test && at->column >= 0 &&
                base->conditions[k].column == at->column &&
                !has_condition(over, base->conditions[k].id))
                out[F_base_complement] = 1;
    }
    for (size_t i = 0; i < base->condition_count; i++) {
        const t2s_term_condition *at = &base->conditions[i];
        const int place = has_words ? place_of_condition(c, at) : 0;
        /* SUM (x) / COUNT (x): NULLs are left out of both. */
        out[F_base_extra] +=
            !has_condition(over, at->id) && (at->of || over->function == 'C');
        out[F_base_only_tested] += at->is_test;
        out[F_base_kept_outside] += place < 0;
        out[F_base_kept_inside] += place > 0;
    }
}

static void compare_tables(comparer *c)
{
    const t2s_ratio_term *over = &c->ratio.over, *base = &c->ratio.base;
    for (size_t i = 0; i < over->table_count; i++)
        c->out[F_base_tables_lost] += !has_table(base, over->tables[i]);
    for (size_t i = 0; i < base->table_count; i++)
        c->out[F_base_tables_extra] += !has_table(over, base->tables[i]);
}

/* What the words of the base name among the tables of base and numerator. */
static void name_base(comparer *c)
{
    const t2s_ratio_term *base = &c->ratio.base;
    const t2sed_schema *schema = c->in->from->schema;
    int others = 0;
    if (!c->question->tables || c->asked->base_end == c->asked->base)
        return;
    for (size_t i = 0; i < c->question->table_count; i++) {
        const bool is_named = place_of_match(c, &c->question->tables[i]) > 0;
        if (is_named && has_table(base, (int32_t)i)) {
            c->out[F_base_named] = 1;
            return;
        }
        others += is_named;
    }
    if (base->column >= 0 && schema &&
        place_of_match(c, &c->question->columns[base->column]) > 0)
        c->out[F_base_named] = 1;
    else if (others)
        c->out[F_base_named] = -1;
}

static void compare_aggregates(comparer *c)
{
    const t2s_ratio_term *over = &c->ratio.over, *base = &c->ratio.base;
    const t2sed_schema *schema = c->in->from->schema;
    double *out = c->out;
    const bool are_sums = over->function == 'S' && base->function == 'S';
    out[F_base_function] = over->function != base->function;
    out[F_base_column] = are_sums && over->column != base->column;
    out[F_base_distinct] =
        (double)base->is_distinct - (double)over->is_distinct;
    out[F_base_other_window] = base->is_other_window;
    out[F_base_difference] = base->is_difference;
    if (schema && base->function == 'C' && base->column >= 0) {
        out[F_base_counts_column] =
            t2s_schema_is_key(schema, base->column) ? 1 : 2;
        if (c->question->columns)
            out[F_base_column_named] =
                (double)c->question->columns[base->column].score;
    }
    out[F_base_same] = over->function == base->function &&
                       over->column == base->column &&
                       over->core == base->core && !base->is_window &&
                       out[F_base_tested] == 0 && out[F_base_lost] == 0 &&
                       out[F_base_extra] == 0;
}

/* Whether a SELECT groups its rows: the node of GROUP BY may be HAVING alone.
 */
static bool groups(const t2s_tree *tree, int32_t core)
{
    const int32_t clause = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    return clause != T2S_NO_NODE &&
           !t2s_sql_says(tree, t2s_sql_first(tree, clause), "HAVING");
}

static void compare_groups(comparer *c)
{
    const t2s_ratio_term *over = &c->ratio.over, *base = &c->ratio.base;
    const t2s_tree *tree = c->in->query->tree;
    const int32_t core = t2s_sql_child(tree, tree->root, T2S_RULE_select_core);
    const bool has_groups = groups(tree, core) || groups(tree, over->core);
    const bool is_overall = (base->is_window && !base->is_partitioned) ||
                            (base->is_subquery && base->core != over->core);
    double sign;
    if (!has_groups)
        return;
    sign = is_overall ? 1 : -1;
    c->out[F_base_overall] = sign;
    c->out[F_base_overall_fits] =
        sign *
        ((c->asked->of_all ? 1 : 0) + (c->out[F_base_tested] == 0 ? 1 : -1));
    c->out[F_average_of_truth_grouped] =
        c->ratio.form != T2S_RATIO_DIVISION && over->core != core &&
        groups(tree, core) && groups(tree, over->core);
}

/* The first word of the question that a term is called by. */
static int32_t word_of(const comparer *c, const t2s_ratio_term *term)
{
    int32_t word = -1;
    if (term->column >= 0 && c->question->columns)
        word = c->question->columns[term->column].first;
    for (size_t i = 0; word < 0 && term->function == 'C' &&
                       c->question->tables && i < term->table_count;
         i++)
        word = c->question->tables[term->tables[i]].first;
    return word;
}

static void compare_order(comparer *c)
{
    const int32_t over = word_of(c, &c->ratio.over);
    const int32_t base = word_of(c, &c->ratio.base);
    if (c->ratio.form != T2S_RATIO_DIVISION || over < 0 || base < 0 ||
        over == base || (!c->asked->is_share && !c->asked->is_per))
        return;
    c->out[F_ratio_order] = over < base ? 1 : -1;
}

/* Whether like is divided by like: counts by counts, sums by sums of the same.
 */
static bool is_share(const t2s_ratio *ratio)
{
    return ratio->form == T2S_RATIO_SHARE ||
           (ratio->form == T2S_RATIO_DIVISION &&
            ratio->over.function == ratio->base.function &&
            ratio->over.function != 0 &&
            (ratio->over.function == 'C' ||
             ratio->over.column == ratio->base.column));
}

/* The features of one ratio, in c->out. */
static void compare_ratio(comparer *c)
{
    double *out = c->out;
    const bool shares = is_share(&c->ratio);
    for (int i = 0; i < F_COUNT; i++)
        out[i] = 0;
    out[F_ratio_there] = shares ? 2 : 1;
    out[F_ratio_fits] = c->asked->is_share && shares   ? 1
                        : c->asked->is_share != shares ? -1
                                                       : 0;
    compare_conditions(c);
    compare_tables(c);
    name_base(c);
    compare_aggregates(c);
    compare_groups(c);
    compare_order(c);
    out[F_else_missing] = c->ratio.lacks_else;
    out[F_difference_base] = c->ratio.difference;
#define ADD(name) out[F_ratio_suspects] += out[F_##name] > 0;
    SUSPECTS(ADD)
    out[F_growth_base] = c->asked->is_growth ? c->ratio.difference : 0;
}

/* Several ratios: what lies furthest from 0. */
static void merge(double *into, const double *out)
{
    for (int i = 0; i < F_COUNT; i++)
        if (isnan(into[i]) || fabs(out[i]) > fabs(into[i]))
            into[i] = out[i];
}

static void compare_results(double *into, comparer *c,
                            t2s_quantity_reader *reader)
{
    const t2s_tree *tree = c->in->query->tree;
    const int32_t core = t2s_sql_child(tree, tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    int left = MOST_RESULTS;
    if (result == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, result, column) {
        const int32_t expr = t2s_sql_first(tree, column);
        if (!t2s_sql_is(tree, expr, T2S_RULE_expr) || left-- <= 0)
            continue;
        t2s_ratio_read(&c->ratio, reader, expr);
        if (!c->ratio.form)
            continue;
        compare_ratio(c);
        merge(into, c->out);
    }
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    double one[F_COUNT];
    comparer c = {.out = one,
                  .in = in,
                  .question = in->from->question,
                  .asked = &in->from->question->ratio};
    t2s_quantity_reader reader =
        t2s_quantity_reader_of(in->query, in->from, MOST_WORK);
    (void)err;
    compare_results(out, &c, &reader);
    if (isnan(out[F_ratio_there])) {
        out[F_ratio_there] = 0;
        out[F_ratio_fits] = c.asked->is_share ? -1 : 0;
    }
    out[F_ratio_asked] = c.asked->is_percent ? 3
                         : c.asked->is_share ? 2
                                             : c.asked->is_per;
    return T2SED_OK;
}

const t2s_feature_group t2s_ratio_group = {features, F_COUNT, 0, compute,
                                           false};
