/* names.h - what each column's name of a query stands for in the end: a column
 * of the schema, seen through aliases and subqueries, or an expression. */
#ifndef T2S_FACTS_COLUMN_NAMES_H
#define T2S_FACTS_COLUMN_NAMES_H

#include <stdbool.h>

#include "sql/scope.h"

typedef struct t2s_resolved_name {
    int32_t column;     /* of the schema, or T2S_NO_ITEM */
    int32_t expression; /* an expr that an alias names, or T2S_NO_NODE */
} t2s_resolved_name;

/* Whether an expr is a column's name, however qualified. */
bool t2s_is_column_name(const t2s_tree *tree, int32_t expr);

/* What an expr that is a column's name stands for: neither where nothing in
 * sight has it, or where what is in sight is not known. */
t2s_resolved_name t2s_resolve_name(t2s_sql_scopes *scopes, int32_t expr);

/* The column that a relation of FROM has by that name, or T2S_NO_ITEM. */
int32_t t2s_resolve_name_in(t2s_sql_scopes *scopes, int32_t relation,
                            t2s_sql_word name);
/* Whether it has one, be it an expression. */
bool t2s_relation_has_name(t2s_sql_scopes *scopes, int32_t relation,
                           t2s_sql_word name);

#endif
