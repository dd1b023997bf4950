/* adamw.h - what trainers do with gradients. */
#ifndef T2S_SHIM_ADAMW_H
#define T2S_SHIM_ADAMW_H

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

namespace t2s
{

/* AdamW (Loshchilov and Hutter 2019). Every weight decays, biases and
 * normalisations too, as torch.optim.AdamW does where parameters are given to
 * it in one group. */
struct adamw {
    double beta1, beta2, epsilon, weight_decay;

    /* Step number `step`, from 1, of a parameter that has a gradient. */
    void update(at::Tensor parameter, at::Tensor first, at::Tensor second,
                int64_t step, double learning_rate) const;
};

/* Like torch.nn.utils.clip_grad_norm_: the norm of all gradients together.
 * Parameters without one are passed over. */
void clip_gradients(const std::vector<at::Tensor> &parameters, double most);

/* The bytes of a generator's state. */
std::string random_bytes(const at::Tensor &state);
/* A state from its bytes; T2SED_EFORMAT where `like` does not take it. */
at::Tensor random_state_of(const std::string &bytes, const at::Generator &like);

} // namespace t2s

#endif
