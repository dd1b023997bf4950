/*
 * watch.h - ends a running statement at its limit on time or memory.
 *
 * SQLite's progress handler asks every few instructions. Some loops inside one
 * instruction (counting the rows of a b-tree whose pages form a circle) ask
 * nobody but end after sqlite3_interrupt, so a thread of the watch's own calls
 * that at the deadline.
 */
#ifndef T2S_DATABASE_WATCH_H
#define T2S_DATABASE_WATCH_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/private.h"

/* Why a statement was ended. */
typedef enum t2s_stop {
    T2S_STOP_NONE,
    T2S_STOP_TIME,
    T2S_STOP_STEPS,
    T2S_STOP_MEMORY,
    T2S_STOP_INTERRUPT /* by the host's handler */
} t2s_stop;

/* All zeros but for `db`, or for `cancel` and its context, is ready. */
typedef struct t2s_watch {
    sqlite3 *db; /* or NULL: then `cancel` ends what runs, if there is one */
    void (*cancel)(void *context);
    void *context;
    int milliseconds;
    int64_t memory;            /* of SQLite in the process, at which it ends */
    const atomic_bool *stop;   /* or NULL: its time is over once true */
    int64_t steps, most_steps; /* of SQLite's machine; 0: no limit */
    int64_t start_ms, start_work_ms;
    int64_t work;   /* of the thread that runs it: t2s_system_work */
    atomic_int why; /* a t2s_stop */
    /* The thread, and what it reads under the lock: */
    bool has_thread;
    long process; /* threads do not survive fork() */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_ready, is_on, quit;
    int64_t wakes_at; /* INT64_MAX: when told */
} t2s_watch;

/*
 * Watches what the calling thread runs on the connection until
 * t2s_watch_end. `milliseconds` are of the thread's processor time, so that
 * results do not depend on what else the machine does; by the clock it may take
 * three times as long. `memory` is what SQLite may take beyond what the process
 * has of it now; 0: no limit.
 */
T2S_PRIVATE
void t2s_watch_begin(t2s_watch *watch, int milliseconds, int64_t memory,
                     const atomic_bool *stop);
T2S_PRIVATE
void t2s_watch_end(t2s_watch *watch);

/* Ends what runs after so many steps of SQLite's machine, about: the same
 * number on every machine. Not by t2s_watch_begin. */
void t2s_watch_steps(t2s_watch *watch, int64_t most);

/* Whether the statements until the next call make SQLite parse the definitions
 * of a file: the watch then looks more often. Not by t2s_watch_begin. */
void t2s_watch_definitions(t2s_watch *watch, bool are_read);

/* Whether a limit is reached; remembers which. For functions that take long. */
bool t2s_watch_is_over(t2s_watch *watch);

/* Ends the thread. Before the connection is closed. */
T2S_PRIVATE
void t2s_watch_free(t2s_watch *watch);

/* --- functions.c --- */

/*
 * SQL functions whose work grows with the product of their arguments' lengths,
 * so that one call could take hours, replaced by versions with the same results
 * that bound the work and ask the watch.
 */
typedef struct t2s_functions t2s_functions;

/* Replaces them on a connection, which must be closed before
 * t2s_functions_free; the watch must outlive it. NULL when memory is short. */
t2s_functions *t2s_functions_new(sqlite3 *db, t2s_watch *watch);
void t2s_functions_free(t2s_functions *functions);

#endif
