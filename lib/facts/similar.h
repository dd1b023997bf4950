/* similar.h - how alike two texts are, where they are not the same: prefixes,
 * abbreviations, misspellings. */
#ifndef T2S_FACTS_SIMILAR_H
#define T2S_FACTS_SIMILAR_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the shorter begins the longer. */
bool t2s_is_prefix(const char *a, size_t a_length, const char *b,
                   size_t b_length);

/* Whether `a`, in lower case, is short for `b`: the first letters of its words
 * (usa), or a word's first and last letter and some between (dept, mgr). */
bool t2s_is_abbreviation(const char *a, size_t a_length, const char *b,
                         size_t b_length);

/* Whether both say yes, or both no (yes, y, true, t, 1). */
bool t2s_is_same_answer(const char *a, size_t a_length, const char *b,
                        size_t b_length);

/* 1 less the edit distance (insertions, deletions, changes and swaps of
 * neighbours, of bytes) over the longer length; 0 where that is more than 0.4
 * or a text is empty or too long. */
double t2s_similarity(const char *a, size_t a_length, const char *b,
                      size_t b_length);

#endif
