/* spelling.h - the bytes of a query's beginning: whole tokens are read, of the
 * last one it is asked what it can become. */
#ifndef T2S_CONSTRAINT_SPELLING_H
#define T2S_CONSTRAINT_SPELLING_H

#include "constraint/binding.h"

/* What whole tokens say, and what may come next once that is asked. */
typedef struct t2s_place {
    t2s_next next;
    bool is_done; /* a semicolon ended the query */
    t2s_binding *binding;
} t2s_place;

/* One block of memory; t2s_free ends it. NULL when memory is short. */
t2s_place *t2s_place_new(const t2sed_constraint *words);

typedef enum t2s_open_kind {
    T2S_BETWEEN_TOKENS,
    T2S_OPEN_WORD,
    T2S_OPEN_NUMBER,
    T2S_OPEN_OPERATOR,
    T2S_OPEN_QUOTED
} t2s_open_kind;

/* A token that may go on, or blanks. */
typedef struct t2s_open {
    uint8_t kind;   /* t2s_open_kind */
    char quote;     /* that ends it */
    bool is_closed; /* the quote was read; another one would go on */
    bool takes_text, takes_names;
    bool is_name;      /* its text is a name, not a string */
    uint8_t phase;     /* of a number */
    uint8_t rest;      /* bytes that a character lacks, and */
    uint8_t low, high; /* what the next of them may be */
    uint16_t blanks;
    uint32_t begin;
} t2s_open;

typedef enum t2s_step { T2S_REFUSED, T2S_GOES_ON, T2S_ENDS } t2s_step;

/*
 * The byte query[n] after the n before it: whether it goes on with the open
 * token, can't come, or comes after the token's end. Then the token is read
 * with t2s_spelling_end, and the byte begins another one or blanks, with
 * t2s_spelling_begin.
 */
t2s_step t2s_spelling_go_on(t2s_place *place, t2s_open *open,
                            const t2sed_constraint *words, const char *query,
                            size_t n);
/* Reads the token that ends at query[n], into `out`; false if it is none that
 * can stand there. Nothing is done where no token is open. */
bool t2s_spelling_end(t2s_place *out, t2s_place *place, const t2s_open *open,
                      const t2sed_constraint *words, const char *query,
                      size_t n);
bool t2s_spelling_begin(t2s_place *place, t2s_open *open,
                        const t2sed_constraint *words, const char *query,
                        size_t n);
/* Whether text can follow a string's bytes so far, whatever it is, up to this
 * many bytes. */
size_t t2s_spelling_text_room(const t2s_open *open,
                              const t2sed_constraint *words, size_t n);
/* Whether the query may end, as far as the binding knows. */
bool t2s_spelling_may_end(t2s_place *place, const t2sed_constraint *words);

#endif
