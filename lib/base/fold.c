#include "base/fold.h"

#include <string.h>

#include "base/hash.h"

double t2s_lot(const char *name, uint64_t seed)
{
    uint64_t hash = t2s_hash_bytes(T2S_HASH_START ^ seed, name, strlen(name));
    return (double)(t2s_hash_mix(hash) >> 11) * 0x1p-53;
}

int t2s_fold(const char *db_id, int folds, uint32_t seed)
{
    return (int)(t2s_lot(db_id, seed) * folds);
}
