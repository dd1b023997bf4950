/* Bounds and windows: what the question asks of numbers and of the order of
 * rows, against what the query does, as features. */
#include "features_test.h"

#include <stdio.h>

static const char tables[] =
    "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES "
    "shop(id), sold_on DATE, due_on DATE, paid_on DATE, amount INTEGER, rank "
    "INTEGER, seconds REAL);";

static t2sed_schema *schema;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, tables, NULL), T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
}

static double bound(const char *name, const char *text, const char *sql)
{
    char full[64];
    snprintf(full, sizeof full, "bound.%s", name);
    return feature(&t2s_bounds_group, full, text, sql, schema, NULL);
}

static double window(const char *name, const char *text, const char *sql)
{
    char full[64];
    snprintf(full, sizeof full, "window.%s", name);
    return feature(&t2s_windows_group, full, text, sql, schema, NULL);
}

#define bound_is(text, sql, name, expected)                                    \
    ck_assert_double_eq(bound(name, text, sql), expected)
#define window_is(text, sql, name, expected)                                   \
    ck_assert_double_eq(window(name, text, sql), expected)

START_TEST(bounds_are_strict_or_not)
{
    const char *text = "Shops with at least three sales";
    const char *sql = "SELECT shop_id FROM sale GROUP BY 1 HAVING count(*) ";
    char full[128];
    static const struct {
        const char *condition, *name;
    } cases[] = {{">= 3", "matched"}, {"> 2", "matched"},   {"> 3", "strict"},
                 {">= 4", "near"},    {"<= 3", "reversed"}, {"< 3", "opposite"},
                 {"= 3", "equal"},    {">= 10", "missing"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(full, sizeof full, "%s%s", sql, cases[i].condition);
        bound_is(text, full, cases[i].name, 1);
        bound_is(text, full, "wrong", i >= 2 && i < 5 ? 1 : 0);
    }
    bound_is("Shops with several sales",
             "SELECT shop_id FROM sale GROUP BY 1 HAVING count(*) > 1",
             "matched", 1);
    bound_is("Shops that have multiple sales",
             "SELECT shop_id FROM sale GROUP BY 1 HAVING count(*) = 1",
             "matched", 0);
    bound_is("Shops that have multiple sales", "SELECT shop_id FROM sale",
             "missing", 1);
    bound_is("Shops with several reasons to close", "SELECT id FROM shop",
             "missing", 0);
    bound_is("Shops without several sales", "SELECT id FROM shop", "missing",
             0);
    bound_is("Sales over 5", "SELECT id FROM sale WHERE amount >= 5", "loose",
             1);
    bound_is("Sales over 5", "SELECT id FROM sale WHERE amount > 5", "loose",
             0);
    bound_is("Sales of 10+", "SELECT id FROM sale WHERE amount > 10", "strict",
             1);
    bound_is("Sales of 30 or less", "SELECT id FROM sale WHERE amount <= 30",
             "matched", 1);
    bound_is("Sales between 3 and 8",
             "SELECT id FROM sale WHERE amount BETWEEN 3 AND 8", "matched", 2);
    bound_is("Sales shipped within 2 weeks",
             "SELECT id FROM sale WHERE due - day <= 14", "matched", 1);
    bound_is("Sales shipped within 2 weeks",
             "SELECT id FROM sale WHERE due - day <= 21", "matched", 0);
    bound_is("Sales shipped within a week",
             "SELECT id FROM sale WHERE due - day <= 7", "matched", 1);
    bound_is("Sales of more than 2 weekly customers",
             "SELECT id FROM sale WHERE rank > 14", "matched", 0);
    bound_is("Sales rated 1 or 2", "SELECT id FROM sale WHERE rank < 2",
             "plain_strict", 1);
}
END_TEST

START_TEST(bounds_are_found_wherever_they_stand)
{
    const char *text = "How many sales were paid within 30 days?";
    bound_is(text,
             "SELECT sum(CASE WHEN julianday(paid_on) - julianday(sold_on) < "
             "30 THEN 1 END) FROM sale",
             "strict", 1);
    bound_is(text,
             "SELECT count(*) FROM sale WHERE paid_on <= date(sold_on, '+30 "
             "days')",
             "matched", 1);
    bound_is(text,
             "SELECT count(*) FROM sale WHERE sold_on >= date(paid_on, '-30 "
             "days')",
             "matched", 1);
    bound_is(text,
             "SELECT count(*) FROM sale WHERE NOT paid_on > date(sold_on, "
             "'+30 days')",
             "matched", 1);
    bound_is("Sales of more than half an hour: 30 minutes at most",
             "SELECT id FROM sale WHERE seconds <= 30 * 60", "matched", 1);
}
END_TEST

START_TEST(moments_have_no_edge)
{
    static const struct {
        const char *condition, *name;
    } cases[] = {{"sold_on < date('now', '-60 days')", "matched"},
                 {"sold_on <= date('now', '-60 days')", "matched"},
                 {"sold_on > date('now', '-60 days')", "reversed"},
                 {"date(sold_on, '+60 days') <= date('now')", "loose"},
                 {"julianday('now') - julianday(sold_on) >= 60", "loose"},
                 {"julianday(paid_on) - julianday(sold_on) >= 60", "loose"},
                 {"paid_on >= date(sold_on, '+60 days')", "loose"}};
    char full[160];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(full, sizeof full, "SELECT id FROM sale WHERE %s",
                 cases[i].condition);
        bound_is("Sales of more than 60 days ago", full, cases[i].name, 1);
    }
    bound_is("Shops of 60+ years",
             "SELECT id FROM sale WHERE (julianday('now') - "
             "julianday(sold_on)) / 365.25 > 60",
             "matched", 1);
    bound_is("Shops of 60+ years",
             "SELECT id FROM sale WHERE (julianday('now') - "
             "julianday(sold_on)) / 365.25 <= 60",
             "wrong", 1);
    bound_is("Shops of 60+ years",
             "SELECT id FROM sale WHERE CAST((julianday('now') - "
             "julianday(sold_on)) / 365.25 AS INTEGER) > 60",
             "strict", 1);
}
END_TEST

START_TEST(rows_and_places_are_counted)
{
    const char *ranked =
        "SELECT id FROM (SELECT id, row_number() OVER (ORDER BY amount DESC) "
        "AS n FROM sale) WHERE n ";
    char full[160];
    bound_is("top 3 sales", "SELECT id FROM sale ORDER BY amount DESC LIMIT 3",
             "rows_matched", 1);
    snprintf(full, sizeof full, "%s%s", ranked, "< 3");
    bound_is("top 3 sales", full, "rows_off", -1);
    snprintf(full, sizeof full, "%s%s", ranked, "<= 3");
    bound_is("the three biggest sales", full, "rows_matched", 1);
    bound_is("top three sales", "SELECT id FROM sale", "rows_missing", 1);
    bound_is("top two sales",
             "SELECT id FROM sale s WHERE (SELECT count(*) FROM sale t WHERE "
             "t.amount > s.amount) < 2",
             "rows_matched", 1);
    bound_is("top two sales",
             "SELECT id FROM sale s WHERE (SELECT count(*) FROM sale t WHERE "
             "t.amount > s.amount) <= 2",
             "rows_off", 1);
    bound_is("second highest sale",
             "SELECT id FROM sale ORDER BY amount DESC LIMIT 1 OFFSET 1",
             "place_matched", 1);
    snprintf(full, sizeof full, "%s%s", ranked, "= 1");
    bound_is("second highest sale", full, "place_off", -1);
    bound_is("the sale of the 2nd highest amount",
             "SELECT id FROM sale ORDER BY amount DESC LIMIT 1 OFFSET 1",
             "rows_asked", 0);
    bound_is("the 2nd sale by amount",
             "SELECT id FROM sale ORDER BY amount DESC LIMIT 1 OFFSET 1",
             "place_matched", 1);
    bound_is("the 2nd sale by Ada",
             "SELECT id FROM sale ORDER BY id LIMIT 1 OFFSET 1",
             "place_matched", 0);
    bound_is("the sales of the 2 highest amounts",
             "SELECT id FROM sale ORDER BY amount DESC LIMIT 2", "rows_asked",
             2);
    bound_is("highest sale",
             "SELECT id FROM sale ORDER BY amount DESC LIMIT 1 OFFSET 1",
             "place_extra", 1);
}
END_TEST

START_TEST(negations_turn_bounds_round)
{
    const char *text = "Sales that don't cost more than 30";
    bound_is(text, "SELECT id FROM sale WHERE amount <= 30", "matched", 1);
    bound_is(text, "SELECT id FROM sale WHERE amount < 30", "strict", 1);
    bound_is(text, "SELECT id FROM sale WHERE amount > 30", "opposite", 1);
    bound_is("Sales not only over 30", "SELECT id FROM sale WHERE amount > 30",
             "matched", 1);
    bound_is("Sales not paid over 30", "SELECT id FROM sale WHERE amount > 30",
             "matched", 1);
    bound_is("Sales not ranked below 3", "SELECT id FROM sale WHERE rank >= 3",
             "matched", 1);
    bound_is("Sales not ranked below 3", "SELECT id FROM sale WHERE rank > 3",
             "matched", 0);
    text = "Sales not paid within 14 days";
    bound_is(text,
             "SELECT id FROM sale WHERE paid_on IS NULL OR "
             "julianday(paid_on) - julianday(sold_on) > 14",
             "matched", 1);
    bound_is(text,
             "SELECT id FROM sale WHERE NOT julianday(paid_on) - "
             "julianday(sold_on) <= 14",
             "matched", 1);
    bound_is("Sales paid within 14 days",
             "SELECT id FROM sale WHERE julianday(paid_on) - "
             "julianday(sold_on) > 14",
             "opposite", 1);
}
END_TEST

START_TEST(both_sides_are_kept)
{
    const char *text = "How many sales are above and how many below 30?";
    bound_is(text,
             "SELECT CASE WHEN amount > 30 THEN 'a' ELSE 'b' END, count(*) "
             "FROM sale GROUP BY 1",
             "matched", 1);
    bound_is(text,
             "SELECT IIF (amount > 30, 1, 2), count(*) FROM sale GROUP BY 1",
             "matched", 1);
    bound_is(text, "SELECT amount > 30, count(*) FROM sale GROUP BY 1",
             "matched", 1);
    bound_is(text, "SELECT count(*) FROM sale WHERE amount > 30", "reversed",
             1);
    text = "What share of the sales is below 30?";
    bound_is(text, "SELECT 1 - avg(amount >= 30) FROM sale", "matched", 1);
    bound_is(text, "SELECT avg(amount >= 30) FROM sale", "opposite", 1);
}
END_TEST

START_TEST(units_are_no_exponents)
{
    const char *text = "Sales paid within 30 minutes";
    bound_is(text,
             "SELECT id FROM sale WHERE paid_on <= datetime(sold_on, '+30 "
             "minutes')",
             "matched", 1);
    bound_is(text,
             "SELECT id FROM sale WHERE paid_on < datetime(sold_on, '+30 "
             "minutes')",
             "strict", 1);
}
END_TEST

START_TEST(negations_turn_columns_round)
{
    const char *text = "Sales that were paid no later than due";
    const char *sql = "SELECT id FROM sale WHERE paid_on <= due_on";
    bound_is("Sales that were not paid late", sql, "pairs_loose", 0);
    bound_is("Sales that were paid late", sql, "pairs_loose", 1);
    bound_is(text, sql, "pairs_loose", 0);
    text = "Sales with a rank no bigger than the amount";
    bound_is(text, "SELECT id FROM sale WHERE rank <= amount", "pairs_agree",
             1);
    bound_is(text, "SELECT id FROM sale WHERE rank > amount", "pairs_agree",
             -1);
    bound_is(text, "SELECT id FROM sale WHERE rank < amount", "pairs_strict",
             1);
    text = "Shops that never had a rank larger than the amount";
    bound_is(
        text,
        "SELECT shop_id FROM sale GROUP BY 1 HAVING sum(rank > amount) = 0",
        "pairs_agree", 0);
    bound_is("Sales not paid before they were due",
             "SELECT id FROM sale WHERE paid_on >= due_on", "pairs_agree", 0);
}
END_TEST

START_TEST(columns_are_compared_as_asked)
{
    const char *text = "Sales paid after they were due";
    bound_is(text, "SELECT id FROM sale WHERE paid_on > due_on", "pairs_agree",
             1);
    bound_is(text, "SELECT id FROM sale WHERE due_on > paid_on", "pairs_agree",
             -1);
    bound_is(text, "SELECT id FROM sale WHERE paid_on >= due_on", "pairs_loose",
             1);
    bound_is("late sales", "SELECT id FROM sale WHERE paid_on >= due_on",
             "pairs_loose", 1);
    bound_is("Sales paid no later than due",
             "SELECT id FROM sale WHERE paid_on < due_on", "pairs_strict", 1);
}
END_TEST

START_TEST(quarters_begin_with_1)
{
    const char *text = "Sales per quarter";
    bound_is(text,
             "SELECT (strftime('%m', sold_on) + 2) / 3, count(*) FROM sale "
             "GROUP BY 1",
             "quarters", 1);
    bound_is(text,
             "SELECT (CAST(substr(sold_on, 6, 2) AS INTEGER) - 1) / 3 + 1, "
             "count(*) FROM sale GROUP BY 1",
             "quarters", 1);
    bound_is(text,
             "SELECT strftime('%m', sold_on) / 3 + 1, count(*) FROM sale "
             "GROUP BY 1",
             "quarters", -1);
}
END_TEST

START_TEST(rows_before_and_behind)
{
    const char *text = "Amount of each sale and the change from the previous";
    window_is(text,
              "SELECT amount - lag(amount) OVER (ORDER BY sold_on) FROM sale",
              "look_agrees", 1);
    window_is(text,
              "SELECT amount - lag(amount) OVER (ORDER BY sold_on) FROM sale",
              "change", 1);
    window_is(text,
              "SELECT amount - lead(amount) OVER (ORDER BY sold_on) FROM sale",
              "look_agrees", -1);
    window_is(text,
              "SELECT amount - lead(amount) OVER (ORDER BY sold_on DESC) FROM "
              "sale",
              "look_agrees", 1);
    window_is(text,
              "SELECT prev - amount FROM (SELECT amount, lag(amount) OVER "
              "(ORDER BY sold_on) AS prev FROM sale)",
              "change", -1);
    window_is("Days until the next sale",
              "SELECT (SELECT min(b.sold_on) FROM sale b WHERE b.sold_on > "
              "a.sold_on) FROM sale a",
              "look_agrees", 1);
    window_is(text,
              "SELECT lag(amount) OVER (PARTITION BY shop_id ORDER BY sold_on) "
              "FROM sale",
              "look_whole", 0);
}
END_TEST

START_TEST(totals_run)
{
    const char *text = "Running total of sales by day";
    window_is(text, "SELECT sum(amount) OVER (ORDER BY sold_on) FROM sale",
              "running", 1);
    window_is(text, "SELECT sum(amount) OVER (ORDER BY sold_on DESC) FROM sale",
              "running", -1);
    window_is(text, "SELECT sum(amount) OVER (PARTITION BY sold_on) FROM sale",
              "running", -1);
    window_is(text,
              "SELECT sum(amount) OVER (ORDER BY sold_on ROWS BETWEEN 1 "
              "PRECEDING AND CURRENT ROW) FROM sale",
              "running", -1);
    window_is(text,
              "SELECT (SELECT sum(b.amount) FROM sale b WHERE b.sold_on <= "
              "a.sold_on) FROM sale a",
              "running", 1);
    window_is(text,
              "SELECT (SELECT sum(b.amount) FROM sale b WHERE b.sold_on < "
              "a.sold_on) FROM sale a",
              "running", -1);
    window_is(text,
              "WITH d AS (SELECT sold_on, sum(amount) AS n FROM sale GROUP BY "
              "sold_on) SELECT sum(n) OVER (PARTITION BY sold_on) FROM d",
              "single", 1);
    window_is("7-day moving average",
              "SELECT avg(amount) OVER (ORDER BY sold_on ROWS BETWEEN 6 "
              "PRECEDING AND CURRENT ROW) FROM sale",
              "moving", 1);
    window_is("7-day moving average",
              "SELECT avg(amount) OVER w FROM sale WINDOW w AS (ORDER BY "
              "sold_on ROWS 7 PRECEDING)",
              "moving_off", 1);
}
END_TEST

START_TEST(ties_and_groups)
{
    const char *text = "The biggest sale of each shop, ties included";
    const char *one = "SELECT id FROM sale ORDER BY amount DESC LIMIT 1";
    const char *each =
        "SELECT id FROM sale s WHERE amount = (SELECT max(amount) FROM sale t "
        "WHERE t.shop_id = s.shop_id)";
    window_is(text, one, "ties", -1);
    window_is(text, one, "per_group", -1);
    window_is(text, each, "ties", 1);
    window_is(text, each, "per_group", 1);
    window_is("The biggest sale, ties by id", one, "ties", 1);
    window_is("Rank the sales of each shop",
              "SELECT rank() OVER (PARTITION BY shop_id ORDER BY amount DESC) "
              "FROM sale",
              "partition_each", 1);
    window_is("Rank the sales of each shop",
              "SELECT rank() OVER (PARTITION BY sold_on ORDER BY amount DESC) "
              "FROM sale",
              "partition_each", -1);
}
END_TEST

START_TEST(ends_are_those_of_the_scale)
{
    window_is("The oldest sale", "SELECT min(sold_on) FROM sale", "end_agrees",
              1);
    window_is("The oldest sale",
              "SELECT id FROM sale ORDER BY sold_on DESC LIMIT 1",
              "end_differs", 1);
    window_is("The latest sale",
              "SELECT id FROM sale a WHERE NOT EXISTS (SELECT 1 FROM sale b "
              "WHERE b.sold_on > a.sold_on)",
              "end_agrees", 1);
    window_is("The fastest sale", "SELECT min(seconds) FROM sale", "end_agrees",
              1);
    window_is("The slowest sale", "SELECT min(seconds) FROM sale",
              "end_differs", 1);
    window_is("The best rank", "SELECT min(rank) FROM sale", "end_agrees", 1);
    window_is("Amounts, highest first",
              "SELECT amount FROM sale ORDER BY amount", "sort_differs", 1);
    window_is("Shops in alphabetical order",
              "SELECT name FROM shop ORDER BY name DESC", "sort_differs", 1);
    window_is("Shops in alphabetical order",
              "SELECT name FROM shop ORDER BY name", "sort_agrees", 1);
    window_is("How many sales?", "SELECT max(amount) FROM sale", "end_unasked",
              1);
}
END_TEST

START_TEST(conditions_stand_before_or_behind)
{
    const char *text = "The latest sale of each shop above 5";
    window_is(text,
              "SELECT id FROM (SELECT id, amount, row_number() OVER (PARTITION "
              "BY shop_id ORDER BY sold_on DESC) AS n FROM sale) WHERE n = 1 "
              "AND amount > 5",
              "after_rank", 1);
    window_is(text,
              "SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY "
              "shop_id ORDER BY sold_on DESC) AS n FROM sale WHERE amount > 5) "
              "WHERE n = 1",
              "before", 1);
}
END_TEST

static t2sed_status fill_once(void *payload)
{
    float values[T2S_MOST_OF_GROUP];
    const char *sql = "SELECT amount - lag(amount) OVER (ORDER BY sold_on) "
                      "FROM sale WHERE amount > 3 LIMIT 3";
    t2sed_status status = gather(values, &t2s_bounds_group,
                                 "top 3 sales over 3", sql, payload, NULL);
    return status == T2SED_OK ? gather(values, &t2s_windows_group,
                                       "the previous sale", sql, payload, NULL)
                              : status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(fill_once, schema);
}
END_TEST

START_TEST(without_a_schema_and_with_odd_queries)
{
    static const char *const odd[] = {
        "SELECT 1",
        "VALUES (1)",
        "SELECT 1 LIMIT -1",
        "SELECT rank() OVER w FROM sale",
        "SELECT lag(x) OVER (ORDER BY 9) - 1 FROM sale WHERE 3 < 4 / 0",
        "SELECT a FROM (SELECT 1 AS a) WHERE a BETWEEN a - 1 AND a",
        ("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE "
         "n < 5) SELECT max(n) FROM r ORDER BY 7")};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        feature(&t2s_bounds_group, "bound.wrong", "top 3 over", odd[i], NULL,
                NULL);
        feature(&t2s_windows_group, "window.wrong", "per the oldest second",
                odd[i], NULL, NULL);
        feature(&t2s_windows_group, "window.wrong", "x", odd[i], schema, NULL);
    }
    check_table(&t2s_bounds_group, "bound.");
    check_table(&t2s_windows_group, "window.");
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("bounds"), tcase_create("windows")};
    tcase_add_test(cases[0], bounds_are_strict_or_not);
    tcase_add_test(cases[0], bounds_are_found_wherever_they_stand);
    tcase_add_test(cases[0], moments_have_no_edge);
    tcase_add_test(cases[0], rows_and_places_are_counted);
    tcase_add_test(cases[0], negations_turn_bounds_round);
    tcase_add_test(cases[0], both_sides_are_kept);
    tcase_add_test(cases[0], units_are_no_exponents);
    tcase_add_test(cases[0], negations_turn_columns_round);
    tcase_add_test(cases[0], columns_are_compared_as_asked);
    tcase_add_test(cases[0], quarters_begin_with_1);
    tcase_add_test(cases[1], rows_before_and_behind);
    tcase_add_test(cases[1], totals_run);
    tcase_add_test(cases[1], ties_and_groups);
    tcase_add_test(cases[1], ends_are_those_of_the_scale);
    tcase_add_test(cases[1], conditions_stand_before_or_behind);
    tcase_add_test(cases[1], every_allocation_may_fail);
    tcase_add_test(cases[1], without_a_schema_and_with_odd_queries);
    for (int i = 0; i < 2; i++)
        tcase_add_checked_fixture(cases[i], set_up, tear_down);
    return t2s_test_run("order", cases, 2);
}
