#include "int8.h"

#include "aten.h"
#include "device.h"
#include <ATen/core/dispatch/Dispatcher.h>

#include <chrono>
#include <memory>

namespace t2s
{

namespace
{

/* Rows that weights are packed for; others are as fast, by measurement. */
constexpr int64_t packed_rows = 256;

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

/*
 * Products of a [rows, inputs] by b [outputs, inputs]', both int8. The
 * operators are in no header and are looked up by name: libtorch has had
 * aten::_int_mm since 2.3. oneDNN's, which reads a packed b, takes rows with
 * signs only in later versions, and is used where it is the faster one: both
 * give the same numbers.
 */
class integer_products
{
  public:
    integer_products()
        : plain_(find("aten::_int_mm", 2)),
          pack_(find("onednn::qlinear_prepack", 2)),
          packed_(find("onednn::qlinear_pointwise", 13))
    {
        has_plain_ = plain_ && works(false);
        has_packed_ = pack_ && packed_ && works(true) && pays();
    }

    bool has_plain() const
    {
        return has_plain_;
    }

    bool has_packed() const
    {
        return has_packed_;
    }

    at::Tensor pack(const at::Tensor &b) const
    {
        return call(*pack_, {b, at::IntArrayRef({packed_rows, b.size(1)})});
    }

    static at::Tensor zero_points(const at::Tensor &scale)
    {
        return at::zeros(scale.sizes(), at::kLong);
    }

    /* a * b', each column by its scale [outputs], as fp32. */
    at::Tensor run_packed(const at::Tensor &a, const at::Tensor &b,
                          const at::Tensor &scale,
                          const at::Tensor &zeros) const
    {
        static const c10::IValue no_numbers(c10::impl::GenericList(
            c10::OptionalType::create(c10::NumberType::get())));
        const auto type = static_cast<int64_t>(at::kFloat);
        return call(*packed_,
                    {a, 1.0 /* scale of a */, int64_t{0} /* and its zero */, b,
                     scale, zeros, c10::IValue() /* no bias */, 1.0, int64_t{0},
                     type, "none", no_numbers, ""});
    }

    at::Tensor run_plain(const at::Tensor &a, const at::Tensor &b,
                         const at::Tensor &scale) const
    {
        return call(*plain_, {a, b.t()}).to(at::kFloat).mul_(scale);
    }

  private:
    using handle = std::unique_ptr<c10::OperatorHandle>;

    static handle find(const char *name, size_t arguments)
    {
        const auto found = c10::Dispatcher::singleton().findSchema({name, ""});
        if (!found || found->schema().arguments().size() != arguments)
            return nullptr;
        return std::make_unique<c10::OperatorHandle>(*found);
    }

    static at::Tensor call(const c10::OperatorHandle &run,
                           torch::jit::Stack stack)
    {
        run.callBoxed(&stack);
        return stack.at(0).toTensor();
    }

    struct problem {
        at::Tensor a, b, scale, packed, zeros;
    };

    /* With numbers up to the ends of the range; scales that change nothing but
     * the exponent. */
    problem make(bool packed, int64_t rows, int64_t inputs,
                 int64_t outputs) const
    {
        const auto ramp = [](int64_t n, int64_t m, int64_t step) {
            return (at::arange(n * m, at::kLong).mul(step) % 255)
                .sub(127)
                .view({n, m})
                .to(at::kChar);
        };
        problem made{ramp(rows, inputs, 89),
                     ramp(outputs, inputs, 53),
                     at::exp2((at::arange(outputs) % 5).sub(2).to(at::kFloat)),
                     {},
                     {}};
        if (packed) {
            made.packed = pack(made.b);
            made.zeros = zero_points(made.scale);
        }
        return made;
    }

    at::Tensor run(const problem &p) const
    {
        return p.packed.defined() ? run_packed(p.a, p.packed, p.scale, p.zeros)
                                  : run_plain(p.a, p.b, p.scale);
    }

    /* Whether it multiplies exactly here, for one row and for many. */
    bool works(bool packed) const
    {
        try {
            for (const int64_t rows : {1, 3, 40}) {
                const problem p = make(packed, rows, 96, 80);
                if (!at::equal(
                        run(p).to(at::kDouble),
                        at::mm(p.a.to(at::kDouble), p.b.to(at::kDouble).t())
                            .mul_(p.scale)))
                    return false;
            }
            return true;
        } catch (...) {
            return false;
        }
    }

    /* Of the shortest of five products. */
    double seconds(bool packed, int64_t rows) const
    {
        const problem p = make(packed, rows, 512, 512);
        double best = 1e9;
        for (int i = 0; i < 6; i++) { /* the first makes the kernel */
            const auto began = std::chrono::steady_clock::now();
            run(p);
            const std::chrono::duration<double> took =
                std::chrono::steady_clock::now() - began;
            best = i > 0 && took.count() < best ? took.count() : best;
        }
        return best;
    }

    /* Where oneDNN has no kernel for rows with signs, as without AMX, it takes
     * one that is a hundred times slower. */
    bool pays() const
    {
        return has_plain_ && seconds(true, 1) < 4 * seconds(false, 1) &&
               seconds(true, 64) < seconds(false, 64);
    }

    handle plain_, pack_, packed_;
    bool has_plain_ = false, has_packed_ = false;
};

const integer_products &products()
{
    static const integer_products found;
    return found;
}

} // namespace

bool int8_linear::is_fast()
{
    return has_int8_before_bf16() && products().has_plain();
}

int8_linear::int8_linear(const at::Tensor &weight, const at::Tensor &bias,
                         bool gives_rows)
    : bias_(bias.defined() ? bias.to(at::kFloat) : bias)
{
    const quantised made = quantise(weight);
    weight_ = made.values.contiguous();
    scale_ = made.scale.squeeze(1).contiguous();
    bytes_ = weight_.numel() + scale_.numel() * 4 +
             (bias_.defined() ? bias_.numel() * 4 : 0);
    packed_ = weight.is_cpu() && !gives_rows && products().has_packed();
    if (packed_) {
        weight_ = products().pack(weight_);
        zeros_ = products().zero_points(scale_);
        bytes_ += zeros_.numel() * 8;
    }
}

at::Tensor int8_linear::operator()(const at::Tensor &x) const
{
    at::Tensor y;
    if (packed_ || (x.is_cpu() && products().has_plain())) {
        const quantised in = quantise(x);
        y = packed_ ? products().run_packed(in.values, weight_, scale_, zeros_)
                    : products().run_plain(in.values, weight_, scale_);
        y.mul_(in.scale);
    } else {
        y = at::linear(x, weight_.to(x.scalar_type()))
                .to(at::kFloat)
                .mul_(scale_);
    }
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

} // namespace t2s
