#include "interrupt_test.h"
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "lab/import/checkpoint.h"
#include "lab/import/unpickle.h"
#include "lab/import/zip.h"

/* --- A zip archive of stored entries, as PyTorch writes it. --- */

typedef struct zip {
    unsigned char bytes[8192], directory[4096];
    size_t size, directory_size;
    int count;
} zip;

static void put(unsigned char *to, size_t *at, uint64_t value, int n)
{
    for (int i = 0; i < n; i++)
        to[(*at)++] = (unsigned char)(value >> (8 * i) & 0xFF);
}

static void add(zip *z, const char *name, const void *data, size_t n)
{
    size_t offset = z->size, names = strlen(name);
    /* Data begins at a multiple of 64, by means of the extra field. */
    size_t extra = (64 - (offset + 30 + names) % 64) % 64;
    put(z->bytes, &z->size, 0x04034B50, 4);
    z->size += 22;
    put(z->bytes, &z->size, names, 2);
    put(z->bytes, &z->size, extra, 2);
    memcpy(z->bytes + z->size, name, names);
    z->size += names + extra;
    memcpy(z->bytes + z->size, data, n);
    z->size += n;
    put(z->directory, &z->directory_size, 0x02014B50, 4);
    z->directory_size += 16;
    put(z->directory, &z->directory_size, n, 4);
    put(z->directory, &z->directory_size, n, 4);
    put(z->directory, &z->directory_size, names, 2);
    z->directory_size += 12;
    put(z->directory, &z->directory_size, offset, 4);
    memcpy(z->directory + z->directory_size, name, names);
    z->directory_size += names;
    z->count++;
}

static void finish(zip *z)
{
    size_t offset = z->size;
    memcpy(z->bytes + z->size, z->directory, z->directory_size);
    z->size += z->directory_size;
    put(z->bytes, &z->size, 0x06054B50, 4);
    z->size += 4;
    put(z->bytes, &z->size, (uint64_t)z->count, 2);
    put(z->bytes, &z->size, (uint64_t)z->count, 2);
    put(z->bytes, &z->size, z->directory_size, 4);
    put(z->bytes, &z->size, offset, 4);
    z->size += 2;
}

/* --- Pickles, as the bytes that Python's pickle module writes. --- */

#define STR(n, s) "X" n "\0\0\0" s
#define STORAGE(t)                                                             \
    "(" STR("\7", "storage") "ctorch\n" t "\n" STR("\1", "0")                  \
        STR("\3", "cpu") "K\6tQ"
#define TENSOR                                                                 \
    "ctorch._utils\n_rebuild_tensor_v2\n(" STORAGE(                            \
        "FloatStorage") "K\0K\2K\3\206K\3K\1\206\211ccollections\nOrderedDict" \
                        "\n)RtR"
#define BEGIN "\200\2}q\0("
#define END   "u."

static const char good[] = BEGIN STR("\1", "w") TENSOR END;
static const float weights[6] = {1, 2, 3, 4, 5, 6};

/* An archive around a pickle of n bytes; 24 bytes of data. */
static void make(zip *z, const char *pickle, size_t n)
{
    memset(z, 0, sizeof *z);
    add(z, "archive/data.pkl", pickle, n);
    add(z, "archive/byteorder", "little", 6);
    add(z, "archive/data/0", weights, sizeof weights);
    finish(z);
}

static zip archive;

START_TEST(a_checkpoint_is_read)
{
    t2s_safetensors file;
    const t2s_tensor *tensor;
    t2sed_error err;
    make(&archive, good, sizeof good - 1);
    ck_assert_msg(t2s_checkpoint_parse(&file, archive.bytes, archive.size,
                                       "x.bin", &err) == T2SED_OK,
                  "%s", err.text);
    tensor = t2s_safetensors_find(&file, "w");
    ck_assert_ptr_nonnull(tensor);
    ck_assert_int_eq(tensor->rank, 2);
    ck_assert_int_eq(tensor->shape[0], 2);
    ck_assert_int_eq(tensor->shape[1], 3);
    ck_assert_mem_eq(tensor->data, weights, sizeof weights);
    t2s_safetensors_close(&file);
}
END_TEST

#define PICKLE(text) text, sizeof text - 1

static const struct {
    const char *pickle;
    size_t size;
    t2sed_status status;
    const char *part;
} bad[] = {
    {PICKLE(""), T2SED_EFORMAT, "breaks off"},
    {PICKLE("\200\2"), T2SED_EFORMAT, "breaks off"},
    {PICKLE("\200\2K\1."), T2SED_EUNSUPPORTED, "something else"},
    {PICKLE("\200\2}}."), T2SED_EUNSUPPORTED, "something else"},
    {PICKLE("\200\7}."), T2SED_EUNSUPPORTED, "protocol"},
    {PICKLE("cos\nsystem\n(X\2\0\0\0lstR."), T2SED_EUNSUPPORTED, "os.system"},
    {PICKLE("\200\4\214\5posix\214\6system\223."), T2SED_EUNSUPPORTED,
     "posix.system"},
    {PICKLE("cbuiltins\neval\n."), T2SED_EUNSUPPORTED, "builtins.eval"},
    {PICKLE("\200\2(i__main__\nX\n."), T2SED_EUNSUPPORTED, "opcode 0x69"},
    {PICKLE(BEGIN STR("\1", "w") "K\1" END), T2SED_EUNSUPPORTED,
     "\"w\" is no tensor"},
    {PICKLE(BEGIN "K\1" TENSOR END), T2SED_EUNSUPPORTED, "no string"},
    {PICKLE("R."), T2SED_EFORMAT, "too short"},
    {PICKLE("K\1K\1R."), T2SED_EUNSUPPORTED, "call of something unknown"},
    {PICKLE("\207."), T2SED_EFORMAT, "too short"},
    {PICKLE("t."), T2SED_EFORMAT, "too short"},
    {PICKLE("}K\1s."), T2SED_EFORMAT, "too short"},
    {PICKLE("}u."), T2SED_EFORMAT, "no mark"},
    {PICKLE("]K\1K\1s."), T2SED_EFORMAT, "takes none"},
    {PICKLE("h\1."), T2SED_EFORMAT, "remembered"},
    {PICKLE("}r\xff\xff\xff\x7f."), T2SED_EFORMAT, "too large"},
    {PICKLE("X\xff\xff\xff\xff."), T2SED_EFORMAT, "breaks off"},
    {PICKLE("X\1\0\0\0\xff."), T2SED_EFORMAT, "no text"},
    {PICKLE("\212\11........."), T2SED_EFORMAT, "too long"},
    {PICKLE("K\1Q."), T2SED_EUNSUPPORTED, "outside"},
    {PICKLE(BEGIN STR("\1", "w") "ctorch._utils\n_rebuild_tensor_v2\n(" STORAGE(
         "FloatStorage") "K\0K\2K\3\206K\1K\2\206tR" END),
     T2SED_EUNSUPPORTED, "not in order"},
    {PICKLE(BEGIN STR("\1", "w") "ctorch._utils\n_rebuild_tensor_v2\n(" STORAGE(
         "FloatStorage") "K\1K\2K\3\206K\3K\1\206tR" END),
     T2SED_EFORMAT, "outside of its data"},
    {PICKLE(BEGIN STR("\1", "w") "ctorch._utils\n_rebuild_tensor_v2\n(" STORAGE(
         "LongStorage") "K\0K\2K\3\206K\3K\1\206tR" END),
     T2SED_EFORMAT, "outside of its data"},
    {PICKLE(BEGIN STR("\1", "w") "ctorch._utils\n_rebuild_tensor_v2\n(" STORAGE(
         "FloatStorage") "K\0J\xff\xff\xff\xff\205K\1\205tR" END),
     T2SED_EUNSUPPORTED, "unknown form"},
    {PICKLE(BEGIN STR("\1", "w") TENSOR STR("\1", "w") TENSOR END),
     T2SED_EFORMAT, "there twice"},
};

START_TEST(other_pickles_are_refused)
{
    t2s_safetensors file;
    t2sed_error err;
    t2sed_status status;
    make(&archive, bad[_i].pickle, bad[_i].size);
    status =
        t2s_checkpoint_parse(&file, archive.bytes, archive.size, "x.bin", &err);
    ck_assert_msg(status == bad[_i].status, "%d: %s: %s", _i,
                  t2sed_status_name(status), err.text);
    ck_assert_msg(strstr(err.text, bad[_i].part) != NULL, "%d: %s", _i,
                  err.text);
    ck_assert_ptr_nonnull(strstr(err.text, "x.bin: "));
}
END_TEST

/* Whatever byte is changed or cut off, the reader stays within bounds (the
 * sanitizers watch) and never takes nonsense for an error of its own. */
START_TEST(damaged_archives_are_refused)
{
    make(&archive, good, sizeof good - 1);
    for (size_t n = 0; n < archive.size; n++) {
        t2s_safetensors file;
        unsigned char *cut = malloc(n + 1);
        memcpy(cut, archive.bytes, n);
        ck_assert_int_eq(t2s_checkpoint_parse(&file, cut, n, "x", NULL),
                         T2SED_EFORMAT);
        free(cut);
    }
    for (size_t i = 0; i < archive.size; i++) {
        static const unsigned char values[] = {0, 1, 0x7F, 0x80, 0xFF};
        unsigned char kept = archive.bytes[i];
        for (size_t v = 0; v < sizeof values; v++) {
            t2s_safetensors file;
            archive.bytes[i] = values[v];
            if (t2s_checkpoint_parse(&file, archive.bytes, archive.size, "x",
                                     NULL) == T2SED_OK)
                t2s_safetensors_close(&file);
        }
        archive.bytes[i] = kept;
    }
}
END_TEST

START_TEST(old_formats_are_named)
{
    static const unsigned char old[] = "\x80\x02\x8a\x0alotsmore";
    t2s_safetensors file;
    t2sed_error err;
    ck_assert_int_eq(
        t2s_checkpoint_parse(&file, old, sizeof old, "x.bin", &err),
        T2SED_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "before 1.6"));
    ck_assert_int_eq(t2s_checkpoint_open(&file, "/nonexistent/x", &err),
                     T2SED_ENOTFOUND);
}
END_TEST

START_TEST(compressed_entries_are_refused)
{
    t2s_zip out;
    t2sed_error err;
    make(&archive, good, sizeof good - 1);
    archive.bytes[archive.size - 22 - archive.directory_size + 10] = 8;
    ck_assert_int_eq(t2s_zip_open(&out, archive.bytes, archive.size, &err),
                     T2SED_EUNSUPPORTED);
}
END_TEST

static t2sed_status open_and_close(void *payload)
{
    t2s_safetensors file;
    t2sed_status status =
        t2s_checkpoint_parse(&file, archive.bytes, archive.size, "x", payload);
    if (status == T2SED_OK)
        t2s_safetensors_close(&file);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2sed_error err;
    make(&archive, good, sizeof good - 1);
    t2s_test_every_allocation(open_and_close, &err);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2sed_error err;
    make(&archive, good, sizeof good - 1);
    t2s_test_every_interrupt(open_and_close, &err, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("checkpoint");
    tcase_add_test(tests, a_checkpoint_is_read);
    tcase_add_loop_test(tests, other_pickles_are_refused, 0,
                        (int)(sizeof bad / sizeof bad[0]));
    tcase_add_test(tests, damaged_archives_are_refused);
    tcase_add_test(tests, old_formats_are_named);
    tcase_add_test(tests, compressed_entries_are_refused);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/checkpoint", &tests, 1);
}
