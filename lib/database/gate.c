/* Running beside others, or alone. */
#include "database/gate.h"

bool t2s_gate_init(t2s_gate *gate)
{
    gate->running = gate->waiting = 0;
    gate->alone = false;
    if (pthread_mutex_init(&gate->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&gate->changed, NULL) == 0)
        return true;
    pthread_mutex_destroy(&gate->lock);
    return false;
}

void t2s_gate_free(t2s_gate *gate)
{
    pthread_cond_destroy(&gate->changed);
    pthread_mutex_destroy(&gate->lock);
}

void t2s_gate_enter(t2s_gate *gate, bool alone)
{
    pthread_mutex_lock(&gate->lock);
    gate->waiting += alone;
    while (gate->alone || (alone ? gate->running > 0 : gate->waiting > 0))
        pthread_cond_wait(&gate->changed, &gate->lock);
    gate->waiting -= alone;
    gate->alone = alone;
    gate->running++;
    pthread_mutex_unlock(&gate->lock);
}

void t2s_gate_leave(t2s_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->running--;
    gate->alone = false;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}
