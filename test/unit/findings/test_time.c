/* Findings about times: that each is made where it is due, and that right
 * queries are left alone. */
#include "findings_test.h"

static const char rows[] =
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT, at TEXT,"
    " num INTEGER, due INTEGER, us TEXT, began INTEGER, ended INTEGER);"
    "INSERT INTO orders VALUES"
    " (1, '2024-03-05', '2024-03-05 10:30:00', 20240305, 20240401,"
    "  '03/05/2024', 1709634600, 1709638200),"
    " (2, '2023-12-31', '2023-12-31 23:59:59', 20231231, 20240115,"
    "  '12/31/2023', 1704067199, 1704067299),"
    " (3, '2022-07-14', '2022-07-14 08:00:00', 20220714, 20220801,"
    "  '07/14/2022', 1657785600, 1657789200);"
    "CREATE TABLE patients (id INTEGER PRIMARY KEY, birth_date TEXT, woken "
    "TEXT);"
    "INSERT INTO patients VALUES (1, '1930-05-02', '06:45'),"
    " (2, '1990-01-31', '22:10');";

static t2sed_evidence *orders;

static void set_up_orders(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-times-%ld.sqlite", (long)getpid());
    unlink(path);
    t2s_test_run_sql(path, rows);
    ck_assert_int_eq(
        t2sed_evidence_new(&orders, t2s_test_database(path, NULL), NULL),
        T2SED_OK);
}

static void tear_down_orders(void)
{
    t2sed_evidence_free(orders);
    unlink(path);
}

START_TEST(times_are_compared)
{
    static const expected cases[] = {
        {"How many orders were placed in March 2024?",
         "SELECT count(*) FROM orders", "time_window_missing", "", "March 2024",
         ""},
        {"How many orders did we get last month?",
         "SELECT count(*) FROM orders", "time_window_missing", "", "last month",
         ""},
        {"How many orders came in today?", "SELECT count(*) FROM orders",
         "time_window_missing", "", "today", ""},
        {"Which orders were placed more than a year ago?",
         "SELECT id FROM orders", "time_window_missing", "",
         "more than a year ago", ""},
        {"How many orders did we get in the last 30 days?",
         "SELECT count(*) FROM orders WHERE day >= date('now', '-60 days')",
         "time_window_differs", "day >= date('now', '-60 days')",
         "last 30 days", ""},
        {"How many orders were placed in March 2024?",
         "SELECT count(*) FROM orders WHERE day BETWEEN '2024-03-01' AND "
         "'2024-03-30'",
         "time_window_differs", "day BETWEEN '2024-03-01' AND '2024-03-30'",
         "March 2024", ""},
        {"How many orders are there?",
         "SELECT count(*) FROM orders WHERE day >= '2024-01-01'",
         "time_window_unexpected", "day >= '2024-01-01'", "", ""},
        {"How many orders were placed in March 2024?",
         "SELECT count(*) FROM orders WHERE strftime('%m', day) = '03'",
         "year_missing", "strftime('%m', day) = '03'", "March 2024", ""},
        {"How many orders were placed in March 2024?",
         "SELECT count(*) FROM orders WHERE at BETWEEN '2024-03-01' AND "
         "'2024-03-31'",
         "time_end_lost", "at BETWEEN '2024-03-01' AND '2024-03-31'", "", ""},
        {"How many orders were placed on Sundays?",
         "SELECT count(*) FROM orders WHERE strftime('%w', day) = '7'",
         "wrong_weekday", "strftime('%w', day) = '7'", "Sundays", ""},
        {"How many patients were born in the 30s?",
         "SELECT count(*) FROM patients WHERE birth_date BETWEEN '1940-01-01' "
         "AND '1949-12-31'",
         "time_window_missing", "", "the 30s", ""},
        {"How many patients were born in the 1940s?",
         "SELECT count(*) FROM patients WHERE birth_date >= '1930-01-01' AND "
         "birth_date < '1940-01-01'",
         "time_window_missing", "", "the 1940s", ""},
        {"How many orders were placed in June?", "SELECT count(*) FROM orders",
         "time_window_missing", "", "June", ""},
        {"How many orders were placed in June?",
         "SELECT count(*) FROM orders WHERE strftime('%m', day) = '07'",
         "time_window_differs", "strftime('%m', day) = '07'", "June", ""},
        {"How many orders were placed in June?",
         "SELECT count(*) FROM orders WHERE day BETWEEN '2024-07-01' AND "
         "'2024-07-31'",
         "time_window_differs", "day BETWEEN '2024-07-01' AND '2024-07-31'",
         "June", ""},
        {"How many orders were placed on May 18?",
         "SELECT count(*) FROM orders WHERE day = '2024-05-08'",
         "time_window_differs", "day = '2024-05-08'", "May 18", ""},
        {"How many orders were placed on May 18?",
         "SELECT count(*) FROM orders WHERE day BETWEEN '2018-05-01' AND "
         "'2018-05-31'",
         "time_window_differs", "day BETWEEN '2018-05-01' AND '2018-05-31'",
         "May 18", ""},
        {"How many orders were placed on May 18?",
         "SELECT count(*) FROM orders WHERE day LIKE '2024-05%'",
         "time_window_differs", "day LIKE '2024-05%'", "May 18", ""},
        {"How many patients woke after 10 pm?",
         "SELECT count(*) FROM patients WHERE woken > '10:00'",
         "time_window_differs", "woken > '10:00'", "after 10 pm", ""},
        {"How many orders were placed on Saturdays?",
         "SELECT count(*) FROM orders", "time_window_missing", "", "Saturdays",
         ""},
        {"How many orders were placed per year?",
         "SELECT count(*) FROM orders GROUP BY strftime('%Y-%m', day)",
         "time_grain_differs", "strftime('%Y-%m', day)", "per year", ""},
        {"What is the average length of an order in minutes?",
         "SELECT avg(ended - began) FROM orders", "time_unit_differs", "",
         "in minutes", ""},
        {"Which orders were due more than 3 days later?",
         "SELECT id FROM orders WHERE due - num > 3", "dates_subtracted",
         "due - num", "", ""},
        {"Which orders were placed on 2024-03-05?",
         "SELECT id FROM orders WHERE us = '2024-03-05'", "date_layout",
         "us = '2024-03-05'", "", ""},
        {"Which orders were placed in the hour of 10?",
         "SELECT id FROM orders WHERE substr(at, 11, 2) = '10'", "date_layout",
         "substr(at, 11, 2)", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(orders, &cases[i]);
}
END_TEST

START_TEST(right_times_are_left_alone)
{
    static const struct {
        const char *question, *where;
    } right[] = {
        {"How many orders were placed in March 2024?",
         "strftime('%Y-%m', day) = '2024-03'"},
        {"How many orders were placed in March 2024?",
         "at >= '2024-03-01' AND at < '2024-04-01'"},
        {"How many orders were placed in June?",
         "day BETWEEN '2024-06-01' AND '2024-06-30'"},
        {"How many orders were placed on May 18?", "day = '2024-05-18'"},
        {"How many orders without a note were placed before 2020?",
         "day < '2020-01-01'"},
        {"How many orders were placed on 18 May?",
         "strftime('%m-%d', day) = '05-18'"},
        {"How many orders were placed on May 18?", "us LIKE '05/18/%'"},
        {"How many orders were placed on May 18?",
         "at >= '2024-05-18' AND at < '2024-05-19'"},
        {"How many orders were placed in the week of May 18?",
         "day BETWEEN '2024-05-13' AND '2024-05-19'"},
        {"How many orders were placed since May 18?", "day >= '2024-05-18'"},
        {"How many orders were placed in June and July?",
         "strftime('%m', day) IN ('06', '07')"},
        {"How many orders were placed after June?",
         "strftime('%m', day) > '06'"},
        {"How many orders were placed in June?", "us LIKE '06/%'"},
        {"How many orders in fiscal years that start in April?", "due > num"},
        {"How many orders were placed on Saturdays?",
         "strftime('%w', day) = '6'"},
        {"How many orders were placed in the second half of 2023?",
         "num BETWEEN 20230701 AND 20231231"},
        {"How many orders were placed since 2023?", "us LIKE '%/2023' OR us "
                                                    "LIKE '%/2024'"},
        {"How many orders were placed on weekends in 2024?",
         "strftime('%Y', day) = '2024' AND strftime('%w', day) IN ('0', '6')"},
        {"How many orders took longer than 30 minutes?",
         "(ended - began) / 60 > 30"},
        {"Today is 2024-06-30. How many orders in the last 30 days?",
         "day > date('2024-06-30', '-30 days') AND day <= '2024-06-30'"},
        {"How many orders did we get last month?",
         "day >= date('now', 'start of month', '-1 month') AND day < "
         "date('now', 'start of month')"},
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        char sql[512];
        t2sed_findings *found;
        snprintf(sql, sizeof sql, "SELECT count(*) FROM orders WHERE %s",
                 right[i].where);
        found = find_with(orders, right[i].question, sql);
        for (size_t k = 0; k < t2sed_findings_count(found); k++) {
            t2sed_finding at = {.struct_size = sizeof at};
            t2sed_findings_get(found, k, &at, NULL);
            ck_assert_msg(at.code < T2SED_FINDING_TIME_WINDOW_MISSING ||
                              at.code > T2SED_FINDING_DATE_LAYOUT ||
                              i == 9, /* each year is a part of what is asked */
                          "%s: %s", sql, at.message);
        }
        t2sed_findings_free(found);
    }
}
END_TEST

#define BORN(from, to)                                                         \
    "SELECT count(*) FROM patients WHERE birth_date > date('now', " from       \
    ") AND birth_date <= date('now', " to ")"

/* A bare number is an age beside a day of birth, and of that age alone; texts
 * as "22:10" are times of day. */
START_TEST(ages_and_clocks_are_read)
{
    static const struct {
        const char *question, *sql;
        bool is_extra; /* or another one */
    } cases[] = {
        {"How many patients over 80?",
         "SELECT count(*) FROM patients WHERE birth_date < date('now', '-80 "
         "years')",
         false},
        {"How many patients over 80?",
         "SELECT count(*) FROM patients WHERE birth_date < date('now', '-70 "
         "years')",
         true},
        {"How many patients woke after 10 pm?",
         "SELECT count(*) FROM patients WHERE woken > '22:00'", false},
        {"How many patients woke before 8:30?",
         "SELECT count(*) FROM patients WHERE woken < '08:30'", false},
        {"How many patients woke between 6 am and 9 am?",
         "SELECT count(*) FROM patients WHERE woken BETWEEN '06:00' AND "
         "'09:00'",
         false},
        {"How many orders over 80?",
         "SELECT count(*) FROM orders WHERE day < date('now', '-80 years')",
         true},
        {"How many patients aged 20 to 29?", BORN("'-30 years'", "'-20 years'"),
         false},
        {"How many patients aged 20-29?", BORN("'-30 years'", "'-20 years'"),
         false},
        {"How many patients aged 20-29?", BORN("'-31 years'", "'-20 years'"),
         true},
        {"How many patients aged 20-29?", BORN("'-30 years'", "'-21 years'"),
         true},
        {"How many patients aged 20 and 29?",
         BORN("'-30 years'", "'-20 years'"), true},
        {"How many patients in their twenties?",
         BORN("'-30 years'", "'-20 years'"), false},
        {"How many patients are in their 20s?",
         BORN("'-30 years'", "'-20 years'"), false},
        {"How many patients are in their 30s?",
         BORN("'-30 years'", "'-20 years'"), true},
        {"How many patients were treated in the 2023/24 season?",
         "SELECT count(*) FROM orders WHERE day BETWEEN '2023-08-01' AND "
         "'2024-06-30'",
         false},
        {"How many patients were treated in the 2023/24 season?",
         "SELECT count(*) FROM orders WHERE day BETWEEN '2022-08-01' AND "
         "'2023-06-30'",
         true},
        {"How many patients were treated in the 2023/24 season?",
         "SELECT count(*) FROM orders WHERE day >= '2023-08-01'", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_extra = false;
        t2sed_findings *found =
            find_with(orders, cases[i].question, cases[i].sql);
        for (size_t k = 0; k < t2sed_findings_count(found); k++) {
            t2sed_finding at = {.struct_size = sizeof at};
            t2sed_findings_get(found, k, &at, NULL);
            is_extra |= at.code == T2SED_FINDING_TIME_WINDOW_UNEXPECTED ||
                        at.code == T2SED_FINDING_TIME_WINDOW_DIFFERS;
        }
        ck_assert_msg(is_extra == cases[i].is_extra, "%s", cases[i].sql);
        t2sed_findings_free(found);
    }
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("findings about times")};
    tcase_add_checked_fixture(cases[0], set_up_orders, tear_down_orders);
    tcase_set_timeout(cases[0], 60);
    tcase_add_test(cases[0], times_are_compared);
    tcase_add_test(cases[0], right_times_are_left_alone);
    tcase_add_test(cases[0], ages_and_clocks_are_read);
    return t2s_test_run("findings about times", cases, 1);
}
