/* Results that are the data's doing: keys that lead nowhere, texts with blanks
 * round them. Evidence on them, and the findings. */
#include "interrupt_test.h"
#include "database_test.h"
#include "records.h"
#include "t2s_test.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "facts/result_filter.h"
#include "t2sed/finding.h"
#include "features/features.h"

/* Flights name airports with blanks before the code: no flight finds its
 * airport, but its airline. Nothing is in `gate`, whose key tells nothing. */
static const char tables[] =
    "CREATE TABLE airline (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE airport (code TEXT PRIMARY KEY, city TEXT);"
    "CREATE TABLE flight (number INT PRIMARY KEY, source TEXT, airline INT,"
    " FOREIGN KEY (source) REFERENCES airport (code),"
    " FOREIGN KEY (airline) REFERENCES airline (id));"
    "CREATE TABLE gate (code TEXT REFERENCES airport (code), letter TEXT);"
    "INSERT INTO airline VALUES (1, 'Blue'), (2, 'Red');"
    "INSERT INTO airport VALUES ('APG', 'Aberdeen '), ('AHD', ' Ashley '),"
    " ('ABI', 'Abilene');"
    "INSERT INTO flight VALUES (1, ' APG', 1), (2, ' AHD', 1), (3, NULL, 2);";

static char path[64];
static t2sed_schema *schema;
static t2sed_evidence *evidence;
static t2sed_question *question;
static float *numbers;

static void set_up(void)
{
    t2sed_database_options options;
    t2sed_database_options_init(&options, sizeof options);
    options.values_milliseconds = 60000; /* under valgrind, too */
    options.max_milliseconds = 60000;
    snprintf(path, sizeof path, "/tmp/t2sed-excuse-%ld.sqlite", (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, tables);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    options.schema = schema;
    ck_assert_int_eq(t2sed_evidence_new(&evidence,
                                        t2s_test_database_with(path, &options),
                                        NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "Which flights leave Aberdeen?", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
}

static void tear_down(void)
{
    free(numbers);
    t2sed_evidence_free(evidence);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
    unlink(path);
}

static double number(const char *name)
{
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strcmp(t2s_feature_at(i)->name, name) == 0)
            return (double)numbers[i];
    ck_abort_msg("no feature %s", name);
    return 0;
}

static t2sed_status compute(t2sed_evidence *from, const char *text)
{
    t2sed_sql *sql;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_evidence_compute(from, sql, numbers, NULL);
    t2sed_sql_free(sql);
    return status;
}

/* Whether what the query gives is set aside: then all of it is unknown, but
 * not that it runs. */
static bool is_set_aside(t2sed_evidence *from, const char *text)
{
    bool is;
    ck_assert_msg(compute(from, text) == T2SED_OK, "%s", text);
    ck_assert_msg(number("execution.failed") == 0, "%s", text);
    ck_assert(number("source.execution") == 1);
    is = number("execution.set_aside") == 1;
    for (size_t i = 0; i < t2sed_evidence_count(); i++) {
        const char *name = t2s_feature_at(i)->name;
        if (strncmp(name, "execution.", 10) != 0 ||
            strcmp(name, "execution.failed") == 0 ||
            strcmp(name, "execution.cut") == 0 ||
            strcmp(name, "execution.set_aside") == 0)
            continue;
        ck_assert_msg((bool)isnan(numbers[i]) == is, "%s: %s", text, name);
    }
    return is;
}

#define SET_ASIDE(text) ck_assert_msg(is_set_aside(evidence, text), "%s", text)
#define KEPT(text)      ck_assert_msg(!is_set_aside(evidence, text), "%s", text)

START_TEST(joins_on_dead_keys_are_set_aside)
{
    SET_ASIDE("SELECT count(*) FROM flight JOIN airport ON source = code");
    SET_ASIDE("SELECT T1.number FROM flight AS T1 JOIN airport AS T2 ON "
              "T2.code = T1.source WHERE T2.city = 'Abilene'");
    SET_ASIDE("SELECT number FROM flight, airport WHERE source = airport.code");
    SET_ASIDE("SELECT city FROM airport LEFT JOIN flight ON code = source");
    SET_ASIDE("SELECT max(number) FROM flight WHERE source IN (SELECT code "
              "FROM airport)");
    SET_ASIDE("SELECT city FROM airport WHERE code NOT IN (SELECT DISTINCT "
              "source FROM flight WHERE source IS NOT NULL)");
    SET_ASIDE("SELECT number FROM flight WHERE source = (SELECT code FROM "
              "airport WHERE city = 'Abilene')");
    SET_ASIDE("SELECT city FROM airport AS a WHERE NOT EXISTS (SELECT 1 FROM "
              "flight AS f WHERE f.source = a.code)");
    SET_ASIDE("SELECT code FROM airport EXCEPT SELECT source FROM flight");
    SET_ASIDE("SELECT source FROM flight INTERSECT SELECT code FROM airport");
    SET_ASIDE("SELECT city FROM airport WHERE code NOT IN (SELECT city FROM "
              "airport UNION SELECT source FROM flight)");
    SET_ASIDE("SELECT name FROM airline UNION SELECT city FROM flight JOIN "
              "airport ON source = code");
    SET_ASIDE("WITH f AS (SELECT source AS s FROM flight) SELECT city FROM f "
              "JOIN airport ON s = code");
    ck_assert(number("join.declared") == 1);
}
END_TEST

START_TEST(what_else_is_empty_is_the_query_s_doing)
{
    KEPT("SELECT name FROM flight JOIN airline ON airline = id");
    KEPT("SELECT name FROM flight JOIN airline ON airline = id WHERE id > 7");
    ck_assert(number("execution.empty") == 1);
    KEPT("SELECT name FROM airline WHERE id NOT IN (SELECT airline FROM "
         "flight)");
    /* No key relates these. */
    KEPT("SELECT * FROM flight JOIN airport ON number = code");
    ck_assert(number("execution.empty") == 1);
    KEPT("SELECT * FROM flight JOIN airport ON source = city");
    /* A key of an empty table says nothing. */
    KEPT("SELECT * FROM gate JOIN airport ON gate.code = airport.code");
    ck_assert(number("execution.empty") == 1);
    /* The blanks are taken off. */
    KEPT("SELECT city FROM flight JOIN airport ON trim(source) = code");
    ck_assert(number("execution.empty") == 0);
    KEPT("SELECT code FROM airport UNION SELECT source FROM flight");
    KEPT("SELECT count(*) FROM flight, airport");
    ck_assert_int_eq(
        compute(evidence, "SELECT x FROM flight JOIN airport ON source = code"),
        T2SED_OK);
    ck_assert(number("execution.failed") == 1);
    ck_assert(isnan(number("execution.set_aside")));
}
END_TEST

START_TEST(texts_with_blanks_round_them)
{
    SET_ASIDE("SELECT code FROM airport WHERE city = 'Aberdeen'");
    ck_assert(number("value.not_in_column") == 0);
    ck_assert(number("value.spelled_otherwise") == 0);
    SET_ASIDE("SELECT code FROM airport WHERE 'Aberdeen' = city");
    SET_ASIDE("SELECT code FROM airport WHERE city IN ('Paris', 'Ashley')");
    SET_ASIDE("SELECT code FROM airport WHERE city LIKE 'Ashley'");
    SET_ASIDE("SELECT count(*) FROM airport WHERE city = 'Ashley '");
    SET_ASIDE("SELECT max(code) FROM airport WHERE city = 'Ashley'");
    SET_ASIDE("SELECT number FROM flight WHERE source = 'APG'");
    /* It gives something. */
    KEPT("SELECT code FROM airport WHERE city = 'Aberdeen '");
    KEPT("SELECT code FROM airport WHERE city = 'Aberdeen' OR code = 'ABI'");
    KEPT("SELECT code FROM airport WHERE city LIKE '%Aberdeen%'");
    KEPT("SELECT count(*) FROM airport WHERE city != 'Aberdeen'");
    /* It gives nothing for another reason. */
    KEPT("SELECT code FROM airport WHERE city = 'aberdeen'");
    KEPT("SELECT code FROM airport WHERE city = 'Abilene '");
    KEPT("SELECT code FROM airport WHERE city = 'Paris'");
    KEPT("SELECT code FROM airport WHERE code = 'Aberdeen'");
    KEPT("SELECT code FROM airport WHERE city LIKE 'Aberdeen_x'");
    KEPT("SELECT code FROM airport WHERE city != 'Aberdeen' AND code = 'x'");
    KEPT("SELECT code FROM airport WHERE city NOT IN ('Ashley') AND code = 1");
    KEPT("SELECT code FROM airport WHERE lower(city) = 'Aberdeen'");
}
END_TEST

START_TEST(a_column_that_has_both_is_not_to_blame)
{
    t2s_value_index *values = NULL;
    t2s_test_run_sql(path, "INSERT INTO airport VALUES ('ABR', 'Aberdeen');");
    ck_assert_int_eq(t2s_value_index_open(
                         &values, t2s_test_database(path, schema), NULL, NULL),
                     T2SED_OK);
    ck_assert(!t2s_value_index_holds_padded(values, 3, "Aberdeen", 8));
    ck_assert(!t2s_value_index_holds_padded(values, 3, " Aberdeen", 9));
    ck_assert(t2s_value_index_holds_padded(values, 3, "Ashley", 6));
    ck_assert(t2s_value_index_holds_padded(values, 3, "\tAshley", 7));
    ck_assert(!t2s_value_index_holds_padded(values, 3, " Ashley ", 8));
    ck_assert(!t2s_value_index_holds_padded(values, 3, "  ", 2));
    ck_assert(!t2s_value_index_holds_padded(values, -1, "Ashley", 6));
    t2s_value_index_free(values);
}
END_TEST

START_TEST(another_file_is_asked_again)
{
    static const char joined[] =
        "SELECT city FROM flight JOIN airport ON source = code";
    SET_ASIDE(joined);
    t2s_test_run_sql(path, "UPDATE flight SET source = trim(source);");
    KEPT(joined);
    ck_assert(number("execution.empty") == 0);
}
END_TEST

/* A schema of its own may declare what the file has not. */
START_TEST(keys_that_the_file_lacks_live)
{
    t2sed_evidence *other = NULL;
    t2s_test_run_sql(path, "CREATE TABLE spare (x);");
    ck_assert_int_eq(
        t2sed_evidence_new(&other, t2s_test_database(path, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(other, question, NULL),
                     T2SED_OK);
    t2s_test_run_sql(path, "ALTER TABLE airport RENAME COLUMN code TO sign;");
    ck_assert(!is_set_aside(other, "SELECT city FROM airport, flight WHERE "
                                   "source = sign"));
    ck_assert_int_eq(
        compute(other, "SELECT city FROM airport, flight WHERE source = code"),
        T2SED_OK);
    ck_assert(number("execution.failed") == 1);
    t2sed_evidence_free(other);
}
END_TEST

/* A question about a key that is not answered in time leaves it alive. */
START_TEST(what_takes_long_is_unknown)
{
    static const char many[] =
        "DROP TABLE flight; DROP TABLE airport;"
        "CREATE TABLE airport (code TEXT, city TEXT);"
        "CREATE TABLE flight (number INT, source TEXT, airline INT);"
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < 20000) INSERT INTO airport SELECT i, i FROM n;"
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < 20000) INSERT INTO flight SELECT i, -i, 1 FROM n;";
    t2sed_database_options options = t2s_test_options(schema);
    t2s_execution *slow = NULL;
    bool is_dead = true;
    size_t key = 0;
    t2s_test_run_sql(path, many);
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        if (strcmp(schema->columns[schema->foreign_keys[i].from].name,
                   "source") == 0)
            key = i;
    options.max_milliseconds = 1;
    ck_assert_int_eq(
        t2s_execution_new(&slow, t2s_test_database_with(path, &options), NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_execution_key_is_dead(&is_dead, slow, key, NULL),
                     T2SED_OK);
    ck_assert(!is_dead);
    t2s_execution_free(slow);
}
END_TEST

/* The finding of that code, or NULL; *place is its text in the query. */
static const char *message_of(const char *sql, int code, char place[128],
                              const char **suggestion)
{
    static char message[512];
    t2sed_findings *findings = NULL;
    const char *found = NULL;
    ck_assert_int_eq(t2sed_findings_parse(&findings, evidence, sql, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < t2sed_findings_count(findings) && !found; i++) {
        t2sed_finding of = finding_at(findings, i);
        bool is_there = of.sql.begin != (size_t)-1;
        if (of.code != code)
            continue;
        snprintf(place, 128, "%.*s",
                 is_there ? (int)(of.sql.end - of.sql.begin) : 0,
                 is_there ? sql + of.sql.begin : "");
        snprintf(message, sizeof message, "%s", of.message);
        *suggestion = of.suggestion ? "some" : NULL;
        if (*suggestion && strcmp(of.suggestion, "'Aberdeen '") == 0)
            *suggestion = "'Aberdeen '";
        found = message;
    }
    t2sed_findings_free(findings);
    return found;
}

START_TEST(people_are_told_of_dead_keys)
{
    static const char joined[] =
        "SELECT city FROM flight JOIN airport ON source = code";
    static const char left[] =
        "SELECT city, number FROM airport LEFT JOIN flight ON code = source";
    char place[128];
    const char *suggestion;
    const char *message =
        message_of(joined, T2SED_FINDING_DEAD_KEY, place, &suggestion);
    ck_assert_str_eq(message,
                     "The foreign key flight.source references airport.code, "
                     "but the two columns have no value in common, so the join "
                     "returns no rows; some values are equal without "
                     "surrounding blanks.");
    ck_assert_str_eq(place, "source = code");
    ck_assert_ptr_null(
        message_of(joined, T2SED_FINDING_EMPTY_RESULT, place, &suggestion));
    ck_assert_ptr_null(
        message_of(left, T2SED_FINDING_NULL_IN_RESULT, place, &suggestion));
    ck_assert_ptr_nonnull(message_of(
        "SELECT city FROM airport WHERE code NOT IN (SELECT source FROM "
        "flight)",
        T2SED_FINDING_DEAD_KEY, place, &suggestion));
    ck_assert_str_eq(place, "code NOT IN (SELECT source");
    ck_assert_ptr_nonnull(
        message_of("SELECT code FROM airport EXCEPT SELECT source FROM flight",
                   T2SED_FINDING_DEAD_KEY, place, &suggestion));
    ck_assert_str_eq(place, "source");
    ck_assert_ptr_null(
        message_of("SELECT name FROM flight JOIN airline ON airline = id",
                   T2SED_FINDING_DEAD_KEY, place, &suggestion));
    t2s_test_run_sql(path, "UPDATE flight SET source = 'x' || source;");
    message = message_of(joined, T2SED_FINDING_DEAD_KEY, place, &suggestion);
    ck_assert_ptr_nonnull(message);
    ck_assert_ptr_null(strstr(message, "blanks"));
}
END_TEST

START_TEST(people_are_told_of_blanks)
{
    static const char padded[] =
        "SELECT code FROM airport WHERE city = 'Aberdeen'";
    static const char extreme[] =
        "SELECT max(code) FROM airport WHERE city = 'Aberdeen'";
    char place[128];
    const char *suggestion;
    const char *message =
        message_of(padded, T2SED_FINDING_VALUE_SPELLING, place, &suggestion);
    ck_assert_str_eq(
        message, "airport.city has no value \"Aberdeen\"; it has 'Aberdeen '.");
    ck_assert_str_eq(place, "'Aberdeen'");
    ck_assert_ptr_nonnull(suggestion);
    ck_assert_str_eq(suggestion, "'Aberdeen '");
    ck_assert_ptr_null(
        message_of(padded, T2SED_FINDING_EMPTY_RESULT, place, &suggestion));
    ck_assert_ptr_null(
        message_of(extreme, T2SED_FINDING_NULL_RESULT, place, &suggestion));
    ck_assert_ptr_null(
        message_of(extreme, T2SED_FINDING_NULL_IN_RESULT, place, &suggestion));
    ck_assert_ptr_nonnull(
        message_of("SELECT code FROM airport WHERE city = 'aberdeen'",
                   T2SED_FINDING_EMPTY_RESULT, place, &suggestion));
}
END_TEST

#if !defined(_WIN32) /* where open files do not vanish */
START_TEST(a_database_that_vanishes_is_unknown)
{
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(compute(evidence, "SELECT count(*) FROM flight JOIN "
                                       "airport ON source = code"),
                     T2SED_OK);
    ck_assert(isnan(number("execution.failed")));
    ck_assert(isnan(number("execution.set_aside")));
}
END_TEST
#endif

static t2sed_status gather(void *payload)
{
    t2sed_evidence *own = NULL;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2s_test_open(&database, path, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&own, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(own, question, NULL);
    if (status == T2SED_OK)
        status = compute(own, "SELECT city FROM airport JOIN flight ON code = "
                              "source WHERE city = 'Aberdeen'");
    t2sed_evidence_free(own);
    t2sed_database_free(database);
    return status;
}

static t2sed_status find(void *payload)
{
    t2sed_evidence *own = NULL;
    t2sed_findings *findings = NULL;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2s_test_open(&database, path, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&own, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_findings_parse(
            &findings, own,
            "SELECT city FROM airport JOIN flight ON code = source", NULL);
    t2sed_findings_free(findings);
    t2sed_evidence_free(own);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(gather, NULL);
    t2s_test_every_allocation(find, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(gather, NULL, 1);
    t2s_test_every_interrupt(find, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("excuse");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, joins_on_dead_keys_are_set_aside);
    tcase_add_test(all, what_else_is_empty_is_the_query_s_doing);
    tcase_add_test(all, texts_with_blanks_round_them);
    tcase_add_test(all, a_column_that_has_both_is_not_to_blame);
    tcase_add_test(all, another_file_is_asked_again);
    tcase_add_test(all, keys_that_the_file_lacks_live);
    tcase_add_test(all, what_takes_long_is_unknown);
    tcase_add_test(all, people_are_told_of_dead_keys);
    tcase_add_test(all, people_are_told_of_blanks);
#if !defined(_WIN32)
    tcase_add_test(all, a_database_that_vanishes_is_unknown);
#endif
    tcase_add_test(all, every_allocation);
    tcase_add_test(all, the_host_may_end_it);
    return t2s_test_run("excuse", &all, 1);
}
