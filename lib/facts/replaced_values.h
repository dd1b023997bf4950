/*
 * replaced_values.h - what a query has of its question's words and values; and
 * values and numbers of the question that the query replaces by others: "in
 * Riga" and town = 'Ghent', "8 doors" and doors = 4.
 */
#ifndef T2S_FACTS_REPLACED_VALUES_H
#define T2S_FACTS_REPLACED_VALUES_H

#include "case/case.h"
#include "facts/accounted_values.h"

#define T2S_MOST_REPLACED 8

typedef struct t2s_replaced_value {
    const t2s_condition *by; /* the query's comparison with another value */
    int32_t value;           /* in question->values, or -1 */
    int32_t number;          /* in question->numbers, or -1 */
    uint32_t begin, end;     /* of the value: bytes of the question and its
                                knowledge */
} t2s_replaced_value;

/*
 * The first comparison for each replaced value. The query's value is one that
 * nothing names: question, knowledge and turns have neither a form of it nor a
 * number or abbreviation that stands for it. It is the only such value of the
 * column, and the query excludes it if the question excludes the named one. The
 * values of a column are those of the database and those that the knowledge
 * compares with it. A replaced number stands beside a word of the column's
 * name.
 */
typedef struct t2s_replaced_values {
    t2s_replaced_value at[T2S_MOST_REPLACED];
    size_t count;
    /* Numbers of conditions that the question lacks, beside any word; at most
     * as many as the question has that the query lacks. */
    size_t numbers;
} t2s_replaced_values;

/* What a query has of its question's words and values, and has not. */
typedef struct t2s_coverage {
    bool *named;   /* stems of the question in names of the query */
    bool *covered; /* and in its values, or for which it has a key */
    t2s_used_values used;
    t2s_unused_values unused;
    t2s_value_keys keys;
    t2s_replaced_values replaced;
    bool forgotten[T2S_MOST_NUMBERS]; /* question->numbers that are names of
                                         things (t2s_number_is_forgotten) */
} t2s_coverage;

/* Reads all of it, of a query that was read with the schema of `from`, into
 * what is all zeros. Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM; then nothing is
 * left to free. */
t2sed_status t2s_coverage_read(t2s_coverage *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err);
void t2s_coverage_free(t2s_coverage *coverage);

#endif
