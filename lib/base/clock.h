/* clock.h - the time that has passed, whatever the date is set to. */
#ifndef T2S_BASE_CLOCK_H
#define T2S_BASE_CLOCK_H

#include <time.h>

/* Milliseconds of one of the system's clocks: CLOCK_MONOTONIC, or
 * CLOCK_THREAD_CPUTIME_ID for the processor time of this thread. */
static inline double t2s_clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

#endif
