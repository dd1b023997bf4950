/*
 * engine.h - a model in libtorch: a module compiled from the shim's source,
 * its weights, and its two methods. Const methods may run in several threads.
 */
#ifndef T2S_SHIM_ENGINE_H
#define T2S_SHIM_ENGINE_H

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <torch/csrc/jit/api/module.h>

#include "backend.h"
#include "inputs.h"
#include "processor.h"
#include "source.h"

namespace t2s
{

class engine
{
  public:
    /* How it computes: TorchScript everywhere and in training, the kernels of
     * processor.h where a CPU scores. */
    enum class way { kernels, script, script_onednn };

    /* From tensors by name; encoder_type is that of the encoder's weights,
     * type that of the others. */
    engine(const t2s_architecture &architecture, const t2s_tensor *tensors,
           int32_t count, c10::Device device, at::ScalarType encoder_type,
           at::ScalarType type, way how);
    /* From an archive of `save`, whose code is run. */
    engine(const t2s_architecture &architecture, torch::jit::Module module,
           const std::string &path, c10::Device device,
           at::ScalarType encoder_type);

    const t2s_architecture &architecture() const
    {
        return architecture_;
    }
    const layout &weights() const
    {
        return layout_;
    }
    c10::Device device() const
    {
        return device_;
    }
    /* The type of what is not the encoder. */
    at::ScalarType type() const
    {
        return type_;
    }
    /* Row 0 of these stands for "unknown" and is a zero vector. */
    bool is_label_table(size_t parameter) const;
    at::Tensor parameter_tensor(size_t index) const
    {
        return parameters_[index];
    }
    const std::vector<at::Tensor> &parameter_tensors() const
    {
        return parameters_;
    }
    /* The part of a parameter that is weight `index`: a view. */
    at::Tensor weight_tensor(size_t index) const;
    /* The same part of a tensor shaped like the parameter. */
    at::Tensor part(size_t index, const at::Tensor &whole) const;

    void set_training(bool on);
    /* Runs once, so that later runs find everything made. */
    void warm_up() const;

    at::Tensor encode(const token_input &tokens) const; /* [rows, hidden] */
    at::Tensor score(const score_input &input, const at::Tensor &vectors) const;

    void save(const std::string &path, const std::string &metadata) const;

  private:
    void load(const t2s_tensor *tensors, int32_t count);
    at::Tensor to_device(const std::vector<int64_t> &values) const;
    at::Tensor to_device(const std::vector<float> &values,
                         std::vector<int64_t> shape, at::ScalarType type) const;
    c10::List<at::Tensor> graph(const graph_input &input) const;

    t2s_architecture architecture_;
    layout layout_;
    c10::Device device_;
    at::ScalarType encoder_type_, type_;
    torch::jit::Module module_;                  /* way::script... */
    std::vector<at::Tensor> parameters_;         /* packed in way::kernels */
    std::unique_ptr<const processor> processor_; /* way::kernels */
};

/* What every call sets for its thread: no gradients, no profiling runs. */
class inference_guard
{
  public:
    inference_guard();
    ~inference_guard();
    inference_guard(const inference_guard &) = delete;
    inference_guard &operator=(const inference_guard &) = delete;

  private:
    const bool gradients_, optimize_;
};

/* Loading compiles, which libtorch does best alone. */
class load_guard
{
  public:
    load_guard();

  private:
    const std::lock_guard<std::mutex> lock_;
    const inference_guard inference_;
};

/* Opens a file as a TorchScript archive. */
torch::jit::Module read_archive(const std::string &path, c10::Device device);

std::string shape_text(const int64_t *shape, size_t rank);

/* Throws T2SED_EMISMATCH where a tensor has not the shape that is wanted. */
void check_shape(const std::string &name, const std::vector<int64_t> &wanted,
                 const int64_t *shape, size_t rank);

/* The name under which an archive keeps its metadata. */
extern const char *const metadata_name;

} // namespace t2s

#endif
