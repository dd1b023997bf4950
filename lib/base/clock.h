/* clock.h - the time that has passed, whatever the date is set to. */
#ifndef T2S_BASE_CLOCK_H
#define T2S_BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Milliseconds of one of the system's clocks: CLOCK_MONOTONIC, or
 * CLOCK_THREAD_CPUTIME_ID for the processor time of this thread. */
static inline double t2s_clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/*
 * A condition whose waits end by CLOCK_MONOTONIC, and the clock of this
 * thread's work that other threads can ask. macOS has neither: its waits take
 * the time that is left, and work is measured by CLOCK_MONOTONIC.
 */
static inline bool t2s_condition_init(pthread_cond_t *condition)
{
#ifdef __APPLE__
    return pthread_cond_init(condition, NULL) == 0;
#else
    pthread_condattr_t attributes;
    bool ok;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
         pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return ok;
#endif
}

static inline void t2s_condition_wait(pthread_cond_t *condition,
                                      pthread_mutex_t *lock, int64_t until_ms)
{
#ifdef __APPLE__
    const int64_t left = until_ms - (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
    const int64_t ms = left > 0 ? left : 0;
    struct timespec at = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    pthread_cond_timedwait_relative_np(condition, lock, &at);
#else
    struct timespec at = {(time_t)(until_ms / 1000),
                          (long)(until_ms % 1000) * 1000000};
    pthread_cond_timedwait(condition, lock, &at);
#endif
}

static inline clockid_t t2s_work_clock(void)
{
    clockid_t clock = CLOCK_MONOTONIC;
#ifndef __APPLE__
    if (pthread_getcpuclockid(pthread_self(), &clock) != 0)
        clock = CLOCK_MONOTONIC;
#endif
    return clock;
}

#endif
