/* tokenizer.h - what a tokenizer is made of, and a token list. open.c and
 * read_json.c fill a tokenizer in with the steps of build.c; bpe.c, split.c,
 * wordpiece.c and normal.c encode with it; decode.c goes back. */
#ifndef T2S_TEXT_TOKENIZER_H
#define T2S_TEXT_TOKENIZER_H

#include <stdbool.h>

#include "base/json.h"
#include "base/map.h"
#include "base/private.h"
#include "base/vector.h"
#include "t2sed/parts/tokenizer.h"

#define T2S_TOKENIZER_FILE_LIMIT ((size_t)32 << 20)
#define T2S_VOCABULARY_LIMIT     ((size_t)1 << 20)
#define T2S_MERGE_LIMIT          ((size_t)1 << 22)
#define T2S_TRIE_LIMIT           ((size_t)1 << 22)

/* ------------------------------------------------------------------- tries */

/* A trie over numbers (bytes or code points): (node, symbol) -> (child, value +
 * 1). Node 0 is the root. All zeros is empty and ready. */
typedef t2s_hash_table t2s_trie;

#define T2S_NO_CHILD UINT32_MAX
#define T2S_NO_VALUE (-1)

/* Two numbers as one: a key or a value of a hash table. */
static inline uint64_t t2s_pair(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

/* The child of a node, made where there is none, or T2S_NO_CHILD when memory is
 * short. */
uint32_t t2s_trie_grow(t2s_trie *trie, uint32_t node, uint32_t symbol);
/* Sets the value at the end of an edge that is there. */
void t2s_trie_set(t2s_trie *trie, uint32_t node, uint32_t symbol,
                  int32_t value);
/* The child of a node, or T2S_NO_CHILD; *value is what ends there or
 * T2S_NO_VALUE. */
uint32_t t2s_trie_step(const t2s_trie *trie, uint32_t node, uint32_t symbol,
                       int32_t *value);

/* -------------------------------------------------------------- tokenizers */

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

/* How a text is split into words (split.c). */
enum t2s_split {
    T2S_SPLIT_GPT2, /* that of ByteLevel itself */
    T2S_SPLIT_QWEN2,
    T2S_SPLIT_LLAMA3,
    T2S_SPLITS
};
/* The regular expressions of those that are written as one, or NULL. */
T2S_PRIVATE
extern const char *const t2s_split_patterns[T2S_SPLITS];

/* Where a token of the vocabulary is taken for a whole word, the most bytes of
 * such a word. */
#define T2S_WORD_TOKEN_LIMIT ((size_t)1024)

/* Byte-level BPE. */
typedef struct t2s_bpe {
    enum t2s_split split;
    bool nfc;           /* composed (NFC) before anything else */
    bool ignore_merges; /* a word that is a token is that token */
    size_t own; /* tokens of the model itself: the first entries of `ids`,
                   before those that are added */
    uint32_t spellings[256]; /* how the vocabulary spells each byte */
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

/*
 * A tokenizer in the making. Each step does nothing after a failure, which
 * in.status keeps and in.err describes, and returns whether nothing has failed.
 */
typedef struct t2s_tokenizer_reader {
    t2sed_tokenizer *tokenizer;
    t2s_members in; /* the part of a JSON file that is read; the file's name */
    const char *names[T2S_ROLE_COUNT]; /* of tokens with a role; or NULL */
} t2s_tokenizer_reader;

/* Makes the tokenizer, empty and with the usual settings of BERT and RoBERTa.
 */
bool t2s_tokenizer_begin(t2s_tokenizer_reader *r, enum t2s_tokenizer_kind kind);
/* Adds a token to the vocabulary; the same token twice must have the same
 * id. */
bool t2s_tokenizer_add(t2s_tokenizer_reader *r, const char *text, size_t n,
                       long long id);
/* Adds the tokens of a JSON object {"token": id, ...}. */
bool t2s_tokenizer_add_vocabulary(t2s_tokenizer_reader *r, json_t *vocabulary);
/* Makes a token of the vocabulary one that is found in the text. */
bool t2s_tokenizer_add_special(t2s_tokenizer_reader *r, t2s_added_token token,
                               const char *text, size_t n);
/* Adds a merge, rank by rank, once all tokens are there; the second is written
 * "left right". */
bool t2s_tokenizer_add_merge(t2s_tokenizer_reader *r, const char *left,
                             size_t left_length, const char *right,
                             size_t right_length);
bool t2s_tokenizer_add_merge_line(t2s_tokenizer_reader *r, const char *line,
                                  size_t n);
/* Checks that ids go from 0 without holes, and finds texts by id. */
bool t2s_tokenizer_index(t2s_tokenizer_reader *r);
/* Reads lower case, blanks round ideographs and the stripping of accents, whose
 * default is lower case, by the names that the file has for the first two. */
bool t2s_tokenizer_read_bert(t2s_tokenizer_reader *r, const char *lowercase,
                             const char *ideographs);
/* Gives tokens their roles: by r->names where there are any (a name that is in
 * no vocabulary is no token), else by the usual names. */
void t2s_tokenizer_set_roles(t2s_tokenizer_reader *r);
/* Builds what encoding needs, and hands the tokenizer over; after a failure in
 * any step it frees it. */
t2sed_status t2s_tokenizer_finish(t2sed_tokenizer **out,
                                  t2s_tokenizer_reader *r);

/* The id of a token, or -1; `token` may be NULL. */
int32_t t2s_tokenizer_find(const t2sed_tokenizer *tokenizer, const char *token);

/* GPT-2's spelling of a byte as a character. */
uint32_t t2s_byte_char(unsigned byte);
/* The byte of such a character, or -1. */
int t2s_char_byte(uint32_t c);

/* Whether a token is one that is found in a text only on request. */
bool t2s_tokenizer_is_special(const t2sed_tokenizer *tokenizer, int32_t id);

/* Where the word that begins at text[at] ends. With `blank`, for GPT-2's
 * splitting alone, the text is read as if a blank stood before `at`; then the
 * result may be `at` itself, where that blank is a word of its own. */
size_t t2s_word_end(enum t2s_split split, const char *text, size_t end,
                    size_t at, bool blank);

/* Reads the text of a tokenizer.json (read_json.c). `what` names it in
 * messages; names[T2S_ROLE_COUNT] may be NULL. */
T2S_PRIVATE
t2sed_status t2s_tokenizer_parse_json(t2sed_tokenizer **out, const char *text,
                                      size_t n, const char *const *names,
                                      const char *what, t2sed_error *err);

/* ------------------------------------------------------------- token lists */

#define T2S_TEXT_LIMIT ((size_t)16 << 20)

/* A normalised character (WordPiece) and the character of the text that it
 * stands for. `extra` marks what decomposition added behind a first part. */
typedef struct t2s_norm_char {
    uint32_t c, source;
    uint8_t combining_class;
    bool extra;
} t2s_norm_char;
typedef T2S_VECTOR(t2s_norm_char) t2s_norm_vector;

/* A symbol of a word that is being merged (BPE), in a doubly linked list. */
typedef struct t2s_symbol {
    int32_t id;          /* -1: merged into the one before */
    uint32_t begin, end; /* characters of the text */
    int32_t previous, next;
} t2s_symbol;

/* A merge that may be done. */
typedef struct t2s_merge_candidate {
    uint32_t rank, position; /* what to do first: low rank, then left */
    int32_t left, right;     /* the ids that it was seen with */
} t2s_merge_candidate;

struct t2sed_tokens {
    T2S_VECTOR(int32_t) ids;
    T2S_VECTOR(t2sed_span) characters; /* of each token, as are `bytes` */
    T2S_VECTOR(t2sed_span) byte_spans; /* not filled where `ascii` */
    const t2sed_span *bytes;

    /* The text being encoded. */
    const char *text;
    size_t length;
    bool ascii; /* characters are bytes, and the two vectors are not filled */
    T2S_VECTOR(uint32_t) char_starts; /* byte of each character, and the end */
    T2S_VECTOR(uint32_t) char_at;     /* character of each byte, and the end */

    t2s_norm_vector normal, decomposed;
    T2S_VECTOR(char) spelled;     /* the composed text ... */
    T2S_VECTOR(uint32_t) sources; /* ... and the character of each byte */
    T2S_VECTOR(t2s_symbol) symbols;
    T2S_VECTOR(t2s_merge_candidate) heap;
};

/* Empties the list and takes up a text, which is checked. */
void t2s_tokens_clear(t2sed_tokens *tokens);
/* Appends a token that covers characters; false when memory is short. */
bool t2s_tokens_push(t2sed_tokens *tokens, int32_t id, uint32_t char_begin,
                     uint32_t char_end);

static inline uint32_t t2s_tokens_char_at(const t2sed_tokens *tokens,
                                          size_t byte)
{
    return tokens->ascii ? (uint32_t)byte : tokens->char_at.at[byte];
}

bool t2s_norm_push(t2s_norm_vector *vector, uint32_t c, uint32_t source);
/* `normal`, decomposed and in canonical order, into `decomposed`. False when
 * memory is short. */
bool t2s_norm_decompose(t2sed_tokens *tokens);
/* NFC of the text's bytes [begin, end) into `spelled` and `sources`, where it
 * is not sure that this changes nothing. False when memory is short. */
bool t2s_norm_compose(t2sed_tokens *tokens, size_t begin, size_t end,
                      bool *changed);

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
