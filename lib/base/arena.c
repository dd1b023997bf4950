#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

#define BLOCK_SIZE ((size_t)8192)
#define ALIGNMENT  alignof(max_align_t)

struct t2s_arena_block {
    struct t2s_arena_block *older;
};

/* The block's header, rounded up so that what follows is aligned. */
#define HEADER                                                                 \
    ((sizeof(struct t2s_arena_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

void *t2s_arena_alloc(t2s_arena *arena, size_t size)
{
    struct t2s_arena_block *block;
    void *memory;
    if (size > SIZE_MAX / 2)
        return NULL;
    size = size ? size : 1;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > arena->room) {
        size_t room = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE - HEADER;
        block = t2s_alloc(HEADER + room);
        if (!block)
            return NULL;
        block->older = arena->blocks;
        arena->blocks = block;
        if (room == size)
            return (char *)block + HEADER; /* keep the open block open */
        arena->next = (char *)block + HEADER;
        arena->room = room;
    }
    memory = arena->next;
    arena->next += size;
    arena->room -= size;
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
