/*
 * pair.h - features of pairs of a question and a column, or a table: what
 * speaks for it that the right query uses it, whichever query that is.
 *
 * Unknown numbers are NAN; they have no ranges, for only trees read them.
 */
#ifndef T2S_SKETCH_PAIR_H
#define T2S_SKETCH_PAIR_H

#include "facts/question.h"
#include "sketch/association.h"

/* Earlier questions that are looked at. */
#define T2S_PAIR_EARLIER 4

/* What a question is asked with, as texts. */
typedef struct t2s_pair_texts {
    t2s_pair_text question, earlier[T2S_PAIR_EARLIER], feedback;
    const uint8_t *wrong_columns, *wrong_tables; /* as in t2s_pair_sources */
} t2s_pair_texts;

typedef struct t2s_pair_sources {
    const t2sed_schema *schema;
    /* All made with the schema. Earlier ones newest first; of them and of the
     * feedback, NULL is none. */
    t2s_question_facts *question, *earlier[T2S_PAIR_EARLIER], *feedback;
    /* The roles of what a wrong query uses, or NULL both. */
    const uint8_t *wrong_columns, *wrong_tables;
    const t2s_value_index *values; /* or NULL */
    t2s_association_view association;
} t2s_pair_sources;

/* Reads the texts, to be ended with t2s_pair_sources_free in any case; what
 * they point to must live as long. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status
t2s_pair_sources_read(t2s_pair_sources *out, const t2s_pair_texts *texts,
                      const t2sed_schema *schema, const t2s_value_index *values,
                      t2s_association_view association, t2sed_error *err);
T2S_PRIVATE
void t2s_pair_sources_free(t2s_pair_sources *sources);

T2S_PRIVATE
extern const char *const t2s_pair_column_names[];
T2S_PRIVATE
extern const size_t t2s_pair_column_count;
T2S_PRIVATE
extern const char *const t2s_pair_table_names[];
T2S_PRIVATE
extern const size_t t2s_pair_table_count;

/*
 * Fills in a row of t2s_pair_column_count numbers for every column of the
 * schema and one of t2s_pair_table_count for every table. Errors:
 * T2SED_ENOMEM.
 */
T2S_PRIVATE
t2sed_status t2s_pairs_fill(float *columns, float *tables,
                            const t2s_pair_sources *sources, t2sed_error *err);

/*
 * Fills in what the rows of columns say of likely tables (likely_*, until then
 * NAN) from the probability of each table. False when memory is short.
 */
T2S_PRIVATE
bool t2s_pairs_add_tables(float *columns, const double *tables,
                          const t2s_pair_sources *sources);

/* Whether a count is looked at, and so worth keeping. */
T2S_PRIVATE
bool t2s_pair_counts(const t2s_association_entry *entry);

#endif
