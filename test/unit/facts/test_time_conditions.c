/* What queries say of time, over columns that write it in many ways; and how
 * that fits the question. */
#include "time_test.h"

#include <unistd.h>

#include "database/database.h"
#include "database_test.h"

static const char script[] =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, day TEXT, at TEXT, month TEXT,"
    " num INTEGER, ym TEXT, us TEXT, ts INTEGER, ms INTEGER, year INTEGER,"
    " stamp TEXT, begins TEXT, ends TEXT, price INTEGER);"
    "INSERT INTO t VALUES"
    " (1, '2024-03-05', '2024-03-05 10:30:00', '2024-03', 20240305, '202403',"
    "  '03/05/2024', 1709634600, 1709634600000, 2024, '2024030510',"
    "  '2024-01-01', '2024-12-31', 2020),"
    " (2, '2023-12-31', '2023-12-31 23:59:59', '2023-12', 20231231, '202312',"
    "  '12/31/2023', 1704067199, 1704067199000, 2023, '2023123123',"
    "  '2023-01-01', '2024-01-31', 15),"
    " (3, '2022-07-14', '2022-07-14 08:00:00', '2022-07', 20220714, '202207',"
    "  '07/14/2022', 1657785600, 1657785600000, 2022, '2022071408',"
    "  '2022-01-01', '2022-12-31', 999);";

static char path[64];
static t2sed_database *database;
static const t2s_value_index *values;

static void set_up(void)
{
    t2sed_database_options options = t2s_test_options(NULL);
    snprintf(path, sizeof path, "/tmp/t2sed-times-%ld.sqlite", (long)getpid());
    unlink(path);
    t2s_test_run_sql(path, script);
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_database_values(&values, database, NULL), T2SED_OK);
}

static void tear_down(void)
{
    t2sed_database_free(database);
    unlink(path);
}

/* "SELECT 1 FROM t WHERE ..." as what it says of time. */
static void print_conditions(t2s_string *out, const t2s_time_conditions *c)
{
    static const char *const parts[] = {
        "month",   "day",     "hour", "minute",  "second",
        "weekday", "quarter", "week", "yearday", "clock"};
    t2s_string_append(out, "");
    for (size_t i = 0; i < c->window_count; i++) {
        const t2s_time_window *at = &c->windows[i];
        t2s_string_append(out, out->length ? "; " : "");
        t2s_string_append(out, at->is_negated ? "not " : "");
        print_period(out, &at->window);
        t2s_string_append(out, at->loses_end ? " loses end" : "");
        t2s_string_append(out, at->is_unordered ? " unordered" : "");
        t2s_string_append(out, at->is_other_layout ? " layout" : "");
    }
    for (size_t i = 0; i < c->set_count; i++) {
        t2s_string_append_format(out, "%s%s%s", out->length ? "; " : "",
                                 c->sets[i].is_alone ? "" : "with year ",
                                 parts[c->sets[i].part]);
        print_mask(out, c->sets[i].mask);
    }
    for (size_t i = 0; i < c->span_count; i++)
        t2s_string_append_format(out, "%s%gs", out->length ? "; " : "",
                                 c->spans[i].seconds);
    t2s_string_append(out, c->subtracts_compact ? "; no days" : "");
    t2s_string_append(out, c->cuts_fields ? "; cut" : "");
    t2s_string_append(out, c->compares_text ? "; text" : "");
}

/* A query and what it says of time. */
typedef struct example {
    t2sed_sql *sql;
    t2s_query query;
    t2s_time_conditions *c;
} example;

static void open_example(example *e, const char *text, int64_t now)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    memset(e, 0, sizeof *e);
    ck_assert_msg(t2sed_sql_parse(&e->sql, text, NULL) == T2SED_OK, "%.200s",
                  text);
    ck_assert_int_eq(t2s_query_read(&e->query, e->sql, schema, NULL), T2SED_OK);
    e->c = t2s_time_conditions_new(&e->query, schema, values, now);
    ck_assert_ptr_nonnull(e->c);
}

static void close_example(example *e)
{
    t2s_free(e->c);
    t2s_query_free(&e->query);
    t2sed_sql_free(e->sql);
}

typedef struct expected {
    const char *where, *text;
} expected;

static void check_all(const expected *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        example e;
        t2s_string text = {0}, got = {0};
        t2s_string_append(&text, "SELECT id FROM t WHERE ");
        t2s_string_append(&text, cases[i].where);
        open_example(&e, text.text, T2S_TIME_NOW);
        print_conditions(&got, e.c);
        ck_assert_msg(strcmp(got.text, cases[i].text) == 0,
                      "%s\n  %s\n  and not %s", cases[i].where, got.text,
                      cases[i].text);
        close_example(&e);
        t2s_string_free(&text);
        t2s_string_free(&got);
    }
}

START_TEST(layouts_are_seen)
{
    static const struct {
        const char *name;
        t2s_time_layout layout;
        t2s_grain grain;
    } cases[] = {
        {"day", T2S_LAYOUT_ISO, T2S_GRAIN_DAY},
        {"at", T2S_LAYOUT_ISO, T2S_GRAIN_SECOND},
        {"month", T2S_LAYOUT_ISO, T2S_GRAIN_MONTH},
        {"num", T2S_LAYOUT_COMPACT, T2S_GRAIN_DAY},
        {"ym", T2S_LAYOUT_COMPACT, T2S_GRAIN_MONTH},
        {"us", T2S_LAYOUT_AMERICAN, T2S_GRAIN_DAY},
        {"ts", T2S_LAYOUT_EPOCH, T2S_GRAIN_SECOND},
        {"ms", T2S_LAYOUT_EPOCH_MS, T2S_GRAIN_SECOND},
        {"year", T2S_LAYOUT_ISO, T2S_GRAIN_YEAR},
        {"stamp", T2S_LAYOUT_COMPACT, T2S_GRAIN_HOUR},
        {"price", T2S_LAYOUT_NONE, T2S_GRAIN_NONE},
        {"id", T2S_LAYOUT_NONE, T2S_GRAIN_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_grain grain;
        int32_t column =
            t2s_schema_find_column(t2sed_database_schema(database), 0,
                                   cases[i].name, strlen(cases[i].name), NULL);
        ck_assert_msg(t2s_value_index_times(values, column, &grain) ==
                              cases[i].layout &&
                          grain == cases[i].grain,
                      "%s", cases[i].name);
    }
}
END_TEST

START_TEST(windows_are_read)
{
    static const expected cases[] = {
        {"day = '2024-03-05'", "2024-03-05..2024-03-06"},
        {"day >= '2024-03-01' AND day < '2024-04-01'",
         "2024-03-01..2024-04-01"},
        {"day BETWEEN '2024-03-01' AND '2024-03-31'", "2024-03-01..2024-04-01"},
        {"day BETWEEN '2024-03' AND '2024-04'", "2024-03-01..2024-04-01"},
        {"day > '2023-12-31' AND day <= '2024-01-31'",
         "2024-01-01..2024-02-01"},
        {"NOT (day < '2024-01-01')", "2024-01-01.."},
        {"day NOT BETWEEN '2024-01-01' AND '2024-01-31'",
         "not 2024-01-01..2024-02-01"},
        {"'2024-01-01' <= day", "2024-01-01.."},
        {"day LIKE '2023%'", "2023-01-01..2024-01-01"},
        {"day LIKE '2024-05-%'", "2024-05-01..2024-06-01"},
        {"us LIKE '%/2023'", "2023-01-01..2024-01-01"},
        {"us LIKE '03/%/2024'", "2024-03-01..2024-04-01"},
        {"us LIKE '__/__/2023'", "2023-01-01..2024-01-01"},
        {"day GLOB '2023*'", "2023-01-01..2024-01-01"},
        {"day IN ('2024-01-01', '2024-01-02', '2024-01-03')",
         "2024-01-01..2024-01-04"},
        {"ym IN ('202310', '202311', '202312')", "2023-10-01..2024-01-01"},
        {"strftime('%Y', day) = '2023'", "2023-01-01..2024-01-01"},
        {"strftime('%Y', day) = 2023", "2023-01-01..2024-01-01; text"},
        {"CAST(strftime('%Y', day) AS INTEGER) = 2023",
         "2023-01-01..2024-01-01"},
        {"strftime('%Y-%m', at) = '2024-03'", "2024-03-01..2024-04-01"},
        {"strftime('%Y-%m', at) BETWEEN '2024-01' AND '2024-03'",
         "2024-01-01..2024-04-01"},
        {"substr(day, 1, 7) = '2024-03'", "2024-03-01..2024-04-01"},
        {"substr(day, 1, 4) IN ('2022', '2023')", "2022-01-01..2024-01-01"},
        {"substr(us, 7, 4) || '-' || substr(us, 1, 2) || '-' || substr(us, 4, "
         "2) >= '2023-07-01'",
         "2023-07-01.."},
        {"substr(us, 7) = '2023' AND substr(us, 1, 2) = '06'",
         "2023-06-01..2023-07-01"},
        {"substr(us, -4) = '2023'", "2023-01-01..2024-01-01"},
        {"substr(day, 6, 2) = '03'", "month 3"},
        {"substr(at, 11, 2) = '10'", "; cut"},
        {"strftime('%Y', day) = '2023' AND strftime('%m', day) BETWEEN '04' "
         "AND '06'",
         "2023-04-01..2023-07-01"},
        {"strftime('%m', day) IN ('01', '02', '03')", "month 1 2 3"},
        {"year = 2023 OR year = 2024",
         "2023-01-01..2024-01-01; 2024-01-01..2025-01-01"},
        {"year > 2020", "2021-01-01.."},
        {"num BETWEEN 20240301 AND 20240331", "2024-03-01..2024-04-01"},
        {"num / 100 = 202403", "2024-03-01..2024-04-01"},
        {"num / 10000 = 2023", "2023-01-01..2024-01-01"},
        {"num / 100 BETWEEN 202310 AND 202403", "2023-10-01..2024-04-01"},
        {"ym BETWEEN '202301' AND '202312'", "2023-01-01..2024-01-01"},
        {"ym LIKE '2023%'", "2023-01-01..2024-01-01"},
        {"stamp BETWEEN '20240131' AND '2024020623'", "2024-01-31..2024-02-07"},
        {"substr(stamp, 1, 8) = '20240131'", "2024-01-31..2024-02-01"},
        {"ts >= unixepoch('2024-01-01') AND ts < unixepoch('2024-04-01')",
         "2024-01-01..2024-04-01"},
        {"ts BETWEEN 1704067200 AND 1711929599", "2024-01-01..2024-04-01"},
        {"ts <= unixepoch('2024-06-30')", "..2024-06-30+1 loses end"},
        {"ms >= 1709251200000 AND ms < 1711929600000",
         "2024-03-01..2024-04-01"},
        {"ms / 1000 >= strftime('%s', '2024-03-01')", "2024-03-01.."},
        {"date(ts, 'unixepoch') BETWEEN '2024-01-01' AND '2024-01-31'",
         "2024-01-01..2024-02-01"},
        {"date(ms / 1000, 'unixepoch') = '2024-03-05'",
         "2024-03-05..2024-03-06"},
        {"strftime('%Y-%m', ms / 1000, 'unixepoch') = '2024-03'",
         "2024-03-01..2024-04-01"},
        {"datetime(ts, 'unixepoch') <= '2024-03-31'", "..2024-03-31 loses end"},
        {"at <= '2024-03-31'", "..2024-03-31 loses end"},
        {"at BETWEEN '2024-03-01' AND '2024-03-31 23:59:59'",
         "2024-03-01..2024-04-01"},
        {"at = '2024-03-05'", "2024-03-05..2024-03-06 loses end"},
        {"date(at) <= '2024-03-31'", "..2024-04-01"},
        {"at > '2023-12-31'", "2023-12-31.."},
        {"day >= date('now', '-30 days')", "3023-07-28.."},
        {"day >= date('now', 'start of month', '-1 month') AND day < "
         "date('now', 'start of month')",
         "3023-07-01..3023-08-01"},
        {"strftime('%Y', day) = strftime('%Y', 'now')",
         "3023-01-01..3024-01-01"},
        {"strftime('%Y', day) = strftime('%Y', 'now') - 1",
         "3022-01-01..3023-01-01"},
        {"strftime('%Y-%m-01', day) = '2024-03-01'", "2024-03-01..2024-04-01"},
        {"strftime('%Y-01-01', day) = '2024-01-01'", "2024-01-01..2025-01-01"},
        {"date(day, 'start of month') = '2024-03-01'",
         "2024-03-01..2024-04-01"},
        {"date(day, 'start of month') > '2024-03-01'", "2024-04-01.."},
        {"date(day, 'start of month', '+1 month') = '2024-04-01'",
         "2024-03-01..2024-04-01; 2.6298e+06s"},
        {"date(day, '+1 month', 'start of month') = '2024-04-01'",
         "2024-03-01..2024-04-01"},
        {"date(day, 'start of month') = date('now', 'start of month', '-1 "
         "month')",
         "3023-07-01..3023-08-01"},
        {"date(day, 'weekday 0', '-6 days') = '2024-03-04'",
         "2024-03-04..2024-03-11"},
        {"day >= date('2024-03-05', 'weekday 0', '-13 days')", "2024-02-26.."},
        {"day >= date('2024-03-10', 'weekday 0')", "2024-03-10.."},
        {"day >= date('2024-03-10', 'weekday 1')", "2024-03-11.."},
        {"day >= date('2024-06-30', '-29 days')", "2024-06-01.."},
        {"day > date('2024-01-31', '+1 month')", "2024-03-01.."},
        {"month = '2024-03'", "2024-03-01..2024-04-01"},
        {"month BETWEEN '2023-01-01' AND '2023-12-31'",
         "2023-02-01..2024-01-01"},
        {"us > '01/01/2024'", "2024-01-02.. unordered"},
        {"us = '2024-03-05'", "2024-03-05..2024-03-06 layout"},
        {"julianday(ends) - julianday(begins) > 30", "2.592e+06s"},
        {"(julianday(ends) - julianday(begins)) * 24 > 48", "172800s"},
        {"strftime('%s', ends) - strftime('%s', begins) > 30 * 60", "1800s"},
        {"ms - ms > 60000", "60s"},
        {"num - num > 3", "0s; no days"},
        {"date(begins, '+7 days') < ends", "604800s; 604800s"},
        {"julianday('2024-06-30') - julianday(day) <= 30",
         "2024-05-31..; 2.592e+06s"},
        {"julianday(day) - julianday('2024-06-30') BETWEEN 0 AND 7",
         "2024-06-30..2024-07-08; 604800s"},
        {"strftime('%w', day) = '0'", "weekday 0"},
        {"strftime('%w', at) IN ('0', '6')", "weekday 0 6"},
        {"CAST(strftime('%w', day) AS INTEGER) BETWEEN 1 AND 5",
         "weekday 1 2 3 4 5"},
        {"strftime('%H', at) BETWEEN '08' AND '09'", "hour 8 9"},
        {"time(at) >= '20:00:00'", "clock 20 21 22 23"},
        {"substr(at, 12) >= '19:00'", "clock 19 20 21 22 23"},
        {"CASE WHEN day < '2024-01-01' THEN 1 END", "..2024-01-01"},
        {"price = 2020", ""},
        {"price > 1500", ""},
        {"id = 2024", ""},
        {"day > begins", ""},
        {"day IS NULL", ""},
    };
    check_all(cases, sizeof cases / sizeof cases[0]);
}
END_TEST

START_TEST(groups_and_units_are_read)
{
    static const struct {
        const char *sql;
        t2s_grain grain;
        bool is_cycle;
        double unit;
    } cases[] = {
        {"SELECT 1 FROM t GROUP BY strftime('%Y-%m', day)", T2S_GRAIN_MONTH,
         false, 0},
        {"SELECT substr(day, 1, 7) AS m FROM t GROUP BY m", T2S_GRAIN_MONTH,
         false, 0},
        {"SELECT date(ts, 'unixepoch') FROM t GROUP BY 1", T2S_GRAIN_DAY, false,
         0},
        {"SELECT 1 FROM t GROUP BY strftime('%m', day)", T2S_GRAIN_MONTH, true,
         0},
        {"SELECT 1 FROM t GROUP BY (strftime('%m', day) + 2) / 3",
         T2S_GRAIN_QUARTER, true, 0},
        {"SELECT 1 FROM t GROUP BY num / 100", T2S_GRAIN_MONTH, false, 0},
        {"SELECT 1 FROM t GROUP BY month", T2S_GRAIN_MONTH, false, 0},
        {"SELECT 1 FROM t GROUP BY strftime('%w', day)", T2S_GRAIN_DAY, true,
         0},
        {"SELECT avg((julianday(ends) - julianday(begins)) * 24) FROM t",
         T2S_GRAIN_NONE, false, 3600},
        {"SELECT round(avg(strftime('%s', ends) - strftime('%s', begins)) / "
         "60.0, 1) FROM t",
         T2S_GRAIN_NONE, false, 60},
        {"WITH d AS (SELECT ts - ts AS n FROM t) SELECT n / 86400.0 FROM d",
         T2S_GRAIN_NONE, false, 86400},
        {"SELECT max(ms - ms) FROM t", T2S_GRAIN_NONE, false, 0.001},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        example e;
        const t2s_time_conditions *c;
        open_example(&e, cases[i].sql, T2S_TIME_NOW);
        c = e.c;
        ck_assert_msg(c->group_count == (cases[i].grain != T2S_GRAIN_NONE) &&
                          (c->group_count == 0 ||
                           (c->groups[0].grain == cases[i].grain &&
                            c->groups[0].is_cycle == cases[i].is_cycle)) &&
                          c->selected_count == (cases[i].unit > 0) &&
                          (c->selected_count == 0 ||
                           (c->selected_units[0] > cases[i].unit * 0.99 &&
                            c->selected_units[0] < cases[i].unit * 1.01)),
                      "%s", cases[i].sql);
        close_example(&e);
    }
}
END_TEST

START_TEST(windows_fit_what_is_asked)
{
    static const struct {
        const char *question, *where;
        t2s_time_fit fit;
    } cases[] = {
        {"How many in March 2024?", "day LIKE '2024-03%'", T2S_FIT_EXACT},
        {"How many in March 2024?",
         "day >= '2024-03-01' AND day < '2024-04-01'", T2S_FIT_EXACT},
        {"How many in March 2024?", "day BETWEEN '2024-03-01' AND '2024-03-31'",
         T2S_FIT_EXACT},
        {"How many in March 2024?", "at BETWEEN '2024-03-01' AND '2024-03-31'",
         T2S_FIT_ONE_END},
        {"How many in March 2024?", "day > '2024-03-01'", T2S_FIT_ONE_END},
        {"How many in March 2024?", "year = 2024", T2S_FIT_OVERLAPS},
        {"How many in March 2024?", "ym = '202405'", T2S_FIT_YEAR},
        {"How many in March 2024?", "ym = '202305'", T2S_FIT_MISSING},
        {"How many in March 2024?", "price = 3", T2S_FIT_MISSING},
        {"Valid on 2024-03-05?",
         "begins <= '2024-03-05' AND ends >= "
         "'2024-03-05'",
         T2S_FIT_SPELLED},
        {"How many in the last 30 days?", "day >= date('now', '-30 days')",
         T2S_FIT_EXACT},
        {"How many last month?",
         "strftime('%Y-%m', day) = strftime('%Y-%m', 'now', '-1 month')",
         T2S_FIT_EXACT},
        {"How many last month?",
         "day >= date('now', 'start of month', '-1 month') AND day < "
         "date('now', 'start of month')",
         T2S_FIT_EXACT},
        {"How many in March 2024?",
         "date(day, 'start of month') = '2024-03-01'", T2S_FIT_EXACT},
        {"How many in March 2024?",
         "date(day, 'start of month') = '2024-05-01'", T2S_FIT_YEAR},
        {"How many in March 2024?", "day = '2024-03-01'", T2S_FIT_ONE_END},
        {"How many in the past year?", "day >= date('now', '-1 year')",
         T2S_FIT_EXACT},
        {"How many in the past year?",
         "strftime('%Y', day) = strftime('%Y', 'now', '-1 year')",
         T2S_FIT_OVERLAPS},
        {"How many last year?",
         "strftime('%Y', day) = strftime('%Y', 'now') - 1", T2S_FIT_EXACT},
        {"Today is 2024-06-15. How many last month?",
         "day BETWEEN '2024-05-01' AND '2024-05-31'", T2S_FIT_EXACT},
        {"Today is 2024-06-15. How many this year?", "day >= '2024-01-01'",
         T2S_FIT_EXACT},
        {"Today is 2024-06-15. How many this year?", "day >= '2022-01-01'",
         T2S_FIT_ONE_END},
        /* some days are later */
        {"Today is 2023-06-15. How many this year?", "day >= '2023-01-01'",
         T2S_FIT_ONE_END},
        {"Under way for more than 7 days on 30 June 2024?", "num < 20240623",
         T2S_FIT_SPELLED},
        {"In 2023 and 2024?", "year IN (2023, 2024)", T2S_FIT_SPELLED},
        {"Which were not serviced since July 2023?", "day < '2023-07-01'",
         T2S_FIT_EXACT},
        {"Which were not serviced since July 2023?",
         "day < '2023-07-01' OR day IS NULL", T2S_FIT_EXACT},
        {"Which were not serviced since July 2023?",
         "NOT (day >= '2023-07-01')", T2S_FIT_EXACT},
        {"Which were not serviced since July 2023?",
         "id NOT IN (SELECT num FROM t WHERE day >= '2023-07-01')",
         T2S_FIT_EXACT},
        {"Which were not serviced since July 2023?",
         "NOT EXISTS (SELECT 1 FROM t WHERE day >= '2023-07-01')",
         T2S_FIT_EXACT},
        {"Which were not serviced since July 2023?", "day >= '2023-07-01'",
         T2S_FIT_YEAR},
        {"Which were not serviced since July 2023?",
         "day >= '2023-07-01' OR day IS NULL", T2S_FIT_YEAR},
        {"Which haven't been seen after 2023?", "day < '2024-01-01'",
         T2S_FIT_EXACT},
        {"Which have no order since July 2023?", "day < '2023-07-01'",
         T2S_FIT_SPELLED},
        {"Which have no order since July 2023?",
         "id NOT IN (SELECT num FROM t WHERE day >= '2023-07-01')",
         T2S_FIT_EXACT},
        {"Which have no order since July 2023?",
         "1 GROUP BY num HAVING max(day) < '2023-07-01'", T2S_FIT_EXACT},
        {"Which were not paid before July 2024?", "day >= '2024-07-01'",
         T2S_FIT_EXACT},
        {"Which were not paid before July 2024?", "day < '2024-07-01'",
         T2S_FIT_YEAR},
        {"Which did not come before July 2024?",
         "id NOT IN (SELECT num FROM t WHERE day < '2024-07-01')",
         T2S_FIT_EXACT},
        {"Which that are not paid were sent before July 2024?",
         "day < '2024-07-01'", T2S_FIT_EXACT},
        {"Which are not paid, of those before July 2024?", "day < '2024-07-01'",
         T2S_FIT_EXACT},
        {"Which are new and not late, all since July 2024?",
         "day >= '2024-07-01'", T2S_FIT_EXACT},
        {"Which have no more than 2 since July 2024?", "day >= '2024-07-01'",
         T2S_FIT_EXACT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_question_facts *asked = ask_text(cases[i].question);
        t2s_string text = {0};
        example e;
        t2s_time_match match;
        t2s_string_append(&text, "SELECT count(*) FROM t WHERE ");
        t2s_string_append(&text, cases[i].where);
        open_example(&e, text.text, asked->times.now);
        t2s_time_match_read(&match, asked, &e.query, e.c);
        ck_assert_msg(match.asked_count > 0 &&
                          match.asked[0].fit == cases[i].fit,
                      "%s %s: %d", cases[i].question, cases[i].where,
                      (int)match.asked[0].fit);
        close_example(&e);
        t2s_question_facts_free(asked);
        t2s_string_free(&text);
    }
}
END_TEST

START_TEST(states_have_one_end)
{
    static const struct {
        const char *question, *where;
        bool is_late;
    } cases[] = {
        {"Overdue as of 2023-12-31", "day < '2023-12-31'", false},
        {"Employed as of 2023-12-31",
         "begins <= '2023-12-31' AND (ends > '2023-12-31' OR ends IS NULL)",
         false},
        {"Employed as of 2023-12-31", "day > '2020-01-01'", true},
        {"Overdue on 2023-12-31", "day < '2023-12-31'", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_question_facts *asked = ask_text(cases[i].question);
        t2s_string text = {0};
        example e;
        t2s_time_match match;
        t2s_string_append(&text, "SELECT count(*) FROM t WHERE ");
        t2s_string_append(&text, cases[i].where);
        open_example(&e, text.text, asked->times.now);
        t2s_time_match_read(&match, asked, &e.query, e.c);
        ck_assert_uint_eq(match.asked_count, 1);
        ck_assert_msg((match.asked[0].from_off < 0 ||
                       match.asked[0].from_off > 0 ||
                       match.asked[0].to_off > 0) == cases[i].is_late,
                      "%s %s: %g %g", cases[i].question, cases[i].where,
                      match.asked[0].from_off, match.asked[0].to_off);
        close_example(&e);
        t2s_question_facts_free(asked);
        t2s_string_free(&text);
    }
}
END_TEST

/* Long chains of AND, of || and of +, and names for names. */
START_TEST(hostile_queries_are_bounded)
{
    static const struct {
        const char *first, *more;
    } cases[] = {
        {"SELECT 1 FROM t WHERE day > '2024-01-01'", " AND day < '2024-01-01'"},
        {"SELECT 1 FROM t WHERE day > '2024-01-01'", " OR day < date('now')"},
        {"SELECT 1 FROM t WHERE day > substr(day, 1, 4)",
         " || substr(day, 6, 2)"},
        {"SELECT 1 FROM t WHERE julianday(day) > 1", " - julianday(day)"},
        {"SELECT 1 FROM t WHERE day IN ('2024-01-01'", ", '2024-01-02'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_string text = {0};
        example e;
        t2s_string_append(&text, cases[i].first);
        for (int k = 0; k < 300; k++)
            t2s_string_append(&text, cases[i].more);
        if (strstr(text.text, "IN ("))
            t2s_string_append(&text, ")");
        open_example(&e, text.text, T2S_TIME_NOW);
        ck_assert_uint_le(e.c->window_count, T2S_MOST_TIME_CONDITIONS);
        close_example(&e);
        t2s_string_free(&text);
    }
}
END_TEST

static t2sed_status make(void *query)
{
    t2s_time_conditions *c =
        t2s_time_conditions_new(query, NULL, NULL, T2S_TIME_NOW);
    t2s_free(c);
    return c ? T2SED_OK : T2SED_ENOMEM;
}

START_TEST(memory)
{
    t2sed_sql *sql;
    t2s_query query = {0};
    ck_assert_int_eq(
        t2sed_sql_parse(&sql, "SELECT 1 FROM t WHERE day > date('now')", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_query_read(&query, sql, NULL, NULL), T2SED_OK);
    t2s_test_every_allocation(make, &query);
    t2s_query_free(&query);
    t2sed_sql_free(sql);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("times of queries");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, layouts_are_seen);
    tcase_add_test(cases, windows_are_read);
    tcase_add_test(cases, groups_and_units_are_read);
    tcase_add_test(cases, windows_fit_what_is_asked);
    tcase_add_test(cases, states_have_one_end);
    tcase_add_test(cases, hostile_queries_are_bounded);
    tcase_add_test(cases, memory);
    return t2s_test_run("times of queries", &cases, 1);
}
