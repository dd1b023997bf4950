/* The probability of a candidate given the others of its beam. */
#include "beam_model.h"
#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed/parts/agreement.h"
#include "t2sed/parts/reranker.h"

enum { MOST = 4 };

#define WEIGHTS                                                                \
    "{\"sources\": {\"logit\": 1, \"votes\": 1}, "                             \
    "\"results\": {\"bias\": -0.5, \"logit\": 0.75, \"voices\": 1.5, "         \
    "\"size\": 0.25, \"empty\": -1, \"fails\": -3}, "                          \
    "\"texts\": {\"logit\": 1, \"votes\": 0.5}}"

static const double probability[] = {0.9, 0.5, 0.6, 0.2};
static const int groups[] = {0, 1, 1, -1};
static const int ran[] = {T2SED_OUTCOME_RAN, T2SED_OUTCOME_RAN,
                          T2SED_OUTCOME_RAN, T2SED_OUTCOME_FAILED};
static const int empty[] = {1, 0, 0, 0};

static t2sed_signals signals_of(size_t count)
{
    t2sed_signals s;
    t2sed_signals_init(&s, sizeof s);
    s.count = count;
    s.probability = probability;
    s.groups = groups;
    s.outcomes = ran;
    s.empty = empty;
    return s;
}

static t2sed_reranker *reranker_of(const char *weights)
{
    t2sed_model *model = NULL;
    t2sed_reranker *reranker = NULL;
    t2sed_error err;
    ck_assert_msg(t2s_beam_model(&model, weights, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_msg(t2sed_reranker_new(&reranker, NULL, model, &err) == T2SED_OK,
                  "%s", err.text);
    t2sed_model_free(model);
    return reranker;
}

static void weigh(double *out, const t2sed_reranker *reranker,
                  const t2sed_signals *s)
{
    t2sed_error err;
    ck_assert_msg(t2sed_reranker_probabilities(out, reranker, s, &err) ==
                      T2SED_OK,
                  "%s", err.text);
}

static double logit(double p)
{
    return log(p / (1 - p));
}

static double sigmoid(double score)
{
    return 1 / (1 + exp(-score));
}

static double odds(double same, double others)
{
    return log((same + 0.5) / (others + 0.5));
}

START_TEST(the_sum_is_as_the_header_says)
{
    t2sed_reranker *reranker = reranker_of(WEIGHTS);
    const t2sed_signals s = signals_of(4);
    /* The last one fails: it counts for itself alone. */
    const double fixed = -0.5 + 0.25 * log(3), failing = -0.5 + 0.25 * log(4);
    double p[MOST];
    weigh(p, reranker, &s);
    ck_assert_double_eq_tol(
        p[0],
        sigmoid(fixed + 0.75 * logit(0.9) - 1 + 1.5 * odds(0, 0.25 + 0.36)),
        1e-12);
    ck_assert_double_eq_tol(
        p[1], sigmoid(fixed + 0.75 * logit(0.5) + 1.5 * odds(0.36, 0.81)),
        1e-12);
    ck_assert_double_eq_tol(p[3],
                            sigmoid(failing + 0.75 * logit(0.2) - 3 +
                                    1.5 * odds(0, 0.81 + 0.25 + 0.36)),
                            1e-12);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(each_kind_has_its_weights)
{
    static const int not_run[] = {T2SED_OUTCOME_NOT_RUN, T2SED_OUTCOME_NOT_RUN,
                                  T2SED_OUTCOME_NOT_RUN, T2SED_OUTCOME_NOT_RUN};
    static const int all_ran[] = {T2SED_OUTCOME_RAN, T2SED_OUTCOME_RAN,
                                  T2SED_OUTCOME_RAN, T2SED_OUTCOME_RAN};
    static const int sources[] = {0, 1, 2, 2}, one[] = {5, 5, 5, 5};
    t2sed_reranker *reranker = reranker_of(WEIGHTS);
    t2sed_reranker *results =
        reranker_of("{\"results\": {\"logit\": 1, \"bias\": 1}}");
    t2sed_signals s = signals_of(4);
    double p[MOST], expected[MOST];
    s.sources = sources;
    weigh(p, reranker, &s);
    ck_assert_double_eq_tol(p[0], sigmoid(logit(0.9) + odds(0, 2)), 1e-12);
    ck_assert_double_eq_tol(p[1], sigmoid(logit(0.5) + odds(1, 1)), 1e-12);
    /* The third source shares its voice among two. */
    s.outcomes = all_ran;
    weigh(p, reranker, &s);
    ck_assert_double_eq_tol(p[1], sigmoid(logit(0.5) + odds(0.5, 1.5)), 1e-12);
    ck_assert_double_eq_tol(p[2], sigmoid(logit(0.6) + odds(1, 1.5)), 1e-12);
    s.outcomes = ran;
    weigh(p, results, &s);
    ck_assert_double_eq_tol(p[1], sigmoid(1), 1e-12);
    /* One source is as none. */
    s.sources = NULL;
    weigh(expected, reranker, &s);
    s.sources = one;
    weigh(p, reranker, &s);
    ck_assert_mem_eq(p, expected, sizeof p);
    s.outcomes = not_run;
    weigh(p, reranker, &s);
    ck_assert_double_eq_tol(p[1], sigmoid(logit(0.5) + 0.5 * odds(1, 2)),
                            1e-12);
    weigh(p, results, &s);
    ck_assert_mem_eq(p, probability, sizeof p);
    t2sed_reranker_free(reranker);
    t2sed_reranker_free(results);
}
END_TEST

START_TEST(nothing_is_told_without_others)
{
    const double some[] = {(double)NAN, 0.123, (double)NAN, (double)NAN};
    const double two[] = {(double)NAN, 0.5, 0.6, (double)NAN};
    t2sed_reranker *reranker = reranker_of(WEIGHTS), *own = NULL;
    t2sed_signals s = signals_of(1);
    double p[MOST], pair[2];
    weigh(p, reranker, &s);
    ck_assert_mem_eq(p, probability, sizeof *p);
    s = signals_of(4);
    s.probability = some;
    weigh(p, reranker, &s);
    ck_assert_mem_eq(&p[1], &some[1], sizeof *p);
    ck_assert_double_nan(p[0]);
    /* What was not scored counts for no other. */
    s.probability = two;
    weigh(p, reranker, &s);
    ck_assert_double_nan(p[3]);
    s = signals_of(2);
    s.probability = two + 1;
    s.groups = groups + 1;
    s.outcomes = ran + 1;
    s.empty = empty + 1;
    weigh(pair, reranker, &s);
    ck_assert_mem_eq(p + 1, pair, sizeof pair);
    s = signals_of(4);
    s.groups = NULL;
    weigh(p, reranker, &s);
    ck_assert_mem_eq(p, probability, sizeof p);
    s.probability = NULL;
    weigh(p, reranker, &s);
    ck_assert_double_nan(p[2]);
    s = signals_of(0);
    weigh(p, reranker, &s);
    s = signals_of(4);
    ck_assert_int_eq(t2sed_reranker_parse(&own, NULL, NULL, NULL), T2SED_OK);
    weigh(p, own, &s);
    ck_assert_mem_eq(p, probability, sizeof p);
    ck_assert_int_eq(t2sed_reranker_weighs_beams(reranker), 1);
    ck_assert_int_eq(t2sed_reranker_weighs_beams(own), 0);
    ck_assert_int_eq(t2sed_reranker_weighs_beams(NULL), 0);
    t2sed_reranker_free(own);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(the_default_order_follows_it)
{
    t2sed_reranker *reranker = reranker_of(WEIGHTS);
    t2sed_signals s = signals_of(4);
    t2sed_ranking *ranking = NULL;
    double p[MOST];
    weigh(p, reranker, &s);
    ck_assert(p[2] > p[0] && p[0] > p[1]);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    for (size_t rank = 0; rank < 4; rank++) {
        static const size_t expected[] = {2, 0, 1, 3};
        const size_t i = t2sed_ranking_candidate(ranking, rank);
        ck_assert_uint_eq(i, expected[rank]);
        ck_assert_double_eq(t2sed_ranking_confidence(ranking, i), p[i]);
    }
    t2sed_ranking_free(ranking);
    /* Where none is scored, by who agrees. */
    s.probability = NULL;
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, 0), 1);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(of_one_answer_the_most_probable_is_first)
{
    static const int same[] = {0, 0, 0, 0};
    static const size_t expected[] = {0, 2, 1, 3};
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_signals s = signals_of(4);
    s.groups = same;
    s.outcomes = NULL;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, NULL, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    for (size_t rank = 0; rank < 4; rank++)
        ck_assert_uint_eq(t2sed_ranking_candidate(ranking, rank),
                          expected[rank]);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
}
END_TEST

static void check_order(const t2sed_reranker *reranker, const t2sed_signals *s,
                        const char *expected, double confidence)
{
    t2sed_ranking *ranking = NULL;
    char got[MOST + 1] = {0};
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, s, NULL),
                     T2SED_OK);
    for (size_t rank = 0; rank < s->count; rank++)
        got[rank] = (char)('0' + t2sed_ranking_candidate(ranking, rank));
    ck_assert_str_eq(got, expected);
    ck_assert_double_eq_tol(t2sed_ranking_confidence(ranking, 0), confidence,
                            1e-9);
    t2sed_ranking_free(ranking);
}

START_TEST(log_probabilities_count_beside_it)
{
    /* Beside log odds of 2.2, 0, 0.4 and none, as the last one fails. */
    static const struct {
        double scores[MOST];
        const char *order;
    } cases[] = {
        {{-4, -2.5, -0.3, -9}, "2013"},
        {{-4, NAN, -0.3, NAN}, "2013"},   /* unknown: as the lowest */
        {{NAN, -90, 1e-8, -100}, "2103"}, /* above 0 by rounding */
        {{-4, -0.3, -0.3, -0.3}, "0213"}, /* more than 1: they repeat */
        {{-4, 0.1, -5, -6}, "0213"},      /* logits */
        {{NAN, NAN, NAN, NAN}, "0213"},
    };
    static const int one[] = {7, 7, 7, 7}, two[] = {7, 7, 8, 7};
    t2sed_reranker *reranker = reranker_of("{\"results\": {\"logit\": 1}}");
    t2sed_move move = {.struct_size = sizeof move};
    t2sed_ranking *ranking = NULL;
    t2sed_signals s = signals_of(4);
    check_order(reranker, &s, "0213", 0.9);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        s.parser_score = cases[i].scores;
        check_order(reranker, &s, cases[i].order, 0.9);
    }
    s.parser_score = cases[0].scores;
    s.sources = one;
    check_order(reranker, &s, "2013", 0.9);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_ranking_move_get(ranking, 2, 0, &move, NULL),
                     T2SED_OK);
    ck_assert_ptr_nonnull(
        strstr(move.text, "the parser's log-probability is -0.30"));
    t2sed_ranking_free(ranking);
    s.sources = two;
    check_order(reranker, &s, "0213", 0.9);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(what_is_repeated_counts_once)
{
    static const double same[] = {0.6, 0.7, 0.6, 0.6};
    static const double near[] = {0.6, 0.7, 0.61, 0.62};
    static const int agree[] = {0, 1, 0, 0}, sources[] = {0, 1, 2, 3};
    static const int two[] = {0, 1, 0, 0};
    t2sed_reranker *reranker =
        reranker_of("{\"results\": {\"logit\": 1, \"voices\": 3}}");
    t2sed_signals s = signals_of(4);
    s.outcomes = s.empty = NULL;
    s.groups = agree;
    s.probability = same;
    check_order(reranker, &s, "1023", sigmoid(logit(0.6) + 3 * odds(0, 0.49)));
    s.sources = two;
    check_order(reranker, &s, "1023", sigmoid(logit(0.6) + 3 * odds(0, 0.49)));
    /* What several parsers say is no repetition. */
    s.sources = sources;
    check_order(reranker, &s, "0231",
                sigmoid(logit(0.6) + 3 * odds(0.72, 0.49)));
    s.sources = NULL;
    s.probability = near;
    check_order(
        reranker, &s, "3201",
        sigmoid(logit(0.6) + 3 * odds(0.61 * 0.61 + 0.62 * 0.62, 0.49)));
    t2sed_reranker_free(reranker);
}
END_TEST

/* A beam of one or two, and the same beside one that fails, of another parser
 * or not, and beside a copy of the first. */
START_TEST(idle_rivals_change_nothing)
{
    static const double p[] = {0.8, 0.6, 0.3, 0.8};
    static const int agree[] = {0, 1, -1, 0}, repeats[] = {0, 0, 0, 1};
    static const int gave[] = {T2SED_OUTCOME_RAN, T2SED_OUTCOME_RAN,
                               T2SED_OUTCOME_FAILED, T2SED_OUTCOME_RAN};
    static const int sources[] = {0, 0, 1, 0};
    t2sed_reranker *rerankers[] = {reranker_of(WEIGHTS), NULL};
    ck_assert_int_eq(t2sed_reranker_parse(&rerankers[1], NULL, NULL, NULL),
                     T2SED_OK);
    for (int k = 0; k < 4; k++) {
        t2sed_signals s = signals_of((size_t)(1 + k % 2));
        t2sed_ranking *few = NULL, *many = NULL;
        s.probability = p;
        s.groups = agree;
        s.outcomes = gave;
        s.empty = NULL;
        s.sources = sources;
        s.repeats = repeats;
        ck_assert_int_eq(t2sed_reranker_apply(&few, rerankers[k / 2], &s, NULL),
                         T2SED_OK);
        if (k % 2) {
            s.count = 4;
        } else { /* the first, and from the third on */
            static const double q[] = {0.8, 0.3, 0.8};
            static const int groups_of[] = {0, -1, 0}, repeated[] = {0, 0, 1};
            static const int outcomes[] = {
                T2SED_OUTCOME_RAN, T2SED_OUTCOME_FAILED, T2SED_OUTCOME_RAN};
            s.count = 3;
            s.probability = q;
            s.groups = groups_of;
            s.outcomes = outcomes;
            s.sources = sources + 1;
            s.repeats = repeated;
        }
        ck_assert_int_eq(
            t2sed_reranker_apply(&many, rerankers[k / 2], &s, NULL), T2SED_OK);
        for (size_t i = 0; i < (size_t)(1 + k % 2); i++)
            ck_assert_double_eq(t2sed_ranking_confidence(many, i),
                                t2sed_ranking_confidence(few, i));
        t2sed_ranking_free(few);
        t2sed_ranking_free(many);
    }
    t2sed_reranker_free(rerankers[0]);
    t2sed_reranker_free(rerankers[1]);
}
END_TEST

START_TEST(wrong_weights_are_told)
{
    static const char *const wrong[] = {"3", "{\"results\": []}",
                                        "{\"texts\": {\"logit\": \"1\"}}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        t2sed_model *model = NULL;
        t2sed_reranker *reranker = NULL;
        ck_assert_int_eq(t2s_beam_model(&model, wrong[i], NULL), T2SED_OK);
        ck_assert_int_eq(t2sed_reranker_new(&reranker, NULL, model, NULL),
                         T2SED_EFORMAT);
        t2sed_model_free(model);
    }
}
END_TEST

static t2sed_status use(void *model)
{
    static const int sources[] = {0, 1, 2, 2};
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_signals s = signals_of(4);
    double p[MOST];
    t2sed_status status = t2sed_reranker_new(&reranker, NULL, model, NULL);
    s.sources = sources;
    if (status == T2SED_OK)
        status = t2sed_reranker_probabilities(p, reranker, &s, NULL);
    if (status == T2SED_OK)
        status = t2sed_reranker_apply(&ranking, reranker, &s, NULL);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_model *model = NULL;
    ck_assert_int_eq(t2s_beam_model(&model, WEIGHTS, NULL), T2SED_OK);
    t2s_test_every_allocation(use, model);
    t2sed_model_free(model);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_model *model = NULL;
    ck_assert_int_eq(t2s_beam_model(&model, WEIGHTS, NULL), T2SED_OK);
    t2s_test_every_interrupt(use, model, 1);
    t2sed_model_free(model);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("beam");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_sum_is_as_the_header_says);
    tcase_add_test(tests, each_kind_has_its_weights);
    tcase_add_test(tests, nothing_is_told_without_others);
    tcase_add_test(tests, the_default_order_follows_it);
    tcase_add_test(tests, of_one_answer_the_most_probable_is_first);
    tcase_add_test(tests, log_probabilities_count_beside_it);
    tcase_add_test(tests, what_is_repeated_counts_once);
    tcase_add_test(tests, idle_rivals_change_nothing);
    tcase_add_test(tests, wrong_weights_are_told);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("decide/beam", &tests, 1);
}
