/* systems.h - sets of database systems, by their dialects. */
#ifndef T2S_SQL_SYSTEMS_H
#define T2S_SQL_SYSTEMS_H

#include "t2sed/sql.h"

#define T2S_LITE  (1u << T2SED_DIALECT_SQLITE)
#define T2S_PG    (1u << T2SED_DIALECT_POSTGRESQL)
#define T2S_MY    (1u << T2SED_DIALECT_MYSQL)
#define T2S_DUCK  (1u << T2SED_DIALECT_DUCKDB)
#define T2S_BQ    (1u << T2SED_DIALECT_BIGQUERY)
#define T2S_SNOW  (1u << T2SED_DIALECT_SNOWFLAKE)
#define T2S_MS    (1u << T2SED_DIALECT_TSQL)
#define T2S_CLICK (1u << T2SED_DIALECT_CLICKHOUSE)
#define T2S_OTHER                                                              \
    (T2S_PG | T2S_MY | T2S_DUCK | T2S_BQ | T2S_SNOW | T2S_MS | T2S_CLICK)
/* Those whose rules for what hosts are sent are known. */
#define T2S_ANY ((T2S_OTHER & ~T2S_CLICK) | T2S_LITE)
/* Those where "x" is a name. */
#define T2S_STANDARD (T2S_ANY & ~(T2S_MY | T2S_BQ))

#endif
