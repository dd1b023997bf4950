/* shown_keys.h - keys (ids, codes) in a result, of things that have names. */
#ifndef T2S_FACTS_SHOWN_KEYS_H
#define T2S_FACTS_SHOWN_KEYS_H

#include "facts/question.h"
#include "facts/restriction_words.h"

typedef struct t2s_shown_keys {
    int count;   /* keys that the question does not ask for, of tables with a
                    column of names */
    int alone;   /* those beside which no name of their table is shown */
    int named;   /* of these: the question names the table */
    int by_name; /* of `alone`: the question asks for names, and no result is
                    one */
    /* The first of `alone`, and its table's column of names; or T2S_NO_ITEM. */
    int32_t key, name;
} t2s_shown_keys;

/* Of a query that was read with the schema. `knowledge` is beside the question:
 * it may ask for keys, too. */
t2s_shown_keys t2s_shown_keys_read(const t2s_query *query,
                                   const t2s_question_facts *question,
                                   const t2s_restricted_words *knowledge,
                                   const t2sed_schema *schema);

/* Whether a query has a row for each row of one table at most, alone in FROM or
 * grouped by its key, and shows all names that tell these apart: rows that are
 * equal are namesakes. */
bool t2s_shows_namesakes(const t2s_query *query, const t2sed_schema *schema);

#endif
