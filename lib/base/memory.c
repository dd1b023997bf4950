#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"

/* All NULL: malloc, realloc and free. */
static t2sed_allocator hook = {.struct_size = sizeof hook};

t2sed_status t2sed_set_allocator(const t2sed_allocator *allocator,
                                 t2sed_error *err)
{
    t2sed_allocator use = {.struct_size = sizeof use};
    t2sed_status status =
        t2s_sized_read(&use, sizeof use, allocator, "allocator", err);
    if (status != T2SED_OK)
        return status;
    if (allocator && (!use.malloc_fn || !use.realloc_fn || !use.free_fn))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "allocator: malloc_fn, realloc_fn and free_fn must "
                        "all be set");
    hook = use;
    return T2SED_OK;
}

void *t2s_alloc(size_t size)
{
    size = size ? size : 1;
    return hook.malloc_fn ? hook.malloc_fn(size, hook.payload) : malloc(size);
}

void *t2s_zalloc(size_t size)
{
    void *memory = t2s_alloc(size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

void *t2s_alloc_array(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return t2s_alloc(count * size);
}

void *t2s_zalloc_array(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return t2s_zalloc(count * size);
}

void *t2s_realloc_array(void *memory, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    size = size && count ? size * count : 1;
    return hook.realloc_fn ? hook.realloc_fn(memory, size, hook.payload)
                           : realloc(memory, size);
}

char *t2s_strndup(const char *text, size_t n)
{
    char *copy = n < SIZE_MAX ? t2s_alloc(n + 1) : NULL;
    if (copy) {
        if (n)
            memcpy(copy, text, n);
        copy[n] = '\0';
    }
    return copy;
}

char *t2s_strdup(const char *text)
{
    return t2s_strndup(text, strlen(text));
}

void t2s_free(void *memory)
{
    if (!hook.free_fn)
        free(memory);
    else if (memory)
        hook.free_fn(memory, hook.payload);
}

void t2sed_free(void *memory)
{
    t2s_free(memory);
}
