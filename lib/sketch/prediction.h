/* prediction.h - which tables and columns the right query is likely to use. */
#ifndef T2S_SKETCH_PREDICTION_H
#define T2S_SKETCH_PREDICTION_H

#include <stdbool.h>

#include "base/arena.h"
#include "schema/schema.h"
#include "t2sed/parts/schema_prediction.h"

struct t2sed_schema_prediction {
    size_t column_count, table_count;
    double *columns; /* [column_count][T2S_ITEM_ROLES] */
    double *tables;
    int32_t *table_of; /* each column's */
    bool *named;       /* tables, then columns */
    t2s_arena arena;
};

/* One with all probabilities NaN, to be filled in and then finished. */
t2sed_schema_prediction *t2s_prediction_new(const t2sed_schema *schema);
/* Finds the set of items to name; false when memory is short. */
bool t2s_prediction_finish(t2sed_schema_prediction *prediction);

#endif
