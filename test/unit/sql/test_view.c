/* Views: each switch of the simplified tree, and names resolved with and
 * without a schema. */
#include "sql_test.h"

/* Owner(id, name, city), Pet(id, owner_id, name, age), and a table whose name
 * needs quotes. */
static const char *const items[] = {
    "Owner", "id",  "name", "city",      NULL,  "Pet",  "id", "owner_id",
    "name",  "age", NULL,   "Order Log", "day", "note", NULL, NULL};

static void check(const char *sql, const t2sed_sql_view_options *view,
                  const t2sed_schema *schema, const char *want)
{
    char *got = t2s_test_print(sql, view, schema);
    ck_assert_msg(strcmp(got, want) == 0, "%s\nwant %s\ngot  %s", sql, want,
                  got);
    t2sed_free(got);
}

/* {size, collapse, constraints, punctuation, dots, aliases} */
#define VIEW(...)                                                              \
    &(t2sed_sql_view_options)                                                  \
    {                                                                          \
        sizeof(t2sed_sql_view_options), __VA_ARGS__, 0                         \
    }

START_TEST(switches)
{
    const char *sql = "SELECT f(x.a) FROM t AS x JOIN u ON x.b = u.b";
    check(sql, VIEW(1, 0, 0, 1, 0), NULL,
          "(select_core \"SELECT\" (expr \"f\" \"x.a\") (from_clause \"FROM\" "
          "(join_clause (table_or_subquery \"t\" \"AS\" \"x\") \"u\")))");
    check(sql, VIEW(1, 1, 0, 1, 0), NULL,
          "(select_core \"SELECT\" (expr \"f\" \"x.a\") (from_clause \"FROM\" "
          "(join_clause (table_or_subquery \"t\" \"AS\" \"x\") \"u\" "
          "(join_constraint \"ON\" (expr \"x.b\" \"=\" \"u.b\")))))");
    check(sql, VIEW(1, 0, 1, 1, 0), NULL,
          "(select_core \"SELECT\" (expr \"f\" \"(\" \"x.a\" \")\") "
          "(from_clause \"FROM\" (join_clause (table_or_subquery \"t\" \"AS\" "
          "\"x\") \"JOIN\" \"u\")))");
    check(sql, VIEW(1, 0, 0, 0, 0), NULL,
          "(select_core \"SELECT\" (expr \"f\" (expr \"x\" \".\" \"a\")) "
          "(from_clause \"FROM\" (join_clause (table_or_subquery \"t\" \"AS\" "
          "\"x\") \"u\")))");
    check(sql, VIEW(1, 0, 0, 1, 1), NULL,
          "(select_core \"SELECT\" (expr \"f\" \"t.a\") (from_clause \"FROM\" "
          "(join_clause \"t\" \"u\")))");
    check("SELECT a.b.c", VIEW(1, 0, 0, 1, 0), NULL,
          "(select_core \"SELECT\" \"a.b.c\")");
    check("SELECT x.a FROM t x", VIEW(0, 0, 0, 0, 1), NULL,
          "(select_stmt (select_core \"SELECT\" (result_clause (result_column "
          "(expr (table_name (any_name \"t\")) \".\" (column_name (any_name "
          "\"a\"))))) (from_clause \"FROM\" (table_or_subquery (table_name "
          "(any_name \"t\"))))))");
    /* All switches off but those that keep: the whole tree. */
    {
        char *whole = t2s_test_print(sql, NULL, NULL);
        check(sql, VIEW(0, 1, 1, 0, 0), NULL, whole);
        t2sed_free(whole);
    }
    /* Nothing is left of IN's operand; a non-terminal never ends up empty. */
    check("SELECT a IN ()", VIEW(0, 0, 0, 1, 0), NULL,
          "(select_stmt (select_core \"SELECT\" (result_clause (result_column "
          "(expr (expr (column_name (any_name \"a\"))) \"IN\")))))");
}
END_TEST

typedef struct resolved {
    const char *sql, *bare, *known; /* the view without and with a schema */
} resolved;

/* Simplified trees, so that only names matter. */
static const resolved names[] = {
    {"SELECT T1.name FROM Owner AS T1 JOIN Pet T2 WHERE T2.age > 3",
     "(select_core \"SELECT\" \"Owner.name\" (from_clause \"FROM\" "
     "(join_clause \"Owner\" \"Pet\")) (where_clause \"WHERE\" (expr "
     "\"Pet.age\" \">\" \"3\")))",
     NULL},
    /* Bare columns; the first table that has it. */
    {"SELECT city, age, name FROM Owner o, Pet",
     "(select_core \"SELECT\" (result_clause \"city\" \"age\" \"name\") "
     "(from_clause \"FROM\" \"Owner\" \"Pet\"))",
     "(select_core \"SELECT\" (result_clause \"Owner.city\" \"Pet.age\" "
     "\"Owner.name\") (from_clause \"FROM\" \"Owner\" \"Pet\"))"},
    /* Names are compared without case and quotes, and kept as written. */
    {"SELECT \"CITY\", t1.*, [o]. Name FROM owner T1 JOIN \"Pet\" AS `O`",
     "(select_core \"SELECT\" (result_clause \"\\\"CITY\\\"\" (result_column "
     "\"owner\" \".\" \"*\") \"\\\"Pet\\\".Name\") (from_clause \"FROM\" "
     "(join_clause \"owner\" \"\\\"Pet\\\"\")))",
     "(select_core \"SELECT\" (result_clause \"owner.\\\"CITY\\\"\" "
     "(result_column \"owner\" \".\" \"*\") \"\\\"Pet\\\".Name\") "
     "(from_clause \"FROM\" (join_clause \"owner\" \"\\\"Pet\\\"\")))"},
    /* A string in double quotes is no column. */
    {"SELECT 1 FROM Owner WHERE city = \"Rome\" AND rowid = 1",
     "(select_core \"SELECT\" \"1\" (from_clause \"FROM\" \"Owner\") "
     "(where_clause \"WHERE\" (expr (expr \"city\" \"=\" \"\\\"Rome\\\"\") "
     "\"AND\" (expr \"rowid\" \"=\" \"1\"))))",
     "(select_core \"SELECT\" \"1\" (from_clause \"FROM\" \"Owner\") "
     "(where_clause \"WHERE\" (expr (expr \"Owner.city\" \"=\" "
     "\"\\\"Rome\\\"\") \"AND\" (expr \"rowid\" \"=\" \"1\"))))"},
    /* The inner query is looked at first, then the one around it. */
    {"SELECT 1 FROM Owner a WHERE EXISTS (SELECT 1 FROM Pet a WHERE a.age = "
     "city AND name = 'x')",
     "(select_core \"SELECT\" \"1\" (from_clause \"FROM\" \"Owner\") "
     "(where_clause \"WHERE\" (expr \"EXISTS\" (select_core \"SELECT\" \"1\" "
     "(from_clause \"FROM\" \"Pet\") (where_clause \"WHERE\" (expr (expr "
     "\"Pet.age\" \"=\" \"city\") \"AND\" (expr \"name\" \"=\" \"'x'\")))))))",
     "(select_core \"SELECT\" \"1\" (from_clause \"FROM\" \"Owner\") "
     "(where_clause \"WHERE\" (expr \"EXISTS\" (select_core \"SELECT\" \"1\" "
     "(from_clause \"FROM\" \"Pet\") (where_clause \"WHERE\" (expr (expr "
     "\"Pet.age\" \"=\" \"Owner.city\") \"AND\" (expr \"Pet.name\" \"=\" "
     "\"'x'\")))))))"},
    /* A subquery keeps its alias; what it has is known. */
    {"SELECT n, d.n, city FROM (SELECT name AS n, id FROM Pet p) AS d, Owner",
     "(select_core \"SELECT\" (result_clause \"n\" \"d.n\" \"city\") "
     "(from_clause \"FROM\" (table_or_subquery (select_core \"SELECT\" "
     "(result_clause (result_column \"name\" \"AS\" \"n\") \"id\") "
     "(from_clause \"FROM\" \"Pet\")) \"AS\" \"d\") \"Owner\"))",
     "(select_core \"SELECT\" (result_clause \"d.n\" \"d.n\" \"Owner.city\") "
     "(from_clause \"FROM\" (table_or_subquery (select_core \"SELECT\" "
     "(result_clause (result_column \"Pet.name\" \"AS\" \"n\") \"Pet.id\") "
     "(from_clause \"FROM\" \"Pet\")) \"AS\" \"d\") \"Owner\"))"},
    /* Stars are followed; a subquery without a name stays out of it. */
    {"SELECT age FROM (SELECT * FROM Pet JOIN Owner)",
     "(select_core \"SELECT\" \"age\" (from_clause \"FROM\" "
     "(table_or_subquery (select_core \"SELECT\" \"*\" (from_clause \"FROM\" "
     "(join_clause \"Pet\" \"Owner\"))))))",
     NULL},
    {"SELECT age, city FROM (SELECT x.* FROM Pet x, Owner) y, Owner",
     "(select_core \"SELECT\" (result_clause \"age\" \"city\") (from_clause "
     "\"FROM\" (table_or_subquery (select_core \"SELECT\" (result_column "
     "\"Pet\" \".\" \"*\") (from_clause \"FROM\" \"Pet\" \"Owner\")) \"y\") "
     "\"Owner\"))",
     "(select_core \"SELECT\" (result_clause \"y.age\" \"Owner.city\") "
     "(from_clause \"FROM\" (table_or_subquery (select_core \"SELECT\" "
     "(result_column \"Pet\" \".\" \"*\") (from_clause \"FROM\" \"Pet\" "
     "\"Owner\")) \"y\") \"Owner\"))"},
    /* Common table expressions hide tables, with or without column lists. */
    {"WITH Pet(k) AS (SELECT id FROM Owner) SELECT k, z.k, name FROM Pet z",
     "(select_stmt (common_table_stmt \"WITH\" (common_table_expression "
     "\"Pet\" \"k\" \"AS\" (select_core \"SELECT\" \"id\" (from_clause "
     "\"FROM\" \"Owner\")))) (select_core \"SELECT\" (result_clause \"k\" "
     "\"Pet.k\" \"name\") (from_clause \"FROM\" \"Pet\")))",
     "(select_stmt (common_table_stmt \"WITH\" (common_table_expression "
     "\"Pet\" \"k\" \"AS\" (select_core \"SELECT\" \"Owner.id\" (from_clause "
     "\"FROM\" \"Owner\")))) (select_core \"SELECT\" (result_clause "
     "\"Pet.k\" \"Pet.k\" \"name\") (from_clause \"FROM\" \"Pet\")))"},
    /* ORDER BY takes an alias before a column, WHERE a column. */
    {"SELECT age AS name FROM Pet WHERE name = 1 ORDER BY name, id",
     "(select_stmt (select_core \"SELECT\" (result_column \"age\" \"AS\" "
     "\"name\") (from_clause \"FROM\" \"Pet\") (where_clause \"WHERE\" (expr "
     "\"name\" \"=\" \"1\"))) (order_by_stmt \"ORDER BY\" \"name\" \"id\"))",
     "(select_stmt (select_core \"SELECT\" (result_column \"Pet.age\" \"AS\" "
     "\"name\") (from_clause \"FROM\" \"Pet\") (where_clause \"WHERE\" (expr "
     "\"Pet.name\" \"=\" \"1\"))) (order_by_stmt \"ORDER BY\" \"name\" "
     "\"Pet.id\"))"},
    /* What an unknown table may have is left alone. */
    {"SELECT city, age FROM Nowhere n, Pet",
     "(select_core \"SELECT\" (result_clause \"city\" \"age\") (from_clause "
     "\"FROM\" \"Nowhere\" \"Pet\"))",
     "(select_core \"SELECT\" (result_clause \"city\" \"Pet.age\") "
     "(from_clause \"FROM\" \"Nowhere\" \"Pet\"))"},
    /* Joins in parentheses, with and without an alias. */
    {"SELECT age, j.age, city FROM (Pet a JOIN Owner b ON a.owner_id = b.id) "
     "j",
     "(select_core \"SELECT\" (result_clause \"age\" \"j.age\" \"city\") "
     "(from_clause \"FROM\" (table_or_subquery (join_clause \"Pet\" "
     "\"Owner\") \"j\")))",
     "(select_core \"SELECT\" (result_clause \"j.age\" \"j.age\" \"j.city\") "
     "(from_clause \"FROM\" (table_or_subquery (join_clause \"Pet\" "
     "\"Owner\") \"j\")))"},
    {"SELECT a.age, city FROM (Pet a JOIN Owner b)",
     "(select_core \"SELECT\" (result_clause \"Pet.age\" \"city\") "
     "(from_clause \"FROM\" (table_or_subquery (join_clause \"Pet\" "
     "\"Owner\"))))",
     "(select_core \"SELECT\" (result_clause \"Pet.age\" \"Owner.city\") "
     "(from_clause \"FROM\" (table_or_subquery (join_clause \"Pet\" "
     "\"Owner\"))))"},
    {"SELECT note FROM \"order log\" x UNION SELECT x.name FROM Pet x "
     "ORDER BY note",
     "(select_stmt (select_core \"SELECT\" \"note\" (from_clause \"FROM\" "
     "\"\\\"order log\\\"\")) \"UNION\" (select_core \"SELECT\" "
     "\"Pet.name\" (from_clause \"FROM\" \"Pet\")) (order_by_stmt \"ORDER "
     "BY\" \"note\"))",
     "(select_stmt (select_core \"SELECT\" \"\\\"order log\\\".note\" "
     "(from_clause \"FROM\" \"\\\"order log\\\"\")) \"UNION\" (select_core "
     "\"SELECT\" \"Pet.name\" (from_clause \"FROM\" \"Pet\")) (order_by_stmt "
     "\"ORDER BY\" \"\\\"order log\\\".note\"))"},
};

START_TEST(resolving)
{
    const resolved *want = &names[_i];
    t2sed_schema *schema = t2s_test_schema(items);
    t2sed_sql_view_options view = t2s_test_view();
    view.resolve_aliases = 1;
    check(want->sql, &view, NULL, want->bare);
    view.resolve_aliases = -1; /* a schema switches it on */
    check(want->sql, &view, schema, want->known ? want->known : want->bare);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(ranges)
{
    const char *text = "SELECT city FROM Owner AS o WHERE o.id = 1";
    t2sed_schema *schema = t2s_test_schema(items);
    t2sed_sql *sql = t2s_test_parse(text);
    t2sed_sql_view_options view = t2s_test_view();
    static const struct {
        const char *text;
        uint32_t begin, end;
    } merged[] = {{"SELECT", 0, 6},  {"Owner.city", 7, 11},
                  {"FROM", 12, 16},  {"Owner", 17, 22},
                  {"WHERE", 28, 33}, {"Owner.id", 34, 38},
                  {"=", 39, 40},     {"1", 41, 42}},
      parted[] = {{"SELECT", 0, 6},  {"Owner", 7, 7},   {".", 7, 7},
                  {"city", 7, 11},   {"FROM", 12, 16},  {"Owner", 17, 22},
                  {"WHERE", 28, 33}, {"Owner", 34, 35}, {".", 35, 36},
                  {"id", 36, 38},    {"=", 39, 40},     {"1", 41, 42}};
    for (int dots = 1; dots >= 0; dots--) {
        t2s_tree tree;
        size_t i = 0;
        view.merge_dots = dots;
        ck_assert_int_eq(t2s_sql_view(&tree, sql, &view, schema, NULL),
                         T2SED_OK);
        for (int32_t node = tree.root; node != T2S_NO_NODE;
             node = t2s_tree_next(&tree, tree.root, node)) {
            const t2s_node *at = &tree.nodes[node];
            if (!t2s_tree_is_terminal(&tree, node))
                continue;
            ck_assert_str_eq(at->text, dots ? merged[i].text : parted[i].text);
            ck_assert_uint_eq(at->begin,
                              dots ? merged[i].begin : parted[i].begin);
            ck_assert_uint_eq(at->end, dots ? merged[i].end : parted[i].end);
            i++;
        }
        ck_assert_uint_eq(i, dots ? sizeof merged / sizeof *merged
                                  : sizeof parted / sizeof *parted);
        t2s_tree_free(&tree);
    }
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(wrong_options)
{
    t2sed_sql *sql = t2s_test_parse("SELECT 1");
    t2sed_sql_view_options view = t2s_test_view();
    t2sed_error err;
    char *text = NULL;
    view.struct_size = 3;
    ck_assert_int_eq(
        t2sed_sql_print(&text, sql, T2SED_SQL_SEXPR, &view, NULL, &err),
        T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "struct_size"));
    ck_assert_ptr_null(text);
    t2sed_sql_free(sql);
}
END_TEST

/* Two hundred queries, each twice the star of the one before. */
START_TEST(hostile_names)
{
    t2s_string text = {0};
    t2sed_sql_view_options view = t2s_test_view();
    t2sed_schema *schema = t2s_test_schema(items);
    char *out;
    t2s_string_append(&text, "WITH c0 AS (SELECT * FROM Pet)");
    for (int i = 1; i < 200; i++)
        t2s_string_append_format(&text, ", c%d AS (SELECT * FROM c%d a, c%d b)",
                                 i, i - 1, i - 1);
    t2s_string_append(&text, " SELECT absent, age FROM c199");
    out = t2s_test_print(text.text, &view, schema);
    ck_assert_ptr_nonnull(strstr(out, "\"absent\" \"c199.age\""));
    t2sed_free(out);
    /* So many that looking them up would take minutes. */
    t2s_string_clear(&text);
    t2s_string_append(&text, "SELECT a");
    for (int i = 0; i < 40000; i++)
        t2s_string_append(&text, ",x");
    t2s_string_append(&text, " FROM Pet");
    for (int i = 0; i < 40000; i++)
        t2s_string_append(&text, ",Pet");
    {
        t2sed_sql *sql = t2s_test_parse(text.text);
        t2sed_error err;
        ck_assert_int_eq(
            t2sed_sql_print(&out, sql, T2SED_SQL_SEXPR, &view, schema, &err),
            T2SED_ELIMIT);
        t2sed_sql_free(sql);
    }
    t2s_string_free(&text);
    t2sed_schema_free(schema);
}
END_TEST

typedef struct job {
    const t2sed_sql *sql;
    const t2sed_schema *schema;
    int format;
} job;

static t2sed_status do_job(void *payload)
{
    const job *at = payload;
    t2sed_sql_view_options view = t2s_test_view();
    char *out = NULL;
    t2sed_status status;
    view.merge_dots = at->format != T2SED_SQL_JSON;
    view.collapse_unary = at->format != T2SED_SQL_DOT;
    status =
        t2sed_sql_print(&out, at->sql, at->format, &view, at->schema, NULL);
    ck_assert(status == T2SED_OK || out == NULL);
    t2sed_free(out);
    return status;
}

START_TEST(no_memory)
{
    t2sed_schema *schema = t2s_test_schema(items);
    t2sed_sql *sql = t2s_test_parse(
        "WITH c AS (SELECT p.*, \"na\"\"me\" FROM (Pet p JOIN Owner) AS j) "
        "SELECT age, d.\"x\" FROM c AS d WHERE name IN (SELECT name FROM "
        "Owner) ORDER BY city, \"x\"\"y\"");
    for (int format = 0; format <= T2SED_SQL_DOT; format++) {
        job at = {sql, schema, format};
        t2s_test_every_allocation(do_job, &at);
    }
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("view");
    tcase_add_test(cases, switches);
    tcase_add_loop_test(cases, resolving, 0,
                        (int)(sizeof names / sizeof *names));
    tcase_add_test(cases, ranges);
    tcase_add_test(cases, wrong_options);
    tcase_add_test(cases, hostile_names);
    tcase_add_test(cases, no_memory);
    return t2s_test_run("sql view", &cases, 1);
}
