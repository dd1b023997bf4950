/* Queries in one manner of writing (t2s_sql_spell). */
#include "sql_test.h"

static const char *const items[] = {
    "Owner",    "id",  "Name", "city", NULL,      "Pet", "id",
    "owner_id", "age", NULL,   "Log",  "The Day", NULL,  NULL};

static void check(const char *query, const t2sed_schema *schema,
                  const char *want)
{
    t2s_string got = {0};
    t2sed_sql *sql = t2s_test_parse(query);
    ck_assert_int_eq(t2s_sql_spell(&got, sql, schema, NULL), T2SED_OK);
    ck_assert_msg(strcmp(got.text, want) == 0, "%s\nwant %s\ngot  %s", query,
                  want, got.text);
    t2s_string_free(&got);
    t2sed_sql_free(sql);
}

START_TEST(spellings_are_one)
{
    t2sed_schema *schema = t2s_test_schema(items);
    static const char *const cases[][2] = {
        {"select  Count ( * ) from owner", "SELECT count(*) FROM Owner"},
        {"SELECT owner.name FROM owner AS o", "SELECT owner.name FROM Owner"},
        {"SELECT o.name AS n FROM `owner` o ORDER BY n ASC",
         "SELECT Name FROM Owner ORDER BY Name"},
        {"SELECT count(*) AS c, city FROM Owner GROUP BY city HAVING c > 1",
         "SELECT count(*) , city FROM Owner GROUP BY city HAVING count(*) > 1"},
        {"SELECT Owner.name, age FROM Owner INNER JOIN pet ON "
         "owner.id==pet.owner_id WHERE City<>'Rome'",
         "SELECT T1.Name , T2.age FROM Owner AS T1 JOIN Pet AS T2 ON T1.id = "
         "T2.owner_id WHERE T1.city != \"Rome\""},
        {"SELECT b.*, DISTINCT_ FROM Owner a LEFT OUTER JOIN Pet b",
         "SELECT T2.* , DISTINCT_ FROM Owner AS T1 LEFT JOIN Pet AS T2"},
        {"SELECT name FROM Owner WHERE id IN (SELECT owner_id FROM Pet WHERE "
         "age = (SELECT MAX(age) FROM Pet)) UNION SELECT \"x y\" LIMIT 3;",
         "SELECT Name FROM Owner WHERE id IN (SELECT owner_id FROM Pet WHERE "
         "age = (SELECT max(age) FROM Pet)) UNION SELECT \"x y\" LIMIT 3"},
        {"SELECT [the day] FROM log, (SELECT id FROM pet) s WHERE s.id = -1.5",
         "SELECT T1.\"The Day\" FROM Log AS T1 , (SELECT id FROM Pet) AS T2 "
         "WHERE T2.id = - 1.5"},
        {"SELECT p.age FROM Owner o, Pet p WHERE EXISTS (SELECT 1 FROM Log "
         "WHERE \"The Day\" = o.city)",
         "SELECT T2.age FROM Owner AS T1 , Pet AS T2 WHERE EXISTS (SELECT 1 "
         "FROM Log WHERE \"The Day\" = T1.city)"},
        {"WITH w AS (SELECT id i FROM Pet) SELECT w.i, "
         "rank() OVER (ORDER BY i DESC) FROM w",
         "WITH w AS (SELECT id i FROM Pet) SELECT i , rank() OVER (ORDER BY i "
         "DESC) FROM w"},
        {"SELECT age + 1 AS a FROM Pet ORDER BY a * 2",
         "SELECT age + 1 FROM Pet ORDER BY a * 2"},
        {"SELECT s.n FROM (SELECT name AS n FROM Owner) s",
         "SELECT n FROM (SELECT Name AS n FROM Owner)"},
        {"SELECT cast(age AS INTEGER) FROM Pet WHERE age BETWEEN 1 AND 2 OR "
         "NOT age IS NULL",
         "SELECT CAST (age AS INTEGER) FROM Pet WHERE age BETWEEN 1 AND 2 OR "
         "NOT age IS NULL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i][0], schema, cases[i][1]);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(no_schema_is_needed)
{
    check("SELECT A.x, y FROM t a JOIN u ON a.i = u.i", NULL,
          "SELECT T1.x , y FROM t AS T1 JOIN u AS T2 ON T1.i = T2.i");
}
END_TEST

static t2sed_status spell(void *payload)
{
    t2s_string got = {0};
    const t2sed_status status = t2s_sql_spell(&got, payload, NULL, NULL);
    t2s_string_free(&got);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2sed_sql *sql = t2s_test_parse("SELECT a.\"x\"\"y\" FROM t a, u b WHERE "
                                    "a.x = b.\"z\"\"\"");
    t2s_test_every_allocation(spell, sql);
    t2sed_sql_free(sql);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("spell");
    tcase_add_test(tests, spellings_are_one);
    tcase_add_test(tests, no_schema_is_needed);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("sql/spell", &tests, 1);
}
