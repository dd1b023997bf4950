/*
 * fork.h - locks that a child of fork() finds as they should be, whatever other
 * threads did meanwhile.
 */
#ifndef T2S_BASE_FORK_H
#define T2S_BASE_FORK_H

#include <pthread.h>

/* What is to be kept in order; all zeros but for the first three. */
typedef struct t2s_forked {
    pthread_mutex_t *lock;          /* held for moments only: fork() waits */
    void (*in_child)(void *object); /* called while the child holds it; for
                                       locks that are held for long, which it
                                       makes new. NULL: nothing to do */
    void *object;
    struct t2s_forked *before, *after;
} t2s_forked;

/* Begins and ends that; without any lock held. Locks of those that began
 * earlier are taken first. */
void t2s_forked_begin(t2s_forked *forked);
void t2s_forked_end(t2s_forked *forked);

#endif
