/* report_text.c - tables for people, which Markdown reads too. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

static void print_row(const json_t *row, const size_t *widths, size_t left,
                      FILE *out)
{
    size_t column;
    const json_t *text;
    json_array_foreach((json_t *)(size_t)row, column, text)
        print_to(out, column < left ? "| %-*s " : "| %*s ", (int)widths[column],
                 json_string_value(text));
    fputs("|\n", out);
}

static void print_rule(const size_t *widths, size_t columns, size_t left,
                       FILE *out)
{
    for (size_t i = 0; i < columns; i++) {
        print_to(out, i < left ? "|:" : "|-");
        for (size_t k = 0; k < widths[i]; k++)
            fputc('-', out);
        print_to(out, i < left ? "-" : ":");
    }
    fputs("|\n", out);
}

/* Lines of at most 80 columns. */
static void print_wrapped(const char *text, FILE *out)
{
    size_t at = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (at && at + 1 + word > 80) {
            fputc('\n', out);
            at = 0;
        }
        print_to(out, "%s%.*s", at ? " " : "", (int)word, text);
        at += print_width(text, word) + (at > 0);
        text += word;
        text += *text == ' ';
    }
    fputc('\n', out);
}

static void widen(size_t *widths, const json_t *row)
{
    size_t column;
    const json_t *text;
    json_array_foreach((json_t *)(size_t)row, column, text)
    {
        size_t width =
            print_width(json_string_value(text), json_string_length(text));
        if (width > widths[column])
            widths[column] = width;
    }
}

static void print_table(const json_t *table, FILE *out)
{
    const json_t *head = json_object_get(table, "head");
    json_t *rows = json_object_get(table, "rows");
    size_t columns = json_array_size(head), i;
    size_t left = (size_t)json_integer_value(json_object_get(table, "left"));
    size_t *widths = report_array(columns, sizeof *widths);
    const json_t *row;
    widen(widths, head);
    json_array_foreach(rows, i, row) widen(widths, row);
    print_to(out, "## %s\n\n",
             json_string_value(json_object_get(table, "title")));
    print_wrapped(json_string_value(json_object_get(table, "caption")), out);
    fputc('\n', out);
    print_row(head, widths, left, out);
    print_rule(widths, columns, left, out);
    json_array_foreach(rows, i, row) print_row(row, widths, left, out);
    fputc('\n', out);
    free(widths);
}

void report_print_text(const json_t *tables, const json_t *notes, FILE *out)
{
    size_t i;
    const json_t *one;
    json_array_foreach((json_t *)(size_t)tables, i, one) print_table(one, out);
    json_array_foreach((json_t *)(size_t)notes, i, one)
        print_wrapped(json_string_value(one), out);
}
