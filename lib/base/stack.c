#include "base/stack.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/system.h"

size_t t2s_stack_left(void)
{
    /* For a process's first thread it costs a tenth of a millisecond. */
    static _Thread_local uintptr_t begin;
    static _Thread_local size_t size;
    static _Thread_local bool is_known;
    const char local = 0;
    const uintptr_t here = (uintptr_t)&local;
    if (!is_known) {
        t2s_system_stack(&begin, &size);
        is_known = true;
    }
    return here >= begin && here - begin < size ? here - begin : SIZE_MAX;
}
