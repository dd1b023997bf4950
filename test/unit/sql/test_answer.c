/* Answers of language models: the query in them, and the bytes it stands at. */
#include "sql_test.h"

static t2sed_status parse_answer(t2sed_sql **out, const char *text, size_t n,
                                 int is_answer)
{
    t2sed_sql_options options;
    t2sed_sql_options_init(&options, sizeof options);
    options.answer = is_answer;
    return t2sed_sql_parse_as(out, text, n, &options, NULL);
}

static const char *const answers[] = {
    "SQLQuery: SELECT 'x' FROM t",
    "SQL Query:\nSELECT 'x' FROM t\n",
    "**SQL:** SELECT 'x' FROM t",
    "### Final answer:\nSELECT 'x' FROM t",
    "Here is the query: SELECT 'x' FROM t",
    "Question: Which x?\nSQLQuery: SELECT 'x' FROM t\nSQLResult: [(1,)]\n"
    "Answer: 1",
    "SELECT 'x' FROM t;\nSQLResult: x",
    "SELECT 'x' FROM t\nExplanation: it's all of them",
    "SELECT 'x' FROM t;\nGO",
    "SELECT 'x' FROM t\ngo;\r\n",
    "<think>Perhaps SELECT 1?\n```sql\nSELECT 2\n```</think>\n\n"
    "SELECT 'x' FROM t",
    "so the name is x.\n</think>\n```sql\nSELECT 'x' FROM t\n```",
    "<think>x</think><answer>```\nSELECT 'x' FROM t\n```</answer>",
    "[SQL]SELECT 'x' FROM t[/SQL]",
    "<sql>\nSELECT 'x' FROM t;\n</sql> as you asked",
    "SELECT 'x' FROM t [/SQL]",
    "SELECT 'x' FROM t</s>",
    "SELECT 'x' FROM t\n```\n",
    "With x in mind:\n```sql\nSELECT 'x' FROM t\n```",
};

START_TEST(the_query_is_found)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const char *at = strstr(answers[i], "SELECT 'x'");
        t2sed_sql *sql = NULL;
        t2sed_span span = {0, 10};
        ck_assert_msg(parse_answer(&sql, answers[i], strlen(answers[i]), 1) ==
                          T2SED_OK,
                      "%s", answers[i]);
        ck_assert_msg(strncmp(t2sed_sql_text(sql), "SELECT 'x' FROM t", 17) ==
                              0 &&
                          strlen(t2sed_sql_text(sql)) <= 18,
                      "%s: %s", answers[i], t2sed_sql_text(sql));
        t2sed_sql_to_source(sql, &span);
        ck_assert_uint_eq(span.begin, (size_t)(at - answers[i]));
        ck_assert_uint_eq(span.end, span.begin + 10);
        t2sed_sql_free(sql);
    }
}
END_TEST

/* What is in a comment ends nothing. */
START_TEST(comments_are_whole)
{
    static const char *const texts[] = {
        "SELECT x FROM t /*\nAnswer: 5 */", "SELECT x FROM t /*\nGO\n*/",
        "SELECT x FROM t /* [/SQL]", "SELECT x /*/\nGO\n*/ FROM t"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t begin = 0, end = strlen(texts[i]);
        t2s_sql_take_answer(texts[i], &begin, &end);
        ck_assert_msg(begin == 0 && end == strlen(texts[i]), "%s", texts[i]);
    }
}
END_TEST

/* Readers of plain queries refuse what is around them. */
START_TEST(strict_readers_stay_strict)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        t2sed_sql *sql = NULL;
        if (strstr(answers[i], "\ngo") ||
            strstr(answers[i], " [/SQL]")) /* an alias */
            continue;
        ck_assert_msg(parse_answer(&sql, answers[i], strlen(answers[i]), 0) !=
                          T2SED_OK,
                      "%s", answers[i]);
        ck_assert_int_ne(t2sed_sql_parse(&sql, answers[i], NULL), T2SED_OK);
        ck_assert_ptr_null(sql);
    }
}
END_TEST

/* What looks like a wrapper and is none stays in the query, or an error. */
START_TEST(queries_stay)
{
    static const char *const whole[] = {
        "SELECT '\nGO\n' FROM t",
        "SELECT 'a\nAnswer: b' AS c",
        "SELECT a FROM t -- it's\n WHERE b = '\nSQLResult: 1'",
        "SELECT '[/SQL]'",
        "SELECT [/SQL] FROM t",
        "SELECT 1 AS \"go\nGO\n\"",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "WITH RECURSIVE a AS (SELECT 1) SELECT * FROM a",
        "SELECT a\nFROM t AS go",
        "SELECT '</think>'",
    };
    static const struct {
        const char *text;
        t2sed_status status;
    } refused[] = {
        {"SELECT 1;\nGO\nSELECT 2", T2SED_EMANY},
        {"SELECT 1; DROP TABLE t;\nGO", T2SED_EMANY},
        {"UPDATE t SET a = 'SQL: SELECT 1'", T2SED_ENOTSELECT},
        {"DELETE FROM t;\nSELECT 1", T2SED_ENOTSELECT},
        {"[SQL]DROP TABLE t[/SQL]", T2SED_ENOTSELECT},
        {"SQLQuery: DROP TABLE t\nSQLResult: done", T2SED_ENOTSELECT},
        {"<think>SELECT 1</think>", T2SED_EEMPTY},
        {"<think>SELECT 1", T2SED_EEMPTY},
        {"I can't say.", T2SED_ESYNTAX},
        {"Answer: 42", T2SED_ESYNTAX},
        {"SQL:", T2SED_EEMPTY},
        {"[SQL]", T2SED_EEMPTY},
        {"<sql", T2SED_ESYNTAX},
        {"```", T2SED_EEMPTY},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        t2sed_sql *sql = NULL;
        ck_assert_msg(parse_answer(&sql, whole[i], strlen(whole[i]), 1) ==
                          T2SED_OK,
                      "%s", whole[i]);
        ck_assert_str_eq(t2sed_sql_text(sql), whole[i]);
        t2sed_sql_free(sql);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        t2sed_sql *sql = NULL;
        ck_assert_msg(parse_answer(&sql, refused[i].text,
                                   strlen(refused[i].text),
                                   1) == refused[i].status,
                      "%s", refused[i].text);
    }
}
END_TEST

/* No byte behind the length is read, and no time is lost. */
START_TEST(cut_anywhere_and_long)
{
    static const char *const repeated[] = {"sql:",   "<sql>", "<think>",
                                           "</",     "```",   "\nGO",
                                           "[/SQL]", "'\n",   "</think>"};
    enum { SIZE = 1000000 };
    char *text = malloc(SIZE + 1);
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        for (size_t n = 0; n <= strlen(answers[i]); n++) {
            char *cut = malloc(n + 1);
            t2sed_sql *sql = NULL;
            memcpy(cut, answers[i], n);
            (void)parse_answer(&sql, cut, n, 1);
            t2sed_sql_free(sql);
            free(cut);
        }
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
        t2sed_sql *sql = NULL;
        for (size_t n = 0; n < SIZE; n++)
            text[n] = repeated[i][n % strlen(repeated[i])];
        ck_assert_int_ne(parse_answer(&sql, text, SIZE, 1), T2SED_OK);
        memcpy(text, "SELECT ", 7);
        (void)parse_answer(&sql, text, SIZE, 1);
        t2sed_sql_free(sql);
    }
    free(text);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("answer");
    tcase_add_test(cases, the_query_is_found);
    tcase_add_test(cases, comments_are_whole);
    tcase_add_test(cases, strict_readers_stay_strict);
    tcase_add_test(cases, queries_stay);
    tcase_add_test(cases, cut_anywhere_and_long);
    return t2s_test_run("sql answer", &cases, 1);
}
