/*
 * parser_engine.h - the question parser in libtorch: embeddings of a word's
 * features, bidirectional LSTMs, and scorers of tags, arcs and relations
 * (Dozat & Manning 2017). Const methods may run in several threads.
 */
#ifndef T2S_SHIM_PARSER_ENGINE_H
#define T2S_SHIM_PARSER_ENGINE_H

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "backend.h"

namespace t2s
{

class parser_engine
{
  public:
    parser_engine(const t2s_tensor *tensors, int32_t count,
                  at::ScalarType type);

    /* tags [words, tags]; arcs [words, words + 1]; vectors: what `label` reads,
     * [2 * words + 1, label size]. */
    void score(const t2s_parser_words &input, float *tags, float *arcs,
               float *vectors) const;
    /* relations [words, relations] for the heads, counted from 1, 0 above the
     * root. */
    void label(int32_t words, const float *vectors, const int64_t *heads,
               float *relations) const;

    t2s_parser_sizes sizes() const;

  private:
    struct linear {
        at::Tensor weight, bias;
    };
    int64_t label_size() const;
    at::Tensor embed(const t2s_parser_words &input) const;
    at::Tensor run_layer(size_t layer, const at::Tensor &x) const;

    at::ScalarType type_;
    at::Tensor fixed_, word_, ngram_, shape_, root_, arc_, arc_bias_, label_;
    std::vector<std::vector<at::Tensor>> layers_;
    int64_t hidden_;
    linear tag_, arc_head_, arc_dependent_, label_head_, label_dependent_;
};

} // namespace t2s

#endif
