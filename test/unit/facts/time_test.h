/* time_test.h - times in words, as the tests expect them. */
#ifndef TIME_TEST_H
#define TIME_TEST_H

#include <string.h>

#include "base/string.h"
#include "facts/time_match.h"
#include "query_test.h"
#include "sqlite_test.h"

static inline void print_time(t2s_string *out, int64_t at)
{
    const int64_t day = t2s_period_around(at, T2S_GRAIN_DAY).from;
    int64_t year;
    int month, date;
    if (at <= T2S_TIME_FIRST || at >= T2S_TIME_LAST)
        return;
    t2s_date_of(day / T2S_DAY_SECONDS, &year, &month, &date);
    t2s_string_append_format(out, "%04d-%02d-%02d", (int)year, month, date);
    if (at != day)
        t2s_string_append_format(out, "+%d", (int)(at - day));
}

/* "2024-03-01..2024-06-01", an open end left out. */
static inline void print_period(t2s_string *out, const t2s_period *at)
{
    print_time(out, at->from);
    t2s_string_append(out, "..");
    print_time(out, at->to);
}

static inline void print_mask(t2s_string *out, uint64_t mask)
{
    for (int i = 0; i < 64; i++)
        if (mask & 1ULL << i)
            t2s_string_append_format(out, " %d", i);
}

static inline t2s_question_facts *ask_text(const char *text)
{
    t2sed_question *question;
    t2s_question_facts *made;
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_question_facts_new(&made, question, NULL, NULL, NULL),
                     T2SED_OK);
    t2sed_question_free(question);
    return made;
}

#endif
