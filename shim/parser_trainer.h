/*
 * parser_trainer.h - training the question parser: the network of
 * parser_engine.h over sentences of one length, with dropout and gradients.
 */
#ifndef T2S_SHIM_PARSER_TRAINER_H
#define T2S_SHIM_PARSER_TRAINER_H

#include <map>
#include <string>
#include <vector>

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include "adamw.h"

namespace t2s
{

class parser_trainer : public training
{
  public:
    /* Checks the tensors as parser_engine does. */
    parser_trainer(const t2s_tensor *tensors, int32_t count,
                   const t2s_parser_train_options &options);

    /* Returns the loss before the weights change. */
    double step(const t2s_parser_batch &batch, double learning_rate);
    /* The averaged weights' best. */
    void predict(const t2s_parser_batch &batch, int32_t *tags, int32_t *heads,
                 int32_t *relations) const;

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
    using weights = std::vector<at::Tensor>;
    struct scores {
        at::Tensor tags;              /* [words, tags] */
        at::Tensor arcs;              /* [words, length + 1] */
        at::Tensor heads, dependents; /* [sentences, length (+ 1), label] */
    };
    class pass;

    at::Tensor whole(size_t index, int32_t part) const;
    void check_words(const t2s_parser_batch &batch) const;
    void check_labels(const t2s_parser_batch &batch) const;
    double accumulate(const t2s_parser_batch &batch);
    void average();

    t2s_parser_train_options options_;
    t2s_parser_sizes sizes_;
    at::ScalarType type_;
    int64_t hidden_;
    size_t layers_ = 0;
    std::vector<std::string> names_;
    std::map<std::string, size_t> index_; /* of a name */
    weights weights_, first_, second_, average_;
    at::Generator generator_; /* of dropout */
    int64_t step_ = 0;
};

} // namespace t2s

#endif
