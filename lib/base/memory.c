#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"

static void *default_malloc(size_t size, void *payload)
{
    (void)payload;
    return malloc(size);
}

static void *default_realloc(void *memory, size_t size, void *payload)
{
    (void)payload;
    return realloc(memory, size);
}

static void default_free(void *memory, void *payload)
{
    (void)payload;
    free(memory);
}

static t2sed_allocator hook = {sizeof hook, default_malloc, default_realloc,
                               default_free, NULL};

t2sed_status t2sed_set_allocator(const t2sed_allocator *allocator,
                                 t2sed_error *err)
{
    t2sed_allocator use = {sizeof use, NULL, NULL, NULL, NULL};
    t2sed_status status =
        t2s_sized_read(&use, sizeof use, allocator, "allocator", err);
    if (status != T2SED_OK)
        return status;
    if (allocator == NULL) {
        hook.malloc_fn = default_malloc;
        hook.realloc_fn = default_realloc;
        hook.free_fn = default_free;
        hook.payload = NULL;
        return T2SED_OK;
    }
    if (!use.malloc_fn || !use.realloc_fn || !use.free_fn)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "allocator: malloc_fn, realloc_fn and free_fn must "
                        "all be set");
    hook = use;
    return T2SED_OK;
}

void *t2s_alloc(size_t size)
{
    return hook.malloc_fn(size ? size : 1, hook.payload);
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
    size *= count;
    return hook.realloc_fn(memory, size ? size : 1, hook.payload);
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
    if (memory)
        hook.free_fn(memory, hook.payload);
}

void t2sed_free(void *memory)
{
    t2s_free(memory);
}
