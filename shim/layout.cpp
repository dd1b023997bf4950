/* Parameters and weights of an architecture. */
#include "source.h"

namespace t2s
{

namespace
{

using shape = std::vector<int64_t>;

class builder
{
  public:
    explicit builder(layout &out) : out_(out)
    {
    }

    size_t add(const std::string &name, const shape &size, bool encoder)
    {
        out_.parameters.push_back({name, size, encoder});
        return out_.parameters.size() - 1;
    }

    void name(const std::string &name, const shape &size, size_t parameter,
              int64_t row)
    {
        out_.weights.push_back({name, size, parameter, row});
    }

    /* A parameter that is one weight. */
    void whole(const std::string &parameter, const std::string &weight,
               const shape &size, bool encoder)
    {
        name(weight, size, add(parameter, size, encoder), 0);
    }

    /* weight and bias of a layer of their own. */
    void dense(const std::string &parameter, const std::string &weight,
               int64_t outputs, int64_t inputs, bool encoder)
    {
        whole(parameter + "_weight", weight + ".weight", {outputs, inputs},
              encoder);
        whole(parameter + "_bias", weight + ".bias", {outputs}, encoder);
    }

    void norm(const std::string &parameter, const std::string &weight,
              int64_t size)
    {
        whole(parameter + "_weight", weight + ".weight", {size}, true);
        whole(parameter + "_bias", weight + ".bias", {size}, true);
    }

    /* Linear layers that read the same input, stacked into one. */
    void stacked(const std::string &parameter,
                 const std::vector<std::string> &names, int64_t outputs,
                 int64_t inputs, bool encoder)
    {
        const auto n = static_cast<int64_t>(names.size());
        const size_t w =
            add(parameter + "_weight", {n * outputs, inputs}, encoder);
        const size_t b = add(parameter + "_bias", {n * outputs}, encoder);
        for (int64_t i = 0; i < n; i++) {
            const std::string &weight = names[static_cast<size_t>(i)];
            name(weight + ".weight", {outputs, inputs}, w, i * outputs);
            name(weight + ".bias", {outputs}, b, i * outputs);
        }
    }

  private:
    layout &out_;
};

void describe_encoder(builder &add, const t2s_architecture &a)
{
    const int64_t h = a.hidden;
    const std::string tables = "encoder.embeddings.";
    add.whole("words", tables + "word_embeddings.weight", {a.vocabulary, h},
              true);
    add.whole("positions", tables + "position_embeddings.weight",
              {a.positions, h}, true);
    add.whole("types", tables + "token_type_embeddings.weight",
              {a.token_types, h}, true);
    add.norm("norm", tables + "LayerNorm", h);
    for (int32_t i = 0; i < a.layers; i++) {
        const std::string from = "encoder.layer." + std::to_string(i) + ".";
        const std::string to = "layer" + std::to_string(i) + "_";
        const std::string self = from + "attention.self.";
        add.stacked(to + "qkv", {self + "query", self + "key", self + "value"},
                    h, h, true);
        add.dense(to + "out", from + "attention.output.dense", h, h, true);
        add.norm(to + "norm1", from + "attention.output.LayerNorm", h);
        add.dense(to + "up", from + "intermediate.dense", a.intermediate, h,
                  true);
        add.dense(to + "down", from + "output.dense", h, a.intermediate, true);
        add.norm(to + "norm2", from + "output.LayerNorm", h);
    }
}

void describe_stack(builder &add, const t2s_architecture &a, int index,
                    const std::string &name, int32_t labels)
{
    const int64_t h = a.hidden;
    const std::string to = "graph" + std::to_string(index) + "_";
    add.whole(to + "labels", name + "_labels.weight", {labels, h}, false);
    for (int32_t i = 0; i < a.gat_layers; i++) {
        const std::string from =
            name + "_graph.layers." + std::to_string(i) + ".";
        const std::string layer = to + std::to_string(i) + "_";
        add.stacked(layer + "lr", {from + "lin_l", from + "lin_r"}, h, h,
                    false);
        add.whole(layer + "att", from + "att",
                  {1, a.gat_heads, h / a.gat_heads}, false);
        add.whole(layer + "bias", from + "bias", {h}, false);
        if (a.edge_types > 0)
            add.whole(layer + "edge", from + "edge_types.weight",
                      {a.edge_types, h}, false);
    }
}

} // namespace

int64_t pooled_size(const t2s_architecture &a)
{
    const int64_t h = a.hidden;
    return a.layout == T2S_GRAPH_SEPARATE ? 2 * h : h;
}

layout describe(const t2s_architecture &a)
{
    layout out;
    builder add(out);
    const int64_t pooled = pooled_size(a);
    describe_encoder(add, a);
    if (a.layout == T2S_GRAPH_JOINT) {
        describe_stack(add, a, 0, "joint", a.question_labels);
    } else if (a.layout == T2S_GRAPH_SEPARATE) {
        describe_stack(add, a, 0, "question", a.question_labels);
        describe_stack(add, a, 1, "sql", a.sql_labels);
    }
    add.dense("head_dense", "head.dense", pooled, pooled, false);
    add.dense("head_out", "head.out", 1, pooled, false);
    return out;
}

} // namespace t2s
