#include "t2s_test.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lab/write/write.h"
#include "weights/safetensors.h"

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

START_TEST(every_half_survives_widening)
{
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        float f16 = t2s_widen_f16((uint16_t)bits);
        float bf16 = t2s_widen_bf16((uint16_t)bits);
        if (isnan(f16))
            ck_assert(isnan(t2s_widen_f16(t2s_narrow_f16(f16))));
        else
            ck_assert_uint_eq(t2s_narrow_f16(f16), bits);
        if (isnan(bf16))
            ck_assert(isnan(t2s_widen_bf16(t2s_narrow_bf16(bf16))));
        else
            ck_assert_uint_eq(t2s_narrow_bf16(bf16), bits);
    }
}
END_TEST

/* Between two neighbours the nearer one is taken, and the even one of two
 * that are equally near. */
START_TEST(narrowing_rounds_to_nearest_even)
{
    for (uint32_t bits = 0; bits < 0x7BFF; bits++) {
        float low = t2s_widen_f16((uint16_t)bits);
        float high = t2s_widen_f16((uint16_t)(bits + 1));
        float middle = low + (high - low) / 2;
        uint32_t even = bits & 1 ? bits + 1 : bits;
        ck_assert_uint_eq(t2s_narrow_f16(middle), even);
        ck_assert_uint_eq(t2s_narrow_f16(-middle), even | 0x8000u);
        ck_assert_uint_eq(t2s_narrow_f16(nextafterf(middle, 0.0f)), bits);
        ck_assert_uint_eq(t2s_narrow_f16(nextafterf(middle, 1e9f)), bits + 1);
    }
    for (uint32_t bits = 0; bits < 0x7F80; bits++) {
        uint32_t middle = bits << 16 | 0x8000u;
        uint32_t even = bits & 1 ? bits + 1 : bits;
        ck_assert_uint_eq(t2s_narrow_bf16(from_bits(middle)), even);
        ck_assert_uint_eq(t2s_narrow_bf16(from_bits(middle - 1)), bits);
        ck_assert_uint_eq(t2s_narrow_bf16(from_bits(middle + 1)), bits + 1);
    }
}
END_TEST

START_TEST(narrowing_overflows_to_infinity)
{
    ck_assert_uint_eq(t2s_narrow_f16(65504.0f), 0x7BFF);
    ck_assert_uint_eq(t2s_narrow_f16(65519.996f), 0x7BFF);
    ck_assert_uint_eq(t2s_narrow_f16(65520.0f), 0x7C00);
    ck_assert_uint_eq(t2s_narrow_f16(1e30f), 0x7C00);
    ck_assert_uint_eq(t2s_narrow_f16(-INFINITY), 0xFC00);
    ck_assert_uint_eq(t2s_narrow_f16(1e-30f), 0);
    ck_assert_uint_eq(t2s_narrow_bf16(3.4028235e38f), 0x7F80);
}
END_TEST

START_TEST(arrays_convert_between_all_types)
{
    float from[700], back[700];
    uint16_t half[700], brain[700];
    for (int i = 0; i < 700; i++)
        from[i] = (float)(i - 350) / 64;
    t2s_convert(half, T2S_F16, from, T2S_F32, 700);
    t2s_convert(brain, T2S_BF16, half, T2S_F16, 700);
    t2s_convert(back, T2S_F32, half, T2S_F16, 700);
    ck_assert_mem_eq(back, from, sizeof from);
    for (int i = 0; i < 700; i++)
        ck_assert_uint_eq(brain[i], t2s_narrow_bf16(from[i]));
}
END_TEST

int main(void)
{
    TCase *numbers = tcase_create("numbers");
    tcase_add_test(numbers, every_half_survives_widening);
    tcase_add_test(numbers, narrowing_rounds_to_nearest_even);
    tcase_add_test(numbers, narrowing_overflows_to_infinity);
    tcase_add_test(numbers, arrays_convert_between_all_types);
    return t2s_test_run("model/numbers", &numbers, 1);
}
