/* pthread_getattr_np is of GNU and musl. */
#define _GNU_SOURCE
#include "base/stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/resource.h>
#endif

/* The lowest address of the thread's stack, and its size; 0: not known. */
typedef struct extent {
    uintptr_t begin;
    size_t size;
} extent;

#if defined(__linux__)
/* What Linux keeps free below the stack of a process's first thread. */
#define LEAST_GAP ((size_t)128 << 20)

/*
 * The first thread's stack grows up to the process's limit. The C library takes
 * the mapping below for its end, which under valgrind is far too near.
 */
static extent grown(extent stack)
{
    const uintptr_t on_it = getauxval(AT_RANDOM);
    struct rlimit limit;
    size_t most = LEAST_GAP;
    if (on_it - stack.begin >= stack.size ||
        getrlimit(RLIMIT_STACK, &limit) != 0)
        return stack;
    if (limit.rlim_cur < most)
        most = (size_t)limit.rlim_cur;
    if (most <= stack.size || stack.begin < most)
        return stack;
    return (extent){stack.begin - (most - stack.size), most};
}

static extent find(void)
{
    pthread_attr_t attributes;
    void *begin = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return (extent){0, 0};
    if (pthread_attr_getstack(&attributes, &begin, &size) != 0)
        size = 0;
    pthread_attr_destroy(&attributes);
    return grown((extent){(uintptr_t)begin, size});
}
#elif defined(__APPLE__)
static extent find(void)
{
    const size_t size = pthread_get_stacksize_np(pthread_self());
    return (extent){(uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size,
                    size};
}
#else
static extent find(void)
{
    return (extent){0, 0};
}
#endif

size_t t2s_stack_left(void)
{
    /* For a process's first thread it costs a tenth of a millisecond. */
    static _Thread_local extent own;
    static _Thread_local bool is_known;
    const char local = 0;
    const uintptr_t here = (uintptr_t)&local;
    if (!is_known) {
        own = find();
        is_known = true;
    }
    return here >= own.begin && here - own.begin < own.size ? here - own.begin
                                                            : SIZE_MAX;
}
