/* The best tree for scores of arcs. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "question/question.h"
#include "t2s_test.h"

/* Whether there is one root and no cycle. */
static bool is_tree(const int32_t *heads, size_t count)
{
    size_t roots = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t at = (int32_t)i;
        size_t steps = 0;
        roots += heads[i] == T2S_HEAD_ROOT;
        while (at >= 0 && steps++ <= count)
            at = heads[at];
        if (at >= 0)
            return false;
    }
    return roots == 1;
}

static double total(const int32_t *heads, const float *scores, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)scores[i * (count + 1) + (size_t)(heads[i] + 1)];
    return sum;
}

/* The best sum of all trees, each of which is tried. */
static double try_all(const float *scores, size_t count)
{
    int32_t heads[6];
    double best = -INFINITY;
    for (size_t i = 0; i < count; i++)
        heads[i] = T2S_HEAD_ROOT;
    for (size_t at = 0; at < count;) {
        double sum =
            is_tree(heads, count) ? total(heads, scores, count) : -INFINITY;
        best = sum > best ? sum : best;
        for (at = 0; at < count && ++heads[at] == (int32_t)count; at++)
            heads[at] = T2S_HEAD_ROOT;
    }
    return best;
}

/* kind 0: reals; 1: few integers, so that ties are many; 2: each word likes
 * the next, which makes cycles. */
static void fill(float *scores, size_t count, int kind, t2s_random *random)
{
    for (size_t i = 0; i < count; i++)
        for (size_t h = 0; h <= count; h++) {
            float *at = &scores[i * (count + 1) + h];
            *at = kind == 1 ? (float)t2s_random_below(random, 3)
                            : (float)t2s_random_normal(random);
            if (kind == 2 && h == (i + 1) % count + 1)
                *at += 5;
            if (kind == 2 && h == (i ^ 1) + 1)
                *at += 9;
        }
}

START_TEST(is_the_best_of_all)
{
    t2s_random random = {(uint64_t)_i + 1};
    for (int round = 0; round < 400; round++) {
        size_t count = 1 + (size_t)round % (round % 40 ? 4 : 5);
        float scores[5 * 6];
        int32_t heads[5];
        double best, got;
        fill(scores, count, _i, &random);
        best = try_all(scores, count);
        ck_assert(t2s_decode_tree(heads, scores, count));
        ck_assert(is_tree(heads, count));
        got = total(heads, scores, count);
        ck_assert_msg(fabs(got - best) < 1e-5, "%zu words: %g, not %g", count,
                      got, best);
    }
}
END_TEST

START_TEST(is_a_tree_of_many_words)
{
    static const size_t counts[] = {20, 60, 61, 300};
    t2s_random random = {7};
    for (size_t k = 0; k < 4; k++)
        for (int round = 0; round < 5; round++) {
            size_t count = counts[k];
            float *scores = malloc(count * (count + 1) * sizeof *scores);
            int32_t *heads = malloc(count * sizeof *heads);
            double sum;
            fill(scores, count, _i, &random);
            ck_assert(t2s_decode_tree(heads, scores, count));
            ck_assert(is_tree(heads, count));
            sum = total(heads, scores, count);
            /* no tree that differs in one word's head is better */
            for (size_t i = 0; i < count; i++)
                for (int32_t h = 0; h < (int32_t)count; h += 7) {
                    int32_t kept = heads[i];
                    heads[i] = h;
                    if (count < 100 && is_tree(heads, count))
                        ck_assert(total(heads, scores, count) <= sum + 1e-4);
                    heads[i] = kept;
                }
            free(scores);
            free(heads);
        }
}
END_TEST

/* A tree's own arcs at 1 and all others at 0 give the tree. */
START_TEST(finds_the_tree_again)
{
    enum { WORDS = 80 };
    t2s_random random = {3};
    for (int round = 0; round < 50; round++) {
        float scores[WORDS * (WORDS + 1)] = {0};
        int32_t tree[WORDS], heads[WORDS];
        for (int32_t i = 0; i < WORDS; i++) {
            int32_t at = (int32_t)((i * 37 + round) % WORDS);
            int32_t above =
                (int32_t)t2s_random_below(&random, (uint64_t)(i ? i : 1));
            tree[at] =
                i ? (int32_t)((above * 37 + round) % WORDS) : T2S_HEAD_ROOT;
            scores[at * (WORDS + 1) + tree[at] + 1] = 1;
        }
        ck_assert(t2s_decode_tree(heads, scores, WORDS));
        ck_assert_mem_eq(heads, tree, sizeof tree);
    }
}
END_TEST

START_TEST(takes_scores_that_are_no_numbers)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 0};
    t2s_random random = {5};
    for (int round = 0; round < 200; round++) {
        size_t count = 1 + (size_t)round % 12;
        float scores[12 * 13];
        int32_t heads[12];
        for (size_t i = 0; i < 12 * 13; i++)
            scores[i] = odd[t2s_random_below(&random, round < 6 ? 1 : 6)];
        ck_assert(t2s_decode_tree(heads, scores, count));
        ck_assert(is_tree(heads, count));
    }
}
END_TEST

START_TEST(survives_every_failing_allocation)
{
    t2s_test_heap heap = {0, 0, 0};
    float scores[12] = {0};
    int32_t heads[3];
    bool done = false;
    t2s_test_use_heap(&heap);
    for (long at = 1; !done; at++) {
        heap.fail_at = heap.asked + at;
        done = t2s_decode_tree(heads, scores, 3);
        ck_assert_int_eq(heap.live, 0);
    }
    t2s_test_use_heap(NULL);
}
END_TEST

int main(void)
{
    TCase *decode = tcase_create("decode");
    tcase_add_loop_test(decode, is_the_best_of_all, 0, 3);
    tcase_add_loop_test(decode, is_a_tree_of_many_words, 0, 3);
    tcase_add_test(decode, finds_the_tree_again);
    tcase_add_test(decode, takes_scores_that_are_no_numbers);
    tcase_add_test(decode, survives_every_failing_allocation);
    tcase_set_timeout(decode, 60);
    return t2s_test_run("decode", &decode, 1);
}
