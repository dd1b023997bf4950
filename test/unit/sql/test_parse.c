/* Parsing: what is refused, where and in which words; limits; memory. */
#include "sql_test.h"

#include "base/string.h"

typedef struct refusal {
    const char *text;
    t2sed_status status;
    ptrdiff_t offset;
    const char *message; /* part of it */
} refusal;

static const refusal refusals[] = {
    {"", T2SED_EEMPTY, 0, "empty"},
    {" \t\n ", T2SED_EEMPTY, 0, "empty"},
    {"-- nothing\n/* at all */ ;;", T2SED_EEMPTY, 0, "empty"},
    {"SELECT 1; SELECT 2", T2SED_EMANY, 10, "\"SELECT\""},
    {"SELECT 1;;x", T2SED_EMANY, 10, "\"x\""},
    {"INSERT INTO t VALUES (1)", T2SED_ENOTSELECT, 0, "INSERT"},
    {"  pragma table_info(t)", T2SED_ENOTSELECT, 2, "pragma"},
    {"EXPLAIN SELECT 1", T2SED_ENOTSELECT, 0, "EXPLAIN"},
    {"WITH a AS (SELECT 1) DELETE FROM t", T2SED_ENOTSELECT, 21, "DELETE"},
    {"Show me all singers", T2SED_ESYNTAX, 0,
     "found \"Show\", expected SELECT, WITH or VALUES"},
    {"SELECT count(*) FORM singer", T2SED_ESYNTAX, 21,
     "SQL, byte 21: found \"singer\", expected FROM, WHERE,"},
    {"SELECT * FORM singer", T2SED_ESYNTAX, 9,
     "found \"FORM\", expected FROM, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, "
     "\",\", UNION or end of query"},
    {"SELECT a FROM t WHERE", T2SED_ESYNTAX, 21,
     "the query ends too early, expected an expression"},
    {"SELECT a FROM t WHERE a = (SELECT max(a) FROM t", T2SED_ESYNTAX, 47,
     "ends too early, expected \")\", JOIN,"},
    {"SELECT a FROM t GROUP a", T2SED_ESYNTAX, 22, "found \"a\", expected BY"},
    {"SELECT FROM t", T2SED_ESYNTAX, 7,
     "found \"FROM\", expected an expression or \"*\""},
    {"SELECT a, FROM t", T2SED_ESYNTAX, 10, "found \"FROM\""},
    {"SELECT a FROM t )", T2SED_ESYNTAX, 16, "found \")\""},
    {"SELECT a FROM t WHERE b = 'x", T2SED_ESYNTAX, 26,
     "unrecognized token \"'x\", whose closing quote is missing"},
    {"SELECT a FROM [t", T2SED_ESYNTAX, 14, "closing bracket"},
    {"SELECT x'abc'", T2SED_ESYNTAX, 7, "no blob"},
    {"SELECT 12ab", T2SED_ESYNTAX, 7, "unrecognized token \"12ab\""},
    {"SELECT a ! b", T2SED_ESYNTAX, 9, "unrecognized token \"!\""},
    {"SELECT #1", T2SED_ESYNTAX, 7, "found \"#1\""},
    {"SELECT '\xff'", T2SED_EUTF8, 8, "UTF-8"},
    {"SELECT a FROM t WHERE "
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
     "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
     T2SED_ESYNTAX, 74, "found \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\","},
};

START_TEST(says_what_is_wrong)
{
    const refusal *want = &refusals[_i];
    t2sed_sql *sql = NULL;
    t2sed_error err;
    t2sed_status status = t2sed_sql_parse(&sql, want->text, &err);
    ck_assert_msg(status == want->status, "%s: %s", want->text,
                  t2sed_status_name(status));
    ck_assert_int_eq(err.code, want->status);
    ck_assert_msg(err.offset == want->offset, "%s: %s", want->text, err.text);
    ck_assert_msg(strstr(err.text, want->message) != NULL, "%s: %s", want->text,
                  err.text);
    ck_assert_ptr_null(sql);
    ck_assert_int_eq(t2sed_sql_parse(&sql, want->text, NULL), want->status);
}
END_TEST

START_TEST(arguments)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_sql_parse(NULL, "SELECT 1", &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, NULL, 3, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, NULL, 0, &err), T2SED_EEMPTY);
    ck_assert_int_eq(t2sed_sql_parse(&sql, NULL, &err), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, "SELECT\0 1", 9, &err),
                     T2SED_ESYNTAX);
    ck_assert_int_eq(err.offset, 6);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, "SELECT 'a\0b'", 12, &err),
                     T2SED_ESYNTAX);
    ck_assert_int_eq(err.offset, 9);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, "SELECT 12", 8, &err), T2SED_OK);
    ck_assert_str_eq(sql->text, "SELECT 1");
    ck_assert_uint_eq(sql->length, 8);
    t2sed_sql_free(sql);
    t2sed_sql_free(NULL);
}
END_TEST

/* `before`, then `count` times `open`, `middle`, `count` times `close`. */
static t2sed_status parse_nested(const char *before, const char *open,
                                 const char *middle, const char *close,
                                 int count, t2sed_error *err)
{
    t2s_string text = {0};
    t2sed_sql *sql = NULL;
    t2sed_status status;
    t2s_string_append(&text, before);
    for (int i = 0; i < count; i++)
        t2s_string_append(&text, open);
    t2s_string_append(&text, middle);
    for (int i = 0; i < count; i++)
        t2s_string_append(&text, close);
    status = t2sed_sql_parse_n(&sql, text.text, text.length, err);
    if (!status) {
        t2sed_sql_view_options view = t2s_test_view();
        char *out = NULL;
        view.resolve_aliases = 1;
        ck_assert_int_eq(
            t2sed_sql_print(&out, sql, T2SED_SQL_SEXPR, &view, NULL, err),
            T2SED_OK);
        t2sed_free(out);
    }
    t2sed_sql_free(sql);
    t2s_string_free(&text);
    return status;
}

START_TEST(nesting)
{
    static const char *const cases[][4] = {
        {"SELECT ", "(", "1", ")"},
        {"SELECT ", "(SELECT ", "1", ")"},
        {"SELECT * FROM ", "(SELECT * FROM ", "t", ")"},
        {"SELECT * FROM ", "(", "t", ")"},
        {"SELECT ", "NOT ", "1", ""},
        {"SELECT 1", " + 1", "", ""},
        {"SELECT ", "CASE WHEN ", "1", " THEN 1 END"},
        {"SELECT ", "f(", "1", ")"},
        {"SELECT 1 WHERE 1 IN ", "(SELECT 1 WHERE 1 IN ", "(2)", ")"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const *c = cases[i];
        t2sed_error err;
        ck_assert_msg(parse_nested(c[0], c[1], c[2], c[3], 499, &err) ==
                          T2SED_OK,
                      "%s%s: %s", c[0], c[1], err.text);
        ck_assert_msg(parse_nested(c[0], c[1], c[2], c[3], 1001, &err) ==
                          T2SED_ELIMIT,
                      "%s%s", c[0], c[1]);
        ck_assert_ptr_nonnull(strstr(err.text, "1000 levels"));
        ck_assert_int_eq(parse_nested(c[0], c[1], c[2], c[3], 10000, &err),
                         T2SED_ELIMIT);
        ck_assert_int_eq(parse_nested(c[0], c[1], "", "", 10000, &err),
                         i == 5 ? T2SED_ELIMIT : err.code);
    }
    ck_assert_int_eq(parse_nested("SELECT ", "(", "1", ")", 1000, NULL),
                     T2SED_OK);
}
END_TEST

START_TEST(size)
{
    size_t n = T2SED_SQL_MAX_BYTES;
    char *text = malloc(n + 2);
    t2sed_sql *sql = NULL;
    t2sed_error err;
    memcpy(text, "SELECT 1", 8);
    for (size_t i = 8; i < n; i += 2)
        memcpy(text + i, ",1", 2);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, text, n, &err), T2SED_OK);
    t2sed_sql_free(sql);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, text, n + 1, &err), T2SED_ELIMIT);
    ck_assert_ptr_nonnull(strstr(err.text, "1048576"));
    memset(text + 7, '(', n - 7);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, text, n, &err), T2SED_ELIMIT);
    memset(text + 7, '-', n - 7); /* a comment */
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, text, n, &err), T2SED_ESYNTAX);
    memset(text + 7, '~', n - 7);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, text, n, &err), T2SED_ESYNTAX);
    memset(text + 7, 'a', n - 7);
    ck_assert_int_eq(t2sed_sql_parse_n(&sql, text, n, &err), T2SED_OK);
    t2sed_sql_free(sql);
    free(text);
}
END_TEST

static t2sed_status parse_and_free(void *text)
{
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    if (status == T2SED_ENOMEM)
        ck_assert_ptr_null(sql);
    t2sed_sql_free(sql);
    return status == T2SED_ESYNTAX ? T2SED_OK : status;
}

START_TEST(no_memory)
{
    char good[] = "WITH c AS (SELECT a, count(*) FROM t AS x JOIN u ON x.b = "
                  "u.b GROUP BY a) SELECT * FROM c ORDER BY 1 LIMIT 2";
    char bad[] = "SELECT a FROM t WHERE b IN (1, 2";
    char deep[900] = "SELECT ";
    memset(deep + 7, '(', 400);
    deep[407] = '1';
    memset(deep + 408, ')', 400);
    deep[808] = '\0';
    t2s_test_every_allocation(parse_and_free, good);
    t2s_test_every_allocation(parse_and_free, bad);
    t2s_test_every_allocation(parse_and_free, deep);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("parse");
    tcase_add_loop_test(cases, says_what_is_wrong, 0,
                        (int)(sizeof refusals / sizeof *refusals));
    tcase_add_test(cases, arguments);
    tcase_add_test(cases, nesting);
    tcase_add_test(cases, size);
    tcase_add_test(cases, no_memory);
    return t2s_test_run("sql parse", &cases, 1);
}
