/* gguf_blocks.c - numbers as GGUF files store them. The results are those of
 * the Python package `gguf`, bit for bit: products are rounded before they are
 * added to (no expression holds both), as there. */
#include <string.h>

#include "lab/import/gguf.h"
#include "weights/safetensors.h"

static uint16_t bits16(const unsigned char *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static float half(const unsigned char *at)
{
    return t2s_widen_f16(bits16(at));
}

static void widen_f32(float *to, const unsigned char *block)
{
    const uint32_t bits = (uint32_t)bits16(block) | (uint32_t)bits16(block + 2)
                                                        << 16;
    memcpy(to, &bits, sizeof *to);
}

static void widen_f16(float *to, const unsigned char *block)
{
    *to = half(block);
}

static void widen_bf16(float *to, const unsigned char *block)
{
    *to = t2s_widen_bf16(bits16(block));
}

/* --- blocks of 32: a scale, perhaps a minimum, and the numbers --- */

/* Number i of a block: a nibble, the lower ones first, and the bit i of
 * `high`. */
static unsigned small_number(const unsigned char *nibbles, uint32_t high, int i)
{
    const unsigned nibble =
        i < 16 ? nibbles[i] & 0x0Fu : (unsigned)nibbles[i - 16] >> 4;
    return nibble | (high >> i & 1u) << 4;
}

static uint32_t bits32(const unsigned char *at)
{
    return (uint32_t)bits16(at) | (uint32_t)bits16(at + 2) << 16;
}

static void widen_q4_0(float *to, const unsigned char *block)
{
    const float scale = half(block);
    for (int i = 0; i < 32; i++)
        to[i] = scale * (float)((int)small_number(block + 2, 0, i) - 8);
}

static void widen_q5_0(float *to, const unsigned char *block)
{
    const float scale = half(block);
    const uint32_t high = bits32(block + 2);
    for (int i = 0; i < 32; i++)
        to[i] = scale * (float)((int)small_number(block + 6, high, i) - 16);
}

static void add_least(float *to, float scale, float least,
                      const unsigned char *nibbles, uint32_t high)
{
    for (int i = 0; i < 32; i++) {
        const float above = scale * (float)small_number(nibbles, high, i);
        to[i] = above + least;
    }
}

static void widen_q4_1(float *to, const unsigned char *block)
{
    add_least(to, half(block), half(block + 2), block + 4, 0);
}

static void widen_q5_1(float *to, const unsigned char *block)
{
    add_least(to, half(block), half(block + 2), block + 8, bits32(block + 4));
}

static void widen_q8_0(float *to, const unsigned char *block)
{
    const float scale = half(block);
    for (int i = 0; i < 32; i++)
        to[i] = (float)(int8_t)block[2 + i] * scale;
}

/* --- blocks of 256 in groups, whose scales are numbers themselves --- */

/* The scale and the minimum of group g of eight: 6 bits each, of the last four
 * groups the upper two beside those of the first four. */
static void group_scale(const unsigned char *packed, int g, unsigned *scale,
                        unsigned *least)
{
    if (g < 4) {
        *scale = packed[g] & 0x3Fu;
        *least = packed[g + 4] & 0x3Fu;
        return;
    }
    *scale = (packed[g + 4] & 0x0Fu) | (packed[g - 4] >> 2 & 0x30u);
    *least = (unsigned)packed[g + 4] >> 4 | (packed[g] >> 2 & 0x30u);
}

/* Of group g, 32 numbers: the lower or upper nibbles of 32 bytes, and bit g of
 * the 32 bytes of `high`, which may be NULL. */
static void widen_groups(float *to, const unsigned char *block,
                         const unsigned char *nibbles,
                         const unsigned char *high)
{
    const float scale = half(block), least = half(block + 2);
    for (int g = 0; g < 8; g++) {
        const unsigned char *bytes = nibbles + 32 * (g / 2);
        unsigned times, under;
        float step, lower;
        group_scale(block + 4, g, &times, &under);
        step = scale * (float)times;
        lower = least * (float)under;
        for (int i = 0; i < 32; i++) {
            const unsigned nibble = bytes[i] >> (g % 2 * 4) & 0x0Fu;
            const unsigned top = high ? high[i] >> g & 1u : 0;
            const float above = step * (float)(nibble | top << 4);
            to[32 * g + i] = above - lower;
        }
    }
}

static void widen_q4_k(float *to, const unsigned char *block)
{
    widen_groups(to, block, block + 16, NULL);
}

static void widen_q5_k(float *to, const unsigned char *block)
{
    widen_groups(to, block, block + 48, block + 16);
}

/* Sixteen groups of 16. The lower nibbles of 64 bytes are numbers 0 to 63 of a
 * half, the upper ones 64 to 127; two more bits of each lie in 32 bytes. */
static void widen_q6_k(float *to, const unsigned char *block)
{
    const unsigned char *scales = block + 192;
    const float scale = half(block + 208);
    for (int i = 0; i < 256; i++) {
        const int within = i % 128, quarter = within / 32;
        const unsigned char *low = block + 64 * (i / 128);
        const unsigned char *high = block + 128 + 32 * (i / 128);
        const unsigned nibble =
            low[within % 64] >> (within < 64 ? 0 : 4) & 0x0Fu;
        const unsigned top = high[within % 32] >> (2 * quarter) & 3u;
        const float step = scale * (float)(int8_t)scales[i / 16];
        to[i] = step * (float)((int)(nibble | top << 4) - 32);
    }
}

static const t2s_gguf_type types[] = {
    {0, "F32", 1, 4, widen_f32},        {1, "F16", 1, 2, widen_f16},
    {2, "Q4_0", 32, 18, widen_q4_0},    {3, "Q4_1", 32, 20, widen_q4_1},
    {6, "Q5_0", 32, 22, widen_q5_0},    {7, "Q5_1", 32, 24, widen_q5_1},
    {8, "Q8_0", 32, 34, widen_q8_0},    {12, "Q4_K", 256, 144, widen_q4_k},
    {13, "Q5_K", 256, 176, widen_q5_k}, {14, "Q6_K", 256, 210, widen_q6_k},
    {30, "BF16", 1, 2, widen_bf16},
};
enum { TYPES = sizeof types / sizeof *types };

const t2s_gguf_type *t2s_gguf_type_find(uint32_t number)
{
    for (int i = 0; i < TYPES; i++)
        if (types[i].number == number)
            return &types[i];
    return NULL;
}

const t2s_gguf_type *t2s_gguf_type_named(const char *name)
{
    for (int i = 0; i < TYPES; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

void t2s_gguf_widen(float *to, const t2s_gguf_type *type,
                    const unsigned char *blocks, size_t count)
{
    for (size_t i = 0; i < count; i += type->elements) {
        type->widen(to + i, blocks);
        blocks += type->bytes;
    }
}
