/* membership.h - IN (SELECT ...) and EXISTS (SELECT ...). */
#ifndef T2S_FACTS_MEMBERSHIP_H
#define T2S_FACTS_MEMBERSHIP_H

#include "sql/sql.h"

typedef enum t2s_membership {
    T2S_MEMBERSHIP_NONE, /* another expr */
    T2S_MEMBERSHIP_IN,
    T2S_MEMBERSHIP_NOT_IN /* or NOT EXISTS */
} t2s_membership;

t2s_membership t2s_membership_of(const t2s_tree *tree, int32_t expr);

/* Whether an expr, in parentheses or not, is a subquery. */
bool t2s_is_subquery(const t2s_tree *tree, int32_t expr);

#endif
