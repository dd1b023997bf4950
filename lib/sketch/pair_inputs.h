/* pair_inputs.h - the sources of pairs, made of texts. */
#ifndef T2S_EVIDENCE_PAIR_INPUTS_H
#define T2S_EVIDENCE_PAIR_INPUTS_H

#include "base/private.h"
#include "sketch/pair.h"

/* A text of a question; `text` NULL is none. */
typedef struct t2s_pair_question {
    const char *text;
    size_t length;
} t2s_pair_question;

typedef struct t2s_pair_texts {
    t2s_pair_question question, earlier[T2S_PAIR_EARLIER], feedback;
    const uint8_t *wrong_columns, *wrong_tables; /* as in t2s_pair_sources */
} t2s_pair_texts;

typedef struct t2s_pair_inputs {
    t2s_pair_sources sources;
    t2s_question_facts *made[T2S_PAIR_EARLIER + 2];
} t2s_pair_inputs;

/* Fills in *inputs, which t2s_pair_inputs_free ends in any case; what `texts`
 * points to must live as long. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status
t2s_pair_inputs_make(t2s_pair_inputs *inputs, const t2s_pair_texts *texts,
                     const t2sed_schema *schema, const t2s_value_index *values,
                     t2s_association_view association, t2sed_error *err);
T2S_PRIVATE
void t2s_pair_inputs_free(t2s_pair_inputs *inputs);

#endif
