/* Comparing results: bags and lists of rows under permutations of columns. */
#include "t2s_test.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "database/result.h"

static t2s_random dice = {7};

static t2s_result make(size_t rows, size_t columns)
{
    t2s_result result = {NULL, rows, columns, rows * columns};
    result.cells = t2s_zalloc_array(rows * columns + 1, sizeof *result.cells);
    ck_assert_ptr_nonnull(result.cells);
    return result;
}

static t2s_result random_result(size_t rows, size_t columns, uint64_t values)
{
    t2s_result result = make(rows, columns);
    for (size_t i = 0; i < rows * columns; i++)
        result.cells[i] = t2s_random_below(&dice, values);
    return result;
}

/* The same rows, columns and maybe rows in another order. */
static t2s_result shuffled(const t2s_result *from, bool rows_too)
{
    t2s_result to = make(from->rows, from->columns);
    uint32_t rows[64], columns[64];
    for (uint32_t i = 0; i < 64; i++)
        rows[i] = columns[i] = i;
    t2s_random_shuffle(&dice, columns, from->columns);
    if (rows_too)
        t2s_random_shuffle(&dice, rows, from->rows);
    for (size_t r = 0; r < from->rows; r++)
        for (size_t c = 0; c < from->columns; c++)
            to.cells[r * from->columns + c] =
                from->cells[rows[r] * from->columns + columns[c]];
    return to;
}

static t2s_difference compare(const t2s_result *a, const t2s_result *b,
                              bool ordered)
{
    t2s_difference difference = T2S_UNKNOWN;
    ck_assert_int_eq(t2s_result_compare(&difference, a, b, ordered, NULL),
                     T2SED_OK);
    return difference;
}

/* By trying every permutation and every pairing of rows. */
static bool equal_columns(const t2s_result *a, const t2s_result *b,
                          const uint32_t *columns, bool ordered)
{
    bool used[8] = {false};
    for (size_t r = 0; r < a->rows; r++) {
        size_t found = a->rows;
        for (size_t k = ordered ? r : 0;
             k < (ordered ? r + 1 : a->rows) && found == a->rows; k++) {
            bool same = !used[k];
            for (size_t c = 0; c < a->columns && same; c++)
                same = a->cells[r * a->columns + c] ==
                       b->cells[k * a->columns + columns[c]];
            if (same)
                found = k;
        }
        if (found == a->rows)
            return false;
        used[found] = true;
    }
    return true;
}

static bool equal_slowly(const t2s_result *a, const t2s_result *b,
                         uint32_t *columns, size_t fixed, bool ordered)
{
    if (fixed == a->columns)
        return equal_columns(a, b, columns, ordered);
    for (size_t i = fixed; i < a->columns; i++) {
        uint32_t kept = columns[fixed];
        bool equal;
        columns[fixed] = columns[i];
        columns[i] = kept;
        equal = equal_slowly(a, b, columns, fixed + 1, ordered);
        columns[i] = columns[fixed];
        columns[fixed] = kept;
        if (equal)
            return true;
    }
    return false;
}

START_TEST(agrees_with_all_permutations)
{
    size_t same = 0, differs = 0;
    for (int round = 0; round < 4000; round++) {
        size_t rows = 1 + (size_t)t2s_random_below(&dice, 5);
        size_t columns = 1 + (size_t)t2s_random_below(&dice, 4);
        bool ordered = t2s_random_below(&dice, 2);
        uint32_t order[4] = {0, 1, 2, 3};
        t2s_result a = random_result(rows, columns, 2);
        t2s_result b = shuffled(&a, t2s_random_below(&dice, 2));
        bool equal;
        if (t2s_random_below(&dice, 2)) { /* two values change places */
            size_t n = rows * columns;
            size_t i = (size_t)t2s_random_below(&dice, n);
            size_t k = (size_t)t2s_random_below(&dice, n);
            uint64_t cell = b.cells[i];
            b.cells[i] = b.cells[k];
            b.cells[k] = cell;
        }
        equal = equal_slowly(&a, &b, order, 0, ordered);
        ck_assert_int_eq(compare(&a, &b, ordered) == T2S_SAME, equal);
        same += equal;
        differs += !equal;
        t2s_result_free(&a);
        t2s_result_free(&b);
    }
    ck_assert(same > 500 && differs > 500);
}
END_TEST

START_TEST(tells_differences)
{
    uint64_t one[] = {1, 2, 3, 4}, other[] = {3, 4, 1, 2}, third[] = {1, 2};
    uint64_t mixed[] = {1, 4, 3, 2};
    t2s_result a = {one, 2, 2, 4}, b = {other, 2, 2, 4};
    t2s_result c = {third, 1, 2, 2}, d = {third, 2, 1, 2};
    t2s_result e = {mixed, 2, 2, 4};
    ck_assert_int_eq(compare(&a, &a, true), T2S_SAME);
    ck_assert_int_eq(compare(&a, &b, false), T2S_SAME);
    ck_assert_int_eq(compare(&a, &b, true), T2S_OTHER_ORDER);
    ck_assert_int_eq(compare(&a, &c, false), T2S_OTHER_ROW_COUNT);
    ck_assert_int_eq(compare(&a, &d, false), T2S_OTHER_COLUMN_COUNT);
    ck_assert_int_eq(compare(&a, &e, false), T2S_OTHER_VALUES);
    ck_assert_int_eq(compare(&a, &e, true), T2S_OTHER_VALUES);
}
END_TEST

/* Sixty columns that differ little: far from sixty factorial steps. */
START_TEST(wide_results)
{
    for (uint64_t values = 1; values <= 3; values++) {
        t2s_result a = random_result(40, 60, values);
        t2s_result b = shuffled(&a, true);
        ck_assert_int_eq(compare(&a, &b, false), T2S_SAME);
        b.cells[0] ^= 1;
        ck_assert_int_eq(compare(&a, &b, false), T2S_OTHER_VALUES);
        t2s_result_free(&a);
        t2s_result_free(&b);
    }
}
END_TEST

/* Rows are the edges of a circle of `n` columns, or of two circles: no column
 * and no row looks different from another. */
static t2s_result circles(size_t n, size_t circle)
{
    t2s_result result = make(n, n);
    for (size_t i = 0; i < n; i++) {
        size_t start = i / circle * circle;
        result.cells[i * n + i] = 1;
        result.cells[i * n + start + (i + 1 - start) % circle] = 1;
    }
    return result;
}

START_TEST(symmetric_results)
{
    t2s_result one = circles(12, 12), two = circles(12, 6), again;
    t2s_result wide = circles(60, 60), wide_two = circles(60, 30);
    t2s_difference difference;
    again = shuffled(&one, true);
    ck_assert_int_eq(compare(&one, &again, false), T2S_SAME);
    ck_assert_int_eq(compare(&one, &two, false), T2S_OTHER_VALUES);
    t2s_result_free(&again);
    again = shuffled(&wide, true);
    ck_assert_int_ne(compare(&wide, &again, false), T2S_OTHER_VALUES);
    difference = compare(&wide, &wide_two, false);
    ck_assert(difference == T2S_OTHER_VALUES || difference == T2S_UNKNOWN);
    t2s_result_free(&again);
    t2s_result_free(&one);
    t2s_result_free(&two);
    t2s_result_free(&wide);
    t2s_result_free(&wide_two);
}
END_TEST

static t2sed_status use(void *payload)
{
    const t2s_result *results = payload;
    t2s_difference difference;
    return t2s_result_compare(&difference, &results[0], &results[1], false,
                              NULL);
}

START_TEST(survives_failing_allocations)
{
    t2s_result results[2];
    results[0] = random_result(9, 4, 3);
    results[1] = shuffled(&results[0], true);
    t2s_test_every_allocation(use, results);
    t2s_result_free(&results[0]);
    t2s_result_free(&results[1]);
}
END_TEST

int main(void)
{
    TCase *results = tcase_create("results");
    TCase *const cases[] = {results};
    tcase_set_timeout(results, 120);
    tcase_add_test(results, agrees_with_all_permutations);
    tcase_add_test(results, tells_differences);
    tcase_add_test(results, wide_results);
    tcase_add_test(results, symmetric_results);
    tcase_add_test(results, survives_failing_allocations);
    return t2s_test_run("result", cases, 1);
}
