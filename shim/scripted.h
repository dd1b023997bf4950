/*
 * scripted.h - an archive of someone else's: a module whose forward takes
 * inputs by the names of docs/model-format.md, "Archives", and is run as it is.
 * Const methods may run in several threads.
 */
#ifndef T2S_SHIM_SCRIPTED_H
#define T2S_SHIM_SCRIPTED_H

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <torch/csrc/jit/api/module.h>

#include "backend.h"

namespace t2s
{

class scripted
{
  public:
    /* Whether a module is one of ours, which engine runs. */
    static bool is_exported(const torch::jit::Module &module);

    /* Throws T2SED_EMISMATCH where forward's signature differs. */
    scripted(const t2s_architecture &architecture, torch::jit::Module module,
             const std::string &path, c10::Device device);

    /* Runs once, on two small pairs, so that faults show early. */
    void warm_up() const;

    at::Tensor forward(const t2s_batch &batch) const; /* [sequences] */

    const std::string &path() const
    {
        return path_;
    }

  private:
    t2s_architecture architecture_;
    torch::jit::Module module_;
    std::string path_;
    c10::Device device_;
    std::vector<std::string> wanted_; /* the inputs that forward takes */
};

} // namespace t2s

#endif
