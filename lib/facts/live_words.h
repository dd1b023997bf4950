/* live_words.h - words for what has not ended, "open" and "still", against
 * columns that say when or whether it has: closed_on, archived. */
#ifndef T2S_FACTS_LIVE_WORDS_H
#define T2S_FACTS_LIVE_WORDS_H

#include "facts/restrictions.h"

/* Gives a test of such a column, of a name, its word and direction, where such
 * a word is there and none of the name's own says otherwise. True if so. */
bool t2s_link_live_words(t2s_restriction *of, const t2s_restricted_words *words,
                         const char *name);

/* Whether a column's name says when or whether something was paid. */
bool t2s_names_payment(const char *name);

/* "Fees owed", "fees due", "awaiting payment"; but not "due in March". */
bool t2s_says_owed(const t2s_restricted_words *words, size_t i);

#endif
