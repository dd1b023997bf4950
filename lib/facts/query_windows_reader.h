/* query_windows_reader.h - the parts of reading how a query orders rows;
 * query_windows.c calls the other. */
#ifndef T2S_FACTS_QUERY_WINDOWS_READER_H
#define T2S_FACTS_QUERY_WINDOWS_READER_H

#include "facts/query_windows.h"

typedef struct t2s_windows_reader {
    t2s_query_windows *out;
    const t2s_query *query;
    const t2s_tree *tree;
} t2s_windows_reader;

/* Whether two resolved exprs are one, or one column. */
bool t2s_windows_is_descending(const t2s_tree *tree, int32_t term);

/* query_ends.c: rows beside each other, ORDER BY, MAX and MIN. */
void t2s_windows_read_ends(t2s_windows_reader *r);

#endif
