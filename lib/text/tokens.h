/* tokens.h - a token list as the encoders fill it, with their scratch room. */
#ifndef T2S_TEXT_TOKENS_H
#define T2S_TEXT_TOKENS_H

#include <stdbool.h>

#include "base/vector.h"
#include "t2sed/tokenizer.h"

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
typedef struct t2s_candidate {
    uint32_t rank, position; /* what to do first: low rank, then left */
    int32_t left, right;     /* the ids that it was seen with */
} t2s_candidate;

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
    T2S_VECTOR(t2s_symbol) symbols;
    T2S_VECTOR(t2s_candidate) heap;
};

/* Empties the list and takes up a text, which is checked. */
t2sed_status t2s_tokens_begin(t2sed_tokens *tokens, const char *text, size_t n,
                              t2sed_error *err);
void t2s_tokens_clear(t2sed_tokens *tokens);
/* Appends a token that covers characters; false when memory is short. */
bool t2s_tokens_push(t2sed_tokens *tokens, int32_t id, uint32_t char_begin,
                     uint32_t char_end);
/* Finds the bytes of the tokens; false when memory is short. */
bool t2s_tokens_finish(t2sed_tokens *tokens);

static inline uint32_t t2s_tokens_char_at(const t2sed_tokens *tokens,
                                          size_t byte)
{
    return tokens->ascii ? (uint32_t)byte : tokens->char_at.at[byte];
}

#endif
