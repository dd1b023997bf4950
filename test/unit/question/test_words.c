/* Words of a question: by rule, and the caller's own. */
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "t2sed.h"
#include "t2sed/parts.h"

/* The words with '|' between, in a static buffer. */
static const char *words_of(const char *text)
{
    static char line[4096];
    t2sed_question *question;
    t2sed_error err;
    size_t length = 0;
    ck_assert_msg(t2sed_question_new(&question, text, &err) == T2SED_OK, "%s",
                  err.text);
    for (size_t i = 0; i < t2sed_question_word_count(question); i++) {
        t2sed_question_word word = {.struct_size = sizeof word};
        ck_assert_int_eq(t2sed_question_word_get(question, i, &word, &err),
                         T2SED_OK);
        ck_assert_uint_lt(word.span.begin, word.span.end);
        length += (size_t)snprintf(
            line + length, sizeof line - length, "%s%.*s", i ? "|" : "",
            (int)(word.span.end - word.span.begin),
            t2sed_question_text(question, NULL) + word.span.begin);
        ck_assert_int_eq(word.head, T2SED_HEAD_UNKNOWN);
        ck_assert_str_eq(word.relation, "");
    }
    t2sed_question_free(question);
    return line;
}

START_TEST(words_by_rule)
{
    static const char *const cases[][2] = {
        {"How many singers are there?", "How|many|singers|are|there|?"},
        {" What's the dog's  name, and isn't it Rex?! ",
         "What|'s|the|dog|'s|name|,|and|is|n't|it|Rex|?!"},
        {"the singer\xE2\x80\x99s age", "the|singer|\xE2\x80\x99s|age"},
        {"i 'd like 'New York'", "i|'d|like|'|New|York|'"},
        {"Price over $1,234.50 or 15%?", "Price|over|$|1,234.50|or|15|%|?"},
        {"born before 3:30 on 2014-03-05 or 5/18/04.",
         "born|before|3:30|on|2014-03-05|or|5/18/04|."},
        {"the stu_id in HOME_TOWN (text)", "the|stu_id|in|HOME_TOWN|(|text|)"},
        {"Mr. J. Smith of the U.S. Army vs. Dr. No.",
         "Mr.|J.|Smith|of|the|U.S.|Army|vs.|Dr.|No|."},
        {"mail a.b@c.org, see http://x.org/y?z=1.",
         "mail|a.b@c.org|,|see|http://x.org/y?z=1|."},
        {"a 15-year e-mail, full-time", "a|15|-|year|e-mail|,|full|-|time"},
        {"I cannot wait... at 5pm -- 2nd try",
         "I|can|not|wait|...|at|5|pm|--|2nd|try"},
        {"age >= 3.5 and x <> -1", "age|>=|3.5|and|x|<>|-1"},
        {"\"quoted\" \xE2\x80\x9Cvalue\xE2\x80\x9D",
         "\"|quoted|\"|\xE2\x80\x9C|value|\xE2\x80\x9D"},
        {"\xE6\xAD\x8C\xE6\x89\x8B? \xD0\xBF\xD0\xB5\xD1\x81\xD0\xBD\xD1\x8F",
         "\xE6\xAD\x8C|\xE6\x89\x8B|?|\xD0\xBF\xD0\xB5\xD1\x81\xD0\xBD\xD1"
         "\x8F"},
        {"caf\xC3\xA9 \xE2\x82\xAC"
         "5\xC2\xA0m",
         "caf\xC3\xA9|\xE2\x82\xAC|5|m"},
        {"'", "'"},
        {"'90s o'clock O'Brien's", "'90s|o'clock|O'Brien|'s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(words_of(cases[i][0]), cases[i][1]);
}
END_TEST

START_TEST(words_given)
{
    static const char *const words[] = {"New York", "x"};
    static const char *const good[] = {"How", "many-ever", "?"};
    static const char *const bad[] = {"a", "\xff"};
    static const char *const empty[] = {"a", ""};
    t2sed_question_word word = {.struct_size = sizeof word};
    t2sed_question *question = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_question_new_words(&question, words, 2, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "word 1"));
    ck_assert_int_eq(t2sed_question_new_words(&question, bad, 2, &err),
                     T2SED_EUTF8);
    ck_assert_int_eq(t2sed_question_new_words(&question, empty, 2, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_question_new_words(&question, empty, 0, &err),
                     T2SED_EEMPTY);
    ck_assert_ptr_null(question);
    ck_assert_int_eq(t2sed_question_new_words(&question, good, 3, &err),
                     T2SED_OK);
    ck_assert_str_eq(t2sed_question_text(question, NULL), "How many-ever ?");
    ck_assert_int_eq(t2sed_question_word_get(question, 1, &word, &err),
                     T2SED_OK);
    ck_assert_uint_eq(word.span.begin, 4);
    ck_assert_uint_eq(word.span.end, 13);
    ck_assert_int_eq(t2sed_question_word_get(question, 3, &word, &err),
                     T2SED_ENOTFOUND);
    t2sed_question_free(question);
}
END_TEST

static t2sed_status status_of(const char *text, size_t n, t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_status status = t2sed_question_new_n(&question, text, n, err);
    ck_assert_int_eq(status == T2SED_OK, question != NULL);
    t2sed_question_free(question);
    return status;
}

START_TEST(words_refused)
{
    t2sed_error err;
    size_t size = T2SED_QUESTION_MAX_BYTES + 1;
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(status_of("", 0, &err), T2SED_EEMPTY);
    ck_assert_int_eq(status_of(" \t\xE3\x80\x80\0", 6, &err), T2SED_EEMPTY);
    ck_assert_int_eq(status_of("ab \xC3", 4, &err), T2SED_EUTF8);
    ck_assert_int_eq(err.offset, 3);
    memset(text, 'a', size);
    ck_assert_int_eq(status_of(text, size, &err), T2SED_ELIMIT);
    ck_assert_int_eq(status_of(text, size - 1, &err), T2SED_OK);
    for (size_t i = 1; i < size; i += 2)
        text[i] = ' ';
    ck_assert_int_eq(status_of(text, size - 1, &err), T2SED_ELIMIT);
    /* what could make a rule look far ahead, over and over */
    size = 100001;
    for (const char *fill = "'.-,/@:(1a\xC2"; *fill; fill++) {
        memset(text, *fill, size - 1);
        status_of(text, size - 1, &err);
        for (size_t i = 0; i < size; i += 2)
            text[i] = 'a';
        status_of(text, size - 1, &err);
    }
    free(text);
}
END_TEST

static t2sed_status make_both(void *payload)
{
    static const char *const words[] = {"How", "many", "?"};
    t2sed_question *question = NULL;
    t2sed_status status = t2sed_question_new(&question, payload, NULL);
    t2sed_question_free(question);
    if (status != T2SED_OK)
        return status;
    status = t2sed_question_new_words(&question, words, 3, NULL);
    if (status == T2SED_OK)
        t2sed_question_free(question);
    return status;
}

START_TEST(words_without_memory)
{
    char text[] = "Which singers' songs aren't older than the U.S. average?";
    t2s_test_every_allocation(make_both, text);
}
END_TEST

int main(void)
{
    TCase *words = tcase_create("words");
    tcase_add_test(words, words_by_rule);
    tcase_add_test(words, words_given);
    tcase_add_test(words, words_refused);
    tcase_add_test(words, words_without_memory);
    return t2s_test_run("words", &words, 1);
}
