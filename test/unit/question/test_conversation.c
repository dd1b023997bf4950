/* The earlier turns of a conversation. */
#include <string.h>

#include "../t2s_test.h"
#include "question/conversation.h"
#include "t2sed/conversation.h"

static t2sed_conversation *talk;

static void setup(void)
{
    ck_assert_int_eq(t2sed_conversation_new(&talk, NULL), T2SED_OK);
}

static void teardown(void)
{
    t2sed_conversation_free(talk);
}

START_TEST(turns_are_kept_in_order)
{
    t2s_conversation_turn turn = t2s_conversation_get(talk, 0);
    ck_assert_uint_eq(t2sed_conversation_count(talk), 0);
    ck_assert_ptr_null(turn.question);
    ck_assert_uint_eq(turn.question_length, 0);
    ck_assert_int_eq(
        t2sed_conversation_add(talk, "Which ships?", "SELECT 1", NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2sed_conversation_add_n(talk, "Now the oldxx", 11, NULL, 7, NULL),
        T2SED_OK);
    ck_assert_uint_eq(t2sed_conversation_count(talk), 2);
    turn = t2s_conversation_get(talk, 0);
    ck_assert_str_eq(turn.question, "Which ships?");
    ck_assert_str_eq(turn.sql, "SELECT 1");
    ck_assert_uint_eq(turn.sql_length, 8);
    turn = t2s_conversation_get(talk, 1);
    ck_assert_str_eq(turn.question, "Now the old");
    ck_assert_uint_eq(turn.question_length, 11);
    ck_assert_ptr_null(turn.sql);
    ck_assert_uint_eq(turn.sql_length, 0);
    ck_assert_ptr_null(t2s_conversation_get(talk, 2).sql);
}
END_TEST

START_TEST(the_oldest_is_forgotten)
{
    char text[32];
    enum { MORE = 10 };
    for (int i = 0; i < T2SED_CONVERSATION_MAX_TURNS + MORE; i++) {
        snprintf(text, sizeof text, "turn %d", i);
        ck_assert_int_eq(t2sed_conversation_add(talk, text, text, NULL),
                         T2SED_OK);
    }
    ck_assert_uint_eq(t2sed_conversation_count(talk),
                      T2SED_CONVERSATION_MAX_TURNS);
    for (int i = 0; i < T2SED_CONVERSATION_MAX_TURNS; i++) {
        snprintf(text, sizeof text, "turn %d", i + MORE);
        ck_assert_str_eq(t2s_conversation_get(talk, (size_t)i).question, text);
        ck_assert_str_eq(t2s_conversation_get(talk, (size_t)i).sql, text);
    }
}
END_TEST

START_TEST(bad_turns_change_nothing)
{
    t2sed_error err;
    static char large[T2SED_CONVERSATION_MAX_BYTES + 2];
    memset(large, 'a', sizeof large - 1);
    ck_assert_int_eq(t2sed_conversation_new(NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_conversation_add(NULL, "a", NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_conversation_add(talk, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_conversation_add(talk, "", NULL, &err),
                     T2SED_EEMPTY);
    ck_assert_int_eq(t2sed_conversation_add(talk, "a\xFF", NULL, &err),
                     T2SED_EUTF8);
    ck_assert_int_eq(t2sed_conversation_add(talk, "a", "\xC0", &err),
                     T2SED_EUTF8);
    ck_assert_int_eq(t2sed_conversation_add(talk, large, NULL, &err),
                     T2SED_ELIMIT);
    ck_assert_int_eq(t2sed_conversation_add(talk, "a", large, &err),
                     T2SED_ELIMIT);
    ck_assert_uint_eq(t2sed_conversation_count(talk), 0);
    ck_assert_uint_eq(t2sed_conversation_count(NULL), 0);
    ck_assert_ptr_null(t2s_conversation_get(NULL, 0).sql);
    t2sed_conversation_free(NULL);
}
END_TEST

static t2sed_status make_one(void *payload)
{
    t2sed_conversation *made;
    t2sed_status status = t2sed_conversation_new(&made, NULL);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2sed_conversation_add(made, "Which ships?", "SELECT 1", NULL);
    ck_assert_uint_eq(t2sed_conversation_count(made), status == T2SED_OK);
    t2sed_conversation_free(made);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(make_one, NULL);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("conversation");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, turns_are_kept_in_order);
    tcase_add_test(all, the_oldest_is_forgotten);
    tcase_add_test(all, bad_turns_change_nothing);
    tcase_add_test(all, every_allocation_may_fail);
    return t2s_test_run("conversation", &all, 1);
}
