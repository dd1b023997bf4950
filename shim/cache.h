/*
 * cache.h - what a language model has read: a tree of tokens, each with the
 * keys and values that later ones attend to. One thread at a time.
 */
#ifndef T2S_SHIM_CACHE_H
#define T2S_SHIM_CACHE_H

#include <vector>

#include <ATen/core/Tensor.h>

#include "decoder.h"

namespace t2s
{

class cache
{
  public:
    explicit cache(const decoder &model);

    void read(const t2s_reading &reading);
    void keep(const int32_t *nodes, int32_t count);
    void likelihood(const int32_t *nodes, const int32_t *targets, int32_t count,
                    t2s_stop_fn stop, void *payload, float *out) const;
    void predict(const int32_t *nodes, int32_t count, float *out) const;

    static int64_t token_bytes(const decoder &model);

  private:
    int64_t length() const
    {
        return static_cast<int64_t>(parents_.size());
    }
    void make_room(int64_t tokens);
    at::Tensor mask(int64_t first) const;
    at::Tensor finals(const int32_t *nodes, int32_t begin, int32_t end) const;

    const decoder &model_;
    std::vector<int32_t> parents_, depths_;
    /* So many tokens at the front are a chain from the root. */
    int64_t trunk_ = 0;
    int64_t room_ = 0;
    std::vector<at::Tensor> keys_, values_; /* a layer: [kv, room, size] */
    at::Tensor finals_;                     /* [room, hidden], for the head */
};

} // namespace t2s

#endif
