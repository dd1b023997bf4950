#include "database/cells.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "database/value_normal.h"
#include "schema/words.h"

/* Columns that one statement reads, far below SQLite's limits. */
#define COLUMNS_AT_ONCE 200

t2sed_status t2s_cells_read(t2s_ended *out, t2sed_database *database,
                            int32_t first, int32_t count, int64_t rows,
                            double ends_at, t2s_take_row take, void *context,
                            t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    const double left = ends_at - t2s_clock_ms(CLOCK_MONOTONIC);
    t2s_string text = {0};
    t2s_statement query = {.is_ours = true,
                           .milliseconds = left > 0 ? (int)left : 0,
                           .rows = (size_t)rows};
    t2sed_status status;
    *out = (t2s_ended){.how = T2S_RUN_DATABASE, .fault = -1};
    t2s_string_append(&text, "SELECT ");
    for (int32_t i = first; i < first + count; i++) {
        t2s_string_append(&text, i > first ? ", s." : "s.");
        t2s_database_append_name(&text, database, schema->columns[i].name);
    }
    t2s_string_append(&text, " FROM ");
    t2s_database_append_table(&text, database, schema->columns[first].table);
    t2s_string_append(&text, " AS s");
    query.sql = text.text;
    query.length = text.length;
    status = text.failed
                 ? t2s_fail_memory(err)
                 : t2s_database_run(out, database, &query, take, context, err);
    t2s_string_free(&text);
    return status;
}

/* --- all tables --- */

/* A number that came as text, as drivers give decimals, is what SQLite makes of
 * it in such a column. */
static void read_number(const t2s_cell_part *p, int32_t column, t2s_cell *cell)
{
    const t2sed_schema *schema = t2sed_database_schema(p->reader->database);
    if (cell->text && !cell->is_number &&
        schema->columns[column].kind == T2SED_TYPE_NUMBER)
        cell->is_number =
            t2s_word_number(cell->text, cell->length, &cell->number);
}

bool t2s_cells_are_wanted(const t2s_cell_reader *r, int32_t column)
{
    return !r->is_full[column] ||
           (r->beside && !r->beside->has_ended && !r->beside->is_full[column]);
}

t2s_run t2s_cell_part_take(void *context, const t2s_rows *row, t2sed_error *err)
{
    t2s_cell_part *p = context;
    t2s_cell_reader *r = p->reader;
    bool is_wanted = false;
    if (t2s_rows_columns(row) != p->count) {
        (void)t2s_fail(err, T2SED_EDATABASE, -1,
                       "rows of %d values where %d were asked for",
                       t2s_rows_columns(row), (int)p->count);
        return T2S_RUN_DATABASE;
    }
    if (p->rows++ >= p->most_rows || r->has_ended)
        return T2S_RUN_ROWS;
    for (int32_t i = 0; i < p->count && !p->failed && !r->has_ended; i++) {
        const int32_t column = p->first + i;
        t2s_cell cell;
        if (!t2s_cells_are_wanted(r, column))
            continue;
        is_wanted = true;
        p->failed = !t2s_cell_read(&cell, row, i);
        if (t2s_database_is_host(r->database))
            read_number(p, column, &cell);
        for (; r && !p->failed; r = r->beside) {
            if (r->is_full[column] || r->has_ended)
                continue;
            if (cell.text)
                p->failed = !r->take(r, column, &cell);
            else if (t2s_rows_type(row, i) == T2SED_CELL_NULL)
                r->has_null[column] = true;
        }
        r = p->reader;
    }
    if (p->failed)
        return T2S_RUN_MEMORY;
    return is_wanted && !r->has_ended ? T2S_RUN_ROW : T2S_RUN_ROWS;
}

/* What SQLite can't read is left incomplete; only a file that can't be read,
 * or memory that is short, is an error. */
static t2sed_status read_part(t2s_cell_reader *r, int32_t first, int32_t count,
                              bool *is_refused, t2sed_error *err)
{
    t2s_cell_part p = {
        .reader = r, .first = first, .count = count, .most_rows = r->rows};
    t2s_ended ended;
    t2sed_error why = {0};
    t2sed_status status =
        t2s_cells_read(&ended, r->database, first, count, r->rows + 1,
                       r->ends_at, t2s_cell_part_take, &p, &why);
    for (int32_t i = first; i < first + count; i++) {
        r->is_read[i] = ended.has_begun;
        r->end_column(r, i, ended.how == T2S_RUN_DONE && !r->is_full[i]);
    }
    *is_refused = ended.how == T2S_RUN_REFUSED;
    r->has_ended |= t2s_clock_ms(CLOCK_MONOTONIC) >= r->ends_at;
    if (p.failed || status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status == T2SED_OK && ended.how != T2S_RUN_DATABASE)
        return t2s_check_interrupt(err);
    if (err)
        *err = why;
    return status == T2SED_OK ? why.code : status;
}

/* A column that the database does not have spoils the statement for all: then
 * each is tried alone. */
static t2sed_status read_table(t2s_cell_reader *r, const t2s_table *table,
                               t2sed_error *err)
{
    const int32_t end = table->first_column + table->column_count;
    t2sed_status status = T2SED_OK;
    for (int32_t i = table->first_column, count;
         i < end && status == T2SED_OK && !r->has_ended; i += count) {
        bool is_refused;
        count = end - i < COLUMNS_AT_ONCE ? end - i : COLUMNS_AT_ONCE;
        status = read_part(r, i, count, &is_refused, err);
        for (int32_t c = i; is_refused && count > 1 && c < i + count &&
                            status == T2SED_OK && !r->has_ended;
             c++) {
            bool is_alone;
            status = read_part(r, c, 1, &is_alone, err);
        }
    }
    return status;
}

static t2sed_status read_tables(t2s_cell_reader *r, t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(r->database);
    t2sed_status status = T2SED_OK;
    for (size_t i = 0;
         i < schema->table_count && status == T2SED_OK && !r->has_ended; i++)
        if (!schema->tables[i].is_view)
            status = read_table(r, &schema->tables[i], err);
    return status;
}

t2sed_status t2s_cells_read_all(t2s_cell_reader *reader, t2sed_error *err)
{
    const size_t count = t2sed_database_schema(reader->database)->column_count;
    bool has_room = true;
    t2sed_status status;
    for (t2s_cell_reader *r = reader; r; r = r->beside) {
        r->is_full = t2s_zalloc_array(count, sizeof *r->is_full);
        r->is_read = t2s_zalloc_array(count, sizeof *r->is_read);
        r->has_null = t2s_zalloc_array(count, sizeof *r->has_null);
        has_room = has_room && r->is_full && r->is_read && r->has_null;
    }
    if (!has_room)
        status = t2s_fail_memory(err);
    else if (t2s_database_is_host(reader->database))
        status = t2s_cells_read_host(reader, err);
    else
        status = read_tables(reader, err);
    for (t2s_cell_reader *r = reader; r; r = r->beside) {
        t2s_free(r->is_full);
        t2s_free(r->is_read);
        t2s_free(r->has_null);
    }
    return status;
}

/* --- one value --- */

bool t2s_cell_read(t2s_cell *out, const t2s_rows *row, int i)
{
    int type = t2s_rows_type(row, i);
    *out = (t2s_cell){0};
    if (type == T2SED_CELL_NULL || type == T2SED_CELL_BLOB)
        return true;
    out->is_number = type != T2SED_CELL_TEXT;
    if (out->is_number)
        out->number = t2s_rows_real(row, i);
    out->text = t2s_rows_text(row, i, &out->length);
    return out->text != NULL;
}

bool t2s_cell_normal(t2s_string *out, const t2s_cell *cell)
{
    t2s_string_clear(out);
    if (cell->is_number) {
        char number[32];
        size_t n = t2s_value_normal_number(number, cell->number);
        t2s_string_append_n(out, number, n);
    } else {
        t2s_value_normal(out, cell->text, cell->length);
    }
    return !out->failed;
}

uint64_t t2s_cell_hash(int32_t column, const char *text, size_t n)
{
    uint64_t hash = t2s_hash_step(T2S_HASH_START, (uint32_t)column);
    return t2s_hash_bytes(hash, text, n);
}

void t2s_append_clean(t2s_string *out, const char *text, size_t n)
{
    size_t start = 0;
    for (size_t i = 0; i < n;) {
        size_t length = t2s_utf8_length(text + i, n - i);
        if (length) {
            i += length;
            continue;
        }
        t2s_string_append_n(out, text + start, i - start);
        t2s_string_append(out, "\xEF\xBF\xBD");
        start = ++i;
    }
    t2s_string_append_n(out, text + start, n - start);
}
