/*
 * t2sed/parts/tokenizer.h - splits text into token ids and joins them again,
 * for encoders of the BERT family and language models of the Qwen2 and Llama 3
 * families.
 *
 * There are two kinds: byte-level BPE (RoBERTa, CodeBERT, Qwen2, Llama 3;
 * Radford et al. 2019, section 2.2, after Sennrich et al. 2016) and WordPiece
 * (BERT, MiniLM; Wu et al. 2016, section 4.1, greedy longest match as in Devlin
 * et al. 2019). Ids and offsets are those of Hugging Face's `tokenizers`;
 * docs/internals/text.md names the release that was compared, and how.
 */
#ifndef T2SED_TOKENIZER_H
#define T2SED_TOKENIZER_H

#include <stddef.h>
#include <stdint.h>

#include "../status.h"

T2SED_BEGIN_DECLS

/* A vocabulary and the rules that go with it. Immutable: any number of threads
 * may use one at a time. */
typedef struct t2sed_tokenizer t2sed_tokenizer;

/* What a text became. Reusable: once it has held a text, it takes another of
 * that size without allocating. One thread at a time. */
typedef struct t2sed_tokens t2sed_tokens;

/* Tokens with a role; see t2sed_tokenizer_special. */
#define T2SED_TOKEN_CLS  0 /* begins a sequence: "[CLS]", "<s>" */
#define T2SED_TOKEN_SEP  1 /* separates or ends: "[SEP]", "</s>" */
#define T2SED_TOKEN_EOS  2 /* ends a sequence: "</s>"; none in BERT */
#define T2SED_TOKEN_PAD  3 /* fills up a batch: "[PAD]", "<pad>" */
#define T2SED_TOKEN_UNK  4 /* stands for what is unknown: "[UNK]", "<unk>" */
#define T2SED_TOKEN_MASK 5 /* "[MASK]", "<mask>" */

/* Flags of t2sed_tokenizer_encode. */
#define T2SED_ENCODE_SPECIALS 1 /* "[SEP]" in the text is the token [SEP] */

/* Flags of t2sed_tokenizer_decode. */
#define T2SED_DECODE_SPECIALS 1 /* special tokens are spelled out */

/*
 * Opens the tokenizer of a model directory: its tokenizer.json, else its
 * vocab.json and merges.txt (byte-level BPE), else its vocab.txt (WordPiece).
 *
 * Of tokenizer.json, what the tokenizers of BERT, RoBERTa, Qwen2 and Llama 3
 * write is read: a WordPiece model with BertNormalizer and BertPreTokenizer, or
 * a BPE model with ByteLevel, or with Split by the expression of Qwen2 or
 * Llama 3 and ByteLevel; NFC before it. Truncation and padding in it are passed
 * over: encoding never cuts and never pads. Special tokens get their roles from
 * tokenizer_config.json and special_tokens_map.json where these are there,
 * else by their usual names. Where there is no tokenizer.json,
 * tokenizer_config.json also gives do_lower_case, strip_accents and
 * tokenize_chinese_chars (WordPiece), add_prefix_space and trim_offsets (BPE).
 *
 * out        receives the tokenizer; freed by t2sed_tokenizer_free.
 * directory  path of the directory.
 * err        may be NULL.
 *
 * Errors: T2SED_ENOTFOUND (no such directory, or no such files in it),
 * T2SED_EIO, T2SED_EFORMAT (malformed: wrong types, an id twice or left out, a
 * merge of unknown tokens), T2SED_EUTF8, T2SED_ELIMIT (a file of more than 32
 * MiB, 2^20 tokens or 2^22 merges), T2SED_EUNSUPPORTED (another model,
 * normaliser, pre-tokenizer or pattern; the message names it), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_tokenizer_open(t2sed_tokenizer **out,
                                            const char *directory,
                                            t2sed_error *err);

/*
 * Frees a tokenizer. NULL is allowed.
 *
 * Errors: none. Threads: while no other thread uses it. Since: 0.1.
 */
T2SED_API void t2sed_tokenizer_free(t2sed_tokenizer *tokenizer);

/*
 * Makes an empty token list.
 *
 * out  receives it; freed by t2sed_tokens_free.
 *
 * Errors: T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_tokens_new(t2sed_tokens **out, t2sed_error *err);

/*
 * Frees a token list. NULL is allowed.
 *
 * Errors: none. Threads: while no other thread uses it. Since: 0.1.
 */
T2SED_API void t2sed_tokens_free(t2sed_tokens *tokens);

/*
 * Turns a text into tokens. No token is added at the ends: [CLS] and [SEP] are
 * the caller's to place.
 *
 * Names of special tokens in the text are text: a question that contains
 * "[SEP]" can't forge a boundary. The library encodes questions and queries
 * this way (as `tokenizers` does with encode_special_tokens). With
 * T2SED_ENCODE_SPECIALS such a name becomes its token, the default of
 * `tokenizers`: for texts that the caller wrote.
 *
 * tokenizer  may be in use by other threads.
 * tokens     receives the tokens in place of what it held; empty on failure.
 * text, n    UTF-8, n bytes; need not outlive the call. An empty text gives no
 *            tokens.
 * flags      0 or T2SED_ENCODE_SPECIALS.
 * err        may be NULL.
 *
 * Errors: T2SED_EINVAL (a NULL or an unknown flag), T2SED_EUTF8 (with the
 * offset of the first bad byte), T2SED_ELIMIT (more than 16 MiB),
 * T2SED_ENOMEM. Threads: any, with tokens of their own. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_tokenizer_encode_n(
    const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens, const char *text,
    size_t n, int flags, t2sed_error *err);

/* t2sed_tokenizer_encode_n for NUL-terminated text. Since: 0.1. */
T2SED_API t2sed_status t2sed_tokenizer_encode(const t2sed_tokenizer *tokenizer,
                                              t2sed_tokens *tokens,
                                              const char *text, int flags,
                                              t2sed_error *err);

/* What a text became. */
typedef struct t2sed_token_arrays {
    size_t struct_size; /* sizeof(t2sed_token_arrays) */
    size_t count;       /* tokens; the arrays are NULL where it is 0 */
    const int32_t *ids; /* [count] from 0 up to the vocabulary's size */
    /* Where the tokens stand in the text, [count] each: in bytes, and the same
     * places in characters (code points). A byte-level token that is part of a
     * character covers it whole. Tokens stand in the order of the text. A token
     * of no text (the blank that add_prefix_space put in front, or blanks that
     * trim_offsets left out) has begin == end, at a place beside the next
     * token. */
    const t2sed_span *bytes;
    const t2sed_span *characters;
} t2sed_token_arrays;
#define T2SED_TOKEN_ARRAYS_INIT                                                \
    {                                                                          \
        sizeof(t2sed_token_arrays), 0, NULL, NULL, NULL                        \
    }

/*
 * The tokens of the last text. After a failure there are none.
 *
 * tokens  stays the owner: the arrays are borrowed until the next encode.
 * out     its struct_size is set by the caller; receives the rest.
 * err     may be NULL.
 *
 * Errors: T2SED_EINVAL (NULL, struct_size). Threads: as t2sed_tokens.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_tokens_get(const t2sed_tokens *tokens,
                                        t2sed_token_arrays *out,
                                        t2sed_error *err);

/*
 * How many ids there are: they go from 0 to the size minus 1.
 *
 * Errors: none; 0 for NULL. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_tokenizer_size(const t2sed_tokenizer *tokenizer);

/*
 * The id of the token with a role.
 *
 * role  one of T2SED_TOKEN_*.
 *
 * Returns: the id, or -1 where the vocabulary has no such token or there is no
 * such role. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API int32_t t2sed_tokenizer_special(const t2sed_tokenizer *tokenizer,
                                          int role);

/*
 * How the vocabulary spells a token: "##ing"; in byte-level BPE with bytes
 * written as the characters that GPT-2 chose for them, "\304\240the" (Gthe
 * with a dot) for " the".
 *
 * Returns: NUL-terminated text borrowed from the tokenizer, or NULL where id
 * is out of range. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API const char *t2sed_tokenizer_token(const t2sed_tokenizer *tokenizer,
                                            int32_t id);

/*
 * The bytes of text that a token of byte-level BPE stands for: " the". They may
 * begin or end within a character. A special token stands for its name.
 *
 * to    receives the first `room` bytes, without a NUL; NULL: nothing is
 *       written.
 * room  bytes that `to` has.
 *
 * Returns: how many bytes the token has; 0 where id is out of range, the
 * tokenizer is NULL or is WordPiece, which does not keep them. Errors: none.
 * Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_tokenizer_bytes(const t2sed_tokenizer *tokenizer,
                                       int32_t id, char *to, size_t room);

/*
 * The text of tokens of byte-level BPE, as `tokenizers` decodes them. Bytes
 * that are no UTF-8, where the tokens begin or end within a character, become
 * U+FFFD. A text that was composed before it was encoded (NFC, Qwen2) comes
 * back composed.
 *
 * out     the text, NUL-terminated, the caller's: freed with t2sed_free.
 * length  its bytes; may be NULL.
 * ids     [count]; may be NULL where count is 0.
 * flags   0: special tokens are left out; T2SED_DECODE_SPECIALS: they are
 *         spelled out.
 * err     may be NULL.
 *
 * Errors: T2SED_EINVAL (a NULL, an unknown flag, an id out of range),
 * T2SED_EUNSUPPORTED (WordPiece), T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads:
 * any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_tokenizer_decode(char **out, size_t *length,
                                              const t2sed_tokenizer *tokenizer,
                                              const int32_t *ids, size_t count,
                                              int flags, t2sed_error *err);

T2SED_END_DECLS

#endif
