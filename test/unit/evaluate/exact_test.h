/* exact_test.h - a schema, queries, and in what they differ. */
#ifndef T2S_TEST_EXACT_H
#define T2S_TEST_EXACT_H

#include "../t2s_test.h"
#include "t2sed/lab/exact.h"

static const char ddl[] =
    "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INT);"
    "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT, year INT,"
    " sales REAL, writer INT REFERENCES singer(id));"
    "CREATE TABLE show (year INT, guest INT REFERENCES singer(id),"
    " opener INT REFERENCES song(id));"
    "CREATE VIEW old AS SELECT name FROM singer;";

static inline t2sed_schema *open_schema(void)
{
    t2sed_schema *schema = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_schema_parse_ddl(&schema, ddl, &err) == T2SED_OK, "%s",
                  err.text);
    return schema;
}

static inline t2sed_sql *parse(const char *text)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    return sql;
}

/* The component in which they differ. */
static inline const char *difference(const char *gold, const char *predicted,
                                     int rule)
{
    t2sed_schema *schema = open_schema();
    t2sed_sql *a = parse(gold), *b = parse(predicted);
    t2sed_error err;
    int match = -1, found = -1;
    ck_assert_msg(t2sed_exact_match(&match, &found, a, b, schema, rule, &err) ==
                      T2SED_OK,
                  "%s: %s", gold, err.text);
    ck_assert_int_eq(match, found == T2SED_EXACT_NO_DIFFERENCE);
    t2sed_sql_free(a);
    t2sed_sql_free(b);
    t2sed_schema_free(schema);
    return t2sed_exact_difference_name(found);
}

#endif
