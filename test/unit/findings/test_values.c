/* Findings of values that a column has not, has otherwise, or elsewhere. */
#include "database_test.h"
#include "records.h"
#include "t2s_test.h"

#include <string.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed/parts/evidence.h"

static const char tables[] =
    "CREATE TABLE airlines (uid INT, Airline TEXT, Abbreviation TEXT);"
    "CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
    "INSERT INTO supplier VALUES (1, 'Ann', 'Denmark'), (2, 'Bo', 'Germany'), "
    "(3, 'Cy', 'Greece');"
    "CREATE TABLE city (name TEXT, district TEXT, population INT);"
    "INSERT INTO airlines VALUES (1, 'JetBlue Airways', 'JetBlue');"
    "INSERT INTO city VALUES ('Arnhem', 'Gelderland', 138020);";

static char path[64];
static t2sed_schema *schema;
static t2sed_evidence *evidence;
static t2sed_findings *findings;

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-find-values-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, tables);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(path, schema), NULL),
        T2SED_OK);
    findings = NULL;
}

static void tear_down(void)
{
    t2sed_findings_free(findings);
    t2sed_evidence_free(evidence);
    t2sed_schema_free(schema);
    unlink(path);
}

/* The finding of that code, or -1. */
static int find(const char *sql, int code)
{
    t2sed_findings_free(findings);
    findings = NULL;
    ck_assert_int_eq(t2sed_findings_parse(&findings, evidence, sql, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < t2sed_findings_count(findings); i++)
        if (finding_at(findings, i).code == code)
            return (int)i;
    return -1;
}

static void check(const char *sql, int code, const char *at,
                  const char *suggestion, const char *message)
{
    int i = find(sql, code);
    t2sed_finding found;
    ck_assert_msg(i >= 0, "%s: %d is not found", sql, code);
    found = finding_at(findings, (size_t)i);
    ck_assert(found.sql.end - found.sql.begin == strlen(at) &&
              strncmp(sql + found.sql.begin, at, strlen(at)) == 0);
    ck_assert_pstr_eq(found.suggestion, suggestion);
    ck_assert_str_eq(found.message, message);
}

START_TEST(values)
{
    check("SELECT name FROM city WHERE district = 'Geeland'",
          T2SED_FINDING_VALUE_NOT_IN_COLUMN, "'Geeland'", "'Gelderland'",
          "city.district has no value \"Geeland\"; it has 'Gelderland'.");
    check("SELECT name FROM city WHERE population = 7",
          T2SED_FINDING_VALUE_NOT_IN_COLUMN, "7", NULL,
          "city.population has no value \"7\".");
    check("SELECT name FROM city WHERE district = 'gelderland'",
          T2SED_FINDING_VALUE_SPELLING, "'gelderland'", "'Gelderland'",
          "city.district has no value \"gelderland\"; it has 'Gelderland'.");
    check("SELECT uid FROM airlines WHERE abbreviation = 'JetBlue Airways'",
          T2SED_FINDING_VALUE_ELSEWHERE, "abbreviation", "Airline",
          "airlines.Abbreviation has no value \"JetBlue Airways\"; "
          "airlines.Airline has it.");
    check("SELECT uid FROM airlines WHERE airline = 'Arnhem'",
          T2SED_FINDING_VALUE_ELSEWHERE, "'Arnhem'", NULL,
          "airlines.Airline has no value \"Arnhem\"; city.name has it.");
    check("SELECT name FROM city WHERE population > 'many'",
          T2SED_FINDING_VALUE_TYPE, "'many'", NULL,
          "city.population holds numbers but is compared with the text "
          "\"many\".");
}
END_TEST

START_TEST(question)
{
    t2sed_question *asked;
    int i;
    ck_assert_int_eq(t2sed_question_new(&asked, "Cities of geeland?", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, asked, NULL),
                     T2SED_OK);
    t2sed_question_free(asked);
    i = find("SELECT name FROM city WHERE district = 'Geeland'",
             T2SED_FINDING_VALUE_NOT_IN_COLUMN);
    ck_assert_int_ge(i, 0);
    ck_assert(
        t2s_test_is_span(finding_at(findings, (size_t)i).question, 10, 17));
}
END_TEST

static void ask(const char *text, const char *knowledge)
{
    t2sed_question *asked;
    ck_assert_int_eq(t2sed_question_new(&asked, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_knowledge(asked, knowledge, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, asked, NULL),
                     T2SED_OK);
    t2sed_question_free(asked);
}

/* The suggestion of the first finding that has one, or NULL. */
static const char *suggested(const char *sql)
{
    find(sql, 0);
    for (size_t i = 0; i < t2sed_findings_count(findings); i++)
        if (finding_at(findings, i).suggestion)
            return finding_at(findings, i).suggestion;
    return NULL;
}

START_TEST(suggestions_are_right_or_absent)
{
    ask("Which suppliers are from Germany?", NULL);
    ck_assert_pstr_eq(suggested("SELECT name FROM supplier WHERE country = "
                                "'DE'"),
                      "'Germany'");
    ck_assert_pstr_eq(suggested("SELECT name FROM supplier WHERE country = "
                                "'denmark'"),
                      "'Denmark'");
    /* The query has it already; spelled in every way; in an expression. */
    ck_assert_pstr_eq(suggested("SELECT name FROM supplier WHERE country IN "
                                "('Germany', 'germany', 'GERMANY')"),
                      NULL);
    ck_assert_pstr_eq(suggested("SELECT name FROM supplier WHERE "
                                "upper(country) = 'germany'"),
                      NULL);
    /* What the knowledge names is not asked for. */
    ask("Which suppliers are left?", "Not left: those from Germany.");
    ck_assert_pstr_eq(suggested("SELECT name FROM supplier WHERE country <> "
                                "'unknown'"),
                      NULL);
    /* Part of two values: a pattern is meant. */
    ask("Which suppliers are from there?", NULL);
    ck_assert_pstr_eq(suggested("SELECT name FROM supplier WHERE country = "
                                "'G'"),
                      NULL);
}
END_TEST

START_TEST(nothing_wrong)
{
    const char *sql = "SELECT name FROM city WHERE district = 'Gelderland' "
                      "AND population > 5 AND name LIKE 'A%'";
    ck_assert_int_eq(find(sql, T2SED_FINDING_VALUE_NOT_IN_COLUMN), -1);
    ck_assert_int_eq(find(sql, T2SED_FINDING_VALUE_SPELLING), -1);
    ck_assert_int_eq(find(sql, T2SED_FINDING_VALUE_ELSEWHERE), -1);
    ck_assert_int_eq(find(sql, T2SED_FINDING_VALUE_TYPE), -1);
}
END_TEST

static t2sed_status body(void *payload)
{
    t2sed_evidence *made = NULL;
    t2sed_findings *found = NULL;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2s_test_open(&database, path, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&made, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_findings_parse(
            &found, made, "SELECT name FROM city WHERE district = 'Geeland'",
            NULL);
    t2sed_findings_free(found);
    t2sed_evidence_free(made);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(body, NULL);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("find_values");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, values);
    tcase_add_test(all, question);
    tcase_add_test(all, suggestions_are_right_or_absent);
    tcase_add_test(all, nothing_wrong);
    tcase_add_test(all, every_allocation);
    return t2s_test_run("find_values", &all, 1);
}
