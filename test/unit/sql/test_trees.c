/* Trees: the fixtures of test/conformance/sql, and, where it is at hand, the
 * set of real queries in ../shared/conformance. */
#include "sql_test.h"

#include <jansson.h>

#include "base/file.h"

#define FIXTURES "test/conformance/sql/trees.txt"
#define REAL     "../shared/conformance/sql_trees.jsonl"

static const t2sed_sql_view_options simplified = {
    sizeof(t2sed_sql_view_options), 1, 0, 0, 1, 0, 0};

static void check_query(const char *sql, const char *full, const char *small)
{
    char *got = t2s_test_print(sql, NULL, NULL);
    ck_assert_msg(strcmp(got, full) == 0, "%s\nwant %s\ngot  %s", sql, full,
                  got);
    t2sed_free(got);
    got = t2s_test_print(sql, &simplified, NULL);
    ck_assert_msg(strcmp(got, small) == 0, "%s\nwant %s\ngot  %s", sql, small,
                  got);
    t2sed_free(got);
}

/* Cuts the next line off; NULL at the end. */
static char *next_line(char **rest)
{
    char *line = *rest, *end;
    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    *rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

START_TEST(fixtures)
{
    char *text = NULL, *rest, *line, *sql = NULL, *full = NULL;
    size_t length, count = 0;
    ck_assert_int_eq(t2s_file_read(&text, &length, FIXTURES, 1 << 20, NULL),
                     T2SED_OK);
    rest = text;
    while ((line = next_line(&rest)) != NULL) {
        if (strncmp(line, "sql: ", 5) == 0)
            sql = line + 5;
        else if (strncmp(line, "full: ", 6) == 0)
            full = line + 6;
        else if (strncmp(line, "simplified: ", 12) == 0) {
            check_query(sql, full, line + 12);
            count++;
        }
    }
    ck_assert_uint_gt(count, 30);
    t2sed_free(text);
}
END_TEST

START_TEST(real_queries)
{
    FILE *file = fopen(REAL, "r");
    static char line[1 << 17];
    size_t count = 0;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        json_t *entry = json_loads(line, 0, NULL);
        check_query(json_string_value(json_object_get(entry, "sql")),
                    json_string_value(json_object_get(entry, "full")),
                    json_string_value(json_object_get(entry, "simplified")));
        json_decref(entry);
        count++;
    }
    fclose(file);
    printf("# %zu real queries, both trees equal\n", count);
    ck_assert_uint_gt(count, 0);
}
END_TEST

/* Every node's bytes are those of its terminals, and terminals are spelled as
 * the source spells them. */
static void check_ranges(const char *text)
{
    t2sed_sql *sql = t2s_test_parse(text);
    const t2s_tree *tree = &sql->full;
    uint32_t at = 0;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        const t2s_node *n = &tree->nodes[node];
        ck_assert_uint_le(n->begin, n->end);
        ck_assert_uint_le(n->end, sql->length);
        if (!t2s_tree_is_terminal(tree, node)) {
            ck_assert_int_ne(n->first_child, T2S_NO_NODE);
            ck_assert_uint_eq(n->begin, tree->nodes[n->first_child].begin);
            ck_assert_uint_eq(n->end, tree->nodes[n->last_child].end);
            continue;
        }
        ck_assert_uint_ge(n->begin, at);
        at = n->end;
        if (n->end - n->begin == n->text_length)
            ck_assert_int_eq(memcmp(n->text, text + n->begin, n->text_length),
                             0);
        else
            ck_assert_int_eq(strncmp(n->text + n->text_length - 2, "BY", 2), 0);
    }
    t2sed_sql_free(sql);
}

START_TEST(byte_ranges)
{
    check_ranges("SELECT  a , count(*)  FROM t AS x GROUP \n BY a ORDER  BY b");
    check_ranges("  /* c */ SELECT '\xc3\xa9' AS \xc3\xa9 FROM t -- c\n;;");
    check_ranges("WITH c(x) AS (VALUES (1), (2)) SELECT * FROM c JOIN d ON 1");
}
END_TEST

START_TEST(formats)
{
    t2sed_sql *sql = t2s_test_parse("SELECT a");
    char *text = NULL;
    ck_assert_int_eq(
        t2sed_sql_print(&text, sql, T2SED_SQL_JSON, NULL, NULL, NULL),
        T2SED_OK);
    ck_assert_str_eq(
        text,
        "{\"label\": \"select_stmt\", \"range\": [0, 8], \"children\": "
        "[{\"label\": \"select_core\", \"range\": [0, 8], \"children\": "
        "[{\"text\": \"SELECT\", \"range\": [0, 6]}, {\"label\": "
        "\"result_clause\", \"range\": [7, 8], \"children\": [{\"label\": "
        "\"result_column\", \"range\": [7, 8], \"children\": [{\"label\": "
        "\"expr\", \"range\": [7, 8], \"children\": [{\"label\": "
        "\"column_name\", \"range\": [7, 8], \"children\": [{\"label\": "
        "\"any_name\", \"range\": [7, 8], \"children\": [{\"text\": \"a\", "
        "\"range\": [7, 8]}]}]}]}]}]}]}]}");
    t2sed_free(text);
    ck_assert_int_eq(
        t2sed_sql_print(&text, sql, T2SED_SQL_DOT, &simplified, NULL, NULL),
        T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text, "digraph"));
    t2sed_free(text);
    text = NULL;
    ck_assert_int_eq(t2sed_sql_print(&text, sql, 3, NULL, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(text);
    t2sed_sql_free(sql);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("trees");
    tcase_add_test(cases, fixtures);
    if (t2s_file_exists(REAL))
        tcase_add_test(cases, real_queries);
    else
        t2s_test_skip("trees of real queries", "no " REAL);
    tcase_add_test(cases, byte_ranges);
    tcase_add_test(cases, formats);
    return t2s_test_run("sql trees", &cases, 1);
}
