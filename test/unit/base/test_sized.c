/* Structs of programs that were compiled with other headers. */
#include "t2s_test.h"

#include <string.h>

#include "base/sized.h"

typedef struct now {
    size_t struct_size;
    int first, second;
    double third;
} now;

static const now defaults = {sizeof defaults, 1, 2, 3};

typedef struct older {
    size_t struct_size;
    int first, second;
} older;

typedef struct newer {
    now known;
    double fourth;
} newer;

START_TEST(none_leaves_the_defaults)
{
    now to = defaults;
    ck_assert_int_eq(t2s_sized_read(&to, sizeof to, NULL, "now", NULL),
                     T2SED_OK);
    ck_assert_mem_eq(&to, &defaults, sizeof to);
}
END_TEST

START_TEST(an_older_struct_keeps_what_it_has_not)
{
    const older given = {sizeof given, 7, 8};
    now to = defaults;
    ck_assert_int_eq(t2s_sized_read(&to, sizeof to, &given, "now", NULL),
                     T2SED_OK);
    ck_assert_uint_eq(to.struct_size, sizeof to);
    ck_assert(to.first == 7 && to.second == 8 && to.third == 3);
}
END_TEST

START_TEST(a_newer_struct_may_ask_for_nothing_more)
{
    newer given = {{sizeof given, 7, 8, 9}, 0};
    now to = defaults;
    t2sed_error err;
    ck_assert_int_eq(t2s_sized_read(&to, sizeof to, &given, "now", &err),
                     T2SED_OK);
    ck_assert_uint_eq(to.struct_size, sizeof to);
    ck_assert(to.first == 7 && to.second == 8 && to.third == 9);
    given.fourth = 1;
    to = defaults;
    ck_assert_int_eq(t2s_sized_read(&to, sizeof to, &given, "now", &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "now: struct_size is"));
    ck_assert_mem_eq(&to, &defaults, sizeof to);
}
END_TEST

START_TEST(sizes_that_were_not_set_are_refused)
{
    static const size_t sizes[] = {0, sizeof(size_t), 5000, (size_t)-1};
    now given = defaults, to = defaults;
    t2sed_error err;
    given.struct_size = sizes[_i];
    given.first = 7;
    ck_assert_int_eq(t2s_sized_read(&to, sizeof to, &given, "now", &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "begin with the initialiser"));
    ck_assert_int_eq(to.first, 1);
    ck_assert_int_eq(
        t2s_sized_write(&given, &defaults, sizeof defaults, "now", &err),
        T2SED_EINVAL);
    ck_assert_int_eq(given.first, 7);
}
END_TEST

START_TEST(what_is_told_fits_the_caller)
{
    struct {
        older told;
        int behind;
    } small = {{sizeof small.told, 0, 0}, 99};
    newer large = {{sizeof large, 0, 0, 0}, 5};
    ck_assert_int_eq(
        t2s_sized_write(&small, &defaults, sizeof defaults, "now", NULL),
        T2SED_OK);
    ck_assert_uint_eq(small.told.struct_size, sizeof small.told);
    ck_assert(small.told.first == 1 && small.told.second == 2);
    ck_assert_int_eq(small.behind, 99);
    ck_assert_int_eq(
        t2s_sized_write(&large, &defaults, sizeof defaults, "now", NULL),
        T2SED_OK);
    ck_assert_uint_eq(large.known.struct_size, sizeof large);
    ck_assert(large.known.third == 3 && large.fourth == 0);
}
END_TEST

START_TEST(arrays_are_walked_by_the_callers_size)
{
    newer given[2] = {{{sizeof given[0], 1, 2, 3}, 0},
                      {{sizeof given[0], 4, 5, 6}, 0}};
    now to = defaults;
    t2sed_error err;
    ck_assert_int_eq(t2s_sized_read_at(&to, sizeof to, given, 1, "now", &err),
                     T2SED_OK);
    ck_assert(to.first == 4 && to.third == 6);
    given[1].known.struct_size = sizeof(now);
    ck_assert_int_eq(t2s_sized_read_at(&to, sizeof to, given, 1, "now", &err),
                     T2SED_EINVAL);
    given[0].known.struct_size = given[1].known.struct_size = sizeof(newer) - 1;
    ck_assert_int_eq(t2s_sized_read_at(&to, sizeof to, given, 0, "now", &err),
                     T2SED_EINVAL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("sized");
    tcase_add_test(tests, none_leaves_the_defaults);
    tcase_add_test(tests, an_older_struct_keeps_what_it_has_not);
    tcase_add_test(tests, a_newer_struct_may_ask_for_nothing_more);
    tcase_add_loop_test(tests, sizes_that_were_not_set_are_refused, 0, 4);
    tcase_add_test(tests, what_is_told_fits_the_caller);
    tcase_add_test(tests, arrays_are_walked_by_the_callers_size);
    return t2s_test_run("base/sized", &tests, 1);
}
