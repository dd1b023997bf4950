/* adamw.h - what trainers do with gradients. */
#ifndef T2S_SHIM_ADAMW_H
#define T2S_SHIM_ADAMW_H

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "backend.h"

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

/* What trainers of either kind have, numbered as in backend.h. */
class training
{
  public:
    virtual ~training() = default;

    virtual size_t count() const = 0;
    virtual t2s_tensor describe(size_t index) const = 0;
    /* part: enum t2s_weight_part. */
    virtual void read(size_t index, int32_t part, float *data,
                      size_t size) const = 0;
    virtual void write(size_t index, int32_t part, const float *data,
                       size_t size) = 0;

    virtual int64_t steps() const = 0;
    virtual std::string random_state() const = 0;
    virtual void set_state(int64_t step, const std::string &random) = 0;

  protected:
    /* Fails where there is no weight `index`, or not of `size` numbers. */
    void check_access(size_t index, size_t size) const;
};

/* The bytes of a generator's state. */
std::string random_bytes(const at::Tensor &state);
/* A state from its bytes; T2SED_EFORMAT where `like` does not take it. */
at::Tensor random_state_of(const std::string &bytes, const at::Generator &like);

} // namespace t2s

#endif
