/* Schema linking: conditions against the database and the question, repairs,
 * and what hostile input may cost. */
#include "interrupt_test.h"
#include "database_test.h"
#include "records.h"
#include "t2s_test.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_test.h"

static const char tables[] =
    "CREATE TABLE airlines (uid INTEGER PRIMARY KEY, Airline TEXT, "
    "Abbreviation TEXT, Country TEXT);"
    "CREATE TABLE flights (FlightNo INT, Airline INT, Source TEXT, "
    "FOREIGN KEY (Airline) REFERENCES airlines (uid));"
    "CREATE TABLE city (ID INTEGER PRIMARY KEY, Name TEXT, District TEXT, "
    "Population INT);"
    "CREATE TABLE player (id INT, hand TEXT, dept_name TEXT, retired TEXT, "
    "born TEXT);"
    "CREATE TABLE \"odd \"\"table\" (\"select\" TEXT, \"a b\" TEXT);"
    "INSERT INTO airlines VALUES (1, 'JetBlue Airways', 'JetBlue', 'USA'), "
    "(2, 'United Airlines', 'UAL', 'USA');"
    "INSERT INTO flights VALUES (10, 1, 'APG'), (11, 2, 'ASY');"
    "INSERT INTO city VALUES (1, 'Arnhem', 'Gelderland', 138020), "
    "(2, 'Breda', 'Noord-Brabant', 160398), (3, 'Brisbane', 'Queensland', 9);"
    "INSERT INTO player VALUES (1, 'L', 'Computing', 'T', '1980'), "
    "(2, 'R', 'History', 'F', '1999');"
    "INSERT INTO \"odd \"\"table\" VALUES ('it''s', 'x y');";

static char path[64];
static t2sed_schema *schema;
static t2sed_linker *linker;
static t2sed_links *links;

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-linker-%ld.sqlite", (long)getpid());
    (void)remove(path); /* of a run that was killed */
    t2s_test_run_sql(path, tables);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_linker_new(&linker, t2s_test_database(path, schema), NULL),
        T2SED_OK);
    links = NULL;
}

static void tear_down(void)
{
    t2sed_links_free(links);
    t2sed_linker_free(linker);
    t2sed_schema_free(schema);
    unlink(path);
}

/* Links `sql` with what was asked, and in which turns before it. */
static t2sed_status link_in(t2sed_linker *with, const char *question,
                            const char *before, const char *sql)
{
    t2sed_question *asked = NULL;
    t2sed_conversation *earlier = NULL;
    t2sed_sql *parsed = NULL;
    t2sed_link_options options;
    t2sed_status status = T2SED_OK;
    t2sed_link_options_init(&options, sizeof options);
    t2sed_links_free(links);
    links = NULL;
    if (question)
        status = t2sed_question_new(&asked, question, NULL);
    if (status == T2SED_OK && before) {
        status = t2sed_conversation_new(&earlier, NULL);
        if (status == T2SED_OK)
            status = t2sed_conversation_add(earlier, before, NULL, NULL);
        options.conversation = earlier;
    }
    if (status == T2SED_OK && sql)
        status = t2sed_sql_parse(&parsed, sql, NULL);
    if (status == T2SED_OK)
        status = t2sed_linker_link(&links, with, asked, parsed, &options, NULL);
    t2sed_sql_free(parsed);
    t2sed_question_free(asked);
    t2sed_conversation_free(earlier);
    return status;
}

static void link_text(const char *question, const char *sql)
{
    ck_assert_msg(link_in(linker, question, NULL, sql) == T2SED_OK, "%s", sql);
}

static const char *repaired(size_t i)
{
    static char copy[512];
    char *text = NULL;
    size_t n;
    if (t2sed_links_repaired(&text, &n, links, i, NULL) != T2SED_OK)
        return "";
    ck_assert(n < sizeof copy && strlen(text) == n);
    memcpy(copy, text, n + 1);
    t2sed_free(text);
    return copy;
}

static size_t column(const char *table, const char *name)
{
    return t2s_item_out(t2s_schema_find_column(
        schema, t2s_schema_find_table(schema, table, strlen(table)), name,
        strlen(name), NULL));
}

/* The two examples of Zeng et al., 5.4.2. */
START_TEST(examples_of_the_paper)
{
    link_text("What is the abbreviation of Airline \"JetBlue Airways\"?",
              "SELECT abbreviation FROM airlines "
              "WHERE abbreviation = \"JetBlue Airways\"");
    ck_assert_uint_eq(t2sed_links_condition_count(links), 1);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_ELSEWHERE);
    ck_assert_uint_eq(link_condition_at(links, 0).found_column,
                      column("airlines", "Airline"));
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_EXACT);
    ck_assert(
        t2s_test_is_span(link_condition_at(links, 0).value_question, 37, 52));
    ck_assert(t2sed_links_score(links) < 0.3);
    ck_assert_str_eq(repaired(0), "SELECT abbreviation FROM airlines "
                                  "WHERE Airline = \"JetBlue Airways\"");
    ck_assert_int_eq(link_repair_at(links, 0).kind, T2SED_REPAIR_COLUMN);
    ck_assert_uint_eq(link_repair_at(links, 0).column,
                      column("airlines", "Airline"));

    link_text("What is the total population of Gelderland district?",
              "SELECT sum(population) FROM city WHERE district = \"Geeland\"");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_NONE);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_NONE);
    ck_assert(t2sed_links_score(links) < 0.3);
    ck_assert_str_eq(repaired(0), "SELECT sum(population) FROM city "
                                  "WHERE district = 'Gelderland'");
    ck_assert_int_eq(link_repair_at(links, 0).kind, T2SED_REPAIR_VALUE);
    ck_assert_double_gt(link_repair_at(links, 0).confidence, 0.7);
    link_text("What is the total population of Gelderland district?",
              "SELECT sum(population) FROM city WHERE district = 'Gelderland'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_EXACT);
    ck_assert_double_eq(t2sed_links_score(links), 1);
    ck_assert_uint_eq(t2sed_links_repair_count(links), 0);
}
END_TEST

/* "left" is L, as in section 4.2; yes is T. */
START_TEST(prefixes_and_abbreviations)
{
    link_text("How many players are left handed?",
              "SELECT count(*) FROM player WHERE hand = 'left'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_PREFIX);
    ck_assert_str_eq(repaired(0),
                     "SELECT count(*) FROM player WHERE hand = 'L'");
    link_text("How many players are left handed?",
              "SELECT count(*) FROM player WHERE hand = 'L'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_EXACT);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_PREFIX);
    ck_assert_int_eq(link_condition_at(links, 0).slot_in_question,
                     T2SED_MATCH_PREFIX);
    link_text("Who is retired?", "SELECT id FROM player WHERE retired = 'yes'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_ABBREVIATION);
    ck_assert_str_eq(repaired(0), "SELECT id FROM player WHERE retired = 'T'");
    link_text("Airlines of the united states of america",
              "SELECT * FROM airlines WHERE country = 'USA'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_ABBREVIATION);
    link_text("players by department",
              "SELECT * FROM player WHERE dept_name = 'History'");
    ck_assert_int_eq(link_condition_at(links, 0).slot_in_question,
                     T2SED_MATCH_ABBREVIATION);
    link_text("Which airline flies from asy?",
              "SELECT airline FROM flights WHERE source = 'asy'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_SPELLING);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_EXACT);
    ck_assert_str_eq(repaired(0),
                     "SELECT airline FROM flights WHERE source = 'ASY'");
    link_text("asy", "SELECT airline FROM flights WHERE lower(source) = 'asy'");
    ck_assert_int_eq(link_condition_at(links, 0).operand, T2SED_OPERAND_TEXT);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_EXACT);
}
END_TEST

typedef struct expected {
    const char *sql;
    int clause, operator, negated, operand;
    const char *value; /* NULL: none */
    int match;
} expected;

START_TEST(conditions)
{
    static const expected all[] = {
        {"SELECT 1 FROM city WHERE 5 < population", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_GREATER, 0, T2SED_OPERAND_NUMBER, "5",
         T2SED_MATCH_UNKNOWN},
        {"SELECT 1 FROM city WHERE population = -9", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_NUMBER, "-9", T2SED_MATCH_NONE},
        {"SELECT 1 FROM city WHERE population = 9.0", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_NUMBER, "9.0",
         T2SED_MATCH_EXACT},
        {"SELECT 1 FROM city WHERE name NOT LIKE 'a%m'", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_LIKE, 1, T2SED_OPERAND_TEXT, "a%m", T2SED_MATCH_EXACT},
        {"SELECT 1 FROM city WHERE name LIKE '%x_'", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_LIKE, 0, T2SED_OPERAND_TEXT, "%x_", T2SED_MATCH_NONE},
        {"SELECT 1 FROM city WHERE name GLOB 'A*'", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_LIKE, 0, T2SED_OPERAND_TEXT, "A*", T2SED_MATCH_UNKNOWN},
        {"SELECT 1 FROM city WHERE name IS NOT NULL", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_IS, 1, T2SED_OPERAND_NULL, NULL, T2SED_MATCH_UNKNOWN},
        {"SELECT 1 FROM city WHERE name ISNULL", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_IS, 0, T2SED_OPERAND_NULL, NULL, T2SED_MATCH_UNKNOWN},
        {"SELECT 1 FROM city GROUP BY name HAVING count(*) > 3",
         T2SED_CONDITION_HAVING, T2SED_OPERATOR_GREATER, 0,
         T2SED_OPERAND_NUMBER, "3", T2SED_MATCH_UNKNOWN},
        {"SELECT 1 FROM city WHERE (name) = ('Breda')", T2SED_CONDITION_WHERE,
         T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_TEXT, "Breda",
         T2SED_MATCH_EXACT},
        {"SELECT 1 FROM city WHERE name = 'breda' COLLATE nocase",
         T2SED_CONDITION_WHERE, T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_TEXT,
         "breda", T2SED_MATCH_EXACT},
        {"SELECT 1 FROM airlines AS a JOIN flights AS f ON a.uid = f.airline",
         T2SED_CONDITION_JOIN, T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_COLUMN,
         NULL, T2SED_MATCH_EXACT},
        {"SELECT 1 FROM airlines JOIN flights USING (Airline)",
         T2SED_CONDITION_JOIN, T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_COLUMN,
         NULL, T2SED_MATCH_NONE},
        {"SELECT 1 FROM airlines WHERE uid IN (SELECT airline FROM flights)",
         T2SED_CONDITION_WHERE, T2SED_OPERATOR_IN, 0, T2SED_OPERAND_QUERY, NULL,
         T2SED_MATCH_EXACT},
        {"SELECT 1 FROM (SELECT name AS n FROM city) WHERE n = 'Breda'",
         T2SED_CONDITION_WHERE, T2SED_OPERATOR_EQUAL, 0, T2SED_OPERAND_TEXT,
         "Breda", T2SED_MATCH_EXACT},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *value;
        link_text(NULL, all[i].sql);
        ck_assert_msg(t2sed_links_condition_count(links) == 1, "%s",
                      all[i].sql);
        ck_assert_int_eq(link_condition_at(links, 0).clause, all[i].clause);
        ck_assert_int_eq(link_condition_at(links, 0).op, all[i].operator);
        ck_assert_int_eq(link_condition_at(links, 0).negated, all[i].negated);
        ck_assert_int_eq(link_condition_at(links, 0).operand, all[i].operand);
        value = link_condition_at(links, 0).value;
        ck_assert((!value && !all[i].value) ||
                  strcmp(value, all[i].value) == 0);
        ck_assert_msg(
            link_condition_at(links, 0).value_in_column == all[i].match,
            "%s: %s", all[i].sql,
            t2sed_match_name(link_condition_at(links, 0).value_in_column));
        ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                         T2SED_MATCH_UNKNOWN);
    }
}
END_TEST

START_TEST(several_conditions)
{
    t2sed_span span;
    const char *sql = "SELECT c.name FROM city c WHERE NOT c.name IN ('Breda', "
                      "'X') AND (population BETWEEN 1 AND 2 OR id = "
                      "(SELECT max(id) FROM city WHERE name = 'Ede'))";
    link_text("Is x there?", sql);
    ck_assert_uint_eq(t2sed_links_condition_count(links), 6);
    span = link_condition_at(links, 0).slot_sql;
    ck_assert(strncmp(sql + span.begin, "c.name", span.end - span.begin) == 0);
    span = link_condition_at(links, 1).value_sql;
    ck_assert(strncmp(sql + span.begin, "'X'", span.end - span.begin) == 0);
    ck_assert_int_eq(link_condition_at(links, 1).value_in_question,
                     T2SED_MATCH_SPELLING);
    ck_assert_int_eq(link_condition_at(links, 3).op, T2SED_OPERATOR_BETWEEN);
    ck_assert_str_eq(link_condition_at(links, 3).value, "2");
    ck_assert_int_eq(link_condition_at(links, 4).operand, T2SED_OPERAND_QUERY);
    ck_assert_uint_eq(link_condition_at(links, 5).column,
                      column("city", "Name"));
    ck_assert_int_eq(link_condition_at(links, 5).value_in_column,
                     T2SED_MATCH_NONE);
    ck_assert_uint_eq(t2sed_links_repair_count(links), 0);
}
END_TEST

START_TEST(repairs_of_names)
{
    /* With the alias that the table has, and quotes where need be. */
    link_text(NULL, "SELECT 1 FROM airlines AS T1 JOIN flights AS T2 ON "
                    "T1.uid = T2.airline WHERE T2.source = 'UAL'");
    ck_assert_str_eq(repaired(0),
                     "SELECT 1 FROM airlines AS T1 JOIN flights AS T2 ON "
                     "T1.uid = T2.airline WHERE T1.Abbreviation = 'UAL'");
    link_text(NULL, "SELECT 1 FROM \"odd \"\"table\" WHERE \"a b\" = 'it''s'");
    ck_assert_str_eq(
        repaired(0),
        "SELECT 1 FROM \"odd \"\"table\" WHERE \"select\" = 'it''s'");
    link_text(NULL, "SELECT 1 FROM \"odd \"\"table\" WHERE \"select\" = 'Its'");
    ck_assert_str_eq(
        repaired(0),
        "SELECT 1 FROM \"odd \"\"table\" WHERE \"select\" = 'it''s'");
    /* A table that is not in use has it: said, and not repaired. */
    link_text(NULL, "SELECT 1 FROM flights WHERE source = 'Queensland'");
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_ELSEWHERE);
    ck_assert_uint_eq(link_condition_at(links, 0).found_column,
                      column("city", "District"));
    ck_assert_uint_eq(t2sed_links_repair_count(links), 0);
}
END_TEST

START_TEST(types)
{
    link_text(NULL, "SELECT 1 FROM city WHERE population > 'many'");
    ck_assert_int_eq(link_condition_at(links, 0).type_fits, 0);
    link_text(NULL, "SELECT 1 FROM city WHERE population > '12'");
    ck_assert_int_eq(link_condition_at(links, 0).type_fits, 1);
    link_text(NULL, "SELECT 1 FROM city WHERE name > 12");
    ck_assert_int_eq(link_condition_at(links, 0).type_fits, 0);
    link_text(NULL, "SELECT 1 FROM player WHERE born = 1980");
    ck_assert_int_eq(link_condition_at(links, 0).type_fits, 1);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_EXACT);
    link_text(NULL, "SELECT 1 FROM city, airlines WHERE name = uid");
    ck_assert_int_eq(link_condition_at(links, 0).type_fits, 0);
    link_text(NULL, "SELECT 1 FROM city WHERE length(name) = 12");
    ck_assert_int_eq(link_condition_at(links, 0).type_fits, -1);
    ck_assert_int_eq(link_condition_at(links, 0).computed, 1);
}
END_TEST

static bool is_named(int kind, size_t item, int match, size_t turn)
{
    for (size_t i = 0; i < t2sed_links_mention_count(links); i++) {
        t2sed_link_mention mention = link_mention_at(links, i);
        if (mention.kind == kind && mention.turn == turn &&
            mention.item == item && mention.match == match)
            return true;
    }
    return false;
}

START_TEST(questions)
{
    link_text("Which flight numbers of United airlines leave APG? By "
              "department name.",
              NULL);
    ck_assert(isnan(t2sed_links_score(links)));
    ck_assert(is_named(T2SED_MENTION_TABLE, 1, T2SED_MATCH_EXACT, 0));
    ck_assert(is_named(T2SED_MENTION_VALUE, column("flights", "Source"),
                       T2SED_MATCH_EXACT, 0));
    ck_assert(is_named(T2SED_MENTION_VALUE, column("airlines", "Airline"),
                       T2SED_MATCH_SPELLING, 0));
    ck_assert(is_named(T2SED_MENTION_COLUMN, column("player", "dept_name"),
                       T2SED_MATCH_PARTIAL, 0));
    ck_assert(is_named(T2SED_MENTION_COLUMN, column("city", "Name"),
                       T2SED_MATCH_EXACT, 0));
    link_text("What of Brabant?", NULL);
    ck_assert_uint_eq(t2sed_links_mention_count(links), 0);
    link_text("What of JetBlue and the queensland?", NULL);
    ck_assert(is_named(T2SED_MENTION_VALUE, column("airlines", "Abbreviation"),
                       T2SED_MATCH_EXACT, 0));
    ck_assert(is_named(T2SED_MENTION_VALUE, column("city", "District"),
                       T2SED_MATCH_SPELLING, 0));
    ck_assert_str_eq(
        link_mention_at(links, t2sed_links_mention_count(links) - 1).value,
        "Queensland");
}
END_TEST

START_TEST(earlier_turns)
{
    const char *sql = "SELECT population FROM city WHERE district = "
                      "'Gelderland'";
    ck_assert_int_eq(link_in(linker, "And how many live there?",
                             "Which cities are in Gelderland?", sql),
                     T2SED_OK);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_EXACT);
    ck_assert_uint_eq(link_condition_at(links, 0).value_turn, 1);
    ck_assert(
        t2s_test_is_span(link_condition_at(links, 0).value_question, 20, 30));
    ck_assert(is_named(T2SED_MENTION_VALUE, column("city", "District"),
                       T2SED_MATCH_EXACT, 1));
    link_text("And how many live there?", sql); /* the same, alone */
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_NONE);
}
END_TEST

START_TEST(unused_values)
{
    link_text("What is the population of cities in Gelderland?",
              "SELECT population FROM city");
    ck_assert_double_lt(t2sed_links_score(links), 1);
    link_text("What is the population of cities?",
              "SELECT population FROM city");
    ck_assert_double_eq(t2sed_links_score(links), 1);
}
END_TEST

/* Without rows, without a schema, without a question. */
START_TEST(less_known)
{
    static const char sql[] = "SELECT name FROM city WHERE district = 'Ede' "
                              "AND population > 3 AND nought = \"here\"";
    t2sed_linker *bare;
    ck_assert_int_eq(
        t2sed_linker_new(&bare, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(link_in(bare, "Districts called Ede", NULL, sql),
                     T2SED_OK);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_UNKNOWN);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_question,
                     T2SED_MATCH_EXACT);
    ck_assert_int_eq(link_condition_at(links, 0).slot_in_question,
                     T2SED_MATCH_EXACT);
    ck_assert_uint_eq(link_condition_at(links, 2).column, T2SED_NONE);
    ck_assert_str_eq(link_condition_at(links, 2).value, "here");
    t2sed_linker_free(bare);
    ck_assert_int_eq(t2sed_linker_new(&bare, NULL, NULL), T2SED_OK);
    ck_assert_int_eq(link_in(bare, NULL, NULL, sql), T2SED_OK);
    ck_assert_uint_eq(t2sed_links_condition_count(links), 3);
    ck_assert_uint_eq(link_condition_at(links, 0).column, T2SED_NONE);
    ck_assert(isnan(t2sed_links_score(links)));
    ck_assert_int_eq(link_in(bare, "Ede?", NULL, sql), T2SED_OK);
    ck_assert(!isnan(t2sed_links_score(links)));
    t2sed_linker_free(bare);
}
END_TEST

START_TEST(bad_arguments)
{
    t2sed_link_options link_options;
    t2sed_link_condition condition = {.struct_size = sizeof condition};
    t2sed_link_mention mention = {.struct_size = sizeof mention};
    t2sed_link_repair repair = {.struct_size = sizeof repair};
    t2sed_sql *query;
    t2sed_error err;
    char *text = NULL;
    ck_assert_int_eq(t2sed_linker_new(NULL, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_linker_link(&links, linker, NULL, NULL, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_parse(&query, "SELECT 1", NULL), T2SED_OK);
    t2sed_link_options_init(&link_options, sizeof link_options);
    link_options.struct_size = 1;
    ck_assert_int_eq(
        t2sed_linker_link(&links, linker, NULL, query, &link_options, &err),
        T2SED_EINVAL);
    ck_assert_ptr_null(links);
    t2sed_sql_free(query);
    link_text(NULL, "SELECT 1");
    ck_assert_double_eq(t2sed_links_score(links), 1);
    ck_assert_int_eq(t2sed_links_repaired(&text, NULL, links, 0, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(text);
    ck_assert_int_eq(t2sed_links_condition_get(links, 0, &condition, &err),
                     T2SED_EINVAL);
    ck_assert_str_eq(err.text, "links: no condition 0, there are 0");
    ck_assert_int_eq(t2sed_links_mention_get(links, 0, &mention, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_links_repair_get(links, 0, &repair, &err),
                     T2SED_EINVAL);
    link_text(NULL, "SELECT 1 FROM city WHERE name = 'x'");
    condition.struct_size = 0;
    ck_assert_int_eq(t2sed_links_condition_get(links, 0, &condition, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(t2sed_match_name(T2SED_MATCH_EXACT + 1));
    ck_assert_str_eq(t2sed_match_name(T2SED_MATCH_EXACT), "exact");
    ck_assert_ptr_null(t2sed_operator_name(-1));
    ck_assert_str_eq(t2sed_operator_name(T2SED_OPERATOR_IS), "is");
    ck_assert_ptr_null(t2sed_condition_name(3));
}
END_TEST

/* A long question, ten thousand conditions, a huge value. */
START_TEST(bounds)
{
    size_t room = 1000000, n;
    char *sql = malloc(room), *question = malloc(room);
    ck_assert(sql && question);
    n = (size_t)snprintf(sql, room, "SELECT 1 FROM city WHERE name IN ('x'");
    for (int i = 0; i < 10000; i++)
        n += (size_t)snprintf(sql + n, room - n, ", 'Gelderlaand %d'", i);
    snprintf(sql + n, room - n, ")");
    n = 0;
    for (int i = 0; i < 9000; i++)
        n += (size_t)snprintf(question + n, room - n, "Airline name of %d ",
                              i % 7);
    question[40000] = '\0';
    link_text(question, sql);
    ck_assert_uint_eq(t2sed_links_condition_count(links), 10001);
    ck_assert_int_eq(link_condition_at(links, 1).value_in_column,
                     T2SED_MATCH_NONE);
    ck_assert_int_eq(link_condition_at(links, 10000).value_in_column,
                     T2SED_MATCH_UNKNOWN);
    ck_assert_uint_le(t2sed_links_mention_count(links), 4096);
    n = (size_t)snprintf(sql, room, "SELECT 1 FROM city WHERE name = '");
    memset(sql + n, 'a', 500000);
    snprintf(sql + n + 500000, room - n - 500000, "'");
    link_text(question, sql);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_UNKNOWN);
    n = (size_t)snprintf(sql, room, "SELECT 1 FROM city WHERE name LIKE '");
    for (int i = 0; i < 1000; i++)
        n += (size_t)snprintf(sql + n, room - n, "%%a");
    snprintf(sql + n, room - n, "'");
    link_text(NULL, sql);
    ck_assert_int_eq(link_condition_at(links, 0).value_in_column,
                     T2SED_MATCH_UNKNOWN);
    free(sql);
    free(question);
}
END_TEST

static t2sed_status body(void *payload)
{
    static const char question[] = "What is the population of \"Gelderland\"?";
    static const char sql[] =
        "SELECT sum(population) FROM city AS c WHERE c.district = 'Geeland' "
        "AND name = 'Queensland' AND id > -3 AND \"x\" = lower(name)";
    t2sed_linker *made = NULL;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2sed_database_open(&database, path, &options, NULL);
    (void)payload;
    if (status == T2SED_OK)
        status = t2sed_linker_new(&made, database, NULL);
    if (status == T2SED_OK)
        status = link_in(made, question, "Which cities are there?", sql);
    if (status == T2SED_OK) {
        char *text = NULL;
        status = t2sed_links_repaired(&text, NULL, links, 0, NULL);
        t2sed_free(text);
    }
    t2sed_links_free(links);
    links = NULL;
    t2sed_linker_free(made);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation)
{
    t2s_test_every_allocation(body, NULL);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    t2s_test_every_interrupt(body, NULL, 1);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("linker");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, examples_of_the_paper);
    tcase_add_test(all, prefixes_and_abbreviations);
    tcase_add_test(all, conditions);
    tcase_add_test(all, several_conditions);
    tcase_add_test(all, repairs_of_names);
    tcase_add_test(all, types);
    tcase_add_test(all, questions);
    tcase_add_test(all, earlier_turns);
    tcase_add_test(all, unused_values);
    tcase_add_test(all, less_known);
    tcase_add_test(all, bad_arguments);
    tcase_add_test(all, bounds);
    tcase_add_test(all, every_allocation);
    tcase_add_test(all, the_host_may_end_it);
    return t2s_test_run("linker", &all, 1);
}
