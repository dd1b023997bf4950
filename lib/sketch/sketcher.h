/* sketcher.h - a sketcher's parts, as the trainer makes them: a question as
 * terms, the terms that the sketcher knows, and their weights. */
#ifndef T2S_SKETCH_SKETCHER_H
#define T2S_SKETCH_SKETCHER_H

#include "facts/question.h"
#include "base/private.h"
#include "base/sorted_keys.h"
#include "base/vector.h"
#include "sketch/heads.h"
#include "weights/directory.h"

/* --- a question as terms (terms.c) --- */

/* Terms of a view are weighed together. */
typedef enum t2s_sketch_view {
    T2S_SKETCH_WORDS,   /* n-grams of stems */
    T2S_SKETCH_PATTERN, /* the same, names, values and numbers being one each */
    T2S_SKETCH_CONTEXT, /* earlier questions */
    T2S_SKETCH_FACTS,   /* counts: value is theirs, and is taken as it is */
    T2S_SKETCH_VIEWS
} t2s_sketch_view;

/* A term is a hash; what it was is not kept. */
typedef struct t2s_sketch_term {
    uint64_t id;
    float value; /* how often it stands there; a fact's value */
    uint32_t view;
} t2s_sketch_term;

/* Each id once. All zeros is none; freed with t2s_vector_free. */
typedef T2S_VECTOR(t2s_sketch_term) t2s_sketch_terms;

/*
 * `asked`: facts of the question with its knowledge, made with the schema;
 * NULL: made here. `schema` and `conversation` may be NULL; `task` is one of
 * the names of sketch.h. Errors: T2SED_ENOMEM. A turn that can't be read is
 * passed over.
 */
T2S_PRIVATE
t2sed_status t2s_sketch_terms_make(t2s_sketch_terms *out,
                                   const t2sed_question *question,
                                   const t2s_question_facts *asked,
                                   const t2sed_schema *schema,
                                   const t2sed_conversation *conversation,
                                   const char *task, t2sed_error *err);

/* --- the terms that are known --- */

/* Term i has ids[i], in rising order. All zeros is an empty one. */
typedef struct t2s_sketch_vocabulary {
    uint64_t *ids;
    float *rarity; /* log of how rare it is, plus 1 */
    size_t count;
    t2s_key_tops tops;
} t2s_sketch_vocabulary;

/* Sets `tops` by `ids` and `count`. */
T2S_PRIVATE
void t2s_sketch_vocabulary_index(t2s_sketch_vocabulary *vocabulary);

typedef struct t2s_sketch_item {
    uint32_t term;
    float value;
} t2s_sketch_item;

/* A question as a sparse row. Freed with t2s_vector_free. */
typedef T2S_VECTOR(t2s_sketch_item) t2s_sketch_row;

/*
 * The terms that the vocabulary has, in *row (emptied first). Within a view a
 * term is worth (1 + log of its count) times its rarity, over the length of
 * the whole view; facts are worth their value. False when memory is short.
 */
T2S_PRIVATE
bool t2s_sketch_weigh(t2s_sketch_row *row,
                      const t2s_sketch_vocabulary *vocabulary,
                      const t2s_sketch_term *terms, size_t count);

/* --- sketchers --- */

#define T2S_SKETCHER_FORMAT    1
#define T2S_SKETCHER_OBJECT    "t2sed_plan" /* of config.json */
#define T2S_SKETCHER_MAX_TERMS 1000000

/* Heads with room to spare, so that loops over them can take several at a
 * time. */
#define T2S_SKETCH_STRIDE ((T2S_SKETCH_COUNT + 7) / 8 * 8)

/* Heads of a file. */
#define T2S_SKETCHER_MAX_HEADS 256

struct t2sed_sketcher {
    t2s_sketch_vocabulary vocabulary;
    float *weights; /* [terms][T2S_SKETCH_STRIDE], zeros behind the heads; or
                       NULL: they are the file's, of which a question reads the
                       rows of its terms */
    t2s_weight_directory files;
    const t2s_tensor *rows; /* [terms, heads] */
    size_t heads;
    size_t at[T2S_SKETCH_COUNT]; /* the place of each of ours in a row; `heads`:
                                    it is not there */
    float bias[T2S_SKETCH_STRIDE];
    /* probability = sigmoid(slope * logit + shift) */
    float slope[T2S_SKETCH_STRIDE], shift[T2S_SKETCH_STRIDE];
    double threshold[T2S_SKETCH_COUNT];
};

/* The task of a question that stands alone. */
#define T2S_SKETCH_ALONE "spider"

/* bias + row times weights. */
T2S_PRIVATE
void t2s_sketcher_logits(float logits[T2S_SKETCH_STRIDE],
                         const t2sed_sketcher *sketcher,
                         const t2s_sketch_row *row);

/* The caller's options (NULL: the defaults) with a task that there is. Errors:
 * T2SED_EINVAL. */
T2S_PRIVATE
t2sed_status t2s_sketch_options_read(t2sed_sketch_options *to,
                                     const t2sed_sketch_options *given,
                                     t2sed_error *err);

/* As t2sed_sketcher_predict; `asked` as for t2s_sketch_terms_make. */
t2sed_status t2s_sketcher_predict(t2sed_sketch **out,
                                  const t2sed_sketcher *sketcher,
                                  const t2sed_question *question,
                                  const t2s_question_facts *asked,
                                  const t2sed_schema *schema,
                                  const t2sed_sketch_options *options,
                                  t2sed_error *err);

/* A sketcher from its files, which it takes over, also after a failure; *files
 * becomes all zeros. Errors: see t2sed_sketcher_open. */
t2sed_status t2s_sketcher_read(t2sed_sketcher **out,
                               t2s_weight_directory *files, t2sed_error *err);

#endif
