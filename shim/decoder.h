/*
 * decoder.h - a decoder-only language model in libtorch's operators: Qwen2 and
 * Llama families (RMSNorm, rotary positions, grouped-query attention, SwiGLU).
 * Immutable; const methods may run in several threads.
 */
#ifndef T2S_SHIM_DECODER_H
#define T2S_SHIM_DECODER_H

#include <vector>

#include <ATen/core/Tensor.h>

#include "backend.h"
#include "int8.h"
#include "linear.h"

namespace t2s
{

/* A product by weights of whatever precision. */
class projection
{
  public:
    projection() = default;
    /* `type` of weights and activations; with `int8` the weights are so. */
    projection(const at::Tensor &weight, const at::Tensor &bias,
               at::ScalarType type, bool int8);
    at::Tensor operator()(const at::Tensor &x) const
    {
        return int8_ ? small_(x) : plain_(x);
    }
    int64_t bytes() const
    {
        return int8_ ? small_.bytes() : bytes_;
    }

  private:
    bool int8_ = false;
    int64_t bytes_ = 0;
    linear plain_;
    int8_linear small_;
};

class decoder
{
  public:
    decoder(const t2s_decoder &shape, const t2s_tensor *tensors, int32_t count,
            const t2s_adapter *adapter, c10::Device device, int32_t precision);

    const t2s_decoder &shape() const
    {
        return shape_;
    }
    at::ScalarType type() const
    {
        return type_;
    }
    c10::Device device() const
    {
        return device_;
    }
    int64_t weight_bytes() const
    {
        return bytes_;
    }

    at::Tensor embed(const at::Tensor &ids) const; /* [rows, hidden] fp32 */
    /* What a layer makes of x [rows, hidden], which it adds to. angles [rows,
     * head_size / 2] are those of the rows' positions; keys and values
     * [key_heads, at least at + rows, head_size] are written from `at` on;
     * mask [rows, keys] is added to the scores: 0 or -infinity; undefined:
     * every row sees every key. */
    void run_layer(int32_t layer, const at::Tensor &x, const at::Tensor &cosine,
                   const at::Tensor &sine, const at::Tensor &keys,
                   const at::Tensor &values, int64_t at, int64_t rows,
                   const at::Tensor &mask) const;
    /* Angles of positions [rows] (int64), for run_layer. */
    at::Tensor angles(const at::Tensor &positions) const;
    at::Tensor finish(const at::Tensor &x) const; /* the last norm, narrow */
    at::Tensor logits(const at::Tensor &x) const; /* of finished rows, fp32 */

  private:
    struct layer {
        at::Tensor norm1, norm2; /* fp32 */
        projection qkv, out, up, down;
    };
    at::Tensor normalise(const at::Tensor &x, const at::Tensor &weight) const;
    void make_frequencies();

    t2s_decoder shape_;
    c10::Device device_;
    at::ScalarType type_;
    bool int8_;
    int64_t bytes_ = 0;
    at::Tensor embedding_, norm_, frequencies_;
    int8_linear small_embedding_; /* tied, in eight bits */
    projection head_;             /* not tied */
    std::vector<layer> layers_;
};

/* Throws T2SED_EINVAL where the numbers make no model. */
void check_decoder(const t2s_decoder &shape);

} // namespace t2s

#endif
