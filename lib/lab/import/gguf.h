/* gguf.h - files in the format of GGUF (llama.cpp), versions 2 and 3: a header,
 * metadata, descriptions of tensors, and their data, quantised in blocks. */
#ifndef T2S_IMPORT_GGUF_H
#define T2S_IMPORT_GGUF_H

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/vector.h"

/* --- gguf_blocks.c: numbers in blocks --- */

/* A way to store numbers: blocks of `elements` numbers in `bytes` bytes. */
typedef struct t2s_gguf_type {
    uint32_t number; /* in files */
    const char *name;
    uint32_t elements, bytes;
    void (*widen)(float *to, const unsigned char *block); /* one block */
} t2s_gguf_type;

/* The type of that number or name, or NULL where it can't be read. */
const t2s_gguf_type *t2s_gguf_type_find(uint32_t number);
const t2s_gguf_type *t2s_gguf_type_named(const char *name);

/* The numbers of `count` elements, a multiple of type->elements, as fp32. The
 * bytes need no alignment. */
void t2s_gguf_widen(float *to, const t2s_gguf_type *type,
                    const unsigned char *blocks, size_t count);

/* --- gguf.c: the file --- */

/* Types of metadata. */
enum t2s_gguf_kind {
    T2S_GGUF_U8,
    T2S_GGUF_I8,
    T2S_GGUF_U16,
    T2S_GGUF_I16,
    T2S_GGUF_U32,
    T2S_GGUF_I32,
    T2S_GGUF_F32,
    T2S_GGUF_BOOL,
    T2S_GGUF_STRING,
    T2S_GGUF_ARRAY,
    T2S_GGUF_U64,
    T2S_GGUF_I64,
    T2S_GGUF_F64
};

/* An array of metadata, as it lies in the file, checked. */
typedef struct t2s_gguf_array {
    const char *key;
    uint32_t kind; /* of the elements: enum t2s_gguf_kind, no array */
    uint64_t count;
    const unsigned char *data;
    size_t size; /* bytes */
} t2s_gguf_array;

typedef struct t2s_gguf_tensor {
    const char *name;
    const t2s_gguf_type *type;
    int32_t rank;
    int64_t shape[4];    /* as everywhere here: the last one is that of a row */
    uint64_t begin, end; /* bytes from the start of the data */
    const unsigned char *data;
} t2s_gguf_tensor;

/* A file that is open. All zeros is none. */
typedef struct t2s_gguf {
    json_t *metadata; /* an object of all that is no array, by key */
    T2S_VECTOR(t2s_gguf_array) arrays;
    T2S_VECTOR(t2s_gguf_tensor) tensors;
    t2s_map names; /* to an index of `tensors` */
    t2s_mapping mapping;
    t2s_arena arena;
} t2s_gguf;

/*
 * Maps and checks a file. Errors: T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT
 * (no such file, cut short; lengths, counts, offsets, shapes; keys and tensors
 * that are there twice, tensors that share bytes), T2SED_EUTF8,
 * T2SED_EUNSUPPORTED (another version, big-endian, arrays of arrays, a type of
 * tensors that can't be read), T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_gguf_open(t2s_gguf *out, const char *path, t2sed_error *err);
/* The same for bytes in memory, which must outlive *out. */
t2sed_status t2s_gguf_parse(t2s_gguf *out, const void *data, size_t size,
                            const char *what, t2sed_error *err);
void t2s_gguf_close(t2s_gguf *file);

/* The tensor or array of that name, or NULL. */
const t2s_gguf_tensor *t2s_gguf_find(const t2s_gguf *file, const char *name);
const t2s_gguf_array *t2s_gguf_find_array(const t2s_gguf *file,
                                          const char *key);

/* The next string of an array of them; *at, 0 at first, is moved behind it. */
const char *t2s_gguf_next_string(const t2s_gguf_array *array, size_t *at,
                                 size_t *length);

#endif
