/* Evidence in a conversation: what earlier turns named is not held against a
 * query, and what the question itself asks for stays asked. */
#include "database_test.h"
#include "records.h"
#include "t2s_test.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "t2sed/parts/evidence.h"
#include "t2sed/finding.h"
#include "features/features.h"

static const char ddl[] =
    "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT, tonnage INT, "
    "built INT, flag TEXT);"
    "CREATE TABLE captain (id INTEGER PRIMARY KEY, name TEXT, ship_id INT "
    "REFERENCES ship(id));";
static const char asked[] = "What are their names?";
static const char wanted[] =
    "SELECT name FROM ship WHERE flag = 'Panama' AND tonnage > 5000 ORDER BY "
    "built";

static t2sed_schema *schema;
static t2sed_evidence *evidence;
static t2sed_question *question;
static t2sed_conversation *talk;
static float *numbers;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_question_new(&question, asked, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_conversation_new(&talk, NULL), T2SED_OK);
    numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
}

static void tear_down(void)
{
    free(numbers);
    t2sed_evidence_free(evidence);
    t2sed_conversation_free(talk);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
}

static void turn(const char *text, const char *sql)
{
    ck_assert_int_eq(t2sed_conversation_add(talk, text, sql, NULL), T2SED_OK);
}

static t2sed_status compute(const char *text, t2sed_error *err)
{
    t2sed_sql *sql;
    t2sed_status status = t2sed_sql_parse(&sql, text, err);
    if (status != T2SED_OK)
        return status;
    status = t2sed_evidence_compute(evidence, sql, numbers, err);
    t2sed_sql_free(sql);
    return status;
}

/* A number of a query by its name, in the conversation or without. */
static double number(const char *name, const char *sql, bool in_context)
{
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    if (in_context)
        ck_assert_int_eq(t2sed_evidence_set_conversation(evidence, talk, NULL),
                         T2SED_OK);
    ck_assert_int_eq(compute(sql, NULL), T2SED_OK);
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strcmp(t2s_feature_at(i)->name, name) == 0)
            return (double)numbers[i];
    ck_abort_msg("no feature %s", name);
    return 0;
}

#define ALONE(name)   number(name, wanted, false)
#define IN_TALK(name) number(name, wanted, true)

START_TEST(earlier_questions_name_columns_values_and_cues)
{
    turn("Which ships of more than 5000 tonnage have the flag of Panama, "
         "sorted by when they were built?",
         NULL);
    ck_assert_double_eq(ALONE("value.text_not_in_question"), 1);
    ck_assert_double_eq(IN_TALK("value.text_not_in_question"), 0);
    ck_assert_double_eq(ALONE("value.number_not_in_question"), 1);
    ck_assert_double_eq(IN_TALK("value.number_not_in_question"), 0);
    ck_assert_double_eq(ALONE("cue.greater_extra"), 1);
    ck_assert_double_eq(IN_TALK("cue.greater_extra"), 0);
    ck_assert_double_eq(ALONE("cue.order_extra"), 1);
    ck_assert_double_eq(IN_TALK("cue.order_extra"), 0);
}
END_TEST

/* Here the words say little, and the query that was chosen all. */
START_TEST(earlier_queries_do_so_too)
{
    turn("Which big ones sail for the canal's country?",
         "SELECT * FROM ship WHERE flag = 'Panama' AND tonnage > 5000 "
         "ORDER BY built");
    ck_assert_double_eq(IN_TALK("value.text_not_in_question"), 0);
    ck_assert_double_eq(IN_TALK("value.number_not_in_question"), 0);
    ck_assert_double_eq(IN_TALK("cue.greater_extra"), 0);
    ck_assert_double_eq(IN_TALK("cue.order_extra"), 0);
}
END_TEST

START_TEST(what_no_turn_named_is_still_held_against_it)
{
    turn("Which ships fly the flag of Panama?",
         "SELECT * FROM ship WHERE flag = 'Panama'");
    ck_assert_double_eq(IN_TALK("value.number_not_in_question"), 1);
    ck_assert_double_eq(IN_TALK("cue.greater_extra"), 1);
    ck_assert_double_eq(number("value.text_not_in_question",
                               "SELECT name FROM ship WHERE flag = 'Malta'",
                               true),
                        1);
    ck_assert_double_eq(
        number("cue.group_extra", "SELECT name FROM ship GROUP BY name", true),
        1);
}
END_TEST

/* What the question asks and the query has not does not depend on turns. */
START_TEST(the_question_itself_stays_asked)
{
    static const char *const same[] = {"value.question_numbers",
                                       "value.question_numbers_unused",
                                       "cue.words_name", "cue.count_missing"};
    const char *sql = "SELECT tonnage FROM ship";
    turn("How many ships of 7 flags were built in 1950?",
         "SELECT count(*) FROM ship WHERE built = 1950");
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        ck_assert_double_eq(number(same[i], sql, false),
                            number(same[i], sql, true));
    ck_assert_double_gt(number("cue.words_name", sql, true), 0);
}
END_TEST

/* No turns, and turns that were taken away, change no bit. */
START_TEST(without_turns_nothing_changes)
{
    const size_t n = t2sed_evidence_count();
    float *alone = malloc(n * sizeof *alone);
    ck_assert_ptr_nonnull(alone);
    ALONE("cue.order_extra");
    memcpy(alone, numbers, n * sizeof *alone);
    IN_TALK("cue.order_extra"); /* which is empty */
    ck_assert_mem_eq(alone, numbers, n * sizeof *alone);
    turn("Which ships fly the flag of Panama?", NULL);
    IN_TALK("cue.order_extra");
    ck_assert_mem_ne(alone, numbers, n * sizeof *alone);
    ck_assert_int_eq(t2sed_evidence_set_conversation(evidence, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(compute(wanted, NULL), T2SED_OK);
    ck_assert_mem_eq(alone, numbers, n * sizeof *alone);
    IN_TALK("cue.order_extra");
    ALONE("cue.order_extra"); /* the next question has none */
    ck_assert_mem_eq(alone, numbers, n * sizeof *alone);
    free(alone);
}
END_TEST

START_TEST(turns_that_can_not_be_read_say_what_they_can)
{
    char *huge = malloc(200001);
    ck_assert_ptr_nonnull(huge);
    memset(huge, 'x', 200000);
    huge[200000] = '\0';
    turn("What of the ones built in 1950? \"", "SELECT FROM WHERE");
    turn("x \"' '' \xE2\x80\x9C", "SELECT nothing FROM nowhere");
    ck_assert_double_eq(number("value.number_not_in_question",
                               "SELECT name FROM ship WHERE built = 1950",
                               true),
                        0);
    turn(huge, NULL); /* too long: nothing before it is read either */
    ck_assert_double_eq(number("value.number_not_in_question",
                               "SELECT name FROM ship WHERE built = 1950",
                               true),
                        1);
    free(huge);
}
END_TEST

START_TEST(a_long_conversation_is_bounded)
{
    for (int i = 0; i < T2SED_CONVERSATION_MAX_TURNS + 3; i++)
        turn(i < T2SED_CONVERSATION_MAX_TURNS ? "Those built in 1950?"
                                              : "Their names",
             "SELECT name FROM ship WHERE flag = 'say \"no\"'");
    ck_assert_double_eq(number("value.number_not_in_question",
                               "SELECT name FROM ship WHERE built = 1950",
                               true),
                        0);
    ck_assert_double_eq(
        number("value.text_not_in_question",
               "SELECT name FROM ship WHERE flag = 'say \"no\"'", true),
        0);
    for (int i = 0; i < 15; i++)
        turn("Their names", NULL);
    ck_assert_double_eq(number("value.number_not_in_question",
                               "SELECT name FROM ship WHERE built = 1950",
                               true),
                        1);
}
END_TEST

static size_t findings_of(const char *text, int code)
{
    t2sed_findings *findings = NULL;
    t2sed_sql *sql = NULL;
    size_t found = 0;
    ck_assert_int_eq(t2sed_sql_parse(&sql, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_findings_new(&findings, evidence, sql, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < t2sed_findings_count(findings); i++)
        found += finding_at(findings, i).code == code;
    t2sed_findings_free(findings);
    t2sed_sql_free(sql);
    return found;
}

START_TEST(findings_know_the_turns)
{
    turn("Which ships of more than 5000 tonnage are there?", NULL);
    number("cue.order_extra", wanted, false);
    ck_assert_uint_eq(findings_of(wanted, T2SED_FINDING_NUMBER_NOT_ASKED), 1);
    number("cue.order_extra", wanted, true);
    ck_assert_uint_eq(findings_of(wanted, T2SED_FINDING_NUMBER_NOT_ASKED), 0);
}
END_TEST

START_TEST(arguments_are_checked)
{
    t2sed_error err;
    turn("Which ships?", NULL);
    ck_assert_int_eq(t2sed_evidence_set_conversation(NULL, talk, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_evidence_set_conversation(evidence, talk, &err),
                     T2SED_ESTATE);
    ck_assert_ptr_nonnull(strstr(err.text, "no question"));
    ck_assert_int_eq(t2sed_evidence_set_conversation(evidence, NULL, &err),
                     T2SED_OK);
}
END_TEST

START_TEST(it_works_without_a_schema)
{
    t2sed_evidence *bare;
    ck_assert_int_eq(t2sed_evidence_new(&bare, NULL, NULL), T2SED_OK);
    t2sed_evidence_free(evidence);
    evidence = bare;
    turn("Which ships of more than 5000 tonnage?",
         "SELECT * FROM ship WHERE flag = 'Panama'");
    ck_assert_double_eq(IN_TALK("value.number_not_in_question"), 0);
    ck_assert_double_eq(IN_TALK("value.text_not_in_question"), 0);
    ck_assert(isnan(IN_TALK("join.declared")));
}
END_TEST

static t2sed_status hear(void *unused)
{
    t2sed_evidence *kept = evidence, *made = NULL;
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_status status = t2s_test_open(&database, NULL, &options, NULL);
    (void)unused;
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&made, database, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(made, question, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_conversation(made, talk, NULL);
    evidence = made;
    if (status == T2SED_OK)
        status = compute(wanted, NULL);
    evidence = kept;
    t2sed_evidence_free(made);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    turn("Which ships of more than 5000 tonnage are there?",
         "SELECT * FROM ship WHERE flag = 'Panama'");
    t2s_test_every_allocation(hear, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("said");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, earlier_questions_name_columns_values_and_cues);
    tcase_add_test(tests, earlier_queries_do_so_too);
    tcase_add_test(tests, what_no_turn_named_is_still_held_against_it);
    tcase_add_test(tests, the_question_itself_stays_asked);
    tcase_add_test(tests, without_turns_nothing_changes);
    tcase_add_test(tests, turns_that_can_not_be_read_say_what_they_can);
    tcase_add_test(tests, a_long_conversation_is_bounded);
    tcase_add_test(tests, findings_know_the_turns);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, it_works_without_a_schema);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("said", &tests, 1);
}
