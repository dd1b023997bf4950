#include "weights/safetensors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/string.h"

/* What the header says of a tensor, before offsets are compared. */
typedef struct entry {
    t2s_tensor tensor;
    uint64_t begin, end; /* bytes from the start of the data */
    size_t element;
} entry;

typedef struct source {
    t2s_safetensors *file;
    const unsigned char *data; /* the bytes after the header */
    uint64_t size;
    t2sed_error *err;
} source;

static t2sed_status read_shape(entry *out, const json_t *shape,
                               const source *in)
{
    if (json_array_size(shape) > T2S_MAX_RANK)
        return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                        "%s: has %zu dimensions, at most %d are supported",
                        out->tensor.name, json_array_size(shape), T2S_MAX_RANK);
    out->tensor.rank = (int32_t)json_array_size(shape);
    for (size_t i = 0; i < json_array_size(shape); i++) {
        const json_t *n = json_array_get(shape, i);
        if (!json_is_integer(n) || json_integer_value(n) < 0)
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%s: \"shape\" holds something that is no size",
                            out->tensor.name);
        out->tensor.shape[i] = json_integer_value(n);
    }
    return T2SED_OK;
}

static t2sed_status read_offsets(entry *out, const json_t *pair,
                                 const source *in)
{
    const json_t *begin = json_array_get(pair, 0);
    const json_t *end = json_array_get(pair, 1);
    const int64_t elements = t2s_tensor_elements(&out->tensor);
    if (json_array_size(pair) != 2 || !json_is_integer(begin) ||
        !json_is_integer(end) || json_integer_value(begin) < 0 ||
        json_integer_value(end) < json_integer_value(begin))
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%s: \"data_offsets\" is no pair of begin and end",
                        out->tensor.name);
    out->begin = (uint64_t)json_integer_value(begin);
    out->end = (uint64_t)json_integer_value(end);
    if (out->end > in->size)
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%s: ends at byte %" PRIu64
                        " of the data, which has %" PRIu64
                        " (is the file cut short?)",
                        out->tensor.name, out->end, in->size);
    if (elements < 0 || (uint64_t)elements > in->size / out->element ||
        (uint64_t)elements * out->element != out->end - out->begin)
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%s: its shape and type do not fill its %" PRIu64
                        " bytes",
                        out->tensor.name, out->end - out->begin);
    return T2SED_OK;
}

static t2sed_status read_entry(entry *out, const char *name,
                               const json_t *object, const source *in)
{
    t2s_members members = {object, name, in->err, T2SED_OK};
    const char *dtype = NULL;
    json_t *shape = NULL, *pair = NULL;
    t2sed_status status;
    memset(out, 0, sizeof *out);
    out->tensor.name = t2s_arena_strdup(&in->file->arena, name);
    if (!out->tensor.name)
        return t2s_fail_memory(in->err);
    if (!json_is_object(object))
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%s: described by something that is no object", name);
    t2s_member_string(&members, "dtype", true, &dtype);
    t2s_member_array(&members, "shape", true, &shape);
    t2s_member_array(&members, "data_offsets", true, &pair);
    if (members.status != T2SED_OK)
        return members.status;
    if (!t2s_dtype_find(&out->tensor.dtype, &out->element, dtype))
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%s: unknown element type \"%s\"", name, dtype);
    status = read_shape(out, shape, in);
    return status == T2SED_OK ? read_offsets(out, pair, in) : status;
}

static t2sed_status check_metadata(const json_t *metadata, const source *in)
{
    const char *key;
    json_t *value;
    if (!json_is_object(metadata))
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "\"__metadata__\" is no object");
    json_object_foreach((json_t *)(uintptr_t)metadata, key, value) if (
        !json_is_string(
            value)) return t2s_fail(in->err, T2SED_EFORMAT, -1,
                                    "\"__metadata__\": \"%s\" is no string",
                                    key);
    return T2SED_OK;
}

static int by_begin(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->end != b->end) /* an empty tensor stands before its neighbour */
        return a->end < b->end ? -1 : 1;
    return strcmp(a->tensor.name, b->tensor.name);
}

/* Every byte of the data must belong to exactly one tensor. */
static t2sed_status check_cover(const entry *entries, size_t count,
                                const source *in)
{
    uint64_t at = 0;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].begin < at)
            return t2s_fail(in->err, T2SED_EFORMAT, -1, "%s and %s share bytes",
                            entries[i - 1].tensor.name, entries[i].tensor.name);
        if (entries[i].begin > at)
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%" PRIu64 " bytes before %s belong to no tensor",
                            entries[i].begin - at, entries[i].tensor.name);
        at = entries[i].end;
    }
    if (at != in->size)
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%" PRIu64 " bytes at the end belong to no tensor",
                        in->size - at);
    return T2SED_OK;
}

/* Old writers did not pad the header; then data is copied to where it can be
 * read as numbers. */
static t2sed_status place(entry *e, const source *in)
{
    const unsigned char *from = in->data + e->begin;
    size_t n = (size_t)(e->end - e->begin);
    void *copy;
    e->tensor.data = from;
    if (n == 0 || (uintptr_t)from % e->element == 0)
        return T2SED_OK;
    copy = t2s_arena_alloc(&in->file->arena, n);
    if (!copy)
        return t2s_fail_memory(in->err);
    memcpy(copy, from, n);
    e->tensor.data = copy;
    return T2SED_OK;
}

static t2sed_status keep(entry *entries, size_t count, const source *in)
{
    t2s_safetensors *file = in->file;
    file->tensors = t2s_alloc_array(count, sizeof *file->tensors);
    if (!file->tensors)
        return t2s_fail_memory(in->err);
    for (size_t i = 0; i < count; i++) {
        t2sed_status status = place(&entries[i], in);
        const char *name = entries[i].tensor.name;
        if (status != T2SED_OK)
            return status;
        file->tensors[i] = entries[i].tensor;
        if (!t2s_map_set(&file->names, name, strlen(name), (int64_t)i))
            return t2s_fail_memory(in->err);
    }
    file->count = (int32_t)count;
    return T2SED_OK;
}

static t2sed_status read_header(json_t *header, const source *in)
{
    entry *entries;
    size_t count = 0;
    const char *name;
    json_t *value;
    t2sed_status status = T2SED_OK;
    if (!json_is_object(header))
        return t2s_fail(in->err, T2SED_EFORMAT, 8,
                        "the header is no JSON object");
    entries = t2s_alloc_array(json_object_size(header), sizeof *entries);
    if (!entries)
        return t2s_fail_memory(in->err);
    json_object_foreach(header, name, value)
    {
        if (strcmp(name, "__metadata__") == 0)
            status = check_metadata(value, in);
        else
            status = read_entry(&entries[count++], name, value, in);
        if (status != T2SED_OK)
            break;
    }
    if (status == T2SED_OK) {
        qsort(entries, count, sizeof *entries, by_begin);
        status = check_cover(entries, count, in);
    }
    if (status == T2SED_OK)
        status = keep(entries, count, in);
    t2s_free(entries);
    return status;
}

/* The header's size, little-endian. */
static t2sed_status header_size(uint64_t *out, const unsigned char *data,
                                size_t size, t2sed_error *err)
{
    uint64_t n = 0;
    if (size < 8)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%zu bytes are too few for a safetensors file", size);
    for (int i = 7; i >= 0; i--)
        n = n << 8 | data[i];
    if (n > size - 8)
        return t2s_fail(err, T2SED_EFORMAT, 0,
                        "the header should have %" PRIu64
                        " bytes, but only %zu follow (is the file cut short, "
                        "or no safetensors file?)",
                        n, size - 8);
    if (n > T2S_SAFETENSORS_MAX_HEADER)
        return t2s_fail(err, T2SED_ELIMIT, 0,
                        "the header has %" PRIu64 " bytes, the limit is %u", n,
                        T2S_SAFETENSORS_MAX_HEADER);
    *out = n;
    return T2SED_OK;
}

static t2sed_status parse(t2s_safetensors *file, const unsigned char *data,
                          size_t size, t2sed_error *err)
{
    uint64_t n = 0;
    json_t *header = NULL;
    source in = {.file = file, .err = err};
    t2sed_status status = header_size(&n, data, size, err);
    if (status == T2SED_OK)
        status = t2s_json_parse(&header, (const char *)data + 8, (size_t)n,
                                "header", err);
    if (status != T2SED_OK)
        return status;
    in.data = data + 8 + n;
    in.size = size - 8 - n;
    status = read_header(header, &in);
    json_decref(header);
    return status;
}

t2sed_status t2s_safetensors_parse(t2s_safetensors *out, const void *data,
                                   size_t size, const char *what,
                                   t2sed_error *err)
{
    t2s_safetensors file = {0};
    t2sed_status status = parse(&file, data, size, err);
    if (status != T2SED_OK) {
        t2s_safetensors_close(&file);
        return status == T2SED_ENOMEM ? status
                                      : t2s_fail_in(err, status, "%s", what);
    }
    *out = file;
    return T2SED_OK;
}

t2sed_status t2s_safetensors_open(t2s_safetensors *out, const char *path,
                                  t2sed_error *err)
{
    t2s_mapping mapping;
    t2sed_status status = t2s_file_map(&mapping, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_safetensors_parse(out, mapping.data, mapping.size, path, err);
    if (status != T2SED_OK)
        t2s_file_unmap(&mapping);
    else
        out->mapping = mapping;
    return status;
}

const t2s_tensor *t2s_safetensors_find(const t2s_safetensors *file,
                                       const char *name)
{
    int64_t i = t2s_map_get(&file->names, name, strlen(name), -1);
    return i < 0 ? NULL : &file->tensors[i];
}

static bool is_of_type(int32_t dtype, int32_t wanted)
{
    return wanted == T2S_DTYPE_FLOAT
               ? dtype == T2S_F32 || dtype == T2S_F16 || dtype == T2S_BF16
               : dtype == wanted;
}

static bool has_shape(const t2s_tensor *is, const t2s_tensor *wanted)
{
    bool same = is->rank == wanted->rank;
    for (int32_t i = 0; same && i < is->rank; i++)
        same = wanted->shape[i] < 0 || is->shape[i] == wanted->shape[i];
    return same;
}

static void append_tensor(t2s_string *out, const t2s_tensor *tensor)
{
    t2s_string_append(out, tensor->dtype == T2S_DTYPE_FLOAT
                               ? "F32, F16 or BF16"
                               : t2s_dtype_name(tensor->dtype));
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->shape[i] < 0)
            t2s_string_append_format(out, "%sany", i ? ", " : " [");
        else
            t2s_string_append_format(out, "%s%" PRId64, i ? ", " : " [",
                                     tensor->shape[i]);
    t2s_string_append(out, tensor->rank ? "]" : " []");
}

t2sed_status t2s_tensor_check(const t2s_tensor *is, const t2s_tensor *wanted,
                              const char *what, t2sed_error *err)
{
    t2s_string text = {0};
    t2sed_status status;
    if (!is)
        return t2s_fail(err, T2SED_EMISMATCH, -1, "%s: has no tensor %s", what,
                        wanted->name);
    if (is_of_type(is->dtype, wanted->dtype) && has_shape(is, wanted))
        return T2SED_OK;
    append_tensor(&text, is);
    t2s_string_append(&text, ", expected ");
    append_tensor(&text, wanted);
    status = text.failed ? t2s_fail_memory(err)
                         : t2s_fail(err, T2SED_EMISMATCH, -1, "%s: %s is %s",
                                    what, wanted->name, text.text);
    t2s_string_free(&text);
    return status;
}

t2sed_status t2s_safetensors_want(const t2s_tensor **out,
                                  const t2s_safetensors *file,
                                  const t2s_tensor *wanted, const char *what,
                                  t2sed_error *err)
{
    *out = t2s_safetensors_find(file, wanted->name);
    return t2s_tensor_check(*out, wanted, what, err);
}

void t2s_safetensors_close(t2s_safetensors *file)
{
    t2s_free(file->tensors);
    t2s_map_free(&file->names);
    t2s_arena_free(&file->arena);
    t2s_file_unmap(&file->mapping);
    memset(file, 0, sizeof *file);
}
