/* schema_trainer.c - the trainer of schema predictors: examples, their rows,
 * forests. */
#include "lab/train/schema_trainer.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "lab/train/boost.h"
#include "lab/train/options.h"
#include "lab/write/write.h"
#include "t2sed/lab/schema_trainer.h"

#define FOLD_SEED 0
#define HALF_SEED 2
/* Part of the examples whose values are hidden, so that the predictor knows
 * what to make of a question without a database. */
#define HIDE_VALUES 0.15
/* Part that is kept of the columns that nothing speaks for. */
#define KEEP_UNNAMED 0.1

/* Texts and roles are kept in the trainer's arena. */
typedef struct example {
    t2s_pair_inputs inputs;
    const uint8_t *columns, *tables; /* the roles in the right query */
    double weight;
    size_t database;
} example;

/* A database's name, and what its own examples count. */
typedef struct database {
    const char *name;
    t2s_association counts;
} database;

struct t2sed_schema_trainer {
    t2sed_schema_trainer_options options;
    T2S_VECTOR(example) examples;
    T2S_VECTOR(database) databases;
    t2s_map names; /* to databases */
    t2s_arena arena;
};

#define OPTIONS t2sed_schema_trainer_options

static const t2s_option options_at[] = {
    T2S_INT(OPTIONS, trees, 1, 64, 1, 10000),
    T2S_INT(OPTIONS, leaves, 1, 24, 2, 10000),
    T2S_REAL(OPTIONS, learning_rate, 1, 0.2, DBL_MIN, 1),
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
        t2s_hash_table_free(&trainer->databases.at[i].counts);
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
    database made = {0};
    int64_t found = t2s_map_get(&trainer->names, name, strlen(name), -1);
    *out = (size_t)found;
    if (found >= 0)
        return true;
    *out = trainer->databases.count;
    made.name = t2s_arena_strdup(&trainer->arena, name);
    return made.name && t2s_vector_push(&trainer->databases, made) &&
           t2s_map_set(&trainer->names, name, strlen(name), (int64_t)*out);
}

/* *bytes, if there are any, become a copy. */
static bool keep_bytes(t2s_arena *arena, const uint8_t **bytes, size_t n)
{
    void *kept = *bytes ? t2s_arena_alloc(arena, n + 1) : NULL;
    if (kept && n)
        memcpy(kept, *bytes, n);
    if (*bytes && !kept)
        return false;
    *bytes = kept;
    return true;
}

static bool keep_text(t2s_arena *arena, t2s_pair_text *text)
{
    if (!text->text)
        return true;
    text->text = t2s_arena_strndup(arena, text->text, text->length);
    return text->text != NULL;
}

/* Makes everything that the example points to the trainer's own. */
static bool keep(t2s_arena *arena, example *of)
{
    t2s_pair_inputs *in = &of->inputs;
    const size_t columns = in->schema->column_count;
    const size_t tables = in->schema->table_count;
    bool ok = keep_text(arena, &in->question) &&
              keep_text(arena, &in->feedback) &&
              keep_bytes(arena, &in->wrong_columns, columns) &&
              keep_bytes(arena, &in->wrong_tables, tables) &&
              keep_bytes(arena, &of->columns, columns) &&
              keep_bytes(arena, &of->tables, tables);
    for (int i = 0; i < T2S_PAIR_EARLIER && ok; i++)
        ok = keep_text(arena, &in->earlier[i]);
    return ok;
}

/* Keeps the example and counts what it tells. */
static t2sed_status take(t2sed_schema_trainer *trainer, example *of,
                         const char *db_id, t2sed_error *err)
{
    t2s_pair_sources sources;
    t2sed_status status;
    if (!find_database(trainer, db_id, &of->database) ||
        !keep(&trainer->arena, of) ||
        !t2s_vector_reserve(&trainer->examples, trainer->examples.count + 1))
        return t2s_fail_memory(err);
    status = t2s_pair_sources_read(&sources, &of->inputs,
                                   (t2s_association_view){0}, err);
    if (status == T2SED_OK)
        status = t2s_pairs_learn(&trainer->databases.at[of->database].counts,
                                 &sources, of->columns, of->tables, err);
    t2s_pair_sources_free(&sources);
    if (status == T2SED_OK)
        trainer->examples.at[trainer->examples.count++] = *of;
    return status;
}

t2sed_status t2sed_schema_trainer_add(
    t2sed_schema_trainer *trainer, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    const char *db_id, const t2sed_sql *right, double weight, t2sed_error *err)
{
    example made = {.weight = weight};
    uint8_t *roles, *wrong = NULL;
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
    if (!roles)
        return t2s_fail_memory(err);
    made.columns = roles;
    made.tables = roles + schema->column_count;
    status = t2sed_roles_read(roles, roles + schema->column_count, right,
                              schema, err);
    if (status == T2SED_OK)
        status = t2s_schema_inputs_read(&made.inputs, &wrong, question, schema,
                                        options, err);
    if (status == T2SED_OK)
        status = take(trainer, &made, db_id, err);
    t2s_free(wrong);
    t2s_free(roles);
    return status;
}

/* --- rows --- */

/* What rows are made of: all examples but those of the fold's databases (-1:
 * of all), and what these databases count. */
typedef struct source {
    const t2sed_schema_trainer *trainer;
    int fold, folds;
    t2s_association counts;
} source;

/* Rows of one kind of item, with what each is used for. */
typedef struct rows {
    T2S_VECTOR(float) features;
    T2S_VECTOR(uint8_t) roles;
    T2S_VECTOR(float) weights;
    T2S_VECTOR(uint32_t) examples; /* which each is of */
} rows;

static void free_rows(rows *r)
{
    t2s_vector_free(&r->features);
    t2s_vector_free(&r->roles);
    t2s_vector_free(&r->weights);
    t2s_vector_free(&r->examples);
}

static bool is_left_out(const source *from, size_t number)
{
    const char *name = from->trainer->databases.at[number].name;
    return from->fold >= 0 &&
           t2s_fold(name, from->folds, FOLD_SEED) == from->fold;
}

static int half_of(const t2sed_schema_trainer *trainer, size_t number)
{
    const size_t of = trainer->examples.at[number].database;
    return t2s_fold(trainer->databases.at[of].name, 2, HALF_SEED);
}

/* Sums up what the databases count. */
static t2sed_status sum_counts(source *from, t2sed_error *err)
{
    for (size_t i = 0; i < from->trainer->databases.count; i++) {
        t2s_association_entry entry;
        for (size_t at = 0;
             !is_left_out(from, i) &&
             t2s_association_next(&from->trainer->databases.at[i].counts, &at,
                                  &entry);)
            if (!t2s_association_add(&from->counts, entry.key, entry.hits,
                                     entry.cases))
                return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

static bool add_row(rows *to, const float *row, size_t features, uint8_t roles,
                    double weight, size_t number)
{
    if (!t2s_vector_reserve(&to->features, to->features.count + features))
        return false;
    memcpy(to->features.at + to->features.count, row, features * sizeof *row);
    to->features.count += features;
    return t2s_vector_push(&to->roles, roles) &&
           t2s_vector_push(&to->weights, (float)weight) &&
           t2s_vector_push(&to->examples, (uint32_t)number);
}

/* Whether a word of the column's name is in any of the texts, or a value. */
static bool is_named(const t2s_pair_sources *from, size_t column,
                     const float *row)
{
    const uint8_t *wrong = from->in->wrong_columns;
    bool found =
        from->question->columns[column].score > 0 ||
        (from->feedback && from->feedback->columns[column].score > 0) ||
        (wrong && wrong[column]);
    for (int i = 0; i < T2S_PAIR_EARLIER && from->earlier[i]; i++)
        found |= from->earlier[i]->columns[column].score > 0;
    for (size_t f = 0; f < t2s_pair_column_count && !found; f++)
        if (strcmp(t2s_pair_column_names[f], "value_hits") == 0)
            found |= row[f] > 0;
    return found;
}

static bool add_columns(rows *to, const example *of, size_t number,
                        const t2s_pair_rows *made)
{
    t2s_random lot = {number + 1};
    for (size_t i = 0; i < of->inputs.schema->column_count; i++) {
        const float *row = made->columns + i * t2s_pair_column_count;
        bool keep = t2s_random_unit(&lot) < KEEP_UNNAMED;
        bool named = of->columns[i] || is_named(&made->sources, i, row);
        if ((named || keep) &&
            !add_row(to, row, t2s_pair_column_count, of->columns[i],
                     of->weight / (named ? 1 : KEEP_UNNAMED), number))
            return false;
    }
    return true;
}

static bool add_tables(rows *to, const example *of, size_t number,
                       const t2s_pair_rows *made)
{
    for (size_t i = 0; i < of->inputs.schema->table_count; i++)
        if (!add_row(to, made->tables + i * t2s_pair_table_count,
                     t2s_pair_table_count, of->tables[i], of->weight, number))
            return false;
    return true;
}

/* Puts what a forest says of the tables into the rows of the columns. */
static bool ask_tables(t2s_pair_rows *made, const t2s_forest *forest)
{
    size_t count = made->sources.in->schema->table_count;
    double *p = t2s_alloc_array(count, sizeof *p);
    bool ok = p != NULL;
    if (ok)
        t2s_schema_probabilities(p, 1, forest, made->tables,
                                 t2s_pair_table_count, count);
    ok = ok && t2s_pair_rows_add_tables(made, p);
    t2s_free(p);
    return ok;
}

static t2sed_status add_example(rows *to, const source *from, size_t number,
                                const t2s_forest *halves, t2sed_error *err)
{
    const t2sed_schema_trainer *trainer = from->trainer;
    const example *of = &trainer->examples.at[number];
    const t2s_association_view view = {
        .all = &from->counts,
        .without = &trainer->databases.at[of->database].counts};
    t2s_random lot = {~(uint64_t)number};
    t2s_pair_inputs in = of->inputs;
    t2s_pair_rows made = {0};
    t2sed_status status;
    bool ok;
    if (t2s_random_unit(&lot) < HIDE_VALUES)
        in.values = NULL;
    status = t2s_pair_rows_make(&made, &in, view, err);
    if (status == T2SED_OK) {
        ok = halves ? ask_tables(&made, &halves[!half_of(trainer, number)]) &&
                          add_columns(to, of, number, &made)
                    : add_tables(to, of, number, &made);
        status = ok ? T2SED_OK : t2s_fail_memory(err);
    }
    t2s_pair_rows_free(&made);
    return status;
}

/*
 * The rows of tables, or, where `halves` is given, those of columns. What a
 * database's own examples count is left out of its own rows; halves[h] is what
 * was learnt of tables on the databases of half h, and is asked about those of
 * the other half.
 */
static t2sed_status make_rows(rows *to, const source *from,
                              const t2s_forest *halves, t2sed_error *err)
{
    const t2sed_schema_trainer *trainer = from->trainer;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < trainer->examples.count && status == T2SED_OK; i++) {
        if (is_left_out(from, trainer->examples.at[i].database))
            continue;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = add_example(to, from, i, halves, err);
    }
    return status;
}

/* The rows of tables that are of one half. */
static bool take_half(rows *to, const rows *all,
                      const t2sed_schema_trainer *trainer, int half)
{
    for (size_t i = 0; i < all->roles.count; i++) {
        const size_t number = all->examples.at[i];
        if (half_of(trainer, number) == half &&
            !add_row(to, all->features.at + i * t2s_pair_table_count,
                     t2s_pair_table_count, all->roles.at[i],
                     (double)all->weights.at[i], number))
            return false;
    }
    return true;
}

/* --- training --- */

static t2sed_status train(t2s_forest *out, const rows *from, int role,
                          bool is_table,
                          const t2sed_schema_trainer_options *given,
                          t2sed_error *err)
{
    size_t count = from->roles.count;
    float *labels = t2s_alloc_array(count, sizeof *labels);
    t2s_boost_options options = T2S_BOOST_OPTIONS_INIT;
    const t2s_boost_rows train_rows = {from->features.at, labels,
                                       from->weights.at, count};
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
        labels[i] = (float)(from->roles.at[i] >> role & 1);
    status = t2s_boost_train(
        out, NULL, &train_rows, NULL,
        is_table ? t2s_pair_table_names : t2s_pair_column_names,
        is_table ? t2s_pair_table_count : t2s_pair_column_count, &options, err);
    t2s_free(labels);
    return status;
}

/* Forests of tables: one of each half of the databases, and one of all. */
static t2sed_status train_tables(t2s_forest halves[2], t2s_forest *all,
                                 const source *from, t2sed_error *err)
{
    const t2sed_schema_trainer *trainer = from->trainer;
    rows all_rows = {0};
    t2sed_status status = make_rows(&all_rows, from, NULL, err);
    if (status == T2SED_OK && all_rows.roles.count == 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "schema trainer: there is no example outside fold "
                          "%d of %d",
                          from->fold, from->folds);
    if (status == T2SED_OK)
        status = train(all, &all_rows, T2SED_ROLE_USED, true, &trainer->options,
                       err);
    for (int half = 0; half < 2 && status == T2SED_OK; half++) {
        rows some = {0};
        if (!take_half(&some, &all_rows, trainer, half))
            status = t2s_fail_memory(err);
        /* A half without databases is never asked about the other's. */
        if (status == T2SED_OK)
            status = train(&halves[half], some.roles.count ? &some : &all_rows,
                           T2SED_ROLE_USED, true, &trainer->options, err);
        free_rows(&some);
    }
    free_rows(&all_rows);
    return status;
}

static t2sed_status train_all(t2sed_schema_predictor *predictor,
                              const source *from, t2sed_error *err)
{
    t2s_forest halves[2] = {{0}, {0}};
    rows all_rows = {0};
    t2sed_status status =
        train_tables(halves, &predictor->forests[T2S_ITEM_ROLES], from, err);
    if (status == T2SED_OK)
        status = make_rows(&all_rows, from, halves, err);
    for (int role = 0; role < T2S_ITEM_ROLES && status == T2SED_OK; role++)
        status = train(&predictor->forests[role], &all_rows, role, false,
                       &from->trainer->options, err);
    free_rows(&all_rows);
    t2s_forest_free(&halves[0]);
    t2s_forest_free(&halves[1]);
    return status;
}

t2sed_status t2sed_schema_trainer_run(t2sed_schema_trainer *trainer,
                                      const char *path, int fold, int folds,
                                      t2sed_error *err)
{
    t2sed_schema_predictor *predictor;
    source from = {.trainer = trainer, .fold = fold, .folds = folds};
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
    status = sum_counts(&from, err);
    if (status == T2SED_OK)
        status = train_all(predictor, &from, err);
    predictor->association = from.counts;
    if (status == T2SED_OK)
        status = t2s_schema_predictor_write(predictor, path, err);
    t2sed_schema_predictor_free(predictor);
    return status;
}
