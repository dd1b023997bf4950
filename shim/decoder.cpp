#include "decoder.h"

#include <cmath>
#include <map>
#include <string>

#include "aten.h"
#include <torch/version.h>

#include "fail.h"

namespace t2s
{

namespace
{

/* A model's tensors by their names, with its adapter merged. */
class source
{
  public:
    source(const t2s_tensor *tensors, int32_t count, const t2s_adapter *adapter)
        : scale_(adapter ? adapter->scale : 0)
    {
        for (int32_t i = 0; i < count; i++)
            base_[tensors[i].name] = &tensors[i];
        for (int32_t i = 0; adapter && i < adapter->count; i++)
            low_rank_[adapter->tensors[i].name] = &adapter->tensors[i];
    }

    /* The tensor as it is in the file, which it may share memory with. */
    at::Tensor take(const std::string &name, std::vector<int64_t> shape) const
    {
        return view(base_, name, shape, "tensor");
    }

    /* layers.N.LINEAR, merged. */
    at::Tensor take_linear(int32_t layer, const char *part, const char *name,
                           int64_t outputs, int64_t inputs)
    {
        const std::string at = "layers." + std::to_string(layer) + ".";
        const at::Tensor weight = take(
            "model." + at + part + "." + name + ".weight", {outputs, inputs});
        const std::string low = at + name;
        const auto a = low_rank_.find(low + ".lora_a");
        if (a == low_rank_.end())
            return weight;
        const int64_t rank = a->second->rank == 2 ? a->second->shape[0] : -1;
        const at::Tensor first =
            view(low_rank_, low + ".lora_a", {rank, inputs}, "adapter");
        const at::Tensor second =
            view(low_rank_, low + ".lora_b", {outputs, rank}, "adapter");
        used_ += 2;
        return weight.to(at::kFloat)
            .add(at::mm(second.to(at::kFloat), first.to(at::kFloat)), scale_);
    }

    /* Whether every tensor of the adapter had its place. */
    void check_used() const
    {
        if (used_ != low_rank_.size())
            fail(T2SED_EMISMATCH,
                 "adapter: %zu of its %zu tensors belong to no linear layer of "
                 "the model",
                 low_rank_.size() - used_, low_rank_.size());
    }

  private:
    using names = std::map<std::string, const t2s_tensor *>;

    static at::Tensor view(const names &all, const std::string &name,
                           const std::vector<int64_t> &shape, const char *what)
    {
        const auto found = all.find(name);
        if (found == all.end())
            fail(T2SED_EMISMATCH, "language model: %s %s is missing", what,
                 name.c_str());
        const t2s_tensor &t = *found->second;
        const at::IntArrayRef sizes(t.shape, static_cast<size_t>(t.rank));
        if (sizes != at::IntArrayRef(shape))
            fail(T2SED_EMISMATCH,
                 "language model: %s %s has the shape %s, the configuration "
                 "wants %s",
                 what, name.c_str(), text(sizes).c_str(), text(shape).c_str());
        const auto type = t.dtype == T2S_F32    ? at::kFloat
                          : t.dtype == T2S_F16  ? at::kHalf
                          : t.dtype == T2S_BF16 ? at::kBFloat16
                                                : at::kLong;
        if (type == at::kLong)
            fail(T2SED_EUNSUPPORTED,
                 "language model: %s %s is neither F32, F16 nor BF16", what,
                 name.c_str());
        const at::Tensor made =
            at::from_blob(const_cast<void *>(t.data), sizes, type);
        /* A sum is no number where an element is none. */
        if (!std::isfinite(made.sum(at::kDouble).item<double>()))
            fail(T2SED_EFORMAT,
                 "language model: %s %s holds NaN or infinite values", what,
                 name.c_str());
        return made;
    }

    static std::string text(at::IntArrayRef sizes)
    {
        std::string out = "[";
        for (const int64_t n : sizes)
            out += (out.size() > 1 ? ", " : "") + std::to_string(n);
        return out + "]";
    }

    names base_, low_rank_;
    double scale_;
    size_t used_ = 0;
};

at::ScalarType activation_type(int32_t precision, c10::Device device)
{
    switch (precision) {
    case T2S_FP32:
        return at::kFloat;
    case T2S_FP16: /* CPUs lack the products: widened */
        return device.is_cpu() ? at::kFloat : at::kHalf;
    case T2S_BFLOAT16:
        return at::kBFloat16;
    case T2S_INT8:
        return device.is_cpu() ? at::kFloat : at::kBFloat16;
    default:
        fail(T2SED_EINVAL, "precision %d is unknown", precision);
    }
}

/* q [kv, group, rows, size], k and v [kv, keys, size]; gives what q is. */
at::Tensor attend(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v,
                  const at::Tensor &mask)
{
#if TORCH_VERSION_MAJOR >= 2
    const auto spread = [&](const at::Tensor &t) {
        return t.unsqueeze(1).expand({q.size(0), q.size(1), t.size(1), -1});
    };
    c10::optional<at::Tensor> added;
    if (mask.defined())
        added = mask.to(q.scalar_type());
    return at::scaled_dot_product_attention(q, spread(k), spread(v), added, 0.0,
                                            false);
#else
    const auto shape = q.sizes().vec();
    const at::Tensor rows =
        q.reshape({q.size(0), q.size(1) * q.size(2), q.size(3)});
    at::Tensor scores =
        at::bmm(rows, k.transpose(1, 2))
            .to(at::kFloat)
            .mul_(1.0 / std::sqrt(static_cast<double>(q.size(3))))
            .view({shape[0], shape[1], shape[2], k.size(1)});
    if (mask.defined())
        scores.add_(mask);
    const at::Tensor weights =
        at::softmax(scores, -1)
            .to(q.scalar_type())
            .view({shape[0], shape[1] * shape[2], k.size(1)});
    return at::bmm(weights, v).view(shape);
#endif
}

} // namespace

projection::projection(const at::Tensor &weight, const at::Tensor &bias,
                       at::ScalarType type, bool int8)
    : int8_(int8)
{
    if (int8) {
        small_ = int8_linear(weight, bias);
        return;
    }
    at::Tensor copy = weight.to(type, false, true).contiguous();
    bytes_ = copy.numel() * static_cast<int64_t>(copy.element_size());
    plain_ = linear(copy, bias.defined() ? bias.to(type) : bias);
}

void check_decoder(const t2s_decoder &s)
{
    const auto between = [](const char *what, int64_t n, int64_t most) {
        if (n < 1 || n > most)
            fail(T2SED_EINVAL, "language model: %s is %lld", what,
                 static_cast<long long>(n));
    };
    between("the vocabulary", s.vocabulary, 1 << 20);
    between("the hidden size", s.hidden, 1 << 16);
    between("the number of layers", s.layers, 1024);
    between("the intermediate size", s.intermediate, 1 << 18);
    between("the number of heads", s.heads, 1024);
    between("the number of key heads", s.key_heads, s.heads);
    between("the size of a head", s.head_size, 4096);
    between("the number of positions", s.positions, 1 << 24);
    if (s.heads % s.key_heads != 0 || s.head_size % 2 != 0)
        fail(T2SED_EINVAL,
             "language model: %d heads, %d of keys, of %d elements", s.heads,
             s.key_heads, s.head_size);
    if (s.rope < T2S_ROPE_PLAIN || s.rope > T2S_ROPE_LLAMA3 ||
        !(s.rope_theta > 0) || !(s.norm_epsilon >= 0) ||
        (s.rope != T2S_ROPE_PLAIN && !(s.rope_factor > 0)) ||
        (s.rope == T2S_ROPE_LLAMA3 &&
         !(s.rope_low > 0 && s.rope_high > s.rope_low && s.rope_positions > 0)))
        fail(T2SED_EINVAL, "language model: rotary positions make no sense");
}

decoder::decoder(const t2s_decoder &shape, const t2s_tensor *tensors,
                 int32_t count, const t2s_adapter *adapter, c10::Device device,
                 int32_t precision)
    : shape_(shape), device_(device), type_(activation_type(precision, device)),
      int8_(precision == T2S_INT8)
{
    source from(tensors, count, adapter);
    const int64_t hidden = shape.hidden, inner = shape.intermediate;
    const int64_t queries = int64_t{shape.heads} * shape.head_size;
    const int64_t keys = int64_t{shape.key_heads} * shape.head_size;
    const auto make = [&](const at::Tensor &weight,
                          const at::Tensor &bias = {}) {
        projection made(weight.to(device_),
                        bias.defined() ? bias.to(device_) : bias, type_, int8_);
        bytes_ += made.bytes();
        return made;
    };
    const auto wide = [&](const std::string &name, int64_t n) {
        return from.take(name, {n}).to(device_, at::kFloat, false, true);
    };
    at::Tensor table =
        from.take("model.embed_tokens.weight", {shape.vocabulary, hidden})
            .to(device_);
    if (shape.tied && int8_) {
        small_embedding_ = int8_linear(table, {}, true);
        bytes_ += small_embedding_.bytes();
    } else {
        embedding_ =
            table.to(int8_ ? at::kBFloat16 : type_, false, true).contiguous();
        bytes_ += embedding_.numel() *
                  static_cast<int64_t>(embedding_.element_size());
    }
    for (int32_t i = 0; i < shape.layers; i++) {
        const std::string at = "model.layers." + std::to_string(i) + ".";
        const auto part = [&](const char *name, int64_t outputs) {
            return from.take_linear(i, "self_attn", name, outputs, hidden);
        };
        at::Tensor bias;
        if (shape.qkv_bias)
            bias = at::cat({wide(at + "self_attn.q_proj.bias", queries),
                            wide(at + "self_attn.k_proj.bias", keys),
                            wide(at + "self_attn.v_proj.bias", keys)});
        const auto mlp = [&](const char *name, int64_t outputs,
                             int64_t inputs) {
            return from.take_linear(i, "mlp", name, outputs, inputs);
        };
        layer made;
        made.norm1 = wide(at + "input_layernorm.weight", hidden);
        made.norm2 = wide(at + "post_attention_layernorm.weight", hidden);
        made.qkv = make(at::cat({part("q_proj", queries), part("k_proj", keys),
                                 part("v_proj", keys)}),
                        bias);
        made.out =
            make(from.take_linear(i, "self_attn", "o_proj", hidden, queries));
        made.up = make(at::cat(
            {mlp("gate_proj", inner, hidden), mlp("up_proj", inner, hidden)}));
        made.down = make(mlp("down_proj", hidden, inner));
        layers_.push_back(std::move(made));
    }
    norm_ = wide("model.norm.weight", hidden);
    if (!shape.tied)
        head_ = make(from.take("lm_head.weight", {shape.vocabulary, hidden}));
    from.check_used();
    make_frequencies();
}

/* Radians a position, [head_size / 2] (Su et al. 2021, section 3.2.2). Llama
 * 3.1 divides low frequencies by the factor, keeps high ones, and goes from one
 * to the other in between. */
void decoder::make_frequencies()
{
    const t2s_decoder &s = shape_;
    const double two_pi = 6.283185307179586;
    std::vector<float> made;
    for (int32_t i = 0; i < s.head_size / 2; i++) {
        double f = 1.0 / std::pow(s.rope_theta, 2.0 * i / s.head_size);
        if (s.rope == T2S_ROPE_LINEAR) {
            f /= s.rope_factor;
        } else if (s.rope == T2S_ROPE_LLAMA3) {
            const double turns = s.rope_positions * f / two_pi;
            double kept = (turns - s.rope_low) / (s.rope_high - s.rope_low);
            kept = kept < 0 ? 0 : kept > 1 ? 1 : kept;
            f = (1 - kept) * f / s.rope_factor + kept * f;
        }
        made.push_back(static_cast<float>(f));
    }
    frequencies_ = at::tensor(made, at::kFloat).to(device_);
}

at::Tensor decoder::embed(const at::Tensor &ids) const
{
    const at::Tensor here = ids.to(device_);
    return embedding_.defined()
               ? embedding_.index_select(0, here).to(at::kFloat)
               : small_embedding_.rows(here);
}

at::Tensor decoder::angles(const at::Tensor &positions) const
{
    return positions.to(device_).to(at::kFloat).unsqueeze(1) *
           frequencies_.unsqueeze(0);
}

/* Root mean square normalisation (Zhang & Sennrich 2019). */
at::Tensor decoder::normalise(const at::Tensor &x,
                              const at::Tensor &weight) const
{
    const at::Tensor scale =
        at::rsqrt(x.pow(2).mean(1, true).add_(shape_.norm_epsilon));
    return x.mul(scale).mul_(weight).to(type_);
}

void decoder::run_layer(int32_t index, const at::Tensor &x,
                        const at::Tensor &cosine, const at::Tensor &sine,
                        const at::Tensor &keys, const at::Tensor &values,
                        int64_t at, int64_t rows, const at::Tensor &mask) const
{
    const layer &l = layers_[static_cast<size_t>(index)];
    const int64_t heads = shape_.heads, kv = shape_.key_heads;
    const int64_t size = shape_.head_size, half = size / 2;
    /* Rows behind `rows` only fill up the products. */
    const at::Tensor all = l.qkv(normalise(x, l.norm1))
                               .narrow(0, 0, rows)
                               .view({rows, heads + 2 * kv, size});
    const at::Tensor turned = all.narrow(1, 0, heads + kv).to(at::kFloat);
    const at::Tensor a = turned.narrow(2, 0, half);
    const at::Tensor b = turned.narrow(2, half, half);
    const at::Tensor rotated =
        at::cat({a * cosine - b * sine, b * cosine + a * sine}, 2).to(type_);
    keys.narrow(1, at, rows)
        .copy_(rotated.narrow(1, heads, kv).transpose(0, 1));
    values.narrow(1, at, rows)
        .copy_(all.narrow(1, heads + kv, kv).transpose(0, 1));
    const at::Tensor q = rotated.narrow(1, 0, heads)
                             .reshape({rows, kv, heads / kv, size})
                             .permute({1, 2, 0, 3});
    const at::Tensor seen = attend(q, keys.narrow(1, 0, at + rows),
                                   values.narrow(1, 0, at + rows), mask)
                                .permute({2, 0, 1, 3})
                                .reshape({rows, heads * size});
    const int64_t filling = x.size(0) - rows;
    const at::Tensor context =
        filling > 0 ? at::cat({seen, at::zeros({filling, heads * size},
                                               seen.options())})
                    : seen;
    x.add_(l.out(context));
    const at::Tensor up = l.up(normalise(x, l.norm2));
    const int64_t inner = shape_.intermediate;
    x.add_(l.down(
        at::silu(up.narrow(1, 0, inner)).mul_(up.narrow(1, inner, inner))));
}

at::Tensor decoder::finish(const at::Tensor &x) const
{
    return normalise(x, norm_);
}

at::Tensor decoder::logits(const at::Tensor &x) const
{
    const at::Tensor made = !shape_.tied ? head_(x)
                            : int8_      ? small_embedding_(x)
                                         : at::linear(x, embedding_);
    return made.to(at::kFloat);
}

} // namespace t2s
