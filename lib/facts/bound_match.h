/* bound_match.h - each comparison with a number that a question asks for,
 * against the one of a query that has this number. */
#ifndef T2S_FACTS_BOUND_MATCH_H
#define T2S_FACTS_BOUND_MATCH_H

#include "facts/bound_words.h"
#include "facts/query_bounds.h"

/* How the query has a number that is asked for, from good to bad. */
typedef enum t2s_bound_fit {
    T2S_BOUND_EXACT,
    T2S_BOUND_STRICTNESS, /* > for >=, or the reverse */
    T2S_BOUND_NEAR,       /* a number that differs by one */
    T2S_BOUND_OPPOSITE,   /* the rows that are not asked for */
    T2S_BOUND_REVERSED,   /* < for > */
    T2S_BOUND_EQUAL,
    T2S_BOUND_MISSING
} t2s_bound_fit;

typedef struct t2s_bound_match {
    t2s_bound_fit fit;
    int32_t bound; /* of the query, or -1 */
    double off;    /* of a near number, by rows that it adds */
} t2s_bound_match;

/* Fills out[asked->count], and sets is_used[has->count] of comparisons that one
 * of the question accounts for. */
void t2s_bounds_match(t2s_bound_match *out, bool *is_used,
                      const t2s_bound_words *asked,
                      const t2s_query_bounds *has);

/* How many rows of an end a query keeps, and which place it takes, against what
 * is asked for. */
typedef struct t2s_place_match {
    int32_t rows_at;  /* in t2s_query_bounds.kept: the nearest; -1: none */
    double rows_off;  /* rows that it has more */
    int32_t place_at; /* likewise */
    double place_off; /* how far behind it is */
    bool is_extra;    /* a place behind the first, and none is asked for */
} t2s_place_match;

t2s_place_match t2s_places_match(const t2s_bound_words *asked,
                                 const t2s_query_bounds *has);

/* Whether two numbers are the same. */
bool t2s_bound_same(double a, double b);

#endif
