/* Windows relative to today, of questions and of queries. */
#include "t2s_test.h"

#include "database_test.h"
#include "features_test.h"

static const char ddl[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, joined_on DATE,"
    " last_seen_on DATE, valid_until DATE);"
    "CREATE TABLE invoice (id INTEGER PRIMARY KEY, issued_on DATE,"
    " due_on DATE, paid_on DATE, invoiced_on DATE);"
    "CREATE TABLE signup (id INTEGER PRIMARY KEY, at DATETIME,"
    " confirmed_at DATETIME);";

static t2sed_schema *schema;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
}

static double today(const char *name, const char *text, const char *sql)
{
    return feature(&t2s_today_group, name, text, sql, schema, NULL);
}

#define SEEN    "SELECT name FROM customer WHERE last_seen_on "
#define JOINED  "SELECT name FROM customer WHERE joined_on "
#define VALID   "SELECT name FROM customer WHERE valid_until "
#define ISSUED  "SELECT id FROM invoice WHERE issued_on "
#define SIGNUPS "SELECT count(*) FROM signup WHERE "
#define DUE     "SELECT id FROM invoice WHERE paid_on IS NULL AND "

START_TEST(windows)
{
    static const char unseen[] = "who has not been seen for 90 days";
    static const char old[] = "who joined more than a year ago";
    static const char signups[] = "how many signups today";
    static const char overdue[] = "list overdue invoices";
    static const char upcoming[] = "list the upcoming invoices";
    static const char past[] = "list past invoices";
    static const char valid[] = "whose card is still valid";
    static const char ending[] = "whose card ends by the end of the year";
    static const char expired[] = "whose card is no longer valid";
    static const char month[] = "who joined last month";
    static const struct {
        const char *text, *sql;
        double fit;
    } cases[] = {
        {unseen, SEEN "< date('now', '-90 days')", 3},
        {unseen,
         "SELECT name FROM customer WHERE julianday('now') - "
         "julianday(last_seen_on) > 90",
         3},
        {unseen, SEEN ">= date('now', '-90 days')", 1},
        {unseen, SEEN "< date('now', '-9 days')", 2},
        {unseen, SEEN "< date('now')", 2},
        {unseen, SEEN "IS NULL", 0},
        {upcoming, ISSUED "> date('now')", 3},
        {upcoming, ISSUED "< date('now')", 1},
        {past, ISSUED "< date('now')", 3},
        {past, ISSUED ">= date('now')", 1},
        {"list future invoices", ISSUED "< date('now')", 1},
        {"list the future value", ISSUED "< date('now')", -1},
        /* a state may be elsewhere, or have fixed dates */
        {upcoming, ISSUED "IS NULL", -1},
        {upcoming, ISSUED "> '2024-01-01'", -1},
        {valid, VALID ">= date('now')", 3},
        {valid, VALID "< date('now')", 1},
        {expired, VALID "< date('now')", 3},
        {expired, VALID ">= date('now')", 1},
        {"with expired cards", VALID ">= date('now')", 1},
        {valid, JOINED "< date('now', '-1 year')", -1},
        {ending, VALID "< date('now', 'start of year', '+1 year')", 3},
        {ending,
         VALID ">= date('now') AND valid_until < "
               "date('now', 'start of year', '+1 year')",
         3},
        {ending, VALID "< date('now', 'start of month', '+1 month')", 2},
        {ending, VALID "< '2027-01-01'", 3},
        {ending, VALID ">= date('now') AND valid_until < '2027-01-01'", 3},
        {ending, VALID "< '2027-03-07'", 2},
        {ending, VALID "> '2027-01-01'", 1},
        {ending, VALID "> date('now', 'start of year', '+1 year')", 1},
        {old, JOINED "< date('now', '-1 year')", 3},
        {old, JOINED "< date('now', '-365 days')", 3},
        {old, JOINED "> date('now', '-1 year')", 1},
        {old, JOINED "< date('now', '-1 month')", 2},
        {old, JOINED "< date('now', 'start of year')", 2},
        {old, JOINED "< '2023-01-01'", 2},
        {signups, SIGNUPS "date(at) = date('now')", 3},
        {signups, SIGNUPS "date(at) = date('now', '-1 day')", 1},
        {signups, SIGNUPS "at >= date('now', '-7 days')", 2},
        {signups, SIGNUPS "at >= datetime('now', '-1 day')", 2},
        {signups, SIGNUPS "id > 3", 0},
        {overdue, DUE "due_on < date('now')", 3},
        {overdue, DUE "due_on > date('now')", 1},
        {overdue, DUE "due_on < date('now', '-30 days')", 2},
        {month,
         JOINED ">= date('now', 'start of month', '-1 month') AND joined_on < "
                "date('now', 'start of month')",
         3},
        {month, JOINED ">= date('now', '-30 days')", 1},
        {"who is open today", JOINED "< date('now')", -1},
        {"who joined in 2023", JOINED "< date('now')", -1},
        {"who joined a year ago", JOINED "< date('now')", -1},
        {"who has been here for 90 days", JOINED "< date('now')", -1},
        {"today is 2024-06-01. who joined today", JOINED "< date('now')", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double fit = today("today.fit", cases[i].text, cases[i].sql);
        ck_assert_msg(fit == cases[i].fit, "%s, %s: %g", cases[i].text,
                      cases[i].sql, fit);
    }
    check_table(&t2s_today_group, "today.");
}
END_TEST

START_TEST(faults)
{
    static const char month[] = "who joined last month";
    ck_assert(today("today.kind_differs", month,
                    JOINED ">= date('now', '-30 days')") == 1);
    ck_assert(today("today.kind_differs", month,
                    JOINED ">= date('now', 'start of month')") == 0);
    ck_assert(today("today.fixed", month, JOINED ">= '2024-05-01'") == 1);
    ck_assert(today("today.fixed", month, JOINED ">= date('now')") == 0);
    ck_assert(today("today.begin_differs", "who joined in the last 7 days",
                    JOINED ">= date('now', '-70 days')") == 1);
    ck_assert(today("today.begin_off", "who joined in the last 7 days",
                    JOINED ">= date('now', '-70 days')") < -4);
    ck_assert(today("today.end_differs", "who joined in the last 7 days",
                    JOINED ">= date('now', '-7 days')") == 0);
}
END_TEST

START_TEST(columns)
{
    static const char old[] = "who joined more than a year ago";
    ck_assert(
        today("today.column_fit", old, JOINED "< date('now', '-1 year')") == 1);
    ck_assert(today("today.column_fit", old, SEEN "< date('now', '-1 year')") ==
              -1);
    /* "invoices" is of the table. */
    ck_assert(today("today.column_fit", "invoices issued last week",
                    DUE "invoiced_on < date('now')") == -1);
    ck_assert(today("today.column_fit", "list overdue invoices",
                    DUE "due_on < date('now')") == 1);
    ck_assert(today("today.column_fit", "list overdue invoices",
                    DUE "issued_on < date('now')") == -1);
    ck_assert(today("today.column_first", "signups today",
                    SIGNUPS "date(at) = date('now')") == 1);
    ck_assert(today("today.column_first", "signups today",
                    SIGNUPS "date(confirmed_at) = date('now')") == -1);
    ck_assert_double_nan(feature(&t2s_today_group, "today.column_fit", old,
                                 JOINED "< date('now')", NULL, NULL));
    ck_assert(feature(&t2s_today_group, "today.fit", old,
                      JOINED "< date('now', '-1 year')", NULL, NULL) == 3);
}
END_TEST

static t2sed_status gather_once(void *payload)
{
    float out[T2S_MOST_OF_GROUP];
    (void)payload;
    return gather(out, &t2s_today_group, "who joined more than a year ago",
                  JOINED "< date('now', '-1 year')", schema, NULL);
}

START_TEST(memory)
{
    t2s_test_every_allocation(gather_once, NULL);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("today");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, windows);
    tcase_add_test(cases, faults);
    tcase_add_test(cases, columns);
    tcase_add_test(cases, memory);
    return t2s_test_run("evidence of today", &cases, 1);
}
