/*
 * patterns.h - LIKE patterns, and what the question asks for: a whole value, a
 * text exactly, or a part of a text, and which part ("starting with Gold").
 */
#ifndef T2S_FACTS_PATTERNS_H
#define T2S_FACTS_PATTERNS_H

#include "case/case.h"

/* Where a text stands in the whole one. */
typedef enum t2s_text_place {
    T2S_PLACE_UNKNOWN,
    T2S_PLACE_WHOLE,
    T2S_PLACE_BEGIN,
    T2S_PLACE_END,
    T2S_PLACE_WITHIN
} t2s_text_place;

typedef struct t2s_patterns {
    bool is_elsewhere; /* a value that the question names: another column has
                          it, the compared one does not */
    const t2s_condition *exact; /* the first one of a text that stands behind
                                   "exactly", or NULL */
    const t2s_condition *elsewhere; /* the only one of a text that the question
                                       asks for in another place, or NULL */
    t2s_text_place asked, has;      /* these places */
} t2s_patterns;

/* Errors: T2SED_ENOMEM. */
t2sed_status t2s_patterns_read(t2s_patterns *out, const t2s_query *query,
                               const t2sed_evidence *from, t2sed_error *err);

#endif
