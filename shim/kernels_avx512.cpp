/* The kernels for processors with AVX-512; compiled with its flags. */
#if defined(__AVX512F__)
#include "kernels_body.h"

namespace t2s
{

extern const kernels<float> kernels_avx512_f32;
extern const kernels<bf16> kernels_avx512_bf16;
const kernels<float> kernels_avx512_f32 = table<float>;
const kernels<bf16> kernels_avx512_bf16 = table<bf16>;

} // namespace t2s
#endif
