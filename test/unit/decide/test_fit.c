/* Learning the weights of all evidence. */
#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "t2sed/parts/agreement.h"
#include "t2sed/lab/fit.h"

enum { BEAMS = 400, WIDTH = 5 };

/* Beams whose right answer is drawn with odds exp(2 * logit + agreement), so
 * that these weights are to be found again. */
typedef struct data {
    double probability[BEAMS][WIDTH], agreement[BEAMS][WIDTH];
    int labels[BEAMS][WIDTH];
    t2sed_signals signals[BEAMS];
    t2sed_reranker_example examples[BEAMS];
} data;

static data *make_data(double logit_weight, double agreement_weight)
{
    data *d = calloc(1, sizeof *d);
    t2s_random dice = {11};
    ck_assert_ptr_nonnull(d);
    for (size_t b = 0; b < BEAMS; b++) {
        double odds[WIDTH], sum = 0, drawn;
        t2sed_reranker_example *e = &d->examples[b];
        for (size_t i = 0; i < WIDTH; i++) {
            double p = 0.02 + 0.96 * t2s_random_unit(&dice);
            double share = t2s_random_unit(&dice);
            double vote =
                log((share * WIDTH + 0.5) / (WIDTH - share * WIDTH + 0.5));
            d->probability[b][i] = p;
            d->agreement[b][i] = share;
            odds[i] =
                exp(logit_weight * log(p / (1 - p)) + agreement_weight * vote);
            sum += odds[i];
        }
        drawn = t2s_random_unit(&dice) * sum;
        for (size_t i = 0; i < WIDTH; i++) {
            d->labels[b][i] = drawn >= 0 && drawn < odds[i];
            drawn -= odds[i];
        }
        e->struct_size = sizeof *e;
        e->weight = 1;
        e->labels = d->labels[b];
        e->signals = &d->signals[b];
        t2sed_signals_init(&d->signals[b], sizeof d->signals[b]);
        d->signals[b].count = WIDTH;
        d->signals[b].probability = d->probability[b];
        d->signals[b].agreement = d->agreement[b];
    }
    return d;
}

static t2sed_reranker_weights fit(const data *d, size_t count)
{
    t2sed_reranker_weights weights;
    t2sed_error err;
    t2sed_reranker_weights_init(&weights, sizeof weights);
    ck_assert_msg(t2sed_reranker_fit(&weights, d->examples, count, NULL,
                                     &err) == T2SED_OK,
                  "%s", err.text);
    return weights;
}

START_TEST(weights_are_found_again)
{
    data *d = make_data(2, 1);
    t2sed_reranker_weights w = fit(d, BEAMS), again = fit(d, BEAMS);
    /* Answers of one candidate each: mean and highest are the same. */
    ck_assert_double_eq_tol((w.logit_mean + w.logit_max) / w.agreement, 2, 0.5);
    ck_assert(w.logit_mean > 0 && w.first == 0 && w.sketch == 0);
    ck_assert_int_eq(memcmp(&w, &again, sizeof w), 0);
    free(d);
}
END_TEST

START_TEST(evidence_against_itself_counts_nothing)
{
    data *d = make_data(1, -1);
    t2sed_reranker_weights w = fit(d, BEAMS);
    ck_assert(w.agreement == 0);
    ck_assert(w.logit_mean > 0);
    free(d);
}
END_TEST

START_TEST(confidence_is_calibrated)
{
    data *d = make_data(2, 1);
    t2sed_reranker_weights w = fit(d, BEAMS);
    t2sed_reranker *reranker = NULL;
    double sum = 0;
    size_t right = 0;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "default", &w, NULL),
                     T2SED_OK);
    for (size_t b = 0; b < BEAMS; b++) {
        t2sed_ranking *ranking = NULL;
        size_t best;
        ck_assert_int_eq(
            t2sed_reranker_apply(&ranking, reranker, &d->signals[b], NULL),
            T2SED_OK);
        best = t2sed_ranking_candidate(ranking, 0);
        sum += t2sed_ranking_confidence(ranking, best);
        right += (size_t)d->labels[b][best];
        t2sed_ranking_free(ranking);
    }
    ck_assert_double_eq_tol(sum / BEAMS, (double)right / BEAMS, 0.02);
    t2sed_reranker_free(reranker);
    free(d);
}
END_TEST

START_TEST(sure_data_stays_finite)
{
    data *d = make_data(1, 1);
    t2sed_reranker_weights w;
    for (size_t b = 0; b < BEAMS; b++) /* the most probable is always right */
        for (size_t i = 0; i < WIDTH; i++) {
            d->labels[b][i] = 1;
            for (size_t k = 0; k < WIDTH; k++)
                if (d->probability[b][k] > d->probability[b][i])
                    d->labels[b][i] = 0;
        }
    w = fit(d, BEAMS);
    ck_assert(isfinite(w.logit_mean) && isfinite(w.bias) &&
              w.logit_mean + w.logit_max > 1);
    free(d);
}
END_TEST

START_TEST(arguments_are_checked)
{
    data *d = make_data(1, 1);
    t2sed_reranker_weights w;
    t2sed_reranker_fit_options options;
    t2sed_reranker_fit_options_init(&options, sizeof options);
    t2sed_reranker_weights_init(&w, sizeof w);
    for (size_t i = 0; i < WIDTH; i++) {
        d->labels[0][i] = 0;
        d->labels[1][i] = 1;
        d->labels[2][i] = -1;
    }
    ck_assert_int_eq(t2sed_reranker_fit(&w, d->examples, 3, NULL, NULL),
                     T2SED_EEMPTY);
    ck_assert_int_eq(t2sed_reranker_fit(&w, NULL, 0, NULL, NULL), T2SED_EEMPTY);
    ck_assert_int_eq(t2sed_reranker_fit(&w, NULL, 1, NULL, NULL), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reranker_fit(NULL, d->examples, 9, NULL, NULL),
                     T2SED_EINVAL);
    options.ridge = -1;
    ck_assert_int_eq(t2sed_reranker_fit(&w, d->examples, 9, &options, NULL),
                     T2SED_EINVAL);
    options.ridge = 0;
    options.struct_size = 1;
    ck_assert_int_eq(t2sed_reranker_fit(&w, d->examples, 9, &options, NULL),
                     T2SED_EINVAL);
    d->examples[4].weight = (double)NAN;
    ck_assert_int_eq(t2sed_reranker_fit(&w, d->examples, 9, NULL, NULL),
                     T2SED_EINVAL);
    d->examples[4].weight = 1;
    d->examples[4].labels = NULL;
    ck_assert_int_eq(t2sed_reranker_fit(&w, d->examples, 9, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert(w.logit_mean == 1); /* untouched */
    free(d);
}
END_TEST

static t2sed_status fit_some(void *payload)
{
    const data *d = payload;
    t2sed_reranker_weights w;
    t2sed_reranker_weights_init(&w, sizeof w);
    return t2sed_reranker_fit(&w, d->examples, 4, NULL, NULL);
}

START_TEST(memory_may_run_out)
{
    data *d = make_data(1, 1);
    t2s_test_every_allocation(fit_some, d);
    free(d);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    data *d = make_data(1, 1);
    t2s_test_every_interrupt(fit_some, d, 1);
    free(d);
}
END_TEST

/* The same beams, whose candidates k agree where k + b is even. */
typedef struct beams {
    data *d;
    int groups[BEAMS][WIDTH], sources[WIDTH], outcomes[WIDTH];
} beams;

static beams *make_beams(double logit_weight)
{
    beams *made = calloc(1, sizeof *made);
    ck_assert_ptr_nonnull(made);
    made->d = make_data(logit_weight, 0);
    for (size_t b = 0; b < BEAMS; b++) {
        for (size_t i = 0; i < WIDTH; i++) {
            made->groups[b][i] = (i + b) % 2 ? (int)i : WIDTH;
            made->sources[i] = (int)i;
        }
        made->d->signals[b].groups = made->groups[b];
    }
    return made;
}

static void free_beams(beams *b)
{
    free(b->d);
    free(b);
}

static t2sed_status fit_kind(t2sed_beam_weights *weights, int kind,
                             const beams *b, t2sed_error *err)
{
    weights->struct_size = sizeof *weights;
    return t2sed_beam_fit(weights, kind, b->d->examples, BEAMS, NULL, err);
}

START_TEST(beams_teach_the_weights_of_their_kind)
{
    beams *b = make_beams(2);
    t2sed_beam_weights w = {0}, again = {0};
    t2sed_error err;
    ck_assert_int_eq(fit_kind(&w, T2SED_BEAM_SOURCES, b, &err), T2SED_EEMPTY);
    ck_assert_int_eq(fit_kind(&w, T2SED_BEAM_TEXTS, b, &err), T2SED_EEMPTY);
    ck_assert_msg(fit_kind(&w, T2SED_BEAM_RESULTS, b, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_int_eq(fit_kind(&again, T2SED_BEAM_RESULTS, b, NULL), T2SED_OK);
    ck_assert_mem_eq(&w, &again, sizeof w);
    /* One of five is right, the likelier by its own probability. */
    ck_assert(w.logit > 0.5 && w.votes == 0 && w.voices >= 0 && w.bias < 0);
    for (size_t i = 0; i < BEAMS; i++)
        b->d->signals[i].sources = b->sources;
    ck_assert_int_eq(fit_kind(&w, T2SED_BEAM_SOURCES, b, NULL), T2SED_OK);
    ck_assert_int_eq(fit_kind(&w, T2SED_BEAM_RESULTS, b, NULL), T2SED_EEMPTY);
    for (size_t i = 0; i < WIDTH; i++)
        b->outcomes[i] = T2SED_OUTCOME_NOT_RUN;
    for (size_t i = 0; i < BEAMS; i++)
        b->d->signals[i].outcomes = b->outcomes;
    ck_assert_int_eq(fit_kind(&w, T2SED_BEAM_TEXTS, b, NULL), T2SED_OK);
    ck_assert(w.voices == 0 && w.empty == 0 && w.fails == 0);
    free_beams(b);
}
END_TEST

START_TEST(arguments_of_beams_are_checked)
{
    beams *b = make_beams(1);
    t2sed_beam_weights w = {.struct_size = sizeof w};
    t2sed_beam_fit_options options;
    t2sed_beam_fit_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_beam_fit(&w, 3, b->d->examples, 1, NULL, NULL),
                     T2SED_EINVAL);
    options.ridge = 0;
    ck_assert_int_eq(t2sed_beam_fit(&w, T2SED_BEAM_RESULTS, b->d->examples, 1,
                                    &options, NULL),
                     T2SED_EINVAL);
    b->d->examples[0].labels = NULL;
    ck_assert_int_eq(fit_kind(&w, T2SED_BEAM_RESULTS, b, NULL), T2SED_EINVAL);
    w.struct_size = 0;
    b->d->examples[0].labels = b->d->labels[0];
    ck_assert_int_eq(t2sed_beam_fit(&w, T2SED_BEAM_RESULTS, b->d->examples,
                                    BEAMS, NULL, NULL),
                     T2SED_EINVAL);
    free_beams(b);
}
END_TEST

static t2sed_status fit_few(void *payload)
{
    beams *b = payload;
    t2sed_beam_weights w = {.struct_size = sizeof w};
    return t2sed_beam_fit(&w, T2SED_BEAM_RESULTS, b->d->examples, 3, NULL,
                          NULL);
}

START_TEST(memory_may_run_out_for_beams)
{
    beams *b = make_beams(1);
    t2s_test_every_allocation(fit_few, b);
    t2s_test_every_interrupt(fit_few, b, 1);
    free_beams(b);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("fit");
    tcase_add_test(tests, weights_are_found_again);
    tcase_add_test(tests, evidence_against_itself_counts_nothing);
    tcase_add_test(tests, confidence_is_calibrated);
    tcase_add_test(tests, sure_data_stays_finite);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    tcase_add_test(tests, beams_teach_the_weights_of_their_kind);
    tcase_add_test(tests, arguments_of_beams_are_checked);
    tcase_add_test(tests, memory_may_run_out_for_beams);
    return t2s_test_run("decide/fit", &tests, 1);
}
