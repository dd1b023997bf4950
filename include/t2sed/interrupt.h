/*
 * t2sed/interrupt.h - how a host ends a long call and follows its progress.
 *
 * A host sets a handler for a thread. Every call of that thread that can take
 * longer than 100 ms asks it about every 50 ms, and at least every 100 ms,
 * whether to go on. When the handler says no, the call ends with
 * T2SED_EINTERRUPTED: its outputs are untouched, nothing leaks, and the object
 * can be used as if the call had not been made. What a header says of a call
 * that stops half way (a trainer with its checkpoint, a data set with its
 * store) holds for this one as well.
 *
 *     static int stop_on_signal(void *payload, size_t done, size_t total)
 *     {
 *         return *(volatile sig_atomic_t *)payload;
 *     }
 *     ...
 *     t2sed_interrupt_set(stop_on_signal, &signalled);
 *     status = t2sed_scorer_score(...);
 *     t2sed_interrupt_set(NULL, NULL);
 *
 * The handler belongs to the thread, not to an object, so that no function
 * needs an argument for it, and a host needs to set it once. It is asked on
 * the thread that set it only, from inside a call of the library; threads that
 * the library starts itself ask none, and are ended by the call that started
 * them.
 *
 * One "stop" ends everything: from then on each long call of the thread ends
 * with T2SED_EINTERRUPTED, without asking again, until t2sed_interrupt_set is
 * called, with the same handler or another one. So a stop is not lost
 * between two calls, nor in a call that ignores a failed step. Short calls
 * (freeing, reading results) still work.
 */
#ifndef T2SED_INTERRUPT_H
#define T2SED_INTERRUPT_H

#include <stddef.h>

#include "version.h"

T2SED_BEGIN_DECLS

/*
 * Asked whether the call that is running shall go on.
 *
 * payload  what t2sed_interrupt_set was given.
 * done     how much of the work is done, in the units of `total`.
 * total    the work of the call as a whole (candidates, beams, batches,
 *          trees: what it is made of); 0: not known, and then `done` is 0 too.
 *
 * Returns: 0 to go on, anything else to end the call. It should return within
 * a millisecond. It must not use the object whose call is running, nor leave
 * by longjmp or an exception; calls on other objects are allowed, and ask
 * nothing.
 */
typedef int (*t2sed_interrupt_fn)(void *payload, size_t done, size_t total);

/*
 * Sets the handler of the calling thread, in place of the one before, and
 * forgets what that one said.
 *
 * callback  NULL (the default) takes the handler away: calls run to their end.
 * payload   handed to the callback; it must live until the handler is replaced
 *           or the thread ends.
 *
 * Errors: none. Threads: any; concerns the calling one only. Since: 0.1.
 */
T2SED_API void t2sed_interrupt_set(t2sed_interrupt_fn callback, void *payload);

T2SED_END_DECLS

#endif
