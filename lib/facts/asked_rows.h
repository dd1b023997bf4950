/* asked_rows.h - what a question, and the knowledge beside it, say of the rows
 * that are wanted. Made once per question, immutable. */
#ifndef T2S_FACTS_ASKED_ROWS_H
#define T2S_FACTS_ASKED_ROWS_H

#include "facts/question.h"
#include "facts/restriction_words.h"

/* Rows without a match. */
typedef enum t2s_keeping {
    T2S_KEEPS_MATCHED = -1, /* only rows with a match */
    T2S_KEEPS_NOT_KNOWN,
    T2S_KEEPS_EACH, /* "every", "per", "all" */
    T2S_KEEPS_ALL   /* "including those without" */
} t2s_keeping;

typedef struct t2s_asked_rows {
    t2s_restricted_words question, knowledge;
    int negations;     /* of the question; those of prefixes are not counted */
    bool is_different; /* "another", "different" */
    t2s_keeping keeping;
} t2s_asked_rows;

/* knowledge[0..n) is beside the question, or NULL; the texts must live as long.
 * t2s_free ends it. Errors: T2SED_ENOMEM. */
t2sed_status t2s_asked_rows_new(t2s_asked_rows **out,
                                const t2s_question_facts *question,
                                const char *knowledge, size_t n,
                                t2sed_error *err);

#endif
