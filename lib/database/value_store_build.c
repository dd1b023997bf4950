/*
 * Making an index of values: each table is read once, row by row; a value that
 * is new to its column is written down with its normal form, and the words of
 * texts beside it. The b-trees by which they are found are made at the end, in
 * order, which is many times faster than row by row.
 */
#include "database/value_store.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash_table.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "database/cells.h"

/* Words of a text by which it is found. */
#define WORDS_OF_VALUE 8
/* What a value or a word takes beside its text, roughly, with its b-trees. */
#define VALUE_BYTES 64
/* Distinct values that are told apart in one reading of a table. */
#define MOST_SEEN (8u << 20)

#define TEXT(x)    #x
#define TEXT_OF(x) TEXT(x)

const char *const t2s_value_store_tables[] = {
    "CREATE INDEX by_column ON vals (col, normal)",
    "CREATE INDEX by_normal ON vals (normal, col)",
    "CREATE TABLE cols (id INTEGER PRIMARY KEY, tab TEXT, name TEXT, "
    "count INTEGER, texts INTEGER, longest INTEGER, complete INTEGER)",
    "CREATE TABLE made (what TEXT)",
    "CREATE TABLE vals (id INTEGER PRIMARY KEY, col INTEGER, normal TEXT, "
    "text TEXT, number INTEGER)",
    "CREATE TABLE words (word TEXT, value INTEGER, "
    "PRIMARY KEY (word, value)) WITHOUT ROWID",
};
const size_t t2s_value_store_table_count =
    sizeof t2s_value_store_tables / sizeof t2s_value_store_tables[0];

typedef struct reading {
    t2s_cell_reader cells; /* of the database, by its own schema */
    sqlite3 *to;
    const t2sed_database_options *options;
    t2s_stored_column *columns;
    sqlite3_stmt *add_value, *add_word;
    t2s_hash_table seen; /* (column, text) of the table that is read */
    t2s_string normal;
    int64_t bytes, max_bytes, next_id;
    int milliseconds;
    bool failed; /* the index can't be written */
} reading;

static void note_failure(reading *at, bool failed)
{
    at->failed |= failed;
    at->cells.has_ended |= failed;
}

static void write_word(reading *at, const char *word, size_t n)
{
    sqlite3_bind_text(at->add_word, 1, word, (int)n, SQLITE_STATIC);
    sqlite3_bind_int64(at->add_word, 2, at->next_id);
    note_failure(at, sqlite3_step(at->add_word) != SQLITE_DONE);
    sqlite3_reset(at->add_word);
    at->bytes += (int64_t)n + VALUE_BYTES / 2;
}

/* The words of a normal form of several; of one, the value itself is found. */
static void write_words(reading *at)
{
    const char *text = at->normal.text, *end = text + at->normal.length;
    if (!memchr(text, ' ', at->normal.length))
        return;
    for (int i = 0; i < WORDS_OF_VALUE && text < end; i++) {
        const char *blank = memchr(text, ' ', (size_t)(end - text));
        if (!blank)
            blank = end;
        write_word(at, text, (size_t)(blank - text));
        text = blank + 1;
    }
}

static void write_value(reading *at, int32_t column, const t2s_cell *cell)
{
    sqlite3_bind_int64(at->add_value, 1, at->next_id);
    sqlite3_bind_int(at->add_value, 2, column);
    sqlite3_bind_text(at->add_value, 3, at->normal.text, (int)at->normal.length,
                      SQLITE_STATIC);
    sqlite3_bind_text(at->add_value, 4, cell->text, (int)cell->length,
                      SQLITE_STATIC);
    sqlite3_bind_int(at->add_value, 5, cell->is_number);
    note_failure(at, sqlite3_step(at->add_value) != SQLITE_DONE);
    sqlite3_reset(at->add_value);
    sqlite3_clear_bindings(at->add_value);
    at->bytes += (int64_t)(cell->length + 3 * at->normal.length) + VALUE_BYTES;
    if (!cell->is_number)
        write_words(at);
    at->next_id++;
}

/* Takes in a text whose normal form is at->normal. */
static bool take_text(reading *at, int32_t column, const t2s_cell *cell)
{
    t2s_stored_column *known = &at->columns[column];
    const uint64_t hash = t2s_cell_hash(column, cell->text, cell->length);
    if (t2s_hash_table_find(&at->seen, hash))
        return true;
    if ((cell->is_number ? known->count - known->texts >=
                               T2S_VALUE_STORE_NUMBERS(at->options)
                         : known->texts >= at->options->max_column_values) ||
        at->seen.count >= MOST_SEEN) {
        at->cells.is_full[column] = true;
        return true;
    }
    if (at->bytes > at->max_bytes) {
        at->cells.has_ended = true;
        return true;
    }
    if (!t2s_hash_table_add(&at->seen, hash))
        return false;
    known->count++;
    known->texts += !cell->is_number;
    if ((int64_t)cell->length > known->longest)
        known->longest = (int64_t)cell->length;
    write_value(at, column, cell);
    return true;
}

static bool take(t2s_cell_reader *reader, int32_t column, const t2s_cell *cell)
{
    reading *at = (reading *)reader;
    if ((int64_t)cell->length > at->options->max_value_bytes ||
        memchr(cell->text, '\0', cell->length) ||
        t2s_utf8_check(cell->text, cell->length, "value", NULL) != T2SED_OK)
        return true;
    return t2s_cell_normal(&at->normal, cell) &&
           (at->normal.length == 0 || take_text(at, column, cell));
}

static void end_column(t2s_cell_reader *reader, int32_t column,
                       bool is_complete)
{
    reading *at = (reading *)reader;
    at->columns[column].is_complete = is_complete;
    t2s_hash_table_free(&at->seen);
}

static bool run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* The statement that makes what is called `name`. */
static const char *making(const char *name)
{
    for (size_t i = 0; i < t2s_value_store_table_count; i++)
        if (strstr(t2s_value_store_tables[i], name))
            return t2s_value_store_tables[i];
    return "";
}

static bool begin(reading *at)
{
    static const char unsorted[] =
        "CREATE TEMP TABLE unsorted (word TEXT, value INTEGER)";
    return run(at->to, "PRAGMA cache_size = -16384") &&
           run(at->to,
               "PRAGMA application_id = " TEXT_OF(T2S_VALUE_STORE_ID)) &&
           run(at->to, "BEGIN") && run(at->to, making("TABLE cols")) &&
           run(at->to, making("TABLE made")) &&
           run(at->to, making("TABLE vals")) &&
           run(at->to, making("TABLE words")) && run(at->to, unsorted) &&
           sqlite3_prepare_v2(at->to, "INSERT INTO vals VALUES (?,?,?,?,?)", -1,
                              &at->add_value, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(at->to, "INSERT INTO temp.unsorted VALUES (?, ?)",
                              -1, &at->add_word, NULL) == SQLITE_OK;
}

static bool write_columns(reading *at)
{
    const t2sed_schema *schema = t2sed_database_schema(at->cells.database);
    sqlite3_stmt *add = NULL;
    bool ok =
        sqlite3_prepare_v2(at->to, "INSERT INTO cols VALUES (?,?,?,?,?,?,?)",
                           -1, &add, NULL) == SQLITE_OK;
    for (size_t i = 0; ok && i < schema->column_count; i++) {
        const t2s_column *column = &schema->columns[i];
        const t2s_stored_column *known = &at->columns[i];
        const t2s_table *table = &schema->tables[column->table];
        if (table->is_view)
            continue;
        sqlite3_bind_int64(add, 1, (sqlite3_int64)i);
        sqlite3_bind_text(add, 2, table->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(add, 3, column->name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(add, 4, known->count);
        sqlite3_bind_int64(add, 5, known->texts);
        sqlite3_bind_int64(add, 6, known->longest);
        sqlite3_bind_int(add, 7, known->is_complete);
        ok = sqlite3_step(add) == SQLITE_DONE;
        sqlite3_reset(add);
    }
    sqlite3_finalize(add);
    return ok;
}

/* What the index was made of, and the limits that cut it short if they did. */
static bool write_origin(reading *at, const char *key)
{
    const int64_t limits[] = {at->max_bytes, at->milliseconds};
    sqlite3_stmt *add = NULL;
    bool ok = sqlite3_prepare_v2(at->to, "INSERT INTO made VALUES (?)", -1,
                                 &add, NULL) == SQLITE_OK;
    if (ok) {
        sqlite3_bind_text(add, 1, key, -1, SQLITE_STATIC);
        ok = sqlite3_step(add) == SQLITE_DONE;
    }
    for (int i = 0; ok && at->cells.has_ended && i < 2; i++) {
        sqlite3_reset(add);
        sqlite3_bind_int64(add, 1, limits[i]);
        ok = sqlite3_step(add) == SQLITE_DONE;
    }
    sqlite3_finalize(add);
    return ok;
}

static bool finish(reading *at, const char *key)
{
    bool ok = run(at->to, making("INDEX by_column")) &&
              run(at->to, making("INDEX by_normal")) &&
              run(at->to, "INSERT OR IGNORE INTO words SELECT word, value "
                          "FROM temp.unsorted ORDER BY word, value") &&
              run(at->to, "DROP TABLE temp.unsorted") && write_columns(at) &&
              write_origin(at, key);
    return ok && run(at->to, "COMMIT");
}

static t2sed_status fill(reading *at, const char *key, t2sed_error *err)
{
    const size_t count =
        t2sed_database_schema(at->cells.database)->column_count;
    t2sed_status status = T2SED_OK;
    at->columns = t2s_zalloc_array(count, sizeof *at->columns);
    if (!at->columns)
        return t2s_fail_memory(err);
    at->failed = !begin(at);
    if (!at->failed)
        status = t2s_cells_read_all(&at->cells, err);
    sqlite3_finalize(at->add_value);
    sqlite3_finalize(at->add_word);
    at->failed |= status == T2SED_OK && !at->failed && !finish(at, key);
    if (at->failed && status == T2SED_OK)
        status = sqlite3_errcode(at->to) == SQLITE_NOMEM
                     ? t2s_fail_memory(err)
                     : t2s_fail(err, T2SED_EIO, -1, "index of values: %s",
                                sqlite3_errmsg(at->to));
    t2s_hash_table_free(&at->seen);
    t2s_string_free(&at->normal);
    t2s_free(at->columns);
    return status;
}

/* The database by its own schema; where it is no file, as it is. */
static t2sed_status open_own(t2sed_database **out, t2sed_database *database,
                             t2sed_error *err)
{
    const char *path = t2s_database_path(database);
    t2sed_database_options own;
    if (!path) {
        *out = t2s_database_retain(database);
        return T2SED_OK;
    }
    t2sed_database_options_init(&own, sizeof own);
    own.isolation = t2s_database_options(database)->isolation;
    return t2sed_database_open(out, path, &own, err);
}

t2sed_status t2s_value_store_build(sqlite3 *index, t2sed_database *database,
                                   const char *key, int64_t max_bytes,
                                   t2s_cell_reader *beside, t2sed_error *err)
{
    const t2sed_database_options *o = t2s_database_options(database);
    const int milliseconds =
        o->index ? o->index_milliseconds : o->values_milliseconds;
    reading at = {
        .cells = {.rows = beside && beside->rows < o->max_table_rows
                              ? beside->rows
                              : o->max_table_rows,
                  .beside = beside,
                  .most_values = o->max_column_values,
                  .most_bytes = o->max_value_bytes,
                  .ends_at = t2s_clock_ms(CLOCK_MONOTONIC) + milliseconds,
                  .take = take,
                  .end_column = end_column},
        .to = index,
        .options = o,
        .milliseconds = milliseconds,
        .max_bytes = max_bytes,
        .next_id = 1,
        .seen = {.is_set = true}};
    t2sed_status status;
    status = open_own(&at.cells.database, database, err);
    if (status != T2SED_OK)
        return status;
    status = fill(&at, key, err);
    t2sed_database_free(at.cells.database);
    return status;
}
