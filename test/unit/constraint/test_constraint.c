/* Constraints: what may follow what, copies, masks, limits, memory. */
#include <string.h>

#include "t2s_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"

static const char ddl[] =
    "CREATE TABLE singer(Singer_ID, Name, Country, Age);"
    "CREATE TABLE concert(concert_ID, Name, Year, Stadium_ID);"
    "CREATE TABLE singer_in_concert(concert_ID, Singer_ID);"
    "CREATE TABLE \"free meals\"(\"Meal Count\", \"order\", No)";

static t2sed_constraint *make(const t2sed_constraint_options *options)
{
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    t2sed_constraint *made = NULL;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_new(&made, database, options, NULL),
                     T2SED_OK);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
    return made;
}

static t2sed_constraint_state *start(const t2sed_constraint *constraint)
{
    t2sed_constraint_state *state = NULL;
    ck_assert_int_eq(t2sed_constraint_state_new(&state, constraint, NULL),
                     T2SED_OK);
    return state;
}

/* Queries that may be written, byte by byte, and end. */
static const char *const taken[] = {
    "SELECT count(*) FROM singer",
    " select name , country FROM Singer ORDER BY age DESC ;",
    "SELECT T1.Name FROM singer AS T1 JOIN singer_in_concert AS T2 ON "
    "T1.Singer_ID = T2.Singer_ID GROUP BY T1.Name HAVING count(*) > 2",
    "SELECT Age FROM singer WHERE Name = \"It's\" AND Country LIKE '%a''b%'",
    "SELECT Name FROM singer UNION SELECT Name FROM concert ORDER BY Name",
    "SELECT `Meal Count`, [order], \"no\", No + 1 FROM \"free meals\"",
    "SELECT Name FROM singer WHERE Singer_ID NOT IN (SELECT Singer_ID FROM "
    "singer_in_concert WHERE singer.Age > 3)",
    "SELECT (SELECT max(Year) FROM concert WHERE Name = s.Name) FROM singer s",
    "WITH c AS (SELECT Year AS y, count(*) n FROM concert GROUP BY Year) "
    "SELECT y FROM c WHERE n = (SELECT max(n) FROM c)",
    "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < "
    "5) SELECT i FROM r",
    "SELECT Name, rank() OVER (PARTITION BY Country ORDER BY Age DESC) FROM "
    "singer",
    "SELECT Country, sum(count(*)) OVER (ORDER BY Country ROWS BETWEEN "
    "UNBOUNDED PRECEDING AND CURRENT ROW) FROM singer GROUP BY 1",
    "SELECT Singer_ID FROM singer JOIN singer_in_concert USING (Singer_ID)",
    "SELECT T2.* FROM (SELECT Name AS n FROM singer) AS T2 WHERE T2.n IS NOT "
    "NULL",
    "SELECT iif(Age > 1.5e3, 'a', NULL), CAST(Age AS REAL) / 2 FROM singer "
    "LIMIT 3 OFFSET 1",
    "SELECT CASE WHEN Age BETWEEN 1 AND 2 THEN 'x' ELSE .5 END AS k FROM "
    "singer GROUP BY k ORDER BY count(DISTINCT Name), k",
    "SELECT EXISTS (SELECT * FROM concert)",
    "SELECT T2.Year, T1.Name FROM singer AS T1 JOIN singer_in_concert AS T3 ON "
    "T1.Singer_ID = T3.Singer_ID JOIN concert AS T2 ON T2.concert_ID = "
    "T3.concert_ID",
    "SELECT T4.Year FROM singer AS T1 JOIN singer AS T2 ON T1.Age = T2.Age "
    "JOIN singer_in_concert AS T3 JOIN singer_in_concert JOIN concert AS T4",
    "SELECT T2.Year FROM concert AS T1 JOIN concert AS T3 JOIN concert AS T4 "
    "JOIN concert AS T2 ON T2.Year = T4.Year",
    "SELECT T1.Year, T12.Age FROM singer AS T12 JOIN concert AS T1",
    "SELECT T1.Name FROM singer AS T1 WHERE T1.Age > (SELECT T1.Age - "
    "max(Year) FROM concert AS T2)",
    "SELECT \"Caf\xc3\xa9\""};

START_TEST(takes)
{
    t2sed_constraint *constraint = make(NULL);
    t2sed_constraint_state *state = start(constraint);
    const char *text = taken[_i];
    size_t n;
    t2sed_error err;
    for (size_t i = 0; text[i]; i++) {
        ck_assert_int_eq(
            t2sed_constraint_allows(state, text + i, strlen(text + i)), 1);
        ck_assert_msg(t2sed_constraint_advance(state, text + i, 1, &err) ==
                          T2SED_OK,
                      "%s", err.text);
    }
    ck_assert_int_eq(t2sed_constraint_may_end(state), 1);
    ck_assert_str_eq(t2sed_constraint_text(state, &n), text);
    ck_assert_uint_eq(n, strlen(text));
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

/* What follows the mark may not come. */
static const char *const refused[] = {
    "^X",
    "SELECT ^FROM",
    "SELECT foo^o",
    "SELECT Name FROM ^f",
    "SELECT Name FROM singer^_in_concert WHERE ",
    "SELECT T1.Name FROM singer ^WHERE ",
    "SELECT T1.Year, T1.^Age",
    "SELECT Name FROM singer JOIN concert ^ON ",
    "SELECT Name FROM singer WHERE ^Y",
    "SELECT s.Age FROM singer AS x^ WHERE ",
    "SELECT T2.Year FROM singer AS T1 JOIN singer_in_concert AS T^2x ON",
    "SELECT T1.Name FROM singer AS T1 WHERE T1.Age > (SELECT T1.Age - "
    "max(Year) FROM concert AS T^1b)",
    "SELECT T2.Year FROM singer AS T1 JOIN singer AS T3 JOIN singer AS T4 JOIN "
    "^singer AS",
    "SELECT T2.Year FROM concert AS T1 JOIN concert AS T3 JOIN concert AS T4 "
    "JOIN concert AS T^5",
    "SELECT T2.Year FROM singer, singer AS T3 JOIN singer_in_concert JOIN "
    "singer_in_concert AS T4 JOIN ^singer AS",
    "SELECT count(*) FROM singer WHERE co^unt(",
    "SELECT max(count(*)^)",
    "SELECT lower(Name^,",
    "SELECT round(^)",
    "SELECT nos^uch(",
    "SELECT 1 -^-",
    "SELECT 1 /^*",
    "SELECT 12^a",
    "SELECT '^\xff",
    "SELECT Name, Age FROM singer UNION SELECT Name ^FROM ",
    "SELECT Name FROM singer ORDER BY 1 LIMIT 1 ^UNION",
    "SELECT Name FROM singer ORDER BY ^2",
    "SELECT Name FROM singer LIMIT A^g",
    "SELECT 1 WHERE 1 IN (SELECT Name^,",
    "SELECT (1^,",
    "SELECT ^?",
    "SELECT Name FROM singer ^HAVING ",
    "SELECT rank() ^FROM",
    "SELECT 1; ^S",
    "SELECT Name FROM singer LEFT ^x",
    "SELECT `Name^x",
    "SELECT 1 FROM singer NATURAL JOIN concert ^ON ",
    "SELECT 1 FROM singer s JOIN concert s^ ",
    "SELECT Age FROM singer JOIN concert ON singer.Age = concert.^Age"};

START_TEST(refuses)
{
    t2sed_constraint *constraint = make(NULL);
    t2sed_constraint_state *state = start(constraint);
    const char *text = refused[_i], *mark = strchr(text, '^');
    size_t before = (size_t)(mark - text), n;
    t2sed_error err;
    ck_assert_msg(t2sed_constraint_advance(state, text, before, &err) ==
                      T2SED_OK,
                  "%s: %s", text, err.text);
    mark++;
    ck_assert_msg(t2sed_constraint_allows(state, mark, strlen(mark)) == 0, "%s",
                  text);
    ck_assert_int_eq(t2sed_constraint_advance(state, mark, strlen(mark), &err),
                     T2SED_ESYNTAX);
    ck_assert_int_ge(err.offset, (ptrdiff_t)before);
    t2sed_constraint_text(state, &n);
    ck_assert_uint_eq(n, before);
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

START_TEST(no_table_beyond_the_limit)
{
    t2sed_constraint *constraint = make(NULL);
    t2sed_constraint_state *state = start(constraint);
    t2sed_error err;
    char text[32] = "SELECT 1 FROM ";
    for (int i = 0; i < 24; i++) { /* the most that binding.h takes */
        ck_assert_msg(t2sed_constraint_advance(state, text, strlen(text),
                                               &err) == T2SED_OK,
                      "%s", err.text);
        snprintf(text, sizeof text, "singer a%d", i);
        ck_assert_msg(t2sed_constraint_advance(state, text, strlen(text),
                                               &err) == T2SED_OK,
                      "%s", err.text);
        strcpy(text, ", ");
    }
    ck_assert_int_eq(t2sed_constraint_allows(state, ",", 1), 0);
    ck_assert_int_eq(
        t2sed_constraint_advance(state, " WHERE (SELECT 1", 16, &err),
        T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_allows(state, " FROM singer ", 13), 0);
    ck_assert_int_eq(t2sed_constraint_allows(state, ")", 1), 1);
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

START_TEST(ends)
{
    static const struct {
        const char *text;
        int ends;
    } cases[] = {{"", 0},
                 {"SELECT", 0},
                 {"SELECT 1", 1},
                 {"SELECT 'a", 0},
                 {"SELECT 1;", 1},
                 {"SELECT Name", 0},
                 {"SELECT Name FROM singer", 1},
                 {"SELECT Name FROM singer_in_concert", 0},
                 {"SELECT Name FROM singer AS", 0},
                 {"SELECT 1 WHERE EXISTS (SELECT 1", 0}};
    t2sed_constraint *constraint = make(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_constraint_state *state = start(constraint);
        ck_assert_int_eq(t2sed_constraint_advance(state, cases[i].text,
                                                  strlen(cases[i].text), NULL),
                         T2SED_OK);
        ck_assert_msg(t2sed_constraint_may_end(state) == cases[i].ends, "%s",
                      cases[i].text);
        t2sed_constraint_state_free(state);
    }
    t2sed_constraint_free(constraint);
}
END_TEST

START_TEST(grammar_alone)
{
    t2sed_constraint *constraint = NULL;
    t2sed_constraint_state *state;
    const char *text = "SELECT f(x, y.z) FROM a.b WHERE \"q\" IN (1, 2)";
    ck_assert_int_eq(t2sed_constraint_new(&constraint, NULL, NULL, NULL),
                     T2SED_OK);
    state = start(constraint);
    ck_assert_int_eq(t2sed_constraint_advance(state, text, strlen(text), NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_may_end(state), 1);
    ck_assert_int_eq(t2sed_constraint_allows(state, " FROM", 5), 0);
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

START_TEST(options)
{
    t2sed_constraint_options given;
    t2sed_constraint *constraint;
    t2sed_constraint_state *state, *copy = NULL;
    t2sed_error err;
    t2sed_constraint_options_init(&given, sizeof given);
    ck_assert_int_eq(given.max_bytes, 4096);
    given.max_bytes = 65537;
    ck_assert_int_eq(t2sed_constraint_new(&constraint, NULL, &given, &err),
                     T2SED_EINVAL);
    given.max_bytes = 40;
    given.max_text = 3;
    given.max_early_alias = -1;
    given.early_names = 1;
    constraint = make(&given);
    state = start(constraint);
    ck_assert_int_eq(
        t2sed_constraint_advance(state, "SELECT total, ", 14, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_allows(state, "'abcd", 5), 0);
    ck_assert_int_eq(t2sed_constraint_allows(state, "'abc'", 5), 1);
    ck_assert_int_eq(t2sed_constraint_allows(state, "singers.", 8), 1);
    ck_assert_int_eq(t2sed_constraint_state_copy(&copy, state, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_advance(copy, "'abc'", 5, &err),
                     T2SED_OK);
    ck_assert_str_eq(t2sed_constraint_text(copy, NULL), "SELECT total, 'abc'");
    ck_assert_str_eq(t2sed_constraint_text(state, NULL), "SELECT total, ");
    ck_assert_int_eq(t2sed_constraint_advance(
                         state, "                            ", 28, &err),
                     T2SED_ELIMIT);
    t2sed_constraint_state_free(copy);
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

START_TEST(masks)
{
    static const char *const tokens[] = {"SELECT", " Na",  "me", " x", "(",
                                         "'",      "\xc3", NULL, ""};
    static const size_t lengths[] = {6, 3, 2, 2, 1, 1, 1, 0, 0};
    t2sed_constraint_vocabulary *vocabulary = NULL;
    t2sed_constraint *constraint = make(NULL);
    t2sed_constraint_state *state = start(constraint);
    uint32_t mask[1] = {~0u};
    ck_assert_int_eq(
        t2sed_constraint_vocabulary_new(&vocabulary, tokens, lengths, 9, NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_mask(state, vocabulary, mask, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(mask[0], 1);
    t2sed_constraint_advance(state, "SELECT Na", 9, NULL);
    t2sed_constraint_mask(state, vocabulary, mask, NULL);
    ck_assert_uint_eq(mask[0], 1 << 2);
    t2sed_constraint_advance(state, "me, 'a", 6, NULL);
    t2sed_constraint_mask(state, vocabulary, mask, NULL);
    ck_assert_uint_eq(mask[0], 127);
    t2sed_constraint_advance(state, "\xc3", 1, NULL);
    t2sed_constraint_mask(state, vocabulary, mask, NULL);
    ck_assert_uint_eq(mask[0], 0);
    t2sed_constraint_vocabulary_free(vocabulary);
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

/* Everything once. */
static t2sed_status use(void *payload)
{
    static const char *const tokens[] = {" AS T1 JOIN concert", ")", "'"};
    static const size_t lengths[] = {19, 1, 1};
    const char *text = "SELECT T1.Name FROM singer";
    t2sed_constraint *constraint = NULL;
    t2sed_constraint_vocabulary *vocabulary = NULL;
    t2sed_constraint_state *state = NULL, *copy = NULL;
    uint32_t mask[1];
    t2sed_status status =
        t2sed_constraint_new(&constraint, payload, NULL, NULL);
    if (!status)
        status = t2sed_constraint_vocabulary_new(&vocabulary, tokens, lengths,
                                                 3, NULL);
    if (!status)
        status = t2sed_constraint_state_new(&state, constraint, NULL);
    if (!status)
        status = t2sed_constraint_advance(state, text, strlen(text), NULL);
    if (!status)
        status = t2sed_constraint_state_copy(&copy, state, NULL);
    if (!status)
        status = t2sed_constraint_mask(copy, vocabulary, mask, NULL);
    if (!status)
        status = t2sed_constraint_advance(copy, " AS T1", 6, NULL);
    if (!status && t2sed_constraint_may_end(copy) < 0)
        status = T2SED_ENOMEM;
    t2sed_constraint_state_free(state);
    t2sed_constraint_state_free(copy);
    t2sed_constraint_vocabulary_free(vocabulary);
    t2sed_constraint_free(constraint);
    return status;
}

/* SQLite would copy each sum into the next, eight times, ten times over. */
START_TEST(grows_while_it_is_prepared)
{
    t2sed_constraint *constraint = make(NULL);
    t2sed_constraint_state *state = start(constraint);
    char text[2000] = "WITH a0 AS (SELECT Age FROM singer)";
    t2sed_error err;
    for (int i = 1; i < 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 ", a%d AS (SELECT Age+Age+Age+Age+Age+Age+Age+Age AS Age FROM "
                 "a%d)",
                 i, i - 1);
    snprintf(text + strlen(text), sizeof text - strlen(text),
             " SELECT Age FROM a9");
    ck_assert_msg(t2sed_constraint_advance(state, text, strlen(text), &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_int_eq(t2sed_constraint_may_end(state), 0);
    t2sed_constraint_state_free(state);
    t2sed_constraint_free(constraint);
}
END_TEST

START_TEST(memory)
{
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, NULL),
                     T2SED_OK);
    t2s_test_every_allocation(use, database);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("constraint");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, takes, 0, sizeof taken / sizeof *taken);
    tcase_add_loop_test(cases, refuses, 0, sizeof refused / sizeof *refused);
    tcase_add_test(cases, no_table_beyond_the_limit);
    tcase_add_test(cases, ends);
    tcase_add_test(cases, grammar_alone);
    tcase_add_test(cases, options);
    tcase_add_test(cases, masks);
    tcase_add_test(cases, grows_while_it_is_prepared);
    tcase_add_test(cases, memory);
    return t2s_test_run("constraint", &cases, 1);
}
