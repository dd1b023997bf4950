/*
 * kernels_body.h - the kernels, for the processor that the including file is
 * compiled for. Written with the vectors that gcc and clang know. All is in an
 * unnamed namespace and no header of the standard library's templates is
 * included: code for a better processor must not be shared with other files.
 */
#include <string.h>

#include "kernels.h"

namespace t2s
{

namespace
{

#if defined(__AVX512F__)
constexpr int W = 16; /* floats of a vector */
constexpr int C = 4;  /* vectors of a block of products */
#elif defined(__AVX2__)
constexpr int W = 8;
constexpr int C = 2;
#else
constexpr int W = 4;
constexpr int C = 2;
#endif
constexpr int R = 4; /* rows of a block of products */

typedef float vec __attribute__((vector_size(4 * W)));
typedef int32_t ints __attribute__((vector_size(4 * W)));
typedef uint32_t words __attribute__((vector_size(4 * W)));
typedef uint16_t halves __attribute__((vector_size(2 * W)));

inline vec all(float value)
{
    return vec{} + value;
}

/* The first n of W values; the others are 0. */
inline vec load(const float *from, int64_t n = W)
{
    vec v = {};
    memcpy(&v, from, n == W ? sizeof v : static_cast<size_t>(n) * 4);
    return v;
}

inline vec load(const bf16 *from, int64_t n = W)
{
    halves h = {};
    memcpy(&h, from, n == W ? sizeof h : static_cast<size_t>(n) * 2);
    return (vec)(__builtin_convertvector(h, words) << 16);
}

inline void store(float *to, vec v, int64_t n = W)
{
    memcpy(to, &v, n == W ? sizeof v : static_cast<size_t>(n) * 4);
}

/* To the nearest, ties to even; no number stays no number. */
inline void store(bf16 *to, vec v, int64_t n = W)
{
    const words u = (words)v;
    const words nan = (words)(v != v);
    const words near = (u + 0x7FFFU + ((u >> 16) & 1U)) >> 16;
    const halves h =
        __builtin_convertvector((near & ~nan) | (nan & 0x7FC0U), halves);
    memcpy(to, &h, n == W ? sizeof h : static_cast<size_t>(n) * 2);
}

/* Calls f(i, count) for the vectors of n values; count is W but for the last.
 */
template <typename body> inline void each(int64_t n, const body &f)
{
    int64_t i = 0;
    for (; i + W <= n; i += W)
        f(i, int64_t(W));
    if (i < n)
        f(i, n - i);
}

inline float sum(vec v)
{
    float total = 0.0F;
    for (int i = 0; i < W; i++)
        total += v[i];
    return total;
}

inline vec larger(vec a, vec b)
{
    const ints mask = (ints)(a > b);
    return (vec)(((ints)a & mask) | ((ints)b & ~mask));
}

inline float largest(vec v)
{
    float best = v[0];
    for (int i = 1; i < W; i++)
        best = v[i] > best ? v[i] : best;
    return best;
}

/* e^x for x <= 0, a few units in the last place off: 2^n e^r with a polynomial
 * for e^r on [-ln 2 / 2, ln 2 / 2]. Below -87 it stays at e^-87, about 0. */
inline vec exponential(vec x)
{
    const float to_integer = 12582912.0F; /* 1.5 * 2^23 */
    x = larger(x, all(-87.0F));
    const vec shifted = x * 1.44269504F + to_integer;
    const vec n = shifted - to_integer;
    vec r = x - n * 0.693359375F;
    r = r + n * 2.12194440e-4F;
    vec p = r * 1.9841270e-4F + 1.3888889e-3F;
    p = p * r + 8.3333333e-3F;
    p = p * r + 4.1666667e-2F;
    p = p * r + 1.6666667e-1F;
    p = p * r + 0.5F;
    p = p * r + 1.0F;
    p = p * r + 1.0F;
    const ints power = (ints)shifted - (ints)all(to_integer);
    return p * (vec)((power + 127) << 23);
}

inline vec absolute(vec x)
{
    return (vec)((words)x & 0x7FFFFFFFU);
}

/* x * Phi(x), with erf as Abramowitz and Stegun 7.1.26 gives it: absolute
 * error below 2e-7. */
inline vec gelu(vec x)
{
    const vec z = absolute(x) * 0.707106781F;
    const vec t = 1.0F / (z * 0.3275911F + 1.0F);
    vec p = t * 1.061405429F - 1.453152027F;
    p = p * t + 1.421413741F;
    p = p * t - 0.284496736F;
    p = p * t + 0.254829592F;
    const vec tail = p * t * exponential(-(z * z)); /* 1 - erf(|z|) */
    const words sign = (words)x & 0x80000000U;
    const vec erf = (vec)((words)(1.0F - tail) | sign);
    return 0.5F * x * (1.0F + erf);
}

template <typename T>
inline void normalise(float *x, T *narrow, vec total, int64_t width,
                      const norm_weights &norm)
{
    const float n = static_cast<float>(width);
    const float mean = sum(total) / n;
    vec squares = {};
    each(width, [&](int64_t i, int64_t count) {
        vec d = load(x + i, count) - mean;
        if (count < W) { /* what is beyond the row must not count */
            vec inside = {};
            store(reinterpret_cast<float *>(&inside), d, count);
            d = inside;
        }
        squares += d * d;
    });
    const double variance = static_cast<double>(sum(squares) / n);
    const float scale =
        static_cast<float>(1.0 / __builtin_sqrt(variance + norm.epsilon));
    each(width, [&](int64_t i, int64_t count) {
        const vec v =
            (load(x + i, count) - mean) * scale * load(norm.weight + i, count) +
            load(norm.bias + i, count);
        store(x + i, v, count);
        if (narrow)
            store(narrow + i, v, count);
    });
}

template <typename T>
void embed(const embed_job<T> &job, int64_t begin, int64_t end)
{
    const int64_t width = job.width;
    for (int64_t row = begin; row < end; row++) {
        const T *word = job.words + job.word[row] * width;
        const T *type = job.types + job.type[row] * width;
        const T *place = job.places + job.place[row] * width;
        float *x = job.x + row * width;
        vec total = {};
        each(width, [&](int64_t i, int64_t count) {
            const vec v = load(word + i, count) + load(type + i, count) +
                          load(place + i, count);
            total += v;
            store(x + i, v, count);
        });
        normalise(x, job.narrow ? job.narrow + row * width : nullptr, total,
                  width, job.norm);
    }
}

template <typename T>
void add_norm(const add_norm_job<T> &job, int64_t begin, int64_t end)
{
    const int64_t width = job.width;
    for (int64_t row = begin; row < end; row++) {
        const T *y = job.y + row * width;
        float *x = job.x + row * width;
        vec total = {};
        each(width, [&](int64_t i, int64_t count) {
            const vec v = load(x + i, count) + load(y + i, count);
            total += v;
            store(x + i, v, count);
        });
        normalise(x, job.narrow ? job.narrow + row * width : nullptr, total,
                  width, job.norm);
    }
}

/* A matrix of fp32 whose rows begin `step` floats apart. */
struct matrix {
    float *at;
    int64_t step;
};

/* `rows` rows and `columns` vectors of out = a * b, `depth` deep. */
template <int rows, int columns>
inline void block(const float *a, int64_t a_step, const float *b,
                  int64_t b_step, int64_t depth, float *out, int64_t out_step)
{
    vec total[rows][columns] = {};
    for (int64_t k = 0; k < depth; k++) {
        vec right[columns];
        for (int c = 0; c < columns; c++)
            right[c] = load(b + k * b_step + c * W);
        for (int r = 0; r < rows; r++) {
            const vec left = all(a[r * a_step + k]);
            for (int c = 0; c < columns; c++)
                total[r][c] += left * right[c];
        }
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            store(out + r * out_step + c * W, total[r][c]);
}

/* R rows of out = a * b; b and out are `width` wide, a multiple of W. */
inline void multiply(const matrix &a, const matrix &b, int64_t depth,
                     const matrix &out, int64_t width)
{
    int64_t i = 0;
    for (; i + C * W <= width; i += C * W)
        block<R, C>(a.at, a.step, b.at + i, b.step, depth, out.at + i,
                    out.step);
    for (; i + 2 * W <= width; i += 2 * W)
        block<R, 2>(a.at, a.step, b.at + i, b.step, depth, out.at + i,
                    out.step);
    for (; i < width; i += W)
        block<R, 1>(a.at, a.step, b.at + i, b.step, depth, out.at + i,
                    out.step);
}

inline int64_t whole_vectors(int64_t n)
{
    return (n + W - 1) / W * W;
}

/* What attention to one head of one sequence needs, laid out in scratch. */
struct head_space {
    int64_t size, length; /* of a head, of the sequence */
    matrix keys;          /* [size, length] transposed and scaled */
    matrix values;        /* [length, size] */
    matrix queries;       /* [R, size] */
    matrix scores;        /* [R, length] */
    matrix out;           /* [R, size] */

    head_space(float *scratch, int64_t head_size, int64_t rows)
        : size(head_size), length(rows)
    {
        const int64_t wide = whole_vectors(length),
                      narrow = whole_vectors(size);
        keys = {scratch, wide};
        values = {keys.at + size * wide, narrow};
        queries = {values.at + length * narrow, narrow};
        scores = {queries.at + R * narrow, wide};
        out = {scores.at + R * wide, narrow};
    }
};

template <typename T>
inline void read_head(const head_space &space, const T *key, const T *value,
                      int64_t step)
{
    const float scale =
        static_cast<float>(1.0 / __builtin_sqrt(double(space.size)));
    const int64_t wide = space.keys.step;
    for (int64_t j = 0; j < space.length; j += W) {
        const int64_t rows = space.length - j < W ? space.length - j : W;
        for (int64_t i = 0; i < space.size; i += W) {
            const int64_t n = space.size - i < W ? space.size - i : W;
            float tile[W][W];
            for (int64_t r = 0; r < W; r++) {
                const T *from = key + (j + (r < rows ? r : 0)) * step + i;
                store(tile[r], load(from, n) * (r < rows ? scale : 0.0F));
            }
            for (int64_t c = 0; c < n; c++) {
                vec column;
                for (int r = 0; r < W; r++)
                    column[r] = tile[r][c];
                store(space.keys.at + (i + c) * wide + j, column);
            }
        }
    }
    for (int64_t j = 0; j < space.length; j++)
        each(space.size, [&](int64_t i, int64_t count) {
            store(space.values.at + j * space.values.step + i,
                  load(value + j * step + i, count));
        });
}

/* Scores to unnormalised weights; returns what they are to be divided by. */
inline float soften(float *scores, int64_t length)
{
    vec top = all(scores[0]);
    each(length, [&](int64_t i, int64_t count) {
        for (int64_t k = count; k < W; k++)
            scores[i + k] = -__builtin_inff();
        top = larger(load(scores + i), top);
    });
    const float most = largest(top);
    vec total = {};
    each(length, [&](int64_t i, int64_t) {
        const vec e = exponential(load(scores + i) - most);
        total += e;
        store(scores + i, e);
    });
    return sum(total);
}

template <typename T>
void attend(const attend_job<T> &job, int64_t begin, int64_t end)
{
    const int64_t size = job.width / job.heads, step = 3 * job.width;
    for (int64_t task = begin; task < end; task++) {
        const int64_t s = task / job.heads, head = task % job.heads;
        const int64_t first = job.starts[s];
        const T *query = job.qkv + first * step + head * size;
        T *context = job.context + first * job.width + head * size;
        const head_space space(job.scratch, size, job.starts[s + 1] - first);
        read_head(space, query + job.width, query + 2 * job.width, step);
        for (int64_t at = 0; at < space.length; at += R) {
            const int64_t rows =
                space.length - at < R ? space.length - at : int64_t(R);
            for (int64_t r = 0; r < R; r++) {
                const T *from = query + (at + (r < rows ? r : 0)) * step;
                each(size, [&](int64_t i, int64_t count) {
                    store(space.queries.at + r * space.queries.step + i,
                          load(from + i, count));
                });
            }
            multiply(space.queries, space.keys, size, space.scores,
                     space.scores.step);
            float share[R];
            for (int64_t r = 0; r < R; r++)
                share[r] =
                    1.0F / soften(space.scores.at + r * space.scores.step,
                                  space.length);
            multiply(space.scores, space.values, space.length, space.out,
                     space.out.step);
            for (int64_t r = 0; r < rows; r++)
                each(size, [&](int64_t i, int64_t count) {
                    store(context + (at + r) * job.width + i,
                          load(space.out.at + r * space.out.step + i) *
                              share[r],
                          count);
                });
        }
    }
}

/* What one edge says to one head: att . LeakyReLU(left + right + kind). */
template <typename T>
inline float edge_score(const T *left, const T *right, const float *kind,
                        const float *att, int64_t size)
{
    vec total = {};
    each(size, [&](int64_t i, int64_t count) {
        vec m = load(left + i, count) + load(right + i, count);
        if (kind)
            m += load(kind + i, count);
        total += larger(m, m * 0.2F) * load(att + i, count);
    });
    return sum(total);
}

/* Scores of one head's edges to weights that add up to 1. */
inline void weigh(float *scores, int64_t edges)
{
    const float total = soften(scores, edges) + 1e-16F;
    for (int64_t e = 0; e < edges; e++)
        scores[e] /= total;
}

template <typename T>
void graph(const graph_job<T> &job, int64_t begin, int64_t end)
{
    const int64_t width = job.width, size = width / job.heads;
    for (int64_t node = begin; node < end; node++) {
        const int64_t first = job.edges.begin[node];
        const int64_t edges = job.edges.begin[node + 1] - first;
        const int64_t *source = job.edges.source + first;
        const int64_t step = whole_vectors(edges);
        const T *right = job.lr + node * 2 * width + width;
        float *x = job.x + node * width;
        for (int64_t head = 0; head < job.heads; head++) {
            const int64_t at = head * size;
            float *scores = job.scratch + head * step;
            for (int64_t e = 0; e < edges; e++) {
                const float *kind =
                    job.kinds ? job.kinds + job.edges.kind[first + e] * width
                              : nullptr;
                scores[e] =
                    edge_score(job.lr + source[e] * 2 * width + at, right + at,
                               kind ? kind + at : nullptr, job.att + at, size);
            }
            weigh(scores, edges);
            each(size, [&](int64_t i, int64_t count) {
                vec y = load(job.bias + at + i, count);
                for (int64_t e = 0; e < edges; e++)
                    y += load(job.lr + source[e] * 2 * width + at + i, count) *
                         scores[e];
                y = gelu(y);
                if (job.residual)
                    y += load(x + at + i, count);
                store(x + at + i, y, count);
                if (job.narrow)
                    store(job.narrow + node * width + at + i, y, count);
            });
        }
    }
}

void add(float *to, const float *from, float factor, int64_t n)
{
    each(n, [&](int64_t i, int64_t count) {
        store(to + i, load(to + i, count) + load(from + i, count) * factor,
              count);
    });
}

template <typename T> void narrow(T *to, const float *from, int64_t n)
{
    each(n, [&](int64_t i, int64_t count) {
        store(to + i, load(from + i, count), count);
    });
}

template <typename T>
constexpr kernels<T> table = {embed<T>, add_norm<T>, attend<T>,
                              graph<T>, add,         narrow<T>};

} // namespace

} // namespace t2s
