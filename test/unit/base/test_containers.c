/* The hash table, sorted keys, the stable sort and the edit distance. */
#include "t2s_test.h"

#include <string.h>

#include "base/hash_table.h"
#include "base/sort.h"
#include "base/sorted_keys.h"
#include "base/string.h"

#define KEYS 3000

START_TEST(table_finds_what_was_added)
{
    t2s_hash_table table = {0};
    uint64_t key, value, sum = 0;
    size_t seen = 0;
    ck_assert_ptr_null(t2s_hash_table_find(&table, 0));
    for (uint64_t i = 0; i < KEYS; i++) {
        uint64_t *added = t2s_hash_table_add(&table, i << 32 | i % 7);
        ck_assert_ptr_nonnull(added);
        ck_assert(*added == 0);
        *added = i;
    }
    *t2s_hash_table_add(&table, UINT64_MAX) = 5;
    ck_assert_uint_eq(table.count, KEYS + 1);
    for (uint64_t i = 0; i < KEYS; i++)
        ck_assert(*t2s_hash_table_find(&table, i << 32 | i % 7) == i);
    ck_assert(*t2s_hash_table_find(&table, UINT64_MAX) == 5);
    ck_assert_ptr_null(t2s_hash_table_find(&table, 7));
    for (size_t at = 0; t2s_hash_table_next(&table, &at, &key, &value); seen++)
        sum += value;
    ck_assert_uint_eq(seen, KEYS + 1);
    ck_assert(sum == (uint64_t)KEYS * (KEYS - 1) / 2 + 5);
    t2s_hash_table_free(&table);
    ck_assert_ptr_null(t2s_hash_table_find(&table, 0));
}
END_TEST

START_TEST(sets_have_no_values)
{
    t2s_hash_table set = {.is_set = true};
    uint64_t key;
    size_t seen = 0;
    for (uint64_t i = 0; i < 2 * KEYS; i++)
        ck_assert_ptr_nonnull(t2s_hash_table_add(&set, i % KEYS * 64));
    ck_assert_uint_eq(set.count, KEYS);
    ck_assert_ptr_nonnull(t2s_hash_table_find(&set, 64));
    ck_assert_ptr_null(t2s_hash_table_find(&set, 65));
    for (size_t at = 0; t2s_hash_table_next(&set, &at, &key, NULL); seen++)
        ck_assert(key % 64 == 0);
    ck_assert_uint_eq(seen, KEYS);
    t2s_hash_table_free(&set);
    ck_assert(set.is_set);
}
END_TEST

typedef struct item {
    int key;
    size_t place;
} item;

static int by_key(const void *a, const void *b, const void *sign)
{
    int x = ((const item *)a)->key, y = ((const item *)b)->key;
    return *(const int *)sign * ((x > y) - (x < y));
}

START_TEST(sort_is_stable)
{
    item items[300];
    srand(3);
    for (size_t count = 0; count <= 300; count += count < 20 ? 1 : 70)
        for (int sign = -1; sign <= 1; sign += 2) {
            for (size_t i = 0; i < count; i++)
                items[i] = (item){rand() % 17, i};
            ck_assert(t2s_sort(items, count, sizeof *items, by_key, &sign));
            for (size_t i = 1; i < count; i++) {
                int order = by_key(&items[i - 1], &items[i], &sign);
                ck_assert(order < 0 ||
                          (order == 0 && items[i - 1].place < items[i].place));
            }
        }
}
END_TEST

static t2sed_status fill(void *payload)
{
    const int sign = 1;
    t2s_hash_table table = {0};
    item items[3] = {{2, 0}, {1, 1}, {3, 2}};
    bool done = t2s_sort(items, 3, sizeof *items, by_key, &sign);
    (void)payload;
    for (uint64_t i = 0; i < 100 && done; i++)
        done = t2s_hash_table_add(&table, i) != NULL;
    ck_assert_uint_eq(items[0].place + items[1].place + items[2].place, 3);
    t2s_hash_table_free(&table);
    return done ? T2SED_OK : T2SED_ENOMEM;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(fill, NULL);
}
END_TEST

START_TEST(words_of_a_list)
{
    static const char list[] = "mr dr \xe2\x80\x9d st";
    ck_assert(t2s_is_one_of("mr", 2, list));
    ck_assert(t2s_is_one_of("DRx", 2, list));
    ck_assert(t2s_is_one_of("st", 2, list));
    ck_assert(t2s_is_one_of("\xe2\x80\x9d", 3, list));
    ck_assert(!t2s_is_one_of("m", 1, list));
    ck_assert(!t2s_is_one_of("mrs", 3, list));
    ck_assert(!t2s_is_one_of("mr dr", 5, list));
    ck_assert(!t2s_is_one_of("", 0, list));
    ck_assert(!t2s_is_one_of("mr", 2, ""));
}
END_TEST

START_TEST(sorted_keys_are_found)
{
    static const uint64_t keys[] = {0,
                                    5,
                                    6,
                                    UINT64_C(1) << 48,
                                    (UINT64_C(1) << 48) + 2,
                                    UINT64_MAX - 1,
                                    UINT64_MAX};
    enum { COUNT = sizeof keys / sizeof *keys };
    static t2s_key_tops tops;
    for (size_t count = 0; count <= COUNT; count++) {
        t2s_key_tops_find(&tops, keys, count);
        for (size_t i = 0; i < COUNT; i++)
            ck_assert_uint_eq(t2s_sorted_keys_find(&tops, keys, keys[i]),
                              i < count ? i : T2S_NO_KEY);
        ck_assert_uint_eq(t2s_sorted_keys_find(&tops, keys, 7), T2S_NO_KEY);
        ck_assert_uint_eq(t2s_sorted_keys_find(&tops, keys, UINT64_C(9) << 48),
                          T2S_NO_KEY);
    }
}
END_TEST

START_TEST(edit_distances)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {{"", "", 0},
                 {"", "abc", 3},
                 {"Singer", "sinGer", 0},
                 {"singer", "signer", 1},
                 {"kitten", "sitting", 3},
                 {"ca", "abc", 3},
                 {"abcd", "badc", 2}};
    char lengthy[200];
    memset(lengthy, 'x', sizeof lengthy);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *a = cases[i].a, *b = cases[i].b;
        ck_assert_uint_eq(t2s_edit_distance(a, strlen(a), b, strlen(b)),
                          cases[i].distance);
        ck_assert_uint_eq(t2s_edit_distance(b, strlen(b), a, strlen(a)),
                          cases[i].distance);
    }
    ck_assert_uint_eq(t2s_edit_distance(lengthy, sizeof lengthy, "", 0),
                      T2S_EDIT_LONGEST);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("containers");
    tcase_add_test(tests, table_finds_what_was_added);
    tcase_add_test(tests, sets_have_no_values);
    tcase_add_test(tests, sort_is_stable);
    tcase_add_test(tests, memory_may_run_out);
    tcase_add_test(tests, words_of_a_list);
    tcase_add_test(tests, sorted_keys_are_found);
    tcase_add_test(tests, edit_distances);
    return t2s_test_run("base/containers", &tests, 1);
}
