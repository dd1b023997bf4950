/*
 * t2sed/lab/parser_trainer.h - training question parsers on treebanks.
 *
 *     t2sed_parser_train_options options;
 *     t2sed_parser_trainer *trainer = NULL;
 *     t2sed_parser_train_options_init(&options, sizeof options);
 *     t2sed_parser_trainer_open(&trainer, "MiniLM", &options, &err);
 *     t2sed_parser_trainer_add_file(trainer, T2SED_TRAIN, "train.conllu",
 *                                   NULL, &err);
 *     t2sed_parser_trainer_run(trainer, NULL, NULL, &err);
 *     t2sed_parser_trainer_save(trainer, "new-parser", T2SED_FP16, &err);
 *     t2sed_parser_trainer_free(trainer);
 *
 * What comes out is a directory that t2sed_parser_open takes. A parser knows
 * words in two ways: by vectors that stay as they are, which come from the
 * embeddings of a pre-trained encoder and tell of words that no treebank has,
 * and by vectors that are learned. What is minimised is the cross-entropy of
 * each word's head, of its relation and, by half, of its part of speech, by
 * AdamW. What is saved is a running average of the weights.
 *
 * In each epoch part of the sentences is changed at random, so that the parser
 * takes what questions look like: final signs added and left out, all in lower
 * or in upper case, identifiers (singer_id, car2) in the place of nouns, values
 * in quotes.
 *
 * With one thread, equal seeds, data and versions of library and backend give
 * equal bits. A trainer is used by one thread at a time.
 */
#ifndef T2SED_PARSER_TRAINER_H
#define T2SED_PARSER_TRAINER_H

#include <stddef.h>
#include <stdint.h>

#include "../model.h"
#include "../parts/parser.h"
#include "../status.h"
#include "trainer.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_parser_trainer t2sed_parser_trainer;

/*
 * How to train, and how large the parser is. Set it up with
 * t2sed_parser_train_options_init, then change what should differ.
 */
typedef struct t2sed_parser_train_options {
    size_t struct_size;
    int threads;              /* of the engine; 0: all cores */
    const char *backend;      /* as in t2sed_model_options */
    int precision;            /* of the layers' products: T2SED_FP32,
                                 T2SED_BF16; T2SED_AUTO: bf16 where the
                                 processor multiplies it in hardware */
    int epochs;               /* passes over the training sentences; 28 */
    int batch_words;          /* words a step, about; 1000 */
    int max_words;            /* longer sentences are left out of training;
                                 80 */
    double learning_rate;     /* at its highest; default 2e-3 */
    int warmup_steps;         /* steps that warm up; 200. The rate then stays
                                 for 0.3 of the run and falls, linearly, to a
                                 50th */
    double weight_decay;      /* of AdamW; 0.01 */
    double beta1, beta2;      /* of AdamW; 0.9, 0.95 */
    double epsilon;           /* of AdamW; 1e-8 */
    double max_gradient_norm; /* 0: gradients are not clipped; default 2 */
    double dropout;           /* of what layers read; 0.33 */
    int augment;              /* 0: sentences are taken as they are; 1 */
    uint64_t seed;            /* of weights, order, changes, dropout; 1 */
    const char *checkpoint;   /* file that takes the state after each epoch and
                                 every checkpoint_steps steps; NULL: none */
    int checkpoint_steps;     /* 0: after epochs alone; default 200 */
    const char *log;          /* JSON Lines file: one object for the run, one
                                 an epoch; NULL: none */
    int vocabulary;           /* words with a fixed vector; 12500 */
    int fixed_size;           /* numbers of a fixed vector, at most the
                                 encoder's hidden size; 80 */
    int word_size;            /* of a learned one; 48 */
    int ngram_size;           /* of an n-gram's; 48 */
    int shape_size;           /* of a shape's; 16 */
    int ngrams;               /* rows that n-grams are hashed to; 8192 */
    int hidden;               /* of the LSTMs, in each direction; 192 */
    int layers;               /* LSTMs on one another, 2 at least; 3 */
    int arc_size;             /* of a word as head or dependent; 200 */
    int label_size;           /* likewise, for relations; 80 */
} t2sed_parser_train_options;

/*
 * Fills in the defaults: those of the parser that ships, but for threads.
 *
 * size  sizeof(t2sed_parser_train_options) of the caller.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_LAB_API void
t2sed_parser_train_options_init(t2sed_parser_train_options *options,
                                size_t size);

/*
 * Opens a trainer.
 *
 * out      the trainer; the caller's, ended by t2sed_parser_trainer_free.
 * encoder  directory of a pre-trained encoder of the BERT family, of which the
 *          tokenizer and the embeddings of tokens are read
 *          (model.safetensors): a word's vector is the
 *          mean of its tokens' embeddings, brought to length 1, and of all of
 *          these the principal components are taken.
 * options  copied, strings too; NULL for the defaults.
 *
 * Errors: T2SED_ENOTFOUND, T2SED_EFORMAT, T2SED_EMISMATCH (the encoder),
 * T2SED_EINVAL (an option out of range), T2SED_ENOBACKEND, T2SED_EUNSUPPORTED
 * (the backend trains no parsers), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_parser_trainer_open(
    t2sed_parser_trainer **out, const char *encoder,
    const t2sed_parser_train_options *options, t2sed_error *err);

/* Frees a trainer; NULL is allowed. Since: 0.1. */
T2SED_LAB_API void t2sed_parser_trainer_free(t2sed_parser_trainer *trainer);

/*
 * Adds a treebank in CoNLL-U: all or, where it fails, nothing of it. Columns
 * FORM, UPOS, HEAD and DEPREL are read, and every word must have them;
 * multiword tokens (1-2) and empty nodes (8.1) are passed over.
 *
 * purpose  T2SED_TRAIN: weights are fitted on it. T2SED_DEV: how good the
 *          parser is, is measured on it after each epoch.
 * text     n bytes, borrowed for the call.
 * path     a file of at most 256 MiB.
 * added    receives the number of sentences; may be NULL.
 *
 * Errors: T2SED_EFORMAT (with the line, see t2sed_question_set_conllu; a word
 * without tag or relation), T2SED_EEMPTY (no sentence), T2SED_EUTF8,
 * T2SED_ELIMIT (more than 1000 tags or relations), T2SED_EINVAL (purpose),
 * T2SED_ESTATE (training has begun), T2SED_ENOTFOUND, T2SED_EIO,
 * T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_parser_trainer_add(
    t2sed_parser_trainer *trainer, int purpose, const char *text, size_t n,
    size_t *added, t2sed_error *err);
T2SED_LAB_API t2sed_status t2sed_parser_trainer_add_file(
    t2sed_parser_trainer *trainer, int purpose, const char *path, size_t *added,
    t2sed_error *err);

/*
 * Continues from a checkpoint: weights, their average, AdamW's moments,
 * position and random numbers. What follows is bit for bit what would have
 * followed without the interruption (one thread). Call it after the treebanks
 * were added and before t2sed_parser_trainer_run; options, treebanks and
 * encoder must be those of the first run.
 *
 * Errors: T2SED_ENOTFOUND (no such file), T2SED_EFORMAT (no checkpoint),
 * T2SED_EMISMATCH (another run's), T2SED_ESTATE, and those of
 * t2sed_parser_trainer_run. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_parser_trainer_resume(
    t2sed_parser_trainer *trainer, const char *checkpoint, t2sed_error *err);

/*
 * Trains until the last epoch. May be called again after T2SED_ECANCELLED.
 *
 * progress  may be NULL; payload is handed to it.
 *
 * Errors: T2SED_EEMPTY (no training sentences), T2SED_ECANCELLED, T2SED_EIO (a
 * checkpoint or log can't be written), T2SED_EMISMATCH (fixed_size is above
 * what the encoder or the words give), T2SED_EBACKEND, T2SED_ENOMEM.
 * Source: Dozat and Manning 2017 (the scores and the loss). Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_parser_trainer_run(
    t2sed_parser_trainer *trainer, t2sed_train_progress_fn progress,
    void *payload, t2sed_error *err);

/*
 * Writes a parser's directory: config.json, words.txt, model.safetensors
 * (docs/model-format.md). Other files in it stay.
 *
 * precision  T2SED_FP32, T2SED_FP16 or T2SED_BF16: how weights are stored;
 *            T2SED_AUTO: fp32.
 *
 * Errors: T2SED_ESTATE (nothing was trained), T2SED_EIO, T2SED_ENOMEM,
 * T2SED_EINVAL. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_parser_trainer_save(t2sed_parser_trainer *trainer, const char *directory,
                          int precision, t2sed_error *err);

T2SED_END_DECLS

#endif
