#include "facts/outcomes.h"

#include <string.h>

#include "base/memory.h"

#define MOST_ENDINGS ((size_t)4096)
#define MOST_BYTES   ((size_t)4 << 20)

const t2s_outcome *t2s_outcomes_find(const t2s_outcomes *endings,
                                     const char *sql, size_t n)
{
    const int64_t at = t2s_map_get(&endings->map, sql, n, -1);
    return at < 0 ? NULL : &endings->at[at];
}

bool t2s_outcomes_add(t2s_outcomes *endings, const char *sql, size_t n,
                      const t2s_outcome *ending)
{
    const size_t at = endings->map.count;
    if (n > MOST_BYTES / 4 || t2s_outcomes_find(endings, sql, n))
        return true;
    if (at == MOST_ENDINGS || endings->bytes + n > MOST_BYTES) {
        t2s_outcomes_free(endings);
        return t2s_outcomes_add(endings, sql, n, ending);
    }
    if (!endings->at)
        endings->at = t2s_alloc_array(MOST_ENDINGS, sizeof *endings->at);
    if (!endings->at || !t2s_map_set(&endings->map, sql, n, (int64_t)at))
        return false;
    endings->at[at] = *ending;
    endings->bytes += n;
    return true;
}

void t2s_outcomes_free(t2s_outcomes *endings)
{
    t2s_map_free(&endings->map);
    t2s_free(endings->at);
    memset(endings, 0, sizeof *endings);
}
