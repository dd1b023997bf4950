#include "facts/execution.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"

/* Rows that are looked at for NULLs. */
#define ROWS_LOOKED_AT   50
#define MAX_VALUE_BYTES  ((size_t)1 << 20)
#define MAX_RESULT_BYTES ((size_t)16 << 20)
#define MAX_MEMORY       ((int64_t)128 << 20)

/* Queries that are remembered, and bytes of their SQL: where there are more,
 * all are forgotten. */
#define MOST_OUTCOMES ((size_t)4096)
#define MOST_BYTES    ((size_t)4 << 20)

/* What is known of a foreign key. The last two: dead, and asked whether blanks
 * are to blame. */
typedef enum key_state {
    UNASKED,
    ALIVE,
    DEAD,
    DEAD_PADDED,
    DEAD_BARE
} key_state;

struct t2s_execution {
    t2s_limits limits;
    t2s_runner runner;
    const t2sed_schema *schema; /* or NULL */
    size_t state;               /* of the database's file */
    /* What was learnt of that state. */
    t2s_map queries; /* SQL -> place in `outcomes` */
    t2s_outcome *outcomes;
    size_t bytes;    /* of SQL */
    key_state *keys; /* of each foreign key of the schema */
};

t2sed_status t2s_execution_new(t2s_execution **out, t2sed_database *database,
                               t2sed_error *err)
{
    const t2sed_database_options *options = t2s_database_options(database);
    t2s_execution *e = t2s_zalloc(sizeof *e);
    if (!e)
        return t2s_fail_memory(err);
    e->limits.milliseconds = options->max_milliseconds;
    e->limits.gate = (t2s_gate)T2S_GATE_INIT;
    e->limits.threads = 1;
    e->limits.rows = (size_t)options->max_rows;
    e->limits.value_bytes = MAX_VALUE_BYTES;
    e->limits.result_bytes = MAX_RESULT_BYTES;
    e->limits.memory = MAX_MEMORY;
    e->limits.rounded = true;
    t2s_value_key_init(&e->limits.key);
    e->runner.limits = &e->limits;
    e->runner.database = database;
    e->schema = t2sed_database_schema(database);
    e->keys = t2s_zalloc_array(e->schema ? e->schema->foreign_key_count : 0,
                               sizeof *e->keys);
    if (!e->keys) {
        t2s_free(e);
        return t2s_fail_memory(err);
    }
    *out = e;
    return T2SED_OK;
}

static void forget_queries(t2s_execution *e)
{
    t2s_map_free(&e->queries);
    t2s_free(e->outcomes);
    e->outcomes = NULL;
    e->bytes = 0;
}

void t2s_execution_free(t2s_execution *e)
{
    if (!e)
        return;
    t2s_runner_close(&e->runner);
    forget_queries(e);
    t2s_free(e->keys);
    t2s_free(e);
}

/* Makes the file the open database: opened again where it has changed, and then
 * what was learnt goes. One that is gone says nothing: *is_open is false.
 * Errors: T2SED_ENOMEM. */
static t2sed_status open_file(bool *is_open, t2s_execution *e, t2sed_error *err)
{
    size_t state = e->state;
    t2sed_error why = {0};
    *is_open = t2s_database_look(&state, e->runner.database, &why) == T2SED_OK;
    if (!*is_open || state != e->state) {
        forget_queries(e);
        for (size_t i = 0; e->schema && i < e->schema->foreign_key_count; i++)
            e->keys[i] = UNASKED;
    }
    e->state = state;
    return why.code == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
}

static t2sed_status pass_on(t2sed_error *err, const t2sed_error *why)
{
    if (err)
        *err = *why;
    return why->code;
}

/* What is run for the query: two of the host's dialect may be one text in
 * SQLite's (LIKE and ILIKE). */
static const char *text_of(const t2s_execution *e, const t2sed_sql *sql)
{
    return t2s_database_runs_as_written(e->runner.database, sql)
               ? t2s_sql_source(sql)
               : sql->text;
}

/* What the query gave on this state of the file, or NULL. */
static const t2s_outcome *find(const t2s_execution *e, const t2sed_sql *sql)
{
    const char *text = text_of(e, sql);
    const int64_t at = t2s_map_get(&e->queries, text, strlen(text), -1);
    return at < 0 ? NULL : &e->outcomes[at];
}

/* A text that is longer than a quarter of the room is not kept. False when
 * memory is short. */
static bool remember(t2s_execution *e, const t2sed_sql *sql,
                     const t2s_outcome *outcome)
{
    const char *text = text_of(e, sql);
    const size_t n = strlen(text);
    if (n > MOST_BYTES / 4 || find(e, sql))
        return true;
    if (e->queries.count == MOST_OUTCOMES || e->bytes + n > MOST_BYTES)
        forget_queries(e);
    if (!e->outcomes)
        e->outcomes = t2s_alloc_array(MOST_OUTCOMES, sizeof *e->outcomes);
    if (!e->outcomes ||
        !t2s_map_set(&e->queries, text, n, (int64_t)e->queries.count))
        return false;
    e->outcomes[e->queries.count - 1] = *outcome;
    e->bytes += n;
    return true;
}

/* Whether a value is a number below 0. */
static bool note_number(t2s_outcome *seen, const t2s_rows *rows, int i)
{
    const int type = t2s_rows_type(rows, i);
    double number;
    if (type != T2SED_CELL_INTEGER && type != T2SED_CELL_REAL)
        return false;
    number = t2s_rows_real(rows, i);
    if (type == T2SED_CELL_REAL) {
        seen->has_fraction |= number != floor(number);
        if (number > seen->largest)
            seen->largest = number;
    }
    return number < 0;
}

static void look(void *payload, const t2s_rows *rows, size_t row)
{
    t2s_outcome *seen = payload;
    int columns = t2s_rows_columns(rows);
    bool all_null = true, is_negative = false;
    if (row == 0) /* maybe again, of a file that has changed */
        *seen = (t2s_outcome){.how = seen->how};
    seen->rows_seen = row + 1;
    if (row >= ROWS_LOOKED_AT)
        return;
    for (int i = 0; i < columns; i++) {
        bool null = t2s_rows_type(rows, i) == T2SED_CELL_NULL;
        seen->has_null = seen->has_null || null;
        all_null = all_null && null;
        is_negative |= note_number(seen, rows, i);
    }
    seen->negative += is_negative;
    seen->is_null = all_null && (row == 0 || seen->is_null);
    if (row == 0) {
        int type = t2s_rows_type(rows, 0);
        seen->first_is_null = all_null;
        seen->first_is_text = type == T2SED_CELL_TEXT;
        seen->first_is_zero =
            (type == T2SED_CELL_INTEGER || type == T2SED_CELL_REAL) &&
            t2s_rows_real(rows, 0) == 0.0;
    }
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

/* Runs the query on the open database, looks at its rows, and remembers how it
 * ended. `why` says why where it is refused, and where this fails. */
static t2sed_status run(t2s_outcome *out, t2s_execution *e,
                        const t2sed_sql *sql, t2sed_error *why)
{
    t2s_outcome made = {.how = T2S_RUN_DATABASE};
    t2s_result result = {0};
    t2sed_status status;
    bool ok = true;
    e->runner.look_at_row = look;
    e->runner.look_payload = &made;
    status = t2s_runner_run(&made.how, &result, &e->runner, sql->text,
                            sql->length, why);
    e->runner.look_at_row = NULL;
    if (status != T2SED_OK)
        return status;
    if (result.rows == 0 && made.how == T2S_RUN_DONE)
        made = (t2s_outcome){.how = made.how};
    made.rows = result.rows;
    made.columns = result.columns;
    if (made.how != T2S_RUN_DONE || made.rows > ROWS_LOOKED_AT)
        made.is_null = false;
    if (made.how != T2S_RUN_DONE) {
        made.has_null = false;
    } else {
        ok = t2s_fingerprint_make(&made.fingerprint, &result);
        made.repeated = ok ? repeated(&result) : 0;
    }
    t2s_result_free(&result);
    /* A disk that failed says nothing of the query. */
    if (made.how != T2S_RUN_DATABASE)
        ok = ok && remember(e, sql, &made);
    if (!ok)
        return t2s_fail_memory(why);
    *out = made;
    return T2SED_OK;
}

t2sed_status t2s_execution_run(t2s_outcome *out, t2s_refusal *refusal,
                               const t2sed_sql *sql, t2s_execution *e,
                               t2sed_error *err)
{
    const t2s_outcome *known;
    t2sed_error why = {0};
    bool is_open = false;
    t2sed_status status = e ? open_file(&is_open, e, err) : T2SED_OK;
    t2s_outcome made = {.how = T2S_RUN_DATABASE};
    if (status != T2SED_OK)
        return status;
    known = is_open ? find(e, sql) : NULL;
    if (known && (!refusal || known->how != T2S_RUN_REFUSED))
        made = *known;
    else if (is_open && run(&made, e, sql, &why) != T2SED_OK)
        return pass_on(err, &why);
    if (refusal) {
        refusal->is_refused = made.how == T2S_RUN_REFUSED;
        refusal->offset = refusal->is_refused ? e->runner.fault : -1;
        memcpy(refusal->message, why.text, sizeof refusal->message);
    }
    *out = made;
    return t2s_check_interrupt(err);
}

t2sed_status t2s_execution_look(t2s_run *how, size_t *rows, t2s_execution *e,
                                const char *query, size_t n,
                                void (*show)(void *payload, const t2s_rows *row,
                                             size_t number),
                                void *payload, t2sed_error *err)
{
    t2s_result result = {0};
    t2sed_error why = {0};
    bool is_open = false;
    t2sed_status status = open_file(&is_open, e, err);
    *how = T2S_RUN_DATABASE;
    *rows = 0;
    if (status != T2SED_OK || !is_open)
        return status;
    e->runner.look_at_row = show;
    e->runner.look_payload = payload;
    status = t2s_runner_run(how, &result, &e->runner, query, n, &why);
    e->runner.look_at_row = NULL;
    if (status != T2SED_OK)
        return pass_on(err, &why);
    *rows = result.rows;
    t2s_result_free(&result);
    return T2SED_OK;
}

/* ------------------------------------------------- queries of our own */

/* A database of the host's has its tables in no schema of SQLite's; SQL Server
 * has no LIMIT. */
static void fill_in(t2s_string *out, const t2s_execution *e, const char *query,
                    const char *const *names)
{
    static const char prefix[] = "main.$", select[] = "SELECT ";
    const bool is_host = t2s_database_is_host(e->runner.database);
    const bool has_top = t2s_database_is_tsql(e->runner.database);
    if (has_top && strncmp(query, select, strlen(select)) == 0) {
        t2s_string_append(out, "SELECT TOP 1 ");
        query += strlen(select);
    }
    for (; *query && !(has_top && strcmp(query, " LIMIT 1") == 0); query++) {
        if (is_host && strncmp(query, prefix, strlen(prefix)) == 0)
            query += strlen(prefix) - 1;
        if (query[0] == '$') {
            t2s_database_append_name(out, e->runner.database,
                                     names[*++query - '1']);
        } else {
            t2s_string_append_char(out, *query);
        }
    }
}

/* Runs it on the open database. */
static t2sed_status has_rows(bool *out, t2s_execution *e,
                             const t2s_string *query, int parts,
                             t2sed_error *err)
{
    const int usual = e->limits.milliseconds;
    t2s_result result = {0};
    t2s_run how = T2S_RUN_DATABASE;
    t2sed_error why = {0};
    t2sed_status status;
    if (query->failed)
        return t2s_fail_memory(err);
    if (usual > parts)
        e->limits.milliseconds = usual / parts;
    e->runner.quotes_names = true;
    status = t2s_runner_run(&how, &result, &e->runner, query->text,
                            query->length, &why);
    e->runner.quotes_names = false;
    e->limits.milliseconds = usual;
    if (status != T2SED_OK)
        return pass_on(err, &why);
    *out = how == T2S_RUN_DONE && result.rows > 0;
    t2s_result_free(&result);
    return T2SED_OK;
}

t2sed_status t2s_execution_has_rows(bool *out, t2s_execution *e,
                                    const char *query, const char *const *names,
                                    int parts, t2sed_error *err)
{
    t2s_string text = {0};
    bool is_open;
    t2sed_status status = open_file(&is_open, e, err);
    *out = false;
    if (status != T2SED_OK || !is_open)
        return status;
    fill_in(&text, e, query, names);
    status = has_rows(out, e, &text, parts, err);
    t2s_string_free(&text);
    return status;
}

/* Asking about one key may take a fifth of what a query may. */
#define PROBE_PARTS 5

/* The blanks of database/value_index.h, as SQL. */
#define BLANKS "char(9, 10, 11, 12, 13, 32)"

/* Asks of a key whose table and column are $1 and $2, and refer to $3 and $4,
 * and keeps the answer. */
static t2sed_status ask(t2s_execution *e, size_t key, const char *query,
                        key_state yes, key_state no, t2sed_error *err)
{
    const t2sed_schema *schema = e->schema;
    const t2s_column *from = &schema->columns[schema->foreign_keys[key].from];
    const t2s_column *to = &schema->columns[schema->foreign_keys[key].to];
    const char *const names[] = {schema->tables[from->table].name, from->name,
                                 schema->tables[to->table].name, to->name};
    bool is_so = false;
    t2sed_status status =
        t2s_execution_has_rows(&is_so, e, query, names, PROBE_PARTS, err);
    if (status == T2SED_OK)
        e->keys[key] = is_so ? yes : no;
    return status;
}

/* It compares as a join of the two does: by the affinities and collations of
 * both. */
t2sed_status t2s_execution_key_is_dead(bool *out, t2s_execution *e, size_t key,
                                       t2sed_error *err)
{
    static const char query[] =
        "SELECT 1 WHERE"
        " EXISTS (SELECT 1 FROM main.$1 AS t WHERE t.$2 IS NOT NULL) AND"
        " EXISTS (SELECT 1 FROM main.$3 AS t WHERE t.$4 IS NOT NULL) AND"
        " NOT EXISTS (SELECT 1 FROM main.$1 AS a, main.$3 AS b"
        " WHERE a.$2 = b.$4)";
    bool is_open;
    t2sed_status status = open_file(&is_open, e, err);
    if (status == T2SED_OK && e->keys[key] == UNASKED)
        status = ask(e, key, query, DEAD, ALIVE, err);
    *out = status == T2SED_OK && e->keys[key] >= DEAD;
    return status;
}

t2sed_status t2s_execution_key_is_padded(bool *out, t2s_execution *e,
                                         size_t key, t2sed_error *err)
{
    static const char query[] =
        "SELECT 1 FROM main.$1 AS a, main.$3 AS b WHERE"
        " trim(a.$2, " BLANKS ") = trim(b.$4, " BLANKS ") LIMIT 1";
    static const char of_hosts[] = "SELECT 1 FROM $1 AS a, $3 AS b WHERE"
                                   " trim(a.$2) = trim(b.$4) LIMIT 1";
    bool is_dead;
    t2sed_status status = t2s_execution_key_is_dead(&is_dead, e, key, err);
    if (status == T2SED_OK && e->keys[key] == DEAD)
        status = ask(
            e, key, t2s_database_is_host(e->runner.database) ? of_hosts : query,
            DEAD_PADDED, DEAD_BARE, err);
    *out = status == T2SED_OK && e->keys[key] == DEAD_PADDED;
    return status;
}
