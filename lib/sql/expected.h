/* expected.h - what could have stood where a query goes wrong, in words. */
#ifndef T2S_SQL_EXPECTED_H
#define T2S_SQL_EXPECTED_H

#include "base/string.h"

/* Appends such as `FROM, WHERE, "," or end of query`, from what the parser can
 * take next. */
void t2s_sql_describe_expected(t2s_string *out, void *parser);

#endif
