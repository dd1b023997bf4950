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

/* What is not yet committed is lost when the process is killed. */
#define COMMIT_MS 1000

/* --- options --- */

void t2sed_collector_options_init(t2sed_collector_options *options)
{
    static const t2sed_collector_options defaults =
        T2SED_COLLECTOR_OPTIONS_INIT;
    if (!options)
        return;
    *options = defaults;
}

static t2sed_status read_options(t2sed_collector *c, const char *source,
                                 const t2sed_collector_options *options,
                                 t2sed_error *err)
{
    const char *name = source, *slash = strrchr(source, '/'), *dot;
    t2sed_status status;
    t2sed_collector_options_init(&c->options);
    status = t2s_sized_read(&c->options, sizeof c->options, options,
                            "t2sed_collector_options", err);
    if (status != T2SED_OK)
        return status;
    if (!t2sed_rule_name(c->options.rule))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_collector_options: no rule %d", c->options.rule);
    if (!c->options.db_root && !c->options.keep_labels)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_collector_options: labels need databases: "
                        "db_root is NULL");
    if (slash && slash[1])
        name = slash + 1;
    dot = strrchr(name, '.');
    c->parser = c->options.parser
                    ? t2s_strdup(c->options.parser)
                    : t2s_strndup(name, dot && dot > name ? (size_t)(dot - name)
                                                          : strlen(name));
    if (c->options.db_root) {
        c->db_root = t2s_strdup(c->options.db_root);
        if (!c->db_root)
            return t2s_fail_memory(err);
    }
    return c->parser ? T2SED_OK : t2s_fail_memory(err);
}

/* --- open and free --- */

static int64_t now_ms(void)
{
    return (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
}

static t2sed_status open_parts(t2sed_collector *c, const char *source,
                               t2sed_error *err)
{
    t2sed_evaluator_options how = T2SED_EVALUATOR_OPTIONS_INIT;
    t2sed_status status = T2SED_OK;
    how.rule = c->options.rule;
    how.threads = c->options.threads;
    how.max_milliseconds = c->options.max_milliseconds;
    if (!c->options.keep_labels)
        status = t2sed_evaluator_open(&c->evaluator, &how, err);
    if (!status)
        status = t2s_store_check_rule(
            c->store.dataset,
            c->options.keep_labels ? "given" : t2sed_rule_name(how.rule), err);
    if (!status)
        status = t2s_store_open(&c->store, &c->before, source, c->parser,
                                c->options.max_candidates, err);
    return status;
}

t2sed_status t2sed_collector_open(t2sed_collector **out, t2sed_dataset *dataset,
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
                        "t2sed_collector_open: source must not be empty");
    status = t2s_dataset_check_writable(dataset, err);
    if (status)
        return status;
    if (dataset->collecting)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "%s: has a collector at work already", dataset->path);
    c = t2s_zalloc(sizeof *c);
    if (!c)
        return t2s_fail_memory(err);
    c->store.dataset = dataset;
    dataset->collecting = true;
    c->digest = (int64_t)T2S_HASH_START;
    c->counts.struct_size = sizeof c->counts;
    status = read_options(c, source, options, err);
    if (!status)
        c->source = t2s_strdup(source);
    if (!status && !c->source)
        status = t2s_fail_memory(err);
    if (!status)
        status = open_parts(c, source, err);
    if (status) {
        t2sed_collector_free(c);
        return status;
    }
    c->stored = c->before;
    c->committed_ms = now_ms();
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
        t2sed_database_free(c->databases.at[i]);
    t2s_vector_free(&c->databases);
    t2s_map_free(&c->places);
    t2s_store_free(&c->store);
    c->store.dataset->collecting = false;
    t2s_free(c->parser);
    t2s_free(c->db_root);
    t2s_free(c->source);
    t2s_free(c);
}

/* --- databases --- */

/* A db_id names a folder and a file in it, never a way out of db_root. */
static bool is_plain_name(const char *db_id)
{
    return *db_id != '.' && !strchr(db_id, '/') && strlen(db_id) < 200;
}

static t2sed_status open_file(t2sed_database **out, const t2sed_collector *c,
                              const char *db_id, const t2sed_schema *schema,
                              t2sed_error *err)
{
    t2sed_database_options options;
    t2s_string path = {0};
    t2sed_status status;
    if (!is_plain_name(db_id))
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "line: db_id \"%s\" is no plain name", db_id);
    t2s_string_append_format(&path, "%s/%s/%s.sqlite", c->db_root, db_id,
                             db_id);
    t2sed_database_options_init(&options, sizeof options);
    options.schema = schema;
    status = path.failed ? t2s_fail_memory(err)
                         : t2sed_database_open(out, path.text, &options, err);
    t2s_string_free(&path);
    return status == T2SED_OK || status == T2SED_ENOMEM
               ? status
               : t2s_fail_in(err, status, "line: db_id \"%s\"", db_id);
}

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

t2sed_status t2s_collector_database(t2sed_database **out, t2sed_collector *c,
                                    const char *db_id, t2sed_error *err)
{
    const size_t n = strlen(db_id);
    const int64_t known = t2s_map_get(&c->places, db_id, n, -1);
    t2sed_database *made = NULL;
    t2sed_status status;
    if (known >= 0) {
        *out = c->databases.at[known];
        return T2SED_OK;
    }
    status = open_database(&made, c, db_id, err);
    if (status != T2SED_OK)
        return status;
    if (!t2s_vector_reserve(&c->databases, c->databases.count + 1) ||
        !t2s_map_set(&c->places, db_id, n, (int64_t)c->databases.count)) {
        t2sed_database_free(made);
        return t2s_fail_memory(err);
    }
    (void)t2s_vector_push(&c->databases, made);
    *out = made;
    return T2SED_OK;
}

/* --- lines --- */

/* Of the lines, with a newline each. */
static int64_t add_to_digest(int64_t digest, const char *text, size_t n)
{
    uint64_t hash = t2s_hash_bytes((uint64_t)digest, text, n);
    return (int64_t)t2s_hash_step(hash, '\n');
}

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
    if (c->number < c->before.lines || c->digest == c->before.digest)
        return T2SED_OK;
    c->failed = true;
    return t2s_fail(err, T2SED_ESTATE, -1,
                    "%s: its first %zu lines are not those that were "
                    "collected before; name it otherwise, or take another file",
                    c->source, c->before.lines);
}

static t2sed_status commit(t2sed_collector *c, bool ended, t2sed_error *err)
{
    t2sed_status status = t2s_store_commit(&c->store, c->stored.lines,
                                           c->stored.digest, ended, err);
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
    c->stored.lines = first->line.number;
    c->stored.digest = first->line.digest;
    c->bytes -= first->bytes;
    t2s_line_free(&first->line);
    c->first = (c->first + 1) % T2S_LINES_AHEAD;
    c->count--;
    c->failed |= status != T2SED_OK;
    if (!status && now_ms() - c->committed_ms >= COMMIT_MS)
        status = commit(c, false, err);
    return status;
}

t2sed_status t2sed_collector_add(t2sed_collector *c, const char *line, size_t n,
                                 t2sed_error *err)
{
    t2sed_status status;
    t2s_ahead *next;
    int64_t digest;
    if (!c || (!line && n > 0))
        return t2s_fail_null(err, __func__, "collector and line");
    status = check_usable(c, err);
    if (status)
        return status;
    while (c->count > 0 &&
           (c->count == T2S_LINES_AHEAD || c->bytes + n > T2S_BYTES_AHEAD)) {
        status = store_first(c, err);
        if (status)
            return status;
    }
    digest = c->digest;
    c->number++;
    c->counts.lines++;
    c->digest = add_to_digest(c->digest, line, n);
    if (c->number <= c->before.lines)
        return pass_over(c, err);
    next = &c->ahead[(c->first + c->count) % T2S_LINES_AHEAD];
    memset(next, 0, sizeof *next);
    next->line.number = c->number;
    next->line.digest = c->digest;
    next->bytes = n;
    c->count++;
    c->bytes += n;
    status = t2s_collector_submit(c, next, line, n, err);
    if (status == T2SED_EINTERRUPTED) { /* as if it had not been added */
        t2s_line_free(&next->line);
        c->count--;
        c->bytes -= n;
        c->number--;
        c->counts.lines--;
        c->digest = digest;
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
    return status ? status : commit(c, false, err);
}

t2sed_status t2sed_collector_finish(t2sed_collector *c, t2sed_error *err)
{
    t2sed_status status;
    if (!c)
        return t2s_fail_null(err, __func__, "collector");
    status = drain(c, err);
    if (!status && c->number < c->before.lines) {
        c->failed = true;
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "%s: has %zu lines, but %zu were collected before",
                        c->source, c->number, c->before.lines);
    }
    return status ? status : commit(c, true, err);
}

t2sed_status t2sed_collector_count(t2sed_collector_counts *out,
                                   const t2sed_collector *c, t2sed_error *err)
{
    if (!out || !c)
        return t2s_fail_null(err, __func__, "out and collector");
    return t2s_sized_write(out, &c->counts, sizeof c->counts,
                           "t2sed_collector_counts", err);
}
