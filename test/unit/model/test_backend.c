/* Loading the backend. One test, since a process loads it once. */
#include "t2s_test.h"

#include <string.h>

#include "tiny_model.h"

static char dir[T2S_TINY_PATH];

static void setup(void)
{
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_model(dir, false, NULL);
}

static void teardown(void)
{
    t2s_tiny_remove(dir);
}

START_TEST(a_missing_backend_is_explained)
{
    t2sed_model *model;
    t2sed_error err;
    t2sed_model_options options;
    t2sed_model_options_init(&options, sizeof options);
    unsetenv("T2SED_BACKEND");
    /* Beside this program there is none. */
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "T2SED_BACKEND is not set"));
    ck_assert_ptr_nonnull(strstr(err.text, "test/model/libt2sed-torch.so"));
    options.backend = "/nonexistent/libt2sed-torch.so";
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "/nonexistent"));
    options.backend = T2S_FAKE_BACKEND_PATH;
    setenv("T2S_FAKE_BACKEND", "old", 1);
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "another version"));
    options.backend = "libm.so.6";
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_ENOBACKEND);
    ck_assert_ptr_nonnull(strstr(err.text, "is no backend"));
    /* One that is loaded stays, and is the only one. */
    unsetenv("T2S_FAKE_BACKEND");
    options.backend = T2S_FAKE_BACKEND_PATH;
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err), T2SED_OK);
    t2sed_model_free(model);
    options.backend = "/nonexistent/libt2sed-torch.so";
    ck_assert_int_eq(t2sed_model_open(&model, dir, &options, &err),
                     T2SED_ESTATE);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("backend");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_missing_backend_is_explained);
    return t2s_test_run("model/backend", &tests, 1);
}
