/* demonyms.h - countries by the words for what is of them: "Spanish customers"
 * are those with country = 'Spain'. */
#ifndef T2S_FACTS_DEMONYMS_H
#define T2S_FACTS_DEMONYMS_H

#include <stddef.h>

/* The names of the country that a word in lower case is made of, which "|"
 * parts, in lower case; or NULL. Source: our own list. */
const char *t2s_countries_of(const char *word, size_t n);

/* The words for what is of a country, which "|" parts; NULL where text[0..n),
 * in any case, is no country. */
const char *t2s_demonyms_of(const char *text, size_t n);

#endif
