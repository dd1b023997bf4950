/* sketch_test.h - numbers of sketches and schema predictions, for tests. */
#ifndef T2S_SKETCH_TEST_H
#define T2S_SKETCH_TEST_H

#include <check.h>
#include <string.h>

#include "facts/query.h"
#include "sketch/prediction.h"
#include "t2sed/parts/schema_prediction.h"
#include "t2sed/parts/sketch.h"

static inline t2sed_sketch_head t2s_head(const t2sed_sketch *sketch, size_t i)
{
    t2sed_sketch_head head = {.struct_size = sizeof head};
    ck_assert_int_eq(t2sed_sketch_get(sketch, i, &head, NULL), T2SED_OK);
    return head;
}

/* A prediction of these probabilities: the roles of each column, the tables. */
static inline t2sed_schema_prediction *
t2s_prediction_of(const double *columns, const double *tables,
                  const t2sed_schema *schema)
{
    t2sed_schema_prediction *made = t2s_prediction_new(schema);
    ck_assert_ptr_nonnull(made);
    memcpy(made->columns, columns,
           made->column_count * T2S_ITEM_ROLES * sizeof *columns);
    memcpy(made->tables, tables, made->table_count * sizeof *tables);
    ck_assert(t2s_prediction_finish(made));
    return made;
}

static inline t2sed_predicted_item
t2s_predicted_column(const t2sed_schema_prediction *prediction, size_t i)
{
    t2sed_predicted_item item = {.struct_size = sizeof item};
    ck_assert_int_eq(t2sed_schema_prediction_column(prediction, i, &item, NULL),
                     T2SED_OK);
    return item;
}

static inline t2sed_predicted_item
t2s_predicted_table(const t2sed_schema_prediction *prediction, size_t i)
{
    t2sed_predicted_item item = {.struct_size = sizeof item};
    ck_assert_int_eq(t2sed_schema_prediction_table(prediction, i, &item, NULL),
                     T2SED_OK);
    return item;
}

#endif
