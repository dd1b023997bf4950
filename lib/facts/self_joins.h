/*
 * self_joins.h - a table joined with itself along a reference: which relation
 * is the child (its column refers) and which the parent (its key is referred
 * to), and what the query does with either.
 */
#ifndef T2S_FACTS_SELF_JOINS_H
#define T2S_FACTS_SELF_JOINS_H

#include "facts/question.h"
#include "facts/restriction_words.h"

/* Which of two relations something is done with. */
typedef enum t2s_self_side {
    T2S_SIDE_PARENT = -1,
    T2S_SIDE_NEITHER, /* or both, or not known */
    T2S_SIDE_CHILD
} t2s_self_side;

typedef struct t2s_self_join {
    int32_t child, parent; /* relations; -1: what IN (SELECT...) selects from */
    int32_t reference;     /* the column of the child */
    bool is_recursive;     /* one of both is a WITH table of the other */
    t2s_self_side kept;    /* all of its rows, the other being optional */
    t2s_self_side first;   /* of the result's columns */
    t2s_self_side counted; /* for each row of the other; or tested by EXISTS, or
                              by an anti-join */
    t2s_self_side filtered; /* compared with a literal */
    t2s_self_side greater; /* where one's column is compared with the other's */
    t2s_self_side named;   /* CHILD: by aliases of their roles; PARENT: by
                              those of the other's role */
    bool shows_both;
} t2s_self_join;

/* Whether a relation is the optional side of a LEFT JOIN. */
bool t2s_relation_is_optional(const t2s_query *query, int32_t relation);

/* Whether a column of such a relation IS NULL: rows without a match. */
bool t2s_relation_is_anti_joined(const t2s_query *query, int32_t relation);

/* The first self-join of a query that was read with a schema; false where there
 * is none. */
bool t2s_self_join_find(t2s_self_join *out, const t2s_query *query,
                        const t2sed_schema *schema);

/* The side that a condition's column is of. */
t2s_self_side t2s_self_join_side(const t2s_self_join *join,
                                 const t2s_query *query,
                                 const t2sed_schema *schema,
                                 const t2s_side *slot);

/* What a question puts first: the child ("employees and their manager") or the
 * parent ("managers and how many employees report to them"). */
t2s_self_side t2s_self_join_asked(const t2s_self_join *join,
                                  const t2s_question_facts *question,
                                  const t2sed_schema *schema);
/* References of a table to itself that the question names by a word of theirs
 * ("the manager of ...") while the query reads this table alone and does not
 * use the reference. */
typedef struct t2s_unused_roles {
    int count;
    int32_t column; /* of the last of them */
    const t2s_restricted_word *word;
} t2s_unused_roles;

t2s_unused_roles t2s_self_join_unused_roles(const t2s_restricted_words *words,
                                            const t2s_question_facts *question,
                                            const t2s_query *query,
                                            const t2sed_schema *schema);
/* Which way a recursion goes: to the children of children, or to the parents
 * of parents. */
t2s_self_side t2s_self_join_asked_way(const t2s_question_facts *question);

#endif
