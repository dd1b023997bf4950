/* late_words.h - comparisons of two columns against the words right for them:
 * "late" and "on time" for a date that was promised and the actual one, "own"
 * and "same" before the name of what is compared. */
#ifndef T2S_FACTS_LATE_WORDS_H
#define T2S_FACTS_LATE_WORDS_H

#include "facts/restrictions.h"

/* Gives a condition of kind T2S_RESTRICTS_COLUMNS its word and direction, where
 * such a word is there. */
void t2s_link_late_words(t2s_restriction *of, const t2s_restrictions *in,
                         const t2sed_schema *schema);

#endif
