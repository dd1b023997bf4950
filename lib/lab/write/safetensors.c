#include "lab/write/write.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/save.h"
#include "base/string.h"

#define CHUNK 65536 /* elements converted at a time */

void t2s_tensors_by_width(t2s_tensor *sorted, const t2s_tensor *tensors,
                          size_t count)
{
    for (size_t width = 8; width > 0; width /= 2)
        for (size_t i = 0; i < count; i++)
            if (t2s_dtype_size(tensors[i].dtype) == width)
                *sorted++ = tensors[i];
}

static bool is_integer(const t2s_tensor *tensor)
{
    return tensor->dtype == T2S_I64 || tensor->dtype == T2S_I32 ||
           tensor->dtype == T2S_U8;
}

static int32_t stored_dtype(const t2s_tensor *tensor, int32_t dtype)
{
    return dtype == T2S_DTYPE_KEEP || is_integer(tensor) ? tensor->dtype
                                                         : dtype;
}

static void append_entry(t2s_string *header, const t2s_tensor *tensor,
                         int32_t dtype, uint64_t begin, uint64_t end)
{
    t2s_string_append_json(header, tensor->name, strlen(tensor->name));
    t2s_string_append_format(header, ":{\"dtype\":\"%s\",\"shape\":[",
                             t2s_dtype_name(dtype));
    for (int32_t i = 0; i < tensor->rank; i++)
        t2s_string_append_format(header, "%s%" PRId64, i ? "," : "",
                                 tensor->shape[i]);
    t2s_string_append_format(
        header, "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}", begin, end);
}

/* The 8 bytes of size and the JSON, padded to a multiple of 8 with blanks. */
static t2sed_status make_header(t2s_string *out, const t2s_tensor *tensors,
                                int32_t count, int32_t dtype, t2sed_error *err)
{
    uint64_t at = 0, size;
    t2s_string_append_n(out, "\0\0\0\0\0\0\0\0", 8);
    t2s_string_append(out, "{\"__metadata__\":{\"format\":\"pt\"}");
    for (int32_t i = 0; i < count; i++) {
        int32_t stored = stored_dtype(&tensors[i], dtype);
        int64_t elements = t2s_tensor_elements(&tensors[i]);
        uint64_t end;
        if (elements < 0 || t2s_dtype_size(stored) == 0)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: not a tensor that can be written",
                            tensors[i].name);
        end = at + (uint64_t)elements * t2s_dtype_size(stored);
        t2s_string_append(out, ",");
        append_entry(out, &tensors[i], stored, at, end);
        at = end;
    }
    t2s_string_append(out, "}");
    while (out->length % 8 != 0 && !out->failed)
        t2s_string_append(out, " ");
    if (out->failed)
        return t2s_fail_memory(err);
    size = out->length - 8;
    for (int i = 0; i < 8; i++)
        out->text[i] = (char)(size >> (8 * i) & 0xFF);
    return T2SED_OK;
}

/* A file in the making. */
typedef struct output {
    const t2s_tensor *tensors;
    int32_t count, dtype;
    t2s_tensor_read read; /* NULL: the tensors have their data */
    void *ctx;
    float *wide;    /* [CHUNK], what was read */
    void *narrowed; /* [CHUNK], what is written */
    t2s_save save;
    t2s_progress progress;
    size_t done; /* chunks */
} output;

/* A number that `dtype` has no room for would become an infinity. */
static t2sed_status check_finite(const float *values, size_t count,
                                 int32_t dtype, const t2s_tensor *tensor,
                                 size_t first, t2sed_error *err)
{
    const float most = dtype == T2S_F16 ? 65519.0f : FLT_MAX;
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= most))
            return t2s_fail(err, T2SED_EFORMAT, -1, "%s: element %zu is %g, %s",
                            tensor->name, first + i, (double)values[i],
                            isfinite(values[i]) ? "too large for fp16"
                                                : "expected finite numbers");
    return T2SED_OK;
}

/* The elements from `first` on, as they are to be written. */
static t2sed_status make_chunk(const void **data, output *out, int32_t i,
                               size_t first, size_t n, t2sed_error *err)
{
    const t2s_tensor *tensor = &out->tensors[i];
    const int32_t dtype = stored_dtype(tensor, out->dtype);
    const void *from = out->wide;
    int32_t from_dtype = T2S_F32;
    t2sed_status status = T2SED_OK;
    if (out->read) {
        status = out->read(out->wide, out->ctx, i, first, n, err);
        if (status == T2SED_OK)
            status = check_finite(out->wide, n, dtype, tensor, first, err);
    } else {
        from_dtype = tensor->dtype;
        from = (const char *)tensor->data + first * t2s_dtype_size(from_dtype);
    }
    if (status != T2SED_OK)
        return status;
    *data = from;
    if (dtype != from_dtype) {
        t2s_convert(out->narrowed, dtype, from, from_dtype, n);
        *data = out->narrowed;
    }
    return T2SED_OK;
}

static t2sed_status write_data(output *out, int32_t i, t2sed_error *err)
{
    const t2s_tensor *tensor = &out->tensors[i];
    const size_t count = (size_t)t2s_tensor_elements(tensor);
    const size_t size = t2s_dtype_size(stored_dtype(tensor, out->dtype));
    t2sed_status status = T2SED_OK;
    for (size_t at = 0; at < count && status == T2SED_OK; at += CHUNK) {
        const size_t n = count - at < CHUNK ? count - at : CHUNK;
        const void *data = NULL;
        status = t2s_check_progress(&out->progress, out->done++, err);
        if (status == T2SED_OK)
            status = make_chunk(&data, out, i, at, n, err);
        if (status == T2SED_OK)
            status = t2s_save_write(&out->save, data, n * size, err);
    }
    return status;
}

static size_t count_chunks(const output *out)
{
    size_t chunks = 0;
    for (int32_t i = 0; i < out->count; i++)
        chunks +=
            ((size_t)t2s_tensor_elements(&out->tensors[i]) + CHUNK - 1) / CHUNK;
    return chunks;
}

static t2sed_status write_all(output *out, const char *path,
                              const t2s_string *header, t2sed_error *err)
{
    t2sed_status status = t2s_save_open(&out->save, path, err);
    if (status != T2SED_OK)
        return status;
    out->wide = t2s_alloc(CHUNK * sizeof *out->wide);
    out->narrowed = t2s_alloc(CHUNK * sizeof *out->wide);
    if (!out->wide || !out->narrowed)
        status = t2s_fail_memory(err);
    else
        status = t2s_save_write(&out->save, header->text, header->length, err);
    out->progress = t2s_progress_begin(count_chunks(out));
    for (int32_t i = 0; i < out->count && status == T2SED_OK; i++)
        status = write_data(out, i, err);
    t2s_progress_end(&out->progress);
    t2s_free(out->wide);
    t2s_free(out->narrowed);
    if (status == T2SED_OK)
        return t2s_save_commit(&out->save, err);
    t2s_save_abort(&out->save);
    return status;
}

t2sed_status t2s_safetensors_stream(const char *path, const t2s_tensor *tensors,
                                    int32_t count, int32_t dtype,
                                    t2s_tensor_read read, void *ctx,
                                    t2sed_error *err)
{
    output out = {.tensors = tensors,
                  .count = count,
                  .dtype = dtype,
                  .read = read,
                  .ctx = ctx};
    t2s_string header = {0};
    t2sed_status status = make_header(&header, tensors, count, dtype, err);
    if (status == T2SED_OK)
        status = write_all(&out, path, &header, err);
    t2s_string_free(&header);
    return status;
}

t2sed_status t2s_safetensors_write(const char *path, const t2s_tensor *tensors,
                                   int32_t count, int32_t dtype,
                                   t2sed_error *err)
{
    return t2s_safetensors_stream(path, tensors, count, dtype, NULL, NULL, err);
}

static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint16_t t2s_narrow_bf16(float value)
{
    uint32_t bits = to_bits(value);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) /* NaN: keep it, made quiet */
        return (uint16_t)((bits >> 16) | 0x40u);
    return (uint16_t)((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

/* value / 2^shift, rounded to nearest, ties to even. */
static uint32_t round_shift(uint32_t value, uint32_t shift)
{
    uint32_t half = 1u << (shift - 1);
    uint32_t rest = value & ((1u << shift) - 1);
    uint32_t result = value >> shift;
    if (rest > half || (rest == half && (result & 1u)))
        result++;
    return result;
}

uint16_t t2s_narrow_f16(float value)
{
    uint32_t bits = to_bits(value);
    uint32_t sign = (bits >> 16) & 0x8000u;
    uint32_t exponent = (bits >> 23) & 0xFFu;
    uint32_t fraction = bits & 0x7FFFFFu;
    if (exponent == 0xFF) /* infinity, NaN */
        return (uint16_t)(sign | 0x7C00u |
                          (fraction ? 0x200u | (fraction >> 13) : 0));
    if (exponent > 142) /* at least 2^16 */
        return (uint16_t)(sign | 0x7C00u);
    if (exponent < 102) /* below half the smallest subnormal */
        return (uint16_t)sign;
    if (exponent < 113) /* a subnormal */
        return (uint16_t)(sign |
                          round_shift(fraction | 0x800000u, 126u - exponent));
    /* A carry out of the fraction raises the exponent, up to infinity, which
     * is just what rounding means. */
    return (uint16_t)(sign |
                      round_shift(((exponent - 112) << 23) | fraction, 13));
}

static void narrow(void *to, int32_t dtype, const float *from, size_t count)
{
    uint16_t *bits = to;
    if (dtype == T2S_F32)
        memcpy(to, from, count * sizeof *from);
    for (size_t i = 0; dtype != T2S_F32 && i < count; i++)
        bits[i] = dtype == T2S_F16 ? t2s_narrow_f16(from[i])
                                   : t2s_narrow_bf16(from[i]);
}

void t2s_convert(void *to, int32_t to_dtype, const void *from,
                 int32_t from_dtype, size_t count)
{
    float wide[256];
    char *out = to;
    const char *in = from;
    size_t to_size = t2s_dtype_size(to_dtype);
    size_t from_size = t2s_dtype_size(from_dtype);
    if (to_dtype == from_dtype) {
        if (count)
            memcpy(to, from, count * to_size);
        return;
    }
    for (size_t at = 0; at < count; at += sizeof wide / sizeof wide[0]) {
        size_t n = count - at;
        if (n > sizeof wide / sizeof wide[0])
            n = sizeof wide / sizeof wide[0];
        t2s_widen(wide, in + at * from_size, from_dtype, n);
        narrow(out + at * to_size, to_dtype, wide, n);
    }
}
