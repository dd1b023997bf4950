/* Evidence of knowledge: what the query lacks of it, and what it need not be
 * asked for because of it. */
#include "database_test.h"
#include "t2s_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "features/features.h"
#include "t2sed/parts/evidence.h"

static const char ddl[] =
    "CREATE TABLE school (id INTEGER PRIMARY KEY, name TEXT, county TEXT,"
    " NumTstTakr INT, FreeMeal REAL, Enrollment REAL, label TEXT);"
    "CREATE TABLE pupil (id INTEGER PRIMARY KEY, name TEXT, gender TEXT,"
    " school_id INT REFERENCES school(id));";
static const char asked[] = "Free rate of schools with over 500 test takers?";
static const char knowledge[] =
    "free rate = FreeMeal / Enrollment; over 500 test takers refers to "
    "NumTstTakr > 500";

static t2sed_schema *schema;
static t2sed_evidence *evidence;
static float *numbers;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
    numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
}

static void tear_down(void)
{
    free(numbers);
    t2sed_evidence_free(evidence);
    t2sed_schema_free(schema);
}

static t2sed_status ask(const char *question, const char *beside)
{
    t2sed_question *made;
    t2sed_status status = t2sed_question_new(&made, question, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_question_set_knowledge(made, beside, NULL);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(evidence, made, NULL);
    t2sed_question_free(made);
    return status;
}

static t2sed_status compute(const char *text)
{
    t2sed_sql *sql;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status == T2SED_OK) {
        status = t2sed_evidence_compute(evidence, sql, numbers, NULL);
        t2sed_sql_free(sql);
    }
    return status;
}

static double number(const char *name, const char *beside, const char *sql)
{
    ck_assert_int_eq(ask(asked, beside), T2SED_OK);
    ck_assert_int_eq(compute(sql), T2SED_OK);
    ck_assert_msg(t2s_feature_find(name) < t2sed_evidence_count(), "%s", name);
    return (double)numbers[t2s_feature_find(name)];
}

START_TEST(what_the_query_lacks)
{
    static const struct {
        const char *name, *knowledge, *sql;
        double value;
    } cases[] = {
        {"columns", knowledge, "SELECT 1", 3},
        {"columns_unused", knowledge, "SELECT FreeMeal FROM school", 2},
        {"asked_columns_unused", knowledge, "SELECT FreeMeal FROM school", 2},
        {"columns_unused_share", knowledge,
         "SELECT FreeMeal / Enrollment FROM school WHERE NumTstTakr > 500", 0},
        {"conditions_met", knowledge,
         "SELECT 1 FROM school AS s WHERE s.NumTstTakr > 500", 1},
        {"conditions_met", knowledge,
         "SELECT sum(CASE WHEN NumTstTakr > 500 THEN 1 ELSE 0 END) FROM school",
         1},
        {"conditions_lacking", knowledge, "SELECT name FROM school", 1},
        {"asked_conditions_unmet", knowledge, "SELECT name FROM school", 1},
        {"unmet_columns", "label = '+' or label = '-' is free",
         "SELECT 1 FROM school WHERE label = '-'", 0},
        {"unmet_columns", "label = '+' or label = '-' is free",
         "SELECT 1 FROM school", 1},
        {"conditions_met", "not free refers to label != '+'",
         "SELECT 1 FROM school WHERE id NOT IN (SELECT id FROM school WHERE "
         "label = '+')",
         1},
        {"columns_unexplained", knowledge, "SELECT county FROM school", 1},
        {"query_values_unexplained", knowledge,
         "SELECT 1 FROM school WHERE NumTstTakr > 500 AND county = 'x'", 1},
        {"query_values_named_share", knowledge,
         "SELECT 1 FROM school WHERE NumTstTakr > 500 AND county = 'x'", 0.5},
        {"calls", "free refers to MAX(FreeMeal)", "SELECT 1", 1},
        {"divide_extra", "rate refers to FreeMeal",
         "SELECT FreeMeal / 2 FROM school", 1},
        {"divide_extra", knowledge, "SELECT FreeMeal / 2 FROM school", 0},
        {"asked_conditions_unmet", "label = '+' means free rate",
         "SELECT label FROM school", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[64];
        double got;
        snprintf(name, sizeof name, "knowledge.%s", cases[i].name);
        got = number(name, cases[i].knowledge, cases[i].sql);
        ck_assert_msg(got >= cases[i].value && got <= cases[i].value,
                      "%s of %s is %g", name, cases[i].sql, got);
    }
}
END_TEST

START_TEST(without_knowledge_nothing_is_known)
{
    ck_assert(isnan(number("knowledge.columns", NULL, "SELECT 1")));
    ck_assert(isnan(number("knowledge.words", NULL, "SELECT 1")));
    ck_assert(
        isnan(number("knowledge.conditions_met_share", "no such", "SELECT 1")));
}
END_TEST

/* It is named, and no demand: commas and words are the question's. */
START_TEST(a_query_may_use_it)
{
    static const char sql[] =
        "SELECT FreeMeal / Enrollment FROM school WHERE NumTstTakr > 5000";
    static const char beside[] =
        "every free rate, of all counties, is FreeMeal / Enrollment; over 500 "
        "takers refers to NumTstTakr > 5000; not labels";
    static const char *const same[] = {"cue.negation_missing",
                                       "shape.uses_per_word", "cue.words_all"};
    ck_assert_double_eq(number("value.number_not_in_question", NULL, sql), 1);
    ck_assert_double_eq(number("value.number_not_in_question", beside, sql), 0);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        ck_assert_double_eq(number(same[i], NULL, sql),
                            number(same[i], beside, sql));
}
END_TEST

START_TEST(turns_stand_beside_it)
{
    static const char sql[] =
        "SELECT 1 FROM school WHERE NumTstTakr > 700 AND county = 'Bath'";
    t2sed_conversation *talk;
    size_t i = t2s_feature_find("value.text_not_in_question");
    size_t k = t2s_feature_find("value.number_not_in_question");
    ck_assert_int_eq(t2sed_conversation_new(&talk, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_conversation_add(talk, "What is in Bath?", NULL, NULL), T2SED_OK);
    ck_assert_int_eq(ask("And with many takers?", "many refers to 700"),
                     T2SED_OK);
    ck_assert_int_eq(compute(sql), T2SED_OK);
    ck_assert(numbers[i] == 1 && numbers[k] == 0);
    ck_assert_int_eq(t2sed_evidence_set_conversation(evidence, talk, NULL),
                     T2SED_OK);
    ck_assert_int_eq(compute(sql), T2SED_OK);
    ck_assert(numbers[i] == 0 && numbers[k] == 0);
    ck_assert_int_eq(t2sed_evidence_set_conversation(evidence, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(compute(sql), T2SED_OK);
    ck_assert(numbers[i] == 1 && numbers[k] == 0);
    t2sed_conversation_free(talk);
}
END_TEST

/* What the knowledge compares with a column is known to be a value of it. */
START_TEST(tells_values)
{
    static const char told[] = "the spa refers to county = 'Bath'";
    const size_t i = t2s_feature_find("value.replaced");
    ck_assert_int_eq(ask("Which schools are at the spa?", told), T2SED_OK);
    ck_assert_int_eq(compute("SELECT 1 FROM school WHERE county = 'Dover'"),
                     T2SED_OK);
    ck_assert(numbers[i] == 1);
    ck_assert_int_eq(compute("SELECT 1 FROM school WHERE county = 'Bath'"),
                     T2SED_OK);
    ck_assert(numbers[i] == 0);
    ck_assert_int_eq(compute("SELECT 1 FROM school WHERE name = 'Dover'"),
                     T2SED_OK);
    ck_assert(numbers[i] == 0);
    /* The question has no word of it. */
    ck_assert_int_eq(ask("Which schools are there?", told), T2SED_OK);
    ck_assert_int_eq(compute("SELECT 1 FROM school WHERE county = 'Dover'"),
                     T2SED_OK);
    ck_assert(numbers[i] == 0);
}
END_TEST

static t2sed_status make(void *payload)
{
    t2sed_evidence *before = evidence;
    t2sed_status status = t2sed_evidence_new(&evidence, payload, NULL);
    if (status == T2SED_OK) {
        status = ask(asked, knowledge);
        if (status == T2SED_OK)
            status = compute("SELECT name FROM school WHERE county = 'Bath'");
        if (status == T2SED_OK)
            status = ask("Schools at the spa?", "the spa is county = 'Dover'");
        if (status == T2SED_OK)
            status = compute("SELECT name FROM school WHERE county = 'Bath'");
        t2sed_evidence_free(evidence);
    }
    evidence = before;
    return status;
}

START_TEST(memory)
{
    t2s_test_every_allocation(make, t2s_test_database(NULL, schema));
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("knowledge");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, what_the_query_lacks);
    tcase_add_test(all, without_knowledge_nothing_is_known);
    tcase_add_test(all, a_query_may_use_it);
    tcase_add_test(all, turns_stand_beside_it);
    tcase_add_test(all, tells_values);
    tcase_add_test(all, memory);
    return t2s_test_run("evidence of knowledge", &all, 1);
}
