/* Functions, aggregates, windows and orders in words. */
#include <string.h>

#include "explain/explain.h"

/* What functions are called; "%" stands for the next argument, "*" for all of
 * them. A function that is not here is called by its name. */
static const struct {
    const char *name;
    int arguments; /* -1: any number */
    const char *words;
} functions[] = {
    {"lower", 1, "% in lower case"},
    {"upper", 1, "% in upper case"},
    {"length", 1, "the length of %"},
    {"abs", 1, "the absolute value of %"},
    {"round", 1, "% rounded to a whole number"},
    {"round", 2, "% rounded to % places"},
    {"trim", 1, "% without blanks around it"},
    {"coalesce", -1, "the first of * that has a value"},
    {"ifnull", 2, "the first of * that has a value"},
    {"nullif", 2, "% (no value where it equals %)"},
    {"substr", 2, "the part of % from character % on"},
    {"substr", 3, "the part of % from character % on, % characters long"},
    {"substring", 2, "the part of % from character % on"},
    {"substring", 3, "the part of % from character % on, % characters long"},
    {"instr", 2, "the place in % of %"},
    {"replace", 3, "% with % replaced by %"},
    {"concat", -1, "* joined"},
    {"typeof", 1, "the type of %"},
    {"date", 1, "the date of %"},
    {"time", 1, "the time of day of %"},
    {"datetime", 1, "the date and time of %"},
    {"julianday", 1, "the day number of %"},
    {"unixepoch", 1, "the seconds since 1970 of %"},
    {"min", -1, "the smallest of *"},
    {"max", -1, "the largest of *"},
    {"random", 0, "a random number"},
    /* Of windows alone. */
    {"row_number", 0, "the row number"},
    {"rank", 0, "the rank"},
    {"dense_rank", 0, "the rank without gaps"},
    {"percent_rank", 0, "the relative rank"},
    {"cume_dist", 0, "the share of rows up to this one"},
    {"ntile", 1, "the number of its part of % equal parts"},
    {"lag", 1, "% of the row before"},
    {"lag", 2, "% of the row % rows before"},
    {"lag", 3, "% of the row % rows before (% if there is none)"},
    {"lead", 1, "% of the row after"},
    {"lead", 2, "% of the row % rows after"},
    {"lead", 3, "% of the row % rows after (% if there is none)"},
    {"first_value", 1, "% of the first row"},
    {"last_value", 1, "% of the last row"},
    {"nth_value", 2, "% of row number %"},
};

/* strftime's formats. */
static const struct {
    const char *format, *words;
} times[] = {
    {"'%Y'", "the year of "},
    {"'%m'", "the month of "},
    {"'%d'", "the day of "},
    {"'%H'", "the hour of "},
    {"'%M'", "the minute of "},
    {"'%S'", "the second of "},
    {"'%w'", "the weekday (0 is Sunday) of "},
    {"'%j'", "the day of the year of "},
    {"'%W'", "the week of the year of "},
    {"'%s'", "the seconds since 1970 of "},
    {"'%J'", "the day number of "},
    {"'%Y-%m'", "the year and month of "},
    {"'%Y-%m-%d'", "the date of "},
};

/* Aggregates of one argument, said before it. */
static const struct {
    const char *name, *words;
} aggregates[] = {
    {"count", "number of "},
    {"sum", "summation of "},
    {"total", "summation of "},
    {"avg", "average "},
    {"min", "minimum "},
    {"max", "maximum "},
    {"group_concat", "list of "},
    {"string_agg", "list of "},
    {"json_group_array", "JSON array of "},
    {"json_group_object", "JSON object of "},
    {"median", "median "},
};

/* The parts of a call. */
typedef struct call {
    const char *name;
    t2s_nodes arguments;
    bool distinct, star;
    int32_t filter, over;
} call;

static void read_call(call *c, t2s_explainer *e, int32_t expr)
{
    const t2s_tree *tree = e->tree;
    memset(c, 0, sizeof *c);
    c->name = t2s_sql_function(tree, expr);
    c->filter = t2s_sql_child(tree, expr, T2S_RULE_filter_clause);
    c->over = t2s_sql_child(tree, expr, T2S_RULE_over_clause);
    t2s_tree_for_each_child (tree, expr, child) {
        if (t2s_sql_is(tree, child, T2S_RULE_expr))
            t2s_explain_push(e, &c->arguments, child);
        c->distinct |= t2s_sql_says(tree, child, "DISTINCT");
        c->star |= t2s_sql_says(tree, child, "*");
    }
}

static const char *aggregate_words(const call *c)
{
    for (size_t i = 0; i < sizeof aggregates / sizeof aggregates[0]; i++)
        if (t2s_casecmp(c->name, aggregates[i].name) == 0)
            return aggregates[i].words;
    return NULL;
}

bool t2s_explain_is_window(const t2s_explainer *e, int32_t expr)
{
    return t2s_sql_function(e->tree, expr) &&
           t2s_sql_child(e->tree, expr, T2S_RULE_over_clause) != T2S_NO_NODE;
}

bool t2s_explain_is_aggregate(const t2s_explainer *e, int32_t expr)
{
    static const char names[] =
        "string_agg json_group_array json_group_object median";
    const char *name = t2s_sql_function(e->tree, expr);
    return name && !t2s_explain_is_window(e, expr) &&
           (t2s_sql_aggregates(e->tree, expr) ||
            t2s_is_one_of(name, strlen(name), names) ||
            t2s_sql_child(e->tree, expr, T2S_RULE_filter_clause) !=
                T2S_NO_NODE);
}

/* -------------------------------------------------------------------- calls */

static void say_arguments(t2s_explainer *e, const call *c, const char *words)
{
    size_t next = 0;
    for (; *words; words++) {
        if (*words == '*')
            t2s_say_list(e, &c->arguments, " and ");
        else if (*words == '%')
            t2s_say_operand(e, c->arguments.at[next++]);
        else
            t2s_string_append_char(&e->text, *words);
    }
}

static void say_by_name(t2s_explainer *e, const call *c)
{
    t2s_say(e, "%s%s", c->name,
            c->star       ? "(*"
            : c->distinct ? "(different "
                          : "(");
    t2s_say_list(e, &c->arguments, ", ");
    t2s_say(e, ")");
}

/* iif(condition, a[, b]) and strftime('%Y', time), whose arguments are no plain
 * values. */
static bool say_special(t2s_explainer *e, const call *c)
{
    size_t count = c->arguments.count;
    const int32_t *arguments = c->arguments.at;
    const char *format;
    if ((t2s_casecmp(c->name, "iif") == 0 || t2s_casecmp(c->name, "if") == 0) &&
        (count == 2 || count == 3)) {
        t2s_say(e, "(%v if %c, otherwise ", arguments[1], arguments[0]);
        if (count == 3)
            t2s_say_value(e, arguments[2]);
        t2s_say(e, count == 3 ? ")" : "NULL)");
        return true;
    }
    format = t2s_casecmp(c->name, "strftime") == 0 && count == 2
                 ? t2s_sql_literal(e->tree, arguments[0])
                 : NULL;
    for (size_t i = 0; format && i < sizeof times / sizeof times[0]; i++)
        if (strcmp(format, times[i].format) == 0) {
            t2s_say(e, "%s%o", times[i].words, arguments[1]);
            return true;
        }
    return false;
}

static void say_function(t2s_explainer *e, const call *c)
{
    size_t i = 0, count = sizeof functions / sizeof functions[0];
    while (i < count &&
           (t2s_casecmp(c->name, functions[i].name) != 0 ||
            (functions[i].arguments < 0
                 ? c->arguments.count == 0
                 : (size_t)functions[i].arguments != c->arguments.count)))
        i++;
    if (c->star || c->distinct || (i == count && !say_special(e, c)))
        say_by_name(e, c);
    else if (i < count)
        say_arguments(e, c, functions[i].words);
}

static void say_aggregate(t2s_explainer *e, const call *c, const char *article)
{
    const char *words = aggregate_words(c);
    t2s_say(e, "%s", article);
    if (!words || c->arguments.count > 2 ||
        (c->arguments.count == 0 && t2s_casecmp(c->name, "count") != 0)) {
        say_by_name(e, c);
    } else {
        t2s_say(e, "%s%s", words, c->distinct ? "different " : "");
        if (c->arguments.count == 0)
            t2s_say(e, "rows");
        else
            t2s_say_operand(e, c->arguments.at[0]);
        if (c->arguments.count == 2) {
            t2s_say(e, "%s%v", words[0] == 'l' ? " parted by " : " with ",
                    c->arguments.at[1]);
        }
    }
    if (c->filter != T2S_NO_NODE) {
        t2s_say(e, " (only of rows for which %c)",
                t2s_sql_child(e->tree, c->filter, T2S_RULE_expr));
    }
}

void t2s_say_aggregate(t2s_explainer *e, int32_t expr, const char *article)
{
    call c;
    read_call(&c, e, expr);
    say_aggregate(e, &c, article);
    t2s_vector_free(&c.arguments);
}

/* ------------------------------------------------------------------ windows */

/* One end of a frame; `unit` is ROWS, RANGE or GROUPS. */
static void say_bound(t2s_explainer *e, int32_t bound, const char *unit)
{
    const t2s_tree *tree = e->tree;
    int32_t first = t2s_sql_first(tree, bound);
    bool is_before =
        t2s_sql_says(tree, tree->nodes[bound].last_child, "PRECEDING");
    if (t2s_sql_says(tree, first, "UNBOUNDED")) {
        t2s_say(e, is_before ? "the first row" : "the last row");
    } else if (t2s_sql_says(tree, first, "CURRENT")) {
        t2s_say(e, t2s_casecmp(unit, "ROWS") == 0
                       ? "the current row"
                       : "the current row and its equals");
    } else {
        t2s_say(e, "%v%s%s", first,
                t2s_casecmp(unit, "ROWS") == 0     ? " rows "
                : t2s_casecmp(unit, "GROUPS") == 0 ? " groups "
                                                   : " (in value) ",
                is_before ? "before" : "after");
    }
}

static void say_frame(t2s_explainer *e, int32_t frame)
{
    const t2s_tree *tree = e->tree;
    const char *unit = tree->nodes[t2s_sql_first(tree, frame)].text;
    int32_t from = t2s_sql_child(tree, frame, T2S_RULE_frame_bound);
    int32_t exclude = t2s_sql_child(tree, frame, T2S_RULE_frame_exclude);
    int32_t to = t2s_sql_next(tree, from);
    while (to != T2S_NO_NODE && !t2s_sql_is(tree, to, T2S_RULE_frame_bound))
        to = t2s_sql_next(tree, to);
    t2s_say(e, ", from ");
    say_bound(e, from, unit);
    t2s_say(e, " to ");
    if (to != T2S_NO_NODE)
        say_bound(e, to, unit);
    else
        t2s_say(e, "the current row");
    if (exclude == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (tree, exclude, word)
        t2s_say(e, t2s_sql_says(tree, word, "CURRENT")
                       ? " without the current row"
                   : t2s_sql_says(tree, word, "GROUP") ? " without its group"
                   : t2s_sql_says(tree, word, "TIES")  ? " without its equals"
                                                       : "");
}

void t2s_say_window_rows(t2s_explainer *e, int32_t definition)
{
    const t2s_tree *tree = e->tree;
    int32_t base = t2s_sql_child(tree, definition, T2S_RULE_window_name);
    int32_t part = t2s_sql_child(tree, definition, T2S_RULE_partition_clause);
    int32_t order = t2s_sql_child(tree, definition, T2S_RULE_order_by_stmt);
    int32_t frame = t2s_sql_child(tree, definition, T2S_RULE_frame_spec);
    if (base != T2S_NO_NODE) {
        t2s_say(e, "window %n", base);
    } else {
        t2s_say(e, part == T2S_NO_NODE ? "all rows" : "the rows");
    }
    if (part != T2S_NO_NODE) {
        t2s_say(e, " of the same ");
        t2s_say_exprs(e, part, ", ");
    }
    if (order != T2S_NO_NODE) {
        t2s_say(e, " ");
        t2s_say_order(e, order);
    }
    if (frame != T2S_NO_NODE)
        say_frame(e, frame);
}

static void say_over(t2s_explainer *e, const call *c)
{
    const t2s_tree *tree = e->tree;
    int32_t definition = t2s_sql_child(tree, c->over, T2S_RULE_window_defn);
    int32_t name = t2s_sql_child(tree, c->over, T2S_RULE_window_name);
    t2s_say(e, " over ");
    if (name != T2S_NO_NODE) {
        t2s_say(e, "window %n", name);
        return;
    }
    t2s_say_window_rows(e, definition);
    if (aggregate_words(c) &&
        t2s_sql_child(tree, definition, T2S_RULE_order_by_stmt) !=
            T2S_NO_NODE &&
        t2s_sql_child(tree, definition, T2S_RULE_frame_spec) == T2S_NO_NODE &&
        t2s_sql_child(tree, definition, T2S_RULE_window_name) == T2S_NO_NODE)
        t2s_say(e, ", up to the current row and its equals");
}

void t2s_say_call(t2s_explainer *e, int32_t expr)
{
    call c;
    bool is_aggregate = t2s_explain_is_aggregate(e, expr);
    read_call(&c, e, expr);
    if (is_aggregate && e->group_step > 0) {
        t2s_say(e, e->is_whose ? "corresponding " : "the corresponding ");
        if (e->groups > 1)
            say_aggregate(e, &c, "");
        else
            t2s_say(e, "value");
        t2s_say(e, " in %p", e->group_step);
    } else if (is_aggregate ||
               (c.over != T2S_NO_NODE &&
                (c.star || c.filter != T2S_NO_NODE || aggregate_words(&c)))) {
        say_aggregate(e, &c, "the ");
    } else {
        say_function(e, &c);
    }
    if (c.over != T2S_NO_NODE && e->window_step > 0) {
        t2s_say(e, " in %p", e->window_step);
    } else if (c.over != T2S_NO_NODE) {
        say_over(e, &c);
    }
    t2s_vector_free(&c.arguments);
}

/* -------------------------------------------------------------------- order */

int32_t t2s_explain_term(t2s_explainer *e, int32_t term)
{
    return t2s_sql_bare(e->tree,
                        t2s_explain_meant(e, t2s_sql_first(e->tree, term)));
}

const char *t2s_explain_way(const t2s_explainer *e, int32_t term)
{
    int32_t way = t2s_sql_child(e->tree, term, T2S_RULE_asc_desc);
    return t2s_sql_says(e->tree, t2s_sql_first(e->tree, way), "DESC")
               ? "descending by "
               : "ascending by ";
}

void t2s_say_order(t2s_explainer *e, int32_t order_by)
{
    const t2s_tree *tree = e->tree;
    const char *last = "";
    t2s_say(e, "ordered ");
    t2s_tree_for_each_child (tree, order_by, term) {
        int32_t expr = t2s_sql_first(tree, term), meant;
        const char *way = t2s_explain_way(e, term);
        if (!t2s_sql_is(tree, term, T2S_RULE_ordering_term))
            continue;
        t2s_say(e, "%s%s", *last ? ", " : "",
                strcmp(last, way) == 0 ? "" : way);
        last = way;
        meant = t2s_explain_term(e, term);
        if (e->group_step > 0 && e->groups == 1 &&
            t2s_explain_is_aggregate(e, meant))
            t2s_say(e, "the results of %p", e->group_step);
        else if (t2s_explain_is_aggregate(e, meant) ||
                 t2s_sql_is_column(tree, meant) || t2s_sql_literal(tree, expr))
            t2s_say_value(e, meant);
        else
            t2s_say_value(e, expr);
        if (t2s_sql_says(tree, tree->nodes[term].last_child, "FIRST"))
            t2s_say(e, " (rows without a value first)");
        else if (t2s_sql_says(tree, tree->nodes[term].last_child, "LAST"))
            t2s_say(e, " (rows without a value last)");
    }
}
