#include "facts/execution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/runner.h"
#include "database/refusal.h"

/* Rows that are looked at for NULLs. */
#define ROWS_LOOKED_AT   50
#define MAX_VALUE_BYTES  ((size_t)1 << 20)
#define MAX_RESULT_BYTES ((size_t)16 << 20)
#define MAX_MEMORY       ((int64_t)128 << 20)

struct t2s_execution {
    t2s_limits limits;
    t2s_runner runner;
    t2s_outcomes endings; /* of `state` */
    size_t state;         /* of the database's file */
};

/* What was seen of the rows that passed. */
typedef struct sight {
    bool has_null, first_is_null, first_is_text, first_is_zero;
    bool has_value; /* one that is not NULL, in the rows looked at */
    size_t rows;
} sight;

typedef enum feature {
    FAILED,
    CUT,
    EMPTY,
    ONE_ROW,
    LOG_ROWS,
    COLUMNS,
    HAS_NULL,
    FIRST_NULL,
    ZERO,
    TEXT,
    DUPLICATES,
    HAS_DUPLICATES,
    ONE_FOR_PLURAL,
    MANY_FOR_SINGULAR,
    MANY_FOR_EXTREME,
    COUNT_NOT_ONE,
    COUNT_IS_TEXT,
    SET_ASIDE,
    FEATURES
} feature;

const t2s_feature t2s_execution_features[FEATURES] = {
    [FAILED] = {"execution.failed", "SQLite refuses the query", 0, 1},
    [CUT] = {"execution.cut", "stopped by a limit on time, rows or memory", 0,
             1},
    [EMPTY] = {"execution.empty", "no row", 0, 1},
    [ONE_ROW] = {"execution.one_row", "just one row", 0, 1},
    [LOG_ROWS] = {"execution.log_rows", "log(1 + rows)", 0, 12},
    [COLUMNS] = {"execution.columns", "columns of the result", 0, 20},
    [HAS_NULL] = {"execution.has_null", "a NULL in the first 50 rows", 0, 1},
    [FIRST_NULL] = {"execution.first_null", "the first row is all NULL", 0, 1},
    [ZERO] = {"execution.zero", "the whole result is one 0", 0, 1},
    [TEXT] = {"execution.text", "the first value is text", 0, 1},
    [DUPLICATES] = {"execution.duplicates", "share of rows that repeat another",
                    0, 1},
    [HAS_DUPLICATES] = {"execution.has_duplicates", "some row repeats another",
                        0, 1},
    [ONE_FOR_PLURAL] = {"execution.one_for_plural",
                        "one row where several are asked for", 0, 1},
    [MANY_FOR_SINGULAR] = {"execution.many_for_singular",
                           "several rows where one is asked for", 0, 1},
    [MANY_FOR_EXTREME] = {"execution.many_for_extreme",
                          "several unordered rows for a superlative", 0, 1},
    [COUNT_NOT_ONE] = {"execution.count_not_one",
                       "\"how many\" answered by other than one value", 0, 1},
    [COUNT_IS_TEXT] = {"execution.count_is_text",
                       "a count is asked for, one text is given", 0, 1},
    [SET_ASIDE] = {"execution.set_aside",
                   "what it gives is the data's doing, and not looked at", 0,
                   1},
};
const size_t t2s_execution_feature_count = FEATURES;

t2sed_status t2s_execution_new(t2s_execution **out, t2sed_database *database,
                               t2sed_error *err)
{
    const t2sed_database_options *options = t2s_database_options(database);
    t2s_execution *e = t2s_zalloc(sizeof *e);
    if (!e)
        return t2s_fail_memory(err);
    e->limits.milliseconds = options->max_milliseconds;
    e->limits.threads = 1;
    e->limits.rows = (size_t)options->max_rows;
    e->limits.value_bytes = MAX_VALUE_BYTES;
    e->limits.result_bytes = MAX_RESULT_BYTES;
    e->limits.memory = MAX_MEMORY;
    e->limits.rounded = true;
    t2s_value_key_init(&e->limits.key);
    e->runner.limits = &e->limits;
    e->runner.database = database;
    if (!t2s_gate_init(&e->limits.gate)) {
        t2s_free(e);
        return t2s_fail_memory(err);
    }
    *out = e;
    return T2SED_OK;
}

void t2s_execution_free(t2s_execution *e)
{
    if (!e)
        return;
    t2s_runner_close(&e->runner);
    t2s_gate_free(&e->limits.gate);
    t2s_outcomes_free(&e->endings);
    t2s_free(e);
}

/* Makes the file the open database. What is remembered goes when it has
 * changed. */
static t2sed_status open_file(t2s_execution *e, t2sed_error *err)
{
    size_t state = e->state;
    const t2sed_status status =
        t2s_database_look(&state, e->runner.database, err);
    if (status != T2SED_OK || state != e->state)
        t2s_outcomes_free(&e->endings);
    e->state = state;
    return status;
}

static t2sed_status pass_on(t2sed_error *err, const t2sed_error *why)
{
    if (err)
        *err = *why;
    return why->code;
}

static void look(void *payload, const t2s_rows *rows, size_t row)
{
    sight *seen = payload;
    int columns = t2s_rows_columns(rows);
    bool all_null = true;
    seen->rows = row + 1;
    if (row >= ROWS_LOOKED_AT)
        return;
    for (int i = 0; i < columns; i++) {
        bool null = t2s_rows_type(rows, i) == T2SED_CELL_NULL;
        seen->has_null = seen->has_null || null;
        all_null = all_null && null;
    }
    seen->has_value = seen->has_value || !all_null;
    if (row == 0) {
        int type = t2s_rows_type(rows, 0);
        seen->first_is_null = all_null;
        seen->first_is_text = type == T2SED_CELL_TEXT;
        seen->first_is_zero =
            (type == T2SED_CELL_INTEGER || type == T2SED_CELL_REAL) &&
            t2s_rows_real(rows, 0) == 0.0;
    }
}

/* Runs the query on the open database, looks at its rows, and remembers how it
 * ended. `why` says why where it is refused, and where this fails. */
static t2sed_status run(t2s_outcome *out, t2s_result *result, sight *seen,
                        t2s_execution *e, const t2sed_sql *sql,
                        t2sed_error *why)
{
    t2s_outcome ending = {.how = T2S_RUN_DATABASE};
    t2sed_status status;
    e->runner.look_at_row = look;
    e->runner.look_payload = seen;
    status = t2s_runner_run(&ending.how, result, &e->runner, sql->text,
                            sql->length, why);
    e->runner.look_at_row = NULL;
    if (status != T2SED_OK)
        return status;
    /* A disk that failed says nothing of the query. */
    if (ending.how == T2S_RUN_DATABASE) {
        *out = ending;
        return T2SED_OK;
    }
    ending.rows = result->rows;
    ending.columns = result->columns;
    if (ending.how == T2S_RUN_DONE) {
        ending.has_null = seen->has_null;
        ending.is_null = result->rows > 0 && result->rows <= ROWS_LOOKED_AT &&
                         !seen->has_value;
    }
    if ((ending.how == T2S_RUN_DONE &&
         !t2s_fingerprint_make(&ending.fingerprint, result)) ||
        !t2s_outcomes_add(&e->endings, sql->text, sql->length, &ending)) {
        t2s_result_free(result);
        return t2s_fail_memory(why);
    }
    *out = ending;
    return T2SED_OK;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Share of rows that repeat another; rows are compared by a hash of 64 bits.
 * The cells are used up. */
static float repeated(t2s_result *result)
{
    size_t distinct = 0;
    if (result->rows == 0 || result->columns == 0)
        return 0;
    for (size_t i = 0; i < result->rows; i++) {
        uint64_t hash = 0;
        for (size_t k = 0; k < result->columns; k++)
            hash = t2s_mix(hash * 31 + result->cells[i * result->columns + k]);
        result->cells[i] = hash; /* cells before row i are done with */
    }
    qsort(result->cells, result->rows, sizeof *result->cells, compare_numbers);
    for (size_t i = 0; i < result->rows; i++)
        distinct += i == 0 || result->cells[i] != result->cells[i - 1];
    return 1.0F - (float)distinct / (float)result->rows;
}

/* Whether the question begins with those words, parted by blanks. */
static bool begins(const t2s_question_facts *q, const char *words)
{
    size_t n = strlen(words);
    return q->plain.length > n && memcmp(q->plain.text, words, n) == 0;
}

static bool asks_for_several(const t2s_question_facts *q)
{
    return begins(q, " what are ") || begins(q, " list ") ||
           begins(q, " show ") || begins(q, " find the names ") ||
           begins(q, " give the names ");
}

static bool asks_for_one(const t2s_question_facts *q)
{
    return begins(q, " what is ") || begins(q, " who is ") ||
           begins(q, " when is ") || begins(q, " what s ");
}

static bool selects_count(const t2s_query *query)
{
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *u = &query->uses.at[i];
        if (u->kind == T2S_USES_FUNCTION && u->index == T2S_FUNCTION_COUNT &&
            u->clause == T2S_CLAUSE_SELECT && u->scope == query->main)
            return true;
    }
    return false;
}

static void describe(float *out, const t2s_question_facts *q,
                     const t2s_query *query, t2s_result *result,
                     const sight *seen)
{
    const bool one_value = result->rows == 1 && result->columns == 1;
    const bool several = result->rows > 1;
    out[EMPTY] = result->rows == 0;
    out[ONE_ROW] = result->rows == 1;
    out[LOG_ROWS] = logf(1.0F + (float)result->rows);
    out[COLUMNS] = fminf((float)result->columns, 20.0F);
    out[HAS_NULL] = seen->has_null;
    out[FIRST_NULL] = seen->first_is_null;
    out[ZERO] = one_value && seen->first_is_zero;
    out[TEXT] = seen->first_is_text;
    out[ONE_FOR_PLURAL] =
        result->rows == 1 && asks_for_several(q) && !selects_count(query);
    out[MANY_FOR_SINGULAR] = several && asks_for_one(q);
    out[MANY_FOR_EXTREME] = several && q->cues[T2S_CUE_SUPERLATIVE] > 0 &&
                            !query->parts.clauses[T2S_CLAUSE_ORDER];
    out[COUNT_NOT_ONE] = begins(q, " how many ") && !one_value;
    out[COUNT_IS_TEXT] =
        one_value && seen->first_is_text && q->cues[T2S_CUE_COUNT] > 0;
    out[DUPLICATES] = repeated(result);
    out[HAS_DUPLICATES] = out[DUPLICATES] > 0;
}

/* Whether a result that is all there is nothing. */
static bool is_nothing(const t2s_outcome *ending, const sight *seen)
{
    return ending->rows == 0 || ending->is_null ||
           (ending->rows == 1 && ending->columns == 1 && seen->first_is_zero);
}

/* Whether a result, or what there is of it, is excused. */
static bool is_filtered(t2s_filter_scope filter, const t2s_outcome *ending,
                        const sight *seen)
{
    switch (ending->how) {
    case T2S_RUN_DONE:
        return filter == T2S_FILTER_ALL ||
               (filter == T2S_FILTER_EMPTY && is_nothing(ending, seen));
    case T2S_RUN_ROWS:
        return filter == T2S_FILTER_ALL;
    default:
        return false;
    }
}

t2sed_status t2s_execution_fill(float *out, const t2s_question_facts *question,
                                const t2s_query *query, const t2sed_sql *sql,
                                t2s_execution *e, t2s_filter_scope filter,
                                t2sed_error *err)
{
    t2s_result result = {0};
    t2s_outcome ending;
    t2sed_error why;
    sight seen = {0};
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < FEATURES; i++)
        out[i] = NAN;
    if (!e)
        return T2SED_OK;
    /* A file that has changed is opened anew; one that is gone says nothing. */
    if (open_file(e, &why) != T2SED_OK)
        return why.code == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
    status = run(&ending, &result, &seen, e, sql, &why);
    if (status != T2SED_OK)
        return pass_on(err, &why);
    if (ending.how != T2S_RUN_DATABASE) {
        out[FAILED] = ending.how == T2S_RUN_REFUSED;
        out[CUT] = ending.how != T2S_RUN_REFUSED && ending.how != T2S_RUN_DONE;
    }
    if (ending.how == T2S_RUN_DONE || ending.how == T2S_RUN_ROWS)
        out[SET_ASIDE] = is_filtered(filter, &ending, &seen);
    if (out[SET_ASIDE] == 1) {
        t2s_result_free(&result);
        return T2SED_OK;
    }
    if (ending.how == T2S_RUN_DONE)
        describe(out, question, query, &result, &seen);
    else if (ending.how == T2S_RUN_ROWS) {
        out[EMPTY] = out[ONE_ROW] = 0;
        out[LOG_ROWS] = logf(1.0F + (float)seen.rows);
    }
    t2s_result_free(&result);
    return T2SED_OK;
}

t2sed_status t2s_execution_try(t2s_trial *out, const t2sed_sql *sql,
                               t2s_execution *e, t2sed_error *err)
{
    const t2s_outcome *known;
    t2s_outcome ending = {.how = T2S_RUN_DATABASE};
    t2s_result result = {0};
    t2sed_error why = {0};
    sight seen = {0};
    memset(out, 0, sizeof *out);
    if (open_file(e, &why) != T2SED_OK)
        return why.code == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
    known = t2s_outcomes_find(&e->endings, sql->text, sql->length);
    /* What is refused does not run, and only trying says why. */
    if (known && known->how != T2S_RUN_REFUSED)
        ending = *known;
    else if (run(&ending, &result, &seen, e, sql, &why) != T2SED_OK)
        return pass_on(err, &why);
    out->is_known = ending.how != T2S_RUN_DATABASE;
    out->is_refused = ending.how == T2S_RUN_REFUSED;
    out->is_slow = ending.how == T2S_RUN_TIME;
    out->is_done = ending.how == T2S_RUN_DONE;
    out->offset = -1;
    if (out->is_refused) {
        out->offset = e->runner.fault;
        memcpy(out->message, why.text, sizeof out->message);
    }
    out->rows = ending.rows;
    out->columns = ending.columns;
    out->is_null = ending.is_null;
    out->has_null = ending.has_null;
    t2s_result_free(&result);
    return T2SED_OK;
}

t2sed_status t2s_execution_files(size_t *out, t2s_execution *e,
                                 t2sed_error *err)
{
    t2sed_error why = {0};
    /* A file that is gone is not asked: queries say so. */
    if (open_file(e, &why) != T2SED_OK && why.code == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    *out = e->state;
    return T2SED_OK;
}

t2sed_status t2s_execution_has_rows(bool *out, const char *query,
                                    int milliseconds, t2s_execution *e,
                                    t2sed_error *err)
{
    const int usual = e->limits.milliseconds;
    t2s_result result = {0};
    t2s_run how = T2S_RUN_DATABASE;
    t2sed_error why = {0};
    t2sed_status status;
    *out = false;
    if (open_file(e, &why) != T2SED_OK)
        return why.code == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
    e->runner.look_at_row = NULL;
    if (milliseconds > 0 && milliseconds < usual)
        e->limits.milliseconds = milliseconds;
    status =
        t2s_runner_run(&how, &result, &e->runner, query, strlen(query), &why);
    e->limits.milliseconds = usual;
    if (status != T2SED_OK)
        return pass_on(err, &why);
    *out = how == T2S_RUN_DONE && result.rows > 0;
    t2s_result_free(&result);
    return T2SED_OK;
}

t2sed_status t2s_execution_run(t2s_outcome *out, const t2sed_sql *sql,
                               t2s_execution *e, t2sed_error *err)
{
    t2s_outcome ending = {.how = T2S_RUN_DATABASE};
    const t2s_outcome *known;
    t2s_result result = {0};
    t2sed_error why = {0};
    sight seen = {0};
    if (e && open_file(e, &why) != T2SED_OK) {
        if (why.code == T2SED_ENOMEM)
            return t2s_fail_memory(err);
        e = NULL;
    }
    known = e ? t2s_outcomes_find(&e->endings, sql->text, sql->length) : NULL;
    if (known)
        ending = *known;
    else if (e && run(&ending, &result, &seen, e, sql, &why) != T2SED_OK)
        return pass_on(err, &why);
    t2s_result_free(&result);
    *out = ending;
    return T2SED_OK;
}
