/* Wrong queries from right ones: each operation on queries written for it. */
#include "interrupt_test.h"

#include "database_test.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sql/sql.h"
#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static const char ddl[] =
    "CREATE TABLE team (team_id INTEGER PRIMARY KEY, name TEXT, city TEXT, "
    "  founded INTEGER);"
    "CREATE TABLE player (player_id INTEGER PRIMARY KEY, name TEXT, "
    "  \"shirt number\" INTEGER, age INTEGER, "
    "  team_id INTEGER REFERENCES team(team_id));"
    "CREATE TABLE game (game_id INTEGER PRIMARY KEY, played TEXT, "
    "  home_id INTEGER REFERENCES team(team_id), "
    "  away_id INTEGER REFERENCES team(team_id));";

static const char rows[] =
    "INSERT INTO team VALUES (1, 'Reds', 'Rome', 1900), "
    "  (2, 'O''Blues', 'Bonn', 1950);"
    "INSERT INTO player VALUES (1, 'Ann', 7, 20, 1), (2, 'Bob', 9, 30, 2);";

static char path[] = "/tmp/t2sed-mutator-XXXXXX";
static t2sed_schema *schema;

static void set_up(void)
{
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    t2s_test_run_sql(path, ddl);
    t2s_test_run_sql(path, rows);
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
}

static void tear_down(void)
{
    t2sed_schema_free(schema);
    unlink(path);
    memcpy(path + strlen(path) - 6, "XXXXXX", 6);
}

static t2sed_sql *parse(const char *text)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    return sql;
}

/* A mutator that knows one operation only. */
static t2sed_mutator *only(int operation, const char *database)
{
    double weights[64] = {0};
    t2sed_mutator_options options;
    t2sed_mutator *mutator = NULL;
    t2sed_mutator_options_init(&options, sizeof options);
    weights[operation] = 1;
    options.weights = weights;
    options.weight_count = 64;
    options.double_share = 0;
    ck_assert_int_eq(t2sed_mutator_new(&mutator,
                                       t2s_test_database(database, schema),
                                       &options, NULL),
                     T2SED_OK);
    return mutator;
}

#define DRAWS 200

/*
 * Draws often and looks whether each expected mutant (`expected` ends in NULL)
 * comes up, and, where `closed`, nothing else does.
 */
static void check_mutants(int operation, const char *query,
                          const char *const *expected, int closed)
{
    t2sed_mutator *mutator = only(operation, path);
    t2sed_sql *sql = parse(query);
    int seen[16] = {0};
    for (int i = 0; i < DRAWS; i++) {
        char *text = NULL;
        int done[2], known = 0;
        t2sed_error err;
        ck_assert_msg(t2sed_mutator_mutate(&text, done, mutator, sql, &err) ==
                          T2SED_OK,
                      "%s: %s", query, err.text);
        ck_assert_int_eq(done[0], operation);
        ck_assert_int_eq(done[1], T2SED_MUTATION_NONE);
        for (int k = 0; expected[k]; k++)
            if (strcmp(text, expected[k]) == 0)
                known = seen[k] = 1;
        ck_assert_msg(known || !closed, "%s: unexpected %s", query, text);
        t2sed_free(text);
    }
    for (int k = 0; expected[k]; k++)
        ck_assert_msg(seen[k], "%s: never %s", query, expected[k]);
    t2sed_sql_free(sql);
    t2sed_mutator_free(mutator);
}

#define MUTANTS(operation, query, closed, ...)                                 \
    check_mutants(T2SED_MUTATION_##operation, query,                           \
                  (const char *const[]){__VA_ARGS__, NULL}, closed)

static void check_nothing(int operation, const char *query)
{
    t2sed_mutator *mutator = only(operation, path);
    t2sed_sql *sql = parse(query);
    char *text = NULL;
    t2sed_error err;
    ck_assert_msg(t2sed_mutator_mutate(&text, NULL, mutator, sql, &err) ==
                      T2SED_EUNSUPPORTED,
                  "%s: %s", query, text ? text : err.text);
    ck_assert_ptr_null(text);
    t2sed_sql_free(sql);
    t2sed_mutator_free(mutator);
}

START_TEST(columns_become_others)
{
    MUTANTS(COLUMN_SELECT, "SELECT name FROM team", 1,
            "SELECT team_id FROM team", "SELECT city FROM team",
            "SELECT founded FROM team");
    MUTANTS(COLUMN_SELECT, "select t1.NAME from player as t1", 1,
            "select t1.player_id from player as t1",
            "select t1.\"shirt number\" from player as t1",
            "select t1.age from player as t1",
            "select t1.team_id from player as t1");
    MUTANTS(COLUMN_WHERE, "SELECT 1 FROM team WHERE city = 'Rome'", 0,
            "SELECT 1 FROM team WHERE name = 'Rome'");
    MUTANTS(COLUMN_ORDER, "SELECT name FROM team ORDER BY founded DESC", 0,
            "SELECT name FROM team ORDER BY city DESC");
    MUTANTS(COLUMN_TABLE,
            "SELECT T1.name FROM team AS T1 JOIN player AS T2 "
            "ON T1.team_id = T2.team_id",
            1,
            "SELECT T2.name FROM team AS T1 JOIN player AS T2 "
            "ON T1.team_id = T2.team_id");
    MUTANTS(KEY_SWAP,
            "SELECT name FROM team JOIN game ON team.team_id = game.home_id", 1,
            "SELECT name FROM team JOIN game ON team.team_id = game.away_id");
    MUTANTS(GROUP_KEY, "SELECT count(*) FROM team GROUP BY name, city", 1,
            "SELECT count(*) FROM team GROUP BY name",
            "SELECT count(*) FROM team GROUP BY city");
    MUTANTS(GROUP_KEY, "SELECT name, count(*) FROM team GROUP BY team_id", 1,
            "SELECT name, count(*) FROM team GROUP BY name");
}
END_TEST

START_TEST(aggregates_come_and_go)
{
    MUTANTS(AGGREGATE_SWAP, "SELECT avg(age) FROM player", 1,
            "SELECT sum(age) FROM player", "SELECT min(age) FROM player",
            "SELECT max(age) FROM player", "SELECT count(age) FROM player");
    MUTANTS(AGGREGATE_SWAP, "SELECT MAX(name) FROM player", 1,
            "SELECT MIN(name) FROM player", "SELECT COUNT(name) FROM player");
    MUTANTS(AGGREGATE_DROP, "SELECT avg(age) FROM player", 1,
            "SELECT age FROM player");
    MUTANTS(AGGREGATE_ADD, "SELECT name FROM player ORDER BY age", 1,
            "SELECT COUNT(name) FROM player ORDER BY age",
            "SELECT MIN(name) FROM player ORDER BY age",
            "SELECT MAX(name) FROM player ORDER BY age");
    MUTANTS(COUNT, "SELECT count(*) FROM team", 0,
            "SELECT count(DISTINCT team_id) FROM team",
            "SELECT count(name) FROM team");
    MUTANTS(COUNT, "SELECT count(DISTINCT name) FROM team", 1,
            "SELECT count(*) FROM team", "SELECT count(name) FROM team");
    MUTANTS(COUNT, "SELECT count(name) FROM team", 1,
            "SELECT count(DISTINCT name) FROM team");
    MUTANTS(SUPERLATIVE, "SELECT name FROM player ORDER BY age DESC LIMIT 1", 1,
            "SELECT name, MAX(age) FROM player", "SELECT MAX(age) FROM player");
    MUTANTS(SUPERLATIVE, "select name from player order by age limit 1", 1,
            "select name, min(age) from player", "select min(age) from player");
}
END_TEST

START_TEST(conditions_change)
{
    MUTANTS(COMPARISON, "SELECT name FROM player WHERE age>=30", 1,
            "SELECT name FROM player WHERE age>30",
            "SELECT name FROM player WHERE age<=30",
            "SELECT name FROM player WHERE age<30");
    MUTANTS(COMPARISON, "SELECT age FROM player WHERE name='Ann'", 1,
            "SELECT age FROM player WHERE name!='Ann'",
            "SELECT age FROM player WHERE name LIKE '%Ann%'");
    MUTANTS(CONDITION_DROP, "SELECT 1 FROM player WHERE age > 1 AND name = 'x'",
            1, "SELECT 1 FROM player WHERE age > 1",
            "SELECT 1 FROM player WHERE name = 'x'");
    MUTANTS(CONDITION_DROP, "SELECT 1 FROM team WHERE city = 'x' LIMIT 1", 1,
            "SELECT 1 FROM team LIMIT 1");
    MUTANTS(CONDITION_ADD,
            "SELECT city FROM team WHERE founded = 1 OR city = 1", 0,
            "SELECT city FROM team WHERE (founded = 1 OR city = 1) "
            "AND name = 'O''Blues'");
    MUTANTS(CONDITION_ADD, "select city from team order by name", 0,
            "select city from team where city = 'Bonn' order by name");
    MUTANTS(CONNECTIVE, "SELECT 1 FROM team WHERE city = 'x' AND name = 'y'", 1,
            "SELECT 1 FROM team WHERE city = 'x' OR name = 'y'");
    MUTANTS(
        NEGATION,
        "SELECT 1 FROM team WHERE team_id NOT IN (SELECT home_id FROM game)", 1,
        "SELECT 1 FROM team WHERE team_id IN (SELECT home_id FROM game)");
    MUTANTS(NEGATION, "SELECT 1 FROM team WHERE name LIKE '%x' ", 1,
            "SELECT 1 FROM team WHERE name NOT LIKE '%x' ");
    MUTANTS(NEGATION, "SELECT 1 FROM team WHERE NOT city IS NULL", 1,
            "SELECT 1 FROM team WHERE city IS NULL");
    MUTANTS(VALUE, "SELECT 1 FROM team WHERE name = \"Reds\"", 1,
            "SELECT 1 FROM team WHERE name = \"O'Blues\"",
            "SELECT 1 FROM team WHERE name = \"reds\"");
    MUTANTS(VALUE, "SELECT 1 FROM team WHERE founded > 1900", 0,
            "SELECT 1 FROM team WHERE founded > 1950",
            "SELECT 1 FROM team WHERE founded > 1901");
    MUTANTS(VALUE, "SELECT 1 FROM team WHERE name LIKE '%Red%'", 1,
            "SELECT 1 FROM team WHERE name LIKE 'Red'");
}
END_TEST

START_TEST(clauses_change)
{
    MUTANTS(DIRECTION, "SELECT name FROM player ORDER BY age DESC", 1,
            "SELECT name FROM player ORDER BY age",
            "SELECT name FROM player ORDER BY age ASC");
    MUTANTS(DIRECTION, "select name from player order by age", 1,
            "select name from player order by age desc");
    MUTANTS(CLAUSE_DROP,
            "SELECT name FROM player GROUP BY name HAVING count(*) > 1 "
            "ORDER BY age LIMIT 3",
            1, "SELECT name FROM player ORDER BY age LIMIT 3",
            "SELECT name FROM player GROUP BY name ORDER BY age LIMIT 3",
            "SELECT name FROM player GROUP BY name HAVING count(*) > 1 LIMIT 3",
            "SELECT name FROM player GROUP BY name HAVING count(*) > 1",
            "SELECT name FROM player GROUP BY name HAVING count(*) > 1 "
            "ORDER BY age");
    MUTANTS(DISTINCT, "SELECT name FROM player", 1,
            "SELECT DISTINCT name FROM player");
    MUTANTS(DISTINCT, "SELECT DISTINCT(name) FROM player", 1,
            "SELECT(name) FROM player");
    MUTANTS(ITEM_ADD, "SELECT name FROM team", 0, "SELECT name, city FROM team",
            "SELECT city, name FROM team");
    MUTANTS(ITEM_DROP, "SELECT name, city FROM team", 1,
            "SELECT name FROM team", "SELECT city FROM team");
    MUTANTS(ITEM_EXTRA, "SELECT name FROM player ORDER BY age DESC LIMIT 1", 1,
            "SELECT name, age FROM player ORDER BY age DESC LIMIT 1",
            "SELECT age, name FROM player ORDER BY age DESC LIMIT 1");
    MUTANTS(ITEM_EXTRA, "select name from player group by name", 1,
            "select name, count(*) from player group by name",
            "select count(*), name from player group by name");
    MUTANTS(SET_OPERATION,
            "SELECT name FROM team WHERE city = 'x' INTERSECT "
            "SELECT name FROM team WHERE founded = 2",
            1, "SELECT name FROM team WHERE city = 'x' AND founded = 2",
            "SELECT name FROM team WHERE city = 'x'",
            "SELECT name FROM team WHERE founded = 2",
            "SELECT name FROM team WHERE city = 'x' UNION "
            "SELECT name FROM team WHERE founded = 2",
            "SELECT name FROM team WHERE city = 'x' EXCEPT "
            "SELECT name FROM team WHERE founded = 2");
    MUTANTS(LIMIT, "SELECT name FROM team ORDER BY founded", 1,
            "SELECT name FROM team ORDER BY founded LIMIT 1",
            "SELECT name FROM team ORDER BY founded LIMIT 3");
    MUTANTS(LIMIT, "SELECT name FROM team LIMIT 3", 1,
            "SELECT name FROM team LIMIT 1", "SELECT name FROM team LIMIT 2",
            "SELECT name FROM team LIMIT 4");
}
END_TEST

START_TEST(joins_come_and_go)
{
    MUTANTS(JOIN_ADD, "SELECT name, age FROM player WHERE age > 3", 1,
            "SELECT player.name, age FROM player JOIN team "
            "ON player.team_id = team.team_id WHERE age > 3");
    MUTANTS(JOIN_ADD,
            "SELECT T1.age FROM player AS T1 JOIN team AS T2 "
            "ON T1.team_id = T2.team_id",
            1,
            "SELECT T1.age FROM player AS T1 JOIN team AS T2 "
            "ON T1.team_id = T2.team_id JOIN game AS T3 "
            "ON T2.team_id = T3.home_id",
            "SELECT T1.age FROM player AS T1 JOIN team AS T2 "
            "ON T1.team_id = T2.team_id JOIN game AS T3 "
            "ON T2.team_id = T3.away_id");
    MUTANTS(JOIN_DROP,
            "SELECT T2.team_id, T1.age FROM player AS T1 JOIN team AS T2 "
            "ON T1.team_id = T2.team_id",
            0, "SELECT T1.team_id, T1.age FROM player AS T1");
    MUTANTS(JOIN_DROP,
            "SELECT T2.name FROM player AS T1 JOIN team AS T2 "
            "ON T1.team_id = T2.team_id WHERE T1.name = 'x'",
            1, "SELECT T1.name FROM player AS T1 WHERE T1.name = 'x'",
            "SELECT T2.name FROM team AS T2 WHERE T2.name = 'x'");
    MUTANTS(TABLE_SWAP, "SELECT count(*) FROM team", 1,
            "SELECT count(*) FROM player", "SELECT count(*) FROM game");
    MUTANTS(TABLE_SWAP, "SELECT team.name FROM team", 0,
            "SELECT player.name FROM player", "SELECT game.played FROM game");
}
END_TEST

/* What an operation does not apply to is no error of any other kind. */
START_TEST(some_do_not_apply)
{
    check_nothing(T2SED_MUTATION_COLUMN_SELECT, "SELECT count(*) FROM team");
    check_nothing(T2SED_MUTATION_COLUMN_TABLE, "SELECT name FROM team");
    check_nothing(T2SED_MUTATION_AGGREGATE_SWAP, "SELECT name FROM team");
    check_nothing(T2SED_MUTATION_AGGREGATE_DROP, "SELECT count(*) FROM team");
    check_nothing(T2SED_MUTATION_COMPARISON, "SELECT name FROM team");
    check_nothing(T2SED_MUTATION_CONNECTIVE,
                  "SELECT 1 FROM team WHERE founded BETWEEN 1 AND 2");
    check_nothing(T2SED_MUTATION_DISTINCT, "SELECT count(*) FROM team");
    check_nothing(T2SED_MUTATION_ITEM_DROP, "SELECT name FROM team");
    check_nothing(T2SED_MUTATION_ITEM_ADD,
                  "SELECT name FROM team UNION SELECT name FROM player");
    check_nothing(T2SED_MUTATION_JOIN_DROP, "SELECT name FROM team");
    check_nothing(T2SED_MUTATION_JOIN_DROP,
                  "SELECT T2.*, T1.* FROM player AS T1, team AS T2");
    check_nothing(T2SED_MUTATION_KEY_SWAP, "SELECT team_id FROM player");
    check_nothing(T2SED_MUTATION_SUPERLATIVE,
                  "SELECT name FROM player ORDER BY age DESC");
    check_nothing(T2SED_MUTATION_LIMIT,
                  "SELECT name FROM team LIMIT 1 + 1 - 2");
    check_nothing(T2SED_MUTATION_VALUE, "SELECT 1 FROM team WHERE city = name");
}
END_TEST

/* With every operation: no table, unknown tables, WITH, windows, VALUES. */
START_TEST(strange_queries_are_taken)
{
    static const char *const queries[] = {
        "SELECT 1",
        "VALUES (1), (2)",
        "SELECT * FROM nowhere WHERE a = 'b' AND NOT EXISTS (SELECT 1)",
        "WITH c(x) AS (SELECT name FROM team) SELECT x FROM c JOIN team "
        "ON c.x = team.name ORDER BY x LIMIT 1",
        "SELECT sum(age) OVER (PARTITION BY team_id ORDER BY age) FROM player",
        "SELECT a.name FROM (team JOIN player USING (team_id)) AS a",
        "SELECT name FROM team AS t, json_each('[1]') WHERE t.city IN "
        "('a','b')",
        "SELECT CASE WHEN age > 3 THEN 'a' ELSE \"b\" END FROM player",
        "SELECT \"name\",[city]FROM`team`WHERE`city`='x'AND founded>1",
        "SELECT name FROM team WHERE city = '%s%n%d' AND name = \"%s\"",
        "SELECT (SELECT max(age) FROM player AS p WHERE p.team_id = t.team_id) "
        "FROM team AS t LIMIT 1, 2",
    };
    t2sed_mutator *mutator = NULL;
    ck_assert_int_eq(t2sed_mutator_new(
                         &mutator, t2s_test_database(path, schema), NULL, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        t2sed_sql *sql = parse(queries[i]);
        for (int n = 0; n < 60; n++) {
            char *text = NULL;
            t2sed_status status =
                t2sed_mutator_mutate(&text, NULL, mutator, sql, NULL);
            if (status != T2SED_OK) {
                ck_assert_int_eq(status, T2SED_EUNSUPPORTED);
                continue;
            }
            ck_assert_str_ne(text, queries[i]);
            t2sed_sql_free(parse(text));
            t2sed_free(text);
        }
        t2sed_sql_free(sql);
    }
    t2sed_mutator_free(mutator);
}
END_TEST

START_TEST(queries_have_a_limit)
{
    static char query[40000] = "SELECT name FROM team WHERE city IN (0";
    t2sed_mutator *mutator = only(T2SED_MUTATION_COLUMN_SELECT, NULL);
    t2sed_sql *sql;
    char *text = NULL;
    t2sed_error err;
    size_t n = strlen(query);
    while (n < sizeof query - 10)
        n += (size_t)sprintf(query + n, ", 1");
    strcat(query, ")");
    sql = parse(query);
    ck_assert_int_eq(t2sed_mutator_mutate(&text, NULL, mutator, sql, &err),
                     T2SED_ELIMIT);
    ck_assert_ptr_nonnull(strstr(err.text, "5000 at most"));
    ck_assert_ptr_null(text);
    t2sed_sql_free(sql);
    t2sed_mutator_free(mutator);
}
END_TEST

static void draw_some(char *out, size_t size, t2sed_mutator *mutator,
                      uint64_t seed)
{
    t2sed_sql *sql =
        parse("SELECT T1.name, avg(T2.age) FROM team AS T1 JOIN player AS T2 "
              "ON T1.team_id = T2.team_id WHERE T1.city = 'Rome' "
              "GROUP BY T1.name ORDER BY T1.founded");
    t2sed_mutator_reseed(mutator, seed);
    out[0] = '\0';
    for (int i = 0; i < 20; i++) {
        char *text = NULL;
        ck_assert_int_eq(t2sed_mutator_mutate(&text, NULL, mutator, sql, NULL),
                         T2SED_OK);
        strncat(out, text, size - strlen(out) - 1);
        t2sed_free(text);
    }
    t2sed_sql_free(sql);
}

START_TEST(a_seed_gives_the_same)
{
    static char first[8192], second[8192];
    t2sed_mutator_options options;
    t2sed_mutator *mutator = NULL, *other = NULL;
    t2sed_mutator_options_init(&options, sizeof options);
    options.seed = 99;
    ck_assert_int_eq(t2sed_mutator_new(
                         &mutator, t2s_test_database(path, schema), NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_mutator_new(&other, t2s_test_database(path, schema),
                                       &options, NULL),
                     T2SED_OK);
    draw_some(first, sizeof first, mutator, 5);
    draw_some(second, sizeof second, other, 5);
    ck_assert_str_eq(first, second);
    draw_some(first, sizeof first, mutator, 5);
    ck_assert_str_eq(first, second);
    draw_some(first, sizeof first, mutator, 6);
    ck_assert_str_ne(first, second);
    t2sed_mutator_free(mutator);
    t2sed_mutator_free(other);
}
END_TEST

START_TEST(some_are_changed_twice)
{
    t2sed_mutator_options options;
    t2sed_mutator *mutator = NULL;
    t2sed_sql *sql = parse("SELECT name, age FROM player WHERE age > 3");
    int twice = 0;
    t2sed_mutator_options_init(&options, sizeof options);
    options.double_share = 1;
    ck_assert_int_eq(t2sed_mutator_new(&mutator,
                                       t2s_test_database(path, schema),
                                       &options, NULL),
                     T2SED_OK);
    for (int i = 0; i < 50; i++) {
        char *text = NULL;
        int done[2];
        ck_assert_int_eq(t2sed_mutator_mutate(&text, done, mutator, sql, NULL),
                         T2SED_OK);
        ck_assert_str_ne(text, sql->text);
        twice += done[1] != T2SED_MUTATION_NONE;
        t2sed_free(text);
    }
    ck_assert_int_gt(twice, 40);
    t2sed_sql_free(sql);
    t2sed_mutator_free(mutator);
}
END_TEST

/* Without a database, or with one that is none, there are no values. */
START_TEST(values_may_be_missing)
{
    for (int i = 0; i < 2; i++) {
        t2sed_mutator *mutator =
            only(T2SED_MUTATION_CONDITION_ADD, i ? path : NULL);
        t2sed_sql *sql = parse("SELECT name FROM team");
        char *text = NULL;
        if (i) /* the file is gone */
            ck_assert_int_eq(unlink(path), 0);
        ck_assert_int_eq(t2sed_mutator_mutate(&text, NULL, mutator, sql, NULL),
                         T2SED_EUNSUPPORTED);
        t2sed_sql_free(sql);
        t2sed_mutator_free(mutator);
    }
}
END_TEST

START_TEST(operations_have_names)
{
    int count = 0;
    while (t2sed_mutation_name(count))
        count++;
    ck_assert_int_eq(count, T2SED_MUTATION_LIMIT + 1);
    ck_assert_str_eq(t2sed_mutation_name(T2SED_MUTATION_LIMIT), "limit");
    ck_assert_str_eq(t2sed_mutation_name(T2SED_MUTATION_KEY_SWAP), "key_swap");
    ck_assert_ptr_null(t2sed_mutation_name(T2SED_MUTATION_NONE));
}
END_TEST

START_TEST(bad_arguments)
{
    const double negative[] = {1, -1};
    t2sed_mutator_options options;
    t2sed_mutator *mutator = NULL;
    t2sed_sql *sql = parse("SELECT 1");
    t2sed_error err;
    char *text = NULL;
    ck_assert_int_eq(t2sed_mutator_new(&mutator, NULL, NULL, &err),
                     T2SED_EINVAL);
    t2sed_mutator_options_init(&options, sizeof options);
    options.double_share = 1.5;
    ck_assert_int_eq(t2sed_mutator_new(&mutator,
                                       t2s_test_database(NULL, schema),
                                       &options, &err),
                     T2SED_EINVAL);
    options.double_share = 0;
    options.weights = negative;
    options.weight_count = 2;
    ck_assert_int_eq(t2sed_mutator_new(&mutator,
                                       t2s_test_database(NULL, schema),
                                       &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "column_where"));
    options.struct_size = 4;
    ck_assert_int_eq(t2sed_mutator_new(&mutator,
                                       t2s_test_database(NULL, schema),
                                       &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(mutator);
    ck_assert_int_eq(t2sed_mutator_mutate(&text, NULL, NULL, sql, &err),
                     T2SED_EINVAL);
    t2sed_sql_free(sql);
    t2sed_mutator_free(NULL);
}
END_TEST

static t2sed_status mutate_all(void *payload)
{
    t2sed_mutator *mutator = NULL;
    t2sed_sql *sql = NULL;
    char *text = NULL;
    const t2sed_database_options limits = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_mutator_options options;
    t2sed_status status;
    double weights[64] = {0};
    weights[*(int *)payload] = 1;
    t2sed_mutator_options_init(&options, sizeof options);
    options.double_share = 1;
    options.weights = weights;
    options.weight_count = 64;
    status = t2sed_database_open(&database, path, &limits, NULL);
    if (status == T2SED_OK)
        status = t2sed_mutator_new(&mutator, database, &options, NULL);
    if (status == T2SED_OK)
        status = t2sed_sql_parse(
            &sql,
            "select name, count(*), age from player where age > 3 or "
            "name like 'x%' group by name, age order by age desc limit 3",
            NULL);
    if (status == T2SED_OK)
        status = t2sed_mutator_mutate(&text, NULL, mutator, sql, NULL);
    if (status == T2SED_EUNSUPPORTED)
        status = T2SED_OK;
    t2sed_free(text);
    t2sed_sql_free(sql);
    t2sed_mutator_free(mutator);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    int operation = _i;
    t2s_test_every_allocation(mutate_all, &operation);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    int operation = _i;
    t2s_test_every_interrupt(mutate_all, &operation, 1);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("mutator"), tcase_create("memory")};
    for (int i = 0; i < 2; i++) {
        tcase_add_checked_fixture(cases[i], set_up, tear_down);
        tcase_set_timeout(cases[i], 60);
    }
    tcase_add_test(cases[0], columns_become_others);
    tcase_add_test(cases[0], aggregates_come_and_go);
    tcase_add_test(cases[0], conditions_change);
    tcase_add_test(cases[0], clauses_change);
    tcase_add_test(cases[0], joins_come_and_go);
    tcase_add_test(cases[0], some_do_not_apply);
    tcase_add_test(cases[0], strange_queries_are_taken);
    tcase_add_test(cases[0], queries_have_a_limit);
    tcase_add_test(cases[0], a_seed_gives_the_same);
    tcase_add_test(cases[0], some_are_changed_twice);
    tcase_add_test(cases[0], values_may_be_missing);
    tcase_add_test(cases[0], operations_have_names);
    tcase_add_test(cases[0], bad_arguments);
    tcase_add_loop_test(cases[1], every_allocation_may_fail, 0,
                        T2SED_MUTATION_LIMIT + 1);
    tcase_add_loop_test(cases[1], the_host_may_end_it, 0,
                        T2SED_MUTATION_LIMIT + 1);
    return t2s_test_run("mutator", cases, 2);
}
