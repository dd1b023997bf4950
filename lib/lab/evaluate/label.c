/* One question's labels under a rule. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/evaluate/spider.h"
#include "sql/scope.h"

/* ----------------------------------------------------------------- names */

const char *t2sed_rule_name(int rule)
{
    static const char *const names[] = {"fixed", "strict", "official"};
    return rule >= 0 && rule < 3 ? names[rule] : NULL;
}

const char *t2sed_reason_name(int reason)
{
    static const char *const names[] = {
        [T2SED_REASON_SAME_ROWS] = "same_rows",
        [T2SED_REASON_SAME_LIST] = "same_list",
        [T2SED_REASON_BOTH_EMPTY] = "both_empty",
        [T2SED_REASON_EMPTY_EXACT] = "empty_exact",
        [T2SED_REASON_SAME_MAPS] = "same_maps",
        [T2SED_REASON_ROW_COUNT] = "row_count",
        [T2SED_REASON_COLUMN_COUNT] = "column_count",
        [T2SED_REASON_VALUES] = "values",
        [T2SED_REASON_ORDER] = "order",
        [T2SED_REASON_ONE_EMPTY] = "one_empty",
        [T2SED_REASON_EMPTY_DIFFERS] = "empty_differs",
        [T2SED_REASON_MAPS] = "maps",
        [T2SED_REASON_NOT_SPIDER] = "not_spider",
        [T2SED_REASON_EMPTY_UNKNOWN] = "empty_unknown",
        [T2SED_REASON_NOT_EXECUTABLE] = "not_executable",
        [T2SED_REASON_TIME] = "time",
        [T2SED_REASON_ROWS] = "rows",
        [T2SED_REASON_MEMORY] = "memory",
        [T2SED_REASON_COLUMNS] = "columns",
        [T2SED_REASON_GOLD] = "gold",
        [T2SED_REASON_DATABASE] = "database",
    };
    return reason >= 0 && reason < (int)(sizeof names / sizeof *names)
               ? names[reason]
               : NULL;
}

/* ------------------------------------------- the clauses at a query's end */

/* The top-level clause: a child of the whole query, behind the last SELECT of a
 * compound one. T2S_NO_NODE where there is none. */
static int32_t find_clause(const t2sed_sql *sql, t2s_sql_rule rule)
{
    const t2s_tree *tree = &sql->full;
    int32_t found = T2S_NO_NODE;
    t2s_tree_for_each_child (tree, tree->root, child) {
        if (t2s_sql_is(tree, child, rule))
            found = child;
        else if (t2s_sql_is(tree, child, T2S_RULE_select_core))
            found = T2S_NO_NODE; /* it stood before a compound operator */
    }
    return found;
}

/* The next terminal of the clause that is not ASC, or NULL. */
static const t2s_node *next_word(const t2s_tree *tree, int32_t clause,
                                 int32_t *node)
{
    while ((*node = t2s_tree_next(tree, clause, *node)) != T2S_NO_NODE) {
        const t2s_node *at = &tree->nodes[*node];
        if (t2s_tree_is_terminal(tree, *node) &&
            (!t2s_sql_is(tree, at->parent, T2S_RULE_asc_desc) ||
             t2s_casecmp_n(at->text, at->text_length, "ASC", 3) != 0))
            return at;
    }
    return NULL;
}

/* Whether both queries have the clause and its text is the same but for case,
 * blanks, comments and ASC. */
static bool same_clause(const t2sed_sql *a, const t2sed_sql *b,
                        t2s_sql_rule rule)
{
    int32_t x = find_clause(a, rule), y = find_clause(b, rule);
    int32_t at_x = x, at_y = y;
    const t2s_node *m, *n;
    if (x == T2S_NO_NODE || y == T2S_NO_NODE)
        return false;
    do {
        m = next_word(&a->full, x, &at_x);
        n = next_word(&b->full, y, &at_y);
    } while (m && n &&
             t2s_casecmp_n(m->text, m->text_length, n->text, n->text_length) ==
                 0);
    return !m && !n;
}

/* --------------------------------------------------------------- queries */

/* A query, parsed and run. */
typedef struct query {
    t2sed_sql *sql;
    struct run {
        bool ran;
        t2s_run how;
        t2s_result result;
    } written, unlimited; /* with and without its LIMIT, once asked for */
    double milliseconds;
    t2sed_error err; /* where a run did not end well */
} query;

/* The labels of a question with what they are made of. */
typedef struct labels {
    t2sed_evaluation public; /* first, so that it is the same pointer */
    t2sed_verdict *verdicts; /* public.verdicts, [public.count] */
    t2s_arena arena;         /* these and their messages */
} labels;

/* What the predictions of one question are labelled with. */
typedef struct labelling {
    t2s_runner *runner;
    int rule;
    const t2sed_evaluator_item *item;
    labels *labels;
    query gold;
    query query;      /* the present prediction */
    t2sed_verdict *v; /* of it */
    t2sed_error *err;
    t2sed_status status; /* the first failure: out of memory, interrupted */
} labelling;

static double now_ms(void)
{
    return t2s_clock_ms(CLOCK_MONOTONIC);
}

static void free_query(query *q)
{
    t2sed_sql_free(q->sql);
    t2s_result_free(&q->written.result);
    t2s_result_free(&q->unlimited.result);
}

static void run_text(labelling *l, query *q, struct run *run, const char *text)
{
    double start = now_ms();
    run->ran = t2s_runner_run(&run->how, &run->result, l->runner, text,
                              q->sql->length, &q->err) == T2SED_OK;
    q->milliseconds += now_ms() - start;
    if (!run->ran)
        l->status = t2s_fail_early(l->err);
}

/* Parses and runs a query. SQLite might take what our parser refuses, when it
 * is newer; labels should not depend on that. */
static void run_query(labelling *l, query *q, const char *text, size_t n)
{
    t2sed_status status = t2sed_sql_parse_n(&q->sql, text, n, &q->err);
    q->written.how = T2S_RUN_REFUSED;
    if (status == T2SED_OK)
        run_text(l, q, &q->written, q->sql->text);
    else if (status == T2SED_ENOMEM)
        l->status = t2s_fail_memory(l->err);
}

/* Runs a query a second time, with blanks in place of its LIMIT. */
static void run_unlimited(labelling *l, query *q)
{
    const t2s_node *limit =
        &q->sql->full.nodes[find_clause(q->sql, T2S_RULE_limit_stmt)];
    char *text;
    if (q->unlimited.ran || l->status != T2SED_OK)
        return;
    text = t2s_strndup(q->sql->text, q->sql->length);
    if (text) {
        memset(text + limit->begin, ' ', limit->end - limit->begin);
        run_text(l, q, &q->unlimited, text);
    } else {
        l->status = t2s_fail_memory(l->err);
    }
    t2s_free(text);
}

/* -------------------------------------------------------------- verdicts */

static void give(labelling *l, int reason, const char *format, ...)
    T2S_PRINTF(3, 4);

static void give(labelling *l, int reason, const char *format, ...)
{
    char text[T2SED_ERROR_TEXT_SIZE + 40];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    l->v->reason = reason;
    l->v->label = reason < T2SED_REASON_ROW_COUNT       ? T2SED_LABEL_RIGHT
                  : reason < T2SED_REASON_EMPTY_UNKNOWN ? T2SED_LABEL_WRONG
                                                        : T2SED_LABEL_NONE;
    l->v->message = t2s_arena_strdup(&l->labels->arena, text);
    if (!l->v->message)
        l->status = t2s_fail_memory(l->err);
}

/* A run that gave no result; `which` it was. */
static void give_failure(labelling *l, const query *q, t2s_run how,
                         const char *which)
{
    int reason = how == T2S_RUN_TIME       ? T2SED_REASON_TIME
                 : how == T2S_RUN_ROWS     ? T2SED_REASON_ROWS
                 : how == T2S_RUN_MEMORY   ? T2SED_REASON_MEMORY
                 : how == T2S_RUN_DATABASE ? T2SED_REASON_DATABASE
                                           : T2SED_REASON_NOT_EXECUTABLE;
    if (q == &l->gold && reason != T2SED_REASON_DATABASE)
        reason = T2SED_REASON_GOLD;
    give(l, reason, "%s%s", which, q->err.text);
}

static void give_difference(labelling *l, t2s_difference difference,
                            bool ordered, const t2s_result *gold,
                            const t2s_result *result)
{
    switch (difference) {
    case T2S_SAME:
        if (ordered)
            give(l, T2SED_REASON_SAME_LIST, "the same rows in the same order");
        else
            give(l, T2SED_REASON_SAME_ROWS, "the same rows");
        break;
    case T2S_OTHER_ROW_COUNT:
        give(l, T2SED_REASON_ROW_COUNT, "%zu rows, the gold query has %zu",
             result->rows, gold->rows);
        break;
    case T2S_OTHER_COLUMN_COUNT:
        give(l, T2SED_REASON_COLUMN_COUNT,
             "%zu columns, the gold query has %zu", result->columns,
             gold->columns);
        break;
    case T2S_OTHER_ORDER:
        give(l, T2SED_REASON_ORDER, "the gold query's rows, in another order");
        break;
    case T2S_OTHER_VALUES:
        give(l, T2SED_REASON_VALUES,
             "other values, however columns are paired");
        break;
    default:
        give(l, T2SED_REASON_COLUMNS, "too many ways to pair the columns");
    }
}

/* ----------------------------------------------------------------- rules */

/* Both results are empty under the fixed rule. */
static void label_empty(labelling *l, const t2s_spider_pair *pair)
{
    if (!pair->gold || !pair->query)
        give(l, T2SED_REASON_EMPTY_UNKNOWN,
             "both results are empty, and the %squery is beyond the SQL that "
             "exact match knows",
             pair->gold ? "" : "gold ");
    else if (t2s_exact_difference(pair->query, pair->gold,
                                  T2SED_EXACT_SPIDER) !=
             T2SED_EXACT_NO_DIFFERENCE)
        give(l, T2SED_REASON_EMPTY_DIFFERS,
             "both results are empty, and the queries do not match exactly");
    else
        give(l, T2SED_REASON_EMPTY_EXACT,
             "both results are empty, and the queries match exactly");
}

static void label_maps(labelling *l, const t2s_spider_pair *pair)
{
    if (!pair->gold)
        give(l, T2SED_REASON_GOLD,
             "the gold query is beyond the SQL that exact match knows");
    else if (!pair->query)
        give(l, T2SED_REASON_NOT_SPIDER,
             "beyond the SQL that exact match knows");
    else if (!t2s_spider_same_maps(pair, &l->gold.written.result,
                                   &l->query.written.result))
        give(l, T2SED_REASON_MAPS,
             "other items are selected, or they have other values");
    else
        give(l, T2SED_REASON_SAME_MAPS,
             "the same items are selected and have the same values");
}

/* What the queries say decides, as Spider reads them. */
static void label_text(labelling *l)
{
    t2s_spider_pair pair = {0};
    l->status = t2s_spider_pair_read(&pair, l->gold.sql, l->query.sql,
                                     t2sed_database_schema(l->item->database),
                                     NULL, l->err);
    if (l->status == T2SED_OK && l->rule == T2SED_RULE_OFFICIAL)
        label_maps(l, &pair);
    else if (l->status == T2SED_OK)
        label_empty(l, &pair);
    t2s_spider_pair_free(&pair);
}

/* Rules 2 to 4. */
static void label_rows(labelling *l)
{
    const t2sed_sql *gold_sql = l->gold.sql, *sql = l->query.sql;
    const struct run *gold = &l->gold.written, *run = &l->query.written;
    bool ordered = find_clause(gold_sql, T2S_RULE_order_by_stmt) != T2S_NO_NODE;
    t2s_difference difference;
    if (l->rule == T2SED_RULE_FIXED) {
        ordered =
            ordered && !same_clause(gold_sql, sql, T2S_RULE_order_by_stmt);
        l->v->limit_removed = same_clause(gold_sql, sql, T2S_RULE_limit_stmt);
    }
    if (l->v->limit_removed) {
        gold = &l->gold.unlimited;
        run = &l->query.unlimited;
        run_unlimited(l, &l->gold);
        run_unlimited(l, &l->query);
        if (l->status != T2SED_OK)
            return;
    }
    if (gold->how != T2S_RUN_DONE) {
        give_failure(l, &l->gold, gold->how,
                     "the gold query without its LIMIT: ");
    } else if (run->how != T2S_RUN_DONE) {
        give_failure(l, &l->query, run->how, "without its LIMIT: ");
    } else {
        l->status = t2s_result_compare(&difference, &gold->result, &run->result,
                                       ordered, l->err);
        if (l->status == T2SED_OK)
            give_difference(l, difference, ordered, &gold->result,
                            &run->result);
    }
}

static void label_results(labelling *l)
{
    const size_t gold = l->gold.written.result.rows;
    const size_t rows = l->query.written.result.rows;
    const bool empty = gold == 0 && rows == 0;
    if (l->rule == T2SED_RULE_OFFICIAL ||
        (empty && l->rule == T2SED_RULE_FIXED))
        label_text(l);
    else if (empty)
        give(l, T2SED_REASON_BOTH_EMPTY, "both results are empty");
    else if (gold == 0 || rows == 0)
        give(l, T2SED_REASON_ONE_EMPTY, "%zu rows, the gold query has %zu",
             rows, gold);
    else
        label_rows(l);
}

/* ----------------------------------------------------------- all of them */

static size_t length_of(const t2sed_evaluator_item *item, size_t i)
{
    return item->query_lengths ? item->query_lengths[i]
                               : strlen(item->queries[i]);
}

/* An earlier prediction of the same text, or i: beams repeat themselves. */
static size_t find_twin(const t2sed_evaluator_item *item, size_t i)
{
    size_t n = length_of(item, i);
    for (size_t k = 0; k < i; k++)
        if (length_of(item, k) == n &&
            memcmp(item->queries[k], item->queries[i], n) == 0)
            return k;
    return i;
}

static void label_prediction(labelling *l, size_t i)
{
    const t2s_run gold = l->gold.written.how;
    const size_t twin = find_twin(l->item, i);
    const double start = now_ms();
    l->v = &l->labels->verdicts[i];
    if (gold != T2S_RUN_DONE) {
        give_failure(l, &l->gold, gold,
                     gold == T2S_RUN_DATABASE ? "" : "the gold query: ");
        return;
    }
    if (twin < i) {
        *l->v = l->labels->verdicts[twin];
        return;
    }
    l->query = (query){0};
    run_query(l, &l->query, l->item->queries[i], length_of(l->item, i));
    l->v->rows = l->query.written.result.rows;
    if (l->status == T2SED_OK && l->query.written.how == T2S_RUN_DONE)
        label_results(l);
    else if (l->status == T2SED_OK)
        give_failure(l, &l->query, l->query.written.how, "");
    l->v->milliseconds = now_ms() - start;
    free_query(&l->query);
}

static void label_all(labelling *l)
{
    const t2sed_evaluator_item *item = l->item;
    t2sed_evaluation *e = &l->labels->public;
    size_t state;
    t2sed_status seen = t2s_database_look(&state, item->database, &l->gold.err);
    l->runner->database = item->database;
    l->gold.written.how = T2S_RUN_DATABASE;
    if (seen == T2SED_ENOMEM)
        l->status = t2s_fail_memory(l->err);
    else if (seen == T2SED_OK)
        run_query(l, &l->gold, item->gold, item->gold_length);
    e->gold_rows = l->gold.written.result.rows;
    for (size_t i = 0; i < e->count && l->status == T2SED_OK; i++) {
        /* What was broken off looks like a query that takes too long. */
        l->status = t2s_check_interrupt(l->err);
        if (l->status == T2SED_OK)
            label_prediction(l, i);
    }
    if (l->status == T2SED_OK)
        l->status = t2s_check_interrupt(l->err);
    e->gold_milliseconds = l->gold.milliseconds;
}

t2sed_status t2s_label(t2sed_evaluation **out, t2s_runner *runner, int rule,
                       const t2sed_evaluator_item *item, t2sed_error *err)
{
    labels *all = t2s_zalloc(sizeof *all);
    labelling l = {.runner = runner,
                   .rule = rule,
                   .item = item,
                   .labels = all,
                   .err = err};
    if (!all)
        return t2s_fail_memory(err);
    all->verdicts = t2s_arena_alloc_array(&all->arena, item->query_count,
                                          sizeof *all->verdicts);
    if (all->verdicts) {
        memset(all->verdicts, 0, item->query_count * sizeof *all->verdicts);
        all->public.verdicts = all->verdicts;
        all->public.count = item->query_count;
        label_all(&l);
    } else {
        l.status = t2s_fail_memory(err);
    }
    free_query(&l.gold);
    if (l.status == T2SED_OK)
        *out = &all->public;
    else
        t2sed_evaluation_free(&all->public);
    return l.status;
}

void t2sed_evaluation_free(t2sed_evaluation *evaluation)
{
    labels *all = (labels *)evaluation;
    if (all)
        t2s_arena_free(&all->arena);
    t2s_free(all);
}
