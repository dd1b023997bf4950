/* Dates, periods, and the texts that stand for them. */
#include "t2s_test.h"

#include <string.h>

#include "base/calendar.h"

#define DAY T2S_DAY_SECONDS

static int64_t date(int64_t year, int month, int day)
{
    return t2s_days_of(year, month, day) * DAY;
}

START_TEST(days_and_dates_are_each_others_inverse)
{
    ck_assert_int_eq(t2s_days_of(1970, 1, 1), 0);
    ck_assert_int_eq(t2s_days_of(2000, 3, 1), 11017);
    for (int64_t at = -800000; at < 800000; at += 13) {
        int64_t year;
        int month, day;
        t2s_date_of(at, &year, &month, &day);
        ck_assert_int_eq(t2s_days_of(year, month, day), at);
        ck_assert(month >= 1 && month <= 12 && day >= 1 && day <= 31);
    }
}
END_TEST

START_TEST(periods_lie_round_times)
{
    static const struct {
        t2s_grain grain;
        int from[3], to[3];
    } cases[] = {
        {T2S_GRAIN_DAY, {2024, 5, 15}, {2024, 5, 16}},
        {T2S_GRAIN_WEEK, {2024, 5, 13}, {2024, 5, 20}},
        {T2S_GRAIN_MONTH, {2024, 5, 1}, {2024, 6, 1}},
        {T2S_GRAIN_QUARTER, {2024, 4, 1}, {2024, 7, 1}},
        {T2S_GRAIN_HALF_YEAR, {2024, 1, 1}, {2024, 7, 1}},
        {T2S_GRAIN_YEAR, {2024, 1, 1}, {2025, 1, 1}},
        {T2S_GRAIN_DECADE, {2020, 1, 1}, {2030, 1, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int *from = cases[i].from, *to = cases[i].to;
        t2s_period got =
            t2s_period_around(date(2024, 5, 15) + 4000, cases[i].grain);
        ck_assert_int_eq(got.from, date(from[0], from[1], from[2]));
        ck_assert_int_eq(got.to, date(to[0], to[1], to[2]));
    }
    ck_assert_int_eq(t2s_period_around(-1, T2S_GRAIN_HOUR).from, -3600);
    ck_assert_int_eq(t2s_time_add(date(2024, 1, 31), 1, T2S_GRAIN_MONTH),
                     date(2024, 2, 29));
    ck_assert_int_eq(t2s_time_add(date(2024, 3, 31), -13, T2S_GRAIN_MONTH),
                     date(2023, 2, 28));
    ck_assert_int_eq(t2s_time_add(T2S_TIME_LAST, 5, T2S_GRAIN_YEAR),
                     T2S_TIME_LAST);
}
END_TEST

START_TEST(texts_are_read)
{
    static const struct {
        const char *text;
        t2s_time_layout layout; /* NONE: no time */
        t2s_grain grain;
        int year, month, day, seconds;
    } cases[] = {
        {"2024", T2S_LAYOUT_ISO, T2S_GRAIN_YEAR, 2024, 1, 1, 0},
        {"2024-03", T2S_LAYOUT_ISO, T2S_GRAIN_MONTH, 2024, 3, 1, 0},
        {"2024-02-29", T2S_LAYOUT_ISO, T2S_GRAIN_DAY, 2024, 2, 29, 0},
        {"2024-02-29 12:30", T2S_LAYOUT_ISO, T2S_GRAIN_MINUTE, 2024, 2, 29,
         45000},
        {"2024-02-29T00:00:05.250Z", T2S_LAYOUT_ISO, T2S_GRAIN_SECOND, 2024, 2,
         29, 5},
        {"2024-02-29 00:00:05+02:00", T2S_LAYOUT_ISO, T2S_GRAIN_SECOND, 2024, 2,
         29, 5},
        {"202402", T2S_LAYOUT_COMPACT, T2S_GRAIN_MONTH, 2024, 2, 1, 0},
        {"20240229", T2S_LAYOUT_COMPACT, T2S_GRAIN_DAY, 2024, 2, 29, 0},
        {"2024022910", T2S_LAYOUT_COMPACT, T2S_GRAIN_HOUR, 2024, 2, 29, 36000},
        {"20240229 1030", T2S_LAYOUT_SPLIT, T2S_GRAIN_MINUTE, 2024, 2, 29,
         37800},
        {"2/29/2024", T2S_LAYOUT_AMERICAN, T2S_GRAIN_DAY, 2024, 2, 29, 0},
        {"29/02/2024", T2S_LAYOUT_EUROPEAN, T2S_GRAIN_DAY, 2024, 2, 29, 0},
        {"29.2.2024", T2S_LAYOUT_EUROPEAN, T2S_GRAIN_DAY, 2024, 2, 29, 0},
        {"2024/2/29", T2S_LAYOUT_SLASHED, T2S_GRAIN_DAY, 2024, 2, 29, 0},
        {"1709164800", T2S_LAYOUT_EPOCH, T2S_GRAIN_SECOND, 2024, 2, 29, 0},
        {"1709164800000", T2S_LAYOUT_EPOCH_MS, T2S_GRAIN_SECOND, 2024, 2, 29,
         0},
        {"2023-02-29", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"2024-13", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"2024-00", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"0123", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"20241301", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"2021/22", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"1-2-3", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"12:30:00", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"2024-02-29 ", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"99999999999999999999", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"2024-02-29 25:00", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
        {"", T2S_LAYOUT_NONE, 0, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_period at = {0, 0, T2S_GRAIN_NONE};
        t2s_time_layout layout = T2S_LAYOUT_NONE;
        bool ok =
            t2s_time_read(&at, &layout, cases[i].text, strlen(cases[i].text));
        ck_assert_msg(ok == (cases[i].layout != T2S_LAYOUT_NONE), "%s",
                      cases[i].text);
        if (!ok)
            continue;
        ck_assert_msg(
            layout == cases[i].layout && at.grain == cases[i].grain &&
                at.from == date(cases[i].year, cases[i].month, cases[i].day) +
                               cases[i].seconds &&
                at.to > at.from,
            "%s", cases[i].text);
    }
}
END_TEST

START_TEST(fields_are_bytes_of_layouts)
{
    ck_assert_uint_eq(t2s_layout_fields(T2S_LAYOUT_ISO, 0, 7), 3);
    ck_assert_uint_eq(t2s_layout_fields(T2S_LAYOUT_ISO, 10, 12), T2S_FIELD_CUT);
    ck_assert_uint_eq(t2s_layout_fields(T2S_LAYOUT_AMERICAN, 6, 99),
                      T2S_FIELD_YEAR | 56);
    ck_assert_uint_eq(t2s_layout_fields(T2S_LAYOUT_COMPACT, 4, 6),
                      T2S_FIELD_MONTH);
    ck_assert_uint_eq(t2s_layout_fields(T2S_LAYOUT_NONE, 0, 4), 0);
    for (int grain = T2S_GRAIN_SECOND; grain <= T2S_GRAIN_DAY; grain++)
        ck_assert_int_eq(t2s_fields_grain(t2s_grain_fields((t2s_grain)grain)),
                         grain);
    ck_assert_int_eq(t2s_fields_grain(T2S_FIELD_MONTH), T2S_GRAIN_NONE);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("calendar");
    tcase_add_test(tests, days_and_dates_are_each_others_inverse);
    tcase_add_test(tests, periods_lie_round_times);
    tcase_add_test(tests, texts_are_read);
    tcase_add_test(tests, fields_are_bytes_of_layouts);
    return t2s_test_run("the calendar", &tests, 1);
}
