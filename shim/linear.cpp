#include "linear.h"

#include <mutex>

#include "aten.h"
#include <ATen/core/dispatch/Dispatcher.h>

namespace t2s
{

namespace
{

/* Rows that weights are packed for; others are as fast, by measurement. */
constexpr int64_t packed_rows = 256;

/*
 * Operators that libtorch has registered from 2.0 on, in builds with oneDNN.
 * They are in no header: looked up by name and called with a stack of values,
 * which does not depend on the C++ types of a version.
 */
class operators
{
  public:
    operators()
    {
        auto &all = c10::Dispatcher::singleton();
        const auto pack =
            all.findSchema({"mkldnn::_reorder_linear_weight", ""});
        const auto run = all.findSchema({"mkldnn::_linear_pointwise", ""});
        there_ = pack && run && pack->schema().arguments().size() == 2 &&
                 run->schema().arguments().size() == 6;
        if (!there_)
            return;
        pack_ = std::make_unique<c10::OperatorHandle>(*pack);
        run_ = std::make_unique<c10::OperatorHandle>(*run);
    }

    bool there() const
    {
        return there_;
    }

    at::Tensor pack(const at::Tensor &weight) const
    {
        torch::jit::Stack stack{weight, packed_rows};
        pack_->callBoxed(&stack);
        return stack.at(0).toTensor();
    }

    at::Tensor run(const at::Tensor &x, const at::Tensor &weight,
                   const at::Tensor &bias, after then) const
    {
        static const c10::IValue nothing("none"), gelu("gelu");
        static const c10::IValue no_numbers(c10::impl::GenericList(
            c10::OptionalType::create(c10::NumberType::get())));
        torch::jit::Stack stack{x,
                                weight,
                                bias.defined() ? c10::IValue(bias)
                                               : c10::IValue(),
                                then == after::gelu ? gelu : nothing,
                                no_numbers,
                                nothing /* no approximation of GELU */};
        run_->callBoxed(&stack);
        return stack.at(0).toTensor();
    }

  private:
    bool there_ = false;
    std::unique_ptr<c10::OperatorHandle> pack_, run_;
};

const operators &onednn()
{
    static const operators found;
    return found;
}

at::Tensor pack(product kind, const at::Tensor &weight)
{
    switch (kind) {
    case product::packed:
        return onednn().pack(weight);
    case product::opaque:
        return weight.to_mkldnn();
    default:
        return weight;
    }
}

at::Tensor run(product kind, const at::Tensor &x, const at::Tensor &weight,
               const at::Tensor &bias, after then)
{
    if (kind == product::packed)
        return onednn().run(x, weight, bias, then);
    at::Tensor y =
        kind == product::opaque
            ? at::mkldnn_linear(x.to_mkldnn(), weight, bias).to_dense()
            : at::linear(x, weight, bias);
    if (then == after::gelu)
        at::gelu_(y);
    return y;
}

/* Whether a product does what the plain one does. It may not be there, refuse
 * the processor, or mean something else in a version that we do not know. */
bool works(product kind, at::ScalarType type)
{
    try {
        const int64_t rows = 48, inputs = 96, outputs = 80;
        const auto ramp = [type](std::vector<int64_t> shape, double step) {
            int64_t n = 1;
            for (const int64_t d : shape)
                n *= d;
            return at::sin(at::arange(n, at::kFloat) * step)
                .view(shape)
                .to(type);
        };
        const at::Tensor x = ramp({rows, inputs}, 0.37);
        const at::Tensor weight = ramp({outputs, inputs}, 0.73) * 0.25;
        const at::Tensor bias = ramp({outputs}, 0.51);
        const at::Tensor packed = pack(kind, weight);
        if (!at::equal(unpack(packed), weight))
            return false;
        for (const after then : {after::nothing, after::gelu}) {
            const at::Tensor found = run(kind, x, packed, bias, then);
            at::Tensor due = at::linear(x.to(at::kFloat), weight.to(at::kFloat),
                                        bias.to(at::kFloat));
            if (then == after::gelu)
                due = at::gelu(due);
            const double near = type == at::kFloat ? 1e-4 : 4e-2;
            if (found.scalar_type() != type ||
                !(at::max(at::abs(found.to(at::kFloat) - due)).item<double>() <=
                  near))
                return false;
        }
        return true;
    } catch (...) {
        return false;
    }
}

product best(at::ScalarType type)
{
    if (!at::hasMKLDNN())
        return product::plain;
    if (onednn().there() && works(product::packed, type))
        return product::packed;
    if (type == at::kFloat && works(product::opaque, type))
        return product::opaque;
    return product::plain;
}

product choose(at::ScalarType type)
{
    static std::once_flag once[2];
    static product chosen[2];
    const bool wide = type == at::kFloat;
    std::call_once(once[wide], [&] { chosen[wide] = best(type); });
    return chosen[wide];
}

} // namespace

linear::linear(at::Tensor &weight, const at::Tensor &bias)
    : product_(weight.is_cpu() ? choose(weight.scalar_type()) : product::plain),
      bias_(bias)
{
    weight = pack(product_, weight);
    weight_ = weight;
}

at::Tensor linear::operator()(const at::Tensor &x, after then) const
{
    return run(product_, x, weight_, bias_, then);
}

at::Tensor unpack(const at::Tensor &weight)
{
    return weight.is_mkldnn() ? weight.to_dense() : weight;
}

} // namespace t2s
