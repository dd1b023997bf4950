#include "cache.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "aten.h"

#include "fail.h"

namespace t2s
{

namespace
{

/* oneDNN makes and keeps a kernel for every number of rows. */
int64_t fill_up(int64_t rows)
{
    return rows <= 16 ? rows : (rows + 15) / 16 * 16;
}

void ask(t2s_stop_fn stop, void *payload)
{
    if (stop && stop(payload))
        fail(T2SED_EINTERRUPTED, "the call was interrupted");
}

void copy_to(float *out, const at::Tensor &tensor)
{
    const at::Tensor here = tensor.to(at::kCPU, at::kFloat).contiguous();
    std::memcpy(out, here.data_ptr<float>(),
                static_cast<size_t>(here.numel()) * sizeof *out);
}

at::Tensor longs(const std::vector<int64_t> &values)
{
    return at::tensor(values, at::kLong);
}

} // namespace

cache::cache(const decoder &model) : model_(model)
{
    const t2s_decoder &s = model.shape();
    const auto options = at::TensorOptions(model.type()).device(model.device());
    for (int32_t i = 0; i < s.layers; i++) {
        keys_.push_back(at::empty({s.key_heads, 0, s.head_size}, options));
        values_.push_back(at::empty({s.key_heads, 0, s.head_size}, options));
    }
    finals_ = at::empty({0, s.hidden}, options);
}

int64_t cache::token_bytes(const decoder &model)
{
    const t2s_decoder &s = model.shape();
    return (2 * int64_t{s.layers} * s.key_heads * s.head_size + s.hidden) *
           static_cast<int64_t>(c10::elementSize(model.type()));
}

void cache::make_room(int64_t tokens)
{
    const int64_t used = length();
    if (used + tokens <= room_)
        return;
    const int64_t room = std::max(used + tokens, room_ + room_ / 2 + 64);
    const auto grown = [&](const at::Tensor &old, int64_t dimension) {
        auto shape = old.sizes().vec();
        shape[static_cast<size_t>(dimension)] = room;
        const at::Tensor made = at::empty(shape, old.options());
        made.narrow(dimension, 0, used).copy_(old.narrow(dimension, 0, used));
        return made;
    };
    std::vector<at::Tensor> keys, values;
    for (size_t i = 0; i < keys_.size(); i++) {
        keys.push_back(grown(keys_[i], 1));
        values.push_back(grown(values_[i], 1));
    }
    finals_ = grown(finals_, 0);
    keys_ = std::move(keys);
    values_ = std::move(values);
    room_ = room;
}

/* What the tokens from `first` on may see of all: [rows, keys], 0 or -infinity;
 * undefined where they see everything. */
at::Tensor cache::mask(int64_t first) const
{
    const int64_t keys = length(), rows = keys - first;
    if (rows == 1 && trunk_ == keys)
        return {};
    at::Tensor made = at::full(
        {rows, keys}, -std::numeric_limits<float>::infinity(), at::kFloat);
    float *row = made.data_ptr<float>();
    for (int64_t r = 0; r < rows; r++, row += keys) {
        int64_t node = first + r;
        for (; node >= trunk_; node = parents_[static_cast<size_t>(node)])
            row[node] = 0;
        std::fill(row, row + node + 1, 0.0F);
    }
    return made.to(model_.device());
}

void cache::read(const t2s_reading &in)
{
    const t2s_decoder &s = model_.shape();
    const int64_t first = length(), rows = in.count, trunk = trunk_;
    if (rows < 1)
        fail(T2SED_EINVAL, "language model: no tokens to read");
    std::vector<int64_t> ids, places;
    /* Whatever fails leaves the cache as it was. */
    struct undo {
        cache &of;
        const int64_t length, trunk;
        bool done;
        ~undo()
        {
            if (done)
                return;
            of.parents_.resize(static_cast<size_t>(length));
            of.depths_.resize(static_cast<size_t>(length));
            of.trunk_ = trunk;
        }
    } back{*this, first, trunk, false};
    make_room(rows);
    for (int64_t i = 0; i < rows; i++) {
        const int32_t parent = in.parents[i];
        if (in.ids[i] < 0 || in.ids[i] >= s.vocabulary)
            fail(T2SED_EINVAL, "language model: token %d of %d", in.ids[i],
                 s.vocabulary);
        if (parent < -1 || parent >= first + i)
            fail(T2SED_EINVAL, "language model: a token's parent is %d",
                 parent);
        const int32_t depth =
            parent < 0 ? 0 : depths_[static_cast<size_t>(parent)] + 1;
        if (depth >= s.positions)
            fail(T2SED_ETOOLONG,
                 "language model: more tokens than the %d that it has "
                 "positions for",
                 s.positions);
        if (trunk_ == first + i && parent == first + i - 1)
            trunk_++;
        parents_.push_back(parent);
        depths_.push_back(depth);
        ids.push_back(in.ids[i]);
        places.push_back(depth);
    }
    for (int32_t w = 0; w < in.wanted; w++)
        if (in.wanted_layers[w] < 0 || in.wanted_layers[w] > s.layers)
            fail(T2SED_EINVAL, "language model: layer %d of %d",
                 in.wanted_layers[w], s.layers);
    const auto give = [&](int32_t layer, const at::Tensor &x) {
        for (int32_t w = 0; w < in.wanted; w++)
            if (in.wanted_layers[w] == layer)
                copy_to(in.states + int64_t{w} * rows * s.hidden,
                        x.narrow(0, 0, rows));
    };
    const at::Tensor angles = model_.angles(longs(places)).unsqueeze(1);
    const at::Tensor cosine = angles.cos(), sine = angles.sin();
    const at::Tensor visible = mask(first);
    ids.resize(static_cast<size_t>(fill_up(rows)), 0);
    const at::Tensor x = model_.embed(longs(ids));
    give(0, x);
    for (int32_t i = 0; i < s.layers; i++) {
        ask(in.stop, in.payload);
        const auto at = static_cast<size_t>(i);
        model_.run_layer(i, x, cosine, sine, keys_[at], values_[at], first,
                         rows, visible);
        if (i + 1 < s.layers)
            give(i + 1, x);
    }
    const at::Tensor last = model_.finish(x).narrow(0, 0, rows);
    give(s.layers, last);
    finals_.narrow(0, first, rows).copy_(last);
    back.done = true;
}

void cache::keep(const int32_t *nodes, int32_t count)
{
    if (count < 0 || count > length())
        fail(T2SED_EINVAL, "language model: %d tokens of %lld to be kept",
             count, static_cast<long long>(length()));
    std::vector<int32_t> parents, depths, renamed(parents_.size(), -1);
    std::vector<int64_t> taken;
    int64_t trunk = 0;
    bool front = true;
    for (int32_t i = 0; i < count; i++) {
        const int32_t node = nodes ? nodes[i] : i;
        if (node < 0 || node >= length() || (i > 0 && node <= taken.back()))
            fail(T2SED_EINVAL,
                 "language model: token %d is no next one to be "
                 "kept",
                 node);
        const int32_t old = parents_[static_cast<size_t>(node)];
        const int32_t parent = old < 0 ? -1 : renamed[static_cast<size_t>(old)];
        if (old >= 0 && parent < 0)
            fail(T2SED_EINVAL,
                 "language model: token %d is kept without its parent", node);
        if (trunk == i && parent == i - 1)
            trunk++;
        front = front && node == i;
        renamed[static_cast<size_t>(node)] = i;
        parents.push_back(parent);
        depths.push_back(depths_[static_cast<size_t>(node)]);
        taken.push_back(node);
    }
    if (!front) {
        const at::Tensor rows = longs(taken).to(model_.device());
        const auto chosen = [&](const at::Tensor &from, int64_t dimension) {
            return from.index_select(dimension, rows);
        };
        std::vector<at::Tensor> keys, values;
        for (size_t i = 0; i < keys_.size(); i++) {
            keys.push_back(chosen(keys_[i], 1));
            values.push_back(chosen(values_[i], 1));
        }
        finals_ = chosen(finals_, 0);
        keys_ = std::move(keys);
        values_ = std::move(values);
        room_ = count;
    }
    parents_ = std::move(parents);
    depths_ = std::move(depths);
    trunk_ = trunk;
}

at::Tensor cache::finals(const int32_t *nodes, int32_t begin, int32_t end) const
{
    std::vector<int64_t> rows;
    for (int32_t i = begin; i < end; i++) {
        if (nodes[i] < 0 || nodes[i] >= length())
            fail(T2SED_EINVAL, "language model: token %d of a cache of %lld",
                 nodes[i], static_cast<long long>(length()));
        rows.push_back(nodes[i]);
    }
    const at::Tensor logits =
        model_.logits(finals_.index_select(0, longs(rows).to(model_.device())));
    return at::log_softmax(logits, 1);
}

namespace
{

void check_numbers(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (std::isnan(values[i]))
            fail(T2SED_EBACKEND,
                 "language model: a probability is no number; the weights, or "
                 "the precision chosen, do not fit it");
}

} // namespace

void cache::likelihood(const int32_t *nodes, const int32_t *targets,
                       int32_t count, t2s_stop_fn stop, void *payload,
                       float *out) const
{
    const int32_t portion = 32; /* bounds the memory for logits */
    for (int32_t i = 0; i < count; i++)
        if (targets[i] < 0 || targets[i] >= model_.shape().vocabulary)
            fail(T2SED_EINVAL, "language model: token %d of %d", targets[i],
                 model_.shape().vocabulary);
    for (int32_t begin = 0; begin < count; begin += portion) {
        ask(stop, payload);
        const int32_t end = std::min(count, begin + portion);
        const at::Tensor all = finals(nodes, begin, end);
        const at::Tensor chosen =
            longs({targets + begin, targets + end}).to(model_.device());
        copy_to(out + begin, all.gather(1, chosen.unsqueeze(1)));
    }
    check_numbers(out, static_cast<size_t>(count));
}

void cache::predict(const int32_t *nodes, int32_t count, float *out) const
{
    copy_to(out, finals(nodes, 0, count));
    for (int32_t i = 0; i < count; i++) /* one in a row makes all so */
        check_numbers(out + int64_t{i} * model_.shape().vocabulary, 1);
}

} // namespace t2s
