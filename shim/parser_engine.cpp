#include "parser_engine.h"

#include <cstring>
#include <map>

#include "aten.h"

#include "fail.h"

namespace t2s
{

namespace
{

/* Tensors by name. Each must be there, with its rank. */
class tensors_by_name
{
  public:
    tensors_by_name(const t2s_tensor *tensors, int32_t count)
    {
        for (int32_t i = 0; i < count; i++)
            at_[tensors[i].name] = &tensors[i];
    }

    bool has(const std::string &name) const
    {
        return at_.count(name) != 0;
    }

    at::Tensor take(const std::string &name, int32_t rank,
                    at::ScalarType type) const
    {
        const auto found = at_.find(name);
        if (found == at_.end())
            fail(T2SED_EMISMATCH, "parser: tensor %s is missing", name.c_str());
        const t2s_tensor &t = *found->second;
        if (t.rank != rank)
            fail(T2SED_EMISMATCH, "parser: tensor %s has %d dimensions, not %d",
                 name.c_str(), t.rank, rank);
        const auto from = t.dtype == T2S_F32    ? at::kFloat
                          : t.dtype == T2S_F16  ? at::kHalf
                          : t.dtype == T2S_BF16 ? at::kBFloat16
                                                : at::kLong;
        if (from == at::kLong)
            fail(T2SED_EUNSUPPORTED, "parser: tensor %s is not of floats",
                 name.c_str());
        return at::from_blob(
                   const_cast<void *>(t.data),
                   at::IntArrayRef(t.shape, static_cast<size_t>(rank)), from)
            .to(type, false, true)
            .contiguous();
    }

  private:
    std::map<std::string, const t2s_tensor *> at_;
};

void want(const at::Tensor &tensor, const char *name,
          std::initializer_list<int64_t> shape)
{
    if (tensor.sizes() != at::IntArrayRef(shape))
        fail(T2SED_EMISMATCH, "parser: tensor %s does not fit the others",
             name);
}

at::Tensor rows_of(const at::Tensor &table, const int32_t *indices,
                   int32_t count, const char *what)
{
    const int64_t limit = table.size(0);
    for (int32_t i = 0; i < count; i++)
        if (indices[i] < 0 || indices[i] >= limit)
            fail(T2SED_EINVAL, "parser: %s %d of %lld", what, indices[i],
                 static_cast<long long>(limit));
    return at::from_blob(const_cast<int32_t *>(indices), {count}, at::kInt);
}

at::Tensor leaky(const at::Tensor &x)
{
    return at::leaky_relu(x, 0.1);
}

} // namespace

parser_engine::parser_engine(const t2s_tensor *tensors, int32_t count,
                             at::ScalarType type)
    : type_(type)
{
    const tensors_by_name named(tensors, count);
    const auto float32 = at::kFloat;
    fixed_ = named.take("fixed.weight", 2, float32);
    word_ = named.take("words.weight", 2, float32);
    ngram_ = named.take("ngrams.weight", 2, float32);
    shape_ = named.take("shapes.weight", 2, float32);
    int64_t size =
        fixed_.size(1) + word_.size(1) + ngram_.size(1) + shape_.size(1);
    hidden_ = named.take("lstm.0.weight_hh_l0", 2, float32).size(1);
    for (size_t i = 0;; i++) {
        const std::string layer = "lstm." + std::to_string(i) + ".";
        if (!named.has(layer + "weight_ih_l0"))
            break;
        std::vector<at::Tensor> weights;
        for (const char *direction : {"", "_reverse"}) {
            for (const char *name : {"weight_ih_l0", "weight_hh_l0"}) {
                weights.push_back(
                    named.take(layer + name + direction, 2, type));
                want(weights.back(), name,
                     {4 * hidden_, name[7] == 'i' ? size : hidden_});
            }
            for (const char *name : {"bias_ih_l0", "bias_hh_l0"}) {
                weights.push_back(
                    named.take(layer + name + direction, 1, type));
                want(weights.back(), name, {4 * hidden_});
            }
        }
        layers_.push_back(weights);
        size = 2 * hidden_;
    }
    if (layers_.size() < 2)
        fail(T2SED_EMISMATCH, "parser: fewer than two layers");
    const auto take_linear = [&](const char *name) {
        linear made{named.take(std::string(name) + ".weight", 2, type),
                    named.take(std::string(name) + ".bias", 1, type)};
        want(made.weight, name, {made.bias.size(0), size});
        return made;
    };
    tag_ = take_linear("tag");
    arc_head_ = take_linear("arc_head");
    arc_dependent_ = take_linear("arc_dependent");
    label_head_ = take_linear("label_head");
    label_dependent_ = take_linear("label_dependent");
    root_ = named.take("root", 1, type).unsqueeze(0);
    want(root_, "root", {1, size});
    const int64_t arc = arc_head_.bias.size(0), label = label_size();
    at::Tensor both = named.take("arc", 2, float32);
    want(both, "arc", {arc + 1, arc});
    want(arc_dependent_.bias, "arc_dependent.bias", {arc});
    arc_ = both.narrow(0, 0, arc).contiguous();
    arc_bias_ = both[arc].clone();
    label_ = named.take("label", 3, float32);
    want(label_, "label", {label_.size(0), label + 1, label + 1});
    want(label_dependent_.bias, "label_dependent.bias", {label});
    /* [dependent, relation and head] */
    label_ = label_.permute({1, 0, 2}).reshape({label + 1, -1}).contiguous();
}

int64_t parser_engine::label_size() const
{
    return label_head_.bias.size(0);
}

t2s_parser_sizes parser_engine::sizes() const
{
    const auto number = [](int64_t n) { return static_cast<int32_t>(n); };
    return {
        number(fixed_.size(0)),    number(word_.size(0)),
        number(ngram_.size(0)),    number(shape_.size(0)),
        number(tag_.bias.size(0)), number(label_.size(1) / (label_size() + 1)),
        number(label_size())};
}

at::Tensor parser_engine::embed(const t2s_parser_words &in) const
{
    const int32_t n = in.words;
    const at::Tensor starts =
        at::from_blob(const_cast<int32_t *>(in.ngram_start), {n}, at::kInt);
    for (int32_t i = 0; i < n; i++)
        if (in.ngram_start[i] < (i ? in.ngram_start[i - 1] : 0) ||
            in.ngram_start[i] >= in.ngrams)
            fail(T2SED_EINVAL, "parser: word %d has no n-gram", i);
    const at::Tensor ngrams = std::get<0>(at::embedding_bag(
        ngram_, rows_of(ngram_, in.ngram, in.ngrams, "n-gram"), starts, false,
        1));
    return at::cat(
               {fixed_.index_select(0, rows_of(fixed_, in.fixed, n, "row")),
                word_.index_select(0, rows_of(word_, in.word, n, "word")),
                ngrams,
                shape_.index_select(0, rows_of(shape_, in.shape, n, "shape"))},
               1)
        .to(type_);
}

at::Tensor parser_engine::run_layer(size_t layer, const at::Tensor &x) const
{
    const at::Tensor zero = at::zeros({2, 1, hidden_}, x.options());
    return std::get<0>(at::lstm(x, {zero, zero}, layers_[layer], true, 1, 0,
                                false, true, false));
}

void parser_engine::score(const t2s_parser_words &in, float *tags, float *arcs,
                          float *vectors) const
{
    if (in.words < 1)
        fail(T2SED_EINVAL, "parser: no words");
    const int64_t n = in.words;
    at::Tensor x = embed(in).unsqueeze(1), tagged;
    for (size_t i = 0; i < layers_.size(); i++) {
        x = run_layer(i, x);
        if (i == 1)
            tagged = x.squeeze(1);
    }
    x = x.squeeze(1);
    const auto apply = [](const linear &l, const at::Tensor &rows) {
        return at::linear(rows, l.weight, l.bias);
    };
    const auto copy = [](const at::Tensor &from, float *to) {
        const at::Tensor here = from.to(at::kFloat).contiguous();
        std::memcpy(to, here.data_ptr<float>(),
                    static_cast<size_t>(here.numel()) * sizeof *to);
    };
    copy(apply(tag_, tagged), tags);
    const at::Tensor rooted = at::cat({root_, x});
    const at::Tensor heads = leaky(apply(arc_head_, rooted)).to(at::kFloat);
    const at::Tensor dependents =
        leaky(apply(arc_dependent_, x)).to(at::kFloat);
    copy(at::mm(at::addmm(arc_bias_, dependents, arc_), heads.t()), arcs);
    copy(leaky(apply(label_head_, rooted)), vectors);
    copy(leaky(apply(label_dependent_, x)), vectors + (n + 1) * label_size());
}

void parser_engine::label(int32_t words, const float *vectors,
                          const int64_t *heads, float *relations) const
{
    const int64_t n = words, size = label_size();
    for (int64_t i = 0; i < n; i++)
        if (heads[i] < 0 || heads[i] > n)
            fail(T2SED_EINVAL, "parser: head %lld of %lld words",
                 static_cast<long long>(heads[i]), static_cast<long long>(n));
    const at::Tensor all = at::from_blob(const_cast<float *>(vectors),
                                         {2 * n + 1, size}, at::kFloat);
    const at::Tensor chosen =
        at::from_blob(const_cast<int64_t *>(heads), {n}, at::kLong);
    const at::Tensor ones = at::ones({n, 1}, at::kFloat);
    const at::Tensor head =
        at::cat({all.narrow(0, 0, n + 1).index_select(0, chosen), ones}, 1);
    const at::Tensor dependent = at::cat({all.narrow(0, n + 1, n), ones}, 1);
    const at::Tensor scores =
        at::bmm(at::mm(dependent, label_).view({n, -1, size + 1}),
                head.unsqueeze(2))
            .contiguous();
    std::memcpy(relations, scores.data_ptr<float>(),
                static_cast<size_t>(scores.numel()) * sizeof *relations);
}

} // namespace t2s
