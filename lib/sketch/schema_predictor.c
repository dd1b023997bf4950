#include "sketch/schema_predictor.h"

#include <math.h>
#include <string.h>

#include "question/conversation.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "facts/evidence.h"
#include "sketch/prediction.h"
#include "weights/fields.h"

/* More counts than this were never worth having. */
#define MOST_COUNTS 4194304

const char *const t2s_schema_prefixes[T2S_SCHEMA_FORESTS] = {
    "selected.", "condition.", "grouped.", "ordered.",
    "joined.",   "used.",      "table."};

/* --- reading --- */

static t2sed_status check_config(const json_t *config, const char *path,
                                 t2sed_error *err)
{
    json_t *own = NULL;
    const char *task = NULL;
    t2sed_status status =
        t2s_read_own_object(&own, config, "t2sed", T2S_SCHEMA_PREDICTOR_FORMAT,
                            T2S_SCHEMA_PREDICTOR_FORMAT, path, err);
    t2s_members in = {own, path, err, status};
    t2s_member_string(&in, "task", true, &task);
    if (in.status == T2SED_OK && strcmp(task, T2S_SCHEMA_PREDICTOR_TASK) != 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: the model's task is %s, expected %s", path, task,
                        T2S_SCHEMA_PREDICTOR_TASK);
    return in.status;
}

/* At most MOST_COUNTS, as many of each. */
static t2sed_status find_counts(const t2s_tensor *counts[3],
                                const t2s_safetensors *file, t2sed_error *err)
{
    t2s_tensor wanted[] = {{"counts.key", T2S_I64, 1, {-1}, NULL},
                           {"counts.hits", T2S_F32, 1, {-1}, NULL},
                           {"counts.cases", T2S_F32, 1, {-1}, NULL}};
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < 3 && status == T2SED_OK; i++) {
        wanted[i].shape[0] = i ? counts[0]->shape[0] : -1;
        status =
            t2s_safetensors_want(&counts[i], file, &wanted[i], "counts", err);
    }
    if (status == T2SED_OK && counts[0]->shape[0] > MOST_COUNTS)
        status = t2s_fail(err, T2SED_ELIMIT, -1,
                          "counts.key has more than %d elements", MOST_COUNTS);
    return status;
}

static t2sed_status read_counts(t2s_association *out,
                                const t2s_safetensors *file, t2sed_error *err)
{
    const t2s_tensor *counts[3];
    t2sed_status status = find_counts(counts, file, err);
    const int64_t count = status == T2SED_OK ? counts[0]->shape[0] : 0;
    for (int64_t i = 0; status == T2SED_OK && i < count; i++) {
        uint64_t key = (uint64_t)((const int64_t *)counts[0]->data)[i];
        float hit = ((const float *)counts[1]->data)[i];
        float of = ((const float *)counts[2]->data)[i];
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
        status = t2s_forest_read(forest, file, t2s_schema_prefixes[i], err);
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
                                       const t2s_weight_directory *files,
                                       t2sed_error *err)
{
    t2sed_schema_predictor *made = t2s_zalloc(sizeof *made);
    t2sed_status status =
        made ? check_config(files->config, files->config_path, err)
             : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = read_tensors(made, &files->weights, files->weights_path, err);
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
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status =
        t2s_weight_directory_find(&files, T2S_SCHEMA_PREDICTION, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_schema_predictor_read(out, &files, err);
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

static t2sed_status read_options(t2sed_schema_prediction_options *options,
                                 const t2sed_schema_prediction_options *given,
                                 const t2sed_schema *schema,
                                 const t2s_value_index **values,
                                 t2sed_error *err)
{
    const t2sed_schema *known = schema;
    t2sed_status status;
    t2sed_schema_prediction_options_init(options, sizeof *options);
    status = t2s_sized_read(options, sizeof *options, given,
                            "t2sed_schema_prediction_options", err);
    if (status != T2SED_OK)
        return status;
    if (options->values) {
        *values = options->values->values;
        known = options->values->schema;
    }
    return known == schema ? T2SED_OK
                           : t2s_fail(err, T2SED_EINVAL, -1,
                                      "schema prediction options: values is "
                                      "of another schema");
}

static t2sed_status read_wrong(t2s_schema_inputs *to, const t2sed_sql *wrong,
                               const t2sed_schema *schema, t2sed_error *err)
{
    const size_t columns = schema->column_count;
    if (!wrong)
        return T2SED_OK;
    to->roles = t2s_alloc_array(columns + schema->table_count, 1);
    if (!to->roles)
        return t2s_fail_memory(err);
    to->texts.wrong_columns = to->roles;
    to->texts.wrong_tables = to->roles + columns;
    return t2sed_roles_read(to->roles, to->roles + columns, wrong, schema, err);
}

t2sed_status
t2s_schema_inputs_read(t2s_schema_inputs *out, const t2sed_question *question,
                       const t2sed_schema *schema,
                       const t2sed_schema_prediction_options *given,
                       t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    t2s_pair_texts *texts = &out->texts;
    size_t turns;
    t2sed_status status;
    *out = (t2s_schema_inputs){0};
    status = read_options(&options, given, schema, &out->values, err);
    if (status != T2SED_OK)
        return status;
    texts->question = (t2s_pair_text){question->text, question->length};
    if (options.feedback)
        texts->feedback =
            (t2s_pair_text){options.feedback->text, options.feedback->length};
    turns = t2sed_conversation_count(options.conversation);
    for (size_t i = 0; i < turns && i < T2S_PAIR_EARLIER; i++) {
        const t2s_conversation_turn turn =
            t2s_conversation_get(options.conversation, turns - 1 - i);
        texts->earlier[i] =
            (t2s_pair_text){turn.question, turn.question_length};
    }
    return read_wrong(out, options.wrong, schema, err);
}

t2sed_status t2sed_schema_predictor_predict(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_schema_prediction_options *options, t2sed_error *err)
{
    t2s_schema_inputs inputs;
    t2s_pair_sources sources = {0};
    t2sed_status status;
    if (!out || !predictor || !question || !schema)
        return t2s_fail_null(err, __func__,
                             "out, predictor, question and schema");
    status = t2s_schema_inputs_read(&inputs, question, schema, options, err);
    if (status == T2SED_OK)
        status = t2s_pair_sources_read(
            &sources, &inputs.texts, schema, inputs.values,
            (t2s_association_view){&predictor->association, NULL}, err);
    if (status == T2SED_OK)
        status = predict(out, predictor, &sources, err);
    t2s_pair_sources_free(&sources);
    t2s_free(inputs.roles);
    return status;
}
