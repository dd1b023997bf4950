/* Re-ranking by policies: their text form, what each does, how they combine,
 * and what they say of it. */
#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed/parts/agreement.h"
#include "t2sed/parts/reranker.h"

enum { MOST = 8 };

static t2sed_signals signals_of(const double *probabilities, size_t count)
{
    t2sed_signals s;
    t2sed_signals_init(&s, sizeof s);
    s.count = count;
    s.probability = probabilities;
    return s;
}

static t2sed_ranking *apply(const char *policy, const t2sed_signals *s)
{
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_reranker_parse(&reranker, policy, NULL, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, s, NULL),
                     T2SED_OK);
    t2sed_reranker_free(reranker);
    return ranking;
}

static void check(const char *policy, const t2sed_signals *s,
                  const char *expected)
{
    char got[MOST + 1] = {0};
    t2sed_ranking *ranking = apply(policy, s);
    for (size_t rank = 0; rank < s->count; rank++)
        got[rank] = (char)('0' + t2sed_ranking_candidate(ranking, rank));
    ck_assert_msg(strcmp(got, expected) == 0, "%s: %s, expected %s", policy,
                  got, expected);
    t2sed_ranking_free(ranking);
}

START_TEST(text_is_read_and_written)
{
    static const char *const texts[][2] = {
        {"rr", "rr"},
        {" ed ( 0.60 ) + rr ", "ed(0.6)+rr"},
        {"ed+rr", "ed(0.5)+rr"},
        {"margin(0.25)", "margin(0.25)"},
        {"sl+qp(1)+vote+runs+default+sum(.7)",
         "sl(0.5)+qp(1)+vote+runs+default+sum(0.7)"},
        {"sum(0)", "sum(0)"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        t2sed_reranker *reranker = NULL;
        ck_assert_int_eq(
            t2sed_reranker_parse(&reranker, texts[i][0], NULL, NULL), T2SED_OK);
        ck_assert_str_eq(t2sed_reranker_policy(reranker), texts[i][1]);
        t2sed_reranker_free(reranker);
    }
}
END_TEST

START_TEST(needs_are_told)
{
    static const struct {
        const char *policy;
        double sketch, link;
        unsigned needs;
    } cases[] = {
        {"ed+rr+margin+sum", 1, 1, 0},
        {"rr+vote", 1, 1, T2SED_SIGNAL_AGREEMENT},
        {"runs+sl+qp", 0, 0,
         T2SED_SIGNAL_AGREEMENT | T2SED_SIGNAL_LINK | T2SED_SIGNAL_SKETCH},
        {NULL, 0, 0, T2SED_SIGNAL_AGREEMENT | T2SED_SIGNAL_WEIGHTS},
        {"default", 1, 0,
         T2SED_SIGNAL_AGREEMENT | T2SED_SIGNAL_WEIGHTS | T2SED_SIGNAL_SKETCH},
        {"default", 0, -1,
         T2SED_SIGNAL_AGREEMENT | T2SED_SIGNAL_WEIGHTS | T2SED_SIGNAL_LINK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_reranker *reranker = NULL;
        t2sed_reranker_weights weights;
        t2sed_reranker_weights_init(&weights, sizeof weights);
        weights.sketch = cases[i].sketch;
        weights.link = cases[i].link;
        ck_assert_int_eq(
            t2sed_reranker_parse(&reranker, cases[i].policy, &weights, NULL),
            T2SED_OK);
        ck_assert_uint_eq(t2sed_reranker_needs(reranker), cases[i].needs);
        t2sed_reranker_free(reranker);
    }
    ck_assert_uint_eq(t2sed_reranker_needs(NULL), 0);
}
END_TEST

START_TEST(wrong_text_says_where)
{
    static const struct {
        const char *text;
        ptrdiff_t offset;
    } wrong[] = {
        {"", 0},         {"rr+", 3},      {"best", 0},
        {"rr vote", 3},  {"ed(", 3},      {"ed(x)", 3},
        {"ed(0.5", 6},   {"ed(-1)", 3},   {"ed(.)", 3},
        {"ed(1.5)", -1}, {"rr(0.5)", -1}, {"ed(0.5)+", 8},
        {"r", 0},        {"rrr", 0},      {"ed(0.1234567890123456)", 3},
    };
    t2sed_reranker *reranker = NULL;
    char many[17 * 3 + 1];
    t2sed_error err;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_int_eq(
            t2sed_reranker_parse(&reranker, wrong[i].text, NULL, &err),
            T2SED_EINVAL);
        ck_assert_msg(err.offset == wrong[i].offset, "%s: %s", wrong[i].text,
                      err.text);
    }
    for (int i = 0; i < 17; i++)
        memcpy(many + 3 * i, "rr+", 3);
    many[50] = '\0';
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, many, NULL, &err),
                     T2SED_EINVAL);
    many[47] = '\0';
    ck_assert_ptr_null(reranker);
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, many, NULL, &err),
                     T2SED_OK);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(arguments_are_checked)
{
    t2sed_reranker_weights weights;
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_signals s;
    const double high[] = {1.5}, infinite[] = {(double)INFINITY};
    t2sed_reranker_weights_init(&weights, sizeof weights);
    weights.agreement = (double)NAN;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "rr", &weights, NULL),
                     T2SED_EINVAL);
    weights.struct_size = 1;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "rr", &weights, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reranker_weights_of(&weights, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reranker_parse(NULL, "rr", NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "rr", NULL, NULL),
                     T2SED_OK);
    s = signals_of(high, 1);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_EINVAL);
    s.probability = NULL;
    s.agreement = high;
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_EINVAL);
    s.agreement = NULL;
    s.parser_score = infinite;
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_EINVAL);
    s.struct_size = 3;
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, NULL, NULL),
                     T2SED_EINVAL);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(each_policy_orders)
{
    const double p[] = {0.5, 0.55, 0.9, NAN};
    const double parser[] = {3, 1, -2, 0}, plan[] = {0.2, 0.5, NAN, 0.9};
    const double link[] = {0, 1, 0, NAN};
    const double none[] = {NAN, NAN, NAN, NAN};
    const int groups[] = {0, 1, 1, -1};
    t2sed_signals s = signals_of(p, 4);
    check("rr", &s, "2103");
    check("margin(0.1)", &s, "2013");
    check("margin(0.45)", &s, "0123");
    check("ed(0.5)+rr", &s, "0123");
    check("ed(0.51)+rr", &s, "2103");
    check("sum(0.5)", &s, "2103"); /* no parser's scores: as rr */
    check("qp", &s, "0123");
    check("vote", &s, "0123");
    check("runs", &s, "0123");
    s.parser_score = parser;
    check("sum(0.1)", &s, "0123"); /* what has no probability comes last */
    check("sum(1)", &s, "2103");
    check("default", &s, "2310"); /* 3 is no log-probability */
    s.sketch = plan;
    s.link = link;
    check("qp", &s, "1230");
    check("qp(0.6)", &s, "2301");
    check("sl", &s, "1023"); /* neither verdict nor probability */
    check("sl+qp", &s, "1230");
    check("qp+sl", &s, "1230");
    s.sketch = none;
    s.link = NULL;
    check("qp", &s, "0123"); /* no verdict is known */
    check("sl", &s, "0123");
    s.sketch = plan;
    s.link = link;
    s.groups = groups;
    check("vote", &s, "1203");
    check("runs", &s, "0123");
    check("vote+ed(0.6)+rr", &s, "2103");
    check("rr+vote", &s, "2103");
}
END_TEST

START_TEST(outcomes_tell_what_runs)
{
    const double p[] = {0.9, 0.8, 0.7, 0.6, 0.5};
    const int outcomes[] = {T2SED_OUTCOME_FAILED, T2SED_OUTCOME_CUT,
                            T2SED_OUTCOME_SYNTAX, T2SED_OUTCOME_RAN,
                            T2SED_OUTCOME_NOT_RUN};
    t2sed_signals s = signals_of(p, 5);
    s.outcomes = outcomes;
    check("runs", &s, "13402");
    check("rr+runs", &s, "13402");
    check("default", &s, "13402");
}
END_TEST

START_TEST(all_evidence_is_weighed)
{
    const double p[] = {0.8, 0.7, 0.7, 0.7};
    const int groups[] = {0, 1, 1, 1}, apart[] = {0, 1, 2, -1};
    const int sources[] = {0, 1, 1, 1};
    t2sed_reranker_weights weights;
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_signals s = signals_of(p, 4);
    check("default", &s, "0123");
    s.groups = groups;
    check("default", &s, "1230"); /* three agree */
    s.groups = apart;
    check("default", &s, "0123");
    t2sed_reranker_weights_init(&weights, sizeof weights);
    weights.agreement = 0;
    weights.sources = 1;
    s.groups = groups;
    s.sources = sources;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "default", &weights, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    /* Two sources, a voice each: the probability decides. */
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, 0), 0);
    ck_assert_double_eq_tol(t2sed_ranking_confidence(ranking, 0), 0.8, 1e-9);
    ck_assert_double_eq_tol(t2sed_ranking_confidence(ranking, 3), 0.7, 1e-9);
    ck_assert_double_nan(t2sed_ranking_confidence(ranking, 4));
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(an_answer_stands_together)
{
    const double p[] = {0.9, 0.2, 0.1}, scores[] = {-1, -2, -3};
    const int groups[] = {0, 1, 0};
    t2sed_reranker_weights weights = {0};
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_signals s = signals_of(p, 3);
    s.groups = groups;
    s.parser_score = scores;
    weights.struct_size = sizeof weights;
    weights.logit_max = 1;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "default", &weights, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, 1), 2);
    ck_assert_double_eq_tol(t2sed_ranking_confidence(ranking, 2), 0.9, 1e-9);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
    weights.logit_max = 0;
    weights.parser = 1;
    ck_assert_int_eq(t2sed_reranker_parse(&reranker, "default", &weights, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_reranker_apply(&ranking, reranker, &s, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, 0), 0);
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, 2), 1);
    t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
}
END_TEST

START_TEST(moves_are_told)
{
    const double p[] = {0.3, 0.9, 0.5};
    const double link[] = {1, 0, 1};
    t2sed_signals s = signals_of(p, 3);
    t2sed_move move = {0};
    t2sed_ranking *ranking;
    s.link = link;
    ranking = apply("rr+sl", &s); /* 120, then 201 */
    move.struct_size = sizeof move;
    ck_assert_ptr_null(t2sed_ranking_kept(ranking));
    ck_assert_uint_eq(t2sed_ranking_move_count(ranking, 1), 2);
    ck_assert_int_eq(t2sed_ranking_move_get(ranking, 1, 0, &move, NULL),
                     T2SED_OK);
    ck_assert_str_eq(move.policy, "rr");
    ck_assert_uint_eq(move.from, 1);
    ck_assert_uint_eq(move.to, 0);
    ck_assert_str_eq(move.text, "its probability is 0.90");
    ck_assert_int_eq(t2sed_ranking_move_get(ranking, 1, 1, &move, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(move.step, 1);
    ck_assert_uint_eq(move.from, 0);
    ck_assert_uint_eq(move.to, 2);
    ck_assert_ptr_nonnull(strstr(move.text, "schema linking is 0.00"));
    ck_assert_int_eq(t2sed_ranking_move_get(ranking, 1, 2, &move, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_ranking_move_get(ranking, 9, 0, &move, NULL),
                     T2SED_EINVAL);
    move.struct_size = 1;
    ck_assert_int_eq(t2sed_ranking_move_get(ranking, 1, 0, &move, NULL),
                     T2SED_EINVAL);
    ck_assert_double_nan(t2sed_ranking_confidence(ranking, 0));
    t2sed_ranking_free(ranking);
}
END_TEST

START_TEST(every_policy_has_a_sentence)
{
    static const char *const policies[] = {"margin", "sum",  "qp",      "sl",
                                           "vote",   "runs", "default", "rr"};
    const double p[] = {0.2, 0.6, NAN, 0.9}, scores[] = {1, 2, 3, NAN};
    const double verdicts[] = {0, 1, 0, 1};
    const int groups[] = {-1, 1, 0, 1};
    t2sed_signals s = signals_of(p, 4);
    s.parser_score = scores;
    s.sketch = s.link = verdicts;
    s.groups = groups;
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        t2sed_ranking *ranking = apply(policies[i], &s);
        size_t moves = 0;
        for (size_t k = 0; k < 4; k++)
            for (size_t m = 0; m < t2sed_ranking_move_count(ranking, k); m++) {
                t2sed_move move = {0};
                move.struct_size = sizeof move;
                ck_assert_int_eq(
                    t2sed_ranking_move_get(ranking, k, m, &move, NULL),
                    T2SED_OK);
                ck_assert_uint_gt(strlen(move.text), 10);
                moves++;
            }
        ck_assert_msg(moves > 0, "%s moved nothing", policies[i]);
        t2sed_ranking_free(ranking);
    }
}
END_TEST

START_TEST(a_kept_order_is_told)
{
    const double p[] = {0.7, 0.9};
    t2sed_signals s = signals_of(p, 2);
    t2sed_ranking *ranking = apply("ed(0.6)+rr", &s);
    ck_assert_str_eq(t2sed_ranking_kept(ranking),
                     "the first candidate's probability, 0.70, is at least "
                     "0.6");
    ck_assert_uint_eq(t2sed_ranking_move_count(ranking, 0), 0);
    t2sed_ranking_free(ranking);
}
END_TEST

START_TEST(long_lists_are_sorted_stably)
{
    double p[1000] = {0};
    t2sed_signals s = signals_of(p, 1000);
    t2sed_ranking *ranking;
    for (int i = 0; i < 1000; i++)
        p[i] = i % 17 == 0 ? (double)NAN : (double)(i * 7919 % 101) / 101;
    ranking = apply("rr", &s);
    for (size_t i = 1; i < 1000; i++) {
        const size_t a = t2sed_ranking_candidate(ranking, i - 1);
        const size_t b = t2sed_ranking_candidate(ranking, i);
        ck_assert(p[a] > p[b] || (p[a] == p[b] && a < b) ||
                  (!isnan(p[a]) && isnan(p[b])) ||
                  (isnan(p[a]) && isnan(p[b]) && a < b));
    }
    ck_assert_uint_eq(t2sed_ranking_candidate(ranking, 1000), (size_t)-1);
    t2sed_ranking_free(ranking);
}
END_TEST

START_TEST(nothing_and_one_are_ordered)
{
    const double p[] = {0.7};
    const int groups[] = {0}, sources[] = {4};
    t2sed_signals s = signals_of(p, 1), none = signals_of(NULL, 0);
    s.groups = groups;
    s.sources = sources;
    check("margin+sum+qp+sl+vote+runs+default+ed+rr", &s, "0");
    check("margin+sum+qp+sl+vote+runs+default+ed+rr", &none, "");
    s.groups = NULL;
    s.probability = NULL;
    check("margin+sum+qp+sl+vote+runs+default+ed+rr", &s, "0");
}
END_TEST

static t2sed_status use_all(void *payload)
{
    t2sed_reranker *reranker = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_status status = t2sed_reranker_parse(
        &reranker, "ed(0.95)+rr+sum+qp+sl+vote+runs+default+margin+ed(0)", NULL,
        NULL);
    if (status == T2SED_OK)
        status = t2sed_reranker_apply(&ranking, reranker, payload, NULL);
    if (status == T2SED_OK)
        t2sed_ranking_free(ranking);
    t2sed_reranker_free(reranker);
    return status;
}

START_TEST(memory_may_run_out)
{
    const double p[] = {0.1, 0.9, 0.3}, scores[] = {1, 2, 3};
    const double verdicts[] = {0, 1, 0};
    const int groups[] = {0, 1, 0}, sources[] = {0, 1, 1};
    t2sed_signals s = signals_of(p, 3);
    s.parser_score = scores;
    s.sketch = s.link = verdicts;
    s.groups = groups;
    s.sources = sources;
    t2s_test_every_allocation(use_all, &s);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    const double p[] = {0.1, 0.9, 0.3}, scores[] = {1, 2, 3};
    const double verdicts[] = {0, 1, 0};
    const int groups[] = {0, 1, 0}, sources[] = {0, 1, 1};
    t2sed_signals s = signals_of(p, 3);
    s.parser_score = scores;
    s.sketch = s.link = verdicts;
    s.groups = groups;
    s.sources = sources;
    t2s_test_every_interrupt(use_all, &s, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("policies");
    tcase_add_test(tests, text_is_read_and_written);
    tcase_add_test(tests, needs_are_told);
    tcase_add_test(tests, wrong_text_says_where);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, each_policy_orders);
    tcase_add_test(tests, outcomes_tell_what_runs);
    tcase_add_test(tests, all_evidence_is_weighed);
    tcase_add_test(tests, an_answer_stands_together);
    tcase_add_test(tests, moves_are_told);
    tcase_add_test(tests, every_policy_has_a_sentence);
    tcase_add_test(tests, a_kept_order_is_told);
    tcase_add_test(tests, long_lists_are_sorted_stably);
    tcase_add_test(tests, nothing_and_one_are_ordered);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("decide/policies", &tests, 1);
}
