#include "parser_trainer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "aten.h"
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>

#include "engine.h"
#include "fail.h"
#include "parser_engine.h"

namespace t2s
{

namespace
{

/* How the average of the weights moves: every so many steps, towards the
 * present weights, by 1 - step / (step + slowness), but at least by `least`. */
constexpr int64_t average_steps = 10;
constexpr double average_slowness = 500.0, average_least = 0.02;

class gradient_guard
{
  public:
    gradient_guard() : before_(c10::GradMode::is_enabled())
    {
        c10::GradMode::set_enabled(true);
    }
    ~gradient_guard()
    {
        c10::GradMode::set_enabled(before_);
    }
    gradient_guard(const gradient_guard &) = delete;
    gradient_guard &operator=(const gradient_guard &) = delete;

  private:
    const bool before_;
};

void check_range(const int32_t *values, int32_t count, int32_t limit,
                 const char *what)
{
    if (!values)
        fail(T2SED_EINVAL, "parser training: no %ss", what);
    for (int32_t i = 0; i < count; i++)
        if (values[i] < 0 || values[i] >= limit)
            fail(T2SED_EINVAL, "parser training: %s %d of %d", what, values[i],
                 limit);
}

void check_options(const t2s_parser_train_options &o)
{
    const auto share = [](double p) { return p >= 0.0 && p < 1.0; };
    if (!(share(o.beta1) && share(o.beta2) && o.epsilon > 0.0 &&
          o.weight_decay >= 0.0 && o.max_gradient_norm >= 0.0))
        fail(T2SED_EINVAL,
             "parser training: beta1 %g, beta2 %g, epsilon %g, weight decay "
             "%g, gradient norm %g: out of range",
             o.beta1, o.beta2, o.epsilon, o.weight_decay, o.max_gradient_norm);
    if (!(share(o.dropout) && share(o.fixed_dropout) && share(o.word_dropout) &&
          share(o.ngram_dropout)))
        fail(T2SED_EINVAL, "parser training: dropout is not within 0 and 1");
    if (o.precision != T2S_FP32 && o.precision != T2S_BFLOAT16)
        fail(T2SED_EINVAL, "parser training: precision %d", o.precision);
}

at::Tensor ints(const int32_t *data, std::initializer_list<int64_t> shape)
{
    return at::from_blob(const_cast<int32_t *>(data), shape, at::kInt);
}

at::Tensor longs(const int32_t *data, std::initializer_list<int64_t> shape)
{
    return ints(data, shape).to(at::kLong);
}

/* A 1 behind each vector: what a label says of one word alone. */
at::Tensor with_one(const at::Tensor &x)
{
    return at::cat({x, at::ones({x.size(0), x.size(1), 1}, x.options())}, 2);
}

} // namespace

/* One run through the network. */
class parser_trainer::pass
{
  public:
    pass(const parser_trainer &trainer, const weights &with, bool dropout)
        : t_(trainer), w_(with), dropout_(dropout)
    {
    }

    scores run(const t2s_parser_batch &batch) const
    {
        at::Tensor x = embed(batch), tagged;
        const int64_t n = batch.words.words;
        for (size_t i = 0; i < t_.layers_; i++) {
            x = layer(i, drop(x));
            if (i == 1)
                tagged = x;
        }
        x = drop(x);
        const at::Tensor root =
            get("root").to(t_.type_).expand({x.size(0), 1, x.size(2)});
        const at::Tensor rooted = at::cat({root, x}, 1);
        const at::Tensor arc = get("arc");
        const int64_t size = arc.size(1);
        const at::Tensor dependents = scorer("arc_dependent", x);
        const at::Tensor arcs =
            at::matmul(dependents, arc.narrow(0, 0, size)) + arc[size];
        const at::Tensor heads = scorer("arc_head", rooted);
        return {linear("tag", drop(tagged)).to(at::kFloat).reshape({n, -1}),
                at::bmm(arcs, heads.transpose(1, 2)).reshape({n, -1}),
                scorer("label_head", rooted), scorer("label_dependent", x)};
    }

    /* [words, relations] for heads [sentences, length]. */
    at::Tensor label(const scores &s, const at::Tensor &heads) const
    {
        const at::Tensor label = get("label");
        const int64_t n = heads.numel(), size = label.size(2);
        const at::Tensor chosen =
            s.heads.gather(1, heads.unsqueeze(2).expand({-1, -1, size - 1}));
        const at::Tensor table = label.permute({1, 0, 2}).reshape({size, -1});
        return at::bmm(at::mm(with_one(s.dependents).view({n, size}), table)
                           .view({n, -1, size}),
                       with_one(chosen).view({n, size, 1}))
            .squeeze(2);
    }

  private:
    const at::Tensor &get(const std::string &name) const
    {
        return w_[t_.index_.at(name)];
    }

    at::Tensor keep(at::Tensor mask, double p) const
    {
        return mask.bernoulli_(1.0 - p, t_.generator_);
    }

    /* A word's feature, or now and then nothing. */
    at::Tensor feature(const at::Tensor &x, double p) const
    {
        return dropout_ && p > 0.0 ? x * keep(at::empty({x.size(0), 1}), p) : x;
    }

    /* One mask for all words of a sentence (Gal and Ghahramani 2016). */
    at::Tensor drop(const at::Tensor &x) const
    {
        const double p = t_.options_.dropout;
        if (!dropout_ || p <= 0.0)
            return x;
        const at::Tensor mask =
            keep(at::empty({x.size(0), 1, x.size(2)}), p).div_(1.0 - p);
        return x * mask.to(x.scalar_type());
    }

    at::Tensor embed(const t2s_parser_batch &batch) const
    {
        const t2s_parser_words &in = batch.words;
        const t2s_parser_train_options &o = t_.options_;
        const auto rows = [&](const char *table, const int32_t *at) {
            return at::embedding(get(table), longs(at, {in.words}));
        };
        const at::Tensor ngrams = std::get<0>(
            at::embedding_bag(get("ngrams.weight"), ints(in.ngram, {in.ngrams}),
                              ints(in.ngram_start, {in.words}), false, 1));
        return at::cat(
                   {feature(rows("fixed.weight", in.fixed), o.fixed_dropout),
                    feature(rows("words.weight", in.word), o.word_dropout),
                    feature(ngrams, o.ngram_dropout),
                    rows("shapes.weight", in.shape)},
                   1)
            .view({batch.sentences, batch.length, -1})
            .to(t_.type_);
    }

    at::Tensor layer(size_t i, const at::Tensor &x) const
    {
        weights cast;
        const std::string start = "lstm." + std::to_string(i) + ".";
        for (const char *end : {"", "_reverse"})
            for (const char *name :
                 {"weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"})
                cast.push_back(get(start + name + end).to(t_.type_));
        const at::Tensor zero =
            at::zeros({2, x.size(0), t_.hidden_}, x.options());
        return std::get<0>(at::lstm(x, {zero, zero}, cast, true, 1, 0.0,
                                    c10::GradMode::is_enabled(), true, true));
    }

    at::Tensor linear(const std::string &name, const at::Tensor &x) const
    {
        return at::linear(x, get(name + ".weight").to(t_.type_),
                          get(name + ".bias").to(t_.type_));
    }

    /* What scores are made of: a layer of its own, in fp32 from there on. */
    at::Tensor scorer(const std::string &name, const at::Tensor &x) const
    {
        return drop(at::leaky_relu(linear(name, x), 0.1)).to(at::kFloat);
    }

    const parser_trainer &t_;
    const weights &w_;
    const bool dropout_;
};

parser_trainer::parser_trainer(const t2s_tensor *tensors, int32_t count,
                               const t2s_parser_train_options &options)
    : options_(options),
      type_(options.precision == T2S_BFLOAT16 ? at::kBFloat16 : at::kFloat),
      generator_(at::make_generator<at::CPUGeneratorImpl>(options.seed))
{
    check_options(options);
    {
        const inference_guard guard;
        sizes_ = parser_engine(tensors, count, at::kFloat).sizes();
    }
    for (int32_t i = 0; i < count; i++) {
        const t2s_tensor &t = tensors[i];
        if (t.dtype != T2S_F32)
            fail(T2SED_EINVAL, "parser training: tensor %s is not fp32",
                 t.name);
        const at::IntArrayRef shape(t.shape, static_cast<size_t>(t.rank));
        at::Tensor made =
            at::from_blob(const_cast<void *>(t.data), shape, at::kFloat)
                .clone();
        const bool fixed = std::strcmp(t.name, "fixed.weight") == 0;
        const bool moments = !fixed && !options.gradients_only;
        index_[t.name] = weights_.size();
        names_.push_back(t.name);
        first_.push_back(moments ? at::zeros_like(made) : at::Tensor());
        second_.push_back(moments ? at::zeros_like(made) : at::Tensor());
        average_.push_back(moments ? made.clone() : made.detach());
        made.requires_grad_(!fixed);
        weights_.push_back(made);
    }
    while (index_.count("lstm." + std::to_string(layers_) + ".weight_ih_l0"))
        layers_++;
    hidden_ = weights_[index_["lstm.0.weight_hh_l0"]].size(1);
}

void parser_trainer::check_words(const t2s_parser_batch &batch) const
{
    const t2s_parser_words &in = batch.words;
    if (batch.sentences < 1 || batch.length < 1 ||
        static_cast<int64_t>(batch.sentences) * batch.length != in.words)
        fail(T2SED_EINVAL,
             "parser training: %d sentences of %d words, but %d words",
             batch.sentences, batch.length, in.words);
    check_range(in.fixed, in.words, sizes_.fixed, "row");
    check_range(in.word, in.words, sizes_.words, "word");
    check_range(in.shape, in.words, sizes_.shapes, "shape");
    check_range(in.ngram, in.ngrams, sizes_.ngrams, "n-gram");
    check_range(in.ngram_start, in.words, in.ngrams, "n-gram's start");
    if (in.ngram_start[0] != 0 ||
        !std::is_sorted(in.ngram_start, in.ngram_start + in.words))
        fail(T2SED_EINVAL, "parser training: n-grams are out of order");
}

void parser_trainer::check_labels(const t2s_parser_batch &batch) const
{
    const int32_t n = batch.words.words;
    check_range(batch.tags, n, sizes_.tags, "tag");
    check_range(batch.heads, n, batch.length + 1, "head");
    check_range(batch.relations, n, sizes_.relations, "relation");
}

/* Leaves the gradients; the loss. */
double parser_trainer::accumulate(const t2s_parser_batch &batch)
{
    const int64_t n = batch.words.words;
    const gradient_guard guard;
    const pass p(*this, weights_, !options_.gradients_only);
    for (at::Tensor &w : weights_)
        w.mutable_grad().reset();
    const scores s = p.run(batch);
    const at::Tensor heads =
        longs(batch.heads, {batch.sentences, batch.length});
    const at::Tensor relations = p.label(s, heads);
    const at::Tensor loss =
        at::cross_entropy_loss(s.arcs, heads.reshape({n})) +
        at::cross_entropy_loss(relations, longs(batch.relations, {n})) +
        0.5 * at::cross_entropy_loss(s.tags, longs(batch.tags, {n}));
    loss.backward();
    return loss.item<double>();
}

void parser_trainer::average()
{
    const auto at = static_cast<double>(step_);
    const double towards =
        std::max(average_least, 1.0 - at / (at + average_slowness));
    if (step_ >= average_steps && step_ % average_steps != 0)
        return;
    for (size_t i = 0; i < weights_.size(); i++)
        if (first_[i].defined())
            average_[i].lerp_(weights_[i].detach(), towards);
}

double parser_trainer::step(const t2s_parser_batch &batch, double learning_rate)
{
    if (!(learning_rate >= 0.0) || !std::isfinite(learning_rate))
        fail(T2SED_EINVAL, "parser training: learning rate %g", learning_rate);
    check_words(batch);
    check_labels(batch);
    const double loss = accumulate(batch);
    if (options_.gradients_only)
        return loss;
    if (!std::isfinite(loss))
        fail(T2SED_EBACKEND, "parser training: the loss of step %lld is %g",
             static_cast<long long>(step_ + 1), loss);
    const inference_guard guard;
    const adamw rule{options_.beta1, options_.beta2, options_.epsilon,
                     options_.weight_decay};
    if (options_.max_gradient_norm > 0.0)
        clip_gradients(weights_, options_.max_gradient_norm);
    step_++;
    for (size_t i = 0; i < weights_.size(); i++)
        if (weights_[i].grad().defined())
            rule.update(weights_[i], first_[i], second_[i], step_,
                        learning_rate);
    average();
    return loss;
}

void parser_trainer::predict(const t2s_parser_batch &batch, int32_t *tags,
                             int32_t *heads, int32_t *relations) const
{
    check_words(batch);
    const inference_guard guard;
    const pass p(*this, average_, false);
    const scores s = p.run(batch);
    const at::Tensor best =
        s.arcs.argmax(1).view({batch.sentences, batch.length});
    const auto copy = [](const at::Tensor &from, int32_t *to) {
        const at::Tensor here = from.to(at::kInt).contiguous();
        std::memcpy(to, here.data_ptr<int32_t>(),
                    static_cast<size_t>(here.numel()) * sizeof *to);
    };
    copy(s.tags.argmax(1), tags);
    copy(best, heads);
    copy(p.label(s, best).argmax(1), relations);
}

size_t parser_trainer::count() const
{
    return weights_.size();
}

t2s_tensor parser_trainer::describe(size_t index) const
{
    t2s_tensor tensor{};
    tensor.name = names_[index].c_str();
    tensor.dtype = T2S_F32;
    tensor.rank = static_cast<int32_t>(weights_[index].dim());
    for (int32_t i = 0; i < tensor.rank; i++)
        tensor.shape[i] = weights_[index].size(i);
    return tensor;
}

at::Tensor parser_trainer::whole(size_t index, int32_t part) const
{
    switch (part) {
    case T2S_PART_WEIGHT:
        return weights_[index];
    case T2S_PART_MOMENT_1:
        return first_[index];
    case T2S_PART_MOMENT_2:
        return second_[index];
    case T2S_PART_GRADIENT:
        return weights_[index].grad();
    case T2S_PART_AVERAGE:
        return average_[index];
    default:
        fail(T2SED_EINVAL, "parser training: no part %d of a weight", part);
    }
}

void parser_trainer::read(size_t index, int32_t part, float *data,
                          size_t size) const
{
    check_access(index, size);
    const inference_guard guard;
    const at::Tensor from = whole(index, part);
    if (!from.defined()) {
        std::memset(data, 0, size * sizeof *data);
        return;
    }
    const at::Tensor here = from.detach().contiguous();
    std::memcpy(data, here.data_ptr<float>(), size * sizeof *data);
}

void parser_trainer::write(size_t index, int32_t part, const float *data,
                           size_t size)
{
    check_access(index, size);
    const inference_guard guard;
    if (part == T2S_PART_GRADIENT)
        fail(T2SED_EINVAL, "parser training: gradients can't be written");
    const at::Tensor to = whole(index, part);
    if (to.defined())
        to.copy_(
            at::from_blob(const_cast<float *>(data), to.sizes(), at::kFloat));
}

std::string parser_trainer::random_state() const
{
    return random_bytes(generator_.get_state());
}

void parser_trainer::set_state(int64_t step, const std::string &random)
{
    if (step < 0)
        fail(T2SED_EINVAL, "parser training: step %lld",
             static_cast<long long>(step));
    generator_.set_state(random_state_of(random, generator_));
    step_ = step;
}

} // namespace t2s
