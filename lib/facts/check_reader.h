/* check_reader.h - what the checks share; checks.c fills it in and calls them.
 */
#ifndef T2S_FACTS_CHECK_READER_H
#define T2S_FACTS_CHECK_READER_H

#include "database/value_index.h"
#include "facts/checks.h"
#include "facts/question.h"

typedef struct t2s_check_reader {
    const t2s_query *query;
    const t2s_tree *tree;
    const t2s_sql_scopes *scopes;
    const t2sed_schema *schema;         /* or NULL */
    const t2s_question_facts *question; /* or NULL */
    const t2s_value_index *values;      /* or NULL */
    t2s_execution *execution;           /* or NULL */
    /* For each node. */
    bool *required; /* a condition that all rows of its SELECT must meet */
    bool *tested;   /* what CASE tests, and not what it gives */
    bool *in_where; /* below WHERE of its SELECT, and not ON */
    int32_t *call;  /* the aggregate's call that it lies in, within its SELECT,
                       or T2S_NO_NODE */
    /* For each relation. */
    bool *is_outer; /* the optional side of a LEFT JOIN */
    bool *is_cross; /* behind CROSS JOIN or NATURAL */
    bool *is_natural;
    size_t steps; /* of work that are left */
    t2s_checks *out;
    t2sed_status status; /* of asking the database */
    t2sed_error *err;
} t2s_check_reader;

void t2s_check_hit(t2s_check_reader *r, t2s_check_kind kind, int32_t node);
/* The same with the question's words that ask for it. */
void t2s_check_hit_asked(t2s_check_reader *r, t2s_check_kind kind, int32_t node,
                         const int32_t words[2]);
/* Whether the question has one of such phrases; the first words that are one,
 * in *words. */
static inline bool t2s_check_asks(int32_t words[2], const t2s_check_reader *r,
                                  const char *phrases)
{
    return t2s_phrases_find(&words[0], &words[1], phrases, r->question, 0);
}

/* The column's name that an expr is, within parentheses or not, or NULL. */
const t2s_named_column *t2s_check_column(const t2s_check_reader *r,
                                         int32_t expr);
/* The first listed column within a node, and the one behind the last; equal
 * where the node is T2S_NO_NODE. */
void t2s_check_columns_in(const t2s_named_column **first,
                          const t2s_named_column **end,
                          const t2s_check_reader *r, int32_t node);
/* The expr that a term of GROUP BY stands for: itself, or what the result
 * column gives that its number, or its name, names. */
int32_t t2s_check_grouped_by(const t2s_check_reader *r, int32_t term);
/* The SELECT that a scope is of, or T2S_NO_NODE. */
static inline int32_t t2s_check_core(const t2s_check_reader *r, int32_t scope)
{
    return scope < 0 ? T2S_NO_NODE : r->scopes->scopes.at[scope].core;
}

/* check_grain.c: rows that a join multiplies. Errors: T2SED_ENOMEM. */
t2sed_status t2s_check_grain(t2s_check_reader *r, t2sed_error *err);
/* check_ties.c: joins that keys speak against. */
t2sed_status t2s_check_ties(t2s_check_reader *r, t2sed_error *err);
/* check_groups.c: columns of which a group has several values. */
t2sed_status t2s_check_groups(t2s_check_reader *r, t2sed_error *err);
/* check_outer.c: LEFT JOIN. */
void t2s_check_outer(t2s_check_reader *r);
/* check_expressions.c */
void t2s_check_expressions(t2s_check_reader *r);
/* check_asked.c: what the question asks for. */
void t2s_check_asked(t2s_check_reader *r);

#endif
