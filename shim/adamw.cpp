#include "adamw.h"

#include <cmath>
#include <cstring>

#include "aten.h"

#include "fail.h"

namespace t2s
{

void adamw::update(at::Tensor parameter, at::Tensor first, at::Tensor second,
                   int64_t step, double learning_rate) const
{
    const at::Tensor grad = parameter.grad();
    const double correct1 = 1.0 - std::pow(beta1, static_cast<double>(step));
    const double correct2 =
        std::sqrt(1.0 - std::pow(beta2, static_cast<double>(step)));
    parameter.mul_(1.0 - learning_rate * weight_decay);
    first.lerp_(grad, 1.0 - beta1);
    second.mul_(beta2);
    second.addcmul_(grad, grad, 1.0 - beta2);
    const at::Tensor root = second.sqrt().div_(correct2).add_(epsilon);
    parameter.addcdiv_(first, root, -learning_rate / correct1);
}

void clip_gradients(const std::vector<at::Tensor> &parameters, double most)
{
    double sum = 0.0;
    for (const at::Tensor &p : parameters) {
        const at::Tensor grad = p.grad();
        if (grad.defined()) {
            const double norm = grad.norm().item<double>();
            sum += norm * norm;
        }
    }
    const double scale = most / (std::sqrt(sum) + 1e-6);
    if (!(scale < 1.0))
        return;
    for (const at::Tensor &p : parameters) {
        at::Tensor grad = p.grad();
        if (grad.defined())
            grad.mul_(scale);
    }
}

void training::check_access(size_t index, size_t size) const
{
    if (index >= count())
        fail(T2SED_EINVAL, "training: weight %zu of %zu", index, count());
    const t2s_tensor weight = describe(index);
    size_t due = 1;
    for (int32_t i = 0; i < weight.rank; i++)
        due *= static_cast<size_t>(weight.shape[i]);
    if (size != due)
        fail(T2SED_EINVAL, "training: %s has %zu values, not %zu", weight.name,
             due, size);
}

std::string random_bytes(const at::Tensor &state)
{
    const at::Tensor here = state.contiguous();
    return std::string(reinterpret_cast<const char *>(here.data_ptr<uint8_t>()),
                       static_cast<size_t>(here.numel()));
}

at::Tensor random_state_of(const std::string &bytes, const at::Generator &like)
{
    at::Tensor state =
        at::empty({static_cast<int64_t>(bytes.size())}, at::kByte);
    std::memcpy(state.data_ptr<uint8_t>(), bytes.data(), bytes.size());
    try {
        at::Generator trial = like.clone();
        trial.set_state(state);
    } catch (...) {
        fail(T2SED_EFORMAT,
             "training: %zu bytes are no state of this libtorch's random "
             "numbers on this device",
             bytes.size());
    }
    return state;
}

} // namespace t2s
