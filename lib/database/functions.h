/*
 * functions.h - SQL functions whose work grows with the product of their
 * arguments' lengths, so that one call could take hours, replaced by versions
 * with the same results that ask the watch or bound the work.
 */
#ifndef T2S_DATABASE_FUNCTIONS_H
#define T2S_DATABASE_FUNCTIONS_H

#include "database/watch.h"

typedef struct t2s_functions t2s_functions;

/* Replaces them on a connection, which must be closed before
 * t2s_functions_free; the watch must outlive it. NULL when memory is short. */
t2s_functions *t2s_functions_new(sqlite3 *db, t2s_watch *watch);
void t2s_functions_free(t2s_functions *functions);

#endif
