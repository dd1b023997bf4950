/* The rows that a schema predictor learns from. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/base/random.h"
#include "lab/train/schema_trainer.h"

#define FOLD_SEED 0
/* Part of the examples whose values are hidden, so that the predictor knows
 * what to make of a question without a database. */
#define HIDE_VALUES 0.15
/* Part that is kept of the columns that nothing speaks for. */
#define KEEP_UNNAMED 0.1

#define HALF_SEED 2

static bool is_left_out(const t2s_schema_source *source, size_t database)
{
    const char *name = source->trainer->databases.at[database].name;
    return source->fold >= 0 &&
           t2s_fold(name, source->folds, FOLD_SEED) == source->fold;
}

static int half_of(const t2sed_schema_trainer *trainer, size_t example)
{
    size_t database = trainer->examples.at[example].database;
    return t2s_fold(trainer->databases.at[database].name, 2, HALF_SEED);
}

static bool merge(t2s_association *to, const t2s_association *from)
{
    t2s_association_entry entry;
    for (size_t at = 0; t2s_association_next(from, &at, &entry);)
        if (!t2s_association_add(to, entry.key, entry.hits, entry.cases))
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

static bool add_columns(t2s_schema_rows *rows, const t2s_schema_example *of,
                        size_t example, const t2s_pair_sources *sources,
                        const float *all)
{
    t2s_random lot = {example + 1};
    for (size_t i = 0; i < of->schema->column_count; i++) {
        const float *row = all + i * t2s_pair_column_count;
        bool keep = t2s_random_unit(&lot) < KEEP_UNNAMED;
        bool named = of->columns[i] || is_named(sources, i, row);
        if ((named || keep) &&
            !add_row(rows, row, t2s_pair_column_count, of->columns[i],
                     of->weight / (named ? 1 : KEEP_UNNAMED), example))
            return false;
    }
    return true;
}

static bool add_tables(t2s_schema_rows *rows, const t2s_schema_example *of,
                       size_t example, const float *all)
{
    for (size_t i = 0; i < of->schema->table_count; i++)
        if (!add_row(rows, all + i * t2s_pair_table_count, t2s_pair_table_count,
                     of->tables[i], of->weight, example))
            return false;
    return true;
}

/* Puts what a forest says of the tables into the rows of the columns. */
static bool ask_tables(float *columns, const float *tables,
                       const t2s_forest *forest,
                       const t2s_pair_sources *sources)
{
    size_t count = sources->schema->table_count;
    double *p = t2s_alloc_array(count, sizeof *p);
    bool ok = p != NULL;
    for (size_t i = 0; i < count && ok; i++)
        p[i] =
            t2s_schema_probability(forest, tables + i * t2s_pair_table_count);
    ok = ok && t2s_pairs_add_tables(columns, p, sources);
    t2s_free(p);
    return ok;
}

static t2sed_status add_example(t2s_schema_rows *rows,
                                const t2s_schema_source *source, size_t i,
                                const t2s_forest *halves, t2sed_error *err)
{
    const t2sed_schema_trainer *trainer = source->trainer;
    const t2s_schema_example *of = &trainer->examples.at[i];
    const t2sed_schema *schema = of->schema;
    const t2s_association_view view = {
        &source->counts, &trainer->databases.at[of->database].counts};
    t2s_random lot = {~(uint64_t)i};
    bool hide = t2s_random_unit(&lot) < HIDE_VALUES, ok;
    t2s_pair_sources sources;
    float *columns = t2s_alloc_array(
        schema->column_count * t2s_pair_column_count, sizeof(float));
    float *tables = t2s_alloc_array(schema->table_count * t2s_pair_table_count,
                                    sizeof(float));
    t2sed_status status = t2s_pair_sources_read(
        &sources, &of->texts, schema, hide ? NULL : of->values, view, err);
    if (status == T2SED_OK && (!columns || !tables))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_pairs_fill(columns, tables, &sources, err);
    if (status == T2SED_OK) {
        if (halves)
            ok = ask_tables(columns, tables, &halves[!half_of(trainer, i)],
                            &sources) &&
                 add_columns(rows, of, i, &sources, columns);
        else
            ok = add_tables(rows, of, i, tables);
        status = ok ? T2SED_OK : t2s_fail_memory(err);
    }
    t2s_pair_sources_free(&sources);
    t2s_free(columns);
    t2s_free(tables);
    return status;
}

t2sed_status t2s_schema_count(t2s_schema_source *source, t2sed_error *err)
{
    for (size_t i = 0; i < source->trainer->databases.count; i++)
        if (!is_left_out(source, i) &&
            !merge(&source->counts, &source->trainer->databases.at[i].counts))
            return t2s_fail_memory(err);
    return T2SED_OK;
}

t2sed_status t2s_schema_rows_make(t2s_schema_rows *rows,
                                  const t2s_schema_source *source,
                                  const t2s_forest *halves, t2sed_error *err)
{
    const t2sed_schema_trainer *trainer = source->trainer;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < trainer->examples.count && status == T2SED_OK; i++) {
        if (is_left_out(source, trainer->examples.at[i].database))
            continue;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = add_example(rows, source, i, halves, err);
    }
    return status;
}

bool t2s_schema_rows_half(t2s_schema_rows *out, const t2s_schema_rows *rows,
                          const t2sed_schema_trainer *trainer, int half)
{
    for (size_t i = 0; i < rows->roles.count; i++) {
        size_t example = rows->examples.at[i];
        if (half_of(trainer, example) == half &&
            !add_row(out, rows->features.at + i * t2s_pair_table_count,
                     t2s_pair_table_count, rows->roles.at[i],
                     (double)rows->weights.at[i], example))
            return false;
    }
    return true;
}

void t2s_schema_rows_free(t2s_schema_rows *rows)
{
    t2s_vector_free(&rows->features);
    t2s_vector_free(&rows->roles);
    t2s_vector_free(&rows->weights);
    t2s_vector_free(&rows->examples);
}
