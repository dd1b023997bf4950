/* stack.h - what is left of the calling thread's stack. */
#ifndef T2S_BASE_STACK_H
#define T2S_BASE_STACK_H

#include <stddef.h>

/* Bytes; SIZE_MAX where the system does not say, and on a stack that is not the
 * thread's own (of a coroutine). */
size_t t2s_stack_left(void);

#endif
