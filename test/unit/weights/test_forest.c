#include "interrupt_test.h"
#include "t2s_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lab/write/write.h"
#include "weights/forest.h"

/* Two trees and a leaf alone:
 *   a <= 1 ? (b <= -2 ? 1 : 2) : 4, a missing a goes left, a missing b right
 *   b <= 0.5 ? 10 : 20, a missing b goes left
 *   100 */
static const int32_t sizes[] = {2, 1, 0};
static const int32_t feature[] = {0, 1, 1};
static const float threshold[] = {1, -2, 0.5f};
static const int32_t left[] = {1, ~0, ~0};
static const int32_t right[] = {~2, ~1, ~1};
static const uint8_t missing[] = {0, 1, 0};
static const float leaf[] = {1, 2, 4, 10, 20, 100};
static const char names[] = "a\nb\n";

/* Of 254; leaves of the first tree have 1/4, 1/4 and 1/2 of the examples. */
static const uint8_t share[] = {127, 127, 0};

enum { NAMES, SIZES, FEATURE, THRESHOLD, LEFT, RIGHT, MISSING, LEAF, SHARE };

static const t2s_tensor good[T2S_FOREST_TENSORS] = {
    [NAMES] = {"p.names", T2S_U8, 1, {4}, names},
    [SIZES] = {"p.sizes", T2S_I32, 1, {3}, sizes},
    [FEATURE] = {"p.feature", T2S_I32, 1, {3}, feature},
    [THRESHOLD] = {"p.threshold", T2S_F32, 1, {3}, threshold},
    [LEFT] = {"p.left", T2S_I32, 1, {3}, left},
    [RIGHT] = {"p.right", T2S_I32, 1, {3}, right},
    [MISSING] = {"p.missing", T2S_U8, 1, {3}, missing},
    [LEAF] = {"p.leaf", T2S_F32, 1, {6}, leaf},
    [SHARE] = {"p.left_share", T2S_U8, 1, {3}, share},
};

static char path[128];

static void setup(void)
{
    snprintf(path, sizeof path, "/tmp/t2s-forest-%ld", (long)getpid());
}

static void teardown(void)
{
    unlink(path);
}

static t2sed_status read_tensors(t2s_forest *out, const t2s_tensor *tensors,
                                 int32_t count, t2sed_error *err)
{
    t2s_safetensors file = {0};
    t2sed_status status =
        t2s_safetensors_write(path, tensors, count, T2S_DTYPE_KEEP, err);
    if (status == T2SED_OK)
        status = t2s_safetensors_open(&file, path, err);
    if (status == T2SED_OK) {
        status = t2s_forest_read(out, &file, "p.", err);
        t2s_safetensors_close(&file);
    }
    return status;
}

static double value(const t2s_forest *forest, float a, float b)
{
    const float features[] = {a, b};
    return t2s_forest_value(forest, features);
}

static void check_values(const t2s_forest *forest)
{
    ck_assert_double_eq(value(forest, 1, -2), 1 + 10 + 100);
    ck_assert_double_eq(value(forest, 1, -1.999f), 2 + 10 + 100);
    ck_assert_double_eq(value(forest, 1.001f, 0.5f), 4 + 10 + 100);
    ck_assert_double_eq(value(forest, INFINITY, 0.501f), 4 + 20 + 100);
    ck_assert_double_eq(value(forest, NAN, -INFINITY), 1 + 10 + 100);
    ck_assert_double_eq(value(forest, NAN, NAN), 2 + 10 + 100);
    ck_assert_double_eq(value(forest, 2, NAN), 4 + 10 + 100);
}

START_TEST(walks_end_in_the_right_leaves)
{
    t2s_forest forest, none = {0};
    ck_assert_int_eq(read_tensors(&forest, good, T2S_FOREST_TENSORS, NULL),
                     T2SED_OK);
    ck_assert_int_eq(forest.trees, 3);
    ck_assert_int_eq(forest.features, 2);
    ck_assert_str_eq(forest.names[1], "b");
    check_values(&forest);
    t2s_forest_free(&forest);
    ck_assert_double_eq(t2s_forest_value(&none, NULL), 0);
    t2s_forest_free(&none);
}
END_TEST

/* However many rows are walked together. */
START_TEST(rows_do_not_depend_on_others)
{
    static const float numbers[] = {-3, -2, 0.5f, 1, 1.5f, NAN};
    enum { NUMBERS = sizeof numbers / sizeof *numbers, MOST = 36 };
    float features[MOST][2];
    const float *rows[MOST];
    double values[MOST];
    t2s_forest forest;
    ck_assert_int_eq(read_tensors(&forest, good, T2S_FOREST_TENSORS, NULL),
                     T2SED_OK);
    for (int i = 0; i < MOST; i++) {
        features[i][0] = numbers[i / NUMBERS];
        features[i][1] = numbers[i % NUMBERS];
        rows[i] = features[i];
    }
    for (size_t count = 0; count <= MOST; count++) {
        t2s_forest_values(values, &forest, rows, count);
        for (size_t i = 0; i < count; i++)
            ck_assert_double_eq(values[i], t2s_forest_value(&forest, rows[i]));
    }
    t2s_forest_free(&forest);
}
END_TEST

/* Nor is a node read where there is none. */
START_TEST(leaves_alone_read_no_row)
{
    enum { TREES = 3, ROWS = 9 };
    static const int32_t no_nodes[TREES];
    const float *rows[ROWS] = {NULL};
    double values[ROWS];
    t2s_tensor tensors[T2S_FOREST_TENSORS];
    t2s_forest forest;
    memcpy(tensors, good, sizeof tensors);
    for (int i = FEATURE; i < T2S_FOREST_TENSORS; i++)
        tensors[i].shape[0] = i == LEAF ? TREES : 0;
    tensors[SIZES].data = no_nodes;
    ck_assert_int_eq(read_tensors(&forest, tensors, T2S_FOREST_TENSORS, NULL),
                     T2SED_OK);
    for (size_t count = 0; count <= ROWS; count++) {
        t2s_forest_values(values, &forest, rows, count);
        for (size_t i = 0; i < count; i++)
            ck_assert_double_eq(values[i], 1 + 2 + 4);
    }
    t2s_forest_free(&forest);
}
END_TEST

START_TEST(contributions_add_up_to_the_value)
{
    static const float numbers[] = {-3, -2, 0.5f, 1, 1.5f, NAN};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    t2s_forest forest;
    double of[2], mean;
    ck_assert_int_eq(read_tensors(&forest, good, T2S_FOREST_TENSORS, NULL),
                     T2SED_OK);
    for (int i = 0; i < COUNT * COUNT; i++) {
        const float features[] = {numbers[i / COUNT], numbers[i % COUNT]};
        mean = t2s_forest_contributions(of, &forest, features);
        /* (1/4 + 2/4 + 4/2) + 20 + 100 */
        ck_assert_double_eq_tol(mean, 2.75 + 20 + 100, 1e-12);
        ck_assert_double_eq_tol(mean + of[0] + of[1],
                                t2s_forest_value(&forest, features), 1e-12);
    }
    { /* a alone leads to the leaf of 4: nothing is due to b there */
        const float features[] = {2, 1};
        mean = t2s_forest_contributions(of, &forest, features);
        ck_assert_double_eq_tol(of[0], 4 - 2.75, 1e-12);
        ck_assert_double_eq_tol(of[1], 0, 1e-12);
    }
    t2s_forest_free(&forest);
    /* Without shares, each leaf of a tree counts as much as any other. */
    ck_assert_int_eq(read_tensors(&forest, good, SHARE, NULL), T2SED_OK);
    {
        const float features[] = {2, 1};
        mean = t2s_forest_contributions(of, &forest, features);
        ck_assert_double_eq_tol(mean, (1 + 2 + 4) / 3.0 + 15 + 100, 0.01);
        ck_assert_double_eq_tol(mean + of[0] + of[1],
                                t2s_forest_value(&forest, features), 1e-12);
    }
    t2s_forest_free(&forest);
}
END_TEST

START_TEST(a_tree_has_a_limit)
{
    enum { NODES = T2S_FOREST_TREE_MOST + 1 };
    static int32_t zero[NODES], less[NODES], more[NODES];
    static float numbers[2 * NODES];
    static uint8_t bytes[NODES];
    static const int32_t size = NODES;
    t2s_tensor tensors[T2S_FOREST_TENSORS];
    t2s_forest forest = {0};
    t2sed_error err;
    for (int i = 0; i < NODES; i++) {
        less[i] = ~i;
        more[i] = i + 1 < NODES ? i + 1 : ~NODES;
    }
    memcpy(tensors, good, sizeof tensors);
    tensors[SIZES].data = &size;
    tensors[SIZES].shape[0] = 1;
    tensors[FEATURE].data = zero;
    tensors[LEFT].data = less;
    tensors[RIGHT].data = more;
    tensors[THRESHOLD].data = tensors[LEAF].data = numbers;
    tensors[MISSING].data = tensors[SHARE].data = bytes;
    for (int i = FEATURE; i < T2S_FOREST_TENSORS; i++)
        tensors[i].shape[0] = i == LEAF ? NODES + 1 : NODES;
    ck_assert_int_eq(read_tensors(&forest, tensors, T2S_FOREST_TENSORS, &err),
                     T2SED_ELIMIT);
    ck_assert_ptr_nonnull(strstr(err.text, "tree 0 has more than 32767"));
}
END_TEST

START_TEST(reads_other_vectors_when_bound)
{
    static const char *const other[] = {"x", "b", "y", "a"};
    t2s_forest forest, none = {0};
    t2sed_error err;
    const float features[] = {NAN, -2, NAN, 1};
    ck_assert_int_eq(read_tensors(&forest, good, T2S_FOREST_TENSORS, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_forest_bind(&forest, other, 3, &err), T2SED_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(err.text, "feature a,"));
    check_values(&forest);
    ck_assert_int_eq(t2s_forest_bind(&forest, other, 4, NULL), T2SED_OK);
    ck_assert_double_eq(t2s_forest_value(&forest, features), 111);
    ck_assert_int_eq(forest.features, 4);
    t2s_forest_free(&forest);
    ck_assert_int_eq(t2s_forest_bind(&none, other, 4, NULL), T2SED_OK);
}
END_TEST

START_TEST(several_forests_share_a_file)
{
    static const char *const prefixes[] = {"one.", "two."};
    t2s_forest forest, copy, none = {0};
    const t2s_forest *both[2] = {&forest, &none};
    t2s_safetensors file;
    ck_assert_int_eq(read_tensors(&forest, good, T2S_FOREST_TENSORS, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_forest_write(path, both, prefixes, 2, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_safetensors_open(&file, path, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_forest_read(&copy, &file, "one.", NULL), T2SED_OK);
    ck_assert_int_eq(t2s_forest_read(&none, &file, "two.", NULL), T2SED_OK);
    ck_assert_int_eq(t2s_forest_read(&none, &file, "three.", NULL),
                     T2SED_EMISMATCH);
    t2s_safetensors_close(&file);
    check_values(&copy);
    ck_assert_int_eq(none.trees, 0);
    ck_assert_double_eq(t2s_forest_value(&none, NULL), 0);
    t2s_forest_free(&forest);
    t2s_forest_free(&copy);
    t2s_forest_free(&none);
}
END_TEST

START_TEST(a_mean_is_one_forest)
{
    t2s_forest forests[3] = {{0}}, mean;
    float row[2];
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(
            read_tensors(&forests[i], good, T2S_FOREST_TENSORS, NULL),
            T2SED_OK);
    forests[2].features = 2;
    forests[2].names = forests[0].names;
    ck_assert_int_eq(t2s_forest_mean(&mean, forests, 3, NULL), T2SED_OK);
    ck_assert_int_eq(mean.trees, 6);
    for (row[0] = -3; row[0] < 3; row[0] += 0.5f)
        for (row[1] = -3; row[1] < 3; row[1] += 0.5f)
            ck_assert_double_eq_tol(t2s_forest_value(&mean, row),
                                    t2s_forest_value(&forests[0], row) * 2 / 3,
                                    1e-5);
    t2s_forest_free(&forests[0]);
    ck_assert_str_eq(mean.names[1], "b");
    t2s_forest_free(&forests[1]);
    t2s_forest_free(&mean);
}
END_TEST

/* One element of one tensor changed. */
static const struct {
    int tensor, element;
    double to;
    t2sed_status status;
    const char *text;
} bad[] = {
    {SIZES, 0, 3, T2SED_EFORMAT, "sizes"},
    {SIZES, 0, 1, T2SED_EFORMAT, "belong to no tree"},
    {SIZES, 0, -1, T2SED_EFORMAT, "sizes"},
    {SIZES, 2, 1, T2SED_EFORMAT, "tree 2 has more nodes"},
    {FEATURE, 0, 2, T2SED_EFORMAT, "node 0 of tree 0"},
    {FEATURE, 1, -1, T2SED_EFORMAT, "node 1 of tree 0"},
    {THRESHOLD, 2, NAN, T2SED_EFORMAT, "node 0 of tree 1"},
    {LEFT, 0, 0, T2SED_EFORMAT, "node 0 of tree 0"},  /* to itself */
    {LEFT, 1, 0, T2SED_EFORMAT, "node 1 of tree 0"},  /* back */
    {LEFT, 0, 2, T2SED_EFORMAT, "node 0 of tree 0"},  /* to another tree */
    {LEFT, 0, -4, T2SED_EFORMAT, "node 0 of tree 0"}, /* leaf 3 of 3 */
    {RIGHT, 2, -3, T2SED_EFORMAT, "node 0 of tree 1"},
    {RIGHT, 2, INT32_MIN, T2SED_EFORMAT, "node 0 of tree 1"},
    {RIGHT, 2, INT32_MAX, T2SED_EFORMAT, "node 0 of tree 1"},
    {MISSING, 1, 2, T2SED_EFORMAT, "node 1 of tree 0"},
    {SHARE, 1, 255, T2SED_EFORMAT, "node 1 of tree 0"},
    {LEAF, 5, NAN, T2SED_EFORMAT, "element 5"},
    {LEAF, 0, -INFINITY, T2SED_EFORMAT, "element 0"},
    {NAMES, 0, '\n', T2SED_EFORMAT, "line 1 is no name"},
    {NAMES, 0, 0, T2SED_EFORMAT, "line 1 is no name"},
    {NAMES, 0, 'b', T2SED_EFORMAT, "line 2 is there twice"},
    {NAMES, 3, 'x', T2SED_EFORMAT, "cut short"},
    {NAMES, 1, 'x', T2SED_EFORMAT, "node 1 of tree 0"}, /* one name */
};

START_TEST(bad_elements_are_refused)
{
    t2s_tensor tensors[T2S_FOREST_TENSORS];
    union {
        uint8_t u8[16];
        int32_t i32[16];
        float f32[16];
    } data;
    t2s_forest forest = {0};
    t2sed_error err;
    memcpy(tensors, good, sizeof tensors);
    memcpy(&data, good[bad[_i].tensor].data,
           (size_t)good[bad[_i].tensor].shape[0] *
               t2s_dtype_size(good[bad[_i].tensor].dtype));
    if (good[bad[_i].tensor].dtype == T2S_U8)
        data.u8[bad[_i].element] = (uint8_t)bad[_i].to;
    else if (good[bad[_i].tensor].dtype == T2S_I32)
        data.i32[bad[_i].element] = (int32_t)bad[_i].to;
    else
        data.f32[bad[_i].element] = (float)bad[_i].to;
    tensors[bad[_i].tensor].data = &data;
    ck_assert_int_eq(read_tensors(&forest, tensors, T2S_FOREST_TENSORS, &err),
                     bad[_i].status);
    ck_assert_msg(strstr(err.text, bad[_i].text) != NULL, "%s", err.text);
    ck_assert_int_eq(forest.trees, 0);
}
END_TEST

START_TEST(bad_tensors_are_refused)
{
    for (int i = 0; i < T2S_FOREST_TENSORS; i++) {
        t2s_tensor tensors[T2S_FOREST_TENSORS];
        t2s_forest forest = {0};
        memcpy(tensors, good, sizeof tensors);
        tensors[i].name = "p.elsewhere";
        ck_assert_int_eq(
            read_tensors(&forest, tensors, T2S_FOREST_TENSORS, NULL),
            i == SHARE ? T2SED_OK : T2SED_EMISMATCH);
        t2s_forest_free(&forest);
        memcpy(tensors, good, sizeof tensors);
        tensors[i].dtype = tensors[i].dtype == T2S_F32 ? T2S_I32 : T2S_U8;
        if (tensors[i].dtype != good[i].dtype)
            ck_assert_int_eq(
                read_tensors(&forest, tensors, T2S_FOREST_TENSORS, NULL),
                T2SED_EMISMATCH);
        memcpy(tensors, good, sizeof tensors);
        tensors[i].shape[0]--;
        ck_assert_int_ne(
            read_tensors(&forest, tensors, T2S_FOREST_TENSORS, NULL), T2SED_OK);
        tensors[i].rank = 0;
        ck_assert_int_eq(
            read_tensors(&forest, tensors, T2S_FOREST_TENSORS, NULL),
            T2SED_EMISMATCH);
    }
}
END_TEST

static t2sed_status read_bind_and_write(void *payload)
{
    static const char *const other[] = {"b", "a"}, *const prefix[] = {""};
    t2s_forest forest;
    const t2s_forest *one[] = {&forest};
    t2sed_status status = read_tensors(&forest, good, T2S_FOREST_TENSORS, NULL);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2s_forest_bind(&forest, other, 2, NULL);
    if (status == T2SED_OK) {
        t2s_forest mean;
        status = t2s_forest_mean(&mean, &forest, 1, NULL);
        if (status == T2SED_OK)
            t2s_forest_free(&mean);
    }
    if (status == T2SED_OK)
        status = t2s_forest_write(path, one, prefix, 1, NULL);
    if (status == T2SED_OK) {
        static const float features[] = {1, 2};
        double of[2];
        t2s_forest_contributions(of, &forest, features);
    }
    t2s_forest_free(&forest);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(read_bind_and_write, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(read_bind_and_write, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("forest");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, walks_end_in_the_right_leaves);
    tcase_add_test(tests, rows_do_not_depend_on_others);
    tcase_add_test(tests, leaves_alone_read_no_row);
    tcase_add_test(tests, contributions_add_up_to_the_value);
    tcase_add_test(tests, a_tree_has_a_limit);
    tcase_add_test(tests, reads_other_vectors_when_bound);
    tcase_add_test(tests, several_forests_share_a_file);
    tcase_add_test(tests, a_mean_is_one_forest);
    tcase_add_loop_test(tests, bad_elements_are_refused, 0,
                        sizeof bad / sizeof bad[0]);
    tcase_add_test(tests, bad_tensors_are_refused);
    tcase_add_test(tests, every_allocation_may_fail);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("model/forest", &tests, 1);
}
