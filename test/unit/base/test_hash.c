/* Hashes, which files hold: they may never change. */
#include "t2s_test.h"

#include <string.h>

#include "base/hash.h"
#include "base/random.h"

static uint64_t hash_of(const char *text)
{
    return t2s_hash_bytes(T2S_HASH_START, text, strlen(text));
}

/* The authors' own values. */
START_TEST(is_fnv_1a)
{
    ck_assert(hash_of("") == 0xcbf29ce484222325u);
    ck_assert(hash_of("a") == 0xaf63dc4c8601ec8cu);
    ck_assert(hash_of("foobar") == 0x85944171f73967e8u);
    ck_assert(t2s_hash_bytes(T2S_HASH_START, "a\0\xff", 3) ==
              t2s_hash_step(t2s_hash_step(hash_of("a"), 0), 0xff));
}
END_TEST

START_TEST(goes_on_where_it_stopped)
{
    ck_assert(t2s_hash_bytes(hash_of("foo"), "bar", 3) == hash_of("foobar"));
    ck_assert(t2s_hash_bytes(hash_of("foo"), NULL, 0) == hash_of("foo"));
}
END_TEST

START_TEST(lots_stay)
{
    ck_assert(t2s_lot("", 0) == 0x1fb7bed589f8a5p-53);
    ck_assert(t2s_lot("concert_singer", 42) == 0x7dc19d9457f5fp-53);
}
END_TEST

int main(void)
{
    TCase *hash = tcase_create("hash");
    tcase_add_test(hash, is_fnv_1a);
    tcase_add_test(hash, goes_on_where_it_stopped);
    tcase_add_test(hash, lots_stay);
    return t2s_test_run("hash", &hash, 1);
}
