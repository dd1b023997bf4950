/* Findings: that each is made where it is due, with its place, and not where
 * it is not. */
#include "t2s_test.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "t2sed/finding.h"
#include "t2sed/plan.h"

static const char script[] =
    "CREATE TABLE stadium (id INTEGER PRIMARY KEY, name TEXT, city TEXT,"
    " capacity INTEGER, size TEXT);"
    "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, "
    " country TEXT, age INTEGER, song_name TEXT);"
    "CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, title TEXT,"
    " stadium_id INTEGER REFERENCES stadium(id), year INTEGER);"
    "CREATE TABLE performs (concert_id INTEGER REFERENCES concert(concert_id),"
    " singer_id INTEGER REFERENCES singer(singer_id),"
    " PRIMARY KEY (concert_id, singer_id));"
    "CREATE TABLE empty (id INTEGER PRIMARY KEY, note TEXT);"
    "CREATE TABLE lodge (lodge_id INTEGER PRIMARY KEY, 'order' TEXT,"
    " 'home stadium' INTEGER REFERENCES stadium(id));"
    "INSERT INTO stadium VALUES (1, 'Park', 'Glasgow', 500, 'big'), "
    " (2, 'Hall', 'Perth', 90, '12'), (3, 'Field', 'Perth', NULL, NULL);"
    "INSERT INTO singer VALUES (1, 'Joe', 'Netherlands', 52, 'You'), "
    " (2, 'Rose', 'France', 41, 'Sun'), (3, 'John', 'France', 41, 'Hey');"
    "INSERT INTO concert VALUES (1, 'Auditions', 1, 2014),"
    " (2, 'Week 1', 2, 2015), (3, 'Week 2', 2, 2015);"
    "INSERT INTO performs VALUES (1, 1), (2, 2), (3, 2), (3, 3);";

static char path[64];
static t2sed_schema *schema;
static t2sed_evidence *evidence, *names; /* names: without the database */

static void set_up(void)
{
    sqlite3 *db;
    snprintf(path, sizeof path, "/tmp/t2sed-findings-%ld.sqlite",
             (long)getpid());
    unlink(path);
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, script, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(t2sed_schema_open_sqlite(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_open(&evidence, schema, path, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_open(&names, schema, NULL, NULL, NULL),
                     T2SED_OK);
}

static void tear_down(void)
{
    t2sed_evidence_free(evidence);
    t2sed_evidence_free(names);
    t2sed_schema_free(schema);
    unlink(path);
}

static t2sed_findings *find_with(t2sed_evidence *from, const char *question,
                                 const char *sql)
{
    t2sed_question *asked;
    t2sed_findings *found = NULL;
    t2sed_error err;
    if (question) {
        ck_assert_int_eq(t2sed_question_new(&asked, question, NULL), T2SED_OK);
        ck_assert_int_eq(t2sed_evidence_set_question(from, asked, NULL),
                         T2SED_OK);
        t2sed_question_free(asked);
    }
    ck_assert_msg(t2sed_findings_read(&found, from, sql, &err) == T2SED_OK,
                  "%s: %s", sql, err.text);
    return found;
}

/* The place of the first finding of that name, or -1. */
static long look(const t2sed_findings *found, const char *code)
{
    for (size_t i = 0; i < t2sed_findings_count(found); i++)
        if (strcmp(t2sed_finding_code_name(t2sed_findings_code(found, i)),
                   code) == 0)
            return (long)i;
    return -1;
}

static void list(const t2sed_findings *found)
{
    for (size_t i = 0; i < t2sed_findings_count(found); i++)
        fprintf(stderr, "# %s: %s\n",
                t2sed_finding_code_name(t2sed_findings_code(found, i)),
                t2sed_findings_message(found, i));
}

/* That the query has the finding, at these words of it and of the question;
 * NULL is not looked at, "" says that there are none. */
typedef struct expected {
    const char *question, *sql, *code, *place, *asked, *suggestion;
} expected;

static void check_place(const expected *e, const char *text, ptrdiff_t begin,
                        ptrdiff_t end, const char *place)
{
    if (!place)
        return;
    if (!*place) {
        ck_assert_msg(begin == end, "%s: %s has a place", e->sql, e->code);
        return;
    }
    ck_assert_msg(begin >= 0 && (size_t)(end - begin) == strlen(place) &&
                      memcmp(text + begin, place, strlen(place)) == 0,
                  "%s: %s is at %.*s", e->sql, e->code,
                  begin < 0 ? 0 : (int)(end - begin),
                  begin < 0 ? "" : text + begin);
}

static void check(t2sed_evidence *from, const expected *e)
{
    t2sed_findings *found = find_with(from, e->question, e->sql);
    long at = look(found, e->code);
    if (at < 0)
        list(found);
    ck_assert_msg(at >= 0, "%s: no %s", e->sql, e->code);
    check_place(e, e->sql, t2sed_findings_sql_begin(found, (size_t)at),
                t2sed_findings_sql_end(found, (size_t)at), e->place);
    check_place(e, e->question,
                t2sed_findings_question_begin(found, (size_t)at),
                t2sed_findings_question_end(found, (size_t)at), e->asked);
    ck_assert_uint_gt(strlen(t2sed_findings_message(found, (size_t)at)), 5);
    if (e->suggestion)
        ck_assert_pstr_eq(t2sed_findings_suggestion(found, (size_t)at),
                          *e->suggestion ? e->suggestion : NULL);
    t2sed_findings_free(found);
}

/* That there is nothing to find. */
static void check_clean(t2sed_evidence *from, const char *question,
                        const char *sql)
{
    t2sed_findings *found = find_with(from, question, sql);
    list(found);
    ck_assert_msg(t2sed_findings_count(found) == 0, "%s: %s", sql,
                  t2sed_findings_message(found, 0));
    t2sed_findings_free(found);
}

static const char any[] = "Show it";

START_TEST(codes_are_described)
{
    for (int code = 1; code < T2SED_FINDING_CODES; code++) {
        const char *name = t2sed_finding_code_name((t2sed_finding_code)code);
        ck_assert_ptr_nonnull(name);
        ck_assert_uint_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz_"),
                          strlen(name));
        ck_assert_uint_gt(
            strlen(t2sed_finding_code_meaning((t2sed_finding_code)code)), 9);
        ck_assert_ptr_nonnull(t2sed_severity_name(
            t2sed_finding_code_severity((t2sed_finding_code)code)));
        for (int other = 1; other < code; other++)
            ck_assert_str_ne(
                name, t2sed_finding_code_name((t2sed_finding_code)other));
    }
    ck_assert_ptr_null(t2sed_finding_code_name(T2SED_FINDING_NONE));
    ck_assert_ptr_null(
        t2sed_finding_code_name((t2sed_finding_code)T2SED_FINDING_CODES));
    ck_assert_ptr_null(t2sed_finding_code_name((t2sed_finding_code)-1));
    ck_assert_ptr_null(t2sed_severity_name((t2sed_severity)0));
    ck_assert_ptr_null(t2sed_severity_name((t2sed_severity)4));
}
END_TEST

START_TEST(what_cant_run_is_an_error)
{
    static const expected cases[] = {
        {any, "SELECT name FROM singer WHERE", "syntax_error", "", "", ""},
        {any, "SELECT name, FROM singer", "syntax_error", "FROM", "", ""},
        {any, "DROP TABLE singer", "not_a_query", "DROP", "", ""},
        {any, "SELECT 1; SELECT 2", "not_a_query", "SELECT", "", ""},
        {any, " ", "not_a_query", NULL, "", ""},
        {any, "SELECT name FROM singr", "unknown_table", "singr", "", "singer"},
        {any, "SELECT name FROM nothing_like_it", "unknown_table",
         "nothing_like_it", "", ""},
        {any, "SELECT nam FROM singer", "unknown_column", "nam", "", "name"},
        {any, "SELECT T1.capacity FROM singer AS T1 JOIN stadium AS T2",
         "unknown_column", "T1.capacity", "", "T2.capacity"},
        {any, "SELECT capacity FROM singer", "unknown_column", "capacity", "",
         ""},
        {any, "SELECT ordr FROM lodge", "unknown_column", "ordr", "",
         "\"order\""},
        {any, "SELECT name FROM singer JOIN stadium", "ambiguous_column",
         "name", "", "stadium.name"},
        {any, "SELECT name FROM singer WHERE max(age) > 3", "aggregate_misused",
         "max", "", ""},
        {any, "SELECT name FROM singer UNION SELECT name, age FROM singer",
         "column_count", NULL, "", ""},
        {any,
         "SELECT name FROM singer WHERE age = (SELECT age, name FROM "
         "singer)",
         "column_count", NULL, "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check(evidence, &cases[i]);
        check(names, &cases[i]);
    }
}
END_TEST

START_TEST(all_unknown_names_are_told)
{
    t2sed_findings *found =
        find_with(evidence, any, "SELECT nam, agee, name FROM singer");
    ck_assert_uint_eq(t2sed_findings_count(found), 2);
    ck_assert_int_eq(t2sed_findings_sql_begin(found, 1), 12);
    ck_assert_str_eq(t2sed_findings_suggestion(found, 1), "age");
    ck_assert_int_eq(t2sed_findings_severity(found, 1), T2SED_SEVERITY_ERROR);
    t2sed_findings_free(found);
    found =
        find_with(names, any, "SELECT name FROM sing, stadio, sqlite_master");
    ck_assert_uint_eq(t2sed_findings_count(found), 2);
    t2sed_findings_free(found);
    check_clean(evidence, "a, b", "SELECT rowid, name FROM singer");
    check_clean(names, "a, b", "SELECT rowid, name FROM singer LIMIT 1");
}
END_TEST

START_TEST(functions_need_a_database)
{
    static const expected unknown = {
        any, "SELECT shout(name) FROM singer", "unknown_function", "shout", "",
        ""};
    check(evidence, &unknown);
    check_clean(names, any, unknown.sql);
}
END_TEST

START_TEST(results_are_looked_at)
{
    static const expected cases[] = {
        {any, "SELECT name FROM singer WHERE age > 90", "empty_result",
         "WHERE age > 90", "", ""},
        {any, "SELECT max(age) FROM singer WHERE age > 90", "null_result",
         "WHERE age > 90", "", ""},
        {any, "SELECT name, capacity FROM stadium", "null_in_result", "", "",
         ""},
        {"Who is the oldest singer?", "SELECT name FROM singer", "several_rows",
         "", "oldest", ""},
    };
    t2sed_evidence *hasty;
    t2sed_evidence_options options = T2SED_EVIDENCE_OPTIONS_INIT;
    static const expected slow = {
        any,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT count(*) FROM n",
        "too_slow",
        "",
        "",
        ""};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(evidence, &cases[i]);
    check_clean(evidence, any, "SELECT id FROM empty");
    options.max_milliseconds = 20;
    ck_assert_int_eq(t2sed_evidence_open(&hasty, schema, path, &options, NULL),
                     T2SED_OK);
    check(hasty, &slow);
    t2sed_evidence_free(hasty);
}
END_TEST

START_TEST(conditions)
{
    static const expected cases[] = {
        {any, "SELECT name FROM singer WHERE country = NULL", "null_compared",
         "country = NULL", "", ""},
        {any, "SELECT name FROM singer WHERE country LIKE 'Fra'",
         "like_without_wildcard", "'Fra'", "", ""},
        {any, "SELECT name FROM singer WHERE age = singer.age", "always_true",
         "age = singer.age", "", ""},
        {any,
         "SELECT name FROM singer WHERE (country = 'France' AND age > 3) AND "
         "country = 'Spain'",
         "contradiction", "country = 'Spain'", "", ""},
        {any, "SELECT sum(age) / count(*) FROM singer", "integer_division",
         "sum(age) / count(*)", "", ""},
        {any, "SELECT title FROM concert WHERE \"country\" = 'France'",
         "quoted_name", "\"country\"", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(names, &cases[i]);
    check_clean(names, any, "SELECT name FROM singer WHERE country LIKE 'F%'");
    check_clean(names, "France or Spain",
                "SELECT name FROM singer WHERE country = 'France' OR country = "
                "'Spain'");
}
END_TEST

START_TEST(no_conditions_of_others)
{
    t2sed_findings *found = find_with(
        names, any,
        "SELECT a.name FROM singer AS a JOIN singer AS b ON a.age = b.age "
        "WHERE a.country = 'France' AND b.country = 'Spain' AND a.age = 3");
    ck_assert_int_eq(look(found, "contradiction"), -1);
    ck_assert_int_eq(look(found, "always_true"), -1);
    t2sed_findings_free(found);
    found = find_with(names, any,
                      "SELECT name FROM singer WHERE country = 'France' AND "
                      "NOT country = 'Spain' AND age = 3.0 AND age = 3");
    ck_assert_int_eq(look(found, "contradiction"), -1);
    t2sed_findings_free(found);
}
END_TEST

START_TEST(joins)
{
    static const expected cases[] = {
        {any, "SELECT title FROM concert, singer", "missing_join", "singer", "",
         ""},
        {any,
         "SELECT T1.name FROM singer AS T1 JOIN performs AS T2 ON T1.singer_id "
         "= T2.singer_id JOIN concert AS T3 ON T1.singer_id = T2.singer_id",
         "missing_join", "concert AS T3", "", ""},
        {any,
         "SELECT title FROM concert AS c JOIN stadium AS s ON s.id = "
         "c.concert_id WHERE s.capacity > 3",
         "wrong_join", "s.id = c.concert_id", "", "s.id = c.stadium_id"},
        {any,
         "SELECT lodge_id FROM lodge AS 'a b' JOIN stadium AS s ON s.id = "
         "'a b'.lodge_id WHERE s.capacity > 3",
         "wrong_join", "s.id = 'a b'.lodge_id", "",
         "s.id = \"a b\".\"home stadium\""},
        {any,
         "SELECT s.capacity, t.age FROM stadium AS s JOIN singer AS t ON "
         "s.capacity = t.age",
         "unrelated_join", "s.capacity = t.age", "", ""},
        {any,
         "SELECT c.title FROM concert AS c JOIN stadium AS s ON c.stadium_id = "
         "s.id WHERE c.year > 3",
         "unused_table", "stadium AS s", "", ""},
        {any,
         "SELECT a.title FROM concert AS a JOIN concert AS b ON a.concert_id = "
         "b.concert_id",
         "repeated_table", "a.concert_id = b.concert_id", "", ""},
        {any,
         "SELECT title FROM concert WHERE year IN (SELECT age FROM singer)",
         "unrelated_subquery", "year", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(names, &cases[i]);
}
END_TEST

START_TEST(joins_that_are_right)
{
    static const char *const codes[] = {"missing_join",   "wrong_join",
                                        "unrelated_join", "unused_table",
                                        "repeated_table", "unrelated_subquery"};
    static const char *const queries[] = {
        "SELECT s.name, c.title FROM concert AS c JOIN stadium AS s ON "
        "c.stadium_id = s.id",
        "SELECT s.name, c.title FROM concert AS c, stadium AS s WHERE "
        "c.stadium_id = s.id",
        "SELECT title, age FROM concert CROSS JOIN singer",
        "SELECT title, age FROM concert NATURAL JOIN performs JOIN singer "
        "USING "
        "(singer_id)",
        "SELECT c.title FROM concert AS c JOIN performs AS p ON c.concert_id = "
        "p.concert_id",
        "SELECT title FROM concert WHERE stadium_id NOT IN (SELECT id FROM "
        "stadium)",
        "SELECT name FROM singer AS s WHERE EXISTS (SELECT * FROM performs AS "
        "p WHERE p.singer_id = s.singer_id)",
        "SELECT title FROM concert, (SELECT max(year) AS last FROM concert) "
        "WHERE year = last",
        "SELECT a.name, b.name FROM singer AS a JOIN singer AS b ON a.country "
        "= b.country",
        "SELECT a.name, b.name FROM singer AS a JOIN stadium AS b ON a.age < "
        "b.capacity",
        "WITH x AS (SELECT singer_id FROM performs) SELECT name FROM singer "
        "JOIN x ON x.singer_id = singer.singer_id",
        "SELECT s.* FROM concert AS c JOIN stadium AS s ON c.stadium_id = s.id",
    };
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        t2sed_findings *found = find_with(names, any, queries[i]);
        for (size_t k = 0; k < sizeof codes / sizeof codes[0]; k++)
            ck_assert_msg(look(found, codes[k]) < 0, "%s: %s", queries[i],
                          codes[k]);
        t2sed_findings_free(found);
    }
}
END_TEST

START_TEST(groups)
{
    static const expected cases[] = {
        {any, "SELECT name, avg(age) FROM singer", "bare_column", "name", "",
         ""},
        {any, "SELECT name, count(*) FROM singer GROUP BY country",
         "ungrouped_column", "name", "", ""},
        {any, "SELECT sum(size) FROM stadium", "aggregate_of_text", "sum(size)",
         "", ""},
    };
    static const char *const right[] = {
        "SELECT country, count(*) FROM singer GROUP BY country",
        "SELECT country, count(*) FROM singer GROUP BY 1",
        "SELECT name, max(age) FROM singer",
        "SELECT name, age FROM singer GROUP BY singer_id",
        ("SELECT s.name, count(*) FROM concert AS c JOIN stadium AS s ON "
         "c.stadium_id = s.id GROUP BY c.stadium_id"),
        "SELECT country, avg(age) FROM singer WHERE country = 'France'",
        "SELECT name, (SELECT count(*) FROM concert) FROM singer",
        "SELECT lower(country), count(*) FROM singer GROUP BY lower(country)",
        "SELECT name, count(*) OVER () FROM singer",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(evidence, &cases[i]);
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        t2sed_findings *found = find_with(names, any, right[i]);
        ck_assert_msg(look(found, "bare_column") < 0 &&
                          look(found, "ungrouped_column") < 0,
                      "%s: %s", right[i], t2sed_findings_message(found, 0));
        t2sed_findings_free(found);
    }
}
END_TEST

START_TEST(the_question_is_compared)
{
    static const expected cases[] = {
        {"How many singers are there?", "SELECT name FROM singer",
         "aggregate_missing", "", "How many", ""},
        {"What is the average age of singers?", "SELECT age FROM singer",
         "aggregate_missing", "", "average", ""},
        {"What is the age?", "SELECT avg(age) FROM singer",
         "aggregate_unexpected", "avg", "", ""},
        {"Which country?",
         "SELECT country, count(*) FROM singer GROUP BY "
         "country",
         "count_unexpected", "count", "", ""},
        {"Show the names sorted by age", "SELECT name FROM singer",
         "order_missing", "", "sorted", ""},
        {"Show the names", "SELECT name FROM singer ORDER BY age",
         "order_unexpected", "", "", ""},
        {"Show the names in descending order of age",
         "SELECT name FROM singer ORDER BY age", "wrong_direction", "",
         "descending", ""},
        {"Who is the oldest singer?", "SELECT name FROM singer WHERE age > 1",
         "limit_missing", "", "oldest", ""},
        {"Show the three oldest",
         "SELECT name FROM singer ORDER BY age DESC "
         "LIMIT 5",
         "wrong_limit", "5", "", ""},
        {"Count the singers of each country", "SELECT count(*) FROM singer",
         "group_missing", "", "each", ""},
        {"Who is older than 40?", "SELECT name FROM singer WHERE age = 40",
         "comparison_missing", "", "older than", ""},
        {"Who is at least 41?", "SELECT name FROM singer WHERE age > 41",
         "wrong_comparison", ">", "at least", ""},
        {"Who is 41?", "SELECT name FROM singer WHERE age > 41",
         "comparison_unexpected", ">", "", ""},
        {"Who is not from France?",
         "SELECT name FROM singer WHERE country = 'France'", "negation_missing",
         "", "not", ""},
        {"Who is from France?",
         "SELECT name FROM singer WHERE NOT country = 'France'",
         "negation_unexpected", "NOT", "", ""},
        {"Which different countries are there?", "SELECT country FROM singer",
         "distinct_missing", "", "different", ""},
        {"Which years had both France and Spain?",
         "SELECT year FROM concert WHERE title = 'France' OR title = 'Spain'",
         "set_operation_missing", "", "both", ""},
        {"Who is from France?",
         "SELECT name FROM singer WHERE country = 'France' OR age = 3",
         "or_unexpected", "OR", "", ""},
        {"Show the name", "SELECT name, age, country FROM singer",
         "many_columns", "", "", ""},
        {"Who is 41?", "SELECT name FROM singer WHERE age = 42",
         "number_not_asked", "42", "", ""},
        {"Who is 41?", "SELECT name FROM singer WHERE age = 42",
         "number_unused", "", "41", ""},
        {"Show the name and the song name", "SELECT name FROM singer",
         "name_unused", "", "song name", ""},
        {"Show the name", "SELECT song_name FROM singer", "better_column",
         "song_name", "name", ""},
        {"Who is from France?", "SELECT name FROM singer WHERE age > 3",
         "value_unused", "", "France", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(evidence, &cases[i]);
}
END_TEST

START_TEST(plans_are_compared)
{
    double probabilities[128] = {0};
    const expected missing = {
        NULL, "SELECT name FROM singer", "clause_missing", "", "", ""};
    const expected extra = {NULL,
                            "SELECT name FROM singer ORDER BY age",
                            "clause_unexpected",
                            "ORDER BY age",
                            "",
                            ""};
    t2sed_plan *plan = NULL;
    t2sed_findings *found;
    ck_assert_uint_le(t2sed_plan_head_count(), 128);
    for (size_t i = 0; i < t2sed_plan_head_count(); i++)
        probabilities[i] = 0.5;
    probabilities[T2SED_PLAN_GROUP_BY] = 0.98;
    probabilities[T2SED_PLAN_ORDER_BY] = 0.02;
    probabilities[T2SED_PLAN_LIMIT] = 0.96;
    ck_assert_int_eq(t2sed_plan_new(&plan, probabilities, NULL), T2SED_OK);
    found = find_with(names, any, "SELECT name FROM singer");
    ck_assert_int_eq(look(found, "clause_missing"), -1);
    t2sed_findings_free(found);
    ck_assert_int_eq(t2sed_evidence_set_plan(names, plan, NULL), T2SED_OK);
    check(names, &missing);
    check(names, &extra);
    found = find_with(names, NULL,
                      "SELECT name, age FROM singer GROUP BY singer_id");
    ck_assert_int_eq(look(found, "clause_missing"), -1);
    ck_assert_int_eq(look(found, "clause_unexpected"), -1);
    t2sed_findings_free(found);
    t2sed_plan_free(plan);
}
END_TEST

START_TEST(right_queries_are_left_alone)
{
    static const struct {
        const char *question, *sql;
    } right[] = {
        {"How many singers are there?", "SELECT count(*) FROM singer"},
        {"Show the name and age of singers from France.",
         "SELECT name, age FROM singer WHERE country = 'France'"},
        {"What is the name of the oldest singer?",
         "SELECT name FROM singer ORDER BY age DESC LIMIT 1"},
        {"How many singers does each country have? List the country and the "
         "number.",
         "SELECT country, count(*) FROM singer GROUP BY country"},
        {"Which singers are older than 40 or less than 20?",
         "SELECT name FROM singer WHERE age > 40 OR age < 20"},
        {"Show the title of concerts in 2015 or after, sorted by year",
         "SELECT title FROM concert WHERE year >= 2015 ORDER BY year"},
        {"Which stadiums had no concert? Give their names.",
         "SELECT name FROM stadium WHERE id NOT IN (SELECT stadium_id FROM "
         "concert)"},
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        check_clean(evidence, right[i].question, right[i].sql);
}
END_TEST

START_TEST(worst_come_first)
{
    t2sed_findings *found = find_with(
        evidence, "Show the song name",
        "SELECT name, age FROM singer WHERE country = NULL OR age = age");
    size_t count = t2sed_findings_count(found);
    ck_assert_uint_gt(count, 3);
    for (size_t i = 1; i < count; i++)
        ck_assert_int_ge(t2sed_findings_severity(found, i - 1),
                         t2sed_findings_severity(found, i));
    ck_assert_int_eq(t2sed_findings_code(found, count), T2SED_FINDING_NONE);
    ck_assert_int_eq(t2sed_findings_sql_begin(found, count), -1);
    ck_assert_int_eq(t2sed_findings_sql_end(found, count), -1);
    ck_assert_int_eq(t2sed_findings_question_begin(found, count), -1);
    ck_assert_int_eq(t2sed_findings_question_end(found, count), -1);
    ck_assert_ptr_null(t2sed_findings_message(found, count));
    ck_assert_ptr_null(t2sed_findings_suggestion(found, count));
    t2sed_findings_free(found);
    ck_assert_uint_eq(t2sed_findings_count(NULL), 0);
    t2sed_findings_free(NULL);
}
END_TEST

START_TEST(nothing_is_needed)
{
    t2sed_evidence *nothing;
    t2sed_findings *found;
    ck_assert_int_eq(t2sed_evidence_open(&nothing, NULL, NULL, NULL, NULL),
                     T2SED_OK);
    found = find_with(nothing, NULL, "SELECT a FROM t WHERE a = NULL");
    ck_assert_uint_eq(t2sed_findings_count(found), 1);
    ck_assert_int_eq(t2sed_findings_code(found, 0),
                     T2SED_FINDING_NULL_COMPARED);
    t2sed_findings_free(found);
    found = find_with(nothing, NULL, "SELECT t.a FROM t, u WHERE x LIKE 'b'");
    ck_assert_int_eq(look(found, "missing_join"), -1);
    t2sed_findings_free(found);
    found = find_with(nothing, NULL, "SELECT t.a, u.b FROM t, u");
    ck_assert_int_eq(look(found, "missing_join"), 0);
    t2sed_findings_free(found);
    found = find_with(nothing, "How many?", "SELECT a FROM t");
    ck_assert_int_eq(look(found, "aggregate_missing"), -1);
    t2sed_findings_free(found);
    t2sed_evidence_free(nothing);
}
END_TEST

START_TEST(a_database_that_vanishes_says_nothing)
{
    ck_assert_int_eq(unlink(path), 0);
    check_clean(evidence, any, "SELECT name FROM singer WHERE country = 'x'");
}
END_TEST

START_TEST(hostile_queries_end)
{
    t2sed_findings *found = NULL;
    t2sed_error err;
    char *text = malloc(1200000);
    size_t n = 0;
    ck_assert_ptr_nonnull(text);
    /* Many columns, and conditions as deep as they may be. */
    n = (size_t)sprintf(text, "SELECT a.name");
    for (int i = 0; i < 30000; i++)
        n += (size_t)sprintf(text + n, ", a.name/a.age");
    n += (size_t)sprintf(text + n, " FROM singer a, singer b WHERE a.age = 1");
    for (int i = 0; i < 900; i++)
        n += (size_t)sprintf(text + n, " AND a.age = %d", i + 10);
    ck_assert_int_eq(t2sed_findings_read_n(&found, names, text, n, &err),
                     T2SED_OK);
    ck_assert_uint_le(t2sed_findings_count(found), 64);
    t2sed_findings_free(found);
    n = (size_t)sprintf(text, "SELECT 1 FROM singer s0");
    for (int i = 1; i < 5000; i++)
        n += (size_t)sprintf(text + n, ", singer s%d", i);
    ck_assert_int_eq(t2sed_findings_read_n(&found, names, text, n, &err),
                     T2SED_OK);
    t2sed_findings_free(found);
    n = (size_t)sprintf(text, "SELECT s.x");
    for (int i = 0; i < 1000; i++)
        n += (size_t)sprintf(text + n, ", nam%d", i);
    n += (size_t)sprintf(text + n, " FROM singer");
    ck_assert_int_eq(t2sed_findings_read_n(&found, names, text, n, &err),
                     T2SED_OK);
    ck_assert_uint_le(t2sed_findings_count(found), 64);
    t2sed_findings_free(found);
    free(text);
}
END_TEST

START_TEST(misuse)
{
    t2sed_findings *found = NULL;
    t2sed_error err;
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT 1", NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_findings_make(NULL, evidence, sql, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_make(&found, NULL, sql, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_make(&found, evidence, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_findings_read(&found, evidence, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(
        t2sed_findings_read(&found, evidence, "SELECT '\xff'", &err), T2SED_OK);
    ck_assert_int_eq(t2sed_findings_code(found, 0), T2SED_FINDING_SYNTAX_ERROR);
    t2sed_findings_free(found);
    t2sed_sql_free(sql);
}
END_TEST

static t2sed_status find_all(void *payload)
{
    static const char *const queries[] = {
        "SELECT nam, T9.x FROM singer",
        "SELECT name FROM singr",
        "SELECT name FROM singer JOIN stadium",
        "SELECT (",
        "SELECT c.title, avg(s.capacity), sum(s.size) FROM concert AS c JOIN "
        "stadium AS s ON s.id = c.concert_id, singer WHERE c.year = NULL AND "
        "c.year = 3 AND c.year = 2 AND \"city\" LIKE 'x' AND c.stadium_id IN "
        "(SELECT age FROM singer) GROUP BY c.year ORDER BY c.title LIMIT 7",
    };
    t2sed_evidence *from = NULL;
    t2sed_question *question = NULL;
    t2sed_error err;
    t2sed_status status =
        t2sed_evidence_open(&from, schema, payload, NULL, &err);
    if (status == T2SED_OK)
        status = t2sed_question_new(
            &question, "Who is both at least 41 and from France?", &err);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(from, question, &err);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0] && !status; i++) {
        t2sed_findings *found = NULL;
        status = t2sed_findings_read(&found, from, queries[i], &err);
        ck_assert((status == T2SED_OK) == (found != NULL));
        t2sed_findings_free(found);
    }
    t2sed_question_free(question);
    t2sed_evidence_free(from);
    return status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(find_all, NULL);
    t2s_test_every_allocation(find_all, path);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("findings")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], codes_are_described);
    tcase_add_test(cases[0], what_cant_run_is_an_error);
    tcase_add_test(cases[0], all_unknown_names_are_told);
    tcase_add_test(cases[0], functions_need_a_database);
    tcase_add_test(cases[0], results_are_looked_at);
    tcase_add_test(cases[0], conditions);
    tcase_add_test(cases[0], no_conditions_of_others);
    tcase_add_test(cases[0], joins);
    tcase_add_test(cases[0], joins_that_are_right);
    tcase_add_test(cases[0], groups);
    tcase_add_test(cases[0], the_question_is_compared);
    tcase_add_test(cases[0], plans_are_compared);
    tcase_add_test(cases[0], right_queries_are_left_alone);
    tcase_add_test(cases[0], worst_come_first);
    tcase_add_test(cases[0], nothing_is_needed);
    tcase_add_test(cases[0], a_database_that_vanishes_says_nothing);
    tcase_add_test(cases[0], hostile_queries_end);
    tcase_add_test(cases[0], misuse);
    tcase_add_test(cases[0], every_allocation);
    return t2s_test_run("findings", cases, 1);
}
