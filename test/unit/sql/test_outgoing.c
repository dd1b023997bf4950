/* What database systems are sent: hostile texts are refused, and of the others
 * no byte is passed on that one of them could read otherwise than we do. */
#include <string.h>

#include "base/string.h"
#include "sql/outgoing.h"
#include "t2s_test.h"

/* What a host of that dialect is sent for a text of its dialect, or, with
 * `is_sqlite`, of SQLite's; the message where it is refused. */
static const char *sent(const char *host, bool is_sqlite, const char *text)
{
    static char kept[4][4096];
    static int next;
    char *out = kept[next++ % 4];
    t2s_sent made = {0};
    t2sed_error err = {.offset = -1};
    const t2sed_status status = t2s_outgoing_write(
        &made, t2s_outgoing_systems(host), is_sqlite, text, strlen(text), &err);
    snprintf(out, sizeof kept[0], "%s",
             status == T2SED_OK ? made.text.text : err.text);
    if (status == T2SED_OK) {
        ck_assert_uint_eq(strlen(made.text.text), made.text.length);
    } else {
        ck_assert_int_ne(status, T2SED_ENOMEM);
        ck_assert_int_ge(err.offset, 0);
    }
    t2s_sent_free(&made);
    return out;
}

static bool is_refused(const char *host, bool is_sqlite, const char *text)
{
    return strncmp(sent(host, is_sqlite, text), "not sent", 8) == 0;
}

static const char *const systems[] = {
    "sqlite",    "postgresql", "mysql",   "mariadb",  "duckdb",     "bigquery",
    "snowflake", "tsql",       "oracle?", "standard", "clickhouse", NULL};
#define SYSTEMS (sizeof systems / sizeof *systems)

/* Whatever the system, and whether the text is its own or SQLite's. */
START_TEST(no_system_is_sent_these)
{
    static const char *const all[] = {
        "",
        ";",
        "(",
        "DROP TABLE t",
        "SELECT 1; DROP TABLE t",
        "SELECT 1;; SELECT 2",
        "(SELECT 1)) ; SELECT (2",
        "SELECT 1) UNION SELECT (2",
        "SELECT (1",
        "EXPLAIN ANALYZE DELETE FROM t",
        "WITH a AS (DELETE FROM t RETURNING 1) SELECT 1 FROM a",
        "WITH a AS (SELECT 1) DELETE FROM t",
        "WITH a AS (SELECT 1) UPDATE t SET x = 1",
        "WITH a AS (SELECT 1) INSERT INTO t SELECT 1",
        "WITH a AS (SELECT 1) MERGE t USING a ON 1 = 1",
        "WITH a AS (SELECT 1) REPLACE t VALUES (1)",
        "SELECT 1 INTO t",
        "SELECT 1 INTO OUTFILE 'x'",
        "SELECT 1 /* */ InTo /* */ DUMPFILE 'x'",
        "SELECT 1 INTO @v",
        "SELECT @v := 1",
        "SELECT x FROM t FOR UPDATE",
        "SELECT x FROM t FOR NO KEY UPDATE",
        "SELECT x FROM t FOR /* */ SHARE",
        "SELECT x FROM t LOCK IN SHARE MODE",
        "SELECT NEXT VALUE FOR s",
        "SELECT 'a' 'b'",
        "SELECT 'a",
        "SELECT \"a",
        "SELECT 1 /* ",
        "SELECT 1 /* /* */ */",
        "SELECT 1 -- x\rDROP",
        ("SELECT 1 -- x\xC2\x85"
         "DROP"),
        "SELECT 1 \x01",
        "SELECT '\x1A'",
        "SELECT 1\xC2\xA0INTO\xC2\xA0t \\",
        "SELECT \\",
        "SELECT 1a",
        "SELECT 1'a'",
        "SELECT t.5",
        "SELECT ?1",
        "SELECT :a := 1",
        "SELECT q'[ ' ]'",
        "SELECT U&'d\\0061'",
        "SELECT U&\"d\\0061\"",
        "SELECT $a",
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t host = 0; host < SYSTEMS; host++)
            for (int lite = 0; lite < 2; lite++)
                ck_assert_msg(is_refused(systems[host], lite, all[i]) ||
                                  (strchr(all[i], '?') && !lite),
                              "%s: %s: %s", systems[host], all[i],
                              sent(systems[host], lite, all[i]));
}
END_TEST

/* By the host's rules these are no SELECT; by SQLite's they are. */
START_TEST(texts_that_hide_something)
{
    static const struct {
        const char *host, *sql;
    } all[] = {
        {"mysql", "WITH a AS (SELECT 'x\\' AS p, ' AS y) DELETE FROM t -- ') "
                  "SELECT 1 FROM a"},
        {"mysql", "SELECT 'x\\' AS p, ' INTO OUTFILE \"/tmp/x\" FROM t -- ' "
                  "FROM t"},
        {"mysql", "SELECT 'x\\' AS p, ' FROM t FOR UPDATE -- ' FROM t"},
        {"bigquery", "SELECT 'x\\' AS p, ' INTO y FROM t -- ' FROM t"},
        {"snowflake", "SELECT 'x\\' AS p, ' INTO y FROM t -- ' FROM t"},
        {"mysql", "SELECT 1 /*! INTO OUTFILE 'x' */"},
        {"mysql", "SELECT 1 /*!50000 INTO OUTFILE 'x' */"},
        {"mariadb", "SELECT 1 /*M!1 INTO OUTFILE 'x' */"},
        {"mysql", "SELECT 1 --1 INTO OUTFILE 'x'"},
        {"postgresql", "WITH a AS (SELECT E'x\\', ' AS p), b AS (DELETE FROM t "
                       "RETURNING 1) SELECT 1 -- ')"},
        {"postgresql", "WITH a AS (SELECT $$ AS p, '$$), b AS (DELETE FROM t "
                       "RETURNING 1) SELECT 1 -- ' )"},
        {"postgresql", "SELECT \"nextval\"('s')"},
        {"postgresql", "SELECT 1 /* /* */ , '*/ */ ' , (DELETE FROM t) -- '"},
        {"duckdb", "SELECT 1 /* /* */ , '*/ */ ' INTO x -- '"},
        {"postgresql", "SELECT nextval('s')"},
        {"postgresql", "SELECT pg_catalog.nextval ('s')"},
        {"postgresql", "SELECT pg_advisory_lock(1)"},
        {"postgresql", "SELECT pg_read_file('/etc/passwd')"},
        {"postgresql", "SELECT set_config('a', 'b', false)"},
        {"postgresql", "SELECT lo_import('/etc/passwd')"},
        {"postgresql", "SELECT dblink_exec('x', 'DROP TABLE t')"},
        {"postgresql", "SELECT query_to_xml('DELETE FROM t', true, true, '')"},
        {"postgresql", "SELECT pg_terminate_backend(1)"},
        {"mysql", "SELECT GET_LOCK('a', 1)"},
        {"mysql", "SELECT SLEEP(5)"},
        {"mysql", "SELECT LOAD_FILE('/etc/passwd')"},
        {"duckdb", "SELECT * FROM read_csv('/etc/passwd')"},
        {"duckdb", "SELECT * FROM parquet_scan('x')"},
        {"tsql", "SELECT * FROM OPENROWSET('x', 'y', 'z')"},
        {"tsql", "SELECT xp_fileexist('x')"},
        {"sqlite", "SELECT load_extension('x')"},
        {"snowflake", "SELECT s.nextval FROM dual"},
        {"mariadb", "SELECT s.nextval FROM dual"},
        {"oracle", "SELECT utl_http.request('x') FROM dual"},
        {"standard", "SELECT sys.utl_inaddr.get_host_name FROM dual"},
        {"duckdb", "SELECT * FROM '/etc/passwd'"},
        {"duckdb", "SELECT * FROM t, '/etc/passwd'"},
        {"duckdb", "SELECT * FROM (t JOIN '/etc/passwd' ON true)"},
        {"duckdb", "SELECT * FROM \"/etc/passwd\""},
        {"duckdb", "SELECT * FROM x.csv"},
        {"duckdb", "SELECT 1 FROM t JOIN u ON a IS DISTINCT FROM b, 'x'"},
        {"duckdb", "SELECT * FROM t, \"x\".\"parquet\""},
        {"duckdb", "SELECT * FROM a: 'x.csv'"},
        {"duckdb", "SELECT * FROM (TABLE 'x')"},
        {"duckdb", "SELECT * FROM (PIVOT 'x' ON a)"},
        {"duckdb", "SELECT * FROM (SUMMARIZE 'x')"},
        {"duckdb", "SELECT 1 UNION (SELECT 2) UNION FROM 'x'"},
        {"duckdb", "SELECT 1 FROM t WHERE x IN (FROM 'x.csv')"},
        {"duckdb", "SELECT * FROM glob('*')"},
        {"duckdb", "SELECT * FROM main.order, 'x.csv'"},
        {"duckdb", "SELECT * FROM t JOIN u ON t.limit = u.a, x.csv"},
        {"duckdb", "SELECT * FROM json_execute_serialized_sql(s)"},
        {"duckdb", "SELECT * FROM enable_logging()"},
        {"duckdb", "SELECT * FROM destroy_external_resource('x')"},
        {"sqlite", "SELECT * FROM pragma_optimize"},
        {"sqlite", "SELECT * FROM t, pragma_optimize(65534)"},
        {"postgresql", "SELECT cron.schedule('a', 'b', 'DELETE FROM t')"},
        {"mariadb", "SELECT spider_direct_sql('DELETE FROM t')"},
        {"spark", "SELECT reflect('java.lang.System', 'exit', 1)"},
        {"h2", "SELECT file_write('a', 'b')"},
        {"tsql", "SELECT * FROM sys.dm_os_file_exists('x')"},
        {"tsql", "SELECT 1 SETUSER"},
        {"snowflake", "SELECT * FROM TABLE(getnextval(s))"},
        {"tsql", "SELECT 1 SHUTDOWN"},
        {"tsql", "SELECT 1 EXEC ('DROP TABLE t')"},
        {"tsql", "SELECT 'a\\\nb'"},
        {"bigquery", "SELECT '''a', ' INTO x '''"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ck_assert_msg(is_refused(all[i].host, true, all[i].sql), "%s: %s",
                      all[i].sql, sent(all[i].host, true, all[i].sql));
        ck_assert_msg(is_refused(all[i].host, false, all[i].sql), "%s: %s",
                      all[i].sql, sent(all[i].host, false, all[i].sql));
        ck_assert_msg(is_refused(NULL, true, all[i].sql), "%s: %s", all[i].sql,
                      sent(NULL, true, all[i].sql));
    }
}
END_TEST

/* What two systems read in different ways goes to none that is unknown. */
START_TEST(texts_for_a_system_that_is_not_known)
{
    static const char *const refused[] = {"SELECT \"a\"",
                                          "SELECT `a`",
                                          "SELECT [a]",
                                          "SELECT 'a\\b'",
                                          "SELECT 1 # x",
                                          "SELECT 5--3",
                                          "SELECT X'00'",
                                          "SELECT N'x'",
                                          "SELECT e'x'",
                                          "SELECT a$b",
                                          "SELECT 'O''Brien'",
                                          "SELECT '''a'",
                                          "SELECT 'a'''",
                                          "SELECT \xC3\xA4",
                                          "SELECT 1 /*! x */",
                                          "SELECT * FROM 'x'",
                                          "SELECT 1 \xE2\x80\x83 x"};
    static const char *const taken[][2] = {
        {"SELECT a FROM t;", "SELECT a FROM t"},
        {"select 'O Brien',  '\xC3\xA4\"`[$$#--/*' -- x\n from t",
         "select 'O Brien', '\xC3\xA4\"`[$$#--/*' from t"},
        {"WITH a(b) AS (VALUES(1),(2)) SELECT count(*),max(b)+1.5e3 FROM a",
         "WITH a(b) AS (VALUES(1),(2)) SELECT count(*), max(b) + 1.5e3 FROM "
         "a"},
        {"SELECT a/* x */b FROM t", "SELECT a b FROM t"},
        {"SELECT - -1, a- -b", "SELECT - - 1, a - - b"},
        {"SELECT t.a,t.* FROM s.t", "SELECT t.a, t.* FROM s.t"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        ck_assert_msg(is_refused(NULL, true, refused[i]), "%s", refused[i]);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        ck_assert_str_eq(sent(NULL, true, taken[i][0]), taken[i][1]);
    ck_assert_str_eq(sent("standard", true, "SELECT \"a b\""),
                     "SELECT \"a b\"");
    ck_assert_ptr_ne(strstr(sent(NULL, true, "SELECT `a`"), "byte 7"), NULL);
    ck_assert_ptr_ne(strstr(sent(NULL, true, "SELECT `a`"), "dialect"), NULL);
}
END_TEST

/* Strings and names are the same whatever the settings of the connection. */
START_TEST(spelling)
{
    static const struct {
        const char *host;
        bool is_sqlite;
        const char *given, *sent;
    } all[] = {
        {"postgresql", true, "SELECT 'a\\b'", "SELECT E'a\\\\b'"},
        {"postgresql", false, "SELECT 'it''s\\'", "SELECT E'it''s\\\\'"},
        {"postgresql", false, "SELECT E'it\\'s\\n\\\\'",
         "SELECT E'it''s\\n\\\\'"},
        {"postgresql", false, "SELECT E'x' || e'y'", "SELECT 'x' || 'y'"},
        {"postgresql", false, "SELECT $a$it's $$ $a$", "SELECT 'it''s $$ '"},
        {"postgresql", false, "SELECT \"a\"\"b\", \xC3\x84Z",
         "SELECT \"a\"\"b\", \"\xC3\x84z\""},
        {"postgresql", false, "SELECT a::int,b@>c,x->>'k',d#-e,~-1,2*-3",
         "SELECT a::int, b @> c, x ->> 'k', d #- e, ~- 1, 2 * - 3"},
        {"postgresql", false, "SELECT a[1:2],ARRAY[1]",
         "SELECT a[1:2], ARRAY[1]"},
        {"postgresql", true, "SELECT `a b`, a||-b", "SELECT \"a b\", a || - b"},
        {"postgresql", false, "SELECT X'1F', B'01'", "SELECT X'1F', B'01'"},
        {"postgresql", false, "SELECT t.update, copy, utl_a.b FROM t",
         "SELECT t.update, copy, utl_a.b FROM t"},
        {"postgresql", false, "SELECT 1 /*! x */", "SELECT 1"},
        {"mysql", false, "SELECT \"it's\", 'a\\'b', `c``d`",
         "SELECT 'it''s', 'a''b', `c``d`"},
        {"mysql", false, "SELECT 'a\\\\b', 'c\\%'",
         "SELECT _utf8mb4 X'615c62', _utf8mb4 X'635c25'"},
        {"mysql", false, "SELECT COUNT(*) # x\nFROM t -- y",
         "SELECT COUNT(*) FROM t"},
        {"mysql", false, "SELECT REPLACE(a, 'x', 'y'), INSERT(a, 1, 2, 'z')",
         "SELECT REPLACE(a, 'x', 'y'), INSERT(a, 1, 2, 'z')"},
        {"mariadb", true, "SELECT `a`, 'b'", "SELECT `a`, 'b'"},
        {"mysql", false, "SELECT \xC3\x84z", "SELECT `\xC3\x84z`"},
        {"sqlite", true, "SELECT [a\"b], `c`, X'00', 'a\\'",
         "SELECT \"a\"\"b\", \"c\", X'00', 'a\\'"},
        {"duckdb", false, "FROM t SELECT 'a\\b', 7//2, {'a':1}, $$x$$",
         "FROM t SELECT 'a\\b', 7 // 2, { 'a':1 }, 'x'"},
        {"duckdb", false, "SELECT EXTRACT(YEAR FROM '2020-01-01') FROM t",
         "SELECT EXTRACT(YEAR FROM '2020-01-01') FROM t"},
        {"bigquery", false, "SELECT r'\\d', \"it's\", 'a\\nb' FROM `p.d.t`",
         "SELECT '\\\\d', 'it\\'s', 'a\\nb' FROM `p.d.t`"},
        {"snowflake", false, "SELECT v:a.b::int, 'a\\'b\\\\', $$c'\\d$$ // x",
         "SELECT v:a.b::int, 'a''b\\\\', 'c''\\\\d'"},
        {"tsql", false,
         "SELECT TOP 5 [a]]b], N'x', \"c\" FROM [t] WITH "
         "(NOLOCK)",
         "SELECT TOP 5 [a]]b], N'x', [c] FROM [t] WITH (NOLOCK)"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *once = sent(all[i].host, all[i].is_sqlite, all[i].given);
        ck_assert_str_eq(once, all[i].sent);
        /* What we wrote we read as we wrote it. */
        ck_assert_str_eq(sent(all[i].host, false, once), all[i].sent);
    }
}
END_TEST

START_TEST(offsets)
{
    static const char text[] = "SELECT /* x */ a,  b FROM t";
    t2s_sent out = {0};
    ck_assert_int_eq(
        t2s_outgoing_write(&out, T2S_PG, true, text, sizeof text - 1, NULL),
        T2SED_OK);
    ck_assert_str_eq(out.text.text, "SELECT a, b FROM t");
    ck_assert_uint_eq(t2s_sent_source(&out, 0), 0);
    ck_assert_uint_eq(t2s_sent_source(&out, 7), 15);
    ck_assert_uint_eq(t2s_sent_source(&out, 10), 19);
    ck_assert_uint_eq(t2s_sent_source(&out, 14), 23);
    t2s_sent_free(&out);
}
END_TEST

START_TEST(bad_bytes)
{
    static const char *const all[] = {"SELECT '\xFF'", "SELECT '\xC3"};
    t2s_sent out = {0};
    for (size_t i = 0; i < 2; i++)
        ck_assert_int_eq(t2s_outgoing_write(&out, T2S_PG, true, all[i],
                                            strlen(all[i]), NULL),
                         T2SED_EUTF8);
    ck_assert_int_eq(
        t2s_outgoing_write(&out, T2S_PG, true, "SELECT\0 1", 9, NULL),
        T2SED_ESYNTAX);
    t2s_sent_free(&out);
}
END_TEST

/* The work is linear: squares of this length take minutes. */
START_TEST(long_texts)
{
    const size_t length = 300000 / (size_t)t2s_test_stride();
    static const char *const all[] = {"*- ", "+",   "a.",     "(",  "'a',",
                                      "$$,", "\"a", "/* */ ", "a ", "1,"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        t2s_string text = {0};
        t2s_string_append(&text, "SELECT ");
        while (text.length < length)
            t2s_string_append(&text, all[i]);
        for (size_t host = 1; host < 5; host++) {
            t2s_sent out = {0};
            (void)t2s_outgoing_write(&out, t2s_outgoing_systems(systems[host]),
                                     false, text.text, text.length, NULL);
            t2s_sent_free(&out);
        }
        t2s_string_free(&text);
    }
}
END_TEST

static t2sed_status write_all(void *payload)
{
    static const char text[] = "SELECT 'a\\\\b', (`c`) FROM (SELECT d) # x";
    t2s_sent out = {0};
    t2sed_error err;
    t2sed_status status =
        t2s_outgoing_write(&out, T2S_MY, false, text, sizeof text - 1, &err);
    (void)payload;
    t2s_sent_free(&out);
    return status;
}

START_TEST(memory)
{
    t2s_test_every_allocation(write_all, NULL);
}
END_TEST

int main(void)
{
    TCase *cases[1] = {tcase_create("outgoing")};
    tcase_set_timeout(cases[0], 60);
    tcase_add_test(cases[0], no_system_is_sent_these);
    tcase_add_test(cases[0], texts_that_hide_something);
    tcase_add_test(cases[0], texts_for_a_system_that_is_not_known);
    tcase_add_test(cases[0], spelling);
    tcase_add_test(cases[0], offsets);
    tcase_add_test(cases[0], bad_bytes);
    tcase_add_test(cases[0], memory);
    tcase_add_test(cases[0], long_texts);
    return t2s_test_run("outgoing", cases, 1);
}
