/* arena.h - many small allocations that are freed at once. */
#ifndef T2S_BASE_ARENA_H
#define T2S_BASE_ARENA_H

#include <stddef.h>

/* An arena that is all zeros is empty and ready. */
typedef struct t2s_arena {
    struct t2s_arena_block *blocks;
    char *next;
    size_t room;
} t2s_arena;

/* Memory aligned for any object, also for a size of 0, or NULL when memory is
 * short. */
void *t2s_arena_alloc(t2s_arena *arena, size_t size);
void *t2s_arena_alloc_array(t2s_arena *arena, size_t count, size_t size);
/* A NUL-terminated copy. */
char *t2s_arena_strndup(t2s_arena *arena, const char *text, size_t n);
char *t2s_arena_strdup(t2s_arena *arena, const char *text);
void t2s_arena_free(t2s_arena *arena);

#endif
