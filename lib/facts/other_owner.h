/*
 * other_owner.h - columns of a table that a question does not name, where one
 * that it names has a column of the same name: "notes with a rating above 45"
 * and the rating of the sightings.
 */
#ifndef T2S_FACTS_OTHER_OWNER_H
#define T2S_FACTS_OTHER_OWNER_H

#include "facts/question.h"

typedef struct t2s_other_owner {
    /* Columns that the question names and no text is compared with: in
     * conditions, in the main SELECT alone, aggregated. */
    int compared, shown, aggregated;
    int unnamed; /* those that it does not name */
    /* The first compared, or aggregated, column that it names: its place, and
     * that of the named table; or T2S_NO_ITEM. */
    t2sed_span place;
    int32_t column, named;
} t2s_other_owner;

t2s_other_owner t2s_other_owner_read(const t2s_query *query,
                                     const t2s_question_facts *question,
                                     const t2sed_schema *schema);

#endif
