/* missing.h - names of a query that the schema does not have, so that a
 * database of that schema would refuse it. */
#ifndef T2S_FACTS_UNKNOWN_NAMES_H
#define T2S_FACTS_UNKNOWN_NAMES_H

#include "facts/query.h"

/* Whether a use is a table that the schema lacks, and none of SQLite's own. */
bool t2s_is_unknown_table(const t2s_query_use *use);

/* Whether a use is a column that no table in sight has, and no name that SQLite
 * gives (rowid, column1). Only where t2s_query_knows_columns. */
bool t2s_is_unknown_column(const t2s_query_use *use);

/* Whether the columns of all that the query reads are known: no table is
 * SQLite's own, missing or searched by its text, and no function makes one. */
bool t2s_query_knows_columns(const t2s_query *query);

/* How many of the names of a query, read with a schema, are missing. */
size_t t2s_query_unknown_names(const t2s_query *query);

#endif
