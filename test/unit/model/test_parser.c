/* What the question parser reads of words, how it opens, and that whatever it
 * is given gets a tree. The engine is the fake one; test_torch_parser.c has
 * the real. */
#include <string.h>

#include "model/word_features.h"
#include "parse_test.h"
#include "interrupt_test.h"
#include "t2s_test.h"
#include "t2sed/parts/parser.h"
#include "tiny_model.h"

static char dir[T2S_TINY_PATH];
static t2sed_parser *parser;

static void setup(void)
{
    t2sed_error err;
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_parser(dir);
    if (t2sed_parser_open(&parser, NULL, NULL, &err) != T2SED_OK)
        t2s_tiny_die("parser", &err);
}

static void teardown(void)
{
    t2sed_parser_free(parser);
    t2s_tiny_remove(dir);
}

static const struct {
    const char *word;
    int32_t shape;
} shapes[] = {{"42", 1},       {"?", 2},    {"...", 3},   {"name", 4},
              {"USA", 5},      {"I", 6},    {"Paris", 7}, {"iPhone", 9},
              {"McDonald", 8}, {"b2", 10},  {"F16", 11},  {"a_b", 12},
              {"x-y", 13},     {"t.c", 14}, {"a/b", 15},  {"\xe5\xa5\xbd", 9}};

START_TEST(tells_shapes)
{
    ck_assert_int_eq(t2s_word_shape(shapes[_i].word, strlen(shapes[_i].word)),
                     shapes[_i].shape);
}
END_TEST

START_TEST(normalizes)
{
    t2s_string out = {0};
    t2s_word_normal(&out, "\xc3\x89T3x", 5);
    ck_assert_str_eq(out.text, "\xc3\xa9t0x");
    t2s_string_free(&out);
}
END_TEST

static size_t count_ngrams(const char *word)
{
    t2s_ngrams out = {0};
    size_t count;
    ck_assert(t2s_word_ngrams(&out, word, strlen(word), 97));
    for (size_t i = 0; i < out.count; i++)
        ck_assert(out.at[i] >= 0 && out.at[i] < 97);
    count = out.count;
    t2s_vector_free(&out);
    return count;
}

START_TEST(hashes_ngrams)
{
    char long_word[4001];
    t2s_ngrams out = {0};
    memset(long_word, 'q', 4000);
    long_word[4000] = '\0';
    ck_assert_uint_eq(count_ngrams("a"), 6);       /* <a <a> a> <a> <a> <a> */
    ck_assert_uint_eq(count_ngrams("banana"), 18); /* "ana" counts once */
    ck_assert_uint_lt(count_ngrams(long_word), 20);
    ck_assert(t2s_word_ngrams(&out, "Of", 2, 8192));
    /* FNV-1a of "p<o", and of "w<of>" */
    ck_assert_int_eq(out.at[0], 3378);
    ck_assert_int_eq(out.at[out.count - 1], 3795);
    t2s_vector_free(&out);
}
END_TEST

START_TEST(refuses_what_is_no_parser)
{
    t2sed_parser_options options;
    t2sed_parser *none = NULL;
    t2sed_error err;
    t2sed_parser_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_parser_open(&none, "/nowhere", NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_int_eq(t2sed_parser_open(NULL, "/nowhere", NULL, &err),
                     T2SED_EINVAL);
    options.precision = T2SED_FP16;
    ck_assert_int_eq(t2sed_parser_open(&none, "/nowhere", &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "precision"));
    ck_assert_int_eq(t2sed_question_parse(NULL, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_question_complete(NULL, NULL, &err), T2SED_EINVAL);
    ck_assert_ptr_null(none);
    t2sed_parser_free(NULL);
}
END_TEST

START_TEST(says_where_it_looked)
{
    t2sed_parser *none = NULL;
    t2sed_error err;
    unsetenv("T2SED_QUESTION_PARSER");
    if (t2sed_parser_open(&none, NULL, NULL, &err) == T2SED_OK) {
        t2sed_parser_free(none); /* one is installed on this machine */
        return;
    }
    ck_assert_int_eq(err.code, T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_QUESTION_PARSER"));
    ck_assert_ptr_nonnull(strstr(err.text, "models/question-parser"));
    ck_assert_ptr_null(none);
}
END_TEST

START_TEST(anything_gets_a_tree)
{
    t2s_test_parses_anything(parser);
}
END_TEST

/* Scores that are no numbers give some tree; an engine that fails leaves the
 * question as it was. */
START_TEST(a_bad_engine_breaks_nothing)
{
    t2sed_question *question;
    t2sed_error err;
    ck_assert_int_eq(t2sed_question_new(&question, "How many singers?", &err),
                     T2SED_OK);
    setenv("T2S_FAKE_BACKEND", "fail", 1);
    ck_assert_int_eq(t2sed_question_parse(question, parser, &err),
                     T2SED_EBACKEND);
    ck_assert_int_eq(t2sed_question_complete(question, parser, &err),
                     T2SED_EBACKEND);
    ck_assert_int_eq(question->has_dependencies, 0);
    ck_assert_str_eq(question->words[0].tag, "");
    setenv("T2S_FAKE_BACKEND", "nan", 1);
    ck_assert_int_eq(t2sed_question_parse(question, parser, &err), T2SED_OK);
    t2s_test_check_trees(question, "nan");
    t2sed_question_free(question);
}
END_TEST

static char *print(const t2sed_question *question)
{
    char *text = NULL;
    ck_assert_int_eq(
        t2sed_question_print(&text, NULL, question, T2SED_QUESTION_SEXPR, NULL),
        T2SED_OK);
    return text;
}

/* What was imported stays; what is missing is made. A parse replaces all. */
START_TEST(completes_what_is_missing)
{
    static const char conllu[] = "1\tList\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
                                 "2\tnames\t_\tNOUN\t_\t_\t1\tobj\t_\t_\n";
    const int dependencies = _i & 1, constituents = _i & 2;
    t2sed_question *question;
    t2sed_error err;
    char *text;
    ck_assert_int_eq(t2sed_question_new(&question, "List names", &err),
                     T2SED_OK);
    if (dependencies)
        ck_assert_int_eq(t2sed_question_set_conllu(question, conllu, &err),
                         T2SED_OK);
    if (constituents)
        ck_assert_int_eq(t2sed_question_set_brackets(
                             question, "(X (Y List) (Z names))", &err),
                         T2SED_OK);
    ck_assert_int_eq(t2sed_question_complete(question, parser, &err), T2SED_OK);
    t2s_test_check_trees(question, "List names");
    if (dependencies)
        ck_assert_str_eq(question->words[1].relation, "obj");
    text = print(question);
    ck_assert_msg((strstr(text, "(X ") != NULL) == (constituents != 0), "%s",
                  text);
    t2sed_free(text);
    ck_assert_int_eq(t2sed_question_parse(question, parser, &err), T2SED_OK);
    text = print(question);
    ck_assert_ptr_null(strstr(text, "(X "));
    t2sed_free(text);
    t2sed_question_free(question);
}
END_TEST

/* jansson's own allocations are left out. */
static t2sed_status open_and_parse(void *payload)
{
    t2sed_parser *own = NULL;
    t2sed_question *question = NULL;
    t2sed_error *err = payload;
    t2sed_status status = t2sed_parser_open(&own, NULL, NULL, err);
    if (status == T2SED_OK)
        status = t2sed_question_new(
            &question, "How many singers? List 2 of them, please.", err);
    if (status == T2SED_OK)
        status = t2sed_question_complete(question, own, err);
    if (status == T2SED_OK)
        status = t2sed_question_parse(question, own, err);
    t2sed_question_free(question);
    t2sed_parser_free(own);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_error err;
    t2s_test_every_allocation(open_and_parse, &err);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_error err;
    t2s_test_every_interrupt(open_and_parse, &err, 1);
}
END_TEST

START_TEST(threads_share_a_parser)
{
    t2s_test_parse_in_threads(parser);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("parser");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, tells_shapes, 0,
                        (int)(sizeof shapes / sizeof shapes[0]));
    tcase_add_test(tests, normalizes);
    tcase_add_test(tests, hashes_ngrams);
    tcase_add_test(tests, refuses_what_is_no_parser);
    tcase_add_test(tests, says_where_it_looked);
    tcase_add_test(tests, anything_gets_a_tree);
    tcase_add_test(tests, a_bad_engine_breaks_nothing);
    tcase_add_loop_test(tests, completes_what_is_missing, 0, 4);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    tcase_add_test(tests, threads_share_a_parser);
    return t2s_test_run("parser", &tests, 1);
}
