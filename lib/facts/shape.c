#include "facts/shape.h"

#define USES(kind)         has->uses[T2S_USES_##kind]
#define CLAUSE(name)       has->clauses[T2S_CLAUSE_##name]
#define COMPOUND(name)     has->compounds[T2S_COMPOUND_##name]
#define ROLE(name)         has->roles[T2S_ROLE_##name]
#define OPERATOR(name)     has->operators[T2S_OPERATOR_##name]
#define CONDITION(name)    has->condition_operators[T2S_OPERATOR_##name]
#define FUNCTION(name)     has->functions[T2S_FUNCTION_##name]
#define SELECTS(function_) has->selected_functions[T2S_FUNCTION_##function_]

#define SET(name, most, value, meaning)                                        \
    shape[T2S_SHAPE_##name] = (float)(value);

void t2s_shape_read(float shape[T2S_SHAPE_COUNT], const t2s_query *query)
{
    static const t2s_query_scope none;
    const t2s_query_parts *has = &query->parts;
    const t2s_query_scope *main =
        query->scopes.count ? &query->scopes.at[query->main] : &none;
    T2S_SHAPE(SET)
}
