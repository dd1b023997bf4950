/*
 * quantity.h - what a number that a query computes is: in which unit, by which
 * constant factor. Names are followed into subqueries; sums and averages keep
 * the unit of what they are of, and constants change it: minutes / 60 are
 * hours.
 */
#ifndef T2S_FACTS_QUANTITY_H
#define T2S_FACTS_QUANTITY_H

#include "case/case.h"
#include "facts/time_terms.h"
#include "facts/units.h"

typedef struct t2s_quantity {
    t2s_unit unit;
    double factor;    /* that constants multiply it by */
    bool is_constant; /* `number` */
    bool is_truth;    /* true or false: `number` where it is true, or 0 */
    double number;
} t2s_quantity;

typedef struct t2s_quantity_reader {
    const t2s_query *query;
    const t2sed_schema *schema; /* or NULL */
    t2s_term_reader times;
    bool money_is_minor; /* the question or its knowledge says so */
    size_t work;         /* expressions left to be read */
    int mixed; /* sums of quantities in two units of one dimension, so far */
} t2s_quantity_reader;

/* Of a query of a case, to read `work` expressions. */
t2s_quantity_reader t2s_quantity_reader_of(const t2s_query *query,
                                           const t2sed_evidence *from,
                                           size_t work);

t2s_quantity t2s_quantity_read(t2s_quantity_reader *reader, int32_t expr);

/* The constant that an expr computes; false where it computes none. */
bool t2s_quantity_constant(double *out, t2s_quantity_reader *reader,
                           int32_t expr);

/* What a name stands for in the end, without parentheses: an expr that is no
 * name, or the name of a column of a table. */
int32_t t2s_quantity_follow(const t2s_query *query, int32_t expr);

/* The column of the schema that an expr names, or T2S_NO_ITEM. */
int32_t t2s_quantity_column(const t2s_query *query, int32_t expr);

/* The SELECT that stands for one value: its expr, or T2S_NO_NODE. */
int32_t t2s_quantity_scalar(const t2s_query *query, int32_t expr);

/* Adds what is there to a count of a row of counts, and keeps its first node.
 */
static inline void t2s_count_at(double *counts, int32_t *places, int which,
                                int32_t node, bool is_there)
{
    counts[which] += is_there;
    if (is_there && places[which] == T2S_NO_NODE)
        places[which] = node;
}

/* Whether an expr is a condition. */
bool t2s_is_truth(const t2s_tree *tree, int32_t expr);

#endif
