/* sketch_test.h - numbers of sketches and schema predictions, for tests. */
#ifndef T2S_SKETCH_TEST_H
#define T2S_SKETCH_TEST_H

#include <check.h>

#include "t2sed/schema_prediction.h"
#include "t2sed/sketch.h"

static inline t2sed_sketch_head t2s_head(const t2sed_sketch *sketch, size_t i)
{
    t2sed_sketch_head head = {.struct_size = sizeof head};
    ck_assert_int_eq(t2sed_sketch_get(sketch, i, &head, NULL), T2SED_OK);
    return head;
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
