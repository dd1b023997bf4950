/* numbers.c - narrowing fp32. */
#include <string.h>

#include "lab/write/write.h"

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
