/* Which kernels this processor runs; those for any processor are made here. */
#include <cstdlib>
#include <cstring>

#include "kernels_body.h"

namespace t2s
{

#if defined(__x86_64__)
extern const kernels<float> kernels_avx512_f32, kernels_avx2_f32;
extern const kernels<bf16> kernels_avx512_bf16, kernels_avx2_bf16;

namespace
{

/* What T2SED_CPU, which only ever takes away, leaves to use. */
bool allowed(const char *kernels)
{
    const char *most = std::getenv("T2SED_CPU");
    if (!most || !*most || std::strcmp(most, "avx512") == 0)
        return true;
    return std::strcmp(most, kernels) == 0;
}

bool has_avx512()
{
    return allowed("avx512") && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

bool has_avx2()
{
    return allowed("avx2") && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("fma");
}

} // namespace

template <> const kernels<float> &find_kernels<float>()
{
    return has_avx512() ? kernels_avx512_f32
           : has_avx2() ? kernels_avx2_f32
                        : table<float>;
}

template <> const kernels<bf16> &find_kernels<bf16>()
{
    return has_avx512() ? kernels_avx512_bf16
           : has_avx2() ? kernels_avx2_bf16
                        : table<bf16>;
}
#else
template <> const kernels<float> &find_kernels<float>()
{
    return table<float>;
}

template <> const kernels<bf16> &find_kernels<bf16>()
{
    return table<bf16>;
}
#endif

int64_t attend_scratch(int64_t width, int64_t heads, int64_t longest)
{
    const int64_t wide = (longest + 15) / 16 * 16; /* of the widest vectors */
    const int64_t narrow = (width / heads + 15) / 16 * 16;
    return narrow * wide + wide * narrow + 4 * (2 * narrow + wide);
}

} // namespace t2s
