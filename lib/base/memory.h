/* memory.h - allocation through the caller's hook, with overflow checks. */
#ifndef T2S_BASE_MEMORY_H
#define T2S_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/private.h"
#include "t2sed/memory.h"

/* All of these return NULL when memory is short; a size of 0 gives a unique
 * pointer, as if 1 had been asked for. */
T2S_PRIVATE
void *t2s_alloc(size_t size);
T2S_PRIVATE
void *t2s_zalloc(size_t size);
T2S_PRIVATE
void *t2s_alloc_array(size_t count, size_t size);
T2S_PRIVATE
void *t2s_zalloc_array(size_t count, size_t size);
T2S_PRIVATE
void *t2s_realloc_array(void *memory, size_t count, size_t size);
T2S_PRIVATE
char *t2s_strdup(const char *text);
T2S_PRIVATE
char *t2s_strndup(const char *text, size_t n);
T2S_PRIVATE
void t2s_free(void *memory);

#endif
