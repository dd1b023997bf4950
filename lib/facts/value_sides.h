/*
 * value_sides.h - what the words round a value of the question say about it,
 * where a table is related to another in two ways: whether something goes to
 * the value or comes from it ("flights to Berlin"), and which side of a
 * self-join it chooses ("Bob's manager"). Compared with what the query does
 * with that value.
 */
#ifndef T2S_FACTS_VALUE_SIDES_H
#define T2S_FACTS_VALUE_SIDES_H

#include "facts/self_joins.h"

typedef struct t2s_value_ends {
    /* Values of the query that the question goes to or from; without any, 1
     * where such words are sure. */
    int asked;
    int fits;     /* those in a column of that end (destination, receiver) */
    int opposite; /* those in a column of the other end (origin, sender) */
    const t2s_condition *other; /* of the first of these, or NULL */
    bool goes_to;               /* the question goes to it, not comes from it */
    int32_t first, last;        /* words of the question that are its value */
    int words; /* without such values: 1: the question's words for one end
                  ("arriving") and the query's columns agree, -1: differ */
    /* Of words that differ: they go to an end, and no others may mean the
     * other end ("received from each account", "who were sent a parcel"). */
    bool are_to, are_sure;
} t2s_value_ends;

/* The query was read with the schema. */
void t2s_value_ends_read(t2s_value_ends *out, const t2s_query *query,
                         const t2sed_schema *schema,
                         const t2s_question_facts *question);

/* The side of a self-join that a value chooses by the question ("reports of
 * Bob": the parent). */
typedef struct t2s_asked_value {
    t2s_self_side side;      /* NEITHER where the question does not say */
    const t2s_condition *by; /* of the query, with that value; or NULL */
    int32_t first, last;     /* words of the question that are the value */
} t2s_asked_value;

t2s_asked_value t2s_self_join_asked_value(const t2s_self_join *join,
                                          const t2s_query *query,
                                          const t2sed_schema *schema,
                                          const t2s_question_facts *question);

#endif
