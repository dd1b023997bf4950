/*
 * trainer.h - AdamW (Loshchilov and Hutter 2019, algorithm 2) on an engine of
 * its own. One thread at a time.
 */
#ifndef T2S_SHIM_TRAINER_H
#define T2S_SHIM_TRAINER_H

#include <string>
#include <vector>

#include <ATen/core/Generator.h>

#include "engine.h"

namespace t2s
{

class trainer
{
  public:
    trainer(const t2s_architecture &architecture, const t2s_tensor *tensors,
            int32_t count, c10::Device device,
            const t2s_train_options &options);

    const engine &model() const
    {
        return engine_;
    }

    /* Returns the loss before the weights change. */
    double step(const t2s_train_batch *batches, int32_t count,
                double learning_rate);

    /* Without dropout. */
    at::Tensor forward(const t2s_batch &batch) const;

    /* which: 0 weight, 1 and 2 moments, 3 gradient. */
    void read(size_t index, int32_t which, float *data, size_t size) const;
    void write(size_t index, int32_t which, const float *data, size_t size);

    int64_t steps() const
    {
        return step_;
    }
    std::string random_state() const;
    void set_state(int64_t step, const std::string &random);

  private:
    double backward(const t2s_train_batch &batch, double weights);
    at::Tensor encode(const token_input &tokens);
    at::Tensor whole(size_t index, int32_t which) const;
    void clear_gradients();
    double accumulate(const t2s_train_batch *batches, int32_t count);
    void update(double learning_rate);
    bool trained(size_t parameter) const;

    engine engine_;
    t2s_train_options options_;
    std::vector<at::Tensor> first_, second_; /* moments of the parameters */
    int64_t step_ = 0;
    at::Tensor random_; /* state of the dropout's random numbers */
};

} // namespace t2s

#endif
