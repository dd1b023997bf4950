/*
 * processor.h - a model on a CPU, for inference: libtorch's matrix products,
 * and between them the kernels of kernels.h. It computes what the TorchScript
 * of source.cpp says, with less memory traffic and fewer steps. Const methods
 * may run in several threads.
 */
#ifndef T2S_SHIM_PROCESSOR_H
#define T2S_SHIM_PROCESSOR_H

#include <memory>
#include <vector>

#include <ATen/core/Tensor.h>

#include "inputs.h"
#include "source.h"

namespace t2s
{

class processor
{
  public:
    virtual ~processor() = default;
    virtual at::Tensor encode(const token_input &tokens) const = 0;
    /* logits [sequences] */
    virtual at::Tensor score(const score_input &input,
                             const at::Tensor &vectors) const = 0;
};

/* From the parameters of `weights`, those of linear layers being packed in
 * place. Activations are as the encoder's weights are: fp32 or bf16. */
std::unique_ptr<const processor>
make_processor(const t2s_architecture &architecture, const layout &weights,
               std::vector<at::Tensor> &parameters, at::ScalarType type);

} // namespace t2s

#endif
