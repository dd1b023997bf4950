/* query_reader.h - the parts of reading a query; query.c calls the others. */
#ifndef T2S_FACTS_QUERY_READER_H
#define T2S_FACTS_QUERY_READER_H

#include "facts/query.h"

/* Where a node stands. */
typedef struct t2s_query_place {
    int32_t scope; /* in the query's scopes, or -1 */
    t2s_query_clause clause;
    t2s_query_compound compound; /* of a select_stmt: the last operator */
    bool in_case;                /* within CASE */
} t2s_query_place;

typedef struct t2s_query_reader {
    const t2s_tree *tree;
    t2s_query *query;
    t2s_query_place *places;        /* for each node */
    const t2s_query_place *inserts; /* where an alias stands while what it
                                       stands for is listed, or NULL */
    uint32_t inserts_at;
    size_t inserted;  /* nodes so far */
    size_t relations; /* of in_sight, that stand before the node listed */
    bool is_test;     /* of the comparison that is listed */
    bool failed;      /* memory was short */
} t2s_query_reader;

/* query_uses.c: lists what a node says, called in the order of the text. */
void t2s_query_list_node(t2s_query_reader *reader, int32_t node);
/* The columns that a column_name in USING ties: the first and the last of the
 * relations so far that have it; T2S_NO_ITEM where there is none. */
void t2s_query_find_using(int32_t pair[2], t2s_query_reader *reader,
                          int32_t name);

/* Whether a literal is a number: t2s_query_number reads it. */
static inline bool t2s_query_is_number(const char *literal)
{
    return (literal[0] >= '0' && literal[0] <= '9') || literal[0] == '.';
}

/* The t2s_query_operator that a terminal spells, or -1. */
int32_t t2s_query_operator_of(const t2s_tree *tree, int32_t terminal);

/* query_conditions.c: lists the conditions, once all columns are listed. */
void t2s_query_list_conditions(t2s_query_reader *reader);

/* query_parts.c: what follows from the lists. */
void t2s_query_find_parts(t2s_query *query, const t2sed_schema *schema);

#endif
