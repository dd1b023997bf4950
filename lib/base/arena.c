#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

/* Under AddressSanitizer allocations lie apart, so that it sees what reads or
 * writes outside one, also by a few elements of an array. */
#ifdef __SANITIZE_ADDRESS__
/* Of the sanitizer's own header, which clang's packages have apart. */
void __asan_poison_memory_region(const volatile void *at, size_t size);
void __asan_unpoison_memory_region(const volatile void *at, size_t size);
#define POISON(at, size)   __asan_poison_memory_region(at, size)
#define UNPOISON(at, size) __asan_unpoison_memory_region(at, size)
#define GAP                ((size_t)256)
#else
#define POISON(at, size)   ((void)(at), (void)(size))
#define UNPOISON(at, size) ((void)(at), (void)(size))
#define GAP                ((size_t)0)
#endif

#define BLOCK_SIZE ((size_t)8192)
#define ALIGNMENT  alignof(max_align_t)

struct t2s_arena_block {
    struct t2s_arena_block *older;
};

/* The block's header, rounded up so that what follows is aligned. */
#define HEADER                                                                 \
    ((sizeof(struct t2s_arena_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

/* A block of `room` bytes, after a gap, or NULL. */
static char *add_block(t2s_arena *arena, size_t room)
{
    struct t2s_arena_block *block = t2s_alloc(HEADER + GAP + room);
    if (!block)
        return NULL;
    block->older = arena->blocks;
    arena->blocks = block;
    POISON((char *)block + HEADER, GAP + room);
    return (char *)block + HEADER + GAP;
}

void *t2s_arena_alloc(t2s_arena *arena, size_t size)
{
    size_t asked = size ? size : 1;
    char *memory;
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (asked + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
    if (size > BLOCK_SIZE / 4 && size > arena->room) {
        memory = add_block(arena, size); /* keep the open block open */
    } else {
        if (size > arena->room) {
            memory = add_block(arena, BLOCK_SIZE - HEADER);
            if (!memory)
                return NULL;
            arena->next = memory;
            arena->room = BLOCK_SIZE - HEADER;
        }
        memory = arena->next;
        arena->next += size;
        arena->room -= size;
    }
    if (memory)
        UNPOISON(memory, asked);
    return memory;
}

void *t2s_arena_alloc_array(t2s_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return t2s_arena_alloc(arena, count * size);
}

char *t2s_arena_strndup(t2s_arena *arena, const char *text, size_t n)
{
    char *copy = n < SIZE_MAX ? t2s_arena_alloc(arena, n + 1) : NULL;
    if (copy) {
        if (n)
            memcpy(copy, text, n);
        copy[n] = '\0';
    }
    return copy;
}

char *t2s_arena_strdup(t2s_arena *arena, const char *text)
{
    return t2s_arena_strndup(arena, text, strlen(text));
}

void t2s_arena_free(t2s_arena *arena)
{
    while (arena->blocks) {
        struct t2s_arena_block *older = arena->blocks->older;
        t2s_free(arena->blocks);
        arena->blocks = older;
    }
    memset(arena, 0, sizeof *arena);
}
