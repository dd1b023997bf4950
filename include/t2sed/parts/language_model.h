/*
 * t2sed/parts/language_model.h - decoder-only language models: the probability
 * of a query given a question, hidden states of its parts, and generation.
 *
 *     t2sed_language_model_open(&model, "qwen2.5-coder-0.5b", NULL, &err);
 *     t2sed_language_session_new(&session, model, NULL, &err);
 *     t2sed_prompt_options_init(&asked, sizeof asked);
 *     asked.database = database;
 *     asked.question = "How many singers are there?";
 *     t2sed_prompt_new(&prompt, &asked, &err);
 *     t2sed_language_session_generate(&made, session, prompt, NULL, &err);
 *
 * Models are Hugging Face directories of the Qwen2 and Llama families. Long
 * calls ask the interrupt handler (t2sed/interrupt.h).
 */
#ifndef T2SED_LANGUAGE_MODEL_H
#define T2SED_LANGUAGE_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "../conversation.h"
#include "../database.h"
#include "../model.h"
#include "../status.h"
#include "constraint.h"
#include "schema_prediction.h"
#include "tokenizer.h"

T2SED_BEGIN_DECLS

/* --- models --- */

/* Immutable; may be shared by threads. */
typedef struct t2sed_language_model t2sed_language_model;

/* A precision beside those of t2sed/model.h: weights of eight bits, each output
 * channel with a scale. */
#define T2SED_INT8 4

typedef struct t2sed_language_model_options {
    size_t struct_size;  /* sizeof(t2sed_language_model_options) */
    const char *device;  /* as in t2sed_model_options */
    int precision;       /* T2SED_AUTO: on CPUs the fastest: int8 where the
                            processor multiplies it and has no AMX, bf16 where
                            it multiplies that, else fp32; bf16 on CUDA.
                            T2SED_FP16 on a CPU computes in fp32. */
    int threads;         /* as in t2sed_model_options */
    const char *backend; /* as in t2sed_model_options */
    const char *adapter; /* a directory of low-rank adapters (docs/
                            language-model.md), which are added to the weights,
                            or the name of one that ships: "text-to-sql";
                            NULL: none */
} t2sed_language_model_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void
t2sed_language_model_options_init(t2sed_language_model_options *options,
                                  size_t size);

/*
 * Opens a model: a directory with config.json, the weights (model.safetensors,
 * or the shards that model.safetensors.index.json names) and tokenizer.json.
 *
 * out      freed with t2sed_language_model_free.
 * path     the directory; borrowed for the call.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_ENOTFOUND (a file is missing), T2SED_EIO, T2SED_EFORMAT (a
 * malformed file; a weight that is no number), T2SED_EMISMATCH (weights,
 * adapter or vocabulary do not fit the configuration), T2SED_EUNSUPPORTED (an
 * architecture, tokenizer or precision that is none of ours; the message names
 * it), T2SED_EINVAL (options), T2SED_ENOBACKEND, T2SED_ENODEVICE,
 * T2SED_EBACKEND, T2SED_ELIMIT, T2SED_ENOMEM. Threads: any. Since: 0.9.
 * Source: Touvron et al. 2023, section 2.2; Yang et al. 2024, "Qwen2 Technical
 * Report", section 2.2.
 */
T2SED_API t2sed_status t2sed_language_model_open(
    t2sed_language_model **out, const char *path,
    const t2sed_language_model_options *options, t2sed_error *err);

/* Frees a model; sessions keep what they need of it. NULL is allowed. Errors:
 * none. Threads: any. Since: 0.9. */
T2SED_API void t2sed_language_model_free(t2sed_language_model *model);

/* What a model is. Texts are borrowed from it, and never NULL. */
typedef struct t2sed_language_model_info {
    size_t struct_size;   /* set by the caller */
    const char *path;     /* the directory */
    const char *family;   /* "qwen2", "llama" */
    const char *backend;  /* "libtorch 2.13.0" */
    const char *device;   /* as asked for */
    int precision;        /* T2SED_FP32, T2SED_FP16, T2SED_BF16, T2SED_INT8 */
    int layers;           /* layers + 1 hidden states a token: see
                             t2sed_language_session_states */
    int hidden;           /* elements of a hidden state */
    int vocabulary;       /* ids that have a probability */
    int context;          /* tokens of the longest sequence */
    int64_t weight_bytes; /* in memory */
    int64_t token_bytes;  /* that each token in a cache takes */
} t2sed_language_model_info;
#define T2SED_LANGUAGE_MODEL_INFO_INIT                                         \
    {                                                                          \
        sizeof(t2sed_language_model_info), NULL, NULL, NULL, NULL, 0, 0, 0, 0, \
            0, 0, 0                                                            \
    }

/*
 * Tells what a model is.
 *
 * Errors: T2SED_EINVAL. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_language_model_describe(const t2sed_language_model *model,
                              t2sed_language_model_info *out, t2sed_error *err);

/* The model's tokenizer, borrowed from it; NULL for NULL. Errors: none.
 * Threads: any. Since: 0.9. */
T2SED_API const t2sed_tokenizer *
t2sed_language_model_tokenizer(const t2sed_language_model *model);

/* --- prompts --- */

/* What a model is asked, as a value. Immutable; may be shared by threads. */
typedef struct t2sed_prompt t2sed_prompt;

/* How schemas are written. */
#define T2SED_SCHEMA_DDL     0 /* CREATE TABLE statements */
#define T2SED_SCHEMA_COMPACT 1 /* table(column, column), then a.x = b.y */

/* What stands round a prompt. */
#define T2SED_CHAT_AUTO   0 /* by the tokenizer's tokens; nothing if none */
#define T2SED_CHAT_PLAIN  1 /* nothing but <|begin_of_text|>, where there is */
#define T2SED_CHAT_CHATML 2 /* <|im_start|>role ... <|im_end|> (Qwen2) */
/* <|start_header_id|>role<|end_header_id|> ... <|eot_id|>, without the dates
 * that Llama 3.1 and later put into the system's turn. Since: 0.9. */
#define T2SED_CHAT_LLAMA3 3

/*
 * A prompt's parts, in the order in which they are written: what questions of
 * one database share comes first. All may be NULL but the question. Texts are
 * UTF-8 and copied; objects are read during the call only. A number that is 0
 * stands for its default.
 */
typedef struct t2sed_prompt_options {
    size_t struct_size;       /* sizeof(t2sed_prompt_options) */
    const char *system;       /* NULL: asks for one SQLite query; "": none */
    t2sed_database *database; /* its schema; sample values are read of it */
    int schema_style;         /* T2SED_SCHEMA_* */
    int without_types;        /* 1: names of columns alone */
    int without_keys;         /* 1: no primary and foreign keys */
    int max_values;           /* sample values of each column; default none, at
                                 most 100 */
    /* Which columns stay where the prompt is too long: the likeliest. NULL: the
     * first ones. Of the database's schema. */
    const t2sed_schema_prediction *prediction;
    const t2sed_conversation *conversation; /* turns before the question */
    const char *knowledge;
    const char *question;
    int chat;           /* T2SED_CHAT_* */
    const char *answer; /* how the answer begins; NULL: "```sql\n" in a chat,
                           else nothing */
    int max_tokens;     /* of the prompt; default: all but 512 of the model's
                           context, and at least half of it */
} t2sed_prompt_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_prompt_options_init(t2sed_prompt_options *options,
                                         size_t size);

/*
 * Makes a prompt. Where it has more tokens than it may have (which the model's
 * tokenizer tells, when it is used) it is cut by rule: first sample values go,
 * then columns, the least likely first, but not the keys of tables that stay.
 * Question, knowledge and turns are never cut.
 *
 * out      freed with t2sed_prompt_free.
 * options  needs a question.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no question), T2SED_EUTF8, T2SED_ELIMIT
 * (a text of more than 1 MiB), T2SED_EMISMATCH (the prediction is of another
 * schema), T2SED_EDATABASE, T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: any.
 * Since: 0.9. Source: Rajkumar et al. 2022, section 3 (CREATE TABLE); Gao et
 * al. 2024, "DAIL-SQL", section 3.1 (table(column, column)).
 */
T2SED_API t2sed_status t2sed_prompt_new(t2sed_prompt **out,
                                        const t2sed_prompt_options *options,
                                        t2sed_error *err);
/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_prompt_free(t2sed_prompt *prompt);

/*
 * The prompt's text as a model reads it, cut where it has to be.
 *
 * out     NUL-terminated; freed with t2sed_free.
 * tokens  how many tokens it has; may be NULL.
 *
 * Errors: T2SED_EINVAL, T2SED_EUNSUPPORTED (a template whose tokens the model
 * does not have), T2SED_ELIMIT (too long without any schema),
 * T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_prompt_text(char **out, size_t *tokens,
                                         const t2sed_prompt *prompt,
                                         const t2sed_language_model *model,
                                         t2sed_error *err);

/* --- sessions --- */

/* What a thread asks of a model, with the prompts that it has read: questions
 * of a database that was asked before read only what is new. One thread at a
 * time. */
typedef struct t2sed_language_session t2sed_language_session;

typedef struct t2sed_language_session_options {
    size_t struct_size; /* sizeof(t2sed_language_session_options) */
    int caches;         /* prompts that are kept, those used last; default 4 */
} t2sed_language_session_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void
t2sed_language_session_options_init(t2sed_language_session_options *options,
                                    size_t size);

/*
 * Makes a session.
 *
 * out      freed with t2sed_language_session_free.
 * model    kept, by a count of its users.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_language_session_new(
    t2sed_language_session **out, const t2sed_language_model *model,
    const t2sed_language_session_options *options, t2sed_error *err);
/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_language_session_free(t2sed_language_session *session);

/* --- likelihoods --- */

/* Of continuations of a prompt. Immutable. */
typedef struct t2sed_likelihoods t2sed_likelihoods;

typedef struct t2sed_likelihood {
    size_t struct_size;  /* set by the caller */
    t2sed_status status; /* T2SED_OK, or why this one has none: T2SED_EEMPTY,
                            T2SED_EUTF8, T2SED_ETOOLONG, T2SED_ELIMIT */
    double sum;          /* log-probability of all tokens, in nats; NaN where
                            status is not T2SED_OK */
    size_t tokens;
    const float *logs; /* [tokens] of each, given all before it; borrowed */
    const t2sed_span *bytes; /* [tokens] where each stands in the text */
} t2sed_likelihood;
#define T2SED_LIKELIHOOD_INIT                                                  \
    {                                                                          \
        sizeof(t2sed_likelihood), 0, 0, 0, NULL, NULL                          \
    }

/*
 * How likely the model would continue the prompt by each text. The prompt is
 * read once, and the texts on top of it, together.
 *
 * out      freed with t2sed_likelihoods_free.
 * texts    [count], with lengths in bytes; lengths NULL: NUL-terminated. May be
 *          NULL where count is 0.
 *
 * Errors: T2SED_EINVAL, those of t2sed_prompt_text, T2SED_EBACKEND (a
 * probability is no number), T2SED_EINTERRUPTED, T2SED_ENOMEM; what is wrong
 * with one text is its status. Threads: the session's. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_language_session_likelihoods(
    t2sed_likelihoods **out, t2sed_language_session *session,
    const t2sed_prompt *prompt, const char *const *texts, const size_t *lengths,
    size_t count, t2sed_error *err);
/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_likelihoods_free(t2sed_likelihoods *likelihoods);
/* 0 for NULL. Errors: none. Since: 0.9. */
T2SED_API size_t t2sed_likelihoods_count(const t2sed_likelihoods *likelihoods);
/* Errors: T2SED_EINVAL (NULL, out of range, struct_size). Since: 0.9. */
T2SED_API t2sed_status
t2sed_likelihoods_get(const t2sed_likelihoods *likelihoods, size_t i,
                      t2sed_likelihood *out, t2sed_error *err);

/* --- hidden states --- */

/*
 * Hidden states of parts of a text that continues the prompt: the mean over the
 * tokens that a part overlaps.
 *
 * out     [spans][layers][hidden], the caller's. A part without tokens gets
 *         zeros.
 * text    n bytes.
 * spans   [span_count], in bytes of the text, in any order.
 * layers  [layer_count] 0 is the embedding, i what layer i gives; the last one
 *         after the final norm, as in `transformers`.
 *
 * Errors: T2SED_EINVAL (a layer or span out of range), T2SED_EEMPTY,
 * T2SED_EUTF8, T2SED_ETOOLONG, those of t2sed_prompt_text, T2SED_EINTERRUPTED,
 * T2SED_ENOMEM. Threads: the session's. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_language_session_states(
    float *out, t2sed_language_session *session, const t2sed_prompt *prompt,
    const char *text, size_t n, const t2sed_span *spans, size_t span_count,
    const int32_t *layers, size_t layer_count, t2sed_error *err);

/* --- generation --- */

/* Texts generated, the likeliest first. Immutable. */
typedef struct t2sed_generations t2sed_generations;

/* How texts are searched for. */
#define T2SED_DECODE_GREEDY 0 /* the likeliest token */
#define T2SED_DECODE_BEAM   1 /* the likeliest texts, among `beams` at a time */
#define T2SED_DECODE_SAMPLE 2 /* tokens by chance, as likely as they are */

/*
 * Says which tokens may follow a text. Called for each text that is going on,
 * before each token, on the calling thread.
 *
 * text, n   what has been generated, which may end within a character.
 * mask      [(tokens + 31) / 32] bit i % 32 of mask[i / 32] is 1 for each token
 *           i; to be cleared for those that may not follow.
 * may_end   1; to be cleared where the text must not end here (by the model's
 *           end token, or a stop text).
 *
 * Returns: T2SED_OK, or the status, described in *err, that ends the call.
 */
typedef t2sed_status (*t2sed_allow_tokens_fn)(void *context, const char *text,
                                              size_t n, uint32_t *mask,
                                              size_t tokens, int *may_end,
                                              t2sed_error *err);

/* A number that is 0 stands for its default. */
typedef struct t2sed_generation_options {
    size_t struct_size;   /* sizeof(t2sed_generation_options) */
    int method;           /* T2SED_DECODE_* */
    int count;            /* texts at most; default 1, most 64; 1 if greedy */
    int beams;            /* default and least: `count`; most 64 */
    int max_tokens;       /* of a text; default 256 */
    int max_milliseconds; /* once the prompt is read, by the clock; default: no
                             limit. What there is by then is given. */
    double temperature;   /* of sampling; default 1 */
    double top_p;         /* the likeliest tokens that together have this
                             probability are sampled from (Holtzman et al. 2020);
                             default 1: all */
    uint64_t seed;        /* of sampling: equal seeds, equal texts on the same
                             machine */
    const char *const *stops; /* [stop_count] a text ends before the first of
                             these; ";" counts outside of quotes only. NULL: ";"
                             and "```" */
    size_t stop_count;
    t2sed_allow_tokens_fn allow; /* NULL: all tokens may follow */
    void *context;               /* of allow */
    /* Holds texts to it: each that ended is a query that SQLite prepares on the
     * constraint's schema. Stops count where the query may end. Lent for the
     * call. NULL: none. With `allow` both decide. Of texts that differ only in
     * blanks, the kind of quotes and case outside of them, beams keep the
     * likeliest, so that they hold different queries. A text that ends in
     * the same bytes three times or more, 60 bytes at least, is dropped, of
     * samples too: it goes round in circles. Where greedy decoding comes to no
     * end so, or by max_tokens, a beam of four searches in its place. */
    const t2sed_constraint *constraint;
} t2sed_generation_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_generation_options_init(t2sed_generation_options *options,
                                             size_t size);

typedef struct t2sed_generation {
    size_t struct_size;     /* set by the caller */
    const char *text;       /* NUL-terminated UTF-8, without blanks at its ends;
                               borrowed */
    size_t length;          /* bytes */
    double log_probability; /* of its tokens and its end, in nats */
    size_t tokens;
    int ended; /* 1: by its end token or a stop text; 0: a limit cut it off, or
                  nothing was allowed to follow */
} t2sed_generation;
#define T2SED_GENERATION_INIT                                                  \
    {                                                                          \
        sizeof(t2sed_generation), NULL, 0, 0, 0, 0                             \
    }

/*
 * Generates continuations of a prompt. Texts that come out twice are given
 * once; with a constraint, so are those that differ only in blanks, the kind of
 * quotes and case outside of them.
 *
 * out      freed with t2sed_generations_free; has at least one text.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, those of t2sed_prompt_text, what `allow` returned,
 * T2SED_EBACKEND, T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: the session's.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_language_session_generate(
    t2sed_generations **out, t2sed_language_session *session,
    const t2sed_prompt *prompt, const t2sed_generation_options *options,
    t2sed_error *err);
/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_generations_free(t2sed_generations *generations);
/* 0 for NULL. Errors: none. Since: 0.9. */
T2SED_API size_t t2sed_generations_count(const t2sed_generations *generations);
/* Errors: T2SED_EINVAL (NULL, out of range, struct_size). Since: 0.9. */
T2SED_API t2sed_status
t2sed_generations_get(const t2sed_generations *generations, size_t i,
                      t2sed_generation *out, t2sed_error *err);

T2SED_END_DECLS

#endif
