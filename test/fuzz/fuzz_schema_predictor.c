/* Reads any bytes as the files of a schema predictor and predicts with what
 * can be read: every probability is one. */
#include "two_parts.h"

#include "sketch/schema_predictor.h"
#include "t2sed.h"
#include "t2sed/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Rows enough to be walked together (t2s_forest_values). */
static const char ddl[] =
    "CREATE TABLE singer (id INT PRIMARY KEY, name TEXT, age INT, a, b, c, d);"
    "CREATE TABLE song (title TEXT, singer_id INT REFERENCES singer(id));";

static void require(int condition)
{
    if (!condition)
        abort();
}

static void predict(const t2sed_schema_predictor *predictor)
{
    t2sed_question *question;
    t2sed_schema *schema;
    t2sed_schema_prediction *made;
    t2sed_predicted_item item = {.struct_size = sizeof item};
    require(t2sed_schema_parse_ddl(&schema, ddl, NULL) == T2SED_OK);
    require(t2sed_question_new(&question, "What are the names of old singers?",
                               NULL) == T2SED_OK);
    require(t2sed_schema_predictor_predict(&made, predictor, question, schema,
                                           NULL, NULL) == T2SED_OK);
    for (size_t i = 0; i < t2sed_schema_prediction_table_count(made); i++) {
        t2sed_schema_prediction_table(made, i, &item, NULL);
        require(item.used >= 0 && item.used <= 1);
    }
    for (size_t i = 0; i < t2sed_schema_prediction_column_count(made); i++) {
        t2sed_schema_prediction_column(made, i, &item, NULL);
        for (size_t role = 0; role < t2sed_role_count(); role++)
            require(item.roles[role] >= 0 && item.roles[role] <= 1);
    }
    t2sed_schema_prediction_free(made);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    two_parts parts;
    t2sed_schema_predictor *predictor;
    if (!two_parts_open(&parts, data, size))
        return 0;
    if (t2s_schema_predictor_read(&predictor, &parts.files, NULL) == T2SED_OK) {
        predict(predictor);
        t2sed_schema_predictor_free(predictor);
    }
    two_parts_close(&parts);
    return 0;
}
