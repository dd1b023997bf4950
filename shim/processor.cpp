#include "processor.h"

#include <algorithm>
#include <map>
#include <string>

#include "aten.h"
#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>

#include "kernels.h"
#include "linear.h"

namespace t2s
{

namespace
{

/*
 * Runs body(begin, end) over [0, tasks) in libtorch's threads. Iterating over
 * a tensor of its own is the one way to them that is compiled into libtorch:
 * at::parallel_for is a template, which would bind us to the OpenMP library
 * that a build of libtorch brings.
 */
template <typename body_t> void in_parallel(int64_t tasks, const body_t &body)
{
    if (tasks <= 1 || at::get_num_threads() == 1) {
        body(int64_t(0), tasks);
        return;
    }
    const at::Tensor cells = at::empty({tasks}, at::kByte);
    const char *origin = static_cast<const char *>(cells.data_ptr());
    auto iterator = at::TensorIteratorConfig()
                        .set_check_mem_overlap(false)
                        .check_all_same_dtype(false)
                        .resize_outputs(false)
                        .add_output(cells)
                        .build();
    iterator.for_each(
        [&](char **data, const int64_t *, int64_t n) {
            const int64_t begin = data[0] - origin;
            body(begin, begin + n);
        },
        1);
}

/* Edges sorted by their target; self-loops are among them. */
struct sorted_edges {
    std::vector<int64_t> begin, source, kind;
    int64_t nodes, most; /* most edges of a node */

    sorted_edges(const graph_input &graph, int64_t node_count)
        : begin(static_cast<size_t>(node_count) + 1, 0),
          source(graph.source.size()), kind(graph.source.size()),
          nodes(node_count), most(0)
    {
        for (const int64_t target : graph.target)
            begin[static_cast<size_t>(target) + 1]++;
        for (size_t n = 0; n < static_cast<size_t>(nodes); n++) {
            most = std::max(most, begin[n + 1]);
            begin[n + 1] += begin[n];
        }
        std::vector<int64_t> next(begin.begin(), begin.end() - 1);
        for (size_t e = 0; e < graph.target.size(); e++) {
            const auto target = static_cast<size_t>(graph.target[e]);
            const auto at = static_cast<size_t>(next[target]++);
            source[at] = graph.source[e];
            kind[at] = graph.kind[e];
        }
    }
};

template <typename T> struct type_of;
template <> struct type_of<float> {
    static constexpr at::ScalarType value = at::kFloat;
};
template <> struct type_of<bf16> {
    static constexpr at::ScalarType value = at::kBFloat16;
};

template <typename T> T *data(const at::Tensor &tensor)
{
    return static_cast<T *>(tensor.data_ptr());
}

/* A layer's running sum and, where products take bf16, its copy. */
template <typename T> struct stream {
    at::Tensor wide, narrow; /* the same tensor where T is float */

    stream(int64_t rows, int64_t width)
        : wide(at::zeros({rows, width}, at::kFloat)), narrow(wide)
    {
        if (type_of<T>::value != at::kFloat)
            narrow = at::zeros({rows, width}, type_of<T>::value);
    }
    float *x() const
    {
        return data<float>(wide);
    }
    T *copy() const
    {
        return narrow.is_same(wide) ? nullptr : data<T>(narrow);
    }
};

struct norm_layer {
    at::Tensor weight, bias; /* fp32 */

    norm_weights view(double epsilon) const
    {
        return {data<float>(weight), data<float>(bias), epsilon};
    }
};

struct encoder_layer {
    linear qkv, out, up, down;
    norm_layer norm1, norm2;
};

struct graph_layer {
    linear lr;
    at::Tensor kinds, att, bias;
};

struct graph_stack {
    at::Tensor labels;
    std::vector<graph_layer> layers;
};

/* Parameters by their names, taken out one by one. */
class parts
{
  public:
    parts(const layout &weights, std::vector<at::Tensor> &parameters)
    {
        for (size_t i = 0; i < parameters.size(); i++)
            found_[weights.parameters[i].name] = &parameters[i];
    }
    at::Tensor &tensor(const std::string &name) const
    {
        return *found_.at(name);
    }
    linear dense(const std::string &name) const
    {
        return {tensor(name + "_weight"), tensor(name + "_bias")};
    }
    norm_layer norm(const std::string &name) const
    {
        return {tensor(name + "_weight").to(at::kFloat),
                tensor(name + "_bias").to(at::kFloat)};
    }
    /* A linear layer whose parameters are narrowed first. */
    linear narrowed(const std::string &name, at::ScalarType type) const
    {
        at::Tensor &weight = tensor(name + "_weight");
        at::Tensor &bias = tensor(name + "_bias");
        weight = weight.to(type);
        bias = bias.to(type);
        return {weight, bias};
    }

  private:
    std::map<std::string, at::Tensor *> found_;
};

template <typename T> class model : public processor
{
  public:
    model(const t2s_architecture &architecture, const parts &from);
    at::Tensor encode(const token_input &tokens) const override;
    at::Tensor score(const score_input &input,
                     const at::Tensor &vectors) const override;

  private:
    void embed(const token_input &tokens, const stream<T> &to) const;
    void attend(const token_input &tokens, const at::Tensor &qkv,
                const at::Tensor &context) const;
    void add_norm(const stream<T> &to, const at::Tensor &y,
                  const norm_layer &norm) const;
    void read_nodes(const graph_input &graph, const at::Tensor &labels,
                    const at::Tensor &vectors, const stream<T> &to) const;
    void run(const graph_layer &layer, const sorted_edges &edges,
             const stream<T> &x) const;
    at::Tensor read(const graph_stack &stack, const graph_input &graph,
                    const at::Tensor &vectors, int64_t graphs) const;

    const t2s_architecture a_;
    const kernels<T> &kernels_;
    at::Tensor words_, types_, places_;
    norm_layer norm_;
    std::vector<encoder_layer> layers_;
    std::vector<graph_stack> stacks_;
    linear dense_, out_;
};

template <typename T>
model<T>::model(const t2s_architecture &a, const parts &from)
    : a_(a), kernels_(find_kernels<T>()), words_(from.tensor("words")),
      types_(from.tensor("types")), places_(from.tensor("positions")),
      norm_(from.norm("norm")), dense_(from.dense("head_dense")),
      out_(from.dense("head_out"))
{
    for (int32_t i = 0; i < a.layers; i++) {
        const std::string name = "layer" + std::to_string(i) + "_";
        layers_.push_back({from.dense(name + "qkv"), from.dense(name + "out"),
                           from.dense(name + "up"), from.dense(name + "down"),
                           from.norm(name + "norm1"),
                           from.norm(name + "norm2")});
    }
    const int count = a.layout == T2S_GRAPH_SEPARATE ? 2
                      : a.layout == T2S_GRAPH_JOINT  ? 1
                                                     : 0;
    for (int s = 0; s < count; s++) {
        const std::string stack = "graph" + std::to_string(s) + "_";
        stacks_.push_back({from.tensor(stack + "labels"), {}});
        for (int32_t i = 0; i < a.gat_layers; i++) {
            const std::string name = stack + std::to_string(i) + "_";
            stacks_.back().layers.push_back(
                {from.narrowed(name + "lr", type_of<T>::value),
                 a.edge_types > 0 ? from.tensor(name + "edge") : at::Tensor(),
                 from.tensor(name + "att"), from.tensor(name + "bias")});
        }
    }
}

template <typename T>
void model<T>::embed(const token_input &tokens, const stream<T> &to) const
{
    const embed_job<T> job{a_.hidden,
                           data<T>(words_),
                           data<T>(types_),
                           data<T>(places_),
                           tokens.ids.data(),
                           tokens.types.data(),
                           tokens.places.data(),
                           norm_.view(a_.layer_norm_epsilon),
                           to.x(),
                           to.copy()};
    in_parallel(to.wide.size(0), [&](int64_t begin, int64_t end) {
        kernels_.embed(job, begin, end);
    });
}

template <typename T>
void model<T>::attend(const token_input &tokens, const at::Tensor &qkv,
                      const at::Tensor &context) const
{
    const auto sequences = static_cast<int64_t>(tokens.starts.size()) - 1;
    int64_t longest = 0;
    for (size_t s = 0; s + 1 < tokens.starts.size(); s++)
        longest = std::max(longest, tokens.starts[s + 1] - tokens.starts[s]);
    const auto space =
        static_cast<size_t>(attend_scratch(a_.hidden, a_.heads, longest));
    in_parallel(sequences * a_.heads, [&](int64_t begin, int64_t end) {
        std::vector<float> scratch(space);
        kernels_.attend({a_.hidden, a_.heads, tokens.starts.data(),
                         data<T>(qkv), data<T>(context), scratch.data()},
                        begin, end);
    });
}

template <typename T>
void model<T>::add_norm(const stream<T> &to, const at::Tensor &y,
                        const norm_layer &norm) const
{
    const add_norm_job<T> job{a_.hidden, data<T>(y),
                              norm.view(a_.layer_norm_epsilon), to.x(),
                              to.copy()};
    in_parallel(to.wide.size(0), [&](int64_t begin, int64_t end) {
        kernels_.add_norm(job, begin, end);
    });
}

template <typename T>
at::Tensor model<T>::encode(const token_input &tokens) const
{
    const auto rows = static_cast<int64_t>(tokens.ids.size());
    const stream<T> x(rows, a_.hidden);
    /* Rows that fill up the batch are of no sequence and stay 0. */
    const at::Tensor context = at::zeros({rows, a_.hidden}, type_of<T>::value);
    embed(tokens, x);
    for (const encoder_layer &layer : layers_) {
        attend(tokens, layer.qkv(x.narrow), context);
        add_norm(x, layer.out(context), layer.norm1);
        add_norm(x, layer.down(layer.up(x.narrow, after::gelu)), layer.norm2);
    }
    return x.wide;
}

/* Terminals are the mean of their tokens, other nodes their label's vector. */
template <typename T>
void model<T>::read_nodes(const graph_input &graph, const at::Tensor &labels,
                          const at::Tensor &vectors, const stream<T> &to) const
{
    const int64_t width = a_.hidden;
    const float *from = data<float>(vectors);
    for (size_t p = 0; p < graph.token.size(); p++)
        kernels_.add(to.x() + graph.node[p] * width,
                     from + graph.token[p] * width, graph.share[p], width);
    from = data<float>(labels);
    for (size_t i = 0; i < graph.label.size(); i++)
        kernels_.add(to.x() + graph.labelled[i] * width,
                     from + graph.label[i] * width, 1.0F, width);
    if (to.copy())
        kernels_.narrow(to.copy(), to.x(), to.wide.numel());
}

template <typename T>
void model<T>::run(const graph_layer &layer, const sorted_edges &edges,
                   const stream<T> &x) const
{
    const at::Tensor lr = layer.lr(x.narrow);
    /* A vector of scores may be filled up to whole vectors of any processor. */
    const auto space = static_cast<size_t>(a_.gat_heads) *
                       (static_cast<size_t>(edges.most) + 16);
    in_parallel(edges.nodes, [&](int64_t begin, int64_t end) {
        std::vector<float> scratch(space);
        kernels_.graph(
            {a_.hidden,
             a_.gat_heads,
             {edges.begin.data(), edges.source.data(), edges.kind.data()},
             data<T>(lr),
             layer.kinds.defined() ? data<float>(layer.kinds) : nullptr,
             data<float>(layer.att),
             data<float>(layer.bias),
             a_.residual != 0,
             x.x(),
             x.copy(),
             scratch.data()},
            begin, end);
    });
}

template <typename T>
at::Tensor model<T>::read(const graph_stack &stack, const graph_input &graph,
                          const at::Tensor &vectors, int64_t graphs) const
{
    const int64_t width = a_.hidden;
    const stream<T> x(static_cast<int64_t>(graph.part.size()), width);
    const sorted_edges edges(graph, graph.nodes);
    read_nodes(graph, stack.labels, vectors, x);
    for (const graph_layer &layer : stack.layers)
        run(layer, edges, x);
    const at::Tensor out = at::zeros({graphs, width}, at::kFloat);
    for (int64_t i = 0;
         i < (a_.readout == T2S_READ_GLOBAL ? graphs : graph.nodes); i++) {
        const int64_t owner = graph.owner[static_cast<size_t>(i)];
        if (a_.readout == T2S_READ_GLOBAL)
            kernels_.add(data<float>(out) + i * width, x.x() + owner * width,
                         1.0F, width);
        else
            kernels_.add(data<float>(out) + owner * width, x.x() + i * width,
                         graph.part[static_cast<size_t>(i)], width);
    }
    return out;
}

template <typename T>
at::Tensor model<T>::score(const score_input &input,
                           const at::Tensor &vectors) const
{
    const auto sequences = static_cast<int64_t>(input.first.size());
    std::vector<at::Tensor> pooled;
    for (size_t i = 0; i < stacks_.size(); i++)
        pooled.push_back(read(stacks_[i], input.graphs[i], vectors, sequences));
    if (stacks_.empty()) {
        pooled.push_back(at::empty({sequences, a_.hidden}, at::kFloat));
        for (int64_t s = 0; s < sequences; s++)
            std::copy_n(data<float>(vectors) +
                            input.first[static_cast<size_t>(s)] * a_.hidden,
                        a_.hidden, data<float>(pooled[0]) + s * a_.hidden);
    }
    return out_(at::tanh(dense_(at::cat(pooled, 1)))).view(-1);
}

} // namespace

std::unique_ptr<const processor>
make_processor(const t2s_architecture &architecture, const layout &weights,
               std::vector<at::Tensor> &parameters, at::ScalarType type)
{
    const parts from(weights, parameters);
    if (type == at::kBFloat16)
        return std::make_unique<model<bf16>>(architecture, from);
    return std::make_unique<model<float>>(architecture, from);
}

} // namespace t2s
