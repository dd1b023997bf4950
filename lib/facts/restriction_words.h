/*
 * restriction_words.h - the words of a question, and of its knowledge, as
 * conditions are compared with them: which are negated, which narrow a noun,
 * and which are forms of a word of a name ("unpaid" of paid_on).
 */
#ifndef T2S_FACTS_RESTRICTION_WORDS_H
#define T2S_FACTS_RESTRICTION_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define T2S_MOST_RESTRICTED_WORDS 128

/* A word of the question, or of the knowledge beside it. */
typedef struct t2s_restricted_word {
    const char *text;
    size_t length;
    int32_t segment;   /* number of the part of a sentence that it is in */
    bool is_negated;   /* "not returned", "without orders" */
    bool is_excluded;  /* "returned ones left out": it is negated, too */
    bool is_far;       /* negated beyond a verb and a preposition: "not paid by
                          members in Graz" */
    bool is_content;   /* no stop word, no cue, no number */
    bool is_narrowing; /* of the words that narrow a noun */
    bool is_live;      /* "active", "open": what has not ended */
    bool is_met;       /* a condition of the query is for it */
    bool is_used;      /* the query has it in a name or a value */
    bool is_echoed;    /* or something for it: echoed_words.h */
} t2s_restricted_word;

typedef struct t2s_restricted_words {
    t2s_restricted_word at[T2S_MOST_RESTRICTED_WORDS];
    size_t count;
} t2s_restricted_words;

/* Whether two words are forms of one (paid, pay), or one is short for the other
 * (canceled_at, can_flg). */
bool t2s_words_are_akin(const char *a, size_t a_length, const char *b,
                        size_t b_length);

/* Whether a word is one of a list, whose words bars part. */
bool t2s_word_is_of(const char *list, const char *word, size_t n);

/* Whether there is a word i, and it is one of a list, whose words bars part. */
bool t2s_restricted_words_say(const t2s_restricted_words *words, size_t i,
                              const char *list);

/* Words of text[0..n), as many as there is room for. */
void t2s_restricted_words_read(t2s_restricted_words *words, const char *text,
                               size_t n);

/* Whether a word of a NUL-terminated text is a sign for a number: "order no.
 * 3".
 */
bool t2s_is_number_sign(const char *word, size_t n);

/* Whether byte `stop` of a NUL-terminated text is the full stop of a short form
 * and ends no sentence: "min. 45 seats", "excl. VAT". */
bool t2s_is_abbreviated(const char *text, size_t stop);

/* How many of them are negations; those of prefixes are not counted. */
int t2s_restricted_words_negations(const t2s_restricted_words *words);

/* The bytes of a negating prefix of a word (unpaid, inactive), or 0. */
size_t t2s_negating_prefix(const char *word, size_t n);

typedef struct t2s_word_link {
    int32_t word;    /* or -1 */
    bool is_flipped; /* by a negating prefix of one of both */
    size_t common;   /* bytes that both begin with */
} t2s_word_link;

/* The word of which text[0..n), a word of a name or a value, is a form: the one
 * with the most letters in common; of several, the first. */
t2s_word_link t2s_restricted_words_find(const t2s_restricted_words *words,
                                        const char *text, size_t n);

/* Whether a word of a name is one of a list, "a|b|c". */
bool t2s_name_has_of(const char *list, const char *name);

/* Whether a name has a word for an end: closed_on, TERM_DT. */
bool t2s_names_end(const char *name);
/* Whether a word, or one of a name, says that something was brought to its end;
 * what was cancelled or sold was not. */
bool t2s_says_completion(const char *word, size_t n);
bool t2s_names_completion(const char *name);
/* Whether a word of a name says nothing of what a column is about: date, id. */
bool t2s_is_filler(const char *word, size_t n);

#endif
