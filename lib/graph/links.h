/* links.h - which words of the question and which terminals of the SQL name
 * the same table, column or value. */
#ifndef T2S_GRAPH_LINKS_H
#define T2S_GRAPH_LINKS_H

#include "graph/part.h"
#include "facts/name_links.h"
#include "schema/schema.h"

typedef T2S_VECTOR(t2s_link_pair) t2s_link_pairs;

/*
 * Puts the pairs into *pairs, ordered by terminal, in place of what was there;
 * `found` is room to work in. A name or value that no words name has one pair,
 * of T2S_LINK_NONE.
 *
 * A column is linked by its own name, whatever table stands before it; words
 * that are part of a name are linked where no words are the whole of it. With
 * a schema, names are those of its tables and columns; without one (NULL), all
 * that is no keyword of SQL and no aggregate's name. Text in double quotes
 * that is no name of the schema counts as a value, as SQLite reads it.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_graph_find_links(t2s_link_pairs *pairs, t2s_links *found,
                                  const t2s_link_words *words,
                                  const t2s_part *sql,
                                  const t2sed_schema *schema, t2sed_error *err);

#endif
