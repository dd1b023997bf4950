/* Where sentences end. */
#include <string.h>

#include "question/question.h"
#include "t2s_test.h"
#include "t2sed/parts/tree.h"

/* Texts with "|" where sentences part. */
static const char *const texts[] = {
    "how many singers are there",
    "How many singers are there?",
    "Find the names .| how many are there ?",
    "Show it!?| Then count.",
    "He said \"why?\"| What is it?",
    "is \"why?\" a title",
    "list a, b... and c",
    "list a, b ...| And c",
    "first line\nsecond line",
    "first line\n\n|second line",
    "the value is 3.5 in table a.b",
    "Who is Dr. No?| (Tell me.)| Now.",
    "?| how many",
    "\xe5\x87\xa0\xe4\xb8\xaa\xe3\x80\x82|\xe5\xa5\xbd",
};

START_TEST(parts_sentences)
{
    char text[128];
    size_t begin = 0, length = 0, from = 0;
    t2sed_question *question = NULL;
    for (const char *at = texts[_i]; *at; at++)
        if (*at != '|')
            text[length++] = *at;
    text[length] = '\0';
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), 0);
    for (const char *part = texts[_i]; part; from++) {
        const char *bar = strchr(part, '|');
        size_t end = t2s_sentence_end(question, begin);
        size_t bytes = 0;
        ck_assert_uint_gt(end, begin);
        for (const char *at = texts[_i]; *at && at != bar; at++)
            bytes += *at != '|';
        while (bytes && strchr(" \n", text[bytes - 1]))
            bytes--;
        ck_assert_msg(question->words[end - 1].end == bytes,
                      "\"%s\": part %zu ends at byte %u, not %zu", text, from,
                      question->words[end - 1].end, bytes);
        begin = end;
        part = bar ? bar + 1 : NULL;
    }
    ck_assert_uint_eq(begin, question->word_count);
    t2sed_question_free(question);
}
END_TEST

START_TEST(cuts_what_is_too_long)
{
    enum { WORDS = 5000 };
    static const char *words[WORDS];
    t2sed_question *question = NULL;
    size_t at = 0, parts = 0;
    for (size_t i = 0; i < WORDS; i++)
        words[i] = i < 1000 && i % 150 == 149 ? "," : _i ? "?" : "w";
    ck_assert_int_eq(t2sed_question_new_words(&question, words, WORDS, NULL),
                     0);
    while (at < WORDS) {
        size_t end = t2s_sentence_end(question, at);
        ck_assert_uint_gt(end, at);
        ck_assert_uint_le(end - at, T2S_SENTENCE_MAX_WORDS);
        if (parts == 0 && !_i)
            ck_assert_uint_eq(end, 150);
        at = end;
        parts++;
    }
    ck_assert_uint_eq(at, WORDS);
    t2sed_question_free(question);
}
END_TEST

int main(void)
{
    TCase *sentences = tcase_create("sentences");
    tcase_add_loop_test(sentences, parts_sentences, 0,
                        (int)(sizeof texts / sizeof texts[0]));
    tcase_add_loop_test(sentences, cuts_what_is_too_long, 0, 2);
    return t2s_test_run("sentences", &sentences, 1);
}
