/* gguf.c - the structure of a GGUF file. Nothing in it is used before its size
 * is checked against the bytes that are there. */
#include "lab/import/gguf.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/utf8.h"

#define MAX_NAME 65535 /* bytes of a key or a tensor's name */

/* The least bytes that a key with a value, and a tensor, are described in. */
#define LEAST_PAIR   (8 + 4 + 1)
#define LEAST_TENSOR (8 + 4 + 4 + 8)

/* A place in the file. After a failure, which `status` keeps, nothing more is
 * read. */
typedef struct cursor {
    t2s_gguf *file;
    const unsigned char *data;
    size_t size, at;
    t2sed_error *err;
    t2sed_status status;
} cursor;

#define FAIL(in, code, ...)                                                    \
    ((in)->status =                                                            \
         (in)->status == T2SED_OK                                              \
             ? t2s_fail((in)->err, code, (ptrdiff_t)(in)->at, __VA_ARGS__)     \
             : (in)->status)

static bool fail_memory(cursor *in)
{
    if (in->status == T2SED_OK)
        in->status = t2s_fail_memory(in->err);
    return false;
}

/* `n` bytes, moved behind; NULL where they are not there. */
static const unsigned char *take(cursor *in, uint64_t n, const char *what)
{
    const unsigned char *from = in->data + in->at;
    if (in->status != T2SED_OK)
        return NULL;
    if (n > in->size - in->at) {
        FAIL(in, T2SED_EFORMAT,
             "%s: %" PRIu64 " bytes expected at byte %zu, but only %zu follow "
             "(is the file cut short?)",
             what, n, in->at, in->size - in->at);
        return NULL;
    }
    in->at += (size_t)n;
    return from;
}

static uint64_t number_at(const unsigned char *from, int bytes)
{
    uint64_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | from[bytes];
    return n;
}

/* A little-endian number; 0 after a failure. */
static uint64_t take_number(cursor *in, int bytes, const char *what)
{
    const unsigned char *from = take(in, (uint64_t)bytes, what);
    return from ? number_at(from, bytes) : 0;
}

/* A string's bytes, whose length stands before them. */
static const char *take_bytes(cursor *in, size_t *length, const char *what)
{
    const uint64_t n = take_number(in, 8, what);
    const unsigned char *from = take(in, n, what);
    *length = from ? (size_t)n : 0;
    return (const char *)from;
}

/* The name of a key or a tensor, copied. NULL after a failure. */
static const char *take_name(cursor *in, const char *what)
{
    size_t n;
    const char *bytes = take_bytes(in, &n, what), *copy;
    if (!bytes)
        return NULL;
    if (n == 0 || n > MAX_NAME || memchr(bytes, '\0', n)) {
        FAIL(in, T2SED_EFORMAT, "%s that ends at byte %zu has %zu bytes%s",
             what, in->at, n, n && n <= MAX_NAME ? ", one of them NUL" : "");
        return NULL;
    }
    in->status = t2s_utf8_check(bytes, n, what, in->err);
    copy = in->status == T2SED_OK
               ? t2s_arena_strndup(&in->file->arena, bytes, n)
               : NULL;
    if (!copy)
        fail_memory(in);
    return copy;
}

/* --- metadata --- */

/* Bytes of a number; 0 for strings, arrays and what is no kind. */
static int kind_bytes(uint32_t kind)
{
    static const int bytes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return kind <= T2S_GGUF_F64 ? bytes[kind] : 0;
}

static json_t *real(double value)
{
    /* NaN and infinities are no JSON: null, which is no number either. */
    return isfinite(value) ? json_real(value) : json_null();
}

/*
 * A float's shortest decimal number, as a double: 1e-06 and not
 * 9.99999997e-07, which is what it was before it was stored as a float.
 */
static double shortest(float value)
{
    char text[32];
    double found = value;
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        found = strtod(text, NULL);
        if ((float)found == value)
            break;
    }
    return found;
}

static json_t *make_number(uint32_t kind, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;
    switch (kind) {
    case T2S_GGUF_I8:
        return json_integer((int8_t)bits);
    case T2S_GGUF_I16:
        return json_integer((int16_t)bits);
    case T2S_GGUF_I32:
        return json_integer((int32_t)bits);
    case T2S_GGUF_F32:
        memcpy(&narrow, &low, sizeof narrow);
        return real(isfinite(narrow) ? shortest(narrow) : (double)narrow);
    case T2S_GGUF_F64:
        memcpy(&wide, &bits, sizeof wide);
        return real(wide);
    case T2S_GGUF_BOOL:
        return json_boolean(bits != 0);
    case T2S_GGUF_U64:
        return bits > INT64_MAX ? real((double)bits)
                                : json_integer((json_int_t)bits);
    default:
        return json_integer((json_int_t)bits);
    }
}

static json_t *take_string(cursor *in, const char *key)
{
    size_t n;
    const char *bytes = take_bytes(in, &n, key);
    if (bytes)
        in->status = t2s_utf8_check(bytes, n, key, in->err);
    return in->status == T2SED_OK ? json_stringn(bytes, n) : NULL;
}

/* Passes over an array and keeps where it lies. */
static void take_array(cursor *in, const char *key)
{
    t2s_gguf_array array = {.key = key};
    size_t begin;
    array.kind = (uint32_t)take_number(in, 4, key);
    array.count = take_number(in, 8, key);
    begin = in->at;
    if (array.kind == T2S_GGUF_ARRAY)
        FAIL(in, T2SED_EUNSUPPORTED, "%s: an array of arrays", key);
    else if (array.kind > T2S_GGUF_F64)
        FAIL(in, T2SED_EFORMAT, "%s: an array of no known type, %" PRIu32, key,
             array.kind);
    else if (array.count > in->size - in->at)
        FAIL(in, T2SED_EFORMAT,
             "%s: %" PRIu64 " elements, but only %zu bytes follow", key,
             array.count, in->size - in->at);
    else if (array.kind != T2S_GGUF_STRING)
        take(in, array.count * (uint64_t)kind_bytes(array.kind), key);
    for (uint64_t i = 0; array.kind == T2S_GGUF_STRING && i < array.count &&
                         in->status == T2SED_OK;
         i++) {
        size_t n;
        take_bytes(in, &n, key);
        if (i % 1024 == 0 && in->status == T2SED_OK)
            in->status = t2s_check_interrupt(in->err);
    }
    if (in->status != T2SED_OK)
        return;
    array.data = in->data + begin;
    array.size = in->at - begin;
    if (!t2s_vector_push(&in->file->arrays, array))
        fail_memory(in);
}

static void take_pair(cursor *in)
{
    const char *key = take_name(in, "a key");
    const uint32_t kind = (uint32_t)take_number(in, 4, key ? key : "a key");
    json_t *value = NULL;
    if (!key || in->status != T2SED_OK)
        return;
    if (json_object_get(in->file->metadata, key) ||
        t2s_gguf_find_array(in->file, key)) {
        FAIL(in, T2SED_EFORMAT, "%s: is there twice", key);
        return;
    }
    if (kind == T2S_GGUF_ARRAY) {
        take_array(in, key);
        return;
    }
    if (kind == T2S_GGUF_STRING) {
        value = take_string(in, key);
    } else if (kind > T2S_GGUF_F64) {
        FAIL(in, T2SED_EFORMAT, "%s: is of no known type, %" PRIu32, key, kind);
    } else {
        const uint64_t bits = take_number(in, kind_bytes(kind), key);
        value = in->status == T2SED_OK ? make_number(kind, bits) : NULL;
    }
    if (in->status != T2SED_OK)
        json_decref(value);
    else if (json_object_set_new(in->file->metadata, key, value) != 0)
        fail_memory(in);
}

/* --- tensors --- */

/* The sizes of a tensor, which the file has in the order of the fastest. */
static void take_shape(cursor *in, t2s_gguf_tensor *to)
{
    const uint64_t rank = take_number(in, 4, to->name);
    uint64_t count = 1;
    if (rank > 4)
        FAIL(in, T2SED_EFORMAT, "%s: has %" PRIu64 " dimensions, at most 4",
             to->name, rank);
    to->rank = in->status == T2SED_OK ? (int32_t)rank : 0;
    for (int32_t i = to->rank; i-- > 0;) {
        const uint64_t n = take_number(in, 8, to->name);
        if (in->status == T2SED_OK && n > 0 && n <= INT64_MAX / count) {
            count *= n;
            to->shape[i] = (int64_t)n;
        } else {
            FAIL(in, T2SED_EFORMAT, "%s: its shape is no shape", to->name);
            return;
        }
    }
    to->end = count; /* elements, until the type is known */
}

static void take_type(cursor *in, t2s_gguf_tensor *to)
{
    const uint32_t number = (uint32_t)take_number(in, 4, to->name);
    const int64_t row = to->rank > 0 ? to->shape[to->rank - 1] : 1;
    if (in->status != T2SED_OK)
        return;
    to->type = t2s_gguf_type_find(number);
    if (!to->type)
        FAIL(in, T2SED_EUNSUPPORTED,
             "%s: stored as type %" PRIu32
             ", expected F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q4_K, "
             "Q5_K or Q6_K",
             to->name, number);
    else if (row % to->type->elements != 0)
        FAIL(in, T2SED_EFORMAT,
             "%s: rows of %" PRId64 " numbers, but %s has blocks of %" PRIu32,
             to->name, row, to->type->name, to->type->elements);
}

/* Where its data lies: `begin` and `end` from the start of all data. */
static void take_place(cursor *in, t2s_gguf_tensor *to, uint64_t alignment)
{
    const uint64_t count = to->end;
    to->begin = take_number(in, 8, to->name);
    if (in->status != T2SED_OK)
        return;
    if (to->begin % alignment != 0)
        FAIL(in, T2SED_EFORMAT,
             "%s: its offset %" PRIu64 " is no multiple of %" PRIu64, to->name,
             to->begin, alignment);
    else if (count / to->type->elements > in->size / to->type->bytes ||
             to->begin > in->size)
        FAIL(in, T2SED_EFORMAT,
             "%s: %" PRIu64 " numbers as %s from byte %" PRIu64
             " of the data, but the file has %zu bytes (is it cut short?)",
             to->name, count, to->type->name, to->begin, in->size);
    else
        to->end = to->begin + count / to->type->elements * to->type->bytes;
}

static void take_tensor(cursor *in, uint64_t alignment)
{
    t2s_gguf *file = in->file;
    t2s_gguf_tensor tensor = {.name = take_name(in, "a tensor's name")};
    size_t n;
    if (!tensor.name)
        return;
    n = strlen(tensor.name);
    if (t2s_map_find(&file->names, tensor.name, n))
        FAIL(in, T2SED_EFORMAT, "%s: is there twice", tensor.name);
    take_shape(in, &tensor);
    take_type(in, &tensor);
    if (in->status == T2SED_OK)
        take_place(in, &tensor, alignment);
    if (in->status == T2SED_OK && (!t2s_map_set(&file->names, tensor.name, n,
                                                (int64_t)file->tensors.count) ||
                                   !t2s_vector_push(&file->tensors, tensor)))
        fail_memory(in);
}

static int by_begin(const void *left, const void *right)
{
    const t2s_gguf_tensor *const *a = left, *const *b = right;
    return (*a)->begin < (*b)->begin ? -1 : (*a)->begin > (*b)->begin;
}

/* Finds the data, which begins behind all descriptions, aligned. */
static void place(cursor *in, uint64_t alignment)
{
    t2s_gguf *file = in->file;
    const size_t count = file->tensors.count;
    const size_t rest = in->at % (size_t)alignment;
    const size_t gap = rest ? (size_t)alignment - rest : 0;
    const t2s_gguf_tensor **sorted;
    uint64_t size;
    if (in->status != T2SED_OK || count == 0)
        return;
    size = in->size - in->at > gap ? in->size - in->at - gap : 0;
    sorted = t2s_alloc_array(count, sizeof *sorted);
    if (!sorted) {
        fail_memory(in);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        t2s_gguf_tensor *tensor = &file->tensors.at[i];
        sorted[i] = tensor;
        if (tensor->end > size)
            FAIL(in, T2SED_EFORMAT,
                 "%s: ends at byte %" PRIu64 " of the data, which has %" PRIu64
                 " (is the file cut short?)",
                 tensor->name, tensor->end, size);
        else
            tensor->data = in->data + in->at + gap + tensor->begin;
    }
    qsort(sorted, count, sizeof *sorted, by_begin);
    for (size_t i = 1; i < count; i++)
        if (sorted[i]->begin < sorted[i - 1]->end)
            FAIL(in, T2SED_EFORMAT, "%s and %s share bytes",
                 sorted[i - 1]->name, sorted[i]->name);
    t2s_free(sorted);
}

/* --- the file --- */

static void take_version(cursor *in)
{
    const unsigned char *magic = take(in, 4, "the file");
    uint32_t version;
    if (!magic)
        return;
    if (memcmp(magic, "GGUF", 4) != 0) {
        FAIL(in, T2SED_EFORMAT, "begins with other bytes than \"GGUF\"");
        return;
    }
    version = (uint32_t)take_number(in, 4, "the version");
    if (in->status == T2SED_OK && version != 2 && version != 3)
        FAIL(in, T2SED_EUNSUPPORTED,
             version && (version & 0xFFFF) == 0
                 ? "big-endian (version %" PRIu32 "), expected little-endian"
                 : "version %" PRIu32 ", expected 2 or 3",
             version);
}

/* A count of things that take so many bytes at least. */
static uint64_t take_count(cursor *in, size_t least, const char *what)
{
    const uint64_t n = take_number(in, 8, what);
    if (in->status == T2SED_OK && n > (in->size - in->at) / least)
        FAIL(in, T2SED_EFORMAT,
             "%" PRIu64 " %s, but only %zu bytes follow (is the file cut "
             "short?)",
             n, what, in->size - in->at);
    return in->status == T2SED_OK ? n : 0;
}

static void read_file(cursor *in)
{
    uint64_t tensors, pairs;
    int32_t alignment = 32;
    t2s_members metadata = {.what = "metadata", .err = in->err};
    take_version(in);
    tensors = take_count(in, LEAST_TENSOR, "tensors");
    pairs = take_count(in, LEAST_PAIR, "keys");
    for (uint64_t i = 0; i < pairs && in->status == T2SED_OK; i++)
        take_pair(in);
    metadata.object = in->file->metadata;
    if (in->status == T2SED_OK) {
        t2s_member_count(&metadata, "general.alignment", false, 1, 1 << 20,
                         &alignment);
        in->status = metadata.status;
    }
    for (uint64_t i = 0; i < tensors && in->status == T2SED_OK; i++) {
        if (i % 1024 == 0)
            in->status = t2s_check_interrupt(in->err);
        if (in->status == T2SED_OK)
            take_tensor(in, (uint64_t)alignment);
    }
    place(in, (uint64_t)alignment);
}

t2sed_status t2s_gguf_parse(t2s_gguf *out, const void *data, size_t size,
                            const char *what, t2sed_error *err)
{
    t2s_gguf file = {.metadata = json_object()};
    cursor in = {&file, data, size, 0, err, T2SED_OK};
    if (!file.metadata)
        return t2s_fail_memory(err);
    read_file(&in);
    if (in.status == T2SED_OK) {
        *out = file;
        return T2SED_OK;
    }
    t2s_gguf_close(&file);
    return in.status == T2SED_ENOMEM || in.status == T2SED_EINTERRUPTED
               ? in.status
               : t2s_fail_in(err, in.status, "%s", what);
}

t2sed_status t2s_gguf_open(t2s_gguf *out, const char *path, t2sed_error *err)
{
    t2s_mapping mapping;
    t2sed_status status = t2s_file_map(&mapping, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_gguf_parse(out, mapping.data, mapping.size, path, err);
    if (status != T2SED_OK)
        t2s_file_unmap(&mapping);
    else
        out->mapping = mapping;
    return status;
}

void t2s_gguf_close(t2s_gguf *file)
{
    json_decref(file->metadata);
    t2s_vector_free(&file->arrays);
    t2s_vector_free(&file->tensors);
    t2s_map_free(&file->names);
    t2s_arena_free(&file->arena);
    t2s_file_unmap(&file->mapping);
    memset(file, 0, sizeof *file);
}

const t2s_gguf_tensor *t2s_gguf_find(const t2s_gguf *file, const char *name)
{
    const int64_t i = t2s_map_get(&file->names, name, strlen(name), -1);
    return i < 0 ? NULL : &file->tensors.at[i];
}

const t2s_gguf_array *t2s_gguf_find_array(const t2s_gguf *file, const char *key)
{
    for (size_t i = 0; i < file->arrays.count; i++)
        if (strcmp(file->arrays.at[i].key, key) == 0)
            return &file->arrays.at[i];
    return NULL;
}

const char *t2s_gguf_next_string(const t2s_gguf_array *array, size_t *at,
                                 size_t *length)
{
    const unsigned char *from = array->data + *at;
    *length = (size_t)number_at(from, 8);
    *at += 8 + *length;
    return (const char *)from + 8;
}
