/*
 * linear.h - a linear layer for inference, on CPUs: which of libtorch's
 * products computes it, and the weight in the layout which that one reads.
 */
#ifndef T2S_SHIM_LINEAR_H
#define T2S_SHIM_LINEAR_H

#include <ATen/core/Tensor.h>

namespace t2s
{

enum class product {
    plain,  /* at::linear, always there */
    opaque, /* at::mkldnn_linear on an opaque weight: fp32 */
    packed  /* oneDNN's, weight packed once, GELU within the product */
};

/* What follows the product. */
enum class after { nothing, gelu };

class linear
{
  public:
    linear() = default;
    /* The weight is packed in place, so that whoever holds it holds the only
     * copy; unpack() gives it back as it was. The bias may be undefined. */
    linear(at::Tensor &weight, const at::Tensor &bias);

    at::Tensor operator()(const at::Tensor &x,
                          after then = after::nothing) const;

  private:
    product product_ = product::plain;
    at::Tensor weight_, bias_;
};

at::Tensor unpack(const at::Tensor &weight);

} // namespace t2s

#endif
