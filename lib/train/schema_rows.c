/* The rows that a schema predictor learns from. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/fold.h"
#include "base/memory.h"
#include "base/random.h"
#include "train/schema_trainer.h"

#define FOLD_SEED 0
/* Part of the examples whose values are hidden, so that the predictor knows
 * what to make of a question without a database. */
#define HIDE_VALUES 0.15
/* Part that is kept of the columns that nothing speaks for. */
#define KEEP_UNNAMED 0.1

static bool is_left_out(const t2sed_schema_trainer *trainer, size_t database,
                        int fold, int folds)
{
    return fold >= 0 && t2s_fold(trainer->databases.at[database].name, folds,
                                 FOLD_SEED) == fold;
}

static bool merge(t2s_association *to, const t2s_association *from)
{
    for (size_t i = 0; i < from->slot_count; i++)
        if (from->slots[i].key &&
            !t2s_association_add(to, from->slots[i].key, from->slots[i].hits,
                                 from->slots[i].cases))
            return false;
    return true;
}

static bool add_row(t2s_schema_rows *rows, const float *row, size_t features,
                    uint8_t roles, double weight, size_t example)
{
    if (!t2s_vector_reserve(&rows->features, rows->features.count + features))
        return false;
    memcpy(rows->features.at + rows->features.count, row,
           features * sizeof *row);
    rows->features.count += features;
    return t2s_vector_push(&rows->roles, roles) &&
           t2s_vector_push(&rows->weights, (float)weight) &&
           t2s_vector_push(&rows->examples, (uint32_t)example);
}

/* Whether a word of the column's name is in any of the texts, or a value. */
static bool is_named(const t2s_pair_sources *from, size_t column,
                     const float *row)
{
    bool found =
        from->question->columns[column].score > 0 ||
        (from->feedback && from->feedback->columns[column].score > 0) ||
        (from->wrong_columns && from->wrong_columns[column]);
    for (int i = 0; i < T2S_PAIR_EARLIER && from->earlier[i]; i++)
        found |= from->earlier[i]->columns[column].score > 0;
    for (size_t f = 0; f < t2s_pair_column_count && !found; f++)
        if (strcmp(t2s_pair_column_names[f], "value_hits") == 0)
            found |= row[f] > 0;
    return found;
}

static bool add_rows(t2s_schema_rows *columns, t2s_schema_rows *tables,
                     const t2s_schema_example *of, size_t example,
                     const t2s_pair_sources *sources, const float *column_rows,
                     const float *table_rows)
{
    const t2sed_schema *schema = of->schema;
    t2s_random lot = {example + 1};
    bool ok = true;
    for (size_t i = 0; ok && i < schema->column_count; i++) {
        const float *row = column_rows + i * t2s_pair_column_count;
        bool keep = t2s_random_unit(&lot) < KEEP_UNNAMED;
        bool named = of->columns[i] || is_named(sources, i, row);
        if (named || keep)
            ok = add_row(columns, row, t2s_pair_column_count, of->columns[i],
                         of->weight / (named ? 1 : KEEP_UNNAMED), example);
    }
    for (size_t i = 0; ok && i < schema->table_count; i++)
        ok = add_row(tables, table_rows + i * t2s_pair_table_count,
                     t2s_pair_table_count, of->tables[i], of->weight, example);
    return ok;
}

static t2sed_status add_example(t2s_schema_rows *columns,
                                t2s_schema_rows *tables,
                                const t2sed_schema_trainer *trainer, size_t i,
                                const t2s_association *counts, t2sed_error *err)
{
    const t2s_schema_example *of = &trainer->examples.at[i];
    const t2sed_schema *schema = of->schema;
    const t2s_association_view view = {
        counts, &trainer->databases.at[of->database].counts};
    t2s_random lot = {~(uint64_t)i};
    bool hide = t2s_random_unit(&lot) < HIDE_VALUES;
    t2s_pair_inputs inputs;
    float *column_rows = t2s_alloc_array(
        schema->column_count * t2s_pair_column_count, sizeof(float));
    float *table_rows = t2s_alloc_array(
        schema->table_count * t2s_pair_table_count, sizeof(float));
    t2sed_status status = t2s_pair_inputs_make(
        &inputs, &of->texts, schema, hide ? NULL : of->values, view, err);
    if (status == T2SED_OK && (!column_rows || !table_rows))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_pairs_fill(column_rows, table_rows, &inputs.sources, err);
    if (status == T2SED_OK && !add_rows(columns, tables, of, i, &inputs.sources,
                                        column_rows, table_rows))
        status = t2s_fail_memory(err);
    t2s_pair_inputs_free(&inputs);
    t2s_free(column_rows);
    t2s_free(table_rows);
    return status;
}

t2sed_status t2s_schema_rows_make(t2s_schema_rows *columns,
                                  t2s_schema_rows *tables,
                                  t2s_association *counts,
                                  const t2sed_schema_trainer *trainer, int fold,
                                  int folds, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < trainer->databases.count; i++)
        if (!is_left_out(trainer, i, fold, folds) &&
            !merge(counts, &trainer->databases.at[i].counts))
            return t2s_fail_memory(err);
    for (size_t i = 0; i < trainer->examples.count && status == T2SED_OK; i++)
        if (!is_left_out(trainer, trainer->examples.at[i].database, fold,
                         folds))
            status = add_example(columns, tables, trainer, i, counts, err);
    return status;
}

void t2s_schema_rows_free(t2s_schema_rows *rows)
{
    t2s_vector_free(&rows->features);
    t2s_vector_free(&rows->roles);
    t2s_vector_free(&rows->weights);
    t2s_vector_free(&rows->examples);
}
