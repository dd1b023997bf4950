/*
 * unpickle.h - the dictionary of tensors in a pickle that torch.save wrote.
 *
 * A pickle is a program for a stack machine that can call any Python function.
 * This one calls nothing: it knows dictionaries, tuples, lists, numbers and
 * strings, and the few names that PyTorch gives to tensors; anything else is
 * refused by its name.
 */
#ifndef T2S_MODEL_UNPICKLE_H
#define T2S_MODEL_UNPICKLE_H

#include "base/arena.h"
#include "t2sed/status.h"
#include "weights/numbers.h"

/* Thousands of tensors fit; what a hostile pickle can make of it stays small.
 */
#define T2S_PICKLE_LIMIT (4u << 20)

/* A tensor as the pickle describes it; its data is elsewhere. */
typedef struct t2s_pickled_tensor {
    const char *name;
    int32_t dtype; /* enum t2s_dtype or T2S_DTYPE_OTHER */
    int32_t rank;
    int64_t shape[T2S_MAX_RANK], strides[T2S_MAX_RANK];
    const char *storage;      /* key of its storage */
    int64_t storage_elements; /* of that storage */
    int64_t offset;           /* elements into it */
} t2s_pickled_tensor;

typedef struct t2s_pickled {
    t2s_pickled_tensor *tensors;
    size_t count;
    t2s_arena arena;
} t2s_pickled;

/*
 * Errors: T2SED_EFORMAT (no pickle, or one that breaks off), T2SED_EUNSUPPORTED
 * (it holds something else than a dictionary of tensors; the message says
 * what), T2SED_ELIMIT, T2SED_ENOMEM. Memory is bounded by a multiple of n.
 */
t2sed_status t2s_unpickle(t2s_pickled *out, const unsigned char *data, size_t n,
                          t2sed_error *err);
void t2s_pickled_free(t2s_pickled *pickled);

#endif
