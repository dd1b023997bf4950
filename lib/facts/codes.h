/* codes.h - codes of a query ('A', 0, 'CF'): what the knowledge beside the
 * question says that they stand for, and whether the question asks for that. */
#ifndef T2S_FACTS_CODES_H
#define T2S_FACTS_CODES_H

#include "facts/restrictions.h"

typedef struct t2s_codes {
    int codes; /* short values of conditions and CASE */
    /* If the query has none of the codes that are asked for: a condition with
     * another code of the list, and the code that is asked for. Else NULL. */
    const t2s_condition *other;
    const t2s_restricted_word *lacking;
    int initials; /* that begin a word of the question (C, cancelled), or are
                     short for one */
    int strange;  /* of letters, that begin none */
} t2s_codes;

/* `keys`: comparisons whose codes are keys of rows that the question names. */
void t2s_codes_read(t2s_codes *out, const t2s_query *query,
                    const t2s_restrictions *words, const t2s_value_keys *keys);

#endif
