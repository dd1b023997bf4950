/* safetensors.h - tensors: their element types, and reading files of named
 * ones in Hugging Face's format: 8 bytes of header size, a JSON header, the
 * data. */
#ifndef T2S_WEIGHTS_SAFETENSORS_H
#define T2S_WEIGHTS_SAFETENSORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/map.h"
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
T2S_PRIVATE
float t2s_widen_f16(uint16_t bits);
T2S_PRIVATE
float t2s_widen_bf16(uint16_t bits);
/* `count` elements of F32, F16 or BF16 as fp32. The arrays must not overlap,
 * and be aligned to their elements. */
T2S_PRIVATE
void t2s_widen(float *to, const void *from, int32_t dtype, size_t count);

/* product(shape), or -1 when that does not fit. */
T2S_PRIVATE
int64_t t2s_tensor_elements(const t2s_tensor *tensor);

#define T2S_SAFETENSORS_MAX_HEADER (16u << 20)

/* The tensors of a file, in the order of their data. Names and data live as
 * long as this does; the data is the mapped file itself. All zeros is none. */
typedef struct t2s_safetensors {
    t2s_tensor *tensors;
    int32_t count;
    t2s_map names; /* to an index of `tensors` */
    t2s_mapping mapping;
    t2s_arena arena; /* names, and data that the file holds misaligned */
} t2s_safetensors;

/*
 * Maps and checks a file. An element type that the library has no use for is
 * T2S_DTYPE_OTHER. Errors: T2SED_ENOTFOUND, T2SED_EIO, T2SED_ELIMIT (header
 * size), T2SED_EFORMAT (sizes, offsets, shapes, types, JSON; overlapping
 * tensors and bytes that belong to none), T2SED_EUNSUPPORTED (more dimensions
 * than T2S_MAX_RANK).
 */
T2S_PRIVATE
t2sed_status t2s_safetensors_open(t2s_safetensors *out, const char *path,
                                  t2sed_error *err);
/* The same for bytes in memory, which must outlive *out. */
t2sed_status t2s_safetensors_parse(t2s_safetensors *out, const void *data,
                                   size_t size, const char *what,
                                   t2sed_error *err);
/* Whether `count` numbers of such a type are finite, and no larger than `most`
 * (of F16, which is never beyond 65504: finite). */
bool t2s_are_within(const void *numbers, int32_t dtype, size_t count,
                    float most);
/* F32, F16 or BF16, as an element type that is wanted. */
#define T2S_DTYPE_FLOAT (-2)

/* Whether a tensor (NULL: there is none) is of the wanted type and shape, where
 * -1 is any size; the wanted name is for the message. Errors:
 * T2SED_EMISMATCH. */
T2S_PRIVATE
t2sed_status t2s_tensor_check(const t2s_tensor *is, const t2s_tensor *wanted,
                              const char *what, t2sed_error *err);
/* The tensor of the wanted name, checked. */
t2sed_status t2s_safetensors_want(const t2s_tensor **out,
                                  const t2s_safetensors *file,
                                  const t2s_tensor *wanted, const char *what,
                                  t2sed_error *err);
/* The tensor of that name, or NULL. */
T2S_PRIVATE
const t2s_tensor *t2s_safetensors_find(const t2s_safetensors *file,
                                       const char *name);
T2S_PRIVATE
void t2s_safetensors_close(t2s_safetensors *file);

#endif
