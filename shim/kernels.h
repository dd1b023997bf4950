/*
 * kernels.h - what lies between the matrix products of a model, on CPUs: plain
 * loops over rows, made for several processors from one source. Nothing here
 * knows of libtorch or of threads: each function does the tasks [begin, end)
 * of a job, and tasks of a job do not touch one another's results.
 *
 * T is float or bf16: how activations go into and come out of products. What
 * is added up over layers (`x`) is always fp32.
 */
#ifndef T2S_SHIM_KERNELS_H
#define T2S_SHIM_KERNELS_H

#include <stdint.h>

namespace t2s
{

struct bf16 {
    uint16_t bits;
};

/* Layer normalisation over rows of `width`. */
struct norm_weights {
    const float *weight, *bias;
    double epsilon;
};

/* x[row] = norm(sum of the three embeddings). Tasks are rows. */
template <typename T> struct embed_job {
    int64_t width;
    const T *words, *types, *places;
    const int64_t *word, *type, *place; /* [rows] */
    norm_weights norm;
    float *x;
    T *narrow; /* a copy of x for the next product; NULL: none */
};

/* x[row] = norm(x[row] + y[row]). Tasks are rows. */
template <typename T> struct add_norm_job {
    int64_t width;
    const T *y;
    norm_weights norm;
    float *x;
    T *narrow; /* as above */
};

/* Self-attention (Vaswani et al. 2017, equation 1), each head of each sequence
 * by itself, without padding. Tasks are sequences x heads. */
template <typename T> struct attend_job {
    int64_t width, heads;
    const int64_t *starts; /* [sequences + 1] rows */
    const T *qkv;          /* [rows, 3 width] */
    T *context;            /* [rows, width] */
    float *scratch;        /* attend_scratch() floats, of the thread's own */
};

/* Edges by their target: node i has edges [begin[i], begin[i + 1]). */
struct incoming {
    const int64_t *begin, *source, *kind;
};

/* A GATv2 layer (Brody et al. 2022, equation 7) as source.cpp describes it,
 * its bias, GELU and residual. Tasks are nodes. */
template <typename T> struct graph_job {
    int64_t width, heads;
    incoming edges;
    const T *lr;                     /* [nodes, 2 width] both products */
    const float *kinds, *att, *bias; /* kinds: NULL where edges are untyped */
    bool residual;
    float *x;
    T *narrow;
    float *scratch; /* heads x most edges of a node, of the thread's own */
};

template <typename T> struct kernels {
    void (*embed)(const embed_job<T> &job, int64_t begin, int64_t end);
    void (*add_norm)(const add_norm_job<T> &job, int64_t begin, int64_t end);
    void (*attend)(const attend_job<T> &job, int64_t begin, int64_t end);
    void (*graph)(const graph_job<T> &job, int64_t begin, int64_t end);
    /* to += factor * from; to = from. */
    void (*add)(float *to, const float *from, float factor, int64_t n);
    void (*narrow)(T *to, const float *from, int64_t n);
};

/* Scratch of attend for sequences of at most `longest` rows. */
int64_t attend_scratch(int64_t width, int64_t heads, int64_t longest);

/* The best that this processor runs. The environment's T2SED_CPU names the
 * best wanted: "avx512", "avx2", or "plain" (any other word too). */
template <typename T> const kernels<T> &find_kernels();

} // namespace t2s

#endif
