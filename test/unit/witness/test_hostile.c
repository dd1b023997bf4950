/* Schemas and queries made to do harm: bounded, "unknown" or right, and keys
 * that hold whatever they are. */
#include "base/clock.h"
#include "schema/schema.h"
#include "witness/duel.h"
#include "witness_test.h"

static void check_outcome(const char *ddl, const char *a, const char *b,
                          int outcome, const char *cause)
{
    t2sed_difference *found = compare(ddl, a, b);
    char *text = text_of(found);
    ck_assert_msg(t2sed_difference_outcome(found) == outcome, "%s\n%s", a,
                  text);
    if (cause)
        ck_assert_msg(strstr(t2sed_difference_cause(found), cause) != NULL,
                      "%s\n%s", a, text);
    t2s_free(text);
    t2sed_difference_free(found);
}

START_TEST(what_can_not_be_told_is_unknown)
{
    check_outcome("CREATE TABLE t (a INT CHECK (a > 5 AND a < 2))",
                  "SELECT a FROM t WHERE a = 1", "SELECT a FROM t",
                  T2SED_WITNESS_DIFFER, NULL); /* a may be NULL */
    check_outcome("CREATE TABLE t (a INT NOT NULL CHECK (a > 5 AND a < 2))",
                  "SELECT a FROM t WHERE a = 1", "SELECT a FROM t",
                  T2SED_WITNESS_UNKNOWN, "the table t takes");
    check_outcome(
        "CREATE TABLE p (id INTEGER PRIMARY KEY, c INT NOT NULL REFERENCES c "
        "(id) CHECK (c < 0)); CREATE TABLE c (id INTEGER PRIMARY KEY CHECK (id "
        "> 0), p INT NOT NULL REFERENCES p (id))",
        "SELECT id FROM p", "SELECT id + 1 FROM p", T2SED_WITNESS_UNKNOWN,
        NULL);
    check_outcome(shop, "SELECT nosuch FROM staff", "SELECT name FROM staff",
                  T2SED_WITNESS_UNKNOWN,
                  "the first query can't be run: no "
                  "such column: nosuch");
    check_outcome(shop, "SELECT name FROM staff", "SELECT name FROM nosuch",
                  T2SED_WITNESS_UNKNOWN, "no such table");
    check_outcome(shop, "SELECT nosuch(name) FROM staff",
                  "SELECT name FROM staff", T2SED_WITNESS_UNKNOWN,
                  "no such function");
}
END_TEST

START_TEST(queries_that_never_end_do)
{
    static const char endless[] =
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
        "SELECT sum(n) FROM r, staff";
    const double start = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    check_outcome(shop, endless, "SELECT name FROM staff",
                  T2SED_WITNESS_UNKNOWN, "the first query can't be run");
    ck_assert_msg(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start <
                      10000 * t2s_test_slowness(),
                  "too long");
}
END_TEST

/* A group of them ends as a whole. */
START_TEST(groups_that_never_end_do)
{
    enum { COUNT = 40 };
    t2sed_schema *schema = schema_of(shop);
    t2sed_witness_options options;
    t2sed_witness *witness = NULL;
    const t2sed_sql *queries[COUNT];
    t2sed_sql *endless = sql_of(
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
        "SELECT sum(n) FROM r, staff");
    t2sed_sql *plain = sql_of("SELECT name FROM staff");
    int32_t groups[COUNT];
    const double start = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < COUNT; i++)
        queries[i] = i ? endless : plain;
    t2sed_witness_options_init(&options, sizeof options);
    options.max_milliseconds = 300;
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_witness_group(groups, witness, queries, COUNT, 3, NULL),
        T2SED_OK);
    ck_assert_msg(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start <
                      3000 * t2s_test_slowness(),
                  "too long");
    ck_assert_int_eq(groups[1], -1);
    ck_assert_int_eq(groups[COUNT - 1], -1);
    t2sed_witness_free(witness);
    t2sed_sql_free(endless);
    t2sed_sql_free(plain);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(definitions_do_no_harm)
{
    /* Made again by the library, in memory: no files, no endless checks. */
    check_outcome("CREATE TABLE t (a TEXT CHECK (length(replace(hex(zeroblob("
                  "90000000)), '0', a)) > 0))",
                  "SELECT a FROM t", "SELECT a || 'x' FROM t",
                  T2SED_WITNESS_UNKNOWN, NULL);
    check_outcome("CREATE TABLE t (a INT, b INT GENERATED ALWAYS AS (a * 2), c "
                  "TEXT COLLATE NOCASE)",
                  "SELECT b FROM t", "SELECT a + a FROM t", T2SED_WITNESS_NONE,
                  NULL);
    check_outcome("CREATE TABLE t (a INT, c TEXT COLLATE NOCASE)",
                  "SELECT a FROM t WHERE c = 'X'",
                  "SELECT a FROM t WHERE lower(c) = 'x'", T2SED_WITNESS_NONE,
                  NULL);
    check_outcome("CREATE TABLE t (a INT PRIMARY KEY, b TEXT) WITHOUT ROWID; "
                  "CREATE UNIQUE INDEX i ON t (b)",
                  "SELECT count(b) FROM t", "SELECT count(DISTINCT b) FROM t",
                  T2SED_WITNESS_NONE, NULL);
    check_outcome("CREATE TABLE \"a\"\"b\" (\"x \"\"y\" INT, [select] TEXT)",
                  "SELECT \"x \"\"y\" FROM \"a\"\"b\"",
                  "SELECT \"select\" FROM \"a\"\"b\"", T2SED_WITNESS_DIFFER,
                  NULL);
    check_outcome(
        "CREATE TABLE t (a INT, c TEXT); CREATE VIEW v (x) AS SELECT a "
        "FROM t WHERE c = 'on'; CREATE VIEW w AS SELECT x AS y FROM v",
        "SELECT y FROM w WHERE y > 7",
        "SELECT a FROM t WHERE c = 'on' AND a > 7", T2SED_WITNESS_NONE, NULL);
    check_outcome(
        "CREATE TABLE t (a INT, c TEXT); CREATE VIEW v (x) AS SELECT a "
        "FROM t WHERE c = 'on'; CREATE VIEW w AS SELECT x AS y FROM v",
        "SELECT y FROM w WHERE y > 7", "SELECT a FROM t WHERE a > 7",
        T2SED_WITNESS_DIFFER, NULL);
    check_outcome("CREATE TABLE t (a INT); CREATE VIEW v AS SELECT nosuch FROM "
                  "t; CREATE VIEW w AS SELECT * FROM x",
                  "SELECT 1 FROM v", "SELECT 2 FROM t", T2SED_WITNESS_UNKNOWN,
                  NULL);
    check_outcome("CREATE TABLE t (a INT); CREATE VIEW v AS SELECT a FROM t",
                  "SELECT a FROM v WHERE a > 3", "SELECT a FROM v",
                  T2SED_WITNESS_DIFFER, NULL);
}
END_TEST

/* Rows that several CHECKs take at once are not found by chance. */
START_TEST(checks_are_met)
{
    check_outcome("CREATE TABLE s (id INTEGER PRIMARY KEY, term TEXT NOT NULL "
                  "CHECK (term "
                  "IN ('Fall', 'Spring', 'O''Term')), year INT NOT NULL CHECK "
                  "(year > 1990 "
                  "and \"year\" BETWEEN 0 AND 2100), pay REAL NOT NULL CHECK "
                  "(pay >= 29000), "
                  "kind TEXT NOT NULL CHECK (kind LIKE 'a%z'))",
                  "SELECT pay FROM s WHERE year > 2000", "SELECT pay FROM s",
                  T2SED_WITNESS_DIFFER, "year");
}
END_TEST

START_TEST(large_schemas_take_bounded_time)
{
    t2s_string ddl = {0}, wide = {0};
    const double start = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    const int tables =
        2000 / t2s_test_slowness(); /* reading them has a time limit */
    for (int i = 0; i < tables; i++)
        t2s_string_append_format(&ddl,
                                 "CREATE TABLE t%d (id INTEGER PRIMARY KEY, a "
                                 "TEXT, r INT REFERENCES "
                                 "t%d (id));",
                                 i, i / 40 * 40);
    check_outcome(ddl.text, "SELECT a FROM t41 WHERE a = 'x'",
                  "SELECT a FROM t41", T2SED_WITNESS_DIFFER, NULL);
    t2s_string_clear(&ddl);
    for (int i = 0; i < 300; i++) /* a chain that is too long */
        t2s_string_append_format(&ddl,
                                 "CREATE TABLE t%d (id INTEGER PRIMARY KEY, r "
                                 "INT NOT NULL REFERENCES t%d (id));",
                                 i, i + 1);
    check_outcome(ddl.text, "SELECT r FROM t0", "SELECT id FROM t0",
                  T2SED_WITNESS_UNKNOWN, "more than 100 tables");
    t2s_string_append(&wide, "CREATE TABLE w (id INTEGER PRIMARY KEY");
    for (int i = 0; i < 500; i++)
        t2s_string_append_format(&wide, ", c%d TEXT NOT NULL", i);
    t2s_string_append(&wide, ")");
    check_outcome(wide.text, "SELECT c7 FROM w WHERE c9 = 'a'",
                  "SELECT c7 FROM w WHERE c9 = 'A'", T2SED_WITNESS_DIFFER,
                  NULL);
    ck_assert_msg(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start <
                      20000 * t2s_test_slowness(),
                  "too long");
    t2s_string_free(&ddl);
    t2s_string_free(&wide);
}
END_TEST

/* Rows that take long to write: the time for an instance ends them all. */
START_TEST(costly_rows_take_bounded_time)
{
    t2s_string ddl = {0};
    t2sed_schema *schema;
    t2sed_sql *queries[2] = {sql_of("SELECT b FROM t WHERE a > 1"),
                             sql_of("SELECT b FROM t WHERE a >= 1")};
    t2sed_witness *witness = NULL;
    int32_t groups[2];
    double start;
    t2s_string_append(&ddl, "CREATE TABLE t (a INT, b TEXT");
    for (int i = 0; i < 200; i++)
        t2s_string_append_format(
            &ddl, ", g%d TEXT AS (hex(zeroblob(490000))) STORED", i);
    t2s_string_append(&ddl, ")");
    schema = schema_of(ddl.text);
    ck_assert_int_eq(t2sed_witness_new(&witness, schema, NULL, NULL), T2SED_OK);
    start = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    ck_assert_int_eq(t2sed_witness_group(groups, witness,
                                         (const t2sed_sql *const *)queries, 2,
                                         16, NULL),
                     T2SED_OK);
    ck_assert_int_eq(groups[0], -1);
    ck_assert_int_eq(groups[1], -1);
    ck_assert_msg(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start <
                      3000 * t2s_test_slowness(),
                  "too long");
    t2sed_witness_free(witness);
    for (int i = 0; i < 2; i++)
        t2sed_sql_free(queries[i]);
    t2sed_schema_free(schema);
    t2s_string_free(&ddl);
}
END_TEST

START_TEST(large_queries_take_bounded_time)
{
    t2sed_difference *found;
    t2s_string text = {0};
    const double start = t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    t2s_string_append(&text, "SELECT count(*) FROM staff WHERE id IN (");
    for (int i = 0; i < 60000; i++)
        t2s_string_append_format(&text, "%s%d", i ? "," : "", i);
    t2s_string_append(&text, ") AND (id + boss) IN (");
    for (int i = 0; i < 60000; i++)
        t2s_string_append_format(&text, "%s%d", i ? "," : "", i);
    t2s_string_append(&text, ")");
    found = compare(shop, text.text, "SELECT count(*) FROM staff");
    ck_assert_int_ne(t2sed_difference_outcome(found), T2SED_WITNESS_NONE);
    t2sed_difference_free(found);
    ck_assert_msg(t2s_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start <
                      20000 * t2s_test_slowness(),
                  "too long");
    t2s_string_free(&text);
}
END_TEST

/* --- keys hold in every instance --- */

static const char keyed[] =
    "CREATE TABLE country (code TEXT PRIMARY KEY, capital INT NOT NULL "
    "REFERENCES city (id));"
    "CREATE TABLE city (id INTEGER PRIMARY KEY, country TEXT NOT NULL "
    "REFERENCES country (code), twin INT REFERENCES city (id));"
    "CREATE TABLE route (a INT, b INT, km INT, PRIMARY KEY (a, b), FOREIGN KEY "
    "(a) REFERENCES city (id), FOREIGN KEY (b) REFERENCES city (id));"
    "CREATE TABLE stop (a INT, b INT, n INT, PRIMARY KEY (a, b, n), FOREIGN "
    "KEY (a, b) REFERENCES route (a, b));"
    "CREATE TABLE boss (id INTEGER PRIMARY KEY, of INT NOT NULL REFERENCES "
    "boss "
    "(id));";

/* Asks the store itself, by a query that finds what refers to nothing. */
static void check_none(t2s_store *store, const char *text)
{
    t2sed_sql *sql = sql_of(text);
    t2s_result result = {0};
    t2s_run how;
    ck_assert_int_eq(t2s_store_run(&how, &result, store, sql, NULL, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(how, T2S_RUN_DONE);
    ck_assert_msg(result.rows == 0, "%zu rows: %s", result.rows, text);
    t2s_result_free(&result);
    t2sed_sql_free(sql);
}

START_TEST(keys_hold)
{
    static const char *const dangling[] = {
        "SELECT * FROM country WHERE capital NOT IN (SELECT id FROM city)",
        "SELECT * FROM city WHERE country NOT IN (SELECT code FROM country)",
        "SELECT * FROM city WHERE twin NOT IN (SELECT id FROM city)",
        "SELECT * FROM route WHERE a NOT IN (SELECT id FROM city)",
        ("SELECT * FROM stop s WHERE a IS NOT NULL AND b IS NOT NULL AND NOT "
         "EXISTS (SELECT 1 FROM route r WHERE r.a = s.a AND r.b = s.b)"),
        "SELECT * FROM boss WHERE of NOT IN (SELECT id FROM boss)"};
    t2sed_schema *schema = schema_of(keyed);
    t2sed_sql *sql =
        sql_of("SELECT 1 FROM country, city, route, stop, boss WHERE km > 5");
    t2s_query query = {0};
    const t2s_query *queries[1] = {&query};
    t2s_plan plan = {0};
    t2s_store *store = NULL;
    size_t filled[5] = {0};
    ck_assert_int_eq(t2s_query_read(&query, sql, schema, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_plan_make(&plan, schema, queries, 1, NULL, 0, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(plan.tables.count, 5);
    ck_assert_int_eq(t2s_store_open(&store, schema, NULL), T2SED_OK);
    for (int32_t i = 0; i < 5; i++) {
        bool is_made = false;
        ck_assert_int_eq(t2s_store_make(&is_made, store, i, NULL), T2SED_OK);
        ck_assert(is_made);
    }
    for (uint64_t seed = 0; seed < 40; seed++) {
        t2s_recipe recipe = {
            .seed = seed, .queries = 1, .rows = 6, .focus = -1};
        t2s_instance instance = {0};
        recipe.is_plain = seed % 2 == 0;
        recipe.has_ties = seed % 3 == 0;
        ck_assert_int_eq(
            t2s_instance_fill(&instance, &plan, store, &recipe, NULL),
            T2SED_OK);
        for (size_t i = 0; i < 5; i++)
            filled[i] += instance.tables[i].count;
        for (size_t i = 0; i < sizeof dangling / sizeof *dangling; i++)
            check_none(store, dangling[i]);
        t2s_instance_free(&instance);
    }
    for (size_t i = 0; i < 5; i++)
        ck_assert_msg(filled[i] >= 40, "table %zu has %zu rows", i, filled[i]);
    t2s_plan_free(&plan);
    t2s_query_free(&query);
    t2s_store_close(store);
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(schemas_without_definitions_have_their_keys)
{
    static const char json[] =
        "[{\"db_id\": \"x\", \"table_names_original\": [\"a\", \"b\"], "
        "\"column_names_original\": [[-1, \"*\"], [0, \"id\"], [0, \"name\"], "
        "[1, \"a_id\"], [1, \"day\"]], \"column_types\": [\"text\", "
        "\"number\", "
        "\"text\", \"number\", \"time\"], \"primary_keys\": [1], "
        "\"foreign_keys\": [[3, 1]]}]";
    t2sed_schemas *schemas = NULL;
    t2sed_difference *found;
    ck_assert_int_eq(
        t2s_schemas_parse(&schemas, json, sizeof json - 1, "test", NULL),
        T2SED_OK);
    found = compare_with(schemas->list.at[0],
                         "SELECT count(*) FROM b WHERE day > '2020-01-01'",
                         "SELECT count(*) FROM b JOIN a ON a.id = b.a_id WHERE "
                         "day >= '2020-01-01'",
                         NULL);
    ck_assert_int_eq(t2sed_difference_outcome(found), T2SED_WITNESS_DIFFER);
    t2sed_difference_free(found);
    found =
        compare_with(schemas->list.at[0], "SELECT count(DISTINCT id) FROM a",
                     "SELECT count(*) FROM a", NULL);
    ck_assert_int_eq(t2sed_difference_outcome(found), T2SED_WITNESS_NONE);
    t2sed_difference_free(found);
    t2sed_schemas_free(schemas);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("hostile");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, what_can_not_be_told_is_unknown);
    tcase_add_test(all, queries_that_never_end_do);
    tcase_add_test(all, groups_that_never_end_do);
    tcase_add_test(all, definitions_do_no_harm);
    tcase_add_test(all, checks_are_met);
    tcase_add_test(all, large_schemas_take_bounded_time);
    tcase_add_test(all, costly_rows_take_bounded_time);
    tcase_add_test(all, large_queries_take_bounded_time);
    tcase_add_test(all, keys_hold);
    tcase_add_test(all, schemas_without_definitions_have_their_keys);
    return t2s_test_run("hostile", &all, 1);
}
