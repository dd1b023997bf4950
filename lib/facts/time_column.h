/* time_column.h - the column of time that a query bounds, against those that
 * its question names. */
#ifndef T2S_FACTS_TIME_COLUMN_H
#define T2S_FACTS_TIME_COLUMN_H

#include "case/case.h"
#include "facts/state_words.h"
#include "facts/time_conditions.h"

typedef struct t2s_time_column {
    int32_t column; /* that is bounded first, of the schema; or T2S_NO_ITEM */
    int32_t rival;  /* of the same table: the one named best; or T2S_NO_ITEM */
    bool is_own;    /* the rival is named by another word than its table's */
    int fit;        /* the question names it better than the rival: 1; the
                       rival: -1; 0: both alike */
    bool is_first;  /* no column of time stands before it in its table */
} t2s_time_column;

/* A word of `states` names no column: "orders of May that are paid". */
t2s_time_column t2s_time_column_match(const t2s_time_conditions *has,
                                      const t2s_state_words *states,
                                      const t2sed_evidence *from);

#endif
