#include "base/fold.h"

/* FNV-1a over seed and name, its bits then mixed. */
double t2s_lot(const char *name, uint64_t seed)
{
    uint64_t hash = 0xcbf29ce484222325u ^ seed;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    return (double)(hash >> 11) * 0x1p-53;
}

int t2s_fold(const char *db_id, int folds, uint32_t seed)
{
    return (int)(t2s_lot(db_id, seed) * folds);
}
