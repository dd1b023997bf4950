#include "interrupt_test.h"
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lab/write/write.h"
#include "base/file.h"
#include "base/memory.h"
#include "weights/safetensors.h"

static char path[128];

static void setup(void)
{
    snprintf(path, sizeof path, "/tmp/t2s-safetensors-%ld", (long)getpid());
}

static void teardown(void)
{
    unlink(path);
}

/* A file of the given header and `n` bytes of zeros; freed by the caller. */
static char *file_of(const char *header, size_t n, size_t *size)
{
    size_t length = strlen(header);
    char *file = calloc(1, 8 + length + n + 1);
    for (int i = 0; i < 8; i++)
        file[i] = (char)((uint64_t)length >> (8 * i) & 0xFF);
    memcpy(file + 8, header, length);
    *size = 8 + length + n;
    return file;
}

static const struct {
    const char *header;
    size_t data;
    t2sed_status status;
    const char *text; /* part of the message */
} bad[] = {
    {"", 0, T2SED_EFORMAT, "not valid JSON"},
    {"[]", 0, T2SED_EFORMAT, "no JSON object"},
    {"{\"a\":1}", 0, T2SED_EFORMAT, "a: described by"},
    {"{\"a\":{\"shape\":[1],\"data_offsets\":[0,4]}}", 4, T2SED_EFORMAT,
     "\"dtype\" is missing"},
    {"{\"a\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4,
     T2SED_EFORMAT, "unknown element type \"F33\""},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", 4,
     T2SED_EFORMAT, "no size"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}", 4,
     T2SED_EFORMAT, "no size"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1],\"data_offsets\":[0,4]}}",
     4, T2SED_EUNSUPPORTED, "5 dimensions"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", 4,
     T2SED_EFORMAT, "no pair"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}", 4,
     T2SED_EFORMAT, "no pair"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[-4,0]}}", 4,
     T2SED_EFORMAT, "no pair"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 4,
     T2SED_EFORMAT, "cut short"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4,
     T2SED_EFORMAT, "do not fill"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387905],"
     "\"data_offsets\":[0,4]}}",
     4, T2SED_EFORMAT, "do not fill"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],"
     "\"data_offsets\":[0,0]}}",
     0, T2SED_EFORMAT, "do not fill"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
     "\"b\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[2,4]}}",
     4, T2SED_EFORMAT, "a and b share bytes"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
     "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8,12]}}",
     12, T2SED_EFORMAT, "4 bytes before b"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 6,
     T2SED_EFORMAT, "2 bytes at the end"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
     "\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
     8, T2SED_EFORMAT, "duplicate"},
    {"{\"__metadata__\":{\"a\":1}}", 0, T2SED_EFORMAT, "no string"},
};

START_TEST(bad_files_are_refused)
{
    size_t size;
    char *file = file_of(bad[_i].header, bad[_i].data, &size);
    t2s_safetensors out;
    t2sed_error err;
    t2sed_status status =
        t2s_safetensors_parse(&out, file, size, "model.safetensors", &err);
    ck_assert_msg(status == bad[_i].status, "%s: %s: %s", bad[_i].header,
                  t2sed_status_name(status), err.text);
    ck_assert_msg(strstr(err.text, bad[_i].text) != NULL, "%s", err.text);
    ck_assert_ptr_nonnull(strstr(err.text, "model.safetensors: "));
    free(file);
}
END_TEST

START_TEST(header_sizes_are_checked)
{
    t2s_safetensors out;
    t2sed_error err;
    unsigned char huge[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    size_t room = (16u << 20) + 64;
    unsigned char *large = calloc(1, room);
    ck_assert_int_eq(t2s_safetensors_parse(&out, huge, 7, "f", &err),
                     T2SED_EFORMAT);
    ck_assert_int_eq(t2s_safetensors_parse(&out, huge, 8, "f", &err),
                     T2SED_EFORMAT);
    large[0] = 1;
    large[3] = 1; /* one byte more than 16 MiB */
    ck_assert_int_eq(t2s_safetensors_parse(&out, large, room, "f", &err),
                     T2SED_ELIMIT);
    free(large);
    ck_assert_int_eq(t2s_safetensors_open(&out, path, &err), T2SED_ENOTFOUND);
}
END_TEST

START_TEST(every_truncation_is_refused)
{
    const char *header =
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
    size_t size;
    char *file = file_of(header, 8, &size);
    t2s_safetensors out = {0};
    for (size_t n = 0; n < size; n++)
        ck_assert_int_eq(t2s_safetensors_parse(&out, file, n, "f", NULL),
                         T2SED_EFORMAT);
    ck_assert_int_eq(t2s_safetensors_parse(&out, file, size, "f", NULL),
                     T2SED_OK);
    t2s_safetensors_close(&out);
    free(file);
}
END_TEST

START_TEST(odd_but_valid_files_are_read)
{
    /* A rank of 0, an empty tensor, misaligned data, a foreign type. */
    size_t size;
    char *file = file_of(
        "{\"z\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[4,12]},"
        "\"empty\":{\"dtype\":\"F32\",\"shape\":[0,7],\"data_offsets\":[4,4]},"
        "\"one\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}} ",
        12, &size);
    t2s_safetensors out;
    const t2s_tensor *one;
    ck_assert_int_eq(t2s_safetensors_parse(&out, file, size, "f", NULL),
                     T2SED_OK);
    ck_assert_int_eq(out.count, 3);
    ck_assert_str_eq(out.tensors[0].name, "one");
    ck_assert_str_eq(out.tensors[1].name, "empty");
    ck_assert_int_eq(out.tensors[2].dtype, T2S_DTYPE_OTHER);
    one = t2s_safetensors_find(&out, "one");
    ck_assert_int_eq(one->rank, 0);
    ck_assert_uint_eq((uintptr_t)one->data % sizeof(float), 0);
    ck_assert(*(const float *)one->data == 0.0f);
    ck_assert_ptr_null(t2s_safetensors_find(&out, "two"));
    t2s_safetensors_close(&out);
    free(file);
}
END_TEST

static const float weights[6] = {1, -2, 3.5f, 0, 1e-3f, 1e5f};
static const int64_t numbers[2] = {5, -6};
static const t2s_tensor written[] = {
    {"b.weight", T2S_F32, 2, {2, 3}, weights},
    {"a \"quoted\"", T2S_I64, 1, {2}, numbers},
    {"scalar", T2S_F32, 0, {0}, weights},
};

START_TEST(what_is_written_is_read)
{
    static const int32_t dtypes[] = {T2S_DTYPE_KEEP, T2S_F32, T2S_F16,
                                     T2S_BF16};
    t2s_safetensors file;
    char *first, *second;
    size_t n, m;
    for (int i = 0; i < 4; i++) {
        float back[6];
        ck_assert_int_eq(
            t2s_safetensors_write(path, written, 3, dtypes[i], NULL), T2SED_OK);
        ck_assert_int_eq(t2s_safetensors_open(&file, path, NULL), T2SED_OK);
        ck_assert_int_eq(file.count, 3);
        for (int t = 0; t < 3; t++) {
            ck_assert_str_eq(file.tensors[t].name, written[t].name);
            ck_assert_int_eq(file.tensors[t].rank, written[t].rank);
        }
        ck_assert_mem_eq(file.tensors[1].data, numbers, sizeof numbers);
        t2s_convert(back, T2S_F32, file.tensors[0].data, file.tensors[0].dtype,
                    6);
        for (int k = 0; k < 5; k++)
            ck_assert_float_eq_tol(back[k], weights[k], 1e-2f);
        t2s_safetensors_close(&file);
    }
    ck_assert_int_eq(t2s_file_read(&first, &n, path, 1 << 20, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_safetensors_write(path, written, 3, T2S_BF16, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_file_read(&second, &m, path, 1 << 20, NULL), T2SED_OK);
    ck_assert_uint_eq(n, m);
    ck_assert_mem_eq(first, second, n);
    t2s_free(first);
    t2s_free(second);
}
END_TEST

START_TEST(writing_to_nowhere_fails)
{
    t2sed_error err;
    ck_assert_int_eq(
        t2s_safetensors_write("/nonexistent/x", written, 3, T2S_F32, &err),
        T2SED_ENOTFOUND);
    ck_assert_ptr_nonnull(strstr(err.text, "/nonexistent/x"));
}
END_TEST

static t2sed_status write_and_read(void *payload)
{
    t2s_safetensors file;
    t2sed_error err;
    t2sed_status status =
        t2s_safetensors_write(path, written, 3, T2S_F16, &err);
    (void)payload;
    if (status == T2SED_OK)
        status = t2s_safetensors_open(&file, path, &err);
    if (status == T2SED_OK)
        t2s_safetensors_close(&file);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(write_and_read, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(write_and_read, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("safetensors");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, bad_files_are_refused, 0,
                        (int)(sizeof bad / sizeof bad[0]));
    tcase_add_test(tests, header_sizes_are_checked);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_test(tests, odd_but_valid_files_are_read);
    tcase_add_test(tests, what_is_written_is_read);
    tcase_add_test(tests, writing_to_nowhere_fails);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/safetensors", &tests, 1);
}
