/*
 * replaced_values.h - values that the question names, and in whose stead the
 * query compares their column with another: "in Riga" and town = 'Ghent'.
 */
#ifndef T2S_FACTS_REPLACED_VALUES_H
#define T2S_FACTS_REPLACED_VALUES_H

#include "case/case.h"
#include "facts/coverage.h"

#define T2S_MOST_REPLACED 8

typedef struct t2s_replaced_value {
    const t2s_condition *by; /* the query's comparison with another value */
    int32_t value;           /* in question->values, or -1 */
    uint32_t begin, end;     /* of the value: bytes of the question and its
                                knowledge */
} t2s_replaced_value;

typedef struct t2s_replaced_values {
    t2s_replaced_value at[T2S_MOST_REPLACED];
    size_t count;
} t2s_replaced_values;

/*
 * Finds them, of each value the first comparison. The other value is one that
 * nothing names: the question, its knowledge and its turns have neither it nor
 * a form of it, and no number or abbreviation that stands for it; and it is the
 * only such value of the column, excluded where the question leaves the named
 * one out. Values of a column are those of the database, and those that the
 * knowledge compares with it.
 *
 * query         read with the schema of `from`, which has a question.
 * used, unused  as t2s_used_values_read and t2s_unused_values_compare made
 *               them of the query and the question.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_replaced_values_find(t2s_replaced_values *out,
                                      const t2s_query *query,
                                      const t2s_used_values *used,
                                      const t2s_unused_values *unused,
                                      const t2sed_evidence *from,
                                      t2sed_error *err);

/* The same, and what is unused, of a query of which nothing was made. */
t2sed_status t2s_unused_values_find(t2s_unused_values *unused,
                                    t2s_replaced_values *replaced,
                                    const t2s_query *query,
                                    const t2sed_evidence *from,
                                    t2sed_error *err);

#endif
