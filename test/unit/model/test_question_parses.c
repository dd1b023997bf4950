/* Scorers parse the questions that their model's graphs want parsed. */
#include <pthread.h>
#include <string.h>

#include "score_test.h"
#include "question/question.h"
#include "interrupt_test.h"
#include "t2s_test.h"
#include "t2sed/question.h"
#include "t2sed/parts/scorer.h"
#include "tiny_model.h"

static const char *const sql[] = {"SELECT count(*) FROM singer"};
static const char asked[] = "List singers";
static const char conllu[] = "1\tList\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
                             "2\tsingers\t_\tNOUN\t_\t_\t1\tobj\t_\t_\n";

static char dir[T2S_TINY_PATH], other[T2S_TINY_PATH];
static t2sed_model *model;

static void open_model(const char *config)
{
    t2sed_error err;
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_directory(other);
    t2s_tiny_model(dir, false, config);
    if (t2sed_model_open(&model, dir, NULL, &err) != T2SED_OK)
        t2s_tiny_die("open", &err);
}

static void setup(void)
{
    open_model(NULL); /* the paper's: both parses are read */
}

static void teardown(void)
{
    t2sed_model_free(model);
    t2s_tiny_remove(dir);
    t2s_tiny_remove(other);
}

static t2sed_question *make(const char *text)
{
    t2sed_question *question = NULL;
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
    return question;
}

static double logit_of(const t2sed_question *question,
                       const t2sed_scorer_options *options)
{
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_error err;
    double logit;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, options, &err), T2SED_OK);
    ck_assert_msg(t2s_test_score(&scores, scorer, question, sql, NULL, 1, NULL,
                                 &err) == T2SED_OK,
                  "%s", err.text);
    logit = t2s_test_scored(scores, 0).logit;
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    return logit;
}

static t2sed_scorer_options never(void)
{
    t2sed_scorer_options options;
    t2sed_scorer_options_init(&options, sizeof options);
    options.parse = T2SED_PARSE_NEVER;
    return options;
}

START_TEST(scoring_parses_a_copy)
{
    const t2sed_scorer_options as_it_is = never();
    t2sed_question *question = make(asked);
    double parsed = logit_of(question, NULL);
    ck_assert_int_eq(t2s_model_info(model).reads_parses, 1);
    ck_assert_int_eq(question->has_dependencies, 0);
    ck_assert_double_ne(parsed, logit_of(question, &as_it_is));
    t2s_tiny_parse(question);
    ck_assert_double_eq(parsed, logit_of(question, &as_it_is));
    ck_assert_double_eq(parsed, logit_of(question, NULL));
    t2sed_question_free(question);
}
END_TEST

/* Both parses imported: no parser is needed. One: the other is made. */
START_TEST(imports_override)
{
    const t2sed_scorer_options as_it_is = never();
    t2sed_question *question = make(asked);
    double parsed;
    ck_assert_int_eq(t2sed_question_set_conllu(question, conllu, NULL),
                     T2SED_OK);
    parsed = logit_of(question, NULL); /* constituents were derived */
    ck_assert_int_eq(question->has_constituents, 0);
    t2s_tiny_parse(question);
    ck_assert_double_eq(parsed, logit_of(question, &as_it_is));
    setenv("T2SED_QUESTION_PARSER", "/nowhere", 1);
    ck_assert_double_eq(parsed, logit_of(question, NULL));
    t2sed_question_free(question);
}
END_TEST

START_TEST(a_model_that_reads_none_needs_no_parser)
{
    const t2sed_scorer_options as_it_is = never();
    t2sed_question *question = make(asked);
    teardown();
    open_model("{\"graph\": {\"edges\": {\"dependency\": false, "
               "\"constituency\": false}}}");
    setenv("T2SED_QUESTION_PARSER", "/nowhere", 1);
    ck_assert_int_eq(t2s_model_info(model).reads_parses, 0);
    ck_assert_double_eq(logit_of(question, NULL),
                        logit_of(question, &as_it_is));
    t2sed_question_free(question);
}
END_TEST

/* It is the call that fails, not the candidates: another would fare no
 * better. */
START_TEST(no_parser_is_an_error)
{
    t2sed_question *question = make(asked);
    t2sed_beam beam;
    t2sed_beam_init(&beam, sizeof beam);
    t2sed_scorer *scorer;
    t2sed_scores *scores = NULL;
    t2sed_error err;
    setenv("T2SED_QUESTION_PARSER", "/nowhere", 1);
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, &err), T2SED_OK);
    ck_assert_int_eq(
        t2s_test_score(&scores, scorer, question, sql, NULL, 1, NULL, &err),
        T2SED_ESTATE);
    ck_assert_ptr_nonnull(strstr(err.text, "/nowhere"));
    beam.question = question;
    beam.queries = sql;
    beam.count = 1;
    ck_assert_int_eq(t2sed_scorer_score_beams(&scores, scorer, &beam, 1, &err),
                     T2SED_ESTATE);
    ck_assert_ptr_null(scores);
    /* Once there is one, all is well. */
    t2s_tiny_parser(other);
    ck_assert_int_eq(
        t2s_test_score(&scores, scorer, question, sql, NULL, 1, NULL, &err),
        T2SED_OK);
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    t2sed_question_free(question);
}
END_TEST

START_TEST(a_parser_of_ones_own)
{
    t2sed_scorer_options options;
    t2sed_scorer_options_init(&options, sizeof options);
    t2sed_question *question = make(asked);
    t2sed_parser *parser;
    t2sed_scorer *scorer;
    t2sed_error err;
    double parsed = logit_of(question, NULL);
    t2s_tiny_parser(other);
    ck_assert_int_eq(t2sed_parser_open(&parser, other, NULL, &err), T2SED_OK);
    setenv("T2SED_QUESTION_PARSER", "/nowhere", 1);
    options.parser = parser;
    ck_assert_double_eq(parsed, logit_of(question, &options));
    options.parse = 7;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "parse"));
    t2sed_parser_free(parser);
    t2sed_question_free(question);
}
END_TEST

/* One scorer, several questions: each has its own trees, whatever was asked
 * before. */
START_TEST(questions_are_not_mixed_up)
{
    static const char *const texts[] = {asked, "singers", asked,
                                        "how many singers ?", "singers"};
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_error err;
    ck_assert_int_eq(t2sed_scorer_new(&scorer, model, NULL, &err), T2SED_OK);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        t2sed_question *question = make(texts[i]);
        ck_assert_int_eq(
            t2s_test_score(&scores, scorer, question, sql, NULL, 1, NULL, &err),
            T2SED_OK);
        ck_assert_double_eq(t2s_test_scored(scores, 0).logit,
                            logit_of(question, NULL));
        t2sed_scores_free(scores);
        t2sed_question_free(question);
    }
    t2sed_scorer_free(scorer);
}
END_TEST

static void *score_in_thread(void *payload)
{
    t2sed_question *question = make(asked);
    *(double *)payload = logit_of(question, NULL);
    t2sed_question_free(question);
    return NULL;
}

/* All ask for the model's parser at once. */
START_TEST(threads_share_the_models_parser)
{
    pthread_t threads[4];
    double logits[4];
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, score_in_thread, &logits[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < 4; i++)
        ck_assert_double_eq(logits[i], logits[0]);
}
END_TEST

/* With a parser that is there already, and with parses of both kinds. */
static t2sed_status score_all(void *payload)
{
    t2sed_question *questions[2] = {NULL, NULL};
    t2sed_scorer *scorer = NULL;
    t2sed_error *err = payload;
    t2sed_status status = t2sed_scorer_new(&scorer, model, NULL, err);
    for (int i = 0; i < 2 && status == T2SED_OK; i++) {
        t2sed_scores *scores = NULL;
        status = t2sed_question_new(&questions[i], asked, err);
        if (status == T2SED_OK && i)
            status = t2sed_question_set_conllu(questions[i], conllu, err);
        if (status == T2SED_OK)
            status = t2s_test_score(&scores, scorer, questions[i], sql, NULL, 1,
                                    NULL, err);
        t2sed_scores_free(scores);
    }
    t2sed_scorer_free(scorer);
    t2sed_question_free(questions[0]);
    t2sed_question_free(questions[1]);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_error err;
    ck_assert_int_eq(score_all(&err), T2SED_OK); /* opens the parser */
    t2s_test_every_allocation(score_all, &err);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_error err;
    ck_assert_int_eq(score_all(&err), T2SED_OK); /* opens the parser */
    t2s_test_every_interrupt(score_all, &err, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("question_parses");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, scoring_parses_a_copy);
    tcase_add_test(tests, imports_override);
    tcase_add_test(tests, a_model_that_reads_none_needs_no_parser);
    tcase_add_test(tests, no_parser_is_an_error);
    tcase_add_test(tests, a_parser_of_ones_own);
    tcase_add_test(tests, questions_are_not_mixed_up);
    tcase_add_test(tests, threads_share_the_models_parser);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/question_parses", &tests, 1);
}
