/* cells.c - values of DuckDB's vectors as the library takes them. */
#include "../shared/errors.h"
#include "t2sed_duckdb.h"

#include <math.h>

DUCKDB_EXTENSION_EXTERN

/* A column of one chunk. */
typedef struct column {
    duckdb_type type; /* of a decimal: of the integers that hold it */
    void *data;
    uint64_t *validity;
    uint8_t scale; /* of a decimal */
} column;

bool cells_take(duckdb_type type)
{
    switch (type) {
    case DUCKDB_TYPE_BOOLEAN:
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_DECIMAL:
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
    case DUCKDB_TYPE_VARCHAR:
    case DUCKDB_TYPE_BLOB:
        return true;
    default:
        return false;
    }
}

static void set_integer(t2sed_cell *cell, int64_t value)
{
    cell->type = T2SED_CELL_INTEGER;
    cell->integer = value;
}

static void set_real(t2sed_cell *cell, double value)
{
    cell->type = T2SED_CELL_REAL;
    cell->real = value;
}

static void set_huge(t2sed_cell *cell, duckdb_hugeint value)
{
    const bool fits = value.upper == 0
                          ? value.lower <= INT64_MAX
                          : value.upper == -1 && value.lower > INT64_MAX;
    if (fits)
        set_integer(cell, (int64_t)value.lower);
    else
        set_real(cell, duckdb_hugeint_to_double(value));
}

static void set_text(t2sed_cell *cell, duckdb_string_t *text, bool is_blob)
{
    cell->type = is_blob ? T2SED_CELL_BLOB : T2SED_CELL_TEXT;
    cell->text = duckdb_string_t_data(text);
    cell->length = duckdb_string_t_length(*text);
}

static void set_unscaled(t2sed_cell *cell, const column *c, idx_t row)
{
    switch (c->type) {
    case DUCKDB_TYPE_TINYINT:
        set_integer(cell, ((int8_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_SMALLINT:
        set_integer(cell, ((int16_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_INTEGER:
        set_integer(cell, ((int32_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_BIGINT:
        set_integer(cell, ((int64_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_BOOLEAN:
    case DUCKDB_TYPE_UTINYINT:
        set_integer(cell, ((uint8_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_USMALLINT:
        set_integer(cell, ((uint16_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_UINTEGER:
        set_integer(cell, ((uint32_t *)c->data)[row]);
        break;
    case DUCKDB_TYPE_UBIGINT:
        set_huge(cell, (duckdb_hugeint){((uint64_t *)c->data)[row], 0});
        break;
    case DUCKDB_TYPE_HUGEINT:
        set_huge(cell, ((duckdb_hugeint *)c->data)[row]);
        break;
    case DUCKDB_TYPE_FLOAT:
        set_real(cell, (double)((float *)c->data)[row]);
        break;
    case DUCKDB_TYPE_DOUBLE:
        set_real(cell, ((double *)c->data)[row]);
        break;
    default:
        set_text(cell, (duckdb_string_t *)c->data + row,
                 c->type == DUCKDB_TYPE_BLOB);
    }
}

/* A decimal that is whole is an integer, as the Python package has it. */
static void fill(t2sed_cell *cell, const column *c, idx_t row)
{
    cell->type = T2SED_CELL_NULL;
    if (!cells_take(c->type) ||
        (c->validity && !(c->validity[row / 64] >> row % 64 & 1)))
        return;
    set_unscaled(cell, c, row);
    if (c->scale > 0) {
        const double value =
            (cell->type == T2SED_CELL_INTEGER ? (double)cell->integer
                                              : cell->real) /
            pow(10, c->scale);
        if (floor(value) == value && fabs(value) < 9e15)
            set_integer(cell, (int64_t)value);
        else
            set_real(cell, value);
    }
}

static column column_of(duckdb_vector vector)
{
    column c = {DUCKDB_TYPE_INVALID, duckdb_vector_get_data(vector),
                duckdb_vector_get_validity(vector), 0};
    duckdb_logical_type type = duckdb_vector_get_column_type(vector);
    c.type = duckdb_get_type_id(type);
    if (c.type == DUCKDB_TYPE_DECIMAL) {
        c.scale = duckdb_decimal_scale(type);
        c.type = duckdb_decimal_internal_type(type);
    }
    duckdb_destroy_logical_type(&type);
    return c;
}

t2sed_status cells_add(t2sed_rows *rows, duckdb_data_chunk chunk)
{
    const idx_t count = duckdb_data_chunk_get_column_count(chunk);
    const idx_t size = duckdb_data_chunk_get_size(chunk);
    column *columns = calloc(count, sizeof *columns);
    t2sed_cell *cells = calloc(count, sizeof *cells);
    t2sed_status status = columns && cells ? T2SED_OK : T2SED_ENOMEM;
    for (idx_t i = 0; status == T2SED_OK && i < count; i++)
        columns[i] = column_of(duckdb_data_chunk_get_vector(chunk, i));
    for (idx_t row = 0; status == T2SED_OK && row < size; row++) {
        for (idx_t i = 0; i < count; i++)
            fill(&cells[i], &columns[i], row);
        status = t2sed_rows_add(rows, cells, count);
    }
    free(cells);
    free(columns);
    return status;
}
