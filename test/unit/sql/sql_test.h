/* sql_test.h - what the tests of this room share. */
#ifndef T2S_SQL_TEST_H
#define T2S_SQL_TEST_H

#include <stdio.h>
#include <string.h>

#include "../t2s_test.h"
#include "schema/schema.h"
#include "sql/sql.h"

static inline t2sed_sql *t2s_test_parse(const char *text)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    t2sed_status status = t2sed_sql_parse(&sql, text, &err);
    ck_assert_msg(status == T2SED_OK, "%s: %s", text, err.text);
    return sql;
}

/* The query's tree as an S-expression, freed with t2sed_free. */
static inline char *t2s_test_print(const char *text,
                                   const t2sed_sql_view_options *view,
                                   const t2sed_schema *schema)
{
    t2sed_sql *sql = t2s_test_parse(text);
    char *out = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_print(&out, sql, T2SED_SQL_SEXPR, view, schema,
                                  &err) == T2SED_OK,
                  "%s: %s", text, err.text);
    t2sed_sql_free(sql);
    return out;
}

/* A schema of tables, each its name and its columns up to a NULL, up to another
 * NULL. */
static inline t2sed_schema *t2s_test_schema(const char *const *items)
{
    t2sed_schema *schema = t2s_schema_new();
    for (const char *const *at = items; *at; at++) {
        ck_assert_int_eq(
            t2s_schema_add_table(schema, *at, strlen(*at), NULL, false, NULL),
            T2SED_OK);
        while (*++at)
            ck_assert_int_eq(
                t2s_schema_add_column(schema, *at, strlen(*at), NULL, "", NULL),
                T2SED_OK);
    }
    ck_assert_int_eq(t2s_schema_index(schema, NULL), T2SED_OK);
    return schema;
}

#endif
