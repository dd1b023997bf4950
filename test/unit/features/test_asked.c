/* What a question asks to see: names, parts of a list, keys that divide it. */
#include "t2s_test.h"

#include "features_test.h"

static t2sed_schema *schema;

static void set_up(void)
{
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(
            &schema,
            "CREATE TABLE fund (fund_id INT PRIMARY KEY, fund_name TEXT);"
            "CREATE TABLE property (property_id INT PRIMARY KEY, title TEXT,"
            " city TEXT, fund_id INT REFERENCES fund(fund_id));"
            "CREATE TABLE lease (lease_id INT PRIMARY KEY, rent REAL,"
            " property_id INT REFERENCES property(property_id));"
            "CREATE TABLE visit (visit_id INT PRIMARY KEY, rating INT,"
            " minutes INT, lease_id INT REFERENCES lease(lease_id));"
            "CREATE TABLE note (note_id INT PRIMARY KEY, rating INT,"
            " visit_id INT REFERENCES visit(visit_id));"
            "CREATE TABLE viewer (viewer_id INT PRIMARY KEY, full_name TEXT,"
            " fund_id INT REFERENCES fund(fund_id));",
            NULL),
        T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
}

typedef struct asked_case {
    const char *name, *question, *sql;
    double value;
} asked_case;

static void check(const asked_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double value =
            feature(&t2s_implied_group, cases[i].name, cases[i].question,
                    cases[i].sql, schema, NULL);
        ck_assert_msg(fabs(value - cases[i].value) < 1e-5, "%s, %s, %s: %g",
                      cases[i].name, cases[i].question, cases[i].sql, value);
    }
}

#define CHECK(cases) check(cases, sizeof cases / sizeof cases[0])

START_TEST(names_are_asked_for)
{
    static const asked_case cases[] = {
        {"implied.shown_keys_alone", "Which fund is in Rome?",
         "SELECT fund_id FROM property WHERE city = 'Rome'", 1},
        {"implied.shown_keys_named", "Which fund is in Rome?",
         "SELECT fund_id FROM property WHERE city = 'Rome'", 1},
        {"implied.shown_keys_by_name", "Which fund is in Rome?",
         "SELECT fund_id FROM property WHERE city = 'Rome'", 0},
        {"implied.shown_keys_by_name", "names of the funds",
         "SELECT fund_id FROM fund", 1},
        /* The name stands beside it. */
        {"implied.shown_keys", "names of the funds",
         "SELECT fund_id, fund_name FROM fund", 1},
        {"implied.shown_keys_alone", "names of the funds",
         "SELECT fund_id, fund_name FROM fund", 0},
        /* The key is asked for, or is of rows without names. */
        {"implied.shown_keys", "ids of the funds", "SELECT fund_id FROM fund",
         0},
        {"implied.shown_keys", "leases by name", "SELECT lease_id FROM lease",
         0},
        /* It is counted, or part of an expression. */
        {"implied.shown_keys", "names of the funds",
         "SELECT count(fund_id), CASE fund_id WHEN 1 THEN 2 END FROM fund", 0},
        /* A condition on a name asks for none. */
        {"implied.shown_keys_by_name", "funds whose name is Alpha",
         "SELECT fund_id FROM fund WHERE fund_name = 'Alpha'", 0},
        {"implied.shown_keys", "all funds", "SELECT * FROM fund", 0},
        {"implied.shown_keys", "all funds", "VALUES (1)", 0},
        {"implied.shown_keys_alone", "all funds",
         "SELECT f.fund_id FROM (SELECT fund_id FROM property) AS f", 1},
    };
    CHECK(cases);
}
END_TEST

#define NOTES "FROM note JOIN visit ON note.visit_id = visit.visit_id WHERE "
START_TEST(a_column_is_of_the_table_that_is_named)
{
    static const asked_case cases[] = {
        {"implied.owner_compared", "notes with a rating above 4",
         "SELECT count(*) " NOTES "visit.rating > 4", 1},
        {"implied.owner_compared", "notes with a rating above 4",
         "SELECT count(*) " NOTES "note.rating > 4", 0},
        /* Both are used, both are named, or no other table has it. */
        {"implied.owner_compared", "notes with a rating above 4",
         "SELECT note.rating " NOTES "visit.rating > 4", 0},
        {"implied.owner_compared", "notes of visits with a rating above 4",
         "SELECT count(*) " NOTES "visit.rating > 4", 0},
        {"implied.owner_compared", "notes on more than 20 minutes",
         "SELECT count(*) " NOTES "visit.minutes > 20", 0},
        {"implied.owner_aggregated", "average rating of the notes",
         "SELECT avg(visit.rating) " NOTES "1", 1},
        {"implied.owner_shown", "rating of the notes",
         "SELECT visit.rating " NOTES "1", 1},
        {"implied.owner_unnamed", "the notes", "SELECT visit.rating " NOTES "1",
         1},
        /* A key is the same wherever it is. */
        {"implied.owner_shown", "the fund of the viewers",
         "SELECT fund_id FROM property", 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(words_have_an_echo)
{
    static const asked_case cases[] = {
        /* Forms of names, past forms, what a time restricts. */
        {"implied.words_unmet", "leased properties",
         "SELECT title FROM property", 1},
        {"implied.words_unmet", "leased properties",
         "SELECT title FROM property JOIN lease USING (property_id)", 0},
        {"implied.words_unmet", "visited properties",
         "SELECT title FROM property", 1},
        {"implied.words_unmet", "longest visits in minutes and hours",
         "SELECT minutes FROM visit ORDER BY minutes DESC", 0},
        {"implied.words_unmet", "garden properties",
         "SELECT title FROM property", 1},
    };
    CHECK(cases);
}
END_TEST

START_TEST(tables_divide)
{
    static const asked_case cases[] = {
        {"implied.key_tables", "total rent by fund",
         "SELECT sum(rent) FROM lease", 1},
        {"implied.key_tables_unused", "total rent by fund",
         "SELECT sum(rent) FROM lease", 1},
        {"implied.key_tables_unused", "total rent by fund",
         "SELECT fund_id, sum(rent) FROM lease JOIN property USING "
         "(property_id) GROUP BY fund_id",
         0},
        {"implied.key_tables_unused", "total rent per property",
         "SELECT sum(rent) FROM lease GROUP BY property_id", 0},
        {"implied.key_tables", "managed by the fund",
         "SELECT title FROM property", 0},
    };
    CHECK(cases);
}
END_TEST

START_TEST(lists_are_asked_for)
{
    static const asked_case cases[] = {
        {"implied.results_missing", "number of leases and average rent by city",
         "SELECT city, count(*) FROM lease JOIN property USING (property_id) "
         "GROUP BY city",
         1},
        {"implied.results_missing", "number of leases and average rent by city",
         "SELECT city, count(*), avg(rent) FROM lease JOIN property USING "
         "(property_id) GROUP BY city",
         0},
        {"implied.results_missing", "average number of leases per city",
         "SELECT 1.0 * count(*) / 3 FROM lease", 0},
        /* Two sentences say the same. */
        {"implied.results_missing",
         "How many leases are there? Give the number of leases.",
         "SELECT count(*) FROM lease", 0},
        {"implied.results_missing",
         "the total rent, the number of leases and the average rent",
         "SELECT sum(rent), count(*) FROM lease", 1},
        {"implied.results_missing", "how many leases and how many funds",
         "VALUES (1)", 2},
    };
    CHECK(cases);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("asked");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, names_are_asked_for);
    tcase_add_test(cases, a_column_is_of_the_table_that_is_named);
    tcase_add_test(cases, words_have_an_echo);
    tcase_add_test(cases, tables_divide);
    tcase_add_test(cases, lists_are_asked_for);
    return t2s_test_run("what is asked for", &cases, 1);
}
