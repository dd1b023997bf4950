/*
 * Reading values through a database system of the host's, where each statement
 * is some ways over a network, and each value a conversion in the client. One
 * statement reads the first rows of a table, which are all rows of most tables.
 * In a larger table the system itself finds the distinct values of a column,
 * among as many rows as it looks at in time.
 */
#include "database/cells.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/memory.h"

/* The first rows are as many as have so many values, but no fewer than so many.
 */
#define FIRST_VALUES 20000
#define FIRST_ROWS   1000
/* Columns that one statement reads, far below all systems' limits. */
#define COLUMNS_AT_ONCE 200
/* A statement may take one of so many parts of the time that is left: then no
 * table keeps the others from being read. */
#define PARTS_OF_TIME 4
/* Of which a system finds the distinct values in a millisecond, at the least.
 */
#define ROWS_A_MILLISECOND 1000
/* Statements in a row that could not be asked at all: then nobody answers. */
#define MOST_FAILURES 3
/* Values that statistics have of a column, at most. */
#define MOST_COMMON 10000

typedef struct reading {
    t2s_cell_reader *reader;
    bool *is_whole; /* of each column: the first rows are all that there are */
    int failures;   /* in a row */
    int milliseconds; /* of the statement at hand */
} reading;

/* How a system's SELECT is limited. */
typedef enum language {
    LIMIT,       /* LIMIT n */
    LIMIT_BYTES, /* the same, and DISTINCT makes texts one that differ by case
                  */
    TOP          /* TOP n */
} language;

static language language_of(const t2sed_database *database)
{
    if (t2s_database_is_mysql(database))
        return LIMIT_BYTES;
    return t2s_database_is_tsql(database) ? TOP : LIMIT;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* --- one statement --- */

static void append_limit(t2s_string *text, const reading *at, int64_t rows)
{
    if (language_of(at->reader->database) != TOP)
        t2s_string_append_format(text, " LIMIT %" PRId64, rows);
}

static void append_column(t2s_string *text, const reading *at, int32_t column)
{
    const t2sed_database *database = at->reader->database;
    t2s_string_append(text, "s.");
    t2s_database_append_name(
        text, database, t2sed_database_schema(database)->columns[column].name);
}

/* Whether a type is one that SUBSTR takes in all systems: not those that only
 * convert to texts, as UUID. */
static bool is_text(const char *type)
{
    return t2s_type_has(type, "CHAR") || t2s_type_has(type, "TEXT") ||
           t2s_type_has(type, "CLOB") || t2s_type_has(type, "STRING");
}

/* A column's value; of a long text its first characters, which are more than
 * the readers take: what is longer is longer still. */
static void append_value(t2s_string *text, const reading *at, int32_t column)
{
    const t2s_cell_reader *r = at->reader;
    const t2sed_schema *schema = t2sed_database_schema(r->database);
    const bool is_cut = is_text(schema->columns[column].type) &&
                        language_of(r->database) != TOP;
    int64_t most = r->most_bytes;
    if (r->beside && r->beside->most_bytes > most)
        most = r->beside->most_bytes;
    if (is_cut)
        t2s_string_append(text, "SUBSTR(");
    append_column(text, at, column);
    if (is_cut)
        t2s_string_append_format(text, ", 1, %" PRId64 ")", most + 1);
}

static void append_table(t2s_string *text, const reading *at, int32_t column)
{
    const t2sed_database *database = at->reader->database;
    t2s_string_append(text, " FROM ");
    t2s_database_append_table(
        text, database, t2sed_database_schema(database)->columns[column].table);
    t2s_string_append(text, " AS s");
}

/* The time of the next statement; false: none is left. */
static bool take_time(reading *at)
{
    t2s_cell_reader *r = at->reader;
    const double left = r->ends_at - t2s_clock_ms(CLOCK_MONOTONIC);
    at->milliseconds = left > 0 ? (int)(left / PARTS_OF_TIME) : 0;
    r->has_ended |= at->milliseconds < 1;
    return !r->has_ended;
}

/* Whether a statement was taken; what a host's database refuses is left out. */
static bool note_end(reading *at, const t2s_ended *ended, int32_t column,
                     const t2sed_error *why)
{
    const t2sed_schema *schema = t2sed_database_schema(at->reader->database);
    const t2s_column *of = &schema->columns[column];
    if (ended->how != T2S_RUN_REFUSED && ended->how != T2S_RUN_DATABASE) {
        at->failures = 0;
        return true;
    }
    t2s_log(T2SED_LOG_INFO, "values of %s.%s can't be read: %s",
            schema->tables[of->table].name, of->name, why->text);
    at->failures = ended->how == T2S_RUN_DATABASE ? at->failures + 1 : 0;
    at->reader->has_ended |= at->failures >= MOST_FAILURES;
    return false;
}

/* Runs a statement, whose text is freed, for p's columns. */
static t2sed_status run(bool *is_taken, t2s_ended *ended, reading *at,
                        t2s_string *text, t2s_cell_part *p, t2s_take_row take,
                        t2sed_error *err)
{
    t2s_statement query = {.sql = text->text,
                           .length = text->length,
                           .is_ours = true,
                           .milliseconds = at->milliseconds,
                           .rows = (size_t)p->most_rows};
    t2sed_error why = {0};
    t2sed_status status = text->failed
                              ? T2SED_ENOMEM
                              : t2s_database_run(ended, at->reader->database,
                                                 &query, take, p, &why);
    t2s_string_free(text);
    if (status == T2SED_ENOMEM || p->failed || why.code == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK) {
        if (err)
            *err = why;
        return status;
    }
    *is_taken = note_end(at, ended, p->first, &why);
    for (int32_t i = p->first; i < p->first + p->count; i++)
        at->reader->is_read[i] |= *is_taken && ended->has_begun;
    return t2s_check_interrupt(err);
}

/* --- the first rows --- */

static int64_t first_rows(const reading *at, int32_t columns)
{
    const int64_t rows = FIRST_VALUES / columns;
    return least(at->reader->rows, rows > FIRST_ROWS ? rows : FIRST_ROWS);
}

static t2sed_status read_part(bool *is_taken, reading *at, int32_t first,
                              int32_t count, t2sed_error *err)
{
    const int64_t wanted = first_rows(at, count);
    t2s_cell_part p = {.reader = at->reader,
                       .first = first,
                       .count = count,
                       .most_rows = wanted + 1};
    t2s_ended ended;
    t2s_string text = {0};
    t2sed_status status;
    t2s_string_append(&text, "SELECT ");
    if (language_of(at->reader->database) == TOP)
        t2s_string_append_format(&text, "TOP %" PRId64 " ", wanted + 1);
    for (int32_t i = first; i < first + count; i++) {
        if (i > first)
            t2s_string_append(&text, ", ");
        append_value(&text, at, i);
    }
    append_table(&text, at, first);
    append_limit(&text, at, wanted + 1);
    status = run(is_taken, &ended, at, &text, &p, t2s_cell_part_take, err);
    /* Rows that are too wide to come in time may have columns that are not. */
    *is_taken &= status != T2SED_OK || ended.how != T2S_RUN_TIME || p.rows > 0;
    for (int32_t i = first; i < first + count; i++)
        at->is_whole[i] = status == T2SED_OK && *is_taken &&
                          ended.how == T2S_RUN_DONE && p.rows <= wanted;
    return status;
}

/* A column that is refused, or too wide, spoils the statement for all: then
 * each is tried alone. */
static t2sed_status read_first(reading *at, const t2s_table *table,
                               t2sed_error *err)
{
    const int32_t end = table->first_column + table->column_count;
    t2sed_status status = T2SED_OK;
    for (int32_t i = table->first_column, count;
         i < end && status == T2SED_OK && take_time(at); i += count) {
        bool is_taken = false;
        count = end - i < COLUMNS_AT_ONCE ? end - i : COLUMNS_AT_ONCE;
        status = read_part(&is_taken, at, i, count, err);
        for (int32_t c = i; !is_taken && count > 1 && c < i + count &&
                            status == T2SED_OK && take_time(at);
             c++) {
            bool is_alone;
            status = read_part(&is_alone, at, c, 1, err);
        }
    }
    return status;
}

/* --- more rows --- */

/* A column's first rows, as a table s with the column v. */
static void append_rows(t2s_string *text, const reading *at, int32_t column,
                        int64_t rows)
{
    t2s_string_append(text, " FROM (SELECT ");
    append_value(text, at, column);
    t2s_string_append(text, " AS v");
    append_table(text, at, column);
    append_limit(text, at, rows);
    t2s_string_append(text, ") AS s");
}

/* The distinct values of a column among `rows`, at most `values`. */
static void write_distinct(t2s_string *text, const reading *at, int32_t column,
                           int64_t rows, int64_t values)
{
    const t2sed_database *database = at->reader->database;
    const t2sed_schema *schema = t2sed_database_schema(database);
    const bool by_bytes = language_of(database) == LIMIT_BYTES &&
                          schema->columns[column].kind != T2SED_TYPE_NUMBER &&
                          schema->columns[column].kind != T2SED_TYPE_TIME;
    t2s_string_append(text, by_bytes ? "SELECT MIN(s.v)" : "SELECT ");
    if (!by_bytes && !t2s_schema_is_lone_key(schema, column))
        t2s_string_append(text, "DISTINCT ");
    if (!by_bytes)
        t2s_string_append(text, "s.v");
    append_rows(text, at, column, rows);
    if (by_bytes)
        t2s_string_append(text, " GROUP BY CAST(s.v AS BINARY)");
    append_limit(text, at, values);
}

/* Reads what a table's column has beside its first rows; `has`: the rows of the
 * table. */
static t2sed_status read_column(reading *at, int32_t column, int64_t has,
                                t2sed_error *err)
{
    const t2s_cell_reader *r = at->reader;
    const int64_t rows =
        least(r->rows, (int64_t)at->milliseconds * ROWS_A_MILLISECOND);
    /* Values that are one to the reader may be several to the system. */
    const int64_t values = 2 * least(r->most_values, rows);
    t2s_cell_part p = {.reader = at->reader,
                       .first = column,
                       .count = 1,
                       .most_rows = values + 1};
    t2s_ended ended;
    t2s_string text = {0};
    bool is_taken;
    t2sed_status status;
    write_distinct(&text, at, column, rows, values + 1);
    status = run(&is_taken, &ended, at, &text, &p, t2s_cell_part_take, err);
    at->is_whole[column] = status == T2SED_OK && is_taken &&
                           ended.how == T2S_RUN_DONE && p.rows <= values &&
                           has <= rows;
    return status;
}

/* Takes a count, which stands in for the rows that were taken. */
static t2s_run take_count(void *context, const t2s_rows *row, t2sed_error *err)
{
    t2s_cell_part *p = context;
    (void)err;
    p->rows = t2s_rows_integer(row, 0);
    return T2S_RUN_ROW;
}

/* The rows of a column's table, of which one more than the reader wants are
 * counted; INT64_MAX where that is not known. */
static t2sed_status count_rows(int64_t *out, reading *at, int32_t column,
                               t2sed_error *err)
{
    t2s_cell_part p = {.reader = at->reader, .first = column, .most_rows = 1};
    t2s_ended ended;
    t2s_string text = {0};
    bool is_taken;
    t2sed_status status;
    *out = INT64_MAX;
    t2s_string_append(&text, "SELECT COUNT(*)");
    append_rows(&text, at, column, least(at->reader->rows, INT64_MAX - 1) + 1);
    status = run(&is_taken, &ended, at, &text, &p, take_count, err);
    if (status == T2SED_OK && ended.how == T2S_RUN_DONE)
        *out = p.rows;
    return status;
}

/* Appends a text as a constant of PostgreSQL's. */
static void append_constant(t2s_string *text, const char *value)
{
    t2s_string_append_quoted(text, value, strlen(value), '\'');
}

/*
 * PostgreSQL keeps the most common values of all rows, as of its last ANALYZE,
 * for whoever may read the column. They are never all values, so they stand
 * beside those of the rows that are read. What other systems keep is the least
 * and the greatest value, or for administrators.
 */
static t2sed_status read_common(reading *at, int32_t column, t2sed_error *err)
{
    const t2sed_database *database = at->reader->database;
    const t2sed_schema *schema = t2sed_database_schema(database);
    const char *table = schema->tables[schema->columns[column].table].name;
    t2s_cell_part p = {.reader = at->reader,
                       .first = column,
                       .count = 1,
                       .most_rows = MOST_COMMON};
    t2s_string text = {0}, quoted = {0};
    t2s_ended ended;
    bool is_taken;
    t2s_database_append_name(&quoted, database, table);
    t2s_string_append(
        &text, "SELECT unnest(CAST(CAST(s.most_common_vals AS text) AS text[]))"
               " FROM pg_catalog.pg_stats AS s"
               " JOIN pg_catalog.pg_class AS c ON c.relname = s.tablename"
               " JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace"
               " AND n.nspname = s.schemaname WHERE c.oid = to_regclass(");
    append_constant(&text, quoted.failed ? "" : quoted.text);
    t2s_string_append(&text, ") AND s.attname = ");
    append_constant(&text, schema->columns[column].name);
    text.failed |= quoted.failed;
    t2s_string_free(&quoted);
    return run(&is_taken, &ended, at, &text, &p, t2s_cell_part_take, err);
}

/* Whether there are statistics that read_common can read: booleans would be
 * "t" and "f". */
static bool has_statistics(const reading *at, int32_t column)
{
    const t2sed_database *database = at->reader->database;
    const t2sed_schema *schema = t2sed_database_schema(database);
    const t2s_column *of = &schema->columns[column];
    const char *dialect = t2s_database_dialect(database);
    return dialect && t2s_casecmp(dialect, "postgresql") == 0 &&
           of->kind != T2SED_TYPE_BOOLEAN && !strchr(of->name, '\\') &&
           !strchr(schema->tables[of->table].name, '\\');
}

/* Whether a column has rows behind the first, of which more are wanted: of SQL
 * Server the first rows are enough. */
static bool is_wanted(const reading *at, int32_t column)
{
    return language_of(at->reader->database) != TOP &&
           at->reader->is_read[column] && !at->is_whole[column] &&
           t2s_cells_are_wanted(at->reader, column);
}

static t2sed_status read_rest(reading *at, const t2s_table *table,
                              t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    int64_t has = -1;
    for (int32_t i = table->first_column;
         i < table->first_column + table->column_count && status == T2SED_OK;
         i++) {
        if (!is_wanted(at, i))
            continue;
        if (has < 0 && take_time(at))
            status = count_rows(&has, at, i, err);
        if (status == T2SED_OK && take_time(at))
            status = read_column(at, i, has, err);
        if (status == T2SED_OK && has > at->reader->rows && is_wanted(at, i) &&
            has_statistics(at, i) && take_time(at))
            status = read_common(at, i, err);
    }
    return status;
}

/* --- all tables --- */

static t2sed_status read_tables(reading *at,
                                t2sed_status (*read)(reading *at,
                                                     const t2s_table *table,
                                                     t2sed_error *err),
                                t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(at->reader->database);
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < schema->table_count && status == T2SED_OK &&
                       !at->reader->has_ended;
         i++)
        if (!schema->tables[i].is_view)
            status = read(at, &schema->tables[i], err);
    return status;
}

static void end_columns(reading *at)
{
    const t2sed_schema *schema = t2sed_database_schema(at->reader->database);
    for (t2s_cell_reader *r = at->reader; r; r = r->beside)
        for (size_t i = 0; i < schema->column_count; i++) {
            r->is_read[i] = at->reader->is_read[i];
            if (!schema->tables[schema->columns[i].table].is_view)
                r->end_column(r, (int32_t)i,
                              at->is_whole[i] && !r->is_full[i] &&
                                  (r == at->reader || !r->has_ended));
        }
}

t2sed_status t2s_cells_read_host(t2s_cell_reader *r, t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(r->database);
    reading at = {.reader = r};
    t2sed_status status;
    at.is_whole = t2s_zalloc_array(schema->column_count, sizeof *at.is_whole);
    if (!at.is_whole)
        return t2s_fail_memory(err);
    status = read_tables(&at, read_first, err);
    if (status == T2SED_OK)
        status = read_tables(&at, read_rest, err);
    if (status == T2SED_OK)
        end_columns(&at);
    t2s_free(at.is_whole);
    return status;
}
