/* tensor.h - named arrays, as files of weights hold them and engines take
 * them. */
#ifndef T2S_TENSOR_H
#define T2S_TENSOR_H

#include <stdint.h>

/* An engine takes weights of the first three alone. */
enum t2s_dtype {
    T2S_F32 = 0,
    T2S_F16 = 1,
    T2S_BF16 = 2,
    T2S_I64 = 3,
    T2S_I32 = 4,
    T2S_U8 = 5
};

#define T2S_MAX_RANK 4

/* A named array. */
typedef struct t2s_tensor {
    const char *name;
    int32_t dtype; /* enum t2s_dtype */
    int32_t rank;  /* 0 to T2S_MAX_RANK */
    int64_t shape[T2S_MAX_RANK];
    const void *data; /* product(shape) elements, aligned to their size */
} t2s_tensor;

#endif
