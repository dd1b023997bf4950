/* schema_predictor.c - a schema predictor's directory. */
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/write/write.h"

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const t2s_association_entry *)a)->key;
    uint64_t y = ((const t2s_association_entry *)b)->key;
    return (x > y) - (x < y);
}

/* The counts that are worth keeping, in the order of their keys; *count of
 * them. Freed with t2s_free. */
static t2s_association_entry *list_counts(const t2s_association *from,
                                          size_t *count)
{
    t2s_association_entry entry,
        *list = t2s_alloc_array(from->count, sizeof *list);
    *count = 0;
    for (size_t i = 0; list && t2s_association_next(from, &i, &entry);)
        if (t2s_pair_counts(&entry))
            list[(*count)++] = entry;
    if (list)
        qsort(list, *count, sizeof *list, by_key);
    return list;
}

static bool count_tensors(t2s_tensor out[3], const t2s_association *from,
                          t2s_arena *arena)
{
    size_t count;
    t2s_association_entry *list = list_counts(from, &count);
    int64_t *keys = t2s_arena_alloc_array(arena, count + 1, sizeof *keys);
    float *hits = t2s_arena_alloc_array(arena, count + 1, sizeof *hits);
    float *cases = t2s_arena_alloc_array(arena, count + 1, sizeof *cases);
    bool ok = list && keys && hits && cases;
    for (size_t i = 0; ok && i < count; i++) {
        keys[i] = (int64_t)list[i].key;
        hits[i] = list[i].hits;
        cases[i] = list[i].cases;
    }
    t2s_free(list);
    out[0] = (t2s_tensor){"counts.key", T2S_I64, 1, {(int64_t)count}, keys};
    out[1] = (t2s_tensor){"counts.hits", T2S_F32, 1, {(int64_t)count}, hits};
    out[2] = (t2s_tensor){"counts.cases", T2S_F32, 1, {(int64_t)count}, cases};
    return ok;
}

t2sed_status t2s_schema_predictor_write(const t2sed_schema_predictor *predictor,
                                        const char *path, t2sed_error *err)
{
    enum { FORESTS = T2S_SCHEMA_FORESTS * T2S_FOREST_TENSORS };
    t2s_tensor tensors[FORESTS + 3], sorted[FORESTS + 3];
    t2s_arena arena = {0};
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < T2S_SCHEMA_FORESTS && status == T2SED_OK; i++)
        status = t2s_forest_tensors(tensors + i * T2S_FOREST_TENSORS,
                                    &predictor->forests[i],
                                    t2s_schema_prefixes[i], &arena, err);
    if (status == T2SED_OK &&
        !count_tensors(tensors + FORESTS, &predictor->association, &arena))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK) {
        t2s_tensors_by_width(sorted, tensors, FORESTS + 3);
        status =
            t2s_write_directory(path,
                                json_pack("{s:{s:i,s:s}}", "t2sed", "format",
                                          T2S_SCHEMA_PREDICTOR_FORMAT, "task",
                                          T2S_SCHEMA_PREDICTOR_TASK),
                                sorted, FORESTS + 3, T2S_DTYPE_KEEP, err);
    }
    t2s_arena_free(&arena);
    return status;
}
