/* schema_trainer.c - the trainer of schema predictors: examples, forests. */
#include "lab/train/schema_trainer.h"
#include "lab/write/write.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/train/boost.h"
#include "lab/train/options.h"

#define OPTIONS t2sed_schema_trainer_options

static const t2s_option options_at[] = {
    T2S_INT(OPTIONS, trees, 1, 120, 1, 10000),
    T2S_INT(OPTIONS, leaves, 1, 24, 2, 10000),
    T2S_REAL(OPTIONS, learning_rate, 1, 0.12, DBL_MIN, 1),
    T2S_INT(OPTIONS, threads, 0, 0, 0, 4096),
    T2S_SEED(OPTIONS, seed),
    T2S_TEXT(OPTIONS, lightgbm),
};

static const t2s_options options_table = {
    "schema trainer options", "t2sed_schema_trainer_options", sizeof(OPTIONS),
    options_at, sizeof options_at / sizeof options_at[0]};

void t2sed_schema_trainer_options_init(t2sed_schema_trainer_options *options,
                                       size_t size)
{
    t2s_options_init(options, size, &options_table);
}

t2sed_status
t2sed_schema_trainer_new(t2sed_schema_trainer **out,
                         const t2sed_schema_trainer_options *options,
                         t2sed_error *err)
{
    t2sed_schema_trainer *made;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    made = t2s_zalloc(sizeof *made);
    status =
        made ? t2s_options_read(&made->options, options, &options_table, err)
             : t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_free(made);
    return status;
}

void t2sed_schema_trainer_free(t2sed_schema_trainer *trainer)
{
    if (!trainer)
        return;
    for (size_t i = 0; i < trainer->databases.count; i++)
        t2s_association_free(&trainer->databases.at[i].counts);
    t2s_vector_free(&trainer->databases);
    t2s_vector_free(&trainer->examples);
    t2s_map_free(&trainer->names);
    t2s_arena_free(&trainer->arena);
    t2s_options_free(&trainer->options, &options_table);
    t2s_free(trainer);
}

/* --- adding --- */

static bool find_database(t2sed_schema_trainer *trainer, const char *name,
                          size_t *out)
{
    t2s_schema_database made = {0};
    int64_t found = t2s_map_get(&trainer->names, name, strlen(name), -1);
    *out = (size_t)found;
    if (found >= 0)
        return true;
    *out = trainer->databases.count;
    made.name = t2s_arena_strdup(&trainer->arena, name);
    return made.name && t2s_vector_push(&trainer->databases, made) &&
           t2s_map_set(&trainer->names, name, strlen(name), (int64_t)*out);
}

static const void *keep_bytes(t2s_arena *arena, const void *bytes, size_t n)
{
    void *kept = t2s_arena_alloc(arena, n + 1);
    if (kept && n)
        memcpy(kept, bytes, n);
    return kept;
}

static bool keep_text(t2s_arena *arena, t2s_pair_text *text)
{
    if (text->text)
        text->text = keep_bytes(arena, text->text, text->length);
    else
        return true;
    return text->text != NULL;
}

/* Makes all that the example borrows the trainer's own. */
static bool keep(t2sed_schema_trainer *trainer, t2s_schema_example *example,
                 const uint8_t *columns, const uint8_t *tables)
{
    t2s_arena *arena = &trainer->arena;
    const size_t column_count = example->schema->column_count;
    const size_t table_count = example->schema->table_count;
    t2s_pair_texts *texts = &example->texts;
    bool ok = keep_text(arena, &texts->question) &&
              keep_text(arena, &texts->feedback);
    for (int i = 0; i < T2S_PAIR_EARLIER; i++)
        ok = ok && keep_text(arena, &texts->earlier[i]);
    if (texts->wrong_columns) {
        texts->wrong_columns =
            keep_bytes(arena, texts->wrong_columns, column_count);
        texts->wrong_tables =
            keep_bytes(arena, texts->wrong_tables, table_count);
        ok = ok && texts->wrong_columns && texts->wrong_tables;
    }
    example->columns = keep_bytes(arena, columns, column_count);
    example->tables = keep_bytes(arena, tables, table_count);
    return ok && example->columns && example->tables;
}

/* Keeps the example and counts what it tells. */
static t2sed_status take(t2sed_schema_trainer *trainer,
                         t2s_schema_example *example, const char *db_id,
                         const uint8_t *roles, t2sed_error *err)
{
    t2s_pair_sources sources = {0};
    t2sed_status status = T2SED_OK;
    if (!find_database(trainer, db_id, &example->database) ||
        !keep(trainer, example, roles, roles + example->schema->column_count) ||
        !t2s_vector_reserve(&trainer->examples, trainer->examples.count + 1))
        return t2s_fail_memory(err);
    status = t2s_pair_sources_read(&sources, &example->texts, example->schema,
                                   example->values,
                                   (t2s_association_view){NULL, NULL}, err);
    if (status == T2SED_OK)
        status =
            t2s_pairs_learn(&trainer->databases.at[example->database].counts,
                            &sources, example->columns, example->tables, err);
    t2s_pair_sources_free(&sources);
    if (status == T2SED_OK)
        trainer->examples.at[trainer->examples.count++] = *example;
    return status;
}

t2sed_status t2sed_schema_trainer_add(
    t2sed_schema_trainer *trainer, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    const char *db_id, const t2sed_sql *right, double weight, t2sed_error *err)
{
    t2s_schema_example example = {.schema = schema, .weight = weight};
    t2s_schema_inputs inputs;
    uint8_t *roles;
    t2sed_status status;
    if (!trainer || !question || !schema || !db_id || !right)
        return t2s_fail_null(err, __func__,
                             "trainer, question, schema, db_id and right");
    if (!(weight > 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema trainer: the weight is %g, expected one above "
                        "0",
                        weight);
    roles = t2s_alloc_array(schema->column_count + schema->table_count, 1);
    status = roles ? t2sed_roles_read(roles, roles + schema->column_count,
                                      right, schema, err)
                   : t2s_fail_memory(err);
    if (status != T2SED_OK) {
        t2s_free(roles);
        return status;
    }
    status = t2s_schema_inputs_read(&inputs, question, schema, options, err);
    example.texts = inputs.texts;
    example.values = inputs.values;
    if (status == T2SED_OK)
        status = take(trainer, &example, db_id, roles, err);
    t2s_free(inputs.roles);
    t2s_free(roles);
    return status;
}

/* --- training --- */

static t2sed_status train(t2s_forest *out, const t2s_schema_rows *rows,
                          int role, bool is_table,
                          const t2sed_schema_trainer_options *given,
                          t2sed_error *err)
{
    size_t count = rows->roles.count;
    float *labels = t2s_alloc_array(count, sizeof *labels);
    t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    const t2s_boost_rows train_rows = {rows->features.at, labels,
                                       rows->weights.at, count};
    t2sed_status status;
    options.trees = given->trees;
    options.leaves = given->leaves;
    options.learning_rate = given->learning_rate;
    options.threads = given->threads;
    options.feature_fraction = 0.3;
    options.bagging_fraction = 0.5;
    options.bins = 63;
    options.seed = (uint32_t)given->seed;
    options.lightgbm = given->lightgbm;
    if (!labels)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        labels[i] = (float)(rows->roles.at[i] >> role & 1);
    status = t2s_boost_train(
        out, NULL, &train_rows, NULL,
        is_table ? t2s_pair_table_names : t2s_pair_column_names,
        is_table ? t2s_pair_table_count : t2s_pair_column_count, &options, err);
    t2s_free(labels);
    return status;
}

/* Forests of tables: one of each half of the databases, and one of all. */
static t2sed_status train_tables(t2s_forest halves[2], t2s_forest *all,
                                 const t2s_schema_source *source,
                                 t2sed_error *err)
{
    const t2sed_schema_trainer *trainer = source->trainer;
    t2s_schema_rows rows = {0};
    t2sed_status status = t2s_schema_rows_make(&rows, source, NULL, err);
    if (status == T2SED_OK && rows.roles.count == 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "schema trainer: there is no example outside fold "
                          "%d of %d",
                          source->fold, source->folds);
    if (status == T2SED_OK)
        status =
            train(all, &rows, T2SED_ROLE_USED, true, &trainer->options, err);
    for (int half = 0; half < 2 && status == T2SED_OK; half++) {
        t2s_schema_rows some = {0};
        if (!t2s_schema_rows_half(&some, &rows, trainer, half))
            status = t2s_fail_memory(err);
        /* A half without databases is never asked about the other's. */
        if (status == T2SED_OK)
            status = train(&halves[half], some.roles.count ? &some : &rows,
                           T2SED_ROLE_USED, true, &trainer->options, err);
        t2s_schema_rows_free(&some);
    }
    t2s_schema_rows_free(&rows);
    return status;
}

static t2sed_status train_all(t2sed_schema_predictor *predictor,
                              const t2s_schema_source *source, t2sed_error *err)
{
    t2s_forest halves[2] = {{0}, {0}};
    t2s_schema_rows rows = {0};
    t2sed_status status =
        train_tables(halves, &predictor->forests[T2S_ITEM_ROLES], source, err);
    if (status == T2SED_OK)
        status = t2s_schema_rows_make(&rows, source, halves, err);
    for (int role = 0; role < T2S_ITEM_ROLES && status == T2SED_OK; role++)
        status = train(&predictor->forests[role], &rows, role, false,
                       &source->trainer->options, err);
    t2s_schema_rows_free(&rows);
    t2s_forest_free(&halves[0]);
    t2s_forest_free(&halves[1]);
    return status;
}

t2sed_status t2sed_schema_trainer_run(t2sed_schema_trainer *trainer,
                                      const char *path, int fold, int folds,
                                      t2sed_error *err)
{
    t2sed_schema_predictor *predictor;
    t2s_schema_source source = {
        .trainer = trainer, .fold = fold, .folds = folds};
    t2sed_status status;
    if (!trainer || !path)
        return t2s_fail_null(err, __func__, "trainer and path");
    if (folds < 1 || fold < -1 || fold >= folds)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema trainer: fold %d of %d: expected -1 to %d, of "
                        "1 or more",
                        fold, folds, folds - 1);
    predictor = t2s_zalloc(sizeof *predictor);
    if (!predictor)
        return t2s_fail_memory(err);
    status = t2s_schema_count(&source, err);
    if (status == T2SED_OK)
        status = train_all(predictor, &source, err);
    predictor->association = source.counts;
    if (status == T2SED_OK)
        status = t2s_schema_predictor_write(predictor, path, err);
    t2sed_schema_predictor_free(predictor);
    return status;
}
