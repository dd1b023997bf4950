#include "facts/shape.h"

#include "facts/has.h"

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
