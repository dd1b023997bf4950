/* Schemas in the format of Spider's tables.json. */
#include "t2s_test.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "schema/schema.h"
#include "t2sed.h"

/* Columns of the two tables are mixed, one primary key has two columns. */
static const char small[] =
    "[{\"db_id\": \"music\","
    " \"table_names_original\": [\"Singer\", \"Songs_Sung\"],"
    " \"table_names\": [\"singer\", \"songs that were sung\"],"
    " \"column_names_original\": [[-1, \"*\"], [1, \"ID\"], [0, \"ID\"],"
    "  [0, \"HomeTown\"], [1, \"Singer_ID\"]],"
    " \"column_names\": [[-1, \"*\"], [1, \"id\"], [0, \"id\"],"
    "  [0, \"home town\"], [1, \"singer id\"]],"
    " \"column_types\": [\"text\", \"number\", \"number\", \"others\","
    "  \"number\"],"
    " \"primary_keys\": [2, [4, 1]], \"foreign_keys\": [[4, 2]]},"
    " {\"db_id\": \"bare\", \"table_names_original\": [\"aB\"],"
    "  \"column_names_original\": [[0, \"c_d\"]]}]";

static t2sed_schemas *parse(const char *text)
{
    t2sed_schemas *schemas;
    t2sed_error err;
    ck_assert_msg(t2s_schemas_parse(&schemas, text, strlen(text), "test",
                                    &err) == T2SED_OK,
                  "%s", err.text);
    return schemas;
}

static t2sed_schema_table table_of(const t2sed_schema *s, size_t i)
{
    t2sed_schema_table table = {.struct_size = sizeof table};
    ck_assert_int_eq(t2sed_schema_table_get(s, i, &table, NULL), T2SED_OK);
    return table;
}

static t2sed_schema_column column_of(const t2sed_schema *s, size_t i)
{
    t2sed_schema_column column = {.struct_size = sizeof column};
    ck_assert_int_eq(t2sed_schema_column_get(s, i, &column, NULL), T2SED_OK);
    return column;
}

START_TEST(reads_all_members)
{
    t2sed_schemas *schemas = parse(small);
    const t2sed_schema *s = t2sed_schemas_find(schemas, "music");
    t2sed_schema_foreign_key key = {.struct_size = sizeof key};
    size_t matches;
    ck_assert_uint_eq(schemas->list.count, 2);
    ck_assert_ptr_null(t2sed_schemas_find(schemas, "Music"));
    ck_assert_str_eq(t2sed_schema_name(s), "music");
    ck_assert_uint_eq(t2sed_schema_column_count(s), 4);
    ck_assert_uint_eq(table_of(s, 1).first_column, 2);
    ck_assert_uint_eq(table_of(s, 1).column_count, 2);
    ck_assert_str_eq(table_of(s, 1).readable, "songs that were sung");
    ck_assert_str_eq(t2sed_schema_column_name(s, 1), "HomeTown");
    ck_assert_str_eq(column_of(s, 1).readable, "home town");
    ck_assert_int_eq(column_of(s, 1).kind, T2SED_TYPE_OTHER);
    ck_assert_int_eq(column_of(s, 3).kind, T2SED_TYPE_NUMBER);
    ck_assert_int_eq(column_of(s, 0).primary, 1);
    ck_assert_int_eq(column_of(s, 3).primary, 1);
    ck_assert_int_eq(column_of(s, 2).primary, 2);
    ck_assert_int_eq(t2sed_schema_foreign_key_get(s, 0, &key, NULL), T2SED_OK);
    ck_assert(key.from == 3 && key.to == 0);
    ck_assert_int_eq(t2s_schema_find_column(s, -1, "id", 2, &matches), 0);
    ck_assert_uint_eq(matches, 2);
    s = t2sed_schemas_find(schemas, "bare");
    ck_assert_str_eq(table_of(s, 0).readable, "a b");
    ck_assert_str_eq(column_of(s, 0).readable, "c d");
    ck_assert_int_eq(column_of(s, 0).kind, T2SED_TYPE_OTHER);
    t2sed_schemas_free(schemas);
}
END_TEST

START_TEST(refuses)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "JSON"},
        {"{}", "array"},
        {"[1]", "schema 0: expected an object"},
        {"[{}]", "db_id"},
        {"[{\"db_id\": \"a\"}]", "schema a: \"table_names_original\""},
        {"[{\"db_id\": \"a\", \"table_names_original\": [1], "
         "\"column_names_original\": []}]",
         "entry 0: expected a string"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[1, \"c\"]]}]",
         "the number of a table"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[-2, \"c\"]]}]",
         "the number of a table"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[0]]}]",
         "[table, name]"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[0, \"c\"]], \"column_types\": []}]",
         "differ in length"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[0, \"c\"]], \"column_types\": [1]}]",
         "column_types"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[0, \"c\"]], \"primary_keys\": [1]}]",
         "primary_keys"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[0, \"c\"]], \"primary_keys\": [[-1]]}]",
         "primary_keys"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [\"t\"], "
         "\"column_names_original\": [[0, \"c\"]], \"foreign_keys\": [[0]]}]",
         "foreign_keys"},
        {"[{\"db_id\": \"a\", \"table_names_original\": [], "
         "\"column_names_original\": []}, {\"db_id\": \"a\"}]",
         "twice"},
    };
    t2sed_schemas *none = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_schemas *schemas = NULL;
        t2sed_error err;
        ck_assert_int_eq(t2s_schemas_parse(&schemas, cases[i].text,
                                           strlen(cases[i].text), "test", &err),
                         T2SED_EFORMAT);
        ck_assert_msg(strstr(err.text, cases[i].says) != NULL, "case %zu: %s",
                      i, err.text);
        ck_assert_ptr_null(schemas);
    }
    ck_assert_int_eq(t2sed_schemas_open(&none, "/nowhere/tables.json", NULL),
                     T2SED_ENOTFOUND);
}
END_TEST

static t2sed_status parse_once(void *payload)
{
    t2sed_schemas *schemas;
    t2sed_status status =
        t2s_schemas_parse(&schemas, payload, strlen(payload), "test", NULL);
    if (status == T2SED_OK)
        t2sed_schemas_free(schemas);
    return status;
}

START_TEST(without_memory)
{
    char text[sizeof small];
    memcpy(text, small, sizeof small);
    t2s_test_every_allocation(parse_once, text);
}
END_TEST

/* jansson's own allocations, which our hook does not see. */
static long json_asked, json_fail_at;

static void *json_malloc(size_t size)
{
    return ++json_asked == json_fail_at ? NULL : malloc(size);
}

START_TEST(without_memory_for_json)
{
    char text[sizeof small];
    memcpy(text, small, sizeof small);
    json_set_alloc_funcs(json_malloc, free);
    for (json_fail_at = 1;; json_fail_at++) {
        t2sed_status status;
        json_asked = 0;
        status = parse_once(text);
        if (json_asked < json_fail_at) {
            ck_assert_int_eq(status, T2SED_OK);
            break;
        }
        /* jansson does not always say that it was memory */
        ck_assert(status == T2SED_ENOMEM || status == T2SED_EFORMAT);
    }
    json_set_alloc_funcs(malloc, free);
}
END_TEST

int main(void)
{
    TCase *tables = tcase_create("tables_json");
    tcase_add_test(tables, reads_all_members);
    tcase_add_test(tables, refuses);
    tcase_add_test(tables, without_memory);
    tcase_add_test(tables, without_memory_for_json);
    return t2s_test_run("tables_json", &tables, 1);
}
