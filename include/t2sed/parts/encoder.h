/*
 * t2sed/parts/encoder.h - runs a model's text encoder: texts in, vectors out.
 */
#ifndef T2SED_ENCODER_H
#define T2SED_ENCODER_H

#include <stddef.h>
#include <stdint.h>

#include "../model.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* Used by one thread at a time; make one for each thread, they share the
 * model. */
typedef struct t2sed_encoder t2sed_encoder;
/* What texts became. Immutable; may be shared by threads. */
typedef struct t2sed_encoding t2sed_encoding;

/* What to do with a pair of more tokens than the model takes. */
#define T2SED_TRUNCATE_MODEL    0 /* as the model's config says */
#define T2SED_TRUNCATE_ERROR    1 /* refuse it: T2SED_ETOOLONG */
#define T2SED_TRUNCATE_QUESTION 2 /* drop tokens at the question's end */
#define T2SED_TRUNCATE_SQL      3 /* drop tokens at the SQL's end */

typedef struct t2sed_encoder_options {
    size_t struct_size; /* sizeof(t2sed_encoder_options) */
    int truncation;     /* T2SED_TRUNCATE_* */
} t2sed_encoder_options;

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_encoder_options_init(t2sed_encoder_options *options,
                                          size_t size);

/*
 * Makes an encoder from a model, which may be freed while it lives.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_encoder_new(t2sed_encoder **out,
                                         const t2sed_model *model,
                                         const t2sed_encoder_options *options,
                                         t2sed_error *err);
T2SED_API void t2sed_encoder_free(t2sed_encoder *encoder);

/*
 * Encodes pairs of texts: [CLS] first [SEP] second [SEP], one separator
 * between them in both families of encoders. For the scorer, `first` is a
 * question's words joined by single blanks and `second` a query's terminals
 * joined by single blanks (t2sed_graph_text).
 *
 * out            the vectors, freed with t2sed_encoding_free.
 * first          [count] texts.
 * first_lengths  [count] in bytes; NULL: all are NUL-terminated.
 * second         [count] texts; NULL: single texts, [CLS] first [SEP].
 * second_lengths like first_lengths.
 * count          at least 1.
 *
 * Where a pair is cut on the side that the options name and that side alone
 * does not make enough room, it is T2SED_ETOOLONG all the same.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (count is 0), T2SED_EUTF8,
 * T2SED_ETOOLONG (the message says which pair and how many tokens it has),
 * T2SED_EBACKEND, T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 * Source: Chen et al. 2023, section 3.3; Devlin et al. 2019; Liu et al. 2019.
 */
T2SED_API t2sed_status t2sed_encoder_encode(
    t2sed_encoding **out, t2sed_encoder *encoder, const char *const *first,
    const size_t *first_lengths, const char *const *second,
    const size_t *second_lengths, size_t count, t2sed_error *err);
T2SED_API void t2sed_encoding_free(t2sed_encoding *encoding);

/* What a pair became. Arrays are borrowed from the encoding. */
typedef struct t2sed_encoded {
    size_t struct_size;      /* sizeof(t2sed_encoded), set by the caller */
    size_t tokens;           /* special ones included */
    size_t hidden;           /* elements of a vector */
    const int32_t *ids;      /* [tokens] in the tokenizer's vocabulary */
    const float *vectors;    /* [tokens, hidden], row-major: the encoder's last
                                layer */
    const t2sed_span *spans; /* [tokens] the bytes of its text that each comes
                             from; of special tokens none */
    size_t second;           /* the first token of the second text: those before
                                the separator are of the first */
    size_t cut;              /* how many tokens were dropped */
} t2sed_encoded;
#define T2SED_ENCODED_INIT                                                     \
    {                                                                          \
        sizeof(t2sed_encoded), 0, 0, NULL, NULL, NULL, 0, 0                    \
    }

/*
 * How many pairs there are, and pair i, from 0.
 *
 * out  its struct_size is set by the caller; no more than that is written.
 *
 * Errors: T2SED_EINVAL (no such pair, a struct_size that no version has).
 * Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_encoding_count(const t2sed_encoding *encoding);
T2SED_API t2sed_status t2sed_encoding_get(const t2sed_encoding *encoding,
                                          size_t i, t2sed_encoded *out,
                                          t2sed_error *err);

T2SED_END_DECLS

#endif
