/* witness_test.h - what the tests of lib/witness share. */
#ifndef WITNESS_TEST_H
#define WITNESS_TEST_H

#include <string.h>

#include "../t2s_test.h"
#include "base/memory.h"
#include "base/string.h"
#include "t2sed/schema.h"
#include "t2sed/parts/witness.h"

static const char shop[] =
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city "
    "TEXT, age INT CHECK (age >= 0));"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INT REFERENCES "
    "customers (id), status TEXT, amount REAL, placed DATE, code TEXT UNIQUE);"
    "CREATE TABLE order_items (order_id INT NOT NULL REFERENCES orders (id), "
    "line INT NOT NULL, product TEXT NOT NULL, PRIMARY KEY (order_id, line));"
    "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, boss INT "
    "REFERENCES "
    "staff (id));"
    "CREATE VIEW adults AS SELECT name AS who, age FROM customers WHERE age > "
    "17";

static inline t2sed_schema *schema_of(const char *ddl)
{
    t2sed_schema *schema = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_schema_parse_ddl(&schema, ddl, &err) == T2SED_OK, "%s",
                  err.text);
    return schema;
}

static inline t2sed_sql *sql_of(const char *text)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    return sql;
}

static inline t2sed_difference *
compare_with(const t2sed_schema *schema, const char *a, const char *b,
             const t2sed_witness_options *options)
{
    t2sed_sql *first = sql_of(a), *second = sql_of(b);
    t2sed_witness *witness = NULL;
    t2sed_difference *found = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_witness_new(&witness, schema, options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_witness_compare(&found, witness, first, second, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    t2sed_witness_free(witness);
    t2sed_sql_free(first);
    t2sed_sql_free(second);
    return found;
}

/* What is found on tables of `ddl`; the schema may be gone. */
static inline t2sed_difference *compare(const char *ddl, const char *a,
                                        const char *b)
{
    t2sed_schema *schema = schema_of(ddl);
    t2sed_difference *found = compare_with(schema, a, b, NULL);
    t2sed_schema_free(schema);
    return found;
}

static inline t2sed_witness_rows table_of(const t2sed_difference *found,
                                          size_t i)
{
    t2sed_witness_rows rows = {.struct_size = sizeof rows};
    ck_assert_int_eq(t2sed_difference_table_get(found, i, &rows, NULL),
                     T2SED_OK);
    return rows;
}

static inline t2sed_witness_rows result_of(const t2sed_difference *found,
                                           int which)
{
    t2sed_witness_rows rows = {.struct_size = sizeof rows};
    ck_assert_int_eq(t2sed_difference_result_get(found, which, &rows, NULL),
                     T2SED_OK);
    return rows;
}

static inline void append_rows(t2s_string *out, const t2sed_witness_rows *rows)
{
    t2s_string_append_format(out, "%s:", rows->name);
    for (size_t i = 0; i < rows->column_count; i++)
        t2s_string_append_format(out, " %s", rows->columns[i]);
    for (size_t i = 0; i < rows->row_count * rows->column_count; i++) {
        const t2sed_cell *cell = &rows->cells[i];
        t2s_string_append(out, i % rows->column_count ? "," : ";");
        if (cell->type == T2SED_CELL_INTEGER)
            t2s_string_append_format(out, "%lld", (long long)cell->integer);
        else if (cell->type == T2SED_CELL_REAL)
            t2s_string_append_format(out, "%g", cell->real);
        else
            t2s_string_append(out, cell->type == T2SED_CELL_NULL ? "NULL"
                                                                 : cell->text);
    }
    t2s_string_append(out, "\n");
}

/* All that was found, as text. */
static inline char *text_of(const t2sed_difference *found)
{
    t2s_string out = {0};
    t2s_string_append_format(&out, "%d %s\n", t2sed_difference_outcome(found),
                             t2sed_difference_cause(found));
    for (size_t i = 0; i < t2sed_difference_table_count(found); i++) {
        t2sed_witness_rows rows = table_of(found, i);
        append_rows(&out, &rows);
    }
    for (int i = 0;
         i < 2 && t2sed_difference_outcome(found) == T2SED_WITNESS_DIFFER;
         i++) {
        t2sed_witness_rows rows = result_of(found, i);
        append_rows(&out, &rows);
    }
    return t2s_string_take(&out, NULL);
}

#endif
