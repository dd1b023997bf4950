#include "int8.h"

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <mutex>

namespace t2s
{

namespace
{

struct quantised {
    at::Tensor values, scale; /* [rows, n] int8, [rows, 1] fp32 */
};

/* Each row by its greatest element. A row of zeros has the scale 1. */
quantised quantise(const at::Tensor &rows)
{
    const at::Tensor wide = rows.to(at::kFloat);
    at::Tensor scale = wide.abs().amax(1, true).div_(127.0);
    scale.masked_fill_(scale.eq(0), 1.0);
    return {wide.div(scale).round_().to(at::kChar), scale};
}

/* The operator is looked up by name: libtorch has had it since 2.3. */
class integer_product
{
  public:
    integer_product()
    {
        const auto found =
            c10::Dispatcher::singleton().findSchema({"aten::_int_mm", ""});
        if (!found || found->schema().arguments().size() != 2)
            return;
        run_ = std::make_unique<c10::OperatorHandle>(*found);
        if (!works())
            run_.reset();
    }

    bool there() const
    {
        return run_ != nullptr;
    }

    /* a [rows, n], b [outputs, n], both int8: a * b' as int32. */
    at::Tensor operator()(const at::Tensor &a, const at::Tensor &b) const
    {
        torch::jit::Stack stack{a, b.t()};
        run_->callBoxed(&stack);
        return stack.at(0).toTensor();
    }

  private:
    /* Whether it multiplies exactly here, at the ends of the range too, for
     * one row and for many. */
    bool works() const
    {
        try {
            for (const int64_t rows : {1, 3, 40}) {
                const auto ramp = [](int64_t n, int64_t m, int64_t step) {
                    return (at::arange(n * m, at::kLong).mul(step) % 255)
                        .sub(127)
                        .view({n, m})
                        .to(at::kChar);
                };
                const at::Tensor a = ramp(rows, 96, 89), b = ramp(80, 96, 53);
                if (!at::equal(
                        (*this)(a, b).to(at::kDouble),
                        at::mm(a.to(at::kDouble), b.to(at::kDouble).t())))
                    return false;
            }
            return true;
        } catch (...) {
            return false;
        }
    }

    std::unique_ptr<c10::OperatorHandle> run_;
};

const integer_product &product()
{
    static const integer_product found;
    return found;
}

} // namespace

int8_linear::int8_linear(const at::Tensor &weight, const at::Tensor &bias)
    : bias_(bias.defined() ? bias.to(at::kFloat) : bias)
{
    const quantised made = quantise(weight);
    weight_ = made.values.contiguous();
    scale_ = made.scale.squeeze(1).contiguous();
}

at::Tensor int8_linear::operator()(const at::Tensor &x) const
{
    at::Tensor y;
    if (x.is_cpu() && product().there()) {
        const quantised in = quantise(x);
        y = product()(in.values, weight_).to(at::kFloat).mul_(in.scale);
    } else {
        y = at::linear(x, weight_.to(x.scalar_type())).to(at::kFloat);
    }
    y.mul_(scale_);
    if (bias_.defined())
        y.add_(bias_);
    return y.to(x.scalar_type());
}

at::Tensor int8_linear::rows(const at::Tensor &indices) const
{
    return weight_.index_select(0, indices)
        .to(at::kFloat)
        .mul_(scale_.index_select(0, indices).unsqueeze(1));
}

int64_t int8_linear::bytes() const
{
    return weight_.numel() + scale_.numel() * 4 +
           (bias_.defined() ? bias_.numel() * 4 : 0);
}

} // namespace t2s
