/* A long question, a wide schema and a long query: within bounds, in time that
 * Check allows. */
#include "t2s_test.h"

#include "features_test.h"

enum { TABLES = 4, COLUMNS = 1200, WORDS = 3000, ITEMS = 60000 };

/* Half of the columns share a stem with all words, half of them are alike. */
static char *make_ddl(void)
{
    t2s_string out = {0};
    for (int t = 0; t < TABLES; t++) {
        t2s_string_append_format(&out, "CREATE TABLE t%d (", t);
        for (int c = 0; c < COLUMNS; c++)
            t2s_string_append_format(&out, "%sname_of_%d INT", c ? ", " : "",
                                     c);
        t2s_string_append(&out, ");");
    }
    return t2s_string_take(&out, NULL);
}

static char *make_question(void)
{
    t2s_string out = {0};
    for (int i = 0; i < WORDS; i++)
        t2s_string_append_format(&out, i % 3 ? "name of %d " : "'Name, ", i);
    return t2s_string_take(&out, NULL);
}

static char *make_sql(void)
{
    t2s_string out = {0};
    t2s_string_append(&out, "SELECT name_of_0");
    for (int i = 1; i < ITEMS; i++)
        t2s_string_append_format(&out, ", name_of_%d", i % COLUMNS);
    t2s_string_append(&out, " FROM t0 WHERE name_of_1 IN ('x'");
    for (int i = 0; i < 1000; i++)
        t2s_string_append_format(&out, ", 'name of %d', %d", i, i);
    t2s_string_append(&out, ")");
    return t2s_string_take(&out, NULL);
}

START_TEST(all_is_long)
{
    char *ddl = make_ddl(), *text = make_question(), *sql = make_sql();
    t2sed_schema *schema;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_double_eq(feature(&t2s_joins_group, "join.schema_columns", text,
                                sql, schema, NULL),
                        300); /* clipped */
    ck_assert_double_eq(
        feature(&t2s_values_group, "value.texts", text, sql, schema, NULL), 8);
    ck_assert_double_eq(
        feature(&t2s_cues_group, "cue.words_name", text, sql, schema, NULL), 3);
    t2sed_schema_free(schema);
    t2s_free(ddl);
    t2s_free(text);
    t2s_free(sql);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("bounds");
    tcase_add_test(cases, all_is_long);
    return t2s_test_run("evidence within bounds", &cases, 1);
}
