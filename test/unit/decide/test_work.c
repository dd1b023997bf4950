/*
 * How often a check reads, predicts and runs: a query is parsed, read, checked
 * and run once, however many rooms look at it, and its question read once. The
 * linker puts the counters below in the place of the functions (test/test.mk,
 * COUNTED).
 */
#include "checker_test.h"

#include "case/candidate.h"
#include "facts/asked_cues.h"
#include "facts/question.h"
#include "question/question.h"
#include "t2sed/checker.h"
#include "t2sed/conversation.h"
#include "t2sed/parts/schema_prediction.h"
#include "t2sed/parts/sketch.h"

typedef struct calls {
    int parsed, read, checks, cues, filters, sketches, schemas, questions, run;
    int times, bounds, windows, asked_cues, relative, opened, refusals;
} calls;

static calls counted;

#define COUNTED(type, name, number, parameters, arguments)                     \
    type __real_##name parameters;                                             \
    type __wrap_##name parameters;                                             \
    type __wrap_##name parameters                                              \
    {                                                                          \
        counted.number++;                                                      \
        return __real_##name arguments;                                        \
    }

COUNTED(t2sed_status, t2sed_sql_parse_n, parsed,
        (t2sed_sql * *a, const char *b, size_t c, t2sed_error *d), (a, b, c, d))
COUNTED(t2sed_status, t2sed_sql_parse_as, parsed,
        (t2sed_sql * *a, const char *b, size_t c, const t2sed_sql_options *d,
         t2sed_error *e),
        (a, b, c, d, e))
COUNTED(t2sed_status, t2s_query_read, read,
        (t2s_query * a, const t2sed_sql *b, const t2sed_schema *c,
         t2sed_error *d),
        (a, b, c, d))
COUNTED(t2sed_status, t2s_checks_find, checks,
        (t2s_checks * a, const t2s_query *b, const t2sed_evidence *c,
         t2sed_error *d),
        (a, b, c, d))
COUNTED(void, t2s_cues_compare, cues,
        (bool a[T2S_DISAGREEMENTS], const t2s_question_facts *b,
         const t2s_query *c),
        (a, b, c))
COUNTED(t2s_time_conditions *, t2s_time_conditions_new, times,
        (const t2s_query *a, const t2sed_schema *b, const t2s_value_index *c,
         int64_t d),
        (a, b, c, d))
COUNTED(void, t2s_query_bounds_read, bounds,
        (t2s_query_bounds * a, const t2s_query *b, const t2sed_schema *c),
        (a, b, c))
COUNTED(void, t2s_query_windows_read, windows,
        (t2s_query_windows * a, const t2s_query *b), (a, b))
COUNTED(void, t2s_asked_cues_count, asked_cues,
        (uint32_t a[T2S_CUES], const t2s_question_facts *b), (a, b))
COUNTED(void, t2s_relative_words_read, relative,
        (t2s_relative_words * a, const t2s_question_facts *b), (a, b))
COUNTED(t2sed_status, t2s_result_filter_find, filters,
        (t2s_result_filter * a, const t2s_query *b, const t2sed_schema *c,
         t2s_execution *d, const t2s_value_index *e, t2sed_error *f),
        (a, b, c, d, e, f))
COUNTED(t2sed_status, t2s_sketcher_predict, sketches,
        (t2sed_sketch * *a, const t2sed_sketcher *b, const t2sed_question *c,
         const t2s_question_facts *d, const t2sed_schema *e,
         const t2sed_sketch_options *f, t2sed_error *g),
        (a, b, c, d, e, f, g))
COUNTED(t2sed_status, t2s_schema_predictor_predict, schemas,
        (t2sed_schema_prediction * *a, const t2sed_schema_predictor *b,
         const t2sed_question *c, const t2s_question_facts *d,
         const t2sed_schema *e, const t2sed_schema_prediction_options *f,
         t2sed_error *g),
        (a, b, c, d, e, f, g))
COUNTED(t2sed_status, t2s_question_facts_new, questions,
        (t2s_question_facts * *a, const t2sed_question *b,
         const t2sed_schema *c, const t2s_value_index *d, t2sed_error *e),
        (a, b, c, d, e))
COUNTED(t2sed_status, t2s_refusals_open, opened,
        (t2s_refusals * *a, const t2sed_schema *b, int c, t2sed_error *d),
        (a, b, c, d))
COUNTED(t2sed_status, t2s_refusals_ask, refusals,
        (t2s_refusal * a, t2s_refusals *b, const t2sed_sql *c, t2sed_error *d),
        (a, b, c, d))
COUNTED(t2sed_status, t2s_runner_run, run,
        (t2s_run * a, t2s_result *b, t2s_runner *c, const char *d, size_t e,
         t2sed_error *f),
        (a, b, c, d, e, f))

static const char *const queries[] = {
    "SELECT count(*) FROM singer WHERE country = 'Frence'",
    "SELECT count(*) FROM singer WHERE country = 'France'",
    "SELECT name, count(*) FROM singer JOIN song ON singer.id = singer_id",
};
#define QUERIES ((int)(sizeof queries / sizeof queries[0]))

/* The options' policy; NULL: the usual one. */
typedef struct kind {
    const char *policy;
    bool has_no_rows, has_turn;
} kind;

/* What each of two checks of the queries on one checker does. */
static void check(calls made[2], kind of)
{
    t2sed_checker *checker;
    t2sed_checker_options options;
    t2sed_question *question;
    t2sed_conversation *turns;
    t2sed_check_input input;
    t2sed_database *of_schema, *used = database;
    ck_assert_int_eq(t2sed_database_new_schema(&of_schema,
                                               t2sed_database_schema(database),
                                               NULL, NULL),
                     T2SED_OK);
    if (of.has_no_rows)
        used = of_schema;
    t2sed_checker_options_init(&options, sizeof options);
    options.policy = of.policy;
    ck_assert_int_eq(t2sed_checker_new(&checker, model, used, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(
                         &question, "How many French singers are there?", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_knowledge(
                         question, "French refers to country = 'France'", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_conversation_new(&turns, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_conversation_add(
                         turns, "How many singers are there?", NULL, NULL),
                     T2SED_OK);
    t2sed_check_input_init(&input, sizeof input);
    input.question = question;
    input.conversation = of.has_turn ? turns : NULL;
    input.queries = queries;
    input.count = (size_t)QUERIES;
    for (int i = 0; i < 2; i++) {
        t2sed_report *report;
        counted = (calls){0};
        ck_assert_int_eq(
            t2sed_checker_check_input(&report, checker, &input, NULL),
            T2SED_OK);
        made[i] = counted;
        t2sed_report_free(report);
    }
    t2sed_conversation_free(turns);
    t2sed_question_free(question);
    t2sed_checker_free(checker);
    t2sed_database_free(of_schema);
}

static void expect_once(kind of)
{
    calls all[2];
    check(all, of);
    for (int i = 0; i < 2; i++) {
        const calls *made = &all[i];
        /* The first asks the database about the rows of a join, too; the second
         * remembers all answers. */
        const int probes = i == 0 && !of.has_no_rows;
        ck_assert_int_eq(made->parsed, QUERIES + probes);
        ck_assert_int_eq(made->read, QUERIES);
        ck_assert_int_eq(made->checks, QUERIES);
        ck_assert_int_eq(made->cues, QUERIES);
        ck_assert_int_eq(made->times, QUERIES);
        ck_assert_int_eq(made->bounds, QUERIES);
        ck_assert_int_eq(made->windows, QUERIES);
        ck_assert_int_eq(made->filters, of.has_no_rows ? 0 : QUERIES);
        ck_assert_int_eq(made->sketches, 1);
        ck_assert_int_eq(made->schemas, 1);
        /* The question, with its knowledge for predictors, and with that and
         * its turns as what need not be asked for again; both predictors read
         * the turn before it. */
        ck_assert_int_eq(made->questions, of.has_turn ? 5 : 3);
        ck_assert_int_eq(made->asked_cues, made->questions);
        ck_assert_int_eq(made->relative, made->questions);
        /* Agreement and findings ask for what the schema refuses. */
        ck_assert_int_eq(made->opened, of.has_no_rows && i == 0);
        ck_assert_int_eq(made->refusals, of.has_no_rows ? QUERIES : 0);
        ck_assert_int_eq(made->run, probes ? QUERIES + probes : 0);
    }
}

START_TEST(all_once)
{
    expect_once((kind){.policy = NULL});
}
END_TEST

/* Verdicts of linking and of the sketch ask for the same candidates. */
START_TEST(with_verdicts)
{
    expect_once((kind){.policy = "sl"});
    expect_once((kind){.policy = "qp"});
}
END_TEST

START_TEST(with_a_turn)
{
    expect_once((kind){.has_turn = true});
}
END_TEST

/* Queries are compared on instances of the schema instead. */
START_TEST(by_the_schema)
{
    expect_once((kind){.has_no_rows = true});
    expect_once((kind){.policy = "qp", .has_no_rows = true});
}
END_TEST

int main(void)
{
    TCase *work = tcase_create("work");
    tcase_add_checked_fixture(work, set_up, tear_down);
    tcase_set_timeout(work, 120);
    tcase_add_test(work, all_once);
    tcase_add_test(work, with_verdicts);
    tcase_add_test(work, with_a_turn);
    tcase_add_test(work, by_the_schema);
    return t2s_test_run("work", &work, 1);
}
