/*
 * words.h - the words within questions, names and values, as the linker and
 * the evidence compare them.
 */
#ifndef T2S_SCHEMA_WORDS_H
#define T2S_SCHEMA_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether byte i belongs to a word: letters and digits of any script, but no
 * sign of a currency or a comparison; a point or comma between digits does too,
 * so that 1,234.5 is one word. */
bool t2s_is_word_part(const char *text, size_t n, size_t i);

/* The bytes of a currency's sign that ends at byte `at` of a text, or 0. */
size_t t2s_currency_before(const char *text, size_t at);

/* The next word of text[*at..n): true, with its bytes from *begin to *at, which
 * is behind it, or false where there is none. */
bool t2s_next_word(const char *text, size_t n, size_t *at, size_t *begin,
                   bool by_case);

/* Plural to singular, roughly, and the same for both sides of a comparison:
 * cities city, classes class, singers singer, statuses status, people person,
 * mouse mice; not gas, bus, this. Takes a lower-case word, changes it, returns
 * its length. */
size_t t2s_word_stem(char *text, size_t n);

/* Whether a stem in any case is too common to tell something on its own. */
bool t2s_word_is_stop(const char *text, size_t n);

/* Decimal digits with at most one point, thousands' commas passed over. */
bool t2s_word_number(const char *text, size_t n, double *out);
/* "zero" to "twelve", in lower case. */
bool t2s_word_spelled_number(const char *text, size_t n, double *out);
/* The number that a word in lower case stands for: "1,200", "three", "1980s",
 * "3rd". */
bool t2s_word_says_number(const char *text, size_t n, double *out,
                          bool *is_spelled);

/* A word as it is compared: in lower case, cut to fit, stemmed where it is no
 * number. */
#define T2S_LONGEST_KEY 64
typedef struct t2s_word_key {
    char text[T2S_LONGEST_KEY];
    size_t length;
    bool is_number; /* in digits or spelled */
    double number;
} t2s_word_key;

t2s_word_key t2s_word_key_of(const char *word, size_t n);
/* Whether both have the same text. */
bool t2s_word_keys_match(const t2s_word_key *a, const t2s_word_key *b);

#endif
