/* query_test.h - what the tests of queries and their features share. */
#ifndef T2S_QUERY_TEST_H
#define T2S_QUERY_TEST_H

#include <string.h>

#include "t2s_test.h"
#include "base/string.h"
#include "facts/query.h"
#include "t2sed/schema.h"
#include "t2sed/sql.h"

static const char t2s_test_ddl[] =
    "CREATE TABLE singer (id INT PRIMARY KEY, name TEXT, age INT,"
    " country TEXT);"
    "CREATE TABLE concert (id INT PRIMARY KEY, title TEXT, year INT,"
    " stadium INT, FOREIGN KEY (stadium) REFERENCES stadium (id));"
    "CREATE TABLE plays (singer INT, concert INT, fee REAL,"
    " PRIMARY KEY (singer, concert),"
    " FOREIGN KEY (singer) REFERENCES singer (id),"
    " FOREIGN KEY (concert) REFERENCES concert (id));"
    "CREATE TABLE stadium (id INT PRIMARY KEY, place TEXT, seats INT)";

static inline t2sed_schema *t2s_test_schema(void)
{
    t2sed_schema *schema = NULL;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, t2s_test_ddl, NULL),
                     T2SED_OK);
    return schema;
}

static inline void t2s_test_read(t2s_query *query, const char *text,
                                 const t2sed_schema *schema)
{
    t2sed_sql *sql;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    ck_assert_msg(t2s_query_read(query, sql, schema, &err) == T2SED_OK,
                  "%s: %s", text, err.text);
    t2sed_sql_free(sql);
}

#endif
