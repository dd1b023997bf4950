/* clause.h - the clauses at the end of a query, ORDER BY and LIMIT, that the
 * rules of execution accuracy look at. */
#ifndef T2S_EVALUATE_CLAUSE_H
#define T2S_EVALUATE_CLAUSE_H

#include <stdbool.h>

#include "sql/rules.h"
#include "sql/sql.h"

/* The top-level clause: a child of the whole query, behind the last SELECT of a
 * compound one. T2S_NO_NODE where there is none. */
int32_t t2s_clause_find(const t2sed_sql *sql, t2s_sql_rule rule);

/* Whether both queries have the clause and its text is the same but for case,
 * blanks, comments and ASC. */
bool t2s_clause_same(const t2sed_sql *a, const t2sed_sql *b, t2s_sql_rule rule);

/* The query's text with the clause's bytes blanked out, freed with t2s_free;
 * NULL when memory is short. */
char *t2s_clause_blank(const t2sed_sql *sql, int32_t clause);

#endif
