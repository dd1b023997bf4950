/* dialect_match.h - LIKE, ILIKE, SIMILAR TO and regular expressions. */
#ifndef T2S_SQL_DIALECT_MATCH_H
#define T2S_SQL_DIALECT_MATCH_H

#include "sql/dialect.h"

/* Reads such an operator, before which NOT may stand, and what is behind it;
 * false: there is none. */
bool t2s_dialect_match(t2s_reader *r, t2s_run *left, bool negated);
/* Whether `left` matches, where a pattern allows it by LIKE. */
t2s_run t2s_match(t2s_reader *r, const t2s_word *word, const t2s_run *left,
                  const t2s_run *pattern, bool is_similar, bool negated);

#endif
