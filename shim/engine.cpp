#include "engine.h"

#include <algorithm>
#include <mutex>

#include "aten.h"
#include <c10/core/GradMode.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include "fail.h"

namespace t2s
{

namespace
{

at::ScalarType type_of(const t2s_tensor &tensor)
{
    switch (tensor.dtype) {
    case T2S_F32:
        return at::kFloat;
    case T2S_F16:
        return at::kHalf;
    case T2S_BF16:
        return at::kBFloat16;
    default:
        fail(T2SED_EMISMATCH, "tensor '%.100s': weights are fp32, fp16 or bf16",
             tensor.name);
    }
}

std::mutex load_mutex; /* loading compiles, which libtorch does best alone */

} // namespace

std::string shape_text(const int64_t *shape, size_t rank)
{
    std::string text = "[";
    for (size_t i = 0; i < rank; i++)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + "]";
}

void check_shape(const std::string &name, const std::vector<int64_t> &wanted,
                 const int64_t *shape, size_t rank)
{
    if (wanted.size() == rank &&
        std::equal(wanted.begin(), wanted.end(), shape))
        return;
    fail(T2SED_EMISMATCH, "tensor '%.100s' has shape %s, the model needs %s",
         name.c_str(), shape_text(shape, rank).c_str(),
         shape_text(wanted.data(), wanted.size()).c_str());
}

load_guard::load_guard() : lock_(load_mutex)
{
}

inference_guard::inference_guard()
    : gradients_(c10::GradMode::is_enabled()),
      optimize_(torch::jit::getGraphExecutorOptimize())
{
    c10::GradMode::set_enabled(false);
    torch::jit::setGraphExecutorOptimize(false);
}

inference_guard::~inference_guard()
{
    c10::GradMode::set_enabled(gradients_);
    torch::jit::setGraphExecutorOptimize(optimize_);
}

engine::engine(const t2s_architecture &architecture, const t2s_tensor *tensors,
               int32_t count, c10::Device device, at::ScalarType encoder_type,
               at::ScalarType type, way how)
    : architecture_(architecture), layout_(describe(architecture)),
      device_(device), encoder_type_(encoder_type), type_(type),
      module_("t2sed")
{
    const load_guard guard;
    load(tensors, count);
    for (size_t i = 0; i < parameters_.size(); i++)
        parameters_[i] = parameters_[i].to(
            device_, layout_.parameters[i].encoder ? encoder_type_ : type_);
    if (how == way::kernels) {
        processor_ =
            make_processor(architecture_, layout_, parameters_, encoder_type_);
        return;
    }
    for (size_t i = 0; i < parameters_.size(); i++)
        module_.register_parameter(layout_.parameters[i].name, parameters_[i],
                                   false);
    module_.register_attribute("training", c10::BoolType::get(), false);
    module_.define(write_source(architecture_, how == way::script_onednn
                                                   ? linear_style::onednn
                                                   : linear_style::plain));
}

/* Puts the named tensors together into parameters, in the widest type used. */
void engine::load(const t2s_tensor *tensors, int32_t count)
{
    std::map<std::string, const t2s_tensor *> by_name;
    for (int32_t i = 0; i < count; i++)
        by_name[tensors[i].name] = &tensors[i];
    for (const parameter &p : layout_.parameters)
        parameters_.push_back(at::empty(p.shape, at::kFloat));
    for (size_t i = 0; i < layout_.weights.size(); i++) {
        const weight &w = layout_.weights[i];
        const auto found = by_name.find(w.name);
        if (found == by_name.end())
            fail(T2SED_EMISMATCH, "tensor '%s' of shape %s is missing",
                 w.name.c_str(),
                 shape_text(w.shape.data(), w.shape.size()).c_str());
        const t2s_tensor &tensor = *found->second;
        if (tensor.rank < 0 || tensor.rank > T2S_MAX_RANK || !tensor.data)
            fail(T2SED_EINVAL, "tensor '%s': rank %d or no data",
                 w.name.c_str(), tensor.rank);
        check_shape(w.name, w.shape, tensor.shape,
                    static_cast<size_t>(tensor.rank));
        const at::Tensor given = at::from_blob(const_cast<void *>(tensor.data),
                                               w.shape, type_of(tensor));
        weight_tensor(i).copy_(given);
    }
    for (size_t i = 0; i < parameters_.size(); i++)
        if (is_label_table(i))
            parameters_[i].select(0, 0).zero_();
}

bool engine::is_label_table(size_t index) const
{
    const std::string &name = layout_.parameters[index].name;
    const std::string end = "_labels";
    return name.size() > end.size() &&
           name.compare(name.size() - end.size(), end.size(), end) == 0;
}

at::Tensor engine::part(size_t index, const at::Tensor &whole) const
{
    const weight &w = layout_.weights[index];
    if (w.shape == layout_.parameters[w.parameter].shape)
        return whole;
    return whole.narrow(0, w.row, w.shape[0]);
}

at::Tensor engine::weight_tensor(size_t index) const
{
    return part(index, parameters_[layout_.weights[index].parameter]);
}

void engine::set_training(bool on)
{
    module_.setattr("training", on);
}

at::Tensor engine::to_device(const std::vector<int64_t> &values) const
{
    const at::Tensor here =
        at::from_blob(const_cast<int64_t *>(values.data()),
                      {static_cast<int64_t>(values.size())}, at::kLong);
    return here.to(device_);
}

at::Tensor engine::to_device(const std::vector<float> &values,
                             std::vector<int64_t> shape,
                             at::ScalarType type) const
{
    const at::Tensor here =
        at::from_blob(const_cast<float *>(values.data()), shape, at::kFloat);
    return here.to(device_, type);
}

at::Tensor engine::encode(const token_input &tokens) const
{
    if (processor_)
        return processor_->encode(tokens);
    c10::List<at::Tensor> pads;
    c10::List<at::Tensor> masks;
    for (const group &g : tokens.groups) {
        pads.push_back(to_device(g.pad).view({g.sequences, g.length}));
        masks.push_back(
            to_device(g.mask, {g.sequences, 1, 1, g.length}, encoder_type_));
    }
    const torch::jit::Method method = module_.get_method("encode");
    const at::Tensor rows =
        method({to_device(tokens.ids), to_device(tokens.types),
                to_device(tokens.places), pads, masks, to_device(tokens.back)})
            .toTensor();
    return rows.to(type_);
}

c10::List<at::Tensor> engine::graph(const graph_input &g) const
{
    const auto pieces = static_cast<int64_t>(g.share.size());
    const auto rows = static_cast<int64_t>(g.part.size());
    c10::List<at::Tensor> out;
    out.push_back(to_device(g.token));
    out.push_back(to_device(g.node));
    out.push_back(to_device(g.share, {pieces, 1}, type_));
    out.push_back(to_device(g.label));
    out.push_back(to_device(g.labelled));
    out.push_back(to_device(g.source));
    out.push_back(to_device(g.target));
    out.push_back(to_device(g.kind));
    out.push_back(to_device(g.owner));
    out.push_back(to_device(g.part, {rows, 1}, type_));
    return out;
}

at::Tensor engine::score(const score_input &input,
                         const at::Tensor &vectors) const
{
    c10::List<at::Tensor> graphs[2];
    if (processor_)
        return processor_->score(input, vectors);
    for (int32_t i = 0; i < input.graph_count; i++)
        graphs[i] = graph(input.graphs[i]);
    const torch::jit::Method method = module_.get_method("score");
    const c10::IValue result =
        method({vectors, to_device(input.first), graphs[0], graphs[1]});
    /* Archives of versions before 0.9 gave clause logits too. */
    if (!result.isTensor())
        fail(T2SED_EUNSUPPORTED, "the archive was exported by a version before "
                                 "0.9: export the model again");
    return result.toTensor();
}

void engine::warm_up() const
{
    const load_guard guard;
    const int32_t tokens =
        std::min(8, architecture_.positions - architecture_.position_offset);
    const std::vector<int32_t> ids(static_cast<size_t>(tokens), 0);
    const int32_t starts[2] = {0, tokens};
    const int32_t label = -1;
    const int32_t zero = 0;
    t2s_batch batch{};
    batch.tokens = {1, tokens, ids.data(), nullptr, starts};
    for (t2s_graph_batch &graph : batch.graphs)
        graph = {1,       1,       0,     1,     &label, &zero,
                 nullptr, nullptr, &zero, &zero, &zero,  &zero};
    /* Edge types may be NULL here: there are no edges. */
    const at::Tensor vectors =
        encode(prepare_tokens(architecture_, batch.tokens));
    score(prepare_score(architecture_, batch), vectors);
}

} // namespace t2s
