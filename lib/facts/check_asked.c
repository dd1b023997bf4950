/* What the question asks for in words that leave little doubt, and no form of
 * which the query has. */
#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/check_reader.h"
#include "facts/quantity.h"

/* What the query has of forms that answer such words. */
typedef struct forms {
    bool has_outer;    /* LEFT, RIGHT or FULL JOIN */
    bool has_compound; /* UNION, EXCEPT... */
    bool has_scalar;   /* a SELECT in a result */
    bool has_recursion;
    bool has_hundred; /* a number 100, 10000... */
    bool has_rank;    /* RANK, DENSE_RANK */
    int32_t ratio;    /* the first / or AVG */
    int32_t over;     /* the first OVER (...) without PARTITION */
    int32_t numbered; /* ROW_NUMBER */
    int32_t limit;    /* LIMIT of a SELECT that is not correlated */
    int32_t extreme;  /* x = (SELECT MAX(y) ...), not correlated */
    bool has_partition, has_correlation;
} forms;

/* Whether a name within a SELECT is of a SELECT around it. */
static bool is_correlated(const t2s_check_reader *r, int32_t stmt)
{
    const t2s_named_column *at, *end;
    const uint32_t begin = r->tree->nodes[stmt].begin;
    t2s_check_columns_in(&at, &end, r, stmt);
    for (; at < end; at++)
        if (at->from == T2S_FROM_RELATION &&
            (r->tree->nodes[r->scopes->relations.at[at->relation].node].begin <
                 begin ||
             r->tree->nodes[r->scopes->relations.at[at->relation].node].begin >=
                 r->tree->nodes[stmt].end))
            return true;
    return false;
}

/* Whether all that a SELECT gives is one MAX or MIN. */
static bool is_extreme(const t2s_tree *tree, int32_t stmt)
{
    const int32_t core = t2s_sql_child(tree, stmt, T2S_RULE_select_core);
    return t2s_sql_calls(tree, t2s_sql_only_result(tree, stmt), "MAX MIN") &&
           t2s_sql_child(tree, core, T2S_RULE_group_by_clause) == T2S_NO_NODE;
}

static void read_comparison(forms *f, const t2s_check_reader *r, int32_t node)
{
    t2s_sql_comparison of;
    int32_t stmt;
    if (!t2s_sql_compares(&of, r->tree, node) || !of.is_equality)
        return;
    stmt = t2s_sql_child(r->tree, of.right, T2S_RULE_select_stmt);
    if (stmt != T2S_NO_NODE && f->extreme == T2S_NO_NODE &&
        is_extreme(r->tree, stmt) && !is_correlated(r, stmt))
        f->extreme = node;
}

/* Whether a window takes rows in the order of a key first and of something else
 * behind it, as if it were parted by the key. */
static void check_window(t2s_check_reader *r, int32_t over)
{
    const t2s_tree *tree = r->tree;
    const int32_t window = t2s_sql_child(tree, over, T2S_RULE_window_defn);
    const int32_t order = t2s_sql_child(tree, window, T2S_RULE_order_by_stmt);
    const int32_t term = t2s_sql_child(tree, order, T2S_RULE_ordering_term);
    const t2s_named_column *of;
    if (term == T2S_NO_NODE || !r->schema ||
        t2s_sql_next(tree, term) == T2S_NO_NODE ||
        t2s_sql_child(tree, window, T2S_RULE_partition_clause) != T2S_NO_NODE)
        return;
    of = t2s_check_column(r, t2s_sql_first(tree, term));
    if (t2s_sql_calls(tree, tree->nodes[over].parent,
                      "LAG LEAD ROW_NUMBER RANK DENSE_RANK") &&
        of && of->column != T2S_NO_ITEM &&
        t2s_schema_is_key(r->schema, of->column))
        t2s_check_hit(r, T2S_CHECK_WINDOW_ORDERED, over);
}

static void read_expr(forms *f, const t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    if (f->ratio == T2S_NO_NODE &&
        (t2s_sql_operates(tree, node, "/") || t2s_sql_calls(tree, node, "AVG")))
        f->ratio = node;
    f->has_rank |= t2s_sql_calls(tree, node, "RANK DENSE_RANK");
    if (f->numbered == T2S_NO_NODE && t2s_sql_calls(tree, node, "ROW_NUMBER"))
        f->numbered = node;
    read_comparison(f, r, node);
}

/* Whether the SELECT that an expr stands in has a FROM: SELECT EXISTS (...)
 * asks yes or no. */
static bool has_rows_around(const t2s_check_reader *r, int32_t expr)
{
    const int32_t core = t2s_sql_core_of(&r->query->in_sight, expr);
    return t2s_sql_child(r->tree, core, T2S_RULE_from_clause) != T2S_NO_NODE;
}

static void read_node(forms *f, t2s_check_reader *r, int32_t node)
{
    const t2s_tree *tree = r->tree;
    if (t2s_tree_is_terminal(tree, node)) {
        f->has_recursion |= t2s_sql_says(tree, node, "RECURSIVE");
        f->has_outer |= t2s_sql_says(tree, node, "LEFT") ||
                        t2s_sql_says(tree, node, "RIGHT") ||
                        t2s_sql_says(tree, node, "FULL");
        return;
    }
    if (t2s_sql_is(tree, node, T2S_RULE_literal_value)) {
        const char *text = tree->nodes[t2s_sql_terminal(tree, node)].text;
        f->has_hundred |=
            strncmp(text, "100", 3) == 0 || strcmp(text, "1e2") == 0;
    } else if (t2s_sql_is(tree, node, T2S_RULE_compound_operator)) {
        f->has_compound = true;
    } else if (t2s_sql_is(tree, node, T2S_RULE_over_clause)) {
        const int32_t window = t2s_sql_child(tree, node, T2S_RULE_window_defn);
        check_window(r, node);
        /* NTILE makes groups of all rows. */
        if (f->over == T2S_NO_NODE &&
            !t2s_sql_calls(tree, tree->nodes[node].parent, "NTILE") &&
            t2s_sql_child(tree, window, T2S_RULE_order_by_stmt) !=
                T2S_NO_NODE &&
            t2s_sql_child(tree, window, T2S_RULE_partition_clause) ==
                T2S_NO_NODE)
            f->over = node;
    } else if (t2s_sql_is(tree, node, T2S_RULE_partition_clause)) {
        f->has_partition = true;
    } else if (t2s_sql_is(tree, node, T2S_RULE_limit_stmt)) {
        const int32_t stmt = tree->nodes[node].parent;
        if (f->limit == T2S_NO_NODE && stmt == tree->root)
            f->limit = node;
    } else if (t2s_sql_is(tree, node, T2S_RULE_select_stmt)) {
        const int32_t parent = tree->nodes[node].parent;
        if (t2s_sql_is(tree, parent, T2S_RULE_expr) && is_correlated(r, node))
            f->has_correlation = true;
        if (t2s_sql_is(tree, parent, T2S_RULE_expr) &&
            t2s_sql_says(tree, t2s_sql_first(tree, parent), "("))
            f->has_scalar = true;
        if (t2s_sql_says(tree, t2s_sql_first(tree, parent), "EXISTS") &&
            !is_correlated(r, node) && r->schema && has_rows_around(r, parent))
            t2s_check_hit(r, T2S_CHECK_UNCORRELATED, node);
    } else if (t2s_sql_is(tree, node, T2S_RULE_expr)) {
        read_expr(f, r, node);
    }
}

/* ------------------------------------------------------------- checks */

#define EACH                                                                   \
    "-each other|-each such|-every such|-each of them|-one each|-each once|"   \
    "-each time|-every time|-per record|for each|for every|each|every|"        \
    "of each|of every|in each|by each|their own|its own|per"
#define OVER_ALL                                                               \
    "running|cumul*|so far|previous month|month before|quarter before|"        \
    "year before|season before|day before|previous|change against|median|"     \
    "overall|ranked|rank|change|compare*|edition before"
#define WITHOUT_TOO                                                            \
    "those without|even if|even those|even when|also those|also the ones|"     \
    "-with none may be left out|-with none left out|"                          \
    "counting also|including the ones|with none|zeros|"                        \
    "zero where|zero for|with zero|empty if|empty for|"                        \
    "empty where|empty when|null if|should show up|"                           \
    "if any|-if there is a tie|if there is|regardless of whether|"             \
    "if one is|zero included|show 0|zero if"
/* Also said of missing values, which COALESCE or CASE makes 0. */
#define AS_ZERO "as 0|as zero"
#define PERCENT "-# percent|-# pct|percent|percentage|percentages|pct"
#define TIES                                                                   \
    "-ties by|-tie by|-ties broken|-without ties|-ties are broken|-ties go|"   \
    "ties|tie|tied|if equal|several if|all if|both if|same rank|"              \
    "same place|share a place|share the|all of them if|everybody who|"         \
    "everyone who|list all|show all|several equal|joint|all shown"
#define LEVELS                                                                 \
    "any depth|any level|all levels|further down|further up|"                  \
    "directly or indirectly|indirectly|up the chain|whole chain|the chain|"    \
    "chain of|recursive*|descendant*|ancestor*|transitive*|"                   \
    "in turn|directly or through|all the way"
#define ONCE                                                                   \
    "each once|once each|only once|every one once|without duplicates|"         \
    "no duplicates|no doubles|without repeats|each name once|"                 \
    "each person once|everybody once|everyone once|each kind once|distinct|"   \
    "unique"

static bool drops_repeats(const t2s_query_parts *has)
{
    return has->uses[T2S_USES_DISTINCT] || has->clauses[T2S_CLAUSE_GROUP] ||
           has->compounds[T2S_COMPOUND_UNION] ||
           has->compounds[T2S_COMPOUND_INTERSECT] ||
           has->compounds[T2S_COMPOUND_EXCEPT];
}

static t2s_unit unit_of(const t2s_check_reader *r, int32_t column)
{
    return t2s_unit_of_name(r->schema->columns[column].readable);
}

/* Whether the query uses a column of a unit: "distance in km and elevation
 * gain". */
static bool uses_unit(const t2s_check_reader *r, const t2s_unit *unit)
{
    for (size_t i = 0; i < r->query->columns.count; i++) {
        const int32_t column = r->query->columns.at[i].column;
        const t2s_unit is = column == T2S_NO_ITEM
                                ? (t2s_unit){T2S_NO_DIMENSION, 0}
                                : unit_of(r, column);
        if (is.dimension == unit->dimension && is.scale == unit->scale)
            return true;
    }
    return false;
}

/* Whether the query uses a column of percents. */
static bool uses_percents(const t2s_check_reader *r)
{
    return uses_unit(r, &(t2s_unit){T2S_DIMENSION_SHARE, 0.01});
}

static void check_forms(t2s_check_reader *r, const forms *f)
{
    const int32_t root = r->tree->root;
    const t2s_query_parts *has = &r->query->parts;
    const bool has_group = has->clauses[T2S_CLAUSE_GROUP];
    int32_t words[2];
    const struct {
        t2s_check_kind kind;
        const char *asked;
        int32_t node; /* of what does not give it; T2S_NO_NODE: nothing */
        bool is_suspect;
    } checks[] = {
        {T2S_CHECK_INNER_FOR_ALL,
         has->forms[T2S_FORM_fallback] || has->forms[T2S_FORM_case]
             ? WITHOUT_TOO
             : WITHOUT_TOO "|" AS_ZERO,
         root,
         r->scopes->relations.count > 1 && !f->has_outer && !f->has_compound &&
             !f->has_scalar && !has->forms[T2S_FORM_anti_join]},
        {T2S_CHECK_PERCENT_MISSING, PERCENT, f->ratio,
         !f->has_hundred && !uses_percents(r)},
        {T2S_CHECK_PARTITION_MISSING, EACH, f->over,
         f->over != T2S_NO_NODE && !t2s_check_asks(words, r, OVER_ALL)},
        {T2S_CHECK_TOP_OVERALL, EACH, f->limit,
         !f->has_partition && !f->has_correlation && !has_group},
        /* "The most per hour" is the highest rate. */
        {T2S_CHECK_EXTREME_OVERALL, EACH, f->extreme,
         !f->has_partition && r->question->windows.each_end},
        {T2S_CHECK_TIES_DROPPED, TIES,
         f->numbered != T2S_NO_NODE ? f->numbered : f->limit,
         !f->has_rank && !r->question->windows.breaks_ties},
        {T2S_CHECK_LEVELS_MISSING, LEVELS, root, !f->has_recursion},
        {T2S_CHECK_REPEATS_KEPT, ONCE, root,
         !drops_repeats(has) && !has->roles[T2S_ROLE_CONDITION]},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].is_suspect && checks[i].node != T2S_NO_NODE &&
            t2s_check_asks(words, r, checks[i].asked))
            t2s_check_hit_asked(r, checks[i].kind, checks[i].node, words);
}

/* ------------------------------------------------------------- units */

/* The unit that the question asks for, if it is larger than a column's and the
 * question does not ask for the column's, too; or -1. */
static int find_larger(const t2s_check_reader *r, const t2s_unit *unit)
{
    const t2s_asked_units *asked = &r->question->units;
    int found = -1;
    for (size_t i = 0; i < asked->asked_count && unit->scale > 0; i++) {
        if (asked->asked[i].dimension != unit->dimension)
            continue;
        if (asked->asked[i].scale <= unit->scale ||
            uses_unit(r, &asked->asked[i]))
            return -1;
        found = (int)i;
    }
    return found;
}

/* Whether a node lies in a product or a quotient, a condition or the order of a
 * window: it is no value that the query gives. */
static bool is_converted(const t2s_tree *tree, int32_t node)
{
    for (int i = 0; i < 40 && node != T2S_NO_NODE; i++) {
        const int32_t next = t2s_sql_next(tree, t2s_sql_first(tree, node));
        if (t2s_sql_says(tree, next, "*") || t2s_sql_says(tree, next, "/") ||
            t2s_sql_says(tree, next, "%") ||
            t2s_sql_is(tree, node, T2S_RULE_over_clause) ||
            t2s_is_truth(tree, node))
            return true;
        if (t2s_sql_is(tree, node, T2S_RULE_select_stmt) && node == tree->root)
            return false;
        node = tree->nodes[node].parent;
    }
    return true;
}

/* A column that the query gives as it is, in a smaller unit than asked for. */
static void check_units(t2s_check_reader *r)
{
    const t2s_tree *tree = r->tree;
    const int32_t core = t2s_sql_child(tree, tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(tree, core, T2S_RULE_result_clause);
    const t2s_named_column *at, *end;
    t2s_unit unit;
    int larger;
    if (result == T2S_NO_NODE || !r->schema)
        return;
    t2s_check_columns_in(&at, &end, r, result);
    for (; at < end; at++) {
        const int32_t call = r->call[at->expr];
        if (at->column == T2S_NO_ITEM || at->expression != T2S_NO_NODE ||
            t2s_sql_calls(tree, call, "COUNT") || is_converted(tree, at->expr))
            continue;
        unit = unit_of(r, at->column);
        larger = find_larger(r, &unit);
        if (larger >= 0) {
            const int32_t word = r->question->units.asked_at[larger];
            t2s_check_hit_asked(r, T2S_CHECK_UNIT_KEPT, at->expr,
                                (const int32_t[]){word, word});
        }
    }
}

/* Whether two amounts are the same, but for rounding. */
static bool is_same_amount(double a, double b)
{
    return fabs(a - b) < 0.02 * fabs(b);
}

/* Of a condition with a number: how its column has an amount of the question.
 */
typedef enum amount_fit {
    AMOUNT_UNKNOWN,
    AMOUNT_FITS,
    AMOUNT_DROPPED /* over 20 (kilometres) of a column in metres */
} amount_fit;

/* *word: that of the number in the question. */
static amount_fit compare_amount(int32_t *word, const t2s_check_reader *r,
                                 const t2s_condition *of)
{
    const t2s_asked_units *asked = &r->question->units;
    const double number = of->value.number;
    amount_fit fit = AMOUNT_UNKNOWN;
    t2s_unit unit;
    if (of->slot.column == T2S_NO_ITEM || of->slot.is_computed ||
        of->value.operand != T2S_OPERAND_NUMBER || number == 0)
        return fit;
    unit = unit_of(r, of->slot.column);
    for (size_t i = 0; i < asked->amount_count && unit.scale > 0; i++) {
        const t2s_unit *amount = &asked->amounts[i];
        if (amount->dimension != unit.dimension)
            continue;
        if (is_same_amount(amount->scale, number * unit.scale))
            return AMOUNT_FITS;
        if (t2s_is_unit(amount->dimension, amount->scale / number) &&
            t2s_question_number_at(r->question, asked->amounts_at[i]) ==
                number) {
            fit = AMOUNT_DROPPED;
            *word = asked->amounts_at[i];
        }
    }
    return fit;
}

/* Numbers of the question with a unit that a column does not have; none where
 * another condition has the amount. */
static void check_amounts(t2s_check_reader *r)
{
    const t2s_query *query = r->query;
    const t2s_condition *dropped = NULL;
    int32_t words[2] = {-1, -1};
    const size_t count = query->conditions.count + query->tests.count;
    for (size_t i = 0; i < count; i++) {
        const t2s_condition *of =
            i < query->conditions.count
                ? &query->conditions.at[i]
                : &query->tests.at[i - query->conditions.count];
        const amount_fit fit = compare_amount(&words[0], r, of);
        if (fit == AMOUNT_FITS)
            return;
        if (fit == AMOUNT_DROPPED)
            dropped = of;
    }
    words[1] = words[0] + 1;
    if (dropped)
        t2s_check_hit_asked(r, T2S_CHECK_UNIT_DROPPED, dropped->slot.name,
                            words);
}

void t2s_check_asked(t2s_check_reader *r)
{
    forms f = {.ratio = T2S_NO_NODE,
               .over = T2S_NO_NODE,
               .numbered = T2S_NO_NODE,
               .limit = T2S_NO_NODE,
               .extreme = T2S_NO_NODE};
    t2s_tree_for_each (r->tree, r->tree->root, node)
        read_node(&f, r, node);
    if (!r->question)
        return;
    check_forms(r, &f);
    check_units(r);
    if (r->schema && r->question->units.amount_count > 0)
        check_amounts(r);
}
