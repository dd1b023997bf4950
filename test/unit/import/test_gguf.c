/* GGUF files: numbers in blocks, the structure of a file, and what is refused.
 * Parity with the Python package is test/python/test_gguf_parity.py's. */
#include "t2s_test.h"

#include "gguf_test.h"
#include "weights/safetensors.h"

/* --- blocks --- */

#define ONE  "\x00\x3C" /* fp16 */
#define HALF "\x00\x38"
#define TWO  "\x00\x40"

/* Dequantises one block, whose scales `begin` it or stand at `at`, and whose
 * other bytes count from 0 in steps of 7. */
static const float *block_of(const char *name, size_t at, const char *scales,
                             size_t n)
{
    static float values[256];
    unsigned char block[256];
    const t2s_gguf_type *type = t2s_gguf_type_named(name);
    ck_assert_ptr_nonnull(type);
    ck_assert_ptr_eq(t2s_gguf_type_find(type->number), type);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (unsigned char)(7 * i);
    memcpy(block + at, scales, n);
    t2s_gguf_widen(values, type, block, type->elements);
    return values;
}

START_TEST(small_blocks)
{
    const float *v = block_of("Q4_0", 0, HALF, 2);
    /* Bytes 14, 21 ...: 14 is 0x0E; the upper nibbles are the second half. */
    ck_assert_float_eq(v[0], 0.5f * (14 - 8));
    ck_assert_float_eq(v[1], 0.5f * (5 - 8));
    ck_assert_float_eq(v[16], 0.5f * (0 - 8));
    ck_assert_float_eq(v[17], 0.5f * (1 - 8));
    v = block_of("Q4_1", 0, HALF TWO, 4);
    ck_assert_float_eq(v[0], 0.5f * 12 + 2); /* byte 4 is 28, 0x1C */
    ck_assert_float_eq(v[16], 0.5f * 1 + 2);
    v = block_of("Q5_0", 0, HALF "\x01\x00\x01\x80", 6);
    ck_assert_float_eq(v[0], 0.5f * (10 + 16 - 16)); /* byte 6 is 42, 0x2A */
    ck_assert_float_eq(v[1], 0.5f * (1 - 16));       /* 49, 0x31 */
    ck_assert_float_eq(v[16], 0.5f * (2 + 16 - 16));
    ck_assert_float_eq(v[31], 0.5f * (9 + 16 - 16)); /* byte 21 is 147, 0x93 */
    v = block_of("Q5_1", 0, HALF TWO "\x01\x00\x01\x80", 8);
    ck_assert_float_eq(v[0], 0.5f * (8 + 16) + 2); /* byte 8 is 56, 0x38 */
    ck_assert_float_eq(v[1], 0.5f * 15 + 2);       /* 63, 0x3F */
    ck_assert_float_eq(v[16], 0.5f * (3 + 16) + 2);
    v = block_of("Q8_0", 0, HALF "\x80\x7F", 4);
    ck_assert_float_eq(v[0], 0.5f * -128);
    ck_assert_float_eq(v[1], 0.5f * 127);
    ck_assert_float_eq(v[2], 0.5f * 28);
}
END_TEST

START_TEST(large_blocks)
{
    /* Scales and minima: 4 groups in 6 bits; then 4 in four bits each, and two
     * upper bits from above the first ones. */
    static const char packed[] = "\x01\x02\x03\xC4\x05\x06\x07\x48"
                                 "\x21\x32\x43\x54";
    char scales[18];
    const float *v;
    memcpy(scales, HALF ONE, 4);
    memcpy(scales + 4, packed, 12);
    v = block_of("Q4_K", 0, scales, 16);
    /* Byte 16 is 112, 0x70: group 0 has its 0, group 1 its 7. */
    ck_assert_float_eq(v[0], 0.5f * 1 * 0 - 5);
    ck_assert_float_eq(v[32], 0.5f * 2 * 7 - 6);
    /* Byte 112 is 784 & 255 = 16, 0x10, of groups 6 and 7. */
    ck_assert_float_eq(v[192], 0.5f * 3 * 0 - 4);
    ck_assert_float_eq(v[224], 0.5f * (4 + 48) * 1 - (5 + 16));
    v = block_of("Q5_K", 0, scales, 16);
    /* Byte 48 is 336 & 255 = 80, 0x50; byte 16, 0x70, has no bit 0 or 1. */
    ck_assert_float_eq(v[0], 0.5f * 1 * 0 - 5);
    ck_assert_float_eq(v[32], 0.5f * 2 * 5 - 6);
    /* Byte 112 is 16, 0x01 of group 5 and bit 5 of byte 16 is set ... */
    ck_assert_float_eq(v[160], 0.5f * 2 * (1 + 16) - 3);
    memset(scales, 0, sizeof scales);
    scales[0] = 2;   /* group 0 */
    scales[15] = -3; /* group 15 */
    memcpy(scales + 16, HALF, 2);
    v = block_of("Q6_K", 192, scales, 18);
    /* Byte 0 is 0; the high bits of byte 128, 128 * 7 & 255 = 0x80. */
    ck_assert_float_eq(v[0], 0.5f * 2 * (0 + 0 - 32));
    /* Number 255: the upper nibble of byte 127 (0x79), and the upper two bits
     * of byte 191 (191 * 7 & 255 = 0x39). */
    ck_assert_float_eq(v[255], 0.5f * -3 * (7 + 0 - 32));
}
END_TEST

START_TEST(plain_numbers)
{
    const float *v = block_of("F32", 0, "\x00\x00\xC0\xBF", 4);
    ck_assert_float_eq(v[0], -1.5f);
    v = block_of("F16", 0, HALF, 2);
    ck_assert_float_eq(v[0], 0.5f);
    v = block_of("BF16", 0, "\x00\xC0", 2);
    ck_assert_float_eq(v[0], -2.0f);
    ck_assert_ptr_null(t2s_gguf_type_find(10));
    ck_assert_ptr_null(t2s_gguf_type_named("Q2_K"));
}
END_TEST

/* --- files --- */

static t2sed_status parse(t2s_gguf *out, const t2s_string *bytes,
                          t2sed_error *err)
{
    return t2s_gguf_parse(out, bytes->text, bytes->length, "test", err);
}

START_TEST(metadata_of_each_kind)
{
    static const struct {
        uint32_t kind;
        int bytes;
        uint64_t bits;
        double value;
    } numbers[] = {
        {T2S_GGUF_U8, 1, 200, 200},
        {T2S_GGUF_I8, 1, 200, -56},
        {T2S_GGUF_U16, 2, 65535, 65535},
        {T2S_GGUF_I16, 2, 65535, -1},
        {T2S_GGUF_U32, 4, 4294967295, 4294967295},
        {T2S_GGUF_I32, 4, 4294967295, -1},
        {T2S_GGUF_F32, 4, 0x358637BD, 1e-6}, /* the float nearest to 1e-6 */
        {T2S_GGUF_U64, 8, 1u << 20, 1u << 20},
        {T2S_GGUF_U64, 8, UINT64_MAX, 18446744073709551615.0},
        {T2S_GGUF_I64, 8, UINT64_MAX, -1},
        {T2S_GGUF_F64, 8, 0x3FF8000000000000, 1.5},
    };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    gguf_file file = {0};
    t2s_gguf made;
    t2s_string bytes;
    t2sed_error err;
    const t2s_gguf_array *array;
    size_t at = 0, n;
    for (int i = 0; i < NUMBERS; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        gguf_key(&file, key, numbers[i].kind);
        gguf_number(&file.pairs, numbers[i].bits, numbers[i].bytes);
    }
    gguf_key(&file, "flag", T2S_GGUF_BOOL);
    gguf_number(&file.pairs, 1, 1);
    gguf_float(&file, "nan", NAN);
    gguf_string(&file, "name", "caf\xC3\xA9");
    gguf_array(&file, "list", T2S_GGUF_STRING, 2);
    gguf_text(&file.pairs, "");
    gguf_text(&file.pairs, "two");
    bytes = gguf_bytes(&file, 2);
    ck_assert_msg(parse(&made, &bytes, &err) == T2SED_OK, "%s", err.text);
    for (int i = 0; i < NUMBERS; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        ck_assert_double_eq(
            json_number_value(json_object_get(made.metadata, key)),
            numbers[i].value);
    }
    ck_assert(json_is_true(json_object_get(made.metadata, "flag")));
    ck_assert(json_is_null(json_object_get(made.metadata, "nan")));
    ck_assert_str_eq(json_string_value(json_object_get(made.metadata, "name")),
                     "caf\xC3\xA9");
    array = t2s_gguf_find_array(&made, "list");
    ck_assert_uint_eq(array->count, 2);
    t2s_gguf_next_string(array, &at, &n);
    ck_assert_uint_eq(n, 0);
    ck_assert_mem_eq(t2s_gguf_next_string(array, &at, &n), "two", 3);
    ck_assert_uint_eq(at, array->size);
    ck_assert_ptr_null(t2s_gguf_find_array(&made, "name"));
    t2s_gguf_close(&made);
    t2s_string_free(&bytes);
    gguf_end(&file);
}
END_TEST

START_TEST(tensors)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    t2s_string bytes = gguf_bytes(&file, 3);
    t2s_gguf made;
    t2sed_error err;
    const t2s_gguf_tensor *found;
    float value;
    ck_assert_msg(parse(&made, &bytes, &err) == T2SED_OK, "%s", err.text);
    found = t2s_gguf_find(&made, "blk.0.ffn_down.weight");
    ck_assert_int_eq(found->rank, 2);
    ck_assert_int_eq(found->shape[0], TINY_HIDDEN);
    ck_assert_int_eq(found->shape[1], TINY_INNER);
    ck_assert_str_eq(found->type->name, "F32");
    t2s_gguf_widen(&value, found->type, found->data + 4 * 13, 1);
    ck_assert_float_eq(value, tiny_number("blk.0.ffn_down.weight", 13));
    ck_assert_ptr_null(t2s_gguf_find(&made, "output.weight"));
    t2s_gguf_close(&made);
    t2s_string_free(&bytes);
    gguf_end(&file);
}
END_TEST

static void refuse_bytes(const t2s_string *bytes, t2sed_status status,
                         const char *says)
{
    t2s_gguf made;
    t2sed_error err = {0};
    ck_assert_msg(parse(&made, bytes, &err) == status, "%s: %s: %s", says,
                  t2sed_status_name(err.code), err.text);
    ck_assert_msg(strstr(err.text, says), "%s: \"%s\"", says, err.text);
    ck_assert_msg(strncmp(err.text, "test: ", 6) == 0, "%s", err.text);
}

static void refuse(gguf_file *file, t2sed_status status, const char *says)
{
    t2s_string bytes = gguf_bytes(file, 3);
    refuse_bytes(&bytes, status, says);
    t2s_string_free(&bytes);
    gguf_end(file);
    *file = (gguf_file){0};
}

START_TEST(cut_anywhere)
{
    gguf_file file = tiny_gguf("llama", "llama-bpe", false, false);
    t2s_string bytes = gguf_bytes(&file, 3);
    t2s_gguf made;
    t2sed_error err;
    for (size_t n = 0; n < bytes.length; n += n < 6000 ? 1 : 97) {
        const t2sed_status status =
            t2s_gguf_parse(&made, bytes.text, n, "test", &err);
        ck_assert_msg(status == T2SED_EFORMAT, "%zu bytes: %s", n,
                      t2sed_status_name(status));
    }
    t2s_string_free(&bytes);
    gguf_end(&file);
}
END_TEST

static void refuse_version(uint32_t version, const char *says)
{
    gguf_file file = {0};
    t2s_string bytes = gguf_bytes(&file, version);
    refuse_bytes(&bytes, T2SED_EUNSUPPORTED, says);
    t2s_string_free(&bytes);
}

START_TEST(hostile_metadata)
{
    gguf_file file = {0};
    t2s_string other = {0};
    refuse_version(1, "version 1, expected 2 or 3");
    refuse_version(4, "version 4");
    refuse_version(0x03000000, "big-endian");
    t2s_string_append(&other, "GGML0000");
    refuse_bytes(&other, T2SED_EFORMAT, "other bytes than \"GGUF\"");
    t2s_string_free(&other);
    file.pair_count = UINT64_MAX;
    refuse(&file, T2SED_EFORMAT, "keys, but only");
    file.tensor_count = UINT64_MAX / 16;
    refuse(&file, T2SED_EFORMAT, "tensors, but only");
    gguf_u32(&file, "a", 1);
    gguf_u32(&file, "a", 1);
    refuse(&file, T2SED_EFORMAT, "a: is there twice");
    gguf_array(&file, "a", T2S_GGUF_U8, 0);
    gguf_u32(&file, "a", 1);
    refuse(&file, T2SED_EFORMAT, "a: is there twice");
    gguf_u32(&file, "", 1);
    refuse(&file, T2SED_EFORMAT, "has 0 bytes");
    gguf_u32(&file, "\xFF", 1);
    refuse(&file, T2SED_EUTF8, "invalid UTF-8");
    gguf_string(&file, "a", "\xC3");
    refuse(&file, T2SED_EUTF8, "a: invalid UTF-8");
    gguf_key(&file, "a", 13);
    refuse(&file, T2SED_EFORMAT, "a: is of no known type, 13");
    gguf_array(&file, "a", 13, 0);
    refuse(&file, T2SED_EFORMAT, "an array of no known type");
    gguf_array(&file, "a", T2S_GGUF_ARRAY, 0);
    refuse(&file, T2SED_EUNSUPPORTED, "an array of arrays");
    gguf_array(&file, "a", T2S_GGUF_U64, UINT64_MAX / 8 + 1);
    refuse(&file, T2SED_EFORMAT, "elements, but only");
    gguf_array(&file, "a", T2S_GGUF_U64, 20);
    gguf_number(&file.pairs, 0, 8);
    refuse(&file, T2SED_EFORMAT, "a:");
    gguf_array(&file, "a", T2S_GGUF_STRING, 1);
    gguf_number(&file.pairs, UINT64_MAX, 8);
    refuse(&file, T2SED_EFORMAT, "18446744073709551615 bytes expected");
    gguf_u32(&file, "general.alignment", 0);
    refuse(&file, T2SED_EFORMAT, "general.alignment");
}
END_TEST

/* A file of one tensor. */
static void one(gguf_file *file, uint32_t type, int rank, uint64_t first,
                uint64_t second, uint64_t offset)
{
    const uint64_t sizes[] = {first, second, 1, 1, 1};
    gguf_tensor(file, "w", type, rank, sizes);
    file->tensors.length -= 8;
    gguf_number(&file->tensors, offset, 8);
    for (int i = 0; i < 64; i++)
        t2s_string_append_char(&file->data, '\0');
}

START_TEST(hostile_tensors)
{
    const uint64_t size[] = {4};
    gguf_file file = {0};
    one(&file, 0, 5, 4, 4, 0);
    refuse(&file, T2SED_EFORMAT, "w: has 5 dimensions");
    one(&file, 0, 2, 4, 0, 0);
    refuse(&file, T2SED_EFORMAT, "w: its shape is no shape");
    one(&file, 0, 2, UINT64_MAX / 2, 4, 0);
    refuse(&file, T2SED_EFORMAT, "w: its shape is no shape");
    one(&file, 0, 2, 1u << 20, 1u << 20, 0);
    refuse(&file, T2SED_EFORMAT, "w: 1099511627776 numbers as F32");
    one(&file, 10, 2, 4, 4, 0);
    refuse(&file, T2SED_EUNSUPPORTED, "w: stored as type 10");
    one(&file, 2, 2, 16, 4, 0);
    refuse(&file, T2SED_EFORMAT, "blocks of 32");
    one(&file, 0, 1, 4, 0, 8);
    refuse(&file, T2SED_EFORMAT, "its offset 8 is no multiple of 32");
    one(&file, 0, 1, 4, 0, UINT64_MAX - 31);
    refuse(&file, T2SED_EFORMAT, "w: 4 numbers");
    one(&file, 0, 1, 16, 0, 32);
    refuse(&file, T2SED_EFORMAT,
           "w: ends at byte 96 of the data, which has 64");
    gguf_tensor(&file, "v", 0, 1, size);
    one(&file, 0, 1, 4, 0, 0);
    refuse(&file, T2SED_EFORMAT, "share bytes");
    gguf_tensor(&file, "w", 0, 1, size);
    one(&file, 0, 1, 4, 0, 32);
    refuse(&file, T2SED_EFORMAT, "w: is there twice");
}
END_TEST

static t2sed_status open_once(void *bytes)
{
    t2s_gguf made;
    const t2sed_status status = parse(&made, bytes, NULL);
    if (status == T2SED_OK)
        t2s_gguf_close(&made);
    return status;
}

START_TEST(every_allocation)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, false);
    t2s_string bytes = gguf_bytes(&file, 3);
    t2s_test_every_allocation(open_once, &bytes);
    t2s_string_free(&bytes);
    gguf_end(&file);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("gguf");
    tcase_add_test(all, small_blocks);
    tcase_add_test(all, large_blocks);
    tcase_add_test(all, plain_numbers);
    tcase_add_test(all, metadata_of_each_kind);
    tcase_add_test(all, tensors);
    tcase_add_test(all, cut_anywhere);
    tcase_add_test(all, hostile_metadata);
    tcase_add_test(all, hostile_tensors);
    tcase_add_test(all, every_allocation);
    return t2s_test_run("gguf", &all, 1);
}
