/* A branch for evidence, added to a model directory's parts. */
#include "t2s_test.h"

#include <string.h>

#include "model/files.h"
#include "tiny_model.h"

static char dir[T2S_TINY_PATH];
static const char *const names[] = {"a", "b", "c"};

static void set_up(void)
{
    t2s_tiny_directory(dir);
}

static void tear_down(void)
{
    t2s_tiny_remove(dir);
}

static const t2s_tensor *find(const t2s_model_files *files, const char *name)
{
    for (int32_t i = 0; i < files->weights.count; i++)
        if (strcmp(files->weights.at[i].name, name) == 0) {
            ck_assert_str_eq(files->tensors[i].name, name);
            return &files->tensors[i];
        }
    ck_abort_msg("no tensor %s", name);
}

static float first(const t2s_model_files *files, const char *name)
{
    return ((const float *)find(files, name)->data)[0];
}

START_TEST(a_branch_is_added_and_replaced)
{
    t2s_model_files files = {0};
    t2sed_error err;
    const t2s_tensor *tensor;
    float word, fresh;
    char out[T2S_TINY_PATH + 8];
    t2s_tiny_model(dir, false, NULL);
    ck_assert_int_eq(t2s_model_files_open(&files, dir, true, &err), T2SED_OK);
    word = first(&files, "head.dense.weight");
    ck_assert_int_eq(t2s_model_files_add_evidence(&files, names, 3, 8, 1, &err),
                     T2SED_OK);
    ck_assert(first(&files, "head.dense.weight") == word);
    tensor = find(&files, "evidence.dense.0.weight");
    ck_assert_int_eq(tensor->shape[0], 8);
    ck_assert_int_eq(tensor->shape[1], 3);
    fresh = first(&files, "evidence.dense.0.weight");
    ck_assert(fresh != 0);
    ck_assert(first(&files, "evidence.scale") == 1);
    ck_assert(first(&files, "fusion.weight") == 0.5F);
    ck_assert_int_eq(
        t2s_model_files_add_evidence(&files, names + 1, 2, 4, 2, &err),
        T2SED_OK);
    ck_assert(first(&files, "evidence.dense.0.weight") != fresh);
    ck_assert_uint_eq(files.config.evidence.count, 2);
    snprintf(out, sizeof out, "%s/out", dir);
    ck_assert_int_eq(t2s_model_files_save(&files, out, files.tensors,
                                          files.weights.count, T2S_F16, NULL,
                                          &err),
                     T2SED_OK);
    t2s_model_files_close(&files);
    ck_assert_int_eq(t2s_model_files_open(&files, out, true, &err), T2SED_OK);
    ck_assert_int_eq(files.config.architecture.evidence_hidden, 4);
    ck_assert_str_eq(files.config.evidence.at[1], "c");
    ck_assert_int_eq(find(&files, "evidence.mean")->dtype, T2S_F32);
    ck_assert_int_eq(find(&files, "head.dense.weight")->dtype, T2S_F16);
    t2s_model_files_close(&files);
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
    static const char *const twice[] = {"a", "a"};
    t2s_model_files files = {0};
    t2sed_error err;
    t2s_tiny_model(dir, false, "{\"evidence\": [\"a\"]}");
    ck_assert_int_eq(t2s_model_files_open(&files, dir, true, &err), T2SED_OK);
    ck_assert_int_eq(t2s_model_files_add_evidence(&files, names, 3, 8, 1, &err),
                     T2SED_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(err.text, "head reads evidence itself"));
    files.config.architecture.evidence_hidden = 1;
    ck_assert_int_eq(t2s_model_files_add_evidence(&files, twice, 2, 8, 1, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2s_model_files_add_evidence(&files, names, 0, 8, 1, &err),
                     T2SED_EMISMATCH);
    t2s_model_files_close(&files);
}
END_TEST

static t2sed_status add_once(void *payload)
{
    t2s_model_files files = {0};
    t2sed_error err;
    t2sed_status status = t2s_model_files_open(&files, dir, true, &err);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2s_model_files_add_evidence(&files, names, 3, 8, 1, &err);
    t2s_model_files_close(&files);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_tiny_model(dir, false, NULL);
    t2s_test_every_allocation(add_once, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("evidence_branch");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_branch_is_added_and_replaced);
    tcase_add_test(tests, what_does_not_fit_is_refused);
    tcase_add_test(tests, memory_may_run_out);
    return t2s_test_run("model/evidence_branch", &tests, 1);
}
