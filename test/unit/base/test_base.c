/* The containers, strings, UTF-8 and errors that every room stands on. */
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/string.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "t2sed.h"

START_TEST(error_is_one_clean_line)
{
    t2sed_error err;
    char lengthy[1000];
    ck_assert_uint_eq(sizeof err, 512);
    ck_assert_int_eq(t2s_fail(&err, T2SED_EIO, 7, "a\nb\xff%s", "c"),
                     T2SED_EIO);
    ck_assert_str_eq(err.text, "a\\nb\\xffc");
    ck_assert_int_eq(err.offset, 7);
    t2s_fail_in(&err, T2SED_EIO, "file %d", 3);
    ck_assert_str_eq(err.text, "file 3: a\\nb\\xffc");
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    t2s_fail(&err, T2SED_EIO, -1, "%s", lengthy);
    ck_assert_uint_eq(strlen(err.text), T2SED_ERROR_TEXT_SIZE - 1);
    ck_assert_ptr_nonnull(strstr(err.text, "x..."));
    ck_assert_int_eq(t2s_fail(NULL, T2SED_EIO, 0, "x"), T2SED_EIO);
}
END_TEST

/* Wherever a message is cut, what is left is whole characters and escapes. */
START_TEST(error_is_cut_at_a_border)
{
    static const char *const pieces[] = {"\xE2\x82\xAC", "\x1b", "\xE2\x80\xAE",
                                         "\xff"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        for (int before = 420; before < 440; before++) {
            char text[T2SED_ERROR_TEXT_SIZE * 2], shown[16];
            t2sed_error err;
            size_t n = t2sed_printable(shown, sizeof shown, pieces[i],
                                       strlen(pieces[i]));
            size_t room = T2SED_ERROR_TEXT_SIZE - 4, at = (size_t)before;
            memset(text, 'x', at);
            text[at] = '\0';
            while (strlen(text) < T2SED_ERROR_TEXT_SIZE + 4)
                strcat(text, pieces[i]);
            t2s_fail(&err, T2SED_EIO, -1, "%s", text);
            at = at > room ? room : at;
            while (at + n <= room)
                at += n;
            ck_assert_uint_eq(strlen(err.text), at + 3);
            ck_assert_str_eq(err.text + at, "...");
            ck_assert_int_eq(
                t2s_utf8_check(err.text, strlen(err.text), "message", NULL),
                T2SED_OK);
        }
}
END_TEST

static void check_printable(const char *text, size_t n, const char *expected)
{
    char out[200], again[200];
    size_t size = strlen(expected);
    ck_assert_uint_eq(t2sed_printable(out, sizeof out, text, n), size);
    ck_assert_str_eq(out, expected);
    ck_assert_uint_eq(t2sed_printable(again, sizeof again, out, size), size);
    ck_assert_str_eq(again, expected);
    ck_assert_uint_eq(t2sed_printable(NULL, 0, text, n), size);
}

START_TEST(printable_escapes_what_steers_a_terminal)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"plain \\ 'text'", "plain \\ 'text'"},
        {"\x1b[2J\a\n\t\r\x7f", "\\x1b[2J\\x07\\n\\t\\r\\x7f"},
        {"\xC2\x80\xC2\x9B\xC2\x9F\xC2\xA0", "\\u0080\\u009b\\u009f\xC2\xA0"},
        {"\xE2\x80\xAE\xE2\x80\xAA", "\\u202e\\u202a"},
        {"\xE2\x80\x8D\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\x90",
         "\xE2\x80\x8D\\u200e\\u200f\xE2\x80\x90"},
        {"\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C", "\\u2066\\u2069\\u061c"},
        {"\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9", "\xE2\x80\xA7\\u2028\\u2029"},
        {"\xEF\xBB\xBF\xF3\xA0\x81\x81", "\\ufeff\\U000e0041"},
        {"\xff\xC3", "\\xff\\xc3"},
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"},
        {"\xE4\xB8\xAD\xF0\x9F\x98\x80\xC3\xA9",
         "\xE4\xB8\xAD\xF0\x9F\x98\x80\xC3\xA9"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_printable(cases[i].text, strlen(cases[i].text),
                        cases[i].expected);
    check_printable("a\0b", 3, "a\\x00b");
    check_printable(NULL, 0, "");
}
END_TEST

START_TEST(printable_fits)
{
    static const char text[] = "\xC3\xA9\x1b";
    static const char *const expected[] = {
        "",         "",         "",         "\xC3\xA9",
        "\xC3\xA9", "\xC3\xA9", "\xC3\xA9", "\xC3\xA9\\x1b"};
    for (size_t size = 1; size < sizeof expected / sizeof expected[0]; size++) {
        char out[8] = "zzzzzzz";
        ck_assert_uint_eq(t2sed_printable(out, size, text, 3), 6);
        ck_assert_str_eq(out, expected[size]);
    }
}
END_TEST

START_TEST(status_names)
{
    ck_assert_str_eq(t2sed_status_name(T2SED_OK), "OK");
    ck_assert_str_eq(t2sed_status_name(T2SED_EINTERNAL), "EINTERNAL");
    ck_assert_str_eq(t2sed_status_name(1), "EUNKNOWN");
    ck_assert_str_eq(t2sed_status_name(-1000), "EUNKNOWN");
    ck_assert_str_eq(t2sed_status_text(T2SED_ESYNTAX), "syntax error in SQL");
    ck_assert_str_eq(t2sed_version(), T2SED_VERSION);
}
END_TEST

START_TEST(utf8_rejects_what_is_none)
{
    static const char *const bad[] = {
        "\x80",         "\xC0\xAF",         "\xE0\x80\x80",
        "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80",
        "\xC3",         "\xE2\x82"};
    t2sed_error err;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_uint_eq(t2s_utf8_length(bad[i], strlen(bad[i])), 0);
    ck_assert_int_eq(t2s_utf8_check("ab\xff", 3, "question", &err),
                     T2SED_EUTF8);
    ck_assert_int_eq(err.offset, 2);
    for (uint32_t c = 0; c < 0x110000; c++) {
        char bytes[4];
        size_t n, length;
        if (c >= 0xD800 && c < 0xE000)
            continue;
        n = t2s_utf8_encode(c, bytes);
        if (t2s_utf8_decode(bytes, n, &length) != c || length != n)
            ck_abort_msg("code point U+%04X", (unsigned)c);
    }
}
END_TEST

START_TEST(map_finds_what_was_set)
{
    t2s_map map = {0};
    char key[16];
    for (int i = 0; i < 5000; i++) {
        snprintf(key, sizeof key, "k%d", i);
        ck_assert(t2s_map_set(&map, key, strlen(key), i));
    }
    ck_assert(t2s_map_set(&map, "k7", 2, -7));
    ck_assert_uint_eq(map.count, 5000);
    ck_assert_int_eq(t2s_map_get(&map, "k7", 2, 0), -7);
    ck_assert_int_eq(t2s_map_get(&map, "k4999", 5, 0), 4999);
    ck_assert_int_eq(t2s_map_get(&map, "nope", 4, 42), 42);
    t2s_map_free(&map);
    ck_assert_ptr_null(t2s_map_find(&map, "k7", 2));
}
END_TEST

START_TEST(arena_aligns_and_keeps)
{
    t2s_arena arena = {0};
    char *texts[300];
    for (int i = 0; i < 300; i++) {
        ck_assert_uint_eq(
            (uintptr_t)t2s_arena_alloc(&arena, (size_t)(i * 37 % 5000)) % 16,
            0);
        texts[i] = t2s_arena_strdup(&arena, "text");
    }
    for (int i = 0; i < 300; i++)
        ck_assert_str_eq(texts[i], "text");
    t2s_arena_free(&arena);
}
END_TEST

/* (a "x" (b "y\"")) with ranges. */
static t2s_tree small_tree(void)
{
    t2s_tree tree = T2S_TREE_EMPTY;
    int32_t a = t2s_tree_add_nonterminal(&tree, "a", 0, 0);
    int32_t b = t2s_tree_add_nonterminal(&tree, "b", 0, 0);
    t2s_tree_append(&tree, a, t2s_tree_add_terminal(&tree, "x", 1, 0, 1));
    t2s_tree_append(&tree, a, b);
    t2s_tree_append(&tree, b, t2s_tree_add_terminal(&tree, "y\"", 2, 2, 4));
    tree.root = a;
    return tree;
}

START_TEST(tree_prints)
{
    t2s_tree tree = small_tree();
    t2s_string out = {0};
    t2s_tree_print_sexpr(&tree, tree.root, &out);
    ck_assert_str_eq(out.text, "(a \"x\" (b \"y\\\"\"))");
    t2s_string_clear(&out);
    t2s_tree_print_json(&tree, tree.root, &out);
    ck_assert_str_eq(out.text,
                     "{\"label\": \"a\", \"range\": [0, 4], \"children\": ["
                     "{\"text\": \"x\", \"range\": [0, 1]}, {\"label\": \"b\", "
                     "\"range\": [2, 4], \"children\": [{\"text\": \"y\\\"\", "
                     "\"range\": [2, 4]}]}]}");
    t2s_string_clear(&out);
    t2s_tree_print_dot(&tree, tree.root, &out);
    ck_assert_ptr_nonnull(strstr(out.text, "n0 -> n1;"));
    t2s_string_free(&out);
    t2s_tree_free(&tree);
}
END_TEST

START_TEST(json_errors_say_where)
{
    t2sed_error err;
    json_t *value = NULL;
    const char *text = NULL;
    t2s_members in = {NULL, "x", &err, T2SED_OK};
    ck_assert_int_eq(t2s_json_parse(&value, "{\"a\": }", 7, "line 3", &err),
                     T2SED_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.text, "line 3: not valid JSON"));
    ck_assert_int_eq(t2s_json_parse(&value, "{\"a\": 1}", 8, "x", &err),
                     T2SED_OK);
    in.object = value;
    ck_assert(!t2s_member_string(&in, "a", true, &text));
    ck_assert_int_eq(in.status, T2SED_EFORMAT);
    ck_assert_str_eq(err.text, "x: \"a\" is an integer, expected a string");
    in.status = T2SED_OK;
    ck_assert(!t2s_member_string(&in, "b", true, &text));
    ck_assert_int_eq(in.status, T2SED_EFORMAT);
    ck_assert_str_eq(err.text, "x: \"b\" is missing, expected a string");
    ck_assert(!t2s_members_fail(&in, T2SED_ELIMIT, "later"));
    ck_assert_int_eq(in.status, T2SED_EFORMAT);
    in.status = T2SED_OK;
    ck_assert(t2s_member_string(&in, "b", false, &text));
    ck_assert_ptr_null(text);
    json_decref(value);
}
END_TEST

START_TEST(files_that_are_not_there)
{
    t2sed_error err;
    char *text;
    size_t n;
    t2s_mapping mapping;
    ck_assert_int_eq(t2s_file_read(&text, &n, "/no/such", 10, &err),
                     T2SED_ENOTFOUND);
    ck_assert_str_eq(err.text, "/no/such: no such file");
    ck_assert_int_eq(t2s_file_map(&mapping, "/", &err), T2SED_EIO);
    ck_assert_int_eq(t2s_file_read(&text, &n, "/proc/self/maps", 10, &err),
                     T2SED_ELIMIT);
}
END_TEST

static t2sed_status use_containers(void *payload)
{
    t2s_tree tree = small_tree();
    t2s_map map = {0};
    t2s_string out = {0};
    T2S_VECTOR(int) numbers = {0};
    bool ok = tree.count == 4;
    char key[16];
    (void)payload;
    for (int i = 0; i < 20 && ok; i++) {
        snprintf(key, sizeof key, "%d", i);
        ok = t2s_map_set(&map, key, strlen(key), i) &&
             t2s_vector_push(&numbers, i);
    }
    if (tree.count == 4)
        t2s_tree_print_json(&tree, tree.root, &out);
    ok = ok && !out.failed;
    t2s_vector_free(&numbers);
    t2s_string_free(&out);
    t2s_map_free(&map);
    t2s_tree_free(&tree);
    return ok ? T2SED_OK : T2SED_ENOMEM;
}

/* What was trained must stay what it was trained on: the values are fixed. */
START_TEST(folds_are_fixed)
{
    int counts[5] = {0};
    char name[16];
    for (int i = 0; i < 1000; i++) {
        int fold;
        snprintf(name, sizeof name, "db_%d", i);
        fold = t2s_fold(name, 5, 0);
        ck_assert(fold >= 0 && fold < 5);
        ck_assert_int_eq(fold, (int)(t2s_lot(name, 0) * 5));
        counts[fold]++;
    }
    for (int i = 0; i < 5; i++)
        ck_assert(counts[i] > 150 && counts[i] < 250);
    ck_assert_int_eq(t2s_fold("", 1, 7), 0);
    ck_assert_double_eq(t2s_lot("academic", 0), 0x1.0af019ec04814p-3);
    ck_assert(t2s_lot("academic", 1) != t2s_lot("academic", 0));
}
END_TEST

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(use_containers, NULL);
}
END_TEST

START_TEST(allocator_is_checked)
{
    t2sed_allocator bad = {0};
    t2sed_error err;
    ck_assert_int_eq(t2sed_set_allocator(&bad, &err), T2SED_EINVAL);
    bad.struct_size = sizeof bad;
    ck_assert_int_eq(t2sed_set_allocator(&bad, &err), T2SED_EINVAL);
}
END_TEST

int main(void)
{
    TCase *base = tcase_create("base");
    tcase_add_test(base, error_is_one_clean_line);
    tcase_add_test(base, error_is_cut_at_a_border);
    tcase_add_test(base, printable_escapes_what_steers_a_terminal);
    tcase_add_test(base, printable_fits);
    tcase_add_test(base, status_names);
    tcase_add_test(base, utf8_rejects_what_is_none);
    tcase_add_test(base, map_finds_what_was_set);
    tcase_add_test(base, arena_aligns_and_keeps);
    tcase_add_test(base, tree_prints);
    tcase_add_test(base, json_errors_say_where);
    tcase_add_test(base, files_that_are_not_there);
    tcase_add_test(base, folds_are_fixed);
    tcase_add_test(base, every_allocation_may_fail);
    tcase_add_test(base, allocator_is_checked);
    return t2s_test_run("base", &base, 1);
}
