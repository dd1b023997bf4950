/* What the question parser reads of words, and how it opens. */
#include <string.h>

#include "model/word_features.h"
#include "t2s_test.h"
#include "t2sed/parser.h"

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
    t2sed_parser_options options = T2SED_PARSER_OPTIONS_INIT;
    t2sed_parser *parser = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_parser_open(&parser, "/nowhere", NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_int_eq(t2sed_parser_open(NULL, "/nowhere", NULL, &err),
                     T2SED_EINVAL);
    options.precision = T2SED_FP16;
    ck_assert_int_eq(t2sed_parser_open(&parser, "/nowhere", &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "precision"));
    ck_assert_int_eq(t2sed_question_parse(NULL, NULL, &err), T2SED_EINVAL);
    ck_assert_ptr_null(parser);
    t2sed_parser_free(NULL);
}
END_TEST

int main(void)
{
    TCase *parser = tcase_create("parser");
    tcase_add_loop_test(parser, tells_shapes, 0,
                        (int)(sizeof shapes / sizeof shapes[0]));
    tcase_add_test(parser, normalizes);
    tcase_add_test(parser, hashes_ngrams);
    tcase_add_test(parser, refuses_what_is_no_parser);
    return t2s_test_run("parser", &parser, 1);
}
