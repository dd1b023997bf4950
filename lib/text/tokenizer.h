/* tokenizer.h - what a tokenizer is made of. Readers (read_*.c) fill one in,
 * encoders (bpe.c, wordpiece.c) use it. */
#ifndef T2S_TEXT_TOKENIZER_H
#define T2S_TEXT_TOKENIZER_H

#include <stdbool.h>

#include "base/json.h"
#include "base/map.h"
#include "base/vector.h"
#include "t2sed/tokenizer.h"
#include "text/tokens.h"
#include "text/trie.h"

#define T2S_TOKENIZER_FILE_LIMIT ((size_t)32 << 20)
#define T2S_VOCABULARY_LIMIT     ((size_t)1 << 20)
#define T2S_MERGE_LIMIT          ((size_t)1 << 22)
#define T2S_TRIE_LIMIT           ((size_t)1 << 22)

#define T2S_ROLE_COUNT 6 /* T2SED_TOKEN_CLS to T2SED_TOKEN_MASK */

enum t2s_tokenizer_kind { T2S_WORDPIECE, T2S_BYTE_BPE };

/* A token that is found in the text before anything else is done with it. */
typedef struct t2s_added_token {
    int32_t id;
    bool special;        /* found only when the caller asks for it */
    bool lstrip, rstrip; /* takes the white space before, behind it along */
} t2s_added_token;

typedef struct t2s_merge {
    int32_t left, right, result;
} t2s_merge;

/* WordPiece: BERT's normaliser, pre-tokenizer and model. */
typedef struct t2s_wordpiece {
    bool clean_text, space_ideographs, strip_accents, lowercase;
    uint32_t max_word;  /* characters; a longer word is unknown */
    const char *prefix; /* of a piece within a word: "##" */
    uint32_t inner;     /* node of the trie behind the prefix, T2S_NO_CHILD:
                           no piece begins with it */
    t2s_trie pieces;    /* of code points; values are ids */
} t2s_wordpiece;

/* Byte-level BPE. */
typedef struct t2s_bpe {
    bool add_prefix_space;
    bool trim_offsets;            /* offsets leave out blanks ... */
    bool trim_keeps_first_blank;  /* ... but for one added in front */
    int32_t unknown;              /* for bytes without a token; -1: none */
    int32_t bytes[256];           /* the token of each byte */
    T2S_VECTOR(t2s_merge) merges; /* the index is the rank */
    t2s_hash_table ranks;         /* (left, right) -> the rank */
} t2s_bpe;

struct t2sed_tokenizer {
    enum t2s_tokenizer_kind kind;
    t2s_map ids;        /* text -> id; entries in no particular order */
    const char **texts; /* id -> text, borrowed from ids */
    size_t count;
    int32_t roles[T2S_ROLE_COUNT]; /* -1: none */
    T2S_VECTOR(t2s_added_token) added;
    t2s_trie added_trie;   /* of bytes; values are indices of added */
    bool added_first[256]; /* bytes that an added token begins with */
    bool has_plain_added;  /* some are found even where not asked for */
    t2s_arena arena;
    t2s_wordpiece wordpiece;
    t2s_bpe bpe;
};

/* Names of the tokens that have a role, NULL where not known. */
typedef struct t2s_role_names {
    const char *names[T2S_ROLE_COUNT];
} t2s_role_names;

/* Building (build.c). An empty tokenizer of a kind, with BERT's and RoBERTa's
 * usual settings. */
t2sed_status t2s_tokenizer_new(t2sed_tokenizer **out,
                               enum t2s_tokenizer_kind kind, t2sed_error *err);
/* Adds a token to the vocabulary; the same token twice must have the same id.
 * `what` names the file. */
t2sed_status t2s_tokenizer_add(t2sed_tokenizer *tokenizer, const char *text,
                               size_t n, long long id, const char *what,
                               t2sed_error *err);
/* Makes a token of the vocabulary one that is found in the text. */
t2sed_status t2s_tokenizer_add_special(t2sed_tokenizer *tokenizer,
                                       t2s_added_token token, const char *text,
                                       size_t n, t2sed_error *err);
/* Adds a merge, rank by rank, once all tokens are there. */
t2sed_status t2s_tokenizer_add_merge(t2sed_tokenizer *tokenizer,
                                     const char *left, size_t left_length,
                                     const char *right, size_t right_length,
                                     const char *what, t2sed_error *err);
/* Checks that ids go from 0 without holes, and finds texts by id. */
t2sed_status t2s_tokenizer_index(t2sed_tokenizer *tokenizer, const char *what,
                                 t2sed_error *err);
/* Gives tokens their roles: the names where there are any (a name that is in
 * no vocabulary is no token), else the usual ones. */
void t2s_tokenizer_set_roles(t2sed_tokenizer *tokenizer,
                             const t2s_role_names *names);
/* Builds what encoding needs; the last step. */
t2sed_status t2s_tokenizer_finish(t2sed_tokenizer *tokenizer, const char *what,
                                  t2sed_error *err);

/* GPT-2's spelling of a byte as a character (byte_chars.c). */
uint32_t t2s_byte_char(unsigned byte);

/* Readers. `what` names the input in messages; names may be NULL. */
t2sed_status t2s_tokenizer_parse_json(t2sed_tokenizer **out, const char *text,
                                      size_t n, const t2s_role_names *names,
                                      const char *what, t2sed_error *err);

/* These fill in an empty tokenizer, whose settings are made already. */
t2sed_status t2s_tokenizer_read_txt(t2sed_tokenizer *tokenizer,
                                    const char *path,
                                    const t2s_role_names *names,
                                    t2sed_error *err);
t2sed_status t2s_tokenizer_read_bpe(t2sed_tokenizer *tokenizer,
                                    const char *vocab_path,
                                    const char *merges_path,
                                    const t2s_role_names *names,
                                    t2sed_error *err);
/* An object of tokens and ids; a merge written "left right". */
t2sed_status t2s_tokenizer_read_vocabulary(t2sed_tokenizer *tokenizer,
                                           json_t *vocab, const char *what,
                                           t2sed_error *err);
t2sed_status t2s_tokenizer_add_merge_line(t2sed_tokenizer *tokenizer,
                                          const char *line, size_t n,
                                          const char *what, t2sed_error *err);

/* Encoders: the text's bytes [begin, end), appended; false when memory is
 * short. */
bool t2s_wordpiece_encode(const t2sed_tokenizer *tokenizer,
                          t2sed_tokens *tokens, size_t begin, size_t end);
bool t2s_bpe_encode(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                    size_t begin, size_t end);
/*
 * Adds a token that covers characters, of which some at its ends are blanks.
 * With trim_offsets its offsets leave them out, as RoBERTa's post-processor
 * has it; but not a lone blank in front of the text where the tokenizer puts
 * one there itself.
 */
bool t2s_bpe_push(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                  int32_t id, uint32_t begin, uint32_t end, uint32_t leading,
                  uint32_t trailing);

#endif
