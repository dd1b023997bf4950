/* fold.h - which part of the databases one belongs to: by a hash of its name,
 * so that it does not depend on which others there are. */
#ifndef T2S_BASE_FOLD_H
#define T2S_BASE_FOLD_H

#include <stdint.h>

/* A name's lot in [0, 1), a multiple of 2^-53. */
double t2s_lot(const char *name, uint64_t seed);

/* A database's fold, 0 to folds - 1; `folds` is at least 1. */
int t2s_fold(const char *db_id, int folds, uint32_t seed);

#endif
