/* lot.c - a database's lot and fold, for those outside. */
#include "base/fold.h"
#include "t2sed/lab/dataset.h"

double t2sed_dataset_lot(const char *name, uint64_t seed)
{
    return name ? t2s_lot(name, seed) : 0;
}

int t2sed_dataset_fold(const char *name, int folds, uint32_t seed)
{
    return name && folds > 0 ? t2s_fold(name, folds, seed) : -1;
}
