/* The kernels for processors with AVX2; compiled with its flags. */
#if defined(__AVX2__)
#include "kernels_body.h"

namespace t2s
{

extern const kernels<float> kernels_avx2_f32;
extern const kernels<bf16> kernels_avx2_bf16;
const kernels<float> kernels_avx2_f32 = table<float>;
const kernels<bf16> kernels_avx2_bf16 = table<bf16>;

} // namespace t2s
#endif
