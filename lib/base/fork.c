#include "base/fork.h"

#include <stddef.h>

#include "base/system.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static t2s_forked *first, *last;

static void take_all(void)
{
    pthread_mutex_lock(&lock);
    for (t2s_forked *at = first; at; at = at->after)
        pthread_mutex_lock(at->lock);
}

static void give_all(void)
{
    for (t2s_forked *at = last; at; at = at->before)
        pthread_mutex_unlock(at->lock);
    pthread_mutex_unlock(&lock);
}

static void give_all_in_child(void)
{
    for (t2s_forked *at = first; at; at = at->after)
        if (at->in_child)
            at->in_child(at->object);
    give_all();
}

static void install(void)
{
    t2s_system_at_fork(take_all, give_all, give_all_in_child);
}

void t2s_forked_begin(t2s_forked *forked)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    pthread_mutex_lock(&lock);
    forked->after = NULL;
    forked->before = last;
    *(last ? &last->after : &first) = forked;
    last = forked;
    pthread_mutex_unlock(&lock);
}

void t2s_forked_end(t2s_forked *forked)
{
    pthread_mutex_lock(&lock);
    *(forked->before ? &forked->before->after : &first) = forked->after;
    *(forked->after ? &forked->after->before : &last) = forked->before;
    pthread_mutex_unlock(&lock);
}
