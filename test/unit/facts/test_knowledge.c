/* What knowledge says exactly. */
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "facts/knowledge.h"

static const char ddl[] =
    "CREATE TABLE school (id INTEGER PRIMARY KEY, name TEXT, County TEXT,"
    " NumTstTakr INT, \"Free Meal Count (K-12)\" REAL, Enrollment REAL,"
    " DOC TEXT, opened TEXT, label TEXT, event_name TEXT);"
    "CREATE TABLE pupil (id INTEGER PRIMARY KEY, name TEXT, gender TEXT,"
    " school_id INT REFERENCES school(id));";

static t2sed_schema *schema;
static t2s_question_facts *facts;

static void set_up(void)
{
    t2sed_question *question;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question,
                           "Which female pupils took the test in big schools?",
                           NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2s_question_facts_new(&facts, question, schema, NULL, NULL), T2SED_OK);
    t2sed_question_free(question);
}

static void tear_down(void)
{
    t2s_question_facts_free(facts);
    t2sed_schema_free(schema);
}

static const char *const operators[] = {"=",  "!=",   "<",  "<=",      ">",
                                        ">=", "LIKE", "IN", "BETWEEN", "IS"};

/* "column condition; column; ..." of what is read. */
static void describe(t2s_string *out, const char *text, size_t begin)
{
    t2s_knowledge *read;
    ck_assert_int_eq(t2s_knowledge_new(&read, text, begin, strlen(text), facts,
                                       schema, NULL),
                     T2SED_OK);
    t2s_string_append(out, "");
    for (size_t i = 0; i < read->columns.count; i++) {
        const t2s_hint_column *column = &read->columns.at[i];
        const t2s_column *of = &schema->columns[column->column];
        if (column->function >= 0)
            t2s_string_append_format(out, "%d ", column->function);
        if (column->is_qualified)
            t2s_string_append_format(out, "%s.",
                                     schema->tables[of->table].name);
        t2s_string_append_format(out, "%s;", of->name);
        ck_assert_uint_le(column->begin, column->end);
        ck_assert_uint_ge(column->begin, begin);
    }
    t2s_string_append(out, " |");
    for (size_t i = 0; i < read->literals.count; i++) {
        const t2s_hint_literal *literal = &read->literals.at[i];
        t2s_string_append_format(
            out, " %s%s%s;",
            literal->compared < 0
                ? ""
                : schema
                      ->columns[read->columns.at[literal->compared].column]
                      .name,
            literal->compared < 0 ? "" : operators[literal->operator],
            literal->text);
    }
    t2s_knowledge_free(read);
}

START_TEST(columns_and_conditions)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"more than 500 test takers refers to NumTstTakr > 500",
         "NumTstTakr; | NumTstTakr>500;"},
        {"female refers to gender = 'F'", "gender; | gender=F;"},
        {"female means `gender` == \"F\"", "gender; | gender=F;"},
        {"eligible free rate = Free Meal Count (K-12) / Enrollment",
         "Free Meal Count (K-12);Enrollment; |"},
        {"rate = `Free Meal Count (K-12)` * 100 / `Enrollment`",
         "Free Meal Count (K-12);Enrollment; |"},
        {"pupil.name = 'Ann'; T1.gender = F", "pupil.name;gender; | name=Ann; "
                                              "gender=F;"},
        {"Elementary School District refers to DOC = 52; merged: DOC in (52, "
         "'54')",
         "DOC;DOC; | DOC=52; DOCIN52; DOCIN54;"},
        {"SUM(Enrollment), MAX(NumTstTakr)", "1 Enrollment;4 NumTstTakr; |"},
        {"COUNT(gender = 'F')", "0 gender; | gender=F;"},
        {"opened in 1980 refers to year(opened) = 1980", "opened; | "
                                                         "opened=1980;"},
        {"between 1 and 3 refers to NumTstTakr BETWEEN 1 AND 3",
         "NumTstTakr; | NumTstTakrBETWEEN1; NumTstTakrBETWEEN3;"},
        {"label = '+' mean bad, label = '-' means good",
         "label;label; | label=+; label=-;"},
        {"'Night' is an event name", "event_name; | event_name=Night;"},
        {"TR1_2 is the event name", "event_name; | event_name=TR1_2;"},
        {"\"Alameda\" is the County", "County; | County=Alameda;"},
        {"County starts with Al: County LIKE 'Al%'",
         "County; | CountyLIKEAl%;"},
        {"closed refers to label is not null", "label; |"},
        {"the name of the county where the label is", " |"},
        {"NumTstTakr > = 3, Enrollment ! = -1.5",
         "NumTstTakr;Enrollment; | NumTstTakr>=3; Enrollment!=1.5;"},
        {"it's the boys' county, isn't it", " |"},
        {"((((((((((((((((((((((( `", " |"},
        {"gender =", "gender; |"},
        {"", " |"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_string got = {0};
        describe(&got, cases[i].text, 0);
        ck_assert_str_eq(got.text, cases[i].said);
        t2s_string_free(&got);
    }
}
END_TEST

START_TEST(what_the_question_asks_for)
{
    static const char text[] = "female refers to gender = 'F'; closed long ago "
                               "refers to opened = '1900'; DIVIDE(1, 2) * 100 "
                               "- `Enrollment`";
    t2s_knowledge *read;
    ck_assert_int_eq(
        t2s_knowledge_new(&read, text, 0, strlen(text), facts, schema, NULL),
        T2SED_OK);
    ck_assert(read->columns.at[0].is_asked && read->columns.at[0].is_compared);
    ck_assert(read->literals.at[0].is_asked);
    ck_assert(!read->columns.at[1].is_asked && !read->literals.at[1].is_asked);
    ck_assert(read->parts[T2S_HINT_DIVIDE] && read->parts[T2S_HINT_SUBTRACT]);
    t2s_knowledge_free(read);
    ck_assert_int_eq(
        t2s_knowledge_new(&read, text, 0, strlen(text), facts, NULL, NULL),
        T2SED_OK);
    ck_assert_uint_eq(read->columns.count, 0);
    t2s_knowledge_free(read);
    t2s_knowledge_free(NULL);
}
END_TEST

START_TEST(values)
{
    static const struct {
        const char *hint, *text;
        bool is_same;
    } cases[] = {
        {"F", "f", true},         {"Al", "%al%", true},
        {"2013", "2013", true},   {"2013", "2013-07-19", true},
        {"2013", "20134", false}, {"2013-07-19 00:00:00", "2013-07-19%", true},
        {"F", "FM", false},       {"1,000", "1000", true},
        {"+", "+", true},         {"+", "-", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_hint_literal hint = {.text = cases[i].hint,
                                 .length = strlen(cases[i].hint)};
        const t2s_query_use use = {.kind = T2S_USES_TEXT,
                                   .text = cases[i].text,
                                   .length = strlen(cases[i].text)};
        if (strcmp(hint.text, "1,000") == 0) {
            hint.is_number = true;
            hint.number = 1000;
        }
        ck_assert_msg(t2s_hint_is(&hint, &use) == cases[i].is_same, "%s %s",
                      hint.text, use.text);
    }
}
END_TEST

/* 64 KiB of what looks like names, and of quotes: as many hints as there may
 * be, all within the text, and none where there is nothing to find. */
START_TEST(much_is_read_up_to_the_limit)
{
    static const struct {
        const char *part;
        size_t columns, literals;
    } all[] = {
        {"name ", 0, 0}, {"'a ", 0, 0},
        {"`", 0, 0},     {"gender = 'F' or ", T2S_MOST_HINTS, T2S_MOST_HINTS},
        {"(", 0, 0},     {"a.b ", 0, 0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        t2s_string text = {0};
        t2s_knowledge *read;
        while (text.length < T2SED_KNOWLEDGE_MAX_BYTES)
            t2s_string_append(&text, all[i].part);
        ck_assert_int_eq(t2s_knowledge_new(&read, text.text, 0, text.length,
                                           facts, schema, NULL),
                         T2SED_OK);
        ck_assert_uint_eq(read->columns.count, all[i].columns);
        ck_assert_uint_eq(read->literals.count, all[i].literals);
        for (size_t k = 0; k < read->columns.count; k++)
            ck_assert_uint_le(read->columns.at[k].end, text.length);
        t2s_knowledge_free(read);
        t2s_string_free(&text);
    }
}
END_TEST

static t2sed_status make(void *payload)
{
    static const char text[] = "female refers to gender = 'F'; SUM(Enrollment)";
    t2s_knowledge *read;
    t2sed_status status =
        t2s_knowledge_new(&read, text, 0, strlen(text), facts, schema, NULL);
    (void)payload;
    if (status == T2SED_OK)
        t2s_knowledge_free(read);
    return status;
}

START_TEST(memory)
{
    t2s_test_every_allocation(make, NULL);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("knowledge");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, columns_and_conditions);
    tcase_add_test(all, what_the_question_asks_for);
    tcase_add_test(all, values);
    tcase_add_test(all, much_is_read_up_to_the_limit);
    tcase_add_test(all, memory);
    return t2s_test_run("what knowledge says", &all, 1);
}
