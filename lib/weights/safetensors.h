/* safetensors.h - reading and writing files of named tensors in Hugging
 * Face's format: 8 bytes of header size, a JSON header, the data. */
#ifndef T2S_WEIGHTS_SAFETENSORS_H
#define T2S_WEIGHTS_SAFETENSORS_H

#include "base/arena.h"
#include "base/file.h"
#include "base/map.h"
#include "base/private.h"
#include "weights/numbers.h"

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
/* The tensor of that name, or NULL. */
T2S_PRIVATE
const t2s_tensor *t2s_safetensors_find(const t2s_safetensors *file,
                                       const char *name);
T2S_PRIVATE
void t2s_safetensors_close(t2s_safetensors *file);

#define T2S_DTYPE_KEEP (-2)

/*
 * Writes tensors in the order given, converted to `dtype` (or each as it is:
 * T2S_DTYPE_KEEP; integers are always kept). Equal tensors give equal
 * bytes.
 */
T2S_PRIVATE
t2sed_status t2s_safetensors_write(const char *path, const t2s_tensor *tensors,
                                   int32_t count, int32_t dtype,
                                   t2sed_error *err);

/* The tensors with the widest elements first, else in their order, so that all
 * are aligned where a file of them is mapped; [count] to `sorted`. */
void t2s_tensors_by_width(t2s_tensor *sorted, const t2s_tensor *tensors,
                          size_t count);

#endif
