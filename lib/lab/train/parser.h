/* parser.h - the parts of the question parser's trainer. */
#ifndef T2S_TRAIN_PARSER_H
#define T2S_TRAIN_PARSER_H

#include "base/map.h"
#include "base/random.h"
#include "base/string.h"
#include "base/vector.h"
#include "model/word_features.h"
#include "lab/train/run.h"
#include "t2sed/lab/parser_trainer.h"
#include "weights/safetensors.h"

/* A word of a sentence. Labels are indices, -1 where no training sentence has
 * that label. */
typedef struct bank_word {
    const char *form; /* `length` bytes, not NUL-terminated */
    uint32_t length;
    int32_t head; /* the head's number in the sentence, from 1; 0: the root */
    int32_t tag, relation;
} bank_word;

typedef struct bank_sentence {
    uint32_t first, count; /* words */
} bank_sentence;

/* Sentences; all zeros is none. */
typedef struct bank {
    T2S_VECTOR(bank_word) words;
    T2S_VECTOR(bank_sentence) sentences;
    t2s_arena arena; /* forms */
} bank;

typedef T2S_VECTOR(bank_word) bank_words;

/* Sentences of one length that make one step. */
typedef struct parser_group {
    uint32_t first, count; /* in `order` */
} parser_group;

/* The sentences of an epoch as they are in it. */
typedef struct parser_epoch {
    bank sentences;
    T2S_VECTOR(uint32_t) order; /* sentences, group by group */
    T2S_VECTOR(parser_group) groups;
} parser_epoch;

/* A batch in the making. */
typedef struct parser_input {
    T2S_VECTOR(int32_t) numbers; /* of the words */
    t2s_ngrams ngrams;
    t2s_string scratch;
} parser_input;

struct t2sed_parser_trainer {
    t2s_run run; /* without an engine until it is prepared */
    t2sed_parser_train_options options;
    char *encoder;
    bank banks[2];           /* T2SED_TRAIN, T2SED_DEV */
    t2s_map tags, relations; /* as they came; the value is 1 of those that
                                stand in training sentences. Sorted, and
                                their indices given, when prepared */
    t2s_map words;           /* normal form to row of "fixed.weight" */
    int32_t trained_words;   /* rows of "words.weight" */
    T2S_VECTOR(const char *) names; /* what identifiers are made of */
    uint64_t vectors_hash;          /* of the fixed vectors */
    parser_epoch epoch;
    parser_input input;
    bool started;
};

/* --- parser_bank.c --- */
void t2s_bank_free(bank *b);
void t2s_bank_clear(bank *b);
/* Adds a sentence and copies its forms; false when memory is short, and then
 * the bank can but be cleared or freed. */
bool t2s_bank_add(bank *b, const bank_word *words, size_t count);
/* Sorts the labels that training sentences have, in byte order, and gives all
 * words the new indices. */
t2sed_status t2s_bank_settle_labels(t2sed_parser_trainer *trainer,
                                    t2sed_error *err);

/* --- parser_vocabulary.c --- */
/* Chooses words: those that the training sentences have twice or more, most
 * frequent first, then the encoder's. Their vectors go to *vectors, with a
 * first row of zeros. */
t2sed_status t2s_parser_choose_words(t2sed_parser_trainer *trainer,
                                     float **vectors, t2sed_error *err);

/* --- principal.c --- */
/* Projects x [count, dimension] on its `size` principal components, with mean
 * 0 and deviation 1 over all numbers, into out [count, size]. A component's
 * largest number is positive. false when memory is short. x is centred. */
bool t2s_principal(float *out, size_t size, float *x, size_t count,
                   size_t dimension);

/* --- parser_weights.c --- */
/* Fresh weights; all zeros is none. */
typedef struct t2s_parser_weights {
    T2S_VECTOR(t2s_tensor) tensors;
    t2s_arena arena; /* names and numbers */
} t2s_parser_weights;
/* `vectors` is "fixed.weight". */
t2sed_status t2s_parser_fresh_weights(t2s_parser_weights *out,
                                      const t2sed_parser_trainer *trainer,
                                      const float *vectors, t2sed_error *err);
void t2s_parser_weights_free(t2s_parser_weights *weights);

/* --- parser_augment.c --- */
/* What sentences are changed with, one after another. */
typedef struct parser_augmenter {
    t2s_random *random;
    const char *const *names; /* [name_count] what identifiers are made of */
    size_t name_count;
    int32_t punct_tag, noun_tag, propn_tag, num_tag, adj_tag, verb_tag;
    int32_t punct_relation; /* -1, all of these: no such label */
    t2s_arena *arena;
    /* Of the present sentence: */
    bank_words *words;
    bool quote_nouns; /* and not names and numbers alone */
    bool failed;      /* memory was short */
} parser_augmenter;
/* Changes a sentence at random. New forms go to the arena. false when memory is
 * short. */
bool t2s_parser_augment(parser_augmenter *c, bank_words *sentence);

/* --- parser_batches.c --- */
/* Makes trainer->epoch epoch `number`, which depends on seed and number
 * alone. */
t2sed_status t2s_parser_make_epoch(t2sed_parser_trainer *trainer,
                                   int64_t number, t2sed_error *err);
void t2s_parser_epoch_free(parser_epoch *epoch);
/* The batch of one of epoch's groups, whose sentences are those of `b`; its
 * arrays are the trainer's, until the next call. */
t2sed_status t2s_parser_batch_of(t2sed_parser_trainer *trainer, const bank *b,
                                 const parser_epoch *epoch, size_t number,
                                 t2s_parser_batch *out, t2sed_error *err);
void t2s_parser_input_free(parser_input *input);

/* As the run's kind has it. */
t2sed_status t2s_parser_measure(t2s_run *run, double *score, t2sed_error *err);

#endif
