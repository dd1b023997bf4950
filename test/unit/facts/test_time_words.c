/* The time expressions of questions: all forms of them, and what looks like
 * one. */
#include "time_test.h"

/* An expression as "window 2024-01-01..2025-01-01", "grain month"... */
static void print_expression(t2s_string *out, const t2s_time_expression *at)
{
    static const char *const grains[] = {
        "",      "second",  "minute",    "hour", "day",   "week",
        "month", "quarter", "half-year", "year", "decade"};
    static const char *const kinds[] = {"window", "today", "months", "weekdays",
                                        "hours",  "per",   "length", "in"};
    if (out->length)
        t2s_string_append(out, "; ");
    t2s_string_append_format(out, "%s",
                             at->is_relative ? "relative" : kinds[at->kind]);
    if (at->kind == T2S_TIME_WINDOW || at->kind == T2S_TIME_TODAY) {
        t2s_string_append(out, " ");
        print_period(out, &at->window);
    } else if (at->kind == T2S_TIME_HOURS) {
        t2s_string_append_format(out, " %d..%d", (int)at->window.from / 60,
                                 (int)at->window.to / 60);
    } else if (at->mask) {
        print_mask(out, at->mask);
    } else if (at->kind == T2S_TIME_DURATION) {
        t2s_string_append_format(out, " %g %s",
                                 at->seconds / t2s_grain_seconds(at->grain),
                                 grains[at->grain]);
    } else {
        t2s_string_append_format(out, " %s%s", at->is_cycle ? "cycle " : "",
                                 grains[at->grain]);
    }
}

START_TEST(expressions_are_found)
{
    static const struct {
        const char *question, *expected;
    } cases[] = {
        {"Orders of 31 Dec 2023", "window 2023-12-31..2024-01-01"},
        {"Orders on March 5th, 2024", "window 2024-03-05..2024-03-06"},
        {"Orders on 3/5/2024", "window 2024-03-05..2024-03-06"},
        {"Orders on 2024/3/5 and 5.3.2024", "window 2024-03-05..2024-03-06"},
        {"Orders on the 5th of March 2024", "window 2024-03-05..2024-03-06"},
        {"Orders on 20240305", "window 2024-03-05..2024-03-06"},
        {"Orders at 2024-03-05 14:30",
         "window 2024-03-05+52200..2024-03-05+52260"},
        {"Comments of 7/19/2010 7:39:08 PM",
         "window 2010-07-19+70748..2010-07-19+70749"},
        {"Orders in 2023", "window 2023-01-01..2024-01-01"},
        {"Orders in January 2024", "window 2024-01-01..2024-02-01"},
        {"Orders in Jan", "months 1"},
        {"Orders Jan to Mar 2024", "window 2024-01-01..2024-04-01"},
        {"Orders Oct to Dec", "months 10 11 12"},
        {"Orders March to May 2024", "window 2024-03-01..2024-06-01"},
        {"It may be a march to the station", ""},
        {"Orders in 03/2024", "window 2024-03-01..2024-04-01"},
        {"Orders in 3/2024", "window 2024-03-01..2024-04-01"},
        {"Orders on 15/3/24", "window 2024-03-15..2024-03-16"},
        {"Orders on 15.3.24", "window 2024-03-15..2024-03-16"},
        {"Orders on 15.3.2024", "window 2024-03-15..2024-03-16"},
        {"Orders of version 1.3.24", ""},
        {"Orders with a ratio of 3/4", ""},
        {"Orders in Mar '24", "window 2024-03-01..2024-04-01"},
        {"Orders in Q2 '24", "window 2024-04-01..2024-07-01"},
        {"Orders in late March 2024", ""},
        {"Orders after June", "months 7 8 9 10 11 12"},
        {"Orders before April", "months 1 2 3"},
        {"Songs of the 1990s", "window 1990-01-01..2000-01-01"},
        {"Orders of Q2 2024", "window 2024-04-01..2024-07-01"},
        {"Orders of 2024 Q1", "window 2024-01-01..2024-04-01"},
        {"second quarter of 2023 and the first half of 2024",
         "window 2023-04-01..2023-07-01; window 2024-01-01..2024-07-01"},
        {"Sales of H2 2023", "window 2023-07-01..2024-01-01"},
        {"Orders of week 12 of 2024", "window 2024-03-18..2024-03-25"},
        {"first ten days of June 2024", "window 2024-06-01..2024-06-11"},
        {"orders in the last week of May 2024",
         "window 2024-05-25..2024-06-01"},
        {"Orders between March and May 2024", "window 2024-03-01..2024-06-01"},
        {"Orders from 2019 to 2021", "window 2019-01-01..2022-01-01"},
        {"Orders from 25 Jan until 6 Feb 2024",
         "window 2024-01-25..2024-02-07"},
        {"January to June 2024", "window 2024-01-01..2024-07-01"},
        {"2019-2021", "window 2019-01-01..2022-01-01"},
        {"From December to February 2024", "window 2023-12-01..2024-03-01"},
        {"Orders since 2020", "window 2020-01-01.."},
        {"Orders before 2015", "window ..2015-01-01"},
        {"Orders after June 2023", "window 2023-07-01.."},
        {"Orders until 30 June 2024 inclusive", "window ..2024-07-01"},
        {"Orders by the end of 2023", "window ..2024-01-01"},
        {"Orders up to and including 2024-06-30", "window ..2024-07-01"},
        {"Orders on or after 2024-01-15", "window 2024-01-15.."},
        {"Orders in or after 2005", "window 2005-01-01.."},
        {"Orders no later than 2024-01-15", "window ..2024-01-16"},
        {"Orders later than 2015", "window 2016-01-01.."},
        {"Orders prior to March 2024", "window ..2024-03-01"},
        {"Orders of 2023 or later", "window 2023-01-01.."},
        {"Orders from 2024-05-01 on", "window 2024-05-01.."},
        {"Orders at the end of March 2024", "window 2024-03-31..2024-04-01"},
        {"Sales of March and April 2024",
         "window 2024-03-01..2024-04-01; window 2024-04-01..2024-05-01"},
        {"What did we sell last month?", "relative 3023-07-01..3023-08-01"},
        {"Sales of last year (2023)", "window 2023-01-01..2024-01-01"},
        {"Due next quarter, i.e. Q1 2025", "window 2025-01-01..2025-04-01"},
        {"Due next quarter (January to March 2025)",
         "window 2025-01-01..2025-04-01"},
        {"Sales of last year vs 2023",
         "relative 3022-01-01..3023-01-01; window 2023-01-01..2024-01-01"},
        {"Sales of last year (2023 members only)",
         "relative 3022-01-01..3023-01-01; window 2023-01-01..2024-01-01"},
        {"Sales of this year", "relative 3023-01-01..3024-01-01"},
        {"Sales ytd", "relative 3023-01-01..3024-01-01"},
        {"Due by the end of the month", "relative ..3023-09-01"},
        {"Due before the end of next year", "relative ..3025-01-01"},
        {"Due by the end of the month of May 2024",
         "window 2024-05-31..2024-06-01"},
        {"At the end of the month", ""},
        {"By the end of the race", ""},
        {"Sales of the past 30 days", "relative 3023-07-28..3023-08-28"},
        {"Sales of the last 12 months", "relative 3022-08-27..3023-08-28"},
        {"Sales of the past year", "relative 3022-08-27..3023-08-28"},
        {"Sales of the past 1.5 years", "relative 3022-02-27..3023-08-28"},
        {"Sales of the next 0.5 years", "relative 3023-08-27..3024-02-28"},
        {"Sales of the last 1.5 months", "length 1.5 month"},
        {"Sales of the past 1.1 years", "length 1.1 year"},
        {"Sales of the first 1.5 years of the 1990s",
         "window 1990-01-01..1991-07-01"},
        {"Sales of the first 2.5 weeks of 2024",
         "length 2.5 week; window 2024-01-01..2025-01-01"},
        {"Sales of the last year", "relative 3022-01-01..3023-01-01"},
        {"Orders shipped today", "relative 3023-08-27..3023-08-28"},
        {"How many guests were there today?",
         "relative 3023-08-27..3023-08-28"},
        {"What are today's sales?", "relative 3023-08-27..3023-08-28"},
        {"Which clerks are employed today?", ""},
        {"Who is alive today?", ""},
        {"What was sold up to today?", ""},
        {"Sales of the next 2 weeks", "relative 3023-08-27..3023-09-11"},
        {"Sales of yesterday", "relative 3023-08-26..3023-08-27"},
        {"Today is 2024-06-15. Sales of the last 7 days?",
         "today 2024-06-15..2024-06-16; relative 2024-06-08..2024-06-16"},
        {"Who is overdue as of today (2024-06-30)?",
         "today 2024-06-30..2024-07-01"},
        {"Sales of the previous year, the date today is 15 June 2024",
         "relative 2023-01-01..2024-01-01; today 2024-06-15..2024-06-16"},
        {"Sales of the 30 days up to and including 30 June 2024",
         "window 2024-06-01..2024-07-01"},
        {"Sales of the 12 months to June 2024",
         "window 2023-07-01..2024-07-01"},
        {"Entries within the last 7 days before 31 May 2024",
         "window 2024-05-24..2024-05-31"},
        {"Trips on Sundays", "weekdays 0"},
        {"Trips on weekends", "weekdays 0 6"},
        {"Trips on weekdays", "weekdays 1 2 3 4 5"},
        {"Trips from Monday to Friday", "weekdays 1 2 3 4 5"},
        {"Trips on Saturday or Sunday", "weekdays 0 6"},
        {"Trips between 8 and 10 am", "hours 480..600"},
        {"Trips after 8 pm", "hours 1200..1440"},
        {"Trips from 06:30 to 09:00", "hours 390..540"},
        {"Trips at 19:00 or later", "hours 1140..1440"},
        {"Trips between midnight and 6 am", "hours 0..360"},
        {"Trips at 3 o'clock", "hours 180..240"},
        {"Trips at 3 o", "hours 180..240"}, /* the last word */
        {"Trips at 10:30:", "hours 630..631"},
        {"Revenue per month", "per month"},
        {"Monthly revenue by year", "per month; per year"},
        {"Sales each week, daily, for each quarter",
         "per week; per day; per quarter"},
        {"year-over-year growth", "per year"},
        {"Trips by hour of day", "per cycle hour"},
        {"busiest day of the week", "per cycle day"},
        {"busiest weekday", "per cycle day"},
        {"Tickets that waited more than 30 days", "length 30 day"},
        {"Tickets answered within 48 hours, older than 6 months",
         "length 48 hour; length 6 month"},
        {"tickets of two weeks", "length 2 week"},
        {"average length in minutes", "in minute"},
        {"How many days between order and delivery?", "in day"},
        {"Students of 2023/24", ""},
        {"Games of the 2015-2016 season", ""},
        {"Cards expiring in the next 3 months after 2024-06-30",
         "window 2024-07-01..2024-10-01"},
        {"Cards expiring in the first 2 weeks after 30 June 2024",
         "window 2024-07-01..2024-07-15"},
        {"Riders of 3 yrs", "length 3 year"},
        {"Total stay in hrs", "in hour"},
        {"Cards issued in the last 3 mths before 1 July 2024",
         "window 2024-04-01..2024-07-01"},
        {"Cards issued in the last 3 months before 1 July 2024",
         "window 2024-04-01..2024-07-01"},
        {"Students born in the 90s", "window 1990-01-01..2000-01-01"},
        {"Students born before the '80s", "window ..1980-01-01"},
        {"Houses built in the nineties", "window 1990-01-01..2000-01-01"},
        {"Days with temperatures in the 90s", ""},
        {"Students scored in the 80s", ""},
        {"Students born in the 20s", ""},
        {"Students in their thirties", ""},
        {"year refers to YEAR(birthday) BETWEEN '1987' AND '1992'",
         "window 1987-01-01..1993-01-01"},
        {"Show months like 2023-07; dates are written as 12/31/2023", ""},
        {"How many have more than 2000 customers?", ""},
        {"Products over 2000 dollars", ""},
        {"The match \"1994 FIFA World Cup qualification\"", ""},
        {"Times are seconds since 1970", ""},
        {"Which song may have the march?", ""},
        {"weekday number with 0 = Sunday", "per cycle day"},
        {"Compare each month of 2024 with the month before (January against "
         "December 2023)",
         "per month; window 2024-01-01..2025-01-01"},
        {"the last day of something, more than in the previous month", ""},
        {"on 31.02.2024", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_question_facts *facts = ask_text(cases[i].question);
        t2s_string got = {0};
        t2s_string_append(&got, "");
        for (size_t k = 0; k < facts->times.list.count; k++)
            print_expression(&got, &facts->times.list.at[k]);
        ck_assert_msg(strcmp(got.text, cases[i].expected) == 0,
                      "%s\n  %s\n  and not %s", cases[i].question, got.text,
                      cases[i].expected);
        t2s_string_free(&got);
        t2s_question_facts_free(facts);
    }
}
END_TEST

START_TEST(places_are_bytes_of_the_question)
{
    const char *text = "Orders between March and May 2024, per month";
    t2s_question_facts *facts = ask_text(text);
    const t2s_time_expression *at = facts->times.list.at;
    ck_assert_uint_eq(facts->times.list.count, 2);
    ck_assert(strncmp(text + at->place.begin, "between March and May 2024",
                      at->place.end - at->place.begin) == 0);
    ck_assert(strncmp(text + at[1].place.begin, "per month",
                      at[1].place.end - at[1].place.begin) == 0);
    t2s_question_facts_free(facts);
}
END_TEST

/* Long texts of what begins expressions. */
START_TEST(hostile_questions_are_bounded)
{
    static const char *const pieces[] = {
        "2024-",      "between ",    "from 2020 to ",   "last 3 ", "may ",
        "monday to ", "2024-01-01 ", "the end of the ", "1/1/",    "per ",
        "12:"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        t2s_string text = {0};
        t2s_question_facts *facts;
        while (text.length < 4000)
            t2s_string_append(&text, pieces[i]);
        facts = ask_text(text.text);
        ck_assert_uint_le(facts->times.list.count, T2S_MOST_TIMES);
        t2s_question_facts_free(facts);
        t2s_string_free(&text);
    }
}
END_TEST

static t2sed_status make(void *unused)
{
    t2sed_question *question;
    t2s_question_facts *made;
    t2sed_status status = t2sed_question_new(
        &question, "per month since March 2024, on Sundays, in minutes", NULL);
    (void)unused;
    if (status != T2SED_OK)
        return status;
    status = t2s_question_facts_new(&made, question, NULL, NULL, NULL);
    t2sed_question_free(question);
    if (status == T2SED_OK)
        t2s_question_facts_free(made);
    return status;
}

START_TEST(memory)
{
    t2s_test_every_allocation(make, NULL);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("times of questions");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, expressions_are_found);
    tcase_add_test(cases, places_are_bytes_of_the_question);
    tcase_add_test(cases, hostile_questions_are_bounded);
    tcase_add_test(cases, memory);
    return t2s_test_run("times of questions", &cases, 1);
}
