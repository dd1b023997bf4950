/* What a query uses, as a list. */
#include <time.h>

#include "query_test.h"
#include "schema/schema.h"

/* One use in a few letters: its clause, what it is, and ' where it has no
 * bytes of its own. */
static void show_use(t2s_string *out, const t2s_query_use *use,
                     const t2sed_schema *schema)
{
    static const char *const clauses[] = {"s", "f", "j", "w", "g",
                                          "h", "o", "l", "-"};
    static const char *const functions[] = {"COUNT", "SUM", "AVG",
                                            "MIN",   "MAX", "OTHER"};
    static const char *const operators[] = {
        "=",    "!=", "<",       "<=", ">",      ">=",
        "LIKE", "IN", "BETWEEN", "IS", "EXISTS", "ARITHMETIC"};
    t2s_string_append_format(out, "%s%d%s:", clauses[use->clause],
                             (int)use->scope,
                             use->begin == use->end ? "'" : "");
    switch (use->kind) {
    case T2S_USES_COLUMN: {
        const t2s_column *column = &schema->columns[use->index];
        t2s_string_append_format(
            out, "%s.%s", schema->tables[column->table].name, column->name);
        break;
    }
    case T2S_USES_UNKNOWN:
        t2s_string_append_format(out, "?%s", use->text);
        break;
    case T2S_USES_STAR:
        t2s_string_append(out, "*");
        break;
    case T2S_USES_TABLE:
        t2s_string_append_format(out, "[%s%s]", use->text,
                                 use->index == T2S_NO_ITEM ? "?" : "");
        break;
    case T2S_USES_TEXT:
        t2s_string_append_format(out, "'%s'", use->text);
        break;
    case T2S_USES_NUMBER:
        t2s_string_append_format(out, "%g", use->number);
        break;
    case T2S_USES_FUNCTION:
        t2s_string_append(out, functions[use->index]);
        break;
    case T2S_USES_OPERATOR:
        t2s_string_append(out, operators[use->index]);
        break;
    case T2S_USES_DISTINCT:
        t2s_string_append(out, "DISTINCT");
        break;
    case T2S_USES_AND:
        t2s_string_append(out, "AND");
        break;
    case T2S_USES_OR:
        t2s_string_append(out, "OR");
        break;
    case T2S_USES_NOT:
        t2s_string_append(out, "NOT");
        break;
    case T2S_USES_DESCENDING:
        t2s_string_append(out, "DESC");
        break;
    }
}

static void uses(const char *text, bool with_schema, const char *expected)
{
    t2sed_schema *schema = with_schema ? t2s_test_schema() : NULL;
    t2s_query query;
    t2s_string shown = {0};
    t2s_test_read(&query, text, schema);
    for (size_t i = 0; i < query.uses.count; i++) {
        const t2s_query_use *use = &query.uses.at[i];
        if (i)
            t2s_string_append_char(&shown, ' ');
        show_use(&shown, use, schema);
        ck_assert_uint_le(use->begin, use->end);
        ck_assert_uint_le(use->end, strlen(text));
        if (use->text)
            ck_assert_uint_eq(strlen(use->text), use->length);
    }
    ck_assert_str_eq(shown.text ? shown.text : "", expected);
    t2s_string_free(&shown);
    t2s_query_free(&query);
    t2sed_schema_free(schema);
}

START_TEST(every_kind_is_listed)
{
    uses("SELECT DISTINCT name, count(*) FROM singer WHERE age >= 20 AND NOT "
         "country = 'it''s' OR age <> -1.5 GROUP BY name HAVING avg(age) > 3 "
         "ORDER BY count(DISTINCT age) DESC, name ASC LIMIT 3",
         true,
         "s0:DISTINCT s0:singer.name s0:COUNT s0:* f0:[singer] w0:singer.age "
         "w0:>= w0:20 w0:AND w0:NOT w0:singer.country w0:= w0:'it's' w0:OR "
         "w0:singer.age w0:!= w0:-1.5 g0:singer.name h0:AVG h0:singer.age "
         "h0:> h0:3 o0:COUNT o0:DISTINCT o0:singer.age o0:DESC "
         "o0:singer.name l0:3");
    uses("SELECT age + 1, max(age), max(1, 2), upper(name), cast(age AS "
         "char(3)) FROM singer",
         true,
         "s0:singer.age s0:ARITHMETIC s0:1 s0:MAX s0:singer.age s0:OTHER s0:1 "
         "s0:2 s0:OTHER s0:singer.name s0:OTHER s0:singer.age f0:[singer]");
}
END_TEST

START_TEST(operators_are_told_apart)
{
    uses("SELECT * FROM singer WHERE age BETWEEN 1 AND 2 AND age NOT BETWEEN 3 "
         "AND 4 AND name NOT LIKE '%a!%' ESCAPE '!' AND name IS NOT NULL AND "
         "age IN (1, 2) AND name NOTNULL AND name NOT NULL AND name ISNULL",
         true,
         "s0:* f0:[singer] w0:singer.age w0:BETWEEN w0:1 w0:2 w0:AND "
         "w0:singer.age w0:NOT w0:BETWEEN w0:3 w0:4 w0:AND w0:singer.name "
         "w0:NOT w0:LIKE w0:'%a!%' w0:AND w0:singer.name w0:IS w0:NOT w0:AND "
         "w0:singer.age w0:IN w0:1 w0:2 w0:AND w0:singer.name w0:NOT w0:IS "
         "w0:AND w0:singer.name w0:NOT w0:IS w0:AND w0:singer.name w0:IS");
    uses("SELECT 2 * 3, 'a' || 'b', 1.5e2, .5, 0x1F, +7, - -2", true,
         "s0:2 s0:ARITHMETIC s0:3 s0:'a' s0:ARITHMETIC s0:'b' s0:150 s0:0.5 "
         "s0:31 s0:7 s0:-2");
}
END_TEST

START_TEST(aliases_are_gone)
{
    uses("SELECT T1.name, T2.fee FROM singer AS T1 JOIN plays T2 ON T1.id = "
         "T2.singer",
         true,
         "s0:singer.name s0:plays.fee f0:[singer] f0:[plays] j0:singer.id j0:= "
         "j0:plays.singer");
    uses("SELECT country, count(*) AS n FROM singer GROUP BY country HAVING n "
         "> 1 ORDER BY n DESC",
         true,
         "s0:singer.country s0:COUNT s0:* f0:[singer] g0:singer.country "
         "h0':COUNT h0':* h0:> h0:1 o0':COUNT o0':* o0:DESC");
    /* An alias goes before a column where it stands alone in ORDER BY. */
    uses("SELECT country AS age FROM singer WHERE age > 3 ORDER BY age", true,
         "s0:singer.country f0:[singer] w0:singer.age w0:> w0:3 "
         "o0:singer.country");
    uses("SELECT a.name FROM singer a JOIN singer b ON a.id = b.age", true,
         "s0:singer.name f0:[singer] f0:[singer] j0:singer.id j0:= "
         "j0:singer.age");
}
END_TEST

START_TEST(subqueries_are_seen_through)
{
    uses("SELECT T.n, T.country FROM (SELECT country, count(*) AS n FROM "
         "singer GROUP BY country) AS T WHERE T.n > 2",
         true,
         "s0':COUNT s0':* s0:singer.country s1:singer.country s1:COUNT s1:* "
         "f1:[singer] g1:singer.country w0':COUNT w0':* w0:> w0:2");
    uses("SELECT age FROM (SELECT * FROM singer JOIN plays)", true,
         "s0:singer.age s1:* f1:[singer] f1:[plays]");
    uses("WITH r (x, y) AS (SELECT id, name FROM singer) SELECT y FROM r", true,
         "s0:singer.id s0:singer.name f0:[singer] s1:singer.name");
    uses("SELECT name FROM singer WHERE id NOT IN (SELECT singer FROM plays "
         "WHERE plays.singer = singer.id) AND EXISTS (SELECT 1)",
         true,
         "s0:singer.name f0:[singer] w0:singer.id w0:NOT w0:IN s1:plays.singer "
         "f1:[plays] w1:plays.singer w1:= w1:singer.id w0:AND w0:EXISTS s2:1");
    uses("WITH RECURSIVE r AS (SELECT x FROM r) SELECT x FROM r", true,
         "s0:?x s1:?x");
}
END_TEST

START_TEST(joins_spell_out_what_they_compare)
{
    uses("SELECT title FROM concert JOIN stadium USING (id)", true,
         "s0:concert.title f0:[concert] f0:[stadium] j0:concert.id j0':= "
         "j0':stadium.id");
    uses("SELECT seats FROM concert JOIN stadium USING (seats)", true,
         "s0:stadium.seats f0:[concert] f0:[stadium] j0:stadium.seats");
    uses("SELECT name FROM singer WHERE id IN plays", true,
         "s0:singer.name f0:[singer] w0:singer.id w0:IN w0:[plays]");
}
END_TEST

START_TEST(unknown_names_are_told)
{
    uses("SELECT nam, T9.name, \"name\", \"Name?\", `city` FROM singer, shop",
         true,
         "s0:?nam s0:?name s0:singer.name s0:'Name?' s0:?city f0:[singer] "
         "f0:[shop?]");
    uses("SELECT singer.name FROM singer AS T1", true, "s0:?name f0:[singer]");
    uses("SELECT name, \"x\", count(*) AS n FROM singer ORDER BY n", false,
         "s0:?name s0:'x' s0:COUNT s0:* f0:[singer?] o0':COUNT o0':*");
}
END_TEST

/* The square of so many names takes a minute. */
START_TEST(many_unknown_names_take_little_time)
{
    t2sed_schema *schema = t2s_test_schema();
    t2s_query query;
    t2s_string text = {0};
    const clock_t begin = clock();
    t2s_string_append(&text, "SELECT 1");
    for (int i = 0; i < 200000; i++)
        t2s_string_append(&text, ",a.b");
    t2s_string_append(&text, " FROM singer");
    t2s_test_read(&query, text.text, schema);
    ck_assert(t2s_query_knows_columns(&query));
    ck_assert(clock() - begin < 8 * CLOCKS_PER_SEC * t2s_test_slowness());
    t2s_query_free(&query);
    t2s_string_free(&text);
    t2sed_schema_free(schema);
}
END_TEST

START_TEST(scopes_know_their_place)
{
    t2s_query query;
    const t2s_query_scope *at;
    t2s_test_read(&query,
                  "WITH c AS (SELECT 1) SELECT DISTINCT a, b FROM t, (SELECT "
                  "2) WHERE a IN (SELECT 3 UNION SELECT 4) GROUP BY (SELECT "
                  "5) HAVING a > (SELECT 6) EXCEPT SELECT a, * FROM t NATURAL "
                  "JOIN u ORDER BY a LIMIT 5, 7",
                  NULL);
    ck_assert_uint_eq(query.scopes.count, 8);
    at = query.scopes.at;
    ck_assert_int_eq(query.main, 1);
    ck_assert_int_eq(at[0].role, T2S_ROLE_FROM);
    ck_assert_int_eq(at[0].parent, -1);
    ck_assert_int_eq(at[1].role, T2S_ROLE_MAIN);
    ck_assert_int_eq(at[1].selected, 2);
    ck_assert_int_eq(at[1].relations, 2);
    ck_assert(at[1].distinct && at[1].has_limit_number);
    ck_assert(at[1].limit == 7);
    for (int clause = 0; clause < T2S_CLAUSE_NONE; clause++)
        ck_assert_int_eq(at[1].has[clause], clause != T2S_CLAUSE_ON);
    ck_assert_int_eq(at[2].role, T2S_ROLE_FROM);
    ck_assert_int_eq(at[2].parent, 1);
    ck_assert_int_eq(at[3].role, T2S_ROLE_CONDITION);
    ck_assert_int_eq(at[4].role, T2S_ROLE_CONDITION);
    ck_assert_int_eq(at[4].compound, T2S_COMPOUND_UNION);
    ck_assert_int_eq(at[4].parent, 1);
    ck_assert_int_eq(at[5].role, T2S_ROLE_OTHER);
    ck_assert_int_eq(at[6].role, T2S_ROLE_CONDITION);
    ck_assert_int_eq(at[7].role, T2S_ROLE_COMPOUND);
    ck_assert_int_eq(at[7].compound, T2S_COMPOUND_EXCEPT);
    ck_assert_int_eq(at[7].parent, -1);
    ck_assert_int_eq(at[7].natural, 1);
    ck_assert(!at[7].has[T2S_CLAUSE_ORDER] && !at[7].has[T2S_CLAUSE_GROUP]);
    t2s_query_free(&query);

    t2s_test_read(&query, "SELECT count(*) FROM t HAVING 1 LIMIT ?", NULL);
    ck_assert(!query.scopes.at[0].has[T2S_CLAUSE_GROUP]);
    ck_assert(query.scopes.at[0].has[T2S_CLAUSE_HAVING]);
    ck_assert(query.scopes.at[0].has[T2S_CLAUSE_LIMIT]);
    ck_assert(!query.scopes.at[0].has_limit_number);
    t2s_query_free(&query);

    t2s_test_read(&query, "VALUES (1, 2)", NULL);
    ck_assert_uint_eq(query.scopes.count, 1);
    ck_assert_uint_eq(query.uses.count, 2);
    t2s_query_free(&query);
}
END_TEST

static t2sed_status read_and_free(void *payload)
{
    t2s_query query;
    t2sed_status status = t2s_query_read(&query, *(t2sed_sql **)payload,
                                         ((t2sed_schema **)payload)[1], NULL);
    if (!status)
        t2s_query_free(&query);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    void *payload[2];
    t2sed_sql *sql;
    t2sed_schema *schema = t2s_test_schema();
    ck_assert_int_eq(
        t2sed_sql_parse(&sql,
                        "SELECT s.\"n\"\"m\", count(*) n FROM (SELECT name AS "
                        "\"n\"\"m\" FROM singer WHERE name = 'a') s, plays "
                        "GROUP BY \"n\"\"m\" ORDER BY n LIMIT 1",
                        NULL),
        T2SED_OK);
    payload[0] = sql;
    payload[1] = schema;
    t2s_test_every_allocation(read_and_free, payload);
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
}
END_TEST

/* Text made of a beginning, a middle many times, and an end many times. */
static char *repeat(const char *first, const char *middle, const char *last,
                    size_t count)
{
    t2s_string text = {0};
    t2s_string_append(&text, first);
    for (size_t i = 0; i < count; i++)
        t2s_string_append(&text, middle);
    for (size_t i = 0; i < count; i++)
        t2s_string_append(&text, last);
    return t2s_string_take(&text, NULL);
}

/* It is read: into so many scopes, with all columns that it names or with as
 * many as there may be, and with no more uses than it has tokens and results
 * that ORDER BY may stand for (MAX_INSERTED_ALL). */
static void expect_read(char *text, size_t scopes, bool has_all_columns)
{
    t2sed_schema *schema = t2s_test_schema();
    t2sed_sql *sql;
    t2s_query query;
    ck_assert_int_eq(t2sed_sql_parse(&sql, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_query_read(&query, sql, schema, NULL), T2SED_OK);
    ck_assert_uint_eq(query.scopes.count, scopes);
    ck_assert_int_eq(query.has_all_columns, has_all_columns);
    ck_assert_uint_gt(query.uses.count, 0);
    ck_assert_uint_le(query.uses.count, query.tokens + 100000);
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
    t2sed_free(text);
}

START_TEST(hostile_queries_are_read_up_to_limits)
{
    expect_read(repeat("SELECT 1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18 n "
                       "FROM singer ORDER BY n",
                       ", n", "", 200000),
                1, false);
    expect_read(repeat("SELECT 1 WHERE 1",
                       " IN (SELECT name FROM singer WHERE fee", ")", 300),
                301, true);
    expect_read(repeat("SELECT x", " FROM (SELECT *", ")", 300), 301, true);
    expect_read(repeat("SELECT count(*) n, name FROM singer ORDER BY n", ", n",
                       "", 200000),
                1, false);
    expect_read(
        repeat("SELECT 1 a FROM singer ORDER BY 0", ", name, a", "", 80000), 1,
        false);
    expect_read(repeat("SELECT 1", ", 1 IN (1, 2)", "", 60000), 1, true);
    expect_read(repeat("SELECT name FROM singer", ", plays p", "", 90000), 1,
                true);
    expect_read(repeat("SELECT seats", ", seats", "", 1), 1, true);
    expect_read(repeat("SELECT 1 FROM singer WHERE 0", " OR seats", "", 300), 1,
                true);
}
END_TEST

/* Conditions choose rows; what CASE and results compare is listed apart. */
START_TEST(tests_are_listed_apart)
{
    t2sed_schema *schema = t2s_test_schema();
    t2sed_sql *sql;
    t2s_query query;
    ck_assert_int_eq(
        t2sed_sql_parse(
            &sql,
            "SELECT CASE country WHEN 'x' THEN 1 WHEN 'y' THEN 2 "
            "END, sum(age > 30) FROM singer WHERE CASE WHEN age < 9 "
            "THEN 1 END = 1 AND name = 'z'",
            NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_query_read(&query, sql, schema, NULL), T2SED_OK);
    ck_assert_uint_eq(query.conditions.count, 2);
    ck_assert_uint_eq(query.tests.count, 4);
    ck_assert_str_eq(query.tests.at[1].value.text, "y");
    ck_assert_int_eq(query.tests.at[1].operator, T2S_OPERATOR_EQUAL);
    ck_assert_int_eq(query.tests.at[2].operator, T2S_OPERATOR_GREATER);
    ck_assert_int_eq(query.tests.at[3].operator, T2S_OPERATOR_LESS);
    t2s_query_free(&query);
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("kinds"), tcase_create("names"),
                      tcase_create("scopes"), tcase_create("failures")};
    tcase_add_test(cases[0], every_kind_is_listed);
    tcase_add_test(cases[0], operators_are_told_apart);
    tcase_add_test(cases[0], tests_are_listed_apart);
    tcase_add_test(cases[1], aliases_are_gone);
    tcase_add_test(cases[1], subqueries_are_seen_through);
    tcase_add_test(cases[1], joins_spell_out_what_they_compare);
    tcase_set_timeout(cases[1], 60);
    tcase_add_test(cases[1], unknown_names_are_told);
    tcase_add_test(cases[1], many_unknown_names_take_little_time);
    tcase_add_test(cases[2], scopes_know_their_place);
    tcase_add_test(cases[3], every_allocation_may_fail);
    tcase_add_test(cases[3], hostile_queries_are_read_up_to_limits);
    tcase_set_timeout(cases[3], 60);
    return t2s_test_run("query", cases, 4);
}
