#include "sketch/schema_predictor.h"

#include <math.h>
#include <string.h>

#include "question/conversation.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "case/case.h"
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

static t2sed_status read_counts(t2s_kept_association *out,
                                const t2s_safetensors *file, t2sed_error *err)
{
    const t2s_tensor *counts[3];
    t2sed_status status = find_counts(counts, file, err);
    uint64_t last = 0;
    if (status != T2SED_OK)
        return status;
    out->count = (size_t)counts[0]->shape[0];
    out->keys = counts[0]->data;
    out->hits = counts[1]->data;
    out->cases = counts[2]->data;
    for (size_t i = 0; i < out->count; i++) {
        const float hits = out->hits[i], cases = out->cases[i];
        if (out->keys[i] <= last || !(hits >= 0) || !(cases >= hits) ||
            !isfinite(cases))
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "count %zu: keys must be ascending, and hits from "
                            "0 to cases, which must be finite",
                            i);
        last = out->keys[i];
    }
    t2s_key_tops_find(&out->tops, out->keys, out->count);
    return T2SED_OK;
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
        status = read_counts(&predictor->kept, file, err);
    return status == T2SED_OK || status == T2SED_ENOMEM
               ? status
               : t2s_fail_in(err, status, "%s", path);
}

t2sed_status t2s_schema_predictor_read(t2sed_schema_predictor **out,
                                       t2s_weight_directory *files,
                                       t2sed_error *err)
{
    t2sed_schema_predictor *made = t2s_zalloc(sizeof *made);
    t2sed_status status = T2SED_OK;
    if (!made) {
        t2s_weight_directory_close(files);
        return t2s_fail_memory(err);
    }
    made->files = *files;
    memset(files, 0, sizeof *files);
    status = check_config(made->files.config, made->files.config_path, err);
    if (status == T2SED_OK)
        status = read_tensors(made, &made->files.weights,
                              made->files.weights_path, err);
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
    return t2s_schema_predictor_read(out, &files, err);
}

void t2sed_schema_predictor_free(t2sed_schema_predictor *predictor)
{
    if (!predictor)
        return;
    for (size_t i = 0; i < T2S_SCHEMA_FORESTS; i++)
        t2s_forest_free(&predictor->forests[i]);
    t2s_weight_directory_close(&predictor->files);
    t2s_hash_table_free(&predictor->association);
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

void t2s_schema_probabilities(double *out, size_t step,
                              const t2s_forest *forest, const float *rows,
                              size_t width, size_t count)
{
    enum { MOST = 64 };
    for (size_t begin = 0; begin < count; begin += MOST) {
        const size_t n = count - begin < MOST ? count - begin : MOST;
        const float *at[MOST];
        double values[MOST];
        for (size_t i = 0; i < n; i++)
            at[i] = rows + (begin + i) * width;
        t2s_forest_values(values, forest, at, n);
        for (size_t i = 0; i < n; i++)
            out[(begin + i) * step] = 1 / (1 + exp(-values[i]));
    }
}

/* Tables first: what they say of their columns is read with these. */
static t2sed_status predict(t2sed_schema_prediction *to,
                            const t2s_forest *forests, t2s_pair_rows *rows,
                            t2sed_error *err)
{
    t2s_schema_probabilities(to->tables, 1, &forests[T2S_ITEM_ROLES],
                             rows->tables, t2s_pair_table_count,
                             to->table_count);
    if (!t2s_pair_rows_add_tables(rows, to->tables))
        return t2s_fail_memory(err);
    for (size_t role = 0; role < T2S_ITEM_ROLES; role++)
        t2s_schema_probabilities(to->columns + role, T2S_ITEM_ROLES,
                                 &forests[role], rows->columns,
                                 t2s_pair_column_count, to->column_count);
    return t2s_prediction_finish(to) ? T2SED_OK : t2s_fail_memory(err);
}

static t2sed_status read_wrong(t2s_pair_inputs *to, uint8_t **roles,
                               const t2sed_sql *wrong, t2sed_error *err)
{
    const size_t columns = to->schema->column_count;
    if (!wrong)
        return T2SED_OK;
    *roles = t2s_alloc_array(columns + to->schema->table_count, 1);
    if (!*roles)
        return t2s_fail_memory(err);
    to->wrong_columns = *roles;
    to->wrong_tables = *roles + columns;
    return t2sed_roles_read(*roles, *roles + columns, wrong, to->schema, err);
}

t2sed_status t2s_schema_inputs_read(
    t2s_pair_inputs *out, uint8_t **roles, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *given,
    t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    size_t turns;
    t2sed_status status;
    question = t2s_question_informed(question);
    *roles = NULL;
    *out = (t2s_pair_inputs){.schema = schema,
                             .question = {question->text, question->length}};
    status =
        T2S_READ_SIZED(t2sed_schema_prediction_options, &options, given, err);
    if (status != T2SED_OK)
        return status;
    if (options.values && options.values->schema != schema)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema prediction options: values is of another "
                        "schema");
    if (options.values)
        out->values = options.values->values;
    if (options.feedback)
        out->feedback =
            (t2s_pair_text){options.feedback->text, options.feedback->length};
    turns = t2sed_conversation_count(options.conversation);
    for (size_t i = 0; i < turns && i < T2S_PAIR_EARLIER; i++) {
        const t2s_conversation_turn turn =
            t2s_conversation_get(options.conversation, turns - 1 - i);
        out->earlier[i] = (t2s_pair_text){turn.question, turn.question_length};
    }
    return read_wrong(out, roles, options.wrong, err);
}

t2sed_status t2sed_schema_predictor_predict(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_schema_prediction_options *options, t2sed_error *err)
{
    return t2s_schema_predictor_predict(out, predictor, question, NULL, schema,
                                        options, err);
}

t2sed_status t2s_schema_predictor_predict(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2s_question_facts *asked,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    t2sed_error *err)
{
    t2sed_schema_prediction *made = NULL;
    t2s_pair_inputs inputs;
    t2s_pair_rows rows = {0};
    uint8_t *roles;
    t2sed_status status;
    if (!out || !predictor || !question || !schema)
        return t2s_fail_null(err, "t2sed_schema_predictor_predict",
                             "out, predictor, question and schema");
    status =
        t2s_schema_inputs_read(&inputs, &roles, question, schema, options, err);
    inputs.asked = asked;
    if (status == T2SED_OK)
        status = t2s_pair_rows_make(
            &rows, &inputs, (t2s_association_view){.kept = &predictor->kept},
            err);
    if (status == T2SED_OK && !(made = t2s_prediction_new(schema)))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = predict(made, predictor->forests, &rows, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_schema_prediction_free(made);
    t2s_pair_rows_free(&rows);
    t2s_free(roles);
    return status;
}
