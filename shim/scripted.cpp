#include "scripted.h"

#include <algorithm>
#include <map>

#include "aten.h"

#include "engine.h"
#include "fail.h"
#include "inputs.h"

namespace t2s
{

namespace
{

/* The kinds of graphs that a layout has, in the order of t2s_batch. */
std::vector<std::string> graph_names(int32_t layout)
{
    if (layout == T2S_GRAPH_SEPARATE)
        return {"question_", "sql_"};
    if (layout == T2S_GRAPH_JOINT)
        return {"joint_"};
    return {};
}

/* Names and tensors of all inputs of a batch that was checked. */
class input_maker
{
  public:
    input_maker(const t2s_architecture &a, const t2s_batch &batch,
                c10::Device device)
        : a_(a), batch_(batch), tokens_(batch.tokens), device_(device)
    {
    }

    std::map<std::string, at::Tensor> make()
    {
        const std::vector<std::string> graphs = graph_names(a_.layout);
        add_tokens();
        for (size_t i = 0; i < graphs.size(); i++)
            add_graphs(graphs[i], batch_.graphs[i]);
        if (a_.evidence > 0)
            out_["evidence"] =
                at::from_blob(const_cast<float *>(batch_.evidence),
                              {tokens_.sequences, a_.evidence}, at::kFloat)
                    .clone()
                    .to(device_);
        return std::move(out_);
    }

  private:
    at::Tensor numbers(const int32_t *at, int64_t count) const
    {
        if (count == 0)
            return at::empty({0}, at::TensorOptions(at::kLong).device(device_));
        return at::from_blob(const_cast<int32_t *>(at), {count}, at::kInt)
            .to(device_, at::kLong);
    }

    void add_tokens()
    {
        const int64_t padding =
            a_.family == T2S_ROBERTA ? a_.position_offset - 1 : 0;
        for (int32_t s = 0; s < tokens_.sequences; s++)
            length_ = std::max<int64_t>(length_, count(s));
        at::Tensor ids =
            at::full({tokens_.sequences, length_}, padding, at::kLong);
        at::Tensor mask = at::zeros_like(ids);
        at::Tensor types = at::zeros_like(ids);
        for (int32_t s = 0; s < tokens_.sequences; s++)
            for (int32_t t = 0; t < count(s); t++) {
                const int64_t place = s * length_ + t;
                const int32_t from = tokens_.starts[s] + t;
                ids.data_ptr<int64_t>()[place] = tokens_.ids[from];
                mask.data_ptr<int64_t>()[place] = 1;
                if (tokens_.types)
                    types.data_ptr<int64_t>()[place] = tokens_.types[from];
            }
        out_["input_ids"] = ids.to(device_);
        out_["attention_mask"] = mask.to(device_);
        out_["token_type_ids"] = types.to(device_);
    }

    void add_graphs(const std::string &name, const t2s_graph_batch &g)
    {
        std::vector<int64_t> places; /* of pieces, in input_ids */
        for (int32_t p = 0; p < g.pieces; p++) {
            const int32_t s = g.node_graph[g.piece_node[p]];
            places.push_back(s * length_ + g.piece_token[p] -
                             tokens_.starts[s]);
        }
        out_[name + "node_label"] = numbers(g.node_label, g.nodes);
        out_[name + "node_graph"] = numbers(g.node_graph, g.nodes);
        out_[name + "edge_index"] = at::stack(
            {numbers(g.edge_source, g.edges), numbers(g.edge_target, g.edges)});
        out_[name + "piece_token"] = at::tensor(places, at::kLong).to(device_);
        out_[name + "piece_node"] = numbers(g.piece_node, g.pieces);
        if (a_.edge_types > 0)
            out_[name + "edge_type"] = numbers(g.edge_type, g.edges);
        if (a_.readout == T2S_READ_GLOBAL)
            out_[name + "readout"] = numbers(g.readout, g.graphs);
    }

    int32_t count(int32_t s) const
    {
        return tokens_.starts[s + 1] - tokens_.starts[s];
    }

    const t2s_architecture &a_;
    const t2s_batch &batch_;
    const t2s_token_batch &tokens_;
    const c10::Device device_;
    int64_t length_ = 0; /* of the longest sequence */
    std::map<std::string, at::Tensor> out_;
};

/* Two pairs, of three and of two tokens, each with a terminal for a graph. */
template <typename body_t>
void with_small_batch(const t2s_architecture &a, const body_t &body)
{
    const int32_t ids[5] = {0, 0, 0, 0, 0}, starts[3] = {0, 3, 5};
    const int32_t labels[2] = {-1, -1}, both[2] = {0, 1}, tokens[2] = {1, 4};
    const int32_t none = 0;
    const std::vector<float> evidence(2 * static_cast<size_t>(a.evidence));
    t2s_batch batch{};
    batch.tokens = {2, 5, ids, nullptr, starts};
    for (t2s_graph_batch &graph : batch.graphs)
        graph = {2,     2,     0,     2,      labels, both,
                 &none, &none, &none, tokens, both,   both};
    batch.evidence = evidence.data();
    body(batch);
}

} // namespace

bool scripted::is_exported(const torch::jit::Module &module)
{
    return module.find_method("encode") && module.find_method("score");
}

scripted::scripted(const t2s_architecture &architecture,
                   torch::jit::Module module, const std::string &path,
                   c10::Device device)
    : architecture_(architecture), module_(std::move(module)), path_(path),
      device_(device)
{
    const auto forward = module_.find_method("forward");
    std::map<std::string, at::Tensor> inputs;
    if (!forward)
        fail(T2SED_EMISMATCH, "%.250s: the archive has no method 'forward'",
             path_.c_str());
    with_small_batch(architecture_, [&](const t2s_batch &batch) {
        inputs = input_maker(architecture_, batch, device_).make();
    });
    const c10::FunctionSchema &schema = forward->function().getSchema();
    for (const c10::Argument &argument : schema.arguments()) {
        const std::string &name = argument.name();
        if (name == "self" || (!inputs.count(name) && argument.default_value()))
            continue;
        if (!inputs.count(name))
            fail(T2SED_EMISMATCH,
                 "%.200s: forward's argument '%.60s' is none of the inputs "
                 "that a model with this config.json has "
                 "(docs/model-format.md, \"Archives\")",
                 path_.c_str(), name.c_str());
        if (!c10::TensorType::get()->isSubtypeOf(*argument.type()))
            fail(T2SED_EMISMATCH,
                 "%.200s: forward's argument '%.60s' is of type %.60s, "
                 "expected Tensor",
                 path_.c_str(), name.c_str(),
                 argument.type()->annotation_str().c_str());
        wanted_.push_back(name);
    }
}

at::Tensor scripted::forward(const t2s_batch &batch) const
{
    const int64_t pairs = batch.tokens.sequences;
    /* What they make is the engine's; here they check. */
    prepare_tokens(architecture_, batch.tokens);
    prepare_score(architecture_, batch);
    if (architecture_.evidence > 0 && !batch.evidence)
        fail(T2SED_EINVAL, "batch: the evidence is missing");
    const std::map<std::string, at::Tensor> inputs =
        input_maker(architecture_, batch, device_).make();
    torch::jit::Kwargs given;
    for (const std::string &name : wanted_)
        given[name] = inputs.at(name);
    const c10::IValue result = module_.get_method("forward")({}, given);
    if (!result.isTensor())
        fail(T2SED_EMISMATCH,
             "%.250s: forward returned a value of type %.60s, expected a "
             "tensor of logits",
             path_.c_str(), result.type()->annotation_str().c_str());
    const at::Tensor logits = result.toTensor();
    const bool fits = logits.numel() == pairs && logits.dim() >= 1 &&
                      logits.dim() <= 2 && logits.size(0) == pairs;
    if (!fits || !logits.is_floating_point())
        fail(T2SED_EMISMATCH,
             "%.200s: forward returned a tensor of %s of shape %s for %lld "
             "pairs, expected float [%lld] or [%lld, 1]",
             path_.c_str(), c10::toString(logits.scalar_type()),
             shape_text(logits.sizes().data(), logits.sizes().size()).c_str(),
             static_cast<long long>(pairs), static_cast<long long>(pairs),
             static_cast<long long>(pairs));
    return logits.reshape({pairs});
}

void scripted::warm_up() const
{
    const load_guard guard;
    with_small_batch(architecture_,
                     [this](const t2s_batch &batch) { forward(batch); });
}

} // namespace t2s
