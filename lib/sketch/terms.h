/* terms.h - a question as the terms that a sketcher reads: n-grams of
 * words as they are and with what the schema names taken out, and some counts.
 * Terms are hashes; what they were is not kept. */
#ifndef T2S_SKETCH_TERMS_H
#define T2S_SKETCH_TERMS_H

#include "base/private.h"
#include "base/vector.h"
#include "facts/question.h"
#include "t2sed/sketch.h"

/* Terms of a view are weighed together. */
typedef enum t2s_sketch_view {
    T2S_SKETCH_WORDS,   /* n-grams of stems */
    T2S_SKETCH_PATTERN, /* the same, names, values and numbers being one each */
    T2S_SKETCH_CONTEXT, /* earlier questions */
    T2S_SKETCH_FACTS,   /* counts: value is theirs, and is taken as it is */
    T2S_SKETCH_VIEWS
} t2s_sketch_view;

typedef struct t2s_sketch_term {
    uint64_t id;
    float value; /* how often it stands there; a fact's value */
    uint32_t view;
} t2s_sketch_term;

/* Each id once. All zeros is none. */
typedef struct t2s_sketch_terms {
    T2S_VECTOR(t2s_sketch_term) list;
} t2s_sketch_terms;

/* Earlier turns that are read, the newest first. */
#define T2S_SKETCH_TURNS 4
/* Words of a question that are read. */
#define T2S_SKETCH_WORD_LIMIT 200

/*
 * `schema` and `conversation` may be NULL; `task` is one of the names of
 * sketch.h. Errors: T2SED_ENOMEM. A turn that can't be read is passed over.
 */
T2S_PRIVATE
t2sed_status t2s_sketch_terms_make(t2s_sketch_terms *out,
                                   const t2sed_question *question,
                                   const t2sed_schema *schema,
                                   const t2sed_conversation *conversation,
                                   const char *task, t2sed_error *err);
T2S_PRIVATE
void t2s_sketch_terms_free(t2s_sketch_terms *terms);

#endif
