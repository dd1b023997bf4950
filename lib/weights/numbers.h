/* numbers.h - element types of tensors, and reading elements as fp32. */
#ifndef T2S_WEIGHTS_NUMBERS_H
#define T2S_WEIGHTS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/private.h"
#include "shim/tensor.h"

/* A valid element type that the library has no use for. */
#define T2S_DTYPE_OTHER (-1)

/* Bytes of an element; 0 for T2S_DTYPE_OTHER. */
T2S_PRIVATE
size_t t2s_dtype_size(int32_t dtype);
/* "F32", "F16", "BF16", "I64", "I32", "U8"; "?" for anything else. */
T2S_PRIVATE
const char *t2s_dtype_name(int32_t dtype);
/* The element type of that name in files, and its bytes; false for none. */
bool t2s_dtype_find(int32_t *dtype, size_t *size, const char *name);

/* IEEE binary16 and bfloat16 by their bits. */
float t2s_widen_f16(uint16_t bits);
float t2s_widen_bf16(uint16_t bits);
/* `count` elements of F32, F16 or BF16 as fp32. The arrays must not overlap,
 * and be aligned to their elements. */
T2S_PRIVATE
void t2s_widen(float *to, const void *from, int32_t dtype, size_t count);

/* product(shape), or -1 when that does not fit. */
T2S_PRIVATE
int64_t t2s_tensor_elements(const t2s_tensor *tensor);

#endif
