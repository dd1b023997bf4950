#include "lab/evaluate/judge.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/evaluate/clause.h"
#include "lab/evaluate/spider.h"
#include "t2sed/lab/exact.h"

/* A query, parsed and run. */
typedef struct query {
    t2sed_sql *sql;
    t2s_run how;
    t2s_result result;
    /* The same without its LIMIT, once asked for. */
    bool unlimited_ran;
    t2s_run unlimited_how;
    t2s_result unlimited;
    double milliseconds;
    t2sed_error err; /* where a run did not end well */
} query;

/* What the predictions of one question are judged with. */
typedef struct judge {
    t2s_runner *runner;
    int rule;
    const t2sed_evaluator_item *item;
    t2sed_evaluation *evaluation;
    query gold;
} judge;

static double now_ms(void)
{
    return t2s_clock_ms(CLOCK_MONOTONIC);
}

static void free_query(query *q)
{
    t2sed_sql_free(q->sql);
    t2s_result_free(&q->result);
    t2s_result_free(&q->unlimited);
}

/* Parses and runs a query. SQLite might take what our parser refuses, when it
 * is newer; labels should not depend on that. */
static t2sed_status run_query(query *q, t2s_runner *runner, const char *text,
                              size_t n, t2sed_error *err)
{
    double start = now_ms();
    t2sed_status status = t2sed_sql_parse_n(&q->sql, text, n, &q->err);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK) {
        q->how = T2S_RUN_REFUSED;
        return T2SED_OK;
    }
    status = t2s_runner_run(&q->how, &q->result, runner, q->sql->text,
                            q->sql->length, &q->err);
    q->milliseconds += now_ms() - start;
    return status == T2SED_ENOMEM ? t2s_fail_memory(err) : status;
}

/* Runs a query a second time, without its LIMIT. */
static t2sed_status run_unlimited(query *q, t2s_runner *runner,
                                  t2sed_error *err)
{
    double start = now_ms();
    t2sed_status status;
    char *text;
    if (q->unlimited_ran)
        return T2SED_OK;
    text =
        t2s_clause_blank(q->sql, t2s_clause_find(q->sql, T2S_RULE_limit_stmt));
    if (!text)
        return t2s_fail_memory(err);
    status = t2s_runner_run(&q->unlimited_how, &q->unlimited, runner, text,
                            q->sql->length, &q->err);
    t2s_free(text);
    q->unlimited_ran = status == T2SED_OK;
    q->milliseconds += now_ms() - start;
    return status == T2SED_ENOMEM ? t2s_fail_memory(err) : status;
}

static t2sed_status give(judge *j, t2s_verdict *v, int reason,
                         const char *message, t2sed_error *err)
{
    v->reason = reason;
    v->label = t2s_reason_label(reason);
    v->message = t2s_arena_strdup(&j->evaluation->arena, message);
    return v->message ? T2SED_OK : t2s_fail_memory(err);
}

/* The reason of a run that gave no result. */
static int run_reason(t2s_run how)
{
    switch (how) {
    case T2S_RUN_TIME:
        return T2SED_REASON_TIME;
    case T2S_RUN_ROWS:
        return T2SED_REASON_ROWS;
    case T2S_RUN_MEMORY:
        return T2SED_REASON_MEMORY;
    case T2S_RUN_DATABASE:
        return T2SED_REASON_DATABASE;
    default:
        return T2SED_REASON_NOT_EXECUTABLE;
    }
}

static t2sed_status give_failure(judge *j, t2s_verdict *v, const query *q,
                                 t2s_run how, const char *which,
                                 t2sed_error *err)
{
    char text[T2SED_ERROR_TEXT_SIZE + 40];
    int reason = run_reason(how);
    if (q == &j->gold && reason != T2SED_REASON_DATABASE)
        reason = T2SED_REASON_GOLD;
    snprintf(text, sizeof text, "%s%s", which, q->err.text);
    return give(j, v, reason, text, err);
}

static t2sed_status give_difference(judge *j, t2s_verdict *v,
                                    t2s_difference difference, bool ordered,
                                    const t2s_result *gold,
                                    const t2s_result *result, t2sed_error *err)
{
    char text[120];
    switch (difference) {
    case T2S_SAME:
        return give(
            j, v, ordered ? T2SED_REASON_SAME_LIST : T2SED_REASON_SAME_ROWS,
            ordered ? "the same rows in the same order" : "the same rows", err);
    case T2S_OTHER_ROW_COUNT:
        snprintf(text, sizeof text, "%zu rows, the gold query has %zu",
                 result->rows, gold->rows);
        return give(j, v, T2SED_REASON_ROW_COUNT, text, err);
    case T2S_OTHER_COLUMN_COUNT:
        snprintf(text, sizeof text, "%zu columns, the gold query has %zu",
                 result->columns, gold->columns);
        return give(j, v, T2SED_REASON_COLUMN_COUNT, text, err);
    case T2S_OTHER_ORDER:
        return give(j, v, T2SED_REASON_ORDER,
                    "the gold query's rows, in another order", err);
    case T2S_OTHER_VALUES:
        return give(j, v, T2SED_REASON_VALUES,
                    "other values, however columns are paired", err);
    default:
        return give(j, v, T2SED_REASON_COLUMNS,
                    "too many ways to pair the columns", err);
    }
}

/* Reads both queries as Spider does. */
static t2sed_status read_pair(t2s_spider_pair *pair, judge *j, const query *q,
                              t2sed_error *err)
{
    return t2s_spider_pair_read(pair, j->gold.sql, q->sql,
                                t2sed_database_schema(j->item->database), err);
}

/* Both results are empty under the fixed rule. */
static t2sed_status judge_empty(judge *j, t2s_verdict *v,
                                const t2s_spider_pair *pair, t2sed_error *err)
{
    if (!pair->gold || !pair->query)
        return give(j, v, T2SED_REASON_EMPTY_UNKNOWN,
                    pair->gold ? "both results are empty, and the query is "
                                 "beyond the SQL that exact match knows"
                               : "both results are empty, and the gold query "
                                 "is beyond the SQL that exact match knows",
                    err);
    if (t2s_exact_difference(pair->query, pair->gold, T2SED_EXACT_SPIDER) !=
        T2SED_EXACT_NO_DIFFERENCE)
        return give(j, v, T2SED_REASON_EMPTY_DIFFERS,
                    "both results are empty, and the queries do not match "
                    "exactly",
                    err);
    return give(j, v, T2SED_REASON_EMPTY_EXACT,
                "both results are empty, and the queries match exactly", err);
}

static t2sed_status judge_maps(judge *j, t2s_verdict *v, const query *q,
                               const t2s_spider_pair *pair, t2sed_error *err)
{
    if (!pair->gold)
        return give(j, v, T2SED_REASON_GOLD,
                    "the gold query is beyond the SQL that exact match knows",
                    err);
    if (!pair->query)
        return give(j, v, T2SED_REASON_NOT_SPIDER,
                    "beyond the SQL that exact match knows", err);
    if (!t2s_spider_same_maps(pair, &j->gold.result, &q->result))
        return give(j, v, T2SED_REASON_MAPS,
                    "other items are selected, or they have other values", err);
    return give(j, v, T2SED_REASON_SAME_MAPS,
                "the same items are selected and have the same values", err);
}

/* What the queries say decides. */
static t2sed_status judge_text(judge *j, t2s_verdict *v, const query *q,
                               t2sed_error *err)
{
    t2s_spider_pair pair = {0};
    t2sed_status status = read_pair(&pair, j, q, err);
    if (status == T2SED_OK)
        status = j->rule == T2SED_RULE_OFFICIAL
                     ? judge_maps(j, v, q, &pair, err)
                     : judge_empty(j, v, &pair, err);
    else if (status != T2SED_ENOMEM)
        status = give(j, v, T2SED_REASON_DATABASE,
                      "the database's schema can't be read", err);
    t2s_spider_pair_free(&pair);
    return status;
}

/* Rules 2 to 4. */
static t2sed_status judge_rows(judge *j, t2s_verdict *v, query *q,
                               t2sed_error *err)
{
    const t2s_result *gold = &j->gold.result, *result = &q->result;
    bool ordered =
        t2s_clause_find(j->gold.sql, T2S_RULE_order_by_stmt) != T2S_NO_NODE;
    t2s_difference difference;
    t2sed_status status = T2SED_OK;
    if (j->rule == T2SED_RULE_FIXED) {
        ordered = ordered &&
                  !t2s_clause_same(j->gold.sql, q->sql, T2S_RULE_order_by_stmt);
        v->limit_removed =
            t2s_clause_same(j->gold.sql, q->sql, T2S_RULE_limit_stmt);
    }
    if (v->limit_removed) {
        status = run_unlimited(&j->gold, j->runner, err);
        if (status == T2SED_OK)
            status = run_unlimited(q, j->runner, err);
        if (status != T2SED_OK)
            return status;
        if (j->gold.unlimited_how != T2S_RUN_DONE)
            return give_failure(j, v, &j->gold, j->gold.unlimited_how,
                                "the gold query without its LIMIT: ", err);
        if (q->unlimited_how != T2S_RUN_DONE)
            return give_failure(j, v, q, q->unlimited_how,
                                "without its LIMIT: ", err);
        gold = &j->gold.unlimited;
        result = &q->unlimited;
    }
    status = t2s_result_compare(&difference, gold, result, ordered, err);
    if (status != T2SED_OK)
        return status;
    return give_difference(j, v, difference, ordered, gold, result, err);
}

static t2sed_status judge_results(judge *j, t2s_verdict *v, query *q,
                                  t2sed_error *err)
{
    size_t gold = j->gold.result.rows, rows = q->result.rows;
    char text[120];
    if (j->rule == T2SED_RULE_OFFICIAL)
        return judge_text(j, v, q, err);
    if (gold == 0 && rows == 0)
        return j->rule == T2SED_RULE_FIXED
                   ? judge_text(j, v, q, err)
                   : give(j, v, T2SED_REASON_BOTH_EMPTY,
                          "both results are empty", err);
    if (gold == 0 || rows == 0) {
        snprintf(text, sizeof text, "%zu rows, the gold query has %zu", rows,
                 gold);
        return give(j, v, T2SED_REASON_ONE_EMPTY, text, err);
    }
    return judge_rows(j, v, q, err);
}

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

static t2sed_status judge_prediction(judge *j, size_t i, t2sed_error *err)
{
    t2s_verdict *v = &j->evaluation->verdicts[i];
    size_t twin = find_twin(j->item, i);
    double start = now_ms();
    query q = {0};
    t2sed_status status;
    if (twin < i) {
        *v = j->evaluation->verdicts[twin];
        return T2SED_OK;
    }
    status = run_query(&q, j->runner, j->item->queries[i],
                       length_of(j->item, i), err);
    if (status == T2SED_OK) {
        v->rows = q.result.rows;
        status = q.how == T2S_RUN_DONE ? judge_results(j, v, &q, err)
                                       : give_failure(j, v, &q, q.how, "", err);
    }
    v->milliseconds = now_ms() - start;
    free_query(&q);
    return status;
}

static t2sed_status judge_all(judge *j, t2sed_error *err)
{
    const t2sed_evaluator_item *item = j->item;
    t2sed_evaluation *e = j->evaluation;
    size_t state;
    t2sed_status status =
        t2s_database_look(&state, item->database, &j->gold.err);
    j->runner->database = item->database;
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    j->gold.how = T2S_RUN_DATABASE;
    if (status == T2SED_OK)
        status =
            run_query(&j->gold, j->runner, item->gold, item->gold_length, err);
    else
        status = T2SED_OK;
    e->gold_rows = j->gold.result.rows;
    for (size_t i = 0; i < e->count && status == T2SED_OK; i++) {
        /* What was broken off looks like a query that takes too long. */
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status =
                j->gold.how == T2S_RUN_DONE
                    ? judge_prediction(j, i, err)
                    : give_failure(j, &e->verdicts[i], &j->gold, j->gold.how,
                                   j->gold.how == T2S_RUN_DATABASE
                                       ? ""
                                       : "the gold query: ",
                                   err);
    }
    if (status == T2SED_OK)
        status = t2s_check_interrupt(err);
    e->gold_milliseconds = j->gold.milliseconds;
    return status;
}

t2sed_status t2s_judge(t2sed_evaluation **out, t2s_runner *runner, int rule,
                       const t2sed_evaluator_item *item, t2sed_error *err)
{
    judge j = {runner, rule, item, t2s_zalloc(sizeof *j.evaluation), {0}};
    t2sed_status status = T2SED_OK;
    if (j.evaluation) {
        j.evaluation->rule = rule;
        j.evaluation->count = item->query_count;
        j.evaluation->verdicts =
            t2s_zalloc_array(item->query_count, sizeof *j.evaluation->verdicts);
    }
    if (!j.evaluation || !j.evaluation->verdicts)
        status = t2s_fail_memory(err);
    else
        status = judge_all(&j, err);
    free_query(&j.gold);
    if (status != T2SED_OK) {
        t2sed_evaluation_free(j.evaluation);
        return status;
    }
    *out = j.evaluation;
    return T2SED_OK;
}
