#include "lab/train/schema_trainer.h"
#include "lab/write/write.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/train/boost.h"

void t2sed_schema_trainer_options_init(t2sed_schema_trainer_options *options,
                                       size_t size)
{
    const t2sed_schema_trainer_options defaults = {
        .struct_size = sizeof defaults,
        .trees = 120,
        .leaves = 24,
        .learning_rate = 0.12,
        .seed = 1,
    };
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status check_options(const t2sed_schema_trainer_options *o,
                                  t2sed_error *err)
{
    if (o->trees < 1 || o->trees > 10000 || o->leaves < 2 ||
        o->leaves > 10000 || !(o->learning_rate > 0) ||
        !(o->learning_rate <= 1) || o->threads < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema trainer options: %d trees, %d leaves, learning "
                        "rate %g, %d threads: expected 1 to 10000, 2 to 10000, "
                        "above 0 to 1, 0 or more",
                        o->trees, o->leaves, o->learning_rate, o->threads);
    return T2SED_OK;
}

t2sed_status
t2sed_schema_trainer_new(t2sed_schema_trainer **out,
                         const t2sed_schema_trainer_options *options,
                         t2sed_error *err)
{
    t2sed_schema_trainer_options use;
    t2sed_schema_trainer *made;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    t2sed_schema_trainer_options_init(&use, sizeof use);
    status = t2s_sized_read(&use, sizeof use, options,
                            "t2sed_schema_trainer_options", err);
    if (status == T2SED_OK)
        status = check_options(&use, err);
    if (status != T2SED_OK)
        return status;
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->options = use;
    if (made->options.lightgbm) {
        made->lightgbm = t2s_strdup(made->options.lightgbm);
        made->options.lightgbm = made->lightgbm;
        if (!made->lightgbm) {
            t2sed_schema_trainer_free(made);
            return t2s_fail_memory(err);
        }
    }
    *out = made;
    return T2SED_OK;
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
    t2s_free(trainer->lightgbm);
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

static bool keep_text(t2s_arena *arena, t2s_pair_question *text)
{
    if (text->text)
        text->text = t2s_arena_strndup(arena, text->text, text->length);
    return true;
}

static const uint8_t *keep_bytes(t2s_arena *arena, const uint8_t *bytes,
                                 size_t n)
{
    uint8_t *kept = t2s_arena_alloc(arena, n + 1);
    if (kept && n)
        memcpy(kept, bytes, n);
    return kept;
}

/* Makes all that the example borrows the trainer's own. */
static bool keep(t2sed_schema_trainer *trainer, t2s_schema_example *example,
                 const uint8_t *columns, const uint8_t *tables)
{
    t2s_arena *arena = &trainer->arena;
    size_t column_count = example->schema->column_count;
    size_t table_count = example->schema->table_count;
    t2s_pair_texts *texts = &example->texts;
    bool ok = true;
    t2s_pair_question *questions[T2S_PAIR_EARLIER + 2] = {&texts->question,
                                                          &texts->feedback};
    for (int i = 0; i < T2S_PAIR_EARLIER; i++)
        questions[i + 2] = &texts->earlier[i];
    for (int i = 0; i < T2S_PAIR_EARLIER + 2 && ok; i++) {
        bool is_there = questions[i]->text != NULL;
        keep_text(arena, questions[i]);
        ok = !is_there || questions[i]->text;
    }
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
    t2s_pair_inputs inputs = {0};
    t2sed_status status = T2SED_OK;
    if (!find_database(trainer, db_id, &example->database) ||
        !keep(trainer, example, roles, roles + example->schema->column_count) ||
        !t2s_vector_reserve(&trainer->examples, trainer->examples.count + 1))
        return t2s_fail_memory(err);
    status = t2s_pair_inputs_make(&inputs, &example->texts, example->schema,
                                  example->values,
                                  (t2s_association_view){NULL, NULL}, err);
    if (status == T2SED_OK)
        status = t2s_pairs_learn(
            &trainer->databases.at[example->database].counts, &inputs.sources,
            example->columns, example->tables, err);
    t2s_pair_inputs_free(&inputs);
    if (status == T2SED_OK)
        trainer->examples.at[trainer->examples.count++] = *example;
    return status;
}

t2sed_status t2sed_schema_trainer_add(
    t2sed_schema_trainer *trainer, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *given,
    const char *db_id, const t2sed_sql *right, double weight, t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    t2s_schema_example example = {.schema = schema, .weight = weight};
    uint8_t *wrong = NULL, *roles;
    t2sed_status status;
    if (!trainer || !question || !schema || !db_id || !right)
        return t2s_fail_null(err, __func__,
                             "trainer, question, schema, db_id and right");
    if (!(weight > 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema trainer: the weight is %g, expected one above "
                        "0",
                        weight);
    status =
        t2s_schema_options_read(&options, given, schema, &example.values, err);
    if (status != T2SED_OK)
        return status;
    roles = t2s_alloc_array(schema->column_count + schema->table_count, 1);
    status = roles ? t2sed_roles_read(roles, roles + schema->column_count,
                                      right, schema, err)
                   : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_schema_inputs_read(&example.texts, &wrong, question,
                                        schema, &options, err);
    if (status == T2SED_OK)
        status = take(trainer, &example, db_id, roles, err);
    t2s_free(wrong);
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
    t2s_boost_report report;
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
        out, &report, &train_rows, NULL,
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
