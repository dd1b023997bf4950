/* Functions that were replaced give what SQLite's own give, and end in time. */
#include "sandbox_test.h"

#include "base/random.h"

static unsigned below(t2s_random *random, unsigned limit)
{
    return (unsigned)t2s_random_below(random, limit);
}

static sqlite3 *plain;
static t2s_sandbox *sandbox;

static void set_up(void)
{
    ck_assert_int_eq(sqlite3_open(":memory:", &plain), SQLITE_OK);
    sandbox = sandbox_of("CREATE TABLE item (x)");
}

static void tear_down(void)
{
    t2s_sandbox_close(sandbox);
    sqlite3_close(plain);
}

/* A value as SQL: short, of few letters, so that parts meet; bytes that are no
 * UTF-8, numbers, NULL and blobs among them. */
static void append_value(t2s_string *sql, t2s_random *random)
{
    static const char *const pieces[] = {
        "a",      "b",  "ab", "c3a9", "a9", "c3", "20",
        "e282ac", "61", "ff", "6161", "25", "2a", "f09f9880"};
    unsigned kind = below(random, 12);
    unsigned n = below(random, 7);
    if (kind == 0) {
        t2s_string_append(sql, "NULL");
    } else if (kind == 1) {
        t2s_string_append_format(sql, "%d", (int)below(random, 2000) - 1000);
    } else if (kind == 2) {
        t2s_string_append_format(sql, "%u.5", below(random, 99));
    } else {
        t2s_string_append(sql, kind == 3 ? "x'" : "CAST(x'");
        for (unsigned i = 0; i < n; i++) {
            const char *piece = pieces[t2s_random_below(
                random, sizeof pieces / sizeof pieces[0])];
            if (strlen(piece) == 1 || strcmp(piece, "ab") == 0)
                for (; *piece; piece++)
                    t2s_string_append_format(sql, "%02x", *piece);
            else
                t2s_string_append(sql, piece);
        }
        t2s_string_append(sql, kind == 3 ? "'" : "' AS TEXT)");
    }
}

/* What a connection says, as text: type, quoted value, or the error. */
static void answer(t2s_string *out, sqlite3 *db, const char *sql)
{
    sqlite3_stmt *row = NULL;
    t2s_string_clear(out);
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            const void *text = sqlite3_column_blob(row, i);
            t2s_string_append_format(out, "|%d ",
                                     sqlite3_column_type(row, i) % 5);
            t2s_string_append_n(out, text ? text : "",
                                (size_t)sqlite3_column_bytes(row, i));
        }
    else
        t2s_string_append(out, sqlite3_errmsg(db));
    sqlite3_finalize(row);
    ck_assert(!out->failed);
}

/* The same of the sandbox. */
static void answer_in_sandbox(t2s_string *out, const char *sql)
{
    t2s_statement query = {.sql = sql,
                           .length = strlen(sql),
                           .milliseconds = 5000 * t2s_test_slowness()};
    t2s_rows *rows = NULL;
    t2sed_error err;
    t2s_run how;
    t2s_string_clear(out);
    ck_assert_int_eq(t2s_rows_open(&how, &rows, sandbox, &query, &err),
                     T2SED_OK);
    if (how == T2S_RUN_ROW && (how = t2s_rows_next(rows, &err)) == T2S_RUN_ROW)
        for (int i = 0; i < t2s_rows_columns(rows); i++) {
            size_t n;
            int type = t2s_rows_type(rows, i); /* NULL is 5 in SQLite */
            const char *text = t2s_rows_text(rows, i, &n);
            t2s_string_append_format(out, "|%d ", type);
            t2s_string_append_n(out, text ? text : "", n);
        }
    else
        t2s_string_append(out, err.text);
    t2s_rows_close(rows);
    ck_assert(!out->failed);
}

static void compare(const char *sql)
{
    t2s_string theirs = {0}, ours = {0};
    answer(&theirs, plain, sql);
    answer_in_sandbox(&ours, sql);
    ck_assert_msg(theirs.length == ours.length &&
                      memcmp(theirs.text, ours.text, ours.length) == 0,
                  "%s: %s, not %s", sql, ours.text, theirs.text);
    t2s_string_free(&theirs);
    t2s_string_free(&ours);
}

START_TEST(as_built_in)
{
    static const struct {
        const char *name;
        int arguments;
    } functions[] = {{"trim", 1},  {"trim", 2},  {"ltrim", 2}, {"rtrim", 2},
                     {"ltrim", 1}, {"rtrim", 1}, {"instr", 2}, {"replace", 3},
                     {"glob", 2},  {"like", 2},  {"like", 3}};
    t2s_random random = {7};
    t2s_string sql = {0};
    for (int i = 0; i < 20000; i++) {
        unsigned f = below(&random, sizeof functions / sizeof functions[0]);
        t2s_string_clear(&sql);
        t2s_string_append_format(&sql, "SELECT hex(%s(", functions[f].name);
        for (int k = 0; k < functions[f].arguments; k++) {
            if (k)
                t2s_string_append(&sql, ", ");
            append_value(&sql, &random);
        }
        t2s_string_append(&sql, "))");
        compare(sql.text);
    }
    t2s_string_free(&sql);
}
END_TEST

START_TEST(as_built_in_by_hand)
{
    static const char *const queries[] = {
        "SELECT typeof(replace(12, '', 'x')), replace(121, 1, 'ab')",
        "SELECT replace('aaa', 'a', ''), typeof(replace('aaa', 'a', ''))",
        "SELECT replace('a', NULL, 'b'), replace('a', 'a', NULL)",
        "SELECT instr('', ''), instr('', 'a'), instr('a', ''), instr(x'', x'')",
        "SELECT instr('h\xC3\xA9llo', 'l'), instr(x'68C3A96C', x'6C')",
        "SELECT trim('  a  '), trim('xxaxx', 'x'), trim('a', '')",
        "SELECT trim('\xC3\xA9"
        "a\xC3\xA9', '\xC3\xA9'), trim(5), trim(NULL)",
        "SELECT printf('%5d|%-5s|%05.2f|%c|%%|%x', 3, 'ab', 1.234, 'z', 255)",
        "SELECT format('%.3c', 'x'), format('%*.*f', 8, 2, 3.14159), format()",
        "SELECT printf('%.*c', 12, 'y'), printf('%s'), printf(NULL), "
        "printf('%,d', 1234567), printf('%Q', 'it''s')",
        "SELECT 'abc' GLOB 'a*', 'abc' GLOB '[^a]*', NULL GLOB 'a', "
        "glob('*', 5)",
        "SELECT 'ABC' LIKE 'a_c', 'a' LIKE NULL, NULL LIKE 'a', 12 LIKE 1, "
        "'\xC3\xA9' LIKE '_', '\xC3\x89' LIKE '\xC3\xA9'",
        "SELECT 'a%' LIKE 'a!%' ESCAPE '!', 'ab' LIKE 'a!%' ESCAPE '!', "
        "'a%b' LIKE 'a%%b' ESCAPE '%', 'a_' LIKE 'a__' ESCAPE '_'",
        "SELECT 'a' LIKE 'a' ESCAPE NULL",
        "SELECT 'a' LIKE 'a' ESCAPE ''",
        "SELECT 'a' LIKE 'a' ESCAPE 'ab'",
        "SELECT 'a' LIKE 'a\xC3\xA9%' ESCAPE '\xC3\xA9'",
        "SELECT x'6162' LIKE 'a%', 'ab' LIKE x'6125', x'6162' GLOB 'a*'",
        "SELECT like('a%', 'ab'), like('a%', 'ab', '\\'), glob('a*', 'ab')",
        "SELECT json_patch('{\"a\":1}', '{\"b\":2,\"a\":null}'), "
        "json_patch('x', '{}')",
        "SELECT trim(), instr('a')",
    };
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++)
        compare(queries[i]);
}
END_TEST

/* Each of these ran from seconds to hours, and no handler was asked. */
START_TEST(slow_calls)
{
    static const char *const queries[] = {
        "SELECT trim(hex(zeroblob(125000)), replace(hex(zeroblob(10900)), '0', "
        "'x') || '0')",
        "SELECT rtrim(hex(zeroblob(500000)), replace(hex(zeroblob(100000)), "
        "'0', 'x') || '0')",
        "SELECT instr(hex(zeroblob(500000)), hex(zeroblob(250000)) || '1')",
        "SELECT replace(hex(zeroblob(500000)), hex(zeroblob(250000)) || '1', "
        "'')",
        "SELECT replace(hex(zeroblob(500000)), '0', hex(zeroblob(250000)))",
        "SELECT replace(hex(zeroblob(500000)), '0', 'a') GLOB '*' || "
        "replace(hex(zeroblob(100)), '0', '[a-z]')",
        "SELECT replace(hex(zeroblob(500000)), '0', 'a') LIKE '%' || "
        "replace(hex(zeroblob(120)), '0', 'a') || 'b'",
        "SELECT replace(hex(zeroblob(500000)), '0', 'a') LIKE "
        "replace(hex(zeroblob(60)), '0', 'a%') || 'b'",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < 50000), a(j) AS (SELECT json_group_object('k' || i, 1) FROM n), "
        "b(j) AS (SELECT json_group_object('m' || i, 1) FROM n) SELECT "
        "length(json_patch(a.j, b.j)) FROM a, b",
        "SELECT printf('%.*c', 2000000000, 'x')",
        "SELECT printf('%.2000000000c', 'x')",
        "SELECT printf('%.*c', -2000000000, 'x')",
        "SELECT printf('%.*c', 4296967296000, 'x')",
        "SELECT group_concat(printf('%.*' || c, 2000000000, 'x')) FROM (SELECT "
        "'c' AS c)",
    };
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        t2sed_error err = {0};
        double start = seconds_now();
        t2s_run how = run_in(sandbox, queries[i], 200, &err);
        double took = seconds_now() - start;
        ck_assert_msg(took < 2.5 * t2s_test_slowness(), "%s: %.1f s",
                      queries[i], took);
        ck_assert_msg(how == T2S_RUN_TIME || how == T2S_RUN_MEMORY ||
                          how == T2S_RUN_DONE,
                      "%s: %d %s", queries[i], (int)how, err.text);
        ck_assert_int_eq(run_in(sandbox, "SELECT trim(' a ')", 5000, &err),
                         T2S_RUN_DONE);
    }
}
END_TEST

/* All that calls are given stands in memory until the outermost is called. */
START_TEST(arguments_in_memory)
{
    t2s_sandbox *wide = sandbox_of(
        "CREATE TABLE b (x); INSERT INTO b VALUES (zeroblob(1000000))");
    t2s_string text = {0};
    t2sed_error err;
    t2s_string_append(&text, "SELECT length(");
    for (int i = 0; i < 14; i++) {
        t2s_string_append(&text, "max(");
        for (int k = 0; k < 125; k++)
            t2s_string_append(&text, "x,");
    }
    t2s_string_append(&text, "x))))))))))))))) FROM b");
    sqlite3_memory_highwater(1);
    ck_assert_int_eq(run_in(wide, text.text, 5000, &err), T2S_RUN_MEMORY);
    ck_assert(sqlite3_memory_highwater(0) < (sqlite3_int64)164 << 20);
    ck_assert_int_eq(run_in(wide, "SELECT max(x, 1, 2) FROM b", 5000, &err),
                     T2S_RUN_DONE);
    t2s_string_free(&text);
    t2s_sandbox_close(wide);
}
END_TEST

int main(void)
{
    TCase *functions = tcase_create("functions");
    tcase_add_checked_fixture(functions, set_up, tear_down);
    tcase_set_timeout(functions, 300);
    tcase_add_test(functions, as_built_in);
    tcase_add_test(functions, as_built_in_by_hand);
    tcase_add_test(functions, slow_calls);
    tcase_add_test(functions, arguments_in_memory);
    return t2s_test_run("functions", &functions, 1);
}
