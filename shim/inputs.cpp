#include "inputs.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "fail.h"

namespace t2s
{

namespace
{

/* Rows of a batch come in multiples of this: kernels are made per shape. */
constexpr int64_t row_step = 16;
/* Lengths of attention groups come in multiples of this. */
constexpr int64_t length_step = 8;
/* sequences x length^2 of one attention group, at most (memory). */
constexpr int64_t group_area = int64_t(1) << 20;

int64_t round_up(int64_t n, int64_t step)
{
    return (n + step - 1) / step * step;
}

/* Shape of a batch: that starts ascend from 0 to the number of tokens. */
void check_starts(const t2s_token_batch &tokens)
{
    if (tokens.sequences <= 0)
        fail(T2SED_EEMPTY, "a batch of %d sequences: at least 1 is needed",
             tokens.sequences);
    if (!tokens.starts || tokens.starts[0] != 0)
        fail(T2SED_EINVAL, "batch: starts[0] must be 0");
    for (int32_t s = 0; s < tokens.sequences; s++) {
        if (tokens.starts[s + 1] < tokens.starts[s])
            fail(T2SED_EINVAL, "batch: starts[%d] is %d, below starts[%d] = %d",
                 s + 1, tokens.starts[s + 1], s, tokens.starts[s]);
        if (tokens.starts[s + 1] == tokens.starts[s])
            fail(T2SED_EEMPTY, "batch: sequence %d has no tokens", s);
    }
    if (tokens.starts[tokens.sequences] != tokens.tokens)
        fail(T2SED_EINVAL, "batch: starts[%d] is %d, but there are %d tokens",
             tokens.sequences, tokens.starts[tokens.sequences], tokens.tokens);
}

void check_token(const t2s_architecture &a, const t2s_token_batch &tokens,
                 int32_t at)
{
    const int32_t id = tokens.ids[at];
    if (id < 0 || id >= a.vocabulary)
        fail(T2SED_EINVAL,
             "batch: token %d has id %d, outside the vocabulary of %d", at, id,
             a.vocabulary);
    if (tokens.types &&
        (tokens.types[at] < 0 || tokens.types[at] >= a.token_types))
        fail(T2SED_EINVAL,
             "batch: token %d has type %d, the encoder has %d types", at,
             tokens.types[at], a.token_types);
}

/* The place of every row among the padded rows of its group. */
class grouping
{
  public:
    grouping(const t2s_token_batch &tokens, token_input &out)
        : tokens_(tokens), out_(out)
    {
    }

    void run()
    {
        std::vector<int32_t> order(static_cast<size_t>(tokens_.sequences));
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
            return length(a) > length(b);
        });
        for (size_t from = 0; from < order.size();) {
            const int64_t longest = length(order[from]);
            size_t to = from + 1;
            while (to < order.size() && joins(longest, length(order[to])) &&
                   static_cast<int64_t>(to - from + 1) * longest * longest <=
                       group_area)
                to++;
            add(order, from, to, round_up(longest, length_step));
            from = to;
        }
    }

  private:
    int64_t length(int32_t s) const
    {
        return tokens_.starts[s + 1] - tokens_.starts[s];
    }

    /* Whether padding costs less than a group of its own would. */
    static bool joins(int64_t longest, int64_t length)
    {
        return length + 16 >= longest || 4 * length >= 3 * longest;
    }

    void add(const std::vector<int32_t> &order, size_t from, size_t to,
             int64_t longest)
    {
        group g;
        g.sequences = static_cast<int64_t>(to - from);
        g.length = longest;
        const auto area = static_cast<size_t>(g.sequences * longest);
        g.pad.assign(area, 0);
        g.mask.assign(area, -std::numeric_limits<float>::infinity());
        for (size_t i = from; i < to; i++) {
            const int64_t begin = tokens_.starts[order[i]];
            const int64_t n = length(order[i]);
            const int64_t base = static_cast<int64_t>(i - from) * longest;
            for (int64_t t = 0; t < n; t++) {
                const auto place = static_cast<size_t>(base + t);
                g.pad[place] = begin + t;
                g.mask[place] = 0.0F;
                out_.back[static_cast<size_t>(begin + t)] = used_ + base + t;
            }
        }
        used_ += g.sequences * longest;
        out_.groups.push_back(std::move(g));
    }

    const t2s_token_batch &tokens_;
    token_input &out_;
    int64_t used_ = 0;
};

/* Checks one kind of graphs while it brings them into shape. */
class graph_reader
{
  public:
    graph_reader(const t2s_architecture &a, const t2s_token_batch &tokens,
                 const t2s_graph_batch &graphs, const char *name,
                 int32_t labels)
        : a_(a), tokens_(tokens), graphs_(graphs), name_(name), labels_(labels)
    {
    }

    graph_input read()
    {
        if (graphs_.graphs != tokens_.sequences)
            fail(T2SED_EINVAL, "%s: %d graphs for %d sequences", name_,
                 graphs_.graphs, tokens_.sequences);
        if (graphs_.nodes < 1 || graphs_.edges < 0 || graphs_.pieces < 0)
            fail(T2SED_EINVAL, "%s: %d nodes, %d edges, %d pieces", name_,
                 graphs_.nodes, graphs_.edges, graphs_.pieces);
        if (!graphs_.node_label || !graphs_.node_graph ||
            (graphs_.edges > 0 &&
             (!graphs_.edge_source || !graphs_.edge_target)) ||
            (graphs_.pieces > 0 &&
             (!graphs_.piece_token || !graphs_.piece_node)))
            fail(T2SED_EINVAL, "%s: an array is missing", name_);
        if (a_.edge_types > 0 && graphs_.edges > 0 && !graphs_.edge_type)
            fail(T2SED_EINVAL, "%s: the model needs edge types", name_);
        if (a_.readout == T2S_READ_GLOBAL && !graphs_.readout)
            fail(T2SED_EINVAL, "%s: the model needs global nodes to read out",
                 name_);
        out_.nodes = graphs_.nodes;
        rows_ = static_cast<size_t>(round_up(graphs_.nodes, row_step));
        read_nodes();
        read_edges();
        read_pieces();
        read_readout();
        return std::move(out_);
    }

  private:
    void read_nodes()
    {
        int32_t previous = 0;
        per_graph_.assign(static_cast<size_t>(graphs_.graphs), 0);
        for (int32_t n = 0; n < graphs_.nodes; n++) {
            const int32_t graph = graphs_.node_graph[n];
            const int32_t label = graphs_.node_label[n];
            if (graph < previous || graph >= graphs_.graphs)
                fail(T2SED_EINVAL,
                     "%s: node %d is of graph %d; nodes come in the order of "
                     "%d graphs",
                     name_, n, graph, graphs_.graphs);
            if (label < -1 || label >= labels_)
                fail(T2SED_EINVAL, "%s: node %d has label %d of %d", name_, n,
                     label, labels_);
            previous = graph;
            per_graph_[static_cast<size_t>(graph)]++;
            if (label >= 0) {
                out_.label.push_back(label);
                out_.labelled.push_back(n);
            }
        }
        for (int32_t g = 0; g < graphs_.graphs; g++)
            if (per_graph_[static_cast<size_t>(g)] == 0)
                fail(T2SED_EEMPTY, "%s: graph %d has no nodes", name_, g);
    }

    void check_edge(int32_t e) const
    {
        const int32_t source = graphs_.edge_source[e];
        const int32_t target = graphs_.edge_target[e];
        if (source < 0 || source >= graphs_.nodes || target < 0 ||
            target >= graphs_.nodes)
            fail(T2SED_EINVAL, "%s: edge %d joins nodes %d and %d of %d", name_,
                 e, source, target, graphs_.nodes);
        if (source == target)
            fail(T2SED_EINVAL, "%s: edge %d is a self-loop of node %d", name_,
                 e, source);
        if (graphs_.node_graph[source] != graphs_.node_graph[target])
            fail(T2SED_EINVAL, "%s: edge %d joins two graphs", name_, e);
        if (a_.edge_types > 0 &&
            (graphs_.edge_type[e] < 1 || graphs_.edge_type[e] >= a_.edge_types))
            fail(T2SED_EINVAL, "%s: edge %d has type %d; 1 to %d are known",
                 name_, e, graphs_.edge_type[e], a_.edge_types - 1);
    }

    void read_edges()
    {
        const auto total = static_cast<size_t>(graphs_.edges) +
                           static_cast<size_t>(graphs_.nodes);
        out_.source.reserve(total);
        out_.target.reserve(total);
        out_.kind.reserve(total);
        for (int32_t e = 0; e < graphs_.edges; e++) {
            check_edge(e);
            out_.source.push_back(graphs_.edge_source[e]);
            out_.target.push_back(graphs_.edge_target[e]);
            out_.kind.push_back(a_.edge_types > 0 ? graphs_.edge_type[e] : 0);
        }
        for (int32_t n = 0; n < graphs_.nodes; n++) {
            out_.source.push_back(n);
            out_.target.push_back(n);
            out_.kind.push_back(0);
        }
    }

    void read_pieces()
    {
        std::vector<int32_t> count(static_cast<size_t>(graphs_.nodes), 0);
        for (int32_t p = 0; p < graphs_.pieces; p++) {
            const int32_t token = graphs_.piece_token[p];
            const int32_t node = graphs_.piece_node[p];
            if (token < 0 || token >= tokens_.tokens || node < 0 ||
                node >= graphs_.nodes)
                fail(T2SED_EINVAL,
                     "%s: piece %d joins token %d of %d and node %d of %d",
                     name_, p, token, tokens_.tokens, node, graphs_.nodes);
            const int32_t graph = graphs_.node_graph[node];
            if (token < tokens_.starts[graph] ||
                token >= tokens_.starts[graph + 1])
                fail(T2SED_EINVAL,
                     "%s: piece %d: token %d is not of sequence %d", name_, p,
                     token, graph);
            if (graphs_.node_label[node] == 0)
                fail(T2SED_EINVAL, "%s: piece %d: node %d is no terminal",
                     name_, p, node);
            count[static_cast<size_t>(node)]++;
            out_.token.push_back(token);
            out_.node.push_back(node);
        }
        for (const int64_t node : out_.node)
            out_.share.push_back(
                1.0F / static_cast<float>(count[static_cast<size_t>(node)]));
    }

    void read_readout()
    {
        out_.part.assign(rows_, 0.0F);
        if (a_.readout == T2S_READ_GLOBAL) {
            for (int32_t g = 0; g < graphs_.graphs; g++) {
                const int32_t node = graphs_.readout[g];
                if (node < 0 || node >= graphs_.nodes ||
                    graphs_.node_graph[node] != g)
                    fail(T2SED_EINVAL, "%s: global node %d is not of graph %d",
                         name_, node, g);
                out_.owner.push_back(node);
            }
            return;
        }
        out_.owner.assign(rows_, 0);
        for (int32_t n = 0; n < graphs_.nodes; n++) {
            const int32_t graph = graphs_.node_graph[n];
            const auto row = static_cast<size_t>(n);
            out_.owner[row] = graph;
            out_.part[row] = 1.0F / static_cast<float>(
                                        per_graph_[static_cast<size_t>(graph)]);
        }
    }

    const t2s_architecture &a_;
    const t2s_token_batch &tokens_;
    const t2s_graph_batch &graphs_;
    const char *name_;
    const int32_t labels_;
    size_t rows_ = 0;
    std::vector<int32_t> per_graph_;
    graph_input out_{};
};

} // namespace

void check_architecture(const t2s_architecture &a)
{
    const bool sizes = a.vocabulary > 0 && a.hidden > 0 && a.layers >= 0 &&
                       a.heads > 0 && a.intermediate > 0 && a.positions > 0 &&
                       a.position_offset >= 0 &&
                       a.position_offset < a.positions && a.token_types > 0 &&
                       a.layer_norm_epsilon > 0.0 && a.layers <= 1000;
    if (!sizes || a.hidden % a.heads != 0)
        fail(T2SED_EINVAL, "architecture: sizes of the encoder do not fit");
    if (a.layout < T2S_GRAPH_NONE || a.layout > T2S_GRAPH_JOINT)
        fail(T2SED_EINVAL, "architecture: unknown graph layout %d", a.layout);
    if (a.layout != T2S_GRAPH_NONE &&
        (a.gat_layers < 1 || a.gat_layers > 1000 || a.gat_heads < 1 ||
         a.hidden % a.gat_heads != 0 || a.edge_types < 0 ||
         a.question_labels < 1 ||
         (a.layout == T2S_GRAPH_SEPARATE && a.sql_labels < 1) ||
         a.readout < T2S_READ_MEAN || a.readout > T2S_READ_GLOBAL))
        fail(T2SED_EINVAL, "architecture: sizes of the graphs do not fit");
    if (!(a.encoder_dropout >= 0.0 && a.encoder_dropout < 1.0 &&
          a.head_dropout >= 0.0 && a.head_dropout < 1.0))
        fail(T2SED_EINVAL, "architecture: dropout must be in [0, 1)");
}

token_input prepare_tokens(const t2s_architecture &a,
                           const t2s_token_batch &tokens)
{
    token_input out;
    check_starts(tokens);
    if (!tokens.ids)
        fail(T2SED_EINVAL, "batch: token ids are missing");
    const auto rows = static_cast<size_t>(round_up(tokens.tokens, row_step));
    out.tokens = tokens.tokens;
    out.ids.assign(rows, 0);
    out.types.assign(rows, 0);
    out.places.assign(rows, a.position_offset);
    out.back.assign(rows, 0);
    out.starts.assign(tokens.starts, tokens.starts + tokens.sequences + 1);
    for (int32_t s = 0; s < tokens.sequences; s++) {
        const int32_t begin = tokens.starts[s];
        const int32_t n = tokens.starts[s + 1] - begin;
        if (n > a.positions - a.position_offset)
            fail(T2SED_ETOOLONG,
                 "sequence %d has %d tokens, the encoder takes %d", s, n,
                 a.positions - a.position_offset);
        for (int32_t t = 0; t < n; t++) {
            const auto row = static_cast<size_t>(begin + t);
            check_token(a, tokens, begin + t);
            out.ids[row] = tokens.ids[begin + t];
            out.types[row] = tokens.types ? tokens.types[begin + t] : 0;
            out.places[row] = a.position_offset + t;
        }
    }
    grouping(tokens, out).run();
    return out;
}

score_input prepare_score(const t2s_architecture &a, const t2s_batch &batch)
{
    score_input out;
    const t2s_token_batch &tokens = batch.tokens;
    check_starts(tokens);
    out.first.assign(tokens.starts, tokens.starts + tokens.sequences);
    out.graph_count = a.layout == T2S_GRAPH_SEPARATE ? 2
                      : a.layout == T2S_GRAPH_JOINT  ? 1
                                                     : 0;
    const bool joint = a.layout == T2S_GRAPH_JOINT;
    if (out.graph_count > 0)
        out.graphs[0] = graph_reader(a, tokens, batch.graphs[0],
                                     joint ? "joint graph" : "question graph",
                                     a.question_labels)
                            .read();
    if (out.graph_count > 1)
        out.graphs[1] =
            graph_reader(a, tokens, batch.graphs[1], "SQL graph", a.sql_labels)
                .read();
    return out;
}

} // namespace t2s
