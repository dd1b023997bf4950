// Speed and errors of the matrix products that an encoder is made of, with two
// threads: what two builds of libtorch differ in. See test/bench/libtorch.sh.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

using Clock = std::chrono::steady_clock;

// The median time of one linear layer on `rows` tokens, in microseconds.
static double median_time(at::ScalarType type, long rows, long in, long out)
{
    at::Tensor x = at::randn({rows, in}).to(type);
    at::Tensor weight = at::randn({out, in}).to(type);
    at::Tensor bias = at::randn({out}).to(type);
    std::vector<double> times;
    for (int i = 0; i < 5; i++)
        at::linear(x, weight, bias);
    const auto end = Clock::now() + std::chrono::milliseconds(600);
    while (Clock::now() < end) {
        const auto start = Clock::now();
        at::linear(x, weight, bias);
        times.push_back(
            std::chrono::duration<double, std::micro>(Clock::now() - start)
                .count());
    }
    const auto middle = times.begin() + static_cast<long>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

static void print_speed(long rows, long in, long out)
{
    const double flop = 2.0 * static_cast<double>(rows * in * out);
    std::printf("%ld x %ld x %ld:", rows, in, out);
    for (auto type : {at::kFloat, at::kBFloat16}) {
        const double time = median_time(type, rows, in, out);
        std::printf("  %s %5.0f us %4.0f GFLOP/s",
                    type == at::kFloat ? "fp32" : "bf16", time,
                    flop / time / 1e3);
    }
    std::printf("\n");
}

// The largest error of fp32 products of many shapes against the same in
// double precision, over the square root of the summed length.
static void print_errors()
{
    const long sizes[] = {1,   2,   3,   5,   7,   8,   15,  16,
                          17,  31,  33,  47,  64,  65,  96,  100,
                          127, 192, 250, 384, 401, 768, 1536};
    double worst = 0;
    long products = 0;
    for (long rows : sizes)
        for (long in : sizes)
            for (long out : sizes) {
                if (rows * in * out > 40000000)
                    continue;
                at::Tensor x = at::randn({rows, in});
                at::Tensor weight = at::randn({out, in});
                at::Tensor exact =
                    at::matmul(x.to(at::kDouble), weight.to(at::kDouble).t());
                at::Tensor error = at::linear(x, weight).to(at::kDouble);
                error = (error - exact).abs().max();
                worst = std::max(worst, error.item<double>() /
                                            std::sqrt(static_cast<double>(in)));
                products++;
            }
    std::printf("%ld products of other shapes: largest error %.1e\n", products,
                worst);
}

int main()
{
    c10::InferenceMode guard;
    at::set_num_threads(2);
    print_speed(250, 384, 1536);
    print_speed(250, 768, 3072);
    print_errors();
}
