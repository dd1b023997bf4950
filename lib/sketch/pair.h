/*
 * pair.h - features of pairs of a question and a column, or a table: what
 * speaks for it that the right query uses it, whichever query that is.
 *
 * The rules of features.h hold, but for ranges: only trees read these.
 */
#ifndef T2S_EVIDENCE_PAIR_H
#define T2S_EVIDENCE_PAIR_H

#include "base/private.h"
#include "sketch/association.h"
#include "facts/question.h"
#include "facts/roles.h"

/* Earlier questions that are looked at. */
#define T2S_PAIR_EARLIER 4

typedef struct t2s_pair_sources {
    const t2sed_schema *schema;
    /* All made with the schema. Earlier ones newest first; of them and of the
     * feedback, NULL is none. */
    const t2s_question_facts *question;
    const t2s_question_facts *earlier[T2S_PAIR_EARLIER];
    const t2s_question_facts *feedback;
    /* The roles of what a wrong query uses, or NULL both. */
    const uint8_t *wrong_columns, *wrong_tables;
    const t2s_value_index *values; /* or NULL */
    t2s_association_view association;
} t2s_pair_sources;

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

/*
 * Counts what a right query tells about words and names; `columns` and
 * `tables` are its roles (t2s_roles_read). Of a question with feedback, which
 * is there without it too, the feedback's words alone are counted. Errors:
 * T2SED_ENOMEM.
 */
T2S_PRIVATE
t2sed_status t2s_pairs_learn(t2s_association *to,
                             const t2s_pair_sources *sources,
                             const uint8_t *columns, const uint8_t *tables,
                             t2sed_error *err);

/* Whether a count is looked at, and so worth keeping. */
T2S_PRIVATE
bool t2s_pair_counts(const t2s_association_entry *entry);

#endif
