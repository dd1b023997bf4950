/* words.h - what a constraint knows beside the grammar: the words that a query
 * on a schema can be made of, as numbers, and sets of them. */
#ifndef T2S_CONSTRAINT_WORDS_H
#define T2S_CONSTRAINT_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "database/empty.h"
#include "t2sed/parts/constraint.h"

#define T2S_NO_WORD     0xFFFF
#define T2S_MOST_BLOCKS 480 /* of a set */
/* Names that a query makes (aliases, WITH) get numbers behind the words. */
#define T2S_NEW_WORDS 96
/* Longest name that a query makes. */
#define T2S_NEW_WORD_BYTES 64

typedef enum t2s_function_kind {
    T2S_SCALAR,
    T2S_AGGREGATE,
    T2S_WINDOW, /* needs OVER */
    T2S_EXTREME /* min and max: an aggregate where it has one argument */
} t2s_function_kind;

typedef struct t2s_word_function {
    const char *name;
    int8_t least, most; /* arguments; most -1: any number */
    uint8_t kind;       /* t2s_function_kind */
} t2s_word_function;

/* A keyword, or a name of the schema or of a function. */
typedef struct t2s_word {
    const char *text;
    uint16_t length;
    uint16_t kind;    /* TK_* that the word has without quotes, or 0 */
    int32_t table;    /* number in the schema, or -1 */
    int16_t function; /* or -1 */
} t2s_word;

typedef uint64_t t2s_words; /* a set: `blocks` of these */

/* Immutable. */
struct t2sed_constraint {
    bool has_schema; /* without one, any name may stand anywhere */
    t2sed_constraint_options options;
    t2s_word *words; /* sorted without regard to ASCII case */
    size_t count, blocks;
    size_t table_count;
    t2s_words *tables;     /* [table_count][blocks]: columns */
    uint16_t *widths;      /* [table_count]: number of columns */
    t2s_words *all_tables; /* [blocks] each */
    t2s_words *all_columns;
    t2s_words *scalars, *aggregates, *windows; /* extremes are scalars, too */
    t2s_words *constants, *collations;         /* TRUE and FALSE; NOCASE... */
    uint32_t keyword_lengths[26]; /* by first letter: a bit for each length */
    char *text;                   /* of the words */
    t2s_empty *empty;             /* or NULL */
};

extern const t2s_word_function t2s_word_functions[];

/* The words that begin with text[0..n): [*first, *end). */
void t2s_words_range(const t2sed_constraint *words, const char *text, size_t n,
                     size_t *first, size_t *end);
/* The word, or T2S_NO_WORD. */
uint16_t t2s_words_find(const t2sed_constraint *words, const char *text,
                        size_t n);

static inline bool t2s_words_has(const t2s_words *set, size_t word)
{
    return set[word / 64] >> (word % 64) & 1;
}

static inline void t2s_words_add(t2s_words *set, size_t word)
{
    set[word / 64] |= (t2s_words)1 << (word % 64);
}

#endif
