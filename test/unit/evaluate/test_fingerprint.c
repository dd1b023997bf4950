/* Fingerprints of results are equal where comparing them says so. */
#include "t2s_test.h"

#include "base/memory.h"
#include "base/random.h"
#include "database/result.h"

static t2s_random dice = {5};

static t2s_result random_result(size_t rows, size_t columns, uint64_t values)
{
    t2s_result result = {NULL, rows, columns, rows * columns};
    result.cells = t2s_zalloc_array(rows * columns + 1, sizeof *result.cells);
    ck_assert_ptr_nonnull(result.cells);
    for (size_t i = 0; i < rows * columns; i++)
        result.cells[i] = t2s_random_below(&dice, values);
    return result;
}

static t2s_fingerprint fingerprint(const t2s_result *result)
{
    t2s_fingerprint made = {0, 0};
    ck_assert(t2s_fingerprint_make(&made, result));
    return made;
}

static bool same(const t2s_result *a, const t2s_result *b, bool ordered)
{
    t2s_difference difference = T2S_UNKNOWN;
    ck_assert_int_eq(t2s_result_compare(&difference, a, b, ordered, NULL),
                     T2SED_OK);
    return difference == T2S_SAME;
}

START_TEST(they_agree_with_comparing)
{
    size_t equal = 0;
    for (int i = 0; i < 2000; i++) {
        const size_t rows = (size_t)t2s_random_below(&dice, 4);
        const size_t columns = 1 + (size_t)t2s_random_below(&dice, 3);
        t2s_result a = random_result(rows, columns, 2);
        t2s_result b = random_result(rows, columns, 2);
        const t2s_fingerprint x = fingerprint(&a), y = fingerprint(&b);
        ck_assert_int_eq(x.list == y.list, same(&a, &b, true));
        ck_assert_int_eq(x.bag == y.bag, same(&a, &b, false));
        equal += x.bag == y.bag;
        t2s_result_free(&a);
        t2s_result_free(&b);
    }
    ck_assert_uint_gt(equal, 100);
    ck_assert_uint_lt(equal, 1900);
}
END_TEST

START_TEST(sizes_differ)
{
    t2s_fingerprint seen[16];
    size_t count = 0;
    for (size_t rows = 0; rows < 4; rows++)
        for (size_t columns = 1; columns < 5; columns++) {
            t2s_result a = random_result(rows, columns, 1);
            seen[count] = fingerprint(&a);
            for (size_t i = 0; i < count; i++)
                ck_assert(seen[i].bag != seen[count].bag &&
                          seen[i].list != seen[count].list);
            count++;
            t2s_result_free(&a);
        }
}
END_TEST

static t2sed_status make(void *payload)
{
    t2s_fingerprint made;
    return t2s_fingerprint_make(&made, payload) ? T2SED_OK : T2SED_ENOMEM;
}

START_TEST(memory_may_run_out)
{
    t2s_result a = random_result(3, 3, 4);
    t2s_test_every_allocation(make, &a);
    t2s_result_free(&a);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("fingerprint");
    tcase_add_test(tests, they_agree_with_comparing);
    tcase_add_test(tests, sizes_differ);
    tcase_add_test(tests, memory_may_run_out);
    return t2s_test_run("evaluate/fingerprint", &tests, 1);
}
