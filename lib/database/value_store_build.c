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
#include "base/interrupt.h"
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
    t2s_sandbox *from;
    sqlite3 *to;
    const t2sed_schema *schema; /* the database's own */
    const t2s_value_store_options *options;
    t2s_stored_column *columns;
    bool *is_full; /* for each column: more values than are kept */
    sqlite3_stmt *add_value, *add_word;
    t2s_hash_table seen; /* (column, text) of the table that is read */
    t2s_string normal;
    int64_t bytes, max_bytes, next_id;
    double ends_at; /* of the monotonic clock */
    bool no_room;   /* or no time */
    bool failed;    /* the index can't be written */
} reading;

static void write_word(reading *at, const char *word, size_t n)
{
    sqlite3_bind_text(at->add_word, 1, word, (int)n, SQLITE_STATIC);
    sqlite3_bind_int64(at->add_word, 2, at->next_id);
    at->failed |= sqlite3_step(at->add_word) != SQLITE_DONE;
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

static void write_value(reading *at, int32_t column, const char *text, size_t n,
                        bool is_number)
{
    sqlite3_bind_int64(at->add_value, 1, at->next_id);
    sqlite3_bind_int(at->add_value, 2, column);
    sqlite3_bind_text(at->add_value, 3, at->normal.text, (int)at->normal.length,
                      SQLITE_STATIC);
    sqlite3_bind_text(at->add_value, 4, text, (int)n, SQLITE_STATIC);
    sqlite3_bind_int(at->add_value, 5, is_number);
    at->failed |= sqlite3_step(at->add_value) != SQLITE_DONE;
    sqlite3_reset(at->add_value);
    sqlite3_clear_bindings(at->add_value);
    at->bytes += (int64_t)(n + 3 * at->normal.length) + VALUE_BYTES;
    if (!is_number)
        write_words(at);
    at->next_id++;
}

/* Takes in a text that is no longer than values may be. */
static bool take(reading *at, int32_t column, const char *text, size_t n,
                 bool is_number)
{
    t2s_stored_column *known = &at->columns[column];
    uint64_t hash = t2s_cell_hash(column, text, n);
    if (t2s_hash_table_find(&at->seen, hash))
        return true;
    if ((is_number ? known->count - known->texts >= at->options->max_numbers
                   : known->texts >= at->options->max_values) ||
        at->seen.count >= MOST_SEEN) {
        at->is_full[column] = true;
        return true;
    }
    if (at->bytes > at->max_bytes) {
        at->no_room = true;
        return true;
    }
    if (!t2s_hash_table_add(&at->seen, hash))
        return false;
    known->count++;
    known->texts += !is_number;
    if ((int64_t)n > known->longest)
        known->longest = (int64_t)n;
    write_value(at, column, text, n, is_number);
    return true;
}

/* Takes in one cell of a row; false when memory is short. */
static bool read_cell(reading *at, const t2s_rows *row, int i, int32_t column)
{
    t2s_cell cell;
    if (at->is_full[column])
        return true;
    if (!t2s_cell_read(&cell, row, i))
        return false;
    if (!cell.text || (int64_t)cell.length > at->options->max_value_bytes ||
        memchr(cell.text, '\0', cell.length) ||
        t2s_utf8_check(cell.text, cell.length, "value", NULL) != T2SED_OK)
        return true;
    if (!t2s_cell_normal(&at->normal, &cell))
        return false;
    return at->normal.length == 0 ||
           take(at, column, cell.text, cell.length, cell.is_number);
}

static bool all_full(const reading *at, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; i++)
        if (!at->is_full[i])
            return false;
    return true;
}

/* What SQLite can't read is left incomplete; only memory that is short, or an
 * index that can't be written, is an error. */
static t2sed_status read_columns(reading *at, const char *table, int32_t first,
                                 int32_t count, t2sed_error *err)
{
    t2s_rows *rows = NULL;
    int64_t left = at->options->max_rows;
    t2s_run how = T2S_RUN_DATABASE;
    bool memory = true;
    t2sed_error why;
    t2sed_status status =
        t2s_cells_open(&how, &rows, at->from, at->schema, table, first, count,
                       at->ends_at, &why);
    while (rows && memory && !at->failed && !at->no_room &&
           !all_full(at, first, count) &&
           (how = t2s_rows_next(rows, &why)) == T2S_RUN_ROW && left-- > 0)
        for (int32_t i = 0; i < count && memory; i++)
            memory = read_cell(at, rows, i, first + i);
    t2s_rows_close(rows);
    for (int32_t i = first; i < first + count; i++)
        at->columns[i].is_complete = how == T2S_RUN_DONE && !at->is_full[i];
    t2s_hash_table_free(&at->seen);
    at->no_room |= t2s_clock_ms(CLOCK_MONOTONIC) >= at->ends_at;
    if (!memory || status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (how == T2S_RUN_DATABASE) {
        if (err)
            *err = why;
        return T2SED_EDATABASE;
    }
    return t2s_check_interrupt(err);
}

static t2sed_status read_tables(reading *at, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t t = 0; status == T2SED_OK && t < at->schema->table_count; t++) {
        const t2s_table *table = &at->schema->tables[t];
        if (table->is_view)
            continue;
        for (int32_t i = 0; status == T2SED_OK && !at->failed && !at->no_room &&
                            i < table->column_count;
             i += T2S_COLUMNS_AT_ONCE) {
            int32_t left = table->column_count - i;
            status = read_columns(
                at, table->name, table->first_column + i,
                left < T2S_COLUMNS_AT_ONCE ? left : T2S_COLUMNS_AT_ONCE, err);
        }
    }
    return status;
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
    sqlite3_stmt *add = NULL;
    bool ok =
        sqlite3_prepare_v2(at->to, "INSERT INTO cols VALUES (?,?,?,?,?,?,?)",
                           -1, &add, NULL) == SQLITE_OK;
    for (size_t i = 0; ok && i < at->schema->column_count; i++) {
        const t2s_column *column = &at->schema->columns[i];
        const t2s_stored_column *known = &at->columns[i];
        const t2s_table *table = &at->schema->tables[column->table];
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
    const int64_t limits[] = {at->max_bytes, at->options->max_milliseconds};
    sqlite3_stmt *add = NULL;
    bool ok = sqlite3_prepare_v2(at->to, "INSERT INTO made VALUES (?)", -1,
                                 &add, NULL) == SQLITE_OK;
    if (ok) {
        sqlite3_bind_text(add, 1, key, -1, SQLITE_STATIC);
        ok = sqlite3_step(add) == SQLITE_DONE;
    }
    for (int i = 0; ok && at->no_room && i < 2; i++) {
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

static t2sed_status fill(reading *at, const char *path, const char *key,
                         t2sed_error *err)
{
    size_t count = at->schema->column_count;
    t2sed_status status;
    at->columns = t2s_zalloc_array(count, sizeof *at->columns);
    at->is_full = t2s_zalloc_array(count, sizeof *at->is_full);
    if (!at->columns || !at->is_full)
        return t2s_fail_memory(err);
    status = t2s_sandbox_open(&at->from, path, err);
    if (status != T2SED_OK)
        return status;
    at->failed = !begin(at);
    if (!at->failed)
        status = read_tables(at, err);
    sqlite3_finalize(at->add_value);
    sqlite3_finalize(at->add_word);
    at->failed |= status == T2SED_OK && !at->failed && !finish(at, key);
    if (at->failed && status == T2SED_OK)
        status = sqlite3_errcode(at->to) == SQLITE_NOMEM
                     ? t2s_fail_memory(err)
                     : t2s_fail(err, T2SED_EIO, -1, "index of values: %s",
                                sqlite3_errmsg(at->to));
    return status;
}

t2sed_status t2s_value_store_build(sqlite3 *index, const char *path,
                                   const char *key, int64_t max_bytes,
                                   const t2s_value_store_options *options,
                                   t2sed_error *err)
{
    t2sed_schema *schema = NULL;
    reading at = {.to = index,
                  .options = options,
                  .max_bytes = max_bytes,
                  .seen = {.is_set = true}};
    t2sed_status status = t2sed_schema_open_sqlite(&schema, path, err);
    if (status != T2SED_OK)
        return status;
    at.schema = schema;
    at.next_id = 1;
    at.ends_at = t2s_clock_ms(CLOCK_MONOTONIC) + options->max_milliseconds;
    status = fill(&at, path, key, err);
    t2s_sandbox_close(at.from);
    t2s_hash_table_free(&at.seen);
    t2s_string_free(&at.normal);
    t2s_free(at.columns);
    t2s_free(at.is_full);
    t2sed_schema_free(schema);
    return status;
}
