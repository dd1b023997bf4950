#include "base/random.h"

#include <math.h>

uint64_t t2s_random_bits(t2s_random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double t2s_random_unit(t2s_random *random)
{
    return (double)(t2s_random_bits(random) >> 11) * 0x1p-53;
}

double t2s_random_normal(t2s_random *random)
{
    double u = 1 - t2s_random_unit(random); /* never 0 */
    double v = t2s_random_unit(random);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

uint64_t t2s_random_below(t2s_random *random, uint64_t limit)
{
    uint64_t threshold = (0 - limit) % limit;
    for (;;) {
        uint64_t bits = t2s_random_bits(random);
        if (bits >= threshold)
            return bits % limit;
    }
}

void t2s_random_shuffle(t2s_random *random, uint32_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)t2s_random_below(random, i);
        uint32_t kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}
