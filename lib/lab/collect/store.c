#include "lab/collect/store.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

static const char *const texts[T2S_STORE_STATEMENTS] = {
    "INSERT OR IGNORE INTO questions (db_id, question, gold) "
    "VALUES (?1, ?2, ?3)",
    "SELECT id FROM questions WHERE db_id = ?1 AND question = ?2 AND gold = ?3",
    "INSERT OR IGNORE INTO beams (question, parser, item, source, line, "
    "fields) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    "SELECT id FROM beams WHERE question = ?1 AND parser = ?2 AND item = ?3",
    "SELECT sql FROM candidates WHERE beam = ?1",
    "INSERT INTO candidates (beam, place, sql, written, score, label, reason, "
    "message, fields, guessed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
    "?10)",
    "INSERT INTO dropped VALUES (?1, ?2, ?3, 1) "
    "ON CONFLICT DO UPDATE SET count = count + 1",
    "UPDATE sources SET lines = ?2, digest = ?3, ended = CASE WHEN ?4 THEN "
    "strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END WHERE id = ?1",
};

/* --- statements --- */

static t2sed_status fail(t2s_store *store, t2sed_error *err)
{
    t2sed_status status = t2s_dataset_fail_write(store->dataset, err);
    t2s_dataset_rollback(store->dataset);
    store->open = false;
    return status;
}

static t2sed_status fail_memory(t2s_store *store, t2sed_error *err)
{
    t2s_dataset_rollback(store->dataset);
    store->open = false;
    return t2s_fail_memory(err);
}

static t2sed_status ready(t2s_store *store, t2sed_error *err)
{
    t2sed_status status;
    if (store->open)
        return T2SED_OK;
    status = t2s_dataset_begin(store->dataset, err);
    store->open = status == T2SED_OK;
    return status;
}

/* A value to bind; text unless `text` is NULL. */
static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

/* Runs a statement to its first row or its end, which *found tells, and puts a
 * row's number into *id (may be NULL). */
static t2sed_status step(t2s_store *store, t2s_store_statement which,
                         bool *found, int64_t *id, t2sed_error *err)
{
    sqlite3_stmt *statement = store->statements[which];
    int code = sqlite3_step(statement);
    t2sed_status status = T2SED_OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = fail(store, err);
    if (found)
        *found = code == SQLITE_ROW;
    if (id && code == SQLITE_ROW)
        *id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

/* --- sources --- */

static t2sed_status find_source(t2s_store *store, t2s_source *source,
                                const char *name, const char *parser,
                                bool *found, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, store->dataset,
        "SELECT id, lines, digest FROM sources WHERE name = ?1 AND parser = ?2",
        err);
    int code;
    if (status)
        return status;
    bind_text(statement, 1, name);
    bind_text(statement, 2, parser);
    code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    if (*found) {
        store->source = sqlite3_column_int64(statement, 0);
        source->lines = (size_t)sqlite3_column_int64(statement, 1);
        source->digest = sqlite3_column_int64(statement, 2);
    } else if (code != SQLITE_DONE) {
        status = t2s_dataset_fail_write(store->dataset, err);
    }
    sqlite3_finalize(statement);
    return status;
}

static t2sed_status add_source(t2s_store *store, const char *name,
                               const char *parser, size_t max_candidates,
                               t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, store->dataset,
        "INSERT INTO sources (name, parser, begun, library, max_candidates, "
        "lines, digest) VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), "
        "?3, ?4, 0, 0)",
        err);
    if (status)
        return status;
    bind_text(statement, 1, name);
    bind_text(statement, 2, parser);
    bind_text(statement, 3, t2sed_version());
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)max_candidates);
    if (sqlite3_step(statement) != SQLITE_DONE)
        status = t2s_dataset_fail_write(store->dataset, err);
    store->source = sqlite3_last_insert_rowid(store->dataset->db);
    sqlite3_finalize(statement);
    return status;
}

t2sed_status t2s_store_open(t2s_store *store, t2s_source *source,
                            const char *name, const char *parser,
                            size_t max_candidates, t2sed_error *err)
{
    bool found;
    t2sed_status status;
    memset(source, 0, sizeof *source);
    status = find_source(store, source, name, parser, &found, err);
    if (!status && !found)
        status = add_source(store, name, parser, max_candidates, err);
    for (int i = 0; i < T2S_STORE_STATEMENTS && !status; i++)
        status = t2s_dataset_prepare(&store->statements[i], store->dataset,
                                     texts[i], err);
    return status;
}

void t2s_store_free(t2s_store *store)
{
    for (int i = 0; i < T2S_STORE_STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    if (store->dataset)
        t2s_dataset_rollback(store->dataset);
}

t2sed_status t2s_store_check_rule(const t2sed_dataset *dataset,
                                  const char *rule, t2sed_error *err)
{
    t2s_string known = {0}, sql = {0};
    t2sed_status status = t2s_dataset_meta(&known, dataset, "rule", err);
    if (!status && !known.text) {
        t2s_string_append_format(
            &sql, "INSERT OR IGNORE INTO meta VALUES ('rule', '%s')", rule);
        status = sql.failed ? t2s_fail_memory(err)
                            : t2s_dataset_run(dataset, sql.text, err);
    } else if (!status && strcmp(known.text, rule) != 0) {
        status = t2s_fail(err, T2SED_ESTATE, -1,
                          "%s: has labels by the rule \"%s\", not \"%s\": "
                          "collect into another file",
                          dataset->path, known.text, rule);
    }
    t2s_string_free(&known);
    t2s_string_free(&sql);
    return status;
}

/* --- beams --- */

static t2sed_status store_question(int64_t *question, t2s_store *store,
                                   const t2s_line *line, t2sed_error *err)
{
    const t2s_store_statement both[] = {T2S_ADD_QUESTION, T2S_FIND_QUESTION};
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < 2 && !status; i++) {
        sqlite3_stmt *statement = store->statements[both[i]];
        bind_text(statement, 1, line->db_id);
        bind_text(statement, 2, line->question);
        bind_text(statement, 3, line->gold);
        status = step(store, both[i], NULL, question, err);
    }
    return status;
}

/* The keys of what the beam has. */
static t2sed_status list_candidates(t2s_map *seen, size_t *count,
                                    t2s_store *store, int64_t beam,
                                    t2sed_error *err)
{
    sqlite3_stmt *statement = store->statements[T2S_LIST_CANDIDATES];
    t2s_string key = {0};
    bool failed = false;
    int code = SQLITE_DONE;
    *count = 0;
    sqlite3_bind_int64(statement, 1, beam);
    while (!failed && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(statement, 0);
        t2s_query_key(&key, sql ? sql : "",
                      (size_t)sqlite3_column_bytes(statement, 0));
        failed = key.failed ||
                 !t2s_map_set(seen, key.text ? key.text : "", key.length, 1);
        ++*count;
    }
    t2s_string_free(&key);
    if (!failed && code != SQLITE_DONE) {
        t2sed_status status = fail(store, err);
        sqlite3_reset(statement);
        return status;
    }
    sqlite3_reset(statement);
    return failed ? fail_memory(store, err) : T2SED_OK;
}

t2sed_status t2s_store_beam(int64_t *beam, t2s_map *seen, size_t *count,
                            t2s_store *store, const t2s_line *line,
                            const char *parser, t2sed_error *err)
{
    t2s_string item = {0}, fields = {0};
    sqlite3_stmt *add = store->statements[T2S_ADD_BEAM];
    sqlite3_stmt *find = store->statements[T2S_FIND_BEAM];
    int64_t question = 0;
    t2sed_status status = ready(store, err);
    if (!status)
        status = t2s_line_item(&item, line, err);
    if (!status)
        status = t2s_line_fields(&fields, line, err);
    if (!status)
        status = store_question(&question, store, line, err);
    if (!status) {
        sqlite3_bind_int64(add, 1, question);
        bind_text(add, 2, parser);
        bind_text(add, 3, item.text);
        sqlite3_bind_int64(add, 4, store->source);
        sqlite3_bind_int64(add, 5, (sqlite3_int64)line->number);
        bind_text(add, 6, fields.text);
        status = step(store, T2S_ADD_BEAM, NULL, NULL, err);
    }
    if (!status) {
        sqlite3_bind_int64(find, 1, question);
        bind_text(find, 2, parser);
        bind_text(find, 3, item.text);
        status = step(store, T2S_FIND_BEAM, NULL, beam, err);
    }
    if (!status)
        status = list_candidates(seen, count, store, *beam, err);
    t2s_string_free(&item);
    t2s_string_free(&fields);
    return status;
}

t2sed_status t2s_store_candidate(t2s_store *store, int64_t beam, size_t place,
                                 const t2s_line *line, size_t i,
                                 const t2s_verdict *verdict, t2sed_error *err)
{
    const t2s_candidate *candidate = &line->candidates[i];
    const json_t *score = json_object_get(candidate->object, "score");
    sqlite3_stmt *add = store->statements[T2S_ADD_CANDIDATE];
    t2s_string fields = {0};
    t2sed_status status = ready(store, err);
    if (!status)
        status = t2s_candidate_fields(&fields, line, i, err);
    if (!status) {
        sqlite3_bind_int64(add, 1, beam);
        sqlite3_bind_int64(add, 2, (sqlite3_int64)place);
        sqlite3_bind_text(add, 3, candidate->sql, (int)candidate->length,
                          SQLITE_TRANSIENT);
        if (candidate->written)
            bind_text(add, 4, candidate->written);
        if (json_is_number(score))
            sqlite3_bind_double(add, 5, json_number_value(score));
        if (verdict->label != T2SED_LABEL_NONE)
            sqlite3_bind_int(add, 6, verdict->label);
        bind_text(add, 7, verdict->reason);
        bind_text(add, 8, verdict->message);
        bind_text(add, 9, fields.text);
        sqlite3_bind_int(add, 10, candidate->guessed);
        status = step(store, T2S_ADD_CANDIDATE, NULL, NULL, err);
    }
    t2s_string_free(&fields);
    return status;
}

t2sed_status t2s_store_dropped(t2s_store *store, const char *what,
                               const char *reason, t2sed_error *err)
{
    sqlite3_stmt *statement = store->statements[T2S_ADD_DROPPED];
    t2sed_status status = ready(store, err);
    if (status)
        return status;
    sqlite3_bind_int64(statement, 1, store->source);
    bind_text(statement, 2, what);
    bind_text(statement, 3, reason);
    return step(store, T2S_ADD_DROPPED, NULL, NULL, err);
}

t2sed_status t2s_store_commit(t2s_store *store, size_t line, int64_t digest,
                              bool ended, t2sed_error *err)
{
    sqlite3_stmt *statement = store->statements[T2S_UPDATE_SOURCE];
    t2sed_status status = ready(store, err);
    if (status)
        return status;
    sqlite3_bind_int64(statement, 1, store->source);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)line);
    sqlite3_bind_int64(statement, 3, digest);
    sqlite3_bind_int(statement, 4, ended);
    status = step(store, T2S_UPDATE_SOURCE, NULL, NULL, err);
    if (status)
        return status;
    store->open = false;
    status = t2s_dataset_commit(store->dataset, err);
    return status == T2SED_EDATABASE ? T2SED_EIO : status;
}
