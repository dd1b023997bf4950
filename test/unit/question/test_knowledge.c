/* Knowledge beside a question. */
#include "t2s_test.h"

#include <string.h>

#include "question/question.h"

static const char asked[] = "Which are big?";

static t2sed_question *make(void)
{
    t2sed_question *made;
    ck_assert_int_eq(t2sed_question_new(&made, asked, NULL), T2SED_OK);
    return made;
}

START_TEST(knowledge_is_set_and_taken_away)
{
    t2sed_question *question = make(), *copy;
    size_t n = 9;
    ck_assert_ptr_null(t2sed_question_knowledge(question, &n));
    ck_assert_uint_eq(n, 0);
    ck_assert_ptr_eq(t2s_question_informed(question), question);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, "big: > 3", NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_set_knowledge_n(question, "big: > 5 ...", 8, NULL),
        T2SED_OK);
    ck_assert_str_eq(t2sed_question_knowledge(question, &n), "big: > 5");
    ck_assert_uint_eq(n, 8);
    ck_assert_str_eq(t2sed_question_text(question, NULL), asked);
    ck_assert_str_eq(t2s_question_informed(question)->text,
                     "Which are big? big: > 5");
    copy = t2s_question_copy(question);
    ck_assert_str_eq(t2sed_question_knowledge(copy, NULL), "big: > 5");
    t2sed_question_free(copy);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, " \n", NULL),
                     T2SED_OK);
    ck_assert_ptr_null(t2sed_question_knowledge(question, NULL));
    ck_assert_int_eq(t2sed_question_set_knowledge(question, NULL, NULL),
                     T2SED_OK);
    t2sed_question_free(question);
}
END_TEST

START_TEST(bad_knowledge_changes_nothing)
{
    static char large[T2SED_KNOWLEDGE_MAX_BYTES + 2];
    t2sed_question *question = make();
    t2sed_error err;
    memset(large, 'a', sizeof large - 1);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, "so", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_knowledge(NULL, "a", &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, "a\xFF", &err),
                     T2SED_EUTF8);
    ck_assert_int_eq(err.offset, 1);
    ck_assert_int_eq(t2sed_question_set_knowledge(question, large, &err),
                     T2SED_ELIMIT);
    for (size_t i = 0; i < sizeof large - 2; i += 2)
        large[i] = ' ';
    ck_assert_int_eq(
        t2sed_question_set_knowledge_n(question, large, sizeof large - 2, &err),
        T2SED_ELIMIT); /* words */
    ck_assert_str_eq(t2sed_question_knowledge(question, NULL), "so");
    ck_assert_ptr_null(t2sed_question_knowledge(NULL, NULL));
    t2sed_question_free(question);
}
END_TEST

static t2sed_status make_one(void *payload)
{
    t2sed_question *made, *copy;
    t2sed_status status = t2sed_question_new(&made, asked, NULL);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2sed_question_set_knowledge(made, "big: size > 3", NULL);
    if (status == T2SED_OK) {
        copy = t2s_question_copy(made);
        status = copy ? T2SED_OK : T2SED_ENOMEM;
        t2sed_question_free(copy);
    }
    t2sed_question_free(made);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(make_one, NULL);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("knowledge");
    tcase_add_test(all, knowledge_is_set_and_taken_away);
    tcase_add_test(all, bad_knowledge_changes_nothing);
    tcase_add_test(all, every_allocation_may_fail);
    return t2s_test_run("knowledge of questions", &all, 1);
}
