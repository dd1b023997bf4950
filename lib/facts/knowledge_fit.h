/* knowledge_fit.h - what of knowledge a query has. */
#ifndef T2S_FACTS_KNOWLEDGE_FIT_H
#define T2S_FACTS_KNOWLEDGE_FIT_H

#include "facts/knowledge.h"

/* A literal of the query but for LIMIT's, and what it is compared with: column
 * and operator, or -1. Those of CASE and of functions' arguments are taken
 * in. */
typedef struct t2s_compared_value {
    const t2s_query_use *value;
    int32_t column, operator;
} t2s_compared_value;

#define T2S_MOST_COMPARED_VALUES 64

/* How a query has a condition of the knowledge, or the most alike it has. */
typedef enum t2s_condition_fit {
    T2S_FIT_LACKING,  /* neither column nor value */
    T2S_FIT_SELECTED, /* it selects the column and does not compare it */
    T2S_FIT_OTHER_COLUMN,
    T2S_FIT_OTHER_VALUE,
    T2S_FIT_OTHER_OPERATOR,
    T2S_FIT_MET
} t2s_condition_fit;

typedef struct t2s_knowledge_fit {
    t2s_compared_value values[T2S_MOST_COMPARED_VALUES];
    size_t value_count;
    /* Of the knowledge's columns: the query has it, or COUNT or AVG for the
     * COUNT that it stands in. */
    bool has_column[T2S_MOST_HINTS];
    t2s_condition_fit fits[T2S_MOST_HINTS]; /* of literals that are compared */
} t2s_knowledge_fit;

/* `query` and `schema`, which may be NULL, are those that the knowledge was
 * read for. */
void t2s_knowledge_fit_read(t2s_knowledge_fit *out,
                            const t2s_knowledge *knowledge,
                            const t2s_query *query, const t2sed_schema *schema);

#endif
