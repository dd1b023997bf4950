/* pairing.h - two texts as the one sequence of tokens that an encoder reads:
 * [CLS] first [SEP] second [SEP]. */
#ifndef T2S_MODEL_PAIRING_H
#define T2S_MODEL_PAIRING_H

#include <stdbool.h>

#include "base/vector.h"
#include "graph/batch.h"
#include "model/config.h"
#include "t2sed/parts/tokenizer.h"

/* Ids of the tokens around and between texts. */
typedef struct t2s_specials {
    int32_t cls, separator, end;
} t2s_specials;

/* Errors: T2SED_EMISMATCH (the vocabulary has no such tokens). */
t2sed_status t2s_specials_find(t2s_specials *out,
                               const t2sed_tokenizer *tokenizer,
                               t2sed_error *err);

/* Makes pairs that share a first text, which is tokenised once. */
typedef struct t2s_pairing {
    const t2sed_tokenizer *tokenizer; /* borrowed */
    t2s_specials specials;
    int32_t max_tokens, truncation; /* enum t2s_truncation */
    bool has_types;
    t2sed_tokens *first, *second;
    T2S_VECTOR(int32_t) ids;
    T2S_VECTOR(int32_t) types;
} t2s_pairing;

/* `truncation` 0 means the config's. The tokenizer is borrowed, the config is
 * not kept. Errors: T2SED_EMISMATCH, T2SED_ENOMEM; then nothing needs freeing.
 */
t2sed_status t2s_pairing_init(t2s_pairing *out, const t2s_config *config,
                              const t2sed_tokenizer *tokenizer, int truncation,
                              t2sed_error *err);
void t2s_pairing_free(t2s_pairing *pairing);

/* Sets the first text. Errors: T2SED_EUTF8, T2SED_ELIMIT, T2SED_ENOMEM. */
t2sed_status t2s_pairing_first(t2s_pairing *pairing, const char *text, size_t n,
                               t2sed_error *err);

/*
 * The sequence of the first text and this one (NULL: of the first alone); its
 * arrays are the pairing's, until the next call. *cut receives how many tokens
 * were dropped. Errors: T2SED_ETOOLONG, T2SED_EUTF8, T2SED_ELIMIT,
 * T2SED_ENOMEM.
 */
t2sed_status t2s_pairing_second(t2s_pairing *pairing, const char *text,
                                size_t n, t2s_sequence *out, int32_t *cut,
                                t2sed_error *err);

/* Gives a sequence arrays of its own, in one block that t2s_free ends: what is
 * returned, the spans of all its tokens, SIZE_MAX for special ones. NULL when
 * memory is short. */
t2sed_span *t2s_sequence_keep(t2s_sequence *sequence);

#endif
