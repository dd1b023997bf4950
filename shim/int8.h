/*
 * int8.h - a linear layer with weights of eight bits: each output channel has a
 * scale, symmetric round zero. Rows of activations are brought to eight bits as
 * they come, each by its own scale, where libtorch multiplies integers
 * (2.3 on); elsewhere weights are widened for each product.
 */
#ifndef T2S_SHIM_INT8_H
#define T2S_SHIM_INT8_H

#include <ATen/core/Tensor.h>

namespace t2s
{

class int8_linear
{
  public:
    int8_linear() = default;
    /* Whether products are faster than those of bf16 and fp32. */
    static bool is_fast();
    /* weight [outputs, inputs] of floats; the bias may be undefined.
     * `gives_rows`: rows() is called, so the weight stays as it is. */
    int8_linear(const at::Tensor &weight, const at::Tensor &bias,
                bool gives_rows = false);

    /* x [rows, inputs] of floats; the result has the type of x. */
    at::Tensor operator()(const at::Tensor &x) const;
    /* Rows of the weight, as fp32. */
    at::Tensor rows(const at::Tensor &indices) const;
    int64_t bytes() const
    {
        return bytes_;
    }

  private:
    bool packed_ = false;
    int64_t bytes_ = 0;
    at::Tensor weight_;       /* [outputs, inputs], packed or not */
    at::Tensor scale_, bias_; /* [outputs] fp32 */
    at::Tensor zeros_;        /* [outputs] int64, of a packed weight */
};

} // namespace t2s

#endif
