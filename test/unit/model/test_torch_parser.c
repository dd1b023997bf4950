/* The question parser with the real engine, in both precisions; the shim must
 * have been built. */
#include <string.h>

#include "base/file.h"
#include "parse_test.h"
#include "t2s_test.h"
#include "t2sed/parts/parser.h"
#include "tiny_model.h"

static const int precisions[] = {T2SED_FP32, T2SED_BF16};

static char dir[T2S_TINY_PATH];

static t2sed_parser *open_parser(int precision)
{
    t2sed_parser_options options;
    t2sed_parser *parser = NULL;
    t2sed_error err;
    t2sed_parser_options_init(&options, sizeof options);
    options.precision = precision;
    options.threads = 1;
    ck_assert_msg(t2sed_parser_open(&parser, NULL, &options, &err) == T2SED_OK,
                  "%s", err.text);
    return parser;
}

static void setup(void)
{
    t2s_tiny_directory(dir);
    t2s_tiny_parser(dir);
}

static void teardown(void)
{
    t2s_tiny_remove(dir);
}

START_TEST(anything_gets_a_tree)
{
    t2sed_parser *parser = open_parser(precisions[_i]);
    t2s_test_parses_anything(parser);
    t2sed_parser_free(parser);
}
END_TEST

START_TEST(threads_share_a_parser)
{
    t2sed_parser *parser = open_parser(precisions[_i]);
    t2s_test_parse_in_threads(parser);
    t2sed_parser_free(parser);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("torch_parser");
    if (!getenv("T2SED_BACKEND"))
        setenv("T2SED_BACKEND", T2S_SHIM_PATH, 1);
    if (!t2s_file_exists(getenv("T2SED_BACKEND"))) {
        puts("1..1\nok 1 - parsing with the engine # SKIP no shim was built");
        return 0;
    }
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, anything_gets_a_tree, 0, 2);
    tcase_add_loop_test(tests, threads_share_a_parser, 0, 2);
    return t2s_test_run("model/torch_parser", &tests, 1);
}
