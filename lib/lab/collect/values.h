/* values.h - values of a database's columns, sampled once each. */
#ifndef T2S_COLLECT_VALUES_H
#define T2S_COLLECT_VALUES_H

#include "t2sed/schema.h"

typedef struct t2s_column_values {
    const t2sed_schema *schema;
    char *database;         /* or NULL: no column has values */
    t2sed_values **sampled; /* of each column, NULL until asked for */
    char *asked;            /* of each column: 1 once it was */
} t2s_column_values;

/* All zeros before; t2s_column_values_free ends it. */
t2sed_status t2s_column_values_init(t2s_column_values *values,
                                    const t2sed_schema *schema,
                                    const char *database, t2sed_error *err);
void t2s_column_values_free(t2s_column_values *values);

/* The values of a column in *out, borrowed; NULL where none are known. The only
 * failure is T2SED_ENOMEM. */
t2sed_status t2s_column_values_get(const t2sed_values **out,
                                   t2s_column_values *values, int32_t column);

#endif
