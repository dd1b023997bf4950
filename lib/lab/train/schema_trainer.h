/* schema_trainer.h - the examples of a schema predictor, and their rows. */
#ifndef T2S_TRAIN_SCHEMA_TRAINER_H
#define T2S_TRAIN_SCHEMA_TRAINER_H

#include "base/vector.h"
#include "sketch/schema_predictor.h"
#include "t2sed/lab/schema_trainer.h"

typedef struct t2s_schema_example {
    t2s_pair_texts texts;
    const t2sed_schema *schema;
    const t2s_value_index *values;
    const uint8_t *columns, *tables; /* the roles in the right query */
    double weight;
    size_t database;
} t2s_schema_example;

/* A database's name, and what its own examples count. */
typedef struct t2s_schema_database {
    const char *name;
    t2s_association counts;
} t2s_schema_database;

struct t2sed_schema_trainer {
    t2sed_schema_trainer_options options;
    T2S_VECTOR(t2s_schema_example) examples;
    T2S_VECTOR(t2s_schema_database) databases;
    t2s_map names; /* to databases */
    t2s_arena arena;
};

/*
 * Counts what a right query tells about words and names; `columns` and
 * `tables` are its roles (t2s_roles_read). Of a question with feedback, which
 * is there without it too, the feedback's words alone are counted. Errors:
 * T2SED_ENOMEM.
 */
t2sed_status t2s_pairs_learn(t2s_association *to,
                             const t2s_pair_sources *sources,
                             const uint8_t *columns, const uint8_t *tables,
                             t2sed_error *err);

/* Rows of one kind of item, with what each is used for. */
typedef struct t2s_schema_rows {
    T2S_VECTOR(float) features;
    T2S_VECTOR(uint8_t) roles;
    T2S_VECTOR(float) weights;
    T2S_VECTOR(uint32_t) examples; /* which each is of */
} t2s_schema_rows;

/* What rows are made of: all examples but those of the fold's databases (-1:
 * of all), and what these databases count. */
typedef struct t2s_schema_source {
    const t2sed_schema_trainer *trainer;
    int fold, folds;
    t2s_association counts; /* t2s_schema_count makes it */
} t2s_schema_source;

/* Sums up what the databases count. Errors: T2SED_ENOMEM. */
t2sed_status t2s_schema_count(t2s_schema_source *source, t2sed_error *err);

/*
 * The rows of tables, or, where `halves` is given, those of columns. What a
 * database's own examples count is left out of its own rows; halves[h] is what
 * was learnt of tables on the databases of half h, and is asked about those of
 * the other half. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_schema_rows_make(t2s_schema_rows *rows,
                                  const t2s_schema_source *source,
                                  const t2s_forest *halves, t2sed_error *err);
/* The rows of tables that are of one half; false when memory is short. */
bool t2s_schema_rows_half(t2s_schema_rows *out, const t2s_schema_rows *rows,
                          const t2sed_schema_trainer *trainer, int half);
void t2s_schema_rows_free(t2s_schema_rows *rows);

#endif
