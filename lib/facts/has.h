/* has.h - short names for a query's parts, of which `has` is a pointer: tables
 * of conditions on them stay readable. */
#ifndef T2S_FACTS_HAS_H
#define T2S_FACTS_HAS_H

#include "facts/query.h"

#define USES(kind)      has->uses[T2S_USES_##kind]
#define CLAUSE(name)    has->clauses[T2S_CLAUSE_##name]
#define COMPOUND(name)  has->compounds[T2S_COMPOUND_##name]
#define ROLE(name)      has->roles[T2S_ROLE_##name]
#define OPERATOR(name)  has->operators[T2S_OPERATOR_##name]
#define CONDITION(name) has->condition_operators[T2S_OPERATOR_##name]
#define FUNCTION(name)  has->functions[T2S_FUNCTION_##name]
#define SELECTS(name)   has->selected_functions[T2S_FUNCTION_##name]

#endif
