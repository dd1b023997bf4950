/*
 * name_links.h - the simple first linker: which question words name a schema
 * item or a value. By name alone, in the manner of RAT-SQL's name-based linking
 * (Wang et al. 2020, section 4.3: exact and partial matches of n-grams), and
 * equality for values; the same input gives the same links always.
 */
#ifndef T2S_FACTS_NAME_LINKS_H
#define T2S_FACTS_NAME_LINKS_H

#include "base/vector.h"
#include "question/question.h"
#include "schema/words.h"

typedef enum t2s_link_kind {
    T2S_LINK_EXACT,   /* the words are the whole name */
    T2S_LINK_PARTIAL, /* the words are part of the name */
    T2S_LINK_VALUE,   /* the words are the value */
    T2S_LINK_NONE     /* no words; never in t2s_links */
} t2s_link_kind;
#define T2S_LINK_KIND_COUNT 4

typedef struct t2s_link {
    int32_t word_begin, word_end; /* words [word_begin, word_end) */
    t2s_link_kind kind;
} t2s_link;

typedef T2S_VECTOR(t2s_link) t2s_links;

/* The words of a question in the form that is compared, split at underscores
 * and hyphens (not by case, as names are). Made once per question. */
typedef struct t2s_link_word {
    t2s_word_key key;
    int32_t word; /* the question word it is of */
} t2s_link_word;

typedef T2S_VECTOR(t2s_link_word) t2s_link_words;

t2sed_status t2s_link_words_new(t2s_link_words **out,
                                const t2sed_question *question,
                                t2sed_error *err);
void t2s_link_words_free(t2s_link_words *words);

/*
 * Appends to `links` the spans that match a name (of a table or a column, in
 * either form: "Home_Town", "homeTown", "home town"), in text order. A span
 * inside a longer matching span is left out. False when memory is short.
 */
bool t2s_link_name(t2s_links *links, const t2s_link_words *words,
                   const char *name, size_t n);

/*
 * The same for a literal: text[0..n) without its quotes. Numbers are compared
 * as numbers ("3" is "three", "3.0" and "3"); text by its words, without
 * regard to case and punctuation; the wildcards % and _ at the ends of a
 * pattern are passed over.
 */
bool t2s_link_value(t2s_links *links, const t2s_link_words *words,
                    const char *text, size_t n);

#endif
