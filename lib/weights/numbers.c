/* numbers.c - element types of tensors, and reading elements as fp32. */
#include "weights/safetensors.h"

#include <string.h>

/* By the numbers of T2S_F32..., then those that the library has no use for. */
static const struct {
    const char *name;
    size_t size;
} dtypes[] = {
    [T2S_F32] = {"F32", 4},
    [T2S_F16] = {"F16", 2},
    [T2S_BF16] = {"BF16", 2},
    [T2S_I64] = {"I64", 8},
    [T2S_I32] = {"I32", 4},
    [T2S_U8] = {"U8", 1},
    {"BOOL", 1},
    {"I8", 1},
    {"F8_E5M2", 1},
    {"F8_E4M3", 1},
    {"I16", 2},
    {"U16", 2},
    {"U32", 4},
    {"F64", 8},
    {"U64", 8},
};
enum { DTYPES = sizeof dtypes / sizeof dtypes[0], USED = T2S_U8 + 1 };

size_t t2s_dtype_size(int32_t dtype)
{
    return dtype >= 0 && dtype < USED ? dtypes[dtype].size : 0;
}

const char *t2s_dtype_name(int32_t dtype)
{
    return dtype >= 0 && dtype < USED ? dtypes[dtype].name : "?";
}

bool t2s_dtype_find(int32_t *dtype, size_t *size, const char *name)
{
    for (int32_t i = 0; i < DTYPES; i++)
        if (strcmp(dtypes[i].name, name) == 0) {
            *dtype = i < USED ? i : T2S_DTYPE_OTHER;
            *size = dtypes[i].size;
            return true;
        }
    return false;
}

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float t2s_widen_bf16(uint16_t bits)
{
    return from_bits((uint32_t)bits << 16);
}

float t2s_widen_f16(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    uint32_t exponent = (bits >> 10) & 0x1Fu;
    uint32_t fraction = bits & 0x3FFu;
    if (exponent == 0x1F) /* infinity, NaN */
        return from_bits(sign | 0x7F800000u | (fraction << 13));
    if (exponent == 0) { /* zero, subnormal: fraction * 2^-24, exact */
        float magnitude = (float)fraction * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    return from_bits(sign | ((exponent + 112) << 23) | (fraction << 13));
}

void t2s_widen(float *to, const void *from, int32_t dtype, size_t count)
{
    const uint16_t *bits = from;
    if (dtype == T2S_F32 && count)
        memcpy(to, from, count * sizeof *to);
    for (size_t i = 0; dtype != T2S_F32 && i < count; i++)
        to[i] =
            dtype == T2S_F16 ? t2s_widen_f16(bits[i]) : t2s_widen_bf16(bits[i]);
}

int64_t t2s_tensor_elements(const t2s_tensor *tensor)
{
    int64_t count = 1;
    for (int32_t i = 0; i < tensor->rank; i++) {
        int64_t n = tensor->shape[i];
        if (n < 0 || (n > 0 && count > INT64_MAX / n))
            return -1;
        count *= n;
    }
    return count;
}

/* Without their signs, bits of floating-point numbers rise with the numbers;
 * infinity and NaN are the largest. */
static bool are_below(const uint16_t *bits, size_t count, uint16_t most)
{
    bool good = true;
    for (size_t i = 0; i < count; i++)
        good &= (bits[i] & 0x7FFFu) <= most;
    return good;
}

bool t2s_are_within(const void *numbers, int32_t dtype, size_t count,
                    float most)
{
    const uint32_t *bits = numbers;
    uint32_t limit;
    bool good = true;
    memcpy(&limit, &most, sizeof limit);
    if (dtype == T2S_F16)
        return are_below(numbers, count, 0x7BFF);
    if (dtype == T2S_BF16)
        return are_below(numbers, count, (uint16_t)(limit >> 16));
    for (size_t i = 0; i < count; i++)
        good &= (bits[i] & 0x7FFFFFFFu) <= limit;
    return good;
}
