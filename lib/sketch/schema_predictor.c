#include "sketch/schema_predictor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question/conversation.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/sized.h"
#include "features/sources.h"
#include "sketch/pair_inputs.h"
#include "sketch/prediction.h"
#include "base/locate.h"
#include "weights/directory.h"

#define FORMAT 1
/* More counts than this were never worth having. */
#define MOST_COUNTS 4194304

/* The name of a forest in the file, with the point behind it. */
static const char *forest_prefix(size_t forest)
{
    static const char *const prefixes[T2S_SCHEMA_FORESTS] = {
        "selected.", "condition.", "grouped.", "ordered.",
        "joined.",   "used.",      "table."};
    return prefixes[forest];
}

/* --- reading --- */

static t2sed_status check_config(const json_t *config, const char *path,
                                 t2sed_error *err)
{
    json_t *own = NULL;
    const char *task = NULL;
    long long format = 0;
    t2sed_status status =
        t2s_json_object(config, "t2sed", true, &own, path, err);
    if (status == T2SED_OK)
        status = t2s_json_integer(own, "format", true, &format, path, err);
    if (status == T2SED_OK)
        status = t2s_json_string(own, "task", true, &task, path, err);
    if (status == T2SED_OK && strcmp(task, "schema-prediction") != 0)
        status = t2s_fail(err, T2SED_EMISMATCH, -1,
                          "%s: the model's task is %s, expected "
                          "schema-prediction",
                          path, task);
    else if (status == T2SED_OK && format != FORMAT)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "%s: format %lld, this version reads %d", path,
                          format, FORMAT);
    return status;
}

static t2sed_status find_counts(const t2s_tensor **out,
                                const t2s_safetensors *file, const char *name,
                                int32_t dtype, t2sed_error *err)
{
    const t2s_tensor *tensor = t2s_safetensors_find(file, name);
    if (!tensor || tensor->dtype != dtype || tensor->rank != 1 ||
        tensor->shape[0] > MOST_COUNTS)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "there is no tensor %s, or not one of type %s, rank 1 "
                        "and at most %d elements",
                        name, t2s_dtype_name(dtype), MOST_COUNTS);
    *out = tensor;
    return T2SED_OK;
}

static t2sed_status read_counts(t2s_association *out,
                                const t2s_safetensors *file, t2sed_error *err)
{
    const t2s_tensor *keys, *hits, *cases;
    t2sed_status status = find_counts(&keys, file, "counts.key", T2S_I64, err);
    if (status == T2SED_OK)
        status = find_counts(&hits, file, "counts.hits", T2S_F32, err);
    if (status == T2SED_OK)
        status = find_counts(&cases, file, "counts.cases", T2S_F32, err);
    if (status == T2SED_OK &&
        (hits->shape[0] != keys->shape[0] || cases->shape[0] != keys->shape[0]))
        status = t2s_fail(err, T2SED_EMISMATCH, -1,
                          "counts.key, counts.hits and counts.cases are of "
                          "different lengths");
    for (int64_t i = 0; status == T2SED_OK && i < keys->shape[0]; i++) {
        uint64_t key = (uint64_t)((const int64_t *)keys->data)[i];
        float hit = ((const float *)hits->data)[i];
        float of = ((const float *)cases->data)[i];
        if (key == 0 || !(hit >= 0) || !(of >= hit) || !isfinite(of))
            status = t2s_fail(err, T2SED_EFORMAT, -1,
                              "count %lld: key, hits or cases can't be",
                              (long long)i);
        else if (!t2s_association_add(out, key, hit, of))
            status = t2s_fail_memory(err);
        /* Keys that are made to collide would take forever. */
        else if (out->counts.longest > T2S_ASSOCIATION_MOST_STEPS)
            status =
                t2s_fail(err, T2SED_EFORMAT, -1,
                         "count %lld: counts.key are no hashes", (long long)i);
    }
    return status;
}

static t2sed_status read_tensors(t2sed_schema_predictor *predictor,
                                 const t2s_safetensors *file, const char *path,
                                 t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < T2S_SCHEMA_FORESTS && status == T2SED_OK; i++) {
        t2s_forest *forest = &predictor->forests[i];
        bool is_table = i == T2S_ITEM_ROLES;
        status = t2s_forest_read(forest, file, forest_prefix(i), err);
        if (status == T2SED_OK)
            status = t2s_forest_bind(
                forest, is_table ? t2s_pair_table_names : t2s_pair_column_names,
                is_table ? t2s_pair_table_count : t2s_pair_column_count, err);
    }
    if (status == T2SED_OK)
        status = read_counts(&predictor->association, file, err);
    return status == T2SED_OK || status == T2SED_ENOMEM
               ? status
               : t2s_fail_in(err, status, "%s", path);
}

t2sed_status t2s_schema_predictor_read(t2sed_schema_predictor **out,
                                       const json_t *config,
                                       const t2s_safetensors *weights,
                                       const char *config_path,
                                       const char *weights_path,
                                       t2sed_error *err)
{
    t2sed_schema_predictor *made = t2s_zalloc(sizeof *made);
    t2sed_status status =
        made ? check_config(config, config_path, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = read_tensors(made, weights, weights_path, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_schema_predictor_free(made);
    return status;
}

t2sed_status t2sed_schema_predictor_open(t2sed_schema_predictor **out,
                                         const char *path, t2sed_error *err)
{
    t2s_weight_directory files;
    char *found;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_locate(&found, T2S_SCHEMA_PREDICTION, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_weight_directory_open(&files, found, err);
    t2s_free(found);
    if (status != T2SED_OK)
        return status;
    status =
        t2s_schema_predictor_read(out, files.config, &files.weights,
                                  files.config_path, files.weights_path, err);
    t2s_weight_directory_close(&files);
    return status;
}

void t2sed_schema_predictor_free(t2sed_schema_predictor *predictor)
{
    if (!predictor)
        return;
    for (size_t i = 0; i < T2S_SCHEMA_FORESTS; i++)
        t2s_forest_free(&predictor->forests[i]);
    t2s_association_free(&predictor->association);
    t2s_free(predictor);
}

/* --- writing --- */

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const t2s_association_entry *)a)->key;
    uint64_t y = ((const t2s_association_entry *)b)->key;
    return (x > y) - (x < y);
}

/* The counts that are worth keeping, in the order of their keys; *count of
 * them. Freed with t2s_free. */
static t2s_association_entry *list_counts(const t2s_association *from,
                                          size_t *count)
{
    t2s_association_entry entry,
        *list = t2s_alloc_array(from->counts.count, sizeof *list);
    *count = 0;
    for (size_t i = 0; list && t2s_association_next(from, &i, &entry);)
        if (t2s_pair_counts(&entry))
            list[(*count)++] = entry;
    if (list)
        qsort(list, *count, sizeof *list, by_key);
    return list;
}

static t2s_tensor vector_of(const char *name, int32_t dtype, size_t count,
                            const void *data)
{
    t2s_tensor tensor = {.name = name, .dtype = dtype, .rank = 1};
    tensor.shape[0] = (int64_t)count;
    tensor.data = data;
    return tensor;
}

static bool count_tensors(t2s_tensor out[3], const t2s_association *from,
                          t2s_arena *arena)
{
    size_t count;
    t2s_association_entry *list = list_counts(from, &count);
    int64_t *keys = t2s_arena_alloc_array(arena, count + 1, sizeof *keys);
    float *hits = t2s_arena_alloc_array(arena, count + 1, sizeof *hits);
    float *cases = t2s_arena_alloc_array(arena, count + 1, sizeof *cases);
    bool ok = list && keys && hits && cases;
    for (size_t i = 0; ok && i < count; i++) {
        keys[i] = (int64_t)list[i].key;
        hits[i] = list[i].hits;
        cases[i] = list[i].cases;
    }
    t2s_free(list);
    out[0] = vector_of("counts.key", T2S_I64, count, keys);
    out[1] = vector_of("counts.hits", T2S_F32, count, hits);
    out[2] = vector_of("counts.cases", T2S_F32, count, cases);
    return ok;
}

static t2sed_status write_tensors(const t2sed_schema_predictor *predictor,
                                  const char *path, t2sed_error *err)
{
    t2s_tensor tensors[T2S_SCHEMA_FORESTS * T2S_FOREST_TENSORS + 3];
    t2s_tensor sorted[sizeof tensors / sizeof *tensors];
    t2s_arena arena = {0};
    int32_t count = 0;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < T2S_SCHEMA_FORESTS && status == T2SED_OK; i++) {
        status = t2s_forest_tensors(tensors + count, &predictor->forests[i],
                                    forest_prefix(i), &arena, err);
        count += T2S_FOREST_TENSORS;
    }
    if (status == T2SED_OK &&
        !count_tensors(tensors + count, &predictor->association, &arena))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK) {
        t2s_tensors_by_width(sorted, tensors, (size_t)count + 3);
        status =
            t2s_safetensors_write(path, sorted, count + 3, T2S_DTYPE_KEEP, err);
    }
    t2s_arena_free(&arena);
    return status;
}

t2sed_status t2s_schema_predictor_write(const t2sed_schema_predictor *predictor,
                                        const char *path, t2sed_error *err)
{
    static const char config[] =
        "{\n  \"t2sed\": {\n    \"format\": 1,\n"
        "    \"task\": \"schema-prediction\"\n  }\n}\n";
    char *config_file = t2s_path_join(path, T2S_CONFIG_FILE);
    char *tensor_file = t2s_path_join(path, T2S_WEIGHTS_FILE);
    t2sed_status status = config_file && tensor_file
                              ? t2s_make_directory(path, err)
                              : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = write_tensors(predictor, tensor_file, err);
    if (status == T2SED_OK)
        status = t2s_save_file(config_file, config, sizeof config - 1, err);
    t2s_free(config_file);
    t2s_free(tensor_file);
    return status;
}

/* --- predicting --- */

void t2sed_schema_prediction_options_init(
    t2sed_schema_prediction_options *options, size_t size)
{
    const t2sed_schema_prediction_options defaults = {sizeof defaults, NULL,
                                                      NULL, NULL, NULL};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

double t2s_schema_probability(const t2s_forest *forest, const float *row)
{
    return 1 / (1 + exp(-t2s_forest_value(forest, row)));
}

/* Tables first: what they say of their columns is read with these. */
static bool apply(t2sed_schema_prediction *prediction,
                  const t2sed_schema_predictor *predictor,
                  const t2s_pair_sources *sources, float *columns,
                  const float *tables)
{
    for (size_t i = 0; i < prediction->table_count; i++)
        prediction->tables[i] =
            t2s_schema_probability(&predictor->forests[T2S_ITEM_ROLES],
                                   tables + i * t2s_pair_table_count);
    if (!t2s_pairs_add_tables(columns, prediction->tables, sources))
        return false;
    for (size_t i = 0; i < prediction->column_count; i++)
        for (size_t role = 0; role < T2S_ITEM_ROLES; role++)
            prediction->columns[i * T2S_ITEM_ROLES + role] =
                t2s_schema_probability(&predictor->forests[role],
                                       columns + i * t2s_pair_column_count);
    return t2s_prediction_finish(prediction);
}

static t2sed_status predict(t2sed_schema_prediction **out,
                            const t2sed_schema_predictor *predictor,
                            const t2s_pair_sources *sources, t2sed_error *err)
{
    const t2sed_schema *schema = sources->schema;
    t2sed_schema_prediction *made = t2s_prediction_new(schema);
    float *columns = t2s_alloc_array(
        schema->column_count * t2s_pair_column_count, sizeof *columns);
    float *tables = t2s_alloc_array(schema->table_count * t2s_pair_table_count,
                                    sizeof *tables);
    t2sed_status status =
        made && columns && tables ? T2SED_OK : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_pairs_fill(columns, tables, sources, err);
    if (status == T2SED_OK && !apply(made, predictor, sources, columns, tables))
        status = t2s_fail_memory(err);
    t2s_free(columns);
    t2s_free(tables);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_schema_prediction_free(made);
    return status;
}

t2sed_status
t2s_schema_options_read(t2sed_schema_prediction_options *options,
                        const t2sed_schema_prediction_options *given,
                        const t2sed_schema *schema,
                        const t2s_value_index **values, t2sed_error *err)
{
    const t2sed_schema *known = schema;
    t2sed_status status;
    *values = NULL;
    t2sed_schema_prediction_options_init(options, sizeof *options);
    status = t2s_sized_read(options, sizeof *options, given,
                            "t2sed_schema_prediction_options", err);
    if (status != T2SED_OK)
        return status;
    if (options->values)
        *values = t2s_evidence_values(options->values, &known);
    if (known != schema)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema prediction options: values is of another "
                        "schema");
    return T2SED_OK;
}

t2sed_status t2s_schema_inputs_read(
    t2s_pair_texts *texts, uint8_t **wrong, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    t2sed_error *err)
{
    size_t turns = options->conversation
                       ? t2sed_conversation_count(options->conversation)
                       : 0;
    t2sed_status status;
    *texts = (t2s_pair_texts){.question = {question->text, question->length}};
    if (options->feedback)
        texts->feedback = (t2s_pair_question){options->feedback->text,
                                              options->feedback->length};
    for (size_t i = 0; i < turns && i < T2S_PAIR_EARLIER; i++)
        texts->earlier[i].text = t2s_conversation_question(
            options->conversation, turns - 1 - i, &texts->earlier[i].length);
    *wrong = NULL;
    if (!options->wrong)
        return T2SED_OK;
    *wrong = t2s_alloc_array(schema->column_count + schema->table_count, 1);
    if (!*wrong)
        return t2s_fail_memory(err);
    status = t2sed_roles_read(*wrong, *wrong + schema->column_count,
                              options->wrong, schema, err);
    if (status != T2SED_OK) {
        t2s_free(*wrong);
        *wrong = NULL;
        return status;
    }
    texts->wrong_columns = *wrong;
    texts->wrong_tables = *wrong + schema->column_count;
    return T2SED_OK;
}

t2sed_status t2sed_schema_predictor_predict(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_schema_prediction_options *given, t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    const t2s_value_index *values = NULL;
    t2s_pair_inputs inputs = {0};
    t2s_pair_texts texts;
    uint8_t *wrong = NULL;
    t2sed_status status;
    if (!out || !predictor || !question || !schema)
        return t2s_fail_null(err, __func__,
                             "out, predictor, question and schema");
    status = t2s_schema_options_read(&options, given, schema, &values, err);
    if (status == T2SED_OK)
        status = t2s_schema_inputs_read(&texts, &wrong, question, schema,
                                        &options, err);
    if (status == T2SED_OK)
        status = t2s_pair_inputs_make(
            &inputs, &texts, schema, values,
            (t2s_association_view){&predictor->association, NULL}, err);
    if (status == T2SED_OK)
        status = predict(out, predictor, &inputs.sources, err);
    t2s_pair_inputs_free(&inputs);
    t2s_free(wrong);
    return status;
}
