/* Thresholds, decisions, and what to ask about. */
#include "database_test.h"
#include "records.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "t2sed/lab/fit.h"

START_TEST(probabilities_decide)
{
    t2sed_trigger_options options;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_trigger *trigger = NULL;
    options.answer = 0.8;
    options.abstain = 0.3;
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 0.8), T2SED_DECISION_ANSWER);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 0.79), T2SED_DECISION_ASK);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 0.3), T2SED_DECISION_ASK);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 0.29),
                     T2SED_DECISION_ABSTAIN);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, (double)NAN),
                     T2SED_DECISION_ABSTAIN);
    t2sed_trigger_free(trigger);
    ck_assert_int_eq(t2sed_trigger_new(&trigger, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 0.5), T2SED_DECISION_ANSWER);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, (double)NAN),
                     T2SED_DECISION_ASK);
    t2sed_trigger_free(trigger);
    options.answer = options.abstain = (double)INFINITY;
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 1), T2SED_DECISION_ABSTAIN);
    t2sed_trigger_free(trigger);
    t2sed_trigger_free(NULL);
    ck_assert_str_eq(t2sed_decision_name(T2SED_DECISION_ASK), "ask");
    ck_assert_ptr_null(t2sed_decision_name(3));
    ck_assert_ptr_null(t2sed_decision_name(-1));
}
END_TEST

/* A program that was compiled with an earlier, shorter struct. */
START_TEST(shorter_options_are_read)
{
    t2sed_trigger_options options;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_trigger *trigger = NULL;
    options.struct_size = offsetof(t2sed_trigger_options, abstain);
    options.answer = 0.7;
    options.abstain = 0.6; /* not of that struct */
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_trigger_decide(trigger, 0.3),
                     t2sed_trigger_decide(trigger, 0.65));
    ck_assert_int_ne(t2sed_trigger_decide(trigger, 0.3),
                     t2sed_trigger_decide(trigger, 0.75));
    t2sed_trigger_free(trigger);
}
END_TEST

START_TEST(arguments_are_checked)
{
    t2sed_trigger_options options;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_trigger *trigger = NULL;
    options.abstain = 0.6;
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_EINVAL);
    options.abstain = -0.1;
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_EINVAL);
    options.abstain = 0;
    options.answer = (double)NAN;
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_EINVAL);
    options.answer = 0.5;
    options.struct_size = 2;
    ck_assert_int_eq(t2sed_trigger_new(&trigger, &options, NULL), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_trigger_new(NULL, NULL, NULL), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_trigger_options_of(&options, NULL, 0.9, NULL),
                     T2SED_EINVAL);
}
END_TEST

/* Ten questions that count; from 0.2 on nine are answered, eight rightly. */
static const double scores[] = {0.1, 0.2, 0.5,  0.6,  0.6,         0.7,
                                0.8, 0.9, 0.95, 0.99, (double)NAN, 0.3};
static const int labels[] = {0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, -1};

static t2sed_items make_items(void)
{
    t2sed_items items = {.struct_size = sizeof items};
    items.scores = scores;
    items.labels = labels;
    items.count = 12;
    return items;
}

static t2sed_trigger_options fit(double precision, double budget)
{
    t2sed_items items = make_items();
    t2sed_trigger_options options;
    t2sed_trigger_goal goal;
    t2sed_error err;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_trigger_goal_init(&goal, sizeof goal);
    goal.precision = precision;
    goal.budget = budget;
    ck_assert_msg(t2sed_trigger_fit(&options, &items, &goal, &err) == T2SED_OK,
                  "%s", err.text);
    return options;
}

START_TEST(thresholds_reach_a_precision)
{
    t2sed_trigger_options o = fit(0.95, 1);
    ck_assert_double_eq_tol(o.answer, 0.65, 1e-12);
    ck_assert(o.abstain == 0);
    o = fit(0.88, 1); /* eight of nine */
    ck_assert_double_eq_tol(o.answer, 0.15, 1e-12);
    o = fit(0.8, 1); /* eight of ten: all */
    ck_assert(o.answer == 0);
    o = fit(1, 0); /* nobody is asked */
    ck_assert_double_eq_tol(o.answer, 0.65, 1e-12);
    ck_assert_double_eq_tol(o.abstain, 0.65, 1e-12);
    o = fit(1, 0.3); /* three of ten: those of 0.6 and 0.5 */
    ck_assert_double_eq_tol(o.abstain, 0.35, 1e-12);
    o = fit(1, 0.1); /* no threshold parts the two of 0.6 */
    ck_assert_double_eq_tol(o.abstain, 0.65, 1e-12);
    o = fit(1, (double)NAN);
    ck_assert(o.abstain == 0);
}
END_TEST

START_TEST(thresholds_keep_a_budget)
{
    t2sed_trigger_options o = fit((double)NAN, 0.3);
    ck_assert_double_eq_tol(o.answer, 0.55, 1e-12);
    ck_assert(o.abstain == 0);
    o = fit((double)NAN, 0.4); /* not one of the two of 0.6 */
    ck_assert_double_eq_tol(o.answer, 0.55, 1e-12);
    o = fit((double)NAN, 0);
    ck_assert(o.answer == 0);
    o = fit((double)NAN, 1);
    ck_assert(isinf(o.answer));
}
END_TEST

START_TEST(what_can_not_be_reached_is_told)
{
    static const double two[] = {0.2, 0.9};
    static const int wrong[] = {1, 0};
    t2sed_items items = {.struct_size = sizeof items};
    t2sed_trigger_options options;
    t2sed_trigger_goal goal;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_trigger_goal_init(&goal, sizeof goal);
    items.scores = two;
    items.labels = wrong;
    ck_assert_int_eq(t2sed_trigger_fit(&options, &items, NULL, NULL),
                     T2SED_EEMPTY);
    items.count = 2;
    ck_assert_int_eq(t2sed_trigger_fit(&options, &items, NULL, NULL),
                     T2SED_ENOTFOUND);
    goal.precision = goal.budget = (double)NAN;
    ck_assert_int_eq(t2sed_trigger_fit(&options, &items, &goal, NULL),
                     T2SED_EINVAL);
    goal.budget = 2;
    ck_assert_int_eq(t2sed_trigger_fit(&options, &items, &goal, NULL),
                     T2SED_EINVAL);
    goal.budget = 1;
    goal.struct_size = 1;
    ck_assert_int_eq(t2sed_trigger_fit(&options, &items, &goal, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_trigger_fit(NULL, &items, NULL, NULL), T2SED_EINVAL);
    items.labels = NULL;
    ck_assert_int_eq(t2sed_trigger_fit(&options, &items, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert(options.answer == 0.5); /* untouched */
}
END_TEST

static t2sed_status use(void *payload)
{
    t2sed_items items = make_items();
    t2sed_trigger_options options;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_trigger *trigger = NULL;
    t2sed_status status = t2sed_trigger_fit(&options, &items, NULL, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_trigger_new(&trigger, &options, NULL);
    if (status == T2SED_OK)
        t2sed_trigger_free(trigger);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(use, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("trigger");
    tcase_add_test(tests, probabilities_decide);
    tcase_add_test(tests, shorter_options_are_read);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, thresholds_reach_a_precision);
    tcase_add_test(tests, thresholds_keep_a_budget);
    tcase_add_test(tests, what_can_not_be_reached_is_told);
    tcase_add_test(tests, memory_may_run_out);
    return t2s_test_run("decide/trigger", &tests, 1);
}
