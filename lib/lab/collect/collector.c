/* From lines of predictions to a dataset: the pipeline. */
#include "lab/collect/collector.h"

#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/system.h"

/* What is not yet committed is lost when the process is killed. */
#define COMMIT_MS 1000

/* --- options --- */

void t2sed_collector_options_init(t2sed_collector_options *options, size_t size)
{
    const t2sed_collector_options defaults = {
        .max_candidates = 5, .fill = 1, .max_milliseconds = 5000};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

/* A source's name without its folder and ending. */
static char *name_of_source(t2s_arena *arena, const char *source)
{
    const char *slash = t2s_system_last_slash(source);
    const char *name = slash && slash[1] ? slash + 1 : source;
    const char *dot = strrchr(name, '.');
    return t2s_arena_strndup(
        arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static t2sed_status read_options(t2sed_collector *c, const char *source,
                                 const t2sed_collector_options *options,
                                 t2sed_error *err)
{
    t2sed_collector_options *to = &c->options;
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_collector_options, to, options, err);
    if (status != T2SED_OK)
        return status;
    if (!t2sed_rule_name(to->rule))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_collector_options: no rule %d", to->rule);
    if (!to->db_root && !to->keep_labels)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_collector_options: labels need databases: "
                        "db_root is NULL");
    c->source = t2s_arena_strdup(&c->arena, source);
    c->parser = to->parser ? t2s_arena_strdup(&c->arena, to->parser)
                           : name_of_source(&c->arena, source);
    if (to->db_root)
        c->db_root = t2s_arena_strdup(&c->arena, to->db_root);
    return c->source && c->parser && (c->db_root || !to->db_root)
               ? T2SED_OK
               : t2s_fail_memory(err);
}

/* --- opening and ending --- */

static int64_t now_ms(void)
{
    return (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
}

static t2sed_status open_evaluator(t2sed_collector *c, t2sed_error *err)
{
    t2sed_evaluator_options how;
    if (c->options.keep_labels)
        return T2SED_OK;
    t2sed_evaluator_options_init(&how, sizeof how);
    how.rule = c->options.rule;
    how.threads = c->options.threads;
    how.max_milliseconds = c->options.max_milliseconds;
    return t2sed_evaluator_new(&c->evaluator, &how, err);
}

t2sed_status t2sed_collector_new(t2sed_collector **out, t2sed_dataset *dataset,
                                 const char *source,
                                 const t2sed_collector_options *options,
                                 t2sed_error *err)
{
    t2sed_collector *c;
    t2sed_status status;
    if (!out || !dataset || !source)
        return t2s_fail_null(err, __func__, "out, dataset and source");
    if (!*source)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_collector_new: source must not be empty");
    status = t2s_dataset_check_writable(dataset, err);
    if (status)
        return status;
    c = t2s_zalloc(sizeof *c);
    if (!c)
        return t2s_fail_memory(err);
    c->dataset = dataset;
    dataset->collecting = true;
    c->given.digest = (int64_t)T2S_HASH_START;
    c->counts.struct_size = sizeof c->counts;
    c->committed_ms = now_ms();
    status = read_options(c, source, options, err);
    if (!status)
        status = open_evaluator(c, err);
    if (!status)
        status = t2s_collector_begin(c, err);
    if (status) {
        t2sed_collector_free(c);
        return status;
    }
    c->stored = c->before;
    *out = c;
    return T2SED_OK;
}

void t2sed_collector_free(t2sed_collector *c)
{
    if (!c)
        return;
    t2sed_evaluator_free(c->evaluator);
    for (size_t i = 0; i < c->count; i++)
        t2s_line_free(&c->ahead[(c->first + i) % T2S_LINES_AHEAD].line);
    for (size_t i = 0; i < c->databases.count; i++)
        t2sed_database_free(c->databases.at[i].database);
    t2s_vector_free(&c->databases);
    t2s_map_free(&c->database_names);
    for (int i = 0; i < T2S_STORE_STATEMENTS; i++)
        sqlite3_finalize(c->statements[i]);
    t2s_dataset_rollback(c->dataset);
    c->dataset->collecting = false;
    t2s_arena_free(&c->arena);
    t2s_free(c);
}

/* --- databases --- */

/* Opens the file of a database. A db_id names a folder and a file in it, never
 * a way out of db_root. */
static t2sed_status open_file(t2sed_database **out, const t2sed_collector *c,
                              const char *db_id, const t2sed_schema *schema,
                              t2sed_error *err)
{
    t2sed_database_options options;
    t2s_string path = {0};
    t2sed_status status;
    if (*db_id == '.' || t2s_system_last_slash(db_id) || strlen(db_id) >= 200)
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "line: db_id \"%s\" is no plain name", db_id);
    t2s_string_append_format(&path, "%s/%s/%s.sqlite", c->db_root, db_id,
                             db_id);
    t2sed_database_options_init(&options, sizeof options);
    options.schema = schema;
    options.isolation = c->options.isolation;
    status = path.failed ? t2s_fail_memory(err)
                         : t2sed_database_open(out, path.text, &options, err);
    t2s_string_free(&path);
    return status == T2SED_OK || status == T2SED_ENOMEM
               ? status
               : t2s_fail_in(err, status, "line: db_id \"%s\"", db_id);
}

/* Opens a database that was not asked for before. */
static t2sed_status open_database(t2sed_database **out,
                                  const t2sed_collector *c, const char *db_id,
                                  t2sed_error *err)
{
    const t2sed_schema *schema = NULL;
    if (c->options.schemas) {
        schema = t2sed_schemas_find(c->options.schemas, db_id);
        if (!schema)
            return t2s_fail(err, T2SED_ENOTFOUND, -1,
                            "line: db_id \"%s\" is in no schema", db_id);
    }
    return c->db_root ? open_file(out, c, db_id, schema, err)
                      : t2sed_database_new_schema(out, schema, NULL, err);
}

/* Finds the index of a database, which is opened once. */
static t2sed_status find_database(size_t *out, t2sed_collector *c,
                                  const char *db_id, t2sed_error *err)
{
    size_t n = strlen(db_id);
    int64_t known = t2s_map_get(&c->database_names, db_id, n, -1);
    t2s_collected_database database = {0};
    t2sed_status status;
    if (known >= 0) {
        *out = (size_t)known;
        return T2SED_OK;
    }
    *out = c->databases.count;
    if (!t2s_vector_reserve(&c->databases, *out + 1))
        return t2s_fail_memory(err);
    status = open_database(&database.database, c, db_id, err);
    if (status)
        return status;
    if (!t2s_map_set(&c->database_names, db_id, n, (int64_t)*out)) {
        t2sed_database_free(database.database);
        return t2s_fail_memory(err);
    }
    (void)t2s_vector_push(&c->databases, database);
    return T2SED_OK;
}

/* --- a line comes in --- */

static const char *drop_reason(t2sed_status status)
{
    return status == T2SED_EEMPTY      ? "empty"
           : status == T2SED_EUTF8     ? "utf8"
           : status == T2SED_ELIMIT    ? "limit"
           : status == T2SED_ENOTFOUND ? "no_database"
           : status == T2SED_EDATABASE ? "database"
                                       : "format";
}

/* Hands the queries that are no duplicates to the evaluator. */
static t2sed_status submit_queries(t2sed_collector *c, t2s_ahead *ahead,
                                   t2sed_error *err)
{
    const t2s_line *line = &ahead->line;
    const char **queries = t2s_alloc_array(line->count, sizeof *queries);
    size_t *lengths = t2s_alloc_array(line->count, sizeof *lengths);
    t2sed_evaluator_item item = {.struct_size = sizeof item};
    t2sed_status status = queries && lengths ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < line->count && !status; i++) {
        if (line->candidates[i].duplicate)
            continue;
        queries[item.query_count] = line->candidates[i].sql;
        lengths[item.query_count++] = line->candidates[i].length;
    }
    item.database = c->databases.at[ahead->database].database;
    item.gold = line->gold;
    item.gold_length = strlen(line->gold);
    item.queries = queries;
    item.query_lengths = lengths;
    if (!status)
        status = t2sed_evaluator_submit(c->evaluator, &item, err);
    ahead->submitted = status == T2SED_OK;
    t2s_free(queries);
    t2s_free(lengths);
    return status;
}

static t2sed_status prepare(t2sed_collector *c, t2s_ahead *ahead,
                            t2sed_error *err)
{
    t2s_line *line = &ahead->line;
    t2sed_status status = find_database(&ahead->database, c, line->db_id, err);
    if (!status && c->options.fill)
        status = t2s_line_fill(
            line,
            t2sed_database_schema(c->databases.at[ahead->database].database),
            err);
    if (!status)
        status = t2s_line_find_duplicates(line, err);
    if (!status && line->count > 0 && c->evaluator)
        status = submit_queries(c, ahead, err);
    return status;
}

/* Reads a line and hands its queries to the evaluator. A failure is noted in
 * `ahead`, too, to be counted in its turn. */
static t2sed_status submit(t2sed_collector *c, t2s_ahead *ahead,
                           const char *text, size_t n, t2sed_error *err)
{
    t2sed_status status = t2s_line_read(&ahead->line, text, n, err);
    if (!status)
        status = prepare(c, ahead, err);
    if (!status || status == T2SED_EINTERRUPTED)
        return status;
    c->counts.bad_lines++;
    ahead->dropped = drop_reason(status);
    return status == T2SED_ENOMEM ? status
                                  : t2s_fail_in(err, status, "%s, line %zu",
                                                c->source, ahead->line.number);
}

/* --- all lines --- */

static t2sed_status check_usable(const t2sed_collector *c, t2sed_error *err)
{
    if (!c->failed)
        return T2SED_OK;
    return t2s_fail(err, T2SED_ESTATE, -1,
                    "%s: collecting failed before; open it again to go on",
                    c->source);
}

/* Passes over a line that the dataset has; at the last one, the digest says
 * whether it was the same file. */
static t2sed_status pass_over(t2sed_collector *c, t2sed_error *err)
{
    c->counts.known++;
    if (c->given.lines < c->before.lines || c->given.digest == c->before.digest)
        return T2SED_OK;
    c->failed = true;
    return t2s_fail(err, T2SED_ESTATE, -1,
                    "%s: its first %zu lines are not those that were "
                    "collected before; name it otherwise, or take another file",
                    c->source, c->before.lines);
}

static t2sed_status save(t2sed_collector *c, bool ended, t2sed_error *err)
{
    t2sed_status status = t2s_collector_save(c, ended, err);
    c->failed |= status != T2SED_OK;
    c->committed_ms = now_ms();
    return status;
}

static t2sed_status store_first(t2sed_collector *c, t2sed_error *err)
{
    t2s_ahead *first = &c->ahead[c->first];
    t2sed_status status = t2s_check_interrupt(err);
    if (status == T2SED_OK)
        status = t2s_collector_store(c, first, err);
    if (status == T2SED_EINTERRUPTED) /* nothing of it was stored */
        return status;
    c->stored = (t2s_extent){first->line.number, first->line.digest};
    c->bytes -= first->bytes;
    t2s_line_free(&first->line);
    c->first = (c->first + 1) % T2S_LINES_AHEAD;
    c->count--;
    c->failed |= status != T2SED_OK;
    if (!status && now_ms() - c->committed_ms >= COMMIT_MS)
        status = save(c, false, err);
    return status;
}

t2sed_status t2sed_collector_add(t2sed_collector *c, const char *line, size_t n,
                                 t2sed_error *err)
{
    t2sed_status status;
    t2s_ahead *next;
    t2s_extent before;
    if (!c || (!line && n > 0))
        return t2s_fail_null(err, __func__, "collector and line");
    status = check_usable(c, err);
    while (!status && c->count > 0 &&
           (c->count == T2S_LINES_AHEAD || c->bytes + n > T2S_BYTES_AHEAD))
        status = store_first(c, err);
    if (status)
        return status;
    before = c->given;
    c->given.lines++;
    /* Of the lines, with a newline each. */
    c->given.digest = (int64_t)t2s_hash_step(
        t2s_hash_bytes((uint64_t)c->given.digest, line, n), '\n');
    if (c->given.lines <= c->before.lines)
        return pass_over(c, err);
    next = &c->ahead[(c->first + c->count) % T2S_LINES_AHEAD];
    memset(next, 0, sizeof *next);
    next->line.number = c->given.lines;
    next->line.digest = c->given.digest;
    next->bytes = n;
    c->count++;
    c->bytes += n;
    status = submit(c, next, line, n, err);
    if (status == T2SED_EINTERRUPTED) { /* as if it had not been added */
        t2s_line_free(&next->line);
        c->count--;
        c->bytes -= n;
        c->given = before;
    }
    c->failed |= status == T2SED_ENOMEM;
    return status;
}

static t2sed_status drain(t2sed_collector *c, t2sed_error *err)
{
    t2sed_status status = check_usable(c, err);
    while (c->count > 0 && !status)
        status = store_first(c, err);
    return status;
}

t2sed_status t2sed_collector_commit(t2sed_collector *c, t2sed_error *err)
{
    t2sed_status status;
    if (!c)
        return t2s_fail_null(err, __func__, "collector");
    status = drain(c, err);
    return status ? status : save(c, false, err);
}

t2sed_status t2sed_collector_finish(t2sed_collector *c, t2sed_error *err)
{
    t2sed_status status;
    if (!c)
        return t2s_fail_null(err, __func__, "collector");
    status = drain(c, err);
    if (!status && c->given.lines < c->before.lines) {
        c->failed = true;
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "%s: has %zu lines, but %zu were collected before",
                        c->source, c->given.lines, c->before.lines);
    }
    return status ? status : save(c, true, err);
}

t2sed_status t2sed_collector_count(t2sed_collector_counts *out,
                                   const t2sed_collector *c, t2sed_error *err)
{
    t2sed_collector_counts counts;
    if (!out || !c)
        return t2s_fail_null(err, __func__, "out and collector");
    counts = c->counts;
    counts.lines = c->given.lines;
    for (size_t i = 0; i < c->databases.count; i++)
        counts.unread_databases +=
            c->databases.at[i].unread && !c->databases.at[i].read;
    return t2s_sized_write(out, &counts, sizeof counts,
                           "t2sed_collector_counts", err);
}
