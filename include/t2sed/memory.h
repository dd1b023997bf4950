/*
 * t2sed/memory.h - the allocator that the library uses.
 */
#ifndef T2SED_MEMORY_H
#define T2SED_MEMORY_H

#include <stddef.h>

#include "status.h"

T2SED_BEGIN_DECLS

/*
 * Three functions with the contracts of malloc, realloc and free, and a
 * pointer that is handed to each. They must be callable from any thread.
 */
typedef struct t2sed_allocator {
    size_t struct_size; /* sizeof(t2sed_allocator) */
    void *(*malloc_fn)(size_t size, void *payload);
    void *(*realloc_fn)(void *memory, size_t size, void *payload);
    void (*free_fn)(void *memory, void *payload);
    void *payload;
} t2sed_allocator;
#define T2SED_ALLOCATOR_INIT                                                   \
    {                                                                          \
        sizeof(t2sed_allocator), NULL, NULL, NULL, NULL                        \
    }

/*
 * Makes the library use the caller's allocator, for everything but what
 * SQLite, jansson and libtorch allocate themselves. Call it before any other
 * function of the library, while no other thread runs: memory that one
 * allocator gave is not freed by another.
 *
 * allocator  copied; NULL restores malloc, realloc and free.
 * err        may be NULL.
 *
 * Errors: T2SED_EINVAL (struct_size is not set or a function is NULL).
 * Threads: not safe beside any other call. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_set_allocator(const t2sed_allocator *allocator,
                                           t2sed_error *err);

/*
 * Frees memory that the library gave through an `out` argument of type
 * char ** (or another plain buffer), whatever the allocator. NULL is allowed.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_free(void *memory);

T2SED_END_DECLS

#endif
