/* spider_words.h - the words of a query, as Spider's evaluation parts them. */
#ifndef T2S_EVALUATE_SPIDER_WORDS_H
#define T2S_EVALUATE_SPIDER_WORDS_H

#include "base/vector.h"
#include "lab/evaluate/spider.h"

/* What Spider takes for one word: mostly a token, but also t.column, -5 and
 * 1,2. A comment is a word that nothing takes. */
typedef struct t2s_spider_word {
    uint32_t begin, end;
    const char *flaw; /* why it would be other words to Spider, or NULL */
} t2s_spider_word;

typedef T2S_VECTOR(t2s_spider_word) t2s_spider_words;

/* The flaw of comments. */
extern const char t2s_spider_comment[];

/* Appends the words of a query that our parser takes; false when memory is
 * short. */
bool t2s_spider_split(t2s_spider_words *words, const char *text, size_t n);

/* The number that a word spells, whatever the locale: 5, 5.0 and 50e-1 come
 * out equal. False for what is not decimal. */
bool t2s_spider_number(const char *at, const char *end, double *number);

#endif
