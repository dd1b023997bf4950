/* Pairs of a question and a column or a table: roles, counts, features. */
#include "t2s_test.h"

#include <math.h>
#include <string.h>

#include "lab/train/schema_trainer.h"
#include "t2sed/parts/schema_prediction.h"

static const char ddl[] =
    "CREATE TABLE stadium (stadium_id INT PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE concert (concert_id INT PRIMARY KEY, name TEXT, year INT,"
    " stadium_id INT REFERENCES stadium(stadium_id));";

enum { STADIUM_ID, STADIUM_NAME, CITY, CONCERT_ID, CONCERT_NAME, YEAR, KEY };

#define BIT(role) (1u << T2SED_ROLE_##role)

static t2sed_schema *schema;

static void set_up(void)
{
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
}

static void read_roles(unsigned char columns[7], unsigned char tables[2],
                       const char *text)
{
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_sql_parse(&sql, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_roles_read(columns, tables, sql, schema, NULL),
                     T2SED_OK);
    t2sed_sql_free(sql);
}

START_TEST(roles_are_read)
{
    unsigned char columns[7], tables[2];
    read_roles(columns, tables,
               "SELECT T1.name, count(*) FROM stadium AS T1 JOIN concert AS T2 "
               "ON T1.stadium_id = T2.stadium_id WHERE T2.year > 2014 GROUP BY "
               "T1.stadium_id HAVING count(*) > 1 ORDER BY T1.city");
    ck_assert_uint_eq(columns[STADIUM_NAME], BIT(SELECTED) | BIT(USED));
    ck_assert_uint_eq(columns[STADIUM_ID],
                      BIT(GROUPED) | BIT(JOINED) | BIT(USED));
    ck_assert_uint_eq(columns[KEY], BIT(JOINED) | BIT(USED));
    ck_assert_uint_eq(columns[YEAR], BIT(CONDITION) | BIT(USED));
    ck_assert_uint_eq(columns[CITY], BIT(ORDERED) | BIT(USED));
    ck_assert_uint_eq(columns[CONCERT_NAME], 0);
    ck_assert_uint_eq(tables[0], BIT(USED));
    ck_assert_uint_eq(tables[1], BIT(USED));
    read_roles(columns, tables,
               "SELECT name FROM stadium WHERE stadium_id NOT IN "
               "(SELECT stadium_id FROM concert)");
    ck_assert_uint_eq(columns[STADIUM_ID], BIT(JOINED) | BIT(USED));
    ck_assert_uint_eq(columns[KEY], BIT(JOINED) | BIT(USED));
    read_roles(columns, tables,
               "SELECT name FROM concert WHERE year > "
               "(SELECT avg(year) FROM concert)");
    ck_assert_uint_eq(columns[YEAR], BIT(CONDITION) | BIT(USED));
    ck_assert_uint_eq(tables[0], 0);
    read_roles(columns, tables, "SELECT * FROM stadium");
    for (size_t i = 0; i < 7; i++)
        ck_assert_uint_eq(columns[i], 0);
    ck_assert_int_eq(t2sed_roles_read(columns, tables, NULL, schema, NULL),
                     T2SED_EINVAL);
}
END_TEST

START_TEST(roles_have_names)
{
    ck_assert_str_eq(t2sed_role_name(T2SED_ROLE_SELECTED), "selected");
    ck_assert_str_eq(t2sed_role_name(T2SED_ROLE_USED), "used");
    ck_assert_ptr_null(t2sed_role_name(-1));
    ck_assert_uint_eq(t2sed_role_count(), T2S_ITEM_ROLES);
    ck_assert_ptr_null(t2sed_role_name(T2S_ITEM_ROLES));
}
END_TEST

static t2s_pair_text text(const char *question)
{
    return (t2s_pair_text){question, strlen(question)};
}

START_TEST(counts_make_odds)
{
    t2s_association all = {0}, own = {0};
    const t2s_association_view less = {.all = &all, .without = &own};
    uint64_t key = t2s_association_key(3, 1, text("old"), text("age"));
    t2s_association_entry found;
    ck_assert_uint_ne(key, t2s_association_key(3, 1, text("ol"), text("dage")));
    ck_assert_uint_ne(key, t2s_association_key(3, 2, text("old"), text("age")));
    ck_assert_uint_eq(key >> 60, 3);
    for (int i = 0; i < 1000; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        ck_assert(t2s_association_add(
            &all, t2s_association_key(1, 0, text(name), T2S_NO_TEXT),
            (float)(i % 2), 1));
    }
    ck_assert_uint_eq(all.count, 1000);
    t2s_association_add(&all, key, 9, 10);
    t2s_association_add(&own, key, 4, 4);
    found = t2s_association_get((t2s_association_view){.all = &all}, key);
    ck_assert(found.hits == 9 && found.cases == 10);
    found = t2s_association_get(less, key);
    ck_assert(found.hits == 5 && found.cases == 6);
    ck_assert_double_gt(t2s_association_odds(less, key, 0.1, 4), 1);
    ck_assert_double_lt(t2s_association_odds(less, key, 0.99, 4), 0);
    key = t2s_association_key(3, 1, text("new"), text("age"));
    t2s_association_add(&all, key, 3, 30);
    ck_assert_double_eq_tol(t2s_association_odds(less, key, 0.1, 5), 0, 1e-6);
    ck_assert_double_eq(
        t2s_association_share((t2s_association_view){.all = &all}, 1, 0.25),
        0.25);
    found = t2s_association_get((t2s_association_view){0}, key);
    ck_assert_uint_eq(found.key, 0);
    t2s_hash_table_free(&all);
    t2s_hash_table_free(&own);
}
END_TEST

/* One feature of a column (or a table). */
static double feature(const t2s_pair_inputs *asked, t2s_association_view view,
                      bool is_table, size_t item, const char *name)
{
    size_t width = is_table ? t2s_pair_table_count : t2s_pair_column_count;
    const char *const *names =
        is_table ? t2s_pair_table_names : t2s_pair_column_names;
    t2s_pair_inputs in = *asked;
    t2s_pair_rows rows = {0};
    double found = -1000;
    in.schema = schema;
    ck_assert_int_eq(t2s_pair_rows_make(&rows, &in, view, NULL), T2SED_OK);
    for (size_t i = 0; i < width; i++)
        if (strcmp(names[i], name) == 0)
            found = (double)(is_table ? rows.tables
                                      : rows.columns)[item * width + i];
    ck_assert_msg(found > -1000 || isnan(found), "no feature %s", name);
    t2s_pair_rows_free(&rows);
    return found;
}

static const t2s_association_view none;

START_TEST(names_are_matched)
{
    const t2s_pair_inputs texts = {
        .question = text("What is the name of each stadium, ordered by city?")};
    ck_assert_double_eq(feature(&texts, none, false, STADIUM_NAME, "score"), 1);
    ck_assert_double_eq(feature(&texts, none, false, STADIUM_NAME, "same_name"),
                        2);
    ck_assert_double_eq(
        feature(&texts, none, false, STADIUM_NAME, "same_name_gap"), 0);
    ck_assert_double_eq(
        feature(&texts, none, false, CONCERT_NAME, "same_name_gap"), -1);
    ck_assert_double_eq(feature(&texts, none, false, CITY, "own_words"), 1);
    ck_assert_double_eq(
        feature(&texts, none, false, CITY, "before_family_order"), 1);
    ck_assert_double_eq(
        feature(&texts, none, false, STADIUM_NAME, "behind_family_each"), 2);
    ck_assert(isnan(feature(&texts, none, false, YEAR, "first")));
    ck_assert(isnan(feature(&texts, none, false, YEAR, "before_family_order")));
    ck_assert_double_eq(feature(&texts, none, false, KEY, "foreign"), 1);
    ck_assert_double_eq(feature(&texts, none, false, KEY, "referenced"), 0);
    ck_assert_double_eq(feature(&texts, none, false, STADIUM_ID, "referenced"),
                        1);
    ck_assert_double_eq(feature(&texts, none, true, 0, "whole"), 1);
    ck_assert_double_eq(feature(&texts, none, true, 1, "named_neighbours"), 1);
    ck_assert_double_eq(feature(&texts, none, true, 0, "own_whole"), 1);
    /* What is not there is not known. */
    ck_assert(isnan(feature(&texts, none, false, CITY, "earlier_score")));
    ck_assert(isnan(feature(&texts, none, false, CITY, "wrong_used")));
    ck_assert(isnan(feature(&texts, none, false, CITY, "feedback_score")));
    ck_assert(isnan(feature(&texts, none, false, CITY, "value_hits")));
    ck_assert(isnan(feature(&texts, none, true, 0, "wrong")));
}
END_TEST

START_TEST(other_texts_are_read)
{
    unsigned char columns[7], tables[2];
    t2s_pair_inputs texts = {
        .question = text("Only those in Paris"),
        .earlier = {text("Show the stadiums"), text("List concerts by year")},
        .feedback = text("order by year instead of name")};
    read_roles(columns, tables, "SELECT name FROM concert ORDER BY name");
    texts.wrong_columns = columns;
    texts.wrong_tables = tables;
    ck_assert_double_eq(feature(&texts, none, true, 0, "earlier_score"), 1);
    ck_assert_double_eq(feature(&texts, none, true, 1, "earliest_score"), 1);
    ck_assert_double_eq(feature(&texts, none, false, YEAR, "earlier_score"), 0);
    ck_assert_double_eq(feature(&texts, none, false, YEAR, "earlier_turns"), 2);
    ck_assert_double_eq(feature(&texts, none, false, YEAR, "feedback_whole"),
                        1);
    ck_assert_double_eq(
        feature(&texts, none, false, CONCERT_NAME, "wrong_ordered"), 1);
    ck_assert_double_eq(feature(&texts, none, false, YEAR, "wrong_ordered"), 0);
    ck_assert_double_eq(
        feature(&texts, none, false, STADIUM_NAME, "wrong_same_name"), 1);
    ck_assert_double_eq(feature(&texts, none, true, 0, "wrong_neighbours"), 1);
}
END_TEST

/* Learns that `right` answers each question. */
static t2sed_status learn(t2s_association *to, const char *asked,
                          const char *right, int times)
{
    const t2s_pair_inputs texts = {.schema = schema, .question = text(asked)};
    unsigned char columns[7], tables[2];
    t2s_pair_sources sources;
    t2sed_status status;
    read_roles(columns, tables, right);
    status = t2s_pair_sources_read(&sources, &texts, none, NULL);
    for (int i = 0; i < times && status == T2SED_OK; i++)
        status = t2s_pairs_learn(to, &sources, columns, tables, NULL);
    t2s_pair_sources_free(&sources);
    return status;
}

START_TEST(words_are_learnt)
{
    t2s_association counts = {0};
    const t2s_association_view view = {.all = &counts};
    const t2s_association_view without = {.all = &counts, .without = &counts};
    const t2s_pair_inputs when = {.question = text("When was it held?")};
    const t2s_pair_inputs where = {.question = text("The name, by city")};
    ck_assert_int_eq(learn(&counts, "When were the concerts?",
                           "SELECT year FROM concert", 6),
                     T2SED_OK);
    ck_assert_int_eq(
        learn(&counts, "What are the names?", "SELECT name FROM stadium", 6),
        T2SED_OK);
    ck_assert_int_eq(learn(&counts, "Sort names by city",
                           "SELECT name FROM stadium ORDER BY city", 6),
                     T2SED_OK);
    ck_assert_double_gt(feature(&when, view, false, YEAR, "odds"), 0.5);
    ck_assert_double_eq(feature(&when, view, false, CITY, "odds"), 0);
    ck_assert_double_eq(feature(&when, without, false, YEAR, "odds"), 0);
    ck_assert_double_gt(feature(&where, view, false, CITY, "before_ordered"),
                        0.5);
    ck_assert_double_gt(
        feature(&where, view, false, STADIUM_NAME, "head_selected"), 0.5);
    t2s_hash_table_free(&counts);
}
END_TEST

static t2sed_status everything(void *payload)
{
    unsigned char columns[7] = {0}, tables[2] = {0};
    t2s_pair_inputs in = {.schema = payload,
                          .question = text("Names in 'Paris'"),
                          .earlier = {text("Show stadiums")},
                          .feedback = text("Use the city"),
                          .wrong_columns = columns,
                          .wrong_tables = tables};
    t2s_association counts = {0};
    const t2s_association_view view = {.all = &counts};
    t2sed_status status = T2SED_OK;
    t2s_pair_rows rows = {0};
    for (int i = 0; i < 2 && status == T2SED_OK; i++) {
        t2s_pair_sources sources;
        status = t2s_pair_sources_read(&sources, &in, view, NULL);
        if (status == T2SED_OK)
            status = t2s_pairs_learn(&counts, &sources, columns, tables, NULL);
        t2s_pair_sources_free(&sources);
        if (i == 0)
            in.feedback = T2S_NO_TEXT;
    }
    in.feedback = text("Use the city");
    if (status == T2SED_OK)
        status = t2s_pair_rows_make(&rows, &in, view, NULL);
    t2s_pair_rows_free(&rows);
    t2s_hash_table_free(&counts);
    return status;
}

START_TEST(memory_may_run_out)
{
    t2s_test_every_allocation(everything, schema);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("pairs")};
    tcase_add_checked_fixture(cases[0], set_up, tear_down);
    tcase_set_timeout(cases[0], 60);
    tcase_add_test(cases[0], roles_are_read);
    tcase_add_test(cases[0], roles_have_names);
    tcase_add_test(cases[0], counts_make_odds);
    tcase_add_test(cases[0], names_are_matched);
    tcase_add_test(cases[0], other_texts_are_read);
    tcase_add_test(cases[0], words_are_learnt);
    tcase_add_test(cases[0], memory_may_run_out);
    return t2s_test_run("pairs", cases, 1);
}
