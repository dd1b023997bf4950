/*
 * interrupt.h - asking the host's handler whether to go on.
 *
 * A loop that can take long asks once a turn, where a turn takes 1 microsecond
 * to 10 milliseconds; with shorter turns, every so many (i % 1024 == 0). It
 * costs some nanoseconds: the clock is looked at each time, the handler called
 * every 50 ms.
 *
 *     for (size_t i = 0; i < n && status == T2SED_OK; i++) {
 *         status = t2s_check_interrupt(err);
 *         ...
 *     }
 *
 * Once the handler has said stop, both functions say so until the host sets a
 * handler again. So code that can't fail itself (a comparison, a callback of
 * SQLite) may break off by t2s_interrupted(), and the caller that can fails by
 * t2s_check_interrupt() behind it. Results of work that was broken off must not
 * be kept.
 */
#ifndef T2S_BASE_INTERRUPT_H
#define T2S_BASE_INTERRUPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/private.h"
#include "t2sed/interrupt.h"
#include "t2sed/status.h"

/* Whether this thread's call shall end. Without a handler: one branch. */
T2S_PRIVATE
bool t2s_interrupted(void);

/* The same as a status: T2SED_OK or T2SED_EINTERRUPTED, described in err. */
T2S_PRIVATE
t2sed_status t2s_check_interrupt(t2sed_error *err);

/* The failure of work that ends early for want of memory or because it was
 * interrupted, and says no more than that. */
T2S_PRIVATE
t2sed_status t2s_fail_early(t2sed_error *err);

/* Between these, nothing is asked and nothing interrupted: for saving what is
 * done, once the handler has said stop. They nest. */
T2S_PRIVATE
void t2s_interrupt_hold(void);
T2S_PRIVATE
void t2s_interrupt_release(void);

/*
 * The work of a call as the handler is told it. Calls within calls may all
 * announce theirs: the outermost one counts. Each begin needs its end, on
 * every path.
 *
 *     t2s_progress progress = t2s_progress_begin(count);
 *     for (size_t i = 0; i < count && status == T2SED_OK; i++) {
 *         status = t2s_check_progress(&progress, i, err);
 *         ...
 *     }
 *     t2s_progress_end(&progress);
 */
typedef struct t2s_progress {
    bool told; /* false: a call around this one tells its own */
} t2s_progress;

T2S_PRIVATE
t2s_progress t2s_progress_begin(size_t total);
/* Notes that `done` of the total is done, then t2s_check_interrupt. */
T2S_PRIVATE
t2sed_status t2s_check_progress(const t2s_progress *progress, size_t done,
                                t2sed_error *err);
T2S_PRIVATE
void t2s_progress_end(const t2s_progress *progress);

/* For tests: the handler of this thread is called when so many milliseconds
 * have passed since the last time; 0: whenever it can be. */
void t2s_interrupt_set_interval(double ms);

#endif
