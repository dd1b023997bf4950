/* host.h - queries that a callback of the host's runs. */
#ifndef T2S_DATABASE_HOST_H
#define T2S_DATABASE_HOST_H

#include "base/vector.h"
#include "database/database.h"
#include "database/watch.h"

/* One thread's at a time. All zeros but for the callbacks is ready. */
typedef struct t2s_host {
    t2sed_database_callbacks callbacks; /* with a dialect of our own */
    t2s_watch watch;
    T2S_VECTOR(const t2sed_sql *) written; /* under the database's lock */
} t2s_host;

/* The source of a query that the host's system is to run as it was written; or
 * NULL. */
const char *t2s_host_source(const t2s_host *host, const t2s_statement *query);

/* Ends the watch and calls the host's `free`. */
void t2s_host_free(t2s_host *host);

/* As t2s_database_run. */
t2sed_status t2s_host_run(t2s_ended *out, t2s_host *host,
                          const t2s_statement *query, t2s_take_row take,
                          void *context, t2sed_error *err);

#endif
