/* kept_values.h - the values of a database that are read once for all who use
 * it. */
#ifndef T2S_DATABASE_KEPT_VALUES_H
#define T2S_DATABASE_KEPT_VALUES_H

#include <pthread.h>
#include <sqlite3.h>

#include "database/database.h"

/* Its lock is held while values are read. */
typedef struct t2s_kept_values {
    pthread_mutex_t lock;
    t2s_value_index *index;
    bool has_index; /* or the values are unknown */
    sqlite3 *store; /* an index of values for links, in memory; or NULL */
} t2s_kept_values;

void t2s_kept_values_init(t2s_kept_values *kept);
void t2s_kept_values_free(t2s_kept_values *kept);

/*
 * A copy of the index of values for links, which is made when first asked for:
 * for databases that are no file, which can't be read for each linker. Errors:
 * those of t2s_value_store_build.
 */
t2sed_status t2s_kept_values_copy_store(sqlite3 **out, t2sed_database *database,
                                        t2sed_error *err);

#endif
