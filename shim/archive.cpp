/* Archives (.pt): the module written by Module::save and read again. */
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fstream>
#include <sstream>

#include "aten.h"
#include <torch/csrc/jit/serialization/import.h>

#include "engine.h"
#include "fail.h"
#include "linear.h"

namespace t2s
{

const char *const metadata_name = "t2sed.json";

namespace
{

/* libtorch's own words for a file it can't open are long and of many kinds. */
void check_file(const std::string &path, const char *mode)
{
    std::FILE *file = std::fopen(path.c_str(), mode);
    if (!file)
        fail(T2SED_EIO, "%.250s: %s", path.c_str(), std::strerror(errno));
    std::fclose(file);
}

} // namespace

torch::jit::Module read_archive(const std::string &path, c10::Device device)
{
    const load_guard guard;
    check_file(path, "rb");
    try {
        torch::jit::Module module = torch::jit::load(path, device);
        module.eval();
        return module;
    } catch (...) {
        fail(T2SED_EFORMAT, "%.250s: no TorchScript archive: %.150s",
             path.c_str(), exception_text().c_str());
    }
}

engine::engine(const t2s_architecture &architecture, torch::jit::Module module,
               const std::string &path, c10::Device device,
               at::ScalarType encoder_type)
    : architecture_(architecture), layout_(describe(architecture)),
      device_(device), encoder_type_(encoder_type), type_(at::kFloat),
      module_(std::move(module))
{
    const load_guard guard;
    for (const parameter &p : layout_.parameters) {
        if (!module_.hasattr(p.name) || !module_.attr(p.name).isTensor())
            fail(T2SED_EMISMATCH, "%.200s: the archive has no parameter '%s'",
                 path.c_str(), p.name.c_str());
        const at::Tensor found = module_.attr(p.name).toTensor();
        check_shape(p.name, p.shape, found.sizes().data(),
                    static_cast<size_t>(found.dim()));
        const at::ScalarType narrow = p.encoder ? encoder_type_ : type_;
        const at::Tensor value = found.detach().to(device_, narrow);
        module_.setattr(p.name, value);
        parameters_.push_back(value);
    }
}

/* The module that is saved is always the plain one, which runs anywhere. */
void engine::save(const std::string &path, const std::string &metadata) const
{
    const load_guard guard;
    const torch::jit::ExtraFilesMap extra{{metadata_name, metadata}};
    torch::jit::Module copy("t2sed");
    for (size_t i = 0; i < parameters_.size(); i++) {
        const parameter &p = layout_.parameters[i];
        const at::Tensor value =
            unpack(parameters_[i]).to(p.encoder ? encoder_type_ : type_);
        copy.register_parameter(p.name, value, false);
    }
    copy.register_attribute("training", c10::BoolType::get(), false);
    copy.define(write_source(architecture_, linear_style::plain));
    check_file(path, "wb");
    /* Into memory first: libtorch's writer of files throws in its destructor
     * when the disk is full, which ends the process. */
    std::ostringstream archive;
    copy.save(archive, extra);
    const std::string bytes = archive.str();
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file)
        fail(T2SED_EIO, "%.250s: writing failed: %.150s", path.c_str(),
             std::strerror(errno));
}

} // namespace t2s
