/* row_keys.h - what a row of a join is a row of: which relations of a FROM have
 * one row for each row of others, by keys and by equalities that all rows meet.
 * Sets of relations of one FROM are bits. */
#ifndef T2S_FACTS_ROW_KEYS_H
#define T2S_FACTS_ROW_KEYS_H

#include "facts/check_reader.h"

typedef struct t2s_row_keys {
    t2s_check_reader *r;
    int8_t *bit;           /* of each relation in its FROM; -1 beyond a limit */
    struct bounds *bounds; /* of each relation */
    struct key *keys;      /* of each relation */
    int32_t *uses;         /* of each relation: columns, but for what ties it */
    bool *is_odd;          /* of each scope: not all of it is understood */
    bool *is_crossed;      /* of each scope: CROSS JOIN is in it, which makes it
                              odd where it is not only asked what sums add up */
    uint32_t *grouped;     /* of each scope: relations that GROUP BY fixes */
    T2S_VECTOR(struct tie) ties;
    size_t work;  /* steps left; without any, all is taken for one row */
    int asked;    /* questions to the database */
    bool is_full; /* of equalities: the rest is passed over */
    bool failed;  /* memory was short */
} t2s_row_keys;

/* Reads the query's; false when memory is short. t2s_row_keys_free ends it in
 * any case. */
bool t2s_row_keys_read(t2s_row_keys *out, t2s_check_reader *r);
void t2s_row_keys_free(t2s_row_keys *keys);

uint32_t t2s_relation_bit(const t2s_row_keys *k, int32_t relation);
/* All relations of a scope; those that an expression uses; and these but for
 * what CASE and comparisons only test. */
uint32_t t2s_relations_all(const t2s_row_keys *k, int32_t scope);
uint32_t t2s_relations_used(const t2s_row_keys *k, int32_t expr, int32_t scope);
uint32_t t2s_relations_valued(const t2s_row_keys *k, int32_t expr,
                              int32_t scope);
/* Whether a relation has one row for each row of `fixed`. */
bool t2s_relation_has_one_row(t2s_row_keys *k, int32_t relation,
                              uint32_t fixed);
/* All relations of a scope that have, one after another. */
uint32_t t2s_relations_close(t2s_row_keys *k, int32_t scope, uint32_t fixed);

/* The next column, from tie *from on, in which each row of a relation equals
 * rows of `fixed` or a constant, or T2S_NO_ITEM. */
int32_t t2s_relation_tied_by(t2s_row_keys *k, size_t *from, int32_t relation,
                             uint32_t fixed);
/* Whether a condition bounds it, or takes rows with a NULL. */
bool t2s_relation_is_bounded(const t2s_row_keys *k, int32_t relation);
/* Whether it is a table that declares no key: taken for one row. */
bool t2s_relation_is_keyless(t2s_row_keys *k, int32_t relation);
/* Whether the rows of the database have a relation repeat those of `fixed`
 * within a group: several of its rows are equal in what ties it to them and in
 * what GROUP BY names. False where that can't be known (row_repeats.c). */
bool t2s_relation_repeats(t2s_row_keys *k, int32_t relation, uint32_t fixed);

/* Whether a result_clause has an aggregate of its own SELECT. */
bool t2s_result_aggregates(const t2s_row_keys *k, int32_t result);
/* Whether a relation is a subquery with one row for each of its groups. */
bool t2s_relation_has_groups(t2s_row_keys *k, int32_t relation);
/* Whether a condition of the scope is an equality with a constant. */
bool t2s_scope_has_constant(const t2s_row_keys *k, int32_t scope);

#endif
