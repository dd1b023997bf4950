/*
 * The index of a database's values: a map of normal forms, and the set of
 * (value, column) pairs. Once all is read the pairs are laid out by value.
 */
#include "database/value_index.h"

#include <string.h>

#include "base/clock.h"
#include "base/hash_table.h"
#include "base/map.h"
#include "base/memory.h"
#include "database/cells.h"
#include "schema/words.h"

/* Values of a column that are read as times; and how many there must be for
 * numbers of four or six digits to be years and months. */
#define TIMES_READ 40
#define FEW_TIMES  3

/* What a (value, column) pair takes, roughly, beside the value's text. */
#define PAIR_BYTES 24

typedef struct column_values {
    uint32_t count;
    bool lacks_some;  /* long ones were passed over */
    bool is_complete; /* all rows were read, and all values kept */
    bool is_read;     /* some rows were */
    bool has_null;
    /* Of its texts: how many are numbers, or else; and how numbers look. */
    uint32_t numbers, words;
    bool has_fractions, has_lengths, has_empty; /* of its texts */
    size_t length;                              /* of the first number */
    /* Of its first values. */
    bool has_others; /* no times, or of another layout */
    t2s_time_layout layout;
    t2s_grain grain;
    t2s_period range;   /* that holds all times */
    bool lacks_a_range; /* a value further behind is no time */
} column_values;

struct t2s_value_index {
    t2s_map values; /* normal form -> its number */
    t2s_hash_table pairs, exact;
    t2s_hash_table padded; /* as `exact`, of texts less the blanks round them */
    column_values *columns;
    size_t column_count;
    uint32_t *first;   /* of value i in `by_value`, one more at the end */
    int32_t *by_value; /* columns, ascending for each value */
    size_t bytes;      /* so far */
};

static uint64_t pair_id(int64_t value, int32_t column)
{
    return ((uint64_t)value << 32) | (uint32_t)column;
}

/* Takes the blanks round a text off. */
static void trim(const char **text, size_t *n)
{
    while (*n > 0 && t2s_is_space((*text)[*n - 1]))
        --*n;
    for (; *n > 0 && t2s_is_space(**text); --*n)
        ++*text;
}

/* Reading */

typedef struct reading {
    t2s_cell_reader cells;
    t2s_value_index *index;
    t2s_value_index_options options;
    t2s_string normal;
} reading;

/* Keeps a text as it is, and without the blanks round it. */
static bool add_exact(t2s_value_index *index, int32_t column, const char *text,
                      size_t n)
{
    const size_t length = n;
    if (!t2s_hash_table_add(&index->exact, t2s_cell_hash(column, text, n)))
        return false;
    trim(&text, &n);
    return n == length ||
           t2s_hash_table_add(&index->padded, t2s_cell_hash(column, text, n));
}

static void extend(t2s_period *range, const t2s_period *by)
{
    if (range->from == range->to)
        *range = *by;
    if (by->from < range->from)
        range->from = by->from;
    if (by->to > range->to)
        range->to = by->to;
}

static void note_time(column_values *values, const char *text, size_t n)
{
    t2s_period time;
    t2s_time_layout layout;
    bool is_time;
    if (values->has_others || values->lacks_a_range)
        return;
    is_time = t2s_time_read(&time, &layout, text, n);
    if (values->count >= TIMES_READ) {
        values->lacks_a_range = !is_time || layout != values->layout;
        if (!values->lacks_a_range)
            extend(&values->range, &time);
        return;
    }
    values->has_others =
        !is_time ||
        (n == 4 && (time.from < t2s_days_of(1800, 1, 1) * T2S_DAY_SECONDS ||
                    time.from > t2s_days_of(2100, 1, 1) * T2S_DAY_SECONDS));
    if (values->has_others)
        return;
    /* Of 3/4/2024 it is the others that tell. */
    if (values->layout == T2S_LAYOUT_AMERICAN &&
        layout == T2S_LAYOUT_EUROPEAN && memchr(text, '/', n))
        values->layout = layout;
    if (values->layout == T2S_LAYOUT_EUROPEAN && layout == T2S_LAYOUT_AMERICAN)
        layout = values->layout;
    values->has_others = values->layout && values->layout != layout;
    if (!values->layout || time.grain < values->grain)
        values->grain = time.grain;
    values->layout = layout;
    extend(&values->range, &time);
}

static bool add_value(reading *at, int32_t column, const char *text, size_t n)
{
    t2s_value_index *index = at->index;
    column_values *values = &index->columns[column];
    int64_t value =
        t2s_map_get(&index->values, at->normal.text, at->normal.length, -1);
    if (value >= 0 &&
        t2s_hash_table_find(&index->pairs, pair_id(value, column))) {
        if (values->count < at->options.max_values)
            return add_exact(index, column, text, n);
        return true;
    }
    if (values->count >= at->options.max_values) {
        at->cells.is_full[column] = true;
        return true;
    }
    index->bytes += PAIR_BYTES + (value < 0 ? at->normal.length : 0);
    if (index->bytes > at->options.max_bytes) {
        at->cells.has_ended = true;
        return true;
    }
    if (value < 0) {
        value = (int64_t)index->values.count;
        if (!t2s_map_set(&index->values, at->normal.text, at->normal.length,
                         value))
            return false;
    }
    note_time(values, text, n);
    values->count++;
    return t2s_hash_table_add(&index->pairs, pair_id(value, column)) &&
           add_exact(index, column, text, n);
}

/* A text is a number, with a sign or not, or it is none. */
static void note_number(column_values *values, const t2s_cell *cell)
{
    const bool has_sign = cell->length > 1 && cell->text[0] == '-';
    const char *point;
    size_t whole;
    double number;
    if (cell->is_number)
        return;
    if (cell->length == 0) {
        values->has_empty = true;
        return;
    }
    if (!t2s_word_number(cell->text + has_sign, cell->length - has_sign,
                         &number)) {
        values->words++;
        return;
    }
    point = memchr(cell->text, '.', cell->length);
    whole = point ? (size_t)(point - cell->text) : cell->length;
    values->has_lengths |=
        has_sign || (values->numbers > 0 && values->length != whole);
    values->has_fractions |= point != NULL;
    values->length = whole;
    values->numbers++;
}

static bool take(t2s_cell_reader *reader, int32_t column, const t2s_cell *cell)
{
    reading *at = (reading *)reader;
    if (cell->length > at->options.max_value_bytes) {
        at->index->columns[column].lacks_some = true;
        return true;
    }
    note_number(&at->index->columns[column], cell);
    return t2s_cell_normal(&at->normal, cell) &&
           (at->normal.length == 0 ||
            add_value(at, column, cell->text, cell->length));
}

static void end_column(t2s_cell_reader *reader, int32_t column,
                       bool is_complete)
{
    column_values *values = &((reading *)reader)->index->columns[column];
    values->is_complete = is_complete && !values->lacks_some;
    values->is_read = reader->is_read[column];
    values->has_null = reader->has_null[column];
}

/* Lays the pairs out by value, the columns of each ascending: sorted by
 * insertion, for a value is in few columns. */
static bool lay_out(t2s_value_index *index)
{
    size_t values = index->values.count, pairs = index->pairs.count;
    uint32_t *next = t2s_zalloc_array(values + 1, sizeof *next);
    uint64_t pair;
    index->first = t2s_zalloc_array(values + 1, sizeof *index->first);
    index->by_value = t2s_alloc_array(pairs, sizeof *index->by_value);
    if (!next || !index->first || !index->by_value) {
        t2s_free(next);
        return false;
    }
    for (size_t i = 0; t2s_hash_table_next(&index->pairs, &i, &pair, NULL);)
        index->first[(pair >> 32) + 1]++;
    for (size_t i = 0; i < values; i++)
        index->first[i + 1] += index->first[i];
    memcpy(next, index->first, (values + 1) * sizeof *next);
    for (size_t i = 0; t2s_hash_table_next(&index->pairs, &i, &pair, NULL);) {
        const int32_t column = (int32_t)(uint32_t)pair;
        uint32_t at = next[pair >> 32]++;
        while (at > index->first[pair >> 32] &&
               index->by_value[at - 1] > column) {
            index->by_value[at] = index->by_value[at - 1];
            at--;
        }
        index->by_value[at] = column;
    }
    t2s_free(next);
    return true;
}

t2sed_status t2s_value_index_begin(t2s_value_index **out,
                                   t2s_cell_reader **reader,
                                   t2sed_database *database,
                                   const t2s_value_index_options *options,
                                   t2sed_error *err)
{
    static const t2s_value_index_options defaults =
        T2S_VALUE_INDEX_OPTIONS_INIT;
    const t2s_value_index_options *use = options ? options : &defaults;
    t2s_value_index *index = t2s_zalloc(sizeof *index);
    reading *at = t2s_zalloc(sizeof *at);
    if (index) {
        index->column_count = t2sed_database_schema(database)->column_count;
        index->pairs.is_set = index->exact.is_set = index->padded.is_set = true;
        index->columns =
            t2s_zalloc_array(index->column_count, sizeof *index->columns);
    }
    if (!at || !index || !index->columns) {
        t2s_free(at);
        t2s_value_index_free(index);
        return t2s_fail_memory(err);
    }
    *at = (reading){.cells = {.database = database,
                              .rows = use->max_rows,
                              .most_values = (int64_t)use->max_values,
                              .most_bytes = (int64_t)use->max_value_bytes,
                              .ends_at = t2s_clock_ms(CLOCK_MONOTONIC) +
                                         use->max_milliseconds,
                              .take = take,
                              .end_column = end_column},
                    .index = index,
                    .options = *use};
    *out = index;
    *reader = &at->cells;
    return T2SED_OK;
}

t2sed_status t2s_value_index_end(t2s_value_index **out, t2s_cell_reader *reader,
                                 t2sed_status status, t2sed_error *err)
{
    reading *at = (reading *)reader;
    t2s_string_free(&at->normal);
    t2s_free(at);
    if (status == T2SED_OK && !lay_out(*out))
        status = t2s_fail_memory(err);
    if (status != T2SED_OK) {
        t2s_value_index_free(*out);
        *out = NULL;
    }
    return status;
}

t2sed_status t2s_value_index_open(t2s_value_index **out,
                                  t2sed_database *database,
                                  const t2s_value_index_options *options,
                                  t2sed_error *err)
{
    t2s_value_index *index = NULL;
    t2s_cell_reader *reader = NULL;
    t2sed_status status =
        t2s_value_index_begin(&index, &reader, database, options, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_cells_read_all(reader, err);
    status = t2s_value_index_end(&index, reader, status, err);
    if (status == T2SED_OK)
        *out = index;
    return status;
}

void t2s_value_index_free(t2s_value_index *index)
{
    if (!index)
        return;
    t2s_map_free(&index->values);
    t2s_hash_table_free(&index->pairs);
    t2s_hash_table_free(&index->exact);
    t2s_hash_table_free(&index->padded);
    t2s_free(index->columns);
    t2s_free(index->first);
    t2s_free(index->by_value);
    t2s_free(index);
}

/* Asking */

const int32_t *t2s_value_index_columns(const t2s_value_index *index,
                                       const char *normal, size_t n,
                                       size_t *count)
{
    int64_t value = t2s_map_get(&index->values, normal, n, -1);
    *count = 0;
    if (value < 0)
        return NULL;
    *count = index->first[value + 1] - index->first[value];
    return *count ? index->by_value + index->first[value] : NULL;
}

static bool is_column(const t2s_value_index *index, int32_t column)
{
    return column >= 0 && (size_t)column < index->column_count;
}

bool t2s_value_index_holds(const t2s_value_index *index, int32_t column,
                           const char *normal, size_t n)
{
    int64_t value = t2s_map_get(&index->values, normal, n, -1);
    return value >= 0 && is_column(index, column) &&
           t2s_hash_table_find(&index->pairs, pair_id(value, column));
}

bool t2s_value_index_holds_exactly(const t2s_value_index *index, int32_t column,
                                   const char *text, size_t n)
{
    return is_column(index, column) &&
           t2s_hash_table_find(&index->exact, t2s_cell_hash(column, text, n));
}

bool t2s_value_index_holds_padded(const t2s_value_index *index, int32_t column,
                                  const char *text, size_t n)
{
    if (!is_column(index, column) || index->padded.count == 0 ||
        t2s_hash_table_find(&index->exact, t2s_cell_hash(column, text, n)))
        return false;
    trim(&text, &n);
    return n > 0 &&
           t2s_hash_table_find(&index->padded,
                               t2s_cell_hash(column, text, n)) &&
           !t2s_hash_table_find(&index->exact, t2s_cell_hash(column, text, n));
}

bool t2s_value_index_is_complete(const t2s_value_index *index, int32_t column)
{
    return is_column(index, column) && index->columns[column].is_complete;
}

bool t2s_value_index_is_read(const t2s_value_index *index, int32_t column)
{
    return is_column(index, column) && index->columns[column].is_read;
}

size_t t2s_value_index_count(const t2s_value_index *index, int32_t column)
{
    return is_column(index, column) ? index->columns[column].count : 0;
}

t2s_time_layout t2s_value_index_times(const t2s_value_index *index,
                                      int32_t column, t2s_grain *grain)
{
    const column_values *values =
        is_column(index, column) ? &index->columns[column] : NULL;
    *grain = T2S_GRAIN_NONE;
    if (!values || values->has_others ||
        (values->grain >= T2S_GRAIN_MONTH && values->count < FEW_TIMES))
        return T2S_LAYOUT_NONE;
    *grain = values->grain;
    return values->layout;
}

bool t2s_value_index_time_range(const t2s_value_index *index, int32_t column,
                                t2s_period *range)
{
    t2s_grain grain;
    const t2s_time_layout layout = t2s_value_index_times(index, column, &grain);
    if (layout == T2S_LAYOUT_NONE || layout == T2S_LAYOUT_AMERICAN ||
        layout == T2S_LAYOUT_EUROPEAN || index->columns[column].lacks_a_range ||
        !index->columns[column].is_complete)
        return false;
    *range = index->columns[column].range;
    return true;
}

bool t2s_value_index_has_null(const t2s_value_index *index, int32_t column)
{
    return is_column(index, column) && index->columns[column].has_null;
}

bool t2s_value_index_has_odd_texts(const t2s_value_index *index, int32_t column)
{
    const column_values *values =
        is_column(index, column) ? &index->columns[column] : NULL;
    return values && values->numbers > 2 * values->words &&
           (values->words > 0 || values->has_empty);
}

bool t2s_value_index_misorders(const t2s_value_index *index, int32_t column)
{
    return t2s_value_index_text_numbers(index, column) >= T2S_TEXT_NUMBERS &&
           (index->columns[column].has_lengths ||
            t2s_value_index_has_odd_texts(index, column));
}

t2s_text_numbers t2s_value_index_text_numbers(const t2s_value_index *index,
                                              int32_t column)
{
    const column_values *values =
        is_column(index, column) ? &index->columns[column] : NULL;
    if (!values || values->numbers <= 2 * values->words)
        return T2S_TEXT_NO_NUMBERS;
    return values->has_fractions ? T2S_TEXT_FRACTIONS
           : values->has_lengths ? T2S_TEXT_NUMBERS
                                 : T2S_TEXT_CODES;
}
