/*
 * roles.h - the roles that references play: the manager and the deputy of an
 * employee, the buyer and the approver of an order. Which of them a question
 * names and a query uses; and queries that give back what they were asked
 * with.
 */
#ifndef T2S_FACTS_ROLES_H
#define T2S_FACTS_ROLES_H

#include "facts/self_joins.h"

typedef struct t2s_roles {
    int asked;  /* references that the question names by their role: of a table
                   to itself, or one of several to one other table */
    int used;   /* those that the query uses */
    int unused; /* those that it does not use, though it reads their table */
    int rivals; /* references that it uses, beside an unused one, from the same
                   table to the same other one; the question names none */
    int32_t column;  /* of the last that is unused, or T2S_NO_ITEM */
    int32_t rival;   /* of the last rival, or T2S_NO_ITEM */
    int32_t word;    /* of the question, which names `column`; or -1 */
    int steps_asked; /* words for references of a table to itself: "the mentor
                        of the mentor" */
    int steps;       /* comparisons with, and results of, such references */
    int without;     /* rows without a role are asked for: 1; the query gives
                        those whose reference is empty: 2, or those that nothing
                        refers to: -1; 0: not asked for */
    int siblings;    /* comparisons of a reference of a table to itself with
                        that of another row, where the question has no word for
                        it ("the same", "colleagues") */
    bool echoes;     /* the only result is a column that is compared with a
                        text */
    bool is_yes_no;  /* the question begins with "is", "does"... */
    int truth;       /* the only result is true or false: 1, or not: -1 */
} t2s_roles;

/* Of a query that was read with the schema. `join` is its self-join, or NULL.
 */
t2s_roles t2s_roles_match(const t2s_query *query, const t2sed_schema *schema,
                          const t2s_question_facts *question,
                          const t2s_self_join *join);

/* Whether a name has a form of a word, or is short for it. */
bool t2s_name_has_akin(const char *name, const char *word, size_t n);

/* Whether word i of the question names the role of a reference: the manager of
 * manager_id, mgr_no or reports_to. */
bool t2s_names_role(const t2sed_schema *schema, int32_t reference,
                    const t2s_question_facts *question, int32_t i);

#endif
