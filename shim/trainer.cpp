#include "trainer.h"

#include <cmath>
#include <cstring>
#include <mutex>

#include "aten.h"
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include "fail.h"

namespace t2s
{

namespace
{

/* TorchScript's dropout draws from libtorch's default generator, of which a
 * process has one: a step borrows it, and nobody else may step meanwhile. */
std::mutex generator_mutex;

class borrowed_generator
{
  public:
    borrowed_generator(c10::Device device, at::Tensor &state)
        : lock_(generator_mutex),
          generator_(at::globalContext().defaultGenerator(device)),
          state_(state)
    {
        const std::lock_guard<std::mutex> guard(generator_.mutex());
        before_ = generator_.get_state();
        generator_.set_state(state_);
    }
    ~borrowed_generator()
    {
        try {
            const std::lock_guard<std::mutex> guard(generator_.mutex());
            state_ = generator_.get_state();
            generator_.set_state(before_);
        } catch (...) { /* the states are of the generator's own making */
        }
    }
    borrowed_generator(const borrowed_generator &) = delete;
    borrowed_generator &operator=(const borrowed_generator &) = delete;

  private:
    const std::lock_guard<std::mutex> lock_;
    at::Generator generator_;
    at::Tensor &state_;
    at::Tensor before_;
};

/* Gradients on, and dropout if asked for, until the end of a block. */
class training_guard
{
  public:
    training_guard(engine &e, bool dropout)
        : engine_(e), gradients_(c10::GradMode::is_enabled()),
          optimize_(torch::jit::getGraphExecutorOptimize())
    {
        engine_.set_training(dropout);
        c10::GradMode::set_enabled(true);
        torch::jit::setGraphExecutorOptimize(false);
    }
    ~training_guard()
    {
        c10::GradMode::set_enabled(gradients_);
        torch::jit::setGraphExecutorOptimize(optimize_);
        try {
            engine_.set_training(false);
        } catch (...) { /* the attribute is there: it was set before */
        }
    }
    training_guard(const training_guard &) = delete;
    training_guard &operator=(const training_guard &) = delete;

  private:
    engine &engine_;
    const bool gradients_, optimize_;
};

void check_options(const t2s_train_options &o)
{
    if (!(o.beta1 >= 0.0 && o.beta1 < 1.0 && o.beta2 >= 0.0 && o.beta2 < 1.0 &&
          o.epsilon > 0.0 && o.weight_decay >= 0.0 &&
          o.max_gradient_norm >= 0.0))
        fail(T2SED_EINVAL,
             "training: beta1 %g, beta2 %g, epsilon %g, weight decay %g, "
             "gradient norm %g: out of range",
             o.beta1, o.beta2, o.epsilon, o.weight_decay, o.max_gradient_norm);
}

/* Sum of the weights of a batch's sequences, all of them checked. */
double add_weights(const float *weights, int32_t sequences, const char *what)
{
    double sum = 0.0;
    for (int32_t s = 0; s < sequences; s++) {
        if (!(weights[s] >= 0.0F) || !std::isfinite(weights[s]))
            fail(T2SED_EINVAL, "training: %s %d is %g", what, s,
                 static_cast<double>(weights[s]));
        sum += static_cast<double>(weights[s]);
    }
    return sum;
}

void check_labels(const float *labels, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        if (!(labels[i] >= 0.0F && labels[i] <= 1.0F))
            fail(T2SED_EINVAL, "training: %s %zu is %g, not within 0 and 1",
                 what, i, static_cast<double>(labels[i]));
}

engine::way way_for(c10::Device device, const t2s_train_options &options)
{
    const bool single = options.gradients_only != 2;
    return single && device.is_cpu() && at::hasMKLDNN()
               ? engine::way::script_onednn
               : engine::way::script;
}

} // namespace

trainer::trainer(const t2s_architecture &architecture,
                 const t2s_tensor *tensors, int32_t count, c10::Device device,
                 const t2s_train_options &options)
    : engine_(architecture, tensors, count, device,
              options.gradients_only == 2 ? at::kDouble : at::kFloat,
              options.gradients_only == 2 ? at::kDouble : at::kFloat,
              way_for(device, options)),
      options_(options)
{
    check_options(options);
    const size_t n = engine_.weights().parameters.size();
    for (size_t i = 0; i < n; i++) {
        at::Tensor p = engine_.parameter_tensor(i);
        p.requires_grad_(trained(i));
        if (!trained(i) || options_.gradients_only) {
            first_.emplace_back();
            second_.emplace_back();
        } else {
            first_.push_back(at::zeros_like(p).detach());
            second_.push_back(at::zeros_like(p).detach());
        }
    }
    at::Generator generator =
        at::globalContext().defaultGenerator(device).clone();
    generator.set_current_seed(options.seed);
    random_ = generator.get_state();
}

bool trainer::trained(size_t parameter) const
{
    const struct parameter &p = engine_.weights().parameters[parameter];
    return options_.train_encoder != 0 || !p.encoder;
}

at::Tensor trainer::forward(const t2s_batch &batch) const
{
    const t2s_architecture &a = engine_.architecture();
    const token_input tokens = prepare_tokens(a, batch.tokens);
    return engine_.score(prepare_score(a, batch), engine_.encode(tokens));
}

at::Tensor trainer::encode(const token_input &tokens)
{
    if (options_.train_encoder)
        return engine_.encode(tokens);
    /* Fixed weights give fixed vectors: no dropout either. */
    const inference_guard guard;
    engine_.set_training(false);
    const at::Tensor vectors = engine_.encode(tokens);
    engine_.set_training(!options_.gradients_only);
    return vectors;
}

/*
 * Binary cross-entropy of the logits, each sequence with its weight, over the
 * weights of all sequences of the step.
 */
double trainer::backward(const t2s_train_batch &batch, double weights)
{
    const t2s_architecture &a = engine_.architecture();
    const int64_t n = batch.inputs.tokens.sequences;
    const auto values = [this](const float *data, std::vector<int64_t> shape) {
        return at::from_blob(const_cast<float *>(data), shape, at::kFloat)
            .to(engine_.device(), engine_.type());
    };
    /* Read by the backward pass as well. */
    const token_input tokens = prepare_tokens(a, batch.inputs.tokens);
    const score_input input = prepare_score(a, batch.inputs);
    const at::Tensor loss =
        at::binary_cross_entropy_with_logits(
            engine_.score(input, encode(tokens)), values(batch.labels, {n}),
            values(batch.weights, {n}), {}, at::Reduction::Sum) /
        weights;
    /* Here, because the graph reads the arrays above. */
    loss.backward();
    return loss.item<double>();
}

void trainer::clear_gradients()
{
    for (size_t i = 0; i < first_.size(); i++)
        engine_.parameter_tensor(i).mutable_grad().reset();
}

double trainer::accumulate(const t2s_train_batch *batches, int32_t count)
{
    double weights = 0.0;
    double loss = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const t2s_train_batch &b = batches[i];
        const int32_t n = b.inputs.tokens.sequences;
        if (n <= 0)
            fail(T2SED_EEMPTY, "training: batch %d has no sequences", i);
        if (!b.labels || !b.weights)
            fail(T2SED_EINVAL, "training: batch %d lacks labels or weights", i);
        check_labels(b.labels, static_cast<size_t>(n), "label");
        weights += add_weights(b.weights, n, "weight");
    }
    if (weights <= 0.0)
        fail(T2SED_EINVAL, "training: the weights of a step add up to 0");
    clear_gradients();
    const training_guard guard(engine_, !options_.gradients_only);
    for (int32_t i = 0; i < count; i++)
        loss += backward(batches[i], weights);
    return loss;
}

void trainer::update(double learning_rate)
{
    const adamw rule{options_.beta1, options_.beta2, options_.epsilon,
                     options_.weight_decay};
    for (size_t i = 0; i < first_.size(); i++)
        if (engine_.parameter_tensor(i).grad().defined())
            rule.update(engine_.parameter_tensor(i), first_[i], second_[i],
                        step_, learning_rate);
}

double trainer::step(const t2s_train_batch *batches, int32_t count,
                     double learning_rate)
{
    if (count <= 0)
        fail(T2SED_EEMPTY, "training: a step of %d batches", count);
    if (!(learning_rate >= 0.0) || !std::isfinite(learning_rate))
        fail(T2SED_EINVAL, "training: learning rate %g", learning_rate);
    double loss;
    {
        const borrowed_generator generator(engine_.device(), random_);
        loss = accumulate(batches, count);
    }
    const inference_guard guard;
    for (size_t i = 0; i < first_.size(); i++) {
        at::Tensor grad = engine_.parameter_tensor(i).grad();
        if (grad.defined() && engine_.is_label_table(i))
            grad.select(0, 0).zero_();
    }
    if (options_.gradients_only)
        return loss;
    if (!std::isfinite(loss))
        fail(T2SED_EBACKEND, "training: the loss of step %lld is %g",
             static_cast<long long>(step_ + 1), loss);
    if (options_.max_gradient_norm > 0.0)
        clip_gradients(engine_.parameter_tensors(), options_.max_gradient_norm);
    step_++;
    update(learning_rate);
    return loss;
}

size_t trainer::count() const
{
    return engine_.weights().weights.size();
}

t2s_tensor trainer::describe(size_t index) const
{
    const weight &w = engine_.weights().weights[index];
    t2s_tensor tensor{};
    tensor.name = w.name.c_str();
    tensor.dtype = T2S_F32;
    tensor.rank = static_cast<int32_t>(w.shape.size());
    for (size_t i = 0; i < w.shape.size(); i++)
        tensor.shape[i] = w.shape[i];
    return tensor;
}

at::Tensor trainer::whole(size_t index, int32_t part) const
{
    const size_t p = engine_.weights().weights[index].parameter;
    switch (part) {
    case T2S_PART_WEIGHT:
        return engine_.parameter_tensor(p);
    case T2S_PART_MOMENT_1:
        return first_[p];
    case T2S_PART_MOMENT_2:
        return second_[p];
    case T2S_PART_GRADIENT:
        return engine_.parameter_tensor(p).grad();
    default:
        fail(T2SED_EINVAL, "training: no part %d of a weight", part);
    }
}

/* What is not there - the moments of weights that are not trained, gradients
 * before the first step - reads as zeros. */
void trainer::read(size_t index, int32_t part, float *data, size_t size) const
{
    check_access(index, size);
    const inference_guard guard;
    const at::Tensor all = whole(index, part);
    if (!all.defined()) {
        std::memset(data, 0, size * sizeof *data);
        return;
    }
    const at::Tensor here =
        engine_.part(index, all).detach().to(at::kCPU, at::kFloat).contiguous();
    std::memcpy(data, here.data_ptr<float>(), size * sizeof *data);
}

void trainer::write(size_t index, int32_t part, const float *data, size_t size)
{
    check_access(index, size);
    const inference_guard guard;
    const weight &w = engine_.weights().weights[index];
    const at::Tensor all = whole(index, part);
    if (part == T2S_PART_GRADIENT)
        fail(T2SED_EINVAL, "training: gradients can't be written");
    if (!all.defined()) /* moments that training never reads */
        return;
    engine_.part(index, all)
        .copy_(at::from_blob(const_cast<float *>(data), w.shape, at::kFloat));
    if (engine_.is_label_table(w.parameter))
        at::Tensor(all).select(0, 0).zero_();
}

std::string trainer::random_state() const
{
    return random_bytes(random_);
}

void trainer::set_state(int64_t step, const std::string &random)
{
    if (step < 0)
        fail(T2SED_EINVAL, "training: step %lld", static_cast<long long>(step));
    random_ = random_state_of(
        random, at::globalContext().defaultGenerator(engine_.device()));
    step_ = step;
}

} // namespace t2s
