/*
 * The index of values: finding or making it, and asking. The file is written
 * beside its place and moved there when it is whole; what makes it out of date
 * stands in its table `made`. It is opened as a database of unknown origin is,
 * and must have our tables and no others.
 */
#include "database/value_store.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/system.h"
#include "database/connection.h"
#include "database/database.h"
#include "database/kept_values.h"
#include "database/watch.h"
#include "schema/schema.h"

/* Of the index's content: another number makes all caches again. */
#define FORMAT 3
/* What one question may take, of a file that may not be ours. */
#define QUESTION_MS 1000

struct t2s_value_store {
    sqlite3 *db;
    t2s_watch watch;
    char *path; /* of the cache, or NULL: in memory */
    sqlite3_stmt *queries[T2S_VALUE_QUERIES];
    sqlite3_stmt *asked; /* one of them, or NULL */
    t2s_stored_column *columns;
    int32_t *ids;       /* of the index, for each column of the schema, or -1 */
    int32_t *column_of; /* the other way round */
    size_t column_count, id_count;
    bool is_broken;
};

/* What the index is of */

/* Of a host's database nothing is known by which it could be told that rows
 * have changed: its schema stands for it. */
static void append_version(t2s_string *key, const t2sed_database *database)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    const char *dialect = t2s_database_dialect(database);
    uint64_t hash = T2S_HASH_START;
    for (size_t i = 0; i < schema->column_count; i++) {
        const t2s_column *column = &schema->columns[i];
        const char *const texts[] = {schema->tables[column->table].name,
                                     column->name, column->type};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            hash = t2s_hash_bytes(hash, texts[k], strlen(texts[k]) + 1);
    }
    t2s_string_append_format(key, " host %s %016" PRIx64,
                             dialect ? dialect : "", hash);
}

static char *make_key(t2sed_database *database)
{
    const t2sed_database_options *o = t2s_database_options(database);
    t2s_string key = {0};
    t2s_string_append_format(
        &key, "t2sed %d|%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, FORMAT,
        o->max_table_rows, o->max_column_values, T2S_VALUE_STORE_NUMBERS(o),
        o->max_value_bytes);
    if (t2s_database_is_host(database))
        append_version(&key, database);
    else
        t2s_file_state_append(&key, t2s_database_path(database));
    return t2s_string_take(&key, NULL);
}

/* Finding it */

/* Whether the tables are ours to the letter, and no others. */
static bool has_our_tables(sqlite3 *db)
{
    sqlite3_stmt *list = NULL;
    size_t found = 0;
    bool ok = sqlite3_prepare_v2(db,
                                 "SELECT sql FROM sqlite_master "
                                 "ORDER BY type, name",
                                 -1, &list, NULL) == SQLITE_OK;
    while (ok && sqlite3_step(list) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(list, 0);
        ok = sql && found < t2s_value_store_table_count &&
             strcmp(sql, t2s_value_store_tables[found++]) == 0;
    }
    sqlite3_finalize(list);
    return ok && found == t2s_value_store_table_count;
}

/* Whether the index is of that state, and is whole or was cut short by limits
 * no lower than the present ones: these are the second and third row then. */
static bool is_of(sqlite3 *db, const char *key, const t2sed_database_options *o)
{
    const int64_t limits[] = {o->max_values_bytes, o->index_milliseconds};
    sqlite3_stmt *made = NULL;
    bool ok = has_our_tables(db) &&
              sqlite3_prepare_v2(db, "SELECT what FROM made ORDER BY rowid", -1,
                                 &made, NULL) == SQLITE_OK &&
              sqlite3_step(made) == SQLITE_ROW;
    const char *what = ok ? (const char *)sqlite3_column_text(made, 0) : NULL;
    ok = what && strcmp(what, key) == 0;
    for (int i = 0; ok && i < 2 && sqlite3_step(made) == SQLITE_ROW; i++)
        ok = sqlite3_column_int64(made, 0) >= limits[i];
    sqlite3_finalize(made);
    return ok;
}

static bool is_empty(const char *path)
{
    t2s_file_info info;
    return t2s_system_look(&info, path) && info.size == 0;
}

/* A cache that is of the present state, or NULL; *keep says that the file is
 * none and has to stay. Fails for want of memory alone. */
static t2sed_status open_cache(sqlite3 **out, bool *keep, const char *cache,
                               const char *key, const t2sed_database_options *o,
                               t2sed_error *err)
{
    sqlite3 *db = NULL;
    t2s_watch watch = {0};
    bool is;
    t2sed_error why;
    t2sed_status status = t2s_connection_open(&db, cache, &why);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK) {
        *keep = status != T2SED_ENOTFOUND;
        if (*keep)
            t2s_log(T2SED_LOG_WARNING, "index of values: %s", why.text);
        return T2SED_OK;
    }
    watch.db = db;
    t2s_watch_begin(&watch, QUESTION_MS, 0, NULL);
    sqlite3_exec(db, "PRAGMA cache_size = -8192", NULL, NULL, NULL);
    is = is_of(db, key, o);
    /* A wrong path must destroy nobody's file. */
    *keep = !is && t2s_connection_application(db) != T2S_VALUE_STORE_ID &&
            !is_empty(cache);
    t2s_watch_end(&watch);
    t2s_watch_free(&watch);
    if (is) {
        *out = db;
        return T2SED_OK;
    }
    t2s_log(
        *keep ? T2SED_LOG_WARNING : T2SED_LOG_INFO,
        *keep ? "index of values: %s is a file of another kind, which is left "
                "alone: the index is made in memory"
              : "index of values: %s is out of date or broken",
        cache);
    sqlite3_close(db);
    return T2SED_OK;
}

/* Making it */

static t2sed_status write_file(t2s_save *save, t2sed_database *database,
                               const char *key, t2sed_error *err)
{
    sqlite3 *db = NULL;
    t2sed_status status = t2s_connection_open_new(&db, save->temporary, err);
    if (status == T2SED_EDATABASE)
        return t2s_fail(err, T2SED_EIO, -1, "it can't be opened");
    if (status != T2SED_OK)
        return status;
    status = t2s_value_store_build(
        db, database, key, t2s_database_options(database)->max_values_bytes,
        NULL, err);
    if (sqlite3_close(db) != SQLITE_OK && status == T2SED_OK)
        status = t2s_fail(err, T2SED_EIO, -1, "it can't be closed");
    return status;
}

/* A cache that can't be written is no failure: *made tells. What the database
 * is at fault with is one. */
static t2sed_status make_file(bool *made, t2sed_database *database,
                              const char *cache, const char *key,
                              t2sed_error *err)
{
    t2s_save save;
    t2sed_error why;
    bool opened;
    t2sed_status status = t2s_save_open(&save, cache, &why);
    opened = status == T2SED_OK;
    if (opened) {
        status = write_file(&save, database, key, &why);
        if (status == T2SED_OK)
            status = t2s_save_commit(&save, &why);
        else
            t2s_save_abort(&save);
        *made = status == T2SED_OK;
    }
    if (status == T2SED_OK)
        return status;
    if (status == T2SED_ENOMEM ||
        (opened && status != T2SED_EIO && status != T2SED_ENOTFOUND)) {
        if (err)
            *err = why;
        return status;
    }
    t2s_log(T2SED_LOG_WARNING,
            "index of values: %s can't be written, so it is made in memory: %s",
            cache, why.text);
    return T2SED_OK;
}

static t2sed_status make_in_memory(sqlite3 **db, t2sed_database *database,
                                   t2sed_error *err)
{
    const int64_t most =
        T2S_VALUE_STORE_IN_MEMORY(t2s_database_options(database));
    t2sed_status status;
    if (!t2s_database_path(database))
        return t2s_kept_values_copy_store(db, database, err);
    status = t2s_connection_open_memory(db, err);
    if (status == T2SED_OK)
        status = t2s_value_store_build(*db, database, "", most, NULL, err);
    if (status != T2SED_OK) {
        sqlite3_close(*db);
        *db = NULL;
    }
    return status;
}

static t2sed_status find_or_make(t2s_value_store *store,
                                 t2sed_database *database, t2sed_error *err)
{
    const t2sed_database_options *o = t2s_database_options(database);
    /* A file may be as hostile as the database, and a copy in memory has no
     * state that could be known again. */
    const bool may_keep =
        o->isolation == T2SED_ISOLATION_NONE &&
        (t2s_database_path(database) || t2s_database_is_host(database));
    const char *cache = may_keep ? o->index : NULL;
    char *key = cache ? make_key(database) : NULL;
    bool made = false, keep = false;
    t2sed_status status = key || !cache ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK && cache)
        status = open_cache(&store->db, &keep, cache, key, o, err);
    if (status == T2SED_OK && cache && !keep && !store->db)
        status = make_file(&made, database, cache, key, err);
    if (status == T2SED_OK && made)
        status = open_cache(&store->db, &keep, cache, key, o, err);
    if (status == T2SED_OK && store->db && !(store->path = t2s_strdup(cache)))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && !store->db)
        status = make_in_memory(&store->db, database, err);
    t2s_free(key);
    return status;
}

/* Opening */

/* Reads what is known of the columns. */
static t2sed_status read_columns(t2s_value_store *store,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    sqlite3_stmt *list = NULL;
    int code = sqlite3_prepare_v2(store->db,
                                  "SELECT tab, name, count, texts, longest, "
                                  "complete, id FROM cols ORDER BY id",
                                  -1, &list, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(list)) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(list, 0);
        const char *name = (const char *)sqlite3_column_text(list, 1);
        int32_t id = sqlite3_column_int(list, 6), at, column;
        code = SQLITE_OK;
        if (!table || !name || id < 0 || (size_t)id >= store->id_count)
            continue;
        at = t2s_schema_find_table(schema, table, strlen(table));
        column = at == T2S_NO_ITEM ? T2S_NO_ITEM
                                   : t2s_schema_find_column(schema, at, name,
                                                            strlen(name), NULL);
        store->column_of[id] = column;
        if (column == T2S_NO_ITEM)
            continue;
        store->ids[column] = id;
        store->columns[column].count = sqlite3_column_int64(list, 2);
        store->columns[column].texts = sqlite3_column_int64(list, 3);
        store->columns[column].longest = sqlite3_column_int64(list, 4);
        store->columns[column].is_complete = sqlite3_column_int(list, 5);
    }
    sqlite3_finalize(list);
    store->is_broken |= code != SQLITE_DONE;
    return (code & 0xFF) == SQLITE_NOMEM ? t2s_fail_memory(err) : T2SED_OK;
}

static size_t highest_id(t2s_value_store *store)
{
    sqlite3_stmt *ask = NULL;
    int64_t found = -1;
    if (sqlite3_prepare_v2(store->db, "SELECT max(id) FROM cols", -1, &ask,
                           NULL) != SQLITE_OK ||
        sqlite3_step(ask) != SQLITE_ROW)
        store->is_broken = true;
    else if (sqlite3_column_type(ask, 0) == SQLITE_INTEGER)
        found = sqlite3_column_int64(ask, 0);
    sqlite3_finalize(ask);
    return found < 0 || found > T2SED_SCHEMA_MAX_COLUMNS ? 0
                                                         : (size_t)found + 1;
}

static const char *const queries[T2S_VALUE_QUERIES] = {
    "SELECT col, normal, text, number FROM vals INDEXED BY by_normal "
    "WHERE normal = ?2 ORDER BY col, id LIMIT ?4",
    "SELECT col, normal, text, number FROM vals INDEXED BY by_normal "
    "WHERE normal = ?2 AND col = ?1 ORDER BY id LIMIT ?4",
    "SELECT col, normal, text, number FROM vals INDEXED BY by_column "
    "WHERE col = ?1 AND normal >= ?2 AND normal < ?3 ORDER BY normal, id "
    "LIMIT ?4",
    "SELECT col, normal, text, number FROM words JOIN vals ON id = value "
    "WHERE word = ?2 ORDER BY value LIMIT ?4",
    "SELECT col, normal, text, number FROM words JOIN vals ON id = value "
    "WHERE word = ?2 AND col = ?1 ORDER BY value LIMIT ?4",
};

static t2sed_status make_room(t2s_value_store *store, t2sed_error *err)
{
    store->columns =
        t2s_zalloc_array(store->column_count, sizeof *store->columns);
    store->ids = t2s_alloc_array(store->column_count, sizeof *store->ids);
    store->column_of =
        t2s_alloc_array(store->id_count, sizeof *store->column_of);
    if (!store->columns || !store->ids || !store->column_of)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < store->column_count; i++)
        store->ids[i] = T2S_NO_ITEM;
    for (size_t i = 0; i < store->id_count; i++)
        store->column_of[i] = T2S_NO_ITEM;
    return T2SED_OK;
}

/* A file may be somebody else's work: what is asked of it ends in time. */
static void begin_question(t2s_value_store *store)
{
    if (store->path)
        t2s_watch_begin(&store->watch, QUESTION_MS, 0, NULL);
}

static void end_question(t2s_value_store *store)
{
    if (store->asked)
        sqlite3_reset(store->asked);
    store->asked = NULL;
    if (store->path)
        t2s_watch_end(&store->watch);
}

static t2sed_status prepare_all(t2s_value_store *store,
                                const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_status status;
    store->watch.db = store->db;
    store->column_count = schema->column_count;
    begin_question(store);
    store->id_count = highest_id(store);
    status = make_room(store, err);
    for (int i = 0; status == T2SED_OK && i < T2S_VALUE_QUERIES; i++)
        if (sqlite3_prepare_v3(store->db, queries[i], -1,
                               SQLITE_PREPARE_PERSISTENT, &store->queries[i],
                               NULL) != SQLITE_OK)
            store->is_broken = true;
    if (status == T2SED_OK)
        status = read_columns(store, schema, err);
    end_question(store);
    return status == T2SED_OK ? t2s_check_interrupt(err) : status;
}

t2sed_status t2s_value_store_open(t2s_value_store **out,
                                  t2sed_database *database, t2sed_error *err)
{
    t2s_value_store *store = t2s_zalloc(sizeof *store);
    t2s_again again = {0};
    t2sed_status status;
    if (!store)
        return t2s_fail_memory(err);
    do
        status = find_or_make(store, database, err);
    while (t2s_read_again(&again, status));
    if (status == T2SED_OK)
        status = prepare_all(store, t2sed_database_schema(database), err);
    if (status != T2SED_OK) {
        t2s_value_store_free(store);
        return status;
    }
    *out = store;
    return T2SED_OK;
}

static void close_index(t2s_value_store *store)
{
    for (int i = 0; i < T2S_VALUE_QUERIES; i++) {
        sqlite3_finalize(store->queries[i]);
        store->queries[i] = NULL;
    }
    t2s_watch_free(&store->watch);
    sqlite3_close(store->db);
    store->db = store->watch.db = NULL;
}

void t2s_value_store_free(t2s_value_store *store)
{
    if (!store)
        return;
    close_index(store);
    t2s_free(store->path);
    t2s_free(store->columns);
    t2s_free(store->ids);
    t2s_free(store->column_of);
    t2s_free(store);
}

/* Asking */

const t2s_stored_column *t2s_value_store_column(const t2s_value_store *store,
                                                int32_t column)
{
    return column >= 0 && (size_t)column < store->column_count &&
                   store->ids[column] != T2S_NO_ITEM
               ? &store->columns[column]
               : NULL;
}

bool t2s_value_store_is_broken(const t2s_value_store *store)
{
    return store->is_broken;
}

/* Removes a file that can't be read any more. It is closed first, because
 * Windows does not remove open files. */
static void note_failure(t2s_value_store *store, int code)
{
    if (t2s_interrupted())
        return;
    store->is_broken = true;
    t2s_log(T2SED_LOG_WARNING, "index of values: %s can't be read: %s",
            store->path ? store->path : "in memory", sqlite3_errstr(code));
    close_index(store);
    if (store->path && (code & 0xFF) != SQLITE_NOMEM)
        (void)t2s_system_remove(store->path);
}

/* The least text above all that begin with `key`. */
static void bind_end(sqlite3_stmt *query, const char *key, size_t n)
{
    char end[256];
    if (n >= sizeof end - 1)
        n = sizeof end - 2;
    memcpy(end, key, n);
    end[n++] = (char)0xFF;
    sqlite3_bind_text(query, 3, end, (int)n, SQLITE_TRANSIENT);
}

void t2s_value_store_ask(t2s_value_store *store, t2s_value_query query,
                         int32_t column, const char *key, size_t n, int limit)
{
    sqlite3_stmt *ask = store->queries[query];
    int32_t id = column >= 0 && (size_t)column < store->column_count
                     ? store->ids[column]
                     : T2S_NO_ITEM;
    bool needs_column = query != T2S_VALUES_EQUAL && query != T2S_VALUES_WORD;
    end_question(store);
    if (store->is_broken || (needs_column && id == T2S_NO_ITEM) ||
        n > INT32_MAX)
        return;
    sqlite3_reset(ask);
    if (needs_column)
        sqlite3_bind_int(ask, 1, id);
    sqlite3_bind_text(ask, 2, key, (int)n, SQLITE_TRANSIENT);
    if (query == T2S_VALUES_BEGINNING_IN)
        bind_end(ask, key, n);
    sqlite3_bind_int(ask, 4, limit);
    begin_question(store);
    store->asked = ask;
}

bool t2s_value_store_next(t2s_value_store *store, t2s_stored_value *value)
{
    while (store->asked) {
        sqlite3_stmt *row = store->asked;
        int code = sqlite3_step(row);
        int32_t id;
        if (code != SQLITE_ROW) {
            end_question(store);
            if (code != SQLITE_DONE)
                note_failure(store, code);
            break;
        }
        id = sqlite3_column_int(row, 0);
        value->normal = (const char *)sqlite3_column_text(row, 1);
        value->normal_length = (size_t)sqlite3_column_bytes(row, 1);
        value->text = (const char *)sqlite3_column_text(row, 2);
        value->text_length = (size_t)sqlite3_column_bytes(row, 2);
        value->is_number = sqlite3_column_int(row, 3) != 0;
        if (id < 0 || (size_t)id >= store->id_count ||
            store->column_of[id] == T2S_NO_ITEM || !value->normal ||
            !value->text)
            continue;
        value->column = store->column_of[id];
        return true;
    }
    return false;
}

int t2s_value_store_has(t2s_value_store *store, int32_t column,
                        const char *normal, size_t normal_length,
                        const char *text, size_t n)
{
    t2s_stored_value value;
    int found = 0;
    t2s_value_store_ask(store, T2S_VALUES_EQUAL_IN, column, normal,
                        normal_length, 64);
    while (found < 2 && t2s_value_store_next(store, &value)) {
        bool same = value.text_length == n && memcmp(value.text, text, n) == 0;
        found = same || value.is_number ? 2 : 1;
    }
    end_question(store);
    return found;
}
