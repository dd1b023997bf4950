/* Queries that do not parse, repaired (t2s_parse_or_repair). */
#include "t2s_test.h"

#include <string.h>

#include "correct/draft.h"
#include "correct/syntax.h"

static void check(const char *text, const char *want)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    ck_assert_msg(t2s_parse_or_repair(&sql, text, strlen(text), &err) ==
                      T2SED_OK,
                  "%s: %s", text, err.text);
    ck_assert_msg(t2s_same_tokens(sql->text, sql->length, want, strlen(want)),
                  "%s\nwant %s\ngot  %s", text, want, sql->text);
    t2sed_sql_free(sql);
}

START_TEST(tokens_are_mended)
{
    static const char *const cases[][2] = {
        {"SELECT a FROM t", "SELECT a FROM t"},
        {"SELECT a FORM t", "SELECT a FROM t"},
        {"SELCT a FROM t", "SELECT a FROM t"},
        {"SELECT a, FROM t", "SELECT a FROM t"},
        {"SELECT a,, b FROM t", "SELECT a, b FROM t"},
        {"SELECT count(* FROM t", "SELECT count(*) FROM t"},
        {"SELECT count(*)) FROM t", "SELECT count(*) FROM t"},
        {"SELECT a FROM t WHERE b IN (SELECT c FROM u",
         "SELECT a FROM t WHERE b IN (SELECT c FROM u)"},
        {"SELECT a FROM t WHERE b = 'x y", "SELECT a FROM t WHERE b = 'x y'"},
        {"SELECT a FROM t WHERE b = 'x AND c > 3",
         "SELECT a FROM t WHERE b = 'x' AND c > 3"},
        {"SELECT a FROM t WHERE b = 1 c = 2",
         "SELECT a FROM t WHERE b = 1 AND c = 2"},
        {"SELECT [a FROM t", "SELECT [a] FROM t"},
        {"SELECT a FROM t ORDER b", "SELECT a FROM t ORDER BY b"},
        {"SELECT a, count(*) FROM t GROUPBY a",
         "SELECT a, count(*) FROM t GROUP BY a"},
        {"SELECT a FROM t WHERE b > > 3", "SELECT a FROM t WHERE b > 3"},
        {"SELECT a FROM t WHRE b BETWEN 1 AND 2 ORDR BY c",
         "SELECT a FROM t WHERE b BETWEEN 1 AND 2 ORDER BY c"},
        {"SELECT a FROM t WHERE", "SELECT a FROM t"},
        {"SELECT a FROM FROM t", "SELECT a FROM t"},
        {"SELECT a FROM t WHERE b = (SELECT c FROM u;)",
         "SELECT a FROM t WHERE b = (SELECT c FROM u)"},
        {"SELECT a FROM t WHERE b IN (SELECT c FROM u -- why",
         "SELECT a FROM t WHERE b IN (SELECT c FROM u)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i][0], cases[i][1]);
}
END_TEST

/* The error is that of the text as it was given. */
START_TEST(what_nothing_mends)
{
    static const struct {
        const char *text;
        t2sed_status status;
        ptrdiff_t offset;
    } cases[] = {
        {"", T2SED_EEMPTY, -1},
        {"hello world of words", T2SED_ESYNTAX, 0},
        {"DROP TABLE t", T2SED_ENOTSELECT, 0},
        {"INSERT INTO t SELECT a FROM t", T2SED_ENOTSELECT, 0},
        {"EXPLAIN SELECT a FROM t", T2SED_ENOTSELECT, 0},
        {"SELECT", T2SED_ESYNTAX, 6},
        {"SELECT FROM", T2SED_ESYNTAX, 7},
        {"SELECT a FROM t; SELECT b FROM t", T2SED_EMANY, 17},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_sql *sql = NULL;
        t2sed_error err;
        ck_assert_msg(t2s_parse_or_repair(&sql, cases[i].text,
                                          strlen(cases[i].text),
                                          &err) == cases[i].status,
                      "%s: %s", cases[i].text, err.text);
        ck_assert_ptr_null(sql);
        ck_assert_msg(cases[i].offset < 0 || err.offset == cases[i].offset,
                      "%s: %td", cases[i].text, err.offset);
    }
}
END_TEST

static t2sed_status repair(void *payload)
{
    t2sed_sql *sql = NULL;
    const t2sed_status status =
        t2s_parse_or_repair(&sql, payload, strlen(payload), NULL);
    t2sed_sql_free(sql);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    char text[] = "SELECT a FORM t WHERE b = 'x";
    t2s_test_every_allocation(repair, text);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("syntax");
    tcase_add_test(tests, tokens_are_mended);
    tcase_add_test(tests, what_nothing_mends);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("correct/syntax", &tests, 1);
}
