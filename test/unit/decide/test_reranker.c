#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "model/scores.h"
#include "t2sed/reranker.h"

/* Scores of these probabilities; NaN is a candidate that has none. */
static t2sed_scores *scores_of(const double *probabilities, size_t count)
{
    t2sed_scores *scores = t2s_scores_new(count);
    ck_assert_ptr_nonnull(scores);
    for (size_t i = 0; i < count; i++) {
        scores->at[i].probability = probabilities[i];
        scores->at[i].status =
            isnan(probabilities[i]) ? T2SED_ESYNTAX : T2SED_OK;
    }
    return scores;
}

static void check(const double *probabilities, size_t count, double only_below,
                  const size_t *expected)
{
    t2sed_reranker_options options = T2SED_RERANKER_OPTIONS_INIT;
    t2sed_scores *scores = scores_of(probabilities, count);
    t2sed_reranker *reranker;
    t2sed_ranking *ranking;
    int changed = 0;
    options.only_below = only_below;
    ck_assert_int_eq(t2sed_reranker_open(&reranker, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_reranker_rank(&ranking, reranker, scores, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_ranking_count(ranking), count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(t2sed_ranking_candidate(ranking, i), expected[i]);
        ck_assert_uint_eq(t2sed_ranking_rank(ranking, expected[i]), i);
        changed |= expected[i] != i;
    }
    ck_assert_int_eq(t2sed_ranking_changed(ranking), changed);
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, count), (size_t)-1);
    ck_assert_uint_eq(t2sed_ranking_rank(ranking, count), (size_t)-1);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
    t2sed_scores_free(scores);
}

START_TEST(the_most_probable_comes_first)
{
    const double p[] = {0.2, 0.9, 0.5, 0.9, 0.1};
    const size_t expected[] = {1, 3, 2, 0, 4}; /* equal ones keep their order */
    check(p, 5, 1, expected);
}
END_TEST

START_TEST(what_has_no_score_comes_last)
{
    const double p[] = {NAN, 0.0, NAN, 0.3};
    const size_t expected[] = {3, 1, 0, 2};
    check(p, 4, 1, expected);
}
END_TEST

START_TEST(a_trusted_first_stays)
{
    const double p[] = {0.6, 0.9}, doubtful[] = {0.5, 0.9}, none[] = {NAN, 0.1};
    const size_t same[] = {0, 1}, swapped[] = {1, 0};
    check(p, 2, 0.5, same);
    check(p, 2, 1, swapped);
    check(doubtful, 2, 0.5, swapped);
    check(none, 2, 0, swapped);
}
END_TEST

START_TEST(long_lists_are_sorted_stably)
{
    double p[1000];
    t2sed_scores *scores;
    t2sed_reranker *reranker;
    t2sed_ranking *ranking;
    for (int i = 0; i < 1000; i++)
        p[i] = i % 17 == 0 ? (double)NAN : (double)(i * 7919 % 101) / 101;
    scores = scores_of(p, 1000);
    ck_assert_int_eq(t2sed_reranker_open(&reranker, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_reranker_rank(&ranking, reranker, scores, NULL),
                     T2SED_OK);
    for (size_t i = 1; i < 1000; i++) {
        size_t a = t2sed_ranking_candidate(ranking, i - 1);
        size_t b = t2sed_ranking_candidate(ranking, i);
        ck_assert(p[a] > p[b] || (p[a] == p[b] && a < b) ||
                  (!isnan(p[a]) && isnan(p[b])) ||
                  (isnan(p[a]) && isnan(p[b]) && a < b));
    }
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
    t2sed_scores_free(scores);
}
END_TEST

START_TEST(arguments_are_checked)
{
    t2sed_reranker_options options = T2SED_RERANKER_OPTIONS_INIT;
    t2sed_reranker *reranker;
    options.only_below = 1.5;
    ck_assert_int_eq(t2sed_reranker_open(&reranker, &options, NULL),
                     T2SED_EINVAL);
    options.only_below = (double)NAN;
    ck_assert_int_eq(t2sed_reranker_open(&reranker, &options, NULL),
                     T2SED_EINVAL);
    t2sed_reranker_options_init(&options);
    options.struct_size = 1;
    ck_assert_int_eq(t2sed_reranker_open(&reranker, &options, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reranker_rank(NULL, NULL, NULL, NULL), T2SED_EINVAL);
    t2sed_reranker_free(NULL);
    t2sed_ranking_free(NULL);
}
END_TEST

static t2sed_status rank(void *payload)
{
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_status status = t2sed_reranker_open(&reranker, NULL, NULL);
    if (status == T2SED_OK)
        status = t2sed_reranker_rank(&ranking, reranker, payload, NULL);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
    return status;
}

START_TEST(memory_may_run_out)
{
    const double p[] = {0.1, 0.2, 0.3};
    t2sed_scores *scores = scores_of(p, 3);
    t2s_test_every_allocation(rank, scores);
    t2sed_scores_free(scores);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    const double p[] = {0.1, 0.2, 0.3};
    t2sed_scores *scores = scores_of(p, 3);
    t2s_test_every_interrupt(rank, scores, 1);
    t2sed_scores_free(scores);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("reranker");
    tcase_add_test(tests, the_most_probable_comes_first);
    tcase_add_test(tests, what_has_no_score_comes_last);
    tcase_add_test(tests, a_trusted_first_stays);
    tcase_add_test(tests, long_lists_are_sorted_stably);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("decide/reranker", &tests, 1);
}
