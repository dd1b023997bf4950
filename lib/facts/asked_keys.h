/*
 * asked_keys.h - columns by which a question divides its answer, "for each farm
 * and day", "per region", and those of them that a query does not use.
 */
#ifndef T2S_FACTS_ASKED_KEYS_H
#define T2S_FACTS_ASKED_KEYS_H

#include "facts/question.h"

typedef struct t2s_asked_keys {
    int count;  /* columns that are named so, of tables of the query */
    int unused; /* columns with a word that no name of the query has */
    /* The first unused column, or T2S_NO_ITEM; its first and last word in the
     * question. */
    int32_t column, first, last;
    /* The same of tables, "by fund": unused where the query neither reads the
     * table, nor names or refers to it. */
    int tables, tables_unused;
} t2s_asked_keys;

/* `named`: the stems of the query's names (t2s_cover_names). */
void t2s_asked_keys_read(t2s_asked_keys *out, const t2s_query *query,
                         const t2s_question_facts *question,
                         const t2sed_schema *schema, const bool *named);

#endif
