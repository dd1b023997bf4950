/*
 * backend.h - the engine behind the library, as a table of C functions.
 *
 * libt2sed.so opens the shim (libt2sed-torch.so) when the first model is
 * opened and asks it for this table. Nothing here knows of TorchScript, so
 * another engine can stand behind the same table.
 *
 * All arrays are row-major and belong to the caller, who keeps them alive and
 * unchanged during the call. Indices are 0-based. No function lets a C++
 * exception out, prints, or exits: failures are a t2sed_status and a filled
 * t2sed_error. A model may be used by several threads at once; a trainer by
 * one at a time.
 */
#ifndef T2S_BACKEND_H
#define T2S_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include "tensor.h"
#include "t2sed/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when the table or a struct below changes in any way. */
#define T2S_BACKEND_VERSION 11
/* The one symbol that a shim exports: a t2s_backend_get_fn. */
#define T2S_BACKEND_SYMBOL "t2s_backend_get"

enum t2s_family { T2S_BERT = 0, T2S_ROBERTA = 1 };
enum t2s_layout {
    T2S_GRAPH_NONE = 0,     /* the [CLS] vector goes to the head */
    T2S_GRAPH_SEPARATE = 1, /* a stack for the question, one for the SQL */
    T2S_GRAPH_JOINT = 2     /* one graph of both, one stack */
};
enum t2s_readout { T2S_READ_MEAN = 0, T2S_READ_GLOBAL = 1 };

/* What a model computes; every field is a number, checked by lib/model before
 * the backend sees it. */
typedef struct t2s_architecture {
    /* Encoder (BERT family). */
    int32_t family; /* enum t2s_family */
    int32_t vocabulary, hidden, layers, heads, intermediate;
    int32_t positions;       /* rows of the position table */
    int32_t position_offset; /* row of the first token: RoBERTa 2, BERT 0 */
    int32_t token_types;     /* rows of the token type table */
    double layer_norm_epsilon;
    /* Graphs. */
    int32_t layout;     /* enum t2s_layout */
    int32_t readout;    /* enum t2s_readout */
    int32_t gat_layers; /* per stack, at least 1 */
    int32_t gat_heads;  /* attention heads of a layer, concatenated */
    int32_t residual;   /* 1: a layer's input is added to its output */
    int32_t edge_types; /* rows of the edge type table; 0: untyped edges.
                           Row 0 is the self-loop's. */
    int32_t question_labels, sql_labels; /* rows of the label tables; row 0,
                            "unknown", is a zero vector. JOINT uses
                            question_labels alone. */
    int32_t evidence; /* numbers of a pair that an archive's own forward may
                         read; no other model reads any */
    double encoder_dropout, head_dropout; /* in training */
} t2s_architecture;

/* The token sequences of a batch, one after another without padding:
 * sequence s is ids[starts[s] .. starts[s + 1]). */
typedef struct t2s_token_batch {
    int32_t sequences, tokens; /* tokens == starts[sequences] */
    const int32_t *ids;        /* [tokens] */
    const int32_t *types;      /* [tokens], or NULL for all 0 */
    const int32_t *starts;     /* [sequences + 1], starts[0] == 0 */
} t2s_token_batch;

/* One kind of graph of a batch: all sequences' graphs side by side. */
typedef struct t2s_graph_batch {
    int32_t graphs, nodes, edges, pieces; /* graphs == sequences */
    const int32_t *node_label;  /* [nodes] -1: a terminal without a label; 0:
                                   unknown label, and no terminal */
    const int32_t *node_graph;  /* [nodes] ascending, below graphs */
    const int32_t *edge_source; /* [edges] no self-loops: the layer adds them */
    const int32_t *edge_target; /* [edges] */
    const int32_t *edge_type; /* [edges] 1.. below edge_types; NULL: untyped */
    const int32_t *piece_token; /* [pieces] a token of the batch ... */
    const int32_t *piece_node;  /* [pieces] ... is part of this terminal */
    const int32_t *readout;     /* [graphs] global nodes; NULL: mean */
} t2s_graph_batch;

/* What is scored together. graphs[0] is the question's (or the joint one),
 * graphs[1] the SQL's; counts are 0 where the layout has none. */
typedef struct t2s_batch {
    t2s_token_batch tokens;
    t2s_graph_batch graphs[2];
    const float *evidence; /* [sequences, evidence of the architecture], NaN
                              where unknown; NULL where that is 0 */
} t2s_batch;

typedef struct t2s_model_handle t2s_model_handle;
/* A trainer of detectors or of parsers. */
typedef struct t2s_trainer_handle t2s_trainer_handle;

enum t2s_precision {
    T2S_FP32 = 0,
    T2S_FP16 = 1,
    T2S_BFLOAT16 = 2,
    T2S_INT8 = 3 /* of language models: weights, by output channel */
};

typedef struct t2s_train_options {
    double beta1, beta2, epsilon, weight_decay; /* AdamW */
    double max_gradient_norm;                   /* 0: no clipping */
    uint64_t seed;                              /* of dropout */
    int32_t train_encoder;  /* 0: the encoder's weights stay as they are */
    int32_t gradients_only; /* 1: a step leaves its gradients, uses no dropout
                               and changes nothing (gradient checks); 2: the
                               same, computed in fp64 */
} t2s_train_options;

/* What one training step is made of. */
typedef struct t2s_train_batch {
    t2s_batch inputs;
    const float *labels;  /* [sequences] 0 or 1, or between */
    const float *weights; /* [sequences] */
} t2s_train_batch;

typedef struct t2s_parser_handle t2s_parser_handle;

/* A sentence as the question parser reads it. */
typedef struct t2s_parser_words {
    int32_t words, ngrams;
    const int32_t *fixed;       /* [words] rows of "fixed.weight" */
    const int32_t *word;        /* [words] rows of "words.weight" */
    const int32_t *shape;       /* [words] rows of "shapes.weight" */
    const int32_t *ngram;       /* [ngrams] rows of "ngrams.weight", each
                                   word's one after another */
    const int32_t *ngram_start; /* [words] where a word's begin; it has one */
} t2s_parser_words;

/* How long the parser's tables and answers are. */
typedef struct t2s_parser_sizes {
    int32_t fixed, words, ngrams, shapes; /* rows */
    int32_t tags, relations;
    int32_t label; /* what a relation is told from, of each word */
} t2s_parser_sizes;

typedef struct t2s_parser_train_options {
    double beta1, beta2, epsilon, weight_decay; /* AdamW */
    double max_gradient_norm;                   /* 0: no clipping */
    double dropout; /* of what layers read, one mask for a sentence */
    double fixed_dropout, word_dropout, ngram_dropout; /* how often a word
                               goes without that feature */
    uint64_t seed;                                     /* of dropout */
    int32_t precision;      /* T2S_FP32 or T2S_BFLOAT16, of layers' products;
                               weights and scores are fp32 */
    int32_t gradients_only; /* 1: a step leaves its gradients, uses no dropout
                               and changes nothing (gradient checks) */
} t2s_parser_train_options;

/* Sentences of one length, one after another. */
typedef struct t2s_parser_batch {
    t2s_parser_words words;    /* of all: words.words = sentences * length */
    int32_t sentences, length; /* at least 1 */
    /* What is right, [words] each; read by parser_trainer_step alone. */
    const int32_t *tags;      /* below tags */
    const int32_t *heads;     /* 0 to length: as of parser_label */
    const int32_t *relations; /* below relations */
} t2s_parser_batch;

/* Which numbers of a weight: of a parser's trainer also the average. */
enum t2s_weight_part {
    T2S_PART_WEIGHT = 0,
    T2S_PART_MOMENT_1 = 1,
    T2S_PART_MOMENT_2 = 2,
    T2S_PART_GRADIENT = 3,
    T2S_PART_AVERAGE = 4 /* over the steps, with the later ones counting more */
};

typedef struct t2s_language_handle t2s_language_handle;
typedef struct t2s_cache_handle t2s_cache_handle;

/* How rotary positions are stretched beyond those of training. */
enum t2s_rope {
    T2S_ROPE_PLAIN = 0,
    T2S_ROPE_LINEAR = 1, /* every position divided by rope_factor */
    T2S_ROPE_LLAMA3 = 2  /* by wavelength, as Llama 3.1 does */
};

/* A decoder-only language model of the Qwen2 and Llama families: RMSNorm,
 * rotary positions, grouped-query attention, SwiGLU. */
typedef struct t2s_decoder {
    int32_t vocabulary, hidden, layers, intermediate;
    int32_t heads, key_heads; /* of queries; of keys and values */
    int32_t head_size;        /* even */
    int32_t positions;        /* the longest sequence */
    int32_t qkv_bias;         /* 1: queries, keys and values have biases */
    int32_t tied;             /* 1: the output is the embedding, transposed */
    int32_t rope;             /* enum t2s_rope */
    int32_t rope_positions;   /* of training; T2S_ROPE_LLAMA3 */
    double norm_epsilon, rope_theta;
    double rope_factor, rope_low, rope_high; /* low, high: T2S_ROPE_LLAMA3 */
} t2s_decoder;

/* Low-rank adapters, added to the weights when a model is opened: of
 * "layers.N.LINEAR" the tensors .lora_a [rank, inputs] and .lora_b [outputs,
 * rank], where LINEAR is q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj or
 * down_proj. */
typedef struct t2s_adapter {
    const t2s_tensor *tensors;
    int32_t count;
    double scale; /* of the product */
} t2s_adapter;

/* Asked on the calling thread, between layers, whether to break off: not 0. */
typedef int32_t (*t2s_stop_fn)(void *payload);

/* Tokens to be read. A cache holds a tree of tokens: each stands behind its
 * parent and sees its ancestors and itself. A prompt is a chain, candidates are
 * branches of it, and beams branch where hypotheses do. */
typedef struct t2s_reading {
    int32_t count;
    const int32_t *ids;     /* [count] */
    const int32_t *parents; /* [count] indices into the cache, of tokens before
                               this one, counting those read here; -1: none */
    /* Hidden states asked for: 0 is the embedding, i what layer i - 1 gives,
     * `layers` that after the last norm. */
    int32_t wanted;
    const int32_t *wanted_layers; /* [wanted] */
    float *states;                /* [wanted, count, hidden] */
    t2s_stop_fn stop;             /* NULL: never */
    void *payload;
} t2s_reading;

typedef struct t2s_backend {
    int32_t version;     /* T2S_BACKEND_VERSION */
    int32_t struct_size; /* sizeof(t2s_backend) */

    /* "libtorch 2.13.0", static. */
    const char *(*name)(void);
    /* Fails with T2SED_ENODEVICE where `device` ("cpu", "cuda", "cuda:1")
     * is not there, T2SED_EINVAL where it is no device at all. */
    t2sed_status (*check_device)(const char *device, t2sed_error *err);
    /* 1 where the processor multiplies bf16 in hardware, else 0. */
    int32_t (*has_fast_bf16)(void);
    /* The fastest precision of language models on this processor, enum
     * t2s_precision. */
    int32_t (*language_precision)(void);
    /* Why language models are slow with this build of the engine, static: a
     * sentence without its full stop; NULL: they are not. */
    const char *(*language_slowness)(void);
    /* Threads within an operator, for the whole process. 0: all cores. */
    t2sed_status (*set_threads)(int32_t threads, t2sed_error *err);

    /* A model from its weights, which are copied (and widened or narrowed to
     * `precision`; fp16 on a CPU computes in fp32). Every tensor that the
     * architecture has must be there with its shape: T2SED_EMISMATCH. */
    t2sed_status (*model_open)(t2s_model_handle **out,
                               const t2s_architecture *architecture,
                               const t2s_tensor *tensors, int32_t count,
                               const char *device, int32_t precision,
                               t2sed_error *err);
    /* A model from an archive that model_export wrote, or whose forward has
     * the signature of docs/model-format.md, "Archives"; runs its code. The
     * latter is run as it is: *own_forward is then 1, `precision` is not read,
     * and forward is all that the model does (else T2SED_EUNSUPPORTED). */
    t2sed_status (*model_open_archive)(t2s_model_handle **out,
                                       const t2s_architecture *architecture,
                                       const char *path, const char *device,
                                       int32_t precision, int32_t *own_forward,
                                       t2sed_error *err);
    void (*model_close)(t2s_model_handle *model);
    /* Writes an archive that runs without the library; `metadata` is JSON. */
    t2sed_status (*model_export)(t2s_model_handle *model, const char *path,
                                 const char *metadata, t2sed_error *err);

    /* vectors: [tokens, hidden], the last layer. */
    t2sed_status (*encode)(t2s_model_handle *model,
                           const t2s_token_batch *tokens, float *vectors,
                           t2sed_error *err);
    /* From vectors and graphs to logits [sequences]. The batch's token ids are
     * not read. */
    t2sed_status (*score)(t2s_model_handle *model, const t2s_batch *batch,
                          const float *vectors, float *logits,
                          t2sed_error *err);
    /* encode and score in one, without leaving the engine. */
    t2sed_status (*forward)(t2s_model_handle *model, const t2s_batch *batch,
                            float *logits, t2sed_error *err);

    /* Training, in fp32 (on CUDA under bf16 autocast is a later matter). */
    t2sed_status (*trainer_open)(t2s_trainer_handle **out,
                                 const t2s_architecture *architecture,
                                 const t2s_tensor *tensors, int32_t count,
                                 const char *device,
                                 const t2s_train_options *options,
                                 t2sed_error *err);
    void (*trainer_close)(t2s_trainer_handle *trainer);
    /* One step of AdamW: adds up gradients over `count` batches (the loss is
     * the weighted mean over all of them), then changes the weights. loss may
     * be NULL. */
    t2sed_status (*trainer_step)(t2s_trainer_handle *trainer,
                                 const t2s_train_batch *batches, int32_t count,
                                 double learning_rate, double *loss,
                                 t2sed_error *err);
    /* forward with the present weights, without dropout. */
    t2sed_status (*trainer_forward)(t2s_trainer_handle *trainer,
                                    const t2s_batch *batch, float *logits,
                                    t2sed_error *err);
    /* For trainers of either kind, as trainer_close and what follows: the
     * number of weights; name, rank and shape of one (data NULL). */
    int32_t (*trainer_count)(const t2s_trainer_handle *trainer);
    t2sed_status (*trainer_describe)(const t2s_trainer_handle *trainer,
                                     int32_t index, t2s_tensor *out,
                                     t2sed_error *err);
    /* Copies of part `part` (enum t2s_weight_part) of weight `index`: fp32,
     * `size` elements, which must be its count. What is not there - moments of
     * what is not trained - reads as zeros and is not written; gradients are
     * not written either. */
    t2sed_status (*trainer_read)(t2s_trainer_handle *trainer, int32_t index,
                                 int32_t part, float *data, size_t size,
                                 t2sed_error *err);
    t2sed_status (*trainer_write)(t2s_trainer_handle *trainer, int32_t index,
                                  int32_t part, const float *data, size_t size,
                                  t2sed_error *err);
    /* Steps done and the state of the random numbers (opaque, at most 8 KiB),
     * for exact resume. */
    t2sed_status (*trainer_get_state)(t2s_trainer_handle *trainer,
                                      int64_t *step, void *random,
                                      size_t *random_size, t2sed_error *err);
    t2sed_status (*trainer_set_state)(t2s_trainer_handle *trainer, int64_t step,
                                      const void *random, size_t random_size,
                                      t2sed_error *err);

    /* The question parser, from its weights (docs/model-format.md), which are
     * copied; on a CPU, in fp32 or bf16. It may be used by several threads. */
    t2sed_status (*parser_open)(t2s_parser_handle **out,
                                const t2s_tensor *tensors, int32_t count,
                                int32_t precision, t2sed_error *err);
    void (*parser_close)(t2s_parser_handle *parser);
    void (*parser_describe)(const t2s_parser_handle *parser,
                            t2s_parser_sizes *out);
    /* tags [words, tags]; arcs [words, words + 1]: word d on word h - 1, or
     * the root for h = 0; vectors [2 * words + 1, label], for parser_label. */
    t2sed_status (*parser_score)(t2s_parser_handle *parser,
                                 const t2s_parser_words *words, float *tags,
                                 float *arcs, float *vectors, t2sed_error *err);
    /* relations [words, relations] for heads [words], each 0 to words: h of
     * parser_score. */
    t2sed_status (*parser_label)(t2s_parser_handle *parser, int32_t words,
                                 const float *vectors, const int64_t *heads,
                                 float *relations, t2sed_error *err);

    /* Training parsers, from weights to begin with (those of parser_open, as
     * T2S_F32), which keep their order; "fixed.weight" stays as it is. */
    t2sed_status (*parser_trainer_open)(t2s_trainer_handle **out,
                                        const t2s_tensor *tensors,
                                        int32_t count,
                                        const t2s_parser_train_options *options,
                                        t2sed_error *err);
    /* One step of AdamW: the mean cross-entropy of heads, plus that of the
     * relations on the right heads, plus half of that of the tags. loss may be
     * NULL. */
    t2sed_status (*parser_trainer_step)(t2s_trainer_handle *trainer,
                                        const t2s_parser_batch *batch,
                                        double learning_rate, double *loss,
                                        t2sed_error *err);
    /* The best of each, [words]: of the averaged weights, without dropout;
     * heads are taken one by one, so that they need be no tree. */
    t2sed_status (*parser_trainer_predict)(t2s_trainer_handle *trainer,
                                           const t2s_parser_batch *batch,
                                           int32_t *tags, int32_t *heads,
                                           int32_t *relations,
                                           t2sed_error *err);

    /* A language model from the tensors of a Hugging Face directory, which are
     * copied. `adapter` may be NULL. Errors: T2SED_EMISMATCH (a tensor is
     * missing or has another shape), T2SED_EFORMAT (a weight is no number). */
    t2sed_status (*language_open)(t2s_language_handle **out,
                                  const t2s_decoder *decoder,
                                  const t2s_tensor *tensors, int32_t count,
                                  const t2s_adapter *adapter,
                                  const char *device, int32_t precision,
                                  t2sed_error *err);
    void (*language_close)(t2s_language_handle *model);
    /* Bytes of the weights in memory; of the cache for each token. */
    void (*language_sizes)(const t2s_language_handle *model,
                           int64_t *weight_bytes, int64_t *token_bytes);

    /* What has been read, used by one thread at a time; the model must outlive
     * it. A failing call leaves it as it was. */
    t2sed_status (*cache_open)(t2s_cache_handle **out,
                               t2s_language_handle *model, t2sed_error *err);
    void (*cache_close)(t2s_cache_handle *cache);
    /* Appends tokens. Errors: T2SED_EINTERRUPTED (stop said so), T2SED_ETOOLONG
     * (deeper than the model has positions). */
    t2sed_status (*cache_read)(t2s_cache_handle *cache,
                               const t2s_reading *reading, t2sed_error *err);
    /* Keeps the tokens nodes[0..count), ascending, each with its parent; they
     * are numbered again in that order. The first `count` where nodes is NULL.
     */
    t2sed_status (*cache_keep)(t2s_cache_handle *cache, const int32_t *nodes,
                               int32_t count, t2sed_error *err);
    /* log p(targets[i] | the path to nodes[i]), in nats, to out [count]. */
    t2sed_status (*cache_likelihood)(t2s_cache_handle *cache,
                                     const int32_t *nodes,
                                     const int32_t *targets, int32_t count,
                                     t2s_stop_fn stop, void *payload,
                                     float *out, t2sed_error *err);
    /* The same of every token: out [count, vocabulary]. */
    t2sed_status (*cache_predict)(t2s_cache_handle *cache, const int32_t *nodes,
                                  int32_t count, float *out, t2sed_error *err);
} t2s_backend;

/* The shim's table, or NULL where it does not speak `version`. */
typedef const t2s_backend *(*t2s_backend_get_fn)(int32_t version);

#ifdef __cplusplus
}
#endif

#endif
