/*
 * trainer.h - AdamW (Loshchilov and Hutter 2019, algorithm 2) on an engine of
 * its own. One thread at a time.
 */
#ifndef T2S_SHIM_TRAINER_H
#define T2S_SHIM_TRAINER_H

#include <string>
#include <vector>

#include <ATen/core/Generator.h>

#include "adamw.h"
#include "engine.h"

namespace t2s
{

class trainer : public training
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

    size_t count() const override;
    t2s_tensor describe(size_t index) const override;
    void read(size_t index, int32_t part, float *data,
              size_t size) const override;
    void write(size_t index, int32_t part, const float *data,
               size_t size) override;
    int64_t steps() const override
    {
        return step_;
    }
    std::string random_state() const override;
    void set_state(int64_t step, const std::string &random) override;

  private:
    double backward(const t2s_train_batch &batch, double weights);
    at::Tensor encode(const token_input &tokens);
    at::Tensor whole(size_t index, int32_t part) const;
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
