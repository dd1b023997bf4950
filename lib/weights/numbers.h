/* numbers.h - element types of tensors and conversion between them. */
#ifndef T2S_WEIGHTS_NUMBERS_H
#define T2S_WEIGHTS_NUMBERS_H

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
const char *t2s_dtype_name(int32_t dtype);

/* IEEE binary16 and bfloat16 by their bits; narrowing rounds to nearest,
 * ties to even, and keeps a NaN a NaN. */
float t2s_widen_f16(uint16_t bits);
float t2s_widen_bf16(uint16_t bits);
uint16_t t2s_narrow_f16(float value);
uint16_t t2s_narrow_bf16(float value);

/* Converts `count` elements between F32, F16 and BF16. The arrays must not
 * overlap, and be aligned to their elements. */
T2S_PRIVATE
void t2s_convert(void *to, int32_t to_dtype, const void *from,
                 int32_t from_dtype, size_t count);

/* product(shape), or -1 when that does not fit. */
T2S_PRIVATE
int64_t t2s_tensor_elements(const t2s_tensor *tensor);

#endif
