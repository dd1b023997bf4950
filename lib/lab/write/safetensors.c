#include "lab/write/write.h"

#include <inttypes.h>
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

static t2sed_status write_data(t2s_save *save, const t2s_tensor *tensor,
                               int32_t dtype, void *buffer, t2sed_error *err)
{
    size_t count = (size_t)t2s_tensor_elements(tensor);
    size_t from_size = t2s_dtype_size(tensor->dtype);
    size_t to_size = t2s_dtype_size(dtype);
    t2sed_status status = T2SED_OK;
    for (size_t at = 0; at < count && status == T2SED_OK; at += CHUNK) {
        size_t n = count - at < CHUNK ? count - at : CHUNK;
        const void *from = (const char *)tensor->data + at * from_size;
        status = t2s_check_interrupt(err);
        if (dtype != tensor->dtype)
            t2s_convert(buffer, dtype, from, tensor->dtype, n);
        if (status == T2SED_OK)
            status = t2s_save_write(
                save, dtype == tensor->dtype ? from : buffer, n * to_size, err);
    }
    return status;
}

static t2sed_status write_all(const char *path, const t2s_string *header,
                              const t2s_tensor *tensors, int32_t count,
                              int32_t dtype, t2sed_error *err)
{
    t2s_save save;
    void *buffer;
    t2sed_status status = t2s_save_open(&save, path, err);
    if (status != T2SED_OK)
        return status;
    buffer = t2s_alloc(CHUNK * sizeof(float));
    if (!buffer)
        status = t2s_fail_memory(err);
    else
        status = t2s_save_write(&save, header->text, header->length, err);
    for (int32_t i = 0; i < count && status == T2SED_OK; i++)
        status = write_data(&save, &tensors[i],
                            stored_dtype(&tensors[i], dtype), buffer, err);
    t2s_free(buffer);
    if (status == T2SED_OK)
        return t2s_save_commit(&save, err);
    t2s_save_abort(&save);
    return status;
}

t2sed_status t2s_safetensors_write(const char *path, const t2s_tensor *tensors,
                                   int32_t count, int32_t dtype,
                                   t2sed_error *err)
{
    t2s_string header = {0};
    t2sed_status status = make_header(&header, tensors, count, dtype, err);
    if (status == T2SED_OK)
        status = write_all(path, &header, tensors, count, dtype, err);
    t2s_string_free(&header);
    return status;
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
