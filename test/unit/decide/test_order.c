/* Orders of many candidates: as the plain way gives, in time for a million. */
#include "t2s_test.h"

#include <math.h>

#include "base/clock.h"
#include "decide/policy.h"

#define MOST 200

/* What t2s_order_promote says, one step after another. */
static void promote_plainly(size_t *candidates, size_t count,
                            const double *numbers, double margin)
{
    for (size_t i = 1; i < count; i++) {
        const size_t candidate = candidates[i];
        const double number = numbers[candidate];
        size_t at = i;
        for (; at > 0; at--) {
            const double other = numbers[candidates[at - 1]];
            if (!(number - other > margin) && !(isnan(other) && !isnan(number)))
                break;
            candidates[at] = candidates[at - 1];
        }
        candidates[at] = candidate;
    }
}

START_TEST(promotion_is_what_it_says)
{
    static const double margins[] = {0, 0.05, 0.1, 0.3, 1};
    srand(7);
    for (int round = 0; round < 4000; round++) {
        const size_t count = (size_t)rand() % MOST;
        const int levels = 1 + rand() % 60, nans = rand() % 3;
        const double margin = margins[rand() % 5];
        double numbers[MOST];
        size_t plain[MOST], fast[MOST];
        for (size_t i = 0; i < count; i++) {
            numbers[i] = nans && rand() % 5 == 0
                             ? (double)NAN
                             : (double)(rand() % levels) / levels;
            plain[i] = fast[i] = i;
        }
        for (size_t i = count; i > 1; i--) {
            const size_t other = (size_t)rand() % i, moved = fast[i - 1];
            plain[i - 1] = fast[i - 1] = fast[other];
            plain[other] = fast[other] = moved;
        }
        promote_plainly(plain, count, numbers, margin);
        ck_assert(t2s_order_promote(fast, count, numbers, margin));
        if (count)
            ck_assert_mem_eq(fast, plain, count * sizeof *fast);
    }
}
END_TEST

/* The processor time of promoting so many, the worst of three orders. */
static double time_of(size_t count)
{
    size_t *candidates = malloc(count * sizeof *candidates);
    double *numbers = malloc(count * sizeof *numbers), worst = 0;
    for (int kind = 0; kind < 3; kind++) {
        double start, took;
        for (size_t i = 0; i < count; i++) {
            candidates[i] = i;
            numbers[i] = kind == 0 ? (double)i / (double)count
                         : kind == 1
                             ? 1 - (double)i / (double)count
                             : (double)(i * 7919 % count) / (double)count;
        }
        start = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID);
        ck_assert(t2s_order_promote(candidates, count, numbers, 0));
        took = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID) - start;
        worst = took > worst ? took : worst;
    }
    free(candidates);
    free(numbers);
    return worst;
}

/* Sixteen times as many take sixteen times as long, and some for the logarithm
 * and the caches; the square would be 256. */
START_TEST(promotion_is_no_square)
{
    const double few = time_of(4000), many = time_of(64000);
    ck_assert_double_lt(many, 90 * (few > 1 ? few : 1));
}
END_TEST

static t2sed_status promote_few(void *payload)
{
    static const double numbers[] = {0.1, 0.5, 0.3};
    size_t candidates[] = {0, 1, 2};
    (void)payload;
    return t2s_order_promote(candidates, 3, numbers, 0.1) ? T2SED_OK
                                                          : T2SED_ENOMEM;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(promote_few, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("order");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, promotion_is_what_it_says);
    tcase_add_test(tests, promotion_is_no_square);
    tcase_add_test(tests, memory_may_run_out);
    return t2s_test_run("decide/order", &tests, 1);
}
