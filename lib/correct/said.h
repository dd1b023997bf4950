/*
 * said.h - what a question, or feedback on a query, says: which columns, tables
 * and values it names, as what is wrong or what is wanted, and words that hint
 * at kinds of changes.
 */
#ifndef T2S_CORRECT_SAID_H
#define T2S_CORRECT_SAID_H

#include "correct/draft.h"
#include "facts/name_links.h"
#include "question/question.h"
#include "t2sed/parts/link.h"

/* Families of words that hint at changes. */
typedef enum t2s_hint {
    T2S_HINT_REPLACE,
    T2S_HINT_INSTEAD,
    T2S_HINT_REMOVE,
    T2S_HINT_ALSO,
    T2S_HINT_NOT,
    T2S_HINT_ONLY,
    T2S_HINT_ORDER,
    T2S_HINT_DESCENDING,
    T2S_HINT_ASCENDING,
    T2S_HINT_MOST,
    T2S_HINT_LEAST,
    T2S_HINT_MAXIMUM,
    T2S_HINT_MINIMUM,
    T2S_HINT_AVERAGE,
    T2S_HINT_SUM,
    T2S_HINT_COUNT,
    T2S_HINT_DISTINCT,
    T2S_HINT_EACH,
    T2S_HINT_MORE,
    T2S_HINT_LESS,
    T2S_HINT_EQUAL,
    T2S_HINT_BETWEEN,
    T2S_HINT_OR,
    T2S_HINT_AND,
    T2S_HINT_BOTH,
    T2S_HINT_FIRST,
    T2S_HINT_ONE,
    T2S_HINT_ALL,
    T2S_HINT_STEP,
    T2S_HINT_TABLE,
    T2S_HINT_ID,
    T2S_HINT_NAME,
    T2S_HINT_LIKE,
    T2S_HINT_WHOSE,
    T2S_HINT_CORRESPONDING,
    T2S_HINT_LEAST_OF, /* "at least", "at most" */
    T2S_HINT_NUMBER,   /* a number stands there */
    T2S_HINTS
} t2s_hint;

/* How a thing is named: 0 not at all, 1 by all of its name; `bag`: the share
 * of its name's words that stand anywhere; `words`: 1 << each of the text's
 * first 64 words that is one of these. */
typedef struct t2s_named {
    float any, old, new, bag;
    uint64_t words;
} t2s_named;

/* All zeros says nothing. */
typedef struct t2s_said {
    uint64_t hints; /* 1 << T2S_HINT_* */
    uint64_t words; /* all that name a column, table or value */
    t2s_named *columns, *tables;
    t2s_arena arena;
} t2s_said;

/* Reads a text; NULL says nothing. What it names of values, and its numbers,
 * are added to the literals, with `source` (T2S_IN_QUESTION or _FEEDBACK).
 * t2s_said_free ends it, after a failure too. Errors: those of the linker,
 * T2SED_ENOMEM. */
t2sed_status t2s_said_read(t2s_said *said, t2s_desk *desk,
                           const t2sed_question *text, t2sed_linker *linker,
                           uint8_t source, t2sed_error *err);
void t2s_said_free(t2s_said *said);

#endif
