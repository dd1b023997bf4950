/*
 * gate.h - running beside others, or alone.
 *
 * SQLite counts memory for the whole process. A query that finds too much in
 * use can't know whether it is the one to blame, so it runs again while no
 * other does.
 */
#ifndef T2S_DATABASE_GATE_H
#define T2S_DATABASE_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/private.h"

typedef struct t2s_gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t running;
    size_t waiting; /* to be alone; no one else enters meanwhile */
    bool alone;     /* the one that runs is */
} t2s_gate;

/* False when the system has no more of them. */
T2S_PRIVATE
bool t2s_gate_init(t2s_gate *gate);
T2S_PRIVATE
void t2s_gate_free(t2s_gate *gate);
void t2s_gate_enter(t2s_gate *gate, bool alone);
void t2s_gate_leave(t2s_gate *gate);

#endif
