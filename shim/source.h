/*
 * source.h - the model as TorchScript: which parameters a module has, which
 * named weights they are made of, and its source. Knows nothing of libtorch.
 */
#ifndef T2S_SHIM_SOURCE_H
#define T2S_SHIM_SOURCE_H

#include <cstdint>
#include <string>
#include <vector>

#include "backend.h"

namespace t2s
{

/* How a linear layer is written. */
enum class linear_style {
    plain, /* torch.linear: runs everywhere, can be exported */
    onednn /* oneDNN on ordinary weights: fp32 on CPUs, for training */
};

/* A parameter of the module. */
struct parameter {
    std::string name;
    std::vector<int64_t> shape;
    bool encoder; /* its precision may be narrowed, its training switched off */
};

/* A weight as a model directory names it: rows [row, row + shape[0]) of a
 * parameter. Query, key and value, and lin_l and lin_r, lie in one parameter
 * each, so that one product computes them. */
struct weight {
    std::string name;
    std::vector<int64_t> shape;
    size_t parameter; /* index into layout::parameters */
    int64_t row;
};

/* The weights of an architecture, in the order that trainers number them. */
struct layout {
    std::vector<parameter> parameters;
    std::vector<weight> weights;
};

layout describe(const t2s_architecture &architecture);

/* Length of the vector that the head reads. */
int64_t pooled_size(const t2s_architecture &architecture);

/* The methods of the module: encode, score and, for users of an exported
 * archive, forward. */
std::string write_source(const t2s_architecture &architecture,
                         linear_style style);

} // namespace t2s

#endif
