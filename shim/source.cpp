/* The TorchScript of a model. Loops over layers are written out: TorchScript
 * does not take them over modules, and what is built here is small. */
#include "source.h"

#include <cmath>
#include <locale>
#include <sstream>

namespace t2s
{

namespace
{

/* A float as TorchScript reads it, in any locale. */
std::string number(double value)
{
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(17);
    out << value;
    std::string text = out.str();
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

class writer
{
  public:
    writer(const t2s_architecture &a, linear_style style) : a_(a), style_(style)
    {
    }

    std::string text()
    {
        for (int32_t i = 0; i < a_.layers; i++)
            encoder_layer(i);
        encode();
        if (a_.layout != T2S_GRAPH_NONE) {
            for (int stack = 0; stack < stacks(); stack++) {
                for (int32_t i = 0; i < a_.gat_layers; i++)
                    graph_layer(stack, i);
                read_graph(stack);
            }
        }
        score();
        if (a_.layout != T2S_GRAPH_NONE)
            collect_graph();
        forward();
        return out_.str();
    }

  private:
    int stacks() const
    {
        return a_.layout == T2S_GRAPH_SEPARATE ? 2
               : a_.layout == T2S_GRAPH_JOINT  ? 1
                                               : 0;
    }

    void line(int depth, const std::string &text)
    {
        out_ << std::string(static_cast<size_t>(depth) * 4, ' ') << text
             << '\n';
    }

    std::string linear(const std::string &x, const std::string &layer) const
    {
        const std::string rest =
            ", self." + layer + "_weight, self." + layer + "_bias)";
        if (style_ != linear_style::plain)
            return "torch.mkldnn_linear(" + x + ".to_mkldnn()" + rest +
                   ".to_dense()";
        return "torch.linear(" + x + rest;
    }

    std::string norm(const std::string &x, const std::string &layer) const
    {
        return "torch.layer_norm(" + x + ", [" + std::to_string(a_.hidden) +
               "], self." + layer + "_weight, self." + layer + "_bias, " +
               number(a_.layer_norm_epsilon) + ")";
    }

    static std::string dropout(const std::string &x, double p)
    {
        return "torch.dropout(" + x + ", " + number(p) + ", self.training)";
    }

    void encoder_layer(int32_t i);
    void encode();
    void graph_layer(int stack, int32_t i);
    void read_graph(int stack);
    void score();
    void collect_graph();
    void forward();

    const t2s_architecture &a_;
    const linear_style style_;
    std::ostringstream out_;
};

/*
 * x is [rows, hidden], all sequences without padding. Attention takes them in
 * groups of about equal length: pads[g] is [sequences, length], the row of x
 * that each place holds; masks[g] is [sequences, 1, 1, length], 0 or -inf;
 * back[row] is the row's place in all groups put one after another.
 */
void writer::encoder_layer(int32_t i)
{
    const std::string layer = "layer" + std::to_string(i) + "_";
    const int32_t size = a_.hidden / a_.heads;
    const std::string heads = std::to_string(a_.heads);
    const double root = std::sqrt(static_cast<double>(size));
    line(0, "def layer" + std::to_string(i) +
                "(self, x: Tensor, pads: List[Tensor], masks: List[Tensor], "
                "back: Tensor) -> Tensor:");
    line(1, "qkv = " + linear("x", layer + "qkv"));
    line(1, "parts: List[Tensor] = []");
    line(1, "for g in range(len(pads)):");
    line(2, "pad = pads[g]");
    line(2, "s = pad.size(0)");
    line(2, "n = pad.size(1)");
    line(2, "rows = torch.index_select(qkv, 0, pad.view(-1))");
    line(2, "p = rows.view(s, n, 3, " + heads + ", " + std::to_string(size) +
                ").permute(2, 0, 3, 1, 4)");
    line(2, "q = p[0] * " + number(1.0 / root));
    line(2, "a = torch.matmul(q, p[1].transpose(-2, -1)) + masks[g]");
    line(2, "a = " + dropout("torch.softmax(a, -1)", a_.encoder_dropout));
    line(2, "c = torch.matmul(a, p[2]).permute(0, 2, 1, 3)");
    line(2,
         "parts.append(c.reshape(s * n, " + std::to_string(a_.hidden) + "))");
    line(1, "c = torch.index_select(torch.cat(parts, 0), 0, back)");
    line(1, "y = " + linear("c", layer + "out"));
    line(1, "x = " + norm("x + " + dropout("y", a_.encoder_dropout),
                          layer + "norm1"));
    line(1, "y = torch.gelu(" + linear("x", layer + "up") + ")");
    line(1, "y = " + linear("y", layer + "down"));
    line(1, "return " + norm("x + " + dropout("y", a_.encoder_dropout),
                             layer + "norm2"));
    line(0, "");
}

/* BERT (Devlin et al. 2019, section 3) over packed rows. */
void writer::encode()
{
    line(0, "def encode(self, ids: Tensor, types: Tensor, places: Tensor, "
            "pads: List[Tensor], masks: List[Tensor], back: Tensor) -> "
            "Tensor:");
    line(1, "x = torch.embedding(self.words, ids)");
    line(1, "x = x + torch.embedding(self.types, types)");
    line(1, "x = x + torch.embedding(self.positions, places)");
    line(1, "x = " + dropout(norm("x", "norm"), a_.encoder_dropout));
    for (int32_t i = 0; i < a_.layers; i++)
        line(1,
             "x = self.layer" + std::to_string(i) + "(x, pads, masks, back)");
    line(1, "return x");
    line(0, "");
}

/*
 * GATv2 (Brody et al. 2022, equation 7) with PyTorch Geometric's details:
 * softmax over a node's incoming edges, shifted by their maximum, 1e-16 added
 * to the sum; heads concatenated. Edge types add a row of their table before
 * the LeakyReLU. The graph's self-loops are among its edges here.
 */
void writer::graph_layer(int stack, int32_t i)
{
    const std::string name =
        "graph" + std::to_string(stack) + "_" + std::to_string(i);
    const std::string h = std::to_string(a_.hidden);
    const std::string heads = std::to_string(a_.gat_heads);
    line(0, "def " + name +
                "(self, x: Tensor, source: Tensor, target: Tensor, kind: "
                "Tensor) -> Tensor:");
    line(1, "n = x.size(0)");
    line(1, "lr = " + linear("x", name + "_lr"));
    line(1, "left = torch.index_select(lr[:, :" + h + "], 0, source)");
    line(1, "m = left + torch.index_select(lr[:, " + h + ":], 0, target)");
    if (a_.edge_types > 0)
        line(1, "m = m + torch.embedding(self." + name + "_edge, kind)");
    line(1, "m = torch.leaky_relu(m, 0.2)");
    if (a_.gat_heads == 1) {
        line(1, "s = torch.mv(m, self." + name + "_att.view(-1)).view(-1, 1)");
    } else {
        line(1, "s = (m.view(-1, " + heads + ", " +
                    std::to_string(a_.hidden / a_.gat_heads) + ") * self." +
                    name + "_att).sum(-1)");
    }
    line(1, "to = target.view(-1, 1).expand_as(s)");
    line(1, "low = torch.zeros([n, " + heads +
                "], dtype=s.dtype, device=s.device)");
    line(1, "top = torch.scatter_reduce(low, 0, to, s.detach(), \"amax\", "
            "include_self=False)");
    line(1, "e = torch.exp(s - torch.index_select(top, 0, target))");
    line(1, "total = torch.index_add(low, 0, target, e)");
    line(1, "e = e / (torch.index_select(total, 0, target) + 1e-16)");
    if (a_.gat_heads == 1) {
        line(1, "m = left * e");
    } else {
        line(1, "m = left.view(-1, " + heads + ", " +
                    std::to_string(a_.hidden / a_.gat_heads) +
                    ") * e.unsqueeze(-1)");
        line(1, "m = m.reshape(-1, " + h + ")");
    }
    line(1, "y = torch.zeros_like(x)");
    line(1, "y = torch.index_add(y, 0, target, m)");
    line(1, "y = torch.gelu(y + self." + name + "_bias)");
    line(1, a_.residual ? "return x + y" : "return y");
    line(0, "");
}

/* Node vectors, the stack's layers, and the vector of each graph. */
void writer::read_graph(int stack)
{
    const std::string name = "graph" + std::to_string(stack);
    line(0, "def " + name +
                "(self, vectors: Tensor, graph: List[Tensor], graphs: int) -> "
                "Tensor:");
    line(1, "token, node, share, label, labelled, source, target, kind, "
            "owner, part = graph[0], graph[1], graph[2], graph[3], graph[4], "
            "graph[5], graph[6], graph[7], graph[8], graph[9]");
    line(1, "n = part.size(0)");
    line(1, "x = torch.zeros([n, " + std::to_string(a_.hidden) +
                "], dtype=vectors.dtype, device=vectors.device)");
    line(1, "pieces = torch.index_select(vectors, 0, token) * share");
    line(1, "x = torch.index_add(x, 0, node, pieces)");
    line(1, "labels = torch.embedding(self." + name + "_labels, label)");
    line(1, "x = torch.index_add(x, 0, labelled, labels)");
    for (int32_t i = 0; i < a_.gat_layers; i++)
        line(1, "x = self." + name + "_" + std::to_string(i) +
                    "(x, source, target, kind)");
    if (a_.readout == T2S_READ_GLOBAL) {
        line(1, "return torch.index_select(x, 0, owner)");
    } else {
        line(1, "y = torch.zeros([graphs, " + std::to_string(a_.hidden) +
                    "], dtype=x.dtype, device=x.device)");
        line(1, "return torch.index_add(y, 0, owner, x * part)");
    }
    line(0, "");
}

void writer::score()
{
    line(0, "def score(self, vectors: Tensor, first: Tensor, graph0: "
            "List[Tensor], graph1: List[Tensor]) -> Tensor:");
    if (a_.layout == T2S_GRAPH_NONE) {
        line(1, "parts = [torch.index_select(vectors, 0, first)]");
    } else {
        line(1, "graphs = first.size(0)");
        line(1, "parts = [self.graph0(vectors, graph0, graphs)]");
        if (stacks() == 2)
            line(1, "parts.append(self.graph1(vectors, graph1, graphs))");
    }
    line(1, "z = " + dropout("torch.cat(parts, 1)", a_.head_dropout));
    line(1, "z = torch.tanh(" + linear("z", "head_dense") + ")");
    line(1, "z = " + dropout("z", a_.head_dropout));
    line(1, "return (" + linear("z", "head_out") + ").view(-1)");
    line(0, "");
}

/* From the arrays of a batch to what graphN takes: self-loops added, shares
 * counted. The shim does this in C++; this is for users of an archive. */
void writer::collect_graph()
{
    line(0, "def collect(self, batch: Dict[str, Tensor], name: str, dtype: "
            "int) -> List[Tensor]:");
    line(1, "label = batch[name + \".node_label\"]");
    line(1, "n = label.size(0)");
    line(1, "loops = torch.arange(n, device=label.device)");
    line(1, "source = torch.cat([batch[name + \".edge_source\"], loops])");
    line(1, "target = torch.cat([batch[name + \".edge_target\"], loops])");
    line(1, "kind = torch.zeros_like(source)");
    line(1, "if (name + \".edge_type\") in batch:");
    line(2, "kind = torch.cat([batch[name + \".edge_type\"], "
            "torch.zeros_like(loops)])");
    line(1, "token = batch[name + \".piece_token\"]");
    line(1, "node = batch[name + \".piece_node\"]");
    line(1, "one = torch.ones([token.size(0), 1], dtype=dtype, "
            "device=label.device)");
    line(1, "count = torch.zeros([n, 1], dtype=dtype, device=label.device)");
    line(1, "count = torch.index_add(count, 0, node, one)");
    line(1, "share = one / torch.index_select(count, 0, node)");
    line(1, "labelled = torch.nonzero(label >= 0).view(-1)");
    line(1, "owner = batch[name + \".node_graph\"]");
    line(1, "one = torch.ones([n, 1], dtype=dtype, device=label.device)");
    line(1, "graphs = batch[\"starts\"].size(0) - 1");
    line(1, "count = torch.zeros([graphs, 1], dtype=dtype, "
            "device=label.device)");
    line(1, "count = torch.index_add(count, 0, owner, one)");
    line(1, "part = one / torch.index_select(count, 0, owner)");
    line(1, "if (name + \".readout\") in batch:");
    line(2, "owner = batch[name + \".readout\"]");
    line(1, "return [token, node, share, torch.index_select(label, 0, "
            "labelled), labelled, source, target, kind, owner, part]");
    line(0, "");
}

/* What an exported archive is called with; docs/internals/shim.md says how. */
void writer::forward()
{
    line(0, "def forward(self, batch: Dict[str, Tensor]) -> Tensor:");
    line(1, "ids = batch[\"ids\"]");
    line(1, "starts = batch[\"starts\"]");
    line(1, "types = torch.zeros_like(ids)");
    line(1, "if \"types\" in batch:");
    line(2, "types = batch[\"types\"]");
    line(1, "first = starts[:-1]");
    line(1, "lengths = starts[1:] - first");
    line(1, "n = int(lengths.max())");
    line(1, "at = torch.arange(n, device=ids.device).view(1, -1)");
    line(1, "inside = at < lengths.view(-1, 1)");
    line(1, "pad = torch.where(inside, first.view(-1, 1) + at, "
            "torch.zeros_like(at))");
    line(1, "back = torch.nonzero(inside.view(-1)).view(-1)");
    line(1, "places = at.expand_as(pad).reshape(-1)");
    line(1, "places = torch.index_select(places, 0, back) + " +
                std::to_string(a_.position_offset));
    line(1, "mask = torch.zeros([pad.size(0), 1, 1, n], "
            "dtype=self.norm_weight.dtype, device=ids.device)");
    line(1, "mask = mask.masked_fill(~inside.view(-1, 1, 1, n), "
            "float(\"-inf\"))");
    line(1, "vectors = self.encode(ids, types, places, [pad], [mask], back)");
    line(1, "vectors = vectors.to(self.head_out_weight.dtype)");
    line(1, "graph0: List[Tensor] = []");
    line(1, "graph1: List[Tensor] = []");
    if (a_.layout == T2S_GRAPH_JOINT) {
        line(1, "graph0 = self.collect(batch, \"joint\", vectors.dtype)");
    } else if (a_.layout == T2S_GRAPH_SEPARATE) {
        line(1, "graph0 = self.collect(batch, \"question\", vectors.dtype)");
        line(1, "graph1 = self.collect(batch, \"sql\", vectors.dtype)");
    }
    line(1, "return self.score(vectors, first, graph0, graph1)");
}

} // namespace

std::string write_source(const t2s_architecture &architecture,
                         linear_style style)
{
    return writer(architecture, style).text();
}

} // namespace t2s
