/* rows.c - tables and results as columns of text, for people. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* Columns of a table that is printed, at most. */
#define MOST_WIDTH 40

/* A value's text; `number` is room for one. */
static const char *cell_text(const t2sed_cell *cell, char number[32], size_t *n)
{
    switch (cell->type) {
    case T2SED_CELL_INTEGER:
        *n = (size_t)snprintf(number, 32, "%lld", (long long)cell->integer);
        return number;
    case T2SED_CELL_REAL:
        *n = (size_t)snprintf(number, 32, "%.15g", cell->real);
        return number;
    case T2SED_CELL_TEXT:
        *n = cell->length;
        return cell->text;
    default:
        *n = strlen(cell->type == T2SED_CELL_NULL ? "NULL" : "(bytes)");
        return cell->type == T2SED_CELL_NULL ? "NULL" : "(bytes)";
    }
}

static void pad(size_t from, size_t to)
{
    for (; from < to; from++)
        print_to(stdout, " ");
}

static size_t column_width(const t2sed_witness_rows *rows, size_t column)
{
    size_t widest =
        print_width(rows->columns[column], strlen(rows->columns[column]));
    for (size_t i = 0; i < rows->row_count; i++) {
        char number[32];
        size_t n, width;
        const char *text = cell_text(
            &rows->cells[i * rows->column_count + column], number, &n);
        width = print_width(text, n);
        widest = width > widest ? width : widest;
    }
    return widest < MOST_WIDTH ? widest : MOST_WIDTH;
}

/* Numbers stand at the right of their column. */
static void print_cell(const t2sed_cell *cell, size_t width, bool is_last)
{
    char number[32];
    size_t n;
    const char *text = cell_text(cell, number, &n);
    const size_t taken = print_width(text, n);
    const bool is_number = text == number;
    print_to(stdout, "  ");
    if (is_number)
        pad(taken, width);
    print_text(stdout, text, n);
    if (!is_number && !is_last)
        pad(taken, width);
}

void cli_rows_print(const t2sed_witness_rows *rows)
{
    size_t *widths = calloc(rows->column_count + 1, sizeof *widths);
    for (size_t i = 0; widths && i < rows->column_count; i++) {
        widths[i] = column_width(rows, i);
        print_to(stdout, "  %s", rows->columns[i]);
        if (i + 1 < rows->column_count)
            pad(print_width(rows->columns[i], strlen(rows->columns[i])),
                widths[i]);
    }
    print_to(stdout, "\n");
    for (size_t row = 0; widths && row < rows->row_count; row++) {
        for (size_t i = 0; i < rows->column_count; i++)
            print_cell(&rows->cells[row * rows->column_count + i], widths[i],
                       i + 1 == rows->column_count);
        print_to(stdout, "\n");
    }
    if (rows->row_count == 0)
        print_to(stdout, "  (no rows)\n");
    if (rows->left_out)
        print_to(stdout, "  (and %zu rows more)\n", rows->left_out);
    free(widths);
}
